/* SPDX-License-Identifier: BSD-3-Clause */
/* What libstarloop needs of other ranks: data/ranks.h. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "data/interface.h"
#include "data/ranks.h"
#include "data/spread.h"
#include "mpi/alive.h"
#include "mpi/blocks.h"
#include "mpi/starpu_mpi.h"

static MPI_Comm ranks_comm;
static int type_known;

/* ---- messages ------------------------------------------------------------------------------------------------ */

/* Edges lie in one run of memory: without a type StarPU-MPI would pack each, and send its size before. @return not 0
 * for what it is to pack: handles of views that the program sends itself */
static int make_type(starpu_data_handle_t handle, MPI_Datatype *type)
{
    const struct sl__interface *itf = starpu_data_get_interface_on_node(handle, STARPU_MAIN_RAM);
    if (!itf->edge || itf->span > INT_MAX)
        return -1;
    return MPI_Type_contiguous((int)itf->span, MPI_BYTE, type) != MPI_SUCCESS || MPI_Type_commit(type) != MPI_SUCCESS;
}

static void free_type(MPI_Datatype *type)
{
    MPI_Type_free(type);
}

/* StarPU-MPI keeps it by the interface of the handle, of which there is one. */
static void know_type(starpu_data_handle_t handle)
{
    if (!type_known)
        type_known = starpu_mpi_datatype_register(handle, make_type, free_type) == 0;
}

static int ranks_send(starpu_data_handle_t handle, int rank, int64_t tag, void (*done)(void *arg), void *arg)
{
    know_type(handle);
    return starpu_mpi_isend_detached(handle, rank, tag, ranks_comm, done, arg);
}

static int ranks_receive(starpu_data_handle_t handle, int rank, int64_t tag, void (*done)(void *arg), void *arg)
{
    know_type(handle);
    return starpu_mpi_irecv_detached(handle, rank, tag, ranks_comm, done, arg);
}

/* ---- joining ------------------------------------------------------------------------------------------------- */

/* What ranks or: a hash that all have alike and its complement have no bit in common then. */
typedef struct head {
    uint64_t call, not_call;
    uint64_t failed; /* not 0: a rank has */
} head;
_Static_assert(sizeof(head) <= SL__RANK_HEAD, "it travels before the bytes");

static uint64_t word_call(const sl__rank_word *word)
{
    return sl__spread_mix(word->calls, word->function, strlen(word->function));
}

/* What a rank says of itself where something is wrong. */
typedef struct rank_says {
    uint64_t call, calls;
    int64_t number; /* of calls */
    int status;
    char what[192]; /* it has met, or has called last */
} rank_says;

/* Fills in what all say. @param[in,out] all  [ranks] this one's is there */
static sl_status hear_all(const char *function, rank_says *all)
{
    MPI_Request request;
    const int size = (int)sizeof *all;
    SL_TRY(sl__mpi_check(function, "MPI_Iallgather",
                         MPI_Iallgather(MPI_IN_PLACE, size, MPI_BYTE, all, size, MPI_BYTE, ranks_comm, &request)));
    return sl__mpi_complete(function, "MPI_Iallgather", &request);
}

/* The first rank that calls otherwise than rank 0, or that has met an error. */
static sl_status blame(const sl__rank_word *word, const rank_says *all)
{
    for (int r = 0; r < sl_mpi_size(); r++)
        if (all[r].call != all[0].call)
            return SL_FAIL(SL_ERR_MPI,
                           "%s: expected the same calls with distributed views on all ranks, got others on rank %d "
                           "than on rank 0: there call %lld was %.96s, on rank 0 call %lld was %.96s",
                           word->function, r, (long long)all[r].number, all[r].what, (long long)all[0].number,
                           all[0].what);
    for (int r = 0; r < sl_mpi_size(); r++)
        if (all[r].status != SL_SUCCESS)
            return SL_FAIL(SL_ERR_MPI, "%s: expected all ranks to succeed, got an error on rank %d: %s: %s",
                           word->function, r, sl_status_name((sl_status)all[r].status), all[r].what);
    return SL_SUCCESS;
}

/* Something is wrong on a rank: finds out which. What a rank has met itself it has recorded. */
static sl_status name_rank(const sl__rank_word *word)
{
    rank_says *all = calloc((size_t)sl_mpi_size(), sizeof *all);
    if (all == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a word of each rank, got none", word->function);
    rank_says *mine = &all[sl_mpi_rank()];
    *mine = (rank_says){word_call(word), word->calls, word->number, word->status, ""};
    snprintf(mine->what, sizeof mine->what, "%s", word->status != SL_SUCCESS ? sl_last_error() : word->last);
    SL_TRY(hear_all(word->function, all)); /* else MPI keeps the memory */
    sl__spread_agreed(all[0].calls, all[0].number);
    const sl_status status = word->status != SL_SUCCESS ? word->status : blame(word, all);
    free(all);
    return status;
}

/* @param[in,out] all  [size] bytes, which MPI keeps on an error */
static sl_status or_all(const char *function, char *all, size_t size)
{
    for (size_t at = 0; at < size; at += SL__MPI_PIECE) {
        MPI_Request request;
        SL_TRY(sl__mpi_check(
            function, "MPI_Iallreduce",
            MPI_Iallreduce(MPI_IN_PLACE, all + at, sl__mpi_piece(size - at), MPI_BYTE, MPI_BOR, ranks_comm, &request)));
        SL_TRY(sl__mpi_complete(function, "MPI_Iallreduce", &request));
    }
    return SL_SUCCESS;
}

/* Where a rank is silent, or all wait, messages of joins that were left are still with MPI, and no further one may meet
 * them: it could be of another size, which MPI ends the job for. */
static sl_status check_alive(const sl__rank_word *word)
{
    return word->status != SL_SUCCESS && sl__mpi_alive(NULL) != SL_SUCCESS ? word->status
                                                                           : sl__mpi_alive(word->function);
}

static sl_status ranks_join(const sl__rank_word *word, void *message, size_t bytes)
{
    SL_TRY(check_alive(word));
    const size_t size = SL__RANK_HEAD + bytes;
    head h = {.call = word_call(word), .not_call = ~word_call(word), .failed = word->status != SL_SUCCESS};
    char *const all = calloc(1, size);
    if (all == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a message to all ranks, got none", word->function);
    memcpy(all, &h, sizeof h);
    if (bytes > 0)
        memcpy(all + SL__RANK_HEAD, (const char *)message + SL__RANK_HEAD, bytes);
    SL_TRY(or_all(word->function, all, size));
    memcpy(&h, all, sizeof h);
    if (bytes > 0)
        memcpy((char *)message + SL__RANK_HEAD, all + SL__RANK_HEAD, bytes);
    free(all);
    return (h.call & h.not_call) == 0 && h.failed == 0 ? SL_SUCCESS : name_rank(word);
}

/* ---- beginning and end --------------------------------------------------------------------------------------- */

/* The least that any rank has. */
static sl_status least_gpus(MPI_Comm comm, sl__ranks_gpus *gpus)
{
    const sl__ranks_gpus own = sl__ranks_own_gpus();
    int64_t values[] = {own.count, own.open, own.room};
    SL_TRY(sl__mpi_check(
        "sl_mpi_init", "MPI_Allreduce",
        MPI_Allreduce(MPI_IN_PLACE, values, (int)(sizeof values / sizeof values[0]), MPI_INT64_T, MPI_MIN, comm)));
    *gpus = (sl__ranks_gpus){values[0], values[1], values[2]};
    return SL_SUCCESS;
}

sl_status sl__mpi_ranks_begin(MPI_Comm comm, int rank, int count)
{
    static sl__ranks ranks;
    ranks_comm = comm;
    ranks = (sl__ranks){.rank = rank, .count = count, .send = ranks_send, .receive = ranks_receive, .join = ranks_join};
    SL_TRY(least_gpus(comm, &ranks.gpus));
    type_known = 0;
    sl__ranks_set(&ranks);
    return SL_SUCCESS;
}

MPI_Comm sl__mpi_comm(void)
{
    return ranks_comm;
}

void sl__mpi_ranks_end(void)
{
    sl__ranks_set(NULL);
}
