/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Typed indices: SL_INDEX_TYPE, SL_TYPED_VIEW and SL_AT_TYPED, by which a wrong index is an error of the
 * compiler.
 *
 *     SL_INDEX_TYPE(zone);
 *     SL_INDEX_TYPE(material);
 *     SL_TYPED_VIEW(density, zone, material);       what is called density has these indices
 *
 *     SL_KERNEL(f, (i, k), inout(double, 2, density, own))
 *     {
 *         const zone z = SL_INDEX(zone, i);
 *         const material m = SL_INDEX(material, k);
 *         SL_AT_TYPED(density, z, m) *= 2;          SL_AT_TYPED(density, m, z) does not compile
 *     }
 *
 * An index is a struct of one number, which costs nothing: neither C nor C++ takes one for another.
 */
#ifndef STARLOOP_KERNEL_TYPED_H
#define STARLOOP_KERNEL_TYPED_H

#include <starloop/kernel/forms.h>

/** A type of indices, at file level; a name of C, of the program's own. */
#define SL_INDEX_TYPE(T_) \
    typedef struct T_ { \
        sl_index value; \
    } T_
/** A number as such an index: SL_INDEX(zone, i). */
#ifdef __cplusplus
#define SL_INDEX(T_, I_) (T_{(I_)})
#else
#define SL_INDEX(T_, I_) ((T_){(I_)})
#endif
/** The number of an index, an sl_index. */
#define SL_INDEX_VALUE(X_) ((X_).value)
/** The index of the same type that many numbers further on: SL_INDEX_ADD(z, 1), SL_INDEX_ADD(z, -1). */
#ifdef __cplusplus
#define SL_INDEX_ADD(X_, N_) (sl__index_add((X_), (N_)))
extern "C++" {
template <typename T_> SL_FN T_ sl__index_add(T_ x_, sl_index n_)
{
    x_.value += n_;
    return x_;
}
}
#else
#define SL_INDEX_ADD(X_, N_) ((__typeof__(X_)){(X_).value + (N_)})
#endif

/* clang-format off */
/** Says which indices a view of this name has, at file level: SL_TYPED_VIEW(density, zone, material). The name is that
 *  of an argument, of an SL_PARAM or an SL_LET, in all of the file. 1 to 6 types of SL_INDEX_TYPE. */
#define SL_TYPED_VIEW(V_, ...) \
    SL__CAT(SL__TYPED_, SL__NARG(__VA_ARGS__))(V_, __VA_ARGS__) \
    enum { V_##_has_typed_indices = SL__NARG(__VA_ARGS__) }
#define SL__TYPED(V_, D_, T_) \
    SL_FN sl_index V_##_index_##D_(T_ sl__x_) \
    { \
        return sl__x_.value; \
    }
#define SL__TYPED_1(V_, A_) SL__TYPED(V_, 0, A_)
#define SL__TYPED_2(V_, A_, B_) SL__TYPED_1(V_, A_) SL__TYPED(V_, 1, B_)
#define SL__TYPED_3(V_, A_, B_, C_) SL__TYPED_2(V_, A_, B_) SL__TYPED(V_, 2, C_)
#define SL__TYPED_4(V_, A_, B_, C_, D_) SL__TYPED_3(V_, A_, B_, C_) SL__TYPED(V_, 3, D_)
#define SL__TYPED_5(V_, A_, B_, C_, D_, E_) SL__TYPED_4(V_, A_, B_, C_, D_) SL__TYPED(V_, 4, E_)
#define SL__TYPED_6(V_, A_, B_, C_, D_, E_, F_) SL__TYPED_5(V_, A_, B_, C_, D_, E_) SL__TYPED(V_, 5, F_)

/** The element of a view that SL_TYPED_VIEW names: as SL_AT, of indices of these types. An lvalue. */
#define SL_AT_TYPED(V_, ...) SL__CAT(SL__AT_TYPED_, SL__NARG(__VA_ARGS__))(V_, __VA_ARGS__)
#define SL__AT_TYPED_1(V_, A_) SL_AT(V_, V_##_index_0(A_))
#define SL__AT_TYPED_2(V_, A_, B_) SL_AT(V_, V_##_index_0(A_), V_##_index_1(B_))
#define SL__AT_TYPED_3(V_, A_, B_, C_) SL_AT(V_, V_##_index_0(A_), V_##_index_1(B_), V_##_index_2(C_))
#define SL__AT_TYPED_4(V_, A_, B_, C_, D_) \
    SL_AT(V_, V_##_index_0(A_), V_##_index_1(B_), V_##_index_2(C_), V_##_index_3(D_))
#define SL__AT_TYPED_5(V_, A_, B_, C_, D_, E_) \
    SL_AT(V_, V_##_index_0(A_), V_##_index_1(B_), V_##_index_2(C_), V_##_index_3(D_), V_##_index_4(E_))
#define SL__AT_TYPED_6(V_, A_, B_, C_, D_, E_, F_) \
    SL_AT(V_, V_##_index_0(A_), V_##_index_1(B_), V_##_index_2(C_), V_##_index_3(D_), V_##_index_4(E_), \
          V_##_index_5(F_))
/* clang-format on */

#endif
