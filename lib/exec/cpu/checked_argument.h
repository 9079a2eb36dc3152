/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The shadow of one argument of a checked loop: for checked.c, checked_scatter.c and checked_own.c. */
#ifndef STARLOOP_LIB_EXEC_CPU_CHECKED_ARGUMENT_H
#define STARLOOP_LIB_EXEC_CPU_CHECKED_ARGUMENT_H

#include <stdatomic.h>

#include "base/wait.h"
#include "data/coloring.h"
#include "data/interface.h"
#include "task/task.h"

/** Bytes of the pattern. Elements of fewer may well be given it by a body. */
enum { SL__SHADOW_PATTERN = 8 };

/** An iteration that has touched an element. Iterations are known by numbers from 1; 0: none. */
typedef struct sl__visit {
    uint64_t number;   /**< of the iteration; of nests of that of the level that threads share */
    sl_index at;       /**< the loop's index; of several their number in its bounds */
    const char *where; /**< in the body */
} sl__visit;

/** Who has touched an element, in the present phase: what threads of a nest do before they meet, or all of a loop. */
typedef struct sl__touches {
    sl__visit first;         /**< other than by atomic operations only */
    sl__visit another;       /**< somebody else who has touched it, in whatever way, where first is set */
    sl__visit atomically[2]; /**< two who have done so by atomic operations, or with what the first of them has had */
    union {
        const void *held; /**< what that was: sl__touch_held() */
        uint64_t
            common; /**< of an element to scatter into: which numbers of the first one's row all rows have, as bits */
    };
    unsigned phase;    /**< 0: nobody */
    _Atomic int taken; /**< a thread is writing here */
} sl__touches;

/** The `map` of a kernel. */
typedef struct sl__row_map {
    sl__target_map of;
    sl_index lo, hi; /**< its rows */
} sl__row_map;

/** What is kept of an argument. */
struct sl__shadow {
    sl__task *task;
    int argument;
    const sl_space *space;
    const struct sl__places *places; /* [SL_MAX_RANK] */
    const struct sl__interface *view;
    struct sl__interface seen; /**< what it is of a window */
    const sl_index *first;     /**< [rank] the view's first indices; NULL: all are 0 */
    sl_index origin;           /**< what these come to, in elements */
    char *data;                /**< the first element, from which places count */
    size_t size;
    sl_index elements;       /**< between the first and the last one of the view */
    sl__touches *touches;    /**< [elements]; NULL: nobody asks */
    char *before;            /**< [elements * size] what it was when it was first touched in its phase */
    _Atomic(sl__map) map;    /**< of a view without strides, once it is known */
    _Atomic int shared;      /**< there is an element that two have touched */
    int races;               /**< iterations may share elements, and are not to */
    int owns;                /**< own elements are to be written: with strides they begin with the pattern */
    int mapped;              /**< it has no strides */
    int nests;               /**< iterations are those of levels that threads share */
    const sl__row_map *rows; /**< what tells which iterations may scatter into one element; NULL: no map */
    const sl_index *strides; /**< of where places are counted: the view's, or those of the threads' copies */
};

/** @return the account of an element, which no other thread has until sl__touches_leave(). */
static inline sl__touches *sl__touches_take(struct sl__shadow *s, sl_index element)
{
    sl__wait wait = {0};
    sl__touches *t = &s->touches[element];
    while (atomic_exchange_explicit(&t->taken, 1, memory_order_acquire) != 0)
        sl__wait_again(&wait);
    return t;
}

static inline void sl__touches_leave(sl__touches *t)
{
    atomic_store_explicit(&t->taken, 0, memory_order_release);
}

/** @return the place of an element. @param[in] map  NULL: the view has strides */
sl_index sl__shadow_place(const struct sl__shadow *s, sl__map map, const sl_index at[]);

/** @return the number of the element at a place of a view, as if it had the layout right; 0: there is none.
 *  @param[in] map  NULL: it has strides */
sl_index sl__shadow_number(const struct sl__shadow *s, sl__map map, sl_index place);

/** An iteration scatters into an element. @param[in] row  of the map, the iteration's */
void sl__shadow_target(struct sl__shadow *s, sl_index element, sl_index row, const char *where);

/** Puts the pattern into the own elements. */
void sl__shadow_fill(const struct sl__shadow *s, const sl__parameter *p);

/** Looks for an own element that nobody has written. */
void sl__shadow_unwritten(const struct sl__shadow *s);

#endif
