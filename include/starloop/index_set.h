/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Index sets: ranges, strides and lists, one after another, as one iteration space.
 *
 *     sl_index_set *walls = NULL;
 *     sl_index_set_create("walls", 0, NULL, &walls);
 *     sl_index_set_push(walls, SL_RANGE(0, n));
 *     sl_index_set_push(walls, SL_RANGE_STRIDE(0, n * n, n));
 *     sl_index_set_push(walls, SL_LIST(holes));
 *     sl_forall(reflect, SL_INDEX_SET(walls), u);
 *     sl_index_set_destroy(&walls);
 */
#include <starloop/called_at.h>
#ifndef STARLOOP_INDEX_SET_H
#define STARLOOP_INDEX_SET_H

#include <starloop/algorithm.h>
#include <starloop/space.h>

/** Segments, each a space of rank 1; opaque. */
typedef struct sl_index_set sl_index_set;

SL_BEGIN_DECLS

/** Makes an index set.
 *  @param[in]  label     name used in messages; copied, and shortened to 63 bytes; NULL counts as "index set"
 *  @param[in]  count     number of segments so far, 0 or more
 *  @param[in]  segments  [count] host memory, copied: as sl_index_set_push() takes them. NULL where @p count is 0
 *  @param[out] set       the new set, owned by the caller: sl_index_set_destroy()
 *  @return #SL_SUCCESS; as sl_index_set_push(). Does not wait. Thread-safe. */
SL_API sl_status sl_index_set_create(const char *label_, int count_, const sl_space segments_[], sl_index_set **set_);

/** Adds a segment behind the others. No loop over the set may be called in another thread meanwhile.
 *  @param[in] set      the set
 *  @param[in] segment  a range, a stride or a list, empty ones too. Of a list it has the indices, also when
 *                      sl_list_destroy() was called; those of sl_list_wrap() are to stay until the set is destroyed
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL, a stride of 0, another kind of space), #SL_ERR_RANK, #SL_ERR_EXTENT
 *  (more than 2^63 - 1 points in all), #SL_ERR_DESTROYED, #SL_ERR_MEMORY, #SL_ERR_STATE. Does not wait. */
SL_API sl_status sl_index_set_push(sl_index_set *set_, sl_space segment_);

/** Makes a set of some segments of another one, in their order. The two know nothing of each other.
 *  @param[in]  set    the set
 *  @param[in]  first  first segment, from 0
 *  @param[in]  last   one past the last segment
 *  @param[out] slice  the new set, owned by the caller: sl_index_set_destroy(). Its label is that of @p set
 *  @return #SL_SUCCESS; #SL_ERR_EXTENT (not 0 <= @p first <= @p last <= segments); else as sl_index_set_create(). Does
 *  not wait. */
SL_API sl_status sl_index_set_slice(const sl_index_set *set_, int first_, int last_, sl_index_set **slice_);

/** Destroys a set and sets the handle to NULL; takes NULL and a handle that is NULL. Loops over it that are queued run
 *  all the same. May wait, as sl_list_destroy(), where it is the last that has a list. Thread-safe.
 *  @param[in,out] set  the handle */
SL_API void sl_index_set_destroy(sl_index_set **set_);

/** @param[in] set  the set
 *  @return the number of its segments; -1 when it is not a live set. */
SL_API int sl_index_set_segments(const sl_index_set *set_);

/** @param[in] set      the set
 *  @param[in] segment  number of a segment, from 0
 *  @return the segment as a space of its own, with sl_space_size() points; one of rank 0, which every loop refuses,
 *  when there is no such segment. */
SL_API sl_space sl_index_set_segment(const sl_index_set *set_, int segment_);

/** @param[in] set  the set
 *  @return the number of points of all segments together; -1 when it is not a live set. */
SL_API sl_index sl_index_set_size(const sl_index_set *set_);

/** Makes the space of all segments; what #SL_INDEX_SET calls. A loop over it runs over one segment after another, each
 *  by the policy of the call, or over all together: `.segments` of the policy.
 *  @param[in] set  the set
 *  @return the space; one of rank 0, which every loop refuses, when it is not a live set. */
SL_API sl_space sl_index_set_space(const sl_index_set *set_);

/** Refuses a set that has an index twice, in one segment or in several. Waits for what writes its lists.
 *  @param[in] set  the set
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, whose text names the index and its positions in the set, or for NULL;
 *  #SL_ERR_DESTROYED, #SL_ERR_MEMORY, #SL_ERR_STATE; as sl_host_begin(). */
SL_API sl_status sl_index_set_check_unique(const sl_index_set *set_);

/** Makes a set of the indices that are in one space or the other. The spaces are ranges, strides, lists or index sets
 * of rank 1 whose indices go up, each once. Runs of 32 and more become ranges, what is between them lists.
 *  @param[in]  label  name used in messages
 *  @param[in]  a      one space
 *  @param[in]  b      the other
 *  @param[out] set    the new set, owned by the caller: sl_index_set_destroy(); its indices go up, each once
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, whose text names the first index that does not go up; else as
 *  sl_index_set_create() and sl_host_begin(). Waits for what writes the lists. */
SL_API sl_status sl_index_set_union(const char *label_, sl_space a_, sl_space b_, sl_index_set **set_);

/** The same for the indices that are in both.
 *  @param[in]  label  name used in messages
 *  @param[in]  a      one space
 *  @param[in]  b      the other
 *  @param[out] set    the new set
 *  @return as sl_index_set_union(). */
SL_API sl_status sl_index_set_intersection(const char *label_, sl_space a_, sl_space b_, sl_index_set **set_);

/** The same for the indices that are in the first space and not in the second.
 *  @param[in]  label  name used in messages
 *  @param[in]  a      one space
 *  @param[in]  b      the other
 *  @param[out] set    the new set
 *  @return as sl_index_set_union(). */
SL_API sl_status sl_index_set_difference(const char *label_, sl_space a_, sl_space b_, sl_index_set **set_);

/** Makes a set of the indices of the elements for which a comparison holds: what sl_copy_if() copies, as a space. Runs
 * of 32 and more become ranges, what is between them lists. The set does not follow what is written to the view later.
 *  @param[in]  label       name used in messages
 *  @param[in]  comparison  which one
 *  @param[in]  value       host memory: a value of the type of @p x
 *  @param[in]  x           a view of rank 1, of a built-in type
 *  @param[out] set         the new set, owned by the caller: sl_index_set_destroy(); its indices go up, each once
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_TYPE, #SL_ERR_RANK for a bad argument, which is named;
 *  #SL_ERR_DESTROYED; else as sl_index_set_create() and sl_host_begin(). Waits for what writes @p x. Thread-safe. */
SL_API sl_status sl_index_set_where(const char *label_, sl_comparison comparison_, const void *value_, sl_view *x_,
                                    sl_index_set **set_);

SL_END_DECLS

/** The space of an index set: see sl_index_set_space(). */
#define SL_INDEX_SET(set_) (sl_index_set_space(set_))

#endif
