/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starts Starloop, and tells what failed. For several examples. */
#ifndef COMMON_LIBRARY_H
#define COMMON_LIBRARY_H

#include <starloop.h>

/** Starts the library. Where the configuration has a number of GPUs, there must be as many.
 *  @return as sl_init(), and SL_ERR_DEVICE where there are fewer, after a message */
sl_status library_start(const char *program, const sl_config *config);

/** Says what failed, if it did. @return @p status */
sl_status library_told(const char *program, const char *what, sl_status status);

#endif
