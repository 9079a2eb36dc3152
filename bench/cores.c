/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The same cores for both sides.
 *
 * A loop of Starloop's tells on which core each of its threads runs. The twin's OpenMP team is as large and has its
 * threads pinned to those cores in that order, so the two static schedules give the same elements to the same core.
 * The application's thread is thread 0 of that team: it is pinned for native rounds only, because in
 * Starloop's rounds it queues and sleeps, as in any program.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>

#include <omp.h>

#include "kernels.h"
#include "measure.h"

enum { CORES_MAX = 1024, SHARE = 1024 };

static int core[CORES_MAX], cores;
static cpu_set_t before;

static void note_core(int number)
{
    for (int i = 0; i < cores; i++)
        if (core[i] == number)
            return;
    if (cores < CORES_MAX)
        core[cores++] = number;
}

sl_status bench_cores_find(void)
{
    const sl_index n = (sl_index)SHARE * sl_cpu_cores();
    sl_view *view;
    SL_TRY(sl_view_create("cores", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &view));
    sl_status status = sl_forall_with(SL_POLICY(.where = SL_CPU, .schedule = SL_STATIC), bench_core_kernel,
                                      SL_RANGE(0, n), view);
    const int32_t *number = status == SL_SUCCESS ? SL_HOST_READ(int32_t, view) : NULL;
    cores = 0;
    for (sl_index i = 0; number && i < n; i++)
        note_core(number[i]);
    if (number)
        sl_host_end(view);
    else if (status == SL_SUCCESS)
        status = sl_last_status();
    sl_view_destroy(&view);
    if (status == SL_SUCCESS && cores != sl_cpu_cores())
        fprintf(stderr, "sl-bench: warning: Starloop's loops ran on %d cores, expected %d: the binding went wrong\n",
                cores, sl_cpu_cores());
    omp_set_dynamic(0);
    omp_set_num_threads(cores > 0 ? cores : 1);
    return status;
}

int bench_cores_count(void)
{
    return cores;
}

void bench_cores_pin(void)
{
    sched_getaffinity(0, sizeof before, &before);
#pragma omp parallel
    {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(core[omp_get_thread_num()], &set);
        sched_setaffinity(0, sizeof set, &set);
    }
}

void bench_cores_unpin(void)
{
    sched_setaffinity(0, sizeof before, &before);
}
