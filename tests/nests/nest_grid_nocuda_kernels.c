/* SPDX-License-Identifier: BSD-3-Clause */
/* Each statement of a CUDA policy under each level, to be walked through on the host; nvcc would take minutes. */
#undef SL_BOUNDS_CHECK  /* nest_walk.h packs what there is without */
#define SL__GRID_WALKED /* nest_walk.h */
#include <starloop/kernel.h>

#include "nest_grid.h"

SL_NEST(nest_grid, (i, j, k), lambdas(3), scalar(int32_t, size), local(int32_t, count), inout(int32_t, 3, seen))
{
    SL_LAMBDA(0)
    {
        SL_AT(seen, i, j, k) += (int32_t)(1 + 2 * i + 3 * j + 5 * k);
    }
    SL_LAMBDA(1) /* FOR_ICOUNT: the number of the iteration, whose index is first + count */
    {
        SL_AT(seen, i, j, k) += (int32_t)(1 + 2 * i + 3 * (*count + 2) + 5 * k);
    }
    SL_LAMBDA(2) /* TILE_TCOUNT: the number of the tile */
    {
        SL_AT(seen, i, j, k) += (int32_t)(1 + 2 * i + 3 * (*count * size + SL_OFFSET(j) + 2) + 5 * k);
    }
}

/* clang-format off */
#define LOOPS(NAME_, LEVEL_, IN_) \
    SL_NEST_POLICY_CUDA(nest_grid, for_##NAME_, CUDA_KERNEL(FOR(1, LEVEL_, FOR(0, IN_, FOR(2, seq, DO(0)))))) \
    SL_NEST_POLICY_CUDA(nest_grid, icount_##NAME_, \
                        CUDA_KERNEL(FOR_ICOUNT(1, count, LEVEL_, FOR(0, IN_, FOR(2, seq, DO(1)))))) \
    SL_NEST_POLICY_CUDA(nest_grid, tile_##NAME_, \
                        CUDA_KERNEL(TILE(1, fixed(4), LEVEL_, FOR(0, IN_, FOR(1, seq, FOR(2, seq, DO(0))))))) \
    SL_NEST_POLICY_CUDA(nest_grid, tcount_##NAME_, \
                        CUDA_KERNEL(TILE_TCOUNT(1, count, dynamic(size), LEVEL_, \
                                                FOR(0, IN_, FOR(1, seq, FOR(2, seq, DO(2)))))))
#define PLANES(NAME_, LEVEL_, IN_) \
    SL_NEST_POLICY_CUDA(nest_grid, plane_##NAME_, \
                        CUDA_KERNEL(fixed(32), HYPERPLANE(1, (2), LEVEL_, FOR(0, IN_, DO(0)))))
GRID_LEVELS(LOOPS)
GRID_LEVELS(PLANES)
GRID_UNCHECKED(LOOPS)
/* clang-format on */
