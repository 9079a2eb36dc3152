#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/nests: the program compares all that it makes with plain C, here for sizes around those of tiles.
. "$(dirname "$0")/../tap.bash"
nests=$builddir/examples/nests/nests

for n in 1 16 33; do
    "$nests" "$n" > "$work/got" 2> "$work/errors" < /dev/null
    ok $? "$n rows and columns: all is as in plain C" "$work/errors"
    [ "$(grep -c ': right$' "$work/got")" = 7 ]
    ok $? "by four policies of the product, a transposition, two products and a wavefront" "$work/got"
done
says "no rows are refused" 2 'Usage: nests' "$nests" 0
done_testing
