/* SPDX-License-Identifier: BSD-3-Clause */
/* Grid and block of nests on CUDA, without a GPU: sizes worked out by hand, below, at and above those of blocks; and
 * what no grid will do for. */
#include "exec/nest_shape.h"

#include <string.h>

#include "tap.h"

enum {
    MOST = 6,
    T = SL__LEVEL_THREAD,
    B = SL__LEVEL_BLOCK,
    G = SL__LEVEL_GLOBAL,
    W = SL__LEVEL_WARP,
    F = SL__LEVEL_FLAT
};
enum { DIRECT = SL__LEVEL_DIRECT, JUST = SL__LEVEL_UNCHECKED, LOOP = SL__LEVEL_LOOP };
#define FOR(D, WHO, AXIS, FORM) \
    { \
        SL__NEST_FOR, D, WHO, AXIS, FORM, 0, 0, "l" \
    }
#define PLANES(D, DIMS, WHO, AXIS, FORM) \
    { \
        SL__NEST_PLANES, D, WHO, AXIS, FORM, 0, DIMS, "l" \
    }
#define SIZED(D, WHO, AXIS, FORM, N) \
    { \
        SL__NEST_FOR, D, WHO, AXIS, FORM, N, 0, "l" \
    }
#define TILE(D, SIZE, WHO, AXIS, FORM) \
    { \
        SL__NEST_TILE, D, WHO, AXIS, FORM, 0, SIZE, "l" \
    }
#define END \
    { \
        SL__NEST_END, 0, 0, 0, 0, 0, 0, "" \
    }

static const struct shape {
    const char *what;
    int threads, blocks; /* of CUDA_KERNEL */
    sl_index n[2];
    struct sl__nest_level level[MOST];
    unsigned block[3], grid[3];
    const char *why; /* a part of it; NULL: there is a grid */
} shapes[] = {
    {"a thread an iteration", 0, 0, {5, 7}, {FOR(0, T, 1, DIRECT), FOR(1, T, 0, DIRECT)}, {7, 5, 1}, {1, 1, 1}, 0},
    {"at the limit", 0, 0, {32, 32}, {FOR(0, T, 1, DIRECT), FOR(1, T, 0, DIRECT)}, {32, 32, 1}, {1, 1, 1}, 0},
    {"above it", 0, 0, {33, 32}, {FOR(0, T, 1, DIRECT), FOR(1, T, 0, DIRECT)}, {0}, {0}, "at most 1024 threads"},
    {"64 along z", 0, 0, {64, 1}, {FOR(0, T, 2, DIRECT)}, {1, 1, 64}, {1, 1, 1}, 0},
    {"65 along z", 0, 0, {65, 1}, {FOR(0, T, 2, DIRECT)}, {0}, {0}, "got 1 x 1 x 65"},
    {"above fixed(128)", 128, 0, {129, 1}, {FOR(0, T, 0, DIRECT)}, {0}, {0}, "at most 128 threads"},
    {"a loop has 256 threads", 0, 0, {1000, 1}, {FOR(0, T, 0, LOOP)}, {256, 1, 1}, {1, 1, 1}, 0},
    {"or what fixed says", 512, 0, {1000, 1}, {FOR(0, T, 0, LOOP)}, {512, 1, 1}, {1, 1, 1}, 0},
    {"or a power of two above its range", 0, 0, {100, 1}, {FOR(0, T, 0, LOOP)}, {128, 1, 1}, {1, 1, 1}, 0},
    {"two loops share them", 0, 0, {99, 99}, {FOR(0, T, 1, LOOP), FOR(1, T, 0, LOOP)}, {32, 8, 1}, {1, 1, 1}, 0},
    {"a loop beside a direct level",
     0,
     0,
     {6, 99},
     {FOR(0, T, 1, DIRECT), FOR(1, T, 0, LOOP)},
     {32, 6, 1},
     {1, 1, 1},
     0},
    {"a level that says it", 0, 0, {99, 1}, {SIZED(0, T, 0, LOOP, 64)}, {64, 1, 1}, {1, 1, 1}, 0},
    {"and is direct", 0, 0, {65, 1}, {SIZED(0, T, 0, DIRECT, 64)}, {0}, {0}, "at most 64 along x"},
    {"two that say otherwise",
     0,
     0,
     {9, 9},
     {SIZED(0, T, 0, LOOP, 64), SIZED(1, T, 0, LOOP, 32)},
     {0},
     {0},
     "64, got 32"},
    {"blocks", 0, 0, {100, 70000}, {FOR(0, B, 1, DIRECT), FOR(1, B, 0, DIRECT)}, {1, 1, 1}, {70000, 100, 1}, 0},
    {"too many along y", 0, 0, {65536, 1}, {FOR(0, B, 1, DIRECT)}, {0}, {0}, "at most 65535 blocks along y"},
    {"in a loop as many as there may be", 0, 0, {65536, 1}, {FOR(0, B, 1, LOOP)}, {1, 1, 1}, {1, 65535, 1}, 0},
    {"exp(8, 0)", 0, 8, {65536, 1}, {FOR(0, B, 1, LOOP)}, {1, 1, 1}, {1, 8, 1}, 0},
    {"above exp(8, 0)", 0, 8, {9, 1}, {FOR(0, B, 1, DIRECT)}, {0}, {0}, "at most 8 blocks along y"},
    {"threads of the grid", 0, 0, {1, 1000}, {FOR(1, G, 0, DIRECT)}, {256, 1, 1}, {4, 1, 1}, 0},
    {"a range that they divide", 256, 0, {1, 1024}, {FOR(1, G, 0, JUST)}, {256, 1, 1}, {4, 1, 1}, 0},
    {"one that they do not", 256, 0, {1, 1000}, {FOR(1, G, 0, JUST)}, {0}, {0}, "a range of 1024, the threads along x"},
    {"tiles by blocks, points by threads",
     0,
     0,
     {17, 9},
     {TILE(0, 8, B, 0, DIRECT), FOR(0, T, 0, DIRECT), END},
     {8, 1, 1},
     {3, 1, 1},
     0},
    {"a space smaller than a tile",
     0,
     0,
     {5, 9},
     {TILE(0, 8, B, 0, DIRECT), FOR(0, T, 0, DIRECT), END},
     {5, 1, 1},
     {1, 1, 1},
     0},
    {"the size of an argument",
     0,
     0,
     {17, 9},
     {TILE(0, -1 - 2, B, 0, DIRECT), FOR(0, T, 0, DIRECT), END},
     {6, 1, 1},
     {3, 1, 1},
     0},
    {"behind a tile its dimension is whole",
     0,
     0,
     {17, 9},
     {TILE(0, 8, B, 0, DIRECT), END, FOR(0, T, 0, DIRECT)},
     {17, 1, 1},
     {3, 1, 1},
     0},
    {"tiles that fit, unchecked",
     0,
     0,
     {16, 9},
     {TILE(0, 8, B, 0, DIRECT), FOR(0, T, 0, JUST), END},
     {8, 1, 1},
     {2, 1, 1},
     0},
    {"tiles that do not", 0, 0, {17, 9}, {TILE(0, 8, B, 0, DIRECT), FOR(0, T, 0, JUST), END}, {0}, {0}, "of one size"},
    {"an unchecked level beside a longer one",
     0,
     0,
     {16, 9},
     {FOR(0, T, 0, DIRECT), FOR(1, T, 0, JUST)},
     {0},
     {0},
     "a range of 16, the threads of a block along x"},
    {"threads along two axes, unchecked", 0, 0, {12, 9}, {FOR(0, SL__LEVEL_FLAT, 52, JUST)}, {12, 1, 1}, {1, 1, 1}, 0},
    {"threads along two axes that are more",
     0,
     0,
     {12, 5},
     {FOR(1, T, 1, DIRECT), FOR(0, SL__LEVEL_FLAT, 52, JUST)},
     {0},
     {0},
     "a range of 15, the threads of a block along its axes, since it checks none, got 12"},
    {"so many threads, unchecked", 0, 0, {8, 9}, {SIZED(0, T, 0, JUST, 8)}, {8, 1, 1}, {1, 1, 1}, 0},
    {"of another range",
     0,
     0,
     {7, 9},
     {SIZED(0, T, 0, JUST, 8)},
     {0},
     {0},
     "a range of 8, the threads of a block along x"},
    {"so many global threads, unchecked", 0, 0, {24, 9}, {SIZED(0, G, 0, JUST, 8)}, {8, 1, 1}, {3, 1, 1}, 0},
    {"that leave some", 0, 0, {25, 9}, {SIZED(0, G, 0, JUST, 8)}, {0}, {0}, "a range of 32, the threads along x"},
    {"a warp", 0, 0, {4, 99}, {FOR(0, T, 1, DIRECT), FOR(1, W, 0, LOOP)}, {32, 4, 1}, {1, 1, 1}, 0},
    {"more than a warp", 0, 0, {4, 33}, {FOR(1, W, 0, DIRECT)}, {0}, {0}, "a range of at most 32, got 33"},
    {"lanes of which two bits are alike",
     0,
     0,
     {4, 8},
     {FOR(0, T, 1, DIRECT), SIZED(1, W, 3, DIRECT, 8)},
     {32, 4, 1},
     {1, 1, 1},
     0},
    {"more of them", 0, 0, {4, 9}, {SIZED(1, W, 3, DIRECT, 8)}, {0}, {0}, "a range of at most 8, got 9"},
    {"x and y as one, beside tiles of them",
     0,
     0,
     {8, 16},
     {FOR(0, T, 1, DIRECT), TILE(1, 8, T, 0, DIRECT), END, FOR(1, F, 0 | 1 << 2 | 3 << 4, DIRECT)},
     {2, 8, 1},
     {1, 1, 1},
     0},
    {"more than they are",
     0,
     0,
     {8, 999},
     {FOR(0, T, 1, DIRECT), FOR(1, F, 0 | 1 << 2 | 3 << 4, DIRECT)},
     {125, 8, 1},
     {1, 1, 1},
     0},
    {"z, x and y as one in a loop", 0, 0, {8, 999}, {FOR(1, F, 2 | 0 << 2 | 1 << 4, LOOP)}, {1, 1, 64}, {1, 1, 1}, 0},
    {"more than a level says",
     0,
     0,
     {8, 999},
     {SIZED(0, T, 0, LOOP, 8), FOR(1, F, 0 | 1 << 2 | 3 << 4, DIRECT)},
     {0},
     {0},
     "a range of at most 8 for a level along several axes, got 999"},
    {"planes that fit the largest block", 0, 0, {9, 1000}, {PLANES(1, 3, G, 0, DIRECT)}, {1024, 1, 1}, {1, 1, 1}, 0},
    {"planes that do not", 0, 0, {9, 1025}, {PLANES(1, 3, G, 0, DIRECT)}, {256, 1, 1}, {5, 1, 1}, 0},
    {"planes of a block", 0, 0, {9, 1025}, {PLANES(1, 3, T, 0, DIRECT)}, {0}, {0}, "at most 1024 threads"},
    {"nothing", 0, 0, {0, 0}, {FOR(0, B, 0, DIRECT), FOR(1, T, 0, DIRECT)}, {1, 1, 1}, {1, 1, 1}, 0},
    {"nearly 2^62 threads",
     0,
     0,
     {INT64_MAX / 2, INT64_MAX / 2},
     {FOR(0, T, 1, DIRECT), FOR(1, T, 0, DIRECT)},
     {0},
     {0},
     "at most 1024 threads"},
};

static int levels_of(const struct shape *s)
{
    int n = 0;
    while (n < MOST && s->level[n].name_ != NULL)
        n++;
    return n;
}

/* Sums of three dimensions, 5 x 3 x 9, counted one by one; the level runs over the last one. */
static void test_planes(void)
{
    static const struct sl__nest_level level = PLANES(2, 7, G, 0, DIRECT);
    static const struct sl__nest_launch launch = {0, &level, 1, 2, 0, 0, 0};
    const sl_space space = {.rank = 3, .lo = {1, 2, 3}, .hi = {6, 5, 12}};
    const sl__nest_call call = {&launch, &space, NULL, SL__BLOCK_THREADS, 0};
    const unsigned block[3] = {2, 1, 1}, grid[3] = {5, 1, 1}, one[3] = {1, 1, 1};
    int longest[15] = {0}, last[15] = {0}, first[15], wrong = 0;
    for (int k = 8; k >= 0; k--)
        for (int p = k; p <= k + 4 + 2; p++)
            first[p] = k;
    for (int k = 0; k < 9; k++)
        for (int p = k; p <= k + 4 + 2; p++)
            last[p] = k;
    for (int p = 0; p < 15; p++) {
        unsigned of_plane[3];
        longest[p] = last[p] - first[p] + 1;
        sl__nest_plane(&call, p, block, grid, of_plane);
        wrong += of_plane[0] != (unsigned)(longest[p] + 1) / 2 || of_plane[1] != 1 || of_plane[2] != 1;
    }
    tap_ok(wrong == 0, "a plane has as many blocks as it is long");
    tap_ok(sl__nest_planes(&call, grid) == 15 && sl__nest_planes(&call, one) == 0,
           "there are as many planes as sums of indices; one block has all of them");
}

int main(void)
{
    static const int64_t value[] = {0, 0, 6}; /* of arguments */
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const struct shape *s = &shapes[i];
        const struct sl__nest_launch launch = {0, s->level, levels_of(s), s->threads, s->blocks, 0, 0};
        const sl_space space = {.rank = 2, .lo = {3, -4}, .hi = {3 + s->n[0], s->n[1] - 4}};
        const sl__nest_call call = {&launch, &space, value, SL__BLOCK_THREADS, 0};
        unsigned block[3] = {0, 0, 0}, grid[3] = {0, 0, 0};
        char why[SL__NEST_WHY] = "";
        const int fits = sl__nest_shape(&call, block, grid, why);
        const int right = fits == (s->why == NULL) && (fits || strstr(why, s->why) != NULL) &&
                          memcmp(block, s->block, sizeof block) == 0 && memcmp(grid, s->grid, sizeof grid) == 0;
        if (!tap_ok(right, "%s", s->what))
            diag("block (%u, %u, %u), grid (%u, %u, %u): %s", block[0], block[1], block[2], grid[0], grid[1], grid[2],
                 why);
    }
    test_planes();
    return done_testing();
}
