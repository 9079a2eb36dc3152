/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

/* The access that is found stands so many lines below. */
#define CK_LINE(NAME_, LINES_) int NAME_##_line = __LINE__ + LINES_;

/* ---- races: iteration `bad` touches the element of iteration `to` ------------------------------------------ */

CK_LINE(ck_line, 3)
SL_KERNEL(ck_line, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y))
{
    SL_AT(y, i == bad ? to : i) += 1;
}

CK_LINE(ck_plane, 3)
SL_KERNEL(ck_plane, (i, j), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 2, a))
{
    SL_AT(a, j == bad ? i + 1 : i, j == bad ? to : j) += 1;
}

CK_LINE(ck_helper, 3)
SL_FN void ck_add(SL_PARAM(double, 1, row), sl_index at)
{
    SL_AT(row, at) += 1;
}
SL_KERNEL(ck_sliced, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 2, a))
{
    SL_LET(half, SL_SUB(a, SL_PAIR(2, 8), SL_ALL));
    ck_add(SL_SUB(half, 3, SL_ALL), i == bad ? to : i);
}

CK_LINE(ck_pack, 3)
SL_KERNEL(ck_pack, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y, pack(2)))
{
    SL_AT(y, 1, i == bad ? to : i) += 1;
}

CK_LINE(ck_scan, 5)
SL_SCAN_KERNEL(ck_scan, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y), reduce(double, sum, s))
{
    *s += 1;
    if (SL_FINAL)
        SL_AT(y, i == bad ? to : i) += *s;
}

CK_LINE(ck_reduce, 4)
SL_KERNEL(ck_reduce, (i), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y), reduce(double, sum, s))
{
    *s += 1;
    SL_AT(y, i == bad ? to : i) += 1;
}

/* Rows are the own of i, but not of j. */
CK_LINE(ck_own, 4)
SL_KERNEL(ck_own, (i, j), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 1, y, own(0)))
{
    if ((i == bad && j == 1) || j == to)
        SL_AT(y, i) += 1;
}

CK_LINE(ck_team, 4)
SL_TEAM_KERNEL(ck_team, (t), scalar(sl_index, bad), scalar(sl_index, to), inout(double, 2, a))
{
    SL_TEAM_VECTOR_FOR(t, k, 0, SL_EXTENT(a, 1))
    SL_AT(a, SL_LEAGUE_RANK(t) == bad && k == 3 ? to : SL_LEAGUE_RANK(t), k) += 1;
}

/* ---- views of rank 0 ----------------------------------------------------------------------------------------- */

SL_KERNEL(ck_scalar, (i), inout(double, 0, x))
{
    SL_AT0(x) += (double)i;
}

SL_KERNEL(ck_scalar_atomic, (i), inout(double, 0, x, atomic))
{
    SL_AT0(x) += 1;
}

SL_KERNEL(ck_scalars, (i), inout(double, 0, x, pack(3)))
{
    SL_AT(x, 2) += (double)i;
}

SL_TEAM_KERNEL(ck_scalar_team, (t), inout(double, 0, x))
{
    SL_TEAM_SINGLE(t) SL_AT0(x) += 1;
}

SL_KERNEL(ck_scatters, (i), in(int32_t, 2, m, own(0, all), map), scatter(double, sum, 0, x))
{
    SL_SCATTER(x, (double)SL_AT(m, i, 0));
}

/* One element beyond what is declared, at some iteration. */
SL_KERNEL(ck_scatters_far, (i), scalar(int64_t, far), scatter(double, sum, 1, x, halo(2)))
{
    SL_SCATTER(x, i == 9 ? i + far : i - 2, 1.0);
}
SL_KERNEL(ck_scatters_own, (i, j), scalar(int64_t, far), scatter(double, sum, 2, x, own(1, 0)))
{
    SL_SCATTER(x, j, i == 3 && j == 2 ? i + far : i, 1.0);
}

/* ---- nests --------------------------------------------------------------------------------------------------- */

SL_NEST(ck_nest, (i, j), lambdas(1), inout(double, 0, x))
{
    SL_LAMBDA(0)
    SL_AT0(x) += (double)i;
}
SL_NEST_POLICY(ck_nest, shared, FOR(0, omp, FOR(1, seq, DO(0))))

/* Lambda 1 writes element `at` of its array in iteration (4, 2). */
CK_LINE(ck_room, 5)
SL_NEST(ck_room, (i, j), lambdas(3), scalar(sl_index, at), local_array(float, tile, 3, 4), local_array(char, odd, 3),
        inout(double, 1, y))
{
    SL_LAMBDA(0) for (int k = 0; k < 12; k++) tile[k / 4][k % 4] = (float)k;
    SL_LAMBDA(1)
    if (i == 4 && j == 2)
        (&tile[0][0])[at] = 1;
    SL_LAMBDA(2)
    {
        odd[0] = odd[2] = 1;
        if (j == 0)
            SL_AT(y, i) = (double)tile[2][3] + odd[2];
    }
}
SL_NEST_POLICY(ck_room, shared, FOR(0, omp, FOR(1, seq, DO(0, 1, 2))))
SL_NEST_POLICY(ck_room, alone, FOR(0, seq, FOR(1, seq, DO(0, 1, 2))))
SL_NEST_POLICY(ck_room, fresh, FOR(0, omp, INIT_LOCAL_MEM(stack, (tile, odd), FOR(1, seq, DO(0, 1, 2)))))
SL_NEST_POLICY(ck_room, simd, FOR(0, omp, FOR(1, simd, DO(0, 1, 2))))

/* ---- own elements that nobody writes --------------------------------------------------------------------------- */

SL_NEST(ck_fill, (i, j, k), lambdas(2), scalar(sl_index, bad), out(double, 2, a, own(0, 1)), out(int32_t, 1, y, own(0)))
{
    SL_LAMBDA(0)
    if (i * 16 + j != bad)
        SL_AT(a, i, j) = (double)k;
    SL_LAMBDA(1)
    if (i + bad != -2)
        SL_AT(y, i) = 1;
}
SL_NEST_POLICY(ck_fill, shared, FOR(0, omp, DO(1), FOR(1, seq, FOR(2, seq, DO(0)))))
SL_NEST_POLICY(ck_fill, alone, FOR(0, seq, DO(1), FOR(1, seq, FOR(2, seq, DO(0)))))
SL_NEST_POLICY(ck_fill, tiles, FOR(0, omp, DO(1)), TILE(0, fixed(3), omp, FOR(0, seq, FOR(1, seq, FOR(2, seq, DO(0))))))

SL_FN sl_index ck_back(const sl_index *x, const sl_index *n)
{
    return (n[0] - 1 - x[0]) * n[1] + x[1];
}
#define CK_LEFT(NAME_, ...) \
    SL_KERNEL(NAME_, (i, j), scalar(sl_index, bad), out(double, 2, a, __VA_ARGS__)) \
    { \
        if (i * 16 + j != bad) \
            SL_AT(a, i, j) = 1; \
    }
CK_LEFT(ck_left, own)
CK_LEFT(ck_blocked, own, layout(blocked))
CK_LEFT(ck_fixed, own, layout(blocked(4, 8)))
CK_LEFT(ck_morton, own, layout(morton))
CK_LEFT(ck_mapped, own, layout(ck_back))
