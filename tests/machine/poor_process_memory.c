/* SPDX-License-Identifier: BSD-3-Clause */
/* Processes that have few threads, few processes or little memory.
 *
 * The program has a pthread_create of its own, which fails for calls from its own code only: Starloop is linked in
 * statically, StarPU is not. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <unistd.h>

#include "poor_process.h"

#include "tap.h"

/* ---- threads that cannot be made -------------------------------------------------------------------------------- */

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

/* As a user who has no other process; 0: as many as there may be. */
static void few_processes(long n)
{
    if (n > 0)
        set_limit(RLIMIT_NPROC, (rlim_t)n);
    unsetenv("XDG_CACHE_HOME");
    if (setresuid(65533, 65533, 65533) != 0)
        _exit(98);
}

void poor_process_threads(void)
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

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static int with_memory_limits(void)
{
#ifdef INTERPOSED
    return 1;
#else
    return 0;
#endif
}

static void little_space(long mib)
{
    set_limit(RLIMIT_AS, (rlim_t)mib << 20);
}

static void little_data(long mib)
{
    set_limit(RLIMIT_DATA, (rlim_t)mib << 20);
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
    note(USED, sl_wait()); /* their memory is there again when their loops are done */
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

void poor_process_memory(void)
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
