/* SPDX-License-Identifier: BSD-3-Clause */
/* Results of a whole league, by each operator and in each type, against plain C: into host memory and into views,
 * joined to what is there or not, in regions, by teams of any size. Part of tests/teams/team.c. */
#include <math.h>
#include <string.h>

#include "team_testing.h"

/* The words of tm_results_...: of floating-point numbers those up to THREADS. */
enum { R_SUM, R_PROD, R_MIN, R_MAX, R_LAND, R_LOR, R_SINGLE, R_THREADS, R_BAND, R_BOR, R_BXOR, R_ALL };

/* What the league should come to, in 64 bits, which is exact. @param[in] row  first elements of its rows */
static void plain_results(const int32_t *row, sl_index league, int is_signed, int64_t want[R_ALL])
{
    const int64_t identity[R_ALL] = {0, 1, INT64_MAX, INT64_MIN, 1, 0, 0, 0, -1, 0, 0};
    memcpy(want, identity, sizeof identity);
    for (sl_index i = 0; i < league; i++)
        for (int64_t k = row[i]; k < row[i + 1]; k++) {
            const int64_t v = element(i, k, is_signed);
            want[R_SUM] += v;
            want[R_PROD] *= k == 5 || k == 100 ? 2 : k % 3 == 1 ? -1 : 1;
            want[R_MIN] = v < want[R_MIN] ? v : want[R_MIN];
            want[R_MAX] = v > want[R_MAX] ? v : want[R_MAX];
            want[R_LAND] &= v != 0;
            want[R_LOR] |= v != 0;
            want[R_BAND] &= v | 8;
            want[R_BOR] |= v;
            want[R_BXOR] ^= v;
        }
    want[R_SINGLE] = want[R_THREADS] = want[R_SUM];
}

#define BITS_NO(NAME_)
#define BITS_YES(NAME_) \
    must(sl_launch(p, tm_bits_##NAME_, row, x, &got[R_BAND], &got[R_BOR], &got[R_BXOR])); \
    must(sl_launch(p, tm_bits_##NAME_, row, x, SL_INTO(into, R_BAND), SL_INTO(into, R_BOR), SL_INTO(into, R_BXOR)));
/* @return results that are wrong. Nothing is joined to an extreme of nothing. */
#define TEST(T_, NAME_, TYPE_, MORE_, WORDS_, SIGNED_) \
    static sl_index results_##NAME_(sl_index league, int k) \
    { \
        sl_view *row = make_rows(league, k), *into = view_of("into", TYPE_, RIGHT, SL_EXTENTS(R_ALL)); \
        sl_view *x = view_of("x", TYPE_, RIGHT, SL_EXTENTS(last_of(row))); \
        int64_t want[R_ALL]; \
        T_ got[R_ALL]; \
        sl_index wrong = 0; \
        const int32_t *r = SL_HOST_READ(int32_t, row); \
        T_ *v = SL_HOST_WRITE(T_, x); \
        plain_results(r, league, SIGNED_, want); \
        for (sl_index i = 0; i < league; i++) \
            for (int64_t e = r[i]; e < r[i + 1]; e++) \
                v[e] = (T_)element(i, e, SIGNED_); \
        must(sl_host_end(row)); \
        must(sl_host_end(x)); \
        T_ *old = SL_HOST_WRITE(T_, into); \
        for (int w = 0; w < R_ALL; w++) \
            old[w] = got[w] = (T_)(w == R_PROD || w == R_LAND); \
        must(sl_host_end(into)); \
        sl_policy p = way(k, league); \
        p.combine = k % 3 == 2 && last_of(row) > 0; \
        must(sl_launch(p, tm_results_##NAME_, row, x, &got[R_SUM], &got[R_PROD], &got[R_MIN], &got[R_MAX], \
                       &got[R_LAND], &got[R_LOR], &got[R_SINGLE], &got[R_THREADS])); \
        must(sl_launch(p, tm_results_##NAME_, row, x, SL_INTO(into, R_SUM), SL_INTO(into, R_PROD), \
                       SL_INTO(into, R_MIN), SL_INTO(into, R_MAX), SL_INTO(into, R_LAND), SL_INTO(into, R_LOR), \
                       SL_INTO(into, R_SINGLE), SL_INTO(into, R_THREADS))); \
        BITS_##MORE_(NAME_) const T_ *now = SL_HOST_READ(T_, into); \
        for (int w = 0; w < (WORDS_) && last_of(row) > 0; w++) { \
            const T_ due = p.combine && w == R_MIN    ? (T_)(want[w] < 0 ? want[w] : 0) \
                           : p.combine && w == R_MAX  ? (T_)(want[w] > 0 ? want[w] : 0) \
                           : p.combine && w == R_BAND ? (T_)0 \
                                                      : (T_)want[w]; \
            wrong += got[w] != due || now[w] != due; \
        } \
        for (int w = R_SUM; w <= R_PROD && last_of(row) == 0; w++) \
            wrong += got[w] != (T_)w || now[w] != (T_)w; \
        must(sl_host_end(into)); \
        sl_view_destroy(&row); \
        sl_view_destroy(&x); \
        sl_view_destroy(&into); \
        return wrong; \
    }
TEST(float, f32, SL_FLOAT, NO, R_BAND, 1)
TEST(double, f64, SL_DOUBLE, NO, R_BAND, 1)
TEST(int64_t, i64, SL_INT64, YES, R_ALL, 1)

/* As of other tests, and one whose results take a device two steps to join. */
enum { RESULT_LEAGUES = LEAGUES + 1 };
static sl_index result_league(int l)
{
    return l < LEAGUES ? leagues[l] : 3001;
}

static void test_operators(void)
{
    static const struct {
        const char *name;
        sl_index (*test)(sl_index league, int k);
    } types[] = {{"float", results_f32}, {"double", results_f64}, {"int64_t", results_i64}};
    for (int t = 0; t < 3; t++)
        for (int l = 0; l < RESULT_LEAGUES; l++) {
            sl_index wrong = 0;
            FOR_WAYS(k)
            wrong += types[t].test(result_league(l), k);
            is_int(wrong, 0, "%s: results of a league of %lld, by each operator", types[t].name,
                   (long long)result_league(l));
        }
}

/* ---- structs ------------------------------------------------------------------------------------------------- */

static tm_matrix times(tm_matrix p, tm_matrix q)
{
    return (tm_matrix){p.a * q.a + p.b * q.c, p.a * q.b + p.b * q.d, p.c * q.a + p.d * q.c, p.c * q.b + p.d * q.d};
}

/* @return results and elements that are wrong */
static sl_index structs_wrong(sl_view *row, sl_view *y, sl_index league, const sl_loc_int64_t *least,
                              const sl_minmax_int64_t *ends, sl_complex c, tm_matrix m)
{
    const int32_t *r = SL_HOST_READ(int32_t, row);
    const int64_t *sums = SL_HOST_READ(int64_t, y);
    int64_t low = INT64_MAX, high = INT64_MIN, at = -1, total = 0;
    tm_matrix all = {1, 0, 0, 1};
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++) {
        int64_t sum = 0;
        for (int64_t k = r[i]; k < r[i + 1]; k++) {
            const int64_t v = element(i, k, 1);
            at = v < low ? k : at;
            low = v < low ? v : low;
            high = v > high ? v : high;
            sum += v;
        }
        total += sum;
        wrong += sums[i] != sum;
        all = times(all, (tm_matrix){(uint32_t)sum, 1, (uint32_t)(r[i + 1] - r[i]) | 1, (uint32_t)i});
    }
    wrong += memcmp(&all, &m, sizeof m) != 0;
    if (league > 0 && r[league] > 0)
        wrong += least->value != low || least->index != at || ends->lo != low || ends->hi != high ||
                 c.re != (double)total || c.im != (double)r[league];
    must(sl_host_end(row));
    must(sl_host_end(y));
    return wrong;
}

static void test_structs(void)
{
    for (int l = 0; l < RESULT_LEAGUES; l++) {
        const sl_index league = result_league(l);
        sl_index wrong = 0;
        FOR_WAYS(k)
        {
            sl_view *row = make_rows(league, k), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(league));
            sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(last_of(row)));
            const int32_t *r = SL_HOST_READ(int32_t, row);
            int64_t *v = SL_HOST_WRITE(int64_t, x);
            for (sl_index i = 0; i < league; i++)
                for (int64_t e = r[i]; e < r[i + 1]; e++)
                    v[e] = element(i, e, 1);
            must(sl_host_end(row));
            must(sl_host_end(x));
            sl_policy p = way(k, league);
            p.scratch_bytes = 2 * sizeof(int64_t);
            if (k % 3 == 1 && league > 4)
                must(sl_view_split(y, SL_SPLIT(4)));
            sl_loc_int64_t least;
            sl_minmax_int64_t ends;
            sl_complex c;
            tm_matrix m;
            must(sl_launch(p, tm_results_structs, row, x, &least, &ends, &c, &m, y));
            wrong += structs_wrong(row, y, league, &least, &ends, c, m);
            sl_view_destroy(&row);
            sl_view_destroy(&x);
            sl_view_destroy(&y);
        }
        is_int(wrong, 0, "structs and an operator that does not commute, a league of %lld", (long long)league);
    }
}

/* ---- many members, regions, waiting ---------------------------------------------------------------------------- */

static void test_many(void)
{
    static const sl_index many[] = {4095, 4096, 4097, 100001};
    sl_index wrong = 0;
    for (int l = 0; l < 4; l++)
        FOR_WAYS(k)
        {
            int64_t s = -1;
            double most = -1;
            must(sl_launch(way(k, many[l]), tm_results_many, (int64_t)3, &s, &most));
            wrong += s != 3 * many[l] * (many[l] - 1) / 2 || most != (double)(many[l] - 1);
        }
    is_int(wrong, 0, "results of many members, of which several are joined on a GPU before they are stored");
}

/* A launch in a region, whose results lie in views, and another one of them: each run joins. */
static void test_region(void)
{
    sl_view *s = view_of("s", SL_INT64, RIGHT, SL_EXTENTS(2)), *most = view_of("most", SL_DOUBLE, RIGHT, SL_EXTENTS(1));
    sl_region *region = NULL;
    sl_policy p = way(0, 1000);
    int64_t *v = SL_HOST_WRITE(int64_t, s);
    v[0] = v[1] = 0;
    must(sl_host_end(s));
    p.combine = 1;
    double *w = SL_HOST_WRITE(double, most);
    *w = -1;
    must(sl_host_end(most));
    must(sl_region_begin(&region));
    must(sl_launch(p, tm_results_many, (int64_t)1, SL_INTO(s, 0), SL_INTO(most, 0)));
    must(sl_launch(p, tm_results_many, (int64_t)2, SL_INTO(s, 1), SL_INTO(most, 0)));
    must(sl_region_end(region));
    for (int run = 0; run < 3; run++)
        must(sl_region_run(region));
    const int64_t *got = SL_HOST_READ(int64_t, s);
    is_int(got[0], 3 * 499500, "launches with results run in a region, and join");
    is_int(got[1], 6 * 499500, "so does another one of it");
    must(sl_host_end(s));
    is_int((sl_index)SL_HOST_READ(double, most)[0], 999, "into the same element, too");
    must(sl_host_end(most));
    sl_region_destroy(&region);
    sl_view_destroy(&s);
    sl_view_destroy(&most);
}

/* By sl_reduce, which is told the league as its range; and what has no such result is refused. */
static void test_calls(void)
{
    int64_t s = -1;
    double most = -1;
    must(sl_reduce_with(way(0, 9), tm_results_many, SL_RANGE(0, 9), (int64_t)1, &s, &most));
    is_int(s, 36, "sl_reduce takes a team kernel over its league");
    is_int(sl_launch(SL_POLICY(.league = 9), tm_results_many, (int64_t)1, NULL, &most), SL_ERR_ARGUMENT,
           "a result that goes nowhere is refused");
    is_int(sl_launch(SL_POLICY(.league = 9, .combine = 1), tm_visit, (sl_index)1, NULL, NULL), SL_ERR_ARGUMENT,
           ".combine is refused for a team kernel without results");
}

void test_results(void)
{
    test_operators();
    test_structs();
    test_many();
    test_region();
    test_calls();
}
