/* SPDX-License-Identifier: BSD-3-Clause */
/* The sorts of the codes of segments on devices. */
#include <starloop/kernel.h>
#include <starloop/kernel/sort_segments_view.h>

SL__SORT_SEGMENTS_CODES
