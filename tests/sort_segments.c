/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts of segments against qsort of each of them: types, lengths, layouts, offsets of both types, what lies outside.
 */
#include "loop_testing.h"
#include "misuse.h"
#include "task/cores.h"

static int descending; /* for qsort */

/* Of numbers: NaNs come last, -0.0 before 0.0. */
#define TYPE(T, code, value) \
    static int compare_##code(const void *pa, const void *pb) \
    { \
        const T a = *(const T *)pa, b = *(const T *)pb; \
        const int nans = (a != a) - (b != b), order = (a > b) - (a < b); \
        if (nans != 0 || a != a) \
            return nans; \
        const int zeros = a == 0 && b == 0 ? (1 / (double)a > 0) - (1 / (double)b > 0) : 0; \
        return descending ? -order - zeros : order + zeros; \
    } \
    static void fill_##code(T *p, sl_index stride, sl_index n, uint64_t *seed) \
    { \
        for (sl_index i = 0; i < n; i++) { \
            const uint64_t r = random_next(seed); \
            p[i * stride] = (T)(value); \
        } \
    } \
    static int sort_is_##code(sl_index segments, int layout, int wide, sl_policy policy, uint64_t *seed) \
    { \
        sl_index n = 0, *at = malloc((size_t)(segments + 1) * sizeof *at), bad = -1; \
        for (sl_index k = 0; k <= segments; k++) \
            n = at[k] = n + (sl_index)(random_next(seed) % (k % 7 == 3 ? 3000 : 90)); \
        n += 40; \
        sl_view *x = view_of("x", SL_TYPE(T), layout, SL_EXTENTS(n)); \
        sl_view *o = view_of("o", wide ? SL_INT64 : SL_INT32, (layout + 1) % LAYOUTS, SL_EXTENTS(segments + 1)); \
        T *want = malloc((size_t)n * sizeof *want), *p = SL_HOST_WRITE(T, x); \
        const sl_index s = sl_view_stride(x, 0); \
        fill_##code(p, s, n, seed); \
        for (sl_index i = 0; i < n; i++) \
            want[i] = p[i * s]; \
        must(sl_host_end(x)); \
        put_offsets(o, wide, at, segments + 1); \
        for (sl_index k = 0; k < segments; k++) \
            qsort(want + at[k], (size_t)(at[k + 1] - at[k]), sizeof *want, compare_##code); \
        must(sl_sort_segments_with(policy, (sl_order)descending, x, o)); \
        const T *got = SL_HOST_READ(T, x); \
        for (sl_index i = 0; i < n && bad < 0; i++) \
            if (memcmp(&got[i * s], &want[i], sizeof(T)) != 0) \
                bad = i; \
        must(sl_host_end(x)); \
        if (bad >= 0) \
            diag("%s: element %lld of %lld in %lld segments, %s, is wrong", #T, (long long)bad, (long long)n, \
                 (long long)segments, layout_name[layout]); \
        free(want); \
        free(at); \
        sl_view_destroy(&x); \
        sl_view_destroy(&o); \
        return bad < 0; \
    }

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
    int (*is)(sl_index, int, int, sl_policy, uint64_t *);
} types[] = {{"int8_t", sort_is_i8},   {"uint16_t", sort_is_u16}, {"uint32_t", sort_is_u32}, {"int32_t", sort_is_i32},
             {"int64_t", sort_is_i64}, {"uint64_t", sort_is_u64}, {"float", sort_is_f32},    {"double", sort_is_f64}};

static void test_types(void)
{
    static const sl_index segments[] = {0, 1, 2, 5, 41};
    uint64_t seed = test_seed(347);
    for (unsigned t = 0; t < sizeof types / sizeof *types; t++)
        for (descending = 0; descending < 2; descending++) {
            int passed = 1, tried = 0;
            for (unsigned k = 0; k < sizeof segments / sizeof *segments; k++)
                for (int layout = RIGHT; layout < LAYOUTS; layout++, tried++) {
                    sl__cpu_threads_override = tried % 4;
                    const sl_policy policy = {.schedule = (sl_schedule)(tried % ((int)SL_RUNTIME + 1))};
                    passed &= types[t].is(segments[k], layout, tried % 2, policy, &seed);
                }
            ok(passed, "segments of %s, %s, are those of qsort for %d cases", types[t].name,
               descending ? "descending" : "ascending", tried);
        }
    sl__cpu_threads_override = 0;
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
    static const char *const index[] = {"(1)", "(0)", "(1)"};
    for (int b = 0; b < 3; b++) {
        sl_view *x = misuse_vector("x", 10, 0), *o = offsets_of(3, bad[b]);
        must(sl_sort_segments(x, o));
        surfaces(sl_view_wait(x), SL_ERR_RAISED, "a segment that is no range of the keys", "sl__sort_segments64",
                 index[b]);
        (void)sl_wait();
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
    refused(sl_sort_segments(o, part), SL_ERR_ALIAS, "offsets among the keys", "offsets: expected memory of its own");
    refused(sl_sort_segments_with(SL_POLICY(.where = SL_CUDA), SL_ASCENDING, x, o), SL_ERR_UNSUPPORTED, "a GPU",
            "policy.where: expected SL_ANYWHERE or SL_CPU for a sort of segments, got SL_CUDA");
    sl_view *all[] = {part, x, o, none, m};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        sl_view_destroy(&all[k]);
}

int main(void)
{
    must(sl_init(NULL));
    test_types();
    sl_log_set_handler(misuse_count, NULL);
    test_bad_offsets();
    test_refusals();
    must(sl_finalize());
    return done_testing();
}
