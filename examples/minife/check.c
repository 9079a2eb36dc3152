/* SPDX-License-Identifier: BSD-3-Clause */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "picture.h"
#include "twin.h"

/* @return 0; -1 when memory is short */
static int run_twin(const struct options *o, const struct box *box, struct times *t, struct twin **twin,
                    struct solve *solve)
{
    double now = seconds_now(), before;
    *t = (struct times){0};
    *twin = twin_mesh(box);
    before = now, now = seconds_now(), t->mesh = now - before;
    if (*twin == NULL || twin_structure(*twin) != 0)
        return -1;
    before = now, now = seconds_now(), t->structure = now - before;
    twin_assemble(*twin); /* the second time counts, as it does above */
    now = seconds_now();
    twin_assemble(*twin);
    before = now, now = seconds_now(), t->assembly[SL_SCATTER_ATOMIC] = now - before;
    twin_dirichlet(*twin);
    before = now, now = seconds_now(), t->dirichlet = now - before;
    solve->iterations = twin_solve(*twin, o->iterations, o->tolerance, &solve->last);
    t->cg = seconds_now() - now;
    return 0;
}

/* @return whether the largest difference from the twin is small; it is printed */
static int compare(const struct twin *twin, const struct box *box, const double *x, const struct solve *ours,
                   const struct solve *theirs)
{
    const double *u = twin_solution(twin), allowed = 1e-8;
    double largest = 0;
    for (int64_t p = 0; p < box_points(box); p++) {
        const double d = fabs(x[p] - u[p]);
        largest = d > largest || isnan(d) ? d : largest;
    }
    const int right = largest <= allowed;
    printf("largest difference from the twin: %.3e, %s; iterations %ld and %ld\n", largest, right ? "right" : "wrong",
           ours->iterations, theirs->iterations);
    return right;
}

/* @return whether the solution is the twin's */
static int compare_with_twin(const struct options *o, const struct box *box, const struct outcome *outcome,
                             const double *x)
{
    struct times times;
    struct twin *twin = NULL;
    struct solve theirs;
    const int failed = run_twin(o, box, &times, &twin, &theirs);
    if (failed)
        fprintf(stderr, "%s: no memory for the twin\n", o->program);
    const int right = !failed && compare(twin, box, x, &outcome->solve, &theirs);
    twin_destroy(twin);
    return right;
}

int report_run(const struct options *o, const struct box *box, const struct outcome *outcome, const double *x)
{
    print_times(o, &outcome->times);
    int right = print_outcome(o, outcome);
    if (o->check)
        right &= compare_with_twin(o, box, outcome, x);
    if (o->picture && draw_middle(o->picture, box, x) != 0) {
        fprintf(stderr, "%s: --picture: %s cannot be written\n", o->program, o->picture);
        right = 0;
    }
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

int run_plain(const struct options *o, const struct box *box)
{
    struct options atomics = *o;
    struct outcome outcome = {.solve = {0}};
    struct twin *twin = NULL;
    atomics.ways = 1 << SL_SCATTER_ATOMIC;
    const int failed = run_twin(o, box, &outcome.times, &twin, &outcome.solve);
    if (failed)
        fprintf(stderr, "%s: no memory\n", o->program);
    if (!failed) {
        print_times(&atomics, &outcome.times);
        printf("%ld iterations, |b - Ax| to %.6e\n", outcome.solve.iterations, outcome.solve.last);
    }
    twin_destroy(twin);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
