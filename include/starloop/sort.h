/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sorts of views of rank 1, in place.
 *
 *     sl_sort(x);                                  ascending
 *     sl_sort_with(policy, SL_DESCENDING, x);
 *     sl_sort_pairs(keys, values);                 values go with their keys
 *     sl_sort_segments(keys, offsets);             each segment by itself
 *     sl_sort_segments_pairs(keys, offsets, values);
 *     sl_sort_by(compare, x);                      by a C function, on CPUs
 *     sl_sort_pairs_by(compare, keys, values);     likewise
 *
 * A sort is queued as loops are: ordered by its views, recorded in a region like them, its failures told by the next
 * wait. Keys are of any built-in type: integers of 8 to 64 bits, float, double; views have any layout. Each sort is
 * stable, and its result is the same for any number of threads and on every device.
 *
 * NaNs come last in both orders. -0.0 counts as less than 0.0. doc/guide/sort.md.
 */
#include <starloop/called_at.h>
#ifndef STARLOOP_SORT_H
#define STARLOOP_SORT_H

#include <starloop/policy.h>
#include <starloop/view.h>

/** The order of a sort. */
typedef enum sl_order {
    SL_ASCENDING = 0, /**< the smallest first */
    SL_DESCENDING = 1 /**< the largest first; equal keys keep their order here, too */
} sl_order;

/** Compares two elements as qsort's function does: less than 0, 0, more than 0 when @p a goes before @p b, either way,
 *  after it. Called from several threads at a time. */
typedef int (*sl_compare)(const void *a_, const void *b_);

SL_BEGIN_DECLS

/** Queues an ascending sort of a view's elements.
 *
 *  @param[in,out] view  a view of rank 1, of a built-in type
 *  @return #SL_SUCCESS, also for views without elements; #SL_ERR_ARGUMENT, #SL_ERR_TYPE, #SL_ERR_RANK for a bad
 *  argument, which is named; #SL_ERR_DESTROYED; else as sl_submit(). A sort has memory of its own, as much as the
 *  view's elements, twice that where these have gaps; without it, it fails with #SL_ERR_MEMORY, told by the next wait.
 *  Non-blocking as sl_submit() is. Thread-safe. */
SL_API sl_status sl_sort(sl_view *view_);

/** sl_sort() under a policy, in an order.
 *  @param[in]     policy  .where, .schedule, .priority, .synchronous, .label; other fields have no effect
 *  @param[in]     order   #SL_ASCENDING, #SL_DESCENDING
 *  @param[in,out] view    as there
 *  @return as sl_sort(); #SL_ERR_UNSUPPORTED for .split and .combine; with .synchronous it waits until the views are
 *  sorted and returns a failure of that, and in a task or a region it is #SL_ERR_CONTEXT. #SL_ERR_UNSUPPORTED for
 *  #SL_CUDA with 2^31 keys or more. Thread-safe. */
SL_API sl_status sl_sort_with(sl_policy policy_, sl_order order_, sl_view *view_);

/** Queues an ascending sort of keys, with which values go.
 *
 *  @param[in,out] keys    as the view of sl_sort()
 *  @param[in,out] values  a view of rank 1 with as many elements, of any type; no element of it lies in @p keys
 *  @return as sl_sort(); #SL_ERR_EXTENT, #SL_ERR_ALIAS. Its memory is that of sl_sort() and that of the values, with
 *  16 bytes for each key where these have gaps or are not of 1, 2, 4 or 8 bytes. Thread-safe. */
SL_API sl_status sl_sort_pairs(sl_view *keys_, sl_view *values_);

/** sl_sort_pairs() under a policy, in an order.
 *  @param[in]     policy  as of sl_sort_with()
 *  @param[in]     order   #SL_ASCENDING, #SL_DESCENDING
 *  @param[in,out] keys    as there
 *  @param[in,out] values  as there
 *  @return as sl_sort_with() and sl_sort_pairs(). Thread-safe. */
SL_API sl_status sl_sort_pairs_with(sl_policy policy_, sl_order order_, sl_view *keys_, sl_view *values_);

/** Queues an ascending sort of each segment of a view by itself. On CPUs a thread has a segment at a time; on a CUDA
 *  device, where the sort is asked to run there, CUB sorts all of them together.
 *
 *  @param[in,out] keys     as the view of sl_sort()
 *  @param[in]     offsets  [segments + 1] a view of rank 1 of int32_t or int64_t, outside of @p keys: segment k is
 *                          [offsets[k], offsets[k + 1]). They do not decrease. Elements before the first and from the
 *                          last one on stay as they are. They are read when the sort runs; a segment that is no range
 *                          of @p keys fails it with #SL_ERR_RAISED, before one is sorted; the message has its number
 *  @return as sl_sort(); #SL_ERR_EXTENT for offsets without an element; #SL_ERR_ALIAS. Thread-safe. */
SL_API sl_status sl_sort_segments(sl_view *keys_, sl_view *offsets_);

/** sl_sort_segments() under a policy, in an order.
 *  @param[in]     policy   as of sl_sort_with(); on CPUs .schedule is #SL_GUIDED by itself
 *  @param[in]     order    #SL_ASCENDING, #SL_DESCENDING
 *  @param[in,out] keys     as there
 *  @param[in]     offsets  as there
 *  @return as sl_sort_with() and sl_sort_segments(); #SL_ERR_UNSUPPORTED for #SL_CUDA with 2^31 keys or segments, or
 *  more. Thread-safe. */
SL_API sl_status sl_sort_segments_with(sl_policy policy_, sl_order order_, sl_view *keys_, sl_view *offsets_);

/** Queues an ascending sort of each segment of keys by itself, with which values go.
 *
 *  @param[in,out] keys     as the view of sl_sort()
 *  @param[in]     offsets  as of sl_sort_segments(), outside of @p keys and @p values
 *  @param[in,out] values   as of sl_sort_pairs(): a view of rank 1 with as many elements as keys, of any type
 *  @return as sl_sort_segments() and sl_sort_pairs(). Thread-safe. */
SL_API sl_status sl_sort_segments_pairs(sl_view *keys_, sl_view *offsets_, sl_view *values_);

/** sl_sort_segments_pairs() under a policy, in an order.
 *  @param[in]     policy   as of sl_sort_segments_with()
 *  @param[in]     order    #SL_ASCENDING, #SL_DESCENDING
 *  @param[in,out] keys     as there
 *  @param[in]     offsets  as there
 *  @param[in,out] values   as there
 *  @return as sl_sort_segments_with() and sl_sort_segments_pairs(). Thread-safe. */
SL_API sl_status sl_sort_segments_pairs_with(sl_policy policy_, sl_order order_, sl_view *keys_, sl_view *offsets_,
                                             sl_view *values_);

/** Queues a stable sort by a function, on CPUs.
 *
 *  @param[in]     compare  a total order of the elements; on host memory, while the sort runs
 *  @param[in,out] view     a view of rank 1, of any type
 *  @return as sl_sort(). Thread-safe. */
SL_API sl_status sl_sort_by(sl_compare compare_, sl_view *view_);

/** sl_sort_by() under a policy.
 *  @param[in]     policy   as of sl_sort_with(); .where is #SL_ANYWHERE or #SL_CPU. The copies to memory of the sort's
 *                          own and back are those of sl_deep_copy(), which no policy reaches
 *  @param[in]     compare  as there
 *  @param[in,out] view     as there
 *  @return as sl_sort_with(); #SL_ERR_UNSUPPORTED for #SL_CUDA. Thread-safe. */
SL_API sl_status sl_sort_by_with(sl_policy policy_, sl_compare compare_, sl_view *view_);

/** Queues a stable sort of keys by a function, on CPUs; values go with their keys.
 *
 *  @param[in]     compare  a total order of the keys; on host memory, while the sort runs
 *  @param[in,out] keys     a view of rank 1, of any type
 *  @param[in,out] values   as of sl_sort_pairs(): a view of rank 1 with as many elements as keys, of any type
 *  @return as sl_sort_pairs(). Its memory is twice that of the keys and that of the values, and some 24 bytes for each
 *  key. Thread-safe. */
SL_API sl_status sl_sort_pairs_by(sl_compare compare_, sl_view *keys_, sl_view *values_);

/** sl_sort_pairs_by() under a policy.
 *  @param[in]     policy   as of sl_sort_with(); .where is #SL_ANYWHERE or #SL_CPU
 *  @param[in]     compare  as there
 *  @param[in,out] keys     as there
 *  @param[in,out] values   as there
 *  @return as sl_sort_with() and sl_sort_pairs_by(); #SL_ERR_UNSUPPORTED for #SL_CUDA. Thread-safe. */
SL_API sl_status sl_sort_pairs_by_with(sl_policy policy_, sl_compare compare_, sl_view *keys_, sl_view *values_);

SL_END_DECLS

#endif
