/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Shares of a node: on synthetic machines each core belongs to one rank, found by counting; and what launchers
 *  say in the environment. */
#include "base/log.h"
#include "machine/plan.h"
#include "machine/share.h"
#include "machine/topology.h"
#include <tap.h>

enum { MOST = 512 };

static char warned[4096];

static void keep(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file;
    (void)line;
    (void)arg;
    if (level == SL_LOG_WARN)
        strncat(warned, text, sizeof warned - strlen(warned) - 1);
}

/* ---- cores ---- */

static const struct machine {
    const char *synthetic;
    int cores, threads, numas;
} machines[] = {
    {"core:1 pu:1", 1, 1, 1},
    {"core:1 pu:2", 1, 2, 1},
    {"core:3 pu:1", 3, 1, 1},
    {"package:2 core:8 pu:2", 16, 2, 1},
    {"numa:2 core:5 pu:2", 10, 2, 2},
    {"numa:4 core:4 pu:1", 16, 1, 4},
    {"package:2 numa:2 l3:4 core:8 pu:1", 128, 1, 4},
};

/* Takes the share of each of @p size ranks. @return what is wrong, NULL when nothing is. */
static const char *shares(const struct machine *m, const sl__topology *all, int size)
{
    int taken[MOST] = {0}, least = MOST, most = 0, before = -1;
    const int ranks_of_core = size > m->cores ? (size + m->cores - 1) / m->cores : 1;

    for (int rank = 0; rank < size; rank++) {
        sl__share share = {.rank = rank, .size = size, .launcher = "test", .mode = SL__SHARE_LAUNCHER};
        sl__core core_of[MOST];
        sl__topology t = *all;
        t.core = memcpy(core_of, all->core, (size_t)all->cores * sizeof *core_of);
        sl__share_apply(&t, &share);
        least = t.cores < least ? t.cores : least;
        most = t.cores > most ? t.cores : most;
        const int first_numa = t.core[0].numa, last_numa = t.core[t.cores - 1].numa;
        for (int i = 0; i < t.cores; i++) {
            const int core = (int)t.core[i].pu / m->threads;
            if ((int)t.core[i].pu % m->threads != 0 || core >= m->cores || taken[core]++ >= ranks_of_core)
                return "whole cores, each of one rank";
            if (size <= m->cores && core != before + 1)
                return "ranges that follow each other";
            before = core;
        }
        if (size % m->numas == 0 && first_numa != last_numa)
            return "no range over two NUMA nodes";
    }
    for (int c = 0; c < m->cores; c++)
        if (taken[c] == 0 && size <= m->cores)
            return "every core has a rank";
        else if (size > m->cores && taken[c] < size / m->cores)
            return "ranks take cores in turn";
    return most - least > 1 ? "sizes one apart" : NULL;
}

static void cores(void)
{
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        sl__topology_source source = {.synthetic = machines[i].synthetic};
        sl__topology t;
        const char *wrong = sl__topology_read(&source, &t) == SL_SUCCESS ? NULL : "a machine";
        int size = 1;
        for (; size <= 2 * machines[i].cores + 1 && !wrong; size++)
            wrong = shares(&machines[i], &t, size);
        sl__topology_free(&t);
        ok(!wrong, "%s: 1 to %d ranks have disjoint, complete, even ranges of whole cores", machines[i].synthetic,
           2 * machines[i].cores + 1);
        if (wrong)
            diag("%d ranks: not %s", size - 1, wrong);
    }
}

static void modes(void)
{
    sl__topology_source source = {.synthetic = "package:2 core:4 pu:2"};
    sl__share share = {.rank = 1, .size = 2, .launcher = "test", .mode = SL__SHARE_LAUNCHER};
    sl__topology t;
    int first, count;

    sl__topology_read(&source, &t);
    is_int(t.bound, 0, "a process that may use the whole machine is not bound");
    ok(sl__share_cores(&t, &share, &first, &count) && first == 4 && count == 4, "and has the share of its rank");
    share.mode = SL__SHARE_NONE;
    ok(!sl__share_cores(&t, &share, &first, &count) && first == 0 && count == 8, "none: all cores for each");
    share = (sl__share){.size = 1};
    ok(!sl__share_cores(&t, &share, &first, &count) && count == 8, "without a launcher all cores");
    sl__topology_free(&t);

    share = (sl__share){.rank = 1, .size = 2, .launcher = "test", .mode = SL__SHARE_LAUNCHER};
    source.allowed = "4-9";
    sl__topology_read(&source, &t);
    is_int(t.bound, 1, "one that may use a part is bound");
    ok(!sl__share_cores(&t, &share, &first, &count) && first == 0 && count == 3, "and has what it is bound to");
    share.mode = SL__SHARE_EVEN;
    ok(sl__share_cores(&t, &share, &first, &count) && first == 1 && count == 2, "even: its share of that");
    sl__topology_free(&t);

    warned[0] = '\0';
    source = (sl__topology_source){.synthetic = "core:2 pu:1"};
    for (share = (sl__share){.size = 5, .launcher = "test"}; share.rank < 5; share.rank++) {
        sl__topology_read(&source, &t);
        sl__share_apply(&t, &share);
        sl__topology_free(&t);
    }
    like(warned, "5 ranks of test share 2 cores in turn", "more ranks than cores are told of");
    ok(strchr(warned, '\n') == NULL && !strstr(strstr(warned, "in turn") + 1, "in turn"),
       "by one line for all of them");
}

/* ---- beside loops ---- */

/* Whether a worker has the core of this PU; @p pu numbers the hardware threads of a core one after another, as hwloc
 * does on a synthetic machine. */
static int has_core(const sl__plan *plan, int threads, unsigned pu)
{
    for (int g = 0; g < plan->groups; g++)
        for (int i = 0; i < plan->group[g].size; i++)
            if (plan->group[g].pu[i] / (unsigned)threads == pu / (unsigned)threads)
                return 1;
    for (int i = 0; i < plan->gpus; i++)
        if (plan->gpu_pu[i] / (unsigned)threads == pu / (unsigned)threads)
            return 1;
    return 0;
}

/* The place beside loops on @p most cores and a GPU or none, of the last of @p size ranks, for a thread that is known
 * before or not. @return what is wrong */
static const char *beside(const struct machine *m, int size, int most, int gpus, int known)
{
    sl__topology_source source = {.synthetic = m->synthetic, .gpus = gpus};
    sl__share share = {.rank = size - 1, .size = size, .launcher = "test"};
    sl__plan_limits limits = {
        .level = SL_WORKERS_MACHINE, .cores = most, .beside = known, .cpu_workers = 4, .workers = 16};
    sl__topology t;
    sl__plan plan;
    unsigned pu_os[2 * MOST];
    int n = 0, loops = 0;

    if (sl__topology_read(&source, &t) != SL_SUCCESS)
        return "a machine";
    sl__share_apply(&t, &share);
    if (sl__plan_make(&t, &limits, &plan) != SL_SUCCESS)
        return "a plan";
    const int is_free = sl__plan_beside(&t, &plan, pu_os, &n);
    const char *wrong = n < 1 ? "a place" : NULL;
    for (int i = 0; i < t.cores; i++)
        loops += has_core(&plan, m->threads, t.core[i].pu);
    if (known && most == 0 && t.cores - gpus >= (m->threads > 1 ? 9 : 4) &&
        plan.cores + gpus + 1 + (gpus > 0 && t.cores - gpus >= 10) != t.cores)
        wrong = "a core left where loops have three others, or eight of several threads, and beside GPUs two";
    if (is_free != (loops < t.cores))
        wrong = "a core of its own where one is left";
    if (n != (is_free ? t.cores - loops : t.cores) * (is_free && m->threads > 1 ? 2 : 1))
        wrong = "all that are left, or one of each core";
    for (int i = 0; i < n; i++) {
        const int core = (int)pu_os[i] / m->threads;
        if (core < (int)t.core[0].pu / m->threads || core > (int)t.core[t.cores - 1].pu / m->threads)
            wrong = "its own share";
        if (is_free && has_core(&plan, m->threads, pu_os[i]))
            wrong = "cores that no worker has";
        if (!is_free && m->threads > 1 && (int)pu_os[i] % m->threads == 0)
            wrong = "other hardware threads than those of loops";
    }
    sl__plan_free(&plan);
    sl__topology_free(&t);
    return wrong;
}

static void places_beside(void)
{
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        const struct machine *m = &machines[i];
        const char *wrong = NULL;
        for (int size = 1; size <= m->cores && !wrong; size++)
            for (int most = 0; most <= m->cores && !wrong; most += 1 + most / 3)
                for (int gpus = 0; gpus < 2 && !wrong; gpus++)
                    for (int known = 0; known < 2 && !wrong; known++)
                        wrong = beside(m, size, most, gpus, known);
        ok(!wrong, "%s: a thread beside loops has cores that they leave, else other hardware threads", m->synthetic);
        if (wrong)
            diag("not %s", wrong);
    }
}

/* ---- GPUs ---- */

static void gpus(void)
{
    static const int unknown[] = {-1, -1, -1, -1, -1, -1, -1, -1}, crossed[] = {1, 0, 1, 0};
    int place[8], bad = 0;

    for (int n = 0; n <= 8; n++)
        for (int size = 1; size <= 16; size++) {
            int taken[8] = {0};
            for (int rank = 0; rank < size; rank++) {
                sl__share share = {.rank = rank, .size = size};
                const int count = sl__share_gpus(n, unknown, &share, 0, place);
                bad += count != (n < size ? n > 0 : n * (rank + 1) / size - n * rank / size);
                for (int i = 0; i < count; i++)
                    taken[place[i]]++;
            }
            for (int g = 0; g < n; g++)
                bad += n >= size ? taken[g] != 1 : taken[g] < size / n || taken[g] > size / n + 1;
        }
    is_int(bad, 0, "0 to 8 GPUs: each is that of one of 1 to 16 ranks, or of as many as of the others");
    sl__share share = {.rank = 0, .size = 2};
    ok(sl__share_gpus(4, crossed, &share, 0, place) == 2 && place[0] == 1 && place[1] == 3,
       "the first of two ranks has the GPUs near the first NUMA node");
    share.rank = 1;
    ok(sl__share_gpus(4, crossed, &share, 0, place) == 2 && place[0] == 0 && place[1] == 2, "the other one the others");
    ok(sl__share_gpus(4, crossed, &share, 1, place) == 4 && place[0] == 0 && place[3] == 3,
       "what the launcher has given to each is used");
    share.mode = SL__SHARE_EVEN;
    is_int(sl__share_gpus(4, crossed, &share, 1, place), 2, "but is shared by rank with even");
    share.mode = SL__SHARE_NONE;
    is_int(sl__share_gpus(4, crossed, &share, 0, place), 4, "none: all GPUs for each");
}

/* ---- launchers ---- */

static const struct said {
    const char *set[8]; /* name, value, ... */
    int rank, size;
    const char *launcher, *warning; /* NULL: none */
} said[] = {
    {{"PATH", "/bin"}, 0, 1, NULL, NULL},
    {{"OMPI_COMM_WORLD_LOCAL_RANK", "1", "OMPI_COMM_WORLD_LOCAL_SIZE", "4"}, 1, 4, "Open MPI", NULL},
    {{"MPI_LOCALRANKID", "2", "MPI_LOCALNRANKS", "3"}, 2, 3, "MPICH", NULL},
    {{"MV2_COMM_WORLD_LOCAL_RANK", "0", "MV2_COMM_WORLD_LOCAL_SIZE", "2"}, 0, 2, "MVAPICH", NULL},
    {{"PMIX_LOCAL_RANK", "1", "PMIX_LOCAL_SIZE", "2"}, 1, 2, "PMIx", NULL},
    {{"SLURM_LOCALID", "1", "SLURM_STEP_ID", "0", "SLURM_NTASKS_PER_NODE", "4"}, 1, 4, "Slurm", NULL},
    {{"SLURM_LOCALID", "1", "SLURM_STEP_ID", "0", "SLURM_TASKS_PER_NODE", "2(x2),3", "SLURM_NODEID", "1"},
     1,
     2,
     "Slurm",
     NULL},
    {{"SLURM_LOCALID", "2", "SLURM_STEPID", "0", "SLURM_STEP_TASKS_PER_NODE", "2(x2),3", "SLURM_NODEID", "2"},
     2,
     3,
     "Slurm",
     NULL},
    {{"SLURM_LOCALID", "0", "SLURM_TASKS_PER_NODE", "4"}, 0, 1, NULL, NULL}, /* the script of a batch job */
    {{"SLURM_LOCALID", "0", "SLURM_STEP_ID", "0", "SLURM_TASKS_PER_NODE", "2(x2),3", "SLURM_NODEID", "3"},
     0,
     1,
     NULL,
     "SLURM_TASKS_PER_NODE=2(x2),3"},
    {{"SLURM_LOCALID", "0", "SLURM_STEP_ID", "0", "SLURM_TASKS_PER_NODE", "2(x"},
     0,
     1,
     NULL,
     "SLURM_TASKS_PER_NODE=2(x"},
    {{"SLURM_LOCALID", "0", "SLURM_STEP_ID", "0"}, 0, 1, NULL, "SLURM_STEP_TASKS_PER_NODE=(not set)"},
    {{"OMPI_COMM_WORLD_LOCAL_RANK", "4", "OMPI_COMM_WORLD_LOCAL_SIZE", "4"}, 0, 1, NULL, "LOCAL_RANK=4"},
    {{"OMPI_COMM_WORLD_LOCAL_RANK", "-1", "OMPI_COMM_WORLD_LOCAL_SIZE", "4"}, 0, 1, NULL, "LOCAL_RANK=-1"},
    {{"OMPI_COMM_WORLD_LOCAL_RANK", "1x", "OMPI_COMM_WORLD_LOCAL_SIZE", "4"}, 0, 1, NULL, "LOCAL_RANK=1x"},
    {{"OMPI_COMM_WORLD_LOCAL_RANK", "0", "OMPI_COMM_WORLD_LOCAL_SIZE", "99999999999999999999"}, 0, 1, NULL, "9999"},
    {{"OMPI_COMM_WORLD_LOCAL_RANK", "0"}, 0, 1, NULL, "LOCAL_SIZE=(not set)"},
    {{"PMIX_LOCAL_RANK", "one", "PMIX_LOCAL_SIZE", "2", "SLURM_LOCALID", "1", "SLURM_STEP_ID", "3"},
     0,
     1,
     NULL,
     "PMIX_LOCAL_RANK=one"},
    {{"MPI_LOCALRANKID", "", "MPI_LOCALNRANKS", ""}, 0, 1, NULL, NULL},
};

static void launchers(void)
{
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        const struct said *s = &said[i];
        warned[0] = '\0';
        for (int k = 0; k < 8 && s->set[k]; k += 2)
            setenv(s->set[k], s->set[k + 1], 1);
        sl__share share = sl__share_read(SL__SHARE_LAUNCHER), none = sl__share_read(SL__SHARE_NONE);
        for (int k = 0; k < 8 && s->set[k]; k += 2)
            unsetenv(s->set[k]);
        ok(share.rank == s->rank && share.size == s->size &&
               (s->launcher ? share.launcher && strcmp(share.launcher, s->launcher) == 0 : !share.launcher),
           "%s=%s ...: rank %d of %d of %s", s->set[0], s->set[1], s->rank, s->size,
           s->launcher ? s->launcher : "none");
        if (s->warning)
            like(warned, s->warning, "and a warning names what is ignored");
        else
            is_str(warned, "", "and nothing is warned of");
        is_int(none.size, 1, "with STARLOOP_SHARE=none nothing is read");
    }
}

/* Which ranks have others, on whichever node. */
static void alone(void)
{
    static const struct {
        const char *set[6];
        int alone;
    } cases[] = {
        {{"PATH", "/bin"}, 1},
        {{"OMPI_COMM_WORLD_LOCAL_RANK", "0", "OMPI_COMM_WORLD_SIZE", "1"}, 1},
        {{"OMPI_COMM_WORLD_LOCAL_RANK", "0", "OMPI_COMM_WORLD_SIZE", "2"}, 0},
        {{"OMPI_COMM_WORLD_LOCAL_RANK", "0"}, 0},
        {{"MPI_LOCALRANKID", "0", "PMI_SIZE", "1"}, 1},
        {{"MV2_COMM_WORLD_LOCAL_RANK", "0", "MV2_COMM_WORLD_SIZE", "64"}, 0},
        {{"PMIX_LOCAL_RANK", "0", "PMIX_LOCAL_SIZE", "1"}, 0}, /* there may be other nodes */
        {{"SLURM_LOCALID", "0", "SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "1"}, 1},
        {{"SLURM_LOCALID", "0", "SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "3"}, 0},
        {{"SLURM_LOCALID", "0", "SLURM_STEP_NUM_TASKS", "3"}, 1}, /* the script of a batch job */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int k = 0; k < 6 && cases[i].set[k]; k += 2)
            setenv(cases[i].set[k], cases[i].set[k + 1], 1);
        is_int(sl__share_alone(), cases[i].alone, "%s ...: a rank that is %s", cases[i].set[0],
               cases[i].alone ? "alone" : "one of several");
        for (int k = 0; k < 6 && cases[i].set[k]; k += 2)
            unsetenv(cases[i].set[k]);
    }
}

int main(void)
{
    static const char *const foreign[] = {"OMPI_COMM_WORLD_SIZE",
                                          "PMI_SIZE",
                                          "MV2_COMM_WORLD_SIZE",
                                          "SLURM_STEP_NUM_TASKS",
                                          "OMPI_COMM_WORLD_LOCAL_RANK",
                                          "MPI_LOCALRANKID",
                                          "MV2_COMM_WORLD_LOCAL_RANK",
                                          "PMIX_LOCAL_RANK",
                                          "SLURM_LOCALID",
                                          "SLURM_STEP_ID",
                                          "SLURM_STEPID",
                                          "SLURM_NODEID",
                                          "SLURM_STEP_TASKS_PER_NODE",
                                          "SLURM_TASKS_PER_NODE",
                                          "SLURM_NTASKS_PER_NODE",
                                          "SLURM_GPU_BIND",
                                          "SLURM_GPUS_PER_TASK"};
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        unsetenv(foreign[i]);
    sl_log_set_handler(keep, NULL);
    cores();
    modes();
    places_beside();
    gpus();
    alone();
    is_int(sl__share_gpus_bound(), 0, "GPUs are bound to no rank");
    setenv("SLURM_GPU_BIND", "none", 1);
    is_int(sl__share_gpus_bound(), 0, "nor by Slurm's word none");
    setenv("SLURM_GPU_BIND", "single:1", 1);
    is_int(sl__share_gpus_bound(), 1, "but where Slurm says how");
    unsetenv("SLURM_GPU_BIND");
    setenv("SLURM_GPUS_PER_TASK", "2", 1);
    is_int(sl__share_gpus_bound(), 1, "or how many each has");
    unsetenv("SLURM_GPUS_PER_TASK");
    launchers();
    return done_testing();
}
