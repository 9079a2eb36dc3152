/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies between host memory in layout right and device memory in layout left. A piece at a time crosses the bus as it
 * lies on the host; the device turns it between a room of its own and the view. */
#include <pthread.h>

#include <starloop/kernel/convert.h>

#include "data/interface.h"
#include "data/layout.h"
#include "exec/cuda/auto_layout.h"
#include "exec/cuda/cuda.h"
#include "exec/cuda/measured.h"

/* One for a device and a direction. Guarded by the lock while pieces are handed to a stream; then the stream's order
 * protects it. A synchronous copy keeps the lock to its end. */
typedef struct convert_room {
    char *data;
    size_t bytes;
    gpu_stream stream; /* on which it was used last */
    int used;
} convert_room;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static convert_room rooms[STARPU_MAXCUDADEVS][2];

/* A copy. */
typedef struct convert_job {
    const struct sl__interface *itf; /* extents and size of elements */
    sl_index right[SL_MAX_RANK], left[SL_MAX_RANK];
    char *host, *device, *room;
    int out;
    gpu_stream stream;
} convert_job;

static gpu_error room_for(convert_room *room, size_t bytes, gpu_stream stream)
{
    gpu_error error = GPU_SUCCESS;
    if (room->used && room->stream != stream)
        error = gpu_stream_synchronize(room->stream);
    if (error == GPU_SUCCESS && room->bytes < bytes) {
        gpu_free(room->data); /* waits for what uses it */
        *room = (convert_room){NULL};
        error = gpu_malloc((void **)&room->data, bytes);
        room->bytes = error == GPU_SUCCESS ? bytes : 0;
    }
    room->used = 1;
    room->stream = stream;
    return error;
}

/* The largest unit that a conversion knows and elements consist of. */
static int convert_unit(size_t elem)
{
    return elem % 8 == 0 ? 8 : elem % 4 == 0 ? 4 : elem % 2 == 0 ? 2 : 1;
}

/* The dimension with the smallest stride among those of several indices; @p from: where to begin to look. */
static int fast_dimension(const sl_index n[], int from, int step, int rank)
{
    int d = from;
    while (n[d] == 1 && d + step >= 0 && d + step < rank)
        d += step;
    return d;
}

/* Copies `count` indices of dimension d from index i on, and all of the dimensions behind it.
 * @param[in] at  elements from the first one, where the piece begins: on the host, on the device */
static gpu_error convert_piece(const convert_job *job, int d, sl_index count, const sl_index at[2])
{
    const struct sl__interface *itf = job->itf;
    const size_t bytes = (size_t)(count * job->right[d]) * itf->elem;
    char *host = job->host + (size_t)at[0] * itf->elem, *device = job->device + (size_t)at[1] * itf->elem;
    sl__conversion c = {.from_ = job->out ? device : job->room,
                        .to_ = job->out ? job->room : device,
                        .unit_ = convert_unit(itf->elem),
                        .rank_ = itf->rank};
    gpu_error error = GPU_SUCCESS;
    c.units_ = (int)itf->elem / c.unit_;
    for (int e = 0; e < itf->rank; e++) {
        c.n_[e] = e < d ? 1 : e == d ? count : itf->n[e];
        c.from_s_[e] = job->out ? job->left[e] : job->right[e];
        c.to_s_[e] = job->out ? job->right[e] : job->left[e];
    }
    int right = fast_dimension(c.n_, itf->rank - 1, -1, itf->rank);
    const int left = fast_dimension(c.n_, 0, 1, itf->rank);
    if (right == left)
        right = (left + 1) % itf->rank;
    c.fast_from_ = job->out ? left : right;
    c.fast_to_ = job->out ? right : left;
    if (!job->out)
        error = gpu_memcpy_async(job->room, host, bytes, GPU_MEMCPY_HOST_TO_DEVICE, job->stream);
    if (error == GPU_SUCCESS)
        error = (gpu_error)sl__convert__cuda(&c, job->stream);
    if (error == GPU_SUCCESS && job->out)
        error = gpu_memcpy_async(host, job->room, bytes, GPU_MEMCPY_DEVICE_TO_HOST, job->stream);
    return error;
}

/* All of the dimensions from d on, in pieces that fit the room. */
static gpu_error convert_from(const convert_job *job, int d, sl_index host, sl_index device)
{
    const struct sl__interface *itf = job->itf;
    const size_t row = (size_t)job->right[d] * itf->elem;
    const int whole = row <= SL__CONVERT_PIECE || d == itf->rank - 1;
    const sl_index step = whole && row < SL__CONVERT_PIECE ? (sl_index)(SL__CONVERT_PIECE / row) : 1;
    gpu_error error = GPU_SUCCESS;
    for (sl_index i = 0; i < itf->n[d] && error == GPU_SUCCESS; i += step) {
        const sl_index at[2] = {host + i * job->right[d], device + i * job->left[d]};
        error = whole ? convert_piece(job, d, step < itf->n[d] - i ? step : itf->n[d] - i, at)
                      : convert_from(job, d + 1, at[0], at[1]);
    }
    return error;
}

gpu_error sl__cuda_convert(const struct sl__interface *itf, void *host, void *device, int number, int out,
                           gpu_stream stream, int waits)
{
    convert_job job = {.itf = itf, .host = host, .device = device, .out = out, .stream = stream};
    convert_room *room = &rooms[number][out != 0];
    sl_index product = 1;
    for (int d = itf->rank - 1; d >= 0; d--) {
        job.right[d] = product;
        product *= itf->n[d];
    }
    sl__layout_left(itf->rank, itf->n, job.left);
    pthread_mutex_lock(&lock);
    const size_t most = itf->elem > SL__CONVERT_PIECE ? itf->elem : SL__CONVERT_PIECE;
    gpu_error error = room_for(room, itf->span < most ? itf->span : most, stream);
    job.room = room->data;
    if (error == GPU_SUCCESS)
        error = convert_from(&job, 0, 0, 0);
    if (waits) {
        const gpu_error ended = gpu_stream_synchronize(stream);
        error = error == GPU_SUCCESS ? ended : error;
        room->used = 0;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

void sl__cuda_convert_end(void)
{
    pthread_mutex_lock(&lock);
    for (int number = 0; number < STARPU_MAXCUDADEVS; number++)
        for (int out = 0; out < 2; out++) {
            gpu_free(rooms[number][out].data);
            rooms[number][out] = (convert_room){NULL};
        }
    pthread_mutex_unlock(&lock);
}
