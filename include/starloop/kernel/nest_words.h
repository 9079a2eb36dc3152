/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The words of SL_NEST and SL_NEST_POLICY, as tuples.
 *
 * Arguments that only nests have are of the classes
 *
 *     sl__local        a value of each thread's own           (class, type, name)
 *     sl__local_array  an array of each thread's own          (class, type, name, extents in brackets)
 *
 * They are no arguments of a call. A statement of a policy is pasted to SL_STATEMENT_ and becomes
 *
 *     (sl__list, word, (level, what is its own), statements in it ...)      or
 *     (sl__leaf, word, (what is its own))
 *
 * a level is pasted to SL__LEVEL_ and becomes (kind, schedule, chunk), a size of tiles to SL__SIZE_.
 */
#ifndef STARLOOP_KERNEL_NEST_WORDS_H
#define STARLOOP_KERNEL_NEST_WORDS_H

#include <starloop/kernel/words.h>

/* clang-format off */
/* ---- arguments --------------------------------------------------------------------------------------------- */

#define SL_WORD_local(...) SL__CAT(SL__WORD_LOCAL_, SL__IS2(__VA_ARGS__))(__VA_ARGS__, ~)
#define SL_WORD_SL_LOCAL SL_WORD_local
#define SL__WORD_LOCAL_1(T_, N_, ...) SL__NAMED(N_, SL__WORD_LOCAL_2, T_, N_)
#define SL__WORD_LOCAL_2(T_, N_) (sl__local, T_, N_)
#define SL__WORD_LOCAL_0(...) (sl__bad, "local needs (type, name)")
#define SL_WORD_local_array(...) SL__CAT(SL__WORD_LOCAL_ARRAY_, SL__HAS3(__VA_ARGS__))(__VA_ARGS__)
#define SL_WORD_SL_LOCAL_ARRAY SL_WORD_local_array
#define SL__WORD_LOCAL_ARRAY_1(T_, N_, ...) (sl__local_array, T_, N_, SL__BRACKETS(__VA_ARGS__))
#define SL__WORD_LOCAL_ARRAY_0(...) (sl__bad, "local_array needs (type, name, extents)")
#define SL__WORD_LOCAL_ARRAY_2 SL__WORD_LOCAL_ARRAY_0
#define SL__BRACKETS(...) SL__CAT(SL__BRACKETS_, SL__NARG(__VA_ARGS__))(__VA_ARGS__)
#define SL__BRACKETS_1(A_) [A_]
#define SL__BRACKETS_2(A_, B_) [A_][B_]
#define SL__BRACKETS_3(A_, B_, C_) [A_][B_][C_]
#define SL__BRACKETS_4(A_, B_, C_, D_) [A_][B_][C_][D_]
#define SL__BRACKETS_5(A_, B_, C_, D_, E_) [A_][B_][C_][D_][E_]
#define SL__BRACKETS_6(A_, B_, C_, D_, E_, F_) [A_][B_][C_][D_][E_][F_]

#define SL__IS_LOCAL(W_) SL__CHECK(SL__IS_LOCAL_PROBE W_)
#define SL__IS_LOCAL_PROBE(C_, ...) SL__CAT(SL__IS_LOCAL_, C_)
#define SL__IS_LOCAL_sl__local SL__PROBE
#define SL__IS_LOCAL_sl__local_array SL__PROBE

/* Other kernels have none. */
#define SL__DIAGNOSE_sl__local(K_, ...) \
    SL__STATIC_ASSERT(0, "kernel " #K_ ": local and local_array are words of SL_NEST");
#define SL__DIAGNOSE_sl__local_array SL__DIAGNOSE_sl__local
#define SL__PARAMETER_sl__local(...)
#define SL__PARAMETER_sl__local_array(...)
#define SL__SIGN_sl__local(...)
#define SL__SIGN_sl__local_array(...)
#define SL__FOR_VIEW_sl__local(...)
#define SL__FOR_VIEW_sl__local_array(...)
#define SL__FORM_BY_sl__local(...)
#define SL__FORM_BY_sl__local_array(...)

/* What a nest takes of the others. */
#define SL__NEST_DIAGNOSE(K_, I_, W_) SL__CAT(SL__NEST_DIAGNOSE_, SL__IS_LOCAL(W_))(K_, I_, W_)
#define SL__NEST_DIAGNOSE_1(...)
#define SL__NEST_DIAGNOSE_0(K_, I_, W_) \
    SL__DIAGNOSE(K_, I_, W_) SL__CAT(SL__NEST_TAKES_, SL__IS_TUPLE(W_))(K_, I_, W_)
#define SL__NEST_TAKES_0(...)
#define SL__NEST_TAKES_1(K_, I_, W_) SL__BY_CLASS(SL__NEST_TAKES_, K_, I_, W_)
#define SL__NEST_TAKES_sl__value(...)
#define SL__NEST_TAKES_sl__view(...)
#define SL__NEST_TAKES_sl__bad(...)
#define SL__NEST_TAKES_sl__bad_rank(...)
#define SL__NEST_TAKES_sl__pack(...)
#define SL__NEST_TAKES_sl__scatter(...)
#define SL__NEST_TAKES_sl__array(...)
#define SL__NEST_TAKES_sl__mapped(K_, I_, ...) \
    SL__STATIC_ASSERT(0, "nest " #K_ ", argument " SL__STR(SL__ORDINAL_##I_) ": a nest takes scalar, in, out, inout, " \
                      "table, reduce with array(length), scatter, multi_reduce, local and local_array, without layout");
#define SL__NEST_TAKES_sl__result(K_, I_, KIND_, A_, T_, O_, N_, S_, M_) \
    SL__STATIC_ASSERT(0, "nest " #K_ ", argument " #N_ ": a nest reduces into arrays, of which array(1) is one of a " \
                      "single value: reduce(type, operator, name, array(1))");
#define SL__NEST_TAKES_sl__scratch SL__NEST_TAKES_sl__mapped

/* The number in lambdas(3); 0 where the word is another. */
#define SL__LAMBDAS(L_) SL__DIGIT_2(SL__LAMBDAS_OF_##L_, 0, ~)
#define SL__LAMBDAS_OF_lambdas(N_) ~, N_
#define SL__LAMBDAS_OF_SL_LAMBDAS(N_) ~, N_

/** Declares a nest that SL_NEST defines, with the same name, indices and words, so that other files may call it. As
 *  #SL_KERNEL_DECLARE. */
#define SL_NEST_DECLARE(K_, X_, L_, ...) SL__WORDS(SL__NEST_DECLARE, K_, X_, SL_WORD_##__VA_ARGS__, end, end)
#define SL__NEST_DECLARE(E_, K_, X_, ...) SL__CAT(SL__NEST_DECLARE_, SL__INDICES(X_))(E_, K_, X_, __VA_ARGS__)
#define SL__NEST_DECLARE_0(E_, K_, X_, ...) SL__INDICES_SAY(K_, X_)
#define SL__NEST_DECLARE_1(E_, K_, X_, ...) \
    E_(SL__NEST_DIAGNOSE, K_, __VA_ARGS__) \
    SL__EXTERN_C SL__SUBMIT_HEAD(E_, K_, __VA_ARGS__); \
    SL__SIGNATURE(E_, K_, X_, __VA_ARGS__)

/* ---- statements -------------------------------------------------------------------------------------------- */

/* Whether there are as many arguments, or more. */
#define SL__FROM2(...) SL__PICK(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, ~)
#define SL__FROM3(...) SL__PICK(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, ~)
#define SL__FROM4(...) SL__PICK(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, ~)
#define SL__FROM5(...) SL__PICK(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, ~)

#define SL_STATEMENT_sl__end (sl__leaf, sl__end, ~)
#define SL_STATEMENT_DO(...) (sl__leaf, sl__do, (__VA_ARGS__))
#define SL_STATEMENT_FOR(...) SL__CAT(SL__STATEMENT_FOR_, SL__FROM3(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_FOR_1(D_, L_, ...) (sl__list, SL__STATEMENT_FOR_OF(__VA_ARGS__), (L_, D_), __VA_ARGS__)
/* Around one DO alone nobody waits. */
#define SL__STATEMENT_FOR_OF(...) SL__CAT(SL__STATEMENT_FOR_OF_, SL__FROM2(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_FOR_OF_1(...) sl__for
#define SL__STATEMENT_FOR_OF_0(A_) SL__CAT(SL__STATEMENT_FOR_IS_, SL__CHECK(SL__IS_STATEMENT_##A_))
#define SL__STATEMENT_FOR_IS_0 sl__for
#define SL__STATEMENT_FOR_IS_1 sl__for_do
#define SL__IS_STATEMENT_DO(...) ~, 1,
#define SL__STATEMENT_FOR_0(...) (sl__leaf, sl__bad, "FOR needs (dimension, level, statements)")
#define SL_STATEMENT_FOR_ICOUNT(...) SL__CAT(SL__STATEMENT_ICOUNT_, SL__FROM4(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_ICOUNT_1(D_, N_, L_, ...) (sl__list, sl__icount, (L_, D_, N_), __VA_ARGS__)
#define SL__STATEMENT_ICOUNT_0(...) (sl__leaf, sl__bad, "FOR_ICOUNT needs (dimension, local, level, statements)")
#define SL_STATEMENT_COLLAPSE(...) SL__CAT(SL__STATEMENT_COLLAPSE_, SL__FROM3(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_COLLAPSE_1(L_, D_, ...) (sl__list, sl__collapse, (L_, D_), __VA_ARGS__)
#define SL__STATEMENT_COLLAPSE_0(...) (sl__leaf, sl__bad, "COLLAPSE needs (level, (dimensions), statements)")
#define SL_STATEMENT_TILE(...) SL__CAT(SL__STATEMENT_TILE_, SL__FROM4(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_TILE_1(D_, S_, L_, ...) (sl__list, sl__tile, (L_, D_, S_), __VA_ARGS__)
#define SL__STATEMENT_TILE_0(...) (sl__leaf, sl__bad, "TILE needs (dimension, fixed(size), level, statements)")
#define SL_STATEMENT_TILE_TCOUNT(...) SL__CAT(SL__STATEMENT_TCOUNT_, SL__FROM5(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_TCOUNT_1(D_, N_, S_, L_, ...) (sl__list, sl__tcount, (L_, D_, N_, S_), __VA_ARGS__)
#define SL__STATEMENT_TCOUNT_0(...) \
    (sl__leaf, sl__bad, "TILE_TCOUNT needs (dimension, local, fixed(size), level, statements)")
#define SL_STATEMENT_HYPERPLANE(...) SL__CAT(SL__STATEMENT_HYPERPLANE_, SL__FROM4(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_HYPERPLANE_1(D_, O_, L_, ...) (sl__list, sl__hyperplane, (L_, D_, O_), __VA_ARGS__)
#define SL__STATEMENT_HYPERPLANE_0(...) \
    (sl__leaf, sl__bad, "HYPERPLANE needs (dimension, (other dimensions), level, statements)")
#define SL_STATEMENT_IF(...) SL__CAT(SL__STATEMENT_IF_, SL__FROM2(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_IF_1(C_, ...) (sl__list, sl__if, (seq, C_), __VA_ARGS__)
#define SL__STATEMENT_IF_0(...) (sl__leaf, sl__bad, "IF needs (scalar(name) | local(name) | no(...), statements)")
#define SL_STATEMENT_REDUCE(...) SL__CAT(SL__STATEMENT_REDUCE_, SL__FROM4(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_REDUCE_1(R_, O_, N_, ...) (sl__list, sl__reduce, (seq, R_, O_, N_), __VA_ARGS__)
#define SL__STATEMENT_REDUCE_0(...) (sl__leaf, sl__bad, "REDUCE needs (seq | omp, operator, local, statements)")
#define SL_STATEMENT_SYNC_THREADS (sl__leaf, sl__sync, ~)
#define SL_STATEMENT_SYNC_WARP (sl__leaf, sl__sync_warp, ~)
#define SL_STATEMENT_INIT_LOCAL_MEM(...) SL__CAT(SL__STATEMENT_MEMORY_, SL__FROM3(__VA_ARGS__))(__VA_ARGS__)
#define SL__STATEMENT_MEMORY_1(M_, N_, ...) (sl__list, sl__memory, (seq, M_, N_), __VA_ARGS__)
#define SL__STATEMENT_MEMORY_0(...) (sl__leaf, sl__bad, "INIT_LOCAL_MEM needs (stack, (arrays), statements)")
#define SL__STATEMENT_NAMES \
    "DO, FOR, FOR_ICOUNT, COLLAPSE, TILE, TILE_TCOUNT, HYPERPLANE, IF, REDUCE, SYNC_THREADS or INIT_LOCAL_MEM"

/* What DO chooses for a lambda. */
#define SL__CHOICE_segs(...) (sl__segs, __VA_ARGS__)
#define SL__CHOICE_offsets(...) (sl__offsets, __VA_ARGS__)
#define SL__CHOICE_params(...) (sl__params, __VA_ARGS__)
#define SL__CHOICE_values(...) (sl__values, __VA_ARGS__)
#define SL__CHOICE_sl__none (sl__none, ~)

/* ---- levels, sizes, conditions ----------------------------------------------------------------------------- */

#define SL__LEVEL_seq (sl__seq, 0, 0)
#define SL__LEVEL_simd (sl__simd, 0, 0)
#define SL__LEVEL_simd_sum(N_) (sl__simd_sum, N_, 0)
#define SL__LEVEL_omp (sl__omp, SL__DEAL_STATIC, 0)
#define SL__LEVEL_omp_runtime (sl__omp, SL__DEAL_RUNTIME, 0)
/* With a chunk in parentheses or without: the last one is a macro that is a number, too. */
#define SL__LEVEL_omp_nowait (sl__omp, SL__DEAL_NOWAIT, SL__NOWAIT_CHUNK)
#define SL__NOWAIT_CHUNK(N_) N_
#define SL__TAKES_CHUNK(KIND_, SCHEDULE_, CHUNK_) SL__CAT(SL__TAKES_, CHUNK_)
#define SL__TAKES_SL__NOWAIT_CHUNK(...) SL__CAT(SL__TAKES_CHUNKS_, SL__NARG(__VA_ARGS__))(__VA_ARGS__)
#define SL__TAKES_CHUNKS_1(N_) SL__CAT(SL__TAKES_SOME_, SL__NOTHING(N_))
#define SL__TAKES_SOME_0 ~, 1,
#define SL__TAKES_SOME_1
/* What takes one thing and has more of them, or none, is no level and no size. */
#define SL__WITH_ONE(A_, B_, ...) SL__CAT(SL__WITH_ONE_, SL__NARG(__VA_ARGS__))(A_, B_, __VA_ARGS__)
#define SL__WITH_ONE_1(A_, B_, C_) SL__CAT(SL__WITH_NOTHING_, SL__NOTHING(C_))(A_, B_, C_)
#define SL__WITH_NOTHING_0(A_, B_, C_) (A_, B_, C_)
#define SL__WITH_NOTHING_1(A_, B_, C_) sl__none
#define SL__LEVEL_omp_static(...) SL__WITH_ONE(sl__omp, SL__DEAL_STATIC, __VA_ARGS__)
#define SL__LEVEL_omp_dynamic(...) SL__WITH_ONE(sl__omp, SL__DEAL_DYNAMIC, __VA_ARGS__)
#define SL__LEVEL_omp_guided(...) SL__WITH_ONE(sl__omp, SL__DEAL_GUIDED, __VA_ARGS__)
#define SL__LEVEL_NAMES \
    "seq, simd, simd_sum(local), omp, omp_nowait, omp_nowait(chunk), omp_static(chunk), omp_dynamic(chunk), " \
    "omp_guided(chunk) or omp_runtime"

#define SL__REDUCING_seq (sl__seq)
#define SL__REDUCING_omp (sl__omp)

#define SL__SIZE_fixed(N_) (sl__fixed, N_)
#define SL__SIZE_dynamic(N_) (sl__dynamic, N_)
/* clang-format on */

#endif
