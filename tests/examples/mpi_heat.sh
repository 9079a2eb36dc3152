#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/mpi_heat with 1, 2 and 4 ranks: temperatures, largest change and sum are those of its serial run, which is
# plain C, to the last bit.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
unset STARLOOP_CPU_CORES STARLOOP_CPU_WORKERS STARLOOP_SHARE
heat=$builddir/examples/mpi_heat/mpi_heat
sentence="ranks of MPI have the serial answers"
# MPI's own memory is not ours to free.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# ranks N WORD...: runs it
ranks()
{
    local n=$1
    shift
    timeout -k 2 120 mpirun $oversubscribe -np "$n" "$heat" "$@" < /dev/null
}

if [ ! -x "$heat" ]; then
    skip "${SL_TEST_NO_MPI:-the example was not built}" "$sentence"
elif ! command -v mpirun > /dev/null; then
    skip "no mpirun" "$sentence"
else
    # Open MPI refuses more ranks than cores unless it is told; others do not know the word.
    oversubscribe=
    if mpirun --version 2>&1 | grep -q 'Open MPI\|OpenRTE'; then oversubscribe=--oversubscribe; fi
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
fi
done_testing
