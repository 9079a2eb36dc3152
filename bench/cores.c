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

enum {
    CORES_MAX = 1024,
    SHARE = 1 << 16, /* iterations a core: all worker groups join in */
    TRIES = 1000     /* a group or thread that is late has its share run by another */
};

static int core[CORES_MAX], cores;
static cpu_set_t before;

/* Notes each core once, in the order of the shares that they begin. */
static void note_cores(const int32_t number[], int shares)
{
    cores = 0;
    for (int i = 0; i < shares && cores < CORES_MAX; i++) {
        int known = 0;
        for (int k = 0; k < cores; k++)
            known |= core[k] == number[(sl_index)i * SHARE];
        if (!known)
            core[cores++] = number[(sl_index)i * SHARE];
    }
}

static sl_status look(sl_view *view)
{
    SL_TRY(sl_forall_with(SL_POLICY(.where = SL_CPU, .schedule = SL_STATIC), bench_core_kernel,
                          SL_RANGE(0, sl_view_size(view)), view));
    const int32_t *number = SL_HOST_READ(int32_t, view);
    if (number == NULL)
        return sl_last_status();
    note_cores(number, sl_cpu_cores());
    return sl_host_end(view);
}

sl_status bench_cores_find(void)
{
    sl_view *view;
    sl_status status;
    int tries = 0;
    SL_TRY(sl_view_create("cores", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS((sl_index)SHARE * sl_cpu_cores()), &view));
    do {
        status = look(view);
    } while (status == SL_SUCCESS && cores < sl_cpu_cores() && ++tries < TRIES);
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
