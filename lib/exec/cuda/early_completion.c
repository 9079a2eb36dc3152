/* SPDX-License-Identifier: BSD-3-Clause */
/* Short batches, and parts of loops, that StarPU takes for ended as soon as they are launched, so that it hands over
 * what depends on them while they run: the device need not wait for the host between two of them. This is right since
 *  - all launches of ours are on one stream of the device, in the order in which StarPU releases the tasks;
 *  - every copy of a view's from or to the device waits for what was launched before (sl__early_completion_order()),
 *  - what one device's launches do to the memory of another one is ahead of what comes next on that (together.c),
 *  - none of their loops may fail, and what they write is marked as there when they are launched;
 *  - nobody has a view's StarPU handle, who could use it on other streams.
 * The library's own tasks end when the device has passed them. Who waits asks for that (sl__cuda_poll()), and the
 * worker at its next task: as nobody else wants to know, no thread is needed for it. */
#include "exec/cuda/cuda.h"
#include "exec/cuda/early_completion.h"

#include "base/progress.h"
#include "data/starpu.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/measured.h"
#include "exec/cuda/state.h"

static _Atomic int launched; /* such as have not ended, on all devices */

/* Whether there is room for more, and nobody wants to see each end. */
static int may_leave(const sl__cuda_device *device, const sl__launched *what)
{
    return !sl__watched() && device->completion_count < SL__EARLY_COMPLETIONS &&
           (device->completion_count < what->few || device->completion_seconds + what->seconds <= SL__LAUNCHED_SECONDS);
}

/* The next free entry, with its event; NULL: there can be none. */
static sl__early_completion *next_entry(sl__cuda_device *device)
{
    sl__early_completion *e =
        &device->completion[(device->completion_first + device->completion_count) % SL__EARLY_COMPLETIONS];
    if (e->passed != NULL)
        return e;
    const int before = sl__cuda_enter(device);
    gpu_error error = gpu_event_create_with_flags(&e->passed, GPU_EVENT_DISABLE_TIMING);
    sl__cuda_leave(before);
    if (error == GPU_SUCCESS)
        return e;
    (void)gpu_get_last_error();
    e->passed = NULL;
    return NULL;
}

/* Whether launches may leave all of the devices, on which they are. With their locks. */
static int may_leave_all(sl__cuda_device *const devices[], int count, const sl__launched *what)
{
    for (int d = 0; d < count; d++)
        if (!may_leave(devices[d], what))
            return 0;
    what->mark(what->arg);
    for (int d = 0; d < count; d++)
        if (next_entry(devices[d]) == NULL)
            return 0;
    atomic_fetch_add(&launched, count); /* before the look: sl_view_starpu_handle() exposes a view first, looks then */
    if (sl__data_exposed() == 0)
        return 1;
    atomic_fetch_sub(&launched, count);
    return 0;
}

/* Enters them behind those that are there. From then on they may be anyone's. */
static void enter(sl__cuda_device *device, const sl__launched *what)
{
    sl__early_completion *e = next_entry(device);
    e->what = *what;
    e->behind = NULL;
    device->completion_seconds += what->seconds;
    device->completion_count++;
}

int sl__early_completion_add(sl__cuda_device *const devices[], int count, const sl__launched *what)
{
    for (int d = 0; d < count; d++)
        pthread_mutex_lock(&devices[d]->lock);
    const int leaves = may_leave_all(devices, count, what);
    if (leaves && what->entered != NULL)
        what->entered(what->arg);
    for (int d = 0; d < count && leaves; d++)
        enter(devices[d], what);
    for (int d = 0; d < count; d++)
        pthread_mutex_unlock(&devices[d]->lock);
    if (leaves)
        sl__progress_poll_needed();
    return leaves;
}

/* Puts an event behind all launches that have none yet: when somebody asks, for it takes a good part of a launch.
 * @return that behind the last one. With the lock. */
static gpu_event mark(sl__cuda_device *device)
{
    sl__early_completion *last =
        &device->completion[(device->completion_first + device->completion_count - 1) % SL__EARLY_COMPLETIONS];
    if (last->behind != NULL)
        return last->behind;
    if (gpu_event_record(last->passed, device->stream) != GPU_SUCCESS)
        (void)gpu_stream_synchronize(device->stream);
    for (int i = 0; i < device->completion_count; i++) {
        sl__early_completion *e = &device->completion[(device->completion_first + i) % SL__EARLY_COMPLETIONS];
        if (e->behind == NULL)
            e->behind = last->passed;
    }
    return last->behind;
}

/* The first of them, if the device has passed it. @return 0: it has not, or there is none. With the lock. */
static int passed(sl__cuda_device *device, sl__launched *what)
{
    sl__early_completion *e = &device->completion[device->completion_first];
    if (device->completion_count == 0)
        return 0;
    if (e->behind == NULL)
        (void)mark(device);
    if (gpu_event_query(e->behind) == GPU_ERROR_NOT_READY) {
        (void)gpu_get_last_error(); /* the thread may be the program's, and look for errors of its own */
        return 0;
    }
    device->completion_first = (device->completion_first + 1) % SL__EARLY_COMPLETIONS;
    device->completion_count--;
    device->completion_seconds = device->completion_count == 0 ? 0 : device->completion_seconds - e->what.seconds;
    *what = e->what;
    return 1;
}

int sl__early_completion_finish(sl__cuda_device *device, int most)
{
    for (int n = 0; n < most; n++) { /* one at a time: an end takes locks */
        pthread_mutex_lock(&device->lock);
        sl__launched what;
        const int ended = passed(device, &what);
        pthread_mutex_unlock(&device->lock);
        if (!ended)
            return n;
        what.passed(what.arg);
        atomic_fetch_sub(&launched, 1);
    }
    return most;
}

int sl__cuda_poll(int most)
{
    if (atomic_load(&launched) == 0)
        return 0;
    for (int w = 0; w < STARPU_NMAXWORKERS && most > 0; w++) {
        sl__cuda_device *device = sl__cuda_device_of_worker(w);
        if (device != NULL)
            most -= sl__early_completion_finish(device, most);
    }
    return atomic_load(&launched);
}

void sl__early_completion_settle(void)
{
    for (int w = 0; w < STARPU_NMAXWORKERS && atomic_load(&launched) > 0; w++) {
        sl__cuda_device *device = sl__cuda_device_of_worker(w);
        if (device != NULL && device->number >= 0)
            (void)gpu_stream_synchronize(device->stream);
    }
}

int sl__early_completion_count(sl__cuda_device *device, double *seconds)
{
    pthread_mutex_lock(&device->lock);
    int count = device->completion_count;
    *seconds = device->completion_seconds;
    pthread_mutex_unlock(&device->lock);
    return count;
}

void sl__early_completion_order(int number, gpu_stream stream)
{
    if (atomic_load(&launched) == 0)
        return;
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        sl__cuda_device *device = sl__cuda_device_of_worker(w);
        if (device == NULL || device->number != number)
            continue;
        pthread_mutex_lock(&device->lock);
        if (device->completion_count > 0)
            (void)gpu_stream_wait_event(stream, mark(device), 0);
        pthread_mutex_unlock(&device->lock);
    }
}

void sl__early_completion_free(sl__cuda_device *device)
{
    for (int i = 0; i < SL__EARLY_COMPLETIONS; i++)
        if (device->completion[i].passed != NULL)
            gpu_event_destroy(device->completion[i].passed);
}
