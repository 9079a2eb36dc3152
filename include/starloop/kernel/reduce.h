/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The loops of kernels that reduce: fixed lanes, fixed blocks, a fixed order of combining.
 *
 * What a result is depends on the iteration space alone, never on threads, schedule or layout: doc/design.md,
 * "Reductions". In rank 1 a chunk function runs whole blocks and writes one partial result for each; from rank 2 on it
 * runs (part of) one block, whose lanes stand in memory of the library's.
 */
#ifndef STARLOOP_KERNEL_REDUCE_H
#define STARLOOP_KERNEL_REDUCE_H

#include <starloop/kernel/emit.h>

/* Folds lanes W_.. of 2 W_ into the first W_. W_ is a constant: a loop over the widths cost a dot product 3 % and a sum
 * with a minimum and a maximum 12 %, since no load of the next block begins before the fold is through. */
#define SL__FOLD(O_, LANES_, W_) \
    for (int sl__l_ = 0; sl__l_ < W_; ++sl__l_) \
        SL__JOIN_##O_(LANES_[sl__l_], LANES_[sl__l_ + W_]);

/* Each of these acts on the reductions of a kernel only. */
#define SL__LANES(K_, I_, W_) SL__BY_KIND(SL__LANES_, K_, I_, W_)
#define SL__LANES_ksc(...)
#define SL__LANES_kin(...)
#define SL__LANES_kout(...)
#define SL__LANES_kio(...)
#define SL__LANES_kend(...)
#define SL__LANES_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    T_ N_##__l_[SL__LANES]; \
    for (int sl__l_ = 0; sl__l_ < SL__LANES; ++sl__l_) \
        N_##__l_[sl__l_] = *(const T_ *)sl__b_->identity_[I_];
#define SL__LANES_FOLD(K_, I_, W_) SL__BY_KIND(SL__LANES_FOLD_, K_, I_, W_)
#define SL__LANES_FOLD_ksc(...)
#define SL__LANES_FOLD_kin(...)
#define SL__LANES_FOLD_kout(...)
#define SL__LANES_FOLD_kio(...)
#define SL__LANES_FOLD_kend(...)
#define SL__LANES_FOLD_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    SL__FOLD(O_, N_##__l_, 16) \
    SL__FOLD(O_, N_##__l_, 8) \
    SL__FOLD(O_, N_##__l_, 4) \
    SL__FOLD(O_, N_##__l_, 2) \
    SL__FOLD(O_, N_##__l_, 1) \
    ((T_ *)sl__b_->partial_[I_])[sl__block_] = N_##__l_[0];
#define SL__BLOCK_LANES(K_, I_, W_) SL__BY_KIND(SL__BLOCK_LANES_, K_, I_, W_)
#define SL__BLOCK_LANES_ksc(...)
#define SL__BLOCK_LANES_kin(...)
#define SL__BLOCK_LANES_kout(...)
#define SL__BLOCK_LANES_kio(...)
#define SL__BLOCK_LANES_kend(...)
#define SL__BLOCK_LANES_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    T_ *const __restrict__ N_##__k_ = (T_ *)sl__b_->lanes_[I_]; \
    if (sl__b_->first_) \
        for (int sl__l_ = 0; sl__l_ < SL__LANES_2D; ++sl__l_) \
            N_##__k_[sl__l_] = *(const T_ *)sl__b_->identity_[I_];
#define SL__BLOCK_FOLD(K_, I_, W_) SL__BY_KIND(SL__BLOCK_FOLD_, K_, I_, W_)
#define SL__BLOCK_FOLD_ksc(...)
#define SL__BLOCK_FOLD_kin(...)
#define SL__BLOCK_FOLD_kout(...)
#define SL__BLOCK_FOLD_kio(...)
#define SL__BLOCK_FOLD_kend(...)
#define SL__BLOCK_FOLD_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    if (sl__b_->last_) { \
        SL__FOLD(O_, N_##__k_, 64) \
        SL__FOLD(O_, N_##__k_, 32) \
        SL__FOLD(O_, N_##__k_, 16) \
        SL__FOLD(O_, N_##__k_, 8) \
        SL__FOLD(O_, N_##__k_, 4) \
        SL__FOLD(O_, N_##__k_, 2) \
        SL__FOLD(O_, N_##__k_, 1) \
        ((T_ *)sl__b_->partial_[I_])[sl__b_->block_] = N_##__k_[0]; \
    }
#define SL__ROW_LOAD(K_, I_, W_) SL__BY_KIND(SL__ROW_LOAD_, K_, I_, W_)
#define SL__ROW_LOAD_ksc(...)
#define SL__ROW_LOAD_kin(...)
#define SL__ROW_LOAD_kout(...)
#define SL__ROW_LOAD_kio(...)
#define SL__ROW_LOAD_kend(...)
#define SL__ROW_LOAD_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    T_ N_##__l_[SL__LANE_COLUMNS]; \
    for (int sl__l_ = 0; sl__l_ < SL__LANE_COLUMNS; ++sl__l_) \
        N_##__l_[sl__l_] = N_##__k_[sl__row_ + sl__l_];
#define SL__ROW_STORE(K_, I_, W_) SL__BY_KIND(SL__ROW_STORE_, K_, I_, W_)
#define SL__ROW_STORE_ksc(...)
#define SL__ROW_STORE_kin(...)
#define SL__ROW_STORE_kout(...)
#define SL__ROW_STORE_kio(...)
#define SL__ROW_STORE_kend(...)
#define SL__ROW_STORE_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    for (int sl__l_ = 0; sl__l_ < SL__LANE_COLUMNS; ++sl__l_) \
        N_##__k_[sl__row_ + sl__l_] = N_##__l_[sl__l_];
#define SL__TURNED_LANES(K_, I_, W_) SL__BY_KIND(SL__TURNED_LANES_, K_, I_, W_)
#define SL__TURNED_LANES_ksc(...)
#define SL__TURNED_LANES_kin(...)
#define SL__TURNED_LANES_kout(...)
#define SL__TURNED_LANES_kio(...)
#define SL__TURNED_LANES_kend(...)
#define SL__TURNED_LANES_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    T_ N_##__t_[SL__LANES_2D] __attribute__((aligned(64))); \
    for (int sl__l_ = 0; sl__l_ < SL__LANES_2D; ++sl__l_) \
        N_##__t_[sl__l_] = *(const T_ *)sl__b_->identity_[I_];
#define SL__TURNED_COLUMN(K_, I_, W_) SL__BY_KIND(SL__TURNED_COLUMN_, K_, I_, W_)
#define SL__TURNED_COLUMN_ksc(...)
#define SL__TURNED_COLUMN_kin(...)
#define SL__TURNED_COLUMN_kout(...)
#define SL__TURNED_COLUMN_kio(...)
#define SL__TURNED_COLUMN_kend(...)
#define SL__TURNED_COLUMN_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    T_ *const __restrict__ N_##__l_ = N_##__t_ + sl__column_;
#define SL__TURNED_BACK(K_, I_, W_) SL__BY_KIND(SL__TURNED_BACK_, K_, I_, W_)
#define SL__TURNED_BACK_ksc(...)
#define SL__TURNED_BACK_kin(...)
#define SL__TURNED_BACK_kout(...)
#define SL__TURNED_BACK_kio(...)
#define SL__TURNED_BACK_kend(...)
#define SL__TURNED_BACK_kred(K_, I_, KK_, T_, O_, N_, S_, M_) \
    for (int sl__l_ = 0; sl__l_ < SL__LANES_2D; ++sl__l_) \
        N_##__k_[sl__l_] = N_##__t_[(sl__l_ % SL__LANE_COLUMNS) * SL__LANE_ROWS + sl__l_ / SL__LANE_COLUMNS];

/* One iteration in lane sl__l_. The body works on a copy of the lane, which is a register: through a pointer to the
 * lanes a store under a condition, as in a minimum, would become a branch for each vector. */
#define SL__LANE_CALL(K_, KR_, ...) \
    SL__EACH(SL__LANE_TAKE, K_, __VA_ARGS__) \
    SL__CALL(K_, KR_, __VA_ARGS__); \
    SL__EACH(SL__LANE_PUT, K_, __VA_ARGS__)
#define SL__LANE_TAKE(K_, I_, W_) SL__BY_KIND(SL__LANE_TAKE_, K_, I_, W_)
#define SL__LANE_TAKE_ksc(...)
#define SL__LANE_TAKE_kin(...)
#define SL__LANE_TAKE_kout(...)
#define SL__LANE_TAKE_kio(...)
#define SL__LANE_TAKE_kend(...)
#define SL__LANE_TAKE_kred(K_, I_, KK_, T_, O_, N_, S_, M_) T_ N_##__v_ = N_##__l_[sl__l_];
#define SL__LANE_PUT(K_, I_, W_) SL__BY_KIND(SL__LANE_PUT_, K_, I_, W_)
#define SL__LANE_PUT_ksc(...)
#define SL__LANE_PUT_kin(...)
#define SL__LANE_PUT_kout(...)
#define SL__LANE_PUT_kio(...)
#define SL__LANE_PUT_kend(...)
#define SL__LANE_PUT_kred(K_, I_, KK_, T_, O_, N_, S_, M_) N_##__l_[sl__l_] = N_##__v_;

/* Rank 1: asks for what the body will read soon. The lanes make the processor read some lines of one view, then some of
 * the next, which its own prefetching follows badly: a dot product of 1e8 took 1.10 of the plain loop, 1.01 so. What
 * comes alone is asked for from further away, into the second-level cache: 1.12 and 1.04. */
#define SL__AHEAD(KR_, I_, W_) SL__BY_KIND(SL__AHEAD_, KR_, I_, W_)
#define SL__AHEAD_ksc(...)
#define SL__AHEAD_kout(...)
#define SL__AHEAD_kio(...)
#define SL__AHEAD_kred(...)
#define SL__AHEAD_kend(...)
#define SL__AHEAD_kin(KR_, I_, KK_, T_, R_, N_, S_, M_) \
    if (((M_) & SL_MODIFIER_own) != 0 && R_ == 1 && (int)sl__case_ == SL__CASE_RIGHT) \
        for (int sl__z_ = 0; sl__z_ < SL__LANES * (int)sizeof(T_); sl__z_ += 64) { \
            if (sl__inputs_ == 1) \
                __builtin_prefetch((const char *)(N_##__p_ + sl__q_) + SL__AHEAD_ALONE_BYTES + sl__z_, 0, 2); \
            else \
                __builtin_prefetch((const char *)(N_##__p_ + sl__q_) + SL__AHEAD_BYTES / sl__inputs_ + sl__z_); \
        }
#define SL__INPUTS(KR_, I_, W_) SL__BY_KIND(SL__INPUTS_, KR_, I_, W_)
#define SL__INPUTS_ksc(...)
#define SL__INPUTS_kin(...) +1
#define SL__INPUTS_kout(...)
#define SL__INPUTS_kio(...)
#define SL__INPUTS_kred(...)
#define SL__INPUTS_kend(...)
#define SL__NOT_AHEAD(...)

/* The iterations FROM_..TO_ of dimension D_, iteration FROM_ + l in lane l % LANES_. */
#define SL__LANED(PRAGMA_, AHEAD_, D_, LANES_, FROM_, TO_, K_, KR_, ...) \
    { \
        sl_index sl__q_ = (FROM_); \
        const sl_index sl__to_ = (TO_); \
        for (; sl__to_ - sl__q_ >= LANES_; sl__q_ += LANES_) { \
            SL__EACH(AHEAD_, KR_, __VA_ARGS__) \
            PRAGMA_ for (int sl__l_ = 0; sl__l_ < LANES_; ++sl__l_) \
            { \
                const sl_index sl__x##D_##_ = sl__q_ + sl__l_; \
                SL__LANE_CALL(K_, KR_, __VA_ARGS__) \
            } \
        } \
        const int sl__rest_ = (int)(sl__to_ - sl__q_); \
        PRAGMA_ for (int sl__l_ = 0; sl__l_ < sl__rest_; ++sl__l_) \
        { \
            const sl_index sl__x##D_##_ = sl__q_ + sl__l_; \
            SL__LANE_CALL(K_, KR_, __VA_ARGS__) \
        } \
    }

/* Rank 1: whole blocks. */
#define SL__REDUCE_BLOCKS(PRAGMA_, K_, KR_, ...) \
    enum { sl__inputs_ = 0 SL__EACH(SL__INPUTS, KR_, __VA_ARGS__) }; \
    sl_index sl__block_ = sl__b_->block_; \
    sl_index sl__left_ = sl__b_->hi_[0] - sl__b_->lo_[0]; \
    for (; sl__left_ > 0; sl__left_ -= SL__BLOCK, ++sl__block_) { \
        const sl_index sl__lo_ = sl__b_->hi_[0] - sl__left_; \
        SL__EACH(SL__LANES, K_, __VA_ARGS__) \
        SL__LANED(PRAGMA_, SL__AHEAD, 0, SL__LANES, sl__lo_, sl__lo_ \
        + (sl__left_ < SL__BLOCK ? sl__left_ : (sl_index)SL__BLOCK), K_, KR_, \
                  __VA_ARGS__) \
        SL__EACH(SL__LANES_FOLD, K_, __VA_ARGS__) \
    }
#define SL__REDUCE_RIGHT_1(K_, KR_, ...) SL__REDUCE_BLOCKS(SL__SIMD, K_, KR_, __VA_ARGS__)
#define SL__REDUCE_LEFT_1 SL__REDUCE_RIGHT_1
#define SL__REDUCE_SEQ_1(K_, KR_, ...) SL__REDUCE_BLOCKS(SL__NO_SIMD, K_, KR_, __VA_ARGS__)

/* Rank 2 and up, row by row: the lanes of a row are in registers while it runs. */
#define SL__REDUCE_ROWS(PRAGMA_, D_, K_, KR_, ...) SL__REDUCE_ROWS2(PRAGMA_, D_, K_, KR_, __VA_ARGS__)
#define SL__REDUCE_ROWS2(PRAGMA_, D_, K_, KR_, ...) \
    SL__EACH(SL__BLOCK_LANES, K_, __VA_ARGS__) \
    SL__CAT(SL__OUTER_RIGHT_, KR_) \
    { \
        const int sl__row_ = (int)((sl__x0_ - sl__b_->base_[0]) % SL__LANE_ROWS) * SL__LANE_COLUMNS; \
        SL__EACH(SL__ROW_LOAD, K_, __VA_ARGS__) \
        SL__LANED(PRAGMA_, SL__NOT_AHEAD, D_, SL__LANE_COLUMNS, sl__b_->lo_[D_], sl__b_->hi_[D_], K_, KR_, \
                  __VA_ARGS__) \
        SL__EACH(SL__ROW_STORE, K_, __VA_ARGS__) \
    } \
    SL__EACH(SL__BLOCK_FOLD, K_, __VA_ARGS__)
#define SL__REDUCE_RIGHT_N(K_, KR_, ...) \
    SL__REDUCE_ROWS(SL__SIMD, SL__CAT(SL__LAST_, KR_), K_, KR_, __VA_ARGS__)
#define SL__REDUCE_SEQ_N(K_, KR_, ...) \
    SL__REDUCE_ROWS(SL__NO_SIMD, SL__CAT(SL__LAST_, KR_), K_, KR_, __VA_ARGS__)

/* Rank 2 and up, a whole block, dimension 0 innermost: eight rows side by side, in the same lanes and order. */
#define SL__REDUCE_COLUMNS(D_, K_, KR_, ...) SL__REDUCE_COLUMNS2(D_, K_, KR_, __VA_ARGS__)
#define SL__REDUCE_COLUMNS2(D_, K_, KR_, ...) \
    SL__EACH(SL__BLOCK_LANES, K_, __VA_ARGS__) \
    SL__EACH(SL__TURNED_LANES, K_, __VA_ARGS__) \
    for (sl_index sl__rows_ = sl__b_->hi_[0] - sl__b_->lo_[0]; sl__rows_ > 0; sl__rows_ -= SL__LANE_ROWS) { \
        const sl_index sl__q_ = sl__b_->hi_[0] - sl__rows_; \
        SL__CAT(SL__MIDDLE_, KR_) SL__FOR(D_) \
        { \
            const int sl__column_ = (int)((sl__x##D_##_ - sl__b_->base_[D_]) % SL__LANE_COLUMNS) * SL__LANE_ROWS; \
            SL__EACH(SL__TURNED_COLUMN, K_, __VA_ARGS__) \
            if (sl__rows_ >= SL__LANE_ROWS) { \
                SL__SIMD for (int sl__l_ = 0; sl__l_ < SL__LANE_ROWS; ++sl__l_) \
                { \
                    const sl_index sl__x0_ = sl__q_ + sl__l_; \
                    SL__LANE_CALL(K_, KR_, __VA_ARGS__) \
                } \
            } else { \
                for (int sl__l_ = 0; sl__l_ < sl__rows_; ++sl__l_) { \
                    const sl_index sl__x0_ = sl__q_ + sl__l_; \
                    SL__LANE_CALL(K_, KR_, __VA_ARGS__) \
                } \
            } \
        } \
    } \
    SL__EACH(SL__TURNED_BACK, K_, __VA_ARGS__) \
    SL__EACH(SL__BLOCK_FOLD, K_, __VA_ARGS__)
#define SL__REDUCE_LEFT_N(K_, KR_, ...) SL__REDUCE_COLUMNS(SL__CAT(SL__LAST_, KR_), K_, KR_, __VA_ARGS__)
#define SL__MIDDLE_2
#define SL__MIDDLE_3 SL__FOR(1)
#define SL__MIDDLE_4 SL__FOR(1) SL__FOR(2)
#define SL__MIDDLE_5 SL__FOR(1) SL__FOR(2) SL__FOR(3)
#define SL__MIDDLE_6 SL__FOR(1) SL__FOR(2) SL__FOR(3) SL__FOR(4)
#define SL__REDUCE_RIGHT_2 SL__REDUCE_RIGHT_N
#define SL__REDUCE_RIGHT_3 SL__REDUCE_RIGHT_N
#define SL__REDUCE_RIGHT_4 SL__REDUCE_RIGHT_N
#define SL__REDUCE_RIGHT_5 SL__REDUCE_RIGHT_N
#define SL__REDUCE_RIGHT_6 SL__REDUCE_RIGHT_N
#define SL__REDUCE_LEFT_2 SL__REDUCE_LEFT_N
#define SL__REDUCE_LEFT_3 SL__REDUCE_LEFT_N
#define SL__REDUCE_LEFT_4 SL__REDUCE_LEFT_N
#define SL__REDUCE_LEFT_5 SL__REDUCE_LEFT_N
#define SL__REDUCE_LEFT_6 SL__REDUCE_LEFT_N
#define SL__REDUCE_SEQ_2 SL__REDUCE_SEQ_N
#define SL__REDUCE_SEQ_3 SL__REDUCE_SEQ_N
#define SL__REDUCE_SEQ_4 SL__REDUCE_SEQ_N
#define SL__REDUCE_SEQ_5 SL__REDUCE_SEQ_N
#define SL__REDUCE_SEQ_6 SL__REDUCE_SEQ_N

#endif
