/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A child process that is made poor and then uses the library: what the sources of tests/machine/poor_process
 * share. */
#ifndef STARLOOP_TESTS_POOR_PROCESS_H
#define STARLOOP_TESTS_POOR_PROCESS_H

#include <sys/resource.h>

#include <starloop.h>

SL_KERNEL_DECLARE(pp_fill, (i), scalar(double, a), out(double, 1, y, own));
SL_KERNEL_DECLARE(pp_add, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(pp_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

/** N: elements. STARTED, USED, ENDED: where a child was when the first error came. */
enum { N = 120000, EACH = 1000, STARTED = 1, USED, ENDED, SECONDS = 120 };

/** What a child says; in memory that both share. */
struct report {
    int status, where, right; /* right: all results were, and the library has ended */
    int errors;               /* in the log */
    char text[1000];
};
extern struct report *report;

/** Notes in the report that a call has failed, if it is the first. @return its status */
sl_status note(int where, sl_status status);

/** Loops, a sum, a region, a scan and a sort, between sl_init() and sl_finalize(). */
sl_status use(void);

/** What a child does where nothing else is said: starts the library, use(), ends it. */
void start_use_end(void);

/** Sets both limits of a kind, or ends the process. */
void set_limit(int what, rlim_t n);

/** Makes the child poor. */
typedef void poor_start(long n);

/** Runs a child. @param poor  NULL: it is not @return 1: right, 0: an error that has a sentence, -1: neither, as a
 * signal, or an error without one */
int child(poor_start *poor, long n, void (*run)(void));

/** A child that works. */
void works(const char *sentence, poor_start *poor, long n);

/** A child that fails. @param where  the error has come @param want  in its sentence */
void fails(const char *sentence, poor_start *poor, long n, int where, const char *want);

/** Limits from little to much: at each it works, or fails for one of two reasons; at the first fails, at the last
 * works. */
void limits(const char *sentence, poor_start *poor, const long *n, int count, const char *want, const char *or_want);

/** Tries processes that have few threads or processes. */
void poor_process_threads(void);

/** Tries processes that have little memory. */
void poor_process_memory(void);

#endif
