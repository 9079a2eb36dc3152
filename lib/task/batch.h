/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Short loops that one StarPU task runs together.
 *
 * StarPU releases what depends on a task when that has ended, and then hands it to a worker: some 6 microseconds on 16
 * cores, and some 9 on a GPU, which is idle meanwhile, after every link of a chain. So loops that must run on a GPU, or
 * on the only worker group, are collected while one that was handed over earlier runs or waits to, and handed over as
 * one task, which runs them one after another. doc/notes/batches.md.
 *
 * What is collected is handed over before anything else that StarPU orders by the data (another task, an access by the
 * host), before any wait, and at the latest when the task before it ends on a CPU, or is launched on a GPU. A host
 * access waits for the batch that the loop is in, so a batch is not longer than SL__BATCH_SECONDS, or
 * SL__CHAIN_SECONDS, so far as is known.
 *
 * A batch waits for whatever one of its loops waits for. So nothing is collected while that could be the program
 * itself: while the host has any view open, or the program has the StarPU handle of any. */
#ifndef STARLOOP_LIB_TASK_BATCH_H
#define STARLOOP_LIB_TASK_BATCH_H

#include "task/graphs.h"
#include "task/measured.h"
#include "task/task.h"

enum {
    SL__BATCH_TASKS = 64,       /* most loops of a batch; bits in a mask */
    SL__FAILING_ON_DEVICE = 32, /* the same on a device, where some may fail in their bodies: bits of its mask */
    SL__BATCH_RUNS = 16,        /* most runs of regions */
    SL__BATCH_VIEWS = 64        /* most different views */
};

/** Loops of a batch that are one run of a region. */
typedef struct sl__batch_run {
    int first, count;
    sl__recording *recording; /**< a reference */
    sl__graphs *graphs;
    uint64_t word; /**< what its number has from the device's word: task/publish.h */
} sl__batch_run;

/** A batch. A failure travels along the data: what loop j reads may come from loops before it in the batch. */
typedef struct sl__batch {
    struct sl__batch *next; /**< in the list of idle ones */
    int where;              /**< SL__ON_CPU, SL__ON_DEVICE; SL__SIDES: either of them */
    double seconds;         /**< expected */
    int count, views;
    int may_fail;               /**< some of its loops may, in their bodies */
    struct starpu_task *starpu; /**< what it will be handed over as */
    sl__task *task[SL__BATCH_TASKS];
    uint64_t depends[SL__BATCH_TASKS]; /**< loops before it whose failure is its own: bit i for task[i] */
    unsigned char place[SL__BATCH_TASKS][SL__TASK_VIEWS]; /**< where a task's views are in view[] */
    sl__task_view view[SL__BATCH_VIEWS];                  /**< every view once, with the access of the whole batch,
                                                               which uses it until its end */
    uint64_t source[SL__BATCH_VIEWS];      /**< loops whose failure would spoil what the view holds now */
    void *flight[SL__BATCH_TASKS];         /**< the device's; NULL where nothing was launched */
    sl__failure *failure[SL__BATCH_TASKS]; /**< why nothing was launched, other than for want of an input */
    sl__batch_run run[SL__BATCH_RUNS]; /**< of regions, which device back ends know as graphs: all loops of the batch,
                                            in order */
    int runs;                          /**< 0: they are none, or CPUs run them */
} sl__batch;

/** Notes in a batch that a task is its last one: number, views, on what it depends. Counts nothing. */
void sl__batch_describe(sl__batch *batch, sl__task *task);

/** The buffers of loop @p i among those of its batch. @param[out] own  [views of the loop] */
static inline void sl__batch_buffers(const sl__batch *batch, int i, void *const buffers[], void *own[])
{
    for (int v = 0; v < batch->task[i]->views; v++)
        own[v] = buffers[batch->place[i][v]];
}

/** Whether a task may be collected: a loop that has but one kind of place to go to, and no priority, since what
 *  is collected waits for what is ahead of it. */
int sl__batch_takes(const sl__task *task);

/** Whether one may be that is to go to a side. @param[in] side  SL__ON_CPU, SL__ON_DEVICE */
int sl__batch_takes_on(const sl__task *task, int side);

/** Collects a task, or hands it over as a batch of its own where nothing may be collected. It is counted as submitted
 *  from then on. Hands over what it must.
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY: the task was given back. */
sl_status sl__batch_add(sl__task *task, const char *function);

/** Hands over what was collected. Cheap where nothing was. Before another task, and before any wait; where views are
 *  opened, after that was counted. */
void sl__batch_flush(void);

/** The program looks at results: it is about to wait, or opens a view. Before what it waits for is
 *  submitted, if that is a call. Any thread. */
void sl__batch_host_synced(void);
/** @return how often it has; counted loosely, and from 0 again after UINT_MAX. */
unsigned sl__batch_host_syncs(void);
/** @return how many loops on a GPU the program's own threads have launched since it last looked at results, about. */
int sl__batch_in_a_row(void);

/** Hands a task to StarPU, after what was collected. One task at a time: StarPU puts it behind others for one handle
 *  after another, and of two that two threads submit at once each might come behind the other, for ever.
 *  @param[in] task  the loop or host function that it is, or is a part of
 *  @param[in] publishes  a device tells the host of what it reduces into views
 *  @return as starpu_task_submit(). */
int sl__batch_submit(struct starpu_task *starpu_task, sl__task *task, int publishes);

/** The loops of a batch have run, but StarPU does not know it yet, or they are launched: hands over what was collected
 *  meanwhile, unless SL__BATCH_ENOUGH others for each device are ahead of it. */
void sl__batch_passed(const sl__batch *batch);

/** Collects the loops of one run of a region, as sl__batch_add() does: they come into one batch.
 *  @param[in] run  count, recording and graphs; with a reference for the batch, where it is one on a device
 *  @return 1; 0 when they are not to be collected, or without memory: nothing was done. */
int sl__batch_add_all(sl__task *const task[], const sl__batch_run *run, const char *function);

/** A batch for the loops of one run of a region, which nothing else joins. @param[in] where  SL__SIDE_CPU,
 * SL__SIDE_DEVICE or both or-ed  @return NULL without memory. */
sl__batch *sl__batch_open(int where);
/** Hands it over with its loops, which count as submitted from then on. Where StarPU refuses it, they fail.
 *  @param[in] run  as above, with a reference for the batch */
void sl__batch_send_all(sl__batch *batch, sl__task *const task[], const sl__batch_run *run, const char *function);

/** Counts the uses of loop @p i, or of the batch itself (its count), as those of launches that only their device knows
 *  of (1), or not any more (-1). */
void sl__batch_launched(const sl__batch *batch, int i, int by);

/** The tasks of a batch have ended: lets go of its views. */
void sl__batch_give(sl__batch *batch);

/** Whether a loop of a batch reads what is not there.
 *  @param[in] missing  [views of the batch] whether it is not, as the loops before it leave it */
int sl__batch_lacks_input(const sl__batch *batch, int i, const unsigned char missing[]);
/** Notes in @p missing what a loop leaves. @param[in] lacks  it does not run */
void sl__batch_mark_outputs(const sl__batch *batch, int i, unsigned char missing[], int lacks);

/** Before the first task, and after the last one. */
void sl__batch_init(void);
void sl__batch_fini(void);

#endif
