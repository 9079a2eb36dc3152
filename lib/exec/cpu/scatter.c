/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/scatter.h"

#include "base/starpu.h"

#include "kernel/policy.h"

const sl_policy *sl__scatter_policy(sl_policy *policy, int rank)
{
    if (!sl__policy_ordered(policy, rank))
        for (int d = 0; d < rank; d++)
            policy->order[d] = d;
    return policy;
}

static int worker_of(const sl__loop_exec *r)
{
    return r->group != NULL ? starpu_worker_get_id() : -1;
}

/* As many copies as the space and the views say. */
static int begin_fixed(sl__loop_exec *r, sl__copies *copies, sl_index most)
{
    r->gang = NULL;
    r->schedule = SL_STATIC;
    r->chunk = 0;
    copies->fixed = 1;
    copies->count = sl__copies_fixed(copies, r->cut.points, most);
    if (copies->count == 1)
        r->threads = 1;
    if (copies->count == 1)
        return 1;
    r->copies = sl__copies_begin(copies, worker_of(r)) ? copies : NULL;
    return r->copies != NULL;
}

/* A copy a thread. Fewer threads, where there is no room for more copies; none, where that is no better than atomics.
 */
static void begin_copies(sl__loop_exec *r, sl__copies *copies, sl_index most)
{
    copies->fixed = 0;
    if (r->gang != NULL && most < sl__gang_shares())
        r->gang = NULL;
    copies->count = r->gang != NULL ? sl__gang_shares() : most < r->threads ? (int)most : r->threads;
    if (copies->count > 1 && sl__copies_begin(copies, worker_of(r)))
        r->copies = copies;
    if (r->copies != NULL && r->gang == NULL)
        r->threads = copies->count;
}

int sl__scatter_begin(sl__loop_exec *r, sl__copies *copies, void *buffers[])
{
    const sl_policy *policy = &r->task->policy;
    if (r->schedule == SL_SEQ)
        return 1;
    if (policy->reproducible != SL_NO)
        return begin_fixed(r, copies, sl__copies_make(r->task, buffers, r->args, copies));
    if (policy->scatter == SL_SCATTER_DUPLICATE && (r->threads > 1 || r->gang != NULL))
        begin_copies(r, copies, sl__copies_make(r->task, buffers, r->args, copies));
    return 1;
}

void sl__scatter_end(sl__loop_exec *r)
{
    if (r->copies != NULL)
        sl__copies_end(r->copies, worker_of(r));
}
