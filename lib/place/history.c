/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/history.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <unistd.h>

#include "base/env.h"
#include "base/folder.h"
#include "base/log.h"
#include "backend/backend.h"
#include "place/records.h"
#include "machine/machine.h"

/* All is written by sl_init() and sl_finalize(), or at a kernel's first call, under the lock of kernels. */
static char signature[SL__RECORDS_SIGNATURE]; /* of this sl_init(), or the last */
static char path[PATH_MAX + 20];
static int is_read;
static sl__record *known; /* what the file had, in the order of keys */
static int known_count;

const char *sl__history_path(void)
{
    return path;
}

const char *sl__history_signature(void)
{
    return signature;
}

/* ---- what is measured with ----------------------------------------------------------------------------- */

/* The model of the first GPU, as StarPU tells it: "CUDA 0.0 (NAME 139.8 GiB 1b:00.0)", of which the place on the bus
 * says nothing of its speed. */
static void describe_gpu(char *text, size_t size)
{
    char name[128] = "", *model, *last;
    int worker = sl__device_workers() > 0 ? starpu_worker_get_by_type(STARPU_CUDA_WORKER, 0) : -1;
    if (worker >= 0)
        starpu_worker_get_name(worker, name, sizeof name);
    model = strchr(name, '(');
    model = model ? model + 1 : name;
    last = strrchr(model, ' ');
    if (last && strchr(last, ':'))
        *last = '\0';
    snprintf(text, size, "%s", *model ? model : "no GPU");
}

static void describe(char text[SL__RECORDS_SIGNATURE])
{
    char gpu[100], host[64] = "";
    const sl__topology *topology = sl__machine_topology();
    const sl__plan *plan = sl__machine_plan();
    describe_gpu(gpu, sizeof gpu);
    if (topology && !topology->model[0]) /* machines that do not say what they are */
        gethostname(host, sizeof host - 1);
    snprintf(text, SL__RECORDS_SIGNATURE, "%.80s%s; %d cores in %d packages; %d groups of %d; %s; StarPU %d.%d.%d",
             topology ? topology->model : "", host, topology ? topology->all_cores : 0,
             topology ? topology->packages : 0, plan ? plan->groups : 0, plan && plan->groups ? plan->group[0].size : 0,
             gpu, STARPU_MAJOR_VERSION, STARPU_MINOR_VERSION, STARPU_RELEASE_VERSION);
}

/* ---- the file ------------------------------------------------------------------------------------------ */

static void choose_path(void)
{
    char folder[PATH_MAX];
    const char *wanted = sl__env_text(SL__ENV_HISTORY);
    int found = 0;
    path[0] = '\0';
    if (strcmp(wanted, "0") == 0)
        return;
    if (*wanted)
        found = strlen(wanted) < sizeof folder && sl__folder_make(strcpy(folder, wanted)) &&
                realpath(wanted, folder) != NULL; /* the program may change its folder */
    else
        found = sl__folder_cache("", folder, sizeof folder);
    if (found)
        snprintf(path, sizeof path, "%s/times-%08x", folder,
                 (unsigned)starpu_hash_crc32c_be_n(signature, strlen(signature), 0));
    else
        SL_LOG(SL_LOG_INFO, "sl_init: no folder can be written in which to keep the times of loops%s%s",
               *wanted ? ": STARLOOP_HISTORY is " : "", wanted);
}

static void read_file(void)
{
    const char *why = NULL;
    is_read = 1;
    if (!path[0])
        return;
    known = malloc(SL__RECORDS_MOST * sizeof *known);
    if (known == NULL)
        return;
    known_count = sl__records_read(path, signature, known, &why);
    if (why)
        SL_LOG(SL_LOG_INFO, "%s is ignored, and replaced at the end: %s", path, why);
}

static void drop_file(void)
{
    free(known);
    known = NULL;
    known_count = 0;
    is_read = 0;
}

/* ---- into the models ----------------------------------------------------------------------------------- */

static void enter(sl__model *model, const sl__record *r)
{
    if (r->kind >= SL__RECORD_FACTOR && r->kind < SL__RECORD_FACTOR + SL__SIDES)
        atomic_store_explicit(&model->on[r->kind - SL__RECORD_FACTOR].factor, r->value, memory_order_relaxed);
    else if (r->kind == SL__RECORD_POINT)
        atomic_store_explicit(&model->per_point, r->value, memory_order_relaxed);
    else if (r->kind == SL__RECORD_SETTLED)
        atomic_store_explicit(&model->settled, r->value, memory_order_relaxed);
}

/* The file may know of more calls than a model has room for: of those with one place the newest is taken. */
static void enter_times(sl__model *model, const sl__record *first, const sl__record *end)
{
    const sl__record *newest[SL__SIDES][SL__MODEL_ENTRIES] = {{NULL}};
    for (const sl__record *r = first; r < end; r++) {
        if (r->kind >= SL__RECORD_TIME + SL__SIDES)
            continue;
        const sl__record **place = &newest[r->kind - SL__RECORD_TIME][r->footprint % SL__MODEL_ENTRIES];
        if (*place == NULL || (*place)->when < r->when)
            *place = r;
    }
    for (int device = 0; device < SL__SIDES; device++)
        for (int i = 0; i < SL__MODEL_ENTRIES; i++)
            if (newest[device][i])
                sl__model_recall(model, device, newest[device][i]->footprint, newest[device][i]->value,
                                 newest[device][i]->samples);
}

void sl__history_recall(sl__kernel_state *state)
{
    if (!is_read)
        read_file();
    int low = 0, high = known_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (known[middle].kernel < state->hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (; high < known_count && known[high].kernel == state->hash; high++)
        enter(&state->model, &known[high]);
    if (high > low)
        enter_times(&state->model, &known[low], &known[high]);
}

static void start_again(sl__kernel_state *state, void *arg)
{
    (void)arg;
    sl__model_forget(&state->model);
    if (!state->twin)
        sl__history_recall(state);
}

void sl__history_begin(void)
{
    char now[SL__RECORDS_SIGNATURE] = "";
    describe(now);
    int differs = strcmp(now, signature) != 0;
    memcpy(signature, now, sizeof signature);
    drop_file();
    choose_path();
    if (differs)
        sl__kernels_each(start_again, NULL);
}

/* ---- and out of them ----------------------------------------------------------------------------------- */

struct collected {
    sl__record record[SL__RECORDS_MOST];
    int count;
    int64_t when;
};

static void add(struct collected *c, uint32_t kernel, int kind, uint32_t footprint, int samples, float value)
{
    if (c->count < SL__RECORDS_MOST)
        c->record[c->count++] = (sl__record){kernel, footprint, (uint16_t)kind, (uint16_t)samples, value, c->when};
}

/* What this run has measured, where another could find it again. @return how much that is */
static int collect_times(struct collected *c, uint32_t hash, const sl__model *model, int device)
{
    int before = c->count;
    for (int i = 0; i < SL__MODEL_ENTRIES; i++) {
        uint64_t entry = atomic_load_explicit(&model->on[device].entry[i], memory_order_relaxed);
        uint32_t footprint = (uint32_t)(entry >> 32);
        sl__sample known = sl__model_look(model, device, footprint);
        if (known.samples > 0 && !known.old && !(footprint & SL__FOOTPRINT_PASSING))
            add(c, hash, SL__RECORD_TIME + device, footprint, known.samples, (float)known.seconds);
    }
    return c->count - before;
}

static void collect(sl__kernel_state *state, void *arg)
{
    struct collected *c = arg;
    const sl__model *model = &state->model;
    int before = c->count;
    if (state->twin)
        return;
    for (int device = 0; device < SL__SIDES; device++) {
        float factor = atomic_load_explicit(&model->on[device].factor, memory_order_relaxed);
        if (collect_times(c, state->hash, model, device) > 0 && factor > 0)
            add(c, state->hash, SL__RECORD_FACTOR + device, 0, 1, factor);
    }
    if (c->count == before)
        return;
    float point = atomic_load_explicit(&model->per_point, memory_order_relaxed);
    float settled = atomic_load_explicit(&model->settled, memory_order_relaxed);
    if (point > 0)
        add(c, state->hash, SL__RECORD_POINT, 0, 1, point);
    if (settled != 0)
        add(c, state->hash, SL__RECORD_SETTLED, 0, 1, settled);
}

void sl__history_end(void)
{
    struct collected *c = path[0] ? malloc(sizeof *c) : NULL;
    if (c != NULL) {
        c->count = 0;
        c->when = time(NULL);
        sl__kernels_each(collect, c);
        const char *why = c->count ? sl__records_update(path, signature, c->record, c->count) : NULL;
        if (why)
            SL_LOG(SL_LOG_INFO, "sl_finalize: the times of loops are not kept: %s: %s", path, why);
    }
    free(c);
    drop_file();
}
