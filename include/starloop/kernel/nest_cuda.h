/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the statements of a CUDA policy become: part of starloop/kernel/form_nest.h.
 *
 * A policy is one __global__ function a layout case, which all threads of the grid run from its begin to its end.
 * Scopes are those of kernel/nest_cpu.h. The number of a level's iteration is a thread's place in the grid: a thread
 * that has none is not active (sl__active_), and runs no lambda. Where the policy has a SYNC_THREADS or SYNC_WARP it
 * goes along all the same, to meet the others there; else it skips what is in the level. The host's compiler sees the
 * same code in a function that nobody calls, for its sentences, and a table of the levels, from which the library
 * computes grid and block (lib/exec/nest_shape.h).
 */
#ifndef STARLOOP_KERNEL_NEST_CUDA_H
#define STARLOOP_KERNEL_NEST_CUDA_H

#include <starloop/kernel/device.h>
#include <starloop/kernel/nest_cpu.h>
#include <starloop/kernel/nest_cuda_words.h>

/* ---- places in the grid ------------------------------------------------------------------------------------ */

enum { SL__GRID_WARP = 32 /**< threads of a warp */ };
#ifdef __CUDACC__
#define SL__GRID_FN SL__DEVICE_FN
#define SL__GRID_AXIS(V_) \
    return sl__axis_ == 0 ? (sl_index)(V_).x : sl__axis_ == 1 ? (sl_index)(V_).y : (sl_index)(V_).z
#define SL__GRID_SHARED __shared__
#define SL__GRID_PLANE sl__b_->plane_
#define SL__NEST_G_ONE_BY_ONE _Pragma("unroll 1")
#elif defined(SL__GRID_WALKED) /* the library's tests walk through a grid: tests/nests/nest_walk.h */
#define SL__GRID_FN SL_FN
#define SL__GRID_AXIS(V_) return sl__grid_walked(#V_, sl__axis_)
#define SL__GRID_SHARED static
#define SL__GRID_PLANE sl__grid_walked("plane", 0)
#define SL__NEST_G_ONE_BY_ONE
SL__EXTERN_C sl_index sl__grid_walked(const char *what_, int axis_);
SL__EXTERN_C void sl__grid_meet(int warp_);
#else
#define SL__GRID_FN SL_FN
#define SL__GRID_AXIS(V_) return (void)sl__axis_, 1
#define SL__GRID_SHARED
#define SL__GRID_PLANE -1
#define SL__NEST_G_ONE_BY_ONE
#endif
SL__GRID_FN sl_index sl__grid_thread(int sl__axis_)
{
    SL__GRID_AXIS(threadIdx);
}
SL__GRID_FN sl_index sl__grid_threads(int sl__axis_)
{
    SL__GRID_AXIS(blockDim);
}
SL__GRID_FN sl_index sl__grid_block(int sl__axis_)
{
    SL__GRID_AXIS(blockIdx);
}
SL__GRID_FN sl_index sl__grid_blocks(int sl__axis_)
{
    SL__GRID_AXIS(gridDim);
}
/* Along several axes, 3 is none: the number of a thread, and how many there are. */
SL__GRID_FN sl_index sl__grid_flat(int sl__a_, int sl__b_, int sl__c_)
{
    const sl_index sl__slow_ = sl__c_ < 3 ? sl__grid_threads(sl__b_) * sl__grid_thread(sl__c_) : 0;
    return sl__grid_thread(sl__a_) + sl__grid_threads(sl__a_) * (sl__grid_thread(sl__b_) + sl__slow_);
}
SL__GRID_FN sl_index sl__grid_flats(int sl__a_, int sl__b_, int sl__c_)
{
    return sl__grid_threads(sl__a_) * sl__grid_threads(sl__b_) * (sl__c_ < 3 ? sl__grid_threads(sl__c_) : 1);
}
SL__GRID_FN void sl__grid_sync_threads(void)
{
#ifdef __CUDACC__
    __syncthreads();
#elif defined(SL__GRID_WALKED)
    sl__grid_meet(0);
#endif
}
SL__GRID_FN void sl__grid_sync_warp(void)
{
#ifdef __CUDACC__
    __syncwarp();
#elif defined(SL__GRID_WALKED)
    sl__grid_meet(1);
#endif
}

/* clang-format off */
/* By who runs a level: place, how many there are, whether they are threads of one block, axes that are taken. */
#define SL__GRID_AT_sl__thread(A_) (sl__int_)sl__grid_thread(A_)
#define SL__GRID_AT_sl__block(A_) (sl__int_)sl__grid_block(A_)
#define SL__GRID_AT_sl__global(A_) \
    ((sl__int_)sl__grid_block(A_) * (sl__int_)sl__grid_threads(A_) + (sl__int_)sl__grid_thread(A_))
#define SL__GRID_AT_sl__warp(A_) ((sl__int_)sl__grid_thread(0) % (sl__int_)SL__GRID_WARP)
/* Some bits of a lane's number: A_ is 8 times how many, and from which on. */
#define SL__GRID_AT_sl__lane(A_) \
    (SL__GRID_AT_sl__warp(0) >> ((A_) & 7) & (sl__int_)((1 << ((A_) >> 3)) - 1))
#define SL__GRID_AT_sl__flat(A_) (sl__int_)sl__grid_flat((A_) & 3, (A_) >> 2 & 3, (A_) >> 4 & 3)
#define SL__GRID_COUNT_sl__flat(A_) (sl__int_)sl__grid_flats((A_) & 3, (A_) >> 2 & 3, (A_) >> 4 & 3)
#define SL__GRID_COUNT_sl__lane(A_) (sl__int_)(1 << ((A_) >> 3))
#define SL__GRID_COUNT_sl__thread(A_) (sl__int_)sl__grid_threads(A_)
#define SL__GRID_COUNT_sl__block(A_) (sl__int_)sl__grid_blocks(A_)
#define SL__GRID_COUNT_sl__global(A_) ((sl__int_)sl__grid_blocks(A_) * (sl__int_)sl__grid_threads(A_))
#define SL__GRID_COUNT_sl__warp(A_) (sl__int_)SL__GRID_WARP
#define SL__GRID_WHO_sl__none SL__LEVEL_SEQ
#define SL__GRID_WHO_sl__thread SL__LEVEL_THREAD
#define SL__GRID_WHO_sl__block SL__LEVEL_BLOCK
#define SL__GRID_WHO_sl__global SL__LEVEL_GLOBAL
#define SL__GRID_WHO_sl__warp SL__LEVEL_WARP
#define SL__GRID_WHO_sl__lane SL__LEVEL_WARP
#define SL__GRID_WHO_sl__flat SL__LEVEL_FLAT
#define SL__GRID_FORM_sl__seq SL__LEVEL_LOOP
#define SL__GRID_FORM_sl__direct SL__LEVEL_DIRECT
#define SL__GRID_FORM_sl__unchecked SL__LEVEL_UNCHECKED
#define SL__GRID_FORM_sl__loop SL__LEVEL_LOOP
#define SL__GRID_FORM_sl__syncable SL__LEVEL_LOOP
/* Bits: threads along x, y, z; blocks; from 1024 on those of a lane's number; and what is in a policy at all. */
enum { SL__GRID_LANES = 31 << 10, SL__GRID_HAS_WARP = 64, SL__GRID_HAS_THREAD_X = 128, SL__GRID_SYNCS = 256,
       SL__GRID_ALONE = 512 /**< one statement stands in the policy */ };
#define SL__GRID_AXES_sl__none(A_) 0
#define SL__GRID_AXES_sl__thread(A_) (1 << (A_))
#define SL__GRID_AXES_sl__block(A_) (8 << (A_))
#define SL__GRID_AXES_sl__global(A_) (9 << (A_))
#define SL__GRID_AXES_sl__warp(A_) (31 << 10)
#define SL__GRID_AXES_sl__flat(A_) ((1 << ((A_) & 3) | 1 << ((A_) >> 2 & 3) | 1 << ((A_) >> 4 & 3)) & 7)
#define SL__GRID_AXES_sl__lane(A_) (((1 << ((A_) >> 3)) - 1) << ((A_) & 7) << 10)
/* Threads that a level says, eleven bits an axis: levels that say some along one axis say the same. */
#define SL__GRID_SAYS(A_, N_) ((long long)((N_) & 2047) << (16 + 11 * (A_)))
#define SL__GRID_SAID_sl__none(A_, N_) 0
#define SL__GRID_SAID_sl__thread SL__GRID_SAYS
#define SL__GRID_SAID_sl__block SL__GRID_SAYS
#define SL__GRID_SAID_sl__global SL__GRID_SAYS
#define SL__GRID_SAID_sl__flat(A_, N_) 0
#define SL__GRID_SAID_sl__warp(A_, N_) SL__GRID_SAYS(0, (int)SL__GRID_WARP)
#define SL__GRID_SAID_sl__lane SL__GRID_SAID_sl__warp
#define SL__GRID_SAID(BITS_, A_) ((BITS_) >> (16 + 11 * (A_)) & 2047)
#define SL__GRID_THREADS_OF(BITS_, A_) (SL__GRID_SAID(BITS_, A_) > 0 ? SL__GRID_SAID(BITS_, A_) : 1)
#define SL__GRID_THREADS_SAID(BITS_) \
    (SL__GRID_THREADS_OF(BITS_, 0) * SL__GRID_THREADS_OF(BITS_, 1) * SL__GRID_THREADS_OF(BITS_, 2))
#define SL__GRID_BITS_sl__none(A_) 0
#define SL__GRID_BITS_sl__thread(A_) ((A_) == 0 ? (int)SL__GRID_HAS_THREAD_X : 0)
#define SL__GRID_BITS_sl__block(A_) 0
#define SL__GRID_BITS_sl__global SL__GRID_BITS_sl__thread
#define SL__GRID_BITS_sl__warp(A_) (int)SL__GRID_HAS_WARP
#define SL__GRID_BITS_sl__flat(A_) ((SL__GRID_AXES_sl__flat(A_) & 1) != 0 ? (int)SL__GRID_HAS_THREAD_X : 0)
#define SL__GRID_BITS_sl__lane(A_) (int)SL__GRID_HAS_WARP

/* ---- SL__NEST_G_: code ------------------------------------------------------------------------------------- */

#define SL__NEST_G_sl__end(...)
#define SL__NEST_G_sl__unknown(K_, P_, TEXT_) \
    SL__NEST_SAYS(K_, P_, 0, "unknown statement in '" TEXT_ "'; use DO, FOR, FOR_ICOUNT, TILE, TILE_TCOUNT, IF, " \
                  "INIT_LOCAL_MEM, SYNC_THREADS or SYNC_WARP")
#define SL__NEST_G_sl__comma SL__NEST_C_sl__comma
#define SL__NEST_G_sl__bad SL__NEST_C_sl__bad
#define SL__NEST_G_sl__more SL__NEST_C_sl__more
#define SL__NEST_G_sl__deep SL__NEST_C_sl__deep
#define SL__NEST_G_sl__collapse(K_, P_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "COLLAPSE is for CPUs; on CUDA use a FOR for each dimension, along x, y and z")
#define SL__NEST_G_sl__do(K_, P_, A_) if (sl__active_) { SL__NEST_C_sl__do(K_, P_, A_) }
#define SL__NEST_G_sl__sync(K_, P_, A_) SL__GRID_MEETS(K_, P_, "SYNC_THREADS") sl__grid_sync_threads();
#define SL__NEST_G_sl__sync_warp(K_, P_, A_) SL__GRID_MEETS(K_, P_, "SYNC_WARP") sl__grid_sync_warp();
#define SL__GRID_MEETS(K_, P_, WORD_) \
    SL__NEST_SAYS(K_, P_, (int)sl__syncable_ && !(int)sl__planar_, WORD_ " stands in a loop of which the threads of " \
                  "a block do not all have as many turns; use a direct level, or thread_x_syncable_loop")

/* Levels: SL__NEST_G_LEVEL(K_, P_, level, dimension, index, from, to, what is in it). In it sl__spread_ says whether
 * threads of one block have different indices. */
#define SL__NEST_G_LEVEL(K_, P_, L_, ...) SL__NEST_G_LEVEL2(K_, P_, L_, SL__GRID_LEVEL_##L_, __VA_ARGS__)
#define SL__NEST_G_LEVEL2(K_, P_, L_, T_, ...) \
    SL__CAT(SL__NEST_G_LEVEL_IS_, SL__IS_LEVEL(T_))(K_, P_, L_, T_, __VA_ARGS__)
#define SL__NEST_G_LEVEL_IS_0(K_, P_, L_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "unknown level '" #L_ "'; use " SL__GRID_LEVEL_NAMES)
#define SL__NEST_G_LEVEL_IS_1(K_, P_, L_, T_, ...) SL__NEST_G_LEVEL3(K_, P_, #L_, SL__EXPAND T_, __VA_ARGS__)
#define SL__NEST_G_LEVEL3(...) SL__NEST_G_LEVEL4(__VA_ARGS__)
#define SL__NEST_G_LEVEL4(K_, P_, L_, FORM_, ...) SL__NEST_G_##FORM_(K_, P_, L_, __VA_ARGS__)
#define SL__NEST_G_sl__seq(K_, P_, L_, WHO_, A_, THREADS_, D_, V_, FROM_, TO_, ...) \
    for (sl__int_ sl__turn_ = 0, sl__turns_ = TO_ - (FROM_); sl__turn_ < sl__turns_; ++sl__turn_) { \
        SL__UNUSED const sl__int_ V_ = FROM_ + sl__turn_; /* from 0 nvcc unrolls with the rest behind */ \
        enum { sl__alone_ = 0, sl__spread_ = 0, sl__syncable_ = (int)sl__syncable_ & (int)sl__uniform##D_##_ }; \
        __VA_ARGS__ \
    }
#define SL__GRID_TAKE(K_, P_, L_, WHO_, A_, THREADS_, D_) \
    SL__NEST_SAYS(K_, P_, ((int)sl__axes_ & SL__GRID_AXES_##WHO_(A_)) == 0, "level " L_ ": a level around it has the " \
                  "same threads or blocks already; use another of x, y and z, or seq") \
    SL__NEST_SAYS(K_, P_, (THREADS_) >= 0 && (THREADS_) <= 1024, "level " L_ ": a CUDA block has 1 to 1024 threads") \
    SL__NEST_SAYS(K_, P_, ((SL__GRID_AXES_##WHO_(A_)) >> 10 & ~31) == 0, "level " L_ ": a lane's number has 5 bits")
#define SL__GRID_SCOPE(WHO_, A_, D_, SYNCABLE_) \
    enum { sl__alone_ = 0, sl__axes_ = (int)sl__axes_ | SL__GRID_AXES_##WHO_(A_), \
           sl__spread_ = SL__GRID_WHO_##WHO_ != SL__LEVEL_BLOCK, \
           sl__syncable_ = (int)sl__syncable_ & (SYNCABLE_) };
/* Active where @p IN_; else what is in it is skipped if nobody waits in it. */
#define SL__GRID_ONLY(IN_, ...) \
    { \
        const int sl__in_ = sl__active_ && (IN_); \
        if (sl__in_ || ((int)sl__bits_ & (int)SL__GRID_SYNCS) != 0) { \
            SL__UNUSED const int sl__active_ = sl__in_; \
            __VA_ARGS__ \
        } \
    }
#define SL__NEST_G_sl__direct(K_, P_, L_, WHO_, A_, THREADS_, D_, V_, FROM_, TO_, ...) \
    { \
        SL__GRID_TAKE(K_, P_, L_, WHO_, A_, THREADS_, D_) \
        SL__GRID_SCOPE(WHO_, A_, D_, 1) \
        SL__UNUSED const sl__int_ V_ = FROM_ + SL__GRID_AT_##WHO_(A_); \
        SL__GRID_ONLY(V_ < TO_, __VA_ARGS__) \
    }
#define SL__NEST_G_sl__unchecked(K_, P_, L_, WHO_, A_, THREADS_, D_, V_, FROM_, TO_, ...) \
    { \
        SL__GRID_TAKE(K_, P_, L_, WHO_, A_, THREADS_, D_) \
        SL__GRID_SCOPE(WHO_, A_, D_, 1) \
        SL__UNUSED const sl__int_ V_ = FROM_ + SL__GRID_AT_##WHO_(A_); \
        SL__GRID_ONLY(FROM_ < TO_, __VA_ARGS__) /* an empty range has a thread, too */ \
    }
#define SL__NEST_G_sl__loop(K_, P_, L_, WHO_, A_, THREADS_, D_, V_, FROM_, TO_, ...) \
    SL__GRID_TAKE(K_, P_, L_, WHO_, A_, THREADS_, D_) \
    for (sl__int_ V_ = FROM_ + SL__GRID_AT_##WHO_(A_); V_ < TO_; V_ += SL__GRID_COUNT_##WHO_(A_)) { \
        SL__GRID_SCOPE(WHO_, A_, D_, SL__GRID_WHO_##WHO_ == SL__LEVEL_BLOCK && (int)sl__uniform##D_##_) \
        __VA_ARGS__ \
    }
#define SL__NEST_G_sl__syncable(K_, P_, L_, WHO_, A_, THREADS_, D_, V_, FROM_, TO_, ...) \
    SL__GRID_TAKE(K_, P_, L_, WHO_, A_, THREADS_, D_) \
    for (sl__int_ sl__turn_ = FROM_; sl__turn_ < TO_; sl__turn_ += SL__GRID_COUNT_##WHO_(A_)) { \
        SL__GRID_SCOPE(WHO_, A_, D_, (int)sl__uniform##D_##_) \
        SL__UNUSED const sl__int_ V_ = sl__turn_ + SL__GRID_AT_##WHO_(A_); \
        SL__GRID_ONLY(V_ < TO_, __VA_ARGS__) \
    }

/* Loops over a dimension. */
#define SL__NEST_G_sl__for(K_, P_, A_, ...) SL__NEST_G_FOR(K_, P_, "FOR", SL__EXPAND A_, , __VA_ARGS__)
/* Nobody waits in it: a thread that is not active has nothing to do there. */
#define SL__NEST_G_sl__for_do(K_, P_, A_, ...) \
    if (sl__active_) { \
        enum { sl__bits_ = (int)sl__bits_ & ~(int)SL__GRID_SYNCS }; \
        SL__UNUSED const int sl__active_ = 1; \
        SL__NEST_G_FOR(K_, P_, "FOR", SL__EXPAND A_, , __VA_ARGS__) \
    }
#define SL__NEST_G_sl__icount(K_, P_, A_, ...) SL__NEST_G_ICOUNT(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_G_ICOUNT(...) SL__NEST_G_ICOUNT2(__VA_ARGS__)
#define SL__NEST_G_ICOUNT2(K_, P_, L_, D_, N_, ...) \
    SL__NEST_G_FOR(K_, P_, "FOR_ICOUNT", L_, D_, \
                   SL__NEST_COUNT(K_, P_, "FOR_ICOUNT", N_, sl__x##D_##_ - sl__from##D_##_), __VA_ARGS__)
#define SL__NEST_G_FOR(...) SL__NEST_G_FOR2(__VA_ARGS__)
#define SL__NEST_G_FOR2(K_, P_, WORD_, L_, D_, COUNT_, ...) \
    { \
        SL__NEST_NEW(K_, P_, WORD_, D_) \
        SL__NEST_G_LEVEL(K_, P_, L_, D_, sl__x##D_##_, sl__lo##D_##_, sl__hi##D_##_, \
            enum { sl__used##D_##_ = 1 }; \
            COUNT_ \
            __VA_ARGS__) \
    }

/* Tiles. Where threads of a block have different ones, loops in them are not uniform. */
#define SL__NEST_G_sl__tile(K_, P_, A_, ...) SL__NEST_G_TILE(K_, P_, "TILE", SL__EXPAND A_, , __VA_ARGS__)
#define SL__NEST_G_sl__tcount(K_, P_, A_, ...) SL__NEST_G_TCOUNT(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_G_TCOUNT(...) SL__NEST_G_TCOUNT2(__VA_ARGS__)
#define SL__NEST_G_TCOUNT2(K_, P_, L_, D_, N_, S_, ...) \
    SL__NEST_G_TILE(K_, P_, "TILE_TCOUNT", L_, D_, S_, \
                    SL__NEST_COUNT(K_, P_, "TILE_TCOUNT", N_, sl__tile_), __VA_ARGS__)
#define SL__NEST_G_TILE(...) SL__NEST_G_TILE2(__VA_ARGS__)
#define SL__NEST_G_TILE2(K_, P_, WORD_, L_, D_, S_, COUNT_, ...) \
    { \
        SL__NEST_NEW(K_, P_, WORD_, D_) \
        SL__NEST_SIZE(K_, P_, S_) \
        const sl__int_ sl__begin_ = sl__lo##D_##_, sl__end_ = sl__hi##D_##_; \
        const sl__int_ sl__tiles_ = \
            sl__end_ > sl__begin_ ? (sl__int_)((sl__end_ - sl__begin_ - 1) / sl__size_ + 1) : 0; \
        SL__NEST_G_LEVEL(K_, P_, L_, D_, sl__tile_, 0, sl__tiles_, \
            enum { sl__uniform##D_##_ = (int)sl__uniform##D_##_ & !(int)sl__spread_ }; \
            SL__UNUSED const sl__int_ sl__lo##D_##_ = (sl__int_)(sl__begin_ + sl__tile_ * sl__size_); \
            SL__UNUSED const sl__int_ sl__hi##D_##_ = \
                sl__end_ - sl__lo##D_##_ < sl__size_ ? sl__end_ : (sl__int_)(sl__lo##D_##_ + sl__size_); \
            SL__UNUSED const sl__int_ sl__x##D_##_ = sl__lo##D_##_, sl__from##D_##_ = sl__lo##D_##_; \
            COUNT_ \
            __VA_ARGS__) \
    }

/* Planes, one after another: the threads of the block meet behind each. Those of several blocks are launched one after
 * another, so locals begin anew in each; where they fit one block, one launch has all. */
#define SL__NEST_G_sl__hyperplane(K_, P_, A_, ...) \
    SL__NEST_PLANE(SL__NEST_G_, K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_G_PLANES(K_, P_, L_) \
    SL__GRID_MEETS(K_, P_, "HYPERPLANE") \
    enum { sl__wide_ = SL__GRID_OF_LEVEL(L_, SL__GRID_IS_WIDE) }; \
    SL__NEST_SAYS(K_, P_, !(int)sl__wide_ || ((int)sl__alone_ && !(int)sl__memory_), \
                  "HYPERPLANE: planes of several blocks are launched one after another, so it is all that stands in " \
                  "CUDA_KERNEL; beside or in others its level is seq or one of threads") \
    SL__NEST_SAYS(K_, P_, !(SL__GRID_OF_LEVEL(L_, SL__GRID_IS_UNCHECKED)), \
                  "HYPERPLANE: planes differ in length; use a level in direct or loop form") \
    const sl__int_ sl__only_ = (int)sl__wide_ ? (sl__int_)SL__GRID_PLANE : -1;
#define SL__NEST_G_FIRST_PLANE (sl__only_ < 0 ? 0 : sl__only_)
#define SL__NEST_G_END_OF_PLANES (sl__only_ < 0 || sl__only_ >= sl__planes_ ? sl__planes_ : sl__only_ + 1)
#define SL__NEST_G_BEFORE_PLANE(K_, P_) \
    const struct K_##__locals_ sl__fresh_ = SL__NEST_ZERO; \
    if ((int)sl__wide_) \
        sl__l_ = sl__fresh_;
#define SL__NEST_G_IN_PLANE(K_, P_) enum { sl__planar_ = 1 };
#define SL__GRID_OF_LEVEL(L_, M_) SL__GRID_OF_LEVEL2(SL__GRID_LEVEL_##L_, M_)
#define SL__GRID_OF_LEVEL2(T_, M_) SL__CAT(SL__GRID_OF_LEVEL_IS_, SL__IS_LEVEL(T_))(T_, M_)
#define SL__GRID_OF_LEVEL_IS_0(T_, M_) 0
#define SL__GRID_OF_LEVEL_IS_1(T_, M_) M_ T_
#define SL__GRID_IS_WIDE(FORM_, WHO_, A_, THREADS_) \
    SL__GRID_WHO_##WHO_ == SL__LEVEL_BLOCK || SL__GRID_WHO_##WHO_ == SL__LEVEL_GLOBAL
#define SL__GRID_IS_UNCHECKED(FORM_, WHO_, A_, THREADS_) SL__GRID_FORM_##FORM_ == SL__LEVEL_UNCHECKED
#define SL__NEST_G_BEHIND_PLANE(K_, P_) sl__grid_sync_threads();

/* What threads have in a local becomes one: of the block in its first thread, of warps in their first lanes. Neighbours
 * join first, so the result is the same in every run. */
#define SL__NEST_G_sl__reduce(K_, P_, A_, ...) SL__NEST_G_REDUCE(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_G_REDUCE(...) SL__NEST_G_REDUCE2(__VA_ARGS__)
#define SL__NEST_G_REDUCE2(K_, P_, L_, R_, O_, N_, ...) \
    SL__NEST_G_REDUCE3(K_, P_, R_, SL__GRID_REDUCING_##R_, O_, N_, __VA_ARGS__)
#define SL__NEST_G_REDUCE3(K_, P_, R_, T_, O_, N_, ...) \
    SL__NEST_IS_OPERATOR(K_, P_, O_) \
    SL__CAT(SL__NEST_G_REDUCE_IS_, SL__IS_TUPLE(T_))(K_, P_, R_, T_, O_, N_, __VA_ARGS__)
#define SL__NEST_G_REDUCE_IS_0(K_, P_, R_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "REDUCE: unknown way '" #R_ "'; use block, warp or seq")
#define SL__NEST_G_REDUCE_IS_1(K_, P_, R_, T_, ...) SL__CAT(SL__NEST_G_REDUCE_, SL__HEAD T_)(K_, P_, __VA_ARGS__)
#define SL__GRID_REDUCING_seq (sl__seq)
#define SL__GRID_REDUCING_block (sl__block)
#define SL__GRID_REDUCING_warp (sl__warp)
#define SL__NEST_G_REDUCE_sl__seq(K_, P_, O_, N_, ...) \
    { \
        enum { sl__alone_ = 0 }; \
        SL__NEST_REDUCE_sl__seq(K_, P_, O_, N_, __VA_ARGS__) \
    }
#define SL__NEST_G_REDUCE_sl__block(K_, P_, O_, N_, ...) \
    SL__NEST_SAYS(K_, P_, ((int)sl__axes_ & (7 | (int)SL__GRID_LANES)) == 0, "REDUCE(block, ...) stands in a level " \
                  "of threads; it joins what all threads of the block have") \
    SL__GRID_REDUCE(K_, P_, 0, sl__grid_threads(0) * sl__grid_threads(1) * sl__grid_threads(2), threads, O_, N_, \
                    __VA_ARGS__)
#define SL__NEST_G_REDUCE_sl__warp(K_, P_, O_, N_, ...) \
    SL__NEST_SAYS(K_, P_, ((int)sl__bits_ & (int)SL__GRID_HAS_WARP) != 0 && \
                          ((int)sl__axes_ & (1 | (int)SL__GRID_LANES)) == 0, \
                  "REDUCE(warp, ...) follows a warp level, and does not stand in one") \
    SL__GRID_REDUCE(K_, P_, sl__me_ - sl__me_ % SL__GRID_WARP, SL__GRID_WARP, warp, O_, N_, __VA_ARGS__)
/* Of COUNT_ threads from number FIRST_ on; those that are not active have nothing to join. */
#define SL__GRID_REDUCE(K_, P_, FIRST_, COUNT_, SYNC_, O_, N_, ...) \
    SL__GRID_MEETS(K_, P_, "REDUCE") \
    { \
        SL__GRID_SHARED K_##__##N_##__type_ sl__part_[1024]; \
        SL__GRID_SHARED unsigned char sl__has_[1024]; \
        const int sl__me_ = (int)(sl__grid_thread(0) + sl__grid_threads(0) * \
                                  (sl__grid_thread(1) + sl__grid_threads(1) * sl__grid_thread(2))); \
        const int sl__first_ = (int)(FIRST_), sl__last_ = sl__first_ + (int)(COUNT_); \
        sl__part_[sl__me_] = sl__l_.N_##__l_; \
        sl__has_[sl__me_] = (unsigned char)sl__active_; \
        sl__grid_sync_##SYNC_(); \
        for (int sl__step_ = 1; sl__step_ < sl__last_ - sl__first_; sl__step_ *= 2) { \
            const int sl__other_ = sl__me_ + sl__step_; \
            if ((sl__me_ - sl__first_) % (2 * sl__step_) == 0 && sl__other_ < sl__last_ && sl__has_[sl__other_]) { \
                if (sl__has_[sl__me_]) \
                    SL__CAT(SL__JOIN_SL_OPERATOR_, O_)(sl__part_[sl__me_], sl__part_[sl__other_]); \
                else \
                    sl__part_[sl__me_] = sl__part_[sl__other_]; \
                sl__has_[sl__me_] = 1; \
            } \
            sl__grid_sync_##SYNC_(); \
        } \
        const int sl__holds_ = sl__me_ == sl__first_ && sl__has_[sl__me_]; \
        if (sl__holds_) \
            sl__l_.N_##__l_ = sl__part_[sl__me_]; \
        { \
            enum { sl__alone_ = 0 }; \
            SL__UNUSED const int sl__active_ = sl__holds_; \
            __VA_ARGS__ \
        } \
        sl__grid_sync_##SYNC_(); /* the memory is used again */ \
    }

/* Conditions. */
#define SL__NEST_G_sl__if(K_, P_, A_, ...) SL__NEST_G_IF(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_G_IF(...) SL__NEST_G_IF2(__VA_ARGS__)
#define SL__NEST_G_IF2(K_, P_, L_, C_, ...) SL__NEST_G_IF3(K_, P_, C_, SL__CONDITION_##C_, __VA_ARGS__)
#define SL__NEST_G_IF3(K_, P_, C_, T_, ...) SL__CAT(SL__NEST_G_IF_IS_, SL__IS_TUPLE(T_))(K_, P_, C_, T_, __VA_ARGS__)
#define SL__NEST_G_IF_IS_0 SL__NEST_IF_IS_0
#define SL__NEST_G_IF_IS_1(K_, P_, C_, T_, ...) SL__GRID_ONLY(T_, enum { sl__alone_ = 0 }; __VA_ARGS__)

/* Memory for arrays: of the thread, or of the block. */
#define SL__NEST_G_sl__memory(K_, P_, A_, ...) SL__NEST_G_MEMORY(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_G_MEMORY(...) SL__NEST_G_MEMORY2(__VA_ARGS__)
#define SL__NEST_G_MEMORY2(K_, P_, L_, M_, NAMES_, ...) \
    SL__CAT(SL__NEST_G_MEMORY_, SL__CHECK(SL__GRID_MEMORY_##M_))(K_, P_, M_, NAMES_, __VA_ARGS__)
#define SL__GRID_MEMORY_thread ~, 1,
#define SL__GRID_MEMORY_shared ~, 2,
#define SL__NEST_G_MEMORY_0(K_, P_, M_, ...) SL__NEST_SAYS(K_, P_, 0, "unknown memory '" #M_ "'; use shared or thread")
#define SL__NEST_G_MEMORY_1 SL__NEST_MEMORY_1
#define SL__NEST_G_MEMORY_2(K_, P_, M_, NAMES_, ...) \
    { \
        enum { sl__alone_ = 0 }; \
        const struct K_##__arrays_ sl__around_ = sl__m_; \
        struct K_##__arrays_ sl__m_ = sl__around_; \
        SL__CAT(SL__GRID_ROOM_, SL__NARG NAMES_)(K_, SL__EXPAND NAMES_) \
        SL__NEST_SAYS(K_, P_, SL__CAT(SL__GRID_BYTES_, SL__NARG NAMES_)(K_, SL__EXPAND NAMES_) <= 48 * 1024, \
                      "INIT_LOCAL_MEM(shared): a CUDA block has 48 KiB of shared memory") \
        SL__NEST_OWN(K_); \
        __VA_ARGS__ \
    }
#define SL__GRID_ROOM_1(...) SL__GRID_ROOM(__VA_ARGS__)
#define SL__GRID_ROOM_2(...) SL__GRID_ROOM2_2(__VA_ARGS__)
#define SL__GRID_ROOM_3(...) SL__GRID_ROOM2_3(__VA_ARGS__)
#define SL__GRID_ROOM_4(...) SL__GRID_ROOM2_4(__VA_ARGS__)
#define SL__GRID_ROOM2_2(K_, A_, ...) SL__GRID_ROOM(K_, A_) SL__GRID_ROOM(K_, __VA_ARGS__)
#define SL__GRID_ROOM2_3(K_, A_, ...) SL__GRID_ROOM(K_, A_) SL__GRID_ROOM2_2(K_, __VA_ARGS__)
#define SL__GRID_ROOM2_4(K_, A_, ...) SL__GRID_ROOM(K_, A_) SL__GRID_ROOM2_3(K_, __VA_ARGS__)
#define SL__GRID_ROOM(K_, N_) \
    SL__GRID_SHARED K_##__##N_##__type_ N_##__room_; \
    sl__m_.N_##__a_ = &N_##__room_;
#define SL__GRID_BYTES_1(...) SL__GRID_BYTES(__VA_ARGS__)
#define SL__GRID_BYTES_2(...) SL__GRID_BYTES2_2(__VA_ARGS__)
#define SL__GRID_BYTES_3(...) SL__GRID_BYTES2_3(__VA_ARGS__)
#define SL__GRID_BYTES_4(...) SL__GRID_BYTES2_4(__VA_ARGS__)
#define SL__GRID_BYTES2_2(K_, A_, ...) SL__GRID_BYTES(K_, A_) + SL__GRID_BYTES(K_, __VA_ARGS__)
#define SL__GRID_BYTES2_3(K_, A_, ...) SL__GRID_BYTES(K_, A_) + SL__GRID_BYTES2_2(K_, __VA_ARGS__)
#define SL__GRID_BYTES2_4(K_, A_, ...) SL__GRID_BYTES(K_, A_) + SL__GRID_BYTES2_3(K_, __VA_ARGS__)
#define SL__GRID_BYTES(K_, N_) sizeof(K_##__##N_##__type_)

/* ---- SL__NEST_B_: | bits of what is in the policy ------------------------------------------------------------ */

#define SL__NEST_B_sl__end(...)
#define SL__NEST_B_sl__unknown(...)
#define SL__NEST_B_sl__comma(...)
#define SL__NEST_B_sl__bad(...)
#define SL__NEST_B_sl__more(...)
#define SL__NEST_B_sl__deep(...)
#define SL__NEST_B_sl__do(...)
#define SL__NEST_B_sl__sync(...) | (int)SL__GRID_SYNCS
#define SL__NEST_B_sl__sync_warp SL__NEST_B_sl__sync
#define SL__NEST_B_sl__for(K_, P_, A_, ...) SL__NEST_B_LEVEL(SL__EXPAND A_, ~) __VA_ARGS__
#define SL__NEST_B_sl__for_do SL__NEST_B_sl__for
#define SL__NEST_B_sl__icount SL__NEST_B_sl__for
#define SL__NEST_B_sl__tile SL__NEST_B_sl__for
#define SL__NEST_B_sl__tcount SL__NEST_B_sl__for
#define SL__NEST_B_sl__if(K_, P_, A_, ...) __VA_ARGS__
#define SL__NEST_B_sl__memory SL__NEST_B_sl__if
#define SL__NEST_B_sl__collapse(...)
#define SL__NEST_B_sl__hyperplane(K_, P_, A_, ...) | (int)SL__GRID_SYNCS SL__NEST_B_sl__for(K_, P_, A_, __VA_ARGS__)
#define SL__NEST_B_sl__reduce(K_, P_, A_, ...) | (int)SL__GRID_SYNCS __VA_ARGS__
#define SL__NEST_B_LEVEL(...) SL__NEST_B_LEVEL2(__VA_ARGS__)
#define SL__NEST_B_LEVEL2(L_, ...) SL__NEST_B_LEVEL3(SL__GRID_LEVEL_##L_)
#define SL__NEST_B_LEVEL3(T_) SL__CAT(SL__NEST_B_LEVEL_IS_, SL__IS_LEVEL(T_))(T_)
#define SL__NEST_B_LEVEL_IS_0(T_)
#define SL__NEST_B_LEVEL_IS_1(T_) | SL__NEST_B_OF T_
#define SL__NEST_B_OF(FORM_, WHO_, A_, THREADS_) SL__GRID_BITS_##WHO_(A_) | SL__GRID_SAID_##WHO_(A_, THREADS_)

/* ---- SL__NEST_L_: rows of struct sl__nest_level -------------------------------------------------------------- */

#define SL__NEST_L_sl__end(...)
#define SL__NEST_L_sl__unknown(...)
#define SL__NEST_L_sl__comma(...)
#define SL__NEST_L_sl__bad(...)
#define SL__NEST_L_sl__more(...)
#define SL__NEST_L_sl__deep(...)
#define SL__NEST_L_sl__do(...)
#define SL__NEST_L_sl__sync(...)
#define SL__NEST_L_sl__sync_warp(...)
#define SL__NEST_L_sl__collapse(...)
#define SL__NEST_L_sl__reduce SL__NEST_L_sl__if
/* A plane is no longer than the dimension that its level runs over. */
#define SL__NEST_L_sl__hyperplane(K_, P_, A_, ...) SL__NEST_L_PLANE(SL__EXPAND A_) __VA_ARGS__
#define SL__NEST_L_PLANE(...) SL__NEST_L_PLANE2(__VA_ARGS__)
#define SL__NEST_L_PLANE2(L_, D_, DIMS_) SL__NEST_L_PLANE3(L_, D_, SL__EXPAND DIMS_, D_, ~)
#define SL__NEST_L_PLANE3(...) SL__NEST_L_PLANE4(__VA_ARGS__)
#define SL__NEST_L_PLANE4(L_, D_, B_, C_, ...) \
    SL__NEST_L_ROW(SL__NEST_PLANES, B_, 1 << (D_) | 1 << (B_) | 1 << (C_), L_)
#define SL__NEST_L_sl__if(K_, P_, A_, ...) __VA_ARGS__
#define SL__NEST_L_sl__memory SL__NEST_L_sl__if
#define SL__NEST_L_sl__for(K_, P_, A_, ...) SL__NEST_L_FOR(SL__EXPAND A_, ~) __VA_ARGS__
#define SL__NEST_L_sl__for_do SL__NEST_L_sl__for
#define SL__NEST_L_sl__icount SL__NEST_L_sl__for
#define SL__NEST_L_FOR(...) SL__NEST_L_FOR2(__VA_ARGS__)
#define SL__NEST_L_FOR2(L_, D_, ...) SL__NEST_L_ROW(SL__NEST_FOR, D_, 0, L_)
#define SL__NEST_L_sl__tile(K_, P_, A_, ...) SL__NEST_L_TILE(K_, SL__EXPAND A_) __VA_ARGS__ SL__NEST_L_ROW_END
#define SL__NEST_L_sl__tcount(K_, P_, A_, ...) SL__NEST_L_TCOUNT(K_, SL__EXPAND A_) __VA_ARGS__ SL__NEST_L_ROW_END
#define SL__NEST_L_ROW_END {SL__NEST_END, 0, 0, 0, 0, 0, 0, 0},
#define SL__NEST_L_TCOUNT(...) SL__NEST_L_TCOUNT2(__VA_ARGS__)
#define SL__NEST_L_TCOUNT2(K_, L_, D_, N_, S_) SL__NEST_L_TILE2(K_, L_, D_, S_)
#define SL__NEST_L_TILE(...) SL__NEST_L_TILE2(__VA_ARGS__)
#define SL__NEST_L_TILE2(K_, L_, D_, S_) SL__NEST_L_TILE3(K_, L_, D_, SL__SIZE_##S_)
#define SL__NEST_L_TILE3(K_, L_, D_, T_) SL__CAT(SL__NEST_L_TILE_IS_, SL__IS_TUPLE(T_))(K_, L_, D_, T_)
#define SL__NEST_L_TILE_IS_0(K_, L_, D_, T_) SL__NEST_L_ROW(SL__NEST_TILE, D_, 1, L_)
#define SL__NEST_L_TILE_IS_1(K_, L_, D_, T_) SL__NEST_L_TILE4(K_, L_, D_, SL__EXPAND T_)
#define SL__NEST_L_TILE4(...) SL__NEST_L_TILE5(__VA_ARGS__)
#define SL__NEST_L_TILE5(K_, L_, D_, KIND_, N_) SL__NEST_L_ROW(SL__NEST_TILE, D_, SL__NEST_L_SIZE_##KIND_(K_, N_), L_)
#define SL__NEST_L_SIZE_sl__fixed(K_, N_) N_
#define SL__NEST_L_SIZE_sl__dynamic(K_, N_) -1 - (sl_index)K_##__##N_##__number_
#define SL__NEST_L_ROW(WORD_, D_, SIZE_, L_) SL__NEST_L_ROW2(WORD_, D_, SIZE_, #L_, SL__GRID_LEVEL_##L_)
#define SL__NEST_L_ROW2(WORD_, D_, SIZE_, NAME_, T_) \
    SL__CAT(SL__NEST_L_ROW_IS_, SL__IS_LEVEL(T_))(WORD_, D_, SIZE_, NAME_, T_)
#define SL__NEST_L_ROW_IS_0(WORD_, D_, SIZE_, NAME_, T_) {WORD_, D_, SL__LEVEL_SEQ, 0, 0, 0, SIZE_, NAME_},
#define SL__NEST_L_ROW_IS_1(WORD_, D_, SIZE_, NAME_, T_) SL__NEST_L_ROW3(WORD_, D_, SIZE_, NAME_, SL__EXPAND T_)
#define SL__NEST_L_ROW3(...) SL__NEST_L_ROW4(__VA_ARGS__)
#define SL__NEST_L_ROW4(WORD_, D_, SIZE_, NAME_, FORM_, WHO_, A_, THREADS_) \
    {WORD_, D_, SL__GRID_WHO_##WHO_, A_, SL__GRID_FORM_##FORM_, THREADS_, SIZE_, NAME_},

/* ---- the functions of a policy ------------------------------------------------------------------------------ */

#define SL__GRID_LIMIT(D_, ...) \
    SL__UNUSED const sl__int_ sl__lo##D_##_ = (sl__int_)sl__b_->lo_[D_], sl__hi##D_##_ = (sl__int_)sl__b_->hi_[D_]; \
    SL__UNUSED const sl__int_ sl__x##D_##_ = sl__lo##D_##_, \
                              sl__from##D_##_ = sl__lo##D_##_ - (sl__int_)SL__NEST_BEFORE_##D_;
/* What is in them: @p BITS_ and the statements' code. */
#define SL__GRID_BODY(K_, P_, CASE_, ARGS_, BITS_, ...) \
    enum { sl__mapped_ = sizeof(sl__int_) == sizeof(sl_index) }; /* the function for any space */ \
    enum { K_##__##P_##__omp_ = 0, sl__omp_ = 1, sl__one_ = 0, sl__planar_ = 0, sl__simd_ = 0, sl__memory_ = 0, \
           sl__used0_ = 0, sl__used1_ = 0, \
           sl__used2_ = 0, sl__used3_ = 0, sl__used4_ = 0, sl__used5_ = 0, sl__uniform0_ = 1, sl__uniform1_ = 1, \
           sl__uniform2_ = 1, sl__uniform3_ = 1, sl__uniform4_ = 1, sl__uniform5_ = 1, sl__syncable_ = 1, \
           sl__axes_ = 0, sl__bits_ = (int)((0 BITS_) & 0xffff), sl__alone_ = (sl__bits_ & SL__GRID_ALONE) != 0 }; \
    SL__NEST_SAYS(K_, P_, ((int)sl__bits_ & (SL__GRID_HAS_WARP | SL__GRID_HAS_THREAD_X)) != \
                          (SL__GRID_HAS_WARP | SL__GRID_HAS_THREAD_X), \
                  "a warp level stands in a policy with threads or global threads along x, which are the lanes of " \
                  "its warps; use y and z") \
    SL__NEST_SAYS(K_, P_, SL__GRID_THREADS_SAID((0LL BITS_)) <= 1024, \
                  "the levels say more than 1024 threads of a block together; a CUDA block has 1 to 1024 threads") \
    SL__NEST_SAYS(K_, P_, (int)K_##__results_ == 0, \
                  "a nest with reduce arguments runs on CPUs; scatter and multi_reduce arguments are for both") \
    SL__UNUSED const int sl__active_ = 1; \
    struct K_##__context_ sl__c_; \
    struct K_##__locals_ sl__l_ = SL__NEST_ZERO; \
    struct K_##__room_ sl__room_; \
    struct K_##__arrays_ sl__m_; \
    SL__UNUSED struct sl__sharer *const sl__sharer_ = 0; \
    K_##__open_(&sl__c_, ARGS_, sl__b_->fault_, CASE_); \
    K_##__place_(&sl__m_, &sl__room_); \
    SL__NEST_OWN(K_); \
    SL__DIMS_6(SL__GRID_LIMIT, ~) \
    __VA_ARGS__
#define SL__GRID_STATEMENTS(K_, P_, ...) SL__GRID_STATEMENTS2(K_, P_, SL__GRID_KERNEL_##__VA_ARGS__)
#define SL__GRID_STATEMENTS2(K_, P_, T_) SL__CAT(SL__GRID_STATEMENTS_IS_, SL__IS_TUPLE(T_))(K_, P_, T_)
#define SL__GRID_STATEMENTS_IS_0(K_, P_, T_) \
    SL__NEST_SAYS(K_, P_, 0, "a CUDA policy is CUDA_KERNEL(statements) or CUDA_KERNEL(launch, statements), in which " \
                  "launch is fixed(threads), fixed_sm(threads, blocks), occ or exp(blocks, threads)")
#define SL__GRID_STATEMENTS_IS_1(K_, P_, T_) SL__GRID_STATEMENTS3(K_, P_, SL__EXPAND T_)
#define SL__GRID_STATEMENTS3(...) SL__GRID_STATEMENTS4(__VA_ARGS__)
#define SL__GRID_STATEMENTS4(K_, P_, LAUNCH_, ...) \
    SL__GRID_STATEMENTS5(K_, P_, SL__EXPAND LAUNCH_, \
                         (SL__NEST_ALL_0(SL__NEST_B_, K_, P_, __VA_ARGS__) \
                          | (SL__NARG(__VA_ARGS__) == 2 ? (int)SL__GRID_ALONE : 0)), \
                         (SL__NEST_ALL_0(SL__NEST_G_, K_, P_, __VA_ARGS__)), \
                         (SL__NEST_ALL_0(SL__NEST_L_, K_, P_, __VA_ARGS__)), \
                         (0 SL__NEST_ALL_0(SL__NEST_W_, K_, P_, __VA_ARGS__)))
#define SL__GRID_STATEMENTS5(...) SL__GRID_POLICY(__VA_ARGS__)

#ifdef __CUDACC__
#define SL__GRID_BOUNDS(N_) __launch_bounds__((N_) > 0 ? (N_) : 1024)
#define SL__GRID_FUNCTION(F_, CASE_, INT_, K_, P_, BOUNDS_, BITS_, CODE_) \
    static __global__ void BOUNDS_ F_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_) \
    { \
        typedef INT_ sl__int_; \
        sl__device_begin(); \
        const sl__device_box *const sl__b_ = &sl__q_; \
        if (sl__b_->failed_ && (*sl__b_->failed_ & sl__b_->depends_)) /* what it would read is not there */ \
            return; \
        SL__GRID_BODY(K_, P_, CASE_, sl__p_.get_(), SL__EXPAND BITS_, SL__EXPAND CODE_) \
    }
#define SL__GRID_FUNCTION_OF(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_, P_, BOUNDS_, BITS_, CODE_) \
    SL__GRID_FUNCTION(K_##__##P_##__##NAME_##_cuda_, SL__CASE_##CASE_, int, K_, P_, BOUNDS_, BITS_, CODE_)
#define SL__GRID_NAME(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_, P_) (const void *)K_##__##P_##__##NAME_##_cuda_,
/* Of views without a common layout one function, for any space. */
#define SL__GRID_POLICY(K_, P_, THREADS_, BLOCKS_, OCCUPANCY_, BOUNDS_, BITS_, CODE_, ROWS_, SEES_) \
    SL__LAYOUT_CASES(SL__GRID_FUNCTION_OF, K_, P_, BOUNDS_, BITS_, CODE_) \
    SL__GRID_FUNCTION(K_##__##P_##__any_cuda_, SL__CASE_ANY, sl_index, K_, P_, BOUNDS_, BITS_, CODE_) \
    extern "C" const sl__device_code K_##__##P_##__cuda; \
    const sl__device_code K_##__##P_##__cuda = { \
        SL__ABI, SL__BOUNDS_CHECKED, 1, !SL__DEVICE_FITS(K_), \
        {SL__LAYOUT_CASES(SL__GRID_NAME, K_, P_)(const void *)K_##__##P_##__any_cuda_, \
         (const void *)K_##__##P_##__any_cuda_}};
#define SL_NEST_POLICY_CUDA(K_, P_, ...) SL__GRID_STATEMENTS(K_, P_, __VA_ARGS__)
#elif !defined(SL__LINT)
#ifdef SL__GRID_WALKED
#define SL__GRID_HOST SL__EXTERN_C void
#else
#define SL__GRID_HOST SL__UNUSED static void
#endif
#define SL__GRID_POLICY(K_, P_, THREADS_, BLOCKS_, OCCUPANCY_, BOUNDS_, BITS_, CODE_, ROWS_, SEES_) \
    SL__NEST_SAYS(K_, P_, (THREADS_) >= 0 && (THREADS_) <= 1024 && (BLOCKS_) >= 0, \
                  "CUDA_KERNEL: a block has 1 to 1024 threads, a grid 1 block or more") \
    SL__GRID_HOST K_##__##P_##__grid_(const void *sl__p_, const struct sl__box *sl__b_); \
    SL__GRID_HOST K_##__##P_##__grid_(const void *sl__p_, const struct sl__box *sl__b_) \
    { \
        typedef sl_index sl__int_; \
        SL__GRID_BODY(K_, P_, SL__CASE_ANY, (const struct K_##__args_ *)sl__p_, SL__EXPAND BITS_, SL__EXPAND CODE_) \
    } \
    SL__EXTERN_C const sl__device_code K_##__##P_##__cuda SL__WEAK; \
    static const struct sl__nest_level K_##__##P_##__levels_[] = { \
        SL__EXPAND ROWS_ SL__NEST_L_ROW_END}; \
    static const struct sl__nest_launch K_##__##P_##__launch_ = { \
        &K_##__##P_##__cuda, K_##__##P_##__levels_, \
        (int)(sizeof K_##__##P_##__levels_ / sizeof *K_##__##P_##__levels_) - 1, THREADS_, BLOCKS_, OCCUPANCY_, \
        (SEES_) == 0}; \
    static const struct sl__nest_policy K_##__##P_##__cuda_policy_ = { \
        &K_##__kernel, #P_, 0, &K_##__##P_##__launch_, __COUNTER__, ""}; \
    static const struct sl__nest_policy *K_##__##P_##__cuda_entry_ \
        __attribute__((__section__("sl__nests"), __used__)) = &K_##__##P_##__cuda_policy_;
/** Composes the loops of a nest on CUDA: SL_NEST_POLICY_CUDA(matmul, blocks, CUDA_KERNEL(FOR(0, global_y_direct,
 *  FOR(1, global_x_direct, DO(0), FOR(2, seq, DO(1)), DO(2))))). It follows the nest in its file, which has an
 *  #SL_NEST_POLICY, too; sl_nest() may run the first one, `.nest = "blocks"` names another.
 *
 *  @param K_  the nest
 *  @param P_  the policy's name, a word; an #SL_NEST_POLICY may have it, too
 *  @param ... CUDA_KERNEL(statements) or CUDA_KERNEL(launch, statements). launch is fixed(threads): a block has so many
 *             at most, and levels in loop form share them; fixed_sm(threads, blocks): and so many blocks fit a
 *             multiprocessor; occ: as many threads as fill the device best; exp(blocks, threads): of the grid and of
 *             a block, 0 is as without it. Statements are those of #SL_NEST_POLICY but COLLAPSE, and
 *
 *  - INIT_LOCAL_MEM(shared | thread, (array, ...), statements): shared memory is the block's, and undefined at first
 *  - SYNC_THREADS: the threads of a block wait for each other; SYNC_WARP: those of a warp
 *  - REDUCE(block | warp, operator, local, statements): joins what the threads of a block, or lanes of a warp, have in
 *    a local; the first of them has the result, and runs the statements
 *  - HYPERPLANE: with a level of threads, of one block, whose threads wait behind each plane; or, where it is all that
 *    stands in CUDA_KERNEL, with one of blocks or of threads of the grid: planes that do not fit one block are launched
 *    one after another, and locals are zero when a plane begins
 *
 *  Levels are seq, {thread,block,global}_{x,y,z}_{direct,direct_unchecked,loop}; with a number of threads of a block
 *  {thread,block,global}_size_{x,y,z}_{direct,direct_unchecked,loop}(threads); thread_{x,y,z}_syncable_loop;
 *  thread_{xy,zyx,...}_{direct,direct_unchecked,loop}, by the threads along several axes, the first one fastest;
 *  warp_{direct,direct_unchecked,loop}, and warp_masked_{direct,loop}(bits, from), by so many bits of a lane's number.
 *  In direct form an iteration has a thread (block, thread of the grid) of its
 *  own, of which there are as many as the range is long, or more; unchecked: just as many; in loop form they stride
 *  over the range, whatever their number. Grid and block are computed at the call. */
#define SL_NEST_POLICY_CUDA(K_, P_, ...) SL__GRID_STATEMENTS(K_, P_, __VA_ARGS__)
#endif
/* clang-format on */

#endif
