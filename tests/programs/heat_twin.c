/* SPDX-License-Identifier: BSD-3-Clause */
/* The plain-C twin of examples/heat: its answers are the reference of other tests, so it has to earn that. */
#include "tap.h"
#include "twin.h"

/* Solves a deck of the examples with other cells and steps (0, -1: as it says). */
static struct heat_summary run(const char *name, long cells, long steps)
{
    char path[1024], error[512] = "";
    struct heat_deck deck;
    struct heat_problem problem;
    struct heat_summary sum = {0};
    snprintf(path, sizeof path, "%s/examples/heat/decks/%s", test_srcdir(), name);
    if (!ok(heat_deck_read(path, &deck, NULL, error, sizeof error) == 0, "%s is read", name)) {
        diag("%s", error);
        return sum;
    }
    if (cells > 0)
        deck.x_cells = deck.y_cells = cells;
    if (steps >= 0)
        deck.end_step = steps;
    heat_problem_set(&problem, &deck);
    struct heat_twin *twin = heat_twin_create(&problem);
    for (long s = 0; twin && s < problem.steps; s++)
        if (!heat_twin_step(twin).converged)
            diag("%s: step %ld did not converge", name, s + 1);
    if (twin)
        sum = heat_twin_summary(twin);
    heat_twin_destroy(twin);
    heat_deck_free(&deck);
    return sum;
}

/* The answers published with TeaLeaf. */
static void published(void)
{
    struct heat_summary s = run("crooked_pipe_10.in", 0, -1);
    is_close(s.u, 1.5755084183279294e+02, 1e-6, "U of the crooked pipe with 10 x 10 cells is TeaLeaf's");
    is_close(s.volume, 100.0, 1e-12, "the volume is 100");
    is_close(s.mass, 8401.6, 1e-12, "the mass is that of 84 dense and 16 thin cells");
    is_close(s.density, 84.016, 1e-12, "the density is mass / volume");
    s = run("crooked_pipe_64.in", 0, -1);
    is_close(s.u, 1.084697720003111e+02, 1e-9, "U with 64 x 64 cells is TeaLeaf's");
    struct heat_summary again = run("crooked_pipe_512.in", 64, 1);
    ok(again.u == s.u, "the deck of 512 x 512 cells with 64 x 64 and one step is the same problem");
    struct heat_summary other = run("perturbed_64.in", 0, -1);
    ok(fabs(other.u - s.u) > 1e-3 * s.u, "a deck with a hotter inlet gives another U");
    is_close(run("crooked_pipe_512.in", 0, 20).u, 1.034697091898282e+02, 1e-9, "U with 512 x 512 cells is TeaLeaf's");
}

/* No heat leaves: the sum of u over the cells, which is the energy, stays. */
static void conserved(void)
{
    struct heat_summary before = run("crooked_pipe_64.in", 48, 0), after = run("crooked_pipe_64.in", 48, 25);
    is_close(after.energy, before.energy, 1e-9, "the energy after 25 steps is that at the start");
    ok(fabs(after.u - before.u) > 1e-2 * before.u, "although the heat has moved");
}

/* A 1-D problem: u of a line of cells after one step, by elimination instead of iterations. */
static void line_of_cells(int reciprocal, int upright, int solver, int preconditioner)
{
    enum { N = 40 };
    struct heat_state states[3] = {{.line = 1, .density = 5.0, .energy = 0.2},
                                   {.line = 2,
                                    .geometry = HEAT_RECTANGLE,
                                    .density = 0.5,
                                    .energy = 9.0,
                                    .xmin = 1.0,
                                    .xmax = 2.0,
                                    .ymin = -9.0,
                                    .ymax = 9.0},
                                   {.line = 3, .geometry = HEAT_POINT, .density = 2.0, .energy = 7.0, .xmin = 3.05}};
    if (upright) {
        struct heat_state *box = &states[1];
        *box = (struct heat_state){.line = 2,
                                   .geometry = HEAT_RECTANGLE,
                                   .density = 0.5,
                                   .energy = 9.0,
                                   .xmin = -9.0,
                                   .xmax = 9.0,
                                   .ymin = 1.0,
                                   .ymax = 2.0};
        states[2].ymin = states[2].xmin;
        states[2].xmin = 0.0;
    }
    struct heat_deck deck = {.x_cells = upright ? 1 : N,
                             .y_cells = upright ? N : 1,
                             .xmax = upright ? 0.1 : 4.0,
                             .ymax = upright ? 4.0 : 0.1,
                             .solver = solver,
                             .preconditioner = preconditioner,
                             .presteps = 6,
                             .inner_steps = 3,
                             .initial_timestep = 0.02,
                             .end_time = 1.0,
                             .end_step = 1,
                             .max_iters = 9000,
                             .eps = 1e-25,
                             .reciprocal = reciprocal,
                             .state_count = 3,
                             .states = states};
    double density[N], u[N], lower[N + 1], diagonal[N];
    for (int i = 0; i < N; i++) {
        const struct heat_state *s = &states[i >= 10 && i < 20 ? 1 : i == 30 ? 2 : 0];
        density[i] = s->density;
        u[i] = s->density * s->energy;
    }
    double r = 0.02 / (0.1 * 0.1);
    lower[0] = lower[N] = 0.0;
    for (int i = 1; i < N; i++) {
        double a = reciprocal ? 1 / density[i - 1] : density[i - 1], b = reciprocal ? 1 / density[i] : density[i];
        lower[i] = r * (1 / a + 1 / b) / 2;
    }
    for (int i = 0; i < N; i++)
        diagonal[i] = 1 + lower[i] + lower[i + 1];
    for (int i = 1; i < N; i++) {
        double f = lower[i] / diagonal[i - 1];
        diagonal[i] -= f * lower[i];
        u[i] += f * u[i - 1];
    }
    for (int i = N - 1; i >= 0; i--)
        u[i] = (u[i] + (i + 1 < N ? lower[i + 1] * u[i + 1] : 0.0)) / diagonal[i];

    struct heat_problem problem;
    heat_problem_set(&problem, &deck);
    struct heat_twin *twin = heat_twin_create(&problem);
    heat_twin_step(twin);
    const double *got = heat_twin_temperature(twin) + (upright ? 3 : N + 2) + 1;
    double worst = 0.0;
    for (int i = 0; i < N; i++)
        worst = fmax(worst, fabs(got[(upright ? 3 : 1) * i] - u[i]) / fabs(u[i]));
    ok(worst < 1e-11, "%s of cells is solved as by elimination, with coefficient %s, solver %d, preconditioner %d",
       upright ? "a column" : "a row", reciprocal ? "1/density" : "density", solver, preconditioner);
    diag("largest relative difference: %g", worst);
    heat_twin_destroy(twin);
}

/* A field without differences has nothing to solve. */
static void nothing_to_do(void)
{
    struct heat_state state = {.line = 1, .density = 1.0, .energy = 1.0};
    struct heat_deck deck = {.x_cells = 5,
                             .y_cells = 7,
                             .xmax = 1.0,
                             .ymax = 1.0,
                             .initial_timestep = 1.0,
                             .end_time = 1.0,
                             .end_step = 1,
                             .max_iters = 9,
                             .eps = 1e-20,
                             .state_count = 1,
                             .states = &state};
    struct heat_problem problem;
    heat_problem_set(&problem, &deck);
    struct heat_twin *twin = heat_twin_create(&problem);
    struct heat_solve solve = heat_twin_step(twin);
    ok(solve.converged && solve.iterations == 1 && solve.residual == 0.0, "a uniform field is solved at once");
    is_close(heat_twin_summary(twin).u, 1.0, 1e-12, "and stays what it is");
    heat_twin_destroy(twin);
}

int main(void)
{
    for (int i = 0; i < 48; i++)
        line_of_cells(i % 2, i / 2 % 2, HEAT_CG + i / 12, HEAT_NO_PRECONDITIONER + i / 4 % 3);
    nothing_to_do();
    conserved();
    published();
    return done_testing();
}
