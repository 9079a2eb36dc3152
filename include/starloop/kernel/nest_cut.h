/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Whether a nest may be cut along dimension 0, for views in parts: part of starloop/kernel/form_nest.h.
 *
 * It may if every lambda stands in a loop over dimension 0 whose iterations do not depend on each other: threads or
 * blocks share them, or they are vectorised. SL__NEST_S_ of a policy for CPUs, and SL__NEST_W_ of one for CUDA, become
 * + 1 for each statement that would find a part where the whole nest has something else: a lambda outside of such a
 * loop, what joins threads there, memory that they share there, planes, and numbers of tiles. A loop that is one makes
 * 0 of what is in it. Tiles of dimension 0 stay what they are if cuts are at multiples of their sizes: those of a
 * policy for CPUs are SL__NEST_Z_, those for CUDA stand in its table of levels.
 */
#ifndef STARLOOP_KERNEL_NEST_CUT_H
#define STARLOOP_KERNEL_NEST_CUT_H

#include <starloop/kernel/nest_cuda_words.h>
#include <starloop/kernel/nest_depths.h>

/* clang-format off */
/* 0 for a loop over dimension 0 with independent iterations, else 1. @param T_  its level, as a tuple */
#define SL__NEST_SEES(D_, T_) (!((D_) == 0 && (0 SL__CAT(SL__NEST_FREE_IS_, SL__IS_LEVEL(T_))(T_))))
#define SL__NEST_FREE_IS_0(T_)
#define SL__NEST_FREE_IS_1(T_) + SL__CHECK(SL__NEST_FREE_PROBE T_)
#define SL__NEST_FREE_PROBE(KIND_, ...) SL__CAT(SL__NEST_FREE_OF_, KIND_)
#define SL__NEST_FREE_OF_sl__omp ~, 1, /* a chunk in parentheses may follow */
#define SL__NEST_FREE_OF_sl__simd SL__PROBE
#define SL__NEST_FREE_OF_sl__direct SL__PROBE
#define SL__NEST_FREE_OF_sl__loop SL__PROBE
#define SL__NEST_FREE_OF_sl__syncable SL__PROBE

/* ---- SL__NEST_S_: of a policy for CPUs ---------------------------------------------------------------------- */

#define SL__NEST_S_sl__end(...)
#define SL__NEST_S_sl__unknown(...)
#define SL__NEST_S_sl__comma(...)
#define SL__NEST_S_sl__bad(...)
#define SL__NEST_S_sl__more(...)
#define SL__NEST_S_sl__deep(...)
#define SL__NEST_S_sl__do(...) + 1
#define SL__NEST_S_sl__sync(...)
#define SL__NEST_S_sl__sync_warp(...)
#define SL__NEST_S_sl__for(K_, P_, A_, ...) + SL__NEST_S_LOOP(SL__EXPAND A_, ~) * (0 __VA_ARGS__)
#define SL__NEST_S_sl__for_do SL__NEST_S_sl__for
#define SL__NEST_S_sl__icount SL__NEST_S_sl__for
#define SL__NEST_S_sl__tile SL__NEST_S_sl__for
#define SL__NEST_S_LOOP(...) SL__NEST_S_LOOP2(__VA_ARGS__)
#define SL__NEST_S_LOOP2(L_, D_, ...) SL__NEST_SEES(D_, SL__LEVEL_##L_)
#define SL__NEST_S_sl__tcount(K_, P_, A_, ...) \
    SL__NEST_S_NUMBERS(SL__EXPAND A_) SL__NEST_S_sl__for(K_, P_, A_, __VA_ARGS__)
#define SL__NEST_S_NUMBERS(...) SL__NEST_S_NUMBERS2(__VA_ARGS__)
#define SL__NEST_S_NUMBERS2(L_, D_, N_, S_) + ((D_) == 0)
#define SL__NEST_S_sl__collapse(K_, P_, A_, ...) + SL__NEST_S_COLLAPSE(SL__EXPAND A_) * (0 __VA_ARGS__)
#define SL__NEST_S_COLLAPSE(...) SL__NEST_S_COLLAPSE2(__VA_ARGS__)
#define SL__NEST_S_COLLAPSE2(L_, DIMS_) SL__NEST_SEES(SL__NEST_S_FIRST(SL__EXPAND DIMS_, 1, ~), SL__LEVEL_##L_)
/* 0 if one of them is. */
#define SL__NEST_S_FIRST(...) SL__NEST_S_FIRST2(__VA_ARGS__)
#define SL__NEST_S_FIRST2(A_, B_, C_, ...) (A_) * (B_) * (C_)
#define SL__NEST_S_sl__hyperplane(...) + 1
#define SL__NEST_S_sl__if(K_, P_, A_, ...) __VA_ARGS__
#define SL__NEST_S_sl__memory SL__NEST_S_sl__if
#define SL__NEST_S_sl__reduce(K_, P_, A_, ...) SL__NEST_S_JOINS(SL__EXPAND A_) __VA_ARGS__
#define SL__NEST_S_JOINS(...) SL__NEST_S_JOINS2(__VA_ARGS__)
#define SL__NEST_S_JOINS2(L_, R_, O_, N_) + SL__CHECK(SL__NEST_S_JOINS_##R_)
#define SL__NEST_S_JOINS_omp SL__PROBE
#define SL__NEST_S_JOINS_block SL__PROBE
#define SL__NEST_S_JOINS_warp SL__PROBE

/* ---- SL__NEST_W_: of a policy for CUDA ---------------------------------------------------------------------- */

#define SL__NEST_W_sl__end(...)
#define SL__NEST_W_sl__unknown(...)
#define SL__NEST_W_sl__comma(...)
#define SL__NEST_W_sl__bad(...)
#define SL__NEST_W_sl__more(...)
#define SL__NEST_W_sl__deep(...)
#define SL__NEST_W_sl__do SL__NEST_S_sl__do
#define SL__NEST_W_sl__sync(...)
#define SL__NEST_W_sl__sync_warp(...)
#define SL__NEST_W_sl__for(K_, P_, A_, ...) + SL__NEST_W_LOOP(SL__EXPAND A_, ~) * (0 __VA_ARGS__)
#define SL__NEST_W_sl__for_do SL__NEST_W_sl__for
#define SL__NEST_W_sl__icount SL__NEST_W_sl__for
#define SL__NEST_W_sl__tile SL__NEST_W_sl__for
#define SL__NEST_W_LOOP(...) SL__NEST_W_LOOP2(__VA_ARGS__)
#define SL__NEST_W_LOOP2(L_, D_, ...) SL__NEST_SEES(D_, SL__GRID_LEVEL_##L_)
#define SL__NEST_W_sl__tcount(K_, P_, A_, ...) \
    SL__NEST_S_NUMBERS(SL__EXPAND A_) SL__NEST_W_sl__for(K_, P_, A_, __VA_ARGS__)
#define SL__NEST_W_sl__collapse(...)
#define SL__NEST_W_sl__hyperplane SL__NEST_S_sl__hyperplane
#define SL__NEST_W_sl__if SL__NEST_S_sl__if
#define SL__NEST_W_sl__reduce SL__NEST_S_sl__reduce
#define SL__NEST_W_sl__memory(K_, P_, A_, ...) SL__NEST_W_SHARES(SL__EXPAND A_) __VA_ARGS__
#define SL__NEST_W_SHARES(...) SL__NEST_W_SHARES2(__VA_ARGS__)
#define SL__NEST_W_SHARES2(L_, M_, NAMES_) + SL__CHECK(SL__NEST_W_SHARES_##M_)
#define SL__NEST_W_SHARES_shared SL__PROBE

/* ---- SL__NEST_Z_: * the size of tiles of dimension 0; one that is a scalar is not known: 0 ------------------- */

#define SL__NEST_Z_sl__end(...)
#define SL__NEST_Z_sl__unknown(...)
#define SL__NEST_Z_sl__comma(...)
#define SL__NEST_Z_sl__bad(...)
#define SL__NEST_Z_sl__more(...)
#define SL__NEST_Z_sl__deep(...)
#define SL__NEST_Z_sl__do(...)
#define SL__NEST_Z_sl__sync(...)
#define SL__NEST_Z_sl__sync_warp(...)
#define SL__NEST_Z_sl__for(K_, P_, A_, ...) __VA_ARGS__
#define SL__NEST_Z_sl__for_do SL__NEST_Z_sl__for
#define SL__NEST_Z_sl__icount SL__NEST_Z_sl__for
#define SL__NEST_Z_sl__collapse SL__NEST_Z_sl__for
#define SL__NEST_Z_sl__hyperplane SL__NEST_Z_sl__for
#define SL__NEST_Z_sl__if SL__NEST_Z_sl__for
#define SL__NEST_Z_sl__reduce SL__NEST_Z_sl__for
#define SL__NEST_Z_sl__memory SL__NEST_Z_sl__for
#define SL__NEST_Z_sl__tile(K_, P_, A_, ...) SL__NEST_Z_TILE(SL__EXPAND A_) __VA_ARGS__
#define SL__NEST_Z_sl__tcount(K_, P_, A_, ...) SL__NEST_Z_COUNTED(SL__EXPAND A_) __VA_ARGS__
#define SL__NEST_Z_COUNTED(...) SL__NEST_Z_COUNTED2(__VA_ARGS__)
#define SL__NEST_Z_COUNTED2(L_, D_, N_, S_) SL__NEST_Z_TILE2(L_, D_, S_)
#define SL__NEST_Z_TILE(...) SL__NEST_Z_TILE2(__VA_ARGS__)
#define SL__NEST_Z_TILE2(L_, D_, S_) * ((D_) == 0 ? SL__NEST_Z_SIZE(SL__SIZE_##S_) : 1)
#define SL__NEST_Z_SIZE(T_) SL__CAT(SL__NEST_Z_IS_, SL__IS_TUPLE(T_))(T_)
#define SL__NEST_Z_IS_0(T_) 0
#define SL__NEST_Z_IS_1(T_) SL__NEST_Z_SIZE2 T_
#define SL__NEST_Z_SIZE2(KIND_, N_) SL__NEST_Z_##KIND_(N_)
#define SL__NEST_Z_sl__fixed(N_) (N_)
#define SL__NEST_Z_sl__dynamic(N_) 0
/* clang-format on */

#endif
