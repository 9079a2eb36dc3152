/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Indices and element types. */
#include <starloop/called_at.h>
#ifndef STARLOOP_TYPES_H
#define STARLOOP_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include <starloop/export.h>
#include <starloop/status.h>

/** An index, an extent or a stride, in elements. Signed, 64 bits. */
typedef int64_t sl_index;

/** Version of what a compiled program and the library agree on: public structures, kernels. sl_init() refuses a program
 *  of another one, every call a kernel. */
#define SL__ABI 20

/** The highest rank of a view or an iteration space. */
#define SL_MAX_RANK 6
/** The most arguments that a kernel may have. */
#define SL_MAX_ARGS 32

/** Extents of a view, or of a league; #SL_EXTENTS makes one. */
typedef struct sl_extents {
    int rank;                /**< 0 to #SL_MAX_RANK */
    sl_index n[SL_MAX_RANK]; /**< [rank] extents, each 0 or more */
} sl_extents;

/** The built-in element types: X(enumerator, value, C type, name). */
#define SL_TYPE_TABLE(X) \
    X(SL_FLOAT, 1, float, "float") \
    X(SL_DOUBLE, 2, double, "double") \
    X(SL_INT8, 3, int8_t, "int8_t") \
    X(SL_INT16, 4, int16_t, "int16_t") \
    X(SL_INT32, 5, int32_t, "int32_t") \
    X(SL_INT64, 6, int64_t, "int64_t") \
    X(SL_UINT8, 7, uint8_t, "uint8_t") \
    X(SL_UINT16, 8, uint16_t, "uint16_t") \
    X(SL_UINT32, 9, uint32_t, "uint32_t") \
    X(SL_UINT64, 10, uint64_t, "uint64_t")

/** An element type: an enumerator of #SL_TYPE_TABLE, or a value from #SL_TYPE for a user's struct. */
typedef int32_t sl_type;
enum {
#define SL__TYPE_ENUM(name, value, ctype, text) name = value,
    SL_TYPE_TABLE(SL__TYPE_ENUM)
#undef SL__TYPE_ENUM
        SL__TYPE_BUILTIN_END = 11
};

SL_BEGIN_DECLS

/** Returns the type for a user's struct, registering it on first sight. What #SL_TYPE calls.
 *
 *  @param[in] name   the type as written, for instance "struct particle"; the identity of the type
 *  @param[in] size   its size in bytes
 *  @param[in] align  its alignment in bytes, at most 64
 *  @return the type; 0 (recorded as an error) when @p name is known with another size or alignment, or
 *  when the arguments are invalid. Non-blocking. Thread-safe. */
SL_API sl_type sl_type_struct(const char *name_, size_t size_, size_t align_);

/** @param[in] type_  an element type
 *  @return the size of an element in bytes, 0 for no type. Thread-safe. */
SL_API size_t sl_type_size(sl_type type_);

/** @param[in] type_  an element type
 *  @return the type's name as a C programmer writes it, "?" for no type. Thread-safe. */
SL_API const char *sl_type_name(sl_type type_);

SL_END_DECLS

#define SL__NO_ARRAY \
    "an element is no array, whose length is a dimension of the view; " \
    "an element may be a struct that has the array"
#define SL__NO_ELEMENT "elements are copied byte by byte, and aligned to 64 bytes at most"
/* The built-in type of a C type, 0 for any other type. */
#ifdef __cplusplus
extern "C++" {
template <typename T_> struct sl__type_of {
    static constexpr sl_type value_ = 0;
};
template <typename T_> struct sl__type_of<const T_> : sl__type_of<T_> {
};
template <> struct sl__type_of<float> {
    static constexpr sl_type value_ = SL_FLOAT;
};
template <> struct sl__type_of<double> {
    static constexpr sl_type value_ = SL_DOUBLE;
};
template <> struct sl__type_of<char> {
    static constexpr sl_type value_ = ((char)-1 < 0) ? SL_INT8 : SL_UINT8;
};
template <> struct sl__type_of<signed char> {
    static constexpr sl_type value_ = SL_INT8;
};
template <> struct sl__type_of<short> {
    static constexpr sl_type value_ = SL_INT16;
};
template <> struct sl__type_of<int> {
    static constexpr sl_type value_ = SL_INT32;
};
template <> struct sl__type_of<long> {
    static constexpr sl_type value_ = sizeof(long) == 8 ? SL_INT64 : SL_INT32;
};
template <> struct sl__type_of<long long> {
    static constexpr sl_type value_ = SL_INT64;
};
template <> struct sl__type_of<bool> {
    static constexpr sl_type value_ = SL_UINT8;
};
template <> struct sl__type_of<unsigned char> {
    static constexpr sl_type value_ = SL_UINT8;
};
template <> struct sl__type_of<unsigned short> {
    static constexpr sl_type value_ = SL_UINT16;
};
template <> struct sl__type_of<unsigned int> {
    static constexpr sl_type value_ = SL_UINT32;
};
template <> struct sl__type_of<unsigned long> {
    static constexpr sl_type value_ = sizeof(long) == 8 ? SL_UINT64 : SL_UINT32;
};
template <> struct sl__type_of<unsigned long long> {
    static constexpr sl_type value_ = SL_UINT64;
};
}
#define SL__IS_COPIED(T) (__is_trivially_copyable(T) && __alignof__(T) <= 64)
/* Whether a type has neither const nor volatile, and is not void; whether a view may have its elements. */
extern "C++" {
template <typename T_> struct sl__is_plain {
    enum { value_ = 1 };
};
template <typename T_> struct sl__is_plain<const T_> {
    enum { value_ = 0 };
};
template <typename T_> struct sl__is_plain<volatile T_> {
    enum { value_ = 0 };
};
template <typename T_> struct sl__is_plain<const volatile T_> {
    enum { value_ = 0 };
};
template <> struct sl__is_plain<void> {
    enum { value_ = 0 };
};
template <typename T_> struct sl__is_array {
    enum { value_ = 0 };
};
template <typename T_> struct sl__is_array<T_[]> {
    enum { value_ = 1 };
};
template <typename T_, size_t N_> struct sl__is_array<T_[N_]> {
    enum { value_ = 1 };
};
template <typename T_> struct sl__checked_element {
    static_assert(!sl__is_array<T_>::value_, "SL_TYPE: " SL__NO_ARRAY);
    static_assert(SL__IS_COPIED(T_), "SL_TYPE: " SL__NO_ELEMENT);
    static constexpr size_t size_ = sizeof(T_);
};
}
#define SL__TYPE_CODE(T) (sl__type_of<T>::value_)
#define SL__ALIGNOF(T) alignof(T)
#define SL__IS_PLAIN(T) (sl__is_plain<T>::value_)
#define SL__IS_ARRAY(T) (sl__is_array<T>::value_)
#define SL__ELEMENT_SIZE(T) (sl__checked_element<T>::size_)
#else
#define SL__TYPE_CODE(T) \
    _Generic((__typeof__(T) *)0, float *: SL_FLOAT, double *: SL_DOUBLE, char *: ((char)-1 < 0) ? SL_INT8 : SL_UINT8, \
             signed char *: SL_INT8, short *: SL_INT16, int *: SL_INT32, \
             long *: sizeof(long) == 8 ? SL_INT64 : SL_INT32, long long *: SL_INT64, _Bool *: SL_UINT8, \
             unsigned char *: SL_UINT8, unsigned short *: SL_UINT16, unsigned int *: SL_UINT32, \
             unsigned long *: sizeof(long) == 8 ? SL_UINT64 : SL_UINT32, unsigned long long *: SL_UINT64, \
             default: 0)
#define SL__ALIGNOF(T) _Alignof(T)
#define SL__IS_PLAIN(T) \
    (!__builtin_types_compatible_p(__typeof__(T) *, const __typeof__(T) *) && \
     !__builtin_types_compatible_p(__typeof__(T) *, volatile __typeof__(T) *) && \
     !__builtin_types_compatible_p(T, void))
/* An array becomes a pointer behind a comma. */
#define SL__IS_ARRAY(T) \
    (__builtin_classify_type(*(__typeof__(T) *)0) == 5 && \
     !__builtin_types_compatible_p(T, __typeof__(((void)0, *(__typeof__(T) *)0))))
#define SL__IS_COPIED(T) (_Alignof(T) <= 64)
#define SL__ELEMENT_SIZE(T) \
    (sizeof(T) + 0 * sizeof(struct { \
                     char one_; \
                     _Static_assert(!SL__IS_ARRAY(T), "SL_TYPE: " SL__NO_ARRAY ", got " #T); \
                     _Static_assert(SL__IS_COPIED(T), "SL_TYPE: " SL__NO_ELEMENT ", got " #T); \
                 }))
#endif

/** The ::sl_type of the C type @p T: a built-in one, or a user's struct. A macro for a type is expanded first, as
 *  SL_KERNEL and SL_HOST_READ do. */
#define SL_TYPE(T) SL__TYPE(T)
#define SL__TYPE(T) \
    (SL__TYPE_CODE(T) ? (sl_type)SL__TYPE_CODE(T) : sl_type_struct(#T, SL__ELEMENT_SIZE(T), SL__ALIGNOF(T)))

/** Declares, at file scope, that the user's struct @p T may be an element type: SL_STRUCT(struct particle).
 *  Checks at compile time that it can be copied byte by byte and is aligned to at most 64 bytes. */
#ifdef __cplusplus
#define SL_STRUCT(T) \
    static_assert(__is_trivially_copyable(T), "SL_STRUCT: " #T " cannot be copied byte by byte"); \
    static_assert(alignof(T) <= 64, "SL_STRUCT: " #T " is aligned to more than 64 bytes")
#else
#define SL_STRUCT(T) _Static_assert(_Alignof(T) <= 64, "SL_STRUCT: " #T " is aligned to more than 64 bytes")
#endif

#endif
