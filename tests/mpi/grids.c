/* SPDX-License-Identifier: BSD-3-Clause */
/* Views cut along several dimensions: where their blocks are, copies between blocks of all kinds, files, and what is
 * refused. SL_TEST_FOLDER is where files may be: the script of this name sets it. */
#include "grids.h"
#include "grids_kernels.h"
#include "rows.h"

/* ---- where blocks are ---------------------------------------------------------------------------------------- */

/* Those that the quick form tries by several ranks come first. */
static const grid cuts[] = {
    {{2, {61, 47}}, {{2, 2}}},
    {{2, {33, 35}}, {{4, 5}}},
    {{3, {13, 9, 11}}, {{2, 2, 2}}},
    {{4, {7, 6, 5, 9}}, {{2, 1, 2, 2}}},
    {{2, {7, 61}}, {{1, 5}}},
    {{1, {61}}, {{3}}},
    {{1, {61}}, {{7}}},
    {{2, {61, 7}}, {{5, 1}}},
    {{2, {40, 50}}, {{3, 2}}},
    {{2, {5, 4}}, {{5, 4}}},
    {{2, {1, 64}}, {{1, 2}}},
    {{2, {500, 90}}, {{7, 5}}},
    {{3, {13, 9, 11}}, {{1, 3, 2}}},
    {{3, {13, 9, 11}}, {{2, 1, 3}}},
    {{3, {3, 40, 5}}, {{0, 3, 0}}},
    {{4, {7, 6, 5, 9}}, {{1, 1, 1, 3}}},
};
enum { CUTS = sizeof cuts / sizeof *cuts, CUTS_FEW = 5, CASES_FEW = 4 };

/* By several ranks, which wait for one another, the quick form tries few. */
static int tries_few(void)
{
    return quick() && ranks_all > 1;
}

/* The place of a block in the grid: dimension 0 is slowest. */
static void place_of(const grid *g, int block, int place[])
{
    for (int d = g->e.rank - 1; d >= 0; d--) {
        place[d] = block % grid_count(g, d);
        block /= grid_count(g, d);
    }
}

/* Whether blocks lie in this order, beside one another. */
static int are_in_order(const grid *g, const grid_box box[])
{
    int right = 1, place[SL_MAX_RANK];
    for (int d = 0; d < g->e.rank; d++) {
        const int n = grid_count(g, d);
        sl_index *lo = malloc((size_t)n * sizeof *lo), *hi = malloc((size_t)n * sizeof *hi), at = 0;
        sl_index shortest = g->e.n[d], longest = 0;
        for (int k = 0; k < n; k++)
            lo[k] = hi[k] = -1;
        for (int b = 0; b < grid_blocks(g); b++) {
            place_of(g, b, place);
            if (lo[place[d]] < 0) {
                lo[place[d]] = box[b].lo[d];
                hi[place[d]] = box[b].hi[d];
            }
            right &= lo[place[d]] == box[b].lo[d] && hi[place[d]] == box[b].hi[d];
        }
        for (int k = 0; k < n; k++) {
            right &= lo[k] == at && hi[k] > lo[k];
            at = hi[k];
            shortest = hi[k] - lo[k] < shortest ? hi[k] - lo[k] : shortest;
            longest = hi[k] - lo[k] > longest ? hi[k] - lo[k] : longest;
        }
        right &= at == g->e.n[d] && longest - shortest <= (longest > 16 ? longest / 16 : 1);
        free(lo);
        free(hi);
    }
    return right;
}

/* Counts in an array how many blocks an element has, and says which. */
static void mark_blocks(const grid *g, const grid_box box[], plain *count, plain *which)
{
    sl_index x[SL_MAX_RANK];
    for (int b = 0; b < grid_blocks(g); b++) {
        points s = points_inside(g->e, NULL);
        s = points_within(&s, &box[b]);
        for (int any = points_first(&s, x); any; any = points_next(&s, x)) {
            count->at[plain_place(count, x)]++;
            which->at[plain_place(which, x)] = (uint64_t)b + 1000;
        }
    }
}

/* The host writes into each block its number. */
static void write_numbers(sl_view *view)
{
    for (int k = 0; k < sl_mpi_blocks(view); k++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(view, k, &local));
        if (local == NULL)
            continue;
        const uint64_t value = (uint64_t)(ranks_me + k * ranks_all) + 1000;
        must_all(SL_VIEW_FILL(uint64_t, local, value));
        sl_view_destroy(&local);
    }
}

static void check_cut(const grid *g)
{
    sl_view *view = grid_view(g, SL_UINT64);
    plain zeros = plain_of(g->e), ones = plain_of(g->e), count = plain_of(g->e), which = plain_of(g->e);
    grid_box *box = grid_boxes(view, g);
    for (sl_index k = 0; k < ones.count; k++)
        ones.at[k] = 1;
    ok_all(box != NULL, "%s: each rank has the blocks that are its own", grid_text(g));
    if (box != NULL) {
        mark_blocks(g, box, &count, &which);
        ok_all(are_in_order(g, box), "%s: blocks lie in order and differ little", grid_text(g));
        like_all(plain_compare(count.at, ones.at, ones.count, 0), ALIKE, "each element is in one block");
    }
    same_all(view, &zeros, "all are 0");
    write_numbers(view);
    if (box != NULL)
        same_all(view, &which, "each block has what was written into it");
    ok_all(sl_view_rank(view) == g->e.rank && sl_view_extent(view, g->e.rank - 1) == g->e.n[g->e.rank - 1] &&
               sl_view_type(view) == SL_UINT64,
           "the view says which extents it has");
    plain_values(&which, 5);
    plain_to(view, &which, ranks_all - 1);
    like_all(blocks_are(view, &which), ALIKE, "%s: scattered from the last rank", grid_text(g));
    like_all(whole_is(view, &which, ranks_all - 1), ALIKE, "and gathered there");
    plain_values(&which, 6);
    (void)plain_blocks(view, &which, 1, 1);
    like_all(whole_is(view, &which, ranks_all / 2), ALIKE, "written by the host, and gathered");
    free(box);
    free(zeros.at);
    free(ones.at);
    free(count.at);
    free(which.at);
    sl_view_destroy(&view);
}

/* ---- bytes of all blocks ------------------------------------------------------------------------------------- */

typedef struct sixteen {
    char c[16];
} sixteen;

/* Goes through the elements of an open block: writes or compares them. @return #ALIKE, or what differs */
static const char *through_block(const sl_view *local, unsigned char *data, const rows *r, int writes)
{
    static char text[200];
    const size_t elem = sl_type_size(r->type);
    const plain shape = {.rank = r->e.rank, .n = {r->e.n[0], r->e.n[1], r->e.n[2], r->e.n[3]}};
    points s = {.rank = r->e.rank};
    sl_index x[SL_MAX_RANK];
    for (int d = 0; d < s.rank; d++)
        s.d[d] = (along){sl_view_first(local, d), sl_view_first(local, d) + sl_view_extent(local, d), 1};
    for (int any = points_first(&s, x); any; any = points_next(&s, x)) {
        const sl_index place = plain_place(&shape, x);
        sl_index at = 0;
        for (int d = 0; d < s.rank; d++)
            at += (x[d] - s.d[d].lo) * sl_view_stride(local, d);
        if (writes)
            memcpy(data + (size_t)at * elem, r->at + (size_t)place * elem, elem);
        if (memcmp(data + (size_t)at * elem, r->at + (size_t)place * elem, elem) != 0) {
            snprintf(text, sizeof text, "element %lld has other bytes", (long long)place);
            return text;
        }
    }
    return ALIKE;
}

/* That of all blocks of this rank. */
static const char *through_blocks(sl_view *view, const rows *r, int writes)
{
    static char text[200];
    snprintf(text, sizeof text, ALIKE);
    for (int k = 0; k < sl_mpi_blocks(view); k++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(view, k, &local));
        if (local == NULL)
            continue;
        unsigned char *data = sl_host_begin(local, writes ? SL_RDWR : SL_READ, r->type, NULL);
        must_all(data != NULL ? SL_SUCCESS : sl_last_status());
        if (strcmp(text, ALIKE) == 0)
            snprintf(text, sizeof text, "%s", through_block(local, data, r, writes));
        must_all(sl_host_end(local));
        sl_view_destroy(&local);
    }
    return text;
}

/* One type, and two ways to cut it: copies go between them, and one by rows. */
typedef struct bytes_case {
    sl_type type;
    int bytes;
    grid a;
    sl_blocks b;
} bytes_case;

static const char *case_text(const bytes_case *c)
{
    static char text[300];
    int at = snprintf(text, sizeof text, "elements of %d bytes, %s and", c->bytes, grid_text(&c->a));
    for (int d = 0; d < c->a.e.rank; d++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %d", c->b.n_[d]);
    return text;
}

/* ---- redistribution ------------------------------------------------------------------------------------------ */

static void check_redistribute(const bytes_case *c)
{
    const grid other = {c->a.e, c->b}, lines = {c->a.e, {{c->a.e.n[0] < 5 ? 1 : 5}}};
    rows r = rows_of(c->type, c->a.e, 3), old = rows_of(c->type, c->a.e, 91);
    sl_view *a = grid_view(&c->a, c->type), *b = grid_view(&other, c->type), *l = grid_view(&lines, c->type);
    (void)through_blocks(a, &r, 1);
    (void)through_blocks(b, &old, 1);
    like_all(through_blocks(b, &old, 0), ALIKE, "%s: what the host has written", case_text(c));
    must_all(sl_mpi_redistribute(a, b));
    like_all(through_blocks(b, &r, 0), ALIKE, "from one grid to the other");
    must_all(sl_mpi_redistribute(b, l));
    like_all(through_blocks(l, &r, 0), ALIKE, "to rows");
    (void)through_blocks(a, &old, 1);
    must_all(sl_mpi_redistribute(l, a));
    like_all(through_blocks(a, &r, 0), ALIKE, "and from rows");
    like_all(through_blocks(b, &r, 0), ALIKE, "which leaves the other one as it is");
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    sl_view_destroy(&l);
    free(r.at);
    free(old.at);
}

/* ---- files --------------------------------------------------------------------------------------------------- */

static const char *path_of(const char *name)
{
    static char text[4][600];
    static int turn;
    const char *folder = getenv("SL_TEST_FOLDER");
    turn = (turn + 1) % 4;
    snprintf(text[turn], sizeof text[turn], "%s/%s-%d", folder ? folder : ".", name, ranks_all);
    return text[turn];
}

/* Rank 0 reads the file without the library. @return #ALIKE, or how it differs, on every rank */
static const char *file_has(const char *path, const rows *r)
{
    enum { HEADER = 128 };
    static char text[200];
    snprintf(text, sizeof text, ALIKE);
    if (ranks_me == 0) {
        unsigned char *got = malloc(HEADER + r->count + 1);
        FILE *f = fopen(path, "rb");
        const size_t n = f != NULL ? fread(got, 1, HEADER + r->count + 1, f) : 0;
        if (n != HEADER + r->count)
            snprintf(text, sizeof text, "%zu bytes, want %zu", n, HEADER + r->count);
        else if (memcmp(got + HEADER, r->at, r->count) != 0)
            snprintf(text, sizeof text, "other bytes");
        if (f != NULL)
            fclose(f);
        free(got);
    }
    MPI_Bcast(text, sizeof text, MPI_CHAR, 0, ranks_comm);
    return text;
}

static void check_file(const bytes_case *c, int number)
{
    const grid other = {c->a.e, c->b}, lines = {c->a.e, {{c->a.e.n[0] < 5 ? 1 : 5}}};
    rows r = rows_of(c->type, c->a.e, 7), old = rows_of(c->type, c->a.e, 92);
    sl_view *v[3] = {grid_view(&c->a, c->type), grid_view(&other, c->type), grid_view(&lines, c->type)};
    char name[40];
    snprintf(name, sizeof name, "case-%d", number);
    const char *path = path_of(name);
    for (int from = 0; from < 3; from++) {
        for (int k = 0; k < 3; k++)
            (void)through_blocks(v[k], k == from ? &r : &old, 1);
        must_all(sl_mpi_write(v[from], path));
        like_all(file_has(path, &r), ALIKE, "%s: a file of %s", case_text(c),
                 from == 2   ? "rows"
                 : from == 1 ? "the second grid"
                             : "the first grid");
        for (int k = 0; k < 3; k++) {
            must_all(sl_mpi_read(v[k], path));
            like_all(through_blocks(v[k], &r, 0), ALIKE, "is read into %s",
                     k == 2   ? "rows"
                     : k == 1 ? "the second grid"
                              : "the first grid");
        }
    }
    for (int k = 0; k < 3; k++)
        sl_view_destroy(&v[k]);
    free(r.at);
    free(old.at);
}

static void test_bytes(void)
{
    const bytes_case all[] = {
        {SL_UINT8, 1, {{2, {61, 47}}, {{2, 2}}}, {{1, 3}}},
        {SL_TYPE(rows_three), 3, {{2, {37, 41}}, {{3, 2}}}, {{2, 5}}},
        {SL_UINT64, 8, {{3, {13, 9, 11}}, {{2, 2, 2}}}, {{1, 1, 3}}},
        {SL_TYPE(sixteen), 16, {{2, {20, 101}}, {{1, 4}}}, {{3, 3}}},
        {SL_UINT8, 1, {{4, {7, 6, 5, 9}}, {{2, 1, 2, 2}}}, {{1, 3, 1, 3}}},
        {SL_DOUBLE, 8, {{1, {1000}}, {{3}}}, {{7}}},
        {SL_TYPE(sixteen), 16, {{3, {3, 40, 5}}, {{1, 4, 1}}}, {{3, 1, 5}}},
        {SL_TYPE(rows_three), 3, {{3, {60, 20, 30}}, {{3, 2, 2}}}, {{1, 5, 3}}},
    };
    const int n = tries_few() ? CASES_FEW : (int)(sizeof all / sizeof *all);
    for (int k = 0; k < n; k++) {
        check_redistribute(&all[k]);
        if (!tries_few() || k % 2 == 1)
            check_file(&all[k], k);
    }
}

/* ---- what is refused ----------------------------------------------------------------------------------------- */

enum { ROWS = 36, COLUMNS = 36 };

/* Views that what is refused must leave alone. */
typedef struct kept {
    plain p;
    sl_view *x, *y, *whole, *h;
} kept;

static void refused(sl_status status, const char *sentence, const char *what)
{
    ok_all(status == SL_ERR_UNSUPPORTED, "%s is refused", what);
    like_all(sl_last_error(), sentence, "with a sentence");
}

/* Other forms than a loop by sl_forall() or sl_reduce(). */
static void refuse_forms(const kept *v)
{
    const sl_space all = SL_BOX(0, ROWS, 0, COLUMNS);
    uint64_t sum = 77;
    refused(sl_reduce(gd_scan, SL_RANGE(0, ROWS), v->x, v->y, &sum),
            "kernel gd_scan: expected a loop by sl_forall or sl_reduce where it runs block by block, got a scan",
            "a scan");
    refused(sl_nest_with(SL_POLICY(.nest = "rows"), gd_nest, all, v->x, v->y),
            "kernel gd_nest.rows: expected a loop by sl_forall or sl_reduce where it runs block by block, got a nest",
            "a nest");
    refused(sl_launch(SL_POLICY(.league = ROWS), gd_team, COLUMNS, v->x, v->y),
            "kernel gd_team: expected a loop by sl_forall or sl_reduce where it runs block by block, got a ",
            "a team kernel");
    ok_all(sl_scan_inclusive(SL_SUM, 1, v->x, v->y) == SL_ERR_UNSUPPORTED, "a scan along dimension 1 is refused");
    like_all(sl_last_error(), "sl_scan_inclusive: ", "with a sentence");
    ok_all(sum == 77, "no sum is written");
}

static void refuse_spaces(const kept *v)
{
    static const char sentence[] =
        "kernel gd_copy: expected a space of ranges and strides where a loop runs block by block, got a list or an "
        "end in a view along dimension ";
    sl_list *list = NULL;
    sl_index_set *set = NULL;
    sl_view *end = NULL;
    must_all(sl_list_create("some", SL_INT64, (const int64_t[]){3, 5, 30}, 3, &list));
    must_all(sl_index_set_create("set", 0, NULL, &set));
    must_all(sl_index_set_push(set, SL_RANGE_STRIDE(1, 9, 2)));
    must_all(sl_index_set_push(set, SL_RANGE(11, 20)));
    must_all(sl_view_create("end", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &end));
    must_all(SL_VIEW_FILL(int64_t, end, 5));
    refused(sl_forall(gd_copy, SL_PRODUCT(SL_LIST(list), SL_RANGE(0, COLUMNS)), v->x, v->y), sentence, "a list");
    refused(sl_forall(gd_copy, SL_PRODUCT(SL_RANGE(0, ROWS), SL_INDEX_SET(set)), v->x, v->y), sentence, "an index set");
    refused(sl_forall(gd_copy, SL_PRODUCT(SL_RANGE(0, ROWS), SL_RANGE_VIEW(0, COLUMNS, end)), v->x, v->y), sentence,
            "an end in a view");
    sl_list_destroy(&list);
    sl_index_set_destroy(&set);
    sl_view_destroy(&end);
}

static void refuse_views(const kept *v)
{
    static const char unlike[] = "kernel gd_copy: argument x: expected a view in blocks as those of \"v\", along the "
                                 "same indices of the loop, got \"v\"";
    const sl_extents e = {2, {ROWS, COLUMNS}};
    const grid more = {e, {{2, 3}}}, same = {e, {{4, 1}}}, tall = {{2, {ROWS + 9, COLUMNS}}, {{2, 2}}};
    const grid line = {{1, {ROWS}}, {{2}}}, small = {{2, {8, 8}}, {{2, 2}}};
    const sl_space all = SL_BOX(0, ROWS, 0, COLUMNS), inside = SL_BOX(9, ROWS - 9, 9, COLUMNS - 9);
    sl_view *m = grid_view(&more, SL_UINT64), *s = grid_view(&same, SL_UINT64), *t = grid_view(&tall, SL_UINT64);
    sl_view *l = grid_view(&line, SL_UINT64), *few = grid_view(&small, SL_UINT64), *few2 = grid_view(&small, SL_UINT64);
    refused(sl_forall(gd_copy, all, s, v->y), unlike, "a view in as many blocks by rows");
    refused(sl_forall(gd_copy, all, t, v->y), unlike, "a view of other extents");
    refused(sl_forall(gd_copy, all, v->x, m), unlike, "a view in fewer blocks");
    refused(sl_forall(gd_turned, all, v->x, v->y), "kernel gd_turned: argument x: expected a view in blocks as those",
            "a view that follows other indices");
    refused(sl_forall(gd_line, all, l, v->y), "kernel gd_line: argument x: expected a view in blocks as those",
            "a view of one dimension beside one that is cut along two");
    refused(sl_forall(gd_any, all, v->x, v->y), "kernel gd_any: argument x: expected halo or own, which say how far",
            "an argument that may touch any element");
    refused(sl_forall(gd_rows, SL_RANGE(0, ROWS), v->x, v->y), "got neither for dimension 1",
            "one that may touch all of a row");
    refused(sl_forall(gd_nine, inside, v->x, v->y),
            "kernel gd_nine: argument x: expected a halo of at most 8 along dimension 1", "a halo wider than 8");
    refused(sl_forall(gd_spill_nine, inside, v->y),
            "kernel gd_spill_nine: argument y: expected a halo of at most 8 along dimension 0",
            "a scatter farther than 8");
    refused(sl_forall(gd_five, SL_BOX(5, 7, 0, 8), few, few2),
            "kernel gd_five: argument x: expected a halo of at most 4 along dimension 0",
            "a halo wider than the shortest block");
    refused(sl_forall(gd_moved, inside, v->y), "kernel gd_moved: argument y: expected own for what is written",
            "a halo of what is written");
    refused(sl_forall(gd_copy, all, v->x, v->whole), "kernel gd_copy: argument y: expected a distributed view",
            "writing a view that each rank has whole");
    sl_view_destroy(&m);
    sl_view_destroy(&s);
    sl_view_destroy(&t);
    sl_view_destroy(&l);
    sl_view_destroy(&few);
    sl_view_destroy(&few2);
}

static void refuse_policies(const kept *v)
{
    const sl_space all = SL_BOX(0, ROWS, 0, COLUMNS);
    uint64_t last = 77;
    /* Which status it is depends on whether there is a GPU. */
    ok_all(sl_forall_with(SL_POLICY(.where = SL_CUDA), gd_copy, all, v->x, v->y) != SL_SUCCESS,
           "a loop on GPUs is refused");
    like_all(sl_last_error(), "gd_copy: policy.where: expected ", "with a sentence");
    refused(sl_forall_with(SL_POLICY(.reproducible = SL_YES), gd_real, all, v->x, v->h),
            "kernel gd_real: policy.reproducible: expected no such policy, or integers", "a reproducible scatter");
    refused(sl_reduce(gd_last, all, v->x, &last),
            "kernel gd_last: argument s: expected an operator that needs no order", "an operator that needs an order");
    ok_all(last == 77, "no result is written");
}

static void refuse_calls(const kept *v)
{
    sl_view *other = NULL, *part = NULL, *large = NULL;
    uint64_t value = 0;
    sl_region *region = NULL;
    const sl_space all = SL_BOX(0, ROWS, 0, COLUMNS);
    ok_all(SL_HOST_READ(uint64_t, v->x) == NULL, "an access of the host has no memory");
    like_all(sl_last_error(), "got \"v\", which is distributed over ranks", "with a sentence");
    refused(SL_GET_AT(uint64_t, v->x, &value, 3, 3), "which is distributed over ranks", "reading an element");
    refused(sl_subview(v->x, &other, SL_PAIR(3, 5), SL_ALL), "which is distributed over ranks", "a part");
    refused(sl_forall(gd_sum, all, v->x, SL_INTO(v->y, 3, 3)), "distributed over ranks",
            "a sum into an element of a distributed view");
    must_all(sl_view_create("large", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS((sl_index)1 << 28), &large));
    refused(sl_forall(gd_real, all, v->x, large), "kernel gd_real: argument h: expected ", "joining into a large view");
    sl_view *four = NULL;
    must_all(sl_view_create("four", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8), &four));
    must_all(sl_subview(four, &part, SL_PAIR(2, 6)));
    must_all(sl_region_begin(&region));
    refused(sl_forall(gd_any, all, v->x, v->y), "kernel gd_any: argument x: expected halo or own",
            "a loop that may touch any element, in a region,");
    refused(sl_forall(gd_bins, all, v->x, part), "kernel gd_bins: argument h: expected a whole view with indices from",
            "sums into a part of a view, in a region,");
    ok_all(sl_region_end(region) == SL_ERR_UNSUPPORTED, "and the region, which lacks them, is refused");
    sl_region_destroy(&region);
    ok_all(other == NULL, "no output is written");
    sl_view_destroy(&part);
    sl_view_destroy(&four);
    sl_view_destroy(&large);
}

static void test_refusals(void)
{
    const grid g = {{2, {ROWS, COLUMNS}}, {{2, 2}}};
    plain q;
    double bin = 0;
    kept v = {0};
    v.x = grid_valued(&g, &v.p, 11);
    v.y = grid_valued(&g, &q, 12);
    must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, g.e, &v.whole));
    must_all(SL_VIEW_FILL(uint64_t, v.whole, 13));
    must_all(sl_view_create("h", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &v.h));
    must_all(SL_VIEW_FILL(double, v.h, 2.5));
    refuse_forms(&v);
    refuse_spaces(&v);
    refuse_views(&v);
    refuse_policies(&v);
    refuse_calls(&v);
    same_all(v.x, &v.p, "after all that the view that was read is as before");
    same_all(v.y, &q, "and the one that was to be written");
    must_all(SL_GET_AT(double, v.h, &bin, 0));
    const uint64_t *at = SL_HOST_READ(uint64_t, v.whole);
    int bad = at == NULL || bin != 2.5;
    for (sl_index k = 0; k < v.p.count && at != NULL; k++)
        bad |= at[k] != 13;
    must_all(at != NULL ? sl_host_end(v.whole) : SL_SUCCESS);
    ok_all(bad == 0, "and those that each rank has whole");
    ok_all(sl_wait() == SL_SUCCESS, "and no task has failed");
    must_all(sl_forall(gd_copy, SL_BOX(0, ROWS, 0, COLUMNS), v.x, v.y));
    same_all(v.y, &v.p, "loops go on");
    sl_view_destroy(&v.x);
    sl_view_destroy(&v.y);
    sl_view_destroy(&v.whole);
    sl_view_destroy(&v.h);
    free(v.p.at);
    free(q.at);
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    for (int k = 0; k < (tries_few() ? CUTS_FEW : CUTS); k++)
        check_cut(&cuts[k]);
    test_bytes();
    test_refusals();
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
