/* SPDX-License-Identifier: BSD-3-Clause */
/* Too low a level of threads is refused on every rank, whichever of them have it. */
#include <starloop/mpi.h>
#include <starloop/runtime.h>

#include "ranks.h"

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    const int given = ranks_begin(&argc, &argv, MPI_THREAD_SERIALIZED);
    ok_all(sl_init(NULL) == SL_SUCCESS, "sl_init");
    if (given == MPI_THREAD_MULTIPLE) {
        skip_all("this MPI gives more than is asked for", "a low level is refused");
    } else {
        ok_all(sl_mpi_init(MPI_COMM_WORLD) == SL_ERR_STATE, "a low level is refused");
        like_all(sl_last_error(),
                 "sl_mpi_init: expected an MPI that MPI_Init_thread() has given the level MPI_THREAD_MULTIPLE, got "
                 "MPI_THREAD_SERIALIZED: StarPU-MPI sends and receives in a thread of its own",
                 "with a sentence");
        ok_all(sl_mpi_size() == -1, "nothing has begun");
    }
    ok_all(sl_finalize() == SL_SUCCESS, "sl_finalize");
    return ranks_end();
}
