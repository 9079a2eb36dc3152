/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions over views in grids of blocks: the same loop over the indices of each block, by an ordinary view, makes
 * what plain C here joins in pairs, in the order of blocks: to the last bit. Arrays are joined block after block. */
#include "grids.h"
#include "grid_reduce_kernels.h"

enum { BINS = 5, MOST_BLOCKS = 64 };

/* ---- views of doubles ---------------------------------------------------------------------------------------- */

/* One that is distributed beside an ordinary one with the same values. */
typedef struct both {
    grid g;
    sl_view *view, *whole;
    grid_box *box;
} both;

/* Numbers of many magnitudes, so that the order of a sum shows in its last bits. */
static double number_of(uint64_t k)
{
    uint64_t v = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    v = (v ^ (v >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    return ldexp((double)(int64_t)v / 9223372036854775808.0, (int)(v & 15));
}

static both both_of(const grid *g, uint64_t a)
{
    both b = {.g = *g, .view = grid_view(g, SL_DOUBLE)};
    const plain shape = plain_of(g->e);
    must_all(sl_view_create("w", SL_DOUBLE, SL_LAYOUT_RIGHT, g->e, &b.whole));
    double *at = SL_HOST_WRITE(double, b.whole);
    must_all(at != NULL ? SL_SUCCESS : sl_last_status());
    for (sl_index k = 0; k < shape.count; k++)
        at[k] = number_of((uint64_t)k + a);
    must_all(sl_host_end(b.whole));
    must_all(sl_mpi_scatter(b.whole, (int)(a % (uint64_t)ranks_all), b.view));
    free(shape.at);
    sl_view *asked = grid_view(g, SL_DOUBLE); /* by which it is not known that the host has blocks of the other */
    b.box = grid_boxes(asked, g);
    must_all(b.box != NULL ? SL_SUCCESS : SL_ERR_ARGUMENT);
    sl_view_destroy(&asked);
    return b;
}

static void both_end(both *b)
{
    sl_view_destroy(&b->view);
    sl_view_destroy(&b->whole);
    free(b->box);
}

/* Passes where both have the same bytes. */
static const char *same_bytes(sl_view *view, sl_view *whole, sl_extents e)
{
    static char text[200];
    const size_t elem = sl_type_size(sl_view_type(view));
    sl_view *got = NULL;
    sl_index count = 1;
    for (int d = 0; d < e.rank; d++)
        count *= e.n[d];
    must_all(sl_view_create("got", sl_view_type(view), SL_LAYOUT_RIGHT, e, &got));
    snprintf(text, sizeof text, ALIKE);
    must_all(sl_mpi_gather(view, 0, got));
    if (ranks_me == 0) {
        const char *a = sl_host_begin(got, SL_READ, sl_view_type(view), NULL);
        const char *b = sl_host_begin(whole, SL_READ, sl_view_type(view), NULL);
        must_all(a != NULL && b != NULL ? SL_SUCCESS : sl_last_status());
        for (sl_index k = 0; k < count; k++)
            if (memcmp(a + (size_t)k * elem, b + (size_t)k * elem, elem) != 0) {
                snprintf(text, sizeof text, "element %lld differs", (long long)k);
                break;
            }
        must_all(sl_host_end(got));
        must_all(sl_host_end(whole));
    }
    sl_view_destroy(&got);
    MPI_Bcast(text, sizeof text, MPI_CHAR, 0, ranks_comm);
    return text;
}

/* ---- joining ------------------------------------------------------------------------------------------------- */

/* Joins the results of all blocks: neighbours in pairs, level by level; an odd one at the end stays. */
static void join_pairs(void *results, int n, size_t size, void (*join)(void *to, const void *from))
{
    char *at = results;
    for (; n > 1; n = (n + 1) / 2) {
        for (int k = 0; k < n / 2; k++) {
            join(at + (size_t)(2 * k) * size, at + (size_t)(2 * k + 1) * size);
            memmove(at + (size_t)k * size, at + (size_t)(2 * k) * size, size);
        }
        if (n % 2)
            memmove(at + (size_t)(n / 2) * size, at + (size_t)(n - 1) * size, size);
    }
}

static void join_sum(void *to, const void *from)
{
    *(double *)to += *(const double *)from;
}

/* Several results. */
typedef struct many {
    double s, lo, hi;
    SL_LOC(double) at;
    int64_t n;
    uint64_t b;
} many;

static void join_many(void *to, const void *from)
{
    many *p = to;
    const many *q = from;
    p->s += q->s;
    p->lo = q->lo < p->lo ? q->lo : p->lo;
    p->hi = q->hi > p->hi ? q->hi : p->hi;
    if (q->at.value < p->at.value || (q->at.value == p->at.value && q->at.index < p->at.index))
        p->at = q->at;
    p->n += q->n;
    p->b ^= q->b;
}

static const char *many_differ(const many *got, const many *want)
{
    static char text[400];
    if (memcmp(&got->s, &want->s, sizeof got->s) == 0 && got->lo == want->lo && got->hi == want->hi &&
        got->at.value == want->at.value && got->at.index == want->at.index && got->n == want->n && got->b == want->b)
        return ALIKE;
    snprintf(text, sizeof text, "got %a %g %g (%g, %lld) %lld %llx, want %a %g %g (%g, %lld) %lld %llx", got->s,
             got->lo, got->hi, got->at.value, (long long)got->at.index, (long long)got->n, (unsigned long long)got->b,
             want->s, want->lo, want->hi, want->at.value, (long long)want->at.index, (long long)want->n,
             (unsigned long long)want->b);
    return text;
}

static void join_members(void *to, const void *from)
{
    gu_members *p = to;
    const gu_members *q = from;
    p->total += q->total;
    p->low = q->low < p->low ? q->low : p->low;
    p->high = q->high > p->high ? q->high : p->high;
}

/* ---- spaces -------------------------------------------------------------------------------------------------- */

typedef enum kind { ALL, INSIDE, SMALL, CORNER, STRIDES, DOWN, EMPTY, KINDS } kind;
static const char *const kind_name[KINDS] = {"all",     "all inside",        "a few points", "some of the last block",
                                             "strides", "strides downwards", "nothing"};

static points points_of(sl_extents e, kind kind)
{
    static const sl_index one[SL_MAX_RANK] = {1, 1, 1, 1, 1, 1};
    points s = points_inside(e, kind == ALL ? NULL : one);
    for (int d = 0; d < s.rank; d++) {
        along *a = &s.d[d];
        switch (kind) {
        case SMALL: a->hi = a->lo + 2; break;
        case CORNER: a->lo = a->hi - 2; break;
        case STRIDES: a->step = 2 + d; break;
        case DOWN: *a = d == 0 ? (along){a->hi - 1, a->lo - 1, -2} : *a; break;
        case EMPTY: a->hi = d == 0 ? a->lo : a->hi; break;
        default: break;
        }
    }
    return s;
}

/* The part of a space that a block has. */
static sl_space part_of(const both *b, const points *s, int block)
{
    const points part = points_within(s, &b->box[block]);
    sl_index x[SL_MAX_RANK], bounds[2 * SL_MAX_RANK] = {0};
    return points_first(&part, x) ? points_space(&part) : sl_space_box(2 * s->rank, bounds);
}

/* ---- results to the host and into views ---------------------------------------------------------------------- */

static sl_status many_of(sl_policy policy, sl_space s, sl_view *x, many *m)
{
    return s.rank == 2 ? sl_reduce_with(policy, gu_many2, s, x, &m->s, &m->lo, &m->hi, &m->at, &m->n, &m->b)
                       : sl_reduce_with(policy, gu_many3, s, x, &m->s, &m->lo, &m->hi, &m->at, &m->n, &m->b);
}

static sl_status near_of(sl_space s, sl_view *x, double *sum)
{
    return s.rank == 2 ? sl_reduce(gu_near2, s, x, sum) : sl_reduce(gu_near3, s, x, sum);
}

static sl_status near_into(sl_policy policy, sl_space s, sl_view *x, sl_view *to, sl_index at)
{
    return s.rank == 2 ? sl_forall_with(policy, gu_near2, s, x, SL_INTO(to, at))
                       : sl_forall_with(policy, gu_near3, s, x, SL_INTO(to, at));
}

static sl_status members_of(sl_space s, sl_view *x, gu_members *m)
{
    return s.rank == 2 ? sl_reduce(gu_members2, s, x, m) : sl_reduce(gu_members3, s, x, m);
}

/* What all blocks make of it. */
static many want_many(const both *b, const points *s)
{
    many part[MOST_BLOCKS];
    for (int k = 0; k < grid_blocks(&b->g); k++)
        must_all(many_of(SL_POLICY(.label = NULL), part_of(b, s, k), b->whole, &part[k]));
    join_pairs(part, grid_blocks(&b->g), sizeof part[0], join_many);
    return part[0];
}

static double want_near(const both *b, const points *s)
{
    double part[MOST_BLOCKS];
    for (int k = 0; k < grid_blocks(&b->g); k++)
        must_all(near_of(part_of(b, s, k), b->whole, &part[k]));
    join_pairs(part, grid_blocks(&b->g), sizeof part[0], join_sum);
    return part[0];
}

static gu_members want_members(const both *b, const points *s)
{
    gu_members part[MOST_BLOCKS];
    for (int k = 0; k < grid_blocks(&b->g); k++)
        must_all(members_of(part_of(b, s, k), b->whole, &part[k]));
    join_pairs(part, grid_blocks(&b->g), sizeof part[0], join_members);
    return part[0];
}

/* Sums of neighbours: to the host, and into elements of a view that each rank has whole. */
static void check_near(const both *b, const points *s, found *f)
{
    double sum = 3, value[4], old = 0.125;
    sl_view *into = NULL;
    const double want = want_near(b, s);
    must_all(near_of(points_space(s), b->view, &sum));
    find(f, bits(sum, want), "a sum of neighbours");
    must_all(sl_view_create("into", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &into));
    must_all(SL_VIEW_FILL(double, into, old));
    must_all(near_into(SL_POLICY(.label = NULL), points_space(s), b->view, into, 1));
    must_all(near_into(SL_POLICY(.combine = 1), points_space(s), b->view, into, 2));
    for (int k = 0; k < 4; k++)
        must_all(SL_GET_AT(double, into, &value[k], k));
    find(f, bits(value[0], old), "an element before");
    find(f, bits(value[1], want), "a sum into an element");
    find(f, bits(value[2], old + want), "a sum that joins what an element has");
    find(f, bits(value[3], old), "an element behind");
    sl_view_destroy(&into);
}

static void check_results(const both *b, kind kind)
{
    found f = {{0}};
    const points s = points_of(b->g.e, kind);
    many got = {0}, want = want_many(b, &s);
    must_all(many_of(SL_POLICY(.label = NULL), points_space(&s), b->view, &got));
    find(&f, many_differ(&got, &want), "several results");
    many old = {0.375, -3, 5, {0.5, 77}, 11, 13}, joined = old;
    join_many(&joined, &want);
    must_all(many_of(SL_POLICY(.combine = 1), points_space(&s), b->view, &old));
    find(&f, many_differ(&old, &joined), "results that join what the host has");
    if (kind != ALL)
        check_near(b, &s, &f);
    like_all(found_text(&f), ALIKE, "%s, %s: results have the bits of those of blocks, joined in pairs",
             grid_text(&b->g), kind_name[kind]);
}

static void check_members(const both *b, kind kind)
{
    const points s = points_of(b->g.e, kind);
    const gu_members want = want_members(b, &s);
    gu_members got = {0, 0, 0};
    const sl_status status = members_of(points_space(&s), b->view, &got);
    ok_all(status == SL_SUCCESS, "%s, %s: an operator of a struct's members, in any order", grid_text(&b->g),
           kind_name[kind]);
    ok_all(status == SL_SUCCESS && memcmp(&got, &want, sizeof got) == 0, "and its bits");
}

/* ---- arrays -------------------------------------------------------------------------------------------------- */

static sl_view *array_of(double value, sl_index n)
{
    sl_view *view = NULL;
    must_all(sl_view_create("h", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &view));
    must_all(SL_VIEW_FILL(double, view, value));
    return view;
}

static void array_read(sl_view *view, double to[])
{
    const double *at = SL_HOST_READ(double, view);
    must_all(at != NULL ? SL_SUCCESS : sl_last_status());
    memcpy(to, at, (size_t)sl_view_extent(view, 0) * sizeof to[0]);
    must_all(sl_host_end(view));
}

static sl_status bins_of(sl_policy policy, sl_space s, sl_view *x, sl_view *h, sl_view *m)
{
    return s.rank == 1   ? sl_forall_with(policy, gu_bins1, s, x, BINS, h, m)
           : s.rank == 2 ? sl_forall_with(policy, gu_bins2, s, x, BINS, h, m)
                         : sl_forall_with(policy, gu_bins3, s, x, BINS, h, m);
}

/* The sums and the greatest values that all blocks make. */
static void want_bins(const both *b, const points *s, double sum[BINS], double most[3])
{
    sl_view *h = array_of(0, BINS), *m = array_of(0, 3);
    for (int k = 0; k < grid_blocks(&b->g); k++) {
        double here[BINS], high[3];
        must_all(bins_of(SL_POLICY(.label = NULL), part_of(b, s, k), b->whole, h, m));
        array_read(h, here);
        array_read(m, high);
        for (int c = 0; c < BINS; c++)
            sum[c] = k == 0 ? here[c] : sum[c] + here[c];
        for (int c = 0; c < 3; c++)
            most[c] = k == 0 || high[c] > most[c] ? high[c] : most[c];
    }
    sl_view_destroy(&h);
    sl_view_destroy(&m);
}

static void check_arrays(const both *b, kind kind)
{
    const points s = points_of(b->g.e, kind);
    double sum[BINS], most[3], got[BINS], high[3];
    found f = {{0}};
    sl_view *h = array_of(7.5, BINS), *m = array_of(9.5, 3);
    want_bins(b, &s, sum, most);
    for (int step = 0; step < 3; step++) { /* the second one joins what the first one has made */
        const int combine = step == 1;
        must_all(bins_of(SL_POLICY(.combine = combine), points_space(&s), b->view, h, m));
        array_read(h, got);
        array_read(m, high);
        for (int c = 0; c < BINS; c++)
            find(&f, bits(got[c], combine ? sum[c] + sum[c] : sum[c]), combine ? "joined sums" : "sums");
        for (int c = 0; c < 3; c++)
            find(&f, bits(high[c], most[c]), combine ? "joined greatest values" : "greatest values");
    }
    like_all(found_text(&f), ALIKE, "%s, %s: arrays have the bits of those of blocks, one after another",
             grid_text(&b->g), kind_name[kind]);
    sl_view_destroy(&h);
    sl_view_destroy(&m);
}

/* ---- loops that do all of it --------------------------------------------------------------------------------- */

/* The same loop block by block over ordinary views, which get what all blocks write and scatter. */
static void check_all(const both *b, kind kind, int arrays)
{
    const points s = points_of(b->g.e, kind);
    const int blocks = grid_blocks(&b->g);
    sl_view *y[2] = {grid_view(&b->g, SL_UINT64)}, *z[2] = {grid_view(&b->g, SL_DOUBLE)};
    sl_view *h = array_of(2.5, BINS), *part_h = array_of(0, BINS);
    double part[MOST_BLOCKS], sum = 1, want_h[BINS] = {0}, got_h[BINS];
    SL_LOC(double) at = {0, 0}, most = {0, 0};
    found f = {{0}};
    must_all(sl_view_create("y", SL_UINT64, SL_LAYOUT_RIGHT, b->g.e, &y[1]));
    must_all(sl_view_create("z", SL_DOUBLE, SL_LAYOUT_RIGHT, b->g.e, &z[1]));
    must_all(SL_VIEW_FILL(uint64_t, y[1], 0));
    must_all(SL_VIEW_FILL(double, z[1], 0));
    for (int step = 0; step < 2; step++) { /* what is scattered adds up */
        for (int k = 0; k < blocks; k++) {
            const sl_space space = part_of(b, &s, k);
            SL_LOC(double) here = {0, 0};
            must_all(arrays ? sl_forall(gu_all_bins2, space, b->whole, y[1], z[1], BINS, part_h)
                            : sl_reduce(gu_all2, space, b->whole, y[1], z[1], &part[k], &here));
            array_read(part_h, got_h);
            for (int c = 0; c < BINS; c++)
                want_h[c] = k == 0 ? got_h[c] : want_h[c] + got_h[c];
            if (k == 0 || here.value > most.value || (here.value == most.value && here.index < most.index))
                most = here;
        }
        must_all(arrays ? sl_forall(gu_all_bins2, points_space(&s), b->view, y[0], z[0], BINS, h)
                        : sl_reduce(gu_all2, points_space(&s), b->view, y[0], z[0], &sum, &at));
    }
    array_read(h, got_h);
    for (int c = 0; c < BINS && arrays; c++)
        find(&f, bits(got_h[c], want_h[c]), "an array");
    if (!arrays) {
        join_pairs(part, blocks, sizeof part[0], join_sum);
        find(&f, bits(sum, part[0]), "a sum");
        find(&f, bits(at.value, most.value), "the greatest value");
        find(&f, at.index == most.index ? ALIKE : "another place", "the greatest value");
    }
    find(&f, same_bytes(y[0], y[1], b->g.e), "what is scattered");
    find(&f, same_bytes(z[0], z[1], b->g.e), "what is written");
    like_all(found_text(&f), ALIKE, "%s, %s: a loop that reads around, scatters, writes and reduces%s",
             grid_text(&b->g), kind_name[kind], arrays ? " into an array" : "");
    for (int w = 0; w < 2; w++) {
        sl_view_destroy(&y[w]);
        sl_view_destroy(&z[w]);
    }
    sl_view_destroy(&h);
    sl_view_destroy(&part_h);
}

/* ---- regions ------------------------------------------------------------------------------------------------- */

/* Results go into views, of which the next loop reads one. */
static void check_region(both *b)
{
    const points all = points_of(b->g.e, ALL), inside = points_of(b->g.e, INSIDE);
    sl_view *one[2], *h = array_of(1.5, BINS), *m = array_of(1.5, 3);
    sl_region *region = NULL;
    found f = {{0}};
    for (int w = 0; w < 2; w++)
        must_all(sl_view_create("one", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &one[w]));
    must_all(sl_region_begin(&region));
    must_all(sl_forall(gu_near2, points_space(&inside), b->view, SL_INTO(one[0])));
    must_all(bins_of(SL_POLICY(.label = NULL), points_space(&all), b->view, h, m));
    must_all(sl_forall(gu_scale2, points_space(&all), one[0], b->view));
    must_all(sl_region_end(region));
    for (int run = 0; run < 3; run++) {
        double sum[BINS], most[3], got[BINS], value = 0;
        const double want = want_near(b, &inside);
        want_bins(b, &all, sum, most);
        must_all(SL_VIEW_FILL(double, one[1], want));
        must_all(sl_forall(gu_scale2, points_space(&all), one[1], b->whole));
        must_all(sl_region_run(region));
        must_all(SL_GET_AT(double, one[0], &value));
        find(&f, bits(value, want), "a sum");
        array_read(h, got);
        for (int c = 0; c < BINS; c++)
            find(&f, bits(got[c], sum[c]), "an array");
    }
    find(&f, same_bytes(b->view, b->whole, b->g.e), "what is written");
    like_all(found_text(&f), ALIKE, "%s: a region of reductions", grid_text(&b->g));
    sl_region_destroy(&region);
    for (int w = 0; w < 2; w++)
        sl_view_destroy(&one[w]);
    sl_view_destroy(&h);
    sl_view_destroy(&m);
}

/* ---- all of it ----------------------------------------------------------------------------------------------- */

/* Whether a kind of spaces has its turn: by several ranks, which wait for one another, the quick form tries few. */
static int has_turn(kind kind)
{
    return !quick() || ranks_all == 1 || kind == ALL || kind == INSIDE || kind == CORNER || kind == EMPTY;
}

/* The host of the first rank has a block open, as that rank alone knows: all hear of it, and go on. */
static void check_open(const both *b)
{
    const points all = points_of(b->g.e, INSIDE);
    const int first = ranks_me == 0;
    sl_view *local = NULL;
    double sum = 0;
    must_all(sl_mpi_local(b->view, 0, &local));
    must_all(first && SL_HOST_RDWR(double, local) == NULL ? sl_last_status() : SL_SUCCESS);
    const sl_status status = near_of(points_space(&all), b->view, &sum);
    ok_all(status == (first ? SL_ERR_BUSY : SL_ERR_MPI), "a sum while the host of a rank has a block is refused");
    like_all(sl_last_error(), first ? "sl_reduce: kernel gu_near" : "got an error on rank 0: SL_ERR_BUSY",
             "and each rank says why");
    must_all(first ? sl_host_end(local) : SL_SUCCESS);
    ok_all(near_of(points_space(&all), b->view, &sum) == SL_SUCCESS, "afterwards it is made");
    like_all(bits(sum, want_near(b, &all)), ALIKE, "and right");
    sl_view_destroy(&local);
}

static void check_grid(const grid *g)
{
    both b = both_of(g, 5);
    for (int k = 0; k < KINDS; k++) {
        if (!has_turn((kind)k))
            continue;
        check_results(&b, (kind)k);
        check_arrays(&b, (kind)k);
        if (g->e.rank == 2 && k != ALL) {
            check_all(&b, (kind)k, 0);
            check_all(&b, (kind)k, 1);
        }
    }
    check_members(&b, ALL);
    check_members(&b, CORNER);
    if (g->e.rank == 2)
        check_region(&b);
    check_open(&b);
    both_end(&b);
}

/* Views cut along dimension 0 alone: arrays, and loops that scatter. */
static void check_rows(const grid *g)
{
    both b = both_of(g, 6);
    for (int k = 0; k < KINDS; k++) {
        if (!has_turn((kind)k))
            continue;
        check_arrays(&b, (kind)k);
        if (g->e.rank == 2 && k != ALL) {
            check_all(&b, (kind)k, 0);
            check_all(&b, (kind)k, 1);
        }
    }
    both_end(&b);
}

int main(int argc, char **argv)
{
    static const grid grids[] = {{{2, {61, 47}}, {{2, 2}}},       {{3, {20, 15, 18}}, {{2, 2, 2}}},
                                 {{2, {150, 300}}, {{3, 2}}},     {{2, {23, 41}}, {{1, 3}}},
                                 {{2, {40, 60}}, {{5, 7}}},       {{3, {13, 11, 29}}, {{1, 1, 3}}},
                                 {{3, {30, 40, 50}}, {{3, 1, 2}}}};
    static const grid rows[] = {
        {{1, {9000}}, {{5}}}, {{2, {61, 47}}, {{3, 1}}}, {{3, {24, 10, 30}}, {{4, 1, 1}}}, {{1, {70}}, {{1}}}};
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    for (int k = 0; k < (quick() ? 2 : (int)(sizeof grids / sizeof *grids)); k++)
        check_grid(&grids[k]);
    for (int k = 0; k < (quick() ? 2 : (int)(sizeof rows / sizeof *rows)); k++)
        check_rows(&rows[k]);
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
