/* SPDX-License-Identifier: BSD-3-Clause */
/* Values are whole numbers, exact in a double, so that a fused multiply-add makes no difference. */
#include <starloop/kernel.h>

#include "cuda_launch.h"

/* 1 on a GPU, 1000 on a CPU. */
SL_FN int32_t visit_counts(void)
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 1000;
#endif
}

SL_KERNEL(cl_visit1, (i), scalar(struct cl_origin, o), scalar(double, t), in(double, 1, a), inout(int32_t, 1, count),
          out(double, 1, y))
{
    const sl_index p = i - o.lo[0];
    SL_AT(count, p) += visit_counts();
    SL_AT(y, p) = t * SL_AT(a, p) + (double)i;
}

SL_KERNEL(cl_visit2, (i, j), scalar(struct cl_origin, o), scalar(double, t), in(double, 2, a), inout(int32_t, 2, count),
          out(double, 2, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1];
    SL_AT(count, p, q) += visit_counts();
    SL_AT(y, p, q) = t * SL_AT(a, p, q) + (double)(i + 7 * j);
}

SL_KERNEL(cl_visit3, (i, j, k), scalar(struct cl_origin, o), scalar(double, t), in(double, 3, a),
          inout(int32_t, 3, count), out(double, 3, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1], r = k - o.lo[2];
    SL_AT(count, p, q, r) += visit_counts();
    SL_AT(y, p, q, r) = t * SL_AT(a, p, q, r) + (double)(i + 7 * j + 49 * k);
}

SL_KERNEL(cl_visit4, (i, j, k, l), scalar(struct cl_origin, o), scalar(double, t), in(double, 4, a),
          inout(int32_t, 4, count), out(double, 4, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1], r = k - o.lo[2], s = l - o.lo[3];
    SL_AT(count, p, q, r, s) += visit_counts();
    SL_AT(y, p, q, r, s) = t * SL_AT(a, p, q, r, s) + (double)(i + 7 * j + 49 * k + 343 * l);
}

SL_KERNEL(cl_visit5, (i, j, k, l, m), scalar(struct cl_origin, o), scalar(double, t), in(double, 5, a),
          inout(int32_t, 5, count), out(double, 5, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1], r = k - o.lo[2], s = l - o.lo[3], u = m - o.lo[4];
    SL_AT(count, p, q, r, s, u) += visit_counts();
    SL_AT(y, p, q, r, s, u) = t * SL_AT(a, p, q, r, s, u) + (double)(i + 7 * j + 49 * k + 343 * l + 2401 * m);
}

SL_KERNEL(cl_visit6, (i, j, k, l, m, n), scalar(struct cl_origin, o), scalar(double, t), in(double, 6, a),
          inout(int32_t, 6, count), out(double, 6, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1], r = k - o.lo[2], s = l - o.lo[3], u = m - o.lo[4], v = n - o.lo[5];
    SL_AT(count, p, q, r, s, u, v) += visit_counts();
    SL_AT(y, p, q, r, s, u, v) =
        t * SL_AT(a, p, q, r, s, u, v) + (double)(i + 7 * j + 49 * k + 343 * l + 2401 * m + 16807 * n);
}

SL_KERNEL(cl_where, (i), out(int32_t, 1, y, own))
{
    SL_AT(y, i) = visit_counts();
}

SL_KERNEL(cl_step, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) = SL_AT(y, i) * 3 + a;
}

SL_KERNEL(cl_fill8, (i), out(uint8_t, 1, y, own))
{
    SL_AT(y, i) = (uint8_t)(i % 127);
}

SL_KERNEL(cl_sum8, (i), in(uint8_t, 1, y, own), reduce(int64_t, sum, s), reduce(int64_t, max, last))
{
    *s += SL_AT(y, i);
    if (SL_AT(y, i) == 3 && i > *last)
        *last = i;
}

SL_KERNEL(cl_sixteen, (i), in(double, 1, a, own), in(double, 1, b, own), in(double, 1, c, own), in(double, 1, d, own),
          in(double, 1, e, own), in(double, 1, f, own), in(double, 1, g, own), in(double, 1, h, own),
          inout(double, 1, p, own), inout(double, 1, q, own), inout(double, 1, r, own), inout(double, 1, s, own),
          inout(double, 1, t, own), inout(double, 1, u, own), inout(double, 1, v, own), inout(double, 1, w, own))
{
    SL_AT(p, i) += SL_AT(a, i);
    SL_AT(q, i) += SL_AT(b, i);
    SL_AT(r, i) += SL_AT(c, i);
    SL_AT(s, i) += SL_AT(d, i);
    SL_AT(t, i) += SL_AT(e, i);
    SL_AT(u, i) += SL_AT(f, i);
    SL_AT(v, i) += SL_AT(g, i);
    SL_AT(w, i) += SL_AT(h, i);
}

SL_KERNEL(cl_large, (i), scalar(struct cl_large, c), scalar(int8_t, one), inout(double, 1, y, own))
{
    SL_AT(y, i) += one * c.value[i % 150];
}

SL_KERNEL(cl_huge, (i), scalar(int8_t, one), scalar(struct cl_huge, c), inout(double, 1, y, own))
{
    SL_AT(y, i) += one * c.value[i % 375];
}

SL_KERNEL(cl_bodies, (i), scalar(float, dt), inout(struct cl_body, 1, b, own), in(struct cl_body, 0, sun))
{
    for (int k = 0; k < 3; k++)
        SL_AT(b, i).x[k] += dt * SL_AT0(sun).x[k];
    SL_AT(b, i).mass += SL_AT0(sun).mass;
    SL_AT(b, i).charge = (int8_t)(SL_AT(b, i).charge - SL_AT0(sun).charge);
    SL_AT(b, i).id += (int32_t)i;
}

enum { HEAVY = 80, ROUNDS = 20 };

/* Each round needs all values of the one before: they have to stand in registers. */
SL_FN uint64_t heavy_value(SL_PARAM(const uint64_t, 1, x), sl_index at)
{
    uint64_t v[HEAVY], sum = 0;
    for (int k = 0; k < HEAVY; k++)
        v[k] = SL_AT(x, (at + k) % SL_EXTENT(x, 0));
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < HEAVY; k++)
            v[k] = v[k] * 3 + v[(k + 17) % HEAVY] + (uint64_t)round;
    for (int k = 0; k < HEAVY; k++)
        sum ^= v[k] << (k % 8);
    return sum;
}

SL_KERNEL(cl_heavy, (i, j), in(uint64_t, 1, x), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = heavy_value(SL_PASS(x), i * 31 + j);
}

#define SL_LAUNCH_BOUNDS 1024 /* fewer registers: the rest stands in memory */
SL_KERNEL(cl_bounded, (i, j), in(uint64_t, 1, x), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = heavy_value(SL_PASS(x), i * 31 + j);
}
#undef SL_LAUNCH_BOUNDS

SL_KERNEL(cl_column, (i), in(uint64_t, 2, y), out(uint64_t, 1, z, own))
{
    SL_AT(z, i) = SL_AT(y, i, 0);
}
