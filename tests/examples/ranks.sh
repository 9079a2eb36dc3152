#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/stencil3d and examples/heat by --mpi, on 1 to 4 ranks (1 and 3, heat less exactly, in the quick form): the
# answers are those of the serial program to the last bit, and those of heat what TeaLeaf publishes. The whole deck of
# 512 x 512 cells is for machines with cores enough, and not in the quick form.
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
export STARLOOP_WHERE=cpu
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
# Ranks in a grid, and ranks that are left over.
for n in $counts; do
    for grid in "2 1" "1 2" "2 2"; do
        read -r px py <<< "$grid"
        ranks "$n" --mpi --px "$px" --py "$py" --check --nx 20 --ny 36 --nz 33 --steps 12 > got 2> errors &&
            grep -q '^largest error: .*, right$' got && [ "$(grep -c ": 0 of 23760 points differ$" got)" = 2 ]
        ok $? "stencil3d in $px x $py columns of blocks on $n ranks is that of one and of plain C" errors
    done
done
says "a grid is for ranks" 2 '--px, --py: expected --mpi, and no --gpus' "$stencil3d" --px 2
says "parts are not for ranks" 2 '--mpi: expected no --parts' "$stencil3d" --mpi --parts 2

# One time step, so that the summary and the picture depend on every reduction.
ranks_program=$heat
deck=$srcdir/examples/heat/decks/crooked_pipe_512.in
case=("$deck" --cells 256 --steps 1)
if quick; then # fewer iterations
    sed 's/^eps .*/eps 1.0e-8/' "$deck" > rough
    case=(rough --cells 128 --steps 1)
fi
"$heat" "${case[@]}" --picture want.ppm > want.all 2> errors
ok $? "heat by one process ends" errors
grep -v '^wall time\|^picture' want.all > want
for n in $counts; do
    rm -f got.ppm
    ranks "$n" "${case[@]}" --mpi --picture got.ppm > got.all 2> errors
    ok $? "heat on $n ranks ends" errors
    grep -v '^wall time\|^picture' got.all > got
    diff want got > difference
    ok $? "iterations, residual and sums are those of one process" difference
    cmp want.ppm got.ppm > difference 2>&1
    ok $? "so are the temperatures of the picture" difference
done

# TeaLeaf's published sums, as for the serial program: to a millionth. Of small decks one rank has all rows, since a
# block of a reduction lies on two ranks at most.
tealeaf()
{
    local n=$1 cells=$2 want=$3
    shift 3
    ranks "$n" --mpi --quiet "$@" > got 2> errors &&
        awk -v want="$want" '$1 == "U" { found = $3 > want * 0.999999 && $3 < want * 1.000001 }
            END { exit !found }' got
    ok $? "U of $cells x $cells cells on $n ranks is TeaLeaf's" got
}
for n in $counts; do
    tealeaf "$n" 10 157.55084183279294 "$srcdir/examples/heat/decks/crooked_pipe_10.in"
    tealeaf "$n" 64 108.4697720003111 "$srcdir/examples/heat/decks/crooked_pipe_64.in"
    quick && continue
    if [ "$(nproc)" -lt $((2 * n)) ] && [ "$n" -gt 1 ]; then
        skip "$(nproc) cores for $n ranks: an iteration waits for slices of them" "U of 512 x 512 cells on $n ranks"
    else
        tealeaf "$n" 512 103.4697091898282 "$deck"
    fi
done

# On GPUs, which ranks share where there are fewer. What heat reduces on ranks has the bits of any number of them, but
# not those of one process without, whose GPU adds in another order.
unset STARLOOP_WHERE
ranks_program=$stencil3d
if ranks 1 --mpi --n 3 --steps 1 --gpus 1 > got 2> errors; then
    for n in $counts; do
        ranks "$n" --mpi --gpus 1 --check --nx 20 --ny 36 --nz 33 --steps 12 > got 2> errors &&
            grep -q " with GPUs$" got && [ "$(grep -c ": 0 of 23760 points differ$" got)" = 2 ]
        ok $? "stencil3d on the GPUs of $n ranks is that of one and of plain C" errors
    done
    ranks_program=$heat
    for n in $counts; do
        ranks "$n" "${case[@]}" --mpi --gpus 1 > got.all 2> errors
        ok $? "heat on the GPUs of $n ranks ends" errors
        grep -v '^wall time' got.all > "got.$n"
        diff got.1 "got.$n" > difference
        ok $? "iterations, residual and sums are those of one rank's GPU" difference
        tealeaf "$n" 64 108.4697720003111 "$srcdir/examples/heat/decks/crooked_pipe_64.in" --gpus 1
    done
else
    skip "no GPU can be used" "examples on GPUs of ranks"
fi
says "nor is the twin" 2 '--mpi: expected no --twin or --form' "$heat" "$deck" --mpi --twin
done_testing
