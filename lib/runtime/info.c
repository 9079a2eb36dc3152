/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What starloop-info prints. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include <hwloc.h>

#include "base/env.h"
#include "base/error.h"
#include "base/state.h"
#include "runtime/start.h"
#include "base/starpu.h"
#include "backend/backend.h"
#include "task/kernel_state.h"
#include "machine/machine.h"
#include "machine/plan.h"

static void print_bytes(FILE *f, const char *name, uint64_t bytes)
{
    if (bytes >= (uint64_t)10 << 30)
        fprintf(f, "%s %" PRIu64 " GiB", name, bytes >> 30);
    else if (bytes >= (uint64_t)10 << 20)
        fprintf(f, "%s %" PRIu64 " MiB", name, bytes >> 20);
    else
        fprintf(f, "%s %" PRIu64 " KiB", name, bytes >> 10);
}

static void print_machine(FILE *f, const sl__topology *t)
{
    fprintf(f, "Machine\n  processor      %s\n", t->model[0] ? t->model : "unknown");
    fprintf(f, "  packages       %d\n  NUMA nodes     %d\n  cores          %d\n  PUs            %d\n", t->packages,
            t->numas, t->all_cores, t->all_pus);
    fprintf(f, "  caches        ");
    if (t->l1)
        print_bytes(f, " L1", t->l1);
    if (t->l2)
        print_bytes(f, ", L2", t->l2);
    if (t->l3) {
        print_bytes(f, ", L3", t->l3);
        fprintf(f, " x %d", t->l3s);
    }
    fprintf(f, "%s\n", t->l1 || t->l2 || t->l3 ? "" : " unknown");
    print_bytes(f, "  memory        ", t->memory);
    fprintf(f, "\n  allowed PUs    %s (%d PUs, %d cores; numbered by the system)\n", t->allowed, t->allowed_pus,
            t->allowed_cores);
    sl__start_print_share(f);
}

static void print_groups(FILE *f, const sl__plan *p)
{
    fprintf(f, "\nWorker groups (level %s: STARLOOP_CPU_WORKERS)\n", sl__plan_level_name(sl__start_level()));
    for (int g = 0; g < p->groups; g++) {
        fprintf(f, "  group %-3d      %d core%s, PUs", g, p->group[g].size, p->group[g].size == 1 ? "" : "s");
        for (int i = 0; i < p->group[g].size; i++)
            fprintf(f, "%s%u", i ? "," : " ", p->group[g].pu_os[i]);
        fprintf(f, "\n");
    }
    if (p->groups < p->wanted)
        fprintf(f, "  coarsened      from %d groups to %d: this StarPU allows %d CPU workers (STARPU_MAXCPUS)\n",
                p->wanted, p->groups, STARPU_MAXCPUS);
    else
        fprintf(f, "  coarsened      no\n");
    if (p->unequal)
        fprintf(f, "  sizes          differ; StarPU's performance models take the groups for equal\n");
}

static void print_workers(FILE *f)
{
    unsigned n = starpu_worker_get_count();

    fprintf(f, "\nStarPU workers\n");
    for (unsigned w = 0; w < n; w++) {
        char name[64];
        const sl__group *group = sl__machine_group_of_worker((int)w);
        starpu_worker_get_name((int)w, name, sizeof name);
        fprintf(f, "  worker %-3u     %s, bound to PU %d (hwloc's number)", w, name, starpu_worker_get_bindid((int)w));
        if (group)
            fprintf(f, ", group %d", group->number);
        else if (sl__device_is_worker((int)w))
            fprintf(f, ", GPU %d", starpu_worker_get_devid((int)w));
        fprintf(f, "\n");
    }
}

static void info_print_versions(FILE *f)
{
    int major, minor, release;
    unsigned hwloc = hwloc_get_api_version();

    starpu_get_version(&major, &minor, &release);
    fprintf(f, "\nVersions\n  Starloop       %s\n", sl_version());
    fprintf(f, "  StarPU         %d.%d.%d (built for %d.%d.%d)\n", major, minor, release, STARPU_MAJOR_VERSION,
            STARPU_MINOR_VERSION, STARPU_RELEASE_VERSION);
    fprintf(f, "  hwloc          API %u.%u.%u\n  OpenMP         %d\n", hwloc >> 16, hwloc >> 8 & 0xff, hwloc & 0xff,
            _OPENMP);
    sl__device_print_versions(f);
    fprintf(f, "\nScheduler\n  policy         %s\n", sl__start_scheduler());
    fprintf(f,
            "\nLimits of this StarPU\n  CPU workers    %d (STARPU_MAXCPUS)\n"
            "  all workers    %d (STARPU_NMAXWORKERS)\n"
            "  views          %d in a task without dynamic handles (STARPU_NMAXBUFS)\n",
            STARPU_MAXCPUS, STARPU_NMAXWORKERS, STARPU_NMAXBUFS);
}

sl_status sl_info_print(FILE *stream)
{
    SL__CALL();
    if (!stream)
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_info_print: stream: expected an open file, got NULL");
    SL_TRY(sl__runtime_check("sl_info_print"));
    print_machine(stream, sl__machine_topology());
    print_groups(stream, sl__machine_plan());
    sl__device_print(stream);
    sl__kernels_print_missing(stream);
    print_workers(stream);
    info_print_versions(stream);
    fprintf(stream, "\nVariables (value in force, meaning, what is allowed)\n");
    sl__env_print(stream);
    if (fflush(stream) != 0 || ferror(stream))
        return SL_FAIL(SL_ERR_SYSTEM, "sl_info_print: the file cannot be written: %s", strerror(errno));
    return SL_SUCCESS;
}
