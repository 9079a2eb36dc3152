/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Visibility and linkage of the public functions. */
#ifndef STARLOOP_EXPORT_H
#define STARLOOP_EXPORT_H

#include <starloop/names.h>

/** @def SL_BEGIN_DECLS
 *  Begins declarations that C++ links as C's. */
/** @def SL_END_DECLS
 *  Ends them. */
#ifdef __cplusplus
#define SL_BEGIN_DECLS extern "C" {
#define SL_END_DECLS }
#else
#define SL_BEGIN_DECLS
#define SL_END_DECLS
#endif

/** A function of the library that programs may call. */
#define SL_API __attribute__((__visibility__("default")))

#endif
