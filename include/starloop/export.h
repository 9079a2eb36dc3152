/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Visibility and linkage of the public functions. */
#ifndef STARLOOP_EXPORT_H
#define STARLOOP_EXPORT_H

#include <starloop/names.h>

#if defined __cplusplus ? __cplusplus < 201103L : !defined __STDC_VERSION__ || __STDC_VERSION__ < 199901L
#error "Starloop is for C11 and C++17: compile this file with -std=gnu11 or -std=c++17"
#endif

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

/** Where a call stands, for the texts of errors: "file:line", the file as the compiler was given it. */
#define SL__CALLED_AT __FILE__ ":" SL__TEXT_OF(__LINE__)
#define SL__TEXT_OF(x_) SL__TEXT(x_)
#define SL__TEXT(x_) #x_

#endif
