#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/vertexsum: the program compares its sums with plain C; here are its colours, odd sizes, and what it refuses.
. "$(dirname "$0")/tap.bash"
sum=$builddir/examples/vertexsum/vertexsum

for size in "1 1 1" "1 9 2" "33 70 4" "300 257 4"; do
    read -r rows columns colors <<< "$size"
    "$sum" "$rows" "$columns" > "$work/got" 2> "$work/errors" < /dev/null
    ok $? "$rows x $columns elements: the sums are those of plain C" "$work/errors"
    [ "$(grep -c ': as plain C$' "$work/got")" = 3 ] && [ "$(grep -c "^colours.*, $colors of " "$work/got")" = 2 ]
    ok $? "in all three ways, with $colors colours by hand and found" "$work/got"
done
says "rows without columns are refused" 2 'Usage: vertexsum' "$sum" 7
says "so is a number that is none" 2 'columns: expected a whole number from 1 to 30000, got "x"' "$sum" 7 x
done_testing
