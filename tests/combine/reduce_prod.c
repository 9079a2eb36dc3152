/* SPDX-License-Identifier: BSD-3-Clause */
/* Products: the operator that one block of starloop/kernel/operators.h adds. Every type, sizes around the edges of
 * blocks, layouts, targets, split views. The references count powers of two, or add logarithms. */
#include "loop_testing.h"
#include "reduce_prod.h"

static const sl_index sizes[] = {1, 2, 31, 32, 33, 1000, 4095, 4096, 4097, 8192, 123457};

/* Factors are 1 but for so many 2, and -1 where there is a sign, spread over the elements: the product is a power of
 * two that the type holds, in whatever order it is formed. */
#define TEST_TYPE(T, name, most) \
    static void test_##name(void) \
    { \
        const int is_signed = (T)-1 < (T)1; \
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) \
            for (int layout = RIGHT; layout < LAYOUTS; layout += 2) { \
                const sl_index n = sizes[k], twos = n < most ? n : most; \
                const sl_index minuses = is_signed ? (n - twos) % 4 : 0; \
                T want = (T)1, got = 7; \
                sl_view *x = view_of("x", SL_TYPE(T), layout, SL_EXTENTS(n)); \
                T *p = SL_HOST_WRITE(T, x); \
                for (sl_index i = 0; i < n; i++) \
                    p[i * sl_view_stride(x, 0)] = (T)1; \
                for (sl_index i = 0; i < twos; i++) \
                    p[(n / twos * i) * sl_view_stride(x, 0)] = (T)2; \
                for (sl_index i = 0, left = minuses; i < n && left > 0; i++) \
                    if (p[(n - 1 - i) * sl_view_stride(x, 0)] == (T)1) { \
                        p[(n - 1 - i) * sl_view_stride(x, 0)] = (T)-1; \
                        left--; \
                    } \
                must(sl_host_end(x)); \
                for (sl_index i = 0; i < twos; i++) \
                    want = (T)(want + want); \
                want = minuses % 2 ? (T)(0 - want) : want; \
                sl_schedule schedule = (sl_schedule)((k + (unsigned)layout) % (SL_GUIDED + 1)); \
                must(sl_reduce_with(SL_POLICY(.schedule = schedule), name, SL_RANGE(0, n), x, &got)); \
                if (!ok(got == want, "product of %lld %s, %s", (long long)n, #T, layout_name[layout])) \
                    diag("got %g, want %g", (double)got, (double)want); \
                sl_view_destroy(&x); \
            } \
        T nothing = 7; \
        sl_view *x = view_of("x", SL_TYPE(T), RIGHT, SL_EXTENTS(10)); \
        must(sl_reduce(name, SL_RANGE(3, 3), x, &nothing)); \
        ok(nothing == 1, "over nothing a product of %s is 1", #T); \
        sl_view_destroy(&x); \
    }
PROD_TYPES(TEST_TYPE)

/* Random factors: the logarithm of the product is the sum of theirs. */
static void test_logarithms(int layout, int parts)
{
    static const sl_index n[] = {37, 19, 53};
    sl_view *x = view_of("x", SL_DOUBLE, layout, (sl_extents){3, {37, 19, 53}});
    sl_view *r = view_of("r", SL_DOUBLE, RIGHT, SL_EXTENTS(3));
    sl_index at[SL_MAX_RANK] = {0};
    double *p = SL_HOST_RDWR(double, x);
    uint64_t seed = 11;
    long double want = 0;
    do {
        const double v = exp2((double)random_below(&seed, 2001) / 1000.0 - 1.0);
        p[place(x, at)] = v;
        want += log2l((long double)v);
    } while (next_point(3, n, at));
    must(sl_host_end(x));
    if (parts > 1)
        must(sl_view_split(x, SL_SPLIT(parts)));
    must(sl_forall(prod_rank3, SL_BOX(0, 37, 0, 19, 0, 53), x, SL_INTO(r, 2), SL_INTO(r, 0)));
    const double *q = SL_HOST_READ(double, r);
    is_close(log2(q[2]), (double)want, 1e-9, "the logarithm of a product, rank 3, %s, %d parts", layout_name[layout],
             parts);
    is_close(q[0], (double)want, 1e-9, "and the sum of the logarithms beside it");
    must(sl_host_end(r));
    sl_view_destroy(&x);
    sl_view_destroy(&r);
}

static void test_factorial(void)
{
    uint64_t got = 0, want = 1;
    for (uint64_t k = 2; k <= 20; k++)
        want *= k;
    must(sl_reduce(prod_upper, SL_RANGE(0, 100000), (sl_index)20, &got));
    if (!ok(got == want, "20! of a loop in which most iterations do not multiply"))
        diag("got %llu, want %llu", (unsigned long long)got, (unsigned long long)want);
}

int main(void)
{
    must(sl_init(NULL));
#define RUN(T, name, most) test_##name();
    PROD_TYPES(RUN)
#undef RUN
    for (int layout = RIGHT; layout < LAYOUTS; layout++)
        for (int parts = 1; parts <= 4; parts += 3)
            test_logarithms(layout, parts);
    test_factorial();
    must(sl_finalize());
    return done_testing();
}
