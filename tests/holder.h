/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A thread that has a view open for writing, for tests of stalls: where the waiting thread has it open itself,
 *         the wait is refused at once. */
#ifndef STARLOOP_TESTS_HOLDER_H
#define STARLOOP_TESTS_HOLDER_H

#include <pthread.h>

#include <starloop/view.h>

static pthread_t holder_thread;
static pthread_barrier_t holder_meet;
static sl_status holder_ended;

static void *holder_run(void *arg)
{
    sl_view *x = arg;
    double *p = SL_HOST_WRITE(double, x);
    for (sl_index i = 0; p && i < sl_view_size(x); i++)
        p[i] = (double)i;
    pthread_barrier_wait(&holder_meet);
    pthread_barrier_wait(&holder_meet);
    holder_ended = sl_host_end(x);
    return NULL;
}

/** Opens a view, whose element i becomes i. */
static void holder_open(sl_view *x)
{
    pthread_barrier_init(&holder_meet, NULL, 2);
    pthread_create(&holder_thread, NULL, holder_run, x);
    pthread_barrier_wait(&holder_meet);
}

/** Ends that. @return what sl_host_end() did. */
static sl_status holder_end(void)
{
    pthread_barrier_wait(&holder_meet);
    pthread_join(holder_thread, NULL);
    pthread_barrier_destroy(&holder_meet);
    return holder_ended;
}

#endif
