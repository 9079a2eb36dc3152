/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Atomics in bodies: SL_ATOMIC_ADD and its kin, and the elements of an argument with the modifier `atomic`.
 *
 * An operation is atomic among the iterations of its loop, in relaxed order: it orders no other access. Under SL_SEQ
 * the operations that stand in the body itself are plain instructions; those in an SL_FN stay atomic.
 *
 * ADD, SUB, MUL and DIV take elements of integers of 8 to 64 bits, float, double, sl_complex and sl_complexf; MIN, MAX,
 * INC and DEC of these but complex numbers; AND, OR, XOR, and INC and DEC with a limit, of the integers; LOAD, STORE,
 * EXCH, CAS and CAS_STORED of any type. A member of a struct is such an element, too: SL_ATOMIC_ADD(SL_AT(v, i).x, 1).
 * Another type, or an element that may not be written, is an error of the compiler. Integers wrap around.
 *
 * Elements of 1, 2, 4 and 8 bytes whose address is a multiple of their size take no lock; so do those of 16 bytes where
 * the compiler may use the machine's instruction for them (-march=native, -mcx16), and on CUDA devices of compute
 * capability 9.0 and more. Others take one of a pool of locks, chosen by the address.
 */
#ifndef STARLOOP_KERNEL_ATOMIC_H
#define STARLOOP_KERNEL_ATOMIC_H

#include <string.h>

#include <starloop/kernel/body.h>
#include <starloop/kernel/complex.h>
#include <starloop/kernel/padding.h>

/* In the body the parameter of this name, which a chunk function sets, hides it: 1 under SL_SEQ. */
enum { sl__sequential_ = 0 };

/* Every operation on an element passes here, with the element's address and its size in bytes. The checked build may
 * define it. What SL_AT of an argument with the modifier `atomic` does without SL_ATOMIC_ does not. */
#ifndef SL__ATOMIC_SEEN
#define SL__ATOMIC_SEEN(P_, BYTES_) ((void)(P_), (void)(BYTES_))
#endif

SL_BEGIN_DECLS
/** Takes, gives back the lock of the pool for an address. A thread may hold one only. */
SL_API void sl__atomic_lock(const void *address_);
SL_API void sl__atomic_unlock(const void *address_);
SL_END_DECLS

/* clang-format off */
#define SL__ALIASED __attribute__((__may_alias__))
typedef int32_t SL__ALIASED sl__i32;
typedef uint32_t SL__ALIASED sl__u32;
typedef int64_t SL__ALIASED sl__i64;
typedef uint64_t SL__ALIASED sl__u64;
typedef float SL__ALIASED sl__f32;
typedef double SL__ALIASED sl__f64;
typedef int8_t SL__ALIASED sl__i8;
typedef uint8_t SL__ALIASED sl__u8;
typedef int16_t SL__ALIASED sl__i16;
typedef uint16_t SL__ALIASED sl__u16;

/* ---- bits: load, store, exchange, compare and exchange ------------------------------------------------------ */

#ifdef __CUDACC__
/* The device's pool is that of one file: the loops of two files never touch a view at the same time. */
enum { SL__ATOMIC_LOCKS = 1024 };
extern "C++" {
template <int sl__n_> __device__ unsigned sl__atomic_locks[sl__n_];
}
#endif

#ifdef __CUDA_ARCH__
/* Memory of the thread alone, where a kernel keeps its own elements: CUDA's atomics may not touch it. */
#define SL__ATOMIC_PLAIN(P_, SEQ_) ((SEQ_) || __isLocal(P_))
#else
/* Where it is not known when compiling, plain instructions are the straight way: the jump costs them more. */
#define SL__ATOMIC_PLAIN(P_, SEQ_) __builtin_expect((SEQ_), 1)
#endif

/* With a lock or alone: *old = *p; if it equals *expected (NULL: always), *p = *desired (NULL: nothing). Those bits
 * count that are set in *bits (NULL: all); the others of *p become 0. @return whether it has stored */
SL_FN int sl__atomic_swap_plain(void *sl__p_, const void *sl__expected_, const void *sl__desired_,
                                const void *sl__bits_, void *sl__old_, size_t sl__n_)
{
    volatile unsigned char *const sl__x_ = (volatile unsigned char *)sl__p_;
    const unsigned char *const sl__e_ = (const unsigned char *)sl__expected_;
    const unsigned char *const sl__d_ = (const unsigned char *)sl__desired_;
    const unsigned char *const sl__m_ = (const unsigned char *)sl__bits_;
    int sl__same_ = 1;
    for (size_t sl__k_ = 0; sl__k_ < sl__n_; ++sl__k_) {
        const unsigned char sl__c_ = sl__x_[sl__k_];
        sl__same_ &= !sl__e_ || ((sl__e_[sl__k_] ^ sl__c_) & (sl__m_ ? sl__m_[sl__k_] : 0xff)) == 0;
        ((unsigned char *)sl__old_)[sl__k_] = sl__c_;
    }
    if (!sl__d_ || !sl__same_)
        return 0;
    for (size_t sl__k_ = 0; sl__k_ < sl__n_; ++sl__k_)
        sl__x_[sl__k_] = (unsigned char)(sl__d_[sl__k_] & (sl__m_ ? sl__m_[sl__k_] : 0xff));
    return 1;
}
SL_FN int sl__atomic_swap_locked(void *sl__p_, const void *sl__expected_, const void *sl__desired_,
                                 const void *sl__bits_, void *sl__old_, size_t sl__n_)
{
    int sl__stored_ = 0;
#ifdef __CUDA_ARCH__
    unsigned *const sl__lock_ = &sl__atomic_locks<SL__ATOMIC_LOCKS>[((uintptr_t)sl__p_ >> 3) % SL__ATOMIC_LOCKS];
    /* The lanes of a warp take turns: one that has the lock gives it back before the others ask again. */
    for (int sl__done_ = 0; !sl__done_;)
        if (atomicCAS(sl__lock_, 0u, 1u) == 0u) {
            __threadfence();
            sl__stored_ = sl__atomic_swap_plain(sl__p_, sl__expected_, sl__desired_, sl__bits_, sl__old_, sl__n_);
            __threadfence();
            atomicExch(sl__lock_, 0u);
            sl__done_ = 1;
        }
#else
    sl__atomic_lock(sl__p_);
    sl__stored_ = sl__atomic_swap_plain(sl__p_, sl__expected_, sl__desired_, sl__bits_, sl__old_, sl__n_);
    sl__atomic_unlock(sl__p_);
#endif
    return sl__stored_;
}

/* The same without a lock, of bits in an integer; a swap that is not one is a load. The first try takes the padding in
 * memory for 0; the next one for what it was. */
#define SL__ATOMIC_SWAP_OF(U_, TRY_, EXCHANGE_, LOAD_) \
    U_ *const sl__x_ = (U_ *)sl__p_; \
    U_ sl__e_ = 0, sl__d_ = 0, sl__m_ = (U_)~(U_)0; \
    int sl__stored_ = sl__desired_ != 0; \
    if (sl__bits_) \
        memcpy(&sl__m_, sl__bits_, sizeof sl__m_); \
    if (sl__desired_) \
        memcpy(&sl__d_, sl__desired_, sizeof sl__d_); \
    sl__d_ = (U_)(sl__d_ & sl__m_); \
    if (sl__expected_) { \
        memcpy(&sl__e_, sl__expected_, sizeof sl__e_); \
        sl__e_ = (U_)(sl__e_ & sl__m_); \
        const U_ sl__want_ = sl__e_; \
        do { \
            TRY_ \
        } while (!sl__stored_ && ((sl__e_ ^ sl__want_) & sl__m_) == 0); \
    } else if (sl__desired_) { \
        EXCHANGE_ \
    } else { \
        LOAD_ \
    } \
    memcpy(sl__old_, &sl__e_, sizeof sl__e_); \
    return sl__stored_;
/* One try of a function that gives what was there. */
#define SL__ATOMIC_TRY(U_, CAS_) \
    const U_ sl__t_ = sl__e_; \
    sl__e_ = CAS_(sl__x_, sl__t_, sl__d_); \
    sl__stored_ = sl__e_ == sl__t_;
#define SL__ATOMIC_SWAP_PARAMETERS \
    void *sl__p_, const void *sl__expected_, const void *sl__desired_, const void *sl__bits_, void *sl__old_
#ifdef __CUDA_ARCH__
#define SL__ATOMIC_SWAP(BITS_, CUDA_) \
    SL_FN int sl__atomic_swap_##BITS_(SL__ATOMIC_SWAP_PARAMETERS) \
    { \
        SL__ATOMIC_SWAP_OF(CUDA_, SL__ATOMIC_TRY(CUDA_, atomicCAS), sl__e_ = atomicExch(sl__x_, sl__d_);, \
                           sl__e_ = *(volatile CUDA_ *)sl__x_;) \
    }
SL__ATOMIC_SWAP(u32, unsigned)
SL__ATOMIC_SWAP(u64, unsigned long long)
/* One or two bytes by the word of four that they lie in, whose other bytes stay. @return what was there */
extern "C++" {
template <typename sl__u_> SL_FN sl__u_ sl__atomic_cas_part(sl__u_ *sl__x_, sl__u_ sl__expected_, sl__u_ sl__desired_)
{
    unsigned *const sl__word_ = (unsigned *)((uintptr_t)sl__x_ & ~(uintptr_t)3);
    const unsigned sl__at_ = 8 * (unsigned)((uintptr_t)sl__x_ & 3);
    const unsigned sl__others_ = ~((unsigned)(sl__u_)~(sl__u_)0 << sl__at_);
    unsigned sl__seen_ = *(volatile unsigned *)sl__word_, sl__before_;
    do {
        sl__before_ = sl__seen_;
        if ((sl__u_)(sl__before_ >> sl__at_) != sl__expected_)
            return (sl__u_)(sl__before_ >> sl__at_);
        sl__seen_ = atomicCAS(sl__word_, sl__before_,
                              (sl__before_ & sl__others_) | (unsigned)sl__desired_ << sl__at_);
    } while (sl__seen_ != sl__before_);
    return sl__expected_;
}
}
#define SL__ATOMIC_SWAP_PART(BITS_) \
    SL_FN int sl__atomic_swap_##BITS_(SL__ATOMIC_SWAP_PARAMETERS) \
    { \
        SL__ATOMIC_SWAP_OF(sl__##BITS_, SL__ATOMIC_TRY(sl__##BITS_, sl__atomic_cas_part), \
                           do { SL__ATOMIC_TRY(sl__##BITS_, sl__atomic_cas_part) } while (!sl__stored_);, \
                           sl__e_ = *(volatile sl__##BITS_ *)sl__x_;) \
    }
SL__ATOMIC_SWAP_PART(u8)
SL__ATOMIC_SWAP_PART(u16)
#if __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ >= 13
__extension__ typedef unsigned __int128 sl__u128;
SL_FN int sl__atomic_swap_u128(SL__ATOMIC_SWAP_PARAMETERS)
{
    SL__ATOMIC_SWAP_OF(sl__u128, SL__ATOMIC_TRY(sl__u128, atomicCAS), sl__e_ = atomicExch(sl__x_, sl__d_);, \
                       sl__e_ = atomicCAS(sl__x_, sl__e_, sl__e_); /* 0 for 0 */)
}
#define SL__ATOMIC_SWAP_SIZES(S_) S_(u8, 1) S_(u16, 2) S_(u32, 4) S_(u64, 8) S_(u128, 16)
#else
#define SL__ATOMIC_SWAP_SIZES(S_) S_(u8, 1) S_(u16, 2) S_(u32, 4) S_(u64, 8)
#endif
#else
#define SL__ATOMIC_SWAP(BITS_) \
    SL_FN int sl__atomic_swap_##BITS_(SL__ATOMIC_SWAP_PARAMETERS) \
    { \
        SL__ATOMIC_SWAP_OF(sl__##BITS_, \
                           sl__stored_ = __atomic_compare_exchange_n(sl__x_, &sl__e_, sl__d_, 0, __ATOMIC_RELAXED, \
                                                                     __ATOMIC_RELAXED);, \
                           sl__e_ = __atomic_exchange_n(sl__x_, sl__d_, __ATOMIC_RELAXED);, \
                           sl__e_ = __atomic_load_n(sl__x_, __ATOMIC_RELAXED);) \
    }
SL__ATOMIC_SWAP(u8)
SL__ATOMIC_SWAP(u16)
SL__ATOMIC_SWAP(u32)
SL__ATOMIC_SWAP(u64)
#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16
__extension__ typedef unsigned __int128 SL__ALIASED sl__u128;
SL_FN int sl__atomic_swap_u128(SL__ATOMIC_SWAP_PARAMETERS)
{
    SL__ATOMIC_SWAP_OF(sl__u128, SL__ATOMIC_TRY(sl__u128, __sync_val_compare_and_swap), \
                       do { SL__ATOMIC_TRY(sl__u128, __sync_val_compare_and_swap) } while (!sl__stored_);, \
                       sl__e_ = __sync_val_compare_and_swap(sl__x_, sl__e_, sl__e_); /* 0 for 0 */)
}
#define SL__ATOMIC_SWAP_SIZES(S_) S_(u8, 1) S_(u16, 2) S_(u32, 4) S_(u64, 8) S_(u128, 16)
#else
#define SL__ATOMIC_SWAP_SIZES(S_) S_(u8, 1) S_(u16, 2) S_(u32, 4) S_(u64, 8)
#endif
#endif

/* Any size: how is decided by the address and the size, so that one element always has it the same way. */
SL_FN int sl__atomic_swap_seen(void *sl__p_, const void *sl__expected_, const void *sl__desired_,
                               const void *sl__bits_, void *sl__old_, size_t sl__n_, int sl__seq_)
{
    if (SL__ATOMIC_PLAIN(sl__p_, sl__seq_))
        return sl__atomic_swap_plain(sl__p_, sl__expected_, sl__desired_, sl__bits_, sl__old_, sl__n_);
#define SL__ATOMIC_SWAP_SIZE(BITS_, N_) \
    if (sl__n_ == N_ && (uintptr_t)sl__p_ % N_ == 0) \
        return sl__atomic_swap_##BITS_(sl__p_, sl__expected_, sl__desired_, sl__bits_, sl__old_);
    SL__ATOMIC_SWAP_SIZES(SL__ATOMIC_SWAP_SIZE)
#undef SL__ATOMIC_SWAP_SIZE
    return sl__atomic_swap_locked(sl__p_, sl__expected_, sl__desired_, sl__bits_, sl__old_, sl__n_);
}
SL_FN int sl__atomic_swap(const volatile void *sl__at_, const void *sl__expected_, const void *sl__desired_,
                          const void *sl__bits_, void *sl__old_, size_t sl__n_, int sl__seq_)
{
    void *const sl__p_ = (void *)sl__at_;
    SL__ATOMIC_SEEN(sl__p_, sl__n_);
    return sl__atomic_swap_seen(sl__p_, sl__expected_, sl__desired_, sl__bits_, sl__old_, sl__n_, sl__seq_);
}

/* ---- arithmetic --------------------------------------------------------------------------------------------- */

/* Reads, computes, compares and exchanges until nobody was between; what would not change is not written. On a device
 * by the bits. */
#ifdef __CUDA_ARCH__
#define SL__ATOMIC_LOOP(T_, U_, NEW_) \
    for (;;) { \
        U_ sl__e_ = *(volatile U_ *)sl__p_; \
        T_ sl__o_, sl__w_; \
        memcpy(&sl__o_, &sl__e_, sizeof sl__o_); \
        sl__w_ = (NEW_); \
        U_ sl__d_; \
        memcpy(&sl__d_, &sl__w_, sizeof sl__d_); \
        if (sl__d_ == sl__e_ || atomicCAS((U_ *)sl__p_, sl__e_, sl__d_) == sl__e_) \
            return sl__o_; \
    }
#define SL__ATOMIC_BY(DEVICE_, HOST_) DEVICE_
#else
#define SL__ATOMIC_LOOP(T_, U_, NEW_) \
    { \
        T_ sl__o_, sl__w_; \
        __atomic_load((T_ *)sl__p_, &sl__o_, __ATOMIC_RELAXED); \
        do { \
            sl__w_ = (NEW_); \
            if (memcmp(&sl__w_, &sl__o_, sizeof sl__w_) == 0) \
                break; \
        } while (!__atomic_compare_exchange((T_ *)sl__p_, &sl__o_, &sl__w_, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)); \
        return sl__o_; \
    }
#define SL__ATOMIC_BY(DEVICE_, HOST_) HOST_
#endif
/* The same of any size. */
#define SL__ATOMIC_SWAPS(T_, NEW_) \
    { \
        T_ sl__o_, sl__w_; \
        sl__atomic_swap_seen(sl__p_, 0, 0, 0, &sl__o_, sizeof sl__o_, 0); \
        do { \
            sl__w_ = (NEW_); \
        } while (!sl__atomic_swap_seen(sl__p_, &sl__o_, &sl__w_, 0, &sl__o_, sizeof sl__o_, 0)); \
        return sl__o_; \
    }
#define SL__ATOMIC_FUNCTION(OP_, S_, NEW_, HOW_) \
    SL_FN S_ OP_##_##S_(void *sl__p_, S_ sl__v_, int sl__seq_) \
    { \
        SL__ATOMIC_SEEN(sl__p_, sizeof(S_)); \
        if (SL__ATOMIC_PLAIN(sl__p_, sl__seq_)) { \
            const S_ sl__o_ = *(S_ *)sl__p_; \
            *(S_ *)sl__p_ = (NEW_); \
            return sl__o_; \
        } \
        HOW_ \
    }
#define SL__ATOMIC_FETCH(S_, NEW_, CUDA_OP_, CUDA_, SIGN_, HOST_OP_) \
    SL__ATOMIC_BY(return (S_)CUDA_OP_((CUDA_ *)sl__p_, (CUDA_)(SIGN_ (CUDA_)sl__v_));, \
                  return HOST_OP_((S_ *)sl__p_, sl__v_, __ATOMIC_RELAXED);)
#define SL__ATOMIC_FETCH_SMALL(S_, NEW_, CUDA_OP_, CUDA_, SIGN_, HOST_OP_) \
    SL__ATOMIC_BY(SL__ATOMIC_SWAPS(S_, NEW_), return HOST_OP_((S_ *)sl__p_, sl__v_, __ATOMIC_RELAXED);)
#define SL__ATOMIC_EXTREME(S_, NEW_, CUDA_OP_, CUDA_) \
    SL__ATOMIC_BY(return (S_)CUDA_OP_((CUDA_ *)sl__p_, (CUDA_)sl__v_);, SL__ATOMIC_LOOP(S_, ~, NEW_))
#define SL__ATOMIC_EXTREME_SMALL(S_, NEW_, ...) SL__ATOMIC_LOOP_SMALL(S_, ~, NEW_)
#define SL__ATOMIC_LOOP_SMALL(S_, U_, NEW_) SL__ATOMIC_BY(SL__ATOMIC_SWAPS(S_, NEW_), SL__ATOMIC_LOOP(S_, ~, NEW_))
/* A NaN is no minimum and no maximum of it and a number, as with fmin and fmax. */
#define SL__ATOMIC_LESS(V_, O_) ((V_) < (O_) || (O_) != (O_) ? (V_) : (O_))
#define SL__ATOMIC_MORE(V_, O_) ((V_) > (O_) || (O_) != (O_) ? (V_) : (O_))
/* As CUDA's atomicInc and atomicDec. */
#define SL__ATOMIC_UP(S_) (S_)(sl__o_ >= sl__v_ ? 0 : sl__o_ + 1)
#define SL__ATOMIC_DOWN(S_) (S_)(sl__o_ == 0 || sl__o_ > sl__v_ ? sl__v_ : sl__o_ - 1)
/* FETCH_ and EXTREME_ are what the device does, where it has an instruction; LOOP_ is what it does where not. */
#define SL__ATOMIC_BITWISE(NAME_, S_, OP_, FETCH_, CUDA_OP_, CUDA_, HOST_OP_) \
    SL__ATOMIC_FUNCTION(NAME_, S_, (S_)(sl__o_ OP_ sl__v_), \
                        FETCH_(S_, (S_)(sl__o_ OP_ sl__v_), CUDA_OP_, CUDA_, , HOST_OP_))
#define SL__ATOMIC_INTEGER(S_, U_, FETCH_, CUDA_, EXTREME_, CUDA_M_, LOOP_) \
    SL__ATOMIC_FUNCTION(sl__atomic_add, S_, (S_)((U_)sl__o_ + (U_)sl__v_), \
                        FETCH_(S_, (S_)((U_)sl__o_ + (U_)sl__v_), atomicAdd, CUDA_, , __atomic_fetch_add)) \
    SL__ATOMIC_FUNCTION(sl__atomic_sub, S_, (S_)((U_)sl__o_ - (U_)sl__v_), \
                        FETCH_(S_, (S_)((U_)sl__o_ - (U_)sl__v_), atomicAdd, CUDA_, 0 -, __atomic_fetch_sub)) \
    SL__ATOMIC_FUNCTION(sl__atomic_mul, S_, SL__ATOMIC_TIMES(S_, U_), LOOP_(S_, CUDA_, SL__ATOMIC_TIMES(S_, U_))) \
    SL__ATOMIC_FUNCTION(sl__atomic_div, S_, (S_)(sl__o_ / sl__v_), LOOP_(S_, CUDA_, (S_)(sl__o_ / sl__v_))) \
    SL__ATOMIC_FUNCTION(sl__atomic_inc, S_, SL__ATOMIC_UP(S_), LOOP_(S_, CUDA_, SL__ATOMIC_UP(S_))) \
    SL__ATOMIC_FUNCTION(sl__atomic_dec, S_, SL__ATOMIC_DOWN(S_), LOOP_(S_, CUDA_, SL__ATOMIC_DOWN(S_))) \
    SL__ATOMIC_BITWISE(sl__atomic_band, S_, &, FETCH_, atomicAnd, CUDA_, __atomic_fetch_and) \
    SL__ATOMIC_BITWISE(sl__atomic_bor, S_, |, FETCH_, atomicOr, CUDA_, __atomic_fetch_or) \
    SL__ATOMIC_BITWISE(sl__atomic_bxor, S_, ^, FETCH_, atomicXor, CUDA_, __atomic_fetch_xor) \
    SL__ATOMIC_FUNCTION(sl__atomic_min, S_, sl__v_ < sl__o_ ? sl__v_ : sl__o_, \
                        EXTREME_(S_, sl__v_ < sl__o_ ? sl__v_ : sl__o_, atomicMin, CUDA_M_)) \
    SL__ATOMIC_FUNCTION(sl__atomic_max, S_, sl__v_ > sl__o_ ? sl__v_ : sl__o_, \
                        EXTREME_(S_, sl__v_ > sl__o_ ? sl__v_ : sl__o_, atomicMax, CUDA_M_))
#define SL__ATOMIC_TIMES(S_, U_) (S_)(1u * (U_)sl__o_ * (U_)sl__v_) /* in no int: 16 bits overflow it */
#define SL__ATOMIC_FLOAT(S_, CUDA_, BITS_) \
    SL__ATOMIC_FUNCTION(sl__atomic_add, S_, sl__o_ + sl__v_, \
                        SL__ATOMIC_BY(return atomicAdd((CUDA_ *)sl__p_, sl__v_);, \
                                      SL__ATOMIC_LOOP(S_, ~, sl__o_ + sl__v_))) \
    SL__ATOMIC_FUNCTION(sl__atomic_sub, S_, sl__o_ - sl__v_, \
                        SL__ATOMIC_BY(return atomicAdd((CUDA_ *)sl__p_, -sl__v_);, \
                                      SL__ATOMIC_LOOP(S_, ~, sl__o_ - sl__v_))) \
    SL__ATOMIC_FUNCTION(sl__atomic_mul, S_, sl__o_ * sl__v_, SL__ATOMIC_LOOP(S_, BITS_, sl__o_ * sl__v_)) \
    SL__ATOMIC_FUNCTION(sl__atomic_div, S_, sl__o_ / sl__v_, SL__ATOMIC_LOOP(S_, BITS_, sl__o_ / sl__v_)) \
    SL__ATOMIC_FUNCTION(sl__atomic_min, S_, SL__ATOMIC_LESS(sl__v_, sl__o_), \
                        SL__ATOMIC_LOOP(S_, BITS_, SL__ATOMIC_LESS(sl__v_, sl__o_))) \
    SL__ATOMIC_FUNCTION(sl__atomic_max, S_, SL__ATOMIC_MORE(sl__v_, sl__o_), \
                        SL__ATOMIC_LOOP(S_, BITS_, SL__ATOMIC_MORE(sl__v_, sl__o_)))
#define SL__ATOMIC_SMALL(S_, U_) \
    SL__ATOMIC_INTEGER(S_, U_, SL__ATOMIC_FETCH_SMALL, ~, SL__ATOMIC_EXTREME_SMALL, ~, SL__ATOMIC_LOOP_SMALL)
#define SL__ATOMIC_LARGE(S_, U_, CUDA_, CUDA_M_) \
    SL__ATOMIC_INTEGER(S_, U_, SL__ATOMIC_FETCH, CUDA_, SL__ATOMIC_EXTREME, CUDA_M_, SL__ATOMIC_LOOP)
SL__ATOMIC_SMALL(sl__i8, sl__u8)
SL__ATOMIC_SMALL(sl__u8, sl__u8)
SL__ATOMIC_SMALL(sl__i16, sl__u16)
SL__ATOMIC_SMALL(sl__u16, sl__u16)
SL__ATOMIC_LARGE(sl__i32, sl__u32, unsigned, int)
SL__ATOMIC_LARGE(sl__u32, sl__u32, unsigned, unsigned)
SL__ATOMIC_LARGE(sl__i64, sl__u64, unsigned long long, long long)
SL__ATOMIC_LARGE(sl__u64, sl__u64, unsigned long long, unsigned long long)
SL__ATOMIC_FLOAT(sl__f32, float, unsigned)
SL__ATOMIC_FLOAT(sl__f64, double, unsigned long long)
/* Both parts at once. */
#define SL__ATOMIC_COMPLEX(S_, OP_) \
    SL__ATOMIC_FUNCTION(sl__atomic_##OP_, S_, S_##_##OP_(sl__o_, sl__v_), \
                        SL__ATOMIC_SWAPS(S_, S_##_##OP_(sl__o_, sl__v_)))
#define SL__ATOMIC_COMPLEX_OPS(S_) \
    SL__ATOMIC_COMPLEX(S_, add) SL__ATOMIC_COMPLEX(S_, sub) SL__ATOMIC_COMPLEX(S_, mul) SL__ATOMIC_COMPLEX(S_, div)
SL__ATOMIC_COMPLEX_OPS(sl_complex)
SL__ATOMIC_COMPLEX_OPS(sl_complexf)

/* The language's types. */
#define SL__ATOMIC_INTEGERS(M_, ...) \
    M_(char, SL__CHAR, __VA_ARGS__) M_(signed char, sl__i8, __VA_ARGS__) M_(unsigned char, sl__u8, __VA_ARGS__) \
    M_(short, sl__i16, __VA_ARGS__) M_(unsigned short, sl__u16, __VA_ARGS__) M_(int, sl__i32, __VA_ARGS__) \
    M_(unsigned, sl__u32, __VA_ARGS__) M_(long, SL__LONG, __VA_ARGS__) \
    M_(unsigned long, SL__ULONG, __VA_ARGS__) M_(long long, sl__i64, __VA_ARGS__) \
    M_(unsigned long long, sl__u64, __VA_ARGS__)
#define SL__ATOMIC_NUMBERS(M_, ...) \
    SL__ATOMIC_INTEGERS(M_, __VA_ARGS__) M_(float, sl__f32, __VA_ARGS__) M_(double, sl__f64, __VA_ARGS__)
#define SL__ATOMIC_FIELDS(M_, ...) \
    SL__ATOMIC_NUMBERS(M_, __VA_ARGS__) M_(sl_complex, sl_complex, __VA_ARGS__) \
    M_(sl_complexf, sl_complexf, __VA_ARGS__)
#ifdef __CHAR_UNSIGNED__
#define SL__CHAR sl__u8
#else
#define SL__CHAR sl__i8
#endif
#if __SIZEOF_LONG__ == 8
#define SL__LONG sl__i64
#define SL__ULONG sl__u64
#else
#define SL__LONG sl__i32
#define SL__ULONG sl__u32
#endif

/* ---- C: by _Generic ----------------------------------------------------------------------------------------- */

#ifndef __cplusplus
#ifdef __has_attribute
#if __has_attribute(__error__)
__attribute__((__error__("SL_ATOMIC_...: expected an element that may be written, of an integer, float or double "
                           "(ADD, SUB, MUL, DIV: or complex; AND, OR, XOR, a limit: of an integer; EXCH, CAS, STORE: "
                           "of any type)")))
#endif
#endif
int sl__atomic_of_another_type(void *, ...);
#define SL__ATOMIC_CASE(T_, S_, OP_) SL__ATOMIC_CASE2(T_, S_, OP_)
#define SL__ATOMIC_CASE2(T_, S_, OP_) T_ *: OP_##_##S_, _Atomic(T_) *: OP_##_##S_, \
    const volatile T_ *: OP_##_##S_,
#define SL__ATOMIC_ON(TYPES_, OP_, X_, V_) \
    _Generic(&(X_), TYPES_(SL__ATOMIC_CASE, OP_) default: sl__atomic_of_another_type) \
    ((void *)&(X_), (V_), sl__sequential_)
/* The type of an element as a value. */
#define SL__ATOMIC_VALUE(X_) __typeof__(((void)0, (X_)))
/* The function for an element that may be written: const ones are those of `in`. */
#define SL__ATOMIC_WRITES(X_) \
    _Generic(&(X_), const SL__ATOMIC_VALUE(X_) *: sl__atomic_of_another_type, default: sl__atomic_swap)
#define SL__ATOMIC_CAS_GIVES(GIVES_, X_, COMPARE_, NEW_) \
    __extension__({ \
        SL__ATOMIC_VALUE(X_) sl__compare_ = (COMPARE_), sl__new_ = (NEW_), sl__bits_, sl__old_; \
        _Static_assert(!SL__COMPARES_PADDING(SL__ATOMIC_VALUE(X_)), SL__PADDING_EXPECTED); \
        SL__SET_VALUE_BITS(sl__bits_); \
        SL__CLEAR_PADDING(&sl__compare_); \
        SL__CLEAR_PADDING(&sl__new_); \
        const int sl__stored_ = SL__ATOMIC_WRITES(X_)((void *)&(X_), &sl__compare_, &sl__new_, &sl__bits_, &sl__old_, \
                                                      sizeof sl__old_, sl__sequential_); \
        (void)sl__stored_; \
        GIVES_; \
    })
#define SL__ATOMIC_CAS(X_, COMPARE_, NEW_) SL__ATOMIC_CAS_GIVES(sl__old_, X_, COMPARE_, NEW_)
#define SL__ATOMIC_CAS_STORED(X_, COMPARE_, NEW_) SL__ATOMIC_CAS_GIVES(sl__stored_, X_, COMPARE_, NEW_)
#define SL__ATOMIC_EXCH(X_, NEW_) \
    __extension__({ \
        SL__ATOMIC_VALUE(X_) sl__new_ = (NEW_), sl__old_; \
        SL__CLEAR_PADDING(&sl__new_); \
        SL__ATOMIC_WRITES(X_)((void *)&(X_), 0, &sl__new_, 0, &sl__old_, sizeof sl__old_, sl__sequential_); \
        sl__old_; \
    })
#define SL__ATOMIC_LOAD(X_) \
    __extension__({ \
        SL__ATOMIC_VALUE(X_) sl__old_; \
        sl__atomic_swap(&(X_), 0, 0, 0, &sl__old_, sizeof sl__old_, sl__sequential_); \
        sl__old_; \
    })

/* The elements of an `atomic` argument: C's own atomics, whose += is atomic; those of another type are read only.
 * gcc's += of float and double calls libatomic unless floating-point operations do not trap: starloop-cc says so of
 * files that have the word `atomic`. In others, whose kernels come from a header, they are read only, too. Read only
 * is const volatile, which SL_ATOMIC_ takes, of members, too: plain const are the elements of `in`. */
#if defined SL__NO_TRAPS || defined __NO_TRAPPING_MATH__ || defined __clang__
#define SL__ATOMIC_CELLS SL__ATOMIC_NUMBERS
#else
#define SL__ATOMIC_CELLS SL__ATOMIC_INTEGERS
#endif
#define SL__ATOMIC_CELL_CASE(T_, S_, ...) T_ *: (_Atomic(T_) *)0,
#define SL__ATOMIC_CELL(T_) \
    __typeof__(*_Generic((T_ *)0, SL__ATOMIC_CELLS(SL__ATOMIC_CELL_CASE, ~) default: (const volatile T_ *)0))

/* ---- C++ and CUDA: by overloads ------------------------------------------------------------------------------ */

#else
extern "C++" {
/* An element of an `atomic` argument. */
template <typename sl__t_> struct sl__atomic_cell;
template <typename sl__t_> struct sl__atomic_same {
    typedef sl__t_ type;
};
/* The address of an element's value. */
template <typename sl__t_> SL_FN sl__t_ *sl__atomic_at(sl__t_ *sl__p_)
{
    return sl__p_;
}
template <typename sl__t_> SL_FN sl__t_ *sl__atomic_at(const volatile sl__t_ *sl__p_) /* of another type: below */
{
    return (sl__t_ *)sl__p_;
}
template <typename sl__t_> SL_FN sl__t_ *sl__atomic_at(sl__atomic_cell<sl__t_> *sl__p_)
{
    return &sl__p_->value_;
}
#define SL__ATOMIC_OVERLOAD(T_, S_, OP_) SL__ATOMIC_OVERLOAD2(T_, S_, OP_)
#define SL__ATOMIC_OVERLOAD2(T_, S_, OP_) \
    SL_FN T_ OP_(T_ *sl__p_, T_ sl__v_, int sl__seq_) \
    { \
        return (T_)OP_##_##S_(sl__p_, sl__v_, sl__seq_); \
    }
SL__ATOMIC_FIELDS(SL__ATOMIC_OVERLOAD, sl__atomic_add)
SL__ATOMIC_FIELDS(SL__ATOMIC_OVERLOAD, sl__atomic_sub)
SL__ATOMIC_FIELDS(SL__ATOMIC_OVERLOAD, sl__atomic_mul)
SL__ATOMIC_FIELDS(SL__ATOMIC_OVERLOAD, sl__atomic_div)
SL__ATOMIC_NUMBERS(SL__ATOMIC_OVERLOAD, sl__atomic_min)
SL__ATOMIC_NUMBERS(SL__ATOMIC_OVERLOAD, sl__atomic_max)
SL__ATOMIC_INTEGERS(SL__ATOMIC_OVERLOAD, sl__atomic_band)
SL__ATOMIC_INTEGERS(SL__ATOMIC_OVERLOAD, sl__atomic_bor)
SL__ATOMIC_INTEGERS(SL__ATOMIC_OVERLOAD, sl__atomic_bxor)
SL__ATOMIC_INTEGERS(SL__ATOMIC_OVERLOAD, sl__atomic_inc)
SL__ATOMIC_INTEGERS(SL__ATOMIC_OVERLOAD, sl__atomic_dec)
template <typename sl__t_> SL_FN sl__t_ sl__atomic_load(const sl__t_ *sl__p_, int sl__seq_)
{
    sl__t_ sl__old_;
    sl__atomic_swap(sl__p_, 0, 0, 0, &sl__old_, sizeof sl__old_, sl__seq_);
    return sl__old_;
}
template <typename sl__t_>
SL_FN sl__t_ sl__atomic_exch(sl__t_ *sl__p_, typename sl__atomic_same<sl__t_>::type sl__v_, int sl__seq_)
{
    sl__t_ sl__old_;
    SL__CLEAR_PADDING(&sl__v_);
    sl__atomic_swap(sl__p_, 0, &sl__v_, 0, &sl__old_, sizeof sl__old_, sl__seq_);
    return sl__old_;
}
template <typename sl__t_> struct sl__atomic_was {
    sl__t_ old_;
    int stored_;
};
template <typename sl__t_>
SL_FN sl__atomic_was<sl__t_> sl__atomic_cas(sl__t_ *sl__p_, typename sl__atomic_same<sl__t_>::type sl__compare_,
                                            typename sl__atomic_same<sl__t_>::type sl__v_, int sl__seq_)
{
    static_assert(sl__knows_value_bits<sl__t_>(0), SL__PADDING_EXPECTED);
    SL__VALUE_BITS(sl__t_, sl__bits_);
    sl__atomic_was<sl__t_> sl__was_;
    SL__CLEAR_PADDING(&sl__compare_);
    SL__CLEAR_PADDING(&sl__v_);
    sl__was_.stored_ =
        sl__atomic_swap(sl__p_, &sl__compare_, &sl__v_, &sl__bits_, &sl__was_.old_, sizeof(sl__t_), sl__seq_);
    return sl__was_;
}
/* 2: a type of integers that has these operations, 1: of floating-point numbers, 0: another type. */
template <typename sl__t_> struct sl__atomic_kind {
    enum { value_ = 0 };
};
#define SL__ATOMIC_KIND(T_, S_, ...) \
    template <> struct sl__atomic_kind<T_> { \
        enum { value_ = (T_)0.5 == 0 ? 2 : 1 }; \
    };
SL__ATOMIC_NUMBERS(SL__ATOMIC_KIND, ~)
/* A compound operator, of the operand's value as C's own, which is evaluated once; FETCH_ may return first. */
#define SL__ATOMIC_COMPOUND(OP_, KIND_, TYPES_, FETCH_) \
    template <typename sl__v_> SL__ON_BOTH sl__t_ operator OP_##=(sl__v_ sl__x_) \
    { \
        static_assert(sl__atomic_kind<sl__t_>::value_ >= KIND_, \
                      #OP_ "=: expected an argument with the modifier atomic of " TYPES_); \
        const auto sl__r_ = +sl__x_; \
        FETCH_ \
        sl__t_ sl__seen_ = sl__atomic_load(&value_, 0), sl__new_; \
        do { \
            sl__new_ = (sl__t_)(sl__seen_ OP_ sl__r_); \
        } while (!sl__atomic_swap(&value_, &sl__seen_, &sl__new_, 0, &sl__seen_, sizeof sl__seen_, 0)); \
        return sl__new_; \
    }
/* By an addition, but for an integer and a fraction. */
#define SL__ATOMIC_COMPOUND_ADD(OP_, FUNCTION_) \
    SL__ATOMIC_COMPOUND(OP_, 1, "integers, float or double", \
                        if constexpr ((sl__t_)0.5 != 0 || static_cast<decltype(sl__r_)>(0.5) == 0) \
                            return (sl__t_)(FUNCTION_(&value_, (sl__t_)sl__r_, 0) OP_ (sl__t_)sl__r_);)
template <typename sl__t_> struct sl__atomic_cell {
    sl__t_ value_;
    sl__atomic_cell() = default;
    SL__ON_BOTH sl__atomic_cell(const sl__atomic_cell &sl__v_) : value_((sl__t_)sl__v_) {}
    SL__ON_BOTH operator sl__t_() const
    {
        return sl__atomic_load(&value_, 0);
    }
    SL__ON_BOTH sl__t_ operator=(sl__t_ sl__v_)
    {
        sl__atomic_exch(&value_, sl__v_, 0);
        return sl__v_;
    }
    SL__ON_BOTH sl__t_ operator=(const sl__atomic_cell &sl__v_)
    {
        return *this = (sl__t_)sl__v_;
    }
    SL__ATOMIC_COMPOUND_ADD(+, sl__atomic_add)
    SL__ATOMIC_COMPOUND_ADD(-, sl__atomic_sub)
    SL__ATOMIC_COMPOUND(*, 1, "integers, float or double", )
    SL__ATOMIC_COMPOUND(/, 1, "integers, float or double", )
    SL__ATOMIC_COMPOUND(%, 2, "integers", )
    SL__ATOMIC_COMPOUND(&, 2, "integers", )
    SL__ATOMIC_COMPOUND(|, 2, "integers", )
    SL__ATOMIC_COMPOUND(^, 2, "integers", )
    SL__ATOMIC_COMPOUND(<<, 2, "integers", )
    SL__ATOMIC_COMPOUND(>>, 2, "integers", )
    SL__ON_BOTH sl__t_ operator++()
    {
        return *this += (sl__t_)1;
    }
    SL__ON_BOTH sl__t_ operator--()
    {
        return *this -= (sl__t_)1;
    }
    SL__ON_BOTH sl__t_ operator++(int)
    {
        return sl__atomic_add(&value_, (sl__t_)1, 0);
    }
    SL__ON_BOTH sl__t_ operator--(int)
    {
        return sl__atomic_sub(&value_, (sl__t_)1, 0);
    }
};
/* Elements of another type are read only, as C has them. */
template <typename sl__t_, int sl__kind_ = sl__atomic_kind<sl__t_>::value_> struct sl__atomic_element {
    typedef sl__atomic_cell<sl__t_> type;
};
template <typename sl__t_> struct sl__atomic_element<sl__t_, 0> {
    typedef const volatile sl__t_ type;
};
}
#define SL__ATOMIC_CELL(T_) sl__atomic_element<T_>::type
#define SL__ATOMIC_ON(TYPES_, OP_, X_, V_) OP_(sl__atomic_at(&(X_)), (V_), sl__sequential_)
#define SL__ATOMIC_CAS(X_, COMPARE_, NEW_) \
    sl__atomic_cas(sl__atomic_at(&(X_)), (COMPARE_), (NEW_), sl__sequential_).old_
#define SL__ATOMIC_CAS_STORED(X_, COMPARE_, NEW_) \
    sl__atomic_cas(sl__atomic_at(&(X_)), (COMPARE_), (NEW_), sl__sequential_).stored_
#define SL__ATOMIC_EXCH(X_, NEW_) sl__atomic_exch(sl__atomic_at(&(X_)), (NEW_), sl__sequential_)
#define SL__ATOMIC_LOAD(X_) sl__atomic_load(sl__atomic_at(&(X_)), sl__sequential_)
#endif

/* ---- what bodies write -------------------------------------------------------------------------------------- */

/** Adds to an element, SL_ATOMIC_ADD(SL_AT(h, b), 1), and gives the value that it had before; so do the others but
 *  SL_ATOMIC_STORE. Arguments are evaluated once. May be used in an SL_FN. */
#define SL_ATOMIC_ADD(X_, V_) SL__ATOMIC_ON(SL__ATOMIC_FIELDS, sl__atomic_add, X_, V_)
/** Subtracts. */
#define SL_ATOMIC_SUB(X_, V_) SL__ATOMIC_ON(SL__ATOMIC_FIELDS, sl__atomic_sub, X_, V_)
/** Multiplies. */
#define SL_ATOMIC_MUL(X_, V_) SL__ATOMIC_ON(SL__ATOMIC_FIELDS, sl__atomic_mul, X_, V_)
/** Divides. */
#define SL_ATOMIC_DIV(X_, V_) SL__ATOMIC_ON(SL__ATOMIC_FIELDS, sl__atomic_div, X_, V_)
/** The smaller of both, as fmin: a NaN loses against a number; -0 and 0 are equal, and the element stays. */
#define SL_ATOMIC_MIN(X_, V_) SL__ATOMIC_ON(SL__ATOMIC_NUMBERS, sl__atomic_min, X_, V_)
/** The larger of both, as fmax, likewise. */
#define SL_ATOMIC_MAX(X_, V_) SL__ATOMIC_ON(SL__ATOMIC_NUMBERS, sl__atomic_max, X_, V_)
/** SL_ATOMIC_INC(x) adds 1; SL_ATOMIC_INC(x, limit), of an integer, stores 0 in place of that where the element is the
 *  limit or more, as CUDA's atomicInc. */
#define SL_ATOMIC_INC(...) SL__CAT(SL__ATOMIC_INC_, SL__NARG(__VA_ARGS__))(__VA_ARGS__)
#define SL__ATOMIC_INC_1(X_) SL_ATOMIC_ADD(X_, 1)
#define SL__ATOMIC_INC_2(X_, LIMIT_) SL__ATOMIC_ON(SL__ATOMIC_INTEGERS, sl__atomic_inc, X_, LIMIT_)
/** SL_ATOMIC_DEC(x) subtracts 1; SL_ATOMIC_DEC(x, limit), of an integer, stores the limit in place of that where the
 *  element is 0 or more than the limit, as CUDA's atomicDec. */
#define SL_ATOMIC_DEC(...) SL__CAT(SL__ATOMIC_DEC_, SL__NARG(__VA_ARGS__))(__VA_ARGS__)
#define SL__ATOMIC_DEC_1(X_) SL_ATOMIC_SUB(X_, 1)
#define SL__ATOMIC_DEC_2(X_, LIMIT_) SL__ATOMIC_ON(SL__ATOMIC_INTEGERS, sl__atomic_dec, X_, LIMIT_)
/** Bitwise and. */
#define SL_ATOMIC_AND(X_, V_) SL__ATOMIC_ON(SL__ATOMIC_INTEGERS, sl__atomic_band, X_, V_)
/** Bitwise or. */
#define SL_ATOMIC_OR(X_, V_) SL__ATOMIC_ON(SL__ATOMIC_INTEGERS, sl__atomic_bor, X_, V_)
/** Bitwise exclusive or. */
#define SL_ATOMIC_XOR(X_, V_) SL__ATOMIC_ON(SL__ATOMIC_INTEGERS, sl__atomic_bxor, X_, V_)
/** Stores; of any type. */
#define SL_ATOMIC_EXCH(X_, NEW_) SL__ATOMIC_EXCH(X_, NEW_)
/** Stores NEW_ if the element equals COMPARE_, bit by bit (-0 is not 0) without its padding; of any type. It has done
 *  so if what it gives equals COMPARE_. A type whose padding the compiler cannot leave out is an error of the compiler:
 *  with clang one that has padding, a union, or a struct with bit-fields or pointers; with nvcc a union or bit-fields
 *  with padding, and a class that is not made of its members. */
#define SL_ATOMIC_CAS(X_, COMPARE_, NEW_) SL__ATOMIC_CAS(X_, COMPARE_, NEW_)
/** The same; gives 1 if it has stored, 0 if not. */
#define SL_ATOMIC_CAS_STORED(X_, COMPARE_, NEW_) SL__ATOMIC_CAS_STORED(X_, COMPARE_, NEW_)
/** The element; of any type. */
#define SL_ATOMIC_LOAD(X_) SL__ATOMIC_LOAD(X_)
/** Stores and gives nothing; of any type. */
#define SL_ATOMIC_STORE(X_, NEW_) ((void)SL__ATOMIC_EXCH(X_, NEW_))
/** The type of an `atomic` argument's elements, for a helper: SL_FN void f(SL_PARAM(SL_ATOMIC_TYPE(double), 1, h)). */
#define SL_ATOMIC_TYPE(T_) SL__ATOMIC_CELL(T_)
/* clang-format on */

#endif
