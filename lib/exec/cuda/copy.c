/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Copies of views between the memories of host and CUDA devices: the typed methods of the data interface.
 *
 * StarPU calls them in the thread of a CUDA worker, with the device set and the handle locked. After an asynchronous
 * one it records an event on the stream, and asks that event for the end. So everything that belongs to the copy goes
 * to the stream; -EAGAIN says that there is an event to be asked.
 *
 * On a device a copy of a view has its gaps to itself, and so it has in managed host memory: there the whole span may
 * be copied. The gaps of wrapped host memory are somebody else's: they are read, but never written.
 *
 * Views of SL_LAYOUT_AUTO are in layout left on devices: auto_layout.c turns them. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/measured.h"
#include "base/failure.h"
#include "data/interface.h"
#include "data/layout.h"
#include "data/pin.h"
#include "data/pool.h"
#include "data/view.h"
#include "data/wrapped.h"
#include "exec/cuda/auto_layout.h"
#include "exec/cuda/cuda.h"
#include "exec/cuda/early_completion.h"
#include "exec/cuda/small_copies.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/clock.h"
#include "exec/cuda/measured.h"

#define COPY_ROWS ((size_t)1 << 20) /* rows of one copy */

/* Where the bytes of a view's span go. */
typedef struct copy_job {
    char *to;
    const char *from;
    gpu_memcpy_kind kind;
    int to_device, from_device; /* they differ for a copy between devices */
    gpu_stream stream;
    int waits; /* a synchronous copy, on the calling thread's own stream: every thread has the same name for its own */
} copy_job;

/* One for a device: from where the host takes the elements of wrapped memory. Guarded by the lock while a copy is
 * handed to the stream; then the stream's order protects the buffer. A synchronous copy keeps the lock to its end. */
typedef struct copy_stage {
    char *data;
    gpu_stream stream; /* on which it was used last */
    int used;
} copy_stage;

static pthread_mutex_t stage_lock = PTHREAD_MUTEX_INITIALIZER;
static copy_stage stages[STARPU_MAXCUDADEVS];

/* A piece of a staged copy, for the thread that CUDA calls back. */
typedef struct copy_piece {
    sl__scatter *scatter; /* common to the pieces of a copy; freed by the last */
    void *to;
    const char *staged;
    size_t begin, end;
    int last;
} copy_piece;

/* ---- the ways ------------------------------------------------------------------------------------------------- */

static gpu_error copy_bytes(const copy_job *job, size_t offset, size_t bytes)
{
    char *to = job->to + offset;
    const char *from = job->from + offset;

    if (job->to_device != job->from_device)
        return gpu_memcpy_peer_async(to, job->to_device, from, job->from_device, bytes, job->stream);
    return gpu_memcpy_async(to, from, bytes, job->kind, job->stream);
}

/* Rows of a length at a constant step. CUDA's steps are 32 bits wide. */
static gpu_error copy_rows(const copy_job *job, size_t offset, size_t run, size_t rows, size_t step)
{
    gpu_error error = GPU_SUCCESS;

    if (step > INT_MAX || rows == 1) {
        for (size_t i = 0; i < rows && error == GPU_SUCCESS; i++)
            error = copy_bytes(job, offset + i * step, run);
        return error;
    }
    for (size_t i = 0; i < rows && error == GPU_SUCCESS; i += COPY_ROWS) {
        size_t some = rows - i < COPY_ROWS ? rows - i : COPY_ROWS, at = offset + i * step;
        error = gpu_memcpy2d_async(job->to + at, step, job->from + at, step, run, some, job->kind, job->stream);
    }
    return error;
}

static gpu_error copy_by_rows(const copy_job *job, const sl__runs *runs)
{
    int64_t index[SL_MAX_RANK] = {0};
    size_t offset = 0;
    gpu_error error;

    do
        error = runs->rank == 0 ? copy_bytes(job, offset, runs->run)
                                : copy_rows(job, offset, runs->run, (size_t)runs->n[0], runs->step[0]);
    while (error == GPU_SUCCESS && sl__runs_next(runs, 1, index, &offset));
    return error;
}

/* Called by CUDA when the piece has arrived, in the stream's order. */
static void GPU_CALLBACK piece_arrived(void *arg)
{
    copy_piece *piece = arg;

    sl__layout_scatter(piece->scatter, piece->to, piece->staged, piece->begin, piece->end);
    if (piece->last)
        free(piece->scatter);
    free(piece);
}

/* The device's buffer, ready to be used in the stream's order; NULL without memory. Under the lock. */
static copy_stage *stage_for(const copy_job *job)
{
    copy_stage *stage = &stages[job->from_device];

    if (!stage->data && !(stage->data = sl__cuda_pinned(SL__STAGE_BYTES)))
        return NULL;
    if (stage->used && stage->stream != job->stream && gpu_stream_synchronize(stage->stream) != GPU_SUCCESS)
        return NULL;
    stage->used = 1;
    stage->stream = job->stream;
    return stage;
}

static gpu_error stage_piece(const copy_job *job, const copy_stage *stage, sl__scatter *scatter, size_t begin,
                             size_t span)
{
    size_t end = span - begin < SL__STAGE_BYTES ? span : begin + SL__STAGE_BYTES;
    copy_piece *piece = malloc(sizeof *piece);
    gpu_error error;

    if (!piece)
        return GPU_ERROR_MEMORY_ALLOCATION;
    *piece = (copy_piece){scatter, job->to, stage->data, begin, end, end == span};
    error = gpu_memcpy_async(stage->data, job->from + begin, end - begin, job->kind, job->stream);
    if (error == GPU_SUCCESS)
        error = gpu_launch_host_func(job->stream, piece_arrived, piece);
    if (error != GPU_SUCCESS)
        free(piece);
    return error;
}

/* All pieces. When this fails none of them is on its way any more. */
static gpu_error stage_all(const copy_job *job, const copy_stage *stage, sl__scatter *scatter, size_t span)
{
    gpu_error error;
    size_t begin = 0;

    do {
        error = stage_piece(job, stage, scatter, begin, span);
        begin += SL__STAGE_BYTES;
    } while (error == GPU_SUCCESS && begin < span);
    if (error == GPU_SUCCESS)
        return error;
    (void)gpu_stream_synchronize(job->stream);
    (void)gpu_get_last_error();
    free(scatter);
    return error;
}

/* Copies the whole span piece by piece to a buffer, from which the host takes the elements.
 * Returns GPU_ERROR_MEMORY_ALLOCATION when that could not be begun. */
static gpu_error copy_staged(const copy_job *job, const sl__runs *runs, size_t span)
{
    sl__scatter *scatter = calloc(1, sizeof *scatter);
    copy_stage *stage;
    gpu_error error = GPU_ERROR_MEMORY_ALLOCATION;

    if (!scatter)
        return error;
    scatter->runs = *runs;
    pthread_mutex_lock(&stage_lock);
    stage = stage_for(job);
    if (!stage)
        free(scatter);
    else
        error = stage_all(job, stage, scatter, span);
    if (error == GPU_SUCCESS && job->waits) {
        error = gpu_stream_synchronize(job->stream);
        stage->used = error != GPU_SUCCESS;
    }
    pthread_mutex_unlock(&stage_lock);
    return error;
}

/* ---- one copy ------------------------------------------------------------------------------------------------- */

/* The view whose memory on the host a copy reads or writes; NULL: none, or not known. */
static const sl_view *copied_view(const copy_job *job)
{
    return job->kind == GPU_MEMCPY_HOST_TO_DEVICE   ? sl__pool_find(job->from)
           : job->kind == GPU_MEMCPY_DEVICE_TO_HOST ? sl__pool_find(job->to)
                                                    : NULL;
}

/* The copy could not be made, so what is to be read is not there: the program must hear of it. A thread of the
 * program's own copies in the call that it is in; a worker's copies may be for several calls. */
static void copy_failed(const copy_job *job, size_t bytes, gpu_error error)
{
    static const char *const names[] = {"host to host", "host to device", "device to host", "device to device"};
    const sl_view *view = copied_view(job);
    char note[SL__MADE_NOTE] = "";
    if (view != NULL)
        (void)sl__position_made(note, view->label, view->made_at);
    sl__failure *failure = sl__failure_new(
        (sl__at){.call = sl__position}, SL_ERR_CUDA, "a copy of %zu bytes%s%s%s from %s (device %d) failed: %s%s",
        bytes, view != NULL ? " of \"" : "", view != NULL ? view->label : "", view != NULL ? "\"" : "",
        names[(int)job->kind & 3], job->to_device, gpu_get_error_string(error), note);

    (void)gpu_get_last_error();
    sl__failure_report(failure, 0);
    sl__failure_release(failure);
}

static sl__way way_of(const copy_job *job)
{
    return job->kind == GPU_MEMCPY_HOST_TO_DEVICE   ? SL__WAY_IN
           : job->kind == GPU_MEMCPY_DEVICE_TO_HOST ? SL__WAY_OUT
                                                    : SL__WAY_ACROSS;
}

/* What a view is known by for profile, trace and tools: where the host's copy is, or the device's that is read. */
static const void *known_by(const copy_job *job)
{
    return job->kind == GPU_MEMCPY_DEVICE_TO_HOST ? job->to : job->from;
}

static struct sl__cuda_copy *copy_watched(const struct sl__interface *itf, const copy_job *job)
{
    return sl__cuda_copy_begin(way_of(job), known_by(job), (size_t)itf->count * itf->elem, job->stream);
}

/* The elements themselves. @param[in] itf  what is copied  @param[in] host  the host's side; NULL: there is none */
static gpu_error copy_elements(const struct sl__interface *itf, const copy_job *job, const sl__runs *runs, void *host)
{
    const int out = job->kind == GPU_MEMCPY_DEVICE_TO_HOST;
    sl__copy_way way = SL__COPY_SPAN;
    gpu_error error;

    if (host && itf->automatic)
        return sl__cuda_convert(itf, host, out ? (char *)(uintptr_t)job->from : job->to, job->from_device, out,
                                job->stream, job->waits);
    if (host && runs->rank > 0)
        way = sl__layout_copy_way(runs, itf->span, !out || !sl__wrapped_holds(host, 1), out);
    error = way == SL__COPY_STAGE ? copy_staged(job, runs, itf->span) : GPU_ERROR_MEMORY_ALLOCATION;
    if (way == SL__COPY_SPAN)
        error = copy_bytes(job, 0, itf->span);
    else if (error == GPU_ERROR_MEMORY_ALLOCATION)
        error = copy_by_rows(job, runs);
    return error;
}

/* The copy comes behind what was launched on its devices. */
static void copy_order(const copy_job *job)
{
    sl__early_completion_order(job->from_device, job->stream);
    if (job->to_device != job->from_device)
        sl__early_completion_order(job->to_device, job->stream);
    sl__cuda_small_order(job->stream);
}

static void enqueue(const struct sl__interface *itf, const copy_job *job, void *host)
{
    sl__runs runs = sl__layout_runs(itf->rank, itf->elem, itf->n, itf->s);
    gpu_error error;

    if (runs.run == 0)
        return;
    copy_order(job);
    if (host)
        sl__pin_copied(host, itf->span);
    struct sl__cuda_copy *timed = sl__watched() ? copy_watched(itf, job) : NULL;
    error = copy_elements(itf, job, &runs, host);
    sl__cuda_copy_end(timed, job->stream);
    if (error != GPU_SUCCESS)
        copy_failed(job, itf->span, error);
}

static void copy(const struct sl__interface *itf, const copy_job *job, void *host)
{
    const int notify = sl__tools_on();
    const uint64_t id = notify ? sl__watch.copy_begins(way_of(job), known_by(job), (size_t)itf->count * itf->elem) : 0;

    enqueue(itf, job, host);
    const gpu_error error = job->waits ? gpu_stream_synchronize(job->stream) : GPU_SUCCESS;
    if (error != GPU_SUCCESS)
        copy_failed(job, itf->span, error);
    if (notify)
        sl__watch.copy_ends(id);
}

/* What is small goes on a stream of its own: StarPU's, on which it looks for the end, stays as it is, and launches that
 * may use it wait for it. @return 0: it is to be copied as anything else. */
static int copy_leaves(const struct sl__interface *itf, const copy_job *asked)
{
    copy_job job = *asked;
    if (job.waits || sl__watched() || itf->span == 0 || itf->span > SL__SMALL_COPY ||
        !sl__cuda_small_leaves(job.from_device, job.to_device, &job.stream))
        return 0;
    gpu_error error = copy_bytes(&job, 0, itf->span);
    const gpu_error left = sl__cuda_small_left(job.from_device, job.to_device);
    if (error == GPU_SUCCESS)
        error = left;
    if (error != GPU_SUCCESS) {
        (void)gpu_stream_synchronize(job.stream);
        copy_failed(&job, itf->span, error);
    }
    return 1;
}

static void copy_in(const struct sl__interface *from, const struct sl__interface *to, unsigned node, gpu_stream stream,
                    int waits)
{
    int device = starpu_memory_node_get_devid(node);
    copy_job job = {(char *)to->ptr, (const char *)from->ptr, GPU_MEMCPY_HOST_TO_DEVICE, device, device, stream, waits};

    copy(from, &job, (void *)from->ptr);
}

static void copy_out(const struct sl__interface *from, const struct sl__interface *to, unsigned node, gpu_stream stream,
                     int waits)
{
    int device = starpu_memory_node_get_devid(node);
    copy_job job = {(char *)to->ptr, (const char *)from->ptr, GPU_MEMCPY_DEVICE_TO_HOST, device, device, stream, waits};

    copy(from, &job, (void *)to->ptr);
}

static void copy_across(const struct sl__interface *from, unsigned from_node, const struct sl__interface *to,
                        unsigned to_node, gpu_stream stream, int waits)
{
    copy_job job = {(char *)to->ptr,
                    (const char *)from->ptr,
                    GPU_MEMCPY_DEVICE_TO_DEVICE,
                    starpu_memory_node_get_devid(to_node),
                    starpu_memory_node_get_devid(from_node),
                    stream,
                    waits};

    if (!copy_leaves(from, &job))
        copy(from, &job, NULL);
}

/* ---- the methods ---------------------------------------------------------------------------------------------- */

static int in_async(void *src, unsigned src_node, void *dst, unsigned dst_node, gpu_stream stream)
{
    (void)src_node;
    copy_in(src, dst, dst_node, stream, 0);
    return -EAGAIN;
}

static int out_async(void *src, unsigned src_node, void *dst, unsigned dst_node, gpu_stream stream)
{
    (void)dst_node;
    copy_out(src, dst, src_node, stream, 0);
    return -EAGAIN;
}

static int across_async(void *src, unsigned src_node, void *dst, unsigned dst_node, gpu_stream stream)
{
    copy_across(src, src_node, dst, dst_node, stream, 0);
    return -EAGAIN;
}

/* The synchronous ones: the thread's own stream, which does not wait for others. */
static int in(void *src, unsigned src_node, void *dst, unsigned dst_node)
{
    (void)src_node;
    copy_in(src, dst, dst_node, GPU_STREAM_PER_THREAD, 1);
    return 0;
}

static int out(void *src, unsigned src_node, void *dst, unsigned dst_node)
{
    (void)dst_node;
    copy_out(src, dst, src_node, GPU_STREAM_PER_THREAD, 1);
    return 0;
}

static int across(void *src, unsigned src_node, void *dst, unsigned dst_node)
{
    copy_across(src, src_node, dst, dst_node, GPU_STREAM_PER_THREAD, 1);
    return 0;
}

void sl__cuda_copies(struct starpu_data_copy_methods *methods)
{
    methods->ram_to_cuda = in;
    methods->cuda_to_ram = out;
    methods->cuda_to_cuda = across;
    methods->ram_to_cuda_async = in_async;
    methods->cuda_to_ram_async = out_async;
    methods->cuda_to_cuda_async = across_async;
}

void sl__cuda_copies_end(void)
{
    pthread_mutex_lock(&stage_lock);
    for (int device = 0; device < STARPU_MAXCUDADEVS; device++) {
        sl__cuda_pinned_free(stages[device].data);
        stages[device] = (copy_stage){0};
    }
    pthread_mutex_unlock(&stage_lock);
    sl__cuda_convert_end();
    sl__cuda_copies_drawn();
}
