#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/stencil3d and examples/heat by --mpi, on 1 to 4 ranks (1 and 3 in the quick form): the answers are those of
# the serial program to the last bit.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
stencil3d=$builddir/examples/stencil3d/stencil3d
heat=$builddir/examples/heat/heat
needs_ranks "$stencil3d" "examples on ranks have the serial answers"
if [ -n "${SL_TEST_NO_STARPU_MPI:-}" ]; then
    skip "$SL_TEST_NO_STARPU_MPI" "examples on ranks have the serial answers"
    done_testing
    exit
fi
counts="1 2 3 4"
if quick; then counts="1 3"; fi

# The program compares with whole views and with plain C: planes that do not divide evenly, and fewer than ranks.
for n in $counts; do
    for size in "20 36 33 12 23760" "9 8 3 5 216"; do
        read -r nx ny nz steps points <<< "$size"
        ranks "$n" --mpi --check --nx "$nx" --ny "$ny" --nz "$nz" --steps "$steps" > got 2> errors &&
            grep -q '^largest error: .*, right$' got && grep -q " on $n rank" got &&
            [ "$(grep -c ": 0 of $points points differ$" got)" = 2 ]
        ok $? "stencil3d of $nz planes on $n ranks is that of one and of plain C" errors
    done
done
says "parts are not for ranks" 2 '--mpi: expected no --gpus or --parts' "$stencil3d" --mpi --parts 2

# One time step, so that the summary and the picture depend on every reduction.
ranks_program=$heat
deck=$srcdir/examples/heat/decks/crooked_pipe_512.in
"$heat" "$deck" --cells 256 --steps 1 --picture want.ppm > want.all 2> errors
ok $? "heat by one process ends" errors
grep -v '^wall time\|^picture' want.all > want
for n in $counts; do
    rm -f got.ppm
    ranks "$n" "$deck" --mpi --cells 256 --steps 1 --picture got.ppm > got.all 2> errors
    ok $? "heat on $n ranks ends" errors
    grep -v '^wall time\|^picture' got.all > got
    diff want got > difference
    ok $? "iterations, residual and sums are those of one process" difference
    cmp want.ppm got.ppm > difference 2>&1
    ok $? "so are the temperatures of the picture" difference
done
says "nor is the twin" 2 '--mpi: expected no --gpus, --twin or --form' "$heat" "$deck" --mpi --twin
done_testing
