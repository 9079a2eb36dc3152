/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The order of a graph's loops: loops drawn at random, run in any order that it allows, on numbers in place of
 *  views, against serial runs. Pure functions, over loops that never run. */
#include "tap.h"

#include <string.h>

#include "exec/graph_order.h"
#include "exec/measured.h"
#include "random_programs.h"

enum { VIEWS = 12, LOOPS = SL__BATCH_TASKS, ORDERS = 20 };

static sl__batch batch;
static sl__task task[LOOPS];
static sl__device_code code = {.joins = 1};
static sl_kernel plain = {.form = SL__FORM_LOOP}, scan = {.form = SL__FORM_SCAN};
static sl_kernel joins = {.form = SL__FORM_LOOP, .cuda = &code};
static sl_policy policy;
static sl__kernel_state simple, reducing = {.reductions = 1};
static sl_view view[SL__BATCH_VIEWS];

static void clear(void)
{
    memset(&batch, 0, sizeof batch);
    memset(task, 0, sizeof task);
    for (int l = 0; l < LOOPS; l++) {
        task[l].kernel = &plain;
        task[l].state = &simple;
        task[l].policy = &policy;
        task[l].space = SL_RANGE(0, 10);
        batch.task[l] = &task[l];
    }
    batch.count = LOOPS;
}

static void add_view(int l, int number, int access)
{
    const int at = task[l].views++;
    task[l].view[at].view = &view[number];
    task[l].view[at].access = (short)access;
    batch.place[l][at] = (unsigned char)number;
}

/* Up to four different views; @p reads in 4 are read only. */
static void random_task(uint64_t *seed, int l, int reads)
{
    const int views = (int)below(seed, 5);
    unsigned used = 0;
    for (int k = 0; k < views; k++) {
        const int number = (int)below(seed, VIEWS);
        if (used >> number & 1)
            continue;
        used |= 1u << number;
        add_view(l, number, below(seed, 4) < reads ? SL_READ : below(seed, 2) ? SL_WRITE : SL_RDWR);
    }
    if (below(seed, 8) == 0)
        task[l].state = &reducing;
    if (below(seed, 16) == 0)
        task[l].kernel = &scan;
    else if (below(seed, 2) == 0 && task[l].state == &simple)
        task[l].kernel = &joins;
}

/* A loop on numbers: what it writes depends on it and on all that it reads. One more number is the memory of partial
 * results, which a reduction and a scan overwrite. */
static void run_loop(int first, int l, uint64_t value[])
{
    const sl__task *t = batch.task[first + l];
    uint64_t sum = UINT64_C(0x9E3779B97F4A7C15) * (uint64_t)(l + 1);
    for (int v = 0; v < t->views; v++)
        if (t->view[v].access & SL_READ)
            sum = (sum ^ value[batch.place[first + l][v]]) * UINT64_C(0xBF58476D1CE4E5B9) + 1;
    if (t->state->reductions > 0 || t->kernel->form == SL__FORM_SCAN)
        sum = value[VIEWS] = sum * 31 + value[VIEWS];
    for (int v = 0; v < t->views; v++)
        if (t->view[v].access & SL_WRITE)
            value[batch.place[first + l][v]] = sum + (uint64_t)v;
}

/* Runs loops in some order that is allowed. @return 0 where none is. */
static int run_in_order(uint64_t *seed, const sl__graph_order *o, int first, uint64_t value[])
{
    uint64_t ended = 0;
    for (int n = 0; n < o->launches; n++) {
        int ready[LOOPS], count = 0;
        for (int l = 0; l < o->count; l++)
            if (o->first[l] == l && !(ended >> l & 1) && (o->after[l] & ~ended) == 0)
                ready[count++] = l;
        if (count == 0)
            return 0;
        const int l = ready[below(seed, count)];
        for (int m = o->count - 1; m >= l; m--) /* those of a launch in any order, the last one first */
            if (o->first[m] == l)
                run_loop(first, m, value);
        ended |= UINT64_C(1) << l;
    }
    return 1;
}

/* Whether @p from must have ended before @p to begins, without the edge between the two if @p skip. */
static int leads(const sl__graph_order *o, int from, int to, int skip)
{
    uint64_t after = o->after[to];
    if (skip)
        after &= ~(UINT64_C(1) << from);
    if (after >> from & 1)
        return 1;
    for (; after != 0; after &= after - 1)
        if (__builtin_ctzll(after) > from && leads(o, from, __builtin_ctzll(after), 0))
            return 1;
    return 0;
}

static void check_random(uint64_t seed)
{
    int wrong = 0, stuck = 0, laned = 0, most = 0, joined = 0;
    for (int k = 0; k < (quick() ? 200 : 2000); k++) {
        const int first = (int)below(&seed, 8), count = (int)below(&seed, LOOPS - first + 1);
        const int lanes = 1 + (int)below(&seed, SL__GRAPH_LANES), reads = (int)below(&seed, 5);
        sl__graph_order o;
        clear();
        for (int l = 0; l < LOOPS; l++)
            random_task(&seed, l, reads);
        sl__graph_order_make(&o, &batch, first, count, lanes, k % 4 > 0);
        laned += o.lanes > 1;
        joined += o.launches < count;
        most += k % 4 == 0 && o.launches != count;
        int rows = 0;
        for (int l = 0; l < count; l++)
            rows += o.first[l] == l && o.behind[l] < 0;
        most += rows > o.lanes || o.lanes > lanes || o.count != count;
        uint64_t want[VIEWS + 1] = {1, 2, 3};
        for (int l = 0; l < count; l++)
            run_loop(first, l, want);
        for (int n = 0; n < ORDERS; n++) {
            uint64_t got[VIEWS + 1] = {1, 2, 3};
            stuck += !run_in_order(&seed, &o, first, got);
            wrong += memcmp(got, want, sizeof got) != 0;
        }
    }
    is_int(stuck, 0, "all loops run");
    is_int(wrong, 0, "in each order that is allowed they compute what they do one after another");
    is_int(most, 0, "in as many lanes as are allowed at most");
    ok(laned > 0, "%d have several", laned);
    ok(joined > 0, "of %d some loops are one launch", joined);
}

/* No edge that others make needless; few loops, for ways are walked one by one. */
static void check_edges(uint64_t seed)
{
    int needless = 0, lanes = 0, split = 0;
    for (int k = 0; k < 200; k++) {
        sl__graph_order o;
        clear();
        for (int l = 0; l < LOOPS; l++)
            random_task(&seed, l, 3);
        sl__graph_order_make(&o, &batch, 0, 14, 4, 1);
        for (int l = 0; l < o.count; l++) {
            for (int m = 0; m < l; m++)
                needless += (o.after[l] >> m & 1) && leads(&o, m, l, 1);
            lanes += o.behind[l] >= l;
            split += o.behind[l] >= 0 && !leads(&o, o.behind[l], l, 0);
        }
    }
    is_int(needless, 0, "no edge says what others say");
    is_int(lanes + split, 0, "a loop comes behind the one before in its lane");
}

static void check_shapes(void)
{
    sl__graph_order o;
    int wrong = 0;
    clear();
    sl__graph_order_make(&o, &batch, 0, 0, 4, 1);
    is_int(o.lanes + o.count, 1, "no loops are one lane");
    for (int l = 0; l < LOOPS; l++)
        add_view(l, l, SL_WRITE);
    sl__graph_order_make(&o, &batch, 0, 32, 4, 1);
    for (int l = 0; l < 32; l++)
        wrong += o.after[l] != (l < 4 ? 0 : UINT64_C(1) << (l - 4));
    ok(o.lanes == 4 && wrong == 0, "loops that share nothing are dealt to the lanes");
    sl__graph_order_make(&o, &batch, 0, 32, 1, 1);
    ok(o.lanes == 1 && o.after[31] == UINT64_C(1) << 30, "or come one behind another");
    sl__graph_order_make(&o, &batch, 0, 3, 4, 1);
    is_int(o.lanes, 1, "few do, too");
    for (int l = 1; l < LOOPS; l++)
        add_view(l, l - 1, SL_READ);
    sl__graph_order_make(&o, &batch, 0, 64, 16, 1);
    is_int(o.lanes, 1, "and those of which each needs the one before");
}

/* As halos are packed and unpacked: each buffer is written from a field, and then read into it. */
static void check_halos(void)
{
    sl__graph_order o;
    int wrong = 0;
    clear();
    for (int l = 0; l < 30; l++) {
        add_view(l, l % 3, SL_READ);
        add_view(l, 3 + l, SL_WRITE);
        add_view(30 + l, l % 3, SL_RDWR);
        add_view(30 + l, 3 + l, SL_READ);
    }
    sl__graph_order_make(&o, &batch, 0, 60, 4, 1);
    for (int l = 30; l < 60; l++)
        for (int m = 0; m < 30; m++)
            wrong += m % 3 == l % 3 && !leads(&o, m, l, 0);
    ok(o.lanes == 4 && wrong == 0, "a field is written when all that read it have");
}

/* Loops of one kernel that write a view each are one launch, up to one that is larger, may fail or touches what another
 * of them writes. */
static void check_joined(void)
{
    sl__graph_order o;
    int firsts = 0;
    clear();
    for (int l = 0; l < 26; l++) {
        task[l].kernel = &joins;
        add_view(l, 26, SL_READ);
        add_view(l, l, SL_WRITE);
    }
    sl__graph_order_make(&o, &batch, 0, 26, 4, 0);
    is_int(o.launches, 26, "26 loops are 26 launches where they are not to be joined");
    sl__graph_order_make(&o, &batch, 0, 26, 4, 1);
    for (int l = 0; l < 26; l++)
        firsts += o.first[l] != 0;
    ok(o.launches == 1 && firsts == 0 && o.lanes == 1, "or one");
    task[20].view[0].access = SL_RDWR; /* what all others read */
    sl__graph_order_make(&o, &batch, 0, 26, 4, 1);
    ok(o.launches == 3 && o.first[20] == 20 && o.first[21] == 21 && o.first[25] == 21 && o.after[20] == 1 &&
           o.after[21] == UINT64_C(1) << 20,
       "three, one behind another, where one in the middle writes what the others read");
    static sl__kernel_state fails = {.may_fail = 1};
    task[10].space = SL_RANGE(0, SL__GRAPH_JOINED_POINTS + 1);
    task[15].state = &fails;
    sl__graph_order_make(&o, &batch, 0, 20, 4, 1);
    ok(o.launches == 5 && o.first[9] == 0 && o.first[10] == 10 && o.first[14] == 11 && o.first[15] == 15 &&
           o.first[19] == 16,
       "a large loop and one that may fail are launches of their own");
}

int main(void)
{
    const uint64_t seed = test_seed(20261127);
    check_random(seed);
    check_edges(seed);
    check_shapes();
    check_halos();
    check_joined();
    return done_testing();
}
