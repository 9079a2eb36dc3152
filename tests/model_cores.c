/* SPDX-License-Identifier: BSD-3-Clause */
/* What a model knows of loops on cores: what one takes, and several, by themselves, in chains and where their threads
 * had to be woken. */
#include "base/clock.h"
#include "exec/cpu/cpu.h"
#include "machine/machine.h"
#include "model_testing.h"

SL_KERNEL_DECLARE(cores_slope, (i), scalar(sl_index, steep), inout(double, 1, x, own));
SL_KERNEL_DECLARE(cores_chained, (i), scalar(double, a), inout(double, 1, x, own));
extern const sl_kernel cores_slope__kernel, cores_chained__kernel;

/* The time on one core, of which it depends whether a loop runs in the calling thread, whatever ran it. */
static void test_alone(void)
{
    static sl__model model;
    enum { PRINT = 6, N = 1000 };
    sl__model_note(&model, SL__ON_CPU, PRINT, N, 2, 1e-3);
    is_close(sl__model_alone(&model, N), 2e-3, 1e-6, "a first loop on two threads is all that is known of one");
    is_close(sl__model_alone(&model, 2 * N), 0, 0, "and nothing of twice as many iterations");
    sl__model_note(&model, SL__ON_CPU, PRINT, N, 2, 1e-6);
    is_close(sl__model_alone(&model, N), 2e-6, 1e-6, "a second one on two threads shows that it was too long");
    for (int k = 0; k < 40; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, N, 2, 5e-6);
    is_close(sl__model_alone(&model, N), 2e-6, 0.05, "longer ones there may have been the fork");
    for (int k = 0; k < 40; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, N, 1, 5e-6);
    is_close(sl__model_alone(&model, N), 5e-6, 0.05, "longer ones on one thread were not");
    for (int k = 0; k < SL__ALONE_TRIED; k++) {
        ok(sl__model_tries_here(&model, N), "in a calling thread it is to be tried %d times", SL__ALONE_TRIED);
        sl__model_tried_here(&model, N, k == 0 ? 8e-6 : 1e-6);
    }
    is_close(sl__model_alone(&model, N), 1e-6, 0.05, "of which the shorter one stands");
    ok(!sl__model_tries_here(&model, N) && sl__model_tries_here(&model, 2 * N), "that is for loops of one size");
    int several = 0, one = 0;
    for (; several < 1000 && !sl__model_tries_here(&model, N); several++)
        sl__model_note(&model, SL__ON_CPU, PRINT, N, 2, 5e-6);
    for (; one < 1000 && !sl__model_tries_here(&model, N); one++)
        sl__model_note(&model, SL__ON_CPU, PRINT, N, 1, 5e-6);
    ok(several == 1000 && one > 10 && one < 100, "and is tried there once more after some on one thread (%d)", one);
}

/* Whether a loop of few iterations is worth a fork. */
static void test_long(void)
{
    static sl__model quick, slow, unknown;
    enum { PRINT = 7, N = 1000 };
    const double fork = 10e-6;
    ok(!sl__model_is_long(&unknown, N, fork), "a loop that never ran is not long");
    sl__model_note(&unknown, SL__ON_CPU, PRINT, 10 * N, 16, 1e-3);
    ok(sl__model_is_long(&unknown, N, fork), "but for what ten times as many iterations took");
    for (int k = 0; k < 20; k++) {
        sl__model_note(&quick, SL__ON_CPU, PRINT, N, 16, 50e-6);
        sl__model_note(&slow, SL__ON_CPU, PRINT, N, 16, 50e-6);
    }
    ok(!sl__model_is_long(&quick, N, fork), "50 us on 16 cores may be the fork: it is to be tried on one");
    sl__model_note(&quick, SL__ON_CPU, PRINT, N, 1, 800e-6);
    ok(!sl__model_is_long(&quick, N, fork), "twice, for the first time may have been long by chance");
    sl__model_note(&quick, SL__ON_CPU, PRINT, N, 1, 4e-6);
    sl__model_note(&quick, SL__ON_CPU, PRINT, N, 16, 50e-6);
    ok(!sl__model_is_long(&quick, N, fork), "4 us are not long");
    for (int k = 0; k < 2; k++)
        sl__model_note(&slow, SL__ON_CPU, PRINT, N, 1, 700e-6);
    ok(sl__model_is_long(&slow, N, fork), "700 us are");
    for (int k = 0; k <= SL__ALONE_AGAIN; k++)
        sl__model_note(&slow, SL__ON_CPU, PRINT, N, 16, 50e-6);
    ok(!sl__model_is_long(&slow, N, fork), "but both times may have been long by chance: it is tried again, some day");
    sl__model_note(&slow, SL__ON_CPU, PRINT, N, 1, 650e-6);
    ok(sl__model_is_long(&slow, N, fork), "once, and is still long");
}

/* Notes that a loop of so many iterations took so long on one thread, and so long on 16, twice each. */
static void note_both(sl__model *model, sl_index n, double alone, double forked)
{
    for (int k = 0; k < SL__ALONE_TRIED; k++) {
        sl__model_note(model, SL__ON_CPU, 8, n, 1, alone);
        sl__model_note(model, SL__ON_CPU, 9, n, 16, forked);
    }
}

/* Whether several threads gain anything. */
static void test_forks(void)
{
    static sl__model model;
    enum { PRINT = 8, VAIN = 1000, GAIN = 2000, LONG = 4000 };
    note_both(&model, GAIN, 20e-6, 5e-6);
    ok(!sl__model_forks_in_vain(&model, GAIN), "a fork that makes 5 us of 20 is no vain one");
    note_both(&model, LONG, 2 * SL__FORKS_ABOVE, 3 * SL__FORKS_ABOVE);
    ok(!sl__model_forks_in_vain(&model, LONG), "nor is that of a long loop, whatever was measured");
    for (int k = 0; k < SL__ALONE_TRIED; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 1, 12e-6);
    ok(!sl__model_forks_in_vain(&model, VAIN), "of a loop that was never forked nothing is known");
    sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 16, 80e-6);
    ok(!sl__model_forks_in_vain(&model, VAIN), "one that takes 80 us instead of 12 may have made the threads");
    sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 16, 40e-6);
    ok(sl__model_forks_in_vain(&model, VAIN), "two have not");
    for (int k = 0; k < SL__ALONE_AGAIN; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 1, 12e-6);
    ok(sl__model_forks_in_vain(&model, VAIN), "the loop runs on one thread many times");
    sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 1, 12e-6);
    ok(!sl__model_forks_in_vain(&model, VAIN), "and then is tried on several again");
    sl__model_note(&model, SL__ON_CPU, PRINT, VAIN, 16, 4e-6);
    ok(!sl__model_forks_in_vain(&model, VAIN), "which may be a gain meanwhile");
}

/* Whether one thread runs a loop of so many iterations, which is said to take 12 us there. */
static int is_alone(sl_view *x, sl_index n, double forked)
{
    sl__model *model = model_of(&cores_chained__kernel);
    sl__model_forget(model);
    for (int k = 0; k < SL__ALONE_TRIED; k++)
        sl__model_tried_here(model, n, INFINITY); /* it is queued */
    note_both(model, n, 12e-6, forked);
    _Atomic unsigned char *tried = &model->tried[sl__alone_class(n)]; /* counts loops on several now */
    int before = atomic_load(tried);
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), cores_chained, SL_RANGE(0, n), 1.0, x));
    must(sl_wait());
    int alone = atomic_load(tried) == before;
    sl__model_forget(model);
    return alone;
}

/* Loops that run by themselves. */
static void test_spared(void)
{
    enum { N = 10000 };
    sl_view *x = view_of("spared", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    ok(is_alone(x, N, 45e-6), "a loop that takes several threads longer runs on one");
    if (sl_cpu_cores() > sl_cpu_workers())
        ok(!is_alone(x, N, 4e-6), "one that takes them less does not");
    else
        skip("groups have one core", "one that takes them less does not");
    const double *p = SL_HOST_READ(double, x);
    ok(p && p[0] >= 1 && p[N - 1] == p[0], "and they compute");
    must(sl_host_end(x));
    sl_view_destroy(&x);
}

/* A loop's time on one core, where threads had to be woken. */
static void test_sleepers(void)
{
    static sl__model model;
    enum { PRINT = 11, N = 10000, THREADS = 15 };
    sl__model_note_cpu(&model, PRINT, N, THREADS, 30e-6, 480e-6);
    is_close(sl__model_alone(&model, N), 30e-6, 1e-5, "what threads have computed is what one core takes");
    ok(sl__model_tries(&model, N), "one is to be tried");
    sl__model_note_cpu(&model, PRINT, N, 1, 4e-6, 4e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 4e-6, 1e-5, "and takes less than to wake them");
    sl__model_note_cpu(&model, PRINT + 1, 2 * N, THREADS, 60e-6, 4.9e-3);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT + 1), 4.9e-3, 1e-5, "a first loop that makes them takes long");
    sl__model_excuse(&model, SL__ON_CPU, PRINT + 1, 60e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT + 1), 60e-6, 1e-5, "and counts for what it has computed");
}

/* A first call whose thread was stopped. */
static void test_stopped(void)
{
    static sl__model model;
    enum { PRINT = 10, N = 1000 };
    sl__model_note(&model, SL__ON_CPU, PRINT, N, 1, 127e-3);
    sl__model_excuse(&model, SL__ON_CPU, PRINT, 128e-3);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 127e-3, 0.01,
             "a first call that computes all the time has "
             "taken what it took");
    sl__model_excuse(&model, SL__ON_CPU, PRINT, 9e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 9e-6, 0.01, "of one that was stopped counts what it computed");
    sl__model_note(&model, SL__ON_CPU, PRINT, N, 1, 127e-3);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 9e-6, 0.01, "and the shorter one of two");
    for (int k = 0; k < 100; k++)
        sl__model_note(&model, SL__ON_CPU, PRINT, N, 1, 127e-3);
    sl__model_excuse(&model, SL__ON_CPU, PRINT, 9e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT), 127e-3, 0.01, "one that waits always is known for it");
    sl__model_note(&model, SL__ON_CPU, PRINT + 1, N, 1, 0.5e-3);
    sl__model_excuse(&model, SL__ON_CPU, PRINT + 1, 9e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT + 1), 0.5e-3, 0.01, "less than a millisecond is not looked at");
    sl__model_recall(&model, SL__ON_CPU, PRINT + 2, 127e-3, 1);
    sl__model_excuse(&model, SL__ON_CPU, PRINT + 2, 9e-6);
    is_close(sl__model_known(&model, SL__ON_CPU, PRINT + 2), 127e-3, 0.01, "nor is what an earlier run has measured");
}

/* A loop of few iterations that runs in chains only, since the system stopped its thread when it was timed first. */
static void test_chained(void)
{
    enum { N = 1000, LOOPS = 10, MOST = 500 };
    const double stopped = 5e-3, fork = 10e-6;
    sl__model *model = model_of(&cores_chained__kernel);
    sl_view *x = view_of("chained", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    uint32_t print = print_of(&cores_chained__kernel, N);
    sl__model_note(model, SL__ON_CPU, print, N, 1, stopped);
    ok(sl__model_is_long(model, N, fork), "a loop of 1000 that took 5 ms is long");
    int rounds = 0;
    for (; rounds < MOST && (sl__model_is_long(model, N, fork) ||
                             sl__model_look_queued(model, SL__ON_CPU, print).seconds > 0.5 * stopped);
         rounds++) {
        for (int k = 0; k < LOOPS; k++)
            must(sl_forall_with(SL_POLICY(.where = SL_CPU), cores_chained, SL_RANGE(0, N), 1.0, x));
        must(sl_wait());
    }
    sl__sample known = sl__model_look_queued(model, SL__ON_CPU, print);
    ok(rounds < MOST, "until it is seen to be short, in chains, too (%d rounds)", rounds);
    ok(known.samples >= SL__SAMPLES_TRUSTED && known.seconds < 0.5 * stopped, "it takes %g us", 1e6 * known.seconds);
    const double *p = SL_HOST_READ(double, x);
    ok(p && p[0] == (double)LOOPS * rounds && p[N - 1] == p[0], "and computes");
    must(sl_host_end(x));
    sl_view_destroy(&x);
}

/* A loop's time in chains is known beside that by itself. */
static void test_company(void)
{
    static sl__model model;
    enum { PRINT = 7, N = 100000, THREADS = 4 };
    double seconds;
    sl__model_note(&model, SL__ON_CPU, PRINT, N, THREADS, 40e-6);
    sl__model_note(&model, SL__ON_CPU, PRINT, N, THREADS, 40e-6);
    is_close(sl__model_look_in_run(&model, SL__ON_CPU, PRINT).seconds, 40e-6, 1e-5,
             "a loop that was in no chain yet is expected to take in one what it takes by itself");
    sl__model_note_chained(&model, PRINT, N, THREADS, 60e-6, 20e-6, 1);
    seconds = sl__model_look_in_run(&model, SL__ON_CPU, PRINT).seconds;
    is_close(seconds, 20e-6, 1e-5, "then what it took");
    is_close(sl__model_look_queued(&model, SL__ON_CPU, PRINT).seconds, 40e-6, 1e-5,
             "one that may be in a chain what is known for sure");
    is_close(sl__model_alone(&model, N), 60e-6, 1e-5, "what its threads compute is the work");
    sl__model_note_chained(&model, PRINT, N, THREADS, 0, 20e-6, 0);
    is_int(sl__model_look_in_run(&model, SL__ON_CPU, PRINT).samples, 1, "more loops of the same chain are no more");
    sl__model_note_chained(&model, PRINT, N, THREADS, 0, 20e-6, 1);
    is_close(sl__model_look_queued(&model, SL__ON_CPU, PRINT).seconds, 20e-6, 1e-5, "or the shorter of two such times");
    is_close(sl__model_alone(&model, N), 60e-6, 1e-5, "where that was not asked for it stays");
    sl__model_note_chained(&model, PRINT, N, THREADS, 60e-6, 0, 1);
    is_int(sl__model_look_in_run(&model, SL__ON_CPU, PRINT).samples, 2, "a chain that was not timed is no measurement");
    is_close(sl__model_look(&model, SL__ON_CPU, PRINT).seconds, 40e-6, 1e-5, "by itself it takes what it took");
    is_int(sl__model_look_in_run(&model, SL__ON_DEVICE, PRINT).samples, 0, "and on a GPU nothing is known");
}

/* What a loop is said to take with such a hope. */
static double hoped_time(const sl__task *task, double by_itself, double other)
{
    return by_itself - fmax(sl__model_hope_chained(task, by_itself, other), 0);
}

/* A choice in such a hope, after which the loop runs, by itself or in a chain. */
static void choose_and_run(struct fake *f, int chained)
{
    sl__model *model = &f->state.model;
    const sl_index n = sl_space_size(&f->task.space);
    sl__model_spend_hope(model, f->task.footprint, 1e-6, 0);
    if (chained) {
        sl__model_note_chained(model, f->task.footprint, n, 2, 0, 500e-6, 1);
    } else {
        sl__model_ran_alone(model);
        sl__model_note(model, SL__ON_CPU, f->task.footprint, n, 1, 600e-6);
    }
}

/* What takes long by itself for its fork may take less in a chain, and is tried in one. */
static void test_hopes(void)
{
    enum { N = 100000, MOST = 1000 };
    static struct fake f;
    const int cores = sl__machine_plan()->cores;
    if (sl__machine_groups() != 1 || cores < 2) {
        skip("chains run on one group of several cores", "a loop is hoped to take less in a chain");
        return;
    }
    sl_view *x = view_of("hopes", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    fake_make(&f, &cores_chained__kernel, x, N);
    sl__model_note(&f.state.model, SL__ON_CPU, f.task.footprint, N, 1, 600e-6);
    sl__model_note(&f.state.model, SL__ON_CPU, f.task.footprint, N, 1, 600e-6);
    const double share = 600e-6 / cores;
    sl__model *model = &f.state.model;
    is_close(hoped_time(&f.task, 1e-3, 400e-6), share, 1e-4, "a loop is hoped to take less in a chain");
    is_close(hoped_time(&f.task, 350e-6, 400e-6), 350e-6, 1e-9,
             "unless it takes less than on the other kind of device by itself");
    is_close(hoped_time(&f.task, 1e-3, 1e-6), 1e-3, 1e-9, "or takes less there than in a chain");
    is_close(sl__model_hope_chained(&f.task, 350e-6, 400e-6), 0, 1e-9, "the one is no need of hope,");
    ok(sl__model_hope_chained(&f.task, 1e-3, 1e-6) == SL__NO_HOPE, "the other is none");
    ok(model->hoped == 0, "which costs no hopes");
    int hopes = 0;
    for (; hopes < MOST && hoped_time(&f.task, 1e-3, 400e-6) < 1e-3; hopes++)
        sl__model_spend_hope(model, f.task.footprint, 1e-3 - share, 0);
    ok(hopes > 1 && hopes < 20, "for some choices (%d)", hopes);
    model->hoped = 0;
    for (hopes = 0; hopes < MOST && hoped_time(&f.task, 1e-3, 400e-6) < 1e-3; hopes++)
        sl__model_spend_hope(model, f.task.footprint, 1e-9, 0);
    ok(hopes > 1 && hopes < 20, "however little may be lost by one (%d)", hopes);
    model->hoped = 0;
    sl__model_spend_hope(model, f.task.footprint, 50e-3 - share, 0);
    is_close(hoped_time(&f.task, 50e-3, 400e-6), 50e-3, 1e-9, "for fewer, the more may be lost by them");
    model->hoped = 0;
    sl__model_spend_hope(model, f.task.footprint, 500e-6 - share, 10e-3);
    is_close(hoped_time(&f.task, 500e-6, 400e-6), 500e-6, 1e-9, "or the further its views are away");
    for (int k = 0; k < 49; k++)
        sl__model_renew_hopes(model, 0.01);
    is_close(hoped_time(&f.task, 1e-3, 400e-6), 1e-3, 1e-9, "no more");
    sl__model_renew_hopes(model, 0.02);
    is_close(hoped_time(&f.task, 1e-3, 400e-6), share, 1e-4,
             "until calls that are about as long on either side have taken half a second");
    model->hoped = 0;
    sl__model_spend_hope(model, f.task.footprint, 0, 0);
    ok(model->hoped == 0, "a choice that needs no hope costs none");
    sl__model_spend_hope(model, f.task.footprint, 1e-6, 0);
    ok(sl__model_hopes(model), "where there was one");
    sl__model_spend_hope(model, f.task.footprint, 0, 0);
    ok(!sl__model_hopes(model), "it ends that");
    model->hoped = 0;
    for (hopes = 0; hopes < MOST && hoped_time(&f.task, 1e-3, 400e-6) < 1e-3; hopes++)
        choose_and_run(&f, 0);
    ok(hopes > 1 && hopes < 6, "calls that run by themselves after all end it sooner (%d)", hopes);
    model->hoped = 0;
    for (hopes = 0; hopes < 6; hopes++)
        choose_and_run(&f, hopes == 2);
    ok(sl__model_hopes(model), "but not where it has come to be in a chain");
    sl__model_forget(model);
    for (int k = 0; k < 2; k++)
        sl__model_note(&f.state.model, SL__ON_CPU, f.task.footprint, N, 1, 600e-6);
    sl__model_recall(model, SL__ON_CPU, f.task.footprint ^ SL__FOOTPRINT_CHAINED, 900e-6, SL__SAMPLES_MOST);
    is_close(hoped_time(&f.task, 1e-3, 400e-6), share, 1e-4, "and where only earlier runs have seen it in one");
    sl__model_note_chained(model, f.task.footprint, N, 2, 0, 900e-6, 1);
    is_close(hoped_time(&f.task, 1e-3, 400e-6), share, 1e-4, "or this one once, whose threads were asleep perhaps");
    sl__model_note_chained(model, f.task.footprint, N, 2, 0, 900e-6, 1);
    is_close(hoped_time(&f.task, 1e-3, 400e-6), 1e-3, 1e-9, "but not if it was often seen in one, and in this run");
    is_close(sl__model_hope_chained(&f.task, 100e-6, 400e-6), 0, 1e-9, "and no need, if that is far less");
    is_close(sl__model_hope_chained(&f.task, 10e-3, 400e-6), 0, 1e-9, "and it is over, if that is far more");
    is_close(hoped_time(&f.task, 1e-3, 600e-6), share, 1e-4, "unless it hardly matters");
    sl__model_forget(model);
    for (int k = 0; k < 2; k++)
        sl__model_note(&f.state.model, SL__ON_CPU, f.task.footprint, N, 1, 600e-6);
    sl__model_recall(model, SL__ON_CPU, f.task.footprint ^ SL__FOOTPRINT_CHAINED, 900e-6, SL__SAMPLES_MOST);
    int calls = 0;
    for (; calls < MOST && sl__model_look_in_run(model, SL__ON_CPU, f.task.footprint).seconds > 800e-6; calls++) {
        (void)sl__model_due(model, SL__ON_CPU, f.task.footprint);
        sl__model_note(model, SL__ON_CPU, f.task.footprint, N, 1, 600e-6);
    }
    ok(calls > 4 && calls < 50, "what an earlier run has seen of chains counts for some calls (%d)", calls);
    is_close(sl__model_look_in_run(model, SL__ON_CPU, f.task.footprint).seconds, 600e-6, 1e-4,
             "until this one has seen some calls without");
    sl__model_forget(model);
    is_close(hoped_time(&f.task, 1e-3, 400e-6), 1e-3, 1e-9, "of what is not known there is no hope");
    sl__model_recall(model, SL__ON_CPU, f.task.footprint, 1e-3, 2);
    is_close(hoped_time(&f.task, 1e-3, 400e-6), sl__model_roofline(&f.task, SL__ON_CPU), 1e-9,
             "of what only an earlier run has seen, but not in a chain, there is what bandwidth allows");
    sl_view_destroy(&x);
}

/* Seconds that one thread takes for a loop of cores_slope, at least: other programs may have its core. */
static double slope_seconds(sl_view *x, sl_index n, sl_index steep)
{
    double best = INFINITY;
    for (int round = 0; round < 10; round++) {
        double begin = sl__clock_now();
        must(sl_forall_with(SL_POLICY(.where = SL_CPU, .schedule = SL_SEQ), cores_slope, SL_RANGE(0, n), steep, x));
        must(sl_wait());
        best = fmin(best, sl__clock_now() - begin);
    }
    return best;
}

/* Parts of a chain that others wait for are time of the chain: one of several threads has all the work. */
static void test_slope(void)
{
    enum { N = 100000, LOOPS = 4, ROUNDS = 40 };
    if (sl__machine_groups() != 1 || sl__machine_plan()->cores < 2) {
        skip("chains run on one group of several cores", "threads that wait for another one count");
        return;
    }
    sl_view *x = view_of("slope", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_region *region = NULL;
    double *w = SL_HOST_WRITE(double, x);
    for (int i = 0; w && i < N; i++)
        w[i] = 1;
    must(sl_host_end(x));
    const int cores = sl__machine_plan()->cores, steep = N / cores;
    const double before = slope_seconds(x, N, steep);
    must(sl_region_begin(&region));
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), cores_slope, SL_RANGE(0, N), steep, x));
    must(sl_region_end(region));
    sl__model *model = model_of(&cores_slope__kernel);
    const uint32_t print = print_of(&cores_slope__kernel, N);
    for (int k = 0; k < ROUNDS; k++) {
        must(sl_region_run(region));
        must(sl_wait());
        if (k < SL__SAMPLES_TRUSTED)
            is_int(sl__model_look(model, SL__ON_CPU, print ^ SL__FOOTPRINT_CHAINED).samples, k + 1,
                   "%d loops of a chain are one measurement", LOOPS);
    }
    const double even = fmin(before, slope_seconds(x, N, steep)) / cores;
    sl__sample known = sl__model_look_in_run(model, SL__ON_CPU, print);
    ok(known.samples >= SL__SAMPLES_TRUSTED && known.seconds > 1.3 * even,
       "threads that wait for another one count: %g us, %g if all had worked", 1e6 * known.seconds, 1e6 * even);
    const double *p = SL_HOST_READ(double, x);
    ok(p && fabs(p[0] - 1.618033988749895) < 1e-14 && p[N - 1] == 1, "with right results");
    must(sl_host_end(x));
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

/* Threads of a first chain that come late, since they have to be made, or woken, are none of its loops' time. */
static void test_late(void)
{
    enum { N = 100000, LOOPS = 4, THREADS = 64, TRIES = 5 };
    const double share = 0.15;
    if (sl__machine_groups() != 1) {
        skip("chains run on one group", "threads that come late do not count at first");
        return;
    }
    sl__model *model = model_of(&cores_chained__kernel);
    sl_view *x = view_of("late", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_region *region = NULL;
    double known = INFINITY, wall = 0;
    must(sl_region_begin(&region));
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), cores_chained, SL_RANGE(0, N), 1.0, x));
    must(sl_region_end(region));
    must(sl_wait());
    sl__cpu_threads_override = THREADS;
    for (int k = 0; k < TRIES && !(known > 0 && known < share * wall); k++) {
        sl__model_forget(model);
        wall = sl__clock_now();
        must(sl_region_run(region));
        must(sl_wait());
        wall = sl__clock_now() - wall;
        known = LOOPS *
                sl__model_look(model, SL__ON_CPU, print_of(&cores_chained__kernel, N) ^ SL__FOOTPRINT_CHAINED).seconds;
    }
    sl__cpu_threads_override = 0;
    ok(known > 0 && known < share * wall, "threads that come late do not count at first: %g us of %g", 1e6 * known,
       1e6 * wall);
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

/* Loops on several threads count what each of them computes. */
static void test_work(void)
{
    enum { N = 1 << 18, ROUNDS = 20, TRIES = 5 };
    sl_view *x = view_of("work", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    if (sl__machine_groups() != 1 || sl__machine_plan()->cores < 2) {
        skip("groups have one core", "a loop on several threads counts their work");
        sl_view_destroy(&x);
        return;
    }
    const int steep = N / sl__machine_plan()->cores; /* of which one thread has nearly all */
    double *w = SL_HOST_WRITE(double, x);
    for (int i = 0; w && i < N; i++)
        w[i] = 1;
    must(sl_host_end(x));
    sl__model *model = model_of(&cores_slope__kernel);
    const int cores = sl__machine_plan()->cores;
    double known = 0, alone = 0;
    int right = 0;
    for (int tries = 0; tries < TRIES && !right; tries++) { /* other programs may have a core for all of one */
        const double before = slope_seconds(x, N, steep);
        sl__model_forget(model);
        for (int k = 0; k < ROUNDS; k++) {
            must(sl_forall_with(SL_POLICY(.where = SL_CPU), cores_slope, SL_RANGE(0, N), steep, x));
            must(sl_wait());
        }
        known = sl__model_alone(model, N);
        alone = fmax(before, slope_seconds(x, N, steep));
        right = known > 0.2 * alone && known < 0.5 * (1 + cores) * alone;
    }
    ok(right, "threads that have nothing to do count for nothing: %g us, one thread %g", 1e6 * known, 1e6 * alone);
    sl_view_destroy(&x);
}

int main(void)
{
    must(sl_init(NULL));
    test_alone();
    test_long();
    test_forks();
    test_spared();
    test_stopped();
    test_sleepers();
    test_chained();
    test_company();
    test_hopes();
    test_slope();
    test_late();
    test_work();
    must(sl_finalize());
    return done_testing();
}
