/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief For where and where_cxx: calls of kernels that are refused, and loops that fail, each way a loop can go, name
 *  the program's call. The same in C and in C++. */
#ifndef STARLOOP_TESTS_WHERE_LOOPS_H
#define STARLOOP_TESTS_WHERE_LOOPS_H

#include <starloop.h>

#include "tap.h"

SL_KERNEL_DECLARE(wh_root, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(wh_copy, (i), in(double, 1, x), inout(double, 1, y, own));
SL_KERNEL_DECLARE(wh_sum, (i), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(wh_offsets, (i), in(double, 1, x, own), out(double, 1, y, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(wh_nest, (i), in(double, 1, x), inout(double, 1, y));
SL_KERNEL_DECLARE(wh_team, (t), in(double, 1, x), inout(double, 1, y));

enum { WHERE_N = 100 };
static sl_view *where_x, *where_y; /* each of x is negative */

/* Whether the last error says twice in which function it is. */
static int where_twice_named(void)
{
    char name[64], twice[160];
    if (sscanf(sl_last_error(), "%63[a-z_0-9]:", name) != 1)
        return 0;
    snprintf(twice, sizeof twice, "%s: %s", name, name);
    if (strstr(sl_last_error(), twice) != NULL)
        return 1;
    snprintf(twice, sizeof twice, "kernel %s", name);
    return strstr(sl_last_error(), twice) != NULL;
}

/* That the last error ends with a place in the program. */
__attribute__((unused)) static void where_ends(const char *want, int line, const char *what)
{
    const char *got = sl_last_error();
    const size_t length = strlen(got), end = strlen(want);
    if (!tap_ok(length > end && strcmp(got + length - end, want) == 0, "%s names its line", what))
        diag("line %d: got \"%s\", want it to end with \"%s\"", line, got, want);
    if (where_twice_named())
        ok(0, "%s: it names its function once, got \"%s\"", what, got);
    sl_clear_error();
}

__attribute__((unused)) static void where_is(const char *file, int line, const char *what)
{
    char want[256];
    snprintf(want, sizeof want, "(called at %s:%d)", file, line);
    where_ends(want, line, what);
}

/* That it ends with a recorded call and the run of its region. */
__attribute__((unused)) static void where_run_is(int line, int run_line, const char *what)
{
    char want[512];
    snprintf(want, sizeof want, "(called at %s:%d, in the region run at %s:%d)", __FILE__, line, __FILE__, run_line);
    where_ends(want, line, what);
}

/** The call is refused, or fails at once, and names this line. */
#define REFUSED_HERE(call) \
    do { \
        sl_clear_error(); \
        (void)(call); \
        where_is(__FILE__, __LINE__, #call); \
    } while (0)

/** What the call has queued fails, and the wait names this line. */
#define FAILS_HERE(what, call) \
    do { \
        SL_VIEW_FILL(double, where_y, 0.0); \
        (void)sl_wait(); \
        sl_clear_error(); \
        if ((call) == SL_SUCCESS) \
            (void)sl_wait(); \
        where_is(__FILE__, __LINE__, what); \
    } while (0)

__attribute__((unused)) static int where_fail(void *arg)
{
    (void)arg;
    return 3;
}

__attribute__((unused)) static void where_make(void)
{
    if (sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(WHERE_N), &where_x) != SL_SUCCESS ||
        sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(WHERE_N), &where_y) != SL_SUCCESS)
        ok(0, "two views: %s", sl_last_error());
    SL_VIEW_FILL(double, where_x, -1.0);
    SL_VIEW_FILL(double, where_y, 0.0);
    sl_wait();
}

__attribute__((unused)) static void where_refused(void)
{
    sl_view *x = where_x, *y = where_y;
    double s = 0;
    REFUSED_HERE(sl_forall(wh_root, SL_RANGE(0, WHERE_N + 1), x, y));
    REFUSED_HERE(sl_forall_with(SL_POLICY(.synchronous = 1), wh_root, SL_RANGE(-1, 3), x, y));
    REFUSED_HERE(sl_forall(wh_root, SL_RANGE(0, WHERE_N), x, x));
    REFUSED_HERE(sl_reduce(wh_sum, SL_RANGE(0, WHERE_N + 1), x, &s));
    REFUSED_HERE(sl_reduce_with(SL_POLICY(.chunk = -1), wh_sum, SL_RANGE(0, WHERE_N), x, &s));
    REFUSED_HERE(sl_forall(wh_sum, SL_RANGE(0, WHERE_N), x, &s));
    REFUSED_HERE(sl_forall(wh_sum, SL_RANGE(0, WHERE_N), x, SL_INTO(y, WHERE_N)));
    REFUSED_HERE(sl_forall(wh_root, SL_RANGE_STRIDE(0, WHERE_N + 3, 3), x, y));
    REFUSED_HERE(sl_forall(wh_root, SL_RANGE_STRIDE(0, WHERE_N, 0), x, y));
    REFUSED_HERE(sl_reduce(wh_offsets, SL_RANGE(0, WHERE_N + 1), x, y, &s));
    REFUSED_HERE(sl_nest(wh_nest, SL_BOX(0, 1, 0, 1), x, y));
    REFUSED_HERE(sl_nest_with(SL_POLICY(.nest = "none"), wh_nest, SL_RANGE(0, WHERE_N), x, y));
    REFUSED_HERE(sl_launch(SL_POLICY(.league = -1), wh_team, x, y));
    REFUSED_HERE(sl_launch(SL_POLICY(.league = 1), wh_root, x, y));
}

__attribute__((unused)) static void where_failed(void)
{
    sl_view *x = where_x, *y = where_y;
    double s = 0;
    for (int k = 0; k < 3; k++) /* at first queued, then in the calling thread if that is allowed */
        FAILS_HERE("a loop", sl_forall(wh_root, SL_RANGE(0, WHERE_N), x, y));
    FAILS_HERE("a loop that is waited for", sl_forall_with(SL_POLICY(.synchronous = 1), wh_root, SL_RANGE(0, 3), x, y));
    FAILS_HERE("a reduction", sl_reduce(wh_sum, SL_RANGE(0, WHERE_N), x, &s));
    FAILS_HERE("a scan", sl_reduce(wh_offsets, SL_RANGE(0, WHERE_N), x, y, &s));
    FAILS_HERE("a nest", sl_nest(wh_nest, SL_RANGE(0, WHERE_N), x, y));
    FAILS_HERE("teams", sl_launch(SL_POLICY(.league = WHERE_N), wh_team, x, y));
    FAILS_HERE("a host task", sl_task(where_fail, NULL, SL_RW(y)));
    SL_VIEW_FILL(double, y, 0.0);
    sl_wait();
}

/* Makes a view good again that a failure has spoilt. */
__attribute__((unused)) static void where_mend(void)
{
    SL_VIEW_FILL(double, where_y, 0.0);
    (void)sl_wait();
    sl_clear_error();
}

/* A call of a region that fails has its line, and that of the run, of which there may be many. */
#define RUN_FAILS(region, line, what) \
    do { \
        where_mend(); \
        if (sl_region_run(region) == SL_SUCCESS) \
            (void)sl_wait(); \
        where_run_is(line, __LINE__, what); \
    } while (0)

__attribute__((unused)) static void where_region_of(sl_region *region, int line, const char *what)
{
    for (int k = 0; k < 3; k++) /* as where_failed() has it */
        RUN_FAILS(region, line, what);
    RUN_FAILS(region, line, what);
    where_mend();
    int run = 0;
    for (int k = 0; k < 2; k++) {
        run = __LINE__ + 1;
        ok(sl_region_run(region) == SL_SUCCESS || k > 0, "a run, and one that is skipped");
    }
    (void)sl_wait();
    where_run_is(line, run, what);
    where_mend();
}

__attribute__((unused)) static void where_region(void)
{
    sl_region *region = NULL;
    ok(sl_region_begin(&region) == SL_SUCCESS, "a region");
    int line = __LINE__ + 1;
    (void)sl_forall(wh_root, SL_RANGE(0, WHERE_N), where_x, where_y);
    ok(sl_region_end(region) == SL_SUCCESS, "with a loop");
    where_region_of(region, line, "a loop of a region");
    ok(sl_region_begin(&region) == SL_SUCCESS, "the same one");
    line = __LINE__ + 1;
    (void)sl_task(where_fail, NULL, SL_RW(where_y));
    ok(sl_region_end(region) == SL_SUCCESS, "with a host task");
    where_region_of(region, line, "a host task of a region");
    ok(sl_region_begin(&region) == SL_SUCCESS, "the same one");
    (void)sl_forall(wh_copy, SL_RANGE(0, WHERE_N), where_x, where_y);
    line = __LINE__ + 1;
    (void)sl_nest(wh_nest, SL_RANGE(0, WHERE_N), where_x, where_y);
    (void)sl_forall(wh_copy, SL_RANGE(0, WHERE_N), where_x, where_y);
    ok(sl_region_end(region) == SL_SUCCESS, "with three loops");
    where_region_of(region, line, "a nest between loops of a region");
    sl_region_destroy(&region);
}

/* A region over split views, which a run puts together. */
__attribute__((unused)) static void where_region_split(void)
{
    sl_region *region = NULL;
    sl_region_begin(&region);
    const int line = __LINE__ + 1;
    (void)sl_forall(wh_root, SL_RANGE(0, WHERE_N), where_x, where_y);
    ok(sl_region_end(region) == SL_SUCCESS, "a region");
    where_mend();
    ok(sl_view_split(where_y, SL_SPLIT(3)) == SL_SUCCESS, "whose view is split");
    (void)sl_region_run(region);
    const int run = __LINE__ - 1;
    (void)sl_wait();
    where_run_is(line, run, "a loop of a region over a split view");
    sl_view_join(where_y);
    sl_region_destroy(&region);
    where_mend();
}

/* What is skipped names the call behind it. */
__attribute__((unused)) static void where_skipped(void)
{
    double s = 0;
    sl_clear_error();
    const int line = __LINE__ + 1;
    (void)sl_forall(wh_root, SL_RANGE(0, WHERE_N), where_x, where_y);
    (void)sl_reduce(wh_sum, SL_RANGE(0, WHERE_N), where_y, &s);
    where_is(__FILE__, line, "what a skipped reduction says");
    sl_wait();
    SL_VIEW_FILL(double, where_y, 0.0);
    sl_wait();
}

/* Loops over parts. */
__attribute__((unused)) static void where_split(void)
{
    sl_view_split(where_x, SL_SPLIT(3));
    sl_view_split(where_y, SL_SPLIT(3));
    FAILS_HERE("a loop over split views", sl_forall(wh_root, SL_RANGE(0, WHERE_N), where_x, where_y));
    sl_view_join(where_x);
    sl_view_join(where_y);
    SL_VIEW_FILL(double, where_y, 0.0);
    sl_wait();
}

__attribute__((unused)) static void where_loops(void)
{
    where_make();
    where_refused();
    where_failed();
    where_region();
    where_region_split();
    where_skipped();
    where_split();
    sl_view_destroy(&where_x);
    sl_view_destroy(&where_y);
}

#endif
