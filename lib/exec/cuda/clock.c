/* SPDX-License-Identifier: BSD-3-Clause */
/* When things happened on a device, by the clock of the host, for profile and trace.
 *
 * An event knows its time since another one only, as a float: so each device has an event whose time on the host is
 * known, and another one every two seconds, before a float's 24 bits are coarser than a fifth of a microsecond. */
#include <stdlib.h>
#include <string.h>

#include "data/interface.h"
#include "exec/cuda/clock.h"
#include "exec/cuda/cuda.h"
#include "exec/cuda/measured.h"
#include "task/arrows.h"

typedef struct device_clock {
    gpu_stream stream; /* with nothing else on it; NULL: not made yet */
    gpu_event mark, spare;
    int64_t at; /* the mark's time */
} device_clock;

/* A copy on its way. */
typedef struct sl__cuda_copy {
    struct sl__cuda_copy *next;
    gpu_event begin, end;
    const sl__transfers *name;
    sl__way way;
    size_t bytes;
    int device;
} copy;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all here */
static device_clock clocks[STARPU_MAXCUDADEVS];
static copy *idle[STARPU_MAXCUDADEVS];
static struct {
    copy *first, *last;
} moving[STARPU_MAXCUDADEVS];
static int64_t row_end[STARPU_MAXCUDADEVS][4]; /* what is drawn in a lane ends there */

/* ---- the clock: with the lock held ------------------------------------------------------------------------ */

/* Records events and waits for them; the one that took least is known best: it is taken for the middle. */
static int set(device_clock *c)
{
    int64_t least = INT64_MAX;
    for (int i = 0; i < SL__CLOCK_TRIES; i++) {
        int64_t before = sl__trace_now();
        if (gpu_event_record(c->spare, c->stream) != GPU_SUCCESS || gpu_event_synchronize(c->spare) != GPU_SUCCESS)
            return 0;
        int64_t took = sl__trace_now() - before;
        if (took >= least)
            continue;
        gpu_event better = c->spare;
        c->spare = c->mark;
        c->mark = better;
        c->at = before + took / 2;
        least = took;
    }
    return 1;
}

static int clock_make(device_clock *c)
{
    if (c->stream != NULL)
        return 1;
    if (c->mark == NULL && gpu_event_create(&c->mark) != GPU_SUCCESS)
        return 0;
    if (c->spare == NULL && gpu_event_create(&c->spare) != GPU_SUCCESS)
        return 0;
    if (gpu_stream_create_with_flags(&c->stream, GPU_STREAM_NON_BLOCKING) != GPU_SUCCESS)
        return 0;
    return set(c);
}

static int64_t time_of(int device, gpu_event event)
{
    float ms = 0;
    device_clock *c = &clocks[device];
    if (!clock_make(c) || gpu_event_elapsed_time(&ms, c->mark, event) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        return 0;
    }
    int64_t at = c->at + (int64_t)(1e6 * (double)ms);
    if (ms > SL__CLOCK_RENEW_MS && !set(c))
        (void)gpu_get_last_error();
    return at;
}

static int current_device(void)
{
    int device;
    if (gpu_get_device(&device) == GPU_SUCCESS && device >= 0 && device < STARPU_MAXCUDADEVS)
        return device;
    (void)gpu_get_last_error();
    return -1;
}

int64_t sl__cuda_time(gpu_event event)
{
    int device = current_device();
    if (device < 0)
        return 0;
    pthread_mutex_lock(&lock);
    int64_t at = time_of(device, event);
    pthread_mutex_unlock(&lock);
    return at;
}

/* What follows in a stream begins when what was before has ended, whatever the rounding says. */
static void straighten(int device, int lane, int64_t *begin, int64_t *end)
{
    int64_t *last = &row_end[device][lane];
    if (*begin < *last && *last - *begin < SL__CLOCK_SKEW_NS)
        *begin = *last;
    if (*end < *begin)
        *end = *begin;
    *last = *end;
}

/* ---- launches --------------------------------------------------------------------------------------------- */

void sl__cuda_places(const sl__task *task, void *buffers[])
{
    const sl__task_view *views = task->many != NULL ? task->many : task->view;
    for (int v = 0; v < task->views; v++)
        sl__trace_place((const void *)((const struct sl__interface *)buffers[v])->ptr, views[v].view->label);
}

void sl__cuda_flown(const sl__flight *flight)
{
    int64_t end = flight->timed ? sl__cuda_time(flight->end) : 0;
    float ms = 0;
    sl__span span = sl__trace_span_of(flight->task, SL__ON_DEVICE, 0);
    if (end == 0 || gpu_event_elapsed_time(&ms, flight->begin, flight->end) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        end = span.end; /* it ran, for how long nobody knows */
    }
    span.end = end;
    span.begin = end - (int64_t)(1e6 * (double)ms);
    pthread_mutex_lock(&lock);
    straighten(flight->device->number, SL__LANE_LOOPS, &span.begin, &span.end);
    pthread_mutex_unlock(&lock);
    sl__trace_span(&span);
    sl__trace_depends(flight->task, &span, &span, NULL);
}

/* ---- copies ----------------------------------------------------------------------------------------------- */

static int lane_of(sl__way way)
{
    return way == SL__WAY_IN ? SL__LANE_IN : way == SL__WAY_OUT ? SL__LANE_OUT : SL__LANE_ACROSS;
}

static void clock_draw(const copy *c)
{
    int worker = starpu_worker_get_by_devid(STARPU_CUDA_WORKER, c->device);
    int64_t end = time_of(c->device, c->end);
    float ms = 0;
    if (worker < 0 || end == 0 || gpu_event_elapsed_time(&ms, c->begin, c->end) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        return;
    }
    int64_t begin = end - (int64_t)(1e6 * (double)ms);
    straighten(c->device, lane_of(c->way), &begin, &end);
    sl__trace_copied(c->name, c->way, c->bytes, sl__trace_row(worker, lane_of(c->way)), begin, end);
}

/* Draws the copies of a device that are over; those of one way in their order. */
static void draw_moved(int device)
{
    copy *c;
    while ((c = moving[device].first) != NULL && gpu_event_query(c->end) == GPU_SUCCESS) {
        moving[device].first = c->next;
        clock_draw(c);
        c->next = idle[device];
        idle[device] = c;
    }
    (void)gpu_get_last_error(); /* the one that is not over yet */
}

static void free_copy(copy *c)
{
    if (c->begin != NULL)
        gpu_event_destroy(c->begin);
    if (c->end != NULL)
        gpu_event_destroy(c->end);
    free(c);
}

static copy *new_copy(int device)
{
    copy *c = idle[device];
    if (c != NULL) {
        idle[device] = c->next;
        return c;
    }
    c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->device = device;
    if (gpu_event_create(&c->begin) == GPU_SUCCESS && gpu_event_create(&c->end) == GPU_SUCCESS)
        return c;
    (void)gpu_get_last_error();
    free_copy(c);
    return NULL;
}

copy *sl__cuda_copy_begin(sl__way way, const void *data, size_t bytes, gpu_stream stream)
{
    const sl__transfers *name = sl__trace_copy(way, data, bytes);
    int device = sl__trace_on() ? current_device() : -1;
    if (device < 0)
        return NULL;
    pthread_mutex_lock(&lock);
    draw_moved(device);
    copy *c = new_copy(device);
    pthread_mutex_unlock(&lock);
    if (c == NULL)
        return NULL;
    c->name = name;
    c->way = way;
    c->bytes = bytes;
    if (gpu_event_record(c->begin, stream) == GPU_SUCCESS)
        return c;
    (void)gpu_get_last_error();
    free_copy(c);
    return NULL;
}

void sl__cuda_copy_end(copy *c, gpu_stream stream)
{
    if (c == NULL)
        return;
    if (gpu_event_record(c->end, stream) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        free_copy(c);
        return;
    }
    pthread_mutex_lock(&lock);
    c->next = NULL;
    if (moving[c->device].first == NULL)
        moving[c->device].first = c;
    else
        moving[c->device].last->next = c;
    moving[c->device].last = c;
    pthread_mutex_unlock(&lock);
}

static void free_device(int device)
{
    device_clock *c = &clocks[device];
    for (copy *m = moving[device].first; m != NULL; m = m->next)
        gpu_event_synchronize(m->end);
    draw_moved(device);
    while (idle[device] != NULL) {
        copy *next = idle[device]->next;
        free_copy(idle[device]);
        idle[device] = next;
    }
    if (c->mark != NULL)
        gpu_event_destroy(c->mark);
    if (c->spare != NULL)
        gpu_event_destroy(c->spare);
    if (c->stream != NULL)
        gpu_stream_destroy(c->stream);
    memset(c, 0, sizeof *c);
    memset(row_end[device], 0, sizeof row_end[device]);
}

void sl__cuda_copies_drawn(void)
{
    int before;
    if (gpu_get_device(&before) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        return;
    }
    pthread_mutex_lock(&lock);
    for (int device = 0; device < STARPU_MAXCUDADEVS; device++)
        if ((clocks[device].mark != NULL || moving[device].first != NULL || idle[device] != NULL) &&
            gpu_set_device(device) == GPU_SUCCESS)
            free_device(device);
    pthread_mutex_unlock(&lock);
    gpu_set_device(before);
    (void)gpu_get_last_error();
}
