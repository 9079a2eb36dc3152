/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of teams that reduce by operators of structs and by one of their own, over ranges and
 * boxes, against plain C. Part of tests/teams/team.c. */
#include <string.h>

#include "team_testing.h"

/* The matrix t becomes t m. */
static void turn(int64_t t[4], const uint32_t m[4])
{
    const uint32_t next[4] = {
        (uint32_t)t[0] * m[0] + (uint32_t)t[1] * m[2], (uint32_t)t[0] * m[1] + (uint32_t)t[1] * m[3],
        (uint32_t)t[2] * m[0] + (uint32_t)t[3] * m[2], (uint32_t)t[2] * m[1] + (uint32_t)t[3] * m[3]};
    for (int c = 0; c < 4; c++)
        t[c] = next[c];
}

/* What row i, of elements lo to hi - 1, comes to. */
static void structs_plain(sl_index i, int32_t lo, int32_t hi, int64_t want[S_ALL])
{
    const int64_t nothing[S_ALL] = {[S_LEAST] = INT64_MAX,  [S_LEAST_AT] = INT64_MAX,
                                    [S_MOST] = 1,           [S_MOST_AT] = INT64_MAX,
                                    [S_LOW] = INT32_MAX,    [S_HIGH] = INT32_MIN,
                                    [S_LOW_AT] = INT64_MAX, [S_HIGH_AT] = INT64_MAX,
                                    [S_PROD_RE] = 1,        [S_TURN] = 1,
                                    [S_TURN + 3] = 1};
    memcpy(want, nothing, sizeof nothing);
    for (int32_t k = lo; k < hi; k++) {
        const int64_t v = element(i, k, 1), re = want[S_PROD_RE];
        if (k == lo || v < want[S_LEAST]) {
            want[S_LEAST] = want[S_LOW] = v;
            want[S_LEAST_AT] = want[S_LOW_AT] = k;
        }
        if (k == lo || v > want[S_MOST]) {
            want[S_MOST] = want[S_HIGH] = v;
            want[S_MOST_AT] = want[S_HIGH_AT] = k;
        }
        want[S_RE] += v;
        want[S_IM]++;
        if (k % 3 == 0) {
            want[S_PROD_RE] = -want[S_PROD_IM];
            want[S_PROD_IM] = re;
        }
        turn(want + S_TURN, (const uint32_t[]){(uint32_t)v, 1, (uint32_t)k | 1, 2});
    }
}

/* Elements of y that are not as wanted, and members of the league that a body has told of. */
static sl_index wrong_of(sl_view *y, sl_view *want, sl_view *told)
{
    const sl_index n = sl_view_extent(y, 0) * sl_view_extent(y, 1), league = sl_view_extent(told, 0);
    const int64_t *got = SL_HOST_READ(int64_t, y), *due = SL_HOST_READ(int64_t, want);
    const int32_t *t = SL_HOST_READ(int32_t, told);
    sl_index wrong = 0;
    for (sl_index c = 0; c < n; c++)
        wrong += got[c] != due[c];
    for (sl_index i = 0; i < league; i++)
        wrong += t[i] != 0;
    must(sl_host_end(y));
    must(sl_host_end(want));
    must(sl_host_end(told));
    return wrong;
}

/* @return results that are wrong */
static sl_index structs_wrong(int level, sl_index league, int k)
{
    sl_view *row = make_rows(league, k), *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(last_of(row)));
    sl_view *want = view_of("want", SL_INT64, RIGHT, SL_EXTENTS(league, S_ALL));
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(league, S_ALL));
    sl_view *told = view_of("wrong", SL_INT32, RIGHT, SL_EXTENTS(league));
    const int32_t *r = SL_HOST_READ(int32_t, row);
    int64_t *e = SL_HOST_WRITE(int64_t, x), *w = SL_HOST_WRITE(int64_t, want);
    for (sl_index i = 0; i < league; i++) {
        for (int32_t j = r[i]; j < r[i + 1]; j++)
            e[j] = element(i, j, 1);
        structs_plain(i, r[i], r[i + 1], w + i * S_ALL);
    }
    must(sl_host_end(row));
    must(sl_host_end(x));
    must(sl_host_end(want));
    const sl_policy p = way(k, league);
    must(level == 0   ? sl_launch(p, tm_structs_team, row, x, want, y, told)
         : level == 1 ? sl_launch(p, tm_structs_vector, row, x, want, y, told)
                      : sl_launch(p, tm_structs_both, row, x, want, y, told));
    const sl_index wrong = wrong_of(y, want, told);
    sl_view *views[] = {row, x, want, y, told};
    for (int i = 0; i < 5; i++)
        sl_view_destroy(&views[i]);
    return wrong;
}

void test_structs_in_teams(void)
{
    static const char *const levels[] = {"threads", "lanes", "lanes of all threads"};
    for (int level = 0; level < 3; level++) {
        sl_index wrong = 0;
        for (int l = 0; l < LEAGUES; l++)
            FOR_WAYS(k)
        wrong += structs_wrong(level, leagues[l], k + l);
        is_int(wrong, 0, "minloc, maxloc, minmax, complex numbers and an SL_REDUCER, in order, over %s", levels[level]);
    }
}

/* What the box of m x n elements e comes to, once and twice. */
static void box_plain(sl_index m, sl_index n, const int64_t *e, int64_t want[B_ALL])
{
    int64_t turned[4] = {1, 0, 0, 1}, twice[4] = {1, 0, 0, 1};
    const int64_t nothing[B_ALL] = {[B_MAX] = INT32_MIN, [B_LEAST] = INT64_MAX, [B_LEAST_AT] = INT64_MAX};
    memcpy(want, nothing, sizeof nothing);
    for (sl_index q = 0; q < 2 * m * n; q++) {
        const sl_index h = q / (m * n), r = q / n % m, c = q % n;
        const int64_t v = e[r * n + c];
        turn(twice, (const uint32_t[]){(uint32_t)v, 1, (uint32_t)(h + r) | 1, (uint32_t)c});
        want[B_MAX] = v + 100 * (h + 3) > want[B_MAX] ? v + 100 * (h + 3) : want[B_MAX];
        if (h > 0)
            continue;
        want[B_SUM] += v;
        if (v < want[B_LEAST]) {
            want[B_LEAST] = v;
            want[B_LEAST_AT] = q;
        }
        turn(turned, (const uint32_t[]){(uint32_t)v, 1, (uint32_t)(r + 3 * c) | 1, 2});
    }
    want[B_TURN] = turned[1];
    want[B_TWICE] = twice[2];
}

/* @return results that are wrong */
static sl_index box_wrong(int level, sl_index league, sl_index m, sl_index n, int k)
{
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(league, m, n));
    sl_view *want = view_of("want", SL_INT64, RIGHT, SL_EXTENTS(league, B_ALL));
    sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(league, B_ALL));
    sl_view *told = view_of("wrong", SL_INT32, RIGHT, SL_EXTENTS(league));
    int64_t *e = SL_HOST_WRITE(int64_t, x), *w = SL_HOST_WRITE(int64_t, want);
    for (sl_index i = 0; i < league; i++) {
        for (sl_index q = 0; q < m * n; q++)
            e[i * m * n + q] = element(i, q, 1);
        box_plain(m, n, e + i * m * n, w + i * B_ALL);
    }
    must(sl_host_end(x));
    must(sl_host_end(want));
    const sl_policy p = way(k, league);
    must(level == 0   ? sl_launch(p, tm_box_results_team, m, n, x, want, y, told)
         : level == 1 ? sl_launch(p, tm_box_results_vector, m, n, x, want, y, told)
                      : sl_launch(p, tm_box_results_both, m, n, x, want, y, told));
    const sl_index wrong = wrong_of(y, want, told);
    sl_view *views[] = {x, want, y, told};
    for (int i = 0; i < 4; i++)
        sl_view_destroy(&views[i]);
    return wrong;
}

void test_box_results(void)
{
    static const sl_index extents[][2] = {{1, 1}, {3, 5}, {0, 4}, {7, 0}, {2, 130}, {65, 3}};
    for (int e = 0; e < 6; e++) {
        sl_index wrong = 0;
        FOR_WAYS(k)
        for (int level = 0; level < 3; level++)
            wrong += box_wrong(level, leagues[(k + e) % LEAGUES], extents[e][0], extents[e][1], k);
        is_int(wrong, 0, "results over boxes of %lld x %lld, by threads, lanes and both", (long long)extents[e][0],
               (long long)extents[e][1]);
    }
}

/* What scans leave of elements lo to hi - 1 of a row, and the row's totals. */
static void scans_plain(const int64_t *e, int32_t lo, int32_t hi, int64_t *left, int64_t total[4])
{
    int64_t least = INT64_MAX, at = INT64_MAX, sum = 0, t[4] = {1, 0, 0, 1};
    for (int32_t k = lo; k < hi; k++) {
        int64_t *const l = left + (sl_index)k * C_ALL;
        l[C_LEAST] = least;
        l[C_LEAST_AT] = at;
        l[C_TURN_BEFORE] = t[2];
        turn(t, (const uint32_t[]){(uint32_t)e[k], 1, (uint32_t)k | 1, 2});
        sum += 1000 * e[k] + 1;
        l[C_RE] = sum;
        l[C_TURN] = t[1];
        at = e[k] < least ? k : at;
        least = e[k] < least ? e[k] : least;
    }
    const int64_t totals[4] = {least, at, t[1], t[2]};
    memcpy(total, totals, sizeof totals);
}

/* @return elements and totals that are wrong */
static sl_index struct_scans_wrong(int level, sl_index league, int k)
{
    sl_view *row = make_rows(league, k);
    const int32_t n = last_of(row);
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(n)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(n, C_ALL));
    sl_view *due = view_of("due", SL_INT64, RIGHT, SL_EXTENTS(n, C_ALL));
    sl_view *want = view_of("want", SL_INT64, RIGHT, SL_EXTENTS(league, 4));
    sl_view *told = view_of("wrong", SL_INT32, RIGHT, SL_EXTENTS(league));
    const int32_t *r = SL_HOST_READ(int32_t, row);
    int64_t *e = SL_HOST_WRITE(int64_t, x), *w = SL_HOST_WRITE(int64_t, want), *d = SL_HOST_WRITE(int64_t, due);
    for (sl_index i = 0; i < league; i++) {
        for (int32_t j = r[i]; j < r[i + 1]; j++)
            e[j] = element(i, j, 1);
        scans_plain(e, r[i], r[i + 1], d, w + 4 * i);
    }
    sl_view *views[] = {row, x, want, due, y, told};
    for (int i = 0; i < 4; i++)
        must(sl_host_end(views[i]));
    const sl_policy p = way(k, league);
    must(level == 0   ? sl_launch(p, tm_struct_scans_team, row, x, want, y, told)
         : level == 1 ? sl_launch(p, tm_struct_scans_vector, row, x, want, y, told)
                      : sl_launch(p, tm_struct_scans_both, row, x, want, y, told));
    const sl_index wrong = wrong_of(y, due, told);
    for (int i = 0; i < 6; i++)
        sl_view_destroy(&views[i]);
    return wrong;
}

void test_struct_scans(void)
{
    static const char *const levels[] = {"threads", "lanes", "lanes of all threads"};
    for (int level = 0; level < 3; level++) {
        sl_index wrong = 0;
        for (int l = 0; l < LEAGUES; l++)
            FOR_WAYS(k)
        wrong += struct_scans_wrong(level, leagues[l], k + l);
        is_int(wrong, 0, "scans by minloc, sums of complex numbers and an SL_REDUCER, and totals, over %s",
               levels[level]);
    }
}
