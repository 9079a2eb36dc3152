#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/destroyed by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/destroyed" "destroyed distributed views"
export STARLOOP_STALL_SECONDS=5 # a wait that others do not make fails then
on_all_ranks
done_testing
