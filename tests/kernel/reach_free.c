/* SPDX-License-Identifier: BSD-3-Clause */
/* Reach in kernels of another rank: own(0, all), own(all, 0), halo(1, all), own(1), halo(2). Random programs of such
 * loops, over views that are split at any time, against plain C; what the checked build finds; and words that are
 * refused. The quick form tries fewer programs. */
#include "data/split.h"
#include "exec/cpu/parts.h"
#include "loop_testing.h"
#include "call/split.h"
#include "misuse.h"
#include "random_programs.h"

SL_KERNEL_DECLARE(rf_set, (i), scalar(uint64_t, a), out(uint64_t, 2, m, own(0, all)));
SL_KERNEL_DECLARE(rf_rows, (i), in(uint64_t, 2, m, own(0, all)), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rf_columns, (j), in(uint64_t, 2, m, own(all, 0)), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rf_scale, (i), in(uint64_t, 1, y, own), inout(uint64_t, 2, m, own(0, SL_FREE)));
SL_KERNEL_DECLARE(rf_near, (i), in(uint64_t, 2, m, halo(1, all)), out(uint64_t, 2, r, own(0, all)));
SL_KERNEL_DECLARE(rf_beside, (i, j), in(uint64_t, 1, y, own(1), halo(2)), inout(uint64_t, 2, m, own));
SL_KERNEL_DECLARE(rf_face, (i, j), in(uint64_t, 3, c, own(1, all, 0)), inout(uint64_t, 2, m, own));
SL_KERNEL_DECLARE(rf_pillar, (i, j), inout(uint64_t, 3, c, own(1, all, 0)), in(uint64_t, 2, m, own));
SL_KERNEL_DECLARE(rf_turned, (i, j), in(uint64_t, 3, c, halo(2, all, 1), own(1, all, 0)), inout(uint64_t, 2, m, own));
SL_KERNEL_DECLARE(rf_total, (i), in(uint64_t, 2, m, own(0, all)), reduce(uint64_t, sum, t));

/* n rows, n columns, of a line n, and a cube of n x 3 x n. */
enum { LINE, SQUARE, OTHER, CUBE, VIEWS, MIDDLE = 3, MOST_STEPS = 30 };
enum { SET, ROWS, COLUMNS, SCALE, NEAR, BESIDE, FACE, PILLAR, TURNED, TOTAL, SPLIT, JOIN, KINDS };
static const char *const name[] = {"set",  "rows",   "columns", "scale", "near",  "beside",
                                   "face", "pillar", "turned",  "total", "split", "join"};

typedef struct step {
    int kind, view;
    sl_index lo[2], hi[2];
    uint64_t a;
    sl_split split;
} step;

typedef struct program {
    sl_index n;
    int layout, steps;
    step step[MOST_STEPS];
} program;

static sl_extents extents_of(const program *p, int v)
{
    return v == LINE ? SL_EXTENTS(p->n) : v == CUBE ? SL_EXTENTS(p->n, MIDDLE, p->n) : SL_EXTENTS(p->n, p->n);
}

static void make_step(uint64_t *seed, const program *p, step *s)
{
    const int rank[] = {1, 2, 2, 3};
    *s = (step){.kind = (int)below(seed, KINDS), .view = (int)below(seed, VIEWS), .a = draw(seed) % 1000};
    const sl_index edge = s->kind == NEAR ? 1 : s->kind == BESIDE || s->kind == TURNED ? 2 : 0;
    for (int d = 0; d < 2; d++)
        bounds(seed, p->n, edge, &s->lo[d], &s->hi[d]);
    s->split = (sl_split){{0}};
    for (int d = 0; d < rank[s->view]; d++)
        s->split.n[d] = 1 + (int)below(seed, below(seed, 2) ? 6 : 2);
    if (s->kind < SPLIT)
        s->split = below(seed, 4) == 0 ? SL_SPLIT(1 + (int)below(seed, 5)) : (sl_split){{0}};
}

static program make_program(uint64_t seed)
{
    static const sl_index small[] = {0, 1, 2, 5};
    program p = {.n = below(&seed, 4) == 0 ? small[below(&seed, 4)] : 3 + below(&seed, 60),
                 .layout = (int)below(&seed, LAYOUTS),
                 .steps = 3 + (int)below(&seed, MOST_STEPS - 3)};
    for (int k = 0; k < p.steps; k++)
        make_step(&seed, &p, &p.step[k]);
    return p;
}

/* ---- plain C ------------------------------------------------------------------------------------------------- */

typedef struct model {
    sl_index n;
    uint64_t *x[VIEWS], total;
} model;

#define Y(I_) m->x[LINE][I_]
#define M(I_, J_) m->x[SQUARE][(I_)*n + (J_)]
#define R(I_, J_) m->x[OTHER][(I_)*n + (J_)]
#define C(I_, K_, J_) m->x[CUBE][((I_)*MIDDLE + (K_)) * n + (J_)]

static void step_line(model *m, const step *s)
{
    const sl_index n = m->n;
    m->total = s->kind == TOTAL ? 0 : m->total;
    for (sl_index i = s->lo[0]; i < s->hi[0]; i++)
        for (sl_index j = 0; j < n; j++)
            switch (s->kind) {
            case SET: M(i, j) = s->a + (uint64_t)(3 * i + j); break;
            case ROWS: Y(i) += M(i, j) * (uint64_t)(j + 1); break;
            case COLUMNS: Y(i) += M(j, i) * (uint64_t)(j + 1); break;
            case SCALE: M(i, j) = 3 * M(i, j) + Y(i); break;
            case NEAR: R(i, j) = M(i - 1, j) + 5 * M(i + 1, n - 1 - j); break;
            default: m->total += M(i, j); break;
            }
}

static void step_square(model *m, const step *s)
{
    const sl_index n = m->n;
    for (sl_index i = s->lo[0]; i < s->hi[0]; i++)
        for (sl_index j = s->lo[1]; j < s->hi[1]; j++)
            for (int k = 0; k < MIDDLE; k++)
                switch (s->kind) {
                case BESIDE: M(i, j) += Y(j - 2) + Y(j + 2) * (uint64_t)k; break;
                case FACE: M(i, j) += C(j, k, i) * (uint64_t)(k + 1); break;
                case PILLAR: C(j, k, i) = 5 * C(j, k, i) + M(i, j) + (uint64_t)k; break;
                default: M(i, j) += C(j - 2, k, i + 1) + 3 * C(j + 2, k, i - 1); break;
                }
}

/* ---- the library --------------------------------------------------------------------------------------------- */

static sl_status call(sl_view *const v[], const step *s, uint64_t *total)
{
    const sl_policy p = {.split = s->split};
    const sl_space line = SL_RANGE(s->lo[0], s->hi[0]), box = SL_BOX(s->lo[0], s->hi[0], s->lo[1], s->hi[1]);
    switch (s->kind) {
    case SET: return sl_forall_with(p, rf_set, line, s->a, v[SQUARE]);
    case ROWS: return sl_forall_with(p, rf_rows, line, v[SQUARE], v[LINE]);
    case COLUMNS: return sl_forall_with(p, rf_columns, line, v[SQUARE], v[LINE]);
    case SCALE: return sl_forall_with(p, rf_scale, line, v[LINE], v[SQUARE]);
    case NEAR: return sl_forall_with(p, rf_near, line, v[SQUARE], v[OTHER]);
    case BESIDE: return sl_forall_with(p, rf_beside, box, v[LINE], v[SQUARE]);
    case FACE: return sl_forall_with(p, rf_face, box, v[CUBE], v[SQUARE]);
    case PILLAR: return sl_forall_with(p, rf_pillar, box, v[CUBE], v[SQUARE]);
    case TURNED: return sl_forall_with(p, rf_turned, box, v[CUBE], v[SQUARE]);
    case TOTAL: return sl_reduce_with(p, rf_total, line, v[SQUARE], total);
    case SPLIT: return sl_view_split(v[s->view], s->split);
    default: return sl_view_join(v[s->view]);
    }
}

static long differing(sl_view *view, const uint64_t *want)
{
    sl_index n[SL_MAX_RANK], x[SL_MAX_RANK] = {0};
    const uint64_t *got = SL_HOST_READ(uint64_t, view);
    long wrong = 0;
    const int rank = sl_view_rank(view);
    for (int d = 0; d < rank; d++)
        n[d] = sl_view_extent(view, d);
    if (got == NULL)
        return -1;
    if (sl_view_size(view) > 0)
        do {
            const uint64_t value = got[place(view, x)];
            if (value != *want && wrong++ == 0)
                diag("%s: element (%lld, %lld, %lld): got %llu, want %llu", sl_view_label(view), (long long)x[0],
                     (long long)x[1], (long long)x[2], (unsigned long long)value, (unsigned long long)*want);
            want++;
        } while (next_point(rank, n, x));
    must(sl_host_end(view));
    return wrong;
}

/* @return what differs in the end. */
static long run_program(const program *p)
{
    static const char *const label[] = {"line", "square", "other", "cube"};
    model m = {.n = p->n};
    sl_view *v[VIEWS];
    uint64_t total = 0;
    long wrong = 0;
    for (int k = 0; k < VIEWS; k++) {
        v[k] = view_of(label[k], SL_UINT64, p->layout, extents_of(p, k));
        m.x[k] = calloc((size_t)sl_view_size(v[k]) + 1, sizeof *m.x[k]);
        if (m.x[k] == NULL)
            must(SL_ERR_MEMORY);
    }
    for (int k = 0; k < p->steps; k++) {
        const step *s = &p->step[k];
        must(call(v, s, &total));
        if (s->kind <= NEAR || s->kind == TOTAL)
            step_line(&m, s);
        else if (s->kind < TOTAL)
            step_square(&m, s);
        if (s->kind == TOTAL && total != m.total && wrong++ == 0)
            diag("total: got %llu, want %llu", (unsigned long long)total, (unsigned long long)m.total);
    }
    for (int k = 0; k < VIEWS; k++) {
        wrong += differing(v[k], m.x[k]) != 0;
        free(m.x[k]);
        sl_view_destroy(&v[k]);
    }
    return wrong;
}

static void test_programs(uint64_t seed, double share)
{
    const test_clock clock = test_time(share);
    const int64_t parts = sl__split_parts_queued();
    uint64_t programs = 0;
    long wrong;
    do {
        const program p = make_program(seed + programs++);
        wrong = run_program(&p);
        for (int k = 0; wrong && k < p.steps; k++)
            diag("step %d: %s [%lld, %lld) [%lld, %lld) view %d split %d %d %d, n %lld, %s", k, name[p.step[k].kind],
                 (long long)p.step[k].lo[0], (long long)p.step[k].hi[0], (long long)p.step[k].lo[1],
                 (long long)p.step[k].hi[1], p.step[k].view, p.step[k].split.n[0], p.step[k].split.n[1],
                 p.step[k].split.n[2], (long long)p.n, layout_name[p.layout]);
    } while (!wrong && (programs < 20 || test_time_left(&clock)));
    ok(wrong == 0, "%llu programs from seed %llu on do what plain C does", (unsigned long long)programs,
       (unsigned long long)seed);
    ok(sl__split_parts_queued() > parts || !sl__split_active || on_gpu(), "and some of their loops ran in parts");
}

/* ---- checks -------------------------------------------------------------------------------------------------- */

SL_KERNEL_DECLARE(rfc_read, (i), scalar(int64_t, by), in(double, 2, m, own(0, all)), out(double, 1, y, own));
SL_KERNEL_DECLARE(rfc_near, (i), scalar(int64_t, by), in(double, 2, m, halo(1, all)), out(double, 1, y, own));
SL_KERNEL_DECLARE(rfc_beside, (i, j), scalar(int64_t, by), in(double, 1, x, own(1), halo(2)), out(double, 2, m, own));
SL_KERNEL_DECLARE(rfc_hole, (j), scalar(int64_t, row), scalar(int64_t, column), out(double, 2, m, own(all, 0)));
SL_KERNEL_DECLARE(rfc_race, (i, j), inout(double, 2, m, own(0, all)));

/* Zero everywhere, whatever became of it. */
static void renew(sl_view *a, sl_view *b)
{
    const double zero = 0;
    must(sl_view_fill(a, SL_DOUBLE, &zero));
    must(sl_view_fill(b, SL_DOUBLE, &zero));
}

static void test_checks(int layout)
{
    enum { N = 12 };
    sl_view *m = view_of("m", SL_DOUBLE, layout, SL_EXTENTS(N, N)), *y = view_of("y", SL_DOUBLE, layout, SL_EXTENTS(N));
    const sl_space inner = SL_RANGE(2, N - 2), box = SL_BOX(0, N, 2, N - 2);
    const sl_policy p = {.where = SL_CPU};
    is_int((sl_forall_with(p, rfc_read, inner, 0, m, y), sl_wait()), SL_SUCCESS, "all of the own row may be read");
    surfaces((sl_forall_with(p, rfc_read, inner, 1, m, y), sl_wait()), SL_ERR_REACH, "the next row may not",
             "kernel rfc_read", "argument m", "of dimension 0 of \"m\"", "outside the declared reach, own(0, all), of");
    renew(m, y);
    is_int((sl_forall_with(p, rfc_near, inner, -1, m, y), sl_wait()), SL_SUCCESS, "with halo(1, all) it may");
    surfaces((sl_forall_with(p, rfc_near, inner, -2, m, y), sl_wait()), SL_ERR_REACH, "but not the one after it",
             "kernel rfc_near", "of dimension 0 of \"m\"", "outside the declared reach, halo(1, all), of");
    renew(m, y);
    is_int((sl_forall_with(p, rfc_beside, box, 2, y, m), sl_wait()), SL_SUCCESS, "own(1), halo(2): two away");
    surfaces((sl_forall_with(p, rfc_beside, box, -3, y, m), sl_wait()), SL_ERR_REACH, "three away is too far",
             "kernel rfc_beside", "argument x", "outside the declared reach, own(1), halo(2), of iteration (");
    renew(m, y);
    is_int((sl_forall_with(p, rfc_hole, inner, -1, -1, m), sl_wait()), SL_SUCCESS, "own columns that are written");
    surfaces((sl_forall_with(p, rfc_hole, inner, N - 1, 5, m), sl_wait()), SL_ERR_UNWRITTEN,
             "an element of an own column that is not", "kernel rfc_hole", "(11, 5)", "has not written");
    renew(m, y);
    surfaces((sl_forall_with(p, rfc_race, SL_BOX(0, N, 0, 3), m), sl_wait()), SL_ERR_RACE,
             "iterations that share a row race", "kernel rfc_race", "argument m");
    renew(m, y);
    is_int((sl_forall_with(p, rfc_race, SL_BOX(0, N, 1, 2), m), sl_wait()), SL_SUCCESS,
           "those that have one each do not");
    refused(sl_forall(rfc_read, SL_RANGE(0, N + 1), 0, m, y), SL_ERR_EXTENT, "rows that the view has not",
            "kernel rfc_read, argument m", "own indices in [0, 12) for dimension 0", "[0, 13)");
    sl_view_destroy(&m);
    sl_view_destroy(&y);
}

/* Kernels whose words the library reads at the first call. */
extern const sl_kernel rfb_all__kernel, rfb_halo_all__kernel, rfb_differ__kernel, rfb_beyond__kernel, rfb_rank__kernel,
    rfb_twice__kernel, rfb_plain__kernel, rfb_fixed__kernel, rfb_index__kernel;

static void test_refused(void)
{
    static const struct {
        const sl_kernel *kernel;
        const char *text, *words;
    } bad[] = {
        {&rfb_all__kernel, "expected a dimension that follows a loop index beside those of all", "own(all, all)"},
        {&rfb_halo_all__kernel, "expected a dimension that follows a loop index beside those of all", "halo(all)"},
        {&rfb_differ__kernel, "expected all in the same dimensions in own(...) and halo(...)",
         "own(0, all), halo(1, 1)"},
        {&rfb_beyond__kernel, "expected all in halo(...) for a dimension beyond the loop's indices", "halo(all, 1)"},
        {&rfb_rank__kernel, "expected halo only where view and loop have the same rank, or with all", "halo(1)"},
        {&rfb_twice__kernel, "expected one reach, own or halo, or own(index, ...) beside halo", "halo(1), halo(2)"},
        {&rfb_plain__kernel, "expected one reach, own or halo, or own(index, ...) beside halo", "own, halo(1)"},
        {&rfb_fixed__kernel, "expected whole numbers in fixed(...)", "fixed(all, 3)"},
        {&rfb_index__kernel, "expected numbers of loop indices, from 0, in own(...)", "own(1, all)"},
    };
    sl_view *m = view_of("m", SL_DOUBLE, RIGHT, SL_EXTENTS(3, 3));
    sl_arg arg = {.kind = SL_ARG_VIEW, .view = m};
    sl_space space = SL_RANGE(0, 3);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        refused(sl_submit(bad[k].kernel, NULL, &space, &arg, 1), SL_ERR_ARGUMENT, bad[k].words, "argument m",
                bad[k].text, bad[k].words);
    sl_view_destroy(&m);
}

int main(void)
{
    const uint64_t seed = test_seed(20350);
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    test_programs(seed, 0.6);
    for (int layout = 0; layout < LAYOUTS; layout++)
        test_checks(layout);
    test_refused();
    must(sl_finalize());
    must(sl_init(NULL)); /* one worker group: loops that follow one another are a chain, here in parts */
    sl__parts_override = 5;
    test_programs(seed + 1000000, 0.4);
    sl__parts_override = 0;
    must(sl_finalize());
    return done_testing();
}
