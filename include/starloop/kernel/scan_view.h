/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scans of views: the packed arguments, and their code for devices, which codelets/scan.c makes.
 *
 * The space says how a line is scanned. Where lines are short a thread has one; where they are many a CUDA block has
 * one, tile after tile; else all CUDA blocks have tiles of one line (kernel/scan_device.h). A thread has neighbouring
 * elements of a tile, which come and go by way of shared memory.
 */
#ifndef STARLOOP_KERNEL_SCAN_VIEW_H
#define STARLOOP_KERNEL_SCAN_VIEW_H

#include <starloop/complex.h>
#include <starloop/kernel/abi.h>
#include <starloop/kernel/operators.h>
#include <starloop/location.h>
#ifdef __CUDACC__
#include <starloop/kernel/scan_device.h>
#endif

/** Room for a value of any type that is scanned, in its first bytes. */
typedef struct sl__scanned {
    uint64_t words_[2];
} sl__scanned;

/** The operators of scans of views; of complex numbers and of values with their places, too. */
enum {
    SL__SCAN_SUM = 0,
    SL__SCAN_MIN,
    SL__SCAN_MAX,
    SL__SCAN_PROD,
    SL__SCAN_BAND,
    SL__SCAN_BOR,
    SL__SCAN_BXOR,
    SL__SCAN_OPERATORS
};

/** The first argument of the kernels of sl_scan_inclusive() and sl_scan_exclusive(); the others are the views. */
typedef struct sl__scan_call {
    int op_;         /**< SL__SCAN_SUM, ... */
    int rank_, dim_; /**< of the views; along which */
    int exclusive_;  /**< an element does not count for its own place */
    int in_place_;   /**< there is one view, at the place of the second */
    int unused_;
    sl__scanned initial_; /**< what a line begins with */
    sl__scanned neutral_; /**< what can be joined to anything */
} sl__scan_call;

/** A view of rank 6 in the packed arguments; of a lower rank the strides, and behind them the extents, are fewer. */
typedef struct sl__scan_slot {
    void *data_;
    sl_index geometry_[2 * SL_MAX_RANK];
} sl__scan_slot;

/** The packed arguments of these kernels, of whatever rank. */
typedef struct sl__scan_args {
    sl__scan_call call_;
    sl__scan_slot x_, y_; /**< x_ is not set where the scan is in place */
} sl__scan_args;

/** How a device goes through the lines: sl__device_scan.items_. */
enum {
    SL__SCAN_BY_THREAD = 0, /**< a thread has a line */
    SL__SCAN_BY_BLOCK = -1, /**< a CUDA block has a line */
    SL__SCAN_BY_ALL = 1,    /**< all have one line */
    SL__SCAN_SHORT = 64,    /**< elements of a line that is short */
    SL__SCAN_MANY = 128     /**< so many lines are many */
};
/** Elements of a thread in a tile, and of the tile, for elements of so many bytes: they fit its shared memory. A
 * thread's are neighbours, an odd number, so that threads find theirs in different banks. sl-bench --device=cuda
 * --case=scan */
#define SL__SCAN_ITEMS_OF(BYTES_) ((BYTES_) > 8 ? 11 : 21)
#define SL__SCAN_TILE_OF(BYTES_) (SL__SCAN_ITEMS_OF(BYTES_) * SL__DEVICE_SCAN_THREADS)

/* clang-format off */
/* The types of scans: X_(name, type, the unsigned type of integers, kind), the built-in ones first and by their codes.
 * SL__SCAN_VIEWS is what codelets/scan.c is made of: their code for devices with nvcc, the way to that without. */
#define SL__SCAN_TYPES(X_) \
    X_(float, float, float, FRACTION) \
    X_(double, double, double, FRACTION) \
    X_(int8, int8_t, uint8_t, INTEGER) \
    X_(int16, int16_t, uint16_t, INTEGER) \
    X_(int32, int32_t, uint32_t, INTEGER) \
    X_(int64, int64_t, uint64_t, INTEGER) \
    X_(uint8, uint8_t, uint8_t, INTEGER) \
    X_(uint16, uint16_t, uint16_t, INTEGER) \
    X_(uint32, uint32_t, uint32_t, INTEGER) \
    X_(uint64, uint64_t, uint64_t, INTEGER) \
    X_(complex, sl_complex, ~, COMPLEX) \
    X_(complexf, sl_complexf, ~, COMPLEX) \
    X_(loc_float, sl_loc_float, ~, PLACE) \
    X_(loc_double, sl_loc_double, ~, PLACE) \
    X_(loc_int8, sl_loc_int8_t, ~, PLACE) \
    X_(loc_int16, sl_loc_int16_t, ~, PLACE) \
    X_(loc_int32, sl_loc_int32_t, ~, PLACE) \
    X_(loc_int64, sl_loc_int64_t, ~, PLACE) \
    X_(loc_uint8, sl_loc_uint8_t, ~, PLACE) \
    X_(loc_uint16, sl_loc_uint16_t, ~, PLACE) \
    X_(loc_uint32, sl_loc_uint32_t, ~, PLACE) \
    X_(loc_uint64, sl_loc_uint64_t, ~, PLACE)
/* The operators of each kind, in the order of their numbers: X_(word, type), or NONE_(). Sums and products of integers
 * are those of the unsigned type: they wrap. */
#define SL__SCAN_OF_FRACTION(X_, NONE_, T_, U_) X_(sum, T_) X_(min, T_) X_(max, T_) X_(prod, T_) NONE_() NONE_() NONE_()
#define SL__SCAN_OF_INTEGER(X_, NONE_, T_, U_) \
    X_(sum, U_) X_(min, T_) X_(max, T_) X_(prod_wrapped, U_) X_(band, U_) X_(bor, U_) X_(bxor, U_)
#define SL__SCAN_OF_COMPLEX(X_, NONE_, T_, U_) \
    X_(sum_complex, T_) NONE_() NONE_() X_(prod_complex, T_) NONE_() NONE_() NONE_()
#define SL__SCAN_OF_PLACE(X_, NONE_, T_, U_) \
    NONE_() X_(minloc, T_) X_(maxloc, T_) NONE_() NONE_() NONE_() NONE_()
/* In no int, which a product of 16 bits overflows. */
#define SL__JOIN_SL_OPERATOR_prod_wrapped(A_, B_) (A_) = 1u * (A_) * (B_)
/* clang-format on */

SL_BEGIN_DECLS
/** Gives a kernel of a scan its code for devices. @param[in] number_  of the type in SL__SCAN_TYPES */
void sl__scan_set_code(sl_kernel *kernel_, int number_);
SL_END_DECLS

#ifdef __CUDACC__
extern "C++" {
SL__SCAN_JOINER(prod_wrapped)
SL__SCAN_JOINER(sum_complex)
SL__SCAN_JOINER(prod_complex)
SL__SCAN_JOINER(minloc)
SL__SCAN_JOINER(maxloc)

/* The lines of a call. */
template <typename sl__type_> struct sl__scan_lines_of {
    const sl__type_ *x_;
    sl__type_ *y_;
    const sl_index *sx_, *sy_, *n_;
    int rank_, dim_, turned_; /* neighbours are those along the first dimension */
    sl_index count_, length_;

    SL__DEVICE_METHOD sl__scan_lines_of(const sl__scan_args &sl__a_)
    {
        const sl__scan_slot &sl__x_ = sl__a_.call_.in_place_ ? sl__a_.y_ : sl__a_.x_;
        rank_ = sl__a_.call_.rank_;
        dim_ = sl__a_.call_.dim_;
        x_ = (const sl__type_ *)sl__x_.data_;
        y_ = (sl__type_ *)sl__a_.y_.data_;
        sx_ = sl__x_.geometry_;
        sy_ = sl__a_.y_.geometry_;
        n_ = sy_ + rank_;
        turned_ = sy_[0] < sy_[rank_ - 1];
        length_ = n_[dim_];
        count_ = 1;
        for (int sl__d_ = 0; sl__d_ < rank_; ++sl__d_)
            count_ *= sl__d_ == dim_ ? 1 : n_[sl__d_];
    }
    /* Where a line begins. */
    SL__DEVICE_METHOD void find_(sl_index sl__line_, const sl__type_ *&sl__x_, sl__type_ *&sl__y_) const
    {
        sl__x_ = x_;
        sl__y_ = y_;
        for (int sl__k_ = 0; sl__k_ < rank_; ++sl__k_) {
            const int sl__d_ = turned_ ? sl__k_ : rank_ - 1 - sl__k_;
            if (sl__d_ == dim_)
                continue;
            sl__x_ += sl__line_ % n_[sl__d_] * sx_[sl__d_];
            sl__y_ += sl__line_ % n_[sl__d_] * sy_[sl__d_];
            sl__line_ /= n_[sl__d_];
        }
    }
};

/* Shared memory of a CUDA block. */
template <typename sl__type_> struct sl__scan_room {
    sl__type_ tile_[SL__SCAN_TILE_OF(sizeof(sl__type_))], warps_[SL__SCAN_WARPS], prefix_;
};

/* Between memory and shared memory, neighbours by neighbouring threads. A whole tile without gaps takes all of a
 * thread's elements at a time. */
template <typename sl__type_>
SL__DEVICE_FN void sl__scan_read(sl__type_ *sl__room_, const sl__type_ *sl__x_, sl_index sl__stride_, int sl__size_,
                                 sl__type_ sl__neutral_, int sl__skipped_, const sl__type_ *sl__recalled_)
{
    enum { sl__items_ = SL__SCAN_ITEMS_OF(sizeof(sl__type_)), sl__tile_size_ = SL__SCAN_TILE_OF(sizeof(sl__type_)) };
    const int sl__thread_ = sl__device_thread();
    if (sl__size_ == sl__tile_size_ && sl__stride_ == 1 && sl__skipped_ == 0) {
        sl__type_ sl__v_[sl__items_];
        _Pragma("unroll") for (int sl__k_ = 0; sl__k_ < sl__items_; ++sl__k_) sl__v_[sl__k_] =
            sl__x_[sl__k_ * SL__DEVICE_SCAN_THREADS + sl__thread_];
        _Pragma("unroll") for (int sl__k_ = 0; sl__k_ < sl__items_; ++sl__k_)
            sl__room_[sl__k_ * SL__DEVICE_SCAN_THREADS + sl__thread_] = sl__v_[sl__k_];
        return;
    }
    for (int sl__i_ = sl__thread_; sl__i_ < sl__tile_size_; sl__i_ += SL__DEVICE_SCAN_THREADS)
        sl__room_[sl__i_] = sl__i_ < sl__skipped_ ? sl__recalled_[SL__SCAN_CARRIED + sl__i_]
                            : sl__i_ < sl__size_  ? sl__x_[sl__i_ * sl__stride_]
                                                  : sl__neutral_;
}
template <typename sl__type_>
SL__DEVICE_FN void sl__scan_write(const sl__type_ *sl__room_, sl__type_ *sl__y_, sl_index sl__stride_, int sl__size_,
                                  int sl__skipped_)
{
    enum { sl__items_ = SL__SCAN_ITEMS_OF(sizeof(sl__type_)), sl__tile_size_ = SL__SCAN_TILE_OF(sizeof(sl__type_)) };
    const int sl__thread_ = sl__device_thread();
    if (sl__size_ == sl__tile_size_ && sl__stride_ == 1 && sl__skipped_ == 0) {
        _Pragma("unroll") for (int sl__k_ = 0; sl__k_ < sl__items_; ++sl__k_)
            sl__y_[sl__k_ * SL__DEVICE_SCAN_THREADS + sl__thread_] =
                sl__room_[sl__k_ * SL__DEVICE_SCAN_THREADS + sl__thread_];
        return;
    }
    for (int sl__i_ = sl__thread_; sl__i_ < sl__size_; sl__i_ += SL__DEVICE_SCAN_THREADS)
        if (sl__i_ >= sl__skipped_)
            sl__y_[sl__i_ * sl__stride_] = sl__room_[sl__i_];
}

/* What a part of cut lines has besides, of sl__device_scan; known when it is compiled where lines are whole, which took
 * a twentieth longer without. */
template <bool sl__cut_> struct sl__scan_ends {
    const char *before_;
    char *behind_;
    sl_index first_, skipped_;
    SL__DEVICE_METHOD sl__scan_ends(const sl__device_scan &sl__s_)
        : before_(sl__s_.before_), behind_(sl__s_.behind_), first_(sl__s_.first_), skipped_(sl__s_.skipped_)
    {
    }
};
template <> struct sl__scan_ends<false> {
    enum : sl_index { first_ = 0, skipped_ = 0 };
    static constexpr const char *before_ = NULL;
    static constexpr char *behind_ = NULL;
    SL__DEVICE_METHOD sl__scan_ends(const sl__device_scan &)
    {
    }
};

/* Where a line of a part has what it begins with, or leaves what it has come to. NULL where @p sl__carry_ is. */
template <typename sl__type_>
SL__DEVICE_FN sl__type_ *sl__scan_carried(const char *sl__carry_, int sl__shared_, sl_index sl__line_)
{
    const int sl__each_ = sl__shared_ ? SL__SCAN_CARRIED + SL__SCAN_TILE_OF(sizeof(sl__type_)) : 1;
    return sl__carry_ ? (sl__type_ *)sl__carry_ + sl__line_ * sl__each_ : (sl__type_ *)0;
}
template <typename sl__type_>
SL__DEVICE_FN sl__type_ sl__scan_begin(const sl__scan_call &sl__c_, const sl__type_ *sl__recalled_)
{
    return sl__recalled_ ? *sl__recalled_ : *(const sl__type_ *)&sl__c_.initial_;
}

/* A tile of a line. With links all CUDA blocks have tiles of it, of which there are sl__tiles_; else this one has them
 * all. @return what has come before, joined with the tile. */
template <typename sl__joiner_, typename sl__type_, typename sl__ends_>
SL__DEVICE_FN sl__type_ sl__scan_tile(const sl__scan_lines_of<sl__type_> &sl__l_, const sl__scan_call &sl__c_,
                                      const sl__ends_ &sl__r_, sl__scan_room<sl__type_> &sl__s_,
                                      const sl__type_ *sl__x_, sl__type_ *sl__y_, sl_index sl__line_,
                                      sl_index sl__tiles_, sl_index sl__tile_, struct sl__device_link *sl__links_,
                                      sl__type_ sl__before_)
{
    enum { sl__items_ = SL__SCAN_ITEMS_OF(sizeof(sl__type_)), sl__tile_size_ = SL__SCAN_TILE_OF(sizeof(sl__type_)) };
    sl__type_ *const sl__room_ = sl__s_.tile_;
    const int sl__thread_ = sl__device_thread();
    const sl_index sl__from_ = sl__tile_ * sl__tile_size_ - sl__r_.skipped_, sl__left_ = sl__l_.length_ - sl__from_;
    const int sl__skipped_ = sl__tile_ == 0 ? (int)sl__r_.skipped_ : 0;
    const sl__type_ *const sl__recalled_ =
        sl__links_ ? sl__scan_carried<sl__type_>(sl__r_.before_, 1, sl__line_) : (sl__type_ *)0;
    sl__type_ *const sl__noted_ =
        sl__links_ ? sl__scan_carried<sl__type_>(sl__r_.behind_, 1, sl__line_) : (sl__type_ *)0;
    const int sl__size_ = sl__left_ < sl__tile_size_ ? (int)sl__left_ : (int)sl__tile_size_;
    const sl_index sl__sx_ = sl__l_.sx_[sl__l_.dim_], sl__sy_ = sl__l_.sy_[sl__l_.dim_];
    const sl__type_ sl__neutral_ = *(const sl__type_ *)&sl__c_.neutral_;
    __syncthreads();
    sl__scan_read(sl__room_, sl__x_ + sl__from_ * sl__sx_, sl__sx_, sl__size_, sl__neutral_, sl__skipped_,
                  sl__recalled_);
    __syncthreads();
    if (sl__noted_ && sl__size_ < sl__tile_size_) /* the next part has the rest of the tile */
        for (int sl__i_ = sl__thread_; sl__i_ < sl__size_; sl__i_ += SL__DEVICE_SCAN_THREADS)
            sl__noted_[SL__SCAN_CARRIED + sl__i_] = sl__room_[sl__i_];
    sl__type_ sl__sum_ = sl__neutral_, sl__all_;
    _Pragma("unroll") for (int sl__k_ = 0; sl__k_ < sl__items_; ++sl__k_)
        sl__joiner_::join_(sl__sum_, sl__room_[sl__thread_ * sl__items_ + sl__k_]);
    const sl__type_ sl__prefix_ = sl__scan_block<sl__joiner_>(sl__sum_, sl__neutral_, sl__s_.warps_, &sl__all_);
    if (sl__links_) {
        if (sl__thread_ < SL__SCAN_WARP) {
            const sl__type_ sl__v_ =
                sl__scan_of_part<sl__joiner_>(sl__r_, sl__links_, sl__tiles_, sl__tile_, sl__all_, sl__neutral_,
                                              sl__before_, sl__recalled_, sl__noted_, sl__size_ == sl__tile_size_);
            if (sl__thread_ == 0)
                sl__s_.prefix_ = sl__v_;
        }
        __syncthreads();
        sl__before_ = sl__s_.prefix_;
    }
    sl__sum_ = sl__before_;
    sl__joiner_::join_(sl__sum_, sl__prefix_);
    _Pragma("unroll") for (int sl__k_ = 0; sl__k_ < sl__items_; ++sl__k_)
    {
        sl__type_ &sl__spot_ = sl__room_[sl__thread_ * sl__items_ + sl__k_];
        const sl__type_ sl__v_ = sl__spot_;
        if (sl__c_.exclusive_)
            sl__spot_ = sl__sum_;
        sl__joiner_::join_(sl__sum_, sl__v_);
        if (!sl__c_.exclusive_)
            sl__spot_ = sl__sum_;
    }
    __syncthreads();
    sl__scan_write(sl__room_, sl__y_ + sl__from_ * sl__sy_, sl__sy_, sl__size_, sl__skipped_);
    sl__joiner_::join_(sl__before_, sl__all_);
    return sl__before_;
}

/* A thread's line. */
template <typename sl__joiner_, typename sl__type_, typename sl__ends_>
SL__DEVICE_FN void sl__scan_line(const sl__scan_lines_of<sl__type_> &sl__l_, const sl__scan_call &sl__c_,
                                 const sl__ends_ &sl__r_, sl_index sl__line_)
{
    const sl__type_ *sl__x_;
    sl__type_ *sl__y_, sl__sum_ = sl__scan_begin(sl__c_, sl__scan_carried<sl__type_>(sl__r_.before_, 0, sl__line_));
    sl__l_.find_(sl__line_, sl__x_, sl__y_);
    for (sl_index sl__i_ = 0; sl__i_ < sl__l_.length_; ++sl__i_) {
        const sl__type_ sl__v_ = sl__x_[sl__i_ * sl__l_.sx_[sl__l_.dim_]];
        if (sl__c_.exclusive_)
            sl__y_[sl__i_ * sl__l_.sy_[sl__l_.dim_]] = sl__sum_;
        sl__joiner_::join_(sl__sum_, sl__v_);
        if (!sl__c_.exclusive_)
            sl__y_[sl__i_ * sl__l_.sy_[sl__l_.dim_]] = sl__sum_;
    }
    if (sl__r_.behind_)
        *sl__scan_carried<sl__type_>(sl__r_.behind_, 0, sl__line_) = sl__sum_;
}

template <typename sl__joiner_, typename sl__type_, bool sl__cut_>
SL__DEVICE_FN void sl__scan_lines(const sl__scan_args &sl__a_, const sl__device_reduction &sl__r_,
                                  sl__scan_room<sl__type_> &sl__room_)
{
    const sl__scan_lines_of<sl__type_> sl__l_(sl__a_);
    const sl__device_scan &sl__s_ = sl__r_.scan_;
    const sl__scan_ends<sl__cut_> sl__e_(sl__s_);
    const sl__type_ *sl__x_;
    sl__type_ *sl__y_;
    if (sl__s_.items_ == SL__SCAN_BY_THREAD) {
        const sl_index sl__step_ = (sl_index)sl__device_blocks() * SL__DEVICE_SCAN_THREADS;
        sl_index sl__line_ = (sl_index)sl__device_block() * SL__DEVICE_SCAN_THREADS + sl__device_thread();
        for (; sl__line_ < sl__l_.count_; sl__line_ += sl__step_)
            sl__scan_line<sl__joiner_>(sl__l_, sl__a_.call_, sl__e_, sl__line_);
        return;
    }
    const sl_index sl__tiles_ = (sl__e_.skipped_ + sl__l_.length_ - 1) / SL__SCAN_TILE_OF(sizeof(sl__type_)) + 1;
    const sl_index sl__links_ = sl__s_.used_ / sl__l_.count_;
    const int sl__shared_ = sl__s_.items_ != SL__SCAN_BY_BLOCK;
    sl_index sl__line_ = sl__device_block(), sl__tile_ = 0;
    for (sl__type_ sl__before_;; ++sl__tile_) {
        if (sl__shared_) {
            const sl_index sl__k_ = sl__scan_take(&sl__s_);
            if (sl__k_ >= sl__r_.tiles_)
                break;
            sl__line_ = sl__k_ / sl__tiles_;
            sl__tile_ = sl__k_ % sl__tiles_;
        } else if (sl__tile_ == sl__tiles_) {
            if (sl__e_.behind_ && sl__device_thread() == 0)
                *sl__scan_carried<sl__type_>(sl__e_.behind_, 0, sl__line_) = sl__before_;
            sl__line_ += sl__device_blocks();
            sl__tile_ = 0;
        }
        if (sl__line_ >= sl__l_.count_)
            break;
        if (sl__shared_ || sl__tile_ == 0)
            sl__before_ =
                sl__scan_begin(sl__a_.call_, sl__scan_carried<sl__type_>(sl__e_.before_, sl__shared_, sl__line_));
        sl__l_.find_(sl__line_, sl__x_, sl__y_);
        sl__before_ = sl__scan_tile<sl__joiner_>(
            sl__l_, sl__a_.call_, sl__e_, sl__room_, sl__x_, sl__y_, sl__line_, sl__tiles_, sl__tile_,
            sl__shared_ ? sl__s_.links_ + sl__line_ * sl__links_ : (struct sl__device_link *)0, sl__before_);
    }
    if (sl__shared_)
        sl__scan_leave(&sl__s_, sl__r_.ticket_);
}

/* Of one type and operator. */
template <typename sl__joiner_, typename sl__type_>
static __global__ void __launch_bounds__(SL__DEVICE_SCAN_THREADS, 4)
    sl__scan_views(const sl__scan_args sl__a_, const sl__device_box sl__q_, const sl__device_reduction sl__r_)
{
    sl__device_begin();
    if (sl__q_.failed_ && (*sl__q_.failed_ & sl__q_.depends_))
        return;
    __shared__ sl__scan_room<sl__type_> sl__room_;
    if (sl__r_.scan_.before_ || sl__r_.scan_.behind_)
        sl__scan_lines<sl__joiner_, sl__type_, true>(sl__a_, sl__r_, sl__room_);
    else
        sl__scan_lines<sl__joiner_, sl__type_, false>(sl__a_, sl__r_, sl__room_);
}
}

/* The code of one type, by the operator. */
#define SL__SCAN_FUNCTION(WORD_, TYPE_) (const void *)sl__scan_views<sl__joiner_SL_OPERATOR_##WORD_, TYPE_>,
#define SL__SCAN_VIEW(NAME_, TYPE_, UNSIGNED_, KIND_) \
    extern "C" const sl__device_code sl__scan_##NAME_##__cuda; \
    const sl__device_code sl__scan_##NAME_##__cuda = { \
        SL__ABI, 0, 1, 0, {SL__SCAN_OF_##KIND_(SL__SCAN_FUNCTION, SL__SCAN_NO_FUNCTION, TYPE_, UNSIGNED_)}};
#define SL__SCAN_NO_FUNCTION() 0,
static_assert((int)SL__DEVICE_FUNCTIONS >= (int)SL__SCAN_OPERATORS, "room for a function for each operator");
#define SL__SCAN_VIEWS SL__SCAN_TYPES(SL__SCAN_VIEW)
#else
/* clang-format off */
#define SL__SCAN_VIEW(NAME_, TYPE_, UNSIGNED_, KIND_) \
    SL__EXTERN_C const sl__device_code sl__scan_##NAME_##__cuda SL__WEAK;
#define SL__SCAN_CODE(NAME_, TYPE_, UNSIGNED_, KIND_) &sl__scan_##NAME_##__cuda,
#define SL__SCAN_VIEWS \
    SL__SCAN_TYPES(SL__SCAN_VIEW) \
    void sl__scan_set_code(sl_kernel *sl__kernel_, int sl__number_) \
    { \
        static const sl__device_code *const sl__codes_[] = {SL__SCAN_TYPES(SL__SCAN_CODE)}; \
        sl__kernel_->cuda = sl__codes_[sl__number_]; \
    }
/* clang-format on */
#endif
#endif
