#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/mpi_heat with 1, 2 and 4 ranks: temperatures, largest change and sum are those of its serial run, which is
# plain C, to the last bit.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
heat=$builddir/examples/mpi_heat/mpi_heat
needs_ranks "$heat" "ranks of MPI have the serial answers"

# Rows that do not divide evenly, one row a rank, and sizes whose loops run on all cores.
for size in "67 45 40" "4 9 7" "1030 514 8"; do
    read -r rows columns steps <<< "$size"
    words="--rows $rows --columns $columns --steps $steps"
    # shellcheck disable=SC2086
    "$heat" --serial $words --output want > want.txt 2> errors &&
        [ "$(wc -c < want)" -eq $((8 * rows * columns)) ] && grep -q '^heat = [0-9.e+-]*[1-9]' want.txt
    ok $? "the serial run of $rows x $columns cells ends" errors
    for n in 1 2 4; do
        rm -f got got.txt
        # shellcheck disable=SC2086
        ranks $n $words --output got > got.txt 2> errors
        ok $? "$n ranks run" errors
        cmp want got > difference 2>&1
        ok $? "the temperatures are the serial ones" difference
        diff want.txt got.txt > difference
        ok $? "so are change and sum" difference
    done
done
says "fewer rows than ranks are refused" 2 'expected a row for each of 2 ranks, got 1' ranks 2 --rows 1
says "so is a number that is none" 2 '--steps: expected a whole number from 0' "$heat" --steps x
done_testing
