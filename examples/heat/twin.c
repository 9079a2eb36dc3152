/* SPDX-License-Identifier: BSD-3-Clause */
#include "twin.h"

#include <math.h>
#include <stdlib.h>

#include "spectrum.h"

enum { DENSITY, ENERGY, U, P, R, W, KX, KY, Z, Y, S, D, FIELDS };
enum { LOOK = 10 };   /* iterations of Jacobi and Chebyshev from one test to the next */
enum { GROWS = 100 }; /* times the least |r|^2: the spectrum is wrong */

struct heat_twin {
    struct heat_problem problem;
    struct heat_chebyshev chebyshev; /* known once CG has made its first iterations */
    int polynomial;                  /* 1: z is PPCG's */
    long pitch;                      /* elements from row to row */
    double *field[FIELDS];           /* [ny + 2, pitch], or NULL: not needed */
};

#define ROW(array, k) ((array) + (k)*pitch)

/* Zeros, written by the threads that will use them. */
static double *new_field(long rows, long pitch)
{
    size_t bytes = ((size_t)rows * (size_t)pitch * sizeof(double) + 4095) / 4096 * 4096;
    double *field = aligned_alloc(4096, bytes);
    if (!field)
        return NULL;
#pragma omp parallel for schedule(static)
    for (long k = 0; k < rows; k++)
        for (long j = 0; j < pitch; j++)
            ROW(field, k)[j] = 0.0;
    return field;
}

/* The range of cells first..last along one axis that the open interval (lo, hi) touches. */
static void covered(double lo, double hi, double origin, double width, long cells, long *first, long *last)
{
    *first = 1;
    *last = cells;
    while (*first <= cells && !(origin + width * (double)*first >= lo))
        ++*first;
    while (*last >= *first && !(origin + width * (double)(*last - 1) < hi))
        --*last;
}

static void set_box(struct heat_twin *t, const struct heat_state *s, long j0, long j1, long k0, long k1)
{
    long pitch = t->pitch;
    for (long k = k0; k <= k1; k++)
        for (long j = j0; j <= j1; j++) {
            ROW(t->field[DENSITY], k)[j] = s->density;
            ROW(t->field[ENERGY], k)[j] = s->energy;
        }
}

static void set_circle(struct heat_twin *t, const struct heat_state *s)
{
    const struct heat_problem *p = &t->problem;
    for (long k = 1; k <= p->ny; k++)
        for (long j = 1; j <= p->nx; j++) {
            double x = p->xmin + p->dx * ((double)j - 0.5) - s->xmin, y = p->ymin + p->dy * ((double)k - 0.5) - s->ymin;
            if (sqrt(x * x + y * y) <= s->radius)
                set_box(t, s, j, j, k, k);
        }
}

/* The cell that holds the point; as with rectangles, a hundredth of a cell beside an edge is the edge. */
static void set_point(struct heat_twin *t, const struct heat_state *s)
{
    const struct heat_problem *p = &t->problem;
    double column = floor((s->xmin - p->xmin) / p->dx + 0.01), row = floor((s->ymin - p->ymin) / p->dy + 0.01);
    if (column >= 0.0 && column < (double)p->nx && row >= 0.0 && row < (double)p->ny)
        set_box(t, s, (long)column + 1, (long)column + 1, (long)row + 1, (long)row + 1);
}

static void set_states(struct heat_twin *t)
{
    const struct heat_problem *p = &t->problem;
    set_box(t, &p->deck->states[0], 0, p->nx + 1, 0, p->ny + 1);
    for (int i = 1; i < p->deck->state_count; i++) {
        const struct heat_state *s = &p->deck->states[i];
        if (s->geometry == HEAT_CIRCLE) {
            set_circle(t, s);
        } else if (s->geometry == HEAT_POINT) {
            set_point(t, s);
        } else {
            const double x = p->dx / 100.0, y = p->dy / 100.0; /* an edge so near to a cell's lies on it */
            long j0, j1, k0, k1;
            covered(s->xmin + x, s->xmax - x, p->xmin, p->dx, p->nx, &j0, &j1);
            covered(s->ymin + y, s->ymax - y, p->ymin, p->dy, p->ny, &k0, &k1);
            set_box(t, s, j0, j1, k0, k1);
        }
    }
}

/* Coefficient of the face between two cells, times dt/dx^2. */
static double face(double r, double a, double b, int reciprocal)
{
    double wa = reciprocal ? 1.0 / a : a, wb = reciprocal ? 1.0 / b : b;
    return r * (wa + wb) / (2.0 * wa * wb);
}

static void set_faces(struct heat_twin *t)
{
    const struct heat_problem *p = &t->problem;
    long pitch = t->pitch;
    int reciprocal = p->deck->reciprocal;
    for (long k = 1; k <= p->ny; k++)
        for (long j = 1; j <= p->nx; j++) {
            const double *d = ROW(t->field[DENSITY], k) + j;
            if (j > 1)
                ROW(t->field[KX], k)[j] = face(p->rx, d[0], d[-1], reciprocal);
            if (k > 1)
                ROW(t->field[KY], k)[j] = face(p->ry, d[0], d[-pitch], reciprocal);
            ROW(t->field[U], k)[j] = d[0] * ROW(t->field[ENERGY], k)[j];
        }
}

struct heat_twin *heat_twin_create(const struct heat_problem *problem)
{
    struct heat_twin *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->problem = *problem;
    t->pitch = problem->nx + 2;
    const int plain = problem->deck->solver == HEAT_CG && t->problem.preconditioner == HEAT_NO_PRECONDITIONER;
    for (int f = 0; f < (plain ? Z : FIELDS); f++)
        if (!(t->field[f] = new_field(problem->ny + 2, t->pitch))) {
            heat_twin_destroy(t);
            return NULL;
        }
    set_states(t);
    set_faces(t);
    return t;
}

/* (A v)[j] of one row; v, kx and ky point to the row's column 0. */
static inline double apply(const double *v, const double *kx, const double *ky, long pitch, long j)
{
    double c = v[j];
    return c + kx[j] * (c - v[j - 1]) + kx[j + 1] * (c - v[j + 1]) + ky[j] * (c - v[j - pitch]) +
           ky[j + pitch] * (c - v[j + pitch]);
}

/* r = u - A u; gives r.r */
static double first_residual(const struct heat_twin *t)
{
    const double *u = t->field[U], *kx = t->field[KX], *ky = t->field[KY];
    double *r = t->field[R], sum = 0.0;
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (long k = 1; k <= ny; k++) {
        const double *uk = ROW(u, k), *kxk = ROW(kx, k), *kyk = ROW(ky, k);
        double *restrict rk = ROW(r, k), row = 0.0;
#pragma omp simd reduction(+ : row)
        for (long j = 1; j <= nx; j++) {
            double v = uk[j] - apply(uk, kxk, kyk, pitch, j);
            rk[j] = v;
            row += v * v;
        }
        sum += row;
    }
    return sum;
}

/* w = A p; gives p.w */
static double apply_operator(const struct heat_twin *t)
{
    const double *p = t->field[P], *kx = t->field[KX], *ky = t->field[KY];
    double *w = t->field[W], sum = 0.0;
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (long k = 1; k <= ny; k++) {
        const double *pk = ROW(p, k), *kxk = ROW(kx, k), *kyk = ROW(ky, k);
        double *restrict wk = ROW(w, k), row = 0.0;
#pragma omp simd reduction(+ : row)
        for (long j = 1; j <= nx; j++) {
            double v = apply(pk, kxk, kyk, pitch, j);
            wk[j] = v;
            row += pk[j] * v;
        }
        sum += row;
    }
    return sum;
}

/* r -= alpha w; gives r.r */
static double update_residual(const struct heat_twin *t, double alpha)
{
    const double *w = t->field[W];
    double *r = t->field[R], sum = 0.0;
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (long k = 1; k <= ny; k++) {
        const double *restrict wk = ROW(w, k);
        double *restrict rk = ROW(r, k), row = 0.0;
#pragma omp simd reduction(+ : row)
        for (long j = 1; j <= nx; j++) {
            double v = rk[j] - alpha * wk[j];
            rk[j] = v;
            row += v * v;
        }
        sum += row;
    }
    return sum;
}

/* u += alpha p, p = z + beta p */
static void update_direction(const struct heat_twin *t, const double *z, double alpha, double beta)
{
    double *u = t->field[U], *p = t->field[P];
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static)
    for (long k = 1; k <= ny; k++) {
        const double *restrict zk = ROW(z, k);
        double *restrict uk = ROW(u, k), *restrict pk = ROW(p, k);
#pragma omp simd
        for (long j = 1; j <= nx; j++) {
            uk[j] += alpha * pk[j];
            pk[j] = zk[j] + beta * pk[j];
        }
    }
}

static void store_energy(const struct heat_twin *t)
{
    const double *u = t->field[U], *density = t->field[DENSITY];
    double *energy = t->field[ENERGY];
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static)
    for (long k = 1; k <= ny; k++)
#pragma omp simd
        for (long j = 1; j <= nx; j++)
            ROW(energy, k)[j] = ROW(u, k)[j] / ROW(density, k)[j];
}

static double product(const struct heat_twin *t, const double *a, const double *b)
{
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
    double sum = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (long k = 1; k <= ny; k++) {
        const double *ak = ROW(a, k), *bk = ROW(b, k);
        double row = 0.0;
#pragma omp simd reduction(+ : row)
        for (long j = 1; j <= nx; j++)
            row += ak[j] * bk[j];
        sum += row;
    }
    return sum;
}

/* z = r / diagonal */
static void divide_by_diagonal(const struct heat_twin *t, const double *r, double *z)
{
    const double *kx = t->field[KX], *ky = t->field[KY];
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static)
    for (long k = 1; k <= ny; k++) {
        const double *rk = ROW(r, k), *kxk = ROW(kx, k), *kyk = ROW(ky, k);
        double *restrict zk = ROW(z, k);
#pragma omp simd
        for (long j = 1; j <= nx; j++)
            zk[j] = rk[j] / (1.0 + kxk[j] + kxk[j + 1] + kyk[j] + kyk[j + pitch]);
    }
}

/* z = r solved within blocks of rows: w is what elimination leaves above the diagonal. In front of a block stands row
   0, whose w and z are 0. */
static void solve_blocks(const struct heat_twin *t, const double *r, double *z)
{
    const double *kx = t->field[KX], *ky = t->field[KY];
    double *w = t->field[W];
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static)
    for (long first = 1; first <= ny; first += HEAT_BLOCK_ROWS) {
        const long end = first + HEAT_BLOCK_ROWS <= ny + 1 ? first + HEAT_BLOCK_ROWS : ny + 1;
        for (long k = first; k < end; k++) {
            const double *rk = ROW(r, k), *kxk = ROW(kx, k), *kyk = ROW(ky, k);
            const double *before_w = ROW(w, k > first ? k - 1 : 0), *before_z = ROW(z, k > first ? k - 1 : 0);
            double *restrict zk = ROW(z, k), *restrict wk = ROW(w, k);
#pragma omp simd
            for (long j = 1; j <= nx; j++) {
                const double d = 1.0 + kxk[j] + kxk[j + 1] + kyk[j] + kyk[j + pitch] - kyk[j] * before_w[j];
                wk[j] = kyk[j + pitch] / d;
                zk[j] = (rk[j] + kyk[j] * before_z[j]) / d;
            }
        }
        for (long k = end - 2; k >= first; k--) {
            const double *wk = ROW(w, k);
            double *restrict zk = ROW(z, k);
#pragma omp simd
            for (long j = 1; j <= nx; j++)
                zk[j] += wk[j] * zk[j + pitch];
        }
    }
}

/* @return z, which is r itself without a preconditioner */
static const double *precondition(const struct heat_twin *t, const double *r, double *z)
{
    if (t->problem.preconditioner == HEAT_NO_PRECONDITIONER)
        return r;
    if (t->problem.preconditioner == HEAT_JAC_DIAG)
        divide_by_diagonal(t, r, z);
    else
        solve_blocks(t, r, z);
    return z;
}

/* p = a p + b z, u += p */
static void extend(const struct heat_twin *t, double a, double b, const double *z, double *p, double *u)
{
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static)
    for (long k = 1; k <= ny; k++) {
        const double *restrict zk = ROW(z, k);
        double *restrict pk = ROW(p, k), *restrict uk = ROW(u, k);
#pragma omp simd
        for (long j = 1; j <= nx; j++) {
            pk[j] = a * pk[j] + b * zk[j];
            uk[j] += pk[j];
        }
    }
}

/* r -= A p */
static void subtract(const struct heat_twin *t, const double *p, double *r)
{
    const double *kx = t->field[KX], *ky = t->field[KY];
    long nx = t->problem.nx, ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static)
    for (long k = 1; k <= ny; k++) {
        const double *pk = ROW(p, k), *kxk = ROW(kx, k), *kyk = ROW(ky, k);
        double *restrict rk = ROW(r, k);
#pragma omp simd
        for (long j = 1; j <= nx; j++)
            rk[j] -= apply(pk, kxk, kyk, pitch, j);
    }
}

/* s = r, z = 0 */
static void begin_polynomial(const struct heat_twin *t)
{
    const double *r = t->field[R];
    double *s = t->field[S], *z = t->field[Z];
    long ny = t->problem.ny, pitch = t->pitch;
#pragma omp parallel for schedule(static)
    for (long i = pitch; i < (ny + 1) * pitch; i++) {
        s[i] = r[i];
        z[i] = 0.0;
    }
}

static const double *new_z(const struct heat_twin *t)
{
    if (!t->polynomial)
        return precondition(t, t->field[R], t->field[Z]);
    struct heat_chebyshev c = t->chebyshev;
    begin_polynomial(t);
    for (long i = 0; i <= t->problem.deck->inner_steps; i++) {
        double a, b;
        heat_chebyshev_next(&c, &a, &b);
        extend(t, a, b, precondition(t, t->field[S], t->field[Y]), t->field[D], t->field[Z]);
        if (i < t->problem.deck->inner_steps)
            subtract(t, t->field[D], t->field[S]);
    }
    return t->field[Z];
}

static void count(const struct heat_twin *t, struct heat_solve *solve, double residual)
{
    solve->iterations++;
    solve->residual = residual;
    solve->converged = residual < t->problem.eps;
}

/* CG or PPCG, at least one iteration: as in TeaLeaf, the first one is made however small the residual is, which may be
   0. With `presteps` until the spectrum is known, too. */
static void conjugate_gradients(struct heat_twin *t, int presteps, struct heat_solve *solve)
{
    const struct heat_deck *deck = t->problem.deck;
    double alphas[HEAT_MAX_PRESTEPS], betas[HEAT_MAX_PRESTEPS];
    const double *z = new_z(t);
    double rz = z == t->field[R] ? solve->residual : product(t, t->field[R], z);
    update_direction(t, z, 0.0, 0.0);
    for (long n = 1;; n++) {
        double old = rz, pw = apply_operator(t), alpha = pw > 0.0 ? old / pw : 0.0;
        count(t, solve, update_residual(t, alpha));
        z = new_z(t);
        rz = z == t->field[R] ? solve->residual : product(t, t->field[R], z);
        const double beta = old > 0.0 ? rz / old : 0.0;
        update_direction(t, z, alpha, beta);
        if (n <= HEAT_MAX_PRESTEPS) {
            alphas[n - 1] = alpha;
            betas[n - 1] = beta;
        }
        if (solve->converged || solve->iterations == t->problem.max_iters)
            return;
        if (presteps && n >= deck->presteps && !(deck->errswitch && solve->residual > deck->epslim) &&
            heat_spectrum(alphas, betas, n, &t->chebyshev) == 0)
            return;
    }
}

/* Jacobi or Chebyshev. */
static void sweeps(struct heat_twin *t, struct heat_solve *solve)
{
    struct heat_chebyshev c = t->chebyshev;
    double least = HUGE_VAL;
    do {
        double a = 0.0, b = 1.0;
        if (c.theta > 0.0)
            heat_chebyshev_next(&c, &a, &b);
        extend(t, a, b, precondition(t, t->field[R], t->field[Z]), t->field[P], t->field[U]);
        subtract(t, t->field[P], t->field[R]);
        if (++solve->iterations % LOOK == 0 || solve->iterations == t->problem.max_iters) {
            solve->residual = product(t, t->field[R], t->field[R]);
            solve->converged = solve->residual < t->problem.eps;
            t->chebyshev.theta = solve->residual > GROWS * least ? 0.0 : c.theta;
            least = fmin(least, solve->residual);
        }
    } while (!solve->converged && solve->iterations < t->problem.max_iters && t->chebyshev.theta == c.theta);
}

struct heat_solve heat_twin_step(struct heat_twin *t)
{
    const int method = t->problem.deck->solver, polynomial = method == HEAT_CHEBYSHEV || method == HEAT_PPCG;
    struct heat_solve solve = {.residual = first_residual(t)};
    do {
        const int presteps = polynomial && t->chebyshev.theta == 0.0;
        t->polynomial = method == HEAT_PPCG && !presteps;
        if (presteps || method == HEAT_CG || method == HEAT_PPCG)
            conjugate_gradients(t, presteps, &solve);
        else
            sweeps(t, &solve);
    } while (!solve.converged && solve.iterations < t->problem.max_iters);
    store_energy(t);
    return solve;
}

struct heat_summary heat_twin_summary(const struct heat_twin *t)
{
    const struct heat_problem *p = &t->problem;
    struct heat_summary s = {0};
    double volume = p->dx * p->dy;
    long pitch = t->pitch;
    for (long k = 1; k <= p->ny; k++)
        for (long j = 1; j <= p->nx; j++) {
            double mass = volume * ROW(t->field[DENSITY], k)[j];
            s.volume += volume;
            s.mass += mass;
            s.energy += mass * ROW(t->field[ENERGY], k)[j];
            s.u += mass * ROW(t->field[U], k)[j];
        }
    s.density = s.mass / s.volume;
    return s;
}

double *heat_twin_field(struct heat_twin *t, enum heat_array field)
{
    static const int own[] = {
        [HEAT_DENSITY] = DENSITY, [HEAT_ENERGY] = ENERGY, [HEAT_U] = U, [HEAT_KX] = KX, [HEAT_KY] = KY};
    return t->field[own[field]];
}

const double *heat_twin_temperature(const struct heat_twin *t)
{
    return t->field[U];
}

void heat_twin_destroy(struct heat_twin *t)
{
    if (!t)
        return;
    for (int f = 0; f < FIELDS; f++)
        free(t->field[f]);
    free(t);
}
