#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/reduce by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/reduce" "reductions over distributed views"
on_all_ranks
done_testing
