#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/grids by ranks, whose files have the same bytes for any number of them.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/grids" "distributed views in grids of blocks"
export SL_TEST_FOLDER=$work/files
mkdir -p "$SL_TEST_FOLDER"
on_all_ranks
for n in 2 3 4; do
    for file in "$SL_TEST_FOLDER"/case-*-"$n"; do
        [ -f "$file" ] || continue
        cmp "${file%-*}-1" "$file" > "$work/out" 2>&1
        ok $? "1 and $n ranks have written the same bytes: $(basename "${file%-*}")" "$work/out"
    done
done
done_testing
