/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions give the right values: every type, sizes around the edges of blocks, every target, NaN, signed zeros. */
#include "loop_testing.h"
#include "reduce_values.h"

/* Whole numbers: small ones, so that sums of them are exact; in 8 and 16 bits the sums wrap. */
static int64_t value_at(sl_index i, int is_signed)
{
    int64_t v = (i * 37 + i / 11) % 101;
    return is_signed ? v - 50 : v;
}

static const sl_index sizes[] = {1, 2, 31, 32, 33, 64, 1000, 4095, 4096, 4097, 4128, 8191, 8192, 8193, 12288, 123457};

#define TEST_TYPE(T, name) \
    static void test_##name(void) \
    { \
        const int is_signed = (T)-1 < (T)1; \
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) \
            for (int layout = RIGHT; layout < LAYOUTS; layout += 2) { \
                sl_index n = sizes[k]; \
                int64_t s = 0, lo = INT64_MAX, hi = INT64_MIN; \
                T got_s, got_lo, got_hi; \
                sl_view *x = view_of("x", SL_TYPE(T), layout, SL_EXTENTS(n)); \
                T *p = SL_HOST_WRITE(T, x); \
                for (sl_index i = 0; i < n; i++) { \
                    int64_t v = value_at(i, is_signed); \
                    p[i * sl_view_stride(x, 0)] = (T)v; \
                    s += v; \
                    lo = v < lo ? v : lo; \
                    hi = v > hi ? v : hi; \
                } \
                must(sl_host_end(x)); \
                sl_schedule schedule = (sl_schedule)((k + (unsigned)layout) % (SL_GUIDED + 1)); \
                must(sl_reduce_with(SL_POLICY(.schedule = schedule), name, SL_RANGE(0, n), x, &got_s, &got_lo, \
                                    &got_hi)); \
                if (!ok(got_s == (T)s && got_lo == (T)lo && got_hi == (T)hi, \
                        "sum, smallest and largest of %lld %s, %s", (long long)n, #T, layout_name[layout])) \
                    diag("got %g %g %g, want %g %g %g", (double)got_s, (double)got_lo, (double)got_hi, (double)(T)s, \
                         (double)(T)lo, (double)(T)hi); \
                sl_view_destroy(&x); \
            } \
    }
REDUCE_TYPES(TEST_TYPE)

/* Over an empty space: 0, the largest value of the type, the smallest. */
#define IS_EMPTY(T, name, largest, smallest) \
    do { \
        T s = 7, lo = 7, hi = 7; \
        sl_view *x = view_of("x", SL_TYPE(T), RIGHT, SL_EXTENTS(10)); \
        must(sl_reduce(name, SL_RANGE(3, 3), x, &s, &lo, &hi)); \
        ok(s == 0 && lo == (largest) && hi == (smallest), "over nothing %s gives the identities", #T); \
        sl_view_destroy(&x); \
    } while (0)

static void test_empty(void)
{
    IS_EMPTY(float, stats_f32, INFINITY, -INFINITY);
    IS_EMPTY(double, stats_f64, INFINITY, -INFINITY);
    IS_EMPTY(int8_t, stats_i8, INT8_MAX, INT8_MIN);
    IS_EMPTY(int16_t, stats_i16, INT16_MAX, INT16_MIN);
    IS_EMPTY(int32_t, stats_i32, INT32_MAX, INT32_MIN);
    IS_EMPTY(int64_t, stats_i64, INT64_MAX, INT64_MIN);
    IS_EMPTY(uint8_t, stats_u8, UINT8_MAX, 0);
    IS_EMPTY(uint16_t, stats_u16, UINT16_MAX, 0);
    IS_EMPTY(uint32_t, stats_u32, UINT32_MAX, 0);
    IS_EMPTY(uint64_t, stats_u64, UINT64_MAX, 0);
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(10)), *r = view_of("r", SL_DOUBLE, RIGHT, SL_EXTENTS(3));
    must(sl_forall(stats_f64, SL_RANGE(9, 2), x, SL_INTO(r, 0), SL_INTO(r, 1), SL_INTO(r, 2)));
    const double *p = SL_HOST_READ(double, r);
    ok(p[0] == 0 && p[1] == INFINITY && p[2] == -INFINITY, "and so do the elements of a view");
    must(sl_host_end(r));
    sl_view_destroy(&r);
    sl_view *y = view_of("y", SL_DOUBLE, LEFT, SL_EXTENTS(4, 0, 5));
    double s = 1;
    must(sl_reduce(norm3, SL_BOX(0, 4, 0, 0, 0, 5), y, &s));
    ok(s == 0, "and a space of rank 3 over a view of no elements");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* A long double reference, of another order. */
static void test_accuracy(void)
{
    static const sl_index size[] = {4095, 4096, 4097, 65536, 300007};
    for (int k = 0; k < 5; k++) {
        uint64_t seed = (uint64_t)k;
        long double want = 0, magnitude = 0;
        double got, lo, hi;
        sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(size[k]));
        double *p = SL_HOST_WRITE(double, x);
        for (sl_index i = size[k] - 1; i >= 0; i--) {
            p[i] = random_double(&seed);
            want += p[i];
            magnitude += fabsl(p[i]);
        }
        must(sl_host_end(x));
        must(sl_reduce(stats_f64, SL_RANGE(0, size[k]), x, &got, &lo, &hi));
        ok(fabsl(got - want) <= 1e-14L * magnitude, "the sum of %lld doubles is accurate", (long long)size[k]);
        sl_view_destroy(&x);
    }
    for (int layout = RIGHT; layout < LAYOUTS; layout++) {
        static const sl_index n3[] = {33, 47, 129}, n5[] = {9, 4, 5, 6, 50};
        sl_view *x = view_of("x", SL_DOUBLE, layout, (sl_extents){3, {33, 47, 129}});
        sl_view *y = view_of("y", SL_DOUBLE, layout, (sl_extents){5, {9, 4, 5, 6, 50}});
        double *p = SL_HOST_RDWR(double, x), *q = SL_HOST_RDWR(double, y), s, t;
        uint64_t seed = 5;
        long double want = 0;
        double least = INFINITY;
        sl_index at[SL_MAX_RANK] = {0};
        do {
            double v = p[place(x, at)] = random_double(&seed);
            want += (long double)v * v;
        } while (next_point(3, n3, at));
        do {
            double v = q[place(y, at)] = random_double(&seed);
            least = v < least ? v : least;
        } while (next_point(5, n5, at));
        must(sl_host_end(x));
        must(sl_host_end(y));
        must(sl_reduce(norm3, SL_BOX(0, 33, 0, 47, 0, 129), x, &s));
        must(sl_reduce_with(SL_POLICY(.schedule = SL_DYNAMIC, .tile = {4, 4, 4, 4, 4}), norm5,
                            SL_BOX(0, 9, 0, 4, 0, 5, 0, 6, 0, 50), y, &t));
        is_close(s, (double)want, 1e-13, "a sum of squares in rank 3, %s", layout_name[layout]);
        ok(t == least, "a minimum in rank 5, %s", layout_name[layout]);
        sl_view_destroy(&x);
        sl_view_destroy(&y);
    }
}

/* The scalar view's value. */
static double value_of(sl_view *view)
{
    const double *p = SL_HOST_READ(double, view);
    double v = p ? *p : NAN;
    must(sl_host_end(view));
    return v;
}

static void test_targets(void)
{
    enum { N = 10000 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS()), *q = view_of("q", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_view *r = view_of("r", SL_DOUBLE, LEFT, SL_EXTENTS(3, 4)), *c = view_of("c", SL_INT32, RIGHT, SL_EXTENTS(N));
    sl_view *w = view_of("w", SL_INT64, RIGHT, SL_EXTENTS(5));
    double *p = SL_HOST_WRITE(double, x), lo = 0, hi = 0;
    for (int i = 0; i < N; i++)
        p[i] = i + 1;
    must(sl_host_end(x));
    double *e = SL_HOST_RDWR(double, r);
    for (int k = 0; k < 12; k++)
        e[k] = 100 + k;
    must(sl_host_end(r));

    must(sl_forall(stats_f64, SL_RANGE(0, N), x, SL_INTO(s), SL_INTO(r, 0, 0), SL_INTO(r, 2, 3)));
    ok(value_of(s) == 0.5 * N * (N + 1), "a sum goes into a view of rank 0");
    const double *g = SL_HOST_READ(double, r);
    int kept = 0;
    for (int k = 1; k < 11; k++)
        kept += g[k] == 100 + k;
    ok(g[0] == 1 && g[11] == N && kept == 10, "two results go into two elements of one view; the others keep theirs");
    must(sl_host_end(r));
    must(sl_forall(stats_f64, SL_RANGE(0, 10), x, SL_INTO(s), SL_INTO(r, 0, 0), SL_INTO(r, 2, 3)));
    ok(value_of(s) == 55, "a second call replaces the first result, and does not add to it");
    must(sl_forall(stats_f64, SL_RANGE(4, 7), x, SL_INTO(r, 1, 1), SL_INTO(r, 1, 2), SL_INTO(r, 1, 3)));
    g = SL_HOST_READ(double, r);
    ok(g[4] == 18 && g[7] == 5 && g[10] == 7, "three results of one call go into one view");
    must(sl_host_end(r));
    must(sl_reduce(stats_f64, SL_RANGE(0, N), x, SL_INTO(q), &lo, &hi));
    ok(lo == 1 && hi == N && value_of(q) == 0.5 * N * (N + 1), "host pointers and a view in one sl_reduce");

    must(sl_forall(double_and_sum, SL_RANGE(0, N), 32, x, y, c, SL_INTO(s), SL_INTO(w, 4)));
    double want = 0;
    for (int i = 0; i < N; i++)
        want += i % 32 ? i + 1 : 0;
    ok(value_of(s) == want, "a reduction beside out and inout, where some iterations contribute nothing");
    const int64_t *at = SL_HOST_READ(int64_t, w);
    ok(at[4] == N - 1 && at[0] == 0, "and a second one of another type");
    must(sl_host_end(w));
    must(sl_forall(double_and_sum, SL_RANGE(0, N), 32, x, y, c, SL_INTO(s), SL_INTO(w, 4)));
    const double *d = SL_HOST_READ(double, y);
    const int32_t *count = SL_HOST_READ(int32_t, c);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += d[i] != 2.0 * (i + 1) || count[i] != 2;
    is_int(wrong, 0, "its other arguments are right");
    must(sl_host_end(y));
    must(sl_host_end(c));

    /* Results feed the next loop with no wait: y *= max(x) / sum(x). */
    must(sl_forall(stats_f64, SL_RANGE(0, N), x, SL_INTO(s), SL_INTO(r, 0, 1), SL_INTO(q)));
    sl_view *f = view_of("f", SL_DOUBLE, RIGHT, SL_EXTENTS());
    must(sl_forall(quotient, SL_RANGE(0, 1), q, s, f));
    must(sl_forall(scale_by, SL_RANGE(0, N), f, y));
    d = SL_HOST_READ(double, y);
    is_close(d[N - 1], 2.0 * N * (N / (0.5 * N * (N + 1))), 1e-15,
             "the quotient of two results scales a vector, with no wait");
    must(sl_host_end(y));
    sl_view *all[] = {x, y, s, q, r, c, w, f};
    for (int k = 0; k < 8; k++)
        sl_view_destroy(&all[k]);
}

static int same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* sum, smallest and largest of these values at the start of n elements, the rest of which are the fill. */
static void stats(const double v[], int count, double fill, sl_index n, double got[3])
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index i = 0; i < n; i++)
        p[i] = i < count ? v[i] : fill;
    must(sl_host_end(x));
    must(sl_reduce(stats_f64, SL_RANGE(0, n), x, &got[0], &got[1], &got[2]));
    sl_view_destroy(&x);
}

static void test_special(void)
{
    static const sl_index size[] = {2, 3, 40, 5000};
    for (int k = 0; k < 4; k++) {
        sl_index n = size[k];
        double got[3];
        stats((const double[]){NAN, 3}, 2, NAN, n, got);
        ok(isnan(got[0]) && got[1] == 3 && got[2] == 3,
           "%lld: a NaN never becomes the smallest or the largest, "
           "but the sum",
           (long long)n);
        stats((const double[]){NAN}, 1, NAN, n, got);
        ok(isnan(got[0]) && got[1] == INFINITY && got[2] == -INFINITY, "%lld: nothing but NaN is like nothing",
           (long long)n);
        stats((const double[]){INFINITY}, 1, -INFINITY, n, got);
        ok(isnan(got[0]) && got[1] == -INFINITY && got[2] == INFINITY, "%lld: infinities count", (long long)n);
        stats((const double[]){-0.0}, 1, -0.0, n, got);
        ok(same(got[0], 0.0) && same(got[1], -0.0) && same(got[2], -0.0),
           "%lld: negative zeros: the sum starts from 0, the smallest and the largest are one of them", (long long)n);
        stats((const double[]){0.0, -0.0}, 2, -0.0, n, got);
        ok(same(got[1], 0.0) && same(got[2], 0.0), "%lld: a zero does not replace the zero before it", (long long)n);
        stats((const double[]){-0.0, 0.0}, 2, 0.0, n, got);
        ok(same(got[1], -0.0) && same(got[2], -0.0), "%lld: whatever its sign", (long long)n);
    }
}

int main(void)
{
    must(sl_init(NULL));
#define RUN(T, name) test_##name();
    REDUCE_TYPES(RUN)
    test_empty();
    test_accuracy();
    test_targets();
    test_special();
    must(sl_finalize());
    return done_testing();
}
