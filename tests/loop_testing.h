/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the tests of loops share: views of any layout, walking over points, starting the library. */
#ifndef STARLOOP_TESTS_LOOP_TESTING_H
#define STARLOOP_TESTS_LOOP_TESTING_H

#include <starloop.h>

#include "backend/backend.h"
#include "tap.h"

/** Layouts of a test's views. */
enum { RIGHT, LEFT, STRIDED, LAYOUTS };

__attribute__((unused)) static const char *const layout_name[] = {"right", "left", "strided"};

/** Ends the program when a call that must succeed does not. */
#define must(call) must_(call, #call, __FILE__, __LINE__)
__attribute__((unused)) static void must_(sl_status status, const char *call, const char *file, int line)
{
    if (status == SL_SUCCESS)
        return;
    printf("Bail out! %s:%d: %s: %s: %s\n", file, line, call, sl_status_name(status), sl_last_error());
    exit(1);
}

/** The layout of a kind for these extents. Strided: a dimension in the middle is fastest, with gaps everywhere. */
__attribute__((unused)) static sl_layout layout_of(int kind, sl_extents e)
{
    if (kind == RIGHT)
        return SL_LAYOUT_RIGHT;
    if (kind == LEFT)
        return SL_LAYOUT_LEFT;
    sl_layout layout = {.kind = SL__LAYOUT_STRIDE, .count = e.rank};
    sl_index stride = 2;
    for (int k = 0; k < e.rank; k++) {
        int d = (e.rank / 2 + e.rank - k) % e.rank;
        layout.stride[d] = stride;
        stride = stride * (e.n[d] > 1 ? e.n[d] : 1) + 3;
    }
    return layout;
}

/** A view with a layout of that kind, zero everywhere. */
__attribute__((unused)) static sl_view *view_of(const char *label, sl_type type, int kind, sl_extents e)
{
    sl_view *view = NULL;
    must(sl_view_create(label, type, e.rank == 0 ? SL_LAYOUT_RIGHT : layout_of(kind, e), e, &view));
    return view;
}

/** Where element x of a view stands. */
__attribute__((unused)) static sl_index place(const sl_view *view, const sl_index x[])
{
    sl_index at = 0;
    for (int d = 0; d < sl_view_rank(view); d++)
        at += x[d] * sl_view_stride(view, d);
    return at;
}

/** The next point of the box [0, n) in the order of C, from zeros on. @return 0 after the last. */
__attribute__((unused)) static int next_point(int rank, const sl_index n[], sl_index x[])
{
    for (int d = rank - 1; d >= 0; d--) {
        if (++x[d] < n[d])
            return 1;
        x[d] = 0;
    }
    return 0;
}

/** Number of points of the box. */
__attribute__((unused)) static sl_index points(int rank, const sl_index n[])
{
    sl_index count = 1;
    for (int d = 0; d < rank; d++)
        count *= n[d];
    return count;
}

/** The box [lo, lo + n). */
__attribute__((unused)) static sl_space space_at(int rank, const sl_index lo[], const sl_index n[])
{
    sl_space space = {.rank = rank};
    for (int d = 0; d < rank; d++) {
        space.lo[d] = lo ? lo[d] : 0;
        space.hi[d] = space.lo[d] + n[d];
    }
    return space;
}

/** A policy in words. */
__attribute__((unused)) static const char *policy_text(const sl_policy *p)
{
    static const char *const schedule[] = {"AUTO", "SEQ", "SIMD", "STATIC", "DYNAMIC", "GUIDED", "RUNTIME"};
    static char text[256];
    snprintf(text, sizeof text,
             "%s chunk %lld order {%d %d %d %d %d %d} tile {%lld %lld %lld %lld %lld %lld} iterate %d %d "
             "collapse %d block %d grid %lld occupancy %d",
             schedule[p->schedule], (long long)p->chunk, p->order[0], p->order[1], p->order[2], p->order[3],
             p->order[4], p->order[5], (long long)p->tile[0], (long long)p->tile[1], (long long)p->tile[2],
             (long long)p->tile[3], (long long)p->tile[4], (long long)p->tile[5], p->iterate_outer, p->iterate_inner,
             p->collapse, p->block, (long long)p->grid, p->occupancy.kind);
    return text;
}

/** A policy of a loop that scatters, in words. */
__attribute__((unused)) static const char *scatter_text(const sl_policy *p)
{
    static char text[320];
    static const char *const strategy[] = {"AUTO", "ATOMIC", "DUPLICATE"};
    snprintf(text, sizeof text, "%s, %s%s", policy_text(p), strategy[p->scatter],
             p->reproducible ? ", reproducible" : "");
    return text;
}

/** Whether loops run on a GPU when their policy does not say: suites/cuda_suite.sh. What a policy says of threads makes
 *  no difference there, and need not be tried in all its values. After sl_init(). */
__attribute__((unused)) static int on_gpu(void)
{
    const char *where = getenv("STARLOOP_WHERE");
    return where && strcmp(where, "cuda") == 0 && sl__device_workers() > 0;
}

/** Where loops run whose results are compared to the last bit: all on GPUs where STARLOOP_WHERE says so, else all on
 *  CPUs, whatever devices there are. */
__attribute__((unused)) static sl_where one_kind(void)
{
    return on_gpu() ? SL_ANYWHERE : SL_CPU;
}

/** The last schedule to try, beginning with SL_AUTO: all of them; on a GPU SL_SEQ, which runs on a CPU, and no more. */
__attribute__((unused)) static sl_schedule last_schedule(void)
{
    return on_gpu() ? SL_SEQ : SL_RUNTIME;
}

/** For tests that need a GPU. After sl_init(). @return 1 when there is one; else 0, and says SKIP and why. */
__attribute__((unused)) static int have_gpu(const char *sentence)
{
    if (sl__device_workers() == 0)
        skip(sl__device_absence(), "%s", sentence);
    return sl__device_workers() > 0;
}

/** Way number @p k, any number, to launch a loop on a GPU, for one that has no wishes of its own. */
__attribute__((unused)) static sl_policy launched(sl_policy p, int k)
{
    static const struct {
        int block;
        sl_index grid;
        int kind, num;
    } way[] = {{0, 0, 0, 0},
               {256, 0, 0, 0},
               {32, 7, 0, 0},
               {1, 0, 0, 0},
               {100, 1, 0, 0},
               {512, 0, SL__OCCUPANCY_MAX, 0},
               {0, 3, 0, 0},
               {128, 0, SL__OCCUPANCY_AVOID_MAX, 0},
               {0, 0, SL__OCCUPANCY_FRACTION, 1}};
    const int n = k % (int)(sizeof way / sizeof *way);
    p.block = way[n].block;
    p.grid = way[n].grid;
    p.occupancy = (sl_occupancy){way[n].kind, way[n].num, 2, 0, 0};
    return p;
}

/** Random numbers that are the same everywhere. */
__attribute__((unused)) static uint64_t random_next(uint64_t *state)
{
    uint64_t x = (*state += UINT64_C(0x9e3779b97f4a7c15));
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/** A random number from 0 to n - 1. */
__attribute__((unused)) static int random_below(uint64_t *state, int n)
{
    return (int)(random_next(state) % (uint64_t)n);
}

/** A random double in [-1, 1) times a power of two, so that the order of a sum shows in its last bits. */
__attribute__((unused)) static double random_double(uint64_t *state)
{
    double v = (double)(int64_t)random_next(state) / 9223372036854775808.0;
    return ldexp(v, random_below(state, 24));
}

#endif
