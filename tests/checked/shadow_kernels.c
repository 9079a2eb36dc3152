/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

/* ---- over nothing --------------------------------------------------------------------------------------- */

SL_KERNEL(sh_set, (i), out(int32_t, 1, y, own))
{
    SL_AT(y, i) = 1;
}

SL_KERNEL(sh_set_row, (i), out(int32_t, 2, y, own(0, all)))
{
    for (sl_index j = 0; j < SL_EXTENT(y, 1); j++)
        SL_AT(y, i, j) = 1;
}

SL_KERNEL(sh_set_2, (i, j), out(int32_t, 2, y, own))
{
    SL_AT(y, i, j) = 1;
}

/* Each row is written by the iterations of the second dimension, of which there may be none. */
SL_KERNEL(sh_set_first, (i, j), out(int32_t, 1, y, own(0)))
{
    if (j == 0)
        SL_AT(y, i) = 1;
}

SL_KERNEL(sh_reduce, (i), out(int32_t, 1, y, own), reduce(int32_t, sum, s))
{
    SL_AT(y, i) = 1;
    *s += 1;
}

SL_SCAN_KERNEL(sh_scan, (i), out(int32_t, 1, y, own), reduce(int32_t, sum, s))
{
    *s += 1;
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

SL_TEAM_KERNEL(sh_team, (team), out(int32_t, 1, y, own))
{
    SL_AT(y, SL_LEAGUE_RANK(team)) = 1;
}

/* ---- where ------------------------------------------------------------------------------------------------ */

/* The access that is found stands so many lines below. */
#define SH_LINE(NAME_, LINES_) int NAME_##_line = __LINE__ + LINES_;

SL_FN sl_index sh_helper(SL_PARAM(double, 1, y), sl_index i)
{
    return SL_AT(y, 0) == 123 ? 0 : i;
}

/* The index comes from a helper, which touches another element in another line. */
SH_LINE(sh_bounds, 3)
SL_KERNEL(sh_bounds, (i), scalar(sl_index, bad), inout(double, 1, y))
{
    SL_AT(y, sh_helper(SL_PASS(y), i == bad ? 1000 : i)) = 1;
}

SH_LINE(sh_reach, 3)
SL_KERNEL(sh_reach, (i), scalar(sl_index, bad), inout(double, 1, y, own))
{
    SL_AT(y, i == bad ? 0 : i) = 1;
}

SH_LINE(sh_slice, 3)
SL_KERNEL(sh_slice, (i), scalar(sl_index, bad), in(double, 2, a), inout(double, 1, y, own))
{
    SL_LET(row, SL_SUB(a, i == bad ? 1000 : 0, SL_ALL));
    SL_AT(y, i) = SL_AT(row, 0);
}

/* ---- a list that has an index twice ------------------------------------------------------------------------ */

SH_LINE(sh_twice, 3)
SL_KERNEL(sh_twice, (i), inout(double, 1, y, own))
{
    SL_AT(y, i) += 1;
}

/* ---- scatter beside its map -------------------------------------------------------------------------------- */

SH_LINE(sh_beside, 4)
SL_KERNEL(sh_beside, (i), scalar(sl_index, bad), in(int32_t, 2, m, own(0, all), map), scatter(double, sum, 1, force))
{
    SL_SCATTER(force, SL_AT(m, i, 0), 2.0);
    SL_SCATTER(force, i == bad ? 0 : SL_AT(m, i, 1), 1.0);
}

/* What the numbers of a row stand for: other elements, but each for its own. */
SL_KERNEL(sh_stands, (i), in(int32_t, 2, m, own(0, all), map), scatter(double, sum, 1, force))
{
    for (int k = 0; k < 2; k++)
        SL_SCATTER(force, (7 * (sl_index)SL_AT(m, i, k) + 1) % SL_EXTENT(force, 0), 1.0);
}

/* One element for all of them. */
SL_KERNEL(sh_meet, (i), in(int32_t, 2, m, own(0, all), map), scatter(double, sum, 2, force))
{
    SL_SCATTER(force, 5, 3, 1.0);
}

/* ---- nests ------------------------------------------------------------------------------------------------- */

SH_LINE(sh_nest, 7)
SL_NEST(sh_nest, (i, j), lambdas(4), inout(double, 2, a), inout(double, 1, y))
{
    SL_LAMBDA(0)
    SL_AT(a, i, j) += 1;
    SL_LAMBDA(1)
    {
        SL_AT(y, j) += 1;
    }
    SL_LAMBDA(2)
    SL_AT(y, i) += 1;
    SL_LAMBDA(3)
    if (i > 0 && j > 0)
        SL_AT(a, i, j) = SL_AT(a, i - 1, j) + SL_AT(a, i, j - 1) + 1;
}
SL_NEST_POLICY(sh_nest, race_level, FOR(0, omp, FOR(1, seq, DO(1))))
SL_NEST_POLICY(sh_nest, race_dealt, FOR(0, omp_dynamic(2), FOR(1, seq, DO(1))))
SL_NEST_POLICY(sh_nest, race_tile, TILE(0, fixed(3), omp, FOR(0, seq, FOR(1, seq, DO(1)))))
SL_NEST_POLICY(sh_nest, race_collapse, COLLAPSE(omp, (1, 0), DO(1)))
SL_NEST_POLICY(sh_nest, race_turns, FOR(1, seq, FOR(0, omp, DO(1))))
SL_NEST_POLICY(sh_nest, race_nowait, FOR(0, omp_nowait, FOR(1, seq, DO(0))), FOR(1, omp, FOR(0, seq, DO(0))))
SL_NEST_POLICY(sh_nest, race_rows, FOR(0, omp, FOR(1, seq, DO(3))))
SL_NEST_POLICY(sh_nest, none_rows, FOR(0, omp, FOR(1, seq, DO(2), DO(0)), FOR(1, seq, DO(2))))
SL_NEST_POLICY(sh_nest, none_phases, FOR(0, omp, FOR(1, seq, DO(2))), FOR(1, omp, FOR(0, seq, DO(1))))
SL_NEST_POLICY(sh_nest, none_tiles, TILE(1, fixed(4), omp, FOR(0, seq, FOR(1, seq, DO(1)))))
SL_NEST_POLICY(sh_nest, none_planes, HYPERPLANE(0, (1), omp, DO(3)))
SL_NEST_POLICY(sh_nest, none_alone, FOR(0, omp, FOR(1, seq, DO(0))), FOR(0, seq, FOR(1, seq, DO(1))),
               FOR(0, omp, FOR(1, seq, DO(2))))
SL_NEST_POLICY(sh_nest, none_nowait, FOR(0, omp_nowait, FOR(1, seq, DO(2))), FOR(0, omp, FOR(1, seq, DO(2))))
SL_NEST_POLICY(sh_nest, none_seq, FOR(0, seq, FOR(1, seq, DO(1), DO(3))))

/* ---- views without strides --------------------------------------------------------------------------------- */

SL_FN sl_index sh_back(const sl_index *x, const sl_index *n)
{
    return (n[0] - 1 - x[0]) * n[1] + x[1];
}

#define SH_TURNED(NAME_, ...) \
    SL_KERNEL(NAME_, (i, j), inout(double, 2, a, __VA_ARGS__)) \
    { \
        SL_AT(a, j, i) += 1 + SL_AT(a, i, j); \
    } \
    SL_KERNEL(NAME_##_own, (i, j), inout(double, 2, a, own, __VA_ARGS__)) \
    { \
        SL_AT(a, i, j) += 1; \
    }
SH_TURNED(sh_blocked, layout(blocked))
SH_TURNED(sh_fixed, layout(blocked(4, 8)))
SH_TURNED(sh_morton, layout(morton))
SH_TURNED(sh_mapped, layout(sh_back))

/* All iterations write in one row of block (1, 1). */
SL_KERNEL(sh_block, (i), inout(double, 2, a, layout(blocked)))
{
    SL_LET(block, SL_BLOCK(a, 1, 1));
    SL_LET(row, SL_SUB(block, 2, SL_ALL));
    SL_AT(row, 1) += (double)i;
}
