/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/colors.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "data/coloring.h"
#include "data/interface.h"
#include "exec/cpu/cpu.h"
#include "exec/pack.h"
#include "kernel/form.h"
#include "kernel/space.h"

enum {
    CACHED = 128,      /* maps; of loops in parts, those of each */
    IN_ORDER = 64,     /* iterations that are one unit */
    BLOCKS = 256,      /* units at least, where they are blocks; as many */
    BLOCK = 256,       /* iterations of one, at most */
    BLOCK_COLORS = 64, /* of blocks */
    SHARE = 8,         /* blocks of a colour, at least */
    COLORS = 1024      /* of single iterations */
};

_Atomic int sl__colors_made;

/* What colours are made of. Zeroed before it is filled in, to be compared. */
typedef struct origin {
    const sl_view *root;
    uint64_t version;
    sl__target_map map;       /* over a range its rows are the iterations of the loop; targets are not filled in */
    sl_index first;           /* index, or place, of the first iteration */
    struct sl__places places; /* of the loop */
    const sl_view *list;      /* that has them; NULL: no list */
    uint64_t list_version;
} origin;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    origin of;
    sl__colors *colors; /* NULL: free */
    uint64_t used;
} cached[CACHED];
static uint64_t uses;

int sl__colors_possible(const sl__task *task)
{
    return task->state->map >= 0 && task->state->reductions == 0 && sl__form_of(task->kernel)->boxes &&
           !sl__space_has_ends(&task->space); /* its units know none */
}

static void origin_of(const sl__task *task, void *buffers[], origin *o)
{
    const int i = task->state->map, slot = task->slot[i];
    const sl__window *window = sl__window_at(task->windows, i);
    struct sl__interface seen;
    const struct sl__interface *view = sl__window_see(task->windows, i, buffers[slot], &seen);
    struct sl__places all[SL_MAX_RANK];
    sl__task_places(task, buffers, all);
    const struct sl__places places = all[0];
    memset(o, 0, sizeof *o);
    o->places.list_ = places.list_;
    o->places.start_ = places.start_;
    o->places.step_ = places.step_;
    o->places.wide_ = places.wide_;
    const sl_index row = places.list_ != NULL ? 0 : places.step_ != 0 ? places.start_ : task->space.lo[0];
    const sl_index at = row * view->s[0] + (window != NULL ? window->first[1] * view->s[1] : 0);
    if (places.list_ != NULL) {
        o->list = sl__task_uses(task)[task->lists[0]].view;
        o->list_version = sl__view_version(o->list);
    }
    o->root = sl__task_uses(task)[slot].view;
    o->version = sl__view_version(o->root);
    o->map.from = (const char *)view->ptr + at * (sl_index)view->elem;
    o->map.wide = view->elem == sizeof(int64_t);
    sl_index end;
    sl__space_places(&task->space, 0, &o->first, &end);
    o->map.elements = end - o->first;
    o->map.each = view->n[1];
    o->map.step[0] = view->s[0] * (places.list_ == NULL && places.step_ != 0 ? places.step_ : 1);
    o->map.step[1] = view->s[1];
}

/* ---- making them ----------------------------------------------------------------------------------------- */

static sl_index bound_of(const sl__target_map *m)
{
    sl_index most = -1;
    for (sl_index e = 0; e < m->elements; e++)
        for (sl_index j = 0; j < m->each; j++) {
            const sl_index t = sl__target_of(m, m->wide, e, j);
            most = t > most ? t : most;
        }
    return most < INT64_MAX / 8 ? most + 1 : INT64_MAX / 8;
}

/* The rows of a list's iterations, one after another. @return what holds them; NULL without memory */
static int64_t *gather_rows(const origin *o, sl__target_map *m)
{
    int64_t *rows = malloc((size_t)(m->elements * m->each) * sizeof *rows + 1);
    sl_index index[SL__PLACES];
    for (sl_index first = 0; rows != NULL && first < m->elements; first += SL__PLACES) {
        const sl_index end = m->elements - first < SL__PLACES ? m->elements : first + SL__PLACES;
        sl__places_fetch(&o->places, first, end, index);
        for (sl_index e = first; e < end; e++)
            for (sl_index j = 0; j < m->each; j++)
                rows[e * m->each + j] = sl__target_of(m, m->wide, index[e - first], j);
    }
    m->from = rows;
    m->wide = 1;
    m->step[0] = m->each;
    m->step[1] = 1;
    return rows;
}

/* Single iterations, by the numbers of their places, become their indices. */
static void index_units(const origin *o, sl__colors *c, sl_index units)
{
    int64_t *const unit = c->unit;
    for (sl_index u = 0; u < units; u++) {
        sl_index index;
        sl__places_fetch(&o->places, unit[u], unit[u] + 1, &index);
        unit[u] = index;
    }
}

static void colors_free(sl__colors *c)
{
    if (c == NULL)
        return;
    free(c->unit);
    free(c->begin);
    free(c);
}

/* Units of @p block iterations, of at most @p most colours. @return SL_SUCCESS; as sl__coloring_greedy(). */
static sl_status color_units(const origin *o, const sl__target_map *m, sl_index block, int most, int color[],
                             sl__colors *c)
{
    const int placed = block == 1 && o->places.step_ != 0;
    const sl_index units = (m->elements - 1) / block + 1, first = block == 1 ? c->first : 0;
    const sl_status status = sl__coloring_greedy(m, block, most, color, &c->count);
    if (status != SL_SUCCESS)
        return status;
    if (block > 1 && units > 1 && units / c->count < SHARE)
        return SL_ERR_EXTENT;
    c->block = block;
    c->wide = placed || first < INT32_MIN || first + units > INT32_MAX;
    c->unit = malloc((size_t)units * (c->wide ? sizeof(int64_t) : sizeof(int32_t)));
    c->begin = calloc((size_t)c->count + 2, sizeof *c->begin);
    if (c->unit == NULL || c->begin == NULL)
        return SL_ERR_MEMORY;
    sl__coloring_sort(color, units, first, c->count, c->wide, c->unit, c->begin);
    if (placed)
        index_units(o, c, units);
    return SL_SUCCESS;
}

/* @return NULL without memory. */
static sl__colors *make(const origin *o)
{
    sl__target_map m = o->map;
    sl__colors *c = calloc(1, sizeof *c);
    int *color = malloc((size_t)m.elements * sizeof *color);
    int64_t *rows = o->places.list_ != NULL ? gather_rows(o, &m) : NULL;
    sl_index block = m.elements <= IN_ORDER ? m.elements : m.elements / BLOCKS;
    sl_status status = c != NULL && color != NULL && m.from != NULL ? SL_SUCCESS : SL_ERR_MEMORY;
    atomic_fetch_add_explicit(&sl__colors_made, 1, memory_order_relaxed);
    if (status == SL_SUCCESS) {
        c->first = o->first;
        c->end = o->first + m.elements;
        m.targets = bound_of(&m);
        block = block > BLOCK ? BLOCK : block;
        status = block > 1 ? color_units(o, &m, block, BLOCK_COLORS, color, c) : SL_ERR_EXTENT;
        if (status == SL_ERR_EXTENT)
            status = color_units(o, &m, 1, COLORS, color, c);
    }
    free(color);
    free(rows);
    if (status == SL_ERR_MEMORY) {
        colors_free(c);
        return NULL;
    }
    if (status != SL_SUCCESS)
        c->count = 0;
    return c;
}

/* ---- keeping them ---------------------------------------------------------------------------------------- */

static void colors_drop(sl__colors *c)
{
    if (c != NULL && --c->references == 0)
        colors_free(c);
}

/* The place of what was kept of a map, or one for it. */
static int place_of(const origin *o)
{
    int place = 0;
    for (int k = 0; k < CACHED; k++) {
        if (cached[k].colors != NULL && memcmp(&cached[k].of, o, sizeof *o) == 0)
            return k;
        if (cached[k].used < cached[place].used)
            place = k;
    }
    for (int k = 0; k < CACHED; k++) /* what the views were before is of no use */
        if (cached[k].used != 0 &&
            ((cached[k].of.root == o->root && cached[k].of.version != o->version) ||
             (o->list != NULL && cached[k].of.list == o->list && cached[k].of.list_version != o->list_version)))
            place = k;
    colors_drop(cached[place].colors);
    cached[place].colors = NULL;
    return place;
}

static sl__colors *get(const origin *o)
{
    if (o->version == 0 || (o->list != NULL && o->list_version == 0)) {
        sl__colors *c = make(o);
        if (c != NULL)
            c->references = 1;
        return c;
    }
    const int k = place_of(o);
    if (cached[k].colors == NULL && (cached[k].colors = make(o)) != NULL) {
        memcpy(&cached[k].of, o, sizeof *o); /* the padding, too: it is compared */
        cached[k].colors->references = 1;
    }
    cached[k].used = ++uses;
    if (cached[k].colors != NULL)
        cached[k].colors->references++;
    return cached[k].colors;
}

const sl__colors *sl__colors_get(const sl__task *task, void *buffers[])
{
    origin o;
    origin_of(task, buffers, &o);
    if (o.map.elements <= 0)
        return NULL;
    pthread_mutex_lock(&lock);
    sl__colors *c = get(&o);
    if (c != NULL && c->count == 0) {
        colors_drop(c);
        c = NULL;
    }
    pthread_mutex_unlock(&lock);
    return c;
}

void sl__colors_release(const sl__colors *colors)
{
    pthread_mutex_lock(&lock);
    colors_drop((sl__colors *)colors);
    pthread_mutex_unlock(&lock);
}

void sl__colors_fini(void)
{
    for (int k = 0; k < CACHED; k++) {
        colors_drop(cached[k].colors);
        cached[k].colors = NULL;
        cached[k].used = 0;
    }
}

/* ---- running --------------------------------------------------------------------------------------------- */

void sl__colors_run(const sl__colors *colors, int color, sl_index first, sl_index last, sl__chunk_function function,
                    const void *args, struct sl__box *box)
{
    const sl_index begin = colors->begin[color];
    box->alone_ = SL__ALONE_SCATTER;
    if (colors->block == 1) {
        box->places_[0] = (struct sl__places){.list_ = colors->unit, .step_ = 1, .wide_ = colors->wide};
        box->lo_[0] = begin + first;
        box->hi_[0] = begin + last;
        sl__chunk_call(function, args, box);
        return;
    }
    for (sl_index u = begin + first; u < begin + last; u++) {
        const sl_index number = colors->wide ? ((const int64_t *)colors->unit)[u] : ((const int32_t *)colors->unit)[u];
        box->lo_[0] = colors->first + number * colors->block;
        box->hi_[0] = colors->end - box->lo_[0] < colors->block ? colors->end : box->lo_[0] + colors->block;
        sl__chunk_call(function, args, box);
    }
}
