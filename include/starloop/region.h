/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Regions: sequences of loops and host tasks that are recorded once and queued again and again, loops as one
 *  task.
 *
 *     sl_region *step = NULL;
 *     sl_region_begin(&step);
 *     sl_forall(push, SL_RANGE(0, n), dt, x, v);
 *     sl_forall(pull, SL_RANGE(0, n), x, v);
 *     sl_region_end(step);
 *     for (int s = 0; s < 1000; s++)
 *         sl_region_run(step);
 *     sl_region_destroy(&step);
 *
 * On CPU cores successive loops with the schedules SL_AUTO or SL_STATIC, without a chunk, are one parallel region, in
 * which threads wait for each other only where the data demand it; a loop with another schedule or a chunk is one of
 * its own. Where there are several worker groups, loops that are long enough for all of them run one after another. On
 * a GPU a run is a CUDA graph, which is built at the first run and launched again as it is, or with its changed
 * arguments. What a run reads and writes is ordered with all other loops and accesses, as a call of each loop would be.
 *
 * The loops of a region are not split: .split of a policy is ignored, and views in parts are put together before a run
 * (but where each of its loops is so short that it may run in the calling thread: then each is as a call by itself).
 * sl_view_split() and sl_view_join() are not recorded: between sl_region_begin() and sl_region_end(), too, they act at
 * once, on the loops that are queued later. */
#include <starloop/called_at.h>
#ifndef STARLOOP_REGION_H
#define STARLOOP_REGION_H

#include <starloop/types.h>
#include <starloop/view.h>

/** A recorded sequence of loops; opaque. */
typedef struct sl_region sl_region;

/** What a region has done since it was recorded; of graphs, since a call of it was recorded anew
 * (sl_region_set_call()). */
typedef struct sl_region_counts {
    int calls;        /**< loops and host tasks that are recorded */
    int tasks;        /**< StarPU tasks of a run: 1, up to 64 loops (32 where a GPU may run them) with up to 64 views
                           that may all run in one place; a host task is one, and so are the loops before and after */
    int64_t runs;     /**< by sl_region_run() */
    int64_t captures; /**< CUDA graphs that were made: one a task and GPU, and again when shapes change */
    int64_t reused;   /**< of these, graphs of regions that are gone, which were not built but aimed at other views */
    int64_t replays;  /**< launches of a CUDA graph */
    int64_t updates;  /**< loops of a graph whose arguments were changed before a replay */
    int64_t laned;    /**< of the graphs that were made, those of which some loops may run at the same time */
    int64_t joined;   /**< loops of the graphs that were made that are no launches of their own: they share that of the
                           loop of the same kernel before them */
} sl_region_counts;

SL_BEGIN_DECLS

/** Begins to record: until sl_region_end() the calls of sl_forall() and its like in this thread are checked as usual
 *  and kept, not queued. What would wait (sl_reduce(), .synchronous, sl_wait(), host access, ...) is an
 *  #SL_ERR_CONTEXT meanwhile. sl_task() is kept, too: each run queues it between the loops before it, which are one
 *  task or CUDA graph, and those after it, which are another; its argument must live until the last run has ended. A
 *  loop or host task that is refused, for whatever reason, leaves the region without a recording in the end
 *  (sl_region_end()), and then it cannot run; so do a sl_region_begin() and a sl_region_run() in between, which are
 *  refused, for regions do not nest. Waits and host accesses that are refused do not. A region keeps the views
 *  that it uses alive, but for wrapped ones: their memory is the program's once it has destroyed its last reference,
 *  and the region cannot run any more until it is recorded anew.
 *
 *  @param[in,out] region  NULL: gets a new region, owned by the caller: sl_region_destroy(). Otherwise a region that is
 *                         recorded anew; what was queued of it runs as it was
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT; #SL_ERR_DESTROYED; #SL_ERR_STATE when this thread records already, when
 *  another thread records this region, or before sl_init(); #SL_ERR_CONTEXT in a task; #SL_ERR_MEMORY. Non-blocking.
 *  Thread-safe: a recording is that of the thread which has begun it, and ends with sl_finalize() at the latest, in
 *  whatever thread. */
SL_API sl_status sl_region_begin(sl_region **region_);

/** Ends recording, in the thread that has begun it. Of one call: see sl_region_set_call().
 *  @param[in] region_  the region that is being recorded
 *  @return #SL_SUCCESS; #SL_ERR_STATE when the region is not being recorded by this thread; #SL_ERR_MEMORY, also
 *  when a GPU cannot hold the views of loops that must run there together; the first error of a loop, sl_task(),
 *  sl_region_begin() or sl_region_run() in between, which was returned there, too, and whose words are repeated;
 * #SL_ERR_DESTROYED when a wrapped view that it uses was destroyed since. After any error but #SL_ERR_STATE
 * sl_region_run() and its like are refused until it is recorded anew. Non-blocking. */
SL_API sl_status sl_region_end(sl_region *region_);

/** Queues the recorded loops, or runs them at once where each of them would be (starloop/loop.h). A run of a
 *  region in which nothing was recorded does nothing. While another thread records it anew, a run is one of the
 * recording before.
 *  @param[in] region_  the region
 *  @return #SL_SUCCESS; the error of the last sl_region_end(), with its words, when that has failed; #SL_ERR_STATE
 * before the first one, and while this thread records a region; #SL_ERR_CONTEXT in the body of a loop (host tasks may
 * run regions); #SL_ERR_DESTROYED, also when the program has destroyed a wrapped view that it uses: nothing runs then;
 * #SL_ERR_MEMORY; #SL_ERR_STARPU. Non-blocking, but for the limit on queued tasks (sl_submit()), for which a run counts
 * as its loops, and the microseconds of loops that run in the call. Failures of its loops surface as those of other
 * loops. Thread-safe. */
SL_API sl_status sl_region_run(sl_region *region_);

/** Changes a scalar argument of a recorded loop, for later runs. What #SL_REGION_SET calls. While another thread
 *  records the region anew, it is one of the recording before.
 *  @param[in] region_    the region
 *  @param[in] call_      number of the loop in the region, from 0, host tasks counted; loops over nothing are not
 *  @param[in] argument_  name of the `scalar` in the kernel
 *  @param[in] value_     [size_] host memory; copied
 *  @param[in] size_      bytes, those of the argument's type, which is all that is checked of it
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, which names what is wrong; #SL_ERR_EXTENT for another length of an array
 *  of results, whose view has its extent; #SL_ERR_STATE while this thread records it;
 *  #SL_ERR_CONTEXT in the body of a loop; #SL_ERR_DESTROYED.
 *  Non-blocking. Thread-safe. */
SL_API sl_status sl_region_set(sl_region *region_, int call_, const char *argument_, const void *value_, size_t size_);

/** Puts a view into the place of another one in all recorded loops, for later runs. Where the region used @p with it
 *  uses @p view from then on: the two change places, so that one call a step goes back and forth between them. In a
 * host task sl_task_data() goes on to take the view that was recorded, and returns the memory of the one that stands in
 * its place. Runs that are queued are not affected. While another thread records the region anew, it is the recording
 * before that changes.
 *  @param[in] region_  the region
 *  @param[in] view_    a view that the region uses, or of which it uses subviews
 *  @param[in] with_    a view of the same type, rank, extents, strides and first indices, with memory of its own
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL, a view that the region does not use, one of sl_view_readonly());
 *  #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT; #SL_ERR_UNSUPPORTED (a subview); #SL_ERR_STATE while this thread records
 *  it; #SL_ERR_CONTEXT in the body of a loop; #SL_ERR_DESTROYED, also of a region that has lost a wrapped view;
 *  #SL_ERR_MEMORY. Nothing has changed then. Non-blocking. Thread-safe. */
SL_API sl_status sl_region_set_view(sl_region *region_, sl_view *view_, sl_view *with_);

/** Begins to record one call of a region anew: the loop or host task that this thread calls until sl_region_end()
 * stands in its place in later runs, with another range, policy, views or kernel. It is checked as any call and not
 * queued. One over nothing keeps its number, too. What sl_region_begin() says of what may be called meanwhile holds
 * here. When sl_region_end() returns an error, which is #SL_ERR_ARGUMENT for any other number of calls than one, the
 * region runs on as it was. Runs that are queued are not affected; runs of other threads meanwhile are as before. A
 * sort, a scan of several loops, or another call that is recorded as several, cannot be set.
 *
 *     sl_region_set_call(step, 1);
 *     sl_forall_with(SL_POLICY(.schedule = SL_DYNAMIC), pull, SL_RANGE(0, m), dt, x, v);
 *     sl_region_end(step);
 *
 *  @param[in] region_  the region, which is recorded
 *  @param[in] call_    number of the loop or host task in the region, from 0, as for sl_region_set()
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, which names what is wrong; #SL_ERR_STATE when this thread records already, or
 *  another thread this region, or before its first sl_region_end(); #SL_ERR_CONTEXT in a task; #SL_ERR_DESTROYED, also
 * of a region that has lost a wrapped view; #SL_ERR_MEMORY. Non-blocking. Thread-safe. */
SL_API sl_status sl_region_set_call(sl_region *region_, int call_);

/** Gives the counts.
 *  @param[in]  region_  the region
 *  @param[out] counts_  what it has done
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT; #SL_ERR_CONTEXT in the body of a loop;
 *  #SL_ERR_DESTROYED. Thread-safe. */
SL_API sl_status sl_region_count(const sl_region *region_, sl_region_counts *counts_);

/** Drops the region and sets the handle to NULL; takes NULL and a handle that is NULL. Queued runs are not affected.
 *  Never waits. In the thread that records it that ends, too. In the body of a loop it does nothing, and
 *  #SL_ERR_CONTEXT is the thread's last error; nor, with #SL_ERR_STATE, while another thread records the region.
 *  @param[in,out] region_  the handle */
SL_API void sl_region_destroy(sl_region **region_);

SL_END_DECLS

/** Changes scalar @p name_ of call number @p call_: SL_REGION_SET(r, 2, double, dt, 0.5 * dt). The type must be that of
 *  the scalar in the kernel: only its size is checked. */
#ifdef __cplusplus
extern "C++" {
template <typename T_> inline sl_status sl__region_set(sl_region *region_, int call_, const char *name_, T_ value_)
{
    return sl_region_set(region_, call_, name_, &value_, sizeof value_);
}
}
#define SL_REGION_SET(region_, call_, type_, name_, value_) \
    (sl__region_set<type_>((region_), (call_), #name_, (type_)(value_)))
#else
#define SL_REGION_SET(region_, call_, type_, name_, value_) \
    (sl_region_set((region_), (call_), #name_, (const type_[]){(type_)(value_)}, sizeof(type_)))
#endif

#endif
