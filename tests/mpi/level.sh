#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/level by ranks.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/level" "too low a level of threads is refused"
on_all_ranks
done_testing
