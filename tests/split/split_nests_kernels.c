/* SPDX-License-Identifier: BSD-3-Clause */
/* A nest with a halo that also looks at its offsets, by policies that may be cut along dimension 0 and by others. */
#include <starloop/kernel.h>

SL_NEST(sn_blur, (i, j, k), lambdas(4), local(int64_t, s), local(int64_t, count), scalar(int32_t, size),
        in(int64_t, 2, u, own(0, 1), halo(1, 0)), in(int64_t, 1, f), out(int64_t, 2, w, own(0, 1)))
{
    SL_LAMBDA(0)
    {
        *s = 0;
    }
    SL_LAMBDA(1)
    {
        *s += SL_AT(f, k) * (SL_AT(u, i - 1, j) + 3 * SL_AT(u, i + 1, j));
    }
    SL_LAMBDA(2)
    {
        SL_AT(w, i, j) = *s + size - size;
    }
    SL_LAMBDA(3)
    {
        SL_AT(w, i, j) = *s + 1000 * (int64_t)SL_OFFSET(i) + 1000000 * *count;
    }
}
SL_NEST_POLICY(sn_blur, rows, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))
SL_NEST_POLICY(sn_blur, collapsed, COLLAPSE(omp_dynamic(3), (1, 0), DO(0), FOR(2, seq, DO(1)), DO(2)))
SL_NEST_POLICY(sn_blur, offsets, FOR_ICOUNT(0, count, omp_nowait(2), FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(3))))
SL_NEST_POLICY(sn_blur, tiles, FOR(1, seq, TILE(0, fixed(8), omp, FOR(0, seq, DO(0), FOR(2, seq, DO(1)), DO(3)))))
SL_NEST_POLICY(sn_blur, numbers,
               TILE_TCOUNT(0, count, fixed(8), omp, FOR(0, seq, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(3)))))
SL_NEST_POLICY(sn_blur, sized, TILE(0, dynamic(size), omp, FOR(0, seq, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(3)))))
SL_NEST_POLICY(sn_blur, alone, FOR(1, seq, FOR(0, simd, DO(0), FOR(2, seq, DO(1)), DO(2))))
SL_NEST_POLICY_CUDA(sn_blur, gpu_rows,
                    CUDA_KERNEL(FOR(0, global_y_loop, FOR(1, global_x_loop, DO(0), FOR(2, seq, DO(1)), DO(2)))))
SL_NEST_POLICY_CUDA(sn_blur, gpu_offsets,
                    CUDA_KERNEL(FOR_ICOUNT(0, count, block_y_direct,
                                           FOR(1, thread_x_loop, DO(0), FOR(2, seq, DO(1)), DO(3)))))
SL_NEST_POLICY_CUDA(sn_blur, gpu_tiles,
                    CUDA_KERNEL(FOR(1, block_x_loop,
                                    TILE(0, fixed(8), block_y_loop,
                                         FOR(0, thread_x_direct, DO(0), FOR(2, seq, DO(1)), DO(3))))))
SL_NEST_POLICY_CUDA(sn_blur, gpu_sized,
                    CUDA_KERNEL(TILE(0, dynamic(size), block_y_loop,
                                     FOR(0, thread_y_loop, FOR(1, thread_x_loop, DO(0), FOR(2, seq, DO(1)), DO(3))))))
SL_NEST_POLICY_CUDA(sn_blur, gpu_numbers,
                    CUDA_KERNEL(TILE_TCOUNT(0, count, fixed(8), block_y_loop,
                                            FOR(0, seq, FOR(1, thread_x_loop, DO(0), FOR(2, seq, DO(1)), DO(3))))))

/* What is summed along dimension 0 stands in a local from one row to the next. */
SL_NEST(sn_sums, (i, j), lambdas(2), local(int64_t, s), in(int64_t, 2, u, own), out(int64_t, 2, w, own))
{
    SL_LAMBDA(0)
    {
        *s = 0;
    }
    SL_LAMBDA(1)
    {
        *s += SL_AT(u, i, j);
        SL_AT(w, i, j) = *s;
    }
}
SL_NEST_POLICY(sn_sums, columns, FOR(1, omp, DO(0), FOR(0, seq, DO(1))))
SL_NEST_POLICY_CUDA(sn_sums, gpu_columns, CUDA_KERNEL(FOR(1, global_x_loop, DO(0), FOR(0, seq, DO(1)))))

/* What is written into memory by some rows is read by others. */
SL_NEST(sn_turned, (i, j), lambdas(2), local_array(int64_t, column, 64), in(int64_t, 2, u, own),
        out(int64_t, 2, w, own))
{
    SL_LAMBDA(0)
    {
        column[i] = SL_AT(u, i, j);
    }
    SL_LAMBDA(1)
    {
        SL_AT(w, i, j) = column[63 - i];
    }
}
SL_NEST_POLICY(sn_turned, columns, FOR(1, omp, INIT_LOCAL_MEM(stack, (column), FOR(0, seq, DO(0)), FOR(0, seq, DO(1)))))
SL_NEST_POLICY_CUDA(sn_turned, gpu_columns,
                    CUDA_KERNEL(INIT_LOCAL_MEM(shared, (column),
                                               FOR(1, block_x_loop, FOR(0, thread_x_direct, DO(0)), SYNC_THREADS,
                                                   FOR(0, thread_x_direct, DO(1)), SYNC_THREADS))))

SL_NEST(sn_thrice, (i, j), lambdas(1), in(int64_t, 2, u, own), out(int64_t, 2, w, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(w, i, j) = 3 * SL_AT(u, i, j);
    }
}
SL_NEST_POLICY(sn_thrice, rows, FOR(0, omp, FOR(1, seq, DO(0))))
SL_NEST_POLICY(sn_thrice, simd, FOR(0, omp, FOR(1, simd, DO(0))))
SL_NEST_POLICY_CUDA(sn_thrice, gpu, CUDA_KERNEL(FOR(0, global_y_loop, FOR(1, global_x_loop, DO(0)))))
