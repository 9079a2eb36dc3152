/* SPDX-License-Identifier: BSD-3-Clause */
/* Host tasks in regions: random sequences of loops and host tasks over views, whole or in part, that change places now
 * and then, against plain C; failures; tasks with many views. */
#include "config.h"

#include "loop_testing.h"
#include "misuse.h"
#include "random_programs.h"

SL_KERNEL_DECLARE(rt_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));

enum { VIEWS = 4, MOST = 2000, CALLS = 12, MANY = 40 };

/* One recorded call: y += a * x, or y = x reversed plus a, in elements [lo, n). */
typedef struct step {
    int task, x, y, lo, n;
    double a;
    sl_view *from, *to; /* what a host task asks for: subviews where lo > 0 */
} step;

static uint64_t seed;

static int pick(int n)
{
    return (int)below(&seed, n);
}

static double plain[VIEWS][MOST];
static sl_view *view[VIEWS];
static _Atomic int calls;

static void plain_step(const step *s, const int place[])
{
    const double *x = plain[place[s->x]];
    double *y = plain[place[s->y]];
    for (int i = s->lo; i < s->n; i++)
        y[i] = s->task ? x[s->n - 1 - (i - s->lo)] + s->a : y[i] + s->a * x[i];
}

static int reverse(void *arg)
{
    const step *s = arg;
    const double *x = sl_task_data(s->from);
    double *y = sl_task_data(s->to);
    const int n = s->n - s->lo;
    calls++;
    if (x == NULL || y == NULL)
        return 9;
    for (int i = 0; i < n; i++)
        y[i] = x[n - 1 - i] + s->a;
    return 0;
}

static sl_view *part(sl_view *v, int lo, int n)
{
    sl_view *sub = v;
    if (lo == 0 && n == sl_view_extent(v, 0))
        (void)sl_view_retain(v);
    else
        must(sl_subview(v, &sub, SL_PAIR(lo, n)));
    return sub;
}

static void record(step *s, int n)
{
    s->task = pick(2);
    s->x = pick(VIEWS);
    s->y = (s->x + 1 + pick(VIEWS - 1)) % VIEWS;
    sl_index lo, hi;
    bounds(&seed, n, 0, &lo, &hi);
    s->lo = (int)lo;
    s->n = (int)hi;
    s->a = pick(2) ? 0.5 : -1;
    s->from = part(view[s->x], s->lo, s->n);
    s->to = part(view[s->y], s->lo, s->n);
    if (s->task)
        must(sl_task_with(SL_POLICY(.where = pick(2) ? SL_CALLER : SL_ANYWHERE), reverse, s, SL_R(s->from),
                          s->lo == 0 && s->n == n ? SL_W(s->to) : SL_RW(s->to)));
    else
        must(sl_forall(rt_axpy, SL_RANGE(0, s->n - s->lo), s->a, s->from, s->to));
}

static int differing(int n)
{
    int wrong = 0;
    for (int v = 0; v < VIEWS; v++) {
        const double *p = SL_HOST_READ(double, view[v]);
        for (int i = 0; p && i < n; i++)
            if (p[i] != plain[v][i] && wrong++ == 0)
                diag("%s[%d]: got %.17g, want %.17g", sl_view_label(view[v]), i, p[i], plain[v][i]);
        wrong += p == NULL;
        sl_host_end(view[v]);
    }
    return wrong;
}

static void fill(int n)
{
    for (int v = 0; v < VIEWS; v++) {
        char label[8];
        snprintf(label, sizeof label, "v%d", v);
        must(sl_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &view[v]));
        double *p = SL_HOST_WRITE(double, view[v]);
        for (int i = 0; p && i < n; i++)
            p[i] = plain[v][i] = (double)((i * 7 + v) % 11);
        must(sl_host_end(view[v]));
    }
}

/* One region of random calls, some runs, and views that change places between them. @return whether all is right. */
static int random_region(int n)
{
    step steps[CALLS];
    int place[VIEWS], tasks = 0, wrong = 0;
    sl_region *region = NULL;
    sl_region_counts counts;
    const int n_calls = 1 + pick(CALLS), runs = 1 + pick(4);
    for (int v = 0; v < VIEWS; v++)
        place[v] = v;
    fill(n);
    must(sl_region_begin(&region));
    for (int c = 0; c < n_calls; c++)
        record(&steps[c], n);
    must(sl_region_end(region));
    must(sl_region_count(region, &counts));
    for (int c = 0; c < n_calls; c++)
        tasks += steps[c].task;
    wrong += counts.tasks < tasks || counts.tasks > 2 * tasks + 1;
    calls = 0;
    for (int r = 0; r < runs; r++) {
        must(sl_region_run(region));
        for (int c = 0; c < n_calls; c++)
            plain_step(&steps[c], place);
        const int a = pick(VIEWS), b = pick(VIEWS);
        if (a != b && sl_region_set_view(region, view[a], view[b]) == SL_SUCCESS)
            for (int v = 0; v < VIEWS; v++)
                place[v] = place[v] == a ? b : place[v] == b ? a : place[v];
        if (pick(3) == 0)
            wrong += differing(n);
    }
    sl_region_destroy(&region);
    wrong += differing(n);
    wrong += calls != runs * tasks;
    for (int c = 0; c < n_calls; c++) {
        sl_view_destroy(&steps[c].from);
        sl_view_destroy(&steps[c].to);
    }
    for (int v = 0; v < VIEWS; v++)
        sl_view_destroy(&view[v]);
    return wrong == 0;
}

static int fails_once(void *arg)
{
    int *left = arg;
    return (*left)-- > 0 ? 5 : 0;
}

/* What a host task was to write is not there when it fails, nor what loops make of that; the next run mends it. */
static void test_failure(void)
{
    int left = 1;
    sl_region *region = NULL;
    fill(100);
    must(sl_region_begin(&region));
    must(sl_forall(rt_axpy, SL_RANGE(0, 100), 1.0, view[0], view[1]));
    must(sl_task_with(SL_POLICY(.label = "solve"), fails_once, &left, SL_R(view[1]), SL_W(view[2])));
    must(sl_forall(rt_axpy, SL_RANGE(0, 100), 1.0, view[2], view[3]));
    must(sl_region_end(region));
    must(sl_region_run(region));
    is_int(sl_wait(), SL_ERR_TASK, "a host task of a region that returns 5 has failed");
    like(sl_last_error(), "\"solve\" failed: it returned 5", "and is named");
    is_int(sl_view_wait(view[3]), SL_ERR_TASK, "what a loop was to make of its view is not there");
    must(sl_region_run(region));
    is_int(sl_view_wait(view[2]), SL_SUCCESS, "the next run mends what it writes");
    is_int(sl_wait(), SL_ERR_TASK, "but not what a loop would update");
    sl_region_destroy(&region);
    for (int v = 0; v < VIEWS; v++)
        sl_view_destroy(&view[v]);
}

static sl_view *many[MANY];

static int count_many(void *arg)
{
    double *sum = arg;
    for (int v = 0; v < MANY; v++) {
        const double *p = sl_task_data(many[v]);
        *sum += p ? *p * (v + 1) : 1e9;
    }
    return 0;
}

static void test_many(void)
{
    double sum = 0, want = 0;
    sl_use uses[MANY];
    sl_region *region = NULL;
    for (int v = 0; v < MANY; v++) {
        must(sl_view_create("m", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &many[v]));
        must(SL_VIEW_FILL(double, many[v], v));
        uses[v] = (sl_use){many[v], SL_READ};
        want += v * (v + 1.0);
    }
    must(sl_region_begin(&region));
    must(sl_task_submit(NULL, count_many, &sum, uses, MANY));
    must(sl_region_end(region));
    must(sl_region_run(region));
    must(sl_wait());
    is_close(sum, want, 0, "a host task of %d views is part of a region", MANY);
    must(sl_region_set_view(region, many[0], many[MANY - 1]));
    must(sl_region_run(region));
    sl_region_destroy(&region);
    must(sl_wait());
    want += want + (MANY - 1.0) - (MANY - 1.0) * MANY; /* element 0 and the last one changed places */
    is_close(sum, want, 0, "and knows them by their names when they have changed places");
    for (int v = 0; v < MANY; v++)
        sl_view_destroy(&many[v]);
}

static void test_random(void)
{
    static const int sizes[] = {1, 2, 63, 1000, MOST};
    int regions = 0, good = 0;
    const test_clock clock = test_time(0.25);
    do {
        const int n = sizes[pick(5)];
        good += random_region(n);
        regions++;
    } while (test_time_left(&clock) && good == regions);
    is_int(good, regions, "%d random regions of loops and host tasks do what plain C does", regions);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    seed = test_seed(1);
    must(sl_init(NULL));
    test_failure();
    test_many();
    test_random();
    must(sl_finalize());
    return done_testing();
}
