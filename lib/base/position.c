/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/position.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <starloop/called_at.h>

#define LISTS 512      /* of a hash table */
#define TAIL 16        /* bytes at the end by which texts are told apart: some of the name, and the line */
#define MOST 120       /* of a text in a message */
#define MOST_OF_TWO 80 /* of each of two */
#define RECENT 16      /* places that a thread finds by their address */

_Thread_local const char *sl__position;

const char *sl__from_begin(const char *position)
{
    const char *const outer = sl__position;
    sl__position = position;
    return outer;
}

void sl__from_end(const char *outer)
{
    sl__position = outer;
}

/* Nodes are never taken out, so a list is walked without the lock. */
struct interned {
    struct interned *next;
    char text[];
};

static _Atomic(struct interned *) lists[LISTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned position_list_of(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = length > TAIL ? length - TAIL : 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return (hash ^ hash >> 16) % LISTS;
}

static const struct interned *find_interned(unsigned list, const char *text)
{
    const struct interned *node = atomic_load_explicit(&lists[list], memory_order_acquire);
    while (node != NULL && strcmp(node->text, text) != 0)
        node = node->next;
    return node;
}

static const struct interned *add_interned(unsigned list, const char *text, size_t length)
{
    struct interned *node = malloc(sizeof *node + length + 1);
    if (node == NULL)
        return NULL;
    memcpy(node->text, text, length + 1);
    node->next = atomic_load(&lists[list]);
    atomic_store_explicit(&lists[list], node, memory_order_release);
    return node;
}

static const char *keep_text(const char *position)
{
    const size_t length = strlen(position);
    const unsigned list = position_list_of(position, length);
    const struct interned *node = find_interned(list, position);
    if (node == NULL) {
        pthread_mutex_lock(&lock);
        node = find_interned(list, position);
        if (node == NULL)
            node = add_interned(list, position, length);
        pthread_mutex_unlock(&lock);
    }
    return node != NULL ? node->text : NULL;
}

/* The text at an address is another one where a plugin was unloaded, and one loaded since: it is compared. */
const char *sl__position_keep(const char *position)
{
    static _Thread_local struct {
        const char *position, *text;
    } recent[RECENT];
    if (position == NULL)
        return NULL;
    const unsigned k = (unsigned)((uintptr_t)position >> 4) % RECENT;
    if (recent[k].position == position && strcmp(recent[k].text, position) == 0)
        return recent[k].text;
    const char *const text = keep_text(position);
    if (text != NULL) {
        recent[k].position = position;
        recent[k].text = text;
    }
    return text;
}

sl__at sl__at_keep(sl__at at)
{
    return (sl__at){.call = sl__position_keep(at.call), .run = sl__position_keep(at.run)};
}

/* The end of a long text is what tells places apart. */
static const char *position_end(const char *position, size_t most)
{
    const size_t length = strlen(position);
    return position + (length > most ? length - most : 0);
}

/* @return its length */
static int write_at(char *note, size_t size, sl__at at)
{
    if (at.call == NULL)
        return snprintf(note, size, " (in the region run at %s)", position_end(at.run, MOST));
    if (at.run == NULL)
        return snprintf(note, size, " (called at %s)", position_end(at.call, MOST));
    return snprintf(note, size, " (called at %s, in the region run at %s)", position_end(at.call, MOST_OF_TWO),
                    position_end(at.run, MOST_OF_TWO));
}

void sl__position_append(char *text, size_t size, sl__at at)
{
    char note[2 * MOST_OF_TWO + 64];
    if ((at.call == NULL && at.run == NULL) || strstr(text, " (called at ") != NULL)
        return;
    const int bytes = write_at(note, sizeof note, at);
    if ((size_t)bytes >= size)
        return;
    const size_t length = strlen(text), room = size - 1 - (size_t)bytes;
    memcpy(text + (length < room ? length : room), note, (size_t)bytes + 1);
}

void sl__position_add_made(char *text, size_t size, const char *label, const char *made_at)
{
    char note[SL__MADE_NOTE];
    (void)sl__position_made(note, label, made_at);
    const size_t end = sl__position != NULL ? strlen(position_end(sl__position, MOST)) + sizeof " (called at )" : 0;
    if (strstr(text, note) == NULL && strlen(text) + strlen(note) + end < size)
        strcat(text, note);
}

const char *sl__position_made(char note[SL__MADE_NOTE], const char *label, const char *made_at)
{
    note[0] = '\0';
    if (made_at != NULL && label != NULL)
        snprintf(note, SL__MADE_NOTE, "; \"%s\" was made at %s", label, position_end(made_at, MOST));
    else if (made_at != NULL)
        snprintf(note, SL__MADE_NOTE, "; it was made at %s", position_end(made_at, MOST));
    return note;
}
