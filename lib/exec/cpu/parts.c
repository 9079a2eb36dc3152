/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/parts.h"

#include <string.h>

#include "exec/cpu/measured.h"
#include "kernel/blocks.h"

enum { MOST_PARTS = 4096 };

int sl__parts_override, sl__depth_override;

static sl_index parts_min(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static sl_index parts_max(sl_index a, sl_index b)
{
    return a > b ? a : b;
}

static sl_index parts_ceil_div(sl_index a, sl_index b)
{
    return (a + b - 1) / b;
}

/* ---- borders ------------------------------------------------------------------------------------------- */

static int follows(const sl__link *link)
{
    for (int i = 0; i < link->uses; i++)
        if (link->use[i].dim >= 0)
            return 1;
    return 0;
}

/* Whether all threads get a like share of a loop that is cut between its slabs. One index a slab, and nothing in it to
 * share out: no other cut would be better. */
static int shares_out(const sl__link *link, int threads)
{
    return link->slabs >= 2 * threads || (link->slabs >= threads && link->slab == 1 && link->units == 1) ||
           sl__parts_override > 0;
}

/* The loops that can be cut at common borders, and the range of indices that they cover together. Of a loop much
 * shorter than the longest, or beside it, one thread would have most: it is cut evenly instead. */
static int align(sl__parts *c, int threads, sl_index *lo, sl_index *hi)
{
    sl_index from = 0, to = 0; /* of the longest */
    for (int l = 0; l < c->count; l++)
        if (!c->link[l].alone && follows(&c->link[l]) && c->link[l].hi - c->link[l].lo > to - from) {
            from = c->link[l].lo;
            to = c->link[l].hi;
        }
    int aligned = 0;
    for (int l = 0; l < c->count; l++) {
        sl__link *link = &c->link[l];
        const sl_index common = parts_min(link->hi, to) - parts_max(link->lo, from);
        link->aligned = !link->alone && follows(link) && 2 * common > to - from && shares_out(link, threads);
        if (!link->aligned)
            continue;
        *lo = aligned ? parts_min(*lo, link->lo) : link->lo;
        *hi = aligned ? parts_max(*hi, link->hi) : link->hi;
        aligned++;
    }
    return aligned;
}

/* What one index of the cut dimension holds, over all views that are cut. */
static double bytes_of_index(const sl__parts *c, const sl__chain_view views[])
{
    uint64_t seen = 0;
    double bytes = 0;
    for (int l = 0; l < c->count; l++)
        for (int i = 0; c->link[l].aligned && i < c->link[l].uses; i++) {
            const sl__chain_use *use = &c->link[l].use[i];
            if (use->dim < 0 || (seen >> use->view & 1))
                continue;
            seen |= UINT64_C(1) << use->view;
            bytes += (double)views[use->view].bytes / (double)parts_max(views[use->view].n[use->dim], 1);
        }
    return bytes;
}

/* The cuts of a loop lie between two slabs: so far above the borders. */
static void set_shift(const sl__parts *c, sl__link *link)
{
    sl_index off = sl__block_behind(link->lo - link->before - c->origin, link->slab);
    int regular = c->granule % link->slab == 0;
    link->shift[0] = regular ? off : 0;
    link->shift[1] = regular ? off : link->slab - 1;
}

/* How far apart the loops that are cut have the same of a view, at most. More than that counts for nothing: parts would
 * have to be as large, and rather wait for all of such a loop. */
static sl_index apart_in(const sl__parts *c)
{
    sl_index lowest[SL__BATCH_VIEWS], highest[SL__BATCH_VIEWS], most = 0;
    uint64_t seen = 0;
    for (int l = 0; l < c->count; l++)
        for (int i = 0; c->link[l].aligned && i < c->link[l].uses; i++) {
            const sl__chain_use *use = &c->link[l].use[i];
            const uint64_t bit = UINT64_C(1) << use->view;
            if (use->dim < 0)
                continue;
            lowest[use->view] = seen & bit ? parts_min(lowest[use->view], use->shift) : use->shift;
            highest[use->view] = seen & bit ? parts_max(highest[use->view], use->shift) : use->shift;
            seen |= bit;
            const sl_index apart = highest[use->view] - lowest[use->view];
            most = apart <= SL__CHAIN_APART ? parts_max(most, apart) : most;
        }
    return most;
}

/* How far apart two iterations can be that touch a common element, one of the two writing it: no part should be
 * smaller. */
static sl_index span(const sl__parts *c)
{
    sl_index touched = 0, written = 0, shift = 0;
    for (int l = 0; l < c->count; l++) {
        if (!c->link[l].aligned)
            continue;
        shift = parts_max(shift, c->link[l].shift[1]);
        for (int i = 0; i < c->link[l].uses; i++) {
            const sl__chain_use *use = &c->link[l].use[i];
            if (use->dim < 0)
                continue;
            touched = parts_max(touched, use->width);
            if (use->access != SL_READ)
                written = parts_max(written, use->width);
        }
    }
    return touched + written + shift + apart_in(c);
}

/* Parts that are small enough for the cache, large enough to be worth starting, and enough for the threads: even where
 * they become smaller than the reach, and loops wait for all parts. */
static void choose_parts(sl__parts *c, int threads, size_t cache, double bytes, sl_index reach)
{
    double points = 1;
    for (int l = 0; l < c->count; l++)
        if (c->link[l].aligned)
            points = parts_max((sl_index)points, c->link[l].points / parts_max(c->link[l].hi - c->link[l].lo, 1));
    double wanted = (double)cache / (reach > 0 ? SL__CHAIN_PARTS_WITH_HALO : SL__CHAIN_PARTS_OWN);
    sl_index need = parts_max(parts_ceil_div(reach, c->granule), 1),
             most = parts_max(c->granules / need, parts_min(threads, c->granules));
    sl_index least = parts_max((sl_index)(SL__CHAIN_POINTS / points), 1), fits = (sl_index)(wanted / bytes);
    sl_index height = parts_max(parts_ceil_div(parts_max(fits, least), c->granule), need);
    sl_index parts = parts_max(parts_ceil_div(c->granules, height), threads);
    parts = parts_ceil_div(parts, threads) * threads;
    if (parts > most && most > threads)
        parts = most / threads * threads;
    if (sl__parts_override > 0)
        parts = sl__parts_override;
    c->parts = (int)parts_min(parts_min(parts, most), MOST_PARTS);
    c->least = c->granule * (c->granules / c->parts);
    double part = bytes * (double)c->least;
    c->depth = reach == 0 ? c->count
                          : (int)parts_max(SL__CHAIN_SHALLOWEST,
                                           parts_min(SL__CHAIN_DEEPEST,
                                                     (sl_index)(SL__CHAIN_DEPTH_SHARE * (double)cache / part) - 1));
    if (sl__depth_override > 0)
        c->depth = sl__depth_override;
}

static void choose_borders(sl__parts *c, const sl__chain_view views[], int threads, size_t cache)
{
    sl_index lo = 0, hi = 1;
    c->granule = 1;
    if (align(c, threads, &lo, &hi) == 0) {
        c->origin = 0;
        c->granules = c->parts = sl__parts_override > 0 ? sl__parts_override : threads;
        c->least = 1;
        c->depth = c->count;
        return;
    }
    c->origin = lo;
    for (int l = 0; l < c->count; l++)
        if (c->link[l].aligned)
            c->granule = parts_max(c->granule, c->link[l].slab);
    for (int l = 0; l < c->count; l++) /* borders where such slabs begin need no rows of others */
        if (c->link[l].aligned && c->link[l].before > 0 && c->link[l].slab == c->granule)
            c->origin = lo - sl__block_behind(lo - (c->link[l].lo - c->link[l].before), c->granule);
    c->granules = parts_ceil_div(hi - c->origin, c->granule);
    for (int l = 0; l < c->count; l++)
        if (c->link[l].aligned)
            set_shift(c, &c->link[l]);
    double bytes = bytes_of_index(c, views);
    choose_parts(c, threads, cache, bytes > 1 ? bytes : 1, span(c));
}

sl_index sl__parts_first(const sl__parts *c, int l, int p)
{
    const sl__link *link = &c->link[l];
    if (link->alone)
        return p == 0 ? 0 : link->slabs * link->units;
    if (!link->aligned)
        return link->slabs * link->units * p / c->parts;
    if (p == 0 || p == c->parts)
        return p == 0 ? 0 : link->slabs * link->units;
    sl_index border = c->origin + c->granule * (p * c->granules / c->parts);
    sl_index slab = border > link->lo ? parts_ceil_div(border - link->lo + link->before, link->slab) : 0;
    return parts_min(slab, link->slabs) * link->units;
}

/* ---- what depends on what ------------------------------------------------------------------------------ */

static const sl__chain_use *use_of(const sl__link *link, int view)
{
    for (int i = 0; i < link->uses; i++)
        if (link->use[i].view == view)
            return &link->use[i];
    return NULL;
}

/* Loop j, which comes before loop l, uses a view in a way that conflicts with l's. Both run over every part in order,
 * so the part itself needs no mark. @return an or of SL__NEEDS_* */
static int needs(const sl__parts *c, int l, int j, const sl__chain_use *mine)
{
    const sl__link *link = &c->link[l], *before = &c->link[j];
    const sl__chain_use *use = use_of(before, mine->view);
    if (mine->target && !use->target && !before->alone && !link->alone)
        return 0; /* the result is stored when all parts are done with l */
    sl_index width = mine->width + use->width, apart = mine->shift - use->shift;
    sl_index up = link->shift[1] - before->shift[0] + width + apart;
    sl_index down = before->shift[1] - link->shift[0] + width - apart;
    if (!link->aligned || !before->aligned || mine->dim < 0 || mine->dim != use->dim || up > c->least ||
        down > c->least)
        return SL__NEEDS_ALL;
    return (up > 0 ? SL__NEEDS_ABOVE : 0) | (down > 0 ? SL__NEEDS_BELOW : 0);
}

static void parts_depend(sl__parts *c, int l, int j, const sl__chain_use *mine)
{
    sl__link *link = &c->link[l];
    int what = needs(c, l, j, mine);
    if (what & SL__NEEDS_ALL) {
        link->whole |= UINT64_C(1) << j;
        c->link[j].counted = 1;
    }
    if (what & SL__NEEDS_ABOVE && link->above < j + 1)
        link->above = j + 1;
    if (what & SL__NEEDS_BELOW && link->below < j + 1)
        link->below = j + 1;
}

int sl__parts_need(const sl__parts *c, int l, int j)
{
    int what = 0;
    for (int i = 0; i < c->link[l].uses; i++) {
        const sl__chain_use *mine = &c->link[l].use[i], *use = use_of(&c->link[j], mine->view);
        if (use != NULL && (mine->access != SL_READ || use->access != SL_READ))
            what |= needs(c, l, j, mine);
    }
    return what;
}

static void depend_all(sl__parts *c, int l, uint64_t loops, const sl__chain_use *mine)
{
    for (; loops != 0; loops &= loops - 1)
        parts_depend(c, l, __builtin_ctzll(loops), mine);
}

/* A loop that writes a view waits for all before it that use it; what comes later need not look further back. */
static void find_dependencies(sl__parts *c)
{
    uint64_t writers[SL__BATCH_VIEWS] = {0}, readers[SL__BATCH_VIEWS] = {0};
    for (int l = 0; l < c->count; l++)
        for (int i = 0; i < c->link[l].uses; i++) {
            const sl__chain_use *use = &c->link[l].use[i];
            depend_all(c, l, writers[use->view], use);
            if (use->access == SL_READ) {
                readers[use->view] |= UINT64_C(1) << l;
                continue;
            }
            depend_all(c, l, readers[use->view], use);
            writers[use->view] = UINT64_C(1) << l;
            readers[use->view] = 0;
        }
}

void sl__parts_make(sl__parts *c, const sl__chain_view views[], int threads, size_t cache)
{
    for (int l = 0; l < c->count; l++) {
        sl__link *link = &c->link[l];
        link->aligned = link->below = link->above = link->counted = 0;
        link->shift[0] = link->shift[1] = 0;
        link->whole = 0;
    }
    choose_borders(c, views, threads, cache);
    find_dependencies(c);
}
