/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/blocks.h"

#include <string.h>

#include <starloop/kernel/abi.h>

#include "kernel/space.h"

enum {
    ORDERED_BLOCKS = 64, /* at least so many with one lane each, ... */
    ORDERED_LEAST = 64,  /* ... if that leaves so many iterations to each */
    TEAM_BLOCKS = 256,   /* of members of a league, each of which may take long, ... */
    TEAM_GROUPS = 4096,  /* ... and on devices, at most */
    TILES = 512, /* at most so many from rank 2 on: two tiles to a block of a GPU, two blocks to each multiprocessor
                    of a large GPU, all at a time */
    LINE_TILES = 1024,      /* of rank 1 */
    LONG = 32,              /* rows of lanes that make dimension 0 long, of which there are ... */
    LONG_TILES = 64,        /* ... so many tiles at least, four times as many where there are none beside them */
    LONG_LINE = 1 << 20,    /* and a line */
    LINE_TURNS = 8,         /* iterations of a lane along a line, ... */
    ROW_TURNS = 4,          /* ... and along a row, where there are enough: loads in flight */
    COPIES_ROOM = 64 << 20, /* bytes of all copies of arrays, but where one alone has more */
    COPY_TURNS = 16,        /* iterations that are worth a copy of few elements on a device; on CPUs ... */
    ARRAY_MOST = 1024,      /* ... so many copies, ... */
    ARRAY_BLOCKS = 64,      /* ... and so many at least, ... */
    ARRAY_LEAST = 64,       /* ... if that leaves so many iterations to each, ... */
    ARRAY_ENOUGH = 4096     /* ... of which so many are worth a copy of few elements */
};

/* On CPUs dimension 0 is long where it has so many blocks: of a view in two parts or more, whose borders are at
 * multiples of a block (data/grid.c), it has twice as many. Those have so many iterations, less than SL__BLOCK by a
 * sixteenth: so a loop that leaves out the edges of a view of 512, 256, ... columns has blocks of as many rows as one
 * over all. */
enum { LONG_BLOCKS = 16, LONG_LEAST = SL__BLOCK - SL__BLOCK / 16 };

static sl_index blocks_min(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static sl_index blocks_ceil_div(sl_index a, sl_index b)
{
    return a / b + (a % b != 0);
}

/* Whole rows, planes, ... as long as a block has room for more than one; of what is next, some; of the others, one. */
static void blocks_in_order(const sl_space *space, int blocks, sl_index least, sl_index extent[])
{
    sl_index need = blocks_min(blocks_ceil_div(sl_space_size(space), blocks), SL__BLOCK);
    if (need < least)
        need = least;
    for (int d = space->rank - 1; d >= 0; d--) {
        sl_index n = sl__space_length(space, d);
        extent[d] = n < 1 ? 1 : n < need ? n : need;
        need = extent[d] < n ? 1 : blocks_ceil_div(need, extent[d]);
    }
}

/* Extents of blocks of lanes. @return iterations of all dimensions but the first, those of a line 1 */
static sl_index blocks_of_lanes(const sl_space *space, sl_index extent[])
{
    const int last = space->rank - 1;
    sl_index each = 1;
    extent[0] = SL__BLOCK;
    if (last == 0)
        return 1;
    sl_index n = sl__space_length(space, last);
    extent[last] = n <= 2 * SL__BLOCK ? (n > 0 ? n : 1) : SL__BLOCK;
    sl_index need = blocks_ceil_div(SL__BLOCK, SL__LANE_ROWS * extent[last]);
    for (int d = last - 1; d > 0; d--) {
        n = sl__space_length(space, d);
        extent[d] = n < 1 ? 1 : n < need ? n : need;
        need = blocks_ceil_div(need, extent[d]);
    }
    extent[0] = SL__LANE_ROWS * need;
    for (int d = 1; d <= last; d++)
        each *= extent[d];
    return each;
}

/* Along dimension 0 of a long space blocks begin at multiples of their extent, a power of two, as tiles do below. */
static void place_blocks(const sl_space *space, sl_index each, sl__blocks *blocks)
{
    sl_index extent = space->rank == 1 ? SL__BLOCK : SL__LANE_ROWS;
    while (extent * each < LONG_LEAST)
        extent *= 2;
    if (!sl__space_is_plain(space) || sl__space_length(space, 0) / LONG_BLOCKS < extent)
        return;
    blocks->extent[0] = extent;
    blocks->shift = sl__block_behind(space->lo[0], extent);
}

void sl__blocks_make(const sl_space *space, int kind, sl__blocks *blocks)
{
    blocks->shift = 0;
    if (kind == SL__BLOCKS_IN_ORDER)
        blocks_in_order(space, ORDERED_BLOCKS, ORDERED_LEAST, blocks->extent);
    else if (kind == SL__BLOCKS_OF_TEAMS)
        blocks_in_order(space, TEAM_BLOCKS, 1, blocks->extent);
    else if (kind == SL__BLOCKS_OF_SCANS)
        blocks->extent[0] = SL__BLOCK;
    else
        place_blocks(space, blocks_of_lanes(space, blocks->extent), blocks);
    blocks->count = 1;
    for (int d = 0; d < space->rank; d++) {
        blocks->grid[d] = blocks_ceil_div((d == 0 ? blocks->shift : 0) + sl__space_length(space, d), blocks->extent[d]);
        blocks->count *= blocks->grid[d];
    }
}

sl__part_results sl__blocks_of_part(const sl_space *part, sl_index before, sl__blocks *blocks)
{
    const sl_index beside = blocks->grid[0] > 0 ? blocks->count / blocks->grid[0] : 0;
    const sl_index first = sl__block_of(blocks->extent[0], blocks->shift, before);
    blocks->shift = before > 0 ? 0 : blocks->shift;
    blocks->grid[0] = blocks_ceil_div(blocks->shift + sl__space_length(part, 0), blocks->extent[0]);
    blocks->count = blocks->grid[0] * beside;
    return (sl__part_results){.first = first * beside, .count = blocks->count, .times = 1};
}

static int blocks_power_above(sl_index n, int most)
{
    int p = 1;
    while (p < n && p < most)
        p *= 2;
    return p;
}

/* Lanes: square, so that neighbouring threads find neighbouring elements in either layout, unless a side is short. */
static void share_lanes(const sl_space *space, sl__tiles *tiles)
{
    sl_index first = sl__space_length(space, 0), last = sl__space_length(space, space->rank - 1);
    const int side = 16;
    tiles->rows = tiles->columns = side;
    if (space->rank == 1) {
        tiles->rows = 1;
        tiles->columns = SL__DEVICE_LANES;
    } else if (last < side) {
        tiles->columns = blocks_power_above(last, side);
        tiles->rows = SL__DEVICE_LANES / tiles->columns;
    } else if (first < side) {
        tiles->rows = blocks_power_above(first, side);
        tiles->columns = SL__DEVICE_LANES / tiles->rows;
    }
}

/* The largest power of two that is not above n, which is 1 or more. */
static sl_index power_below_or_at(sl_index n)
{
    sl_index p = 1;
    while (p <= n / 2)
        p *= 2;
    return p;
}

/* Along dimension 0 of a long space tiles begin at multiples of their extent, whatever index the space begins at: so
 * they end where parts of views do, and where those of loops over a few more or fewer indices do. */
static void place_tiles(const sl_space *space, sl_index extent, sl_index least, sl__tiles *tiles)
{
    if (space->kind == SL_SPACE_BOX && sl__space_length(space, 0) >= least)
        tiles->shift = sl__block_behind(space->lo[0], extent);
}

/* How many tiles there may be along the other dimensions: 1 to TILES / 2 / LONG_TILES. */
static sl_index tiles_beside(const sl_space *space, const sl__tiles *tiles)
{
    const sl_index most = TILES / 2 / LONG_TILES;
    sl_index count = blocks_min(blocks_ceil_div(sl__space_length(space, space->rank - 1), tiles->columns), most);
    for (int d = 1; d < space->rank - 1; d++)
        count = blocks_min(count * sl__space_length(space, d), most);
    return count > 1 ? count : 1;
}

/* Shares out dimension 0 of a long space of rank 2 or more. @return how many tiles it makes along it; 0: not long */
static sl_index cut_long(const sl_space *space, sl__tiles *tiles)
{
    const sl_index n = sl__space_length(space, 0), least = LONG * (sl_index)tiles->rows;
    if (space->rank == 1 || n < least)
        return 0;
    const sl_index extent = power_below_or_at(n / (TILES / 2 / tiles_beside(space, tiles)));
    tiles->turns[0] = extent > tiles->rows ? extent / tiles->rows : 1;
    place_tiles(space, tiles->turns[0] * tiles->rows, least, tiles);
    tiles->grid[0] = blocks_ceil_div(tiles->shift + n, tiles->turns[0] * tiles->rows);
    return blocks_ceil_div(n, tiles->turns[0] * tiles->rows);
}

/* Shares out the last dimension, of which there is one for each of so many tiles. Tiles come in pairs along it, unless
 * one alone has all. */
static void blocks_cut_rows(const sl_space *space, sl_index others, sl__tiles *tiles)
{
    const int last = space->rank - 1;
    const sl_index n = sl__space_length(space, last), points = sl_space_size(space), pair = 2 * tiles->columns;
    const sl_index most = (last > 0 ? TILES : LINE_TILES) / 2 / others;
    sl_index wanted = blocks_min(points / ((sl_index)SL__DEVICE_LANES * TILES) + 1, last > 0 ? ROW_TURNS : LINE_TURNS);
    sl_index turns = 1;
    while (2 * turns <= wanted && turns * pair < n)
        turns *= 2;
    sl_index least = blocks_ceil_div(blocks_ceil_div(n, pair * turns), most > 1 ? most : 1);
    tiles->turns[last] = least > 1 ? least * turns : turns;
    if (last == 0)
        place_tiles(space, pair * tiles->turns[0], LONG_LINE, tiles);
    tiles->grid[last] = n <= tiles->columns
                            ? n > 0
                            : 2 * blocks_ceil_div((last == 0 ? tiles->shift : 0) + n, pair * tiles->turns[last]);
}

/* Shares out another dimension, which has so many places, among at most so many tiles. @return how many times as many
 * tiles there may be. */
static sl_index cut(int d, sl_index places, sl_index most, sl__tiles *tiles)
{
    tiles->turns[d] = places > most ? blocks_ceil_div(places, most) : 1;
    tiles->grid[d] = blocks_ceil_div(places, tiles->turns[d]);
    return tiles->grid[d] > 0 ? most / tiles->grid[d] : most;
}

void sl__tiles_make(const sl_space *space, sl__tiles *tiles)
{
    int last = space->rank - 1;
    memset(tiles, 0, sizeof *tiles);
    share_lanes(space, tiles);
    const sl_index rows = cut_long(space, tiles);
    blocks_cut_rows(space, rows > 0 ? rows : 1, tiles);
    sl_index most = tiles->grid[last] > 0 ? TILES / tiles->grid[last] : 1;
    if (rows > 0)
        most = most / rows > 1 ? most / rows : 1;
    else if (last > 0)
        most = cut(0, blocks_ceil_div(sl__space_length(space, 0), tiles->rows), most, tiles);
    for (int d = last - 1; d > 0; d--)
        most = cut(d, sl__space_length(space, d), most, tiles);
    tiles->count = 1;
    for (int d = 0; d <= last; d++)
        tiles->count *= tiles->grid[d];
}

sl_index sl__tiles_of_line(sl_index n)
{
    const sl_space line = {.rank = 1, .kind = SL_SPACE_BOX, .hi = {n}};
    sl__tiles tiles;
    if (n < LONG_LINE)
        return 1;
    sl__tiles_make(&line, &tiles);
    return sl__tiles_extent(&tiles, 1, 0);
}

int sl__blocks_cut(const sl_space *whole, const sl_space *part)
{
    for (int d = 0; d < whole->rank; d++)
        if (part->lo[d] != whole->lo[d] || part->hi[d] != whole->hi[d])
            return d;
    return 0;
}

sl__part_results sl__tiles_of_part(const sl_space *whole, const sl_space *part, sl__tiles *tiles)
{
    const int cut = sl__blocks_cut(whole, part), last = whole->rank - 1;
    const sl_index extent = sl__tiles_extent(tiles, whole->rank, cut),
                   pair = cut == last && tiles->grid[last] > 1 ? 2 : 1;
    /* A border is where a tile begins, or where the space does. */
    const sl_index before = part->lo[cut] - whole->lo[cut], shift = cut == 0 ? tiles->shift : 0;
    sl__part_results results = {.first = before > 0 ? (before + shift) / extent * pair : 0, .count = 1, .times = 1};
    if (before > 0 && cut == 0)
        tiles->shift = 0;
    for (int d = 0; d < cut; d++)
        results.times *= tiles->grid[d];
    for (int d = cut + 1; d <= last; d++)
        results.count *= tiles->grid[d];
    results.first *= results.count;
    results.step = results.count * tiles->grid[cut];
    tiles->grid[cut] = blocks_ceil_div((before > 0 ? 0 : shift) + sl__space_length(part, cut), extent) * pair;
    results.count *= tiles->grid[cut];
    tiles->count = results.count * results.times;
    return results;
}

int sl__tiles_together(const sl__tiles *tiles, const sl_policy *policy, int reductions, int rank, int cut)
{
    const int room = policy->block == 0 || policy->block >= 2 * SL__DEVICE_LANES;
    const int pairs = cut < 0 || (cut == 0 && rank == 1) ||
                      (cut == 0 ? tiles->count / tiles->grid[0] : tiles->grid[rank - 1]) % 2 == 0;
    return room && pairs && reductions <= SL__DEVICE_REDUCERS ? 2 : 1;
}

sl_index sl__team_group(sl_index members)
{
    const sl_index each = blocks_ceil_div(members, TEAM_GROUPS);
    return each > 0 ? each : 1;
}

sl_index sl__array_blocks(sl_index points, sl_index elements, size_t bytes)
{
    sl_index each = blocks_min(points / ARRAY_BLOCKS, ARRAY_ENOUGH);
    each = each > ARRAY_LEAST ? each : ARRAY_LEAST;
    each = each > elements ? each : elements;
    const sl_index most = bytes > COPIES_ROOM / ARRAY_MOST ? (sl_index)(COPIES_ROOM / bytes) : ARRAY_MOST;
    const sl_index count = blocks_min(points / each, most);
    return count > 1 ? count : 1;
}

void sl__array_lanes_make(sl_index points, sl_index elements, size_t bytes, sl__array_lanes *l)
{
    const sl_index room = bytes > 0 ? (sl_index)(COPIES_ROOM / bytes) : COPIES_ROOM;
    sl_index wanted = blocks_min(room, points / (elements > COPY_TURNS ? elements : COPY_TURNS));
    wanted = wanted > 1 ? wanted : 1;
    for (l->lanes = SL__DEVICE_LANES; l->lanes > wanted;)
        l->lanes /= 2;
    l->blocks = blocks_min(wanted / l->lanes, TILES);
    l->each = blocks_ceil_div(points, l->blocks);
}

void sl__array_lanes_align(const sl_space *space, sl__array_lanes *l)
{
    const sl_index points = sl_space_size(space), row = points > 0 ? points / sl__space_length(space, 0) : 1;
    if (points < LONG_LINE || l->each < row || l->blocks == 1)
        return;
    l->each = power_below_or_at(l->each / row) * row;
    l->blocks = blocks_ceil_div(points, l->each);
}
