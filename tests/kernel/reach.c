/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels compiled with -DSL_BOUNDS_CHECK: an access outside the declared reach is told with kernel, argument, index,
 * dimension and iteration, and touches nothing outside the reach. Each loop shifts one index in one iteration; what
 * must come of it is worked out here, from the extents and the reach, in plain C. */
#include "config.h"
#include "reach.h"

#include <starloop/kernel/abi.h>

#include "task/fault.h"
#include "task/task.h"
#include "loop_testing.h"
#include "misuse.h"

enum { ROOM = 1 << 17, GUARD = 1024, TEXT = 512 };

/* What a kernel does with u. */
enum { READS, FILLS, MARKS };

#define KERNELS(X) \
    X(rc_own_1) \
    X(rc_own_2) \
    X(rc_own_3) \
    X(rc_own_4) \
    X(rc_own_5) \
    X(rc_own_6) \
    X(rc_turned) \
    X(rc_column) \
    X(rc_face) \
    X(rc_diagonal) \
    X(rc_halo_1) \
    X(rc_halo_2) \
    X(rc_halo_one) \
    X(rc_halo_6) \
    X(rc_any) \
    X(rc_fill_1) \
    X(rc_fill_2) \
    X(rc_fill_turned) \
    X(rc_mark_1) \
    X(rc_mark_2) \
    X(rc_way) \
    X(rc_put) \
    X(rc_copy) \
    X(rc_free)
#define DECLARE(NAME) extern const sl_kernel NAME##__kernel;
KERNELS(DECLARE)

/* A kernel, the extents of its loop, and its reach as the test understands it. */
static const struct shape {
    const sl_kernel *kernel;
    const char *reach; /* as it stands in the kernel */
    int does;
    int rank, view_rank;
    sl_index n[SL_MAX_RANK];     /* [rank] */
    int follows[SL_MAX_RANK];    /* [view_rank] */
    sl_index width[SL_MAX_RANK]; /* [view_rank]; -1: any */
} shapes[] = {
    {&rc_own_1__kernel, "own", READS, 1, 1, {12}, {0}, {0}},
    {&rc_own_1__kernel, "own", READS, 1, 1, {5000}, {0}, {0}},
    {&rc_own_2__kernel, "own", READS, 2, 2, {9, 11}, {0, 1}, {0, 0}},
    {&rc_own_3__kernel, "own", READS, 3, 3, {5, 6, 7}, {0, 1, 2}, {0, 0, 0}},
    {&rc_own_4__kernel, "own(0, 1, 2, 3)", READS, 4, 4, {5, 4, 6, 3}, {0, 1, 2, 3}, {0}},
    {&rc_own_5__kernel, "SL_OWN", READS, 5, 5, {3, 4, 5, 3, 4}, {0, 1, 2, 3, 4}, {0}},
    {&rc_own_6__kernel, "own(5, 0, 4, 1, 3, 2)", READS, 6, 6, {4, 3, 5, 3, 4, 3}, {5, 0, 4, 1, 3, 2}, {0}},
    {&rc_turned__kernel, "own(1, 0)", READS, 2, 2, {9, 6}, {1, 0}, {0, 0}},
    {&rc_column__kernel, "own(1)", READS, 2, 1, {4, 9}, {1}, {0}},
    {&rc_face__kernel, "own(2, 0)", READS, 3, 2, {7, 4, 8}, {2, 0}, {0, 0}},
    {&rc_diagonal__kernel, "own(0, 0)", READS, 1, 2, {40}, {0, 0}, {0, 0}},
    {&rc_halo_1__kernel, "halo(1)", READS, 1, 1, {15}, {0}, {1}},
    {&rc_halo_2__kernel, "halo(1, 2)", READS, 2, 2, {8, 9}, {0, 1}, {1, 2}},
    {&rc_halo_one__kernel, "SL_HALO(2)", READS, 2, 2, {9, 8}, {0, 1}, {2, 2}},
    {&rc_halo_6__kernel,
     "halo(1, 0, 2, 0, 1, 3)",
     READS,
     6,
     6,
     {5, 3, 7, 3, 5, 9},
     {0, 1, 2, 3, 4, 5},
     {1, 0, 2, 0, 1, 3}},
    {&rc_any__kernel, "", READS, 2, 2, {9, 8}, {0, 1}, {-1, -1}},
    {&rc_fill_1__kernel, "own", FILLS, 1, 1, {3000}, {0}, {0}},
    {&rc_fill_2__kernel, "own", FILLS, 2, 2, {7, 40}, {0, 1}, {0, 0}},
    {&rc_fill_turned__kernel, "own(1, 0)", FILLS, 2, 2, {9, 6}, {1, 0}, {0, 0}},
    {&rc_mark_1__kernel, "halo(1)", MARKS, 1, 1, {30}, {0}, {1}},
    {&rc_mark_2__kernel, "halo(1, 2)", MARKS, 2, 2, {8, 9}, {0, 1}, {1, 2}},
};
static const struct shape reading = {&rc_way__kernel, "halo(1, 0, 2)", READS, 3, 3, {9, 7, 15}, {0, 1, 2}, {1, 0, 2}};
static const struct shape writing = {&rc_put__kernel, "halo(1, 0, 2)", MARKS, 3, 3, {9, 7, 15}, {0, 1, 2}, {1, 0, 2}};

static double memory_u[GUARD + ROOM + GUARD], memory_w[GUARD + ROOM + GUARD];
static double *const raw_u = memory_u + GUARD, *const raw_w = memory_w + GUARD;
static uint64_t seed = 2024;

/* ---- what must come of a loop -------------------------------------------------------------------------------- */

/* One loop, and what it should do. */
typedef struct trial {
    const struct shape *shape;
    sl_view *u, *w; /* w: of kernels that read */
    struct rc_probe probe;
    sl_status want;
    char text[TEXT];            /* what the wait should say; "" for success */
    sl_index went[SL_MAX_RANK]; /* [view_rank] the element that the probe's iteration comes to touch */
} trial;

static void print_point(char *text, const sl_index x[], int rank)
{
    int used = 0;
    for (int d = 0; d < rank; d++)
        used += sprintf(text + used, "%s%lld", d ? ", " : "", (long long)x[d]);
}

/* Where an iteration's element of u is, unshifted. */
static void own_point(const struct shape *s, const sl_index x[], sl_index at[])
{
    for (int d = 0; d < s->view_rank; d++)
        at[d] = x[s->follows[d]];
}

/* @p label names the task. */
static void expect(trial *t, const char *label)
{
    const struct shape *s = t->shape;
    const int d = t->probe.dimension;
    const sl_index extent = sl_view_extent(t->u, d), width = s->width[d];
    char point[128];
    own_point(s, t->probe.at, t->went);
    const sl_index own = t->went[d], index = own + t->probe.by;
    print_point(point, t->probe.at, s->rank);
    t->want = SL_SUCCESS;
    t->text[0] = '\0';
    if (index < 0 || index >= extent) {
        t->want = SL_ERR_BOUNDS;
        snprintf(t->text, TEXT,
                 "kernel %s (task \"%s\"), argument u: index %lld of dimension %d is not in [0, %lld) of \"u\", "
                 "iteration (%s) at %s:",
                 s->kernel->name, label, (long long)index, d, (long long)extent, point, s->kernel->file);
        t->went[d] = width < 0 ? 0 : own;
    } else if (width >= 0 && (index - own > width || own - index > width)) {
        t->want = SL_ERR_REACH;
        snprintf(t->text, TEXT,
                 "kernel %s (task \"%s\"), argument u: index %lld of dimension %d of \"u\" is outside the declared "
                 "reach, %s, of iteration (%s) at %s:",
                 s->kernel->name, label, (long long)index, d, s->reach, point, s->kernel->file);
    } else {
        t->went[d] = index;
    }
}

static double value_at(const struct shape *s, const sl_index x[])
{
    double v = 0;
    for (int d = 0; d < s->view_rank; d++)
        v = v * 61 + (double)x[d];
    return 1 + v;
}

/* What a kernel that fills writes in an iteration. */
static double filled(const struct shape *s, const sl_index x[])
{
    return 1000 + (s->rank == 1 ? (double)x[0] : 100 * (double)x[0] + (double)x[1]);
}

static void view_extents(const struct shape *s, sl_index n[])
{
    own_point(s, s->n, n);
}

static void refill(const trial *t)
{
    sl_index n[SL_MAX_RANK], x[SL_MAX_RANK] = {0};
    view_extents(t->shape, n);
    double *p = SL_HOST_WRITE(double, t->u);
    do
        p[place(t->u, x)] = value_at(t->shape, x);
    while (next_point(t->shape->view_rank, n, x));
    must(sl_host_end(t->u));
}

/* Elements of the result that are not as they should be; @p memory holds that of u, or of w where there is one. */
static int count_wrong(const trial *t, const double *memory)
{
    const struct shape *s = t->shape;
    sl_index n[SL_MAX_RANK], x[SL_MAX_RANK] = {0}, at[SL_MAX_RANK];
    int wrong = 0;
    if (s->does == READS) {
        do {
            own_point(s, x, at);
            int here = memcmp(x, t->probe.at, (size_t)s->rank * sizeof *x) == 0;
            wrong += memory[place(t->w, x)] != value_at(s, here ? t->went : at);
        } while (next_point(s->rank, s->n, x));
        return wrong;
    }
    if (s->does == FILLS) { /* no element but its own is right for any iteration */
        do {
            own_point(s, x, at);
            wrong += memory[place(t->u, at)] != filled(s, x);
        } while (next_point(s->rank, s->n, x));
        return wrong;
    }
    view_extents(s, n);
    do {
        int here = memcmp(x, t->went, (size_t)s->view_rank * sizeof *x) == 0;
        wrong += memory[place(t->u, x)] != (here ? RC_MARK : value_at(s, x));
    } while (next_point(s->view_rank, n, x));
    return wrong;
}

static int guards_damaged(void)
{
    int count = 0;
    for (int i = 0; i < GUARD; i++)
        count += (memory_u[i] != -1) + (memory_u[GUARD + ROOM + i] != -1) + (memory_w[i] != -1) +
                 (memory_w[GUARD + ROOM + i] != -1);
    return count;
}

/* Runs the loop. @return what is wrong; NULL for nothing. */
static const char *run(trial *t, sl_policy policy)
{
    static char text[2 * TEXT + 64];
    const struct shape *s = t->shape;
    sl_view *output = s->does == READS ? t->w : t->u;
    sl_space space = space_at(s->rank, NULL, s->n);
    sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = &t->probe},
                     {.kind = SL_ARG_VIEW, .view = t->u},
                     {.kind = SL_ARG_VIEW, .view = t->w}};
    expect(t, policy.label ? policy.label : s->kernel->name);
    refill(t);
    sl_clear_error();
    misuse_logged = 0;
    must(sl_submit(s->kernel, &policy, &space, args, s->does == READS ? 3 : 2));
    sl_status got = sl_wait();
    if (got != t->want || strncmp(sl_last_error(), t->text, strlen(t->text)) != 0) {
        snprintf(text, sizeof text, "got %s \"%s\", want %s \"%s\"", sl_status_name(got), sl_last_error(),
                 sl_status_name(t->want), t->text);
        return text;
    }
    if (misuse_logged != (got != SL_SUCCESS))
        return "it is not logged once";
    const double *p = SL_HOST_READ(double, output);
    if ((p != NULL) != (got == SL_SUCCESS) || sl_last_status() != got)
        return "the output is not poisoned, or is without a failure";
    /* Under a failure, memory is looked at all the same: wrapped memory is what a CPU writes. */
    int wrong = p != NULL                ? count_wrong(t, p)
                : policy.where == SL_CPU ? count_wrong(t, s->does == READS ? raw_w : raw_u)
                                         : 0;
    if (p != NULL)
        sl_host_end(output);
    snprintf(text, sizeof text, "%d elements are wrong, after %s", wrong, got ? t->text : "success");
    return wrong ? text : NULL;
}

/* ---- shifts of every kind ---------------------------------------------------------------------------------- */

static void make_views(trial *t, int layout)
{
    const struct shape *s = t->shape;
    sl_extents u = {.rank = s->view_rank}, w = {.rank = s->rank};
    view_extents(s, u.n);
    memcpy(w.n, s->n, sizeof w.n);
    must(sl_view_wrap("u", SL_DOUBLE, layout_of(layout, u), u, raw_u, &t->u));
    must(sl_view_wrap("w", SL_DOUBLE, layout_of(layout, w), w, raw_w, &t->w));
}

static void drop_views(trial *t)
{
    sl_view_destroy(&t->u);
    sl_view_destroy(&t->w);
}

/* Every dimension, shifts within and beyond the reach, at random iterations, of which some leave the view, or in the
 * middle. Counts what fails as it must into reached. */
static int reached;
static const char *try_shifts(trial *t, sl_policy policy, int middle)
{
    const struct shape *s = t->shape;
    for (int d = 0; d < s->view_rank; d++) {
        const sl_index most = s->width[d] < 0 ? 3 : s->width[d] + 2;
        for (sl_index by = -most; by <= most; by++) {
            for (int k = 0; k < s->rank; k++)
                t->probe.at[k] = middle ? s->n[k] / 2 : random_below(&seed, (int)s->n[k]);
            t->probe.dimension = d;
            t->probe.by = by;
            const char *wrong = run(t, policy);
            if (wrong)
                return wrong;
            reached += t->want == SL_ERR_REACH;
        }
    }
    return NULL;
}

static void check_shape(const struct shape *s, int layout, sl_policy policy, const char *how)
{
    trial t = {.shape = s};
    make_views(&t, layout);
    const char *wrong = try_shifts(&t, policy, 0);
    if (!ok(wrong == NULL, "%s, %s of rank %d, %s, %s: each shift comes to what it must", s->kernel->name,
            *s->reach ? s->reach : "no reach", s->view_rank, layout_name[layout], how))
        diag("%s", wrong);
    drop_views(&t);
}

static void test_shapes(sl_where where, const char *how)
{
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int layout = RIGHT; layout < LAYOUTS; layout++)
            check_shape(&shapes[k], layout, (sl_policy){.where = where}, how);
}

static void test_schedules(void)
{
    static const char *const name[] = {"AUTO", "SEQ", "SIMD", "STATIC", "DYNAMIC", "GUIDED", "RUNTIME"};
    for (int schedule = SL_SEQ; schedule <= SL_RUNTIME; schedule++)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
            check_shape(&shapes[k], (int)(k + (size_t)schedule) % LAYOUTS,
                        SL_POLICY(.where = SL_CPU, .schedule = (sl_schedule)schedule, .chunk = 3), name[schedule]);
    check_shape(&shapes[2], RIGHT, SL_POLICY(.where = SL_CPU, .tile = {4, 4}), "tiles");
    check_shape(&shapes[2], LEFT, SL_POLICY(.where = SL_CPU, .order = {1, 0}), "another order");
    check_shape(&shapes[3], STRIDED, SL_POLICY(.where = SL_CPU, .collapse = 2, .label = "a label"), "with a label");
}

/* Slices, helpers, slices of slices. */
static void test_ways(const struct shape *s, sl_where where, const char *how)
{
    static const char *const name[] = {"SL_AT",
                                       "a row",
                                       "a slice without its middle dimension",
                                       "a slice in a helper",
                                       "the whole view in a helper",
                                       "a slice of a slice",
                                       "a slice of rank 0",
                                       "a slice that begins at the element"};
    for (int layout = RIGHT; layout < LAYOUTS; layout++)
        for (int way = 0; way < RC_WAYS; way++) {
            trial t = {.shape = s, .probe = {.way = way}};
            make_views(&t, layout);
            int before = reached;
            const char *wrong = try_shifts(&t, (sl_policy){.where = where}, 1);
            if (!ok(wrong == NULL && reached - before == 12, "%s by %s, %s, %s: each shift comes to what it must",
                    s->does == READS ? "reading" : "writing", name[way], layout_name[layout], how))
                diag("%s (%d were out of reach, want 12)", wrong ? wrong : "", reached - before);
            drop_views(&t);
        }
}

/* ---- others ------------------------------------------------------------------------------------------------ */

static void test_both(sl_where where)
{
    static const struct {
        int64_t a, b;
        sl_status status;
        const char *part[3];
    } cases[] = {{0, 0, SL_SUCCESS, {"", "", ""}},
                 {1, 100, SL_ERR_BOUNDS, {"index 104", "dimension 1", "[0, 9)"}},
                 {-100, -1, SL_ERR_BOUNDS, {"index -97", "dimension 0", "[0, 8)"}},
                 {1, 2, SL_ERR_REACH, {"index 4", "dimension 0", "iteration (3, 4)"}},
                 {0, -4, SL_ERR_REACH, {"index 0", "dimension 1", "iteration (3, 4)"}}};
    sl_view *u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(8, 9)), *w = view_of("w", SL_DOUBLE, LEFT, SL_EXTENTS(8, 9));
    for (int slice = 0; slice < 2; slice++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            must(sl_forall_with(SL_POLICY(.where = where), rc_both, SL_BOX(0, 8, 0, 9), cases[k].a, cases[k].b, slice,
                                u, w));
            sl_clear_error();
            misuse_check(__LINE__, sl_wait(), cases[k].status, 0,
                         slice ? "two indices shifted, in a slice: the extents come first"
                               : "two indices shifted: the extents come first",
                         (const char *const[]){cases[k].part[0], cases[k].part[1], cases[k].part[2], NULL});
        }
    sl_view_destroy(&u);
    sl_view_destroy(&w);
}

/* Slices that lie outside the reach are no fault; touching them is one, and what is touched is the loop's own. */
static void test_ranges(void)
{
    enum { N = 20, AT = 7 };
    static const struct {
        int64_t lo, hi;
        int touch;
        sl_status status;
        const char *part;
    } cases[] = {{0, N, 0, SL_SUCCESS, ""},
                 {AT + 1, N, 0, SL_SUCCESS, ""},
                 {AT, N, 1, SL_SUCCESS, ""},
                 {AT + 1, N, 1, SL_ERR_REACH, "index 8 of dimension 0 of \"u\""},
                 {0, 3, 1, SL_ERR_REACH, "index 0"},
                 {AT, AT, 0, SL_SUCCESS, ""},
                 {AT, AT, 1, SL_ERR_BOUNDS, "[0, 0)"},
                 {N, N, 1, SL_ERR_BOUNDS, "[0, 0)"},
                 {5, N + 1, 0, SL_ERR_BOUNDS, "index 21"},
                 {N - 1, N, 1, SL_ERR_REACH, "index 19"}};
    sl_view *u = NULL;
    must(sl_view_wrap("u", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), raw_u, &u));
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double *p = SL_HOST_WRITE(double, u);
        for (int i = 0; i < N; i++)
            p[i] = i;
        must(sl_host_end(u));
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), rc_range, SL_RANGE(AT, AT + 1), cases[k].lo, cases[k].hi,
                            cases[k].touch, u));
        sl_clear_error();
        misuse_check(__LINE__, sl_wait(), cases[k].status, 0, "a slice of a range",
                     (const char *const[]){cases[k].part, NULL});
        int wrong = 0;
        for (int i = 0; i < N; i++)
            wrong += raw_u[i] != (cases[k].touch && i == AT ? RC_MARK : i);
        is_int(wrong, 0, "from %lld to %lld%s: nothing but the loop's own element is written", (long long)cases[k].lo,
               (long long)cases[k].hi, cases[k].touch ? ", touched" : "");
    }
    sl_view_destroy(&u);
}

static void test_all(sl_where where)
{
    enum { N = 3000 };
    long long index = -1, at = -1;
    sl_view *u = misuse_vector("u", N, 0), *w = misuse_vector("w", N, 0), *x = misuse_vector("x", N, 0);
    misuse_logged = 0;
    must(sl_forall_with(SL_POLICY(.where = where, .label = "all"), rc_all, SL_RANGE(0, N), u, w));
    is_int(sl_wait(), SL_ERR_REACH, "every iteration leaves its reach");
    is_int(misuse_logged, 1, "one failure, logged once");
    const char *text = strstr(sl_last_error(), "index "), *point = strstr(sl_last_error(), "iteration (");
    ok(text && point && sscanf(text, "index %lld", &index) == 1 && sscanf(point, "iteration (%lld)", &at) == 1 &&
           at >= 0 && at < N && index == (at + 1) % N,
       "of an iteration that exists, with the index that it used: %s", sl_last_error());
    is_int(sl_wait(), SL_SUCCESS, "it is told once");
    must(sl_forall_with(SL_POLICY(.where = where), rc_copy, SL_RANGE(0, N), w, x));
    ok(SL_HOST_READ(double, x) == NULL && sl_last_status() == SL_ERR_REACH && strstr(sl_last_error(), "rc_all") != NULL,
       "what reads its output is skipped, and says why");
    must(sl_forall_with(SL_POLICY(.where = where), rc_copy, SL_RANGE(0, N), u, w));
    must(sl_forall_with(SL_POLICY(.where = where), rc_copy, SL_RANGE(0, N), w, x));
    is_int(sl_wait(), SL_SUCCESS, "loops that keep to their reach make both good again");
    is_int(misuse_changed(w, 0) + misuse_changed(x, 0), 0, "and do their work");
    sl_view_destroy(&u);
    sl_view_destroy(&w);
    sl_view_destroy(&x);
}

static void test_reductions(sl_where where)
{
    enum { N = 9000, ROWS = 40, COLUMNS = 50 };
    sl_view *u = misuse_vector("u", N, 0), *m = view_of("m", SL_DOUBLE, RIGHT, SL_EXTENTS(ROWS, COLUMNS));
    sl_view *scalar = view_of("scalar", SL_DOUBLE, RIGHT, SL_EXTENTS());
    const sl_schedule last = where == SL_CPU ? SL_RUNTIME : SL_AUTO;
    for (int schedule = SL_AUTO; schedule <= (int)last; schedule++) {
        sl_policy policy = SL_POLICY(.where = where, .schedule = (sl_schedule)schedule);
        struct rc_probe p = {.at = {4711}, .by = 1};
        double s = -7;
        is_int(sl_reduce_with(policy, rc_sum, SL_RANGE(1, N - 1), p, u, &s), SL_SUCCESS, "a sum within its reach");
        is_close(s, (double)(N - 2) * (N - 1) / 2 + 1, 0, "is right");
        p.by = -2;
        surfaces(sl_reduce_with(policy, rc_sum, SL_RANGE(1, N - 1), p, u, &s), SL_ERR_REACH, "a sum that leaves it",
                 "kernel rc_sum", "argument u", "index 4709 of dimension 0", "halo(1), of iteration (4711)");
        is_close(s, (double)(N - 2) * (N - 1) / 2 + 1, 0, "does not write its result");
        must(sl_forall_with(policy, rc_sum, SL_RANGE(1, N - 1), p, u, SL_INTO(scalar)));
        surfaces(sl_wait(), SL_ERR_REACH, "nor into a view", "rc_sum", "index 4709");
        ok(SL_HOST_READ(double, scalar) == NULL, "whose value cannot be read");
        for (int d = 0; d < 2; d++) {
            struct rc_probe q = {.at = {17, 23}, .by = 1, .dimension = d};
            surfaces(sl_reduce_with(policy, rc_sum_2, SL_BOX(0, ROWS, 0, COLUMNS), q, m, &s), SL_ERR_REACH,
                     "a sum of rank 2", "rc_sum_2", d ? "index 24 of dimension 1" : "index 18 of dimension 0",
                     "own, of iteration (17, 23)");
        }
    }
    sl_view_destroy(&u);
    sl_view_destroy(&m);
    sl_view_destroy(&scalar);
}

static void test_unchecked(sl_where where)
{
    enum { N = 100 };
    sl_view *u = misuse_vector("u", N, 0), *w = misuse_vector("w", N, 0);
    is_int(rc_free__kernel.bounds_checked, 0, "a kernel that was compiled without bounds checks");
    ok(rc_own_1__kernel.bounds_checked && rc_own_1__kernel.args_size > rc_free__kernel.args_size,
       "has smaller arguments than one with them");
    must(sl_forall_with(SL_POLICY(.where = where), rc_free, SL_RANGE(0, N), u, w));
    is_int(sl_wait(), SL_SUCCESS, "is not looked at");
    const double *p = SL_HOST_READ(double, w);
    int wrong = 0;
    for (int i = 0; p && i < N; i++)
        wrong += p[i] != (i + 1) % N;
    is_int(p ? wrong : -1, 0, "and reads what it likes");
    sl_host_end(w);
    sl_view_destroy(&u);
    sl_view_destroy(&w);
}

static void test_part_text(sl__task *task, const struct sl__fault *record, int status, const char *text)
{
    task->fault = *record;
    sl__failure *failure = sl__task_fault(task);
    is_int(failure ? failure->status : SL_SUCCESS, status, "a part's record is a failure of its kind");
    is_str(failure ? failure->text : NULL, text, "whose text names the part");
    sl__failure_release(failure);
}

static void test_parts(void)
{
    static sl__task task;
    static sl__kernel_state state; /* of a kernel without packs */
    sl_view *u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(8, 9));
    const struct sl__fault reach = {.kind_ = SL__FAULT_REACH,
                                    .taken_ = 1,
                                    .argument_ = 1,
                                    .dimension_ = 1,
                                    .index_ = 7,
                                    .at_ = {5, 3},
                                    .where_ = {"smooth.c:12"}};
    const struct sl__fault bounds = {.kind_ = SL__FAULT_BOUNDS,
                                     .taken_ = 1,
                                     .argument_ = 1,
                                     .dimension_ = 0,
                                     .index_ = 9,
                                     .extent_ = 8,
                                     .at_ = {5, 3},
                                     .where_ = {"smooth.c:12"}};
    task.kernel = &rc_halo_2__kernel;
    task.state = &state;
    sl__task_set_label(&task, "smooth");
    task.slot[1] = (unsigned char)sl__task_add_view(&task, u, SL_READ, 0);
    ok(sl__task_fault(&task) == NULL, "without a record there is no failure");
    task.part = 1;
    task.parts = 8;
    test_part_text(&task, &reach, SL_ERR_REACH,
                   "kernel rc_halo_2 (task \"smooth\"), argument u: index 7 of dimension 1 of \"u\" is outside the "
                   "declared reach, halo(1, 2), of iteration (5, 3) at smooth.c:12, part 2 of 8");
    test_part_text(&task, &bounds, SL_ERR_BOUNDS,
                   "kernel rc_halo_2 (task \"smooth\"), argument u: index 9 of dimension 0 is not in [0, 8) of \"u\", "
                   "iteration (5, 3) at smooth.c:12, part 2 of 8");
    sl_view_destroy(&u);
}

/* The two halves of a kernel share the packed arguments, which bounds checks make larger. */
static void test_halves(void)
{
#ifdef HAVE_CUDA
    const int usable = STARPU_CUDA;
#else
    const int usable = 0;
#endif
    sl__device_code half = {.abi = SL__ABI};
    sl_kernel kernel = rc_own_1__kernel;
    kernel.cuda = &half;
    for (int checked = 0; checked < 2; checked++) {
        struct starpu_codelet codelet = {.where = STARPU_CPU};
        half.bounds_checked = checked;
        sl__device_codelet(&codelet, &kernel);
        is_int(codelet.where, STARPU_CPU | (checked ? usable : 0), "a CUDA half %s bounds checks is %s",
               checked ? "with" : "without", checked && usable ? "used" : "not used");
    }
}

static void start(void)
{
    for (int i = 0; i < GUARD + ROOM + GUARD; i++)
        memory_u[i] = memory_w[i] = -1;
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
}

int main(void)
{
    start();
    test_shapes(SL_CPU, "on a CPU");
    test_schedules();
    test_ways(&reading, SL_CPU, "on a CPU");
    test_ways(&writing, SL_CPU, "on a CPU");
    test_both(SL_CPU);
    test_ranges();
    test_all(SL_CPU);
    test_reductions(SL_CPU);
    test_unchecked(SL_CPU);
    test_parts();
    test_halves();
    is_int(guards_damaged(), 0, "nothing beside the views is written");
    if (have_gpu("reach on a GPU")) {
        test_shapes(SL_CUDA, "on a GPU");
        test_ways(&reading, SL_CUDA, "on a GPU");
        test_ways(&writing, SL_CUDA, "on a GPU");
        test_both(SL_CUDA);
        test_all(SL_CUDA);
        test_reductions(SL_CUDA);
        test_unchecked(SL_CUDA);
    }
    ok(reached > 1000, "%d loops left their reach", reached);
    must(sl_finalize());

    /* Stores past the caches go by a buffer, which a bad index must not leave. */
    setenv("STARLOOP_NONTEMPORAL", "1", 1);
    start();
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int layout = RIGHT; layout <= LEFT; layout++)
            check_shape(&shapes[k], layout, SL_POLICY(.where = SL_CPU, .schedule = SL_STATIC), "past the caches");
    is_int(guards_damaged(), 0, "nothing beside the views is written");
    must(sl_finalize());
    return done_testing();
}
