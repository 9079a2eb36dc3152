/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where the parts of a chain of loops lie, and what they wait for: pure functions, for machines of any size. */
#include "tap.h"

#include "exec/cpu/parts.h"

enum { CACHE = 2 << 20, THREADS = 16, VIEWS = 2 };

static sl__parts chain;
static sl__chain_view view[VIEWS];

/* A loop over [lo, hi) that reads one view within a width of its index and writes the other at it. */
static void add(sl_index lo, sl_index hi, sl_index slab, sl_index units, sl_index points, sl_index width, int from)
{
    sl__link *link = &chain.link[chain.count++];
    *link = (sl__link){.lo = lo,
                       .hi = hi,
                       .slab = slab,
                       .slabs = (hi - lo + slab - 1) / slab,
                       .units = units,
                       .points = points,
                       .uses = 2};
    link->use[0] = (sl__chain_use){.view = from, .access = SL_READ, .dim = 0, .width = width};
    link->use[1] = (sl__chain_use){.view = 1 - from, .access = SL_WRITE, .dim = 0};
}

static void begin(sl_index n, size_t bytes)
{
    memset(&chain, 0, sizeof chain);
    for (int v = 0; v < VIEWS; v++)
        view[v] = (sl__chain_view){.bytes = bytes, .n = {n}};
}

/* The most units that one of the threads, with neighbouring parts each, has of a loop. */
static sl_index largest_share(int l)
{
    sl_index most = 0;
    for (int t = 0; t < THREADS; t++) {
        sl_index first = sl__parts_first(&chain, l, t * chain.parts / THREADS);
        sl_index last = sl__parts_first(&chain, l, (t + 1) * chain.parts / THREADS);
        most = last - first > most ? last - first : most;
    }
    return most;
}

/* Every unit is in one part. */
static int covers(int l)
{
    const sl__link *link = &chain.link[l];
    int right =
        sl__parts_first(&chain, l, 0) == 0 && sl__parts_first(&chain, l, chain.parts) == link->slabs * link->units;
    for (int p = 0; p < chain.parts; p++)
        right &= sl__parts_first(&chain, l, p) <= sl__parts_first(&chain, l, p + 1);
    return right;
}

/* A stencil over n points in turns, with a part a thread. */
static void check_few_points(sl_index n, sl_index width)
{
    begin(n, (size_t)n * 8);
    for (int l = 0; l < 6; l++)
        add(0, n, 1, 1, n, width, l % 2);
    sl__parts_make(&chain, view, THREADS, CACHE);
    is_int(chain.parts, THREADS, "%d points make %d parts for so many threads", (int)n, THREADS);
    is_int(largest_share(5), (n + THREADS - 1) / THREADS, "no thread has more than its share of them");
    ok(covers(5), "every point is in one part");
    if (width <= n / THREADS) {
        ok(chain.link[5].below == 5 && chain.link[5].above == 5, "a step waits for the neighbours' step before");
        ok(chain.link[5].whole == 0, "and for no loop in all parts");
    } else {
        ok((chain.link[5].whole >> 4 & 1) == 1, "with parts smaller than the reach a step waits for all parts");
    }
}

int main(void)
{
    check_few_points(THREADS, 1);
    check_few_points(THREADS + 4, 1);
    check_few_points(2 * THREADS, 1);
    check_few_points(2 * THREADS, 3);
    check_few_points(THREADS, 2);

    /* Sixteen rows of much, and what is cut finer. */
    begin(3, 3u << 20);
    add(0, 3, 1, 1000, 3000000, 0, 0);
    add(0, 3, 1, 1000, 3000000, 0, 1);
    sl__parts_make(&chain, view, THREADS, CACHE);
    is_int(chain.parts, THREADS, "loops with few outer indices and much in each have a part a thread");
    ok(largest_share(0) <= 3000 / THREADS + 1 && covers(0), "and are cut within an index: all have their share");

    begin(20, 20u << 20);
    add(0, 20, 1, 1, 20000000, 0, 0);
    add(0, 20, 8, 244, 20000000, 0, 1);
    sl__parts_make(&chain, view, THREADS, CACHE);
    ok(largest_share(1) <= 3 * 244 / THREADS + 1 && covers(1), "canonical blocks are shared out one by one, too");
    is_int(chain.parts, THREADS, "beside a loop over rows");

    /* Rows from 1 on, and blocks of eight of them that begin at multiples of eight. */
    int together = 1;
    begin(1026, 1026u << 12);
    add(1, 1025, 1, 1, 1024 * 512, 0, 0);
    add(1, 1025, 8, 1, 1024 * 512, 0, 1);
    chain.link[1].before = 1;
    chain.link[1].slabs = 129;
    sl__parts_make(&chain, view, THREADS, CACHE);
    for (int p = 0; p <= chain.parts; p++) {
        const sl_index row = sl__parts_first(&chain, 0, p), block = sl__parts_first(&chain, 1, p);
        together &= 1 + row == (block == 129 ? 1025 : block > 0 ? 8 * block : 1);
    }
    ok(chain.parts >= THREADS && together && covers(1), "a part has blocks and rows from the same index on");
    ok(chain.link[1].whole == 0 && chain.link[1].below == 0 && chain.link[1].above == 0, "and waits for no other");

    /* The same blocks beside such of twelve rows, which begin with the loop: all begin at the border or above it. */
    int above = 1;
    begin(1026, 1026u << 12);
    add(1, 1021, 12, 1, 1020 * 512, 0, 0);
    add(1, 1021, 8, 1, 1020 * 512, 0, 1);
    chain.link[1].before = 1;
    chain.link[1].slabs = 128;
    sl__parts_make(&chain, view, THREADS, CACHE);
    for (int p = 1; p < chain.parts; p++) {
        const sl_index border = 1 + 12 * sl__parts_first(&chain, 0, p), from = 8 * sl__parts_first(&chain, 1, p);
        above &= from >= border && from < border + 8;
    }
    ok(chain.parts >= THREADS && above && covers(1), "blocks of two loops begin at the first place above a border");

    begin(17000000, 17000000u * 8u);
    for (int l = 0; l < 4; l++)
        add(0, 17000000, 1, 1, 17000000, 0, l % 2);
    sl__parts_make(&chain, view, THREADS, CACHE);
    ok(chain.parts > 100 && chain.parts % THREADS == 0, "long loops are cut for the cache");
    ok(chain.link[3].whole == 0 && chain.link[3].below == 0 && chain.link[3].above == 0,
       "and with own reach wait for nothing");

    /* Elements and their ghosts, which lie behind them: loops over either. */
    begin(1600000, 1600000u * 8u);
    for (int l = 0; l < 4; l++)
        add(l % 2 ? 1000000 : 0, l % 2 ? 1600000 : 1000000, 1, 1, l % 2 ? 600000 : 1000000, 0, l % 2);
    sl__parts_make(&chain, view, THREADS, CACHE);
    ok(largest_share(0) <= 1000000 / THREADS + chain.least && covers(0),
       "of loops beside each other each thread has its share");
    ok(largest_share(1) <= 600000 / THREADS + chain.least && covers(1), "of either");
    ok(chain.link[2].whole != 0, "and what both use waits for all parts");
    return done_testing();
}
