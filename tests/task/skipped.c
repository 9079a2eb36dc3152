/* SPDX-License-Identifier: BSD-3-Clause */
/* A failure is told once. Whoever then calls what is skipped because of it hears of it again, at the next wait and
 * once; what was called before the failure was told is not told again. */
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(sk_bad, (i), scalar(int, code), out(double, 1, x, own));
SL_KERNEL_DECLARE(sk_good, (i), out(double, 1, x, own));
SL_KERNEL_DECLARE(sk_twice, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(sk_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

static sl_view *x, *y, *z, *total;
static sl_index n;

static int function(void *arg)
{
    (void)arg;
    return 0;
}

/* ---- what is skipped --------------------------------------------------------------------------------------- */

static sl_region *region;

static sl_status a_loop(void)
{
    return sl_forall(sk_twice, SL_RANGE(0, n), x, y);
}
static sl_status two_loops(void)
{
    SL_TRY(sl_forall(sk_twice, SL_RANGE(0, n), x, y));
    return sl_forall(sk_twice, SL_RANGE(0, n), y, z);
}
static sl_status many_loops(void)
{
    for (int k = 0; k < 50; k++)
        SL_TRY(sl_forall(sk_twice, SL_RANGE(0, n), k % 2 ? y : x, k % 2 ? z : y));
    return SL_SUCCESS;
}
static sl_status a_reduction(void)
{
    return sl_forall(sk_sum, SL_RANGE(0, n), x, SL_INTO(total, 0));
}
static sl_status a_host_task(void)
{
    return sl_task(function, NULL, SL_R(x), SL_W(y));
}
static sl_status a_region(void)
{
    return sl_region_run(region);
}

static const struct {
    const char *name;
    sl_status (*call)(void);
} skipped[] = {
    {"a loop", a_loop},           {"a loop and another that needs it", two_loops},
    {"fifty loops", many_loops},  {"a reduction into a view", a_reduction},
    {"a host task", a_host_task}, {"a region", a_region},
};
enum { SKIPPED = sizeof skipped / sizeof *skipped };

/* ---- who tells --------------------------------------------------------------------------------------------- */

static sl_status by_wait(void)
{
    return sl_wait();
}
static sl_status by_event(void)
{
    sl_event *event = NULL;
    SL_TRY(sl_event_record(&event));
    sl_status status = sl_event_wait(event);
    sl_event_destroy(&event);
    return status;
}
static sl_status by_view(void)
{
    return sl_view_wait(x);
}
static sl_status by_host(void)
{
    return SL_HOST_READ(double, x) == NULL ? sl_last_status() : SL_SUCCESS;
}

static const struct {
    const char *name;
    sl_status (*wait)(void);
} tells[] = {{"sl_wait", by_wait}, {"an event", by_event}, {"the view", by_view}, {"host access", by_host}};
enum { TELLS = sizeof tells / sizeof *tells };

/* ---- */

static void fail(int code)
{
    char text[64];
    must(sl_forall(sk_good, SL_RANGE(0, n), x)); /* so that it is a new failure */
    must(sl_wait());
    snprintf(text, sizeof text, "the body raised %d", code);
    must(sl_forall(sk_bad, SL_RANGE(0, n), code, x));
}

static void test_again(int s, int t)
{
    char text[64];
    const int code = 100 + 10 * s + t;
    snprintf(text, sizeof text, "the body raised %d", code);
    fail(code);
    is_int(tells[t].wait(), SL_ERR_RAISED, "%s tells of a failure", tells[t].name);
    is_int(sl_wait(), SL_SUCCESS, "and sl_wait does not again, as long as nothing is skipped");
    for (int round = 0; round < 2; round++) {
        sl_clear_error();
        must(skipped[s].call());
        is_int(round == 0 ? sl_wait() : by_event(), SL_ERR_RAISED, "after %s, %s told: it is said again",
               skipped[s].name, tells[t].name);
        like(sl_last_error(), text, "with the text of the failure");
        is_int(sl_wait(), SL_SUCCESS, "once");
    }
}

/* What was called before is not told of by itself, whenever it comes to be skipped. */
static void test_before(int s, int t)
{
    fail(200 + s);
    must(skipped[s].call());
    is_int(tells[t].wait(), SL_ERR_RAISED, "%s tells of a failure, before %s has been skipped perhaps", tells[t].name,
           skipped[s].name);
    is_int(sl_wait(), SL_SUCCESS, "and it is not said again");
}

/* A call that waits says so itself. */
static void test_waiting(void)
{
    double s = 0;
    fail(7);
    is_int(sl_wait(), SL_ERR_RAISED, "a failure is told");
    is_int(sl_reduce(sk_sum, SL_RANGE(0, n), x, &s), SL_ERR_RAISED, "a reduction that waits says it again");
    is_int(sl_wait(), SL_SUCCESS, "and sl_wait need not");
    must(sl_forall(sk_good, SL_RANGE(0, n), x));
    must(sl_forall(sk_twice, SL_RANGE(0, n), x, y));
    is_int(sl_wait(), SL_SUCCESS, "a view that is written anew is good again");
}

static void test_size(sl_index size, int parts)
{
    n = size;
    x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    z = view_of("z", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    total = view_of("total", SL_DOUBLE, RIGHT, SL_EXTENTS(1));
    if (parts > 1) {
        must(sl_view_split(x, SL_SPLIT(parts)));
        must(sl_view_split(y, SL_SPLIT(parts)));
    }
    diag("%lld elements, %d parts", (long long)n, parts);
    must(sl_region_begin(&region));
    must(sl_forall(sk_twice, SL_RANGE(0, n), x, y));
    must(sl_forall(sk_twice, SL_RANGE(0, n), y, z));
    must(sl_region_end(region));
    for (int s = 0; s < SKIPPED; s++)
        for (int t = 0; t < TELLS; t++) {
            test_again(s, t);
            test_before(s, t);
        }
    test_waiting();
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&total);
}

int main(void)
{
    static const int workers[] = {SL_WORKERS_MACHINE, SL_WORKERS_CORE};
    sl_log_set_handler(misuse_count, NULL);
    for (int w = 0; w < 2; w++) {
        must(sl_init(&(sl_config){.cpu_workers = workers[w]}));
        test_size(10, 1);
        test_size(100000, 1);
        test_size(1000, 4);
        must(sl_finalize());
    }
    return done_testing();
}
