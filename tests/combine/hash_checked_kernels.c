/* SPDX-License-Identifier: BSD-3-Clause */
/* With checks, which must find no fault: atomic operations of several iterations are no race. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include "hash_kernels.h"

HASH_KERNELS(checked_, int32_t)
HASH_KERNELS(checked_, int64_t)
BIT_KERNELS(checked_)
