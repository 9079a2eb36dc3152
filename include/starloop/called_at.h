/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where the program calls: the text of an error ends with file and line of the call, and an object that is
 *  misused says where it was made.
 *
 * Each public function that can fail is called by a macro of its own name, which tells the library where it stands:
 *
 *     sl_wait()  ->  (sl__from_begin("main.c:12"), sl__from_status(sl_wait()))
 *
 * The functions are there, too: for a pointer to one, as (sl_wait)(), and for other languages. The calls of kernels
 * (sl_forall and its like) tell it in their first parameter.
 */
#ifndef STARLOOP_CALLED_AT_H
#define STARLOOP_CALLED_AT_H

#include <starloop/algorithm.h>
#include <starloop/arena.h>
#include <starloop/color.h>
#include <starloop/copy.h>
#include <starloop/dual_view.h>
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

SL_BEGIN_DECLS

/** The next call of this thread stands there. Thread-safe.
 *  @param[in] position_  "file:line", a string that stays until sl__from_end() */
SL_API void sl__from_begin(const char *position_);
/** That call has returned: this thread is where it was before. Thread-safe. */
SL_API void sl__from_end(void);

SL_END_DECLS

#ifdef __cplusplus
extern "C++" {
template <typename T_> inline T_ sl__from_value(T_ value_)
{
    sl__from_end();
    return value_;
}
}
#define SL__FROM_HERE_AS(KIND_, ...) (sl__from_begin(SL__CALLED_AT), sl__from_value(__VA_ARGS__))
#else
#define SL__FROM_HERE_GIVES(KIND_, T_) \
    static inline T_ sl__from_##KIND_(T_ value_) \
    { \
        sl__from_end(); \
        return value_; \
    }
SL__FROM_HERE_GIVES(status, sl_status)
SL__FROM_HERE_GIVES(int, int)
SL__FROM_HERE_GIVES(index, sl_index)
SL__FROM_HERE_GIVES(size, size_t)
SL__FROM_HERE_GIVES(type, sl_type)
SL__FROM_HERE_GIVES(pointer, void *)
SL__FROM_HERE_GIVES(text, const char *)
SL__FROM_HERE_GIVES(space, sl_space)
#undef SL__FROM_HERE_GIVES
#define SL__FROM_HERE_AS(KIND_, ...) (sl__from_begin(SL__CALLED_AT), sl__from_##KIND_(__VA_ARGS__))
#endif
#define SL__FROM_HERE_VOID(...) (sl__from_begin(SL__CALLED_AT), __VA_ARGS__, sl__from_end())
#define SL__FROM_HERE(...) SL__FROM_HERE_AS(status, __VA_ARGS__)
#define SL__FROM_HERE_INT(...) SL__FROM_HERE_AS(int, __VA_ARGS__)
#define SL__FROM_HERE_INDEX(...) SL__FROM_HERE_AS(index, __VA_ARGS__)
#define SL__FROM_HERE_SIZE(...) SL__FROM_HERE_AS(size, __VA_ARGS__)
#define SL__FROM_HERE_TYPE(...) SL__FROM_HERE_AS(type, __VA_ARGS__)
#define SL__FROM_HERE_POINTER(...) SL__FROM_HERE_AS(pointer, __VA_ARGS__)
#define SL__FROM_HERE_TEXT(...) SL__FROM_HERE_AS(text, __VA_ARGS__)
#define SL__FROM_HERE_SPACE(...) SL__FROM_HERE_AS(space, __VA_ARGS__)

#undef sl_init
/** The function sl_init(), told where its call stands and which headers its caller was compiled with. */
#define sl_init(...) SL__FROM_HERE(sl__init(SL__ABI, __VA_ARGS__))
#ifdef __cplusplus
#undef sl_task
#define sl_task(function, ...) SL__FROM_HERE(sl__task(sl__default_policy(), function, __VA_ARGS__))
#undef sl_task_with
#define sl_task_with(policy, function, ...) SL__FROM_HERE(sl__task(policy, function, __VA_ARGS__))
#undef sl_subview
#define sl_subview(view, sub, ...) SL__FROM_HERE(sl__subview((view), (sub), __VA_ARGS__))
#undef sl_subblock
#define sl_subblock(view, block, ...) SL__FROM_HERE(sl__subblock((view), (block), __VA_ARGS__))
#endif
/** @cond  All others: FUNCTION(...) -> SL__FROM_HERE(FUNCTION(__VA_ARGS__)), by what it returns. */
#define sl_count_if(...) SL__FROM_HERE(sl_count_if(__VA_ARGS__))
#define sl_count_if_with(...) SL__FROM_HERE(sl_count_if_with(__VA_ARGS__))
#define sl_find_if(...) SL__FROM_HERE(sl_find_if(__VA_ARGS__))
#define sl_find_if_with(...) SL__FROM_HERE(sl_find_if_with(__VA_ARGS__))
#define sl_minmax_of(...) SL__FROM_HERE(sl_minmax_of(__VA_ARGS__))
#define sl_minmax_of_with(...) SL__FROM_HERE(sl_minmax_of_with(__VA_ARGS__))
#define sl_equal(...) SL__FROM_HERE(sl_equal(__VA_ARGS__))
#define sl_equal_with(...) SL__FROM_HERE(sl_equal_with(__VA_ARGS__))
#define sl_copy_if(...) SL__FROM_HERE(sl_copy_if(__VA_ARGS__))
#define sl_copy_if_with(...) SL__FROM_HERE(sl_copy_if_with(__VA_ARGS__))
#define sl_unique(...) SL__FROM_HERE(sl_unique(__VA_ARGS__))
#define sl_unique_with(...) SL__FROM_HERE(sl_unique_with(__VA_ARGS__))
#define sl_arena_create(...) SL__FROM_HERE(sl_arena_create(__VA_ARGS__))
#define sl_arena_view(...) SL__FROM_HERE(sl_arena_view(__VA_ARGS__))
#define sl_arena_reset(...) SL__FROM_HERE(sl_arena_reset(__VA_ARGS__))
#define sl_arena_used(...) SL__FROM_HERE_SIZE(sl_arena_used(__VA_ARGS__))
#define sl_arena_destroy(...) SL__FROM_HERE_VOID(sl_arena_destroy(__VA_ARGS__))
#define sl_color(...) SL__FROM_HERE(sl_color(__VA_ARGS__))
#define sl_color_with(...) SL__FROM_HERE(sl_color_with(__VA_ARGS__))
#define sl_color_check(...) SL__FROM_HERE(sl_color_check(__VA_ARGS__))
#define sl_color_statistics(...) SL__FROM_HERE(sl_color_statistics(__VA_ARGS__))
#define sl_deep_copy(...) SL__FROM_HERE(sl_deep_copy(__VA_ARGS__))
#define sl_view_fill(...) SL__FROM_HERE(sl_view_fill(__VA_ARGS__))
#define sl_deep_copy_from_host(...) SL__FROM_HERE(sl_deep_copy_from_host(__VA_ARGS__))
#define sl_deep_copy_to_host(...) SL__FROM_HERE(sl_deep_copy_to_host(__VA_ARGS__))
#define sl_view_mirror(...) SL__FROM_HERE(sl_view_mirror(__VA_ARGS__))
#define sl_view_modify_host(...) SL__FROM_HERE(sl_view_modify_host(__VA_ARGS__))
#define sl_view_modify_device(...) SL__FROM_HERE(sl_view_modify_device(__VA_ARGS__))
#define sl_view_sync_host(...) SL__FROM_HERE(sl_view_sync_host(__VA_ARGS__))
#define sl_view_sync_device(...) SL__FROM_HERE(sl_view_sync_device(__VA_ARGS__))
#define sl_view_need_sync_host(...) SL__FROM_HERE_INT(sl_view_need_sync_host(__VA_ARGS__))
#define sl_view_need_sync_device(...) SL__FROM_HERE_INT(sl_view_need_sync_device(__VA_ARGS__))
#define sl_index_set_create(...) SL__FROM_HERE(sl_index_set_create(__VA_ARGS__))
#define sl_index_set_push(...) SL__FROM_HERE(sl_index_set_push(__VA_ARGS__))
#define sl_index_set_slice(...) SL__FROM_HERE(sl_index_set_slice(__VA_ARGS__))
#define sl_index_set_destroy(...) SL__FROM_HERE_VOID(sl_index_set_destroy(__VA_ARGS__))
#define sl_index_set_segments(...) SL__FROM_HERE_INT(sl_index_set_segments(__VA_ARGS__))
#define sl_index_set_segment(...) SL__FROM_HERE_SPACE(sl_index_set_segment(__VA_ARGS__))
#define sl_index_set_size(...) SL__FROM_HERE_INDEX(sl_index_set_size(__VA_ARGS__))
#define sl_index_set_space(...) SL__FROM_HERE_SPACE(sl_index_set_space(__VA_ARGS__))
#define sl_index_set_check_unique(...) SL__FROM_HERE(sl_index_set_check_unique(__VA_ARGS__))
#define sl_index_set_union(...) SL__FROM_HERE(sl_index_set_union(__VA_ARGS__))
#define sl_index_set_intersection(...) SL__FROM_HERE(sl_index_set_intersection(__VA_ARGS__))
#define sl_index_set_difference(...) SL__FROM_HERE(sl_index_set_difference(__VA_ARGS__))
#define sl_index_set_where(...) SL__FROM_HERE(sl_index_set_where(__VA_ARGS__))
#define sl_list_create(...) SL__FROM_HERE(sl_list_create(__VA_ARGS__))
#define sl_list_wrap(...) SL__FROM_HERE(sl_list_wrap(__VA_ARGS__))
#define sl_list_from_view(...) SL__FROM_HERE(sl_list_from_view(__VA_ARGS__))
#define sl_list_destroy(...) SL__FROM_HERE_VOID(sl_list_destroy(__VA_ARGS__))
#define sl_list_size(...) SL__FROM_HERE_INDEX(sl_list_size(__VA_ARGS__))
#define sl_list_space(...) SL__FROM_HERE_SPACE(sl_list_space(__VA_ARGS__))
#define sl_list_check_unique(...) SL__FROM_HERE(sl_list_check_unique(__VA_ARGS__))
#define sl_submit(...) SL__FROM_HERE(sl_submit(__VA_ARGS__))
#define sl_task_submit(...) SL__FROM_HERE(sl_task_submit(__VA_ARGS__))
#define sl_task_data(...) SL__FROM_HERE_POINTER(sl_task_data(__VA_ARGS__))
#define sl_task_stream(...) SL__FROM_HERE_POINTER(sl_task_stream(__VA_ARGS__))
#define sl_wait(...) SL__FROM_HERE(sl_wait(__VA_ARGS__))
#define sl_event_record(...) SL__FROM_HERE(sl_event_record(__VA_ARGS__))
#define sl_event_wait(...) SL__FROM_HERE(sl_event_wait(__VA_ARGS__))
#define sl_event_test(...) SL__FROM_HERE_INT(sl_event_test(__VA_ARGS__))
#define sl_event_destroy(...) SL__FROM_HERE_VOID(sl_event_destroy(__VA_ARGS__))
#define sl_region_begin(...) SL__FROM_HERE(sl_region_begin(__VA_ARGS__))
#define sl_region_end(...) SL__FROM_HERE(sl_region_end(__VA_ARGS__))
#define sl_region_run(...) SL__FROM_HERE(sl_region_run(__VA_ARGS__))
#define sl_region_set(...) SL__FROM_HERE(sl_region_set(__VA_ARGS__))
#define sl_region_set_view(...) SL__FROM_HERE(sl_region_set_view(__VA_ARGS__))
#define sl_region_count(...) SL__FROM_HERE(sl_region_count(__VA_ARGS__))
#define sl_region_destroy(...) SL__FROM_HERE_VOID(sl_region_destroy(__VA_ARGS__))
#define sl_renumber(...) SL__FROM_HERE(sl_renumber(__VA_ARGS__))
#define sl_renumber_statistics(...) SL__FROM_HERE(sl_renumber_statistics(__VA_ARGS__))
#define sl_view_resize(...) SL__FROM_HERE(sl_view_resize(__VA_ARGS__))
#define sl_view_swap(...) SL__FROM_HERE(sl_view_swap(__VA_ARGS__))
#define sl_finalize(...) SL__FROM_HERE(sl_finalize(__VA_ARGS__))
#define sl_pause(...) SL__FROM_HERE(sl_pause(__VA_ARGS__))
#define sl_resume(...) SL__FROM_HERE(sl_resume(__VA_ARGS__))
#define sl_info_print(...) SL__FROM_HERE(sl_info_print(__VA_ARGS__))
#define sl_scan_inclusive(...) SL__FROM_HERE(sl_scan_inclusive(__VA_ARGS__))
#define sl_scan_inclusive_with(...) SL__FROM_HERE(sl_scan_inclusive_with(__VA_ARGS__))
#define sl_scan_exclusive(...) SL__FROM_HERE(sl_scan_exclusive(__VA_ARGS__))
#define sl_scan_exclusive_with(...) SL__FROM_HERE(sl_scan_exclusive_with(__VA_ARGS__))
#define sl_scatter_view_create(...) SL__FROM_HERE(sl_scatter_view_create(__VA_ARGS__))
#define sl_scatter_view_access(...) SL__FROM_HERE_POINTER(sl_scatter_view_access(__VA_ARGS__))
#define sl_scatter_view_contribute(...) SL__FROM_HERE(sl_scatter_view_contribute(__VA_ARGS__))
#define sl_scatter_view_contribute_with(...) SL__FROM_HERE(sl_scatter_view_contribute_with(__VA_ARGS__))
#define sl_scatter_view_reset(...) SL__FROM_HERE(sl_scatter_view_reset(__VA_ARGS__))
#define sl_scatter_view_destroy(...) SL__FROM_HERE_VOID(sl_scatter_view_destroy(__VA_ARGS__))
#define sl_sort(...) SL__FROM_HERE(sl_sort(__VA_ARGS__))
#define sl_sort_with(...) SL__FROM_HERE(sl_sort_with(__VA_ARGS__))
#define sl_sort_pairs(...) SL__FROM_HERE(sl_sort_pairs(__VA_ARGS__))
#define sl_sort_pairs_with(...) SL__FROM_HERE(sl_sort_pairs_with(__VA_ARGS__))
#define sl_sort_segments(...) SL__FROM_HERE(sl_sort_segments(__VA_ARGS__))
#define sl_sort_segments_with(...) SL__FROM_HERE(sl_sort_segments_with(__VA_ARGS__))
#define sl_sort_segments_pairs(...) SL__FROM_HERE(sl_sort_segments_pairs(__VA_ARGS__))
#define sl_sort_segments_pairs_with(...) SL__FROM_HERE(sl_sort_segments_pairs_with(__VA_ARGS__))
#define sl_sort_by(...) SL__FROM_HERE(sl_sort_by(__VA_ARGS__))
#define sl_sort_by_with(...) SL__FROM_HERE(sl_sort_by_with(__VA_ARGS__))
#define sl_view_sub(...) SL__FROM_HERE(sl_view_sub(__VA_ARGS__))
#define sl_view_block(...) SL__FROM_HERE(sl_view_block(__VA_ARGS__))
#define sl_view_reshape(...) SL__FROM_HERE(sl_view_reshape(__VA_ARGS__))
#define sl_view_readonly(...) SL__FROM_HERE(sl_view_readonly(__VA_ARGS__))
#define sl_view_assign(...) SL__FROM_HERE(sl_view_assign(__VA_ARGS__))
#define sl_type_struct(...) SL__FROM_HERE_TYPE(sl_type_struct(__VA_ARGS__))
#define sl_view_create(...) SL__FROM_HERE(sl_view_create(__VA_ARGS__))
#define sl_view_create_with(...) SL__FROM_HERE(sl_view_create_with(__VA_ARGS__))
#define sl_view_wrap(...) SL__FROM_HERE(sl_view_wrap(__VA_ARGS__))
#define sl_view_wrap_cuda(...) SL__FROM_HERE(sl_view_wrap_cuda(__VA_ARGS__))
#define sl_view_bytes_needed(...) SL__FROM_HERE(sl_view_bytes_needed(__VA_ARGS__))
#define sl_view_retain(...) SL__FROM_HERE_POINTER(sl_view_retain(__VA_ARGS__))
#define sl_view_destroy(...) SL__FROM_HERE_VOID(sl_view_destroy(__VA_ARGS__))
#define sl_view_label(...) SL__FROM_HERE_TEXT(sl_view_label(__VA_ARGS__))
#define sl_view_type(...) SL__FROM_HERE_TYPE(sl_view_type(__VA_ARGS__))
#define sl_view_rank(...) SL__FROM_HERE_INT(sl_view_rank(__VA_ARGS__))
#define sl_view_extent(...) SL__FROM_HERE_INDEX(sl_view_extent(__VA_ARGS__))
#define sl_view_stride(...) SL__FROM_HERE_INDEX(sl_view_stride(__VA_ARGS__))
#define sl_view_place(...) SL__FROM_HERE_INDEX(sl_view_place(__VA_ARGS__))
#define sl_view_set_map(...) SL__FROM_HERE(sl_view_set_map(__VA_ARGS__))
#define sl_view_first(...) SL__FROM_HERE_INDEX(sl_view_first(__VA_ARGS__))
#define sl_view_size(...) SL__FROM_HERE_INDEX(sl_view_size(__VA_ARGS__))
#define sl_host_begin(...) SL__FROM_HERE_POINTER(sl_host_begin(__VA_ARGS__))
#define sl_host_end(...) SL__FROM_HERE(sl_host_end(__VA_ARGS__))
#define sl_view_wait(...) SL__FROM_HERE(sl_view_wait(__VA_ARGS__))
#define sl_view_split(...) SL__FROM_HERE(sl_view_split(__VA_ARGS__))
#define sl_view_join(...) SL__FROM_HERE(sl_view_join(__VA_ARGS__))
/** @endcond */

#endif
