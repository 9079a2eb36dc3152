/* SPDX-License-Identifier: BSD-3-Clause */
#include <sys/stat.h>

#include "base/state.h"
#include "loop_testing.h"
#include "trace.h"

char trace_path[64];
span spans[SPANS];
int span_count;
double slack;
const struct json *events, *machine;

char *file_text(const char *name)
{
    FILE *f = fopen(name, "r");
    struct stat s;
    if (f == NULL || fstat(fileno(f), &s) != 0)
        return NULL;
    char *text = malloc((size_t)s.st_size + 1);
    size_t n = text ? fread(text, 1, (size_t)s.st_size, f) : 0;
    fclose(f);
    if (text)
        text[n] = '\0';
    return text;
}

static int by_begin(const void *a, const void *b)
{
    const span *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->end > y->end ? -1 : x->end < y->end;
}

int is_phase(const struct json *e, const char *phase)
{
    return strcmp(json_string(e, "ph"), phase) == 0;
}

int load(const char *name)
{
    const char *at = "";
    char *text = file_text(name);
    struct json *all = text ? json_parse(text, &at) : NULL;
    if (strcmp(name, "trace-test.json") != 0)
        remove(name);
    if (!ok(all != NULL, "the trace %s is JSON", name)) {
        diag("at \"%.60s\"", at);
        free(text);
        return 0;
    }
    free(text);
    const struct json *list = json_get(all, "traceEvents");
    ok(list && list->type == JSON_ARRAY && list->first, "with a list of events");
    events = list ? list->first : NULL;
    machine = json_get(all, "otherData");
    span_count = 0;
    for (const struct json *e = events; e && span_count < SPANS; e = e->next)
        if (is_phase(e, "X") && strcmp(json_string(e, "cat"), "wait") != 0 &&
            strcmp(json_string(e, "cat"), "phase") != 0)
            spans[span_count++] = (span){json_number(e, "ts"), json_number(e, "ts") + json_number(e, "dur"),
                                         json_number(e, "tid"), (int)json_number(json_get(e, "args"), "task"), e};
    qsort(spans, (size_t)span_count, sizeof *spans, by_begin);
    return 1;
}

const span *span_at(double row, double ts)
{
    const span *found = NULL;
    for (int i = 0; i < span_count; i++)
        if (spans[i].row == row && spans[i].begin <= ts && ts < spans[i].end + 0.0005)
            found = &spans[i];
    return found;
}

const char *label_of(const span *s)
{
    return json_string(json_get(s->event, "args"), "label");
}

int joins(const span *s)
{
    return json_get(json_get(s->event, "args"), "joins") != NULL;
}

const span *span_labelled(const char *label)
{
    for (int i = 0; i < span_count; i++)
        if (strcmp(label_of(&spans[i]), label) == 0 && !joins(&spans[i]))
            return &spans[i];
    return NULL;
}

const struct json *stay_of(const char *category, const char *name)
{
    for (const struct json *e = events; e; e = e->next)
        if (is_phase(e, "X") && strcmp(json_string(e, "cat"), category) == 0 &&
            strcmp(json_string(e, "name"), name) == 0)
            return e;
    return NULL;
}

static const struct json *arrow_end(double id)
{
    for (const struct json *e = events; e; e = e->next)
        if (is_phase(e, "f") && json_number(e, "id") == id)
            return e;
    return NULL;
}

int arrow_ends(const struct json *arrow, const span **from, const span **to)
{
    const struct json *end = arrow_end(json_number(arrow, "id"));
    *from = span_at(json_number(arrow, "tid"), json_number(arrow, "ts"));
    *to = end ? span_at(json_number(end, "tid"), json_number(end, "ts")) : NULL;
    return *from != NULL && *to != NULL && json_number(arrow, "ts") <= json_number(end, "ts") + slack &&
           json_number(end, "ts") > (*to)->begin + 1e-6; /* or by time the arrow may come before the span */
}

int arrows(const char *from, const char *to)
{
    const span *a, *b;
    int count = 0;
    for (const struct json *e = events; e; e = e->next) {
        if (!is_phase(e, "s"))
            continue;
        if (!arrow_ends(e, &a, &b))
            return -1;
        count += (!from || strcmp(label_of(a), from) == 0) && (!to || strcmp(label_of(b), to) == 0);
    }
    return count;
}

/* They are sorted. */
int nests(void)
{
    for (int i = 1; i < span_count; i++)
        for (int j = i - 1; j >= 0 && spans[j].row == spans[i].row; j--)
            if (spans[j].end > spans[i].begin + 1e-9 && spans[j].end < spans[i].end - 1e-9)
                return 0;
    return 1;
}

const char *row_name(double row)
{
    for (const struct json *e = events; e; e = e->next)
        if (is_phase(e, "M") && strcmp(json_string(e, "name"), "thread_name") == 0 && json_number(e, "tid") == row)
            return json_string(json_get(e, "args"), "name");
    return "";
}

double counter(const char *name, const char *key)
{
    double last = -1, ts = -1;
    for (const struct json *e = events; e; e = e->next)
        if (is_phase(e, "C") && strcmp(json_string(e, "name"), name) == 0 && json_get(json_get(e, "args"), key) &&
            (json_number(e, "ts") > ts || (json_number(e, "ts") == ts && json_number(json_get(e, "args"), key) > last)))
            ts = json_number(e, "ts"), last = json_number(json_get(e, "args"), key);
    return last;
}

typedef struct sample {
    double ts, value;
    int place; /* in the file */
} sample;

static int by_time(const void *a, const void *b)
{
    const sample *x = a, *y = b;
    return x->ts != y->ts ? (x->ts > y->ts) - (x->ts < y->ts) : x->place - y->place;
}

int counter_falls(const char *name, const char *key)
{
    int count = 0, falls = 0;
    for (const struct json *e = events; e; e = e->next)
        count++;
    sample *all = malloc((size_t)(count + 1) * sizeof *all);
    count = 0;
    for (const struct json *e = events; e && all; e = e->next)
        if (is_phase(e, "C") && strcmp(json_string(e, "name"), name) == 0 && json_get(json_get(e, "args"), key)) {
            all[count] = (sample){json_number(e, "ts"), json_number(json_get(e, "args"), key), count};
            count++;
        }
    if (count > 0)
        qsort(all, (size_t)count, sizeof *all, by_time);
    for (int i = 1; i < count; i++)
        falls += all[i].value < all[i - 1].value;
    free(all);
    return falls;
}

void begin_trace(void)
{
    setenv("STARLOOP_TRACE", "./trace-test.json", 1);
    must(sl_init(NULL));
    if (sl__runtime_round() == 1)
        snprintf(trace_path, sizeof trace_path, "trace-test.json");
    else
        snprintf(trace_path, sizeof trace_path, "trace-test-%u.json", sl__runtime_round());
}

void end_trace(void)
{
    must(sl_finalize());
    unsetenv("STARLOOP_TRACE");
}
