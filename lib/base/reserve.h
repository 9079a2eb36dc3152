/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Memory that is kept for StarPU, which ends the program where malloc() gives it none.
 *
 *  Who is about to have StarPU make something asks first, and refuses the call where there is no memory. What is queued
 *  already, and the end of the library, have the reserve then. */
#ifndef STARLOOP_LIB_BASE_RESERVE_H
#define STARLOOP_LIB_BASE_RESERVE_H

#include <stddef.h>

/** Bytes for a task, and for a handle of data with its state on each memory node; more than was seen. */
#define SL__RESERVE_TASK ((size_t)32 << 10)
#define SL__RESERVE_PART ((size_t)8 << 10) /**< of many tasks at a time */
#define SL__RESERVE_HANDLE ((size_t)128 << 10)

/** Takes the reserve, as far as there is memory. With the lock of sl_init(), as the next. */
void sl__reserve_init(void);

/** Gives it back to the heap, for good. */
void sl__reserve_give(void);

/** Looks for so many bytes in the heap, some 0.03 us. Where there are none, or the reserve was given back and there are
 *  not as many again, the reserve is in the heap. Any thread.
 *  @return whether StarPU finds memory for something new. */
int sl__reserve_ask(size_t bytes);

/** The same for what cannot be refused any more: of the reserve, too. @return whether StarPU finds memory. */
int sl__reserve_use(size_t bytes);

#endif
