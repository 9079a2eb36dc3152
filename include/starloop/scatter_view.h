/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views to scatter into, for code that ports from Kokkos::Experimental::ScatterView.
 *
 *     sl_scatter_view_create(SL_SUM, force, &scatter);
 *     sl_forall(pairs, SL_RANGE(0, n), x, sl_scatter_view_access(scatter));     its argument: scatter(double, sum, 1,
 * f) sl_scatter_view_contribute(scatter, force);                               force += what was scattered
 *     sl_scatter_view_reset(scatter);                                           before the next loops
 *
 * New code needs none: it passes its view as the `scatter` argument, and the loop adds to that. A scatter view has
 * elements of its own, whatever .scatter says of threads, so contributing is never left out. doc/guide/scatter.md.
 */
#include <starloop/called_at.h>
#ifndef STARLOOP_SCATTER_VIEW_H
#define STARLOOP_SCATTER_VIEW_H

#include <starloop/policy.h>
#include <starloop/scan.h>
#include <starloop/view.h>

/** A view to scatter into, and its operator. Opaque. */
typedef struct sl_scatter_view sl_scatter_view;

SL_BEGIN_DECLS

/** Makes a scatter view like a view, reset.
 *
 *  @param[in]  op       #SL_SUM, #SL_PROD, #SL_MIN, #SL_MAX, #SL_BAND, #SL_BOR, #SL_BXOR: that of the `scatter`
 *  arguments for which it is used
 *  @param[in]  view     whose type, extents and order of dimensions it has; of integers, or but for the last three
 *  operators of float or double; for #SL_SUM and #SL_PROD also of sl_complex or sl_complexf
 *  @param[out] scatter  the scatter view, the caller's to destroy
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_TYPE for a bad argument, which is named; #SL_ERR_DESTROYED;
 *  #SL_ERR_MEMORY; else as sl_view_create() and sl_view_fill(). Does not wait. Thread-safe. */
SL_API sl_status sl_scatter_view_create(sl_operator op_, sl_view *view_, sl_scatter_view **scatter_);

/** Makes one whose elements are structs of numbers, for `scatter(type, operator, rank, name, of(number))`.
 *
 *  @param[in]  op       as there
 *  @param[in]  of       the type of all numbers of an element, for instance #SL_DOUBLE
 *  @param[in]  view     whose type, extents and order of dimensions it has
 *  @param[out] scatter  the scatter view, the caller's to destroy
 *  @return as sl_scatter_view_create(). Does not wait. Thread-safe. */
SL_API sl_status sl_scatter_view_create_of(sl_operator op_, sl_type of_, sl_view *view_, sl_scatter_view **scatter_);

/** The view that loops are given as a `scatter` argument.
 *  @param[in] scatter  a scatter view
 *  @return it, the scatter view's own: not to be destroyed; NULL, with the error recorded, where @p scatter is NULL.
 *  Thread-safe. */
SL_API sl_view *sl_scatter_view_access(sl_scatter_view *scatter_);

/** Queues the joining of what was scattered so far into a view by the operator, element by element.
 *
 *  @param[in]     scatter  a scatter view; keeps what it has
 *  @param[in,out] view     of the type and extents of the one that it was made like, of any layout
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT, #SL_ERR_ALIAS for a bad argument,
 *  which is named; #SL_ERR_DESTROYED; else as sl_submit(). Non-blocking as that is. Thread-safe. */
SL_API sl_status sl_scatter_view_contribute(sl_scatter_view *scatter_, sl_view *view_);
/** sl_scatter_view_contribute() under a policy.
 *  @param[in]     policy   .where, .schedule, .priority, .synchronous, .label; other fields have no effect
 *  @param[in]     scatter  as there
 *  @param[in,out] view     as there
 *  @return as there; #SL_ERR_UNSUPPORTED for .split and .combine; with .synchronous it waits and returns a failure of
 *  that, and in a task or a region it is #SL_ERR_CONTEXT. Thread-safe. */
SL_API sl_status sl_scatter_view_contribute_with(sl_policy policy_, sl_scatter_view *scatter_, sl_view *view_);

/** Queues that nothing has been scattered: all elements become what changes none that they are joined into.
 *
 *  @param[in,out] scatter  a scatter view
 *  @return as sl_view_fill(). Does not wait. Thread-safe. */
SL_API sl_status sl_scatter_view_reset(sl_scatter_view *scatter_);

/** Destroys a scatter view; queued loops keep its elements as long as they need them.
 *  @param[in,out] scatter  set to NULL; NULL and a pointer to NULL are allowed. Must not be in use by another thread.
 */
SL_API void sl_scatter_view_destroy(sl_scatter_view **scatter_);

SL_END_DECLS

#endif
