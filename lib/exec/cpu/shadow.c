/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/shadow.h"

#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "data/coloring.h"
#include "data/interface.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/space.h"

enum { SPINS = 1000, PENDING = 4 };

/* Elements of fewer bytes may well be given the pattern by a body. */
enum { PATTERN = 8 };
static const unsigned char pattern[PATTERN] = {0xb7, 0x5a, 0xe1, 0x9c, 0x3d, 0xc6, 0x71, 0x8f};

/* An iteration that has touched an element. Iterations are known by numbers from 1; 0: none. */
typedef struct visit {
    uint64_t number;   /* of the iteration; of nests of that of the level that threads share */
    sl_index at;       /* the loop's index; of several their number in its bounds */
    const char *where; /* in the body */
} visit;

/* Who has touched an element, in the present phase: what threads of a nest do before they meet, or all of a loop. */
typedef struct touches {
    visit first;         /* other than by atomic operations only */
    visit another;       /* somebody else who has touched it, in whatever way, where first is set */
    visit atomically[2]; /* two who have touched it by atomic operations, or with what the first of them has had */
    const void *held;    /* what that was: sl__touch_held() */
    unsigned phase;      /* 0: nobody */
    _Atomic int taken;   /* a thread is writing here */
} touches;

struct sl__shadow {
    sl__task *task;
    int argument;
    const sl_space *space;
    const struct sl__places *places;
    const struct sl__interface *view;
    struct sl__interface seen; /* what it is of a window */
    const sl_index *first;     /* [rank] the view's first indices; NULL: all are 0 */
    sl_index origin;           /* what these come to, in elements */
    char *data;                /* the first element, from which places count */
    size_t size;
    sl_index elements;             /* between the first and the last one of the view */
    touches *touches;              /* [elements]; NULL: nobody asks */
    char *before;                  /* [elements * size] what it was when it was first touched in its phase */
    _Atomic(sl__map) map;          /* of a view without strides, once it is known */
    _Atomic int shared;            /* there is an element that two have touched */
    int races;                     /* iterations may share elements, and are not to */
    int fills;                     /* own elements have the pattern */
    int nests;                     /* iterations are those of levels that threads share */
    const struct row_map *targets; /* what may be scattered into; NULL: no map says so */
};

/* The `map` of a kernel. */
typedef struct row_map {
    sl__target_map of;
    sl_index lo, hi; /* its rows */
} row_map;

struct sl__shadows {
    sl__task *task;
    struct sl__places places;          /* of a loop over a stride or list */
    row_map map;                       /* what the kernel scatters into */
    struct sl__shadow of[SL_MAX_ARGS]; /* of each argument; zero where it needs none */
};

/* What the thread's iteration has said to touch last: whether by atomic operations is told after that. */
static _Thread_local struct touch {
    struct sl__shadow *shadow; /* NULL: no touch */
    sl_index element;
    visit by;
    const void *held;
} pending[PENDING];
static _Thread_local unsigned next_pending;

/* What the thread's iteration has and no other one can have meanwhile; of several things &several, NULL for none. */
static _Thread_local const void *held_now;
static const char several;

/* Of nests: the phase of the thread, and its iteration of a level. What one thread does for all is one iteration. */
enum { ALONE = 1 };
static _Thread_local unsigned phase = 1;
static _Thread_local uint64_t turn = ALONE;

/* ---- iterations ---------------------------------------------------------------------------------------- */

static visit visit_of(const struct sl__shadow *s, const sl_index at[], const char *where)
{
    const sl_space *space = s->space;
    uint64_t point = 0;
    if (space->rank == 1)
        return (visit){s->nests                       ? turn
                       : space->kind == SL_SPACE_LIST ? (uint64_t)at[1] + 1
                                                      : (uint64_t)at[0] - (uint64_t)space->lo[0] + 1,
                       at[0], where};
    for (int d = 0; d < space->rank; d++)
        point = point * (uint64_t)(space->hi[d] - space->lo[d]) + (uint64_t)(at[d] - space->lo[d]);
    return (visit){s->nests ? turn : point + 1, (sl_index)point, where};
}

void sl__touch_turn(sl_index number)
{
    turn = (uint64_t)number + ALONE + 1;
}

void sl__shadows_phase(int first)
{
    sl__shadows_settle();
    phase = first ? 1 : phase + 1;
    turn = ALONE;
}

void sl__shadows_alone(void)
{
    turn = ALONE;
}

/* ---- what was found ------------------------------------------------------------------------------------ */

/* The number of the element at a place of a view without strides, as if it had the layout right. */
static sl_index unmapped(const struct sl__shadow *s, sl__map map, sl_index place)
{
    sl_index at[SL_MAX_RANK] = {0}, number = 0;
    while (map != NULL && number < s->view->count && map(at, s->view->n, s->view->s) != place) {
        number++;
        for (int d = s->view->rank - 1; d >= 0 && ++at[d] == s->view->n[d]; d--)
            at[d] = 0;
    }
    return number < s->view->count ? number : 0;
}

static void look_for_race(struct sl__shadow *s, sl_index e)
{
    const touches *t = &s->touches[e];
    const size_t offset = (size_t)e * s->size;
    struct sl__fault *const fault = &s->task->fault;
    if (!s->races || t->another.number == 0 || memcmp(s->data + offset, s->before + offset, s->size) == 0 ||
        !sl__fault_take(fault))
        return;
    const int turned = t->another.number < t->first.number;
    const visit one = turned ? t->another : t->first, other = turned ? t->first : t->another;
    const sl__map map = atomic_load(&s->map);
    if (s->space->rank == 1) {
        fault->at_[0] = one.at;
        fault->at_[1] = (sl_index)one.number - 1;
        fault->at_[2] = (sl_index)other.number - 1;
    } else {
        sl__space_point(s->space, one.at, fault->at_);
    }
    fault->extent_ = other.at;
    fault->where_[0] = one.where;
    fault->where_[1] = other.where;
    fault->argument_ = s->argument;
    fault->index_ = map != NULL ? unmapped(s, map, e) : e;
    sl__fault_set(fault, SL__FAULT_RACE);
}

/* ---- touches ------------------------------------------------------------------------------------------- */

static touches *take_touches(struct sl__shadow *s, sl_index element)
{
    touches *t = &s->touches[element];
    for (int spins = 1; atomic_exchange_explicit(&t->taken, 1, memory_order_acquire) != 0; spins++)
        if (spins % SPINS == 0)
            (void)sched_yield();
    return t;
}

static void leave_touches(touches *t)
{
    atomic_store_explicit(&t->taken, 0, memory_order_release);
}

/* Who comes first in a phase keeps what the element is then, and looks at what the phase before has left. */
static void copy_once(struct sl__shadow *s, sl_index element)
{
    const unsigned now = s->nests ? phase : 1;
    touches *t = take_touches(s, element);
    if (t->phase != now) {
        look_for_race(s, element);
        memset(&t->first, 0, offsetof(touches, phase) - offsetof(touches, first));
        memcpy(s->before + (size_t)element * s->size, s->data + (size_t)element * s->size, s->size);
        t->phase = now;
    }
    leave_touches(t);
}

/* Puts an iteration into a place that is free. @return whether it has the place after that. */
static int put(visit *place, visit by)
{
    if (place->number == 0)
        *place = by;
    return place->number == by.number;
}

static void note_another(struct sl__shadow *s, touches *t, visit by)
{
    (void)put(&t->another, by);
    atomic_store_explicit(&s->shared, 1, memory_order_relaxed);
}

static void note_plain(struct sl__shadow *s, touches *t, visit by)
{
    if (!put(&t->first, by))
        note_another(s, t, by);
    for (int k = 0; k < 2; k++)
        if (t->atomically[k].number != 0 && t->atomically[k].number != t->first.number)
            note_another(s, t, t->atomically[k]);
}

static void note_atomic(struct sl__shadow *s, touches *t, visit by)
{
    if (!put(&t->atomically[0], by))
        (void)put(&t->atomically[1], by);
    if (t->first.number != 0 && t->first.number != by.number)
        note_another(s, t, by);
}

/* Iterations that had the same thing did not run at the same time. Of several things nobody keeps account. */
static void note(const struct touch *touch, int atomic)
{
    struct sl__shadow *const s = touch->shadow;
    touches *t = take_touches(s, touch->element);
    if (!atomic && touch->held != NULL && touch->held != &several) {
        t->held = t->held == NULL ? touch->held : t->held;
        atomic = t->held == touch->held;
    }
    if (atomic || touch->held == &several)
        note_atomic(s, t, touch->by);
    else
        note_plain(s, t, touch->by);
    leave_touches(t);
}

const void *sl__touch_held(const void *what, int begins)
{
    const void *before = held_now;
    held_now = begins && before != NULL ? &several : what;
    return before;
}

void sl__touch(struct sl__shadow *s, sl_index element, const char *where, sl__map map, sl_index h0, sl_index h1,
               sl_index h2, sl_index h3, sl_index h4, sl_index h5)
{
    const sl_index at[SL_MAX_RANK] = {h0, h1, h2, h3, h4, h5};
    struct touch *touch = &pending[next_pending % PENDING];
    if (s->targets != NULL)
        return;
    next_pending++;
    if (touch->shadow != NULL)
        note(touch, 0);
    if (map != NULL)
        atomic_store_explicit(&s->map, map, memory_order_relaxed);
    copy_once(s, element - s->origin);
    *touch = (struct touch){s, element - s->origin, visit_of(s, at, where), held_now};
}

/* An index out of bounds of either is found elsewhere. */
void sl__touch_target(struct sl__shadow *s, sl_index target, const char *where, sl_index row)
{
    const row_map *map = s->targets;
    const sl_index first = s->first != NULL ? s->first[0] : 0;
    struct sl__fault *const fault = &s->task->fault;
    if (map == NULL || row < map->lo || row >= map->hi || target < first || target - first >= s->view->n[0])
        return;
    for (sl_index j = 0; j < map->of.each; j++)
        if (sl__target_of(&map->of, map->of.wide, row, j) == target)
            return;
    if (!sl__fault_take(fault))
        return;
    fault->argument_ = s->argument;
    fault->index_ = target;
    fault->at_[0] = row;
    fault->where_[0] = where;
    sl__fault_set(fault, SL__FAULT_BESIDE);
}

void sl__touch_atomic(const void *element)
{
    for (unsigned k = 1; k <= PENDING; k++) {
        struct touch *touch = &pending[(next_pending - k) % PENDING];
        struct sl__shadow *s = touch->shadow;
        if (s == NULL || s->data + (size_t)touch->element * s->size != (const char *)element)
            continue;
        note(touch, 1);
        touch->shadow = NULL;
        return;
    }
}

void sl__shadows_settle(void)
{
    for (int k = 0; k < PENDING; k++) {
        if (pending[k].shadow != NULL)
            note(&pending[k], 0);
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
           (s->touches == NULL || s->size >= PATTERN || s->touches[place].phase == 0);
}

/* ---- what a loop needs --------------------------------------------------------------------------------- */

/* Whether two iterations may touch one element: not where it is bound to the indices of all dimensions. A list may have
 * an index twice, and in a nest statements of several levels may use it. */
static int may_share(const sl__task *task, const sl__parameter *p)
{
    const sl_space *space = &task->space;
    unsigned bound = 0;
    if (sl__kernel_nests(task->kernel) || (space->kind == SL_SPACE_LIST && sl__space_length(space, 0) > 1))
        return 1;
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
    char *memory = calloc(count, sizeof *s->touches + s->size);
    if (memory == NULL)
        return 0;
    s->touches = (touches *)memory;
    s->before = memory + count * sizeof *s->touches;
    return 1;
}

static void see_argument(sl__shadows *all, int i, const struct sl__interface *view, const struct sl__interface *root)
{
    const sl__task *task = all->task;
    const sl__window *window = sl__window_at(task->windows, i);
    const int mapped = task->state->parameter[i].reach.map != SL__LAYOUT_RIGHT;
    struct sl__shadow *s = &all->of[i];
    s->task = all->task;
    s->argument = i;
    s->space = &task->space;
    s->places = &all->places;
    s->view = view;
    s->first = window != NULL ? window->first : NULL;
    s->origin = window != NULL && !mapped ? window->origin : 0;
    s->size = view->elem;
    s->data = (char *)view->ptr + (size_t)s->origin * s->size; /* modulo 2^64, as the window has it */
    s->elements = (sl_index)((mapped ? root : view)->span / view->elem);
    s->nests = sl__kernel_nests(task->kernel);
}

static int begin_argument(sl__shadows *all, int i, unsigned char *packed)
{
    const sl__task *task = all->task;
    const sl__parameter *p = &task->state->parameter[i];
    struct sl__shadow *s = &all->of[i];
    if (p->info->kind == SL__SCATTER) {
        s->targets = task->state->map >= 0 ? &all->map : NULL;
        if (s->targets != NULL)
            sl__pack_shadow(packed + p->info->offset, p->info->rank, s);
        return 1;
    }
    s->races = task->policy.schedule != SL_SEQ && !p->reach.atomic && may_share(task, p);
    s->fills = p->access == SL_WRITE && !p->reach.atomic && p->reach.kind == SL__REACH_OWN && !s->nests &&
               p->reach.map == SL__LAYOUT_RIGHT;
    if (s->races || (s->fills && s->size < PATTERN)) {
        if (!make_account(s))
            return 0;
        sl__pack_shadow(packed + p->info->offset, p->info->rank, s);
    }
    if (s->fills)
        fill(s, p);
    return 1;
}

static void see_map(sl__shadows *all, void *buffers[])
{
    const sl__task *task = all->task;
    const int i = task->state->map;
    if (i < 0)
        return;
    struct sl__interface seen;
    const struct sl__interface *view = sl__window_see(task->windows, i, buffers[task->slot[i]], &seen);
    const sl__window *window = sl__window_at(task->windows, i);
    const sl_index column = window != NULL ? window->first[1] : 0;
    all->map.lo = window != NULL ? window->first[0] : 0;
    all->map.hi = all->map.lo + view->n[0];
    all->map.of.from = (const char *)view->ptr + column * view->s[1] * (sl_index)view->elem;
    all->map.of.wide = view->elem == sizeof(int64_t);
    all->map.of.each = view->n[1];
    all->map.of.step[0] = view->s[0];
    all->map.of.step[1] = view->s[1];
}

sl__shadows *sl__shadows_begin(sl__task *task, void *buffers[], unsigned char *packed)
{
    sl__shadows *all = calloc(1, sizeof *all);
    if (all == NULL)
        return NULL;
    all->task = task;
    all->places = sl__task_places(task, buffers);
    see_map(all, buffers);
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__parameter *p = &task->state->parameter[i];
        if (p->class != SL__CLASS_VIEW || !p->writes || p->info->rank == 0 || p->info->kind == SL__ARRAY)
            continue;
        const struct sl__interface *root = buffers[task->slot[i]];
        const struct sl__interface *view = sl__window_see(task->windows, i, buffers[task->slot[i]], &all->of[i].seen);
        if (view->count == 0)
            continue;
        see_argument(all, i, view, root);
        if (!begin_argument(all, i, packed)) {
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

/* ---- after the last iteration ---------------------------------------------------------------------------- */

static void look_for_races(struct sl__shadow *s)
{
    for (sl_index e = 0; s->races && atomic_load(&s->shared) && e < s->elements; e++)
        look_for_race(s, e);
}

static void look_for_unwritten(const struct sl__shadow *s)
{
    own_elements own;
    if (!s->fills)
        return;
    for (int some = own_begin(&own, s, &s->task->state->parameter[s->argument]); some; some = own_next(&own)) {
        const sl_index place = own_place(&own);
        if (is_unwritten(s, place) && sl__fault_take(&s->task->fault)) {
            s->task->fault.argument_ = s->argument;
            s->task->fault.index_ = place;
            sl__fault_set(&s->task->fault, SL__FAULT_UNWRITTEN);
        }
    }
}

static int has_fault(const sl__task *task)
{
    return __atomic_load_n(&task->fault.kind_, __ATOMIC_ACQUIRE) != SL__FAULT_NONE;
}

void sl__shadows_look(sl__shadows *all)
{
    for (int i = 0; i < all->task->kernel->nargs && !has_fault(all->task); i++)
        look_for_races(&all->of[i]);
    for (int i = 0; i < all->task->kernel->nargs && !has_fault(all->task); i++)
        look_for_unwritten(&all->of[i]);
}
