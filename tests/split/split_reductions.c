/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions over split views: bitwise those of the whole loops. */
#include "split.h"

#include "times_testing.h"
#include "split_testing.h"

SL_KERNEL_DECLARE(sp_set, (i), scalar(double, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(sp_add, (i), scalar(double, a), inout(double, 1, x, own));
SL_KERNEL_DECLARE(sp_sum1, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, m));
SL_KERNEL_DECLARE(sp_sum2, (i, j), in(double, 2, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(sp_sum3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s), reduce(float, sum, t));

static sl_view *random_view(int rank, const sl_index n[], int layout, uint64_t seed)
{
    sl_extents e = {.rank = rank};
    memcpy(e.n, n, (size_t)rank * sizeof *n);
    sl_view *view = view_of("x", SL_DOUBLE, layout, e);
    double *x = SL_HOST_WRITE(double, view);
    sl_index at[SL_MAX_RANK] = {0};
    do
        x[place(view, at)] = random_double(&seed);
    while (next_point(rank, n, at));
    must(sl_host_end(view));
    return view;
}

struct sums {
    double s, m;
    float t;
};

static struct sums reduce(sl_view *x, sl_space space, sl_split split, sl_where where)
{
    struct sums r = {0, 0, 0};
    sl_policy p = SL_POLICY(.split = split, .where = where);
    if (space.rank == 1)
        must(sl_reduce_with(p, sp_sum1, space, x, &r.s, &r.m));
    else if (space.rank == 2)
        must(sl_reduce_with(p, sp_sum2, space, x, &r.s));
    else
        must(sl_reduce_with(p, sp_sum3, space, x, &r.s, &r.t));
    return r;
}

/* A GPU cuts a reduction in another way than CPUs. */
static void test_bitwise(int rank, const sl_index n[], int layout, sl_where where)
{
    static const int split[][3] = {{2, 0, 0}, {3, 2, 0}, {7, 0, 3}, {0, 4, 0}, {1, 1, 5}, {64, 0, 0}};
    sl_view *x = random_view(rank, n, layout, (uint64_t)n[0]);
    int different = 0;
    for (int shift = 0; shift < 2; shift++) {
        sl_space space = space_at(rank, NULL, n);
        for (int d = 0; shift && d < rank; d++) {
            space.lo[d] = n[d] / 7;
            space.hi[d] = n[d] - n[d] / 5;
        }
        struct sums whole = reduce(x, space, (sl_split){{0}}, where);
        for (int k = 0; k < 6; k++) {
            sl_split s = {{0}};
            for (int d = 0; d < rank; d++)
                s.n[d] = split[k][d];
            struct sums parts = reduce(x, space, s, where);
            if (memcmp(&whole, &parts, sizeof whole) != 0) {
                different++;
                diag("split %d %d %d: %a %a %a, whole %a %a %a", s.n[0], s.n[1], s.n[2], parts.s, parts.m,
                     (double)parts.t, whole.s, whole.m, (double)whole.t);
            }
        }
        must(sl_view_join(x));
    }
    is_int(different, 0, "reductions of rank %d over %lld, %lld, %lld, layout %s, are bitwise those of the whole loop",
           rank, (long long)n[0], (long long)(rank > 1 ? n[1] : 1), (long long)(rank > 2 ? n[2] : 1),
           layout_name[layout]);
    sl_view_destroy(&x);
}

static void test_reductions(void)
{
    for (int layout = 0; layout < LAYOUTS; layout++)
        for (int cuda = 0; cuda <= (sl_gpus() > 0); cuda++) {
            sl_where where = cuda ? SL_CUDA : SL_CPU;
            test_bitwise(1, (const sl_index[]){100000}, layout, where);
            test_bitwise(1, (const sl_index[]){8193}, layout, where);
            test_bitwise(2, (const sl_index[]){301, 211}, layout, where);
            test_bitwise(2, (const sl_index[]){40, 9000}, layout, where);
            test_bitwise(3, (const sl_index[]){33, 20, 41}, layout, where);
        }
}

/* Results that stay in the graph, among them two elements of one view, feed split loops. */
static void test_into(void)
{
    enum { N = 50000, LOOPS = 20 };
    sl_view *x = line("x", N), *cell = line("cell", 8);
    must(sl_view_split(x, SL_SPLIT(6)));
    must(sl_view_split(cell, SL_SPLIT(2)));
    must(sl_forall(sp_set, SL_RANGE(0, N), 0.0, x));
    for (int k = 0; k < LOOPS; k++) {
        must(sl_forall(sp_add, SL_RANGE(0, 8), 1.0, cell)); /* split, and whole again for the results */
        must(sl_forall(sp_sum1, SL_RANGE(0, N), x, SL_INTO(cell, 2), SL_INTO(cell, 5)));
        must(sl_forall(sp_add, SL_RANGE(0, N), 1.0, x));
    }
    const double *p = SL_HOST_READ(double, cell);
    ok(p && p[2] == (double)N * (N - 1) / 2 + (double)N * (LOOPS - 1) && p[5] == LOOPS - 1 && p[0] == LOOPS,
       "results go into elements of a view that is split itself");
    must(sl_host_end(cell));
    sl_view_destroy(&cell);
    sl_view_destroy(&x);
}

void split_reductions(void)
{
    test_reductions();
    test_into();
}
