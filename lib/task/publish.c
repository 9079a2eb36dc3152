/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/publish.h"

#include "data/mailbox.h"
#include "kernel/kinds.h"

enum { PIECE_SHIFT = 40 }; /* numbers of single tasks are below 1 << 40 */

/* Whether a device is to publish the result of an argument. While the program has the handle, tasks of its own that
 * write the view are not known here. */
static int may_publish(const sl__task *task, int i, uint64_t number)
{
    const sl__arg_info *info = &task->kernel->args[i];
    if (!sl__is_result(info->kind) || task->host[i] != NULL)
        return 0;
    sl_view *view = task->view[task->slot[i]].view;
    if (view->mail.box == NULL)
        return 0;
    if (!atomic_load_explicit(&view->mail.is_read, memory_order_relaxed) &&
        !atomic_load_explicit(&task->state->is_read[i], memory_order_relaxed)) {
        atomic_store_explicit(&view->mail.maker, &task->state->is_read[i], memory_order_relaxed);
        return 0;
    }
    atomic_store(&view->mail.number, number); /* before the look: sl_view_starpu_handle() */
    if (!atomic_load(&view->exposed))
        return 1;
    atomic_store(&view->mail.number, 0);
    return 0;
}

void sl__publish(sl__task *task, uint64_t number)
{
    sl__publish_nothing(task->view, task->views);
    task->publish = number;
    if (task->state->reductions == 0 || sl__task_may_fail(task))
        return;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (may_publish(task, i, number))
            task->publishes |= 1u << i;
}

void sl__publish_nothing(const sl__task_view view[], int views)
{
    for (int i = 0; i < views; i++)
        if (view[i].access & SL_WRITE)
            sl__mailbox_clear(view[i].view);
}

uint64_t sl__publish_number(void)
{
    static uint64_t last;
    return ++last;
}

uint64_t sl__publish_run(sl__graphs *graphs, uint64_t *word)
{
    static uint64_t pieces;
    if (graphs->piece == 0)
        graphs->piece = ++pieces;
    *word = graphs->runs++ * SL__PUBLISH_RUN;
    return (graphs->piece << PIECE_SHIFT) + *word;
}
