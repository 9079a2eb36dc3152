/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief struct sl_index_set, and its segments as loops run over them. */
#ifndef STARLOOP_LIB_DATA_INDEX_SET_H
#define STARLOOP_LIB_DATA_INDEX_SET_H

#include <pthread.h>

#include <starloop/index_set.h>
#include <starloop/list.h>

#include "base/failure.h"
#include "base/object.h"
#include "data/view.h"

struct sl_index_set {
    sl__object object;
    sl_space *segment; /* [count] of a list with a reference to its view */
    int count, room;
    sl_index size; /* points of all segments */
    char label[SL__VIEW_LABEL];
    pthread_mutex_t lock; /* of what follows */
    sl_list **merged;     /* [runs] the indices of neighbours that are short and known; NULL: not made yet */
    int runs;             /* of such neighbours */
    sl_list *whole;       /* the indices of all segments; NULL: not made yet */
    void *next;           /* of the slots */
};

/** @return #SL_SUCCESS; #SL_ERR_ARGUMENT (NULL), #SL_ERR_DESTROYED, recorded with @p function and @p argument. */
sl_status sl__index_set_check(const sl_index_set *set, const char *function, const char *argument);

/** @return what an error's text says of a set that it names: base/error.h */
static inline sl__made sl__index_set_made(const sl_index_set *set)
{
    return (sl__made){set->label, set->object.made_at};
}

/** sl_index_set_create() in the words of another function. */
sl_status sl__index_set_create(const char *function, const char *label, int count, const sl_space segments[],
                               sl_index_set **set);

/** Gives what a loop over a set runs over, one after another: the segments that have points, or, where they are to run
 *  together, the long ones and those of lists in views, and a list of what lies between these.
 *  @param[in]  together  not 0: so  @param[out] spaces  [*count] of malloc(), valid as long as the set is not changed
 *  @return #SL_SUCCESS; #SL_ERR_MEMORY, as sl_list_create(). */
sl_status sl__index_set_spaces(sl_index_set *set, int together, const char *function, sl_space **spaces, int *count);

/** Gives the space of a list with the indices of all segments, which stays with the set until that is changed. Those of
 *  lists in views are copied into it behind what was queued before, by each call.
 *  @return #SL_SUCCESS; #SL_ERR_TYPE (lists in views of two types), #SL_ERR_ARGUMENT (indices of more than 32 bits
 * beside one of #SL_INT32); as sl__index_set_check(), sl__list_check(), sl_list_create() and sl_deep_copy(). */
sl_status sl__index_set_list(sl_index_set *set, const char *function, const char *argument, sl_space *space);

#endif
