/* SPDX-License-Identifier: BSD-3-Clause */
/* nests: loops composed by policies, compared with plain C. README.md says what. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nests_kernels.h"
#include "nests_plain.h"

enum { EXIT_USAGE = 2, MOST = 4096, MATRICES = 5 };

/* Matrices and sequences as views, and room for what plain C makes of them. All numbers are whole, so that no order of
 * additions matters. */
struct run {
    sl_index n;
    sl_view *m[MATRICES], *word[2], *h;
    double *plain[MATRICES];
    int32_t *plain_word[2], *plain_h;
    int wrong;
};

static int number(sl_index i, int which)
{
    return (int)((i * 7919 + which * 104729) % 1009 % 10) - 4;
}

static sl_status create(struct run *r)
{
    const sl_index n = r->n;
    const size_t all = (size_t)(n * n) * sizeof(double), scores = (size_t)((n + 1) * (n + 1)) * sizeof(int32_t);
    for (int v = 0; v < MATRICES; v++) {
        SL_TRY(sl_view_create("matrix", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n, n), &r->m[v]));
        r->plain[v] = malloc(all);
        if (r->plain[v] == NULL)
            return SL_ERR_MEMORY;
    }
    for (int v = 0; v < 2; v++) {
        SL_TRY(sl_view_create("word", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &r->word[v]));
        r->plain_word[v] = malloc((size_t)n * sizeof(int32_t));
        if (r->plain_word[v] == NULL)
            return SL_ERR_MEMORY;
    }
    r->plain_h = calloc(1, scores);
    return r->plain_h == NULL ? SL_ERR_MEMORY
                              : sl_view_create("h", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(n + 1, n + 1), &r->h);
}

static sl_status fill(struct run *r)
{
    for (int v = 0; v < MATRICES; v++) {
        double *p = SL_HOST_WRITE(double, r->m[v]);
        for (sl_index i = 0; p != NULL && i < r->n * r->n; i++)
            p[i] = r->plain[v][i] = number(i, v);
        SL_TRY(sl_host_end(r->m[v]));
    }
    for (int v = 0; v < 2; v++) {
        int32_t *p = SL_HOST_WRITE(int32_t, r->word[v]);
        for (sl_index i = 0; p != NULL && i < r->n; i++)
            p[i] = r->plain_word[v][i] = number(i, 7 + v) & 3;
        SL_TRY(sl_host_end(r->word[v]));
    }
    return SL_VIEW_FILL(int32_t, r->h, 0);
}

static void destroy(struct run *r)
{
    for (int v = 0; v < MATRICES; v++) {
        sl_view_destroy(&r->m[v]);
        free(r->plain[v]);
    }
    for (int v = 0; v < 2; v++) {
        sl_view_destroy(&r->word[v]);
        free(r->plain_word[v]);
    }
    sl_view_destroy(&r->h);
    free(r->plain_h);
}

/* Whether a matrix is that of plain C. */
static sl_status compare(struct run *r, const char *what, int v)
{
    const double *p = SL_HOST_READ(double, r->m[v]);
    if (p == NULL)
        return sl_last_status();
    sl_index wrong = 0;
    for (sl_index i = 0; i < r->n * r->n; i++)
        wrong += p[i] != r->plain[v][i];
    printf("%s: %s\n", what, wrong == 0 ? "right" : "wrong");
    r->wrong |= wrong != 0;
    return sl_host_end(r->m[v]);
}

static sl_status multiply(struct run *r)
{
    static const char *const policies[] = {"rows", "columns", "collapsed", "tiled"};
    const sl_index n = r->n;
    plain_product(n, r->plain[0], r->plain[1], r->plain[2]);
    for (int p = 0; p < 4; p++) {
        char what[32];
        snprintf(what, sizeof what, "product, %s", policies[p]);
        SL_TRY(SL_VIEW_FILL(double, r->m[2], 0));
        SL_TRY(
            sl_nest_with(SL_POLICY(.nest = policies[p]), product, SL_BOX(0, n, 0, n, 0, n), r->m[0], r->m[1], r->m[2]));
        SL_TRY(compare(r, what, 2));
    }
    return SL_SUCCESS;
}

static sl_status transpose(struct run *r)
{
    plain_turn(r->n, r->plain[0], r->plain[2]);
    SL_TRY(sl_nest(turn, SL_BOX(0, r->n, 0, r->n), r->m[0], r->m[2]));
    return compare(r, "transposition by tiles", 2);
}

static sl_status multiply_twice(struct run *r)
{
    const sl_index n = r->n;
    plain_two_products(n, 2, 3, r->plain[0], r->plain[1], r->plain[3], r->plain[2], r->plain[4]);
    SL_TRY(sl_nest(two_products, SL_BOX(0, n, 0, n, 0, n), 2, 3, r->m[0], r->m[1], r->m[3], r->m[2], r->m[4]));
    return compare(r, "two products in one nest", 4);
}

static sl_status match(struct run *r)
{
    const sl_index n = r->n, all = (n + 1) * (n + 1);
    plain_align(n, r->plain_word[0], r->plain_word[1], r->plain_h);
    SL_TRY(sl_nest(align, SL_BOX(1, n + 1, 1, n + 1), r->word[0], r->word[1], r->h));
    const int32_t *h = SL_HOST_READ(int32_t, r->h);
    if (h == NULL)
        return sl_last_status();
    int32_t best = 0;
    for (sl_index i = 0; i < all; i++)
        best = h[i] > best ? h[i] : best;
    const int wrong = memcmp(h, r->plain_h, (size_t)all * sizeof *h) != 0;
    printf("Smith-Waterman, best score %d: %s\n", (int)best, wrong ? "wrong" : "right");
    r->wrong |= wrong;
    return sl_host_end(r->h);
}

static sl_status run_all(struct run *r)
{
    SL_TRY(create(r));
    SL_TRY(fill(r));
    SL_TRY(multiply(r));
    SL_TRY(transpose(r));
    SL_TRY(multiply_twice(r));
    return match(r);
}

int main(int argc, char **argv)
{
    char *end = NULL;
    errno = 0;
    const long n = argc > 1 ? strtol(argv[1], &end, 10) : 60;
    if (argc > 2 || n < 1 || n > MOST || errno != 0 || (end != NULL && (*end != '\0' || end == argv[1]))) {
        fprintf(stderr, "Usage: nests [rows and columns, 1 to %d]\n", MOST);
        return EXIT_USAGE;
    }
    struct run r = {.n = n};
    if (sl_init(NULL) != SL_SUCCESS)
        return EXIT_FAILURE;
    sl_status status = run_all(&r);
    destroy(&r);
    const sl_status last = sl_finalize();
    status = status != SL_SUCCESS ? status : last;
    return status != SL_SUCCESS || r.wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
