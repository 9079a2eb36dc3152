/* SPDX-License-Identifier: BSD-3-Clause */
/* A picture in the language of Graphviz: a box for all runs of one kernel with one label, an ellipse for all views with
 * one label, an arrow from what is read and to what is written. It is sorted by these names, so that two runs of a
 * program have the same file whatever their threads did. */
#include "trace/dot.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <starloop/view.h>

#include "base/env.h"
#include "base/error.h"
#include "base/folder.h"
#include "data/watch.h"

enum { DOT_LABEL = 64 };

/* A loop and a view that it uses; one of a loop alone has no view, and counts its runs. */
typedef struct edge {
    char kernel[DOT_LABEL], label[DOT_LABEL], view[DOT_LABEL];
    int host; /* a host task, whose kernel is "" */
    int is_loop, access;
    int64_t runs;
} edge;

static struct {
    pthread_mutex_t lock;
    FILE *file;
    char *path;
    edge *edge;
    int edges, room, lost;
} dot = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The place of what is like @p wanted, which is added where there is none; -1 without memory. With the lock. */
static int dot_find(const edge *wanted)
{
    for (int i = 0; i < dot.edges; i++) {
        const edge *e = &dot.edge[i];
        if (e->is_loop == wanted->is_loop && e->host == wanted->host && strcmp(e->label, wanted->label) == 0 &&
            strcmp(e->kernel, wanted->kernel) == 0 && strcmp(e->view, wanted->view) == 0)
            return i;
    }
    if (dot.edges == dot.room) {
        const int room = dot.room > 0 ? 2 * dot.room : 64;
        edge *more = realloc(dot.edge, (size_t)room * sizeof *more);
        if (more == NULL) {
            dot.lost = 1;
            return -1;
        }
        dot.edge = more;
        dot.room = room;
    }
    dot.edge[dot.edges] = *wanted;
    return dot.edges++;
}

int sl__dot_ran(const char *kernel, const char *label)
{
    edge loop = {.is_loop = 1, .host = kernel == NULL};
    snprintf(loop.kernel, sizeof loop.kernel, "%s", kernel != NULL ? kernel : "");
    snprintf(loop.label, sizeof loop.label, "%s", label);
    pthread_mutex_lock(&dot.lock);
    const int at = dot_find(&loop);
    if (at >= 0)
        dot.edge[at].runs++;
    pthread_mutex_unlock(&dot.lock);
    return at;
}

void sl__dot_use(int ran, const char *view, int access)
{
    if (ran < 0)
        return;
    pthread_mutex_lock(&dot.lock);
    edge use = dot.edge[ran];
    use.is_loop = 0;
    use.access = 0;
    snprintf(use.view, sizeof use.view, "%s", view);
    const int at = dot_find(&use);
    if (at >= 0)
        dot.edge[at].access |= access;
    pthread_mutex_unlock(&dot.lock);
}

/* ---- the file ------------------------------------------------------------------------------------------ */

static sl_status dot_failed(const char *function, const char *path, int error)
{
    return SL_FAIL(SL_ERR_SYSTEM, "%s: %s: expected a file that can be written, got \"%s\": %s", function,
                   sl__env_name(SL__ENV_DOT), path, strerror(error));
}

sl_status sl__dot_open(const char *path)
{
    dot.path = strdup(path);
    dot.file = dot.path != NULL ? fopen(path, "w") : NULL;
    return dot.file != NULL ? SL_SUCCESS : dot_failed("sl_init", path, dot.path != NULL ? errno : ENOMEM);
}

/* A text within quotes. */
static void dot_put(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', dot.file);
        fputc((unsigned char)*text < 0x20 ? ' ' : *text, dot.file);
    }
}

/* The identifier of a loop. */
static void dot_put_loop(const edge *e)
{
    fputs(e->host ? "\"task " : "\"loop ", dot.file);
    dot_put(e->label);
    if (!e->host && strcmp(e->kernel, e->label) != 0) {
        fputs(" of ", dot.file);
        dot_put(e->kernel);
    }
    fputc('"', dot.file);
}

static void dot_put_view(const edge *e)
{
    fputs("\"view ", dot.file);
    dot_put(e->view);
    fputc('"', dot.file);
}

static int dot_in_order(const void *one, const void *other)
{
    const edge *a = one, *b = other;
    int way = b->is_loop - a->is_loop; /* loops come first */
    way = way != 0 ? way : a->host - b->host;
    way = way != 0 ? way : strcmp(a->label, b->label);
    way = way != 0 ? way : strcmp(a->kernel, b->kernel);
    return way != 0 ? way : strcmp(a->view, b->view);
}

static void dot_put_box(const edge *e)
{
    fputs("    ", dot.file);
    dot_put_loop(e);
    fprintf(dot.file, " [shape=%s, label=\"", e->host ? "parallelogram" : "box");
    dot_put(e->label);
    if (!e->host && strcmp(e->kernel, e->label) != 0) {
        fputs("\\n", dot.file);
        dot_put(e->kernel);
    }
    fprintf(dot.file, "\\n%" PRId64 " run%s\"];\n", e->runs, e->runs == 1 ? "" : "s");
}

static void dot_put_use(const edge *e, int first)
{
    if (first) {
        fputs("    ", dot.file);
        dot_put_view(e);
        fputs(" [shape=ellipse, label=\"", dot.file);
        dot_put(e->view);
        fputs("\"];\n", dot.file);
    }
    fputs("    ", dot.file);
    if (e->access & SL_READ) {
        dot_put_view(e);
        fputs(" -> ", dot.file);
        dot_put_loop(e);
        fputs(e->access & SL_WRITE ? " [dir=both];\n" : ";\n", dot.file);
    } else {
        dot_put_loop(e);
        fputs(" -> ", dot.file);
        dot_put_view(e);
        fputs(";\n", dot.file);
    }
}

sl_status sl__dot_write(void)
{
    pthread_mutex_lock(&dot.lock);
    errno = 0;
    if (dot.edges > 0)
        qsort(dot.edge, (size_t)dot.edges, sizeof *dot.edge, dot_in_order);
    fputs("digraph starloop {\n", dot.file);
    for (int i = 0; i < dot.edges; i++) {
        const edge *e = &dot.edge[i];
        int seen = 0;
        for (int k = 0; k < i && !e->is_loop; k++)
            seen |= !dot.edge[k].is_loop && strcmp(dot.edge[k].view, e->view) == 0;
        if (e->is_loop)
            dot_put_box(e);
        else
            dot_put_use(e, !seen);
    }
    fputs("}\n", dot.file);
    int error = sl__file_close(dot.file);
    dot.file = NULL;
    if (error == 0 && dot.lost)
        error = ENOMEM;
    pthread_mutex_unlock(&dot.lock);
    return error == 0 ? SL_SUCCESS : dot_failed("sl_finalize", dot.path, error);
}

void sl__dot_clear(void)
{
    if (dot.file != NULL)
        fclose(dot.file);
    free(dot.path);
    free(dot.edge);
    dot.file = NULL;
    dot.path = NULL;
    dot.edge = NULL;
    dot.edges = dot.room = dot.lost = 0;
}
