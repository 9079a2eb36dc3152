/* SPDX-License-Identifier: BSD-3-Clause */
/* The grid of CUDA blocks that a loop gets, without a GPU: sizes worked out by hand, and what limits them. Whether each
 * point is visited: launch_walk.c. */
#include "launch_testing.h"

/* ---- sizes worked out by hand -------------------------------------------------------------------------------- */

struct size {
    const char *what;
    sl_policy policy;
    int rank;
    sl_index n[SL_MAX_RANK];
    unsigned all, written;
    int function;
    unsigned block[3], grid[3];
};

/* What the library chooses: threads of a block, T, of them X along x; where the layouts differ, or the order is not
 * theirs, MT and MX; of a line with fewer iterations than multiprocessors times T down to FEW. */
enum { T = 256, X = 64, Y = T / X, MT = 128, MX = 16, MY = MT / MX, FEW = 32 };
#define UP(n, by) (((n) + (by)-1) / (by))

static const struct size sizes[] = {
    {"an empty line", {0}, 1, {0}, R | L, R | L, SL__CASE_RIGHT, {FEW, 1, 1}, {0, 0, 0}},
    {"one point", {0}, 1, {1}, R | L, R | L, SL__CASE_RIGHT, {FEW, 1, 1}, {1, 1, 1}},
    {"a line of 1000", {0}, 1, {1000}, R | L, R | L, SL__CASE_RIGHT, {FEW, 1, 1}, {UP(1000, FEW), 1, 1}},
    {"a block a multiprocessor", {0}, 1, {132 * T}, R | L, R | L, SL__CASE_RIGHT, {T, 1, 1}, {132, 1, 1}},
    {"one point fewer", {0}, 1, {132 * T - 1}, R | L, R | L, SL__CASE_RIGHT, {T / 2, 1, 1}, {264, 1, 1}},
    {"a strided line", {0}, 1, {257}, 0, 0, SL__CASE_ANY, {FEW, 1, 1}, {UP(257, FEW), 1, 1}},
    {"a line, .block 100", {.block = 100}, 1, {1000}, R | L, R | L, SL__CASE_RIGHT, {100, 1, 1}, {10, 1, 1}},
    {"a line, .block 1", {.block = 1}, 1, {1000}, R | L, R | L, SL__CASE_RIGHT, {1, 1, 1}, {1000, 1, 1}},
    {"a line, .block 1024", {.block = 1024}, 1, {1025}, R | L, R | L, SL__CASE_RIGHT, {1024, 1, 1}, {2, 1, 1}},
    {"a line with a tile", {.tile = {64}}, 1, {1000}, R | L, R | L, SL__CASE_RIGHT, {T, 1, 1}, {UP(1000, T), 1, 1}},
    {"2^30 points", {.block = 256}, 1, {1 << 30}, R | L, R | L, SL__CASE_RIGHT, {256, 1, 1}, {1 << 22, 1, 1}},
    {"one more", {.block = 256}, 1, {(1 << 30) + 1}, R | L, R | L, WIDE, {256, 1, 1}, {(1 << 22) + 1, 1, 1}},
    {"2^32 points", {.block = 256}, 1, {4294967296}, R | L, R | L, WIDE, {256, 1, 1}, {16777216, 1, 1}},
    {"2^40 points", {.block = 256}, 1, {1099511627776}, R | L, R | L, WIDE, {256, 1, 1}, {2147483647, 1, 1}},
    {"a square, right", {0}, 2, {4096, 2048}, R, R, SL__CASE_RIGHT, {X, Y, 1}, {2048 / X, 4096 / Y, 1}},
    {"a square, left", {0}, 2, {4096, 2048}, L, L, SL__CASE_LEFT, {X, Y, 1}, {4096 / X, 2048 / Y, 1}},
    {"mixed layouts, right is written", {0}, 2, {64, 96}, 0, R, SL__CASE_ANY, {MX, MY, 1}, {96 / MX, 64 / MY, 1}},
    {"mixed layouts, left is written", {0}, 2, {64, 96}, 0, L, SL__CASE_ANY, {MX, MY, 1}, {64 / MX, 96 / MY, 1}},
    {"no unit stride at all", {0}, 2, {64, 96}, 0, 0, SL__CASE_ANY, {MX, MY, 1}, {96 / MX, 64 / MY, 1}},
    {"narrow rows", {0}, 2, {4096, 3}, R, R, SL__CASE_RIGHT, {4, T / 4, 1}, {1, UP(4096, T / 4), 1}},
    {"few rows", {0}, 2, {3, 4096}, R, R, SL__CASE_RIGHT, {X, 4, 1}, {4096 / X, 1, 1}},
    {"one column, right", {0}, 2, {5000, 1}, R, R, SL__CASE_RIGHT, {1, T, 1}, {1, UP(5000, T), 1}},
    {"rows that CUDA's grid just covers", {.block = 2}, 2, {65535, 4}, R, R, SL__CASE_RIGHT, {2, 1, 1}, {2, 65535, 1}},
    {"and one row more", {.block = 2}, 2, {65536, 4}, R, R, WIDE, {2, 1, 1}, {2, 65535, 1}},
    {"many rows of one", {0}, 2, {3000000000, 1}, R, R, WIDE, {1, T, 1}, {1, 65535, 1}},
    {"an empty plane", {0}, 2, {0, 7}, R, R, SL__CASE_RIGHT, {1, 1, 1}, {0, 0, 0}},
    {"another empty plane", {0}, 2, {7, 0}, L, L, SL__CASE_LEFT, {1, 1, 1}, {0, 0, 0}},
    {"a square, .order {1, 0}, right",
     {.order = {1, 0}},
     2,
     {64, 96},
     R,
     R,
     SL__CASE_ANY,
     {MX, MY, 1},
     {64 / MX, 96 / MY, 1}},
    {"a square, .order {1, 0}, left",
     {.order = {1, 0}},
     2,
     {64, 96},
     L,
     L,
     SL__CASE_LEFT,
     {X, Y, 1},
     {UP(64, X), UP(96, Y), 1}},
    {"a square, .order {0, 1}, left",
     {.order = {0, 1}},
     2,
     {64, 96},
     L,
     L,
     SL__CASE_ANY,
     {MX, MY, 1},
     {96 / MX, 64 / MY, 1}},
    {"a square, .block 64",
     {.block = 64},
     2,
     {64, 960},
     R,
     R,
     SL__CASE_RIGHT,
     {X, 64 / X, 1},
     {960 / X, 64 * X / 64, 1}},
    {"a square, .block 100",
     {.block = 100},
     2,
     {64, 960},
     R,
     R,
     SL__CASE_RIGHT,
     {X, 64 / X, 1},
     {960 / X, 64 * X / 64, 1}},
    {"a square, .block 8", {.block = 8}, 2, {64, 96}, R, R, SL__CASE_RIGHT, {8, 1, 1}, {12, 64, 1}},
    {"a square, .block 1024",
     {.block = 1024},
     2,
     {128, 1024},
     R,
     R,
     SL__CASE_RIGHT,
     {X, 1024 / X, 1},
     {1024 / X, 128 * X / 1024, 1}},
    {"a tile of 4 x 64", {.tile = {4, 64}}, 2, {100, 1000}, R, R, SL__CASE_RIGHT, {64, 4, 1}, {16, 25, 1}},
    {"the same, left", {.tile = {4, 64}}, 2, {100, 1000}, L, L, SL__CASE_LEFT, {4, 64, 1}, {25, 16, 1}},
    {"the same, mixed", {.tile = {4, 64}}, 2, {100, 1000}, 0, L, SL__CASE_ANY, {4, 64, 1}, {25, 16, 1}},
    {"a tile in one dimension",
     {.tile = {0, 64}},
     2,
     {100, 1000},
     R,
     R,
     SL__CASE_RIGHT,
     {64, Y, 1},
     {16, UP(100, Y), 1}},
    {"a tile of odd extents", {.tile = {7, 13}}, 2, {100, 1000}, R, R, SL__CASE_RIGHT, {13, 7, 1}, {77, 15, 1}},
    {"a tile too large for a block",
     {.tile = {64, 64}},
     2,
     {100, 1000},
     R,
     R,
     SL__CASE_RIGHT,
     {X, Y, 1},
     {UP(1000, X), UP(100, Y), 1}},
    {"a tile without end",
     {.tile = {INT64_MAX, 2}},
     2,
     {100, 1000},
     R,
     R,
     SL__CASE_RIGHT,
     {X, Y, 1},
     {UP(1000, X), UP(100, Y), 1}},
    {"a tile and .block",
     {.tile = {4, 64}, .block = 16},
     2,
     {100, 1000},
     R,
     R,
     SL__CASE_RIGHT,
     {16, 1, 1},
     {63, 100, 1}},
    {"a cuboid, right", {0}, 3, {10, 20, 300}, R, R, SL__CASE_RIGHT, {X, Y, 1}, {UP(300, X), UP(20, Y), 10}},
    {"a cuboid, left", {0}, 3, {10, 20, 30}, L, L, SL__CASE_LEFT, {16, T / 16, 1}, {1, UP(20, T / 16), 30}},
    {"a deep cuboid", {0}, 3, {100000, 2, 2}, R, R, SL__CASE_RIGHT, {2, 2, 64}, {1, 1, 1563}},
    {"a cuboid, .order {1, 2, 0}",
     {.order = {1, 2, 0}},
     3,
     {160, 20, 30},
     R,
     R,
     SL__CASE_ANY,
     {MX, MY, 1},
     {160 / MX, UP(30, MY), 20}},
    {"a cuboid with a tile", {.tile = {2, 4, 16}}, 3, {10, 20, 30}, R, R, SL__CASE_RIGHT, {16, 4, 2}, {2, 5, 5}},
    {"a tile deeper than a block", {.tile = {65, 1, 1}}, 3, {100, 2, 2}, R, R, SL__CASE_RIGHT, {2, 2, 64}, {1, 1, 2}},
    {"more blocks than CUDA takes along z",
     {.block = 128},
     3,
     {70000, 30, 40},
     R,
     R,
     WIDE,
     {X, 128 / X, 1},
     {UP(40, X), UP(30, 128 / X), 65535}},
    {"rank 4", {0}, 4, {3, 5, 7, 9}, R, R, SL__CASE_RIGHT, {16, 8, 2}, {1, 1, 8}},
    {"rank 4, left", {0}, 4, {3, 5, 7, 9}, L, L, SL__CASE_LEFT, {4, 8, 8}, {1, 1, 8}},
    {"rank 6", {0}, 6, {2, 3, 2, 3, 40, 500}, R, R, SL__CASE_RIGHT, {X, Y, 1}, {UP(500, X), 40 / Y, 36}},
    {"an empty space of rank 5", {0}, 5, {4, 4, 0, 4, 4}, R, R, SL__CASE_RIGHT, {1, 1, 1}, {0, 0, 0}},
};

static int same3(const unsigned a[3], const unsigned b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static void test_sizes(void)
{
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const struct size *s = &sizes[k];
        sl__launch l = launch_of(s->policy, space_at(s->rank, NULL, s->n), s->all, s->written, h200);
        if (!ok(l.function == s->function && same3(l.block, s->block) && same3(l.grid, s->grid),
                "%s: function, threads and blocks", s->what))
            diag("got function %d, block (%u, %u, %u), grid (%u, %u, %u)", l.function, l.block[0], l.block[1],
                 l.block[2], l.grid[0], l.grid[1], l.grid[2]);
    }
}

/* Blocks with copies of what a loop scatters into: they share them, and there are no more than pay for joining. */
static void test_copies(void)
{
    const sl_index n1[] = {10000000}, n2[] = {3000, 1000}, few[] = {5000};
    const sl_policy p = SL_POLICY(0), small = SL_POLICY(.block = 64);
    sl_space line = space_at(1, NULL, n1), plane = space_at(2, NULL, n2), short_line = space_at(1, NULL, few);
    sl__launch_call call = {
        .policy = &p, .space = &line, .layouts = {.all = R}, .turns = 2, .copies = 8000, .scattered = 1000};
    sl__launch l;
    sl__launch_make(&call, &h200, &l);
    ok(l.function == SL__DEVICE_COPIES && l.block[0] == 1024 && l.shared == 8000,
       "a block with copies is as large as can be, has the memory that they take, and the function for it");
    is_int(l.grid[0], UP(10000000, 1024), "a thread has one iteration where the grid is not limited");
    is_int(sl__launch_most_copies(&call, &l, &h200, 2), 264, "as many blocks as are there at once");
    sl__launch_limit(&l, 264);
    ok(l.function == SL__DEVICE_COPIES && l.grid[0] == 264, "which stride over the space by the same function");
    call.scattered = 100000;
    is_int(sl__launch_most_copies(&call, &l, &h200, 2), 100, "no block has more elements to join than iterations");
    call.space = &short_line;
    is_int(sl__launch_most_copies(&call, &l, &h200, 2), 1, "and one is always there");
    call.scattered = 10;
    is_int(sl__launch_most_copies(&call, &l, &h200, 2), 5, "few elements: a thread has an iteration at least");
    call.space = &plane;
    sl__launch_make(&call, &h200, &l);
    ok(l.function == SL__DEVICE_COPIES && l.block[0] * l.block[1] == 1024, "a plane");
    call.policy = &small;
    sl__launch_make(&call, &h200, &l);
    is_int(l.block[0] * l.block[1], 64, ".block is what the program says");
}

/* Parts of a league that reduces: each has the groups of its members, as the definition numbers them. */
static void test_team_parts(void)
{
    static const sl_index leagues[] = {1, 100, 4096, 4097, 16384, 100003}, none[SL__ROOMS] = {0};
    for (size_t l = 0; l < sizeof leagues / sizeof leagues[0]; l++) {
        const sl_index n = leagues[l], each = (n + 4095) / 4096, groups = (n + each - 1) / each;
        const sl_policy p = SL_POLICY(.league = n);
        const sl_space whole = SL_RANGE(0, n);
        sl_index next = 0, wrong = 0;
        for (sl_index first = 0, some; first < groups; first += some) {
            sl__launch launch;
            some = groups / 3 + 1 < groups - first ? groups / 3 + 1 : groups - first;
            const sl_index end = (first + some) * each < n ? (first + some) * each : n;
            const sl_space part = SL_RANGE(first * each, end);
            const sl__launch_call call = {.policy = &p,
                                          .space = &part,
                                          .whole = &whole,
                                          .layouts = {.all = R, .written = R},
                                          .turns = 1,
                                          .reductions = 1,
                                          .form = SL__FORM_TEAM,
                                          .scratch = none,
                                          .results = 8};
            sl__launch_make(&call, &h200, &launch);
            wrong += launch.part_results.first != next || launch.part_results.count != some || !launch.part ||
                     launch.part_results.times != 1 || launch.reduction.groups_ != some ||
                     launch.reduction.turns_[0] != each;
            next += launch.part_results.count;
        }
        ok(wrong == 0 && next == groups, "a league of %lld in parts: they have its %lld groups of %lld members",
           (long long)n, (long long)groups, (long long)each);
    }
}

/* Parts of a loop over distributed views, which leave what they reduce as CPUs do: each has the blocks of its indices.
 */
static void test_block_parts(void)
{
    static const sl_index n[][3] = {{100003}, {4096}, {1000, 300}, {61, 5}, {40, 9000}, {67, 30, 20}};
    static const int ranks[] = {1, 1, 2, 2, 2, 3};
    const sl_policy p = SL_POLICY(.where = SL_CUDA);
    for (size_t k = 0; k < sizeof ranks / sizeof ranks[0]; k++) {
        sl_space whole = {.kind = SL_SPACE_BOX, .rank = ranks[k]};
        sl__blocks blocks;
        sl_index next = 0, wrong = 0;
        for (int d = 0; d < whole.rank; d++) {
            whole.lo[d] = 3;
            whole.hi[d] = 3 + n[k][d];
        }
        sl__blocks_make(&whole, SL__BLOCKS_OF_LANES, &blocks);
        const sl_index each = blocks.grid[0] / 3 + 1;
        for (sl_index block = 0; block < blocks.grid[0]; block += each) {
            const sl_index first = sl__block_begin(blocks.extent[0], blocks.shift, block),
                           end = sl__block_begin(blocks.extent[0], blocks.shift, block + each);
            sl_space part = whole;
            sl__launch launch;
            part.lo[0] += first;
            part.hi[0] = end < n[k][0] ? whole.lo[0] + end : whole.hi[0];
            const sl__launch_call call = {.policy = &p,
                                          .space = &part,
                                          .whole = &whole,
                                          .across = 1,
                                          .before = first,
                                          .layouts = {.all = R, .written = R},
                                          .turns = 1,
                                          .reductions = 1};
            sl__launch_make(&call, &h200, &launch);
            wrong += launch.part_results.first != next || launch.part_results.count != launch.reduction.groups_ ||
                     !launch.part || launch.part_results.times != 1 || launch.function != SL__DEVICE_WIDE ||
                     launch.reduction.pair_ != 1;
            next += launch.part_results.count;
        }
        ok(wrong == 0 && next == blocks.count, "parts of a loop of rank %d with %lld blocks of CPUs have these",
           whole.rank, (long long)blocks.count);
    }
}

/* Blocks of teams, whose scratch memory of each thread limits how many there are where the policy leaves it open. */
static void test_team_blocks(void)
{
    const sl_policy open = SL_POLICY(.league = 5000, .vector = 4), given = SL_POLICY(.league = 5000, .team = 32);
    const sl_index little[SL__ROOMS] = {100, 4096, 1000, 16}, much[SL__ROOMS] = {100, 16384, 0, 0};
    sl__team_block b = {.policy = &open, .scratch = little, .most = 1024, .room = 232448};
    sl__launch_team_block(&b);
    is_int(b.threads, 32, "a team has 128 lanes where nothing is said");
    is_int(b.shared, 128 + 112 + 32 * 4096, "its block has shared memory for all its threads");
    is_int(b.slot, 1536, "and memory of the device, in lines of the cache: 1000 + 32 * 16");
    b.checked = 1;
    sl__launch_team_block(&b);
    is_int(b.shared, 128 + 112 + 1024 + 32 * 4096, "with bounds checks guards, too");
    b.checked = 0;
    b.scratch = much;
    sl__launch_team_block(&b);
    is_int(b.threads, 14, "fewer threads where there is not so much memory");
    is_int(b.shared, 64 + 112 + 14 * 16384, "which fit");
    is_int(b.slot, 0, "and none of the device that nobody asks for");
    b.results = 256;
    sl__launch_team_block(&b);
    is_int(b.threads, 8, "with results of the launch whole warps of them");
    b.room = 1000;
    sl__launch_team_block(&b);
    is_int(b.threads, 8, "and one warp at least");
    b.policy = &given;
    sl__launch_team_block(&b);
    is_int(b.threads, 32, "as many as the program says, even so");
    sl__launch l = {.box.slot_ = 1536};
    is_int(sl__launch_most_slots(&l, &h200, 16, (int64_t)1 << 40), 16 * 132,
           "blocks with memory of the device: as many as are there at once");
    is_int(sl__launch_most_slots(&l, &h200, 16, (int64_t)100 * 1536 * 16), 100, "or as a sixteenth of it suffices for");
    is_int(sl__launch_most_slots(&l, &h200, 16, 1000), 1, "and one is always there");
}

/* A body that needs many registers allows fewer threads than the device. */
static void test_limits(void)
{
    const sl_index n1[] = {100000}, n2[] = {1000, 1000};
    sl__launch_limits few = {132, 2048, 64, 1, 0}, odd = {132, 2048, 48, 1, 0};
    sl__launch l = launch_of((sl_policy){0}, space_at(1, NULL, n1), R | L, R | L, few);
    ok(l.block[0] == 64 && l.grid[0] == 1563, "a function that takes 64 threads gets them, a line");
    l = launch_of((sl_policy){0}, space_at(2, NULL, n2), R, R, few);
    ok(l.block[0] * l.block[1] == 64, "and a plane");
    l = launch_of((sl_policy){0}, space_at(2, NULL, n2), 0, R, few);
    ok(l.block[0] * l.block[1] == 64, "and one of mixed layouts");
    l = launch_of((sl_policy){0}, space_at(2, NULL, n2), R, R, odd);
    ok(l.block[0] == 32 && l.block[1] == 1, "one that takes 48 gets 32");
    l = launch_of(SL_POLICY(.tile = {16, 8}), space_at(2, NULL, n2), R, R, few);
    ok(l.block[0] * l.block[1] == 64 && l.block[0] != 8, "a tile that is too large for it is no block");
    l = launch_of(SL_POLICY(.tile = {8, 8}), space_at(2, NULL, n2), R, R, few);
    ok(l.block[0] == 8 && l.block[1] == 8, "and one that is not, is");
    l = launch_of(SL_POLICY(.block = 1024), space_at(1, NULL, n1), R | L, R | L, few);
    is_int(l.block[0], 1024, ".block is what the program says, even so");
    is_int(l.function, WIDE, "by the function with fewer registers");
    sl_policy p = SL_POLICY(0);
    sl_space line = space_at(1, NULL, n1), plane = space_at(2, NULL, n2);
    sl__launch_call call = {.policy = &p, .space = &line, .layouts = {.all = R}, .turns = 1, .bound = 512};
    sl__launch_make(&call, &h200, &l);
    is_int(l.block[0], 512, "functions compiled for 512 threads get them");
    call.space = &plane;
    sl__launch_make(&call, &few, &l);
    is_int(l.block[0] * l.block[1], 64, "and fewer where they cannot");
}

/* Threads with two iterations: where the device is busy, and rows are long enough. */
static void test_turns(void)
{
    static const struct {
        const char *what;
        sl_policy policy;
        int rank, own;
        sl_index n[SL_MAX_RANK];
        unsigned all;
        unsigned block[3], grid[3];
        int span, apart;
    } table[] = {
        {"a line of 1e6", {0}, 1, 1, {1000000}, R | L, {T, 1, 1}, {UP(1000000, 2 * T), 1, 1}, 2 * T, T},
        /* 2 * 132 * 2048 threads would have two each */
        {"one that is too short", {0}, 1, 1, {540671}, R | L, {T, 1, 1}, {UP(540671, T), 1, 1}, T, 540671},
        {"one that is just long enough", {0}, 1, 1, {540672}, R | L, {T, 1, 1}, {UP(540672, 2 * T), 1, 1}, 2 * T, T},
        {"a line, .block 100", {.block = 100}, 1, 1, {1000000}, R | L, {100, 1, 1}, {5000, 1, 1}, 200, 100},
        {"a stencil", {0}, 2, 0, {4096, 4096}, R, {X, Y, 1}, {4096 / X / 2, 4096 / Y, 1}, 2 * X, X},
        {"own elements", {0}, 2, 1, {4096, 4096}, R, {128, 2, 1}, {16, 2048, 1}, 256, 128},
        {"own elements, left", {0}, 2, 1, {4096, 2048}, L, {128, 2, 1}, {16, 1024, 1}, 256, 128},
        {"a stencil on short rows", {0}, 2, 0, {100000, 100}, R, {X, Y, 1}, {2, UP(100000, Y), 1}, X, 100},
        {"a stencil with a tile", {.tile = {4, 64}}, 2, 0, {4096, 4096}, R, {64, 4, 1}, {64, 1024, 1}, 64, 4096},
        {"mixed layouts", {0}, 2, 1, {4096, 4096}, 0, {MX, MY, 1}, {4096 / MX, 4096 / MY, 1}, MX, 4096},
        {"a cuboid", {0}, 3, 0, {256, 256, 256}, R, {X, Y, 1}, {2, 256 / Y, 256}, 2 * X, X},
    };
    for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
        sl_space s = space_at(table[k].rank, NULL, table[k].n);
        sl__launch l = launch_in_turns(table[k].policy, s, table[k].all, R, h200, SL__DEVICE_TURNS, table[k].own);
        if (!ok(same3(l.block, table[k].block) && same3(l.grid, table[k].grid) && l.box.span_ == table[k].span &&
                    l.box.apart_ == table[k].apart,
                "%s: threads, blocks and what lies between the turns", table[k].what))
            diag("got block (%u, %u, %u), grid (%u, %u, %u), span %d, apart %d", l.block[0], l.block[1], l.block[2],
                 l.grid[0], l.grid[1], l.grid[2], l.box.span_, l.box.apart_);
    }
}

/* ---- .grid and .occupancy ------------------------------------------------------------------------------------- */

static sl_occupancy_query asked;

static sl_index answer_17(const sl_occupancy_query *query)
{
    asked = *query;
    return 17;
}

static sl_index answer_nothing(const sl_occupancy_query *query)
{
    (void)query;
    return -4;
}

/* The most blocks for a launch of 256 threads, of which @p fit blocks fit each of 132 multiprocessors. */
static sl_index most(sl_policy p, int fit)
{
    const sl_index n[] = {300, 100};
    p.tile[0] = 8;
    p.tile[1] = 32;
    sl__launch l = launch_of(p, space_at(2, NULL, n), R, R, h200);
    return sl__launch_most(&p, &l, &h200, fit);
}

static void test_occupancy(void)
{
    is_int(most((sl_policy){0}, 0), 0, "by default a grid is not limited");
    is_int(most(SL_POLICY(.grid = 7), 0), 7, ".grid limits it");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_DEFAULT), 8), 0, "SL_OCC_DEFAULT does not");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_MAX), 8), 1056, "SL_OCC_MAX: 8 blocks on each of 132");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_MAX), 0), 1, "at least one block, though none fits");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_AVOID_MAX), 8), 924, "SL_OCC_AVOID_MAX: one less where 8 fill it");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_AVOID_MAX), 5), 660, "all that fit where they leave threads idle");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_FOR_REDUCE), 8), 924, "SL_OCC_FOR_REDUCE is that");
    sl_policy avoid = {.occupancy = SL_OCC_AVOID_MAX, .block = 1024};
    const sl_index n[] = {10000};
    sl__launch_limits small = {132, 1024, 1024, 0, 0};
    sl__launch l = launch_of(avoid, space_at(1, NULL, n), R | L, R | L, small);
    is_int(sl__launch_most(&avoid, &l, &small, 1), 132, "the only one that fits is left");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_FRACTION(1, 2, 0)), 8), 528, "SL_OCC_FRACTION: half of 8");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_FRACTION(1, 2, 1)), 8), 660, "half of 8 and one more");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_FRACTION(1, 3, 0)), 8), 264, "a third of 8, rounded down");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_FRACTION(1, 4, -5)), 8), 132, "less than nothing is one");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_FRACTION(INT32_MAX, 1, 0)), 8), 8LL * INT32_MAX * 132, "a lot is a lot");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_CUSTOM(answer_17)), 8), 17, "SL_OCC_CUSTOM: what the function says");
    /* 300 x 100, blocks of 8 x 32: 38 x 4 */
    ok(asked.threads == 256 && asked.blocks_per_sm == 8 && asked.threads_per_sm == 2048 &&
           asked.multiprocessors == 132 && asked.blocks_needed == 152,
       "which is told threads, what fits, the device, and the blocks that cover the space");
    is_int(most(SL_POLICY(.occupancy = SL_OCC_CUSTOM(answer_nothing)), 8), 1, "or one block");
    is_int(most(SL_POLICY(.grid = 7, .occupancy = SL_OCC_MAX), 8), 7, "the smaller of .grid and .occupancy counts");
    is_int(most(SL_POLICY(.grid = 5000, .occupancy = SL_OCC_MAX), 8), 1056, "whichever it is");
}

static void test_limited(void)
{
    static const struct {
        sl_index most;
        unsigned grid[3];
    } table[] = {{0, {10, 20, 30}},    {1, {1, 1, 1}},           {7, {7, 1, 1}},      {25, {10, 2, 1}},
                 {39, {10, 3, 1}},     {200, {10, 20, 1}},       {1000, {10, 20, 5}}, {5999, {10, 20, 29}},
                 {6000, {10, 20, 30}}, {INT64_MAX, {10, 20, 30}}};
    const sl_index n[] = {30, 160, 320};
    for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
        sl__launch l = launch_of(SL_POLICY(.tile = {1, 8, 32}), space_at(3, NULL, n), R, R, h200);
        sl__launch_limit(&l, table[k].most);
        int covers = table[k].grid[0] * table[k].grid[1] * table[k].grid[2] == 6000;
        if (!ok(same3(l.grid, table[k].grid) && l.function == (covers ? SL__CASE_RIGHT : WIDE),
                "at most %lld blocks of 10 x 20 x 30, and the function for that", (long long)table[k].most))
            diag("got (%u, %u, %u), function %d", l.grid[0], l.grid[1], l.grid[2], l.function);
    }
}

int main(void)
{
    test_sizes();
    test_copies();
    test_team_blocks();
    test_block_parts();
    test_team_parts();
    test_limits();
    test_turns();
    test_occupancy();
    test_limited();
    return done_testing();
}
