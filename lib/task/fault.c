/* SPDX-License-Identifier: BSD-3-Clause */
/* What the bodies of a task recorded, as a failure. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kernel/modifiers.h"
#include "kernel/space.h"
#include "task/fault.h"
#include "task/split.h"
#include "task/split_part.h"
#include "task/task.h"

enum { POINT = 160, PART = 40, WHERE = 512 };

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

/* "solver.c:12": of an access; of a body where the access is not known. */
static const char *where_text(char text[WHERE], const sl__task *task, const char *where)
{
    if (where != NULL)
        snprintf(text, WHERE, "%s", where);
    else
        snprintf(text, WHERE, "%s:%d", task->kernel->file, task->kernel->line);
    return text;
}

/* The argument of a fault: bodies number them as the kernel has them, packs and all. */
static int argument_of(const sl__task *task, int kind)
{
    const int argument = task->fault.argument_;
    const sl__packs *packs = task->state->packs;
    if (packs == NULL || (kind != SL__FAULT_BOUNDS && kind != SL__FAULT_REACH))
        return argument;
    return sl__packs_row(packs, argument % SL_MAX_ARGS, argument / SL_MAX_ARGS);
}

static sl__failure *no_member(const sl__task *task, const struct sl__fault *f, const char *part)
{
    const sl__arg_info *info = &task->state->packs->written->args[f->argument_];
    char point[POINT], where[WHERE];
    return sl__failure_new(task->at, SL_ERR_BOUNDS,
                           "kernel %s (task \"%s\"), argument %s: view %" PRId64 " is not in [0, %" PRId64
                           ") of its pack, iteration (%s) at %s%s",
                           task->kernel->name, task->label, info->name, f->index_, f->extent_,
                           point_text(point, f->at_, task->kernel->rank), where_text(where, task, f->where_[0]), part);
}

static sl__failure *no_place(const sl__task *task, const struct sl__fault *f, const char *name, const char *label,
                             const char *part)
{
    char point[POINT], where[WHERE];
    return sl__failure_new(task->at, SL_ERR_BOUNDS,
                           "kernel %s (task \"%s\"), argument %s: place %" PRId64
                           ", from its map, is not in [0, %" PRId64 ") of \"%s\", iteration (%s) at %s%s",
                           task->kernel->name, task->label, name, f->index_, f->extent_, label,
                           point_text(point, f->at_, task->kernel->rank), where_text(where, task, f->where_[0]), part);
}

static sl__failure *out_of_bounds(const sl__task *task, const struct sl__fault *f, const char *name, const char *label,
                                  const char *part)
{
    char point[POINT], where[WHERE];
    return sl__failure_new(task->at, SL_ERR_BOUNDS,
                           "kernel %s (task \"%s\"), argument %s: index %" PRId64 " of dimension %d is not in "
                           "[%" PRId64 ", %" PRId64 ") of \"%s\", iteration (%s) at %s%s",
                           task->kernel->name, task->label, name, f->index_, f->dimension_, f->first_,
                           f->first_ + f->extent_, label, point_text(point, f->at_, task->kernel->rank),
                           where_text(where, task, f->where_[0]), part);
}

static sl__failure *out_of_reach(const sl__task *task, const struct sl__fault *f, int argument, const char *label,
                                 const char *part)
{
    const sl_kernel *k = task->kernel;
    char reach[128], point[POINT], where[WHERE];
    sl__modifiers_reach(&k->args[argument], reach, sizeof reach);
    return sl__failure_new(task->at, SL_ERR_REACH,
                           "kernel %s (task \"%s\"), argument %s: index %" PRId64 " of dimension %d of \"%s\" is "
                           "outside the declared reach, %s, of iteration (%s) at %s%s",
                           k->name, task->label, k->args[argument].name, f->index_, f->dimension_, label, reach,
                           point_text(point, f->at_, k->rank), where_text(where, task, f->where_[0]), part);
}

static sl__failure *no_token(const sl__task *task, const struct sl__fault *f, const char *part)
{
    const sl_kernel *k = task->kernel;
    char point[POINT];
    return sl__failure_new(task->at, SL_ERR_BOUNDS,
                           "kernel %s (task \"%s\"): SL_UNIQUE_TOKEN at %s:%d: expected a view with an element that is "
                           "free, got one of extent %d without, iteration (%s)%s",
                           k->name, task->label, k->file, f->line_, f->code_, point_text(point, f->at_, k->rank), part);
}

/* What an argument was: a view, or a window of one. */
typedef struct argument_shape {
    const char *label;
    int rank;
    const sl_index *n, *s, *first; /* [rank] */
    int mapped;                    /* it has no strides: places are counted as if it had the layout right */
} argument_shape;

static argument_shape shape_of(const sl__task *task, int argument)
{
    const sl_view *view = sl__task_uses(task)[task->slot[argument]].view;
    const sl__window *window = sl__window_at(task->windows, argument);
    const int mapped = task->state->parameter[argument].reach.map != SL__LAYOUT_RIGHT;
    if (window != NULL)
        return (argument_shape){window->label, window->rank, window->n, window->s, window->first, mapped};
    return (argument_shape){view->label, view->rank, view->n, view->s, view->indices.first, mapped};
}

/* The indices of the element that stands so many elements behind a view's first one. The larger stride of two
 * dimensions of several indices is larger than all that the other one spans. */
static void element_at(const argument_shape *view, sl_index place, sl_index at[])
{
    unsigned left = 0;
    memset(at, 0, SL_MAX_RANK * sizeof *at);
    for (int d = view->rank - 1; view->mapped && d >= 0; place /= view->n[d--])
        at[d] = place % view->n[d];
    for (int d = 0; !view->mapped && d < view->rank; d++)
        left |= (unsigned)(view->n[d] > 1) << d;
    while (left != 0) {
        int most = -1;
        for (int d = 0; d < view->rank; d++)
            if ((left >> d & 1) && (most < 0 || view->s[d] > view->s[most]))
                most = d;
        left &= ~(1u << most);
        at[most] = place / view->s[most];
        place %= view->s[most];
    }
    for (int d = 0; d < view->rank; d++)
        at[d] += view->first[d];
}

/* "5, 3"; of a list, where an index may be twice, "5, number 7 of the list" */
static const char *iteration_text(char text[POINT], const sl__task *task, const sl_index at[], sl_index number)
{
    const size_t used = strlen(point_text(text, at, task->kernel->rank));
    if (task->space.kind == SL_SPACE_LIST)
        snprintf(text + used, POINT - used, ", number %" PRId64 " of the list", number);
    return text;
}

static sl__failure *raced(const sl__task *task, const struct sl__fault *f, const argument_shape *view, const char *part)
{
    const sl_kernel *k = task->kernel;
    char element[POINT], one[POINT], other[POINT], first_place[WHERE], second_place[WHERE];
    sl_index at[SL_MAX_RANK], second[SL_MAX_RANK] = {f->extent_};
    element_at(view, f->index_, at);
    if (k->rank > 1)
        sl__space_point(&task->space, f->extent_, second);
    return sl__failure_new(task->at, SL_ERR_RACE,
                           "kernel %s (task \"%s\"), argument %s: element (%s) of \"%s\" is touched by iterations (%s) "
                           "and (%s), at %s and %s, and one has written it: sl_color() keeps such iterations apart, "
                           "SL_ATOMIC_ADD and scatter arguments let them meet%s",
                           k->name, task->label, k->args[f->argument_].name, point_text(element, at, view->rank),
                           view->label, iteration_text(one, task, f->at_, f->at_[1]),
                           iteration_text(other, task, second, f->at_[2]), where_text(first_place, task, f->where_[0]),
                           where_text(second_place, task, f->where_[1]), part);
}

static sl__failure *beside_map(const sl__task *task, const struct sl__fault *f, argument_shape view, const char *part)
{
    const sl_kernel *k = task->kernel;
    char element[POINT], first_place[WHERE], second_place[WHERE];
    sl_index at[SL_MAX_RANK];
    view.mapped = 1; /* index_ counts elements */
    element_at(&view, f->index_, at);
    return sl__failure_new(
        task->at, SL_ERR_REACH,
        "kernel %s (task \"%s\"), argument %s: element (%s) of \"%s\" is scattered into by iterations (%" PRId64
        ") and (%" PRId64 "), at %s and %s, whose rows of argument %s have no number in common%s",
        k->name, task->label, k->args[f->argument_].name, point_text(element, at, view.rank), view.label, f->at_[0],
        f->extent_, where_text(first_place, task, f->where_[0]), where_text(second_place, task, f->where_[1]),
        k->args[task->state->map].name, part);
}

static sl__failure *left_unwritten(const sl__task *task, const struct sl__fault *f, const argument_shape *view,
                                   const char *part)
{
    char element[POINT], where[WHERE];
    sl_index at[SL_MAX_RANK];
    element_at(view, f->index_, at);
    return sl__failure_new(
        task->at, SL_ERR_UNWRITTEN,
        "kernel %s (task \"%s\"), argument %s: element (%s) of \"%s\" is the loop's own, and the body "
        "at %s has not written it: `inout` keeps what is not written%s",
        task->kernel->name, task->label, task->kernel->args[f->argument_].name, point_text(element, at, view->rank),
        view->label, where_text(where, task, NULL), part);
}

static sl__failure *lacks_scratch(const sl__task *task, const struct sl__fault *f, const char *part)
{
    const sl_kernel *k = task->kernel;
    char who[SL__TASK_WHO];
    if (f->extent_ < 0)
        return sl__failure_new(task->at, SL_ERR_MEMORY,
                               "%s: expected %zu bytes of scratch memory for a thread, got none%s",
                               sl__task_who(task, who), (size_t)(-1 - f->at_[0]), part);
    char got[POINT];
    int64_t bytes = 0;
    if (f->index_ < 0)
        snprintf(got, sizeof got, "0 elements or more, got %" PRId64, f->index_);
    else if (__builtin_mul_overflow(f->index_, f->at_[1], &bytes) || __builtin_add_overflow(bytes, f->at_[0], &bytes))
        snprintf(got, sizeof got,
                 "room for %" PRId64 " elements of %" PRId64
                 " bytes in policy.scratch_bytes, more than 2^63 bytes, got %" PRId64,
                 f->index_, f->at_[1], f->extent_);
    else
        snprintf(got, sizeof got, "%" PRId64 " bytes in policy.scratch_bytes, got %" PRId64, bytes, f->extent_);
    return sl__failure_new(task->at, SL_ERR_MEMORY, "kernel %s (task \"%s\"): SL_TEAM_SCRATCH at %s:%d: expected %s%s",
                           k->name, task->label, k->file, f->line_, got, part);
}

static sl__failure *left_scratch(const sl__task *task, const struct sl__fault *f, const char *part)
{
    const sl_kernel *k = task->kernel;
    const char *name = f->name_ != NULL ? f->name_ : (const char *)&f->at_[1];
    char point[POINT], where[WHERE];
    if (f->code_ >= 0)
        return sl__failure_new(task->at, SL_ERR_BOUNDS,
                               "kernel %s (task \"%s\"): element %" PRId64 " of local array %s is not in [0, %" PRId64
                               "), and was written, iteration (%s) of lambda %d at %s%s",
                               k->name, task->label, f->index_, name, f->extent_, point_text(point, f->at_, k->rank),
                               f->code_, where_text(where, task, f->where_[0]), part);
    return sl__failure_new(task->at, SL_ERR_BOUNDS,
                           "kernel %s (task \"%s\"), member %" PRId64 " of the league: element %" PRId64
                           " of scratch array %s, made at %s:%d, is not in [0, %" PRId64 "), and was written%s",
                           k->name, task->label, f->at_[0], f->index_, name, k->file, f->line_, f->extent_, part);
}

static sl__failure *threads_apart(const sl__task *task, const struct sl__fault *f, const char *part)
{
    const sl_kernel *k = task->kernel;
    return sl__failure_new(
        task->at, SL_ERR_CONTEXT,
        "kernel %s (task \"%s\"), member %" PRId64 " of the league: expected all threads of the team at "
        "%s:%d, got some: a barrier, reduction, scan or broadcast stands in a loop that they share, or "
        "in a single, where a GPU would wait for ever%s",
        k->name, task->label, f->at_[0], k->file, f->line_, part);
}

/* An index of a scratch array, which is a row behind the arguments of its kernel. */
static sl__failure *out_of_scratch(const sl__task *task, const struct sl__fault *f, const sl__arg_info *array,
                                   const char *part)
{
    char where[WHERE];
    return sl__failure_new(task->at, SL_ERR_BOUNDS,
                           "kernel %s (task \"%s\"), member %" PRId64 " of the league: index %" PRId64
                           " of dimension %d of scratch array %s is not in [%" PRId64 ", %" PRId64 "), at %s%s",
                           task->kernel->name, task->label, f->at_[0], f->index_, f->dimension_, array->name, f->first_,
                           f->first_ + f->extent_, where_text(where, task, f->where_[0]), part);
}

/* Of the library's own kernels those raise something that look at the offsets of segments. */
static sl__failure *raised(const sl__task *task, const struct sl__fault *f, const char *part)
{
    const sl_kernel *k = task->kernel;
    char point[POINT];
    if (strncmp(k->name, "sl__sort_offsets", strlen("sl__sort_offsets")) == 0)
        return sl__failure_new(
            task->at, SL_ERR_RAISED,
            "sl_sort_segments (task \"%s\"): offsets: expected segments that are ranges of the keys, "
            "got another one as number %" PRId64,
            task->label, f->at_[0]);
    return sl__failure_new(task->at, SL_ERR_RAISED,
                           "kernel %s (task \"%s\"): the body raised %d at %s:%d, iteration (%s)%s", k->name,
                           task->label, f->code_, k->file, f->line_, point_text(point, f->at_, k->rank), part);
}

/* Of a range whose end is in a view. */
static sl__failure *ends_outside(const sl__task *task, const struct sl__fault *f, const char *part)
{
    const int d = task->space.kind == SL_SPACE_PRODUCT ? (int)f->at_[0] : 0;
    return sl__failure_new(task->at, SL_ERR_BOUNDS,
                           "kernel %s (task \"%s\"): end of the space, in \"%s\": expected %" PRId64 " to %" PRId64
                           ", got %" PRId64 "%s",
                           task->kernel->name, task->label, sl__task_uses(task)[task->lists[d]].view->label,
                           sl__task_whole(task)->lo[d], sl__task_whole(task)->hi[d], f->index_, part);
}

static sl__failure *fault_make(const sl__task *task, int kind)
{
    const struct sl__fault *f = &task->fault;
    const sl_kernel *k = task->kernel;
    char part[PART];
    part_text(part, task);
    if (kind == SL__FAULT_RAISED)
        return raised(task, f, part);
    if (kind == SL__FAULT_SCRATCH)
        return lacks_scratch(task, f, part);
    if (kind == SL__FAULT_GUARD)
        return left_scratch(task, f, part);
    if (kind == SL__FAULT_APART)
        return threads_apart(task, f, part);
    if (kind == SL__FAULT_TOKEN)
        return no_token(task, f, part);
    if (kind == SL__FAULT_END)
        return ends_outside(task, f, part);
    if (kind == SL__FAULT_BOUNDS && f->dimension_ == SL__FAULT_NO_MEMBER)
        return no_member(task, f, part);
    const sl_kernel *const written = sl__packs_written(task->state->packs, k);
    if (kind == SL__FAULT_BOUNDS && f->argument_ % SL_MAX_ARGS >= written->nargs)
        return out_of_scratch(task, f, &written->args[f->argument_ % SL_MAX_ARGS], part);
    const int argument = argument_of(task, kind);
    const argument_shape view = shape_of(task, argument);
    if (kind == SL__FAULT_BOUNDS && f->dimension_ == SL__FAULT_NO_PLACE)
        return no_place(task, f, k->args[argument].name, view.label, part);
    switch (kind) {
    case SL__FAULT_RACE: return raced(task, f, &view, part);
    case SL__FAULT_BESIDE: return beside_map(task, f, view, part);
    case SL__FAULT_UNWRITTEN: return left_unwritten(task, f, &view, part);
    case SL__FAULT_REACH: return out_of_reach(task, f, argument, view.label, part);
    default: return out_of_bounds(task, f, k->args[argument].name, view.label, part);
    }
}

sl__failure *sl__task_fault(const sl__task *task)
{
    int kind = __atomic_load_n(&task->fault.kind_, __ATOMIC_ACQUIRE);
    if (kind == SL__FAULT_NONE)
        return NULL;
    return task->stands_for != NULL ? sl__part_fault(task, kind, fault_make) : fault_make(task, kind);
}
