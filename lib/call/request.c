/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/request.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "backend/backend.h"
#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "call/spread.h"
#include "exec/launch.h"
#include "kernel/blocks.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/policy.h"
#include "kernel/space.h"
#include "kernel/teams.h"
#include "task/place.h"
#include "task/split_ask.h"

sl_status sl__request_refuse(sl_status status, const sl__request *c, int i, const char *file, int line,
                             const char *format, ...)
{
    char text[256], note[SL__MADE_NOTE] = "";
    const sl_view *view = c->args != NULL ? sl__request_view(c, i) : NULL;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (sl__view_live(view))
        (void)sl__position_made(note, view->label, view->made_at);
    return sl__fail(status, file, line, "%s: kernel %s, argument %s: %s%s", c->function, c->kernel->name,
                    c->kernel->args[i].name, text, note);
}

/* Of what waits for other blocks no two copies can be made; nor are they beside arrays, which blocks have. */
static sl_status request_check_copies(const sl__request *c)
{
    const int beside = c->state->arrays > 0 && c->state->scatters > c->state->arrays;
    if (c->state->scatters == 0 || (sl__form_of(c->kernel)->boxes && !beside))
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_UNSUPPORTED,
                   "%s: kernel %s: policy.scatter: expected SL_SCATTER_AUTO or SL_SCATTER_ATOMIC for a %s, got "
                   "SL_SCATTER_DUPLICATE",
                   c->function, c->kernel->name,
                   beside ? "kernel that also reduces into an array" : sl__form_of(c->kernel)->noun);
}

static sl_status request_check_colors(const sl__request *c)
{
    const sl__form *form = sl__form_of(c->kernel);
    const char *got = c->state->map < 0              ? "one without"
                      : c->state->reductions > 0     ? "one with a reduction, too"
                      : c->state->arrays > 0         ? "one with a reduction into an array, too"
                      : form->nests                  ? "a nest"
                      : !form->boxes                 ? "a scan"
                      : sl__space_has_ends(c->space) ? "one over a range whose end is in a view"
                                                     : NULL;
    return got == NULL || c->state->scatters == c->state->arrays
               ? SL_SUCCESS
               : SL_FAIL(SL_ERR_UNSUPPORTED,
                         "%s: kernel %s: policy.scatter: expected for SL_SCATTER_COLOR a kernel that scatters "
                         "and has an argument with map, got %s",
                         c->function, c->kernel->name, got);
}

sl_status sl__request_scatter(const sl__request *c)
{
    switch (c->policy->scatter) {
    case SL_SCATTER_DUPLICATE: return request_check_copies(c);
    case SL_SCATTER_COLOR: return request_check_colors(c);
    default: return SL_SUCCESS;
    }
}

/* What no order of operations makes the same on all devices. */
static sl_status check_across(const sl__request *c)
{
    if (c->policy->reproducible != SL_ACROSS_DEVICES)
        return SL_SUCCESS;
    for (int i = 0; i < c->kernel->nargs; i++) {
        const sl__parameter *p = &c->state->parameter[i];
        if (p->class == SL__CLASS_VIEW && p->reach.atomic && (p->type == SL_FLOAT || p->type == SL_DOUBLE) &&
            sl__joins_of(p->info->kind) == SL__JOINS_NOTHING)
            return SL__REFUSE(SL_ERR_UNSUPPORTED, c, i,
                              "policy.reproducible: expected no atomic view of floating-point numbers with "
                              "SL_ACROSS_DEVICES, got one: a scatter has an order");
    }
    return SL_SUCCESS;
}

/* Whether a kernel reduces by an operator that wants the order of the iterations on a device. */
static int reduces_in_order(const sl_kernel *kernel)
{
    for (int i = 0; i < kernel->nargs; i++)
        if (kernel->args[i].reducer_ != NULL && kernel->args[i].reducer_->ordered_ != SL__ORDERED_NOWHERE)
            return 1;
    return 0;
}

/* Whether .reproducible leaves a loop CPUs only. @param[out] what  such a loop is */
static int stays_on_cpus(const sl__request *c, const char **what)
{
    const int across = c->policy->reproducible == SL_ACROSS_DEVICES;
    *what = c->policy->reproducible != SL_NO && c->state->scatter_order ? "scatter of floating-point numbers"
            : across && sl__form_of(c->kernel)->scans                   ? "scan"
            : across && c->state->arrays > 0                            ? "reduction into an array"
            : across && c->state->blocks == SL__BLOCKS_OF_TEAMS         ? "reduction of teams"
            : across && reduces_in_order(c->kernel)                     ? "reduction by an operator of the program"
                                                                        : NULL;
    return *what != NULL;
}

int sl__request_team_fits(const sl_kernel *kernel, const sl_policy *policy, const sl_index bytes[], sl__team_lack *lack)
{
    sl__team_block block = {.policy = policy,
                            .scratch = bytes,
                            .bound = sl__launch_compiled_bound(kernel),
                            .most = SL__BLOCK_THREADS,
                            .room = sl__device_shared(),
                            .checked = kernel->bounds_checked,
                            .results = sl__launch_team_results(kernel)};
    sl__launch_team_block(&block);
    const int64_t beside = block.room - block.shared - block.results;
    const int room = beside < 0 ? SL__ROOM_TEAM : SL__ROOM_GLOBAL;
    const sl_index own = bytes[room == SL__ROOM_TEAM ? SL__ROOM_THREAD : SL__ROOM_GLOBAL_THREAD];
    *lack =
        (sl__team_lack){.room = room, .threads = own > 0 ? block.threads : 0, .got = bytes[room] + block.threads * own};
    lack->most = room == SL__ROOM_TEAM ? lack->got + beside : sl__launch_slots_room(sl__device_room());
    return lack->got <= lack->most;
}

sl_status sl__request_team_lacks(const sl__team_lack *lack, const char *who)
{
    char threads[64] = "";
    const int shared = lack->room == SL__ROOM_TEAM;
    if (lack->threads > 0)
        snprintf(threads, sizeof threads, ", of %d threads each its own", lack->threads);
    return SL_FAIL(
        SL_ERR_MEMORY, "%s: bytes of %sscratch arrays%s%s: expected at most %" PRId64 " on %s, %s, got %" PRId64, who,
        shared ? "" : "global ", threads, shared ? ", and policy.scratch_bytes" : "", lack->most,
        sl__backend_now()->place,
        shared ? "the shared memory of a block less what teams need" : "the part of its memory that is for teams",
        lack->got);
}

/* Whether a device lacks the scratch memory for a team. @param[in] must  it is to run there, so that is refused */
static sl_status find_lack(const sl__request *c, int must, int *lacks)
{
    sl__team_lack lack;
    char who[256];
    *lacks = !sl__request_team_fits(c->kernel, c->policy, c->scratch, &lack);
    if (!*lacks || !must)
        return SL_SUCCESS;
    snprintf(who, sizeof who, "%s: kernel %s", c->function, c->kernel->name);
    return sl__request_team_lacks(&lack, who);
}

sl_status sl__request_place(const sl__request *c, int *where)
{
    const sl__backend *b = sl__backend_now();
    const sl_where asked = sl__policy_where(c->policy);
    int has_code = sl__device_has_code(&c->state->codelet), device = asked != SL_ANYWHERE && asked != SL_CPU;
    int64_t wish = sl__env_int(SL__ENV_WHERE);
    if (device && !has_code)
        return SL_FAIL(SL_ERR_DEVICE,
                       "%s: kernel %s: policy.where: expected a kernel with %s for %s, got "
                       "one of %s, which %s has not compiled: starloop-cc does both",
                       c->function, c->kernel->name, b->code, b->place, c->kernel->file, b->compiler);
    const char *what = NULL;
    SL_TRY(check_across(c));
    const int keeps = stays_on_cpus(c, &what);
    if (device && keeps)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: kernel %s: policy.where: expected SL_CPU or SL_ANYWHERE with .reproducible = %s for a %s, "
                       "got %s",
                       c->function, c->kernel->name, c->policy->reproducible == SL_YES ? "SL_YES" : "SL_ACROSS_DEVICES",
                       what, b->place);
    if (!has_code && !sl__form_of(c->kernel)->nests && asked == SL_ANYWHERE && sl__device_workers() > 0)
        SL_LOG_ONCE(SL_LOG_WARN,
                    "kernel %s (%s) has no %s for this library and runs on CPUs only: compile its file with "
                    "starloop-cc, in a build with that; sl_info_print() lists all such kernels",
                    c->kernel->name, c->kernel->file, b->code);
    int lacks = 0;
    if (sl__form_of(c->kernel)->teams && (device || asked == SL_ANYWHERE) && sl__device_workers() > 0)
        SL_TRY(find_lack(c, device, &lacks));
    if (asked != SL_ANYWHERE)
        *where = device ? SL__SIDE_DEVICE : SL__SIDE_CPU;
    else if (!has_code || keeps || lacks || c->policy->schedule == SL_SEQ || wish == SL__WHERE_CPU ||
             sl__device_workers() == 0)
        *where = SL__SIDE_CPU;
    else if (wish == SL__WHERE_DEVICE)
        *where = SL__SIDE_DEVICE;
    else /* races are found on CPUs only */
        *where = c->kernel->bounds_checked && c->state->writes ? SL__SIDE_CPU : SL__SIDE_BOTH;
    return SL_SUCCESS;
}

/* The views, or a part of each that is in parts, or is to be: parts differ by a sixteenth, and have room for edges. */
static int views_fit(const sl__task *task, int in_parts)
{
    size_t bytes[SL__TASK_VIEWS];
    for (int i = 0; i < task->views; i++) {
        sl_view *view = task->view[i].view;
        const size_t parts = in_parts ? (size_t)sl__split_parts_of(view, &task->policy->split) : 1;
        bytes[i] = parts > 1 ? view->span / parts + view->span / parts / 8 : view->span;
    }
    return sl__device_fits(bytes, task->views);
}

int sl__request_fits(const sl__task *task)
{
    return views_fit(task, 0);
}

sl_status sl__request_fit(sl__task *task, const char *function, int in_parts)
{
    if (!(task->where & SL__SIDE_DEVICE) || sl__spread_uses(task) || sl__request_fits(task) || /* spread_side.c */
        (in_parts && sl__split_possible(task) && views_fit(task, 1)))
        return SL_SUCCESS;
    if (sl__policy_where(task->policy) != SL_ANYWHERE)
        return SL_FAIL(SL_ERR_MEMORY,
                       "%s: kernel %s: expected views that fit into a GPU's memory at once (%lld "
                       "bytes), got more",
                       function, task->kernel->name, (long long)sl__device_room());
    task->where = SL__SIDE_CPU;
    return SL_SUCCESS;
}
