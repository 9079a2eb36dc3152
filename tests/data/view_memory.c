/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of views: alignment, zeros, huge sizes, allocation failure at every place, that nothing is kept, and that what
 * is made again and again is not faulted in again. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RUSAGE_THREAD */
#endif
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <starloop/runtime.h>
#include <starloop/view.h>

#include "data/memory.h"
#include "data/pool.h"
#include "data/view.h"
#include "tap.h"

static void test_managed(void)
{
    static const sl_index sizes[] = {1, 7, 1000, (4 << 20) / 8 - 1, (4 << 20) / 8, (9 << 20) / 8 + 3};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        for (int round = 0; round < 2; round++) { /* the second finds what the first has left behind */
            sl_view *x = NULL;
            if (!is_int(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(sizes[k]), &x), SL_SUCCESS,
                        "%lld doubles are had", (long long)sizes[k]))
                continue;
            double *p = SL_HOST_RDWR(double, x);
            sl_index nonzero = 0;
            size_t align = sizes[k] * 8 >= 4 << 20 ? 256 : 64;
            ok(p && (uintptr_t)p % align == 0, "they are aligned to %zu bytes", align);
            for (sl_index i = 0; p && i < sizes[k]; i++) {
                nonzero += p[i] != 0;
                p[i] = 1;
            }
            is_int(nonzero, 0, "they are zero in round %d", round);
            is_int(sl__memory_held(), sizes[k] * 8, "they are accounted for");
            sl_host_end(x);
            sl_view_destroy(&x);
            is_int(sl__memory_held(), 0, "and given back");
        }
    }
    sl_view *u = NULL;
    is_int(sl_view_create_with("u", SL_FLOAT, SL_LAYOUT_RIGHT, SL_EXTENTS(100), SL_VIEW_UNINITIALIZED, &u), SL_SUCCESS,
           "an uninitialised view is had");
    sl_view_destroy(&u);
}

/* Large views that lived side by side at equal places of their huge pages would get into each other's way. */
static void test_places(void)
{
    enum { VIEWS = 16, LARGE = (4 << 20) / 8 };
    sl_view *view[VIEWS] = {NULL};
    uintptr_t place[VIEWS];
    int close = 0;
    for (int k = 0; k < VIEWS; k++) {
        sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LARGE), &view[k]);
        place[k] = (uintptr_t)SL_HOST_READ(double, view[k]) % (1 << 20);
        sl_host_end(view[k]);
        for (int j = 0; j < k; j++)
            close += (place[k] - place[j]) % (1 << 20) < 256 || (place[j] - place[k]) % (1 << 20) < 256;
    }
    is_int(close, 0, "no two of %d large views begin within 256 bytes of each other, modulo 1 MiB", VIEWS);
    for (int k = 0; k < VIEWS; k++)
        sl_view_destroy(&view[k]);
}

static void test_too_large(void)
{
    long double pages = (long double)sysconf(_SC_PHYS_PAGES) * (long double)sysconf(_SC_PAGESIZE);
    sl_index n = (sl_index)(pages / 8) + 1;
    char wanted[64];
    sl_view *x = NULL;
    is_int(sl_view_create("vast", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &x), SL_ERR_MEMORY,
           "more than the host has is refused");
    snprintf(wanted, sizeof wanted, "\"vast\" wants %lld bytes", (long long)n * 8);
    like(sl_last_error(), wanted, "the error says how much was wanted");
    snprintf(wanted, sizeof wanted, "%.0Lf", pages);
    like(sl_last_error(), wanted, "and how much there is");
    ok(!x, "the output is left alone");
    sl_view *a = NULL, *b = NULL;
    is_int(sl_view_create_with("half", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n / 2 + 1), SL_VIEW_UNINITIALIZED, &a),
           SL_SUCCESS, "half of it is had, untouched");
    is_int(sl_view_create_with("more", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n / 2 + 1), SL_VIEW_UNINITIALIZED, &b),
           SL_ERR_MEMORY, "twice half of it is refused");
    sl_view_destroy(&a);
    is_int(sl__memory_held(), 0, "nothing is held at the end");
}

/* One thread asks for too much, again and again; others must get what there is. */
static _Atomic int stop_asking;
static void *ask_too_much(void *arg)
{
    sl__block block;
    long asked = 0;
    (void)arg;
    for (; !stop_asking; asked++)
        if (sl__memory_get("test", "vast", SIZE_MAX / 2, 0, &block) == SL_SUCCESS)
            sl__memory_put(&block);
    return (void *)asked;
}

static void test_refused_beside(void)
{
    pthread_t thread;
    void *asked = NULL;
    int refused = 0, rounds = 0;
    sl_log_set_level(SL_LOG_NONE);
    pthread_create(&thread, NULL, ask_too_much, NULL);
    for (; rounds < 300000; rounds++) {
        sl__block block;
        if (sl__memory_get("test", "small", 64, 0, &block) == SL_SUCCESS)
            sl__memory_put(&block);
        else
            refused++;
    }
    stop_asking = 1;
    pthread_join(thread, &asked);
    sl_log_set_level(SL_LOG_WARN);
    is_int(refused, 0, "of %d small blocks none is refused while a thread asks %ld times for too much", rounds,
           (long)asked);
    is_int(sl__memory_held(), 0, "and nothing is held at the end");
}

/* Lets the k-th allocation of each call fail until the call succeeds. */
static void test_allocation_failure(void)
{
    static double data[10];
    for (int wrap = 0; wrap < 2; wrap++) {
        int failures = 0;
        sl_view *x = NULL;
        for (int k = 0; k < 10 && !x; k++) {
            sl__memory_fail_after(k);
            sl_status status = wrap ? sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), data, &x)
                                    : sl_view_create("m", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &x);
            sl__memory_fail_after(-1);
            if (status == SL_SUCCESS)
                break;
            failures++;
            is_int(status, SL_ERR_MEMORY, "%s: failure of allocation %d is reported", wrap ? "wrap" : "create", k);
            like(sl_last_error(), wrap ? "\"w\"" : "\"m\"", "and names the view");
            ok(!x, "and there is no view");
            is_int(sl__memory_held(), 0, "and no memory is held");
        }
        ok(x && failures > 0, "%s succeeds after %d failures", wrap ? "wrap" : "create", failures);
        sl_view_destroy(&x);
    }
    sl_view *large = NULL;
    sl__memory_fail_after(0);
    sl_status status = sl_view_create("large", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1 << 20), &large);
    sl__memory_fail_after(-1);
    is_int(status, SL_ERR_MEMORY, "failure of a large allocation is reported");
    ok(!large, "and there is no view");
}

/* A slot rests before it is used again, so that a stale pointer keeps meaning a destroyed view. */
static void test_quarantine(void)
{
    sl_view *stale = NULL, *x = NULL;
    int reused = 0;
    is_int(sl_view_create("old", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &stale), SL_SUCCESS, "a view is made");
    sl_view *copy = stale;
    sl_view_destroy(&stale);
    for (int k = 0; k < 1000; k++) {
        if (sl_view_create("new", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &x) != SL_SUCCESS)
            break;
        reused += x == copy;
        sl_view_destroy(&x);
    }
    is_int(reused, 0, "none of the next 1000 views lies where the destroyed one did");
    is_int(sl_view_rank(copy), -1, "using it is an error");
    is_int(sl_last_status(), SL_ERR_DESTROYED, "namely that it was destroyed");
    like(sl_last_error(), "\"old\"", "with its label");
    size_t slots = sl__pool_slots();
    for (int k = 0; k < 5000; k++) {
        if (sl_view_create("new", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &x) == SL_SUCCESS)
            sl_view_destroy(&x);
    }
    ok(sl__pool_slots() <= slots + 1100, "5000 views one after another take %zu slots", sl__pool_slots());
}

/* Whether malloc() is glibc's, as it comes. */
static int has_plain_heap(void)
{
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    static const char *const others[] = {"MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_",
                                         "MALLOC_MMAP_MAX_",       "MALLOC_TOP_PAD_",
                                         "GLIBC_TUNABLES",         "LD_PRELOAD" /* also valgrind's */};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (getenv(others[k]))
            return 0;
    return 1;
#else
    return 0;
#endif
}

static long faults(void)
{
    struct rusage use = {0};
    getrusage(RUSAGE_THREAD, &use);
    return use.ru_minflt;
}

/* A solver's views, made for each solution. */
static void test_again(void)
{
    enum { ROUNDS = 60, WARM = 10, VIEWS = 4, BYTES = 256 << 10 };
    long before = 0;
    if (!has_plain_heap()) {
        skip("another heap, or one that was told what to keep", "views that are made again and again");
        return;
    }
    for (int round = 0; round < ROUNDS; round++) {
        sl_view *view[VIEWS] = {NULL};
        if (round == WARM)
            before = faults();
        for (int k = 0; k < VIEWS; k++)
            sl_view_create("again", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(BYTES / 8), &view[k]);
        for (int k = 0; k < VIEWS; k++)
            sl_view_destroy(&view[k]);
    }
    const long taken = faults() - before;
    ok(taken < ROUNDS, "%d views of %d bytes, made %d times, fault in %ld pages, and not %d", VIEWS, (int)BYTES,
       ROUNDS - WARM, taken, (ROUNDS - WARM) * VIEWS * ((int)BYTES / 4096));
}

enum { SMALL = 60000, SMALL_BYTES = 100 };
static void *small[SMALL];

static void take_small(void)
{
    for (int k = 0; k < SMALL; k++)
        small[k] = malloc(SMALL_BYTES);
}

static void free_small(void)
{
    for (int k = 0; k < SMALL; k++)
        free(small[k]);
}

int main(void)
{
    sl_log_set_level(SL_LOG_NONE);
    /* A program that has some MB free in its heap when it starts the library, and needs them then. */
    take_small();
    void *volatile last = malloc(64);
    free_small();
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    take_small();
    test_allocation_failure();
    test_again();
    free_small();
    free(last);
    test_managed();
    test_places();
    test_too_large();
    test_refused_beside();
    test_quarantine();
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
