/* SPDX-License-Identifier: BSD-3-Clause */
/* The floating-point environment that bodies see is that of the thread that has started the library, wherever they run;
 * the calling thread has its own again after each call. The reference is what fp_modes() says in that thread: the modes
 * of the processor, asked by <fenv.h> and, where they have no name there, seen from results. */
#define _GNU_SOURCE
#include <fenv.h>
#include <float.h>
#include <stdlib.h>
#include <unistd.h>
#if defined __x86_64__
#include <immintrin.h>
#endif

#include <starloop/region.h>
#include <starloop/runtime.h>

#include "fp.h"
#include "tap.h"

enum { SHORT = 40, LONG = 200000 };

static volatile double tiny = DBL_MIN, half = 0.5, one = 1, three = 3;

double fp_modes(void)
{
    const int rounding = fegetround();
    double modes = rounding == FE_TONEAREST ? 0 : rounding == FE_UPWARD ? 1 : rounding == FE_DOWNWARD ? 2 : 3;
#if defined __x86_64__
    modes += 10 * ((_mm_getcsr() & 0x8000) != 0) + 20 * ((_mm_getcsr() & 0x40) != 0);
    unsigned short cw;
    __asm__ __volatile__("fnstcw %0" : "=m"(cw));
    modes += 10000 * (cw >> 10 & 3) + 100000 * (cw >> 8 & 3);
#endif
#if defined __GLIBC__
    modes += 100 * ((fegetexcept() & FE_DIVBYZERO) != 0) + 200 * ((fegetexcept() & FE_OVERFLOW) != 0);
#endif
    modes += 1000 * (one / three > 1 / 3.0); /* the compiler rounds to nearest */
    return modes;
}

static const struct mode {
    const char *name;
    int rounding;
    unsigned csr; /* bits of the x86's mxcsr */
    int traps;
} modes[] = {
    {"the default", FE_TONEAREST, 0, 0},
    {"rounding up", FE_UPWARD, 0, 0},
    {"rounding down", FE_DOWNWARD, 0, 0},
    {"flush to zero", FE_TONEAREST, 0x8000, 0},
    {"denormals as zeros", FE_TONEAREST, 0x40, 0},
    {"traps", FE_TONEAREST, 0, FE_DIVBYZERO | FE_OVERFLOW},
    {"all of it", FE_TOWARDZERO, 0x8040, FE_DIVBYZERO},
};
enum { MODES = sizeof modes / sizeof modes[0] };

static void set(const struct mode *m)
{
    fesetenv(FE_DFL_ENV);
    fesetround(m->rounding);
#if defined __x86_64__
    _mm_setcsr(_mm_getcsr() | m->csr);
#endif
#if defined __GLIBC__
    feenableexcept(m->traps);
#endif
}

static void must(sl_status status)
{
    if (status != SL_SUCCESS)
        ok(0, "no error: %s", sl_last_error());
}

static sl_view *x, *y, *third, *longer;
static double inside; /* in a host task */

static int look(void *arg)
{
    (void)arg;
    inside = fp_modes();
    return 0;
}

static int spoil(void *arg)
{
    (void)arg;
    fesetround(FE_DOWNWARD);
    return 0;
}

/* Whether all elements are so; the thread that looks has modes of its own, which matter not. */
static int all(sl_view *v, double want)
{
    const double *p = SL_HOST_READ(double, v);
    const sl_index n = sl_view_size(v);
    int good = p != NULL;
    for (sl_index i = 0; good && i < n; i++)
        if (p[i] != want) {
            diag("index %d: got %g, want %g", (int)i, p[i], want);
            good = 0;
        }
    must(sl_host_end(v));
    return good;
}

static int runs_short(double want)
{
    int good = 1;
    for (int i = 0; i < 40; i++) { /* first on a worker, then in this thread */
        must(sl_forall(fp_look, SL_RANGE(0, SHORT), x));
        good &= all(x, want);
    }
    return good;
}
static int runs_queued(double want)
{
    must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), fp_look, SL_RANGE(0, LONG), longer));
    return all(longer, want);
}
static int runs_static(double want)
{
    must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), fp_look, SL_RANGE(0, LONG), longer));
    return all(longer, want);
}
static int runs_dynamic(double want)
{
    must(sl_forall_with(SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 100), fp_look, SL_RANGE(0, LONG), longer));
    return all(longer, want);
}
static int runs_chain(double want)
{
    for (int i = 0; i < 12; i++) {
        must(sl_forall(fp_look, SL_RANGE(0, LONG / 8), longer));
        must(sl_forall(fp_look, SL_RANGE(0, LONG), longer));
    }
    return all(longer, want);
}
static int runs_region(double want)
{
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    must(sl_forall(fp_look, SL_RANGE(0, SHORT), x));
    must(sl_forall(fp_more, SL_RANGE(0, SHORT), x, y));
    must(sl_region_end(region));
    for (int i = 0; i < 5; i++)
        must(sl_region_run(region));
    sl_region_destroy(&region);
    return all(y, want);
}
static int runs_task(double want)
{
    inside = -1;
    must(sl_task(look, NULL, SL_RW(x)));
    must(sl_wait());
    if (inside != want)
        diag("got %g, want %g", inside, want);
    return inside == want;
}
static int runs_split(double want)
{
    must(sl_view_split(longer, SL_SPLIT(4)));
    must(sl_forall(fp_look, SL_RANGE(0, LONG), longer));
    must(sl_view_join(longer));
    return all(longer, want);
}
static int runs_reduction(double want)
{
    double s, most, least;
    must(sl_reduce(fp_sum, SL_RANGE(0, LONG), third, longer, &s, &most, &least));
    return all(longer, want) && most == want && least == want;
}
/* After bodies and host tasks that changed the modes. */
static int runs_after(double want)
{
    must(sl_forall(fp_spoil, SL_RANGE(0, LONG), 0.0, longer));
    must(sl_task(spoil, NULL, SL_RW(x)));
    for (int i = 0; i < 10; i++)
        must(sl_forall(fp_spoil, SL_RANGE(0, SHORT), 0.0, y));
    return runs_static(want) && runs_task(want) && runs_short(want);
}

static const struct {
    const char *name;
    int (*run)(double want);
} places[] = {
    {"the calling thread", runs_short},
    {"a worker", runs_queued},
    {"OpenMP threads", runs_static},
    {"dynamic schedules", runs_dynamic},
    {"chains", runs_chain},
    {"regions", runs_region},
    {"host tasks", runs_task},
    {"parts of split views", runs_split},
    {"reductions", runs_reduction},
    {"what comes after bodies that change it", runs_after},
};

/* Sums in the calling thread and on workers, of numbers that are rounded at each step. */
static void test_sums(void)
{
    double first = 0, s, most, least;
    int same = 1;
    for (int i = 0; i < 40; i++) {
        must(sl_reduce(fp_sum, SL_RANGE(0, SHORT), third, x, &s, &most, &least));
        first = i == 0 ? s : first;
        same &= s == first;
    }
    ok(same, "a sum is the same to the last bit wherever it runs");
}

static void test_pair(const struct mode *started, const struct mode *called, double want)
{
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        set(called);
        feraiseexcept(FE_INEXACT);
        const double before = fp_modes();
        const int flags = fetestexcept(FE_ALL_EXCEPT);
        const int good = places[p].run(want);
        ok(fp_modes() == before, "%s: a caller with %s has that after %s", started->name, called->name, places[p].name);
        ok(fetestexcept(FE_ALL_EXCEPT) == flags, "and its flags");
        set(&modes[0]);
        ok(good, "%s of the start is what bodies see in %s, called with %s", started->name, places[p].name,
           called->name);
    }
    set(called);
    test_sums();
    set(&modes[0]);
}

static void test_start(const struct mode *started, const char *workers)
{
    setenv("STARLOOP_CPU_WORKERS", workers, 1);
    set(started);
    const double want = fp_modes();
    must(sl_init(NULL));
    set(&modes[0]);
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(SHORT), &x));
    must(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(SHORT), &y));
    must(sl_view_create("third", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), &third));
    must(sl_view_create("longer", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), &longer));
    double *p = SL_HOST_WRITE(double, third);
    for (int i = 0; p && i < LONG; i++)
        p[i] = 1.0 / (3 + i % 7);
    must(sl_host_end(third));
    for (int c = 0; c < MODES; c++)
        if (!quick() || c == 0 || c == (int)(started - modes) || c == MODES - 1)
            test_pair(started, &modes[c], want);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&third);
    sl_view_destroy(&longer);
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
}

int main(void)
{
    alarm(600);
    sl_log_set_level(SL_LOG_NONE);
    ok(half * tiny > 0, "subnormal numbers are numbers by default");
    for (int m = 0; m < MODES; m++)
        test_start(&modes[m], m % 2 ? "core" : "machine");
    return done_testing();
}
