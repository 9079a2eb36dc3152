/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the sources of tests/teams/team.c share: leagues, sizes of teams, policies. */
#ifndef STARLOOP_TESTS_TEAM_TESTING_H
#define STARLOOP_TESTS_TEAM_TESTING_H

#include "loop_testing.h"
#include "task/cores.h"
#include "team.h"

__attribute__((unused)) static const sl_index leagues[] = {0, 1, 7, 1000};
enum { LEAGUES = sizeof leagues / sizeof *leagues };

/** Threads of a team and lanes of a thread. On CPUs they change nothing. */
static const struct {
    int team, vector;
} sizes[] = {{0, 0}, {1, 1}, {3, 0}, {0, 32}, {32, 4}, {128, 0}, {3, 4}, {32, 32}, {1, 32}, {128, 1}, {5, 7}, {0, 100}};
enum { WAYS = sizeof sizes / sizeof *sizes };

/** @return lanes that a thread has where so many are asked for: a power of two. */
__attribute__((unused)) static int lanes_of(int vector)
{
    return vector >= 32 ? 32 : vector >= 16 ? 16 : vector >= 8 ? 8 : vector >= 4 ? 4 : vector >= 2 ? 2 : 1;
}

/** Policy number k: sizes, and on CPUs a schedule and a number of threads. On CPUs, but where STARLOOP_WHERE says
 *  otherwise. */
__attribute__((unused)) static sl_policy way(int k, sl_index league)
{
    static const sl_schedule schedules[] = {SL_AUTO, SL_SEQ, SL_DYNAMIC, SL_STATIC, SL_GUIDED, SL_SIMD};
    sl_policy p = SL_POLICY(.where = one_kind(), .league = league, .team = sizes[k % WAYS].team,
                            .vector = sizes[k % WAYS].vector);
    if (!on_gpu()) {
        p.schedule = schedules[k % 6];
        p.chunk = p.schedule == SL_DYNAMIC || p.schedule == SL_STATIC ? 3 : 0;
        sl__cpu_threads_override = 1 + k % 3;
    }
    p.synchronous = k % 4 == 3;
    return p;
}

/** A matrix whose element (i, j) is 1000 i + j. */
__attribute__((unused)) static sl_view *numbered(int layout, sl_index m, sl_index n)
{
    sl_view *x = view_of("x", SL_DOUBLE, layout, SL_EXTENTS(m, n));
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index i = 0; i < m; i++)
        for (sl_index j = 0; j < n; j++)
            p[place(x, (const sl_index[]){i, j})] = (double)(i * 1000 + j);
    must(sl_host_end(x));
    return x;
}

/** @return elements of y, n rows of m, that are not those of numbered(), transposed. */
__attribute__((unused)) static sl_index not_transposed(sl_view *y, sl_index m, sl_index n)
{
    const double *q = SL_HOST_READ(double, y);
    sl_index wrong = 0;
    for (sl_index i = 0; i < m; i++)
        for (sl_index j = 0; j < n; j++)
            wrong += q[place(y, (const sl_index[]){j, i})] != (double)(i * 1000 + j);
    must(sl_host_end(y));
    return wrong;
}

/** A line of small numbers. */
__attribute__((unused)) static sl_view *squares(sl_index n)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index i = 0; i < n; i++)
        p[i] = (double)(i * i % 19);
    must(sl_host_end(x));
    return x;
}

/** @return elements of y that are not the sums of those of squares() up to @p reach away. */
__attribute__((unused)) static sl_index smooth_differs(sl_view *y, sl_index n, sl_index reach)
{
    const double *q = SL_HOST_READ(double, y);
    sl_index wrong = 0;
    for (sl_index i = 0; i < n; i++) {
        double want = 0;
        for (sl_index j = i - reach; j <= i + reach; j++)
            want += j >= 0 && j < n ? (double)(j * j % 19) : 0;
        wrong += q[i] != want;
    }
    must(sl_host_end(y));
    return wrong;
}

/** @return the first rows of a matrix: lengths that are 0, 1, odd, and more than a team has threads; which member has
 * which goes by @p shift. */
sl_view *make_rows(sl_index league, int shift);
/** @return behind the last element of the last row. */
int32_t last_of(sl_view *row);
/** @return element @p k, of row @p i, a small number: a row is zero everywhere, or nowhere, or here and there. */
int64_t element(sl_index i, int64_t k, int is_signed);

/** The ways to try: the quick form leaves out every second one. */
#define FOR_WAYS(k_) for (int k_ = 0; k_ < WAYS; k_ += quick() ? 2 : 1)

void test_results(void);
void test_structs_in_teams(void);
void test_box_results(void);
void test_struct_scans(void);
void test_scratch(void);
void test_helpers(void);
void test_chains(void);

#endif
