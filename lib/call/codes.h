/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Numbers as codes, on the host (starloop/kernel/codes.h). */
#ifndef STARLOOP_LIB_CALL_CODES_H
#define STARLOOP_LIB_CALL_CODES_H

#include <stddef.h>

#include <starloop/kernel/codes.h>
#include <starloop/types.h>

/** Says how numbers of a built-in type become codes. @param[in] elem  its bytes  @param[out] codes  all of it */
void sl__codes_set(struct sl__codes *codes, sl_type type, size_t elem);

/** @return the code of a number of @p elem bytes, of the type of @p codes. */
uint64_t sl__codes_of(const struct sl__codes *codes, size_t elem, const void *number);

#endif
