/* SPDX-License-Identifier: BSD-3-Clause */
#include "strip.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "../../examples/common/seconds.h"

enum { HUGE_PAGE = 2097152 };

/* MPI moves large messages only in its calls. */
static void look_at_messages(void *with)
{
    struct strip *s = with;
    if (s->arrived)
        return;
    const double begin = seconds_now();
    MPI_Testall(2 * STRIP_SIDES, s->under_way, &s->arrived, MPI_STATUSES_IGNORE);
    s->counts.in_mpi += seconds_now() - begin;
}

void strip_cut(struct strip *s, int64_t rows)
{
    const int64_t least = rows / s->ranks, more = rows % s->ranks;
    s->rows = least + (s->rank < more);
    s->first = 1 + least * s->rank + (s->rank < more ? s->rank : more);
    const int low = s->rank > 0, high = s->rank < s->ranks - 1;
    s->neighbour[STRIP_LOW] = low ? s->rank - 1 : MPI_PROC_NULL;
    s->neighbour[STRIP_HIGH] = high ? s->rank + 1 : MPI_PROC_NULL;
    s->inner = (struct twin_rows){
        .first = 1 + low, .last = s->rows - high, .step = 1, .meanwhile = look_at_messages, .with = s};
    s->edges = (struct twin_rows){.first = low ? 1 : s->rows, .last = high ? s->rows : low, .step = 1};
    s->arrived = 1;
    if (s->edges.last > s->edges.first)
        s->edges.step = s->edges.last - s->edges.first;
}

void strip_begin(struct strip *s, double *field, int64_t pitch, int64_t count)
{
    const int64_t own[STRIP_SIDES] = {1, s->rows}, beside[STRIP_SIDES] = {0, s->rows + 1};
    const double begin = seconds_now();
    for (int side = 0; side < STRIP_SIDES; side++)
        MPI_Irecv(field + beside[side] * pitch, (int)count, MPI_DOUBLE, s->neighbour[side], 0, MPI_COMM_WORLD,
                  &s->under_way[side]);
    for (int side = 0; side < STRIP_SIDES; side++) {
        MPI_Isend(field + own[side] * pitch, (int)count, MPI_DOUBLE, s->neighbour[side], 0, MPI_COMM_WORLD,
                  &s->under_way[STRIP_SIDES + side]);
        if (s->neighbour[side] != MPI_PROC_NULL) {
            s->counts.messages++;
            s->counts.bytes += (double)count * (double)sizeof *field;
        }
    }
    s->arrived = 0;
    s->counts.exchanges++;
    s->counts.in_mpi += seconds_now() - begin;
}

void strip_end(struct strip *s)
{
    const double begin = seconds_now();
    MPI_Waitall(2 * STRIP_SIDES, s->under_way, MPI_STATUSES_IGNORE);
    s->arrived = 1;
    s->counts.in_mpi += seconds_now() - begin;
}

double strip_sum(struct strip *s, double value)
{
    double sum;
    const double begin = seconds_now();
    MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    s->counts.reductions++;
    s->counts.in_mpi += seconds_now() - begin;
    return sum;
}

void strip_count_pass(struct strip *s)
{
    if (s->begin > 0.0) {
        s->counts.passes++;
        return;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    s->counts = (struct strip_counts){0};
    s->begin = seconds_now();
}

void strip_stop(struct strip *s)
{
    s->timed = s->counts;
    s->timed.seconds = seconds_now() - s->begin;
}

double *strip_field(const struct strip *s, int64_t pitch)
{
    const size_t bytes =
        ((size_t)(s->rows + 2) * (size_t)pitch * sizeof(double) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    double *field = aligned_alloc(HUGE_PAGE, bytes);
    if (!field)
        return NULL;
    madvise(field, bytes, MADV_HUGEPAGE); /* as the library's views ask for; where it is refused there are small ones */
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < s->rows + 2; k++)
        for (int64_t j = 0; j < pitch; j++)
            field[k * pitch + j] = 0.0;
    return field;
}
