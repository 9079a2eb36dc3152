#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/vertexsum: the program compares its sums with plain C; here are its colours, odd sizes, and what it refuses.
. "$(dirname "$0")/../tap.bash"
sum=$builddir/examples/vertexsum/vertexsum

for size in "1 1 1" "1 9 2" "33 70 4" "300 257 4"; do
    read -r rows columns colors <<< "$size"
    "$sum" "$rows" "$columns" > "$work/got" 2> "$work/errors" < /dev/null
    ok $? "$rows x $columns elements: the sums are those of plain C" "$work/errors"
    [ "$(grep -c ': as plain C$' "$work/got")" = 3 ] && [ "$(grep -c "^colours.*, $colors of " "$work/got")" = 2 ]
    ok $? "in all three ways, with $colors colours by hand and found" "$work/got"
done
"$sum" "$srcdir/examples/vertexsum/square.mesh" > "$work/got" 2> "$work/errors" < /dev/null
ok $? "triangles from a file: the sums are those of plain C" "$work/errors"
[ "$(grep -c ': as plain C$' "$work/got")" = 3 ] && grep -q '^colours of sl_color, [0-9]* of ' "$work/got"
ok $? "by the colours that were found, by scatter, and after renumbering" "$work/got"
"$sum" --picture "$work/square.svg" "$srcdir/examples/vertexsum/square.mesh" > "$work/got" 2>&1 < /dev/null &&
    diff "$work/square.svg" "$srcdir/examples/vertexsum/square.svg" > "$work/difference"
ok $? "the picture of its colours is the one of README.md" "$work/difference"
says "a picture that cannot be written is told of" 1 'none/x.svg: No such file' "$sum" --picture "$work/none/x.svg" 3 4
"$sum" --triangles 150 170 "$work/large.mesh" > "$work/got" 2> "$work/errors" < /dev/null &&
    "$sum" "$work/large.mesh" > "$work/again" 2>> "$work/errors" < /dev/null
ok $? "a large mesh is made and written" "$work/errors"
[ "$(grep -c ': as plain C$' "$work/got")" = 3 ] && diff "$work/got" "$work/again" > "$work/difference"
ok $? "and is the same when it is read again" "$work/difference"
echo '3 1 0 0 1 0 0 1 0 1 3' > "$work/bad.mesh"
says "a file with a vertex that is none is refused" 1 'bad.mesh: expected vertices and triangles' "$sum" \
    "$work/bad.mesh"
says "so is one that is not there" 1 'none.mesh: No such file' "$sum" "$work/none.mesh"
says "rows without columns are refused" 2 'Usage: vertexsum' "$sum" 7 8 9
says "so is a number that is none" 2 'columns: expected a whole number from 1 to 30000, got "x"' "$sum" 7 x
done_testing
