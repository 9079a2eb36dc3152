/* SPDX-License-Identifier: BSD-3-Clause */
#include "combine/blocks.h"

#include <string.h>

#include <starloop/kernel/abi.h>

enum {
    TILES = 512,       /* about so many tiles from rank 2 on: four for each multiprocessor of a large GPU */
    LINE_TURNS = 8,    /* rank 1: the same until a lane has so many iterations in a tile: loads in flight; ... */
    LINE_TILES = 1024, /* ... then more tiles, up to about so many, and then more iterations */
    ROW_TURNS = 4      /* of a lane along a row, before there are more rows */
};

static sl_index ceil_div(sl_index a, sl_index b)
{
    return a / b + (a % b != 0);
}

static sl_index length(const sl_space *space, int d)
{
    return space->hi[d] > space->lo[d] ? space->hi[d] - space->lo[d] : 0;
}

sl_index sl__blocks_make(const sl_space *space, sl_index extent[], sl_index grid[])
{
    int last = space->rank - 1;
    sl_index count = 1;
    if (space->rank == 1) {
        extent[0] = SL__BLOCK;
    } else {
        sl_index n = length(space, last);
        extent[last] = n <= 2 * SL__BLOCK ? (n > 0 ? n : 1) : SL__BLOCK;
        sl_index need = ceil_div(SL__BLOCK, SL__LANE_ROWS * extent[last]);
        for (int d = last - 1; d > 0; d--) {
            n = length(space, d);
            extent[d] = n < 1 ? 1 : n < need ? n : need;
            need = ceil_div(need, extent[d]);
        }
        extent[0] = SL__LANE_ROWS * need;
    }
    for (int d = 0; d <= last; d++) {
        grid[d] = ceil_div(length(space, d), extent[d]);
        count *= grid[d];
    }
    return count;
}

static sl_index min(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static int power_above(sl_index n, int most)
{
    int p = 1;
    while (p < n && p < most)
        p *= 2;
    return p;
}

/* Lanes: square, so that neighbouring threads find neighbouring elements in either layout, unless a side is short. */
static void share_lanes(const sl_space *space, sl__tiles *tiles)
{
    sl_index first = length(space, 0), last = length(space, space->rank - 1);
    const int side = 16;
    tiles->rows = tiles->columns = side;
    if (space->rank == 1) {
        tiles->rows = 1;
        tiles->columns = SL__DEVICE_LANES;
    } else if (last < side) {
        tiles->columns = power_above(last, side);
        tiles->rows = SL__DEVICE_LANES / tiles->columns;
    } else if (first < side) {
        tiles->rows = power_above(first, side);
        tiles->columns = SL__DEVICE_LANES / tiles->rows;
    }
}

/* How many iterations a lane of a tile takes. */
static sl_index turns_of(const sl_space *space)
{
    sl_index points = sl_space_size(space);
    sl_index turns = points / ((sl_index)SL__DEVICE_LANES * TILES) + 1;
    sl_index line = points / ((sl_index)SL__DEVICE_LANES * LINE_TILES) + 1;
    return space->rank > 1 || turns <= LINE_TURNS ? turns : line > LINE_TURNS ? line : LINE_TURNS;
}

/* Gives a lane of a tile some of its turns along a dimension, which has so many places for tiles.
 * Returns how many turns are left to the other dimensions. */
static sl_index take(sl_index turns, sl_index places, sl_index most, sl_index *grid)
{
    sl_index taken = min(min(turns, places), most);
    *grid = taken > 0 ? ceil_div(places, taken) : 0;
    return taken > 0 ? ceil_div(turns, taken) : turns;
}

void sl__tiles_make(const sl_space *space, sl__tiles *tiles)
{
    int last = space->rank - 1;
    sl_index turns = turns_of(space);
    memset(tiles, 0, sizeof *tiles);
    share_lanes(space, tiles);
    sl_index along = ceil_div(length(space, last), tiles->columns);
    if (last == 0) {
        take(turns, along, turns, &tiles->grid[0]);
    } else {
        turns = take(turns, along, ROW_TURNS, &tiles->grid[last]);
        turns = take(turns, ceil_div(length(space, 0), tiles->rows), turns, &tiles->grid[0]);
        for (int d = last - 1; d > 0; d--)
            turns = take(turns, length(space, d), turns, &tiles->grid[d]);
        if (turns > 1 && tiles->grid[last] > 1)
            tiles->grid[last] = ceil_div(tiles->grid[last], turns);
    }
    tiles->count = 1;
    for (int d = 0; d <= last; d++)
        tiles->count *= tiles->grid[d];
}
