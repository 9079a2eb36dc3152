#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of loops once more with every loop queued (STARLOOP_INLINE=0): by default many of their loops are so short
# that they run in the calling thread. Each program is one test here. SL_TEST_WRAPPER is a command put before each.
. "$(dirname "$0")/tap.bash"
cd "$builddir" || exit 99
export srcdir STARLOOP_INLINE=0

for name in loop_arguments loop_dependencies loop_sequence reduce_values failure failure_bounds failure_memory \
    failure_sequence event task threads host misuse_loop misuse_state user_macros two_files heat; do
    log=$work/$name.log status=0
    timeout --kill-after=10 300 "$builddir/libtool" --mode=execute ${SL_TEST_WRAPPER:-} \
        "tests/$name" > "$log" 2>&1 </dev/null || status=$?
    if [ $status -eq 0 ] && grep -q '^1\.\.[1-9]' "$log" && ! grep -qE '^(not ok|Bail out!)' "$log"; then
        ok 0 "$name: all $(grep -c '^ok ' "$log") pass with every loop queued"
    else
        ok 1 "$name passes with every loop queued"
        { grep -E -A 4 '^(not ok|Bail out!)|starloop: error' "$log" | head -n 60; tail -n 15 "$log"; } | sed 's/^/# /'
    fi
done
done_testing
