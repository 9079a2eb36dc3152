/* SPDX-License-Identifier: BSD-3-Clause */
/* Making distributed views. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "data/create.h"
#include "data/edges.h"
#include "data/memory.h"
#include "data/spread.h"
#include "kernel/blocks.h"

enum {
    ROOM_ROWS = 16,  /* room beside a block, for halos, */
    BLOCKS_LEAST = 2 /* and for the rest of a block of a reduction, whose rows may be shorter than the view's */
};

/* Rows of a reduction's block at most, of whichever kind: of loops over all rows, or over few. */
static sl_index block_rows(const sl_extents *extents)
{
    sl_space all = {.rank = extents->rank};
    sl__blocks blocks[3];
    sl_index most = 1;
    memcpy(all.hi, extents->n, sizeof all.hi);
    sl__blocks_make(&all, SL__BLOCKS_IN_ORDER, &blocks[0]);
    sl__blocks_make(&all, SL__BLOCKS_OF_LANES, &blocks[1]);
    all.hi[0] = 1;
    sl__blocks_make(&all, SL__BLOCKS_OF_LANES, &blocks[2]);
    for (int k = 0; k < 3; k++)
        most = blocks[k].extent[0] > most ? blocks[k].extent[0] : most;
    return most;
}

int sl__spread_blocks(const sl_extents *extents, int ranks)
{
    const sl_index most = extents->n[0] / (BLOCKS_LEAST * block_rows(extents));
    return most < 1 ? 1 : most < ranks ? (int)most : ranks;
}

/* Room on either side of each block. */
static sl_index room_rows(const sl_extents *extents)
{
    const sl_index rows = BLOCKS_LEAST * block_rows(extents), least = rows < ROOM_ROWS ? ROOM_ROWS : rows;
    return least < extents->n[0] ? least : extents->n[0];
}

/* A block of this rank's, and where the view would begin as seen from it. */
static sl_status make_own_block(const char *function, sl__spread *spread, int number)
{
    sl_view *const v = spread->view;
    sl__grid_part *part = &spread->grid->part[number];
    sl_extents extents = {.rank = v->rank};
    sl_layout layout = SL_LAYOUT_RIGHT;
    memcpy(extents.n, v->n, sizeof extents.n);
    extents.n[0] = part->hi[0] - part->lo[0];
    layout.firsts = v->rank;
    layout.first[0] = part->lo[0];
    SL_TRY(sl__view_create_apart(function, v->label, v->type, &layout, &extents,
                                 sl__edges_room_bytes(v, 0, spread->room), &spread->block[spread->own]));
    part->block = spread->block[spread->own++];
    part->block->is_block = 1;
    part->stretch[SL__STRETCH_PART].handle = part->block->handle;
    v->data = (void *)((uintptr_t)part->block->data - (uintptr_t)part->offset * v->elem);
    return SL_SUCCESS;
}

/* The record, with as many blocks as this rank has. */
static sl_status make_record(const char *function, sl_view *v, int blocks, sl_index room, int64_t number)
{
    const int count[SL_MAX_RANK] = {blocks, 1, 1, 1, 1, 1}, rank = sl__ranks_now()->rank,
              ranks = sl__ranks_now()->count;
    const int own = rank < blocks ? (blocks - rank + ranks - 1) / ranks : 0;
    sl__spread *spread = sl__memory_small(sizeof *spread + (size_t)own * sizeof spread->block[0]);
    sl__splits *splits = sl__splits_make(v);
    if (spread == NULL || splits == NULL || (spread->grid = sl__split_grid_of(v, count)) == NULL) {
        free(spread);
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for the blocks of \"%s\", got none", function, v->label);
    }
    spread->view = v;
    spread->rank = rank;
    spread->ranks = ranks;
    spread->room = room;
    spread->number = number;
    spread->grid->cut = 0; /* with one block, too */
    spread->grid->shortest = blocks > 1 ? spread->grid->shortest : v->n[0];
    spread->grid->room = room;
    splits->grids = splits->parts = spread->grid;
    v->spread = spread;
    atomic_fetch_add(&sl__spread_living, 1);
    for (int k = 0; k < own; k++)
        SL_TRY(make_own_block(function, spread, sl__spread_block(spread, k)));
    return SL_SUCCESS;
}

sl_status sl__spread_create(const char *function, const char *label, sl_type type, const sl_extents *extents,
                            int blocks, int64_t number, sl_view **view)
{
    sl_view *v = NULL;
    SL_TRY(sl__view_create_apart(function, label, type, &SL_LAYOUT_RIGHT, extents, SL__ELEMENTS_ELSEWHERE, &v));
    const sl_status status = make_record(function, v, blocks, room_rows(extents), number);
    if (status == SL_SUCCESS)
        *view = v;
    else
        sl_view_destroy(&v);
    return status;
}
