/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "scatter_fields.h"

SL_FN void sf_push(SL_PARAM_SCATTER(struct sf_force, 1, f), sl_index b, double v)
{
    const struct sf_force w = {v, 2 * v, -v};
    SL_SCATTER(f, b, w);
}

/* A helper of a helper. */
SL_FN void sf_push_twice(SL_PARAM_SCATTER(struct sf_force, 1, f), sl_index b, double v)
{
    sf_push(SL_PASS(f), b, v);
    sf_push(SL_PASS(f), b, v);
}

SL_KERNEL(sf_sums, (i), in(int32_t, 1, at, own), scatter(struct sf_force, sum, 1, f, of(double)),
          scatter(sl_complex, sum, 2, z), scatter(sl_complexf, sum, 0, all))
{
    const sl_index b = SL_AT(at, i);
    sf_push_twice(SL_PASS(f), b, (double)(i % 7));
    SL_SCATTER(z, b % SL_EXTENT(z, 0), i % SL_EXTENT(z, 1), sl_complex_of((double)(i % 5), -1));
    SL_SCATTER(all, sl_complexf_of(1, (float)(i % 2)));
}

SL_KERNEL(sf_extremes, (i), in(int32_t, 1, at, own), SL_MULTI_REDUCE(sf_box, max, b, SL_OF(float)),
          scatter(struct sf_force, min, 2, f, of(double)))
{
    const sl_index c = SL_AT(at, i);
    const sf_box v = {{(float)(i % 101), -3}, {(float)(i % 11), (float)-i, 0.5F}};
    const struct sf_force w = {(double)-i, (double)(i % 13), 2};
    SL_SCATTER(b, c, v);
    SL_SCATTER(f, c % SL_EXTENT(f, 0), c % SL_EXTENT(f, 1), w);
}

SL_KERNEL(sf_bits, (i), in(int32_t, 1, at, own), multi_reduce(uint32_t, band, a), multi_reduce(uint64_t, bor, o),
          multi_reduce(int32_t, bxor, x), multi_reduce(int64_t, band, s),
          multi_reduce(struct sf_marks, bor, m, of(uint32_t)))
{
    const sl_index b = SL_AT(at, i);
    struct sf_marks v;
    for (int k = 0; k < 3; k++)
        v.seen[k] = (uint32_t)1 << (i + 11 * k) % 32;
    SL_SCATTER(a, b, ~((uint32_t)1 << i % 29));
    SL_SCATTER(o, b, (uint64_t)1 << i % 61);
    SL_SCATTER(x, b, (int32_t)(i * 7919));
    SL_SCATTER(s, b, ~((int64_t)1 << i % 47));
    SL_SCATTER(m, b, v);
}

SL_FN void sf_add(SL_PARAM_SCATTER(double, 1, row), sl_index j)
{
    SL_SCATTER(row, j, 1);
}

SL_KERNEL(sf_slices, (i, j), scatter(double, sum, 2, g), scatter(int64_t, max, 3, h))
{
    const sl_index r = (i + j) % SL_EXTENT(g, 0), c = j % SL_EXTENT(g, 1);
    SL_LET(row, SL_SUB(g, r, SL_ALL));
    SL_LET(point, SL_SUB(g, r, c));
    SL_LET(plane, SL_SUB(h, SL_ALL, 1, SL_PAIR(1, SL_EXTENT(h, 2))));
    SL_SCATTER(row, c, 0.5);
    SL_SCATTER(point, 0.25);
    sf_add(SL_SUB(g, SL_ALL, c), r);
    SL_SCATTER(plane, i % SL_EXTENT(plane, 0), j % SL_EXTENT(plane, 1), i * j);
}

SL_KERNEL(sf_mesh, (i), in(int32_t, 2, corner, own(0, all), map), scatter(struct sf_force, sum, 1, f, of(double)))
{
    for (int k = 0; k < 3; k++)
        sf_push(SL_PASS(f), SL_AT(corner, i, k), (double)(i % 3 + k));
}

SL_FN sl_complex sf_factor(sl_index i)
{
    const double size = SF_SCALE(i) > 0 ? 2 : SF_SCALE(i) < 0 ? 0.5 : 1;
    const int turn = SF_TURN(i);
    return sl_complex_of(turn == 0 ? size : turn == 2 ? -size : 0, turn == 1 ? size : turn == 3 ? -size : 0);
}

SL_FN void sf_turn(SL_PARAM_SCATTER(sl_complexf, 1, row), sl_index j, sl_complex by)
{
    SL_SCATTER(row, j, sl_complexf_of((float)by.re, (float)by.im));
}

SL_KERNEL(sf_products, (i), in(int32_t, 1, at, own), multi_reduce(sl_complex, prod, z),
          scatter(sl_complexf, prod, 2, c), scatter(sl_complexf, prod, 0, all))
{
    const sl_index b = SL_AT(at, i);
    const sl_complex by = sf_factor(i);
    SL_SCATTER(z, b, by);
    sf_turn(SL_SUB(c, b % SL_EXTENT(c, 0), SL_ALL), i % SL_EXTENT(c, 1), by);
    SL_SCATTER(all, sl_complexf_of((float)by.re, (float)by.im));
}

SL_KERNEL(sf_inexact, (i), in(int32_t, 1, at, own), scatter(struct sf_force, sum, 1, f, of(double)),
          scatter(sl_complexf, sum, 1, z))
{
    sf_push(SL_PASS(f), SL_AT(at, i), 1.0 / (double)(i + 1));
    SL_SCATTER(z, SL_AT(at, i), sl_complexf_of(1.0F / (float)(i + 1), 0.1F));
}
