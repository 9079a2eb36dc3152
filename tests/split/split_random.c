/* SPDX-License-Identifier: BSD-3-Clause */
/* Random programs over views that are split and joined at any time, with loops of every reach and rank, host tasks and
 * accesses, regions, waits and failures, under several schedulers, against a sequential interpretation in plain C. A
 * program that fails is shrunk to the steps that it needs, and the seed is printed that makes it the first one.
 * The quick form tries fewer. */
#include "data/split.h"
#include "call/split.h"
#include "loop_testing.h"
#include "random_programs.h"
#include "shrink.h"
#include "task/split_plan.h"
#include "task/split_worth.h"

SL_KERNEL_DECLARE(sr_fill, (i), scalar(uint64_t, a), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(sr_own, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(sr_add, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(sr_halo, (i), in(uint64_t, 1, x, halo(1)), in(uint64_t, 1, z, halo(40)), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(sr_both, (i), in(uint64_t, 1, x, own), in(uint64_t, 1, z, halo(2)), in(uint64_t, 1, w),
                  inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(sr_turn, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y));
SL_KERNEL_DECLARE(sr_sum, (i), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own), reduce(uint64_t, sum, s),
                  reduce(uint64_t, max, m));
SL_KERNEL_DECLARE(sr_scale, (i), in(uint64_t, 0, s), inout(uint64_t, 1, x, own));
SL_KERNEL_DECLARE(sr_fail, (i), scalar(int64_t, at), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(sr_stencil, (i, j), in(uint64_t, 2, u, halo(1, 3)), out(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(sr_transpose, (i, j), in(uint64_t, 2, u, own(1, 0)), inout(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(sr_rows, (i, j), in(uint64_t, 1, x, own(0)), in(uint64_t, 1, y, own(1)), inout(uint64_t, 2, w, own));
SL_KERNEL_DECLARE(sr_collect, (i, j), in(uint64_t, 2, u, own), in(uint64_t, 2, w, own(0, 0)),
                  inout(uint64_t, 1, x, own(0)));
SL_KERNEL_DECLARE(sr_norm, (i, j), in(uint64_t, 2, u, own), inout(uint64_t, 2, w, own), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(sr_cube, (i, j, k), in(uint64_t, 3, p, halo(1)), inout(uint64_t, 3, q, own),
                  reduce(uint64_t, sum, s));

enum { LINES = 4, SQUARES = 3, CUBES = 2, SCALARS = 3, VIEWS = LINES + SQUARES + CUBES + SCALARS };
enum { FIRST_SQUARE = LINES, FIRST_CUBE = LINES + SQUARES, FIRST_SCALAR = LINES + SQUARES + CUBES };
enum { MOST_STEPS = 50, LONGEST = 30000 };

/* What a step does. */
enum {
    FILL,
    OWN,
    ADD,
    HALO,
    BOTH,
    TURN,
    SUM,
    SCALE,
    STENCIL,
    TRANSPOSE,
    ROWS,
    COLLECT,
    NORM,
    CUBE,
    LOOPS,
    SPLIT = LOOPS,
    JOIN,
    TASK,
    READ,
    WRITE,
    WAIT,
    DESTROY,
    FAIL,
    KINDS
};
static const char *const kind_name[] = {"fill",    "own",       "add",   "halo",    "both",    "turn", "sum",   "scale",
                                        "stencil", "transpose", "rows",  "collect", "norm",    "cube", "split", "join",
                                        "task",    "read",      "write", "wait",    "destroy", "fail"};

struct step {
    int kind, v[4], s[2]; /* views, by their numbers; scalars */
    int worth;            /* parts that the library thinks a loop is worth */
    sl_index lo[3], hi[3];
    uint64_t a;
    sl_split split;
    sl_policy policy;
};

struct program {
    uint64_t seed;
    int steps, fails, regions;
    sl_index n[VIEWS][3]; /* extents */
    int rank[VIEWS], layout[VIEWS];
    struct step step[MOST_STEPS];
};

/* The interpreter's memory: dense, in the order of C; and what a failure may have spoilt. */
struct plain {
    uint64_t *x[VIEWS];
    int spoilt[VIEWS];
    long wrong;
};

/* ---- making a program ---------------------------------------------------------------------------------- */

static sl_split any_split(uint64_t *seed, int rank)
{
    sl_split split = {{0}};
    if (below(seed, 3) == 0)
        return SL_SPLIT_AUTO;
    for (int d = 0; d < rank; d++)
        split.n[d] = below(seed, 3) == 0 ? 0 : 1 + below(seed, d == 0 ? 9 : 4);
    if (split.n[0] == 0 && rank > 0)
        split.n[0] = 2 + below(seed, 12);
    return split;
}

static int rank_of(int kind)
{
    return kind == CUBE ? 3 : kind >= STENCIL && kind <= NORM ? 2 : 1;
}

/* Four views that differ, of a rank. */
static void choose_views(uint64_t *seed, int first, int count, int v[])
{
    int by = 1 + below(seed, count - 1), start = below(seed, count);
    for (int i = 0; i < 4; i++)
        v[i] = first + (start + i * (count == 4 && by == 2 ? 1 : by)) % count;
}

static void make_step(uint64_t *seed, const struct program *p, struct step *s)
{
    *s = (struct step){.kind = below(seed, 10) < 7 ? below(seed, LOOPS) : LOOPS + below(seed, KINDS - LOOPS)};
    if (s->kind == FAIL && !p->fails)
        s->kind = SPLIT;
    int rank = rank_of(s->kind);
    s->a = draw(seed) % 100000;
    s->s[0] = FIRST_SCALAR + below(seed, SCALARS);
    s->s[1] = FIRST_SCALAR + (s->s[0] - FIRST_SCALAR + 1) % SCALARS;
    if (s->kind >= SPLIT && s->kind <= DESTROY && s->kind != WAIT) {
        s->v[0] = below(seed, s->kind == READ || s->kind == WRITE ? VIEWS : FIRST_SCALAR);
        s->split = any_split(seed, p->rank[s->v[0]]);
        return;
    }
    if (rank == 1)
        choose_views(seed, 0, LINES, s->v);
    else if (rank == 2)
        choose_views(seed, FIRST_SQUARE, SQUARES, s->v);
    else
        choose_views(seed, FIRST_CUBE, CUBES, s->v);
    if (s->kind == ROWS || s->kind == COLLECT) {
        s->v[2] = below(seed, LINES);
        s->v[3] = (s->v[2] + 1) % LINES;
    }
    for (int d = 0; d < rank; d++) {
        sl_index n = p->n[s->v[0]][d], edge = s->kind == HALO ? 40 : s->kind == BOTH ? 2 : s->kind == CUBE ? 1 : 0;
        if (s->kind == STENCIL)
            edge = d == 0 ? 1 : 3;
        bounds(seed, n, edge, &s->lo[d], &s->hi[d]);
        if (s->kind == TURN || s->kind == FILL) {
            s->lo[d] = 0;
            s->hi[d] = n;
        }
    }
    if (below(seed, 4) == 0)
        s->policy.split = any_split(seed, rank);
    if (below(seed, 10) == 0)
        s->policy.schedule = (sl_schedule)below(seed, SL_RUNTIME);
    s->worth = 2 + below(seed, below(seed, 2) ? 40 : 6);
    s->policy.priority = below(seed, 20) == 0 ? 1 : 0;
    s->policy.synchronous = !p->fails && below(seed, 60) == 0;
}

static void make_program(uint64_t seed, struct program *p)
{
    p->seed = seed;
    p->fails = below(&seed, 4) == 0;
    p->regions = below(&seed, 4) == 0;
    sl_index n = below(&seed, 8) == 0   ? below(&seed, 4)
                 : below(&seed, 2) == 0 ? below(&seed, 300) + 64
                                        : below(&seed, LONGEST) + 64;
    sl_index m = below(&seed, 8) == 0 ? below(&seed, 8) : below(&seed, 50) + 4, k = below(&seed, 14);
    for (int v = 0; v < VIEWS; v++) {
        int line = v < FIRST_SQUARE, square = !line && v < FIRST_CUBE, cube = !line && !square && v < FIRST_SCALAR;
        p->rank[v] = line ? 1 : square ? 2 : cube ? 3 : 0;
        p->layout[v] = below(&seed, 3) == 0 ? below(&seed, LAYOUTS) : RIGHT;
        p->n[v][0] = line ? n : square ? m : cube ? k : 1;
        p->n[v][1] = square ? m : cube ? k + 3 : 1;
        p->n[v][2] = cube ? k / 2 + 1 : 1;
    }
    p->steps = 5 + below(&seed, MOST_STEPS - 5);
    for (int i = 0; i < p->steps; i++)
        make_step(&seed, p, &p->step[i]);
}

/* ---- the interpreter ----------------------------------------------------------------------------------- */

static int empty(const struct step *s)
{
    for (int d = 0; d < rank_of(s->kind); d++)
        if (s->hi[d] <= s->lo[d])
            return 1;
    return 0;
}

static void interpret_line(struct plain *m, const struct program *p, const struct step *s)
{
    uint64_t *x = m->x[s->v[0]], *y = m->x[s->v[1]], *z = m->x[s->v[2]], *w = m->x[s->v[3]], sum = 0, most = 0;
    sl_index n = p->n[s->v[0]][0];
    for (sl_index i = s->lo[0]; i < s->hi[0]; i++)
        switch (s->kind) {
        case FILL: y[i] = s->a * (uint64_t)(i + 3); break;
        case OWN: y[i] = 3 * x[i] + s->a + (uint64_t)i; break;
        case ADD: y[i] += s->a * x[i]; break;
        case HALO: y[i] = y[i] * 3 + x[i - 1] + 5 * x[i] + 7 * x[i + 1] + z[i - 40] - z[i + 39]; break;
        case BOTH: y[i] ^= x[i] * z[i + 2] + z[i - 2] + w[n - 1 - i]; break;
        case TURN: y[n - 1 - i] = x[i] ^ (uint64_t)i; break;
        case SUM:
            y[i] += x[i];
            sum += y[i] * (uint64_t)(i + 1);
            most = x[i] > most ? x[i] : most;
            break;
        case SCALE: x[i] = x[i] * 3 + m->x[s->s[0]][0]; break;
        default: y[i] = x[i] + 1;
        }
    if (s->kind == SUM) {
        m->x[s->s[0]][0] = sum;
        m->x[s->s[1]][0] = most;
    }
}

static void interpret_square(struct plain *m, const struct program *p, const struct step *s)
{
    sl_index n = p->n[s->v[0]][1];
#define AT(k, i, j) m->x[s->v[k]][(i)*n + (j)]
    uint64_t sum = 0;
    for (sl_index i = s->lo[0]; i < s->hi[0]; i++)
        for (sl_index j = s->lo[1]; j < s->hi[1]; j++)
            switch (s->kind) {
            case STENCIL:
                AT(1, i, j) = AT(0, i - 1, j) + 3 * AT(0, i + 1, j) + 5 * AT(0, i, j - 3) + 7 * AT(0, i, j + 3);
                break;
            case TRANSPOSE: AT(1, i, j) = 3 * AT(1, i, j) + AT(0, j, i); break;
            case ROWS: AT(1, i, j) += m->x[s->v[2]][i] * 3 + m->x[s->v[3]][j]; break;
            case COLLECT:
                if (j == 0)
                    m->x[s->v[2]][i] += AT(0, i, j) + AT(1, i, i);
                break;
            default: AT(1, i, j) = 3 * AT(1, i, j) + AT(0, i, j); sum += AT(1, i, j) * (uint64_t)(i * 7 + j);
            }
#undef AT
    if (s->kind == NORM)
        m->x[s->s[0]][0] = sum;
}

static void interpret_cube(struct plain *m, const struct program *p, const struct step *s)
{
    const sl_index *n = p->n[s->v[0]];
    const uint64_t *u = m->x[s->v[0]];
    uint64_t sum = 0;
    for (sl_index i = s->lo[0]; i < s->hi[0]; i++)
        for (sl_index j = s->lo[1]; j < s->hi[1]; j++)
            for (sl_index k = s->lo[2]; k < s->hi[2]; k++) {
                sl_index at = (i * n[1] + j) * n[2] + k, di = n[1] * n[2], dj = n[2];
                uint64_t *q = &m->x[s->v[1]][at];
                *q = 5 * *q + u[at - di] + 3 * u[at + di] + 7 * u[at - dj] + 9 * u[at + dj] + 11 * u[at - 1] +
                     13 * u[at + 1];
                sum += *q;
            }
    m->x[s->s[0]][0] = sum;
}

static sl_index size_of(const struct program *p, int v)
{
    return p->n[v][0] * p->n[v][1] * p->n[v][2];
}

/* Which views a loop reads and writes, by bits. */
static void uses_of(const struct step *s, unsigned *reads, unsigned *writes, unsigned *renews)
{
    unsigned v[4], t[2];
    for (int i = 0; i < 4; i++)
        v[i] = 1u << s->v[i];
    for (int i = 0; i < 2; i++)
        t[i] = 1u << s->s[i];
    *reads = v[0] | v[1];
    *writes = v[1];
    *renews = 0;
    switch (s->kind) {
    case FILL:
        *reads = 0;
        *renews = v[1];
        break;
    case OWN:
    case TURN:
    case STENCIL:
    case FAIL:
        *reads = v[0];
        *renews = v[1];
        break;
    case HALO: *reads |= v[2]; break;
    case BOTH: *reads |= v[2] | v[3]; break;
    case SUM:
        *writes |= t[0] | t[1];
        *renews = t[0] | t[1];
        break;
    case SCALE:
        *reads = v[0] | t[0];
        *writes = v[0];
        break;
    case ROWS: *reads |= v[2] | v[3]; break;
    case COLLECT:
        *reads |= v[2];
        *writes = v[2];
        break;
    case NORM:
    case CUBE:
        *writes |= t[0];
        *renews = t[0];
        break;
    default: break;
    }
}

/* Whether a loop is over all of the view that it writes only. */
static int covers(const struct program *p, const struct step *s)
{
    for (int d = 0; d < rank_of(s->kind); d++)
        if (s->lo[d] > 0 || s->hi[d] < p->n[s->v[1]][d])
            return 0;
    return 1;
}

/* What a failure may have spoilt: a loop that reads it may spoil what it writes, in some parts or in all. */
static int spoils(struct plain *m, const struct program *p, const struct step *s)
{
    unsigned reads, writes, renews, spoilt = 0;
    for (int v = 0; v < VIEWS; v++)
        spoilt |= (unsigned)m->spoilt[v] << v;
    uses_of(s, &reads, &writes, &renews);
    int bad = (spoilt & reads) != 0 || (s->kind == FAIL && (sl_index)s->a >= s->lo[0] && (sl_index)s->a < s->hi[0]);
    for (int v = 0; v < VIEWS; v++) {
        if (bad && writes >> v & 1)
            m->spoilt[v] = 1;
        else if (renews >> v & 1)
            m->spoilt[v] &= v < FIRST_SCALAR && !covers(p, s);
    }
    return bad;
}

static void interpret(struct plain *m, const struct program *p, const struct step *s)
{
    if (s->kind < LOOPS || s->kind == FAIL) {
        int reduces = s->kind == SUM || s->kind == NORM || s->kind == CUBE;
        if ((empty(s) && !reduces) || spoils(m, p, s))
            return;
        if (rank_of(s->kind) == 1)
            interpret_line(m, p, s);
        else if (rank_of(s->kind) == 2)
            interpret_square(m, p, s);
        else
            interpret_cube(m, p, s);
    } else if (s->kind == TASK || s->kind == WRITE) {
        for (sl_index i = 0; i < size_of(p, s->v[0]); i++)
            m->x[s->v[0]][i] = s->kind == TASK ? m->x[s->v[0]][i] * 3 : s->a + (uint64_t)i;
        m->spoilt[s->v[0]] &= s->kind == TASK;
    }
}

/* ---- the library --------------------------------------------------------------------------------------- */

static sl_extents extents_of(const struct program *p, int v)
{
    sl_extents e = {.rank = p->rank[v]};
    for (int d = 0; d < e.rank; d++)
        e.n[d] = p->n[v][d];
    return e;
}

static int triple(void *arg)
{
    sl_view *view = arg;
    uint64_t *x = sl_task_data(view);
    sl_index n[3] = {1, 1, 1}, at[3] = {0};
    for (int d = 0; d < sl_view_rank(view); d++)
        n[d] = sl_view_extent(view, d);
    if (x == NULL)
        return 1;
    if (points(sl_view_rank(view), n) > 0)
        do
            x[place(view, at)] *= 3;
        while (next_point(sl_view_rank(view), n, at));
    return 0;
}

static void fill(const struct program *p, struct plain *m, int v, sl_view *view, uint64_t a)
{
    uint64_t *x = SL_HOST_WRITE(uint64_t, view);
    sl_index at[3] = {0}, i = 0;
    if (x == NULL) {
        m->wrong++;
        diag("view %d: %s", v, sl_last_error());
        return;
    }
    if (size_of(p, v) > 0)
        do
            x[place(view, at)] = a + (uint64_t)i++;
        while (next_point(p->rank[v], p->n[v], at));
    sl_host_end(view);
}

static void compare(const struct program *p, struct plain *m, int v, sl_view *view)
{
    const uint64_t *x = SL_HOST_READ(uint64_t, view);
    sl_index at[3] = {0}, i = 0;
    if (x == NULL) {
        if (!m->spoilt[v] && m->wrong++ == 0)
            diag("view %d: %s", v, sl_last_error());
        return;
    }
    if (size_of(p, v) > 0 && !m->spoilt[v])
        do
            if (x[place(view, at)] != m->x[v][i++] && m->wrong++ == 0)
                diag("view %d, element %lld: got %llx, want %llx", v, (long long)i - 1,
                     (unsigned long long)x[place(view, at)], (unsigned long long)m->x[v][i - 1]);
        while (next_point(p->rank[v], p->n[v], at));
    sl_host_end(view);
}

static sl_view *create(const struct program *p, struct plain *m, int v)
{
    sl_view *view = view_of("v", SL_UINT64, p->layout[v], extents_of(p, v));
    m->x[v] = realloc(m->x[v], (size_t)(size_of(p, v) + 1) * sizeof *m->x[v]);
    memset(m->x[v], 0, (size_t)(size_of(p, v) + 1) * sizeof *m->x[v]);
    m->spoilt[v] = 0;
    return view;
}

static void queue_loop(sl_view *v[], const struct step *s)
{
    sl_policy q = s->policy;
    if (sl__device_workers() > 0 && q.schedule != SL_SEQ)
        q.where = (sl_where)(s->a / 7 % 3);
    sl_space line = SL_RANGE(s->lo[0], s->hi[0]), box = SL_BOX(s->lo[0], s->hi[0], s->lo[1], s->hi[1]),
             cube = SL_BOX(s->lo[0], s->hi[0], s->lo[1], s->hi[1], s->lo[2], s->hi[2]);
    sl_view *x = v[s->v[0]], *y = v[s->v[1]], *z = v[s->v[2]], *w = v[s->v[3]], *t = v[s->s[0]];
    sl__split_always = s->worth;
    switch (s->kind) {
    case FILL: must(sl_forall_with(q, sr_fill, line, s->a, y)); break;
    case OWN: must(sl_forall_with(q, sr_own, line, s->a, x, y)); break;
    case ADD: must(sl_forall_with(q, sr_add, line, s->a, x, y)); break;
    case HALO: must(sl_forall_with(q, sr_halo, line, x, z, y)); break;
    case BOTH: must(sl_forall_with(q, sr_both, line, x, z, w, y)); break;
    case TURN: must(sl_forall_with(q, sr_turn, line, x, y)); break;
    case SUM: must(sl_forall_with(q, sr_sum, line, x, y, SL_INTO(t), SL_INTO(v[s->s[1]]))); break;
    case SCALE: must(sl_forall_with(q, sr_scale, line, t, x)); break;
    case FAIL: must(sl_forall_with(q, sr_fail, line, (int64_t)s->a, x, y)); break;
    case STENCIL: must(sl_forall_with(q, sr_stencil, box, x, y)); break;
    case TRANSPOSE: must(sl_forall_with(q, sr_transpose, box, x, y)); break;
    case ROWS: must(sl_forall_with(q, sr_rows, box, z, w, y)); break;
    case COLLECT: must(sl_forall_with(q, sr_collect, box, x, y, z)); break;
    case NORM: must(sl_forall_with(q, sr_norm, box, x, y, SL_INTO(t))); break;
    default: must(sl_forall_with(q, sr_cube, cube, x, y, SL_INTO(t)));
    }
}

/* Lines of another extent than the square's sides cannot stand beside it. */
static int fits(const struct program *p, const struct step *s)
{
    return (s->kind != ROWS && s->kind != COLLECT) || p->n[0][0] >= p->n[FIRST_SQUARE][0];
}

static void do_step(const struct program *p, struct plain *m, sl_view *v[], const struct step *s)
{
    switch (s->kind) {
    case SPLIT: must(sl_view_split(v[s->v[0]], s->split)); break;
    case JOIN: must(sl_view_join(v[s->v[0]])); break;
    case TASK: must(sl_task(triple, v[s->v[0]], SL_RW(v[s->v[0]]))); break;
    case READ: compare(p, m, s->v[0], v[s->v[0]]); break;
    case WRITE: fill(p, m, s->v[0], v[s->v[0]], s->a); break;
    case WAIT: (void)sl_wait(); break;
    case DESTROY:
        (void)sl_wait(); /* a view that a task still uses may fail in it, and with it the task's other views */
        sl_view_destroy(&v[s->v[0]]);
        v[s->v[0]] = create(p, m, s->v[0]);
        break;
    default:
        if (fits(p, s))
            queue_loop(v, s);
    }
}

/* The loops from step i on that are to be a region, which is run twice. @return the step behind them. */
static int run_region(const struct program *p, const char keep[], int i, struct plain *m, sl_view *v[])
{
    sl_region *region = NULL;
    int first = i;
    must(sl_region_begin(&region));
    for (; i < p->steps && i < first + 3 && p->step[i].kind < LOOPS && !p->step[i].policy.synchronous; i++)
        if (keep[i] && fits(p, &p->step[i]))
            queue_loop(v, &p->step[i]);
    must(sl_region_end(region));
    for (int again = 0; again < 2; again++) {
        must(sl_region_run(region));
        for (int k = first; k < i; k++)
            if (keep[k] && fits(p, &p->step[k]))
                interpret(m, p, &p->step[k]);
    }
    sl_region_destroy(&region);
    return i;
}

/* Runs the steps that are kept. @return how many values are wrong. */
static long run_program(const struct program *p, const char keep[])
{
    struct plain m = {.wrong = 0};
    sl_view *v[VIEWS];
    for (int k = 0; k < VIEWS; k++) {
        v[k] = create(p, &m, k);
        fill(p, &m, k, v[k], (uint64_t)k * 1000);
        for (sl_index i = 0; i < size_of(p, k); i++)
            m.x[k][i] = (uint64_t)k * 1000 + (uint64_t)i;
    }
    for (int i = 0; i < p->steps; i++) {
        const struct step *s = &p->step[i];
        if (p->regions && i % 8 == 0 && s->kind < LOOPS && !s->policy.synchronous) {
            i = run_region(p, keep, i, &m, v) - 1;
            continue;
        }
        if (!keep[i])
            continue;
        do_step(p, &m, v, s);
        if (fits(p, s))
            interpret(&m, p, s);
    }
    for (int k = 0; k < VIEWS; k++) {
        compare(p, &m, k, v[k]);
        sl_view_destroy(&v[k]);
        free(m.x[k]);
    }
    (void)sl_wait();
    return m.wrong;
}

static void show(const struct program *p, const struct step *s, int i)
{
    char text[160];
    int used = snprintf(text, sizeof text, "views %d %d %d %d, scalar %d, a %llu, schedule %d", s->v[0], s->v[1],
                        s->v[2], s->v[3], s->s[0], (unsigned long long)s->a, s->policy.schedule);
    for (int d = 0; d < 3; d++)
        used += snprintf(text + used, sizeof text - (size_t)used, " [%lld, %lld)", (long long)s->lo[d],
                         (long long)s->hi[d]);
    diag("step %d: %s, %s, split %d %d %d, policy %d %d %d, worth %d parts", i, kind_name[s->kind], text, s->split.n[0],
         s->split.n[1], s->split.n[2], s->policy.split.n[0], s->policy.split.n[1], s->policy.split.n[2], s->worth);
    (void)p;
}

/* A few times: what goes wrong may do so rarely. */
static int fails(const void *p, const char keep[])
{
    for (int i = 0; i < 5; i++)
        if (run_program(p, keep) != 0)
            return 1;
    return 0;
}

/* Shows the steps without which the program does not fail. */
static void shrink(const struct program *p, char keep[])
{
    shrink_steps(p, fails, p->steps, keep);
    diag("program %llu: lines %lld, squares %lld, cubes %lld, regions %d", (unsigned long long)p->seed,
         (long long)p->n[0][0], (long long)p->n[FIRST_SQUARE][0], (long long)p->n[FIRST_CUBE][0], p->regions);
    for (int v = 0; v < FIRST_SCALAR; v++)
        if (p->layout[v] != RIGHT)
            diag("view %d is %s", v, layout_name[p->layout[v]]);
    for (int i = 0; i < p->steps; i++)
        if (keep[i])
            show(p, &p->step[i], i);
}

enum { CONFIGS = 8, LEAST = 16 /* programs, so that some loops are in parts */ };

/* @param[in] first, @param[in] step  the seeds  @param[out] programs  how many were tried */
static int test_programs(uint64_t first, uint64_t step, uint64_t *programs)
{
    const test_clock clock = test_time(1.0 / CONFIGS);
    *programs = 0;
    do {
        struct program p;
        char keep[MOST_STEPS];
        memset(keep, 1, sizeof keep);
        make_program(first + step * (*programs)++, &p);
        if (run_program(&p, keep) == 0)
            continue;
        shrink(&p, keep);
        return 0;
    } while (test_time_left(&clock) || *programs < LEAST);
    return 1;
}

int main(void)
{
    static const char *const scheduler[] = {NULL, "lws", "eager", "prio", "dmda", "dmdas"};
    const uint64_t seed = test_seed(20261);
    shrink_test();
    for (int k = 0; k < CONFIGS; k++) {
        sl_config config = {.cpu_workers = k >= 6 ? SL_WORKERS_DEFAULT : SL_WORKERS_CORE,
                            .scheduler = scheduler[k % 6]};
        must(sl_init(&config));
        uint64_t programs;
        int passed = test_programs(seed + (uint64_t)k, CONFIGS, &programs);
        if (!passed)
            diag("SL_TEST_SEED=%llu makes it the first one of this scheduler",
                 (unsigned long long)(seed + CONFIGS * (programs - 1)));
        int64_t parts = sl__split_parts_queued(), gathers = sl__split_gathers_of_all();
        int active = sl__split_active;
        ok(passed, "%llu programs, every eighth from seed %llu on: %s workers, scheduler %s: %lld parts, %lld gathers",
           (unsigned long long)programs, (unsigned long long)(seed + (uint64_t)k),
           config.cpu_workers == SL_WORKERS_CORE ? "core" : "default", scheduler[k % 6] ? scheduler[k % 6] : "default",
           (long long)parts, (long long)gathers);
        int many = config.cpu_workers == SL_WORKERS_CORE ? (int)programs : 0;
        ok(active ? parts > many && gathers > many / 4 : parts == 0 && gathers == 0,
           active ? "many loops ran in parts" : "with one place to run in nothing is in parts");
        (void)sl_finalize();
    }
    return done_testing();
}
