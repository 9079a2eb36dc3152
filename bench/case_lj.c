/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases layout_lj_right, layout_lj_left, layout_lj_auto: forces between atoms and their neighbours (lj.h), with
 *  positions, forces and neighbours in each layout. The twin of right and left has the memory of the views; that of
 * auto, whose memory nobody else gets on a device, is the same loop over views in the layout that is better there. */
#include <stdlib.h>

#include "bench.h"
#include "kernels.h"
#include "lj.h"
#include "native.h"
#include "native_cuda.h"

enum { VIEWS = 3 /* near, x, f */ };
#define UNSET (-1.0 / 3) /* no force: these are whole numbers */

static sl_index atoms_of(const struct bench_state *s)
{
    return s->n * s->n * s->n;
}

static int32_t *near_of(const struct bench_state *s, int first)
{
    return bench_integers(s->host[first]);
}

static sl_status create_views(struct bench_state *s, sl_layout layout)
{
    SL_TRY(bench_add_view_of(s, "near", SL_INT32, layout, SL_EXTENTS(atoms_of(s), LJ_NEAR)));
    SL_TRY(bench_add_view(s, "x", layout, SL_EXTENTS(atoms_of(s), 3)));
    return bench_add_view(s, "f", layout, SL_EXTENTS(atoms_of(s), 3));
}

static sl_status create_layout(struct bench_state *s, sl_layout layout)
{
    s->outputs = 1;
    return create_views(s, layout);
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
    SL_TRY(create_views(s, SL_LAYOUT_AUTO));
    return create_views(s, s->device == BENCH_CUDA ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT);
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
    for (sl_index i = 0; i < atoms_of(s); i++)
        for (int v = 0; v < s->count; v += VIEWS) {
            for (int k = 0; k < LJ_NEAR; k++)
                near_of(s, v)[at(s, v, i, k)] = neighbour(i, s->n, offset[k]);
            for (int d = 0; d < 3; d++) {
                s->host[v + 1][at(s, v + 1, i, d)] = position(i, s->n, d);
                s->host[v + 2][at(s, v + 2, i, d)] = UNSET;
            }
        }
}

static sl_status queue_over(struct bench_state *s, int first)
{
    return sl_forall_with(s->policy, bench_lj_kernel, SL_RANGE(0, atoms_of(s)), s->view[first], s->view[first + 1],
                          s->view[first + 2]);
}

static sl_status queue_lj(struct bench_state *s)
{
    return queue_over(s, 0);
}

static int call_auto(struct bench_state *s)
{
    return -(queue_over(s, VIEWS) != SL_SUCCESS);
}

static int call_right(struct bench_state *s)
{
    native_lj_right(atoms_of(s), near_of(s, 0), s->host[1], s->host[2]);
    return 0;
}

static int call_left(struct bench_state *s)
{
    native_lj_left(atoms_of(s), near_of(s, 0), s->host[1], s->host[2]);
    return 0;
}

static int cuda_right(struct bench_state *s)
{
    return native_cuda_lj(atoms_of(s), 0, bench_integers(s->gpu[0]), s->gpu[1], s->gpu[2]);
}

static int cuda_left(struct bench_state *s)
{
    return native_cuda_lj(atoms_of(s), 1, bench_integers(s->gpu[0]), s->gpu[1], s->gpu[2]);
}

/* Whether a force is not there: neither in the one view nor in the other, each of which one side writes. */
static int is_wrong(const struct bench_state *s, sl_index i, int d, double want)
{
    int found = 0, other = 0;
    for (int v = 2; v < s->count; v += VIEWS) {
        const double got = s->host[v][at(s, v, i, d)];
        found += got == want;
        other += got != want && got != UNSET;
    }
    return found == 0 || other > 0;
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
            if (is_wrong(s, i, d, want[d]))
                bench_report(wrong++, side, "f", 3 * i + d, s->host[2][at(s, 2, i, d)], want[d]);
    }
    return wrong;
}

#define LJ_CASE(LAYOUT, MEMORY, CPU, CUDA, WAIT) \
    const struct bench_case bench_layout_lj_##LAYOUT = {.name = "layout_lj_" #LAYOUT, \
                                                        .what = "forces of 77 neighbours, views in layout " #LAYOUT, \
                                                        .unit = "atoms along a side", \
                                                        .sizes = {{46}, {46}}, \
                                                        .smallest = 5, \
                                                        .memory = MEMORY, \
                                                        .create = create_##LAYOUT, \
                                                        .fill = fill_lj, \
                                                        .queue = queue_lj, \
                                                        .native = CPU, \
                                                        .cuda = CUDA, \
                                                        .native_wait = WAIT, \
                                                        .wrong = wrong_lj}
LJ_CASE(right, BENCH_HOST_MEMORY, call_right, cuda_right, NULL);
LJ_CASE(left, BENCH_HOST_MEMORY, call_left, cuda_left, NULL);
LJ_CASE(auto, BENCH_STARPU_MEMORY, call_auto, call_auto, bench_wait);
