/* SPDX-License-Identifier: BSD-3-Clause */
/* assembly: hexahedra add up to a sparse matrix, by scatter. README.md says how. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "assembly_kernels.h"
#include "hexahedra.h"

enum { EXIT_USAGE = 2, MOST = 256 /* elements along a side: entries are numbered in 32 bits */ };

/* The problem as views, and the values of plain C. */
struct run {
    struct problem problem;
    sl_view *corner, *place, *local, *factor, *begin, *column, *value, *x, *y;
    double *want;
    int wrong;
};

static sl_status create(struct run *r)
{
    struct problem *p = &r->problem;
    SL_TRY(sl_view_wrap("corner", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(p->elements, CORNERS), p->corner, &r->corner));
    SL_TRY(sl_view_wrap("place", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(p->elements, PAIRS), p->place, &r->place));
    SL_TRY(sl_view_wrap("local", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(CORNERS, CORNERS), p->local, &r->local));
    SL_TRY(sl_view_wrap("factor", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(p->elements), p->factor, &r->factor));
    SL_TRY(sl_view_wrap("begin", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(p->points + 1), p->begin, &r->begin));
    SL_TRY(sl_view_wrap("column", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(p->entries), p->column, &r->column));
    SL_TRY(sl_view_create("value", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(p->entries), &r->value));
    SL_TRY(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(p->points), &r->x));
    return sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(p->points), &r->y);
}

static void destroy(struct run *r)
{
    sl_view **views[] = {&r->corner, &r->place, &r->local, &r->factor, &r->begin, &r->column, &r->value, &r->x, &r->y};
    for (size_t v = 0; v < sizeof views / sizeof *views; v++)
        sl_view_destroy(views[v]);
    free(r->want);
    problem_free(&r->problem);
}

static void say(struct run *r, const char *what, double largest, double allowed)
{
    const int right = largest <= allowed; /* false for a NaN */
    printf("%s: %s\n", what, right ? "right" : "wrong");
    if (!right)
        fprintf(stderr, "assembly: %s: expected a difference of at most %g, got %g\n", what, allowed, largest);
    r->wrong |= !right;
}

/* Adds up in one way, and compares with plain C. */
static sl_status assemble(struct run *r, sl_scatter way, const char *what)
{
    const struct problem *p = &r->problem;
    double largest = 0;
    SL_TRY(SL_VIEW_FILL(double, r->value, 0));
    SL_TRY(sl_forall_with(SL_POLICY(.scatter = way), assembly_add, SL_RANGE(0, p->elements), r->corner, r->place,
                          r->local, r->factor, r->value));
    const double *value = SL_HOST_READ(double, r->value);
    if (!value)
        return sl_last_status();
    for (int64_t k = 0; k < p->entries; k++) {
        const double d = fabs(value[k] - r->want[k]);
        largest = d > largest || isnan(d) ? d : largest;
    }
    say(r, what, largest, 1e-12);
    return sl_host_end(r->value);
}

/* What is the same everywhere has no gradient: its product with the matrix is 0. */
static sl_status multiply(struct run *r)
{
    double largest = 0;
    SL_TRY(SL_VIEW_FILL(double, r->x, 1));
    SL_TRY(sl_forall(assembly_product, SL_RANGE(0, r->problem.points), r->begin, r->column, r->value, r->x, r->y));
    const double *y = SL_HOST_READ(double, r->y);
    if (!y)
        return sl_last_status();
    for (int64_t k = 0; k < r->problem.points; k++)
        largest = fabs(y[k]) > largest || isnan(y[k]) ? fabs(y[k]) : largest;
    say(r, "product with a constant", largest, 1e-12);
    return sl_host_end(r->y);
}

static sl_status run(struct run *r)
{
    SL_TRY(create(r));
    SL_TRY(assemble(r, SL_SCATTER_ATOMIC, "atomics"));
    SL_TRY(assemble(r, SL_SCATTER_DUPLICATE, "copies"));
    SL_TRY(assemble(r, SL_SCATTER_COLOR, "colours"));
    SL_TRY(assemble(r, SL_SCATTER_AUTO, "by itself"));
    return multiply(r);
}

static int solve(struct run *r)
{
    sl_status status = sl_init(NULL);
    if (status == SL_SUCCESS)
        status = run(r);
    if (status == SL_SUCCESS)
        status = sl_wait();
    if (status != SL_SUCCESS)
        fprintf(stderr, "assembly: %s\n", sl_last_error());
    destroy(r);
    if (sl_finalize() != SL_SUCCESS && status == SL_SUCCESS)
        status = sl_last_status();
    return status == SL_SUCCESS && !r->wrong ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct run r = {.wrong = 0};
    char *end = NULL;
    errno = 0;
    const long n = argc > 1 ? strtol(argv[1], &end, 10) : 24;
    if (argc > 2 || (argc > 1 && (end == argv[1] || *end || errno || n < 1 || n > MOST))) {
        fprintf(stderr, "Usage: assembly [elements along a side, 1 to %d]\n", MOST);
        return EXIT_USAGE;
    }
    const int made = problem_make(n, &r.problem);
    r.want = made == 0 ? malloc((size_t)r.problem.entries * sizeof *r.want) : NULL;
    if (!r.want) {
        fprintf(stderr, "assembly: no memory for %lld elements\n", (long long)r.problem.elements);
        destroy(&r);
        return EXIT_FAILURE;
    }
    problem_assemble(&r.problem, r.want);
    printf("%lld elements, %lld rows, %lld entries\n", (long long)r.problem.elements, (long long)r.problem.points,
           (long long)r.problem.entries);
    return solve(&r);
}
