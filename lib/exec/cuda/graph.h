/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief CUDA graphs of regions' runs, for the two files that make (graph_make.c) and launch them (graph.c). With the
 *  device locked (`launching`), unless it says something else. */
#ifndef STARLOOP_LIB_EXEC_CUDA_GRAPH_H
#define STARLOOP_LIB_EXEC_CUDA_GRAPH_H

#include "exec/cuda/cuda.h"
#include "exec/graph_order.h"

/* A loop in a graph, as it was launched last. */
typedef struct sl__graph_node {
    gpu_graph_node node;
    sl__flight *flight;
    unsigned char *packed; /* the kernel's arguments */
    sl__launch launch;
    uintptr_t pointer[SL__TASK_VIEWS]; /* of its views */
    unsigned char *scalars;
    unsigned publishes; /* arguments whose results it publishes */
    int advances;       /* it is the last one that does */
    uint32_t footprint; /* of the call */
    sl__times *times;   /* of one that was timed, with what was expected of it; NULL: an earlier one is as it is */
    sl_index points;
    double expected;
    const sl__kernel_state *state; /* of its kernel: it is kept until the process ends */
    size_t slot;                   /* where it is in the graph's loops, of one whose launch is several loops */
    sl__launch joint;              /* that launch, of the first of them */
} sl__graph_node;

#define SL__GRAPH_NO_RUN UINT64_MAX

typedef struct sl__graph {
    gpu_graph graph;
    gpu_graph_exec exec;
    int count;
    sl__graph_order order;
    unsigned *failed;     /* device memory: bits of the loops that have failed; NULL where none may */
    int failed_set;       /* some are set */
    int stale;            /* its nodes are not what they are said to be here */
    uint64_t *run;        /* device memory: what is added to the numbers of results */
    uint64_t word;        /* what that will be for the next launch; SL__GRAPH_NO_RUN: unknown */
    const void *scratch;  /* the device's when the nodes were aimed */
    gpu_event begin, end; /* around a launch that is timed */
    int timed;            /* one was, and they were not looked at yet */
    unsigned char *loops; /* device memory: boxes and arguments of loops that share a launch; NULL: none do */
    unsigned char *copy;  /* of that, in host memory */
    int alone;            /* its loops cannot share launches */
    double idle;          /* seconds of it in which the device did nothing for the loops */
    unsigned launches, timings;
    sl__graph_node *node;   /* [count] */
    struct sl__graph *next; /* among those that are kept, the one before */
} sl__graph;

/** A graph for a run of a region that has none: one that is kept, aimed at what this run is to do, or else one that is
 *  built. @return NULL when there cannot be one. */
sl__graph *sl__graph_make(sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run, void *buffers[]);

/** Changes what differs from the run before.
 *  @param[in] all  it was another region's: of its views no more is known than where they were
 *  @return how many nodes were changed; -1 when the graph must be built anew. */
int sl__graph_change(sl__graph *g, sl__cuda_device *device, const sl__batch *batch, const sl__batch_run *run,
                     void *buffers[], int all);

/** Memory for the loops of a graph's order that share launches. @return 0 without. */
int sl__graph_joined_new(sl__graph *g, sl__task *const task[]);

/** @return whether a launch of the graph, by the number of its first loop, is several loops. */
int sl__graph_is_joint(const sl__graph *g, int first);

/** Lays out a launch that is several loops, which are aimed, and puts these where it will find them, behind what was
 *  launched before.
 *  @param[in] first  the first one  @param[in] task  of the graph's loops
 *  @return 0 where they cannot share one. */
int sl__graph_join(sl__graph *g, sl__cuda_device *device, sl__task *const task[], int first);

/** No region has the graph any more: keeps it for others, or frees it. Any thread.
 *  @param[in] device  NULL: it is gone */
void sl__graph_leave(sl__cuda_device *device, sl__graph *g);

/** Any thread. NULL is allowed. */
void sl__graph_free(sl__graph *g);

/** @return the last loop of a run that publishes a result; -1: none does. */
int sl__graph_last_to_publish(const sl__batch *batch, const sl__batch_run *run);

#endif
