#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/random_loops by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/random_loops" "random programs over distributed views"
on_all_ranks
done_testing
