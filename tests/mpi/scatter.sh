#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/scatter by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/scatter" "scatters into distributed views"
on_all_ranks
done_testing
