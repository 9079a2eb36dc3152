/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/shadow.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "data/interface.h"
#include "kernel/kinds.h"
#include "kernel/space.h"

enum { SPINS = 1000, PENDING = 4 };
/* Whether there is a copy of an element. */
enum { NOT_COPIED = 0, COPYING, COPIED };

/* Elements of fewer bytes may well be given the pattern by a body. */
enum { PATTERN = 8 };
static const unsigned char pattern[PATTERN] = {0xb7, 0x5a, 0xe1, 0x9c, 0x3d, 0xc6, 0x71, 0x8f};

/* Iterations are known by their numbers from 1; 0: none. */
typedef _Atomic uint64_t iteration;

/* Who has touched an element. */
typedef struct touches {
    iteration first;         /* other than by atomic operations only */
    iteration another;       /* somebody else who has touched it, in whatever way, where first is set */
    iteration atomically[2]; /* two who have touched it by atomic operations, or with what the first of them has had */
    _Atomic(const void *) held; /* what that was: sl__touch_held() */
} touches;

struct sl__shadow {
    const sl_space *space;
    const struct sl__places *places;
    const struct sl__interface *view;
    struct sl__interface seen; /* what it is of a window */
    const sl_index *first;     /* [rank] the view's first indices; NULL: all are 0 */
    sl_index origin;           /* what these come to, in elements */
    char *data;                /* the first element, from which places count */
    size_t size;
    sl_index elements;    /* between the first and the last one of the view */
    touches *touches;     /* [elements]; NULL: nobody asks */
    _Atomic char *copied; /* [elements] whether there is a copy */
    char *before;         /* [elements * size] what it was when it was first touched */
    _Atomic int shared;   /* there is an element that two have touched */
    int races;            /* iterations may share elements, and are not to */
    int fills;            /* own elements have the pattern */
};

struct sl__shadows {
    sl__task *task;
    struct sl__places places;          /* of a loop over a stride or list */
    struct sl__shadow of[SL_MAX_ARGS]; /* of each argument; zero where it needs none */
};

/* What the thread's iteration has said to touch last: whether by atomic operations is told after that. */
static _Thread_local struct touch {
    struct sl__shadow *shadow; /* NULL: no touch */
    sl_index element;
    uint64_t number;
    const void *held;
} pending[PENDING];
static _Thread_local unsigned next_pending;

/* What the thread's iteration has and no other one can have meanwhile; of several things &several, NULL for none. */
static _Thread_local const void *held_now;
static const char several;

/* ---- iterations ---------------------------------------------------------------------------------------- */

static uint64_t number_of(const sl_space *space, const sl_index at[])
{
    uint64_t number = 0;
    for (int d = 0; d < space->rank; d++)
        number = number * (uint64_t)(space->hi[d] - space->lo[d]) + (uint64_t)(at[d] - space->lo[d]);
    return number + 1;
}

/* ---- touches ------------------------------------------------------------------------------------------- */

/* Who comes second waits for the copy, or it might have the second one's bytes already. */
static void copy_once(struct sl__shadow *s, sl_index element)
{
    const size_t offset = (size_t)element * s->size;
    _Atomic char *copied = &s->copied[element];
    char known = NOT_COPIED;
    if (atomic_load_explicit(copied, memory_order_acquire) == COPIED)
        return;
    if (atomic_compare_exchange_strong(copied, &known, COPYING)) {
        memcpy(s->before + offset, s->data + offset, s->size);
        atomic_store_explicit(copied, COPIED, memory_order_release);
        return;
    }
    for (int spins = 0; atomic_load_explicit(copied, memory_order_acquire) != COPIED; spins++)
        if (spins % SPINS == SPINS - 1)
            (void)sched_yield();
}

/* Puts an iteration into a place that is free. @return whom it has after that. */
static uint64_t put(iteration *place, uint64_t number)
{
    uint64_t known = atomic_load(place);
    return known == 0 && atomic_compare_exchange_strong(place, &known, number) ? number : known;
}

static void note_another(struct sl__shadow *s, touches *t, uint64_t number)
{
    (void)put(&t->another, number);
    atomic_store_explicit(&s->shared, 1, memory_order_relaxed);
}

static void note_plain(const struct touch *touch)
{
    touches *t = &touch->shadow->touches[touch->element];
    if (put(&t->first, touch->number) != touch->number)
        note_another(touch->shadow, t, touch->number);
    for (int k = 0; k < 2; k++) {
        uint64_t other = atomic_load(&t->atomically[k]), first = atomic_load(&t->first);
        if (other != 0 && other != first)
            note_another(touch->shadow, t, other);
    }
}

static void note_atomic(const struct touch *touch)
{
    touches *t = &touch->shadow->touches[touch->element];
    if (put(&t->atomically[0], touch->number) != touch->number)
        (void)put(&t->atomically[1], touch->number);
    uint64_t first = atomic_load(&t->first);
    if (first != 0 && first != touch->number)
        note_another(touch->shadow, t, touch->number);
}

/* Iterations that had the same thing did not run at the same time. Of several things nobody keeps account. */
static void note(const struct touch *touch)
{
    touches *t = &touch->shadow->touches[touch->element];
    const void *known = NULL;
    if (touch->held == &several ||
        (touch->held != NULL &&
         (atomic_compare_exchange_strong(&t->held, &known, touch->held) || known == touch->held)))
        note_atomic(touch);
    else
        note_plain(touch);
}

const void *sl__touch_held(const void *what, int begins)
{
    const void *before = held_now;
    held_now = begins && before != NULL ? &several : what;
    return before;
}

void sl__touch(struct sl__shadow *s, sl_index element, sl_index h0, sl_index h1, sl_index h2, sl_index h3, sl_index h4,
               sl_index h5)
{
    const sl_index at[SL_MAX_RANK] = {h0, h1, h2, h3, h4, h5};
    struct touch *touch = &pending[next_pending++ % PENDING];
    if (touch->shadow != NULL)
        note(touch);
    copy_once(s, element - s->origin);
    *touch = (struct touch){s, element - s->origin, number_of(s->space, at), held_now};
}

void sl__touch_atomic(const void *element)
{
    for (unsigned k = 1; k <= PENDING; k++) {
        struct touch *touch = &pending[(next_pending - k) % PENDING];
        struct sl__shadow *s = touch->shadow;
        if (s == NULL || s->data + (size_t)touch->element * s->size != (const char *)element)
            continue;
        note_atomic(touch);
        touch->shadow = NULL;
        return;
    }
}

void sl__shadows_settle(void)
{
    for (int k = 0; k < PENDING; k++) {
        if (pending[k].shadow != NULL)
            note(&pending[k]);
        pending[k].shadow = NULL;
    }
}

/* ---- own elements -------------------------------------------------------------------------------------- */

/* The own elements of a loop: the axes of a box of them, which are the loop's indices that the view follows, and its
 * free dimensions. In a space that is no box the first axis has the indices of its places instead. */
typedef struct own_elements {
    const struct sl__shadow *shadow;
    const sl__parameter *p;
    int axes;
    int listed;     /* the first axis has them */
    sl_index place; /* of the space: the next one */
    sl_index origin;
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
    sl_index stride[SL_MAX_RANK]; /* of the element's place */
    sl_index at[SL_MAX_RANK];     /* where the walk is */
} own_elements;

static void add_axis(own_elements *own, sl_index lo, sl_index hi, sl_index stride)
{
    const int k = own->axes++;
    own->lo[k] = own->at[k] = lo;
    own->hi[k] = hi;
    own->stride[k] = stride;
}

static sl_index first_index(const struct sl__shadow *s, int d)
{
    return s->first != NULL ? s->first[d] : 0;
}

/* The next place of a stride or list whose element the view has: the indices of a list in a view are not known before.
 */
static int next_place(own_elements *own)
{
    const struct sl__shadow *s = own->shadow;
    sl_index lo, hi;
    sl__space_places(s->space, 0, &lo, &hi);
    while (own->place < hi) {
        int inside = 1;
        sl__places_fetch(s->places, own->place, own->place + 1, own->at);
        own->place++;
        for (int d = 0; d < own->p->info->rank; d++)
            inside &= own->p->reach.index[d] != 0 ||
                      (own->at[0] >= first_index(s, d) && own->at[0] - first_index(s, d) < s->view->n[d]);
        if (inside)
            return 1;
    }
    return 0;
}

/* At the first one. @return 0: there is none, as of a loop without iterations. */
static int own_begin(own_elements *own, const struct sl__shadow *s, const sl__parameter *p)
{
    const sl_space *space = s->space;
    for (int q = 0; q < space->rank; q++)
        if (sl__space_length(space, q) == 0)
            return 0;
    const struct sl__interface *view = s->view;
    *own = (own_elements){.shadow = s, .p = p, .origin = s->origin};
    for (int q = 0; q < space->rank; q++) {
        sl_index stride = 0;
        for (int d = 0; d < p->info->rank; d++)
            stride += p->reach.index[d] == q ? view->s[d] : 0;
        if (stride != 0) {
            own->listed = space->kind != SL_SPACE_BOX; /* of rank 1 */
            add_axis(own, space->lo[q], space->hi[q], stride);
        }
    }
    for (int d = 0; d < p->info->rank; d++)
        if (p->reach.index[d] == SL__FREE)
            add_axis(own, first_index(s, d), first_index(s, d) + view->n[d], view->s[d]);
    return !own->listed || next_place(own);
}

/* Moves on to the next one. @return 0: that was the last one. */
static int own_next(own_elements *own)
{
    for (int k = own->axes - 1; k >= own->listed; k--) {
        if (++own->at[k] < own->hi[k])
            return 1;
        own->at[k] = own->lo[k];
    }
    return own->listed && next_place(own);
}

static sl_index own_place(const own_elements *own)
{
    sl_index place = -own->origin;
    for (int k = 0; k < own->axes; k++)
        place += own->at[k] * own->stride[k];
    return place;
}

static void fill(const struct sl__shadow *s, const sl__parameter *p)
{
    own_elements own;
    for (int some = own_begin(&own, s, p); some; some = own_next(&own)) {
        char *to = s->data + (size_t)own_place(&own) * s->size;
        for (size_t b = 0; b < s->size; b += PATTERN)
            memcpy(to + b, pattern, s->size - b < PATTERN ? s->size - b : PATTERN);
    }
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
           (s->touches == NULL || s->size >= PATTERN || atomic_load(&s->copied[place]) == NOT_COPIED);
}

/* ---- what a loop needs --------------------------------------------------------------------------------- */

/* Whether two iterations may touch one element: not where it is bound to the indices of all dimensions. */
static int may_share(const sl_space *space, const sl__parameter *p)
{
    unsigned bound = 0;
    for (int d = 0; p->reach.kind == SL__REACH_OWN && d < p->info->rank; d++)
        bound |= p->reach.index[d] != SL__FREE ? 1u << p->reach.index[d] : 0;
    for (int d = 0; d < space->rank; d++)
        if (!(bound >> d & 1) && sl__space_length(space, d) > 1)
            return 1;
    return 0;
}

/* @return 0 without memory. */
static int make_account(struct sl__shadow *s)
{
    const size_t count = (size_t)s->elements;
    char *memory = calloc(count, sizeof *s->touches + s->size + 1);
    if (memory == NULL)
        return 0;
    s->touches = (touches *)memory;
    s->before = memory + count * sizeof *s->touches;
    s->copied = (_Atomic char *)(s->before + count * s->size);
    return 1;
}

static int begin_argument(sl__shadows *all, int i, const struct sl__interface *view, unsigned char *packed)
{
    const sl__task *task = all->task;
    const sl__parameter *p = &task->state->parameter[i];
    struct sl__shadow *s = &all->of[i];
    s->races = task->policy.schedule != SL_SEQ && !p->reach.atomic && may_share(&task->space, p);
    s->fills = p->access == SL_WRITE && !p->reach.atomic && p->reach.kind == SL__REACH_OWN;
    if (!s->races && !s->fills)
        return 1;
    s->space = &task->space;
    s->places = &all->places;
    s->view = view;
    const sl__window *window = sl__window_at(task->windows, i);
    s->first = window != NULL ? window->first : NULL;
    s->origin = window != NULL ? window->origin : 0;
    s->size = view->elem;
    s->data = (char *)view->ptr + (size_t)s->origin * s->size; /* modulo 2^64, as the window has it */
    s->elements = (sl_index)(view->span / view->elem);
    if (s->races || s->size < PATTERN) {
        if (!make_account(s))
            return 0;
        sl__pack_shadow(packed + p->info->offset, p->info->rank, s);
    }
    if (s->fills)
        fill(s, p);
    return 1;
}

sl__shadows *sl__shadows_begin(sl__task *task, void *buffers[], unsigned char *packed)
{
    sl__shadows *all = calloc(1, sizeof *all);
    if (all == NULL)
        return NULL;
    all->task = task;
    all->places = sl__task_places(task, buffers);
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__parameter *p = &task->state->parameter[i];
        if (p->class != SL__CLASS_VIEW || !p->writes || p->info->rank == 0 || p->reach.map != SL__LAYOUT_RIGHT)
            continue;
        const struct sl__interface *view = sl__window_see(task->windows, i, buffers[task->slot[i]], &all->of[i].seen);
        if (view->count == 0)
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
        free(all->of[i].touches);
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
        uint64_t first = atomic_load(&s->touches[e].first), another = atomic_load(&s->touches[e].another);
        if (another == 0 || memcmp(s->data + offset, s->before + offset, s->size) == 0)
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
    own_elements own;
    if (!s->fills)
        return 0;
    for (int some = own_begin(&own, s, p); some; some = own_next(&own)) {
        sl_index place = own_place(&own);
        if (is_unwritten(s, place)) {
            record(all->task, SL__FAULT_UNWRITTEN, i, place);
            return 1;
        }
    }
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
