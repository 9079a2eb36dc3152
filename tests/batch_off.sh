#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of dependencies and failures once more with a StarPU task for each loop (STARLOOP_BATCH=1), where elsewhere
# loops are collected. Each program is one test here. SL_TEST_WRAPPER is a command put before each.
. "$(dirname "$0")/tap.bash"
cd "$builddir" || exit 99
export srcdir STARLOOP_BATCH=1 SL_TEST_PROGRAMS=100

for name in loop_dependencies failure failure_sequence event programs; do
    log=$work/$name.log status=0
    timeout --kill-after=10 300 "$builddir/libtool" --mode=execute ${SL_TEST_WRAPPER:-} "tests/$name" > "$log" 2>&1 \
        </dev/null || status=$?
    count=$(grep -c '^ok ' "$log")
    if [ $status -eq 0 ] && grep -q '^1\.\.[1-9]' "$log" && ! grep -qE '^(not ok|Bail out!)' "$log"; then
        ok 0 "$name: all $count pass without batches"
    else
        ok 1 "$name passes without batches"
        echo "# exit status $status"
        { grep -E -A 4 '^(not ok|Bail out!)|starloop: error' "$log" | head -n 60; tail -n 15 "$log"; } | sed 's/^/# /'
    fi
done
done_testing
