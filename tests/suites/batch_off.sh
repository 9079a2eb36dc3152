#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of dependencies and failures once more with a StarPU task for each loop (STARLOOP_BATCH=1), where elsewhere
# loops are collected.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../suite.bash"
export STARLOOP_BATCH=1 SL_TEST_RANDOM_SECONDS=3

suite "without batches" loop_dependencies failure failure_sequence event programs
done_testing
