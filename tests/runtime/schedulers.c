/* SPDX-License-Identifier: BSD-3-Clause */
/* Under every StarPU scheduler, every level of worker groups and fewer cores, chains of dependent loops with
 * reductions in them give the same bits; on GPUs, too, if all of them run there. Where the scheduler chooses, they give
 * the same answer. The program runs itself once for each, with the environment set. */
#include <unistd.h>

#include "backend/backend.h"
#include "runtime/backends.h"
#include "loop_testing.h"

SL_KERNEL_DECLARE(relax, (i, j), in(double, 2, u, halo(1, 1)), inout(double, 2, w, own));
SL_KERNEL_DECLARE(measure, (i, j), in(double, 2, u, own), reduce(double, sum, total), reduce(double, max, peak));
SL_KERNEL_DECLARE(sum_line, (i), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(divide_line, (i), in(double, 0, by), inout(double, 1, x, own));
SL_KERNEL_DECLARE(count_up, (i), inout(int64_t, 1, x, own));

enum { N0 = 150, N1 = 170, LINE = 30011, COUNTERS = 20011, STEPS = 40 };

struct answer {
    double total, peak, line;
    int64_t counters;
};

/* ---- the chains, as Starloop runs them ---- */

/* mixed: loops may run on CPUs and on GPUs, where a reduction has other bits. */
static struct answer run_chains(int mixed)
{
    struct answer a = {0};
    sl_view *u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(N0, N1)),
            *w = view_of("w", SL_DOUBLE, LEFT, SL_EXTENTS(N0, N1));
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(LINE)), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_view *c = view_of("c", SL_INT64, STRIDED, SL_EXTENTS(COUNTERS)),
            *t = view_of("t", SL_DOUBLE, RIGHT, SL_EXTENTS(2));
    double *p = SL_HOST_RDWR(double, u), *q = SL_HOST_RDWR(double, x);
    uint64_t seed = 1;
    for (int k = 0; k < N0 * N1; k++)
        p[k] = random_double(&seed);
    for (int k = 0; k < LINE; k++)
        q[k] = random_double(&seed);
    must(sl_host_end(u));
    must(sl_host_end(x));
    for (int k = 0; k < STEPS; k++) {
        sl_view *from = k % 2 ? w : u, *to = k % 2 ? u : w;
        must(sl_forall_with(SL_POLICY(.priority = k % 5), relax, SL_BOX(1, N0 - 1, 1, N1 - 1), from, to));
        must(
            sl_forall_with(SL_POLICY(.priority = -k), measure, SL_BOX(0, N0, 0, N1), to, SL_INTO(t, 0), SL_INTO(t, 1)));
        must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), sum_line, SL_RANGE(0, LINE), x, SL_INTO(s)));
        must(sl_forall_with(SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 100), divide_line, SL_RANGE(0, LINE), s, x));
        must(sl_forall_with(SL_POLICY(.schedule = SL_GUIDED, .priority = 1000), count_up, SL_RANGE(0, COUNTERS), c));
    }
    must(sl_reduce(measure, SL_BOX(0, N0, 0, N1), u, &a.total, &a.peak));
    must(sl_reduce(sum_line, SL_RANGE(0, LINE), x, &a.line));
    const double *e = SL_HOST_READ(double, t);
    if (!mixed && (memcmp(&e[0], &a.total, sizeof *e) || memcmp(&e[1], &a.peak, sizeof *e)))
        a.total = NAN; /* the same reduction twice must have the same bits */
    must(sl_host_end(t));
    const int64_t *g = SL_HOST_READ(int64_t, c);
    for (int i = 0; i < COUNTERS; i++)
        a.counters = (a.counters * 31 + g[i * sl_view_stride(c, 0)]) % 1000000007;
    must(sl_host_end(c));
    sl_view *all[] = {u, w, x, s, c, t};
    for (int k = 0; k < 6; k++)
        sl_view_destroy(&all[k]);
    return a;
}

static int child(int mixed)
{
    must(sl_init(NULL));
    struct answer a = run_chains(mixed);
    must(sl_info_print(stdout));
    printf("ANSWER %a %a %a %lld groups %d cores %d gpus %d\n", a.total, a.peak, a.line, (long long)a.counters,
           sl_cpu_workers(), sl_cpu_cores(), sl_gpus());
    must(sl_finalize());
    return 0;
}

/* ---- the chains in plain C ---- */

static struct answer plain_chains(void)
{
    static double u[2][N0][N1], x[LINE];
    static int64_t c[COUNTERS];
    struct answer a = {.peak = -INFINITY};
    uint64_t seed = 1;
    for (int k = 0; k < N0 * N1; k++)
        u[0][k / N1][k % N1] = random_double(&seed);
    for (int k = 0; k < LINE; k++)
        x[k] = random_double(&seed);
    for (int k = 0; k < STEPS; k++) {
        double(*f)[N1] = u[k % 2], (*t)[N1] = u[1 - k % 2];
        long double s = 0;
        for (int i = 1; i < N0 - 1; i++)
            for (int j = 1; j < N1 - 1; j++)
                t[i][j] = 0.25 * (f[i - 1][j] + f[i + 1][j] + f[i][j - 1] + f[i][j + 1]);
        for (int i = 0; i < LINE; i++)
            s += x[i];
        for (int i = 0; i < LINE; i++)
            x[i] = x[i] / (double)s + 1.0;
        for (int i = 0; i < COUNTERS; i++)
            c[i] = (3 * c[i] + i) % 1000003;
    }
    for (int k = 0; k < N0 * N1; k++) {
        double v = u[0][k / N1][k % N1];
        a.total += v;
        a.peak = v > a.peak ? v : a.peak;
    }
    for (int k = 0; k < LINE; k++)
        a.line += x[k];
    for (int i = 0; i < COUNTERS; i++)
        a.counters = (a.counters * 31 + c[i]) % 1000000007;
    return a;
}

/* ---- the runs ---- */

enum { ON_CPUS, ON_GPUS, MIXED };

struct run {
    int where;
    const char *environment, *sentence, *scheduler;
};

static const struct run runs[] = {
    {ON_CPUS, "STARLOOP_CPU_WORKERS=machine", "one group over the machine", NULL},
    {ON_CPUS, "STARLOOP_CPU_WORKERS=package", "one group a package", NULL},
    {ON_CPUS, "STARLOOP_CPU_WORKERS=numa", "one group a NUMA node", NULL},
    {ON_CPUS, "STARLOOP_CPU_WORKERS=l3", "one group a level-3 cache", NULL},
    {ON_CPUS, "STARLOOP_CPU_WORKERS=core", "one group a core", NULL},
    {ON_CPUS, "STARLOOP_CPU_CORES=1", "one core", NULL},
    {ON_CPUS, "STARLOOP_GPUS=0", "no GPU", "lws"},
    {ON_CPUS, "STARPU_SCHED=eager", "eager", "eager"},
    {ON_CPUS, "STARPU_SCHED=lws", "lws", "lws"},
    {ON_CPUS, "STARPU_SCHED=prio", "prio", "prio"},
    {ON_CPUS, "STARPU_SCHED=dmda", "dmda", "dmda"},
    {ON_CPUS, "STARPU_SCHED=dmdar", "dmdar", "dmdar"},
    {ON_CPUS, "STARPU_SCHED=dmdas", "dmdas", "dmdas"},
    {ON_CPUS, "STARPU_SCHED=eager STARLOOP_CPU_WORKERS=core", "eager, one group a core", "eager"},
    {ON_CPUS, "STARPU_SCHED=lws STARLOOP_CPU_WORKERS=core", "lws, one group a core", "lws"},
    {ON_CPUS, "STARPU_SCHED=prio STARLOOP_CPU_WORKERS=core", "prio, one group a core", "prio"},
    {ON_CPUS, "STARPU_SCHED=dmda STARLOOP_CPU_WORKERS=core", "dmda, one group a core", "dmda"},
    {ON_CPUS, "STARPU_SCHED=dmdar STARLOOP_CPU_WORKERS=core", "dmdar, one group a core", "dmdar"},
    {ON_CPUS, "STARPU_SCHED=dmdas STARLOOP_CPU_WORKERS=core", "dmdas, one group a core", "dmdas"},
    {ON_GPUS, "STARLOOP_GPUS=1", "on one GPU", "dmdas"},
    {ON_GPUS, "STARPU_SCHED=eager", "on GPUs, eager", "eager"},
    {ON_GPUS, "STARPU_SCHED=lws", "on GPUs, lws", "lws"},
    {ON_GPUS, "STARPU_SCHED=prio", "on GPUs, prio", "prio"},
    {ON_GPUS, "STARPU_SCHED=dmda", "on GPUs, dmda", "dmda"},
    {ON_GPUS, "STARPU_SCHED=dmdar", "on GPUs, dmdar", "dmdar"},
    {ON_GPUS, "STARPU_SCHED=dmdas", "on GPUs, dmdas", "dmdas"},
    {MIXED, "STARLOOP_GPUS=-1", "on both", "dmdas"},
    {MIXED, "STARPU_SCHED=eager", "on both, eager", "eager"},
    {MIXED, "STARPU_SCHED=lws", "on both, lws", "lws"},
    {MIXED, "STARPU_SCHED=prio", "on both, prio", "prio"},
    {MIXED, "STARPU_SCHED=dmda", "on both, dmda", "dmda"},
    {MIXED, "STARPU_SCHED=dmdar", "on both, dmdar", "dmdar"},
    {MIXED, "STARLOOP_CPU_WORKERS=core", "on both, one group a core", "dmdas"},
};

static const char *const wheres[] = {"cpu", "cuda", "anywhere"};

static void check_answer(const struct run *r, const struct answer *a, const struct answer *plain, const char *bits,
                         char first[], size_t size)
{
    ok(fabs(a->total - plain->total) <= 1e-9 * fabs(plain->total) &&
           fabs(a->peak - plain->peak) <= 1e-12 * plain->peak &&
           fabs(a->line - plain->line) <= 1e-10 * fabs(plain->line) && a->counters == plain->counters,
       "%s: the answers are those of plain C", r->sentence);
    if (r->where == MIXED)
        return;
    if (!first[0])
        snprintf(first, size, "%s", bits);
    is_str(bits, first, "%s: the reductions have the bits of the first run there", r->sentence);
}

static void test_run(const char *program, const struct run *r, const struct answer *plain, char first[], size_t size)
{
    char command[4096], line[1024], answer[1024] = "", text[16384] = "", policy[64] = "";
    long long counters = 0;
    int groups = 0, cores = 0, gpus = 0;
    struct answer a = {NAN, NAN, NAN, 0};
    snprintf(command, sizeof command,
             "env -u STARPU_SCHED -u STARLOOP_CPU_WORKERS -u STARLOOP_CPU_CORES -u STARLOOP_GPUS "
             "STARLOOP_WHERE=%s %s '%s' %s",
             wheres[r->where], r->environment, program, wheres[r->where]);
    FILE *f = popen(command, "r");
    while (f && fgets(line, sizeof line, f)) {
        if (strncmp(line, "ANSWER ", 7) == 0)
            snprintf(answer, sizeof answer, "%s", line);
        sscanf(line, " policy %63s", policy);
        strncat(text, line, sizeof text - strlen(text) - 1);
    }
    int status = f ? pclose(f) : -1;
    int read = sscanf(answer, "ANSWER %la %la %la %lld groups %d cores %d gpus %d", &a.total, &a.peak, &a.line,
                      &counters, &groups, &cores, &gpus);
    if (!ok(status == 0 && read == 7, "%s: the chains run to their end", r->sentence)) {
        diag("%s: status %d, output: %.400s", command, status, text);
        return;
    }
    a.counters = counters;
    *strstr(answer, " groups") = 0;
    check_answer(r, &a, plain, answer, first, size);
    if (r->scheduler)
        is_str(policy, r->scheduler, "%s: StarPU uses that scheduler", r->sentence);
    if (strstr(r->environment, "CPU_WORKERS=core"))
        ok(groups >= 1 && groups <= cores, "%s: %d groups of %d cores", r->sentence, groups, cores);
    if (strstr(r->environment, "CPU_CORES=1"))
        is_int(cores, 1, "%s: no more is used", r->sentence);
    if (strstr(r->environment, "GPUS=0"))
        is_int(gpus, 0, "%s: none is used", r->sentence);
}

int main(int argc, char *argv[])
{
    char first[2][1024] = {"", ""}; /* bits on CPUs, on GPUs */
    sl__backends_fill();
    int gpus = sl__device_count();
    if (argc > 1)
        return child(strcmp(argv[1], wheres[MIXED]) == 0);
    struct answer plain = plain_chains();
    for (unsigned k = 0; k < sizeof runs / sizeof *runs; k++)
        if (runs[k].where == ON_CPUS || gpus > 0)
            test_run(argv[0], &runs[k], &plain, first[runs[k].where == ON_GPUS], sizeof first[0]);
        else
            skip(sl__device_absence(), "%s: the chains run to their end", runs[k].sentence);
    return done_testing();
}
