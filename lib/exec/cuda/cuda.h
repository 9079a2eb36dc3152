/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the files of the CUDA back end share: the state of a device while its worker runs tasks. */
#ifndef STARLOOP_LIB_EXEC_CUDA_CUDA_H
#define STARLOOP_LIB_EXEC_CUDA_CUDA_H

#include <pthread.h>

#include "kernel/reduce.h"
#include "exec/cuda/gpu_api.h"
#include "exec/launch.h"
#include "exec/scatter_choice.h"
#include "task/batch.h"
#include "task/task.h"
#include "task/spans.h"

/** Host memory that a device reads and writes in place. */
typedef struct sl__pinned {
    struct sl__fault fault;
    _Alignas(16) unsigned char result[SL_MAX_ARGS][SL__REDUCER_BYTES]; /* of reductions into host memory */
} sl__pinned;

enum { SL__CUDA_BATCHES = 1024, SL__CUDA_EARLY = 64, SL__CUDA_LINKS = 48 };

/** A batch that StarPU takes for ended: early_completion.c. */
typedef struct sl__cuda_early {
    sl__batch *batch;
    gpu_event passed; /* its own */
    gpu_event behind; /* the one behind its launches, or behind those of a later batch; NULL: none yet */
    double seconds;   /* expected */
} sl__cuda_early;

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
    int kept;               /* it belongs to a graph */
    int flies;              /* between sl__cuda_flight_enter() and _give() */
    uint64_t *run, word;    /* device memory: what it adds to the number of a graph's results, and what that is in this
                               run; NULL for a launch alone */
    int advances;           /* it is the last of a graph that publishes */
    void *arguments;        /* device memory: packed arguments that are too large for parameters; NULL: none were yet */
    size_t arguments_bytes; /* of it */
    sl__scatter_choice scatter; /* of a loop that scatters */
    unsigned grid[3], block[3];
} sl__flight;

/** A CUDA worker's device. Who launches has it locked: that worker, or a thread that launches itself (launch_inline.c).
 */
typedef struct sl__cuda_device {
    int worker; /* StarPU's number */
    pthread_mutex_t launching;
    _Atomic int number; /* of the device; -1 before the worker's first task */
    int tidied;         /* StarPU copies from it what nobody has asked for */
    gpu_stream stream;  /* of all launches */
    gpu_event joined;   /* behind those of a task for which StarPU's stream waits */
    sl__launch_limits limits;
    void *scratch; /* device memory: the parts of a reduction; used by one launch after another */
    size_t scratch_bytes;
    unsigned *ticket; /* device memory [2]: of the CUDA blocks that have ended, of tiles that they have taken */
    struct sl__device_link *links[SL__CUDA_LINKS]; /* device memory: of scans; the last one counts */
    int links_kept;
    sl_index links_count;    /* in the last one */
    unsigned *failed;        /* device memory [SL__CUDA_BATCHES]: for a batch each, bits of its launches that failed */
    unsigned batches;        /* so far */
    pthread_mutex_t lock;    /* of what follows; inside of launching */
    struct sl__graph *spare; /* graphs that no region has any more: graph_make.c */
    sl__flight *idle;
    sl__flight *first, *last;             /* in flight, in order */
    sl__cuda_early early[SL__CUDA_EARLY]; /* a ring */
    int early_first, early_count;
    double early_seconds;
} sl__cuda_device;

/** The device of the calling CUDA worker, made ready at its first task. @return NULL with *failure set.
 *  @param[in] at  where in the program the call of the task stands, for that failure: base/position.h */
sl__cuda_device *sl__cuda_device_here(const char *at, sl__failure **failure);
/** The device of the calling thread, where it is a CUDA worker that has run a task; NULL else. Async-signal-safe. */
const sl__cuda_device *sl__cuda_device_of_thread(void);
/** The device of a worker, from any thread; NULL: it has run no task, or is none. */
sl__cuda_device *sl__cuda_device_of_worker(int worker);
/** Has StarPU's stream wait for what was launched: for a task that is to end when that has passed. */
void sl__cuda_join(sl__cuda_device *device);
/** Frees what all devices hold. Outside tasks. */
void sl__cuda_devices_free(void);

/** Makes so many records that are idle, where there are not as many. @return 0 without memory. */
int sl__cuda_flights_reserve(sl__cuda_device *device, int count);
/** A record for a task about to be launched. @return NULL without memory. */
sl__flight *sl__cuda_flight_take(sl__cuda_device *device, sl__task *task);
/** @return the next batch's word, which is 0 when its first launch begins; NULL without memory. */
unsigned *sl__cuda_next_word(sl__cuda_device *device);
/** The task has ended, or was not launched. */
void sl__cuda_flight_give(sl__flight *flight);

/** Launches a task's kernel on StarPU's stream.
 *  @param[in] buffers  [task->views] struct sl__interface each
 *  @return NULL, or why it could not be launched. */
sl__failure *sl__cuda_launch(sl__flight *flight, void *buffers[]);

/** The same of a kernel that has a function of the host in place of device code. @param[out] packed  [args_size] */
sl__failure *sl__cuda_call(sl__flight *flight, void *buffers[], unsigned char *packed);

/** Makes the device's scratch memory so large at least; launches use it one after another. */
gpu_error sl__cuda_scratch(sl__cuda_device *device, size_t bytes);

/** Works a launch out without making it.
 *  @param[out] packed  [args_size] the kernel's arguments
 *  @return NULL, or why that was not possible. */
sl__failure *sl__cuda_aim(sl__flight *flight, void *buffers[], unsigned char *packed, sl__launch *launch);

/** @return where a launch's first parameter stands: the packed arguments, or the pointer to where they are on the
 *  device. */
void *sl__cuda_first_parameter(sl__flight *flight, const sl__task *task, void *packed);

/** Whether a function of the task's kernel may be launched so that it begins before what was launched before it has
 *  ended. */
int sl__cuda_overlaps(const sl__cuda_device *device, const sl__task *task, const void *function);

/** Decides how a loop scatters: call->copies. @return NULL, or why it cannot as its policy says. */
sl__failure *sl__cuda_scatter_choose(sl__flight *flight, void *const buffers[], sl__launch_call *call);
/** @return whether that is still to be found out, by launches that are timed. */
int sl__cuda_scatter_is_open(const sl__cuda_device *device, const sl__task *task, void *const buffers[]);
/** A timed launch has passed: notes how long it took, where that was wanted. */
void sl__cuda_scatter_note(const sl__flight *flight, double seconds);

/** Makes an event where there is none. @return whether there is one: nothing depends on it */
int sl__cuda_event(gpu_event *event);
/** @return whether it was recorded. */
int sl__cuda_record(gpu_event event, gpu_stream stream);

/** Makes a record that is not in flight. @return NULL without memory. */
sl__flight *sl__cuda_flight_new(sl__cuda_device *device);
/** A record goes into flight with a task. */
void sl__cuda_flight_enter(sl__flight *flight, sl__task *task);
/** Whether it is in flight. */
int sl__cuda_flight_flies(sl__flight *flight);
void sl__cuda_flight_free(sl__flight *flight);

/** Launches a run of a region as a graph, which is built, or changed, where it must be: graph.c.
 *  @param[in] buffers  [batch->views]
 *  @return 1, and batch->flight[] is set, unless that of an earlier run in the batch is; 0: nothing was launched, and
 *  it can be launched loop by loop. */
int sl__cuda_graph_launch(sl__cuda_device *device, sl__batch *batch, const sl__batch_run *run, void *buffers[]);
/** Frees the graphs that are kept for a device. @return how many. Any thread. */
int sl__cuda_spares_free(sl__cuda_device *device);
/** A loop of the graph's last run has failed. In the worker that ran it. */
void sl__cuda_graph_failed(sl__graphs *graphs);

/** Ends the tasks of a batch that StarPU takes for ended (early_completion.h): run.c. */
void sl__cuda_batch_left(sl__batch *batch);

/** Launches a batch's loops. With the device locked, and in its context.
 *  @param[in] device   NULL: @p failure is why there is none
 *  @param[in] buffers  [batch->views]
 *  @return 1: all were launched; 0: some cannot run. */
int sl__cuda_batch_launch(sl__cuda_device *device, sl__batch *batch, void *buffers[], sl__failure *failure);
/** Ends the tasks of a batch that the device has passed, which is then to be given back. */
void sl__cuda_batch_end_tasks(sl__batch *batch);

/** The loops of a batch that may fail in their bodies, which later ones must be told. */
unsigned sl__cuda_may_fail(const sl__batch *batch);

/** Launches that are to be drawn: the host's time of an event that the device has passed, and which was recorded on
 *  the current device. @return 0 where CUDA does not say. */
int64_t sl__cuda_time(gpu_event event);
/** A timed launch has ended: counts and draws it. In the worker's thread. */
void sl__cuda_flown(const sl__flight *flight);
/** A launch is about to be made: its views' places on the device are told. */
void sl__cuda_places(const sl__task *task, void *buffers[]);

/** A copy begins on a stream of the current device. @return what sl__cuda_copy_end() takes; NULL when it is not timed.
 */
struct sl__cuda_copy *sl__cuda_copy_begin(sl__way way, const void *data, size_t bytes, gpu_stream stream);
/** It is on the stream. NULL is allowed. */
void sl__cuda_copy_end(struct sl__cuda_copy *copy, gpu_stream stream);
/** Draws all copies, and frees events. When nothing is copied any more. */
void sl__cuda_copies_drawn(void);

/** Logs what is in flight before a device fault ends the process: installs and removes the handler. */
void sl__cuda_watch(int on);

#endif
