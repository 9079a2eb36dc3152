#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/mpi_minimd with 1, 2 and 4 ranks: the states over the steps are those of examples/minimd, which are those of
# its twin in plain C, to what is printed. Atoms go from rank to rank meanwhile: lists are made anew three times.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
unset STARLOOP_CPU_CORES STARLOOP_CPU_WORKERS STARLOOP_SHARE
program=$builddir/examples/mpi_minimd/mpi_minimd
sentence="ranks of MPI melt as one does"
# MPI's own memory is not ours to free.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_WAIT_POLICY=passive

# ranks N WORD...: runs it
ranks()
{
    local n=$1
    shift
    timeout -k 2 120 mpirun $oversubscribe -np "$n" "$program" "$@" < /dev/null
}

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

if [ ! -x "$program" ]; then
    skip "${SL_TEST_NO_MPI:-the example was not built}" "$sentence"
elif ! command -v mpirun > /dev/null; then
    skip "no mpirun" "$sentence"
else
    # Open MPI refuses more ranks than cores unless it is told; others do not know the word.
    oversubscribe=
    if mpirun --version 2>&1 | grep -q 'Open MPI\|OpenRTE'; then oversubscribe=--oversubscribe; fi
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
fi
done_testing
