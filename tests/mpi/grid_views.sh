#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/grid_views by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/grid_views" "loops over distributed views of different rank"
on_all_ranks
done_testing
