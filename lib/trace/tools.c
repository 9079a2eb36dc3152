/* SPDX-License-Identifier: BSD-3-Clause */
#include "trace/tools.h"

#include "config.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <starloop/runtime.h>

#include "backend/backend.h"
#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "base/starpu.h"
#include "base/state.h"
#include "machine/machine.h"

enum { MOST = 8, CHUNK = 64 };

/* The identifiers that the tools have given to one thing. */
typedef struct told {
    struct told *next; /* free ones */
    uint64_t id[MOST];
} told;

typedef struct chunk {
    struct chunk *next;
    told told[CHUNK];
} chunk;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sl_tools wanted;      /* by the program; version 0: none. Under the lock */
static sl_tools tools[MOST]; /* the program's, then those of libraries. Written while the switch is off */
static void *library[MOST];  /* that each is from; NULL: the program */
static int count;
static chunk *chunks; /* all memory for identifiers of several tools, and what of it is free. Under the lock */
static told *free_told;
static _Atomic uint64_t last;

/* ---- identifiers ------------------------------------------------------------------------------------------ */

static uint64_t next_id(void)
{
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

static told *take_told(void)
{
    pthread_mutex_lock(&lock);
    if (free_told == NULL) {
        chunk *const c = calloc(1, sizeof *c);
        for (int i = 0; c != NULL && i < CHUNK; i++) {
            c->told[i].next = free_told;
            free_told = &c->told[i];
        }
        if (c != NULL) {
            c->next = chunks;
            chunks = c;
        }
    }
    told *const t = free_told;
    if (t != NULL)
        free_told = t->next;
    pthread_mutex_unlock(&lock);
    return t;
}

static void give_told(told *t)
{
    pthread_mutex_lock(&lock);
    t->next = free_told;
    free_told = t;
    pthread_mutex_unlock(&lock);
}

/* Where the tools put their identifiers. One tool alone needs no memory. @return NULL: there is none */
static told *told_begin(told *alone)
{
    told *const t = count > 1 ? take_told() : alone;
    const uint64_t id = next_id();
    for (int k = 0; t != NULL && k < count; k++)
        t->id[k] = id;
    return t;
}

/* What stands for all of them until the end: with one tool its own. 0: nobody was told */
static uint64_t told_keep(const told *t)
{
    return t == NULL ? 0 : count > 1 ? (uintptr_t)t : t->id[0];
}

/* ---- what tools get ------------------------------------------------------------------------------------- */

/* What begins: each tool in turn. */
#define TELL_BEGIN(MEMBER_, WHAT_) \
    do { \
        told alone, *const t = told_begin(&alone); \
        for (int k = 0; t != NULL && k < count; k++) \
            if (tools[k].MEMBER_ != NULL) \
                tools[k].MEMBER_(tools[k].data, WHAT_, &t->id[k]); \
        return told_keep(t); \
    } while (0)

/* What ends: the last tool first. */
#define TELL_END(MEMBER_, ID_) \
    do { \
        told *const several = count > 1 ? (told *)(uintptr_t)(ID_) : NULL; \
        for (int k = count - 1; k >= 0 && (count == 1 || several != NULL); k--) \
            if (tools[k].MEMBER_ != NULL) \
                tools[k].MEMBER_(tools[k].data, several != NULL ? several->id[k] : (ID_)); \
        if (several != NULL) \
            give_told(several); \
    } while (0)

/* Is there a tool that has such a function? */
#define ASKED_FOR(MEMBER_, ASKED_) \
    int ASKED_ = 0; \
    for (int k = 0; k < count; k++) \
    ASKED_ |= tools[k].MEMBER_ != NULL

uint64_t sl__tools_begin_loop(const sl_tool_loop *loop)
{
    TELL_BEGIN(begin_loop, loop);
}

void sl__tools_end_loop(uint64_t id)
{
    TELL_END(end_loop, id);
}

uint64_t sl__tools_begin_copy(sl__way way, const void *data, size_t bytes)
{
    static const sl_tool_way ways[SL__WAYS] = {[SL__WAY_IN] = SL_TOOL_TO_GPU,
                                               [SL__WAY_OUT] = SL_TOOL_FROM_GPU,
                                               [SL__WAY_ACROSS] = SL_TOOL_BETWEEN_GPUS,
                                               [SL__WAY_HOST] = SL_TOOL_BETWEEN_NODES};
    char label[SL__VIEW_LABEL] = "";
    ASKED_FOR(begin_copy, asked);
    if (asked)
        sl__watch.label(data, label);
    const sl_tool_copy copy = {.label = label, .way = ways[way], .bytes = bytes};
    TELL_BEGIN(begin_copy, &copy);
}

void sl__tools_end_copy(uint64_t id)
{
    TELL_END(end_copy, id);
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
    ASKED_FOR(allocate, asked);
    if (!asked)
        return;
    const sl_tool_memory memory = memory_on(node, data, bytes, view);
    for (int k = 0; k < count; k++)
        if (tools[k].allocate != NULL)
            tools[k].allocate(tools[k].data, &memory);
}

void sl__tools_memory_given(unsigned node, const void *data, size_t bytes)
{
    char label[SL__VIEW_LABEL];
    ASKED_FOR(deallocate, asked);
    if (!asked)
        return;
    sl__watch.label(data, label);
    const sl_tool_memory memory = memory_on(node, data, bytes, label);
    for (int k = count - 1; k >= 0; k--)
        if (tools[k].deallocate != NULL)
            tools[k].deallocate(tools[k].data, &memory);
}

uint64_t sl__tools_begin_wait(const char *function)
{
    TELL_BEGIN(begin_wait, function);
}

void sl__tools_end_wait(uint64_t id)
{
    TELL_END(end_wait, id);
}

uint64_t sl__tools_begin_phase(const char *name)
{
    TELL_BEGIN(begin_phase, name);
}

void sl__tools_end_phase(uint64_t id)
{
    TELL_END(end_phase, id);
}

/* ---- the tables ---------------------------------------------------------------------------------------- */

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

static void add_table(const sl_tools *table, void *opened)
{
    tools[count] = *table;
    library[count++] = opened;
}

/* Adds the table of a library, which stays open; where it has none that can be used, that is said. */
static void open_library(const char *path)
{
    const char *name = sl__env_name(SL__ENV_TOOLS);
    if (count == MOST) {
        SL_LOG(SL_LOG_WARN, "sl_init: %s: expected at most %d tools, got \"%s\" as well", name, MOST, path);
        return;
    }
    void *opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (opened == NULL) {
        SL_LOG(SL_LOG_WARN, "sl_init: %s: expected a shared library that can be opened, got \"%s\": %s", name, path,
               dlerror());
        return;
    }
    const sl_tools *table = dlsym(opened, "sl_tools_table");
    if (table != NULL && table->version == SL_TOOLS_VERSION) {
        add_table(table, opened);
        return;
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
}

/* Those of a list of names with colons between. */
static void open_libraries(const char *list)
{
    while (*list != '\0') {
        const size_t length = strcspn(list, ":");
        char *const path = length > 0 ? strndup(list, length) : NULL;
        if (path != NULL)
            open_library(path);
        else if (length > 0)
            SL_LOG(SL_LOG_WARN, "sl_init: %s: expected memory for a name, got none", sl__env_name(SL__ENV_TOOLS));
        free(path);
        list += length + (list[length] == ':');
    }
}

int sl__tools_init(void)
{
    const sl__plan *plan = sl__machine_plan();
    count = 0;
    pthread_mutex_lock(&lock);
    if (wanted.version != 0)
        add_table(&wanted, NULL);
    pthread_mutex_unlock(&lock);
    open_libraries(sl__env_text(SL__ENV_TOOLS));
    if (count == 0)
        return 0;
    const sl_tool_start start = {.version = PACKAGE_VERSION,
                                 .cores = plan != NULL ? plan->cores : 0,
                                 .groups = sl__machine_groups(),
                                 .gpus = sl__device_workers()};
    for (int k = 0; k < count; k++)
        if (tools[k].init != NULL)
            tools[k].init(tools[k].data, &start);
    return 1;
}

void sl__tools_fini(void)
{
    for (int k = count - 1; k >= 0; k--)
        if (tools[k].fini != NULL)
            tools[k].fini(tools[k].data);
}

void sl__tools_release(void)
{
    while (count > 0)
        if (library[--count] != NULL)
            dlclose(library[count]);
    free_told = NULL;
    while (chunks != NULL) {
        chunk *const c = chunks;
        chunks = c->next;
        free(c);
    }
}
