/* SPDX-License-Identifier: BSD-3-Clause */
/* Algorithms over views against plain loops, for every built-in type, sizes around the borders of blocks, all layouts.
 */
#include "loop_testing.h"
#include "misuse.h"
#include "task/cores.h"

struct three {
    char c[3];
};
SL_STRUCT(struct three);

static int holds(sl_comparison c, int less, int equal, int greater)
{
    switch (c) {
    case SL_LESS: return less;
    case SL_LESS_EQUAL: return less || equal;
    case SL_EQUAL: return equal;
    case SL_NOT_EQUAL: return !equal;
    case SL_GREATER_EQUAL: return greater || equal;
    default: return greater;
    }
}

static int64_t result_of(sl_view *view)
{
    const int64_t *p = SL_HOST_READ(int64_t, view);
    const int64_t value = *p;
    must(sl_host_end(view));
    return value;
}

#define HOLDS(c, a, b) holds((c), (a) < (b), (a) == (b), (a) > (b))

/* A view of n values: of 16, all equal, of two, any bits; floats have NaNs, infinities and -0 among them. */
#define TYPE(T, code) \
    static sl_view *view_##code(sl_index n, int layout, int kind, T *want, uint64_t *seed) \
    { \
        sl_view *x = view_of("x", SL_TYPE(T), layout, SL_EXTENTS(n)); \
        const sl_index s = sl_view_stride(x, 0); \
        T *p = SL_HOST_WRITE(T, x); \
        for (sl_index i = 0; i < n; i++) { \
            const uint64_t r = random_next(seed) % 16; \
            T v = (T)(kind == 0 ? r : kind == 1 ? 3 : r % 2); \
            if ((T)0.5 != (T)0 && kind == 0 && r > 11) \
                v = (T)(r == 12 ? -0.0 : r == 13 ? (double)NAN : r == 14 ? (double)INFINITY : -(double)INFINITY); \
            if (kind == 3) { \
                const uint64_t bits = random_next(seed); \
                memcpy(&v, &bits, sizeof v); \
            } \
            p[i * s] = want[i] = v; \
        } \
        must(sl_host_end(x)); \
        return x; \
    } \
    static int compares_##code(sl_index n, int layout, int kind, uint64_t *seed) \
    { \
        T *want = malloc(((size_t)n + 1) * sizeof *want); \
        sl_view *x = view_##code(n, layout, kind, want, seed); \
        sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS()), \
                *index = view_of("index", SL_INT64, RIGHT, SL_EXTENTS()), \
                *copies = view_of("copies", SL_INT64, RIGHT, SL_EXTENTS()), \
                *to = view_of("to", SL_TYPE(T), (layout + 1) % LAYOUTS, SL_EXTENTS(n + 3)); \
        int passed = 1; \
        for (int c = SL_LESS; c <= SL_GREATER; c++) { \
            const uint64_t r = random_next(seed); \
            const T value = n > 0 && r % 2 ? want[(r >> 1) % (uint64_t)n] : (T)((r >> 1) % 12); \
            sl_index hits = 0, first = -1; \
            must(sl_count_if((sl_comparison)c, &value, x, count)); \
            must(sl_find_if((sl_comparison)c, &value, x, index)); \
            must(sl_copy_if((sl_comparison)c, &value, x, x, to, copies)); \
            const T *q = SL_HOST_READ(T, to); \
            for (sl_index i = 0; i < n; i++) \
                if (HOLDS((sl_comparison)c, want[i], value)) { \
                    first = first < 0 ? i : first; \
                    passed &= memcmp(&q[hits++ * sl_view_stride(to, 0)], &want[i], sizeof(T)) == 0; \
                } \
            must(sl_host_end(to)); \
            passed &= result_of(count) == hits && result_of(index) == first && result_of(copies) == hits; \
        } \
        sl_view *all[] = {x, count, index, copies, to}; \
        for (int k = 0; k < 5; k++) \
            sl_view_destroy(&all[k]); \
        free(want); \
        return passed; \
    } \
    static int others_##code(sl_index n, int layout, int kind, uint64_t *seed) \
    { \
        T *want = malloc(((size_t)n + 1) * sizeof *want), low = 0, high = 0; \
        sl_view *x = view_##code(n, layout, kind, want, seed); \
        sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS()), \
                *same = view_of("same", SL_INT64, RIGHT, SL_EXTENTS()), \
                *differs = view_of("differs", SL_INT64, RIGHT, SL_EXTENTS()), \
                *y = view_of("y", SL_TYPE(T), (layout + 1) % LAYOUTS, SL_EXTENTS(n)), \
                *ends = view_of("ends", SL_TYPE(T), layout, SL_EXTENTS(2)); \
        sl_index runs = 0, numbers = 0; \
        int passed = 1, nans = 0; \
        must(sl_deep_copy(y, x)); \
        must(sl_equal(x, y, same)); \
        if (n > 0) { \
            T *p = SL_HOST_RDWR(T, y); \
            T *const one = &p[random_next(seed) % (uint64_t)n * (uint64_t)sl_view_stride(y, 0)]; \
            *one = (T)(*one == (T)100 ? 101 : 100); \
            must(sl_host_end(y)); \
            must(sl_minmax_of(x, ends)); \
        } \
        must(sl_equal(x, y, differs)); \
        must(sl_unique(x, y, count)); \
        const T *q = SL_HOST_READ(T, y); \
        for (sl_index i = 0; i < n; i++) { \
            const T v = want[i]; \
            if (i == 0 || v != want[i - 1]) \
                passed &= memcmp(&q[runs++ * sl_view_stride(y, 0)], &v, sizeof v) == 0; \
            if (v == v) { \
                low = numbers == 0 || v < low ? v : low; \
                high = numbers++ == 0 || v > high ? v : high; \
            } else { \
                nans = 1; \
            } \
        } \
        must(sl_host_end(y)); \
        passed &= result_of(count) == runs && result_of(same) == !nans && result_of(differs) == (n == 0); \
        const T *e = SL_HOST_READ(T, ends); \
        if (numbers > 0) \
            passed &= e[0] == low && e[sl_view_stride(ends, 0)] == high; \
        else if (n > 0) \
            passed &= e[0] != e[0] && e[sl_view_stride(ends, 0)] != e[sl_view_stride(ends, 0)]; \
        must(sl_host_end(ends)); \
        sl_view *all[] = {x, count, same, differs, y, ends}; \
        for (int k = 0; k < 6; k++) \
            sl_view_destroy(&all[k]); \
        free(want); \
        return passed; \
    }
TYPE(float, f32)
TYPE(double, f64)
TYPE(int8_t, i8)
TYPE(int16_t, i16)
TYPE(int32_t, i32)
TYPE(int64_t, i64)
TYPE(uint8_t, u8)
TYPE(uint16_t, u16)
TYPE(uint32_t, u32)
TYPE(uint64_t, u64)

typedef int (*algorithm_is)(sl_index, int, int, uint64_t *);
#define ROW(T, code) \
    { \
#T, compares_##code, others_##code \
    }
static const struct {
    const char *type;
    algorithm_is compares, others;
} rows[] = {ROW(float, f32),   ROW(double, f64), ROW(int8_t, i8),    ROW(int16_t, i16),  ROW(int32_t, i32),
            ROW(int64_t, i64), ROW(uint8_t, u8), ROW(uint16_t, u16), ROW(uint32_t, u32), ROW(uint64_t, u64)};
static const sl_index sizes[] = {0, 1, 2, 100, 2047, 2048, 2049, 4096, 4097, 30011};

static void test_types(int threads, uint64_t *seed)
{
    for (unsigned t = 0; t < sizeof rows / sizeof *rows; t++) {
        int compares = 1, others = 1;
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int kind = 0; kind < 4; kind++) {
                compares &= rows[t].compares(sizes[k], (int)k % LAYOUTS, kind, seed);
                others &= rows[t].others(sizes[k], (int)k % LAYOUTS, kind, seed);
            }
        ok(compares, "%s: count_if, find_if and copy_if are those of plain loops, %d threads", rows[t].type, threads);
        ok(others, "%s: minmax, equal and unique are those of plain loops, %d threads", rows[t].type, threads);
    }
}

/* Structs by a view of flags; what lies behind them stays. */
static void test_flags(void)
{
    enum { N = 5001 };
    sl_view *flags = view_of("flags", SL_UINT8, STRIDED, SL_EXTENTS(N)),
            *from = view_of("from", SL_TYPE(struct three), STRIDED, SL_EXTENTS(N)),
            *to = view_of("to", SL_TYPE(struct three), RIGHT, SL_EXTENTS(N)),
            *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS());
    const uint8_t none = 0;
    uint8_t *f = SL_HOST_WRITE(uint8_t, flags);
    struct three *p = SL_HOST_WRITE(struct three, from), *q = SL_HOST_WRITE(struct three, to);
    int wrong = 0, at = 0;
    for (int i = 0; i < N; i++) {
        f[i * sl_view_stride(flags, 0)] = i % 3 == 1;
        p[i * sl_view_stride(from, 0)] = (struct three){{(char)i, (char)(i >> 8), 7}};
        q[i] = (struct three){{9, 9, 9}};
    }
    must(sl_host_end(flags));
    must(sl_host_end(from));
    must(sl_host_end(to));
    must(sl_copy_if(SL_NOT_EQUAL, &none, flags, from, to, count));
    const struct three *got = SL_HOST_READ(struct three, to);
    for (int i = 1; i < N; i += 3, at++)
        wrong += got[at].c[0] != (char)i || got[at].c[1] != (char)(i >> 8) || got[at].c[2] != 7;
    for (int i = at; i < N; i++)
        wrong += got[i].c[0] != 9 || got[i].c[2] != 9;
    must(sl_host_end(to));
    ok(wrong == 0 && result_of(count) == at, "structs are copied by flags, and nothing else is written");
    sl_view *all[] = {flags, from, to, count};
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&all[k]);
}

/* What is compared may be what is written, or have the count among it. */
static void test_among(void)
{
    enum { N = 5001 };
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N)),
            *from = view_of("from", SL_INT64, STRIDED, SL_EXTENTS(N)),
            *to = view_of("to", SL_INT64, RIGHT, SL_EXTENTS(N)), *count = NULL;
    const int64_t three = 3;
    must(sl_subview(x, &count, N / 2));
    int wrong = 0, at = 0;
    for (int among = 0; among < 2; among++) {
        int64_t *p = SL_HOST_WRITE(int64_t, x), *q = SL_HOST_WRITE(int64_t, from);
        for (int i = 0; i < N; i++) {
            p[i] = i % 7;
            q[i * sl_view_stride(from, 0)] = i;
        }
        must(sl_host_end(x));
        must(sl_host_end(from));
        sl_view *number = among ? count : view_of("number", SL_INT64, RIGHT, SL_EXTENTS());
        must(sl_copy_if(SL_LESS, &three, x, from, among ? to : x, number));
        const int64_t *got = among ? SL_HOST_READ(int64_t, to) : SL_HOST_READ(int64_t, x);
        at = 0;
        for (int i = 0; i < N; i++)
            if (i % 7 < 3)
                wrong += got[at++] != i;
        for (int i = at; i < N && !among; i++)
            wrong += got[i] != i % 7;
        must(sl_host_end(among ? to : x));
        wrong += result_of(number) != at;
        if (!among)
            sl_view_destroy(&number);
    }
    is_int(wrong, 0, "elements are copied into those that are compared, and counted in one of them");
    sl_view *all[] = {count, x, from, to};
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&all[k]);
}

/* -0 is before 0 among ends, and equal to it in comparisons. */
static void test_zeros(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(3)),
            *ends = view_of("ends", SL_DOUBLE, RIGHT, SL_EXTENTS(2)),
            *to = view_of("to", SL_DOUBLE, RIGHT, SL_EXTENTS(3)),
            *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS());
    const double zero = 0.0, nan = (double)NAN;
    double *p = SL_HOST_WRITE(double, x);
    p[0] = 0.0, p[1] = -0.0, p[2] = nan;
    must(sl_host_end(x));
    must(sl_minmax_of(x, ends));
    const double *e = SL_HOST_READ(double, ends);
    ok(e[0] == 0 && signbit(e[0]) && e[1] == 0 && !signbit(e[1]), "-0 is the smallest of 0 and -0, and 0 the largest");
    must(sl_host_end(ends));
    must(sl_count_if(SL_EQUAL, &zero, x, count));
    is_int(result_of(count), 2, "both are equal to 0");
    must(sl_count_if(SL_NOT_EQUAL, &nan, x, count));
    is_int(result_of(count), 3, "all are different from a NaN");
    must(sl_unique(x, to, count));
    is_int(result_of(count), 2, "and one run, before the NaN");
    sl_view_destroy(&x);
    sl_view_destroy(&ends);
    sl_view_destroy(&to);
    sl_view_destroy(&count);
}

static int fail_task(void *arg)
{
    (void)arg;
    return 1;
}

/* With policies, in regions, after failures. */
static void test_graph(void)
{
    enum { N = 5000, RUNS = 3 };
    const int32_t limit = 100;
    const sl_policy waits = SL_POLICY(.synchronous = 1, .schedule = SL_DYNAMIC);
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(N)), *to = view_of("to", SL_INT32, RIGHT, SL_EXTENTS(N)),
            *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS());
    sl_region *region = NULL;
    int wrong = 0;
    must(sl_region_begin(&region));
    must(sl_copy_if(SL_LESS, &limit, x, x, to, count));
    must(sl_region_end(region));
    for (int run = 0; run < RUNS; run++) {
        int32_t *p = SL_HOST_WRITE(int32_t, x);
        for (int i = 0; i < N; i++)
            p[i] = (i + run) % (150 + run);
        must(sl_host_end(x));
        must(sl_region_run(region));
        const int32_t *q = SL_HOST_READ(int32_t, to);
        int at = 0;
        for (int i = 0; i < N; i++)
            if ((i + run) % (150 + run) < limit)
                wrong += q[at++] != (i + run) % (150 + run);
        must(sl_host_end(to));
        wrong += result_of(count) != at;
    }
    is_int(wrong, 0, "a compaction in a region, run %d times", RUNS);
    sl_region_destroy(&region);
    must(sl_find_if_with(waits, SL_EQUAL, &limit, x, count));
    is_int(result_of(count), limit - (RUNS - 1), "a search under a policy, which waits");
    must(sl_task(fail_task, NULL, SL_RW(x)));
    is_int(sl_equal_with(waits, x, to, count), SL_ERR_TASK, "what waits tells what failed before");
    (void)sl_wait();
    sl_view_destroy(&x);
    sl_view_destroy(&to);
    sl_view_destroy(&count);
}

static void test_refusals(void)
{
    const int32_t v = 0;
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(8)), *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(7)),
            *d = view_of("d", SL_DOUBLE, RIGHT, SL_EXTENTS(8)), *m = view_of("m", SL_INT32, RIGHT, SL_EXTENTS(2, 4)),
            *e = view_of("e", SL_INT32, RIGHT, SL_EXTENTS(0)), *c = view_of("c", SL_INT64, RIGHT, SL_EXTENTS()),
            *s = view_of("s", SL_TYPE(struct three), RIGHT, SL_EXTENTS(8)),
            *one = view_of("one", SL_INT64, RIGHT, SL_EXTENTS(1));
    refused_saying(sl_count_if((sl_comparison)0, &v, x, c), SL_ERR_ARGUMENT,
                   "sl_count_if: comparison: expected SL_LESS");
    refused_saying(sl_count_if(SL_LESS, NULL, x, c), SL_ERR_ARGUMENT, "sl_count_if: value: expected a pointer");
    refused_saying(sl_count_if(SL_LESS, &v, NULL, c), SL_ERR_ARGUMENT, "sl_count_if: x");
    refused_saying(sl_count_if(SL_LESS, &v, m, c), SL_ERR_RANK, "sl_count_if: x: expected a view of rank 1, got \"m\"");
    refused_saying(sl_count_if(SL_LESS, &v, s, c), SL_ERR_TYPE, "sl_count_if: x: expected a view of an integer type");
    refused_saying(sl_find_if(SL_LESS, &v, x, x), SL_ERR_TYPE,
                   "sl_find_if: index: expected a view of int64_t, got \"x\"");
    refused_saying(sl_find_if(SL_LESS, &v, x, one), SL_ERR_RANK,
                   "sl_find_if: index: expected a view of rank 0, got \"one\"");
    refused_saying(sl_find_if(SL_LESS, &v, x, NULL), SL_ERR_ARGUMENT, "sl_find_if: index");
    refused_saying(sl_minmax_of(e, y), SL_ERR_EXTENT,
                   "sl_minmax_of: x: expected one element or more, got none in \"e\"");
    refused_saying(sl_minmax_of(x, y), SL_ERR_EXTENT, "sl_minmax_of: ends: expected extent 2, got 7 of \"y\"");
    refused_saying(sl_minmax_of(x, d), SL_ERR_TYPE,
                   "sl_minmax_of: ends: expected a view of int32_t like \"x\", got \"d\" of double");
    refused_saying(sl_equal(x, y, c), SL_ERR_EXTENT, "sl_equal: y: expected extent 8, got 7 of \"y\"");
    refused_saying(sl_equal(x, d, c), SL_ERR_TYPE, "sl_equal: y: expected a view of int32_t");
    refused_saying(sl_copy_if(SL_LESS, &v, x, x, x, c), SL_ERR_ALIAS,
                   "sl_copy_if: to: expected memory of its own, got \"x\", which overlaps \"x\"");
    refused_saying(sl_copy_if(SL_LESS, &v, x, x, y, c), SL_ERR_EXTENT,
                   "sl_copy_if: to: expected extent 8 or more, got 7");
    refused_saying(sl_copy_if(SL_LESS, &v, x, y, x, c), SL_ERR_EXTENT,
                   "sl_copy_if: from: expected extent 8, got 7 of \"y\"");
    refused_saying(sl_copy_if(SL_LESS, &v, x, s, d, c), SL_ERR_TYPE, "sl_copy_if: to: expected a view of struct three");
    refused_saying(sl_unique(x, x, c), SL_ERR_ALIAS, "sl_unique: to: expected memory of its own, got \"x\", which");
    refused_saying(sl_unique(x, NULL, c), SL_ERR_ARGUMENT, "sl_unique: to");
    sl_view *kept = NULL;
    must(sl_view_readonly(c, &kept));
    refused_saying(sl_count_if(SL_LESS, &v, x, kept), SL_ERR_ARGUMENT,
                   "sl_count_if: count: expected a view that may be written");
    sl_view_destroy(&kept);
    refused_saying(sl_count_if_with(SL_POLICY(.split = SL_SPLIT(2)), SL_LESS, &v, x, c), SL_ERR_UNSUPPORTED,
                   "sl_count_if: policy.split: expected none for an algorithm");
    refused_saying(sl_unique_with(SL_POLICY(.combine = 1), x, y, c), SL_ERR_UNSUPPORTED, "sl_unique: policy.combine");
    sl_view *all[] = {x, y, d, m, e, c, s, one};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        sl_view_destroy(&all[k]);
}

int main(void)
{
    uint64_t seed = 35;
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    diag("seed %llu", (unsigned long long)seed);
    for (int threads = 1; threads <= (on_gpu() ? 1 : 3); threads += 2) {
        sl__cpu_threads_override = threads;
        test_types(threads, &seed);
    }
    sl__cpu_threads_override = 0;
    test_among();
    test_flags();
    test_zeros();
    test_graph();
    test_refusals();
    must(sl_finalize());
    return done_testing();
}
