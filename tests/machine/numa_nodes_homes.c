/* SPDX-License-Identifier: BSD-3-Clause */
/* Homes of parts without a GPU: both memory nodes stand for devices, and it is made up how long their parts last. Parts
 * change their homes once, copies move with them, and values are plain C's. */
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

static const sl__homes_made_up two_nodes = {2, worker_on, made_up_seconds};

void let_homes_follow(int on)
{
    sl__homes_made_up_now = on ? &two_nodes : NULL;
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
