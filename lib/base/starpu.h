/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief StarPU's header without its warnings: some of what it includes has a thousand deprecated declarations. */
#ifndef STARLOOP_LIB_BASE_STARPU_H
#define STARLOOP_LIB_BASE_STARPU_H

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <starpu.h>
#pragma GCC diagnostic pop

#endif
