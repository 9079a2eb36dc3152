/* SPDX-License-Identifier: BSD-3-Clause */
/* A loop whose declared halo leaves a view is logged in the log, at level info, once for each kernel and argument. */
#include <string.h>

#include "loop_testing.h"

SL_KERNEL_DECLARE(ht_below, (i), in(double, 1, u, halo(1)), out(double, 1, w, own));
SL_KERNEL_DECLARE(ht_above, (i), in(double, 1, u, halo(1)), out(double, 1, w, own));
SL_KERNEL_DECLARE(ht_inside, (i), in(double, 1, u, halo(1)), out(double, 1, w, own));
SL_KERNEL_DECLARE(ht_empty, (i), in(double, 1, u, halo(1)), out(double, 1, w, own));
SL_KERNEL_DECLARE(ht_quiet, (i), in(double, 1, u, halo(1)), out(double, 1, w, own));
SL_KERNEL_DECLARE(ht_region, (i), in(double, 1, u, halo(1)), out(double, 1, w, own));
SL_KERNEL_DECLARE(ht_both, (i, j), in(double, 2, u, halo(0, 2)), in(double, 2, v, SL_HALO(1)), out(double, 2, w, own));

enum { N = 20 };

static int logged, level_logged;
static char text_logged[512];

static void count(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file;
    (void)line;
    (void)arg;
    if (strstr(text, "around the loop's indices") == NULL)
        return;
    logged++;
    level_logged = (int)level;
    snprintf(text_logged, sizeof text_logged, "%s", text);
}

static sl_view *u, *w;

static void test_line(void)
{
    must(sl_forall(ht_inside, SL_RANGE(1, N - 1), u, w));
    is_int(logged, 0, "a halo that stays inside is not logged");
    must(sl_forall(ht_inside, SL_RANGE(0, 3), u, w));
    is_int(logged, 1, "one that leaves the view is, by a later call, too");
    must(sl_forall(ht_below, SL_RANGE(0, N - 1), u, w));
    is_int(logged, 2, "below the first element");
    is_int(level_logged, SL_LOG_INFO, "at level info");
    is_str(text_logged,
           "sl_forall: kernel ht_below, argument u: halo(1) around the loop's indices [0, 19) leaves [0, 20) of "
           "dimension 0 of \"u\": at that edge the body is to look to one side only",
           "with kernel, argument, halo, indices and view");
    for (int k = 0; k < 5; k++)
        must(sl_forall(ht_below, SL_RANGE(0, N), u, w));
    is_int(logged, 2, "once");
    must(sl_forall(ht_above, SL_RANGE(1, N), u, w));
    is_int(logged, 3, "above the last element, of another kernel");
    must(sl_forall(ht_empty, SL_RANGE(5, 5), u, w));
    must(sl_forall(ht_empty, SL_RANGE(-7, -9), u, w));
    is_int(logged, 3, "an empty loop looks nowhere");
}

static void test_plane(void)
{
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(9, 11)),
            *b = view_of("b", SL_DOUBLE, LEFT, SL_EXTENTS(9, 11));
    sl_view *c = view_of("c", SL_DOUBLE, RIGHT, SL_EXTENTS(9, 11));
    logged = 0;
    must(sl_forall(ht_both, SL_BOX(1, 8, 2, 9), a, b, c));
    is_int(logged, 0, "two arguments, both inside");
    must(sl_forall(ht_both, SL_BOX(0, 8, 2, 9), a, b, c));
    is_int(logged, 1, "one leaves its view");
    ok(strstr(text_logged, "argument v: SL_HALO(1) ") && strstr(text_logged, "dimension 0 of \"b\""), "and is named");
    must(sl_forall(ht_both, SL_BOX(1, 8, 1, 9), a, b, c));
    is_int(logged, 2, "the other one is logged by itself");
    ok(strstr(text_logged, "argument u: halo(0, 2) ") && strstr(text_logged, "dimension 1 of \"a\""), "and is named");
    must(sl_wait());
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    sl_view_destroy(&c);
}

static void test_others(void)
{
    sl_region *region = NULL;
    logged = 0;
    must(sl_region_begin(&region));
    must(sl_forall(ht_region, SL_RANGE(0, N), u, w));
    must(sl_region_end(region));
    must(sl_region_run(region));
    must(sl_region_run(region));
    is_int(logged, 1, "in a region it is logged when it is recorded");
    sl_region_destroy(&region);
    sl_log_set_level(SL_LOG_WARN);
    must(sl_forall(ht_quiet, SL_RANGE(0, N), u, w));
    is_int(logged, 1, "below level info nothing is logged");
    sl_log_set_level(SL_LOG_INFO);
    must(sl_forall(ht_quiet, SL_RANGE(0, N), u, w));
    is_int(logged, 2, "and it is not lost by that");
    must(sl_wait());
}

int main(void)
{
    sl_log_set_level(SL_LOG_INFO);
    sl_log_set_handler(count, NULL);
    must(sl_init(NULL));
    u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    w = view_of("w", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    test_line();
    test_plane();
    test_others();
    sl_view_destroy(&u);
    sl_view_destroy(&w);
    must(sl_finalize());
    return done_testing();
}
