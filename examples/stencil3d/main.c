/* SPDX-License-Identifier: BSD-3-Clause */
/* stencil3d: explicit steps of heat conduction in a box, a part of it on each of several GPUs. README.md says how. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/command_line.h"
#include "../common/library.h"
#include "../common/ranks.h"
#include "../common/seconds.h"
#include "stencil3d_kernels.h"
#include "twin.h"
#include "wave.h"

enum { MOST = 4000, MOST_STEPS = 1000000000, MOST_GPUS = 64, MOST_PARTS = 4096, RANKS = -1 };

#define ROUNDING 1e-15 /* of a step, at most, where temperatures are below 1 */

struct options {
    long n, nx, ny, nz; /* nx, ny, nz: 0 for n */
    long steps, gpus;
    long parts;  /* 0: one for each GPU, or one */
    long px, py; /* blocks of ranks along x and y; along z there are so many as all ranks have one */
    int check, mpi;
};

/* The box, and the temperatures of the last run. */
struct program {
    struct options o;
    int64_t n[3], points; /* along z, y and x; of the box */
    struct wave wave;
    sl_view *u[2];   /* [nz, ny, nx] they change places from step to step */
    sl_view *whole;  /* likewise, of distributed ones on the first rank */
    double *kept[2]; /* [points] of two runs, where they are compared */
    double seconds;  /* of all steps but the first */
    int wrong;
};

static const char help[] =
    " [options]\n"
    "Heat conduction in a box of points by explicit steps, in one part or several.\n"
    "\n"
    "  --n N                  N x N x N points (128)\n"
    "  --nx N --ny N --nz N   or so many along a side\n"
    "  --steps N              steps of time (100)\n"
    "  --gpus N               on so many GPUs, with --mpi of each rank, a part on each; 0: on CPUs (0)\n"
    "  --parts N              in so many parts along z: other than one for each GPU; on CPUs the cores take turns\n"
    "  --mpi                  by the ranks of mpirun, which starts the program: a part on each\n"
    "  --px N --py N          with --mpi, on cores: ranks in a grid, so many along x and y (1)\n"
    "  --check                compares with the same steps without parts, and with plain C\n"
    "  --help                 this text\n"
    "\n"
    "Exit status: 0 success, 1 failure or wrong temperatures, 2 bad command line.\n";

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct program *p)
{
    struct options *o = &p->o;
    *o = (struct options){.n = 128, .steps = 100, .px = 1, .py = 1};
    const struct setting table[] = {setting_whole("n", &o->n, 1, MOST),
                                    setting_whole("nx", &o->nx, 1, MOST),
                                    setting_whole("ny", &o->ny, 1, MOST),
                                    setting_whole("nz", &o->nz, 1, MOST),
                                    setting_whole("steps", &o->steps, 0, MOST_STEPS),
                                    setting_whole("gpus", &o->gpus, 0, MOST_GPUS),
                                    setting_whole("parts", &o->parts, 1, MOST_PARTS),
                                    setting_whole("px", &o->px, 1, MOST_PARTS),
                                    setting_whole("py", &o->py, 1, MOST_PARTS),
                                    setting_flag("mpi", &o->mpi, 1),
                                    setting_flag("check", &o->check, 1),
                                    {0}};
    const int result = read_command_line(argc, argv, "stencil3d", help, table, NULL);
    const long side[3] = {o->nz, o->ny, o->nx};
    for (int d = 0; d < 3; d++)
        p->n[d] = side[d] ? side[d] : o->n;
    p->points = p->n[0] * p->n[1] * p->n[2];
    if (result < 0 && o->mpi && o->parts) {
        fprintf(stderr, "stencil3d: --mpi: expected no --parts\n");
        return EXIT_USAGE;
    }
    if (result < 0 && o->px * o->py > 1 && (!o->mpi || o->gpus)) {
        fprintf(stderr, "stencil3d: --px, --py: expected --mpi, and no --gpus\n");
        return EXIT_USAGE;
    }
    o->parts = o->parts ? o->parts : o->gpus ? o->gpus : 1;
    return result;
}

/* @param[in] parts  RANKS: one on each rank */
static sl_status create_view(const struct program *p, const char *label, long parts, sl_view **view)
{
    const sl_extents extents = SL_EXTENTS(p->n[0], p->n[1], p->n[2]);
    const long in_plane = p->o.px * p->o.py, pz = ranks_count() / in_plane;
    if (parts == RANKS && in_plane > 1)
        return ranks_view_create_in(label, extents, (const int[]){pz > 1 ? (int)pz : 1, (int)p->o.py, (int)p->o.px},
                                    view);
    if (parts == RANKS)
        return ranks_view_create(label, extents, view);
    SL_TRY(sl_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, extents, view));
    return parts > 1 ? sl_view_split(*view, SL_SPLIT((int)parts)) : SL_SUCCESS;
}

static sl_status fill(const struct program *p, sl_view *view)
{
    double *u = SL_HOST_WRITE(double, view);
    if (u == NULL)
        return sl_last_status();
    wave_fill(&p->wave, 1.0, u);
    return sl_host_end(view);
}

/* Views start as zeros; the second one keeps those of its faces. */
static sl_status create(struct program *p, long parts)
{
    SL_TRY(create_view(p, "u", parts, &p->u[0]));
    SL_TRY(create_view(p, "next", parts, &p->u[1]));
    if (parts != RANKS)
        return fill(p, p->u[0]);
    if (ranks_first()) {
        SL_TRY(create_view(p, "whole", 1, &p->whole));
        SL_TRY(fill(p, p->whole));
    }
    return ranks_scatter(p->whole, p->u[0]);
}

static void destroy(struct program *p)
{
    sl_view_destroy(&p->u[0]);
    sl_view_destroy(&p->u[1]);
    sl_view_destroy(&p->whole);
}

/* The first step takes the parts to their places: the time is that of the others. */
static sl_status make_steps(struct program *p)
{
    const sl_policy policy = SL_POLICY(.where = p->o.gpus ? SL_CUDA : SL_CPU);
    const sl_space inner = SL_BOX(1, p->n[0] - 1, 1, p->n[1] - 1, 1, p->n[2] - 1);
    double begin = 0.0;
    for (long s = 0; s < p->o.steps; s++) {
        SL_TRY(sl_forall_with(policy, stencil3d_step, inner, p->u[s % 2], p->u[1 - s % 2]));
        if (s == 0) {
            SL_TRY(sl_wait());
            begin = seconds_now();
        }
    }
    SL_TRY(sl_wait());
    p->seconds = seconds_now() - begin;
    return SL_SUCCESS;
}

/* Reads the temperatures. @param[in] view  whole  @param[out] kept, error  as of run() */
static sl_status look(const struct program *p, sl_view *view, double *kept, double *error)
{
    const double *u = SL_HOST_READ(double, view);
    if (u == NULL)
        return sl_last_status();
    if (kept)
        memcpy(kept, u, (size_t)p->points * sizeof *u);
    if (error)
        *error = wave_error(&p->wave, wave_height(&p->wave, p->o.steps), u);
    return sl_host_end(view);
}

/* Makes a run, in one part or several, or on ranks, of which only the first one has the temperatures. @param[out] kept
   [points] its temperatures; NULL: nowhere
   @param[out] error  the largest difference from what they are known to be; NULL: is not asked */
static sl_status run(struct program *p, long parts, double *kept, double *error)
{
    sl_status status = create(p, parts);
    if (status == SL_SUCCESS)
        status = make_steps(p);
    sl_view *last = p->u[p->o.steps % 2];
    if (status == SL_SUCCESS && parts == RANKS) {
        status = ranks_gather(last, p->whole);
        last = p->whole;
    }
    if (status == SL_SUCCESS && last)
        status = look(p, last, kept, error);
    destroy(p);
    return status;
}

static void judge(struct program *p, double error)
{
    const int right = error <= ROUNDING * (double)(p->o.steps + 10);
    printf("largest error: %.2g, %s\n", error, right ? "right" : "wrong");
    p->wrong |= !right;
}

static void print_rates(const struct program *p)
{
    const double steps = (double)(p->o.steps - 1);
    double inner = 1.0;
    for (int d = 0; d < 3; d++)
        inner *= p->n[d] > 2 ? (double)(p->n[d] - 2) : 0.0;
    if (steps < 1.0 || inner <= 0.0)
        return;
    printf("%.4f s for the last %.0f steps: %.4g points a second, %.4g GB/s\n", p->seconds, steps,
           inner * steps / p->seconds, 16e-9 * inner * steps / p->seconds);
}

/* Tells of the points whose bits are not the same. */
static void compare(struct program *p, const char *what, const double *want)
{
    int64_t differing = 0;
    for (int64_t i = 0; i < p->points; i++)
        differing += memcmp(&p->kept[0][i], &want[i], sizeof *want) != 0;
    printf("%s: %lld of %lld points differ\n", what, (long long)differing, (long long)p->points);
    p->wrong |= differing != 0;
}

/* The first rank has what is compared; the others make the same calls. */
static sl_status check(struct program *p)
{
    SL_TRY(run(p, 1, p->kept[1], NULL));
    if (!ranks_first())
        return SL_SUCCESS;
    compare(p, "without parts", p->kept[1]);
    double *u = calloc((size_t)p->points, sizeof(double));
    if (u == NULL)
        return SL_ERR_MEMORY;
    wave_fill(&p->wave, 1.0, p->kept[1]);
    compare(p, "plain C", twin_run(p->n, p->o.steps, p->kept[1], u));
    free(u);
    return SL_SUCCESS;
}

static sl_status solve(struct program *p)
{
    double error = 0.0;
    for (int k = 0; k < 2 && p->o.check; k++)
        if ((p->kept[k] = malloc((size_t)p->points * sizeof(double))) == NULL)
            return SL_ERR_MEMORY;
    const long ranks = ranks_count(), parts = p->o.mpi ? ranks * p->o.parts : p->o.parts;
    printf("%lld x %lld x %lld points, %ld steps, %ld part%s on ", (long long)p->n[2], (long long)p->n[1],
           (long long)p->n[0], p->o.steps, parts, parts == 1 ? "" : "s");
    if (p->o.mpi)
        printf("%ld rank%s%s\n", ranks, ranks == 1 ? "" : "s", p->o.gpus ? " with GPUs" : "");
    else if (p->o.gpus)
        printf("%ld GPU%s\n", p->o.gpus, p->o.gpus == 1 ? "" : "s");
    else
        printf("%d core%s\n", sl_cpu_cores(), sl_cpu_cores() == 1 ? "" : "s");
    SL_TRY(run(p, p->o.mpi ? RANKS : p->o.parts, p->kept[0], &error));
    judge(p, error);
    print_rates(p);
    return p->o.check ? check(p) : SL_SUCCESS;
}

int main(int argc, char **argv)
{
    struct program p = {0};
    const int result = read_options(argc, argv, &p);
    if (result >= 0)
        return result;
    const int64_t half_waves[3] = {5, 3, 2};
    /* Parts on CPUs are for several worker groups. */
    const sl_config config = {.gpus = p.o.gpus ? (int)p.o.gpus : -1,
                              .cpu_workers = p.o.parts > 1 && !p.o.gpus ? SL_WORKERS_CORE : SL_WORKERS_DEFAULT};
    sl_status status =
        library_told("stencil3d", "set-up", wave_make(&p.wave, p.n, half_waves) ? SL_ERR_MEMORY : SL_SUCCESS);
    if (status == SL_SUCCESS)
        status = p.o.mpi ? ranks_start("stencil3d", &config) : library_start("stencil3d", &config);
    if (status == SL_SUCCESS) {
        status = library_told("stencil3d", "steps", solve(&p));
        const sl_status ended = p.o.mpi ? ranks_end(status != SL_SUCCESS) : sl_finalize();
        status = status != SL_SUCCESS ? status : ended;
    }
    wave_free(&p.wave);
    free(p.kept[0]);
    free(p.kept[1]);
    return end_output("stencil3d", status == SL_SUCCESS && !p.wrong ? EXIT_SUCCESS : EXIT_FAILURE);
}
