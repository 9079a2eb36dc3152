/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA twin of examples/heat: three kernels an iteration, the scalars of conjugate gradients stay on the device, and
   the host looks at |r|^2 of an iteration behind which others are queued already, as examples/heat/solver.c does. The
   residual's kernel also writes it to pinned memory of the host. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "native_cuda.cuh"

static constexpr unsigned BLOCK_X = 64, BLOCK_Y = 4, THREADS = BLOCK_X * BLOCK_Y;
static constexpr long AHEAD = 1, AHEAD_MOST = 4, STRIDE_MAX = 8; /* as in solver.c */
static constexpr long RING = AHEAD_MOST + STRIDE_MAX + 2;
enum { DENSITY, ENERGY, U, P, R, W, KX, KY, FIELDS };

struct native_cuda_heat {
    int64_t nx, ny;
    double eps;
    long max_iters, likely;
    size_t bytes;               /* of a field */
    double *field[FIELDS];      /* [ny + 2, nx + 2], device */
    double *rr, *pw;            /* [RING], device */
    double *seen, *seen_device; /* [RING] rr where the host reads it: its address here and there */
    cudaEvent_t made[RING];     /* rr of an iteration is there */
};

/* Where a thread begins in the fields' cells, and its steps: rows only, as a launch covers every column. */
struct place {
    int64_t j, k, step, pitch;
    __device__ place(int64_t nx)
        : j((int64_t)blockIdx.x * BLOCK_X + threadIdx.x + 1), k((int64_t)blockIdx.y * BLOCK_Y + threadIdx.y + 1),
          step((int64_t)gridDim.y * BLOCK_Y), pitch(nx + 2)
    {
    }
};

static __device__ native_sum part[2 * NATIVE_PARTS];
static __device__ unsigned ticket;

/* The sum over the launch; true in the one thread that has it. */
static __device__ __forceinline__ bool total(native_sum &sum)
{
    return native_finish<THREADS>(sum, (int)(threadIdx.y * BLOCK_X + threadIdx.x), blockIdx.y * gridDim.x + blockIdx.x,
                                  gridDim.x * gridDim.y, part, &ticket);
}

/* (A v) at one cell. */
static __device__ __forceinline__ double apply(const double *__restrict__ v, const double *__restrict__ kx,
                                               const double *__restrict__ ky, int64_t pitch, int64_t at)
{
    const double c = v[at];
    return c + kx[at] * (c - v[at - 1]) + kx[at + 1] * (c - v[at + 1]) + ky[at] * (c - v[at - pitch]) +
           ky[at + pitch] * (c - v[at + pitch]);
}

/* r = u - A u, p = r; rr = r.r */
static __global__ void __launch_bounds__(THREADS)
    start(int64_t nx, int64_t ny, const double *__restrict__ u, const double *__restrict__ kx,
          const double *__restrict__ ky, double *__restrict__ r, double *__restrict__ p, double *rr)
{
    const place at(nx);
    native_sum sum = {0.0};
    if (at.j <= nx)
        for (int64_t k = at.k; k <= ny; k += at.step) {
            const int64_t cell = k * at.pitch + at.j;
            const double d = u[cell] - apply(u, kx, ky, at.pitch, cell);
            r[cell] = d;
            p[cell] = d;
            sum.sum += d * d;
        }
    if (total(sum))
        *rr = sum.sum;
}

/* w = A p; pw = p.w */
static __global__ void __launch_bounds__(THREADS)
    direction(int64_t nx, int64_t ny, const double *__restrict__ p, const double *__restrict__ kx,
              const double *__restrict__ ky, double *__restrict__ w, double *pw)
{
    const place at(nx);
    native_sum sum = {0.0};
    if (at.j <= nx)
        for (int64_t k = at.k; k <= ny; k += at.step) {
            const int64_t cell = k * at.pitch + at.j;
            const double a = apply(p, kx, ky, at.pitch, cell);
            w[cell] = a;
            sum.sum += p[cell] * a;
        }
    if (total(sum))
        *pw = sum.sum;
}

/* 0 once |r|^2 is below `stop`: iterations queued in vain change nothing. */
static __device__ __forceinline__ double alpha_of(double rr_old, double pw, double stop)
{
    return pw > 0.0 && rr_old >= stop ? rr_old / pw : 0.0;
}

/* r -= alpha w; rr = r.r */
static __global__ void __launch_bounds__(THREADS)
    residual(int64_t nx, int64_t ny, double stop, const double *__restrict__ rr_old, const double *__restrict__ pw,
             const double *__restrict__ w, double *__restrict__ r, double *rr, double *seen)
{
    const place at(nx);
    const double alpha = alpha_of(*rr_old, *pw, stop);
    native_sum sum = {0.0};
    if (at.j <= nx)
        for (int64_t k = at.k; k <= ny; k += at.step) {
            const int64_t cell = k * at.pitch + at.j;
            const double d = r[cell] - alpha * w[cell];
            r[cell] = d;
            sum.sum += d * d;
        }
    if (total(sum)) {
        *rr = sum.sum;
        *seen = sum.sum;
    }
}

/* u += alpha p, p = r + beta p */
static __global__ void __launch_bounds__(THREADS)
    advance(int64_t nx, int64_t ny, double stop, const double *__restrict__ rr_old, const double *__restrict__ pw,
            const double *__restrict__ rr, const double *__restrict__ r, double *__restrict__ u, double *__restrict__ p)
{
    const place at(nx);
    const double old = *rr_old, alpha = alpha_of(old, *pw, stop), beta = old > 0.0 ? *rr / old : 0.0;
    if (at.j > nx || at.k > ny)
        return;
    const int64_t cell = at.k * at.pitch + at.j;
    const double v = p[cell];
    u[cell] += alpha * v;
    p[cell] = r[cell] + beta * v;
}

static __global__ void __launch_bounds__(THREADS)
    store_energy(int64_t nx, int64_t ny, const double *__restrict__ density, const double *__restrict__ u,
                 double *__restrict__ energy)
{
    const place at(nx);
    if (at.j > nx || at.k > ny)
        return;
    const int64_t cell = at.k * at.pitch + at.j;
    energy[cell] = u[cell] / density[cell];
}

/* One cell a thread. */
static dim3 cells(const native_cuda_heat *h)
{
    return dim3(native_blocks(h->nx, BLOCK_X), native_blocks(h->ny, BLOCK_Y));
}

/* Blocks of a kernel that reduces: as many as run at a time, with loops over the rows, so that few parts are to be
   joined; one cell a thread where that takes no more than twice as many. */
template <typename Kernel> static dim3 strips(Kernel *kernel, const native_cuda_heat *h)
{
    dim3 grid = cells(h);
    const unsigned most = native_resident_blocks((const void *)kernel, THREADS), rows = most / grid.x;
    if (grid.x * grid.y > 2 * most)
        grid.y = rows ? rows : 1;
    return grid;
}

static int allocate(native_cuda_heat *h)
{
    for (int f = 0; f < FIELDS; f++)
        if (native_ok(cudaMalloc(&h->field[f], h->bytes), "heat: cudaMalloc") ||
            native_ok(cudaMemset(h->field[f], 0, h->bytes), "heat: cudaMemset"))
            return -1;
    for (int i = 0; i < RING; i++)
        if (native_ok(cudaEventCreateWithFlags(&h->made[i], cudaEventDisableTiming), "heat: cudaEventCreate"))
            return -1;
    if (native_ok(cudaMalloc(&h->rr, RING * sizeof(double)), "heat: cudaMalloc") ||
        native_ok(cudaMalloc(&h->pw, RING * sizeof(double)), "heat: cudaMalloc") ||
        native_ok(cudaHostAlloc(&h->seen, RING * sizeof(double), cudaHostAllocMapped), "heat: cudaHostAlloc"))
        return -1;
    return native_ok(cudaHostGetDevicePointer(&h->seen_device, h->seen, 0), "heat: cudaHostGetDevicePointer");
}

static int upload(native_cuda_heat *h, const native_cuda_heat_setup *setup)
{
    const double *const from[] = {setup->density, setup->u, setup->kx, setup->ky};
    const int to[] = {DENSITY, U, KX, KY};
    for (int i = 0; i < 4; i++)
        if (native_ok(cudaMemcpy(h->field[to[i]], from[i], h->bytes, cudaMemcpyHostToDevice), "heat: cudaMemcpy"))
            return -1;
    store_energy<<<cells(h), dim3(BLOCK_X, BLOCK_Y), 0, native_stream>>>(h->nx, h->ny, h->field[DENSITY], h->field[U],
                                                                         h->field[ENERGY]);
    return native_launched("heat: store_energy") || native_ok(cudaDeviceSynchronize(), "heat: set-up") ? -1 : 0;
}

native_cuda_heat *native_cuda_heat_create(const native_cuda_heat_setup *setup)
{
    native_cuda_heat *h = (native_cuda_heat *)calloc(1, sizeof *h);
    if (!h || native_blocks(setup->nx, BLOCK_X) > NATIVE_PARTS) {
        fprintf(stderr, "sl-bench: heat: no memory, or more than %u columns\n", NATIVE_PARTS * BLOCK_X);
        free(h);
        return NULL;
    }
    h->nx = setup->nx;
    h->ny = setup->ny;
    h->eps = setup->eps;
    h->max_iters = setup->max_iters;
    h->bytes = (size_t)(h->nx + 2) * (size_t)(h->ny + 2) * sizeof(double);
    if (allocate(h) || upload(h, setup)) {
        native_cuda_heat_destroy(h);
        return NULL;
    }
    return h;
}

/* Queues iteration i, from 1. */
static int queue(native_cuda_heat *h, long i)
{
    const long old = (i - 1) % RING, now = i % RING;
    const double stop = i == 1 ? 0.0 : h->eps;
    const dim3 block(BLOCK_X, BLOCK_Y);
    double *const *f = h->field;
    direction<<<strips(direction, h), block, 0, native_stream>>>(h->nx, h->ny, f[P], f[KX], f[KY], f[W], h->pw + now);
    residual<<<strips(residual, h), block, 0, native_stream>>>(h->nx, h->ny, stop, h->rr + old, h->pw + now, f[W], f[R],
                                                               h->rr + now, h->seen_device + now);
    int status = native_ok(cudaEventRecord(h->made[now], native_stream), "heat: cudaEventRecord");
    advance<<<cells(h), block, 0, native_stream>>>(h->nx, h->ny, stop, h->rr + old, h->pw + now, h->rr + now, f[R],
                                                   f[U], f[P]);
    return native_launched("heat: an iteration") ? -1 : status;
}

/* How many iterations to the next look, as in solver.c. */
static long next_stride(const native_cuda_heat *h, long at, double before, double now, long stride)
{
    double left = (double)(h->likely - at);
    if (at >= h->likely) {
        const double fall = log(before / now) / (double)stride;
        left = fall > 0.0 ? log(now / h->eps) / fall / 2.0 : 1.0;
    }
    return left < 1.0 ? 1 : left < STRIDE_MAX ? (long)left : STRIDE_MAX;
}

static int queue_behind(native_cuda_heat *h, long next, long *queued)
{
    const long more = h->likely + AHEAD - next; /* that are likely behind it */
    const long ahead = more < AHEAD ? AHEAD : more < AHEAD_MOST ? more : AHEAD_MOST;
    for (; *queued < next + ahead && *queued < h->max_iters; ++*queued)
        if (queue(h, *queued + 1))
            return -1;
    return 0;
}

static int iterate(native_cuda_heat *h, long *at, double *rr)
{
    long queued = 0, stride = 1;
    double before = NAN, now = NAN;
    for (*at = 0;;) {
        stride = next_stride(h, *at, before, now, stride);
        if (stride > h->max_iters - *at)
            stride = h->max_iters - *at;
        *at += stride;
        before = now;
        if (queue_behind(h, *at, &queued) ||
            native_ok(cudaEventSynchronize(h->made[*at % RING]), "heat: cudaEventSynchronize"))
            return -1;
        *rr = now = h->seen[*at % RING];
        if (!isfinite(now))
            return -1;
        if (now < h->eps || *at == h->max_iters)
            return 0;
    }
}

int native_cuda_heat_step(native_cuda_heat *h, long *iterations, double *rr)
{
    const dim3 block(BLOCK_X, BLOCK_Y);
    double *const *f = h->field;
    start<<<strips(start, h), block, 0, native_stream>>>(h->nx, h->ny, f[U], f[KX], f[KY], f[R], f[P], h->rr);
    if (native_launched("heat: start") || iterate(h, iterations, rr))
        return -1;
    store_energy<<<cells(h), block, 0, native_stream>>>(h->nx, h->ny, f[DENSITY], f[U], f[ENERGY]);
    /* |r|^2 stays what it is once it is below eps: go back to the iteration that brought it there. */
    const long earliest = *iterations > STRIDE_MAX ? *iterations - STRIDE_MAX : 0;
    for (long i = *iterations - 1; *rr < h->eps && i > earliest && h->seen[i % RING] < h->eps; i--)
        *iterations = i;
    h->likely = *iterations;
    return native_launched("heat: store_energy");
}

int native_cuda_heat_fetch(native_cuda_heat *h, double *u, double *energy)
{
    return native_cuda_wait() ||
                   native_ok(cudaMemcpy(u, h->field[U], h->bytes, cudaMemcpyDeviceToHost), "heat: cudaMemcpy") ||
                   native_ok(cudaMemcpy(energy, h->field[ENERGY], h->bytes, cudaMemcpyDeviceToHost), "heat: cudaMemcpy")
               ? -1
               : 0;
}

void native_cuda_heat_destroy(native_cuda_heat *h)
{
    if (!h)
        return;
    for (int f = 0; f < FIELDS; f++)
        cudaFree(h->field[f]);
    for (int i = 0; i < RING; i++)
        if (h->made[i])
            cudaEventDestroy(h->made[i]);
    cudaFree(h->rr);
    cudaFree(h->pw);
    cudaFreeHost(h->seen);
    free(h);
}
