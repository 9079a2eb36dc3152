#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/gpus by ranks, which share the GPUs of this machine; without one its loops run on CPUs. With one other
# programs of this room run there once more, every loop on a GPU whose policy leaves it open.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/gpus" "loops over distributed views run on GPUs"
unset STARLOOP_WHERE
on_all_ranks
gpus=$(ranks 1 --gpus 2> "$work/errors" | tail -n 1)
if [ "${gpus:-0}" = 0 ]; then
    skip "no GPU can be used" "other programs of ranks on GPUs"
    done_testing
    exit
fi
export SL_TEST_FOLDER=$work/files
mkdir -p "$SL_TEST_FOLDER"
for program in views forms random_loops redistribute file; do
    ranks_program=$builddir/tests/mpi/$program
    on_ranks 1 STARLOOP_WHERE=cuda
    on_ranks 3 STARLOOP_WHERE=cuda
    quick || on_ranks 2 STARLOOP_WHERE=cuda
done
done_testing
