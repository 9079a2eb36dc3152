#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of loops once more, with every loop on a GPU whose policy leaves it open (STARLOOP_WHERE=cuda). Each program
# is one test here: it must pass, and StarPU must have run tasks of it on a GPU. SL_TEST_WRAPPER is a command put before
# each. Tests that run no loop, or choose the place themselves, are not among them.
. "$(dirname "$0")/tap.bash"
cd "$builddir" || exit 99
export srcdir

programs="loop_visits loop_arguments loop_dependencies loop_stream reduce_values reduce_bitwise failure failure_bounds
    failure_memory event threads throttle two_files user_macros cxx_program shared_kernel heat"
cpu_programs="loop_sequence task"

# The number of tasks that GPUs have run, in StarPU's statistics of the last time that it was started.
gpu_tasks()
{
    [ -f "$1" ] || { echo 0; return; }
    awk '/^CUDA/ { gpu = 1; next } / task\(s\)$/ { if (gpu) n += $1; gpu = 0 } END { print n + 0 }' "$1"
}

# suite NAME LEAST MOST: runs tests/NAME, of which GPUs must run so many tasks
suite()
{
    local name=$1 least=$2 most=$3 log=$work/$1.log stats=$work/$1.stats status=0 start=$SECONDS tasks count
    STARLOOP_WHERE=cuda STARPU_WORKER_STATS=1 STARPU_WORKER_STATS_FILE=$stats timeout --kill-after=10 300 \
        "$builddir/libtool" --mode=execute ${SL_TEST_WRAPPER:-} "tests/$name" > "$log" 2>&1 </dev/null || status=$?
    tasks=$(gpu_tasks "$stats")
    count=$(grep -c '^ok ' "$log")
    if [ $status -eq 0 ] && grep -q '^1\.\.[1-9]' "$log" && ! grep -qE '^(not ok|Bail out!)' "$log" &&
        [ "$tasks" -ge "$least" ] && [ "$tasks" -le "$most" ]; then
        ok 0 "$name: all $count pass with their loops on a GPU, which ran $tasks tasks in the end"
    else
        ok 1 "$name passes with its loops on a GPU"
        echo "# exit status $status, $tasks tasks on a GPU, $least to $most expected"
        { grep -E -A 4 '^(not ok|Bail out!)|starloop: error' "$log" | head -n 60; tail -n 15 "$log"; } | sed 's/^/# /'
    fi
    echo "# $name: $((SECONDS - start)) s"
}

# "in use 1, ...", or "in use none: ..." with the reason; in a build without CUDA "none", and the reason.
tools/starloop-info > "$work/info" 2>&1
used=$(sed -n '/^GPUs/,/^$/s/^  in use  *//p' "$work/info")
why=$(sed -n -e 's/^  in use  *none: *//p' -e '/^GPUs/,/^$/s/^  none  *//p' "$work/info")
if [ -z "$used$why" ]; then
    ok 1 "starloop-info says whether there is a GPU" "$work/info"
elif [ -n "$why" ]; then
    for name in $programs $cpu_programs; do skip "$why" "$name passes with its loops on a GPU"; done
else
    for name in $programs; do suite "$name" 1 1000000000; done
    # Every loop of loop_sequence says SL_SEQ, which is for CPUs; the last round of task runs host functions alone.
    for name in $cpu_programs; do suite "$name" 0 0; done
fi
done_testing
