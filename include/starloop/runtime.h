/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starting, pausing and ending the library. */
#include <starloop/called_at.h>
#ifndef STARLOOP_RUNTIME_H
#define STARLOOP_RUNTIME_H

#include <stdio.h>

#include <starloop/export.h>
#include <starloop/status.h>
#include <starloop/types.h>

#define SL_VERSION_MAJOR 0 /**< first number of the version of these headers */
#define SL_VERSION_MINOR 1 /**< the second */
#define SL_VERSION_PATCH 0 /**< the third */
/** The version of these headers; sl_version() is that of the library. */
#define SL_VERSION SL__TEXT_OF(SL_VERSION_MAJOR) "." SL__TEXT_OF(SL_VERSION_MINOR) "." SL__TEXT_OF(SL_VERSION_PATCH)

/** What one StarPU CPU worker stands for; the values of STARLOOP_CPU_WORKERS. */
typedef enum sl_worker_level {
    SL_WORKERS_DEFAULT = 0, /**< what STARLOOP_CPU_WORKERS says, else machine */
    SL_WORKERS_MACHINE,     /**< one worker group over all cores */
    SL_WORKERS_PACKAGE,     /**< one group per processor package */
    SL_WORKERS_NUMA,        /**< one group per NUMA node */
    SL_WORKERS_L3,          /**< one group per shared level-3 cache */
    SL_WORKERS_CORE         /**< one group per core */
} sl_worker_level;

/** What sl_init() may be told; zero in every field means the default. A set field wins over its variable. */
typedef struct sl_config {
    sl_worker_level cpu_workers; /**< level of the worker groups */
    int cpu_cores;               /**< use at most that many cores (STARLOOP_CPU_CORES) of those that are this process's
                                      share (STARLOOP_SHARE); 0: all, but for one of more than eight beside GPUs, which
                                      is left to the program */
    const char *scheduler;       /**< StarPU scheduling policy; STARPU_SCHED wins over it */
    int gpus; /**< use at most that many GPUs of its share; -1: none; 0: what STARLOOP_GPUS says, else all */
} sl_config;

SL_BEGIN_DECLS

/** Starts the library and StarPU. May be nested: each success wants one sl_finalize().
 *
 *  Raises glibc's dynamic thresholds for the whole process, for good: up to 8 MiB may stay free at the top of the heap,
 *  and blocks below 4 MiB come from it, as once the program has freed a mapped block of that size (mallopt(3),
 *  M_MMAP_THRESHOLD). Thresholds that the program or its environment have set stand.
 *
 *  Floating point: bodies of loops, and host tasks, see the environment that the calling thread has now (rounding,
 * flush to zero, denormals as zeros, traps; <fenv.h>), on all threads, until sl_finalize(); other calls of sl_init() do
 * not change it. The compiler takes the default for granted in what it computes ahead (gcc's -frounding-math says
 *  otherwise). CUDA has none: there every operation rounds to nearest, subnormal numbers are kept, nothing traps.
 *  starloop-cc --exact, which leaves out fused multiplications and additions, is about neither.
 *
 *  Files: StarPU has its measurements of the machine in a folder for itself, which is removed in the end. They are
 * kept, for later starts, below STARPU_PERF_MODEL_DIR, STARPU_HOME, XDG_CACHE_HOME or HOME, in one file, which many
 * processes may start from and write at once; a damaged one is measured anew, and where none can be written the folder
 * is among the temporary files. It is an #SL_ERR_SYSTEM when that cannot be, either.
 *
 *  Limits: too few threads (RLIMIT_NPROC, a cgroup's pids) or descriptors (RLIMIT_NOFILE), too little memory or address
 * space (RLIMIT_DATA, RLIMIT_AS) and too small files (RLIMIT_FSIZE) are an #SL_ERR_SYSTEM, as tried just before StarPU
 * starts. What others take in between cannot be known: StarPU ends the program when a thread cannot be started, or when
 * a disk fills while it starts, or memory that the system has promised is not there. Where the program has taken all
 * memory later, calls are an #SL_ERR_MEMORY.
 *
 *  Standard streams that are closed get no file of the library. Where standard error is closed at the first sl_init(),
 * nothing is logged, unless sl_log_set_handler() has a handler. Writes of the library raise neither SIGPIPE nor
 * SIGXFSZ.
 *
 *  Stack: a thread that calls any function of Starloop has 64 KiB at least; a call takes half of them at most. The
 *  threads that it starts have what RLIMIT_STACK says, 128 KiB at least. What bodies and host tasks declare comes on
 * top.
 *
 *  Signals: the threads that it starts block all signals but SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT
 *  and SIGPROF, so those that are sent to the process go to the program's threads; host tasks (starloop/loop.h), and
 *  what they start, have that mask. No function of Starloop may be called in a signal handler. A thread may not be
 *  cancelled (pthread_cancel()) in a call of Starloop, nor end in the body of a loop or a host task: sl_finalize()
 * would wait for it for ever.
 *
 *  The library stays loaded, whoever closes it (dlclose()), and so does a library of kernels from the first call of one
 *  of them on. One that has host functions only (sl_task()) must stay until their tasks have ended.
 *
 *  @param[in] config  NULL for the defaults
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT for a bad field, STARLOOP_ variable or scheduler; #SL_ERR_MEMORY;
 *  #SL_ERR_SYSTEM when the machine cannot be read, no folder can be written, there are too few threads, or the file of
 * STARLOOP_PROFILE or STARLOOP_TRACE not be written; #SL_ERR_STARPU when StarPU does not start or the program has
 * started it itself; #SL_ERR_FORKED in a forked child; #SL_ERR_CONTEXT from inside a task. Blocking. Thread-safe. */
SL_API sl_status sl_init(const sl_config *config_);

/** Beneath the macro of that name: sl_init() that knows which headers its caller was compiled with.
 *  @param[in] abi_  #SL__ABI  @return as sl_init(); #SL_ERR_ARGUMENT where the library has another one. */
SL_API sl_status sl__init(unsigned abi_, const sl_config *config_);
/** The function of that name, which also hears which headers the program was compiled with. A macro with any number of
 *  arguments, for a compound literal has commas. */
#define sl_init(...) (sl__init(SL__ABI, __VA_ARGS__))

/** Waits for every task and, at the outermost level, resumes what is paused and ends StarPU. Views still alive
 *  then are dropped with a warning that names them (wrapped memory is brought up to date first). Prints and writes what
 *  STARLOOP_PROFILE and STARLOOP_TRACE ask for.
 *
 *  At the outermost level calls of other threads are an #SL_ERR_STATE from then on, and it waits for those that have
 *  begun; sl_host_end() they may call. Tasks may go on queueing tasks, for all of which it waits. sl_view_destroy()
 * drops the handle all the same, sl_region_destroy() does nothing. When it does not end the library, calls are as
 * before.
 *
 *  @return the first failure of a task that no wait has reported yet; #SL_ERR_SYSTEM when profile or trace could not be
 * written, or not all of it, and the library has ended; #SL_ERR_STATE without sl_init(), and, at the outermost level,
 *  between sl_mpi_init() and sl_mpi_finalize() (starloop/mpi.h), after which the library is still started;
 *  #SL_ERR_BUSY while a view is open for host access (at an inner level: while this thread has one open that a queued
 *  task needs); #SL_ERR_STALLED when the tasks make no progress: after these two the library is still started;
 * #SL_ERR_CONTEXT from inside a task; #SL_ERR_FORKED in a forked child. Blocking. Thread-safe. */
SL_API sl_status sl_finalize(void);

/** @return 1 between sl_init() and sl_finalize(), else 0. Thread-safe. */
SL_API int sl_is_initialized(void);

/** Waits as sl_wait(), then stops the workers from using their cores until sl_resume(): for an
 *  application's own OpenMP between Starloop phases. Nests. When it has returned no task runs: those that other threads
 *  have queued since the wait have ended, or not begun. What is queued meanwhile runs after sl_resume(), but for short
 *  loops that run in the thread that calls them, on one core (starloop/loop.h).
 *  @return as sl_wait(); nothing is paused unless it is #SL_SUCCESS. Blocking. Thread-safe. */
SL_API sl_status sl_pause(void);

/** Undoes one sl_pause().
 *  @return #SL_SUCCESS; #SL_ERR_STATE when nothing is paused; #SL_ERR_CONTEXT from inside a task; #SL_ERR_FORKED in a
 *  forked child. Does not wait for tasks. Thread-safe. */
SL_API sl_status sl_resume(void);

/** @return the number of cores on which CPU loops run; 0 before sl_init(). Thread-safe. */
SL_API int sl_cpu_cores(void);

/** @return the number of CPU worker groups; 0 before sl_init(). Thread-safe. */
SL_API int sl_cpu_workers(void);

/** @return the number of GPUs on which loops can run; 0 before sl_init(). Thread-safe. */
SL_API int sl_gpus(void);

/** @return the largest number of iterations that can run at the same time on CPUs, or on one GPU: of the cores on which
 * CPU loops run, and of the threads that each GPU has room for, the most. So many tokens are enough for every loop
 *  (starloop/kernel/token.h). 0 before sl_init(). Thread-safe. */
SL_API sl_index sl_concurrency(void);

/** Prints machine, worker groups, GPUs, workers, versions, scheduler and the table of variables.
 *  @param[in] stream_  where to print
 *  @return #SL_SUCCESS; #SL_ERR_STATE before sl_init(); #SL_ERR_SYSTEM when writing fails; #SL_ERR_ARGUMENT for NULL;
 *  #SL_ERR_FORKED in a forked child. Thread-safe. */
SL_API sl_status sl_info_print(FILE *stream_);

/** @return the library's version, "major.minor.patch". Thread-safe. */
SL_API const char *sl_version(void);

SL_END_DECLS

#endif
