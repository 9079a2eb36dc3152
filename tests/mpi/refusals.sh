#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/refusals by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/refusals" "what distributed views do not take"
on_all_ranks
done_testing
