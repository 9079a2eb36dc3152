#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The shared libraries export what lib/libstarloop.symbols and lib/libstarloop-mpi.symbols list: what a program was
# linked with stays there.
# Beside others.
. "$(dirname "$0")/../tap.bash"
needs_shared_libraries "the shared library exports what lib/libstarloop.symbols lists"
export LC_ALL=C
version=$(sed -n 's/^#define SL_VERSION_[A-Z]* \([0-9]*\) .*/\1/p' "$srcdir/include/starloop/runtime.h" | paste -s -d .)

# nothing SENTENCE ADVICE: passes when standard input is empty, else shows it and says what to do.
nothing()
{
    cat > "$work/found"
    [ -s "$work/found" ] && echo "$2" >> "$work/found"
    [ ! -s "$work/found" ]
    ok $? "$1" "$work/found"
}

# look NAME LEAST: compares lib/NAME.so with its list, which has more than LEAST names. Small letters are symbols of the
# library's own, the linker's bounds of sections; A is the name of a version.
look()
{
    list=$srcdir/lib/$1.symbols
    nm -D --defined-only "$libs/$1.so" |
        awk '$2 ~ /^[A-Z]$/ { if ($3 !~ /@/) $3 = $3 "@" ($2 == "A" ? $3 : "Base"); sub(/@@/, "@", $3); print $3 }' |
        sort > "$work/exports"
    sed -n 's/^ \(.*@[A-Z_a-z]*\) .*/\1/p' "$list" | sort > "$work/listed"
    [ "$(wc -l < "$work/listed")" -gt "$2" ]
    ok $? "$1: there is a list to compare with"
    sort -u "$work/listed" | cmp -s - "$work/listed"
    ok $? "it has each name once"
    comm -13 "$work/exports" "$work/listed" |
        nothing "nothing that the list has is lost" \
            "lost: programs that call it do not start any more. Put it back; or raise current of SL_LIBRARY_VERSION in
configure.ac, with age 0, which changes the soname, rename debian/libstarloop* after it, and take the lines out."
    comm -23 "$work/exports" "$work/listed" | sed "s/.*/ & $version/" |
        nothing "the list has all that is exported" \
            "new: add these lines to lib/$1.symbols, and raise current and age of SL_LIBRARY_VERSION in
configure.ac unless that was done since the last release. What no macro and no program calls is not SL_API."
    grep -rhoE '\bsl_[a-z0-9_]+' "$srcdir/include" | sort -u | comm -23 <(sed -n 's/@Base$//p' "$work/exports") - |
        nothing "each name stands in a public header" "a function that no header declares needs no SL_API."

    objdump -p "$libs/$1.so" | awk '$1 == "SONAME" { print $2 }' > "$work/soname"
    package=$1$(sed 's/.*\.so\.//' "$work/soname")
    grep -q "^$(cat "$work/soname") $package #MINVER#\$" "$list"
    ok $? "the list is that of this soname, and names the package $package" "$work/soname"
    awk -v version="$version" '
        function older(a, b,    x, y, i) {
            split(a, x, "."); split(b, y, ".")
            for (i = 1; i <= 3; i++) if (x[i] + 0 != y[i] + 0) return x[i] + 0 < y[i] + 0
            return 0
        }
        /@/ && ($2 !~ /^[0-9]+\.[0-9]+\.[0-9]+$/ || older(version, $2)) { print }' "$list" |
        nothing "no line has a later version than the headers, $version" "a new line has the version of the headers."
}
look libstarloop 100
if [ -f "$libs/libstarloop-mpi.so" ]; then
    look libstarloop-mpi 3
else
    skip "${SL_TEST_NO_STARPU_MPI:-it was not built}" "libstarloop-mpi exports what lib/libstarloop-mpi.symbols lists"
fi
done_testing
