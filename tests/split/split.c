/* SPDX-License-Identifier: BSD-3-Clause */
/* Split views and loops over them: against closed forms, plain C and the same loops unsplit. */
#include "split.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/starpu.h"

#include <starloop/starpu.h>

#include "data/split.h"
#include "call/split.h"
#include "look_for.h"
#include "times_testing.h"
#include "split_testing.h"

SL_KERNEL_DECLARE(sp_set, (i), scalar(double, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(sp_triad, (i), scalar(double, a), in(double, 1, x, own), in(double, 1, y, own),
                  out(double, 1, z, own));
SL_KERNEL_DECLARE(sp_add, (i), scalar(double, a), inout(double, 1, x, own));
SL_KERNEL_DECLARE(sp_smooth, (i), in(double, 1, x, halo(2)), out(double, 1, y, own));
SL_KERNEL_DECLARE(sp_reverse, (i), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(sp_scatter, (i), in(double, 1, x, own), out(double, 1, y));
SL_KERNEL_DECLARE(sp_extents, (i, j), inout(double, 2, u, own));
SL_KERNEL_DECLARE(sp_sum1, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, m));
SL_KERNEL_DECLARE(sp_raise, (i), scalar(int64_t, at), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(sp_blocked, (i), inout(double, 1, x, own));
SL_KERNEL_DECLARE(sp_open, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(sp_where, (i), scalar(int64_t, round), inout(double, 1, x, own));
extern const sl_kernel sp_blocked__kernel, sp_open__kernel;

/* ---- the host functions that kernels call ---------------------------------------------------------------- */

static _Atomic int is_open, is_held, gave_up;
static _Atomic int held_at, opened_at; /* workers; -1: a thread of a group */

void split_wait(void)
{
    atomic_store(&held_at, starpu_worker_get_id());
    atomic_store(&is_held, 1);
    if (!look_for(&is_open, 1))
        atomic_store(&gave_up, 1);
}

void split_open(void)
{
    atomic_store(&opened_at, starpu_worker_get_id());
    atomic_store(&is_open, 1);
}

enum { ROUNDS = 60, PLACE = 1024, PLACES = 4096 };
static _Atomic int worker_at[ROUNDS][PLACES];

void split_note(int round, int place)
{
    atomic_store(&worker_at[round][place], starpu_worker_get_id() + 1);
}

/* ---- grids ----------------------------------------------------------------------------------------------- */

static void test_grids(void)
{
    static const sl_index extents[] = {1, 2, 3, 7, 16, 17, 100, 1000, 4096, 12345, 1000000, (sl_index)1 << 40};
    int wrong = 0, lost = 0, uneven = 0, unaligned = 0;
    for (int e = 0; e < 12; e++)
        for (int count = 1; count <= 100 && count <= extents[e]; count++) {
            sl_index n = extents[e], least = n, most = 0;
            wrong += sl__grid_border(n, count, 0) != 0 || sl__grid_border(n, count, count) != n;
            for (int k = 0; k < count; k++) {
                sl_index lo = sl__grid_border(n, count, k), hi = sl__grid_border(n, count, k + 1);
                lost += lo >= hi || sl__grid_find(n, count, lo) != k || sl__grid_find(n, count, hi - 1) != k;
                least = hi - lo < least ? hi - lo : least;
                most = hi - lo > most ? hi - lo : most;
                unaligned += n / count >= 16 * 4096 && lo % 4096 != 0;
            }
            uneven += most > 1 && (double)most > 1.14 * (double)least + 1;
        }
    is_int(wrong, 0, "parts begin at the first index and end after the last");
    is_int(lost, 0, "no part is empty, and an index is found in its part");
    is_int(uneven, 0, "parts are about equal");
    is_int(unaligned, 0, "the borders of large parts are multiples of a reduction's block");
    sl_split split = SL_SPLIT(5, 0, 3);
    int count[SL_MAX_RANK];
    is_int(sl__grid_counts(&split, 3, (const sl_index[]){100, 100, 2}, count), 10,
           "there are no more parts than indices, and one where none are asked for");
}

/* ---- chains ---------------------------------------------------------------------------------------------- */

static void test_chain(sl_index n, int parts)
{
    enum { LOOPS = 10 };
    sl_view *x = line("x", n), *y = line("y", n), *z = line("z", n), *all[] = {x, y, z};
    int64_t before = sl__split_parts_queued(), gathers = sl__split_gathers_of_all();
    int want = n < parts ? (int)n : parts;
    for (int v = 0; v < 3; v++)
        must(sl_view_split(all[v], SL_SPLIT(parts)));
    must(sl_forall(sp_set, SL_RANGE(0, n), 1.0, x));
    must(sl_forall(sp_set, SL_RANGE(0, n), 2.0, y));
    for (int k = 0; k < LOOPS; k++) { /* z = x + 2 y, x = z + y - ... : all stay linear in i */
        must(sl_forall(sp_triad, SL_RANGE(0, n), 0.5, x, y, z));
        must(sl_forall(sp_triad, SL_RANGE(0, n), -0.5, z, y, x));
        must(sl_forall(sp_add, SL_RANGE(0, n), 1.0, x));
    }
    is_int(sl__split_parts_queued() - before, sl__split_active && want > 1 ? (2 + 3 * LOOPS) * want : 0,
           "%lld elements in %d parts: each loop is a task a part", (long long)n, parts);
    is_int(sl__split_gathers_of_all() - gathers, 0, "and nothing is gathered");
    is_int(differing(x, 1.0 + LOOPS, 1.0), 0, "the chain gives x");
    is_int(differing(z, 1.0 + LOOPS - 1 + 0.5 * 2.0, 1.5), 0, "and z");
    is_int(sl__split_gathers_of_all() - gathers, sl__split_active && want > 1 ? 2 : 0,
           "the host's two accesses have gathered a view each");
    for (int v = 0; v < 3; v++)
        sl_view_destroy(&all[v]);
}

/* A region over views in parts runs its loops in parts; one of whose loops some need a view whole runs as a task. */
static void test_region(sl_index n, int parts)
{
    enum { RUNS = 5 };
    sl_view *x = line("x", n), *y = line("y", n), *z = line("z", n), *all[] = {x, y, z};
    sl_region *region = NULL, *mixed = NULL;
    for (int v = 0; v < 3; v++)
        must(sl_view_split(all[v], SL_SPLIT(parts)));
    must(sl_region_begin(&region));
    must(sl_forall(sp_triad, SL_RANGE(0, n), 0.5, x, y, z));
    must(sl_forall(sp_triad, SL_RANGE(0, n), -0.5, z, y, x));
    must(sl_forall(sp_add, SL_RANGE(0, n), 1.0, x));
    must(sl_region_end(region));
    must(sl_region_begin(&mixed));
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), sp_add, SL_RANGE(0, n), 1.0, x));
    must(sl_forall_with(SL_POLICY(.where = SL_CPU, .schedule = SL_SEQ), sp_add, SL_RANGE(0, n), 1.0, x));
    must(sl_region_end(mixed));
    must(sl_forall(sp_set, SL_RANGE(0, n), 1.0, x));
    must(sl_forall(sp_set, SL_RANGE(0, n), 2.0, y));
    const int64_t before = sl__split_parts_queued(), gathers = sl__split_gathers_of_all();
    for (int k = 0; k < RUNS; k++)
        must(sl_region_run(region));
    is_int(sl__split_parts_queued() - before, sl__split_active ? 3 * RUNS * parts : 0,
           "%lld elements in %d parts: each loop of a region is a task a part", (long long)n, parts);
    is_int(sl__split_gathers_of_all() - gathers, 0, "and nothing is gathered");
    must(sl_region_run(mixed));
    is_int(sl__split_parts_queued() - before, sl__split_active ? 3 * RUNS * parts : 0,
           "a region with a loop that needs a view whole does not run in parts");
    is_int(differing(x, 1.0 + RUNS + 2, 1.0), 0, "the regions give x");
    is_int(differing(z, 1.0 + RUNS - 1 + 0.5 * 2.0, 1.5), 0, "and z");
    sl_region_destroy(&region);
    sl_region_destroy(&mixed);
    for (int v = 0; v < 3; v++)
        sl_view_destroy(&all[v]);
}

/* The last part of a loop over x is held up in a worker, until the first of sp_open runs. A scheduler that predicts
 * ends lets nothing wait for that worker, once it runs what holds it up: between queue and worker StarPU's do not
 * count a task. That part is as long as no other, so that it alone is known to take long: a worker for which ten
 * seconds were predicted counts as busy for as long, though they were over at once. For the same reason this comes
 * last before sl_finalize(). */
enum { HELD = 1020, HELD_PARTS = 4, HELD_LAST = 252 };

/* Whether that part alone is of its size class. */
static int is_known_alone(void)
{
    int alone = 1;
    for (int k = 0; k < HELD_PARTS; k++) {
        sl_index n = sl__grid_border(HELD, HELD_PARTS, k + 1) - sl__grid_border(HELD, HELD_PARTS, k);
        if (k == HELD_PARTS - 1)
            alone &= n == HELD_LAST;
        else
            alone &= sl__size_class(n) != sl__size_class(HELD_LAST);
    }
    return alone;
}

static void hold_up(sl_view *x)
{
    ok(is_known_alone(), "of the last part, and of no other, a time is noted that stays");
    forget(&sp_blocked__kernel);
    sl__times_note(times_of(&sp_blocked__kernel), key_of(&sp_blocked__kernel, HELD_LAST), SL__BY_ITSELF, HELD_LAST, 10,
                   10);
    is_open = is_held = gave_up = 0;
    must(sl_forall_with(SL_POLICY(.split = SL_SPLIT(HELD_PARTS)), sp_blocked, SL_RANGE(0, HELD), x));
    ok(look_for(&is_held, 1), "the last part runs");
}

/* @return whether a part of sp_open ran while that one was held up. */
static int open_up(sl_view *x, sl_view *y)
{
    must(sl_forall_with(SL_POLICY(.split = SL_SPLIT(HELD_PARTS)), sp_open, SL_RANGE(0, HELD), x, y));
    must(sl_wait());
    if (gave_up)
        diag("worker %d was held up, and the part was for worker %d", held_at, opened_at);
    is_int(differing(y, 2, 0), 0, "what is written there is found");
    return !gave_up;
}

/* A part of the second loop runs while another one of the first is held up. */
static void test_independence(void)
{
    sl_view *x = line("x", HELD), *y = line("y", HELD);
    if (sl_cpu_workers() < 2) {
        skip("there is one worker group", "a part waits for the parts that it touches only");
    } else {
        hold_up(x);
        ok(open_up(x, y), "a part waits for the parts that it touches only");
    }
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

enum { SWITCH_LOOPS = 4, SWITCH_PARTS = 32, SWITCH_N = SWITCH_PARTS << 16 };

/* The same behind loops over z, which the free worker has. @return whether y was put into parts meanwhile. */
static int switches_by_ends(void)
{
    sl_view *x = line("x", HELD), *y = line("y", HELD), *z = line("z", SWITCH_N);
    must(sl_view_split(z, SL_SPLIT(SWITCH_PARTS)));
    must(sl_forall(sp_set, SL_RANGE(0, SWITCH_N), 1.0, z));
    must(sl_forall(sp_add, SL_RANGE(0, SWITCH_N), 1.0, z));
    must(sl_wait());
    hold_up(x);
    for (int k = 0; k < SWITCH_LOOPS; k++)
        must(sl_forall(sp_add, SL_RANGE(0, SWITCH_N), 1.0, z));
    const int opened = open_up(x, y);
    is_int(differing(z, 1 + 1 + SWITCH_LOOPS, 1), 0, "and so are the parts that there are many of");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    return opened;
}

/* Before a part of the second loop runs, y is put into parts. That is for a worker that has many tasks, but will be
 * free, not for the one that has a single one. The scheduler predicts ends by the times that parts have taken, and
 * those are long where the machine stood still for a while. So what it gave the worker that is held up is tried three
 * times; what it gave the free one, which did not run it, is wrong at once. */
static void test_switch_by_ends(void)
{
    enum { TRIES = 3 };
    if (sl_cpu_workers() < 2) {
        skip("there is one worker group", "a view is not put into parts behind the part that is held up");
        return;
    }
    int opened = 0;
    for (int k = 0; k < TRIES && !opened && (k == 0 || opened_at == held_at); k++)
        opened = switches_by_ends();
    ok(opened, "a view is not put into parts behind the part that is held up");
}

/* What writes where it did not say is not cut; what reads so is, with a gather. */
static void test_uncut(void)
{
    enum { N = 1000, PARTS = 4 };
    const sl_policy cut = SL_POLICY(.split = SL_SPLIT(PARTS));
    sl_view *x = line("x", N), *y = line("y", N);
    must(sl_forall(sp_set, SL_RANGE(0, N), 1.0, x));
    int64_t before = sl__split_parts_queued();
    must(sl_forall_with(cut, sp_scatter, SL_RANGE(0, N), x, y));
    is_int(sl__split_parts_queued() - before, 0, "a loop that may write anywhere is not cut");
    is_int(differing(y, 1.0 + N - 1, -1.0), 0, "and writes all");
    before = sl__split_parts_queued();
    must(sl_forall_with(cut, sp_reverse, SL_RANGE(0, N), y, x));
    is_int(sl__split_parts_queued() - before, sl__split_active ? PARTS : 0, "one that may read anywhere is");
    is_int(differing(x, 1.0, 1.0), 0, "and reads all");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- all kinds of loops between one another ----------------------------------------------------------------- */

static void test_mixture(sl_index n, int parts)
{
    sl_view *x = line("x", n), *y = line("y", n);
    double *p = calloc((size_t)n, sizeof *p), *q = calloc((size_t)n, sizeof *q);
    must(sl_view_split(x, SL_SPLIT(parts)));
    must(sl_view_split(y, SL_SPLIT(parts + 3))); /* another split for the second view */
    must(sl_forall(sp_set, SL_RANGE(0, n), 5.0, x));
    for (sl_index i = 0; i < n; i++)
        p[i] = 5.0 + (double)i;
    for (int k = 0; k < 20; k++) {
        if (n > 4)
            must(sl_forall(sp_smooth, SL_RANGE(2, n - 2), x, y));
        for (sl_index i = 2; i < n - 2; i++)
            q[i] = p[i - 2] + 2 * p[i] + p[i + 2];
        if (k % 3 == 0) {
            must(sl_forall(sp_reverse, SL_RANGE(0, n), y, x));
        } else {
            must(sl_forall(sp_scatter, SL_RANGE(0, n), y, x));
        }
        for (sl_index i = 0; i < n; i++)
            p[i] = q[n - 1 - i];
        must(sl_forall(sp_add, SL_RANGE(n / 3, n), 1.0, x));
        for (sl_index i = n / 3; i < n; i++)
            p[i] += 1;
        if (k == 7) {
            double *w = SL_HOST_RDWR(double, x);
            for (sl_index i = 0; w && i < n; i++)
                w[i] = p[i] = p[i] / 2;
            must(sl_host_end(x));
        }
        if (k == 11)
            must(sl_view_join(x));
        if (k == 13)
            must(sl_view_split(x, SL_SPLIT(parts + 1)));
    }
    const double *got = SL_HOST_READ(double, x);
    same_array(got, p, n,
               "loops of all reaches on %lld elements, split in %d and %d parts, with the host "
               "between them",
               (long long)n, parts, parts + 3);
    must(sl_host_end(x));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(p);
    free(q);
}

/* A body sees the whole view, whatever its layout and its split. */
static void test_extents(void)
{
    static const int split[][2] = {{4, 0}, {0, 3}, {5, 2}, {1000, 1}};
    const sl_index n[] = {37, 53};
    long wrong = 0;
    for (int layout = 0; layout < LAYOUTS; layout++)
        for (int k = 0; k < 4; k++) {
            sl_view *u = view_of("u", SL_DOUBLE, layout, SL_EXTENTS(n[0], n[1]));
            must(sl_view_split(u, SL_SPLIT(split[k][0], split[k][1])));
            must(sl_forall(sp_extents, SL_BOX(0, n[0], 0, n[1]), u));
            must(sl_forall(sp_extents, SL_BOX(3, n[0], 7, n[1] - 9), u));
            const double *p = SL_HOST_READ(double, u);
            sl_index at[2] = {0, 0};
            do {
                int twice = at[0] >= 3 && at[1] >= 7 && at[1] < n[1] - 9;
                wrong += p[place(u, at)] != (1 + twice) * 37053.0;
            } while (next_point(2, n, at));
            must(sl_host_end(u));
            sl_view_destroy(&u);
        }
    is_int(wrong, 0, "bodies see the whole view's indices and extents, in all layouts, split along either dimension");
}

static void test_small(void)
{
    sl_view *none = line("none", 0), *one = line("one", 1), *few = line("few", 3);
    must(sl_view_split(none, SL_SPLIT(4)));
    must(sl_view_split(one, SL_SPLIT(4)));
    must(sl_view_split(few, SL_SPLIT(4000)));
    for (int k = 0; k < 3; k++) {
        must(sl_forall(sp_add, SL_RANGE(0, 0), 1.0, none));
        must(sl_forall(sp_add, SL_RANGE(0, 1), 1.0, one));
        must(sl_forall(sp_add, SL_RANGE(0, 3), 1.0, few));
        must(sl_forall(sp_add, SL_RANGE(1, 2), 1.0, few));
        must(sl_forall(sp_add, SL_RANGE(2, 2), 1.0, few));
    }
    double sum = -1, least = -1;
    must(sl_reduce(sp_sum1, SL_RANGE(0, 0), none, &sum, &least));
    ok(sum == 0 && least == INFINITY, "a reduction over a split view of no elements gives the identity");
    must(sl_reduce(sp_sum1, SL_RANGE(0, 3), few, &sum, &least));
    ok(sum == 12 && least == 3, "views of one and three elements are split into as many parts");
    is_int(differing(one, 3, 0), 0, "the view of one element");
    sl_view_destroy(&none);
    sl_view_destroy(&one);
    sl_view_destroy(&few);
}

/* ---- failures ----------------------------------------------------------------------------------------------- */

static void test_failure(void)
{
    enum { N = 1000 };
    sl_view *x = line("x", N), *y = line("y", N), *z = line("z", N), *other = line("other", N);
    sl_view *all[] = {x, y, z, other};
    double sum = 0, least = 0;
    for (int v = 0; v < 4; v++)
        must(sl_view_split(all[v], SL_SPLIT(5)));
    must(sl_forall(sp_set, SL_RANGE(0, N), 0.0, x));
    must(sl_forall(sp_set, SL_RANGE(0, N), 0.0, other));
    must(sl_forall_with(SL_POLICY(.label = "bad one"), sp_raise, SL_RANGE(0, N), 650, x, y));
    must(sl_forall(sp_triad, SL_RANGE(0, N), 1.0, x, y, z));
    must(sl_forall(sp_add, SL_RANGE(0, N), 1.0, other));
    is_int(sl_wait(), SL_ERR_RAISED, "a failure in a part surfaces at the next wait");
    like(sl_last_error(), "sp_raise", "it names the kernel");
    like(sl_last_error(), "bad one", "the label");
    like(sl_last_error(), "iteration (650)", "the iteration");
    if (sl__split_active)
        like(sl_last_error(), "part 4 of 5", "and the part");
    is_int(sl_wait(), SL_SUCCESS, "and is told once");
    is_int(sl_view_wait(z), SL_ERR_RAISED, "what was to be computed from the part is not there");
    is_int(differing(other, 1, 1), 0, "a loop that has nothing to do with it has run");
    is_int(sl_reduce(sp_sum1, SL_RANGE(0, N), y, &sum, &least), SL_ERR_RAISED, "a reduction of the view fails");
    is_int(sl_view_wait(y), SL_ERR_RAISED, "the view says so as long as it lasts");
    must(sl_forall(sp_set, SL_RANGE(620, 780), 3.0, y));
    is_int(sl_view_wait(y), SL_ERR_RAISED, "and when some of the part was written");
    must(sl_forall(sp_set, SL_RANGE(0, N), 3.0, y));
    must(sl_forall(sp_triad, SL_RANGE(0, N), 1.0, x, y, z));
    is_int(sl_wait(), SL_SUCCESS, "loops that only write make the views good again");
    is_int(differing(z, 3, 2), 0, "and what follows is right");
    /* The failed part alone is written anew, at once after the failure. */
    must(sl_forall(sp_raise, SL_RANGE(0, N), 650, x, y));
    must(sl_forall(sp_set, SL_RANGE(0, N), 7.0, y));
    must(sl_forall(sp_triad, SL_RANGE(0, N), 1.0, x, y, z));
    is_int(sl_wait(), SL_ERR_RAISED, "a second failure surfaces");
    is_int(differing(z, 7, 2), 0, "but not in what was queued behind a loop that wrote the view anew");
    must(sl_forall(sp_raise, SL_RANGE(0, N), 3, x, y));
    ok(SL_HOST_READ(double, y) == NULL && sl_last_status() == SL_ERR_RAISED, "the host is not given what is not there");
    (void)sl_wait();
    for (int v = 0; v < 4; v++)
        sl_view_destroy(&all[v]);
}

/* ---- lives ---------------------------------------------------------------------------------------------------- */

static void test_destroy(void)
{
    enum { N = 20000 };
    static double memory[N];
    sl_view *x = NULL, *y = line("y", N);
    for (int round = 0; round < 20; round++) {
        memset(memory, 0, sizeof memory);
        must(sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &x));
        must(sl_view_split(x, SL_SPLIT(8)));
        sl_view *gone = line("gone", N);
        must(sl_view_split(gone, SL_SPLIT(3)));
        for (int k = 0; k < 5; k++) {
            must(sl_forall(sp_add, SL_RANGE(0, N), 1.0, x));
            must(sl_forall(sp_triad, SL_RANGE(0, N), 1.0, x, gone, y));
        }
        sl_view_destroy(&gone); /* managed: never waits */
        sl_view_destroy(&x);    /* wrapped: the memory is ours again, as the loops have left it */
        if (memory[0] != 5 || memory[N / 2] != 5 || memory[N - 1] != 5)
            break;
        is_int(round < 19 || memory[N - 1] == 5, 1, "destroying a split view while tasks use it, round %d", round);
    }
    is_int(differing(y, 5, 0), 0, "what was computed from it is right");
    sl_view_destroy(&y);
}

static void test_handle(void)
{
    enum { N = 3000 };
    sl_view *x = line("x", N);
    must(sl_view_split(x, SL_SPLIT(4)));
    must(sl_forall(sp_set, SL_RANGE(0, N), 1.0, x));
    starpu_data_handle_t handle = sl_view_starpu_handle(x);
    must(sl_forall(sp_add, SL_RANGE(0, N), 1.0, x));
    starpu_data_acquire(handle, STARPU_R);
    const double *p = sl_starpu_pointer(starpu_data_get_interface_on_node(handle, STARPU_MAIN_RAM));
    ok(p && p[0] == 2 && p[N - 1] == N + 1, "StarPU's handle holds the whole of a split view");
    starpu_data_release(handle);
    int64_t parts = sl__split_parts_queued();
    must(sl_forall(sp_add, SL_RANGE(0, N), 1.0, x));
    is_int(sl__split_parts_queued(), parts, "a view whose handle the program has stays whole");
    must(sl_view_starpu_done(x));
    must(sl_forall(sp_add, SL_RANGE(0, N), 1.0, x));
    is_int(sl__split_parts_queued(), parts + (sl__split_active ? 4 : 0), "until that is over");
    is_int(differing(x, 4, 1), 0, "its values are right");
    sl_view_destroy(&x);
}

/* The host has a view open for reading, while a loop that reads it is waited for. */
static void test_reader(void)
{
    enum { N = 9000 };
    sl_view *x = line("x", N), *y = line("y", N);
    double sum = 0, least = 0;
    must(sl_view_split(x, SL_SPLIT(4)));
    must(sl_view_split(y, SL_SPLIT(4)));
    must(sl_forall(sp_set, SL_RANGE(0, N), 0.0, x));
    const double *p = SL_HOST_READ(double, x);
    is_int(sl_reduce(sp_sum1, SL_RANGE(0, N), x, &sum, &least), SL_SUCCESS, "a loop reads what the host has open");
    must(sl_forall(sp_triad, SL_RANGE(0, N), 1.0, x, x, y));
    must(sl_wait());
    const double *again = SL_HOST_READ(double, x);
    ok(p && p == again && sum == (double)N * (N - 1) / 2, "and the host may open it once more");
    must(sl_host_end(x));
    must(sl_host_end(x));
    is_int(differing(y, 0, 2), 0, "the loop's result is right");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- threads ---------------------------------------------------------------------------------------------- */

enum { THREADS = 4, TIMES = 300, SHARED = 3, N_SHARED = 5000 };
static sl_view *shared[SHARED];
static pthread_barrier_t start;
static _Atomic int failed;

static void *add_and_split(void *arg)
{
    uint64_t seed = (uint64_t)(uintptr_t)arg;
    pthread_barrier_wait(&start);
    for (int k = 0; k < TIMES; k++) {
        sl_view *x = shared[(k + (int)(uintptr_t)arg) % SHARED];
        sl_policy p = {.split = {{random_below(&seed, 4) == 0 ? 2 + random_below(&seed, 6) : 0}}};
        failed += sl_forall_with(p, sp_add, SL_RANGE(0, N_SHARED), 1.0, x) != SL_SUCCESS;
        int what = random_below(&seed, 12);
        if (what == 0)
            failed += sl_view_split(x, SL_SPLIT(2 + random_below(&seed, 5))) != SL_SUCCESS;
        else if (what == 1)
            failed += sl_view_join(x) != SL_SUCCESS;
        else if (what == 2 && SL_HOST_READ(double, x))
            failed += sl_host_end(x) != SL_SUCCESS;
    }
    return NULL;
}

static void test_threads(int round)
{
    pthread_t thread[THREADS];
    long wrong = 0;
    failed = 0;
    for (int v = 0; v < SHARED; v++) {
        shared[v] = line("shared", N_SHARED);
        must(sl_forall(sp_set, SL_RANGE(0, N_SHARED), 0.0, shared[v]));
    }
    pthread_barrier_init(&start, NULL, THREADS);
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, add_and_split, (void *)(uintptr_t)(t + 10 * round));
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&start);
    for (int v = 0; v < SHARED; v++) {
        wrong += differing(shared[v], THREADS * TIMES / SHARED, 1);
        sl_view_destroy(&shared[v]);
    }
    ok(failed == 0 && wrong == 0, "%d threads add to views that all of them split and join, round %d", THREADS, round);
}

/* ---- asking wrongly --------------------------------------------------------------------------------------- */

static void test_misuse(void)
{
    sl_view *x = line("x", 100), *scalar = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS()), *dead = line("dead", 3),
            *kept = dead;
    sl_view_destroy(&dead);
    sl_log_set_level(SL_LOG_NONE);
    is_int(sl_view_split(x, SL_SPLIT(0)), SL_ERR_ARGUMENT, "no parts at all are refused");
    like(sl_last_error(), "sl_view_split: split: expected a number of parts", "with a text");
    is_int(sl_view_split(x, SL_SPLIT(-2)), SL_ERR_ARGUMENT, "so is a negative number");
    like(sl_last_error(), "got -2 along dimension 0", "which is named");
    is_int(sl_view_split(x, SL_SPLIT(2, 2)), SL_ERR_RANK, "and one for a dimension that is not there");
    is_int(sl_view_split(x, SL_SPLIT(5000)), SL_ERR_ARGUMENT, "and too many parts");
    is_int(sl_view_split(scalar, SL_SPLIT(2)), SL_ERR_RANK, "a scalar cannot be split");
    is_int(sl_view_split(NULL, SL_SPLIT(2)), SL_ERR_ARGUMENT, "nor NULL");
    is_int(sl_view_split(kept, SL_SPLIT(2)), SL_ERR_DESTROYED, "nor a destroyed view");
    is_int(sl_view_join(kept), SL_ERR_DESTROYED, "which cannot be joined either");
    is_int(sl_view_join(x), SL_SUCCESS, "joining a view that is whole is fine");
    is_int(sl_forall_with(SL_POLICY(.split = SL_SPLIT(2, 2)), sp_add, SL_RANGE(0, 100), 1.0, x), SL_ERR_RANK,
           "a policy's split is checked, too");
    like(sl_last_error(), "sp_add: policy.split", "and named");
    is_int(sl_forall_with(SL_POLICY(.split = {{-1, 3}}), sp_add, SL_RANGE(0, 100), 1.0, x), SL_ERR_ARGUMENT,
           "SL_SPLIT_AUTO is for all dimensions");
    sl_log_set_level(SL_LOG_WARN);
    must(sl_forall_with(SL_POLICY(.split = SL_SPLIT_AUTO), sp_add, SL_RANGE(0, 100), 1.0, x));
    is_int(differing(x, 1, 0), 0, "a call that was refused has done nothing");
    sl_view_destroy(&x);
    sl_view_destroy(&scalar);
}

/* ---- where parts run --------------------------------------------------------------------------------------- */

/* Of all parts of a chain of loops, how many ran where the loop before them did; and not on one group, or a few, for
 * that; short parts need not all groups.
 * @param[in] views  2: of two views that are used in turns, by loops that read the one and write the other */
static void test_locality(sl_index n, int parts, int views)
{
    sl_view *x[2] = {line("x", n), line("y", n)};
    char busy[STARPU_NMAXWORKERS + 1] = "";
    int stayed = 0, all = 0, groups = 0;
    if (sl_cpu_workers() < 2) {
        skip("there is one worker group", "parts stay with the worker that has them");
        goto end;
    }
    for (int v = 0; v < 2; v++)
        must(sl_view_split(x[v], SL_SPLIT(parts)));
    for (int r = 0; r < ROUNDS; r++) {
        sl_view *from = x[r % views], *to = x[(r + 1) % views];
        must(sl_forall(sp_where, SL_RANGE(0, n), (int64_t)r, from));
        if (views > 1)
            must(sl_forall_with(SL_POLICY(.where = SL_CPU), sp_triad, SL_RANGE(0, n), 0.5, from, from, to));
    }
    must(sl_wait());
    for (int r = 1; r < ROUNDS; r++)
        for (int p = 0; p < n / PLACE; p++, all++) {
            stayed += worker_at[r][p] == worker_at[r - 1][p];
            groups += !busy[worker_at[r][p]];
            busy[worker_at[r][p]] = 1;
        }
    int most = parts < sl_cpu_workers() ? parts : sl_cpu_workers();
    ok(2 * stayed > all, "%d parts of %d views stay with the worker that has them: %d of %d did", parts, views, stayed,
       all);
    ok((most < 4 ? 2 : 4) * groups > most, "and %d of %d groups have had some", groups, most);
end:
    sl_view_destroy(&x[0]);
    sl_view_destroy(&x[1]);
}

static void test_all(void)
{
    static const sl_index n[] = {10, 1000, 33333};
    for (int k = 0; k < 3; k++) {
        test_chain(n[k], 7);
        test_mixture(n[k], 2 + 3 * k);
    }
    test_chain(5, 16);
    test_region(1000, 7);
    test_uncut();
    test_extents();
    test_small();
    split_reductions();
    test_failure();
    test_destroy();
    test_handle();
    test_reader();
    for (int round = 0; round < 5; round++)
        test_threads(round);
    test_misuse();
}

int main(void)
{
    test_grids();
    diag("a group a core");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    test_all();
    test_locality(64 * PLACE, 16, 1);
    test_locality(64 * PLACE, 16, 2);
    test_locality(PLACES * PLACE, 64, 1);
    test_independence();
    sl_view *forgotten = line("forgotten", 100);
    must(sl_view_split(forgotten, SL_SPLIT(4)));
    must(sl_forall(sp_add, SL_RANGE(0, 100), 1.0, forgotten));
    must(sl_finalize());
    diag("by predicted ends, as beside GPUs");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE, .scheduler = "dmdas"}));
    test_locality(64 * PLACE, 16, 1);
    test_locality(64 * PLACE, 16, 2);
    test_locality(PLACES * PLACE, 64, 1);
    test_independence();
    must(sl_finalize());
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE, .scheduler = "dmdas"}));
    test_switch_by_ends();
    must(sl_finalize());
    diag("as it comes");
    must(sl_init(NULL));
    test_all();
    test_independence();
    must(sl_finalize());
    return done_testing();
}
