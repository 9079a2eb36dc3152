#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of split views and of loops once more with a worker group for each core (STARLOOP_CPU_WORKERS=core): by
# default one group may have all cores, and what only several groups do is skipped. The quick form runs every fourth.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../suite.bash"
export STARLOOP_CPU_WORKERS=core SL_TEST_RANDOM_SECONDS=3

programs="split split_auto split_edges region region_wrapped failure failure_sequence loop_dependencies loop_sequence
    reduce_values reduce_prod reduce_logic reduce_struct reduce_combine
    reduce_bitwise threads event host profile programs nest nest_auto team scatter trace"
# shellcheck disable=SC2046,SC2086
suite "with a group for each core" $(some 4 $programs)
done_testing
