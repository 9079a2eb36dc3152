/* SPDX-License-Identifier: BSD-3-Clause */
/* SL_RESHAPE: elements of a view in another shape within a body, of loops, reductions, teams and nests, against plain
 * loops over arrays; of rows of either layout. What does not fit is in tests/checked/failure_bounds.c. */
#include <starloop.h>

#include "loop_testing.h"
#include "tap.h"

SL_KERNEL_DECLARE(rs_turn, (i), scalar(sl_index, n), scalar(sl_index, m), in(int64_t, 2, a, own(0, all)),
                  inout(int64_t, 2, b, own(0, all)), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(rs_sum, (i), scalar(sl_index, n), scalar(sl_index, m), in(int64_t, 1, x), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(rs_ranks, (i), in(int64_t, 1, x), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(rs_team, (t), scalar(sl_index, n), scalar(sl_index, m), in(int64_t, 2, a, own(0, all)),
                  inout(int64_t, 2, b, own(0, all)), scratch(int64_t, line, n *m));
SL_NEST_DECLARE(rs_nest, (i, j), lambdas(1), scalar(sl_index, n), scalar(sl_index, m), in(int64_t, 2, a),
                inout(int64_t, 2, b));

enum { ROWS = 61, MOST = 45, RANKS = 72, FORMS = 3 };

typedef struct plain {
    int64_t b[ROWS][MOST], y[ROWS], sum;
} plain;

static int64_t value(int64_t i, int64_t k)
{
    return (7 * i + 5 * k) % 23 - 9;
}

/* By plain loops, of elements that lie one after the other in a row. */
static plain by_hand(int rows, int n, int m)
{
    plain want = {.sum = 0};
    for (int i = 0; i < rows; i++)
        for (int q = 0; q < m; q++) {
            int64_t line = 0;
            for (int p = 0; p < n; p++) {
                const int64_t x = value(i, p * m + q);
                want.b[i][q * n + p] = x;
                want.y[i] += (3 * p + 1) * (q + 2) * x;
                line = 3 * line + x;
            }
            want.sum += (i + q + 1) * line;
        }
    return want;
}

static sl_view *rows_of(const char *label, sl_layout layout, int rows, int count, int filled)
{
    sl_view *view = NULL;
    must(sl_view_create(label, SL_INT64, layout, SL_EXTENTS(rows, count), &view));
    int64_t *p = SL_HOST_WRITE(int64_t, view);
    for (int i = 0; p != NULL && i < rows; i++)
        for (int k = 0; k < count; k++)
            p[i * sl_view_stride(view, 0) + k * sl_view_stride(view, 1)] = filled ? value(i, k) : -77;
    must(sl_host_end(view));
    return view;
}

static int other_rows(sl_view *b, const plain *want, int rows, int count)
{
    int wrong = 0;
    const int64_t *p = SL_HOST_READ(int64_t, b);
    for (int i = 0; p != NULL && i < rows; i++)
        for (int k = 0; k < count; k++)
            wrong += p[i * sl_view_stride(b, 0) + k * sl_view_stride(b, 1)] != want->b[i][k];
    must(sl_host_end(b));
    return wrong;
}

static int other_sums(sl_view *y, const plain *want, int rows)
{
    int wrong = 0;
    const int64_t *p = SL_HOST_READ(int64_t, y);
    for (int i = 0; p != NULL && i < rows; i++)
        wrong += p[i] != want->y[i];
    must(sl_host_end(y));
    return wrong;
}

/* @return how many results of all forms are other than those of plain loops */
static int all_forms(sl_layout from, sl_layout to, int rows, int n, int m, sl_policy policy)
{
    const plain want = by_hand(rows, n, m);
    sl_view *a = rows_of("a", from, rows, n * m, 1), *x = NULL, *y = NULL;
    int64_t sum = -1;
    int wrong = 0;
    must(sl_view_create("y", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(rows), &y));
    for (int form = 0; form < FORMS; form++) {
        sl_view *b = rows_of("b", to, rows, n * m, 0);
        if (form == 0) {
            must(sl_forall_with(policy, rs_turn, SL_RANGE(0, rows), (sl_index)n, (sl_index)m, a, b, y));
            wrong += other_sums(y, &want, rows);
        } else if (form == 1) {
            must(sl_launch(SL_POLICY(.where = policy.where, .league = rows), rs_team, (sl_index)n, (sl_index)m, a, b));
        } else {
            must(sl_nest_with(SL_POLICY(.where = on_gpu() ? SL_ANYWHERE : SL_CPU, .nest = on_gpu() ? "blocks" : "rows"),
                              rs_nest, SL_BOX(0, rows, 0, n), (sl_index)n, (sl_index)m, a, b));
        }
        wrong += other_rows(b, &want, rows, n * m);
        sl_view_destroy(&b);
    }
    x = rows_of("x", SL_LAYOUT_RIGHT, rows, n * m, 1);
    sl_view *line = NULL;
    must(sl_view_reshape(x, SL_LAYOUT_RIGHT, SL_EXTENTS(rows * n * m), &line));
    must(sl_reduce_with(policy, rs_sum, SL_RANGE(0, rows), (sl_index)n, (sl_index)m, line, &sum));
    wrong += sum != want.sum;
    sl_view_destroy(&a);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&line);
    return wrong;
}

static void test_forms(void)
{
    static const int shapes[][2] = {{1, 1}, {3, 5}, {9, 5}, {1, 17}, {8, 1}, {0, 4}, {6, 0}}, rows[] = {0, 1, 2, ROWS};
    for (int layouts = 0; layouts < 4; layouts++) {
        int wrong = 0;
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
            for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
                for (int schedule = 0; schedule <= (int)last_schedule(); schedule++)
                    wrong += all_forms(layouts % 2 ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT,
                                       layouts / 2 ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT, rows[r], shapes[s][0],
                                       shapes[s][1], SL_POLICY(.schedule = (sl_schedule)schedule));
        is_int(wrong, 0, "rows of %s as matrices, into rows of %s, in loops, reductions, teams and nests",
               layouts % 2 ? "layout left" : "layout right", layouts / 2 ? "layout left" : "layout right");
    }
}

static void test_ranks(void)
{
    static int64_t memory[2 * RANKS];
    int64_t want[RANKS], got[RANKS];
    sl_view *x = NULL, *y = NULL;
    for (int k = 0; k < RANKS; k++)
        memory[2 * k] = value(3, k);
    must(sl_view_wrap("x", SL_INT64, SL_LAYOUT_STRIDE(2), SL_EXTENTS(RANKS), memory, &x));
    must(sl_view_create("y", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(RANKS), &y));
    must(sl_forall(rs_ranks, SL_RANGE(0, RANKS), x, y));
    for (int i = 0; i < RANKS; i++) {
        const int three = (i % 4 * 3 + i % 3) * 6 + i % 6, four = ((i % 2 * 3 + i % 3) * 3 + i % 3) * 4 + i % 4;
        const int five = (((i % 2 * 2 + i % 2) * 3 + i % 3) * 3 + i % 3) * 2 + i % 2;
        const int six = (((i % 3 * 2 + i % 2) * 3 + i % 3) * 2 + i % 2) * 2 + i % 2;
        want[i] = value(3, i) + 10 * value(3, three) + 100 * value(3, four) + 1000 * value(3, five) +
                  10000 * value(3, six) + 1 + 4;
    }
    const int64_t *p = SL_HOST_READ(int64_t, y);
    for (int i = 0; i < RANKS; i++)
        got[i] = p != NULL ? p[i] : -1;
    must(sl_host_end(y));
    same_array(got, want, RANKS, "one vector with a stride in shapes of 1 to 6 dimensions");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

int main(void)
{
    must(sl_init(NULL));
    test_forms();
    test_ranks();
    must(sl_finalize());
    return done_testing();
}
