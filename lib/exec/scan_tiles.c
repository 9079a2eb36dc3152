/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/scan_tiles.h"

#include <string.h>

#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/space.h"

enum {
    GROUP = SL__SCAN_GROUP /* tiles of a group, groups of a supergroup: kernel/scan_device.h */
};

static sl_index tiles_ceil_div(sl_index a, sl_index b)
{
    return a / b + (a % b != 0);
}

/* Of so many tiles of a line: of them, of groups, of supergroups. */
static sl_index links_of(sl_index tiles)
{
    return tiles + tiles / GROUP + 1 + tiles / (GROUP * GROUP) + 2;
}

/* A part begins so many elements, or iterations, behind where its line does. */
static void begin_at(sl_index before, sl_index tile, sl__scan_tiles *t)
{
    t->first = before / tile % (GROUP * GROUP);
    t->skipped = before % tile;
}

/* A part of a scan goes through its lines as the whole does. */
static void cut_view(const sl_space *space, const sl_space *whole, const sl__scan_call *call, size_t elem,
                     sl__scan_tiles *t)
{
    const int d = call->dim_;
    const sl_index length = sl__space_length(space, d), tile = SL__SCAN_TILE_OF(elem);
    const sl_index lines = length > 0 ? sl_space_size(space) / length : 0;
    t->function = call->op_;
    t->items = sl__scan_items(whole, d);
    if (t->items == SL__SCAN_BY_THREAD) {
        t->count = lines;
        t->blocks = tiles_ceil_div(lines, SL__DEVICE_SCAN_THREADS);
    } else if (t->items == SL__SCAN_BY_BLOCK) {
        t->count = t->blocks = lines;
    } else {
        begin_at(space->lo[d] - whole->lo[d], tile, t);
        const sl_index tiles = tiles_ceil_div(t->skipped + length, tile);
        t->count = t->blocks = lines * tiles;
        t->links = lines * links_of(t->first + tiles) * SL__LINKS_OF(elem);
    }
}

/* Of a kernel with a body: what it scans. */
static size_t scanned_bytes(const sl_kernel *kernel)
{
    int i = 0;
    while (!sl__is_result(kernel->args[i].kind))
        i++;
    return kernel->args[i].size;
}

void sl__scan_tiles_make(const sl_kernel *kernel, const sl_space *space, const sl_space *whole, const void *args,
                         sl__scan_tiles *tiles)
{
    if (whole == NULL)
        whole = space;
    memset(tiles, 0, sizeof *tiles);
    tiles->function = -1;
    if (sl__form_of(kernel)->lines) {
        cut_view(space, whole, args, kernel->args[1].size, tiles);
    } else if (sl__form_of(kernel)->scans) { /* one at least, that says what nothing comes to */
        begin_at(space->lo[0] - whole->lo[0], SL__SCAN_BODY_TILE, tiles);
        tiles->count = tiles_ceil_div(sl__space_length(space, 0), SL__SCAN_BODY_TILE);
        tiles->count += tiles->count == 0;
        tiles->blocks = tiles->count;
        tiles->links = links_of(tiles->first + tiles->count) * SL__LINKS_OF(scanned_bytes(kernel));
    }
}
