/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases layout_lj_right, layout_lj_left, layout_lj_auto: forces between atoms and their neighbours (lj.h), with
 *  positions, forces and neighbours in each layout. The twin has the memory of the views, in the layout in which it is.
 */
#include <stdlib.h>

#include "bench.h"
#include "kernels.h"
#include "lj.h"
#include "native.h"
#include "native_cuda.h"

static sl_index atoms_of(const struct bench_state *s)
{
    return s->n * s->n * s->n;
}

static int32_t *near_of(const struct bench_state *s)
{
    return (int32_t *)(void *)s->host[0];
}

static sl_status create_layout(struct bench_state *s, sl_layout layout)
{
    s->outputs = 1;
    SL_TRY(bench_add_view_of(s, "near", SL_INT32, layout, SL_EXTENTS(atoms_of(s), LJ_NEAR)));
    SL_TRY(bench_add_view(s, "x", layout, SL_EXTENTS(atoms_of(s), 3)));
    return bench_add_view(s, "f", layout, SL_EXTENTS(atoms_of(s), 3));
}

static sl_status create_right(struct bench_state *s)
{
    return create_layout(s, SL_LAYOUT_RIGHT);
}

static sl_status create_left(struct bench_state *s)
{
    return create_layout(s, SL_LAYOUT_LEFT);
}

static sl_status create_auto(struct bench_state *s)
{
    return create_layout(s, SL_LAYOUT_AUTO);
}

/* Where (i, k) of view v is in host memory. */
static sl_index at(const struct bench_state *s, int v, sl_index i, sl_index k)
{
    return i * sl_view_stride(s->view[v], 0) + k * sl_view_stride(s->view[v], 1);
}

/* The offsets on the lattice with the least squares, the origin left out; of equal ones any are taken. */
static void find_nearest(int offset[LJ_NEAR][3])
{
    int found = 0;
    for (int square = 1; found < LJ_NEAR; square++)
        for (int o = 0; o < 125 && found < LJ_NEAR; o++) {
            const int a = o / 25 - 2, b = o / 5 % 5 - 2, c = o % 5 - 2;
            if (a * a + b * b + c * c != square)
                continue;
            offset[found][0] = a;
            offset[found][1] = b;
            offset[found++][2] = c;
        }
}

/* Coordinate d of an atom. */
static double position(sl_index atom, sl_index side, int d)
{
    const sl_index on[] = {atom / side / side, atom / side % side, atom % side};
    return (double)(on[d] * LJ_SPACING + (sl_index)bench_value((uint64_t)(3 * atom + d), 1) % LJ_JITTER);
}

static int32_t neighbour(sl_index atom, sl_index side, const int offset[3])
{
    const sl_index a = (atom / side / side + offset[0] + side) % side,
                   b = (atom / side % side + offset[1] + side) % side;
    return (int32_t)((a * side + b) * side + (atom % side + offset[2] + side) % side);
}

static void fill_lj(struct bench_state *s)
{
    int offset[LJ_NEAR][3];
    find_nearest(offset);
#pragma omp parallel for schedule(static)
    for (sl_index i = 0; i < atoms_of(s); i++) {
        for (int k = 0; k < LJ_NEAR; k++)
            near_of(s)[at(s, 0, i, k)] = neighbour(i, s->n, offset[k]);
        for (int d = 0; d < 3; d++) {
            s->host[1][at(s, 1, i, d)] = position(i, s->n, d);
            s->host[2][at(s, 2, i, d)] = -1;
        }
    }
}

static sl_status queue_lj(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_lj_kernel, SL_RANGE(0, atoms_of(s)), s->view[0], s->view[1], s->view[2]);
}

static int call_right(struct bench_state *s)
{
    native_lj_right(atoms_of(s), near_of(s), s->host[1], s->host[2]);
    return 0;
}

static int call_left(struct bench_state *s)
{
    native_lj_left(atoms_of(s), near_of(s), s->host[1], s->host[2]);
    return 0;
}

static int cuda_right(struct bench_state *s)
{
    return native_cuda_lj(atoms_of(s), 0, (int32_t *)(void *)s->gpu[0], s->gpu[1], s->gpu[2]);
}

static int cuda_left(struct bench_state *s)
{
    return native_cuda_lj(atoms_of(s), 1, (int32_t *)(void *)s->gpu[0], s->gpu[1], s->gpu[2]);
}

/* From the lattice, not from the views. */
static long wrong_lj(struct bench_state *s, const char *side)
{
    int offset[LJ_NEAR][3];
    long wrong = 0;
    find_nearest(offset);
    for (sl_index i = 0; i < atoms_of(s); i++) {
        double want[3] = {0, 0, 0};
        for (int k = 0; k < LJ_NEAR; k++) {
            const sl_index j = neighbour(i, s->n, offset[k]);
            double by[3], r2 = 0;
            for (int d = 0; d < 3; d++) {
                by[d] = position(i, s->n, d) - position(j, s->n, d);
                r2 += by[d] * by[d];
            }
            for (int d = 0; d < 3; d++)
                want[d] += by[d] * LJ_FORCE(r2);
        }
        for (int d = 0; d < 3; d++)
            if (s->host[2][at(s, 2, i, d)] != want[d])
                bench_report(wrong++, side, "f", 3 * i + d, s->host[2][at(s, 2, i, d)], want[d]);
    }
    return wrong;
}

#define LJ_CASE(LAYOUT, CPU, CUDA) \
    const struct bench_case bench_layout_lj_##LAYOUT = {.name = "layout_lj_" #LAYOUT, \
                                                        .what = "forces of 77 neighbours, views in layout " #LAYOUT, \
                                                        .unit = "atoms along a side", \
                                                        .sizes = {{46}, {46}}, \
                                                        .smallest = 5, \
                                                        .create = create_##LAYOUT, \
                                                        .fill = fill_lj, \
                                                        .queue = queue_lj, \
                                                        .native = call_##CPU, \
                                                        .cuda = cuda_##CUDA, \
                                                        .wrong = wrong_lj}
LJ_CASE(right, right, right);
LJ_CASE(left, left, left);
LJ_CASE(auto, right, left);
