#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/mpi/silent: a rank that is stopped, one that ends early, one that calls otherwise, and one that only computes.
. "$(dirname "$0")/../tap.bash"
needs_ranks "$builddir/tests/mpi/silent" "ranks that are silent"

# end_stopped: what the program has stopped does not stay.
end_stopped()
{
    sed -n 's/^# stopped: //p' "$work/out" | while read -r id; do kill -KILL "$id" 2> /dev/null; done
}

# silent HOW [SECONDS]: rank 1 of 3 does not what the others do, in that way. Where it is stopped that all wait must not
# be found first, on a busy machine either: SECONDS are many.
silent()
{
    ( export STARLOOP_MPI_TIMEOUT=2 STARLOOP_STALL_SECONDS=${2:-20} SL_TEST_SILENT=$1
      ranks 3 ) > "$work/out" 2> "$work/errors"
    status=$?
    end_stopped
    cat "$work/out" "$work/errors" > "$work/all"
    [ $status -ne 0 ] && [ $status -ne 124 ] && [ $status -ne 137 ]
    ok $? "$1: the job ends, and not well" "$work/all"
    ! grep -q 'sl_mpi_finalize has returned' "$work/all"
    ok $? "$1: sl_mpi_finalize does not return" "$work/all"
}

named='expected a sign of life from rank 1 within 2 s, got none'
silent wait
for rank in 0 2; do
    grep -q "^# rank $rank: SL_ERR_MPI: sl_wait: $named" "$work/out"
    ok $? "rank $rank: the wait for its rows names the rank that is stopped" "$work/all"
done
for how in write redistribute; do
    silent $how
    for rank in 0 2; do
        grep -q "^# rank $rank: SL_ERR_MPI: sl_mpi_$how: $named" "$work/out"
        ok $? "rank $rank: sl_mpi_$how names it, too" "$work/all"
    done
done
silent finalize
grep -q "sl_mpi_finalize: $named" "$work/all"
ok $? "sl_mpi_finalize names it, too" "$work/all"
silent ends # mpirun may see it first
still='expected a rank that goes on within 1 s, got none'
silent otherwise 1
for rank in 0 2; do
    waits="tasks that wait on rank $rank: 1, first: silent_sum"
    grep -q "^# rank $rank: SL_ERR_MPI: sl_wait: $still.* $waits" "$work/out"
    ok $? "rank $rank, which waits for rows that are never sent, names the loop" "$work/all"
done
grep -q "^# rank 1: SL_ERR_MPI: sl_wait: $still.* tasks that wait on rank 1: 0, first: none" "$work/out"
ok $? "and so ends the wait of the rank that has called otherwise" "$work/all"
grep -q "sl_mpi_finalize: $still" "$work/all"
ok $? "as does sl_mpi_finalize" "$work/all"
on_ranks 3 STARLOOP_MPI_TIMEOUT=4 STARLOOP_STALL_SECONDS=1 SL_TEST_SILENT=busy
on_ranks 1 STARLOOP_MPI_TIMEOUT=4
on_ranks 3 STARLOOP_MPI_TIMEOUT=0
done_testing
