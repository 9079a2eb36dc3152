/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where the program calls: the text of an error ends with file and line of the call, and an object that is
 *  misused says where it was made.
 *
 * Each public function that can fail is called by a macro of its own name, which tells the library where it stands:
 *
 *     sl_view_rank(v)  ->  sl_view_rank_(v, "main.c:12")
 *
 * and that function, which is inline, tells it when the arguments are there: they may hold other calls, and a jump out
 * of them (longjmp, an exception) leaves nothing behind.
 * The functions are there, too: for a pointer to one, as (sl_wait)(), and for other languages. The calls of kernels
 * (sl_forall and its like) tell it in their first parameter.
 *
 * Headers of functions that have such macros include this before their guard, so that a program may include any of them
 * alone: this one includes them all, and has the macros when all functions are declared; tools.h and starpu.h, which
 * starloop.h does not include, have theirs at their ends. The library's own sources are compiled with SL__NO_CALLED_AT,
 * which leaves the macros out.
 */
#ifndef STARLOOP_CALLED_AT_H
#define STARLOOP_CALLED_AT_H

#include <starloop/export.h>

SL_BEGIN_DECLS

/** The next call of this thread stands there. Thread-safe.
 *  @param[in] position_  "file:line", a string that stays until sl__from_end()
 *  @return where this thread was before, for sl__from_end() */
SL_API const char *sl__from_begin(const char *position_);
/** That call has returned: this thread is where it was before. Thread-safe. */
SL_API void sl__from_end(const char *outer_);

SL_END_DECLS

#ifndef SL__NO_CALLED_AT
#include <starloop/algorithm.h>
#include <starloop/arena.h>
#include <starloop/bits.h>
#include <starloop/color.h>
#include <starloop/copy.h>
#include <starloop/dual_view.h>
#include <starloop/element.h>
#include <starloop/hash.h>
#include <starloop/index_set.h>
#include <starloop/list.h>
#include <starloop/loop.h>
#include <starloop/region.h>
#include <starloop/renumber.h>
#include <starloop/resize.h>
#include <starloop/runtime.h>
#include <starloop/scan.h>
#include <starloop/scatter_view.h>
#include <starloop/sort.h>
#include <starloop/subview.h>
#include <starloop/view.h>

/** @cond  FUNCTION_(ARGUMENTS, POSITION), of each function: what the macros below call.
 *  SL__FROM(int, sl_view_rank, (const sl_view *view_), view_)  ->
 *      static inline int sl_view_rank_(const sl_view *view_, const char *position_) { ... sl_view_rank(view_) ... } */
#define SL__FROM_BARE(...) __VA_ARGS__
#define SL__FROM_BODY(T_, ...) \
    { \
        const char *const outer_ = sl__from_begin(position_); \
        T_ const given_ = __VA_ARGS__; \
        sl__from_end(outer_); \
        return given_; \
    }
#define SL__FROM(T_, FUNCTION_, PARAMETERS_, ...) \
    static inline T_ FUNCTION_##_(SL__FROM_BARE PARAMETERS_, const char *position_) \
        SL__FROM_BODY(T_, FUNCTION_(__VA_ARGS__))
#define SL__FROM_ALONE(T_, FUNCTION_) \
    static inline T_ FUNCTION_##_(const char *position_) SL__FROM_BODY(T_, FUNCTION_())
#define SL__FROM_VOID(FUNCTION_, PARAMETERS_, ...) \
    static inline void FUNCTION_##_(SL__FROM_BARE PARAMETERS_, const char *position_) \
    { \
        const char *const outer_ = sl__from_begin(position_); \
        FUNCTION_(__VA_ARGS__); \
        sl__from_end(outer_); \
    }
/* clang-format off */
SL__FROM(sl_status, sl__init, (unsigned abi_, const sl_config *config_), abi_, config_)
SL__FROM(sl_status, sl_count_if, (sl_comparison comparison_, const void *value_, sl_view *x_, sl_view *count_),
    comparison_, value_, x_, count_)
SL__FROM(sl_status, sl_count_if_with, (sl_policy policy_, sl_comparison comparison_, const void *value_, sl_view *x_,
    sl_view *count_), policy_, comparison_, value_, x_, count_)
SL__FROM(sl_status, sl_find_if, (sl_comparison comparison_, const void *value_, sl_view *x_, sl_view *index_),
    comparison_, value_, x_, index_)
SL__FROM(sl_status, sl_find_if_with, (sl_policy policy_, sl_comparison comparison_, const void *value_, sl_view *x_,
    sl_view *index_), policy_, comparison_, value_, x_, index_)
SL__FROM(sl_status, sl_minmax_of, (sl_view *x_, sl_view *ends_), x_, ends_)
SL__FROM(sl_status, sl_minmax_of_with, (sl_policy policy_, sl_view *x_, sl_view *ends_), policy_, x_, ends_)
SL__FROM(sl_status, sl_equal, (sl_view *x_, sl_view *y_, sl_view *result_), x_, y_, result_)
SL__FROM(sl_status, sl_equal_with, (sl_policy policy_, sl_view *x_, sl_view *y_, sl_view *result_), policy_, x_, y_,
    result_)
SL__FROM(sl_status, sl_copy_if, (sl_comparison comparison_, const void *value_, sl_view *x_, sl_view *from_,
    sl_view *to_, sl_view *count_), comparison_, value_, x_, from_, to_, count_)
SL__FROM(sl_status, sl_copy_if_with, (sl_policy policy_, sl_comparison comparison_, const void *value_, sl_view *x_,
    sl_view *from_, sl_view *to_, sl_view *count_), policy_, comparison_, value_, x_, from_, to_, count_)
SL__FROM(sl_status, sl_unique, (sl_view *x_, sl_view *to_, sl_view *count_), x_, to_, count_)
SL__FROM(sl_status, sl_unique_with, (sl_policy policy_, sl_view *x_, sl_view *to_, sl_view *count_), policy_, x_, to_,
    count_)
SL__FROM(sl_status, sl_arena_create, (const char *label_, size_t bytes_, sl_arena **arena_), label_, bytes_, arena_)
SL__FROM(sl_status, sl_arena_view, (sl_arena *arena_, const char *label_, sl_type type_, sl_layout layout_,
    sl_extents extents_, sl_view **view_), arena_, label_, type_, layout_, extents_, view_)
SL__FROM(sl_status, sl_arena_reset, (sl_arena *arena_), arena_)
SL__FROM(size_t, sl_arena_used, (sl_arena *arena_), arena_)
SL__FROM_VOID(sl_arena_destroy, (sl_arena **arena_), arena_)
SL__FROM(sl_status, sl_bits_count, (sl_view *bits_, sl_index *count_), bits_, count_)
SL__FROM(sl_status, sl_color, (sl_view *map_, sl_index n_targets_, sl_index_set **set_), map_, n_targets_, set_)
SL__FROM(sl_status, sl_color_with, (sl_coloring coloring_, sl_view *map_, sl_index n_targets_, sl_index_set **set_),
    coloring_, map_, n_targets_, set_)
SL__FROM(sl_status, sl_color_check, (sl_view *map_, sl_index n_targets_, const sl_index_set *set_), map_, n_targets_,
    set_)
SL__FROM(sl_status, sl_graph_color, (sl_view *rows_, sl_view *columns_, int distance_, sl_index_set **set_), rows_,
    columns_, distance_, set_)
SL__FROM(sl_status, sl_graph_color_with, (sl_coloring coloring_, sl_view *rows_, sl_view *columns_, int distance_,
    sl_index_set **set_), coloring_, rows_, columns_, distance_, set_)
SL__FROM(sl_status, sl_color_statistics, (const sl_index_set *set_, sl_color_stats *stats_), set_, stats_)
SL__FROM(sl_status, sl_deep_copy, (sl_view *to_, sl_view *from_), to_, from_)
SL__FROM(sl_status, sl_view_fill, (sl_view *view_, sl_type type_, const void *value_), view_, type_, value_)
SL__FROM(sl_status, sl_deep_copy_from_host, (sl_view *to_, sl_type type_, sl_layout layout_, const void *from_), to_,
    type_, layout_, from_)
SL__FROM(sl_status, sl_deep_copy_to_host, (sl_type type_, sl_layout layout_, void *to_, sl_view *from_), type_,
    layout_, to_, from_)
SL__FROM(sl_status, sl_view_mirror, (sl_view *view_, sl_mirror what_, sl_view **mirror_), view_, what_, mirror_)
SL__FROM(sl_status, sl_view_modify_host, (sl_view *view_), view_)
SL__FROM(sl_status, sl_view_modify_device, (sl_view *view_), view_)
SL__FROM(sl_status, sl_view_sync_host, (sl_view *view_), view_)
SL__FROM(sl_status, sl_view_sync_device, (sl_view *view_), view_)
SL__FROM(int, sl_view_need_sync_host, (const sl_view *view_), view_)
SL__FROM(int, sl_view_need_sync_device, (const sl_view *view_), view_)
SL__FROM(sl_status, sl_element_get, (sl_view *view_, sl_type type_, sl_extents index_, void *value_,
    const char *function_), view_, type_, index_, value_, function_)
SL__FROM(sl_status, sl_element_put, (sl_view *view_, sl_type type_, sl_extents index_, const void *value_,
    const char *function_), view_, type_, index_, value_, function_)
SL__FROM(sl_status, sl_hash_create, (const char *label_, sl_type key_, sl_index capacity_, sl_view **table_), label_,
    key_, capacity_, table_)
SL__FROM(sl_status, sl_hash_clear, (sl_view *table_), table_)
SL__FROM(sl_status, sl_hash_count, (sl_view *table_, sl_hash_counts *counts_), table_, counts_)
SL__FROM(sl_status, sl_hash_rehash, (sl_view *table_, sl_index capacity_, sl_view **larger_, sl_view **moved_), table_,
    capacity_, larger_, moved_)
SL__FROM(sl_status, sl_index_set_create, (const char *label_, int count_, const sl_space segments_[],
    sl_index_set **set_), label_, count_, segments_, set_)
SL__FROM(sl_status, sl_index_set_push, (sl_index_set *set_, sl_space segment_), set_, segment_)
SL__FROM(sl_status, sl_index_set_slice, (const sl_index_set *set_, int first_, int last_, sl_index_set **slice_),
    set_, first_, last_, slice_)
SL__FROM_VOID(sl_index_set_destroy, (sl_index_set **set_), set_)
SL__FROM(int, sl_index_set_segments, (const sl_index_set *set_), set_)
SL__FROM(sl_space, sl_index_set_segment, (const sl_index_set *set_, int segment_), set_, segment_)
SL__FROM(sl_index, sl_index_set_size, (const sl_index_set *set_), set_)
SL__FROM(sl_space, sl_index_set_space, (const sl_index_set *set_), set_)
SL__FROM(sl_status, sl_index_set_check_unique, (const sl_index_set *set_), set_)
SL__FROM(sl_status, sl_index_set_union, (const char *label_, sl_space a_, sl_space b_, sl_index_set **set_), label_,
    a_, b_, set_)
SL__FROM(sl_status, sl_index_set_intersection, (const char *label_, sl_space a_, sl_space b_, sl_index_set **set_),
    label_, a_, b_, set_)
SL__FROM(sl_status, sl_index_set_difference, (const char *label_, sl_space a_, sl_space b_, sl_index_set **set_),
    label_, a_, b_, set_)
SL__FROM(sl_status, sl_index_set_where, (const char *label_, sl_comparison comparison_, const void *value_,
    sl_view *x_, sl_index_set **set_), label_, comparison_, value_, x_, set_)
SL__FROM(sl_status, sl_list_create, (const char *label_, sl_type type_, const void *indices_, sl_index count_,
    sl_list **list_), label_, type_, indices_, count_, list_)
SL__FROM(sl_status, sl_list_wrap, (const char *label_, sl_type type_, const void *indices_, sl_index count_,
    sl_list **list_), label_, type_, indices_, count_, list_)
SL__FROM(sl_status, sl_list_from_view, (sl_view *view_, sl_list **list_), view_, list_)
SL__FROM_VOID(sl_list_destroy, (sl_list **list_), list_)
SL__FROM(sl_index, sl_list_size, (const sl_list *list_), list_)
SL__FROM(sl_space, sl_space_product, (int count_, const sl_space spaces_[]), count_, spaces_)
SL__FROM(sl_space, sl_list_space, (const sl_list *list_), list_)
SL__FROM(sl_status, sl_list_check_unique, (const sl_list *list_), list_)
SL__FROM(sl_status, sl_submit, (const sl_kernel *kernel_, const sl_policy *policy_, const sl_space *space_,
    const sl_arg args_[], int n_), kernel_, policy_, space_, args_, n_)
SL__FROM(sl_status, sl_task_submit, (const sl_policy *policy_, sl_task_function function_, void *arg_,
    const sl_use uses_[], int count_), policy_, function_, arg_, uses_, count_)
SL__FROM(sl_status, sl_task_submit_copy, (const sl_policy *policy_, sl_task_function function_, const void *arg_,
    size_t bytes_, const sl_use uses_[], int count_), policy_, function_, arg_, bytes_, uses_, count_)
SL__FROM(void *, sl_task_data, (sl_view *view_), view_)
SL__FROM_ALONE(void *, sl_task_stream)
SL__FROM_ALONE(sl_status, sl_wait)
SL__FROM(sl_status, sl_event_record, (sl_event **event_), event_)
SL__FROM(sl_status, sl_event_wait, (sl_event *event_), event_)
SL__FROM(int, sl_event_test, (sl_event *event_), event_)
SL__FROM_VOID(sl_event_destroy, (sl_event **event_), event_)
SL__FROM(sl_status, sl_region_begin, (sl_region **region_), region_)
SL__FROM(sl_status, sl_region_end, (sl_region *region_), region_)
SL__FROM(sl_status, sl_region_run, (sl_region *region_), region_)
SL__FROM(sl_status, sl_region_set, (sl_region *region_, int call_, const char *argument_, const void *value_,
    size_t size_), region_, call_, argument_, value_, size_)
SL__FROM(sl_status, sl_region_set_view, (sl_region *region_, sl_view *view_, sl_view *with_), region_, view_, with_)
SL__FROM(sl_status, sl_region_set_call, (sl_region *region_, int call_), region_, call_)
SL__FROM(sl_status, sl_region_count, (const sl_region *region_, sl_region_counts *counts_), region_, counts_)
SL__FROM_VOID(sl_region_destroy, (sl_region **region_), region_)
SL__FROM(sl_status, sl_renumber, (sl_view *map_, sl_index n_targets_, sl_view *elements_, sl_view *targets_), map_,
    n_targets_, elements_, targets_)
SL__FROM(sl_status, sl_renumber_statistics, (sl_view *map_, sl_index n_targets_, sl_renumber_stats *stats_), map_,
    n_targets_, stats_)
SL__FROM(sl_status, sl_view_resize, (sl_view **view_, sl_extents extents_), view_, extents_)
SL__FROM(sl_status, sl_view_swap, (sl_view **a_, sl_view **b_), a_, b_)
SL__FROM_ALONE(sl_status, sl_finalize)
SL__FROM_ALONE(sl_status, sl_pause)
SL__FROM_ALONE(sl_status, sl_resume)
SL__FROM(sl_status, sl_info_print, (FILE *stream_), stream_)
SL__FROM(sl_status, sl_scan_inclusive, (sl_operator op_, int dim_, sl_view *x_, sl_view *y_), op_, dim_, x_, y_)
SL__FROM(sl_status, sl_scan_inclusive_with, (sl_policy policy_, sl_operator op_, int dim_, sl_view *x_, sl_view *y_),
    policy_, op_, dim_, x_, y_)
SL__FROM(sl_status, sl_scan_exclusive, (sl_operator op_, int dim_, const void *initial_, sl_view *x_, sl_view *y_),
    op_, dim_, initial_, x_, y_)
SL__FROM(sl_status, sl_scan_exclusive_with, (sl_policy policy_, sl_operator op_, int dim_, const void *initial_,
    sl_view *x_, sl_view *y_), policy_, op_, dim_, initial_, x_, y_)
SL__FROM(sl_status, sl_scatter_view_create, (sl_operator op_, sl_view *view_, sl_scatter_view **scatter_), op_, view_,
    scatter_)
SL__FROM(sl_status, sl_scatter_view_create_of, (sl_operator op_, sl_type of_, sl_view *view_,
    sl_scatter_view **scatter_), op_, of_, view_, scatter_)
SL__FROM(sl_view *, sl_scatter_view_access, (sl_scatter_view *scatter_), scatter_)
SL__FROM(sl_status, sl_scatter_view_contribute, (sl_scatter_view *scatter_, sl_view *view_), scatter_, view_)
SL__FROM(sl_status, sl_scatter_view_contribute_with, (sl_policy policy_, sl_scatter_view *scatter_, sl_view *view_),
    policy_, scatter_, view_)
SL__FROM(sl_status, sl_scatter_view_reset, (sl_scatter_view *scatter_), scatter_)
SL__FROM_VOID(sl_scatter_view_destroy, (sl_scatter_view **scatter_), scatter_)
SL__FROM(sl_status, sl_sort, (sl_view *view_), view_)
SL__FROM(sl_status, sl_sort_with, (sl_policy policy_, sl_order order_, sl_view *view_), policy_, order_, view_)
SL__FROM(sl_status, sl_sort_pairs, (sl_view *keys_, sl_view *values_), keys_, values_)
SL__FROM(sl_status, sl_sort_pairs_with, (sl_policy policy_, sl_order order_, sl_view *keys_, sl_view *values_),
    policy_, order_, keys_, values_)
SL__FROM(sl_status, sl_sort_segments, (sl_view *keys_, sl_view *offsets_), keys_, offsets_)
SL__FROM(sl_status, sl_sort_segments_with, (sl_policy policy_, sl_order order_, sl_view *keys_, sl_view *offsets_),
    policy_, order_, keys_, offsets_)
SL__FROM(sl_status, sl_sort_segments_pairs, (sl_view *keys_, sl_view *offsets_, sl_view *values_), keys_, offsets_,
    values_)
SL__FROM(sl_status, sl_sort_segments_pairs_with, (sl_policy policy_, sl_order order_, sl_view *keys_,
    sl_view *offsets_, sl_view *values_), policy_, order_, keys_, offsets_, values_)
SL__FROM(sl_status, sl_sort_by, (sl_compare compare_, sl_view *view_), compare_, view_)
SL__FROM(sl_status, sl_sort_pairs_by, (sl_compare compare_, sl_view *keys_, sl_view *values_), compare_, keys_, values_)
SL__FROM(sl_status, sl_sort_pairs_by_with, (sl_policy policy_, sl_compare compare_, sl_view *keys_, sl_view *values_),
    policy_, compare_, keys_, values_)
SL__FROM(sl_status, sl_sort_by_with, (sl_policy policy_, sl_compare compare_, sl_view *view_), policy_, compare_,
    view_)
SL__FROM(sl_status, sl_view_sub, (sl_view *view_, int count_, const struct sl__slice slices_[], sl_view **sub_),
    view_, count_, slices_, sub_)
SL__FROM(sl_status, sl_view_block, (sl_view *view_, int count_, const sl_index number_[], sl_view **block_), view_,
    count_, number_, block_)
SL__FROM(sl_status, sl_view_reshape, (sl_view *view_, sl_layout layout_, sl_extents extents_, sl_view **reshaped_),
    view_, layout_, extents_, reshaped_)
SL__FROM(sl_status, sl_view_readonly, (sl_view *view_, sl_view **readonly_), view_, readonly_)
SL__FROM(sl_status, sl_view_assign, (sl_view **to_, sl_view *from_), to_, from_)
SL__FROM(sl_type, sl_type_struct, (const char *name_, size_t size_, size_t align_), name_, size_, align_)
SL__FROM(sl_status, sl_view_create, (const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_,
    sl_view **view_), label_, type_, layout_, extents_, view_)
SL__FROM(sl_status, sl_view_create_with, (const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_,
    unsigned flags_, sl_view **view_), label_, type_, layout_, extents_, flags_, view_)
SL__FROM(sl_status, sl_view_wrap, (const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_,
    void *data_, sl_view **view_), label_, type_, layout_, extents_, data_, view_)
SL__FROM(sl_status, sl_view_wrap_with, (const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_,
    void *data_, unsigned flags_, sl_view **view_), label_, type_, layout_, extents_, data_, flags_, view_)
SL__FROM(sl_status, sl_view_wrap_cuda, (const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_,
    void *data_, int device_, sl_view **view_), label_, type_, layout_, extents_, data_, device_, view_)
SL__FROM(sl_status, sl_view_bytes_needed, (sl_type type_, sl_layout layout_, sl_extents extents_, size_t *bytes_),
    type_, layout_, extents_, bytes_)
SL__FROM(sl_view *, sl_view_retain, (sl_view *view_), view_)
SL__FROM_VOID(sl_view_destroy, (sl_view **view_), view_)
SL__FROM(const char *, sl_view_label, (const sl_view *view_), view_)
SL__FROM(sl_type, sl_view_type, (const sl_view *view_), view_)
SL__FROM(int, sl_view_rank, (const sl_view *view_), view_)
SL__FROM(sl_index, sl_view_extent, (const sl_view *view_, int d_), view_, d_)
SL__FROM(sl_index, sl_view_stride, (const sl_view *view_, int d_), view_, d_)
SL__FROM(sl_index, sl_view_place, (const sl_view *view_, int rank_, const sl_index index_[]), view_, rank_, index_)
SL__FROM(sl_status, sl_view_set_map, (sl_view *view_, sl_layout_map map_), view_, map_)
SL__FROM(sl_index, sl_view_first, (const sl_view *view_, int d_), view_, d_)
SL__FROM(sl_index, sl_view_size, (const sl_view *view_), view_)
SL__FROM(void *, sl_host_begin, (sl_view *view_, sl_access access_, sl_type type_, const char *function_), view_,
    access_, type_, function_)
SL__FROM(sl_status, sl_host_end, (sl_view *view_), view_)
SL__FROM(sl_status, sl_view_wait, (sl_view *view_), view_)
SL__FROM(sl_status, sl_view_split, (sl_view *view_, sl_split split_), view_, split_)
SL__FROM(sl_status, sl_view_join, (sl_view *view_), view_)
/* clang-format on */
#ifdef __cplusplus
extern "C++" {
template <typename... U_>
inline sl_status sl__task_(const char *position_, const sl_policy *policy_, sl_task_function function_, void *arg_,
                           U_... use_)
    SL__FROM_BODY(sl_status, sl__task(policy_, function_, arg_, use_...)) template <typename A_, typename... U_>
    inline sl_status sl__task_copy_(const char *position_, const sl_policy *policy_, sl_task_function function_,
                                    const A_ *arg_, U_... use_)
        SL__FROM_BODY(sl_status, sl__task_copy(policy_, function_, arg_, use_...)) template <typename... X_>
        inline sl_status sl__subview_(const char *position_, sl_view *view_, sl_view **sub_, X_... x_)
            SL__FROM_BODY(sl_status, sl__subview(view_, sub_, x_...)) template <typename... N_>
            inline sl_status sl__subblock_(const char *position_, sl_view *view_, sl_view **block_, N_... n_)
                SL__FROM_BODY(sl_status, sl__subblock(view_, block_, n_...)) template <typename T_>
                inline sl_status sl__view_fill_(sl_view *view_, sl_type type_, T_ value_, const char *position_)
                    SL__FROM_BODY(sl_status, sl__view_fill(view_, type_, value_)) template <typename T_>
                    inline sl_status
    sl__region_set_(sl_region *region_, int call_, const char *name_, T_ value_, const char *position_)
        SL__FROM_BODY(sl_status, sl__region_set(region_, call_, name_, value_))
}
#undef sl_task
#define sl_task(function, ...) (sl__task_(SL__CALLED_AT, NULL, function, __VA_ARGS__))
#undef sl_task_with
#define sl_task_with(policy, function, ...) (sl__task_(SL__CALLED_AT, SL__POLICY(policy), function, __VA_ARGS__))
#undef sl_task_copy
#define sl_task_copy(function, ...) (sl__task_copy_(SL__CALLED_AT, NULL, function, __VA_ARGS__))
#undef sl_task_copy_with
#define sl_task_copy_with(policy, function, ...) \
    (sl__task_copy_(SL__CALLED_AT, SL__POLICY(policy), function, __VA_ARGS__))
#undef sl_subview
#define sl_subview(view, sub, ...) (sl__subview_(SL__CALLED_AT, (view), (sub), __VA_ARGS__))
#undef sl_subblock
#define sl_subblock(view, block, ...) (sl__subblock_(SL__CALLED_AT, (view), (block), __VA_ARGS__))
#undef SL_VIEW_FILL
#define SL_VIEW_FILL(T, view, value) (sl__view_fill_<T>((view), SL_TYPE(T), (value), SL__CALLED_AT))
#undef SL_REGION_SET
#define SL_REGION_SET(region_, call_, type_, name_, value_) \
    (sl__region_set_<type_>((region_), (call_), #name_, (type_)(value_), SL__CALLED_AT))
#endif
#undef sl_init
#define sl_init(...) sl__init_(SL__ABI, __VA_ARGS__, SL__CALLED_AT)
#define sl_count_if(...) sl_count_if_(__VA_ARGS__, SL__CALLED_AT)
#define sl_count_if_with(...) sl_count_if_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_find_if(...) sl_find_if_(__VA_ARGS__, SL__CALLED_AT)
#define sl_find_if_with(...) sl_find_if_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_minmax_of(...) sl_minmax_of_(__VA_ARGS__, SL__CALLED_AT)
#define sl_minmax_of_with(...) sl_minmax_of_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_equal(...) sl_equal_(__VA_ARGS__, SL__CALLED_AT)
#define sl_equal_with(...) sl_equal_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_copy_if(...) sl_copy_if_(__VA_ARGS__, SL__CALLED_AT)
#define sl_copy_if_with(...) sl_copy_if_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_unique(...) sl_unique_(__VA_ARGS__, SL__CALLED_AT)
#define sl_unique_with(...) sl_unique_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_arena_create(...) sl_arena_create_(__VA_ARGS__, SL__CALLED_AT)
#define sl_arena_view(...) sl_arena_view_(__VA_ARGS__, SL__CALLED_AT)
#define sl_arena_reset(...) sl_arena_reset_(__VA_ARGS__, SL__CALLED_AT)
#define sl_arena_used(...) sl_arena_used_(__VA_ARGS__, SL__CALLED_AT)
#define sl_arena_destroy(...) sl_arena_destroy_(__VA_ARGS__, SL__CALLED_AT)
#define sl_bits_count(...) sl_bits_count_(__VA_ARGS__, SL__CALLED_AT)
#define sl_color(...) sl_color_(__VA_ARGS__, SL__CALLED_AT)
#define sl_color_with(...) sl_color_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_color_check(...) sl_color_check_(__VA_ARGS__, SL__CALLED_AT)
#define sl_graph_color(...) sl_graph_color_(__VA_ARGS__, SL__CALLED_AT)
#define sl_graph_color_with(...) sl_graph_color_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_color_statistics(...) sl_color_statistics_(__VA_ARGS__, SL__CALLED_AT)
#define sl_deep_copy(...) sl_deep_copy_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_fill(...) sl_view_fill_(__VA_ARGS__, SL__CALLED_AT)
#define sl_deep_copy_from_host(...) sl_deep_copy_from_host_(__VA_ARGS__, SL__CALLED_AT)
#define sl_deep_copy_to_host(...) sl_deep_copy_to_host_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_mirror(...) sl_view_mirror_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_modify_host(...) sl_view_modify_host_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_modify_device(...) sl_view_modify_device_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_sync_host(...) sl_view_sync_host_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_sync_device(...) sl_view_sync_device_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_need_sync_host(...) sl_view_need_sync_host_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_need_sync_device(...) sl_view_need_sync_device_(__VA_ARGS__, SL__CALLED_AT)
#define sl_element_get(...) sl_element_get_(__VA_ARGS__, SL__CALLED_AT)
#define sl_element_put(...) sl_element_put_(__VA_ARGS__, SL__CALLED_AT)
#define sl_hash_create(...) sl_hash_create_(__VA_ARGS__, SL__CALLED_AT)
#define sl_hash_clear(...) sl_hash_clear_(__VA_ARGS__, SL__CALLED_AT)
#define sl_hash_count(...) sl_hash_count_(__VA_ARGS__, SL__CALLED_AT)
#define sl_hash_rehash(...) sl_hash_rehash_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_create(...) sl_index_set_create_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_push(...) sl_index_set_push_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_slice(...) sl_index_set_slice_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_destroy(...) sl_index_set_destroy_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_segments(...) sl_index_set_segments_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_segment(...) sl_index_set_segment_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_size(...) sl_index_set_size_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_space(...) sl_index_set_space_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_check_unique(...) sl_index_set_check_unique_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_union(...) sl_index_set_union_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_intersection(...) sl_index_set_intersection_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_difference(...) sl_index_set_difference_(__VA_ARGS__, SL__CALLED_AT)
#define sl_index_set_where(...) sl_index_set_where_(__VA_ARGS__, SL__CALLED_AT)
#define sl_list_create(...) sl_list_create_(__VA_ARGS__, SL__CALLED_AT)
#define sl_list_wrap(...) sl_list_wrap_(__VA_ARGS__, SL__CALLED_AT)
#define sl_list_from_view(...) sl_list_from_view_(__VA_ARGS__, SL__CALLED_AT)
#define sl_list_destroy(...) sl_list_destroy_(__VA_ARGS__, SL__CALLED_AT)
#define sl_list_size(...) sl_list_size_(__VA_ARGS__, SL__CALLED_AT)
#define sl_space_product(...) sl_space_product_(__VA_ARGS__, SL__CALLED_AT)
#define sl_list_space(...) sl_list_space_(__VA_ARGS__, SL__CALLED_AT)
#define sl_list_check_unique(...) sl_list_check_unique_(__VA_ARGS__, SL__CALLED_AT)
#define sl_submit(...) sl_submit_(__VA_ARGS__, SL__CALLED_AT)
#define sl_task_submit(...) sl_task_submit_(__VA_ARGS__, SL__CALLED_AT)
#define sl_task_submit_copy(...) sl_task_submit_copy_(__VA_ARGS__, SL__CALLED_AT)
#define sl_task_data(...) sl_task_data_(__VA_ARGS__, SL__CALLED_AT)
#define sl_task_stream() sl_task_stream_(SL__CALLED_AT)
#define sl_wait() sl_wait_(SL__CALLED_AT)
#define sl_event_record(...) sl_event_record_(__VA_ARGS__, SL__CALLED_AT)
#define sl_event_wait(...) sl_event_wait_(__VA_ARGS__, SL__CALLED_AT)
#define sl_event_test(...) sl_event_test_(__VA_ARGS__, SL__CALLED_AT)
#define sl_event_destroy(...) sl_event_destroy_(__VA_ARGS__, SL__CALLED_AT)
#define sl_region_begin(...) sl_region_begin_(__VA_ARGS__, SL__CALLED_AT)
#define sl_region_end(...) sl_region_end_(__VA_ARGS__, SL__CALLED_AT)
#define sl_region_run(...) sl_region_run_(__VA_ARGS__, SL__CALLED_AT)
#define sl_region_set(...) sl_region_set_(__VA_ARGS__, SL__CALLED_AT)
#define sl_region_set_view(...) sl_region_set_view_(__VA_ARGS__, SL__CALLED_AT)
#define sl_region_set_call(...) sl_region_set_call_(__VA_ARGS__, SL__CALLED_AT)
#define sl_region_count(...) sl_region_count_(__VA_ARGS__, SL__CALLED_AT)
#define sl_region_destroy(...) sl_region_destroy_(__VA_ARGS__, SL__CALLED_AT)
#define sl_renumber(...) sl_renumber_(__VA_ARGS__, SL__CALLED_AT)
#define sl_renumber_statistics(...) sl_renumber_statistics_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_resize(...) sl_view_resize_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_swap(...) sl_view_swap_(__VA_ARGS__, SL__CALLED_AT)
#define sl_finalize() sl_finalize_(SL__CALLED_AT)
#define sl_pause() sl_pause_(SL__CALLED_AT)
#define sl_resume() sl_resume_(SL__CALLED_AT)
#define sl_info_print(...) sl_info_print_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scan_inclusive(...) sl_scan_inclusive_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scan_inclusive_with(...) sl_scan_inclusive_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scan_exclusive(...) sl_scan_exclusive_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scan_exclusive_with(...) sl_scan_exclusive_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scatter_view_create(...) sl_scatter_view_create_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scatter_view_create_of(...) sl_scatter_view_create_of_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scatter_view_access(...) sl_scatter_view_access_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scatter_view_contribute(...) sl_scatter_view_contribute_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scatter_view_contribute_with(...) sl_scatter_view_contribute_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scatter_view_reset(...) sl_scatter_view_reset_(__VA_ARGS__, SL__CALLED_AT)
#define sl_scatter_view_destroy(...) sl_scatter_view_destroy_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort(...) sl_sort_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_with(...) sl_sort_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_pairs(...) sl_sort_pairs_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_pairs_with(...) sl_sort_pairs_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_segments(...) sl_sort_segments_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_segments_with(...) sl_sort_segments_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_segments_pairs(...) sl_sort_segments_pairs_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_segments_pairs_with(...) sl_sort_segments_pairs_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_by(...) sl_sort_by_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_pairs_by(...) sl_sort_pairs_by_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_pairs_by_with(...) sl_sort_pairs_by_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_sort_by_with(...) sl_sort_by_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_sub(...) sl_view_sub_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_block(...) sl_view_block_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_reshape(...) sl_view_reshape_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_readonly(...) sl_view_readonly_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_assign(...) sl_view_assign_(__VA_ARGS__, SL__CALLED_AT)
#define sl_type_struct(...) sl_type_struct_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_create(...) sl_view_create_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_create_with(...) sl_view_create_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_wrap(...) sl_view_wrap_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_wrap_with(...) sl_view_wrap_with_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_wrap_cuda(...) sl_view_wrap_cuda_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_bytes_needed(...) sl_view_bytes_needed_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_retain(...) sl_view_retain_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_destroy(...) sl_view_destroy_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_label(...) sl_view_label_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_type(...) sl_view_type_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_rank(...) sl_view_rank_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_extent(...) sl_view_extent_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_stride(...) sl_view_stride_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_place(...) sl_view_place_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_set_map(...) sl_view_set_map_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_first(...) sl_view_first_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_size(...) sl_view_size_(__VA_ARGS__, SL__CALLED_AT)
#define sl_host_begin(...) sl_host_begin_(__VA_ARGS__, SL__CALLED_AT)
#define sl_host_end(...) sl_host_end_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_wait(...) sl_view_wait_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_split(...) sl_view_split_(__VA_ARGS__, SL__CALLED_AT)
#define sl_view_join(...) sl_view_join_(__VA_ARGS__, SL__CALLED_AT)
/** @endcond */
#endif

#endif
