/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the sources of tests/trace/trace share: making a trace, and reading it. */
#ifndef STARLOOP_TESTS_TRACE_H
#define STARLOOP_TESTS_TRACE_H

#include "trace_json.h"

enum { SPANS = 4096 };

/** A bar. */
typedef struct span {
    double begin, end, row;
    int task;
    const struct json *event;
} span;

/** Of the last round; waits are no spans. */
extern char trace_path[64];

/** What was read last. */
extern span spans[SPANS]; /**< sorted by row and beginning */
extern int span_count;
extern double slack;               /**< us by which an arrow may lead back: what is known of a GPU's clock */
extern const struct json *events;  /**< the first; in order of the file */
extern const struct json *machine; /**< what the trace says of it */

/** sl_init() with a trace, sl_finalize(). Each round has a file of its own. */
void begin_trace(void);
void end_trace(void);

/** @return a file's text, to be freed; NULL when it cannot be read. */
char *file_text(const char *name);

/** Reads a trace and removes it. @return 0 when it is none. */
int load(const char *name);

int is_phase(const struct json *e, const char *phase);

/** @return the span on a row at a time, the innermost; NULL: none. */
const span *span_at(double row, double ts);
/** Whether it is of a worker group that helps with a call of another one. */
int joins(const span *s);
const span *span_labelled(const char *label);
const char *label_of(const span *s);

/** The spans that an arrow, an event of phase "s", leads from and to.
 *  @return 0: it leads from or to nowhere, back, or to where a span has not quite begun */
int arrow_ends(const struct json *arrow, const span **from, const span **to);

/** @return arrows between spans with these labels; -1: one that leads from or to nowhere. NULL stands for any. */
int arrows(const char *from, const char *to);

/** Whether on every row spans follow or contain one another. */
int nests(void);

const char *row_name(double row);

/** @return the first wait of a function, an event; NULL: none. */
const struct json *stay_of(const char *category, const char *name);

/** @return the last value of a counter by time. */
double counter(const char *name, const char *key);

/** @return how often it falls from one time to the next. */
int counter_falls(const char *name, const char *key);

/** Loops that run part by part with others. */
void test_chains(void);

/** Loops that several worker groups share. */
void test_gangs(void);

#endif
