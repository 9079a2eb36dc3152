/* SPDX-License-Identifier: BSD-3-Clause */
/* Nests of tests/nests/nest_empty.c. Its policies for CUDA are walked through on the host; nvcc would take minutes. */
#undef SL_BOUNDS_CHECK  /* nest_walk.h packs what there is without */
#define SL__GRID_WALKED /* nest_walk.h */
#include <starloop/kernel.h>

#include "nest_empty.h"

#define AT_3 ((i * EMPTY_SIDE + j) * EMPTY_SIDE + k)
#define AT_6 (((((a * DEEP_SIDE + b) * DEEP_SIDE + c) * DEEP_SIDE + d) * DEEP_SIDE + e) * DEEP_SIDE + f)
#define COUNT(LAMBDA) \
    SL_LAMBDA(LAMBDA) \
    { \
        SL_ATOMIC_ADD(SL_AT(seen, LAMBDA, AT_6), 1); \
    }

SL_NEST(empty_nest, (i, j, k), lambdas(5), scalar(int32_t, size), scalar(int32_t, flag), local(int32_t, count),
        local(int32_t, total), local_array(int32_t, room, 4), inout(int32_t, 2, seen, atomic))
{
    SL_LAMBDA(0)
    {
        SL_ATOMIC_ADD(SL_AT(seen, 0, AT_3), 1);
    }
    SL_LAMBDA(1)
    {
        SL_ATOMIC_ADD(SL_AT(seen, 1, AT_3), 1);
    }
    SL_LAMBDA(2)
    {
        SL_ATOMIC_ADD(SL_AT(seen, 2, AT_3), 1);
    }
    SL_LAMBDA(3)
    {
        *total = 1;
        SL_ATOMIC_ADD(SL_AT(seen, 3, AT_3), 1);
    }
    SL_LAMBDA(4)
    {
        SL_ATOMIC_ADD(SL_AT(seen, 4, AT_3), *total);
    }
}
/* clang-format off */
SL_NEST(empty_deep, (a, b, c, d, e, f), lambdas(13), inout(int32_t, 2, seen, atomic))
{
    COUNT(0) COUNT(1) COUNT(2) COUNT(3) COUNT(4) COUNT(5) COUNT(6) COUNT(7) COUNT(8) COUNT(9) COUNT(10) COUNT(11)
    COUNT(12)
}
EMPTY_OWN(empty_own)

#define ON_CPU(NAME, ...) SL_NEST_POLICY(empty_nest, NAME, __VA_ARGS__)
#define ON_CUDA(NAME, ...) SL_NEST_POLICY_CUDA(empty_nest, NAME, CUDA_KERNEL(__VA_ARGS__))
#define DEEP(NAME, ...) SL_NEST_POLICY(empty_deep, NAME, __VA_ARGS__)
#define DEEP_CUDA(NAME, ...) SL_NEST_POLICY_CUDA(empty_deep, NAME, CUDA_KERNEL(__VA_ARGS__))
EMPTY_CPU(ON_CPU)
EMPTY_CUDA(ON_CUDA)
EMPTY_DEEP(DEEP)
EMPTY_DEEP_CUDA(DEEP_CUDA)
