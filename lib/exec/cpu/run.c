/* SPDX-License-Identifier: BSD-3-Clause */
/* A loop by itself, from its begin to its end: its arguments, how it is to use the cores, its time and its fault. */
#include "exec/cpu/cpu.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/env.h"
#include "base/random.h"
#include "base/state.h"
#include "base/stream.h"
#include "exec/cpu/gang.h"
#include "exec/cpu/workspace.h"
#include "exec/cpu/loop.h"
#include "exec/cpu/measured.h"
#include "exec/cpu/prepare.h"
#include "exec/cpu/reads.h"
#include "exec/cpu/scatter.h"
#include "exec/cpu/streams.h"
#include "exec/form.h"
#include "kernel/kinds.h"
#include "kernel/space.h"
#include "task/fault.h"
#include "task/spans.h"

enum { PACKED = 2048 }; /* bytes of packed arguments that need no allocation */

/* What a loop takes of the cores. */
typedef struct effort {
    sl__cores_use use; /* how it is to use them if its schedule does not say */
    sl_index points;
    int timed, first; /* it is measured; and little is known of it */
    int threads;      /* on how many it ran */
    double work;      /* seconds that they have computed, together; of no meaning where it ran on one. Less than their
                         number times the loop's time: they sleep, and must be woken first */
    double begin, computed;
} effort;

void sl__cpu_init(void)
{
    sl__cpu_streams_init();
    sl__stream_init();
    sl__gang_init();
    sl__reads_active = sl__env_int(SL__ENV_CHECK_ACCESS) != 0;
}

void sl__cpu_fini(void)
{
    sl__gang_fini();
    sl__colors_fini();
    sl__workspace_fini();
}

/* ---- arguments and results ----------------------------------------------------------------------------- */

/* The shortest way for the shortest loops, of which graphs of scalars are made: one box, no plan. @return 0: it is none
 */
static int run_small(sl__task *task, void *buffers[], unsigned char *packed, int large)
{
    const sl_policy *policy = task->policy;
    struct sl__box box;
    if (task->space.rank != 1 || task->space.kind != SL_SPACE_BOX || sl__kernel_reduces(task->state) ||
        !sl__form_of(task->kernel)->boxes || task->kernel->bounds_checked || large || policy->schedule != SL_AUTO ||
        policy->tile[0] != 0)
        return 0;
    sl__space_places(&task->space, 0, &box.lo_[0], &box.hi_[0]);
    if (box.hi_[0] - box.lo_[0] > SL__LOOP_WITHOUT_PLAN)
        return 0;
    const unsigned layouts = sl__task_pack(task, buffers, packed).all;
    const int function = layouts != 0 ? __builtin_ctz(layouts) : SL__CASE_ANY; /* a line has one order */
    box.fault_ = &task->fault;
    box.order_[0] = 0;
    box.alone_ = SL__ALONE_LOOP;
    box.shift_ = sl__space_shift(&task->space);
    if (sl__watched() && function == SL__CASE_ANY)
        sl__profile_slow(task, SL__ON_CPU);
    sl__chunk_call(task->kernel->cpu[function], packed, &box);
    return 1;
}

static sl__failure *run_planned(sl__task *task, void *buffers[], const sl__group *group, unsigned char *packed,
                                effort *e)
{
    sl__loop_exec r;
    sl__run_make(&r, task, buffers, packed, group, sl__cpu_streams(task), e->use);
    sl__run_watch(&r);
    if (task->kernel->bounds_checked && (r.shadows = sl__shadows_begin(task, buffers, packed)) == NULL)
        return sl__task_lacks(task, "memory to check the views that it writes");
    r.timed = e->timed && (r.threads > 1 || r.gang != NULL);
    int done = task->state->scatters == 0 && sl__form_exec_of(task->kernel)->run(&r, buffers);
    sl__failure *failure = task->state->scatters > 0 ? sl__scatter_run(&r, buffers, &done) : NULL;
    if (r.shadows != NULL)
        sl__shadows_free(r.shadows);
    if (failure != NULL)
        return failure;
    sl__fastest_end(task, &r.tiles);
    sl__fastest_end(task, &r.nests);
    e->threads = r.threads;
    e->work = 1e-9 * (double)atomic_load_explicit(&r.nanoseconds, memory_order_relaxed);
    return done ? NULL : sl__task_lacks(task, "memory of its own");
}

static sl__failure *run_allocated(sl__task *task, void *buffers[], const sl__group *group, effort *e)
{
    _Alignas(64) unsigned char small[PACKED];
    size_t size = (task->kernel->args_size + 63) / 64 * 64;
    unsigned char *packed = size <= sizeof small ? small : aligned_alloc(64, size);
    if (packed == NULL)
        return sl__task_lacks(task, "memory for its arguments");
    sl__reads reads;
    if (sl__reads_active)
        sl__reads_note(&reads, task, buffers);
    sl__failure *failure = NULL;
    if (!run_small(task, buffers, packed, e->use.large))
        failure = run_planned(task, buffers, group, packed, e);
    if (sl__reads_active && failure == NULL)
        failure = sl__reads_look(&reads, task, buffers);
    if (packed != small)
        free(packed);
    return failure;
}

/* ---- from its begin to its end ------------------------------------------------------------------------- */

/* Whether to time a call in the program's own thread: one in 16, but not every 16th, which may be the same kernel's
 * always. */
static int caller_is_due(void)
{
    static _Thread_local uint32_t number;
    return sl__random(&number) >> 28 == 0;
}

static void effort_begin(effort *e, sl__task *task, const sl__group *group)
{
    sl__times *times = &task->state->times;
    e->use = (sl__cores_use){.way = SL__ONE_CORE};
    e->points = sl__task_points(task);
    e->threads = 1;
    e->first = 0;
    if (group == NULL) {
        e->timed = caller_is_due() || sl__cores_timed(times, SL__IN_CALLER, e->points) ||
                   (task->reason == SL__BECAUSE_AWAITED && sl__cores_tried(times, SL__IN_CALLER, e->points));
    } else {
        const sl__size_times *size = sl__times_class(times, task->footprint, 0);
        e->use = sl__cpu_use(task);
        e->timed = sl__times_due(times, size, SL__ON_CPU) || e->use.timed ||
                   (task->reason == SL__BECAUSE_LENT && sl__cores_tried(times, SL__ALL_CORES, e->points));
        e->first = e->timed && sl__size_is_new(size, SL__BY_ITSELF);
    }
    e->begin = e->timed ? sl__clock_now() : 0;
    e->computed = e->first ? sl__clock_busy() : 0;
}

/* Where threads had to be woken just once, the next loop finds them awake, or loops come that far apart. */
static void effort_note(const effort *e, const sl__task *task, const sl__group *group)
{
    sl__times *times = &task->state->times;
    const int threads = group != NULL ? e->threads : 1;
    const int here = group == NULL || task->reason == SL__BECAUSE_LENT;
    const int way = threads > 1 ? SL__ALL_CORES : here ? SL__IN_CALLER : SL__ONE_CORE;
    if (threads > 1 && sl__crew_woken(group) == 1)
        return;
    const double seconds = sl__clock_now() - e->begin;
    const double work = threads > 1 ? e->work : e->first ? sl__clock_busy() - e->computed : seconds;
    const uint32_t key = group != NULL ? task->footprint : sl__kernel_key(task->kernel, task->policy, &task->space);
    sl__times_note(times, key, SL__BY_ITSELF, e->points, seconds, work / threads);
    sl__cores_note(times, way, e->points, seconds, work);
}

sl__failure *sl__cpu_run(sl__task *task, void *buffers[], const sl__group *group)
{
    effort e;
    effort_begin(&e, task, group);
    sl__failure *failure = run_allocated(task, buffers, group, &e);
    if (failure == NULL)
        failure = sl__task_fault(task);
    if (failure == NULL && e.timed)
        effort_note(&e, task, group);
    return failure;
}
