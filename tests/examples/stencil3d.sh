#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/stencil3d: the program compares its temperatures with the known ones, and bit by bit with those of whole
# views and of plain C. Here are odd sizes and parts, and a trace that shows that the parts are there.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
stencil3d=$builddir/examples/stencil3d/stencil3d

# compared SENTENCE POINTS option...: runs with --check, and all is right.
compared()
{
    local sentence=$1 points=$2
    shift 2
    "$stencil3d" --check "$@" > got 2> errors < /dev/null && grep -q '^largest error: .*, right$' got &&
        [ "$(grep -c ": 0 of $points points differ$" got)" = 2 ]
    ok $? "$sentence" got
}
compared "one point is nothing to do" 1 --n 1 --steps 3
compared "nor are 2 x 2 x 2, in two parts" 8 --n 2 --steps 3 --parts 2
compared "one point inside" 27 --n 3 --steps 5
compared "no step" 343 --n 7 --steps 0 --parts 2
compared "an odd number of steps over a flat box, in parts of 5 and 6 planes" 9240 --nx 40 --ny 21 --nz 11 \
    --steps 7 --parts 2
compared "more parts than planes" 1836 --nx 17 --ny 18 --nz 6 --steps 6 --parts 9
for parts in 1 2 5; do
    compared "33 planes in $parts parts" 23760 --nx 20 --ny 36 --nz 33 --steps 30 --parts $parts
done

# Each step is a task for each part.
STARLOOP_TRACE=trace.json "$stencil3d" --nx 20 --ny 36 --nz 33 --steps 4 --parts 5 > got 2> errors < /dev/null
ok $? "with a trace" errors
if grep -q ' 5 parts on 1 core$' got; then
    skip "there is one core, and so one worker group" "each part of each step is a bar of the trace"
else
    for part in 0 1 2 3 4; do
        grep -c "\"kernel\":\"stencil3d_step\",.*\"part\":$part}" trace.json
    done > bars
    [ "$(sort -u bars)" = 4 ] && ! grep -q '"part":5' trace.json
    ok $? "each part of each step is a bar of the trace" bars
fi

# On GPUs, one and as many as there are.
gpus=0
while [ $gpus -lt 4 ] && "$stencil3d" --n 3 --steps 1 --gpus $((gpus + 1)) > got 2> errors < /dev/null; do
    gpus=$((gpus + 1))
    compared "$gpus of the GPUs" 23760 --nx 20 --ny 36 --nz 33 --steps 30 --gpus $gpus
    compared "with more parts than GPUs" 23760 --nx 20 --ny 36 --nz 33 --steps 30 --gpus $gpus --parts 5
done
if [ $gpus = 0 ]; then skip "no GPU can be used" "on GPUs"; fi
says "more GPUs than there are, are refused" 1 'stencil3d: --gpus: expected ' "$stencil3d" --n 3 --gpus 64
says "so are no parts" 2 '--parts: expected a whole number from 1 to 4096, got "0"' "$stencil3d" --parts 0
says "and a box without points" 2 '--ny: expected a whole number from 1 to 4000, got "-3"' "$stencil3d" --ny -3
says "and words" 2 'expected options only, got "y"' "$stencil3d" y
done_testing
