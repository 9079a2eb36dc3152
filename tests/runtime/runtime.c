/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starting, nesting, pausing, ending; bad configurations; forks; calls at the wrong time. */
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <starloop/loop.h>
#include <starloop/runtime.h>

#include <stdatomic.h>

#include "base/state.h"
#include "base/starpu.h"
#include "backend/backend.h"
#include "runtime/backends.h"
#include <tap.h>

static char warned[8192];

static void keep(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file;
    (void)line;
    (void)arg;
    if (level == SL_LOG_WARN)
        strncat(warned, text, sizeof warned - strlen(warned) - 1);
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void before_init(void)
{
    is_int(sl_is_initialized(), 0, "the library is not started at first");
    is_int(sl_cpu_cores(), 0, "and has no cores");
    is_int(sl_cpu_workers(), 0, "nor workers");
    is_int(sl_gpus(), 0, "nor GPUs");
    is_int(sl_finalize(), SL_ERR_STATE, "sl_finalize() before sl_init() is an error");
    like(sl_last_error(), "sl_finalize: ", "that names the function");
    is_int(sl_pause(), SL_ERR_STATE, "so is sl_pause()");
    is_int(sl_resume(), SL_ERR_STATE, "and sl_resume()");
    is_int(sl_wait(), SL_ERR_STATE, "and sl_wait()");
    is_int(sl_info_print(stdout), SL_ERR_STATE, "and sl_info_print()");
    is_int(sl_info_print(NULL), SL_ERR_ARGUMENT, "whose stream must not be NULL");
}

static void bad_config(void)
{
    static const sl_config configs[] = {{.cpu_workers = (sl_worker_level)17},
                                        {.cpu_workers = (sl_worker_level)-1},
                                        {.cpu_cores = -3},
                                        {.scheduler = "nosuch"},
                                        {.gpus = -2}};
    static const char *const named[] = {"cpu_workers", "cpu_workers", "cpu_cores", "nosuch", "gpus"};
    static const char *const variables[][2] = {
        {"STARLOOP_CPU_WORKERS", "socket"}, {"STARLOOP_CPU_CORES", "many"}, {"STARLOOP_STALL_SECONDS", "-1"},
        {"STARPU_SCHED", "nosuch"},         {"STARLOOP_GPUS", "-2"},        {"STARLOOP_WHERE", "gpu"}};

    for (int i = 0; i < 5; i++) {
        is_int(sl_init(&configs[i]), SL_ERR_ARGUMENT, "a bad %s in the configuration is refused", named[i]);
        like(sl_last_error(), named[i], "and named");
    }
    for (int i = 0; i < 6; i++) {
        setenv(variables[i][0], variables[i][1], 1);
        is_int(sl_init(NULL), SL_ERR_ARGUMENT, "%s=%s is refused", variables[i][0], variables[i][1]);
        like(sl_last_error(), variables[i][0], "and named");
        like(sl_last_error(), variables[i][1], "with its value");
        unsetenv(variables[i][0]);
    }
    is_int(sl_is_initialized(), 0, "the library is not started by any of these");
    is_int(starpu_is_initialized(), 0, "nor is StarPU");
}

static void three_rounds(void)
{
    static const char *const schedulers[] = {"eager", "lws", "prio"};

    for (int i = 0; i < 3; i++) {
        sl_config config = {.scheduler = schedulers[i]};
        is_int(sl_init(&config), SL_SUCCESS, "round %d starts with scheduler %s", i, schedulers[i]);
        is_str(starpu_sched_ctx_get_sched_policy(0)->policy_name, schedulers[i], "which StarPU has");
        ok(sl_is_initialized() && sl_cpu_cores() > 0 && sl_cpu_workers() > 0, "there are cores and workers");
        is_int(sl__runtime_round(), i + 1, "the rounds are counted");
        is_int(sl_wait(), SL_SUCCESS, "with nothing to do a wait returns");
        is_int(sl_finalize(), SL_SUCCESS, "and it ends");
        ok(!sl_is_initialized() && !starpu_is_initialized(), "and StarPU with it");
    }
    sl_config config = {.scheduler = "eager"};
    setenv("STARPU_SCHED", "prio", 1);
    sl_init(&config);
    is_str(starpu_sched_ctx_get_sched_policy(0)->policy_name, "prio", "STARPU_SCHED wins over the configuration");
    sl_finalize();
    unsetenv("STARPU_SCHED");
}

static void nesting(void)
{
    sl_config core = {.cpu_workers = SL_WORKERS_CORE}, bad = {.cpu_cores = -1};

    is_int(sl_init(NULL), SL_SUCCESS, "sl_init() once");
    is_int(sl_init(NULL), SL_SUCCESS, "and nested");
    is_int(sl_init(&bad), SL_ERR_ARGUMENT, "a nested one with a bad field is refused");
    warned[0] = '\0';
    is_int(sl_init(&core), SL_SUCCESS, "one that asks for other groups is not");
    like(warned, "worker groups stay", "but warned");
    is_int(sl_finalize(), SL_SUCCESS, "ends the third");
    is_int(sl_finalize(), SL_SUCCESS, "ends the second");
    is_int(sl_is_initialized(), 1, "the first is still there");
    is_int(sl_finalize(), SL_SUCCESS, "ends the first");
    is_int(sl_is_initialized(), 0, "now it is over");
    is_int(sl_finalize(), SL_ERR_STATE, "one too many is an error");
}

static void count_run(void *arg)
{
    atomic_fetch_add((_Atomic int *)arg, 1);
}

static void pausing(void)
{
    double wall, cpu;

    sl_init(NULL);
    is_int(sl_resume(), SL_ERR_STATE, "sl_resume() without sl_pause() is an error");
    is_int(sl_pause(), SL_SUCCESS, "sl_pause()");
    is_int(sl_pause(), SL_SUCCESS, "nested");
    usleep(20000);
    wall = seconds(CLOCK_MONOTONIC);
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    usleep(200000);
    wall = seconds(CLOCK_MONOTONIC) - wall;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    ok(cpu < 0.2 * wall, "the workers use no core while paused (%.0f %%)", 100 * cpu / wall);
    is_int(sl_resume(), SL_SUCCESS, "sl_resume()");
    is_int(sl_resume(), SL_SUCCESS, "and the outer one");
    is_int(sl_resume(), SL_ERR_STATE, "a third is an error");
    _Atomic int ran = 0;
    starpu_execute_on_each_worker(count_run, (void *)&ran, STARPU_CPU);
    is_int(ran, sl_cpu_workers(), "every CPU worker runs again");
    is_int(sl_pause(), SL_SUCCESS, "paused once more");
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize() ends what is paused");
}

static void in_a_task(void)
{
    sl_init(NULL);
    sl__in_task = 1;
    is_int(sl_init(NULL), SL_ERR_CONTEXT, "sl_init() inside a task is refused");
    is_int(sl_pause(), SL_ERR_CONTEXT, "so is sl_pause()");
    is_int(sl_resume(), SL_ERR_CONTEXT, "and sl_resume()");
    is_int(sl_finalize(), SL_ERR_CONTEXT, "and sl_finalize()");
    is_int(sl_wait(), SL_ERR_CONTEXT, "and sl_wait()");
    sl__in_task = 0;
    is_int(sl_finalize(), SL_SUCCESS, "outside it is not");
}

/* In the child: what each call says, as bits of the exit status. */
static int ask_in_child(void)
{
    int bad = 0;

    alarm(10); /* a hang is the failure that this test is about */
    bad |= (sl_init(NULL) != SL_ERR_FORKED) << 0;
    bad |= (sl_wait() != SL_ERR_FORKED) << 1;
    bad |= (sl_pause() != SL_ERR_FORKED) << 2;
    bad |= (sl_resume() != SL_ERR_FORKED) << 3;
    bad |= (sl_finalize() != SL_ERR_FORKED) << 4;
    bad |= (sl_info_print(stdout) != SL_ERR_FORKED) << 5;
    bad |= (sl_is_initialized() != 0) << 6;
    return bad;
}

static int fork_and(int (*function)(void))
{
    int status = -1;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0)
        _exit(function());
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

static int start_in_child(void)
{
    alarm(20);
    return sl_init(NULL) != SL_SUCCESS || sl_finalize() != SL_SUCCESS;
}

static int refused_in_child(void)
{
    alarm(20);
    return sl_init(NULL) != SL_ERR_FORKED;
}

static void forks(void)
{
    sl_init(NULL);
    is_int(fork_and(ask_in_child), 0, "every call in a forked child is SL_ERR_FORKED");
    is_int(sl_wait(), SL_SUCCESS, "the parent goes on");
    is_int(sl_finalize(), SL_SUCCESS, "and ends");
    if (sl__device_count() == 0)
        is_int(fork_and(start_in_child), 0, "a child that is forked after sl_finalize() can start the library");
    else
        is_int(fork_and(refused_in_child), 0, "CUDA does not survive a fork: sl_init() in a child is SL_ERR_FORKED");
}

static void *start_and_end(void *arg)
{
    for (int i = 0; i < 3; i++)
        if (sl_init(NULL) != SL_SUCCESS || sl_cpu_cores() < 1 || sl_finalize() != SL_SUCCESS)
            *(int *)arg = 1;
    return NULL;
}

static void from_threads(void)
{
    pthread_t thread[3];
    int bad[3] = {0};

    for (int t = 0; t < 3; t++)
        pthread_create(&thread[t], NULL, start_and_end, &bad[t]);
    for (int t = 0; t < 3; t++)
        pthread_join(thread[t], NULL);
    is_int(bad[0] + bad[1] + bad[2], 0, "three threads start and end the library at once");
    is_int(sl_is_initialized(), 0, "and it is ended then");
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many GPUs are used, who says so, and that the reason for none is told. */
static void gpus(void)
{
    static const struct {
        const char *variable;
        int config, want; /* want -1: all */
        const char *why;
    } cases[] = {{NULL, 0, -1, NULL},   {"-1", 0, -1, NULL}, {"0", 0, 0, "STARLOOP_GPUS is 0"},
                 {"1", 0, 1, NULL},     {"0", 1, 1, NULL},   {"1", -1, 0, "config.gpus"},
                 {NULL, 1000, -1, NULL}};
    int all = sl__device_count();

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sl_config config = {.gpus = cases[i].config};
        int want = cases[i].want < 0 ? all : least(all, cases[i].want);
        if (cases[i].variable)
            setenv("STARLOOP_GPUS", cases[i].variable, 1);
        is_int(sl_init(&config), SL_SUCCESS, "sl_init() with STARLOOP_GPUS=%s and config.gpus = %d",
               cases[i].variable ? cases[i].variable : "", cases[i].config);
        is_int(sl_gpus(), want, "uses %d of %d GPUs", want, all);
        is_int(starpu_cuda_worker_get_count(), want, "StarPU has as many CUDA workers");
        if (want > 0)
            is_str(sl__device_absence(), "", "nothing is missing");
        else
            like(sl__device_absence(), all > 0 && cases[i].why ? cases[i].why : "CUDA", "why there is none is told");
        is_str(starpu_sched_ctx_get_sched_policy(0)->policy_name, want > 0 ? "dmdas" : "lws", "the scheduler is %s",
               want > 0 ? "one that knows costs" : "StarPU's own choice");
        sl_finalize();
        is_int(sl_gpus(), 0, "none after sl_finalize()");
        unsetenv("STARLOOP_GPUS");
    }
    sl_config none = {.gpus = -1};
    sl_init(NULL);
    warned[0] = '\0';
    is_int(sl_init(&none), SL_SUCCESS, "a nested sl_init() without GPUs is not refused");
    if (all > 0)
        like(warned, "GPUs stay", "but warned");
    else
        is_str(warned, "", "nor warned, where there is none");
    sl_finalize();
    sl_finalize();
    setenv("STARPU_NCUDA", "0", 1);
    warned[0] = '\0';
    sl_init(NULL);
    like(warned, "STARPU_NCUDA=0 is ignored", "STARPU_NCUDA is ignored with a warning");
    like(warned, "see STARLOOP_GPUS", "that says what to use");
    is_int(sl_gpus(), all, "and it is");
    sl_finalize();
    unsetenv("STARPU_NCUDA");
}

static void environment(void)
{
    double start;

    setenv("STARPU_NCPU", "3", 1);
    unsetenv("STARPU_SILENT");
    unsetenv("STARPU_PERF_MODEL_DIR");
    warned[0] = '\0';
    start = seconds(CLOCK_MONOTONIC);
    is_int(sl_init(NULL), SL_SUCCESS, "sl_init() with STARPU_NCPU=3");
    start = seconds(CLOCK_MONOTONIC) - start;
    like(warned, "STARPU_NCPU=3 is ignored", "warns of it");
    is_str(getenv("STARPU_NCPU"), "3", "and leaves the environment as it was");
    ok(!getenv("STARPU_SILENT") && !getenv("STARPU_PERF_MODEL_DIR"), "without additions");
    is_int(starpu_cpu_worker_get_count(), sl_cpu_workers(), "StarPU has the planned workers");
    /* The other tests have calibrated StarPU before. */
    double most = sl_gpus() > 0 ? 0.6 : 0.3;
    ok(start < most, "sl_init() takes less than %g s (%.3f s)", most, start);
    sl_finalize();
    unsetenv("STARPU_NCPU");
}

/* StarPU ends the program when it cannot make the folder for its calibrations. */
static void folders(void)
{
    static const char *const names[] = {"HOME", "XDG_CACHE_HOME", "STARPU_HOME", "TMPDIR", "STARPU_PERF_MODEL_DIR"};
    char *old[5];

    for (int i = 0; i < 5; i++) {
        const char *value = getenv(names[i]);
        old[i] = value ? strdup(value) : NULL;
        unsetenv(names[i]);
    }
    setenv("HOME", "/dev/null/none", 1);
    is_int(sl_init(NULL), SL_SUCCESS, "without a HOME that can be written the library starts");
    is_int(sl_finalize(), SL_SUCCESS, "and ends");
    unsetenv("HOME");
    is_int(sl_init(NULL), SL_SUCCESS, "and without any");
    is_int(sl_finalize(), SL_SUCCESS, "and ends");
    setenv("TMPDIR", "/dev/null/none", 1);
    is_int(sl_init(NULL), SL_SUCCESS, "and where the folder for temporary files cannot be written");
    is_int(sl_finalize(), SL_SUCCESS, "and ends");
    setenv("STARPU_PERF_MODEL_DIR", "/dev/null/none", 1);
    is_int(sl_init(NULL), SL_ERR_ARGUMENT, "a STARPU_PERF_MODEL_DIR that cannot be made is an error");
    for (int i = 0; i < 5; i++) {
        if (old[i])
            setenv(names[i], old[i], 1);
        else
            unsetenv(names[i]);
        free(old[i]);
    }
}

static void own_starpu(void)
{
    struct starpu_conf conf;

    starpu_conf_init(&conf);
    conf.ncpus = 1;
    setenv("STARPU_SILENT", "1", 1);
    if (starpu_init(&conf) != 0) {
        skip("StarPU does not start alone", "a StarPU that the program has started is refused");
        return;
    }
    is_int(sl_init(NULL), SL_ERR_STARPU, "a StarPU that the program has started is refused");
    starpu_shutdown();
    is_int(sl_init(NULL), SL_SUCCESS, "and when that has ended, it is not");
    is_int(sl_finalize(), SL_SUCCESS, "ends it");
}

static void info(void)
{
    static char text[32768];
    FILE *file = tmpfile(), *full = fopen("/dev/full", "w");

    setenv("STARLOOP_CPU_WORKERS", "core", 1);
    sl_init(NULL);
    is_int(sl_info_print(file), SL_SUCCESS, "sl_info_print() prints");
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    like(text, "level core", "the level of the groups");
    like(text, "group 0", "the groups");
    like(text, "worker 0", "the workers");
    like(text, sl_version(), "the version");
    like(text, sl_gpus() > 0 ? "policy         dmdas" : "policy         lws", "the scheduler");
    like(text, "\nGPUs", "the GPUs");
    like(text, sl_gpus() > 0 ? ", GPU 0" : "none", "and who works for them, or that there are none");
    like(text, "CUDA", "what this build and this StarPU have of CUDA");
    like(text, "STARPU_MAXCPUS", "StarPU's limits");
    like(text, "STARLOOP_CPU_WORKERS=core (set)", "the variables");
    if (full) {
        is_int(sl_info_print(full), SL_ERR_SYSTEM, "a full disk is an error");
        fclose(full);
    } else {
        skip("no /dev/full", "a full disk is an error");
    }
    sl_finalize();
    unsetenv("STARLOOP_CPU_WORKERS");
}

/* A thread that begins as soon as the library says that it runs. */
static void *begin_early(void *arg)
{
    sl_event *event = NULL;
    while (!sl_is_initialized())
        sched_yield();
    *(sl_status *)arg = sl_event_record(&event);
    sl_event_destroy(&event);
    return NULL;
}

static void early_threads(void)
{
    enum { ROUNDS = 20 };
    int failed = 0;
    for (int r = 0; r < ROUNDS; r++) {
        pthread_t thread;
        sl_status status = SL_ERR_STATE;
        pthread_create(&thread, NULL, begin_early, &status);
        failed += sl_init(NULL) != SL_SUCCESS;
        pthread_join(thread, NULL);
        failed += status != SL_SUCCESS;
        failed += sl_finalize() != SL_SUCCESS;
    }
    is_int(failed, 0, "what sl_is_initialized() says is ready, %d times", ROUNDS);
}

/* What hwloc's plugins leave in memory is not lost, for a checker of leaks: their library is still there. */
static void leaks(void)
{
    is_int(sl_init(NULL), SL_SUCCESS, "it starts");
    void *in_use = dlopen("libpciaccess.so.0", RTLD_LAZY | RTLD_NOLOAD);
    if (in_use != NULL)
        dlclose(in_use);
    is_int(sl_finalize(), SL_SUCCESS, "it ends");
    if (in_use == NULL) {
        skip("hwloc does not use it here", "libpciaccess stays");
        return;
    }
    void *after = dlopen("libpciaccess.so.0", RTLD_LAZY | RTLD_NOLOAD);
    ok(after != NULL, "libpciaccess stays, which keeps memory until the program ends");
    if (after != NULL)
        dlclose(after);
}

int main(void)
{
    unsetenv("STARPU_SCHED");
    unsetenv("STARLOOP_GPUS");
    sl__backends_fill();
    sl_log_set_handler(keep, NULL);
    before_init();
    bad_config();
    three_rounds();
    nesting();
    pausing();
    in_a_task();
    forks();
    gpus();
    from_threads();
    early_threads();
    environment();
    folders();
    own_starpu();
    info();
    leaks();
    return done_testing();
}
