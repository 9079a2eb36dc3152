/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/edge_task.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/progress.h"
#include "base/reserve.h"
#include "data/interface.h"
#include "data/reaper.h"
#include "data/view.h"
#include "machine/lend.h"
#include "task/task.h"

sl__edge_copy sl__edge_save_copy(const sl__edge_save *save, void *const buffers[])
{
    const struct sl__interface *part = buffers[0];
    const uintptr_t before = (uintptr_t)save->grid->part[save->part].offset * save->grid->view->elem;
    return sl__edge_copy_of(save->grid, save->part, save->stretch, buffers[1], part->ptr - before, 1);
}

void sl__edge_save_mark(const sl__edge_save *save, sl__failure *failure)
{
    if (failure == NULL)
        failure = sl__part_poison(save->grid, save->part, SL__STRETCH_PART);
    sl__part_set_poison(save->grid, save->part, save->stretch, failure);
    sl__failure_release(failure);
}

void sl__edge_save_end(sl__edge_save *save, sl__failure *failure)
{
    sl__edge_save_mark(save, failure);
    sl__edge_save_leave(save);
}

void sl__edge_save_leave(sl__edge_save *save)
{
    sl_view *view = save->grid->view;
    atomic_fetch_sub(&save->grid->in_use, 1);
    free(save);
    sl__view_task_done(view);
    sl__progress_wake();
}

static void save_run(void *buffers[], void *arg)
{
    const sl__edge_copy copy = sl__edge_save_copy(arg, buffers);
    memcpy(copy.to, copy.from, copy.bytes);
    sl__edge_save_end(arg, NULL);
}

struct starpu_codelet sl__edge_codelet = {.where = STARPU_CPU,
                                          .cpu_funcs = {save_run},
                                          .nbuffers = 2,
                                          .modes = {STARPU_R, STARPU_W},
                                          .name = "sl_edge",
                                          .model = &sl__split_brief};

static struct starpu_task *make_save(sl__grid *grid, int part, int stretch, sl__at at)
{
    struct starpu_task *task = sl__reserve_ask(SL__RESERVE_TASK) ? starpu_task_create() : NULL;
    sl__edge_save *save = malloc(sizeof *save);
    if (task == NULL || save == NULL) {
        free(save);
        sl__task_discard(task);
        return NULL;
    }
    *save = (sl__edge_save){grid, part, stretch, at};
    task->cl = &sl__edge_codelet;
    task->cl_arg = save;
    task->handles[0] = grid->part[part].stretch[SL__STRETCH_PART].handle;
    task->handles[1] = grid->part[part].stretch[stretch].handle;
    return task;
}

sl_status sl__edge_save_submit(sl__grid *grid, int part, int stretch, int worker, sl__at at, const char *function)
{
    sl_view *view = grid->view;
    struct starpu_task *task = make_save(grid, part, stretch, at);
    if (task == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for the edges of the parts of \"%s\", got none", function,
                       view->label);
    sl__task_pin(task, worker);
    if (worker < 0) /* a device would fetch all of the part */
        task->where = STARPU_CPU;
    atomic_fetch_add(&grid->in_use, 1);
    sl__view_task_queued(view);
    sl__edge_save *save = task->cl_arg;
    const int error = starpu_task_submit(task);
    sl__lend_back();
    if (error == 0)
        return SL_SUCCESS;
    atomic_fetch_sub(&grid->in_use, 1);
    sl__view_task_done(view);
    free(save);
    sl__task_discard(task);
    return SL_FAIL(SL_ERR_STARPU, "%s: expected StarPU to copy an edge of \"%s\", got %s", function, view->label,
                   strerror(-error));
}
