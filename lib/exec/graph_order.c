/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/graph_order.h"

#include <string.h>

#include "exec/measured.h"
#include "kernel/form.h"
#include "kernel/teams.h"

enum { AXES = 3 }; /* of a grid: dimensions of loops that share a launch */

/* What the loops so far do. */
typedef struct users {
    uint64_t readers[SL__BATCH_VIEWS], writers[SL__BATCH_VIEWS];
    uint64_t scratch; /* those that use the device's memory for partial results and teams, which is one for all */
} users;

static int uses_scratch(const sl__task *task)
{
    return sl__kernel_reduces(task->state) || sl__form_of(task->kernel)->scans ||
           sl__teams_have_slots(sl__packs_written(task->state->packs, task->kernel));
}

/* The loops before loop l that touch what it touches, where one of the two writes. */
static uint64_t conflicting(const users *u, const sl__task *task, const unsigned char place[])
{
    uint64_t loops = uses_scratch(task) ? u->scratch : 0;
    for (int v = 0; v < task->views; v++)
        loops |= u->writers[place[v]] | (task->view[v].access & SL_WRITE ? u->readers[place[v]] : 0);
    return loops;
}

static void add_user(users *u, const sl__task *task, const unsigned char place[], uint64_t bit)
{
    for (int v = 0; v < task->views; v++) {
        u->readers[place[v]] |= bit;
        u->writers[place[v]] |= task->view[v].access & SL_WRITE ? bit : 0;
    }
    u->scratch |= uses_scratch(task) ? bit : 0;
}

/* The greatest of some loops' levels; 0 of none. */
static int highest(const int level[], uint64_t loops)
{
    int most = 0;
    for (; loops != 0; loops &= loops - 1)
        if (level[__builtin_ctzll(loops)] > most)
            most = level[__builtin_ctzll(loops)];
    return most;
}

/* @param[out] needs  [count] for each loop those before it that it conflicts with */
static void find_needs(const sl__batch *batch, int first, int count, uint64_t needs[])
{
    users u = {.scratch = 0};
    for (int l = 0; l < count; l++) {
        const unsigned char *place = batch->place[first + l];
        needs[l] = conflicting(&u, batch->task[first + l], place);
        add_user(&u, batch->task[first + l], place, UINT64_C(1) << l);
    }
}

/* Whether a loop may share a launch with others of its kernel. Larger ones keep a device busy, and are faster by the
 * functions for their layouts. */
static int may_join(const sl__task *task)
{
    const sl_policy *policy = task->policy;
    const sl_index points = sl_space_size(&task->space);
    return task->kernel->cuda != NULL && task->kernel->cuda->joins && !task->state->may_fail &&
           task->space.kind == SL_SPACE_BOX && task->space.rank <= AXES && policy->grid == 0 && policy->block == 0 &&
           policy->min_blocks == 0 && policy->occupancy.kind == SL__OCCUPANCY_DEFAULT && points > 0 &&
           points <= SL__GRAPH_JOINED_POINTS;
}

/* Joins loops that come one after another, and turns what they need into launches.
 * @return how many loops are joined to an earlier one. */
static int join_loops(sl__graph_order *order, const sl__batch *batch, int at, uint64_t needs[])
{
    int joined = 0;
    for (int l = 0; l < order->count; l++) {
        const sl__task *task = batch->task[at + l];
        const int before = l > 0 ? order->first[l - 1] : 0;
        const uint64_t others = (UINT64_C(1) << l) - (UINT64_C(1) << before);
        order->first[l] = l > 0 && batch->task[at + l - 1]->kernel == task->kernel && may_join(task) &&
                                  may_join(batch->task[at + l - 1]) && (needs[l] & others) == 0
                              ? before
                              : l;
        uint64_t firsts = 0;
        for (uint64_t rest = needs[l]; rest != 0; rest &= rest - 1)
            firsts |= UINT64_C(1) << order->first[__builtin_ctzll(rest)];
        needs[l] = firsts;
        if (order->first[l] != l) {
            needs[before] |= firsts;
            joined++;
        }
    }
    return joined;
}

/* @return how many launches come one behind another at least. */
static int find_longest(const sl__graph_order *order, const uint64_t needs[])
{
    int level[SL__BATCH_TASKS], longest = 0;
    for (int l = 0; l < order->count; l++) {
        level[l] = order->first[l] == l ? highest(level, needs[l]) + 1 : 0;
        longest = level[l] > longest ? level[l] : longest;
    }
    return longest;
}

/* The lane of a loop: where it comes behind one that it waits for anyhow, the one that ends last; else the lane that is
 * free first. @param[in] last  [lanes] the last loop of each so far; -1: none */
static int lane_for(const int last[], int lanes, const int level[], uint64_t needs)
{
    int free = 0, waits = -1;
    for (int w = 0; w < lanes; w++) {
        if (last[w] >= 0 && (needs >> last[w] & 1) && (waits < 0 || level[last[w]] > level[last[waits]]))
            waits = w;
        if (last[free] >= 0 && (last[w] < 0 || level[last[w]] < level[last[free]]))
            free = w;
    }
    return waits >= 0 ? waits : free;
}

void sl__graph_order_make(sl__graph_order *order, const sl__batch *batch, int first, int count, int lanes, int joins)
{
    uint64_t needs[SL__BATCH_TASKS], before[SL__BATCH_TASKS]; /* all that have ended when a loop begins */
    int level[SL__BATCH_TASKS], last[SL__GRAPH_LANES];
    find_needs(batch, first, count, needs);
    order->count = count;
    for (int l = 0; l < count; l++)
        order->first[l] = l;
    order->launches = count - (joins ? join_loops(order, batch, first, needs) : 0);
    const int longest = find_longest(order, needs);
    order->lanes = order->launches - longest < SL__GRAPH_LANES_SAVED || 2 * longest > order->launches ? 1 : lanes;
    for (int w = 0; w < order->lanes; w++)
        last[w] = -1;
    for (int l = 0; l < count; l++) {
        order->behind[l] = -1;
        order->after[l] = 0;
        if (order->first[l] != l)
            continue;
        const int lane = lane_for(last, order->lanes, level, needs[l]), behind = last[lane];
        uint64_t all = needs[l] | (behind >= 0 ? UINT64_C(1) << behind : 0), known = 0;
        level[l] = highest(level, all) + 1;
        for (uint64_t rest = all; rest != 0; rest &= rest - 1)
            known |= before[__builtin_ctzll(rest)];
        order->behind[l] = behind;
        order->after[l] = all & ~known;
        before[l] = all | known;
        last[lane] = l;
    }
}

int sl__graph_order_same(const sl__graph_order *one, const sl__graph_order *other)
{
    const size_t count = (size_t)one->count;
    return one->count == other->count && one->lanes == other->lanes && one->launches == other->launches &&
           memcmp(one->first, other->first, count * sizeof *one->first) == 0 &&
           memcmp(one->behind, other->behind, count * sizeof *one->behind) == 0 &&
           memcmp(one->after, other->after, count * sizeof *one->after) == 0;
}
