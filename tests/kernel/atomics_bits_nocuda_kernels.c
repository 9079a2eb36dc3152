/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomics on structs whose padding is bits. */
#include <starloop/kernel.h>

#include "atomics.h"

AT_PADDED_BITS(AT_PADDED_KERNELS)
