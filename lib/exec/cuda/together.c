/* SPDX-License-Identifier: BSD-3-Clause */
/* All parts of a loop, each on its device, by one task (task/split_together.h). What the devices need of each other
 * goes by events on their streams:
 *  - an edge, or what is read whole, is copied by the device that needs it, behind all that was launched on the one
 * that has it; and what comes next there is behind that copy. Where a part is in pieces its edges are copied on another
 *    stream, for the pieces behind its inside to wait for;
 *  - the first device joins what parts have reduced into views behind all of them, and each other one for itself, if
 *    it can: then it has the result for the next loop.
 * So whatever is done to a device's memory is on its stream, or ahead of what comes next there, as
 * early_completion.c needs it. An event of a device is recorded again as soon as all who are to wait for it do: who
 * waits takes the last record. */
#include "exec/cuda/together.h"

#include <limits.h>
#include <stdlib.h>

#include "base/progress.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/clock.h"
#include "exec/cuda/early_completion.h"
#include "exec/cuda/measured.h"
#include "exec/cuda/replicas.h"
#include "exec/cuda/run.h"
#include "exec/cuda/state.h"
#include "task/split_part.h"

_Static_assert(SL__PORTIONS_MOST <= 64, "devices are bits of a word");

/* ---- its end --------------------------------------------------------------------------------------------- */

/* @return a reference to the first failure of a part, or NULL. */
static sl__failure *end_pieces(sl__cuda_part *f)
{
    sl__failure *first = f->launched ? NULL : f->failure;
    for (int k = 0; k < f->pieces; k++) {
        sl__flight *flight = f->piece[k].flight;
        if (flight == NULL)
            continue;
        const int before = sl__cuda_enter(flight->device); /* events are asked for times */
        sl__failure *failure = sl__cuda_outcome(flight);
        sl__cuda_flight_give(flight);
        sl__cuda_leave(before);
        if (first == NULL)
            first = failure;
        else
            sl__failure_release(failure);
    }
    return first;
}

/* @param[in] marks  parts are to be marked, which they are not yet */
static void end_parts(sl__split_loop *call, int marks)
{
    for (int p = 0; p < call->started; p++) {
        sl__cuda_part *f = sl__cuda_part_of(&call->part[p]);
        sl__failure *failure = end_pieces(f);
        if (marks)
            sl__part_over(&call->part[p], failure, f->launched || f->own);
        free(f);
    }
}

static void together_passed(void *arg)
{
    sl__split_loop *call = arg;
    const sl__cuda_part *first = sl__cuda_part_of(&call->part[0]);
    sl__failure *failure = first->launched ? first->failure : NULL;
    const int own = first->own;
    end_parts(call, 1);
    sl__split_loop_leave(call, failure, own, NULL);
}

static void together_mark(void *arg)
{
    sl__split_loop *call = arg;
    for (int p = 0; p < call->started; p++)
        sl__part_mark(&call->part[p], NULL);
    if (call->joins)
        sl__split_loop_mark(call);
    call->stored = call->joins;
}

/* A device has passed its parts. */
static void together_passed_early(void *arg)
{
    sl__split_loop *call = arg;
    if (atomic_fetch_sub(&call->passing, 1) > 1)
        return;
    end_parts(call, 0);
    sl__split_loop_leave(call, NULL, 0, NULL);
}

/* ---- devices --------------------------------------------------------------------------------------------- */

static int has_device(const sl__cuda_together *l, int worker)
{
    for (int d = 0; d < l->devices; d++)
        if (l->device[d]->worker == worker)
            return 1;
    return 0;
}

/* Finds the devices of all buffers, and makes them ready. */
static sl__failure *find_devices(sl__cuda_together *l)
{
    sl__failure *failure = NULL;
    for (int b = 0; b < l->call->buffers && failure == NULL; b++) {
        const int worker = l->call->buffer[b].worker;
        if (has_device(l, worker))
            continue;
        (void)gpu_set_device(starpu_worker_get_devid(worker));
        sl__cuda_device *device = sl__cuda_device_ready(worker, l->call->task->at, &failure);
        int d = l->devices;
        if (device == NULL)
            break;
        for (; d > 0 && l->device[d - 1]->worker > worker; d--)
            l->device[d] = l->device[d - 1];
        l->device[d] = device;
        l->devices++;
    }
    if (failure == NULL)
        l->first = sl__cuda_index(l, l->call->part[0].worker);
    return failure;
}

static void locked(const sl__cuda_together *l, int (*change)(pthread_mutex_t *))
{
    for (int d = 0; d < l->devices; d++)
        (void)change(&l->device[d]->launching);
}

/* ---- what devices need of each other --------------------------------------------------------------------- */

/* Which device has a buffer in its memory. */
static int owner_of(const sl__cuda_together *l, const sl__part_use *use)
{
    return sl__cuda_index(l, l->call->buffer[use->buffer].worker);
}

/* Whether a part's device copies a use from another one. @param[out] from  which, or its own */
static int is_copied(const sl__cuda_together *l, const sl__part *part, const sl__part_use *use, int *from)
{
    if (use->part >= 0 && use->stretch == SL__STRETCH_PART)
        return 0;
    *from = owner_of(l, use);
    return *from != sl__cuda_index(l, part->worker);
}

/* Whether the part's device has a copy of what a use reads whole. */
static int is_replicated(const sl__cuda_together *l, const sl__part *part, const sl__part_use *use)
{
    const sl_view *view = l->call->task->view[use->slot].view;
    return use->part < 0 && sl__cuda_replica_is_current(sl__cuda_replica_of(sl__cuda_part_device(l, part), view), view);
}

static void find_copied(sl__cuda_together *l)
{
    int from;
    for (int p = 0; p < l->call->started; p++) {
        const sl__part *part = &l->call->part[p];
        const int d = sl__cuda_index(l, part->worker);
        for (int u = 0; u < part->uses; u++)
            if (is_copied(l, part, &part->use[u], &from) && !is_replicated(l, part, &part->use[u])) {
                const int beside = part->use[u].part >= 0 && sl__cuda_part_of(part)->pieces > 1;
                (beside ? l->edges : l->needs)[d] |= UINT64_C(1) << from;
            }
    }
}

void sl__cuda_together_wait(sl__cuda_together *l, const uint64_t on[], int beside)
{
    uint64_t all = 0;
    for (int d = 0; d < l->devices; d++)
        all |= on[d];
    for (uint64_t rest = all; rest != 0; rest &= rest - 1) {
        const sl__cuda_device *from = l->device[__builtin_ctzll(rest)];
        sl__cuda_together_note(l, gpu_event_record(from->joined, from->stream));
    }
    for (int d = 0; d < l->devices; d++)
        for (uint64_t rest = on[d]; rest != 0; rest &= rest - 1)
            sl__cuda_together_note(l, gpu_stream_wait_event(beside ? l->device[d]->small : l->device[d]->stream,
                                                            l->device[__builtin_ctzll(rest)]->joined, 0));
}

/* Who copies something out of a device's memory. @param[out] copiers  [devices] */
static void find_copiers(const sl__cuda_together *l, uint64_t copiers[])
{
    for (int d = 0; d < l->devices; d++) {
        copiers[d] = 0;
        for (int e = 0; e < l->devices; e++)
            copiers[d] |= ((l->needs[e] | l->edges[e]) >> d & 1) << e;
    }
}

static gpu_error copy_from(const sl__cuda_together *l, const sl__cuda_device *device, int from,
                           const sl__edge_copy *copy, gpu_stream stream)
{
    const sl__cuda_device *other = l->device[from];
    if (other == device)
        return gpu_memcpy_async(copy->to, copy->from, copy->bytes, GPU_MEMCPY_DEVICE_TO_DEVICE, stream);
    struct sl__cuda_copy *watched =
        sl__watched() ? sl__cuda_copy_begin(SL__WAY_ACROSS, copy->from, copy->bytes, stream) : NULL;
    const gpu_error error =
        gpu_memcpy_peer_async(copy->to, device->number, copy->from, other->number, copy->bytes, stream);
    sl__cuda_copy_end(watched, stream);
    return error;
}

/* ---- parts ----------------------------------------------------------------------------------------------- */

static gpu_error replicate(sl__cuda_together *l, sl__cuda_device *device, int from, sl__cuda_replica *replica,
                           const struct sl__interface *there)
{
    if (sl__cuda_replica_is_current(replica, replica->view))
        return GPU_SUCCESS;
    replica->version = 0;
    gpu_error error = sl__cuda_replica_reserve(replica, there->span);
    const sl__edge_copy copy = {replica->data, (const void *)there->ptr, there->span};
    if (error == GPU_SUCCESS && copy.bytes > 0)
        error = copy_from(l, device, from, &copy, device->stream);
    if (error == GPU_SUCCESS)
        replica->version = sl__view_version(replica->view);
    return error;
}

/* Aims what a part reads whole at its device's copy. */
static gpu_error read_whole(sl__cuda_together *l, sl__part *part)
{
    sl__cuda_device *device = sl__cuda_part_device(l, part);
    sl__cuda_part *f = sl__cuda_part_of(part);
    gpu_error error = GPU_SUCCESS;
    for (int u = 0, from; u < part->uses && error == GPU_SUCCESS; u++) {
        const sl__part_use *use = &part->use[u];
        if (use->part >= 0 || !is_copied(l, part, use, &from))
            continue;
        sl__cuda_replica *replica = sl__cuda_replica_of(device, f->piece[0].task.view[use->slot].view);
        error = replicate(l, device, from, replica, f->buffers[u]);
        for (int k = 0; k < f->pieces; k++)
            f->piece[k].views[use->slot].ptr = (uintptr_t)replica->data;
    }
    return error;
}

/* Copies the edges that a part reads. @param[in] beside  1: those that come from other devices while its inside runs,
 * on the stream beside; 0: the others */
static gpu_error read_edges(sl__cuda_together *l, sl__part *part, int beside)
{
    const sl__cuda_device *device = sl__cuda_part_device(l, part);
    sl__cuda_part *f = sl__cuda_part_of(part);
    gpu_error error = GPU_SUCCESS;
    sl__edge_copy copy;
    for (int u = 0, from; u < part->uses && error == GPU_SUCCESS; u++) {
        if (!sl__part_edge(part, u, f->buffers, f->piece[0].pointers, 0, &copy))
            continue;
        const int travels = is_copied(l, part, &part->use[u], &from) && f->pieces > 1;
        if (travels == beside)
            error = copy_from(l, device, from, &copy, beside ? device->small : device->stream);
    }
    return error;
}

/* What a part needs before it is launched. */
static void prepare_part(sl__cuda_together *l, sl__part *part)
{
    sl__part_piece piece[SL__PART_PIECES];
    sl__cuda_part *f = sl__cuda_part_of(part);
    f->failure = sl__part_begin(part);
    const int pieces = f->failure == NULL ? sl__split_pieces(part, piece) : 0;
    f->pieces = pieces > 0 ? pieces : 1;
    for (int u = 0; u < part->uses; u++)
        f->buffers[u] = l->buffers[part->use[u].buffer];
    for (int k = 0; k < f->pieces; k++) {
        sl__cuda_piece *one = &f->piece[k];
        one->flight = NULL;
        sl__part_stand_in(part, pieces > 0 ? &piece[k] : NULL, f->buffers, &one->task, one->views, one->pointers);
    }
    for (int u = 0; u < part->uses && sl__watched(); u++)
        if (part->use[u].stretch == SL__STRETCH_PART)
            sl__trace_place((const void *)((const struct sl__interface *)f->buffers[u])->ptr,
                            f->piece[0].task.view[part->use[u].slot].view->label);
}

static void copy_for_part(sl__cuda_together *l, sl__part *part)
{
    if (sl__cuda_part_of(part)->failure != NULL)
        return;
    sl__cuda_together_note(l, read_whole(l, part));
    sl__cuda_together_note(l, read_edges(l, part, 0));
}

static void copy_beside(sl__cuda_together *l, sl__part *part)
{
    if (sl__cuda_part_of(part)->failure == NULL)
        sl__cuda_together_note(l, read_edges(l, part, 1));
}

sl__failure *sl__cuda_together_failure(const sl__split_loop *call, gpu_error error)
{
    (void)gpu_get_last_error();
    return sl__failure_new(call->task->at, error == GPU_ERROR_MEMORY_ALLOCATION ? SL_ERR_MEMORY : SL_ERR_DEVICE,
                           "task \"%s\": expected CUDA to bring its parts what they read of each other, got %s",
                           call->task->label, gpu_get_error_string(error));
}

/* @param[in] first, end  which of its pieces */
static void launch_pieces(sl__cuda_together *l, sl__part *part, int first, int end)
{
    sl__cuda_part *f = sl__cuda_part_of(part);
    if (f->failure == NULL && l->error != GPU_SUCCESS) {
        f->failure = sl__cuda_together_failure(l->call, l->error);
        f->own = 1;
    }
    for (int k = first; k < end && f->failure == NULL; k++) {
        f->own = 1;
        f->piece[k].flight = sl__cuda_launch_with_lock(sl__cuda_part_device(l, part), &f->piece[k].task,
                                                       f->piece[k].pointers, &f->failure);
    }
    f->launched = f->failure == NULL;
}

static void launch_inside(sl__cuda_together *l, sl__part *part)
{
    launch_pieces(l, part, 0, 1);
}

static void launch_rest(sl__cuda_together *l, sl__part *part)
{
    launch_pieces(l, part, 1, sl__cuda_part_of(part)->pieces);
}

/* Calls a function for each part, in the context of its device. */
static void for_each_part(sl__cuda_together *l, void (*function)(sl__cuda_together *l, sl__part *part))
{
    const sl__cuda_device *before = NULL;
    for (int p = 0; p < l->call->started; p++) {
        sl__cuda_device *device = sl__cuda_part_device(l, &l->call->part[p]);
        if (device != before)
            (void)gpu_set_device(device->number);
        function(l, &l->call->part[p]);
        before = device;
    }
}

/* Streams beside those of the devices copy edges behind what was launched, while the insides of parts run. */
static void copy_edges_beside(sl__cuda_together *l)
{
    uint64_t own[SL__PORTIONS_MOST];
    for (int d = 0; d < l->devices; d++)
        own[d] = l->edges[d] != 0 ? l->edges[d] | UINT64_C(1) << d : 0;
    sl__cuda_together_wait(l, own, 1);
    for_each_part(l, copy_beside);
    for (int d = 0; d < l->devices; d++)
        if (l->edges[d] != 0)
            sl__cuda_together_note(l, gpu_event_record(l->device[d]->copied, l->device[d]->small));
        else if (l->needs[d] != 0)
            sl__cuda_together_note(l, gpu_event_record(l->device[d]->copied, l->device[d]->stream));
}

/* Has devices wait for the copies that some have made. @param[in] of  [devices] for each of which */
static void await_copies(sl__cuda_together *l, const uint64_t of[])
{
    for (int d = 0; d < l->devices; d++)
        for (uint64_t rest = of[d]; rest != 0; rest &= rest - 1)
            sl__cuda_together_note(
                l, gpu_stream_wait_event(l->device[d]->stream, l->device[__builtin_ctzll(rest)]->copied, 0));
}

/* ---- the task -------------------------------------------------------------------------------------------- */

/* @return 0 without memory. */
static int make_flights(sl__split_loop *call)
{
    const size_t bytes = (sizeof(sl__cuda_part) + 63) / 64 * 64;
    int made = 0;
    while (made < call->started && (call->part[made].flight = aligned_alloc(64, bytes)) != NULL) {
        sl__cuda_part *f = sl__cuda_part_of(&call->part[made++]);
        f->failure = NULL;
        f->own = f->launched = f->pieces = 0;
    }
    for (int p = 0; made < call->started && p < made; p++)
        free(call->part[p].flight);
    return made == call->started;
}

/* With all devices locked. */
static void launch_all(sl__cuda_together *l)
{
    uint64_t copiers[SL__PORTIONS_MOST], own[SL__PORTIONS_MOST];
    sl__split_loop *call = l->call;
    const int at_once = !sl__split_writes_around(&call->plan);
    for (int p = 0; p < call->started; p++)
        prepare_part(l, &call->part[p]);
    sl__cuda_together_note(l, sl__cuda_together_reserve(l));
    find_copied(l);
    find_copiers(l, copiers);
    for (int d = 0; d < l->devices; d++)
        own[d] = l->edges[d] != 0 ? UINT64_C(1) << d : 0;
    sl__cuda_together_wait(l, l->needs, 0);
    for_each_part(l, copy_for_part);
    copy_edges_beside(l);
    if (!at_once)
        await_copies(l, copiers);
    for_each_part(l, launch_inside);
    await_copies(l, own);
    for_each_part(l, launch_rest);
    if (at_once)
        await_copies(l, copiers);
    if (call->joins)
        sl__cuda_together_join(l);
}

/* Results of reductions are for the host, where no device joins them: it reads them when StarPU says that all parts
 * have ended. */
static int together_leaves(const sl__cuda_together *l)
{
    sl__split_loop *call = l->call;
    const sl__launched what = {.mark = together_mark,
                               .passed = together_passed_early,
                               .arg = call,
                               .seconds = sl__part_device_seconds(&call->part[0]),
                               .few = SL__LAUNCHED_PARTS};
    atomic_store(&call->passing, l->devices);
    return sl__cuda_all_launched(l) && sl__cuda_part_of(&call->part[0])->failure == NULL &&
           (call->joins || !sl__kernel_reduces(call->task->state)) &&
           sl__early_completion_add(l->device, l->devices, &what);
}

static void run_together_run(void *buffers[], void *arg)
{
    SL__RUN();
    sl__cuda_together l = {.call = arg, .buffers = buffers, .error = GPU_SUCCESS};
    sl__progress_started();
    const int number = starpu_worker_get_devid(starpu_worker_get_id());
    sl__failure *failure = find_devices(&l);
    if (failure == NULL && !make_flights(l.call))
        failure = sl__failure_new(l.call->task->at, SL_ERR_MEMORY,
                                  "task \"%s\": expected memory for its parts, got none", l.call->task->label);
    if (failure != NULL) {
        (void)gpu_set_device(number);
        sl__parts_end(l.call, failure, 1);
        return;
    }
    locked(&l, pthread_mutex_lock);
    launch_all(&l);
    sl_view *result[SL__TASK_VIEWS];
    const int results =
        l.replicates ? sl__cuda_together_results(l.call, result) : 0; /* the call may be gone when it has left */
    if (!together_leaves(&l))
        sl__cuda_set_epilogue(l.device, l.devices, together_passed, l.call);
    else
        sl__cuda_together_know(&l, result, results);
    locked(&l, pthread_mutex_unlock);
    (void)gpu_set_device(number);
    for (int d = 0; d < l.devices; d++)
        sl__early_completion_finish(l.device[d], INT_MAX);
}

void sl__cuda_together_codelet(struct starpu_codelet *codelet)
{
    sl__cuda_codelet(codelet, run_together_run);
}
