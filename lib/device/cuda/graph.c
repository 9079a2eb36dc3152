/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions as CUDA graphs: one kernel node a loop, one behind the other. A graph is built at the first run of a region's
 * task on a device, and then launched as it is while buffers and scalars stay the same; where they change, the nodes
 * that they concern are changed. It is built anew where a launch gets another shape.
 *
 * Only a run that writes has a graph. Two such runs of a region write the same views, so one has ended before the other
 * begins, unless they share a StarPU task, or the first has left early, in which case none of its loops may fail: a
 * graph's records and its word for failures are one task's at a time.
 *
 * The numbers under which a graph's loops tell the host their results (data/told.h) differ from run to run by what a
 * word on the device counts: the last of these loops adds to it. Where runs were launched in another way meanwhile, it
 * is set before a launch.
 *
 * What a graph's loops take is not what they would one by one, so a graph is timed as a whole, now and then, by two
 * events. Its next launch looks at them, who places its next run, or who frees it. */
#include "device/cuda/cuda.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
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
    unsigned tells; /* arguments whose results it tells */
    int advances;   /* it is the last one that does */
    sl__model *model; /* of the call that was timed, with what was expected of it; NULL: an earlier one is as it is */
    uint32_t footprint;
    sl_index points;
    double expected;
} node;

#define NO_RUN UINT64_MAX

typedef struct graph {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int count;
    unsigned *failed;    /* device memory: bits of the loops that have failed; NULL where none may */
    int spoilt;          /* some are set */
    int stale;           /* its nodes are not what they are said to be here */
    uint64_t *run;       /* device memory: what is added to the numbers of results */
    uint64_t word;       /* what that will be for the next launch; NO_RUN: unknown */
    const void *scratch; /* the device's when the nodes were aimed */
    cudaEvent_t begin, end; /* around a launch that is timed */
    int timed;              /* one was, and they were not looked at yet */
    double idle;            /* seconds of it in which the device did nothing for the loops */
    unsigned launches, timings;
    node *node;          /* [count] */
} graph;

/* So many launches are timed as soon as they say something new of a loop; of all, one in so many. */
enum { NEW = 16, TIMED = 64 };
#define LAUNCH 8e-6 /* seconds, about: more was no launch */

/* Seconds between two events beside the loops: a graph of 3 loops took 13.1 us behind others, one of 12 40.3, and
 * somewhat less where the device had waited for it, that wait taken off (H200). */
#define BETWEEN_EVENTS 4e-6
#define BETWEEN_FIRST 2e-6

/* Shares the time of a launch out among its loops, by what they were expected to take, when the device has passed it.
 * One of which a loop has failed has done less. */
static void note_time(sl__graphs *graphs, graph *g)
{
    float milliseconds = 0;
    double all = 0;
    if (!g->timed)
        return;
    if (cudaEventElapsedTime(&milliseconds, g->begin, g->end) != cudaSuccess) {
        (void)cudaGetLastError(); /* not passed yet */
        return;
    }
    g->timed = 0;
    atomic_store_explicit(&graphs->timed, 0, memory_order_relaxed);
    const double seconds = fmax(1e-3 * milliseconds - g->idle, 0.25e-3 * milliseconds);
    for (int i = 0; i < g->count; i++)
        all += g->node[i].expected;
    for (const node *n = g->node; n < g->node + g->count && !g->spoilt; n++)
        if (n->model != NULL)
            sl__model_note(n->model, SL__ON_CUDA, n->footprint, n->points, 1, seconds * n->expected / all);
}

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
    if (g->begin != NULL)
        cudaEventDestroy(g->begin);
    if (g->end != NULL)
        cudaEventDestroy(g->end);
    if (g->exec != NULL)
        cudaGraphExecDestroy(g->exec);
    if (g->graph != NULL)
        cudaGraphDestroy(g->graph);
    cudaFree(g->failed);
    cudaFree(g->run);
    (void)cudaGetLastError();
    free(g->node);
    free(g);
}

void sl__device_graphs_free(struct sl__graphs *graphs)
{
    for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
        if (graphs->graph[w] != NULL)
            note_time(graphs, graphs->graph[w]);
        free_graph(graphs->graph[w]);
        graphs->graph[w] = NULL;
    }
}

void sl__device_graphs_look(struct sl__graphs *graphs)
{
    const int worker = atomic_load_explicit(&graphs->timed, memory_order_relaxed) - 1;
    sl__cuda_device *device = worker >= 0 ? sl__cuda_device_of_worker(worker) : NULL;
    if (device == NULL || pthread_mutex_trylock(&device->launching) != 0)
        return;
    graph *g = graphs->graph[worker];
    if (g != NULL && g->failed == NULL) /* whether one has failed is not known before all has ended */
        note_time(graphs, g);
    pthread_mutex_unlock(&device->launching);
}

static size_t rounded(size_t bytes)
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
    int complete = g->node != NULL && cudaMalloc((void **)&g->run, sizeof *g->run) == cudaSuccess;
    if (complete && mask != 0)
        complete = cudaMalloc((void **)&g->failed, sizeof *g->failed) == cudaSuccess;
    g->spoilt = g->failed != NULL; /* it was never cleared */
    g->word = NO_RUN;
    for (int i = 0; complete && i < g->count; i++) {
        const int number = run->first + i;
        const sl__task *task = batch->task[number];
        node *n = &g->node[i];
        n->flight = sl__cuda_flight_new(device);
        n->packed = aligned_alloc(64, rounded(task->kernel->args_size));
        n->scalars = malloc(rounded(task->state->scalars));
        complete = n->flight != NULL && n->packed != NULL && n->scalars != NULL;
        if (complete) {
            memset(n->packed, 0, rounded(task->kernel->args_size));
            n->flight->kept = 1;
            n->flight->failed = g->failed;
            n->flight->run = g->run;
            n->flight->depends = (unsigned)batch->depends[number] & mask;
            n->flight->bit = mask != 0 ? mask & 1u << number : 0;
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

/* The last loop of a run that tells a result; -1: none does. */
static int last_to_tell(const sl__batch *batch, const sl__batch_run *run)
{
    int i = run->count - 1;
    while (i >= 0 && batch->task[run->first + i]->tells == 0)
        i--;
    return i;
}

/* Whether a node does what this run's loop is to do: recorded loops differ in buffers, scalars and what they tell. */
static int is_current(const graph *g, const sl__cuda_device *device, const node *n, const sl__task *task, void *own[])
{
    if (n->tells != task->tells || n->advances != n->flight->advances)
        return 0;
    for (int v = 0; v < task->views; v++)
        if (n->pointer[v] != ((struct sl__interface *)own[v])->ptr)
            return 0;
    return memcmp(n->scalars, task->scalars, task->state->scalars) == 0 &&
           (task->state->reductions == 0 || g->scratch == device->scratch);
}

/* Aims a node at this run's buffers and scalars. @return 0 when that is not possible. */
static int aim(node *n, sl__task *task, void *own[])
{
    n->flight->task = task;
    sl__failure *failure = sl__cuda_aim(n->flight, own, n->packed, &n->launch);
    if (failure != NULL) {
        sl__failure_release(failure); /* a launch of its own will say it again */
        return 0;
    }
    for (int v = 0; v < task->views; v++)
        n->pointer[v] = ((struct sl__interface *)own[v])->ptr;
    memcpy(n->scalars, task->scalars, task->state->scalars);
    n->tells = task->tells;
    n->advances = n->flight->advances;
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

/* Tells the nodes' records how this run's results are numbered. */
static void set_numbers(graph *g, const sl__batch *batch, const sl__batch_run *run)
{
    const int last = last_to_tell(batch, run);
    for (int i = 0; i < g->count; i++) {
        g->node[i].flight->word = run->word;
        g->node[i].flight->advances = i == last;
    }
}

/* ---- building and changing ----------------------------------------------------------------------------- */

static cudaError_t connect(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, int overlap)
{
#if CUDART_VERSION >= 12030
    const cudaGraphEdgeData data = {.from_port = cudaGraphKernelNodePortProgrammatic,
                                    .type = cudaGraphDependencyTypeProgrammatic};
#endif
#if CUDART_VERSION >= 13000
    return cudaGraphAddDependencies(graph, from, to, overlap ? &data : NULL, 1);
#else
#if CUDART_VERSION >= 12030
    if (overlap)
        return cudaGraphAddDependencies_v2(graph, from, to, &data, 1);
#endif
    return overlap ? cudaErrorNotSupported : cudaGraphAddDependencies(graph, from, to, 1);
#endif
}

/* One node behind another. It may begin while the other one ends where its kernel waits for that itself, and the driver
 * knows of such edges. */
static cudaError_t add_edge(graph *g, const sl__cuda_device *device, const sl__task *task, const void *function, int i)
{
    const cudaGraphNode_t *from = &g->node[i - 1].node, *to = &g->node[i].node;
    if (sl__cuda_overlaps(device, task, function) && connect(g->graph, from, to, 1) == cudaSuccess)
        return cudaSuccess;
    (void)cudaGetLastError();
    return connect(g->graph, from, to, 0);
}

/* Makes the CUDA blocks of a node a cluster, if they are to be one and its kernel knows of that. */
static cudaError_t set_cluster(const sl__cuda_device *device, const sl__task *task, const node *n)
{
    const cudaLaunchAttributeValue value = {.clusterDim = {n->launch.cluster, 1, 1}};
    if (n->launch.cluster == 1 || !sl__cuda_overlaps(device, task, task->kernel->cuda->function[n->launch.function]))
        return cudaSuccess;
    return cudaGraphKernelNodeSetAttribute(n->node, cudaLaunchAttributeClusterDimension, &value);
}

static cudaError_t add_nodes(graph *g, const sl__cuda_device *device, sl__task *const task[])
{
    cudaError_t error = cudaGraphCreate(&g->graph, 0);
    for (int i = 0; i < g->count && error == cudaSuccess; i++) {
        void *list[3];
        struct cudaKernelNodeParams parameters = parameters_of(task[i], &g->node[i], list);
        error = cudaGraphAddKernelNode(&g->node[i].node, g->graph, NULL, 0, &parameters);
        if (error == cudaSuccess)
            error = set_cluster(device, task[i], &g->node[i]);
        if (error == cudaSuccess && i > 0)
            error = add_edge(g, device, task[i], parameters.func, i);
    }
    if (error == cudaSuccess)
        error = cudaGraphInstantiate(&g->exec, g->graph, 0);
    if (error == cudaSuccess) /* or the first launch would do it, and take half as long again */
        error = cudaGraphUpload(g->exec, device->stream);
    return error;
}

/* A graph for this run; NULL when there cannot be one. */
static graph *build(sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run, void *buffers[])
{
    sl__task *const *task = batch->task + run->first;
    graph *g = new_graph(device, batch, run);
    int aimed = g != NULL;
    if (aimed)
        set_numbers(g, batch, run);
    for (int tries = 0; aimed && tries < 3; tries++) { /* the scratch memory may grow on the way */
        g->scratch = device->scratch;
        for (int i = 0; aimed && i < g->count; i++) {
            void *own[SL__TASK_VIEWS];
            own_buffers(batch, run->first + i, buffers, own);
            aimed = aim(&g->node[i], task[i], own);
        }
        if (g->scratch == device->scratch)
            break;
    }
    if (aimed && g->scratch == device->scratch && add_nodes(g, device, task) == cudaSuccess)
        return g;
    (void)cudaGetLastError();
    free_graph(g);
    return NULL;
}

/* Changes what differs from the run before. @return 0 when the graph must be built anew. */
static int change(graph *g, sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run, void *buffers[])
{
    set_numbers(g, batch, run);
    for (int i = 0; i < g->count; i++) {
        sl__task *task = batch->task[run->first + i];
        node *n = &g->node[i];
        sl__launch before;
        void *list[3], *own[SL__TASK_VIEWS];
        own_buffers(batch, run->first + i, buffers, own);
        if (is_current(g, device, n, task, own))
            continue;
        if (g->scratch != device->scratch) /* all reductions have moved */
            return 0;
        before = n->launch;
        if (!aim(n, task, own) || g->scratch != device->scratch || before.function != n->launch.function ||
            memcmp(before.grid, n->launch.grid, sizeof before.grid) != 0 ||
            memcmp(before.block, n->launch.block, sizeof before.block) != 0)
            return 0;
        struct cudaKernelNodeParams parameters = parameters_of(task, n, list);
        if (cudaGraphExecKernelNodeSetParams(g->exec, n->node, &parameters) != cudaSuccess) {
            (void)cudaGetLastError();
            return 0;
        }
        atomic_fetch_add_explicit(&run->graphs->updates, 1, memory_order_relaxed);
    }
    return 1;
}

/* Whether the graph is in flight with an earlier run, of this batch or of one that has left early. Another thread may
 * be giving back the records of that, the last one last. */
static int flies(const graph *g)
{
    return sl__cuda_flight_flies(g->node[g->count - 1].flight);
}

/* The graph for a run, up to date; NULL when there cannot be one now. */
static graph *ready(sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run, void *buffers[])
{
    void **slot = &run->graphs->graph[device->worker];
    graph *g = *slot;
    if (g != NULL && !g->stale && change(g, device, batch, run, buffers))
        return g;
    if (g != NULL && flies(g)) {
        g->stale = 1;
        return NULL;
    }
    if (g != NULL) { /* a later run than that of the records may be under way */
        (void)cudaStreamSynchronize(device->stream);
        note_time(run->graphs, g);
        atomic_store_explicit(&run->graphs->timed, 0, memory_order_relaxed);
    }
    free_graph(g);
    *slot = g = build(device, batch, run, buffers);
    if (g != NULL)
        atomic_fetch_add_explicit(&run->graphs->captures, 1, memory_order_relaxed);
    return g;
}

/* Puts the word for this run in front of its launch, if the last one has not left it there. */
static cudaError_t set_word(graph *g, const sl__batch *batch, const sl__batch_run *run, cudaStream_t stream)
{
    if (last_to_tell(batch, run) < 0)
        return cudaSuccess;
    uint64_t before = g->word;
    g->word = run->word + SL__TELL_RUN;
    return before == run->word
               ? cudaSuccess
               : cudaMemcpyAsync(g->run, &run->word, sizeof run->word, cudaMemcpyHostToDevice, stream);
}

/* ---- what it takes --------------------------------------------------------------------------------------- */

/* Whether to time this launch. */
static int is_due(graph *g, const sl__batch *batch, const sl__batch_run *run)
{
    int due = ++g->launches % TIMED == 0;
    for (int i = run->first; i < run->first + g->count && !due && g->timings < NEW; i++)
        due = sl__model_is_new(&batch->task[i]->state->model, SL__ON_CUDA, batch->task[i]->footprint);
    return due && !g->timed;
}

/* Whose time it is. Of several calls that are alike one is noted. */
static void set_owners(graph *g, sl__task *const task[])
{
    for (int i = 0; i < g->count; i++) {
        node *n = &g->node[i];
        n->model = &task[i]->state->model;
        n->footprint = task[i]->footprint;
        n->points = sl_space_size(&task[i]->space);
        n->expected = sl__model_expect(task[i], SL__ON_CUDA);
        for (int k = 0; k < i && n->model != NULL; k++)
            if (g->node[k].model == n->model && g->node[k].footprint == n->footprint)
                n->model = NULL;
    }
}

/* Launches it between two events. A device that has nothing to do waits for the launch behind the first one: that is no
 * time of the loops. */
static cudaError_t timed_launch(graph *g, sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run)
{
    cudaStream_t stream = device->stream;
    const int waits = cudaStreamQuery(stream) == cudaSuccess;
    (void)cudaGetLastError(); /* it has something to do */
    if (!sl__cuda_event(&g->begin) || !sl__cuda_event(&g->end) || !sl__cuda_record(g->begin, stream))
        return cudaGraphLaunch(g->exec, stream);
    const double begin = sl__clock_now();
    cudaError_t error = cudaGraphLaunch(g->exec, stream);
    g->idle = waits ? fmin(sl__clock_now() - begin, LAUNCH) + BETWEEN_FIRST : BETWEEN_EVENTS;
    g->timings++;
    g->timed = error == cudaSuccess && sl__cuda_record(g->end, stream);
    set_owners(g, batch->task + run->first);
    if (g->timed)
        atomic_store_explicit(&run->graphs->timed, device->worker + 1, memory_order_relaxed);
    return error;
}

int sl__cuda_graph_launch(sl__cuda_device *device, sl__batch *batch, const sl__batch_run *run, void *buffers[])
{
    cudaStream_t stream = device->stream;
    graph *g = ready(device, batch, run, buffers);
    if (g == NULL)
        return 0;
    const int enters = !flies(g);
    for (int i = 0; enters && i < g->count; i++) {
        sl__cuda_flight_enter(g->node[i].flight, batch->task[run->first + i]);
        batch->flight[run->first + i] = g->node[i].flight;
    }
    note_time(run->graphs, g);
    const int due = is_due(g, batch, run); /* counts it */
    cudaError_t error = g->spoilt ? cudaMemsetAsync(g->failed, 0, sizeof *g->failed, stream) : cudaSuccess;
    if (error == cudaSuccess)
        error = set_word(g, batch, run, stream);
    if (error == cudaSuccess)
        error = due ? timed_launch(g, device, batch, run) : cudaGraphLaunch(g->exec, stream);
    if (error == cudaSuccess) {
        g->spoilt = 0;
        atomic_fetch_add_explicit(&run->graphs->replays, 1, memory_order_relaxed);
        return 1;
    }
    (void)cudaGetLastError();
    g->word = NO_RUN;
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
    g->spoilt = 1;
    g->word = NO_RUN; /* one that was skipped may have been to advance it */
}
