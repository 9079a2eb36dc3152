/* SPDX-License-Identifier: BSD-3-Clause */
#include "melt_parts.h"

#include <math.h>
#include <stdlib.h>

#include "../common/seconds.h"
#include "minimd_kernels.h"

/* The end of a phase, which is waited for where times are taken. */
static sl_status end_phase(struct md_melt *m, enum md_phase phase)
{
    if (!m->phases)
        return SL_SUCCESS;
    SL_TRY(sl_wait());
    const double t = seconds_now();
    m->counts.seconds[phase] += t - m->last;
    m->last = t;
    return SL_SUCCESS;
}

/* Sums over all processes. */
static sl_status sum_up(struct md_melt *m, double *value, int count)
{
    return m->others ? m->others->sum(m, value, count) : SL_SUCCESS;
}

/* --- the set-up ------------------------------------------------------------------------------------------------- */

static sl_status create_lists(struct md_melt *m, sl_index atoms, sl_index width)
{
    sl_view_destroy(&m->near);
    sl_view_destroy(&m->near_length);
    SL_TRY(sl_view_create("near length", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(atoms), &m->near_length));
    return sl_view_create("near", SL_INT32, m->layout, SL_EXTENTS(atoms, width), &m->near);
}

static sl_status create_views(struct md_melt *m)
{
    static const char *const vector[] = {"x", "v", "f", "sorted x", "sorted v", "shift"};
    static const char *const number[] = {"bin", "order", "source"};
    const sl_index ends = m->bin_count + 1;
    for (int k = 0; k < VECTORS; k++)
        SL_TRY(sl_view_create(vector[k], SL_DOUBLE, m->layout, SL_EXTENTS(m->room, 3), &m->vector[k]));
    for (int k = 0; k < NUMBERS; k++)
        SL_TRY(sl_view_create(number[k], SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(m->room), &m->number[k]));
    SL_TRY(sl_view_create("bin length", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(ends), &m->bin_length));
    SL_TRY(sl_view_create("bin start", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(ends), &m->bin_start));
    return create_lists(m, m->others ? m->own + m->own / 8 : m->own, m->problem.half ? 48 : 96);
}

/* Regions keep the old views: the step is recorded again, behind each set of lists. */
sl_status md_melt_make_room(struct md_melt *m, sl_index room)
{
    m->room = room;
    for (int k = 0; k < VECTORS; k++)
        SL_TRY(sl_view_resize(&m->vector[k], SL_EXTENTS(room, 3)));
    for (int k = 0; k < NUMBERS; k++)
        SL_TRY(sl_view_resize(&m->number[k], SL_EXTENTS(room)));
    return SL_SUCCESS;
}

/* Sums of the squares of velocities, and of their components. */
static sl_status sum_motion(struct md_melt *m, double v[4])
{
    SL_TRY(sl_reduce(md_motion, SL_RANGE(0, m->own), m->vector[V], &v[0], &v[1], &v[2], &v[3]));
    return sum_up(m, v, 4);
}

/* Random velocities without a mean, of the temperature at the start. */
static sl_status set_velocities(struct md_melt *m)
{
    const sl_space own = SL_RANGE(0, m->own);
    const double n = (double)m->atoms;
    double v[4]; /* squares, and the three components */
    SL_TRY(sum_motion(m, v));
    SL_TRY(sl_forall(md_adjust, own, v[1] / n, v[2] / n, v[3] / n, 1.0, m->vector[V]));
    SL_TRY(sum_motion(m, v));
    return sl_forall(md_adjust, own, 0.0, 0.0, 0.0, sqrt(MD_TEMPERATURE * (3 * n - 3) / v[0]), m->vector[V]);
}

/* --- lists ------------------------------------------------------------------------------------------------------ */

/* Bins of the first n atoms and ghosts; `order` has these bin by bin. The sort is stable, so there is one order. */
static sl_status sort_by_bin(struct md_melt *m, sl_index n)
{
    sl_view *bin = NULL, *order = NULL;
    SL_TRY(sl_forall(md_find_bins, SL_RANGE(0, n), m->bins, m->vector[X], m->number[BIN], m->number[ORDER]));
    sl_status status = sl_subview(m->number[BIN], &bin, SL_PAIR(0, n));
    if (status == SL_SUCCESS)
        status = sl_subview(m->number[ORDER], &order, SL_PAIR(0, n));
    if (status == SL_SUCCESS)
        status = sl_sort_pairs(bin, order);
    sl_view_destroy(&bin);
    sl_view_destroy(&order);
    return status;
}

/* Atoms that are near each other shall be so in memory. */
static sl_status sort_atoms(struct md_melt *m)
{
    SL_TRY(sl_forall(md_wrap, SL_RANGE(0, m->own), m->others ? 2 : 3, m->length, m->vector[X]));
    if (m->others)
        SL_TRY(m->others->migrate(m));
    SL_TRY(sort_by_bin(m, m->own));
    SL_TRY(sl_forall(md_gather, SL_RANGE(0, m->own), m->number[ORDER], m->vector[X], m->vector[V], m->vector[SORTED_X],
                     m->vector[SORTED_V]));
    SL_TRY(sl_view_swap(&m->vector[X], &m->vector[SORTED_X]));
    return sl_view_swap(&m->vector[V], &m->vector[SORTED_V]);
}

/* Dimension by dimension: images of images are those at edges and corners. */
static sl_status find_images(struct md_melt *m)
{
    m->held = m->own;
    if (m->others)
        SL_TRY(m->others->find_borders(m));
    m->all = m->held;
    for (int32_t d = m->others ? 1 : 2; d >= 0;) {
        int64_t found;
        SL_TRY(sl_reduce(md_find_images, SL_RANGE(0, m->all), m->held, m->all, d, m->length, m->vector[X],
                         m->number[SOURCE], m->vector[SHIFT], &found));
        if (m->all + found > m->room) {
            SL_TRY(md_melt_make_room(m, m->all + found + found / 4));
            continue; /* once more, now that all have room */
        }
        m->all += found;
        d--;
    }
    return SL_SUCCESS;
}

static sl_status find_neighbours(struct md_melt *m)
{
    int64_t all;
    int32_t most;
    if (m->own > sl_view_extent(m->near, 0))
        SL_TRY(create_lists(m, m->own + m->own / 8, sl_view_extent(m->near, 1)));
    SL_TRY(sort_by_bin(m, m->all));
    SL_TRY(SL_VIEW_FILL(int32_t, m->bin_length, 0));
    SL_TRY(sl_forall(md_count, SL_RANGE(0, m->all), m->number[BIN], m->bin_length));
    SL_TRY(sl_scan_exclusive(SL_SUM, 0, NULL, m->bin_length, m->bin_start));
    for (;;) {
        const int32_t half = m->problem.half;
        SL_TRY(sl_reduce(md_find_neighbours, SL_RANGE(0, m->own), m->bins, half, m->bin_start, m->number[ORDER],
                         m->vector[X], m->near, m->near_length, &most, &all));
        if (most <= sl_view_extent(m->near, 1))
            break;
        SL_TRY(create_lists(m, sl_view_extent(m->near, 0), most + most / 8));
    }
    double sum = (double)all;
    SL_TRY(sum_up(m, &sum, 1));
    m->counts.neighbours = sum / (double)m->atoms;
    return SL_SUCCESS;
}

/* --- steps ------------------------------------------------------------------------------------------------------ */

sl_status md_melt_find_forces(struct md_melt *m)
{
    const sl_space own = SL_RANGE(0, m->own);
    if (!m->problem.half)
        return sl_forall(md_forces, own, m->near, m->near_length, m->vector[X], m->vector[F]);
    SL_TRY(SL_VIEW_FILL(double, m->vector[F], 0.0));
    SL_TRY(sl_forall(md_half_forces, own, m->near, m->near_length, m->vector[X], m->vector[F]));
    SL_TRY(sl_forall(md_fold_images, SL_RANGE(m->held, m->all), m->number[SOURCE], m->vector[F]));
    return m->others ? m->others->fold_borders(m) : SL_SUCCESS;
}

static sl_status push(struct md_melt *m)
{
    SL_TRY(sl_forall(md_push, SL_RANGE(0, m->own), m->vector[F], m->vector[V], m->vector[X]));
    return end_phase(m, MD_MOVES);
}

static sl_status move_images(struct md_melt *m)
{
    if (m->others)
        SL_TRY(m->others->move_borders(m));
    SL_TRY(sl_forall(md_move_images, SL_RANGE(m->held, m->all), m->number[SOURCE], m->vector[SHIFT], m->vector[X]));
    return end_phase(m, MD_GHOSTS);
}

static sl_status make_lists(struct md_melt *m)
{
    SL_TRY(sort_atoms(m));
    SL_TRY(end_phase(m, MD_MOVES));
    SL_TRY(find_images(m));
    SL_TRY(end_phase(m, MD_GHOSTS));
    SL_TRY(find_neighbours(m));
    return end_phase(m, MD_LISTS);
}

static sl_status pull(struct md_melt *m)
{
    SL_TRY(md_melt_find_forces(m));
    SL_TRY(end_phase(m, MD_FORCES));
    SL_TRY(sl_forall(md_pull, SL_RANGE(0, m->own), m->vector[F], m->vector[V]));
    return end_phase(m, MD_MOVES);
}

static sl_status make_step(struct md_melt *m)
{
    SL_TRY(push(m));
    SL_TRY(move_images(m));
    return pull(m);
}

/* The loops of a step, as one task. New lists have other numbers of images, so each set has its recording. */
static sl_status record_step(struct md_melt *m)
{
    sl_region_destroy(&m->step);
    SL_TRY(sl_region_begin(&m->step));
    const sl_status status = make_step(m), ended = sl_region_end(m->step);
    return status != SL_SUCCESS ? status : ended;
}

sl_status md_melt_run(struct md_melt *m, long steps)
{
    const double start = m->last = seconds_now();
    for (long s = 0; s < steps; s++) {
        if (++m->steps % MD_EVERY == 0) {
            SL_TRY(push(m));
            SL_TRY(make_lists(m));
            SL_TRY(pull(m));
            m->counts.builds++;
            sl_region_destroy(&m->step);
        } else if (m->phases || m->others) { /* a recording has no messages in it */
            SL_TRY(make_step(m));
        } else {
            if (!m->step)
                SL_TRY(record_step(m));
            SL_TRY(sl_region_run(m->step));
        }
    }
    SL_TRY(sl_wait());
    m->counts.all_seconds += seconds_now() - start;
    return SL_SUCCESS;
}

static sl_status start(struct md_melt *m, int64_t first)
{
    SL_TRY(create_views(m));
    SL_TRY(sl_forall(md_place, SL_RANGE(0, m->own), first, m->problem.cells, m->vector[X], m->vector[V]));
    SL_TRY(set_velocities(m));
    SL_TRY(make_lists(m));
    SL_TRY(md_melt_find_forces(m));
    return sl_wait();
}

sl_status md_melt_create_part(const struct md_problem *problem, sl_layout layout, int phases,
                              const struct md_part *part, struct md_melt **melt)
{
    struct md_melt *m = calloc(1, sizeof *m);
    if (!m)
        return SL_ERR_MEMORY;
    const int64_t layer = 4 * problem->cells * problem->cells;
    m->problem = *problem;
    m->layout = layout;
    m->length = (double)problem->cells * MD_SPACING;
    m->atoms = layer * problem->cells;
    m->own = layer * (part->end - part->first);
    m->lo = (double)part->first * MD_SPACING;
    m->hi = (double)part->end * MD_SPACING;
    m->others = part->others;
    m->self = part->self;
    const double from[3] = {0, 0, m->lo}, length[3] = {m->length, m->length, m->hi - m->lo};
    m->bins = md_bins_of(from, length);
    m->bin_count = (sl_index)m->bins.count[0] * m->bins.count[1] * m->bins.count[2];
    m->room = (sl_index)(1.1 * MD_DENSITY * pow(m->length + 2 * MD_REACH, 2) * (m->hi - m->lo + 2 * MD_REACH));
    const sl_status status = start(m, layer * part->first);
    m->phases = phases;
    if (status == SL_SUCCESS)
        *melt = m;
    else
        md_melt_destroy(&m);
    return status;
}

sl_status md_melt_create(const struct md_problem *problem, sl_layout layout, int phases, struct md_melt **melt)
{
    const struct md_part whole = {.first = 0, .end = problem->cells};
    return md_melt_create_part(problem, layout, phases, &whole, melt);
}

sl_status md_melt_measure(struct md_melt *m, struct md_summary *summary)
{
    const double n = (double)m->atoms, share = m->problem.half ? 1.0 : 0.5, volume = pow(m->length, 3);
    double v[4], pairs[2]; /* as sum_motion(); energy and virial */
    SL_TRY(sum_motion(m, v));
    SL_TRY(sl_reduce(md_pairs, SL_RANGE(0, m->own), m->near, m->near_length, m->vector[X], &pairs[0], &pairs[1]));
    SL_TRY(sum_up(m, pairs, 2));
    const struct md_summary s = {.temperature = v[0] / (3 * n - 3),
                                 .pair = share * pairs[0] / n,
                                 .total = (share * pairs[0] + 0.5 * v[0]) / n,
                                 .pressure = (v[0] + share * pairs[1]) / (3 * volume),
                                 .momentum = {v[1], v[2], v[3]}};
    *summary = s;
    return SL_SUCCESS;
}

struct md_counts md_melt_counts(const struct md_melt *m)
{
    return m->counts;
}

void md_melt_destroy(struct md_melt **melt)
{
    struct md_melt *m = *melt;
    if (!m)
        return;
    sl_region_destroy(&m->step);
    for (int k = 0; k < VECTORS; k++)
        sl_view_destroy(&m->vector[k]);
    for (int k = 0; k < NUMBERS; k++)
        sl_view_destroy(&m->number[k]);
    sl_view_destroy(&m->bin_length);
    sl_view_destroy(&m->bin_start);
    sl_view_destroy(&m->near);
    sl_view_destroy(&m->near_length);
    free(m);
    *melt = NULL;
}
