/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernel language, for kernel files; everything in starloop.h comes with it.
 *
 * A kernel file is compiled with starloop-cc. A body is written in the common part of C11 and C++17. Its iterations may
 * run in any order and at the same time (except under SL_SEQ), so no iteration may depend on another.
 */
#ifndef STARLOOP_KERNEL_H
#define STARLOOP_KERNEL_H

#if defined __cplusplus && __cplusplus < 201703L
#error "kernel files are C11 or C++17: compile this one with -std=c++17"
#endif

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include <starloop.h>
#include <starloop/kernel/bits.h>
#include <starloop/kernel/complex.h>
#include <starloop/kernel/forms.h>
#include <starloop/kernel/hash.h>
#include <starloop/kernel/random.h>
#include <starloop/kernel/typed.h>

#endif
