/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA twins on several GPUs: one host thread, a stream a GPU. Each GPU has its share of the rows of every array, and a
   border row at either end of it, which it fetches from its neighbour after each sweep. Rows are planes in three
   dimensions, and elements in one. */
#include "native_cuda.cuh"

static constexpr int MOST = NATIVE_GPUS, ARRAYS = 3;
static constexpr int SWEEP_X = 64, SWEEP_Y = 4;

static struct share {
    int device;
    cudaStream_t stream;
    cudaEvent_t swept;     /* its last sweep has ended */
    int64_t first, rows;   /* its rows */
    double *array[ARRAYS]; /* [border + rows + border, length] */
} share[MOST];
static int shares;
static int64_t length, border; /* elements of a row, border rows at either end */

static int use(const struct share *s)
{
    return native_ok(cudaSetDevice(s->device), "cudaSetDevice");
}

void native_cuda_gpus_close(void)
{
    for (struct share *s = share; s < share + shares; s++) {
        use(s);
        for (double *array : s->array)
            native_ok(cudaFree(array), "gpus: cudaFree");
        if (s->swept)
            native_ok(cudaEventDestroy(s->swept), "gpus: cudaEventDestroy");
        if (s->stream)
            native_ok(cudaStreamDestroy(s->stream), "gpus: cudaStreamDestroy");
        *s = {};
    }
    if (shares)
        cudaSetDevice(native_device);
    shares = 0;
}

/* Copies between neighbours go from one GPU to the other where the machine can, through main memory otherwise. */
static int meet(const struct share *s, const struct share *neighbour)
{
    int can = 0;
    if (native_ok(cudaDeviceCanAccessPeer(&can, s->device, neighbour->device), "gpus: cudaDeviceCanAccessPeer"))
        return -1;
    const cudaError_t error = can ? cudaDeviceEnablePeerAccess(neighbour->device, 0) : cudaSuccess;
    if (error == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError(); /* by StarPU; forgets it */
    return error == cudaErrorPeerAccessAlreadyEnabled ? 0 : native_ok(error, "gpus: cudaDeviceEnablePeerAccess");
}

static int open_share(struct share *s, int arrays)
{
    if (use(s) || native_ok(cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking), "gpus: cudaStreamCreate") ||
        native_ok(cudaEventCreateWithFlags(&s->swept, cudaEventDisableTiming), "gpus: cudaEventCreate"))
        return -1;
    const size_t bytes = (size_t)((s->rows + 2 * border) * length) * sizeof(double);
    for (int a = 0; a < arrays; a++)
        if (native_ok(cudaMalloc(&s->array[a], bytes), "gpus: cudaMalloc"))
            return -1;
    if (border && s > share && meet(s, s - 1))
        return -1;
    return border && s < share + shares - 1 ? meet(s, s + 1) : 0;
}

int native_cuda_gpus_open(int count, const int *device, int arrays, int64_t rows, int64_t row, int64_t reach)
{
    shares = (int)(count < rows ? count : rows);
    length = row;
    border = reach;
    for (int g = 0; g < shares; g++) {
        share[g].device = device[g];
        share[g].first = rows * g / shares;
        share[g].rows = rows * (g + 1) / shares - share[g].first;
    }
    int status = 0;
    for (int g = 0; g < shares && !status; g++)
        status = open_share(&share[g], arrays);
    if (status)
        native_cuda_gpus_close();
    return status;
}

int native_cuda_gpus_put(int array, const double *host)
{
    int status = 0;
    for (struct share *s = share; s < share + shares; s++) {
        const int64_t low = s > share ? border : 0, high = s < share + shares - 1 ? border : 0;
        status |= use(s) ||
                  native_ok(cudaMemcpyAsync(s->array[array] + (border - low) * length, host + (s->first - low) * length,
                                            (size_t)((low + s->rows + high) * length) * sizeof(double),
                                            cudaMemcpyHostToDevice, s->stream),
                            "gpus: cudaMemcpyAsync to a GPU");
    }
    return status ? -1 : native_cuda_gpus_wait();
}

int native_cuda_gpus_get(int array, double *host)
{
    int status = 0;
    for (struct share *s = share; s < share + shares; s++)
        status |= use(s) || native_ok(cudaMemcpyAsync(host + s->first * length, s->array[array] + border * length,
                                                      (size_t)(s->rows * length) * sizeof(double),
                                                      cudaMemcpyDeviceToHost, s->stream),
                                      "gpus: cudaMemcpyAsync from a GPU");
    return status ? -1 : native_cuda_gpus_wait();
}

int native_cuda_gpus_wait(void)
{
    int status = 0;
    for (struct share *s = share; s < share + shares; s++)
        status |= use(s) || native_ok(cudaStreamSynchronize(s->stream), "gpus: cudaStreamSynchronize");
    status |= native_ok(cudaSetDevice(native_device), "cudaSetDevice");
    return status ? -1 : 0;
}

/* Fetches the border rows of an array from the neighbours, when these have swept. */
static int fetch_borders(const struct share *s, int array)
{
    const size_t bytes = (size_t)(border * length) * sizeof(double);
    int status = 0;
    for (int side = -1; side <= 1; side += 2) {
        const struct share *from = s + side;
        if (from < share || from >= share + shares)
            continue;
        double *to = s->array[array] + (side < 0 ? 0 : border + s->rows) * length;
        const double *rows = from->array[array] + (side < 0 ? from->rows : border) * length;
        status |= native_ok(cudaStreamWaitEvent(s->stream, from->swept, 0), "gpus: cudaStreamWaitEvent") ||
                  native_ok(cudaMemcpyPeerAsync(to, s->device, rows, from->device, bytes, s->stream),
                            "gpus: cudaMemcpyPeerAsync");
    }
    return status;
}

/* Sweeps from array 0 to 1 and back. A share writes over what its neighbours fetched two sweeps before: they fetched
   again after the sweep between, for which it has waited. */
template <typename Sweep> static int sweep_shares(int sweeps, Sweep sweep)
{
    int status = 0;
    for (int k = 0; k < sweeps; k++) {
        for (struct share *s = share; s < share + shares; s++) {
            const double *u = s->array[k % 2] + border * length;
            status |= use(s) || sweep(*s, u, s->array[1 - k % 2] + border * length) ||
                      native_ok(cudaEventRecord(s->swept, s->stream), "gpus: cudaEventRecord");
        }
        for (struct share *s = share; s < share + shares && shares > 1; s++)
            status |= use(s) || fetch_borders(s, 1 - k % 2);
    }
    status |= native_ok(cudaSetDevice(native_device), "cudaSetDevice");
    return status ? -1 : 0;
}

int native_cuda_gpus_triad(double factor)
{
    int status = 0;
    for (struct share *s = share; s < share + shares; s++)
        status |= use(s) || native_triad_on(s->stream, s->rows, factor, s->array[0], s->array[1], s->array[2]);
    status |= native_ok(cudaSetDevice(native_device), "cudaSetDevice");
    return status ? -1 : 0;
}

int native_cuda_gpus_jacobi(int64_t n, int sweeps)
{
    return sweep_shares(sweeps, [n](const struct share &s, const double *u, double *w) {
        return native_jacobi_on(s.stream, n, s.first, s.rows, u, w);
    });
}

/* A thread a point of the planes from @p first on, which u and w begin with. Threads of the edge have nothing to do; so
   a warp's stores begin where a cache line does. */
static __global__ void __launch_bounds__(SWEEP_X *SWEEP_Y)
    stencil3d(int64_t n, int64_t first, const double *__restrict__ u, double *__restrict__ w)
{
    const int64_t i = first + blockIdx.z, plane = n * n;
    const int64_t j = (int64_t)blockIdx.y * SWEEP_Y + threadIdx.y, k = (int64_t)blockIdx.x * SWEEP_X + threadIdx.x;
    const int64_t at = blockIdx.z * plane + j * n + k;
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1)
        w[at] = 0.125 * (u[at - plane] + u[at + plane] + u[at - n] + u[at + n] + u[at - 1] + u[at + 1] + 2.0 * u[at]);
}

int native_cuda_gpus_stencil3d(int64_t n, int sweeps)
{
    return sweep_shares(sweeps, [n](const struct share &s, const double *u, double *w) {
        const dim3 blocks(native_blocks(n, SWEEP_X), native_blocks(n, SWEEP_Y), (unsigned)s.rows);
        stencil3d<<<blocks, dim3(SWEEP_X, SWEEP_Y), 0, s.stream>>>(n, s.first, u, w);
        return native_launched("stencil3d_gpus");
    });
}
