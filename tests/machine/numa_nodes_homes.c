/* SPDX-License-Identifier: BSD-3-Clause */
/* Homes of parts without a GPU: both memory nodes stand for devices, and it is made up how long their parts last. Parts
 * change their homes once, copies move with them, and values are plain C's. Then the other node alone does, and the
 * group beside main memory helps it between loops with halos, for which it leaves edges of its parts. */
#include <starloop/kernel/abi.h>

#include "numa_nodes.h"

#include "data/split.h"
#include "data/view.h"
#include "machine/machine.h"
#include "task/homes.h"

extern const sl_kernel nn_mix__kernel;

enum { PARTS = 8, EACH = 500, SWEEPS = 60 };

static int worker_on(int place)
{
    return sl__machine_group(place)->worker;
}

/* The other node is three times as fast. */
static double made_up_seconds(int place, double points)
{
    return points * (place == FAR ? 1e-6 : 3e-6);
}

static int far_first(int place)
{
    return worker_on(place == 0 ? FAR : NEAR);
}

static double far_first_seconds(int place, double points)
{
    return made_up_seconds(place == 0 ? FAR : NEAR, points);
}

static const sl__homes_made_up two_nodes = {2, 0, worker_on, made_up_seconds},
                               helped_node = {1, 1, far_first, far_first_seconds};

void let_homes_follow(int nodes)
{
    sl__homes_made_up_now = nodes == 2 ? &two_nodes : nodes == 1 ? &helped_node : NULL;
}

/* Which parts of a view are on the other node only: bits. */
static unsigned parts_there(const sl_view *v)
{
    unsigned there = 0;
    int allocated, valid, requested;
    must(sl_wait());
    const sl__grid *grid = sl__splits_of(v)->parts;
    for (int p = 0; grid && p < PARTS; p++) {
        starpu_data_query_status(grid->part[p].stretch[SL__STRETCH_PART].handle, STARPU_MAIN_RAM, &allocated, &valid,
                                 &requested);
        there |= (unsigned)!valid << p;
    }
    return there;
}

void test_homes(void)
{
    enum { N = PARTS * EACH };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    unsigned there = 0, at_first = 0;
    int changes = 0;
    sl_index wrong = 0;
    go(ANYWHERE);
    must(sl_view_split(x, SL_SPLIT(PARTS)));
    must(sl_view_split(y, SL_SPLIT(PARTS)));
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index i = 0; i < N; i++)
        p[i] = (double)i;
    must(sl_host_end(x));
    for (int s = 0; s < SWEEPS; s++) {
        must(sl_forall(nn_mix, SL_RANGE(0, N), x, y));
        const unsigned now = parts_there(y);
        at_first = s == 0 ? now : at_first;
        changes += s > 0 && now != there;
        there = now;
    }
    if (nn_mix__kernel.bounds_checked) {
        skip("bodies check bounds: they find whole views", "homes of parts");
    } else {
        is_int(at_first, 0xf0, "each of two nodes is the home of half of the parts");
        is_int(there, 0xfc, "of one that is three times as fast six of eight are");
        is_int(changes, 1, "and they have moved once in %d sweeps", SWEEPS);
    }
    const double *q = SL_HOST_READ(double, y);
    for (sl_index i = 0; q && i < N; i++) {
        double want = 0;
        for (int s = 0; s < SWEEPS; s++)
            want = fmod(3 * want + (double)i + 1, 1000003);
        if (q[i] != want && wrong++ == 0)
            diag("element %lld: got %g, want %g", (long long)i, q[i], want);
    }
    is_int(q ? wrong : -1, 0, "with the values of plain C");
    must(sl_host_end(y));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* Calls without halos. */
static void mix_in_turns(sl_view *x, sl_view *y, const double *a, double *b, sl_index n, int calls)
{
    for (int k = 0; k < calls; k++) {
        must(sl_forall(nn_mix, SL_RANGE(0, n), x, y));
        must(sl_wait());
        for (sl_index i = 0; i < n; i++)
            b[i] = fmod(3 * b[i] + a[i] + 1, 1000003);
    }
}

void test_helped(void)
{
    enum { N = PARTS * EACH, ROUNDS = 3, CALLS = 45 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    double *a = malloc(N * sizeof *a), *b = calloc(N, sizeof *b);
    unsigned helped[ROUNDS], halo[ROUNDS];
    sl_index wrong = 0;
    must(sl_view_split(x, SL_SPLIT(PARTS)));
    must(sl_view_split(y, SL_SPLIT(PARTS)));
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index i = 0; i < N; i++)
        p[i] = a[i] = (double)i;
    must(sl_host_end(x));
    for (int r = 0; r < ROUNDS; r++) {
        mix_in_turns(x, y, a, b, N, CALLS << r); /* to change again takes longer each time */
        helped[r] = parts_there(y);
        must(sl_forall(nn_halo, SL_RANGE(1, N - 1), y, x));
        halo[r] = parts_there(x);
        for (sl_index i = 1; i < N - 1; i++)
            a[i] = b[i - 1] + b[i + 1];
    }
    if (nn_mix__kernel.bounds_checked)
        skip("bodies check bounds: they find whole views", "groups that help a device");
    for (int r = 0; r < ROUNDS && !nn_mix__kernel.bounds_checked; r++) {
        is_int(helped[r], 0x3f, "a group that is a third as fast as a device has two parts of eight");
        is_int(halo[r], 0xff, "and a loop with halos has all of them on the device");
    }
    for (int v = 0; v < 2; v++) {
        const double *q = SL_HOST_READ(double, v ? y : x);
        for (sl_index i = 0; q && i < N; i++)
            if (q[i] != (v ? b : a)[i] && wrong++ == 0)
                diag("%s, element %lld: got %g, want %g", v ? "y" : "x", (long long)i, q[i], (v ? b : a)[i]);
        wrong += !q;
        must(sl_host_end(v ? y : x));
    }
    is_int(wrong, 0, "with the values of plain C");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(a);
    free(b);
}
