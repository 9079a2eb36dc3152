#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/redistribute by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/redistribute" "distributed views are cut otherwise"
on_all_ranks
done_testing
