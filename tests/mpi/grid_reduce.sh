#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/grid_reduce by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/grid_reduce" "reductions over distributed views in grids of blocks"
on_all_ranks
done_testing
