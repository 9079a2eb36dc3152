/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans of views against plain loops. Most values are whole numbers whose sums a double holds, so that every order of
 * adding gives one result; products are of powers of two. Integers wrap. Sums of fractions are compared with sums in
 * long double, and to the last bit with those of other threads, schedules and layouts.
 *
 * The quick form leaves out the larger spaces of rank 2 to 4, and half of the sizes of rank 1. */
#include "loop_testing.h"
#include "kernel/scan.h"
#include "task/cores.h"

typedef struct shape {
    int rank;
    sl_index n[4];
} shape;

/* What one scan is asked for. */
typedef struct asked {
    sl_operator op;
    int dim, exclusive, given, in_place; /* given: an initial value */
    int from, to;                        /* layouts */
    sl_policy policy;
} asked;

static const char *const op_name[] = {"?", "sum", "min", "max", "prod", "?", "?", "band", "bor", "bxor"};
static int threads; /* of the present round, for sentences */

/* Where an element stands, as place() says, without asking the library for each. */
static sl_index spot(int rank, const sl_index stride[], const sl_index x[])
{
    sl_index at = 0;
    for (int d = 0; d < rank; d++)
        at += x[d] * stride[d];
    return at;
}

static void strides_of(const sl_view *view, sl_index stride[])
{
    for (int d = 0; d < sl_view_rank(view); d++)
        stride[d] = sl_view_stride(view, d);
}

/* A plain scan of one line: W is a type that wraps like T and is no int. -0 + x is x for every x. `bits`: integers have
 * operators of them. A bit is there, or not there, in some elements only: a line is not all zeros, or ones, at once. */
#define BITS(T, a, b) \
    case SL_BAND: return (T)((a) & (b)); \
    case SL_BOR: return (T)((a) | (b)); \
    case SL_BXOR: \
        return (T)((a) ^ (b));
#define NO_BITS(T, a, b)
#define TYPE(T, W, code, values, bits) \
    static T join_##code(sl_operator op, T a, T b) \
    { \
        switch (op) { \
        case SL_SUM: return (T)((W)a + (W)b); \
        case SL_PROD: return (T)((W)a * (W)b); \
        case SL_MIN: return b < a ? b : a; bits(T, a, b) default : return b > a ? b : a; \
        } \
    } \
    static T nothing_##code(sl_operator op) \
    { \
        const int width = 8 * (int)sizeof(T), is_signed = (T)-1 < (T)1, is_float = (T)0.5 != (T)0; \
        if (op == SL_SUM || op == SL_PROD) \
            return (T)(op == SL_PROD); \
        if (op >= SL_BAND) \
            return (T)(op == SL_BAND ? -1 : 0); \
        if (is_float) \
            return (T)(op == SL_MIN ? (double)INFINITY : -(double)INFINITY); \
        if (!is_signed) \
            return op == SL_MIN ? (T)-1 : (T)0; \
        return (T)(op == SL_MIN ? (int64_t)(UINT64_MAX >> (65 - width)) : -(int64_t)(UINT64_MAX >> (65 - width)) - 1); \
    } \
    static void serial_##code(const asked *a, T initial, const T *x, T *y, sl_index n, sl_index stride) \
    { \
        T sum = a->exclusive ? initial : nothing_##code(a->op); \
        for (sl_index i = 0; i < n; i++) { \
            const T v = x[i * stride]; \
            if (a->exclusive) \
                y[i * stride] = sum; \
            sum = join_##code(a->op, sum, v); \
            if (!a->exclusive) \
                y[i * stride] = sum; \
        } \
    } \
    /* Fills a view and what it should become, in the order of C. */ \
    static void fill_##code(sl_operator op, T *x, sl_index count, uint64_t *seed) \
    { \
        for (sl_index i = 0; i < count; i++) { \
            const uint64_t r = random_next(seed); \
            if (op == SL_PROD) \
                x[i] = (T)(r % 97 == 0 ? 2 : r % 89 == 0 ? 3 : 1); \
            else if (op == SL_BAND || op == SL_BOR) \
                x[i] = (T)((int64_t)(r % 61 == 0 ? (uint64_t)1 << r / 64 % 64 : 0) ^ (op == SL_BAND ? -1 : 0)); \
            else \
                x[i] = (T)(values); \
        } \
        for (sl_index i = 0, twos = 0; i < count && op == SL_PROD && (T)0.5 != (T)0; i++) \
            if (x[i] != 1) \
                x[i] = (T)((twos++ % 2) ? 0.5 : 2); \
    } \
    static int scan_is_##code(const asked *a, const shape *s, uint64_t *seed) \
    { \
        const sl_index count = points(s->rank, s->n), room = count > 0 ? count : 1; \
        T *in = malloc((size_t)room * sizeof *in), *want = malloc((size_t)room * sizeof *want); \
        const T initial = a->given ? (T)3 : nothing_##code(a->op); \
        sl_extents e = {.rank = s->rank}; \
        sl_index stride = 1, x[SL_MAX_RANK] = {0}, at = 0, bad = -1; \
        memcpy(e.n, s->n, sizeof s->n); \
        sl_view *from = view_of("from", SL_TYPE(T), a->from, e); \
        sl_view *to = a->in_place ? from : view_of("to", SL_TYPE(T), a->to, e); \
        sl_index fs[SL_MAX_RANK], ts[SL_MAX_RANK]; \
        strides_of(from, fs); \
        strides_of(to, ts); \
        fill_##code(a->op, in, count, seed); \
        T *p = SL_HOST_WRITE(T, from); \
        do \
            if (count > 0) \
                p[spot(s->rank, fs, x)] = in[at++]; \
        while (count > 0 && next_point(s->rank, s->n, x)); \
        must(sl_host_end(from)); \
        if (a->exclusive) \
            must(sl_scan_exclusive_with(a->policy, a->op, a->dim, a->given ? &initial : NULL, from, to)); \
        else \
            must(sl_scan_inclusive_with(a->policy, a->op, a->dim, from, to)); \
        for (int d = s->rank - 1; d > a->dim; d--) \
            stride *= s->n[d]; \
        const sl_index outer = count > 0 ? count / stride / s->n[a->dim] : 0; \
        for (sl_index o = 0; o < outer; o++) \
            for (sl_index i = 0; i < stride; i++) { \
                const sl_index first = o * stride * s->n[a->dim] + i; \
                serial_##code(a, initial, in + first, want + first, s->n[a->dim], stride); \
            } \
        const T *q = SL_HOST_READ(T, to); \
        memset(x, 0, sizeof x); \
        at = 0; \
        for (int more = count > 0; more && bad < 0; more = next_point(s->rank, s->n, x), at++) \
            if (memcmp(&q[spot(s->rank, ts, x)], &want[at], sizeof(T)) != 0) { \
                bad = at; \
                diag("element %lld of %s %s %s along %d, extents %lld %lld %lld %lld, %s to %s, %s, %d threads: got " \
                     "%.17g, want %.17g", \
                     (long long)at, #T, a->exclusive ? "exclusive" : "inclusive", op_name[a->op], a->dim, \
                     (long long)s->n[0], (long long)s->n[1], (long long)s->n[2], (long long)s->n[3], \
                     layout_name[a->from], a->in_place ? "itself" : layout_name[a->to], policy_text(&a->policy), \
                     threads, (double)q[spot(s->rank, ts, x)], (double)want[at]); \
            } \
        must(sl_host_end(to)); \
        if (!a->in_place) \
            sl_view_destroy(&to); \
        sl_view_destroy(&from); \
        free(in); \
        free(want); \
        return bad < 0; \
    }
TYPE(int8_t, uint32_t, i8, r, BITS)
TYPE(int16_t, uint32_t, i16, r, BITS)
TYPE(int32_t, uint32_t, i32, r, BITS)
TYPE(int64_t, uint64_t, i64, r, BITS)
TYPE(uint8_t, uint32_t, u8, r, BITS)
TYPE(uint16_t, uint32_t, u16, r, BITS)
TYPE(uint32_t, uint32_t, u32, r, BITS)
TYPE(uint64_t, uint64_t, u64, r, BITS)
TYPE(float, float, f32, (double)(r % 21) - 10, NO_BITS)
TYPE(double, double, f64, (double)(r % 2000001) - 1000000, NO_BITS)

static int scan_is(sl_type type, const asked *a, const shape *s, uint64_t *seed)
{
    switch (type) {
    case SL_INT8: return scan_is_i8(a, s, seed);
    case SL_INT16: return scan_is_i16(a, s, seed);
    case SL_INT32: return scan_is_i32(a, s, seed);
    case SL_INT64: return scan_is_i64(a, s, seed);
    case SL_UINT8: return scan_is_u8(a, s, seed);
    case SL_UINT16: return scan_is_u16(a, s, seed);
    case SL_UINT32: return scan_is_u32(a, s, seed);
    case SL_UINT64: return scan_is_u64(a, s, seed);
    case SL_FLOAT: return scan_is_f32(a, s, seed);
    default: return scan_is_f64(a, s, seed);
    }
}

/* ---- lines ------------------------------------------------------------------------------------------------- */

static const sl_type types[] = {SL_INT8,   SL_INT16,  SL_INT32,  SL_INT64, SL_UINT8,
                                SL_UINT16, SL_UINT32, SL_UINT64, SL_FLOAT, SL_DOUBLE};
static const sl_index sizes[] = {0, 1, 2, 7, 8, 9, 999, 1000, 1001, 2001, 7999, 8001, 15999, 16000, 16001, 32001};

static int has_operator(sl_type type, int op)
{
    return op <= SL_PROD || (op >= SL_BAND && type > SL_DOUBLE);
}

static void test_lines(sl_type type, uint64_t *seed)
{
    for (int op = SL_SUM; op <= SL_BXOR; op++)
        for (int kind = 0; kind < 6 && has_operator(type, op); kind++) {
            int passed = 1, tried = 0;
            for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k += 1 + (unsigned)quick()) {
                asked a = {.op = (sl_operator)op,
                           .exclusive = kind % 3 > 0,
                           .given = kind % 3 == 2,
                           .in_place = kind >= 3,
                           .from = (int)k % 2 * STRIDED,
                           .to = (int)k / 2 % 2 * STRIDED};
                a.policy = launched((sl_policy){.schedule = (sl_schedule)((int)k % ((int)last_schedule() + 1))}, tried);
                passed &= scan_is(type, &a, &(shape){1, {sizes[k]}}, seed);
                tried++;
            }
            ok(passed, "%s %s %s%s%s is that of a plain loop for %d sizes, %d threads",
               kind % 3 > 0 ? "an exclusive" : "an inclusive", sl_type_name(type), op_name[op],
               kind % 3 == 2 ? " from a given value on" : "", kind >= 3 ? ", in place," : "", tried, threads);
        }
}

/* ---- dimensions -------------------------------------------------------------------------------------------- */

static const shape shapes[] = {{2, {3, 5}},           {2, {1, 7}},          {2, {7, 1}},          {2, {0, 4}},
                               {2, {4, 0}},           {2, {3, 1001}},       {2, {1001, 3}},       {2, {300, 7}},
                               {3, {2, 3, 4}},        {3, {5, 1, 17}},      {4, {2, 3, 4, 5}},    {4, {1, 17, 2, 18}},
                               {2, {17, 2000}},       {2, {2001, 33}},      {2, {16001, 2}},      {2, {2, 32001}},
                               {3, {3, 4, 1001}},     {3, {1001, 5, 17}},   {3, {4, 1001, 18}},   {4, {2, 3, 2, 1001}},
                               {4, {1001, 2, 3, 17}}, {4, {3, 1001, 2, 5}}, {4, {2, 17, 1001, 3}}};

static void test_shapes(sl_type type, uint64_t *seed)
{
    const int count = quick() ? 12 : (int)(sizeof shapes / sizeof *shapes);
    for (int from = 0; from < LAYOUTS; from++)
        for (int to = 0; to <= LAYOUTS; to++) {
            int passed = 1, tried = 0;
            for (int k = 0; k < count; k++)
                for (int dim = 0; dim < shapes[k].rank; dim++, tried++) {
                    static const sl_operator ops[] = {SL_SUM, SL_MIN, SL_MAX, SL_PROD, SL_BAND, SL_BXOR, SL_BOR};
                    asked a = {.op = ops[tried % (type > SL_DOUBLE ? 7 : 4)],
                               .dim = dim,
                               .exclusive = tried / 7 % 2,
                               .given = tried / 14 % 2,
                               .in_place = to == LAYOUTS,
                               .from = from,
                               .to = to};
                    passed &= scan_is(type, &a, &shapes[k], seed);
                }
            ok(passed, "%s along each dimension of ranks 2 to 4, from %s %s, is that of plain loops, %d threads",
               sl_type_name(type), layout_name[from], to == LAYOUTS ? "in place" : layout_name[to], threads);
        }
}

static void test_rank_6(void)
{
    const sl_index n[] = {2, 3, 2, 3, 2, 40}, count = 2 * 3 * 2 * 3 * 2 * 40;
    sl_view *x = view_of("x", SL_INT64, LEFT, SL_EXTENTS(2, 3, 2, 3, 2, 40));
    int64_t *p = SL_HOST_WRITE(int64_t, x), wrong = 0;
    sl_index at[SL_MAX_RANK] = {0};
    for (sl_index i = 0; i < count; i++)
        p[i] = 1;
    must(sl_host_end(x));
    for (int d = 0; d < 6; d++)
        must(sl_scan_inclusive(SL_SUM, d, x, x));
    const int64_t *q = SL_HOST_READ(int64_t, x);
    do {
        int64_t want = 1;
        for (int d = 0; d < 6; d++)
            want *= at[d] + 1;
        wrong += q[place(x, at)] != want;
    } while (next_point(6, n, at));
    must(sl_host_end(x));
    is_int(wrong, 0, "scans of ones along all six dimensions count the elements of each box");
    sl_view_destroy(&x);
}

/* ---- floating point ---------------------------------------------------------------------------------------- */

enum { MANY = 70001 };

/* Sums of fractions under one policy and layout; the array is the caller's. */
static double *fractions(sl_policy policy, int layout, int in_place, const double x[])
{
    double *y = malloc(MANY * sizeof *y);
    sl_view *from = view_of("x", SL_DOUBLE, layout, SL_EXTENTS(MANY));
    sl_view *to = in_place ? from : view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(MANY));
    double *p = SL_HOST_WRITE(double, from);
    for (int i = 0; i < MANY; i++)
        p[i * sl_view_stride(from, 0)] = x[i];
    must(sl_host_end(from));
    must(sl_scan_inclusive_with(policy, SL_SUM, 0, from, to));
    const double *q = SL_HOST_READ(double, to);
    for (int i = 0; i < MANY; i++)
        y[i] = q[i * sl_view_stride(to, 0)];
    must(sl_host_end(to));
    if (!in_place)
        sl_view_destroy(&to);
    sl_view_destroy(&from);
    return y;
}

static void test_bitwise(void)
{
    static const int numbers[] = {1, 2, 3, 7};
    double *x = malloc(MANY * sizeof *x), worst = 0;
    uint64_t seed = 5;
    for (int i = 0; i < MANY; i++)
        x[i] = random_double(&seed);
    sl__cpu_threads_override = 1;
    double *want = fractions((sl_policy){.where = one_kind()}, RIGHT, 0, x);
    long double exact = 0, size = 0;
    for (int i = 0; i < MANY; i++) {
        exact += (long double)x[i];
        size += fabsl((long double)x[i]);
        worst = fmax(worst, (double)(fabsl((long double)want[i] - exact) / size));
    }
    ok(worst < 1e-13, "sums of fractions are those in long double");
    if (worst >= 1e-13)
        diag("relative error %g", worst);
    int same = 1, differs = 0;
    double plain = 0;
    for (int i = 0; i < MANY; i++) {
        plain += x[i];
        differs += plain != want[i];
    }
    ok(differs > 0, "fractions show the order in which they are added: %d sums differ from a plain loop's", differs);
    for (int t = 0; t < 4; t++)
        for (int layout = RIGHT; layout < LAYOUTS; layout++)
            for (int s = SL_AUTO; s <= (int)last_schedule(); s++) {
                sl__cpu_threads_override = numbers[t];
                double *got = fractions(SL_POLICY(.where = one_kind(), .schedule = (sl_schedule)s, .chunk = s % 2),
                                        layout, s % 2, x);
                if (s != SL_SEQ || !on_gpu())
                    same &= memcmp(got, want, MANY * sizeof *got) == 0;
                free(got);
            }
    ok(same, "they are the same to the last bit for 1 to 7 threads, any schedule and layout, in place or not");
    sl__cpu_threads_override = 0;
    free(want);
    free(x);
}

/* Of a line that lies along rows, and of one across them. */
static void test_across(void)
{
    enum { N = 5003, M = 5 };
    int wrong = 0;
    uint64_t seed = 6;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N, M)),
            *t = view_of("t", SL_DOUBLE, RIGHT, SL_EXTENTS(M, N));
    double *p = SL_HOST_WRITE(double, x), *q = SL_HOST_WRITE(double, t);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            p[i * M + j] = q[j * N + i] = random_double(&seed);
    must(sl_host_end(x));
    must(sl_host_end(t));
    must(sl_scan_inclusive(SL_SUM, 0, x, x));
    must(sl_scan_inclusive(SL_SUM, 1, t, t));
    const double *a = SL_HOST_READ(double, x), *b = SL_HOST_READ(double, t);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            wrong += a[i * M + j] != b[j * N + i];
    must(sl_host_end(x));
    must(sl_host_end(t));
    is_int(wrong, 0, "along columns the sums are those along rows, to the last bit");
    sl_view_destroy(&x);
    sl_view_destroy(&t);
}

static void test_special(void)
{
    enum { N = 3000 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    double *p = SL_HOST_WRITE(double, x), want[N];
    for (int i = 0; i < N; i++)
        p[i] = -0.0;
    must(sl_host_end(x));
    must(sl_scan_inclusive(SL_SUM, 0, x, y));
    const double *q = SL_HOST_READ(double, y);
    int minus = 0;
    for (int i = 0; i < N; i++)
        minus += q[i] == 0 && signbit(q[i]);
    is_int(minus, N, "sums of -0 are -0");
    must(sl_host_end(y));
    must(sl_scan_exclusive(SL_SUM, 0, NULL, x, y));
    q = SL_HOST_READ(double, y);
    for (int i = minus = 0; i < N; i++)
        minus += signbit(q[i]) != 0;
    is_int(minus, 0, "from 0 on they are 0");
    must(sl_host_end(y));

    p = SL_HOST_WRITE(double, x);
    for (int i = 0; i < N; i++)
        p[i] = i % 1000 < 3 ? (double)NAN : (double)-i;
    must(sl_host_end(x));
    must(sl_scan_inclusive(SL_MIN, 0, x, y));
    q = SL_HOST_READ(double, y);
    for (int i = 0; i < N; i++)
        want[i] = i < 3 ? (double)INFINITY : i % 1000 < 3 ? want[i - 1] : (double)-i;
    same_array(q, want, N, "a NaN never replaces a minimum, at the border of a block neither");
    must(sl_host_end(y));
    must(sl_scan_inclusive(SL_SUM, 0, x, y));
    q = SL_HOST_READ(double, y);
    int nan = 0;
    for (int i = 0; i < N; i++)
        nan += isnan(q[i]) != 0;
    is_int(nan, N, "behind a NaN every sum is one");
    must(sl_host_end(y));

    p = SL_HOST_WRITE(double, x);
    for (int i = 0; i < N; i++)
        p[i] = i == 1500 ? (double)INFINITY : i == 2500 ? -(double)INFINITY : 1;
    must(sl_host_end(x));
    must(sl_scan_inclusive(SL_SUM, 0, x, y));
    q = SL_HOST_READ(double, y);
    int right = 0;
    for (int i = 0; i < N; i++)
        right += i < 1500 ? q[i] == i + 1 : i < 2500 ? isinf(q[i]) && q[i] > 0 : isnan(q[i]) != 0;
    is_int(right, N, "infinities add up as in C");
    must(sl_host_end(y));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- in the graph ------------------------------------------------------------------------------------------ */

/* x of ones becomes 1, 2, ..., and its sums come to y; then in x what was before each. */
static void check_graph(sl_view *x, sl_view *y, int n, const char *how)
{
    int64_t wrong = 0;
    const int64_t *p = SL_HOST_READ(int64_t, x), *q = SL_HOST_READ(int64_t, y);
    for (int64_t i = 0; i < n; i++)
        wrong += p[i] != (i > 0 ? i : 7) || q[i] != (i + 1) * (i + 2) / 2;
    must(sl_host_end(x));
    must(sl_host_end(y));
    is_int(wrong, 0, "scans of what scans have written, %s, run in the order of the calls", how);
}

static void scan_thrice(sl_view *x, sl_view *y)
{
    const int64_t seven = 7;
    must(sl_scan_inclusive(SL_SUM, 0, x, x));
    must(sl_scan_inclusive(SL_SUM, 0, x, y));
    must(sl_scan_exclusive(SL_MAX, 0, &seven, x, x));
}

static void ones(sl_view *x, int n)
{
    int64_t *p = SL_HOST_WRITE(int64_t, x);
    for (int i = 0; i < n; i++)
        p[i] = 1;
    must(sl_host_end(x));
}

static void test_graph(int n)
{
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(n)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(n));
    sl_region *region = NULL;
    ones(x, n);
    scan_thrice(x, y);
    int64_t *p = SL_HOST_RDWR(int64_t, x);
    for (int i = 1; i < 8 && i < n; i++)
        p[i] = i; /* the largest before them was 7 */
    must(sl_host_end(x));
    check_graph(x, y, n, "queued");
    must(sl_region_begin(&region));
    scan_thrice(x, y);
    must(sl_region_end(region));
    for (int k = 0; k < 2; k++) {
        ones(x, n);
        must(sl_region_run(region));
        p = SL_HOST_RDWR(int64_t, x);
        for (int i = 1; i < 8 && i < n; i++)
            p[i] = i;
        must(sl_host_end(x));
        check_graph(x, y, n, "recorded");
    }
    sl_region_destroy(&region);
    must(sl_view_split(x, (sl_split){{4}}));
    must(sl_view_split(y, (sl_split){{3}}));
    ones(x, n);
    scan_thrice(x, y);
    p = SL_HOST_RDWR(int64_t, x);
    for (int i = 1; i < 8 && i < n; i++)
        p[i] = i;
    must(sl_host_end(x));
    check_graph(x, y, n, "of views in parts");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* ---- bad input --------------------------------------------------------------------------------------------- */

static void is_refused(sl_status got, sl_status want, const char *text)
{
    if (!ok(got == want && strncmp(sl_last_error(), text, strlen(text)) == 0, "refused: %s", text))
        diag("got %s: %s", sl_status_name(got), sl_last_error());
}

struct pair {
    double one, other;
};

static void test_refusals(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(4, 5)),
            *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(4, 6));
    sl_view *c = view_of("c", SL_TYPE(sl_complex), RIGHT, SL_EXTENTS(4));
    sl_view *p = view_of("p", SL_TYPE(struct pair), RIGHT, SL_EXTENTS(4));
    sl_view *loc = view_of("loc", SL_TYPE(SL_LOC(int8_t)), RIGHT, SL_EXTENTS(4)),
            *f = view_of("f", SL_FLOAT, RIGHT, SL_EXTENTS(4, 5));
    sl_view *line = view_of("line", SL_DOUBLE, RIGHT, SL_EXTENTS(20)),
            *one = view_of("one", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_view *gone = view_of("gone", SL_DOUBLE, RIGHT, SL_EXTENTS(4, 5)), *was = gone;
    sl_region *region = NULL;
    is_refused(
        sl_scan_inclusive((sl_operator)0, 0, x, x), SL_ERR_ARGUMENT,
        "sl_scan_inclusive: op: expected SL_SUM, SL_MIN, SL_MAX, SL_PROD, SL_BAND, SL_BOR, SL_BXOR, SL_MINLOC or "
        "SL_MAXLOC, got 0");
    is_refused(
        sl_scan_exclusive((sl_operator)5, 0, NULL, x, x), SL_ERR_ARGUMENT,
        "sl_scan_exclusive: op: expected SL_SUM, SL_MIN, SL_MAX, SL_PROD, SL_BAND, SL_BOR, SL_BXOR, SL_MINLOC or "
        "SL_MAXLOC, got 5");
    is_refused(sl_scan_inclusive(SL_SUM, 2, x, x), SL_ERR_ARGUMENT,
               "sl_scan_inclusive: dim: expected 0 to 1, for \"x\" of rank 2, got 2");
    is_refused(sl_scan_inclusive(SL_SUM, -1, x, x), SL_ERR_ARGUMENT,
               "sl_scan_inclusive: dim: expected 0 to 1, for \"x\" of rank 2, got -1");
    is_refused(sl_scan_inclusive(SL_SUM, 0, NULL, x), SL_ERR_ARGUMENT,
               "sl_scan_inclusive: x: expected a view, got NULL");
    is_refused(sl_scan_exclusive(SL_SUM, 0, NULL, x, NULL), SL_ERR_ARGUMENT,
               "sl_scan_exclusive: y: expected a view, got NULL");
    is_refused(sl_scan_inclusive(SL_BOR, 0, x, x), SL_ERR_TYPE,
               "sl_scan_inclusive: x: expected for SL_BOR a view of integers, got \"x\" of double");
    is_refused(sl_scan_inclusive(SL_MINLOC, 0, f, f), SL_ERR_TYPE,
               "sl_scan_inclusive: x: expected for SL_MINLOC a view of SL_LOC(type), got \"f\" of float");
    is_refused(
        sl_scan_exclusive(SL_MAX, 0, NULL, c, c), SL_ERR_TYPE,
        "sl_scan_exclusive: x: expected for SL_MAX a view of integers, float or double, got \"c\" of sl_complex");
    is_refused(sl_scan_inclusive(SL_PROD, 0, p, p), SL_ERR_TYPE,
               "sl_scan_inclusive: x: expected for SL_PROD a view of integers, float, double, sl_complex or "
               "sl_complexf, got \"p\" of struct pair");
    is_refused(sl_scan_inclusive(SL_SUM, 0, loc, loc), SL_ERR_TYPE,
               "sl_scan_inclusive: x: expected for SL_SUM a view of integers, float, double, sl_complex or "
               "sl_complexf, got \"loc\" of sl_loc_int8_t");
    is_refused(sl_scan_inclusive(SL_SUM, 0, x, f), SL_ERR_TYPE,
               "sl_scan_inclusive: y: expected a view of double like x, got \"f\" of float");
    is_refused(sl_scan_inclusive(SL_SUM, 0, one, one), SL_ERR_RANK,
               "sl_scan_inclusive: x: expected a view of rank 1 to 6, got \"one\" of rank 0");
    is_refused(sl_scan_inclusive(SL_SUM, 0, x, line), SL_ERR_RANK,
               "sl_scan_inclusive: y: expected a view of rank 2 like x, got \"line\" of rank 1");
    is_refused(sl_scan_inclusive(SL_SUM, 0, x, y), SL_ERR_EXTENT,
               "sl_scan_inclusive: y: expected extent 5 in dimension 1 like x, got 6 of \"y\"");
    is_refused(sl_scan_inclusive_with(SL_POLICY(.split = SL_SPLIT(2)), SL_SUM, 0, line, line), SL_ERR_UNSUPPORTED,
               "sl_scan_inclusive: policy.split: expected none for a scan, got some");
    is_refused(sl_scan_inclusive_with(SL_POLICY(.block = -1), SL_SUM, 0, line, line), SL_ERR_ARGUMENT,
               "sl_scan_inclusive: a scan: policy.block: expected 0 to 1024 threads, got -1");
    sl_view_destroy(&gone);
    ok(sl_scan_inclusive(SL_SUM, 0, was, x) == SL_ERR_DESTROYED, "a view that was destroyed is found");
    must(sl_region_begin(&region));
    ok(sl_scan_inclusive_with(SL_POLICY(.synchronous = 1), SL_SUM, 0, x, x) == SL_ERR_CONTEXT,
       "a scan that would wait is not recorded");
    ok(sl_region_end(region) != SL_SUCCESS, "and leaves the region without it");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&c);
    sl_view_destroy(&p);
    sl_view_destroy(&loc);
    sl_view_destroy(&f);
    sl_view_destroy(&line);
    sl_view_destroy(&one);
}

static int fail_task(void *arg)
{
    (void)arg;
    return 1;
}

static void test_failure(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(100)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(100));
    must(sl_task(fail_task, NULL, SL_RW(x)));
    must(sl_scan_inclusive(SL_SUM, 0, x, y));
    ok(sl_wait() == SL_ERR_TASK, "what fails before a scan is told by the next wait");
    ok(SL_HOST_READ(double, y) == NULL, "and what the scan would have written is not there");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* A build with CUDA has code for GPUs in its own scans; without it they would run on CPUs, and nobody would see it. */
static void test_code(void)
{
#ifdef HAVE_CUDA
    int bad = 0;
    for (unsigned t = 0; t < sizeof types / sizeof *types; t++)
        for (int k = 0; k < 4; k++) {
            const sl__device_code *code = sl__scan_kernel(k % 2, k / 2, types[t], 1)->cuda;
            bad += code == NULL || code->abi != SL__ABI;
            for (int op = SL_SUM; code != NULL && op <= SL_BXOR; op++)
                bad += has_operator(types[t], op) && code->function[sl__scan_operator(op, types[t])] == NULL;
        }
    ok(bad == 0, "scans of each type, by each operator, have code for GPUs");
#else
    skip("a build without CUDA", "scans of each type, by each operator, have code for GPUs");
#endif
    if (!have_gpu("a scan with .where = SL_CUDA runs on a GPU"))
        return;
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(3));
    must(SL_VIEW_FILL(int32_t, x, 5));
    must(sl_scan_inclusive_with(SL_POLICY(.where = SL_CUDA), SL_SUM, 0, x, x));
    const int32_t *p = SL_HOST_READ(int32_t, x);
    ok(p && p[0] == 5 && p[1] == 10 && p[2] == 15, "a scan with .where = SL_CUDA runs on a GPU");
    must(sl_host_end(x));
    sl_view_destroy(&x);
}

int main(void)
{
    uint64_t seed = 1;
    must(sl_init(NULL));
    test_code();
    for (threads = 1; threads <= (on_gpu() ? 1 : 2); threads++) {
        sl__cpu_threads_override = threads;
        for (unsigned t = 0; t < sizeof types / sizeof *types; t++)
            test_lines(types[t], &seed);
        test_shapes(SL_DOUBLE, &seed);
        test_shapes(SL_INT32, &seed);
        test_shapes(SL_INT16, &seed);
    }
    sl__cpu_threads_override = 0;
    test_rank_6();
    test_bitwise();
    if (!on_gpu())
        test_across();
    test_special();
    test_graph(5);
    test_graph(40000);
    test_refusals();
    test_failure();
    must(sl_finalize());
    return done_testing();
}
