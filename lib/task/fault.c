/* SPDX-License-Identifier: BSD-3-Clause */
/* What the bodies of a task recorded, as a failure. */
#include <inttypes.h>
#include <stdio.h>

#include "kernel/modifiers.h"
#include "task/split.h"
#include "task/task.h"

enum { POINT = 160, PART = 40 };

/* "5, 3" */
static const char *point_text(char text[POINT], const sl_index at[], int rank)
{
    int used = 0;
    text[0] = '\0';
    for (int d = 0; d < rank && used < POINT; d++)
        used += snprintf(text + used, (size_t)(POINT - used), "%s%" PRId64, d ? ", " : "", at[d]);
    return text;
}

static const char *part_text(char text[PART], const sl__task *task)
{
    text[0] = '\0';
    if (task->parts > 0)
        snprintf(text, PART, ", part %d of %d", task->part + 1, task->parts);
    return text;
}

static sl__failure *out_of_bounds(const sl__task *task, const struct sl__fault *f, const char *label, const char *part)
{
    return sl__failure_new(SL_ERR_BOUNDS,
                           "kernel %s (task \"%s\"), argument %s: index %" PRId64 " of dimension %d is not in "
                           "[0, %" PRId64 ") of \"%s\"%s",
                           task->kernel->name, task->label, task->kernel->args[f->argument_].name, f->index_,
                           f->dimension_, f->extent_, label, part);
}

static sl__failure *out_of_reach(const sl__task *task, const struct sl__fault *f, const char *label, const char *part)
{
    const sl_kernel *k = task->kernel;
    char reach[128], point[POINT];
    sl__modifiers_reach(&k->args[f->argument_], reach, sizeof reach);
    return sl__failure_new(SL_ERR_REACH,
                           "kernel %s (task \"%s\"), argument %s: index %" PRId64 " of dimension %d of \"%s\" is "
                           "outside the declared reach, %s, of iteration (%s)%s",
                           k->name, task->label, k->args[f->argument_].name, f->index_, f->dimension_, label, reach,
                           point_text(point, f->at_, k->rank), part);
}

static sl__failure *fault_make(const sl__task *task, int kind)
{
    const struct sl__fault *f = &task->fault;
    const sl_kernel *k = task->kernel;
    char point[POINT], part[PART];
    part_text(part, task);
    if (kind == SL__FAULT_RAISED)
        return sl__failure_new(SL_ERR_RAISED, "kernel %s (task \"%s\"): the body raised %d at %s:%d, iteration (%s)%s",
                               k->name, task->label, f->code_, k->file, f->line_, point_text(point, f->at_, k->rank),
                               part);
    const char *label = (task->many ? task->many : task->view)[task->slot[f->argument_]].view->label;
    return kind == SL__FAULT_BOUNDS ? out_of_bounds(task, f, label, part) : out_of_reach(task, f, label, part);
}

sl__failure *sl__task_fault(const sl__task *task)
{
    int kind = __atomic_load_n(&task->fault.kind_, __ATOMIC_ACQUIRE);
    if (kind == SL__FAULT_NONE)
        return NULL;
    return task->stands_for != NULL ? sl__part_fault(task, kind, fault_make) : fault_make(task, kind);
}
