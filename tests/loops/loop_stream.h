/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels whose `out(..., own)` views may be written past the caches. */
#ifndef STARLOOP_TESTS_LOOP_STREAM_H
#define STARLOOP_TESTS_LOOP_STREAM_H

#include <starloop.h>

/** 12 bytes, aligned to 4: no power of two. */
struct colour {
    float r, g, b;
};
SL_STRUCT(struct colour);

/** 40 bytes. */
struct state {
    double p[4];
    int32_t id, flags;
};
SL_STRUCT(struct state);

/** The largest that is collected before it is written, and one that no stack holds 128 of. */
struct line {
    double a[16];
};
SL_STRUCT(struct line);
struct sheet {
    double a[8192];
};
SL_STRUCT(struct sheet);

SL_KERNEL_DECLARE(stream_line, (i), in(float, 1, x, own), out(struct line, 1, y, own));
SL_KERNEL_DECLARE(stream_sheet, (i), in(float, 1, x, own), out(struct sheet, 1, y, own));
SL_KERNEL_DECLARE(stream_both, (i), in(float, 1, x, own), out(struct sheet, 1, y, own), out(struct line, 1, z, own));
SL_KERNEL_DECLARE(stream_f32, (i), in(float, 1, x, own), out(float, 1, y, own));
SL_KERNEL_DECLARE(stream_u8, (i), in(float, 1, x, own), out(uint8_t, 1, y, own));
SL_KERNEL_DECLARE(stream_two, (i), in(float, 1, x, own), out(struct colour, 1, y, own), out(struct state, 1, z, own));
SL_KERNEL_DECLARE(stream_some, (i), in(float, 1, x, own), out(double, 1, y, own), inout(double, 1, z, own));
SL_KERNEL_DECLARE(stream_2, (i, j), scalar(double, a), in(double, 2, x, halo(0, 1)), out(double, 2, y, own));
SL_KERNEL_DECLARE(stream_3, (i, j, k), in(float, 3, x, own), out(int16_t, 3, y, own), out(double, 3, z, own));
SL_KERNEL_DECLARE(stream_mixed, (i, j), in(float, 2, x, own), out(struct state, 2, y, own), inout(double, 2, z, own));
SL_KERNEL_DECLARE(stream_add, (i, j), in(double, 2, x, own), inout(double, 2, y, own));

#endif
