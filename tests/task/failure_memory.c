/* SPDX-License-Identifier: BSD-3-Clause */
/* Allocation failure at every place where submitting, waiting and running allocate: SL_ERR_MEMORY, and nothing lost.
 *
 * The program has a malloc of its own, which fails for calls from its own code only: Starloop is linked in statically,
 * StarPU, which could not bear it, is not. */
#include "misuse.h"

struct fm_large {
    double value[64];
};
SL_STRUCT(struct fm_large);
SL_KERNEL_DECLARE(fm_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(fm_large, (i), scalar(struct fm_large, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(fm_twelve, (i), in(double, 1, a), in(double, 1, b), in(double, 1, c), in(double, 1, d),
                  in(double, 1, e), in(double, 1, f), in(double, 1, g), in(double, 1, h), in(double, 1, k),
                  in(double, 1, l), in(double, 1, m), inout(double, 1, y, own));
SL_KERNEL_DECLARE(fm_sum, (i), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(fm_plane_sum, (i, j), in(double, 2, x, own), reduce(double, sum, s));

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define INTERPOSED 1
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern char __executable_start, etext;

static _Atomic int fail_at = -1, failures; /* the allocation after the next fail_at ones of our code fails */

static int fails(const void *caller)
{
    if ((const char *)caller < &__executable_start || (const char *)caller >= &etext || fail_at < 0)
        return 0;
    if (fail_at-- > 0)
        return 0;
    failures++;
    return 1;
}

void *malloc(size_t n)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(n);
}

void *calloc(size_t count, size_t n)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, n);
}

void *realloc(void *p, size_t n)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, n);
}

void *aligned_alloc(size_t align, size_t n)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(align, n);
}

int posix_memalign(void **p, size_t align, size_t n)
{
    *p = fails(__builtin_return_address(0)) ? NULL : __libc_memalign(align, n);
    return *p ? 0 : 12;
}
#else
static _Atomic int fail_at = -1, failures;
#endif

enum { N = 50, LARGE = 300000, ROWS = 300, COLUMNS = 1000, TRIES = 60 };
static sl_view *y, *one[11], *large, *plane, *cell;
static int done; /* how much each element of y must have grown */

static int count(void *arg)
{
    (void)arg;
    done++;
    return 0;
}

/* What is tried: several tasks at a time, so that pools run out. @return the worst status. */
static sl_status try_add(void)
{
    for (int i = 0; i < 70; i++) {
        sl_status status = sl_forall(fm_add, SL_RANGE(0, N), 1.0, y);
        if (status != SL_SUCCESS)
            return status;
        done++;
    }
    return SL_SUCCESS;
}

static sl_status try_large(void)
{
    struct fm_large a = {{0}};
    a.value[63] = 1;
    sl_status status = sl_forall(fm_large, SL_RANGE(0, N), a, y);
    done += status == SL_SUCCESS;
    return status;
}

static sl_status try_twelve(void)
{
    sl_status status = sl_forall(fm_twelve, SL_RANGE(0, N), one[0], one[1], one[2], one[3], one[4], one[5], one[6],
                                 one[7], one[8], one[9], one[10], y);
    done += status == SL_SUCCESS ? 11 : 0;
    return status;
}

static sl_status try_task(void)
{
    int before = done;
    sl_status status = sl_task_with(SL_POLICY(.synchronous = 1), count, NULL, SL_RW(y));
    if (status == SL_SUCCESS && done != before + 1)
        return SL_ERR_STATE;
    done = before;
    return status;
}

static sl_status try_event(void)
{
    sl_event *event = NULL;
    sl_status status = sl_event_record(&event);
    if (status != SL_SUCCESS)
        return event == NULL ? status : SL_ERR_STATE;
    status = sl_event_wait(event);
    sl_event_destroy(&event);
    return status;
}

static sl_status try_reduce(void)
{
    double s = -7;
    sl_status status = sl_reduce(fm_sum, SL_RANGE(0, LARGE), large, &s);
    return status == SL_SUCCESS && s != LARGE ? SL_ERR_STATE : status;
}

static sl_status try_plane(void)
{
    double s = -7;
    sl_status status =
        sl_reduce_with(SL_POLICY(.schedule = SL_DYNAMIC), fm_plane_sum, SL_BOX(0, ROWS, 0, COLUMNS), plane, &s);
    return status == SL_SUCCESS && s != (double)ROWS * COLUMNS ? SL_ERR_STATE : status;
}

/* The failure may be in the task: then the wait tells it, and the target is poisoned. */
static sl_status try_into(void)
{
    sl_status status = sl_forall(fm_sum, SL_RANGE(0, LARGE), large, SL_INTO(cell));
    if (status != SL_SUCCESS)
        return status;
    status = sl_wait();
    fail_at = -1; /* reading it is not what is tried */
    const double *p = SL_HOST_READ(double, cell);
    if (!p)
        return status == SL_SUCCESS ? SL_ERR_STATE : sl_last_status() == status ? status : SL_ERR_STATE;
    int right = p[0] == LARGE;
    sl_host_end(cell);
    return status == SL_SUCCESS && right ? SL_SUCCESS : SL_ERR_STATE;
}

static sl_status try_wait(void)
{
    sl_status status = sl_forall(fm_add, SL_RANGE(0, N), 1.0, y);
    done += status == SL_SUCCESS;
    return status == SL_SUCCESS ? sl_wait() : status;
}

/* Fails the first allocation, the second, ... until one more makes no difference. */
static void test(const char *name, sl_status (*function)(void))
{
    int hits = 0, wrong = 0;
    for (int n = 0; n < TRIES; n++) {
        failures = 0;
        fail_at = n;
        sl_status status = function();
        fail_at = -1;
        if (status != SL_SUCCESS && status != SL_ERR_MEMORY && wrong++ < 3)
            diag("%s, allocation %d fails: %s: %s", name, n, sl_status_name(status), sl_last_error());
        if (status == SL_ERR_MEMORY && (failures == 0 || sl_last_status() != SL_ERR_MEMORY) && wrong++ < 3)
            diag("%s, allocation %d: SL_ERR_MEMORY, though %d allocations failed: %s", name, n, failures,
                 sl_last_error());
        hits += status == SL_ERR_MEMORY;
        sl_status after = sl_wait();
        if (after != SL_SUCCESS && wrong++ < 3)
            diag("%s, allocation %d: sl_wait: %s", name, n, sl_last_error());
        if (failures == 0)
            break;
    }
    is_int(wrong, 0, "%s: every failed allocation is SL_ERR_MEMORY or does no harm", name);
    diag("%s: %d calls were refused", name, hits);
    is_int(function(), SL_SUCCESS, "%s: with memory it works", name);
    if (!is_int(misuse_changed(y, done), 0, "%s: what was accepted has run once, what was refused has not", name))
        diag("%d loops were accepted", done);
}

static void fill(sl_view *v, double value)
{
    double *p = SL_HOST_WRITE(double, v);
    for (sl_index i = 0; p && i < sl_view_size(v); i++)
        p[i] = value;
    sl_host_end(v);
}

int main(void)
{
#ifndef INTERPOSED
    skip("malloc cannot be replaced here", "allocation failure");
    return done_testing();
#endif
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    y = misuse_vector("y", N, 0);
    sl_view_create("large", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LARGE), &large);
    sl_view_create("plane", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(ROWS, COLUMNS), &plane);
    sl_view_create("cell", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &cell);
    fill(large, 1);
    fill(plane, 1);
    for (int i = 0; i < 11; i++) {
        sl_view_create("one", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &one[i]);
        fill(one[i], 1);
    }
    test("sl_forall", try_add);
    test("sl_forall with large scalars", try_large);
    test("sl_forall with twelve views", try_twelve);
    test("sl_task", try_task);
    test("sl_event_record", try_event);
    test("sl_reduce", try_reduce);
    test("sl_reduce of rank 2", try_plane);
    test("sl_forall with SL_INTO", try_into);
    test("sl_wait", try_wait);
    sl_view *all[] = {y, large, plane, cell};
    for (int i = 0; i < 4; i++)
        sl_view_destroy(&all[i]);
    for (int i = 0; i < 11; i++)
        sl_view_destroy(&one[i]);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
