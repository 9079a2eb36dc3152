/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The ranks among which distributed views are shared out: what libstarloop-mpi does for the library, which
 *  knows no MPI. */
#ifndef STARLOOP_LIB_DATA_RANKS_H
#define STARLOOP_LIB_DATA_RANKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/part.h"
#include "base/starpu.h"

#include <starloop/status.h>

/** What a rank tells the others before all of them go on, or none does. */
typedef struct sl__rank_word {
    const char *function; /**< public, which is called */
    sl_status status;     /**< #SL_SUCCESS, or what this rank has met, which is recorded */
    uint64_t calls;       /**< a hash of the calls so far, with this one: each rank is to have the same */
    int64_t number;       /**< how many these are */
    const char *last;     /**< what the last one was, in words: "sl_forall of smooth, \"u\"" */
} sl__rank_word;

enum { SL__RANK_HEAD = 64 }; /**< bytes before what ranks join, in which the word travels */

/** What each rank has to run loops on beside cores; of all ranks, the least. */
typedef struct sl__ranks_gpus {
    int64_t count; /**< GPUs in use */
    int64_t open;  /**< the same, but 0 where loops whose policy leaves that open run on CPUs: STARLOOP_WHERE */
    int64_t room;  /**< bytes that the least of them has for views */
} sl__ranks_gpus;

typedef struct sl__ranks {
    int rank, count;
    sl__ranks_gpus gpus; /**< of all ranks: what is decided by it all decide alike */
    /** Sends a handle's data to another rank, and receives from one, when StarPU has the data, or has room for it: in
     *  the order of submission. @param[in] done  called with @p arg in any thread when that is over
     *  @return 0; or a code: @p done is not called */
    int (*send)(starpu_data_handle_t handle, int rank, int64_t tag, void (*done)(void *arg), void *arg);
    int (*receive)(starpu_data_handle_t handle, int rank, int64_t tag, void (*done)(void *arg), void *arg);
    /** Ors bytes over all ranks, which tell whether they are well, and that they make the same call. Blocking.
     *  @param[in,out] message  #SL__RANK_HEAD bytes of any value, and @p bytes to join; NULL: there are none
     *  @return #SL_SUCCESS on all ranks; else an error on all, recorded: this rank's own, or #SL_ERR_MPI that names a
     *  rank which has met one, or which calls otherwise */
    sl_status (*join)(const sl__rank_word *word, void *message, size_t bytes);
} sl__ranks;

/** @return the ranks between sl_mpi_init() and sl_mpi_finalize(); NULL at other times. */
SL__PART const sl__ranks *sl__ranks_now(void);

/** @return what this rank has. */
SL__PART sl__ranks_gpus sl__ranks_own_gpus(void);

/** For libstarloop-mpi, between its start and its end. NULL: there are no ranks any more. */
SL__PART void sl__ranks_set(const sl__ranks *ranks);

#endif
