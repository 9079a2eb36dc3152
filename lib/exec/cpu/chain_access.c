/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/chain_access.h"

#include "kernel/kinds.h"

/* Widens a use to one more argument that has the view: by as much on both sides. */
static void chain_widen(sl__chain_use *use, sl_index width, sl_index shift)
{
    const sl_index low = use->shift - use->width < shift - width ? use->shift - use->width : shift - width;
    const sl_index high = use->shift + use->width > shift + width ? use->shift + use->width : shift + width;
    use->width = (high - low + 1) / 2;
    use->shift = low + use->width;
}

/* The argument's view: which dimension follows the loop's outermost index, and how far behind it where the argument
 * sees some of the view. One that stands twice keeps the wider reach. */
static void describe_argument(sl__link *link, const sl__task *task, int i, int outer)
{
    const sl__window *window = sl__window_at(task->windows, i);
    const sl__parameter *p = &task->state->parameter[i];
    sl__chain_use *use = &link->use[task->slot[i]];
    int dim = -1;
    for (int d = 0; p->reach.kind != SL__REACH_ANY && d < p->info->rank; d++)
        if (p->reach.index[d] == outer && dim < 0)
            dim = d;
    sl_index width = p->reach.kind == SL__REACH_HALO && dim >= 0 ? p->reach.width[dim] : 0;
    const sl_index shift = window != NULL && dim >= 0 ? window->shift[dim] : 0;
    if (window != NULL && dim >= 0)
        dim = window->along[dim];
    if (use->dim == -2) {
        use->dim = dim;
        use->width = width;
        use->shift = shift;
    } else {
        use->dim = use->dim == dim ? dim : -1;
        chain_widen(use, width, shift);
    }
}

/* @param[in] outer  the loop's index along which its slabs lie */
static void describe_uses(sl__link *link, const sl__loop_exec *run, const unsigned char place[], int outer)
{
    const sl__task *task = run->task;
    link->uses = task->views;
    for (int v = 0; v < task->views; v++)
        link->use[v] = (sl__chain_use){.view = place[v], .access = task->view[v].access, .dim = -2};
    for (int i = 0; i < task->kernel->nargs; i++) {
        int kind = task->kernel->args[i].kind;
        if (sl__is_result(kind) && task->host[i] == NULL)
            link->use[task->slot[i]].target = 1;
        else if (sl__is_view(kind))
            describe_argument(link, task, i, outer);
    }
    for (int v = 0; v < task->views; v++)
        if (link->use[v].dim == -2)
            link->use[v].dim = -1;
}

void sl__link_make(sl__link *link, const sl__loop_exec *run, const unsigned char place[])
{
    const sl__cut *cut = &run->cut;
    int outer = cut->kind == SL__UNIT_BLOCKS  ? 0 /* blocks lie along index 0 whatever the layout */
                : cut->kind == SL__UNIT_TILES ? cut->outer[0]
                                              : cut->order[0];
    link->lo = cut->lo[outer];
    link->hi = cut->hi[outer];
    link->slab = cut->kind == SL__UNIT_ROWS ? 1 : cut->extent[outer];
    link->before = cut->shift;
    link->slabs = cut->units > 0 ? cut->grid[0] : 0;
    link->units = link->slabs > 0 ? cut->units / link->slabs : 0;
    link->points = cut->points;
    link->alone = run->alone;
    describe_uses(link, run, place, outer);
}
