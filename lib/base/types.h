/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the library alone asks of element types. */
#ifndef STARLOOP_LIB_BASE_TYPES_H
#define STARLOOP_LIB_BASE_TYPES_H

#include <stdint.h>

#include <starloop/types.h>

/** @return the alignment of a type, in bytes: of a user's struct as it was registered; 1 for no type. Thread-safe. */
size_t sl__type_align(sl_type type);

/** @return a value of a built-in type as an integer; 0 of another type. Thread-safe. */
int64_t sl__type_integer(sl_type type, const void *value);

#endif
