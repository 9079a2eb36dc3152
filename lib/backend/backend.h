/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the rest of the library knows of accelerators: a table of back ends, and the functions that ask it.
 *
 * A back end is a folder of lib/exec and a line in lib/runtime/backends.c. One of them is in use at a time: the first
 * that has devices. The functions sl__device_*() ask that one; where none has devices they answer that there is none.
 * So no other folder asks, when it is compiled or when it runs, which accelerators there are. */
#ifndef STARLOOP_LIB_BACKEND_BACKEND_H
#define STARLOOP_LIB_BACKEND_BACKEND_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <starloop/kernel/abi.h>
#include <starloop/policy.h>
#include <starloop/status.h>

#include "base/sides.h"
#include "base/starpu.h"

struct sl__batch;
struct sl__graphs;

/** What became of a batch of loops that was to be launched in the calling thread: not; it is launched, and not the
 *  caller's any more; its tasks have ended, and it is to be given back, without the lock of batches. */
enum { SL__INLINE_NOT, SL__INLINE_LAUNCHED, SL__INLINE_ENDED };

/** A variable of StarPU's that would move workers which Starloop places itself. */
typedef struct sl__env_conflict {
    const char *name;
    const char *advice;   /**< what to do instead: "use STARLOOP_GPUS" */
    const char *harmless; /**< the value that says what the plan does anyway; NULL: none */
} sl__env_conflict;

/** A back end. All members are set, but in one that a build lacks: that has only those of the first group. */
typedef struct sl__backend {
    /* ---- always ---- */
    const char *name;                  /**< in tables and variables: "cuda" */
    sl_where where;                    /**< the place of policies that means its devices */
    const char *place;                 /**< its name: "SL_CUDA" */
    const char *code;                  /**< what a kernel needs to run there: "CUDA code" */
    const char *compiler;              /**< which makes that: "nvcc" */
    enum starpu_worker_archtype type;  /**< of StarPU's workers that are its devices */
    uint32_t where_bit;                /**< StarPU's bit of these in a codelet */
    const sl__env_conflict *conflicts; /**< the last has no name */
    const char *(*absence)(void);      /**< why it has no device, as part of a sentence; "" where it has some */
    void (*print_versions)(FILE *f);   /**< its lines of the section "Versions" of starloop-info */
    /** Says in StarPU's configuration how many of its devices are to be used, and which: place[0 .. devices). */
    void (*configure)(struct starpu_conf *conf, int devices, const int *place);

    /* ---- which devices there are: callable before StarPU runs ---- */
    int (*count)(void);                       /**< see sl__device_count() */
    int (*id)(int place);                     /**< see sl__device_id() */
    int (*numa)(int place);                   /**< see sl__device_numa() */
    int64_t (*threads)(int place);            /**< see sl__device_room_for_threads() */
    int (*is_inherited)(void);                /**< see sl__device_is_inherited() */
    void (*print_device)(FILE *f, int place); /**< its line of the section "GPUs" of starloop-info */
    int (*memory_is_small)(void);             /**< whether variables limit the devices' memory to less than 1 GiB */

    /* ---- running ---- */
    sl_status (*init)(void);                     /**< after starpu_init(); see sl__device_init() */
    void (*fini)(void);                          /**< before starpu_shutdown() */
    int (*poll)(int most);                       /**< see sl__device_poll() */
    int (*peers)(void);                          /**< see sl__device_peers() */
    int (*runs_inline)(struct sl__batch *batch); /**< see sl__device_runs_inline() */
    void (*settle)(void);                        /**< see sl__device_settle() */
    void (*batch_codelet)(struct starpu_codelet *codelet);
    void (*part_codelet)(struct starpu_codelet *codelet);
    void (*edge_codelet)(struct starpu_codelet *codelet);
    void (*together_codelet)(struct starpu_codelet *codelet);
    void (*kernel_codelet)(struct starpu_codelet *codelet, const sl_kernel *kernel);
    void (*function_codelet)(struct starpu_codelet *codelet);
    void (*graphs_free)(struct sl__graphs *graphs);
    void (*graphs_look)(struct sl__graphs *graphs);

    /* ---- memory ---- */
    int (*pin)(void *data, size_t bytes);
    void (*unpin)(void *data);
    void *(*pinned)(size_t bytes);
    void (*pinned_free)(void *data);
    void (*results_free)(void *data);
    void (*copies)(struct starpu_data_copy_methods *methods);
    void (*copies_end)(void);
    int (*device_of)(const void *data); /* see sl__device_of() */
    int64_t (*room)(void);
    int64_t (*shared)(void);
    int (*fits)(const size_t bytes[], int n);

    /* ---- measuring ---- */
    double (*bandwidth)(void);
} sl__backend;

/* ---- the table ------------------------------------------------------------------------------------------------ */

enum { SL__BACKENDS_MOST = 4 };

/** Adds a back end, in the order in which they are preferred. An entry that is there already is not added again. */
void sl__backend_add(const sl__backend *backend);

/** Visits the table. @return entry number @p i; NULL behind the last. */
const sl__backend *sl__backend_at(int i);

/** @return the back end that is in use: the first that has devices, else the first; NULL in an empty table. The first
 *  call after sl__backend_add() asks the drivers. */
const sl__backend *sl__backend_now(void);

/** @return the back end whose devices a policy's place means; NULL: none. */
const sl__backend *sl__backend_of(sl_where where);

/** @return sides as StarPU's bits of a codelet or task. */
uint32_t sl__backend_bits(int sides);

/* ---- which devices there are: callable before StarPU runs ----------------------------------------------------- */

/** @return 1 when the library was built for an accelerator, else 0. */
int sl__device_built(void);

/** Counts the devices that can be used, without making a context on any. The first call asks the driver, which may take
 *  some tenths of a second; later ones, from any thread, know.
 *  @return how many there are; 0 without a driver or a device, or where this StarPU does not have the back end. */
int sl__device_count(void);

/** @return the number by which StarPU and the driver know the usable device @p place, from 0: it differs from
 *  @p place where some device may not be used. */
int sl__device_id(int place);

/** @return the NUMA node near the usable device @p place, by the system's number; -1 when it is unknown. */
int sl__device_numa(int place);

/** @return how many threads the usable device @p place can hold at the same time; 0 when it does not say. */
int64_t sl__device_room_for_threads(int place);

/** @return 1 in a process that was forked from one that had asked for devices and had some: the driver cannot be used
 *  there, and StarPU ends the program when it tries. */
int sl__device_is_inherited(void);

/** Says how many of the workers of the StarPU that has just started are devices, and at sl_finalize() that none is.
 *  @param[in] why  where it is 0 although there are devices, why, as part of a sentence: "STARLOOP_GPUS is 0". Not
 *                  copied. Otherwise NULL */
void sl__device_use(int workers, const char *why);

extern _Atomic int sl__device_workers_now;

/** @return the number of workers of the running StarPU that are devices: what sl__device_use() said. A few ns. */
static inline int sl__device_workers(void)
{
    return atomic_load_explicit(&sl__device_workers_now, memory_order_relaxed);
}

/** @return how many workers of StarPU are devices, by StarPU's own count. */
int sl__device_started(void);

/** @return StarPU's number of one of these workers, from 0; -1: there is none. */
int sl__device_worker(int i);

/** @return StarPU's number of that worker, where it is the only one; -1. */
int sl__device_only_worker(void);

/** @return whether a worker of StarPU's is a device. */
int sl__device_is_worker(int worker);

/** @return why there is no device to run on, as part of a sentence: "this build has no CUDA (configure --with-cuda)",
 *  "the CUDA driver reports: no CUDA-capable device is detected", "STARLOOP_GPUS is 0". "" when there is one. */
const char *sl__device_absence(void);

/** Prints the section "GPUs" of starloop-info: a line each (name, memory, NUMA node, ...), or why there is none. */
void sl__device_print(FILE *f);

/** Prints the lines of the section "Versions" that belong to the back ends: run-time library and driver, and whether
 *  StarPU has it. */
void sl__device_print_versions(FILE *f);

/* ---- running on them ------------------------------------------------------------------------------------------ */

/** After starpu_init(), and before starpu_shutdown() when all tasks are done.
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY, #SL_ERR_DEVICE. */
sl_status sl__device_init(void);
void sl__device_fini(void);

/** Ends the tasks of @p most batches that devices have passed and StarPU takes for ended already: what waits for tasks
 *  calls it again and again. Any thread, without locks.
 *  @return how many batches of them have not ended; a few ns where there are none. */
int sl__device_poll(int most);

/** Whether each device in use reads and writes the memory of all others. */
int sl__device_peers(void);

/** Launches a batch of loops for the device at once, in the calling thread, where that has to wait for nothing: its
 *  loops may not fail, there is one device, and all views are on it and used by no task but such launches. With the
 *  lock of batches.
 *  @return SL__INLINE_*. */
int sl__device_runs_inline(struct sl__batch *batch);

/** Waits until devices have passed what StarPU takes for ended, and ends nothing: with any lock. Before memory of a
 *  device is given back that such launches may use. */
void sl__device_settle(void);

/** Adds the device's function to the codelet of batches (task/batch.h). */
void sl__device_batch_codelet(struct starpu_codelet *codelet);

/** A task of a region is gone, and no run of it is queued: takes or frees what it has on devices. Any thread. */
void sl__device_graphs_free(struct sl__graphs *graphs);
/** Notes for the cost model what a run that was timed has taken, if it has ended. Any thread that keeps them. */
void sl__device_graphs_look(struct sl__graphs *graphs);

/** Adds the device's function to the codelets of parts of loops (task/split.h), and of edges by themselves
 *  (task/edge_task.h). Where there are workers. */
void sl__device_part_codelet(struct starpu_codelet *codelet);
void sl__device_edge_codelet(struct starpu_codelet *codelet);
/** Of the task that launches all parts of a loop (task/split_together.h). */
void sl__device_together_codelet(struct starpu_codelet *codelet);

/** Adds the device's function to a kernel's codelet, if the kernel has code for the device and there are workers. */
void sl__device_codelet(struct starpu_codelet *codelet, const sl_kernel *kernel);

/** Adds the device's function to the codelet of host functions (sl_task()), which puts their work into a stream. Where
 *  there are workers. */
void sl__device_function_codelet(struct starpu_codelet *codelet);

/** @return whether a kernel's codelet has the device's function. */
int sl__device_has_code(const struct starpu_codelet *codelet);

/* ---- memory --------------------------------------------------------------------------------------------------- */

/** Makes the device able to copy from and to host memory without staging.
 *  @return 1 when the memory is pinned now; 0 when there is no device or it refused, which is no error. */
int sl__device_pin(void *data, size_t bytes);

/** Undoes sl__device_pin() that has returned 1. */
void sl__device_unpin(void *data);

/** @return pinned host memory, for a few bytes that a device reads and writes in place; NULL when there is none. */
void *sl__device_pinned(size_t bytes);
void sl__device_pinned_free(void *data);

/** Frees what loops in parts had for results in a device's memory. NULL is allowed. */
void sl__device_results_free(void *data);

/** Sets the copy methods that involve the device's memory. Before the first handle is registered. */
void sl__device_copies(struct starpu_data_copy_methods *methods);
/** Frees what they have kept. When the last handle is gone, before starpu_shutdown(). */
void sl__device_copies_end(void);

enum { SL__DEVICE_MANAGED = -2 };
/** @return the device by whose allocator memory was given, by the driver's number; #SL__DEVICE_MANAGED: it is memory
 * that the driver moves between host and devices; -1: it is no device's memory. */
int sl__device_of(const void *data);

/** @return StarPU's memory node of a device in use, by the driver's number; -1: no such device is in use. */
int sl__device_node(int device);

/** @return bytes of views that a device can hold, of the smallest one in use; 0 when there is none. The first call
 *  after sl_init() asks the devices. */
int64_t sl__device_room(void);

/** @return bytes of shared memory that a CUDA block may have on every device in use; 0 when there is none. */
int64_t sl__device_shared(void);

/** Whether a task's views fit on a device all at once, as they must: StarPU tries for ever to get memory for a task
 *  that is too large, and says nothing.
 *  @param[in] bytes  [n] span of each view, each view once
 *  @return 1 when they do; 0 when they do not, or there is no device. */
int sl__device_fits(const size_t bytes[], int n);

/* ---- measuring ------------------------------------------------------------------------------------------------ */

/** Measures how fast the devices in use copy within their memory, which takes some tens of milliseconds each. When no
 *  task runs.
 *  @return bytes a second, read and written ones together, on average over the devices; 0 when there is none, or no
 *  memory. */
double sl__device_bandwidth(void);

#endif
