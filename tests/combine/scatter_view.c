/* SPDX-License-Identifier: BSD-3-Clause */
/* Views to scatter into against plain loops: every operator and type, strategies, layouts, parts of views, regions. */
#include "scatter_view.h"

#include "loop_testing.h"
#include "misuse.h"

enum { N = 5003, ELEMENTS = 37 };

#define JOINED(op, a, b) \
    ((op) == SL_SUM    ? (a) + (b) \
     : (op) == SL_PROD ? (a) * (b) \
     : (op) == SL_MIN  ? ((a) < (b) ? (a) : (b)) \
                       : ((a) > (b) ? (a) : (b)))
#define JOINED_BITS(op, a, b) ((op) == SL_BAND ? (a) & (b) : (op) == SL_BOR ? (a) | (b) : (a) ^ (b))

/* The loop of an operator of bits, and what it joins. */
#define NO_BITS(code) (void)0
#define NO_BITS_OF(op, a, b) (a)
#define BITS(code) \
    if (op == SL_BAND) \
        must(sl_forall_with(policy, sv_band_##code, space, ELEMENTS, to)); \
    else if (op == SL_BOR) \
        must(sl_forall_with(policy, sv_bor_##code, space, ELEMENTS, to)); \
    else if (op == SL_BXOR) \
    must(sl_forall_with(policy, sv_bxor_##code, space, ELEMENTS, to))

/* Contributes twice after one loop, resets, and contributes after another: what was there before counts, too. */
#define TYPE(T, code, BITS_LOOP, BITS_OF) \
    static int is_right_##code(sl_operator op, sl_scatter way, int layout) \
    { \
        const sl_policy policy = {.scatter = way}; \
        sl_view *x = view_of("x", SL_TYPE(T), layout, SL_EXTENTS(ELEMENTS)); \
        sl_scatter_view *scatter = NULL; \
        T want[ELEMENTS]; \
        int wrong = 0; \
        T *p = SL_HOST_WRITE(T, x); \
        for (int e = 0; e < ELEMENTS; e++) \
            p[e * sl_view_stride(x, 0)] = want[e] = (T)(e % 5 + 1); \
        must(sl_host_end(x)); \
        must(sl_scatter_view_create(op, x, &scatter)); \
        sl_view *const to = sl_scatter_view_access(scatter); \
        for (int turn = 0; turn < 2; turn++) { \
            const sl_space space = SL_RANGE(0, turn == 0 ? N : 20); \
            if (op == SL_SUM) \
                must(sl_forall_with(policy, sv_sum_##code, space, ELEMENTS, to)); \
            else if (op == SL_PROD) \
                must(sl_forall_with(policy, sv_prod_##code, space, ELEMENTS, to)); \
            else if (op == SL_MIN) \
                must(sl_forall_with(policy, sv_min_##code, space, ELEMENTS, to)); \
            else if (op == SL_MAX) \
                must(sl_forall_with(policy, sv_max_##code, space, ELEMENTS, to)); \
            else \
                BITS_LOOP(code); \
            for (int again = op == SL_BXOR; again < 2; again++) { /* two undo each other */ \
                must(sl_scatter_view_contribute(scatter, x)); \
                for (int64_t i = 0; i < (turn == 0 ? N : 20); i++) { \
                    const T v = SV_VALUE(T, op, i); \
                    T *const w = &want[i % ELEMENTS]; \
                    *w = (T)(op > SL_PROD ? BITS_OF(op, *w, v) : JOINED(op, *w, v)); \
                } \
            } \
            must(sl_scatter_view_reset(scatter)); \
        } \
        must(sl_scatter_view_contribute(scatter, x)); /* nothing */ \
        const T *q = SL_HOST_READ(T, x); \
        for (int e = 0; e < ELEMENTS; e++) \
            wrong += !(q[e * sl_view_stride(x, 0)] == want[e]); \
        must(sl_host_end(x)); \
        sl_scatter_view_destroy(&scatter); \
        sl_view_destroy(&x); \
        return wrong == 0 && scatter == NULL; \
    }
TYPE(float, f32, NO_BITS, NO_BITS_OF)
TYPE(double, f64, NO_BITS, NO_BITS_OF)
TYPE(int8_t, i8, BITS, JOINED_BITS)
TYPE(int16_t, i16, BITS, JOINED_BITS)
TYPE(int32_t, i32, BITS, JOINED_BITS)
TYPE(int64_t, i64, BITS, JOINED_BITS)
TYPE(uint8_t, u8, BITS, JOINED_BITS)
TYPE(uint16_t, u16, BITS, JOINED_BITS)
TYPE(uint32_t, u32, BITS, JOINED_BITS)
TYPE(uint64_t, u64, BITS, JOINED_BITS)

static void test_types(void)
{
    static const struct {
        const char *name;
        int (*is_right)(sl_operator, sl_scatter, int);
    } types[] = {{"float", is_right_f32},   {"double", is_right_f64},   {"int8_t", is_right_i8},
                 {"int16_t", is_right_i16}, {"int32_t", is_right_i32},  {"int64_t", is_right_i64},
                 {"uint8_t", is_right_u8},  {"uint16_t", is_right_u16}, {"uint32_t", is_right_u32},
                 {"uint64_t", is_right_u64}};
    static const char *const names[] = {"", "sum", "min", "max", "prod", NULL, NULL, "band", "bor", "bxor"};
    for (unsigned t = 0; t < sizeof types / sizeof *types; t++)
        for (int op = SL_SUM; op <= (t < 2 ? SL_PROD : SL_BXOR); op++) {
            int passed = 1;
            if (names[op] == NULL)
                continue;
            for (int way = SL_SCATTER_AUTO; way <= SL_SCATTER_DUPLICATE; way++)
                for (int layout = 0; layout < LAYOUTS; layout++)
                    passed &= types[t].is_right((sl_operator)op, (sl_scatter)way, layout);
            ok(passed, "%s of %s: contributions are those of a plain loop, in each way and layout", names[op],
               types[t].name);
        }
}

/* Complex numbers are multiplied as such: n times i, m times 2 and 1/2. An infinite one into which nothing was
 * scattered stays. */
#define TURNS(T, code) \
    static int is_turned_##code(sl_scatter way, int layout) \
    { \
        enum { COUNT = 37 * 9 + 5 }; \
        sl_view *x = view_of("x", SL_TYPE(T), layout, SL_EXTENTS(ELEMENTS + 1)); \
        sl_scatter_view *scatter = NULL; \
        int wrong = 0; \
        T *p = SL_HOST_WRITE(T, x); \
        for (int e = 0; e <= ELEMENTS; e++) { \
            p[e * sl_view_stride(x, 0)].re = e < ELEMENTS ? (int)1 + e % 3 : INFINITY; \
            p[e * sl_view_stride(x, 0)].im = 0; \
        } \
        must(sl_host_end(x)); \
        must(sl_scatter_view_create(SL_PROD, x, &scatter)); \
        must(sl_forall_with(SL_POLICY(.scatter = way), sv_prod_##code, SL_RANGE(0, COUNT), ELEMENTS, \
                            sl_scatter_view_access(scatter))); \
        must(sl_scatter_view_contribute(scatter, x)); \
        must(sl_scatter_view_reset(scatter)); \
        must(sl_scatter_view_contribute(scatter, x)); /* nothing */ \
        const T *q = SL_HOST_READ(T, x); \
        for (int e = 0; e < ELEMENTS; e++) { \
            int turns = 0, power = 0; \
            for (int i = e; i < COUNT; i += ELEMENTS, turns++) \
                power += i % 2 == 0 ? 1 : -1; \
            const double size = ldexp(1 + e % 3, power), re = (double)q[e * sl_view_stride(x, 0)].re; \
            const double im = (double)q[e * sl_view_stride(x, 0)].im; \
            wrong += re != (turns % 4 == 0 ? size : turns % 4 == 2 ? -size : 0); \
            wrong += im != (turns % 4 == 1 ? size : turns % 4 == 3 ? -size : 0); \
        } \
        wrong += !isinf(q[ELEMENTS * sl_view_stride(x, 0)].re) || q[ELEMENTS * sl_view_stride(x, 0)].im != 0; \
        must(sl_host_end(x)); \
        sl_scatter_view_destroy(&scatter); \
        sl_view_destroy(&x); \
        return wrong == 0; \
    }
TURNS(sl_complex, complex)
TURNS(sl_complexf, complexf)

static void test_complex(void)
{
    int passed = 1;
    for (int way = SL_SCATTER_AUTO; way <= SL_SCATTER_DUPLICATE; way++)
        for (int layout = 0; layout < LAYOUTS; layout++)
            passed &= is_turned_complex((sl_scatter)way, layout) && is_turned_complexf((sl_scatter)way, layout);
    ok(passed, "prod of complex numbers: contributions multiply both parts together, in each way and layout");
}

/* Three dimensions, in other layouts, and a part of a view: what is around it stays. */
static void test_shapes(void)
{
    enum { A = 5, B = 4, C = 3 };
    for (int layout = 0; layout < LAYOUTS; layout++) {
        sl_view *x = view_of("x", SL_DOUBLE, layout, SL_EXTENTS(A + 1, B, C + 2)), *part = NULL;
        sl_scatter_view *scatter = NULL;
        int wrong = 0;
        must(SL_VIEW_FILL(double, x, 1.0));
        must(sl_subview(x, &part, SL_PAIR(1, A + 1), SL_ALL, SL_PAIR(1, C + 1)));
        must(sl_scatter_view_create(SL_SUM, part, &scatter));
        must(sl_forall(sv_corners, SL_BOX(0, 2 * A, 0, 2 * B, 0, 2 * C), sl_scatter_view_access(scatter)));
        must(sl_scatter_view_contribute_with(SL_POLICY(.synchronous = 1), scatter, part));
        const double *q = SL_HOST_READ(double, x);
        for (int a = 0; a <= A; a++)
            for (int b = 0; b < B; b++)
                for (int c = 0; c < C + 2; c++) {
                    const int in = a > 0 && c > 0 && c <= C;
                    double want = 1;
                    for (int k = 0; k < 8 && in; k++)
                        want += (2 * (a - 1) + k / 4) + 10.0 * (2 * b + k / 2 % 2) + 100.0 * (2 * (c - 1) + k % 2);
                    wrong += q[a * sl_view_stride(x, 0) + b * sl_view_stride(x, 1) + c * sl_view_stride(x, 2)] != want;
                }
        must(sl_host_end(x));
        is_int(wrong, 0, "a part of a view, %s, gets what was scattered, and its surroundings stay",
               layout_name[layout]);
        sl_scatter_view_destroy(&scatter);
        sl_view_destroy(&part);
        sl_view_destroy(&x);
    }
}

static void test_others(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(2)),
            *none = view_of("none", SL_DOUBLE, RIGHT, SL_EXTENTS(0)),
            *zero = view_of("zero", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_scatter_view *scatter = NULL, *nothing = NULL, *single = NULL;
    sl_region *region = NULL;
    double *p = SL_HOST_WRITE(double, x);
    p[0] = -0.0, p[1] = (double)NAN;
    must(sl_host_end(x));
    must(sl_scatter_view_create(SL_SUM, x, &scatter));
    must(sl_scatter_view_contribute(scatter, x));
    const double *q = SL_HOST_READ(double, x);
    ok(q[0] == 0 && signbit(q[0]) && q[1] != q[1], "nothing is added to -0 and to a NaN");
    must(sl_host_end(x));
    must(SL_VIEW_FILL(double, x, 0.0));
    must(sl_region_begin(&region));
    must(sl_forall(sv_sum_f64, SL_RANGE(0, 4), 2, sl_scatter_view_access(scatter)));
    must(sl_scatter_view_contribute(scatter, x));
    must(sl_scatter_view_reset(scatter));
    must(sl_region_end(region));
    for (int run = 0; run < 3; run++)
        must(sl_region_run(region));
    q = SL_HOST_READ(double, x);
    ok(q[0] == 3 * (0 + 2) && q[1] == 3 * (1 + 3), "a region scatters, contributes and resets, three times");
    must(sl_host_end(x));
    must(sl_scatter_view_create(SL_MAX, none, &nothing));
    is_int(sl_scatter_view_contribute(nothing, none), SL_SUCCESS, "views without elements are fine");
    must(sl_scatter_view_create(SL_SUM, zero, &single));
    is_int(sl_scatter_view_contribute(single, zero), SL_SUCCESS, "and those of rank 0");
    sl_region_destroy(&region);
    sl_scatter_view_destroy(&scatter);
    sl_scatter_view_destroy(&nothing);
    sl_scatter_view_destroy(&single);
    sl_scatter_view_destroy(&single);
    sl_scatter_view_destroy(NULL);
    sl_view_destroy(&x);
    sl_view_destroy(&none);
    sl_view_destroy(&zero);
}

static void test_refusals(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(8)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(7)),
            *b = view_of("b", SL_TYPE(struct sv_pair), RIGHT, SL_EXTENTS(8)),
            *z = view_of("z", SL_TYPE(sl_complex), RIGHT, SL_EXTENTS(8)),
            *f = view_of("f", SL_FLOAT, RIGHT, SL_EXTENTS(8)), *m = view_of("m", SL_DOUBLE, RIGHT, SL_EXTENTS(8, 1)),
            *kept = NULL;
    sl_scatter_view *scatter = NULL;
    refused_saying(sl_scatter_view_create((sl_operator)5, x, &scatter), SL_ERR_ARGUMENT,
                   "sl_scatter_view_create: op: expected SL_SUM");
    refused_saying(sl_scatter_view_create((sl_operator)10, x, &scatter), SL_ERR_ARGUMENT,
                   "SL_BAND, SL_BOR or SL_BXOR, got 10");
    refused_saying(sl_scatter_view_create(SL_BOR, x, &scatter), SL_ERR_TYPE,
                   "view: expected a view of integers, got \"x\" of double");
    refused_saying(sl_scatter_view_create_of(SL_BXOR, SL_DOUBLE, x, &scatter), SL_ERR_TYPE,
                   "of: expected the type of the integers of which");
    refused_saying(sl_scan_inclusive(SL_BOR, 0, x, x), SL_ERR_TYPE,
                   "sl_scan_inclusive: x: expected for SL_BOR a view of integers");
    refused_saying(sl_scatter_view_create(SL_SUM, NULL, &scatter), SL_ERR_ARGUMENT, "sl_scatter_view_create: view");
    refused_saying(sl_scatter_view_create(SL_SUM, x, NULL), SL_ERR_ARGUMENT, "sl_scatter_view_create: scatter");
    refused_saying(sl_scatter_view_create(SL_SUM, b, &scatter), SL_ERR_TYPE,
                   "sl_scatter_view_create: view: expected a view of numbers or complex numbers, got");
    refused_saying(sl_scatter_view_create(SL_MAX, z, &scatter), SL_ERR_TYPE,
                   "view: expected a view of numbers, got \"z\" of sl_complex");
    refused_saying(sl_scatter_view_create((sl_operator)15, z, &scatter), SL_ERR_ARGUMENT,
                   "SL_BAND, SL_BOR or SL_BXOR, got 15");
    refused_saying(sl_scatter_view_create(SL_MINLOC, x, &scatter), SL_ERR_ARGUMENT,
                   "SL_BAND, SL_BOR or SL_BXOR, got 11");
    must(sl_scatter_view_create(SL_SUM, x, &scatter));
    must(sl_view_readonly(x, &kept));
    refused_saying(sl_scatter_view_contribute(NULL, x), SL_ERR_ARGUMENT, "sl_scatter_view_contribute: scatter");
    refused_saying(sl_scatter_view_contribute(scatter, NULL), SL_ERR_ARGUMENT, "sl_scatter_view_contribute: view");
    refused_saying(sl_scatter_view_contribute(scatter, y), SL_ERR_EXTENT, "sl_scatter_view_contribute");
    refused_saying(sl_scatter_view_contribute(scatter, f), SL_ERR_TYPE, "sl_scatter_view_contribute");
    refused_saying(sl_scatter_view_contribute(scatter, m), SL_ERR_RANK, "sl_scatter_view_contribute");
    refused_saying(sl_scatter_view_contribute(scatter, kept), SL_ERR_ARGUMENT, "sl_scatter_view_contribute: view");
    refused_saying(sl_scatter_view_contribute(scatter, sl_scatter_view_access(scatter)), SL_ERR_ALIAS,
                   "sl_scatter_view_contribute: view: expected another view");
    refused_saying(sl_scatter_view_contribute_with(SL_POLICY(.combine = 1), scatter, x), SL_ERR_UNSUPPORTED,
                   "sl_scatter_view_contribute: policy.combine");
    refused_saying(sl_scatter_view_reset(NULL), SL_ERR_ARGUMENT, "sl_scatter_view_reset: scatter");
    ok(sl_scatter_view_access(NULL) == NULL && strstr(sl_last_error(), "sl_scatter_view_access: scatter") != NULL,
       "refused: sl_scatter_view_access: scatter");
    sl_scatter_view_destroy(&scatter);
    sl_view *all[] = {x, y, b, z, f, m, kept};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        sl_view_destroy(&all[k]);
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    test_types();
    test_complex();
    test_shapes();
    test_others();
    test_refusals();
    must(sl_finalize());
    return done_testing();
}
