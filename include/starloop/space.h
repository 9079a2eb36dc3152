/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Iteration spaces. */
#include <starloop/called_at.h>
#ifndef STARLOOP_SPACE_H
#define STARLOOP_SPACE_H

#include <starloop/types.h>

/** Kinds of iteration spaces; every call refuses others. */
enum {
    SL_SPACE_BOX = 0,        /**< the points i with lo[d] <= i_d < hi[d]; empty where hi <= lo */
    SL_SPACE_STRIDE = 1,     /**< rank 1: every step-th index; what sl_space_stride() makes */
    SL_SPACE_LIST = 2,       /**< rank 1: the indices of a list; what sl_list_space() makes */
    SL_SPACE_SET = 3,        /**< rank 1: the segments of an index set; what sl_index_set_space() makes */
    SL_SPACE_RANGE_VIEW = 4, /**< rank 1: a range whose end is in a view; what sl_space_range_view() makes */
    SL_SPACE_PRODUCT = 5     /**< a range, stride, list or range whose end is in a view along each dimension; what
                                  sl_space_product() makes */
};

/** An iteration space. */
typedef struct sl_space {
    int rank;                        /**< 1 to #SL_MAX_RANK */
    int kind;                        /**< #SL_SPACE_BOX, ... */
    sl_index lo[SL_MAX_RANK];        /**< [rank] first index; of any kind, the least of a point */
    sl_index hi[SL_MAX_RANK];        /**< [rank] one past the last index; of any kind, past the greatest of a point */
    const void *object[SL_MAX_RANK]; /**< [rank] the view of a list, an index set, the view of an end; else NULL */
    sl_index step[SL_MAX_RANK]; /**< [rank] from one index to the next, below 0: downwards; 0 for a range. Of a list the
                                     number n of its indices, -1 - n where lo and hi are not known, and are 0 and
                                     INT64_MAX; of an index set the number of its points, and lo and hi are 0 */
    sl_index position;          /**< rank 1: how many points come before the first one, in what the space is a part of;
                                     #SL_INDEX_POSITION of that. 0 where it is none */
} sl_space;

struct sl_view;

SL_BEGIN_DECLS

/** Makes a box from bounds lo0, hi0, lo1, hi1, ...; what #SL_BOX calls.
 *  @param[in] count   number of bounds, 2 x rank; any other count gives a space of rank 0, which every loop refuses
 *  @param[in] bounds  [count] host memory
 *  @return the space. Non-blocking. Thread-safe. */
SL_API sl_space sl_space_box(int count_, const sl_index bounds_[]);

/** Makes the space of the indices lo, lo + stride, lo + 2 stride, ... that lie before hi: below it, or above it where
 *  the stride is negative. Empty where lo itself does not. What #SL_RANGE_STRIDE calls.
 *  @param[in] lo      first index, below 2^63 - 1
 *  @param[in] hi      where the indices end; it is none of them
 *  @param[in] stride  from one index to the next; 0 gives a space that every loop refuses
 *  @return the space. Non-blocking. Thread-safe. */
SL_API sl_space sl_space_stride(sl_index lo_, sl_index hi_, sl_index stride_);

/** Makes the space of the indices lo <= i < end, where end is the element of a view when a loop runs: what loops and
 * the host write there before the call of the loop it sees, so nobody waits between. What #SL_RANGE_VIEW calls. Checks,
 *  blocks and launches of a call go by [lo, most); where that is empty nothing runs and the view is not read. An end
 *  that is outside of [lo, most] fails the loop with #SL_ERR_BOUNDS. The call refuses a view that is gone
 *  (#SL_ERR_ARGUMENT, #SL_ERR_DESTROYED), of another type (#SL_ERR_TYPE), of more or fewer elements (#SL_ERR_EXTENT) or
 *  without one layout with strides (#SL_ERR_UNSUPPORTED), one that the loop writes (#SL_ERR_ALIAS), and a most below lo
 *  (#SL_ERR_ARGUMENT); sl_launch and kernels that scan refuse the space (#SL_ERR_UNSUPPORTED).
 *  @param[in] lo    first index
 *  @param[in] most  the largest end
 *  @param[in] n     the view, of one element of #SL_INT32 or #SL_INT64, of any rank, a subview too; on any memory node
 *  @return the space, without a reference to the view. Non-blocking. Thread-safe. */
SL_API sl_space sl_space_range_view(sl_index lo_, sl_index most_, const struct sl_view *n_);

/** Makes the space of all combinations of the indices of some spaces, the last one running fastest: along each of its
 *  dimensions a body has the indices of a range, a stride, a list or an index set. What #SL_PRODUCT calls. Kernels,
 *  nests and reductions of that rank run over it, not scans and team kernels. An index set is taken as the list of its
 *  points; those of its lists that are in views, all of one type, are copied into that by this call, behind
 *  what was queued before. A range whose end is in a view ends there when a loop runs; sl_space_range_view() says what
 *  is refused, here and by the loop, and when a loop fails.
 *  @param[in] count   number of spaces, 1 or more; a box or product counts with each of its dimensions
 *  @param[in] spaces  [count] host memory: ranges, boxes, strides, lists, index sets, ranges whose end is in a view,
 *                     products, of 6 dimensions at most together; lists, sets and views have to live until the last
 *                     loop over the space is called
 *  @return the space; one of rank 0, which every loop refuses, where a space is none of those, or was destroyed, or
 *  there is no memory; sl_last_error() says which. Non-blocking. Thread-safe. */
SL_API sl_space sl_space_product(int count_, const sl_space spaces_[]);

/** Counts the points of a space.
 *  @param[in] space_  the space
 *  @return the number of points, of a range whose end is in a view those of [lo, most); 0 for an empty space, NULL or
 * an unknown kind; INT64_MAX when there are more than that. Thread-safe. */
SL_API sl_index sl_space_size(const sl_space *space_);

SL_END_DECLS

#ifdef __cplusplus
extern "C++" {
template <typename... N_> inline sl_space sl__box(N_... n_)
{
    const sl_index bounds_[] = {(sl_index)n_...};
    return sl_space_box((int)sizeof...(N_), bounds_);
}
template <typename... S_> inline sl_space sl__product(S_... s_)
{
    const sl_space spaces_[] = {s_...};
    return sl_space_product((int)sizeof...(S_), spaces_);
}
}
#define SL_PRODUCT(...) (sl__product(__VA_ARGS__))
#define SL_BOX(...) (sl__box(__VA_ARGS__))
#define SL_RANGE(lo_, hi_) (sl__box((lo_), (hi_)))
#else
/** A box of rank 1 to 6: SL_BOX(lo0, hi0, lo1, hi1, ...). */
#define SL_BOX(...) \
    (sl_space_box((int)(sizeof((const sl_index[]){__VA_ARGS__}) / sizeof(sl_index)), (const sl_index[]){__VA_ARGS__}))
/** All combinations of the indices of some spaces: SL_PRODUCT(SL_RANGE_STRIDE(0, n, 2), SL_LIST(columns)). */
#define SL_PRODUCT(...) \
    (sl_space_product((int)(sizeof((const sl_space[]){__VA_ARGS__}) / sizeof(sl_space)), \
                      (const sl_space[]){__VA_ARGS__}))
/** The indices lo <= i < hi. */
#define SL_RANGE(lo_, hi_) ((sl_space){1, SL_SPACE_BOX, {(lo_)}, {(hi_)}, {0}, {0}, 0})
#endif
/** Every stride-th index from lo on, before hi; a negative stride goes down: SL_RANGE_STRIDE(9, -1, -2) is 9, 7, 5, 3,
 *  1. */
#define SL_RANGE_STRIDE(lo_, hi_, stride_) (sl_space_stride((lo_), (hi_), (stride_)))
/** The indices lo <= i < end, where end is what the view n has when the loop runs, at least lo and at most most: see
 *  sl_space_range_view(). */
#define SL_RANGE_VIEW(lo_, most_, n_) (sl_space_range_view((lo_), (most_), (n_)))

#endif
