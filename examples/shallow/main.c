/* SPDX-License-Identifier: BSD-3-Clause */
/* shallow: water behind a dam that breaks, on triangles. README.md says how and what. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/command_line.h"
#include "../common/seconds.h"
#include "picture.h"
#include "twin.h"
#include "water.h"

enum { FRAMES = 8, MOST = 4000 };

static const char help[] =
    " [options]\n"
    "Shallow water on triangles: a dam breaks in a basin of 10 m.\n"
    "\n"
    "  --rows N, --columns N  squares of the basin, two triangles each (20 x 100)\n"
    "  --mesh FILE            reads the triangles from a file\n"
    "  --write FILE           writes them to a file\n"
    "  --steps N              steps of time (as many as end before a wave meets a wall)\n"
    "  --way WAY              scatter, colours, gather, or all, one after another, compared (all)\n"
    "  --check                compares with plain C with OpenMP\n"
    "  --plain                plain C with OpenMP alone, for its time\n"
    "  --movie NAME           draws eight pictures, NAME-1.svg to NAME-8.svg\n"
    "  --help                 this text\n";

struct options {
    long rows, columns;
    long steps;      /* -1: as many as fit */
    int first, last; /* of the ways */
    int check, plain;
    const char *mesh, *write, *movie;
};

/* ---- options ------------------------------------------------------------------------------------------------- */

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct options *o)
{
    *o = (struct options){.rows = 20, .columns = 100, .steps = -1};
    int way = WAYS; /* all */
    const struct setting table[] = {setting_whole("rows", &o->rows, 1, MOST),
                                    setting_whole("columns", &o->columns, 2, MOST),
                                    setting_whole("steps", &o->steps, 0, 10000000),
                                    setting_choice("way", &way, "scatter, colours, gather or all"),
                                    setting_text("mesh", &o->mesh),
                                    setting_text("write", &o->write),
                                    setting_text("movie", &o->movie),
                                    setting_flag("check", &o->check, 1),
                                    setting_flag("plain", &o->plain, 1),
                                    {0}};
    const int result = read_command_line(argc, argv, "shallow", help, table, NULL);
    o->first = way == WAYS ? 0 : way;
    o->last = way == WAYS ? WAYS - 1 : way;
    return result;
}

/* ---- what is right --------------------------------------------------------------------------------------------- */

static int say(const char *what, double got, double allowed)
{
    const int right = got <= allowed; /* false for a NaN */
    printf("%s: %.3e, allowed %.3e, %s\n", what, got, allowed, right ? "right" : "wrong");
    return right;
}

/* The mean difference of the depth from the exact one. */
static double profile_error(const struct basin *b, const struct state *u, double time)
{
    double sum = 0, area = 0;
    for (int64_t c = 0; c < b->cells; c++) {
        double depth, velocity;
        basin_exact(b->x[c], time, &depth, &velocity);
        sum += b->area[c] * fabs(u[c].h - depth);
        area += b->area[c];
    }
    return sum / area;
}

static double largest_difference(const struct basin *b, const struct state *u, const struct state *w)
{
    double largest = 0;
    for (int64_t c = 0; c < b->cells; c++) {
        const double d = fabs(u[c].h - w[c].h) + fabs(u[c].hu - w[c].hu) + fabs(u[c].hv - w[c].hv);
        largest = d > largest || isnan(d) ? d : largest;
    }
    return largest;
}

/* ---- a run ------------------------------------------------------------------------------------------------------ */

/* Some steps; for a movie as many as lie between two pictures, which are drawn here. */
static sl_status run_steps(const struct options *o, struct water *w, long steps)
{
    if (o->movie == NULL)
        return water_run(w, steps);
    long done = 0;
    for (int frame = 1; frame <= FRAMES; frame++) {
        const long until = steps * (frame - 1) / (FRAMES - 1);
        char path[1000];
        SL_TRY(water_run(w, until - done));
        done = until;
        const struct state *u = SL_HOST_READ(struct state, w->u);
        if (u == NULL)
            return sl_last_status();
        snprintf(path, sizeof path, "%s-%d.svg", o->movie, frame);
        if (draw_water(path, w->basin, u) != 0)
            fprintf(stderr, "shallow: --movie: %s cannot be written\n", path);
        SL_TRY(sl_host_end(w->u));
    }
    return SL_SUCCESS;
}

/* One way. @param[in,out] kept  [cells] the water of the first way  @param[in,out] right  whether all was so far */
static sl_status run_way(const struct options *o, const struct basin *b, enum way way, long steps, struct state *kept,
                         int *right)
{
    struct water w;
    double before = 0, after = 0, begin = 0, seconds = 0;
    sl_status status = water_fill(b, way, &w);
    if (status == SL_SUCCESS)
        status = water_volume(&w, &before);
    begin = seconds_now();
    if (status == SL_SUCCESS)
        status = run_steps(o, &w, steps);
    if (status == SL_SUCCESS)
        status = sl_wait();
    seconds = seconds_now() - begin;
    if (status == SL_SUCCESS)
        status = water_volume(&w, &after);
    const struct state *u = status == SL_SUCCESS ? SL_HOST_READ(struct state, w.u) : NULL;
    if (u != NULL) {
        printf("%s: %.6f s, %.1f million edges a second\n", way_names[way], seconds,
               seconds > 0 ? 2e-6 * (double)steps * (double)b->edges / seconds : 0);
        *right &= say("  change of volume", fabs(after / before - 1), 1e-12);
        if ((int)way == o->first)
            memcpy(kept, u, (size_t)b->cells * sizeof *u);
        else
            *right &= say("  difference from the first way", largest_difference(b, u, kept), 1e-10);
        status = sl_host_end(w.u);
    } else if (status == SL_SUCCESS) {
        status = sl_last_status();
    }
    water_free(&w);
    return status;
}

static int run(const struct options *o, const struct basin *b, long steps, struct state *kept)
{
    int right = 1;
    sl_status status = sl_init(NULL);
    for (int way = o->first; way <= o->last && status == SL_SUCCESS; way++)
        status = run_way(o, b, (enum way)way, steps, kept, &right);
    if (status != SL_SUCCESS)
        fprintf(stderr, "shallow: %s\n", sl_last_error());
    const sl_status ended = sl_finalize();
    return status == SL_SUCCESS && ended == SL_SUCCESS && right ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run_twin(const struct options *o, const struct basin *b, long steps, const struct state *kept)
{
    struct state *u = malloc((size_t)b->cells * sizeof *u);
    double seconds;
    int right = u != NULL && twin_run(b, steps, u, &seconds) == 0;
    if (!right)
        fprintf(stderr, "shallow: no memory for the twin\n");
    else if (o->plain)
        printf("plain C: %.6f s, %.1f million edges a second\n", seconds,
               2e-6 * (double)steps * (double)b->edges / seconds);
    else
        right = say("difference from plain C", largest_difference(b, u, kept), 1e-10);
    free(u);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run_all(const struct options *o, const struct basin *b)
{
    const long most = (long)(basin_time() / b->dt), steps = o->steps >= 0 ? o->steps : most;
    struct state *kept = malloc((size_t)b->cells * sizeof *kept);
    if (kept == NULL)
        return EXIT_FAILURE;
    printf("%lld cells, %lld edges, %ld steps of %.3e s\n", (long long)b->cells, (long long)b->edges, steps, b->dt);
    int result = o->plain ? EXIT_SUCCESS : run(o, b, steps, kept);
    if (result == EXIT_SUCCESS && (o->plain || o->check))
        result = run_twin(o, b, steps, kept);
    if (result == EXIT_SUCCESS && !o->plain && b->straight && steps <= most) {
        /* Of a scheme of first order waves are some cells wide; both numbers were found with 25 to 200 columns. */
        const double error = profile_error(b, kept, (double)steps * b->dt);
        result = say("mean error of the depth", error, 0.4 * pow((double)o->columns, -0.7)) ? result : EXIT_FAILURE;
    }
    free(kept);
    return result;
}

int main(int argc, char **argv)
{
    struct options o;
    struct basin basin;
    int result = read_options(argc, argv, &o);
    if (result >= 0)
        return result;
    const int made = o.mesh ? basin_read(o.mesh, &basin) : basin_make(o.rows, o.columns, &basin);
    if (made != 0 && !o.mesh)
        fprintf(stderr, "shallow: no memory for %ld x %ld squares\n", o.rows, o.columns);
    result = made == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    if (result == EXIT_SUCCESS && o.write && mesh_write(o.write, &basin.mesh) != 0)
        result = EXIT_FAILURE;
    if (result == EXIT_SUCCESS)
        result = run_all(&o, &basin);
    basin_free(&basin);
    return result;
}
