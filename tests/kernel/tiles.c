/* SPDX-License-Identifier: BSD-3-Clause */
/* Tiles of parts of a space on a device, without one: cut along any dimension where tiles begin, a part has tiles that
 * are, one by one, tiles of the whole, by their boxes and numbers, and together the parts have all of them. */
#include "kernel/blocks.h"

#include <string.h>

#include "loop_testing.h"

/* What a tile is of its space: [lo, hi) of the box that its lanes go through, and which of a pair it is. */
typedef struct tile {
    sl_index lo[3], hi[3];
    int second;
} tile;

/* As doc/spec/reductions.md has them: a number counts along the last dimension first. */
static tile tile_of(const sl_space *space, const sl__tiles *tiles, sl_index number)
{
    const int last = space->rank - 1;
    tile t;
    memset(&t, 0, sizeof t);
    for (int d = last; d >= 0; d--) {
        sl_index k = number % tiles->grid[d];
        const sl_index width = d == last ? 2 * tiles->columns : d == 0 ? tiles->rows : 1;
        number /= tiles->grid[d];
        if (d == last) {
            t.second = (int)(k % 2);
            k /= 2;
        }
        const sl_index begin = k * width * tiles->turns[d] - (d == 0 ? tiles->shift : 0);
        const sl_index end = begin + width * tiles->turns[d], n = space->hi[d] - space->lo[d];
        t.lo[d] = space->lo[d] + (begin > 0 ? begin : 0);
        t.hi[d] = space->lo[d] + (end < n ? end : n);
    }
    return t;
}

/* Compares the tiles of a part with those of the whole. @param[in,out] seen  [tiles] how often parts have had each */
static int same_tiles(const sl_space *whole, const sl_space *part, const sl__tiles *all, int together, char seen[])
{
    sl__tiles own = *all;
    const sl__part_results at = sl__tiles_of_part(whole, part, &own);
    int wrong = at.first % together != 0 || at.count % together != 0 || at.step % together != 0 ||
                at.times * at.count != own.count;
    for (sl_index k = 0; k < own.count && !wrong; k++) {
        const sl_index number = at.first + k / at.count * at.step + k % at.count;
        wrong = number >= all->count;
        if (wrong)
            break;
        const tile a = tile_of(whole, all, number), b = tile_of(part, &own, k);
        seen[number]++;
        wrong = memcmp(&a, &b, sizeof a) != 0;
        if (wrong)
            diag("tile %lld of a part, %lld of the whole: from %lld, %lld, %lld and from %lld, %lld, %lld",
                 (long long)k, (long long)number, (long long)b.lo[0], (long long)b.lo[1], (long long)b.lo[2],
                 (long long)a.lo[0], (long long)a.lo[1], (long long)a.lo[2]);
    }
    return wrong;
}

/* A space in two parts, or three, along a dimension. @return -1: it has no tile to begin a second part */
static int cut_space(const sl_space *space, int d, uint64_t *seed)
{
    static char seen[4096];
    sl__tiles all;
    sl__tiles_make(space, &all);
    const sl_index extent = sl__tiles_extent(&all, space->rank, d), shift = d == 0 ? all.shift : 0;
    const sl_index boxes = (space->hi[d] - space->lo[d] + shift - 1) / extent;
    const int together = sl__tiles_together(&all, &(sl_policy){0}, 1, space->rank, d);
    if (boxes < 1 || all.count > (sl_index)sizeof seen)
        return -1;
    sl_index border[4] = {0, 1 + random_below(seed, (int)boxes), boxes, boxes + 1};
    int wrong = 0;
    memset(seen, 0, sizeof seen);
    for (int p = 0; p < 3; p++) {
        sl_space part = *space;
        if (p > 0)
            part.lo[d] = space->lo[d] + border[p] * extent - shift;
        if (p < 2)
            part.hi[d] = space->lo[d] + border[p + 1] * extent - shift;
        if (part.lo[d] < part.hi[d])
            wrong += same_tiles(space, &part, &all, together, seen);
    }
    for (sl_index k = 0; k < all.count; k++)
        wrong += seen[k] != 1;
    return wrong;
}

int main(void)
{
    static const struct {
        int rank;
        sl_index n[3];
    } shape[] = {{1, {100000}},       {1, {1 << 20}},   {1, {5000001}},      {2, {4096, 4096}}, {2, {300, 5000}},
                 {2, {40, 100000}},   {2, {7, 4000}},   {2, {60000, 6}},     {3, {64, 64, 64}}, {3, {600, 30, 70}},
                 {3, {20, 500, 300}}, {3, {700, 9, 5}}, {3, {10, 2000, 12}}, {3, {5, 7, 90000}}};
    uint64_t seed = test_seed(5);
    for (size_t s = 0; s < sizeof shape / sizeof shape[0]; s++)
        for (int d = 0; d < shape[s].rank; d++) {
            int wrong = 0, cuts = 0;
            for (int turn = 0; turn < 20; turn++) {
                sl_space space = {.rank = shape[s].rank};
                for (int e = 0; e < space.rank; e++) {
                    space.lo[e] = random_below(&seed, 100) - 50;
                    space.hi[e] = space.lo[e] + shape[s].n[e];
                }
                const int found = cut_space(&space, d, &seed);
                wrong += found > 0;
                cuts += found >= 0;
            }
            is_int(
                wrong, 0, "%lld x %lld x %lld, rank %d, cut %d times along dimension %d: parts have the whole's tiles",
                (long long)shape[s].n[0], (long long)shape[s].n[1], (long long)shape[s].n[2], shape[s].rank, cuts, d);
        }
    return done_testing();
}
