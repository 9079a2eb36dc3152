/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases waits, ...: one loop, then sl_wait(). A triad of 5 us to 5 ms, and four kinds of short loops of
 * RAJAPerf, of which the last two gather from the corners of zones of a mesh of bricks. */
#include <math.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "zone.h"

static const double factor = 0.5;

/* ---- a triad ------------------------------------------------------------------------------------------- */

static sl_status create_triad(struct bench_state *s)
{
    static const char *const label[3] = {"b", "c", "a"};
    s->outputs = 1;
    for (int v = 0; v < 3; v++)
        SL_TRY(bench_add_view(s, label[v], SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return SL_SUCCESS;
}

static sl_status queue_triad(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_triad_kernel, SL_RANGE(0, s->n), factor, s->view[0], s->view[1], s->view[2]);
}

static int call_triad(struct bench_state *s)
{
    native_triad(s->n, factor, s->host[0], s->host[1], s->host[2]);
    return 0;
}

/* Contents number v + 1 in the views that are read, no result in the others. */
static void fill(struct bench_state *s)
{
    for (int v = 0; v < s->count; v++)
        bench_fill(s->host[v], sl_view_size(s->view[v]), v < s->count - s->outputs ? (unsigned)v + 1 : 0);
}

/* Whether output number @p o of a loop is want(i), for all i. */
static long compare(struct bench_state *s, const char *side, int o,
                    double (*want)(const struct bench_state *s, int o, sl_index i))
{
    const double *const got = s->host[s->count - s->outputs + o];
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++)
        if (!(got[i] == want(s, o, i)))
            bench_report(wrong++, side, "an output", i, got[i], want(s, o, i));
    return wrong;
}

static double want_triad(const struct bench_state *s, int o, sl_index i)
{
    (void)s, (void)o;
    return bench_value((uint64_t)i, 1) + factor * bench_value((uint64_t)i, 2);
}

static long wrong_triad(struct bench_state *s, const char *side)
{
    return compare(s, side, 0, want_triad);
}

static double bytes_triad(sl_index n)
{
    return 24.0 * (double)n;
}

/* ---- eight copies -------------------------------------------------------------------------------------- */

static sl_status create_copy8(struct bench_state *s)
{
    s->outputs = 8;
    for (int v = 0; v < 16; v++)
        SL_TRY(bench_add_view(s, v < 8 ? "from" : "to", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return SL_SUCCESS;
}

static sl_status queue_copy8(struct bench_state *s)
{
    sl_view *const *const v = s->view;
    return sl_forall_with(s->policy, bench_copy8_kernel, SL_RANGE(0, s->n), v[0], v[1], v[2], v[3], v[4], v[5], v[6],
                          v[7], v[8], v[9], v[10], v[11], v[12], v[13], v[14], v[15]);
}

static int call_copy8(struct bench_state *s)
{
    native_copy8(s->n, s->host, s->host + 8);
    return 0;
}

static double want_copy8(const struct bench_state *s, int o, sl_index i)
{
    (void)s;
    return bench_value((uint64_t)i, (unsigned)o + 1);
}

static long wrong_copy8(struct bench_state *s, const char *side)
{
    long wrong = 0;
    for (int o = 0; o < 8; o++)
        wrong += compare(s, side, o, want_copy8);
    return wrong;
}

/* ---- an exponential and a division --------------------------------------------------------------------- */

static sl_status queue_planck(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_planck_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1], s->view[2]);
}

static int call_planck(struct bench_state *s)
{
    native_planck(s->n, s->host[0], s->host[1], s->host[2]);
    return 0;
}

/* The contents of v are 1 or more: else the result is infinite, or no number. */
static void fill_planck(struct bench_state *s)
{
    fill(s);
    for (sl_index i = 0; i < s->n; i++)
        s->host[1][i] += 1;
}

static double want_planck(const struct bench_state *s, int o, sl_index i)
{
    (void)s, (void)o;
    return bench_value((uint64_t)i, 1) / (exp((bench_value((uint64_t)i, 2) + 1) / 1024) - 1);
}

static long wrong_planck(struct bench_state *s, const char *side)
{
    return compare(s, side, 0, want_planck);
}

/* ---- zones --------------------------------------------------------------------------------------------- */

/* Zones along a side of the smallest cube with so many. */
static sl_index side(sl_index n)
{
    sl_index side = 1;
    while (side * side * side < n)
        side++;
    return side;
}

/* From a corner to the next one. */
static sl_index row_of(const struct bench_state *s)
{
    return side(s->n) + 1;
}

static sl_index plane_of(const struct bench_state *s)
{
    return row_of(s) * row_of(s);
}

/* The first corner of a zone. */
static sl_index first_of(const struct bench_state *s, sl_index k)
{
    const sl_index m = side(s->n);
    return k % m + k / m % m * row_of(s) + k / (m * m) * plane_of(s);
}

/* Views: the zones, so many values at the corners, the result. */
static sl_status create_zones(struct bench_state *s, int values)
{
    const sl_index corners = row_of(s) * plane_of(s);
    s->outputs = 1;
    SL_TRY(bench_add_view_of(s, "zone", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    for (int v = 0; v < values; v++)
        SL_TRY(bench_add_view(s, "x", SL_LAYOUT_RIGHT, SL_EXTENTS(corners)));
    return bench_add_view(s, "result", SL_LAYOUT_RIGHT, SL_EXTENTS(s->n));
}

static int32_t *zones(const struct bench_state *s)
{
    return bench_integers(s->host[0]);
}

static void fill_zones(struct bench_state *s)
{
    for (sl_index k = 0; k < s->n; k++)
        zones(s)[k] = (int32_t)first_of(s, k);
    for (int v = 1; v < s->count; v++)
        bench_fill(s->host[v], sl_view_size(s->view[v]), v < s->count - 1 ? (unsigned)v : 0);
}

static sl_status create_corners(struct bench_state *s)
{
    return create_zones(s, 1);
}

static sl_status queue_corners(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_corners_kernel, SL_RANGE(0, s->n), row_of(s), plane_of(s), s->view[0],
                          s->view[1], s->view[2]);
}

static int call_corners(struct bench_state *s)
{
    native_corners(s->n, row_of(s), plane_of(s), zones(s), s->host[1], s->host[2]);
    return 0;
}

static double want_corners(const struct bench_state *s, int o, sl_index k)
{
    double sum = 0;
    (void)o;
    for (int c = 0; c < 8; c++)
        sum += bench_value((uint64_t)(first_of(s, k) + (c & 1) + (c >> 1 & 1) * row_of(s) + (c >> 2) * plane_of(s)), 1);
    return sum;
}

static long wrong_corners(struct bench_state *s, const char *side)
{
    return compare(s, side, 0, want_corners);
}

static sl_status create_volume(struct bench_state *s)
{
    return create_zones(s, 3);
}

static sl_status queue_volume(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_volume_kernel, SL_RANGE(0, s->n), row_of(s), plane_of(s), s->view[0],
                          s->view[1], s->view[2], s->view[3], s->view[4]);
}

static int call_volume(struct bench_state *s)
{
    native_volume(s->n, row_of(s), plane_of(s), zones(s), s->host[1], s->host[2], s->host[3], s->host[4]);
    return 0;
}

/* Six times the volume of the tetrahedron of the origin and three corners. */
static int64_t tetrahedron(int64_t a[3][8], int i, int j, int k)
{
    return a[0][i] * (a[1][j] * a[2][k] - a[2][j] * a[1][k]) + a[1][i] * (a[2][j] * a[0][k] - a[0][j] * a[2][k]) +
           a[2][i] * (a[0][j] * a[1][k] - a[1][j] * a[0][k]);
}

/* By its faces: a bilinear one encloses the mean of what its two pairs of triangles do. */
static double want_volume(const struct bench_state *s, int o, sl_index k)
{
    static const int face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    const sl_index corner[8] = ZONE_CORNERS(first_of(s, k), row_of(s), plane_of(s));
    int64_t a[3][8], sum = 0;
    (void)o;
    for (int d = 0; d < 3; d++)
        for (int c = 0; c < 8; c++)
            a[d][c] = (int64_t)bench_value((uint64_t)corner[c], (unsigned)d + 1);
    for (int f = 0; f < 6; f++) {
        const int *const g = face[f];
        sum += tetrahedron(a, g[0], g[1], g[2]) + tetrahedron(a, g[0], g[2], g[3]) + tetrahedron(a, g[0], g[1], g[3]) +
               tetrahedron(a, g[1], g[2], g[3]);
    }
    return (double)sum;
}

static long wrong_volume(struct bench_state *s, const char *side)
{
    return compare(s, side, 0, want_volume);
}

/* ---- the cases ----------------------------------------------------------------------------------------- */

const struct bench_case bench_waits = {.name = "waits",
                                       .what = "a triad that is waited for",
                                       .unit = "elements",
                                       .sizes = {{10000, 30000, 100000, 300000, 1000000, 4000000}, {0}},
                                       .smallest = 1,
                                       .waits = 1,
                                       .bytes = bytes_triad,
                                       .create = create_triad,
                                       .fill = fill,
                                       .queue = queue_triad,
                                       .native = call_triad,
                                       .wrong = wrong_triad};
const struct bench_case bench_waits_copy8 = {.name = "waits_copy8",
                                             .what = "eight arrays are copied into eight others, waited for",
                                             .unit = "elements",
                                             .sizes = {{10000, 160000}, {0}},
                                             .smallest = 1,
                                             .waits = 1,
                                             .create = create_copy8,
                                             .fill = fill,
                                             .queue = queue_copy8,
                                             .native = call_copy8,
                                             .wrong = wrong_copy8};
const struct bench_case bench_waits_planck = {.name = "waits_planck",
                                              .what = "u / (exp(v) - 1) over three arrays, waited for",
                                              .unit = "elements",
                                              .sizes = {{10000, 160000}, {0}},
                                              .smallest = 1,
                                              .waits = 1,
                                              .create = create_triad,
                                              .fill = fill_planck,
                                              .queue = queue_planck,
                                              .native = call_planck,
                                              .wrong = wrong_planck};
const struct bench_case bench_waits_corners = {.name = "waits_corners",
                                               .what = "a sum over the corners of each zone, waited for",
                                               .unit = "zones",
                                               .sizes = {{10000, 160000}, {0}},
                                               .smallest = 1,
                                               .waits = 1,
                                               .create = create_corners,
                                               .fill = fill_zones,
                                               .queue = queue_corners,
                                               .native = call_corners,
                                               .wrong = wrong_corners};
const struct bench_case bench_waits_volume = {.name = "waits_volume",
                                              .what = "volumes of hexahedra from their corners, waited for",
                                              .unit = "zones",
                                              .sizes = {{10000, 160000}, {0}},
                                              .smallest = 1,
                                              .waits = 1,
                                              .create = create_volume,
                                              .fill = fill_zones,
                                              .queue = queue_volume,
                                              .native = call_volume,
                                              .wrong = wrong_volume};
