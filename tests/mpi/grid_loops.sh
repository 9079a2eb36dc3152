#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/grid_loops by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/grid_loops" "loops over distributed views in grids of blocks"
export SL_TEST_FOLDER=$work/files
mkdir -p "$SL_TEST_FOLDER"
on_all_ranks
done_testing
