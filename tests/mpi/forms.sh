#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/forms by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/forms" "regions and nests over distributed views"
on_all_ranks
done_testing
