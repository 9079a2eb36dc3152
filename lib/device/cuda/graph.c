/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions as CUDA graphs: one kernel node a loop, one behind the other. A graph is built at the first run of a region's
 * task on a device, and then launched as it is while buffers and scalars stay the same; where they change, the nodes
 * that they concern are changed. It is built anew where a launch gets another shape.
 *
 * Two runs of a region write the same views, so one has ended before the other begins: a graph's records and its word
 * for failures are one run's at a time. */
#include "device/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>

#include "data/interface.h"
#include "device/device.h"
#include "loop/pack.h"

/* A loop in a graph, as it was launched last. */
typedef struct node {
    cudaGraphNode_t node;
    sl__flight *flight;
    unsigned char *packed; /* the kernel's arguments */
    sl__launch launch;
    uintptr_t pointer[SL__TASK_VIEWS]; /* of its views */
    unsigned char *scalars;
} node;

typedef struct graph {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int count;
    unsigned *failed;    /* device memory: bits of the loops that have failed */
    const void *scratch; /* the device's when the nodes were aimed */
    node *node;          /* [count] */
} graph;

static void free_graph(graph *g)
{
    if (g == NULL)
        return;
    for (int i = 0; g->node != NULL && i < g->count; i++) {
        if (g->node[i].flight != NULL)
            sl__cuda_flight_free(g->node[i].flight);
        free(g->node[i].packed);
        free(g->node[i].scalars);
    }
    if (g->exec != NULL)
        cudaGraphExecDestroy(g->exec);
    if (g->graph != NULL)
        cudaGraphDestroy(g->graph);
    cudaFree(g->failed);
    (void)cudaGetLastError();
    free(g->node);
    free(g);
}

void sl__device_graphs_free(struct sl__graphs *graphs)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        free_graph(graphs->graph[w]);
        graphs->graph[w] = NULL;
    }
}

static size_t rounded(size_t bytes)
{
    return bytes > 0 ? (bytes + 63) / 64 * 64 : 64;
}

/* Memory for a graph of a batch's loops; NULL without. */
static graph *new_graph(sl__cuda_device *device, const sl__batch *batch)
{
    graph *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->count = batch->count;
    g->node = calloc((size_t)g->count, sizeof *g->node);
    int complete = g->node != NULL && cudaMalloc((void **)&g->failed, sizeof *g->failed) == cudaSuccess;
    for (int i = 0; complete && i < g->count; i++) {
        const sl__task *task = batch->task[i];
        node *n = &g->node[i];
        n->flight = sl__cuda_flight_new(device);
        n->packed = aligned_alloc(64, rounded(task->kernel->args_size));
        n->scalars = malloc(rounded(task->state->scalars));
        complete = n->flight != NULL && n->packed != NULL && n->scalars != NULL;
        if (complete) {
            memset(n->packed, 0, rounded(task->kernel->args_size));
            n->flight->kept = 1;
            n->flight->failed = g->failed;
            n->flight->depends = (unsigned)batch->depends[i];
            n->flight->bit = 1u << i;
        }
    }
    if (complete)
        return g;
    (void)cudaGetLastError();
    free_graph(g);
    return NULL;
}

/* ---- what a loop's node is to do ----------------------------------------------------------------------- */

static void own_buffers(const sl__batch *batch, int i, void *buffers[], void *own[])
{
    for (int v = 0; v < batch->task[i]->views; v++)
        own[v] = buffers[batch->place[i][v]];
}

/* Whether a node does what this run's loop is to do: recorded loops differ in buffers and scalars only. */
static int is_current(const graph *g, const sl__cuda_device *device, const sl__batch *batch, int i, void *buffers[])
{
    const sl__task *task = batch->task[i];
    const node *n = &g->node[i];
    for (int v = 0; v < task->views; v++)
        if (n->pointer[v] != ((struct sl__interface *)buffers[batch->place[i][v]])->ptr)
            return 0;
    return memcmp(n->scalars, task->scalars, task->state->scalars) == 0 &&
           (task->state->reductions == 0 || g->scratch == device->scratch);
}

/* Aims a node at this run's buffers and scalars. @return 0 when that is not possible. */
static int aim(graph *g, const sl__batch *batch, int i, void *buffers[])
{
    sl__task *task = batch->task[i];
    node *n = &g->node[i];
    void *own[SL__TASK_VIEWS];
    own_buffers(batch, i, buffers, own);
    n->flight->task = task;
    sl__failure *failure = sl__cuda_aim(n->flight, own, n->packed, &n->launch);
    if (failure != NULL) {
        sl__failure_release(failure); /* a launch of its own will say it again */
        return 0;
    }
    for (int v = 0; v < task->views; v++)
        n->pointer[v] = ((struct sl__interface *)own[v])->ptr;
    memcpy(n->scalars, task->scalars, task->state->scalars);
    return 1;
}

static struct cudaKernelNodeParams parameters_of(const sl__task *task, const node *n, void *list[3])
{
    const unsigned *grid = n->launch.grid, *block = n->launch.block;
    list[0] = n->packed;
    list[1] = (void *)(uintptr_t)&n->launch.box;
    list[2] = (void *)(uintptr_t)&n->launch.reduction;
    return (struct cudaKernelNodeParams){
        .func = (void *)(uintptr_t)task->kernel->cuda->function[n->launch.function],
        .gridDim = {grid[0], grid[1], grid[2]},
        .blockDim = {block[0], block[1], block[2]},
        .kernelParams = list,
    };
}

/* ---- building and changing ----------------------------------------------------------------------------- */

static cudaError_t add_nodes(graph *g, const sl__batch *batch)
{
    struct cudaMemsetParams clear = {.dst = g->failed, .elementSize = sizeof *g->failed, .width = 1, .height = 1};
    cudaGraphNode_t before;
    cudaError_t error = cudaGraphCreate(&g->graph, 0);
    if (error == cudaSuccess)
        error = cudaGraphAddMemsetNode(&before, g->graph, NULL, 0, &clear);
    for (int i = 0; i < g->count && error == cudaSuccess; i++) {
        void *list[3];
        struct cudaKernelNodeParams parameters = parameters_of(batch->task[i], &g->node[i], list);
        error = cudaGraphAddKernelNode(&g->node[i].node, g->graph, &before, 1, &parameters);
        before = g->node[i].node;
    }
    return error == cudaSuccess ? cudaGraphInstantiate(&g->exec, g->graph, 0) : error;
}

/* A graph for this run; NULL when there cannot be one. */
static graph *build(sl__cuda_device *device, const sl__batch *batch, void *buffers[])
{
    graph *g = new_graph(device, batch);
    int aimed = g != NULL;
    for (int tries = 0; aimed && tries < 3; tries++) { /* the scratch memory may grow on the way */
        g->scratch = device->scratch;
        for (int i = 0; aimed && i < g->count; i++)
            aimed = aim(g, batch, i, buffers);
        if (g->scratch == device->scratch)
            break;
    }
    if (aimed && g->scratch == device->scratch && add_nodes(g, batch) == cudaSuccess)
        return g;
    (void)cudaGetLastError();
    free_graph(g);
    return NULL;
}

/* Changes what differs from the run before. @return 0 when the graph must be built anew. */
static int change(graph *g, sl__cuda_device *device, const sl__batch *batch, void *buffers[])
{
    for (int i = 0; i < g->count; i++) {
        const sl__task *task = batch->task[i];
        node *n = &g->node[i];
        sl__launch before;
        void *list[3];
        if (is_current(g, device, batch, i, buffers))
            continue;
        if (g->scratch != device->scratch) /* all reductions have moved */
            return 0;
        before = n->launch;
        if (!aim(g, batch, i, buffers) || g->scratch != device->scratch || before.function != n->launch.function ||
            memcmp(before.grid, n->launch.grid, sizeof before.grid) != 0 ||
            memcmp(before.block, n->launch.block, sizeof before.block) != 0)
            return 0;
        struct cudaKernelNodeParams parameters = parameters_of(task, n, list);
        if (cudaGraphExecKernelNodeSetParams(g->exec, n->node, &parameters) != cudaSuccess) {
            (void)cudaGetLastError();
            return 0;
        }
        atomic_fetch_add_explicit(&batch->graphs->updates, 1, memory_order_relaxed);
    }
    return 1;
}

int sl__cuda_graph_launch(sl__cuda_device *device, sl__batch *batch, void *buffers[])
{
    void **slot = &batch->graphs->graph[starpu_worker_get_id()];
    graph *g = *slot;
    if (g == NULL || !change(g, device, batch, buffers)) {
        free_graph(g); /* its last run has ended */
        *slot = g = build(device, batch, buffers);
        if (g == NULL)
            return 0;
        atomic_fetch_add_explicit(&batch->graphs->captures, 1, memory_order_relaxed);
    }
    for (int i = 0; i < g->count; i++) {
        sl__cuda_flight_enter(g->node[i].flight, batch->task[i]);
        batch->flight[i] = g->node[i].flight;
    }
    if (cudaGraphLaunch(g->exec, starpu_cuda_get_local_stream()) == cudaSuccess) {
        atomic_fetch_add_explicit(&batch->graphs->replays, 1, memory_order_relaxed);
        return 1;
    }
    (void)cudaGetLastError();
    for (int i = 0; i < g->count; i++) {
        sl__cuda_flight_give(g->node[i].flight);
        batch->flight[i] = NULL;
    }
    return 0;
}
