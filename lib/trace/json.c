/* SPDX-License-Identifier: BSD-3-Clause */
/* The trace as a file of trace events in JSON. It ends validly after each piece that is written, whatever becomes of
 * the process: the next piece overwrites the end. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* program_invocation_short_name */
#endif
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <starloop/runtime.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "base/signals.h"
#include "backend/backend.h"
#include "trace/parts.h"

enum { BUFFER = 65536, EVENT_MOST = 4096, ROWS = 4096 };

static struct {
    int fd;
    int error;   /* of the first write that failed; 0: none has */
    int cut;     /* it does not end validly */
    off_t at;    /* where the end that makes the file valid begins */
    size_t used; /* bytes of json_buffer */
    int rows;    /* of json_row */
} json = {.fd = -1};

static char json_buffer[BUFFER];
static int json_row[ROWS]; /* that have events */

static const char tail[] = "\n]}\n";

/* ---- text ---------------------------------------------------------------------------------------------- */

static void json_put(const char *text)
{
    size_t n = strlen(text);
    memcpy(json_buffer + json.used, text, n);
    json.used += n;
}

static void put_number(int64_t number)
{
    char digits[24];
    int n = 0;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        digits[n++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        json_buffer[json.used++] = '-';
    while (n > 0)
        json_buffer[json.used++] = digits[--n];
}

/* Nanoseconds as microseconds. */
static void put_time(int64_t ns)
{
    if (ns < 0)
        ns = 0;
    put_number(ns / 1000);
    int rest = (int)(ns % 1000);
    char text[5] = {'.', (char)('0' + rest / 100), (char)('0' + rest / 10 % 10), (char)('0' + rest % 10), '\0'};
    json_put(text);
}

/* Bytes of a sequence of UTF-8, 0 when it is none. */
static size_t utf8(const unsigned char *text, size_t left)
{
    unsigned char c = text[0];
    size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if (n == 3 && ((c == 0xe0 && text[1] < 0xa0) || (c == 0xed && text[1] > 0x9f)))
        return 0;
    if (n == 4 && ((c == 0xf0 && text[1] < 0x90) || (c == 0xf4 && text[1] > 0x8f)))
        return 0;
    return n;
}

/* A string of JSON; what is no UTF-8 becomes '?'. At most 6 bytes for one. */
static void put_string(const char *text, size_t length)
{
    const unsigned char *t = (const unsigned char *)text;
    json_buffer[json.used++] = '"';
    for (size_t i = 0; i < length;) {
        size_t n = utf8(t + i, length - i);
        if (n == 0 || t[i] == 0x7f) {
            json_buffer[json.used++] = '?';
        } else if (t[i] < 0x20) {
            json.used += (size_t)sprintf(json_buffer + json.used, "\\u%04x", t[i]);
        } else {
            if (t[i] == '"' || t[i] == '\\')
                json_buffer[json.used++] = '\\';
            memcpy(json_buffer + json.used, t + i, n);
            json.used += n;
        }
        i += n > 0 ? n : 1;
    }
    json_buffer[json.used++] = '"';
}

/* ---- the file ------------------------------------------------------------------------------------------ */

/* @return 0, or why not. */
static int write_all(const char *text, size_t n, off_t at)
{
    sl__signals before;
    int error = 0;

    sl__signals_block_writes(&before);
    while (n > 0 && error == 0) {
        ssize_t done = pwrite(json.fd, text, n, at);
        if (done == 0 || (done < 0 && errno != EINTR))
            error = done == 0 ? ENOSPC : errno;
        else if (done > 0) {
            text += done;
            at += done;
            n -= (size_t)done;
        }
    }
    sl__signals_restore(&before);
    return error;
}

/* Writes what is in the buffer, and the end. What does not fit any more is left out; sl_finalize() says so. */
static void write_buffer(void)
{
    size_t n = json.used;
    json.used = 0;
    if (json.fd < 0 || json.error != 0)
        return;
    memcpy(json_buffer + n, tail, sizeof tail - 1);
    json.error = write_all(json_buffer, n + sizeof tail - 1, json.at);
    if (json.error == 0)
        json.at += (off_t)n;
    else if (ftruncate(json.fd, json.at) != 0 || write_all(tail, sizeof tail - 1, json.at) != 0)
        json.cut = 1;
}

/* Before an event: room for it, and what separates it from the one before. */
static void begin_event(void)
{
    if (json.used + EVENT_MOST + sizeof tail > BUFFER)
        write_buffer();
    json_put(",\n{");
}

static void put_place(const char *phase, int row, int64_t at)
{
    json_put("\"ph\":\"");
    json_put(phase);
    json_put("\",\"pid\":1,\"tid\":");
    put_number(row);
    json_put(",\"ts\":");
    put_time(at - sl__trace_start);
}

/* ---- events -------------------------------------------------------------------------------------------- */

static void note_row(int row)
{
    int low = 0, high = json.rows;
    while (low < high) {
        int middle = (low + high) / 2;
        if (json_row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    if ((low < json.rows && json_row[low] == row) || json.rows == ROWS)
        return;
    memmove(&json_row[low + 1], &json_row[low], (size_t)(json.rows++ - low) * sizeof json_row[0]);
    json_row[low] = row;
}

static void put_span(const sl__event *e, const char *name, const char *label)
{
    int loop = e->kind == SL__EVENT_SPAN && e->value >= 0;
    note_row(e->row);
    begin_event();
    put_place("X", e->row, e->begin);
    json_put(",\"dur\":");
    put_time(e->end - e->begin);
    json_put(",\"cat\":");
    json_put(e->kind == SL__EVENT_COPY ? "\"copy\"" : loop ? "\"loop\"" : "\"function\"");
    json_put(",\"name\":");
    if (e->label && e->kind != SL__EVENT_COPY) /* what the program called it */
        put_string(label, e->label);
    else
        put_string(name, e->name);
    json_put(",\"args\":{");
    if (e->kind == SL__EVENT_COPY) {
        json_put("\"view\":");
        put_string(label, e->label);
        json_put(",\"bytes\":");
        put_number(e->value);
        json_put("}}");
        return;
    }
    json_put("\"task\":");
    put_number((int64_t)e->number);
    json_put(",\"label\":");
    put_string(e->label ? label : name, e->label ? e->label : e->name);
    if (loop) {
        json_put(",\"kernel\":");
        put_string(name, e->name);
        json_put(",\"iterations\":");
        put_number(e->value);
    }
    if (e->part >= 0) {
        json_put(",\"part\":");
        put_number(e->part);
    }
    if (e->joins)
        json_put(",\"joins\":true");
    json_put("}}");
}

/* Where a thread of the program was: a wait, a phase. */
static void put_stay(const sl__event *e, const char *name)
{
    note_row(e->row);
    begin_event();
    put_place("X", e->row, e->begin);
    json_put(",\"dur\":");
    put_time(e->end - e->begin);
    json_put(e->kind == SL__EVENT_WAIT ? ",\"cat\":\"wait\",\"name\":" : ",\"cat\":\"phase\",\"name\":");
    put_string(name, e->name);
    json_put(",\"args\":{}}");
}

static void put_end_of_arrow(const sl__event *e, const char *name, const char *phase, int row, int64_t at)
{
    begin_event();
    put_place(phase, row, at);
    json_put(",\"cat\":\"data\",\"name\":");
    put_string(name, e->name);
    json_put(",\"id\":");
    put_number((int64_t)e->number);
    json_put("}");
}

/* The beginning must lie in its span, and the end must be bound to the one that it lies in, not to the next. */
static void put_arrow(const sl__event *e, const char *name)
{
    put_end_of_arrow(e, name, "s", e->row, e->begin);
    put_end_of_arrow(e, name, "f\",\"bp\":\"e", e->to_row, e->end);
}

static void put_counter(const sl__event *e, const char *name)
{
    begin_event();
    put_place("C", 1, e->begin);
    json_put(e->kind == SL__EVENT_QUEUED ? ",\"name\":\"queued tasks\",\"args\":{\"tasks\":"
                                         : ",\"name\":\"bytes moved\",\"args\":{");
    if (e->kind == SL__EVENT_BYTES) {
        put_string(name, e->name);
        json_put(":");
    }
    put_number(e->value);
    json_put("}}");
}

static size_t put_event(const unsigned char *at)
{
    const sl__event *e = (const sl__event *)at;
    const char *name = (const char *)at + sizeof *e, *label = name + e->name;
    if (e->kind == SL__EVENT_SPAN || e->kind == SL__EVENT_COPY)
        put_span(e, name, label);
    else if (e->kind == SL__EVENT_WAIT || e->kind == SL__EVENT_PHASE)
        put_stay(e, name);
    else if (e->kind == SL__EVENT_ARROW)
        put_arrow(e, name);
    else
        put_counter(e, name);
    return (sizeof *e + e->name + e->label + 7) / 8 * 8;
}

void sl__json_write(const sl__chunk *chunks)
{
    for (; chunks != NULL; chunks = chunks->next)
        for (size_t at = 0; at < chunks->used;)
            at += put_event(chunks->bytes + at);
    write_buffer();
}

/* ---- beginning and ending ------------------------------------------------------------------------------ */

/* Before the library counts as initialised: of the machine itself, not by sl_cpu_cores() and its like. */
static void put_versions(void)
{
    const sl__plan *plan = sl__machine_plan();
    char text[64];
    int major, minor, release;
    starpu_get_version(&major, &minor, &release);
    snprintf(text, sizeof text, "%d.%d.%d", major, minor, release);
    json_put("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"starloop\":\"" PACKAGE_VERSION "\",\"starpu\":");
    put_string(text, strlen(text));
    json_put(",\"cores\":");
    put_number(plan != NULL ? plan->cores : 0);
    json_put(",\"groups\":");
    put_number(sl__machine_groups());
    json_put(",\"gpus\":");
    put_number(sl__device_workers());
    json_put("},\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"process_name\",\"args\":{\"name\":");
    put_string(program_invocation_short_name, strnlen(program_invocation_short_name, 200));
    json_put("}}");
}

sl_status sl__json_open(const char *path)
{
    json.fd = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0666);
    json.at = 0;
    json.error = json.fd < 0 ? errno : 0;
    json.cut = json.rows = 0;
    json.used = 0;
    if (json.fd >= 0) {
        put_versions();
        size_t n = json.used;
        json.used = 0;
        memcpy(json_buffer + n, tail, sizeof tail - 1);
        json.error = write_all(json_buffer, n + sizeof tail - 1, 0);
        json.at = (off_t)n;
    }
    if (json.error == 0)
        return SL_SUCCESS;
    if (json.fd >= 0)
        close(json.fd);
    json.fd = -1;
    return SL_FAIL(SL_ERR_SYSTEM, "sl_init: %s: expected a file that can be written, got \"%s\": %s",
                   sl__env_name(SL__ENV_TRACE), path, strerror(json.error));
}

static void name_row(int row, int place)
{
    char name[80];
    sl__trace_row_name(row, name, sizeof name);
    begin_event();
    json_put("\"ph\":\"M\",\"pid\":1,\"tid\":");
    put_number(row);
    json_put(",\"name\":\"thread_name\",\"args\":{\"name\":");
    put_string(name, strlen(name));
    json_put("}}");
    begin_event();
    json_put("\"ph\":\"M\",\"pid\":1,\"tid\":");
    put_number(row);
    json_put(",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":");
    put_number(place);
    json_put("}}");
}

sl_status sl__json_close(uint64_t dropped)
{
    for (unsigned w = 0; w < starpu_worker_get_count(); w++)
        note_row(sl__trace_row((int)w, 0));
    for (int i = 0; i < json.rows; i++)
        name_row(json_row[i], i);
    write_buffer();
    if (dropped > 0)
        SL_LOG(SL_LOG_WARN, "the trace lacks %" PRIu64 " events for which there was no memory", dropped);
    if (json.fd >= 0 && close(json.fd) != 0 && json.error == 0)
        json.error = errno;
    json.fd = -1;
    if (json.error == 0)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_SYSTEM,
                   "sl_finalize: the trace of %s=%s ends where it could not be written any further%s: %s",
                   sl__env_name(SL__ENV_TRACE), sl__env_text(SL__ENV_TRACE), json.cut ? ", and not validly" : "",
                   strerror(json.error));
}
