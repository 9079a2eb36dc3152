/* SPDX-License-Identifier: BSD-3-Clause */
/* Making distributed views. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "data/create.h"
#include "data/edges.h"
#include "data/memory.h"
#include "data/spread.h"
#include "data/subview.h"
#include "kernel/blocks.h"

enum {
    ROOM_ROWS = 16,   /* room beside a block of rows, for halos, */
    BLOCKS_LEAST = 2, /* and for the rest of a block of a reduction, whose rows may be shorter than the view's */
    ROOM_AROUND = 8   /* room on the sides of a block that is cut along other dimensions, too, for halos */
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

/* A block of rows, and where the view would begin as seen from it. */
static sl_status make_rows(const char *function, sl__spread *spread, sl__grid_part *part, sl_view **block)
{
    sl_view *const v = spread->view;
    sl_extents extents = {.rank = v->rank};
    sl_layout layout = SL_LAYOUT_RIGHT;
    memcpy(extents.n, v->n, sizeof extents.n);
    extents.n[0] = part->hi[0] - part->lo[0];
    layout.firsts = v->rank;
    layout.first[0] = part->lo[0];
    SL_TRY(sl__view_create_apart(function, v->label, v->type, &layout, &extents,
                                 sl__edges_room_bytes(v, 0, spread->room), block));
    v->data = (void *)((uintptr_t)(*block)->data - (uintptr_t)part->offset * v->elem);
    return SL_SUCCESS;
}

/* A block with room where others lie beside it: one view has all of it, and the block is the inner part. */
static sl_status make_inner(const char *function, sl__spread *spread, const sl__grid_part *part, sl_view **block)
{
    const sl_view *const v = spread->view;
    sl_extents extents = {.rank = v->rank};
    sl_layout layout = SL_LAYOUT_RIGHT;
    sl_view *all = NULL;
    sl_index place = 0;
    layout.firsts = v->rank;
    for (int d = 0; d < v->rank; d++) {
        const sl_index before = part->lo[d] < spread->room ? part->lo[d] : spread->room,
                       behind = v->n[d] - part->hi[d] < spread->room ? v->n[d] - part->hi[d] : spread->room;
        layout.first[d] = part->lo[d] - before;
        extents.n[d] = part->hi[d] + behind - layout.first[d];
    }
    SL_TRY(sl__view_create_apart(function, v->label, v->type, &layout, &extents, 0, &all));
    sl__shape shape = {.elem = v->elem, .rank = v->rank, .shifted = 1, .count = 1};
    for (int d = 0; d < v->rank; d++) {
        shape.n[d] = part->hi[d] - part->lo[d];
        shape.s[d] = all->s[d];
        shape.first[d] = part->lo[d];
        shape.count *= shape.n[d];
        shape.span += (size_t)((shape.n[d] - 1) * shape.s[d]) * v->elem;
        place += (part->lo[d] - layout.first[d]) * all->s[d];
    }
    shape.span += v->elem;
    const sl_status status = sl__subview_over(function, all, v->label, v->type, &shape, (size_t)place * v->elem, block);
    sl_view_destroy(&all); /* the block has it */
    return status;
}

static sl_status make_own_block(const char *function, sl__spread *spread, int number)
{
    sl__grid_part *part = &spread->grid->part[number];
    sl_view **block = &spread->block[spread->own];
    SL_TRY(spread->by_block ? make_inner(function, spread, part, block) : make_rows(function, spread, part, block));
    spread->own++;
    part->block = (*block)->root;
    part->block->is_block = 1;
    part->stretch[SL__STRETCH_PART].handle = part->block->handle;
    return SL_SUCCESS;
}

/* Which dimensions are cut, and how short blocks are along them. */
static void find_cuts(sl__spread *spread, const sl_extents *extents)
{
    const sl__grid *grid = spread->grid;
    const sl_view *v = spread->view;
    for (int d = 0; d < v->rank; d++) {
        spread->by_block |= d > 0 && grid->count[d] > 1;
        spread->shortest[d] = v->n[d];
        for (int p = 0; p < grid->parts; p++) {
            const sl_index length = grid->part[p].hi[d] - grid->part[p].lo[d];
            spread->shortest[d] = length < spread->shortest[d] ? length : spread->shortest[d];
        }
    }
    spread->room = spread->by_block ? ROOM_AROUND : room_rows(extents);
}

/* The record, with as many blocks as this rank has. */
static sl_status make_record(const char *function, sl_view *v, const sl_extents *extents, const int count[],
                             int64_t number)
{
    const int rank = sl__ranks_now()->rank, ranks = sl__ranks_now()->count;
    int blocks = 1;
    for (int d = 0; d < v->rank; d++)
        blocks *= count[d];
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
    spread->number = number;
    find_cuts(spread, extents);
    spread->grid->cut = 0; /* with one block, too */
    spread->grid->shortest = blocks > 1 ? spread->grid->shortest : v->n[0];
    spread->grid->room = spread->room;
    splits->grids = splits->parts = spread->grid;
    v->spread = spread;
    atomic_fetch_add(&sl__spread_living, 1);
    for (int k = 0; k < own; k++)
        SL_TRY(make_own_block(function, spread, sl__spread_block(spread, k)));
    return SL_SUCCESS;
}

sl_status sl__spread_create(const char *function, const char *label, sl_type type, const sl_extents *extents,
                            const int count[], int64_t number, sl_view **view)
{
    sl_view *v = NULL;
    SL_TRY(sl__view_create_apart(function, label, type, &SL_LAYOUT_RIGHT, extents, SL__ELEMENTS_ELSEWHERE, &v));
    const sl_status status = make_record(function, v, extents, count, number);
    if (status == SL_SUCCESS)
        *view = v;
    else
        sl_view_destroy(&v);
    return status;
}
