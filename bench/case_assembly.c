/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Case assembly: n x n x n hexahedra add their 8 x 8 matrices to a sparse one, of up to 27 entries a row.
 *
 * Both sides know of each element its corners and where its entries stand. Values are whole numbers, so that no order
 * of additions matters. */
#include <stdlib.h>

#include "bench.h"
#include "kernels.h"
#include "native.h"

enum { CORNERS = 8, ENTRIES = CORNERS * CORNERS };

static sl_index assembly_elements(const struct bench_state *s)
{
    return s->n * s->n * s->n;
}

/* Neighbours of point x of a line of n + 1 points, itself among them, and the first of them. */
static sl_index neighbours(sl_index n, sl_index x, sl_index *first)
{
    *first = x > 0 ? x - 1 : 0;
    return (x < n ? x + 1 : n) - *first + 1;
}

/* Entries of all rows before that of a point. */
static sl_index row_begin(sl_index n, sl_index x, sl_index y, sl_index z)
{
    const sl_index all = 3 * n + 1; /* of a line: 2 + 3 (n - 1) + 2 */
    sl_index first;
    const sl_index of_y = neighbours(n, y, &first), of_z = neighbours(n, z, &first);
    const sl_index before_x = x > 0 ? 3 * x - 1 : 0, before_y = y > 0 ? 3 * y - 1 : 0, before_z = z > 0 ? 3 * z - 1 : 0;
    return (before_z * all + of_z * before_y) * all + of_z * of_y * before_x;
}

/* Where the entry of two points that share an element stands. */
static sl_index entry_of(sl_index n, const sl_index a[3], const sl_index b[3])
{
    sl_index first[3];
    const sl_index of_x = neighbours(n, a[0], &first[0]), of_y = neighbours(n, a[1], &first[1]);
    (void)neighbours(n, a[2], &first[2]);
    return row_begin(n, a[0], a[1], a[2]) + ((b[2] - first[2]) * of_y + b[1] - first[1]) * of_x + b[0] - first[0];
}

static void point_of(sl_index n, sl_index e, int corner, sl_index at[3])
{
    at[0] = e % n + corner % 2;
    at[1] = e / n % n + corner / 2 % 2;
    at[2] = e / n / n + corner / 4;
}

static sl_index entries_of(const struct bench_state *s)
{
    const sl_index all = 3 * s->n + 1;
    return all * all * all;
}

static sl_status create_assembly(struct bench_state *s)
{
    const sl_index elements = assembly_elements(s);
    s->outputs = 1;
    SL_TRY(bench_add_view_of(s, "corner", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(elements, CORNERS)));
    SL_TRY(bench_add_view_of(s, "place", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(elements, ENTRIES)));
    SL_TRY(bench_add_view(s, "local", SL_LAYOUT_RIGHT, SL_EXTENTS(ENTRIES)));
    SL_TRY(bench_add_view(s, "factor", SL_LAYOUT_RIGHT, SL_EXTENTS(elements)));
    return bench_add_view(s, "value", SL_LAYOUT_RIGHT, SL_EXTENTS(entries_of(s)));
}

static int32_t *numbers(const struct bench_state *s, int view)
{
    return bench_integers(s->host[view]);
}

static void fill_assembly(struct bench_state *s)
{
    const sl_index n = s->n, elements = assembly_elements(s), entries = entries_of(s);
#pragma omp parallel for schedule(static)
    for (sl_index e = 0; e < elements; e++)
        for (int a = 0; a < CORNERS; a++) {
            sl_index from[3], to[3];
            point_of(n, e, a, from);
            numbers(s, 0)[e * CORNERS + a] = (int32_t)((from[2] * (n + 1) + from[1]) * (n + 1) + from[0]);
            for (int b = 0; b < CORNERS; b++) {
                point_of(n, e, b, to);
                numbers(s, 1)[e * ENTRIES + a * CORNERS + b] = (int32_t)entry_of(n, from, to);
            }
        }
    bench_fill(s->host[2], ENTRIES, 1);
    bench_fill(s->host[3], elements, 2);
#pragma omp parallel for schedule(static)
    for (sl_index k = 0; k < entries; k++)
        s->host[4][k] = 0;
}

static sl_status queue_assembly(struct bench_state *s)
{
    return sl_forall_with(s->policy, bench_assembly_kernel, SL_RANGE(0, assembly_elements(s)), s->view[0], s->view[1],
                          s->view[2], s->view[3], s->view[4]);
}

static int call_assembly(struct bench_state *s)
{
    return native_assembly(assembly_elements(s), (s->n + 1) * (s->n + 1) * (s->n + 1), entries_of(s), numbers(s, 0),
                           numbers(s, 1), s->host[2], s->host[3], s->host[4]);
}

static long wrong_assembly(struct bench_state *s, const char *side)
{
    const sl_index elements = assembly_elements(s), entries = entries_of(s);
    long wrong = 0;
    double *want = calloc((size_t)entries, sizeof *want);
    if (want == NULL)
        return 1;
    for (sl_index e = 0; e < elements; e++)
        for (int k = 0; k < ENTRIES; k++)
            want[numbers(s, 1)[e * ENTRIES + k]] += bench_value((uint64_t)k, 1) * bench_value((uint64_t)e, 2);
    for (sl_index k = 0; k < entries; k++)
        if (s->host[4][k] != want[k] * (double)s->applied)
            bench_report(wrong++, side, "value", k, s->host[4][k], want[k] * (double)s->applied);
    free(want);
    return wrong;
}

const struct bench_case bench_assembly = {.name = "assembly",
                                          .what = "hexahedra add their matrices to a sparse one; twin: the best of "
                                                  "atomics, copies and colours",
                                          .unit = "elements along a side",
                                          .sizes = {{64, 0}, {0, 0}},
                                          .smallest = 1,
                                          .create = create_assembly,
                                          .fill = fill_assembly,
                                          .queue = queue_assembly,
                                          .native = call_assembly,
                                          .wrong = wrong_assembly};
