/* SPDX-License-Identifier: BSD-3-Clause */
/* Scatters into distributed views, into own rows and those of neighbours, against plain arrays. */
#include "distributed.h"
#include "scatter_kernels.h"

enum { COLUMNS = 19 };

static sl_view *view_like(const plain *p, int blocks)
{
    sl_view *view = NULL;
    must_all(sl_mpi_view_create("v", SL_UINT64, SL_LAYOUT_RIGHT, plain_extents(p), SL_BLOCKS(blocks), &view));
    return view;
}

static uint64_t *at(const plain *p, sl_index i, sl_index j)
{
    return &p->at[i * COLUMNS + j];
}

/* A view and its array, set alike. */
static sl_view *grid_of(plain *p, sl_index rows, int blocks, uint64_t a)
{
    *p = plain_of(SL_EXTENTS(rows, COLUMNS));
    for (sl_index i = 0; i < rows; i++)
        for (sl_index j = 0; j < COLUMNS; j++)
            *at(p, i, j) = a + 101 * (uint64_t)i + 3 * (uint64_t)j;
    sl_view *view = view_like(p, blocks);
    must_all(sl_forall(sc_set, SL_BOX(0, rows, 0, COLUMNS), a, view));
    return view;
}

static void plain_give(const plain *x, plain *y, const sl_space *s)
{
    for (sl_index i = s->lo[0]; i < s->hi[0]; i++)
        for (sl_index j = s->lo[1]; j < s->hi[1]; j++) {
            const uint64_t v = *at(x, i, j);
            *at(y, i - 2, j) += 3 * v;
            *at(y, i + 1, j - 1) += v;
            *at(y, i + 2, j + 1) += 5 * v;
            *at(y, i, j) += 7 * v;
        }
}

static void plain_near(const plain *x, plain *y, const sl_space *s)
{
    for (sl_index i = s->lo[0]; i < s->hi[0]; i++)
        for (sl_index j = s->lo[1]; j < s->hi[1]; j++)
            *at(y, i, j) = *at(x, i - 1, j) + 3 * *at(x, i, j) + 5 * *at(x, i + 1, j) + 7 * *at(x, i, j - 1);
}

/* Scatters in turns with loops that read rows of neighbours: what these have sent before is sent anew. */
static void check_give(sl_index rows, int blocks)
{
    const sl_space all = SL_BOX(2, rows - 2, 1, COLUMNS - 1), some = SL_BOX(rows / 2, rows - 3, 2, COLUMNS - 2);
    plain px, py;
    sl_view *x = grid_of(&px, rows, blocks, 7), *y = grid_of(&py, rows, blocks, 9);
    for (int turn = 0; turn < 3; turn++) {
        const sl_space s = turn == 1 ? some : all;
        must_all(sl_forall(sc_give, s, x, y));
        plain_give(&px, &py, &s);
        same_all(y, &py, "%lld rows in %d blocks, turn %d: rows up to two away", (long long)rows, blocks, turn);
        must_all(sl_forall(sc_near, all, y, x));
        plain_near(&py, &px, &all);
        must_all(sl_forall_with(SL_POLICY(.scatter = SL_SCATTER_DUPLICATE), sc_give, s, x, y));
        plain_give(&px, &py, &s);
        same_all(x, &px, "and a loop that reads them");
    }
    same_all(y, &py, "and by copies");
    must_all(sl_forall(sc_give, SL_BOX(5, 5, 1, 2), x, y));
    same_all(y, &py, "no iterations change nothing");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(px.at);
    free(py.at);
}

/* Two views that are scattered into, by other operators, and one that is written. */
static void check_least(sl_index rows, int blocks)
{
    plain px, py, pz;
    sl_view *x = grid_of(&px, rows, blocks, 2000), *y = grid_of(&py, rows, blocks, 3000),
            *z = grid_of(&pz, rows, blocks, 1);
    must_all(sl_forall(sc_least, SL_BOX(1, rows - 1, 0, COLUMNS), x, y, z));
    for (sl_index i = 1; i < rows - 1; i++)
        for (sl_index j = 0; j < COLUMNS; j++) {
            const uint64_t v = (*at(&px, i, j))++;
            *at(&py, i - 1, j) = v < *at(&py, i - 1, j) ? v : *at(&py, i - 1, j);
            *at(&py, i + 1, j) = 3 * v < *at(&py, i + 1, j) ? 3 * v : *at(&py, i + 1, j);
            *at(&pz, i, j) += v;
        }
    same_all(x, &px, "%lld rows in %d blocks: what is written beside scatters", (long long)rows, blocks);
    same_all(y, &py, "least values");
    same_all(z, &pz, "and sums into own rows");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    free(px.at);
    free(py.at);
    free(pz.at);
}

static void plain_beside(const plain *x, plain *y, plain *z, const sl_space *s)
{
    for (sl_index i = s->lo[0]; i < s->hi[0]; i++)
        for (sl_index j = s->lo[1]; j < s->hi[1]; j++) {
            const uint64_t v = *at(x, i - 2, j) + 3 * *at(x, i + 1, j - 1) + 5 * *at(x, i + 2, j + 1);
            *at(y, i - 1, j) += v;
            *at(y, i + 1, j + 1) += 7 * v;
            *at(z, i, j) += v;
        }
}

/* Loops that read rows of neighbours and scatter into others, in turns: views change their roles. */
static void check_around(sl_index rows, int blocks)
{
    const sl_space s[] = {SL_BOX(2, rows - 2, 1, COLUMNS - 1), SL_BOX(2, rows / 2, 1, 5),
                          SL_BOX(rows / 2 - 1, rows - 2, 2, COLUMNS - 2)};
    plain p[3];
    sl_view *v[3];
    for (int k = 0; k < 3; k++)
        v[k] = grid_of(&p[k], rows, blocks, 5 * (uint64_t)k);
    for (int turn = 0; turn < 9; turn++) {
        const int x = turn % 3, y = (turn + 1 + turn / 3) % 3 == x ? (x + 1) % 3 : (turn + 1 + turn / 3) % 3;
        const int z = 3 - x - y;
        must_all(sl_forall(sc_around, s[turn / 3], v[x], v[y], v[z]));
        plain_beside(&p[x], &p[y], &p[z], &s[turn / 3]);
    }
    for (int k = 0; k < 3; k++) {
        same_all(v[k], &p[k], "%lld rows in %d blocks, read and scattered into by turns, view %d", (long long)rows,
                 blocks, k);
        sl_view_destroy(&v[k]);
        free(p[k].at);
    }
}

/* Views of one dimension, and a loop over rows that scatters anywhere in those beside them. */
static void check_lines(sl_index n, int blocks)
{
    plain px = plain_of(SL_EXTENTS(n)), py = plain_of(SL_EXTENTS(n, COLUMNS));
    sl_view *x = view_like(&px, blocks), *y = view_like(&py, blocks);
    for (int64_t a = -3; a <= 3; a++) {
        must_all(sl_forall(sc_line, SL_RANGE(3, n - 3), a, x));
        for (sl_index i = 3; i < n - 3; i++) {
            px.at[i + a] += (uint64_t)i + 1;
            px.at[i] += 2;
        }
        same_all(x, &px, "%lld elements in %d blocks, %lld away", (long long)n, blocks, (long long)a);
    }
    must_all(sl_forall(sc_rows, SL_RANGE(1, n - 1), x, y));
    for (sl_index i = 1; i < n - 1; i++) {
        const sl_index j = (sl_index)(px.at[i] % 17);
        *at(&py, i - 1, j) ^= px.at[i];
        *at(&py, i + 1, j + 1) ^= 3 * px.at[i];
    }
    same_all(y, &py, "rows that scatter anywhere beside them");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(px.at);
    free(py.at);
}

/* Bins that all ranks have whole: what they held before counts once. */
static void check_bins(sl_index rows, int blocks)
{
    const sl_space s = SL_BOX(1, rows - 1, 0, COLUMNS);
    plain px, py;
    sl_view *x = grid_of(&px, rows, blocks, 3), *y = grid_of(&py, rows, blocks, 4), *h = NULL, *m = NULL;
    uint64_t bins[7] = {5, 5, 5, 5, 5, 5, 5};
    int32_t most[3][2], bad = 0;
    must_all(sl_view_create("h", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(7), &h));
    must_all(sl_view_create("m", SL_INT32, SL_LAYOUT_LEFT, SL_EXTENTS(3, 2), &m));
    must_all(SL_VIEW_FILL(uint64_t, h, 5));
    must_all(SL_VIEW_FILL(int32_t, m, -400));
    for (int k = 0; k < 6; k++)
        most[k / 2][k % 2] = -400;
    for (int turn = 0; turn < 2; turn++) {
        must_all(sl_forall(sc_bins, s, x, h, m, y));
        for (sl_index i = 1; i < rows - 1; i++)
            for (sl_index j = 0; j < COLUMNS; j++) {
                const uint64_t v = *at(&px, i - 1, j) + *at(&px, i + 1, j);
                const int32_t w = (int32_t)(v % 1000) - 500;
                bins[v % 7] += v;
                most[v % 3][j % 2] = w > most[v % 3][j % 2] ? w : most[v % 3][j % 2];
                *at(&py, i + 1, j) += v;
            }
    }
    for (int k = 0; k < 7; k++) {
        uint64_t value = 0;
        must_all(SL_GET_AT(uint64_t, h, &value, k));
        bad += value != bins[k];
    }
    for (int k = 0; k < 6; k++) {
        int32_t value = 0;
        must_all(SL_GET_AT(int32_t, m, &value, k / 2, k % 2));
        bad += value != most[k / 2][k % 2];
    }
    ok_all(bad == 0, "%lld rows in %d blocks: bins and maxima that all ranks have whole", (long long)rows, blocks);
    same_all(y, &py, "and a view that they share out");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&h);
    sl_view_destroy(&m);
    free(px.at);
    free(py.at);
}

static void refused(sl_status status, const char *sentence, const char *what)
{
    ok_all(status == SL_ERR_UNSUPPORTED, "%s is refused", what);
    like_all(sl_last_error(), sentence, "with a sentence");
}

static void check_bins_refused(void)
{
    enum { N = 300 };
    plain p = plain_of(SL_EXTENTS(N));
    sl_view *x = view_like(&p, ranks_all), *h = NULL, *many = NULL;
    double first = 0;
    must_all(sl_view_create("h", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &h));
    must_all(SL_VIEW_FILL(double, h, 2.5));
    must_all(sl_view_create("many", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS((sl_index)1 << 28), &many));
    refused(sl_forall(sc_mean, SL_RANGE(0, N), x, many), "sl_forall: kernel sc_mean: argument h: expected ",
            "one that is too large");
    refused(sl_forall_with(SL_POLICY(.reproducible = SL_YES), sc_mean, SL_RANGE(0, N), x, h),
            "sl_forall: kernel sc_mean: policy.reproducible: ", "floating-point numbers with reproducible");
    must_all(SL_GET_AT(double, h, &first, 0));
    ok_all(first == 2.5, "and what was refused has changed nothing");
    must_all(sl_forall(sc_mean, SL_RANGE(0, N), x, h));
    must_all(SL_GET_AT(double, h, &first, 0));
    ok_all(first == 2.5, "sums of nothing but zeros change nothing either");
    sl_view_destroy(&x);
    sl_view_destroy(&h);
    sl_view_destroy(&many);
    free(p.at);
}

static void check_refusals(void)
{
    enum { N = 400 };
    plain p = plain_of(SL_EXTENTS(N)), few = plain_of(SL_EXTENTS(2 * ranks_all + 2));
    const int blocks = ranks_all + 1;
    sl_view *x = view_like(&p, blocks), *y = view_like(&p, blocks), *more = view_like(&p, 2 * ranks_all + 2),
            *small = view_like(&few, blocks), *whole = NULL, *real = NULL, *bins = NULL, *part = NULL;
    sl_region *region = NULL;
    sl_list *some = NULL;
    must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &whole));
    must_all(sl_mpi_view_create("r", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), SL_BLOCKS(blocks), &real));
    must_all(sl_view_create("bins", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(9), &bins));
    must_all(sl_subview(bins, &part, SL_PAIR(3, 6)));
    must_all(sl_list_create("some", SL_INT64, (const int64_t[]){3, 5, 90}, 3, &some));
    const sl_space inside = SL_RANGE(1, N - 1);
    refused(sl_forall(sc_any, inside, x), "sl_forall: kernel sc_any: argument y: expected halo or own, which say",
            "a scatter that does not say how far");
    refused(sl_forall(sc_line, SL_RANGE(3, few.n[0] - 3), 0, small),
            "sl_forall: kernel sc_line: argument y: expected a halo of at most ", "a halo that is longer than blocks");
    refused(sl_forall(sc_moved, inside, x, y),
            "sl_forall: kernel sc_moved: argument x: expected own for what is written", "a halo of what is written");
    ok_all(sl_forall(sc_both, inside, x, x) == SL_ERR_ALIAS, "two scatters into one view are refused");
    refused(sl_forall(sc_both, inside, x, more),
            "sl_forall: kernel sc_both: argument x: expected a view in blocks as those of", "views in other blocks");
    refused(sl_forall(sc_whole, inside, whole, y), "sl_forall: kernel sc_whole: argument x: expected a distributed",
            "writing a view that all have whole");
    refused(sl_forall(sc_line, SL_LIST(some), 0, x),
            "sl_forall: kernel sc_line: expected a space of ranges and strides where a loop runs block by block",
            "a scatter over a list");
    refused(
        sl_forall_with(SL_POLICY(.reproducible = SL_YES), sc_real, inside, real),
        "sl_forall: kernel sc_real: policy.reproducible: ", "a scatter of floating-point numbers with reproducible");
    must_all(sl_region_begin(&region));
    refused(sl_forall(sc_any, inside, x), "sl_forall: kernel sc_any: argument y: expected halo or own, which say",
            "in a region, too, one that does not say how far");
    refused(sl_forall(sc_mean, inside, x, part), "sl_forall: kernel sc_mean: argument h: expected a whole view",
            "sums into a part of a view, in a region,");
    ok_all(sl_region_end(region) == SL_ERR_UNSUPPORTED, "and the region, which lacks them, is refused");
    sl_region_destroy(&region);
    must_all(sl_forall_with(SL_POLICY(.reproducible = SL_YES), sc_line, SL_RANGE(3, N - 3), 0, x));
    for (sl_index i = 3; i < N - 3; i++)
        p.at[i] += (uint64_t)i + 3;
    same_all(x, &p, "one of integers is not, and all that was refused has changed nothing");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&more);
    sl_view_destroy(&small);
    sl_view_destroy(&whole);
    sl_view_destroy(&real);
    sl_view_destroy(&part);
    sl_view_destroy(&bins);
    sl_list_destroy(&some);
    free(p.at);
    free(few.at);
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    const int numbers[] = {1, ranks_all, 2 * ranks_all + 1};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        check_give(173, numbers[k]);
        check_give(3 * numbers[k] + 6, numbers[k]);
        check_around(173, numbers[k]);
        check_around(3 * numbers[k] + 6, numbers[k]);
        check_least(61, numbers[k]);
        check_bins(61, numbers[k]);
        check_lines(5000, numbers[k]);
        check_lines(3 * numbers[k] + 8, numbers[k]);
    }
    check_refusals();
    check_bins_refused();
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
