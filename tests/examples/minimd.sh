#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/minimd: the state at step 0, which depends on geometry alone, is the published one to 7 digits; full and half
# lists, each layout, one core and all give the states of the twin in plain C, which the program compares; energy and
# momentum are kept. The quick form has fewer sizes.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
minimd=$builddir/examples/minimd/minimd
# The twin's threads shall not spin where other tests run beside.
export OMP_WAIT_POLICY=passive

# is_right: whether the table in `got` has the published pair energy, total energy and pressure at step 0, of as many
# atoms as its first line says; a momentum of 0; and at later steps a total energy within 0.01 of the first one.
is_right()
{
    awk 'function off(a, b) { return a > b ? a - b : b - a }
        NR == 1 { n = $1 }
        $1 ~ /^[0-9]+$/ && NF == 5 { rows++; if (rows == 1) first = $4; if (off($4, first) > 0.01) wrong = 1 }
        $1 == "0" && (off($2, 1.44) > 1e-7 || off($3, -6.7733681) > 1.01e-7 ||
            off($4, -6.7733681 + 2.16 * (n - 1) / n) > 1.6e-7 || off($5, 1.215648 * (n - 1) / n - 6.2353173) > 1.6e-7) {
            wrong = 1 }
        $1 == "momentum:" && !($4 < 1e-10) { wrong = 1 }
        END { exit wrong || rows < 2 }' got
}

# Two cells a side: atoms see several images of one neighbour. Odd sizes; and one that all cores share.
for size in 2 3 $(quick || echo 7) 10; do
    for lists in full half; do
        "$minimd" --size "$size" --"$lists" --steps 100 --every 25 --twin > got 2> errors < /dev/null
        ok $? "size $size, $lists lists: the states are those of the twin" errors
        is_right
        ok $? "and step 0 is the published one; energy and momentum are kept" got
        grep -q "lists made 5 times" got
        ok $? "and lists were made 5 times in 100 steps" got
        head -n 7 got | sed 1d > "$lists"
    done
    cmp full half > errors
    ok $? "size $size: full and half lists give the same digits" errors
done

for layout in right left auto; do
    for lists in full half; do
        "$minimd" --size 4 --"$lists" --layout "$layout" --steps 45 --every 15 --twin > got 2> errors < /dev/null
        ok $? "layout $layout, $lists lists: the states are those of the twin" errors
    done
done
for lists in full half; do
    STARLOOP_CPU_CORES=1 OMP_NUM_THREADS=1 "$minimd" --size 5 --"$lists" --steps 30 --twin > got 2> errors \
        < /dev/null &&
        is_right
    ok $? "one core, $lists lists: the states are those of the twin, and step 0 is the published one" errors
done

# Without a region, and with its times.
"$minimd" --size 4 --steps 25 --phases --twin > got 2> errors < /dev/null && grep -q '^minimd: forces [0-9.]* s' got
ok $? "phases are timed, and the states are those of the twin" errors

draw=$srcdir/examples/minimd/draw
"$minimd" --size 3 --steps 10 --every 4 2> errors < /dev/null | sh "$draw" > states.svg 2>> errors &&
    [ "$(awk '/<polyline/ { n = split($0, points, ","); if (n == 5) curves++ } END { print curves }' states.svg)" = 4 ]
ok $? "a picture has 4 curves of the states at steps 0, 4, 8 and 10" errors
"$minimd" --size 2 --steps 0 2> /dev/null < /dev/null | sh "$draw" > states.svg 2> errors
[ $? -eq 1 ] && grep -q 'expected 2 states or more, got 1' errors
ok $? "one state is no curve" errors

for bad in "--size 1|--size: expected a whole number from 2 to 500, got \"1\"" \
    "--steps x|--steps: expected a whole number from 0 to 1000000, got \"x\"" \
    "--layout up|--layout: expected right, left or auto, got \"up\"" \
    "melt|expected options only, got \"melt\""; do
    # shellcheck disable=SC2086
    says "refused: ${bad%%|*}" 2 "${bad#*|}" "$minimd" ${bad%%|*}
done

# The table of the benchmark.
table=$srcdir/bench/minimd-table
bash "$table" --program="$minimd" --size=3 --steps=20 --runs=2 > got 2> errors < /dev/null &&
    [ "$(grep -E '^\| (full|half) lists, layout (right|left|auto), (forces|all) ' got | sort -u |
        grep -cE ' (\| [0-9.e-]*[1-9][0-9.e-]* ){3}\|$')" = 12 ]
ok $? "the table of the benchmark has a row for each kind of lists, layout and time" got
says "an option that it does not know is refused" 2 'expected --program=FILE' bash "$table" --atoms=7
done_testing
