/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed views: made, and opened block by block. */
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "data/spread.h"
#include "mpi/blocks.h"
#include "mpi/starpu_mpi.h"

/* ---- checks -------------------------------------------------------------------------------------------------- */

static sl_status check_shape(const char *function, const sl_layout *layout, const sl_extents *extents)
{
    if (layout->kind != SL__LAYOUT_RIGHT || layout->pad != 0 || layout->firsts != 0)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: layout: expected SL_LAYOUT_RIGHT, whose rows lie one after another, got another", function);
    if (extents->rank < 1 || extents->rank > SL_MAX_RANK)
        return SL_FAIL(SL_ERR_RANK, "%s: extents: expected 1 to %d, got %d", function, SL_MAX_RANK, extents->rank);
    for (int d = 0; d < extents->rank; d++)
        if (extents->n[d] < 1)
            return SL_FAIL(SL_ERR_EXTENT, "%s: extents: expected 1 or more in dimension %d, got %" PRId64, function, d,
                           extents->n[d]);
    return SL_SUCCESS;
}

/* @param[out] count  [SL_MAX_RANK] blocks along each dimension */
static sl_status check_blocks(const char *function, const sl_extents *extents, const sl_blocks *blocks, int count[])
{
    int any = 0, cuts = 0;
    int64_t all = 1;
    for (int d = 0; d < SL_MAX_RANK; d++) {
        const sl_index most = d < extents->rank ? extents->n[d] : 1;
        if (blocks->n_[d] < 0)
            return SL_FAIL(SL_ERR_ARGUMENT, "%s: blocks: expected 0 or more in dimension %d, got %d", function, d,
                           blocks->n_[d]);
        if (blocks->n_[d] > most)
            return SL_FAIL(SL_ERR_ARGUMENT,
                           "%s: blocks: expected at most %" PRId64 " in dimension %d, one for each index, got %d",
                           function, most, d, blocks->n_[d]);
        any |= blocks->n_[d];
        count[d] = blocks->n_[d] > 0 ? blocks->n_[d] : 1;
        cuts += count[d] > 1;
        all = all > SL__SPLIT_MOST ? all : all * count[d];
    }
    if (!any)
        count[0] = sl__spread_blocks(extents, sl_mpi_size());
    if (all > SL__SPLIT_MOST)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: blocks: expected at most %d in all, got more", function, SL__SPLIT_MOST);
    if (cuts > SL__SPREAD_CUTS)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: blocks: expected several along at most %d dimensions, got several along %d", function,
                       SL__SPREAD_CUTS, cuts);
    return SL_SUCCESS;
}

/* ---- making them --------------------------------------------------------------------------------------------- */

static sl_status make_view(const char *function, const char *label, sl_type type, const sl_layout *layout,
                           const sl_extents *extents, const sl_blocks *blocks, sl_view **view)
{
    const int64_t number = sl__spread_number(); /* whatever comes of it here */
    int count[SL_MAX_RANK];
    if (view == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: view: expected where to put the view, got NULL", function);
    SL_TRY(check_shape(function, layout, extents));
    SL_TRY(check_blocks(function, extents, blocks, count));
    return sl__spread_create(function, label, type, extents, count, number, view);
}

sl_status sl_mpi_view_create(const char *label, sl_type type, sl_layout layout, sl_extents extents, sl_blocks blocks,
                             sl_view **view)
{
    SL__CALL();
    static const char function[] = "sl_mpi_view_create";
    sl_view *made = NULL;
    SL_TRY(sl__mpi_here(function));
    uint64_t hash = sl__spread_mix(0, &type, sizeof type);
    hash = sl__spread_mix(hash, extents.n,
                          (size_t)(extents.rank < 0 || extents.rank > SL_MAX_RANK ? 0 : extents.rank) *
                              sizeof extents.n[0]);
    sl__spread_called(sl__spread_mix(hash, blocks.n_, sizeof blocks.n_), function, NULL, label ? label : "view");
    sl_status status = make_view(function, label, type, &layout, &extents, &blocks, view != NULL ? &made : NULL);
    status = sl__spread_agree(function, status, NULL, 0);
    if (status != SL_SUCCESS) {
        if (made != NULL)
            sl_view_destroy(&made);
        return status;
    }
    *view = made;
    return SL_SUCCESS;
}

/* ---- block by block ------------------------------------------------------------------------------------------ */

/* That a rank has: the first one. */
static int most_blocks(const sl__spread *spread)
{
    return (spread->grid->parts + spread->ranks - 1) / spread->ranks;
}

int sl_mpi_blocks(const sl_view *view)
{
    SL__CALL();
    static const char function[] = "sl_mpi_blocks";
    if (sl__runtime_check(function) != SL_SUCCESS || sl__view_check_live(view, function, "view") != SL_SUCCESS)
        return -1;
    return view->spread != NULL ? most_blocks(view->spread) : 1;
}

sl_status sl_mpi_local(sl_view *view, int number, sl_view **local)
{
    SL__CALL();
    static const char function[] = "sl_mpi_local";
    sl_status status;
    sl__spread *spread = sl__spread_find(view, function, "view", &status);
    if (spread == NULL)
        return status;
    uint64_t hash = sl__spread_mix((uint64_t)spread->number, function, sizeof function);
    sl__spread_called(sl__spread_mix(hash, &number, sizeof number), function, NULL, view->label);
    if (local == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: local: expected where to put the view, got NULL", function);
    if (number < 0 || number >= most_blocks(spread))
        return SL_FAIL_OF(
            SL_ERR_ARGUMENT, sl__view_made(view),
            "%s: number: expected a block from 0 to %d, of which each rank has as many of \"%s\" at most, "
            "got %d",
            function, most_blocks(spread) - 1, view->label, number);
    *local = sl__spread_share(spread, number);
    return SL_SUCCESS;
}
