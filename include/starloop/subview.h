/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views of another view's elements, some or all of them, without a copy. */
#include <starloop/called_at.h>
#ifndef STARLOOP_SUBVIEW_H
#define STARLOOP_SUBVIEW_H

#include <starloop/view.h>

/** What one dimension of a subview or slice is: an index, #SL_ALL or #SL_PAIR. */
struct sl__slice {
    sl_index lo_, hi_;
    int select_; /* 0 an index: the dimension goes; 1 a range; 2 the whole dimension */
};

SL_BEGIN_DECLS

/** Makes a view of some of a view's elements; what #sl_subview calls.
 *
 *  The subview has no memory of its own. Loops over it, over the view and over other subviews of it run in the order of
 *  their calls where one of them writes, also where they touch other elements. One loop may have several disjoint
 *  subviews of a view. A failed task leaves all that shares its memory without data, until a loop or the host writes
 * the whole view.
 *
 *  The memory lives until the view and all its subviews are destroyed. That of a wrapped view is the caller's again
 * when the last of them is: sl_view_destroy() of that one waits.
 *
 *  @param[in]  view    the view, or a subview
 *  @param[in]  count   number of slices, the rank of @p view
 *  @param[in]  slices  [count] host memory; an index drops its dimension
 *  @param[out] sub     the new view, owned by the caller: sl_view_destroy(). Its label is that of @p view and the
 * slices
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_RANK (another number of slices), #SL_ERR_EXTENT (a
 *  slice that leaves the view), #SL_ERR_STATE, #SL_ERR_MEMORY. Does not wait. Thread-safe. */
SL_API sl_status sl_view_sub(sl_view *view_, int count_, const struct sl__slice slices_[], sl_view **sub_);

/** Makes a view of one block of a view of SL_LAYOUT_BLOCKED, a subview of layout right; what #sl_subblock calls.
 *
 *  @param[in]  view    the view
 *  @param[in]  count   how many numbers, the rank of @p view
 *  @param[in]  number  [count] host memory: the number of the block along each dimension, from 0
 *  @param[out] block   the new view, owned by the caller: sl_view_destroy(). Its indices count from 0; at the end of a
 *                      dimension it has as many as the view has left
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (another layout), #SL_ERR_DESTROYED, #SL_ERR_RANK, #SL_ERR_EXTENT (no such
 *  block), #SL_ERR_STATE, #SL_ERR_MEMORY. Does not wait. Thread-safe. */
SL_API sl_status sl_view_block(sl_view *view_, int count_, const sl_index number_[], sl_view **block_);

/** Makes a view of the same elements with another shape: element number k in memory stays number k. No copy; ordered
 *  with @p view as a subview is, and with the same life of the memory.
 *
 *  @param[in]  view      the view, a subview too; its elements lie without gaps
 *  @param[in]  layout    how the new indices map to the memory, without gaps: SL_LAYOUT_RIGHT, SL_LAYOUT_LEFT or
 *                        SL_LAYOUT_STRIDE(...)
 *  @param[in]  extents   shape [n0, ..., n(rank-1)] of as many elements, of any rank
 *  @param[out] reshaped  the new view, owned by the caller: sl_view_destroy(). Its label is that of @p view
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED; #SL_ERR_EXTENT (gaps in the view or the layout, another
 *  number of elements), else as the checks of sl_view_create(); #SL_ERR_STATE, #SL_ERR_MEMORY. Does not wait.
 *  Thread-safe. */
SL_API sl_status sl_view_reshape(sl_view *view_, sl_layout layout_, sl_extents extents_, sl_view **reshaped_);

/** Makes a view of the same elements that is not to be written: loops, host tasks, copies, scans and host accesses that
 *  would write by way of it are refused with #SL_ERR_ARGUMENT when they are called. So are those of views that are made
 *  of it. The elements may change by way of @p view, in order.
 *
 *  @param[in]  view      the view, a subview too
 *  @param[out] readonly  the new view, owned by the caller: sl_view_destroy(). Its label is that of @p view
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_STATE, #SL_ERR_MEMORY. Does not wait.
 *  Thread-safe. */
SL_API sl_status sl_view_readonly(sl_view *view_, sl_view **readonly_);

/** Has a handle stand for another view, as `to = from` does with views of Kokkos: drops the reference of @p to, as
 *  sl_view_destroy(), and adds one to @p from. No element is copied; sl_deep_copy() does that.
 *
 *  @param[in,out] to    NULL, which takes any view, or a view of the rank, type and extents of @p from. Its layout has
 *                       stride 1 in a dimension where that of @p from has, or in neither its first nor its last one,
 *                       which takes any. It is of sl_view_readonly() if @p from is
 *  @param[in]     from  the view
 *  @return #SL_SUCCESS; #SL_ERR_RANK, #SL_ERR_TYPE, #SL_ERR_EXTENT, #SL_ERR_ARGUMENT (the layout, a view that may not
 *  be written, NULL), #SL_ERR_DESTROYED, #SL_ERR_STATE: then the handle stays. Waits where sl_view_destroy() does.
 *  Thread-safe, but for the handle itself. */
SL_API sl_status sl_view_assign(sl_view **to_, sl_view *from_);

SL_END_DECLS

#ifdef __cplusplus
extern "C++" {
inline struct sl__slice sl__subview_slice(struct sl__slice x_)
{
    return x_;
}
template <typename T_> inline struct sl__slice sl__subview_slice(T_ x_)
{
    return sl__slice{(sl_index)x_, (sl_index)x_ + 1, 0};
}
template <typename... X_> inline sl_status sl__subview(sl_view *view_, sl_view **sub_, X_... x_)
{
    const struct sl__slice slices_[] = {sl__subview_slice(x_)...};
    return sl_view_sub(view_, (int)sizeof...(X_), slices_, sub_);
}
}
extern "C++" {
template <typename... N_> inline sl_status sl__subblock(sl_view *view_, sl_view **block_, N_... n_)
{
    const sl_index number_[] = {(sl_index)n_...};
    return sl_view_block(view_, (int)sizeof...(N_), number_, block_);
}
}
#define SL_ALL (sl__slice{0, 0, 2})
#define SL_PAIR(LO_, HI_) (sl__slice{(sl_index)(LO_), (sl_index)(HI_), 1})
#define sl_subview(view, sub, ...) (sl__subview((view), (sub), __VA_ARGS__))
#define sl_subblock(view, block, ...) (sl__subblock((view), (block), __VA_ARGS__))
#else
static inline struct sl__slice sl__subview_same(struct sl__slice x_)
{
    return x_;
}
static inline struct sl__slice sl__subview_index(sl_index x_)
{
    return (struct sl__slice){x_, x_ + 1, 0};
}
/** The whole of a dimension, in #sl_subview and SL_SUB. */
#define SL_ALL ((struct sl__slice){0, 0, 2})
/** The indices lo <= i < hi of a dimension, 0 <= lo <= hi, in #sl_subview and SL_SUB; the result counts from 0. */
#define SL_PAIR(LO_, HI_) ((struct sl__slice){(LO_), (HI_), 1})
/** A view of some of a view's elements: sl_subview(a, &row, 3, SL_ALL), sl_subview(a, &block, SL_PAIR(2, 5), SL_ALL).
 *  One index, #SL_ALL or #SL_PAIR(lo, hi) for each dimension. sl_view_sub() */
#define sl_subview(view, sub, ...) \
    (sl_view_sub((view), \
                 (int)(sizeof((const struct sl__slice[]){SL__SLICES(__VA_ARGS__)}) / sizeof(struct sl__slice)), \
                 (const struct sl__slice[]){SL__SLICES(__VA_ARGS__)}, (sub)))
/** A view of one block of a blocked view: sl_subblock(a, &block, 2, 0). sl_view_block() */
#define sl_subblock(view, block, ...) \
    (sl_view_block((view), SL__COUNT(__VA_ARGS__), (const sl_index[]){__VA_ARGS__}, (block)))
/* clang-format off */
#define SL__SUBVIEW_SLICE(X_) _Generic((X_), struct sl__slice: sl__subview_same, default: sl__subview_index)(X_)
#define SL__SLICES(...) SL__SLICES_N(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, ~)(__VA_ARGS__)
#define SL__SLICES_N(A1_, A2_, A3_, A4_, A5_, A6_, A7_, A8_, N_, ...) SL__SLICES_##N_
#define SL__SLICES_1(X_) SL__SUBVIEW_SLICE(X_)
#define SL__SLICES_2(X_, ...) SL__SUBVIEW_SLICE(X_), SL__SLICES_1(__VA_ARGS__)
#define SL__SLICES_3(X_, ...) SL__SUBVIEW_SLICE(X_), SL__SLICES_2(__VA_ARGS__)
#define SL__SLICES_4(X_, ...) SL__SUBVIEW_SLICE(X_), SL__SLICES_3(__VA_ARGS__)
#define SL__SLICES_5(X_, ...) SL__SUBVIEW_SLICE(X_), SL__SLICES_4(__VA_ARGS__)
#define SL__SLICES_6(X_, ...) SL__SUBVIEW_SLICE(X_), SL__SLICES_5(__VA_ARGS__)
#define SL__SLICES_7(X_, ...) SL__SUBVIEW_SLICE(X_), SL__SLICES_6(__VA_ARGS__)
#define SL__SLICES_8(X_, ...) SL__SUBVIEW_SLICE(X_), SL__SLICES_7(__VA_ARGS__)
/* clang-format on */
#endif

#endif
