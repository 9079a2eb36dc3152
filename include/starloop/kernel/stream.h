/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The loops that write past the caches: part of starloop/kernel/form_loop.h.
 *
 * In the stream cases `out(..., own)` views of the kernel's own rank are written to a small buffer that stays in the
 * first-level cache, which is then copied past the caches. The pointer is moved so that the body's own index lands in
 * the buffer.
 */
#ifndef STARLOOP_KERNEL_STREAM_H
#define STARLOOP_KERNEL_STREAM_H

#include <starloop/kernel/emit.h>

/* clang-format off */

#define SL__STREAMS(KR_, I_, W_) SL__FOR_VIEW(SL__STREAMS_VIEW, KR_, I_, W_)
#define SL__STREAMS_VIEW(KR_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__STREAMS_##A_(KR_, T_, R_, M_)
#define SL__STREAMS_sl__r(...)
#define SL__STREAMS_sl__rw(...)
#define SL__STREAMS_sl__atomic(...)
#define SL__STREAMS_sl__w(KR_, T_, R_, M_) +SL__STREAMED(KR_, T_, R_, M_)
#define SL__STREAMED(KR_, T_, R_, M_) \
    (((M_) & SL_MODIFIER_own) != 0 && R_ == KR_ && (int)sizeof(T_) <= (int)SL__STREAM_MOST)

/* Bytes of what is collected of all views, on the stack: of many views fewer elements are collected. Calls, too, are
 * made in threads with 64 KiB of stack. */
enum { SL__STREAM_ROOM = 5120 };
/* Bytes of one element of each view that is streamed. */
#define SL__STREAM_BYTES(KR_, I_, W_) SL__FOR_VIEW(SL__STREAM_BYTES_VIEW, KR_, I_, W_)
#define SL__STREAM_BYTES_VIEW(KR_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__STREAM_BYTES_##A_(KR_, T_, R_, M_)
#define SL__STREAM_BYTES_sl__r(...)
#define SL__STREAM_BYTES_sl__rw(...)
#define SL__STREAM_BYTES_sl__atomic(...)
#define SL__STREAM_BYTES_sl__w(KR_, T_, R_, M_) +SL__STREAMED(KR_, T_, R_, M_) * (int)sizeof(T_)
/* Elements that are collected of each view, a power of two: 128, 64, ... 1. */
#define SL__STREAM_EACH(BYTES_) \
    (SL__STREAM_FITS(BYTES_, 1)    ? SL__STREAM_ELEMENTS \
     : SL__STREAM_FITS(BYTES_, 2)  ? SL__STREAM_ELEMENTS / 2 \
     : SL__STREAM_FITS(BYTES_, 4)  ? SL__STREAM_ELEMENTS / 4 \
     : SL__STREAM_FITS(BYTES_, 8)  ? SL__STREAM_ELEMENTS / 8 \
     : SL__STREAM_FITS(BYTES_, 16) ? SL__STREAM_ELEMENTS / 16 \
     : SL__STREAM_FITS(BYTES_, 32) ? SL__STREAM_ELEMENTS / 32 \
                                   : 1)
#define SL__STREAM_FITS(BYTES_, PART_) ((int)BYTES_ * ((int)SL__STREAM_ELEMENTS / PART_) <= (int)SL__STREAM_ROOM)

#define SL__STREAM_UNPACK(K_, I_, W_) SL__BY_CLASS(SL__STREAM_UNPACK_, K_, I_, W_)
#define SL__STREAM_UNPACK_sl__value SL__UNPACK_sl__value
#define SL__STREAM_UNPACK_sl__result SL__UNPACK_sl__result
#define SL__STREAM_UNPACK_sl__scatter SL__UNPACK_sl__scatter
#define SL__STREAM_UNPACK_sl__pack SL__UNPACK_sl__pack
#define SL__STREAM_UNPACK_sl__mapped SL__UNPACK_sl__mapped
#define SL__STREAM_UNPACK_sl__view(K_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    SL__STREAM_UNPACK_##A_(sl__rank_of_loop_, I_, T_, R_, N_, M_)
#define SL__STREAM_UNPACK_sl__r(KR_, I_, T_, R_, N_, M_) SL__UNPACK_sl__r(I_, T_, R_, N_, M_)
#define SL__STREAM_UNPACK_sl__rw(KR_, I_, T_, R_, N_, M_) SL__UNPACK_sl__rw(I_, T_, R_, N_, M_)
#define SL__STREAM_UNPACK_sl__atomic(KR_, I_, T_, R_, N_, M_) SL__UNPACK_sl__atomic(I_, T_, R_, N_, M_)
#define SL__STREAM_UNPACK_sl__w(KR_, I_, T_, R_, N_, M_) \
    enum { N_##__own_ = SL__STREAMED(KR_, T_, R_, M_) }; \
    SL__UNUSED T_ *const N_##__r_ = (T_ *)sl__a_->N_##__f_.p_; \
    SL__GUARD(R_, N_, I_, 0, 0) \
    SL__UNUSED const struct sl_rank##R_##_view N_##__g_ = \
        SL__GEOMETRY(R_, sl__a_->N_##__f_, N_##__c_, M_, sl__case_); \
    T_ N_##__b_[N_##__own_ ? (int)sl__each_ : 1] __attribute__((__aligned__(64))); \
    T_ *N_##__p_ = N_##__r_; \
    SL__UNUSED struct sl_rank##R_##_view N_ = N_##__g_; \
    if (N_##__own_) { \
        SL__CAT(SL__DIMS_, R_)(SL__STREAM_STRIDE, N_) \
    }
#define SL__STREAM_STRIDE(D_, N_) N_.s_[D_] = ((int)sl__inner_ == D_);

/* Each of these acts on a view that is only written. */
#define SL__STREAM_AIM(KR_, I_, W_) SL__FOR_VIEW(SL__STREAM_AIM_VIEW, KR_, I_, W_)
#define SL__STREAM_AIM_VIEW(KR_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__STREAM_AIM_##A_(T_, N_)
#define SL__STREAM_AIM_sl__r(...)
#define SL__STREAM_AIM_sl__rw(...)
#define SL__STREAM_AIM_sl__atomic(...)
#define SL__STREAM_AIM_sl__w(T_, N_) \
    if (N_##__own_) \
        N_##__p_ = (T_ *)((uintptr_t)N_##__b_ - (uintptr_t)sl__q_ * sizeof(T_));
#define SL__STREAM_FLUSH(KR_, I_, W_) SL__FOR_VIEW(SL__STREAM_FLUSH_VIEW, KR_, I_, W_)
#define SL__STREAM_FLUSH_VIEW(KR_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__STREAM_FLUSH_##A_(T_, R_, N_)
#define SL__STREAM_FLUSH_sl__r(...)
#define SL__STREAM_FLUSH_sl__rw(...)
#define SL__STREAM_FLUSH_sl__atomic(...)
#define SL__STREAM_FLUSH_sl__w(T_, R_, N_) \
    if (N_##__own_) \
        sl__stream(N_##__r_ + SL__STREAM_AT(R_, N_##__g_), N_##__b_, (size_t)(sl__e_ - sl__q_) * sizeof(T_));
/* The first buffer of a row is shorter where the row begins within a cache line, so that the others are whole lines: a
 * line that two buffers share goes through the caches. With several views, for the last one. */
#define SL__STREAM_OVER(KR_, I_, W_) SL__FOR_VIEW(SL__STREAM_OVER_VIEW, KR_, I_, W_)
#define SL__STREAM_OVER_VIEW(KR_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__STREAM_OVER_##A_(T_, R_, N_)
#define SL__STREAM_OVER_sl__r(...)
#define SL__STREAM_OVER_sl__rw(...)
#define SL__STREAM_OVER_sl__atomic(...)
#define SL__STREAM_OVER_sl__w(T_, R_, N_) \
    if (N_##__own_) \
        sl__over_ = (sl_index)(((uintptr_t)(N_##__r_ + SL__STREAM_AT(R_, N_##__g_)) & 63) / sizeof(T_));

/* Where a buffer's first element belongs: its indices are sl__o0_, ...; those that the kernel lacks are 0. */
#define SL__STREAM_AT(R_, G_) (0 SL__CAT(SL__DIMS_, R_)(SL__STREAM_TERM, G_))
#define SL__STREAM_TERM(D_, G_) + sl__o##D_##_ * G_.s_[D_]
#define SL__ORIGIN(D_, X_) SL__UNUSED const sl_index sl__o##D_##_ = X_;
#define SL__ORIGIN_X(D_, ...) SL__ORIGIN(D_, sl__x##D_##_)
#define SL__ORIGIN_0(D_, ...) SL__ORIGIN(D_, 0)
#define SL__ORIGIN_RIGHT(KR_) \
    SL__OUTER(SL__DIMS_, KR_)(SL__ORIGIN_X, ~) SL__ORIGIN_LAST(SL__CAT(SL__LAST_, KR_)) \
    SL__CAT(SL__REST_, KR_)(SL__ORIGIN_0, ~)
#define SL__ORIGIN_LAST(D_) SL__ORIGIN_LAST2(D_)
#define SL__ORIGIN_LAST2(D_) SL__ORIGIN(D_, sl__q_)
#define SL__ORIGIN_LEFT(KR_) \
    SL__ORIGIN(0, sl__q_) SL__CAT(SL__INNER_, KR_)(SL__ORIGIN_X, ~) SL__CAT(SL__REST_, KR_)(SL__ORIGIN_0, ~)

#define SL__STREAM_ROW(D_, ORIGIN_, E_, K_, KR_, ...) SL__STREAM_ROW2(D_, ORIGIN_, E_, K_, KR_, __VA_ARGS__)
#define SL__STREAM_ROW2(D_, ORIGIN_, E_, K_, KR_, ...) \
    for (sl_index sl__q_ = sl__b_->lo_[D_], sl__e_ = sl__q_; sl__q_ < sl__b_->hi_[D_]; sl__q_ = sl__e_) { \
        sl_index sl__over_ = 0; \
        ORIGIN_ \
        E_(SL__STREAM_OVER, KR_, __VA_ARGS__) \
        const sl_index sl__left_ = sl__b_->hi_[D_] - sl__q_, sl__most_ = (int)sl__each_ - sl__over_ % (int)sl__each_; \
        sl__e_ = sl__q_ + (sl__left_ < sl__most_ ? sl__left_ : sl__most_); \
        E_(SL__STREAM_AIM, KR_, __VA_ARGS__) \
        SL__SIMD for (sl_index sl__x##D_##_ = sl__q_; sl__x##D_##_ < sl__e_; ++sl__x##D_##_) \
        { \
            SL__K(D_) \
            SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
        } \
        E_(SL__STREAM_FLUSH, KR_, __VA_ARGS__) \
    }
#define SL__LOOPS_STREAM_sl__ascending(E_, K_, KR_, ...) \
    SL__FOR_sl__ascending(KR_) \
    SL__STREAM_ROW(SL__CAT(SL__LAST_, KR_), SL__ORIGIN_RIGHT(KR_), E_, K_, KR_, __VA_ARGS__)
#define SL__LOOPS_STREAM_sl__descending(E_, K_, KR_, ...) \
    SL__FOR_sl__descending(KR_) SL__STREAM_ROW(0, SL__ORIGIN_LEFT(KR_), E_, K_, KR_, __VA_ARGS__)

#define SL__CHUNK_STREAM(F_, CASE_, READ_, INNER_, LOOPS_, E_, K_, KR_, ...) \
    SL__UNUSED static void F_(const void *sl__p_, const struct sl__box *sl__b_) SL__NOEXCEPT \
    { \
        enum { sl__case_ = CASE_, sl__read_ = READ_, sl__inner_ = INNER_, sl__rank_of_loop_ = KR_, \
               sl__streams_ = 0 E_(SL__STREAMS, KR_, __VA_ARGS__), \
               sl__bytes_ = 0 E_(SL__STREAM_BYTES, KR_, __VA_ARGS__), sl__each_ = SL__STREAM_EACH(sl__bytes_) }; \
        SL__UNUSED const int sl__plainly_ = sl__b_->alone_ != 0; \
        if (sl__streams_ > 0) { \
            SL__UNUSED const struct K_##__args_ *const sl__a_ = (const struct K_##__args_ *)sl__p_; \
            SL__ITERATION_INDICES \
            E_(SL__STREAM_UNPACK, K_, __VA_ARGS__) \
            LOOPS_(E_, K_, KR_, __VA_ARGS__) \
        } \
    }

/* clang-format on */

#endif
