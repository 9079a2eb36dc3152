/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The binding plan on synthetic machines. What must hold is worked out here by counting, from the shape of
 *  the machine as written in the table below: the plan's own way of cutting and joining is not repeated. */
#include "machine/machine.h"
#include "machine/plan.h"
#include "machine/topology.h"
#include <tap.h>

#define MOST_PUS 256

/* Uniform machines: object number = core / (cores / objects). An l3s of 0 means there is no such cache. */
static const struct machine {
    const char *synthetic;
    int packages, numas, l3s, cores, threads;
} machines[] = {
    {"core:1 pu:1", 1, 1, 0, 1, 1},
    {"core:2 pu:1", 1, 1, 0, 2, 1},
    {"package:2 core:8 pu:2", 2, 1, 0, 16, 2},
    {"numa:4 core:4 pu:2", 1, 4, 0, 16, 2},
    {"package:2 numa:2 l3:4 core:8 pu:1", 2, 4, 16, 128, 1},
    {"package:3 l3:2 core:3 pu:1", 3, 1, 6, 18, 1},
};

/* Which PUs are allowed: all; the first five; every third one; the second hardware threads; a hole in the middle. */
enum { ALL, FIRST, THIRDS, SECONDS, HOLE, SETS };
static const char *const set_names[] = {"all", "first", "thirds", "seconds", "hole"};

static int in_set(const struct machine *m, int set, int pu)
{
    int pus = m->cores * m->threads;
    switch (set) {
    case FIRST: return pu < 5;
    case THIRDS: return pu % 3 == 0;
    case SECONDS: return m->threads > 1 && pu % m->threads == 1;
    case HOLE: return pu < pus / 3 || pu >= pus - pus / 4;
    }
    return 1;
}

struct scenario {
    const struct machine *m;
    int set, gpus, near;
    sl__plan_limits limits;
    int cores, core_pu[MOST_PUS]; /* the usable cores' PUs, by counting */
};

static void list_cores(struct scenario *s)
{
    s->cores = 0;
    for (int core = 0; core < s->m->cores; core++) {
        for (int t = 0; t < s->m->threads; t++) {
            if (in_set(s->m, s->set, core * s->m->threads + t)) {
                s->core_pu[s->cores++] = core * s->m->threads + t;
                break;
            }
        }
    }
}

static int object_of(const struct machine *m, sl_worker_level level, unsigned pu)
{
    int core = (int)pu / m->threads;
    switch (level) {
    case SL_WORKERS_PACKAGE: return core / (m->cores / m->packages);
    case SL_WORKERS_NUMA: return core / (m->cores / m->numas);
    case SL_WORKERS_L3: return core / (m->cores / (m->l3s ? m->l3s : m->packages));
    case SL_WORKERS_CORE: return core;
    default: return 0;
    }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Collects what is wrong, so that a scenario is one test and says what failed. */
static char wrong[2048];
#define MUST(condition, text) \
    do { \
        if (!(condition) && strlen(wrong) < sizeof wrong - 200) \
            strcat(wrong, "\n#   " text " (" #condition ")"); \
    } while (0)

static void check_cores(const struct scenario *s, const sl__plan *p)
{
    int used[MOST_PUS] = {0}, for_gpu[MOST_PUS] = {0}, is_core[MOST_PUS] = {0}, total = 0, last = -1;
    int own = least(s->gpus, s->cores - 1), both = 0, twice = 0, idle = 0;

    for (int i = 0; i < s->cores; i++)
        is_core[s->core_pu[i]] = 1;
    for (int g = 0; g < p->gpus; g++) {
        MUST(is_core[p->gpu_pu[g]], "a GPU worker is on the first allowed PU of a core");
        MUST(p->gpu_pu_os[g] == p->gpu_pu[g], "synthetic machines have equal logical and OS indices");
        for_gpu[p->gpu_pu[g]]++;
    }
    for (int g = 0; g < p->groups; g++) {
        MUST(p->group[g].size > 0, "no group is empty");
        MUST(p->group[g].number == g, "groups are numbered");
        for (int i = 0; i < p->group[g].size; i++) {
            int pu = (int)p->group[g].pu[i];
            MUST(pu == (int)p->group[g].pu_os[i], "synthetic machines have equal logical and OS indices");
            MUST(is_core[pu], "a group uses the first allowed PU of a core");
            MUST(pu > last, "PUs are in the machine's order");
            last = pu;
            used[pu]++;
            total++;
        }
    }
    for (int i = 0; i < s->cores; i++) {
        int pu = s->core_pu[i];
        twice += used[pu] > 1 || (for_gpu[pu] > 1 && s->gpus < s->cores);
        both += used[pu] && for_gpu[pu];
        idle += !used[pu] && !for_gpu[pu];
    }
    int spared = s->gpus > 0 && s->limits.cores == 0 && s->cores - own > 8;
    int want = s->limits.cores > 0 ? least(s->limits.cores, s->cores - own) : s->cores - own - spared;
    MUST(total == want && p->cores == want, "all cores that no GPU worker needs are used, up to the limit");
    MUST(p->spared == spared, "but for one of many beside GPUs, which is the program's");
    MUST(idle == s->cores - own - want, "no core is lost but by the limit");
    MUST(twice == 0, "no core is used twice");
    MUST(both == (s->cores == 1 && s->gpus > 0), "only on one core do CPU and GPU workers share");
    MUST(p->gpus == s->gpus && p->gpu_shared == (s->gpus > s->cores - 1), "sharing among GPU workers is told");
}

static void check_gpus(const struct scenario *s, const sl__plan *p)
{
    int own = least(s->gpus, s->cores - 1);
    for (int g = 0; s->near && g < own; g++) {
        int node = g % s->m->numas, left = 0;
        for (int i = 0; i < s->cores; i++) {
            int earlier = 0;
            for (int h = 0; h < g; h++)
                earlier |= (int)p->gpu_pu[h] == s->core_pu[i];
            left += !earlier && object_of(s->m, SL_WORKERS_NUMA, (unsigned)s->core_pu[i]) == node;
        }
        MUST(left == 0 || object_of(s->m, SL_WORKERS_NUMA, p->gpu_pu[g]) == node, "a GPU worker is near its GPU");
    }
}

static void check_groups(const struct scenario *s, const sl__plan *p)
{
    sl_worker_level level = s->limits.level;
    int most = least(s->limits.cpu_workers, s->limits.workers - s->gpus), objects = 0, before = -1;
    int small = MOST_PUS, large = 0;

    for (int g = 0; g < p->groups; g++) {
        const sl__group *group = &p->group[g];
        for (int i = 0; i < group->size; i++) {
            int object = object_of(s->m, level, group->pu[i]);
            MUST(i > 0 || object != before, "a border between groups is a border between objects");
            MUST(i == 0 || object == before || p->groups < p->wanted, "a group is in one object unless coarsened");
            objects += object != before;
            before = object;
        }
        small = least(small, group->size);
        large = group->size > large ? group->size : large;
    }
    MUST(p->wanted == objects, "as many groups are wanted as objects have cores");
    MUST(p->groups == least(objects, most), "there are as many groups as allowed");
    MUST(p->unequal == (small != large), "unequal groups are told");
    MUST(level != SL_WORKERS_CORE || large - small <= 1, "groups of cores differ by one at most");
}

static void check_bindings(const struct scenario *s, const sl__plan *p)
{
    unsigned want[MOST_PUS];
    int n = 0;

    for (int g = 0; g < p->groups && !s->limits.devices_first; g++)
        want[n++] = p->group[g].pu[0];
    for (int g = 0; g < p->gpus; g++)
        want[n++] = p->gpu_pu[g];
    for (int g = 0; g < p->groups && s->limits.devices_first; g++)
        want[n++] = p->group[g].pu[0];
    MUST(p->bindings == s->limits.workers, "the array for StarPU is complete");
    for (int i = 0; i < p->bindings; i++) {
        int found = 0;
        for (int k = 0; k < n; k++)
            found |= want[k] == p->bindid[i];
        MUST(found, "every entry is a PU of a worker");
        MUST(i >= n || p->bindid[i] == want[i], "the entries are in the order of this StarPU");
    }
}

static void run(struct scenario *s)
{
    char list[4 * MOST_PUS] = "";
    int near[8], pus = s->m->cores * s->m->threads, allowed = 0;
    sl__topology t;
    sl__plan p;

    for (int pu = 0; pu < pus; pu++)
        if (in_set(s->m, s->set, pu))
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%d", allowed++ ? "," : "", pu);
    if (!allowed)
        return;
    list_cores(s);
    for (int g = 0; g < 8; g++)
        near[g] = g % s->m->numas;
    sl__topology_source source = {s->m->synthetic, s->set == ALL ? NULL : list, s->gpus, s->near ? near : NULL};
    wrong[0] = '\0';
    if (sl__topology_read(&source, &t) != SL_SUCCESS || sl__plan_make(&t, &s->limits, &p) != SL_SUCCESS) {
        ok(0, "%s: a plan is made: %s", s->m->synthetic, sl_last_error());
        return;
    }
    MUST(t.cores == s->cores && t.allowed_pus == allowed && t.all_pus == pus && t.all_cores == s->m->cores,
         "the machine is counted");
    check_cores(s, &p);
    check_gpus(s, &p);
    check_groups(s, &p);
    check_bindings(s, &p);
    if (!tap_ok(!wrong[0], "\"%s\" set %s, %d GPUs%s, level %s, %d cores at most, %d of %d workers, CUDA %s",
                s->m->synthetic, set_names[s->set], s->gpus, s->near ? " (near)" : "",
                sl__plan_level_name(s->limits.level), s->limits.cores, s->limits.cpu_workers, s->limits.workers,
                s->limits.devices_first ? "first" : "last"))
        diag("%s", wrong);
    sl__plan_free(&p);
    sl__topology_free(&t);
}

static void all_scenarios(void)
{
    static const int gpus[] = {0, 1, 8}, limit[] = {4, 128}, workers[] = {16, 144}, cores[] = {0, 3};

    for (size_t m = 0; m < sizeof machines / sizeof machines[0]; m++)
        for (int set = 0; set < SETS; set++)
            for (int i = 0; i < 2 * 3 * 2 * 2 * 5; i++) {
                int l = i / 5 % 2, g = i / 10 % 3, c = i / 30 % 2;
                struct scenario s = {.m = &machines[m],
                                     .set = set,
                                     .gpus = gpus[g],
                                     .near = i / 60,
                                     .limits = {.level = (sl_worker_level)(SL_WORKERS_MACHINE + i % 5),
                                                .cores = cores[c],
                                                .cpu_workers = limit[l],
                                                .workers = workers[l],
                                                .devices_first = l ^ c}};
                if (!s.near || s.gpus > 0)
                    run(&s);
            }
}

/* A few plans written out by hand. */
static void by_hand(void)
{
    sl__topology_source source = {.synthetic = "package:2 core:8 pu:2"};
    sl__plan_limits limits = {.level = SL_WORKERS_PACKAGE, .cpu_workers = 4, .workers = 16};
    sl__topology t;
    sl__plan p;

    is_int(sl__topology_read(&source, &t), SL_SUCCESS, "2 packages of 8 cores with 2 threads are read");
    is_int(sl__plan_make(&t, &limits, &p), SL_SUCCESS, "and planned by packages");
    is_int(p.groups, 2, "there are two groups");
    is_int(p.group[1].pu[0], 16, "the second begins with PU 16");
    is_int(p.group[1].pu[7], 30, "and ends with PU 30, the first thread of the last core");
    ok(p.bindid[0] == 0 && p.bindid[1] == 16 && p.bindid[2] == 0 && p.bindid[15] == 16, "the array repeats 0, 16");
    sl__plan_free(&p);
    limits.level = SL_WORKERS_CORE;
    sl__plan_make(&t, &limits, &p);
    ok(p.groups == 4 && p.wanted == 16 && p.group[3].size == 4, "16 cores on a StarPU for 4 make 4 groups of 4");
    sl__plan_free(&p);
    sl__topology_free(&t);

    source.gpus = 2;
    limits.level = SL_WORKERS_PACKAGE;
    limits.devices_first = 1;
    sl__topology_read(&source, &t);
    sl__plan_make(&t, &limits, &p);
    ok(p.group[0].size + p.group[1].size == 13 && p.spared && p.unequal, "2 GPUs and the program take 3 of 16 cores");
    sl__plan_free(&p);
    limits.cores = 14;
    sl__plan_make(&t, &limits, &p);
    ok(p.group[0].size == 7 && p.group[1].size == 7 && !p.unequal && !p.spared,
       "where 14 are wanted, the GPUs one of each package");
    ok(p.bindid[2] == p.group[0].pu[0] && p.bindid[3] == p.group[1].pu[0], "StarPU 1.4 has GPU workers first");
    sl__plan_free(&p);
    sl__topology_free(&t);
}

/* GPUs: one core for all; which come first; nodes that are not there or have no cores. */
static void gpus_by_hand(void)
{
    int nodes[] = {1, 0, 7, -1, 1, 1};
    sl__topology_source one = {.synthetic = "core:1 pu:2", .gpus = 1};
    sl__topology_source far = {.synthetic = "numa:2 core:4 pu:1", .gpus = 6, .gpu_numa = nodes};
    sl__plan_limits limits = {.level = SL_WORKERS_NUMA, .cpu_workers = 128, .workers = 144, .devices_first = 1};
    sl__topology t;
    sl__plan p;

    sl__topology_read(&one, &t);
    is_int(sl__plan_make(&t, &limits, &p), SL_SUCCESS, "one core and one GPU are planned");
    ok(p.groups == 1 && p.group[0].size == 1 && p.gpu_shared, "the core runs loops and is shared, which is told");
    ok(p.gpu_pu[0] == 0 && p.bindid[0] == 0 && p.bindid[1] == 0, "both workers are bound to it");
    sl__plan_free(&p);
    sl__topology_free(&t);

    is_int(sl__topology_read(&far, &t), SL_SUCCESS, "6 GPUs on 2 NUMA nodes of 4 cores, some of them nowhere");
    ok(t.gpu_numa[0] == 1 && t.gpu_numa[1] == 0, "a node that is there is known");
    ok(t.gpu_numa[2] == -1 && t.gpu_numa[3] == -1, "one that is not there is not");
    is_int(sl__plan_make(&t, &limits, &p), SL_SUCCESS, "they are planned");
    int on[2] = {0, 0};
    for (int g = 0; g < p.gpus; g++)
        on[p.gpu_pu[g] / 4]++;
    ok(p.gpu_pu[0] / 4 == 1 && p.gpu_pu[1] / 4 == 0 && p.gpu_pu[4] / 4 == 1 && p.gpu_pu[5] / 4 == 1,
       "those that are somewhere have a core there");
    is_int(on[0] + on[1] + p.cores, 8, "every core is used once");
    for (int g = 0; g < 6; g++)
        is_int(p.bindid[g], p.gpu_pu[g], "entry %d of the bindings is that of GPU %d", g, g);
    is_int(p.bindid[6], p.group[0].pu[0], "then come the groups");
    sl__plan_free(&p);
    limits.cores = 1;
    sl__plan_make(&t, &limits, &p);
    ok(p.groups == 1 && p.cores == 1 && p.gpus == 6 && !p.gpu_shared, "a limit on cores does not count those of GPUs");
    sl__plan_free(&p);
    sl__topology_free(&t);
}

static void ignore(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)level;
    (void)file;
    (void)line;
    (void)text;
    (void)arg;
}

static void bad_arguments(void)
{
    sl__topology_source none = {.synthetic = "core:2 pu:1", .allowed = "7"}, odd = {.synthetic = "core:x"};
    sl__topology_source list = {.synthetic = "core:2 pu:1", .allowed = "a-b"}, two = {.synthetic = "core:2 pu:1"};
    sl__topology_source minus = {.synthetic = "core:2 pu:1", .gpus = -1};
    sl__plan_limits limits = {.level = (sl_worker_level)9, .cpu_workers = 4, .workers = 16};
    sl__topology t = {0};
    sl__plan p = {0};

    is_int(sl__topology_read(&none, &t), SL_ERR_SYSTEM, "a set without a PU of the machine is refused");
    is_int(sl__topology_read(&odd, &t), SL_ERR_ARGUMENT, "a machine that is not one is refused");
    is_int(sl__topology_read(&list, &t), SL_ERR_ARGUMENT, "a list that is not one is refused");
    is_int(sl__topology_read(&minus, &t), SL_ERR_ARGUMENT, "a negative number of GPUs is refused");
    ok(!t.core && !t.gpu_numa, "nothing is written then");
    is_int(sl__topology_read(&two, &t), SL_SUCCESS, "two cores are read");
    is_int(sl__plan_make(&t, &limits, &p), SL_ERR_ARGUMENT, "a level that is not one is refused");
    limits.level = SL_WORKERS_DEFAULT;
    limits.cores = -1;
    is_int(sl__plan_make(&t, &limits, &p), SL_ERR_ARGUMENT, "a negative number of cores is refused");
    limits.cores = 0;
    limits.cpu_workers = 0;
    is_int(sl__plan_make(&t, &limits, &p), SL_ERR_ARGUMENT, "a StarPU without CPU workers is refused");
    limits.cpu_workers = 4;
    t.gpus = 16;
    is_int(sl__plan_make(&t, &limits, &p), SL_ERR_ARGUMENT, "so are as many GPUs as it may have workers");
    t.gpus = 0;
    ok(!p.group && !p.bindid, "nothing is written then");
    sl__topology_free(&t);
}

int main(void)
{
    sl_log_set_handler(ignore, NULL);
    by_hand();
    gpus_by_hand();
    bad_arguments();
    all_scenarios();
    return done_testing();
}
