/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where views are made, for STARLOOP_CHECK_ACCESS=1: sl_finalize() names those that were not destroyed with
 * file and line of the call.
 *
 * What makes a view is called by a macro of the function's own name, which tells the library where it stands:
 *
 *     sl_view_create("x", ...)  ->  (sl__made_at(__FILE__, __LINE__), sl__made(sl_view_create("x", ...)))
 *
 * The functions are there, too: for a pointer to one, and for other languages.
 */
#ifndef STARLOOP_MADE_AT_H
#define STARLOOP_MADE_AT_H

#include <starloop/arena.h>
#include <starloop/copy.h>
#include <starloop/subview.h>
#include <starloop/view.h>

SL_BEGIN_DECLS

/** The next view that this thread makes is made there. Thread-safe.
 *  @param[in] file  a string that stays until sl__made()  @param[in] line  in it */
SL_API void sl__made_at(const char *file_, int line_);
/** It is made, or was not. @return @p status. Thread-safe. */
SL_API sl_status sl__made(sl_status status_);

SL_END_DECLS

/* clang-format off */
#define SL__MADE(...) (sl__made_at(__FILE__, __LINE__), sl__made(__VA_ARGS__))
/* clang-format on */
/** The function sl_view_create(), told where its call stands. */
#define sl_view_create(...) SL__MADE(sl_view_create(__VA_ARGS__))
/** The function sl_view_create_with(), told where its call stands. */
#define sl_view_create_with(...) SL__MADE(sl_view_create_with(__VA_ARGS__))
/** The function sl_view_wrap(), told where its call stands. */
#define sl_view_wrap(...) SL__MADE(sl_view_wrap(__VA_ARGS__))
/** The function sl_view_wrap_cuda(), told where its call stands. */
#define sl_view_wrap_cuda(...) SL__MADE(sl_view_wrap_cuda(__VA_ARGS__))
/** The function sl_view_sub(), told where its call stands. */
#define sl_view_sub(...) SL__MADE(sl_view_sub(__VA_ARGS__))
#ifdef __cplusplus
#undef sl_subview
#define sl_subview(view, sub, ...) SL__MADE(sl__subview((view), (sub), __VA_ARGS__))
#undef sl_subblock
#define sl_subblock(view, block, ...) SL__MADE(sl__subblock((view), (block), __VA_ARGS__))
#endif
/** The function sl_view_block(), told where its call stands. */
#define sl_view_block(...) SL__MADE(sl_view_block(__VA_ARGS__))
/** The function sl_view_reshape(), told where its call stands. */
#define sl_view_reshape(...) SL__MADE(sl_view_reshape(__VA_ARGS__))
/** The function sl_view_readonly(), told where its call stands. */
#define sl_view_readonly(...) SL__MADE(sl_view_readonly(__VA_ARGS__))
/** The function sl_view_mirror(), told where its call stands. */
#define sl_view_mirror(...) SL__MADE(sl_view_mirror(__VA_ARGS__))
/** The function sl_arena_view(), told where its call stands. */
#define sl_arena_view(...) SL__MADE(sl_arena_view(__VA_ARGS__))

#endif
