/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What bodies submit while a thread of the program runs their loop: call/inline.h. */
#ifndef STARLOOP_LIB_TASK_PUT_OFF_H
#define STARLOOP_LIB_TASK_PUT_OFF_H

#include <pthread.h>

struct sl__task;

/** Tasks in the order in which they came. */
typedef struct sl__put_off {
    pthread_mutex_t lock; /**< several threads may run the loop */
    struct sl__task *first, **end;
} sl__put_off;

/** Of the loop whose bodies this thread runs; NULL: they may submit at once. */
extern _Thread_local sl__put_off *sl__put_off_current;

#endif
