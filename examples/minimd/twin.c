/* SPDX-License-Identifier: BSD-3-Clause */
/* The same steps over the same arrays as in melt.c, a parallel region a loop. Components of an atom follow each other;
   the forces alone are there for layout left, too.
   What a device would do by sorts and scans one thread does here by counting: that is a hundredth of the time. */
#include "twin_parts.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static void end_phase(struct md_twin *t, enum md_phase phase)
{
    const double now = omp_get_wtime();
    t->counts.seconds[phase] += now - t->last;
    t->last = now;
}

/* Zeros, written by the threads that will use them. */
static void *new_array(int64_t elements, size_t size)
{
    const size_t bytes = ((size_t)elements * size + 4095) / 4096 * 4096;
    char *array = aligned_alloc(4096, bytes);
    if (!array)
        return NULL;
#pragma omp parallel for schedule(static)
    for (size_t page = 0; page < bytes; page += 4096)
        memset(array + page, 0, 4096);
    return array;
}

static int allocate(struct md_twin *t)
{
    double **const vector[] = {&t->x, &t->v, &t->f, &t->sorted, &t->shift};
    int32_t **const number[] = {&t->bin, &t->order, &t->source};
    int failed = 0;
    for (int k = 0; k < 5; k++)
        failed |= !(*vector[k] = new_array(3 * t->room, sizeof(double)));
    for (int k = 0; k < 3; k++)
        failed |= !(*number[k] = new_array(t->room, sizeof(int32_t)));
    failed |= !(t->start = new_array(t->bin_count + 1, sizeof *t->start));
    failed |= !(t->near = new_array(t->own * t->width, sizeof *t->near));
    failed |= !(t->near_length = new_array(t->own, sizeof *t->near_length));
    failed |= t->problem.half && !(t->share = new_array(3 * t->room * t->threads, sizeof *t->share));
    return failed ? -1 : 0;
}

/* --- lists ------------------------------------------------------------------------------------------------------ */

/* Bins of the first n atoms and ghosts, and their order bin by bin. */
static void sort_by_bin(struct md_twin *t, int64_t n)
{
    const struct md_bins b = t->bins;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        const double *x = t->x + 3 * i;
        t->bin[i] =
            (md_bin_along(b, 2, x[2]) * b.count[1] + md_bin_along(b, 1, x[1])) * b.count[0] + md_bin_along(b, 0, x[0]);
    }
    memset(t->start, 0, (size_t)(t->bin_count + 1) * sizeof *t->start);
    for (int64_t i = 0; i < n; i++)
        t->start[t->bin[i] + 1]++;
    for (int64_t k = 0; k < t->bin_count; k++)
        t->start[k + 1] += t->start[k];
    for (int64_t i = 0; i < n; i++)
        t->order[t->start[t->bin[i]]++] = (int32_t)i;
    memmove(t->start + 1, t->start, (size_t)t->bin_count * sizeof *t->start); /* each is the end of its bin now */
    t->start[0] = 0;
}

static void gather(struct md_twin *t, double **from)
{
    double *old = *from, *new = t->sorted;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < t->own; i++)
        for (int d = 0; d < 3; d++)
            new[3 * i + d] = old[3 * (int64_t)t->order[i] + d];
    *from = new;
    t->sorted = old;
}

static void sort_atoms(struct md_twin *t)
{
    const double length = t->length;
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < 3 * t->own; k++) {
        double at = t->x[k] + (t->x[k] < 0.0 ? length : 0.0);
        t->x[k] = at - (at >= length ? length : 0.0);
    }
    sort_by_bin(t, t->own);
    gather(t, &t->x);
    gather(t, &t->v);
}

/* @return 0, or -1 where there is no room */
static int find_images(struct md_twin *t)
{
    t->all = t->own;
    for (int d = 2; d >= 0; d--)
        for (int64_t i = 0, end = t->all; i < end; i++)
            for (int side = 1; side >= -1; side -= 2) {
                const double at = t->x[3 * i + d], by = side * t->length;
                if (side > 0 ? at >= MD_REACH : at < t->length - MD_REACH)
                    continue;
                if (t->all == t->room)
                    return -1;
                const int64_t k = t->all++;
                t->source[k] = i < t->own ? (int32_t)i : t->source[i];
                for (int e = 0; e < 3; e++) {
                    t->shift[3 * k + e] = (e == d ? by : 0.0) + (i < t->own ? 0.0 : t->shift[3 * i + e]);
                    t->x[3 * k + e] = t->x[3 * i + e] + (e == d ? by : 0.0);
                }
            }
    return 0;
}

/* @return how many neighbours atom i has; those of them for which there is room are in its list */
static int32_t find_list(const struct md_twin *t, int64_t i)
{
    const struct md_bins b = t->bins;
    const double *x = t->x + 3 * i;
    const int32_t b0 = md_bin_along(b, 0, x[0]), b1 = md_bin_along(b, 1, x[1]), b2 = md_bin_along(b, 2, x[2]);
    const int32_t left = b0 < 2 ? 0 : b0 - 2, right = b0 + 3 < b.count[0] ? b0 + 3 : b.count[0];
    int32_t found = 0;
    for (int32_t z = b2 < 2 ? 0 : b2 - 2; z < b.count[2] && z <= b2 + 2; z++)
        for (int32_t y = b1 < 2 ? 0 : b1 - 2; y < b.count[1] && y <= b1 + 2; y++) {
            const int32_t *start = t->start + (z * b.count[1] + y) * b.count[0];
            for (int32_t k = start[left]; k < start[right]; k++) {
                const int32_t j = t->order[k];
                const double *at = t->x + 3 * (int64_t)j;
                const double d0 = at[0] - x[0], d1 = at[1] - x[1], d2 = at[2] - x[2];
                if (j == i || d0 * d0 + d1 * d1 + d2 * d2 >= MD_REACH * MD_REACH ||
                    (t->problem.half && !md_is_upwards(d0, d1, d2)))
                    continue;
                if (found < t->width)
                    t->near[i * t->width + found] = j;
                found++;
            }
        }
    return found;
}

static int find_neighbours(struct md_twin *t)
{
    int32_t most = 0;
    int64_t all = 0;
    sort_by_bin(t, t->all);
#pragma omp parallel for schedule(static) reduction(max : most) reduction(+ : all)
    for (int64_t i = 0; i < t->own; i++) {
        const int32_t found = find_list(t, i);
        t->near_length[i] = found;
        most = found > most ? found : most;
        all += found;
    }
    t->counts.neighbours = (double)all / (double)t->own;
    if (most <= t->width)
        return 0;
    free(t->near);
    t->width = most + most / 8;
    t->near = new_array(t->own * t->width, sizeof *t->near);
    return t->near ? find_neighbours(t) : -1;
}

static int make_lists(struct md_twin *t)
{
    sort_atoms(t);
    end_phase(t, MD_MOVES);
    if (find_images(t))
        return -1;
    end_phase(t, MD_GHOSTS);
    const int failed = find_neighbours(t);
    end_phase(t, MD_LISTS);
    return failed;
}

/* --- steps ------------------------------------------------------------------------------------------------------ */

/* Strides of both layouts: of an atom and a component in vectors, of an atom and a neighbour in lists. What takes them
   is inlined, so that the compiler knows those that are constants. */
#define RIGHT(t) 3, 1, (t)->width, 1
#define LEFT(t) 1, (t)->room, 1, (t)->own
#define ATOM static inline __attribute__((always_inline)) void

ATOM add_full_force(struct md_twin *t, int64_t i, int64_t atom, int64_t component, int64_t list, int64_t neighbour)
{
    const double *x = t->x;
    const int32_t *near = t->near + i * list, n = t->near_length[i];
    const double x0 = x[i * atom], x1 = x[i * atom + component], x2 = x[i * atom + 2 * component];
    double f0 = 0, f1 = 0, f2 = 0;
    /* By indices, not by a pointer to the neighbour: gcc then gathers. */
#pragma omp simd reduction(+ : f0, f1, f2)
    for (int32_t k = 0; k < n; k++) {
        const int64_t j = atom * near[k * neighbour];
        const double d0 = x0 - x[j], d1 = x1 - x[j + component], d2 = x2 - x[j + 2 * component];
        const double force = md_force(d0 * d0 + d1 * d1 + d2 * d2);
        f0 += d0 * force;
        f1 += d1 * force;
        f2 += d2 * force;
    }
    t->f[i * atom] = f0;
    t->f[i * atom + component] = f1;
    t->f[i * atom + 2 * component] = f2;
}

static void find_full_forces(struct md_twin *t)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < t->own; i++)
        if (t->left)
            add_full_force(t, i, LEFT(t));
        else
            add_full_force(t, i, RIGHT(t));
}

/* Atom i and its list, into forces f. */
ATOM add_half_forces(const struct md_twin *t, double *f, int64_t i, int64_t atom, int64_t component, int64_t list,
                     int64_t neighbour)
{
    const double *x = t->x + i * atom;
    double sum[3] = {0, 0, 0};
    for (int32_t k = 0; k < t->near_length[i]; k++) {
        const int64_t j = atom * t->near[i * list + k * neighbour];
        const double *y = t->x + j;
        const double d[] = {x[0] - y[0], x[component] - y[component], x[2 * component] - y[2 * component]},
                     r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        if (r2 >= MD_CUT2)
            continue;
        const double force = md_force(r2);
        for (int e = 0; e < 3; e++) {
            sum[e] += d[e] * force;
            f[j + e * component] -= d[e] * force;
        }
    }
    for (int e = 0; e < 3; e++)
        f[i * atom + e * component] += sum[e];
}

/* Each thread adds to forces of its own, which are then added up: in layout right all components in a row. */
static void find_half_forces(struct md_twin *t)
{
    const int rows = t->left ? 3 : 1;
    const int64_t n = (t->left ? 1 : 3) * t->all, atom = t->left ? 1 : 3, component = t->left ? t->room : 1;
#pragma omp parallel num_threads(t->threads)
    {
        double *f = t->share + 3 * t->room * omp_get_thread_num();
        for (int d = 0; d < rows; d++)
            memset(f + d * t->room, 0, (size_t)n * sizeof *f);
#pragma omp for schedule(static)
        for (int64_t i = 0; i < t->own; i++)
            if (t->left)
                add_half_forces(t, f, i, LEFT(t));
            else
                add_half_forces(t, f, i, RIGHT(t));
        for (int d = 0; d < rows; d++)
#pragma omp for schedule(static) nowait
            for (int64_t k = d * t->room; k < d * t->room + n; k++) {
                double sum = 0.0;
                for (int thread = 0; thread < omp_get_num_threads(); thread++)
                    sum += t->share[3 * t->room * thread + k];
                t->f[k] = sum;
            }
    }
    for (int64_t g = t->own; g < t->all; g++)
        for (int d = 0; d < 3; d++)
            t->f[t->source[g] * atom + d * component] += t->f[g * atom + d * component];
}

void md_twin_find_forces(struct md_twin *t)
{
    if (t->problem.half)
        find_half_forces(t);
    else
        find_full_forces(t);
}

static void push(struct md_twin *t)
{
#pragma omp parallel for simd schedule(static)
    for (int64_t k = 0; k < 3 * t->own; k++) {
        t->v[k] += 0.5 * MD_STEP * t->f[k];
        t->x[k] += MD_STEP * t->v[k];
    }
    end_phase(t, MD_MOVES);
}

static void move_images(struct md_twin *t)
{
#pragma omp parallel for schedule(static)
    for (int64_t g = t->own; g < t->all; g++)
        for (int d = 0; d < 3; d++)
            t->x[3 * g + d] = t->x[3 * (int64_t)t->source[g] + d] + t->shift[3 * g + d];
    end_phase(t, MD_GHOSTS);
}

static void pull(struct md_twin *t)
{
    md_twin_find_forces(t);
    end_phase(t, MD_FORCES);
#pragma omp parallel for simd schedule(static)
    for (int64_t k = 0; k < 3 * t->own; k++)
        t->v[k] += 0.5 * MD_STEP * t->f[k];
    end_phase(t, MD_MOVES);
}

int md_twin_run(struct md_twin *t, long steps)
{
    const double start = t->last = omp_get_wtime();
    for (long s = 0; s < steps; s++) {
        push(t);
        if (++t->steps % MD_EVERY != 0) {
            move_images(t);
        } else {
            if (make_lists(t))
                return -1;
            t->counts.builds++;
        }
        pull(t);
    }
    t->counts.all_seconds += omp_get_wtime() - start;
    return 0;
}

/* --- the set-up and the state ----------------------------------------------------------------------------------- */

static void set_velocities(struct md_twin *t)
{
    double mean[3] = {0, 0, 0}, v2 = 0.0;
    for (int64_t k = 0; k < 3 * t->own; k++)
        mean[k % 3] += (t->v[k] = md_random_velocity(k / 3, (int)(k % 3))) / (double)t->own;
    for (int64_t k = 0; k < 3 * t->own; k++) {
        t->v[k] -= mean[k % 3];
        v2 += t->v[k] * t->v[k];
    }
    for (int64_t k = 0; k < 3 * t->own; k++)
        t->v[k] *= sqrt(MD_TEMPERATURE * (double)(3 * t->own - 3) / v2);
}

struct md_twin *md_twin_create(const struct md_problem *problem)
{
    struct md_twin *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->problem = *problem;
    t->length = (double)problem->cells * MD_SPACING;
    t->own = 4 * problem->cells * problem->cells * problem->cells;
    t->room = (int64_t)(2.0 * MD_DENSITY * pow(t->length + 2 * MD_REACH, 3));
    t->width = problem->half ? 48 : 96;
    t->threads = omp_get_max_threads();
    const double from[3] = {0, 0, 0}, length[3] = {t->length, t->length, t->length};
    t->bins = md_bins_of(from, length);
    t->bin_count = (int64_t)t->bins.count[0] * t->bins.count[1] * t->bins.count[2];
    if (allocate(t)) {
        md_twin_destroy(t);
        return NULL;
    }
    for (int64_t k = 0; k < 3 * t->own; k++)
        t->x[k] = md_site(k / 3, (int)(k % 3), problem->cells);
    set_velocities(t);
    if (make_lists(t)) {
        md_twin_destroy(t);
        return NULL;
    }
    md_twin_find_forces(t);
    memset(t->counts.seconds, 0, sizeof t->counts.seconds);
    return t;
}

struct md_summary md_twin_measure(const struct md_twin *t)
{
    const double n = (double)t->own, share = t->problem.half ? 1.0 : 0.5;
    struct md_summary s = {0};
    double v2 = 0.0, energy = 0.0, virial = 0.0;
    for (int64_t k = 0; k < 3 * t->own; k++) {
        v2 += t->v[k] * t->v[k];
        s.momentum[k % 3] += t->v[k];
    }
#pragma omp parallel for schedule(static) reduction(+ : energy, virial)
    for (int64_t i = 0; i < t->own; i++)
        for (int32_t k = 0; k < t->near_length[i]; k++) {
            const double *x = t->x + 3 * i, *y = t->x + 3 * (int64_t)t->near[i * t->width + k];
            const double d0 = x[0] - y[0], d1 = x[1] - y[1], d2 = x[2] - y[2], r2 = d0 * d0 + d1 * d1 + d2 * d2;
            energy += md_energy(r2);
            virial += r2 * md_force(r2);
        }
    s.temperature = v2 / (3 * n - 3);
    s.pair = share * energy / n;
    s.total = s.pair + 0.5 * v2 / n;
    s.pressure = (v2 + share * virial) / (3 * t->length * t->length * t->length);
    return s;
}

struct md_counts md_twin_counts(const struct md_twin *t)
{
    return t->counts;
}

void md_twin_destroy(struct md_twin *t)
{
    if (!t)
        return;
    void *const arrays[] = {t->x,     t->v,      t->f,     t->sorted, t->shift,       t->bin,
                            t->order, t->source, t->start, t->near,   t->near_length, t->share};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        free(arrays[k]);
    free(t);
}
