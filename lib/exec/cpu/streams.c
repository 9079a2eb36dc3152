/* SPDX-License-Identifier: BSD-3-Clause */
/* When loops write past the caches, and ask for what lies beyond them. */
#include "base/env.h"
#include "exec/cpu/loop.h"
#include "exec/cpu/measured.h"
#include "exec/cpu/streams.h"
#include "kernel/kinds.h"
#include "machine/machine.h"

static uint64_t cache_bytes;

void sl__cpu_streams_init(void)
{
    const sl__topology *topology = sl__machine_topology();
    cache_bytes = topology && topology->l3 ? topology->l3 : 32u << 20;
}

/* What a loop sweeps, each element once. */
static uint64_t swept_bytes(const sl__task *task)
{
    uint64_t bytes = 0;
    for (int i = 0; i < task->kernel->nargs; i++)
        if (sl__kinds[task->kernel->args[i].kind].swept)
            bytes += task->kernel->args[i].size;
    return bytes * (uint64_t)sl__task_points(task);
}

int sl__cpu_asks_ahead(const sl__task *task)
{
    return swept_bytes(task) > SL__AHEAD_FROM;
}

/* Writing past the caches pays when what the loop touches is far larger than they are; where layouts differ, earlier,
 * since the lines that tiles write evict each other. Not where indices are checked: a bad one becomes 0, which is not
 * in the small buffer from which such a loop writes on. */
unsigned sl__cpu_streams(const sl__task *task)
{
    int64_t mode = sl__env_int(SL__ENV_NONTEMPORAL);
    if (!task->state->streams || mode == SL__NONTEMPORAL_NEVER || task->kernel->bounds_checked)
        return 0;
    if (mode == SL__NONTEMPORAL_ALWAYS)
        return SL__STREAMS_ONE_CASE | SL__STREAMS_MIXED;
    const uint64_t bytes = swept_bytes(task);
    int small = 0;
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__arg_info *info = &task->kernel->args[i];
        small |= sl__kinds[info->kind].access == SL_WRITE && info->size < SL__STREAM_MIXED_ELEMENT;
    }
    int one_case = bytes > SL__STREAM_CACHES * cache_bytes,
        mixed = !small && (one_case || bytes > SL__STREAM_MIXED_BYTES);
    return (one_case ? SL__STREAMS_ONE_CASE : 0) | (mixed ? SL__STREAMS_MIXED : 0);
}
