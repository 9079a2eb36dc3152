/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which bits of an element are its value, for atomic operations that compare: padding is none of it.
 *
 * Padding is lost when a struct is copied member by member, as compilers do, so no comparison may look at it. gcc can
 * clear it. Elsewhere it is found at compile time: an element of ones is made of its members, and looked at byte by
 * byte. nvcc gives padding as zeros there; clang says that it is no constant, and then the program is told. So it is
 * for what cannot be made of its members: unions, bit-fields beside padding, classes with constructors.
 */
#ifndef STARLOOP_KERNEL_PADDING_H
#define STARLOOP_KERNEL_PADDING_H

#include <stddef.h>
#include <string.h>

#include <starloop/kernel/body.h>

/* nvcc shows the host compiler's builtins to the preprocessor, and has none of this on a device. */
#ifdef __has_builtin
#if __has_builtin(__builtin_clear_padding) && !defined __NVCC__
#define SL__CLEARS_PADDING
#endif
#if __has_builtin(__builtin_bit_cast)
#define SL__CASTS_BITS
#endif
#endif

#ifdef SL__CLEARS_PADDING
#define SL__CLEAR_PADDING(P_) __builtin_clear_padding(P_)
#else
#define SL__CLEAR_PADDING(P_) ((void)(P_))
#endif
#define SL__PADDING_EXPECTED \
    "SL_ATOMIC_CAS: expected an element without padding, which this compiler cannot leave out of the comparison; " \
    "give " \
    "the struct members in place of its padding, such as char rest[3]"

/* clang-format off */
#ifndef __cplusplus
/* Whether the elements of a type have padding that stays in the comparison. */
#ifdef SL__CLEARS_PADDING
#define SL__COMPARES_PADDING(T_) 0
#elif defined SL__CASTS_BITS
#define SL__COMPARES_PADDING(T_) \
    (__builtin_classify_type(*(T_ *)0) > 5 && /* 5: a pointer, below: integers */ \
     !__builtin_constant_p(__builtin_bit_cast(struct { unsigned char sl__b_[sizeof(T_)]; }, (T_){0}).sl__b_[0]))
#else
#define SL__COMPARES_PADDING(T_) (__builtin_classify_type(*(T_ *)0) > 9) /* 8, 9: real, complex */
#endif
/* Sets the bits of a value to ones, those of padding to zeros. */
#define SL__SET_VALUE_BITS(X_) ((void)memset(&(X_), 0xff, sizeof(X_)), SL__CLEAR_PADDING(&(X_)))

#else
extern "C++" {
template <typename sl__t_> struct sl__value_bits {
    unsigned char b_[sizeof(sl__t_)];
};
#ifdef SL__CLEARS_PADDING
template <typename sl__t_> SL_FN sl__value_bits<sl__t_> sl__value_bits_of(void)
{
    sl__value_bits<sl__t_> sl__r_;
    memset(&sl__r_, 0xff, sizeof sl__r_);
    __builtin_clear_padding((sl__t_ *)(void *)&sl__r_);
    return sl__r_;
}
#define SL__VALUE_BITS(T_, NAME_) const sl__value_bits<T_> NAME_ = sl__value_bits_of<T_>()
#else
#if defined __NVCC__ && !defined __CUDA_ARCH__ /* the host compiler reads it again, and nobody runs it */
#define SL__VALUE_BITS(T_, NAME_) const sl__value_bits<T_> NAME_ = sl__value_bits_of<T_>()
#else
#define SL__VALUE_BITS(T_, NAME_) constexpr sl__value_bits<T_> NAME_ = sl__value_bits_of<T_>()
#endif
#ifdef __clang__ /* warns of too few members while they are counted */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wmissing-field-initializers"
#pragma clang diagnostic ignored "-Wmissing-braces"
#endif
/* What any member is made of. */
struct sl__member_of_ones {
    template <typename sl__t_> SL__ON_BOTH constexpr operator sl__t_() const;
};
template <typename sl__t_> SL__ON_BOTH constexpr sl__value_bits<sl__t_> sl__all_bits(void)
{
    sl__value_bits<sl__t_> sl__r_ = {};
    for (size_t sl__k_ = 0; sl__k_ < sizeof(sl__t_); ++sl__k_)
        sl__r_.b_[sl__k_] = 0xff;
    return sl__r_;
}
/* As many members as there are: one more as long as that compiles. */
template <typename sl__t_, typename... sl__m_> SL__ON_BOTH constexpr sl__t_ sl__of_ones(long, sl__m_... sl__x_);
template <typename sl__t_, typename... sl__m_>
SL__ON_BOTH constexpr auto sl__of_ones(int, sl__m_... sl__x_) -> decltype(sl__t_{sl__x_..., sl__member_of_ones()})
{
    return sl__of_ones<sl__t_>(0, sl__x_..., sl__member_of_ones());
}
template <typename sl__t_, typename... sl__m_> SL__ON_BOTH constexpr sl__t_ sl__of_ones(long, sl__m_... sl__x_)
{
    return sl__t_{sl__x_...};
}
template <> SL__ON_BOTH constexpr sl__member_of_ones::operator bool() const
{
    return true;
}
template <typename sl__t_> SL__ON_BOTH constexpr sl__member_of_ones::operator sl__t_() const
{
    if constexpr (__is_class(sl__t_))
        return sl__of_ones<sl__t_>(0);
    else
        return __builtin_bit_cast(sl__t_, sl__all_bits<sl__t_>());
}
template <typename sl__t_> SL__ON_BOTH constexpr sl__value_bits<sl__t_> sl__value_bits_of(void)
{
    if constexpr (__has_unique_object_representations(sl__t_) || (!__is_class(sl__t_) && !__is_union(sl__t_)))
        return sl__all_bits<sl__t_>();
    else
        return __builtin_bit_cast(sl__value_bits<sl__t_>, sl__t_(sl__member_of_ones()));
}
#endif
#if defined SL__CLEARS_PADDING || (defined __NVCC__ && !defined __CUDA_ARCH__) /* as above */
template <typename sl__t_> SL__ON_BOTH constexpr bool sl__knows_value_bits(int)
{
    return true;
}
#else
/* The sum says that each byte is known. */
template <typename sl__t_> SL__ON_BOTH constexpr size_t sl__count_value_bits(void)
{
    const sl__value_bits<sl__t_> sl__r_ = sl__value_bits_of<sl__t_>();
    size_t sl__sum_ = 0;
    for (size_t sl__k_ = 0; sl__k_ < sizeof(sl__t_); ++sl__k_)
        sl__sum_ += sl__r_.b_[sl__k_];
    return sl__sum_;
}
template <typename sl__t_, size_t = sl__count_value_bits<sl__t_>()> SL__ON_BOTH constexpr bool sl__knows_value_bits(int)
{
    return 1;
}
template <typename sl__t_> SL__ON_BOTH constexpr bool sl__knows_value_bits(...)
{
    return 0;
}
#ifdef __clang__
#pragma clang diagnostic pop
#endif
#endif
}
#endif
/* clang-format on */

#endif
