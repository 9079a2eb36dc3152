/* SPDX-License-Identifier: BSD-3-Clause */
/* The switch, and what is counted and drawn of a span. */
#include "trace/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/signals.h"
#include "base/state.h"
#include "base/wait_times.h"
#include "backend/backend.h"
#include "machine/machine.h"
#include "trace/dot.h"
#include "trace/parts.h"
#include "trace/tools.h"

int64_t sl__trace_start;

static char *profile_path; /* NULL: stderr */
static pid_t process;      /* that began it: not a child that was forked */

int64_t sl__trace_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* ---- spans --------------------------------------------------------------------------------------------- */

static void trace_draw(const sl__span *span)
{
    const char *name = span->kernel != NULL ? span->kernel->name : span->label;
    const char *label = strcmp(name, span->label) == 0 ? "" : span->label;
    sl__event event = {.kind = SL__EVENT_SPAN,
                       .begin = span->begin,
                       .end = span->end,
                       .number = span->number,
                       .value = span->kernel != NULL ? span->points : -1,
                       .row = span->row,
                       .part = span->part,
                       .joins = span->joins != 0};
    sl__event_add(&event, name, label);
    sl__events_count(span->bytes, 0, span->end);
}

void sl__trace_span(const sl__span *span)
{
    if (sl__profile_on())
        sl__profile_add(span);
    if (sl__trace_on())
        trace_draw(span);
}

void sl__trace_batch(int begins)
{
    sl__watcher *watcher = sl__profile_on() ? sl__watcher_current() : NULL;
    if (watcher == NULL)
        return;
    pthread_mutex_lock(&watcher->lock);
    watcher->in_batch = begins;
    watcher->starpu_tasks += begins != 0;
    pthread_mutex_unlock(&watcher->lock);
}

/* On the row of the calling thread. */
static void draw_stay(sl__event_kind kind, const char *name, int64_t begin, int64_t end)
{
    if (!sl__trace_on())
        return;
    sl__event event = {.kind = kind, .begin = begin, .end = end, .row = sl__trace_row_current()};
    sl__event_add(&event, name, "");
}

static void draw_wait(const char *function, int64_t begin, int64_t end)
{
    draw_stay(SL__EVENT_WAIT, function, begin, end);
}

static void draw_phase(const char *name, int64_t begin, int64_t end)
{
    draw_stay(SL__EVENT_PHASE, name, begin, end);
}

/* ---- beginning and ending ------------------------------------------------------------------------------ */

/* A later round of sl_init() in one process has a file of its own: t.json, t-2.json. */
static char *path_of_round(const char *path, unsigned round)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
    char *made = malloc(strlen(path) + 16);
    if (made != NULL && round > 1)
        sprintf(made, "%.*s-%u%s", (int)stem, path, round, path + stem);
    else if (made != NULL)
        strcpy(made, path);
    return made;
}

static sl_status open_of_round(const char *path, sl_status (*open)(const char *path))
{
    char *own = path_of_round(path, sl__runtime_round());
    if (own == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "sl_init: expected memory for the name of a trace, got none");
    sl_status status = open(own);
    free(own);
    return status;
}

static sl_status begin_trace(const char *path)
{
    sl__events_begin();
    return open_of_round(path, sl__json_open);
}

/* The file is opened here to refuse a bad name, and again when there is something to write. */
static sl_status begin_profile(const char *path)
{
    FILE *f;
    if (strcmp(path, "1") == 0)
        return SL_SUCCESS;
    if ((profile_path = strdup(path)) == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "sl_init: expected memory for the name of a profile, got none");
    f = fopen(path, sl__runtime_round() > 1 ? "a" : "w");
    if (f == NULL)
        return SL_FAIL(SL_ERR_SYSTEM, "sl_init: %s: expected 0, 1 or a file that can be written, got \"%s\": %s",
                       sl__env_name(SL__ENV_PROFILE), path, strerror(errno));
    fclose(f);
    return SL_SUCCESS;
}

static sl_status profile_failed(int error)
{
    return SL_FAIL(SL_ERR_SYSTEM, "sl_finalize: the profile of %s cannot be written, or not all of it, on %s: %s",
                   sl__env_name(SL__ENV_PROFILE), profile_path != NULL ? profile_path : "standard error",
                   strerror(error));
}

static sl_status print_profile(int ended)
{
    double seconds = 1e-9 * (double)(sl__trace_now() - sl__trace_start);
    double core = ended ? sl__bandwidth_of_core() : 0, device = ended ? sl__device_bandwidth() : 0;
    FILE *f = profile_path != NULL ? fopen(profile_path, "a") : stderr;
    if (f == NULL)
        return profile_failed(errno);
    errno = 0;
    sl__profile_print(f, seconds, core, device, ended);
    const int error = sl__file_close(f);
    return error == 0 ? SL_SUCCESS : profile_failed(error);
}

static void end_tools(void)
{
    if (!sl__tools_on())
        return;
    sl__watch.on &= ~SL__NOTIFYING;
    sl__tools_fini();
}

/* All are written, and the first error counts. A tool hears yet what StarPU gives back when it ends. */
static sl_status trace_end(int ended)
{
    sl_status status = SL_SUCCESS, profiled = SL_SUCCESS, drawn = SL_SUCCESS;
    int on = sl__watch.on;
    sl__signals before;
    sl__signals_block_writes(&before);
    sl__wait_times_set_hooks(NULL, NULL);
    if (!ended)
        end_tools();
    if (on & SL__TRACING)
        status = sl__events_end();
    if (on & SL__PROFILING)
        profiled = print_profile(ended);
    if (on & SL__DRAWING)
        drawn = sl__dot_write();
    sl__watch.on &= SL__NOTIFYING;
    sl__signals_restore(&before);
    return status != SL_SUCCESS ? status : profiled != SL_SUCCESS ? profiled : drawn;
}

/* A program may end without sl_finalize(), after a failure say. Its tasks may still run: nothing is freed. */
static void at_exit(void)
{
    if (sl__watch.on != 0 && getpid() == process)
        (void)trace_end(0);
}

static void watch_exit(void)
{
    if (atexit(at_exit) != 0)
        SL_LOG(SL_LOG_WARN, "sl_init: no memory to watch the end: without sl_finalize() there is no profile");
}

void sl__trace_release(void)
{
    end_tools();
    sl__tools_release();
    sl__profile_clear();
    sl__dot_clear();
    sl__transfers_clear();
    free(profile_path);
    profile_path = NULL;
}

static void fill_in_watch(void)
{
    sl__watch.place = sl__trace_place;
    sl__watch.label = sl__trace_label;
    sl__watch.copy = sl__trace_copy;
    sl__watch.copy_begins = sl__tools_begin_copy;
    sl__watch.copy_ends = sl__tools_end_copy;
    sl__watch.memory_taken = sl__tools_memory_taken;
    sl__watch.memory_given = sl__tools_memory_given;
    sl__watch.gather = sl__profile_gather;
}

sl_status sl__trace_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const char *profile = sl__env_text(SL__ENV_PROFILE), *trace = sl__env_text(SL__ENV_TRACE),
               *graph = sl__env_text(SL__ENV_DOT);
    int profiles = *profile && strcmp(profile, "0") != 0, traces = *trace != '\0', draws = *graph != '\0';
    sl_status status = SL_SUCCESS;
    sl__watch.on = 0;
    const int tells = sl__tools_init();
    if (!profiles && !traces && !tells && !draws)
        return SL_SUCCESS;
    fill_in_watch();
    process = getpid();
    sl__trace_start = sl__trace_now();
    pthread_once(&once, watch_exit);
    if (profiles)
        status = begin_profile(profile);
    if (status == SL_SUCCESS && traces)
        status = begin_trace(trace);
    if (status == SL_SUCCESS && draws)
        status = open_of_round(graph, sl__dot_open);
    sl__wait_times_watch(profiles || traces || tells, traces ? draw_wait : NULL);
    sl__phases_watch(traces ? draw_phase : NULL);
    if (status == SL_SUCCESS) {
        if (tells)
            sl__wait_times_set_hooks(sl__tools_begin_wait, sl__tools_end_wait);
        sl__watch.on = (profiles ? SL__PROFILING : 0) | (traces ? SL__TRACING : 0) | (tells ? SL__NOTIFYING : 0) |
                       (draws ? SL__DRAWING : 0);
        return SL_SUCCESS;
    }
    sl__watch.on = tells ? SL__NOTIFYING : 0;
    return status;
}

void sl__trace_flush(void)
{
    if (sl__trace_on())
        sl__events_flush();
}

sl_status sl__trace_fini(void)
{
    return sl__watched() ? trace_end(1) : SL_SUCCESS;
}
