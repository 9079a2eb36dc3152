/* SPDX-License-Identifier: BSD-3-Clause */
/* SL_SEQ keeps the order of the iterations, in kernels compiled with -O3: recurrences along every dimension. */
#include "loop_testing.h"

SL_KERNEL_DECLARE(chain, (i), scalar(double, c), inout(double, 1, y));
SL_KERNEL_DECLARE(chain_int, (i), inout(int32_t, 1, y));
SL_KERNEL_DECLARE(along_last, (i, j), inout(double, 2, y));
SL_KERNEL_DECLARE(along_first, (i, j), inout(double, 2, y));
SL_KERNEL_DECLARE(along_both, (i, j), inout(double, 2, y));
SL_KERNEL_DECLARE(number2, (i, j), inout(int64_t, 1, next), inout(int64_t, 2, y));
SL_KERNEL_DECLARE(number3, (i, j, k), inout(int64_t, 1, next), inout(int64_t, 3, y));
SL_KERNEL_DECLARE(number6, (i, j, k, l, m, n), inout(int64_t, 1, next), inout(int64_t, 6, y));
SL_KERNEL_DECLARE(number_sum1, (i), inout(int64_t, 1, next), inout(int64_t, 1, y), reduce(int64_t, sum, s),
                  reduce(int64_t, max, m));
SL_KERNEL_DECLARE(number_sum2, (i, j), inout(int64_t, 1, next), inout(int64_t, 2, y), reduce(int64_t, sum, s),
                  reduce(int64_t, max, m));
SL_KERNEL_DECLARE(number_sum3, (i, j, k), inout(int64_t, 1, next), inout(int64_t, 3, y), reduce(int64_t, sum, s),
                  reduce(int64_t, max, m));

enum { ROWS = 67, COLUMNS = 301 };

static void test_rank1(void)
{
    static const sl_index size[] = {2, 17, 1001, 250000};
    for (int k = 0; k < 4; k++)
        for (int layout = RIGHT; layout < LAYOUTS; layout++) {
            sl_index n = size[k], bad = -1;
            sl_view *y = view_of("y", SL_DOUBLE, layout, SL_EXTENTS(n));
            sl_view *z = view_of("z", SL_INT32, layout, SL_EXTENTS(n));
            must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), chain, SL_RANGE(1, n), 1.25, y));
            must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ, .chunk = 7), chain_int, SL_RANGE(1, n), z));
            const double *got = SL_HOST_READ(double, y);
            const int32_t *whole = SL_HOST_READ(int32_t, z);
            sl_index s = sl_view_stride(y, 0), t = sl_view_stride(z, 0);
            double want = 0;
            for (sl_index i = 0; i < n && bad < 0; i++) {
                if (got[i * s] != want || whole[i * t] != 3 * i)
                    bad = i;
                want = 0.5 * want + 1.25;
            }
            is_int(bad, -1, "y[i] = y[i-1] / 2 + c and z[i] = z[i-1] + 3 over %lld elements, %s", (long long)n,
                   layout_name[layout]);
            must(sl_host_end(y));
            must(sl_host_end(z));
            sl_view_destroy(&y);
            sl_view_destroy(&z);
        }
}

/* 0: along the last dimension, 1: along the first, 2: along both. */
static void reference(int kind, double y[ROWS][COLUMNS])
{
    for (int i = kind == 0 ? 0 : 1; i < ROWS; i++)
        for (int j = kind == 1 ? 0 : 1; j < COLUMNS; j++)
            y[i][j] = kind == 0   ? 0.75 * y[i][j - 1] + i
                      : kind == 1 ? 0.75 * y[i - 1][j] + j
                                  : 0.5 * (y[i - 1][j] + y[i][j - 1]);
}

static void test_rank2(int kind, int layout, sl_policy p)
{
    static double want[ROWS][COLUMNS];
    static const char *const name[] = {"the last dimension", "the first dimension", "both dimensions"};
    sl_view *v = view_of("y", SL_DOUBLE, layout, SL_EXTENTS(ROWS, COLUMNS));
    double *y = SL_HOST_RDWR(double, v);
    for (sl_index i = 0; i < ROWS; i++)
        for (sl_index j = 0; j < COLUMNS; j++)
            want[i][j] = y[place(v, (sl_index[]){i, j})] = (double)((i * 7 + j * 3) % 11);
    must(sl_host_end(v));
    reference(kind, want);
    p.schedule = SL_SEQ;
    if (kind == 0)
        must(sl_forall_with(p, along_last, SL_BOX(0, ROWS, 1, COLUMNS), v));
    else if (kind == 1)
        must(sl_forall_with(p, along_first, SL_BOX(1, ROWS, 0, COLUMNS), v));
    else
        must(sl_forall_with(p, along_both, SL_BOX(1, ROWS, 1, COLUMNS), v));
    const double *got = SL_HOST_READ(double, v);
    int wrong = 0;
    for (sl_index i = 0; i < ROWS; i++)
        for (sl_index j = 0; j < COLUMNS; j++) {
            double g = got[place(v, (sl_index[]){i, j})];
            /* the kernel may be compiled with fused multiply-add, this file without */
            if (fabs(g - want[i][j]) > 1e-11 * fabs(want[i][j]) && wrong++ == 0)
                diag("at (%lld, %lld): got %.17g, want %.17g", (long long)i, (long long)j, g, want[i][j]);
        }
    is_int(wrong, 0, "a recurrence along %s, %s, %s", name[kind], layout_name[layout], policy_text(&p));
    must(sl_host_end(v));
    sl_view_destroy(&v);
}

/* The number of each visit, against plain nested loops in the order asked for. */
static void test_numbers(int rank, const int order[], int given, int layout)
{
    static const sl_index size[] = {5, 7, 4, 3, 2, 6};
    sl_policy p = {.schedule = SL_SEQ};
    sl_extents e = {.rank = rank};
    sl_index lo[SL_MAX_RANK] = {0}, hi[SL_MAX_RANK], outer[SL_MAX_RANK] = {0}, x[SL_MAX_RANK], visit = 0;
    int wrong = 0;
    for (int d = 0; d < rank; d++) {
        e.n[d] = size[d];
        p.order[d] = given ? order[d] : 0;
        hi[d] = size[order[d]];
    }
    sl_view *next = view_of("next", SL_INT64, RIGHT, SL_EXTENTS(1)), *y = view_of("y", SL_INT64, layout, e);
    sl_space space = space_at(rank, lo, size);
    must(rank == 2   ? sl_forall_with(p, number2, space, next, y)
         : rank == 3 ? sl_forall_with(p, number3, space, next, y)
                     : sl_forall_with(p, number6, space, next, y));
    const int64_t *got = SL_HOST_READ(int64_t, y);
    do {
        for (int d = 0; d < rank; d++)
            x[order[d]] = outer[d];
        wrong += got[place(y, x)] != visit++;
    } while (next_point(rank, hi, outer));
    is_int(wrong, 0, "rank %d, %s, visits run %s{%d %d %d %d %d %d}", rank, layout_name[layout],
           given ? "in the order " : "by default in the order ", order[0], order[1], order[2], order[3], order[4],
           order[5]);
    must(sl_host_end(y));
    sl_view_destroy(&y);
    sl_view_destroy(&next);
}

/* The next of some boxes, or points, of which the last or the first index runs fastest. */
static int step(int rank, int left, const sl_index n[], sl_index x[])
{
    for (int k = 0; k < rank; k++) {
        const int d = left ? k : rank - 1 - k;
        if (++x[d] < n[d])
            return 1;
        x[d] = 0;
    }
    return 0;
}

/* The number of each visit, against plain loops over tiles and within them. */
static void test_iterate(int rank, sl_iterate outer, sl_iterate inner, int layout)
{
    static const sl_index size[] = {5, 7, 4}, tile[] = {2, 3, 3};
    static const char *const word[] = {"default", "left", "right"};
    sl_policy p = {.schedule = SL_SEQ, .iterate_outer = outer, .iterate_inner = inner};
    sl_extents e = {.rank = rank};
    sl_index grid[SL_MAX_RANK], at[SL_MAX_RANK] = {0}, visit = 0, wrong = 0;
    for (int d = 0; d < rank; d++) {
        e.n[d] = size[d];
        p.tile[d] = tile[d];
        grid[d] = (size[d] + tile[d] - 1) / tile[d];
    }
    sl_view *next = view_of("next", SL_INT64, RIGHT, SL_EXTENTS(1)), *y = view_of("y", SL_INT64, layout, e);
    const sl_space space = space_at(rank, NULL, size);
    must(rank == 2 ? sl_forall_with(p, number2, space, next, y) : sl_forall_with(p, number3, space, next, y));
    const int64_t *got = SL_HOST_READ(int64_t, y);
    const int inner_left = inner == SL_ITERATE_LEFT;
    do {
        sl_index extent[SL_MAX_RANK], in[SL_MAX_RANK] = {0}, x[SL_MAX_RANK];
        for (int d = 0; d < rank; d++)
            extent[d] = size[d] - at[d] * tile[d] < tile[d] ? size[d] - at[d] * tile[d] : tile[d];
        do {
            for (int d = 0; d < rank; d++)
                x[d] = at[d] * tile[d] + in[d];
            wrong += got[place(y, x)] != visit++;
        } while (step(rank, inner_left, extent, in));
    } while (step(rank, outer == SL_ITERATE_DEFAULT ? inner_left : outer == SL_ITERATE_LEFT, grid, at));
    is_int(wrong, 0, "rank %d, %s: tiles by %s, within them by %s", rank, layout_name[layout], word[outer],
           word[inner]);
    must(sl_host_end(y));
    sl_view_destroy(&y);
    sl_view_destroy(&next);
}

/* Visits in the order of C beside reductions, over spaces of several blocks in each dimension. */
static void test_beside_reduction(int rank, const sl_index n[], int layout)
{
    sl_extents e = {.rank = rank};
    sl_index x[SL_MAX_RANK] = {0}, visit = 0, wrong = 0, count = points(rank, n);
    int64_t s = 0, m = 0;
    memcpy(e.n, n, (size_t)rank * sizeof *n);
    sl_view *next = view_of("next", SL_INT64, RIGHT, SL_EXTENTS(1)), *y = view_of("y", SL_INT64, layout, e);
    sl_space space = space_at(rank, NULL, n);
    sl_policy p = SL_POLICY(.schedule = SL_SEQ);
    must(rank == 1   ? sl_reduce_with(p, number_sum1, space, next, y, &s, &m)
         : rank == 2 ? sl_reduce_with(p, number_sum2, space, next, y, &s, &m)
                     : sl_reduce_with(p, number_sum3, space, next, y, &s, &m));
    const int64_t *got = SL_HOST_READ(int64_t, y);
    do
        wrong += got[place(y, x)] != visit++;
    while (next_point(rank, n, x));
    ok(wrong == 0 && s == count * (count - 1) / 2 && m == count - 1,
       "rank %d, %lld points, %s: beside a reduction too, iterations keep their order", rank, (long long)count,
       layout_name[layout]);
    must(sl_host_end(y));
    sl_view_destroy(&y);
    sl_view_destroy(&next);
}

int main(void)
{
    static const int orders2[][6] = {{0, 1}, {1, 0}};
    static const int orders3[][6] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const int orders6[][6] = {{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {2, 0, 5, 1, 4, 3}};
    static const sl_index n1[] = {20000}, n2[] = {50, 300}, wide[] = {11, 9001}, n3[] = {37, 29, 31};
    must(sl_init(NULL));
    test_rank1();
    for (int layout = RIGHT; layout < LAYOUTS; layout++) {
        for (int kind = 0; kind < 3; kind++) {
            test_rank2(kind, layout, SL_POLICY(0));
            test_rank2(kind, layout, SL_POLICY(.order = {1, 0}));
            test_rank2(kind, layout, SL_POLICY(.tile = {16, 32}));
            test_rank2(kind, layout, SL_POLICY(.order = {1, 0}, .tile = {0, 7}, .collapse = 2));
        }
        for (int k = 0; k < 9; k++) {
            test_iterate(2, (sl_iterate)(k / 3), (sl_iterate)(k % 3), layout);
            test_iterate(3, (sl_iterate)(k / 3), (sl_iterate)(k % 3), layout);
        }
        test_beside_reduction(1, n1, layout);
        test_beside_reduction(2, n2, layout);
        test_beside_reduction(2, wide, layout);
        test_beside_reduction(3, n3, layout);
        test_numbers(2, orders2[0], 0, layout);
        test_numbers(3, orders3[0], 0, layout);
        test_numbers(6, orders6[0], 0, layout);
        for (int k = 0; k < 2; k++)
            test_numbers(2, orders2[k], 1, layout);
        for (int k = 0; k < 6; k++)
            test_numbers(3, orders3[k], 1, layout);
        for (int k = 0; k < 3; k++)
            test_numbers(6, orders6[k], 1, layout);
    }
    must(sl_finalize());
    return done_testing();
}
