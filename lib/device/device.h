/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the rest of the library knows of accelerators: nothing but these functions.
 *
 * One back end is compiled: lib/device/cuda where configure has found CUDA, else lib/device/none, in which there is
 * never a device. So no other folder asks at compile time what the build has.
 *
 * The sections below say which of its files a function is in. */
#ifndef STARLOOP_DEVICE_DEVICE_H
#define STARLOOP_DEVICE_DEVICE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <core/starpu.h>

#include <starloop/kernel/abi.h>
#include <starloop/status.h>

/* ---- which devices there are: callable before StarPU runs; cuda/devices.c ----------------------------------- */

/** @return 1 when the library was built for an accelerator, else 0. */
int sl__device_built(void);

/** Counts the devices that can be used, without making a context on any. The first call asks the driver, which may take
 *  some tenths of a second; later ones, from any thread, know.
 *  @return how many there are; 0 without a driver or a device, or where this StarPU has no CUDA. */
int sl__device_count(void);

/** @return the number by which StarPU and the CUDA runtime know the usable device @p place, from 0: it differs from
 *  @p place where some device may not be used. */
int sl__device_id(int place);

/** @return the NUMA node near the usable device @p place, by the system's number; -1 when it is unknown. */
int sl__device_numa(int place);

/** @return 1 in a process that was forked from one that had asked for devices and had some: CUDA cannot be used there,
 *  and StarPU ends the program when it tries. */
int sl__device_is_inherited(void);

/** Says how many of the workers of the StarPU that has just started are devices, and at sl_finalize() that none is.
 *  @param[in] why  where it is 0 although there are devices, why, as part of a sentence: "STARLOOP_GPUS is 0". Not
 *                  copied. Otherwise NULL */
void sl__device_use(int workers, const char *why);

/** @return the number of workers of the running StarPU that are devices: what sl__device_use() said. A few ns. */
int sl__device_workers(void);

/** @return StarPU's number of one of these workers, from 0. */
int sl__device_worker(int i);

/** @return StarPU's number of that worker, where it is the only one; -1. */
int sl__device_only_worker(void);

/** @return why there is no device to run on, as part of a sentence: "this build has no CUDA (configure --with-cuda)",
 *  "the CUDA driver reports: no CUDA-capable device is detected", "STARLOOP_GPUS is 0". "" when there is one. */
const char *sl__device_absence(void);

/** Prints the section "GPUs" of starloop-info: a line each (name, compute capability, memory, multiprocessors, PCI
 *  address, NUMA node), or why there is none. */
void sl__device_print(FILE *f);

/** Prints the lines of the section "Versions" that belong to the back end: its run-time library and driver, and
 *  whether StarPU has it. */
void sl__device_print_versions(FILE *f);

/* ---- running on them: cuda/run.c ------------------------------------------------------------------------------ */

/** Called by sl__loop_init() after starpu_init(), and before starpu_shutdown() when all tasks are done.
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY, #SL_ERR_DEVICE. */
sl_status sl__device_init(void);
void sl__device_fini(void);

/** Ends the tasks of @p most batches that devices have passed and StarPU takes for ended already: what waits for tasks
 *  calls it again and again. Any thread, without locks.
 *  @return how many batches of them have not ended; a few ns where there are none. */
int sl__device_poll(int most);

/** Launches a batch of loops for the device at once, in the calling thread, where that has to wait for nothing: its
 *  loops may not fail, there is one device, and all views are on it and used by no task but such launches. With the
 *  lock of batches. cuda/here.c
 *  @return SL__HERE_*: not; it is launched, and not the caller's any more; its tasks have ended, and it is to be given
 *  back, without that lock. */
struct sl__batch;
int sl__device_runs_here(struct sl__batch *batch);
enum { SL__HERE_NOT, SL__HERE_LAUNCHED, SL__HERE_ENDED };

/** Waits until devices have passed what StarPU takes for ended, and ends nothing: with any lock. Before memory of a
 *  device is given back that such launches may use. */
void sl__device_settle(void);

/** Adds the device's function to the codelet of batches (loop/batch.h). */
void sl__device_batch_codelet(struct starpu_codelet *codelet);

/** A task of a region is gone, and no run of it is queued: takes or frees what it has on devices. Any thread. */
struct sl__graphs;
void sl__device_graphs_free(struct sl__graphs *graphs);
/** Notes for the cost model what a run that was timed has taken, if it has ended. Any thread that keeps them. */
void sl__device_graphs_look(struct sl__graphs *graphs);

/** Adds the device's function to the codelet of parts of loops (loop/split.h). Where there are workers. */
void sl__device_part_codelet(struct starpu_codelet *codelet);

/** Adds the device's function to a kernel's codelet, if the kernel has code for the device and there are workers. */
void sl__device_codelet(struct starpu_codelet *codelet, const sl_kernel *kernel);

/* ---- memory: cuda/memory.c ------------------------------------------------------------------------------------ */

/** Makes the device able to copy from and to host memory without staging.
 *  @return 1 when the memory is pinned now; 0 when there is no device or it refused, which is no error. */
int sl__device_pin(void *data, size_t bytes);

/** Undoes sl__device_pin() that has returned 1. */
void sl__device_unpin(void *data);

/** @return pinned host memory, for a few bytes that a device reads and writes in place; NULL when there is none. */
void *sl__device_pinned(size_t bytes);
void sl__device_pinned_free(void *data);

/** Sets the copy methods that involve the device's memory. Before the first handle is registered. */
void sl__device_copies(struct starpu_data_copy_methods *methods);
/** Frees what they have kept. When the last handle is gone, before starpu_shutdown(). */
void sl__device_copies_end(void);

/** @return bytes of views that a device can hold, of the smallest one in use; 0 when there is none. The first call
 *  after sl_init() asks the devices. */
int64_t sl__device_room(void);

/** Whether a task's views fit on a device all at once, as they must: StarPU tries for ever to get memory for a task
 *  that is too large, and says nothing.
 *  @param[in] bytes  [n] span of each view, each view once
 *  @return 1 when they do; 0 when they do not, or there is no device. */
int sl__device_fits(const size_t bytes[], int n);

/* ---- measuring: cuda/bandwidth.c ------------------------------------------------------------------------------ */

/** Measures how fast the devices in use copy within their memory, which takes some tens of milliseconds each. When no
 *  task runs.
 *  @return bytes a second, read and written ones together, on average over the devices; 0 when there is none, or no
 *  memory. */
double sl__device_bandwidth(void);

#endif
