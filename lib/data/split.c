/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/split.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/gate.h"
#include "base/progress.h"
#include "base/reserve.h"
#include "base/state.h"
#include "data/edges.h"
#include "data/spread.h"
#include "data/interface.h"
#include "data/pin.h"
#include "data/watch.h"
#include "data/hooks.h"
#include "data/reaper.h"
#include "backend/backend.h"
#include "base/env.h"
#include "machine/machine.h"
#include "machine/lend.h"

enum { HELD_NOT = 0, HELD_GATE, HELD_LOCK };

enum { GRIDS_KEPT = 4 }; /* more of a view are unregistered when another is made */

int sl__split_active;
int (*sl__split_worker)(int part, int parts);
static _Atomic int64_t gathers;

void sl__split_init(void)
{
    atomic_store(&gathers, 0);
    /* Parts of one view are read and written side by side, and STARLOOP_CHECK_ACCESS looks at all of it. */
    sl__split_active = sl__machine_groups() + sl__device_workers() > 1 && sl__env_int(SL__ENV_CHECK_ACCESS) == 0;
}

void sl__split_fini(void)
{
    sl__split_active = 0;
}

/* ---- records ------------------------------------------------------------------------------------------- */

sl__splits *sl__splits_make(sl_view *v)
{
    sl__splits *none = NULL, *splits = sl__splits_of(v);
    if (splits != NULL)
        return splits;
    splits = sl__memory_small(sizeof *splits);
    if (splits == NULL)
        return NULL;
    pthread_mutex_init(&splits->lock, NULL);
    if (atomic_compare_exchange_strong(&v->splits, &none, splits))
        return splits;
    pthread_mutex_destroy(&splits->lock);
    free(splits);
    return none; /* that of another thread */
}

/* Those of the views that have a record, by address. */
static void find_records(sl__held *held, sl_view *const views[], int n)
{
    held->count = 0;
    for (int i = 0; i < n; i++) {
        if (sl__splits_of(views[i]) == NULL)
            continue;
        int at = held->count++;
        for (; at > 0 && (uintptr_t)held->view[at - 1] > (uintptr_t)views[i]; at--)
            held->view[at] = held->view[at - 1];
        held->view[at] = views[i];
    }
}

/* Whether every thread that submits sees a record: those that may not have are behind the gate still. */
static void settle(sl__splits *splits)
{
    if (!splits->settled)
        splits->settled = sl__gate_quiet(SL__GATE_SPLIT);
}

static void split_unlock(const sl__held *held)
{
    for (int i = held->count - 1; i >= 0; i--)
        pthread_mutex_unlock(&sl__splits_of(held->view[i])->lock);
}

void sl__splits_hold(sl__held *held, sl_view *const views[], int n)
{
    for (;;) {
        int records = 0;
        find_records(held, views, n);
        for (int i = 0; i < held->count; i++)
            pthread_mutex_lock(&sl__splits_of(held->view[i])->lock);
        for (int i = 0; i < held->count; i++)
            settle(sl__splits_of(held->view[i]));
        sl__gate_enter(SL__GATE_SPLIT);
        for (int i = 0; i < n; i++)
            records += sl__splits_of(views[i]) != NULL;
        if (records == held->count)
            return;
        sl__gate_leave(SL__GATE_SPLIT); /* another thread has made one meanwhile */
        split_unlock(held);
    }
}

void sl__splits_release(const sl__held *held)
{
    sl__gate_leave(SL__GATE_SPLIT);
    split_unlock(held);
}

sl_status sl__splits_join(const sl__held *held, const char *function)
{
    for (int i = 0; i < held->count; i++)
        SL_TRY(sl__split_switch(held->view[i], NULL, function));
    return SL_SUCCESS;
}

sl_status sl__split_hold(sl_view *v, const char *function, int *held)
{
    *held = HELD_NOT;
    if (!sl__split_active)
        return SL_SUCCESS;
    sl__gate_enter(SL__GATE_SPLIT);
    sl__splits *splits = sl__splits_of(v);
    if (splits == NULL) {
        *held = HELD_GATE;
        return SL_SUCCESS;
    }
    sl__gate_leave(SL__GATE_SPLIT);
    pthread_mutex_lock(&splits->lock);
    sl_status status = sl__split_switch(v, NULL, function);
    if (status == SL_SUCCESS)
        *held = HELD_LOCK;
    else
        pthread_mutex_unlock(&splits->lock);
    return status;
}

void sl__split_release(sl_view *v, int held)
{
    if (held == HELD_GATE)
        sl__gate_leave(SL__GATE_SPLIT);
    else if (held == HELD_LOCK)
        pthread_mutex_unlock(&sl__splits_of(v)->lock);
}

int sl__split_may(const sl_view *v)
{
    const sl__splits *splits = sl__splits_of(v);
    return splits->settled && !v->is_block && !atomic_load(&v->exposed) &&
           (splits->parts != NULL || sl__view_host_state(v) == 0);
}

/* ---- grids --------------------------------------------------------------------------------------------- */

/* The part's box, from its number. */
static void part_box(const sl_view *v, const int count[], int number, sl__grid_part *part)
{
    part->offset = 0;
    for (int d = v->rank - 1; d >= 0; d--) {
        int k = number % count[d];
        number /= count[d];
        part->lo[d] = sl__grid_border(v->n[d], count[d], k);
        part->hi[d] = sl__grid_border(v->n[d], count[d], k + 1);
        part->offset += part->lo[d] * v->s[d];
    }
}

static void part_register(const sl_view *v, sl__grid_part *part, size_t room)
{
    sl_index n[SL_MAX_RANK];
    for (int d = 0; d < v->rank; d++)
        n[d] = part->hi[d] - part->lo[d];
    struct sl__interface itf = sl__interface_of_box(v, n);
    itf.room = room;
    itf.ptr = itf.dev_handle = itf.home = (uintptr_t)v->data + (uintptr_t)part->offset * v->elem;
    starpu_data_register(&part->stretch[SL__STRETCH_PART].handle, STARPU_MAIN_RAM, &itf, &sl__interface_ops);
    starpu_data_set_name(part->stretch[SL__STRETCH_PART].handle, v->label);
    if (sl__watched())
        sl__watch.place((const void *)itf.ptr, v->label);
}

/* Cut along one dimension, that of the largest stride, parts lie one after another. @return that dimension; -1 */
static int only_cut(const sl_view *v, const int count[])
{
    int cut = -1;
    for (int d = 0; d < v->rank; d++) {
        if (count[d] > 1 && cut >= 0)
            return -1;
        if (count[d] > 1)
            cut = d;
    }
    for (int d = 0; d < v->rank && cut >= 0; d++)
        if (d != cut && v->n[d] > 1 && v->s[d] > v->s[cut])
            return -1;
    return cut;
}

static void part_free(sl__grid_part *part, int coherent)
{
    sl__stretch *stretch = part->stretch;
    if (part->block != NULL || stretch[SL__STRETCH_PART].handle == NULL)
        ; /* the block has the handle; or another rank has the part */
    else if (coherent)
        starpu_data_unregister(stretch[SL__STRETCH_PART].handle);
    else
        starpu_data_unregister_no_coherency(stretch[SL__STRETCH_PART].handle);
    sl__edges_free(part);
    for (int s = 0; s < SL__STRETCHES; s++) {
        sl__failure_release(atomic_load(&stretch[s].poison));
        if (stretch[s].past != NULL)
            sl__watch.forget(&stretch[s].past);
    }
}

/* @param[in] coherent  brings what is elsewhere to the host's memory */
static void grid_free(sl__grid *grid, int coherent)
{
    for (int p = 0; p < grid->parts; p++)
        part_free(&grid->part[p], coherent);
    free(grid);
}

/* A program that splits a view in ever new ways does not gather handles. What is not in use waits for nobody. */
static void drop_some(sl__splits *splits)
{
    int n = 0;
    for (sl__grid **at = &splits->grids; *at != NULL;) {
        sl__grid *grid = *at;
        if (++n > GRIDS_KEPT && grid != splits->parts && atomic_load(&grid->in_use) == 0) {
            *at = grid->next;
            grid_free(grid, 0);
        } else {
            at = &grid->next;
        }
    }
}

static int grid_fits(const sl__grid *grid, const int count[], sl_index room)
{
    return grid != NULL && memcmp(grid->count, count, sizeof grid->count) == 0 && grid->room >= room;
}

/* Where the parts of a grid are, and what room they have where they are copied to. */
static size_t grid_lay_out(sl__grid *grid, const sl_view *v, const int count[], sl_index room)
{
    grid->cut = only_cut(v, count);
    for (int p = 0; p < grid->parts; p++) {
        part_box(v, count, p, &grid->part[p]);
        atomic_init(&grid->part[p].home, -1);
        if (grid->cut >= 0) {
            const sl_index rows = grid->part[p].hi[grid->cut] - grid->part[p].lo[grid->cut];
            grid->shortest = p == 0 || rows < grid->shortest ? rows : grid->shortest;
        }
    }
    if (grid->cut < 0 || (sl__device_workers() == 0 && sl__split_worker == NULL))
        return 0;
    grid->room = sl__edges_room(v, grid->cut, grid->shortest, room);
    return sl__edges_room_bytes(v, grid->cut, grid->room);
}

/* @param[in] handles  for each part */
static sl__grid *grid_make(sl_view *v, const int count[], size_t handles)
{
    size_t parts = 1;
    for (int d = 0; d < v->rank; d++)
        parts *= (size_t)count[d];
    sl__grid *grid = sl__reserve_ask(parts * handles * SL__RESERVE_HANDLE)
                         ? sl__memory_small(sizeof *grid + parts * sizeof grid->part[0])
                         : NULL;
    if (grid == NULL)
        return NULL;
    memcpy(grid->count, count, sizeof grid->count);
    grid->view = v;
    grid->parts = (int)parts;
    return grid;
}

sl__grid *sl__split_grid_of(sl_view *v, const int count[])
{
    sl__grid *grid = grid_make(v, count, 0);
    if (grid != NULL)
        (void)grid_lay_out(grid, v, count, 0);
    return grid;
}

sl__grid *sl__split_grid(sl_view *v, const int count[], sl_index room)
{
    sl__splits *splits = sl__splits_of(v);
    if (grid_fits(splits->parts, count, room))
        return splits->parts;
    for (sl__grid *grid = splits->grids; grid != NULL; grid = grid->next)
        if (grid_fits(grid, count, room))
            return grid;
    sl__grid *grid = grid_make(v, count, 1);
    if (grid == NULL)
        return NULL;
    sl__pin_whole(v->data, v->span);
    const size_t bytes = grid_lay_out(grid, v, count, room);
    for (int p = 0; p < grid->parts; p++)
        part_register(v, &grid->part[p], bytes);
    if (!sl__view_in_starpu())
        drop_some(splits);
    grid->next = splits->grids;
    splits->grids = grid;
    return grid;
}

/* ---- switches ------------------------------------------------------------------------------------------ */

/* The argument of a switch's task. */
typedef struct change {
    sl_view *view;
    sl__grid *grid;
    int to_whole;
} change;

static void set_poison(sl_view *v, _Atomic(sl__failure *) *poison, sl__failure *failure)
{
    sl__failure_retain(failure);
    pthread_mutex_lock(&v->poison.lock);
    sl__failure *old = atomic_exchange(poison, failure);
    pthread_mutex_unlock(&v->poison.lock);
    sl__failure_release(old);
}

sl__failure *sl__part_poison(const sl__grid *grid, int part, int stretch)
{
    if (stretch == SL__STRETCH_PART && grid->part[part].block != NULL)
        return sl__view_poison(grid->part[part].block);
    const _Atomic(sl__failure *) *poison = &grid->part[part].stretch[stretch].poison;
    if (atomic_load(poison) == NULL)
        return NULL;
    pthread_mutex_lock(&grid->view->poison.lock);
    sl__failure *failure = sl__failure_retain(atomic_load(poison));
    pthread_mutex_unlock(&grid->view->poison.lock);
    return failure;
}

void sl__part_set_poison(sl__grid *grid, int part, int stretch, sl__failure *failure)
{
    if (stretch == SL__STRETCH_PART && grid->part[part].block != NULL) {
        sl__view_set_poison(grid->part[part].block, failure);
        return;
    }
    _Atomic(sl__failure *) *poison = &grid->part[part].stretch[stretch].poison;
    if (failure != NULL || atomic_load(poison) != NULL)
        set_poison(grid->view, poison, failure);
}

static sl__failure *first_poison(const sl__grid *grid)
{
    sl__failure *failure = NULL;
    for (int p = 0; p < grid->parts && failure == NULL; p++)
        failure = sl__part_poison(grid, p, SL__STRETCH_PART);
    return failure;
}

/* StarPU has done what there is to do, but for poison. */
static void switch_run(void *buffers[], void *arg)
{
    change *c = arg;
    sl_view *v = c->view;
    (void)buffers;
    if (sl__trace_on())
        sl__watch.switched(c->grid, c->to_whole);
    sl__failure *failure = c->to_whole ? first_poison(c->grid) : sl__view_poison(v);
    for (int p = 0; p < c->grid->parts; p++)
        sl__part_set_poison(c->grid, p, SL__STRETCH_PART, c->to_whole ? NULL : failure);
    if (!c->to_whole)
        sl__view_set_poison(v, NULL);
    else if (!sl__view_is_gone(v))
        sl__view_set_poison(v, failure);
    sl__failure_release(failure);
    atomic_fetch_sub(&c->grid->in_use, 1);
    free(c);
    sl__view_task_done(v);
    sl__progress_wake();
}

/* In microseconds, of which a task takes about one to get there. */
static double brief(struct starpu_task *task, struct starpu_perfmodel_arch *arch, unsigned implementation)
{
    (void)task, (void)arch, (void)implementation;
    return 1;
}

static uint32_t one_footprint(struct starpu_task *task)
{
    (void)task;
    return 0;
}

struct starpu_perfmodel sl__split_brief = {
    .type = STARPU_PER_ARCH, .symbol = "starloop_brief", .arch_cost_function = brief, .footprint = one_footprint};

int sl__in_main_memory[SL__SPLIT_MOST + 1];
_Static_assert(STARPU_MAIN_RAM == 0, "sl__in_main_memory says so of each buffer");

static struct starpu_codelet switch_codelet = {.where = STARPU_CPU,
                                               .cpu_funcs = {switch_run},
                                               .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                               .specific_nodes = 1,
                                               .dyn_nodes = sl__in_main_memory,
                                               .name = "sl_switch",
                                               .model = &sl__split_brief};

static void discard(struct starpu_task *task)
{
    if (task == NULL)
        return;
    task->destroy = 0; /* or StarPU asserts that it was submitted */
    starpu_task_destroy(task);
}

/* A StarPU task with the handles of both sides: it reads one and overwrites the other. */
static struct starpu_task *make_switch(sl_view *v, sl__grid *grid, int to_whole)
{
    struct starpu_task *task = sl__reserve_ask(SL__RESERVE_TASK) ? starpu_task_create() : NULL;
    size_t count = (size_t)grid->parts + 1;
    starpu_data_handle_t *handles = malloc(count * sizeof *handles);
    enum starpu_data_access_mode *modes = malloc(count * sizeof *modes);
    change *c = malloc(sizeof *c);
    if (task == NULL || handles == NULL || modes == NULL || c == NULL) {
        free(handles);
        free(modes);
        free(c);
        discard(task);
        return NULL;
    }
    handles[0] = v->handle;
    modes[0] = to_whole ? STARPU_W : STARPU_RW;
    for (int p = 0; p < grid->parts; p++) {
        handles[p + 1] = grid->part[p].stretch[SL__STRETCH_PART].handle;
        modes[p + 1] = to_whole ? STARPU_RW : STARPU_W;
    }
    *c = (change){v, grid, to_whole};
    task->dyn_handles = handles; /* StarPU frees them */
    task->dyn_modes = modes;
    task->nbuffers = (int)count;
    task->cl = &switch_codelet;
    task->cl_arg = c;
    return task;
}

static sl_status submit_switch(sl_view *v, sl__grid *grid, int to_whole, const char *function)
{
    struct starpu_task *task = make_switch(v, grid, to_whole);
    if (task == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for the %d parts of \"%s\", got none", function, grid->parts,
                       v->label);
    atomic_fetch_add(&grid->in_use, 1);
    sl__view_task_queued(v);
    int error = starpu_task_submit(task);
    sl__lend_back();
    if (error == 0)
        return SL_SUCCESS;
    atomic_fetch_sub(&grid->in_use, 1);
    sl__view_task_done(v);
    free(task->cl_arg);
    discard(task);
    return SL_FAIL(SL_ERR_STARPU, "%s: expected StarPU to put \"%s\" %s, got %s", function, v->label,
                   to_whole ? "together" : "into parts", strerror(-error));
}

sl_status sl__split_switch(sl_view *v, sl__grid *grid, const char *function)
{
    sl__splits *splits = sl__splits_of(v);
    if (splits->parts == grid)
        return SL_SUCCESS;
    sl__data_hooks.flush(); /* loops that were queued before come before */
    atomic_store_explicit(&v->placement.planned, 0, memory_order_relaxed); /* it comes to main memory */
    if (splits->parts != NULL) {
        SL_TRY(submit_switch(v, splits->parts, 1, function));
        splits->parts = NULL;
        atomic_fetch_add(&splits->gathers, 1);
        atomic_fetch_add(&gathers, 1);
        if (sl__watched())
            sl__watch.gather(v, 0); /* what was on a device is counted as copies */
    }
    if (grid != NULL) {
        SL_TRY(submit_switch(v, grid, 0, function));
        sl__edges_outdate(grid);
        splits->parts = grid;
    }
    return SL_SUCCESS;
}

int sl__split_parts_of(sl_view *v, const sl_split *asked)
{
    sl__splits *splits = sl__splits_of(v);
    sl_split wish = *asked;
    int count[SL_MAX_RANK], parts = 0;
    if (splits != NULL) {
        pthread_mutex_lock(&splits->lock);
        parts = splits->parts != NULL ? splits->parts->parts : 0;
        wish = sl__split_asked(&splits->wish) ? splits->wish : wish;
        pthread_mutex_unlock(&splits->lock);
    }
    const int told = sl__split_asked(&wish) && wish.n[0] != SL__SPLIT_AUTO && v->rank > 0 && v->count > 0;
    return !sl__split_active ? 1 : parts > 0 ? parts : told ? sl__grid_counts(&wish, v->rank, v->n, count) : 1;
}

/* ---- looking at views, and their end -------------------------------------------------------------------- */

sl__failure *sl__split_poison(sl_view *v)
{
    sl__splits *splits = sl__splits_of(v);
    if (splits == NULL)
        return NULL;
    pthread_mutex_lock(&splits->lock);
    sl__failure *failure = splits->parts ? first_poison(splits->parts) : NULL;
    pthread_mutex_unlock(&splits->lock);
    return failure;
}

int64_t sl__split_gathers(const sl_view *v)
{
    const sl__splits *splits = sl__splits_of(v);
    return splits ? atomic_load(&splits->gathers) : 0;
}

int64_t sl__split_gathers_of_all(void)
{
    return atomic_load(&gathers);
}

void sl__split_moved(sl_view *v)
{
    sl__splits *splits = sl__splits_of(v);
    if (splits == NULL)
        return;
    for (sl__grid *grid = splits->grids; grid != NULL; grid = grid->next)
        for (int p = 0; p < grid->parts; p++) {
            struct sl__interface *itf =
                starpu_data_get_interface_on_node(grid->part[p].stretch[SL__STRETCH_PART].handle, STARPU_MAIN_RAM);
            itf->ptr = itf->dev_handle = (uintptr_t)v->data + (uintptr_t)grid->part[p].offset * v->elem;
        }
}

_Atomic int sl__spread_living;

/* Who has one of them keeps it. */
static void forget_blocks(sl_view *v)
{
    for (int k = 0; k < v->spread->own; k++)
        sl__view_unkeep(v->spread->block[k]);
    free(v->spread);
    v->spread = NULL;
}

/* Nobody reads a managed view again. */
void sl__split_free(sl_view *v)
{
    sl__splits *splits = sl__splits_of(v);
    if (splits == NULL)
        return;
    if (v->spread != NULL)
        forget_blocks(v);
    while (splits->grids != NULL) {
        sl__grid *grid = splits->grids;
        splits->grids = grid->next;
        grid_free(grid, grid == splits->parts && !v->managed);
    }
    pthread_mutex_destroy(&splits->lock);
    atomic_store(&v->splits, NULL);
    free(splits);
}
