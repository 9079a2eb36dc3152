/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/list_borders.h"

#include <stdlib.h>

#include "data/grid.h"
#include "data/view.h"
#include "kernel/space.h"

/* How a list lies in n indices in some parts. A loop over it asks for each of its parts, more than once. */
typedef struct sl__list_borders {
    struct sl__list_borders *next;
    sl_index n;
    int count;
    sl_index below[]; /* [count + 1] */
} sl__list_borders;

static sl__list_borders *borders_find(const sl_view *list, sl_index n, int count)
{
    sl__list_borders *b = malloc(sizeof *b + ((size_t)count + 1) * sizeof b->below[0]);
    const struct sl__places places = {.list_ = list->data, .step_ = 1, .wide_ = list->type == SL_INT64};
    if (b == NULL)
        return NULL;
    b->n = n;
    b->count = count;
    for (int k = 0; k <= count; k++)
        b->below[k] = sl__places_below(&places, list->n[0], sl__grid_border(n, count, k));
    return b;
}

const sl_index *sl__list_below(const sl_view *list, sl_index n, int count)
{
    _Atomic(sl__list_borders *) *head = &((sl_view *)(uintptr_t)list)->list.borders;
    sl__list_borders *b = list->list.ascends ? atomic_load(head) : NULL;
    while (b != NULL && (b->n != n || b->count != count))
        b = b->next;
    if (b != NULL || !list->list.ascends)
        return b != NULL ? b->below : NULL;
    if ((b = borders_find(list, n, count)) == NULL)
        return NULL;
    b->next = atomic_load(head);
    while (!atomic_compare_exchange_weak(head, &b->next, b))
        continue;
    return b->below;
}

void sl__list_forget(sl_view *v)
{
    sl__list_borders *b = atomic_exchange(&v->list.borders, NULL);
    while (b != NULL) {
        sl__list_borders *next = b->next;
        free(b);
        b = next;
    }
}
