/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr1 */
#endif
#include "task/kernel_state.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/error.h"
#include "base/log.h"
#include "kernel/blocks.h"
#include "kernel/kinds.h"
#include "kernel/form.h"
#include "kernel/modifiers.h"
#include "kernel/reduce.h"
#include "kernel/scatter.h"
#include "kernel/scan.h"
#include "kernel/space.h"
#include "task/place.h"
#include "task/seconds.h"
#include "task/task.h"

static pthread_mutex_t states_lock = PTHREAD_MUTEX_INITIALIZER;
static sl__kernel_state *states; /* under the lock */

static uint32_t hash_text(uint32_t hash, const char *text)
{
    return starpu_hash_crc32c_be_n(text, strlen(text), hash);
}

/* Not of the file's folder, nor of its line. Bounds checks make another kernel of it. */
uint32_t sl__kernel_hash(const sl_kernel *kernel)
{
    const char *slash = strrchr(kernel->file, '/');
    uint32_t hash = hash_text(hash_text(0, kernel->name), slash ? slash + 1 : kernel->file);
    hash = starpu_hash_crc32c_be((uint32_t)(kernel->rank * 2 + (kernel->bounds_checked != 0)), hash);
    for (int i = 0; i < kernel->nargs; i++) {
        const sl__arg_info *info = &kernel->args[i];
        hash = hash_text(hash_text(hash_text(hash, info->name), info->type_name), info->modifiers);
        hash = starpu_hash_crc32c_be((uint32_t)(info->kind * 64 + info->rank * 8 + info->op), hash);
    }
    return hash;
}

/* A multiplication and a fold: quick, for every call passes here. */
static uint64_t mix(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

uint32_t sl__kernel_key(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space)
{
    const sl__kernel_state *known = __atomic_load_n(kernel->state, __ATOMIC_ACQUIRE);
    const sl_occupancy *o = &policy->occupancy;
    const sl__form *form = sl__form_of(kernel);
    uint64_t hash = mix(0, known ? known->hash : sl__kernel_hash(kernel));
    for (int d = 0; d < space->rank; d++)
        hash = mix(mix(hash, (uint64_t)sl__size_class(sl__space_length(space, d))),
                   (uint64_t)policy->tile[d] * 8 + (uint64_t)policy->order[d]);
    if (space->kind != SL_SPACE_BOX)
        hash = mix(hash, (uint64_t)space->kind);
    hash = mix(hash, (uint64_t)policy->chunk * 64 + (uint64_t)policy->collapse * 32 + (uint64_t)policy->schedule);
    hash = mix(hash, (uint64_t)policy->grid << 11 ^ (uint64_t)policy->block);
    if (policy->min_blocks != 0)
        hash = mix(hash, (uint64_t)policy->min_blocks);
    if (policy->iterate_inner != SL_ITERATE_DEFAULT || policy->iterate_outer != SL_ITERATE_DEFAULT)
        hash = mix(hash, (uint64_t)policy->iterate_inner * 4 + (uint64_t)policy->iterate_outer + 1);
    if (policy->scatter != SL_SCATTER_AUTO || policy->reproducible != SL_NO)
        hash = mix(hash, (uint64_t)policy->scatter * 4 + (uint64_t)policy->reproducible);
    if (form->key != NULL)
        hash = mix(hash, form->key(policy));
    if (o->kind != SL__OCCUPANCY_DEFAULT) {
        hash = mix(hash, (uint64_t)o->kind << 32 | (uint32_t)o->num);
        hash = mix(mix(hash, (uint64_t)(uint32_t)o->den << 32 | (uint32_t)o->offset), (uintptr_t)o->custom);
    }
    return (uint32_t)(hash >> 32 ^ hash);
}

/* One over a struct is what the compiler has seen to be right. */
static sl_status read_reduction(const sl_kernel *kernel, sl__parameter *p, const char *function,
                                sl__kernel_state *state)
{
    const sl__arg_info *info = p->info;
    const sl__form *form = sl__form_of(kernel);
    state->reductions++;
    if (state->blocks == 0)
        state->blocks = form->blocks;
    if (form->ordered && info->reducer_ != NULL && info->reducer_->ordered_ == SL__ORDERED_EVERYWHERE)
        state->blocks = SL__BLOCKS_IN_ORDER;
    if (info->reducer_ != NULL) {
        if (p->type == 0)
            p->type = sl_type_struct(info->type_name, info->size, info->align);
        return p->type == 0 ? sl_last_status() : SL_SUCCESS;
    }
    if (sl__reduce_known(info->op, info->type))
        return SL_SUCCESS;
    return SL_FAIL(
        SL_ERR_TYPE,
        "%s: kernel %s, argument %s: expected a reduction over a built-in type, with band, bor and bxor over "
        "an integer, got %s",
        function, kernel->name, info->name, info->type_name);
}

static sl_status read_scatter(sl__parameter *p, const sl_kernel *kernel, const char *function, sl__kernel_state *state)
{
    p->joins = p->reach;
    p->reach = (sl__reach){.atomic = 1};
    state->scatters++;
    state->scatter_order |= sl__scatter_has_order(p->info->op, p->type);
    if (sl__scatter_known(p->info->op, p->type))
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_TYPE,
                   "%s: kernel %s, argument %s: expected a scatter of sum, prod, min or max over a built-in type, "
                   "or of band, bor or bxor over an integer, got operator %d over %s",
                   function, kernel->name, p->info->name, SL__JOINS_OP(p->info->op), p->info->type_name);
}

/* The length of an array of results: a number, or an integer scalar of the kernel by its name. */
static sl_status read_length(const sl_kernel *kernel, sl__parameter *p, const char *function)
{
    const char *text = p->info->modifiers;
    char *end;
    const long long number = strtoll(text, &end, 0);
    if (end != text && *end == '\0' && number > 0) {
        p->reach.fixed[0] = number;
        return SL_SUCCESS;
    }
    for (int i = 0; i < kernel->nargs; i++)
        if (kernel->args[i].kind == SL__SCALAR && strcmp(kernel->args[i].name, text) == 0 &&
            kernel->args[i].type > SL_DOUBLE && kernel->args[i].type < SL__TYPE_BUILTIN_END) {
            p->length = (short)i;
            return SL_SUCCESS;
        }
    return SL_FAIL(SL_ERR_ARGUMENT,
                   "%s: kernel %s, argument %s: array: expected a number above 0 or the name of an integer scalar of "
                   "the kernel, got '%s'",
                   function, kernel->name, p->info->name, text);
}

static sl_status read_array(const sl_kernel *kernel, sl__parameter *p, const char *function, sl__kernel_state *state)
{
    p->reach.atomic = 1; /* iterations may join into one element */
    state->scatters++;
    state->arrays++;
    SL_TRY(read_length(kernel, p, function));
    if (sl__reduce_known(p->info->op, p->type))
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_TYPE,
                   "%s: kernel %s, argument %s: expected a reduction over an array of a built-in type, with band, bor "
                   "and bxor over an integer, got %s",
                   function, kernel->name, p->info->name, p->info->type_name);
}

/* What a kernel that reduces into arrays may not have. */
static sl_status check_arrays(const sl_kernel *kernel, const sl__kernel_state *state, const char *function)
{
    const sl__form *form = sl__form_of(kernel);
    const char *what = state->reductions > 0          ? "reduction into a single value (array(1) is one)"
                       : !form->boxes && !form->nests ? form->noun
                                                      : NULL;
    if (state->arrays == 0 || what == NULL)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: kernel %s: expected no %s beside a reduction into an array, got one",
                   function, kernel->name, what);
}

static sl_status note_map(const sl_kernel *kernel, int i, const char *function, sl__kernel_state *state)
{
    if (state->map >= 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s, argument %s: expected one argument with map, got a second",
                       function, kernel->name, kernel->args[i].name);
    state->map = i;
    return SL_SUCCESS;
}

/* A map is of what the kernel scatters into. */
static sl_status check_map(const sl_kernel *kernel, const sl__kernel_state *state, const char *function)
{
    if (state->map < 0 || state->scatters > state->arrays)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_ARGUMENT,
                   "%s: kernel %s, argument %s: expected map in a kernel that scatters, got one that "
                   "does not",
                   function, kernel->name, kernel->args[state->map].name);
}

static sl_status read_value(sl__parameter *p, sl__kernel_state *state)
{
    p->scalar = (state->scalars + p->info->align - 1) / p->info->align * p->info->align;
    state->scalars = p->scalar + p->info->size;
    return SL_SUCCESS;
}

static sl_status read_view(const sl_kernel *kernel, sl__parameter *p, const char *function, sl__kernel_state *state)
{
    SL_TRY(sl__modifiers_read(kernel, p->info, function, &p->reach));
    if (p->reach.targets)
        SL_TRY(note_map(kernel, (int)(p - state->parameter), function, state));
    if (sl__joins_of(p->info->kind) == SL__JOINS_VALUES)
        SL_TRY(read_scatter(p, kernel, function, state));
    state->own &= (p->reach.identity || p->info->rank == 0) && !p->reach.atomic;
    state->turned |= sl__reach_orders(&p->reach, p->info->rank, kernel->rank) && !p->reach.identity;
    state->streams |= p->access == SL_WRITE && p->reach.identity && !p->reach.atomic && p->reach.pack == 0 &&
                      p->reach.map == SL__LAYOUT_RIGHT && p->info->size <= SL__STREAM_MOST;
    return SL_SUCCESS;
}

static sl_status read_any_view(const sl_kernel *kernel, sl__parameter *p, const char *function, sl__kernel_state *state)
{
    state->views++;
    state->writes |= p->writes;
    if (p->type == 0)
        p->type = sl_type_struct(p->info->type_name, p->info->size, p->info->align);
    if (p->type == 0)
        return sl_last_status();
    return sl__joins_of(p->info->kind) == SL__JOINS_RESULTS ? read_array(kernel, p, function, state)
                                                            : read_view(kernel, p, function, state);
}

static sl_status read_parameter(const sl_kernel *kernel, int i, const char *function, sl__kernel_state *state)
{
    sl__parameter *p = &state->parameter[i];
    p->info = &kernel->args[i];
    const sl__kind *kind = sl__kind_of(p->info->kind);
    p->type = p->info->type;
    p->class = (unsigned char)kind->class;
    p->access = (unsigned char)kind->access;
    p->leaves_unwritten = (unsigned char)kind->leaves_unwritten;
    p->length = -1;
    p->writes = (kind->access & SL_WRITE) != 0 || kind->class == SL__CLASS_RESULT;
    switch (kind->class) {
    case SL__CLASS_VALUE: return read_value(p, state);
    case SL__CLASS_VIEW: return read_any_view(kernel, p, function, state);
    case SL__CLASS_RESULT: return read_reduction(kernel, p, function, state);
    case SL__CLASS_NONE: break;
    }
    return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s, argument %s: expected a known kind, got %d", function, kernel->name,
                   p->info->name, p->info->kind);
}

static int may_fail(const sl_kernel *kernel)
{
    for (const struct sl__raise_mark *m = kernel->raise_first; m < kernel->raise_last; m++)
        if (m->line == kernel->line)
            return 1;
    return kernel->bounds_checked;
}

/* Said once for each file. Under states_lock. */
static void log_plain_compiler(const sl_kernel *kernel, const char *function)
{
    if (kernel->abi == SL__ABI)
        return;
    for (const sl__kernel_state *s = states; s != NULL; s = s->next)
        if (strcmp(s->file, kernel->file) == 0)
            return;
    SL_LOG(SL_LOG_WARN,
           "%s: kernel %s: \"%s\" was not compiled by starloop-cc nor with the flags that it prints (starloop-cc "
           "--print-flags): its loops may be slow, and what a GPU would refuse in them is not found; -DSL_PLAIN_CC "
           "says that this is meant",
           function, kernel->name, kernel->file);
}

/* A state with nothing but copies of the names. @return NULL without memory. */
static sl__kernel_state *new_state(const sl_kernel *kernel)
{
    size_t name = strlen(kernel->name) + 1, file = strlen(kernel->file) + 1;
    sl__kernel_state *state = calloc(1, sizeof *state + name + file);
    if (state == NULL)
        return NULL;
    state->name = (char *)(state + 1);
    state->file = state->name + name;
    memcpy(state->name, kernel->name, name);
    memcpy(state->file, kernel->file, file);
    state->line = kernel->line;
    state->own = 1;
    state->map = -1;
    return state;
}

/* The first member that is NULL and must not be, for kernels that programs put together themselves; NULL: none is. */
static const char *missing_member(const sl_kernel *kernel)
{
    if (kernel->name == NULL)
        return "name";
    if (kernel->file == NULL)
        return "file";
    if (kernel->args == NULL && kernel->nargs > 0)
        return "args";
    for (int i = 0; i < kernel->nargs; i++)
        if (kernel->args[i].name == NULL)
            return "args[].name";
        else if (kernel->args[i].type_name == NULL)
            return "args[].type_name";
        else if (kernel->args[i].modifiers == NULL)
            return "args[].modifiers";
    for (int f = SL__CASE_RIGHT; f <= SL__CASE_SEQ && sl__form_of(kernel)->chunks; f++)
        if (kernel->cpu[f] == NULL)
            return "cpu[]";
    return (kernel->raise_first == NULL) != (kernel->raise_last == NULL) ? "raise_first and raise_last" : NULL;
}

static sl_status kernel_make(const sl_kernel *kernel, const char *function, sl__kernel_state **out)
{
    sl__packs *packs;
    const char *missing = missing_member(kernel);
    if (missing != NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: %s: expected what SL_KERNEL puts there, got NULL", function,
                       kernel->name != NULL ? kernel->name : "?", missing);
    SL_TRY(sl__packs_open(kernel, function, &packs));
    kernel = packs != NULL ? &packs->kernel : kernel;
    sl__kernel_state *state = new_state(kernel);
    sl_status status = SL_SUCCESS;
    if (state == NULL)
        status = SL_FAIL(SL_ERR_MEMORY, "%s: kernel %s: expected %zu bytes for its state, got none", function,
                         kernel->name, sizeof *state);
    for (int i = 0; i < kernel->nargs && status == SL_SUCCESS; i++)
        status = read_parameter(kernel, i, function, state);
    if (status == SL_SUCCESS)
        status = check_arrays(kernel, state, function);
    if (status == SL_SUCCESS)
        status = check_map(kernel, state, function);
    if (status != SL_SUCCESS) {
        free(state);
        free(packs);
        return status;
    }
    state->packs = packs;
    state->hash = sl__kernel_hash(kernel);
    state->may_fail = may_fail(kernel);
    snprintf(state->symbol, sizeof state->symbol, "starloop_%.80s_%08x_starpu_%d_%d", kernel->name,
             (unsigned)state->hash, STARPU_MAJOR_VERSION, STARPU_MINOR_VERSION);
    sl__place_perfmodel(&state->perfmodel, state->symbol);
    sl__task_codelet(&state->codelet, state->name, &state->perfmodel);
    sl__device_codelet(&state->codelet, kernel);
    log_plain_compiler(kernel, function);
    state->next = states;
    states = state;
    *out = state;
    return SL_SUCCESS;
}

/* Tasks call the kernel's functions after their call, and regions for as long as they like: the library that has them
 * stays, whoever closes it. Without a lock of ours, for the loader has its own. */
static void keep_library(const sl_kernel *kernel)
{
    Dl_info info;
    struct link_map *map = NULL;
    /* The kernel itself is ours where it stands for several policies; what it is made from is not. */
    const void *there = kernel->nest_ != NULL  ? (const void *)kernel->nest_
                        : kernel->args != NULL ? (const void *)kernel->args
                                               : (const void *)kernel;
    if (dladdr1(there, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL || map->l_name[0] == '\0')
        return; /* it is the program's */
    (void)dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

sl_status sl__kernel_state_of(const sl_kernel *kernel, const char *function, sl__kernel_state **state)
{
    if (kernel == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel: expected a kernel, got NULL", function);
    if ((kernel->abi & ~SL__ABI_PLAIN) != SL__ABI)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel: expected one compiled for interface %d, got %u: compile it again",
                       function, SL__ABI, kernel->abi);
    if (kernel->state == NULL || kernel->nargs < 0 || kernel->nargs > SL_MAX_ARGS || kernel->form < 0 ||
        kernel->form >= SL__FORMS_END)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel: expected one that SL_KERNEL made, got a damaged one", function);
    *state = __atomic_load_n(kernel->state, __ATOMIC_ACQUIRE);
    if (*state != NULL)
        return SL_SUCCESS;
    keep_library(kernel);
    pthread_mutex_lock(&states_lock);
    sl_status status = SL_SUCCESS;
    *state = *kernel->state;
    if (*state == NULL) {
        status = kernel_make(kernel, function, state);
        if (status == SL_SUCCESS)
            __atomic_store_n(kernel->state, *state, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&states_lock);
    return status;
}

void sl__kernels_print_missing(FILE *f)
{
    int n = 0;
    if (sl__device_workers() == 0)
        return;
    pthread_mutex_lock(&states_lock);
    for (const sl__kernel_state *s = states; s != NULL; s = s->next)
        if (!sl__device_has_code(&s->codelet))
            fprintf(f, "%s%s (%s:%d)\n", n++ ? "                 " : "  CPU only       ", s->name, s->file, s->line);
    pthread_mutex_unlock(&states_lock);
}
