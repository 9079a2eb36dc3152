/* SPDX-License-Identifier: BSD-3-Clause */
/* Choices by measurement: the profile's table of them. They are few, and made once for each kernel and size class. */
#include "trace/choices.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "base/log.h"
#include "trace/trace.h"

enum { CHOICES = 128, CHOICE_NAME = 64, CHOICE_TIMES = 256 };

typedef struct choice_row {
    char name[CHOICE_NAME], chosen[CHOICE_NAME], times[CHOICE_TIMES];
    sl_index points;
} choice_row;

static choice_row choice_rows[CHOICES];
static int choice_count; /* of all: more than there is room for are not kept */
static pthread_mutex_t choices_lock = PTHREAD_MUTEX_INITIALIZER;

/* "rows 0.81; tiled 0.44": nanoseconds an iteration. */
static void write_times(const sl__choice *c, char text[CHOICE_TIMES])
{
    size_t at = 0;
    text[0] = '\0';
    for (int way = 1; way < SL__WAY_END && at < CHOICE_TIMES; way++)
        if (c->ways >> way & 1)
            at += (size_t)snprintf(text + at, CHOICE_TIMES - at, "%s%s %.3g", at > 0 ? "; " : "", c->names[way],
                                   1e9 * sl__ways_time(c->times, c->key, way));
}

static void choice_keep(const sl__choice *c)
{
    pthread_mutex_lock(&choices_lock);
    if (choice_count < CHOICES) {
        choice_row *row = &choice_rows[choice_count];
        const int named = strcmp(c->label, c->kernel->name) != 0;
        snprintf(row->name, sizeof row->name, "%s%s%s%s", c->kernel->name, named ? " \"" : "", named ? c->label : "",
                 named ? "\"" : "");
        snprintf(row->chosen, sizeof row->chosen, "%s", c->names[c->chosen]);
        write_times(c, row->times);
        row->points = c->points;
    }
    choice_count++;
    pthread_mutex_unlock(&choices_lock);
}

void sl__choice_report(const sl__choice *c)
{
    SL_LOG(SL_LOG_INFO, "kernel %s: loops of the size of \"%s\" %s %s from now on", c->kernel->name, c->label, c->verb,
           c->names[c->chosen]);
    if (sl__profile_on())
        choice_keep(c);
}

static int widest(const char *text, int width)
{
    const int length = (int)strlen(text);
    return length > width ? length : width;
}

void sl__choices_print(FILE *f)
{
    int name = 6, chosen = 14;
    pthread_mutex_lock(&choices_lock);
    const int kept = choice_count < CHOICES ? choice_count : CHOICES;
    for (int i = 0; i < kept; i++) {
        name = widest(choice_rows[i].name, name);
        chosen = widest(choice_rows[i].chosen, chosen);
    }
    if (kept > 0)
        fprintf(f, "\n  %-*s  %12s  %-*s  ns/iteration\n", name, "kernel", "iterations", chosen, "by measurement");
    for (int i = 0; i < kept; i++)
        fprintf(f, "  %-*s  %12" PRId64 "  %-*s  %s\n", name, choice_rows[i].name, choice_rows[i].points, chosen,
                choice_rows[i].chosen, choice_rows[i].times);
    if (choice_count > kept)
        fprintf(f, "  and %d more\n", choice_count - kept);
    pthread_mutex_unlock(&choices_lock);
}

void sl__choices_clear(void)
{
    pthread_mutex_lock(&choices_lock);
    choice_count = 0;
    pthread_mutex_unlock(&choices_lock);
}
