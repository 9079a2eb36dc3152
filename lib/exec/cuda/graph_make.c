/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs are built, changed, and kept when their region is gone, for another one of the same loops: solvers that come
 * and go record the same ones each time, and to aim a graph at other views takes a fifth of building one. */
#include "exec/cuda/graph.h"
#include "exec/cuda/launch.h"
#include "exec/cuda/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/env.h"
#include "data/interface.h"
#include "exec/cuda/measured.h"
#include "exec/pack.h"

typedef sl__graph graph;
typedef sl__graph_node node;

void sl__graph_free(graph *g)
{
    if (g == NULL)
        return;
    for (int i = 0; g->node != NULL && i < g->count; i++) {
        if (g->node[i].flight != NULL)
            sl__cuda_flight_free(g->node[i].flight);
        free(g->node[i].packed);
        free(g->node[i].scalars);
    }
    if (g->begin != NULL)
        gpu_event_destroy(g->begin);
    if (g->end != NULL)
        gpu_event_destroy(g->end);
    if (g->exec != NULL)
        gpu_graph_exec_destroy(g->exec);
    if (g->graph != NULL)
        gpu_graph_destroy(g->graph);
    gpu_free(g->failed);
    gpu_free(g->run);
    gpu_free(g->loops);
    (void)gpu_get_last_error();
    free(g->copy);
    free(g->node);
    free(g);
}

/* Keeps a graph that no region has any more. Where there are many, the oldest is freed. */
static void keep(sl__cuda_device *device, graph *g)
{
    graph *oldest = NULL;
    int kept = 0;
    g->timed = 0;
    pthread_mutex_lock(&device->lock);
    g->next = device->spare;
    device->spare = g;
    for (graph **at = &device->spare; *at != NULL; at = &(*at)->next)
        if (++kept > SL__GRAPHS_KEPT) {
            oldest = *at;
            *at = NULL;
            break;
        }
    pthread_mutex_unlock(&device->lock);
    sl__graph_free(oldest);
}

void sl__graph_leave(sl__cuda_device *device, graph *g)
{
    if (device != NULL && g->failed == NULL && !g->stale)
        keep(device, g);
    else
        sl__graph_free(g);
}

int sl__cuda_spares_free(sl__cuda_device *device)
{
    int freed = 0;
    pthread_mutex_lock(&device->lock);
    graph *g = device->spare;
    device->spare = NULL;
    pthread_mutex_unlock(&device->lock);
    while (g != NULL) {
        graph *next = g->next;
        sl__graph_free(g);
        g = next;
        freed++;
    }
    return freed;
}

static size_t graph_rounded(size_t bytes)
{
    return bytes > 0 ? (bytes + 63) / 64 * 64 : 64;
}

/* Memory for a graph of a run's loops; NULL without. Where loops may fail, the run is all of the batch. */
static graph *new_graph(sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run)
{
    graph *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->count = run->count;
    g->node = calloc((size_t)g->count, sizeof *g->node);
    unsigned mask = sl__cuda_may_fail(batch);
    int complete = g->node != NULL && gpu_malloc((void **)&g->run, sizeof *g->run) == GPU_SUCCESS;
    if (complete && mask != 0)
        complete = gpu_malloc((void **)&g->failed, sizeof *g->failed) == GPU_SUCCESS;
    g->failed_set = g->failed != NULL; /* it was never cleared */
    g->word = SL__GRAPH_NO_RUN;
    for (int i = 0; complete && i < g->count; i++) {
        const int number = run->first + i;
        const sl__task *task = batch->task[number];
        node *n = &g->node[i];
        n->flight = sl__cuda_flight_new(device);
        n->packed = aligned_alloc(64, graph_rounded(task->kernel->args_size));
        n->scalars = malloc(graph_rounded(task->state->scalars));
        complete = n->flight != NULL && n->packed != NULL && n->scalars != NULL;
        if (complete) {
            memset(n->packed, 0, graph_rounded(task->kernel->args_size));
            n->flight->of_graph = 1;
            n->flight->failed = g->failed;
            n->flight->run = g->run;
            n->flight->depends = (unsigned)batch->depends[number] & mask;
            n->flight->bit = mask != 0 ? mask & 1u << number : 0;
        }
    }
    if (complete)
        return g;
    (void)gpu_get_last_error();
    sl__graph_free(g);
    return NULL;
}

/* ---- what a loop's node is to do ----------------------------------------------------------------------- */

int sl__graph_last_to_publish(const sl__batch *batch, const sl__batch_run *run)
{
    int i = run->count - 1;
    while (i >= 0 && batch->task[run->first + i]->publishes == 0)
        i--;
    return i;
}

/* Whether a node does what this run's loop is to do: recorded loops differ in buffers, scalars and what they publish.
 */
static int is_current(const graph *g, const sl__cuda_device *device, const node *n, const sl__task *task, void *own[])
{
    if (n->publishes != task->publishes || n->advances != n->flight->advances)
        return 0;
    for (int v = 0; v < task->views; v++)
        if (n->pointer[v] != ((struct sl__interface *)own[v])->ptr)
            return 0;
    return memcmp(n->scalars, task->scalars, task->state->scalars) == 0 &&
           ((task->state->reductions == 0 && n->launch.box.slot_ == 0) || g->scratch == device->scratch);
}

/* Aims a node at this run's buffers and scalars. @return 0 when that is not possible. */
static int graph_aim(node *n, sl__task *task, void *own[])
{
    n->flight->task = task;
    n->state = task->state;
    n->footprint = task->footprint;
    sl__failure *failure = sl__cuda_aim(n->flight, own, n->packed, &n->launch);
    if (failure != NULL) {
        sl__failure_release(failure); /* a launch of its own will say it again */
        return 0;
    }
    for (int v = 0; v < task->views; v++)
        n->pointer[v] = ((struct sl__interface *)own[v])->ptr;
    memcpy(n->scalars, task->scalars, task->state->scalars);
    n->publishes = task->publishes;
    n->advances = n->flight->advances;
    return 1;
}

static gpu_kernel_node_params parameters_of(const sl__task *task, const node *n, const sl__launch *launch,
                                            void *list[3])
{
    const unsigned *grid = launch->grid, *block = launch->block;
    list[0] = sl__cuda_first_parameter(n->flight, task, n->packed);
    list[1] = (void *)(uintptr_t)&launch->box;
    list[2] = (void *)(uintptr_t)&launch->reduction;
    return (gpu_kernel_node_params){
        .func = (void *)(uintptr_t)task->kernel->cuda->function[launch->function],
        .gridDim = {grid[0], grid[1], grid[2]},
        .blockDim = {block[0], block[1], block[2]},
        .sharedMemBytes = launch->shared,
        .kernelParams = list,
    };
}

/* Tells the nodes' records how this run's results are numbered. */
static void set_numbers(graph *g, const sl__batch *batch, const sl__batch_run *run)
{
    const int last = sl__graph_last_to_publish(batch, run);
    for (int i = 0; i < g->count; i++) {
        g->node[i].flight->word = run->word;
        g->node[i].flight->advances = i == last;
    }
}

/* ---- building and changing ----------------------------------------------------------------------------- */

/* A node behind those that it must wait for. It may begin while the one before in its lane ends where that is the only
 * one, its kernel waits for that itself, and the driver knows of such edges. */
static gpu_error add_edges(graph *g, const sl__cuda_device *device, const sl__task *task, const void *function, int i)
{
    const uint64_t after = g->order.after[i];
    const int behind = g->order.behind[i];
    gpu_error error = GPU_SUCCESS;
    if (behind >= 0 && after == UINT64_C(1) << behind && sl__cuda_overlaps(device, task, function)) {
        if (gpu_graph_add_edge(g->graph, &g->node[behind].node, &g->node[i].node, 1) == GPU_SUCCESS)
            return GPU_SUCCESS;
        (void)gpu_get_last_error();
    }
    for (uint64_t rest = after; rest != 0 && error == GPU_SUCCESS; rest &= rest - 1)
        error = gpu_graph_add_edge(g->graph, &g->node[__builtin_ctzll(rest)].node, &g->node[i].node, 0);
    return error;
}

/* Makes the CUDA blocks of a node a cluster, if they are to be one and its kernel knows of that. */
static gpu_error set_cluster(const sl__cuda_device *device, const sl__task *task, const node *n)
{
    const gpu_launch_attribute_value value = {.clusterDim = {n->launch.cluster, 1, 1}};
    if (n->launch.cluster == 1 || !sl__cuda_overlaps(device, task, task->kernel->cuda->function[n->launch.function]))
        return GPU_SUCCESS;
    return gpu_graph_kernel_node_set_attribute(n->node, GPU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value);
}

static gpu_error add_nodes(graph *g, const sl__cuda_device *device, sl__task *const task[])
{
    gpu_error error = gpu_graph_create(&g->graph, 0);
    for (int i = 0; i < g->count && error == GPU_SUCCESS; i++) {
        void *list[3];
        if (g->order.first[i] != i)
            continue;
        const sl__launch *launch = sl__graph_is_joint(g, i) ? &g->node[i].joint : &g->node[i].launch;
        gpu_kernel_node_params parameters = parameters_of(task[i], &g->node[i], launch, list);
        error = gpu_graph_add_kernel_node(&g->node[i].node, g->graph, NULL, 0, &parameters);
        if (error == GPU_SUCCESS)
            error = set_cluster(device, task[i], &g->node[i]);
        if (error == GPU_SUCCESS)
            error = add_edges(g, device, task[i], parameters.func, i);
    }
    if (error == GPU_SUCCESS)
        error = gpu_graph_instantiate(&g->exec, g->graph, 0);
    if (error == GPU_SUCCESS) /* or the first launch would do it, and take half as long again */
        error = gpu_graph_upload(g->exec, device->stream);
    return error;
}

/* The nodes in the order that they need; or one behind another, where CUDA refuses lanes. */
static int add_nodes_in_order(graph *g, const sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run)
{
    sl__task *const *task = batch->task + run->first;
    if (add_nodes(g, device, task) == GPU_SUCCESS)
        return 1;
    (void)gpu_get_last_error();
    if (g->order.lanes == 1)
        return 0;
    if (g->exec != NULL)
        gpu_graph_exec_destroy(g->exec);
    if (g->graph != NULL)
        gpu_graph_destroy(g->graph);
    g->exec = NULL;
    g->graph = NULL;
    sl__graph_order_make(&g->order, batch, run->first, run->count, 1, g->order.launches < g->order.count);
    return add_nodes(g, device, task) == GPU_SUCCESS;
}

/* A graph for this run; NULL when there cannot be one. */
static graph *build(sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run,
                    const sl__graph_order *order, void *buffers[])
{
    sl__task *const *task = batch->task + run->first;
    graph *g = new_graph(device, batch, run);
    int aimed = g != NULL;
    if (aimed) {
        g->order = *order;
        set_numbers(g, batch, run);
        aimed = sl__graph_joined_new(g, task);
    }
    for (int tries = 0; aimed && tries < 3; tries++) { /* the scratch memory may grow on the way */
        g->scratch = device->scratch;
        for (int i = 0; aimed && i < g->count; i++) {
            void *own[SL__TASK_VIEWS];
            sl__batch_buffers(batch, run->first + i, buffers, own);
            aimed = graph_aim(&g->node[i], task[i], own);
        }
        if (g->scratch == device->scratch)
            break;
    }
    for (int i = 0; aimed && i < g->count; i++)
        aimed = !sl__graph_is_joint(g, i) || sl__graph_join(g, device, task, i);
    if (aimed && g->scratch == device->scratch && add_nodes_in_order(g, device, batch, run))
        return g;
    (void)gpu_get_last_error();
    sl__graph_free(g);
    return NULL;
}

/* Of loops that share a launch none may fail: what they record would be that of the first one. */
static void find_order(const sl__batch *batch, const sl__batch_run *run, int alone, sl__graph_order *order)
{
    const int joins = !alone && sl__cuda_may_fail(batch) == 0;
    sl__graph_order_make(order, batch, run->first, run->count, (int)sl__env_int(SL__ENV_GRAPH_LANES), joins);
}

/* Whether the nodes are in the order that this run needs: its loops may have other views than in the run before. One
 * behind another is right for all. */
static int is_in_order(const graph *g, const sl__batch *batch, const sl__batch_run *run)
{
    sl__graph_order order;
    if (g->order.lanes == 1 && g->order.launches == g->order.count)
        return 1;
    find_order(batch, run, g->alone, &order);
    return sl__graph_order_same(&g->order, &order);
}

int sl__graph_change(graph *g, sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run,
                     void *buffers[], int all)
{
    uint64_t joints = 0;
    int changed = 0;
    set_numbers(g, batch, run);
    for (int i = 0; i < g->count; i++) {
        sl__task *task = batch->task[run->first + i];
        node *n = &g->node[i];
        sl__launch before;
        void *list[3], *own[SL__TASK_VIEWS];
        sl__batch_buffers(batch, run->first + i, buffers, own);
        if (!all && is_current(g, device, n, task, own))
            continue;
        if (g->scratch != device->scratch) /* all that lies there has moved */
            return -1;
        before = n->launch;
        if (!graph_aim(n, task, own) || g->scratch != device->scratch || before.function != n->launch.function ||
            before.cluster != n->launch.cluster || before.shared != n->launch.shared ||
            memcmp(before.grid, n->launch.grid, sizeof before.grid) != 0 ||
            memcmp(before.block, n->launch.block, sizeof before.block) != 0)
            return -1;
        changed++;
        if (g->order.first[i] != i || sl__graph_is_joint(g, i)) {
            joints |= UINT64_C(1) << g->order.first[i];
            continue;
        }
        gpu_kernel_node_params parameters = parameters_of(task, n, &n->launch, list);
        if (gpu_graph_exec_kernel_node_set_params(g->exec, n->node, &parameters) != GPU_SUCCESS) {
            (void)gpu_get_last_error();
            return -1;
        }
    }
    for (; joints != 0; joints &= joints - 1) /* the shapes are as they were */
        if (!sl__graph_join(g, device, batch->task + run->first, __builtin_ctzll(joints)))
            return -1;
    return changed == 0 || all || is_in_order(g, batch, run) ? changed : -1;
}

/* Whether a graph that is kept has a run's loops in the order that they need, and the scratch memory that it knows is
 * the device's. */
static int graph_fits(const graph *g, const sl__cuda_device *device, sl__task *const task[],
                      const sl__graph_order *order)
{
    int fits = g->scratch == device->scratch && sl__graph_order_same(&g->order, order);
    for (int i = 0; i < order->count && fits; i++)
        fits = g->node[i].state == task[i]->state && g->node[i].footprint == task[i]->footprint;
    return fits;
}

/* A graph for this run that is kept, aimed at what it is to do; NULL: there is none. */
static graph *take_spare(sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run,
                         const sl__graph_order *order, void *buffers[])
{
    if (sl__cuda_may_fail(batch) != 0)
        return NULL;
    pthread_mutex_lock(&device->lock);
    graph **at = &device->spare;
    while (*at != NULL && !graph_fits(*at, device, batch->task + run->first, order))
        at = &(*at)->next;
    graph *g = *at;
    if (g != NULL)
        *at = g->next;
    pthread_mutex_unlock(&device->lock);
    if (g == NULL)
        return NULL;
    g->next = NULL;
    g->word = SL__GRAPH_NO_RUN;
    g->timings = 0;
    if (sl__graph_change(g, device, batch, run, buffers, 1) >= 0)
        return g;
    sl__graph_free(g);
    return NULL;
}

graph *sl__graph_make(sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run, void *buffers[])
{
    sl__graph_order order;
    find_order(batch, run, 0, &order);
    graph *g = take_spare(device, batch, run, &order, buffers);
    if (g != NULL)
        atomic_fetch_add_explicit(&run->graphs->reused, 1, memory_order_relaxed);
    else
        g = build(device, batch, run, &order, buffers);
    if (g == NULL && order.launches < order.count) {
        find_order(batch, run, 1, &order);
        g = build(device, batch, run, &order, buffers);
        if (g != NULL)
            g->alone = 1;
    }
    if (g == NULL && sl__cuda_spares_free(device) > 0) /* for want of memory, perhaps */
        g = build(device, batch, run, &order, buffers);
    if (g != NULL && g->order.lanes > 1)
        atomic_fetch_add_explicit(&run->graphs->laned, 1, memory_order_relaxed);
    if (g != NULL)
        atomic_fetch_add_explicit(&run->graphs->joined, g->order.count - g->order.launches, memory_order_relaxed);
    return g;
}
