/* SPDX-License-Identifier: BSD-3-Clause */
/* The children of poor_process.c: what each does, and how it ends. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "poor_process.h"

#include <stdlib.h>

#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

struct report *report;

/* ---- what each child does ----------------------------------------------------------------------------------- */

sl_status note(int where, sl_status status)
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

sl_status use(void)
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

void start_use_end(void)
{
    if (note(STARTED, sl_init(NULL)) != SL_SUCCESS)
        return;
    note(USED, use());
    note(ENDED, sl_finalize());
}

void set_limit(int what, rlim_t n)
{
    const struct rlimit both = {n, n};
    if (setrlimit((__rlimit_resource_t)what, &both) != 0)
        _exit(98);
}

/* ---- children ----------------------------------------------------------------------------------------------- */

int child(poor_start *poor, long n, void (*run)(void))
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

void works(const char *sentence, poor_start *poor, long n)
{
    if (!ok(child(poor, n, start_use_end) == 1, "%s, the library works", sentence))
        diag("%ld: %s: %s", n, sl_status_name((sl_status)report->status), report->text);
}

void fails(const char *sentence, poor_start *poor, long n, int where, const char *want)
{
    const int got = child(poor, n, start_use_end);
    if (!ok(got == 0 && report->where == where && strstr(report->text, want), "%s, the error says it", sentence))
        diag("%ld: got %d, %s: \"%s\", want \"%s\"", n, got, sl_status_name((sl_status)report->status), report->text,
             want);
}

void limits(const char *sentence, poor_start *poor, const long *n, int count, const char *want, const char *or_want)
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
