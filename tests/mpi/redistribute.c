/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed views copied to others that are cut into other blocks, against plain bytes; and what is refused. The
 * quick form tries fewer numbers of blocks. */
#include "rows.h"

SL_KERNEL_DECLARE(rb_set, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own));
SL_KERNEL_DECLARE(rb_near, (i), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(rb_raise, (i), scalar(int64_t, at), inout(uint64_t, 1, y, own));

enum { LONG = 20000 };

/* There, and back into a third view. */
static void check_pair(const rows_case *c, int from_blocks, int to_blocks)
{
    rows r = rows_of(c->type, c->e, (unsigned)from_blocks), other = rows_of(c->type, c->e, 77);
    sl_view *from = rows_view(&r, from_blocks), *to = rows_view(&r, to_blocks), *back = rows_view(&r, from_blocks);
    rows_put(from, &r);
    rows_put(to, &other);
    must_all(sl_mpi_redistribute(from, to));
    rows_same(to, &r, "%s of %s: from %d blocks to %d", rows_text(c->e), c->name, from_blocks, to_blocks);
    must_all(sl_mpi_redistribute(to, back));
    rows_same(back, &r, "and back");
    rows_same(from, &r, "which leaves the first view as it is");
    sl_view_destroy(&from);
    sl_view_destroy(&to);
    sl_view_destroy(&back);
    free(r.at);
    free(other.at);
}

static void test_pairs(void)
{
    for (int k = 0; k < ROWS_CASES; k++) {
        const rows_case c = rows_case_of(k);
        int number[8];
        const int n = rows_blocks(c.e.n[0], number);
        for (int f = 0; f < n; f++)
            for (int step = 0; step <= (quick() ? 0 : 1); step++)
                check_pair(&c, number[f], number[(f + 1 + step) % n]);
    }
}

static uint64_t near_of(const plain *p, sl_index k)
{
    return p->at[k] + 8 * p->at[k - 1] + 3 * p->at[k + 1];
}

/* No wait in between: loops before and behind are in order, and rows of neighbours are sent anew. */
static void test_between_loops(int from_blocks, int to_blocks)
{
    sl_view *x = NULL, *y = NULL, *z = NULL, *fine = NULL;
    plain p = plain_of(SL_EXTENTS(LONG)), q = plain_of(SL_EXTENTS(LONG));
    must_all(sl_mpi_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), SL_BLOCKS(from_blocks), &x));
    must_all(sl_mpi_view_create("y", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), SL_BLOCKS(to_blocks), &y));
    must_all(sl_mpi_view_create("z", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), SL_BLOCKS(to_blocks), &z));
    must_all(sl_mpi_view_create("fine", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), SL_BLOCKS(60), &fine));
    for (uint64_t turn = 1; turn <= 4; turn++) {
        must_all(sl_forall(rb_set, SL_RANGE(0, LONG), turn * 1000, x));
        must_all(sl_mpi_redistribute(x, y));
        must_all(sl_forall(rb_near, SL_RANGE(1, LONG - 1), y, z));
        must_all(sl_mpi_redistribute(z, fine));
        for (sl_index k = 0; k < LONG; k++)
            p.at[k] = turn * 1000 + 3 * (uint64_t)k;
        for (sl_index k = 1; k < LONG - 1; k++)
            q.at[k] = near_of(&p, k);
        same_all(fine, &q, "from %d blocks to %d, between loops, turn %d", from_blocks, to_blocks, (int)turn);
    }
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&fine);
    free(p.at);
    free(q.at);
}

/* ---- what is refused ----------------------------------------------------------------------------------------- */

#define ON_LAST_RANK(text) (snprintf(named, sizeof named, text " on rank %d", ranks_all - 1), named)

static void test_bad(void)
{
    const int is_last = ranks_me == ranks_all - 1, all = 1;
    const sl_extents e = {2, {61, 5}};
    char named[96];
    rows r = rows_of(SL_UINT64, e, 3), s = rows_of(SL_UINT64, e, 4);
    sl_view *x = rows_view(&r, ranks_all), *y = rows_view(&r, 2 * ranks_all), *z = rows_view(&r, 1), *whole = NULL,
            *real = NULL, *longer = NULL, *line = NULL, *local = NULL;
    rows_put(x, &r);
    rows_put(y, &s);
    must_all(sl_mpi_view_create("real", SL_DOUBLE, SL_LAYOUT_RIGHT, e, SL_BLOCKS_AUTO, &real));
    must_all(sl_mpi_view_create("longer", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(61, 6), SL_BLOCKS_AUTO, &longer));
    must_all(sl_mpi_view_create("line", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(305), SL_BLOCKS_AUTO, &line));
    must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, e, &whole));
    refused_all(sl_mpi_redistribute(x, x), SL_ERR_ALIAS,
                "sl_mpi_redistribute: to: expected another view than from, got \"v\" for both", all, "",
                "one view as both is refused");
    refused_all(sl_mpi_redistribute(x, real), SL_ERR_TYPE,
                "sl_mpi_redistribute: to: expected a view of uint64_t, as \"v\", got \"real\" of double", all, "",
                "another type is refused");
    refused_all(sl_mpi_redistribute(x, line), SL_ERR_RANK,
                "sl_mpi_redistribute: to: expected a view of rank 2, as \"v\", got \"line\" of rank 1", all, "",
                "another rank is refused");
    refused_all(sl_mpi_redistribute(x, longer), SL_ERR_EXTENT,
                "sl_mpi_redistribute: to: expected extent 5 of dimension 1, as \"v\", got \"longer\" of 6", all, "",
                "other extents are refused");
    refused_all(sl_mpi_redistribute(NULL, y), SL_ERR_ARGUMENT, "sl_mpi_redistribute: from: expected a view, got NULL",
                all, "", "no view is refused");
    refused_all(sl_mpi_redistribute(x, NULL), SL_ERR_ARGUMENT, "sl_mpi_redistribute: to: expected a view, got NULL",
                all, "", "nowhere to copy to is refused");
    refused_all(sl_mpi_redistribute(whole, y), SL_ERR_ARGUMENT,
                "sl_mpi_redistribute: from: expected a view of sl_mpi_view_create(), got \"whole\"", all, "",
                "from a view that is whole: refused");
    refused_all(sl_mpi_redistribute(x, whole), SL_ERR_ARGUMENT,
                "sl_mpi_redistribute: to: expected a view of sl_mpi_view_create(), got \"whole\"", all, "",
                "to a view that is whole: refused");
    rows_same(y, &s, "after all that the view is as before");
    if (ranks_all > 1) {
        refused_all(sl_mpi_redistribute(x, is_last ? NULL : y), SL_ERR_ARGUMENT,
                    "sl_mpi_redistribute: to: expected a view, got NULL", is_last, ON_LAST_RANK("got others"),
                    "no view on one rank is an error on all");
        refused_all(sl_mpi_redistribute(is_last ? y : x, is_last ? x : y), SL_ERR_MPI, ON_LAST_RANK("got others"), all,
                    "", "the other way on one rank is an error on all");
        refused_all(sl_mpi_redistribute(x, is_last ? z : y), SL_ERR_MPI, ON_LAST_RANK("got others"), all, "",
                    "another view on one rank is an error on all");
        refused_all(is_last ? sl_mpi_gather(x, 0, NULL) : sl_mpi_redistribute(x, y), SL_ERR_MPI,
                    ON_LAST_RANK("got others"), all, "", "another call on one rank is an error on all");
    }
    must_all(sl_mpi_local(y, 0, &local));
    if (is_last)
        must_all(SL_HOST_READ(uint64_t, local) != NULL ? SL_SUCCESS : sl_last_status());
    refused_all(sl_mpi_redistribute(x, y), SL_ERR_BUSY, "sl_mpi_redistribute: ", is_last, ON_LAST_RANK("got an error"),
                "a block that the host of one rank has open is an error on all");
    if (is_last)
        must_all(sl_host_end(local));
    sl_view_destroy(&local);
    rows_same(y, &s, "and leaves the view as before");
    must_all(sl_mpi_redistribute(x, y));
    rows_same(y, &r, "then it succeeds");
    sl_region *region = NULL;
    must_all(sl_region_begin(&region));
    refused_all(sl_mpi_redistribute(x, y), SL_ERR_CONTEXT, "sl_mpi_redistribute: ", all, "",
                "a call in a region is refused");
    (void)sl_region_end(region);
    sl_region_destroy(&region);
    for (sl_view **v = (sl_view *[]){x, y, z, whole, real, longer, line, NULL}; *v != NULL; v++)
        sl_view_destroy(v);
    free(r.at);
    free(s.at);
}

/* A body fails on one rank. */
static void test_failed(void)
{
    const int is_last = ranks_me == ranks_all - 1;
    char named[96];
    sl_view *x = NULL, *y = NULL;
    must_all(sl_mpi_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), SL_BLOCKS(ranks_all), &x));
    must_all(sl_mpi_view_create("y", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), SL_BLOCKS(ranks_all + 1), &y));
    must_all(sl_forall(rb_set, SL_RANGE(0, LONG), (uint64_t)1, x));
    must_all(sl_forall(rb_raise, SL_RANGE(0, LONG), (int64_t)(LONG - 1), x));
    refused_all(sl_mpi_redistribute(x, y), SL_ERR_RAISED, "rb_raise", is_last, ON_LAST_RANK("got an error"),
                "a view that a body on one rank has failed to write is an error on all");
    (void)sl_wait();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    test_between_loops(ranks_all, 1);
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    ok_all(sl_mpi_redistribute(NULL, NULL) == SL_ERR_STATE, "before sl_mpi_init() it is refused");
    like_all(sl_last_error(), "sl_mpi_redistribute: expected a call between sl_mpi_init() and sl_mpi_finalize()",
             "with a sentence");
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    test_pairs();
    test_between_loops(ranks_all, 2 * ranks_all + 1);
    test_between_loops(0, ranks_all);
    test_bad();
    test_failed();
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
