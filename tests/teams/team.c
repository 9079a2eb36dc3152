/* SPDX-License-Identifier: BSD-3-Clause */
/* Teams: every word of a team kernel against plain C, for leagues, ranges, sizes of teams and vectors of any kind; and
 * launches among other loops. Results of the league are in team_results.c, structs and operators of a program's own in
 * team_structs.c, scratch and helpers in team_scratch.c, sequences in team_chains.c, misuse in team_misuse.c. */
#include <string.h>

#include "team_testing.h"

/* ---- rows of any length -------------------------------------------------------------------------------------- */

/* Rows that are empty, short, odd, and longer than a team; which member has which goes by `shift`. */
static int32_t row_length(sl_index i, int shift)
{
    static const int32_t lengths[] = {300, 0, 1, 37, 2, 33, 129};
    return lengths[(i + shift) % 7];
}

sl_view *make_rows(sl_index league, int shift)
{
    sl_view *row = view_of("row", SL_INT32, RIGHT, SL_EXTENTS(league + 1));
    int32_t *p = SL_HOST_WRITE(int32_t, row);
    p[0] = 0;
    for (sl_index i = 0; i < league; i++)
        p[i + 1] = p[i] + row_length(i, shift);
    must(sl_host_end(row));
    return row;
}

int32_t last_of(sl_view *row)
{
    const int32_t n = SL_HOST_READ(int32_t, row)[sl_view_extent(row, 0) - 1];
    must(sl_host_end(row));
    return n;
}

/* Row i is zero everywhere, or nowhere, or here and there. */
int64_t element(sl_index i, int64_t k, int is_signed)
{
    const int64_t any = (k * 7919 + i * 31 + k * k % 11) % 9;
    const int64_t value = i % 5 == 4 ? 0 : i % 3 == 0 ? 1 + any : any;
    return is_signed && k % 2 ? -value : value;
}

/* ---- loops ------------------------------------------------------------------------------------------------- */

/* @return how many notes and elements are not what they should be */
static sl_index visit_wrong(sl_view *note, sl_view *seen, sl_index league, sl_index n, sl_policy p)
{
    const int32_t *a = SL_HOST_READ(int32_t, note), *s = SL_HOST_READ(int32_t, seen);
    const int team = league > 0 ? a[NOTE_TEAM] : 0, vector = league > 0 ? a[NOTE_VECTOR] : 0;
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++, a += NOTES)
        wrong += a[NOTE_RANK] != i || a[NOTE_LEAGUE] != league || a[NOTE_TEAM] != team || a[NOTE_VECTOR] != vector ||
                 a[NOTE_SINGLES] != 1 || a[NOTE_VECTOR_SINGLES] != team || a[NOTE_BAD] != 0;
    for (sl_index k = 0; k < league * VISITS * n; k++)
        wrong += s[k] != 1;
    if (league > 0 && on_gpu() && p.where != SL_CPU)
        wrong += team < 1 || (p.team > 0 && team != p.team) || vector != lanes_of(p.vector);
    else if (league > 0)
        wrong += team != 1 || vector != 1;
    must(sl_host_end(note));
    must(sl_host_end(seen));
    return wrong;
}

static void test_visits(void)
{
    static const sl_index ranges[] = {0, 1, 37, 200};
    for (int l = 0; l < LEAGUES; l++) {
        const sl_index league = leagues[l];
        sl_index wrong = 0;
        FOR_WAYS(k)
        {
            const sl_index n = ranges[(k + l) % 4];
            sl_view *note = view_of("note", SL_INT32, RIGHT, SL_EXTENTS(league, NOTES));
            sl_view *seen = view_of("seen", SL_INT32, RIGHT, SL_EXTENTS(league, VISITS, n));
            const sl_policy p = way(k, league);
            must(sl_launch(p, tm_visit, n, note, seen));
            wrong += visit_wrong(note, seen, league, n, p);
            sl_view_destroy(&note);
            sl_view_destroy(&seen);
        }
        is_int(wrong, 0, "loops over threads, lanes and both visit each index once, singles are single; league %lld",
               (long long)league);
    }
}

static sl_index boxes_wrong(sl_index league, sl_index m, sl_index n, int k)
{
    sl_view *seen = view_of("seen", SL_INT32, RIGHT, SL_EXTENTS(league, 2, m, n));
    must(sl_launch(way(k, league), tm_boxes, m, n, seen));
    const int32_t *s = SL_HOST_READ(int32_t, seen);
    sl_index wrong = 0;
    for (sl_index q = 0; q < league * 2 * m * n; q++) {
        const sl_index h = q / (m * n) % 2, r = q / n % m;
        wrong += s[q] != (h == 0 ? 1 + 10 + 100 : (r == 1 ? 0 : 100) + 1000);
    }
    must(sl_host_end(seen));
    sl_view_destroy(&seen);
    return wrong;
}

static void test_boxes(void)
{
    static const sl_index extents[][2] = {{1, 1}, {3, 5}, {0, 4}, {7, 0}, {2, 130}, {65, 3}};
    for (int e = 0; e < 6; e++) {
        sl_index wrong = 0;
        FOR_WAYS(k)
        wrong += boxes_wrong(leagues[(k + e) % LEAGUES], extents[e][0], extents[e][1], k);
        is_int(wrong, 0, "loops over boxes visit each of %lld x %lld once", (long long)extents[e][0],
               (long long)extents[e][1]);
    }
}

/* Three levels: groups of threads, their threads, lanes. On CPUs a team is one group of one thread. */
static void test_groups(void)
{
    static const sl_index counts[] = {-1, 1, 2, 5, 1000};
    for (int c = 0; c < 5; c++) {
        sl_index wrong = 0;
        FOR_WAYS(k)
        {
            const sl_index league = leagues[(k + c) % LEAGUES], n[3] = {1 + k % 7, k % 3 * 16, 1 + k % 2 * 40};
            sl_view *seen = view_of("seen", SL_INT32, RIGHT, SL_EXTENTS(league, n[0], n[1], n[2]));
            sl_view *threads = view_of("threads", SL_INT32, RIGHT, SL_EXTENTS(league, n[0]));
            const sl_policy p = way(k, league);
            must(sl_launch(p, tm_groups, counts[c], seen, threads));
            const int32_t *s = SL_HOST_READ(int32_t, seen), *t = SL_HOST_READ(int32_t, threads);
            const sl_index team = on_gpu() ? p.team : 1, least = counts[c] < 1 ? 1 : counts[c];
            for (sl_index e = 0; e < league * n[0] * n[1] * n[2]; e++)
                wrong += s[e] != 1;
            for (sl_index e = 0; e < league * n[0] && team > 0; e++)
                wrong += t[e] != team / (least < team ? least : team);
            must(sl_host_end(seen));
            must(sl_host_end(threads));
            sl_view_destroy(&seen);
            sl_view_destroy(&threads);
        }
        is_int(wrong, 0, "%lld groups of threads share planes, their threads rows, lanes elements",
               (long long)counts[c]);
    }
}

/* A league of two or three indices against three plain loops; also beside .league, and empty. */
static void test_leagues(void)
{
    static const sl_index shapes[][3] = {{5, 7, 1}, {3, 1, 4}, {4, 3, 2}, {1, 1, 1}, {6, 0, 3}, {0, 2, 1}, {17, 1, 1}};
    for (int s = 0; s < 7; s++) {
        const sl_index *n = shapes[s], count = n[0] * n[1] * n[2];
        sl_index wrong = 0;
        FOR_WAYS(k)
        {
            sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(count, 7));
            sl_policy p = way(k, k % 2 ? count : 0);
            p.leagues = n[2] != 1   ? SL_EXTENTS(n[0], n[1], n[2])
                        : n[1] != 1 ? SL_EXTENTS(n[0], n[1])
                                    : SL_EXTENTS(n[0]);
            must(sl_launch(p, tm_leagues, y));
            const int64_t *v = SL_HOST_READ(int64_t, y);
            for (sl_index i = 0; i < n[0]; i++)
                for (sl_index j = 0; j < n[1]; j++)
                    for (sl_index l = 0; l < n[2]; l++, v += 7)
                        wrong += v[0] != i || v[1] != j || v[2] != l || v[3] != n[0] || v[4] != n[1] || v[5] != n[2] ||
                                 v[6] != j + count;
            must(sl_host_end(y));
            sl_view_destroy(&y);
        }
        is_int(wrong, 0, "a league of %lld x %lld x %lld", (long long)n[0], (long long)n[1], (long long)n[2]);
    }
}

/* ---- reductions -------------------------------------------------------------------------------------------- */

/* Results over elements lo to hi - 1 of row i, in whole numbers; those of an empty row are the identities, of which
 * min, max and band are the caller's. */
static void reduce_plain(sl_index i, int32_t lo, int32_t hi, int is_signed, int64_t want[RESULTS])
{
    int64_t sum = 0, prod = 1, least = INT64_MAX, most = INT64_MIN, zeros = 0, all = -1, any = 0, odd = 0;
    for (int32_t k = lo; k < hi; k++) {
        const int64_t x = element(i, k, is_signed);
        sum += x;
        prod *= k % 13 == 5 ? 2 : k % 3 == 1 ? -1 : 1;
        least = x < least ? x : least;
        most = x > most ? x : most;
        zeros += x == 0;
        all &= x;
        any |= x;
        odd ^= x;
    }
    const int64_t results[RESULTS] = {
        [SUM] = sum,      [PROD] = prod,      [MIN] = least, [MAX] = most, [LAND] = !zeros, [LOR] = hi - lo > zeros,
        [SUM_TEAM] = sum, [SUM_VECTOR] = sum, [BAND] = all,  [BOR] = any,  [BXOR] = odd};
    memcpy(want, results, sizeof results);
}

/* One function a type: fills views, launches tm_reduce_..., compares. @return results that are wrong */
#define REDUCE(T_, NAME_, TYPE_, SIGNED_, LARGEST_, SMALLEST_, COUNT_) \
    static sl_index reduce_##NAME_(sl_index league, int k) \
    { \
        sl_view *row = make_rows(league, k), *x = view_of("x", TYPE_, RIGHT, SL_EXTENTS(last_of(row))); \
        sl_view *want = view_of("want", TYPE_, k % LAYOUTS, SL_EXTENTS(league, RESULTS)); \
        sl_view *y = view_of("y", TYPE_, k % LAYOUTS, SL_EXTENTS(league, COUNT_)); \
        sl_view *told = view_of("wrong", SL_INT32, RIGHT, SL_EXTENTS(league)); \
        const int32_t *r = SL_HOST_READ(int32_t, row); \
        T_ *e = SL_HOST_WRITE(T_, x), *w = SL_HOST_WRITE(T_, want); \
        int64_t plain[RESULTS]; \
        for (sl_index i = 0; i < league; i++) { \
            for (int32_t j = r[i]; j < r[i + 1]; j++) \
                e[j] = (T_)element(i, j, SIGNED_); \
            reduce_plain(i, r[i], r[i + 1], SIGNED_, plain); \
            for (sl_index c = 0; c < RESULTS; c++) \
                w[place(want, (const sl_index[]){i, c})] = (T_)plain[c]; \
            if (r[i] == r[i + 1]) { \
                w[place(want, (const sl_index[]){i, MIN})] = LARGEST_; \
                w[place(want, (const sl_index[]){i, MAX})] = SMALLEST_; \
            } \
        } \
        must(sl_host_end(row)); \
        must(sl_host_end(x)); \
        must(sl_host_end(want)); \
        must(sl_launch(way(k, league), tm_reduce_##NAME_, row, x, want, y, told)); \
        const T_ *v = SL_HOST_READ(T_, y), *c = SL_HOST_READ(T_, want); \
        const int32_t *t = SL_HOST_READ(int32_t, told); \
        sl_index wrong = 0; \
        for (sl_index i = 0; i < league; i++) { \
            wrong += t[i] != 0; \
            for (sl_index d = 0; d < COUNT_; d++) { \
                const T_ got = v[place(y, (const sl_index[]){i, d})], \
                         plain_c = c[place(want, (const sl_index[]){i, d})]; \
                wrong += got < plain_c || got > plain_c; \
            } \
        } \
        must(sl_host_end(y)); \
        must(sl_host_end(want)); \
        must(sl_host_end(told)); \
        sl_view *const views[] = {row, x, want, y, told}; \
        for (int i = 0; i < 5; i++) \
            sl_view_destroy(&(sl_view *){views[i]}); \
        return wrong; \
    }
REDUCE(float, f32, SL_FLOAT, 1, INFINITY, -INFINITY, BAND)
REDUCE(double, f64, SL_DOUBLE, 1, (double)INFINITY, -(double)INFINITY, BAND)
REDUCE(int32_t, i32, SL_INT32, 1, INT32_MAX, INT32_MIN, RESULTS)
REDUCE(int64_t, i64, SL_INT64, 1, INT64_MAX, INT64_MIN, RESULTS)
REDUCE(uint64_t, u64, SL_UINT64, 0, UINT64_MAX, 0, RESULTS)

static void test_reductions(void)
{
#define TYPE(T_, NAME_) {#T_, reduce_##NAME_},
    static const struct {
        const char *name;
        sl_index (*run)(sl_index league, int k);
    } types[] = {TM_TYPES(TYPE)};
#undef TYPE
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        sl_index wrong = 0;
        for (int l = 0; l < LEAGUES; l++)
            FOR_WAYS(k)
        wrong += types[t].run(leagues[l], k + l);
        is_int(wrong, 0, "results of each operator of %s are those of plain C, in each thread", types[t].name);
    }
}

static double form_value(sl_index i, sl_index r, sl_index c)
{
    return (double)((i * 3 + r * 7 + c * 5) % 13) - 6;
}

/* left' a right, where left is 1, 2, ... and right 1, -1, 1, ... */
static double form_plain(sl_index i, sl_index m, sl_index n)
{
    double total = 0;
    for (sl_index c = 0; c < n; c++)
        for (sl_index r = 0; r < m; r++)
            total += (double)(r + 1) * form_value(i, r, c) * (c % 2 ? -1 : 1);
    return total;
}

static sl_index form_wrong(sl_index league, sl_index m, sl_index n, int k)
{
    sl_view *a = view_of("a", SL_DOUBLE, k % LAYOUTS, SL_EXTENTS(league, m, n));
    sl_view *left = view_of("left", SL_DOUBLE, RIGHT, SL_EXTENTS(m));
    sl_view *right = view_of("right", SL_DOUBLE, RIGHT, SL_EXTENTS(n)),
            *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(league));
    double *p = SL_HOST_WRITE(double, a), *l = SL_HOST_WRITE(double, left), *q = SL_HOST_WRITE(double, right);
    for (sl_index i = 0; i < league; i++)
        for (sl_index r = 0; r < m; r++)
            for (sl_index c = 0; c < n; c++)
                p[place(a, (const sl_index[]){i, r, c})] = form_value(i, r, c);
    for (sl_index r = 0; r < m; r++)
        l[r] = (double)(r + 1);
    for (sl_index c = 0; c < n; c++)
        q[c] = c % 2 ? -1 : 1;
    must(sl_host_end(a));
    must(sl_host_end(left));
    must(sl_host_end(right));
    must(sl_launch(way(k, league), tm_form, a, left, right, y));
    const double *v = SL_HOST_READ(double, y);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++)
        wrong += v[i] != form_plain(i, m, n);
    must(sl_host_end(y));
    sl_view *const views[] = {a, left, right, y};
    for (int i = 0; i < 4; i++)
        sl_view_destroy(&(sl_view *){views[i]});
    return wrong;
}

static void test_nested(void)
{
    sl_index wrong = 0;
    FOR_WAYS(k)
    {
        wrong += form_wrong(7, 9, 33, k);
        wrong += form_wrong(1, 130, 1, k + 1);
        wrong += form_wrong(50, 1, 40, k + 2);
    }
    is_int(wrong, 0, "sums over lanes in a sum over threads, of matrices in any layout");
}

/* ---- scans, broadcast -------------------------------------------------------------------------------------- */

static sl_index scan_wrong(sl_index league, int k)
{
    sl_view *row = make_rows(league, k);
    const int32_t n = last_of(row);
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(n)), *v = view_of("v", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    sl_view *sums = view_of("sums", SL_INT64, RIGHT, SL_EXTENTS(n));
    sl_view *most = view_of("most", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    sl_view *told = view_of("wrong", SL_INT32, RIGHT, SL_EXTENTS(league));
    int64_t *e = SL_HOST_WRITE(int64_t, x);
    double *d = SL_HOST_WRITE(double, v);
    for (int32_t j = 0; j < n; j++) {
        e[j] = element(0, j, 1);
        d[j] = (double)((j * 37) % 101) - 60;
    }
    must(sl_host_end(x));
    must(sl_host_end(v));
    must(sl_launch(way(k, league), tm_scan, row, x, v, sums, most, told));
    const int32_t *r = SL_HOST_READ(int32_t, row), *t = SL_HOST_READ(int32_t, told);
    const int64_t *s = SL_HOST_READ(int64_t, sums);
    const double *m = SL_HOST_READ(double, most);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++) {
        int64_t sum = 0;
        double largest = -(double)INFINITY;
        for (int32_t j = r[i]; j < r[i + 1]; j++) {
            wrong += s[j] != sum || m[j] < largest || m[j] > largest;
            sum += element(0, j, 1);
            largest = fmax(largest, (double)((j * 37) % 101) - 60);
        }
        wrong += t[i] != 0;
    }
    sl_view *views[] = {row, told, sums, most, x, v};
    for (int i = 0; i < 6; i++) {
        if (i < 4)
            must(sl_host_end(views[i]));
        sl_view_destroy(&views[i]);
    }
    return wrong;
}

/* By threads, lanes or both; what is before an element, what is up to it, the maximum before it, and the totals. */
static sl_index scans_wrong(int level, sl_index league, int way_k)
{
    sl_view *row = make_rows(league, way_k);
    const int32_t n = last_of(row);
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(n)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(n, 3));
    sl_view *want = view_of("want", SL_INT64, RIGHT, SL_EXTENTS(league, 2));
    sl_view *told = view_of("wrong", SL_INT32, RIGHT, SL_EXTENTS(league));
    const int32_t *r = SL_HOST_READ(int32_t, row);
    int64_t *e = SL_HOST_WRITE(int64_t, x), *w = SL_HOST_WRITE(int64_t, want), *o = SL_HOST_WRITE(int64_t, y);
    for (int32_t j = 0; j < n; j++)
        o[3 * j + 1] = 1;
    for (sl_index i = 0; i < league; i++) {
        w[2 * i] = 0;
        w[2 * i + 1] = INT32_MIN;
        for (int32_t j = r[i]; j < r[i + 1]; j++) {
            e[j] = element(i, j, 1);
            w[2 * i] += e[j];
            w[2 * i + 1] = e[j] > w[2 * i + 1] ? e[j] : w[2 * i + 1];
        }
    }
    sl_view *views[] = {row, x, want, y, told};
    for (int i = 0; i < 4; i++)
        must(sl_host_end(views[i]));
    const sl_policy p = way(way_k, league);
    must(level == 0   ? sl_launch(p, tm_scans_team, row, x, want, y, told)
         : level == 1 ? sl_launch(p, tm_scans_vector, row, x, want, y, told)
                      : sl_launch(p, tm_scans_both, row, x, want, y, told));
    r = SL_HOST_READ(int32_t, row);
    const int64_t *got = SL_HOST_READ(int64_t, y);
    const int32_t *t = SL_HOST_READ(int32_t, told);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++) {
        int64_t sum = 0, most = INT32_MIN;
        wrong += t[i] != 0;
        for (int32_t j = r[i]; j < r[i + 1]; j++) {
            const int64_t v = element(i, j, 1);
            wrong += got[3 * j] != sum || got[3 * j + 1] != sum + v || got[3 * j + 2] != most;
            sum += v;
            most = v > most ? v : most;
        }
    }
    for (int i = 0; i < 5; i++) {
        if (views[i] == row || views[i] == y || views[i] == told)
            must(sl_host_end(views[i]));
        sl_view_destroy(&views[i]);
    }
    return wrong;
}

static sl_index compact_wrong(sl_index league, int k)
{
    sl_view *row = make_rows(league, k);
    const int32_t n = last_of(row);
    sl_view *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(n)), *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(n));
    sl_view *count = view_of("count", SL_INT32, RIGHT, SL_EXTENTS(league));
    int64_t *e = SL_HOST_WRITE(int64_t, x);
    for (int32_t j = 0; j < n; j++)
        e[j] = element(j / 50, j, 1);
    must(sl_host_end(x));
    must(sl_launch(way(k, league), tm_compact, row, x, y, count));
    const int32_t *r = SL_HOST_READ(int32_t, row), *c = SL_HOST_READ(int32_t, count);
    const int64_t *got = SL_HOST_READ(int64_t, y);
    sl_index wrong = 0;
    for (sl_index i = 0; i < league; i++) {
        int32_t to = r[i];
        for (int32_t j = r[i]; j < r[i + 1]; j++)
            if (element(j / 50, j, 1) > 0)
                wrong += got[to++] != element(j / 50, j, 1);
        wrong += c[i] != to - r[i];
        for (; to < r[i + 1]; to++)
            wrong += got[to] != -1;
    }
    sl_view *views[] = {row, count, y, x};
    for (int i = 0; i < 4; i++) {
        if (i < 3)
            must(sl_host_end(views[i]));
        sl_view_destroy(&views[i]);
    }
    return wrong;
}

static void test_scans(void)
{
    sl_index scans = 0, compacts = 0, by[3] = {0};
    for (int l = 0; l < LEAGUES; l++)
        FOR_WAYS(k)
        {
            scans += scan_wrong(leagues[l], k + l);
            compacts += compact_wrong(leagues[l], k + l);
            for (int level = 0; level < 3; level++)
                by[level] += scans_wrong(level, leagues[l], k + l);
        }
    is_int(scans, 0, "sums and maxima before each element of a row");
    is_int(by[0], 0, "sums before and up to an element, and totals, over threads");
    is_int(by[1], 0, "the same over the lanes of each thread");
    is_int(by[2], 0, "the same over all lanes of all threads");
    is_int(compacts, 0, "a scan that puts the chosen elements of a row one behind another");
}

/* What thread `rank` has, or the last one. */
static void test_broadcast(void)
{
    sl_index wrong = 0;
    FOR_WAYS(k)
    for (sl_index rank = -1; rank < 3; rank++) {
        const sl_index league = leagues[k % LEAGUES];
        sl_view *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(league));
        sl_view *told = view_of("wrong", SL_INT32, RIGHT, SL_EXTENTS(league));
        const sl_policy p = way(k, league);
        must(sl_launch(p, tm_broadcast, rank, y, told));
        const int32_t *v = SL_HOST_READ(int32_t, y), *t = SL_HOST_READ(int32_t, told);
        for (sl_index i = 0; i < league; i++) {
            const int from = !on_gpu() ? 0 : p.team == 0 ? -1 : rank < 0 ? p.team - 1 : (int)rank % p.team;
            wrong += t[i] != 0 || (from >= 0 && v[i] != 1000 * i + from);
        }
        must(sl_host_end(y));
        must(sl_host_end(told));
        sl_view_destroy(&y);
        sl_view_destroy(&told);
    }
    is_int(wrong, 0, "what one thread has comes to all of its team");
}

int main(void)
{
    must(sl_init(NULL));
    test_visits();
    test_boxes();
    test_groups();
    test_leagues();
    test_reductions();
    test_nested();
    test_scans();
    test_broadcast();
    test_results();
    test_structs_in_teams();
    test_box_results();
    test_struct_scans();
    test_scratch();
    test_helpers();
    test_chains();
    must(sl_finalize());
    return done_testing();
}
