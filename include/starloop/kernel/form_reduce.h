/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The form of kernels that reduce: fixed lanes, fixed blocks, a fixed order of combining. Part of
 *  starloop/kernel/forms.h.
 *
 * What a result is depends on the iteration space alone, never on threads, schedule or layout:
 * doc/spec/reductions.md. In rank 1 a chunk function runs whole blocks and writes one partial result for each; from
 * rank 2 on it runs (part of) one block, whose lanes stand in memory of the library's.
 */
#ifndef STARLOOP_KERNEL_FORM_REDUCE_H
#define STARLOOP_KERNEL_FORM_REDUCE_H

#include <starloop/kernel/emit.h>

/* clang-format off */
/* Of an array of so many lanes, number L_ into V_, and back. Those of a struct lie member by member, all of the first
 * one, then all of the next: so the loop over lanes is vectorised as that of numbers is. */
#define SL__LANE_GET(T_, O_, V_, LANES_, COUNT_, L_) SL__BY_OPERATOR(SL__LANE_GET_, O_)(T_, O_, V_, LANES_, COUNT_, L_)
#define SL__LANE_GET_number(T_, O_, V_, LANES_, COUNT_, L_) V_ = LANES_[L_]
#define SL__LANE_GET_struct(T_, O_, V_, LANES_, COUNT_, L_) SL__MEMBERS_##O_(SL__MEMBER_GET, T_, V_, LANES_, COUNT_, L_)
#define SL__LANE_GET_own(T_, O_, V_, LANES_, COUNT_, L_) O_##__get_(&V_, LANES_, COUNT_, L_)
#define SL__LANE_SET(T_, O_, V_, LANES_, COUNT_, L_) SL__BY_OPERATOR(SL__LANE_SET_, O_)(T_, O_, V_, LANES_, COUNT_, L_)
#define SL__LANE_SET_number(T_, O_, V_, LANES_, COUNT_, L_) LANES_[L_] = V_
#define SL__LANE_SET_struct(T_, O_, V_, LANES_, COUNT_, L_) SL__MEMBERS_##O_(SL__MEMBER_SET, T_, V_, LANES_, COUNT_, L_)
#define SL__LANE_SET_own(T_, O_, V_, LANES_, COUNT_, L_) O_##__set_(&V_, LANES_, COUNT_, L_)

#define SL__LANE_COPY(T_, O_, TO_, TO_COUNT_, TO_L_, FROM_, FROM_COUNT_, FROM_L_) \
    { \
        T_ sl__v_; \
        SL__LANE_GET(T_, O_, sl__v_, FROM_, FROM_COUNT_, FROM_L_); \
        SL__LANE_SET(T_, O_, sl__v_, TO_, TO_COUNT_, TO_L_); \
    }
#define SL__LANES_BEGIN(T_, O_, I_, LANES_, COUNT_) \
    for (int sl__l_ = 0; sl__l_ < COUNT_; ++sl__l_) { \
        const T_ sl__v_ = *(const T_ *)sl__b_->identity_[I_]; \
        SL__LANE_SET(T_, O_, sl__v_, LANES_, COUNT_, sl__l_); \
    }

/* Folds lanes W_.. of 2 W_ into the first W_. W_ is a constant: a loop over the widths cost a dot product 3 % and a sum
 * with a minimum and a maximum 12 %, since no load of the next block begins before the fold is through. */
#define SL__FOLD(T_, O_, LANES_, COUNT_, W_) SL__BY_OPERATOR(SL__FOLD_, O_)(T_, O_, LANES_, COUNT_, W_)
#define SL__FOLD_number(T_, O_, LANES_, COUNT_, W_) \
    for (int sl__l_ = 0; sl__l_ < W_ && (int)sl__ordered_ == 0; ++sl__l_) \
        SL__JOIN(O_, LANES_[sl__l_], LANES_[sl__l_ + W_]);
#define SL__FOLD_struct(T_, O_, LANES_, COUNT_, W_) \
    SL__SIMD for (int sl__l_ = 0; sl__l_ < ((int)sl__ordered_ == 0 ? W_ : 0); ++sl__l_) \
    { \
        T_ sl__a_, sl__b_; \
        SL__LANE_GET(T_, O_, sl__a_, LANES_, COUNT_, sl__l_); \
        SL__LANE_GET(T_, O_, sl__b_, LANES_, COUNT_, sl__l_ + W_); \
        SL__JOIN(O_, sl__a_, sl__b_); \
        SL__LANE_SET(T_, O_, sl__a_, LANES_, COUNT_, sl__l_); \
    }
#define SL__FOLD_own SL__FOLD_struct
/* Those of a column or a row of lanes into one, of a block of rank 1, and of one of rank 2 and up. */
#define SL__FOLD_8(T_, O_, LANES_, COUNT_) \
    SL__FOLD(T_, O_, LANES_, COUNT_, 4) \
    SL__FOLD(T_, O_, LANES_, COUNT_, 2) \
    SL__FOLD(T_, O_, LANES_, COUNT_, 1)
#define SL__FOLD_16(T_, O_, LANES_, COUNT_) \
    SL__FOLD(T_, O_, LANES_, COUNT_, 8) \
    SL__FOLD_8(T_, O_, LANES_, COUNT_)
#define SL__FOLD_1D(T_, O_, LANES_, COUNT_) \
    SL__FOLD(T_, O_, LANES_, COUNT_, 16) \
    SL__FOLD_16(T_, O_, LANES_, COUNT_)
#define SL__FOLD_2D(T_, O_, LANES_) \
    SL__FOLD(T_, O_, LANES_, SL__LANES_2D, 64) \
    SL__FOLD(T_, O_, LANES_, SL__LANES_2D, 32) \
    SL__FOLD_1D(T_, O_, LANES_, SL__LANES_2D)
/* Lanes of a block, here of all of it or of a row, and those that are kept from rank 2 on: one where results come in
 * order. An iteration has one from number sl__from_ on among so many. */
#define SL__LANES_ENUM(LANES_, E_, K_, ...) \
    enum { sl__ordered_ = 0 E_(SL__ORDERED, K_, __VA_ARGS__), sl__lanes_ = (int)sl__ordered_ > 0 ? 1 : LANES_, \
           sl__kept_ = (int)sl__ordered_ > 0 ? 1 : SL__LANES_2D, sl__among_ = sl__lanes_, sl__from_ = 0 }

/* Each of these acts on the reductions of a kernel only. */
#define SL__LANES(K_, I_, W_) SL__FOR_RESULT(SL__LANES_RESULT, K_, I_, W_)
#define SL__LANES_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ N_##__l_[sl__lanes_]; \
    SL__LANES_BEGIN(T_, O_, I_, N_##__l_, (int)sl__lanes_)
#define SL__LANES_FOLD(K_, I_, W_) SL__FOR_RESULT(SL__LANES_FOLD_RESULT, K_, I_, W_)
#define SL__LANES_FOLD_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    if ((int)sl__lane_ == 0) { \
        SL__FOLD_1D(T_, O_, N_##__l_, (int)sl__lanes_) \
    } \
    SL__LANE_GET(T_, O_, ((T_ *)sl__b_->partial_[I_])[sl__block_], N_##__l_, (int)sl__lanes_, 0);
#define SL__BLOCK_LANES(K_, I_, W_) SL__FOR_RESULT(SL__BLOCK_LANES_RESULT, K_, I_, W_)
#define SL__BLOCK_LANES_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ *const __restrict__ N_##__k_ = (T_ *)sl__b_->lanes_[I_]; \
    if (sl__b_->first_) { \
        SL__LANES_BEGIN(T_, O_, I_, N_##__k_, (int)sl__kept_) \
    }
#define SL__BLOCK_FOLD(K_, I_, W_) SL__FOR_RESULT(SL__BLOCK_FOLD_RESULT, K_, I_, W_)
#define SL__BLOCK_FOLD_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    if (sl__b_->last_) { \
        if (sl__b_->lane_ == 0) { \
            SL__FOLD_2D(T_, O_, N_##__k_) \
        } \
        SL__LANE_GET(T_, O_, ((T_ *)sl__b_->partial_[I_])[sl__b_->block_], N_##__k_, (int)sl__kept_, \
                     sl__b_->lane_ > 0 ? sl__b_->lane_ - 1 : 0); \
    }
#define SL__ROW_LOAD(K_, I_, W_) SL__FOR_RESULT(SL__ROW_LOAD_RESULT, K_, I_, W_)
#define SL__ROW_LOAD_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ N_##__l_[sl__lanes_]; \
    for (int sl__l_ = 0; sl__l_ < (int)sl__lanes_; ++sl__l_) \
        SL__LANE_COPY(T_, O_, N_##__l_, (int)sl__lanes_, sl__l_, N_##__k_, (int)sl__kept_, sl__row_ + sl__l_)
#define SL__ROW_STORE(K_, I_, W_) SL__FOR_RESULT(SL__ROW_STORE_RESULT, K_, I_, W_)
#define SL__ROW_STORE_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    for (int sl__l_ = 0; sl__l_ < (int)sl__lanes_; ++sl__l_) \
        SL__LANE_COPY(T_, O_, N_##__k_, (int)sl__kept_, sl__row_ + sl__l_, N_##__l_, (int)sl__lanes_, sl__l_)
#define SL__ROW_REST(K_, I_, W_) SL__FOR_RESULT(SL__ROW_REST_RESULT, K_, I_, W_)
#define SL__ROW_REST_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) SL__UNUSED T_ *const N_##__l_ = N_##__k_;
/* Rank 2 and up, dimension 0 innermost: lanes stand column by column, the eight of a column together, those of all
 * blocks one block after the other. */
#define SL__COLUMN_OF(N_, C_, G_) (N_##__k_ + ((C_) * sl__blocks_ + (G_)) * SL__LANE_ROWS)
#define SL__TURNED_LANES(K_, I_, W_) SL__FOR_RESULT(SL__TURNED_LANES_RESULT, K_, I_, W_)
#define SL__TURNED_LANES_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ *const __restrict__ N_##__k_ = (T_ *)sl__b_->lanes_[I_]; \
    for (sl_index sl__g_ = 0; sl__g_ < SL__LANE_COLUMNS * sl__blocks_; ++sl__g_) { \
        T_ *const N_##__l_ = SL__COLUMN_OF(N_, 0, sl__g_); \
        SL__LANES_BEGIN(T_, O_, I_, N_##__l_, SL__LANE_ROWS) \
    }
#define SL__TURNED_LOAD(K_, I_, W_) SL__FOR_RESULT(SL__TURNED_LOAD_RESULT, K_, I_, W_)
#define SL__TURNED_LOAD_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ *const N_##__m_ = SL__COLUMN_OF(N_, sl__c_, sl__g_); \
    T_ N_##__l_[SL__LANE_ROWS]; \
    for (int sl__l_ = 0; sl__l_ < SL__LANE_ROWS; ++sl__l_) \
        SL__LANE_COPY(T_, O_, N_##__l_, SL__LANE_ROWS, sl__l_, N_##__m_, SL__LANE_ROWS, sl__l_)
#define SL__TURNED_STORE(K_, I_, W_) SL__FOR_RESULT(SL__TURNED_STORE_RESULT, K_, I_, W_)
#define SL__TURNED_STORE_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    for (int sl__l_ = 0; sl__l_ < SL__LANE_ROWS; ++sl__l_) \
        SL__LANE_COPY(T_, O_, N_##__m_, SL__LANE_ROWS, sl__l_, N_##__l_, SL__LANE_ROWS, sl__l_)
#define SL__TURNED_REST(K_, I_, W_) SL__FOR_RESULT(SL__TURNED_REST_RESULT, K_, I_, W_)
#define SL__TURNED_REST_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ *const __restrict__ N_##__l_ = SL__COLUMN_OF(N_, sl__c_, sl__blocks_ - 1);
#define SL__TURNED_FOLD(K_, I_, W_) SL__FOR_RESULT(SL__TURNED_FOLD_RESULT, K_, I_, W_)
#define SL__TURNED_FOLD_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    for (sl_index sl__g_ = 0; sl__g_ < sl__blocks_; ++sl__g_) { \
        T_ N_##__t_[SL__LANE_COLUMNS] __attribute__((__aligned__(64))); \
        for (int sl__c_ = 0; sl__c_ < SL__LANE_COLUMNS; ++sl__c_) { \
            T_ *const N_##__l_ = SL__COLUMN_OF(N_, sl__c_, sl__g_); \
            SL__FOLD_8(T_, O_, N_##__l_, SL__LANE_ROWS) \
            SL__LANE_COPY(T_, O_, N_##__t_, SL__LANE_COLUMNS, sl__c_, N_##__l_, SL__LANE_ROWS, 0) \
        } \
        SL__FOLD_16(T_, O_, N_##__t_, SL__LANE_COLUMNS) \
        SL__LANE_GET(T_, O_, ((T_ *)sl__b_->partial_[I_])[sl__b_->block_ + sl__g_ * sl__b_->apart_], N_##__t_, \
                     SL__LANE_COLUMNS, 0); \
    }

/* One iteration in lane sl__l_. The body works on a copy of the lane, which is a register: through a pointer to the
 * lanes a store under a condition, as in a minimum, would become a branch for each vector. */
#define SL__LANE_CALL(E_, K_, KR_, ...) SL__LANE_CALL_BY(SL__CALL_BODY, E_, K_, KR_, __VA_ARGS__)
#define SL__LANE_CALL_BY(CALL_, E_, K_, KR_, ...) \
    E_(SL__LANE_TAKE, K_, __VA_ARGS__) \
    CALL_(E_, K_, KR_, __VA_ARGS__); \
    E_(SL__LANE_PUT, K_, __VA_ARGS__)
#define SL__LANE_TAKE(K_, I_, W_) SL__FOR_RESULT(SL__LANE_TAKE_RESULT, K_, I_, W_)
#define SL__LANE_TAKE_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    T_ N_##__v_; \
    SL__LANE_GET(T_, O_, N_##__v_, N_##__l_, (int)sl__among_, sl__from_ + sl__l_);
#define SL__LANE_PUT(K_, I_, W_) SL__FOR_RESULT(SL__LANE_PUT_RESULT, K_, I_, W_)
#define SL__LANE_PUT_RESULT(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__LANE_SET(T_, O_, N_##__v_, N_##__l_, (int)sl__among_, sl__from_ + sl__l_);

/* Rank 1: asks for what the body will read soon. The lanes make the processor read some lines of one view, then some of
 * the next, which its own prefetching follows badly: a dot product of 1e8 took 1.10 of the plain loop, 1.01 so. What
 * comes alone is asked for from further away, into the second-level cache: 1.12 and 1.04. What is in the caches is not:
 * a dot product of 1e6 took 1.39 with it, 1.09 without. */
#define SL__AHEAD(KR_, I_, W_) SL__FOR_VIEW(SL__AHEAD_VIEW, KR_, I_, W_)
#define SL__AHEAD_VIEW(KR_, I_, KIND_, A_, T_, R_, N_, S_, M_) SL__AHEAD_##A_(T_, R_, N_, M_)
#define SL__AHEAD_sl__w(...)
#define SL__AHEAD_sl__rw(...)
#define SL__AHEAD_sl__atomic(...)
#define SL__AHEAD_sl__r(T_, R_, N_, M_) \
    if (((M_) & SL_MODIFIER_own) != 0 && R_ == 1 && (int)sl__case_ == SL__CASE_RIGHT && sl__b_->ahead_) \
        for (int sl__z_ = 0; sl__z_ < ((int)sl__ordered_ > 0 ? 0 : SL__LANES) * (int)sizeof(T_); sl__z_ += 64) { \
            if (sl__inputs_ == 1) \
                __builtin_prefetch((const char *)(N_##__p_ + sl__q_) + SL__AHEAD_ALONE_BYTES + sl__z_, 0, 2); \
            else \
                __builtin_prefetch((const char *)(N_##__p_ + sl__q_) + SL__AHEAD_BYTES / sl__inputs_ + sl__z_); \
        }
/* How many views are only read; a table, which stays in the caches, counts as none. */
#define SL__INPUTS(KR_, I_, W_) SL__FOR_VIEW(SL__INPUTS_VIEW, KR_, I_, W_)
#define SL__INPUTS_VIEW(KR_, I_, KIND_, ...) +((int)KIND_ == (int)SL__IN)
#define SL__NOT_AHEAD(...)

/* The iterations FROM_..TO_ of dimension D_, iteration FROM_ + l in lane l % LANES_, at index AT_ of it. AT_##_FETCH
 * gets the indices of a group of lanes. */
#define SL__LANED(PRAGMA_, AHEAD_, AT_, D_, LANES_, FROM_, TO_, E_, K_, KR_, ...) \
    { \
        sl_index sl__q_ = (FROM_); \
        const sl_index sl__to_ = (TO_); \
        SL__LANED_FULL(PRAGMA_, AHEAD_, AT_, D_, LANES_, E_, K_, KR_, __VA_ARGS__) \
        SL__LANED_REST(PRAGMA_, AT_, D_, E_, K_, KR_, __VA_ARGS__) \
    }
#define SL__LANED_FULL(PRAGMA_, AHEAD_, AT_, D_, LANES_, E_, K_, KR_, ...) \
    for (; sl__to_ - sl__q_ >= LANES_; sl__q_ += LANES_) { \
        E_(AHEAD_, KR_, __VA_ARGS__) \
        AT_##_FETCH(sl__q_, LANES_) \
        SL__LANED_CALL(PRAGMA_, AT_, D_, LANES_, E_, K_, KR_, __VA_ARGS__) \
    }
#define SL__LANED_REST(PRAGMA_, AT_, D_, E_, K_, KR_, ...) \
    const int sl__rest_ = (int)(sl__to_ - sl__q_); \
    AT_##_FETCH(sl__q_, sl__rest_) \
    SL__LANED_CALL(PRAGMA_, AT_, D_, sl__rest_, E_, K_, KR_, __VA_ARGS__)
#define SL__LANED_CALL(PRAGMA_, AT_, D_, COUNT_, E_, K_, KR_, ...) \
    PRAGMA_ for (int sl__l_ = 0; sl__l_ < COUNT_; ++sl__l_) \
    { \
        SL__UNUSED const sl_index sl__k##D_##_ = sl__q_ + sl__l_; \
        const sl_index sl__x##D_##_ = AT_(D_, sl__q_, sl__l_); \
        SL__LANE_CALL(E_, K_, KR_, __VA_ARGS__) \
    }
#define SL__AT_ITSELF(D_, Q_, L_) ((Q_) + (L_))
#define SL__AT_ITSELF_FETCH(Q_, COUNT_)
#define SL__AT_INDEXED(D_, Q_, L_) sl__is_[L_]
#define SL__AT_INDEXED_FETCH(Q_, COUNT_) \
    sl_index sl__is_[SL__LANES]; \
    sl__places_fetch(&sl__b_->places_[0], Q_, Q_ + COUNT_, sl__is_);
#define SL__AT_PLACED(D_, Q_, L_) sl__placed(&sl__b_->places_[D_], (Q_) + (L_))
#define SL__AT_PLACED_FETCH(Q_, COUNT_)

/* Rank 1: whole blocks. */
#define SL__REDUCE_BLOCKS(PRAGMA_, AHEAD_, AT_, E_, K_, KR_, ...) \
    enum { sl__lane_ = 0, sl__inputs_ = 0 E_(SL__INPUTS, KR_, __VA_ARGS__) }; \
    SL__LANES_ENUM(SL__LANES, E_, K_, __VA_ARGS__); \
    sl_index sl__block_ = sl__b_->block_; \
    sl_index sl__left_ = sl__b_->hi_[0] - sl__b_->lo_[0]; \
    for (; sl__left_ > 0; sl__left_ -= SL__BLOCK, ++sl__block_) { \
        const sl_index sl__lo_ = sl__b_->hi_[0] - sl__left_; \
        E_(SL__LANES, K_, __VA_ARGS__) \
        SL__LANED(PRAGMA_, AHEAD_, AT_, 0, (int)sl__lanes_, sl__lo_, sl__lo_ \
        + (sl__left_ < SL__BLOCK ? sl__left_ : (sl_index)SL__BLOCK), E_, K_, KR_, \
                  __VA_ARGS__) \
        E_(SL__LANES_FOLD, K_, __VA_ARGS__) \
    }
/* The same one iteration after the other, or those of one lane only, whose result is the partial one then: so several
 * threads may share a block of few iterations that take long. CALL_ is how the body is called. */
#define SL__REDUCE_LANES(E_, K_, KR_, ...) \
    SL__LANES_ENUM(SL__LANES, E_, K_, __VA_ARGS__); \
    SL__REDUCE_LANES_BY(SL__CALL_BODY, E_, K_, KR_, __VA_ARGS__)
#define SL__REDUCE_LANES_BY(CALL_, E_, K_, KR_, ...) \
    const int sl__lane_ = sl__b_->lane_; \
    sl_index sl__block_ = sl__b_->block_; \
    sl_index sl__left_ = sl__b_->hi_[0] - sl__b_->lo_[0]; \
    for (; sl__left_ > 0; sl__left_ -= SL__BLOCK, ++sl__block_) { \
        const sl_index sl__lo_ = sl__b_->hi_[0] - sl__left_; \
        const sl_index sl__n_ = sl__left_ < SL__BLOCK ? sl__left_ : (sl_index)SL__BLOCK; \
        E_(SL__LANES, K_, __VA_ARGS__) \
        for (sl_index sl__k_ = sl__lane_ > 0 ? sl__lane_ - 1 : 0; sl__k_ < sl__n_; \
             sl__k_ += sl__lane_ > 0 ? (int)sl__lanes_ : 1) { \
            const int sl__l_ = sl__lane_ > 0 ? 0 : (int)(sl__k_ % (int)sl__lanes_); \
            const sl_index sl__x0_ = sl__lo_ + sl__k_; \
            SL__K(0) \
            SL__LANE_CALL_BY(CALL_, E_, K_, KR_, __VA_ARGS__) \
        } \
        E_(SL__LANES_FOLD, K_, __VA_ARGS__) \
    }
#define SL__REDUCE_sl__ascending(KR_) SL__CAT(SL__REDUCE_sl__ascending_, SL__CAT(SL__MANY_, KR_))
#define SL__REDUCE_sl__descending(KR_) SL__CAT(SL__REDUCE_sl__descending_, SL__CAT(SL__MANY_, KR_))
#define SL__REDUCE_SEQ(KR_) SL__CAT(SL__REDUCE_SEQ_, SL__CAT(SL__MANY_, KR_))
#define SL__REDUCE_sl__ascending_1(E_, K_, KR_, ...) \
    SL__REDUCE_BLOCKS(SL__SIMD, SL__AHEAD, SL__AT_ITSELF, E_, K_, KR_, __VA_ARGS__)
#define SL__REDUCE_sl__descending_1 SL__REDUCE_sl__ascending_1
#define SL__REDUCE_SEQ_1 SL__REDUCE_LANES
#define SL__REDUCE_INDEXED(KR_) SL__CAT(SL__REDUCE_INDEXED_, SL__CAT(SL__MANY_, KR_))
#define SL__REDUCE_INDEXED_1(E_, K_, KR_, ...) \
    SL__REDUCE_BLOCKS(SL__NO_SIMD, SL__NOT_AHEAD, SL__AT_INDEXED, E_, K_, KR_, __VA_ARGS__)

/* Rank 2 and up, row by row: the lanes of a row are in registers while its whole groups of columns run, and in memory
 * for the rest. Rows go by places, bodies by the indices that AT_ has of them. */
#define SL__REDUCE_ROWS(PRAGMA_, AT_, D_, E_, K_, KR_, ...) \
    SL__REDUCE_ROWS2(PRAGMA_, AT_, D_, E_, K_, KR_, __VA_ARGS__)
#define SL__ROW_INDEX(D_, AT_) const sl_index sl__z##D_##_ = AT_(D_, sl__x##D_##_, 0);
#define SL__ROW_X(D_, ...) const sl_index sl__x##D_##_ = sl__z##D_##_;
#define SL__REDUCE_ROWS2(PRAGMA_, AT_, D_, E_, K_, KR_, ...) \
    SL__LANES_ENUM(SL__LANE_COLUMNS, E_, K_, __VA_ARGS__); \
    E_(SL__BLOCK_LANES, K_, __VA_ARGS__) \
    SL__FOR_sl__ascending(KR_) \
    { \
        const int sl__row_ = (int)sl__ordered_ > 0 ? 0 : (int)((sl__x0_ - sl__b_->base_[0]) % SL__LANE_ROWS) * \
                                                          SL__LANE_COLUMNS; \
        SL__OUTER(SL__DIMS_, KR_)(SL__ROW_INDEX, AT_) \
        { \
            SL__OUTER(SL__DIMS_, KR_)(SL__ROW_X, ~) \
            sl_index sl__q_ = sl__b_->lo_[D_]; \
            const sl_index sl__to_ = sl__b_->hi_[D_]; \
            if (sl__to_ - sl__q_ >= (int)sl__lanes_) { \
                E_(SL__ROW_LOAD, K_, __VA_ARGS__) \
                SL__LANED_FULL(PRAGMA_, SL__NOT_AHEAD, AT_, D_, (int)sl__lanes_, E_, K_, KR_, __VA_ARGS__) \
                E_(SL__ROW_STORE, K_, __VA_ARGS__) \
            } \
            enum { sl__among_ = (int)sl__kept_ }; \
            const int sl__from_ = sl__row_; \
            E_(SL__ROW_REST, K_, __VA_ARGS__) \
            SL__LANED_REST(PRAGMA_, AT_, D_, E_, K_, KR_, __VA_ARGS__) \
        } \
    } \
    E_(SL__BLOCK_FOLD, K_, __VA_ARGS__)
#define SL__REDUCE_sl__ascending_sl__n(E_, K_, KR_, ...) \
    SL__REDUCE_ROWS(SL__SIMD, SL__AT_ITSELF, SL__CAT(SL__LAST_, KR_), E_, K_, KR_, __VA_ARGS__)
#define SL__REDUCE_SEQ_sl__n(E_, K_, KR_, ...) \
    SL__REDUCE_ROWS(SL__NO_SIMD, SL__AT_ITSELF, SL__CAT(SL__LAST_, KR_), E_, K_, KR_, __VA_ARGS__)
#define SL__REDUCE_INDEXED_sl__n(E_, K_, KR_, ...) \
    SL__REDUCE_ROWS(SL__NO_SIMD, SL__AT_PLACED, SL__CAT(SL__LAST_, KR_), E_, K_, KR_, __VA_ARGS__)

/* Rank 2 and up, whole blocks, dimension 0 innermost: the same lanes and order, eight rows at a time. For each of the
 * 16 columns of lanes, some columns of the box that belong to it are run through side by side, over all groups of eight
 * rows of all blocks, with eight lanes in registers: in memory each addition would wait for the last one's store. */
#define SL__COLUMN_FOR for (sl_index sl__i_ = sl__column_; sl__i_ < sl__columns_; sl__i_ += SL__LANE_COLUMNS)
#define SL__COLUMN_X(D_) const sl_index sl__x##D_##_ = sl__b_->lo_[D_] + sl__i_;
#define SL__REDUCE_COLUMNS(D_, E_, K_, KR_, ...) SL__REDUCE_COLUMNS2(D_, E_, K_, KR_, __VA_ARGS__)
#define SL__REDUCE_COLUMNS2(D_, E_, K_, KR_, ...) \
    enum { sl__ordered_ = 0 E_(SL__ORDERED, K_, __VA_ARGS__), sl__among_ = SL__LANE_ROWS, sl__from_ = 0 }; \
    if ((int)sl__ordered_ > 0) /* never called */ \
        return; \
    const sl_index sl__blocks_ = sl__b_->together_, sl__end_ = sl__b_->hi_[0]; \
    const sl_index sl__full_ = sl__end_ - (sl__end_ - sl__b_->lo_[0]) % SL__LANE_ROWS; \
    const sl_index sl__all_ = sl__b_->hi_[D_] - sl__b_->lo_[D_]; \
    E_(SL__TURNED_LANES, K_, __VA_ARGS__) \
    for (int sl__c_ = 0; sl__c_ < SL__LANE_COLUMNS; ++sl__c_) \
        for (sl_index sl__column_ = sl__c_; sl__column_ < sl__all_; sl__column_ += sl__b_->columns_) { \
            const sl_index sl__next_ = sl__column_ + sl__b_->columns_; \
            const sl_index sl__columns_ = sl__next_ < sl__all_ ? sl__next_ : sl__all_; \
            sl_index sl__q_ = sl__b_->lo_[0]; \
            for (sl_index sl__g_ = 0; sl__g_ < sl__blocks_; ++sl__g_) { \
                const sl_index sl__to_ = sl__full_ - sl__q_ > sl__b_->rows_ ? sl__q_ + sl__b_->rows_ : sl__full_; \
                E_(SL__TURNED_LOAD, K_, __VA_ARGS__) \
                for (; sl__q_ < sl__to_; sl__q_ += SL__LANE_ROWS) \
                    SL__OUTER(SL__INNER_, KR_)(SL__FOR, ~) SL__COLUMN_FOR \
                    { \
                        SL__COLUMN_X(D_) \
                        SL__SIMD for (int sl__l_ = 0; sl__l_ < SL__LANE_ROWS; ++sl__l_) \
                        { \
                            const sl_index sl__x0_ = sl__q_ + sl__l_; \
                            SL__LANE_CALL(E_, K_, KR_, __VA_ARGS__) \
                        } \
                    } \
                E_(SL__TURNED_STORE, K_, __VA_ARGS__) \
            } \
            if (sl__full_ < sl__end_) { \
                E_(SL__TURNED_REST, K_, __VA_ARGS__) \
                for (int sl__l_ = 0; sl__l_ < (int)(sl__end_ - sl__full_); ++sl__l_) { \
                    const sl_index sl__x0_ = sl__full_ + sl__l_; \
                    SL__OUTER(SL__INNER_, KR_)(SL__FOR, ~) SL__COLUMN_FOR \
                    { \
                        SL__COLUMN_X(D_) \
                        SL__LANE_CALL(E_, K_, KR_, __VA_ARGS__) \
                    } \
                } \
            } \
        } \
    E_(SL__TURNED_FOLD, K_, __VA_ARGS__)
#define SL__REDUCE_sl__descending_sl__n(E_, K_, KR_, ...) \
    SL__REDUCE_COLUMNS(SL__CAT(SL__LAST_, KR_), E_, K_, KR_, __VA_ARGS__)

#define SL__CHUNKS_sl__reduce(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__REDUCE_CHUNK, E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__any_, SL__CASE_ANY, SL__CASE_ANY, SL__REDUCE_sl__ascending(KR_), E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__seq_, SL__CASE_SEQ, SL__CASE_SEQ, SL__REDUCE_SEQ(KR_), E_, K_, KR_, __VA_ARGS__) \
    SL__CHUNK(K_##__indexed_, SL__CASE_INDEXED, SL__CASE_INDEXED, SL__REDUCE_INDEXED(KR_), E_, K_, KR_, __VA_ARGS__) \
    SL__IS_FLAT(E_, K_, KR_, __VA_ARGS__)
#define SL__REDUCE_CHUNK(NAME_, CASE_, ORDER_, MAP_, TAKES_, E_, K_, KR_, ...) \
    SL__CHUNK(K_##__##NAME_##_, SL__CASE_##CASE_, SL__CASE_##CASE_, SL__REDUCE_##ORDER_(KR_), E_, K_, KR_, __VA_ARGS__)
#define SL__CHUNK_TABLE_sl__reduce(E_, K_, KR_, ...) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_FLAT, K_##__flat_, K_##__) SL__CHUNK_TABLE_UNMIXED(K_) \
    K_##__indexed_, 0,
/* What follows the functions of the rows. */
#define SL__CHUNK_TABLE_UNMIXED(K_) \
    K_##__any_, K_##__seq_, \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~) \
    SL__LAYOUT_CASES(SL__CHUNK_NAME_NONE, ~)
/* clang-format on */

#endif
