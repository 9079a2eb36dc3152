/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the files of the CUDA back end share: the state of a device while its worker runs tasks. */
#ifndef STARLOOP_LIB_EXEC_CUDA_CUDA_H
#define STARLOOP_LIB_EXEC_CUDA_CUDA_H

#include <pthread.h>

#include "kernel/reduce.h"
#include "exec/cuda/gpu_api.h"
#include "exec/launch.h"
#include "exec/fastest.h"
#include "task/batch.h"
#include "task/task.h"
#include "task/spans.h"

/** Host memory that a device reads and writes in place. */
typedef struct sl__pinned {
    struct sl__fault fault;
    _Alignas(16) unsigned char result[SL_MAX_ARGS][SL__REDUCER_BYTES]; /* of reductions into host memory */
} sl__pinned;

enum {
    SL__CUDA_BATCHES = 1024,
    SL__EARLY_COMPLETIONS = 64,
    SL__CUDA_LINKS = 48,
    SL__CUDA_REPLICAS = 2 * SL__TASK_VIEWS
};

/** Launches that StarPU may take for ended at once, of a batch, of parts or of an edge: early_completion.c. */
typedef struct sl__launched {
    void (*mark)(void *arg);    /* what they write is there, for whoever comes behind */
    void (*entered)(void *arg); /* StarPU will take them for ended; NULL: nothing is to be done */
    void (*passed)(void *arg);  /* a device has passed them */
    void *arg;
    double seconds; /* expected */
    int few;        /* it may leave, however long it takes, where fewer than so many are ahead of it */
} sl__launched;

/** Of those that it takes for ended. */
typedef struct sl__early_completion {
    sl__launched what;
    gpu_event passed; /* its own */
    gpu_event behind; /* the one behind its launches, or behind later ones; NULL: none yet */
} sl__early_completion;

/** One task between its launch and its end. */
typedef struct sl__flight {
    struct sl__flight *next; /* idle, or in flight: the next one launched */
    struct sl__cuda_device *device;
    sl__pinned *pinned;
    sl__task *task;
    gpu_event begin, end;   /* made at the first timed launch */
    int timed, due;         /* by events; for the cost model */
    unsigned *failed;       /* device memory: the batch's word; NULL for a task alone */
    unsigned depends, bit;  /* launches of the batch whose failure is its own; its own bit */
    int of_graph;           /* it belongs to a graph */
    int flies;              /* between sl__cuda_flight_enter() and _give() */
    uint64_t *run, word;    /* device memory: what it adds to the number of a graph's results, and what that is in this
                               run; NULL for a launch alone */
    int advances;           /* it is the last of a graph that publishes */
    void *arguments;        /* device memory: packed arguments that are too large for parameters; NULL: none were yet */
    size_t arguments_bytes; /* of it */
    sl__fastest scatter;    /* of a loop that scatters */
    void *part;             /* pinned memory: what the CUDA blocks of a part of a loop reduced; NULL: none did yet */
    size_t part_bytes;      /* of it */
    size_t part_at[SL_MAX_ARGS];          /* where in it the results of an argument begin */
    sl__part_results part_results;        /* which of the loop's they are */
    void *joined;                         /* pinned memory: what a part of a loop leaves; NULL: none did yet */
    void *joined_device;                  /* device memory: where it scatters into that */
    size_t joined_bytes;                  /* of each */
    size_t joined_at[SL_MAX_ARGS];        /* where in it what it leaves of an argument begins */
    const void *joined_from[SL_MAX_ARGS]; /* device memory: of arrays, the results of its blocks, ... */
    sl_index joined_blocks, joined_lanes; /* ... how many they are, and how many copies apart */
    gpu_error joined_error;               /* of copying that from the device */
    unsigned grid[3], block[3];
} sl__flight;

/** A device's copy of a small view. */
typedef struct sl__cuda_replica {
    const sl_view *view;
    uint64_t version; /* sl__view_version(); 0: it is a copy of nothing */
    uint64_t used;    /* when it was used last */
    void *data;       /* device memory; NULL: none yet */
    size_t bytes;     /* of it */
} sl__cuda_replica;

/** A CUDA worker's device. Who launches has it locked: that worker, or a thread that launches itself (launch_inline.c).
 */
typedef struct sl__cuda_device {
    int worker; /* StarPU's number */
    pthread_mutex_t launching;
    _Atomic int number; /* of the device; -1 before the worker's first task */
    int cleans;         /* StarPU copies from it what nobody has asked for */
    gpu_stream stream;  /* of all launches */
    gpu_event joined;   /* behind those for which another stream waits: StarPU's, or that of another device */
    gpu_event copied;   /* behind its copies of what loops in parts read elsewhere */
    sl__cuda_replica replica[SL__CUDA_REPLICAS]; /* of what loops in parts read whole in the memory of another device */
    uint64_t replicas_used;                      /* how often */
    sl__launch_limits limits;
    void *scratch; /* device memory: the parts of a reduction, and of teams; used by one launch after another */
    size_t scratch_bytes;
    unsigned *ticket; /* device memory [2]: of the CUDA blocks that have ended, of tiles that they have taken */
    struct sl__device_link *links[SL__CUDA_LINKS]; /* device memory: of scans; the last one counts */
    int links_used;
    sl_index links_count;    /* in the last one */
    unsigned *failed;        /* device memory [SL__CUDA_BATCHES]: for a batch each, bits of its launches that failed */
    unsigned batches;        /* so far */
    pthread_mutex_t lock;    /* of what follows; inside of launching */
    struct sl__graph *spare; /* graphs that no region has any more: graph_make.c */
    sl__flight *idle;
    sl__flight *first, *last;                               /* in flight, in order */
    sl__early_completion completion[SL__EARLY_COMPLETIONS]; /* a ring */
    int completion_first, completion_count;
    double completion_seconds;
    gpu_stream small; /* of small copies to it from other devices: small_copies.c */
    gpu_event arrived;
    _Atomic int arriving; /* there may be such copies on their way */
} sl__cuda_device;

/** sl__cuda_launch() of a kernel that has a function of the host in place of device code. @param[out] packed
 * [args_size] */
sl__failure *sl__cuda_call(sl__flight *flight, void *buffers[], unsigned char *packed);

/** Launches a run of a region as a graph, which is built, or changed, where it must be: graph.c.
 *  @param[in] buffers  [batch->views]
 *  @return 1, and batch->flight[] is set, unless that of an earlier run in the batch is; 0: nothing was launched, and
 *  it can be launched loop by loop. */
int sl__cuda_graph_launch(sl__cuda_device *device, sl__batch *batch, const sl__batch_run *run, void *buffers[]);
/** Frees the graphs that are kept for a device. @return how many. Any thread. */
int sl__cuda_spares_free(sl__cuda_device *device);
/** A loop of the graph's last run has failed. In the worker that ran it. */
void sl__cuda_graph_failed(sl__graphs *graphs);

/** Launches a batch's loops. With the device locked, and in its context.
 *  @param[in] device   NULL: @p failure is why there is none
 *  @param[in] buffers  [batch->views]
 *  @return 1: all were launched; 0: some cannot run. */
int sl__cuda_batch_launch(sl__cuda_device *device, sl__batch *batch, void *buffers[], sl__failure *failure);
/** Has StarPU take a batch, all of whose loops were launched, for ended, if it may. @return as
 *  sl__early_completion_add(). */
int sl__cuda_batch_leaves(sl__cuda_device *device, sl__batch *batch);
/** Ends the tasks of a batch that the device has passed, which is then to be given back. */
void sl__cuda_batch_end_tasks(sl__batch *batch);

/** @return which loops of a batch may fail in their bodies: bits. Those that read what they write look at that. */
unsigned sl__cuda_may_fail(const sl__batch *batch);

/** Logs what is in flight before a device fault ends the process: installs and removes the handler. */
void sl__cuda_watch(int on);

#endif
