/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over views of different rank, which are cut along the same indices, beside a view that each rank has whole:
 * against plain arrays. */
#include "grids.h"
#include "grid_views_kernels.h"

/* Points inside: some, all, by strides, and downwards. */
static points points_of(sl_extents e, int step)
{
    static const sl_index one[SL_MAX_RANK] = {1, 1, 1};
    points s = points_inside(e, one);
    for (int d = 0; d < s.rank; d++) {
        along *a = &s.d[d];
        if (step == 0)
            *a = (along){a->lo + 2, a->hi - 1, 1};
        else if (step == 2)
            a->step = 2 + d;
        else if (step == 3 && d == 0)
            *a = (along){a->hi - 1, a->lo - 1, -2};
    }
    return s;
}

enum { TABLE = 40 };

static sl_view *table_of(uint64_t values[TABLE])
{
    sl_view *t = NULL;
    must_all(sl_view_create("t", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(TABLE), &t));
    uint64_t *at = SL_HOST_WRITE(uint64_t, t);
    must_all(at != NULL ? SL_SUCCESS : sl_last_status());
    for (uint64_t k = 0; k < TABLE; k++)
        at[k] = values[k] = k * k * k + 5;
    must_all(sl_host_end(t));
    return t;
}

/* A line beside a matrix that is cut along one dimension alone: that of index d of the loop. */
static void check_lines(int d, int blocks)
{
    grid g = {{2, {33, 26}}, {{1, 1}}}, line = {{1, {0}}, {{blocks}}};
    plain px, py, pz;
    uint64_t values[TABLE];
    sl_index at[SL_MAX_RANK];
    g.b.n_[d] = blocks;
    line.e.n[0] = g.e.n[d];
    sl_view *x = grid_valued(&line, &px, 91), *y = grid_valued(&g, &py, 92), *z = grid_valued(&line, &pz, 93);
    sl_view *t = table_of(values);
    for (int step = 0; step < 4; step++) {
        const points s = points_of(g.e, step);
        const sl_space space = points_space(&s);
        must_all(d == 0 ? sl_forall(gv_line, space, x, t, TABLE, y) : sl_forall(gv_columns, space, x, t, TABLE, y));
        for (int any = points_first(&s, at); any; any = points_next(&s, at))
            py.at[plain_place(&py, at)] +=
                px.at[at[d] - 1] + 3 * px.at[at[d] + 1] + values[(3 * at[0] + at[1]) % TABLE];
        must_all(d == 0 ? sl_forall(gv_line_spill, space, x, y) : sl_forall(gv_columns_spill, space, y, z));
        for (int any = points_first(&s, at); any; any = points_next(&s, at)) {
            const sl_index here = plain_place(&py, at), row = plain_stride(&py, 0);
            if (d == 0) {
                py.at[here - row] += px.at[at[0] + 1];
                py.at[here + row + 1] += 3 * px.at[at[0] - 1];
            } else {
                pz.at[at[1] - 1] += py.at[here];
                pz.at[at[1] + 1] += 3 * py.at[here];
            }
        }
        const points all = points_inside(line.e, NULL);
        must_all(sl_forall(gv_more, points_space(&all), 5, x));
        for (sl_index k = 0; k < px.count; k++)
            px.at[k] = 3 * px.at[k] + 5;
    }
    same_all(x, &px, "%s: a line beside it, which is written", grid_text(&g));
    same_all(y, &py, "a matrix that a line and a whole view are read for");
    same_all(z, &pz, "a line that a matrix is scattered into");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&t);
    free(px.at);
    free(py.at);
    free(pz.at);
}

/* A matrix beside a view of three dimensions, two of which are cut. */
static void check_planes(int a, int b)
{
    const grid flat = {{2, {14, 17}}, {{a, b}}}, read = {{3, {5, 14, 17}}, {{1, a, b}}},
               spilled = {{3, {14, 5, 17}}, {{a, 1, b}}};
    plain px, py, pz, pw;
    sl_index at[SL_MAX_RANK];
    sl_view *x = grid_valued(&flat, &px, 101), *y = grid_valued(&read, &py, 102), *z = grid_valued(&spilled, &pz, 103),
            *w = grid_valued(&flat, &pw, 104);
    for (int step = 0; step < 4; step++) {
        points s = points_of(read.e, step);
        must_all(sl_forall(gv_planes, points_space(&s), x, y));
        for (int any = points_first(&s, at); any; any = points_next(&s, at)) {
            const sl_index here = at[1] * flat.e.n[1] + at[2];
            py.at[plain_place(&py, at)] +=
                px.at[here - flat.e.n[1] - 1] + 3 * px.at[here + flat.e.n[1] + 1] + (uint64_t)at[0];
        }
        s = points_of(spilled.e, step);
        must_all(sl_forall(gv_planes_spill, points_space(&s), z, w));
        for (int any = points_first(&s, at); any; any = points_next(&s, at)) {
            const sl_index here = at[0] * flat.e.n[1] + at[2];
            pw.at[here - flat.e.n[1] + 1] += pz.at[plain_place(&pz, at)];
            pw.at[here + flat.e.n[1] - 1] += 3 * pz.at[plain_place(&pz, at)];
        }
    }
    same_all(y, &py, "%s: reads a matrix in such blocks", grid_text(&read));
    same_all(w, &pw, "%s: is scattered into one", grid_text(&spilled));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&w);
    free(px.at);
    free(py.at);
    free(pz.at);
    free(pw.at);
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    check_lines(0, 3);
    check_lines(1, 3);
    check_planes(2, 2);
    if (!quick()) {
        check_lines(0, 2 * ranks_all + 1);
        check_lines(1, 2 * ranks_all + 1);
        check_planes(3, 2);
        check_planes(1, 4);
    }
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
