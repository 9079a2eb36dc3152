/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/split_together.h"

#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/measured.h"
#include "kernel/form.h"
#include "task/homes.h"
#include "task/measured.h"
#include "task/spans.h"
#include "task/split_plan.h"

int sl__split_together_here;

void sl__split_together_init(void)
{
    sl__together_codelet.cpu_funcs[0] = sl__task_functions.together;
}

/* ---- which loops ----------------------------------------------------------------------------------------- */

/* Whether the largest portion of all views fits the device that is its home. */
static int portions_fit(const sl__split_plan *plan)
{
    const sl__portions *homes = &plan->homes;
    size_t bytes[SL__TASK_VIEWS];
    int most = 1;
    for (int p = 0; p < homes->places; p++)
        if (homes->begin[p + 1] - homes->begin[p] > most)
            most = homes->begin[p + 1] - homes->begin[p];
    for (int s = 0; s < plan->task->views; s++) {
        const sl_view *view = plan->task->view[s].view;
        const sl__grid *grid = plan->view[s].grid;
        bytes[s] = view->span;
        if (grid != NULL) /* a part more: they need not be equal, and have room beside them */
            bytes[s] =
                view->span / (size_t)grid->parts * ((size_t)most * (size_t)grid->parts / (size_t)homes->cells + 1);
    }
    return sl__device_fits(bytes, plan->task->views);
}

/* Of what it reads whole each device has a copy made for each loop. */
static int reads_little_whole(const sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views; s++) {
        const sl__task_view *view = &plan->task->view[s];
        if (plan->view[s].whole && !plan->view[s].target &&
            ((view->access & SL_WRITE) || view->view->span > SL__SMALL_COPY))
            return 0;
    }
    return 1;
}

static int reduces_into_view(const sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views; s++)
        if (plan->view[s].target)
            return 1;
    return 0;
}

int sl__split_goes_together(const sl__split_plan *plan, int joins)
{
    const int on_devices = plan->where == SL__SIDE_DEVICE && plan->homes.places > 0 && sl__device_peers();
    return plan->apart && (sl__split_worker != NULL ? sl__split_together_here : on_devices && portions_fit(plan)) &&
           plan->along < 0 && !plan->joined && !sl__task_may_fail(plan->task) && (joins || !reduces_into_view(plan)) &&
           reads_little_whole(plan);
}

/* ---- its buffers ----------------------------------------------------------------------------------------- */

static int node_of_worker(int worker)
{
    return (int)starpu_worker_get_memory_node((unsigned)worker);
}

/* @return the number of a buffer; -1: it is on another device. */
static int buffer_at(sl__split_loop *call, starpu_data_handle_t handle, int worker, int mode)
{
    for (int b = call->buffers - 1; b >= 0; b--)
        if (call->buffer[b].handle == handle) {
            call->buffer[b].mode |= mode;
            return call->buffer[b].worker == worker ? b : -1;
        }
    call->buffer[call->buffers] = (sl__split_buffer){handle, mode, worker};
    return call->buffers++;
}

/* An edge is read out of the part whose it is. */
static int buffer_of(sl__split_loop *call, const sl__part *part, const sl__part_use *use)
{
    if (use->part < 0)
        return buffer_at(call, call->task->view[use->slot].view->handle, call->part[0].worker, STARPU_R);
    sl__grid *grid = call->plan.view[use->slot].grid;
    starpu_data_handle_t handle = grid->part[use->part].stretch[SL__STRETCH_PART].handle;
    if (use->stretch != SL__STRETCH_PART)
        return buffer_at(call, handle, sl__homes_worker(&call->plan, use->part, grid->parts), STARPU_R);
    return buffer_at(call, handle, part->worker, sl__part_mode(use));
}

/* Parts' own ones first: the mode of a buffer is that of all who use it. */
int sl__split_find_buffers(sl__split_loop *call)
{
    call->buffers = 0;
    for (int edges = 0; edges < 2; edges++)
        for (int p = 0; p < call->started; p++)
            for (int u = 0; u < call->part[p].uses; u++) {
                sl__part_use *use = &call->part[p].use[u];
                if ((use->stretch != SL__STRETCH_PART) == edges &&
                    (use->buffer = buffer_of(call, &call->part[p], use)) < 0)
                    return 0;
            }
    return 1;
}

/* ---- pieces ---------------------------------------------------------------------------------------------- */

/* Rows that a part reaches of those beside it, at most. */
static sl_index rows_beside(const sl__split_plan *plan)
{
    sl_index rows = 0;
    for (int s = 0; s < plan->task->views; s++) {
        const sl__split_view *view = &plan->view[s];
        const sl_index most = view->low > view->high ? view->low : view->high;
        rows = most > rows ? most : rows;
    }
    return rows;
}

int sl__split_writes_around(const sl__split_plan *plan)
{
    for (int s = 0; s < plan->task->views; s++)
        if ((plan->view[s].low > 0 || plan->view[s].high > 0) && (plan->task->view[s].access & SL_WRITE))
            return 1;
    return 0;
}

/* Whether a part reads an edge out of another device's memory: of the part before it, or of the one behind. */
static int reads_from_afar(const sl__part *part, int stretch)
{
    for (int u = 0; u < part->uses; u++) {
        const sl__part_use *use = &part->use[u];
        if (use->part >= 0 && use->stretch == stretch && part->call->buffer[use->buffer].worker != part->worker)
            return 1;
    }
    return 0;
}

/* A loop that writes what it reads around would change, inside, what others still copy. A reduction has so few tiles
 * that all run at once: some of them alone would take as long again. What is timed is timed as a part. */
int sl__split_pieces(const sl__part *part, sl__part_piece pieces[])
{
    const sl__split_plan *plan = &part->call->plan;
    const sl__task *task = plan->task;
    const sl_index rows = rows_beside(plan);
    const int axis = sl__split_only_axis(plan);
    sl_index first[SL_MAX_RANK], end[SL_MAX_RANK];
    if (rows == 0 || axis < 0 || sl__split_writes_around(plan) || task->state->reductions > 0 || part->call->timed ||
        sl__watched() || task->space.kind != SL_SPACE_BOX || !sl__form_of(task->kernel)->boxes ||
        (sl__part_device_seconds(part) < SL__PIECES_FROM && !sl__split_together_here))
        return 0;
    sl__split_places(plan, part->number, first, end);
    const sl_index low = first[axis] + (reads_from_afar(part, SL__STRETCH_HIGH) ? rows : 0),
                   high = end[axis] - (reads_from_afar(part, SL__STRETCH_LOW) ? rows : 0);
    if (low >= high)
        return 0;
    int n = 0;
    pieces[n++] = (sl__part_piece){axis, low, high};
    if (low > first[axis])
        pieces[n++] = (sl__part_piece){axis, first[axis], low};
    if (high < end[axis])
        pieces[n++] = (sl__part_piece){axis, high, end[axis]};
    return n > 1 ? n : 0;
}

/* ---- the task -------------------------------------------------------------------------------------------- */

/* A codelet says on which memory nodes buffers are, so there is one for each pattern: few, since the calls of a loop
 * have the same. StarPU may look at one when its task has ended. */
typedef struct pattern {
    struct pattern *next;
    struct starpu_codelet codelet;
    int count;
    int node[]; /* [count + 1] */
} pattern;

static pthread_mutex_t patterns_lock = PTHREAD_MUTEX_INITIALIZER;
static pattern *patterns;

static int is_pattern_of(const pattern *p, const sl__split_loop *call)
{
    for (int b = 0; b < call->buffers && p->count == call->buffers; b++)
        if (p->node[b] != node_of_worker(call->buffer[b].worker))
            return 0;
    return p->count == call->buffers;
}

static pattern *new_pattern(const sl__split_loop *call)
{
    pattern *p = malloc(sizeof *p + ((size_t)call->buffers + 1) * sizeof p->node[0]);
    if (p == NULL)
        return NULL;
    p->count = call->buffers;
    for (int b = 0; b < call->buffers; b++)
        p->node[b] = node_of_worker(call->buffer[b].worker);
    p->node[call->buffers] = STARPU_SPECIFIC_NODE_LOCAL;
    p->codelet = sl__together_codelet;
    p->codelet.dyn_nodes = p->node;
    p->next = patterns;
    patterns = p;
    return p;
}

static struct starpu_codelet *codelet_of(const sl__split_loop *call)
{
    pthread_mutex_lock(&patterns_lock);
    pattern *p = patterns;
    while (p != NULL && !is_pattern_of(p, call))
        p = p->next;
    if (p == NULL)
        p = new_pattern(call);
    pthread_mutex_unlock(&patterns_lock);
    return p != NULL ? &p->codelet : NULL;
}

void sl__split_together_fini(void)
{
    while (patterns != NULL) {
        pattern *next = patterns->next;
        free(patterns);
        patterns = next;
    }
}

/* What was reduced into views is written where the first part is. */
static void add_targets(sl__split_loop *call)
{
    for (int s = 0; s < call->task->views; s++)
        if (call->plan.view[s].target)
            (void)buffer_at(call, call->task->view[s].view->handle, call->part[0].worker,
                            (int)sl__task_mode(&call->task->view[s]));
}

struct starpu_task *sl__split_make_together(sl__split_loop *call, int priority)
{
    add_targets(call);
    struct starpu_task *task = starpu_task_create();
    struct starpu_codelet *codelet = codelet_of(call);
    if (task == NULL || codelet == NULL || !sl__task_reserve_views(task, call->buffers)) {
        sl__task_discard(task);
        return NULL;
    }
    const int dynamic = task->dyn_handles != NULL;
    for (int b = 0; b < call->buffers; b++) {
        (dynamic ? task->dyn_handles : task->handles)[b] = call->buffer[b].handle;
        (dynamic ? task->dyn_modes : task->modes)[b] = (enum starpu_data_access_mode)call->buffer[b].mode;
    }
    task->nbuffers = call->buffers;
    task->cl = codelet;
    task->cl_arg = call;
    sl__task_pin(task, call->part[0].worker);
    task->name = call->task->label;
    task->priority = priority;
    return task;
}

/* Devices run their parts side by side. */
static double together_cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch,
                            unsigned implementation)
{
    const sl__split_loop *call = starpu_task->cl_arg;
    const int places = call->plan.homes.places;
    (void)arch;
    (void)implementation;
    return 1e6 *
           (sl__part_device_seconds(&call->part[0]) * ((call->started + places - 1) / places) + SL__DEVICE_LAUNCH);
}

static uint32_t together_footprint(struct starpu_task *starpu_task)
{
    return ((const sl__split_loop *)starpu_task->cl_arg)->task->footprint;
}

static struct starpu_perfmodel model = {.type = STARPU_PER_ARCH,
                                        .symbol = "starloop_together",
                                        .arch_cost_function = together_cost,
                                        .footprint = together_footprint};

struct starpu_codelet sl__together_codelet = {
    .nbuffers = STARPU_VARIABLE_NBUFFERS, .specific_nodes = 1, .name = "sl_parts", .model = &model};
