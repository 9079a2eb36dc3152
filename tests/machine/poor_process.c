/* SPDX-License-Identifier: BSD-3-Clause */
/* Processes that have little: files, sizes of files, folders, standard streams, a core; threads and memory are in
 * poor_process_memory.c. Each case is a child that starts the library, runs loops, a sum, a region, a scan and a sort,
 * and ends it (poor_process_child.c). It ends by itself, never by a signal, with right results or with the one sentence
 * that names what there is too little of. The quick form leaves out most of the limits. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>

#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "poor_process.h"

#include "tap.h"

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

/* ---- kinds of being poor ------------------------------------------------------------------------------------ */

static void few_files(long n)
{
    set_limit(RLIMIT_NOFILE, (rlim_t)n);
}

static void small_files(long n)
{
    set_limit(RLIMIT_FSIZE, (rlim_t)n);
}

static void no_locked_memory(long n)
{
    set_limit(RLIMIT_MEMLOCK, (rlim_t)n);
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

static void count_errors(sl_log_level level, const char *file, int line, const char *message, void *arg)
{
    (void)file, (void)line, (void)message, (void)arg;
    report->errors += level == SL_LOG_ERROR;
}

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
    poor_process_threads();
    poor_process_memory();
    works("without memory that may be locked", no_locked_memory, 0);
    works("on one core", one_core, sched_getcpu());
    for (long n = 0; n < 5; n++)
        works("in an odd language", odd_language, n);
    char line[700];
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    return system(line) == 0 ? done_testing() : 99;
}
