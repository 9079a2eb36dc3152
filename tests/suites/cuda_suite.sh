#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of loops once more, with every loop on a GPU whose policy leaves it open (STARLOOP_WHERE=cuda). Each program
# must pass, and StarPU must have run tasks of it on a GPU. Tests that run no loop, or choose the place themselves, are
# not among them; nor is split, which counts parts: a loop with one GPU to go to is in none.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../suite.bash"
suite_settings()
{
    export STARLOOP_WHERE=cuda STARPU_WORKER_STATS=1 STARPU_WORKER_STATS_FILE=$work/$1.stats
    export SL_TEST_RANDOM_SECONDS=${SL_TEST_RANDOM_SECONDS:-5}
}

programs="loop_visits loop_arguments loop_dependencies loop_stream reduce_values reduce_prod reduce_logic
    reduce_struct reduce_combine reduce_array reduce_bitwise table many_arguments atomics unique_token scatter scan
    scan_body scan_reducer sort_segments list range_view segments failure failure_bounds failure_memory event threads
    throttle two_files user_macros cxx_program shared_kernel heat heat_methods programs team hostile"
cpu_programs="loop_sequence region task"

# The number of tasks that GPUs have run, in StarPU's statistics of the last time that it was started.
gpu_tasks()
{
    [ -f "$1" ] || { echo 0; return; }
    awk '/^CUDA/ { gpu = 1; next } / task\(s\)$/ { if (gpu) n += $1; gpu = 0 } END { print n + 0 }' "$1"
}

# ran NAME LEAST MOST: whether it passed, and GPUs ran so many tasks of it
ran()
{
    local tasks
    tasks=$(gpu_tasks "$work/$1.stats")
    if suite_passed "$1" && [ "$tasks" -ge "$2" ] && [ "$tasks" -le "$3" ]; then
        ok 0 "$1: all $(suite_count "$1") pass with their loops on a GPU, which ran $tasks tasks in the end"
    else
        ok 1 "$1 passes with its loops on a GPU"
        echo "# $tasks tasks on a GPU, $2 to $3 expected"
        suite_show "$1"
    fi
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
    # shellcheck disable=SC2086
    suite_run $programs $cpu_programs
    for name in $programs; do ran "$name" 1 1000000000; done
    # Every loop of loop_sequence says SL_SEQ, which is for CPUs; the last round of task runs host functions alone, and
    # that of region nothing.
    for name in $cpu_programs; do ran "$name" 0 0; done
fi
done_testing
