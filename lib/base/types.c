/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Element types: the built-in ones, and a registry of the users' structs. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <starloop/types.h>

#include "base/error.h"

/* Types are never removed, and a table once filled never moves, so that sl_type_size() takes no lock: the
 * entries are in blocks of which each is twice as long as the one before. */
#define FIRST_BLOCK 16
#define BLOCKS 20
#define MOST_ALIGN 64

struct entry {
    char *name;
    size_t size, align;
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
    int32_t n = atomic_load_explicit(&count, memory_order_relaxed);
    for (int32_t i = 0; i < n && !type; i++) {
        const struct entry *entry = user_type(SL__TYPE_BUILTIN_END + i);
        if (strcmp(entry->name, name) == 0) {
            type = SL__TYPE_BUILTIN_END + i;
            known = entry;
        }
    }
    if (!known)
        type = append(name, size, align);
    pthread_mutex_unlock(&lock);
    if (known && (known->size != size || known->align != align)) {
        SL_FAIL(SL_ERR_TYPE,
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

const char *sl_type_name(sl_type type)
{
    const struct entry *entry;
    if (type > 0 && type < SL__TYPE_BUILTIN_END)
        return builtin[type].name;
    entry = user_type(type);
    return entry ? entry->name : "?";
}
