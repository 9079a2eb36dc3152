/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What random calls are given: numbers, memory, policies, and objects, some of them destroyed. Each function
 *  draws from hostile_state. */
#ifndef TESTS_HOSTILE_GIVEN_H
#define TESTS_HOSTILE_GIVEN_H

#include "hostile.h"

#define MOST INT64_MAX
#define LEAST INT64_MIN
#define BIT(n_) (INT64_C(1) << (n_))

/** What is drawn next. */
extern uint64_t hostile_state;

/** @return one of [0, n) */
sl_index any(sl_index n);

/** Numbers that no program means. */
enum { ODD = 23 };
extern const sl_index odd[ODD];

/** A number: odd, or small. */
sl_index number(void);
int small(void);
size_t bytes(void);

/** A label or another word; often NULL. */
const char *text(void);

/** More than any call reads that is given a number below 2^46. */
struct host_memory {
    int64_t first[8192], words[8192], last[8192];
};
extern struct host_memory host;

/** A place in it; not always aligned, at times NULL. */
void *memory(void);

/** A type of 2^61 bytes, made by main(). */
extern sl_type huge;

/** Types and structs of the library with odd values in some places. */
sl_type type(void);
sl_extents extents(void);
sl_layout layout(void);
sl_split split(void);
sl_policy policy(void);

/** Handles of each kind; behind them some of what was destroyed. */
enum { HANDLES = 24, DEAD = 2 };
extern sl_view *view_pool[HANDLES + DEAD];
extern sl_list *list_pool[HANDLES + DEAD];
extern sl_index_set *set_pool[HANDLES + DEAD];
extern sl_arena *arena_pool[HANDLES + DEAD];
extern sl_region *region_pool[HANDLES + DEAD];
extern sl_event *event_pool[HANDLES + DEAD];
extern sl_scatter_view *scatter_pool[HANDLES + DEAD];

/** One of a pool: NULL at times. */
#define PICK(pool_) (any(20) == 0 ? NULL : (pool_)[any(12) ? any(HANDLES) : HANDLES + any(DEAD)])

/** Has a pool keep what a call has made. */
#define KEEP(pool_, destroy_, call_) \
    do { \
        const int at_ = (int)any(HANDLES); \
        __typeof__((pool_)[0]) made_ = NULL; \
        if ((call_) == SL_SUCCESS) { \
            if ((pool_)[at_] != NULL && any(4)) { \
                (pool_)[HANDLES + any(DEAD)] = (pool_)[at_]; \
                destroy_(&(pool_)[at_]); \
            } \
            (pool_)[at_] = made_; \
        } \
    } while (0)

/** A view, NULL at times. */
sl_view *view(void);

/** Mostly one of a type and rank. */
sl_view *view_like(sl_type t, int rank);

/** Mostly one of int64_t and rank 1. */
sl_view *line(void);

/** A space of few points, or of many that no view has. */
sl_space space(int rank);

/** One that is many times as large, for kernels whose views refuse it. */
sl_space far_space(int rank);

#endif
