/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Lists of indices as iteration spaces.
 *
 *     sl_list *boundary = NULL;
 *     sl_list_create("boundary", SL_INT32, faces, count, &boundary);
 *     sl_forall(reflect, SL_LIST(boundary), u);
 *     sl_list_destroy(&boundary);
 *
 * A loop reads its list as it reads a view: in order with what writes that, and on the device where it runs. */
#include <starloop/called_at.h>
#ifndef STARLOOP_LIST_H
#define STARLOOP_LIST_H

#include <starloop/space.h>
#include <starloop/view.h>

/** A list of indices; opaque. */
typedef struct sl_list sl_list;

SL_BEGIN_DECLS

/** Makes a list of a copy of some indices.
 *  @param[in]  label    name used in messages; copied, and shortened to 63 bytes; NULL counts as "list"
 *  @param[in]  type     #SL_INT32 or #SL_INT64
 *  @param[in]  indices  [count] host memory, of that type; below 2^63 - 1. NULL where @p count is 0
 *  @param[in]  count    their number
 *  @param[out] list     the new list, owned by the caller: sl_list_destroy()
 *  @return #SL_SUCCESS; #SL_ERR_TYPE, #SL_ERR_ARGUMENT (NULL, an index of 2^63 - 1), #SL_ERR_EXTENT (a negative
 *  number), #SL_ERR_MEMORY, #SL_ERR_STATE. Does not wait. Thread-safe. */
SL_API sl_status sl_list_create(const char *label_, sl_type type_, const void *indices_, sl_index count_,
                                sl_list **list_);

/** Makes a list of indices that stay where they are: they must stay valid, and as they are, until sl_list_destroy()
 *  returns, which waits for the loops over them.
 *  @param[in]  label    name used in messages; copied, and shortened to 63 bytes; NULL counts as "list"
 *  @param[in]  type     #SL_INT32 or #SL_INT64
 *  @param[in]  indices  [count] host memory of the caller's, of that type; below 2^63 - 1; no wrapped view has any of
 * it
 *  @param[in]  count    their number
 *  @param[out] list     the new list, owned by the caller: sl_list_destroy()
 *  @return as sl_list_create(), and #SL_ERR_ALIAS as sl_view_wrap(). Does not wait. Thread-safe. */
SL_API sl_status sl_list_wrap(const char *label_, sl_type type_, const void *indices_, sl_index count_,
                              sl_list **list_);

/** Makes a list of the elements of a view, as they are when a loop runs: what loops and the host write there before the
 *  call of a loop it sees. Nobody knows them when it is called, so its `own` views are checked in kernels with
 *  -DSL_BOUNDS_CHECK only.
 *  @param[in]  view   the view, of rank 1 and of #SL_INT32 or #SL_INT64, a subview too; the list has a reference to it
 *  @param[out] list   the new list, owned by the caller: sl_list_destroy(). Its label is that of @p view
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_MEMORY, #SL_ERR_STATE.
 *  Does not wait. Thread-safe. */
SL_API sl_status sl_list_from_view(sl_view *view_, sl_list **list_);

/** Destroys a list and sets the handle to NULL; takes NULL and a handle that is NULL. Loops over it that are queued run
 *  all the same: of indices that sl_list_wrap() left in place it waits for them as sl_view_destroy() does.
 *  Thread-safe.
 *  @param[in,out] list  the handle */
SL_API void sl_list_destroy(sl_list **list_);

/** @param[in] list  the list
 *  @return the number of its indices; -1 when it is not a live list. Thread-safe. */
SL_API sl_index sl_list_size(const sl_list *list_);

/** Makes the space of a list's indices, in their order; what #SL_LIST calls. An index that is there twice is visited
 *  twice. Every kernel of rank 1 runs over it.
 *  @param[in] list  the list
 *  @return the space; one of rank 0, which every loop refuses, when it is not a live list. Thread-safe. */
SL_API sl_space sl_list_space(const sl_list *list_);

/** Refuses a list that has an index twice. Waits for what writes it.
 *  @param[in] list  the list
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT, whose text names the index and its places, or for NULL; #SL_ERR_DESTROYED,
 *  #SL_ERR_MEMORY, #SL_ERR_STATE; as sl_host_begin(). Thread-safe. */
SL_API sl_status sl_list_check_unique(const sl_list *list_);

SL_END_DECLS

/** The space of a list: see sl_list_space(). */
#define SL_LIST(list_) (sl_list_space(list_))

#endif
