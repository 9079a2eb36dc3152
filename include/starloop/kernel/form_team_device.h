/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Team kernels in CUDA: part of starloop/kernel/forms.h.
 *
 * A team is a CUDA block; the blocks stride over the league. A block's dynamic shared memory has 8 bytes for each lane
 * of a thread and each warp, by which threads of different warps hand on numbers, then the team's scratch memory, and
 * then that of its threads.
 */
#ifndef STARLOOP_KERNEL_FORM_TEAM_DEVICE_H
#define STARLOOP_KERNEL_FORM_TEAM_DEVICE_H

#include <starloop/kernel/device.h>
#include <starloop/kernel/form_reduce_ordered_device.h>
#include <starloop/kernel/form_team.h>

#ifdef __CUDACC__

SL__DEVICE_FN char *sl__team_shared(void)
{
    extern __shared__ __align__(16) unsigned char sl__team_bytes_[];
    return (char *)sl__team_bytes_;
}
/* Threads of the block; this one's number, warp, place in that; and how many that has. */
SL__DEVICE_FN int sl__team_threads(void)
{
    return (int)(blockDim.x * blockDim.y);
}
SL__DEVICE_FN int sl__team_warp(void)
{
    return (int)(threadIdx.y * blockDim.x + threadIdx.x) / SL__TEAM_WARP;
}
SL__DEVICE_FN int sl__team_place(void)
{
    return (int)(threadIdx.y * blockDim.x + threadIdx.x) % SL__TEAM_WARP;
}
SL__DEVICE_FN int sl__team_warps(void)
{
    return (sl__team_threads() + SL__TEAM_WARP - 1) / SL__TEAM_WARP;
}
SL__DEVICE_FN int sl__team_warp_threads(void)
{
    const int sl__left_ = sl__team_threads() - sl__team_warp() * SL__TEAM_WARP;
    return sl__left_ < SL__TEAM_WARP ? sl__left_ : SL__TEAM_WARP;
}
SL__DEVICE_FN unsigned sl__team_mask(int sl__count_)
{
    return sl__count_ == SL__TEAM_WARP ? ~0u : (1u << sl__count_) - 1;
}
/* Where warp W hands on the number of a lane: the part of the block's memory before the scratch memory. */
SL__DEVICE_FN void *sl__team_part(int sl__warp_, int sl__lane_)
{
    return sl__team_shared() + SL__TEAM_PART * (sl__warp_ * (int)blockDim.x + sl__lane_);
}
SL__DEVICE_FN struct sl__team_room sl__team_rest(const struct sl__team_head *sl__h_)
{
    const int sl__parts_ = (SL__TEAM_PART * sl__team_warps() * (int)blockDim.x + SL__TEAM_ALIGN - 1) / SL__TEAM_ALIGN;
    const sl_index sl__bytes_ = sl__h_->scratch_[SL__ROOM_TEAM];
    const struct sl__team_room sl__room_ = {sl__team_shared() + sl__parts_ * SL__TEAM_ALIGN, sl__bytes_,
                                            sl__bytes_ SL__GUARDED(, 0, {})};
    return sl__room_;
}
/* Scratch memory whose arrays have no guards. */
SL__DEVICE_FN struct sl__team_room sl__team_unguarded(char *sl__at_, sl_index sl__bytes_)
{
    const struct sl__team_room sl__room_ = {sl__at_, sl__bytes_, sl__bytes_ SL__GUARDED(, (int)SL__TEAM_ARRAYS, {})};
    return sl__room_;
}
/* What the thread has of its own, behind the team's and the guards of that. */
SL__DEVICE_FN struct sl__team_room sl__team_own(const struct sl__team_head *sl__h_,
                                                const struct sl__team_room &sl__team_)
{
    const sl_index sl__bytes_ = sl__h_->scratch_[SL__ROOM_THREAD];
    const sl_index sl__before_ = (sl__team_.left_ + SL__TEAM_ALIGN - 1) / SL__TEAM_ALIGN * SL__TEAM_ALIGN;
    return sl__team_unguarded(sl__team_.next_ + sl__before_ SL__GUARDED(+(int)SL__TEAM_DEVICE_SPARE) +
                                  (sl_index)threadIdx.y * sl__bytes_,
                              sl__bytes_);
}
/* What the team has in device memory, or the thread, behind that. */
SL__DEVICE_FN struct sl__team_room sl__team_global(const struct sl__team_head *sl__h_, const sl__device_box *sl__b_,
                                                   bool sl__thread_)
{
    const sl_index sl__team_ = sl__h_->scratch_[SL__ROOM_GLOBAL];
    const sl_index sl__own_ = sl__h_->scratch_[SL__ROOM_GLOBAL_THREAD];
    char *const sl__at_ = sl__b_->slots_ + (sl_index)blockIdx.x * sl__b_->slot_;
    return sl__thread_ ? sl__team_unguarded(sl__at_ + sl__team_ + (sl_index)threadIdx.y * sl__own_, sl__own_)
                       : sl__team_unguarded(sl__at_, sl__team_);
}

extern "C++" {
/* What each warp has, in lanes `column` of the threads that give it, comes to all threads, warp after warp:
 * take(warp, value). In a turn there is room for as many words as there are warps. */
template <typename T, typename sl__take_>
SL__DEVICE_FN void sl__team_hand_on(const T &sl__v_, bool sl__gives_, int sl__column_, sl__take_ sl__take)
{
    enum { sl__words_ = (sizeof(T) + SL__TEAM_PART - 1) / SL__TEAM_PART };
    const int sl__warps_ = sl__team_warps(), sl__mine_ = sl__team_warp() * sl__words_;
    uint64_t sl__from_[sl__words_] = {0}, sl__to_[sl__words_];
    memcpy(sl__from_, &sl__v_, sizeof sl__v_);
    for (int sl__first_ = 0; sl__first_ < sl__words_ * sl__warps_; sl__first_ += sl__warps_) {
        _Pragma("unroll") for (int sl__c_ = 0; sl__c_ < sl__words_; ++sl__c_)
        {
            const int sl__k_ = sl__mine_ + sl__c_ - sl__first_;
            if (sl__gives_ && sl__k_ >= 0 && sl__k_ < sl__warps_)
                *(uint64_t *)sl__team_part(sl__k_, sl__column_) = sl__from_[sl__c_];
        }
        __syncthreads();
        for (int sl__k_ = 0; sl__k_ < sl__warps_; ++sl__k_) {
            const int sl__n_ = sl__first_ + sl__k_;
            sl__to_[sl__n_ % sl__words_] = *(const uint64_t *)sl__team_part(sl__k_, sl__column_);
            if (sl__n_ % sl__words_ == sl__words_ - 1) {
                T sl__w_;
                memcpy(&sl__w_, sl__to_, sizeof sl__w_);
                sl__take(sl__n_ / sl__words_, sl__w_);
            }
        }
        __syncthreads();
    }
}
/* What the lanes of a thread have, in each of them, joined in their order. */
template <typename T, typename sl__join_> SL_FN T sl__team_all_vector(T sl__v_, sl__join_ sl__f_)
{
#ifdef __CUDA_ARCH__
    const int sl__lanes_ = (int)blockDim.x, sl__place_ = sl__team_place();
    const unsigned sl__mask_ = sl__team_mask(sl__lanes_) << (sl__place_ & ~(sl__lanes_ - 1));
    for (int sl__k_ = 1; sl__k_ < sl__lanes_; sl__k_ *= 2) {
        const T sl__w_ =
            sl__device_shuffle(sl__v_, [=](auto sl__one_) { return __shfl_xor_sync(sl__mask_, sl__one_, sl__k_); });
        T sl__left_ = sl__place_ & sl__k_ ? sl__w_ : sl__v_;
        sl__f_(sl__left_, sl__place_ & sl__k_ ? sl__v_ : sl__w_);
        sl__v_ = sl__left_;
    }
#endif
    return sl__v_;
}
/* What the threads of a team have, lane by lane, in each of them, joined in their order: by warps, and then the warps.
 */
template <typename T, typename sl__join_> SL_FN T sl__team_all_team(T sl__v_, sl__join_ sl__f_)
{
#ifdef __CUDA_ARCH__
    const int sl__lanes_ = (int)blockDim.x, sl__present_ = sl__team_warp_threads(), sl__place_ = sl__team_place();
    const unsigned sl__mask_ = sl__team_mask(sl__present_);
    for (int sl__k_ = sl__lanes_; sl__k_ < SL__TEAM_WARP; sl__k_ *= 2) {
        const T sl__w_ =
            sl__device_shuffle(sl__v_, [=](auto sl__one_) { return __shfl_down_sync(sl__mask_, sl__one_, sl__k_); });
        if (sl__place_ + sl__k_ < sl__present_)
            sl__f_(sl__v_, sl__w_);
    }
    if (sl__team_threads() <= SL__TEAM_WARP)
        return sl__device_shuffle(sl__v_,
                                  [=](auto sl__one_) { return __shfl_sync(sl__mask_, sl__one_, (int)threadIdx.x); });
    T sl__all_ = sl__v_;
    sl__team_hand_on(sl__v_, sl__place_ < sl__lanes_, (int)threadIdx.x, [&](int sl__w_, const T &sl__x_) {
        if (sl__w_ == 0)
            sl__all_ = sl__x_;
        else
            sl__f_(sl__all_, sl__x_);
    });
    return sl__all_;
#else
    return sl__v_;
#endif
}
template <typename T, typename sl__join_> SL_FN T sl__team_all_both(T sl__v_, sl__join_ sl__f_)
{
    return sl__team_all_team<T>(sl__team_all_vector<T>(sl__v_, sl__f_), sl__f_);
}
/* What the thread so far before this one has, among neighbours of a warp, as many as `width`. */
template <typename T> SL__DEVICE_FN T sl__team_up(const T &sl__v_, unsigned sl__mask_, int sl__far_, int sl__width_)
{
    return sl__device_shuffle(sl__v_,
                              [=](auto sl__one_) { return __shfl_up_sync(sl__mask_, sl__one_, sl__far_, sl__width_); });
}
/* The join of what came before and of the values of all threads with smaller numbers, with one's own if it is
 * inclusive. sum: what came before; then with all of these. Threads lie `apart` in their warp; what lies between them
 * are threads of other lanes, which have results of their own. */
template <typename T, typename sl__join_>
SL_FN T sl__team_scan_apart(T sl__v_, T *sl__sum_, T sl__identity_, int sl__inclusive_, sl__join_ sl__f_,
                            int sl__apart_)
{
    T sl__before_ = sl__sum_[0];
#ifdef __CUDA_ARCH__
    const int sl__present_ = sl__team_warp_threads(), sl__place_ = sl__team_place(), sl__mine_ = sl__team_warp();
    const unsigned sl__mask_ = sl__team_mask(sl__present_);
    for (int sl__k_ = sl__apart_; sl__k_ < SL__TEAM_WARP; sl__k_ *= 2) {
        T sl__w_ = sl__team_up(sl__v_, sl__mask_, sl__k_, SL__TEAM_WARP);
        if (sl__place_ >= sl__k_) {
            sl__f_(sl__w_, sl__v_);
            sl__v_ = sl__w_;
        }
    }
    const T sl__left_ = sl__team_up(sl__v_, sl__mask_, sl__apart_, SL__TEAM_WARP);
    sl__team_hand_on(sl__v_, sl__place_ >= sl__present_ - sl__apart_, sl__place_ & (sl__apart_ - 1),
                     [&](int sl__w_, const T &sl__x_) {
                         if (sl__w_ == sl__mine_)
                             sl__before_ = sl__sum_[0];
                         sl__f_(sl__sum_[0], sl__x_);
                     });
    sl__f_(sl__before_, sl__inclusive_ ? sl__v_ : sl__place_ < sl__apart_ ? sl__identity_ : sl__left_);
#else
    (void)sl__identity_, (void)sl__inclusive_, (void)sl__apart_;
    sl__f_(sl__sum_[0], sl__v_);
#endif
    return sl__before_;
}
template <typename T, typename sl__join_>
SL_FN T sl__team_scan_team(T sl__v_, T *sl__sum_, T sl__identity_, int sl__inclusive_, sl__join_ sl__f_)
{
    return sl__team_scan_apart<T>(sl__v_, sl__sum_, sl__identity_, sl__inclusive_, sl__f_, (int)sl__vector_size());
}
template <typename T, typename sl__join_>
SL_FN T sl__team_scan_both(T sl__v_, T *sl__sum_, T sl__identity_, int sl__inclusive_, sl__join_ sl__f_)
{
    return sl__team_scan_apart<T>(sl__v_, sl__sum_, sl__identity_, sl__inclusive_, sl__f_, 1);
}
/* The same by the lanes of a thread. */
template <typename T, typename sl__join_>
SL_FN T sl__team_scan_vector(T sl__v_, T *sl__sum_, T sl__identity_, int sl__inclusive_, sl__join_ sl__f_)
{
    T sl__before_ = sl__sum_[0];
#ifdef __CUDA_ARCH__
    const int sl__lanes_ = (int)blockDim.x, sl__lane_ = (int)threadIdx.x;
    const unsigned sl__mask_ = sl__team_mask(sl__lanes_) << (sl__team_place() & ~(sl__lanes_ - 1));
    for (int sl__k_ = 1; sl__k_ < sl__lanes_; sl__k_ *= 2) {
        T sl__w_ = sl__team_up(sl__v_, sl__mask_, sl__k_, sl__lanes_);
        if (sl__lane_ >= sl__k_) {
            sl__f_(sl__w_, sl__v_);
            sl__v_ = sl__w_;
        }
    }
    const T sl__left_ = sl__team_up(sl__v_, sl__mask_, 1, sl__lanes_);
    sl__f_(sl__before_, sl__inclusive_ ? sl__v_ : sl__lane_ == 0 ? sl__identity_ : sl__left_);
    sl__f_(sl__sum_[0], sl__device_shuffle(sl__v_, [=](auto sl__one_) {
               return __shfl_sync(sl__mask_, sl__one_, sl__lanes_ - 1, sl__lanes_);
           }));
#else
    (void)sl__identity_, (void)sl__inclusive_;
    sl__f_(sl__sum_[0], sl__v_);
#endif
    return sl__before_;
}
/* What thread sl__rank_ has, lane by lane. */
template <typename T> SL_FN T sl__team_from(T sl__v_, int sl__rank_)
{
#ifdef __CUDA_ARCH__
    if ((int)threadIdx.y == sl__rank_)
        *(T *)sl__team_part(0, (int)threadIdx.x) = sl__v_;
    __syncthreads();
    sl__v_ = *(const T *)sl__team_part(0, (int)threadIdx.x);
    __syncthreads();
#else
    (void)sl__rank_;
#endif
    return sl__v_;
}
}

/* clang-format off */
#define SL__DEVICE_TEAM_MEMBER(E_, K_, ...) \
    { \
        const sl_index sl__x0_ = sl__b_->lo_[0] + sl__k_; \
        const sl_team sl__team_ = SL__TEAM_OF(sl__x0_, sl__a_->sl__head_, 0); \
        struct sl__team_room sl__room_ = sl__team_rest(&sl__a_->sl__head_); \
        SL__UNUSED struct sl__team_room sl__rooms_[] = {{}, sl__team_own(&sl__a_->sl__head_, sl__room_), \
                                                        sl__team_global(&sl__a_->sl__head_, sl__b_, false), \
                                                        sl__team_global(&sl__a_->sl__head_, sl__b_, true)}; \
        SL__TEAM_CALL(E_, K_, __VA_ARGS__); \
        __syncthreads(); /* the next member has the same memory */ \
        SL__GUARDED(if (sl__both_rank() == 0) sl__team_look(sl__b_->fault_, &sl__room_, sl__x0_); \
                    __syncthreads();) \
    }
#define SL__DEVICE_TEAM_0(F_, CASE_, E_, K_, KR_, ...) \
    static __global__ void SL__BOUNDS(SL__DEVICE_BOUNDS, ~) F_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_) \
    { \
        SL__DEVICE_UNPACK(E_, K_, CASE_, sl_index, __VA_ARGS__) \
        _Pragma("unroll 1") for (sl_index sl__k_ = sl__device_block(); sl__k_ < sl__b_->count_[0]; \
                                 sl__k_ += sl__device_blocks()) \
            SL__DEVICE_TEAM_MEMBER(E_, K_, __VA_ARGS__) \
    }

/* With reductions: a group of neighbouring members has a result, into which each lane of each thread of its block joins
 * its own, in the order of their numbers: after the group, or by an operator of the program's own after each member.
 * The last block to end joins the groups. How many members a group has depends on the league alone. Blocks are whole
 * warps. */
#define SL__TEAM_RESULT_FIELD(K_, I_, W_) SL__FOR_RESULT(SL__TEAM_RESULT_FIELD_RESULT, K_, I_, W_)
#define SL__TEAM_RESULT_FIELD_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) T_ N_##__f_[SL__TEAM_WARPS];
#define SL__TEAM_RESULT_IDENTITY(K_, I_, W_) SL__FOR_RESULT(SL__TEAM_RESULT_IDENTITY_RESULT, K_, I_, W_)
#define SL__TEAM_RESULT_IDENTITY_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) SL__DEVICE_IDENTITY(T_, O_, I_, N_)
#define SL__TEAM_RESULT_BEGIN(K_, I_, W_) SL__FOR_RESULT(SL__TEAM_RESULT_BEGIN_RESULT, K_, I_, W_)
#define SL__TEAM_RESULT_BEGIN_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) T_ N_##__v_ = N_##__i_, N_##__t_ = N_##__i_;
#define SL__TEAM_RESULT_JOIN(K_, I_, W_) SL__FOR_RESULT(SL__TEAM_RESULT_JOIN_RESULT, K_, I_, W_)
#define SL__TEAM_RESULT_JOIN_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__DEVICE_PAIRS(T_, O_, N_##__v_, SL__DEVICE_WARP, SL__DEVICE_WARP) \
    if (sl__lane_ == 0 && sl__warp_ > 0) \
        sl__results_.N_##__f_[sl__warp_] = N_##__v_; \
    __syncthreads(); \
    if (sl__thread_ == 0) { \
        SL__JOIN(O_, N_##__t_, N_##__v_); \
        for (int sl__w_ = 1; sl__w_ < sl__warps_; ++sl__w_) \
            SL__JOIN(O_, N_##__t_, sl__results_.N_##__f_[sl__w_]); \
    } \
    N_##__v_ = N_##__i_; \
    __syncthreads(); /* the next result has the same memory */
#define SL__TEAM_RESULT_PUT(K_, I_, W_) SL__FOR_RESULT(SL__TEAM_RESULT_PUT_RESULT, K_, I_, W_)
#define SL__TEAM_RESULT_PUT_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    sl__device_put((T_ *)sl__r_.partial_[I_] + sl__g_, N_##__t_);
#define SL__DEVICE_TEAM_1(F_, CASE_, E_, K_, KR_, ...) \
    static __global__ void SL__BOUNDS(SL__DEVICE_BOUNDS, ~) \
    F_(SL__DEVICE_ARGUMENTS(K_), const sl__device_box sl__q_, const sl__device_reduction sl__r_) \
    { \
        enum { sl__ordered_ = SL__CHECK(E_(SL__IN_ORDER, K_, __VA_ARGS__)) }; \
        __shared__ union { \
            E_(SL__TEAM_RESULT_FIELD, K_, __VA_ARGS__) \
        } sl__results_; \
        SL__DEVICE_UNPACK(E_, K_, CASE_, sl_index, __VA_ARGS__) \
        E_(SL__TEAM_RESULT_IDENTITY, K_, __VA_ARGS__) \
        const int sl__thread_ = (int)sl__both_rank(), sl__lane_ = sl__team_place(), sl__warp_ = sl__team_warp(); \
        const int sl__warps_ = sl__team_warps(); \
        _Pragma("unroll 1") for (sl_index sl__g_ = sl__device_block(); sl__g_ < sl__r_.groups_; \
                                 sl__g_ += sl__device_blocks()) { \
            const sl_index sl__first_ = sl__g_ * sl__r_.turns_[0]; \
            const sl_index sl__left_ = sl__b_->count_[0] - sl__first_; \
            const sl_index sl__end_ = sl__first_ + (sl__left_ < sl__r_.turns_[0] ? sl__left_ : sl__r_.turns_[0]); \
            E_(SL__TEAM_RESULT_BEGIN, K_, __VA_ARGS__) \
            _Pragma("unroll 1") for (sl_index sl__k_ = sl__first_; sl__k_ < sl__end_; ++sl__k_) { \
                SL__DEVICE_TEAM_MEMBER(E_, K_, __VA_ARGS__) \
                if ((int)sl__ordered_ || sl__k_ + 1 == sl__end_) { \
                    E_(SL__TEAM_RESULT_JOIN, K_, __VA_ARGS__) \
                } \
            } \
            if (sl__thread_ == 0) { \
                E_(SL__TEAM_RESULT_PUT, K_, __VA_ARGS__) \
            } \
        } \
        if (sl__r_.ticket_ == NULL || !sl__device_last(sl__r_.ticket_)) \
            return; \
        E_(SL__DEVICE_ALL_IN_TURN, K_, __VA_ARGS__) \
        if (sl__r_.advances_ && sl__thread_ == 0) \
            *sl__r_.run_ += SL__PUBLISH_RUN; \
    }
#define SL__DEVICE_TEAM(F_, CASE_, E_, K_, KR_, ...) \
    SL__TEAM_BY_RESULTS(SL__DEVICE_TEAM_, E_, K_, __VA_ARGS__)(F_, CASE_, E_, K_, KR_, __VA_ARGS__)
#define SL__DEVICE_TEAM_OF(NAME_, CASE_, ORDER_, MAP_, TAKES_, E_, K_, KR_, ...) \
    SL__DEVICE_TEAM(K_##__##NAME_##_cuda_, SL__CASE_##CASE_, E_, K_, KR_, __VA_ARGS__)
#define SL__DEVICE_FUNCTIONS_sl__teams(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__DEVICE_TEAM_OF, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_TEAM(K_##__any_cuda_, SL__CASE_ANY, E_, K_, KR_, __VA_ARGS__) \
    SL__DEVICE_TEAM(K_##__wide_cuda_, SL__CASE_ANY, E_, K_, KR_, __VA_ARGS__)
#define SL__DEVICE_TURNS_sl__teams(...) 1
#define SL__DEVICE_COPIES_sl__teams(...) 0
#define SL__DEVICE_JOINS_sl__teams(...) 0
/* clang-format on */

#endif
#endif
