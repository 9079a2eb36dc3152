/* SPDX-License-Identifier: BSD-3-Clause */
/* Random programs of all calls over views of ranks 0 to 4 in any layout, against plain C: loops over every kind of
 * space, reductions, scatter, packs, scans, sorts, algorithms, nests, teams, subviews, copies, mirrors, maps that
 * change, dual views, host tasks and accesses, on one to four threads, split or not, queued behind a gate or not, some
 * of them in regions that run several times. Whole numbers, so that results are exact. A failing program is shrunk to
 * the steps that it needs; SL_TEST_SEED with its number makes it the first one. The quick form tries fewer. */
#include "exec/cpu/cpu.h"
#include "exec/cpu/parts.h"
#include "exec/cpu/rounds.h"
#include "machine/machine.h"
#include "gate_task.h"
#include "loop_testing.h"
#include "random_calls.h"
#include "random_programs.h"
#include "shrink.h"

#include <stdlib.h>

static const struct group {
    const char *name;
    sl_type type;
    int count, rank, constant;
} group[RC_GROUPS] = {
    [RC_LINE] = {"line", SL_UINT64, 4, 1, 0},      [RC_INTS] = {"ints", SL_INT32, 3, 1, 0},
    [RC_FLAT] = {"flat", SL_UINT64, 3, 2, 0},      [RC_CUBE] = {"cube", SL_UINT64, 2, 3, 0},
    [RC_HYPER] = {"hyper", SL_UINT64, 2, 4, 0},    [RC_ROW] = {"row", SL_UINT64, 1, 1, 0},
    [RC_SCALAR] = {"scalar", SL_UINT64, 5, 0, 0},  [RC_COUNT] = {"count", SL_INT64, 2, 0, 0},
    [RC_BINS] = {"bins", SL_UINT64, 3, 1, 0},      [RC_WIDE] = {"wide", SL_UINT64, 3, 1, 0},
    [RC_ENDS] = {"ends", SL_UINT64, 1, 1, 0},      [RC_MAP] = {"map", SL_INT32, 1, 2, 1},
    [RC_OFFSETS] = {"offsets", SL_INT32, 1, 1, 1},
};

static const rc_kind *const kinds_of[] = {rc_loop_kinds, rc_verb_kinds, rc_host_kinds, rc_view_kinds};
static const rc_kind *kind[128];
static int kinds, weights;

static void gather_kinds(void)
{
    for (size_t t = 0; t < sizeof kinds_of / sizeof *kinds_of; t++)
        for (const rc_kind *k = kinds_of[t]; k->name; k++) {
            kind[kinds++] = k;
            weights += k->weight;
        }
}

/* How a view is made: with memory of its own, over the program's, in an arena, as the middle of a larger one, as
 * another shape of a line, for reading only where it is not written. */
enum { MANAGED, WRAPPED, IN_ARENA, MIDDLE, RESHAPED, READONLY, WAYS };

/* ---- making a program ---------------------------------------------------------------------------------- */

/* Mostly the sizes at which something changes. */
static sl_index any_size(uint64_t *seed, sl_index most)
{
    static const sl_index edge[] = {0, 1, 2, 3, 5, 31, 32, 33, 63, 65, 4095, 4096, 4097};
    const sl_index some = edge[below(seed, sizeof edge / sizeof *edge)];
    return below(seed, 3) > 0 && some <= most ? some : below(seed, below(seed, 2) ? most + 1 : most / 16 + 2);
}

static void make_program(uint64_t seed, rc_program *p)
{
    *p = (rc_program){.seed = seed};
    p->threads = 1 + (int)below(&seed, 4);
    p->parts = below(&seed, 3) == 0 ? 1 + (int)below(&seed, 20) : 0;
    p->depth = below(&seed, 3) == 0 ? 1 + (int)below(&seed, 6) : 0;
    p->rounds = (int)below(&seed, 2);
    p->gated = (int)below(&seed, 2);
    p->region = below(&seed, 2) == 0 ? 1 + (int)below(&seed, 12) : 0;
    p->runs = 1 + (int)below(&seed, 3);
    const sl_index n = any_size(&seed, 9000), m = any_size(&seed, 100), k = any_size(&seed, 70),
                   l = any_size(&seed, 20);
    const sl_index n_of[RC_GROUPS][4] = {[RC_LINE] = {n},
                                         [RC_INTS] = {n},
                                         [RC_FLAT] = {m, k},
                                         [RC_CUBE] = {m, k, l},
                                         [RC_HYPER] = {l, k, 3, 1 + below(&seed, 5)},
                                         [RC_ROW] = {m},
                                         [RC_BINS] = {1 + any_size(&seed, 5000)},
                                         [RC_WIDE] = {n + below(&seed, 9)},
                                         [RC_ENDS] = {2},
                                         [RC_MAP] = {n, 3},
                                         [RC_OFFSETS] = {1 + any_size(&seed, 300)}};
    memcpy(p->n, n_of, sizeof n_of);
    for (int v = 0; v < RC_VIEWS; v++)
        p->layout[v] = (int)below(&seed, 3) == 0 ? (int)below(&seed, 64) : 0;
    for (int v = 0; v < RC_VIEWS; v++)
        p->way[v] = (int)below(&seed, 2) ? (int)below(&seed, WAYS) : MANAGED;
    p->steps = 5 + (int)below(&seed, RC_STEPS - 5);
    for (int i = 0; i < p->steps; i++) {
        int at = (int)below(&seed, weights), which = 0;
        while (at >= kind[which]->weight)
            at -= kind[which++]->weight;
        p->step[i].kind = which;
        for (int d = 0; d < RC_DRAWS; d++)
            p->step[i].r[d] = draw(&seed);
    }
}

/* ---- what steps make of their numbers ------------------------------------------------------------------ */

rc_view *rc_of(rc_run *r, const rc_step *s, int g, int k)
{
    int first = 0;
    for (int i = 0; i < g; i++)
        first += group[i].count;
    return &r->v[first + (int)((s->r[0] + (uint64_t)k) % (uint64_t)group[g].count)];
}

void rc_tried(rc_run *r, sl_status status, const char *call)
{
    if (status != SL_SUCCESS && r->wrong++ == 0)
        diag("%s: %s: %s", call, sl_status_name(status), sl_last_error());
}

void rc_compare(rc_run *r, const char *what, sl_index at, uint64_t got, uint64_t want)
{
    if (got != want && r->wrong++ == 0)
        diag("%s[%lld]: got %llx, want %llx", what, (long long)at, (unsigned long long)got, (unsigned long long)want);
}

sl_policy rc_verb_policy(const rc_step *s)
{
    uint64_t seed = s->r[1];
    sl_policy p = SL_POLICY(0);
    if (below(&seed, 2) == 0)
        p.schedule = (sl_schedule)below(&seed, SL_RUNTIME + 1);
    p.priority = below(&seed, 20) == 0;
    p.where = below(&seed, 3) == 0 ? SL_CPU : SL_ANYWHERE;
    p.label = below(&seed, 9) == 0 ? "named" : NULL;
    return p;
}

sl_policy rc_policy(const rc_step *s, int rank)
{
    uint64_t seed = s->r[1] + 1;
    sl_policy p = rc_verb_policy(s);
    if (below(&seed, 3) == 0)
        p.chunk = 1 + below(&seed, below(&seed, 2) ? 5 : 300);
    const int turn = (int)below(&seed, rank), turned = rank > 1 && below(&seed, 3) == 0;
    for (int d = 0; d < rank && turned; d++)
        p.order[d] = (d + turn) % rank;
    for (int d = 0; d < rank && turned && (s->r[1] & 1); d++)
        p.order[d] = rank - 1 - (d + turn) % rank;
    if (below(&seed, 3) == 0)
        for (int d = 0; d < rank; d++)
            p.tile[d] = below(&seed, 3) == 0 ? 0 : 1 + below(&seed, 40);
    if (below(&seed, 12) == 0 && rank > 1) {
        memset(p.tile, 0, sizeof p.tile);
        p.tile[0] = SL__TILE_AUTO;
    }
    p.collapse = below(&seed, 3) == 0 ? (int)below(&seed, rank + 1) : 0;
    p.iterate_outer = (sl_iterate)(below(&seed, 4) == 0 ? below(&seed, 3) : 0);
    p.iterate_inner = (sl_iterate)(!turned && below(&seed, 4) == 0 ? below(&seed, 3) : 0);
    if (below(&seed, 5) == 0 && p.schedule != SL_SEQ)
        for (int d = 0; d < rank; d++)
            p.split.n[d] = 1 + (int)below(&seed, 5);
    return p;
}

void rc_bounds(const rc_step *s, int d, sl_index n, sl_index *lo, sl_index *hi)
{
    uint64_t seed = s->r[2] + (uint64_t)d;
    bounds(&seed, n, 0, lo, hi);
}

sl_space rc_box(const rc_step *s, const rc_view *v)
{
    sl_space space = {.rank = v->rank};
    for (int d = 0; d < v->rank; d++)
        rc_bounds(s, d, v->n[d], &space.lo[d], &space.hi[d]);
    return space;
}

sl_extents rc_extents(const rc_view *v)
{
    sl_extents e = {.rank = v->rank};
    for (int d = 0; d < v->rank; d++)
        e.n[d] = v->n[d];
    return e;
}

enum { AUTOMATIC = 7 };

sl_layout rc_layout(int k, sl_extents e)
{
    sl_layout turned = {.kind = SL__LAYOUT_PERMUTED, .count = e.rank};
    for (int d = 0; d < e.rank; d++)
        turned.stride[d] = k & 8 ? (d + k / 16) % e.rank : e.rank - 1 - (d + k / 16) % e.rank;
    switch (e.rank == 0 ? 0 : k % 8) {
    case 1: return SL_LAYOUT_LEFT;
    case 2: return layout_of(STRIDED, e);
    case 3: return turned;
    case 4: return SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, 1 + k / 8);
    case 5: return SL_LAYOUT_PADDED(SL_LAYOUT_LEFT, SL_PAD_LINE);
    case 6: return SL_LAYOUT_PADDED(turned, 3);
    case AUTOMATIC: return SL_LAYOUT_AUTO;
    default: return SL_LAYOUT_RIGHT;
    }
}

uint64_t rc_word(sl_type type, const void *memory, sl_index at)
{
    return type == SL_INT32 ? (uint64_t)(int64_t)((const int32_t *)memory)[at] : ((const uint64_t *)memory)[at];
}

void rc_put(sl_type type, void *memory, sl_index at, uint64_t word)
{
    if (type == SL_INT32)
        ((int32_t *)memory)[at] = (int32_t)word;
    else
        ((uint64_t *)memory)[at] = word;
}

/* ---- running it ---------------------------------------------------------------------------------------- */

static void set_gate(const rc_program *p, int open)
{
    if (!p->gated)
        return;
    atomic_store(&gate_open, open);
    for (int g = 0; g < sl__machine_groups() && !open; g++)
        must(sl_task(wait_for_gate, NULL));
}

static uint64_t first_value(const rc_program *p, int g, sl_index i, uint64_t *seed)
{
    switch (g) {
    case RC_INTS: return (uint64_t)(below(seed, 60) - 30);
    case RC_MAP: return (uint64_t)below(seed, p->n[RC_BINS][0]);
    case RC_OFFSETS: return (uint64_t)((i * p->n[RC_LINE][0] + below(seed, 2) * (i > 0)) / p->n[RC_OFFSETS][0]);
    default: return below(seed, 2) ? (uint64_t)below(seed, 9) : draw(seed);
    }
}

/* A view of the middle of a larger one, which has a rim. */
static void make_middle(rc_view *v, const char *name, sl_layout layout, sl_extents e)
{
    struct sl__slice slice[4];
    sl_view *whole = NULL;
    for (int d = 0; d < e.rank; d++) {
        slice[d] = SL_PAIR(1, 1 + e.n[d]);
        e.n[d] += 2;
    }
    must(sl_view_create(name, v->type, layout.kind == SL__LAYOUT_STRIDE ? rc_layout(2, e) : layout, e, &whole));
    must(sl_view_sub(whole, e.rank, slice, &v->view));
    sl_view_destroy(&whole);
}

/* Another shape of a line. */
static void make_reshaped(rc_view *v, const char *name, sl_layout layout, sl_extents e)
{
    sl_view *line = NULL;
    must(sl_view_create(name, v->type, SL_LAYOUT_RIGHT, SL_EXTENTS(v->size), &line));
    must(sl_view_reshape(line, layout.kind == SL__LAYOUT_LEFT ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT, e, &v->view));
    sl_view_destroy(&line);
}

/* @param[in] way  as of WAYS; one that does not go for the view is none */
static void make_view(rc_run *r, rc_view *v, const char *name, int k, int way)
{
    const sl_extents e = rc_extents(v);
    sl_layout layout = rc_layout(k, e);
    size_t bytes = 0;
    if (layout.kind == SL__LAYOUT_AUTO || (way == MIDDLE && v->rank == 0) || way == READONLY)
        way = way == WRAPPED ? way : MANAGED;
    must(sl_view_bytes_needed(v->type, layout, e, &bytes));
    v->part = way == IN_ARENA || way == MIDDLE || way == RESHAPED;
    switch (way) {
    case WRAPPED:
        v->memory = aligned_alloc(64, (bytes / 64 + 1) * 64);
        must(sl_view_wrap(name, v->type, layout, e, v->memory, &v->view));
        break;
    case IN_ARENA: must(sl_arena_view(r->arena, name, v->type, layout, e, &v->view)); break;
    case MIDDLE: make_middle(v, name, layout, e); break;
    case RESHAPED: make_reshaped(v, name, layout, e); break;
    default: must(sl_view_create(name, v->type, layout, e, &v->view));
    }
}

/* An arena that has room for all. */
static void make_arena(rc_run *r)
{
    size_t bytes = 64;
    for (int g = 0, k = 0; g < RC_GROUPS; g++)
        for (int c = 0; c < group[g].count; c++, k++) {
            rc_view like = {.rank = group[g].rank};
            size_t some = 0;
            memcpy(like.n, r->p->n[g], sizeof like.n);
            must(sl_view_bytes_needed(group[g].type, rc_layout(r->p->layout[k], rc_extents(&like)), rc_extents(&like),
                                      &some));
            bytes += some + 64;
        }
    must(sl_arena_create("arena", bytes, &r->arena));
}

static void create(rc_run *r)
{
    const rc_program *p = r->p;
    uint64_t seed = p->seed;
    make_arena(r);
    for (int g = 0, k = 0; g < RC_GROUPS; g++)
        for (int c = 0; c < group[g].count; c++, k++) {
            rc_view *v = &r->v[k];
            *v = (rc_view){.type = group[g].type, .rank = group[g].rank};
            memcpy(v->n, p->n[g], sizeof v->n);
            v->size = points(v->rank, v->n);
            v->automatic = v->rank > 1 && p->layout[k] % 8 == AUTOMATIC;
            v->x = malloc((size_t)(v->size + 1) * sizeof *v->x);
            make_view(r, v, group[g].name, p->layout[k], p->way[k]);
            void *memory = sl_host_begin(v->view, SL_WRITE, v->type, "create");
            sl_index at[4] = {0}, i = 0;
            if (v->size > 0)
                do {
                    v->x[i] = first_value(p, g, i, &seed);
                    rc_put(v->type, memory, place(v->view, at), v->x[i++]);
                } while (next_point(v->rank, v->n, at));
            must(sl_host_end(v->view));
            if (group[g].constant && p->way[k] == READONLY) {
                sl_view *written = v->view;
                must(sl_view_readonly(written, &v->view));
                sl_view_destroy(&written);
                v->part = 1;
            }
        }
}

static void compare(rc_run *r, rc_view *v, const char *what)
{
    const void *memory = sl_host_begin(v->view, SL_READ, v->type, "compare");
    sl_index at[4] = {0}, i = 0;
    if (memory == NULL) {
        rc_tried(r, sl_last_status(), what);
        return;
    }
    if (v->size > 0)
        do {
            rc_compare(r, what, i, rc_word(v->type, memory, place(v->view, at)), v->x[i]);
            i++;
        } while (next_point(v->rank, v->n, at));
    must(sl_host_end(v->view));
}

static void compare_all(rc_run *r)
{
    for (int g = 0, k = 0; g < RC_GROUPS; g++)
        for (int c = 0; c < group[g].count; c++, k++) {
            char name[32];
            snprintf(name, sizeof name, "%s%d", group[g].name, c);
            compare(r, &r->v[k], name);
            sl_view_destroy(&r->v[k].view);
            free(r->v[k].memory);
            free(r->v[k].x);
        }
    sl_arena_destroy(&r->arena);
}

static void exchange(rc_view *a, rc_view *b)
{
    uint64_t *x = a->x;
    a->x = b->x;
    b->x = x;
}

/* The steps from number i on that are a region, behind a loop of whose scalar each run has another value, and in some
 * programs another view, which changes places with the first one. @return the step behind them. */
static int run_region(rc_run *r, const char keep[], int i)
{
    const rc_program *p = r->p;
    const int first = i, last = i + p->region;
    const rc_step *s = &p->step[first];
    rc_view *scalar = rc_of(r, s, RC_SCALAR, 0), *other = rc_of(r, s, RC_SCALAR, 1);
    const int exchanges = s->r[7] % 3 == 0 && !scalar->part && !other->part;
    sl_region *region = NULL;
    RC_TRY(r, sl_region_begin(&region));
    RC_TRY(r, sl_forall(rc_scalar, SL_RANGE(0, 1), s->r[3], scalar->view));
    for (; i < last && i < p->steps && !kind[p->step[i].kind]->host; i++)
        if (keep[i])
            kind[p->step[i].kind]->call(r, &p->step[i]);
    RC_TRY(r, sl_region_end(region));
    for (int run = 0; run < p->runs; run++) {
        if (run > 0)
            RC_TRY(r, SL_REGION_SET(region, 0, uint64_t, a, s->r[3] + (uint64_t)run));
        if (run > 0 && exchanges) {
            rc_view *from = run % 2 ? scalar : other, *to = run % 2 ? other : scalar;
            RC_TRY(r, sl_region_set_view(region, from->view, to->view));
            exchange(scalar, other);
        }
        RC_TRY(r, sl_region_run(region));
        scalar->x[0] = 3 * scalar->x[0] + s->r[3] + (uint64_t)run;
        for (int k = first; k < i; k++)
            if (keep[k])
                kind[p->step[k].kind]->plain(r, &p->step[k]);
    }
    if (exchanges && p->runs % 2 == 0)
        exchange(scalar, other);
    sl_region_destroy(&region);
    return i;
}

/* Runs the steps that are kept. @return how many values are wrong. */
static long run_program(const rc_program *p, const char keep[])
{
    rc_run r = {.p = p};
    sl__cpu_threads_override = p->threads;
    sl__parts_override = p->parts;
    sl__depth_override = p->depth;
    sl__rounds_always = p->rounds;
    create(&r);
    set_gate(p, 0);
    for (int i = 0; i < p->steps; i++) {
        const rc_step *s = &p->step[i];
        const rc_kind *k = kind[s->kind];
        if (p->region > 0 && i % 16 < p->region && !k->host) {
            i = run_region(&r, keep, i) - 1;
            continue;
        }
        if (!keep[i])
            continue;
        if (k->host)
            set_gate(p, 1);
        k->call(&r, s);
        k->plain(&r, s);
        if (k->host) {
            RC_TRY(&r, sl_wait());
            set_gate(p, 0);
        }
    }
    set_gate(p, 1);
    RC_TRY(&r, sl_wait());
    compare_all(&r);
    return r.wrong;
}

static int fails(const void *p, const char keep[])
{
    return run_program(p, keep) != 0;
}

static void show(const rc_program *p, const char keep[])
{
    diag("program %llu: %d threads, %d parts, depth %d, rounds %d, gate %d, regions of %d that run %d times",
         (unsigned long long)p->seed, p->threads, p->parts, p->depth, p->rounds, p->gated, p->region, p->runs);
    for (int g = 0, k = 0; g < RC_GROUPS; g++) {
        diag("%s: extents %lld %lld %lld %lld, layouts %d %d %d %d", group[g].name, (long long)p->n[g][0],
             (long long)p->n[g][1], (long long)p->n[g][2], (long long)p->n[g][3], p->layout[k],
             group[g].count > 1 ? p->layout[k + 1] : 0, group[g].count > 2 ? p->layout[k + 2] : 0,
             group[g].count > 3 ? p->layout[k + 3] : 0);
        k += group[g].count;
    }
    for (int i = 0; i < p->steps; i++)
        if (keep[i]) {
            const sl_policy policy = rc_policy(&p->step[i], 3);
            diag("step %d: %s, view %d, policy for rank 3: %s", i, kind[p->step[i].kind]->name,
                 (int)(p->step[i].r[0] % 12), policy_text(&policy));
        }
}

/* Whether a program gives what plain C gives; one that does not is shrunk, and shown. */
static int gives_right(uint64_t seed)
{
    static rc_program p;
    char keep[RC_STEPS];
    make_program(seed, &p);
    memset(keep, 1, sizeof keep);
    if (getenv("SL_TEST_SHOW"))
        show(&p, keep);
    if (run_program(&p, keep) == 0)
        return 1;
    diag("program %llu gives another result than plain C", (unsigned long long)seed);
    shrink_steps(&p, fails, p.steps, keep);
    show(&p, keep);
    return 0;
}

enum { CONFIGS = 2 };

int main(void)
{
    setenv("STARLOOP_SERIAL_BELOW", "4", 1); /* so that small loops are shared out, too */
    setenv("STARLOOP_LOG", "none", 1);
    const uint64_t seed = test_seed(20261127);
    gather_kinds();
    for (int c = 0; c < CONFIGS; c++) {
        const sl_config config = {.cpu_workers = c == 0 ? SL_WORKERS_DEFAULT : SL_WORKERS_CORE};
        const test_clock clock = test_time(1.0 / CONFIGS);
        uint64_t failed = 0, count = 0;
        must(sl_init(&config));
        do
            failed += !gives_right(seed + (uint64_t)c + CONFIGS * count++);
        while (test_time_left(&clock) && failed < 3);
        is_int(failed, 0,
               "%llu random programs of %d kinds of calls, every second from seed %llu on, give what plain C gives, %s",
               (unsigned long long)count, kinds, (unsigned long long)seed + (unsigned long long)c,
               c == 0 ? "on one worker" : "on a worker a core, in parts where they are split");
        sl__cpu_threads_override = sl__parts_override = sl__depth_override = sl__rounds_always = 0;
        must(sl_finalize());
    }
    return done_testing();
}
