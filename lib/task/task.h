/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief One queued task: a kernel over a space, or a plain host function. */
#ifndef STARLOOP_LIB_TASK_TASK_H
#define STARLOOP_LIB_TASK_TASK_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/starpu.h"

#include <starloop/kernel/abi.h>
#include <starloop/kernel/body.h>

#include "base/failure.h"
#include "backend/backend.h"
#include "base/state.h"
#include "data/view.h"
#include "data/window.h"
#include "kernel/form.h"
#include "kernel/policy.h"
#include "kernel/space.h"
#include "place/route.h"
#include "task/kernel_state.h"
#include "task/packs.h"

enum {
    SL__TASK_VIEWS = SL_MAX_ARGS + 1, /* views of a loop, with that of a list; a host task may have more, up to
                                         SL__TASK_USES */
    SL__TASK_USES = 64,
    SL__TASK_SCALARS = 256, /* bytes of scalars that need no allocation of their own */
    SL__TASK_LABEL = 48
};

/** States of a task: one that nobody waits for any more, after a stall, must not write to the waiter's memory. */
enum { SL__TASK_QUEUED = 0, SL__TASK_RUNNING, SL__TASK_ABANDONED };

/** The tasks between two recorded events, and what these queue. Workers count down those that are done; how many there
 * are is known only when the epoch is closed, so that submitting threads do not write to the same cache line. */
typedef struct sl__epoch {
    _Alignas(64) _Atomic int64_t left; /**< tasks that are not done, 1 for the epoch before it, and while it is open a
                                            number that no count reaches; 0 ends it */
    _Alignas(64) _Atomic int over;     /**< left has reached 0 */
    _Atomic int references;            /**< events, and the chain of epochs */
    uint64_t end;                      /**< closed: its tasks, and those before them, have numbers below this */
    struct sl__epoch *next;            /**< the epoch after it, once it is closed */
} sl__epoch;

/** What a task that only writes a view leaves of it. What is known to be written in part only stays poisoned if it was;
 * a body that may write where it likes is taken to write all. */
enum { SL__LEAVES_NOTHING = 0, SL__LEAVES_REST = 1, SL__LEAVES_PERHAPS = 2 };

/** One view as a task uses it. */
typedef struct sl__task_view {
    sl_view *view;
    short access;           /**< SL_READ, SL_WRITE or SL_RDWR */
    short leaves_unwritten; /**< SL__LEAVES_*: where the task runs, what it does not write must be, too */
} sl__task_view;

/** A queued task. Slots come from a pool. A task passes from the cache of the thread that submits it to that of the
 * worker that runs it, a miss for each line: what every loop needs stands in the first SL__TASK_HOT bytes, which both
 * sides prefetch. */
typedef struct sl__task {
    _Alignas(64) struct sl__task *next; /**< in the pool's list */
    sl__epoch *epoch;
    sl__task_view *many;    /**< instead of view, when there are more; malloc'd */
    unsigned char *scalars; /**< packed scalars, or a copied argument: small or malloc'd */
    sl__failure *failure;
    int waited;        /**< somebody waits for done, and takes failure */
    _Atomic int busy;  /**< in use; for the names of queued tasks */
    _Atomic int phase; /**< SL__TASK_QUEUED, ... */
    _Atomic int done;
    int placed;           /**< as part of a piece of a region, whose views are booked */
    unsigned char reason; /**< sl__reason: why it is queued */
    /* From here to fault: what every run of a recorded loop has alike (sl__task_copy_call()). */
    int views;
    const sl_kernel *kernel; /**< NULL for a host function */
    uint64_t recorded; /**< its number among all calls that regions have recorded, those of one in a row; 0: none */
    sl__kernel_state *state;
    sl__windows *windows; /**< what its arguments see of their views; NULL: all, as it is */
    int where;            /**< SL__SIDE_* or-ed: where it may run */
    uint32_t footprint;
    const sl_policy *policy; /**< in own; the library's default; of a loop in the calling thread the caller's */
    sl_space space;
    sl__at at;                       /**< where in the program its call stands; kept, once it is queued */
    unsigned char slot[SL_MAX_ARGS]; /**< view arguments and reductions into views: number in view[] */
    struct sl__fault fault;
    sl__task_view view[SL__TASK_VIEWS];
    _Alignas(64) unsigned char small[SL__TASK_SCALARS];
    sl_index into[SL_MAX_ARGS];          /**< reductions into views: offset of the element, in elements */
    void *host[SL_MAX_ARGS];             /**< reductions into host memory */
    struct sl__places list[SL_MAX_RANK]; /**< how the indices of a list, or the end of a range, lie in view[lists[d]] */
    int lists[SL_MAX_RANK];
    sl_policy own; /**< sl__task_own_policy() */
    sl_task_function function;
    void *arg;     /**< of the program's */
    size_t copied; /**< bytes of an argument that was copied, which is in scalars; 0: arg is handed on */
    int renamed;   /**< of a host function: behind the uses stand the views that it knows them by, many[views] each */
    /* Of one that stands for a part of a loop; 0 in all others. */
    int part, parts; /**< its number, from 0, and how many there are */
    /* Of one that stands for a part of a loop over split views, which is never in the pool; NULL in all others. */
    const struct sl__part *stands_for;
    const sl_space *whole;        /**< the loop's space, by whose blocks the part is cut if it reduces */
    sl_index before[SL_MAX_RANK]; /**< how many places of that come before the part's along each dimension */
    const char *carried;          /**< of a scan: what lines have come to before the part, task/split_scan.h; NULL */
    char *carries;                /**< and where that goes which they have come to with it; NULL: it is the last */
    void *const
        *partial;       /**< [nargs] where the results of its blocks go, by their numbers in the whole; NULL: nowhere */
    int tool_notified;  /**< a tool knows that it has begun, by the next: trace/tools.h */
    uint64_t tool;      /**< identifier of the tool's */
    uint64_t number;    /**< in order of submission */
    uint64_t root;      /**< the number of the task which has queued it, that which has queued that one, and so on;
                             its own where the program has */
    uint64_t publish;   /**< the number under which a device publishes its results: task/publish.h */
    unsigned publishes; /**< arguments whose results it publishes: bits */
    char label[SL__TASK_LABEL];
} sl__task;

enum { SL__TASK_HOT = 576 };

/** Fetches what every loop needs of a task. @p write is a constant: 1 to write to it. */
#define sl__task_prefetch(task, write) \
    do { \
        for (int line_ = 0; line_ < SL__TASK_HOT; line_ += 64) \
            __builtin_prefetch((const char *)(task) + line_, (write), 3); \
    } while (0)

/** The functions of codelets on CPUs, which lib/exec has. */
struct sl__task_functions {
    starpu_cpu_func_t task;  /**< one task: its argument is an ::sl__task */
    starpu_cpu_func_t batch; /**< a batch of them: an ::sl__batch */
    starpu_cpu_func_t fused; /**< a run of a region's piece as one task: an ::sl__fused */
    starpu_cpu_func_t part;  /**< a part of a loop over split views: an ::sl__part */
    starpu_cpu_func_t
        together; /**< all parts of one, where a test has workers stand for devices: an ::sl__split_loop */
};
extern struct sl__task_functions sl__task_functions;
/** Before the first codelet is filled in. */
void sl__task_set_functions(const struct sl__task_functions *functions);

/** Fills in a codelet that runs tasks of a kernel. */
void sl__task_codelet(struct starpu_codelet *codelet, const char *name, struct starpu_perfmodel *model);

/** Counts a task as running. On a StarPU worker. @return NULL; why it was given up meanwhile. */
sl__failure *sl__task_start(sl__task *task);

/** @return the failure of a view that the task reads, with a reference; NULL when all are there. */
sl__failure *sl__task_poisoned(sl__task *task);

/** What most tasks' functions begin with: sl__task_start(), and a look at what the task reads.
 *  @return 1 when it is to run; 0 when it was given up or an input is not there, and it has ended. */
int sl__task_begin(sl__task *task);

/** Says what the views that a task wrote are from now on: poisoned by @p failure, of which each takes a reference, or
 *  there (NULL). */
void sl__task_mark_outputs(sl__task *task, sl__failure *failure);

/** Ends a task: marks what it wrote, reports, lets go of views and task, which is not to be touched any more. On a
 *  StarPU worker.
 *  @param failure  why it failed, a reference that is taken over; NULL
 *  @param own      it is not that of an input, which was reported */
void sl__task_end(sl__task *task, sl__failure *failure, int own);

/** Fills in the function of a codelet that runs batches on a worker group. */
void sl__task_batch_codelet(struct starpu_codelet *codelet);

/** The codelet of host functions. */
extern struct starpu_codelet sl__task_host_codelet;

/** The task that this thread runs, its function or its bodies; NULL: none. Of loops that run together the first one. */
extern _Thread_local const sl__task *sl__task_current;

/** Around what runs a task. @return what sl__task_outside() is to be given. */
static inline const sl__task *sl__task_inside(const sl__task *task)
{
    const sl__task *before = sl__task_current;
    sl__in_task++;
    if (before == NULL)
        sl__task_current = task;
    return before;
}

static inline void sl__task_outside(const sl__task *before)
{
    sl__task_current = before;
    sl__in_task--;
}

/** Whether a task is a piece of a region whose loops are no tasks of their own: task/fused.h. */
static inline int sl__task_is_fused(const sl__task *task)
{
    return task->kernel == NULL && task->function == NULL;
}

/** The views of a task. */
static inline sl__task_view *sl__task_views(sl__task *task)
{
    return task->many ? task->many : task->view;
}

/** The same, to look at. */
static inline const sl__task_view *sl__task_uses(const sl__task *task)
{
    return task->many ? task->many : task->view;
}

/** Bytes that a task has in scalars. */
static inline size_t sl__task_scalars(const sl__task *task)
{
    return task->kernel != NULL ? task->state->scalars : task->copied;
}

/** Finds the values of a loop's scalars. @param[out] value  [SL_MAX_ARGS] by the rows of the kernel's table
 *  @return the kernel as the program has it. */
static inline const sl_kernel *sl__task_values(const sl__task *task, const void *value[])
{
    const sl_kernel *written = sl__packs_written(task->state->packs, task->kernel);
    for (int i = 0; i < written->nargs; i++)
        value[i] = task->scalars + task->state->parameter[i].scalar;
    return written;
}

/** Makes room for so many bytes of scalars in a task that has none. @return 0 without memory. */
static inline int sl__task_make_room(sl__task *task, size_t bytes)
{
    unsigned char *room = bytes > sizeof task->small ? malloc(bytes) : task->small;
    if (room != NULL)
        task->scalars = room;
    return room != NULL;
}

/** Frees it. */
static inline void sl__task_free_room(sl__task *task)
{
    if (task->scalars != task->small)
        free(task->scalars);
    task->scalars = task->small;
}

/** Makes the policy of a task one of its own, without a label: the program's string may go. */
static inline sl_policy *sl__task_own_policy(sl__task *task)
{
    if (task->policy == &task->own)
        return &task->own;
    task->own = *task->policy;
    task->own.label = NULL;
    task->policy = &task->own;
    return &task->own;
}

/** Gives a task a policy: a copy, as the caller's may go, unless it is the library's default. */
static inline void sl__task_set_policy(sl__task *task, const sl_policy *policy)
{
    task->policy = policy;
    if (policy != &sl__policy_default)
        (void)sl__task_own_policy(task);
}

/** Makes a task what a recorded loop is, but for its scalars. The windows are those of the call: not referenced. Of a
 *  host function that has many, the uses are not copied. */
static inline void sl__task_copy_call(sl__task *task, const sl__task *call)
{
    const size_t begin = offsetof(sl__task, views), end = offsetof(sl__task, fault);
    const size_t arguments = call->kernel != NULL ? (size_t)call->kernel->nargs : 0;
    memcpy((char *)task + begin, (const char *)call + begin, end - begin);
    sl__task_set_policy(task, call->policy);
    if (call->many == NULL)
        memcpy(task->view, call->view, (size_t)call->views * sizeof *task->view);
    memcpy(task->into, call->into, arguments * sizeof *task->into);
    memset(task->host, 0, arguments * sizeof *task->host);
    memcpy(task->list, call->list, sizeof task->list);
    memcpy(task->lists, call->lists, sizeof task->lists);
    memcpy(task->label, call->label, sizeof task->label);
    if (call->kernel == NULL) {
        task->function = call->function;
        task->arg = call->arg;
        task->copied = call->copied;
        task->renamed = call->renamed;
    }
}

/** Names a task; the label is copied, and cut where it is too long. */
void sl__task_set_label(sl__task *task, const char *label);

enum { SL__TASK_WHO = 256 };
/** Whose failure it is, in messages: kernel relax (task "first"). Of a kernel of the library's own it is the task
 * alone, whose label is the call or what that was given: task "sl_sort". @return @p text */
const char *sl__task_who(const sl__task *task, char text[SL__TASK_WHO]);
/** The failure of a task that expected some memory and got none. */
sl__failure *sl__task_lacks(const sl__task *task, const char *what);

/** Whether a task that succeeds makes a view clean that was poisoned. */
static inline int sl__task_overwrites(const sl__task_view *use)
{
    return (use->access & SL_WRITE) && !(use->leaves_unwritten & SL__LEAVES_REST);
}

/** sl__kernel_points() of a task's loop. */
static inline sl_index sl__task_points(const sl__task *task)
{
    return sl__kernel_points(task->kernel, &task->space);
}

/** Whether a task that runs a kernel may record a fault: its bodies may, or a range of its ends where a view says. */
static inline int sl__task_may_fail(const sl__task *task)
{
    return task->state->may_fail || sl__space_has_ends(&task->space);
}

/** @return the space of a task's loop; of a part of one the whole loop's. */
static inline const sl_space *sl__task_whole(const sl__task *task)
{
    return task->whole != NULL ? task->whole : &task->space;
}

/** Whether a task's loop is over a product of which a range ends where a view says. It is cut, or laid out for a
 * device, when that is known: it runs by itself. */
static inline int sl__task_awaits_ends(const sl__task *task)
{
    return task->space.kind == SL_SPACE_PRODUCT && sl__space_has_ends(&task->space);
}

/** @return the place of a view among some uses, each of another view; -1: it has none. */
static inline int sl__task_find_view(const sl__task_view view[], int views, const sl_view *wanted)
{
    for (int i = 0; i < views; i++)
        if (view[i].view == wanted)
            return i;
    return -1;
}

/** Adds a use of a view, merged with an earlier one of the same view. The view is not referenced yet.
 *  @param[in] leaves_unwritten  SL__LEAVES_*  @return its number. */
int sl__task_add_view(sl__task *task, sl_view *view, int access, int leaves_unwritten);

/** @return the bytes that a loop moves: of each view what an iteration touches once, as often as there are iterations,
 *  but no more than there is. What it updates is read and written. */
double sl__task_bytes(const sl__task *task);

/** Ends a task as sl__task_end(), but for what it wrote. */
void sl__task_close(sl__task *task, sl__failure *failure, int own);

/** Hands a task to StarPU, after what was collected; on failure gives it back.
 *  @return #SL_SUCCESS; #SL_ERR_STARPU, #SL_ERR_DEVICE, #SL_ERR_MEMORY. */
sl_status sl__task_to_starpu(sl__task *task, struct starpu_codelet *codelet, const char *function);

/** A task will not use its views: lets go of them. */
void sl__task_leave_views(sl__task *task);

/** Counts a task as submitted: for what hands it to StarPU. */
void sl__task_queued(sl__task *task, const char *function);

/** @return how StarPU is told of a use. */
enum starpu_data_access_mode sl__task_mode(const sl__task_view *use);
/** Makes room in a StarPU task for so many views. @return 0 without memory. */
int sl__task_reserve_views(struct starpu_task *starpu_task, int count);
/** Puts handles and modes into it. */
void sl__task_set_views(struct starpu_task *starpu_task, const sl__task_view views[], int count);
/** Frees a StarPU task that was not submitted. NULL is allowed. */
void sl__task_discard(struct starpu_task *starpu_task);

/** @return .gpu of a task's policy where there are several GPUs; 0: it may run on any. */
static inline int sl__task_gpu(const sl__task *task)
{
    return task->policy->gpu != 0 && sl__device_workers() > 1 ? task->policy->gpu : 0;
}
/** The worker of such a GPU; -1 for 0. */
static inline int sl__gpu_worker(int gpu)
{
    return gpu != 0 ? sl__device_worker(gpu - SL__GPU) : -1;
}
/** Has a StarPU task run by a worker; -1: the scheduler chooses. */
static inline void sl__task_pin(struct starpu_task *starpu_task, int worker)
{
    starpu_task->execute_on_a_specific_worker = worker >= 0;
    starpu_task->workerid = worker >= 0 ? (unsigned)worker : 0;
}

/** @return the task's priority, within what the scheduler allows. */
int sl__task_priority(const sl__task *task);

/** Whether a task is queued, or runs. Its views are there to be looked at where sl__tasks_look() has it. */
static inline int sl__task_is_queued(const sl__task *task)
{
    return atomic_load_explicit(&task->busy, memory_order_acquire) &&
           !(task->waited && atomic_load_explicit(&task->done, memory_order_acquire));
}

#endif
