/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "reduce_struct.h"
#include "reduce_struct_extremes.h"

STRUCT_TYPES_CPU(EXTREMES)
