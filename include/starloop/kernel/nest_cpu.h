/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the statements of a policy become on CPUs: part of starloop/kernel/form_nest.h.
 *
 * A policy is one function, SL__NEST_FUNCTION, which all threads of the loop run from its begin to its end. Scopes are
 * C's own: FOR opens one with the index sl__x<d>_ and sl__used<d>_ 1, TILE one with the bounds sl__lo<d>_ and
 * sl__hi<d>_ of a tile. An omp level gives each thread some of its iterations, in a scope where sl__omp_ is 1 with a
 * copy of the locals, and ends with a barrier. What stands outside of these levels runs in one thread, from which the
 * others then have the locals; the loops around it run in all of them. No loop knows at run time that there are
 * policies.
 */
#ifndef STARLOOP_KERNEL_NEST_CPU_H
#define STARLOOP_KERNEL_NEST_CPU_H

#include <starloop/kernel/emit.h>
#include <starloop/kernel/guards.h>
#include <starloop/kernel/nest_depths.h>
#include <starloop/kernel/nest_do.h>

/* clang-format off */
/* The compiler is told that views do not overlap by the parameters of a policy's function, where the loops are: told of
 * a lambda's, it holds for one iteration, and gcc neither unrolls nor exchanges loops around it. So many of the first
 * arguments are. Not with clang, which would keep what is read over the waits of the nest's threads. */
#if !defined(__CUDACC__) && !defined(__clang__)
#define SL__NEST_HELD 12
#define SL__NEST_HELD_PARAMETERS(R_) \
    SL__UNUSED void *R_ sl__r0_, SL__UNUSED void *R_ sl__r1_, SL__UNUSED void *R_ sl__r2_, \
    SL__UNUSED void *R_ sl__r3_, SL__UNUSED void *R_ sl__r4_, SL__UNUSED void *R_ sl__r5_, \
    SL__UNUSED void *R_ sl__r6_, SL__UNUSED void *R_ sl__r7_, SL__UNUSED void *R_ sl__r8_, \
    SL__UNUSED void *R_ sl__r9_, SL__UNUSED void *R_ sl__r10_, SL__UNUSED void *R_ sl__r11_
#define SL__NEST_HELD_ARGUMENTS \
    sl__r0_, sl__r1_, sl__r2_, sl__r3_, sl__r4_, sl__r5_, sl__r6_, sl__r7_, sl__r8_, sl__r9_, sl__r10_, sl__r11_
SL_FN void *sl__nest_held(const int sl__i_, SL__NEST_HELD_PARAMETERS())
{
    return sl__i_ == 0 ? sl__r0_ : sl__i_ == 1 ? sl__r1_ : sl__i_ == 2 ? sl__r2_ : sl__i_ == 3 ? sl__r3_
           : sl__i_ == 4 ? sl__r4_ : sl__i_ == 5 ? sl__r5_ : sl__i_ == 6 ? sl__r6_ : sl__i_ == 7 ? sl__r7_
           : sl__i_ == 8 ? sl__r8_ : sl__i_ == 9 ? sl__r9_ : sl__i_ == 10 ? sl__r10_ : sl__r11_;
}
#endif
/* clang-format on */
#if defined(SL_BOUNDS_CHECK) && !defined(__CUDACC__) && !defined(SL__LINT)
/* The lambda that runs: "file:line". */
static __thread const char *sl__in_lambda_ __attribute__((__unused__));
SL_FN void sl__nest_fill(void *sl__at_, sl_index sl__bytes_)
{
    const struct sl__guarded sl__a_ = {0, (char *)sl__at_, sl__bytes_, 1, 0};
    sl__guards_fill(&sl__a_, (int)SL__NEST_GUARD);
}
SL_FN void sl__nest_look(struct sl__fault *sl__f_, const char *sl__name_, void *sl__at_, sl_index sl__bytes_,
                         sl_index sl__size_, int sl__line_, int sl__lambda_, const sl_index *sl__iteration_)
{
    const struct sl__guarded sl__a_ = {sl__name_, (char *)sl__at_, sl__bytes_ / sl__size_, sl__size_, sl__line_};
    sl__guards_look(sl__f_, &sl__a_, (int)SL__NEST_GUARD, sl__in_lambda_, sl__lambda_, sl__iteration_);
}
#endif
/* clang-format off */
#define SL__NEST_SAYS(K_, P_, OK_, ...) SL__STATIC_ASSERT(OK_, "nest " #K_ ", policy " #P_ ": " __VA_ARGS__);

/* ---- SL__NEST_C_: code ------------------------------------------------------------------------------------- */

#define SL__NEST_C_sl__end(...)
#define SL__NEST_C_sl__unknown(K_, P_, TEXT_) \
    SL__NEST_SAYS(K_, P_, 0, "unknown statement in '" TEXT_ "'; use " SL__STATEMENT_NAMES)
#define SL__NEST_C_sl__comma(K_, P_, TEXT_) SL__NEST_SAYS(K_, P_, 0, "a comma is missing after a statement")
#define SL__NEST_C_sl__bad(K_, P_, TEXT_) SL__NEST_SAYS(K_, P_, 0, TEXT_)
#define SL__NEST_C_sl__more(K_, P_, W_) SL__CAT(SL__NEST_MORE_, SL__CHECK(SL__NEST_MORE_PROBE W_))(K_, P_)
#define SL__NEST_MORE_PROBE(T_, S_, ...) SL__CAT(SL__NEST_MORE_IS_, S_)
#define SL__NEST_MORE_IS_sl__end SL__PROBE
#define SL__NEST_MORE_1(...)
#define SL__NEST_MORE_0(K_, P_) SL__NEST_SAYS(K_, P_, 0, "a list has more than 8 statements")
#define SL__NEST_C_sl__deep(K_, P_, MOST_) SL__NEST_SAYS(K_, P_, 0, "statements stand more than " #MOST_ " deep")

/* A lambda, by its call: SL__NEST_C_sl__do is in kernel/nest_do.h. */
#ifdef __CUDACC__
#define SL__NEST_AGREE(...) (void)0
#else
#define SL__NEST_AGREE sl__sharer_agree
#endif
#define SL__NEST_RUN(K_, P_, ...) \
    if ((int)sl__omp_ != 0 || (int)K_##__##P_##__omp_ == 0) { \
        __VA_ARGS__; \
    } else { \
        if (sl__sharer_->thread_ == 0) \
            __VA_ARGS__; \
        SL__NEST_AGREE(sl__sharer_, &sl__l_, sizeof sl__l_); \
    }

/* Levels: SL__NEST_LEVEL(K_, P_, level, index, from, to, what is in it). */
#define SL__NEST_LEVEL(K_, P_, L_, ...) SL__NEST_LEVEL2(K_, P_, L_, SL__LEVEL_##L_, __VA_ARGS__)
#define SL__NEST_LEVEL2(K_, P_, L_, T_, ...) \
    SL__CAT(SL__NEST_LEVEL_IS_, SL__IS_LEVEL(T_))(K_, P_, L_, T_, __VA_ARGS__)
#define SL__NEST_LEVEL_IS_0(K_, P_, L_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "unknown level '" #L_ "'; use " SL__LEVEL_NAMES)
/* A tuple with nothing in parentheses behind it, but a chunk where it takes one. */
#define SL__IS_LEVEL(T_) SL__CAT(SL__IS_LEVEL_, SL__IS_TUPLE(T_))(T_)
#define SL__IS_LEVEL_0(T_) 0
#define SL__IS_LEVEL_1(T_) SL__CAT(SL__IS_LEVEL_WITH_, SL__IS_TUPLE(SL__EAT T_))(T_)
#define SL__IS_LEVEL_WITH_0(T_) 1
#define SL__IS_LEVEL_WITH_1(T_) SL__CHECK(SL__TAKES_CHUNK T_)
#define SL__NEST_LEVEL_IS_1(K_, P_, L_, T_, ...) SL__NEST_LEVEL3(K_, P_, SL__EXPAND T_, __VA_ARGS__)
#define SL__NEST_LEVEL3(...) SL__NEST_LEVEL4(__VA_ARGS__)
#define SL__NEST_LEVEL4(K_, P_, KIND_, ...) SL__NEST_LOOP_##KIND_(K_, P_, __VA_ARGS__)
#define SL__NEST_LOOP_sl__seq(K_, P_, SCHEDULE_, CHUNK_, V_, FROM_, TO_, ...) \
    for (sl_index V_ = FROM_; V_ < TO_; ++V_) { __VA_ARGS__ }
#define SL__NEST_LOOP_sl__simd(K_, P_, SCHEDULE_, CHUNK_, V_, FROM_, TO_, ...) \
    SL__SIMD for (sl_index V_ = FROM_; V_ < TO_; ++V_) { enum { sl__simd_ = 1 }; __VA_ARGS__ }
/* Each iteration has a local of its own, -0.0 at first, which changes no sum. */
#define SL__NEST_LOOP_sl__simd_sum(K_, P_, N_, CHUNK_, V_, FROM_, TO_, ...) \
    { \
        K_##__##N_##__type_ sl__sum_ = 0; \
        const struct K_##__given_ sl__outer_ = sl__own_; \
        SL__OMP(simd reduction(+ : sl__sum_)) for (sl_index V_ = FROM_; V_ < TO_; ++V_) { \
            enum { sl__simd_ = 1 }; \
            K_##__##N_##__type_ sl__part_ = (K_##__##N_##__type_)-0.0; \
            struct K_##__given_ sl__own_ = sl__outer_; \
            sl__own_.N_##__g_ = &sl__part_; \
            { __VA_ARGS__ } \
            sl__sum_ += sl__part_; \
        } \
        sl__l_.N_##__l_ += sl__sum_; \
    }
#define SL__NEST_LOOP_sl__omp(K_, P_, SCHEDULE_, CHUNK_, V_, FROM_, TO_, ...) \
    SL__NEST_SHARE(K_, P_, SCHEDULE_, CHUNK_, FROM_, TO_, \
        for (sl_index V_ = sl__first_; V_ < sl__last_; ++V_) { \
            SL__CHECKED(sl__touch_turn(V_ - (FROM_));) \
            __VA_ARGS__ \
        })
/* [FROM_, TO_) dealt to the threads: what is in it runs [sl__first_, sl__last_). */
#define SL__NEST_SHARE(K_, P_, SCHEDULE_, CHUNK_, FROM_, TO_, ...) \
    SL__NEST_SAYS(K_, P_, (int)sl__one_ == 0, "an omp level stands in REDUCE, which one thread runs") \
    SL__NEST_SAYS(K_, P_, (int)sl__omp_ == 0 || (int)sl__one_ != 0, "an omp level stands in another one") \
    SL__NEST_SAYS(K_, P_, (int)sl__simd_ == 0, "an omp level stands in a simd level") \
    SL__NEST_SAYS(K_, P_, (int)sl__memory_ == 0, "INIT_LOCAL_MEM stands around an omp level; it belongs into it, " \
                  "since each thread has memory of its own") \
    SL__NEST_SAYS(K_, P_, (CHUNK_) >= 0, "the chunk of an omp level is 1 or more") \
    { \
        enum { sl__omp_ = 1 }; \
        const struct K_##__locals_ sl__before_ = sl__l_; \
        struct K_##__locals_ sl__l_ = sl__before_; \
        SL__NEST_OWN(K_); \
        struct sl__deal sl__s_; \
        sl__deal_begin(&sl__s_, sl__sharer_, SCHEDULE_, CHUNK_, FROM_, TO_); \
        while (sl__deal_next(&sl__s_)) { \
            const sl_index sl__first_ = sl__s_.first_, sl__last_ = sl__s_.last_; \
            __VA_ARGS__ \
        } \
        sl__left_ = sl__l_; \
        sl__levels_ = 1; \
        sl__deal_end(&sl__s_); \
    }

/* Loops over a dimension, and the index from the begin of its tile kept in a local. */
#define SL__NEST_NEW(K_, P_, WORD_, D_) \
    SL__NEST_SAYS(K_, P_, SL__IS_RANK(D_), WORD_ ": expected the number of a dimension, got " #D_) \
    SL__NEST_SAYS(K_, P_, (D_) < (int)K_##__rank_, WORD_ ": the nest has no dimension " #D_) \
    SL__NEST_SAYS(K_, P_, (int)sl__used##D_##_ == 0, WORD_ ": dimension " #D_ " has a loop around it already")
#define SL__NEST_C_sl__for(K_, P_, A_, ...) SL__NEST_FOR(K_, P_, "FOR", SL__EXPAND A_, , __VA_ARGS__)
#define SL__NEST_C_sl__for_do SL__NEST_C_sl__for
#define SL__NEST_C_sl__icount(K_, P_, A_, ...) SL__NEST_ICOUNT(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_ICOUNT(...) SL__NEST_ICOUNT2(__VA_ARGS__)
#define SL__NEST_ICOUNT2(K_, P_, L_, D_, N_, ...) \
    SL__NEST_FOR(K_, P_, "FOR_ICOUNT", L_, D_, \
                 SL__NEST_COUNT(K_, P_, "FOR_ICOUNT", N_, sl__x##D_##_ - sl__from##D_##_), __VA_ARGS__)
#define SL__NEST_COUNT(K_, P_, WORD_, N_, V_) \
    SL__NEST_SAYS(K_, P_, (int)sl__simd_ == 0, WORD_ ": iterations of a simd level would share the local") \
    sl__l_.N_##__l_ = (K_##__##N_##__type_)(V_);
#define SL__NEST_FOR(...) SL__NEST_FOR2(__VA_ARGS__)
#define SL__NEST_FOR2(K_, P_, WORD_, L_, D_, COUNT_, ...) \
    { \
        SL__NEST_NEW(K_, P_, WORD_, D_) \
        SL__NEST_LEVEL(K_, P_, L_, sl__x##D_##_, sl__lo##D_##_, sl__hi##D_##_, \
            enum { sl__used##D_##_ = 1 }; \
            COUNT_ \
            __VA_ARGS__) \
    }

/* Tiles, and their number kept in a local. */
#define SL__NEST_C_sl__tile(K_, P_, A_, ...) SL__NEST_TILE(K_, P_, "TILE", SL__EXPAND A_, , __VA_ARGS__)
#define SL__NEST_C_sl__tcount(K_, P_, A_, ...) SL__NEST_TCOUNT(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_TCOUNT(...) SL__NEST_TCOUNT2(__VA_ARGS__)
#define SL__NEST_TCOUNT2(K_, P_, L_, D_, N_, S_, ...) \
    SL__NEST_TILE(K_, P_, "TILE_TCOUNT", L_, D_, S_, SL__NEST_COUNT(K_, P_, "TILE_TCOUNT", N_, sl__tile_), __VA_ARGS__)
#define SL__NEST_TILE(...) SL__NEST_TILE2(__VA_ARGS__)
#define SL__NEST_TILE2(K_, P_, WORD_, L_, D_, S_, COUNT_, ...) \
    { \
        SL__NEST_NEW(K_, P_, WORD_, D_) \
        SL__NEST_SAYS(K_, P_, !SL__CHECK(SL__NEST_IS_SIMD_##L_), \
                      WORD_ ": levels simd and simd_sum are for FOR and COLLAPSE") \
        SL__NEST_SIZE(K_, P_, S_) \
        const sl_index sl__begin_ = sl__lo##D_##_, sl__end_ = sl__hi##D_##_; \
        const sl_index sl__tiles_ = sl__end_ > sl__begin_ ? (sl__end_ - sl__begin_ - 1) / sl__size_ + 1 : 0; \
        SL__NEST_LEVEL(K_, P_, L_, sl__tile_, 0, sl__tiles_, \
            SL__UNUSED const sl_index sl__lo##D_##_ = sl__begin_ + sl__tile_ * sl__size_; \
            SL__UNUSED const sl_index sl__hi##D_##_ = \
                sl__end_ - sl__lo##D_##_ < sl__size_ ? sl__end_ : sl__lo##D_##_ + sl__size_; \
            SL__UNUSED const sl_index sl__x##D_##_ = sl__lo##D_##_, sl__from##D_##_ = sl__lo##D_##_; \
            COUNT_ \
            __VA_ARGS__) \
    }
#define SL__NEST_IS_SIMD_simd SL__PROBE
#define SL__NEST_IS_SIMD_simd_sum(N_) SL__PROBE
#define SL__NEST_SIZE(K_, P_, S_) SL__NEST_SIZE2(K_, P_, S_, SL__SIZE_##S_)
#define SL__NEST_SIZE2(K_, P_, S_, T_) SL__CAT(SL__NEST_SIZE_IS_, SL__IS_TUPLE(T_))(K_, P_, S_, T_)
#define SL__NEST_SIZE_IS_0(K_, P_, S_, T_) \
    SL__NEST_SAYS(K_, P_, 0, "unknown size of tiles '" #S_ "'; use fixed(number) or dynamic(name of a scalar)") \
    const sl_index sl__size_ = 1;
#define SL__NEST_SIZE_IS_1(K_, P_, S_, T_) SL__NEST_SIZE3(K_, P_, SL__EXPAND T_)
#define SL__NEST_SIZE3(...) SL__NEST_SIZE4(__VA_ARGS__)
#define SL__NEST_SIZE4(K_, P_, KIND_, N_) SL__NEST_SIZE_##KIND_(K_, P_, N_)
#define SL__NEST_SIZE_sl__fixed(K_, P_, N_) \
    SL__NEST_SAYS(K_, P_, (N_) > 0, "fixed(" #N_ "): the size of tiles is 1 or more") \
    enum { sl__size_ = N_ };
#define SL__NEST_SIZE_sl__dynamic(K_, P_, N_) const sl_index sl__size_ = (sl_index)sl__c_.N_##__s_; /* 1 or more */

/* Two or three dimensions as one loop; the last one varies fastest. */
#define SL__NEST_C_sl__collapse(K_, P_, A_, ...) SL__NEST_COLLAPSE(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_COLLAPSE(...) SL__NEST_COLLAPSE2(__VA_ARGS__)
#define SL__NEST_COLLAPSE2(K_, P_, L_, DIMS_, ...) \
    SL__CAT(SL__NEST_COLLAPSE_IS_, SL__IS_TUPLE(DIMS_))(K_, P_, L_, DIMS_, __VA_ARGS__)
#define SL__NEST_COLLAPSE_IS_0(K_, P_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "COLLAPSE needs two or three dimensions in parentheses: COLLAPSE(omp, (0, 1), ...)")
#define SL__NEST_COLLAPSE_IS_1(K_, P_, L_, DIMS_, ...) \
    SL__CAT(SL__NEST_COLLAPSE_OF_, SL__NARG DIMS_)(K_, P_, L_, SL__EXPAND DIMS_, __VA_ARGS__)
#define SL__NEST_COLLAPSE_OF_1 SL__NEST_COLLAPSE_IS_0
#define SL__NEST_COLLAPSE_OF_4 SL__NEST_COLLAPSE_IS_0
#define SL__NEST_COLLAPSE_OF_5 SL__NEST_COLLAPSE_IS_0
#define SL__NEST_COLLAPSE_OF_6 SL__NEST_COLLAPSE_IS_0
#define SL__NEST_COLLAPSE_OF_2(...) SL__NEST_TWO(__VA_ARGS__)
#define SL__NEST_COLLAPSE_OF_3(...) SL__NEST_THREE(__VA_ARGS__)
#define SL__NEST_LEVELS_IS_0(M_, ...) SL__NEST_LEVEL_IS_0(__VA_ARGS__)
#define SL__NEST_LEVELS_IS_1(M_, K_, P_, L_, T_, ...) SL__NEST_LEVELS3(M_, K_, P_, SL__EXPAND T_, __VA_ARGS__)
#define SL__NEST_LEVELS3(...) SL__NEST_LEVELS4(__VA_ARGS__)
#define SL__NEST_LEVELS4(M_, K_, P_, KIND_, ...) M_##KIND_(K_, P_, __VA_ARGS__)
#define SL__NEST_TWO(K_, P_, L_, A_, B_, ...) SL__NEST_TWO2(K_, P_, L_, SL__LEVEL_##L_, A_, B_, __VA_ARGS__)
#define SL__NEST_TWO2(K_, P_, L_, T_, ...) \
    SL__CAT(SL__NEST_LEVELS_IS_, SL__IS_LEVEL(T_))(SL__NEST_TWO_, K_, P_, L_, T_, __VA_ARGS__)
#define SL__NEST_TWO_sl__seq(K_, P_, SCHEDULE_, CHUNK_, A_, B_, ...) \
    SL__NEST_FOR(K_, P_, "COLLAPSE", seq, A_, , SL__NEST_INNER(K_, P_, seq, B_, __VA_ARGS__))
#define SL__NEST_TWO_sl__simd(K_, P_, SCHEDULE_, CHUNK_, A_, B_, ...) \
    SL__NEST_FOR(K_, P_, "COLLAPSE", seq, A_, , SL__NEST_INNER(K_, P_, simd, B_, __VA_ARGS__))
#define SL__NEST_TWO_sl__omp(K_, P_, SCHEDULE_, CHUNK_, A_, B_, ...) \
    { \
        SL__NEST_NEW(K_, P_, "COLLAPSE", A_) SL__NEST_NEW(K_, P_, "COLLAPSE", B_) \
        const sl_index sl__columns_ = SL__NEST_LENGTH(B_); \
        SL__NEST_SHARE(K_, P_, SCHEDULE_, CHUNK_, 0, SL__NEST_LENGTH(A_) * sl__columns_, \
            SL__NEST_ROWS(A_, B_, const sl_index sl__x##A_##_ = sl__lo##A_##_ + sl__row_;, __VA_ARGS__)) \
    }
#define SL__NEST_TWO_sl__simd_sum(K_, P_, N_, CHUNK_, A_, B_, ...) \
    SL__NEST_FOR(K_, P_, "COLLAPSE", seq, A_, , SL__NEST_INNER(K_, P_, simd_sum(N_), B_, __VA_ARGS__))
#define SL__NEST_THREE(K_, P_, L_, A_, B_, C_, ...) \
    SL__NEST_THREE2(K_, P_, L_, SL__LEVEL_##L_, A_, B_, C_, __VA_ARGS__)
#define SL__NEST_THREE2(K_, P_, L_, T_, ...) \
    SL__CAT(SL__NEST_LEVELS_IS_, SL__IS_LEVEL(T_))(SL__NEST_THREE_, K_, P_, L_, T_, __VA_ARGS__)
#define SL__NEST_THREE_sl__seq(K_, P_, SCHEDULE_, CHUNK_, A_, B_, C_, ...) \
    SL__NEST_FOR(K_, P_, "COLLAPSE", seq, A_, , SL__NEST_INNER(K_, P_, seq, B_, \
        SL__NEST_INNER2(K_, P_, seq, C_, __VA_ARGS__)))
#define SL__NEST_THREE_sl__simd(K_, P_, SCHEDULE_, CHUNK_, A_, B_, C_, ...) \
    SL__NEST_FOR(K_, P_, "COLLAPSE", seq, A_, , SL__NEST_INNER(K_, P_, seq, B_, \
        SL__NEST_INNER2(K_, P_, simd, C_, __VA_ARGS__)))
#define SL__NEST_THREE_sl__simd_sum(K_, P_, N_, CHUNK_, A_, B_, C_, ...) \
    SL__NEST_FOR(K_, P_, "COLLAPSE", seq, A_, , SL__NEST_INNER(K_, P_, seq, B_, \
        SL__NEST_INNER2(K_, P_, simd_sum(N_), C_, __VA_ARGS__)))
#define SL__NEST_THREE_sl__omp(K_, P_, SCHEDULE_, CHUNK_, A_, B_, C_, ...) \
    { \
        SL__NEST_NEW(K_, P_, "COLLAPSE", A_) SL__NEST_NEW(K_, P_, "COLLAPSE", B_) \
        SL__NEST_NEW(K_, P_, "COLLAPSE", C_) \
        const sl_index sl__columns_ = SL__NEST_LENGTH(C_), sl__middle_ = SL__NEST_LENGTH(B_); \
        SL__NEST_SHARE(K_, P_, SCHEDULE_, CHUNK_, 0, SL__NEST_LENGTH(A_) * sl__middle_ * sl__columns_, \
            SL__NEST_ROWS(B_, C_, \
                const sl_index sl__x##A_##_ = sl__lo##A_##_ + sl__row_ / sl__middle_; \
                const sl_index sl__x##B_##_ = sl__lo##B_##_ + sl__row_ % sl__middle_;, \
                enum { sl__used##A_##_ = 1 }; __VA_ARGS__)) \
    }
#define SL__NEST_LENGTH(D_) (sl__hi##D_##_ > sl__lo##D_##_ ? sl__hi##D_##_ - sl__lo##D_##_ : 0)
#define SL__NEST_INNER(K_, P_, L_, D_, ...) SL__NEST_FOR2(K_, P_, "COLLAPSE", L_, D_, , __VA_ARGS__)
#define SL__NEST_INNER2(K_, P_, L_, D_, ...) SL__NEST_FOR2(K_, P_, "COLLAPSE", L_, D_, , __VA_ARGS__)
/* Iterations [sl__first_, sl__last_) row by row, each row by a plain loop over dimension C_. */
#define SL__NEST_ROWS(B_, C_, ROW_, ...) \
    for (sl_index sl__q_ = sl__first_; sl__q_ < sl__last_;) { \
        const sl_index sl__row_ = sl__q_ / sl__columns_, sl__begin_ = sl__q_ % sl__columns_; \
        const sl_index sl__left_ = sl__last_ - sl__q_, sl__rest_ = sl__columns_ - sl__begin_; \
        const sl_index sl__run_ = sl__left_ < sl__rest_ ? sl__left_ : sl__rest_; \
        enum { sl__used##B_##_ = 1, sl__used##C_##_ = 1 }; \
        ROW_ \
        const sl_index sl__end_ = sl__lo##C_##_ + sl__begin_ + sl__run_; \
        for (sl_index sl__x##C_##_ = sl__lo##C_##_ + sl__begin_; sl__x##C_##_ < sl__end_; ++sl__x##C_##_) { \
            SL__CHECKED(sl__touch_turn(sl__row_ * sl__columns_ + sl__x##C_##_ - sl__lo##C_##_);) \
            __VA_ARGS__ \
        } \
        sl__q_ += sl__run_; \
    }

/* Planes where the indices, from the begin of their tiles, have one sum: one plane after another. */
#define SL__NEST_C_sl__hyperplane(K_, P_, A_, ...) \
    SL__NEST_PLANE(SL__NEST_C_, K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_C_LEVEL(K_, P_, L_, D_, ...) SL__NEST_LEVEL(K_, P_, L_, __VA_ARGS__)
#define SL__NEST_C_PLANES(...)
#define SL__NEST_C_ONE_BY_ONE
#define SL__NEST_C_FIRST_PLANE 0
#define SL__NEST_C_END_OF_PLANES sl__planes_
#define SL__NEST_C_BEFORE_PLANE(K_, P_)
#define SL__NEST_C_IN_PLANE(K_, P_)
#define SL__NEST_C_BEHIND_PLANE(K_, P_)
/* M_##LEVEL is the level of a plane; the others stand around all, before a plane, in the level, and behind a plane. */
#define SL__NEST_PLANE(...) SL__NEST_PLANE2(__VA_ARGS__)
#define SL__NEST_PLANE2(M_, K_, P_, L_, D_, DIMS_, ...) \
    SL__CAT(SL__NEST_PLANE_IS_, SL__IS_TUPLE(DIMS_))(M_, K_, P_, L_, D_, DIMS_, __VA_ARGS__)
#define SL__NEST_PLANE_IS_0(M_, K_, P_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "HYPERPLANE needs one or two other dimensions in parentheses: " \
                  "HYPERPLANE(0, (1), omp, ...)")
#define SL__NEST_IS_NOWAIT_omp_nowait ~, 1,
#define SL__NEST_PLANE_IS_1(M_, K_, P_, L_, D_, DIMS_, ...) \
    SL__NEST_SAYS(K_, P_, !SL__CHECK(SL__NEST_IS_NOWAIT_##L_), \
                  "HYPERPLANE: planes follow one another, and threads wait in between: use omp for omp_nowait") \
    SL__CAT(SL__NEST_PLANE_OF_, SL__NARG DIMS_)(M_, K_, P_, L_, D_, SL__EXPAND DIMS_, __VA_ARGS__)
#define SL__NEST_PLANE_OF_3 SL__NEST_PLANE_IS_0
#define SL__NEST_PLANE_OF_4 SL__NEST_PLANE_IS_0
#define SL__NEST_PLANE_OF_5 SL__NEST_PLANE_IS_0
#define SL__NEST_PLANE_OF_1(...) SL__NEST_PLANE_LINES(__VA_ARGS__)
#define SL__NEST_PLANE_OF_2(...) SL__NEST_PLANE_FACES(__VA_ARGS__)
#define SL__NEST_PLANE_LINES(M_, K_, P_, L_, D_, B_, ...) \
    { \
        SL__NEST_NEW(K_, P_, "HYPERPLANE", D_) SL__NEST_NEW(K_, P_, "HYPERPLANE", B_) \
        M_##PLANES(K_, P_, L_) \
        const sl__int_ sl__n_ = SL__NEST_LENGTH(D_), sl__m_b_ = SL__NEST_LENGTH(B_); \
        const sl__int_ sl__planes_ = sl__n_ > 0 && sl__m_b_ > 0 ? sl__n_ + sl__m_b_ - 1 : 0; \
        M_##ONE_BY_ONE for (sl__int_ sl__plane_ = M_##FIRST_PLANE; sl__plane_ < M_##END_OF_PLANES; ++sl__plane_) { \
            M_##BEFORE_PLANE(K_, P_) \
            const sl__int_ sl__from_ = sl__plane_ < sl__n_ ? 0 : sl__plane_ - sl__n_ + 1; \
            const sl__int_ sl__to_ = sl__plane_ < sl__m_b_ ? sl__plane_ + 1 : sl__m_b_; \
            M_##LEVEL(K_, P_, L_, B_, sl__x##B_##_, sl__lo##B_##_ + sl__from_, sl__lo##B_##_ + sl__to_, \
                M_##IN_PLANE(K_, P_) \
                enum { sl__used##D_##_ = 1, sl__used##B_##_ = 1 }; \
                const sl__int_ sl__x##D_##_ = sl__lo##D_##_ + sl__plane_ - (sl__x##B_##_ - sl__lo##B_##_); \
                __VA_ARGS__) \
            M_##BEHIND_PLANE(K_, P_) \
        } \
    }
#define SL__NEST_PLANE_FACES(M_, K_, P_, L_, D_, B_, C_, ...) \
    { \
        SL__NEST_NEW(K_, P_, "HYPERPLANE", D_) SL__NEST_NEW(K_, P_, "HYPERPLANE", B_) \
        SL__NEST_NEW(K_, P_, "HYPERPLANE", C_) \
        M_##PLANES(K_, P_, L_) \
        const sl__int_ sl__n_ = SL__NEST_LENGTH(D_), sl__m_b_ = SL__NEST_LENGTH(B_), sl__m_c_ = SL__NEST_LENGTH(C_); \
        const sl__int_ sl__planes_ = \
            sl__n_ > 0 && sl__m_b_ > 0 && sl__m_c_ > 0 ? sl__n_ + sl__m_b_ + sl__m_c_ - 2 : 0; \
        M_##ONE_BY_ONE for (sl__int_ sl__plane_ = M_##FIRST_PLANE; sl__plane_ < M_##END_OF_PLANES; ++sl__plane_) { \
            M_##BEFORE_PLANE(K_, P_) \
            const sl__int_ sl__over_ = sl__plane_ - sl__n_ - sl__m_c_ + 2; \
            const sl__int_ sl__from_ = sl__over_ > 0 ? sl__over_ : 0; \
            const sl__int_ sl__to_ = sl__plane_ < sl__m_b_ ? sl__plane_ + 1 : sl__m_b_; \
            M_##LEVEL(K_, P_, L_, B_, sl__x##B_##_, sl__lo##B_##_ + sl__from_, sl__lo##B_##_ + sl__to_, \
                M_##IN_PLANE(K_, P_) \
                const sl__int_ sl__line_ = sl__plane_ - (sl__x##B_##_ - sl__lo##B_##_); \
                const sl__int_ sl__begin_ = sl__line_ < sl__n_ ? 0 : sl__line_ - sl__n_ + 1; \
                const sl__int_ sl__end_ = sl__line_ < sl__m_c_ ? sl__line_ + 1 : sl__m_c_; \
                for (sl__int_ sl__k_ = sl__begin_; sl__k_ < sl__end_; ++sl__k_) { \
                    enum { sl__used##D_##_ = 1, sl__used##B_##_ = 1, sl__used##C_##_ = 1 }; \
                    const sl__int_ sl__x##C_##_ = sl__lo##C_##_ + sl__k_; \
                    const sl__int_ sl__x##D_##_ = sl__lo##D_##_ + sl__line_ - sl__k_; \
                    __VA_ARGS__ \
                }) \
            M_##BEHIND_PLANE(K_, P_) \
        } \
    }

/* Conditions, of what all iterations of the level around know. */
#define SL__NEST_C_sl__if(K_, P_, A_, ...) SL__NEST_IF(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_IF(...) SL__NEST_IF2(__VA_ARGS__)
#define SL__NEST_IF2(K_, P_, L_, C_, ...) SL__NEST_IF3(K_, P_, C_, SL__CONDITION_##C_, __VA_ARGS__)
#define SL__NEST_IF3(K_, P_, C_, T_, ...) SL__CAT(SL__NEST_IF_IS_, SL__IS_TUPLE(T_))(K_, P_, C_, T_, __VA_ARGS__)
#define SL__NEST_IF_IS_0(K_, P_, C_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "unknown condition '" #C_ "'; use scalar(name), local(name) or no(one of these)")
#define SL__NEST_IF_IS_1(K_, P_, C_, T_, ...) if T_ { __VA_ARGS__ }
#define SL__CONDITION_scalar(N_) (sl__c_.N_##__s_ != 0)
#define SL__CONDITION_local(N_) (sl__l_.N_##__l_ != 0)
#define SL__CONDITION_no(C_) (!SL__CONDITION_##C_)

/* All threads meet. */
#define SL__NEST_C_sl__sync(K_, P_, W_) \
    SL__NEST_TOGETHER(K_, P_, "SYNC_THREADS") \
    sl__sharer_meet(sl__sharer_);
#define SL__NEST_C_sl__sync_warp(K_, P_, W_) \
    SL__NEST_SAYS(K_, P_, 0, "SYNC_WARP is for SL_NEST_POLICY_CUDA: threads of CPUs are no warps")
#define SL__NEST_TOGETHER(K_, P_, WORD_) \
    SL__NEST_SAYS(K_, P_, (int)sl__one_ == 0, WORD_ " stands in REDUCE, which one thread runs") \
    SL__NEST_SAYS(K_, P_, (int)sl__omp_ == 0 || (int)sl__one_ != 0, WORD_ " stands in an omp level; all threads come " \
                  "to what is beside one") \
    SL__NEST_SAYS(K_, P_, (int)sl__simd_ == 0, WORD_ " stands in a simd level")

/* What threads left in a local becomes one, in thread 0, which runs what is in it: REDUCE(omp, sum, dot, ...). */
#define SL__NEST_C_sl__reduce(K_, P_, A_, ...) SL__NEST_REDUCE(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_REDUCE(...) SL__NEST_REDUCE2(__VA_ARGS__)
#define SL__NEST_REDUCE2(K_, P_, L_, R_, O_, N_, ...) \
    SL__NEST_REDUCE3(K_, P_, R_, SL__REDUCING_##R_, O_, N_, __VA_ARGS__)
#define SL__NEST_REDUCE3(K_, P_, R_, T_, O_, N_, ...) \
    SL__NEST_IS_OPERATOR(K_, P_, O_) \
    SL__CAT(SL__NEST_REDUCE_IS_, SL__IS_TUPLE(T_))(K_, P_, R_, T_, O_, N_, __VA_ARGS__)
#define SL__NEST_IS_OPERATOR(K_, P_, O_) \
    SL__NEST_SAYS(K_, P_, SL__CHECK(SL__IS_SL_OPERATOR_##O_), "REDUCE: unknown operator '" #O_ "'; use sum, prod, " \
                  "min, max, land, lor, band, bor or bxor")
#define SL__NEST_REDUCE_IS_0(K_, P_, R_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "REDUCE: unknown way '" #R_ "'; use seq or omp")
#define SL__NEST_REDUCE_IS_1(K_, P_, R_, T_, ...) SL__CAT(SL__NEST_REDUCE_, SL__HEAD T_)(K_, P_, __VA_ARGS__)
#define SL__NEST_REDUCE_sl__seq(K_, P_, O_, N_, ...) \
    { \
        (void)sizeof sl__l_.N_##__l_; /* the nest has it */ \
        __VA_ARGS__ \
    }
#define SL__NEST_REDUCE_sl__omp(K_, P_, O_, N_, ...) \
    SL__NEST_TOGETHER(K_, P_, "REDUCE(omp, ...)") \
    SL__NEST_SAYS(K_, P_, (int)K_##__##P_##__omp_ != 0, "REDUCE(omp, ...) follows an omp level; the policy has none") \
    { \
        const void *const *const sl__of_ = sl__sharer_collect(sl__sharer_, &sl__left_); \
        if (sl__sharer_->thread_ == 0) { \
            enum { sl__omp_ = 1, sl__one_ = 1 }; \
            if (sl__levels_ != 0) \
                sl__l_.N_##__l_ = sl__left_.N_##__l_; \
            for (int sl__t_ = 1; sl__t_ < sl__sharer_->threads_ && sl__levels_ != 0; ++sl__t_) { \
                const K_##__##N_##__type_ sl__other_ = ((const struct K_##__locals_ *)sl__of_[sl__t_])->N_##__l_; \
                SL__CAT(SL__JOIN_SL_OPERATOR_, O_)(sl__l_.N_##__l_, sl__other_); \
            } \
            __VA_ARGS__ \
        } \
        sl__sharer_agree(sl__sharer_, &sl__l_, sizeof sl__l_); \
    }

/* Fresh memory of the thread for some arrays: INIT_LOCAL_MEM(stack, (a, b), ...). */
#define SL__NEST_C_sl__memory(K_, P_, A_, ...) SL__NEST_MEMORY(K_, P_, SL__EXPAND A_, __VA_ARGS__)
#define SL__NEST_MEMORY(...) SL__NEST_MEMORY2(__VA_ARGS__)
#define SL__NEST_MEMORY2(K_, P_, L_, M_, NAMES_, ...) \
    SL__CAT(SL__NEST_MEMORY_, SL__CHECK(SL__MEMORY_##M_))(K_, P_, M_, NAMES_, __VA_ARGS__)
#define SL__MEMORY_stack SL__PROBE
#define SL__MEMORY_thread SL__PROBE
#define SL__NEST_MEMORY_0(K_, P_, M_, ...) \
    SL__NEST_SAYS(K_, P_, 0, "unknown memory '" #M_ "'; use stack or thread")
#define SL__NEST_MEMORY_1(K_, P_, M_, NAMES_, ...) \
    { \
        enum { sl__memory_ = 1 }; \
        const struct K_##__arrays_ sl__around_ = sl__m_; \
        struct K_##__arrays_ sl__m_ = sl__around_; \
        SL__CAT(SL__NEST_ROOM_, SL__NARG NAMES_)(K_, SL__EXPAND NAMES_) \
        SL__NEST_OWN(K_); \
        __VA_ARGS__ \
    }
#define SL__NEST_ROOM_1(...) SL__NEST_ROOM(__VA_ARGS__)
#define SL__NEST_ROOM_2(...) SL__NEST_ROOM2_2(__VA_ARGS__)
#define SL__NEST_ROOM_3(...) SL__NEST_ROOM2_3(__VA_ARGS__)
#define SL__NEST_ROOM_4(...) SL__NEST_ROOM2_4(__VA_ARGS__)
#define SL__NEST_ROOM2_2(K_, A_, ...) SL__NEST_ROOM(K_, A_) SL__NEST_ROOM(K_, __VA_ARGS__)
#define SL__NEST_ROOM2_3(K_, A_, ...) SL__NEST_ROOM(K_, A_) SL__NEST_ROOM2_2(K_, __VA_ARGS__)
#define SL__NEST_ROOM2_4(K_, A_, ...) SL__NEST_ROOM(K_, A_) SL__NEST_ROOM2_3(K_, __VA_ARGS__)
#define SL__NEST_ROOM(K_, N_) \
    struct { \
        SL__NEST_GUARDED(char before_[SL__NEST_GUARD];) \
        K_##__##N_##__type_ array_; \
        SL__NEST_GUARDED(char behind_[SL__NEST_GUARD];) \
    } N_##__room_; \
    sl__m_.N_##__a_ = &N_##__room_.array_; \
    SL__NEST_GUARDED(sl__nest_fill(sl__m_.N_##__a_, (sl_index)sizeof *sl__m_.N_##__a_);)

/* ---- SL__NEST_O_: +1 for each omp level -------------------------------------------------------------------- */

#define SL__NEST_O_sl__end(...)
#define SL__NEST_O_sl__unknown(...)
#define SL__NEST_O_sl__comma(...)
#define SL__NEST_O_sl__bad(...)
#define SL__NEST_O_sl__more(...)
#define SL__NEST_O_sl__deep(...)
#define SL__NEST_O_sl__do(...)
#define SL__NEST_O_sl__sync(...)
#define SL__NEST_O_sl__sync_warp(...)
#define SL__NEST_O_sl__for(K_, P_, A_, ...) SL__NEST_OMP(SL__EXPAND A_, ~) __VA_ARGS__
#define SL__NEST_O_sl__for_do SL__NEST_O_sl__for
#define SL__NEST_O_sl__icount SL__NEST_O_sl__for
#define SL__NEST_O_sl__collapse SL__NEST_O_sl__for
#define SL__NEST_O_sl__tile SL__NEST_O_sl__for
#define SL__NEST_O_sl__tcount SL__NEST_O_sl__for
#define SL__NEST_O_sl__hyperplane SL__NEST_O_sl__for
#define SL__NEST_O_sl__if SL__NEST_O_sl__for
#define SL__NEST_O_sl__reduce SL__NEST_O_sl__for
#define SL__NEST_O_sl__memory SL__NEST_O_sl__for
#define SL__NEST_OMP(...) SL__NEST_OMP2(__VA_ARGS__)
#define SL__NEST_OMP2(L_, ...) SL__NEST_OMP3(SL__LEVEL_##L_)
#define SL__NEST_OMP3(T_) SL__CAT(SL__NEST_OMP_IS_, SL__IS_LEVEL(T_))(T_)
#define SL__NEST_OMP_IS_0(T_)
#define SL__NEST_OMP_IS_1(T_) +SL__CHECK(SL__NEST_OMP_PROBE T_)
#define SL__NEST_OMP_PROBE(KIND_, ...) SL__CAT(SL__NEST_OMP_OF_, KIND_)
#define SL__NEST_OMP_OF_sl__omp ~, 1, /* a chunk in parentheses may follow */

/* ---- SL__NEST_T_: "name " for each scalar that is a size of tiles ------------------------------------------- */

#define SL__NEST_T_sl__end(...)
#define SL__NEST_T_sl__unknown(...)
#define SL__NEST_T_sl__comma(...)
#define SL__NEST_T_sl__bad(...)
#define SL__NEST_T_sl__more(...)
#define SL__NEST_T_sl__deep(...)
#define SL__NEST_T_sl__do(...)
#define SL__NEST_T_sl__sync(...)
#define SL__NEST_T_sl__sync_warp(...)
#define SL__NEST_T_sl__for(K_, P_, A_, ...) __VA_ARGS__
#define SL__NEST_T_sl__for_do SL__NEST_T_sl__for
#define SL__NEST_T_sl__icount SL__NEST_T_sl__for
#define SL__NEST_T_sl__collapse SL__NEST_T_sl__for
#define SL__NEST_T_sl__hyperplane SL__NEST_T_sl__for
#define SL__NEST_T_sl__if SL__NEST_T_sl__for
#define SL__NEST_T_sl__reduce SL__NEST_T_sl__for
#define SL__NEST_T_sl__memory SL__NEST_T_sl__for
#define SL__NEST_T_sl__tile(K_, P_, A_, ...) SL__NEST_T_SIZE(SL__EXPAND A_, ~) __VA_ARGS__
#define SL__NEST_T_sl__tcount(K_, P_, A_, ...) SL__NEST_T_SIZE2(SL__EXPAND A_, ~) __VA_ARGS__
#define SL__NEST_T_SIZE(...) SL__NEST_T_OF(__VA_ARGS__)
#define SL__NEST_T_SIZE2(...) SL__NEST_T_COUNTED(__VA_ARGS__)
#define SL__NEST_T_COUNTED(L_, D_, N_, S_, ...) SL__NEST_T_NAME_##S_
#define SL__NEST_T_OF(L_, D_, S_, ...) SL__NEST_T_NAME_##S_
#define SL__NEST_T_NAME_fixed(N_)
#define SL__NEST_T_NAME_dynamic(N_) #N_ " "

/* ---- the function of a policy, for a layout ----------------------------------------------------------------- */

#ifdef __cplusplus
#define SL__NEST_ZERO {}
#else
#define SL__NEST_ZERO {0}
#endif
#define SL__NEST_BOUNDS(D_, ...) \
    SL__UNUSED const sl_index sl__lo##D_##_ = sl__b_->lo_[D_], sl__hi##D_##_ = sl__b_->hi_[D_]; \
    SL__UNUSED const sl_index sl__x##D_##_ = sl__lo##D_##_, sl__from##D_##_ = sl__lo##D_##_ - SL__NEST_BEFORE_##D_;
/* Offsets in a part of a nest are those in the whole, which is cut along dimension 0. */
#define SL__NEST_BEFORE_0 sl__b_->shift_
#define SL__NEST_BEFORE_1 0
#define SL__NEST_BEFORE_2 0
#define SL__NEST_BEFORE_3 0
#define SL__NEST_BEFORE_4 0
#define SL__NEST_BEFORE_5 0
/* Where the locals and arrays are, for lambdas. By value: gcc makes memory a lane of what has its address taken in a
 * vectorised loop, and no vectors of structs there. */
#define SL__NEST_OWN(K_) SL__UNUSED const struct K_##__given_ sl__own_ = K_##__give_(&sl__l_, &sl__m_)
#define SL__NEST_FUNCTION(F_, CASE_, K_, ...) \
    SL__NEST_HEAD_OF(F_, K_) \
    { \
        SL__UNUSED typedef sl_index sl__int_; \
        enum { sl__mapped_ = (CASE_) == SL__CASE_INDEXED }; \
        enum { sl__omp_ = 0, sl__one_ = 0, sl__simd_ = 0, sl__memory_ = 0, sl__used0_ = 0, sl__used1_ = 0, \
               sl__used2_ = 0, sl__used3_ = 0, sl__used4_ = 0, sl__used5_ = 0 }; \
        struct K_##__context_ sl__c_; \
        struct K_##__locals_ sl__l_ = SL__NEST_ZERO; \
        SL__UNUSED struct K_##__locals_ sl__left_ = sl__l_; \
        SL__UNUSED int sl__levels_ = 0; /* no omp level has ended */ \
        struct K_##__room_ sl__room_; \
        struct K_##__arrays_ sl__m_; \
        SL__UNUSED struct sl__sharer *const sl__sharer_ = sl__b_->sharer_; \
        K_##__open_(&sl__c_, (const struct K_##__args_ *)sl__p_, sl__b_->fault_, CASE_); \
        SL__NEST_HOLD_ALL(K_) \
        K_##__place_(&sl__m_, &sl__room_); \
        SL__NEST_OWN(K_); \
        SL__DIMS_6(SL__NEST_BOUNDS, ~) \
        __VA_ARGS__ \
    } \
    SL__NEST_TAIL_OF(F_, K_)
#ifdef SL__NEST_HELD
#define SL__NEST_HEAD_OF(F_, K_) \
    static void F_##in_(const void *sl__p_, const struct sl__box *sl__b_, SL__NEST_HELD_PARAMETERS(__restrict__))
#define SL__NEST_HOLD_ALL(K_) K_##__hold_(&sl__c_, SL__NEST_HELD_ARGUMENTS);
#define SL__NEST_TAIL_OF(F_, K_) \
    static void F_(const void *sl__p_, const struct sl__box *sl__b_) SL__NOEXCEPT \
    { \
        const struct K_##__args_ *const sl__a_ = (const struct K_##__args_ *)sl__p_; \
        F_##in_(sl__p_, sl__b_, K_##__find_(sl__a_, 0), K_##__find_(sl__a_, 1), K_##__find_(sl__a_, 2), \
                K_##__find_(sl__a_, 3), K_##__find_(sl__a_, 4), K_##__find_(sl__a_, 5), K_##__find_(sl__a_, 6), \
                K_##__find_(sl__a_, 7), K_##__find_(sl__a_, 8), K_##__find_(sl__a_, 9), K_##__find_(sl__a_, 10), \
                K_##__find_(sl__a_, 11)); \
    }
#else
#define SL__NEST_HEAD_OF(F_, K_) static void F_(const void *sl__p_, const struct sl__box *sl__b_) SL__NOEXCEPT
#define SL__NEST_HOLD_ALL(K_)
#define SL__NEST_TAIL_OF(F_, K_)
#endif
/* clang-format on */

#endif
