#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/mpi_minimd with 1, 2 and 4 ranks: the states over the steps are those of examples/minimd, which are those of
# its twin in plain C, to what is printed. Atoms go from rank to rank meanwhile: lists are made anew three times.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
program=$builddir/examples/mpi_minimd/mpi_minimd
needs_ranks "$program" "ranks of MPI melt as one does"
export OMP_WAIT_POLICY=passive

# same: whether `got` has the states of `want`, which are printed with 7 digits behind the point, and no momentum.
same()
{
    awk 'function off(a, b) { return a > b ? a - b : b - a }
        !($1 ~ /^[0-9]+$/) { next }
        NR == FNR && NF == 5 { for (q = 2; q <= 5; q++) want[$1, q] = $q; rows++ }
        NR > FNR && NF == 8 {
            got++
            for (q = 2; q <= 5; q++) if (!(($1, q) in want) || off(want[$1, q], $q) > 2.1e-7) wrong = 1
            for (q = 6; q <= 8; q++) if (off($q, 0) > 1e-10) wrong = 1
        }
        END { exit wrong || rows != got || rows < 5 }' want got
}

# Two layers of cells a rank, the fewest; and layers that do not divide evenly.
for size in 8 $(quick || echo 11); do
    for lists in full half; do
        words=(--size "$size" --"$lists" --steps 70 --every 10)
        "$builddir/examples/minimd/minimd" "${words[@]}" --twin > want 2> errors < /dev/null
        ok $? "size $size, $lists lists: a process alone has the states of the twin" errors
        for n in 1 2 4; do
            ranks $n "${words[@]}" > got 2> errors
            ok $? "$n ranks run" errors
            same
            ok $? "the states are those of a process alone, and the momentum stays 0" got
            [ "$(sed -n 's/^minimd: \([0-9.]*\) neighbours.*/\1/p' want)" = \
                "$(sed -n 's/^[124] ranks: \([0-9.]*\) neighbours.*/\1/p' got)" ]
            ok $? "atoms have as many neighbours" got
        done
    done
done
says "fewer than two layers a rank are refused" 2 'expected 2 layers of cells for each of 2 ranks, got 3 in all' \
    ranks 2 --size 3
says "so is a number that is none" 2 '--steps: expected a whole number from 0' "$program" --steps x
done_testing
