/* SPDX-License-Identifier: BSD-3-Clause */
/* Views of a region that change places: back and forth, with others that it did not know, in subviews and targets,
 * against plain C; and what is refused. */
#include <math.h>

#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(rv_smooth, (i), in(double, 1, u, halo(1)), inout(double, 1, w, own));
SL_KERNEL_DECLARE(rv_edges, (i), in(double, 1, part, own), inout(double, 1, w, own));
SL_KERNEL_DECLARE(rv_sum, (i), in(double, 1, w, own), reduce(double, sum, s));

enum { MOST = 5000 };

static double value(int i)
{
    return sin(0.1 * i) + (double)(i % 7);
}

static void fill(sl_view *v, int n)
{
    double *p = SL_HOST_WRITE(double, v);
    for (int i = 0; p && i < n; i++)
        p[i] = value(i);
    must(sl_host_end(v));
}

static int differing(sl_view *v, const double want[], int n)
{
    const double *p = SL_HOST_READ(double, v);
    int wrong = p == NULL;
    for (int i = 0; p && i < n; i++)
        if (p[i] != want[i] && wrong++ == 0)
            diag("%s[%d]: got %.17g, want %.17g", sl_view_label(v), i, p[i], want[i]);
    must(sl_host_end(v));
    return wrong;
}

/* One step of the region, in plain C. */
static double step(const double u[], double w[], int n)
{
    double sum = 0;
    for (int i = 1; i < n - 1; i++)
        w[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]);
    for (int i = 0; i < n / 2; i++)
        w[i] += u[n / 4 + i];
    for (int i = 0; i < n; i++)
        sum += w[i];
    return sum;
}

static sl_view *line(const char *label, int n, int wrapped)
{
    static double memory[4][MOST];
    static int used;
    sl_view *v = NULL;
    if (wrapped)
        must(sl_view_wrap(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), memory[used++ % 4], &v));
    else
        must(sl_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &v));
    return v;
}

static sl_region *record(sl_view *u, sl_view *w, sl_view *s, sl_policy p, int n)
{
    sl_region *region = NULL;
    sl_view *part = NULL;
    must(sl_subview(u, &part, SL_PAIR(n / 4, n / 4 + n / 2)));
    must(sl_region_begin(&region));
    must(sl_forall_with(p, rv_smooth, SL_RANGE(1, n - 1), u, w));
    must(sl_forall_with(p, rv_edges, SL_RANGE(0, n / 2), part, w));
    must(sl_forall_with(p, rv_sum, SL_RANGE(0, n), w, SL_INTO(s)));
    must(sl_region_end(region));
    sl_view_destroy(&part);
    return region;
}

static void test_back_and_forth(int n, int wrapped, sl_policy policy)
{
    static double plain[3][MOST], sums[2];
    sl_view *u = line("u", n, wrapped), *w = line("w", n, wrapped), *x = line("x", n, wrapped), *s[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++)
        must(sl_view_create(k ? "t" : "s", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s[k]));
    fill(u, n);
    must(sl_view_fill(w, SL_DOUBLE, &(double){0}));
    must(sl_view_fill(x, SL_DOUBLE, &(double){0}));
    memset(plain, 0, sizeof plain);
    for (int i = 0; i < n; i++)
        plain[0][i] = value(i);
    sl_region *region = record(u, w, s[0], policy, n);
    for (int k = 0; k < 9; k++) {
        must(sl_region_run(region));
        sums[k % 2] = step(plain[k % 2], plain[(k + 1) % 2], n);
        must(sl_region_set_view(region, u, w));
        must(sl_region_set_view(region, s[k % 2], s[(k + 1) % 2]));
    }
    is_int(differing(u, plain[0], n) + differing(w, plain[1], n), 0, "%d elements%s: nine steps back and forth", n,
           wrapped ? ", wrapped" : "");
    for (int k = 0; k < 2; k++) {
        const double *p = SL_HOST_READ(double, s[k]);
        ok(p && fabs(*p - sums[k]) <= 1e-9 * (1 + fabs(sums[k])), "the sum of %s steps goes to %s", k ? "even" : "odd",
           sl_view_label(s[k]));
        must(sl_host_end(s[k]));
    }
    /* The region reads w now, and writes u: x comes in for it. Nothing else is touched by the run. */
    must(sl_region_set_view(region, u, x));
    must(sl_region_run(region));
    step(plain[1], plain[2], n);
    is_int(differing(x, plain[2], n) + differing(u, plain[0], n) + differing(w, plain[1], n), 0,
           "another view takes the place of one");
    sl_view_destroy(&u);
    if (!wrapped) {
        must(sl_region_run(region));
        step(plain[1], plain[2], n);
        is_int(differing(x, plain[2], n), 0, "the view that it had is not needed any more");
    } else {
        is_int(sl_region_run(region), SL_SUCCESS, "a wrapped view that it had may be destroyed");
    }
    sl_region_destroy(&region);
    sl_view_destroy(&w);
    sl_view_destroy(&x);
    sl_view_destroy(&s[0]);
    sl_view_destroy(&s[1]);
}

static void test_refused(void)
{
    enum { N = 20 };
    const sl_policy p = {0};
    sl_view *u = line("u", N, 0), *w = line("w", N, 0), *other = line("other", N, 0), *s = NULL, *wide = NULL;
    sl_view *floats = NULL, *longer = line("longer", N + 1, 0), *part = NULL, *only = NULL, *later = NULL;
    sl_region *region = NULL, *empty = NULL;
    must(sl_view_create("s", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s));
    must(sl_view_create("floats", SL_FLOAT, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &floats));
    must(sl_view_create("wide", SL_DOUBLE, SL_LAYOUT_STRIDE(2), SL_EXTENTS(N), &wide));
    must(sl_view_create("later", SL_DOUBLE, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, 1), SL_EXTENTS(N), &later));
    must(sl_subview(longer, &part, SL_PAIR(0, N)));
    must(sl_view_readonly(other, &only));
    region = record(u, w, s, p, N);
    refused(sl_region_set_view(NULL, u, w), SL_ERR_ARGUMENT, "no region", "sl_region_set_view: region", "got NULL");
    refused(sl_region_set_view(region, NULL, w), SL_ERR_ARGUMENT, "no view", "view: expected a view, got NULL");
    refused(sl_region_set_view(region, u, NULL), SL_ERR_ARGUMENT, "no other view", "with: expected a view, got NULL");
    refused(sl_region_set_view(region, other, u), SL_ERR_ARGUMENT, "a view that it does not use",
            "view: expected one that the region uses, got \"other\"");
    refused(sl_region_set_view(region, u, floats), SL_ERR_TYPE, "another type", "with: expected double", "\"floats\"");
    refused(sl_region_set_view(region, u, s), SL_ERR_RANK, "another rank", "with: expected rank 1", "\"s\" of rank 0");
    refused(sl_region_set_view(region, u, longer), SL_ERR_EXTENT, "another extent", "expected extent 20", "got 21");
    refused(sl_region_set_view(region, u, wide), SL_ERR_EXTENT, "another stride", "expected stride 1", "\"wide\"");
    refused(sl_region_set_view(region, u, later), SL_ERR_EXTENT, "another first index", "first index 0", "\"later\"");
    refused(sl_region_set_view(region, u, part), SL_ERR_UNSUPPORTED, "a subview", "a view with memory of its own");
    refused(sl_region_set_view(region, u, only), SL_ERR_ARGUMENT, "one for reading only", "sl_view_readonly()");
    must(sl_region_begin(&empty));
    refused(sl_region_set_view(empty, u, w), SL_ERR_STATE, "one that is being recorded", "it is being recorded");
    must(sl_region_end(empty));
    refused(sl_region_set_view(empty, u, w), SL_ERR_ARGUMENT, "an empty one",
            "view: expected one that the region uses");
    must(sl_region_run(region));
    const double *q = SL_HOST_READ(double, s);
    is_int(q && *q == 0 ? 0 : 1, 0, "the region still runs as it did");
    must(sl_host_end(s));
    sl_region_destroy(&region);
    sl_region_destroy(&empty);
    sl_view *all[] = {u, w, other, s, wide, floats, longer, part, only, later};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        sl_view_destroy(&all[k]);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    for (int core = 0; core < 2; core++) {
        must(sl_init(&(sl_config){.cpu_workers = core ? SL_WORKERS_CORE : SL_WORKERS_DEFAULT}));
        const int sizes[] = {4, 101, MOST};
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int wrapped = 0; wrapped < 2; wrapped++)
                test_back_and_forth(sizes[k], wrapped, (sl_policy){0});
        test_back_and_forth(1000, 0, SL_POLICY(.schedule = SL_DYNAMIC));
        test_refused();
        must(sl_finalize());
    }
    return done_testing();
}
