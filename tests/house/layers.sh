#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The layers of lib/, by the objects that were built: a folder uses only those above it in the list, and no circle of
# files is large; and none has much data that is not 0. tests/house/house_rules.sh looks at what files include.
# doc/architecture.md says what the layers are.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "the objects follow the layers"
export LC_ALL=C
most=6           # files of a circle
most_bytes=32768 # of an object that begins as something else than 0, and so stands in the library's file

# A line for each symbol: file, d (defined) or u (used), name. Objects are in lib/AREA/.libs, or in lib/AREA where only
# a static library is built.
symbols()
{
    local object file
    find "$builddir/lib" -name '*.o' | sort | while read -r object; do
        file=${object#"$builddir/lib/"}
        file=${file/.libs\//}
        file=${file/libstarloop_*_la-/}
        [ -f "$srcdir/lib/${file%.o}.c" ] || continue # of an older build
        nm "$object" | awk -v file="${file%.o}" '
            NF == 3 && $2 ~ /^[TDBRVWC]$/ { print file, "d", $3 }
            NF == 2 && $1 == "U" { print file, "u", $2 }'
    done | sort -u
}

# Which file uses which symbol of which other one.
symbols > "$work/symbols"
awk '$2 == "d" { at[$3] = $1; next } { used[NR] = $1 " " $3 }
    END {
        for (i in used) {
            split(used[i], u, " ")
            if (u[2] in at && at[u[2]] != u[1]) print u[1], at[u[2]], u[2]
        }
    }' "$work/symbols" | sort -u > "$work/uses"
[ "$(wc -l < "$work/uses")" -gt 100 ]
ok $? "the objects of the library use one another ($(wc -l < "$work/uses") references)"

awk -v layers="$(tr '\n' ' ' < "$srcdir/lib/layers")" '
    BEGIN { n = split(layers, l, " "); for (i = 1; i <= n; i++) rank[l[i]] = i }
    { split($1, from, "/"); split($2, to, "/") }
    !(from[1] in rank) { print $1 ": " from[1] " is no layer"; next }
    rank[to[1]] > rank[from[1]] { print $1 " uses " $3 " of " $2 }' "$work/uses" | sort -u > "$work/upward"
[ ! -s "$work/upward" ]
ok $? "no symbol is used upwards" "$work/upward"

# Circles: two files are in one when each reaches the other.
awk '{ use[$1, $2] = 1; file[$1] = file[$2] = 1 }
    END {
        for (f in file) name[n++] = f
        for (k = 0; k < n; k++)
            for (i = 0; i < n; i++)
                if ((name[i], name[k]) in use)
                    for (j = 0; j < n; j++)
                        if ((name[k], name[j]) in use) use[name[i], name[j]] = 1
        for (i = 0; i < n; i++) {
            circle = name[i]; size = 1
            if (name[i] in told) continue
            for (j = 0; j < n; j++)
                if (j != i && (name[i], name[j]) in use && (name[j], name[i]) in use) {
                    circle = circle " " name[j]; size++; told[name[j]] = 1
                }
            if (size > 1) print size, circle
        }
    }' "$work/uses" | sort -rn > "$work/circles"
awk -v most=$most '$1 > most' "$work/circles" > "$work/large"
largest=$(awk '{ print $1; exit }' "$work/circles")
[ ! -s "$work/large" ]
ok $? "no circle of files is larger than $most (the largest has ${largest:-1})" "$work/large"

find "$builddir/lib" -name '*.o' | sort | while read -r object; do
    nm -S --defined-only "$object" | while read -r _ size type name; do
        if [[ $type == [dD] ]] && [ $((16#$size)) -gt $most_bytes ]; then
            echo "$(basename "$object"): $name: $((16#$size)) bytes"
        fi
    done
done | sort -u > "$work/heavy"
[ ! -s "$work/heavy" ]
ok $? "no initialised object of the library has more than $most_bytes bytes" "$work/heavy"
done_testing
