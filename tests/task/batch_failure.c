/* SPDX-License-Identifier: BSD-3-Clause */
/* A loop of a batch that fails, or one before it, spoils what depends on it and nothing else. */
#include <starloop/starpu.h>

#include "batch.h"
#include "exec/cpu/cpu.h"
#include "exec/cpu/parts.h"
#include "task/batch.h"
#include "loop_testing.h"

/* Views of a batch in which a loop fails, the values that they should have then, and whether they should be there. */
enum { X, Y, Z, U, V, W, VECTORS, LONG = 2000, FAILS_AT = 1217 };
static sl_view *part[VECTORS], *sum_z, *sum_u;
static uint64_t plain[VECTORS][LONG];

static void make_parts(void)
{
    static const char *const names[] = {"x", "y", "z", "u", "v", "w"};
    for (int k = 0; k < VECTORS; k++) {
        part[k] = view_of(names[k], SL_UINT64, RIGHT, SL_EXTENTS(LONG));
        uint64_t *p = SL_HOST_WRITE(uint64_t, part[k]);
        for (sl_index i = 0; i < LONG; i++)
            p[i] = plain[k][i] = bt_first_value(i, (uint64_t)k);
        must(sl_host_end(part[k]));
    }
    sum_z = view_of("sum_z", SL_UINT64, RIGHT, SL_EXTENTS());
    sum_u = view_of("sum_u", SL_UINT64, RIGHT, SL_EXTENTS());
}

static void destroy_parts(void)
{
    for (int k = 0; k < VECTORS; k++)
        sl_view_destroy(&part[k]);
    sl_view_destroy(&sum_z);
    sl_view_destroy(&sum_u);
}

static void check_part(int k, const char *where)
{
    const uint64_t *p = SL_HOST_READ(uint64_t, part[k]);
    same_array(p, plain[k], LONG, "%s: %s is right", where, sl_view_label(part[k]));
    if (p)
        sl_host_end(part[k]);
}

static void check_spoilt(sl_view *view, const char *where)
{
    sl_clear_error();
    ok(sl_view_wait(view) == SL_ERR_RAISED && strstr(sl_last_error(), "bt_fail") && strstr(sl_last_error(), "(1217)") &&
           SL_HOST_READ(uint64_t, view) == NULL,
       "%s: %s is spoilt, by the loop that has failed", where, sl_view_label(view));
    sl_clear_error();
}

/* A loop that was skipped has left what it would have changed; of a chain at least the part of the failure. */
static void check_untouched(int k, int chain, const char *where)
{
    starpu_data_handle_t handle = sl_view_starpu_handle(part[k]); /* the host does not get what is spoilt */
    int changed = 0;
    must(starpu_data_acquire(handle, STARPU_R) == 0 ? SL_SUCCESS : SL_ERR_STARPU);
    for (sl_index i = chain ? FAILS_AT : 0; i < (chain ? FAILS_AT + 1 : LONG); i++)
        changed += ((const uint64_t *)part[k]->data)[i] != plain[k][i];
    starpu_data_release(handle);
    must(sl_view_starpu_done(part[k]));
    is_int(changed, 0, "%s: the loops over %s were skipped", where, sl_view_label(part[k]));
}

static void check_sum(const char *where)
{
    uint64_t want = 0;
    const uint64_t *p = SL_HOST_READ(uint64_t, sum_z);
    for (sl_index i = 0; i < LONG; i++)
        want += plain[Z][i];
    ok(p && *p == want, "%s: the sum of z is right", where);
    if (p)
        sl_host_end(sum_z);
}

/* The loops behind the gate: one that is handed over, and those that become a batch. A loop that is not the first of
 * them fails. */
static void queue_failing(sl_policy p)
{
    const sl_space space = SL_RANGE(0, LONG);
    must(sl_forall_with(p, bt_add, space, 5, part[X]));
    must(sl_forall_with(p, bt_copy, space, part[X], part[Y]));
    must(sl_forall_with(p, bt_fail, space, FAILS_AT, part[X], part[Z]));
    must(sl_forall_with(p, bt_fold, space, part[Z], part[U])); /* skipped */
    must(sl_forall_with(p, bt_fold, space, part[X], part[V]));
    must(sl_forall_with(p, bt_fold, space, part[U], part[W])); /* skipped */
    must(sl_forall_with(p, bt_add, space, 7, part[U]));        /* skipped */
    must(sl_forall_with(p, bt_copy, space, part[X], part[Z])); /* good again */
    must(sl_forall_with(p, bt_add, space, 9, part[Z]));
    must(sl_forall_with(p, bt_fold, space, part[Z], part[Y]));
    must(sl_forall_with(p, bt_sum, space, part[Z], SL_INTO(sum_z)));
    must(sl_forall_with(p, bt_sum, space, part[U], SL_INTO(sum_u))); /* skipped */
}

static void interpret_failing(void)
{
    for (sl_index i = 0; i < LONG; i++) {
        plain[X][i] = plain[X][i] * 3 + 5;
        plain[V][i] = plain[V][i] * 3 + plain[X][i];
        plain[Z][i] = plain[X][i] * 3 + 9;
        plain[Y][i] = plain[X][i] * 3 + plain[Z][i];
    }
}

static void test_failure_inside(sl_policy p, int chain, const char *where)
{
    for (int again = 0; again < 3; again++) { /* what never ran counts as long, and few such loops make a batch */
        make_parts();
        queue_failing(p);
        (void)sl_wait();
        destroy_parts();
    }
    make_parts();
    bt_handed_over = 0;
    bt_close_gate(part[X]);
    queue_failing(p);
    sl__batch_flush();
    ok(bt_handed_over == 3 && bt_handed[1] == 1 && bt_handed[2] == 11, "%s: eleven loops are a batch, and one fails",
       where);
    bt_open_gate(&bt_gate);
    interpret_failing();
    check_spoilt(part[U], where);
    check_spoilt(part[W], where);
    check_spoilt(sum_u, where);
    check_untouched(U, chain, where);
    check_untouched(W, chain, where);
    for (int k = X; k <= V; k++)
        if (k != U)
            check_part(k, where);
    check_sum(where);
    is_int(sl_wait(), SL_SUCCESS, "%s: the failure was told once", where);
    destroy_parts();
}

/* The loop before the batch fails: what depends on it is not there when the batch begins. */
static void test_failure_before(sl_policy p, int chain, const char *where)
{
    const sl_space space = SL_RANGE(0, LONG);
    make_parts();
    bt_handed_over = 0;
    bt_close_gate(part[X]);
    must(sl_forall_with(p, bt_fail, space, FAILS_AT, part[X], part[Z]));
    must(sl_forall_with(p, bt_fold, space, part[X], part[V]));
    must(sl_forall_with(p, bt_copy, space, part[Z], part[U])); /* skipped */
    must(sl_forall_with(p, bt_fold, space, part[Z], part[W])); /* skipped */
    must(sl_forall_with(p, bt_copy, space, part[X], part[Z])); /* good again */
    must(sl_forall_with(p, bt_fold, space, part[Z], part[Y]));
    must(sl_forall_with(p, bt_copy, space, part[Z], part[U])); /* good again */
    must(sl_forall_with(p, bt_add, space, 3, part[U]));
    sl__batch_flush();
    /* With several GPUs the first one, which shares no view with the others, may go to another. */
    int apart = p.where == SL_CUDA && sl_gpus() > 1;
    ok(apart ? bt_handed_over == 4 && bt_handed[2] == 1 && bt_handed[3] == 6 : bt_handed_over == 3 && bt_handed[2] == 7,
       "%s: seven loops are a batch, behind one that fails", where);
    bt_open_gate(&bt_gate);
    for (sl_index i = 0; i < LONG; i++) {
        plain[V][i] = plain[V][i] * 3 + plain[X][i];
        plain[Z][i] = plain[X][i];
        plain[Y][i] = plain[Y][i] * 3 + plain[Z][i];
        plain[U][i] = plain[Z][i] * 3 + 3;
    }
    check_spoilt(part[W], where);
    check_untouched(W, chain, where);
    for (int k = X; k <= V; k++)
        check_part(k, where);
    is_int(sl_wait(), SL_SUCCESS, "%s: the failure was told once", where);
    destroy_parts();
}

void bt_test_failures(sl_policy p, int chain, const char *where)
{
    test_failure_inside(p, chain, where);
    test_failure_before(p, chain, where);
}

/* On CPUs: part by part with several numbers of threads and parts, and one loop after another. */
void bt_test_failures_on_cpu(void)
{
    static const int way[][2] = {{1, 1}, {1, 9}, {2, 7}, {3, 16}, {4, 4}, {0, 0}};
    char where[80];
    setenv("STARLOOP_SERIAL_BELOW", "4", 1); /* so that these loops are shared out */
    for (int chain = 1; chain >= 0; chain--) {
        setenv("STARLOOP_CHAIN", chain ? "1" : "0", 1);
        must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_MACHINE}));
        for (size_t k = 0; k < sizeof way / sizeof *way; k++) {
            sl__cpu_threads_override = way[k][0];
            sl__parts_override = way[k][1];
            snprintf(where, sizeof where, "%s, %d threads, %d parts", chain ? "a chain" : "one by one", way[k][0],
                     way[k][1]);
            bt_test_failures(bt_on_cpu, chain, where);
        }
        sl__cpu_threads_override = sl__parts_override = 0;
        must(sl_finalize());
    }
    unsetenv("STARLOOP_CHAIN");
    unsetenv("STARLOOP_SERIAL_BELOW");
}
