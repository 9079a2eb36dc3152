/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief An element that is larger than any room for "nothing". */
#ifndef STARLOOP_TESTS_FAILURE_BOUNDS_H
#define STARLOOP_TESTS_FAILURE_BOUNDS_H

#include <starloop.h>

struct fb_page {
    char c[4096];
};
SL_STRUCT(struct fb_page);

SL_KERNEL_DECLARE(fb_page, (i), inout(struct fb_page, 1, y));
SL_KERNEL_DECLARE(fb_page_2, (i), inout(struct fb_page, 2, y));

#endif
