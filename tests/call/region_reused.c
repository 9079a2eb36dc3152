/* SPDX-License-Identifier: BSD-3-Clause */
/* Solvers that come and go record the same loops each time, and on a GPU their regions use the graphs of those before
 * them: over other views, of other strides and layouts, with other scalars, at times while others are alive. Compared
 * with plain loops over arrays; all numbers are whole. */
#include <stdlib.h>

#include "loop_testing.h"

SL_KERNEL_DECLARE(rr_mix, (i, j), scalar(double, a), in(double, 2, x, own), inout(double, 2, y, own));
SL_KERNEL_DECLARE(rr_sum, (i, j), in(double, 2, y, own), reduce(double, sum, total), reduce(double, max, most));
SL_KERNEL_DECLARE(rr_step, (i, j), in(double, 0, most), inout(double, 2, x, own));

#define GPU SL_POLICY(.where = SL_CUDA)

enum { ROWS = 37, COLUMNS = 45, CELLS = ROWS * COLUMNS, ALIVE = 3 };

/* A solver, and what its views should be. */
typedef struct solver {
    sl_view *x, *y, *total, *most;
    sl_region *region;
    double a, sum, greatest;
    double want_x[CELLS], want_y[CELLS];
} solver;

static sl_view *field(const char *label, const double want[], int wider, int left)
{
    sl_view *view = NULL;
    must(sl_view_create(label, SL_DOUBLE, left ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT,
                        SL_EXTENTS(ROWS + wider, COLUMNS + 2 * wider), &view));
    double *p = SL_HOST_WRITE(double, view);
    const sl_index s0 = sl_view_stride(view, 0), s1 = sl_view_stride(view, 1);
    for (int i = 0; p && i < ROWS + wider; i++)
        for (int j = 0; j < COLUMNS + 2 * wider; j++)
            p[i * s0 + j * s1] = i < ROWS && j < COLUMNS ? want[i * COLUMNS + j] : -1;
    must(sl_host_end(view));
    return view;
}

static void make(solver *s, uint64_t *seed, int loops)
{
    const sl_space cells = SL_BOX(0, ROWS, 0, COLUMNS);
    const int left = random_below(seed, 4) == 0; /* another function of the kernel */
    s->a = 1 + random_below(seed, 3);
    for (int c = 0; c < CELLS; c++) {
        s->want_x[c] = random_below(seed, 10);
        s->want_y[c] = random_below(seed, 100);
    }
    s->x = field("x", s->want_x, random_below(seed, 3), left);
    s->y = field("y", s->want_y, random_below(seed, 3), left);
    must(sl_view_create("total", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s->total));
    must(sl_view_create("most", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s->most));
    s->region = NULL;
    must(sl_region_begin(&s->region));
    for (int l = 0; l < loops; l++)
        must(sl_forall_with(GPU, rr_mix, cells, s->a, s->x, s->y));
    must(sl_forall_with(GPU, rr_sum, cells, s->y, SL_INTO(s->total), SL_INTO(s->most)));
    must(sl_forall_with(GPU, rr_step, cells, s->most, s->x));
    must(sl_region_end(s->region));
}

static void expect(solver *s, int loops)
{
    s->sum = 0;
    s->greatest = -INFINITY;
    for (int c = 0; c < CELLS; c++) {
        s->want_y[c] += loops * s->a * s->want_x[c];
        s->sum += s->want_y[c];
        s->greatest = s->want_y[c] > s->greatest ? s->want_y[c] : s->greatest;
    }
    for (int c = 0; c < CELLS; c++)
        s->want_x[c] = s->want_x[c] == s->greatest ? 1 : s->want_x[c] + 1;
}

static void destroy(solver *s)
{
    sl_region_destroy(&s->region);
    sl_view_destroy(&s->x);
    sl_view_destroy(&s->y);
    sl_view_destroy(&s->total);
    sl_view_destroy(&s->most);
}

static double value_of(sl_view *view)
{
    const double *p = SL_HOST_READ(double, view);
    const double value = p ? *p : NAN;
    if (p)
        must(sl_host_end(view));
    return value;
}

/* Wrong elements, those around the cells included. */
static long off(sl_view *view, const double want[])
{
    long wrong = 0;
    const double *p = SL_HOST_READ(double, view);
    for (sl_index i = 0; p && i < sl_view_extent(view, 0); i++)
        for (sl_index j = 0; j < sl_view_extent(view, 1); j++) {
            const double got = p[i * sl_view_stride(view, 0) + j * sl_view_stride(view, 1)];
            const double wanted = i < ROWS && j < COLUMNS ? want[i * COLUMNS + j] : -1;
            if (got != wanted && wrong++ == 0)
                diag("%s[%lld, %lld]: got %g, want %g", sl_view_label(view), (long long)i, (long long)j, got, wanted);
        }
    if (p)
        must(sl_host_end(view));
    return p ? wrong : CELLS;
}

static long off_solver(solver *s)
{
    return off(s->x, s->want_x) + off(s->y, s->want_y) + (value_of(s->total) != s->sum) +
           (value_of(s->most) != s->greatest);
}

/* Solvers one after another, of which up to ALIVE are alive. @return graphs that were not built, but used again. */
static int64_t run_solvers(int solvers, int loops, uint64_t seed, long *wrong, int64_t *captures)
{
    solver *all = calloc(ALIVE, sizeof *all);
    int64_t reused = 0;
    *wrong = *captures = 0;
    for (int n = 0; all && n < solvers; n++) {
        solver *s = &all[n % ALIVE];
        sl_region_counts counts;
        if (n >= ALIVE)
            destroy(s);
        make(s, &seed, loops);
        for (int run = 1 + random_below(&seed, 4); run > 0; run--) {
            must(sl_region_run(s->region));
            expect(s, loops);
            if (random_below(&seed, 3) == 0)
                *wrong += value_of(s->total) != s->sum; /* from then on it is told */
        }
        *wrong += off_solver(s);
        must(sl_region_count(s->region, &counts));
        reused += counts.reused;
        *captures += counts.captures;
    }
    for (int n = 0; all && n < ALIVE; n++)
        destroy(&all[n]);
    free(all);
    return reused;
}

static void test_solvers(void)
{
    enum { SOLVERS = 60 };
    long wrong;
    int64_t captures;
    const int64_t reused = run_solvers(SOLVERS, 3, 7, &wrong, &captures);
    is_int(wrong, 0, "%d solvers that come and go compute what plain loops do", SOLVERS);
    ok(captures >= SOLVERS, "each has a graph on the GPU: %lld", (long long)captures);
    ok(reused >= SOLVERS / 2, "most of these are those of solvers that are gone: %lld", (long long)reused);
    const int64_t more = run_solvers(SOLVERS, 5, 8, &wrong, &captures);
    is_int(wrong, 0, "and so do %d that record more loops", SOLVERS);
    ok(more >= SOLVERS / 2 && more < captures, "which have graphs of their own: %lld of %lld are used again",
       (long long)more, (long long)captures);
}

/* More different regions than graphs are kept. */
static void test_many(void)
{
    enum { LENGTHS = 50 };
    long all = 0;
    for (int round = 0; round < 2; round++)
        for (int loops = 1; loops <= LENGTHS; loops++) {
            long wrong;
            int64_t captures;
            (void)run_solvers(ALIVE + 1, loops, (uint64_t)(100 * round + loops), &wrong, &captures);
            all += wrong;
        }
    is_int(all, 0, "regions of 3 to %d loops, twice, compute what plain loops do", LENGTHS + 2);
}

int main(void)
{
    unsetenv("STARLOOP_PROFILE"); /* then loops are launched one by one */
    unsetenv("STARLOOP_TRACE");
    must(sl_init(NULL));
    const int gpus = have_gpu("graphs that are used again");
    if (gpus) {
        test_solvers();
        test_many();
    }
    is_int(sl_finalize(), SL_SUCCESS, "the library ends, with graphs that no region has");
    if (gpus) {
        long wrong;
        int64_t captures;
        must(sl_init(NULL));
        const int64_t reused = run_solvers(2, 3, 9, &wrong, &captures);
        ok(wrong == 0 && reused == 0, "after sl_init() there are none any more: %lld", (long long)reused);
        must(sl_finalize());
    }
    return done_testing();
}
