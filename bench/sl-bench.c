/* SPDX-License-Identifier: BSD-3-Clause */
/* sl-bench: races Starloop against native twins in one binary, as processes in turns or in one. README.md says how and
 * why so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "options.h"
#include "placement.h"
#include "process.h"

static const struct bench_case *const cases[] = {&bench_triad,
                                                 &bench_axpy,
                                                 &bench_triad_gpus,
                                                 &bench_dot,
                                                 &bench_reduce3,
                                                 &bench_reduce6,
                                                 &bench_minloc,
                                                 &bench_minmax,
                                                 &bench_statistics,
                                                 &bench_sum_right,
                                                 &bench_sum_left,
                                                 &bench_sum_tall,
                                                 &bench_sum_flat,
                                                 &bench_jacobi2d,
                                                 &bench_jacobi2d_left,
                                                 &bench_matmul,
                                                 &bench_matmul_blocked,
                                                 &bench_transpose_mixed,
                                                 &bench_stream_chain,
                                                 &bench_jacobi_sweeps,
                                                 &bench_jacobi2d_gpus,
                                                 &bench_stencil3d_gpus,
                                                 &bench_heat_cg,
                                                 &bench_launch,
                                                 &bench_region10,
                                                 &bench_metg,
                                                 &bench_inline1,
                                                 &bench_subview_call,
                                                 &bench_subview_inline1,
                                                 &bench_auto_call,
                                                 &bench_auto_inline1,
                                                 &bench_scan,
                                                 &bench_copy_if,
                                                 &bench_histogram_1e3,
                                                 &bench_histogram_1e6,
                                                 &bench_sort,
                                                 &bench_sort_pairs,
                                                 &bench_color,
                                                 &bench_vertexsum,
                                                 &bench_list_forall,
                                                 &bench_layout_lj_right,
                                                 &bench_layout_lj_left,
                                                 &bench_layout_lj_auto,
                                                 &bench_minimd_full_right,
                                                 &bench_minimd_full_left,
                                                 &bench_minimd_full_auto,
                                                 &bench_minimd_half_right,
                                                 &bench_minimd_half_left,
                                                 &bench_minimd_half_auto,
                                                 &bench_matmul_blocks,
                                                 &bench_auto_copy,
                                                 &bench_gather_random,
                                                 &bench_assembly,
                                                 &bench_contention_0,
                                                 &bench_contention_2,
                                                 &bench_contention_5,
                                                 &bench_halo_packing,
                                                 &bench_packs_region,
                                                 &bench_packs_loop,
                                                 &bench_packs_tasks,
                                                 &bench_waits,
                                                 &bench_waits_copy8,
                                                 &bench_waits_planck,
                                                 &bench_waits_corners,
                                                 &bench_waits_volume,
                                                 &bench_waits_integers,
                                                 &bench_waits_sweep,
                                                 &bench_waits_columns,
                                                 &bench_waits_mass,
                                                 &bench_waits_branches,
                                                 &bench_waits_tiles,
                                                 &bench_matmul_nest,
                                                 &bench_matmul_nest_collapsed,
                                                 &bench_matmul_nest_order,
                                                 &bench_matmul_nest_tiled,
                                                 &bench_transpose,
                                                 &bench_transpose_local,
                                                 &bench_transpose_indices,
                                                 &bench_stencil7,
                                                 &bench_wavefront,
                                                 &bench_2mm,
                                                 &bench_ltimes,
                                                 &bench_rows_right,
                                                 &bench_rows_left,
                                                 &bench_spmv_rows,
                                                 &bench_spmv_teams,
                                                 &bench_spmv_sum};
enum { CASES = sizeof cases / sizeof cases[0], EXIT_BAD_USAGE = 2, EXIT_NO_DEVICE = 3 };
enum { TURNS = 5 /* processes of each side, of which each has as many rounds */ };

#define TWIN_SHARE 0.9 /* of the bandwidth of a copy: what a CUDA twin that streams must reach */
#define TWIN_BYTES 4e8 /* where it must: far more than caches hold, and a launch costs nothing beside it */

static const char *const device_name[BENCH_DEVICES] = {"cpu", "cuda"};

static const struct bench_case *find(const char *name)
{
    for (int i = 0; i < CASES; i++)
        if (strcmp(cases[i]->name, name) == 0)
            return cases[i];
    fprintf(stderr, "sl-bench: --case: expected one of those that --list prints, got \"%s\"\n", name);
    return NULL;
}

/* name, what, unit of the size, default sizes on each device */
static void list(void)
{
    for (int i = 0; i < CASES; i++) {
        printf("%-16s %s; size: %s", cases[i]->name, cases[i]->what, cases[i]->unit);
        for (int device = 0; device < BENCH_DEVICES; device++) {
            printf("; %s:", device_name[device]);
            if (device == BENCH_CUDA && !cases[i]->cuda)
                printf(" none");
            else if (device == BENCH_CUDA && !bench_cuda_built())
                printf(" not in this build");
            else
                for (int k = 0; k < BENCH_SIZES && cases[i]->sizes[device][k]; k++)
                    printf("%s %lld", k ? "," : "", (long long)cases[i]->sizes[device][k]);
        }
        printf("\n");
    }
}

/* A case with its twin on the device: the CUDA twin takes the place of the one on cores. */
static struct bench_case on_device(const struct bench_case *c, enum bench_device device)
{
    struct bench_case own = *c;
    if (device == BENCH_CPU)
        return own;
    own.native = c->cuda;
    if (c->gpus) {
        own.memory = BENCH_OWN_MEMORY;
        own.begin = bench_gpus_begin;
        own.end = bench_gpus_end;
        own.native_wait = bench_gpus_wait;
    }
    if (own.memory == BENCH_HOST_MEMORY)
        own.memory = BENCH_DEVICE_MEMORY;
    if (!own.native_wait)
        own.native_wait = bench_cuda_wait;
    if (!own.calls)
        own.rounds = 0; /* few rounds are for calls that last long on cores */
    return own;
}

/* Before the first row. */
static void print_header(const struct bench_options *o, int cores, int groups)
{
    static int printed;
    if (printed++)
        return;
    if (o->csv) {
        printf("case,size,device,starloop_seconds,native_seconds,ratio\n");
    } else {
        printf("Starloop %s, ", sl_version());
        if (o->device == BENCH_CUDA)
            printf("%d %s", o->gpus ? o->gpus : 1, bench_cuda_name());
        else
            printf("%d cores, %d worker group%s", cores, groups, groups == 1 ? "" : "s");
        printf("; seconds a call%s, medians of alternating %s\n", o->wait ? " with its wait" : "",
               o->separate ? "processes" : "rounds");
        printf(
            "spread: of the ratio, over pairs of processes; floor: what must be moved, at the bandwidth measured over "
            "as many bytes; least: of the rounds\n\n");
        printf("%-16s %10s %11s %11s %6s %11s %11s %11s %11s  %s\n", "case", "size", "starloop", "native", "ratio",
               "spread", "floor", "least", "least nat.", "rounds x calls");
    }
    fflush(stdout);
}

static void print_row(const struct bench_case *c, sl_index size, const struct bench_options *o,
                      const struct bench_result *r)
{
    const double ratio = r->seconds[BENCH_STARLOOP] / r->seconds[BENCH_NATIVE];
    if (o->csv) {
        printf("%s,%lld,%s,%.6e,%.6e,%.4f\n", c->name, (long long)size, device_name[o->device],
               r->seconds[BENCH_STARLOOP], r->seconds[BENCH_NATIVE], ratio);
    } else {
        char floor[32] = "-", spread[32] = "-";
        if (r->floor > 0.0)
            snprintf(floor, sizeof floor, "%.3e", r->floor);
        if (r->spread[0] > 0.0)
            snprintf(spread, sizeof spread, "%.3f-%.3f", r->spread[0], r->spread[1]);
        printf("%-16s %10lld %11.3e %11.3e %6.3f %11s %11s %11.3e %11.3e  %d x %d\n", c->name, (long long)size,
               r->seconds[BENCH_STARLOOP], r->seconds[BENCH_NATIVE], ratio, spread, floor, r->least[BENCH_STARLOOP],
               r->least[BENCH_NATIVE], r->rounds, r->calls);
    }
    fflush(stdout);
}

/* Bytes of a call, or how many the twin moves, for each GPU of a case that has several. */
static double share(const struct bench_case *c, double bytes)
{
    return c->gpus && sl_gpus() > 1 ? bytes / sl_gpus() : bytes;
}

/* A slow twin would flatter us. @return 0, or -1 after a message */
static int check_twin(const struct bench_case *c, sl_index size, const struct bench_options *o,
                      const struct bench_result *r)
{
    const double bytes = c->bytes ? share(c, c->bytes(size)) : 0.0, moves = c->moves ? c->moves(size) : bytes;
    if (o->device != BENCH_CUDA || !c->streams || bytes < TWIN_BYTES)
        return 0;
    const double reached = moves / r->least[BENCH_NATIVE], bandwidth = bench_bandwidth(o->device, bytes);
    if (reached >= TWIN_SHARE * bandwidth)
        return 0;
    fprintf(stderr,
            "sl-bench: %s: the twin is slow: it moves %.4g bytes a second, %.3f of a copy's %.4g, expected %g; "
            "seconds: Starloop %.4e, native %.4e\n",
            c->name, reached, reached / bandwidth, bandwidth, TWIN_SHARE, r->seconds[BENCH_STARLOOP],
            r->seconds[BENCH_NATIVE]);
    return -1;
}

/* Makes the views of a case, and splits them as the command line says, or into a part for each GPU. */
static sl_status set_up(const struct bench_case *c, struct bench_state *s, const struct bench_options *o)
{
    const int gpus = c->gpus && o->device == BENCH_CUDA ? sl_gpus() : 1;
    const sl_split split = gpus > 1 && !o->split.n[0] ? SL_SPLIT(gpus) : o->split;
    SL_TRY(c->create(s));
    for (int i = 0; i < s->count && split.n[0]; i++)
        SL_TRY(sl_view_split(s->view[i], split));
    return SL_SUCCESS;
}

/* A row of the table, and what is done of it: all, or in a process of its own the preparing or a side. */
struct job {
    const struct bench_case *c;
    sl_index size;
    const struct bench_options *o;
    int prepares;
    enum bench_sides sides; /* to race; 0: none */
    struct bench_result known;
};

/* The seconds that a call takes at least: asked for where a table is printed. */
static double floor_of(const struct job *j)
{
    const double bytes = j->prepares && !j->o->csv && j->c->bytes ? share(j->c, j->c->bytes(j->size)) : 0.0;
    const double bandwidth = bytes > 0.0 ? bench_bandwidth(j->o->device, bytes) : 0.0;
    return bandwidth > 0.0 ? bytes / bandwidth : 0.0;
}

static int race(const struct job *j, const struct bench_case *c, struct bench_state *s, struct bench_result *r)
{
    const int wait = j->o->wait || c->waits;
    if (j->prepares ? bench_prepare(c, s, j->o->repeat, (int)j->o->calls, wait, r)
                    : bench_warm_up(c, s, j->sides == BENCH_ONLY_NATIVE ? BENCH_NATIVE : BENCH_STARLOOP, wait))
        return -1;
    return j->sides ? bench_race(c, s, j->sides, wait, r) : 0;
}

/* With the library started. @return 0, or -1 after a message */
static int measure(const struct job *j, struct bench_result *r)
{
    const struct bench_options *o = j->o;
    const struct bench_case own = on_device(j->c, o->device), *const c = &own;
    if (j->size < c->smallest) {
        fprintf(stderr, "sl-bench: %s: --size: expected %lld or more, got %lld\n", c->name, (long long)c->smallest,
                (long long)j->size);
        return -1;
    }
    struct bench_state s = {.n = j->size,
                            .steps = o->steps,
                            .device = o->device,
                            .policy = SL_POLICY(.where = o->where                  ? SL_ANYWHERE
                                                         : o->device == BENCH_CUDA ? SL_CUDA
                                                                                   : SL_CPU)};
    *r = j->known;
    int status = set_up(c, &s, o) == SL_SUCCESS ? 0 : -1;
    if (status)
        fprintf(stderr, "sl-bench: %s: could not be set up: %s\n", c->name, sl_last_error());
    else
        status = race(j, c, &s, r);
    if (c->destroy)
        c->destroy(&s);
    for (int i = 0; i < s.count; i++)
        sl_view_destroy(&s.view[i]);
    if (status == 0)
        r->floor = floor_of(j);
    return status;
}

/* Starts the library as cases of a family want it, finds the cores, and the GPU if it is wanted.
 * @return 0, or the exit status after a message */
static int start(const struct bench_options *o, enum bench_chain family)
{
    const enum bench_device device = o->device;
    const sl_config config = {.gpus = o->gpus};
    const int chain = o->chain >= 0 ? o->chain : family != BENCH_SINGLE;
    const int here = o->here >= 0 ? o->here : family != BENCH_QUEUED;
    if (device == BENCH_CUDA && !bench_cuda_built()) {
        fprintf(stderr, "sl-bench: --device=cuda: this build has no CUDA\n");
        return EXIT_NO_DEVICE;
    }
    /* For calls without a policy, those of examples/heat. The twins have one GPU, if --gpus says no other number. */
    setenv("STARLOOP_WHERE", o->where ? o->where : device_name[device], 1);
    setenv("STARLOOP_CHAIN", chain ? "1" : "0", 1);
    setenv("STARLOOP_INLINE", here ? "1" : "0", 1);
    if (device == BENCH_CUDA)
        setenv("STARLOOP_GPUS", "1", 0);
    if (sl_init(&config) != SL_SUCCESS || bench_cores_find() != SL_SUCCESS) {
        fprintf(stderr, "sl-bench: could not start: %s\n", sl_last_error());
        return EXIT_FAILURE;
    }
    if (device == BENCH_CUDA && bench_cuda_start(o->gpus)) {
        sl_finalize();
        return EXIT_NO_DEVICE;
    }
    return 0;
}

/* @return @p status, or -1 after a message */
static int stop(const struct bench_options *o, int status)
{
    if (o->device == BENCH_CUDA)
        bench_cuda_stop();
    if (sl_finalize() == SL_SUCCESS)
        return status;
    fprintf(stderr, "sl-bench: sl_finalize: %s\n", sl_last_error());
    return -1;
}

/* ---- both sides in this process -------------------------------------------------------------------------- */

static int run_together(const struct bench_case *c, sl_index size, const struct bench_options *o)
{
    const struct job j = {.c = c, .size = size, .o = o, .prepares = 1, .sides = BENCH_BOTH};
    struct bench_result r;
    if (measure(&j, &r) || check_twin(c, size, o, &r))
        return -1;
    print_row(c, size, o, &r);
    return 0;
}

/* ---- each side in processes of its own ------------------------------------------------------------------- */

static int process(const void *job, void *result)
{
    const struct job *j = job;
    struct bench_result *r = result;
    int status = start(j->o, j->c->chain);
    if (status)
        return status;
    status = measure(j, r);
    r->cores = bench_cores_count();
    r->groups = sl_cpu_workers();
    return stop(j->o, status) ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int run_process(const struct job *j, struct bench_result *r)
{
    static const char *const side[] = {"both sides", "Starloop", "the native twin"};
    char what[128];
    snprintf(what, sizeof what, "%s of size %lld: the process of %s", j->c->name, (long long)j->size, side[j->sides]);
    return bench_process(what, process, j, r, sizeof *r);
}

/* One process of each side, the other one first than in the turn before. */
static int run_turn(struct job *j, int turn, double seconds[2], struct bench_result *all)
{
    for (int k = 0; k < 2; k++) {
        struct bench_result r;
        const int side = (turn + k) % 2;
        j->sides = (enum bench_sides)(1 << side);
        if (run_process(j, &r))
            return -1;
        seconds[side] = r.seconds[side];
        all->sum[side] = r.sum[side];
        all->least[side] = turn && all->least[side] < r.least[side] ? all->least[side] : r.least[side];
    }
    const double ratio = seconds[BENCH_STARLOOP] / seconds[BENCH_NATIVE];
    all->spread[0] = turn && all->spread[0] < ratio ? all->spread[0] : ratio;
    all->spread[1] = turn && all->spread[1] > ratio ? all->spread[1] : ratio;
    return bench_compare_sums(j->c, all->sum);
}

static int run_separately(const struct bench_case *c, sl_index size, const struct bench_options *o)
{
    struct job j = {.c = c, .size = size, .o = o, .prepares = 1};
    struct bench_result r;
    if (o->csv)
        print_header(o, 0, 0);
    if (run_process(&j, &r))
        return -1;
    print_header(o, r.cores, r.groups);
    const int turns = r.rounds < TURNS ? r.rounds : TURNS;
    double seconds[TURNS][2], of_side[TURNS];
    j.known = (struct bench_result){.calls = r.calls, .rounds = (r.rounds + turns - 1) / turns};
    j.prepares = 0;
    for (int turn = 0; turn < turns; turn++)
        if (run_turn(&j, turn, seconds[turn], &r))
            return -1;
    for (int side = BENCH_STARLOOP; side <= BENCH_NATIVE; side++) {
        for (int turn = 0; turn < turns; turn++)
            of_side[turn] = seconds[turn][side];
        r.seconds[side] = bench_median(of_side, turns);
    }
    r.rounds = turns * j.known.rounds;
    print_row(c, size, o, &r);
    return 0;
}

/* ---- all rows -------------------------------------------------------------------------------------------- */

/* One case, or all of a family. */
static int run(const struct bench_options *o, const struct bench_case *one, enum bench_chain family)
{
    int (*const row)(const struct bench_case *, sl_index, const struct bench_options *) =
        o->separate ? run_separately : run_together;
    int status = 0;
    if (one)
        return row(one, o->size ? o->size : one->sizes[o->device][0], o);
    for (int i = 0; i < CASES; i++)
        for (int k = 0; k < BENCH_SIZES && cases[i]->chain == family; k++)
            if (cases[i]->sizes[o->device][k])
                status |= row(cases[i], cases[i]->sizes[o->device][k], o);
    return status;
}

/* One case, or all that are about single loops, about sequences or about queuing, with the library started for that:
   here, or in each process. Starting it again is what changes STARLOOP_CHAIN and STARLOOP_INLINE.
   @return the exit status */
static int session(const struct bench_options *o, const struct bench_case *one, enum bench_chain family)
{
    int status = o->separate ? 0 : start(o, family);
    if (status)
        return status;
    if (!o->separate)
        print_header(o, bench_cores_count(), sl_cpu_workers());
    status = run(o, one, family);
    if (!o->separate)
        status = stop(o, status);
    return status ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    struct bench_options o;
    int status = bench_options_read(argc, argv, &o);
    if (status >= 0)
        return status;
    if (o.list) {
        list();
        return EXIT_SUCCESS;
    }
    const struct bench_case *one = o.name ? find(o.name) : NULL;
    if (o.name && !one)
        return EXIT_BAD_USAGE;
    if (one && (o.device == BENCH_CUDA || o.placement) && !one->cuda) {
        fprintf(stderr, "sl-bench: %s: expected a case that is for GPUs, got \"%s\"\n",
                o.device == BENCH_CUDA ? "--device=cuda" : "--placement", one->name);
        return EXIT_BAD_USAGE;
    }
    if (o.split.n[0] && one && !one->splits) {
        fprintf(stderr, "sl-bench: --split: expected a case whose views can be split, got \"%s\"\n", one->name);
        return EXIT_BAD_USAGE;
    }
    if (one && o.gpus && !one->gpus) {
        fprintf(stderr, "sl-bench: --gpus: expected a case for several GPUs, got \"%s\"\n", one->name);
        return EXIT_BAD_USAGE;
    }
    if (one && o.placement && one->gpus) {
        fprintf(stderr, "sl-bench: --placement: expected a case for one GPU, got \"%s\"\n", one->name);
        return EXIT_BAD_USAGE;
    }
    if (o.placement)
        return bench_placement(one ? &one : cases, one ? 1 : CASES, &o) ? EXIT_FAILURE : EXIT_SUCCESS;
    if (one)
        return session(&o, one, one->chain);
    status = session(&o, NULL, BENCH_SINGLE);
    for (int family = BENCH_CHAINED; family <= BENCH_QUEUED && status != EXIT_NO_DEVICE; family++) {
        const int more = session(&o, NULL, (enum bench_chain)family);
        status = status ? status : more;
    }
    return status;
}
