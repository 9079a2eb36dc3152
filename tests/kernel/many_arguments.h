/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels with 32 arguments, and words with six modifiers. */
#ifndef STARLOOP_TESTS_MANY_ARGUMENTS_H
#define STARLOOP_TESTS_MANY_ARGUMENTS_H

#include <starloop.h>

/** Bytes of this kind make a packed-argument struct too large for the parameters of a launch. */
struct heavy {
    double v[40];
};
SL_STRUCT(struct heavy);

SL_KERNEL_DECLARE(ma_views, (i), in(double, 1, a0, own), in(double, 1, a1, own), in(double, 1, a2, own),
                  in(double, 1, a3, own), in(double, 1, a4, own), in(double, 1, a5, own), in(double, 1, a6, own),
                  in(double, 1, a7, own), in(double, 1, a8, own), in(double, 1, a9, own), in(double, 1, a10, own),
                  in(double, 1, a11, own), in(double, 1, a12, own), in(double, 1, a13, own), in(double, 1, a14, own),
                  in(double, 1, a15, own), in(double, 1, a16, own), in(double, 1, a17, own), in(double, 1, a18, own),
                  in(double, 1, a19, own), inout(double, 1, b20, own), inout(double, 1, b21, own),
                  inout(double, 1, b22, own), inout(double, 1, b23, own), inout(double, 1, b24, own),
                  inout(double, 1, b25, own), out(double, 1, c26, own), out(double, 1, c27, own),
                  out(double, 1, c28, own), out(double, 1, c29, own), out(double, 1, c30, own),
                  out(double, 1, c31, own));
SL_KERNEL_DECLARE(ma_results, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, r1), reduce(int64_t, sum, r2),
                  reduce(int64_t, sum, r3), reduce(int64_t, sum, r4), reduce(int64_t, sum, r5),
                  reduce(int64_t, sum, r6), reduce(int64_t, sum, r7), reduce(int64_t, sum, r8),
                  reduce(int64_t, sum, r9), reduce(int64_t, sum, r10), reduce(int64_t, sum, r11),
                  reduce(int64_t, sum, r12), reduce(int64_t, sum, r13), reduce(int64_t, sum, r14),
                  reduce(int64_t, sum, r15), reduce(int64_t, sum, r16), reduce(int64_t, sum, r17),
                  reduce(int64_t, sum, r18), reduce(int64_t, sum, r19), reduce(int64_t, sum, r20),
                  reduce(int64_t, sum, r21), reduce(int64_t, sum, r22), reduce(int64_t, sum, r23),
                  reduce(int64_t, sum, r24), reduce(int64_t, sum, r25), reduce(int64_t, sum, r26),
                  reduce(int64_t, sum, r27), reduce(int64_t, sum, r28), reduce(int64_t, sum, r29),
                  reduce(int64_t, sum, r30), reduce(int64_t, max, r31));
SL_KERNEL_DECLARE(ma_heavy, (i, j), scalar(struct heavy, h0), scalar(struct heavy, h1), scalar(struct heavy, h2),
                  scalar(struct heavy, h3), scalar(struct heavy, h4), scalar(struct heavy, h5),
                  scalar(struct heavy, h6), scalar(struct heavy, h7), scalar(struct heavy, h8),
                  scalar(struct heavy, h9), scalar(struct heavy, h10), scalar(struct heavy, h11), in(double, 2, x, own),
                  out(double, 2, y, own));
SL_KERNEL_DECLARE(ma_heavy_sum, (i), scalar(struct heavy, h0), scalar(struct heavy, h1), scalar(struct heavy, h2),
                  scalar(struct heavy, h3), scalar(struct heavy, h4), scalar(struct heavy, h5),
                  scalar(struct heavy, h6), scalar(struct heavy, h7), scalar(struct heavy, h8), in(double, 1, x, own),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(ma_modified, (i, j), in(double, 2, x, halo(1, 1), fixed(20, 30), random, random, random, random),
                  out(double, 2, y, own, SL_RANDOM, random, random, random, fixed(20, 30)));

#endif
