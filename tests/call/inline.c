/* SPDX-License-Identifier: BSD-3-Clause */
/* Short loops that run in the calling thread: results, order, failures and events are those of the same loops when they
 * are queued. Which do, and where they must not: inline_where.c. Threads that share views: inline_threads.c. */
#include <pthread.h>
#include <time.h>

#include "inline_where.h"
#include "call/inline.h"
#include "task/place.h"
#include "misuse.h"

/* What is compared between the modes: all three must leave the same bits and texts. */
enum { MOST_VALUES = 4000, MOST_TEXTS = 40 };
const char *const mode_name[MODES] = {"queued", "in the calling thread", "in the calling thread, and StarPU is asked"};
int mode;
static int values, texts;
static uint64_t value[MODES][MOST_VALUES];
static char *text[MODES][MOST_TEXTS];

static void keep(double x)
{
    union {
        double x;
        uint64_t bits;
    } u = {.x = x};
    if (values < MOST_VALUES)
        value[mode][values++] = u.bits;
}

static void keep_text(const char *t)
{
    if (texts < MOST_TEXTS)
        text[mode][texts++] = strdup(t);
}

static void keep_view(sl_view *v)
{
    const double *p = SL_HOST_READ(double, v);
    for (sl_index i = 0; p && i < sl_view_extent(v, 0); i++)
        keep(p[i]);
    if (p)
        sl_host_end(v);
}

/* What bodies call. */
int64_t inline_thread(void)
{
    return (int64_t)pthread_self();
}

void inline_spin(double seconds)
{
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    do
        clock_gettime(CLOCK_MONOTONIC, &b);
    while ((double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec) < seconds);
}

static void (*called)(void);
void inline_called(void)
{
    if (called)
        called();
}

/* ---- results ----------------------------------------------------------------------------------------------- */

static void test_mixture(int layout)
{
    sl_extents e = SL_EXTENTS(4, 3, 5);
    sl_view *x = view_of("x", SL_INT32, layout, e), *y = view_of("y", SL_INT64, layout == RIGHT ? LEFT : RIGHT, e);
    sl_view *z = view_of("z", SL_DOUBLE, layout, e), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_index at[3] = {0, 0, 0};
    int32_t *p = SL_HOST_WRITE(int32_t, x);
    do
        p[place(x, at)] = (int32_t)(at[0] * 7 - at[1] * 5 + at[2]);
    while (next_point(3, e.n, at));
    must(sl_host_end(x));
    double *q = SL_HOST_WRITE(double, s);
    *q = 0.5;
    must(sl_host_end(s));
    int calls = 3, wrong = 0;
    becomes_inline(sl_forall(il_mixture, SL_BOX(0, 4, 0, 3, 0, 5), 3, x, s, y, z));
    double *before = SL_HOST_WRITE(double, z);
    memset(before, 0, sizeof *before);
    do
        before[place(z, at)] = 0;
    while (next_point(3, e.n, at));
    must(sl_host_end(z));
    for (int k = 0; k < calls; k++)
        must(sl_forall(il_mixture, SL_BOX(0, 4, 0, 3, 0, 5), k, x, s, y, z));
    const int64_t *got = SL_HOST_READ(int64_t, y);
    const double *sum = SL_HOST_READ(double, z);
    do {
        int64_t want = (calls - 1) * (at[0] * 7 - at[1] * 5 + at[2]) + 100 * at[0] + 10 * at[1] + at[2];
        wrong += got[place(y, at)] != want || sum[place(z, at)] != 0.5 * calls;
    } while (next_point(3, e.n, at));
    is_int(wrong, 0, "scalars, a view of rank 0, in, out and inout of rank 3, %s", layout_name[layout]);
    must(sl_host_end(y));
    must(sl_host_end(z));
    sl_view *all[] = {x, y, z, s};
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&all[k]);
}

static void test_reduce(sl_index rows, sl_index columns, int layout)
{
    sl_view *x = view_of("x", SL_DOUBLE, layout, SL_EXTENTS(rows, columns));
    sl_view *cell = view_of("cell", SL_DOUBLE, RIGHT, SL_EXTENTS(3)),
            *zero = view_of("zero", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_view *most = view_of("most", SL_FLOAT, RIGHT, SL_EXTENTS());
    double total, least, want = 0, low = INFINITY;
    float high, top = -INFINITY;
    uint64_t seed = (uint64_t)(rows * 1000 + columns);
    sl_index at[2] = {0, 0}, n[2] = {rows, columns};
    double *p = SL_HOST_WRITE(double, x);
    do {
        double v = p[place(x, at)] = random_double(&seed);
        want += 2 * v;
        low = fmin(low, 2 * v);
        top = fmaxf(top, (float)(2 * v));
    } while (next_point(2, n, at));
    must(sl_host_end(x));
    sl_space all = SL_BOX(0, rows, 0, columns);
    becomes_inline(sl_reduce(il_reduce, all, 2.0, x, &total, &least, &high));
    ok(fabs(total - want) <= 1e-9 * (double)(rows * columns) * 16777216.0 && least == low && high == top,
       "sum, min and max over %lld x %lld, %s", (long long)rows, (long long)columns, layout_name[layout]);
    keep(total);
    becomes_inline(sl_forall(il_reduce, all, 2.0, x, SL_INTO(cell, 1), SL_INTO(zero), SL_INTO(most)));
    const double *c = SL_HOST_READ(double, cell);
    ok(c[0] == 0 && c[1] == total && c[2] == 0, "and into an element of a view");
    must(sl_host_end(cell));
    sl_policy seq = SL_POLICY(.schedule = SL_SEQ);
    must(sl_reduce_with(seq, il_reduce, all, 2.0, x, &total, &least, &high));
    keep(total);
    sl_view *views[] = {x, cell, zero, most};
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&views[k]);
}

static void test_sequence(void)
{
    sl_view *next = view_of("next", SL_INT64, RIGHT, SL_EXTENTS(1)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
    sl_policy seq = SL_POLICY(.schedule = SL_SEQ);
    becomes_inline(sl_forall_with(seq, il_order, SL_RANGE(0, N), next, y));
    const int64_t *p = SL_HOST_READ(int64_t, y);
    int wrong = 0;
    for (int i = 1; i < N; i++)
        wrong += p[i] != p[0] + i;
    is_int(wrong, 0, "SL_SEQ keeps the order of the iterations");
    must(sl_host_end(y));
    sl_view_destroy(&next);
    sl_view_destroy(&y);
}

/* ---- order --------------------------------------------------------------------------------------------------- */

static int triple(void *arg)
{
    double *p = sl_task_data(arg);
    for (int i = 0; p && i < N; i++)
        p[i] *= 3;
    return p == NULL;
}

/* Loops that are queued and loops that are not, over a few views, in a random order: as plain C leaves them. */
static void test_order(int gated)
{
    enum { VIEWS = 4, STEPS = 300 };
    sl_view *v[VIEWS], *gate = misuse_vector("gate", 1, 0);
    double plain[VIEWS][N];
    uint64_t seed = 5 + (uint64_t)gated;
    int here = 0;
    for (int k = 0; k < VIEWS; k++) {
        v[k] = misuse_vector("v", N, k);
        for (int i = 0; i < N; i++)
            plain[k][i] = k + i;
    }
    if (gated)
        close_gate(v[0]);
    for (int s = 0; s < STEPS; s++) {
        int from = random_below(&seed, VIEWS), to = (from + 1 + random_below(&seed, VIEWS - 1)) % VIEWS;
        int what = random_below(&seed, 20), i = random_below(&seed, N);
        sl_policy p = {.schedule = random_below(&seed, 8) ? SL_AUTO : SL_STATIC};
        if (what < 8) {
            here += ran_here(sl_forall_with(p, il_copy, SL_RANGE(0, i), v[from], v[to]));
            memcpy(plain[to], plain[from], (size_t)i * sizeof **plain);
        } else if (what < 16) {
            here += ran_here(sl_forall_with(p, il_add, SL_RANGE(i, N), 1.0, v[to]));
            for (int k = i; k < N; k++)
                plain[to][k] += 1;
        } else if (what < 18) {
            here += ran_here(sl_forall_with(p, il_sum, SL_RANGE(0, N), v[from], SL_INTO(v[to], i)));
            plain[to][i] = 0;
            for (int k = 0; k < N; k++)
                plain[to][i] += plain[from][k];
        } else {
            must(sl_task(triple, v[to], SL_RW(v[to])));
            for (int k = 0; k < N; k++)
                plain[to][k] *= 3;
        }
        for (int k = 0; k < VIEWS; k++) /* whole numbers that stay exact */
            for (int j = 0; j < N; j++)
                if (plain[k][j] > 1e9) {
                    atomic_store(&gate_open, 1);
                    must(sl_forall(il_add, SL_RANGE(j, j + 1), -plain[k][j], v[k]));
                    plain[k][j] = 0;
                }
        if (random_below(&seed, 12) == 0 && (!gated || s > STEPS / 2)) {
            atomic_store(&gate_open, 1);
            must(sl_wait());
        }
    }
    open_gate();
    for (int k = 0; k < VIEWS; k++) {
        const double *p = SL_HOST_READ(double, v[k]);
        same_array(p, plain[k], N, "view %d after %d loops and tasks, %d of them in the calling thread%s", k, STEPS,
                   here, gated ? ", many behind a gate" : "");
        must(sl_host_end(v[k]));
        keep_view(v[k]);
        sl_view_destroy(&v[k]);
    }
    ok(mode == QUEUED ? here == 0 : here > 0, "some are");
    sl_view_destroy(&gate);
}

/* ---- failures ------------------------------------------------------------------------------------------------- */

static void test_raise(void)
{
    sl_view *x = misuse_vector("x", N, 0), *y = misuse_vector("y", N, 0), *z = misuse_vector("z", N, 0);
    sl_event *before = NULL, *after = NULL;
    double sum = -7;
    becomes_inline(sl_forall(il_raise, SL_RANGE(0, N), -1, x, y));
    becomes_inline(sl_forall(il_copy, SL_RANGE(0, N), y, z));
    becomes_inline(sl_reduce(il_raise_sum, SL_RANGE(0, N), -1, x, &sum));
    must(sl_event_record(&before));
    misuse_logged = 0;
    is_int(sl_forall_with(SL_POLICY(.label = "the bad one"), il_raise, SL_RANGE(0, N), 7, x, y), SL_SUCCESS,
           "a loop that raises is no error of the call");
    must(sl_event_record(&after));
    is_int(sl_event_wait(before), SL_SUCCESS, "nor of an event before it");
    surfaces(sl_event_wait(after), SL_ERR_RAISED, "it is told by the first wait for an event after it", "il_raise",
             "the bad one", "raised 77", "iteration (7)");
    is_int(sl_wait(), SL_SUCCESS, "and by no other");
    must(sl_forall(il_copy, SL_RANGE(0, N), y, z));
    surfaces(sl_wait(), SL_ERR_RAISED, "what depends on it is skipped, and the wait says so", "il_raise",
             "the bad one");
    surfaces(sl_view_wait(z), SL_ERR_RAISED, "and spoilt by the same failure", "il_raise", "the bad one");
    ok(SL_HOST_READ(double, y) == NULL && sl_last_status() == SL_ERR_RAISED, "what it wrote cannot be read");
    keep_text(sl_last_error());
    is_int(sl_reduce(il_sum, SL_RANGE(0, N), z, &sum), SL_ERR_RAISED, "a reduction over it returns that");
    keep_text(sl_last_error());
    must(sl_forall(il_copy, SL_RANGE(0, N - 1), x, y));
    is_int(sl_view_wait(y), SL_ERR_RAISED, "written again in part, it stays spoilt");
    must(sl_forall(il_raise, SL_RANGE(0, N), -1, x, y));
    must(sl_forall(il_copy, SL_RANGE(0, N), y, z));
    is_int(sl_wait(), SL_SUCCESS, "written again");
    is_int(misuse_changed(z, 0), 0, "it is good again");
    sum = -7;
    misuse_logged = 0;
    surfaces(sl_reduce(il_raise_sum, SL_RANGE(0, N), 3, x, &sum), SL_ERR_RAISED, "a reduction that raises returns it",
             "il_raise_sum", "raised 78", "iteration (3)");
    ok(sum == -7, "without a result");
    is_int(sl_wait(), SL_SUCCESS, "and no wait tells it again");
    misuse_logged = 0;
    sl_status status = sl_forall_with(SL_POLICY(.synchronous = 1), il_raise, SL_RANGE(0, N), 9, x, y);
    is_int(status, SL_ERR_RAISED, "a synchronous loop that raises returns it");
    is_int(misuse_logged, 1, "which is logged once");
    keep_text(sl_last_error());
    is_int(sl_wait(), SL_SUCCESS, "and no wait tells it again");
    sl_event_destroy(&before);
    sl_event_destroy(&after);
    sl_view *all[] = {x, y, z};
    for (int k = 0; k < 3; k++)
        sl_view_destroy(&all[k]);
}

/* A run of a region is what its calls are: in the calling thread where each would be, and nothing else is under way. */
static void test_region(void)
{
    enum { N = 20 };
    sl_view *x = misuse_vector("x", N, 0), *y = misuse_vector("y", N, 0);
    sl_region *region = NULL;
    sl_region_counts counts;
    must(sl_region_begin(&region));
    must(sl_forall(il_add, SL_RANGE(0, N), 1.0, x));
    must(sl_forall(il_copy, SL_RANGE(0, N), x, y));
    must(sl_forall(il_add, SL_RANGE(0, N), -0.5, y));
    must(sl_region_end(region));
    becomes_inline(sl_region_run(region));
    close_gate(y);
    ok(!ran_here(sl_region_run(region)), "%s: a run behind a task is queued", mode_name[mode]);
    open_gate();
    must(sl_region_count(region, &counts));
    is_int(misuse_changed(x, (double)counts.runs), 0, "%s: each of %lld runs was made once", mode_name[mode],
           (long long)counts.runs);
    is_int(misuse_changed(y, (double)counts.runs - 0.5), 0, "in the order of its loops");
    sl_region_destroy(&region);

    must(sl_region_begin(&region));
    must(sl_forall_with(SL_POLICY(.label = "may be bad"), il_raise, SL_RANGE(0, N), -1, x, y));
    must(sl_forall(il_add, SL_RANGE(0, N), 1.0, y));
    must(sl_region_end(region));
    becomes_inline(sl_region_run(region));
    must(SL_REGION_SET(region, 0, int64_t, bad, 3));
    is_int(sl_region_run(region), SL_SUCCESS, "%s: a run in which a body raises is no error of the call",
           mode_name[mode]);
    surfaces(sl_wait(), SL_ERR_RAISED, "the next wait tells of it", "il_raise", "may be bad", "iteration (3)");
    surfaces(sl_view_wait(y), SL_ERR_RAISED, "and what it wrote is spoilt, as what was made of that", "il_raise",
             "may be bad", "iteration (3)");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void test_bounds(void)
{
    sl_view *x = misuse_vector("x", N, 0), *y = misuse_vector("y", N, 0);
    becomes_inline(sl_forall(il_shift, SL_RANGE(0, N), 0, x, y));
    must(sl_forall(il_shift, SL_RANGE(0, N), 1, x, y));
    is_int(sl_wait(), SL_ERR_BOUNDS, "a bad index is told by the next wait");
    like(sl_last_error(), "index 60 of dimension 0", "with the index");
    keep_text(sl_last_error());
    becomes_inline(sl_forall(il_near, SL_RANGE(2, N - 2), 1, x, y));
    must(sl_forall_with(SL_POLICY(.label = "too far", .schedule = SL_SEQ), il_near, SL_RANGE(2, N - 2), 2, x, y));
    is_int(sl_wait(), SL_ERR_REACH, "an index outside the declared reach is told, too");
    like(sl_last_error(), "kernel il_near (task \"too far\"), argument x: index 4 of dimension 0",
         "with kernel, label, argument and index");
    like(sl_last_error(), "halo(1), of iteration (2)", "and with the reach and the iteration");
    keep_text(sl_last_error());
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- calls in bodies ------------------------------------------------------------------------------------------- */

static sl_view *in_body[3];
static sl_status body_status[6], refused_status[5];
static sl_event *body_event;
static sl_region *body_region;

static void submit_in_body(void)
{
    body_status[0] = sl_forall(il_add, SL_RANGE(0, 1), 10.0, in_body[0]); /* the loop's own view */
    body_status[1] = sl_forall(il_copy, SL_RANGE(0, 1), in_body[0], in_body[1]);
    body_status[2] = sl_forall(il_copy, SL_RANGE(0, 1), in_body[1], in_body[2]);
    body_status[3] = sl_wait();
    body_status[4] = sl_reduce(il_sum, SL_RANGE(0, 1), in_body[0], &(double){0});
    body_status[5] = sl_event_record(&body_event);
    refused_status[0] = sl_region_run(body_region);
    refused_status[1] = SL_REGION_SET(body_region, 0, double, a, 2.0);
    refused_status[2] = sl_view_split(in_body[0], SL_SPLIT(1));
    refused_status[3] = sl_view_join(in_body[0]);
    sl_clear_error();
    refused_status[4] = sl_view_starpu_handle(in_body[0]) ? SL_SUCCESS : sl_last_status();
    sl_view_destroy(&in_body[1]);
}

static void test_body(void)
{
    double *p;
    called = NULL;
    in_body[0] = misuse_vector("0", 1, 0);
    in_body[2] = misuse_vector("2", 1, 0);
    must(sl_region_begin(&body_region));
    must(sl_forall(il_add, SL_RANGE(0, 1), 1.0, in_body[2]));
    must(sl_region_end(body_region));
    becomes_inline(sl_forall(il_call, SL_RANGE(0, 1), in_body[0]));
    for (int k = 0; k < 20; k++) {
        in_body[1] = misuse_vector("1", 1, 0);
        p = SL_HOST_WRITE(double, in_body[0]);
        *p = 5;
        must(sl_host_end(in_body[0]));
        called = submit_in_body;
        int here = ran_here(sl_forall(il_call, SL_RANGE(0, 1), in_body[0]));
        must(sl_wait()); /* for the body */
        must(sl_wait()); /* for what it has submitted */
        called = NULL;
        int done = sl_event_test(body_event);
        sl_event_destroy(&body_event);
        if (k > 0)
            continue;
        is_int(here, mode != QUEUED, "a loop whose body submits loops, on its own view too: %s", mode_name[mode]);
        is_int(done, 1, "an event of the body is done");
        for (int s = 0; s < 6; s++)
            is_int(body_status[s], s == 3 || s == 4 ? SL_ERR_CONTEXT : SL_SUCCESS, "call %d of the body", s);
        for (int s = 0; s < 5; s++)
            is_int(refused_status[s], SL_ERR_CONTEXT, "refused call %d of the body", s);
        ok(in_body[1] == NULL, "it destroys a view that they use");
    }
    int wrong = misuse_changed(in_body[0], 16) + misuse_changed(in_body[2], 16);
    is_int(wrong, 0, "they run when the loop is over, in order");
    sl_region_destroy(&body_region);
    sl_view_destroy(&in_body[0]);
    sl_view_destroy(&in_body[2]);
}

int main(void)
{
    static const char *const on[MODES] = {"0", "1", "1"};
    int counted[MODES], spoken[MODES];
    setenv("STARLOOP_WHERE", "cpu", 1);
    sl__place_in_caller_below = 100e-6; /* slow builds, too; what is long takes longer */
    sl_log_set_handler(misuse_count, NULL);
    for (mode = QUEUED; mode < MODES; mode++) {
        setenv("STARLOOP_INLINE", on[mode], 1);
        sl__inline_asks = mode == INLINE_ASKING;
        values = texts = 0;
        must(sl_init(NULL));
        test_where();
        for (int layout = RIGHT; layout < LAYOUTS; layout++) {
            test_mixture(layout);
            test_reduce(1, 1, layout);
            test_reduce(5, 14, layout);
            test_reduce(60, 2, layout);
        }
        test_sequence();
        test_order(0);
        test_order(1);
        test_raise();
        test_region();
        test_bounds();
        test_body();
        must(sl_finalize());
        counted[mode] = values;
        spoken[mode] = texts;
    }
    for (mode = INLINE; mode < MODES; mode++) {
        int wrong = counted[mode] != counted[QUEUED] || spoken[mode] != spoken[QUEUED];
        for (int k = 0; k < counted[QUEUED]; k++)
            wrong += value[mode][k] != value[QUEUED][k];
        is_int(wrong, 0, "%d results are the same bits, queued and %s", counted[QUEUED], mode_name[mode]);
        for (int k = 0; k < spoken[QUEUED]; k++)
            is_str(text[mode][k], text[QUEUED][k], "failure %d has the same text", k);
    }
    for (mode = QUEUED; mode < MODES; mode++)
        for (int k = 0; k < spoken[mode]; k++)
            free(text[mode][k]);
    test_one_thread();
    return done_testing();
}
