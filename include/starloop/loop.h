/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Calling kernels: loops, reductions, host tasks, waiting.
 *
 * A kernel that SL_KERNEL (starloop/kernel.h) defines, or SL_KERNEL_DECLARE declares, is called with
 *
 *     sl_forall(name, space, arguments...)               queued, returns at once
 *     sl_forall_with(policy, name, space, arguments...)
 *     sl_reduce(name, space, arguments...)               waits; results into host pointers
 *     sl_reduce_with(policy, name, space, arguments...)
 *
 * with one argument per word of the kernel: a value for `scalar`, an `sl_view *` for in, out and inout (an array of k
 * of them where the word has `pack(k)`), and for `reduce` either SL_INTO(view) or, in sl_reduce only, a host pointer.
 *
 * A loop that was measured to take a few microseconds, and whose views nothing else uses at the moment, runs in the
 * calling thread before the call returns (STARLOOP_INLINE=0 turns that off); its results, order and failures are those
 * of a queued loop. So a body must not wait for anything that its caller does after the call, nor for a lock that the
 * caller holds. Host tasks always run on a worker.
 *
 * Bodies and host tasks on CPUs, wherever they run, see one floating-point environment, that of sl_init()
 * (starloop/runtime.h); the calling thread has its own again after the call, flags and all. A body that changes it puts
 * it back before it ends: what else runs of its loop in the same thread would see the change.
 */
#include <starloop/called_at.h>
#ifndef STARLOOP_LOOP_H
#define STARLOOP_LOOP_H

#include <starloop/policy.h>
#include <starloop/space.h>
#include <starloop/view.h>

/** A kernel: what SL_KERNEL emits, beneath its typed submit function. Its members are in starloop/kernel.h. */
typedef struct sl_kernel sl_kernel;

/** Kinds of arguments in sl_submit(). */
typedef enum sl_arg_kind {
    SL_ARG_SCALAR = 1, /**< data points to the value, which is copied */
    SL_ARG_VIEW,       /**< view */
    SL_ARG_INTO,       /**< a reduction's result goes to a view of rank 0, or to an element: index [rank of view] */
    SL_ARG_HOST,       /**< a reduction's result goes to host memory at data; the call waits */
    SL_ARG_PACK        /**< of an argument with `pack`: data points to rank views, an array of `sl_view *` */
} sl_arg_kind;

/** One argument of sl_submit(). */
typedef struct sl_arg {
    sl_arg_kind kind;            /**< what this is */
    sl_view *view;               /**< SL_ARG_VIEW, SL_ARG_INTO */
    void *data;                  /**< SL_ARG_SCALAR (in), SL_ARG_HOST (out), SL_ARG_PACK (in) */
    int rank;                    /**< SL_ARG_INTO: number of indices given; SL_ARG_PACK: of views */
    sl_index index[SL_MAX_RANK]; /**< SL_ARG_INTO: [rank] the element */
} sl_arg;

/** An event: the completion of what was queued before it. Opaque, reference-counted by the library. */
typedef struct sl_event sl_event;

/** A plain host function as a node of the graph. @return 0 for success; anything else fails the task. */
typedef int (*sl_task_function)(void *arg_);

/** One use of a view by sl_task(); SL_R, SL_W and SL_RW make one. */
typedef struct sl_use {
    sl_view *view;    /**< the view */
    sl_access access; /**< how it is used */
} sl_use;

SL_BEGIN_DECLS

/** Queues one kernel over a space: the one function beneath sl_forall and sl_reduce, for other languages.
 *
 *  @param[in] kernel  the kernel
 *  @param[in] policy  NULL for the default
 *  @param[in] space   of the kernel's rank; empty is legal
 *  @param[in] args    [n] one per argument of the kernel, in its order
 *  @param[in] n       number of arguments
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT, #SL_ERR_ALIAS for a bad
 *  argument, which is named; #SL_ERR_DESTROYED; #SL_ERR_BUSY when the host holds a view that the call needs and
 *  would wait for; #SL_ERR_DEVICE; #SL_ERR_MEMORY; #SL_ERR_CONTEXT; and, where the call waits (SL_ARG_HOST or
 *  .synchronous), the failure of the task. Non-blocking otherwise, but for the limit on queued tasks
 *  (STARLOOP_MAX_QUEUED; a call from a host task, the body of a loop or another StarPU task is not held back by it, so
 *  tasks that queue tasks must bound their number themselves) and the few microseconds of a loop that runs in the call.
 *  Thread-safe. */
SL_API sl_status sl_submit(const sl_kernel *kernel_, const sl_policy *policy_, const sl_space *space_,
                           const sl_arg args_[], int n_);

/** Queues a plain host function, which runs on a CPU worker once the views are ready; what #sl_task calls.
 *
 *  With .where = #SL_CUDA it is called by the thread of a GPU, whose device is the current one, to put work into a
 * stream: calls of cuBLAS, cuFFT and their like. sl_task_data() returns device pointers, sl_task_stream() the stream.
 * The function returns without waiting; the task ends when the stream has passed what it put there. An error that CUDA
 *  reports then is the task's failure. It makes no other device current, and destroys nothing that the stream may use.
 *
 *  With .where = #SL_CALLER it runs in the calling thread before the call returns, so that one of a microsecond costs
 *  no task: if nobody uses its views, and they are whole and in main memory. Else it is queued for a CPU worker; so it
 *  is in a task, and with STARLOOP_INLINE=0. Its views are held meanwhile, so it waits for nothing, neither a lock nor
 *  a message, and calls only what the body of a loop may call; what it queues is queued when it has returned. Its
 *  failure is that of a task. In a region each run decides anew.
 *
 *  @param[in] policy_    NULL for the default
 *  @param[in] function_  called with @p arg_; from inside it, views are reached with sl_task_data()
 *  @param[in] arg_       handed on; must live until the task has run
 *  @param[in] uses_      [count_] views and how they are used
 *  @param[in] count_     number of uses
 *  @return as sl_submit(). With .synchronous it waits for its task and returns the failure; otherwise it waits only at
 *  the limit on queued tasks (as sl_submit()). Thread-safe. */
SL_API sl_status sl_task_submit(const sl_policy *policy_, sl_task_function function_, void *arg_, const sl_use uses_[],
                                int count_);

/** The same with an argument of the task's own: what #sl_task_copy calls. In a region each run has a copy of what was
 *  recorded.
 *  @param[in] policy_    NULL for the default
 *  @param[in] function_  called with a pointer to the copy, which it may change, and which goes with the task
 *  @param[in] arg_       host memory; need not live on
 *  @param[in] bytes_     how many are copied, byte by byte; aligned as from malloc()
 *  @param[in] uses_      [count_] views and how they are used
 *  @param[in] count_     number of uses
 *  @return as sl_task_submit(); #SL_ERR_ARGUMENT where @p arg_ is NULL, and @p bytes_ is not 0. Thread-safe. */
SL_API sl_status sl_task_submit_copy(const sl_policy *policy_, sl_task_function function_, const void *arg_,
                                     size_t bytes_, const sl_use uses_[], int count_);

/** From inside a host task: the memory of one of its views, on the host; on the device where it runs for a GPU.
 *  @param[in] view_  one of the views that the task was given
 *  @return the memory, const for SL_R by contract; NULL (recorded) outside a task or for a view that it does not
 *  use. */
SL_API void *sl_task_data(sl_view *view_);

/** From inside a host task that runs for a GPU: the stream that its work is put into.
 *  @return the cudaStream_t; NULL in a task on a CPU, and (recorded) outside a task. */
SL_API void *sl_task_stream(void);

/** Waits for every task that was queued before the call, by whatever thread or task, and for what these queue while
 * they run, and what that queues, at any depth. What other threads queue meanwhile it need not wait for. A codelet of
 * the program's own, and what that queues, is no task of the library's.
 *  @return #SL_SUCCESS, or the first failure since the last sl_wait() that no other wait has reported: #SL_ERR_BOUNDS,
 *  #SL_ERR_REACH, #SL_ERR_RAISED, #SL_ERR_TASK, #SL_ERR_MEMORY...; #SL_ERR_STALLED when nothing runs and nothing can,
 *  which names the views that the host holds; #SL_ERR_BUSY when the calling thread has a view open for host access that
 * a queued task needs: it would wait for itself; #SL_ERR_CONTEXT from inside a task, also from a StarPU codelet of the
 * program's own; #SL_ERR_STATE before sl_init(). Blocking. Thread-safe. */
SL_API sl_status sl_wait(void);

/** Records an event after everything that this process has queued so far: it stands for that, and for what those tasks
 *  queue while they run, at any depth. @param[out] event_ owned by the caller:
 *  sl_event_destroy(). @return #SL_SUCCESS, #SL_ERR_STATE, #SL_ERR_MEMORY. Non-blocking. Thread-safe. */
SL_API sl_status sl_event_record(sl_event **event_);
/** Waits until what the event stands for is done.
 *  @param[in] event_  the event
 *  @return as sl_wait(), for the tasks that the event stands for: a failure of another one is left for a later
 *  wait. Of an event from before the last sl_finalize() #SL_SUCCESS. Blocking. Thread-safe. */
SL_API sl_status sl_event_wait(sl_event *event_);
/** Looks whether an event has come.
 *  @param[in] event_  the event
 *  @return 1 when what the event stands for is done, else 0; -1 (recorded) for no event. Non-blocking. Thread-safe. */
SL_API int sl_event_test(sl_event *event_);
/** Drops the event and sets the handle to NULL; takes NULL. Never waits. Thread-safe.
 *  @param[in,out] event_  the handle */
SL_API void sl_event_destroy(sl_event **event_);

/** Target of a reduction: what #SL_INTO calls. The result is a tagged pointer that is good for the one call
 *  in whose argument list it stands.
 *  @param[in] count_ number of indices, the view's rank  @param[in] index_ [count_] the element */
SL_API void *sl__into(sl_view *view_, int count_, const sl_index index_[]);

SL_END_DECLS

#define SL__FORALL 1
#define SL__REDUCE 2
#define SL__NEST_CALL 3
#define SL__LAUNCH_CALL 4
/* A call's first parameter: where it stands, one of these, and a number for the words that the kernel was declared
 * with. */
typedef struct sl__call {
    const char *position_;
    int by_;
    unsigned signature_;
} sl__call;
#ifdef __cplusplus
#define SL__CALLED(by_, signature_) (sl__call{SL__CALLED_AT, (by_), (unsigned)sizeof(signature_)})
#else
#define SL__CALLED(by_, signature_) ((sl__call){SL__CALLED_AT, (by_), (unsigned)sizeof(signature_)})
#endif

/** Queues kernel @p k over a space: sl_forall(daxpy, SL_RANGE(0, n), 2.0, x, y). */
#define sl_forall(k, ...) k##__submit(SL__CALLED(SL__FORALL, k##__signature_), NULL, __VA_ARGS__)
/** sl_forall under a policy. */
#define sl_forall_with(policy, k, ...) \
    k##__submit(SL__CALLED(SL__FORALL, k##__signature_), SL__POLICY(policy), __VA_ARGS__)
/** Runs kernel @p k over a space and waits: sl_reduce(dot, SL_RANGE(0, n), x, y, &sum). */
#define sl_reduce(k, ...) k##__submit(SL__CALLED(SL__REDUCE, k##__signature_), NULL, __VA_ARGS__)
/** sl_reduce under a policy. */
#define sl_reduce_with(policy, k, ...) \
    k##__submit(SL__CALLED(SL__REDUCE, k##__signature_), SL__POLICY(policy), __VA_ARGS__)

/** A view that a host task reads. */
#define SL_R(view_) SL__USE(view_, SL_READ)
/** A view that a host task writes, every element of it. */
#define SL_W(view_) SL__USE(view_, SL_WRITE)
/** A view that a host task reads and writes. */
#define SL_RW(view_) SL__USE(view_, SL_RDWR)
#ifdef __cplusplus
#define SL__USE(view_, access_) (sl_use{(view_), (access_)})
extern "C++" {
template <typename... U_>
inline sl_status sl__task(const sl_policy *policy_, sl_task_function function_, void *arg_, U_... use_)
{
    const sl_use uses_[] = {use_..., sl_use{nullptr, SL_READ}};
    return sl_task_submit(policy_, function_, arg_, uses_, (int)sizeof...(U_));
}
template <typename A_, typename... U_>
inline sl_status sl__task_copy(const sl_policy *policy_, sl_task_function function_, const A_ *arg_, U_... use_)
{
    static_assert(__is_trivially_copyable(A_), "sl_task_copy: the argument cannot be copied byte by byte");
    const sl_use uses_[] = {use_..., sl_use{nullptr, SL_READ}};
    return sl_task_submit_copy(policy_, function_, arg_, sizeof(A_), uses_, (int)sizeof...(U_));
}
template <typename... N_> inline void *sl__into_cxx(sl_view *view_, N_... n_)
{
    const sl_index index_[] = {(sl_index)n_..., 0};
    return sl__into(view_, (int)sizeof...(N_), index_);
}
struct sl__into_proxy {
    void *tagged_;
    template <typename T_> operator T_ *() const
    {
        return static_cast<T_ *>(tagged_);
    }
};
}
#define sl_task(function, ...) (sl__task(NULL, function, __VA_ARGS__))
#define sl_task_with(policy, function, ...) (sl__task(SL__POLICY(policy), function, __VA_ARGS__))
#define sl_task_copy(function, ...) (sl__task_copy(NULL, function, __VA_ARGS__))
#define sl_task_copy_with(policy, function, ...) (sl__task_copy(SL__POLICY(policy), function, __VA_ARGS__))
#define SL_INTO(...) (sl__into_proxy{sl__into_cxx(__VA_ARGS__)})
#else
#define SL__USE(view_, access_) ((sl_use){(view_), (access_)})
/** Queues a host function: sl_task(write_file, arg, SL_R(x), SL_RW(y)). */
#define sl_task(function, ...) SL__TASK(NULL, function, __VA_ARGS__, SL__USE(NULL, SL_READ))
/** sl_task under a policy. */
#define sl_task_with(policy, function, ...) SL__TASK(SL__POLICY(policy), function, __VA_ARGS__, SL__USE(NULL, SL_READ))
#define SL__TASK(policy, function, arg, ...) \
    (sl_task_submit(policy, function, arg, (const sl_use[]){__VA_ARGS__}, \
                    (int)(sizeof((const sl_use[]){__VA_ARGS__}) / sizeof(sl_use)) - 1))
/** Queues a host function with a copy of its argument: sl_task_copy(write_step, &step, SL_R(x)) copies the struct or
 *  number that the pointer points to, so that it may change or go at once. */
#define sl_task_copy(function, ...) SL__TASK_COPY(NULL, function, __VA_ARGS__, SL__USE(NULL, SL_READ))
/** sl_task_copy under a policy. */
#define sl_task_copy_with(policy, function, ...) \
    SL__TASK_COPY(SL__POLICY(policy), function, __VA_ARGS__, SL__USE(NULL, SL_READ))
#define SL__TASK_COPY(policy, function, arg, ...) \
    (sl_task_submit_copy(policy, function, arg, sizeof *(arg), (const sl_use[]){__VA_ARGS__}, \
                         (int)(sizeof((const sl_use[]){__VA_ARGS__}) / sizeof(sl_use)) - 1))
/** Target of a reduction in the graph: SL_INTO(view) of rank 0, or SL_INTO(view, i, ...) for one element. */
#define SL_INTO(...) SL__INTO(__VA_ARGS__, 0)
#define SL__INTO(view, ...) \
    (sl__into(view, (int)(sizeof((const sl_index[]){__VA_ARGS__}) / sizeof(sl_index)) - 1, \
              (const sl_index[]){__VA_ARGS__}))
#endif

#endif
