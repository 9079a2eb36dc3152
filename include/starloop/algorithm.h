/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Algorithms over views of rank 1, as C++'s library has them: counts, searches, comparisons, compaction.
 *
 *     const double zero = 0;
 *     sl_count_if(SL_LESS, &zero, x, count);             how many x[i] < 0
 *     sl_copy_if(SL_LESS, &zero, x, x, y, count);        y: those
 *
 * A predicate is a comparison with a value. For another one, a kernel of the program writes a view of flags, uint8_t
 * say, and flags are compared with 0: sl_copy_if(SL_NOT_EQUAL, &none, flags, x, y, count).
 *
 * Each call is queued as loops are: ordered by its views, recorded in a region like them, its failures told by the next
 * wait. Results are views, too, so that nothing waits for them. The type of what is compared is a built-in one; views
 * have any layout. Results are the same for any number of threads and on every device. doc/guide/algorithms.md.
 */
#include <starloop/called_at.h>
#ifndef STARLOOP_ALGORITHM_H
#define STARLOOP_ALGORITHM_H

#include <starloop/policy.h>
#include <starloop/view.h>

/** Comparisons with a value, as C compares: with a NaN #SL_NOT_EQUAL holds, and no other one. */
typedef enum sl_comparison {
    SL_LESS = 1,      /**< < */
    SL_LESS_EQUAL,    /**< <= */
    SL_EQUAL,         /**< == */
    SL_NOT_EQUAL,     /**< != */
    SL_GREATER_EQUAL, /**< >= */
    SL_GREATER        /**< > */
} sl_comparison;

SL_BEGIN_DECLS

/** Queues a count of the elements for which a comparison holds.
 *
 *  @param[in]  comparison  which one
 *  @param[in]  value       host memory: a value of the type of @p x, copied at the call
 *  @param[in]  x           a view of rank 1, of a built-in type
 *  @param[out] count       a view of int64_t of rank 0
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT for a bad argument, which is
 *  named; #SL_ERR_ALIAS; #SL_ERR_DESTROYED; #SL_ERR_MEMORY: it has a byte for each element of its own; else as
 * sl_submit(). Non-blocking as that is. Thread-safe. */
SL_API sl_status sl_count_if(sl_comparison comparison_, const void *value_, sl_view *x_, sl_view *count_);
/** sl_count_if() under a policy.
 *  @param[in]  policy      .where, .schedule, .priority, .synchronous, .label; other fields have no effect
 *  @param[in]  comparison  as there
 *  @param[in]  value       as there
 *  @param[in]  x           as there
 *  @param[out] count       as there
 *  @return as sl_count_if(); #SL_ERR_UNSUPPORTED for .split and .combine; with .synchronous it waits until there is a
 *  result and returns a failure of that, and in a task or a region it is #SL_ERR_CONTEXT. Thread-safe. */
SL_API sl_status sl_count_if_with(sl_policy policy_, sl_comparison comparison_, const void *value_, sl_view *x_,
                                  sl_view *count_);

/** Queues a search for the first element for which a comparison holds.
 *
 *  @param[in]  comparison  which one
 *  @param[in]  value       as of sl_count_if()
 *  @param[in]  x           as there
 *  @param[out] index       a view of int64_t of rank 0: the element's index, -1 when there is none
 *  @return as sl_count_if(). Thread-safe. */
SL_API sl_status sl_find_if(sl_comparison comparison_, const void *value_, sl_view *x_, sl_view *index_);
/** sl_find_if() under a policy.
 *  @param[in] policy  as of sl_count_if_with()
 *  @param[in] comparison  as there
 *  @param[in] value  as there
 *  @param[in] x  as there
 *  @param[out] index  as there
 *  @return as there and as sl_count_if_with(). Thread-safe. */
SL_API sl_status sl_find_if_with(sl_policy policy_, sl_comparison comparison_, const void *value_, sl_view *x_,
                                 sl_view *index_);

/** Queues a search for the smallest and the largest element. NaNs are passed over; -0.0 counts as less than 0.0. (In
 *  the body of a kernel sl_minmax() joins a value to a reduction.)
 *
 *  @param[in]  x     a view of rank 1, of a built-in type, with one element at least
 *  @param[out] ends  a view of rank 1 and extent 2, of the type of @p x: the smallest, the largest; NaNs where there is
 *                    nothing else
 *  @return as sl_count_if(); #SL_ERR_EXTENT. Thread-safe. */
SL_API sl_status sl_minmax_of(sl_view *x_, sl_view *ends_);
/** sl_minmax_of() under a policy.
 *  @param[in] policy  as of sl_count_if_with()
 *  @param[in] x  as there
 *  @param[out] ends  as there
 *  @return as there and as sl_count_if_with(). Thread-safe. */
SL_API sl_status sl_minmax_of_with(sl_policy policy_, sl_view *x_, sl_view *ends_);

/** Queues a comparison of two views, element by element, as == has it: a NaN is not equal to itself.
 *
 *  @param[in]  x       a view of rank 1, of a built-in type
 *  @param[in]  y       a view of the same type and extent; may be @p x
 *  @param[out] result  a view of int64_t of rank 0: 1 when all are equal, 0 when not
 *  @return as sl_count_if(); #SL_ERR_EXTENT. Thread-safe. */
SL_API sl_status sl_equal(sl_view *x_, sl_view *y_, sl_view *result_);
/** sl_equal() under a policy.
 *  @param[in] policy  as of sl_count_if_with()
 *  @param[in] x  as there
 *  @param[in] y  as there
 *  @param[out] result  as there
 *  @return as there and as sl_count_if_with(). Thread-safe. */
SL_API sl_status sl_equal_with(sl_policy policy_, sl_view *x_, sl_view *y_, sl_view *result_);

/** Queues a copy of the elements for which a comparison holds, in their order, without gaps.
 *
 *  @param[in]     comparison  which one
 *  @param[in]     value       a value of the type of @p x, as of sl_count_if()
 *  @param[in]     x           what is compared, as there; may be @p from
 *  @param[in]     from        what is copied, of rank 1, of any type, as many elements
 *  @param[in,out] to          of the type of @p from, as many elements or more, none of them in @p from; what lies
 *                             behind the copied ones stays
 *  @param[out]    count       a view of int64_t of rank 0: how many were copied
 *  @return as sl_count_if(); #SL_ERR_EXTENT, #SL_ERR_ALIAS; it has memory of its own, as much as @p x, where @p x
 *  overlaps @p to or @p count. Thread-safe. */
SL_API sl_status sl_copy_if(sl_comparison comparison_, const void *value_, sl_view *x_, sl_view *from_, sl_view *to_,
                            sl_view *count_);
/** sl_copy_if() under a policy.
 *  @param[in] policy  as of sl_count_if_with()
 *  @param[in] comparison  as there
 *  @param[in] value  as there
 *  @param[in] x  as there
 *  @param[in] from  as there
 *  @param[in,out] to  as there
 *  @param[out] count  as there
 *  @return as there and as sl_count_if_with(). Thread-safe. */
SL_API sl_status sl_copy_if_with(sl_policy policy_, sl_comparison comparison_, const void *value_, sl_view *x_,
                                 sl_view *from_, sl_view *to_, sl_view *count_);

/** Queues a copy of the first element of each run of equal ones. After sl_sort() no number is there twice.
 *
 *  @param[in]     x      a view of rank 1, of a built-in type
 *  @param[in,out] to     as of sl_copy_if()
 *  @param[out]    count  a view of int64_t of rank 0: how many were copied
 *  @return as sl_copy_if(). Thread-safe. */
SL_API sl_status sl_unique(sl_view *x_, sl_view *to_, sl_view *count_);
/** sl_unique() under a policy.
 *  @param[in] policy  as of sl_count_if_with()
 *  @param[in] x  as there
 *  @param[in,out] to  as there
 *  @param[out] count  as there
 *  @return as there and as sl_count_if_with(). Thread-safe. */
SL_API sl_status sl_unique_with(sl_policy policy_, sl_view *x_, sl_view *to_, sl_view *count_);

SL_END_DECLS

#endif
