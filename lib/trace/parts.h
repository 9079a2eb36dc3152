/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Between the files of lib/trace. */
#ifndef STARLOOP_LIB_TRACE_PARTS_H
#define STARLOOP_LIB_TRACE_PARTS_H

#include <pthread.h>
#include <stdio.h>

#include "machine/machine.h"
#include "trace/trace.h"

/* ---- threads: threads.c ------------------------------------------------------------------------------------ */

/** What a thread collects. The lock is the thread's own, but when all is read. A thread that begins takes over what one
 *  that has ended leaves behind; they are never freed. */
typedef struct sl__watcher {
    struct sl__watcher *next;
    pthread_mutex_t lock;
    int taken;                    /* by a thread that lives; under the lock of the list */
    int row;                      /* of a thread that is no worker; 0: none yet */
    struct sl__chunk *chunk;      /* events that are not written yet */
    struct sl__profile_row *rows; /* [capacity], a table of hashes */
    unsigned capacity, count;
    uint64_t starpu_tasks;
    int in_batch;
} sl__watcher;

/** The calling thread's. @return NULL without memory. */
sl__watcher *sl__watcher_current(void);

/** Calls a function for each thread's, locked. */
void sl__watchers_visit(void (*function)(sl__watcher *watcher, void *arg), void *arg);

/** Writes the name of a row. */
void sl__trace_row_name(int row, char *text, size_t size);

/** @return the worker group whose row it is; NULL when it is another's. */
const sl__group *sl__trace_row_group(int row);
/** Whether it is the row of a StarPU worker, and not of a thread of the program's. */
int sl__trace_row_works(int row);

/** The time since when rows and events count. */
extern int64_t sl__trace_start;

/* ---- events: events.c, json.c ------------------------------------------------------------------------------ */

typedef enum sl__event_kind {
    SL__EVENT_SPAN,
    SL__EVENT_COPY,
    SL__EVENT_WAIT,
    SL__EVENT_PHASE,
    SL__EVENT_ARROW,
    SL__EVENT_QUEUED,
    SL__EVENT_BYTES
} sl__event_kind;

/** An event, followed by name and label, without zeros, up to a multiple of 8 bytes. */
typedef struct sl__event {
    int64_t begin, end;
    uint64_t number; /* of the task, of the arrow */
    int64_t value;   /* iterations, bytes, queued tasks */
    int row, to_row; /* arrows: to_row, and at `end` */
    int part;
    unsigned char kind, name, label; /* sl__event_kind, lengths */
    unsigned char joins;             /* a worker group that works on the call of another one */
} sl__event;

enum { SL__CHUNK_BYTES = 65536, SL__CHUNKS_KEPT = 128 };

/** Events of one thread, one after another. */
typedef struct sl__chunk {
    struct sl__chunk *next;
    size_t used;
    _Alignas(8) unsigned char bytes[SL__CHUNK_BYTES];
} sl__chunk;

/** Opens the file and writes what makes it valid. @return #SL_SUCCESS, #SL_ERR_SYSTEM. */
sl_status sl__json_open(const char *path);
/** Appends the events of a list of chunks. The file is valid again after it. */
void sl__json_write(const sl__chunk *chunks);
/** Appends the names of rows and what there is to be said at the end, and closes it. @param dropped  events
 *  @return #SL_SUCCESS; #SL_ERR_SYSTEM where not all of it could be written */
sl_status sl__json_close(uint64_t dropped);

/** Adds an event, with its texts; sizes are filled in here. */
void sl__event_add(const sl__event *event, const char *name, const char *label);
void sl__events_begin(void);
/** Hands everything collected so far to the file. */
void sl__events_flush(void);
/** The same, and closes the file. */
sl_status sl__events_end(void);

/** Counts bytes that loops have touched, or that were copied, for the counters. */
void sl__events_count(double loops, double copies, int64_t at);

/* ---- the profile: profile.c, transfers.c, phases.c, bandwidth.c ------------------------------------------- */

void sl__profile_add(const sl__span *span);
/** Prints the tables. @param[in] seconds  that the library ran
 *  @param[in] core, device  bytes a second of a core when all are busy, and of a GPU; 0: not measured
 *  @param[in] ended         by sl_finalize() */
void sl__profile_print(FILE *f, double seconds, double core, double device, int ended);
void sl__profile_clear(void);

void sl__transfers_print(FILE *f);
void sl__transfers_clear(void);

/** @param[in] draw  called with each phase that ends by the thread that was in it, while the trace is on; NULL: none.
 *                   Times are nanoseconds of CLOCK_MONOTONIC */
void sl__phases_watch(void (*draw)(const char *name, int64_t begin, int64_t end));
void sl__phases_print(FILE *f);
void sl__phases_clear(void);

/** @return bytes a second that the cores of all worker groups move together, divided by their number. StarPU runs, and
 *  nothing on it; takes some 0.2 s. 0 without memory. */
double sl__bandwidth_of_core(void);

#endif
