/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What comes after what, for the thread sanitizer of a program.
 *
 *  It sees none of the atomics of a library that is not compiled with it, and so would take each element that a loop
 *  writes and the host reads for a race. Where there is one in the process (its functions are weak here), it is said
 *  that what begins in the library or a body comes after all that has ended before. What runs at the same time is in no
 *  order, so races between iterations, and of bodies with the program, are found. */
#ifndef STARLOOP_LIB_BASE_ORDER_H
#define STARLOOP_LIB_BASE_ORDER_H

#include <stddef.h>

#if defined __has_feature
#if __has_feature(thread_sanitizer)
#define SL__ORDER_SEEN /* the sanitizer sees it itself */
#endif
#endif
#if defined __SANITIZE_THREAD__ && !defined SL__ORDER_SEEN
#define SL__ORDER_SEEN
#endif

#ifdef SL__ORDER_SEEN

static inline void sl__order_begin(void)
{
}

static inline void sl__order_end(void)
{
}

#else

extern void __tsan_acquire(void *address) __attribute__((weak, visibility("default")));
extern void __tsan_release(void *address) __attribute__((weak, visibility("default")));
extern char sl__order;

/** What follows in this thread comes after each sl__order_end() that was before it. Where another thread was waited
 *  for: after the wait. */
static inline void sl__order_begin(void)
{
    if (__builtin_expect(__tsan_acquire != NULL, 0))
        __tsan_acquire(&sl__order);
}

/** What this thread has done comes before each sl__order_begin() from now on: before others are told that it is done.
 */
static inline void sl__order_end(void)
{
    if (__builtin_expect(__tsan_release != NULL, 0))
        __tsan_release(&sl__order);
}

#endif

#endif
