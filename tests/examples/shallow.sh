#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/shallow: the water is compared with the exact profile of a dam break and with plain C, the ways with each
# other, and no water is lost.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
shallow=$builddir/examples/shallow/shallow

for size in "5 25" "10 50"; do
    read -r rows columns <<< "$size"
    "$shallow" --rows "$rows" --columns "$columns" --check > got 2> errors < /dev/null
    ok $? "a basin of $rows x $columns squares" errors
    grep -q "^$((2 * rows * columns)) cells, $((3 * rows * columns + rows + columns)) edges" got &&
        [ "$(grep -c '^  change of volume: .*, right$' got)" = 3 ] &&
        [ "$(grep -c '^  difference from the first way: .*, right$' got)" = 2 ]
    ok $? "three ways, none loses water" got
    grep -q '^difference from plain C: .*, right$' got && grep -q '^mean error of the depth: .*, right$' got
    ok $? "plain C has the same, and the profile is right" got
    sed -n 's/^mean error of the depth: \([^,]*\),.*/\1/p' got >> errors_of_depth
done
awk '{ e[NR] = $1 } END { exit !(NR == 2 && e[2] > 0 && e[1] > 1.4 * e[2]) }' errors_of_depth
ok $? "the error falls with the size of the cells" errors_of_depth
says "one square to each side of the dam" 0 '4 cells, 9 edges' "$shallow" --rows 1 --columns 2 --steps 3
says "no steps" 0 'right' "$shallow" --rows 2 --columns 4 --steps 0 --check

"$shallow" --mesh "$srcdir/examples/shallow/basin.mesh" --steps 50 --check > got 2> errors < /dev/null
ok $? "a mesh of a file" errors
grep -q '^90 cells, 153 edges, 50 steps' got && grep -q '^difference from plain C: .*, right$' got
ok $? "has plain C's water" got
"$shallow" --rows 3 --columns 5 --steps 1 --write own.mesh > got 2> errors &&
    "$shallow" --mesh own.mesh --steps 1 > got 2> errors
ok $? "a mesh that was written is read" errors
grep -q '^30 cells, 53 edges' got
ok $? "with its cells and edges" got
says "a file that is not there is named" 1 'none.mesh: No such file' "$shallow" --mesh none.mesh
echo "3 1 0 0 1 0 0 1 0 1 7" > wrong.mesh
says "so is one with a vertex that is not there" 1 'wrong.mesh: expected vertices and triangles' \
    "$shallow" --mesh wrong.mesh
"$shallow" --rows 2 --columns 10 --way colours --movie frame > got 2> errors < /dev/null
ok $? "a movie is drawn" errors
for k in 1 2 3 4 5 6 7 8; do grep -c '<path ' frame-$k.svg; done | sort | uniq -c > frames
[ "$(tr -s ' ' < frames)" = " 8 40" ] && ! cmp -s frame-1.svg frame-8.svg
ok $? "eight pictures, with all cells, and water that moves" frames
says "no columns are refused" 2 '--columns: expected a whole number from 2 to 4000, got "1"' "$shallow" --columns 1
says "so is a way that is none" 2 '--way: expected scatter, colours, gather or all, got "x"' "$shallow" --way x
says "so are words" 2 'expected options only, got "y"' "$shallow" y
done_testing
