/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels with many arguments, few, structs, slices and helpers. */
#ifndef STARLOOP_TESTS_LOOP_ARGUMENTS_H
#define STARLOOP_TESTS_LOOP_ARGUMENTS_H

#include <starloop.h>

struct particle {
    double x[3], v[3];
    int32_t id;
};
SL_STRUCT(struct particle);

struct box {
    double lo, hi;
    char walls;
};
SL_STRUCT(struct box);

SL_KERNEL_DECLARE(sixteen, (i), in(double, 1, a, own), in(double, 1, b, own), in(double, 1, c, own),
                  in(double, 1, d, own), in(double, 1, e, own), in(double, 1, f, own), in(double, 1, g, own),
                  in(double, 1, h, own), out(double, 1, p, own), out(double, 1, q, own), out(double, 1, r, own),
                  out(double, 1, s, own), inout(double, 1, t, own), inout(double, 1, u, own), inout(double, 1, v, own),
                  inout(double, 1, w, own));
SL_KERNEL_DECLARE(mixture, (i, j), scalar(float, a), in(uint8_t, 2, mask, own), scalar(int8_t, b), in(float, 1, column),
                  in(int16_t, 0, offset), out(int64_t, 2, y, own), inout(uint16_t, 2, hits, own), scalar(uint64_t, c),
                  in(double, 3, planes), scalar(double, d), reduce(int64_t, sum, total), reduce(float, max, peak));
SL_KERNEL_DECLARE(move, (i), scalar(struct box, b), scalar(double, dt), inout(struct particle, 1, p, own),
                  reduce(int32_t, sum, bounced));
SL_KERNEL_DECLARE(nothing, (i));
SL_KERNEL_DECLARE(nothing6, (i, j, k, l, m, n));
SL_KERNEL_DECLARE(only_scalars, (i), scalar(double, a), scalar(int32_t, b));
SL_KERNEL_DECLARE(only_reduce, (i, j), scalar(int64_t, a), reduce(int64_t, sum, s), reduce(int64_t, max, m));
SL_KERNEL_DECLARE(product, (i, j), in(double, 2, a), in(double, 2, b), out(double, 2, c, own));
SL_KERNEL_DECLARE(slices, (i), in(double, 3, a), out(double, 2, y), out(double, 1, z, own), out(int64_t, 1, n));
SL_KERNEL_DECLARE(scalars_in_graph, (i), in(double, 0, a), in(int32_t, 0, b), out(double, 0, c), inout(double, 0, d));
SL_KERNEL_DECLARE(upper_case, (i), SL_SCALAR(double, a), SL_IN(double, 1, x, own), SL_OUT(double, 1, y, own),
                  SL_INOUT(double, 1, z, own), SL_REDUCE(double, sum, s));
SL_KERNEL_DECLARE(modified, (i, j), in(double, 2, x, halo(1, 1), fixed(20, 30)), in(double, 1, row, own(1)),
                  in(double, 1, table, random), out(double, 2, y, own));

#endif
