#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/strips by ranks; in the quick form by two and three.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/strips" "loops that reduce behind messages"
on_ranks 2
on_ranks 3
if ! quick; then
    on_ranks 1
    on_ranks 4
    for scheduler in eager lws dmda; do on_ranks 2 STARPU_SCHED=$scheduler; done
fi
done_testing
