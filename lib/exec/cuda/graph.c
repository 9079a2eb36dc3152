/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions as CUDA graphs: one kernel node a loop, in the order that graph_order.c finds. A graph is built at the first
 * run of a region's task on a device, and then launched as it is while buffers and scalars stay the same; where they
 * change, the nodes that they concern are changed. It is built anew where a launch gets another shape.
 *
 * Only a run that writes has a graph. Two such runs of a region write the same views, so one has ended before the other
 * begins, unless they share a StarPU task, or the first was completed early, in which case none of its loops may fail:
 * a graph's records and its word for failures are one task's at a time.
 *
 * The numbers under which a graph's loops publish their results (data/mailbox.h) differ from run to run by what a
 * word on the device counts: the last of these loops adds to it. Where runs were launched in another way meanwhile, it
 * is set before a launch.
 *
 * What a graph's loops take is not what they would one by one, so a graph is timed as a whole, now and then, by two
 * events. Its next launch looks at them, who places its next run, or who frees it. */
#include "exec/cuda/graph.h"

#include <math.h>

#include "base/clock.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/launch.h"
#include "exec/cuda/measured.h"
#include "exec/cuda/state.h"
#include "task/place.h"
#include "task/seconds.h"

typedef sl__graph graph;

/* Shares the time of a launch out among its loops, by what they were expected to take, when the device has passed it.
 * One of which a loop has failed has done less. */
static void graph_note_time(sl__graphs *graphs, graph *g)
{
    float milliseconds = 0;
    double all = 0;
    if (!g->timed)
        return;
    if (gpu_event_elapsed_time(&milliseconds, g->begin, g->end) != GPU_SUCCESS) {
        (void)gpu_get_last_error(); /* not passed yet */
        return;
    }
    g->timed = 0;
    atomic_store_explicit(&graphs->timed, 0, memory_order_relaxed);
    const double seconds = fmax(1e-3 * milliseconds - g->idle, SL__GRAPH_LOOPS_SHARE * 1e-3 * milliseconds);
    for (int i = 0; i < g->count; i++)
        all += g->node[i].expected;
    for (const sl__graph_node *n = g->node; n < g->node + g->count && !g->failed_set; n++)
        if (n->times != NULL)
            sl__times_note(n->times, n->footprint, SL__BY_DEVICE, n->points, seconds * n->expected / all,
                           seconds * n->expected / all);
}

void sl__cuda_graphs_free(struct sl__graphs *graphs)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        graph *g = graphs->graph[w];
        if (g == NULL)
            continue;
        graph_note_time(graphs, g);
        sl__graph_leave(sl__cuda_device_of_worker(w), g);
        graphs->graph[w] = NULL;
    }
}

void sl__cuda_graphs_look(struct sl__graphs *graphs)
{
    const int worker = atomic_load_explicit(&graphs->timed, memory_order_relaxed) - 1;
    sl__cuda_device *device = worker >= 0 ? sl__cuda_device_of_worker(worker) : NULL;
    if (device == NULL || pthread_mutex_trylock(&device->launching) != 0)
        return;
    graph *g = graphs->graph[worker];
    if (g != NULL && g->failed == NULL) /* whether one has failed is not known before all has ended */
        graph_note_time(graphs, g);
    pthread_mutex_unlock(&device->launching);
}

/* Whether the graph is in flight with an earlier run, of this batch or of one that was completed early. Another thread
 * may be giving back the records of that, the last one last. */
static int flies(const graph *g)
{
    return sl__cuda_flight_flies(g->node[g->count - 1].flight);
}

/* The graph for a run, up to date; NULL when there cannot be one now. */
static graph *ready(sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run, void *buffers[])
{
    void **slot = &run->graphs->graph[device->worker];
    graph *g = *slot;
    const int changed = g != NULL && !g->stale ? sl__graph_change(g, device, batch, run, buffers, 0) : -1;
    if (changed >= 0) {
        atomic_fetch_add_explicit(&run->graphs->updates, changed, memory_order_relaxed);
        return g;
    }
    if (g != NULL && flies(g)) {
        g->stale = 1;
        return NULL;
    }
    if (g != NULL) { /* a later run than that of the records may be under way */
        (void)gpu_stream_synchronize(device->stream);
        graph_note_time(run->graphs, g);
        atomic_store_explicit(&run->graphs->timed, 0, memory_order_relaxed);
    }
    sl__graph_free(g);
    *slot = g = sl__graph_make(device, batch, run, buffers);
    if (g != NULL)
        atomic_fetch_add_explicit(&run->graphs->captures, 1, memory_order_relaxed);
    return g;
}

/* Puts the word for this run in front of its launch, if the last one has not left it there. */
static gpu_error set_word(graph *g, const sl__batch *batch, const sl__batch_run *run, gpu_stream stream)
{
    if (sl__graph_last_to_publish(batch, run) < 0)
        return GPU_SUCCESS;
    uint64_t before = g->word;
    g->word = run->word + SL__PUBLISH_RUN;
    return before == run->word
               ? GPU_SUCCESS
               : gpu_memcpy_async(g->run, &run->word, sizeof run->word, GPU_MEMCPY_HOST_TO_DEVICE, stream);
}

/* ---- what it takes --------------------------------------------------------------------------------------- */

/* Whether to time this launch. */
static int is_due(graph *g, const sl__batch *batch, const sl__batch_run *run)
{
    int due = ++g->launches % SL__GRAPH_TIMED == 0;
    for (int i = run->first; i < run->first + g->count && !due && g->timings < SL__GRAPH_TIMED_NEW; i++)
        due = sl__times_is_new(&batch->task[i]->state->times, batch->task[i]->footprint, SL__BY_DEVICE);
    return due && !g->timed;
}

/* Whose time it is. Of several calls that are alike one is noted. */
static void set_owners(graph *g, sl__task *const task[])
{
    for (int i = 0; i < g->count; i++) {
        sl__graph_node *n = &g->node[i];
        n->times = &task[i]->state->times;
        n->points = sl__task_points(task[i]);
        n->expected = sl__place_seconds(task[i], SL__ON_DEVICE);
        for (int k = 0; k < i && n->times != NULL; k++)
            if (g->node[k].times == n->times && g->node[k].footprint == n->footprint)
                n->times = NULL;
    }
}

/* Launches it between two events. A device that has nothing to do waits for the launch behind the first one: that is no
 * time of the loops. */
static gpu_error graph_timed_launch(graph *g, sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run)
{
    gpu_stream stream = device->stream;
    const int waits = gpu_stream_query(stream) == GPU_SUCCESS;
    (void)gpu_get_last_error(); /* it has something to do */
    if (!sl__cuda_event(&g->begin) || !sl__cuda_event(&g->end) || !sl__cuda_record(g->begin, stream))
        return gpu_graph_launch(g->exec, stream);
    const double begin = sl__clock_now();
    gpu_error error = gpu_graph_launch(g->exec, stream);
    g->idle =
        waits ? fmin(sl__clock_now() - begin, SL__GRAPH_LAUNCH) + SL__GRAPH_BETWEEN_FIRST : SL__GRAPH_BETWEEN_EVENTS;
    g->timings++;
    g->timed = error == GPU_SUCCESS && sl__cuda_record(g->end, stream);
    set_owners(g, batch->task + run->first);
    if (g->timed)
        atomic_store_explicit(&run->graphs->timed, device->worker + 1, memory_order_relaxed);
    return error;
}

int sl__cuda_graph_launch(sl__cuda_device *device, sl__batch *batch, const sl__batch_run *run, void *buffers[])
{
    gpu_stream stream = device->stream;
    graph *g = ready(device, batch, run, buffers);
    if (g == NULL)
        return 0;
    const int enters = !flies(g);
    for (int i = 0; enters && i < g->count; i++) {
        sl__cuda_flight_enter(g->node[i].flight, batch->task[run->first + i]);
        batch->flight[run->first + i] = g->node[i].flight;
    }
    graph_note_time(run->graphs, g);
    const int due = is_due(g, batch, run); /* counts it */
    gpu_error error = g->failed_set ? gpu_memset_async(g->failed, 0, sizeof *g->failed, stream) : GPU_SUCCESS;
    if (error == GPU_SUCCESS)
        error = set_word(g, batch, run, stream);
    if (error == GPU_SUCCESS)
        error = due ? graph_timed_launch(g, device, batch, run) : gpu_graph_launch(g->exec, stream);
    if (error == GPU_SUCCESS) {
        g->failed_set = 0;
        atomic_fetch_add_explicit(&run->graphs->replays, 1, memory_order_relaxed);
        return 1;
    }
    (void)gpu_get_last_error();
    g->word = SL__GRAPH_NO_RUN;
    for (int i = 0; enters && i < g->count; i++) {
        sl__cuda_flight_give(g->node[i].flight);
        batch->flight[run->first + i] = NULL;
    }
    return 0;
}

void sl__cuda_graph_failed(sl__graphs *graphs)
{
    const int worker = starpu_worker_get_id();
    graph *g = worker >= 0 ? graphs->graph[worker] : NULL; /* what may fail runs in workers only */
    if (g == NULL || g->failed == NULL)
        return;
    g->failed_set = 1;
    g->word = SL__GRAPH_NO_RUN; /* one that was skipped may have been to advance it */
}
