/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What SL_KERNEL emits when nvcc compiles a kernel file: a __global__ function a layout case, and their table.
 *
 * The unit-stride dimension lies along threadIdx.x. Where a grid does not cover its space, the threads stride over it.
 *
 * CUDA's own variables are used in functions alone: a program's macro named x must not reach threadIdx.x.
 */
#ifndef STARLOOP_KERNEL_DEVICE_H
#define STARLOOP_KERNEL_DEVICE_H

#include <starloop/kernel/emit.h>

#ifdef __CUDACC__

#define SL__DEVICE_FN static __device__ __forceinline__ __attribute__((__unused__))
#define SL__DEVICE_METHOD __device__ __forceinline__

/* A launch may begin while the one before it in the stream ends; from here on everything that was launched before has
 * ended, and what it wrote is seen. No function touches memory before. */
SL__DEVICE_FN void sl__device_begin(void)
{
#if __CUDA_ARCH__ >= 900
    __asm__ __volatile__("griddepcontrol.wait;" ::: "memory");
#endif
}

SL__DEVICE_FN int sl__device_thread(void)
{
    return (int)threadIdx.x;
}
SL__DEVICE_FN int sl__device_threads(void)
{
    return (int)blockDim.x;
}
SL__DEVICE_FN int sl__device_block(void)
{
    return (int)blockIdx.x;
}
SL__DEVICE_FN int sl__device_blocks(void)
{
    return (int)gridDim.x;
}

/* ---- places in the grid ------------------------------------------------------------------------------------ */

/* The axis of a dimension: a constant in the case of a layout. */
SL__DEVICE_FN int sl__device_axis(const sl__device_box *sl__b_, int sl__case_, int sl__d_, int sl__rank_)
{
    const int sl__place_ = sl__case_descends(sl__case_) ? sl__d_ : sl__rank_ - 1 - sl__d_;
    return sl__case_ == SL__CASE_ANY ? sl__b_->axis_[sl__d_] : sl__place_ < 2 ? sl__place_ : 2;
}
/* clang-format off */
/* One set of functions for 32 and one for 64 bits. */
#define SL__DEVICE_PLACES(INT_) \
    SL__DEVICE_FN INT_ sl__device_first(int sl__axis_, INT_) \
    { \
        return sl__axis_ == 0   ? (INT_)blockIdx.x * (INT_)blockDim.x + (INT_)threadIdx.x \
               : sl__axis_ == 1 ? (INT_)blockIdx.y * (INT_)blockDim.y + (INT_)threadIdx.y \
                                : (INT_)blockIdx.z * (INT_)blockDim.z + (INT_)threadIdx.z; \
    } \
    SL__DEVICE_FN INT_ sl__device_step(int sl__axis_, INT_) \
    { \
        return sl__axis_ == 0   ? (INT_)gridDim.x * (INT_)blockDim.x \
               : sl__axis_ == 1 ? (INT_)gridDim.y * (INT_)blockDim.y \
                                : (INT_)gridDim.z * (INT_)blockDim.z; \
    } \
    /* The index of dimension sl__d_ at a place of the axes. */ \
    SL__DEVICE_FN INT_ sl__device_index(const sl__device_box *sl__b_, int sl__case_, int sl__d_, int sl__rank_, \
        INT_ sl__cx_, INT_ sl__cy_, INT_ sl__cz_) \
    { \
        const int sl__axis_ = sl__device_axis(sl__b_, sl__case_, sl__d_, sl__rank_); \
        const INT_ sl__lo_ = (INT_)sl__b_->lo_[sl__d_]; \
        if (sl__axis_ == 0) \
            return sl__lo_ + sl__cx_; \
        if (sl__axis_ == 1) \
            return sl__lo_ + sl__cy_; \
        if (sl__rank_ == 3) \
            return sl__lo_ + sl__cz_; \
        return sl__lo_ + sl__cz_ / (INT_)sl__b_->divide_[sl__d_] % ((INT_)sl__b_->hi_[sl__d_] - sl__lo_); \
    }

SL__DEVICE_PLACES(int)
SL__DEVICE_PLACES(sl_index)
/* clang-format on */

/* Along z, among the CUDA blocks of one loop. */
SL__DEVICE_FN sl_index sl__device_first_z(const sl__device_box *sl__b_)
{
    return (sl_index)(blockIdx.z % sl__b_->loop_grid_) * blockDim.z + threadIdx.z;
}
SL__DEVICE_FN sl_index sl__device_step_z(const sl__device_box *sl__b_)
{
    return (sl_index)sl__b_->loop_grid_ * blockDim.z;
}

/* Number k of a list. */
SL__DEVICE_FN sl_index sl__device_listed(const struct sl__places *sl__s_, sl_index sl__k_)
{
    return sl__s_->wide_ ? (sl_index)((const int64_t *)sl__s_->list_)[sl__k_]
                         : (sl_index)((const int32_t *)sl__s_->list_)[sl__k_];
}

/* The index at a place of a space: of one whose places are no indices, in the functions for any space only. */
SL__DEVICE_FN int sl__device_at(const sl__device_box *, int, int sl__place_) /* box, dimension */
{
    return sl__place_;
}
SL__DEVICE_FN sl_index sl__device_at(const sl__device_box *sl__b_, int sl__d_, sl_index sl__place_)
{
    const struct sl__places *const sl__s_ = &sl__b_->places_[sl__d_];
    if (sl__s_->step_ == 0)
        return sl__place_;
    const sl_index sl__k_ =
        (sl_index)((uint64_t)sl__s_->start_ + (uint64_t)sl__place_ * (uint64_t)sl__s_->step_);
    if (sl__s_->list_ == 0)
        return sl__k_;
    return sl__device_listed(sl__s_, sl__k_);
}

/* Where the indices of dimension 0 end at the latest: of a range whose end is in a view it is there. The functions for
 * any space ask alone, of rank 1. An end that is outside of the loop's space leaves no iteration; of a part of that it
 * may lie before or behind it. */
static __device__ __attribute__((__noinline__, __cold__, __unused__)) void
sl__device_refuse_end(struct sl__fault *sl__f_, sl_index sl__end_)
{
    if (!sl__fault_take(sl__f_))
        return;
    sl__f_->index_ = sl__end_;
    sl__fault_set(sl__f_, SL__FAULT_END);
}
SL__DEVICE_FN int sl__device_until(const sl__device_box *, int)
{
    return 0;
}
SL__DEVICE_FN sl_index sl__device_until(const sl__device_box *sl__b_, sl_index)
{
    const struct sl__places *const sl__s_ = &sl__b_->places_[0];
    if (sl__s_->list_ == 0 || sl__s_->step_ != 0)
        return INT64_MAX;
    const sl_index sl__end_ = sl__device_listed(sl__s_, sl__s_->start_);
    if (sl__end_ >= sl__b_->ends_[0] && sl__end_ <= sl__b_->ends_[1])
        return sl__end_ < sl__b_->lo_[0] ? sl__b_->lo_[0] : sl__end_ > sl__b_->hi_[0] ? sl__b_->hi_[0] : sl__end_;
    sl__device_refuse_end(sl__b_->fault_, sl__end_);
    return sl__b_->lo_[0];
}
/* One past the last index of a dimension, and the extent of an axis, up to there. */
SL__DEVICE_FN int sl__device_hi(const sl__device_box *sl__b_, int sl__d_, int)
{
    return (int)sl__b_->hi_[sl__d_];
}
SL__DEVICE_FN sl_index sl__device_hi(const sl__device_box *sl__b_, int sl__d_, sl_index sl__until_)
{
    return sl__d_ == 0 && sl__until_ < sl__b_->hi_[0] ? sl__until_ : sl__b_->hi_[sl__d_];
}
SL__DEVICE_FN int sl__device_count(const sl__device_box *sl__b_, int sl__axis_, int)
{
    return (int)sl__b_->count_[sl__axis_];
}
SL__DEVICE_FN sl_index sl__device_count(const sl__device_box *sl__b_, int sl__axis_, sl_index sl__until_)
{
    return sl__axis_ == 0 && sl__until_ < INT64_MAX ? sl__until_ - sl__b_->lo_[0] : sl__b_->count_[sl__axis_];
}
/* clang-format off */

/* ---- loops ------------------------------------------------------------------------------------------------- */

#define SL__DEVICE_X(D_, KR_) \
    SL__UNUSED const sl__int_ sl__k##D_##_ = \
        sl__device_index(sl__b_, sl__case_, D_, KR_, sl__cx_, sl__cy_, sl__cz_); \
    const sl__int_ sl__x##D_##_ = sl__device_at(sl__b_, D_, sl__k##D_##_);
#define SL__DEVICE_XS(KR_) SL__CAT(SL__DIMS_, KR_)(SL__DEVICE_X, KR_)

#define SL__DEVICE_AT(A_) sl__device_first(A_, (sl__int_)0)
#define SL__DEVICE_IN(A_, C_) C_ < sl__device_count(sl__b_, A_, sl__until_)

/* Any grid. */
#define SL__DEVICE_AXIS(A_, C_) \
    _Pragma("unroll 1") for (sl__int_ C_ = SL__DEVICE_AT(A_); SL__DEVICE_IN(A_, C_); \
                             C_ += sl__device_step(A_, (sl__int_)0))
#define SL__DEVICE_STRIDE(KR_) SL__CAT(SL__DEVICE_STRIDE_, SL__CAT(SL__AXES_, KR_))
#define SL__DEVICE_STRIDE_1 \
    const sl__int_ sl__cy_ = 0, sl__cz_ = 0; \
    SL__DEVICE_AXIS(0, sl__cx_)
#define SL__DEVICE_STRIDE_2 \
    const sl__int_ sl__cz_ = 0; \
    SL__DEVICE_AXIS(1, sl__cy_) SL__DEVICE_AXIS(0, sl__cx_)
#define SL__DEVICE_STRIDE_3 \
    _Pragma("unroll 1") for (sl__int_ sl__cz_ = sl__device_first_z(sl__b_); SL__DEVICE_IN(2, sl__cz_); \
                             sl__cz_ += sl__device_step_z(sl__b_)) \
        SL__DEVICE_AXIS(1, sl__cy_) SL__DEVICE_AXIS(0, sl__cx_)
/* clang-format on */

/* The arguments are a parameter of the function, unless they are so many that with the others they would not fit into
 * the 4096 bytes that any CUDA takes: then they are in device memory, and the parameter is a pointer. */
enum { SL__DEVICE_PARAMETERS = 4096 - (int)sizeof(sl__device_box) - (int)sizeof(sl__device_reduction) - 64 };
extern "C++" {
template <typename sl__type_, bool sl__fits_> struct sl__device_arguments {
    sl__type_ value_;
    SL__DEVICE_METHOD const sl__type_ *get_() const
    {
        return &value_;
    }
};
template <typename sl__type_> struct sl__device_arguments<sl__type_, false> {
    const sl__type_ *there_;
    SL__DEVICE_METHOD const sl__type_ *get_() const
    {
        return there_;
    }
};
}
#define SL__DEVICE_FITS(K_) (sizeof(struct K_##__args_) <= (size_t)SL__DEVICE_PARAMETERS)
#define SL__DEVICE_ARGUMENTS(K_) const sl__device_arguments<struct K_##__args_, SL__DEVICE_FITS(K_)> sl__p_

/* The loop of a thread, in a launch of the function for any space: the launch's own, or one of several, of which the
 * arguments, the first indices and the extents are in device memory. All else in the box is the same for all of them.
 * It takes registers, so kernels with many arguments have one loop a launch. */
enum { SL__DEVICE_JOINED_BYTES = 256 };
extern "C++" {
template <typename sl__type_, bool sl__joins_> struct sl__device_one {
    const sl__type_ *a_;
    const sl__device_box *b_;
    SL__DEVICE_METHOD sl__device_one(const sl__type_ *sl__p_, const sl__device_box *sl__q_) : a_(sl__p_), b_(sl__q_) {}
    SL__DEVICE_METHOD const sl__type_ *arguments_() const
    {
        return a_;
    }
    SL__DEVICE_METHOD const sl__device_box *space_() const
    {
        return b_;
    }
};
template <typename sl__type_> struct sl__device_one<sl__type_, true> {
    sl__type_ a_;
    sl__device_box b_;
    SL__DEVICE_METHOD sl__device_one(const sl__type_ *sl__p_, const sl__device_box *sl__q_) : b_(*sl__q_)
    {
        if (sl__q_->loops_ == 0) {
            a_ = *sl__p_;
            return;
        }
        const char *const sl__loop_ = sl__q_->loops_ + blockIdx.z / sl__q_->loop_grid_ * sl__q_->loop_bytes_;
        const sl__device_box *const sl__own_ = (const sl__device_box *)sl__loop_;
        a_ = *(const sl__type_ *)(sl__loop_ + SL__DEVICE_BOX_BYTES);
        _Pragma("unroll") for (int sl__d_ = 0; sl__d_ < SL_MAX_RANK; ++sl__d_)
            b_.lo_[sl__d_] = sl__own_->lo_[sl__d_];
        _Pragma("unroll") for (int sl__x_ = 0; sl__x_ < 3; ++sl__x_)
            b_.count_[sl__x_] = sl__own_->count_[sl__x_];
        b_.shift_ = sl__own_->shift_;
    }
    SL__DEVICE_METHOD const sl__type_ *arguments_() const
    {
        return &a_;
    }
    SL__DEVICE_METHOD const sl__device_box *space_() const
    {
        return &b_;
    }
};
}
/* Whether a kernel's loops may be joined so: its arguments are views and values. */
#ifdef SL_BOUNDS_CHECK
#define SL__DEVICE_JOINS(E_, K_, ...) 0
#else
#define SL__DEVICE_JOINS(E_, K_, ...) \
    (sizeof(struct K_##__args_) <= SL__DEVICE_JOINED_BYTES E_(SL__DEVICE_JOINED, K_, __VA_ARGS__))
#endif
#define SL__DEVICE_JOINED(K_, I_, W_) SL__BY_CLASS(SL__DEVICE_JOINED_, K_, I_, W_)
#define SL__DEVICE_JOINED_sl__value(...)
#define SL__DEVICE_JOINED_sl__view(...)
#define SL__DEVICE_JOINED_sl__result(...) &&0
#define SL__DEVICE_JOINED_sl__scatter(...) &&0
#define SL__DEVICE_JOINED_sl__pack(...) &&0
#define SL__DEVICE_JOINED_sl__mapped(...) &&0
#define SL__DEVICE_JOINED_sl__array(...) &&0

#define SL__DEVICE_UNPACK(E_, K_, CASE_, INT_, ...) \
    sl__device_begin(); \
    SL__UNUSED const struct K_##__args_ *const sl__a_ = sl__p_.get_(); \
    const sl__device_box *const sl__b_ = &sl__q_; \
    SL__DEVICE_UNPACK_VIEWS(E_, K_, CASE_, INT_, __VA_ARGS__)
/* The same in a launch that may be several loops of the kernel. */
#define SL__DEVICE_UNPACK_ONE_OF(E_, K_, CASE_, INT_, ...) \
    sl__device_begin(); \
    const sl__device_one<struct K_##__args_, (SL__DEVICE_JOINS(E_, K_, __VA_ARGS__))> \
        sl__one_(sl__p_.get_(), &sl__q_); \
    SL__UNUSED const struct K_##__args_ *const sl__a_ = sl__one_.arguments_(); \
    const sl__device_box *const sl__b_ = sl__one_.space_(); \
    SL__DEVICE_UNPACK_VIEWS(E_, K_, CASE_, INT_, __VA_ARGS__)
#define SL__DEVICE_UNPACK_VIEWS(E_, K_, CASE_, INT_, ...) \
    enum { sl__case_ = CASE_, sl__read_ = CASE_ }; \
    typedef INT_ sl__int_; \
    if (sl__b_->failed_ && (*sl__b_->failed_ & sl__b_->depends_)) /* what it would read is not there */ \
        return; \
    SL__UNUSED const sl__int_ sl__until_ = sl__device_until(sl__b_, (sl__int_)0); \
    SL__ITERATION_INDICES \
    E_(SL__UNPACK, K_, __VA_ARGS__)

/* clang-format off */
/* ---- what SL_KERNEL becomes -------------------------------------------------------------------------------- */

#define SL__DEVICE_BODY(FORM_, E_, K_, X_, KR_, ...) \
    static __device__ __forceinline__ void K_##__body_(SL__UNUSED SL__FAULT_TYPE(sl__fault_), \
        SL__UNUSED const int sl__sequential_, SL__UNUSED const int SL__FINAL(FORM_), \
        SL__IX_6(sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_, sl__h5_), SL__BODY_AT(FORM_)(X_, KR_) \
        E_(SL__BODY, K_, __VA_ARGS__))
#define SL__DEVICE_BOUND_sl__loop(THREADS_, BLOCKS_, ...) + (THREADS_)
#define SL__DEVICE_BOUND_sl__teams SL__DEVICE_BOUND_sl__loop
#define SL__DEVICE_BOUND_sl__reduce(...)
#define SL__DEVICE_BOUND_sl__scan(...)
#define SL__DEVICE_JOINS_sl__loop SL__DEVICE_JOINS
#define SL__DEVICE_NAME(NAME_, CASE_, ORDER_, MAP_, TAKES_, K_) (const void *)K_##__##NAME_##_cuda_,
#define SL__KERNEL5(FORM_, E_, K_, X_, KR_, ...) \
    struct K_##__args_ { \
        SL__PACKED_FIRST(FORM_) \
        E_(SL__FIELD, K_, __VA_ARGS__) \
    }; \
    E_(SL__MAPPING, K_, __VA_ARGS__) \
    SL__DEVICE_BODY(FORM_, E_, K_, X_, KR_, __VA_ARGS__); \
    SL__DEVICE_FUNCTIONS_##FORM_(E_, K_, KR_, __VA_ARGS__) \
    SL__EXTERN_C const sl_kernel K_##__kernel; /* calls of it may stand in its file */ \
    SL__EXTERN_C SL__SUBMIT_HEAD(E_, K_, __VA_ARGS__); \
    SL__SIGNATURE(E_, K_, X_, __VA_ARGS__); \
    extern "C" const sl__device_code K_##__cuda; \
    const sl__device_code K_##__cuda = {SL__ABI, SL__BOUNDS_CHECKED, SL__DEVICE_TURNS_##FORM_(E_, KR_, __VA_ARGS__), \
        !SL__DEVICE_FITS(K_), \
        {SL__LAYOUT_CASES(SL__DEVICE_NAME, K_)(const void *)K_##__any_cuda_, (const void *)K_##__wide_cuda_, \
         SL__DEVICE_COPIES_##FORM_(E_, K_, __VA_ARGS__)}, \
        0 SL__BOUNDS(SL__DEVICE_BOUND_##FORM_, ~), SL__DEVICE_JOINS_##FORM_(E_, K_, __VA_ARGS__)}; \
    SL__DEVICE_BODY(FORM_, E_, K_, X_, KR_, __VA_ARGS__)
/* clang-format on */

/* Values of a built-in type, and structs, which go by words: to other lanes of the warp, by a shuffle; from and to
 * memory that other blocks of the launch write and read. */
extern "C++" {
template <typename sl__type_, typename sl__shuffle_>
SL__DEVICE_FN sl__type_ sl__device_shuffle(const sl__type_ &sl__v_, sl__shuffle_ sl__by_)
{
    if constexpr (SL__TYPE_CODE(sl__type_) != 0) {
        return (sl__type_)sl__by_(sl__v_);
    } else {
        unsigned sl__w_[(sizeof(sl__type_) + 3) / 4] = {0};
        sl__type_ sl__o_;
        memcpy(sl__w_, &sl__v_, sizeof sl__v_);
        _Pragma("unroll") for (unsigned sl__k_ = 0; sl__k_ < sizeof sl__w_ / sizeof *sl__w_; ++sl__k_)
            sl__w_[sl__k_] = sl__by_(sl__w_[sl__k_]);
        memcpy(&sl__o_, sl__w_, sizeof sl__o_);
        return sl__o_;
    }
}
/* From a lane so many further on, so many before, or of a number. */
template <typename sl__type_> SL__DEVICE_FN sl__type_ sl__device_down(const sl__type_ &sl__v_, int sl__width_)
{
    return sl__device_shuffle(sl__v_,
                              [=](auto sl__one_) { return __shfl_down_sync(0xffffffffu, sl__one_, sl__width_); });
}
template <typename sl__type_> SL__DEVICE_FN sl__type_ sl__device_up(const sl__type_ &sl__v_, int sl__width_)
{
    return sl__device_shuffle(sl__v_, [=](auto sl__one_) { return __shfl_up_sync(0xffffffffu, sl__one_, sl__width_); });
}
template <typename sl__type_> SL__DEVICE_FN sl__type_ sl__device_of_lane(const sl__type_ &sl__v_, int sl__lane_)
{
    return sl__device_shuffle(sl__v_, [=](auto sl__one_) { return __shfl_sync(0xffffffffu, sl__one_, sl__lane_); });
}
/* Only what is in memory is volatile: a value that were would have to be there, too, while the loop runs. */
template <int sl__align_> struct sl__device_word {
    typedef unsigned char type_;
};
template <> struct sl__device_word<4> {
    typedef unsigned type_;
};
template <> struct sl__device_word<8> {
    typedef unsigned long long type_;
};
template <typename sl__type_>
using sl__device_words = typename sl__device_word<(alignof(sl__type_) > 8 ? 8 : alignof(sl__type_))>::type_;
template <typename sl__type_> SL__DEVICE_FN void sl__device_put(sl__type_ *sl__to_, const sl__type_ &sl__v_)
{
    if constexpr (SL__TYPE_CODE(sl__type_) != 0) {
        *(volatile sl__type_ *)sl__to_ = sl__v_;
    } else {
        sl__device_words<sl__type_> sl__w_[sizeof(sl__type_) / sizeof(sl__device_words<sl__type_>)];
        memcpy(sl__w_, &sl__v_, sizeof sl__v_);
        _Pragma("unroll") for (unsigned sl__k_ = 0; sl__k_ < sizeof sl__w_ / sizeof *sl__w_; ++sl__k_)
            ((volatile sl__device_words<sl__type_> *)sl__to_)[sl__k_] = sl__w_[sl__k_];
    }
}
template <typename sl__type_> SL__DEVICE_FN sl__type_ sl__device_get(const sl__type_ *sl__from_)
{
    if constexpr (SL__TYPE_CODE(sl__type_) != 0) {
        return *(const volatile sl__type_ *)sl__from_;
    } else {
        sl__device_words<sl__type_> sl__w_[sizeof(sl__type_) / sizeof(sl__device_words<sl__type_>)];
        sl__type_ sl__v_;
        _Pragma("unroll") for (unsigned sl__k_ = 0; sl__k_ < sizeof sl__w_ / sizeof *sl__w_; ++sl__k_)
            sl__w_[sl__k_] = ((const volatile sl__device_words<sl__type_> *)sl__from_)[sl__k_];
        memcpy(&sl__v_, sl__w_, sizeof sl__v_);
        return sl__v_;
    }
}
}

#endif
#endif
