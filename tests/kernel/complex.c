/* SPDX-License-Identifier: BSD-3-Clause */
/* Complex numbers against C's own: sums and products of whole parts, which are exact in any order; arithmetic in bodies
 * to some units in the last place. */
#include "complex_testing.h"

#include <complex.h>
#include <float.h>

#include "loop_testing.h"

/* A fourth root of 1, so that products are one, too. */
static double complex root_of(sl_index i)
{
    static const double parts[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const unsigned k = (unsigned)((uint64_t)(i + 3) * UINT64_C(0x9e3779b97f4a7c15) >> 62);
    return CMPLX(parts[k][0], parts[k][1]);
}

#define TYPE(C, T, EPSILON) \
    static void fill_##C(sl_view *z, sl_index n) \
    { \
        C *p = SL_HOST_WRITE(C, z); \
        for (sl_index i = 0; i < n; i++) \
            p[i * sl_view_stride(z, 0)] = (C){(T)creal(root_of(i)), (T)cimag(root_of(i))}; \
        must(sl_host_end(z)); \
    } \
    static int sums_##C(sl_index n, int layout, sl_policy policy) \
    { \
        sl_view *z = view_of("z", SL_TYPE(C), layout, SL_EXTENTS(n)); \
        double complex sum = 0, product = 1; \
        C s = {5, 5}, p = {5, 5}; \
        T re = 5; \
        fill_##C(z, n); \
        for (sl_index i = 0; i < n; i++) { \
            sum += root_of(i); \
            product *= root_of(i); \
        } \
        must(sl_reduce_with(policy, C##_sums, SL_RANGE(0, n), z, &s, &p, &re)); \
        sl_view_destroy(&z); \
        return s.re == (T)creal(sum) && s.im == (T)cimag(sum) && p.re == (T)creal(product) && \
               p.im == (T)cimag(product) && re == (T)creal(sum); \
    } \
    static void queued_##C(void) \
    { \
        enum { ROWS = 70, COLUMNS = 90 }; \
        sl_view *z = view_of("z", SL_TYPE(C), RIGHT, SL_EXTENTS(ROWS, COLUMNS)), \
                *s = view_of("s", SL_TYPE(C), RIGHT, SL_EXTENTS(2)); \
        double complex want = CMPLX(2, 3); \
        C *p = SL_HOST_WRITE(C, z), *q = SL_HOST_WRITE(C, s); \
        for (int i = 0; i < ROWS * COLUMNS; i++) { \
            p[i] = (C){(T)creal(root_of(i)), (T)cimag(root_of(i))}; \
            want += root_of(i); \
        } \
        q[0] = (C){7, 7}; \
        q[1] = (C){2, 3}; \
        must(sl_host_end(z)); \
        must(sl_host_end(s)); \
        must(sl_forall_with(SL_POLICY(.combine = 1), C##_sum2, SL_BOX(0, ROWS, 0, COLUMNS), z, SL_INTO(s, 1))); \
        const C *got = SL_HOST_READ(C, s); \
        ok(got[0].re == 7 && got[1].re == (T)creal(want) && got[1].im == (T)cimag(want), \
           #C ": a queued sum over two dimensions is joined into an element"); \
        must(sl_host_end(s)); \
        sl_view_destroy(&z); \
        sl_view_destroy(&s); \
    } \
    static int near_##C(C got, double complex want, double size) \
    { \
        return cabs(CMPLX((double)got.re, (double)got.im) - want) <= 4 * (EPSILON)*size; \
    } \
    static void arithmetic_##C(uint64_t *seed) \
    { \
        enum { N = 1000 }; \
        sl_view *v[7]; \
        int wrong = 0; \
        for (int k = 0; k < 7; k++) \
            v[k] = view_of("v", k < 6 ? SL_TYPE(C) : SL_TYPE(T), RIGHT, SL_EXTENTS(N)); \
        C *a = SL_HOST_WRITE(C, v[0]), *b = SL_HOST_WRITE(C, v[1]); \
        for (int i = 0; i < N; i++) { \
            const double u = (double)(random_next(seed) % 2001) - 1000, w = (double)(random_next(seed) % 2001) - 1000; \
            a[i] = (C){(T)u, (T)(w / 8)}; \
            b[i] = (C){(T)(w + 0.5), (T)(u / 16)}; \
        } \
        must(sl_host_end(v[0])); \
        must(sl_host_end(v[1])); \
        must(sl_forall(C##_all, SL_RANGE(0, N), v[0], v[1], v[2], v[3], v[4], v[5], v[6])); \
        const C *x = SL_HOST_READ(C, v[0]), *y = SL_HOST_READ(C, v[1]), *sum = SL_HOST_READ(C, v[2]), \
                *difference = SL_HOST_READ(C, v[3]), *product = SL_HOST_READ(C, v[4]), \
                *quotient = SL_HOST_READ(C, v[5]); \
        const T *size = SL_HOST_READ(T, v[6]); \
        for (int i = 0; i < N; i++) { \
            const double complex p = CMPLX((double)x[i].re, (double)x[i].im), \
                                 q = CMPLX((double)y[i].re, (double)y[i].im); \
            const double scale = cabs(p) + cabs(q); \
            wrong += !near_##C(sum[i], p + q, scale) || !near_##C(difference[i], p - conj(q), scale) || \
                     !near_##C(product[i], p * q, cabs(p) * cabs(q)) || \
                     !near_##C(quotient[i], p / q, cabs(p) / cabs(q)) || \
                     fabs((double)size[i] - cabs(p)) > 2 * (EPSILON)*cabs(p); \
        } \
        is_int(wrong, 0, #C ": sums, differences, products, quotients and sizes in bodies are C's"); \
        for (int k = 0; k < 7; k++) { \
            must(sl_host_end(v[k])); \
            sl_view_destroy(&v[k]); \
        } \
    } \
    static void test_##C(uint64_t *seed) \
    { \
        static const sl_index sizes[] = {0, 1, 2, 127, 1000, 4096, 4097, 100003}; \
        int passed = 1; \
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) \
            for (int layout = 0; layout < LAYOUTS; layout++) \
                for (int s = 0; s <= (int)last_schedule(); s++) \
                    passed &= sums_##C(sizes[k], layout, (sl_policy){.schedule = (sl_schedule)s}); \
        ok(passed, #C ": sums and products are C's, of all layouts and schedules, and of nothing 0 and 1"); \
        queued_##C(); \
        arithmetic_##C(seed); \
    }
TYPE(sl_complex, double, DBL_EPSILON)
TYPE(sl_complexf, float, (double)FLT_EPSILON)

int main(void)
{
    uint64_t seed = 35;
    must(sl_init(NULL));
    ok(sizeof(sl_complex) == sizeof(double complex) && sizeof(sl_complexf) == sizeof(float complex),
       "they are as large as C's");
    test_sl_complex(&seed);
    test_sl_complexf(&seed);
    must(sl_finalize());
    return done_testing();
}
