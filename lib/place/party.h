/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views that loops use together: where they are is decided together. Plain data; place/choose.c decides. */
#ifndef STARLOOP_LIB_PLACE_PARTY_H
#define STARLOOP_LIB_PLACE_PARTY_H

#include <pthread.h>

/** What a view has of its party. Zeroed: it is in none. */
typedef struct sl__membership {
    struct sl__party *party;
    struct sl__membership *next, **before; /**< in the list of its members */
    double move;                           /**< seconds to move the view */
    int dirty;                             /**< loops that could choose have written it since it was last looked at */
    int renewed;                           /**< 1 + the side on which it was written by what could not, since */
} sl__membership;

/** A party. */
typedef struct sl__party {
    sl__membership *first;
    double move;   /**< seconds to move all of its members */
    double saved;  /**< seconds that its calls would have saved on the other side */
    double earned; /**< and that they have saved on this one, since it has changed sides */
    double times;  /**< so many times must its moves be paid for before it does again */
    int side;
} sl__party;

/** Guards all of them. */
extern pthread_mutex_t sl__party_lock;

/** A view enters a party. With the lock. */
void sl__party_enter(sl__party *party, sl__membership *member);

/** A view ends. Takes the lock. */
void sl__party_leave(sl__membership *member);

#endif
