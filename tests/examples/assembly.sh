#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/assembly: the program compares its matrix with plain C; here are its size, which is known, and small cubes.
. "$(dirname "$0")/../tap.bash"
assembly=$builddir/examples/assembly/assembly

for n in 1 2 13; do
    "$assembly" "$n" > "$work/got" 2> "$work/errors" < /dev/null
    ok $? "a side of $n elements: the matrix is that of plain C" "$work/errors"
    entries=$(((3 * n + 1) * (3 * n + 1) * (3 * n + 1)))
    grep -q ", $entries entries\$" "$work/got" && [ "$(grep -c ': right$' "$work/got")" = 5 ]
    ok $? "with $entries entries, in all four ways, and its product with a constant is 0" "$work/got"
done
says "no elements are refused" 2 'Usage: assembly' "$assembly" 0
done_testing
