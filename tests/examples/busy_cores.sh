#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench/busy-cores, at sizes of no use: its rows, what it says of programs that fail, its options.
. "$(dirname "$0")/../tap.bash"
if [ ! -x "$builddir/bench/sl-bench" ]; then
    echo "1..0 # SKIP sl-bench is not built"
    exit 0
fi
script=$srcdir/bench/busy-cores
core=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\).*/\1/p' /proc/self/status)

# In a session of its own: what is left of it afterwards is seen.
setsid --wait bash -c 'echo $$ > "$0"; exec bash "$@"' "$work/session" "$script" --bench="$builddir/bench/sl-bench" \
    --busy="$core" --cases=triad,dot --sizes=100,1000 --runs=2 --wait > "$work/rows" 2> "$work/errors"
ok $? "both sides run beside a loop that has a core" "$work/errors"
number='[0-9]+\.[0-9]'
row="^\| (triad|dot) \| 1000? \| $core \| $number \| $number \| $number \| $number \| [0-9.-]+ \|\$"
[ "$(grep -cE "$row" "$work/rows")" = 4 ]
ok $? "each case and size has a row with medians, the slowest and a ratio" "$work/rows"
[ -s "$work/session" ] && ! pgrep -a -s "$(cat "$work/session")" > "$work/left"
ok $? "the loop ends with the script" "$work/left"
says "a program that fails is told, and by the exit status" 1 '| triad | 10 | none | failed |' \
    bash "$script" --bench=false --busy= --sizes=10 --runs=1
says "a core that is not there is refused" 2 \
    'busy-cores: --busy: expected a core that this process may use, got "first"' \
    bash "$script" --busy=first
says "a number of runs that is none is refused" 2 'busy-cores: --runs: expected a whole number from 1, got "many"' \
    bash "$script" --runs=many
says "so is an unknown option" 2 \
    'busy-cores: expected --bench, --busy, --cases, --sizes, --runs or --wait, got --fast' bash "$script" --fast
done_testing
