/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scans on a CUDA device: what the kernels of programs and of the library share.
 *
 * A launch has tiles, which its CUDA blocks take in order, so that nobody waits for a tile that nobody has. A tile says
 * what it comes to as soon as that is known, and then asks what came before it: the results of its group of 32 tiles up
 * to it, those of the groups up to its own in a supergroup of 32, and what came before the supergroup. The last tile of
 * a group, or of a supergroup, says what that comes to. So a chain of waits is short, and what is joined, and in which
 * order, depends on the tile's number alone: CUB's DeviceScan looks back as far as it finds results at that time, and
 * sums of fractions differ from run to run.
 *
 * Where a line is cut into parts, each is a launch that goes on with the tiles and groups of those before it, and with
 * the elements that a tile has in both.
 */
#ifndef STARLOOP_KERNEL_SCAN_DEVICE_H
#define STARLOOP_KERNEL_SCAN_DEVICE_H

#include <starloop/kernel/device.h>

#ifdef __CUDACC__

enum { SL__SCAN_WARP = 32, SL__SCAN_WARPS = SL__DEVICE_SCAN_THREADS / SL__SCAN_WARP };

extern "C++" {
/* clang-format off */
/* The operators as types. */
#define SL__SCAN_JOINER(WORD_) \
    struct sl__joiner_SL_OPERATOR_##WORD_ { \
        template <typename sl__type_> static SL__DEVICE_METHOD void join_(sl__type_ &sl__a_, sl__type_ sl__b_) \
        { \
            SL__JOIN_SL_OPERATOR_##WORD_(sl__a_, sl__b_); \
        } \
    };
SL__OPERATORS_OF_NUMBERS(SL__SCAN_JOINER)
SL__OPERATORS_OF_INTEGERS(SL__SCAN_JOINER)
/* clang-format on */

/* A value in links: each half of a link has four bytes of it, and says above them that they are there. So who sees the
 * one sees the other, and nobody waits for a fence. */
template <typename sl__type_> struct sl__scan_value {
    enum { words_ = (sizeof(sl__type_) + 3) / 4, links_ = SL__LINKS_OF(sizeof(sl__type_)) };
    uint64_t half_[2 * links_];

    SL__DEVICE_METHOD bool there_() const
    {
        uint64_t sl__all_ = ~(uint64_t)0;
        _Pragma("unroll") for (int sl__w_ = 0; sl__w_ < words_; ++sl__w_) sl__all_ &= half_[sl__w_];
        return sl__all_ >> 32 != 0;
    }
    SL__DEVICE_METHOD sl__type_ get_() const
    {
        unsigned sl__word_[words_];
        sl__type_ sl__v_;
        _Pragma("unroll") for (int sl__w_ = 0; sl__w_ < words_; ++sl__w_) sl__word_[sl__w_] = (unsigned)half_[sl__w_];
        memcpy(&sl__v_, sl__word_, sizeof sl__v_);
        return sl__v_;
    }
    SL__DEVICE_METHOD void set_(const sl__type_ &sl__v_)
    {
        unsigned sl__word_[words_] = {0};
        memcpy(sl__word_, &sl__v_, sizeof sl__v_);
        _Pragma("unroll") for (int sl__w_ = 0; sl__w_ < 2 * links_; ++sl__w_) half_[sl__w_] =
            sl__w_ < words_ ? (uint64_t)1 << 32 | sl__word_[sl__w_] : 0;
    }
};

/* Writes and reads value number @p sl__k_. Each half goes as a whole. */
template <typename sl__type_>
SL__DEVICE_FN void sl__scan_say(struct sl__device_link *sl__links_, sl_index sl__k_, const sl__type_ &sl__v_)
{
    sl__scan_value<sl__type_> sl__said_;
    sl__said_.set_(sl__v_);
    _Pragma("unroll") for (int sl__l_ = 0; sl__l_ < sl__said_.links_; ++sl__l_) asm volatile(
        "st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(sl__links_ + sl__k_ * sl__said_.links_ + sl__l_),
        "l"(sl__said_.half_[2 * sl__l_]), "l"(sl__said_.half_[2 * sl__l_ + 1]) : "memory");
}
template <typename sl__type_>
SL__DEVICE_FN sl__scan_value<sl__type_> sl__scan_look(const struct sl__device_link *sl__links_, sl_index sl__k_)
{
    sl__scan_value<sl__type_> sl__seen_;
    _Pragma("unroll") for (int sl__l_ = 0; sl__l_ < sl__seen_.links_; ++sl__l_) asm volatile(
        "ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(sl__seen_.half_[2 * sl__l_]),
        "=l"(sl__seen_.half_[2 * sl__l_ + 1]) : "l"(sl__links_ + sl__k_ * sl__seen_.links_ + sl__l_) : "memory");
    return sl__seen_;
}
/* Looks until it is there. @param[in] sl__seen_  of the first look */
template <typename sl__type_>
SL__DEVICE_FN sl__type_ sl__scan_await(const struct sl__device_link *sl__links_, sl_index sl__k_,
                                       sl__scan_value<sl__type_> sl__seen_)
{
    while (!sl__seen_.there_())
        sl__seen_ = sl__scan_look<sl__type_>(sl__links_, sl__k_);
    return sl__seen_.get_();
}

/* Over the lanes of a warp, inclusive. */
template <typename sl__joiner_, typename sl__type_> SL__DEVICE_FN sl__type_ sl__scan_warp(sl__type_ sl__v_)
{
    const int sl__lane_ = sl__device_thread() % SL__SCAN_WARP;
    _Pragma("unroll") for (int sl__w_ = 1; sl__w_ < SL__SCAN_WARP; sl__w_ *= 2)
    {
        sl__type_ sl__o_ = sl__device_up(sl__v_, sl__w_);
        if (sl__lane_ >= sl__w_) {
            sl__joiner_::join_(sl__o_, sl__v_);
            sl__v_ = sl__o_;
        }
    }
    return sl__v_;
}
/* The same of the lanes before a number of them, all lanes alike; none: neutral. */
template <typename sl__joiner_, typename sl__type_>
SL__DEVICE_FN sl__type_ sl__scan_first(sl__type_ sl__v_, int sl__count_, sl__type_ sl__neutral_)
{
    sl__v_ = sl__scan_warp<sl__joiner_>(sl__v_);
    sl__v_ = sl__device_of_lane(sl__v_, sl__count_ > 0 ? sl__count_ - 1 : 0);
    return sl__count_ > 0 ? sl__v_ : sl__neutral_;
}

/* Over the threads of a CUDA block: what those before this one have, and what all have. */
template <typename sl__joiner_, typename sl__type_>
SL__DEVICE_FN sl__type_ sl__scan_block(sl__type_ sl__v_, sl__type_ sl__neutral_, sl__type_ *sl__shared_,
                                       sl__type_ *sl__all_)
{
    const int sl__lane_ = sl__device_thread() % SL__SCAN_WARP, sl__warp_ = sl__device_thread() / SL__SCAN_WARP;
    const sl__type_ sl__own_ = sl__scan_warp<sl__joiner_>(sl__v_);
    sl__type_ sl__before_ = sl__device_up(sl__own_, 1), sl__sum_ = sl__neutral_;
    if (sl__lane_ == SL__SCAN_WARP - 1)
        sl__shared_[sl__warp_] = sl__own_;
    __syncthreads();
    sl__type_ sl__first_ = sl__neutral_;
    _Pragma("unroll") for (int sl__w_ = 0; sl__w_ < SL__SCAN_WARPS; ++sl__w_)
    {
        if (sl__w_ == sl__warp_)
            sl__first_ = sl__sum_;
        sl__joiner_::join_(sl__sum_, sl__shared_[sl__w_]);
    }
    *sl__all_ = sl__sum_;
    if (sl__lane_ > 0)
        sl__joiner_::join_(sl__first_, sl__before_);
    return sl__first_;
}

/* By the first warp of a tile's CUDA block: says what the tile comes to. @return what comes before it, from
 * @p sl__begin_ on. */
template <typename sl__joiner_, typename sl__type_>
SL__DEVICE_FN sl__type_ sl__scan_before(struct sl__device_link *sl__tiles_, sl_index sl__count_, sl_index sl__tile_,
                                        sl__type_ sl__all_, sl__type_ sl__neutral_, sl__type_ sl__begin_)
{
    const sl_index sl__links_ = SL__LINKS_OF(sizeof(sl__type_));
    struct sl__device_link *const sl__groups_ = sl__tiles_ + sl__count_ * sl__links_;
    struct sl__device_link *const sl__supers_ = sl__groups_ + (sl__count_ / SL__SCAN_WARP + 1) * sl__links_;
    const sl_index sl__group_ = sl__tile_ / SL__SCAN_WARP, sl__super_ = sl__group_ / SL__SCAN_WARP;
    const int sl__lane_ = sl__device_thread(), sl__i_ = (int)(sl__tile_ % SL__SCAN_WARP);
    const int sl__j_ = (int)(sl__group_ % SL__SCAN_WARP);
    if (sl__lane_ == 0)
        sl__scan_say(sl__tiles_, sl__tile_, sl__all_);
    __syncwarp();
    /* First a look at all three, whose loads are under way together. */
    const sl_index sl__tile_at_ = sl__group_ * SL__SCAN_WARP + (sl__lane_ < sl__i_ ? sl__lane_ : sl__i_);
    const sl_index sl__group_at_ = sl__super_ * SL__SCAN_WARP + (sl__lane_ < sl__j_ ? sl__lane_ : 0);
    const auto sl__tile_seen_ = sl__scan_look<sl__type_>(sl__tiles_, sl__tile_at_);
    const auto sl__group_seen_ = sl__scan_look<sl__type_>(sl__groups_, sl__group_at_);
    const auto sl__super_seen_ = sl__scan_look<sl__type_>(sl__supers_, sl__super_);
    sl__type_ sl__a_ = sl__neutral_, sl__b_ = sl__neutral_, sl__c_ = sl__begin_;
    if (sl__lane_ < sl__i_)
        sl__a_ = sl__scan_await<sl__type_>(sl__tiles_, sl__tile_at_, sl__tile_seen_);
    __syncwarp();
    sl__a_ = sl__scan_first<sl__joiner_>(sl__a_, sl__i_, sl__neutral_);
    sl__type_ sl__whole_ = sl__a_;
    sl__joiner_::join_(sl__whole_, sl__all_);
    if (sl__lane_ == 0 && sl__i_ == SL__SCAN_WARP - 1)
        sl__scan_say(sl__groups_, sl__group_, sl__whole_);
    __syncwarp();
    if (sl__lane_ < sl__j_)
        sl__b_ = sl__scan_await<sl__type_>(sl__groups_, sl__group_at_, sl__group_seen_);
    if (sl__super_ > 0 && sl__lane_ == 0)
        sl__c_ = sl__scan_await<sl__type_>(sl__supers_, sl__super_, sl__super_seen_);
    __syncwarp();
    sl__b_ = sl__scan_first<sl__joiner_>(sl__b_, sl__j_, sl__neutral_);
    sl__c_ = sl__device_of_lane(sl__c_, 0);
    sl__joiner_::join_(sl__c_, sl__b_);
    if (sl__lane_ == 0 && sl__i_ == SL__SCAN_WARP - 1 && sl__j_ == SL__SCAN_WARP - 1) {
        sl__type_ sl__next_ = sl__c_;
        sl__joiner_::join_(sl__next_, sl__whole_);
        sl__scan_say(sl__supers_, sl__super_ + 1, sl__next_);
    }
    sl__joiner_::join_(sl__c_, sl__a_);
    return sl__c_;
}

/* By the first warp, before the first tile of a part: says what the tiles and groups before it have come to. */
template <typename sl__type_>
SL__DEVICE_FN void sl__scan_recall(struct sl__device_link *sl__tiles_, sl_index sl__count_, int sl__first_,
                                   const sl__type_ *sl__carried_)
{
    const int sl__lane_ = sl__device_thread(), sl__i_ = sl__first_ % SL__SCAN_GROUP;
    if (sl__lane_ < sl__i_)
        sl__scan_say(sl__tiles_, sl__first_ - sl__i_ + sl__lane_, sl__carried_[1 + sl__lane_]);
    if (sl__lane_ < sl__first_ / SL__SCAN_GROUP)
        sl__scan_say(sl__tiles_ + sl__count_ * SL__LINKS_OF(sizeof(sl__type_)), sl__lane_,
                     sl__carried_[1 + SL__SCAN_GROUP + sl__lane_]);
    __syncwarp();
}

/* By the first warp, behind the last tile of a part: notes what the next one, which begins with tile sl__next_, is to
 * recall. All of that has been said. */
template <typename sl__type_>
SL__DEVICE_FN void sl__scan_note(const struct sl__device_link *sl__tiles_, sl_index sl__count_, sl_index sl__next_,
                                 const sl__type_ &sl__begin_, sl__type_ *sl__carried_)
{
    const sl_index sl__links_ = SL__LINKS_OF(sizeof(sl__type_));
    const struct sl__device_link *const sl__groups_ = sl__tiles_ + sl__count_ * sl__links_;
    const struct sl__device_link *const sl__supers_ = sl__groups_ + (sl__count_ / SL__SCAN_GROUP + 1) * sl__links_;
    const sl_index sl__group_ = sl__next_ / SL__SCAN_GROUP, sl__super_ = sl__group_ / SL__SCAN_GROUP;
    const int sl__lane_ = sl__device_thread(), sl__i_ = (int)(sl__next_ % SL__SCAN_GROUP);
    const sl_index sl__tile_at_ = sl__next_ - sl__i_ + sl__lane_;
    const sl_index sl__group_at_ = sl__super_ * SL__SCAN_GROUP + sl__lane_;
    __syncwarp();
    if (sl__lane_ < sl__i_)
        sl__carried_[1 + sl__lane_] =
            sl__scan_await<sl__type_>(sl__tiles_, sl__tile_at_, sl__scan_look<sl__type_>(sl__tiles_, sl__tile_at_));
    if (sl__group_at_ < sl__group_)
        sl__carried_[1 + SL__SCAN_GROUP + sl__lane_] =
            sl__scan_await<sl__type_>(sl__groups_, sl__group_at_, sl__scan_look<sl__type_>(sl__groups_, sl__group_at_));
    if (sl__lane_ == 0)
        sl__carried_[0] =
            sl__super_ == 0
                ? sl__begin_
                : sl__scan_await<sl__type_>(sl__supers_, sl__super_, sl__scan_look<sl__type_>(sl__supers_, sl__super_));
}

/* sl__scan_before() of tile sl__tile_ of the sl__count_ ones of a line, or of a part of it.
 * @param[in] sl__s_  has first_ of sl__device_scan
 * @param[in] sl__recalled_, sl__noted_  the line's in before_ and behind_ of sl__device_scan; NULL
 * @param[in] sl__full_  the part ends with its last tile */
template <typename sl__joiner_, typename sl__type_, typename sl__ends_>
SL__DEVICE_FN sl__type_ sl__scan_of_part(const sl__ends_ &sl__s_, struct sl__device_link *sl__links_,
                                         sl_index sl__count_, sl_index sl__tile_, sl__type_ sl__all_,
                                         sl__type_ sl__neutral_, sl__type_ sl__begin_, const sl__type_ *sl__recalled_,
                                         sl__type_ *sl__noted_, bool sl__full_)
{
    const sl_index sl__end_ = sl__s_.first_ + sl__count_;
    if (sl__recalled_ && sl__tile_ == 0)
        sl__scan_recall(sl__links_, sl__end_, (int)sl__s_.first_, sl__recalled_);
    const sl__type_ sl__v_ = sl__scan_before<sl__joiner_>(sl__links_, sl__end_, sl__s_.first_ + sl__tile_, sl__all_,
                                                          sl__neutral_, sl__begin_);
    if (sl__noted_ && sl__tile_ == sl__count_ - 1)
        sl__scan_note(sl__links_, sl__end_, sl__full_ ? sl__end_ : sl__end_ - 1, sl__begin_, sl__noted_);
    return sl__v_;
}
}

/* The next tile for a CUDA block; all of its threads come here together, and again after that. */
SL__DEVICE_FN sl_index sl__scan_take(const sl__device_scan *sl__s_)
{
    __shared__ unsigned sl__taken_;
    __syncthreads();
    if (sl__device_thread() == 0)
        sl__taken_ = atomicAdd(sl__s_->taken_, 1u);
    __syncthreads();
    return (sl_index)sl__taken_;
}

/* A CUDA block has found no tile any more. The last one leaves everything as it was, for the next launch. */
SL__DEVICE_FN void sl__scan_leave(const sl__device_scan *sl__s_, unsigned *sl__ticket_)
{
    __syncthreads();
    if (!sl__device_last(sl__ticket_))
        return;
    for (sl_index sl__k_ = sl__device_thread(); sl__k_ < sl__s_->used_; sl__k_ += sl__device_threads())
        sl__s_->links_[sl__k_].half_[0] = sl__s_->links_[sl__k_].half_[1] = 0;
    if (sl__device_thread() == 0)
        *sl__s_->taken_ = 0;
}

#endif
#endif
