/* SPDX-License-Identifier: BSD-3-Clause */
/* The solvers of examples/heat, each with each preconditioner, against the plain-C twin: temperatures and iterations,
 * on one core and on all, also where iterations run out. And the eigenvalues that CG tells, by another method. */
#include <float.h>

#include "kernels.h"
#include "loop_testing.h"
#include "solver.h"
#include "spectrum.h"
#include "twin.h"

enum { STEPS = 3 };

static const char *const method_name[] = {"cg", "jacobi", "chebyshev", "ppcg"};
static const char *const preconditioner_name[] = {"none", "jac_diag", "jac_block"};

static struct heat_deck deck_of(long nx, long ny)
{
    static struct heat_state states[] = {
        {.line = 1, .density = 10.0, .energy = 0.01},
        {.line = 2, .geometry = HEAT_RECTANGLE, .density = 0.3, .energy = 9.0, .xmax = 4.0, .ymin = 1.0, .ymax = 3.0},
        {.line = 3, .geometry = HEAT_CIRCLE, .density = 2.0, .energy = 3.0, .xmin = 7.0, .ymin = 6.0, .radius = 2.5}};
    return (struct heat_deck){.x_cells = nx,
                              .y_cells = ny,
                              .xmax = 10.0,
                              .ymax = 8.0,
                              .initial_timestep = 0.1,
                              .end_time = 100.0,
                              .end_step = STEPS,
                              .max_iters = 5000,
                              .eps = 1e-20,
                              .presteps = 8,
                              .inner_steps = 4,
                              .state_count = 3,
                              .states = states};
}

/* The twin's loops are short: many threads would spend their time in waiting for each other. Not there in a build
 * without OpenMP. */
extern void omp_set_num_threads(int) __attribute__((weak));

/* On a GPU thousands of small loops take minutes. */
static int brief(void)
{
    return quick() || sl_gpus() > 0;
}

/* The largest difference of two temperatures, relative to the largest temperature. */
static double difference(struct heat_solver *solver, const struct heat_twin *twin, const struct heat_problem *p)
{
    sl_view *u = heat_solver_temperature(solver);
    const double *got = SL_HOST_READ(double, u), *want = heat_twin_temperature(twin);
    if (got == NULL)
        return INFINITY;
    double worst = 0.0, most = 0.0;
    for (long k = 1; k <= p->ny; k++)
        for (long j = 1; j <= p->nx; j++) {
            const double a = got[k * sl_view_stride(u, 0) + j], b = want[k * (p->nx + 2) + j];
            worst = a == a ? fmax(worst, fabs(a - b)) : INFINITY;
            most = fmax(most, fabs(b));
        }
    must(sl_host_end(u));
    return worst / most;
}

static int parts; /* of the fields of Starloop's side */

/* Solves a deck on both sides, step by step. @return the iterations of Starloop's side; -1 where the sides differ */
static long compare(const struct heat_deck *deck, enum heat_form form, double relative)
{
    struct heat_problem problem;
    struct heat_solver *solver = NULL;
    long total = 0, all = 0;
    heat_problem_set(&problem, deck);
    problem.form = form;
    problem.parts = parts;
    struct heat_twin *twin = heat_twin_create(&problem);
    must(heat_solver_create(&problem, &solver));
    for (int s = 0; twin && s < STEPS; s++) {
        struct heat_solve got, want = heat_twin_step(twin);
        must(heat_solver_step(solver, NULL, NULL, &got));
        const double worst = difference(solver, twin, &problem);
        /* Sums are in another order: where the residual grazes eps, that decides between neighbours, or tenths. */
        const long apart = labs(got.iterations - want.iterations);
        const int sweeps = deck->solver == HEAT_JACOBI || deck->solver == HEAT_CHEBYSHEV;
        const int near = apart <= (got.iterations == problem.max_iters ? 0 : sweeps ? 10 : 3);
        if (got.converged != want.converged || !near || !(worst <= relative)) {
            diag("step %d: %ld iterations, %ld of the twin; |r|^2 %g, %g; temperatures differ by %g", s + 1,
                 got.iterations, want.iterations, got.residual, want.residual, worst);
            all = -1;
        }
        total += got.iterations;
    }
    heat_solver_destroy(&solver);
    heat_twin_destroy(twin);
    return all < 0 || !twin ? -1 : total;
}

static void test_methods(const char *cores)
{
    static const long sizes[][2] = {{1, 1}, {1, 13}, {30, 1}, {24, 24}, {37, 22}, {46, 51}};
    const size_t count = sizeof sizes / sizeof *sizes - (brief() ? 2 : 0);
    for (int m = HEAT_CG; m <= HEAT_PPCG; m++)
        for (int p = HEAT_NO_PRECONDITIONER; p <= HEAT_JAC_BLOCK; p++)
            for (size_t i = 0; i < count; i++) {
                struct heat_deck deck = deck_of(sizes[i][0], sizes[i][1]);
                deck.solver = m;
                deck.preconditioner = p;
                const long made = compare(&deck, HEAT_LOOPS, 1e-8);
                ok(made >= 0, "%s, %s, %ld x %ld cells, %s: temperatures and iterations are the twin's", method_name[m],
                   preconditioner_name[p], deck.x_cells, deck.y_cells, cores);
                diag("%ld iterations", made);
            }
}

/* Before it has converged, too, each method is where its twin is after as many iterations. */
static void test_limits(const char *cores)
{
    for (int m = HEAT_CG; m <= HEAT_PPCG; m++)
        for (int p = HEAT_NO_PRECONDITIONER; p <= HEAT_JAC_BLOCK; p++) {
            int same = 1;
            for (long most = 1; most <= 23; most += brief() ? 11 : most < 12 ? 1 : 11) {
                struct heat_deck deck = deck_of(64, 50);
                deck.solver = m;
                deck.preconditioner = p;
                deck.max_iters = most;
                deck.eps = 1e-40;
                same &= compare(&deck, HEAT_LOOPS, 1e-10) == STEPS * most;
            }
            ok(same, "%s, %s, %s: no more iterations than are allowed, and the twin's temperatures after them",
               method_name[m], preconditioner_name[p], cores);
        }
}

/* With errswitch CG goes on until |r|^2 is small enough: Chebyshev then needs fewer iterations. */
static void test_switch(const char *cores)
{
    struct heat_deck deck = deck_of(64, 50);
    deck.solver = HEAT_CHEBYSHEV;
    deck.presteps = 6;
    const long early = compare(&deck, HEAT_LOOPS, 1e-8);
    deck.errswitch = 1;
    deck.epslim = 1e-6;
    const long late = compare(&deck, HEAT_LOOPS, 1e-8);
    ok(early > 0 && late > 0 && late < early, "a later switch to Chebyshev finds more of the spectrum, %s", cores);
    diag("%ld iterations, %ld", early, late);
}

/* CG by teams and as one nest, to the end and where iterations run out. They are for nothing else. */
static void test_forms(const char *cores)
{
    static const long sizes[][2] = {{1, 1}, {1, 13}, {30, 1}, {37, 22}};
    static const char *const name[] = {"loops", "teams", "nest"};
    struct heat_deck deck;
    for (int f = HEAT_TEAMS; f <= HEAT_NEST; f++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            deck = deck_of(sizes[i][0], sizes[i][1]);
            ok(compare(&deck, (enum heat_form)f, 1e-8) > 0,
               "cg by %s, %ld x %ld cells, %s: temperatures and iterations are the twin's", name[f], deck.x_cells,
               deck.y_cells, cores);
        }
        deck = deck_of(64, 50);
        deck.max_iters = 17;
        deck.eps = 1e-40;
        ok(compare(&deck, (enum heat_form)f, 1e-10) == STEPS * 17, "so they are after 17 iterations of cg by %s, %s",
           name[f], cores);
        struct heat_problem problem;
        struct heat_solver *solver = NULL;
        deck.preconditioner = HEAT_JAC_DIAG;
        heat_problem_set(&problem, &deck);
        problem.form = (enum heat_form)f;
        is_int(heat_solver_create(&problem, &solver), SL_ERR_UNSUPPORTED, "%s with a preconditioner are refused",
               name[f]);
        ok(solver == NULL, "and nothing is made");
    }
}

/* Fields in parts, whose iterations are loops instead of regions. */
static void test_parts(void)
{
    for (int m = HEAT_CG; m <= HEAT_PPCG; m++) {
        struct heat_deck deck = deck_of(17, 22);
        deck.solver = m;
        deck.preconditioner = m == HEAT_CG || m == HEAT_PPCG ? HEAT_NO_PRECONDITIONER : HEAT_JAC_DIAG;
        ok(compare(&deck, HEAT_LOOPS, 1e-8) > 0, "%s, %s, %d parts: temperatures and iterations are the twin's",
           method_name[m], preconditioner_name[deck.preconditioner], parts);
    }
}

/* One sweep of rotations from row m up to row l, with Wilkinson's shift: e[l] becomes smaller. */
static void rotate(double *d, double *e, long l, long m)
{
    const double half = (d[l + 1] - d[l]) / (2.0 * e[l]);
    double g = d[m] - d[l] + e[l] / (half + copysign(hypot(half, 1.0), half));
    double sine = 1.0, cosine = 1.0, shift = 0.0;
    for (long i = m - 1; i >= l; i--) {
        const double f = sine * e[i], b = cosine * e[i], length = hypot(f, g);
        e[i + 1] = length;
        if (length == 0.0) { /* the matrix falls into two */
            d[i + 1] -= shift;
            e[m] = 0.0;
            return;
        }
        sine = f / length;
        cosine = g / length;
        g = d[i + 1] - shift;
        const double t = (d[i] - g) * sine + 2.0 * cosine * b;
        shift = sine * t;
        d[i + 1] = g + shift;
        g = cosine * t - b;
    }
    d[l] -= shift;
    e[l] = g;
    e[m] = 0.0;
}

/* All eigenvalues of a symmetric tridiagonal matrix, by implicit QL, in d. @return 0, or -1 where one is not found */
static int eigenvalues(double *d, double *e, long n)
{
    e[n - 1] = 0.0;
    for (long l = 0; l < n; l++)
        for (int tries = 0;; tries++) {
            long m = l;
            while (m < n - 1 && fabs(e[m]) > DBL_EPSILON * (fabs(d[m]) + fabs(d[m + 1])))
                m++;
            if (m == l)
                break;
            if (tries == 50)
                return -1;
            rotate(d, e, l, m);
        }
    return 0;
}

static int ascending(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static void test_eigenvalues(void)
{
    enum { N = 61 };
    static const long lengths[] = {1, 2, 3, 10, N};
    uint64_t seed = 7;
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int kind = 0; kind < 3; kind++) {
            const long n = lengths[l];
            double d[N], e[N], ql[N], beside[N], worst = 0.0;
            for (long i = 0; i < n; i++) {
                ql[i] = d[i] = kind == 0 ? 2.0 : (double)random_below(&seed, 1000) / 10.0;
                beside[i] = e[i] = kind == 0 ? -1.0 : kind == 2 && i % 3 == 0 ? 0.0 : (double)random_below(&seed, 99);
            }
            const int status = eigenvalues(ql, beside, n);
            qsort(ql, (size_t)n, sizeof *ql, ascending);
            for (long i = 0; i < n; i++) {
                const double want = kind == 0 ? 2.0 - 2.0 * cos(acos(-1.0) * (double)(i + 1) / (double)(n + 1)) : ql[i];
                worst = fmax(worst, fabs(heat_eigenvalue(d, e, n, i) - want));
            }
            ok(status == 0 && worst < 1e-10, "all %ld eigenvalues of %s", n,
               kind == 0   ? "the second difference are the known ones"
               : kind == 1 ? "a random tridiagonal matrix are those of QL"
                           : "one in parts are those of QL");
        }
}

/* CG for diag(1, 2, 3) and r = (1, 1, 1), which ends after three iterations with the whole spectrum. */
static void test_spectrum(void)
{
    struct heat_chebyshev c = {0};
    double r[] = {1, 1, 1}, p[] = {1, 1, 1}, a[3], b[3], rr = 3.0, x, y;
    for (int i = 0; i < 3; i++) {
        double pw = 0.0, next = 0.0;
        for (int k = 0; k < 3; k++)
            pw += p[k] * p[k] * (k + 1);
        a[i] = rr / pw;
        for (int k = 0; k < 3; k++) {
            r[k] -= a[i] * p[k] * (k + 1);
            next += r[k] * r[k];
        }
        b[i] = next / rr;
        rr = next;
        for (int k = 0; k < 3; k++)
            p[k] = r[k] + b[i] * p[k];
    }
    is_int(heat_spectrum(a, b, 3, &c), 0, "three iterations of CG tell the spectrum of diag(1, 2, 3)");
    is_close(c.theta - c.delta, 0.95, 1e-9, "the interval begins at 0.95 of its least eigenvalue, 1");
    is_close(c.theta + c.delta, 3.15, 1e-9, "and ends at 1.05 of its largest one, 3");
    is_int(heat_spectrum((double[]){-1.0}, (double[]){0.5}, 1, &c), -1, "an eigenvalue below 0 tells none");
    is_int(heat_spectrum((double[]){0.0, 1.0}, (double[]){0.5, 0.5}, 2, &c), -1, "nor does a step of length 0");
    heat_chebyshev_next(&c, &x, &y);
    ok(x == 0.0 && y == 1.0 / c.theta, "the first step goes by the middle of the interval alone");
    heat_chebyshev_next(&c, &x, &y);
    const double sigma = c.theta / c.delta, rho = 1.0 / (2.0 * sigma - 1.0 / sigma);
    is_close(x, rho / sigma, 1e-14, "the second one has a part of the first");
    is_close(y, 2.0 * rho / c.delta, 1e-14, "and its own");
}

int main(void)
{
    if (omp_set_num_threads != NULL)
        omp_set_num_threads(2);
    test_eigenvalues();
    test_spectrum();
    for (int cores = 1; cores >= 0; cores--) { /* 0: all */
        const char *name = cores ? "one core" : "all cores";
        must(sl_init(&(sl_config){.cpu_cores = cores}));
        test_methods(name);
        test_limits(name);
        test_switch(name);
        test_forms(name);
        must(sl_finalize());
    }
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    parts = 3;
    test_parts();
    must(sl_finalize());
    return done_testing();
}
