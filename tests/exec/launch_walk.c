/* SPDX-License-Identifier: BSD-3-Clause */
/* Every point of a space is visited once by the grid of CUDA blocks that its loop gets, neighbours along x being
 * neighbours in memory: all threads of all blocks are walked through here, without a GPU, as starloop/kernel/device.h
 * has them walk. The quick form tries every third .block and .grid, others for each SL_TEST_SEED. */
#include "launch_testing.h"

/* ---- walking ------------------------------------------------------------------------------------------------- */

/* The functions but the wide one have 32 bits, and one iteration a thread. */
static int fits(const sl__launch *l, sl_index v)
{
    return l->function == WIDE || (v >= INT32_MIN && v <= INT32_MAX);
}

/* The indices of iteration c[] of the axes, as device.h says: constant axes in the cases right and left. */
static void indices(const sl__launch *l, int rank, const sl_index c[3], sl_index x[])
{
    for (int d = 0; d < rank; d++) {
        int from_inside = l->function == SL__CASE_LEFT ? d : rank - 1 - d;
        int fixed = l->function == SL__CASE_LEFT || l->function == SL__CASE_RIGHT;
        int axis = !fixed ? l->box.axis_[d] : from_inside < 2 ? from_inside : 2;
        sl_index at = c[axis];
        if (axis == 2 && rank > 3)
            at = at / l->box.divide_[d] % (l->box.hi_[d] - l->box.lo_[d]);
        x[d] = l->box.lo_[d] + at;
    }
}

/* One iteration of a thread: counts the visit of its point, in the order of C from lo. @return what is wrong: indices
 * outside the space or its numbers; a point beside it along x that is not its neighbour in dimension @p fast. */
static int visit(const sl__launch *l, const sl_space *s, const sl_index c[3], int last_in_row, int fast,
                 unsigned char visits[])
{
    sl_index at = 0, beside[3] = {c[0] + 1, c[1], c[2]}, x[SL_MAX_RANK], y[SL_MAX_RANK];
    int inside = 1, odd = 0;
    indices(l, s->rank, c, x);
    for (int d = 0; d < s->rank; d++) {
        inside &= x[d] >= s->lo[d] && x[d] < s->hi[d] && fits(l, x[d]);
        at = at * (s->hi[d] - s->lo[d]) + x[d] - s->lo[d];
    }
    if (inside)
        visits[at]++;
    if (last_in_row || beside[0] >= l->box.count_[0])
        return !inside;
    indices(l, s->rank, beside, y);
    for (int d = 0; d < s->rank; d++)
        odd += y[d] != x[d] + (d == fast);
    return odd + !inside;
}

/* One thread of one block, of a kernel with so many turns. @return what is wrong. */
static int walk_thread(const sl__launch *l, const sl_space *s, const unsigned b[3], const unsigned t[3], int turns,
                       int fast, unsigned char visits[])
{
    sl_index first[3], step[3], end[3], c[3];
    int odd = 0, several = l->function != WIDE && turns > 1;
    for (int a = 0; a < 3; a++) {
        first[a] = (sl_index)b[a] * (several && a == 0 ? (unsigned)l->box.span_ : l->block[a]) + t[a];
        step[a] = l->function == WIDE ? (sl_index)l->grid[a] * l->block[a] : INT64_MAX / 4;
        end[a] = l->box.count_[a];
        odd += !fits(l, first[a]) || !fits(l, l->box.count_[a]);
    }
    if (several) {
        step[0] = l->box.apart_;
        end[0] = first[0] + turns * step[0] < end[0] ? first[0] + turns * step[0] : end[0];
        odd += first[0] + (turns - 1) * step[0] > UINT32_MAX; /* what device.h adds up */
    }
    for (c[2] = first[2]; c[2] < end[2]; c[2] += step[2])
        for (c[1] = first[1]; c[1] < end[1]; c[1] += step[1])
            for (c[0] = first[0]; c[0] < end[0]; c[0] += step[0])
                odd += visit(l, s, c, t[0] + 1 == l->block[0], fast, visits);
    return odd;
}

/* Every thread of the grid. @return 1 when each point was visited once, in the right neighbourhood. */
static int walk(const sl__launch *l, const sl_space *s, int turns, int fast)
{
    sl_index count = sl_space_size(s), wrong = 0;
    unsigned char *visits = calloc(1, (size_t)count + 1);
    unsigned b[3], t[3];
    int odd = 0;
    for (b[2] = 0; b[2] < l->grid[2]; b[2]++)
        for (b[1] = 0; b[1] < l->grid[1]; b[1]++)
            for (b[0] = 0; b[0] < l->grid[0]; b[0]++)
                for (t[2] = 0; t[2] < l->block[2]; t[2]++)
                    for (t[1] = 0; t[1] < l->block[1]; t[1]++)
                        for (t[0] = 0; t[0] < l->block[0]; t[0]++)
                            odd += walk_thread(l, s, b, t, turns, fast, visits);
    for (sl_index k = 0; k < count; k++)
        wrong += visits[k] != 1;
    free(visits);
    return wrong == 0 && odd == 0;
}

/* What CUDA takes, and what the function assumes of its views. */
static int legal(const sl__launch *l, const sl_policy *p, unsigned all, sl_index points, int most_threads)
{
    unsigned threads = l->block[0] * l->block[1] * l->block[2];
    unsigned allowed = (unsigned)(p->block > 0 ? p->block : most_threads);
    return threads >= 1 && threads <= allowed && l->block[2] <= 64 && l->grid[1] <= 65535 && l->grid[2] <= 65535 &&
           l->grid[0] <= INT32_MAX && (points == 0 || (l->grid[0] && l->grid[1] && l->grid[2])) &&
           (l->function != SL__CASE_RIGHT || (all & R)) && (l->function != SL__CASE_LEFT || (all & L));
}

/* The dimension whose neighbours are to lie along x, by the documentation of .order and .where. */
static int fast_dimension(const sl_policy *p, int rank, unsigned all, unsigned written)
{
    int ordered = 0;
    unsigned liked = all ? all : written;
    for (int d = 0; d < rank; d++)
        ordered |= p->order[d];
    return ordered ? p->order[rank - 1] : liked == L ? 0 : rank - 1;
}

static void describe(const sl__launch *l, const sl_policy *p, const sl_space *s, unsigned all, unsigned written)
{
    char text[160] = "";
    for (int d = 0; d < s->rank; d++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " [%lld, %lld)", (long long)s->lo[d],
                 (long long)s->hi[d]);
    diag("space%s, layouts %u, written %u, .block %d, .grid %lld, %s", text, all, written, p->block, (long long)p->grid,
         policy_text(p));
    diag("function %d, block (%u, %u, %u), grid (%u, %u, %u)", l->function, l->block[0], l->block[1], l->block[2],
         l->grid[0], l->grid[1], l->grid[2]);
}

/* One launch under all the limits of a policy. @return 1 when all is well. */
static int try(const sl_policy *p, const sl_space *s, unsigned all, unsigned written, sl__launch_limits limits)
{
    for (int turns = 1; turns <= SL__DEVICE_TURNS; turns++) {
        if (turns > 1) /* a device that is soon busy */
            limits.multiprocessors = limits.threads_per_sm = 4;
        sl__launch l = launch_in_turns(*p, *s, all, written, limits, turns, turns > 1);
        sl__launch_limit(&l, sl__launch_most(p, &l, &limits, 2));
        if (!legal(&l, p, all, sl_space_size(s), limits.threads) ||
            !walk(&l, s, turns, fast_dimension(p, s->rank, all, written))) {
            describe(&l, p, s, all, written);
            diag("%d turns, span %d, apart %d", turns, l.box.span_, l.box.apart_);
            return 0;
        }
    }
    return 1;
}

static const unsigned flags[][2] = {{R, R}, {L, L}, {0, R}, {0, L}, {0, 0}, {R | L, R | L}, {0, R | L}};
static const char *const flags_name[] = {"right",   "left", "mixed, right is written",        "mixed, left is written",
                                         "strided", "both", "mixed, both fit what is written"};

static void test_walks(void)
{
    static const sl_index n[][SL_MAX_RANK] = {
        {1000, 37, 13, 5, 4, 3}, {1, 1, 1, 1, 1, 1}, {7, 1, 65, 2, 3, 1}, {33, 9, 2, 3, 2, 2}, {3, 0, 4, 1, 2, 2}};
    static const sl_index lo[] = {-7, 3, 100, 0, -1, 5};
    static const int block[] = {0, 1, 32, 100, 256, 1024};
    static const sl_index grid[] = {0, 1, 7, 1000000};
    const uint64_t turn = quick() ? test_seed(0) : 0;
    uint64_t asked = 0;
    for (int rank = 1; rank <= SL_MAX_RANK; rank++)
        for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++) {
            int good = 1;
            for (unsigned k = 0; k < 5; k++)
                for (unsigned b = 0; b < 6; b++)
                    for (unsigned g = 0; g < 4; g++) {
                        if (quick() && (asked++ + turn) % 3 != 0)
                            continue;
                        sl_policy p = {.block = block[b], .grid = grid[g]};
                        sl_space s = space_at(rank, g % 2 ? lo : NULL, n[k]);
                        if (rank > 3 && k == 0)
                            s.hi[0] = s.lo[0] + 6;
                        good &= try(&p, &s, flags[f][0], flags[f][1], h200);
                    }
            ok(good, "rank %d, %s: each point once, under every .block and .grid", rank, flags_name[f]);
        }
}

static sl_policy random_policy(uint64_t *seed, int rank)
{
    sl_policy p = {.block = random_below(seed, 3) ? 0 : 1 + random_below(seed, 1024),
                   .grid = random_below(seed, 3) ? 0 : 1 + random_below(seed, 40)};
    int ordered = random_below(seed, 2), tiled = random_below(seed, 2);
    for (int d = 0; d < rank; d++) {
        p.order[d] = d;
        p.tile[d] = tiled && random_below(seed, 4) ? 1 + random_below(seed, random_below(seed, 2) ? 10 : 40) : 0;
    }
    for (int d = rank - 1; d > 0; d--) {
        int e = random_below(seed, d + 1), kept = p.order[d];
        p.order[d] = p.order[e];
        p.order[e] = kept;
    }
    if (!ordered)
        memset(p.order, 0, sizeof p.order);
    if (random_below(seed, 3) == 0)
        p.occupancy = random_below(seed, 2) ? SL_OCC_MAX : SL_OCC_FRACTION(1, 2, 0);
    return p;
}

static void test_random(int rank, uint64_t seed)
{
    const test_clock clock = test_time(0.04);
    int good = 1, tried = 0;
    do {
        sl_policy p = random_policy(&seed, rank);
        sl__launch_limits limits = {1 + random_below(&seed, 5), 2048, 32 << random_below(&seed, 6), 1, 0};
        const unsigned *f = flags[random_below(&seed, 7)];
        sl_space s = {.rank = rank};
        for (int d = 0; d < rank; d++) {
            static const int longest[] = {2000, 60, 20, 9, 6, 5};
            s.lo[d] = random_below(&seed, 200) - 100;
            s.hi[d] = s.lo[d] + 1 + random_below(&seed, longest[rank - 1]);
        }
        good = try(&p, &s, f[0], f[1], limits);
        tried++;
    } while (good && test_time_left(&clock));
    ok(good, "rank %d: %d random spaces, layouts, orders, tiles, blocks and grids", rank, tried);
}

/* ---- spaces too large to walk ---------------------------------------------------------------------------------- */

/* Where a point lies along the axes, found from the order of the loops: the inverse of indices(). */
static void axes(const sl_space *s, const int order[], const sl_index x[], sl_index c[3])
{
    c[0] = c[1] = c[2] = 0;
    for (int l = 0; l < s->rank; l++) {
        int d = order[l], axis = s->rank - 1 - l < 2 ? s->rank - 1 - l : 2;
        c[axis] = c[axis] * (s->hi[d] - s->lo[d]) + (x[d] - s->lo[d]);
    }
}

/* Some points of a large space, its corners among them: their place on the axes is inside, comes from a thread that
 * there is, and leads back to them. */
static int find_points(const sl__launch *l, const sl_space *s, const int order[], uint64_t *seed)
{
    int good = 1;
    for (int k = 0; k < 1000; k++) {
        sl_index x[SL_MAX_RANK], y[SL_MAX_RANK], c[3];
        for (int d = 0; d < s->rank; d++) {
            uint64_t n = (uint64_t)(s->hi[d] - s->lo[d]);
            x[d] = s->lo[d] + (sl_index)(k < 64 ? (k >> d & 1 ? n - 1 : 0) : random_next(seed) % n);
        }
        axes(s, order, x, c);
        indices(l, s->rank, c, y);
        for (int d = 0; d < s->rank; d++)
            good &= x[d] == y[d];
        for (int a = 0; a < 3; a++) {
            sl_index threads = (sl_index)l->grid[a] * l->block[a];
            good &= c[a] >= 0 && c[a] < l->box.count_[a] && (l->function == WIDE ? threads > 0 : c[a] < threads) &&
                    fits(l, threads);
        }
    }
    return good;
}

static void test_large(void)
{
    static const struct {
        int rank, left;
        sl_index lo[SL_MAX_RANK], n[SL_MAX_RANK];
    } table[] = {
        {1, 0, {0}, {3000000000}},
        {1, 0, {INT64_MIN}, {INT64_MAX}},
        {2, 0, {0, 0}, {3000000000, 3}},
        {2, 1, {-5, 7}, {3, 3000000000}},
        {2, 0, {INT64_MIN, INT64_MAX - 2000000}, {2000000, 2000000}},
        {2, 0, {-(1 << 30), (1 << 30) - 30000}, {30000, 30000}},
        {2, 0, {-(1 << 30) - 1, (1 << 30) - 30000}, {30000, 30000}},
        {1, 0, {-(1 << 29)}, {1 << 30}},
        {3, 0, {0, 0, 0}, {4000000, 3000, 1000}},
        {3, 1, {0, 0, 0}, {1000, 600000, 70000}},
        {4, 0, {0, 1, 2, 3}, {70000, 70000, 1000, 1000}},
        {5, 1, {0, 0, 0, 0, 0}, {100, 3, 70001, 11, 999}},
        {6, 0, {0, 0, 0, 0, 0, 0}, {1000, 1000, 1000, 1000, 1000, 1000}},
        {6, 1, {-1, -2, -3, -4, -5, -6}, {7, 1009, 13, 1013, 17, 1019}},
    };
    uint64_t seed = 4;
    for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
        int rank = table[k].rank, order[SL_MAX_RANK];
        sl_policy p = {0};
        sl_space s = space_at(rank, table[k].lo, table[k].n);
        unsigned layout = rank == 1 ? R | L : table[k].left ? L : R;
        sl__launch l = launch_of(p, s, layout, layout, h200);
        sl_index size = 1;
        for (int d = 0; d < rank; d++)
            order[d] = table[k].left ? rank - 1 - d : d;
        for (int a = 0; a < 3; a++)
            size *= l.box.count_[a];
        if (!ok(legal(&l, &p, layout, size, h200.threads) && size == sl_space_size(&s) &&
                    find_points(&l, &s, order, &seed),
                "rank %d, %lld points: each has its place", rank, (long long)size))
            describe(&l, &p, &s, layout, layout);
    }
}

int main(void)
{
    test_walks();
    const uint64_t seed = test_seed(1000);
    for (int rank = 1; rank <= SL_MAX_RANK; rank++)
        test_random(rank, seed + (uint64_t)rank);
    test_large();
    return done_testing();
}
