/* SPDX-License-Identifier: BSD-3-Clause */
#include "hash_kernels.h"

HASH_KERNELS(hash_, int32_t)
HASH_KERNELS(hash_, int64_t)
BIT_KERNELS(hash_)
