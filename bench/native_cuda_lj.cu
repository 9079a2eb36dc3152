/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Forces between atoms and their neighbours: of 77 by a table (lj.h), and those of examples/minimd. */
#include "native_cuda.cuh"

#include "../examples/minimd/twin_parts.h"

#define LJ_FUNCTION static __device__ __forceinline__
typedef int lj_index;
#include "native_lj.h"

enum { THREADS = 256 };

template <bool LEFT>
static __global__ void lj(int n, const int32_t *__restrict__ near, const double *__restrict__ x, double *f)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        lj_atom(i, LEFT ? 1 : 3, LEFT ? n : 1, LEFT ? 1 : LJ_NEAR, LEFT ? n : 1, near, x, f);
}

int native_cuda_lj(int64_t n, int left, const int32_t *near, const double *x, double *f)
{
    if (left)
        lj<true><<<native_blocks(n, THREADS), THREADS, 0, native_stream>>>((int)n, near, x, f);
    else
        lj<false><<<native_blocks(n, THREADS), THREADS, 0, native_stream>>>((int)n, near, x, f);
    return native_launched("lj");
}

/* ---- examples/minimd: an atom a thread, or a ghost ------------------------------------------------------------ */

/* Vectors [room, 3] of the melt. */
template <bool LEFT> struct place {
    int room;
    __device__ int operator()(int i, int d) const
    {
        return LEFT ? i + d * room : 3 * i + d;
    }
};

/* Forces on an atom by full lists; by half lists these and, as they are found, those on its neighbours. */
template <bool LEFT, bool HALF>
static __global__ void minimd(int own, int room, int64_t width, const int32_t *__restrict__ near,
                              const int32_t *__restrict__ near_length, const double *__restrict__ x, double *f)
{
    const place<LEFT> at = {room};
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= own)
        return;
    const int32_t *list = near + (LEFT ? i : i * width);
    const double x0 = x[at(i, 0)], x1 = x[at(i, 1)], x2 = x[at(i, 2)];
    const int n = near_length[i];
    double f0 = 0, f1 = 0, f2 = 0;
    for (int k = 0; k < n; k++, list += LEFT ? own : 1) {
        const int j = *list;
        const double d0 = x0 - x[at(j, 0)], d1 = x1 - x[at(j, 1)], d2 = x2 - x[at(j, 2)];
        const double r2 = d0 * d0 + d1 * d1 + d2 * d2;
        if (HALF && r2 >= MD_CUT2)
            continue;
        const double force = md_force(r2);
        f0 += d0 * force;
        f1 += d1 * force;
        f2 += d2 * force;
        if (HALF) {
            atomicAdd(f + at(j, 0), -d0 * force);
            atomicAdd(f + at(j, 1), -d1 * force);
            atomicAdd(f + at(j, 2), -d2 * force);
        }
    }
    if (HALF) {
        atomicAdd(f + at(i, 0), f0);
        atomicAdd(f + at(i, 1), f1);
        atomicAdd(f + at(i, 2), f2);
    } else {
        f[at(i, 0)] = f0;
        f[at(i, 1)] = f1;
        f[at(i, 2)] = f2;
    }
}

template <bool LEFT>
static __global__ void minimd_fold(int own, int all, int room, const int32_t *__restrict__ source, double *f)
{
    const place<LEFT> at = {room};
    const int ghost = own + (int)(blockIdx.x * blockDim.x + threadIdx.x);
    for (int d = 0; ghost < all && d < 3; d++)
        atomicAdd(f + at(source[ghost], d), f[at(ghost, d)]);
}

template <bool LEFT> static int minimd_launch(const struct md_twin *t)
{
    const int own = (int)t->own, all = (int)t->all, room = (int)t->room;
    const unsigned blocks = native_blocks(own, THREADS);
    if (!t->problem.half) {
        minimd<LEFT, false>
            <<<blocks, THREADS, 0, native_stream>>>(own, room, t->width, t->near, t->near_length, t->x, t->f);
        return native_launched("minimd, full lists");
    }
    if (native_ok(cudaMemsetAsync(t->f, 0, 3 * (size_t)room * sizeof *t->f, native_stream), "minimd: cudaMemsetAsync"))
        return -1;
    minimd<LEFT, true><<<blocks, THREADS, 0, native_stream>>>(own, room, t->width, t->near, t->near_length, t->x, t->f);
    minimd_fold<LEFT>
        <<<native_blocks(all - own, THREADS), THREADS, 0, native_stream>>>(own, all, room, t->source, t->f);
    return native_launched("minimd, half lists");
}

int native_cuda_minimd(const struct md_twin *t)
{
    return t->left ? minimd_launch<true>(t) : minimd_launch<false>(t);
}
