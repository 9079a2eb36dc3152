/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA twins of the stream and reduction cases, and the kernel of bare StarPU's launch. */
#include <math_constants.h>

#include "native_cuda.cuh"

static constexpr unsigned BLOCK = 256;
static constexpr unsigned LOADS = 4; /* reductions: loads in flight of a thread and array */

static __global__ void __launch_bounds__(BLOCK)
    triad(int64_t n, double s, const double *__restrict__ b, const double *__restrict__ c, double *__restrict__ a)
{
    const int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        a[i] = b[i] + s * c[i];
}

int native_triad_on(cudaStream_t stream, int64_t n, double s, const double *b, const double *c, double *a)
{
    triad<<<native_blocks(n, BLOCK), BLOCK, 0, stream>>>(n, s, b, c, a);
    return native_launched("triad");
}

int native_cuda_triad(int64_t n, double s, const double *b, const double *c, double *a)
{
    return native_triad_on(native_stream, n, s, b, c, a);
}

static __global__ void __launch_bounds__(BLOCK)
    axpy(int64_t n, double s, const double *__restrict__ x, double *__restrict__ y)
{
    const int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        y[i] += s * x[i];
}

int native_cuda_axpy(int64_t n, double s, const double *x, double *y)
{
    axpy<<<native_blocks(n, BLOCK), BLOCK, 0, native_stream>>>(n, s, x, y);
    return native_launched("axpy");
}

static __global__ void __launch_bounds__(BLOCK) copy(int64_t n, const double *__restrict__ a, double *__restrict__ c)
{
    const int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        c[i] = a[i];
}

int native_cuda_copy(int64_t n, const double *a, double *c)
{
    copy<<<native_blocks(n, BLOCK), BLOCK, 0, native_stream>>>(n, a, c);
    return native_launched("copy");
}

static __global__ void __launch_bounds__(BLOCK)
    scale(int64_t n, double s, const double *__restrict__ c, double *__restrict__ b)
{
    const int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        b[i] = s * c[i];
}

int native_cuda_scale(int64_t n, double s, const double *c, double *b)
{
    scale<<<native_blocks(n, BLOCK), BLOCK, 0, native_stream>>>(n, s, c, b);
    return native_launched("scale");
}

static __global__ void __launch_bounds__(BLOCK)
    add(int64_t n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    const int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int native_cuda_add(int64_t n, const double *a, const double *b, double *c)
{
    add<<<native_blocks(n, BLOCK), BLOCK, 0, native_stream>>>(n, a, b, c);
    return native_launched("add");
}

/* Of a launch at a time: the stream orders them. */
static __device__ unsigned ticket;

/* As many blocks as run at a time, unless there is not enough for them to do. */
template <typename Kernel> static unsigned reduce_blocks(Kernel *kernel, int64_t n)
{
    const unsigned most = native_resident_blocks((const void *)kernel, BLOCK), want = native_blocks(n, BLOCK * LOADS);
    return want < most ? want : most;
}

/* Blocks take turns at pieces of LOADS x BLOCK elements; what a piece lacks at the end is left out. */
template <typename Take> static __device__ __forceinline__ void each_element(int64_t n, Take take)
{
    constexpr int64_t piece = (int64_t)LOADS * BLOCK;
    for (int64_t first = blockIdx.x * piece; first < n; first += gridDim.x * piece) {
        if (first + piece <= n) {
#pragma unroll
            for (unsigned load = 0; load < LOADS; load++)
                take(first + load * BLOCK + threadIdx.x, load);
        } else {
            for (int64_t i = first + threadIdx.x; i < n; i += BLOCK)
                take(i, 0);
        }
    }
}

static __device__ native_sum dot_part[NATIVE_PARTS];

static __global__ void __launch_bounds__(BLOCK)
    dot(int64_t n, const double *__restrict__ x, const double *__restrict__ y, double *total)
{
    native_sum v[LOADS] = {};
    each_element(n, [&](int64_t i, unsigned load) { v[load].sum += x[i] * y[i]; });
    for (unsigned load = 1; load < LOADS; load++)
        v[0].join(v[load]);
    if (native_finish<BLOCK>(v[0], threadIdx.x, blockIdx.x, gridDim.x, dot_part, &ticket))
        *total = v[0].sum;
}

int native_cuda_dot(int64_t n, const double *x, const double *y, double *total)
{
    dot<<<reduce_blocks(dot, n), BLOCK, 0, native_stream>>>(n, x, y, total);
    return native_launched("dot");
}

/* Sum, minimum and maximum. */
struct triple {
    double sum, low, high;
    static __device__ triple identity()
    {
        return {0.0, CUDART_INF, -CUDART_INF};
    }
    __device__ void take(double v)
    {
        sum += v;
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    __device__ void join(const triple &other)
    {
        sum += other.sum;
        low = other.low < low ? other.low : low;
        high = other.high > high ? other.high : high;
    }
    __device__ triple down(int by) const
    {
        return {__shfl_down_sync(0xffffffffu, sum, by), __shfl_down_sync(0xffffffffu, low, by),
                __shfl_down_sync(0xffffffffu, high, by)};
    }
    static __device__ triple load(const triple *at)
    {
        return {__ldcg(&at->sum), __ldcg(&at->low), __ldcg(&at->high)};
    }
};

static __device__ triple reduce3_part[NATIVE_PARTS];

static __global__ void __launch_bounds__(BLOCK)
    reduce3(int64_t n, const double *__restrict__ x, double *total, double *low, double *high)
{
    triple v[LOADS];
    for (unsigned load = 0; load < LOADS; load++)
        v[load] = triple::identity();
    each_element(n, [&](int64_t i, unsigned load) { v[load].take(x[i]); });
    for (unsigned load = 1; load < LOADS; load++)
        v[0].join(v[load]);
    if (native_finish<BLOCK>(v[0], threadIdx.x, blockIdx.x, gridDim.x, reduce3_part, &ticket)) {
        *total = v[0].sum;
        *low = v[0].low;
        *high = v[0].high;
    }
}

int native_cuda_reduce3(int64_t n, const double *x, double *total, double *low, double *high)
{
    reduce3<<<reduce_blocks(reduce3, n), BLOCK, 0, native_stream>>>(n, x, total, low, high);
    return native_launched("reduce3");
}

/* A minimum and where it is first. */
struct place {
    double value;
    int64_t index;
    static __device__ place identity()
    {
        return {CUDART_INF, INT64_MAX};
    }
    __device__ void join(const place &other)
    {
        if (other.value < value || (other.value == value && other.index < index))
            *this = other;
    }
    __device__ place down(int by) const
    {
        return {__shfl_down_sync(0xffffffffu, value, by), __shfl_down_sync(0xffffffffu, index, by)};
    }
    static __device__ place load(const place *at)
    {
        return {__ldcg(&at->value), (int64_t)__ldcg((const long long *)&at->index)};
    }
};

static __device__ place minloc_part[NATIVE_PARTS];

static __global__ void __launch_bounds__(BLOCK) minloc(int64_t n, const double *__restrict__ x, place *result)
{
    place v[LOADS];
    for (unsigned load = 0; load < LOADS; load++)
        v[load] = place::identity();
    each_element(n, [&](int64_t i, unsigned load) { /* a thread's indices ascend */
                                                    if (x[i] < v[load].value)
                                                        v[load] = {x[i], i};
    });
    for (unsigned load = 1; load < LOADS; load++)
        v[0].join(v[load]);
    if (native_finish<BLOCK>(v[0], threadIdx.x, blockIdx.x, gridDim.x, minloc_part, &ticket))
        *result = v[0];
}

int native_cuda_minloc(int64_t n, const double *x, void *result)
{
    minloc<<<reduce_blocks(minloc, n), BLOCK, 0, native_stream>>>(n, x, (place *)result);
    return native_launched("minloc");
}

struct buffers {
    double *to[26];
};

static __global__ void __launch_bounds__(BLOCK)
    packs(int64_t cells, const double *__restrict__ from, const __grid_constant__ buffers b)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cells)
        b.to[blockIdx.y][i] = from[blockIdx.y * cells + i];
}

int native_cuda_packs(int count, int64_t cells, const double *from, double *const to[])
{
    buffers b = {};
    for (int k = 0; k < count && k < (int)(sizeof b.to / sizeof *b.to); k++)
        b.to[k] = to[k];
    packs<<<dim3(native_blocks(cells, BLOCK), (unsigned)count), BLOCK, 0, native_stream>>>(cells, from, b);
    return native_launched("packs");
}

static __global__ void __launch_bounds__(BLOCK)
    multiply_add(int64_t n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] += a[i] * b[i];
}

int native_cuda_launch(void *stream, int64_t n, const double *a, const double *b, double *c)
{
    const unsigned threads = n < BLOCK ? (unsigned)n : BLOCK;
    multiply_add<<<native_blocks(n, threads), threads, 0, (cudaStream_t)stream>>>(n, a, b, c);
    return native_launched("launch");
}
