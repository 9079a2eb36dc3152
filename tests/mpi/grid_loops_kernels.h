/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels of tests/mpi/grid_loops. Those of names with _checked check bounds; they are the same otherwise. */
#ifndef STARLOOP_TESTS_MPI_GRID_LOOPS_KERNELS_H
#define STARLOOP_TESTS_MPI_GRID_LOOPS_KERNELS_H

#include <starloop.h>
#include <starloop/kernel.h>

/** Sums of what is around a point: the first element counts once, the second one twice, and so on. */
#define GL_AROUND1(A_, EACH_) \
    for (sl_index a = -(A_); a <= (A_); a++) { \
        EACH_; \
    }
#define GL_AROUND2(A_, B_, EACH_) \
    for (sl_index a = -(A_); a <= (A_); a++) \
        for (sl_index b = -(B_); b <= (B_); b++) { \
            EACH_; \
        }
#define GL_AROUND3(A_, B_, C_, EACH_) \
    for (sl_index a = -(A_); a <= (A_); a++) \
        for (sl_index b = -(B_); b <= (B_); b++) \
            for (sl_index c = -(C_); c <= (C_); c++) { \
                EACH_; \
            }

/** Those that look around a point: name, rank, how far. */
#define GL_LOOKS(X_) \
    X_(gl_look1, LOOK1, 1, 1, 0, 0, 0) \
    X_(gl_wide1, WIDE1, 1, 2, 0, 0, 0) \
    X_(gl_look2, LOOK2, 2, 1, 1, 0, 0) \
    X_(gl_wide2, WIDE2, 2, 2, 2, 0, 0) \
    X_(gl_down2, DOWN2, 2, 1, 0, 0, 0) \
    X_(gl_side2, SIDE2, 2, 0, 2, 0, 0) \
    X_(gl_look3, LOOK3, 3, 1, 1, 1, 0) \
    X_(gl_wide3, WIDE3, 3, 2, 1, 2, 0) \
    X_(gl_side3, SIDE3, 3, 0, 0, 1, 0) \
    X_(gl_look4, LOOK4, 4, 1, 0, 1, 1) \
    X_(gl_side4, SIDE4, 4, 0, 0, 1, 0) \
    X_(gl_look1_checked, LOOK1_CHECKED, 1, 1, 0, 0, 0) \
    X_(gl_look2_checked, LOOK2_CHECKED, 2, 1, 1, 0, 0) \
    X_(gl_look3_checked, LOOK3_CHECKED, 3, 1, 1, 1, 0)

/** Those that scatter so. */
#define GL_SPILLS(X_) \
    X_(gl_spill1, SPILL1, 1, 1, 0, 0, 0) \
    X_(gl_spill2, SPILL2, 2, 1, 1, 0, 0) \
    X_(gl_far2, FAR2, 2, 2, 1, 0, 0) \
    X_(gl_spill3, SPILL3, 3, 1, 1, 1, 0) \
    X_(gl_spill4, SPILL4, 4, 0, 0, 1, 1) \
    X_(gl_spill2_checked, SPILL2_CHECKED, 2, 1, 1, 0, 0)

SL_KERNEL_DECLARE(gl_look1, (i), in(uint64_t, 1, x, halo(1)), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(gl_wide1, (i), in(uint64_t, 1, x, halo(2)), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(gl_look2, (i, j), in(uint64_t, 2, x, halo(1)), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_wide2, (i, j), in(uint64_t, 2, x, halo(2)), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_down2, (i, j), in(uint64_t, 2, x, halo(1, 0)), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_side2, (i, j), in(uint64_t, 2, x, halo(0, 2)), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_look3, (i, j, k), in(uint64_t, 3, x, halo(1)), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(gl_wide3, (i, j, k), in(uint64_t, 3, x, halo(2, 1, 2)), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(gl_side3, (i, j, k), in(uint64_t, 3, x, halo(0, 0, 1)), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(gl_look4, (i, j, k, l), in(uint64_t, 4, x, halo(1, 0, 1, 1)), inout(uint64_t, 4, y, own));
SL_KERNEL_DECLARE(gl_side4, (i, j, k, l), in(uint64_t, 4, x, halo(0, 0, 1, 0)), inout(uint64_t, 4, y, own));
SL_KERNEL_DECLARE(gl_more1, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(gl_more2, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_more3, (i, j, k), scalar(uint64_t, a), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(gl_more4, (i, j, k, l), scalar(uint64_t, a), inout(uint64_t, 4, y, own));
SL_KERNEL_DECLARE(gl_spill1, (i), in(uint64_t, 1, x, own), scatter(uint64_t, sum, 1, y, halo(1)));
SL_KERNEL_DECLARE(gl_spill2, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(1)));
SL_KERNEL_DECLARE(gl_far2, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(2, 1)));
SL_KERNEL_DECLARE(gl_spill3, (i, j, k), in(uint64_t, 3, x, own), scatter(uint64_t, sum, 3, y, halo(1)));
SL_KERNEL_DECLARE(gl_spill4, (i, j, k, l), in(uint64_t, 4, x, own), scatter(uint64_t, sum, 4, y, halo(0, 0, 1, 1)));
SL_KERNEL_DECLARE(gl_two, (i, j), inout(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(2, 1)),
                  scatter(uint64_t, min, 2, z, halo(1)));
SL_KERNEL_DECLARE(gl_around, (i, j), in(uint64_t, 2, x, halo(1)), scatter(uint64_t, sum, 2, y, halo(1, 2)),
                  inout(uint64_t, 2, z, own));
SL_KERNEL_DECLARE(gl_edge2, (i, j), scalar(int64_t, rows), scalar(int64_t, columns), in(uint64_t, 2, x, halo(1)),
                  inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_edge_spill2, (i, j), scalar(int64_t, rows), scalar(int64_t, columns), in(uint64_t, 2, x, own),
                  scatter(uint64_t, sum, 2, y, halo(1)));
SL_KERNEL_DECLARE(gl_pair2, (i, j), in(uint64_t, 2, x, halo(1, 0)), in(uint64_t, 2, z, halo(0, 2)),
                  inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_sum2, (i, j), in(uint64_t, 2, x, halo(1)), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(gl_bins2, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, h, array(5)));

SL_KERNEL_DECLARE(gl_look1_checked, (i), in(uint64_t, 1, x, halo(1)), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(gl_look2_checked, (i, j), in(uint64_t, 2, x, halo(1)), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_look3_checked, (i, j, k), in(uint64_t, 3, x, halo(1)), inout(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(gl_more2_checked, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_spill2_checked, (i, j), in(uint64_t, 2, x, own), scatter(uint64_t, sum, 2, y, halo(1)));
SL_KERNEL_DECLARE(gl_sum2_checked, (i, j), in(uint64_t, 2, x, halo(1)), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(gl_bins2_checked, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, h, array(5)));
SL_KERNEL_DECLARE(gl_bad2_checked, (i, j), scalar(int64_t, row), scalar(int64_t, column), scalar(int64_t, down),
                  scalar(int64_t, right), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(gl_lost2_checked, (i, j), scalar(int64_t, row), scalar(int64_t, down), in(uint64_t, 2, x, own),
                  scatter(uint64_t, sum, 2, y, halo(1)));
SL_KERNEL_DECLARE(gl_bad1_checked, (i), scalar(int64_t, row), scalar(int64_t, down), in(uint64_t, 1, x, halo(1)),
                  out(uint64_t, 1, y, own));

#endif
