/* SPDX-License-Identifier: BSD-3-Clause */
/* Nests over spaces that are empty along some dimensions: what stands outside of the loops over these runs as in C. The
 * text of each policy is read here and run by plain loops, which is what the nest is compared with, for every choice of
 * empty dimensions. */
#include "nest_empty.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/state.h"
#include "loop_testing.h"
#include "misuse.h"
#include "nest_walk.h"
#include "task/cores.h"

/* ---- the text of a policy ------------------------------------------------------------------------------ */

enum { NODES = 128, KIDS = 12 };

/* A word with what stands in its parentheses; of a number and of dimensions in parentheses the word is that or "". */
typedef struct node {
    char word[32];
    struct node *kid[KIDS];
    int kids;
} node;

static node nodes[NODES];
static int nodes_used;

static node *parse(const char **text);

static void parse_kids(const char **text, node *n)
{
    do {
        ++*text; /* ( or , */
        must(n->kids < KIDS ? SL_SUCCESS : SL_ERR_EXTENT);
        n->kid[n->kids++] = parse(text);
        *text += strspn(*text, " ");
    } while (**text == ',');
    ++*text;
}

static node *parse(const char **text)
{
    must(nodes_used < NODES ? SL_SUCCESS : SL_ERR_EXTENT);
    node *n = &nodes[nodes_used++];
    memset(n, 0, sizeof *n);
    *text += strspn(*text, " ");
    for (int at = 0; isalnum((unsigned char)**text) || **text == '_'; ++*text)
        n->word[at++] = **text;
    if (**text == '(')
        parse_kids(text, n);
    return n;
}

static int is(const node *n, const char *word)
{
    return strcmp(n->word, word) == 0;
}

/* ---- plain loops --------------------------------------------------------------------------------------- */

typedef struct plain {
    int rank;
    sl_index side, lo[6], hi[6], x[6];
    int32_t size, flag, count, total;
    int32_t *seen; /* [lambdas][points] */
    sl_index points;
} plain;

static void run_statements(plain *p, const node *n, int from);

static void run_dimensions(plain *p, const node *n, int from, const node *const dim[], int dims)
{
    if (dims == 0) {
        run_statements(p, n, from);
        return;
    }
    const int d = atoi(dim[0]->word);
    const sl_index before = p->x[d];
    for (p->x[d] = p->lo[d]; p->x[d] < p->hi[d]; p->x[d]++) {
        if (is(n, "FOR_ICOUNT"))
            p->count = (int32_t)(p->x[d] - p->lo[d]);
        run_dimensions(p, n, from, dim + 1, dims - 1);
    }
    p->x[d] = before;
}

static void run_tiles(plain *p, const node *n, int d, const node *size, int from)
{
    const sl_index lo = p->lo[d], hi = p->hi[d], x = p->x[d];
    const sl_index length = is(size, "fixed") ? atoi(size->kid[0]->word) : p->size;
    p->count = is(n, "TILE_TCOUNT") ? 0 : p->count;
    for (sl_index at = lo; at < hi; at += length) {
        p->lo[d] = p->x[d] = at;
        p->hi[d] = hi - at < length ? hi : at + length;
        run_statements(p, n, from);
        p->count += is(n, "TILE_TCOUNT");
    }
    p->lo[d] = lo;
    p->hi[d] = hi;
    p->x[d] = x;
}

static int holds(const plain *p, const node *n)
{
    return is(n, "no") ? !holds(p, n->kid[0]) : is(n, "scalar") ? p->flag != 0 : p->count != 0;
}

static void run_lambda(plain *p, int lambda)
{
    sl_index at = 0;
    for (int d = 0; d < p->rank; d++)
        at = at * p->side + p->x[d];
    p->total = lambda == 3 && p->rank == 3 ? 1 : p->total;
    p->seen[lambda * p->points + at] += lambda == 4 && p->rank == 3 ? p->total : 1;
}

static void run_statement(plain *p, const node *n)
{
    const node *const *kid = (const node *const *)n->kid;
    if (is(n, "DO"))
        for (int k = 0; k < n->kids && kid[k]->kids == 0; k++)
            run_lambda(p, atoi(kid[k]->word));
    else if (is(n, "FOR"))
        run_dimensions(p, n, 2, kid, 1);
    else if (is(n, "FOR_ICOUNT"))
        run_dimensions(p, n, 3, kid, 1);
    else if (is(n, "COLLAPSE"))
        run_dimensions(p, n, 2, (const node *const *)kid[1]->kid, kid[1]->kids);
    else if (is(n, "HYPERPLANE")) { /* in another order */
        const node *dim[3] = {kid[0], kid[1]->kid[0], kid[1]->kids > 1 ? kid[1]->kid[1] : NULL};
        run_dimensions(p, n, 3, dim, 1 + kid[1]->kids);
    } else if (is(n, "TILE"))
        run_tiles(p, n, atoi(kid[0]->word), kid[1], 3);
    else if (is(n, "TILE_TCOUNT"))
        run_tiles(p, n, atoi(kid[0]->word), kid[2], 4);
    else if (is(n, "IF") && holds(p, kid[0]))
        run_statements(p, n, 1);
    else if (is(n, "REDUCE"))
        run_statements(p, n, 3);
    else if (is(n, "INIT_LOCAL_MEM"))
        run_statements(p, n, 2);
}

static void run_statements(plain *p, const node *n, int from)
{
    for (int k = from; k < n->kids; k++)
        run_statement(p, n->kid[k]);
}

/* ---- nests and plain loops ----------------------------------------------------------------------------- */

typedef struct policy {
    const char *name, *text;
    int rank;
    walked w; /* of one for CUDA */
} policy;

#define NEST_ROW(NAME, ...) {#NAME, "(" #__VA_ARGS__ ")", 3, {NULL, NULL, NULL, 0}},
#define DEEP_ROW(NAME, ...) {#NAME, "(" #__VA_ARGS__ ")", 6, {NULL, NULL, NULL, 0}},
#define NEST_GRID(NAME, ...) {#NAME, "(" #__VA_ARGS__ ")", 3, WALKED(empty_nest, NAME, 0)},
#define DEEP_GRID(NAME, ...) {#NAME, "(" #__VA_ARGS__ ")", 6, WALKED(empty_deep, NAME, 0)},
#define DECLARE_NEST(NAME, ...) void empty_nest__##NAME##__grid_(const void *args, const struct sl__box *box);
#define DECLARE_DEEP(NAME, ...) void empty_deep__##NAME##__grid_(const void *args, const struct sl__box *box);
EMPTY_CUDA(DECLARE_NEST)
EMPTY_DEEP_CUDA(DECLARE_DEEP)
static const policy cpu[] = {EMPTY_CPU(NEST_ROW) EMPTY_DEEP(DEEP_ROW)};
static const policy grids[] = {EMPTY_CUDA(NEST_GRID) EMPTY_DEEP_CUDA(DEEP_GRID)};

/* How a nest is called. */
enum { QUEUED, WAITED, RECORDED, TWO_PARTS, ROUTES };
static const char *const routes[] = {"queued", "waited for", "in a region", "over a view in parts"};

typedef struct tried {
    const policy *p;
    sl_space space;
    int32_t size, flag;
    sl_view *seen;
} tried;

/* Of a bit in `empty` its dimension is; by an end before its begin where `behind`. */
static tried try_make(const policy *p, int empty, int behind)
{
    const int deep = p->rank == 6;
    tried t = {.p = p, .space = {.rank = p->rank}, .size = 2, .flag = 1};
    sl_index points = 1;
    for (int d = 0; d < p->rank; d++) {
        const sl_index lo = deep ? DEEP_FIRST : EMPTY_FIRST;
        t.space.lo[d] = lo;
        t.space.hi[d] = empty >> d & 1 ? lo - behind : lo + (deep ? 2 : 2 + d);
        points *= deep ? DEEP_SIDE : EMPTY_SIDE;
    }
    must(sl_view_create("seen", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(deep ? DEEP_LAMBDAS : 5, points), &t.seen));
    return t;
}

static sl_status try_call(const tried *t, int waits)
{
    const sl_policy policy = SL_POLICY(.nest = t->p->name, .synchronous = waits);
    return t->p->rank == 6 ? sl_nest_with(policy, empty_deep, t->space, t->seen)
                           : sl_nest_with(policy, empty_nest, t->space, t->size, t->flag, t->seen);
}

static void try_run(const tried *t, int route)
{
    sl_region *region = NULL;
    if (route == RECORDED)
        must(sl_region_begin(&region));
    if (route == TWO_PARTS)
        must(sl_view_split(t->seen, SL_SPLIT(2)));
    must(try_call(t, route == WAITED));
    if (route == RECORDED) {
        must(sl_region_end(region));
        must(sl_region_run(region));
    }
    if (route == TWO_PARTS)
        must(sl_view_join(t->seen));
    sl_region_destroy(&region);
}

static void try_walk(tried *t)
{
    char why[SL__NEST_WHY] = "";
    walked w = t->p->w;
    const sl_arg view = {.kind = SL_ARG_VIEW, .view = t->seen};
    const sl_arg nest[] = {{.kind = SL_ARG_SCALAR, .data = &t->size}, {.kind = SL_ARG_SCALAR, .data = &t->flag}, view};
    w.waits = strstr(t->p->text, "SYNC") != NULL || strstr(t->p->text, "REDUCE") != NULL ||
              strstr(t->p->text, "HYPERPLANE") != NULL;
    if (!walk(&w, &t->space, t->p->rank == 6 ? &view : nest, why)) {
        diag("%s: %s", t->p->name, why);
        must(SL_ERR_ARGUMENT);
    }
}

/* Counts that differ from those of plain loops; a grid may have several threads where there is no level of threads. */
static sl_index try_wrong(const tried *t, int once)
{
    const char *text = t->p->text;
    plain p = {.rank = t->p->rank, .size = t->size, .flag = t->flag, .points = sl_view_extent(t->seen, 1)};
    const sl_index all = sl_view_extent(t->seen, 0) * p.points;
    sl_index wrong = 0;
    p.side = p.rank == 6 ? DEEP_SIDE : EMPTY_SIDE;
    memcpy(p.lo, t->space.lo, sizeof p.lo);
    memcpy(p.hi, t->space.hi, sizeof p.hi);
    memcpy(p.x, p.lo, sizeof p.x);
    p.seen = calloc((size_t)all, sizeof *p.seen);
    nodes_used = 0;
    run_statements(&p, parse(&text), 0);
    const int32_t *got = SL_HOST_READ(int32_t, t->seen);
    for (sl_index i = 0; i < all; i++) {
        const int same = once ? got[i] == p.seen[i] : (got[i] != 0) == (p.seen[i] != 0);
        if (!same && wrong++ == 0)
            diag("%s: lambda %d at %d: got %d, want %d", t->p->name, (int)(i / p.points), (int)(i % p.points), got[i],
                 p.seen[i]);
    }
    must(sl_host_end(t->seen));
    free(p.seen);
    return wrong;
}

static void test_policy(const policy *p)
{
    static const int threads[] = {1, 2, 5, 0};
    sl_index wrong = 0;
    int runs = 0;
    for (int empty = 0; empty < 1 << p->rank; empty++)
        for (int way = 0; way < ROUTES; way++) {
            if (p->rank == 6 && way != empty % ROUTES)
                continue;
            tried t = try_make(p, empty, runs++ % 2);
            sl__cpu_threads_override = threads[(empty + way) % 4];
            try_run(&t, way);
            const sl_index bad = try_wrong(&t, 1);
            if (bad > 0)
                diag("%s, dimensions 0x%x empty, %s, %d threads", p->text, (unsigned)empty, routes[way],
                     sl__cpu_threads_override);
            wrong += bad;
            sl_view_destroy(&t.seen);
        }
    sl__cpu_threads_override = 0;
    tap_ok(wrong == 0, "%s: %s: as in C, whatever is empty", p->name, p->text);
}

static void test_grid(const policy *p)
{
    sl_index wrong = 0;
    for (int empty = 0; empty < 1 << p->rank; empty++) {
        tried t = try_make(p, empty, 0);
        try_walk(&t);
        const sl_index bad = try_wrong(&t, 0);
        if (bad > 0)
            diag("%s, dimensions 0x%x empty", p->text, (unsigned)empty);
        wrong += bad;
        sl_view_destroy(&t.seen);
    }
    tap_ok(wrong == 0, "%s: CUDA_KERNEL%s: as in C, whatever is empty", p->name, p->text);
}

/* ---- views that an empty nest may write ------------------------------------------------------------------ */

static int own_checked; /* with bounds checks */

static sl_status own_run(const char *policy, sl_index rows, sl_index columns, int32_t raise, sl_view *y, sl_view *z)
{
    if (own_checked)
        return sl_nest_with(SL_POLICY(.nest = policy), empty_checked, SL_BOX(0, rows, 0, columns), raise, y, z);
    return sl_nest_with(SL_POLICY(.nest = policy), empty_own, SL_BOX(0, rows, 0, columns), raise, y, z);
}

static int holds_all(sl_view *view, int32_t want)
{
    int good = 1;
    const sl_index n = sl_view_size(view);
    const int32_t *p = SL_HOST_READ(int32_t, view);
    for (sl_index i = 0; i < n; i++)
        good &= p[i] == want;
    must(sl_host_end(view));
    return good;
}

static void test_views(int checked)
{
    enum { N = 6 };
    own_checked = checked;
    diag("%s bounds checks", checked ? "with" : "without");
    sl_view *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(N)), *z = view_of("z", SL_INT32, RIGHT, SL_EXTENTS(N, N));
    must(SL_VIEW_FILL(int32_t, y, 7));
    must(SL_VIEW_FILL(int32_t, z, 8));
    must(own_run("inside", N, 0, 0, y, z));
    tap_ok(holds_all(y, 7) && holds_all(z, 8), "an `out` view stays as it was where no statement ran");
    must(own_run("outside", N, 0, 0, y, z));
    tap_ok(holds_all(y, 5) && holds_all(z, 8), "an empty nest writes it by what stands outside of the loop");
    must(own_run("auto", N, 0, 0, y, z));
    must(own_run("outside", 0, N, 0, y, z));
    must(own_run("outside", 0, 0, 0, y, z));
    tap_ok(holds_all(y, 5), "nothing runs inside of an empty loop, by .nest = \"auto\" neither");
    sl_log_set_handler(misuse_count, NULL);
    refused(own_run("outside", N + 1, 0, 0, y, z), SL_ERR_EXTENT, "an own index outside of a view, in an empty nest",
            "argument y", "expected own indices in [0, 6)", "got [0, 7)");
    refused(own_run("outside", INT64_MAX, -3, 0, y, z), SL_ERR_EXTENT, "the same, where an end lies before its begin",
            "argument y", "got [0, 9223372036854775807)");
    refused(sl_nest_with(SL_POLICY(.nest = "outside"), empty_own, SL_BOX(INT64_MIN, INT64_MAX, 0, 0), 0, y, z),
            SL_ERR_EXTENT, "more points than can be counted along the other dimension", "nest empty_own: space",
            "expected fewer than 2^63 points along the dimensions that are not empty");
    must(own_run("outside", N, 0, 1, y, z));
    tap_ok(sl_wait() != SL_SUCCESS && sl_host_begin(y, SL_READ, SL_INT32, "y") == NULL,
           "an empty nest that fails spoils what it would have written");
    sl_log_set_handler(NULL, NULL);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
}

int main(void)
{
    must(sl_init(NULL));
    for (size_t p = 0; p < sizeof cpu / sizeof *cpu; p++)
        test_policy(&cpu[p]);
    for (size_t p = 0; p < sizeof grids / sizeof *grids; p++)
        test_grid(&grids[p]);
    test_views(0);
    test_views(1);
    must(sl_finalize());
    return done_testing();
}
