/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scans: running sums, products, minima, maxima and bits along one dimension of a view.
 *
 *     sl_scan_inclusive(SL_SUM, 0, x, y);          y[i] = x[0] + ... + x[i]
 *     sl_scan_exclusive(SL_SUM, 0, NULL, x, y);    y[i] = x[0] + ... + x[i - 1]; y[0] = 0
 *     sl_scan_exclusive(SL_SUM, 0, &a, x, y);      the same from a on
 *     sl_scan_inclusive_with(policy, SL_MAX, 1, x, x);
 *
 * A scan is queued as a loop is: ordered by its views, placed and recorded like one, its failures told by the next
 * wait. The views have one shape and one type, and any layout: integers of 8 to 64 bits, float or double; for sums and
 * products also sl_complex or sl_complexf; for SL_MINLOC and SL_MAXLOC SL_LOC(type) (starloop/location.h). The two may
 * be the same view. Each line along the dimension is scanned by itself.
 *
 * Integers wrap. Floating-point results are the same to the last bit for any number of threads, schedule and layout on
 * CPUs, and for any grid on GPUs: a line is cut into blocks of a fixed length, a block is scanned in order from its own
 * first element, and to that is joined what came before it, block after block. doc/guide/scans.md. A NaN never replaces
 * a minimum or maximum.
 *
 * Loops of the program's own that scan are written by SL_SCAN_KERNEL (starloop/kernel.h).
 */
#include <starloop/called_at.h>
#ifndef STARLOOP_SCAN_H
#define STARLOOP_SCAN_H

#include <starloop/policy.h>
#include <starloop/view.h>

/** An operator of scans and of scatter views; those of reductions, with the same numbers. */
typedef enum sl_operator {
    SL_SUM = 1,     /**< + */
    SL_MIN,         /**< the smaller one */
    SL_MAX,         /**< the larger one */
    SL_PROD,        /**< * */
    SL_BAND = 7,    /**< &, of integers only */
    SL_BOR,         /**< |, as SL_BAND */
    SL_BXOR,        /**< ^, as SL_BAND */
    SL_MINLOC = 11, /**< the smaller value, of equal ones that of the smaller index; of scans of SL_LOC(type) only */
    SL_MAXLOC       /**< the larger value, likewise */
} sl_operator;

SL_BEGIN_DECLS

/** Queues an inclusive scan: element i along the dimension becomes the elements up to i, joined.
 *
 *  @param[in]     op   an operator that the type of @p x has: of integers all but #SL_MINLOC and #SL_MAXLOC, of float
 *                      and double #SL_SUM, #SL_MIN, #SL_MAX, #SL_PROD, of complex numbers #SL_SUM, #SL_PROD, of
 *                      SL_LOC(type) #SL_MINLOC, #SL_MAXLOC
 *  @param[in]     dim  the dimension, from 0, less than the views' rank (1 to 6)
 *  @param[in]     x    what is scanned, of a type named above
 *  @param[in,out] y    the result, of the type and the extents of @p x; may be @p x
 *  @return #SL_SUCCESS, also for views without elements; #SL_ERR_ARGUMENT, #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT,
 *  #SL_ERR_ALIAS for a bad argument, which is named; #SL_ERR_DESTROYED; else as sl_submit(). Non-blocking as that is.
 *  Thread-safe. */
SL_API sl_status sl_scan_inclusive(sl_operator op_, int dim_, sl_view *x_, sl_view *y_);

/** sl_scan_inclusive() under a policy.
 *  @param[in]     policy  .where, .schedule, .priority, .synchronous, .label. With SL_SEQ and SL_SIMD it runs on one
 *                         thread; .chunk, .order, .tile, .collapse, .block, .grid and .occupancy have no effect: blocks
 *                         and threads are the scan's own. Views that are in parts are scanned in parts
 *  @param[in]     op      as there
 *  @param[in]     dim     as there
 *  @param[in]     x       as there
 *  @param[in,out] y       as there
 *  @return as sl_scan_inclusive(); #SL_ERR_UNSUPPORTED for .split; with .synchronous it waits for its task and returns
 *  its failure. Thread-safe. */
SL_API sl_status sl_scan_inclusive_with(sl_policy policy_, sl_operator op_, int dim_, sl_view *x_, sl_view *y_);

/** Queues an exclusive scan: element i along the dimension becomes an initial value and the elements before i, joined.
 *
 *  @param[in]     op       as of sl_scan_inclusive()
 *  @param[in]     dim      the dimension, from 0, less than the views' rank (1 to 6)
 *  @param[in]     initial  host memory: one value of the views' type, copied at the call; NULL: what the operator gives
 *                          over nothing, 0, 1, the largest or the smallest value (of floats an infinity), with the
 *                          index INT64_MAX; of #SL_BAND all bits
 *  @param[in]     x        what is scanned
 *  @param[in,out] y        the result, of the type and the extents of @p x; may be @p x
 *  @return as sl_scan_inclusive(). Thread-safe. */
SL_API sl_status sl_scan_exclusive(sl_operator op_, int dim_, const void *initial_, sl_view *x_, sl_view *y_);

/** sl_scan_exclusive() under a policy.
 *  @param[in]     policy   as of sl_scan_inclusive_with()
 *  @param[in]     op       as there
 *  @param[in]     dim      as there
 *  @param[in]     initial  as there
 *  @param[in]     x        as there
 *  @param[in,out] y        as there
 *  @return as sl_scan_inclusive_with(). Thread-safe. */
SL_API sl_status sl_scan_exclusive_with(sl_policy policy_, sl_operator op_, int dim_, const void *initial_, sl_view *x_,
                                        sl_view *y_);

SL_END_DECLS

#endif
