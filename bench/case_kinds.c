/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases waits_integers, ...: kinds of loops of RAJAPerf, each one loop, then sl_wait(). */
#include "bench.h"
#include "kernels.h"
#include "kinds.h"
#include "native.h"

/* Rows of the largest square with n elements at most. */
static sl_index rows_of(const struct bench_state *s)
{
    sl_index rows = 1;
    while ((rows + 1) * (rows + 1) <= s->n)
        rows++;
    return rows;
}

/* Contents number v + 1 in the views that are read, no result in the others. */
static void fill_kind(struct bench_state *s)
{
    for (int v = 0; v < s->count; v++)
        bench_fill(s->host[v], sl_view_size(s->view[v]), v < s->count - s->outputs ? (unsigned)v + 1 : 0);
}

static double value(sl_index i, unsigned view)
{
    return bench_value((uint64_t)i, view + 1);
}

/* Whether element i of output number @p o is @p want; counts and reports. */
static long differs(struct bench_state *s, const char *side, int o, sl_index i, double want, long before)
{
    const double got = s->host[s->count - s->outputs + o][i];
    if (!(got == want))
        bench_report(before, side, "an output", i, got, want);
    return !(got == want);
}

/* ---- reductions of integers ------------------------------------------------------------------------------ */

static int32_t *whole(const struct bench_state *s, int v)
{
    return bench_integers(s->host[v]);
}

static sl_status create_integers(struct bench_state *s)
{
    s->outputs = 3;
    SL_TRY(bench_add_view_of(s, "x", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    for (int v = 0; v < 3; v++)
        SL_TRY(bench_add_view_of(s, "result", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS()));
    return SL_SUCCESS;
}

/* Away from 0, where a minimum that begins there would be seen. */
static void fill_integers(struct bench_state *s)
{
    for (sl_index i = 0; i < s->n; i++)
        whole(s, 0)[i] = (int32_t)value(i, 0) + 5;
    for (int v = 1; v < 4; v++)
        *whole(s, v) = 0;
}

static sl_status queue_integers(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_integers_kernel, SL_RANGE(0, s->n), s->view[0], SL_INTO(s->view[1]),
                          SL_INTO(s->view[2]), SL_INTO(s->view[3]));
}

static int call_integers(struct bench_state *s)
{
    int32_t result[3];
    native_integers(s->n, whole(s, 0), result);
    for (int v = 0; v < 3; v++)
        *whole(s, v + 1) = result[v];
    return 0;
}

static long wrong_integers(struct bench_state *s, const char *side)
{
    int64_t want[3] = {0, INT32_MAX, INT32_MIN};
    for (sl_index i = 0; i < s->n; i++) {
        const int64_t v = (int64_t)value(i, 0) + 5;
        want[0] += v;
        want[1] = v < want[1] ? v : want[1];
        want[2] = v > want[2] ? v : want[2];
    }
    long wrong = 0;
    for (int r = 0; r < 3; r++)
        if (*whole(s, r + 1) != want[r])
            bench_report(wrong++, side, "a result", r, *whole(s, r + 1), (double)want[r]);
    return wrong;
}

/* ---- a two-dimensional sweep ----------------------------------------------------------------------------- */

static sl_status create_squares(struct bench_state *s, int count, int outputs)
{
    const sl_index n = rows_of(s);
    s->outputs = outputs;
    for (int v = 0; v < count; v++)
        SL_TRY(bench_add_view(s, "square", SL_LAYOUT_RIGHT, SL_EXTENTS(n, n)));
    return SL_SUCCESS;
}

static sl_status create_sweep(struct bench_state *s)
{
    return create_squares(s, 6, 2);
}

static sl_status queue_sweep(struct bench_state *s)
{
    const sl_index n = rows_of(s);
    return sl_forall_with(s->policy, bench_sweep_kernel, SL_BOX(1, n - 1, 1, n - 1), s->view[0], s->view[1], s->view[2],
                          s->view[3], s->view[4], s->view[5]);
}

static int call_sweep(struct bench_state *s)
{
    native_sweep(rows_of(s), s->host[0], s->host[1], s->host[2], s->host[3], s->host[4], s->host[5]);
    return 0;
}

/* As differences of fluxes through the four sides, each by itself. */
static long wrong_sweep(struct bench_state *s, const char *side)
{
    const sl_index n = rows_of(s);
    long wrong = 0;
    for (sl_index i = 1; i < n - 1; i++)
        for (sl_index j = 1; j < n - 1; j++)
            for (int o = 0; o < 2; o++) {
                const sl_index p = i * n + j, beside[4] = {p + 1, p - 1, p - n, p + n};
                const double by[4] = {value(p, 0), -value(p - 1, 0), -value(p, 2), value(p + n, 2)};
                double want = 0;
                for (int f = 0; f < 4; f++)
                    want += by[f] * (value(p, o == 0 ? 1 : 3) - value(beside[f], 1));
                wrong += differs(s, side, o, p, want, wrong);
            }
    return wrong;
}

/* ---- sums of columns -------------------------------------------------------------------------------------- */

static sl_status create_columns(struct bench_state *s)
{
    SL_TRY(create_squares(s, 1, 1));
    SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(rows_of(s))));
    return bench_add_view(s, "y", SL_LAYOUT_RIGHT, SL_EXTENTS(rows_of(s)));
}

static sl_status queue_columns(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_columns_kernel, SL_RANGE(0, rows_of(s)), s->view[0], s->view[1], s->view[2]);
}

static int call_columns(struct bench_state *s)
{
    native_columns(rows_of(s), s->host[0], s->host[1], s->host[2]);
    return 0;
}

static long wrong_columns(struct bench_state *s, const char *side)
{
    const sl_index n = rows_of(s);
    long wrong = 0;
    for (sl_index j = 0; j < n; j++) {
        double want = 0;
        for (sl_index i = n; i-- > 0;)
            want += value(i * n + j, 0) * value(i, 1);
        wrong += differs(s, side, 0, j, want, wrong);
    }
    return wrong;
}

/* ---- matrices of elements ---------------------------------------------------------------------------------- */

/* As many elements as have n entries. */
static sl_index elements_of(const struct bench_state *s)
{
    const sl_index elements = s->n / (KINDS_NODES * KINDS_NODES);
    return elements > 0 ? elements : 1;
}

static sl_status create_mass(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view(s, "weight", SL_LAYOUT_RIGHT, SL_EXTENTS(KINDS_NODES)));
    SL_TRY(bench_add_view(s, "d", SL_LAYOUT_RIGHT, SL_EXTENTS(elements_of(s), KINDS_NODES)));
    return bench_add_view(s, "m", SL_LAYOUT_RIGHT, SL_EXTENTS(elements_of(s), KINDS_NODES, KINDS_NODES));
}

static sl_status queue_mass(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_mass_kernel, SL_RANGE(0, elements_of(s)), s->view[0], s->view[1],
                          s->view[2]);
}

static int call_mass(struct bench_state *s)
{
    native_mass(elements_of(s), s->host[0], s->host[1], s->host[2]);
    return 0;
}

static long wrong_mass(struct bench_state *s, const char *side)
{
    const sl_index all = KINDS_NODES * KINDS_NODES;
    long wrong = 0;
    for (sl_index e = 0; e < elements_of(s) * all; e++) {
        const sl_index k = e / all, r = e / KINDS_NODES % KINDS_NODES, c = e % KINDS_NODES;
        const double want = value(r, 0) * value(c, 0) * value(k * KINDS_NODES + r, 1) * value(k * KINDS_NODES + c, 1);
        wrong += differs(s, side, 0, e, want, wrong);
    }
    return wrong;
}

/* ---- branches ---------------------------------------------------------------------------------------------- */

static sl_status create_branches(struct bench_state *s)
{
    s->outputs = 1;
    for (int v = 0; v < 3; v++)
        SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return SL_SUCCESS;
}

static sl_status queue_branches(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_branches_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1], s->view[2]);
}

static int call_branches(struct bench_state *s)
{
    native_branches(s->n, s->host[0], s->host[1], s->host[2]);
    return 0;
}

static long wrong_branches(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        double want = value(i, 0);
        if (want < 256)
            want *= value(i, 1);
        else if (want > 768)
            want -= value(i, 1);
        else
            want += 1;
        wrong += differs(s, side, 0, i, want, wrong);
    }
    return wrong;
}

/* ---- a product in tiles, by teams ---------------------------------------------------------------------------- */

static sl_status create_tiles(struct bench_state *s)
{
    return create_squares(s, 3, 1);
}

static sl_status queue_tiles(struct bench_state *s)
{
    const sl_index tiles = (rows_of(s) + KINDS_TILE - 1) / KINDS_TILE;
    sl_policy policy = s->policy;
    policy.league = tiles * tiles;
    policy.team = policy.vector = KINDS_TILE;
    return sl_launch(policy, bench_tiles_kernel, s->view[0], s->view[1], s->view[2]);
}

static int call_tiles(struct bench_state *s)
{
    native_tiles(rows_of(s), s->host[0], s->host[1], s->host[2]);
    return 0;
}

static long wrong_tiles(struct bench_state *s, const char *side)
{
    const sl_index n = rows_of(s);
    long wrong = 0;
    for (sl_index i = 0; i < n; i++)
        for (sl_index j = 0; j < n; j++) {
            double want = 0;
            for (sl_index k = 0; k < n; k++)
                want += value(i * n + k, 0) * value(k * n + j, 1);
            wrong += differs(s, side, 0, i * n + j, want, wrong);
        }
    return wrong;
}

/* ---- the cases ----------------------------------------------------------------------------------------------- */

#define KIND(NAME_, FILL_, LEAST_, WHAT_) \
    const struct bench_case bench_waits_##NAME_ = {.name = "waits_" #NAME_, \
                                                   .what = WHAT_ ", waited for", \
                                                   .unit = "elements", \
                                                   .sizes = {{10000, 160000}, {0}}, \
                                                   .smallest = LEAST_, \
                                                   .waits = 1, \
                                                   .create = create_##NAME_, \
                                                   .fill = FILL_, \
                                                   .queue = queue_##NAME_, \
                                                   .native = call_##NAME_, \
                                                   .wrong = wrong_##NAME_}
KIND(integers, fill_integers, 1, "sum, minimum and maximum of integers");
KIND(sweep, fill_kind, 9, "a sweep over the points of a square with six arrays");
KIND(columns, fill_kind, 1, "a transposed square times a vector, an iteration a column");
KIND(mass, fill_kind, 1, "8 x 8 matrices of elements");
KIND(branches, fill_kind, 1, "one of three formulas by conditions");
KIND(tiles, fill_kind, 1, "a product in tiles, by teams with scratch arrays");
