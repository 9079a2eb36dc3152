/* SPDX-License-Identifier: BSD-3-Clause */
/* The conversions between layouts on devices: lib/exec/cuda/auto_layout.c. */
#include <starloop/kernel.h>
#include <starloop/kernel/convert.h>

SL__CONVERT_CODE
