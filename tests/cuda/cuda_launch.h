/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels that tell where they ran. */
#ifndef STARLOOP_TESTS_CUDA_LAUNCH_H
#define STARLOOP_TESTS_CUDA_LAUNCH_H

#include <starloop.h>

/** The first point of a space, which falls on element (0, ...) of the views. */
struct cl_origin {
    sl_index lo[SL_MAX_RANK];
};
SL_STRUCT(struct cl_origin);

/** More scalars than fit a task: 1200 bytes. */
struct cl_large {
    double value[150];
};
SL_STRUCT(struct cl_large);

/** More than the library packs without an allocation: 3000 bytes. */
struct cl_huge {
    double value[375];
};
SL_STRUCT(struct cl_huge);

/** An element of a view. */
struct cl_body {
    float x[3];
    int8_t charge;
    double mass;
    int32_t id;
};
SL_STRUCT(struct cl_body);

SL_KERNEL_DECLARE(cl_visit1, (i), scalar(struct cl_origin, o), scalar(double, t), in(double, 1, a),
                  inout(int32_t, 1, count), out(double, 1, y));
SL_KERNEL_DECLARE(cl_visit2, (i, j), scalar(struct cl_origin, o), scalar(double, t), in(double, 2, a),
                  inout(int32_t, 2, count), out(double, 2, y));
SL_KERNEL_DECLARE(cl_visit3, (i, j, k), scalar(struct cl_origin, o), scalar(double, t), in(double, 3, a),
                  inout(int32_t, 3, count), out(double, 3, y));
SL_KERNEL_DECLARE(cl_visit4, (i, j, k, l), scalar(struct cl_origin, o), scalar(double, t), in(double, 4, a),
                  inout(int32_t, 4, count), out(double, 4, y));
SL_KERNEL_DECLARE(cl_visit5, (i, j, k, l, m), scalar(struct cl_origin, o), scalar(double, t), in(double, 5, a),
                  inout(int32_t, 5, count), out(double, 5, y));
SL_KERNEL_DECLARE(cl_visit6, (i, j, k, l, m, n), scalar(struct cl_origin, o), scalar(double, t), in(double, 6, a),
                  inout(int32_t, 6, count), out(double, 6, y));

SL_KERNEL_DECLARE(cl_where, (i), out(int32_t, 1, y, own));
SL_KERNEL_DECLARE(cl_host_only, (i), out(int32_t, 1, y, own));
SL_KERNEL_DECLARE(cl_step, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(cl_fill8, (i), out(uint8_t, 1, y, own));
SL_KERNEL_DECLARE(cl_sum8, (i), in(uint8_t, 1, y, own), reduce(int64_t, sum, s), reduce(int64_t, max, last));
SL_KERNEL_DECLARE(cl_sixteen, (i), in(double, 1, a, own), in(double, 1, b, own), in(double, 1, c, own),
                  in(double, 1, d, own), in(double, 1, e, own), in(double, 1, f, own), in(double, 1, g, own),
                  in(double, 1, h, own), inout(double, 1, p, own), inout(double, 1, q, own), inout(double, 1, r, own),
                  inout(double, 1, s, own), inout(double, 1, t, own), inout(double, 1, u, own),
                  inout(double, 1, v, own), inout(double, 1, w, own));
SL_KERNEL_DECLARE(cl_large, (i), scalar(struct cl_large, c), scalar(int8_t, one), inout(double, 1, y, own));
SL_KERNEL_DECLARE(cl_huge, (i), scalar(int8_t, one), scalar(struct cl_huge, c), inout(double, 1, y, own));
SL_KERNEL_DECLARE(cl_bodies, (i), scalar(float, dt), inout(struct cl_body, 1, b, own), in(struct cl_body, 0, sun));
/** So many registers a thread that 1024 threads are too many for a multiprocessor. */
SL_KERNEL_DECLARE(cl_heavy, (i, j), in(uint64_t, 1, x), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(cl_bounded, (i, j), in(uint64_t, 1, x), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(cl_column, (i), in(uint64_t, 2, y), out(uint64_t, 1, z, own));

#endif
