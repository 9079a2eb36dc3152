/* SPDX-License-Identifier: BSD-3-Clause */
/* The host opens parts of views whose copy is on the other node: only the part moves. Main memory shows it, for the
 * rest of the view there stays as it was. */
#include "numa_nodes.h"

#include "base/starpu.h"
#include "data/view.h"
#include "gate_task.h"

enum { ROWS = 40, COLUMNS = 30 };

/* The view and its model; nn_plane makes u(i, j) to 2 u(i, j) + i + 7 j. */
static double model[ROWS][COLUMNS];

static sl_view *new_plane(void)
{
    sl_view *u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(ROWS, COLUMNS));
    double *p = SL_HOST_WRITE(double, u);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            p[i * COLUMNS + j] = model[i][j] = i - j;
    sl_host_end(u);
    return u;
}

static void loop(int where, sl_view *u)
{
    go(where);
    must(sl_forall(nn_plane, SL_BOX(0, ROWS, 0, COLUMNS), u));
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            model[i][j] = 2 * model[i][j] + i + 7 * j;
}

/* Elements of the rows [i, i_end) and columns [j, j_end) at p that are not the model's. */
static int differ_in(const double *p, int i, int i_end, int j, int j_end)
{
    int wrong = p == NULL;
    for (int a = i; p && a < i_end; a++)
        for (int b = j; b < j_end; b++)
            wrong += p[(a - i) * COLUMNS + b - j] != model[a][b];
    return wrong;
}

static int differ_whole(sl_view *u)
{
    const int wrong = differ_in(SL_HOST_READ(double, u), 0, ROWS, 0, COLUMNS);
    sl_host_end(u);
    return wrong;
}

static void test_reader(void)
{
    sl_view *u = new_plane(), *row = NULL, *column = NULL;
    const double *main_memory = u->data, before = main_memory[7 * COLUMNS + 3];
    must(sl_subview(u, &row, 5, SL_ALL));
    must(sl_subview(u, &column, SL_PAIR(1, ROWS), COLUMNS - 1));
    loop(FAR, u);
    is_int(differ_in(SL_HOST_READ(double, row), 5, 6, 0, COLUMNS), 0, "a row is read that was made on the other node");
    const double *p = SL_HOST_READ(double, column);
    is_int(p == NULL ? -1 : differ_in(p, 1, ROWS, COLUMNS - 1, COLUMNS), 0, "and beside it a column");
    ok(!valid_on(u, STARPU_MAIN_RAM) && valid_on(u, 1), "the view is on that node still, and there only");
    ok(main_memory[7 * COLUMNS + 3] == before, "of the rest nothing was copied");
    is_int(sl_host_end(column), SL_SUCCESS, "the column is closed");
    is_int(sl_host_end(row), SL_SUCCESS, "and the row");
    is_int(sl_host_end(row), SL_ERR_STATE, "once");
    ok(SL_HOST_READ(double, row) != NULL && SL_HOST_READ(double, row) != NULL, "it is opened twice");
    is_int(sl_host_end(u), SL_SUCCESS, "and ended once by way of the view");
    is_int(sl_host_end(row), SL_SUCCESS, "and once by its own");
    loop(FAR, u);
    is_int(differ_whole(u), 0, "the view goes on from what it was");
    sl_view_destroy(&row);
    sl_view_destroy(&column);
    sl_view_destroy(&u);
}

/* Writes a box, rows [i, i_end), columns [j, j_end), by way of a subview; a part of it only where it is read, too. */
static void write_box(sl_view *u, sl_access access, int i, int i_end, int j, int j_end, double value)
{
    sl_view *box = NULL;
    must(sl_subview(u, &box, SL_PAIR(i, i_end), SL_PAIR(j, j_end)));
    double *p = sl_host_begin(box, access, SL_DOUBLE, "write_box");
    if (access == SL_RDWR)
        is_int(differ_in(p, i, i_end, j, j_end), 0, "what is read and written has its values");
    for (int a = i; p != NULL && a < i_end; a++)
        for (int b = j; b < j_end; b += access == SL_RDWR ? 2 : 1)
            p[(a - i) * COLUMNS + b - j] = model[a][b] = value + a + b;
    must(sl_host_end(box));
    sl_view_destroy(&box);
}

static void test_writer(void)
{
    sl_view *u = new_plane();
    loop(FAR, u);
    write_box(u, SL_WRITE, 0, 1, 0, COLUMNS, 100);
    ok(!valid_on(u, STARPU_MAIN_RAM) && valid_on(u, 1), "a row is written to the other node");
    write_box(u, SL_RDWR, 3, 9, 2, 5, 200);
    ok(!valid_on(u, STARPU_MAIN_RAM) && valid_on(u, 1), "so is a box, which leaves what it does not write");
    loop(FAR, u);
    is_int(differ_whole(u), 0, "a loop there finds both");
    ok(valid_on(u, STARPU_MAIN_RAM) && valid_on(u, 1), "when it is on both nodes,");
    write_box(u, SL_WRITE, 4, 6, 1, 20, 300);
    ok(valid_on(u, STARPU_MAIN_RAM) && valid_on(u, 1), "a box is written on both");
    loop(FAR, u);
    is_int(differ_whole(u), 0, "for a loop on the one");
    write_box(u, SL_WRITE, 4, 6, 1, 20, 400);
    loop(NEAR, u);
    is_int(differ_whole(u), 0, "and on the other");
    sl_view_destroy(&u);
}

/* The access waits for a loop that is queued, and a loop that is queued during it waits for the end. */
static void test_order(void)
{
    sl_view *u = new_plane(), *row = NULL;
    must(sl_subview(u, &row, 11, SL_ALL));
    atomic_store(&gate_open, 0);
    go(FAR);
    must(sl_task(wait_for_gate, NULL, SL_RW(u)));
    loop(FAR, u);
    atomic_store(&gate_open, 1);
    double *p = SL_HOST_RDWR(double, row);
    is_int(differ_in(p, 11, 12, 0, COLUMNS), 0, "the host waits for the loop that was queued before");
    is_int(SL_HOST_READ(double, u) == NULL ? sl_last_status() : 0, SL_ERR_BUSY, "nobody else opens the view meanwhile");
    for (int j = 0; p != NULL && j < COLUMNS; j++)
        p[j] = model[11][j] = -j;
    must(sl_host_end(row));
    loop(FAR, u);
    is_int(differ_whole(u), 0, "a loop that follows sees what it wrote");
    sl_view_destroy(&row);
    sl_view_destroy(&u);
}

/* Who reads all of a view row by row gets all of it, once it is worth that. */
static void test_rows(void)
{
    sl_view *u = new_plane();
    int wrong = 0;
    loop(FAR, u);
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < ROWS; i++) {
            sl_view *row = NULL;
            must(sl_subview(u, &row, i, SL_ALL));
            wrong += differ_in(SL_HOST_READ(double, row), i, i + 1, 0, COLUMNS);
            must(sl_host_end(row));
            sl_view_destroy(&row);
        }
    is_int(wrong, 0, "all rows are read twice");
    ok(valid_on(u, STARPU_MAIN_RAM), "and then the view is in main memory");
    loop(FAR, u);
    is_int(differ_whole(u), 0, "and right");
    sl_view_destroy(&u);
}

/* The view is destroyed while the host has a part of it; a failed loop spoils parts, too. */
static void test_ends(void)
{
    sl_view *u = new_plane(), *row = NULL, *x = NULL, *y = NULL, *some = NULL;
    must(sl_subview(u, &row, 2, SL_ALL));
    loop(FAR, u);
    ok(SL_HOST_RDWR(double, row) != NULL, "a row is open");
    sl_view_destroy(&u);
    is_int(sl_host_end(row), SL_SUCCESS, "it ends after the view's last name is gone");
    sl_view_destroy(&row);
    x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(2000));
    y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(2000));
    double *p = SL_HOST_WRITE(double, x);
    for (int i = 0; i < 2000; i++)
        p[i] = i;
    must(sl_host_end(x));
    must(sl_subview(y, &some, SL_PAIR(10, 20)));
    go(FAR);
    must(sl_forall(nn_check, SL_RANGE(0, 2000), 77.0, x, y));
    is_int(sl_wait(), SL_ERR_RAISED, "a loop fails on the other node");
    ok(SL_HOST_READ(double, some) == NULL, "the host does not get a part of what it has spoilt");
    must(sl_forall(nn_copy, SL_RANGE(0, 2000), x, y));
    const double *q = SL_HOST_READ(double, some);
    ok(q != NULL && q[0] == 10 && q[9] == 19, "but what a later loop has made");
    must(sl_host_end(some));
    sl_view_destroy(&some);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* Loops on both sides, accesses to boxes and to all, by turns. */
static void test_random(void)
{
    uint64_t seed = test_seed(11);
    const int steps = quick() ? 150 : 600;
    int wrong = 0;
    sl_view *u = new_plane();
    for (int step = 0; step < steps; step++) {
        const int i = random_below(&seed, ROWS), j = random_below(&seed, COLUMNS), what = random_below(&seed, 6);
        const int i_end = i + 1 + random_below(&seed, ROWS - i), j_end = j + 1 + random_below(&seed, COLUMNS - j);
        sl_view *box = NULL;
        must(sl_subview(u, &box, SL_PAIR(i, i_end), SL_PAIR(j, j_end)));
        if (what < 2) {
            loop(what, u);
        } else if (what == 2) {
            double *p = SL_HOST_RDWR(double, u);
            wrong += differ_in(p, 0, ROWS, 0, COLUMNS);
            for (int a = 0; p != NULL && a < ROWS * COLUMNS; a++) /* so that whole numbers stay exact */
                p[a] = model[a / COLUMNS][a % COLUMNS] = fmod(p[a], 1009);
            sl_host_end(u);
        } else {
            double *p = sl_host_begin(box, what == 3 ? SL_READ : what == 4 ? SL_WRITE : SL_RDWR, SL_DOUBLE, "test");
            wrong += what != 4 && differ_in(p, i, i_end, j, j_end);
            for (int a = i; what != 3 && p != NULL && a < i_end; a++)
                for (int b = j; b < j_end; b++)
                    p[(a - i) * COLUMNS + b - j] = model[a][b] = a + 100 * b + step;
            must(sl_host_end(box));
        }
        sl_view_destroy(&box);
    }
    wrong += differ_whole(u);
    is_int(wrong, 0, "%d loops and host accesses to boxes see each other's results", steps);
    sl_view_destroy(&u);
}

void test_boxes(void)
{
    test_reader();
    test_writer();
    test_order();
    test_rows();
    test_ends();
    test_random();
}
