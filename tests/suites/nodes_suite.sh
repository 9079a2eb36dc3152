#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tests of loops, split views and random programs once more with two memory nodes, between which StarPU copies views:
# it takes NUMA nodes for such, and hwloc makes up a machine that has two, with a core each. The quick form runs every
# third.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../suite.bash"

# The CPUs that this process may use, one a line.
cpus()
{
    sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status | tr ',' '\n' |
        awk -F- '{ for (c = $1; c <= ($2 == "" ? $1 : $2); c++) print c }'
}

mapfile -t cpu < <(cpus)
if [ ${#cpu[@]} -lt 2 ]; then
    skip "a worker on each node needs a CPU of its own" "tests pass on two memory nodes"
    done_testing
    exit
fi
export STARPU_USE_NUMA=1 HWLOC_COMPONENTS=synthetic,stop STARLOOP_CPU_WORKERS=core STARLOOP_GPUS=0
export HWLOC_SYNTHETIC="numa:2 core:1 pu:1(indexes=${cpu[0]},${cpu[1]})"
export STARPU_HOME=${STARPU_HOME:-$work}/two_nodes SL_TEST_RANDOM_SECONDS=3

# shellcheck disable=SC2046
suite "on two memory nodes" $(some 3 programs split_random split_edges loop_sequence failure_sequence region_reused)
SL_TEST_LEFT_NODES=1 suite "with the second node in layout left, as a device" auto_layout
done_testing
