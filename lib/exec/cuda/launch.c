/* SPDX-License-Identifier: BSD-3-Clause */
/* From a task to a launch: arguments, geometry. */
#include <stdlib.h>
#include <string.h>

#include "data/interface.h"
#include "base/types.h"
#include "exec/cuda/cuda.h"
#include "exec/cuda/measured.h"
#include "exec/cuda/launch.h"
#include "exec/cuda/results.h"
#include "exec/cuda/scatter.h"
#include "exec/form.h"
#include "exec/nest_shape.h"
#include "exec/pack.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/space.h"
#include "task/split_nest.h"

enum { PACKED = 2048 /* bytes of packed arguments that need no allocation */ };

static sl__failure *cuda_failure(const sl__flight *flight, const char *what, gpu_error error)
{
    const unsigned *g = flight->grid, *b = flight->block;
    char who[SL__TASK_WHO];
    (void)gpu_get_last_error(); /* or the next call would report it again */
    return sl__failure_new(flight->task->at, error == GPU_ERROR_MEMORY_ALLOCATION ? SL_ERR_MEMORY : SL_ERR_CUDA,
                           "%s on CUDA device %d, grid (%u, %u, %u), block (%u, %u, %u): %s: %s",
                           sl__task_who(flight->task, who), flight->device->number, g[0], g[1], g[2], b[0], b[1], b[2],
                           what, gpu_get_error_string(error));
}

/* The device's limits with those of a kernel's functions, for which CUDA is asked once a device. */
static gpu_error limits_of(const sl__cuda_device *device, const sl__task *task, sl__launch_limits *limits)
{
    _Atomic unsigned short none = 0;
    _Atomic unsigned short *known = device->number < 32 ? &task->state->device_threads[device->number] : &none;
    *limits = device->limits;
    int threads = atomic_load_explicit(known, memory_order_relaxed);
    for (int c = 0; c < SL__DEVICE_FUNCTIONS && threads == 0; c++) {
        gpu_func_attributes attributes;
        if (task->kernel->cuda->function[c] == NULL)
            continue;
        gpu_error error = gpu_func_get_attributes(&attributes, task->kernel->cuda->function[c]);
        if (error != GPU_SUCCESS)
            return error;
        if (attributes.maxThreadsPerBlock < limits->threads)
            limits->threads = attributes.maxThreadsPerBlock;
    }
    if (threads != 0)
        limits->threads = threads;
    atomic_store_explicit(known, (unsigned short)limits->threads, memory_order_relaxed);
    return GPU_SUCCESS;
}

/* Lowers the grid as the policy says, which may change the function. */
static gpu_error limit_grid(const sl__task *task, const sl__launch_call *call, const sl__launch_limits *limits,
                            sl__launch *launch)
{
    const int stays = launch->reduces || launch->shared > 0;
    int fit = 0, threads = (int)(launch->block[0] * launch->block[1] * launch->block[2]);
    if (task->policy->occupancy.kind != SL__OCCUPANCY_DEFAULT || launch->copies || launch->box.slot_ > 0) {
        const void *function = task->kernel->cuda->function[stays ? launch->function : SL__DEVICE_WIDE];
        gpu_error error = gpu_occupancy_max_active_blocks_per_multiprocessor(&fit, function, threads, launch->shared);
        if (error != GPU_SUCCESS)
            return error;
    }
    sl__launch_limit(launch, sl__launch_most(task->policy, launch, limits, fit));
    if (launch->copies)
        sl__launch_limit(launch, sl__launch_most_copies(call, launch, limits, fit));
    if (launch->box.slot_ > 0)
        sl__launch_limit(launch, sl__launch_most_slots(launch, limits, fit, sl__device_room()));
    return GPU_SUCCESS;
}

/* Has so many blocks fit a multiprocessor as the policy says, by fewer threads. A reduction's blocks are what they are.
 */
static gpu_error fit_blocks(const sl__task *task, const sl__launch_call *call, const sl__launch_limits *limits,
                            sl__launch *launch)
{
    sl__launch_limits own = *limits;
    const int wanted = task->policy->min_blocks > 0 ? task->policy->min_blocks : launch->copies;
    for (int fit = 0; wanted > 0 && !launch->reduces;) {
        const int threads = (int)(launch->block[0] * launch->block[1] * launch->block[2]);
        gpu_error error = gpu_occupancy_max_active_blocks_per_multiprocessor(
            &fit, task->kernel->cuda->function[launch->function], threads, launch->shared);
        if (error != GPU_SUCCESS || fit >= wanted)
            return error;
        if (task->policy->block != 0 || threads <= SL__WARP)
            return GPU_ERROR_LAUNCH_OUT_OF_RESOURCES;
        own.threads = threads / 2;
        sl__launch_make(call, &own, launch);
    }
    return GPU_SUCCESS;
}

static sl_index array_length(const sl__arg_info *info, const void *packed)
{
    sl_index length; /* behind pointer and stride */
    memcpy(&length, (const char *)packed + info->offset + sizeof(void *) + sizeof length, sizeof length);
    return length;
}

/* What cannot be timed is launched all the same, so CUDA forgets its error. */
int sl__cuda_event(gpu_event *event)
{
    if (*event != NULL || gpu_event_create(event) == GPU_SUCCESS)
        return 1;
    *event = NULL;
    (void)gpu_get_last_error();
    return 0;
}

int sl__cuda_record(gpu_event event, gpu_stream stream)
{
    if (gpu_event_record(event, stream) == GPU_SUCCESS)
        return 1;
    (void)gpu_get_last_error();
    return 0;
}

/* Whether the kernel waits itself for what was launched before it, so that it may begin before that has ended, and
 * knows of clusters: code for compute capability 9.0 and up does. CUDA is asked once a device; all functions of a
 * kernel were compiled alike. */
int sl__cuda_overlaps(const sl__cuda_device *device, const sl__task *task, const void *function)
{
    const int d = device->number;
    if (d >= 32)
        return 0;
    uint64_t known = atomic_load_explicit(&task->state->overlaps, memory_order_relaxed);
    if (!(known >> d & 1)) {
        gpu_func_attributes attributes;
        const int waits = gpu_func_get_attributes(&attributes, function) == GPU_SUCCESS && attributes.ptxVersion >= 90;
        (void)gpu_get_last_error();
        known = (uint64_t)1 << d | (uint64_t)waits << (d + 32);
        atomic_fetch_or_explicit(&task->state->overlaps, known, memory_order_relaxed);
    }
    return (int)(known >> (d + 32) & 1);
}

/* A launch, or the planes of a nest one after another, each of which sees what those before it wrote. */
static gpu_error launch_planes(const sl__launch_call *call, sl__launch *launch, const gpu_launch_config *config,
                               const void *function, void *parameters[])
{
    gpu_launch_config one = *config;
    if (launch->planes == 0)
        return gpu_launch_kernel_ex_c(&one, function, parameters);
    gpu_error error = GPU_SUCCESS;
    for (int64_t plane = 0; plane < launch->planes && error == GPU_SUCCESS; plane++) {
        unsigned grid[3];
        sl__launch_plane(call, plane, launch, grid); /* the parameters point to the launch */
        one.gridDim = (dim3){grid[0], grid[1], grid[2]};
        error = gpu_launch_kernel_ex_c(&one, function, parameters);
    }
    return error;
}

static gpu_error launch_timed_launch(sl__flight *flight, const sl__launch_call *call, sl__launch *launch,
                                     void *parameters[])
{
    const void *function = flight->task->kernel->cuda->function[launch->function];
    const unsigned *g = launch->grid, *b = launch->block;
    gpu_stream stream = flight->device->stream;
    gpu_launch_attribute attribute[] = {
        {.id = GPU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, .val.programmaticStreamSerializationAllowed = 1},
        {.id = GPU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, .val.clusterDim = {launch->cluster, 1, 1}}};
    const int overlaps = sl__cuda_overlaps(flight->device, flight->task, function);
    const gpu_launch_config config = {.gridDim = {g[0], g[1], g[2]},
                                      .blockDim = {b[0], b[1], b[2]},
                                      .dynamicSmemBytes = launch->shared,
                                      .stream = stream,
                                      .attrs = attribute,
                                      .numAttrs = !overlaps             ? 0
                                                  : launch->cluster > 1 ? 2
                                                                        : 1};
    const sl__task *task = flight->task;
    if (flight->timed && sl__times_of(&task->state->times, task->footprint, SL__BY_DEVICE, 1) == 0) {
        gpu_func_attributes attributes; /* asking loads the code, which is no part of the loop's time */
        (void)gpu_func_get_attributes(&attributes, function);
    }
    flight->timed = flight->timed && sl__cuda_event(&flight->begin) && sl__cuda_event(&flight->end) &&
                    sl__cuda_record(flight->begin, stream);
    gpu_error error = launch_planes(call, launch, &config, function, parameters);
    flight->timed = flight->timed && sl__cuda_record(flight->end, stream);
    return error;
}

enum { WITHOUT_ASKING = 48 << 10 /* bytes of shared memory that every function may have */ };

static gpu_error shared_room(const sl__task *task, const sl__launch *launch)
{
    return launch->shared > WITHOUT_ASKING
               ? gpu_func_set_attribute(task->kernel->cuda->function[launch->function],
                                        GPU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_MEMORY_SIZE, (int)launch->shared)
               : GPU_SUCCESS;
}

/* Aims a launch at the device's scratch memory: what the blocks of teams have there, and the parts of results behind
 * it. Fewer blocks do, too, where there is not so much. */
static gpu_error aim_scratch(sl__flight *flight, void *buffers[], int scans, sl__launch *launch)
{
    const size_t slots = (size_t)launch->box.slot_ * launch->grid[0];
    gpu_error error = GPU_SUCCESS;
    if (launch->reduces)
        error = sl__cuda_aim_results(flight, buffers, scans, slots, launch);
    else if (slots > 0)
        error = sl__cuda_scratch(flight->device, slots);
    launch->box.slots_ = flight->device->scratch;
    if (error != GPU_ERROR_MEMORY_ALLOCATION || slots == 0 || launch->grid[0] == 1)
        return error;
    (void)gpu_get_last_error();
    sl__launch_limit(launch, launch->grid[0] / 2);
    return aim_scratch(flight, buffers, scans, launch);
}

/* Lays a launch out under the given limits, and aims it at its memory. */
static gpu_error launch_aim(sl__flight *flight, void *buffers[], const sl__launch_call *call,
                            const sl__launch_limits *limits, sl__launch *launch)
{
    sl__task *task = flight->task;
    sl__launch_make(call, limits, launch);
    gpu_error error = shared_room(task, launch);
    if (error == GPU_SUCCESS)
        error = fit_blocks(task, call, limits, launch);
    if (error == GPU_SUCCESS)
        error = limit_grid(task, call, limits, launch);
    if (error == GPU_SUCCESS)
        error = aim_scratch(flight, buffers, call->scan.count > 0, launch);
    launch->cluster = sl__launch_cluster(launch, limits);
    memcpy(flight->grid, launch->grid, sizeof flight->grid);
    memcpy(flight->block, launch->block, sizeof flight->block);
    if (error != GPU_SUCCESS)
        return error;
    sl__task_places(task, buffers, launch->box.places_);
    for (int d = 0; d < task->space.rank && sl__task_awaits_ends(task); d++)
        if (sl__space_ends_in_view(&task->space, d))
            launch->box.places_[d] = sl__space_stride_places(call->space, d);
    launch->box.shift_ = sl__form_of(task->kernel)->nests ? sl__split_nest_before(task) : sl__space_shift(&task->space);
    launch->box.fault_ = &flight->pinned->fault;
    launch->box.failed_ = flight->depends ? flight->failed : NULL;
    launch->box.depends_ = flight->depends;
    flight->pinned->fault.failed_ = flight->failed;
    flight->pinned->fault.bit_ = flight->bit;
    return GPU_SUCCESS;
}

/* Puts packed arguments that are too large for a launch's parameters into the flight's device memory, in the order of
 * the stream: behind what was launched with those before. CUDA copies from pageable memory before it returns. */
static gpu_error put_arguments(sl__flight *flight, const unsigned char *packed)
{
    const size_t bytes = flight->task->kernel->args_size;
    gpu_error error = GPU_SUCCESS;
    if (!flight->task->kernel->cuda->by_pointer)
        return GPU_SUCCESS;
    if (flight->arguments_bytes < bytes) {
        gpu_free(flight->arguments); /* waits for the launches that use it */
        flight->arguments = NULL;
        flight->arguments_bytes = 0;
        error = gpu_malloc(&flight->arguments, bytes);
        if (error == GPU_SUCCESS)
            flight->arguments_bytes = bytes;
    }
    if (error == GPU_SUCCESS)
        error = gpu_memcpy_async(flight->arguments, packed, bytes, GPU_MEMCPY_HOST_TO_DEVICE, flight->device->stream);
    return error;
}

void *sl__cuda_first_parameter(sl__flight *flight, const sl__task *task, void *packed)
{
    return task->kernel->cuda->by_pointer ? &flight->arguments : packed;
}

/* Where the views have no unit stride in common, or the loops are not in the order of it. */
static int launch_is_slow(const sl__launch *launch, const sl__launch_call *call)
{
    if (call->scan.count > 0 && call->scan.function >= 0)
        return 0;
    return launch->function == SL__CASE_ANY || (launch->function == SL__DEVICE_WIDE && call->layouts.all == 0);
}

/* One attempt, under the given limits. */
static gpu_error attempt(sl__flight *flight, void *buffers[], void *packed, const sl__launch_call *call,
                         const sl__launch_limits *limits)
{
    sl__launch launch;
    gpu_error error = launch_aim(flight, buffers, call, limits, &launch);
    void *parameters[] = {sl__cuda_first_parameter(flight, flight->task, packed), &launch.box, &launch.reduction};
    if (error != GPU_SUCCESS)
        return error;
    error = launch_timed_launch(flight, call, &launch, parameters);
    if (sl__watched() && error == GPU_SUCCESS && launch_is_slow(&launch, call))
        sl__profile_slow(flight->task, SL__ON_DEVICE);
    return error;
}

/* The sizes of a nest's tiles, by the numbers of arguments. */
static void read_sizes(const sl__task *task, int64_t sizes[])
{
    const struct sl__nest_launch *nest = task->kernel->nest_;
    for (int l = 0; l < nest->levels_; l++)
        if (nest->level_[l].size_ < 0) {
            const int i = (int)(-1 - nest->level_[l].size_);
            const sl__parameter *p = &task->state->parameter[i];
            sizes[i] = sl__type_integer(p->type, task->scalars + p->scalar);
        }
}

/* Threads of a block of a nest that is to fill the device best, the largest such block; 0: it says nothing of that. */
static int best_threads(const sl__task *task)
{
    int best = 0, most = 0, fit = 0;
    const void *function = task->kernel->cuda->function[SL__CASE_ANY];
    for (int threads = SL__BLOCK_THREADS; threads >= 32 && task->kernel->nest_->occupancy_; threads /= 2) {
        if (gpu_occupancy_max_active_blocks_per_multiprocessor(&fit, function, threads, 0) != GPU_SUCCESS)
            (void)gpu_get_last_error();
        else if (fit * threads > most) {
            most = fit * threads;
            best = threads;
        }
    }
    return best;
}

/* What a launch is made from; packs the arguments. @param[out] sizes  [SL_MAX_ARGS] of a nest's tiles */
static sl__launch_call call_of(const sl__task *task, void *buffers[], unsigned char *packed, int64_t sizes[])
{
    sl__launch_call call = {.policy = task->policy,
                            .space = &task->space,
                            .whole = task->whole,
                            .across = task->stands_for != NULL && task->stands_for->call->plan.spread != NULL,
                            .before = task->whole != NULL ? task->before[0] : 0,
                            .layouts = sl__task_pack(task, buffers, packed),
                            .reductions = task->state->reductions,
                            .turns = task->kernel->cuda->turns,
                            .bound = task->kernel->cuda->threads,
                            .own = task->state->own,
                            .nest = task->kernel->nest_,
                            .form = task->kernel->form,
                            .checked = task->kernel->bounds_checked,
                            .sizes = sizes};
    if (sl__form_of(task->kernel)->teams) {
        call.scratch = ((const struct sl__team_head *)(const void *)packed)->scratch_;
        call.results = sl__launch_team_results(task->kernel);
    }
    if (call.nest != NULL) {
        read_sizes(task, sizes);
        call.threads = best_threads(task);
    }
    for (int i = 0; i < task->kernel->nargs && task->state->arrays > 0; i++)
        if (sl__joins_of(task->kernel->args[i].kind) == SL__JOINS_RESULTS) {
            const sl_index length = array_length(&task->kernel->args[i], packed);
            call.elements += length;
            call.bytes += (size_t)length * task->kernel->args[i].size;
        }
    if (task->state->arrays > 0 && call.bytes == 0) /* arrays without elements */
        call.bytes = 1;
    sl__scan_tiles_make(task->kernel, &task->space, task->whole, packed, &call.scan);
    return call;
}

sl__failure *sl__cuda_aim(sl__flight *flight, void *buffers[], unsigned char *packed, sl__launch *launch)
{
    sl__task *task = flight->task;
    sl__launch_limits limits;
    int64_t sizes[SL_MAX_ARGS];
    sl__launch_call call = call_of(task, buffers, packed, sizes);
    sl__failure *failure = sl__cuda_scatter_choose(flight, buffers, &call);
    if (failure != NULL)
        return failure;
    gpu_error error = limits_of(flight->device, task, &limits);
    if (error == GPU_SUCCESS)
        error = launch_aim(flight, buffers, &call, &limits, launch);
    if (error == GPU_SUCCESS)
        error = put_arguments(flight, packed);
    return error == GPU_SUCCESS ? NULL : cuda_failure(flight, "expected CUDA to lay it out", error);
}

/* Tries again after a refusal. A body with many registers may allow fewer threads than the device: to ask takes longer
 * than a launch. Where others use the device, too, or it is a slice of one, there may be no room for a cluster: then
 * there are none from now on. */
static gpu_error insist(sl__flight *flight, void *buffers[], void *packed, const sl__launch_call *call, gpu_error error)
{
    sl__cuda_device *device = flight->device;
    sl__launch_limits limits = device->limits;
    if (call->reductions > 0 && limits.clusters) {
        (void)gpu_get_last_error();
        limits.clusters = 0;
        error = attempt(flight, buffers, packed, call, &limits);
        if (error == GPU_SUCCESS)
            device->limits.clusters = 0;
    }
    if (error != GPU_ERROR_LAUNCH_OUT_OF_RESOURCES)
        return error;
    (void)gpu_get_last_error();
    error = limits_of(device, flight->task, &limits);
    return error == GPU_SUCCESS ? attempt(flight, buffers, packed, call, &limits) : error;
}

/* Reads where the ranges of a product end, behind what was launched before, for the grid to go by them.
 * @param[out] known  the product with these */
static gpu_error read_ends(sl__flight *flight, void *buffers[], sl_space *known)
{
    const sl__task *task = flight->task;
    struct sl__places places[SL_MAX_RANK];
    int64_t there[SL_MAX_RANK] = {0};
    gpu_error error = GPU_SUCCESS;
    sl__task_places(task, buffers, places);
    for (int d = 0; d < task->space.rank && error == GPU_SUCCESS; d++)
        if (sl__space_ends_in_view(&task->space, d)) {
            const size_t size = places[d].wide_ ? sizeof(int64_t) : sizeof(int32_t);
            error = gpu_memcpy_async(&there[d], (const char *)places[d].list_ + (size_t)places[d].start_ * size, size,
                                     GPU_MEMCPY_DEVICE_TO_HOST, flight->device->stream);
        }
    if (error == GPU_SUCCESS)
        error = gpu_stream_synchronize(flight->device->stream);
    *known = task->space;
    for (int d = 0; d < task->space.rank && error == GPU_SUCCESS; d++)
        if (sl__space_ends_in_view(&task->space, d)) {
            const struct sl__places end = {.list_ = &there[d], .wide_ = places[d].wide_};
            sl__set_end(task, known, d, sl__space_end(&end), &flight->pinned->fault);
        }
    return error;
}

static sl__failure *launch_packed(sl__flight *flight, void *buffers[], unsigned char *packed)
{
    sl__task *task = flight->task;
    if (sl__form_exec_of(task->kernel)->launches_itself)
        return sl__cuda_call(flight, buffers, packed);
    int64_t sizes[SL_MAX_ARGS];
    sl_space known;
    sl__launch_call call = call_of(task, buffers, packed, sizes);
    sl__failure *failure = sl__cuda_scatter_choose(flight, buffers, &call);
    if (failure != NULL)
        return failure;
    const int awaits = sl__task_awaits_ends(task);
    gpu_error error = awaits ? read_ends(flight, buffers, &known) : GPU_SUCCESS;
    if (awaits)
        call.space = &known;
    if (error == GPU_SUCCESS)
        error = put_arguments(flight, packed);
    if (error != GPU_SUCCESS)
        return cuda_failure(flight, "expected CUDA to take its arguments", error);
    if (awaits && sl__kernel_points(task->kernel, &known) == 0 && !sl__kernel_reduces(task->state)) {
        flight->timed = 0; /* its ends left nothing to launch */
        return NULL;
    }
    error = attempt(flight, buffers, packed, &call, &flight->device->limits);
    if (error != GPU_SUCCESS)
        error = insist(flight, buffers, packed, &call, error);
    if (error == GPU_ERROR_LAUNCH_OUT_OF_RESOURCES && task->policy->min_blocks > 0)
        return cuda_failure(flight,
                            "expected as many such blocks to fit a multiprocessor as policy.min_blocks says; fewer "
                            "threads, or SL_LAUNCH_BOUNDS, make room",
                            error);
    if (error == GPU_ERROR_LAUNCH_OUT_OF_RESOURCES && sl__form_of(task->kernel)->teams)
        return cuda_failure(flight,
                            "expected policy.team x policy.vector threads to fit a block; fewer, or SL_LAUNCH_BOUNDS, "
                            "make room",
                            error);
    return error == GPU_SUCCESS ? NULL : cuda_failure(flight, "expected CUDA to launch it", error);
}

sl__failure *sl__cuda_launch(sl__flight *flight, void *buffers[])
{
    _Alignas(64) unsigned char small[PACKED];
    const sl__task *task = flight->task;
    size_t size = (task->kernel->args_size + 63) / 64 * 64;
    unsigned char *packed = size <= sizeof small ? small : aligned_alloc(64, size);
    if (packed == NULL)
        return sl__task_lacks(task, "memory for its arguments");
    sl__failure *failure = launch_packed(flight, buffers, packed);
    if (packed != small)
        free(packed);
    return failure;
}

/* None of its arguments is used, but a kernel that has them by pointer reads them: of the scratch memory, as good as
 * any. */
gpu_error sl__cuda_launch_join(sl__cuda_device *device, const sl_kernel *kernel, sl__device_box *box,
                               sl__device_reduction *r)
{
    unsigned char *packed = calloc(1, (kernel->args_size + 63) / 64 * 64);
    const int by_pointer = kernel->cuda->by_pointer;
    gpu_error error = by_pointer ? sl__cuda_scratch(device, kernel->args_size) : GPU_SUCCESS;
    void *there = device->scratch;
    void *parameters[] = {by_pointer ? (void *)&there : packed, box, r};
    gpu_launch_config config = {
        .gridDim = {2, 1, 1}, .blockDim = {2 * SL__DEVICE_LANES, 1, 1}, .stream = device->stream};
    if (packed == NULL)
        error = GPU_ERROR_MEMORY_ALLOCATION;
    if (error == GPU_SUCCESS)
        error = gpu_launch_kernel_ex_c(&config, kernel->cuda->function[SL__CASE_ANY], parameters);
    free(packed);
    return error;
}
