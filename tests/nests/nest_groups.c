/* SPDX-License-Identifier: BSD-3-Clause */
/* Nests with a worker group for each core: all groups that come in time take part, their threads wait for each other,
 * and groups that are busy are not missed. */
#include "nest_groups.h"

#include <string.h>

#include "loop_testing.h"
#include "task/cores.h"

enum { ROWS = 20, COLUMNS = 301, CALLS = 40, MOST_CALLS = 20000 /* on a busy machine */, AT_ONCE = 12 };

typedef struct rows {
    sl_view *x, *sum, *count;
} rows;

static rows rows_make(void)
{
    rows r;
    r.x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(ROWS, COLUMNS));
    r.sum = view_of("sum", SL_DOUBLE, RIGHT, SL_EXTENTS(ROWS));
    r.count = view_of("count", SL_INT32, RIGHT, SL_EXTENTS(ROWS));
    double *p = SL_HOST_WRITE(double, r.x);
    for (int k = 0; k < ROWS * COLUMNS; k++)
        p[k] = k % 17;
    must(sl_host_end(r.x));
    return r;
}

static void rows_free(rows *r)
{
    sl_view_destroy(&r->x);
    sl_view_destroy(&r->sum);
    sl_view_destroy(&r->count);
}

static void rows_run(const rows *r, const char *policy)
{
    must(sl_nest_with(SL_POLICY(.nest = policy, .schedule = SL_STATIC, .where = SL_CPU), ng_rows,
                      SL_BOX(0, ROWS, 0, COLUMNS), r->x, r->sum, r->count));
}

/* @return the threads that have summed each row; 0: they differ, or a sum is wrong. */
static int threads_of(const rows *r)
{
    const double *sum = SL_HOST_READ(double, r->sum);
    const int32_t *count = SL_HOST_READ(int32_t, r->count);
    int threads = count[0];
    for (int i = 0; i < ROWS; i++) {
        double want = 0;
        for (int j = 0; j < COLUMNS; j++)
            want += (i * COLUMNS + j) % 17;
        if (sum[i] != want || count[i] != threads)
            threads = 0;
    }
    must(sl_host_end(r->sum));
    must(sl_host_end(r->count));
    return threads;
}

static void test_all(int all)
{
    rows r = rows_make();
    int wrong = 0, most = 0, odd = 0;
    for (int k = 0; k < CALLS || (most < all && k < MOST_CALLS); k++) {
        rows_run(&r, "equal");
        const int threads = threads_of(&r);
        wrong += threads == 0;
        odd += threads % (all / sl_cpu_workers()) != 0;
        most = threads > most ? threads : most;
    }
    tap_ok(wrong == 0 && odd == 0, "each row is summed by the same threads, those of whole groups");
    is_int(most, all, "which are those of all groups, where these come in time");
    rows_free(&r);
}

/* Only sums count: of a row that is dealt a thread may get nothing. */
static void test_dealt(void)
{
    rows r = rows_make();
    int wrong = 0;
    for (int k = 0; k < CALLS; k++) {
        rows_run(&r, "dealt");
        const double *sum = SL_HOST_READ(double, r.sum);
        for (int i = 0; i < ROWS; i++) {
            double want = 0;
            for (int j = 0; j < COLUMNS; j++)
                want += (i * COLUMNS + j) % 17;
            wrong += sum[i] != want;
        }
        must(sl_host_end(r.sum));
    }
    tap_ok(wrong == 0, "rows that are dealt in chunks");
    rows_free(&r);
}

static void test_at_once(void)
{
    rows r[AT_ONCE];
    int wrong = 0;
    for (int k = 0; k < AT_ONCE; k++)
        r[k] = rows_make();
    for (int turn = 0; turn < 3; turn++)
        for (int k = 0; k < AT_ONCE; k++)
            rows_run(&r[k], "equal");
    for (int k = 0; k < AT_ONCE; k++) {
        wrong += threads_of(&r[k]) == 0;
        rows_free(&r[k]);
    }
    tap_ok(wrong == 0, "groups that are busy with nests of their own are not missed");
}

int main(void)
{
    setenv("STARLOOP_CPU_WORKERS", "core", 1);
    must(sl_init(NULL));
    if (sl_cpu_workers() < 2)
        skip("one core", "nests on several worker groups");
    else {
        sl__gang_always = 1;
        test_all(sl_cpu_cores());
        test_dealt();
        test_at_once();
        sl__cpu_threads_override = 3;
        test_all(3 * sl_cpu_workers());
        test_dealt();
        test_at_once();
        sl__cpu_threads_override = 0;
        sl__gang_always = 0;
    }
    must(sl_finalize());
    return done_testing();
}
