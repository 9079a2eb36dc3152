/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/shadow.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "data/interface.h"
#include "kernel/kinds.h"
#include "kernel/space.h"

/* Who has touched an element first: nobody; somebody who is still copying it; an iteration, by its number from 1. */
enum { NOBODY = 0, SPINS = 1000 };
#define COPYING UINT64_MAX

/* Elements of fewer bytes may well be given the pattern by a body. */
enum { PATTERN = 8 };
static const unsigned char pattern[PATTERN] = {0xb7, 0x5a, 0xe1, 0x9c, 0x3d, 0xc6, 0x71, 0x8f};

struct sl__shadow {
    const sl_space *space;
    const struct sl__interface *view;
    const char *data;
    size_t size;
    sl_index elements;         /* between the first and the last one of the view */
    _Atomic uint64_t *first;   /* [elements] who has touched it first; NULL: nobody asks */
    _Atomic uint64_t *another; /* [elements] somebody else who has */
    char *before;              /* [elements * size] what it was then */
    _Atomic int shared;        /* there is an element that two have touched */
    int races;                 /* iterations may share elements, and are not to */
    int fills;                 /* own elements have the pattern */
};

struct sl__shadows {
    sl__task *task;
    struct sl__shadow of[SL_MAX_ARGS]; /* of each argument; zero where it needs none */
};

/* ---- iterations ---------------------------------------------------------------------------------------- */

static uint64_t number_of(const sl_space *space, const sl_index at[])
{
    uint64_t number = 0;
    for (int d = 0; d < space->rank; d++)
        number = number * (uint64_t)(space->hi[d] - space->lo[d]) + (uint64_t)(at[d] - space->lo[d]);
    return number + 1;
}

/* Who comes second waits for the copy, or it might have the second one's bytes already. */
static uint64_t wait_for_copy(_Atomic uint64_t *first)
{
    uint64_t known;
    for (int spins = 0; (known = atomic_load_explicit(first, memory_order_acquire)) == COPYING; spins++)
        if (spins % SPINS == SPINS - 1)
            (void)sched_yield();
    return known;
}

void sl__touch(struct sl__shadow *s, sl_index element, sl_index h0, sl_index h1, sl_index h2, sl_index h3, sl_index h4,
               sl_index h5)
{
    const sl_index at[SL_MAX_RANK] = {h0, h1, h2, h3, h4, h5};
    const uint64_t own = number_of(s->space, at);
    const size_t offset = (size_t)element * s->size;
    uint64_t known = NOBODY;
    if (atomic_compare_exchange_strong_explicit(&s->first[element], &known, COPYING, memory_order_acquire,
                                                memory_order_acquire)) {
        memcpy(s->before + offset, s->data + offset, s->size);
        atomic_store_explicit(&s->first[element], own, memory_order_release);
        return;
    }
    if (known == COPYING)
        known = wait_for_copy(&s->first[element]);
    if (known == own || atomic_load_explicit(&s->another[element], memory_order_relaxed) != NOBODY)
        return;
    atomic_store_explicit(&s->another[element], own, memory_order_relaxed);
    atomic_store_explicit(&s->shared, 1, memory_order_relaxed);
}

/* ---- own elements -------------------------------------------------------------------------------------- */

/* Moves on to the next own element; loop dimensions that the view does not follow stand still. @return 0: that was the
 * last one. */
static int next_own(const sl_space *space, unsigned dimensions, sl_index at[])
{
    for (int d = space->rank - 1; d >= 0; d--) {
        if (!(dimensions >> d & 1))
            continue;
        if (++at[d] < space->hi[d])
            return 1;
        at[d] = space->lo[d];
    }
    return 0;
}

static unsigned loop_dimensions(const sl__parameter *p)
{
    unsigned dimensions = 0;
    for (int d = 0; d < p->info->rank; d++)
        dimensions |= 1u << p->reach.index[d];
    return dimensions;
}

static sl_index place_of(const sl__parameter *p, const struct sl__interface *view, const sl_index at[])
{
    sl_index place = 0;
    for (int d = 0; d < p->info->rank; d++)
        place += at[p->reach.index[d]] * view->s[d];
    return place;
}

static void fill(const sl_space *space, const sl__parameter *p, const struct sl__interface *view)
{
    sl_index at[SL_MAX_RANK];
    memcpy(at, space->lo, sizeof at);
    do {
        char *to = (char *)view->ptr + (size_t)place_of(p, view, at) * view->elem;
        for (size_t b = 0; b < view->elem; b += PATTERN)
            memcpy(to + b, pattern, view->elem - b < PATTERN ? view->elem - b : PATTERN);
    } while (next_own(space, loop_dimensions(p), at));
}

static int has_pattern(const char *bytes, size_t size)
{
    for (size_t b = 0; b < size; b += PATTERN)
        if (memcmp(bytes + b, pattern, size - b < PATTERN ? size - b : PATTERN) != 0)
            return 0;
    return 1;
}

static int is_unwritten(const struct sl__shadow *s, sl_index place)
{
    return has_pattern(s->data + (size_t)place * s->size, s->size) &&
           (s->first == NULL || s->size >= PATTERN || atomic_load(&s->first[place]) == NOBODY);
}

/* ---- what a loop needs --------------------------------------------------------------------------------- */

/* Whether two iterations may touch one element: not where it is bound to the indices of all dimensions. */
static int may_share(const sl_space *space, const sl__parameter *p)
{
    const unsigned bound = p->reach.kind == SL__REACH_OWN ? loop_dimensions(p) : 0;
    for (int d = 0; d < space->rank; d++)
        if (!(bound >> d & 1) && space->hi[d] - space->lo[d] > 1)
            return 1;
    return 0;
}

/* @return 0 without memory. */
static int make_account(struct sl__shadow *s)
{
    const size_t words = (size_t)s->elements * sizeof(uint64_t);
    char *memory = calloc((size_t)s->elements, 2 * sizeof(uint64_t) + s->size);
    if (memory == NULL)
        return 0;
    s->first = (_Atomic uint64_t *)memory;
    s->another = (_Atomic uint64_t *)(memory + words);
    s->before = memory + 2 * words;
    return 1;
}

static int begin_argument(sl__shadows *all, int i, const struct sl__interface *view, unsigned char *packed)
{
    const sl__task *task = all->task;
    const sl__parameter *p = &task->state->parameter[i];
    struct sl__shadow *s = &all->of[i];
    s->races = task->policy.schedule != SL_SEQ && may_share(&task->space, p);
    s->fills = p->access == SL_WRITE && p->reach.kind == SL__REACH_OWN;
    if (!s->races && !s->fills)
        return 1;
    s->space = &task->space;
    s->view = view;
    s->data = (const char *)view->ptr;
    s->size = view->elem;
    s->elements = (sl_index)(view->span / view->elem);
    if (s->races || s->size < PATTERN) {
        if (!make_account(s))
            return 0;
        sl__pack_shadow(packed + p->info->offset, p->info->rank, s);
    }
    if (s->fills)
        fill(&task->space, p, view);
    return 1;
}

sl__shadows *sl__shadows_begin(sl__task *task, void *buffers[], unsigned char *packed)
{
    sl__shadows *all = calloc(1, sizeof *all);
    if (all == NULL)
        return NULL;
    all->task = task;
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__parameter *p = &task->state->parameter[i];
        const struct sl__interface *view = buffers[task->slot[i]];
        if (p->class != SL__CLASS_VIEW || !p->writes || p->info->rank == 0 || view->count == 0)
            continue;
        if (!begin_argument(all, i, view, packed)) {
            sl__shadows_free(all);
            return NULL;
        }
    }
    return all;
}

void sl__shadows_free(sl__shadows *all)
{
    for (int i = 0; all != NULL && i < all->task->kernel->nargs; i++)
        free((void *)all->of[i].first);
    free(all);
}

/* ---- what was found ------------------------------------------------------------------------------------ */

static void record(sl__task *task, int kind, int argument, sl_index place)
{
    task->fault.argument_ = argument;
    task->fault.index_ = place;
    sl__fault_set(&task->fault, kind);
}

/* @return whether there was a race. */
static int look_for_races(const sl__shadows *all, int i)
{
    const struct sl__shadow *s = &all->of[i];
    if (!s->races || !atomic_load(&s->shared))
        return 0;
    for (sl_index e = 0; e < s->elements; e++) {
        const size_t offset = (size_t)e * s->size;
        uint64_t first = atomic_load_explicit(&s->first[e], memory_order_relaxed);
        uint64_t another = atomic_load_explicit(&s->another[e], memory_order_relaxed);
        if (another == NOBODY || memcmp(s->data + offset, s->before + offset, s->size) == 0)
            continue;
        sl__space_point(s->space, (sl_index)((first < another ? first : another) - 1), all->task->fault.at_);
        all->task->fault.extent_ = (sl_index)((first < another ? another : first) - 1);
        record(all->task, SL__FAULT_RACE, i, e);
        return 1;
    }
    return 0;
}

static int look_for_unwritten(const sl__shadows *all, int i)
{
    const sl__parameter *p = &all->task->state->parameter[i];
    const struct sl__shadow *s = &all->of[i];
    sl_index at[SL_MAX_RANK];
    if (!s->fills)
        return 0;
    memcpy(at, s->space->lo, sizeof at);
    do {
        sl_index place = place_of(p, s->view, at);
        if (is_unwritten(s, place)) {
            record(all->task, SL__FAULT_UNWRITTEN, i, place);
            return 1;
        }
    } while (next_own(s->space, loop_dimensions(p), at));
    return 0;
}

void sl__shadows_look(const sl__shadows *all)
{
    if (__atomic_load_n(&all->task->fault.kind_, __ATOMIC_ACQUIRE) != SL__FAULT_NONE)
        return;
    for (int i = 0; i < all->task->kernel->nargs; i++)
        if (look_for_races(all, i))
            return;
    for (int i = 0; i < all->task->kernel->nargs; i++)
        if (look_for_unwritten(all, i))
            return;
}
