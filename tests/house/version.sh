#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The version by git's tags and without them (tools/version), and that all that names a version names the same one.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "all that names the version names the same one"
export LC_ALL=C GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
unset ${!GIT_DIR@} ${!GIT_WORK@} ${!GIT_CEILING@}

# ---- what this build says of itself --------------------------------------------------------------------------
number() { sed -n "s/^#define SL_VERSION_$1 \([0-9]*\) .*/\1/p" "$srcdir/include/starloop/runtime.h"; }
headers=$(number MAJOR).$(number MINOR).$(number PATCH)
version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"$/\1/p' "$builddir/config.h")
[[ $version == "$headers" || $version == "$headers".*-g* || $version == "$headers"~*-g* ]]
ok $? "configure's version $version is that of the headers, $headers, with what git adds to it"
if [ -f "$srcdir/.tarball-version" ]; then
    [ "$version" = "$(cat "$srcdir/.tarball-version")" ]
    ok $? "it is the version of this release archive"
else
    skip "this is no release archive" "it is the version of this release archive"
fi
# says_version PROGRAM: its last word is the version.
says_version()
{
    "$builddir/tools/$1" --version > "$work/$1" 2>&1
    [ "$(awk 'NR == 1 { print $NF }' "$work/$1")" = "$version" ]
    ok $? "$1 --version says $version" "$work/$1"
}
says_version starloop-cc
if [ -x "$builddir/tools/starloop-info" ]; then
    says_version starloop-info
else
    skip "tools/starloop-info is not built" "starloop-info --version says $version"
fi
# What has it in the template; paths of the build may have it, too.
for file in starloop.pc cmake/StarloopConfigVersion.cmake; do
    grep -F '@VERSION@' "$srcdir/$file.in" | sed "s|@VERSION@|$version|" > "$work/want"
    [ -s "$work/want" ] && [ "$(grep -cxFf "$work/want" "$builddir/$file")" = "$(wc -l < "$work/want")" ]
    ok $? "$file says it, too" "$builddir/$file"
done
interface=$(sed -n 's/^SL_LIBRARY_VERSION = //p' "$builddir/Makefile")
IFS=: read -r current revision age <<< "$interface"
soname=libstarloop.so.$((current - age))
if [ -f "$builddir/lib/.libs/libstarloop.so" ]; then
    objdump -p "$builddir/lib/.libs/libstarloop.so" | awk '$1 == "SONAME" { print $2 }' > "$work/soname"
    [ "$(cat "$work/soname")" = "$soname" ]
    ok $? "the soname of the library is $soname, by the interface $interface of configure.ac" "$work/soname"
else
    skip "configured without shared libraries" "the soname of the library is $soname"
fi

# ---- a history of a few commits ------------------------------------------------------------------------------
plain=$work/plain
mkdir -p "$plain/tools" "$plain/include/starloop"
cp "$srcdir/tools/version" "$plain/tools"
sed "s/^\(#define SL_VERSION_MINOR\) [0-9]*/\1 4/" "$srcdir/include/starloop/runtime.h" \
    > "$plain/include/starloop/runtime.h"
x=$(number MAJOR) z=$(number PATCH)
here=$x.4.$z
# is WANT SENTENCE FOLDER: what tools/version prints there; WANT is a pattern.
is()
{
    "$3/tools/version" > "$work/got" 2>&1
    [[ $(cat "$work/got") == $1 ]]
    ok $? "$2" "$work/got"
}
is "$here" "without git it is the version of the headers" "$plain"
if ! command -v git >/dev/null; then
    skip "git is not installed" "the version by tags"
    done_testing
    exit
fi
mkdir "$work/around"
cp -r "$plain" "$work/around/inside"
tree=$work/tree
cp -r "$plain" "$tree"
in_git() { git -C "$1" -c user.name=test -c user.email=test@example.org "${@:2}" > "$work/git" 2>&1 </dev/null; }
commit() { in_git "$tree" commit -q --allow-empty -m "$1"; }
in_git "$tree" init -q && in_git "$tree" add . && commit first
ok $? "git makes a history to try it with" "$work/git"
is "$here" "a clone without tags has that of the headers" "$tree"
in_git "$tree" tag "v$here"
is "$here" "so has the commit with the tag" "$tree"
commit second && commit third
is "$here.2-g*" "two commits later their number and the last one's hash follow" "$tree"
in_git "$tree" clone -q --depth 1 "file://$tree" "$work/shallow"
is "$here" "a shallow clone, which lacks the tag, has the version of the headers" "$work/shallow"
sed -i "s/^\(#define SL_VERSION_MINOR\) 4/\1 5/" "$tree/include/starloop/runtime.h"
in_git "$tree" commit -q -a -m fourth
is "$x.5.$z~3-g*" "with another version in the headers it is one that comes before that" "$tree"
if command -v dpkg >/dev/null; then
    dpkg --compare-versions "$("$tree/tools/version")" lt "$x.5.$z" &&
        dpkg --compare-versions "$("$tree/tools/version")" gt "$here.2"
    ok $? "Debian sorts it so"
else
    skip "dpkg is not installed" "Debian sorts it so"
fi
in_git "$tree" tag "v$x.6.$z"
is "$x.5.$z*v$x.6.$z*" "a tag that differs from the headers is complained of" "$tree"
says "and refused by --check, which make dist asks" 1 "says $x.5.$z" "$tree/tools/version" --check
echo 9.8.7 > "$tree/.tarball-version"
is 9.8.7 "the file of a release archive stands before all" "$tree"
in_git "$work/around" init -q && in_git "$work/around" commit -q --allow-empty -m other &&
    in_git "$work/around" tag v7.7.7
is "$here" "tags of a history around the tree are not its own" "$work/around/inside"
done_testing
