/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where the program makes its views: starloop/made_at.h. */
#ifndef STARLOOP_LIB_DATA_MADE_AT_H
#define STARLOOP_LIB_DATA_MADE_AT_H

#include <stddef.h>

/** With STARLOOP_CHECK_ACCESS=1 writes where the calling thread makes the view that it makes now; else "".
 *  @param[out] text  [size] "file:line", of a long one the end */
void sl__made_note(char *text, size_t size);

#endif
