/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starting StarPU with workers where the plan wants them, whatever the environment says. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include <core/env.h>
#include <core/error.h>
#include <core/log.h>
#include <core/start.h>
#include <core/starpu.h>
#include <machine/machine.h>

#define ALIGNMENT 64
#define STARPU_IS_1_3 (STARPU_MAJOR_VERSION == 1 && STARPU_MINOR_VERSION <= 3)

static char scheduler[64];
static sl_worker_level level;

const char *sl__start_scheduler(void)
{
    return scheduler[0] ? scheduler : "lws";
}

sl_worker_level sl__start_level(void)
{
    return level;
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

/* Each of these beats the configuration, or moves the workers from where the plan puts them. */
static const char *const spoilers[] = {
    "STARPU_WORKERS_CPUID", "STARPU_WORKERS_COREID", "STARPU_WORKERS_NOBIND", "STARPU_WORKERS_CUDAID",
    "STARPU_NCPU", "STARPU_NCPUS", "STARPU_RESERVE_NCPU", "STARPU_NTHREADS_PER_CORE", "STARPU_MAIN_THREAD_BIND",
    "STARPU_MAIN_THREAD_CPUID", "STARPU_MAIN_THREAD_COREID", "STARPU_HWLOC_INPUT", "STARPU_NCUDA", "STARPU_NOPENCL",
    "STARPU_NHIP", "STARPU_NMIC", "STARPU_NMAX_FPGA", "STARPU_NMPI_MS", "STARPU_NMPIMSTHREADS", "STARPU_NTCPIP_MS"};

#define MOST_CHANGES 32
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

/* Makes a folder and those above it. @return whether files can be written in it. */
static int make_folder(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        mkdir(path, 0777); /* where it cannot be made, neither can the last one */
        *at = '/';
    }
    return (mkdir(path, 0777) == 0 || errno == EEXIST) && access(path, W_OK | X_OK) == 0;
}

/* A folder of this user alone below the system's folder for temporary files. */
static int make_own_folder(const char *path)
{
    struct stat info;

    mkdir(path, 0700);
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == getuid() &&
           access(path, W_OK | X_OK) == 0;
}

/* Gives StarPU the folder @p below the absolute path @p base if that can be made. NULL is allowed. */
static int try_folder(struct changes *c, const char *base, const char *below)
{
    char path[1024];
    int length = base && *base == '/' ? snprintf(path, sizeof path, "%s/%s", base, below) : 0;

    if (length <= 0 || (size_t)length >= sizeof path || !make_folder(path))
        return 0;
    change(c, "STARPU_PERF_MODEL_DIR", path);
    return 1;
}

/* StarPU keeps calibrations in a folder that versions 1.3 and 1.4 share and keep redoing: each gets its own. And
 * StarPU ends the program when it cannot make its folder: so make it here, wherever that is possible. */
static sl_status change_model_folder(struct changes *c)
{
    const char *own = getenv("STARPU_PERF_MODEL_DIR"), *temporary = getenv("TMPDIR");
    char name[64], path[1024];

    if (own && *own) {
        if (strlen(own) < sizeof path && make_folder(strcpy(path, own)))
            return SL_SUCCESS;
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: STARPU_PERF_MODEL_DIR: expected a folder that can be written, got "
                       "\"%s\"", own);
    }
    snprintf(name, sizeof name, ".cache/starloop/starpu-%d.%d.%d", STARPU_MAJOR_VERSION, STARPU_MINOR_VERSION,
             STARPU_RELEASE_VERSION);
    if (try_folder(c, getenv("STARPU_HOME"), ".starpu/sampling") ||
        try_folder(c, getenv("XDG_CACHE_HOME"), name + sizeof ".cache") || try_folder(c, getenv("HOME"), name))
        return SL_SUCCESS;
    if (!temporary || *temporary != '/')
        temporary = P_tmpdir;
    snprintf(path, sizeof path, "%s/starloop-%lu", temporary, (unsigned long)getuid());
    if (strlen(path) < sizeof path - 1 && make_own_folder(path) && try_folder(c, path, name + sizeof ".cache")) {
        SL_LOG(SL_LOG_INFO, "sl_init: HOME cannot be written: StarPU keeps its calibrations in %s", path);
        return SL_SUCCESS;
    }
    return SL_FAIL(SL_ERR_SYSTEM, "sl_init: no folder for StarPU's calibrations can be made below XDG_CACHE_HOME, HOME "
                   "or %s: set STARPU_PERF_MODEL_DIR", temporary);
}

static sl_status change_environment(struct changes *c)
{
    for (size_t i = 0; i < sizeof spoilers / sizeof spoilers[0]; i++) {
        const char *value = getenv(spoilers[i]);
        if (!value)
            continue;
        if (strcmp(value, "0") != 0 && *value)
            SL_LOG(SL_LOG_WARN, "sl_init: %s=%s is ignored: Starloop places the workers itself, see "
                   "STARLOOP_CPU_WORKERS and STARLOOP_CPU_CORES", spoilers[i], value);
        change(c, spoilers[i], NULL);
    }
    const char *sched = getenv("STARPU_SCHED");
    if (sched && !*sched)
        change(c, "STARPU_SCHED", NULL);
    change_default(c, "STARPU_PERF_MODEL_HOMOGENEOUS_CPU", "1");
    if (!sl__log_enabled(SL_LOG_DEBUG))
        change_default(c, "STARPU_SILENT", "1");
    return change_model_folder(c);
}

/* ---- starting ---- */

static void fill_conf(struct starpu_conf *conf, const sl__plan *plan)
{
    conf->ncpus = plan->groups;
    conf->ncuda = plan->gpus;
    conf->nopencl = 0;
    conf->reserve_ncpus = 0;
    conf->use_explicit_workers_bindid = 1;
    for (int i = 0; i < plan->bindings && i < STARPU_NMAXWORKERS; i++)
        conf->workers_bindid[i] = plan->bindid[i];
    /* Without explicit ids a CUDA worker does not take its entry but looks for a core of its own liking. */
    conf->use_explicit_workers_cuda_gpuid = 1;
    for (unsigned i = 0; i < STARPU_NMAXWORKERS; i++)
        conf->workers_cuda_gpuid[i] = plan->gpus > 0 ? i % (unsigned)plan->gpus : 0;
    conf->catch_signals = 0; /* they are the program's */
    if (scheduler[0])
        conf->sched_policy_name = scheduler;
}

static void choose_scheduler(const sl_config *config)
{
    const char *wanted = getenv("STARPU_SCHED");

    if ((!wanted || !*wanted) && config)
        wanted = config->scheduler;
    snprintf(scheduler, sizeof scheduler, "%s", wanted ? wanted : "");
}

static sl_status start_starpu(void)
{
    struct changes changes = {0};
    struct starpu_conf conf;
    sl__mask mask;
    int result;
    sl_status status = change_environment(&changes); /* before starpu_conf_init(), which reads some of it */

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
        return SL_FAIL(SL_ERR_STARPU, "sl_init: starpu_init: %s", strerror(-result));
    starpu_malloc_set_align(ALIGNMENT);
    return SL_SUCCESS;
}

sl_status sl__start(const sl_config *config)
{
    sl__plan_limits limits = {.cpu_workers = STARPU_MAXCPUS, .workers = STARPU_NMAXWORKERS,
                              .cuda_first = !STARPU_IS_1_3};
    sl_status status;

    SL_TRY(check_version());
    if (starpu_is_initialized())
        return SL_FAIL(SL_ERR_STARPU, "sl_init: StarPU runs already, with workers that Starloop has not placed: call "
                       "sl_init() instead of starpu_init()");
    limits.level = config && config->cpu_workers != SL_WORKERS_DEFAULT
                       ? config->cpu_workers
                       : (sl_worker_level)(SL_WORKERS_MACHINE + sl__env_int(SL__ENV_CPU_WORKERS));
    limits.cores = config && config->cpu_cores > 0 ? config->cpu_cores : (int)sl__env_int(SL__ENV_CPU_CORES);
    SL_TRY(sl__machine_init(&limits, 0));
    level = limits.level;
    choose_scheduler(config);
    status = start_starpu();
    if (status != SL_SUCCESS) {
        sl__machine_fini();
        return status;
    }
    status = sl__machine_attach();
    if (status != SL_SUCCESS)
        sl__start_undo();
    return status;
}

void sl__start_undo(void)
{
    starpu_shutdown();
    sl__machine_fini();
}
