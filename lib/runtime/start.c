/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starting StarPU with workers where the plan wants them, whatever the environment says. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/folder.h"
#include "base/log.h"
#include "runtime/part.h"
#include "runtime/start.h"
#include "base/starpu.h"
#include "backend/backend.h"
#include "runtime/backends.h"
#include "runtime/calibration.h"
#include "runtime/probe.h"
#include "machine/share.h"

#define ALIGNMENT 64
#define THREADS_A_GPU 4 /* the worker, and those that CUDA starts */
#define STARPU_IS_1_3 (STARPU_MAJOR_VERSION == 1 && STARPU_MINOR_VERSION <= 3)

static char scheduler[64];
static sl_worker_level level;
static sl__share share;
static int gpu_place[STARPU_NMAXWORKERS]; /* the GPUs to use, of those there are */

const char *sl__start_scheduler(void)
{
    struct starpu_sched_policy *policy = starpu_is_initialized() ? starpu_sched_ctx_get_sched_policy(0) : NULL;
    return policy && policy->policy_name ? policy->policy_name : scheduler;
}

sl_worker_level sl__start_level(void)
{
    return level;
}

void sl__start_print_share(FILE *f)
{
    const sl__topology *t = sl__machine_topology();
    const int gpus = sl__device_workers();

    fprintf(f, "  share          ");
    if (share.launcher == NULL) {
        fprintf(f, "all: no launcher has started this process (STARLOOP_SHARE)\n");
        return;
    }
    fprintf(f, "rank %d of %d on this node (%s): %s, PUs", share.rank, share.size, share.launcher,
            t->is_share ? "its part of the allowed cores" : "all allowed cores");
    for (int i = 0; i < t->cores; i++)
        fprintf(f, "%s%u", i ? "," : " ", t->core[i].pu_os);
    for (int i = 0; i < gpus; i++)
        fprintf(f, "%s%d", i ? "," : "; GPUs ", sl__device_id(gpu_place[i]));
    fprintf(f, "\n");
}

/* ---- checks: StarPU ends the program on these ---- */

static sl_status check_scheduler(const char *name, const char *where)
{
    struct starpu_sched_policy **policy = starpu_sched_get_predefined_policies();
    char known[SL__ERROR_TEXT / 2] = "";

    for (; policy && *policy; policy++) {
        size_t used = strlen(known);
        if (!(*policy)->policy_name)
            continue;
        if (strcmp((*policy)->policy_name, name) == 0)
            return SL_SUCCESS;
        if (strncmp((*policy)->policy_name, "modular", 7) != 0) /* a dozen more of little interest */
            snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", (*policy)->policy_name);
    }
    return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: %s: expected one of %s, got \"%s\"", where, known, name);
}

sl_status sl__start_check(const sl_config *config)
{
    const char *wanted = getenv("STARPU_SCHED");

    if (config && ((int)config->cpu_workers < SL_WORKERS_DEFAULT || config->cpu_workers > SL_WORKERS_CORE))
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: config.cpu_workers: expected an sl_worker_level, got %d",
                       (int)config->cpu_workers);
    if (config && config->cpu_cores < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: config.cpu_cores: expected 0 (all) or more, got %d",
                       config->cpu_cores);
    if (config && config->gpus < -1)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_init: config.gpus: expected -1 (none), 0 (as STARLOOP_GPUS says) or more, "
                       "got %d",
                       config->gpus);
    if (getenv("STARPU_SCHED_LIB")) /* a library that StarPU loads may have policies that we cannot know */
        return SL_SUCCESS;
    if (config && config->scheduler && *config->scheduler)
        SL_TRY(check_scheduler(config->scheduler, "config.scheduler"));
    return wanted && *wanted ? check_scheduler(wanted, "STARPU_SCHED") : SL_SUCCESS;
}

static sl_status check_version(void)
{
    int major, minor, release;

    starpu_get_version(&major, &minor, &release);
    if (major != STARPU_MAJOR_VERSION || minor != STARPU_MINOR_VERSION)
        return SL_FAIL(SL_ERR_STARPU, "sl_init: expected StarPU %d.%d, for which Starloop was built, got %d.%d",
                       STARPU_MAJOR_VERSION, STARPU_MINOR_VERSION, major, minor);
    return SL_SUCCESS;
}

/* ---- the environment while StarPU starts ---- */

#define CPU_ADVICE "see STARLOOP_CPU_WORKERS and STARLOOP_CPU_CORES"
#define KINDS_ADVICE "there are workers for CPUs and for the GPUs of one back end only"

/* Each of these beats the configuration, or moves the workers from where the plan puts them. */
static const sl__env_conflict conflicts[] = {
    {"STARPU_WORKERS_CPUID", CPU_ADVICE, NULL},
    {"STARPU_WORKERS_COREID", CPU_ADVICE, NULL},
    {"STARPU_WORKERS_NOBIND", CPU_ADVICE, "0"},
    {"STARPU_NCPU", CPU_ADVICE, NULL},
    {"STARPU_NCPUS", CPU_ADVICE, NULL},
    {"STARPU_RESERVE_NCPU", CPU_ADVICE, "0"},
    {"STARPU_NTHREADS_PER_CORE", CPU_ADVICE, "1"},
    {"STARPU_MAIN_THREAD_BIND", CPU_ADVICE, "0"},
    {"STARPU_MAIN_THREAD_CPUID", CPU_ADVICE, NULL},
    {"STARPU_MAIN_THREAD_COREID", CPU_ADVICE, NULL},
    {"STARPU_HWLOC_INPUT", CPU_ADVICE, NULL},
    {"STARPU_NOPENCL", KINDS_ADVICE, "0"},
    {"STARPU_NHIP", KINDS_ADVICE, "0"},
    {"STARPU_NMIC", KINDS_ADVICE, "0"},
    {"STARPU_NMAX_FPGA", KINDS_ADVICE, "0"},
    {"STARPU_NMPI_MS", KINDS_ADVICE, "0"},
    {"STARPU_NMPIMSTHREADS", KINDS_ADVICE, "0"},
    {"STARPU_NTCPIP_MS", KINDS_ADVICE, "0"},
    {NULL, NULL, NULL},
};

#define MOST_CHANGES 40
struct changes {
    int n;
    struct {
        const char *name;
        char *old; /* NULL: it was not set */
    } change[MOST_CHANGES];
};

/* Sets a variable, or with NULL removes it, until undo_changes(). */
static void change(struct changes *c, const char *name, const char *value)
{
    const char *old = getenv(name);

    if (c->n == MOST_CHANGES)
        return;
    c->change[c->n].name = name;
    c->change[c->n++].old = old ? strdup(old) : NULL;
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static void undo_changes(struct changes *c)
{
    while (c->n > 0) {
        c->n--;
        if (c->change[c->n].old)
            setenv(c->change[c->n].name, c->change[c->n].old, 1);
        else
            unsetenv(c->change[c->n].name);
        free(c->change[c->n].old);
    }
}

static void change_default(struct changes *c, const char *name, const char *value)
{
    const char *old = getenv(name);
    if (!old || !*old)
        change(c, name, value);
}

/* StarPU keeps calibrations in a folder that versions 1.3 and 1.4 share and keep redoing, as it does when it sees
 * another number of GPUs, used or not: each gets its own. @return 0: there is none that can be made. */
static int shared_folder(char *path, size_t size)
{
    const char *own = getenv("STARPU_PERF_MODEL_DIR"), *home = getenv("STARPU_HOME");
    char name[80];
    int gpus = sl__device_count();

    if (own && *own)
        return snprintf(path, size, "%s", own) < (int)size && sl__folder_make(path);
    if (home && *home == '/' && snprintf(path, size, "%s/.starpu/sampling", home) < (int)size && sl__folder_make(path))
        return 1;
    snprintf(name, sizeof name, "starpu-%d.%d.%d", STARPU_MAJOR_VERSION, STARPU_MINOR_VERSION, STARPU_RELEASE_VERSION);
    if (gpus > 0)
        snprintf(name + strlen(name), sizeof name - strlen(name), "-gpus-%d", gpus);
    return sl__folder_cache(name, path, size);
}

static sl_status change_model_folder(struct changes *c)
{
    const char *own = getenv("STARPU_PERF_MODEL_DIR");
    char shared[1024], path[1280];
    int found = shared_folder(shared, sizeof shared);

    if (!found && own && *own && access(own, R_OK | X_OK) != 0)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_init: STARPU_PERF_MODEL_DIR: expected a folder that is there, or can be made, got "
                       "\"%s\"",
                       own);
    SL_TRY(sl__calibration_begin(found || (own && *own) ? shared : NULL, path, sizeof path));
    change(c, "STARPU_PERF_MODEL_DIR", path);
    return SL_SUCCESS;
}

/* StarPU keeps a twentieth of the buffers on a device clean, so with 20 views there it copies them back and back again,
 * after each task; without that it does when the memory is needed. And it takes what is small in chunks of 32 MiB, of
 * which it keeps four for ever: where the memory is limited to little, that may be all of it. */
static void change_device_memory(struct changes *c)
{
    for (int i = 0; sl__backend_at(i) != NULL; i++)
        if (sl__backend_at(i)->memory_is_small())
            change_default(c, "STARPU_SUBALLOCATOR", "0");
    change_default(c, "STARPU_MINIMUM_CLEAN_BUFFERS", "0");
}

/* StarPU's own limit makes a submission wait, which it asserts against where a worker submits, as batches do. */
static void change_limits(struct changes *c)
{
    static const char *const limits[] = {"STARPU_LIMIT_MIN_SUBMITTED_TASKS", "STARPU_LIMIT_MAX_SUBMITTED_TASKS"};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (getenv(limits[i])) {
            SL_LOG(SL_LOG_WARN, "sl_init: %s=%s is ignored: STARLOOP_MAX_QUEUED is the limit of queued tasks",
                   limits[i], getenv(limits[i]));
            change(c, limits[i], NULL);
        }
}

static void unset_conflicts(struct changes *c, const sl__env_conflict *conflict)
{
    for (; conflict->name != NULL; conflict++) {
        const char *value = getenv(conflict->name);
        if (!value)
            continue;
        if (*value && (!conflict->harmless || strcmp(value, conflict->harmless) != 0))
            SL_LOG(SL_LOG_WARN, "sl_init: %s=%s is ignored: Starloop places the workers itself, %s", conflict->name,
                   value, conflict->advice);
        change(c, conflict->name, NULL);
    }
}

/* StarPU 1.4 would take a core of the plan out for its MPI's thread. sl_mpi_init() hears of these. */
static void change_mpi(struct changes *c)
{
    change(c, "STARPU_MPI_THREAD_CPUID", NULL);
    change(c, "STARPU_MPI_THREAD_COREID", NULL);
}

static sl_status change_environment(struct changes *c)
{
    change_limits(c);
    change_mpi(c);
    unset_conflicts(c, conflicts);
    for (int i = 0; sl__backend_at(i) != NULL; i++)
        unset_conflicts(c, sl__backend_at(i)->conflicts);
    const char *sched = getenv("STARPU_SCHED");
    if (sched && !*sched)
        change(c, "STARPU_SCHED", NULL);
    change_default(c, "STARPU_PERF_MODEL_HOMOGENEOUS_CPU", "1");
    change_device_memory(c);
    /* hwloc's component for displays tries ten, and asks the network for localhost where /etc/hosts has none. */
    change_default(c, "HWLOC_COMPONENTS", "-gl");
    if (!sl__log_enabled(SL_LOG_DEBUG))
        change_default(c, "STARPU_SILENT", "1");
    return change_model_folder(c);
}

/* ---- starting ---- */

static void fill_conf(struct starpu_conf *conf, const sl__plan *plan)
{
    conf->ncpus = plan->groups;
    conf->nopencl = 0;
    conf->reserve_ncpus = 0;
    conf->use_explicit_workers_bindid = 1;
    for (int i = 0; i < plan->bindings && i < STARPU_NMAXWORKERS; i++)
        conf->workers_bindid[i] = plan->bindid[i];
    for (int i = 0; sl__backend_at(i) != NULL; i++)
        sl__backend_at(i)->configure(conf, sl__backend_at(i) == sl__backend_now() ? plan->gpus : 0, gpu_place);
    conf->catch_signals = 0; /* they are the program's */
    if (scheduler[0])
        conf->sched_policy_name = scheduler;
}

/* Where there is a GPU, the scheduler must know what a loop costs on either side, and to get the data there, and heed
 * priorities: "dmdas". StarPU's own choice, "lws", gives a task to whoever is idle. */
static void choose_scheduler(const sl_config *config, int gpus)
{
    const char *wanted = getenv("STARPU_SCHED");

    if ((!wanted || !*wanted) && config)
        wanted = config->scheduler;
    if (!wanted || !*wanted)
        wanted = gpus > 0 && !getenv("STARPU_SCHED_LIB") ? "dmdas" : "";
    snprintf(scheduler, sizeof scheduler, "%s", wanted);
}

/* StarPU has hwloc look for devices, by a plugin whose libpciaccess keeps what it found. Once that is unloaded nothing
 * points to its memory, and checkers of leaks count it as the program's: it stays, where it was loaded. */
static void keep_pciaccess(void)
{
    (void)dlopen("libpciaccess.so.0", RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

static sl_status start_starpu(void)
{
    static struct starpu_conf conf; /* some kilobytes; with the lock of sl_init() */
    struct changes changes = {0};
    sl__mask mask;
    int result;
    sl_status status = sl__probe_descriptors(sl__machine_plan()->gpus);

    if (status == SL_SUCCESS)
        status = sl__probe_threads("sl_init", sl__machine_plan()->cores + THREADS_A_GPU * sl__machine_plan()->gpus + 1);

    if (status == SL_SUCCESS)
        status = change_environment(&changes); /* before starpu_conf_init(), which reads some of it */

    if (status != SL_SUCCESS) {
        undo_changes(&changes);
        return status;
    }
    sl__machine_mask_widen(&mask);
    result = starpu_conf_init(&conf);
    if (result == 0) {
        fill_conf(&conf, sl__machine_plan());
        result = starpu_init(&conf);
    }
    sl__machine_mask_restore(&mask);
    undo_changes(&changes);
    if (result != 0)
        sl__calibration_end();
    if (result != 0)
        return SL_FAIL(SL_ERR_STARPU, "sl_init: starpu_init: %s", strerror(-result));
    keep_pciaccess();
    sl__calibration_keep();
    starpu_malloc_set_align(ALIGNMENT);
    return SL_SUCCESS;
}

/* Lists the GPUs that are this process's. @return how many */
static int share_gpus(void)
{
    int numa[STARPU_NMAXWORKERS], there = sl__device_count();

    if (there > STARPU_NMAXWORKERS)
        there = STARPU_NMAXWORKERS;
    for (int i = 0; i < there; i++)
        numa[i] = sl__device_numa(i);
    return sl__share_gpus(there, numa, &share, sl__share_gpus_bound(), gpu_place);
}

/* How many GPUs to use. @param[out] why  part of a sentence where it is 0 by choice, else NULL */
static int choose_gpus(const sl_config *config, const char **why)
{
    int64_t most = sl__env_int(SL__ENV_GPUS);

    *why = NULL;
    if (config && config->gpus != 0)
        most = config->gpus < 0 ? 0 : config->gpus;
    if (most == 0) {
        *why = config && config->gpus < 0 ? "config.gpus of sl_init() is -1" : "STARLOOP_GPUS is 0";
        return 0;
    }
    int there = share_gpus();
    return most > 0 && most < there ? (int)most : there;
}

/* Plans for so many GPUs, starts StarPU accordingly, and compares. */
static sl_status start_with(const sl_config *config, const sl__plan_limits *limits, int gpus)
{
    int numa[STARPU_NMAXWORKERS];
    sl_status status;

    for (int i = 0; i < gpus && i < STARPU_NMAXWORKERS; i++)
        numa[i] = sl__device_numa(gpu_place[i]);
    SL_TRY(sl__machine_init(limits, &share, gpus, numa));
    choose_scheduler(config, gpus);
    status = start_starpu();
    if (status != SL_SUCCESS) {
        sl__machine_fini();
        return status;
    }
    if (sl__device_started() < gpus) /* its caller sees to that */
        return SL_SUCCESS;
    status = sl__machine_attach();
    if (status != SL_SUCCESS)
        sl__start_undo();
    return status;
}

static _Atomic int beside; /* libraries of the process that run a thread beside loops */

void sl__mpi_linked(void)
{
    beside = 1;
}

sl_status sl__start(const sl_config *config)
{
    sl__plan_limits limits = {.cpu_workers = STARPU_MAXCPUS,
                              .workers = STARPU_NMAXWORKERS,
                              .devices_first = !STARPU_IS_1_3,
                              .beside = beside && !sl__share_alone()};
    const char *why;

    SL_TRY(check_version());
    SL_TRY(sl__probe_descriptors(0)); /* hwloc would see less of the machine */
    SL_TRY(sl__probe_rooms());        /* hwloc would end the program */
    sl__backends_fill();
    if (sl__backend_now() != NULL)
        limits.device_type = (int)sl__backend_now()->type;
    if (sl__device_is_inherited())
        return SL_FAIL(SL_ERR_FORKED, "sl_init: this process was forked from one that has used a GPU, which cannot be "
                                      "used in both: fork before the first sl_init(), or exec in the child");
    if (starpu_is_initialized())
        return SL_FAIL(SL_ERR_STARPU, "sl_init: StarPU runs already, with workers that Starloop has not placed: call "
                                      "sl_init() instead of starpu_init()");
    limits.level = config && config->cpu_workers != SL_WORKERS_DEFAULT
                       ? config->cpu_workers
                       : (sl_worker_level)(SL_WORKERS_MACHINE + sl__env_int(SL__ENV_CPU_WORKERS));
    limits.cores = config && config->cpu_cores > 0 ? config->cpu_cores : (int)sl__env_int(SL__ENV_CPU_CORES);
    level = limits.level;
    share = sl__share_read((sl__share_mode)sl__env_int(SL__ENV_SHARE));
    int gpus = choose_gpus(config, &why);
    SL_TRY(start_with(config, &limits, gpus));
    int found = sl__device_started();
    if (found < gpus) { /* the plan has given cores to workers that are not there, and shifted the bindings */
        SL_LOG(SL_LOG_WARN, "sl_init: StarPU has started %d GPU workers of %d: the other GPUs are not used", found,
               gpus);
        why = "StarPU has started no GPU worker";
        sl__start_undo();
        SL_TRY(start_with(config, &limits, found));
        found = sl__device_started();
    }
    sl__device_use(found, why);
    return SL_SUCCESS;
}

void sl__start_undo(void)
{
    sl__device_use(0, NULL);
    starpu_shutdown();
    sl__calibration_end();
    sl__machine_fini();
}
