/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reductions in CUDA: part of starloop/kernel/forms.h.
 *
 * The tiles, lanes and order of a reduction depend on the space alone (doc/spec/reductions.md): the result is
 * bitwise the same for any block, grid and layout. The function SL__DEVICE_WIDE can also take the blocks and lanes of a
 * CPU as its tiles: a CUDA block is as many threads as such a block has lanes, and the result has the bits of a CPU.
 */
#ifndef STARLOOP_KERNEL_FORM_REDUCE_DEVICE_H
#define STARLOOP_KERNEL_FORM_REDUCE_DEVICE_H

#include <starloop/kernel/device.h>
#include <starloop/kernel/form_reduce.h>

#ifdef __CUDACC__

enum { SL__DEVICE_WARP = 32 };

/* Each of these acts on the reductions of a kernel only. */
/* Of up to 16 arguments each reduction has shared memory of its own; of more, or of structs, which it might not hold,
 * all have the same in turn. */
#define SL__DEVICE_ROOM_OF(E_, K_, ...) SL__CAT(SL__DEVICE_ROOM_, SL__IN_TURN(E_, K_, __VA_ARGS__))(E_, K_, __VA_ARGS__)
#define SL__IN_TURN(E_, K_, ...) SL__IN_TURN2(E_(SL__OF_STRUCT, K_, __VA_ARGS__) ~, SL__CAT(SL__MORE_THAN_FEW_, E_), ~)
#define SL__IN_TURN2(...) SL__SECOND(__VA_ARGS__)
#define SL__OF_STRUCT(K_, I_, W_) SL__FOR_RESULT(SL__OF_STRUCT_RESULT, K_, I_, W_)
#define SL__OF_STRUCT_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) SL__BY_OPERATOR(SL__OF_STRUCT_, O_)
#define SL__OF_STRUCT_number
#define SL__OF_STRUCT_struct ~, 1,
#define SL__WIDTH(K_, I_, W_) SL__FOR_RESULT(SL__WIDTH_RESULT, K_, I_, W_)
#define SL__WIDTH_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) | ((sizeof(T_) + 7) / 8)
#define SL__DEVICE_IDENTITY(T_, O_, I_, N_) SL__BY_OPERATOR(SL__DEVICE_IDENTITY_, O_)(T_, O_, I_, N_)
#define SL__DEVICE_IDENTITY_number(T_, O_, I_, N_) const T_ N_##__i_ = *(const T_ *)&sl__r_.identity_[I_];
#define SL__DEVICE_IDENTITY_struct(T_, O_, I_, N_) \
    T_ N_##__i_; \
    SL__IDENTITY_##O_(N_##__i_, &sl__r_.identity_[I_], &sl__r_.smallest_[I_]);
#define SL__DEVICE_ROOM_0(E_, K_, ...) E_(SL__DEVICE_ROOM, K_, __VA_ARGS__)
#define SL__DEVICE_ROOM_1(E_, K_, ...) \
    enum { sl__width_ = 0 E_(SL__WIDTH, K_, __VA_ARGS__) }; /* words of the widest, or some more */ \
    __shared__ uint64_t sl__turns_room_[sl__room_ * sl__width_]; \
    E_(SL__DEVICE_TURN_ROOM, K_, __VA_ARGS__)
#define SL__DEVICE_TURN_ROOM(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_TURN_ROOM_RESULT, K_, I_, W_)
#define SL__DEVICE_TURN_ROOM_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ *const N_##__w_ = (T_ *)sl__turns_room_; \
    __shared__ T_ N_##__c_[SL__DEVICE_FEWEST]; \
    SL__DEVICE_IDENTITY(T_, O_, I_, N_)
#define SL__DEVICE_TILE(E_, K_, ...) SL__CAT(SL__DEVICE_TILE_, SL__IN_TURN(E_, K_, __VA_ARGS__))(E_, K_, __VA_ARGS__)
#define SL__DEVICE_TILE_0(E_, K_, ...) \
    E_(SL__DEVICE_SAVE, K_, __VA_ARGS__) \
    __syncthreads(); \
    if (sl__thread_ % SL__DEVICE_LANES < SL__DEVICE_WARP) { \
        E_(SL__DEVICE_GATHER, K_, __VA_ARGS__) \
    }
#define SL__DEVICE_TILE_1(E_, K_, ...) E_(SL__DEVICE_IN_TURN, K_, __VA_ARGS__)
#define SL__DEVICE_IN_TURN(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_IN_TURN_RESULT, K_, I_, W_)
#define SL__DEVICE_IN_TURN_RESULT(...) \
    __syncthreads(); \
    SL__DEVICE_SAVE_RESULT(__VA_ARGS__) \
    __syncthreads(); \
    if (sl__thread_ % SL__DEVICE_LANES < SL__DEVICE_WARP) { \
        SL__DEVICE_GATHER_RESULT(__VA_ARGS__) \
    }
#define SL__DEVICE_ROOM(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_ROOM_RESULT, K_, I_, W_)
#define SL__DEVICE_ROOM_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    __shared__ T_ N_##__w_[sl__room_], N_##__c_[SL__DEVICE_FEWEST]; \
    SL__DEVICE_IDENTITY(T_, O_, I_, N_)
#define SL__DEVICE_BEGIN(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_BEGIN_RESULT, K_, I_, W_)
#define SL__DEVICE_BEGIN_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) T_ N_##__v_ = N_##__i_;

#define SL__DEVICE_SHUFFLE(T_, O_, N_, WIDTH_) \
    { \
        const T_ sl__o_ = sl__device_down(N_##__v_, WIDTH_); \
        SL__JOIN(O_, N_##__v_, sl__o_); \
    }
/* The lanes of a tile are in shared memory, row by row. Its first warp folds 128, 64 and 32, then within itself. */
#define SL__DEVICE_SAVE(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_SAVE_RESULT, K_, I_, W_)
#define SL__DEVICE_SAVE_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    N_##__w_[sl__sub_ * SL__DEVICE_LANES + sl__row_ * sl__r_.columns_ + sl__column_] = N_##__v_;
#define SL__DEVICE_GATHER(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_GATHER_RESULT, K_, I_, W_)
#define SL__DEVICE_GATHER_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    { \
        const T_ *const sl__s_ = N_##__w_ + sl__half_ * SL__DEVICE_LANES + sl__lane_; \
        T_ sl__f_[4]; \
        _Pragma("unroll") for (int sl__l_ = 0; sl__l_ < 4; ++sl__l_) \
        { \
            sl__f_[sl__l_] = sl__s_[32 * sl__l_ < sl__lanes_ ? 32 * sl__l_ : 0]; \
            if (sl__lanes_ > 128) \
                SL__JOIN(O_, sl__f_[sl__l_], sl__s_[128 + 32 * sl__l_]); \
        } \
        if (sl__lanes_ > 64) { \
            SL__JOIN(O_, sl__f_[0], sl__f_[2]); \
            SL__JOIN(O_, sl__f_[1], sl__f_[3]); \
        } \
        if (sl__lanes_ > 32) \
            SL__JOIN(O_, sl__f_[0], sl__f_[1]); \
        N_##__v_ = sl__f_[0]; \
        SL__DEVICE_SHUFFLE(T_, O_, N_, 16) \
        SL__DEVICE_SHUFFLE(T_, O_, N_, 8) \
        SL__DEVICE_SHUFFLE(T_, O_, N_, 4) \
        SL__DEVICE_SHUFFLE(T_, O_, N_, 2) \
        SL__DEVICE_SHUFFLE(T_, O_, N_, 1) \
    }

/* Joins neighbours of a segment of up to MOST_ results, pairwise, the odd one kept at the end: lane l holds the l-th of
 * N_. With all segments of a list in order these are levels of the tree of sl__reduce_combine(). */
#define SL__DEVICE_PAIRS(T_, O_, V_, MOST_, N_) \
    _Pragma("unroll") for (int sl__w_ = 1; sl__w_ < MOST_; sl__w_ *= 2) \
    { \
        const T_ sl__o_ = sl__device_down(V_, sl__w_); \
        if ((sl__lane_ & (2 * sl__w_ - 1)) == 0 && sl__lane_ + sl__w_ < (N_)) \
            SL__JOIN(O_, V_, sl__o_); \
    }
/* A CUDA block's part: the result of its tile, or of its two tiles, which meet in shared memory. */
#define SL__DEVICE_PART(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_PART_RESULT, K_, I_, W_)
#define SL__DEVICE_PART_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    if (sl__thread_ == 0) { \
        if (sl__block_ + 1 < sl__r_.tiles_ && sl__subs_ == 2) \
            SL__JOIN(O_, N_##__v_, N_##__c_[0]); \
        sl__device_put((T_ *)sl__r_.partial_[I_] + sl__g_, N_##__v_); \
    }
#define SL__DEVICE_LEAVE(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_LEAVE_RESULT, K_, I_, W_)
#define SL__DEVICE_LEAVE_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    if (sl__thread_ == SL__DEVICE_LANES) \
        N_##__c_[0] = N_##__v_;
/* The results of all CUDA blocks, as one, by the last of them: each warp joins 32 at a time, and four such results, of
 * neighbours, until few are left, which are in shared memory then. Their loads are under way together, and each
 * reduction begins with another warp. */
enum { SL__DEVICE_AT_ONCE = SL__DEVICE_SEGMENT / SL__DEVICE_WARP };
SL__DEVICE_FN sl_index sl__device_segments(sl_index sl__n_)
{
    return (sl__n_ + SL__DEVICE_SEGMENT - 1) / SL__DEVICE_SEGMENT;
}
SL__DEVICE_FN int sl__device_few(sl_index sl__n_)
{
    do
        sl__n_ = sl__device_segments(sl__n_);
    while (sl__n_ > SL__DEVICE_FEWEST);
    return (int)sl__n_;
}
/* clang-format off */
/* A warp joins its segment of the results of CUDA blocks: what comes of it is the first of sl__v_, in lane 0. */
#define SL__DEVICE_JOIN_SEGMENT(T_, O_, N_) \
    const sl_index sl__first_ = sl__s_ * SL__DEVICE_SEGMENT; \
    const int sl__left_ = sl__n_ - sl__first_ < SL__DEVICE_SEGMENT ? (int)(sl__n_ - sl__first_) \
                                                                   : SL__DEVICE_SEGMENT; \
    T_ sl__v_[SL__DEVICE_AT_ONCE]; \
    _Pragma("unroll") for (int sl__k_ = 0; sl__k_ < SL__DEVICE_AT_ONCE; ++sl__k_) \
        sl__v_[sl__k_] = SL__DEVICE_WARP * sl__k_ + sl__lane_ < sl__left_ \
                             ? sl__device_get(sl__from_ + sl__first_ + SL__DEVICE_WARP * sl__k_ + \
                                              sl__lane_) \
                             : N_##__i_; \
    _Pragma("unroll") for (int sl__k_ = 0; sl__k_ < SL__DEVICE_AT_ONCE; ++sl__k_) \
        SL__DEVICE_PAIRS(T_, O_, sl__v_[sl__k_], SL__DEVICE_WARP, sl__left_ - SL__DEVICE_WARP * sl__k_) \
    _Pragma("unroll") for (int sl__w_ = 1; sl__w_ < SL__DEVICE_AT_ONCE; sl__w_ *= 2) \
        _Pragma("unroll") for (int sl__k_ = 0; sl__k_ + sl__w_ < SL__DEVICE_AT_ONCE; sl__k_ += 2 * sl__w_) \
            if (SL__DEVICE_WARP * (sl__k_ + sl__w_) < sl__left_) \
                SL__JOIN(O_, sl__v_[sl__k_], sl__v_[sl__k_ + sl__w_]);
#define SL__DEVICE_ALL(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_ALL_RESULT, K_, I_, W_)
#define SL__DEVICE_ALL_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    { \
        T_ *sl__from_ = (T_ *)sl__r_.partial_[I_], *sl__to_ = sl__from_ + sl__r_.groups_; \
        for (sl_index sl__n_ = sl__r_.groups_;;) { \
            const sl_index sl__segments_ = sl__device_segments(sl__n_); \
            for (sl_index sl__s_ = (sl__warp_ - I_ * sl__segments_) & (sl__warps_ - 1); sl__s_ < sl__segments_; \
                 sl__s_ += sl__warps_) { \
                SL__DEVICE_JOIN_SEGMENT(T_, O_, N_) \
                if (sl__lane_ == 0 && sl__segments_ > SL__DEVICE_FEWEST) \
                    sl__device_put(sl__to_ + sl__s_, sl__v_[0]); \
                else if (sl__lane_ == 0) \
                    N_##__c_[sl__s_] = sl__v_[0]; \
            } \
            if (sl__segments_ <= SL__DEVICE_FEWEST) \
                break; \
            __syncthreads(); \
            T_ *const sl__swap_ = sl__from_; \
            sl__from_ = sl__to_; \
            sl__to_ = sl__swap_; \
            sl__n_ = sl__segments_; \
        } \
    }
/* One warp joins results that are in shared memory. */
#define SL__DEVICE_JOIN_FEW(T_, O_, I_, N_, FROM_, COUNT_) \
    { \
        const int sl__n_ = (COUNT_); \
        T_ sl__all_ = sl__lane_ < sl__n_ ? (FROM_)[sl__lane_] : N_##__i_; \
        SL__DEVICE_PAIRS(T_, O_, sl__all_, SL__DEVICE_FEWEST, sl__n_) \
        SL__DEVICE_RESULT(T_, O_, I_) \
    }
#define SL__DEVICE_RESULT(T_, O_, I_) \
    if (sl__thread_ == 0) { \
        if (sl__r_.combines_ >> I_ & 1) { \
            T_ sl__old_ = *(const T_ *)sl__r_.result_[I_]; \
            SL__JOIN(O_, sl__old_, sl__all_); \
            sl__all_ = sl__old_; \
        } \
        *(T_ *)sl__r_.result_[I_] = sl__all_; \
        if (sizeof(T_) <= sizeof(uint64_t) && sl__r_.mailbox_[I_]) \
            sl__device_publish(&sl__r_, sl__r_.mailbox_[I_], &sl__all_, sizeof sl__all_); \
    }

/* Where all CUDA blocks are a cluster the results of tiles go to the shared memory of the first one. */
#define SL__DEVICE_SEND(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_SEND_RESULT, K_, I_, W_)
#define SL__DEVICE_SEND_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    sl__device_send(N_##__c_, sl__tile_, N_##__v_);
#define SL__DEVICE_FEW(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_FEW_RESULT, K_, I_, W_)
#define SL__DEVICE_FEW_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__DEVICE_JOIN_FEW(T_, O_, I_, N_, N_##__c_, sl__few_)

/* The same for teams, of which a multiprocessor has many CUDA blocks: by way of shared memory it takes 16 registers
 * more. */
#define SL__DEVICE_ALL_IN_TURN(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_ALL_IN_TURN_RESULT, K_, I_, W_)
#define SL__DEVICE_ALL_IN_TURN_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    { \
        T_ *sl__from_ = (T_ *)sl__r_.partial_[I_], *sl__to_ = sl__from_ + sl__r_.groups_; \
        sl_index sl__n_ = sl__r_.groups_; \
        T_ sl__all_ = N_##__i_; /* of the last one to join, which need not read what it has just written */ \
        if (sl__n_ == 1 && sl__thread_ == 0) \
            sl__all_ = sl__device_get(sl__from_); \
        while (sl__n_ > 1) { \
            const sl_index sl__segments_ = sl__device_segments(sl__n_); \
            for (sl_index sl__s_ = sl__warp_; sl__s_ < sl__segments_; sl__s_ += sl__warps_) { \
                SL__DEVICE_JOIN_SEGMENT(T_, O_, N_) \
                sl__all_ = sl__v_[0]; \
                if (sl__lane_ == 0 && sl__segments_ > 1) \
                    sl__device_put(sl__to_ + sl__s_, sl__all_); \
            } \
            if (sl__segments_ == 1) \
                break; \
            __syncthreads(); \
            T_ *const sl__swap_ = sl__from_; \
            sl__from_ = sl__to_; \
            sl__to_ = sl__swap_; \
            sl__n_ = sl__segments_; \
        } \
        SL__DEVICE_RESULT(T_, O_, I_) \
    }
/* clang-format on */

/* Publishes a result to the host, before the launch has ended. */
SL__DEVICE_FN void sl__device_publish(const sl__device_reduction *sl__r_, struct sl__mailbox *sl__mailbox_,
                                      const void *sl__v_, size_t sl__size_)
{
    uint64_t sl__value_ = 0, sl__word_ = sl__r_->number_;
    memcpy(&sl__value_, sl__v_, sl__size_);
    if (sl__r_->run_)
        sl__word_ += *(volatile uint64_t *)sl__r_->run_;
    sl__word_ ^= sl__value_ * SL__MAILBOX_FACTOR;
    __asm__ __volatile__("st.volatile.global.v2.u64 [%0], {%1, %2};"
                         :
                         : "l"(sl__mailbox_), "l"(sl__value_), "l"(sl__word_)
                         : "memory");
}

/* Whether this is the last CUDA block of the launch to come here; what its thread 0 has written, the last one sees. */
SL__DEVICE_FN int sl__device_last(unsigned *sl__ticket_)
{
    __shared__ int sl__last_;
    if (threadIdx.x == 0 && threadIdx.y == 0) { /* the blocks of teams have two dimensions */
        unsigned sl__before_;
        __asm__ __volatile__("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;"
                             : "=r"(sl__before_)
                             : "l"(sl__ticket_), "r"(gridDim.x - 1)
                             : "memory");
        sl__last_ = sl__before_ == gridDim.x - 1;
    }
    __syncthreads();
    return sl__last_;
}

/* Whether the launch is one cluster, in which case all of its CUDA blocks have begun on return, so that they may write
 * to one another's shared memory. */
SL__DEVICE_FN int sl__device_together(sl_index sl__groups_)
{
#if __CUDA_ARCH__ >= 900
    const unsigned sl__blocks_ = __clusterSizeInBlocks();
    if (sl__groups_ > SL__DEVICE_CLUSTER || sl__blocks_ != gridDim.x)
        return 0;
    if (sl__blocks_ > 1) {
        __cluster_barrier_arrive_relaxed();
        __cluster_barrier_wait();
    }
    return 1;
#else
    return 0;
#endif
}

/* Waits, in the first CUDA block of a cluster, until all of them have come here. @return 1 in its first warp, which
 * sees what they have sent. */
SL__DEVICE_FN int sl__device_meet(void)
{
#if __CUDA_ARCH__ >= 900
    __cluster_barrier_arrive();
    if (blockIdx.x > 0)
        return 0;
    __cluster_barrier_wait();
#endif
    return threadIdx.x < SL__DEVICE_WARP;
}

extern "C++" {
/* Writes an element of an array in the shared memory of a cluster's first CUDA block. */
template <typename sl__type_>
SL__DEVICE_FN void sl__device_send(sl__type_ *sl__array_, sl_index sl__at_, sl__type_ sl__value_)
{
#if __CUDA_ARCH__ >= 900
    *(sl__type_ *)__cluster_map_shared_rank(sl__array_ + sl__at_, 0) = sl__value_;
#endif
}
}

/* clang-format off */
/* A lane's share of a tile, in the order of the indices: from its place on in steps, up to the end of the tile. Two
 * tiles that are neighbours along the last dimension share a box. Along dimension 0 the first one may lie in part
 * before the space. */
#define SL__DEVICE_SIDE(D_, LANE_, LANES_, SHIFT_) \
    const sl__int_ sl__chunk##D_##_ = (sl__int_)sl__r_.turns_[D_] * (LANES_), sl__step##D_##_ = (LANES_); \
    const sl__int_ sl__origin##D_##_ = sl__place_ % (sl__int_)sl__r_.grid_[D_] * sl__chunk##D_##_ - (SHIFT_); \
    const sl__int_ sl__from##D_##_ = (sl__origin##D_##_ > 0 ? sl__origin##D_##_ : 0) + (LANE_); \
    SL__DEVICE_END(D_) \
    sl__place_ /= (sl__int_)sl__r_.grid_[D_];
#define SL__DEVICE_SIDE_LAST(D_) \
    const sl__int_ sl__tile##D_##_ = sl__place_ % (sl__int_)sl__r_.grid_[D_]; \
    const sl__int_ sl__step##D_##_ = sl__pair_ * sl__r_.columns_; \
    const sl__int_ sl__chunk##D_##_ = (sl__int_)sl__r_.turns_[D_] * sl__step##D_##_; \
    const sl__int_ sl__origin##D_##_ = (sl__tile##D_##_ >> (sl__pair_ - 1)) * sl__chunk##D_##_ - \
                                       ((int)sl__rank_ == 1 ? (sl__int_)sl__r_.shift_ : 0); \
    const sl__int_ sl__from##D_##_ = (sl__origin##D_##_ > 0 ? sl__origin##D_##_ : 0) + \
                                     (sl__tile##D_##_ & (sl__pair_ - 1)) * sl__r_.columns_ + sl__column_; \
    SL__DEVICE_END(D_) \
    sl__place_ /= (sl__int_)sl__r_.grid_[D_];
#define SL__DEVICE_END(D_) \
    const sl__int_ sl__count##D_##_ = sl__device_hi(sl__b_, D_, sl__until_) - (sl__int_)sl__b_->lo_[D_]; \
    const sl__int_ sl__end##D_##_ = sl__count##D_##_ - sl__origin##D_##_ < sl__chunk##D_##_ \
                                        ? sl__count##D_##_ : sl__origin##D_##_ + sl__chunk##D_##_;
#define SL__DEVICE_SIDE_MIDDLE(D_, ...) SL__DEVICE_SIDE(D_, 0, 1, 0)
#define SL__DEVICE_SIDES(KR_) \
    SL__DEVICE_SIDE_OUTER(SL__CAT(SL__LAST_, KR_)) SL__OUTER(SL__BACK_INNER_, KR_)(SL__DEVICE_SIDE_MIDDLE, ~) \
    SL__CAT(SL__DEVICE_SIDE_FIRST_, SL__CAT(SL__MANY_, KR_))
#define SL__DEVICE_SIDE_OUTER(D_) SL__DEVICE_SIDE_LAST(D_)
#define SL__DEVICE_SIDE_FIRST_1
#define SL__DEVICE_SIDE_FIRST_sl__n SL__DEVICE_SIDE(0, sl__row_, sl__r_.rows_, (sl__int_)sl__r_.shift_)
#define SL__DEVICE_WALK(D_, ...) \
    for (sl__int_ sl__t##D_##_ = sl__from##D_##_; sl__t##D_##_ < sl__end##D_##_; sl__t##D_##_ += sl__step##D_##_)
#define SL__DEVICE_T(D_, ...) \
    const sl__int_ sl__x##D_##_ = sl__device_at(sl__b_, D_, (sl__int_)((sl__int_)sl__b_->lo_[D_] + sl__t##D_##_));
#define SL__DEVICE_T_LAST(D_) \
    SL__UNUSED const sl__int_ sl__k##D_##_ = (sl__int_)sl__b_->lo_[D_] + sl__turn_; \
    const sl__int_ sl__x##D_##_ = sl__device_at(sl__b_, D_, sl__k##D_##_);
#define SL__DEVICE_RUN(D_, E_, K_, KR_, ...) SL__DEVICE_RUN2(D_, E_, K_, KR_, __VA_ARGS__)
#define SL__DEVICE_TURN(D_, KR_) \
    const sl__int_ sl__turn_ = sl__t##D_##_ + sl__u_ * sl__step##D_##_; \
    SL__OUTER(SL__DIMS_, KR_)(SL__DEVICE_T, ~) SL__DEVICE_T_LAST(D_) \
    const sl_index sl__at_[SL_MAX_RANK] = {SL__DEVICE_INDICES(KR_)}; \
    (void)sl__at_;
#define SL__DEVICE_AHEAD(D_, SOME_) sl__t##D_##_ + (SOME_ - 1) * (sl_index)sl__step##D_##_ < sl__end##D_##_
#define SL__DEVICE_SOME(D_, SOME_, E_, K_, KR_, ...) \
    { \
        SL__DEVICE_TOGETHER(SOME_, SL__DEVICE_TURN(D_, KR_), E_, K_, KR_, __VA_ARGS__) \
        sl__t##D_##_ += SOME_ * sl__step##D_##_; \
    }
#define SL__DEVICE_RUN2(D_, E_, K_, KR_, ...) \
    { \
        sl__int_ sl__place_ = (sl__int_)sl__block_; \
        SL__DEVICE_SIDES(KR_) \
        (void)sl__place_; \
        SL__OUTER(SL__DIMS_, KR_)(SL__DEVICE_WALK, ~) \
        { \
            sl__int_ sl__t##D_##_ = sl__from##D_##_; \
            _Pragma("unroll 1") while (SL__DEVICE_AHEAD(D_, sl__turns_)) \
                SL__DEVICE_SOME(D_, sl__turns_, E_, K_, KR_, __VA_ARGS__) \
            if (sl__turns_ > 4 && SL__DEVICE_AHEAD(D_, 4)) SL__DEVICE_SOME(D_, 4, E_, K_, KR_, __VA_ARGS__) \
            if (SL__DEVICE_AHEAD(D_, 2)) SL__DEVICE_SOME(D_, 2, E_, K_, KR_, __VA_ARGS__) \
            if (SL__DEVICE_AHEAD(D_, 1)) SL__DEVICE_SOME(D_, 1, E_, K_, KR_, __VA_ARGS__) \
        } \
    }

/* Neighbouring threads go along the side of neighbouring memory; where two tiles share a CUDA block, first along the
 * one and then along the other, which lies beside it: rows of 16 elements, of which each begins and ends in the middle
 * of a sector, took a tenth longer. A multiprocessor is to run two such blocks: with three of fewer registers, or with
 * half the turns at a time, a stencil took a fifth longer. Most kernels of rank 1 with one result are so without being
 * told; told of it the compiler puts the last loads of a dot product behind the first additions. */
#define SL__DEVICE_REDUCE(F_, CASE_, INT_, E_, K_, KR_, ...) \
    static __global__ void \
    __launch_bounds__(2 * SL__DEVICE_LANES, KR_ == 1 && (0 E_(SL__DEVICE_ONE, K_, __VA_ARGS__)) == 1 ? 1 : 2) \
    F_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_, const sl__device_reduction sl__r_) \
    { \
        enum { sl__reducers_ = 0 E_(SL__DEVICE_ONE, K_, __VA_ARGS__), sl__rank_ = KR_, \
               sl__turns_ = KR_ == 1 ? 8 : 4, \
               sl__room_ = (sl__reducers_ > SL__DEVICE_REDUCERS ? 1 : 2) * SL__DEVICE_LANES }; \
        const int sl__together_ = sl__r_.ticket_ != NULL && sl__device_together(sl__r_.groups_); \
        SL__DEVICE_UNPACK(E_, K_, CASE_, INT_, __VA_ARGS__) \
        SL__DEVICE_ROOM_OF(E_, K_, __VA_ARGS__) \
        const int sl__thread_ = sl__device_thread(), sl__lane_ = sl__thread_ % SL__DEVICE_WARP; \
        const int sl__warp_ = sl__thread_ / SL__DEVICE_WARP, sl__warps_ = sl__device_threads() / SL__DEVICE_WARP; \
        const int sl__half_ = sl__thread_ / SL__DEVICE_LANES; \
        const int sl__pair_ = sizeof(INT_) > sizeof(int) ? sl__r_.pair_ : 2; \
        const int sl__lanes_ = sizeof(INT_) > sizeof(int) ? sl__r_.lanes_ : (int)SL__DEVICE_LANES; \
        const int sl__subs_ = sl__lanes_ < (int)SL__DEVICE_LANES ? 1 : sl__device_threads() / SL__DEVICE_LANES; \
        const int sl__turned_ = KR_ > 1 && ((int)sl__case_ == SL__CASE_ANY ? sl__r_.turned_ \
                                                                           : sl__case_descends((int)sl__case_)); \
        const int sl__side_ = KR_ == 1 ? (int)SL__DEVICE_LANES : sl__turned_ ? sl__r_.rows_ : sl__r_.columns_; \
        const int sl__along_ = sl__thread_ & (sl__side_ - 1), sl__beside_ = sl__thread_ / sl__side_; \
        const int sl__sub_ = sl__subs_ > 1 ? sl__beside_ & 1 : 0; \
        const int sl__across_ = sl__subs_ > 1 ? sl__beside_ >> 1 : sl__beside_; \
        const int sl__row_ = sl__turned_ ? sl__along_ : sl__across_; \
        const int sl__column_ = sl__turned_ ? sl__across_ : sl__along_; \
        const sl_index sl__run_ = sl__r_.tiles_ > 0 ? sl__r_.groups_ : 0; \
        for (sl_index sl__g_ = sl__device_block(); sl__g_ < sl__run_; sl__g_ += sl__device_blocks()) { \
            const sl_index sl__block_ = sl__g_ * sl__subs_ + sl__sub_; \
            E_(SL__DEVICE_BEGIN, K_, __VA_ARGS__) \
            if (sl__block_ < sl__r_.tiles_) \
                SL__DEVICE_RUN(SL__CAT(SL__LAST_, KR_), E_, K_, KR_, __VA_ARGS__) \
            SL__DEVICE_TILE(E_, K_, __VA_ARGS__) \
            if (sl__together_) { \
                const sl_index sl__tile_ = sl__g_ * sl__subs_ + sl__half_; \
                if (sl__thread_ % SL__DEVICE_LANES == 0 && sl__tile_ < sl__r_.tiles_) { \
                    E_(SL__DEVICE_SEND, K_, __VA_ARGS__) \
                } \
            } else { \
                if (sl__subs_ > 1) { \
                    E_(SL__DEVICE_LEAVE, K_, __VA_ARGS__) \
                    __syncthreads(); \
                } \
                E_(SL__DEVICE_PART, K_, __VA_ARGS__) \
            } \
            if (sl__g_ + sl__device_blocks() < sl__run_) \
                __syncthreads(); \
        } \
        if (sl__together_) { \
            if (!sl__device_meet()) \
                return; \
        } else { \
            if (sl__r_.ticket_ == NULL || !sl__device_last(sl__r_.ticket_)) \
                return; \
            E_(SL__DEVICE_ALL, K_, __VA_ARGS__) \
            __syncthreads(); \
            if (sl__warp_ > 0) \
                return; \
        } \
        const int sl__few_ = sl__together_ ? (int)sl__r_.tiles_ : sl__device_few(sl__r_.groups_); \
        E_(SL__DEVICE_FEW, K_, __VA_ARGS__) \
        if (sl__r_.advances_ && sl__thread_ == 0) \
            *sl__r_.run_ += SL__PUBLISH_RUN; \
    }
#define SL__DEVICE_ONE(K_, I_, W_) SL__FOR_RESULT(SL__DEVICE_ONE_RESULT, K_, I_, W_)
#define SL__DEVICE_ONE_RESULT(...) +1
#define SL__DEVICE_REDUCE_OF(NAME_, CASE_, ORDER_, MAP_, TAKES_, E_, K_, KR_, ...) \
    SL__DEVICE_REDUCE(K_##__##NAME_##_cuda_, SL__CASE_##CASE_, int, E_, K_, KR_, __VA_ARGS__)
#define SL__DEVICE_TURNS_sl__reduce(...) 1
#define SL__DEVICE_COPIES_sl__reduce(...) 0
#define SL__DEVICE_JOINS_sl__reduce(...) 0
#define SL__DEVICE_FUNCTIONS_sl__reduce(E_, K_, KR_, ...) \
    SL__CAT(SL__DEVICE_REDUCES_, SL__CHECK(E_(SL__IN_ORDER, K_, __VA_ARGS__)))(E_, K_, KR_, __VA_ARGS__)
#define SL__DEVICE_REDUCES_0(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__DEVICE_REDUCE_OF, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_REDUCE(K_##__any_cuda_, SL__CASE_ANY, int, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_REDUCE(K_##__wide_cuda_, SL__CASE_ANY, sl_index, E_, K_, KR_, __VA_ARGS__)
/* clang-format on */

#endif
#endif
