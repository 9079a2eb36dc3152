/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed views against plain arrays that each rank has whole: how they are cut, access by blocks, gather and
 * scatter, loops with halos over all kinds of spaces, fills and copies. The quick form tries fewer numbers of blocks.
 */
#include "distributed.h"

SL_KERNEL_DECLARE(vs_set1, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own));
SL_KERNEL_DECLARE(vs_set2, (i, j), scalar(uint64_t, a), out(uint64_t, 2, x, own));
SL_KERNEL_DECLARE(vs_set3, (i, j, k), scalar(uint64_t, a), out(uint64_t, 3, x, own));
SL_KERNEL_DECLARE(vs_set4, (i, j, k, l), scalar(uint64_t, a), out(uint64_t, 4, x, own));
SL_KERNEL_DECLARE(vs_near1, (i), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(vs_near2, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(vs_more1, (i), scalar(uint64_t, a), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(vs_more2, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(vs_wide1, (i), in(uint64_t, 1, x, halo(2)), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(vs_wide2, (i, j), in(uint64_t, 2, x, halo(2, 1)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(vs_side2, (i, j), in(uint64_t, 2, x, halo(0, 2)), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(vs_near3, (i, j, k), in(uint64_t, 3, x, halo(1)), out(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(vs_wide3, (i, j, k), in(uint64_t, 3, x, halo(2, 0, 1)), out(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(vs_near4, (i, j, k, l), in(uint64_t, 4, x, halo(1, 0, 0, 1)), out(uint64_t, 4, y, own));
SL_KERNEL_DECLARE(vs_both, (i), in(uint64_t, 1, x, halo(1)), in(uint64_t, 1, z, halo(2)), inout(uint64_t, 1, y, own),
                  out(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(vs_slow, (i), scalar(int64_t, turns), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(vs_look, (i), in(uint64_t, 1, t), scalar(int64_t, n), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(vs_table, (i), table(uint64_t, t), scalar(int64_t, n), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(vs_alpha, (i), in(uint64_t, 0, a), inout(uint64_t, 1, y, own));

enum { LONG = 20000, SHORT = 61 };

static const sl_extents shapes[] = {{1, {SHORT}},    {1, {LONG}},     {2, {SHORT, 5}},
                                    {2, {400, 100}}, {3, {67, 4, 3}}, {4, {59, 3, 2, 4}}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const sl_index one_around[SL_MAX_RANK] = {1, 1, 1, 1, 1, 1};

static const char *shape_text(sl_extents e)
{
    static char text[120];
    int at = 0;
    for (int d = 0; d < e.rank; d++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s%lld", d ? " x " : "", (long long)e.n[d]);
    return text;
}

/* The numbers of blocks that are tried; 0: the library chooses. @return how many */
static int block_numbers(int number[])
{
    int n = 0;
    number[n++] = 0;
    number[n++] = ranks_all;
    number[n++] = 2 * ranks_all + 1;
    if (quick())
        return n;
    number[n++] = ranks_all + 1;
    if (ranks_all > 1)
        number[n++] = 1;
    if (ranks_all > 2)
        number[n++] = ranks_all - 1;
    return n;
}

static sl_view *view_in(sl_extents e, int blocks)
{
    sl_view *view = NULL;
    must_all(sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, e, SL_BLOCKS(blocks), &view));
    return view;
}

/* Values for an array, and the loop that gives a view the same. */
static void set(sl_view *view, plain *p, uint64_t a)
{
    static const uint64_t step[] = {3, 101, 1009, 10007};
    const sl_space all = plain_inside(p, NULL);
    sl_index x[SL_MAX_RANK];
    for (int any = plain_first(&all, x); any; any = plain_next(&all, x)) {
        uint64_t v = a;
        for (int d = 0; d < p->rank; d++)
            v += step[d] * (uint64_t)x[d];
        p->at[plain_place(p, x)] = v;
    }
    must_all(p->rank == 1   ? sl_forall(vs_set1, all, a, view)
             : p->rank == 2 ? sl_forall(vs_set2, all, a, view)
             : p->rank == 3 ? sl_forall(vs_set3, all, a, view)
                            : sl_forall(vs_set4, all, a, view));
}

/* ---- how views are cut --------------------------------------------------------------------------------------- */

typedef struct piece {
    sl_index first, rows;
} piece;

/* Whether blocks lie one behind another, block k with rank k modulo the ranks, and are of about the same length.
 * @param[in] each  [ranks][most] */
static int are_in_turn(const piece *each, int most, sl_index rows, int *count)
{
    sl_index at = 0, shortest = rows, longest = 0;
    int b = 0;
    for (; b < most * ranks_all && at < rows; b++) {
        const piece *p = &each[(b % ranks_all) * most + b / ranks_all];
        if (p->first != at || p->rows < 1)
            return 0;
        at += p->rows;
        shortest = p->rows < shortest ? p->rows : shortest;
        longest = p->rows > longest ? p->rows : longest;
    }
    *count = b;
    for (; b < most * ranks_all; b++)
        if (each[(b % ranks_all) * most + b / ranks_all].rows != 0)
            return 0;
    return at == rows && longest - shortest <= (longest > 16 ? longest / 16 : 1);
}

static void check_cut(sl_extents e, int blocks)
{
    sl_view *view = view_in(e, blocks);
    plain zeros = plain_of(e);
    const int most = sl_mpi_blocks(view);
    int same = 1, shape = 1, count = 0, least = most, highest = most;

    MPI_Allreduce(&most, &least, 1, MPI_INT, MPI_MIN, ranks_comm);
    MPI_Allreduce(&most, &highest, 1, MPI_INT, MPI_MAX, ranks_comm);
    ok_all(least == highest && least >= 1, "%s in %d blocks: ranks agree how many blocks one has", shape_text(e),
           blocks);
    piece *mine = calloc((size_t)highest, sizeof *mine), *all = calloc((size_t)(highest * ranks_all), sizeof *all);
    for (int k = 0; k < least; k++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(view, k, &local));
        if (local == NULL)
            continue;
        mine[k] = (piece){sl_view_first(local, 0), sl_view_extent(local, 0)};
        shape = shape && sl_view_rank(local) == e.rank && sl_view_type(local) == SL_UINT64;
        for (int d = 1; d < e.rank; d++)
            shape = shape && sl_view_first(local, d) == 0 && sl_view_extent(local, d) == e.n[d];
        sl_view_destroy(&local);
    }
    MPI_Allgather(mine, highest * (int)sizeof *mine, MPI_BYTE, all, highest * (int)sizeof *mine, MPI_BYTE, ranks_comm);
    same = are_in_turn(all, highest, e.n[0], &count);
    ok_all(same && shape, "its blocks lie one behind another, are dealt out in turns, and differ little");
    ok_all(blocks > 0 ? count == blocks : count >= 1 && count <= ranks_all, "there are as many as was asked for");
    like_all(blocks_are(view, &zeros), ALIKE, "all elements are 0 in its blocks");
    same_all(view, &zeros, "and gathered");
    ok_all(sl_view_rank(view) == e.rank && sl_view_extent(view, 0) == e.n[0] && sl_view_type(view) == SL_UINT64 &&
               strcmp(sl_view_label(view), "v") == 0,
           "it says which extents, type and label it has");
    free(mine);
    free(all);
    free(zeros.at);
    sl_view_destroy(&view);
}

static void test_cuts(void)
{
    int number[8];
    const int n = block_numbers(number);
    for (int s = 0; s < SHAPES; s++)
        for (int b = 0; b < n; b++)
            check_cut(shapes[s], number[b]);
    check_cut((sl_extents){1, {1}}, 0);
    check_cut((sl_extents){1, {1}}, 1);
    check_cut((sl_extents){2, {2, 30000}}, 0);
    check_cut((sl_extents){1, {3}}, 3);
}

/* ---- what is refused when they are made ---------------------------------------------------------------------- */

static void refused_view(sl_type type, sl_layout layout, sl_extents e, sl_blocks blocks, sl_status want,
                         const char *sentence, const char *what)
{
    sl_view *view = NULL;
    ok_all(sl_mpi_view_create("v", type, layout, e, blocks, &view) == want && view == NULL, "%s: refused", what);
    like_all(sl_last_error(), sentence, "%s: with a sentence", what);
}

static void test_bad_create(void)
{
    const sl_extents e = {2, {8, 4}};
    refused_view(SL_UINT64, SL_LAYOUT_LEFT, e, SL_BLOCKS_AUTO, SL_ERR_UNSUPPORTED,
                 "sl_mpi_view_create: layout: expected SL_LAYOUT_RIGHT", "layout left");
    refused_view(SL_UINT64, SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, 3), e, SL_BLOCKS_AUTO, SL_ERR_UNSUPPORTED,
                 "sl_mpi_view_create: layout: expected SL_LAYOUT_RIGHT", "a layout with gaps");
    refused_view(SL_UINT64, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, 2, 2), e, SL_BLOCKS_AUTO, SL_ERR_UNSUPPORTED,
                 "sl_mpi_view_create: layout: expected SL_LAYOUT_RIGHT", "first indices");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, (sl_extents){0, {0}}, SL_BLOCKS_AUTO, SL_ERR_RANK,
                 "sl_mpi_view_create: extents: expected 1 to 6, got 0", "rank 0");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, (sl_extents){7, {2, 2, 2, 2, 2, 2}}, SL_BLOCKS_AUTO, SL_ERR_RANK,
                 "sl_mpi_view_create: extents: expected 1 to 6, got 7", "rank 7");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, (sl_extents){2, {8, 0}}, SL_BLOCKS_AUTO, SL_ERR_EXTENT,
                 "sl_mpi_view_create: extents: expected 1 or more in dimension 1, got 0", "an extent of 0");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, (sl_extents){1, {-3}}, SL_BLOCKS_AUTO, SL_ERR_EXTENT,
                 "sl_mpi_view_create: extents: expected 1 or more in dimension 0, got -3", "an extent below 0");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, (sl_extents){2, {INT64_MAX / 2, 8}}, SL_BLOCKS_AUTO, SL_ERR_EXTENT,
                 "sl_mpi_view_create: ", "more elements than can be counted");
    refused_view((sl_type)0, SL_LAYOUT_RIGHT, e, SL_BLOCKS_AUTO, SL_ERR_TYPE, "sl_mpi_view_create: ", "no type");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, e, SL_BLOCKS(-1), SL_ERR_ARGUMENT,
                 "sl_mpi_view_create: blocks: expected 0 or more in dimension 0, got -1", "blocks below 0");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, e, SL_BLOCKS(1, 5), SL_ERR_ARGUMENT,
                 "sl_mpi_view_create: blocks: expected at most 4 in dimension 1, one for each index, got 5",
                 "more blocks along dimension 1 than it has indices");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, e, SL_BLOCKS(9), SL_ERR_ARGUMENT,
                 "expected at most 8 in dimension 0, one for each index, got 9", "more blocks than rows");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, e, SL_BLOCKS(2, 1, 2), SL_ERR_ARGUMENT,
                 "expected at most 1 in dimension 2", "blocks along a dimension that it has not");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, (sl_extents){4, {4, 4, 4, 4}}, SL_BLOCKS(2, 2, 2, 2), SL_ERR_UNSUPPORTED,
                 "sl_mpi_view_create: blocks: expected several along at most 3 dimensions, got several along 4",
                 "blocks along four dimensions");
    refused_view(SL_UINT64, SL_LAYOUT_RIGHT, (sl_extents){2, {100, 100}}, SL_BLOCKS(70, 70), SL_ERR_ARGUMENT,
                 "sl_mpi_view_create: blocks: expected at most 4096 in all, got more", "too many blocks");
    ok_all(sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, e, SL_BLOCKS_AUTO, NULL) == SL_ERR_ARGUMENT,
           "nowhere to put the view: refused");
    like_all(sl_last_error(), "sl_mpi_view_create: view: expected where to put the view, got NULL", "with a sentence");
}

/* One rank asks otherwise than the others: all have an error, and all go on. */
static void test_unlike_create(void)
{
    const int odd = ranks_me == ranks_all - 1;
    sl_view *view = NULL;
    plain p = plain_of(SL_EXTENTS(SHORT));
    char want[80];
    sl_status status =
        sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(odd ? 0 : 8), SL_BLOCKS_AUTO, &view);
    if (ranks_all == 1) {
        skip_all("one rank", "other extents on another rank");
        return;
    }
    ok_all((odd ? status != SL_SUCCESS : status == SL_ERR_MPI) && view == NULL,
           "an extent of 0 on the last rank: no view on any");
    snprintf(want, sizeof want, "on rank %d", ranks_all - 1);
    like_all(sl_last_error(), odd ? "sl_mpi_view_create: " : want, "each rank says why");
    status = sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8), SL_BLOCKS(odd ? 1 : 2), &view);
    ok_all(status == SL_ERR_MPI && view == NULL, "other blocks on the last rank: no view on any");
    like_all(sl_last_error(), "expected the same calls with distributed views on all ranks", "each rank says why");
    like_all(sl_last_error(), "was sl_mpi_view_create, \"v\", on rank 0 call ", "and what was called");
    status = sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(SHORT), SL_BLOCKS_AUTO, &view);
    ok_all(status == SL_SUCCESS, "what was refused on all ranks does not count: a view is made after it");
    if (status == SL_SUCCESS) {
        set(view, &p, 5);
        same_all(view, &p, "and loops go on");
    }
    sl_view_destroy(&view);
    free(p.at);
}

/* ---- block by block ------------------------------------------------------------------------------------------ */

/* Writes all own blocks by the host, and the array likewise. */
static void write_blocks(sl_view *view, plain *p, uint64_t a)
{
    const sl_index row = plain_stride(p, 0);
    for (sl_index k = 0; k < p->count; k++)
        p->at[k] = a + (uint64_t)k * 13;
    for (int b = 0; b < sl_mpi_blocks(view); b++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(view, b, &local));
        if (local == NULL)
            continue;
        uint64_t *at = SL_HOST_WRITE(uint64_t, local);
        must_all(at != NULL ? SL_SUCCESS : sl_last_status());
        memcpy(at, p->at + sl_view_first(local, 0) * row, (size_t)(sl_view_extent(local, 0) * row) * sizeof p->at[0]);
        must_all(sl_host_end(local));
        sl_view_destroy(&local);
    }
}

static void check_local(int blocks)
{
    const sl_extents e = {2, {SHORT, 5}};
    sl_view *x = view_in(e, blocks), *y = view_in(e, blocks);
    plain p = plain_of(e), q = plain_of(e);
    const sl_space inside = plain_inside(&p, one_around);

    for (uint64_t step = 1; step <= 3; step++) { /* of neighbours' rows no rank may go on using old ones */
        write_blocks(x, &p, step * 1000000);
        must_all(sl_forall(vs_near2, inside, x, y));
        plain_stencil(&p, &q, &inside, one_around);
        like_all(whole_is(y, &q, 0), ALIKE, "%d blocks: what the host writes into blocks loops see, at borders too, %d",
                 blocks, (int)step);
    }
    must_all(sl_forall(vs_more2, plain_inside(&p, NULL), (uint64_t)7, x));
    for (sl_index k = 0; k < p.count; k++)
        p.at[k] = 3 * p.at[k] + 7;
    like_all(blocks_are(x, &p), ALIKE, "what loops write is in the blocks");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(p.at);
    free(q.at);
}

/* A loop over blocks is a rank's own affair; a later one over the whole view sees it. */
static void check_local_loops(int blocks)
{
    const sl_extents e = {1, {LONG}};
    sl_view *x = view_in(e, blocks), *y = view_in(e, blocks), *kept = NULL;
    plain p = plain_of(e), q = plain_of(e);
    const sl_space inside = plain_inside(&p, one_around);

    set(x, &p, 5);
    for (int b = 0; b < sl_mpi_blocks(x); b++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(x, b, &local));
        if (local == NULL)
            continue;
        const sl_index lo = sl_view_first(local, 0), hi = lo + sl_view_extent(local, 0);
        for (int turn = 0; turn <= ranks_me % 2; turn++) /* some ranks call more */
            must_all(sl_forall(vs_more1, SL_RANGE(lo, hi), (uint64_t)ranks_me, local));
        sl_view_destroy(&local);
    }
    must_all(sl_forall(vs_near1, inside, x, y));
    /* The array: the same by owners, which ranks tell each other. */
    int *owner = calloc((size_t)p.count, sizeof *owner), *all = calloc((size_t)p.count, sizeof *all);
    for (int b = 0; b < sl_mpi_blocks(x); b++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(x, b, &local));
        for (sl_index k = 0; local != NULL && k < sl_view_extent(local, 0); k++)
            owner[sl_view_first(local, 0) + k] = ranks_me + 1;
        sl_view_destroy(&kept);
        kept = local;
    }
    MPI_Allreduce(owner, all, (int)p.count, MPI_INT, MPI_SUM, ranks_comm);
    for (sl_index k = 0; k < p.count; k++)
        for (int turn = 0; turn <= (all[k] - 1) % 2; turn++)
            p.at[k] = 3 * p.at[k] + (uint64_t)(all[k] - 1);
    plain_stencil(&p, &q, &inside, one_around);
    like_all(whole_is(y, &q, 0), ALIKE, "%d blocks: loops over blocks come between loops over views", blocks);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    uint64_t value = kept ? 0 : p.at[0];
    const sl_index at = kept ? sl_view_first(kept, 0) : 0;
    if (kept)
        must_all(SL_GET_AT(uint64_t, kept, &value, at));
    ok_all(value == p.at[at], "a block outlives its view");
    sl_view_destroy(&kept);
    free(owner);
    free(all);
    free(p.at);
    free(q.at);
}

static void test_local(void)
{
    int number[8];
    const int n = block_numbers(number);
    sl_view *whole = NULL, *x = view_in(SL_EXTENTS(SHORT), ranks_all), *local = NULL;

    for (int b = 0; b < n; b++) {
        check_local(number[b]);
        check_local_loops(number[b]);
    }
    must_all(sl_view_create("w", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8), &whole));
    ok_all(sl_mpi_blocks(whole) == 1, "another view has one block");
    ok_all(sl_mpi_blocks(NULL) == -1, "no view has none");
    like_all(sl_last_error(), "sl_mpi_blocks: view: expected a view, got NULL", "with a sentence");
    ok_all(sl_mpi_local(whole, 0, &local) == SL_ERR_ARGUMENT && local == NULL, "a block of another view is refused");
    like_all(sl_last_error(), "sl_mpi_local: view: expected a view of sl_mpi_view_create(), got \"w\"",
             "with a sentence");
    ok_all(sl_mpi_local(NULL, 0, &local) == SL_ERR_ARGUMENT, "a block of no view is refused");
    like_all(sl_last_error(), "sl_mpi_local: view: expected a view, got NULL", "with a sentence");
    ok_all(sl_mpi_local(x, 1, &local) == SL_ERR_ARGUMENT && local == NULL, "a block too high is refused");
    like_all(sl_last_error(), "sl_mpi_local: number: expected a block from 0 to 0", "with a sentence");
    ok_all(sl_mpi_local(x, -1, &local) == SL_ERR_ARGUMENT, "a block below 0 is refused");
    ok_all(sl_mpi_local(x, 0, NULL) == SL_ERR_ARGUMENT, "nowhere to put the block is refused");
    like_all(sl_last_error(), "sl_mpi_local: local: expected where to put the view, got NULL", "with a sentence");
    sl_view_destroy(&whole);
    sl_view_destroy(&x);
}

/* ---- gather and scatter -------------------------------------------------------------------------------------- */

/* Bytes of any type there and back. */
static void check_round(sl_type type, const char *name, sl_extents e, int blocks, int root)
{
    sl_view *x = NULL, *from = NULL, *to = NULL;
    const int other = (root + 1) % ranks_all;
    int same = 1;
    must_all(sl_mpi_view_create("x", type, SL_LAYOUT_RIGHT, e, SL_BLOCKS(blocks), &x));
    must_all(sl_view_create("from", type, SL_LAYOUT_RIGHT, e, &from));
    must_all(sl_view_create("to", type, SL_LAYOUT_RIGHT, e, &to));
    const size_t bytes = (size_t)sl_view_size(from) * sl_type_size(type);
    unsigned char *p = sl_host_begin(from, SL_WRITE, type, NULL);
    must_all(p != NULL ? SL_SUCCESS : sl_last_status());
    for (size_t k = 0; k < bytes; k++)
        p[k] = (unsigned char)(k * 31 + (k >> 8) + (size_t)root);
    must_all(sl_host_end(from));
    must_all(sl_mpi_scatter(ranks_me == root ? from : NULL, root, x));
    must_all(sl_mpi_gather(x, other, ranks_me == other ? to : NULL));
    if (ranks_me == other) {
        const void *got = sl_host_begin(to, SL_READ, type, NULL), *want = sl_host_begin(from, SL_READ, type, NULL);
        same = got && want && memcmp(got, want, bytes) == 0;
        must_all(sl_host_end(to));
        must_all(sl_host_end(from));
    }
    ok_all(same, "%s of %s in %d blocks: from rank %d and to rank %d again", shape_text(e), name, blocks, root, other);
    sl_view_destroy(&x);
    sl_view_destroy(&from);
    sl_view_destroy(&to);
}

static void refused_gather(sl_view *x, int root, sl_view *whole, int bad, sl_status want, const char *part,
                           const char *what)
{
    char named[96];
    sl_status status = sl_mpi_gather(x, root, whole);
    snprintf(named, sizeof named, "got an error on rank %d", bad);
    ok_all(status == (ranks_me == bad ? want : SL_ERR_MPI), "gather: %s on one rank is an error on all", what);
    like_all(sl_last_error(), ranks_me == bad ? part : named, "each says why");
    status = sl_mpi_scatter(whole, root, x);
    ok_all(status == (ranks_me == bad ? want : SL_ERR_MPI), "scatter: %s on one rank is an error on all", what);
    like_all(sl_last_error(), ranks_me == bad ? part : named, "each says why");
}

static void test_bad_gather(void)
{
    const int last = ranks_all - 1, is_last = ranks_me == last;
    const sl_extents e = {2, {SHORT, 5}};
    sl_view *x = view_in(e, ranks_all), *whole = NULL, *shorter = NULL, *real = NULL, *left = NULL;
    plain p = plain_of(e);

    set(x, &p, 17);
    must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, e, &whole));
    must_all(sl_view_create("shorter", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(SHORT, 4), &shorter));
    must_all(sl_view_create("real", SL_DOUBLE, SL_LAYOUT_RIGHT, e, &real));
    must_all(sl_view_create("left", SL_UINT64, SL_LAYOUT_LEFT, e, &left));
    refused_gather(x, last, is_last ? shorter : NULL, last, SL_ERR_EXTENT,
                   "whole: expected a view of the extents of \"v\", got \"shorter\" of others", "other extents");
    refused_gather(x, last, is_last ? real : NULL, last, SL_ERR_TYPE, "got \"real\" of double", "another type");
    refused_gather(x, last, is_last ? left : NULL, last, SL_ERR_UNSUPPORTED,
                   "whole: expected a view of SL_LAYOUT_RIGHT, without gaps, got \"left\" of another layout",
                   "another layout");
    refused_gather(x, last, NULL, last, SL_ERR_ARGUMENT, "whole: expected a view, got NULL", "no view");
    if (is_last)
        must_all(SL_HOST_WRITE(uint64_t, whole) != NULL ? SL_SUCCESS : sl_last_status());
    refused_gather(x, last, is_last ? whole : NULL, last, SL_ERR_BUSY, "\"whole\"", "a view that the host has open");
    if (is_last)
        must_all(sl_host_end(whole));
    if (ranks_me == 0)
        sl_view_destroy(&real);
    ok_all(sl_mpi_gather(x, -1, whole) == SL_ERR_ARGUMENT, "gather: no such rank is refused");
    like_all(sl_last_error(), "sl_mpi_gather: root: expected a rank from 0 to ", "with a sentence");
    ok_all(sl_mpi_scatter(whole, ranks_all, x) == SL_ERR_ARGUMENT, "scatter: no such rank is refused");
    ok_all(sl_mpi_gather(whole, 0, whole) == SL_ERR_ARGUMENT, "gather: a view that is whole is refused");
    like_all(sl_last_error(), "sl_mpi_gather: view: expected a view of sl_mpi_view_create(), got \"whole\"",
             "with a sentence");
    ok_all(sl_mpi_gather(NULL, 0, whole) == SL_ERR_ARGUMENT, "gather: no view is refused");
    ok_all(sl_mpi_gather(x, 0, x) == (ranks_me == 0 ? SL_ERR_UNSUPPORTED : SL_ERR_MPI),
           "gather: a distributed view in place of a whole one is refused");
    same_all(x, &p, "after all that the view is as before");
    sl_view_destroy(&x);
    sl_view_destroy(&whole);
    sl_view_destroy(&shorter);
    sl_view_destroy(&real);
    sl_view_destroy(&left);
    free(p.at);
}

/* Messages of StarPU-MPI, of loops that are under way, and ours have tags of one communicator. */
static void check_gather_between_loops(void)
{
    enum { MANY = 60, LOOPS = 200 }; /* StarPU-MPI's first tag is 42 */
    sl_view *x = view_in(SL_EXTENTS(LONG), MANY), *y = view_in(SL_EXTENTS(LONG), ranks_all),
            *z = view_in(SL_EXTENTS(LONG), ranks_all), *from = NULL;
    plain p = plain_of((sl_extents){1, {LONG}});
    set(x, &p, 31);
    for (int turn = 0; turn < LOOPS; turn++)
        must_all(sl_forall(vs_near1, SL_RANGE(1, LONG - 1), turn % 2 ? z : y, turn % 2 ? y : z));
    like_all(whole_is(x, &p, ranks_all - 1), ALIKE, "%d blocks are gathered while rows of other views are sent", MANY);
    if (ranks_me == 0) {
        must_all(sl_view_create("from", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), &from));
        uint64_t *at = SL_HOST_WRITE(uint64_t, from);
        must_all(at != NULL ? SL_SUCCESS : sl_last_status());
        for (sl_index k = 0; k < LONG; k++)
            at[k] = 7;
        must_all(sl_host_end(from));
    }
    for (int turn = 0; turn < LOOPS; turn++)
        must_all(sl_forall(vs_near1, SL_RANGE(1, LONG - 1), turn % 2 ? z : y, turn % 2 ? y : z));
    must_all(sl_mpi_scatter(from, 0, x));
    for (sl_index k = 0; k < p.count; k++)
        p.at[k] = 7;
    same_all(x, &p, "and scattered");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&from);
    free(p.at);
}

/* Whether rows have to be sent again all ranks think alike, also where one had an error of its own. */
static void check_loops_after_bad_scatter(void)
{
    const int last = ranks_all - 1;
    sl_view *x = view_in(SL_EXTENTS(LONG), ranks_all), *y = view_in(SL_EXTENTS(LONG), ranks_all), *whole = NULL;
    plain p = plain_of((sl_extents){1, {LONG}}), q = plain_of((sl_extents){1, {LONG}});
    const sl_space inside = plain_inside(&p, one_around);
    must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), &whole));
    set(x, &p, 19);
    must_all(sl_forall(vs_near1, inside, x, y));
    const sl_status status = sl_mpi_scatter(whole, 0, ranks_me == last ? NULL : x);
    ok_all(status == (ranks_me == last ? SL_ERR_ARGUMENT : SL_ERR_MPI), "scatter: no view on one rank is refused");
    must_all(sl_forall(vs_near1, inside, x, y));
    plain_stencil(&p, &q, &inside, one_around);
    same_all(y, &q, "and loops with halos go on");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&whole);
    free(p.at);
    free(q.at);
}

typedef struct three {
    char c[3];
} three;

static void test_gather(void)
{
    int number[8];
    const int n = block_numbers(number);
    for (int b = 0; b < n; b++)
        for (int s = 0; s < SHAPES; s++)
            check_round(SL_UINT64, "uint64_t", shapes[s], number[b], s % ranks_all);
    check_round(SL_DOUBLE, "double", SL_EXTENTS(LONG), 0, 0);
    check_round(SL_UINT8, "uint8_t", SL_EXTENTS(SHORT, 3), ranks_all, ranks_all - 1);
    check_round(SL_TYPE(three), "structs of 3 bytes", SL_EXTENTS(SHORT, 3), ranks_all, 0);
    check_round(SL_FLOAT, "float", SL_EXTENTS(1), 1, 0);
    check_gather_between_loops();
    test_bad_gather();
    check_loops_after_bad_scatter();
}

/* ---- stencils ------------------------------------------------------------------------------------------------ */

static sl_status near_one(sl_space s, sl_view *x, sl_view *y)
{
    return s.rank == 1   ? sl_forall(vs_near1, s, x, y)
           : s.rank == 2 ? sl_forall(vs_near2, s, x, y)
           : s.rank == 3 ? sl_forall(vs_near3, s, x, y)
                         : sl_forall(vs_near4, s, x, y);
}

static sl_status wide(sl_space s, sl_view *x, sl_view *y)
{
    return s.rank == 1   ? sl_forall(vs_wide1, s, x, y)
           : s.rank == 2 ? sl_forall(vs_wide2, s, x, y)
                         : sl_forall(vs_wide3, s, x, y);
}

static sl_status side(sl_space s, sl_view *x, sl_view *y)
{
    return sl_forall(vs_side2, s, x, y);
}

/* A stencil, and how far it reaches. */
typedef struct stencil {
    sl_status (*loop)(sl_space s, sl_view *x, sl_view *y);
    int least, most;      /* ranks of views */
    sl_index reach[5][4]; /* [rank] */
    const char *name;
} stencil;

static const stencil stencils[] = {
    {near_one, 1, 4, {{0}, {1}, {1, 1}, {1, 1, 1}, {1, 0, 0, 1}}, "halo 1"},
    {wide, 1, 3, {{0}, {2}, {2, 1}, {2, 0, 1}, {0}}, "halo 2"},
    {side, 2, 2, {{0}, {0}, {0, 2}, {0}, {0}}, "a halo along dimension 1 alone"},
};
enum { STENCILS = sizeof stencils / sizeof *stencils };

/* Back and forth, over spaces that shrink by some rows, so that other ranks than before have borders in them. */
static void check_stencil(const stencil *t, sl_extents e, int blocks)
{
    sl_view *x = view_in(e, blocks), *y = view_in(e, blocks);
    plain p = plain_of(e), q = plain_of(e);
    const sl_index *reach = t->reach[e.rank];
    set(x, &p, 11);
    set(y, &q, 12);
    for (int step = 0; step < 5; step++) {
        sl_space s = plain_inside(&p, reach);
        s.lo[0] += step * e.n[0] / 11;
        s.hi[0] -= step * e.n[0] / 23;
        must_all(t->loop(s, x, y));
        plain_stencil(&p, &q, &s, reach);
        sl_view *z = x;
        x = y;
        y = z;
        plain_swap(&p, &q);
    }
    same_all(x, &p, "%s in %d blocks, %s: five loops back and forth", shape_text(e), blocks, t->name);
    same_all(y, &q, "and the view before");
    like_all(blocks_are(x, &p), ALIKE, "and by blocks");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(p.at);
    free(q.at);
}

static void test_stencils(void)
{
    int number[8];
    const int n = block_numbers(number);
    for (int t = 0; t < STENCILS; t++)
        for (int s = 0; s < SHAPES; s++)
            for (int b = 0; b < n; b++)
                if (shapes[s].rank >= stencils[t].least && shapes[s].rank <= stencils[t].most)
                    check_stencil(&stencils[t], shapes[s], number[b]);
}

/* A halo is as far as a block is long, and no further: then every rank that has such a block says so. */
static void test_short_blocks(void)
{
    const sl_extents e = {1, {2 * ranks_all}};
    sl_view *x = view_in(e, 2 * ranks_all), *y = view_in(e, 2 * ranks_all);
    plain p = plain_of(e), q = plain_of(e);
    const sl_space inside = plain_inside(&p, one_around);
    set(x, &p, 3);
    set(y, &q, 4);
    must_all(sl_forall(vs_near1, inside, x, y));
    plain_stencil(&p, &q, &inside, one_around);
    same_all(y, &q, "blocks of one row each, and a halo of one");
    if (ranks_all < 3) {
        skip_all("few ranks", "a halo that is longer than blocks is refused");
    } else {
        ok_all(sl_forall(vs_wide1, SL_RANGE(2, 2 * ranks_all - 2), x, y) == SL_ERR_UNSUPPORTED,
               "a halo that is longer than blocks is refused");
        like_all(sl_last_error(), "kernel vs_wide1: expected to read at most 1 rows ", "with a sentence");
    }
    same_all(y, &q, "and changes nothing");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(p.at);
    free(q.at);
}

/* ---- several views ------------------------------------------------------------------------------------------- */

static void check_both(int blocks)
{
    const sl_extents e = {1, {LONG}};
    sl_view *x = view_in(e, blocks), *y = view_in(e, blocks), *z = view_in(e, blocks), *w = view_in(e, blocks);
    plain p = plain_of(e), q = plain_of(e), r = plain_of(e), s = plain_of(e);
    set(x, &p, 1);
    set(y, &q, 2);
    set(z, &r, 3);
    set(w, &s, 4);
    for (int step = 0; step < 4; step++) {
        must_all(sl_forall(vs_both, SL_RANGE(2, LONG - 2), x, z, y, w));
        for (sl_index i = 2; i < LONG - 2; i++) {
            s.at[i] = p.at[i - 1] + 3 * r.at[i + 2];
            q.at[i] += 5 * p.at[i + 1] + 7 * r.at[i - 2] + r.at[i];
        }
        sl_view *v = x; /* each takes every place in turn */
        x = y;
        y = z;
        z = w;
        w = v;
        plain_swap(&p, &q);
        plain_swap(&q, &r);
        plain_swap(&r, &s);
    }
    same_all(x, &p, "%d blocks: loops that read two views and write two, x", blocks);
    same_all(y, &q, "and y");
    same_all(z, &r, "and z");
    same_all(w, &s, "and w");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&w);
    free(p.at);
    free(q.at);
    free(r.at);
    free(s.at);
}

/* ---- spaces -------------------------------------------------------------------------------------------------- */

static void more(sl_view *x, plain *p, sl_space s, uint64_t a)
{
    sl_index k[SL_MAX_RANK];
    must_all(sl_forall(vs_more1, s, a, x));
    for (int any = plain_first(&s, k); any; any = plain_next(&s, k))
        p->at[k[0]] = 3 * p->at[k[0]] + a;
}

static void check_spaces(int blocks)
{
    const sl_extents e = {1, {LONG}};
    sl_view *x = view_in(e, blocks), *y = view_in(e, blocks);
    plain p = plain_of(e), q = plain_of(e);
    sl_space s;
    set(x, &p, 21);
    set(y, &q, 22);
    more(x, &p, SL_RANGE(0, 1), 1);
    more(x, &p, SL_RANGE(LONG - 1, LONG), 2);
    more(x, &p, SL_RANGE(LONG / 2 - 5, LONG / 2 + 5), 3);
    more(x, &p, SL_RANGE(70, 70), 4);
    same_all(x, &p, "%d blocks: in place, over spaces that only some ranks have, and an empty one", blocks);
    more(x, &p, SL_RANGE_STRIDE(3, LONG, 7), 5);
    more(x, &p, SL_RANGE_STRIDE(0, LONG, LONG / 3), 6);
    more(x, &p, SL_RANGE_STRIDE(LONG / 2, LONG / 2 + 3, 2), 7);
    same_all(x, &p, "over strides");
    must_all(sl_forall(vs_more1, SL_RANGE_STRIDE(LONG - 2, 10, -3), (uint64_t)8, x));
    for (sl_index i = LONG - 2; i > 10; i -= 3)
        p.at[i] = 3 * p.at[i] + 8;
    same_all(x, &p, "over a stride downwards");
    for (int lo = 1; lo < 4; lo++) { /* red and black: what is written beside what is read */
        s = SL_RANGE_STRIDE(lo, LONG - 1, 2);
        must_all(sl_forall(vs_near1, s, x, y));
        plain_stencil(&p, &q, &s, one_around);
    }
    same_all(y, &q, "a halo over strides");
    s = SL_RANGE(1, 40);
    must_all(sl_forall(vs_near1, s, y, x));
    plain_stencil(&q, &p, &s, one_around);
    s = SL_RANGE(1, LONG - 1); /* the borders of the first rank are new, those of others as they were */
    must_all(sl_forall(vs_near1, s, x, y));
    plain_stencil(&p, &q, &s, one_around);
    same_all(y, &q, "a halo behind a loop that some ranks have no part in");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(p.at);
    free(q.at);
}

/* Columns of a matrix alone, and loops whose rows many ranks have. */
static void check_boxes(int blocks)
{
    const sl_extents e = {2, {SHORT, 9}};
    sl_view *x = view_in(e, blocks), *y = view_in(e, blocks);
    plain p = plain_of(e), q = plain_of(e);
    static const sl_index bounds[][4] = {{1, SHORT - 1, 1, 2}, {1, SHORT - 1, 7, 8}, {5, 6, 1, 8},
                                         {1, 30, 3, 5},        {30, 60, 2, 8},       {1, SHORT - 1, 1, 8}};
    set(x, &p, 31);
    set(y, &q, 32);
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
        const sl_space s = sl_space_box(4, bounds[k]);
        must_all(sl_forall(vs_near2, s, k % 2 ? y : x, k % 2 ? x : y));
        plain_stencil(k % 2 ? &q : &p, k % 2 ? &p : &q, &s, one_around);
    }
    same_all(x, &p, "%d blocks: boxes within a matrix, x", blocks);
    same_all(y, &q, "and y");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(p.at);
    free(q.at);
}

/* ---- fills and copies ---------------------------------------------------------------------------------------- */

static void plain_fill(plain *p, uint64_t value)
{
    for (sl_index k = 0; k < p->count; k++)
        p->at[k] = value;
}

static void check_fills(int blocks)
{
    const sl_extents e = {2, {SHORT, 5}};
    sl_view *x = view_in(e, blocks), *y = view_in(e, blocks), *other = view_in(e, 1), *whole = NULL;
    plain p = plain_of(e), q = plain_of(e);
    const sl_space inside = plain_inside(&p, one_around);
    set(x, &p, 41);
    must_all(sl_forall(vs_near2, inside, x, y));
    plain_stencil(&p, &q, &inside, one_around);
    must_all(SL_VIEW_FILL(uint64_t, x, 77));
    plain_fill(&p, 77);
    must_all(sl_forall(vs_near2, inside, x, y));
    plain_stencil(&p, &q, &inside, one_around);
    same_all(y, &q, "%d blocks: a loop reads what a fill has written, at borders too", blocks);
    must_all(sl_deep_copy(x, y));
    plain_copy(&p, &q);
    must_all(sl_forall(vs_near2, inside, x, y));
    plain_stencil(&p, &q, &inside, one_around);
    same_all(y, &q, "and what a copy between distributed views has written");
    same_all(x, &p, "which is that of the view it came from");
    ok_all(sl_deep_copy(x, x) == SL_ERR_ALIAS, "a copy of a view to itself is refused");
    uint32_t wrong = 1;
    ok_all(sl_view_fill(x, SL_UINT32, &wrong) == SL_ERR_TYPE, "a fill of another type is refused");
    must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, e, &whole));
    uint64_t *at = SL_HOST_WRITE(uint64_t, whole);
    must_all(at ? SL_SUCCESS : sl_last_status());
    for (sl_index k = 0; k < p.count; k++)
        at[k] = p.at[k] = 1000 + 17 * (uint64_t)k;
    must_all(sl_host_end(whole));
    must_all(sl_deep_copy(x, whole));
    must_all(sl_forall(vs_near2, inside, x, y));
    plain_stencil(&p, &q, &inside, one_around);
    same_all(y, &q, "and what a copy from a view that each rank has whole has written");
    ok_all(sl_deep_copy(whole, x) == SL_ERR_UNSUPPORTED, "a copy to a view that each rank has whole is refused");
    like_all(sl_last_error(), "sl_deep_copy: ", "with the name of the function");
    like_all(sl_last_error(), "got \"whole\", which is whole on each rank", "and a sentence");
    if (blocks > 1)
        ok_all(sl_deep_copy(other, x) == SL_ERR_UNSUPPORTED, "a copy to other blocks is refused");
    sl_view *half = NULL;
    must_all(sl_mpi_view_create("half", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(SHORT, 4), SL_BLOCKS(blocks), &half));
    ok_all(sl_deep_copy(half, x) == SL_ERR_EXTENT, "a copy to other extents is refused");
    same_all(x, &p, "after that the view is as before");
    sl_view_destroy(&half);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&other);
    sl_view_destroy(&whole);
    free(p.at);
    free(q.at);
}

/* ---- views that each rank has whole -------------------------------------------------------------------------- */

static void check_replicated(int blocks)
{
    enum { N = 1000 };
    const sl_extents e = {1, {LONG}};
    sl_view *y = view_in(e, blocks), *t = NULL, *a = NULL;
    plain q = plain_of(e);
    uint64_t table[N];
    set(y, &q, 51);
    must_all(sl_view_create("t", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &t));
    must_all(sl_view_create("a", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &a));
    for (uint64_t step = 1; step <= 3; step++) {
        uint64_t *at = SL_HOST_WRITE(uint64_t, t);
        must_all(at ? SL_SUCCESS : sl_last_status());
        for (uint64_t k = 0; k < N; k++)
            at[k] = table[k] = k * k * step;
        must_all(sl_host_end(t));
        must_all(SL_VIEW_FILL(uint64_t, a, 1000 * step));
        must_all(sl_forall(vs_look, SL_RANGE(0, LONG), t, (int64_t)N, y));
        must_all(sl_forall(vs_table, SL_RANGE(0, LONG), t, (int64_t)N, y));
        must_all(sl_forall(vs_alpha, SL_RANGE(5, LONG - 5), a, y));
        for (sl_index i = 0; i < LONG; i++)
            q.at[i] += table[(i * 7) % N] + 3 * table[(i * 5) % N] + (i >= 5 && i < LONG - 5 ? 1000 * step : 0);
    }
    same_all(y, &q, "%d blocks: loops read views and tables that each rank has whole", blocks);
    sl_view_destroy(&y);
    sl_view_destroy(&t);
    sl_view_destroy(&a);
    free(q.at);
}

/* ---- ends while tasks run ------------------------------------------------------------------------------------ */

static void check_ends(int blocks)
{
    enum { TURNS = 200 };
    const sl_extents e = {1, {SHORT}};
    sl_view *last = NULL;
    plain p = plain_of(e), q = plain_of(e);
    for (int round = 0; round < 5; round++) {
        sl_view *x = view_in(e, blocks), *y = view_in(e, blocks), *z = view_in(e, blocks);
        set(x, &p, 60 + (uint64_t)round);
        plain_fill(&q, 0);
        must_all(sl_forall(vs_slow, SL_RANGE(1, SHORT - 1), (int64_t)TURNS, x, y));
        sl_view_destroy(&x); /* its borders may still be under way */
        must_all(sl_forall(vs_near1, SL_RANGE(1, SHORT - 1), y, z));
        sl_view_destroy(&y);
        sl_view_destroy(&last);
        last = z;
    }
    for (sl_index i = 1; i < SHORT - 1; i++) {
        uint64_t v = p.at[i - 1] + p.at[i + 1];
        for (int t = 0; t < TURNS; t++)
            v = v * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        q.at[i] = v;
    }
    const sl_space inside = plain_inside(&p, one_around);
    plain_fill(&p, 0);
    plain_stencil(&q, &p, &inside, one_around);
    same_all(last, &p, "%d blocks: views end while loops use them", blocks);
    sl_view_destroy(&last);
    ok_all(sl_wait() == SL_SUCCESS, "a wait for all");
    free(p.at);
    free(q.at);
}

static void test_loops(void)
{
    int number[8];
    const int n = block_numbers(number);
    test_stencils();
    test_short_blocks();
    for (int b = 0; b < n; b++) {
        check_both(number[b]);
        check_spaces(number[b]);
        check_boxes(number[b]);
        check_fills(number[b]);
        check_replicated(number[b]);
        check_ends(number[b]);
    }
}

/* ---- all of it ----------------------------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    sl_view *view = NULL;
    ok_all(sl_init(NULL) == SL_SUCCESS && sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8),
                                                             SL_BLOCKS_AUTO, &view) == SL_ERR_STATE,
           "a distributed view before sl_mpi_init() is refused");
    like_all(sl_last_error(), "sl_mpi_view_create: expected a call between sl_mpi_init() and sl_mpi_finalize()",
             "with a sentence");
    ok_all(sl_mpi_init(MPI_COMM_WORLD) == SL_SUCCESS, "sl_mpi_init");
    test_cuts();
    test_bad_create();
    test_local();
    test_gather();
    test_loops();
    test_unlike_create();
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
