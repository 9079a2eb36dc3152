/* SPDX-License-Identifier: BSD-3-Clause */
#include "twin.h"

#include <stdlib.h>

#include "../common/seconds.h"

/* What flows into a cell. */
static struct state rate_of(const struct basin *b, const struct state *u, int64_t c)
{
    struct state sum = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const int32_t e = b->cell_edges[3 * c + k], one = b->edge_cells[2 * (int64_t)e],
                      two = b->edge_cells[2 * (int64_t)e + 1];
        sum = shallow_plus(sum, one == c ? -1 : 1, shallow_flow(u[one], u[two], one == two, b->edge[e]));
    }
    return sum;
}

int twin_run(const struct basin *b, long steps, struct state *u, double *seconds)
{
    struct state *v = malloc((size_t)b->cells * sizeof *v), *w = malloc((size_t)b->cells * sizeof *w);
    if (!v || !w) {
        free(v);
        free(w);
        return -1;
    }
#pragma omp parallel for
    for (int64_t c = 0; c < b->cells; c++)
        u[c] = (struct state){b->x[c] < DAM ? HIGH : LOW, 0, 0};
    const double begin = seconds_now();
    for (long s = 0; s < steps; s++) {
#pragma omp parallel for
        for (int64_t c = 0; c < b->cells; c++)
            v[c] = shallow_plus(u[c], b->dt / b->area[c], rate_of(b, u, c));
#pragma omp parallel for
        for (int64_t c = 0; c < b->cells; c++)
            w[c] = shallow_plus(v[c], b->dt / b->area[c], rate_of(b, v, c));
#pragma omp parallel for
        for (int64_t c = 0; c < b->cells; c++)
            u[c] = shallow_plus((struct state){0.5 * u[c].h, 0.5 * u[c].hu, 0.5 * u[c].hv}, 0.5, w[c]);
    }
    *seconds = seconds_now() - begin;
    free(v);
    free(w);
    return 0;
}
