/* SPDX-License-Identifier: BSD-3-Clause */
/* The scans of views on devices. */
#include <starloop/kernel.h>
#include <starloop/kernel/scan_view.h>

SL__SCAN_VIEWS
