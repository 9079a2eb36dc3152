/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Slots for objects of programs, which a program may use when it has destroyed them. Slots are made in chunks
 *         that stay for ever, and one that was given back waits behind a thousand others before it is used again: so
 * the magic number of a destroyed object stays readable, and that of a destroyed one, for as long as a program that
 *         still has the pointer is likely to use it. */
#ifndef STARLOOP_LIB_BASE_SLOTS_H
#define STARLOOP_LIB_BASE_SLOTS_H

#include <pthread.h>
#include <stddef.h>

enum { SL__SLOTS_CHUNKS = 65536 };

/** Slots of one kind of object, from ::SL__SLOTS. */
typedef struct sl__slots {
    pthread_mutex_t lock;
    size_t size;            /* of an object, a multiple of 64 */
    size_t link;            /* offset of a pointer that is the pool's while the slot rests */
    void (*fresh)(void *);  /* prepares a slot, all 0, that was never used; NULL: nothing to do */
    void *first, *last;     /* resting slots, the longest rested first */
    size_t resting, unused; /* unused: of the last chunk */
    size_t chunks;
    void **chunk; /* [SL__SLOTS_CHUNKS] address space that costs memory only where it is used */
} sl__slots;

/** The slots of a type whose member @p link_ is a pointer: the initialiser of a static object. The table is all 0, so
 *  that it takes no room in the library's file. */
#define SL__SLOTS(type_, link_, fresh_) \
    { \
        .lock = PTHREAD_MUTEX_INITIALIZER, .size = (sizeof(type_) + 63) / 64 * 64, .link = offsetof(type_, link_), \
        .fresh = (fresh_), .chunk = (void *[SL__SLOTS_CHUNKS]) \
        { \
            NULL \
        } \
    }

/** @return a slot, as it was given back or 0, at an address that 64 divides; NULL without memory. */
void *sl__slots_take(sl__slots *slots);

/** Gives a slot back. */
void sl__slots_give(sl__slots *slots, void *slot);

/** @return the number of slots, and slot @p i, used or not; NULL for none. */
size_t sl__slots_count(sl__slots *slots);
void *sl__slots_at(sl__slots *slots, size_t i);

#endif
