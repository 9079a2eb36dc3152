#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/minife: the program compares its temperatures with the exact ones, whose error falls with the square of the
# elements' sides, with its twin in plain C, and the ways of assembly with each other. Sizes are known here.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
minife=$builddir/examples/minife/minife

for size in "1 1 1" "2 3 1" "9 8 11" "24 24 24"; do
    read -r nx ny nz <<< "$size"
    "$minife" --nx "$nx" --ny "$ny" --nz "$nz" --assembly all --check > got 2> errors < /dev/null
    ok $? "$nx x $ny x $nz elements" errors
    entries=$(((3 * nx + 1) * (3 * ny + 1) * (3 * nz + 1)))
    grep -q "^$nx x $ny x $nz elements, $(((nx + 1) * (ny + 1) * (nz + 1))) rows, $entries entries\$" got
    ok $? "with their rows and $entries entries" got
    [ "$(grep -c '^assembly, ' got)" = 4 ] && grep -q '^largest error in the middle: .*, right$' got &&
        grep -q '^largest difference from the twin: .*, right;' got
    ok $? "assembled in four ways; the temperatures are the exact ones, and the twin's" got
done
# The error of 24 elements is a quarter of that of 12.
for n in 12 24; do
    "$minife" --nx $n < /dev/null 2> errors | sed -n 's/^largest error in the middle: \([^,]*\),.*/\1/p'
done | awk '{ error[NR] = $1 } END { exit !(error[2] > 0 && error[1] > 3.9 * error[2] && error[1] < 4.1 * error[2]) }'
ok $? "half the side is a quarter of the error" errors
"$minife" --nx 12 --iterations 7 --check > got 2> errors < /dev/null
ok $? "seven iterations are no block of ten" errors
grep -q '^7 iterations' got && grep -q '^not converged' got &&
    grep -q '^largest difference from the twin: .*, right;' got
ok $? "they have the twin's values" got
says "the twin runs alone" 0 '52 iterations' "$minife" --plain
"$minife" --nx 6 --ny 4 --nz 5 --picture middle.svg > got 2> errors < /dev/null
ok $? "a picture is drawn" errors
[ "$(grep -c '<rect ' middle.svg)" = 42 ] && [ "$(grep -c 'fill="#ff0000"' middle.svg)" = 4 ]
ok $? "with a square for each point, red where it is hot" middle.svg
says "a picture that cannot be written is named" 1 '--picture: none/x.svg cannot be written' \
    "$minife" --nx 2 --picture none/x.svg
says "no elements are refused" 2 '--nx: expected a whole number from 1 to 1000, got "0"' "$minife" --nx 0
says "so is a way that is none" 2 '--assembly: expected auto, atomics, copies, colours or all, got "x"' \
    "$minife" --assembly x
says "so is a tolerance of 1" 2 '--tolerance: expected a number from 0 to less than 1, got "1"' "$minife" --tolerance 1
says "so are words" 2 'expected options only, got "y"' "$minife" y
done_testing
