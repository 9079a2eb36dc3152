/* SPDX-License-Identifier: BSD-3-Clause */
/* The profile: a line for each kernel and kind of device. Each thread counts in a table of its own. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/starpu.h"
#include "base/wait_times.h"
#include "backend/backend.h"
#include "machine/machine.h"
#include "trace/choices.h"
#include "trace/parts.h"

enum { NAME = 64, FIRST_CAPACITY = 64 };

typedef struct sl__profile_row {
    const void *key; /* a kernel's state, or a host function; NULL: free */
    uint64_t tag;    /* of a label of the program's, 0 for none: each has a row of its own */
    int device;
    sl__profile_line line;
    uint64_t last_task; /* StarPU task that was counted last */
    char name[NAME];
} sl__profile_row;

/* ---- a thread's table ---------------------------------------------------------------------------------- */

static unsigned profile_place_of(const void *key, uint64_t tag, int device, unsigned capacity)
{
    uint64_t hash = ((uintptr_t)key ^ tag ^ (uintptr_t)device << 3) * UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)(hash >> 32) & (capacity - 1);
}

/* The row of a key, or where it is to be. There is always a free place. */
static sl__profile_row *profile_look_up(sl__profile_row *rows, unsigned capacity, const void *key, uint64_t tag,
                                        int device)
{
    unsigned at = profile_place_of(key, tag, device, capacity);
    while (rows[at].key != NULL && (rows[at].key != key || rows[at].tag != tag || rows[at].device != device))
        at = (at + 1) & (capacity - 1);
    return &rows[at];
}

static int profile_grow(sl__watcher *table)
{
    unsigned capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY;
    sl__profile_row *rows = calloc(capacity, sizeof *rows);
    if (rows == NULL)
        return 0;
    for (unsigned i = 0; i < table->capacity; i++)
        if (table->rows[i].key != NULL)
            *profile_look_up(rows, capacity, table->rows[i].key, table->rows[i].tag, table->rows[i].device) =
                table->rows[i];
    free(table->rows);
    table->rows = rows;
    table->capacity = capacity;
    return 1;
}

/* The row of a key, made when there is none. @return NULL without memory. */
static sl__profile_row *row_of(sl__watcher *table, const void *key, uint64_t tag, int device)
{
    if (key == NULL || (2 * table->count >= table->capacity && !profile_grow(table)))
        return NULL;
    sl__profile_row *row = profile_look_up(table->rows, table->capacity, key, tag, device);
    if (row->key == NULL) {
        row->key = key;
        row->tag = tag;
        row->device = device;
        table->count++;
    }
    return row;
}

static const void *key_of(const sl__span *span)
{
    return span->kernel != NULL ? span->state : (const void *)(uintptr_t)span->function;
}

/* Tells labels apart; 0 where a loop goes by its kernel's name. */
static uint64_t tag_of(const sl_kernel *kernel, const char *label)
{
    if (kernel != NULL && strcmp(kernel->name, label) == 0)
        return 0;
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *label != '\0'; label++)
        hash = (hash ^ (unsigned char)*label) * UINT64_C(1099511628211);
    return hash | 1;
}

static void set_name(sl__profile_row *row, const sl_kernel *kernel, const char *label)
{
    if (row->name[0] != '\0')
        return;
    if (kernel != NULL && row->tag == 0)
        snprintf(row->name, sizeof row->name, "%s", kernel->name);
    else if (kernel != NULL)
        snprintf(row->name, sizeof row->name, "%s \"%s\"", kernel->name, label);
    else
        snprintf(row->name, sizeof row->name, "sl_task \"%s\"", label);
    for (char *at = row->name; *at != '\0'; at++) /* a row is one line */
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
}

/* The task that a call, or a part of one, ran in. */
static void count_task(sl__watcher *watcher, sl__profile_row *row)
{
    watcher->starpu_tasks += !watcher->in_batch;
    row->line.tasks += row->last_task != watcher->starpu_tasks;
    row->last_task = watcher->starpu_tasks;
}

static void profile_count(sl__watcher *watcher, sl__profile_row *row, const sl__span *span)
{
    const sl__group *group = sl__trace_row_group(span->row);
    int all = group != NULL ? group->size : 1;
    double seconds = 1e-9 * (double)(span->end - span->begin);
    int cores = span->cores > 0 ? span->cores : all;
    set_name(row, span->kernel, span->label);
    if (span->calls != 0 && sl__trace_row_works(span->row)) /* in the thread that has called it no task runs */
        count_task(watcher, row);
    row->line.core_seconds += seconds * cores;
    if (span->joins)
        return;
    row->line.calls += span->calls > 0;
    row->line.parts++;
    row->line.bytes += span->bytes;
    row->line.seconds += cores < all ? seconds * cores / all : seconds;
}

void sl__profile_add(const sl__span *span)
{
    sl__watcher *watcher = sl__watcher_current();
    if (watcher == NULL)
        return;
    pthread_mutex_lock(&watcher->lock);
    sl__profile_row *row = row_of(watcher, key_of(span), tag_of(span->kernel, span->label), span->device);
    if (row != NULL)
        profile_count(watcher, row, span);
    pthread_mutex_unlock(&watcher->lock);
}

void sl__profile_note(const void *state, const sl_kernel *kernel, const char *label, int device, sl__profile_what what)
{
    sl__watcher *watcher = sl__profile_on() ? sl__watcher_current() : NULL;
    if (watcher == NULL)
        return;
    pthread_mutex_lock(&watcher->lock);
    sl__profile_row *row = row_of(watcher, state, tag_of(kernel, label), device);
    if (row != NULL) {
        set_name(row, kernel, label);
        if (what == SL__PROFILE_CALL) {
            count_task(watcher, row);
            row->line.calls++;
        } else if (what == SL__PROFILE_SLOW) {
            row->line.slow++;
        } else {
            row->line.routed[what - SL__PROFILE_ROUTE]++;
        }
    }
    pthread_mutex_unlock(&watcher->lock);
}

/* ---- all threads together ------------------------------------------------------------------------------ */

/* A table of its own, and the number of StarPU tasks. */
static void add_line(sl__profile_line *to, const sl__profile_line *line)
{
    to->calls += line->calls;
    to->tasks += line->tasks;
    to->parts += line->parts;
    to->slow += line->slow;
    to->seconds += line->seconds;
    to->core_seconds += line->core_seconds;
    to->bytes += line->bytes;
    for (int reason = 0; reason < SL__REASONS; reason++)
        to->routed[reason] += line->routed[reason];
}

static void merge(sl__watcher *watcher, void *arg)
{
    sl__watcher *all = arg;
    all->starpu_tasks += watcher->starpu_tasks;
    for (unsigned i = 0; i < watcher->capacity; i++) {
        const sl__profile_row *row = &watcher->rows[i];
        sl__profile_row *to = row->key != NULL ? row_of(all, row->key, row->tag, row->device) : NULL;
        if (to == NULL)
            continue;
        add_line(&to->line, &row->line);
        if (to->name[0] == '\0')
            memcpy(to->name, row->name, sizeof to->name);
    }
}

int sl__profile_read(const sl_kernel *kernel, int device, sl__profile_line *line)
{
    sl__watcher all = {.rows = NULL};
    const void *state = __atomic_load_n(kernel->state, __ATOMIC_ACQUIRE);
    int found = 0;
    memset(line, 0, sizeof *line);
    sl__watchers_visit(merge, &all);
    for (unsigned i = 0; i < all.capacity && state != NULL; i++) /* under whatever label */
        if (all.rows[i].key == state && all.rows[i].device == device) {
            found = 1;
            add_line(line, &all.rows[i].line);
        }
    free(all.rows);
    return found;
}

/* ---- printing ------------------------------------------------------------------------------------------ */

static int by_time(const void *a, const void *b)
{
    const sl__profile_row *x = a, *y = b;
    return (x->line.core_seconds < y->line.core_seconds) - (x->line.core_seconds > y->line.core_seconds);
}

/* The share of the time that the bytes need of the time that was taken; "-" where nobody knows. */
static void write_share(const sl__profile_row *row, double core, double device, char text[16])
{
    double needed = row->device == SL__ON_DEVICE ? row->line.bytes / device : row->line.bytes / core;
    double taken = row->device == SL__ON_DEVICE ? row->line.seconds : row->line.core_seconds;
    if (row->line.bytes > 0 && taken > 0 && (row->device == SL__ON_DEVICE ? device : core) > 0)
        snprintf(text, 16, "%.1f", 100 * needed / taken);
    else
        snprintf(text, 16, "-");
}

static void print_row(FILE *f, int width, const sl__profile_row *row, double core, double device)
{
    const sl__profile_line *l = &row->line;
    char share[16], speed[32] = "-";
    write_share(row, core, device, share);
    if (l->bytes > 0 && l->seconds > 0)
        snprintf(speed, sizeof speed, "%.2f", 1e-9 * l->bytes / l->seconds);
    fprintf(f, "  %-*s  %-4s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %12.3f %12.3f %9s %8s %9" PRIu64 "\n", width,
            row->name, row->device == SL__ON_DEVICE ? sl__backend_now()->name : "cpu", l->calls, l->tasks, l->parts,
            1e3 * l->seconds, 1e-6 * l->bytes, speed, share, l->slow);
}

/* Where the calls went: a line for each kernel and reason. */
static void print_routes(FILE *f, int width, const sl__profile_row rows[], unsigned count)
{
    int lines = 0;
    for (unsigned i = 0; i < count; i++)
        for (int reason = 0; rows[i].device == SL__SIDES && reason < SL__REASONS; reason++) {
            if (rows[i].line.routed[reason] == 0)
                continue;
            if (lines++ == 0)
                fprintf(f, "\n  %-*s  %9s  %-21s  %s\n", width, "kernel", "calls", "went", "because");
            fprintf(f, "  %-*s  %9" PRIu64 "  %-21s  %s\n", width, rows[i].name, rows[i].line.routed[reason],
                    sl__route_text(sl__route_of(reason)), sl__reason_text(reason));
        }
}

static void print_head(FILE *f, double seconds, double core, double device, int ended)
{
    const sl__plan *plan = sl__machine_plan();
    int cores = plan != NULL ? plan->cores : 0, groups = sl__machine_groups(), gpus = sl__device_workers();
    fprintf(f, "\nstarloop: profile of %.3f s, %d core%s in %d group%s", seconds, cores, cores == 1 ? "" : "s", groups,
            groups == 1 ? "" : "s");
    if (core > 0)
        fprintf(f, " (%.4g GB/s)", 1e-9 * core * cores);
    if (gpus > 0)
        fprintf(f, ", %d GPU%s", gpus, gpus == 1 ? "" : "s");
    if (gpus > 0 && device > 0)
        fprintf(f, " (%.4g GB/s%s)", 1e-9 * device, gpus == 1 ? "" : " each");
    fprintf(f, "%s\n", ended ? "" : ", without sl_finalize()");
}

static int by_length(const void *a, const void *b)
{
    const sl__wait_times *x = a, *y = b;
    return (x->ns < y->ns) - (x->ns > y->ns);
}

/* Which calls of the program had to wait: also those that other libraries' users do not expect to. */
static void print_waits(FILE *f)
{
    sl__wait_times waits[SL__WAITS];
    const int count = sl__wait_times_get(waits);
    int width = 4;
    qsort(waits, (size_t)count, sizeof *waits, by_length);
    for (int i = 0; i < count; i++)
        width = (int)strlen(waits[i].function) > width ? (int)strlen(waits[i].function) : width;
    if (count > 0)
        fprintf(f, "\n  %-*s  %9s %12s\n", width, "call", "waits", "time/ms");
    for (int i = 0; i < count; i++)
        fprintf(f, "  %-*s  %9" PRIu64 " %12.3f\n", width, waits[i].function, waits[i].count,
                1e-6 * (double)waits[i].ns);
}

void sl__profile_print(FILE *f, double seconds, double core, double device, int ended)
{
    sl__watcher all = {.rows = NULL};
    int width = 6;
    unsigned n = 0;
    sl__watchers_visit(merge, &all);
    for (unsigned i = 0; i < all.capacity; i++)
        if (all.rows[i].key != NULL)
            all.rows[n++] = all.rows[i];
    if (n > 0)
        qsort(all.rows, n, sizeof *all.rows, by_time);
    for (unsigned i = 0; i < n; i++)
        width = (int)strlen(all.rows[i].name) > width ? (int)strlen(all.rows[i].name) : width;
    print_head(f, seconds, core, device, ended);
    fprintf(f, "  %-*s  %-4s %9s %9s %9s %12s %12s %9s %8s %9s\n", width, "kernel", "on", "calls", "tasks", "parts",
            "time/ms", "MB", "GB/s", "floor/%", "slow");
    for (unsigned i = 0; i < n; i++)
        if (all.rows[i].device != SL__SIDES)
            print_row(f, width, &all.rows[i], core, device);
    fprintf(f, "  %" PRIu64 " StarPU task%s in all\n", all.starpu_tasks, all.starpu_tasks == 1 ? "" : "s");
    print_routes(f, width, all.rows, n);
    sl__choices_print(f);
    sl__transfers_print(f);
    print_waits(f);
    sl__phases_print(f);
    free(all.rows);
}

static void clear(sl__watcher *watcher, void *arg)
{
    (void)arg;
    free(watcher->rows);
    watcher->rows = NULL;
    watcher->capacity = watcher->count = 0;
    watcher->starpu_tasks = 0;
    watcher->in_batch = 0;
}

void sl__profile_clear(void)
{
    sl__watchers_visit(clear, NULL);
    sl__choices_clear();
    sl__phases_clear();
    sl__wait_times_watch(0, NULL);
}
