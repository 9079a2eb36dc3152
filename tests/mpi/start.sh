#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/start by ranks; and where a core is left to the thread of StarPU-MPI.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/start" "StarPU-MPI begins and ends"
on_all_ranks
if [ "$(nproc)" -gt 1 ]; then
    on_ranks 1 STARLOOP_CPU_CORES=1 SL_TEST_CORES_LEFT=1
else
    skip "one core" "StarPU-MPI's thread has a core of its own"
fi
done_testing
