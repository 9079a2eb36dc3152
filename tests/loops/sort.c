/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts of views against qsort of (key, place), which makes any sort a stable one. Floats are compared as numbers; of
 * NaNs the bits say which goes first, as the guide says. Values and layouts of all kinds go with the keys.
 *
 * The quick form leaves out half of the sizes. */
#include "loop_testing.h"
#include "misuse.h"
#include "sort_values.h"
#include "task/cores.h"

struct named {
    int32_t key, place;
    char rest[5];
};
SL_STRUCT(struct named);

/* A byte of a value that tells its first place. */
static char mark(sl_index i, size_t byte)
{
    return (char)((uint64_t)(i + 1) * UINT64_C(0x9e3779b97f4a7c15) >> (8 * (byte % 8)));
}

static char *open_bytes(sl_view *view, sl_type type, sl_access access)
{
    void *p = sl_host_begin(view, access, type, "open_bytes");
    if (p == NULL)
        must(SL_ERR_STATE);
    return p;
}

static int descending; /* for qsort */

/* Of numbers; NaNs come last, those that are positive first, by their bits. */
#define TYPE(T, U, code, value) \
    typedef struct pair_##code { \
        T key; \
        sl_index place; \
    } pair_##code; \
    static int compare_##code(const void *pa, const void *pb) \
    { \
        const pair_##code *a = pa, *b = pb; \
        const int nans = (a->key != a->key) - (b->key != b->key); \
        int order = 0; \
        if (nans != 0) \
            return nans; \
        if (a->key == a->key) \
            order = (a->key > b->key) - (a->key < b->key); \
        if (order == 0 && (T)0.5 != (T)0 && memcmp(&a->key, &b->key, sizeof(T)) != 0) { \
            U x, y; \
            memcpy(&x, &a->key, sizeof x); \
            memcpy(&y, &b->key, sizeof y); \
            if (a->key == a->key) /* zeros */ \
                order = x > y ? -1 : 1; \
            else if ((x ^ y) >> (8 * sizeof(T) - 1)) \
                return x > y ? 1 : -1; \
            else \
                return x >> (8 * sizeof(T) - 1) ? (x > y ? -1 : 1) : (x > y ? 1 : -1); \
        } \
        if (descending) \
            order = -order; \
        return order != 0 ? order : (a->place > b->place) - (a->place < b->place); \
    } \
    static T value_##code(uint64_t r, int kind) \
    { \
        U bits = (U)(r >> 7); \
        T v; \
        memcpy(&v, &bits, sizeof v); \
        if (kind == 3) { /* of any number of bits */ \
            bits = (U)(bits >> r % (8 * sizeof bits)); \
            memcpy(&v, &bits, sizeof v); \
        } \
        if (kind == 0 || kind == 3) \
            return v; \
        if (kind == 1) \
            return (T)(r % 5); \
        return (T)(value); \
    } \
    static int sort_is_##code(sl_index n, int kind, int layout, sl_policy policy, sl_type values, uint64_t *seed) \
    { \
        pair_##code *want = malloc(((size_t)n + 1) * sizeof *want); \
        sl_view *x = view_of("keys", SL_TYPE(T), layout, SL_EXTENTS(n)), *v = NULL; \
        const sl_index s = sl_view_stride(x, 0); \
        sl_index bad = -1, t = 0; \
        const size_t elem = sl_type_size(values); \
        T *p = SL_HOST_WRITE(T, x); \
        for (sl_index i = 0; i < n; i++) \
            p[i * s] = want[i].key = value_##code(random_next(seed), kind), want[i].place = i; \
        must(sl_host_end(x)); \
        if (values != 0) { \
            v = view_of("values", values, (layout + 2) % LAYOUTS, SL_EXTENTS(n)); \
            t = sl_view_stride(v, 0); \
            char *q = open_bytes(v, values, SL_WRITE); \
            for (sl_index i = 0; i < n; i++) \
                for (size_t b = 0; b < elem; b++) \
                    q[(size_t)(i * t) * elem + b] = mark(i, b); \
            must(sl_host_end(v)); \
        } \
        qsort(want, (size_t)n, sizeof *want, compare_##code); \
        must(v ? sl_sort_pairs_with(policy, (sl_order)descending, x, v) \
               : sl_sort_with(policy, (sl_order)descending, x)); \
        const T *got = SL_HOST_READ(T, x); \
        for (sl_index i = 0; i < n && bad < 0; i++) \
            if (memcmp(&got[i * s], &want[i].key, sizeof(T)) != 0) \
                bad = i; \
        must(sl_host_end(x)); \
        if (v) { \
            const char *q = open_bytes(v, values, SL_READ); \
            for (sl_index i = 0; i < n && bad < 0; i++) \
                for (size_t b = 0; b < elem; b++) \
                    if (q[(size_t)(i * t) * elem + b] != mark(want[i].place, b)) \
                        bad = i; \
            must(sl_host_end(v)); \
            sl_view_destroy(&v); \
        } \
        if (bad >= 0) \
            diag("%s: element %lld of %lld, kind %d, %s, descending %d, values %s, is wrong", #T, (long long)bad, \
                 (long long)n, kind, layout_name[layout], descending, values ? sl_type_name(values) : "none"); \
        sl_view_destroy(&x); \
        free(want); \
        return bad < 0; \
    }

#define FLOATS(r) \
    ((r) % 11 == 0   ? (double)NAN \
     : (r) % 11 == 1 ? -(double)NAN \
     : (r) % 11 == 2 ? (double)INFINITY \
     : (r) % 11 == 3 ? -(double)INFINITY \
     : (r) % 11 == 4 ? 0.0 \
     : (r) % 11 == 5 ? -0.0 \
                     : (double)((r) % 2001) / 8 - 100)
TYPE(int8_t, uint8_t, i8, r)
TYPE(int16_t, uint16_t, i16, r)
TYPE(int32_t, uint32_t, i32, r % 1000)
TYPE(int64_t, uint64_t, i64, r % 1000)
TYPE(uint8_t, uint8_t, u8, r)
TYPE(uint16_t, uint16_t, u16, r)
TYPE(uint32_t, uint32_t, u32, r << 20)
TYPE(uint64_t, uint64_t, u64, r << 40)
TYPE(float, uint32_t, f32, FLOATS(r))
TYPE(double, uint64_t, f64, FLOATS(r))

typedef int (*sort_is)(sl_index, int, int, sl_policy, sl_type, uint64_t *);
static const struct {
    sl_type type;
    sort_is is;
} types[] = {{SL_INT8, sort_is_i8},   {SL_INT16, sort_is_i16},  {SL_INT32, sort_is_i32},  {SL_INT64, sort_is_i64},
             {SL_UINT8, sort_is_u8},  {SL_UINT16, sort_is_u16}, {SL_UINT32, sort_is_u32}, {SL_UINT64, sort_is_u64},
             {SL_FLOAT, sort_is_f32}, {SL_DOUBLE, sort_is_f64}};
static const sl_index sizes[] = {0, 1, 2, 3, 17, 256, 1000, 1023, 1024, 1025, 2047, 2049, 5000, 70001};

static void test_types(int threads, uint64_t *seed)
{
    const sl_type values[] = {0, SL_INT32, SL_TYPE(struct three), SL_TYPE(struct sixteen), SL_UINT8, SL_DOUBLE};
    for (unsigned t = 0; t < sizeof types / sizeof *types; t++)
        for (descending = 0; descending < 2; descending++)
            for (int kind = 0; kind < 3; kind++) {
                int passed = 1, tried = 0;
                for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k += 1 + (unsigned)quick())
                    for (unsigned v = 0; v < 2; v++, tried++)
                        passed &= types[t].is(
                            sizes[k], kind, tried % LAYOUTS,
                            launched((sl_policy){.schedule = (sl_schedule)(tried % ((int)last_schedule() + 1))}, tried),
                            v == 0 ? 0 : values[1 + (k + t) % 5], seed);
                ok(passed, "%s keys of kind %d, %s, and pairs, are those of qsort for %d cases, %d threads",
                   sl_type_name(types[t].type), kind, descending ? "descending" : "ascending", tried, threads);
            }
    descending = 0;
}

/* Keys of which one digit, or a few, have so many that all threads cut these once more. */
static void test_large_ranges(int threads, uint64_t *seed)
{
    const sl_type values[] = {0, SL_UINT8, SL_INT16, SL_FLOAT, SL_DOUBLE};
    for (unsigned t = 0; t < sizeof types / sizeof *types; t++) {
        int passed = 1;
        for (int kind = 1; kind < 4; kind += 2)
            for (descending = 0; descending < 2; descending++)
                passed &= types[t].is(kind == 1 ? 60001 : 200003, kind, descending ? STRIDED : LEFT, (sl_policy){0},
                                      values[(t + (unsigned)kind + (unsigned)descending) % 5], seed);
        ok(passed, "%s keys, most of them of one digit, are sorted, %d threads", sl_type_name(types[t].type), threads);
    }
    descending = 0;
}

/* ---- by a function ----------------------------------------------------------------------------------------- */

static int by_key(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int by_key_and_place(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    return by_key(a, b) != 0 ? by_key(a, b) : (x->place > y->place) - (x->place < y->place);
}

static int sort_by_is(sl_index n, int layout, int modulus, uint64_t *seed)
{
    sl_view *x = view_of("x", SL_TYPE(struct named), layout, SL_EXTENTS(n));
    struct named *want = calloc((size_t)n + 1, sizeof *want), *p = SL_HOST_WRITE(struct named, x);
    const sl_index s = sl_view_stride(x, 0);
    int wrong = 0;
    for (sl_index i = 0; i < n; i++) {
        want[i].key = (int32_t)(random_next(seed) % (uint64_t)modulus) - modulus / 2;
        want[i].place = (int32_t)i;
        want[i].rest[4] = (char)i;
        p[i * s] = want[i];
    }
    must(sl_host_end(x));
    qsort(want, (size_t)n, sizeof *want, by_key_and_place);
    must(sl_sort_by_with(SL_POLICY(.synchronous = n % 2), by_key, x));
    const struct named *got = SL_HOST_READ(struct named, x);
    for (sl_index i = 0; i < n; i++)
        wrong +=
            got[i * s].key != want[i].key || got[i * s].place != want[i].place || got[i * s].rest[4] != want[i].rest[4];
    must(sl_host_end(x));
    sl_view_destroy(&x);
    free(want);
    return wrong == 0;
}

/* The keys of a pair are structs, of an odd number of bytes or aligned, with values that tell their first places. */
struct odd_key {
    char key[3];
};
struct wide_key {
    _Alignas(32) double key;
    char rest[40];
};
SL_STRUCT(struct odd_key);
SL_STRUCT(struct wide_key);

static int by_first(const void *a, const void *b)
{
    const struct odd_key *x = a, *y = b;
    return (x->key[0] > y->key[0]) - (x->key[0] < y->key[0]);
}

static int unaligned; /* keys that the function was given elsewhere than where their type allows it */

static int by_wide(const void *a, const void *b)
{
    const struct wide_key *x = a, *y = b;
    if ((uintptr_t)a % 32 != 0 || (uintptr_t)b % 32 != 0)
        __atomic_store_n(&unaligned, 1, __ATOMIC_RELAXED);
    return (x->key < y->key) - (x->key > y->key);
}

/* Sorts pairs, with values of a type. @return 1 when they are those of inserting each key behind its equals */
static int pairs_by_are(sl_index n, int layout, int modulus, int wide, sl_type values, uint64_t *seed)
{
    const sl_type type = wide ? SL_TYPE(struct wide_key) : SL_TYPE(struct odd_key);
    const sl_compare compare = wide ? by_wide : by_first;
    const size_t size = sl_type_size(type), elem = sl_type_size(values);
    sl_view *x = view_of("keys", type, layout, SL_EXTENTS(n));
    sl_view *v = view_of("values", values, (layout + 1) % LAYOUTS, SL_EXTENTS(n));
    const size_t s = (size_t)sl_view_stride(x, 0) * size, t = (size_t)sl_view_stride(v, 0) * elem;
    sl_index *order = malloc(((size_t)n + 1) * sizeof *order);
    char *keys = calloc((size_t)n + 1, size + 32), *aligned = keys + 32 - (uintptr_t)keys % 32;
    char *p = open_bytes(x, type, SL_WRITE), *q = open_bytes(v, values, SL_WRITE);
    int wrong = 0;
    for (sl_index i = 0; i < n; i++) {
        const int key = (int)(random_next(seed) % (uint64_t)modulus);
        char *const here = aligned + (size_t)i * size;
        if (wide)
            ((struct wide_key *)here)->key = key, ((struct wide_key *)here)->rest[39] = (char)i;
        else
            here[0] = (char)key, here[1] = (char)i, here[2] = (char)(i >> 8);
        memcpy(p + (size_t)i * s, here, size);
        for (size_t b = 0; b < elem; b++)
            q[(size_t)i * t + b] = mark(i, b);
    }
    must(sl_host_end(x));
    must(sl_host_end(v));
    for (sl_index i = 0; i < n; i++) { /* where key i goes: behind all that are not greater */
        sl_index low = 0, high = i;
        while (low < high) {
            const sl_index middle = (low + high) / 2;
            if (compare(aligned + (size_t)i * size, aligned + (size_t)order[middle] * size) < 0)
                high = middle;
            else
                low = middle + 1;
        }
        memmove(order + low + 1, order + low, (size_t)(i - low) * sizeof *order);
        order[low] = i;
    }
    must(sl_sort_pairs_by_with(SL_POLICY(.synchronous = n % 2), compare, x, v));
    p = open_bytes(x, type, SL_READ);
    q = open_bytes(v, values, SL_READ);
    for (sl_index i = 0; i < n; i++) {
        wrong += memcmp(p + (size_t)i * s, aligned + (size_t)order[i] * size, size) != 0;
        for (size_t b = 0; b < elem; b++)
            wrong += q[(size_t)i * t + b] != mark(order[i], b);
    }
    must(sl_host_end(x));
    must(sl_host_end(v));
    sl_view_destroy(&x);
    sl_view_destroy(&v);
    free(order);
    free(keys);
    return wrong == 0;
}

static void test_pairs_by(int threads, uint64_t *seed)
{
    const sl_type values[] = {SL_DOUBLE, SL_INT8, SL_TYPE(struct named)};
    for (int wide = 0; wide < 2; wide++) {
        int passed = 1;
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
            passed &= sizes[k] > 20000 ||
                      pairs_by_are(sizes[k], (int)k % LAYOUTS, k % 2 ? 5 : 100, wide, values[k % 3], seed);
        ok(passed, "structs of %s bytes with values, by a function, are sorted as by insertion, %d threads",
           wide ? "64" : "3", threads);
    }
    is_int(unaligned, 0, "and the function gets them aligned");
}

static void test_by(int threads, uint64_t *seed)
{
    static const int modulus[] = {1, 3, 1000, 1 << 30};
    for (int m = 0; m < 4; m++) {
        int passed = 1;
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
            passed &= sort_by_is(sizes[k], (int)k % LAYOUTS, modulus[m], seed);
        ok(passed, "structs sorted by a function, %d different keys, are those of a stable sort, %d threads",
           modulus[m], threads);
    }
}

/* ---- the graph and refusals -------------------------------------------------------------------------------- */

/* A column of a matrix, and a part of a vector: what is around them stays. */
static void test_parts(void)
{
    enum { N = 3000, M = 3 };
    sl_view *a = view_of("a", SL_INT32, RIGHT, SL_EXTENTS(N, M)), *column = NULL;
    int32_t *p = SL_HOST_WRITE(int32_t, a);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            p[i * M + j] = N - i;
    must(sl_host_end(a));
    must(sl_subview(a, &column, SL_PAIR(1, N), 1));
    must(sl_sort(column));
    must(sl_sort_with(SL_POLICY(.synchronous = 1), SL_DESCENDING, column));
    must(sl_sort(column)); /* after the other */
    const int32_t *q = SL_HOST_READ(int32_t, a);
    int wrong = q[1] != N;
    for (int i = 0; i < N; i++)
        wrong += q[i * M] != N - i || q[i * M + 2] != N - i || (i > 0 && q[i * M + 1] != i);
    must(sl_host_end(a));
    is_int(wrong, 0, "a part of a column is sorted, in turn, and its surroundings stay");
    sl_view_destroy(&column);
    sl_view_destroy(&a);
}

static int fail_task(void *arg)
{
    (void)arg;
    return 1;
}

/* What waits tells of both views, and is not for regions. */
static void test_waits(void)
{
    const sl_policy waits = {.synchronous = 1};
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(4)), *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(4));
    sl_region *region = NULL;
    must(sl_task(fail_task, NULL, SL_RW(y)));
    is_int(sl_sort_pairs_with(waits, SL_ASCENDING, x, y), SL_ERR_TASK, "pairs that waited tell what failed in values");
    (void)sl_wait();
    must(sl_region_begin(&region));
    refused_saying(sl_sort_with(waits, SL_ASCENDING, x), SL_ERR_CONTEXT,
                   "sl_sort: expected a call outside of a region");
    ok(sl_region_end(region) != SL_SUCCESS, "and the region is not one");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* A recorded sort sorts what is there when it runs. */
static void test_region(void)
{
    enum { N = 5000, RUNS = 3 };
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(N));
    sl_region *region = NULL;
    int wrong = 0;
    must(sl_region_begin(&region));
    must(sl_sort(x));
    must(sl_region_end(region));
    for (int run = 0; run < RUNS; run++) {
        int32_t *p = SL_HOST_WRITE(int32_t, x);
        for (int i = 0; i < N; i++)
            p[i] = (N - i) * (run + 1) + run;
        must(sl_host_end(x));
        must(sl_region_run(region));
        const int32_t *q = SL_HOST_READ(int32_t, x);
        for (int i = 0; i < N; i++)
            wrong += q[i] != (i + 1) * (run + 1) + run;
        must(sl_host_end(x));
    }
    is_int(wrong, 0, "a sort in a region, run %d times", RUNS);
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

static void test_refusals(void)
{
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(8)), *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(7)),
            *m = view_of("m", SL_INT32, RIGHT, SL_EXTENTS(2, 4)), *r = view_of("r", SL_INT32, RIGHT, SL_EXTENTS()),
            *s = view_of("s", SL_TYPE(struct named), RIGHT, SL_EXTENTS(8)), *part = NULL;
    must(sl_subview(x, &part, SL_PAIR(0, 4)));
    refused_saying(sl_sort(NULL), SL_ERR_ARGUMENT, "sl_sort: view");
    refused_saying(sl_sort(m), SL_ERR_RANK, "sl_sort: view: expected a view of rank 1, got \"m\" of rank 2");
    refused_saying(sl_sort(r), SL_ERR_RANK, "sl_sort: view: expected a view of rank 1, got \"r\" of rank 0");
    refused_saying(sl_sort(s), SL_ERR_TYPE,
                   "sl_sort: view: expected a view of an integer type, float or double, got \"s\"");
    refused_saying(sl_sort_with((sl_policy){0}, (sl_order)2, x), SL_ERR_ARGUMENT,
                   "sl_sort: order: expected SL_ASCENDING");
    refused_saying(sl_sort_with(SL_POLICY(.split = SL_SPLIT(2)), SL_ASCENDING, x), SL_ERR_UNSUPPORTED, "policy.split");
    refused_saying(sl_sort_with(SL_POLICY(.combine = 1), SL_ASCENDING, x), SL_ERR_UNSUPPORTED, "policy.combine");
    refused_saying(sl_sort_pairs(x, NULL), SL_ERR_ARGUMENT, "sl_sort_pairs: values");
    refused_saying(sl_sort_pairs(NULL, x), SL_ERR_ARGUMENT, "sl_sort_pairs: keys");
    refused_saying(sl_sort_pairs(x, y), SL_ERR_EXTENT,
                   "sl_sort_pairs: values: expected extent 8 like keys, got 7 of \"y\"");
    refused_saying(sl_sort_pairs(x, m), SL_ERR_RANK, "sl_sort_pairs: values: expected a view of rank 1, got \"m\"");
    refused_saying(sl_sort_pairs(s, x), SL_ERR_TYPE, "sl_sort_pairs: keys");
    refused_saying(sl_sort_pairs(x, x), SL_ERR_ALIAS, "sl_sort_pairs: values: expected elements outside of keys \"x\"");
    sl_view *other = NULL;
    must(sl_subview(x, &other, SL_PAIR(2, 6)));
    refused_saying(sl_sort_pairs(part, other), SL_ERR_ALIAS,
                   "sl_sort_pairs: values: expected elements outside of keys");
    refused_saying(sl_sort_by(NULL, s), SL_ERR_ARGUMENT, "sl_sort_by: compare: expected a function, got NULL");
    refused_saying(sl_sort_pairs_by(NULL, s, x), SL_ERR_ARGUMENT,
                   "sl_sort_pairs_by: compare: expected a function, got NULL");
    refused_saying(sl_sort_pairs_by(by_key, m, x), SL_ERR_RANK,
                   "sl_sort_pairs_by: keys: expected a view of rank 1, got \"m\" of rank 2");
    refused_saying(sl_sort_pairs_by(by_key, s, y), SL_ERR_EXTENT,
                   "sl_sort_pairs_by: values: expected extent 8 like keys, got 7 of \"y\"");
    refused_saying(sl_sort_pairs_by(by_key, s, NULL), SL_ERR_ARGUMENT, "sl_sort_pairs_by: values");
    refused_saying(sl_sort_pairs_by(by_key, s, s), SL_ERR_ALIAS,
                   "sl_sort_pairs_by: values: expected elements outside of keys \"s\"");
    refused_saying(sl_sort_pairs_by_with(SL_POLICY(.where = SL_CUDA), by_key, s, x), SL_ERR_UNSUPPORTED,
                   "sl_sort_pairs_by: policy.where: expected SL_ANYWHERE or SL_CPU for a C function");
    refused_saying(sl_sort_by(by_key, m), SL_ERR_RANK, "sl_sort_by: view: expected a view of rank 1");
    sl_view *kept = NULL;
    must(sl_view_readonly(x, &kept));
    refused_saying(sl_sort(kept), SL_ERR_ARGUMENT, "sl_sort: view: expected a view that may be written");
    refused_saying(sl_sort_pairs(y, kept), SL_ERR_ARGUMENT,
                   "sl_sort_pairs: values: expected a view that may be written");
    refused_saying(sl_sort_by(by_key, kept), SL_ERR_ARGUMENT, "sl_sort_by: view: expected a view that may be written");
    sl_view_destroy(&kept);
    refused_saying(sl_sort_by_with(SL_POLICY(.where = SL_CUDA), by_key, s), SL_ERR_UNSUPPORTED,
                   "sl_sort_by: policy.where");
    sl_view *all[] = {other, part, x, y, m, r, s};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        sl_view_destroy(&all[k]);
}

int main(void)
{
    uint64_t seed = 34;
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    diag("seed %llu", (unsigned long long)seed);
    for (int threads = 1; threads <= (on_gpu() ? 1 : 3); threads++) {
        sl__cpu_threads_override = threads;
        test_types(threads, &seed);
        test_large_ranges(threads, &seed);
        test_by(threads, &seed);
        test_pairs_by(threads, &seed);
    }
    sl__cpu_threads_override = 0;
    test_parts();
    test_waits();
    test_region();
    test_refusals();
    must(sl_finalize());
    return done_testing();
}
