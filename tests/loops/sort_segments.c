/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts of segments, and of pairs in segments, against qsort of (key, place) of each of them: types, lengths from none
 * to one that is nearly all, values of several sizes, layouts, offsets of both types, what lies outside. */
#include "loop_testing.h"
#include "misuse.h"
#include "sort_values.h"
#include "task/cores.h"

static int descending; /* for qsort */

/* Lengths of segments: some of each kind, nearly all of 0 to 3 keys, one that has most keys, alone. */
enum { MIXED, TINY, HUGE_ONE, SHAPES };
static sl_index length_of(int shape, sl_index k, sl_index segments, uint64_t *seed)
{
    if (shape == TINY)
        return (sl_index)(random_next(seed) % 4);
    if (shape == HUGE_ONE)
        return k == segments / 2 ? 20000 : (sl_index)(random_next(seed) % 2);
    return (sl_index)(random_next(seed) % (k % 7 == 3 ? 3000 : 90));
}

/* A byte of a value that tells its first place. */
static char mark(sl_index i, size_t byte)
{
    return (char)((uint64_t)(i + 1) * UINT64_C(0x9e3779b97f4a7c15) >> (8 * (byte % 8)));
}

static char *open_bytes(sl_view *view, sl_access access)
{
    void *p = sl_host_begin(view, access, sl_view_type(view), "open_bytes");
    if (p == NULL)
        must(SL_ERR_STATE);
    return p;
}

static sl_view *values_of(sl_type type, int layout, sl_index n)
{
    sl_view *v = view_of("values", type, layout, SL_EXTENTS(n));
    const size_t elem = sl_type_size(type), step = (size_t)sl_view_stride(v, 0) * elem;
    char *q = open_bytes(v, SL_WRITE);
    for (sl_index i = 0; i < n; i++)
        for (size_t b = 0; b < elem; b++)
            q[(size_t)i * step + b] = mark(i, b);
    must(sl_host_end(v));
    return v;
}

/* What one case is. */
typedef struct sort_case {
    sl_index segments;
    int shape, layout, wide;
    sl_type values; /* 0: keys alone */
    sl_policy policy;
} sort_case;

static void put_offsets(sl_view *o, int wide, const sl_index at[], sl_index n)
{
    int64_t *p = wide ? SL_HOST_WRITE(int64_t, o) : NULL;
    int32_t *q = wide ? NULL : SL_HOST_WRITE(int32_t, o);
    for (sl_index k = 0; k < n; k++)
        if (wide)
            p[k * sl_view_stride(o, 0)] = at[k];
        else
            q[k * sl_view_stride(o, 0)] = (int32_t)at[k];
    must(sl_host_end(o));
}

/* Of numbers: NaNs come last, -0.0 before 0.0; equal keys keep their order. */
#define TYPE(T, code, value) \
    typedef struct pair_##code { \
        T key; \
        sl_index place; \
    } pair_##code; \
    static int compare_##code(const void *pa, const void *pb) \
    { \
        const pair_##code *x = pa, *y = pb; \
        const T a = x->key, b = y->key; \
        const int nans = (a != a) - (b != b), order = (a > b) - (a < b); \
        const int zeros = a == 0 && b == 0 ? (1 / (double)a > 0) - (1 / (double)b > 0) : 0; \
        const int all = nans != 0 ? nans : a != a ? 0 : descending ? -order - zeros : order + zeros; \
        return all != 0 ? all : (x->place > y->place) - (x->place < y->place); \
    } \
    static sl_index wrong_##code(sl_view *x, sl_view *v, const pair_##code want[], sl_index n) \
    { \
        sl_index bad = -1; \
        const T *got = SL_HOST_READ(T, x); \
        for (sl_index i = 0; i < n && bad < 0; i++) \
            if (memcmp(&got[i * sl_view_stride(x, 0)], &want[i].key, sizeof(T)) != 0) \
                bad = i; \
        must(sl_host_end(x)); \
        if (v == NULL) \
            return bad; \
        const size_t elem = sl_type_size(sl_view_type(v)), step = (size_t)sl_view_stride(v, 0) * elem; \
        const char *q = open_bytes(v, SL_READ); \
        for (sl_index i = 0; i < n && bad < 0; i++) \
            for (size_t b = 0; b < elem; b++) \
                if (q[(size_t)i * step + b] != mark(want[i].place, b)) \
                    bad = i; \
        must(sl_host_end(v)); \
        return bad; \
    } \
    static int sort_is_##code(const sort_case *c, uint64_t *seed) \
    { \
        const sl_index segments = c->segments; \
        sl_index n = 0, *at = malloc((size_t)(segments + 1) * sizeof *at); \
        for (sl_index k = 0; k <= segments; k++) \
            n = at[k] = n + (k == 0 ? 33 : length_of(c->shape, k - 1, segments, seed)); \
        n += 40; \
        sl_view *x = view_of("x", SL_TYPE(T), c->layout, SL_EXTENTS(n)), *v = NULL; \
        sl_view *o = view_of("o", c->wide ? SL_INT64 : SL_INT32, (c->layout + 1) % LAYOUTS, SL_EXTENTS(segments + 1)); \
        pair_##code *want = malloc((size_t)n * sizeof *want); \
        T *p = SL_HOST_WRITE(T, x); \
        for (sl_index i = 0; i < n; i++) { \
            const uint64_t r = random_next(seed); \
            p[i * sl_view_stride(x, 0)] = want[i].key = (T)(value); \
            want[i].place = i; \
        } \
        must(sl_host_end(x)); \
        put_offsets(o, c->wide, at, segments + 1); \
        if (c->values != 0) \
            v = values_of(c->values, (c->layout + 2) % LAYOUTS, n); \
        for (sl_index k = 0; k < segments; k++) \
            qsort(want + at[k], (size_t)(at[k + 1] - at[k]), sizeof *want, compare_##code); \
        must(v != NULL ? sl_sort_segments_pairs_with(c->policy, (sl_order)descending, x, o, v) \
                       : sl_sort_segments_with(c->policy, (sl_order)descending, x, o)); \
        const sl_index bad = wrong_##code(x, v, want, n); \
        if (bad >= 0) \
            diag("%s: element %lld of %lld in %lld segments, shape %d, %s, values %s, is wrong", #T, (long long)bad, \
                 (long long)n, (long long)segments, c->shape, layout_name[c->layout], \
                 v != NULL ? sl_type_name(c->values) : "none"); \
        free(want); \
        free(at); \
        sl_view_destroy(&x); \
        sl_view_destroy(&o); \
        sl_view_destroy(&v); \
        return bad < 0; \
    }

#define FLOATS(r) \
    ((r) % 11 == 0   ? (double)NAN \
     : (r) % 11 == 1 ? (double)INFINITY \
     : (r) % 11 == 2 ? -(double)INFINITY \
     : (r) % 11 == 3 ? 0.0 \
     : (r) % 11 == 4 ? -0.0 \
                     : (double)((r) % 2001) / 8 - 100)
TYPE(int8_t, i8, r)
TYPE(uint16_t, u16, r)
TYPE(uint32_t, u32, r % 200000)
TYPE(int32_t, i32, r)
TYPE(int64_t, i64, r % 1000)
TYPE(uint64_t, u64, r)
TYPE(float, f32, FLOATS(r))
TYPE(double, f64, FLOATS(r))

static const struct {
    const char *name;
    int (*is)(const sort_case *, uint64_t *);
} types[] = {{"int8_t", sort_is_i8},   {"uint16_t", sort_is_u16}, {"uint32_t", sort_is_u32}, {"int32_t", sort_is_i32},
             {"int64_t", sort_is_i64}, {"uint64_t", sort_is_u64}, {"float", sort_is_f32},    {"double", sort_is_f64}};

/* All types in both orders; pairs: with values of a type for each case, in turn. */
static void test_types(int pairs, uint64_t *seed)
{
    static const sl_index segments[] = {0, 1, 2, 5, 41};
    const sl_type values[] = {SL_INT64, SL_TYPE(struct three), SL_FLOAT, SL_TYPE(struct sixteen), SL_UINT8};
    for (unsigned t = 0; t < sizeof types / sizeof *types; t++)
        for (descending = 0; descending < 2; descending++) {
            int passed = 1, tried = 0;
            for (unsigned k = 0; k < sizeof segments / sizeof *segments; k++)
                for (int layout = RIGHT; layout < LAYOUTS; layout++, tried++) {
                    const sort_case c = {
                        .segments = segments[k],
                        .shape = MIXED,
                        .layout = layout,
                        .wide = tried % 2,
                        .values = pairs ? values[(tried + (int)t) % 5] : (sl_type)0,
                        .policy = {.schedule = on_gpu() ? SL_AUTO : (sl_schedule)(tried % ((int)SL_RUNTIME + 1))}};
                    sl__cpu_threads_override = tried % 4;
                    passed &= types[t].is(&c, seed);
                }
            ok(passed, "segments of %s, %s, %s, are those of qsort for %d cases", types[t].name,
               descending ? "descending" : "ascending", pairs ? "with values" : "alone", tried);
        }
    sl__cpu_threads_override = 0;
    descending = 0;
}

/* Many tiny segments, and one that has nearly all keys. */
static void test_shapes(uint64_t *seed)
{
    for (unsigned t = 0; t < sizeof types / sizeof *types; t++) {
        int passed = 1;
        for (int shape = TINY; shape < SHAPES; shape++)
            for (int pairs = 0; pairs < 2; pairs++) {
                const sort_case c = {.segments = 3000,
                                     .shape = shape,
                                     .layout = RIGHT,
                                     .wide = pairs,
                                     .values = pairs ? SL_INT64 : (sl_type)0};
                descending = pairs ^ (int)(t % 2);
                passed &= types[t].is(&c, seed);
            }
        ok(passed, "3000 segments of %s, of 0 to 3 keys each, and one of 20000 among some of 1", types[t].name);
    }
    descending = 0;
}

static sl_view *offsets_of(int count, const sl_index at[])
{
    sl_view *o = view_of("o", SL_INT64, RIGHT, SL_EXTENTS(count));
    put_offsets(o, 1, at, count);
    return o;
}

/* Offsets that are no ranges of the keys: known when the sort runs only. */
static void test_bad_offsets(void)
{
    static const sl_index bad[][3] = {{0, 5, 11}, {-1, 3, 4}, {0, 4, 3}};
    static const char *const index[] = {"number 1", "number 0", "number 1"};
    for (int b = 0; b < 3; b++) {
        sl_view *x = misuse_vector("x", 10, 0), *o = offsets_of(3, bad[b]);
        must(sl_sort_segments(x, o));
        surfaces(sl_view_wait(x), SL_ERR_RAISED, "a segment that is no range of the keys",
                 "sl_sort_segments (task \"sl_sort_segments\"): offsets:", index[b]);
        (void)sl_wait();
        sl_view *y = misuse_vector("y", 10, 0), *v = misuse_vector("v", 10, 0);
        must(sl_sort_segments_pairs(y, o, v));
        surfaces(sl_view_wait(v), SL_ERR_RAISED, "so with values, which fail, too",
                 "sl_sort_segments (task \"sl_sort_segments_pairs\"): offsets:", index[b]);
        (void)sl_wait();
        sl_view_destroy(&y);
        sl_view_destroy(&v);
        sl_view_destroy(&x);
        sl_view_destroy(&o);
    }
}

static void test_refusals(void)
{
    sl_view *x = misuse_vector("x", 8, 0), *o = offsets_of(2, (const sl_index[]){0, 8}), *part = NULL;
    sl_view *none = view_of("none", SL_INT32, RIGHT, SL_EXTENTS(0)),
            *m = view_of("m", SL_INT64, RIGHT, SL_EXTENTS(2, 2));
    must(sl_subview(o, &part, SL_PAIR(0, 2)));
    refused(sl_sort_segments(NULL, o), SL_ERR_ARGUMENT, "no keys", "sl_sort_segments: keys");
    refused(sl_sort_segments(x, NULL), SL_ERR_ARGUMENT, "no offsets", "sl_sort_segments: offsets");
    refused(sl_sort_segments(x, x), SL_ERR_TYPE, "offsets of doubles", "offsets: expected a view of int32_t or int64_t",
            "got \"x\" of double");
    refused(sl_sort_segments(x, m), SL_ERR_RANK, "offsets of rank 2", "offsets: expected a view of rank 1");
    refused(sl_sort_segments(x, none), SL_ERR_EXTENT, "offsets without an element", "got extent 0 of \"none\"");
    refused(sl_sort_segments(o, part), SL_ERR_ALIAS, "offsets among the keys",
            "sl_sort_segments: offsets: expected memory of its own, got \"o(0:2)\", which overlaps keys \"o\"");
    if (sl__device_workers() == 0)
        refused(sl_sort_segments_with(SL_POLICY(.where = SL_CUDA), SL_ASCENDING, x, o), SL_ERR_DEVICE, "no GPU",
                "sl_sort_segments: a sort of segments: policy.where: expected", "got SL_CUDA");
    sl_view *v = misuse_vector("v", 8, 0), *short_one = misuse_vector("w", 7, 0);
    refused(sl_sort_segments_pairs(x, o, NULL), SL_ERR_ARGUMENT, "no values", "sl_sort_segments_pairs: values");
    refused(sl_sort_segments_pairs(x, o, short_one), SL_ERR_EXTENT, "fewer values than keys",
            "values: expected extent 8 like keys, got 7 of \"w\"");
    refused(sl_sort_segments_pairs(x, o, x), SL_ERR_ALIAS, "values that are the keys",
            "values: expected elements outside of keys \"x\"");
    refused(sl_sort_segments_pairs(x, NULL, v), SL_ERR_ARGUMENT, "no offsets of pairs",
            "sl_sort_segments_pairs: offsets");
    refused(sl_sort_segments_pairs(v, part, o), SL_ERR_EXTENT, "as few offsets for values", "got 2 of \"o\"");
    sl_view *long_one = view_of("l", SL_INT64, RIGHT, SL_EXTENTS(8));
    refused(sl_sort_segments_pairs(x, long_one, long_one), SL_ERR_ALIAS, "offsets among the values",
            "offsets: expected memory of its own, got \"l\", which overlaps values \"l\"");
    refused(sl_sort_segments_pairs_with((sl_policy){0}, (sl_order)7, x, o, v), SL_ERR_ARGUMENT, "no order",
            "sl_sort_segments_pairs: order: expected SL_ASCENDING");
    sl_view *all[] = {part, x, o, none, m, v, short_one, long_one};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        sl_view_destroy(&all[k]);
}

int main(void)
{
    must(sl_init(NULL));
    uint64_t seed = test_seed(347);
    test_types(0, &seed);
    test_types(1, &seed);
    test_shapes(&seed);
    sl_log_set_handler(misuse_count, NULL);
    test_bad_offsets();
    test_refusals();
    must(sl_finalize());
    return done_testing();
}
