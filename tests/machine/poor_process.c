/* SPDX-License-Identifier: BSD-3-Clause */
/* Processes that have little: files, sizes of files, threads, memory, folders, standard streams, a core. Each case is a
 * child that starts the library, runs loops, a sum, a region, a scan and a sort, and ends it. It ends by itself, never
 * by a signal, with right results or with the one sentence that names what there is too little of.
 *
 * The program has a pthread_create of its own, which fails for calls from its own code only: Starloop is linked in
 * statically, StarPU is not. The quick form leaves out most of the limits. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <starloop.h>

#include "tap.h"

SL_KERNEL_DECLARE(pp_fill, (i), scalar(double, a), out(double, 1, y, own));
SL_KERNEL_DECLARE(pp_add, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(pp_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

/* N: elements. STARTED, USED, ENDED: where a child was when the first error came. */
enum { N = 120000, EACH = 1000, STARTED = 1, USED, ENDED, SECONDS = 120 };

/* What a child says; in memory that both share. */
static struct report {
    int status, where, right; /* right: all results were, and the library has ended */
    int errors;               /* in the log */
    char text[1000];
} * report;

static char folder[600], path[700];

/* In the work folder of the tests; by hand, elsewhere, in one for what is temporary. @return 0: there is none */
static int make_folder(void)
{
    const char *build = getenv("abs_top_builddir"), *other = getenv("TMPDIR");
    if (build != NULL) {
        snprintf(folder, sizeof folder, "%s/tests/work/poor_process-XXXXXX", build);
        if (mkdtemp(folder) != NULL)
            return 1;
    }
    snprintf(folder, sizeof folder, "%s/starloop-poor-XXXXXX", other != NULL && other[0] == '/' ? other : "/tmp");
    return mkdtemp(folder) != NULL;
}

/* The leak checker ends a child that has no /proc, no file or no thread left for it. Other tests look for leaks. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

/* ---- threads that cannot be made ---------------------------------------------------------------------------- */

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define INTERPOSED 1
extern char __executable_start, etext;
static _Atomic int threads_left = -1; /* that our code can make; -1: any */

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    const char *caller = __builtin_return_address(0);
    if (caller >= &__executable_start && caller < &etext && threads_left >= 0 && threads_left-- <= 0) {
        threads_left = 0;
        return EAGAIN;
    }
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    return real(thread, attr, run, arg);
}
#endif

static int with_memory_limits(void)
{
#ifdef INTERPOSED
    return 1;
#else
    return 0;
#endif
}

/* ---- what each child does ----------------------------------------------------------------------------------- */

static sl_status note(int where, sl_status status)
{
    if (status != SL_SUCCESS && report->status == SL_SUCCESS) {
        report->status = (int)status;
        report->where = where;
        snprintf(report->text, sizeof report->text, "%s", sl_last_error());
    }
    return status;
}

static long wrong_elements(sl_view *view, int sums)
{
    double sum = 0;
    long wrong = 0;
    const double *p = SL_HOST_READ(double, view);
    for (long i = 0; p != NULL && i < N; i++) {
        sum += 5.0 * (double)(i % EACH);
        wrong += p[i] != (sums ? sum : 5.0 * (double)(i / (N / EACH)));
    }
    if (p != NULL)
        sl_host_end(view);
    return p != NULL ? wrong : N;
}

static sl_status region(sl_view *x, sl_view *y)
{
    sl_region *r = NULL;
    SL_TRY(sl_region_begin(&r));
    SL_TRY(sl_forall(pp_add, SL_RANGE(0, N), 1.0, x, y));
    SL_TRY(sl_region_end(r));
    SL_TRY(sl_region_run(r));
    SL_TRY(sl_region_run(r));
    sl_region_destroy(&r);
    return SL_SUCCESS;
}

static sl_status loops(sl_view *x, sl_view *y, sl_view *z)
{
    double s = 0;
    SL_TRY(sl_forall(pp_fill, SL_RANGE(0, N), 1.0, x));
    SL_TRY(sl_forall(pp_fill, SL_RANGE(0, N), 2.0, y));
    SL_TRY(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), pp_add, SL_RANGE(0, N), 1.0, x, y));
    SL_TRY(sl_reduce(pp_sum, SL_RANGE(0, N), y, &s));
    SL_TRY(region(x, y));
    SL_TRY(sl_scan_inclusive(SL_SUM, 0, y, z));
    SL_TRY(sl_sort(y));
    SL_TRY(sl_wait());
    report->right = s == 3.0 * 0.5 * (EACH - 1) * N && wrong_elements(z, 1) == 0 && wrong_elements(y, 0) == 0;
    return SL_SUCCESS;
}

static sl_status use(void)
{
    sl_view *v[3] = {NULL, NULL, NULL};
    SL_TRY(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v[0]));
    SL_TRY(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v[1]));
    SL_TRY(sl_view_create("z", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v[2]));
    SL_TRY(loops(v[0], v[1], v[2]));
    for (int i = 0; i < 3; i++)
        sl_view_destroy(&v[i]);
    return SL_SUCCESS;
}

static void count_errors(sl_log_level level, const char *file, int line, const char *message, void *arg)
{
    (void)file, (void)line, (void)message, (void)arg;
    report->errors += level == SL_LOG_ERROR;
}

static void start_use_end(void)
{
    if (note(STARTED, sl_init(NULL)) != SL_SUCCESS)
        return;
    note(USED, use());
    note(ENDED, sl_finalize());
}

/* ---- children ----------------------------------------------------------------------------------------------- */

typedef void poor_start(long n);

/* @return 1: right, 0: an error that has a sentence, -1: neither, as a signal, or an error without one */
static int child(poor_start *poor, long n, void (*run)(void))
{
    int how = 0;
    memset(report, 0, sizeof *report);
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        alarm(SECONDS); /* a child that hangs ends by a signal, too */
        if (poor != NULL)
            poor(n);
        run();
        exit(0);
    }
    if (pid < 0 || waitpid(pid, &how, 0) != pid)
        return -1;
    if (WIFSIGNALED(how) || WEXITSTATUS(how) != 0) {
        diag("%ld: the child ended by %s %d, after: %s", n, WIFSIGNALED(how) ? "signal" : "exit status",
             WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how), report->text);
        return -1;
    }
    if (report->status == SL_SUCCESS && report->right)
        return 1;
    return report->status != SL_SUCCESS && report->text[0] != '\0' ? 0 : -1;
}

static void works(const char *sentence, poor_start *poor, long n)
{
    if (!ok(child(poor, n, start_use_end) == 1, "%s, the library works", sentence))
        diag("%ld: %s: %s", n, sl_status_name((sl_status)report->status), report->text);
}

/* @param where  the error has come  @param want  in its sentence */
static void fails(const char *sentence, poor_start *poor, long n, int where, const char *want)
{
    const int got = child(poor, n, start_use_end);
    if (!ok(got == 0 && report->where == where && strstr(report->text, want), "%s, the error says it", sentence))
        diag("%ld: got %d, %s: \"%s\", want \"%s\"", n, got, sl_status_name((sl_status)report->status), report->text,
             want);
}

/* Limits from little to much: at each it works, or fails for one of two reasons; at the first fails, at the last works.
 */
static void limits(const char *sentence, poor_start *poor, const long *n, int count, const char *want,
                   const char *or_want)
{
    int wrong = 0, first = -1, last = -1;
    for (int i = 0; i < count; i += quick() && i + 4 < count ? 4 : 1) {
        last = child(poor, n[i], start_use_end);
        if (last < 0 || (last == 0 && !strstr(report->text, want) && !strstr(report->text, or_want))) {
            wrong++;
            diag("%ld: %d: %s: %s", n[i], last, sl_status_name((sl_status)report->status), report->text);
        }
        first = first < 0 ? last : first;
    }
    is_int(wrong, 0, "%s, the library works, or says how much is missing", sentence);
    is_int(first, 0, "%s, the least is too little", sentence);
    is_int(last, 1, "%s, the most is enough", sentence);
}

/* ---- kinds of being poor ------------------------------------------------------------------------------------ */

static void set_limit(int what, rlim_t n)
{
    const struct rlimit both = {n, n};
    if (setrlimit((__rlimit_resource_t)what, &both) != 0)
        _exit(98);
}

static void few_files(long n)
{
    set_limit(RLIMIT_NOFILE, (rlim_t)n);
}

static void small_files(long n)
{
    set_limit(RLIMIT_FSIZE, (rlim_t)n);
}

static void little_space(long mib)
{
    set_limit(RLIMIT_AS, (rlim_t)mib << 20);
}

static void little_data(long mib)
{
    set_limit(RLIMIT_DATA, (rlim_t)mib << 20);
}

static void no_locked_memory(long n)
{
    set_limit(RLIMIT_MEMLOCK, (rlim_t)n);
}

/* As a user who has no other process; 0: as many as there may be. */
static void few_processes(long n)
{
    if (n > 0)
        set_limit(RLIMIT_NPROC, (rlim_t)n);
    unsetenv("XDG_CACHE_HOME");
    if (setresuid(65533, 65533, 65533) != 0)
        _exit(98);
}

static void one_core(long n)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)n, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void odd_language(long n)
{
    static const char *const value[] = {"", "tr_TR.UTF-8", "\xff\xfe", "C.UTF-8", "../../x"};
    setenv("LANG", value[n], 1);
    setenv("LC_ALL", value[n], 1);
}

static const char *const no_home[] = {NULL, "", "relative", "/dev/null", "/dev/null/none", "/proc"};
static const char *const home_name[] = {"HOME", "STARPU_HOME", "XDG_CACHE_HOME", "TMPDIR"};
enum { HOMES = sizeof no_home / sizeof no_home[0], NAMES = sizeof home_name / sizeof home_name[0] };

/* One of the variables, or from HOMES x NAMES on all of them. */
static void odd_home(long n)
{
    const char *value = no_home[n % HOMES];
    for (int i = 0; i < NAMES; i++)
        if (n / HOMES == i || n / HOMES == NAMES) {
            unsetenv(home_name[i]);
            if (value != NULL)
                setenv(home_name[i], value, 1);
        }
    if (chdir("/proc") != 0) /* nothing can be made there */
        _exit(98);
}

/* Folders in which nothing can be written. */
static void no_folder(long n)
{
    static const char *const folders[] = {"/tmp", "/var/tmp", "/dev/shm"};
    (void)n;
    for (int i = 0; i < 3; i++)
        if (access(folders[i], F_OK) == 0 && mount("none", folders[i], "tmpfs", MS_RDONLY, NULL) != 0)
            _exit(98);
    odd_home(HOMES * NAMES + 4);
    unsetenv("TMPDIR");
}

/* Without what the system says of itself, or without devices. */
static void no_system(long n)
{
    static const char *const folders[] = {"/sys", "/proc", "/dev"};
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", folders[n], "tmpfs", MS_RDONLY, NULL) != 0)
        _exit(98);
}

static int can_mount(void)
{
    int how;
    const pid_t pid = fork();
    if (pid == 0)
        _exit(unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
                      mount("none", "/tmp", "tmpfs", MS_RDONLY, NULL) == 0
                  ? 0
                  : 1);
    return pid > 0 && waitpid(pid, &how, 0) == pid && how == 0;
}

static void no_folder_own(long n)
{
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        _exit(98);
    no_folder(n);
}

/* ---- standard streams --------------------------------------------------------------------------------------- */

static void close_streams(long mask)
{
    for (int i = 0; i < 3; i++)
        if (mask >> i & 1)
            close(i);
    setenv("STARLOOP_LOG", mask & 4 ? "debug" : "error", 1);
    setenv("STARLOOP_TRACE", path, 1);
}

/* A file of the program's own gets the number of a stream. What the library logs is not in it. */
static void use_file_of_stream(void)
{
    if (note(STARTED, sl_init(NULL)) != SL_SUCCESS)
        return;
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    note(USED, use());
    (void)sl_wait();
    sl_forall(pp_fill, SL_RANGE(0, N), 1.0, NULL); /* refused, which is logged */
    if (file != 2 || lseek(file, 0, SEEK_END) != 0)
        report->right = 0;
    note(ENDED, sl_finalize());
}

static void close_stderr(long n)
{
    (void)n;
    close(0), close(1), close(2);
    if (open("/dev/null", O_RDWR) != 0 || open("/dev/null", O_RDWR) != 1)
        _exit(98);
}

/* Standard error is a pipe that nobody reads, or a full disk. */
static void broken_stderr(long full)
{
    int ends[2];
    if (pipe(ends) != 0)
        _exit(98);
    dup2(full ? open("/dev/full", O_WRONLY) : ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    setenv("STARLOOP_LOG", "debug", 1);
}

static void broken_stderr_profile(long full)
{
    broken_stderr(full);
    setenv("STARLOOP_LOG", "error", 1);
    setenv("STARLOOP_PROFILE", "1", 1);
}

static void streams(void)
{
    char text[4096];
    for (long mask = 1; mask < 8; mask += quick() ? 3 : 1) {
        works("with standard streams closed", close_streams, mask);
        FILE *f = fopen(path, "r");
        size_t got = f != NULL ? fread(text, 1, sizeof text - 1, f) : 0;
        text[got] = '\0';
        ok(got > 0 && strstr(text, "starloop: ") == NULL, "and nothing is in a file that was meant for them (%ld)",
           mask);
        if (f != NULL)
            fclose(f);
    }
    is_int(child(close_stderr, 0, use_file_of_stream), 1,
           "a program's file with the number of standard error stays its own");
    works("where nobody reads standard error", broken_stderr, 0);
    works("where standard error is a full disk", broken_stderr, 1);
    fails("where nobody reads the profile on standard error", broken_stderr_profile, 0, ENDED, "Broken pipe");
    is_int(report->right, 1, "and the results are right");
    fails("where the profile on standard error is on a full disk", broken_stderr_profile, 1, ENDED, "No space left");
}

/* ---- files of the library's own ------------------------------------------------------------------------------ */

static void count_log(void)
{
    sl_log_set_level(SL_LOG_ERROR);
    sl_log_set_handler(count_errors, NULL);
}

static void use_counting(void)
{
    count_log();
    start_use_end();
}

/* Events for more than a file may have bytes. */
static void use_long(void)
{
    sl_view *x = NULL;
    count_log();
    if (note(STARTED, sl_init(NULL)) != SL_SUCCESS)
        return;
    note(USED, sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    for (int i = 0; i < 4000; i++)
        note(USED, sl_forall(pp_fill, SL_RANGE(0, 100), 1.0, x));
    sl_view_destroy(&x);
    note(USED, use());
    note(ENDED, sl_finalize());
}

static void trace_small(long n)
{
    setenv("STARLOOP_TRACE", path, 1);
    set_limit(RLIMIT_FSIZE, (rlim_t)n);
}

static void set_profile(long n)
{
    (void)n;
    setenv("STARLOOP_PROFILE", "/dev/full", 1);
}

static void set_trace(long n)
{
    (void)n;
    setenv("STARLOOP_TRACE", "/dev/full", 1);
}

/* The profile's file cannot be opened again, once its folder is gone. */
static void use_profile_gone(void)
{
    char gone[700], file[720];
    count_log();
    snprintf(gone, sizeof gone, "%s/gone", folder);
    snprintf(file, sizeof file, "%s/profile", gone);
    mkdir(gone, 0700);
    setenv("STARLOOP_PROFILE", file, 1);
    if (note(STARTED, sl_init(NULL)) != SL_SUCCESS)
        return;
    unlink(file);
    rmdir(gone);
    note(USED, use());
    note(ENDED, sl_finalize());
}

static void own_error(int got, const char *sentence, const char *want)
{
    ok(got == 0 && report->where == ENDED && report->status == SL_ERR_SYSTEM && strstr(report->text, want),
       "%s: sl_finalize() says so", sentence) ||
        (diag("got %d, %s: %s", got, sl_status_name((sl_status)report->status), report->text), 0);
    is_int(report->errors, 1, "it is one error");
    is_int(report->right, 1, "and nothing else is lost");
}

static void own_files(void)
{
    char last[4] = "";
    fails("where a trace is on a full disk", set_trace, 0, STARTED, "/dev/full\": No space left");
    own_error(child(set_profile, 0, use_counting), "a profile on a full disk", "No space left on device");
    own_error(child(NULL, 0, use_profile_gone), "a profile whose folder is gone", "No such file or directory");
    own_error(child(trace_small, 300000, use_long), "a trace that has become too large", "File too large");
    FILE *f = fopen(path, "r");
    if (f != NULL && fseek(f, -4, SEEK_END) == 0 && fread(last, 1, 3, f) == 3)
        last[3] = '\0';
    is_str(last, "\n]}", "what the trace has is valid");
    if (f != NULL)
        fclose(f);
}

/* ---- threads and memory -------------------------------------------------------------------------------------- */

#ifdef INTERPOSED
static void few_threads(long n)
{
    threads_left = (int)n;
}

static void later_no_threads(void)
{
    if (note(STARTED, sl_init(NULL)) != SL_SUCCESS)
        return;
    threads_left = 0;
    note(USED, use());
    note(ENDED, sl_finalize());
}
#endif

static void threads(void)
{
#ifdef INTERPOSED
    static const long n[] = {0, 1, 2, 3, 4, 5, 6, 8, 12, 1000};
    limits("with few threads", few_threads, n, sizeof n / sizeof n[0], "room for", "room for");
    is_int(child(NULL, 0, later_no_threads), 1, "where no thread can be made after sl_init(), loops run on fewer");
#else
    skip("the sanitizer has a pthread_create", "with few threads the library works, or says so");
#endif
    static const long processes[] = {1, 2, 3, 4, 6, 8, 12, 0};
    if (geteuid() == 0)
        limits("with few processes", few_processes, processes, sizeof processes / sizeof processes[0], "room for",
               "room for");
    else
        skip("this user cannot become another", "with few processes the library works, or says so");
}

static size_t space_taken(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f == NULL || fscanf(f, "%lu", &pages) != 1)
        pages = 0;
    if (f != NULL)
        fclose(f);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Takes views until there is no memory for more; loops go on in those that there are. */
static void use_up(void)
{
    enum { VIEWS = 200, LARGE = 1 << 20 };
    sl_view *v[VIEWS] = {NULL};
    int n = 0, refused = 0;
    sl_log_set_level(SL_LOG_NONE);
    if (note(STARTED, sl_init(NULL)) != SL_SUCCESS)
        return;
    set_limit(RLIMIT_AS, space_taken() + ((rlim_t)400 << 20));
    while (n < VIEWS && sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LARGE), &v[n]) == SL_SUCCESS)
        n++;
    refused = n < VIEWS && sl_last_status() == SL_ERR_MEMORY && strstr(sl_last_error(), "sl_view_create");
    note(USED, sl_pause());
    for (int k = 0; k < 200; k++)
        for (int i = 0; i < n; i++)
            note(USED, sl_forall(pp_fill, SL_RANGE(0, LARGE / 64), 1.0, v[i]));
    note(USED, sl_resume());
    for (int i = 0; i < n / 2; i++)
        sl_view_destroy(&v[i]);
    note(USED, use());
    for (int i = n / 2; i < n; i++)
        sl_view_destroy(&v[i]);
    note(ENDED, sl_finalize());
    report->errors = n;
    report->right = report->right && refused && n > 0;
}

static size_t left; /* bytes that the program leaves */

/* All memory that there is but for some, to the last few bytes; a list in the blocks. */
static void *hog(void *list)
{
    void *volatile some = malloc(left); /* or the compiler leaves it out */
    for (size_t bytes = 100000; bytes >= 16; bytes /= 2)
        for (void **block; (block = malloc(bytes)) != NULL; list = block)
            *block = list;
    free(some);
    return list;
}

static void give_back_all(void *list)
{
    for (void *next; list != NULL; list = next) {
        next = *(void **)list;
        free(list);
    }
}

/* A call without memory: it works, or says so. */
static void without_memory(sl_status status)
{
    if (status != SL_SUCCESS && status != SL_ERR_MEMORY)
        note(USED, status);
    report->errors += status == SL_ERR_MEMORY;
}

static int host_task(void *arg)
{
    (void)arg;
    return 0;
}

/* Those which have StarPU make more than a loop does. */
static void larger_calls_without_memory(sl_view *x, sl_view *y)
{
    static double memory_of_program[10];
    sl_view *more = NULL;
    sl_event *event = NULL;
    for (int i = 0; i < 100; i++) {
        without_memory(sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), memory_of_program, &more));
        without_memory(sl_task(host_task, NULL, SL_RW(x)));
        without_memory(sl_event_record(&event));
        sl_event_destroy(&event);
        without_memory(sl_forall_with(SL_POLICY(.split = SL_SPLIT(1 + i % 50)), pp_add, SL_RANGE(0, N), 1.0, x, y));
        sl_view_destroy(&more);
    }
}

static void calls_without_memory(sl_view *x, sl_view *y)
{
    double s;
    sl_view *more = NULL;
    sl_region *r = NULL;
    for (int i = 0; i < 1000; i++)
        without_memory(sl_forall(pp_add, SL_RANGE(0, N), 1.0, x, y));
    without_memory(sl_reduce(pp_sum, SL_RANGE(0, N), y, &s));
    without_memory(sl_scan_inclusive(SL_SUM, 0, x, y));
    without_memory(sl_sort(y));
    without_memory(SL_HOST_READ(double, y) ? SL_SUCCESS : sl_last_status());
    sl_host_end(y);
    without_memory(sl_region_begin(&r));
    if (r != NULL) {
        without_memory(sl_forall(pp_add, SL_RANGE(0, N), 1.0, x, y));
        without_memory(sl_region_end(r));
    }
    sl_region_destroy(&r);
    larger_calls_without_memory(x, y);
    for (int i = 0; i < 1000; i++)
        without_memory(sl_view_create("more", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &more));
    without_memory(sl_wait());
}

/* The program takes all memory while loops are queued, and again before the end. */
static void use_nothing_left(void)
{
    sl_view *x = NULL, *y = NULL;
    if (note(STARTED, sl_init(NULL)) != SL_SUCCESS || note(USED, use()) != SL_SUCCESS)
        return;
    note(USED, sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    note(USED, sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y));
    set_limit(RLIMIT_AS, space_taken() + ((rlim_t)100 << 20));
    note(USED, sl_forall(pp_fill, SL_RANGE(0, N), 1.0, x));
    note(USED, sl_forall(pp_fill, SL_RANGE(0, N), 1.0, y));
    note(USED, sl_pause());
    for (int i = 0; i < 500; i++)
        note(USED, sl_forall(pp_add, SL_RANGE(0, N), 1.0, x, y));
    void *all = hog(NULL);
    note(USED, sl_resume());
    without_memory(sl_wait());
    calls_without_memory(x, y);
    give_back_all(all);
    without_memory(sl_wait());
    report->right = 0;
    note(USED, use());
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    all = hog(NULL);
    note(ENDED, sl_finalize());
    give_back_all(all);
}

static void memory(void)
{
    static const long space[] = {100, 150, 200, 250, 300, 350, 400, 450, 500, 600, 700, 900, 1200, 1600, 2500, 64000};
    static const long data[] = {4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 100, 150, 200, 400, 64000};
    if (!with_memory_limits()) {
        skip("a sanitizer takes all addresses", "with little memory the library works, or says so");
        return;
    }
    limits("with little address space", little_space, space, sizeof space / sizeof space[0], "address space", "ulimit");
    limits("with little memory", little_data, data, sizeof data / sizeof data[0], "memory", "ulimit");
    if (!is_int(child(NULL, 0, use_up), 1, "where views take all memory, one is refused, and loops go on"))
        diag("%d views, %s: %s", report->errors, sl_status_name((sl_status)report->status), report->text);
    static const size_t some[] = {0, 10000, 30000, 40000, 70000, 100000, 140000, 300000, 600000, 1200000, 2500000};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i += quick() ? 3 : 1) {
        left = some[i];
        if (!is_int(
                child(NULL, 0, use_nothing_left), 1,
                "where the program leaves %zu bytes, calls work or are refused, and work once there is memory again",
                left))
            diag("%s: %s", sl_status_name((sl_status)report->status), report->text);
        diag("%d calls were refused, or failed", report->errors);
        if (left == 0)
            ok(report->errors > 0, "without any, calls are refused");
    }
}

/* ---- all ------------------------------------------------------------------------------------------------------ */

static void files(void)
{
    static const long sizes[] = {0, 1, 100, 1000, 4096, 10000, 65536, 200000, 262144, 300000, 1000000};
    long n[62];
    for (int i = 0; i < 62; i++)
        n[i] = i + 3;
    limits("with few open files", few_files, n, 62, "files to be open", "files to be open");
    limits("with small files", small_files, sizes, sizeof sizes / sizeof sizes[0], "got a limit of", "got a limit of");
}

static void folders(void)
{
    for (long n = 0; n < HOMES * (NAMES + 1); n += quick() ? 5 : 1)
        works("with an odd HOME, STARPU_HOME, XDG_CACHE_HOME or TMPDIR, and nothing to write in the working folder",
              odd_home, n);
    for (long n = 0; n < 3 && can_mount(); n++)
        works("without anything in /sys, /proc or /dev", no_system, n);
    if (can_mount())
        fails("without a folder that can be written", no_folder_own, 0, STARTED, "/tmp: Read-only file system");
    else
        skip("nothing can be mounted here", "without a folder that can be written, the error says it");
}

int main(void)
{
    report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED || !make_folder())
        return 99;
    snprintf(path, sizeof path, "%s/out", folder);
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("STARLOOP_LOG", "none", 1);
    setenv("STARLOOP_GPUS", "0", 1); /* CUDA itself needs far more, and crashes with less */
    works("with all that there is", NULL, 0);
    files();
    folders();
    streams();
    own_files();
    threads();
    memory();
    works("without memory that may be locked", no_locked_memory, 0);
    works("on one core", one_core, sched_getcpu());
    for (long n = 0; n < 5; n++)
        works("in an odd language", odd_language, n);
    char line[700];
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    return system(line) == 0 ? done_testing() : 99;
}
