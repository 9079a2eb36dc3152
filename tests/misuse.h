/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief For the misuse tests: a call must be refused with one status, one log line and a text with certain parts. */
#ifndef STARLOOP_TESTS_MISUSE_H
#define STARLOOP_TESTS_MISUSE_H

#include <starloop.h>

#include "tap.h"

static _Atomic int misuse_logged;

/** A log handler that counts errors and writes nothing. */
__attribute__((unused)) static void misuse_count(sl_log_level level, const char *file, int line, const char *text,
                                                 void *arg)
{
    (void)file;
    (void)line;
    (void)text;
    (void)arg;
    misuse_logged += level == SL_LOG_ERROR;
}

/* Checks what the last call left. @p once: it must have been logged once. @p parts end with NULL. */
__attribute__((unused)) static void misuse_check(int line, sl_status got, sl_status want, int once,
                                                 const char *sentence, const char *const parts[])
{
    int logged = misuse_logged;
    if (!tap_ok(got == want && sl_last_status() == want && (!once || logged == 1), "%s: %s%s", sentence,
                sl_status_name(want), once ? ", logged once" : ""))
        diag("line %d: got %s (last status %s), logged %d times: \"%s\"", line, sl_status_name(got),
             sl_status_name(sl_last_status()), logged, sl_last_error());
    const char *missing = NULL;
    for (int i = 0; parts[i] && !missing; i++)
        if (!strstr(sl_last_error(), parts[i]))
            missing = parts[i];
    if (!tap_ok(missing == NULL, "%s: the text says so", sentence))
        diag("line %d: \"%s\" is not in \"%s\"", line, missing, sl_last_error());
    sl_clear_error();
    misuse_logged = 0;
}

/** refused(call, status, sentence, part, ...): the call is refused with the status, and its text has every part. */
#define refused(call, want, sentence, ...) \
    do { \
        sl_clear_error(); \
        misuse_logged = 0; \
        misuse_check(__LINE__, (call), (want), 1, (sentence), (const char *const[]){__VA_ARGS__, NULL}); \
    } while (0)

/** refused_saying(call, status, words): likewise; the text has these words. */
#define refused_saying(call, want, words) refused(call, want, words, words)

/** surfaces(call, status, sentence, part, ...): the call tells the failure of a task, which was logged where it
 * happened. */
#define surfaces(call, want, sentence, ...) \
    do { \
        sl_clear_error(); \
        misuse_check(__LINE__, (call), (want), 0, (sentence), (const char *const[]){__VA_ARGS__, NULL}); \
    } while (0)

/** Makes a double view of rank 1 with x[i] = first + i. */
__attribute__((unused)) static sl_view *misuse_vector(const char *label, sl_index n, double first)
{
    sl_view *v = NULL;
    if (sl_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &v) != SL_SUCCESS)
        return NULL;
    double *p = SL_HOST_WRITE(double, v);
    for (sl_index i = 0; p && i < n; i++)
        p[i] = first + (double)i;
    sl_host_end(v);
    return v;
}

/** Number of elements of a vector from misuse_vector() that are not what it was made with; -1 when it is unreadable. */
__attribute__((unused)) static int misuse_changed(sl_view *v, double first)
{
    const double *p = SL_HOST_READ(double, v);
    int changed = 0;
    if (!p)
        return -1;
    for (sl_index i = 0; i < sl_view_extent(v, 0); i++)
        changed += p[i] != first + (double)i;
    sl_host_end(v);
    return changed;
}

#endif
