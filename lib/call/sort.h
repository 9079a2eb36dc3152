/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What sorts of views, and of segments of views, have in common. */
#ifndef STARLOOP_LIB_CALL_SORT_H
#define STARLOOP_LIB_CALL_SORT_H

#include <starloop/loop.h>
#include <starloop/sort.h>

#include "codelets/sort.h"
#include "data/view.h"

/** Kernels of codelets/sort*.c. */
#define SL__SORT_KERNELS(BITS_) \
    extern const sl_kernel sl__sort_encode##BITS_##__kernel, sl__sort_decode##BITS_##__kernel, \
        sl__sort_segments##BITS_##__kernel, sl__sort_segments_pairs##BITS_##__kernel;
SL__SORT_KERNELS(8)
SL__SORT_KERNELS(16)
SL__SORT_KERNELS(32)
SL__SORT_KERNELS(64)
extern const sl_kernel sl__sort_number__kernel, sl__sort_gather8__kernel, sl__sort_gather32__kernel,
    sl__sort_gather64__kernel, sl__sort_return8__kernel, sl__sort_return32__kernel, sl__sort_return64__kernel,
    sl__merge_block__kernel, sl__merge_runs__kernel, sl__merge_pack__kernel, sl__merge_unpack__kernel,
    sl__sort_offsets32__kernel, sl__sort_offsets64__kernel, sl__sort_bounds__kernel, sl__sort_widen8__kernel,
    sl__sort_widen16__kernel, sl__sort_narrow8__kernel, sl__sort_narrow16__kernel;

/** The kernels for codes of a size. */
typedef struct sl__radix_kernels {
    sl_type type;
    const sl_kernel *encode, *decode, *segments, *segments_pairs;
} sl__radix_kernels;

/** A sort while it is queued. */
typedef struct sl__sorting {
    const char *function;
    sl_policy policy; /**< of its loops */
    int waits;        /**< until the views are sorted */
    struct sl__radix radix;
    const sl__radix_kernels *kernels;
    sl_view *codes[2], *index[2]; /**< memory of its own; index: of pairs only */
} sl__sorting;

/** Checks what a sort is given; failures are recorded with @p function and @p argument.
 *  check_rank: a view of rank 1 that may be written; check_keys: one of numbers, and the order; check_values: as many
 * as there are keys, and elsewhere. */
sl_status sl__sort_check_rank(const char *function, const char *argument, const sl_view *view);
sl_status sl__sort_check_keys(const char *function, const char *argument, sl_order order, const sl_view *view);
sl_status sl__sort_check_values(const char *function, const sl_view *keys, const sl_view *values);

/** Begins a sort: what its loops take from a policy. @param[out] s  all of it */
sl_status sl__sort_take_policy(sl__sorting *s, const char *function, const char *noun, const sl_policy *policy);

/** Says how keys of a type become codes. @param[in] elem  bytes of a key  @param[in] count  keys, 1 at least */
void sl__sort_set_radix(sl__sorting *s, sl_type type, size_t elem, sl_order order, int64_t count);

/** @return whether the sort is to run on a device: it is asked to, and there is one. */
int sl__sort_is_there(const sl__sorting *s);

/** Queues a loop over [0, count). */
sl_status sl__sort_loop(const sl__sorting *s, const sl_kernel *kernel, int64_t count, const sl_arg args[], int n);

/** Makes a view of rank 1 without gaps for a sort's own use. */
sl_status sl__sort_memory(const sl__sorting *s, const char *label, sl_type type, int64_t count, sl_view **view);

/** Destroys the memory of a sort's own; loops that use it are waited for by nobody. */
void sl__sort_drop(sl__sorting *s);

/** Keys, or values of 1, 2, 4 or 8 bytes, as unsigned numbers. @param[out] seen  a view for one call */
void sl__sort_cast(const sl_view *view, sl_view *seen);

/** @return whether a sort can move the values themselves: of 4 or 8 bytes, or elsewhere than on a device (@p there 0)
 *  of 1 or 2, without gaps. Of others it moves an index. */
int sl__sort_are_moved(const sl_view *values, int there);

/** Makes index[0], and queues the loop that numbers it. */
sl_status sl__sort_make_index(sl__sorting *s);

/** Queues a loop over the keys that takes them from one view to another. @param[in] radix  it takes how they become
 *  codes */
sl_status sl__sort_turn(const sl__sorting *s, const sl_kernel *kernel, int radix, sl_view *from, sl_view *to);

/** Queue the loops that make codes[0] of keys, codes of 4 bytes at least; and keys of it.
 *  @param[in] keys  as unsigned numbers */
sl_status sl__sort_encode_there(sl__sorting *s, sl_view *keys);
sl_status sl__sort_decode_there(sl__sorting *s, sl_view *keys);

/** Queues loops that bring values to the order that an index of int64_t says. */
sl_status sl__sort_order_values(sl__sorting *s, sl_view *values, sl_view *index);

/** Refuses views that the host holds where the sort would wait for them. @param[in] offsets, values  or NULL
 *  @return #SL_SUCCESS, #SL_ERR_BUSY */
sl_status sl__sort_check_host(const sl__sorting *s, const sl_view *keys, const sl_view *offsets, const sl_view *values);

/** Waits for what a sort has queued where its policy says so. @param[in] values  NULL: none
 *  @return the first failure, @p queued before others. */
sl_status sl__sort_end(const sl__sorting *s, sl_status queued, sl_view *view, sl_view *values);

#endif
