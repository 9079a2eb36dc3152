/* SPDX-License-Identifier: BSD-3-Clause */
#include "../split/split_scans_kernels.c"
