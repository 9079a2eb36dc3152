#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Debian's packages: they are built from a copy of the sources, lintian finds nothing, and the first program compiles
# and runs with what is in them. It takes some 5 minutes of 2 cores, so it runs with SL_CI_WHOLE=1 only:
#   SL_CI_WHOLE=1 make check TESTS=tests/house/debian.sh
. "$(dirname "$0")/../tap.bash"
sentence="Debian's packages are built"
not_with_sanitizers "$only_compiles" "$sentence"
if [ "${SL_CI_WHOLE:-}" != 1 ]; then
    skip "it takes 5 minutes: SL_CI_WHOLE=1 asks for it" "$sentence"
    done_testing
    exit
fi
for tool in dpkg-buildpackage dh lintian git; do
    command -v $tool >/dev/null && continue
    skip "$tool is not installed (dpkg-dev, debhelper, lintian, git)" "$sentence"
    done_testing
    exit
done
if [ ! -e "$srcdir/.git" ]; then
    skip "this is no clone, of whose files a copy is made" "$sentence"
    done_testing
    exit
fi
unset MAKEFLAGS MFLAGS MAKELEVEL LD_LIBRARY_PATH ${!STARLOOP_@}
export LC_ALL=C.UTF-8 DEB_BUILD_OPTIONS="parallel=$(nproc)"
tree=$work/starloop
mkdir "$tree"
git -C "$srcdir" ls-files -z | tar -C "$srcdir" --null -T - -c 2>/dev/null | tar -C "$tree" -x
"$srcdir/tools/version" > "$tree/.tarball-version"
missing=$(cd "$tree" && dpkg-checkbuilddeps 2>&1)
if [ -n "$missing" ]; then
    skip "$missing" "$sentence"
    done_testing
    exit
fi
(cd "$tree" && dpkg-buildpackage -us -uc -b) > "$work/build" 2>&1 </dev/null
ok $? "$sentence" "$work/build"
! grep -E '^not ok' "$work/build" && grep -qE '^# PASS: +[1-9]' "$work/build"
ok $? "tests of the library run in the build" "$work/build"
changes=$(ls "$work"/starloop_*.changes 2>/dev/null)
lintian --fail-on error,warning,info --display-info --allow-root "$changes" > "$work/lintian" 2>&1 &&
    [ ! -s "$work/lintian" ]
ok $? "lintian finds no error, no warning, and nothing to remark" "$work/lintian"

root=$work/root
for package in libstarloop0 libstarloop-dev libstarloop-mpi0 libstarloop-mpi-dev libstarloop-doc starloop-tools; do
    dpkg-deb -x "$work/$package"_*.deb "$root" > "$work/unpack" 2>&1
    ok $? "there is a package $package" "$work/unpack"
done
# has PACKAGE PATTERN...: a file of each pattern is in the package.
has()
{
    local package=$1 pattern
    shift
    dpkg-deb -c "$work/$package"_*.deb > "$work/$package.files" 2>&1
    for pattern; do
        grep -qE "$pattern" "$work/$package.files" || echo "$package: nothing like $pattern"
    done > "$work/lacking"
    [ ! -s "$work/lacking" ]
    ok $? "$package has what it is for" "$work/lacking"
}
has libstarloop0 '/libstarloop\.so\.0\.[0-9.]*$' '/libstarloop\.so\.0 -> '
has libstarloop-dev '/include/starloop\.h$' '/libstarloop\.a$' '/starloop\.pc$' '/StarloopConfig\.cmake$'
has libstarloop-mpi0 '/libstarloop-mpi\.so\.0\.[0-9.]*$' '/libstarloop-mpi\.so\.0 -> '
has libstarloop-mpi-dev '/starloop/mpi\.h$' '/libstarloop-mpi\.a$' '/starloop-mpi\.pc$'
! grep -q '/mpi\.h$' "$work/libstarloop-dev.files"
ok $? "which libstarloop-dev has not" "$work/libstarloop-dev.files"
has libstarloop-doc '/guide/views\.md$' '/tutorial/README\.md$' '/examples/heat/main\.c$' '/examples/Makefile$'
has starloop-tools '/starloop-cc$' '/starloop-info$' '/starloop-gantt$' '/starloop-lint$' '/starloop-cc\.1\.gz$'
for name in libstarloop libstarloop-mpi; do
    dpkg-deb -I "$work/${name}0"_*.deb symbols > "$work/symbols" 2>&1
    grep '^ .*@' "$tree/lib/$name.symbols" | diff - <(grep '^ .*@' "$work/symbols") > "$work/differ"
    ok $? "its symbols are those of lib/$name.symbols" "$work/differ"
done

multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
mkdir "$work/try"
says "the first program compiles and runs with the unpacked packages" 0 "x.y = " \
    env STARLOOP_ROOT="$root" AUTOPKGTEST_TMP="$work/try" PATH="$root/usr/bin:$PATH" PKG_CONFIG_SYSROOT_DIR="$root" \
    PKG_CONFIG_PATH="$root/usr/lib/$multiarch/pkgconfig" LD_LIBRARY_PATH="$root/usr/lib/$multiarch" \
    sh "$srcdir/debian/tests/first-program"
done_testing
