/* SPDX-License-Identifier: BSD-3-Clause */
#include "where_kernels.c"
