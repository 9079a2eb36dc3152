/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/bundle_lists.h"

#include <stdlib.h>

#include "data/interface.h"
#include "exec/cpu/measured.h"
#include "exec/pack.h"
#include "kernel/space.h"

enum { SOME = 256 }; /* indices that are fetched at once */

/* ---- what lists the loops have ------------------------------------------------------------------------- */

static int is_written(const sl__batch *batch, int first, int count, const sl_view *view)
{
    for (int i = first; i < first + count; i++)
        for (int v = 0; v < batch->task[i]->views; v++)
            if (batch->task[i]->view[v].view == view && (batch->task[i]->view[v].access & SL_WRITE))
                return 1;
    return 0;
}

/* The list that a loop of a batch runs over. */
static sl__listed list_of(const sl__batch *batch, int i, void *buffers[])
{
    const sl__task *task = batch->task[i];
    const struct sl__interface *view = buffers[batch->place[i][task->lists[0]]];
    sl__listed listed = {.view = task->view[task->lists[0]].view, .where = task->list[0]};
    sl_index end;
    listed.version = sl__view_version(listed.view);
    listed.where.list_ = (const void *)view->ptr;
    sl__space_places(&task->space, 0, &end, &listed.points);
    return listed;
}

static int are_same(const sl__listed *one, const sl__listed *other)
{
    return one->view == other->view && one->version == other->version && one->points == other->points &&
           one->where.list_ == other->where.list_ && one->where.start_ == other->where.start_ &&
           one->where.step_ == other->where.step_ && one->where.wide_ == other->where.wide_;
}

void sl__lists_make(sl__lists *lists, const sl__batch *batch, int first, int count, void *buffers[])
{
    lists->count = 0;
    for (int l = 0; l < count; l++) {
        lists->of[l] = -1;
        if (batch->task[first + l]->space.kind != SL_SPACE_LIST)
            continue;
        sl__listed listed = list_of(batch, first + l, buffers);
        int k = 0;
        while (k < lists->count && !are_same(&lists->list[k], &listed))
            k++;
        lists->of[l] = (signed char)k;
        if (k < lists->count)
            continue;
        if (is_written(batch, first, count, listed.view))
            listed.version = 0;
        listed.loop = l;
        lists->list[lists->count++] = listed;
    }
    sl__lists_compare(lists);
}

int sl__lists_same(const sl__lists *lists, const sl__batch *batch, int first, void *buffers[])
{
    for (int k = 0; k < lists->count; k++) {
        const sl__listed *list = &lists->list[k];
        const sl__task *task = batch->task[first + list->loop];
        const struct sl__interface *now = buffers[batch->place[first + list->loop][task->lists[0]]];
        if (list->version != 0 &&
            (sl__view_version(list->view) != list->version || (const void *)now->ptr != list->where.list_))
            return 0;
    }
    return 1;
}

/* ---- what they have in common -------------------------------------------------------------------------- */

/* Does something with indices. @return whether to go on */
typedef int (*take_indices)(void *arg, const sl_index index[], sl_index count);

/* @return 0 where it was not to go on. */
static int for_all_indices(const sl__listed *list, take_indices take, void *arg)
{
    sl_index index[SOME];
    for (sl_index k = 0; k < list->points; k += SOME) {
        const sl_index end = k + SOME < list->points ? k + SOME : list->points;
        sl__places_fetch(&list->where, k, end, index);
        if (!take(arg, index, end - k))
            return 0;
    }
    return 1;
}

static int take_bounds(void *arg, const sl_index index[], sl_index count)
{
    sl__listed *list = arg;
    for (sl_index k = 0; k < count; k++) {
        if (index[k] == INT64_MAX) /* no element has it, and it has no index behind it */
            return 0;
        list->lo = index[k] < list->lo ? index[k] : list->lo;
        list->hi = index[k] >= list->hi ? index[k] + 1 : list->hi;
    }
    return 1;
}

/* A bit for each index from base on. */
typedef struct marks {
    sl_index base;
    uint64_t *word;
} marks;

static int take_marks(void *arg, const sl_index index[], sl_index count)
{
    const marks *m = arg;
    for (sl_index k = 0; k < count; k++)
        m->word[(index[k] - m->base) / 64] |= UINT64_C(1) << (index[k] - m->base) % 64;
    return 1;
}

static int take_marks_away(void *arg, const sl_index index[], sl_index count)
{
    const marks *m = arg;
    for (sl_index k = 0; k < count; k++)
        m->word[(index[k] - m->base) / 64] = 0;
    return 1;
}

/* Those between the bounds of the list whose marks these are. */
typedef struct marks_within {
    const marks *marks;
    sl_index lo, hi;
} marks_within;

static int find_marked(void *arg, const sl_index index[], sl_index count)
{
    const marks_within *l = arg;
    for (sl_index k = 0; k < count; k++)
        if (index[k] >= l->lo && index[k] < l->hi &&
            (l->marks->word[(index[k] - l->marks->base) / 64] >> (index[k] - l->marks->base) % 64 & 1))
            return 0;
    return 1;
}

/* Reads the bounds of all. @return how many indices there are to look at; what is too much is not known. */
static sl_index find_bounds(sl__lists *lists)
{
    sl_index looks = 0;
    for (int k = 0; k < lists->count; k++) {
        sl__listed *list = &lists->list[k];
        list->lo = INT64_MAX;
        list->hi = INT64_MIN;
        list->known = list->version != 0 && list->where.list_ != NULL && list->points <= SL__LISTS_LOOKS - looks;
        looks += list->known ? list->points : 0;
        list->known = list->known && for_all_indices(list, take_bounds, list);
    }
    return looks;
}

static int overlap(const sl__listed *one, const sl__listed *other)
{
    return one->points > 0 && other->points > 0 && one->lo < other->hi && other->lo < one->hi;
}

static void set_meets(sl__lists *lists, int k, int m, int meets)
{
    lists->meets[k] = (lists->meets[k] & ~(UINT64_C(1) << m)) | (uint64_t)meets << m;
    lists->meets[m] = (lists->meets[m] & ~(UINT64_C(1) << k)) | (uint64_t)meets << k;
}

/* Compares a list with those behind it of which bounds alone do not tell. */
static void compare_indices(sl__lists *lists, int k, marks *m, sl_index *looks)
{
    const sl__listed *list = &lists->list[k];
    marks_within l = {m, list->lo, list->hi};
    int marked = 0;
    for (int n = k + 1; n < lists->count; n++) {
        const sl__listed *other = &lists->list[n];
        const sl_index needed = other->points + (marked ? 0 : 2 * list->points);
        if (!(lists->meets[k] >> n & 1) || !list->known || !other->known || needed > SL__LISTS_LOOKS - *looks)
            continue;
        *looks += needed;
        if (!marked)
            (void)for_all_indices(list, take_marks, m);
        marked = 1;
        set_meets(lists, k, n, !for_all_indices(other, find_marked, &l));
    }
    if (marked)
        (void)for_all_indices(list, take_marks_away, m);
}

void sl__lists_compare(sl__lists *lists)
{
    sl_index looks = find_bounds(lists), lo = INT64_MAX, hi = INT64_MIN;
    int unclear = 0;
    for (int k = 0; k < lists->count; k++)
        lists->meets[k] = 0;
    for (int k = 0; k < lists->count; k++) {
        const sl__listed *list = &lists->list[k];
        for (int n = k; n < lists->count; n++) {
            const sl__listed *other = &lists->list[n];
            const int meets = !list->known || !other->known || overlap(list, other);
            set_meets(lists, k, n, meets);
            unclear |= n > k && meets;
        }
        if (list->known && list->points > 0) {
            lo = list->lo < lo ? list->lo : lo;
            hi = list->hi > hi ? list->hi : hi;
        }
    }
    if (!unclear || hi <= lo || (uint64_t)hi - (uint64_t)lo > (uint64_t)SL__LISTS_RANGE)
        return;
    marks m = {lo, calloc((size_t)(hi - lo) / 64 + 1, sizeof *m.word)};
    for (int k = 0; k < lists->count && m.word != NULL; k++)
        compare_indices(lists, k, &m, &looks);
    free(m.word);
}
