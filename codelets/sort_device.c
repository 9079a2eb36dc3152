/* SPDX-License-Identifier: BSD-3-Clause */
/* The sorts of codes on devices. */
#include <starloop/kernel.h>
#include <starloop/kernel/sort_view.h>

SL__SORT_CODES
