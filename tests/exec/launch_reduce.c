/* SPDX-License-Identifier: BSD-3-Clause */
/* How reductions lie on a grid of CUDA blocks, without a GPU: sizes worked out by hand; a reduction that is walked
 * through thread by thread, as starloop/kernel/form_reduce_device.h has them, visits each point once and gives the bits
 * of the canonical decomposition; and results that warps combine are the bits of the CPU's tree, which is written here
 * once more as a recursion. */
#include "canonical.h"
#include "kernel/reduce.h"
#include "kernel/cases.h"
#include "exec/launch.h"
#include "loop_testing.h"

enum { R = SL__TAKES_RIGHT, L = SL__TAKES_LEFT, WIDE = SL__DEVICE_WIDE, LANES = 256, WARP = 32 };
static const sl__launch_limits h200 = {132, 2048, 1024, 1, 0};

static sl__launch launch_of(sl_policy p, sl_space space, unsigned all, unsigned written, int reductions)
{
    sl__launch launch;
    sl__launch_call call = {
        .policy = &p, .space = &space, .layouts = {.all = all, .written = written}, .reductions = reductions};
    sl__launch_make(&call, &h200, &launch);
    return launch;
}

/* ---- sizes worked out by hand -------------------------------------------------------------------------------- */

struct size {
    const char *what;
    sl_policy policy;
    int rank;
    sl_index n[SL_MAX_RANK];
    unsigned all, written;
    int function, turned;
    unsigned threads, grid;
    sl_index tiles, groups;
};

static const struct size sizes[] = {
    {"nothing", {0}, 1, {0}, R | L, R | L, SL__CASE_RIGHT, 0, 512, 1, 0, 0},
    {"one element", {0}, 1, {1}, R | L, R | L, SL__CASE_RIGHT, 0, 512, 1, 1, 1},
    /* 512 lanes of a pair, 8 turns: 245 pairs */
    {"1e6 elements", {0}, 1, {1000000}, R | L, R | L, SL__CASE_RIGHT, 0, 512, 245, 490, 245},
    /* 24415 pairs of 8 turns for 512 places: 48 times as many turns */
    {"1e8 elements", {0}, 1, {100000000}, R | L, R | L, SL__CASE_RIGHT, 0, 512, 509, 1018, 509},
    {"1e8 elements, .block 1", {.block = 1}, 1, {100000000}, R | L, R | L, SL__CASE_RIGHT, 0, 256, 1018, 1018, 1018},
    {"1e8 elements, .block 511",
     {.block = 511},
     1,
     {100000000},
     R | L,
     R | L,
     SL__CASE_RIGHT,
     0,
     256,
     1018,
     1018,
     1018},
    {"1e8 elements, .block 512", {.block = 512}, 1, {100000000}, R | L, R | L, SL__CASE_RIGHT, 0, 512, 509, 1018, 509},
    {"1e8 elements, .block 1024",
     {.block = 1024},
     1,
     {100000000},
     R | L,
     R | L,
     SL__CASE_RIGHT,
     0,
     512,
     509,
     1018,
     509},
    {"a strided line", {0}, 1, {5000}, 0, 0, SL__CASE_ANY, 0, 512, 10, 20, 10},
    /* 4 pairs of 32 turns along the rows, 64 times 4 turns along the columns */
    {"a square, right", {0}, 2, {4096, 4096}, R, R, SL__CASE_RIGHT, 0, 512, 256, 512, 256},
    {"a square, left", {0}, 2, {4096, 4096}, L, L, SL__CASE_LEFT, 1, 512, 256, 512, 256},
    {"a square, mixed, left is written", {0}, 2, {4096, 4096}, 0, L, SL__CASE_ANY, 1, 512, 256, 512, 256},
    {"a square, mixed, right is written", {0}, 2, {4096, 4096}, 0, R, SL__CASE_ANY, 0, 512, 256, 512, 256},
    {"an order that a reduction does not take",
     {.order = {1, 0}},
     2,
     {4096, 4096},
     R,
     R,
     SL__CASE_RIGHT,
     0,
     512,
     256,
     512,
     256},
    /* 2 turns along the rows */
    {"a small square", {0}, 2, {512, 512}, R, R, SL__CASE_RIGHT, 0, 512, 256, 512, 256},
    /* 3907 places of 256 lanes, 8 turns: never more than 512 tiles */
    {"a tall plane", {0}, 2, {1000000, 1}, R, R, SL__CASE_RIGHT, 0, 512, 245, 489, 245},
    /* 4 rows of 64 lanes: 40 pairs, a turn each */
    {"a flat plane", {0}, 2, {3, 5000}, R, R, SL__CASE_RIGHT, 0, 512, 40, 80, 40},
    /* a pair of 4 turns along the last dimension, 7 tiles along the first, 34 of 3 turns between */
    {"a cuboid", {0}, 3, {100, 100, 100}, R, R, SL__CASE_RIGHT, 0, 512, 238, 476, 238},
    {"an empty cuboid", {0}, 3, {100, 0, 100}, R, R, SL__CASE_RIGHT, 0, 512, 1, 0, 0},
    {"2^31 elements", {0}, 1, {(sl_index)1 << 31}, R | L, R | L, WIDE, 0, 512, 512, 1024, 512},
};

static void test_sizes(void)
{
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const struct size *s = &sizes[k];
        sl__launch l = launch_of(s->policy, space_at(s->rank, NULL, s->n), s->all, s->written, 1);
        const sl__device_reduction *r = &l.reduction;
        if (!ok(l.function == s->function && r->turned_ == s->turned && l.block[0] == s->threads &&
                    l.block[1] * l.block[2] == 1 && l.grid[0] == s->grid && l.grid[1] * l.grid[2] == 1 &&
                    r->tiles_ == s->tiles && r->groups_ == s->groups,
                "%s: function, threads, tiles and groups", s->what))
            diag("got function %d, turned %d, %u threads, grid %u, %lld tiles in %lld groups", l.function, r->turned_,
                 l.block[0], l.grid[0], (long long)r->tiles_, (long long)r->groups_);
    }
    const sl_index n[] = {100000000};
    sl__launch l = launch_of((sl_policy){0}, space_at(1, NULL, n), R, R, SL__DEVICE_REDUCERS);
    is_int(l.block[0], 512, "%d reductions take two tiles together", SL__DEVICE_REDUCERS);
    sl__launch_limit(&l, 10);
    ok(l.grid[0] == 10 && l.reduction.groups_ == 509 && l.function == SL__CASE_RIGHT,
       "fewer CUDA blocks leave groups and function as they are");
    l = launch_of((sl_policy){0}, space_at(1, NULL, n), R, R, SL__DEVICE_REDUCERS + 1);
    is_int(l.block[0], 256, "more have no room for that");
}

/* All CUDA blocks of a small reduction are a cluster, where the device has such. */
static void test_clusters(void)
{
    static const struct {
        sl_index n, most;
        int reductions;
        unsigned cluster;
    } known[] = {{0, 0, 1, 1},
                 {1, 0, 1, 1},
                 {512, 0, 1, 1},
                 {513, 0, 1, 2},
                 {4096, 0, 1, 8},
                 {4097, 0, 1, 1},
                 {4096, 3, 1, 3},
                 {4097, 1, 1, 1},
                 {2048, 0, SL__DEVICE_REDUCERS + 1, 8},
                 {2049, 0, SL__DEVICE_REDUCERS + 1, 1},
                 {4096, 0, 0, 1}};
    const sl__launch_limits before = {132, 2048, 1024, 0, 0};
    for (unsigned k = 0; k < sizeof known / sizeof *known; k++) {
        sl__launch l = launch_of((sl_policy){0}, space_at(1, NULL, &known[k].n), R | L, R | L, known[k].reductions);
        sl__launch_limit(&l, known[k].most);
        is_int(sl__launch_cluster(&l, &h200), known[k].cluster, "%d reductions of %lld elements by %lld blocks at most",
               known[k].reductions, (long long)known[k].n, (long long)known[k].most);
        is_int(sl__launch_cluster(&l, &before), 1, "a device without clusters");
    }
}

static uint64_t seed_of_all;

/* The shape of tiles, small and large. */
static void test_shapes(int rank)
{
    static const int longest[] = {2000000000, 60000, 2000, 300, 80, 40};
    uint64_t seed = seed_of_all + (uint64_t)rank;
    int wrong = 0;
    for (int k = 0; k < 3000; k++) {
        sl_index n[SL_MAX_RANK];
        for (int d = 0; d < rank; d++)
            n[d] = 1 + random_below(&seed, random_below(&seed, 2) ? longest[rank - 1] : 40);
        sl_index lo[SL_MAX_RANK] = {random_below(&seed, 3) ? random_below(&seed, 5000) - 2500 : 0};
        struct canonical c = canonical_gpu(rank, lo, n);
        sl__launch l = launch_of((sl_policy){0}, space_at(rank, lo, n), R, R, 1);
        int bad = c.shift != l.reduction.shift_ || c.rows != l.reduction.rows_ || c.columns != l.reduction.columns_ ||
                  points(rank, c.grid) != l.reduction.tiles_;
        for (int d = 0; d < rank; d++)
            bad |= c.grid[d] != l.reduction.grid_[d] || c.turns[d] != l.reduction.turns_[d];
        if (bad && wrong++ == 0)
            diag("%lld x %lld x ...: %d x %d lanes, %lld tiles; want %d x %d lanes, %lld tiles", (long long)n[0],
                 rank > 1 ? (long long)n[1] : 1, l.reduction.rows_, l.reduction.columns_, (long long)l.reduction.tiles_,
                 c.rows, c.columns, (long long)points(rank, c.grid));
    }
    is_int(wrong, 0, "rank %d: 3000 spaces up to some 1e9 points are cut into the canonical tiles", rank);
}

/* ---- thread by thread ------------------------------------------------------------------------------------------ */

/* A reduction under way: values in the order of C, and how often each was taken. */
struct walk {
    const sl__launch *l;
    int rank, odd;
    const sl_index *n;
    const double *v;
    const float *w;
    unsigned char *visits;
};

/* A thread's part of a tile: from its lane's place on in steps up to the tile's end, in every dimension. */
static struct result lane_result(struct walk *k, sl_index tile, int thread, int *lane)
{
    const sl__device_reduction *r = &k->l->reduction;
    struct result result = canonical_nothing;
    sl_index from[SL_MAX_RANK], step[SL_MAX_RANK], end[SL_MAX_RANK], x[SL_MAX_RANK], at;
    int last = k->rank - 1, row = r->turned_ ? thread % r->rows_ : thread / r->columns_;
    int column = r->turned_ ? thread / r->rows_ : thread % r->columns_;
    *lane = row * r->columns_ + column;
    for (int d = last; d >= 0; d--) {
        sl_index number = tile % r->grid_[d];
        step[d] = d == last ? r->pair_ * r->columns_ : d == 0 ? r->rows_ : 1;
        sl_index origin = (d == last ? number / r->pair_ : number) * step[d] * r->turns_[d] - (d == 0 ? r->shift_ : 0);
        from[d] = x[d] = (origin > 0 ? origin : 0) + (d == last ? number % r->pair_ * r->columns_ + column
                                                      : d == 0  ? row
                                                                : 0);
        end[d] = origin + step[d] * r->turns_[d] < k->n[d] ? origin + step[d] * r->turns_[d] : k->n[d];
        tile /= r->grid_[d];
        if (x[d] >= end[d])
            return result;
    }
    for (int d = 0; d >= 0;) {
        at = 0;
        for (int e = 0; e <= last; e++)
            at = at * k->n[e] + x[e];
        struct result one = {k->v[at], k->v[at], k->w[at]};
        result = canonical_join(result, one);
        k->visits[at]++;
        for (d = last; d >= 0 && (x[d] += step[d]) >= end[d]; d--)
            x[d] = from[d];
    }
    return result;
}

/* Lanes 128, 64 and 32 apart, where there are so many, are folded by the lanes of one warp, then within it. */
static struct result tile_result(struct walk *k, sl_index tile)
{
    struct result shared[LANES], lane[WARP], other[WARP], f[4];
    const int lanes = k->l->reduction.lanes_;
    for (int t = 0; t < lanes; t++) {
        int l;
        struct result r = lane_result(k, tile, t, &l);
        shared[l] = r;
    }
    for (int l = 0; l < WARP; l++) {
        for (int j = 0; j < 4 && 32 * j < lanes; j++)
            f[j] = lanes > 128 ? canonical_join(shared[l + 32 * j], shared[l + 128 + 32 * j]) : shared[l + 32 * j];
        if (lanes > 64) {
            f[0] = canonical_join(f[0], f[2]);
            f[1] = canonical_join(f[1], f[3]);
        }
        lane[l] = lanes > 32 ? canonical_join(f[0], f[1]) : f[0];
    }
    for (int w = 16; w; w /= 2) {
        for (int l = 0; l < WARP; l++)
            other[l] = lane[l + w < WARP ? l + w : l];
        for (int l = 0; l < WARP; l++)
            lane[l] = canonical_join(lane[l], other[l]);
    }
    return lane[0];
}

/* Every CUDA block, with every group of tiles that it comes to. The parts are then joined by neighbours. */
static struct result walk_all(struct walk *k)
{
    const sl__device_reduction *r = &k->l->reduction;
    int subs = (int)k->l->block[0] / r->lanes_;
    struct result *part = malloc((size_t)(r->groups_ + 1) * sizeof *part), result = canonical_nothing;
    unsigned char *taken = calloc(1, (size_t)r->groups_ + 1);
    for (unsigned b = 0; b < k->l->grid[0]; b++)
        for (sl_index g = b; g < r->groups_; g += k->l->grid[0]) {
            part[g] = tile_result(k, g * subs);
            if (subs == 2 && g * subs + 1 < r->tiles_)
                part[g] = canonical_join(part[g], tile_result(k, g * subs + 1));
            k->odd += taken[g]++ != 0;
        }
    for (sl_index n = r->groups_; n > 1; n = (n + 1) / 2) {
        for (sl_index i = 0; i < n / 2; i++)
            part[i] = canonical_join(part[2 * i], part[2 * i + 1]);
        if (n % 2)
            part[n / 2] = part[n - 1];
    }
    if (r->groups_ > 0)
        result = part[0];
    free(part);
    free(taken);
    return result;
}

static int same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* One launch against the canonical decomposition. @return 1 when bits and visits are right. */
static int try(const sl__launch *l, int rank, const sl_index lo[], const sl_index n[], const double *v, const float *w)
{
    sl_index count = points(rank, n), wrong = 0;
    struct walk k = {l, rank, 0, n, v, w, calloc(1, (size_t)count + 1)};
    struct canonical c = l->reduction.lanes_ == LANES ? canonical_gpu(rank, lo, n) : canonical_cpu(rank, lo, n);
    struct result got = walk_all(&k), want = canonical_result(&c, v, w);
    for (sl_index i = 0; i < count; i++)
        wrong += k.visits[i] != 1;
    free(k.visits);
    if (wrong == 0 && k.odd == 0 && same(got.s, want.s) && same(got.m, want.m) && same((double)got.t, (double)want.t))
        return 1;
    diag("%lld x %lld x %lld ...: %lld points not visited once; got %a, %a, %a, want %a, %a, %a; %u threads, grid %u, "
         "%lld tiles, turned %d",
         (long long)n[0], rank > 1 ? (long long)n[1] : 1, rank > 2 ? (long long)n[2] : 1, (long long)wrong, got.s,
         got.m, (double)got.t, want.s, want.m, (double)want.t, l->block[0], l->grid[0], (long long)l->reduction.tiles_,
         l->reduction.turned_);
    return 0;
}

static void test_walks(int rank)
{
    static const int longest[] = {60000, 400, 60, 20, 12, 8}, blocks[] = {0, 1, 300, 256, 1024};
    static const unsigned flags[][2] = {{R, R}, {L, L}, {0, R}, {0, L}, {0, 0}};
    enum { MOST = 400 * 400, LONG_LINE = 1 << 20 };
    double *v = malloc(MOST * sizeof *v);
    float *w = malloc(MOST * sizeof *w);
    uint64_t seed = seed_of_all + 77 + (uint64_t)rank;
    int good = 1, good_as_cpu = 1;
    for (int k = 0; k < MOST; k++) {
        v[k] = random_double(&seed);
        w[k] = (float)random_double(&seed);
    }
    for (int k = 0; k < 80 && good; k++) {
        sl_policy p = {.block = blocks[k % 5], .grid = k % 3 ? 0 : 1 + random_below(&seed, 9)};
        sl_index n[SL_MAX_RANK], lo[SL_MAX_RANK];
        for (int d = 0; d < rank; d++) {
            n[d] = random_below(&seed, 20) ? 1 + random_below(&seed, longest[rank - 1]) : 0;
            lo[d] = random_below(&seed, 100) - 50;
        }
        if (rank > 1 && k % 4 == 0) /* one long side */
            n[k / 4 % rank] *= 1 + (MOST - 1) / (points(rank, n) + 1);
        if (points(rank, n) > MOST)
            continue;
        const unsigned *f = flags[k % 5];
        sl__launch l = launch_of(p, space_at(rank, lo, n), f[0], f[1], 1 + k % 2 * SL__DEVICE_REDUCERS);
        sl__launch_limit(&l, sl__launch_most(&p, &l, &h200, 2));
        const sl__device_reduction *r = &l.reduction;
        int subs = (int)l.block[0] / LANES;
        const sl_policy across = {.block = p.block, .grid = p.grid, .reproducible = SL_ACROSS_DEVICES};
        sl__launch as_cpu = launch_of(across, space_at(rank, lo, n), f[0], f[1], 1 + k % 2 * SL__DEVICE_REDUCERS);
        sl__launch_limit(&as_cpu, sl__launch_most(&across, &as_cpu, &h200, 2));
        good_as_cpu &= as_cpu.block[0] == (unsigned)as_cpu.reduction.lanes_ && as_cpu.grid[0] >= 1 &&
                       as_cpu.function == WIDE && try(&as_cpu, rank, lo, n, v, w);
        good = (l.block[0] == LANES || l.block[0] == 2 * LANES) && l.grid[0] >= 1 && r->groups_ * subs >= r->tiles_ &&
               (r->groups_ == 0 || (r->groups_ - 1) * subs < r->tiles_) && r->rows_ * r->columns_ == LANES &&
               try(&l, rank, lo, n, v, w);
    }
    for (int k = 0; rank == 1 && k < 3 && good; k++) { /* long enough for parts that follow the index */
        const sl_index n[] = {LONG_LINE + random_below(&seed, 100000)}, lo[] = {random_below(&seed, 100000) - 50000};
        double *long_v = malloc((size_t)n[0] * sizeof *long_v);
        float *long_w = malloc((size_t)n[0] * sizeof *long_w);
        for (sl_index i = 0; i < n[0]; i++) {
            long_v[i] = v[i % MOST];
            long_w[i] = w[i * 7 % MOST];
        }
        sl__launch l = launch_of((sl_policy){0}, space_at(1, lo, n), R, R, 1);
        good = try(&l, 1, lo, n, long_v, long_w);
        sl__launch as_cpu = launch_of((sl_policy){.reproducible = SL_ACROSS_DEVICES}, space_at(1, lo, n), R, R, 1);
        good_as_cpu &= try(&as_cpu, 1, lo, n, long_v, long_w);
        free(long_v);
        free(long_w);
    }
    ok(good, "rank %d: random spaces and launches give the canonical bits, each point taken once", rank);
    ok(good_as_cpu, "rank %d: with SL_ACROSS_DEVICES they are those of CPUs", rank);
    free(v);
    free(w);
}

/* ---- combining ------------------------------------------------------------------------------------------------- */

static double join(int op, double a, double b)
{
    switch (op) {
    case SL__SUM: return a + b;
    case SL__PROD: return a * b;
    case SL__MIN: return b < a ? b : a;
    case SL__MAX: return b > a ? b : a;
    case SL__LAND: return a != 0 && b != 0;
    default: return a != 0 || b != 0;
    }
}

/* Neighbours in pairs, the odd one kept, is: the largest power of two below count, and the rest. */
static double tree(int op, const double v[], sl_index count)
{
    sl_index half = 1;
    if (count == 1)
        return v[0];
    while (2 * half < count)
        half *= 2;
    return join(op, tree(op, v, half), tree(op, v + half, count - half));
}

/* One warp joins what its lanes hold, of which the first @p count count: shuffles down by 1, 2, 4, 8, 16. */
static double warp(int op, double lane[WARP], sl_index count)
{
    for (int w = 1; w < WARP; w *= 2) {
        double other[WARP];
        for (int l = 0; l < WARP; l++) /* a shuffle from beyond the warp gives the lane's own */
            other[l] = lane[l + w < WARP ? l + w : l];
        for (int l = 0; l < WARP; l++)
            if ((l & (2 * w - 1)) == 0 && l + w < count)
                lane[l] = join(op, lane[l], other[l]);
    }
    return lane[0];
}

/* The first @p count values, in segments of a power of two, each by one warp. */
static sl_index pass(int op, const double from[], sl_index count, int segment, double to[], double identity)
{
    sl_index segments = (count + segment - 1) / segment;
    for (sl_index s = 0; s < segments; s++) {
        double lane[WARP];
        sl_index left = count - s * segment < segment ? count - s * segment : segment;
        for (int l = 0; l < WARP; l++)
            lane[l] = l < left ? from[s * segment + l] : identity;
        to[s] = warp(op, lane, left);
    }
    return segments;
}

/* A warp's turn in the last block: four segments of 32, and what comes of them by neighbours. */
static sl_index wide_pass(int op, const double from[], sl_index count, double to[], double identity)
{
    enum { AT_ONCE = 4, ALL = AT_ONCE * WARP };
    sl_index segments = (count + ALL - 1) / ALL;
    for (sl_index s = 0; s < segments; s++) {
        double v[AT_ONCE];
        sl_index left = count - s * ALL < ALL ? count - s * ALL : ALL;
        for (int k = 0; k < AT_ONCE; k++) {
            double one = identity;
            if (WARP * k < left)
                (void)pass(op, from + s * ALL + WARP * k, left - WARP * k < WARP ? left - WARP * k : WARP, WARP, &one,
                           identity);
            v[k] = one;
        }
        for (int w = 1; w < AT_ONCE; w *= 2)
            for (int k = 0; k + w < AT_ONCE; k += 2 * w)
                if (WARP * (k + w) < left)
                    v[k] = join(op, v[k], v[k + w]);
        to[s] = v[0];
    }
    return segments;
}

/* The one or two tiles of each CUDA block, then 128 results at a time until one is left. */
static double device(int op, const double v[], sl_index count, int subs)
{
    double identity = sl__reduce_identity(op, SL_DOUBLE).d, result = identity;
    double *room[2] = {malloc((size_t)(count + 1) * sizeof(double)), malloc((size_t)(count + 1) * sizeof(double))};
    sl_index n = pass(op, v, count, subs, room[0], identity);
    int from = 0;
    while (n > 1) {
        n = wide_pass(op, room[from], n, room[1 - from], identity);
        from = 1 - from;
    }
    if (n == 1)
        result = room[from][0];
    free(room[0]);
    free(room[1]);
    return result;
}

/* @return 1 when warps, recursion and library agree to the last bit. */
static int agree(int op, const double v[], sl_index count)
{
    double *copy = malloc((size_t)(count + 1) * sizeof *copy);
    if (count > 0)
        memcpy(copy, v, (size_t)count * sizeof *copy);
    double want = sl__reduce_combine(op, SL_DOUBLE, copy, count).d;
    int good = count == 0 || same(tree(op, v, count), want);
    if (!good)
        diag("%lld values, operator %d: the recursion gives %a, the library %a", (long long)count, op,
             tree(op, v, count), want);
    for (int subs = 1; subs <= 2 && good; subs *= 2) {
        double got = device(op, v, count, subs);
        good = same(got, want);
        if (!good)
            diag("%lld values, operator %d, %d to a CUDA block: got %a, want %a", (long long)count, op, subs, got,
                 want);
    }
    free(copy);
    return good;
}

static void test_combine(void)
{
    static const sl_index large[] = {1000, 1023, 1024, 1025, 24415, 32768, 32769, 100003, 1048577};
    static const char *const name[] = {"", "sums", "minima", "maxima", "products", "conjunctions", "disjunctions"};
    enum { MOST = 1048577 };
    double *v = malloc(MOST * sizeof *v);
    uint64_t seed = 9;
    for (int k = 0; k < MOST; k++)
        v[k] = random_double(&seed);
    for (int op = SL__SUM; op <= SL__LOR; op++) {
        int good = 1;
        for (sl_index n = 0; n <= 200 && good; n++)
            good = agree(op, v + 1000 * n, n);
        ok(good, "%s of 0 to 200 values: warps give the bits of the tree", name[op]);
        for (unsigned k = 0; k < sizeof large / sizeof *large; k++)
            ok(agree(op, v, large[k]), "%s of %lld", name[op], (long long)large[k]);
    }
    double plain = 0;
    for (int k = 0; k < 100003; k++)
        plain += v[k];
    ok(!same(plain, tree(SL__SUM, v, 100003)), "a sum from left to right has other bits: the order is what is tested");
    /* Which zero, and which number beside NaN, depends on the order too. */
    static const double special[] = {0.0, -0.0, NAN, INFINITY, -INFINITY, 1.0};
    int good = 1;
    for (int k = 0; k < 2000; k++)
        v[k] = special[random_below(&seed, 6)];
    for (sl_index n = 1; n <= 200 && good; n++)
        for (int op = SL__MIN; op <= SL__MAX; op++)
            good &= agree(op, v + 9 * n, n);
    ok(good, "minima and maxima of zeros, infinities and NaN");
    free(v);
}

int main(void)
{
    seed_of_all = test_seed(0);
    test_sizes();
    test_clusters();
    for (int rank = 1; rank <= SL_MAX_RANK; rank++) {
        test_shapes(rank);
        test_walks(rank);
    }
    test_combine();
    return done_testing();
}
