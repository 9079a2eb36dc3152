/* SPDX-License-Identifier: BSD-3-Clause */
#include "trace/tools.h"

#include "config.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include <starloop/runtime.h>

#include "backend/backend.h"
#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "base/starpu.h"
#include "base/state.h"
#include "machine/machine.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sl_tools wanted; /* by the program; version 0: none. Under the lock */
static sl_tools tools;  /* written while the switch is off */
static void *library;   /* that it is from; NULL: the program */
static _Atomic uint64_t last;

/* ---- what tools get ------------------------------------------------------------------------------------- */

static uint64_t next_id(void)
{
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

uint64_t sl__tools_begin_loop(const sl_tool_loop *loop)
{
    uint64_t id = next_id();
    if (tools.begin_loop != NULL)
        tools.begin_loop(tools.data, loop, &id);
    return id;
}

void sl__tools_end_loop(uint64_t id)
{
    if (tools.end_loop != NULL)
        tools.end_loop(tools.data, id);
}

uint64_t sl__tools_begin_copy(sl__way way, const void *data, size_t bytes)
{
    static const sl_tool_way ways[SL__WAYS] = {[SL__WAY_IN] = SL_TOOL_TO_GPU,
                                               [SL__WAY_OUT] = SL_TOOL_FROM_GPU,
                                               [SL__WAY_ACROSS] = SL_TOOL_BETWEEN_GPUS,
                                               [SL__WAY_HOST] = SL_TOOL_BETWEEN_NODES};
    char label[SL__VIEW_LABEL];
    uint64_t id = next_id();
    if (tools.begin_copy == NULL)
        return id;
    sl__watch.label(data, label);
    const sl_tool_copy copy = {.label = label, .way = ways[way], .bytes = bytes};
    tools.begin_copy(tools.data, &copy, &id);
    return id;
}

void sl__tools_end_copy(uint64_t id)
{
    if (tools.end_copy != NULL)
        tools.end_copy(tools.data, id);
}

static sl_tool_memory memory_on(unsigned node, const void *data, size_t bytes, const char *label)
{
    const enum starpu_node_kind kind = starpu_node_get_kind(node);
    const sl_tool_space space = kind == STARPU_CPU_RAM    ? SL_TOOL_MAIN_MEMORY
                                : kind == STARPU_DISK_RAM ? SL_TOOL_DISK
                                                          : SL_TOOL_GPU_MEMORY;
    return (sl_tool_memory){.label = label,
                            .space = space,
                            .number = space == SL_TOOL_GPU_MEMORY ? starpu_memory_node_get_devid(node) : (int)node,
                            .address = data,
                            .bytes = bytes};
}

void sl__tools_memory_taken(unsigned node, const void *data, size_t bytes, const char *view)
{
    sl__watch.place(data, view);
    if (tools.allocate == NULL)
        return;
    const sl_tool_memory memory = memory_on(node, data, bytes, view);
    tools.allocate(tools.data, &memory);
}

void sl__tools_memory_given(unsigned node, const void *data, size_t bytes)
{
    char label[SL__VIEW_LABEL];
    if (tools.deallocate == NULL)
        return;
    sl__watch.label(data, label);
    const sl_tool_memory memory = memory_on(node, data, bytes, label);
    tools.deallocate(tools.data, &memory);
}

uint64_t sl__tools_begin_wait(const char *function)
{
    uint64_t id = next_id();
    if (tools.begin_wait != NULL)
        tools.begin_wait(tools.data, function, &id);
    return id;
}

void sl__tools_end_wait(uint64_t id)
{
    if (tools.end_wait != NULL)
        tools.end_wait(tools.data, id);
}

uint64_t sl__tools_begin_phase(const char *name)
{
    uint64_t id = next_id();
    if (tools.begin_phase != NULL)
        tools.begin_phase(tools.data, name, &id);
    return id;
}

void sl__tools_end_phase(uint64_t id)
{
    if (tools.end_phase != NULL)
        tools.end_phase(tools.data, id);
}

/* ---- the table ----------------------------------------------------------------------------------------- */

sl_status sl_tools_set(const sl_tools *table)
{
    static const sl_tools none;
    if (sl__state_get() != SL__STATE_OFF)
        return SL_FAIL(SL_ERR_STATE, "sl_tools_set: expected a call before sl_init() or after sl_finalize(), got one "
                                     "while Starloop runs");
    if (table != NULL && table->version != SL_TOOLS_VERSION)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_tools_set: tools: expected a table of version %d, got version %d",
                       SL_TOOLS_VERSION, table->version);
    pthread_mutex_lock(&lock);
    wanted = table != NULL ? *table : none;
    pthread_mutex_unlock(&lock);
    return SL_SUCCESS;
}

/* The table of a library that stays open. @return 0 when it has none that can be used, which is said. */
static int open_library(const char *path)
{
    const char *name = sl__env_name(SL__ENV_TOOLS);
    void *opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (opened == NULL) {
        SL_LOG(SL_LOG_WARN, "sl_init: %s: expected a shared library that can be opened, got \"%s\": %s", name, path,
               dlerror());
        return 0;
    }
    const sl_tools *table = dlsym(opened, "sl_tools_table");
    if (table != NULL && table->version == SL_TOOLS_VERSION) {
        tools = *table;
        library = opened;
        return 1;
    }
    if (table == NULL)
        SL_LOG(SL_LOG_WARN, "sl_init: %s: expected a library that defines sl_tools_table, got \"%s\", which does not",
               name, path);
    else
        SL_LOG(SL_LOG_WARN,
               "sl_init: %s: expected a table of version %d, got version %d of \"%s\": compile it with the headers of "
               "this library",
               name, SL_TOOLS_VERSION, table->version, path);
    dlclose(opened);
    return 0;
}

static int find_table(void)
{
    const char *path = sl__env_text(SL__ENV_TOOLS);
    if (*path && open_library(path))
        return 1;
    pthread_mutex_lock(&lock);
    tools = wanted;
    pthread_mutex_unlock(&lock);
    return tools.version != 0;
}

int sl__tools_init(void)
{
    const sl__plan *plan = sl__machine_plan();
    if (!find_table())
        return 0;
    const sl_tool_start start = {.version = PACKAGE_VERSION,
                                 .cores = plan != NULL ? plan->cores : 0,
                                 .groups = sl__machine_groups(),
                                 .gpus = sl__device_workers()};
    if (tools.init != NULL)
        tools.init(tools.data, &start);
    return 1;
}

void sl__tools_fini(void)
{
    if (tools.fini != NULL)
        tools.fini(tools.data);
}

void sl__tools_release(void)
{
    memset(&tools, 0, sizeof tools);
    if (library != NULL)
        dlclose(library);
    library = NULL;
}
