/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/checked.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "exec/cpu/checked_argument.h"
#include "exec/cpu/range_end.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/space.h"

enum { PENDING = 4 };

typedef sl__visit visit;
typedef sl__touches touches;

struct sl__shadows {
    sl__task *task;
    struct sl__places places[SL_MAX_RANK]; /* of a loop over no box */
    const sl_space *space;
    sl_space known;                    /* with ends that are in views */
    sl__row_map map;                   /* what the kernel scatters into */
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
        point = point * (uint64_t)sl__space_width(space, d) + (uint64_t)(at[d] - space->lo[d]);
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

sl_index sl__shadow_place(const struct sl__shadow *s, sl__map map, const sl_index at[])
{
    sl_index place = 0;
    if (map != NULL)
        return map(at, s->view->n, s->view->s);
    for (int d = 0; d < s->view->rank; d++)
        place += at[d] * s->strides[d];
    return place;
}

sl_index sl__shadow_number(const struct sl__shadow *s, sl__map map, sl_index place)
{
    sl_index at[SL_MAX_RANK] = {0}, number = 0;
    while (number < s->view->count && sl__shadow_place(s, map, at) != place) {
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
    fault->index_ = map != NULL ? sl__shadow_number(s, map, e) : e;
    sl__fault_set(fault, SL__FAULT_RACE);
}

/* ---- touches ------------------------------------------------------------------------------------------- */

/* Who comes first in a phase keeps what the element is then, and looks at what the phase before has left. */
static void copy_once(struct sl__shadow *s, sl_index element)
{
    const unsigned now = s->nests ? phase : 1;
    touches *t = sl__touches_take(s, element);
    if (t->phase != now) {
        look_for_race(s, element);
        memset(&t->first, 0, offsetof(touches, phase) - offsetof(touches, first));
        memcpy(s->before + (size_t)element * s->size, s->data + (size_t)element * s->size, s->size);
        t->phase = now;
    }
    sl__touches_leave(t);
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
    touches *t = sl__touches_take(s, touch->element);
    if (!atomic && touch->held != NULL && touch->held != &several) {
        t->held = t->held == NULL ? touch->held : t->held;
        atomic = t->held == touch->held;
    }
    if (atomic || touch->held == &several)
        note_atomic(s, t, touch->by);
    else
        note_plain(s, t, touch->by);
    sl__touches_leave(t);
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
    if (s->rows != NULL) {
        sl__shadow_target(s, element - s->origin, h0, where);
        return;
    }
    next_pending++;
    if (touch->shadow != NULL)
        note(touch, 0);
    if (map != NULL)
        atomic_store_explicit(&s->map, map, memory_order_relaxed);
    copy_once(s, element - s->origin);
    *touch = (struct touch){s, element - s->origin, visit_of(s, at, where), held_now};
}

void sl__touch_atomic(const void *element)
{
    for (unsigned k = 1; k <= PENDING; k++) {
        struct touch *touch = &pending[(next_pending - k) % PENDING];
        struct sl__shadow *s = touch->shadow;
        if (s == NULL || (size_t)((const char *)element - (s->data + (size_t)touch->element * s->size)) >= s->size)
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

/* ---- what a loop needs --------------------------------------------------------------------------------- */

/* Whether two iterations may touch one element: not where it is bound to the indices of all dimensions. A list may have
 * an index twice, and in a nest statements of several levels may use it. */
static int may_share(const sl__task *task, const sl__parameter *p)
{
    const sl_space *space = &task->space;
    unsigned bound = 0;
    if (sl__form_of(task->kernel)->nests)
        return 1;
    for (int d = 0; d < space->rank; d++)
        if (sl__space_is_listed(space, d) && sl__space_length(space, d) > 1)
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
    s->space = all->space;
    s->places = all->places;
    s->view = view;
    s->first = window != NULL ? window->first : NULL;
    s->origin = window != NULL && !mapped ? window->origin : 0;
    s->size = view->elem;
    s->data = (char *)view->ptr + (size_t)s->origin * s->size; /* modulo 2^64, as the window has it */
    s->elements = (sl_index)((mapped ? root : view)->span / view->elem);
    s->nests = sl__form_of(task->kernel)->nests;
    s->mapped = mapped;
    s->strides = view->s;
}

static int begin_argument(sl__shadows *all, int i, unsigned char *packed)
{
    const sl__task *task = all->task;
    const sl__parameter *p = &task->state->parameter[i];
    struct sl__shadow *s = &all->of[i];
    if (sl__joins_of(p->info->kind) == SL__JOINS_VALUES) {
        s->rows = task->state->map >= 0 ? &all->map : NULL;
        if (s->rows != NULL && !make_account(s))
            return 0;
        if (s->rows != NULL)
            sl__pack_shadow(packed + p->info->offset, p->info->rank, s);
        return 1;
    }
    s->races =
        task->policy->schedule != SL_SEQ && !sl__form_of(task->kernel)->alone && !p->reach.atomic && may_share(task, p);
    s->owns = p->access == SL_WRITE && !p->reach.atomic && p->reach.kind == SL__REACH_OWN;
    if (s->races || (s->owns && (s->mapped || s->size < SL__SHADOW_PATTERN))) {
        if (!make_account(s))
            return 0;
        sl__pack_shadow(packed + p->info->offset, p->info->rank, s);
    }
    if (s->owns && !s->mapped)
        sl__shadow_fill(s, p);
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
    sl__task_places(task, buffers, all->places);
    all->space = sl__range_ends(task, all->places, &all->known);
    see_map(all, buffers);
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__parameter *p = &task->state->parameter[i];
        if (p->class != SL__CLASS_VIEW || !p->writes || sl__joins_of(p->info->kind) == SL__JOINS_RESULTS)
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

void sl__shadows_copied(sl__shadows *all, const sl__copies *copies)
{
    for (int k = 0; k < copies->views; k++)
        all->of[copies->view[k].info - all->task->kernel->args].strides = copies->view[k].s;
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

static int has_fault(const sl__task *task)
{
    return __atomic_load_n(&task->fault.kind_, __ATOMIC_ACQUIRE) != SL__FAULT_NONE;
}

void sl__shadows_look(sl__shadows *all)
{
    for (int i = 0; i < all->task->kernel->nargs && !has_fault(all->task); i++)
        look_for_races(&all->of[i]);
    for (int i = 0; i < all->task->kernel->nargs && !has_fault(all->task); i++)
        sl__shadow_unwritten(&all->of[i]);
}
