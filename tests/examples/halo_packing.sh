#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/halo_packing: the program compares its halos cell by cell; here are odd sizes, and what it refuses.
. "$(dirname "$0")/../tap.bash"
halo=$builddir/examples/halo_packing/halo_packing

for n in 1 2 7 33; do
    "$halo" "$n" > "$work/got" 2> "$work/errors" < /dev/null && grep -q '26 neighbours: 0 wrong cells' "$work/got"
    ok $? "$n cells along a side: the halos are those a period away" "$work/errors"
done
STARLOOP_CHAIN=0 STARLOOP_INLINE=0 "$halo" 5 > "$work/got" 2> "$work/errors" < /dev/null
ok $? "each loop by itself, too" "$work/errors"
says "two sizes are refused" 2 'Usage: halo_packing' "$halo" 7 7
says "so is a number that is none" 2 'cells: expected a whole number from 1 to 1000, got "x"' "$halo" x
done_testing
