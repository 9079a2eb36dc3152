/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief All parts of a loop that one task launches on several devices, while it does: together.c, and its results,
 *         together_results.c. */
#ifndef STARLOOP_LIB_EXEC_CUDA_TOGETHER_H
#define STARLOOP_LIB_EXEC_CUDA_TOGETHER_H

#include "exec/cuda/cuda.h"
#include "task/split_together.h"

/** A piece of a part, or all of it, between its launch and its end. */
typedef struct sl__cuda_piece {
    sl__task task; /* that stands for it */
    struct sl__interface views[SL__TASK_VIEWS];
    void *pointers[SL__TASK_VIEWS];
    sl__flight *flight; /* NULL: it was not launched */
} sl__cuda_piece;

/** A part. */
typedef struct sl__cuda_part {
    sl__cuda_piece piece[SL__PART_PIECES];
    int pieces;
    sl__failure *failure; /* why not all was launched; of the first part, too: why there are no results */
    int own;              /* it is not that of an input */
    int launched;         /* all of it */
    void *buffers[SL__TOGETHER_USES];
} sl__cuda_part;

/** A call while it is launched. */
typedef struct sl__cuda_together {
    sl__split_loop *call;
    void **buffers;
    int devices;
    sl__cuda_device *device[SL__PORTIONS_MOST]; /* in the order of their workers */
    int first;                                  /* the one that has the first part, and what is whole */
    uint64_t needs[SL__PORTIONS_MOST];          /* for each: of which others it copies something on its stream, */
    uint64_t edges[SL__PORTIONS_MOST];          /* ... or beside it */
    int replicates;                             /* each device has what was reduced into views */
    gpu_error error;
} sl__cuda_together;

static inline sl__cuda_part *sl__cuda_part_of(const sl__part *part)
{
    return part->flight;
}

/** @return the number of a worker's device among those of the call. */
static inline int sl__cuda_index(const sl__cuda_together *l, int worker)
{
    int d = 0;
    while (l->device[d]->worker != worker)
        d++;
    return d;
}

static inline sl__cuda_device *sl__cuda_part_device(const sl__cuda_together *l, const sl__part *part)
{
    return l->device[sl__cuda_index(l, part->worker)];
}

/** The first error is that of the call. */
static inline void sl__cuda_together_note(sl__cuda_together *l, gpu_error error)
{
    if (l->error == GPU_SUCCESS)
        l->error = error;
}

/** Has devices wait for all that was launched on some others. @param[in] on  [devices] for each of which
 *  @param[in] beside  not their launches do, but the copies beside them */
void sl__cuda_together_wait(sl__cuda_together *l, const uint64_t on[], int beside);

/** Why a call fails with an error of CUDA's. */
sl__failure *sl__cuda_together_failure(const sl__split_loop *call, gpu_error error);

/* together_results.c */

/** Whether all pieces of all parts were. */
int sl__cuda_all_launched(const sl__cuda_together *l);
/** Memory of the first device for results, which the others write, too. */
gpu_error sl__cuda_together_reserve(sl__cuda_together *l);
/** All parts were launched, if they could be: joins what they reduce into views. */
void sl__cuda_together_join(sl__cuda_together *l);
/** @param[out] view  [SL__TASK_VIEWS] to which results go  @return how many */
int sl__cuda_together_results(const sl__split_loop *call, sl_view *view[]);
/** What was joined is marked, and the views that it went to have other versions then: the other devices, too, have
 * their data. */
void sl__cuda_together_know(const sl__cuda_together *l, sl_view *const view[], int views);

#endif
