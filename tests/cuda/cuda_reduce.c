/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions on a GPU: their bits do not depend on block, grid, occupancy, order, tile and layout; where every addition
 * is exact they are those of plain C and of the CPU; several results of several types; every target. The bits
 * themselves are worked out a second time by tests/combine/reduce_bitwise.c, under tests/suites/cuda_suite.sh. */
#include "cuda_reduce.h"
#include "loop_testing.h"

/* ---- one result, many launches --------------------------------------------------------------------------------- */

struct result {
    double s, m;
};

static sl_status call(int rank, sl_policy p, sl_space space, sl_view *x, struct result *r)
{
    r->s = r->m = -7;
    switch (rank) {
    case 1: return sl_reduce_with(p, cr_sum1, space, x, &r->s, &r->m);
    case 2: return sl_reduce_with(p, cr_sum2, space, x, &r->s, &r->m);
    case 3: return sl_reduce_with(p, cr_sum3, space, x, &r->s, &r->m);
    case 4: return sl_reduce_with(p, cr_sum4, space, x, &r->s, &r->m);
    case 5: return sl_reduce_with(p, cr_sum5, space, x, &r->s, &r->m);
    default: return sl_reduce_with(p, cr_sum6, space, x, &r->s, &r->m);
    }
}

static sl_index half(const sl_occupancy_query *query)
{
    return (query->blocks_needed + 1) / 2;
}

/* The result under one policy. @return 1 when it has these bits. */
static int has_bits(int rank, sl_policy p, sl_space space, sl_view *x, const struct result *want)
{
    struct result r;
    sl_status status = call(rank, p, space, x, &r);
    if (status == SL_SUCCESS && memcmp(&r, want, sizeof r) == 0)
        return 1;
    diag("%s: %s: got %a, %a, want %a, %a", policy_text(&p), status == SL_SUCCESS ? "other bits" : sl_last_error(), r.s,
         r.m, want->s, want->m);
    return 0;
}

static int all_launches(int rank, sl_space space, sl_view *x, const struct result *want)
{
    static const int block[] = {1, 32, 64, 100, 128, 256, 512, 1000, 1024};
    static const sl_index grid[] = {1, 2, 7, 133, 1000000};
    const sl_occupancy occupancy[] = {
        SL_OCC_MAX,         SL_OCC_AVOID_MAX, SL_OCC_FOR_REDUCE, SL_OCC_FRACTION(1, 2, 0), SL_OCC_FRACTION(0, 1, 1),
        SL_OCC_CUSTOM(half)};
    int good = 1;
    for (unsigned b = 0; b < sizeof block / sizeof *block; b++) {
        good &= has_bits(rank, SL_POLICY(.where = SL_CUDA, .block = block[b]), space, x, want);
        for (unsigned g = b % 2; g < 5; g += 2)
            good &= has_bits(rank, SL_POLICY(.where = SL_CUDA, .block = block[b], .grid = grid[g]), space, x, want);
    }
    for (unsigned o = 0; o < 6; o++)
        good &= has_bits(rank, SL_POLICY(.where = SL_CUDA, .occupancy = occupancy[o], .block = o % 2 ? 512 : 0), space,
                         x, want);
    sl_policy p = {.where = SL_CUDA, .schedule = SL_DYNAMIC, .chunk = 3, .collapse = 1};
    for (int d = 0; d < rank; d++) {
        p.order[d] = rank - 1 - d;
        p.tile[d] = 4 + d;
    }
    return good & has_bits(rank, p, space, x, want);
}

/* What plain C makes of the elements. */
static long double plain_sum(int rank, const sl_index n[], const double *v, long double *magnitude, double *largest)
{
    long double sum = 0;
    *magnitude = 0;
    *largest = -INFINITY;
    for (sl_index k = 0; k < points(rank, n); k++) {
        sum += v[k];
        *magnitude += fabsl(v[k]);
        *largest = v[k] > *largest ? v[k] : *largest;
    }
    return sum;
}

/* @p exact: whole numbers, whose sums are exact whatever the order. */
static void test_shape(int rank, const sl_index lo[], const sl_index n[], int exact)
{
    sl_index count = points(rank, n), x[SL_MAX_RANK];
    sl_extents e = {.rank = rank};
    uint64_t seed = (uint64_t)(count * 7 + rank);
    double *v = malloc((size_t)(count + 1) * sizeof *v), largest;
    struct result first = {NAN, NAN}, here, cpu;
    long double magnitude;
    char text[128] = "";
    for (int d = 0; d < rank; d++) {
        e.n[d] = lo[d] + n[d];
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%lld", d ? " x " : "", (long long)n[d]);
    }
    for (sl_index k = 0; k < count; k++)
        v[k] = exact ? (double)(random_below(&seed, 2000001) - 1000000) : random_double(&seed);
    long double want = plain_sum(rank, n, v, &magnitude, &largest);
    sl_space space = space_at(rank, lo, n);
    for (int layout = RIGHT; layout < LAYOUTS; layout += rank == 1 || quick() ? 2 : 1) {
        if (quick() && count > 200000)
            continue;
        sl_view *view = view_of("x", SL_DOUBLE, layout, e);
        double *p = SL_HOST_WRITE(double, view);
        sl_index k = 0;
        memset(x, 0, sizeof x);
        if (count > 0)
            do {
                sl_index y[SL_MAX_RANK];
                for (int d = 0; d < rank; d++)
                    y[d] = lo[d] + x[d];
                p[place(view, y)] = v[k++];
            } while (next_point(rank, n, x));
        must(sl_host_end(view));
        must(call(rank, SL_POLICY(.where = SL_CUDA), space, view, &here));
        must(call(rank, SL_POLICY(.where = SL_CPU), space, view, &cpu));
        if (layout == RIGHT)
            first = here;
        int good = fabsl(here.s - want) <= 1e-14L * magnitude && here.m == largest && here.m == cpu.m;
        if (exact)
            good &= here.s == (double)want && here.s == cpu.s;
        if (!ok(good, "%s %s, %s: sum and maximum are %s", text, exact ? "whole numbers" : "numbers",
                layout_name[layout], exact ? "exact, as on the CPU" : "right"))
            diag("got %a, %a, CPU %a, %a, plain C %a, %a", here.s, here.m, cpu.s, cpu.m, (double)want, largest);
        ok(all_launches(rank, space, view, &first), "%s, %s: the bits are the same for every launch and layout", text,
           layout_name[layout]);
        sl_view_destroy(&view);
    }
    free(v);
}

static void test_shapes(void)
{
    static const sl_index n1[] = {0, 1, 2, 31, 33, 255, 256, 257, 2047, 2049, 4096, 4097, 100003, 3000001};
    static const sl_index n2[][2] = {{5, 0},    {1, 1},     {3, 7},     {17, 15}, {2000, 3},
                                     {3, 5000}, {301, 403}, {2, 70001}, {64, 64}};
    static const sl_index n3[][3] = {{4, 0, 4}, {1, 1, 1}, {9, 5, 17}, {37, 53, 71}, {3, 700, 2}};
    static const sl_index n4[] = {7, 5, 6, 31}, n5[] = {9, 3, 7, 5, 13}, n6[] = {7, 3, 2, 4, 3, 9};
    static const sl_index lo[] = {3, 1, 0, 2, 1, 1};
    for (int k = 0; k < 14; k++)
        test_shape(1, lo, &n1[k], k % 2);
    for (int k = 0; k < 9; k++)
        test_shape(2, lo, n2[k], (k + 1) % 2);
    for (int k = 0; k < 5; k++)
        test_shape(3, lo, n3[k], k % 2);
    test_shape(4, lo, n4, 0);
    test_shape(4, lo, n4, 1);
    test_shape(5, lo, n5, 0);
    test_shape(6, lo, n6, 0);
}

/* Over and over: which CUDA block ends last differs, the bits do not. */
static void test_again(void)
{
    const sl_index n = quick() ? 100003 : 5000011;
    const int times = quick() ? 20 : 300;
    uint64_t seed = 1;
    struct result first, again;
    int wrong = 0;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index k = 0; k < n; k++)
        p[k] = random_double(&seed);
    must(sl_host_end(x));
    must(call(1, SL_POLICY(.where = SL_CUDA), SL_RANGE(0, n), x, &first));
    for (int k = 0; k < times; k++) {
        must(call(1, launched(SL_POLICY(.where = SL_CUDA), k % 2 ? k : 0), SL_RANGE(0, n), x, &again));
        wrong += memcmp(&first, &again, sizeof first) != 0;
    }
    is_int(wrong, 0, "a sum of %lld elements, %d times over", (long long)n, times);
    sl_view_destroy(&x);
}

/* ---- several results, targets ----------------------------------------------------------------------------------- */

static void test_eight(sl_index n)
{
    static const int block[] = {0, 32, 256, 1024};
    double a, a0 = 0, f, f0 = INFINITY;
    float b, b0 = -INFINITY;
    int64_t c, c0 = 0;
    uint8_t d, d0 = UINT8_MAX;
    int16_t e, e0 = INT16_MIN;
    uint32_t g, g0 = 0;
    int8_t h, h0 = 0;
    sl_view *v = view_of("v", SL_INT32, RIGHT, SL_EXTENTS(n));
    int32_t *p = SL_HOST_WRITE(int32_t, v);
    for (sl_index i = 0; i < n; i++) {
        int32_t x = p[i] = (int32_t)(i * 37 % 101);
        a0 += 0.5 * x;
        b0 = x > b0 ? (float)x : b0;
        c0 += (int64_t)x << 33;
        d0 = x < d0 ? (uint8_t)x : d0;
        e0 = -x > e0 ? (int16_t)-x : e0;
        f0 = -0.25 * x < f0 ? -0.25 * x : f0;
        g0 += (uint32_t)x << 20;
        h0 = (int8_t)(h0 + x);
    }
    must(sl_host_end(v));
    for (int k = 0; k < 4; k++) {
        must(sl_reduce_with(SL_POLICY(.where = SL_CUDA, .block = block[k]), cr_eight, SL_RANGE(0, n), v, &a, &b, &c, &d,
                            &e, &f, &g, &h));
        if (!ok(a == a0 && b == b0 && c == c0 && d == d0 && e == e0 && f == f0 && g == g0 && h == h0,
                "eight results of eight kinds over %lld elements, .block %d", (long long)n, block[k]))
            diag("got %g %g %lld %d %d %g %u %d, want %g %g %lld %d %d %g %u %d", a, (double)b, (long long)c, d, e, f,
                 g, h, a0, (double)b0, (long long)c0, d0, e0, f0, g0, h0);
    }
    sl_view_destroy(&v);
}

/* Into elements of a larger view, whose others stay; into a scalar and a host variable in one call. */
static void test_targets(int layout)
{
    enum { N = 9001, ROWS = 5, COLUMNS = 7 };
    double s = -7;
    int kept = 0;
    sl_view *x = view_of("x", SL_DOUBLE, layout, SL_EXTENTS(N));
    sl_view *r = view_of("r", SL_DOUBLE, layout, SL_EXTENTS(ROWS, COLUMNS));
    sl_view *m = view_of("m", SL_DOUBLE, RIGHT, SL_EXTENTS());
    double *p = SL_HOST_WRITE(double, x), *q = SL_HOST_RDWR(double, r);
    for (sl_index i = 0; i < N; i++)
        p[i * sl_view_stride(x, 0)] = (double)i;
    for (sl_index k = 0; k < ROWS * COLUMNS; k++)
        q[place(r, (sl_index[]){k / COLUMNS, k % COLUMNS})] = (double)(1000 + k);
    must(sl_host_end(x));
    must(sl_host_end(r));
    sl_policy on = {.where = SL_CUDA};
    must(sl_forall_with(on, cr_sum1, SL_RANGE(0, N), x, SL_INTO(r, 2, 3), SL_INTO(r, 4, 6)));
    must(sl_forall_with(on, cr_sum1, SL_RANGE(10, 20), x, SL_INTO(r, 0, 0), SL_INTO(m)));
    must(sl_reduce_with(on, cr_sum1, SL_RANGE(100, 103), x, &s, SL_INTO(r, 1, 1)));
    const double *g = SL_HOST_READ(double, r), *top = SL_HOST_READ(double, m);
    for (sl_index k = 0; k < ROWS * COLUMNS; k++)
        kept += g[place(r, (sl_index[]){k / COLUMNS, k % COLUMNS})] == (double)(1000 + k);
#define AT(i, j) g[place(r, (sl_index[]){i, j})]
    ok(AT(2, 3) == N * (N - 1) / 2 && AT(4, 6) == N - 1 && AT(0, 0) == 145 && *top == 19 && s == 303 && AT(1, 1) == 102,
       "results go into elements, a scalar and a host variable, %s", layout_name[layout]);
#undef AT
    is_int(kept, ROWS * COLUMNS - 4, "and the other elements stay");
    must(sl_host_end(r));
    must(sl_host_end(m));
    sl_view_destroy(&x);
    sl_view_destroy(&r);
    sl_view_destroy(&m);
}

/* A result that feeds a loop of one iteration that feeds a loop, again and again with no wait. */
static void test_chain(void)
{
    enum { N = 3000, STEPS = 200 };
    static uint64_t plain[N];
    uint64_t sum, twist = 1;
    sl_view *x = view_of("x", SL_UINT64, RIGHT, SL_EXTENTS(N));
    sl_view *s = view_of("s", SL_UINT64, RIGHT, SL_EXTENTS()), *t = view_of("t", SL_UINT64, RIGHT, SL_EXTENTS());
    uint64_t *p = SL_HOST_WRITE(uint64_t, x);
    for (int i = 0; i < N; i++)
        p[i] = plain[i] = (uint64_t)i * 2654435761u;
    must(sl_host_end(x));
    *SL_HOST_WRITE(uint64_t, t) = 1;
    must(sl_host_end(t));
    sl_policy on = {.where = SL_CUDA};
    for (int k = 0; k < STEPS; k++) {
        must(sl_forall_with(on, cr_total, SL_RANGE(0, N), x, SL_INTO(s)));
        must(sl_forall_with(on, cr_twist, SL_RANGE(0, 1), s, t));
        must(sl_forall_with(on, cr_scale, SL_RANGE(0, N), t, x));
        sum = 0;
        for (int i = 0; i < N; i++)
            sum += plain[i];
        twist = (twist ^ sum) * 5 + 1;
        for (int i = 0; i < N; i++)
            plain[i] = plain[i] * twist + (uint64_t)i;
    }
    const uint64_t *q = SL_HOST_READ(uint64_t, x);
    same_array(q, plain, N, "%d times a sum, a loop over the scalar and one over the vector, with no wait", STEPS);
    must(sl_host_end(x));
    sl_view_destroy(&x);
    sl_view_destroy(&s);
    sl_view_destroy(&t);
}

/* Two views, of any layouts, and one that is written. Products of small whole numbers: exact, fused or not. */
static void test_dot(int lx, int ly, int lz)
{
    enum { ROWS = 211, COLUMNS = 133 };
    double s = -7, want = 0;
    int wrong = 0;
    sl_view *x = view_of("x", SL_DOUBLE, lx, SL_EXTENTS(ROWS, COLUMNS));
    sl_view *y = view_of("y", SL_DOUBLE, ly, SL_EXTENTS(ROWS, COLUMNS));
    sl_view *z = view_of("z", SL_DOUBLE, lz, SL_EXTENTS(ROWS, COLUMNS));
    double *p = SL_HOST_WRITE(double, x), *q = SL_HOST_WRITE(double, y);
    for (sl_index k = 0; k < ROWS * COLUMNS; k++) {
        const sl_index at[] = {k / COLUMNS, k % COLUMNS};
        p[place(x, at)] = (double)(k * 7 % 1001);
        q[place(y, at)] = (double)(k * 13 % 997) - 500;
        want += (double)(k * 7 % 1001) * ((double)(k * 13 % 997) - 500);
    }
    must(sl_host_end(x));
    must(sl_host_end(y));
    must(sl_reduce_with(SL_POLICY(.where = SL_CUDA), cr_dot, SL_BOX(0, ROWS, 0, COLUMNS), x, y, z, &s));
    const double *r = SL_HOST_READ(double, z);
    for (sl_index k = 0; k < ROWS * COLUMNS; k++)
        wrong += r[place(z, (sl_index[]){k / COLUMNS, k % COLUMNS})] !=
                 (double)(k * 7 % 1001) - ((double)(k * 13 % 997) - 500);
    must(sl_host_end(z));
    ok(s == want && wrong == 0, "a dot product beside an output: x %s, y %s, z %s", layout_name[lx], layout_name[ly],
       layout_name[lz]);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
}

int main(void)
{
    must(sl_init(NULL));
    if (have_gpu("reductions on a GPU")) {
        test_shapes();
        test_again();
        test_eight(1);
        test_eight(1003);
        test_eight(400009);
        test_eight(0);
        for (int layout = RIGHT; layout < LAYOUTS; layout++) {
            test_targets(layout);
            for (int other = RIGHT; other < LAYOUTS; other++)
                test_dot(layout, other, (layout + 2 * other) % LAYOUTS);
        }
        test_chain();
    }
    must(sl_finalize());
    return done_testing();
}
