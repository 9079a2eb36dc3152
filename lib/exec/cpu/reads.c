/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/reads.h"

#include <string.h>

#include "data/interface.h"
#include "data/layout.h"
#include "kernel/kinds.h"

int sl__reads_active;

static uint64_t reads_mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

static uint64_t sum_of_run(uint64_t sum, const unsigned char *bytes, size_t count)
{
    uint64_t word = 0;
    for (; count >= sizeof word; bytes += sizeof word, count -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        sum = reads_mix(sum, word);
    }
    word = 0;
    memcpy(&word, bytes, count);
    return reads_mix(sum, word ^ count);
}

/* The elements alone: what lies between them may be another one's. */
static uint64_t sum_of(const void *first, int rank, size_t elem, const int64_t n[], const int64_t s[])
{
    const sl__runs runs = sl__layout_runs(rank, elem, n, s);
    int64_t index[SL_MAX_RANK] = {0};
    size_t offset = 0;
    uint64_t sum = 1;
    if (runs.run == 0)
        return sum;
    do
        sum = sum_of_run(sum, (const unsigned char *)first + offset, runs.run);
    while (sl__runs_next(&runs, 0, index, &offset));
    return sum;
}

/* Number of arguments of a kernel, or of views of a host function. */
static int reads_count(const sl__task *task)
{
    return task->kernel != NULL ? task->kernel->nargs : task->views < SL_MAX_ARGS ? task->views : SL_MAX_ARGS;
}

/* What argument i, or view i of a host function, has in it; 0 where it is not only read. */
static uint64_t sum_at(const sl__task *task, void *buffers[], int i)
{
    const sl__task_view *views = sl__task_uses(task);
    if (task->kernel != NULL && task->state->parameter[i].class != SL__CLASS_VIEW)
        return 0;
    const int slot = task->kernel != NULL ? task->slot[i] : i;
    const int reads = task->kernel != NULL ? !task->state->parameter[i].writes : views[slot].access == SL_READ;
    const struct sl__interface *whole = buffers[slot];
    const sl__window *window = task->kernel != NULL ? sl__window_at(task->windows, i) : NULL;
    if (!reads)
        return 0;
    if (window != NULL && window->map != SL__LAYOUT_RIGHT)
        return sum_of((const char *)whole->ptr + window->offset, 1, 1, &(int64_t){(int64_t)window->span},
                      &(int64_t){1});
    if (window != NULL)
        return sum_of((const char *)whole->ptr + window->offset, window->rank, window->elem, window->n, window->s);
    return sum_of((const void *)whole->ptr, whole->rank, whole->elem, whole->n, whole->s);
}

void sl__reads_note(sl__reads *reads, const sl__task *task, void *buffers[])
{
    for (int i = 0; i < reads_count(task); i++)
        reads->sum[i] = sum_at(task, buffers, i);
}

static sl__failure *written(const sl__task *task, int i)
{
    const sl__task_view *views = sl__task_uses(task);
    if (task->kernel == NULL)
        return sl__failure_new(task->at, SL_ERR_TASK,
                               "host task \"%s\": expected \"%s\", which it has by SL_R, to be as it was, but the "
                               "function has written it",
                               task->label, views[i].view->label);
    const sl__window *window = sl__window_at(task->windows, i);
    return sl__failure_new(
        task->at, SL_ERR_TASK,
        "kernel %s (task \"%s\"), argument %s: expected \"%s\", which is only read, to be as it was, "
        "but the body has written it",
        task->kernel->name, task->label, task->kernel->args[i].name,
        window != NULL ? window->label : views[task->slot[i]].view->label);
}

sl__failure *sl__reads_look(const sl__reads *reads, const sl__task *task, void *buffers[])
{
    for (int i = 0; i < reads_count(task); i++)
        if (sum_at(task, buffers, i) != reads->sum[i])
            return written(task, i);
    return NULL;
}
