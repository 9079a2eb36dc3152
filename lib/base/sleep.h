/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sleeping on a word: Linux's futex. */
#ifndef STARLOOP_LIB_BASE_SLEEP_H
#define STARLOOP_LIB_BASE_SLEEP_H

#include <stdatomic.h>
#include <stdint.h>

/** Sleeps while the word has that value, until sl__sleep_end(), or a while; it may return sooner.
 *  @param[in] ns  nanoseconds at most; 0: as long as it takes */
void sl__sleep_while(_Atomic unsigned *word, unsigned value, int64_t ns);

/** Wakes all who sleep on a word, after it has changed. */
void sl__sleep_end(_Atomic unsigned *word);

#endif
