/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Element types: the built-in ones, and a registry of the users' structs. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <starloop/types.h>

#include "base/error.h"
#include "base/position.h"
#include "base/types.h"

/* Types are never removed, and a table once filled never moves, so that sl_type_size() takes no lock: the
 * entries are in blocks of which each is twice as long as the one before. */
#define FIRST_BLOCK 16
#define BLOCKS 20
#define MOST_ALIGN 64

struct entry {
    char *name;
    size_t size, align;
    const char *made_at; /* base/position.h */
};

static const struct {
    const char *name;
    size_t size;
} builtin[SL__TYPE_BUILTIN_END] = {[0] = {"?", 0},
#define SL__TYPE_ROW(name, value, ctype, text) [value] = {text, sizeof(ctype)},
                                   SL_TYPE_TABLE(SL__TYPE_ROW)
#undef SL__TYPE_ROW
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *blocks[BLOCKS];
static _Atomic int32_t count;

/* Names, hashed: numbers of types from 1, 0 a free place; at most half full. Under the lock. */
static int32_t *places;
static uint32_t places_count;

/* The place of entry @p i; blocks[b] holds FIRST_BLOCK << b entries. */
static struct entry *entry_at(int32_t i, int *block)
{
    int b = 0;
    while (i >= FIRST_BLOCK << b)
        i -= FIRST_BLOCK << b++;
    *block = b;
    return b < BLOCKS && blocks[b] ? blocks[b] + i : NULL;
}

static const struct entry *user_type(sl_type type)
{
    int block;
    if (type < SL__TYPE_BUILTIN_END ||
        type - SL__TYPE_BUILTIN_END >= atomic_load_explicit(&count, memory_order_acquire))
        return NULL;
    return entry_at(type - SL__TYPE_BUILTIN_END, &block);
}

/* The place of a name, or where it is to be; there is always a free one. */
static int32_t *place_of_name(const char *name)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *c = name; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    for (uint32_t at = hash;; at++) {
        int32_t *place = &places[at & (places_count - 1)];
        if (*place == 0 || strcmp(user_type(SL__TYPE_BUILTIN_END + *place - 1)->name, name) == 0)
            return place;
    }
}

/* Room for one more name. @return 0 without memory. */
static int places_grow(void)
{
    const int32_t n = atomic_load_explicit(&count, memory_order_relaxed);
    if (places_count > 2 * (uint32_t)n)
        return 1;
    uint32_t more = places_count ? 2 * places_count : 4 * FIRST_BLOCK;
    int32_t *larger = calloc(more, sizeof *larger);
    if (!larger)
        return 0;
    free(places);
    places = larger;
    places_count = more;
    for (int32_t i = 0; i < n; i++)
        *place_of_name(user_type(SL__TYPE_BUILTIN_END + i)->name) = i + 1;
    return 1;
}

/* Adds a type, under the lock. */
static sl_type append(const char *name, size_t size, size_t align)
{
    int block;
    int32_t i = atomic_load_explicit(&count, memory_order_relaxed);
    struct entry *entry = entry_at(i, &block);

    if (!entry && block < BLOCKS) {
        blocks[block] = calloc((size_t)FIRST_BLOCK << block, sizeof *entry);
        entry = blocks[block] ? entry_at(i, &block) : NULL;
    }
    if (!entry || !(entry->name = strdup(name)))
        return 0;
    entry->size = size;
    entry->align = align;
    entry->made_at = sl__position_keep(sl__position);
    atomic_store_explicit(&count, i + 1, memory_order_release);
    return SL__TYPE_BUILTIN_END + i;
}

sl_type sl_type_struct(const char *name, size_t size, size_t align)
{
    sl_type type = 0;
    const struct entry *known = NULL;

    if (!name || !*name) {
        SL_FAIL(SL_ERR_ARGUMENT, "sl_type_struct: name: expected the type as written, got %s", name ? "\"\"" : "NULL");
        return 0;
    }
    if (size == 0 || align == 0 || align > MOST_ALIGN || (align & (align - 1)) || size % align) {
        SL_FAIL(SL_ERR_ARGUMENT,
                "sl_type_struct: \"%s\": expected a size that is a multiple of an alignment, a power "
                "of two up to %d, got size %zu and alignment %zu",
                name, MOST_ALIGN, size, align);
        return 0;
    }
    pthread_mutex_lock(&lock);
    int32_t *place = places_grow() ? place_of_name(name) : NULL;
    if (place && *place != 0) {
        type = SL__TYPE_BUILTIN_END + *place - 1;
        known = user_type(type);
    } else if (place && (type = append(name, size, align)) != 0) {
        *place = type - SL__TYPE_BUILTIN_END + 1;
    }
    pthread_mutex_unlock(&lock);
    if (known && (known->size != size || known->align != align)) {
        SL_FAIL_OF(SL_ERR_TYPE, ((sl__made){known->name, known->made_at}),
                   "sl_type_struct: \"%s\": expected size %zu and alignment %zu as registered before, got "
                   "size %zu and alignment %zu: two types of one name",
                   name, known->size, known->align, size, align);
        return 0;
    }
    if (!type)
        SL_FAIL(SL_ERR_MEMORY, "sl_type_struct: \"%s\": no memory to register the type", name);
    return type;
}

size_t sl_type_size(sl_type type)
{
    const struct entry *entry;
    if (type > 0 && type < SL__TYPE_BUILTIN_END)
        return builtin[type].size;
    entry = user_type(type);
    return entry ? entry->size : 0;
}

size_t sl__type_align(sl_type type)
{
    const struct entry *entry = user_type(type);
    switch (type) {
#define SL__TYPE_ALIGN(name, value, ctype, text) \
    case name: return _Alignof(ctype);
        SL_TYPE_TABLE(SL__TYPE_ALIGN)
#undef SL__TYPE_ALIGN
    default: return entry ? entry->align : 1;
    }
}

int64_t sl__type_integer(sl_type type, const void *value)
{
    switch (type) {
#define SL__TYPE_INTEGER(name, number, ctype, text) \
    case name: return (int64_t) * (const ctype *)value;
        SL_TYPE_TABLE(SL__TYPE_INTEGER)
#undef SL__TYPE_INTEGER
    default: return 0;
    }
}

const char *sl_type_name(sl_type type)
{
    const struct entry *entry;
    if (type > 0 && type < SL__TYPE_BUILTIN_END)
        return builtin[type].name;
    entry = user_type(type);
    return entry ? entry->name : "?";
}
