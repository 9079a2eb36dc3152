/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The form of plain loops: part of starloop/kernel/forms.h. */
#ifndef STARLOOP_KERNEL_FORM_LOOP_H
#define STARLOOP_KERNEL_FORM_LOOP_H

#include <starloop/kernel/emit.h>

/* clang-format off */
/* Of a box in the order of the memory: inner dimension D_. */
#define SL__ROW(D_, E_, K_, KR_, ...) SL__ROW2(D_, E_, K_, KR_, __VA_ARGS__)
#define SL__ROW2(D_, E_, K_, KR_, ...) \
    { \
        const sl_index sl__e_ = sl__b_->hi_[D_]; \
        SL__SIMD for (sl_index sl__x##D_##_ = sl__b_->lo_[D_]; sl__x##D_##_ < sl__e_; ++sl__x##D_##_) \
        { \
            SL__K(D_) \
            SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
        } \
    }
#define SL__LOOPS_sl__ascending(E_, K_, KR_, ...) \
    SL__FOR_sl__ascending(KR_) SL__ROW(SL__CAT(SL__LAST_, KR_), E_, K_, KR_, __VA_ARGS__)
#define SL__LOOPS_sl__descending(E_, K_, KR_, ...) SL__FOR_sl__descending(KR_) SL__ROW(0, E_, K_, KR_, __VA_ARGS__)
/* clang-format on */

/* Of a box in any order of its dimensions: an odometer turns the outer ones. */
SL_FN int sl__turn(const struct sl__box *sl__b_, int sl__rank_, sl_index *sl__y_)
{
    for (int sl__l_ = sl__rank_ - 2; sl__l_ >= 0; --sl__l_) {
        const int sl__d_ = sl__b_->order_[sl__l_];
        if (++sl__y_[sl__d_] < sl__b_->hi_[sl__d_])
            return 1;
        sl__y_[sl__d_] = sl__b_->lo_[sl__d_];
    }
    return 0;
}
/* clang-format off */
#define SL__Y(D_, ...) const sl_index sl__x##D_##_ = sl__y_[D_];
#define SL__MOVING(D_, ...) const sl_index sl__x##D_##_ = sl__y_[D_] + sl__q_ * sl__m_[D_];
#define SL__LOOPS_TURNED(PRAGMA_, E_, K_, KR_, ...) \
    SL__LOOPS_TURNED2(PRAGMA_, SL__CAT(SL__LAST_, KR_), E_, K_, KR_, __VA_ARGS__)
#define SL__LOOPS_TURNED2(PRAGMA_, D_, E_, K_, KR_, ...) SL__LOOPS_TURNED3(PRAGMA_, D_, E_, K_, KR_, __VA_ARGS__)
#define SL__TURNED_ROW(PRAGMA_, D_, FIXED_, E_, K_, KR_, ...) \
    { \
        const sl_index sl__e_ = sl__b_->hi_[D_]; \
        FIXED_ \
        PRAGMA_ for (sl_index sl__x##D_##_ = sl__b_->lo_[D_]; sl__x##D_##_ < sl__e_; ++sl__x##D_##_) \
        { \
            SL__K(D_) \
            SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
        } \
    }
/* The last and the first dimension innermost have loops of their own, which gcc versions for unit strides. */
#define SL__LOOPS_TURNED3(PRAGMA_, D_, E_, K_, KR_, ...) \
    { \
        const int sl__inner_ = sl__b_->order_[D_]; \
        sl_index sl__y_[KR_]; \
        for (int sl__d_ = 0; sl__d_ < KR_; ++sl__d_) \
            sl__y_[sl__d_] = sl__b_->lo_[sl__d_]; \
        do { \
            if (sl__inner_ == D_) \
                SL__TURNED_ROW(PRAGMA_, D_, SL__OUTER(SL__DIMS_, KR_)(SL__Y, ~), E_, K_, KR_, __VA_ARGS__) \
            SL__CAT(SL__TURNED_FIRST_, SL__CAT(SL__MANY_, KR_))(PRAGMA_, E_, K_, KR_, __VA_ARGS__) \
            SL__CAT(SL__TURNED_MIDDLE_, SL__CAT(SL__FEW_, KR_))(PRAGMA_, E_, K_, KR_, __VA_ARGS__) \
        } while (sl__turn(sl__b_, KR_, sl__y_)); \
    }
#define SL__TURNED_FIRST_1(...)
#define SL__TURNED_FIRST_sl__n(PRAGMA_, E_, K_, KR_, ...) \
    else if (sl__inner_ == 0) SL__TURNED_ROW(PRAGMA_, 0, SL__CAT(SL__INNER_, KR_)(SL__Y, ~), E_, K_, KR_, __VA_ARGS__)
#define SL__TURNED_MIDDLE_1(...)
#define SL__TURNED_MIDDLE_2(...)
#define SL__TURNED_MIDDLE_sl__n(PRAGMA_, E_, K_, KR_, ...) \
    else { \
        const sl_index sl__e_ = sl__b_->hi_[sl__inner_] - sl__b_->lo_[sl__inner_]; \
        sl_index sl__m_[KR_]; \
        for (int sl__d_ = 0; sl__d_ < KR_; ++sl__d_) \
            sl__m_[sl__d_] = sl__d_ == sl__inner_; \
        PRAGMA_ for (sl_index sl__q_ = 0; sl__q_ < sl__e_; ++sl__q_) \
        { \
            SL__CAT(SL__DIMS_, KR_)(SL__MOVING, ~) \
            SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
        } \
    }
#define SL__LOOPS_ANY(E_, K_, KR_, ...) SL__LOOPS_TURNED(SL__SIMD, E_, K_, KR_, __VA_ARGS__)
#define SL__LOOPS_SEQ(E_, K_, KR_, ...) SL__LOOPS_TURNED(SL__NO_SIMD, E_, K_, KR_, __VA_ARGS__)
/* By places. In rank 1 one loop for strides and lists of both types: gcc makes three of it where the body is short, and
 * elsewhere the choice costs nothing beside the body. */
#define SL__LOOPS_INDEXED(E_, K_, KR_, ...) \
    SL__CAT(SL__LOOPS_INDEXED_, SL__CAT(SL__MANY_, KR_))(E_, K_, KR_, __VA_ARGS__)
#define SL__LOOPS_INDEXED_1(E_, K_, KR_, ...) \
    const struct sl__places sl__places_ = sl__b_->places_[0]; \
    const sl_index sl__e_ = sl__b_->hi_[0]; \
    for (sl_index sl__k0_ = sl__b_->lo_[0]; sl__k0_ < sl__e_; ++sl__k0_) { \
        const sl_index sl__i_ = \
            (sl_index)((uint64_t)sl__places_.start_ + (uint64_t)sl__k0_ * (uint64_t)sl__places_.step_); \
        const sl_index sl__x0_ = !sl__places_.list_   ? sl__i_ \
                                 : sl__places_.wide_ ? ((const int64_t *)sl__places_.list_)[sl__i_] \
                                                     : ((const int32_t *)sl__places_.list_)[sl__i_]; \
        SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
    }
#define SL__LOOPS_INDEXED_sl__n(E_, K_, KR_, ...) \
    { \
        const int sl__inner_ = sl__b_->order_[KR_ - 1]; \
        sl_index sl__y_[KR_], sl__z_[KR_]; \
        for (int sl__d_ = 0; sl__d_ < KR_; ++sl__d_) \
            sl__y_[sl__d_] = sl__b_->lo_[sl__d_]; \
        do { \
            for (int sl__d_ = 0; sl__d_ < KR_; ++sl__d_) \
                sl__z_[sl__d_] = sl__placed(&sl__b_->places_[sl__d_], sl__y_[sl__d_]); \
            for (sl_index sl__k_ = sl__b_->lo_[sl__inner_]; sl__k_ < sl__b_->hi_[sl__inner_]; ++sl__k_) { \
                const sl_index sl__i_ = sl__placed(&sl__b_->places_[sl__inner_], sl__k_); \
                SL__CAT(SL__DIMS_, KR_)(SL__PLACED_X, ~) \
                SL__CALL_BODY(E_, K_, KR_, __VA_ARGS__); \
            } \
        } while (sl__turn(sl__b_, KR_, sl__y_)); \
    }
#define SL__PLACED_X(D_, ...) const sl_index sl__x##D_##_ = D_ == sl__inner_ ? sl__i_ : sl__z_[D_];
/* clang-format on */

#include <starloop/kernel/stream.h>

/* clang-format off */
#define SL__CHUNKS_sl__loop(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__CHUNKS_OF, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__any_, SL__CASE_ANY, SL__CASE_ANY, SL__LOOPS_ANY, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__seq_, SL__CASE_SEQ, SL__CASE_SEQ, SL__LOOPS_SEQ, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__indexed_, SL__CASE_INDEXED, SL__CASE_INDEXED, SL__LOOPS_INDEXED, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK_INDEXED(KR_)(K_##__indexed_right_, SL__CASE_RIGHT, SL__LOOPS_INDEXED, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__turned_, SL__CASE_RIGHT, SL__CASE_RIGHT, SL__LOOPS_sl__descending, E_, K_, KR_, __VA_ARGS__) \
    SL__IS_FLAT(E_, K_, KR_, __VA_ARGS__)
#define SL__CHUNKS_OF(NAME_, CASE_, ORDER_, MAP_, TAKES_, E_, K_, KR_, ...) \
    SL__CHUNK(K_##__##NAME_##_, SL__CASE_##CASE_, SL__CASE_##CASE_, SL__LOOPS_##ORDER_, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__mixed_##NAME_##_, SL__CASE_##CASE_, SL__CASE_ANY, SL__LOOPS_##ORDER_, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK_STREAM(K_##__stream_##NAME_##_, SL__CASE_##CASE_, SL__CASE_##CASE_, SL__INNERMOST_##ORDER_(KR_), \
                     SL__LOOPS_STREAM_##ORDER_, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK_STREAM(K_##__mixed_stream_##NAME_##_, SL__CASE_##CASE_, SL__CASE_ANY, SL__INNERMOST_##ORDER_(KR_), \
                     SL__LOOPS_STREAM_##ORDER_, E_, K_, KR_, __VA_ARGS__)

#define SL__CHUNK_TABLE_sl__loop(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_FLAT, K_##__flat_, K_##__) K_##__any_, K_##__seq_, \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_FLAT, K_##__flat_, K_##__mixed_) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_STREAM, 0 E_(SL__STREAMS, KR_, __VA_ARGS__), K_##__flat_, K_##__stream_) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_STREAM, 0 E_(SL__STREAMS, KR_, __VA_ARGS__), K_##__flat_, K_##__mixed_stream_) \
    K_##__indexed_, SL__CHUNK_NAME_INDEXED(KR_)(K_##__indexed_right_) \
    (KR_ > 1 && (0 E_(SL__TURNS, KR_, __VA_ARGS__))) ? K_##__turned_ : 0,
/* Whether the dimensions of a view may follow the indices in another order; the compiler drops the function else. */
#define SL__TURNS(KR_, I_, W_) SL__FOR_VIEW(SL__TURNS_VIEW, KR_, I_, W_)
#define SL__TURNS_VIEW(KR_, I_, KIND_, A_, T_, R_, N_, S_, M_) \
    || (((M_) & SL_MODIFIER_own()) != 0 && ((M_) & (int)SL__MODIFIERS_FREE) == 0 && R_ == KR_)
#define SL__CHUNK_NAME_STREAM(NAME_, CASE_, ORDER_, MAP_, TAKES_, STREAMS_, FLAT_, K_) \
    (SL__IS_TUPLE(MAP_) || !(STREAMS_)) ? 0 : FLAT_ ? K_##right_ : K_##NAME_##_,
/* clang-format on */

#endif
