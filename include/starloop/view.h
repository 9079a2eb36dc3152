/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views: labelled, typed, multi-dimensional arrays that StarPU moves and orders.
 *
 * Notation: a view of rank r has shape [n0, ..., n(r-1)]; strides are counted in elements. A view of rank 0 is
 * a scalar that lives in the graph of tasks.
 */
#include <starloop/called_at.h>
#ifndef STARLOOP_VIEW_H
#define STARLOOP_VIEW_H

#include <starloop/split.h>
#include <starloop/types.h>

/** A view; opaque and reference-counted. */
typedef struct sl_view sl_view;

/** Kinds of layout. */
typedef enum sl_layout_kind {
    SL__LAYOUT_RIGHT = 0, /**< the last index has stride 1 */
    SL__LAYOUT_LEFT,      /**< the first index has stride 1 */
    SL__LAYOUT_STRIDE,    /**< explicit strides */
    SL__LAYOUT_PERMUTED,  /**< the dimensions in an order of the program's */
    SL__LAYOUT_BLOCKED,   /**< blocks that lie whole */
    SL__LAYOUT_MORTON,    /**< the bits of all indices in turn */
    SL__LAYOUT_MAPPED,    /**< as a function of kernel files says */
    SL__LAYOUT_AUTO       /**< right in host memory, left in that of devices */
} sl_layout_kind;

/** How indices map to memory; SL_LAYOUT_* make one. */
typedef struct sl_layout {
    sl_layout_kind kind;          /**< the kind */
    int count;                    /**< how many numbers are given */
    sl_index stride[SL_MAX_RANK]; /**< [count] strides in elements, positive; or dimensions, the slowest one first; or
                                       extents of a block; or the number of elements that there is room for */
    sl_index pad;                 /**< elements behind each line along the fastest dimension, or #SL_PAD_LINE */
    int firsts;                   /**< number of first indices given; 0: all are 0 */
    sl_index first[SL_MAX_RANK];  /**< [firsts] the first index of each dimension */
} sl_layout;

/** Where an element is, of a view of SL_LAYOUT_MAPPED. @param[in] x_  [rank] its indices, from 0
 *  @param[in] n_  [rank] the extents  @return its place, from 0; in elements */
typedef sl_index (*sl_layout_map)(const sl_index *x_, const sl_index *n_);

enum { SL_PAD_LINE = -1 /**< lines along the fastest dimension begin on cache lines (64 bytes) */ };

/** How the host, or a task, uses a view. */
typedef enum sl_access {
    SL_READ = 1,  /**< reads only */
    SL_WRITE = 2, /**< writes every element without reading */
    SL_RDWR = 3   /**< reads and writes */
} sl_access;

/** Flags of sl_view_create_with() and sl_view_wrap_with(). */
typedef enum sl_view_flags {
    SL_VIEW_DEFAULT = 0,       /**< elements start as zero */
    SL_VIEW_UNINITIALIZED = 1, /**< elements start with any value: the program must not read one before a write */
    SL_VIEW_PINNED = 2,        /**< host memory is pinned at once, where there are GPUs, and not by the first copy; this
                                    touches all of it */
    SL_VIEW_HIGH_BANDWIDTH = 4, /**< host memory is high-bandwidth memory, where hwloc finds some */
    SL_VIEW_SHARED = 8 /**< of sl_view_wrap_with() alone: the memory may be part of what another wrapped view has */
} sl_view_flags;

/** A flag of sl_view_create_with(): host memory is that of one NUMA node, in hwloc's order from 0. */
#define SL_VIEW_NUMA(node_) (((unsigned)(node_) + 1u) << 8)

#ifdef __cplusplus
extern "C++" {
template <typename... N_> inline sl_extents sl__extents(N_... n_)
{
    return sl_extents{(int)sizeof...(N_), {(sl_index)n_...}};
}
inline sl_extents sl__extents()
{
    return sl_extents{0, {0, 0, 0, 0, 0, 0}};
}
template <typename... N_> inline sl_layout sl__stride(N_... n_)
{
    return sl_layout{SL__LAYOUT_STRIDE, (int)sizeof...(N_), {(sl_index)n_...}, 0, 0, {0, 0, 0, 0, 0, 0}};
}
template <typename... N_> inline sl_layout sl__permuted(N_... n_)
{
    static_assert(sizeof...(N_) <= SL_MAX_RANK, "SL_LAYOUT_PERMUTED: more numbers than dimensions");
    return sl_layout{SL__LAYOUT_PERMUTED, (int)sizeof...(N_), {(sl_index)n_...}, 0, 0, {0, 0, 0, 0, 0, 0}};
}
template <typename... N_> inline sl_layout sl__blocked(N_... n_)
{
    static_assert(sizeof...(N_) <= SL_MAX_RANK, "SL_LAYOUT_BLOCKED: more numbers than dimensions");
    return sl_layout{SL__LAYOUT_BLOCKED, (int)sizeof...(N_), {(sl_index)n_...}, 0, 0, {0, 0, 0, 0, 0, 0}};
}
inline sl_layout sl__mapped(sl_index elements_)
{
    return sl_layout{SL__LAYOUT_MAPPED, 1, {elements_, 0, 0, 0, 0, 0}, 0, 0, {0, 0, 0, 0, 0, 0}};
}
inline sl_layout sl__layout(sl_layout_kind kind_)
{
    return sl_layout{kind_, 0, {0, 0, 0, 0, 0, 0}, 0, 0, {0, 0, 0, 0, 0, 0}};
}
inline sl_layout sl__padded(sl_layout layout_, sl_index pad_)
{
    layout_.pad = pad_;
    return layout_;
}
template <typename... N_> inline sl_layout sl__offset(sl_layout layout_, N_... n_)
{
    static_assert(sizeof...(N_) <= SL_MAX_RANK, "SL_LAYOUT_OFFSET: more numbers than dimensions");
    const sl_index first_[SL_MAX_RANK + 1] = {(sl_index)n_..., 0};
    layout_.firsts = (int)sizeof...(N_);
    for (int d_ = 0; d_ < layout_.firsts; d_++)
        layout_.first[d_] = first_[d_];
    return layout_;
}
}
#define SL_EXTENTS(...) (sl__extents(__VA_ARGS__))
#define SL_LAYOUT_RIGHT (sl__layout(SL__LAYOUT_RIGHT))
#define SL_LAYOUT_LEFT (sl__layout(SL__LAYOUT_LEFT))
#define SL_LAYOUT_STRIDE(...) (sl__stride(__VA_ARGS__))
#define SL_LAYOUT_PERMUTED(...) (sl__permuted(__VA_ARGS__))
#define SL_LAYOUT_BLOCKED(...) (sl__blocked(__VA_ARGS__))
#define SL_LAYOUT_MORTON (sl__layout(SL__LAYOUT_MORTON))
#define SL_LAYOUT_MAPPED(elements) (sl__mapped(elements))
#define SL_LAYOUT_AUTO (sl__layout(SL__LAYOUT_AUTO))
#define SL_LAYOUT_PADDED(layout, pad) (sl__padded((layout), (pad)))
#define SL_LAYOUT_OFFSET(layout, ...) (sl__offset((layout), __VA_ARGS__))
#else
/* How many there are, and their braces, in which ISO C wants something: none at all are {0}. What is behind SL__COMMA
 * is a comma where it begins with a parenthesis: nothing, before (), does. Positions, not names of members: these may
 * be macros of a program by then. */
#define SL__COUNT(...) ((int)(sizeof((const sl_index[]){0, __VA_ARGS__}) / sizeof(sl_index)) - 1)
#define SL__LIST(...) \
    SL__LIST2(SL__ANY_COMMA(SL__COMMA __VA_ARGS__()), SL__ANY_COMMA(SL__COMMA __VA_ARGS__), __VA_ARGS__)
#define SL__LIST2(A_, B_, ...) SL__LIST3(A_, B_, __VA_ARGS__)
#define SL__LIST3(A_, B_, ...) SL__LIST_##A_##B_(__VA_ARGS__)
#define SL__LIST_10(...) \
    { \
        0 \
    }
#define SL__LIST_00(...) \
    { \
        __VA_ARGS__ \
    }
#define SL__LIST_11(...) \
    { \
        __VA_ARGS__ \
    }
#define SL__COMMA(...) ,
#define SL__ANY_COMMA(...) SL__ANY_COMMA2(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, ~)
#define SL__ANY_COMMA2(A1_, A2_, A3_, A4_, A5_, A6_, A7_, A8_, A9_, A10_, A11_, N_, ...) N_
/** Extents of rank 0 to 6: SL_EXTENTS(n0, n1, ...); SL_EXTENTS() for rank 0. */
#define SL_EXTENTS(...) ((sl_extents){SL__COUNT(__VA_ARGS__), SL__LIST(__VA_ARGS__)})
/** The last index has stride 1, as in C. */
#define SL_LAYOUT_RIGHT ((sl_layout){SL__LAYOUT_RIGHT, 0, {0}, 0, 0, {0}})
/** The first index has stride 1, as in Fortran. */
#define SL_LAYOUT_LEFT ((sl_layout){SL__LAYOUT_LEFT, 0, {0}, 0, 0, {0}})
/** Explicit strides in elements, one per dimension, positive; each must be larger than the offset of the last element
 *  of the dimensions with smaller strides, so that distinct elements never share memory. */
#define SL_LAYOUT_STRIDE(...) ((sl_layout){SL__LAYOUT_STRIDE, SL__COUNT(__VA_ARGS__), SL__LIST(__VA_ARGS__), 0, 0, {0}})
/** The dimensions from the slowest to the fastest, each once: SL_LAYOUT_PERMUTED(0, 1, 2) is #SL_LAYOUT_RIGHT,
 *  SL_LAYOUT_PERMUTED(1, 2, 0) has stride 1 in dimension 0. */
#define SL_LAYOUT_PERMUTED(...) \
    ((sl_layout){SL__LAYOUT_PERMUTED, SL__COUNT(__VA_ARGS__), SL__LIST(__VA_ARGS__), 0, 0, {0}})
/** Blocks with the extents b0, b1, ..., each of which lies whole and in layout right, as the blocks among each other
 *  do: SL_LAYOUT_BLOCKED(b0, b1, ...). The last block along a dimension is whole, too. There are no strides: kernels
 * take such a view as an argument with the modifier layout(blocked) or layout(blocked(b0, b1, ...)). */
#define SL_LAYOUT_BLOCKED(...) \
    ((sl_layout){SL__LAYOUT_BLOCKED, SL__COUNT(__VA_ARGS__), SL__LIST(__VA_ARGS__), 0, 0, {0}})
/** The order of Morton: the bits of the place of an element are those of its indices in turn. There is room for extents
 *  that are the next powers of two. Kernels take such a view by the modifier layout(morton). */
#define SL_LAYOUT_MORTON ((sl_layout){SL__LAYOUT_MORTON, 0, {0}, 0, 0, {0}})
/** Room for so many elements, whose places a function of the kernel file knows: kernels take such a view by the
 *  modifier layout(function). sl_view_set_map() tells the library, too, which copies such views by it. */
#define SL_LAYOUT_MAPPED(elements) ((sl_layout){SL__LAYOUT_MAPPED, 1, {(elements)}, 0, 0, {0}})
/** Right in host memory and left in the memory of devices: a loop over the first index, whose body walks along the
 *  others, then reads lines of a cache on the one and coalesced on the other. The elements are converted where they are
 *  copied, by the device. It is not split. Of rank 0 and 1 it is
 *  #SL_LAYOUT_RIGHT. */
#define SL_LAYOUT_AUTO ((sl_layout){SL__LAYOUT_AUTO, 0, {0}, 0, 0, {0}})
/** A right, left or permuted layout with elements left out behind each line along the fastest dimension: so many, or
 *  with #SL_PAD_LINE as many as let each line begin on a cache line. */
#define SL_LAYOUT_PADDED(layout, pad) (sl__padded((layout), (pad)))
/** A layout with the first index of each dimension, which may be negative: in bodies and spaces, and as indices of
 *  slices and targets, dimension d of a view of extent n has the indices first to first + n - 1. */
#define SL_LAYOUT_OFFSET(layout, ...) \
    (sl__offset((layout), SL__COUNT(__VA_ARGS__), (const sl_index[SL_MAX_RANK])SL__LIST(__VA_ARGS__)))
static inline sl_layout sl__padded(sl_layout layout_, sl_index pad_)
{
    layout_.pad = pad_;
    return layout_;
}
static inline sl_layout sl__offset(sl_layout layout_, int count_, const sl_index first_[SL_MAX_RANK])
{
    layout_.firsts = count_;
    for (int d_ = 0; d_ < SL_MAX_RANK; d_++)
        layout_.first[d_] = first_[d_];
    return layout_;
}
#endif

SL_BEGIN_DECLS

/** Creates a view over memory that Starloop manages (host memory, 64-byte aligned, huge pages asked for from
 *  4 MiB up; where there are GPUs it is pinned, from the start up to 64 KiB, else at its first transfer). Elements
 *  start as zero.
 *
 *  @param[in]  label    name used in messages; copied, and shortened to 63 bytes; NULL counts as "view"
 *  @param[in]  type     element type
 *  @param[in]  layout   SL_LAYOUT_RIGHT, SL_LAYOUT_LEFT, SL_LAYOUT_STRIDE(...), SL_LAYOUT_PERMUTED(...),
 *  SL_LAYOUT_PADDED(...), SL_LAYOUT_OFFSET(...), SL_LAYOUT_BLOCKED(...), SL_LAYOUT_MORTON, SL_LAYOUT_MAPPED(...),
 * SL_LAYOUT_AUTO
 *  @param[in]  extents  shape [n0, ..., n(rank-1)]; an extent of 0 makes an empty view
 *  @param[out] view     the new view, owned by the caller: sl_view_destroy()
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT (negative extent, strides
 *  that overlap, more bytes than 2^62, first indices farther than that from 0); #SL_ERR_MEMORY when host memory is too
 * small beside what other managed views hold; #SL_ERR_STATE before sl_init(). Does not wait for tasks. Thread-safe. */
SL_API sl_status sl_view_create(const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_,
                                sl_view **view_);

/** sl_view_create() with flags.
 *
 *  @param[in]  label_    name used in messages
 *  @param[in]  type_     element type
 *  @param[in]  layout_   as of sl_view_create()
 *  @param[in]  extents_  shape [n0, ..., n(rank-1)]
 *  @param[in]  flags_    an or of ::sl_view_flags, and of #SL_VIEW_NUMA. Where the machine has no high-bandwidth
 * memory, or the system binds none to nodes, memory lies as without the flag, which the log says at level info
 *  @param[out] view_     the new view, owned by the caller: sl_view_destroy()
 *  @return as sl_view_create(); #SL_ERR_ARGUMENT also for a NUMA node that there is not, and for one beside
 *  #SL_VIEW_HIGH_BANDWIDTH. Thread-safe. */
SL_API sl_status sl_view_create_with(const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_,
                                     unsigned flags_, sl_view **view_);

/** Creates a view over host memory of the caller's, which must stay valid until sl_view_destroy() returns.
 *  Between tasks the caller touches it only inside sl_host_begin()/sl_host_end(). What lies between the elements of a
 *  strided layout stays as it is: transfers to a GPU may read it, and nothing writes it. Where there are GPUs, memory
 *  of 1 MiB and more is pinned from its first transfer until sl_view_destroy() returns.
 *
 *  @param[in]  label_    name used in messages
 *  @param[in]  type_     element type
 *  @param[in]  layout_   as of sl_view_create()
 *  @param[in]  extents_  shape [n0, ..., n(rank-1)]
 *  @param[in]  data_     host memory of at least sl_view_bytes_needed() bytes, aligned for the type: a struct
 *                        as SL_STRUCT saw it (a packed one to 1 byte). Of no elements it may be NULL
 *  @param[out] view_     the new view, owned by the caller: sl_view_destroy()
 *  @return as sl_view_create(); #SL_ERR_ARGUMENT for misaligned @p data_, or NULL for any element, and, where devices
 * are in use, for memory of a device and for managed memory, which the driver moves; #SL_ERR_ALIAS when it overlaps
 * another wrapped view's memory. Does not wait for tasks. Thread-safe. */
SL_API sl_status sl_view_wrap(const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_, void *data_,
                              sl_view **view_);

/** sl_view_wrap() with flags. With #SL_VIEW_SHARED the memory may be that of a wrapped view, or a part of it: the two
 *  are then ordered with each other as subviews of one view are, and what is written through one is read through the
 *  other, wherever loops run. Type, layout and extents are the new view's own. The memory must stay valid until all
 * views of it are destroyed. Memory of no wrapped view is wrapped as by sl_view_wrap(), or, that of a CUDA device
 *  with #SL_VIEW_SHARED, as by sl_view_wrap_cuda(): the first view has the whole memory.
 *
 *  @param[in]  label_    name used in messages
 *  @param[in]  type_     element type
 *  @param[in]  layout_   as of sl_view_create(), but #SL_LAYOUT_AUTO where the memory is another view's
 *  @param[in]  extents_  shape [n0, ..., n(rank-1)]
 *  @param[in]  data_     as of sl_view_wrap(); of another view's memory all bytes of the shape, which has no gaps there
 *  @param[in]  flags_    #SL_VIEW_DEFAULT or #SL_VIEW_SHARED
 *  @param[out] view_     the new view, owned by the caller: sl_view_destroy()
 *  @return as sl_view_wrap(), of memory of a device as sl_view_wrap_cuda(); #SL_ERR_ARGUMENT for other flags, and where
 * either view has #SL_LAYOUT_AUTO; #SL_ERR_ALIAS for memory that is a wrapped view's in part only, whose view has gaps
 * between its elements, or whose last view another thread is destroying. Thread-safe: of threads that wrap memory at
 * once one makes the first view, and the others share it. */
SL_API sl_status sl_view_wrap_with(const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_,
                                   void *data_, unsigned flags_, sl_view **view_);

/** Creates a view over memory of the caller's on a CUDA device, which must stay valid until sl_view_destroy() returns:
 *  from cudaMalloc(), or of a library. What it holds is the view's contents; after sl_view_destroy() it has those that
 *  loops have made of it, wherever they ran. Work that the program has queued in streams and that writes it must have
 *  ended before the call; between tasks nothing else touches it. The view has host memory besides, for loops on CPUs
 * and host access, which is touched when they use it. Such a view is not split.
 *
 *  @param[in]  label_    name used in messages
 *  @param[in]  type_     element type
 *  @param[in]  layout_   as of sl_view_create(), without gaps between elements
 *  @param[in]  extents_  shape [n0, ..., n(rank-1)]
 *  @param[in]  data_     device memory of at least sl_view_bytes_needed() bytes, aligned for the type
 *  @param[in]  device_   the device, by CUDA's number, as cudaGetDevice() tells it
 *  @param[out] view_     the new view, owned by the caller: sl_view_destroy()
 *  @return as sl_view_wrap(); #SL_ERR_DEVICE where no CUDA device is in use, or not this one; #SL_ERR_ARGUMENT for
 * memory that is not of this device; #SL_ERR_UNSUPPORTED for a layout with gaps. Does not wait for tasks. Thread-safe.
 */
SL_API sl_status sl_view_wrap_cuda(const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_,
                                   void *data_, int device_, sl_view **view_);

/** Computes how many bytes a view of that shape spans.
 *  @param[in]  type_     element type
 *  @param[in]  layout_   as of sl_view_create()
 *  @param[in]  extents_  shape [n0, ..., n(rank-1)]
 *  @param[out] bytes_    the number
 *  @return as the checks of sl_view_create(). Non-blocking. Thread-safe. */
SL_API sl_status sl_view_bytes_needed(sl_type type_, sl_layout layout_, sl_extents extents_, size_t *bytes_);

/** Adds a reference.
 *  @param[in] view_  the view
 *  @return @p view_, or NULL (recorded) when it is not a live view. Thread-safe. */
SL_API sl_view *sl_view_retain(sl_view *view_);

/** Drops a reference and sets the handle to NULL; takes NULL and a handle that is NULL. The last one frees the
 *  view once the tasks that use it are done: at once for the caller when the memory is managed; a wrapped view
 *  waits for them, so that the memory is the caller's again (inside a task it cannot wait, and the
 *  memory is the caller's after the next sl_wait(); between sl_region_begin() and sl_region_end() it does not wait
 *  either, which is an #SL_ERR_CONTEXT in sl_last_status() where there are such tasks). Regions keep managed views
 *  alive, but no wrapped ones: from then on a run of a region that uses the view is an #SL_ERR_DESTROYED
 *  (starloop/region.h). When the wait meets a stall (#SL_ERR_STALLED in sl_last_status()) the memory is the caller's
 *  all the same: the tasks that use the view do nothing when their turn comes, and what they would have written counts
 *  as failed. So it is, with #SL_ERR_BUSY, when they need a view that this thread has open for host access. An open
 *  host access is ended, with a warning. Thread-safe.
 *  @param[in,out] view_  the handle */
SL_API void sl_view_destroy(sl_view **view_);

/** @param[in] view_  the view
 *  @return the label; "?" when it is not a live view. Valid as long as the view. Thread-safe. */
SL_API const char *sl_view_label(const sl_view *view_);
/** @param[in] view_  the view
 *  @return the element type; 0 when it is not a live view. Thread-safe. */
SL_API sl_type sl_view_type(const sl_view *view_);
/** @param[in] view_  the view
 *  @return the rank; -1 when it is not a live view. Thread-safe. */
SL_API int sl_view_rank(const sl_view *view_);
/** @param[in] view_  the view
 *  @param[in] d_     dimension, from 0
 *  @return extent of dimension @p d_; -1 when there is no such view or dimension. Thread-safe. */
SL_API sl_index sl_view_extent(const sl_view *view_, int d_);
/** @param[in] view_  the view
 *  @param[in] d_     dimension, from 0
 *  @return stride of dimension @p d_ in elements, in host memory; 0 when there is no such view or dimension, or no
 *  stride, as in SL_LAYOUT_BLOCKED. Thread-safe. */
SL_API sl_index sl_view_stride(const sl_view *view_, int d_);
/** Where an element lies in host memory.
 *  @param[in] view_   the view, one of SL_LAYOUT_MAPPED after sl_view_set_map() only
 *  @param[in] rank_   number of indices, that of the view
 *  @param[in] index_  [rank] host memory; each from the first index of its dimension on
 *  @return elements from the pointer of a host access to this element; -1 when there is no such view or element, with
 *  the reason in sl_last_error(): #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_RANK, #SL_ERR_EXTENT,
 *  #SL_ERR_UNSUPPORTED (only kernels know the places). Does not block. Thread-safe. */
SL_API sl_index sl_view_place(const sl_view *view_, int rank_, const sl_index index_[]);
/** The map of a view of SL_LAYOUT_MAPPED, as the host has it: sl_view_place() and sl_deep_copy() know its elements from
 *  then on, of its mirrors and read-only views too. It is called once for each element here, and on CPUs later, by
 *  several threads at once: it depends on its arguments alone, and is what kernels name by layout(function).
 *  @param[in] view_  the view, live, of SL_LAYOUT_MAPPED; none of its copies is queued
 *  @param[in] map_   the map
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL, another layout, two elements at one place), #SL_ERR_DESTROYED,
 *  #SL_ERR_EXTENT (a place that there is no room for), #SL_ERR_MEMORY (a bit for each place). Does not block.
 *  Thread-safe. */
SL_API sl_status sl_view_set_map(sl_view *view_, sl_layout_map map_);
/** @param[in] view_  the view
 *  @param[in] d_     dimension, from 0
 *  @return first index of dimension @p d_, 0 but for SL_LAYOUT_OFFSET; 0 when there is no such view or dimension.
 *  Thread-safe. */
SL_API sl_index sl_view_first(const sl_view *view_, int d_);
/** @param[in] view_  the view
 *  @return the number of elements, 1 for rank 0; -1 when it is not a live view. Thread-safe. */
SL_API sl_index sl_view_size(const sl_view *view_);

/** Waits for the tasks that use the view in a way that conflicts with @p access_ and gives its memory to the host
 *  until sl_host_end(). What the SL_HOST_* macros call. Several readers may overlap; a writer is alone. Each access
 *  comes after the tasks that were queued before it: a reader waits for a task that writes, which waits for the readers
 *  before it. So a thread that has the view open for reading, has queued a task that writes it, and asks again to read
 *  it would wait for itself: that is an #SL_ERR_BUSY, as is every wait (sl_wait(), starloop/loop.h) for what needs a
 * view that the waiting thread has open.
 *
 *  Of a subview with at most half of its view's elements only these are copied between a device and the host, to read
 * and after a writer's end; the view stays where it is. (Not where the view is of #SL_LAYOUT_AUTO, blocked or of
 * Morton's order, in parts, or device memory of the program's own, nor with STARLOOP_CHECK_ACCESS: then all of it
 * comes.)
 *
 *  Where a reduction on a GPU is the last task that writes a view of one element, a reader may get a copy of its
 *  result, as soon as it is there: then no task waits for the end of the access.
 *
 *  @param[in] view_      the view
 *  @param[in] access_    what the host will do with its data
 *  @param[in] type_      the element type that the caller expects
 *  @param[in] function_  name to use in messages; NULL for this one's
 *  @return host memory, element (i0, ...) at sum of (i_d - sl_view_first(view, d)) x sl_view_stride(view, d); NULL with
 * the reason in sl_last_error(): #SL_ERR_DESTROYED, #SL_ERR_TYPE, #SL_ERR_BUSY (a second writer, or a wait for this
 * thread itself), #SL_ERR_CONTEXT (in a task), the failure that left the view without its data (#SL_ERR_RAISED,
 * #SL_ERR_TASK, ...), #SL_ERR_STALLED. A view of no elements gives a valid pointer to nothing. Blocking. Thread-safe.
 */
SL_API void *sl_host_begin(sl_view *view_, sl_access access_, sl_type type_, const char *function_);

/** Ends one host access, in the thread that has begun it.
 *  @param[in] view_  the view
 *  @return #SL_SUCCESS; #SL_ERR_DESTROYED; #SL_ERR_STATE when this thread has none open, though another one may: what a
 *  thread leaves open when it ends is ended by sl_view_destroy() only.
 *  Non-blocking. Thread-safe. */
SL_API sl_status sl_host_end(sl_view *view_);

/** Waits until no queued task uses the view, and until short loops have ended that were collected with one of them.
 * What a task queues that uses the view, too, is waited for; of a task that does not use it, and queues another one
 * that does, nothing is known before it has: for that there is sl_wait(). While others queue without end what uses the
 * view, it need not return.
 *  @param[in] view_  the view
 *  @return the failure that left the view without its data, if any (as sl_host_begin()); #SL_ERR_BUSY when this thread
 *  has a view open for host access that such a task needs. Blocking. Thread-safe. */
SL_API sl_status sl_view_wait(sl_view *view_);

/** Has the loops over a view run part by part, where they can: queued in order, it holds for the loops that follow.
 *
 *  The view's parts are boxes of indices, of about equal extents; their borders depend on extents and counts only. A
 *  loop that writes no view but by `own` (or reduces) and reaches a split view by `own` or `halo` becomes one task for
 *  each part, which depends on the tasks over the parts that it touches, and on no others: successive loops go on in
 *  one part while others wait. Split all views of such loops alike, first of all those that they write: a loop that
 *  writes a view as a whole is not split. Results, those of reductions to the last bit, are what they are unsplit: so a
 *  reduction is cut between its blocks of some 4096 iterations only, of which rows of the last dimension are not cut
 *  up to 8192, and may have fewer parts than its views, or one. Where a loop has no more parts than half the worker
 *  groups, because of that or since it is over some of the view only, each part runs on all groups. A part whose halos
 *  reach more than 512 parts of the views cannot run by itself: such a loop finds its views whole.
 *
 *  All else works on split views too, loops with undeclared reach, host tasks and host access: StarPU puts the parts
 *  together first (which is counted as a *gather*), and the next loop that can be split splits the view again. A task
 *  that fails in a part leaves its own parts without data, and what waits for the whole view hears of it.
 *
 *  With one worker group and no GPU parts would all run in one place: then the wish is kept and changes nothing. On a
 *  GPU a part is memory of its own: loops with halos, and those that reduce, run in parts on CPUs, or whole on a GPU.
 *
 *  @param[in] view_   the view
 *  @param[in] split_  SL_SPLIT(n0, ...) along the view's dimensions, 4096 parts at most, or SL_SPLIT_AUTO: as
 *                    many as a loop's time, the caches and the workers are worth; more for a loop that is worth twice
 *                    as many, and on CPUs several in one task for one that is worth fewer
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (no split, negative or too many parts), #SL_ERR_RANK (a scalar, or numbers
 *  beyond the view's rank), #SL_ERR_UNSUPPORTED (a subview, one of a layout without strides or of #SL_LAYOUT_AUTO,
 *  memory of a device), #SL_ERR_CONTEXT (in the body of a loop), #SL_ERR_DESTROYED, #SL_ERR_STATE, #SL_ERR_MEMORY.
 *  Does not wait. Thread-safe. */
SL_API sl_status sl_view_split(sl_view *view_, sl_split split_);

/** Ends sl_view_split(), and a split by a policy: puts the parts together, queued in order.
 *  @param[in] view_  the view
 *  @return #SL_SUCCESS, also for a view that is not split, or that cannot be; #SL_ERR_UNSUPPORTED (a subview);
 *  #SL_ERR_CONTEXT (in the body of a loop), #SL_ERR_DESTROYED, #SL_ERR_STATE, #SL_ERR_MEMORY, #SL_ERR_STARPU. Does not
 *  wait. Thread-safe. */
SL_API sl_status sl_view_join(sl_view *view_);

SL_END_DECLS

/** Waits for the view's data; gives `const T *` for reading, NULL on error. sl_host_end() ends it. */
#define SL_HOST_READ(T, view) ((const T *)sl_host_begin((view), SL_READ, SL_TYPE(T), "SL_HOST_READ"))
/** Gives `T *` for writing every element, NULL on error. sl_host_end() ends it. */
#define SL_HOST_WRITE(T, view) ((T *)sl_host_begin((view), SL_WRITE, SL_TYPE(T), "SL_HOST_WRITE"))
/** Gives `T *` for reading and writing, NULL on error. sl_host_end() ends it. */
#define SL_HOST_RDWR(T, view) ((T *)sl_host_begin((view), SL_RDWR, SL_TYPE(T), "SL_HOST_RDWR"))

#endif
