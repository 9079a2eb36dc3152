/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies and gathers by the labels of views. A copy method of StarPU's knows addresses only, so the address of each
 * copy of a view is kept with the view's label. There are some thousand copies a second at most: one lock. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/parts.h"

struct sl__transfers {
    sl__transfers *next;
    uint64_t count[SL__WAYS];
    double bytes[SL__WAYS];
    char label[SL__VIEW_LABEL];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all here */
static sl__transfers *labels;
static struct place {
    const void *data;
    sl__transfers *label;
} * places; /* a table of hashes */
static size_t capacity, used;

static const char *const ways[] = {"host to device", "device to host", "device to device", "host to host", "gather"};

static struct place *transfers_look_up(struct place *table, size_t size, const void *data)
{
    size_t at = (size_t)(((uintptr_t)data * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (size - 1);
    while (table[at].data != NULL && table[at].data != data)
        at = (at + 1) & (size - 1);
    return &table[at];
}

static int transfers_grow(void)
{
    size_t size = capacity ? 2 * capacity : 256;
    struct place *table = calloc(size, sizeof *table);
    if (table == NULL)
        return 0;
    for (size_t i = 0; i < capacity; i++)
        if (places[i].data != NULL)
            *transfers_look_up(table, size, places[i].data) = places[i];
    free(places);
    places = table;
    capacity = size;
    return 1;
}

/* The transfers of views with that label; NULL without memory. */
static sl__transfers *label_of(const char *label)
{
    for (sl__transfers *t = labels; t != NULL; t = t->next)
        if (strcmp(t->label, label) == 0)
            return t;
    sl__transfers *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    snprintf(t->label, sizeof t->label, "%s", label);
    t->next = labels;
    labels = t;
    return t;
}

void sl__trace_place(const void *data, const char *view)
{
    pthread_mutex_lock(&lock);
    if (data != NULL && (2 * used < capacity || transfers_grow())) {
        struct place *place = transfers_look_up(places, capacity, data);
        if (place->label == NULL || strcmp(place->label->label, view) != 0) {
            used += place->data == NULL;
            place->data = data;
            place->label = label_of(view);
        }
    }
    pthread_mutex_unlock(&lock);
}

static void transfers_count(sl__transfers *transfers, sl__way way, size_t bytes)
{
    if (transfers == NULL)
        return;
    transfers->count[way]++;
    transfers->bytes[way] += (double)bytes;
}

sl__transfers *sl__trace_copy(sl__way way, const void *data, size_t bytes)
{
    pthread_mutex_lock(&lock);
    const struct place *place = capacity > 0 && data != NULL ? transfers_look_up(places, capacity, data) : NULL;
    sl__transfers *transfers = place != NULL && place->label != NULL ? place->label : label_of("(unknown)");
    transfers_count(transfers, way, bytes);
    pthread_mutex_unlock(&lock);
    return transfers;
}

void sl__trace_label(const void *data, char label[SL__VIEW_LABEL])
{
    pthread_mutex_lock(&lock);
    const struct place *place = capacity > 0 && data != NULL ? transfers_look_up(places, capacity, data) : NULL;
    snprintf(label, SL__VIEW_LABEL, "%s", place != NULL && place->label != NULL ? place->label->label : "");
    pthread_mutex_unlock(&lock);
}

void sl__trace_copied(const sl__transfers *name, sl__way way, size_t bytes, int row, int64_t begin, int64_t end)
{
    if (!sl__trace_on() || name == NULL)
        return;
    sl__event event = {.kind = SL__EVENT_COPY, .begin = begin, .end = end, .row = row, .value = (int64_t)bytes};
    sl__event_add(&event, ways[way], name->label);
    sl__events_count(0, (double)bytes, end);
}

void sl__profile_gather(const sl_view *view, size_t bytes)
{
    if (!sl__watched())
        return;
    pthread_mutex_lock(&lock);
    transfers_count(label_of(view->label), SL__WAY_GATHER, bytes);
    pthread_mutex_unlock(&lock);
}

void sl__profile_read_copies(const char *label, sl__way way, uint64_t *number, double *bytes)
{
    *number = 0;
    *bytes = 0;
    pthread_mutex_lock(&lock);
    for (const sl__transfers *t = labels; t != NULL; t = t->next)
        if (strcmp(t->label, label) == 0) {
            *number = t->count[way];
            *bytes = t->bytes[way];
        }
    pthread_mutex_unlock(&lock);
}

void sl__transfers_print(FILE *f)
{
    int width = 4, any = 0;
    pthread_mutex_lock(&lock);
    for (const sl__transfers *t = labels; t != NULL; t = t->next)
        for (int way = 0; way < SL__WAYS; way++)
            if (t->count[way] > 0) {
                any = 1;
                width = (int)strlen(t->label) > width ? (int)strlen(t->label) : width;
            }
    if (any)
        fprintf(f, "\n  %-*s  %-16s %9s %12s\n", width, "view", "copies", "number", "MB");
    for (int way = 0; way < SL__WAYS; way++)
        for (const sl__transfers *t = labels; t != NULL; t = t->next)
            if (t->count[way] > 0)
                fprintf(f, "  %-*s  %-16s %9" PRIu64 " %12.3f\n", width, t->label, ways[way], t->count[way],
                        1e-6 * t->bytes[way]);
    pthread_mutex_unlock(&lock);
}

void sl__transfers_clear(void)
{
    pthread_mutex_lock(&lock);
    while (labels != NULL) {
        sl__transfers *next = labels->next;
        free(labels);
        labels = next;
    }
    free(places);
    places = NULL;
    capacity = used = 0;
    pthread_mutex_unlock(&lock);
}
