#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/file by ranks, which also read what other numbers of ranks have written before.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/file" "distributed views are written to files and read again"
export SL_TEST_FOLDER=$work/files
mkdir -p "$SL_TEST_FOLDER"
on_all_ranks
for n in 2 3 4; do
    [ -f "$SL_TEST_FOLDER/by-$n" ] || continue
    cmp "$SL_TEST_FOLDER/by-1" "$SL_TEST_FOLDER/by-$n" > "$work/out" 2>&1
    ok $? "1 and $n ranks have written the same bytes" "$work/out"
done
find "$SL_TEST_FOLDER" -name '*.part' > "$work/out"
[ ! -s "$work/out" ]
ok $? "no file is left unfinished" "$work/out"
done_testing
