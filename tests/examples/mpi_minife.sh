#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/mpi_minife with 1, 2 and 4 ranks: the temperatures are the exact ones, and those of minife's twin, which is
# plain C without MPI.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
needs_ranks "$builddir/examples/mpi_minife/mpi_minife" "ranks of MPI have the right temperatures"

# Planes that do not divide evenly, and one plane a rank.
for size in "9 8 12" "5 5 3"; do
    read -r nx ny nz <<< "$size"
    for n in 1 2 4; do
        ranks $n --nx "$nx" --ny "$ny" --nz "$nz" --assembly all --check > got 2> errors
        ok $? "$n ranks have $nx x $ny x $nz elements" errors
        entries=$(((3 * nx + 1) * (3 * ny + 1) * (3 * nz + 1)))
        grep -q ", $entries entries\$" got && grep -q '^largest error in the middle: .*, right$' got &&
            grep -q '^largest difference from the twin: .*, right;' got
        ok $? "with all entries, and the right temperatures" got
    done
done
says "fewer planes than ranks are refused" 2 'expected a plane of points for each of 4 ranks, got 3' ranks 4 --nz 2
done_testing
