/* SPDX-License-Identifier: BSD-3-Clause */
/* SL_SPLIT_AUTO: how many parts the library makes, and how that follows what loops are worth. */
#include "data/split.h"
#include "call/split.h"
#include "machine/machine.h"
#include "split_testing.h"
#include "task/split_plan.h"
#include "task/split_worth.h"

SL_KERNEL_DECLARE(sa_set, (i), scalar(double, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(sa_long, (i), scalar(int64_t, turns), scalar(double, a), in(double, 1, x, own), in(double, 1, y, own),
                  out(double, 1, z, own));
SL_KERNEL_DECLARE(sa_add, (i), scalar(double, a), inout(double, 1, x, own));
SL_KERNEL_DECLARE(sa_smooth, (i), in(double, 1, x, halo(2)), out(double, 1, y, own));

static void test_auto(void)
{
    const int64_t turns = 4 * sl_cpu_workers(); /* what is long is longer with more groups */
    sl_index n = 1 << 22;
    sl_view *x = line("x", n), *y = line("y", n), *z = line("z", n), *small = line("small", 500);
    if (!sl__split_active) {
        skip("there is one worker", "SL_SPLIT_AUTO makes parts of long loops only");
        goto end;
    }
    for (int k = 0; k < 2; k++)
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), sa_long, SL_RANGE(0, n), turns, 1.0, x, y, z)); /* measured */
    must(sl_wait());
    must(sl_view_split(small, SL_SPLIT_AUTO));
    must(sl_view_split(x, SL_SPLIT_AUTO));
    must(sl_view_split(y, SL_SPLIT_AUTO));
    must(sl_view_split(z, SL_SPLIT_AUTO));
    int64_t before = sl__split_parts_queued();
    for (int k = 0; k < 20; k++)
        must(sl_forall(sa_add, SL_RANGE(0, 500), 1.0, small));
    is_int(sl__split_parts_queued(), before, "SL_SPLIT_AUTO does not split a loop that ends soon");
    for (int k = 0; k < 4; k++)
        must(sl_forall(sa_long, SL_RANGE(0, n), turns, 1.0, x, y, z));
    int64_t parts = (sl__split_parts_queued() - before) / 4;
    ok(parts >= sl_cpu_workers(), "and splits a long one, here into %lld parts", (long long)parts);
    is_int((sl__split_parts_queued() - before) % 4, 0, "into equally many each time");
    must(sl_wait());
end:
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&small);
}

/* Queues a loop that the library takes to be worth so many parts. @return how many it got. */
static int parts_where(int worth, sl_view *x, sl_view *halo)
{
    int64_t before = sl__split_parts_queued();
    sl_index n = sl_view_extent(x, 0);
    sl__split_always = worth;
    if (halo)
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), sa_smooth, SL_RANGE(2, n - 2), x, halo));
    else
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), sa_add, SL_RANGE(0, n), 1.0, x));
    sl__split_always = 0;
    return (int)(sl__split_parts_queued() - before);
}

/* The library's own counts follow what a loop is worth: a short one has several parts of its views in a task. */
static void test_adapts(void)
{
    enum { N = 96000 };
    sl_view *x = line("x", N), *y = line("y", N);
    if (sl_cpu_workers() < 2) {
        skip("there is one worker group", "counts adapt");
        goto end;
    }
    must(sl_view_split(x, SL_SPLIT_AUTO));
    must(sl_view_split(y, SL_SPLIT_AUTO));
    must(sl_forall(sa_set, SL_RANGE(0, N), 0.0, x));
    must(sl_forall(sa_set, SL_RANGE(0, N), 0.0, y));
    (void)differing(x, 0, 1); /* whole */
    (void)differing(y, 0, 1);
    int64_t gathers = sl__split_gathers_of_all();
    is_int(parts_where(96, x, NULL), 96, "a long loop over SL_SPLIT_AUTO has many parts");
    is_int(parts_where(96, y, NULL), 96, "and so has one over another view");
    is_int(parts_where(50, x, NULL), 48, "one that is worth half as many has two parts of the view in a task");
    is_int(parts_where(5, x, NULL), 5, "one that is worth five has five tasks");
    is_int(parts_where(1, x, NULL), 2, "and one that is worth none as few as a task can have handles");
    is_int(parts_where(30, x, y), 24, "so is it with halos");
    is_int(parts_where(1, x, y), 4, "which need more handles");
    is_int(parts_where(96, x, NULL), 96, "the view still has its parts");
    is_int(parts_where(191, x, NULL), 96, "and keeps them for a loop that is worth some more");
    is_int(sl__split_gathers_of_all() - gathers, 0, "nothing was gathered for that");
    is_int(parts_where(192, x, NULL), 192, "one that is worth twice as many gets more");
    is_int(parts_where(96, x, NULL), 96, "and the shorter one two in a task");
    must(sl_view_split(x, SL_SPLIT(9)));
    is_int(parts_where(2, x, NULL), 9, "a number that the program gave is kept, whatever a loop is worth");
    is_int(parts_where(90, x, NULL), 9, "or were worth");
    is_int(differing(x, 10, 1), 0, "all have run once");
    const double *q = SL_HOST_READ(double, y);
    ok(q && q[2] == 4 * (2 + 4) && q[N / 2] == 4 * (N / 2 + 4), "in order");
    must(sl_host_end(y));
end:
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* How many parts a loop is worth that takes so long on one worker group. */
static int worth_on(int where, double seconds, sl_view *view)
{
    static sl__kernel_state state;
    const sl__plan *plan = sl__machine_plan();
    sl__task task = {.state = &state, .where = where, .space = SL_RANGE(0, 1000000), .views = view != NULL};
    task.view[0].view = view;
    atomic_store(&state.times.per_point.seconds, (float)(seconds / 1e6 * plan->cores / plan->groups));
    return sl__split_worth(&task);
}

static int worth(double seconds, sl_view *view)
{
    return worth_on(SL__SIDE_CPU, seconds, view);
}

static void test_worth(void)
{
    const sl__plan *plan = sl__machine_plan();
    const sl__topology *topology = sl__machine_topology();
    sl_view *large = line("large", (sl_index)1 << 22);
    int workers = plan->groups;
    double least = fmax(25e-6, 20e-6 * workers); /* a part; and twice what one thread takes to submit one for each */
    double cache = (topology->l2 ? (double)topology->l2 : 1 << 20) * 0.75 * plan->cores / plan->groups;
    int wanted = (int)(3 * 8e6 / cache / workers) * workers; /* a million iterations, three views */
    if (sl__device_workers() > 0) {
        int all = workers + sl__device_workers();
        is_int(worth_on(SL__SIDE_BOTH, 1.99 * least * all, NULL), 1, "GPUs count as workers: too short");
        is_int(worth_on(SL__SIDE_BOTH, 2.01 * least * all, NULL), 2 * all, "two for each of %d", all);
    } else {
        skip(sl__device_absence(), "GPUs count as workers");
    }
    if (workers < 2) {
        skip("there is one worker group", "what loops are worth");
        goto end;
    }
    is_int(worth(1.99 * least * workers, NULL), 1, "a loop of less than %g us for each worker is worth no parts",
           2e6 * least);
    is_int(worth(2.01 * least * workers, NULL), 2 * workers, "a longer one is worth two a worker");
    is_int(worth(1, NULL), 2 * workers, "however long");
    is_int(worth(1, large), wanted > 2 * workers ? wanted : 2 * workers, "or as many as fit the caches");
    is_int(worth(3 * least * workers, large) <= 3 * workers, 1, "but none shorter than %g us", 1e6 * least);
end:
    sl_view_destroy(&large);
}

static void test_all(void)
{
    test_auto();
    test_adapts();
    test_worth();
}

int main(void)
{
    diag("a group a core");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    test_all();
    must(sl_finalize());
    diag("as it comes");
    must(sl_init(NULL));
    test_all();
    must(sl_finalize());
    return done_testing();
}
