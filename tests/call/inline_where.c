/* SPDX-License-Identifier: BSD-3-Clause */
/* Which short loops run in the calling thread, and where they must not: by policy, by what is queued on their views, by
 * what was measured, and by whether the program waits for them. */
#include "inline_where.h"
#include "call/inline.h"
#include "task/awaited.h"
#include "task/place.h"
#include "misuse.h"

extern const sl_kernel il_add__kernel, il_sum__kernel;

/* A loop of LONG iterations takes one core ten milliseconds, far longer than what is tried in the calling thread of
 * these tests: 1 ms. */
enum { LONG = 16000000 };

/* ---- what a call says, and what its views have ------------------------------------------------------------------ */

static void test_thread(void)
{
    sl_view *who = view_of("who", SL_INT64, RIGHT, SL_EXTENTS(3));
    if (mode == INLINE)
        ok(!ran_here(sl_forall(il_first, SL_RANGE(0, 3), who)), "a kernel's first loop is queued, and measured");
    must(sl_wait());
    becomes_inline(sl_forall(il_who, SL_RANGE(0, 3), who));
    const int64_t *p = SL_HOST_READ(int64_t, who);
    int mine = 0;
    for (int i = 0; i < 3; i++)
        mine += p[i] == inline_thread();
    is_int(mine, mode == QUEUED ? 0 : 3, "%s: the body has run there", mode_name[mode]);
    must(sl_host_end(who));
    sl_view_destroy(&who);
}

static int other_thread;
static sl_view *shared;
static int submit_in_task(void *arg)
{
    (void)arg;
    other_thread = ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, shared));
    return 0;
}

static void codelet_function(void *buffers[], void *arg)
{
    (void)buffers, (void)arg;
    other_thread = ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, shared));
}

static struct starpu_codelet codelet = {.cpu_funcs = {codelet_function}, .nbuffers = 0, .name = "own"};

static void test_policies(sl_view *x)
{
    static const sl_schedule alone[] = {SL_AUTO, SL_SEQ, SL_SIMD},
                             threads[] = {SL_STATIC, SL_DYNAMIC, SL_GUIDED, SL_RUNTIME};
    const sl_space all = SL_RANGE(0, N);
    for (int k = 0; k < 3; k++)
        ok(ran_here(sl_forall_with(SL_POLICY(.schedule = alone[k], .priority = k - 1, .where = SL_CPU), il_add,
                                   SL_RANGE(0, N), 1.0, x)),
           "schedule %d: here", alone[k]);
    for (int k = 0; k < 4; k++) {
        ok(!ran_here(sl_forall_with(SL_POLICY(.schedule = threads[k]), il_add, SL_RANGE(0, N), 1.0, x)),
           "schedule %d, which asks for threads: not here", threads[k]);
        finish();
    }
    ok(ran_here(sl_forall_with(SL_POLICY(.synchronous = 1), il_add, SL_RANGE(0, N), 1.0, x)), "synchronous: here");
    ok(ran_here(sl_submit(&il_add__kernel, NULL, &all,
                          (sl_arg[]){{.kind = SL_ARG_SCALAR, .data = &(double){1}}, {.kind = SL_ARG_VIEW, .view = x}},
                          2)),
       "sl_submit: here");
}

static void test_where_not(void)
{
    sl_view *x = misuse_vector("x", N, 0), *y = misuse_vector("y", N, 0);
    if (mode == QUEUED)
        return;
    becomes_inline(sl_forall(il_add, SL_RANGE(0, N), 1.0, x));
    becomes_inline(sl_forall(il_copy, SL_RANGE(0, N), x, y));
    test_policies(x);
    sl_view *big = view_of("big", SL_DOUBLE, RIGHT, SL_EXTENTS(LONG));
    for (int k = 0; k < 3; k++) {
        ok(!ran_here(sl_forall(il_add, SL_RANGE(0, LONG), 1.0, big)), "a long loop: not here");
        finish();
    }
    sl_view_destroy(&big);
    close_gate(x);
    ok(!ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, x)) && !ran_here(sl_forall(il_copy, SL_RANGE(0, N), x, y)) &&
           !ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, y)),
       "a view that something is queued on, and one behind it: not here");
    open_gate();
    ok(ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, x)), "after the wait: here again");
    ok(SL_HOST_READ(double, x) != NULL, "the host reads");
    ok(ran_here(sl_forall(il_copy, SL_RANGE(0, N), x, y)), "a loop that reads, too: here");
    ok(!ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, x)), "one that writes: not here");
    must(sl_host_end(x));
    finish();
    ok(SL_HOST_WRITE(double, y) != NULL, "the host writes");
    ok(!ran_here(sl_forall(il_copy, SL_RANGE(0, N), y, x)), "a loop that reads it: not here");
    must(sl_host_end(y));
    finish();
    ok(sl_view_starpu_handle(x) != NULL, "the program has the handle");
    ok(!ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, x)), "not here");
    finish();
    must(sl_view_starpu_done(x));
    ok(ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, x)), "it has given it back: here");
    shared = x;
    must(sl_task(submit_in_task, NULL, SL_R(y)));
    finish();
    is_int(other_thread, 0, "in the body of a host task: not here");
    is_int(starpu_task_insert(&codelet, 0), 0, "a codelet of the program's own");
    starpu_task_wait_for_all();
    finish();
    is_int(other_thread, 0, "in it: not here");
    must(sl_pause());
    double sum = 0;
    if (ok(ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, x)), "while the workers are paused: here"))
        ok(ran_here(sl_forall_with(SL_POLICY(.synchronous = 1), il_add, SL_RANGE(0, N), 1.0, x)), "synchronous, too");
    must(sl_resume());
    becomes_inline(sl_reduce(il_sum, SL_RANGE(0, N), x, &sum));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* The other memory node is a GPU's. */
static void test_gpu(void)
{
    const sl_policy there = {.where = SL_CUDA};
    if (mode == QUEUED || !have_gpu("loops in the calling thread beside loops on a GPU"))
        return;
    sl_view *x = misuse_vector("x", N, 0), *y = misuse_vector("y", N, 0);
    becomes_inline(sl_forall(il_copy, SL_RANGE(0, N), x, y));
    must(sl_forall_with(there, il_add, SL_RANGE(0, N), 1.0, x));
    finish();
    ok(!ran_here(sl_forall(il_copy, SL_RANGE(0, N), x, y)), "a view that is on the GPU only: not here");
    finish();
    ok(ran_here(sl_forall(il_copy, SL_RANGE(0, N), x, y)), "one that is in both places is read here");
    ok(ran_here(sl_forall(il_add, SL_RANGE(0, N), 1.0, x)), "and written, by a loop for CPUs");
    must(sl_forall_with(there, il_add, SL_RANGE(0, N), 1.0, x));
    finish();
    is_int(misuse_changed(x, 3), 0, "of which the next loop on the GPU knows");
    is_int(misuse_changed(y, 1), 0, "and the copy is that of before");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- what was measured ------------------------------------------------------------------------------------------ */

/* A kernel whose body takes longer than a call is queued, but for two tries, and comes back when it is short again. */
static void test_measured(void)
{
    sl_view *x = misuse_vector("x", N, 0);
    int here = 0;
    if (mode == QUEUED)
        return;
    for (int k = 0; k < 20; k++) {
        here += ran_here(sl_forall(il_last, SL_RANGE(0, 1), 2e-4, x));
        must(sl_wait());
    }
    ok(here <= SL__TRUSTED, "a loop of one long iteration: not here, but for %d tries", SL__TRUSTED);
    becomes_inline(sl_forall(il_last, SL_RANGE(0, 1), 0.0, x));
    for (here = 1; here < 5000 && ran_here(sl_forall(il_last, SL_RANGE(0, 1), 5e-4, x)); here++)
        continue;
    ok(here < 5000, "which has become short, and long again: not here after %d", here);
    must(sl_wait());
    sl_view_destroy(&x);
}

/* What a loop took in workers, which may have been asleep, is not all that counts. */
static void test_tried(void)
{
    sl_view *x = misuse_vector("x", 1000, 0);
    sl__kernel_state *state;
    const sl_index n = 4 << mode; /* 8 or 16, and 128 or 256 below: unknown until now */
    if (mode == QUEUED)
        return;
    must(sl__kernel_state_of(&il_add__kernel, "test", &state));
    for (int k = 0; k < 3; k++)
        sl__cores_note(&state->times, SL__ONE_CORE, n, 8 * sl__place_in_caller_below, 8 * sl__place_in_caller_below);
    finish();
    ok(ran_here(sl_forall(il_add, SL_RANGE(0, n), 1.0, x)), "one that took eight times too long in workers is tried");
    for (int k = 0; k < 3; k++)
        ok(ran_here(sl_forall(il_add, SL_RANGE(0, n), 1.0, x)), "and stays");
    for (int k = 0; k < 3; k++)
        sl__cores_note(&state->times, SL__ONE_CORE, 16 * n, 12 * sl__place_in_caller_below,
                       12 * sl__place_in_caller_below);
    ok(!ran_here(sl_forall(il_add, SL_RANGE(0, 16 * n), 1.0, x)), "one that took twelve times too long there is not");
    must(sl_wait());
    sl_view_destroy(&x);
}

/* Calls that run here are measured for the times of queued ones, by which loops are placed. */
static void test_times(void)
{
    sl_view *x = misuse_vector("x", N, 0);
    sl__kernel_state *state;
    static const sl_policy plain;
    const sl_space all = SL_RANGE(0, N);
    int here = 0;
    if (mode == QUEUED)
        return;
    must(sl__kernel_state_of(&il_add__kernel, "test", &state));
    const uint32_t key = sl__kernel_key(&il_add__kernel, &plain, &all);
    call_often(sl_forall(il_add, all, 1.0, x), 20000, here) for (int k = 0; k < 200; k++)
        sl__times_note(&state->times, key, SL__BY_ITSELF, N, 1.0, 1.0);
    ok(here > 0 && sl__times_of(&state->times, key, SL__BY_ITSELF, N) > 0.1, "the times of queued ones say: a second");
    for (int k = 0; k < 5000; k++)
        must(sl_forall(il_add, all, 1.0, x));
    must(sl_wait());
    double known = sl__times_of(&state->times, key, SL__BY_ITSELF, N);
    ok(known > 0 && known < 1e-3, "after 5000 calls here it says %.1e s", known);
    sl_view_destroy(&x);
}

/* ---- whether the program waits ---------------------------------------------------------------------------------- */

/* Whether a loop that takes so long on one thread would run here. */
static int is_here(const sl_kernel *kernel, sl_index n, double alone)
{
    static const sl_policy plain;
    sl__kernel_state *state;
    must(sl__kernel_state_of(kernel, "test", &state));
    memset(&state->times, 0, sizeof state->times);
    for (int k = 0; k < 2; k++)
        sl__cores_note(&state->times, SL__IN_CALLER, n, alone, alone);
    double seconds;
    const int here = sl__route_in_caller(sl__place_route(state, &plain, n, SL__SIDE_CPU, SL__WAITS_NOT, 0, &seconds));
    memset(&state->times, 0, sizeof state->times);
    return here;
}

/* Has the library know that a loop of N takes 30 us here, and 22 on all cores. */
static void takes_thirty(sl__kernel_state *state)
{
    memset(&state->times, 0, sizeof state->times);
    for (int k = 0; k < 2; k++) {
        sl__cores_note(&state->times, SL__IN_CALLER, N, 30e-6, 30e-6);
        sl__cores_note(&state->times, SL__ALL_CORES, N, 22e-6, 40e-6);
    }
}

/* Whether such a loop runs here. */
static int is_here_waited(sl__kernel_state *state, int waits)
{
    static const sl_policy plain;
    takes_thirty(state);
    double seconds;
    const int here = sl__route_in_caller(sl__place_route(state, &plain, N, SL__SIDE_CPU, waits, 0, &seconds));
    memset(&state->times, 0, sizeof state->times);
    return here;
}

/* A loop by itself in a region goes where its call would. */
static void test_waited_region(sl_view *x, sl__kernel_state *state)
{
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall(il_add, SL_RANGE(0, N), 1.0, x));
    must(sl_region_end(region));
    for (int k = 0; k < 3; k++) {
        must(sl_region_run(region));
        must(sl_wait());
    }
    takes_thirty(state);
    ok(ran_here(sl_region_run(region)), "a region of one such loop runs here where the program waits after it");
    for (int k = 0; k < 8; k++)
        must(sl_region_run(region));
    must(sl_wait());
    takes_thirty(state);
    ok(!ran_here(sl_region_run(region)), "and is queued where one run comes after another");
    must(sl_wait());
    sl_region_destroy(&region);
}

/* A program that waits after a kernel's loops is taken to go on so, until it does not. */
static void test_waited(void)
{
    sl_view *x = misuse_vector("x", N, 0);
    sl__kernel_state *state;
    must(sl__kernel_state_of(&il_add__kernel, "test", &state));
    ok(is_here_waited(state, 1) && !is_here_waited(state, 0),
       "a loop of 30 us that takes 22 on all cores runs here if it is waited for, only");
    for (int k = 0; k < 8; k++)
        must(sl_forall(il_add, SL_RANGE(0, N), 1.0, x));
    must(sl_wait());
    ok(!sl__awaited_is(state), "a loop after which seven others came, and then a wait, is not one that is waited for");
    for (int k = 0; k < 3; k++) {
        must(sl_forall(il_add, SL_RANGE(0, N), 1.0, x));
        must(sl_wait());
    }
    ok(sl__awaited_is(state), "one after which the program has waited three times is");
    for (int k = 0; k < 3; k++) {
        must(sl_forall(il_add, SL_RANGE(0, N), 1.0, x));
        ok(SL_HOST_READ(double, x) != NULL && sl_host_end(x) == SL_SUCCESS && sl__awaited_is(state),
           "one whose results it has looked at, too");
    }
    for (int k = 0; k < 8; k++)
        must(sl_forall(il_add, SL_RANGE(0, N), 1.0, x));
    ok(!sl__awaited_is(state), "and no more when loops come one after another");
    must(sl_wait());
    test_waited_region(x, state);
    sl_view_destroy(&x);
}

/* Longer loops that a group would run on one thread in any case. With the limits that programs have. */
void test_one_thread(void)
{
    setenv("STARLOOP_INLINE", "1", 1);
    sl__place_in_caller_below = 0;
    must(sl_init(NULL));
    if (sl_cpu_workers() > 1) {
        skip("there are several groups", "loops for one thread");
    } else {
        ok(is_here(&il_add__kernel, N, 8e-6), "a loop of 8 us runs here");
        ok(!is_here(&il_add__kernel, N, 20e-6), "one of 20 us does not");
        ok(is_here(&il_sum__kernel, SL__BLOCK, 20e-6), "a reduction of 20 us that is one block does");
        ok(!is_here(&il_sum__kernel, SL__BLOCK + 1, 20e-6), "one of several blocks does not");
        ok(!is_here(&il_sum__kernel, SL__BLOCK, 40e-6), "nor a longer one");
    }
    test_waited();
    must(sl_finalize());
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

void test_where(void)
{
    test_thread();
    test_where_not();
    test_gpu();
    test_measured();
    test_tried();
    test_times();
}
