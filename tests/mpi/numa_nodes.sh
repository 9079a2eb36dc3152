#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Distributed views over several memory nodes of a rank without a GPU: StarPU takes NUMA nodes for memory nodes, and
# hwloc makes up two of them for each rank. A block then has a copy by itself on either node, with room for the rows of
# its neighbours, and messages are sent from what is newest, as on GPUs.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/views" "blocks of ranks that have several memory nodes"
case $("$builddir/tools/starloop-info" 2> /dev/null | sed -n 's/^  StarPU  *//p') in
    1.3*)
        skip "StarPU 1.3 sends old rows between its NUMA nodes" "blocks of ranks that have several memory nodes"
        done_testing
        exit
        ;;
esac
if [ "$(nproc)" -lt 2 ]; then
    skip "one processor makes no two nodes" "blocks of ranks that have several memory nodes"
    done_testing
    exit
fi
export STARPU_USE_NUMA=1 HWLOC_COMPONENTS=synthetic,stop HWLOC_SYNTHETIC="numa:2 core:1 pu:1"
export STARLOOP_CPU_WORKERS=core STARLOOP_SHARE=none STARLOOP_GPUS=0 STARPU_HOME=$work
for program in views forms reduce redistribute random_loops gpus; do
    ranks_program=$builddir/tests/mpi/$program
    on_ranks 2
    quick || on_ranks 3 STARPU_SCHED=eager
done
done_testing
