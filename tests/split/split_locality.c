/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts of loops stay with the worker group that has them in its caches: by the order of what waits in a worker, and
 * where a scheduler predicts ends by what a part costs elsewhere. All workers are held while loops are queued, so that
 * it does not hang on what else the machine does; nothing is timed. */
#include "split_locality.h"

#include <stdatomic.h>

#include "base/starpu.h"

#include <starloop/starpu.h>

#include "data/view.h"
#include "look_for.h"
#include "machine/machine.h"
#include "split_testing.h"

SL_KERNEL_DECLARE(sy_add, (i), scalar(int64_t, loop), scalar(int64_t, each), inout(double, 1, x, own));
SL_KERNEL_DECLARE(sy_halo, (i), scalar(int64_t, loop), scalar(int64_t, each), in(double, 1, x, halo(1)),
                  out(double, 1, y, own));

/* ---- the host function that kernels call ----------------------------------------------------------------- */

/* So short that the borders of parts are not rounded. */
enum { EACH = 4 };

/* A part of a loop that has run. */
typedef struct run {
    int loop, part, worker;
} run;

static run *runs; /* in their order */
static _Atomic int runs_made;

void locality_note(int64_t loop, int64_t part)
{
    runs[atomic_fetch_add(&runs_made, 1)] = (run){(int)loop, (int)part, starpu_worker_get_id()};
}

/* ---- holding workers ------------------------------------------------------------------------------------- */

static _Atomic int held, freed, gave_up;

static void hold_one(void *buffers[], void *arg)
{
    (void)buffers;
    atomic_fetch_add(&held, 1);
    if (!look_for(&freed, 1 + (int)(intptr_t)arg))
        atomic_store(&gave_up, 1);
}

static struct starpu_codelet holds = {
    .where = STARPU_CPU, .cpu_funcs = {hold_one}, .nbuffers = STARPU_VARIABLE_NBUFFERS, .name = "hold"};

/* Holds every worker, the first one in a task that writes these views: what waits for them is that worker's then. */
static void hold(sl_view *const views[], int count)
{
    held = freed = gave_up = 0;
    for (int g = 0; g < sl_cpu_workers(); g++) {
        struct starpu_task *task = starpu_task_create();
        task->cl = &holds;
        task->cl_arg = (void *)(intptr_t)g;
        task->execute_on_a_specific_worker = 1;
        task->workerid = (unsigned)sl__machine_group(g)->worker;
        for (int v = 0; g == 0 && v < count; v++) {
            task->handles[v] = views[v]->handle;
            task->modes[v] = STARPU_RW;
        }
        task->nbuffers = g == 0 ? count : 0;
        must(starpu_task_submit(task) == 0 ? SL_SUCCESS : SL_ERR_STARPU);
    }
    if (!look_for(&held, sl_cpu_workers()))
        atomic_store(&gave_up, 1);
}

/* Lets the first so many workers run all that is queued, and then the others go. */
static void let_go(int workers)
{
    freed = workers;
    must(sl_wait());
    freed = sl_cpu_workers();
    starpu_task_wait_for_all();
}

/* ---- what a worker does next ----------------------------------------------------------------------------- */

/* WINDOW and HALO_WINDOW: so many loops may go on in one part, doc/notes/split.md. */
enum { LOOPS = 192, PARTS = 96, WINDOW = 64, HALO_WINDOW = 8 };

/* One worker runs a chain of loops that was queued before any part of it could run. */
static void run_chain(int halos)
{
    const sl_space all = SL_RANGE(0, EACH * PARTS);
    sl_view *x = line("x", EACH * PARTS), *y = line("y", EACH * PARTS);
    must(sl_view_split(x, SL_SPLIT(PARTS)));
    must(sl_view_split(y, SL_SPLIT(PARTS)));
    runs_made = 0;
    hold((sl_view *const[]){x, y}, 2);
    for (int k = 0; k < LOOPS; k++)
        if (halos)
            must(sl_forall(sy_halo, all, k, EACH, k % 2 ? y : x, k % 2 ? x : y));
        else
            must(sl_forall(sy_add, all, k, EACH, x));
    let_go(1);
    is_int(differing(x, LOOPS, 0), 0, "%d loops over %d parts%s, run by one worker, give what they should", LOOPS,
           PARTS, halos ? " with halos" : "");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* Whether one worker has run all parts; what follows makes no sense otherwise. */
static int by_one(void)
{
    int others = 0;
    for (int t = 0; t < runs_made; t++)
        others += runs[t].worker != runs[0].worker;
    return is_int(gave_up, 0, "the workers could be held") && is_int(runs_made, LOOPS * PARTS, "all parts have run") &&
           is_int(others, 0, "by one worker");
}

/* @return how many parts run when the worker has been so many loops further on, or more. */
static int count_behind(int loops)
{
    int top = 0, behind = 0;
    for (int t = 0; t < runs_made; t++) {
        top = runs[t].loop > top ? runs[t].loop : top;
        behind += top - runs[t].loop >= loops;
    }
    return behind;
}

/* A worker that has run a part goes on with it in the next loop. */
static void test_next(void)
{
    int next = 0, pairs = (LOOPS - 1) * PARTS;
    run_chain(0);
    if (!by_one())
        return;
    for (int t = 1; t < runs_made; t++)
        next += runs[t].part == runs[t - 1].part && runs[t].loop == runs[t - 1].loop + 1;
    ok(10 * next > 9 * pairs, "a worker goes on with the part that it has: %d times of %d", next, pairs);
    is_int(count_behind(WINDOW), 0, "no part is left behind by %d loops", WINDOW);
}

/* With halos it goes on in those beside it, through fewer loops. */
static void test_halos(void)
{
    run_chain(1);
    if (!by_one())
        return;
    int behind = count_behind(HALO_WINDOW / 2), all = LOOPS * PARTS;
    ok(4 * behind > all, "with halos, too, a worker goes on to later loops: %d of %d parts come %d behind", behind, all,
       HALO_WINDOW / 2);
    is_int(count_behind(HALO_WINDOW), 0, "but no part is left behind by %d loops", HALO_WINDOW);
}

/* ---- by predicted ends ----------------------------------------------------------------------------------- */

enum { ROUNDS = 20, TRIES = 10 };

/* @param[in,out] home  [parts] the worker that has run the part last  @return how many it has run again, of @p all; -1:
 *  not all parts have run, or before all were queued. */
static int run_rounds(sl_view *x, int parts, int home[], int *all)
{
    int stayed = 0;
    *all = 0;
    for (int r = 0; r < ROUNDS; r++) {
        runs_made = 0;
        hold(NULL, 0);
        must(sl_forall(sy_add, SL_RANGE(EACH * (r % 2), EACH * parts), r, EACH, x));
        let_go(sl_cpu_workers());
        if (gave_up || runs_made != parts - r % 2)
            return -1;
        for (int t = 0; t < runs_made; t++) {
            *all += r > 0;
            stayed += r > 0 && home[runs[t].part] == runs[t].worker;
            home[runs[t].part] = runs[t].worker;
        }
    }
    return stayed;
}

/* Loops over parts that are alike, and that are dealt out all at once, begin with the first part and the second in
 * turns: dealt to one worker after another each part would be with another one each time. A part that was held up by
 * others on the machine is predicted to take long, so there are several tries. */
static void test_homes(int each)
{
    const int parts = each * sl_cpu_workers();
    sl_view *x = line("x", EACH * parts);
    int *home = calloc((size_t)parts, sizeof *home), stayed, all, tries = 0;
    must(sl_view_split(x, SL_SPLIT(parts)));
    runs_made = 0;
    must(sl_forall(sy_add, SL_RANGE(0, EACH), 0, EACH, x)); /* in parts, of which one has been with a worker */
    must(sl_wait());
    do
        stayed = run_rounds(x, parts, home, &all);
    while (++tries < TRIES && stayed >= 0 && 10 * stayed <= 9 * all);
    ok(10 * stayed > 9 * all,
       "%d parts for each of %d workers, dealt out anew, stay where they were: %d of %d did, in "
       "try %d",
       each, sl_cpu_workers(), stayed, all, tries);
    free(home);
    sl_view_destroy(&x);
}

static void session(const char *scheduler)
{
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE, .scheduler = scheduler, .gpus = -1}));
    diag("%s, %d worker groups", scheduler, sl_cpu_workers());
}

int main(void)
{
    unsetenv("STARPU_SCHED");
    setenv("STARLOOP_MAX_QUEUED", "1000000", 1); /* what is held must not hold up who queues */
    session("lws");
    if (sl_cpu_workers() < 2) {
        skip("there is one worker group", "parts stay with the worker that has them");
        must(sl_finalize());
        return done_testing();
    }
    runs = calloc((size_t)LOOPS * PARTS, sizeof *runs);
    test_next();
    test_halos();
    must(sl_finalize());
    session("dmdas");
    test_homes(1);
    test_homes(4);
    must(sl_finalize());
    free(runs);
    return done_testing();
}
