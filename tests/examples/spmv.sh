#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/spmv: the program compares its products with plain C; here are odd sizes, and what it refuses.
. "$(dirname "$0")/../tap.bash"
spmv=$builddir/examples/spmv/spmv

for n in 1 2 15 1000; do
    "$spmv" "$n" > "$work/got" 2> "$work/errors" < /dev/null &&
        [ "$(grep -c ": 0 of $n elements are wrong, the sum of squares is right$" "$work/got")" = 2 ]
    ok $? "$n rows: a team a row, and a team a block of rows, as in plain C" "$work/errors"
done
says "two sizes are refused" 2 'Usage: spmv' "$spmv" 7 7
says "so is a number that is none" 2 'rows: expected a whole number from 1 to 5000000, got "x"' "$spmv" x
done_testing
