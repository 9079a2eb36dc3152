#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of loops once more with every loop queued (STARLOOP_INLINE=0): by default many of their loops are so short
# that they run in the calling thread. The quick form runs every fourth.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../suite.bash"
export STARLOOP_INLINE=0 SL_TEST_RANDOM_SECONDS=3

programs="loop_arguments loop_dependencies loop_sequence reduce_values failure failure_bounds failure_memory
    failure_sequence event task threads host misuse_loop misuse_state user_macros two_files heat
    team team_misuse"
# shellcheck disable=SC2046,SC2086
suite "with every loop queued" $(some 4 $programs)
done_testing
