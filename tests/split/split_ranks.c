/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed views as one rank of many sees them, without MPI: the other ranks are made up. What they send is never
 * looked at here; their number is, which must make no call dearer, and that memory does not grow with steps. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "base/starpu.h"

#include "data/ranks.h"
#include "data/spread.h"
#include "call/split.h"
#include "loop_testing.h"

SL_KERNEL_DECLARE(sr_set, (i, j), scalar(double, a), out(double, 2, x, own));
SL_KERNEL_DECLARE(sr_near, (i, j), in(double, 2, x, halo(1)), out(double, 2, y, own));
SL_KERNEL_DECLARE(sr_sum, (i, j), in(double, 2, x, own), reduce(double, sum, s));

enum { ROWS = 128, COLUMNS = 64 /* of a block: those of a reduction */ };

/* ---- made-up ranks ------------------------------------------------------------------------------------------- */

static _Atomic int64_t tasks, sends, receives, joins;
static _Atomic size_t joined_bytes;

#undef starpu_task_submit
int starpu_task_submit(struct starpu_task *task)
{
    static int (*real)(struct starpu_task *);
    if (real == NULL)
        real = (int (*)(struct starpu_task *))dlsym(RTLD_NEXT, "starpu_task_submit");
    if (task->cl != NULL)
        atomic_fetch_add(&tasks, 1);
    return real(task);
}

typedef struct message {
    starpu_data_handle_t handle;
    void (*done)(void *arg);
    void *arg;
} message;

/* StarPU has the data, or has room for it. */
static void carried(void *arg)
{
    message *m = arg;
    starpu_data_release(m->handle);
    m->done(m->arg);
    free(m);
}

static int carry(starpu_data_handle_t handle, enum starpu_data_access_mode mode, void (*done)(void *arg), void *arg)
{
    message *m = malloc(sizeof *m);
    if (m == NULL)
        return -1;
    *m = (message){handle, done, arg};
    return starpu_data_acquire_cb(handle, mode, carried, m);
}

static int send_nowhere(starpu_data_handle_t handle, int rank, int64_t tag, void (*done)(void *arg), void *arg)
{
    (void)rank, (void)tag;
    atomic_fetch_add(&sends, 1);
    return carry(handle, STARPU_R, done, arg);
}

static int receive_something(starpu_data_handle_t handle, int rank, int64_t tag, void (*done)(void *arg), void *arg)
{
    (void)rank, (void)tag;
    atomic_fetch_add(&receives, 1);
    return carry(handle, STARPU_W, done, arg);
}

/* The others have the same calls, and nothing to add. */
static sl_status join_alone(const sl__rank_word *word, void *bytes, size_t count)
{
    (void)bytes;
    atomic_fetch_add(&joins, 1);
    atomic_store(&joined_bytes, count);
    return word->status;
}

static void be_rank(int rank, int count)
{
    static sl__ranks ranks;
    ranks = (sl__ranks){
        .rank = rank, .count = count, .send = send_nowhere, .receive = receive_something, .join = join_alone};
    sl__ranks_set(&ranks);
}

static sl_view *spread_view(const char *label, int ranks)
{
    sl_view *view = NULL;
    const sl_extents e = SL_EXTENTS((sl_index)ROWS * ranks, COLUMNS);
    must(sl__spread_create("split_ranks", label, SL_DOUBLE, &e, (const int[SL_MAX_RANK]){ranks, 1, 1, 1, 1, 1},
                           sl__spread_number(), &view));
    return view;
}

/* ---- what a call costs --------------------------------------------------------------------------------------- */

typedef struct cost {
    int64_t tasks, parts, sends, receives, joins;
} cost;

static cost cost_now(void)
{
    return (cost){tasks, sl__split_parts_queued(), sends, receives, joins};
}

static cost cost_since(cost before)
{
    const cost now = cost_now();
    return (cost){now.tasks - before.tasks, now.parts - before.parts, now.sends - before.sends,
                  now.receives - before.receives, now.joins - before.joins};
}

/* A rank in the middle has two neighbours: the same tasks and messages for any number of ranks. */
static void test_cost(int ranks)
{
    be_rank(ranks / 2, ranks);
    sl_view *x = spread_view("x", ranks), *y = spread_view("y", ranks);
    const sl_index rows = (sl_index)ROWS * ranks;
    const sl_space inside = SL_BOX(1, rows - 1, 1, COLUMNS - 1);
    const int64_t parts_all = sl__split_parts_queued();
    double s = 0;
    must(sl_forall(sr_set, SL_BOX(0, rows, 0, COLUMNS), 1.0, x));
    must(sl_forall(sr_set, SL_BOX(0, rows, 0, COLUMNS), 2.0, y));
    must(sl_wait());
    is_int(sl__split_parts_queued() - parts_all, 2, "%d ranks: a part of each loop is made here", ranks);
    cost before = cost_now();
    must(sl_forall(sr_near, inside, x, y));
    must(sl_wait());
    cost c = cost_since(before);
    is_int(c.parts, 1, "%d ranks: a loop with a halo has one part here", ranks);
    is_int(c.tasks, 3, "%d ranks: that and the copies of two edges are its tasks", ranks);
    ok(c.sends == 2 && c.receives == 2, "%d ranks: two edges go out and two come in", ranks);
    before = cost_now();
    must(sl_forall(sr_near, inside, x, y));
    must(sl_wait());
    c = cost_since(before);
    ok(c.tasks == 1 && c.sends == 0 && c.receives == 0, "%d ranks: once more, nothing is sent again", ranks);
    before = cost_now();
    must(sl_reduce(sr_sum, SL_BOX(0, rows, 0, COLUMNS), x, &s));
    c = cost_since(before);
    ok(c.parts == 1 && c.sends == 0 && c.receives == 0 && c.joins == 1,
       "%d ranks: a reduction has one part, and joins once", ranks);
    ok(s == (double)ROWS * COLUMNS, "%d ranks: what this rank has", ranks);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    must(sl_wait());
    sl__ranks_set(NULL);
}

/* Of large blocks the rows that need others' run by themselves. */
static void test_strips(int rank, int want)
{
    enum { RANKS = 64, LARGE = 4096 };
    const sl_index rows = (sl_index)LARGE * RANKS;
    const sl_extents e = SL_EXTENTS(rows, COLUMNS);
    sl_view *x = NULL, *y = NULL;
    const int blocks[SL_MAX_RANK] = {RANKS, 1, 1, 1, 1, 1};
    be_rank(rank, RANKS);
    must(sl__spread_create("split_ranks", "x", SL_DOUBLE, &e, blocks, sl__spread_number(), &x));
    must(sl__spread_create("split_ranks", "y", SL_DOUBLE, &e, blocks, sl__spread_number(), &y));
    must(sl_forall(sr_set, SL_BOX(0, rows, 0, COLUMNS), 1.0, x));
    must(sl_wait());
    const cost before = cost_now();
    must(sl_forall(sr_near, SL_BOX(1, rows - 1, 1, COLUMNS - 1), x, y));
    must(sl_wait());
    const cost c = cost_since(before);
    is_int(c.parts, want, "rank %d of %d: the rows of a large block that need others' run by themselves", rank, RANKS);
    is_int(c.sends, want - 1, "and are sent once");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    must(sl_wait());
    sl__ranks_set(NULL);
}

/* The ranks at either end have one neighbour, and one that is left over has nothing. */
static void test_ends(void)
{
    enum { RANKS = 64, BLOCKS = 60 };
    static const struct {
        int rank, parts, messages;
    } each[] = {{0, 1, 1}, {1, 1, 2}, {BLOCKS - 1, 1, 1}, {BLOCKS, 0, 0}, {RANKS - 1, 0, 0}};
    for (size_t k = 0; k < sizeof each / sizeof *each; k++) {
        be_rank(each[k].rank, RANKS);
        sl_view *x = spread_view("x", BLOCKS), *y = spread_view("y", BLOCKS);
        const sl_index rows = (sl_index)ROWS * BLOCKS;
        must(sl_forall(sr_set, SL_BOX(0, rows, 0, COLUMNS), 1.0, x));
        must(sl_forall(sr_set, SL_BOX(0, rows, 0, COLUMNS), 1.0, y));
        const cost before = cost_now();
        must(sl_forall(sr_near, SL_BOX(1, rows - 1, 1, COLUMNS - 1), x, y));
        must(sl_wait());
        const cost c = cost_since(before);
        ok(c.parts == each[k].parts && c.sends == each[k].messages && c.receives == each[k].messages,
           "rank %d of %d has %d part and %d messages each way", each[k].rank, RANKS, each[k].parts, each[k].messages);
        sl_view_destroy(&x);
        sl_view_destroy(&y);
        must(sl_wait());
        sl__ranks_set(NULL);
    }
}

/* ---- memory -------------------------------------------------------------------------------------------------- */

static int64_t resident_bytes(void)
{
    long pages = 0, all = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    const int found = f != NULL && fscanf(f, "%ld %ld", &all, &pages) == 2;
    if (f != NULL)
        fclose(f);
    return found ? pages * sysconf(_SC_PAGESIZE) : -1;
}

static void steps(int count, sl_view **x, sl_view **y, sl_index rows)
{
    double s;
    for (int k = 0; k < count; k++) {
        must(sl_forall(sr_near, SL_BOX(1, rows - 1, 1, COLUMNS - 1), *x, *y));
        must(sl_view_swap(x, y));
        if (k % 10 == 0)
            must(sl_reduce(sr_sum, SL_BOX(0, rows, 0, COLUMNS), *x, &s));
    }
    must(sl_wait());
}

static void test_memory(void)
{
    enum { RANKS = 64, EARLY = 10, WARM = 500, LATE = 10000, ALLOWED = 512 * 1024 };
    be_rank(RANKS / 2, RANKS);
    sl_view *x = spread_view("x", RANKS), *y = spread_view("y", RANKS);
    const sl_index rows = (sl_index)ROWS * RANKS;
    must(sl_forall(sr_set, SL_BOX(0, rows, 0, COLUMNS), 1.0, x));
    must(sl_forall(sr_set, SL_BOX(0, rows, 0, COLUMNS), 1.0, y));
    steps(EARLY, &x, &y, rows);
    const int64_t early = resident_bytes();
    steps(WARM - EARLY, &x, &y, rows);
    const int64_t warm = resident_bytes();
    steps(LATE - WARM, &x, &y, rows);
    const int64_t late = resident_bytes();
    diag("resident KiB at step %d, %d, %d: %lld, %lld, %lld", EARLY, WARM, LATE, (long long)early / 1024,
         (long long)warm / 1024, (long long)late / 1024);
    ok(early > 0 && late - warm <= ALLOWED, "memory does not grow from step %d to step %d", WARM, LATE);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    must(sl_wait());
    sl__ranks_set(NULL);
}

int main(void)
{
    must(sl_init(NULL));
    test_cost(4);
    test_cost(64);
    test_cost(1000);
    test_ends();
    test_strips(0, 2);
    test_strips(5, 3);
    test_memory();
    must(sl_finalize());
    return done_testing();
}
