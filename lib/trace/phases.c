/* SPDX-License-Identifier: BSD-3-Clause */
/* Phases of the program: sl_tools_push(), sl_tools_pop(). Each thread has a stack of them. The trace draws them on the
 * thread's row; the profile counts them in a tree that all threads share, by the names on the way from the outermost
 * one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "base/wait.h"
#include "trace/parts.h"
#include "trace/tools.h"

enum { DEEPEST = 64, NAME = 64 };

/* What is known of a phase within the phases around it. */
typedef struct phase {
    struct phase *above, *next, *first; /* the one around it; the one after it there; those within it */
    uint64_t times;
    int64_t ns;
    char name[NAME];
} phase;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the tree */
static phase root;
static void (*draws_phase)(const char *name, int64_t begin, int64_t end); /* written while the switch is off */

/* A phase that a thread is in. */
typedef struct entered {
    struct entered *around;
    phase *phase;  /* NULL: not counted */
    int64_t begin; /* sl__wait_now_ns() */
    uint64_t id;   /* of the tools */
    char name[NAME];
} entered;

/* All of them. */
static _Thread_local struct {
    unsigned round; /* of the library, which they end with */
    int depth;
    entered *innermost;
} inside;

/* The phase of a name within another one, made when there is none. @return NULL without memory. */
static phase *phase_in(phase *above, const char *name)
{
    phase **at = &above->first;
    while (*at != NULL && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    if (*at == NULL && (*at = calloc(1, sizeof **at)) != NULL) {
        (*at)->above = above;
        strcpy((*at)->name, name);
    }
    return *at;
}

void sl__phases_watch(void (*function)(const char *name, int64_t begin, int64_t end))
{
    draws_phase = function;
}

static void watch_begin(const char *name, entered *e)
{
    phase *const above = e->around != NULL && e->around->phase != NULL ? e->around->phase : &root;
    snprintf(e->name, sizeof e->name, "%s", name);
    for (char *c = e->name; *c != '\0'; c++) /* a row is one line */
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
    if (sl__profile_on()) {
        pthread_mutex_lock(&lock);
        e->phase = phase_in(above, e->name);
        pthread_mutex_unlock(&lock);
    }
    e->begin = sl__wait_now_ns();
}

static void watch_end(const entered *e)
{
    const int64_t end = sl__wait_now_ns();
    if (draws_phase != NULL)
        draws_phase(e->name, e->begin, end);
    if (e->phase == NULL)
        return;
    pthread_mutex_lock(&lock);
    e->phase->times++;
    e->phase->ns += end - e->begin;
    pthread_mutex_unlock(&lock);
}

/* Leaves the innermost phase. */
static void phase_leave(void)
{
    entered *const e = inside.innermost;
    inside.innermost = e->around;
    inside.depth--;
    free(e);
}

static sl_status check_phases(const char *function)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__state_check_outside(function));
    if (inside.round != sl__runtime_round()) {
        inside.round = sl__runtime_round();
        while (inside.depth > 0)
            phase_leave();
    }
    return SL_SUCCESS;
}

sl_status sl_tools_push(const char *name)
{
    SL__CALL();
    SL_TRY(check_phases("sl_tools_push"));
    if (name == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_tools_push: name: expected the name of a phase, got NULL");
    if (inside.depth == DEEPEST)
        return SL_FAIL(SL_ERR_STATE, "sl_tools_push: expected at most %d phases within one another, got \"%s\" as well",
                       DEEPEST, name);
    entered *const e = calloc(1, sizeof *e);
    if (e == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "sl_tools_push: expected memory for a phase, got none");
    e->around = inside.innermost;
    inside.innermost = e;
    inside.depth++;
    if (sl__profile_on() || sl__trace_on())
        watch_begin(name, e);
    if (sl__tools_on())
        e->id = sl__tools_begin_phase(name);
    return SL_SUCCESS;
}

sl_status sl_tools_pop(void)
{
    SL__CALL();
    SL_TRY(check_phases("sl_tools_pop"));
    if (inside.depth == 0)
        return SL_FAIL(SL_ERR_STATE, "sl_tools_pop: expected a phase that this thread has begun with sl_tools_push() "
                                     "and not ended, got none");
    const entered *const e = inside.innermost;
    if (sl__tools_on())
        sl__tools_end_phase(e->id);
    if (sl__profile_on() || sl__trace_on())
        watch_end(e);
    phase_leave();
    return SL_SUCCESS;
}

/* ---- the profile's table --------------------------------------------------------------------------------- */

/* The next one in the order of the table: those within a phase follow it. */
static phase *phase_after(phase *p, int *depth)
{
    if (p->first != NULL) {
        ++*depth;
        return p->first;
    }
    while (p != &root && p->next == NULL) {
        p = p->above;
        --*depth;
    }
    return p != &root ? p->next : NULL;
}

void sl__phases_print(FILE *f)
{
    int width = 5, depth = -1;
    pthread_mutex_lock(&lock);
    for (phase *p = phase_after(&root, &depth); p != NULL; p = phase_after(p, &depth))
        width = (int)strlen(p->name) + 2 * depth > width ? (int)strlen(p->name) + 2 * depth : width;
    if (root.first != NULL)
        fprintf(f, "\n  %-*s  %9s %12s\n", width, "phase", "times", "time/ms");
    depth = -1;
    for (phase *p = phase_after(&root, &depth); p != NULL; p = phase_after(p, &depth))
        fprintf(f, "  %*s%-*s  %9" PRIu64 " %12.3f\n", 2 * depth, "", width - 2 * depth, p->name, p->times,
                1e-6 * (double)p->ns);
    pthread_mutex_unlock(&lock);
}

void sl__phases_clear(void)
{
    pthread_mutex_lock(&lock);
    for (phase *p = root.first; p != NULL;) {
        if (p->first != NULL) { /* those within it first */
            phase *const within = p->first;
            p->first = NULL;
            p = within;
            continue;
        }
        phase *const next = p->next != NULL ? p->next : p->above != &root ? p->above : NULL;
        free(p);
        p = next;
    }
    root.first = NULL;
    pthread_mutex_unlock(&lock);
}
