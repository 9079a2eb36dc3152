/* SPDX-License-Identifier: BSD-3-Clause */
/* How many iterations examples/heat queues before it looks is a guess, from the step before. Whatever the guess, the
 * answer and the number of iterations are to be the same, to the bit: those of a solver that never guesses, which are
 * compared with the plain-C twin. */
#include "kernels.h"
#include "loop_testing.h"
#include "problem.h"
#include "twin.h"

#include "solver.c" /* for its guess */

enum { CELLS = 24, STEPS = 16 };

/* What a run has come to. */
struct history {
    long iterations[STEPS], total;
    double u[STEPS];
    int converged;
};

static struct heat_problem problem_with(long max_iters)
{
    static struct heat_state states[] = {
        {.line = 1, .density = 100.0, .energy = 0.0001},
        {.line = 2, .geometry = HEAT_RECTANGLE, .density = 0.1, .energy = 25.0, .xmax = 1.0, .ymin = 1.0, .ymax = 2.0},
        {.line = 3,
         .geometry = HEAT_RECTANGLE,
         .density = 0.1,
         .energy = 0.1,
         .xmin = 1.0,
         .xmax = 8.0,
         .ymin = 1.0,
         .ymax = 2.0}};
    static struct heat_deck deck;
    struct heat_problem problem;
    deck = (struct heat_deck){.x_cells = CELLS,
                              .y_cells = CELLS,
                              .xmax = 10.0,
                              .ymax = 10.0,
                              .initial_timestep = 0.02,
                              .end_time = 100.0,
                              .end_step = STEPS,
                              .max_iters = max_iters,
                              .eps = 1e-15,
                              .state_count = 3,
                              .states = states};
    heat_problem_set(&problem, &deck);
    return problem;
}

/* @param guess  of every step; -1: the solver's own; -2: another one each time */
static struct history run(const struct heat_problem *problem, long guess, uint64_t seed)
{
    struct history h = {.converged = 1};
    struct heat_solver *solver = NULL;
    must(heat_solver_create(problem, &solver));
    for (int s = 0; s < STEPS; s++) {
        struct heat_solve solve;
        struct heat_summary sums;
        if (guess != -1)
            solver->likely = guess >= 0 ? guess : (long)random_below(&seed, 50);
        must(heat_solver_step(solver, NULL, NULL, &solve));
        must(heat_solver_summary(solver, &sums));
        h.iterations[s] = solve.iterations;
        h.total += solve.iterations;
        h.u[s] = sums.u;
        h.converged &= solve.converged;
    }
    heat_solver_destroy(&solver);
    return h;
}

static int same_as(const struct history *a, const struct history *b)
{
    return memcmp(a->iterations, b->iterations, sizeof a->iterations) == 0 && memcmp(a->u, b->u, sizeof a->u) == 0;
}

/* A solver that never guesses, against the twin. */
static struct history reference(void)
{
    const struct heat_problem problem = problem_with(1000);
    struct history h = run(&problem, 0, 0);
    struct heat_twin *twin = heat_twin_create(&problem);
    int near = 1;
    double worst = 0;
    for (int s = 0; twin && s < STEPS; s++) {
        long made = heat_twin_step(twin).iterations;
        near &= labs(made - h.iterations[s]) <= 1; /* sums are in another order */
        worst = fmax(worst, fabs(heat_twin_summary(twin).u / h.u[s] - 1));
    }
    heat_twin_destroy(twin);
    ok(h.converged && near && worst < 1e-9, "%d steps, %ld iterations, are those of the twin", STEPS, h.total);
    diag("from %ld iterations to %ld", h.iterations[0], h.iterations[STEPS - 1]);
    return h;
}

static void test_guesses(const struct history *want)
{
    const struct heat_problem problem = problem_with(1000);
    struct history got = run(&problem, -1, 0);
    ok(same_as(&got, want), "nor does the guess of the step before change anything");
    static const long guesses[] = {1, 2, 3, 4, 5, 6, 8, 9, 12, 13, 16, 17, 24, 31, 64};
    for (size_t k = 0; k < sizeof guesses / sizeof *guesses; k++) {
        got = run(&problem, guesses[k], 0);
        ok(same_as(&got, want), "nor that of %ld iterations", guesses[k]);
    }
    for (uint64_t seed = 1; seed <= 3; seed++) {
        got = run(&problem, -2, seed);
        ok(same_as(&got, want), "nor one that is wrong each time, seed %d", (int)seed);
    }
}

/* No more iterations than are allowed, however many are likely. */
static void test_limits(void)
{
    for (long most = 1; most <= 10; most++) {
        const struct heat_problem problem = problem_with(most);
        struct history want = run(&problem, 0, 0), got = run(&problem, -2, (uint64_t)most);
        ok(want.iterations[0] == most && !want.converged && same_as(&got, &want), "at most %ld iterations", most);
    }
}

/* Fields in parts, for worker groups of a core each: iterations are loops instead of regions, and the bits the same. */
static void test_parts(const struct history *want)
{
    static const int parts[] = {2, 5, CELLS + 2};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        struct heat_problem problem = problem_with(1000);
        problem.parts = parts[k];
        struct history got = run(&problem, -1, 0);
        ok(same_as(&got, want), "nor do %d parts change anything", parts[k]);
    }
}

int main(void)
{
    setenv("STARLOOP_WHERE", "cpu", 0); /* or wherever: in one place, since a GPU's sums have other last bits */
    must(sl_init(NULL));
    struct history want = reference();
    test_guesses(&want);
    test_limits();
    must(sl_finalize());
    const sl_config groups = {.cpu_workers = SL_WORKERS_CORE};
    must(sl_init(&groups));
    test_parts(&want);
    must(sl_finalize());
    return done_testing();
}
