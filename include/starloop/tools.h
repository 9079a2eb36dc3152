/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A table of functions that the library calls where loops, copies and waits begin and end, and where
 *         memory of views is taken and given back: for profilers and other tools, without compiling the program again.
 *         starloop.h does not include it.
 *
 * A library of tools defines #sl_tools_table, and STARLOOP_TOOLS=/path/to/library.so has sl_init() open it; or a
 * program calls sl_tools_set(). Several tools, up to eight, are told of all in turn: STARLOOP_TOOLS=one.so:other.so.
 * What begins is told to the program's table first, then to the libraries in their order; what ends the other way
 * round. Without a table nothing is called, and no loop takes longer.
 *
 * The functions are called by the threads that run loops, several at a time: they guard what they share. They call no
 * function of Starloop's, and must not block. What is passed by pointer is there until the function returns. A member
 * that is NULL is not called.
 *
 * Between begin and end the table's owner is given an identifier: *id comes with a number that nothing else has since
 * the table's init, and begin may put another one there, or a pointer as a uintptr_t. It comes back in end, which may
 * be called by another thread. */
#include <starloop/called_at.h>
#ifndef STARLOOP_TOOLS_H
#define STARLOOP_TOOLS_H

#include <stdint.h>

#include <starloop/export.h>
#include <starloop/status.h>
#include <starloop/types.h>

/** The version of the table. Another one has other members. */
#define SL_TOOLS_VERSION 1

/** What the library has to run loops. */
typedef struct sl_tool_start {
    const char *version; /**< of the library: "0.1.0" */
    int cores;           /**< that run loops on CPUs */
    int groups;          /**< worker groups that they form */
    int gpus;            /**< GPUs that run loops */
} sl_tool_start;

/** Who runs a loop. */
typedef enum sl_tool_where {
    SL_TOOL_CALLER =
        0,         /**< the thread of the program's that called for it, by itself or with those of a worker group */
    SL_TOOL_GROUP, /**< a worker group; where several share a loop, the one that ends it */
    SL_TOOL_GPU    /**< a GPU */
} sl_tool_where;

/** A loop, a part of one over split views, or a host task. */
typedef struct sl_tool_loop {
    const char *kernel;  /**< its name; NULL: a host task */
    const char *label;   /**< that the policy or the host task gives it; else the kernel's name */
    sl_tool_where where; /**< who runs it */
    int number;          /**< of the group, from 0, or the GPU's, as CUDA counts them; -1 for #SL_TOOL_CALLER */
    int part;            /**< of a loop over split views, from 0; 0 in all others */
    int parts;           /**< how many there are; 1 in all others */
    sl_index iterations; /**< of this part; -1: a host task */
    double bytes;        /**< that they touch: each element once, those that are updated twice; 0: a host task */
} sl_tool_loop;

/** Ways of a copy. */
typedef enum sl_tool_way {
    SL_TOOL_TO_GPU = 0,   /**< from main memory */
    SL_TOOL_FROM_GPU,     /**< to main memory */
    SL_TOOL_BETWEEN_GPUS, /**< from one to another */
    SL_TOOL_BETWEEN_NODES /**< of main memory, where StarPU keeps NUMA nodes apart */
} sl_tool_way;

/** A copy of a view from one memory to another. */
typedef struct sl_tool_copy {
    const char *label; /**< of the view; "": not known */
    sl_tool_way way;   /**< from where to where */
    size_t bytes;      /**< of its elements */
} sl_tool_copy;

/** Kinds of memory. */
typedef enum sl_tool_space {
    SL_TOOL_MAIN_MEMORY = 0, /**< of the host */
    SL_TOOL_GPU_MEMORY,      /**< of a GPU */
    SL_TOOL_DISK             /**< where StarPU may put away what does not fit (STARPU_DISK_SWAP) */
} sl_tool_space;

/** Memory of a view, or of a part of one that is split. */
typedef struct sl_tool_memory {
    const char *label;   /**< of the view that has it, or the last one that had; "": not known */
    sl_tool_space space; /**< where it is */
    int number;          /**< of the GPU, as CUDA counts them; else of StarPU's memory node, 0 where there is one */
    const void *address; /**< where it begins; not to be looked at. No other memory of the space begins there
                              meanwhile */
    size_t bytes;        /**< that were asked for */
} sl_tool_memory;

/** The table. Each function is given @a data. */
typedef struct sl_tools {
    int version; /**< #SL_TOOLS_VERSION; the first member in every version */
    void *data;  /**< whatever its owner likes */
    /** In sl_init(), before the first loop. */
    void (*init)(void *data, const sl_tool_start *start);
    /** A loop is about to run. On a GPU: is about to be launched. */
    void (*begin_loop)(void *data, const sl_tool_loop *loop, uint64_t *id);
    /** It is over, or has failed. On a GPU: its worker has seen that the stream has passed it. */
    void (*end_loop)(void *data, uint64_t id);
    /** A copy is about to be made. */
    void (*begin_copy)(void *data, const sl_tool_copy *copy, uint64_t *id);
    /** It is made, or stands in the stream of a GPU, which makes it in its turn. */
    void (*end_copy)(void *data, uint64_t id);
    /** A call of the interface, such as "sl_wait", has to wait. The string stays. */
    void (*begin_wait)(void *data, const char *function, uint64_t *id);
    /** It waits no more. */
    void (*end_wait)(void *data, uint64_t id);
    /** The calling thread begins a phase: sl_tools_push(). */
    void (*begin_phase)(void *data, const char *name, uint64_t *id);
    /** It ends it: sl_tools_pop(). Phases that sl_finalize() finds open are not told of again. */
    void (*end_phase)(void *data, uint64_t id);
    /** Memory was taken. StarPU keeps what views had on a GPU, and gives it to others of the same shape: it is told
     *  when it is taken first, and a label may be that of such a view. */
    void (*allocate)(void *data, const sl_tool_memory *memory);
    /** It is about to be given back; in sl_finalize(), if not before. */
    void (*deallocate)(void *data, const sl_tool_memory *memory);
    /** In sl_finalize(), after the last loop; at the end of a program that does not call it, whose loops may still run.
     */
    void (*fini)(void *data);
} sl_tools;

SL_BEGIN_DECLS

/** What a library for STARLOOP_TOOLS defines; the library of Starloop does not. */
extern SL_API const sl_tools sl_tools_table;

/** Has the functions of a table called from the next sl_init() on, instead of those of an earlier call; with those of
 *  the libraries that STARLOOP_TOOLS names, whose turn is after it.
 *  @param[in] tools  copied; NULL: none any more
 *  @return #SL_SUCCESS; #SL_ERR_STATE between sl_init() and sl_finalize(); #SL_ERR_ARGUMENT for another version.
 *  Does not wait; any thread may call it. */
SL_API sl_status sl_tools_set(const sl_tools *tools);

/** A phase of the program begins on the calling thread: tools are told, the profile (STARLOOP_PROFILE) has a row for
 *  it with the time that threads have spent in it, and the trace (STARLOOP_TRACE) a bar on the thread's row. Phases may
 * lie within one another, up to 64, each thread's by itself. Loops that are queued in a phase may run after it: a phase
 * that is to have their time ends with sl_wait().
 *  @param[in] name  copied; profile and trace keep 63 bytes of it
 *  @return #SL_SUCCESS; #SL_ERR_STATE before sl_init() and after sl_finalize(), and for more than 64;
 *  #SL_ERR_ARGUMENT for NULL; #SL_ERR_MEMORY; #SL_ERR_CONTEXT in the body of a loop. Does not wait; any thread may call
 *  it. */
SL_API sl_status sl_tools_push(const char *name);
/** The phase ends that the calling thread has begun last.
 *  @return #SL_SUCCESS; #SL_ERR_STATE where it has begun none since sl_init() that it has not ended, and before
 *  sl_init() and after sl_finalize(); #SL_ERR_CONTEXT in the body of a loop. Does not wait; any thread may call it. */
SL_API sl_status sl_tools_pop(void);

SL_END_DECLS

#ifndef SL__NO_CALLED_AT
/** @cond */
SL__FROM(sl_status, sl_tools_set, (const sl_tools *tools_), tools_)
SL__FROM(sl_status, sl_tools_push, (const char *name_), name_)
SL__FROM_ALONE(sl_status, sl_tools_pop)
#define sl_tools_set(...) sl_tools_set_(__VA_ARGS__, SL__CALLED_AT)
#define sl_tools_push(...) sl_tools_push_(__VA_ARGS__, SL__CALLED_AT)
#define sl_tools_pop() sl_tools_pop_(SL__CALLED_AT)
/** @endcond */
#endif

#endif
