/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "many_arguments.h"

/* Weights that differ, so that no two arguments can be mistaken for each other. */
SL_KERNEL(ma_views, (i), in(double, 1, a0, own), in(double, 1, a1, own), in(double, 1, a2, own), in(double, 1, a3, own),
          in(double, 1, a4, own), in(double, 1, a5, own), in(double, 1, a6, own), in(double, 1, a7, own),
          in(double, 1, a8, own), in(double, 1, a9, own), in(double, 1, a10, own), in(double, 1, a11, own),
          in(double, 1, a12, own), in(double, 1, a13, own), in(double, 1, a14, own), in(double, 1, a15, own),
          in(double, 1, a16, own), in(double, 1, a17, own), in(double, 1, a18, own), in(double, 1, a19, own),
          inout(double, 1, b20, own), inout(double, 1, b21, own), inout(double, 1, b22, own),
          inout(double, 1, b23, own), inout(double, 1, b24, own), inout(double, 1, b25, own), out(double, 1, c26, own),
          out(double, 1, c27, own), out(double, 1, c28, own), out(double, 1, c29, own), out(double, 1, c30, own),
          out(double, 1, c31, own))
{
    const double s = SL_AT(a0, i) + 2 * SL_AT(a1, i) + 3 * SL_AT(a2, i) + 4 * SL_AT(a3, i) + 5 * SL_AT(a4, i) +
                     6 * SL_AT(a5, i) + 7 * SL_AT(a6, i) + 8 * SL_AT(a7, i) + 9 * SL_AT(a8, i) + 10 * SL_AT(a9, i) +
                     11 * SL_AT(a10, i) + 12 * SL_AT(a11, i) + 13 * SL_AT(a12, i) + 14 * SL_AT(a13, i) +
                     15 * SL_AT(a14, i) + 16 * SL_AT(a15, i) + 17 * SL_AT(a16, i) + 18 * SL_AT(a17, i) +
                     19 * SL_AT(a18, i) + 20 * SL_AT(a19, i);
    SL_AT(b20, i) += 20;
    SL_AT(b21, i) += 21;
    SL_AT(b22, i) += 22;
    SL_AT(b23, i) += 23;
    SL_AT(b24, i) += 24;
    SL_AT(b25, i) += 25;
    SL_AT(c26, i) = s + 26;
    SL_AT(c27, i) = s + 27;
    SL_AT(c28, i) = s + 28;
    SL_AT(c29, i) = s + 29;
    SL_AT(c30, i) = s + 30;
    SL_AT(c31, i) = s + 31;
}

SL_KERNEL(ma_results, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, r1), reduce(int64_t, sum, r2),
          reduce(int64_t, sum, r3), reduce(int64_t, sum, r4), reduce(int64_t, sum, r5), reduce(int64_t, sum, r6),
          reduce(int64_t, sum, r7), reduce(int64_t, sum, r8), reduce(int64_t, sum, r9), reduce(int64_t, sum, r10),
          reduce(int64_t, sum, r11), reduce(int64_t, sum, r12), reduce(int64_t, sum, r13), reduce(int64_t, sum, r14),
          reduce(int64_t, sum, r15), reduce(int64_t, sum, r16), reduce(int64_t, sum, r17), reduce(int64_t, sum, r18),
          reduce(int64_t, sum, r19), reduce(int64_t, sum, r20), reduce(int64_t, sum, r21), reduce(int64_t, sum, r22),
          reduce(int64_t, sum, r23), reduce(int64_t, sum, r24), reduce(int64_t, sum, r25), reduce(int64_t, sum, r26),
          reduce(int64_t, sum, r27), reduce(int64_t, sum, r28), reduce(int64_t, sum, r29), reduce(int64_t, sum, r30),
          reduce(int64_t, max, r31))
{
    const int64_t v = SL_AT(x, i);
    *r1 += v, *r2 += 2 * v, *r3 += 3 * v, *r4 += 4 * v, *r5 += 5 * v, *r6 += 6 * v, *r7 += 7 * v, *r8 += 8 * v;
    *r9 += 9 * v, *r10 += 10 * v, *r11 += 11 * v, *r12 += 12 * v, *r13 += 13 * v, *r14 += 14 * v, *r15 += 15 * v;
    *r16 += 16 * v, *r17 += 17 * v, *r18 += 18 * v, *r19 += 19 * v, *r20 += 20 * v, *r21 += 21 * v, *r22 += 22 * v;
    *r23 += 23 * v, *r24 += 24 * v, *r25 += 25 * v, *r26 += 26 * v, *r27 += 27 * v, *r28 += 28 * v, *r29 += 29 * v;
    *r30 += 30 * v;
    *r31 = v > *r31 ? v : *r31;
}

SL_KERNEL(ma_heavy, (i, j), scalar(struct heavy, h0), scalar(struct heavy, h1), scalar(struct heavy, h2),
          scalar(struct heavy, h3), scalar(struct heavy, h4), scalar(struct heavy, h5), scalar(struct heavy, h6),
          scalar(struct heavy, h7), scalar(struct heavy, h8), scalar(struct heavy, h9), scalar(struct heavy, h10),
          scalar(struct heavy, h11), in(double, 2, x, own), out(double, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j) + h0.v[0] + h1.v[39] + h2.v[0] + h3.v[39] + h4.v[0] + h5.v[39] + h6.v[0] +
                     h7.v[39] + h8.v[0] + h9.v[39] + h10.v[0] + h11.v[39];
}

SL_KERNEL(ma_heavy_sum, (i), scalar(struct heavy, h0), scalar(struct heavy, h1), scalar(struct heavy, h2),
          scalar(struct heavy, h3), scalar(struct heavy, h4), scalar(struct heavy, h5), scalar(struct heavy, h6),
          scalar(struct heavy, h7), scalar(struct heavy, h8), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i) * (h0.v[1] + h1.v[2] + h2.v[3] + h3.v[4] + h4.v[5] + h5.v[6] + h6.v[7] + h7.v[8] + h8.v[9]);
}

SL_KERNEL(ma_modified, (i, j), in(double, 2, x, halo(1, 1), fixed(20, 30), random, random, random, random),
          out(double, 2, y, own, SL_RANDOM, random, random, random, fixed(20, 30)))
{
    SL_AT(y, i, j) = SL_AT(x, i - 1, j) + SL_AT(x, i, j + 1);
}
