/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a kernel body may use: SL_AT, SL_AT0, SL_EXTENT, SL_SUB, SL_RESHAPE, SL_LET, SL_PARAM, SL_FN, SL_RAISE.
 *
 * Inside a body a view `x` of rank r is two things: a typed pointer `x__p_`, and `x`, a struct sl_rankr_view that holds
 * strides and extents and lets the compiler check the number of indices. Both become constants and registers once the
 * body is inlined.
 */
#ifndef STARLOOP_KERNEL_BODY_H
#define STARLOOP_KERNEL_BODY_H

#include <starloop/subview.h>

#include <starloop/kernel/abi.h>
#include <starloop/kernel/ranks.h>
#include <starloop/kernel/words.h>

#undef SL_FN
/** Marks a helper function that bodies may call: SL_FN double square(double v) { return v * v; }. A helper takes a view
 *  as SL_PARAM(type, rank, name) and is given SL_SUB(...) or SL_PASS(view). */
#ifdef __CUDACC__
#define SL__ON_BOTH __host__ __device__
#define SL_FN static __host__ __device__ __forceinline__ __attribute__((__unused__))
#else
#define SL__ON_BOTH
#ifdef SL__LINT /* starloop-cc looks at what runs on both sides: tools/lint */
#define SL_FN sl__lint_fn static inline
#else
#define SL_FN static inline __attribute__((__always_inline__, __unused__))
#endif
#endif

/** Kinds of a fault. */
enum {
    SL__FAULT_NONE = 0,
    SL__FAULT_BOUNDS,    /* an index out of bounds */
    SL__FAULT_RAISED,    /* SL_RAISE */
    SL__FAULT_REACH,     /* an index within bounds, but outside the declared reach */
    SL__FAULT_RACE,      /* an element that two iterations have touched, and one has written */
    SL__FAULT_UNWRITTEN, /* an element that none has written, of `out(..., own)` */
    SL__FAULT_SCRATCH,   /* SL_TEAM_SCRATCH */
    SL__FAULT_TOKEN,     /* SL_UNIQUE_TOKEN of a view that has none */
    SL__FAULT_GUARD,     /* memory before or behind an array of SL_TEAM_SCRATCH or local_array that was written */
    SL__FAULT_BESIDE,    /* an element that two scatter into whose rows of the map have nothing in common */
    SL__FAULT_APART,     /* what all threads of a team must reach, where they share out iterations */
    SL__FAULT_END        /* the end of a range, in a view, that is outside of what the call says */
};
/* As the dimension of an index out of bounds: it is the number of a pack's view, or a place that a map gave. */
enum { SL__FAULT_NO_MEMBER = -1, SL__FAULT_NO_PLACE = -2 };
enum { SL__GUARD_NAME = 5 * (int)sizeof(sl_index) /* letters of a name in at_[1] and up, with the last 0 */ };

/** What went wrong in the bodies of one task; the first record wins. */
struct sl__fault {
    int kind_;                 /* SL__FAULT_NONE, ...; written last */
    int taken_;                /* 1 once a thread has the right to write */
    int argument_;             /* all but raised: which argument; of view c of a pack plus c * SL_MAX_ARGS */
    int dimension_;            /* bounds, reach: which dimension; reach: of the argument, not of a slice */
    sl_index index_;           /* bounds, reach: the index, likewise; end: its value; race, unwritten: the element's
                                  place; scratch: elements that it asks for; guard: the array's element */
    sl_index extent_;          /* bounds: the extent it exceeds; race: the number of the second iteration; scratch:
                                  bytes of a team; -1: the thread has no memory for them; guard: the array's extent */
    int code_;                 /* raised: the body's code; token: the view's extent, INT_MAX at most; guard: the lambda,
                                  -1 of teams */
    int line_;                 /* raised, scratch, token, apart, guard: the line */
    sl_index first_;           /* bounds: the dimension's first index */
    sl_index at_[SL_MAX_RANK]; /* the loop's indices; race: of a list also the positions of both iterations; scratch:
                                  bytes that are taken, bytes of an element; guard on a device: one index, the name */
    const char *where_[2];     /* bounds, reach, race, beside: "file:line" of the access, of the second iteration's;
                                  NULL: in the body; guard: of the lambda */
    const char *name_;         /* guard: the array's; NULL: at_ has it */
    unsigned *failed_, bit_;   /* on a device: where to say so to the launches that follow, or NULL */
};

/* The right to record: the first one to ask has it. */
static SL__ON_BOTH __attribute__((__unused__)) int sl__fault_take(struct sl__fault *sl__f_)
{
#ifdef __CUDA_ARCH__
    if (atomicExch(&sl__f_->taken_, 1) != 0)
        return 0;
    if (sl__f_->failed_)
        atomicOr(sl__f_->failed_, sl__f_->bit_);
    return 1;
#else
    return !__atomic_exchange_n(&sl__f_->taken_, 1, __ATOMIC_RELAXED);
#endif
}

/* Of which iteration. */
static SL__ON_BOTH __attribute__((__unused__)) void sl__fault_set_iteration(struct sl__fault *sl__f_, sl_index sl__h0_,
                                                                   sl_index sl__h1_, sl_index sl__h2_, sl_index sl__h3_,
                                                                   sl_index sl__h4_, sl_index sl__h5_)
{
    sl__f_->at_[0] = sl__h0_;
    sl__f_->at_[1] = sl__h1_;
    sl__f_->at_[2] = sl__h2_;
    sl__f_->at_[3] = sl__h3_;
    sl__f_->at_[4] = sl__h4_;
    sl__f_->at_[5] = sl__h5_;
}

/* The record is complete. */
static SL__ON_BOTH __attribute__((__unused__)) void sl__fault_set(struct sl__fault *sl__f_, int sl__kind_)
{
#ifdef __CUDA_ARCH__
    __threadfence_system();
    *(volatile int *)&sl__f_->kind_ = sl__kind_;
#else
    __atomic_store_n(&sl__f_->kind_, sl__kind_, __ATOMIC_RELEASE);
#endif
}

static SL__ON_BOTH __attribute__((__noinline__, __cold__, __unused__)) void
sl__raise(struct sl__fault *sl__f_, int sl__kind_, int sl__code_, int sl__line_, sl_index sl__h0_, sl_index sl__h1_,
          sl_index sl__h2_, sl_index sl__h3_, sl_index sl__h4_, sl_index sl__h5_)
{
    if (!sl__fault_take(sl__f_))
        return;
    sl__f_->code_ = sl__code_;
    sl__f_->line_ = sl__line_;
    sl__fault_set_iteration(sl__f_, sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_, sl__h5_);
    sl__fault_set(sl__f_, sl__kind_);
}

/* clang-format off */
/* A body's first parameter. The length of the array is the kernel's line: a constant in the body. */
#define SL__FAULT_TYPE(NAME_) struct sl__fault (*NAME_)[__LINE__]
/* clang-format on */
/* Loops behind a kernel that cannot fail need not ask whether it has (sl__raise_mark). */
#ifdef __CUDACC__
#define SL__RAISE_MARK
#define SL__RAISE_LINE __LINE__
#else
/* clang-format off */
#define SL__RAISE_MARK \
    static struct sl__raise_mark sl__mark_ __attribute__((__section__("sl__raises"), __used__)) = { \
        (int)(sizeof *sl__fault_ / sizeof **sl__fault_)}; \
    __asm__ __volatile__("" : : "r"(&sl__mark_)); /* or linkers may drop it */
/* The line, as a value, with such a mark. */
#define SL__RAISE_LINE \
    __extension__({ \
        SL__RAISE_MARK \
        __LINE__; \
    })
/* clang-format on */
#endif

/** In the body of a kernel of one index: the position of this iteration's index in what the loop runs over, from 0 on:
 *  of a range i less its beginning, of a stride or list the number of the index, of an index set that over all of its
 *  segments in order, with #SL_PARALLEL, too. Only in the body itself, not in an SL_FN; a kernel of more indices has no
 *  sl__position_. */
#define SL_INDEX_POSITION ((sl_index)sl__position_)

/** Fails the task with a code of the program's own and leaves the body for this iteration; the next wait says kernel,
 *  code, line and indices. Only in the body itself, not in an SL_FN. */
#define SL_RAISE(CODE_) \
    do { \
        SL__RAISE_MARK \
        sl__raise(*sl__fault_, SL__FAULT_RAISED, (CODE_), __LINE__, sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_, \
                  sl__h5_); \
        return; \
    } while (0)

/* With -DSL_BOUNDS_CHECK every index is checked against the extents and then against the declared reach. A bad one is
 * recorded, and the body goes on at the loop's own index, or at 0 where the argument has no reach. */
#ifdef SL_BOUNDS_CHECK
/* UBSan finds nothing in the checks themselves, and with it they take most of the time to compile (heat: 94 s, 29). */
#ifdef __CUDACC__
#define SL__CHECK_FN SL_FN
#else
#define SL__CHECK_FN SL_FN __attribute__((__no_sanitize__("undefined")))
#endif
/* The place in the body of the access that is checked. An index says where it is when it is known: what calls helpers
 * there has touched other elements before. On a device nobody asks. */
#if defined(__CUDACC__) || defined(SL__LINT)
#define SL__WHERE ((const char *)0)
#else
static __thread const char *sl__where_ __attribute__((__unused__));
#define SL__WHERE sl__where_
#define SL__LINE_TEXT __FILE__ ":" SL__STR(__LINE__)
#define SL__LINE(X_) sl__lined(X_, SL__LINE_TEXT)
#define SL__LINE_THEN(X_) (sl__lined(0, SL__LINE_TEXT), X_)
SL__CHECK_FN sl_index sl__lined(sl_index sl__x_, const char *sl__w_)
{
    sl__where_ = sl__w_;
    return sl__x_;
}
#define SL__SLICED(X_) sl__lined_slice(SL__SLICE(X_), SL__LINE_TEXT)
SL__CHECK_FN struct sl__slice sl__lined_slice(struct sl__slice sl__x_, const char *sl__w_)
{
    sl__where_ = sl__w_;
    return sl__x_;
}
#endif
/* What the indices of one argument are checked against. */
struct sl__guard {
    struct sl__fault *fault_;
    int argument_;
    const sl_index *n_; /* extents */
    const sl_index *b_; /* first indices */
    struct sl__shadow *shadow_;
    sl__map map_; /* 0: the view has strides */
};
/* Where a view or slice lies in its argument: its dimension k, whose first index is b_[k], is dimension d_[k] there,
 * index from_[k] is its index 0, and it may be touched within w_[k] of the loop's index f_[k] (w_[k] -1: anywhere). */
struct sl__track {
    const struct sl__guard *guard_;
    const sl_index *iteration_; /* the loop's indices in this iteration; handed to no function that is not inlined */
    sl_index from_[SL_MAX_RANK], b_[SL_MAX_RANK], w_[SL_MAX_RANK];
    int f_[SL_MAX_RANK], d_[SL_MAX_RANK];
};

static SL__ON_BOTH __attribute__((__noinline__, __cold__, __unused__)) void
sl__out_of_bounds(const struct sl__guard *sl__g_, const char *sl__w_, int sl__dimension_, sl_index sl__index_,
                  sl_index sl__first_, sl_index sl__extent_, sl_index sl__h0_, sl_index sl__h1_, sl_index sl__h2_,
                  sl_index sl__h3_, sl_index sl__h4_, sl_index sl__h5_)
{
    struct sl__fault *const sl__f_ = sl__g_->fault_;
    if (!sl__fault_take(sl__f_))
        return;
    sl__f_->argument_ = sl__g_->argument_;
    sl__f_->dimension_ = sl__dimension_;
    sl__f_->index_ = sl__index_;
    sl__f_->extent_ = sl__extent_;
    sl__f_->first_ = sl__first_;
    sl__f_->where_[0] = sl__w_;
    sl__fault_set_iteration(sl__f_, sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_, sl__h5_);
    sl__fault_set(sl__f_, SL__FAULT_BOUNDS);
}
#define SL__OUT_OF_BOUNDS(G_, H_, D_, I_, FIRST_, N_) \
    sl__out_of_bounds(G_, SL__WHERE, D_, I_, FIRST_, N_, (H_)[0], (H_)[1], (H_)[2], (H_)[3], (H_)[4], (H_)[5])

static SL__ON_BOTH __attribute__((__noinline__, __cold__, __unused__)) void
sl__out_of_reach(const struct sl__guard *sl__g_, const char *sl__w_, int sl__dimension_, sl_index sl__index_,
                 sl_index sl__h0_, sl_index sl__h1_, sl_index sl__h2_, sl_index sl__h3_, sl_index sl__h4_,
                 sl_index sl__h5_)
{
    struct sl__fault *const sl__f_ = sl__g_->fault_;
    if (!sl__fault_take(sl__f_))
        return;
    sl__f_->argument_ = sl__g_->argument_;
    sl__f_->dimension_ = sl__dimension_;
    sl__f_->index_ = sl__index_;
    sl__f_->where_[0] = sl__w_;
    sl__fault_set_iteration(sl__f_, sl__h0_, sl__h1_, sl__h2_, sl__h3_, sl__h4_, sl__h5_);
    sl__fault_set(sl__f_, SL__FAULT_REACH);
}

/* The index to go on with after a bad one: it leads to an element of the argument, and to one within its reach. What
 * has no reach goes on at the first one. */
SL__CHECK_FN sl_index sl__good_index(const struct sl__track *sl__t_, int sl__k_)
{
    if (sl__t_->w_[sl__k_] < 0)
        return sl__t_->b_[sl__k_];
    const sl_index sl__b_ = sl__t_->guard_->b_[sl__t_->d_[sl__k_]];
    const sl_index sl__end_ = sl__b_ + sl__t_->guard_->n_[sl__t_->d_[sl__k_]];
    sl_index sl__x_ = sl__t_->iteration_[sl__t_->f_[sl__k_]];
    sl__x_ = sl__x_ < sl__end_ ? sl__x_ : sl__end_ - 1;
    return (sl__x_ > sl__b_ ? sl__x_ : sl__b_) - sl__t_->from_[sl__k_];
}
SL__CHECK_FN sl_index sl__checked_index(const struct sl__track *sl__t_, int sl__k_, sl_index sl__index_,
                                        sl_index sl__extent_)
{
    if (__builtin_expect((uint64_t)sl__index_ - (uint64_t)sl__t_->b_[sl__k_] >= (uint64_t)sl__extent_, 0)) {
        SL__OUT_OF_BOUNDS(sl__t_->guard_, sl__t_->iteration_, sl__k_, sl__index_, sl__t_->b_[sl__k_], sl__extent_);
        return sl__good_index(sl__t_, sl__k_);
    }
    return sl__index_;
}
/* An index that has passed the check of its extent, or has been replaced. */
SL__CHECK_FN sl_index sl__reached_index(const struct sl__track *sl__t_, int sl__k_, sl_index sl__index_)
{
    if (sl__t_->w_[sl__k_] < 0)
        return sl__index_;
    const sl_index *const sl__h_ = sl__t_->iteration_;
    const uint64_t sl__x_ = (uint64_t)sl__index_ + (uint64_t)sl__t_->from_[sl__k_];
    const uint64_t sl__w_ = (uint64_t)sl__t_->w_[sl__k_];
    /* The distance plus w, modulo 2^64: for an offset from the loop's index that does not change, no more does this. */
    if (__builtin_expect(sl__x_ - (uint64_t)sl__h_[sl__t_->f_[sl__k_]] + sl__w_ > 2 * sl__w_, 0)) {
        sl__out_of_reach(sl__t_->guard_, SL__WHERE, sl__t_->d_[sl__k_], (sl_index)sl__x_, sl__h_[0], sl__h_[1],
                         sl__h_[2], sl__h_[3], sl__h_[4], sl__h_[5]);
        return sl__good_index(sl__t_, sl__k_);
    }
    return sl__index_;
}
#define SL__INDEX(V_, D_, I_) sl__checked_index(&(V_).track_, (D_), (I_), (V_).n_[D_])
/* The element at a place that has passed the checks is about to be touched. On a device nobody keeps account of it. */
SL__CHECK_FN void sl__touched(const struct sl__track *sl__t_, sl_index sl__element_)
{
#ifdef __CUDACC__
    (void)sl__t_;
    (void)sl__element_;
#else
    const sl_index *const sl__h_ = sl__t_->iteration_;
    if (sl__t_->guard_ && sl__t_->guard_->shadow_)
        sl__touch(sl__t_->guard_->shadow_, sl__element_, SL__WHERE, sl__t_->guard_->map_, sl__h_[0], sl__h_[1],
                  sl__h_[2], sl__h_[3], sl__h_[4], sl__h_[5]);
#endif
}
#ifndef __CUDACC__ /* an atomic operation on the element at an address that SL_AT has given */
#define SL__ATOMIC_SEEN(P_, BYTES_) ((void)(BYTES_), sl__touch_atomic((const void *)(P_)))
#endif
#else
#define SL__INDEX(V_, D_, I_) (I_)
#endif
#ifndef SL__LINE
#define SL__LINE(X_) X_
#define SL__LINE_THEN(X_) X_
#define SL__SLICED(X_) SL__SLICE(X_)
#endif
/* Indices, which say where they are. */
#define SL__LINED(...) SL__CAT(SL__LINED_, SL__NARG(__VA_ARGS__))(__VA_ARGS__)
#define SL__LINED_1(A_) SL__LINE(A_)
#define SL__LINED_2(A_, B_) SL__LINE(A_), SL__LINE(B_)
#define SL__LINED_3(A_, B_, C_) SL__LINE(A_), SL__LINE(B_), SL__LINE(C_)
#define SL__LINED_4(A_, B_, C_, D_) SL__LINE(A_), SL__LINE(B_), SL__LINE(C_), SL__LINE(D_)
#define SL__LINED_5(A_, B_, C_, D_, E_) SL__LINE(A_), SL__LINE(B_), SL__LINE(C_), SL__LINE(D_), SL__LINE(E_)
#define SL__LINED_6(A_, B_, C_, D_, E_, F_) \
    SL__LINE(A_), SL__LINE(B_), SL__LINE(C_), SL__LINE(D_), SL__LINE(E_), SL__LINE(F_)
/* A view knows at compile time its layout case, where there is one; on a device also which dimension has stride 1 (-1:
 * none): kernel/element.h. */
#ifdef __CUDACC__
#define SL__ON_DEVICE(...) __VA_ARGS__
#else
#define SL__ON_DEVICE(...)
#endif
/* What a slice takes over from its view, at the end of an initialiser. */
#define SL__INHERIT(V_) , (V_).case_, (V_).joins_ SL__ON_DEVICE(, (V_).unit_) SL__CHECKED(, (V_).track_)
/* Geometry of a view, by rank: offset, strides, extents; of a scatter argument also how values are joined
 * (kernel/scatter.h), with bounds checks what to check its indices against. */
struct sl_rank0_view {
    sl_index o_;
    int case_, joins_;
    SL__ON_DEVICE(int unit_;)
    SL__CHECKED(struct sl__track track_;)
};
/* clang-format off */
#define SL__VIEW(R_) \
    struct sl_rank##R_##_view { \
        sl_index o_, s_[R_], n_[R_]; \
        int case_, joins_; \
        SL__ON_DEVICE(int unit_;) \
        SL__CHECKED(struct sl__track track_;) \
    };
SL__VIEW(1)
SL__VIEW(2)
SL__VIEW(3)
SL__VIEW(4)
SL__VIEW(5)
SL__VIEW(6)

/* An array of views of one shape, by rank: where they are packed, and what all of them have in common. */
#define SL__PACK_VIEW(R_, N_) \
    struct sl_pack##R_##_view { \
        const struct sl__slot##R_ *f_; \
        size_t size_; /* of an element, bytes */ \
        int case_, count_; \
        SL__CHECKED(int argument_, mods_; struct sl__fault *fault_; const sl_index *iteration_;) \
        N_ \
    };
SL__PACK_VIEW(0, )
SL__PACK_VIEW(1, sl_index n_[1];)
SL__PACK_VIEW(2, sl_index n_[2];)
SL__PACK_VIEW(3, sl_index n_[3];)
SL__PACK_VIEW(4, sl_index n_[4];)
SL__PACK_VIEW(5, sl_index n_[5];)

/* Index sl__iD_ of dimension D_ as sl__xD_, checked: all of an access against the extents first. */
#define SL__PLACE(D_, ...) sl_index sl__x##D_##_ = SL__INDEX(sl__v_, D_, sl__i##D_##_);
#define SL__REACH(D_, ...) SL__CHECKED(sl__x##D_##_ = sl__reached_index(&sl__v_.track_, D_, sl__x##D_##_);)
#define SL__PLACES(R_) SL__CAT(SL__DIMS_, R_)(SL__PLACE, ~) SL__CAT(SL__DIMS_, R_)(SL__REACH, ~)
#define SL__I(D_, ...) sl_index sl__i##D_##_
#define SL__AT_TERM(D_, ...) +sl__x##D_##_ * sl__v_.s_[D_]
/* What SL__FOUND_ does with sl__at_, the place of an element of a view whose map is a row's own. */
#define SL__AT_MAPS(R_, FOUND_) SL__LAYOUT_CASES(SL__AT_MAP, R_, FOUND_)
#define SL__AT_MAP(NAME_, CASE_, ORDER_, MAP_, TAKES_, R_, FOUND_) \
    SL__CAT(SL__AT_MAP_, SL__IS_TUPLE(MAP_))(SL__CASE_##CASE_, MAP_, R_, FOUND_)
#define SL__AT_MAP_0(...)
#define SL__AT_MAP_1(CASE_, MAP_, R_, FOUND_) \
    if (sl__v_.case_ == CASE_) { \
        enum { sl__rank_ = R_ }; \
        const sl_index sl__x_[R_] = {SL__CAT(SL__COMMAS_, R_)(SL__AT_PLACE, ~)}; \
        const sl_index *const sl__n_ = sl__v_.n_, *const sl__s_ = sl__v_.s_; \
        const sl_index sl__at_ = sl__v_.o_ + MAP_; \
        (void)sl__x_, (void)sl__n_, (void)sl__s_; \
        return FOUND_; \
    }
#define SL__AT_PLACE(D_, ...) sl__x##D_##_
#define SL__AT_FUNCTION(R_, NAME_) \
    SL_FN sl_index sl_at_with_##NAME_(struct sl_rank##R_##_view sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__I, ~)) \
    { \
        SL__PLACES(R_) \
        SL__AT_MAPS(R_, (SL__CHECKED(sl__touched(&sl__v_.track_, sl__at_),) sl__at_)) \
        const sl_index sl__o_ = sl__v_.o_ SL__CAT(SL__DIMS_, R_)(SL__AT_TERM, ~); \
        SL__CHECKED(sl__touched(&sl__v_.track_, sl__o_);) \
        return sl__o_; \
    }
SL__AT_FUNCTION(1, 1_index)
SL__AT_FUNCTION(2, 2_indices)
SL__AT_FUNCTION(3, 3_indices)
SL__AT_FUNCTION(4, 4_indices)
SL__AT_FUNCTION(5, 5_indices)
SL__AT_FUNCTION(6, 6_indices)
/* clang-format on */

/** The element of a view: SL_AT(x, i, j). The number of indices is the view's rank; of a pack the number of the view
 *  comes first, SL_AT(x, c, i, j). An lvalue; each index is evaluated once. */
#ifdef __CUDACC__
#define SL_AT(V_, ...) (*sl__element(V_##__p_, V_, __VA_ARGS__))
#elif defined(__cplusplus) || defined(SL__LINT)
#define SL_AT(V_, ...) V_##__p_[SL__CAT(SL__AT_, SL__NARG(__VA_ARGS__))(V_, SL__LINED(__VA_ARGS__))]
#else
/* Of a pack the function gives an address, of a view a place: each choice must compile for both. */
/* clang-format off */
#define SL_AT(V_, ...) \
    SL__AT(SL__CAT(SL__AT_, SL__NARG(__VA_ARGS__)), SL__CAT(SL__PACK_OF_, SL__NARG(__VA_ARGS__)), \
           SL__CAT(SL__MAPPED_OF_, SL__NARG(__VA_ARGS__)), V_, V_##__p_, SL__LINED(__VA_ARGS__))
#define SL__AT(AT_, PACK_, MAPPED_, V_, P_, ...) SL__AT2(AT_, PACK_, MAPPED_, V_, P_, __VA_ARGS__)
#define SL__AT2(AT_, PACK_, IN_PACK_, MAPPED_, IN_MAPPED_, V_, P_, ...) \
    (*_Generic((V_), \
        struct PACK_: (__typeof__(P_))_Generic((V_), struct PACK_: IN_PACK_, struct MAPPED_: IN_MAPPED_, \
                                               default: AT_)(V_, __VA_ARGS__), \
        default: &P_[(sl_index)_Generic((V_), struct PACK_: IN_PACK_, struct MAPPED_: IN_MAPPED_, \
                                        default: AT_)(V_, __VA_ARGS__)]))
/* clang-format on */
#define SL__MAPPED_OF_1 sl_rank1_mapped_view, sl_at_mapped_with_1_index
#define SL__MAPPED_OF_2 sl_rank2_mapped_view, sl_at_mapped_with_2_indices
#define SL__MAPPED_OF_3 sl_rank3_mapped_view, sl_at_mapped_with_3_indices
#define SL__MAPPED_OF_4 sl_rank4_mapped_view, sl_at_mapped_with_4_indices
#define SL__MAPPED_OF_5 sl_rank5_mapped_view, sl_at_mapped_with_5_indices
#define SL__MAPPED_OF_6 sl_rank6_mapped_view, sl_at_mapped_with_6_indices
#define SL__PACK_OF_1 sl_pack0_view, sl_at_in_pack_of_rank0
#define SL__PACK_OF_2 sl_pack1_view, sl_at_in_pack_of_rank1
#define SL__PACK_OF_3 sl_pack2_view, sl_at_in_pack_of_rank2
#define SL__PACK_OF_4 sl_pack3_view, sl_at_in_pack_of_rank3
#define SL__PACK_OF_5 sl_pack4_view, sl_at_in_pack_of_rank4
#define SL__PACK_OF_6 sl_pack5_view, sl_at_in_pack_of_rank5
#endif
#define SL__AT_1 sl_at_with_1_index
#define SL__AT_2 sl_at_with_2_indices
#define SL__AT_3 sl_at_with_3_indices
#define SL__AT_4 sl_at_with_4_indices
#define SL__AT_5 sl_at_with_5_indices
#define SL__AT_6 sl_at_with_6_indices
#ifdef __CUDACC__
#include <starloop/kernel/element.h>
#endif
/** The value of a view of rank 0. An lvalue. */
#define SL_AT0(V_) (V_##__p_[SL__LINE_THEN(sl__at_rank0(V_))])
SL_FN sl_index sl__at_rank0(struct sl_rank0_view sl__v_)
{
    SL__CHECKED(sl__touched(&sl__v_.track_, sl__v_.o_);)
    return sl__v_.o_;
}
/** In a body, before a `for`: its iterations may run side by side, and do nothing that another one sees but to add to
 *  these variables of the body: SL_SIMD_SUM(t) for (sl_index k = 0; k < n; k++) t += SL_AT(a, i, k) * SL_AT(x, k);
 *  Without it a sum of floating-point numbers is not vectorised, since that adds in another order. On devices, and with
 *  bounds checks, it means nothing. */
#if defined(SL_BOUNDS_CHECK) || defined(__CUDACC__)
#define SL_SIMD_SUM(...)
#else
#define SL_SIMD_SUM(...) SL__PRAGMA(omp simd reduction(+ : __VA_ARGS__))
#endif
#define SL__PRAGMA(...) _Pragma(#__VA_ARGS__)
/* Directives of OpenMP in macros; a program may have one named simd. None with bounds checks, to which iterations tell
 * where they are; and none for gcc 11, which puts the pragmas in an argument of a macro before all that it becomes. */
#if defined(SL_BOUNDS_CHECK) || (defined(__GNUC__) && __GNUC__ < 12 && !defined(__clang__))
#define SL__SIMD
#define SL__OMP(...)
#else
#define SL__SIMD _Pragma("omp simd")
#define SL__OMP(...) SL__PRAGMA(omp __VA_ARGS__)
#endif
/** The extent of dimension D_ of a view, D_ a constant from 0 to its rank - 1. */
#define SL_EXTENT(V_, D_) ((V_).n_[SL__DIMENSION(sizeof((V_).n_) / sizeof(sl_index), D_)])
#define SL__DIMENSION_EXPECTED "SL_EXTENT: expected a dimension of the view, a constant from 0 to its rank - 1"
#ifdef __cplusplus
extern "C++" {
template <sl_index sl__rank_, sl_index sl__d_> SL__ON_BOTH constexpr sl_index sl__dimension()
{
    static_assert(sl__d_ >= 0 && sl__d_ < sl__rank_, SL__DIMENSION_EXPECTED);
    return sl__d_;
}
}
#define SL__DIMENSION(RANK_, D_) (sl__dimension<(sl_index)(RANK_), (D_)>())
#else
#define SL__DIMENSION(RANK_, D_) \
    ((D_) + 0 * sizeof(struct { \
                _Static_assert(SL__CONSTANT(D_) >= 0 && SL__CONSTANT(D_) < (int)(RANK_), SL__DIMENSION_EXPECTED); \
                char sl__c_; \
            }))
#define SL__CONSTANT(D_) __builtin_choose_expr(__builtin_constant_p(D_), (D_), -1)
#endif

/** A view as a parameter of an SL_FN helper: SL_FN double trace(SL_PARAM(const double, 2, a)) { ... } */
#define SL_PARAM(T_, R_, N_) SL__UNUSED T_ *N_##__p_, SL__UNUSED struct sl_rank##R_##_view N_
/** Hands a whole view to an SL_PARAM. */
#define SL_PASS(V_) V_##__p_, V_

SL_FN struct sl__slice sl__slice_same(struct sl__slice sl__x_)
{
    return sl__x_;
}
SL_FN struct sl__slice sl__slice_index(sl_index sl__x_)
{
    struct sl__slice sl__y_ = {sl__x_, sl__x_ + 1, 0};
    return sl__y_;
}
#ifdef SL_BOUNDS_CHECK
/* One dimension of a slice, vetted. An empty range, and one that is out of bounds, begins where its view does: what
 * follows stays in the view. */
SL__CHECK_FN struct sl__slice sl__checked_slice(const struct sl__track *sl__t_, int sl__k_, struct sl__slice sl__q_,
                                                sl_index sl__extent_)
{
    if (sl__q_.select_ == 0)
        sl__q_.lo_ = sl__checked_index(sl__t_, sl__k_, sl__q_.lo_, sl__extent_);
    if (sl__q_.select_ != 1)
        return sl__q_;
    const sl_index sl__first_ = sl__t_->b_[sl__k_];
    if (sl__q_.lo_ < sl__first_ || sl__q_.hi_ < sl__q_.lo_ || sl__q_.hi_ > sl__first_ + sl__extent_) {
        SL__OUT_OF_BOUNDS(sl__t_->guard_, sl__t_->iteration_, sl__k_, sl__q_.lo_ < sl__first_ ? sl__q_.lo_ : sl__q_.hi_,
                          sl__first_, sl__extent_);
        sl__q_.hi_ = sl__q_.lo_;
    }
    if (sl__q_.hi_ == sl__q_.lo_)
        sl__q_.hi_ = sl__q_.lo_ = sl__first_;
    return sl__q_;
}
#endif
/* clang-format off */
/* Vets dimension D_ of a slice: all of them against the extents first. A range may be larger than the reach: what is
 * touched of it is looked at then. */
#define SL__VET(D_, ...) SL__CHECKED(sl__q##D_##_ = sl__checked_slice(&sl__v_.track_, D_, sl__q##D_##_, sl__v_.n_[D_]);)
#define SL__VET_REACH(D_, ...) \
    SL__CHECKED(if (sl__q##D_##_.select_ == 0) \
        sl__q##D_##_.lo_ = sl__reached_index(&sl__v_.track_, D_, sl__q##D_##_.lo_);)
/* Takes dimension D_ of a slice over: an index moves the origin, a range becomes the next dimension of the result. */
#define SL__TAKE(D_, ...) \
    if (sl__q##D_##_.select_) { \
        const sl_index sl__lo_ = sl__q##D_##_.lo_; \
        const sl_index sl__end_ = sl__q##D_##_.select_ == 2 ? sl__v_.n_[D_] : sl__q##D_##_.hi_; \
        sl__y_.s_[sl__k_] = sl__v_.s_[D_]; \
        sl__y_.n_[sl__k_] = sl__end_ - sl__lo_; \
        SL__ON_DEVICE(sl__y_.unit_ = sl__v_.unit_ == D_ ? sl__k_ : sl__y_.unit_;) \
        SL__CHECKED(sl__y_.track_.from_[sl__k_] = sl__v_.track_.from_[D_] + sl__lo_; \
                    sl__y_.track_.b_[sl__k_] = sl__q##D_##_.select_ == 2 ? sl__v_.track_.b_[D_] : 0; \
                    sl__y_.track_.w_[sl__k_] = sl__v_.track_.w_[D_]; \
                    sl__y_.track_.f_[sl__k_] = sl__v_.track_.f_[D_]; \
                    sl__y_.track_.d_[sl__k_] = sl__v_.track_.d_[D_];) \
        sl__k_++; \
        sl__y_.o_ += sl__lo_ * sl__v_.s_[D_]; \
    } else { \
        SL__ON_DEVICE(sl__y_.unit_ = sl__v_.unit_ == D_ ? -1 : sl__y_.unit_;) \
        sl__y_.o_ += sl__q##D_##_.lo_ * sl__v_.s_[D_]; \
    }

#define SL__Q(D_, ...) struct sl__slice sl__q##D_##_
#define SL__SUB_OF(R_) \
    SL_FN struct sl_rank6_view sl__sub_of_##R_(struct sl_rank##R_##_view sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__Q, ~)) \
    { \
        struct sl_rank6_view sl__y_ = {sl__v_.o_, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0} SL__INHERIT(sl__v_)}; \
        SL__CAT(SL__DIMS_, R_)(SL__VET, ~) \
        SL__CAT(SL__DIMS_, R_)(SL__VET_REACH, ~) \
        int sl__k_ = 0; \
        SL__CAT(SL__DIMS_, R_)(SL__TAKE, ~) \
        (void)sl__k_; \
        return sl__y_; \
    }
SL__SUB_OF(1)
SL__SUB_OF(2)
SL__SUB_OF(3)
SL__SUB_OF(4)
SL__SUB_OF(5)
SL__SUB_OF(6)
/* clang-format on */
SL_FN struct sl_rank0_view sl__sub_as_0(struct sl_rank6_view sl__v_)
{
    struct sl_rank0_view sl__y_ = {sl__v_.o_ SL__INHERIT(sl__v_)};
    return sl__y_;
}
/* clang-format off */
#define SL__V_S(D_, ...) sl__v_.s_[D_]
#define SL__V_N(D_, ...) sl__v_.n_[D_]
#define SL__SUB_AS_FUNCTION(R_) \
    SL_FN struct sl_rank##R_##_view sl__sub_as_##R_(struct sl_rank6_view sl__v_) \
    { \
        struct sl_rank##R_##_view sl__y_ = {sl__v_.o_, {SL__CAT(SL__COMMAS_, R_)(SL__V_S, ~)}, \
                                            {SL__CAT(SL__COMMAS_, R_)(SL__V_N, ~)} SL__INHERIT(sl__v_)}; \
        return sl__y_; \
    }
SL__SUB_AS_FUNCTION(1)
SL__SUB_AS_FUNCTION(2)
SL__SUB_AS_FUNCTION(3)
SL__SUB_AS_FUNCTION(4)
SL__SUB_AS_FUNCTION(5)
SL__SUB_AS_FUNCTION(6)
/* clang-format on */

#ifdef SL_BOUNDS_CHECK
/* Whether a view of one dimension has as many elements, from index 0 on, as a shape. */
SL__CHECK_FN int sl__checked_shape(const struct sl__track *sl__t_, sl_index sl__n_, int sl__rank_,
                                   const sl_index *sl__e_)
{
    const sl_index sl__first_ = sl__t_->b_[0], sl__most_ = (sl_index)(~(uint64_t)0 >> 1);
    sl_index sl__count_ = 1, sl__least_ = 0;
    for (int sl__d_ = 0; sl__d_ < sl__rank_; ++sl__d_) {
        sl__least_ = sl__e_[sl__d_] < sl__least_ ? sl__e_[sl__d_] : sl__least_;
        sl__count_ = sl__e_[sl__d_] > 0 && sl__count_ > sl__most_ / sl__e_[sl__d_] ? sl__most_
                                                                                  : sl__count_ * sl__e_[sl__d_];
    }
    if (sl__least_ == 0 && (sl__count_ == 0 || (sl__first_ <= 0 && sl__count_ <= sl__first_ + sl__n_)))
        return 1;
    SL__OUT_OF_BOUNDS(sl__t_->guard_, sl__t_->iteration_, 0,
                      sl__least_ < 0 ? sl__least_ : sl__first_ > 0 ? 0 : sl__count_ - 1, sl__first_, sl__n_);
    return 0;
}
/* Any of the elements may be touched. A shape that does not fit has none: a bad index leads to the view's first one. */
#define SL__RESHAPED_TRACK(R_) \
    const struct sl__track sl__t_ = {sl__v_.track_.guard_, sl__v_.track_.iteration_, {0, 0, 0, 0, 0, 0}, \
                                     {0, 0, 0, 0, 0, 0}, {-1, -1, -1, -1, -1, -1}, {0, 0, 0, 0, 0, 0}, \
                                     {0, 0, 0, 0, 0, 0}}; \
    sl__y_.track_ = sl__t_; \
    if (!sl__checked_shape(&sl__v_.track_, sl__v_.n_[0], R_, sl__y_.n_)) { \
        sl__y_.o_ += sl__v_.track_.b_[0] * sl__v_.s_[0]; \
        for (int sl__d_ = 0; sl__d_ < R_; ++sl__d_) \
            sl__y_.n_[sl__d_] = 0; \
    }
#endif
/* clang-format off */
#define SL__RESHAPED_STRIDE(D_, ...) \
    sl__y_.s_[D_] = sl__step_; \
    sl__step_ *= sl__i##D_##_;
#define SL__RESHAPED_N(D_, ...) sl__i##D_##_
#define SL__RESHAPED(R_) \
    SL_FN struct sl_rank##R_##_view sl__reshaped_##R_(struct sl_rank1_view sl__v_, SL__CAT(SL__COMMAS_, R_)(SL__I, ~)) \
    { \
        struct sl_rank##R_##_view sl__y_ = {sl__v_.o_, {0}, {SL__CAT(SL__COMMAS_, R_)(SL__RESHAPED_N, ~)} \
                                            SL__INHERIT(sl__v_)}; \
        sl_index sl__step_ = sl__v_.s_[0]; \
        SL__CAT(SL__BACK_, R_)(SL__RESHAPED_STRIDE, ~) \
        (void)sl__step_; \
        SL__ON_DEVICE(sl__y_.unit_ = sl__v_.unit_ == 0 ? R_ - 1 : -1;) \
        SL__CHECKED(SL__RESHAPED_TRACK(R_)) \
        return sl__y_; \
    }
SL__RESHAPED(1)
SL__RESHAPED(2)
SL__RESHAPED(3)
SL__RESHAPED(4)
SL__RESHAPED(5)
SL__RESHAPED(6)
/* clang-format on */

/* The rank of the result is the number of arguments that are no index. */
#ifdef __cplusplus
extern "C++" {
SL_FN struct sl__slice sl__slice_of(struct sl__slice x_)
{
    return x_;
}
template <typename T_> SL_FN struct sl__slice sl__slice_of(T_ x_)
{
    return sl__slice_index((sl_index)x_);
}
template <typename T_> struct sl__is_slice {
    enum { value_ = 0 };
};
template <> struct sl__is_slice<struct sl__slice> {
    enum { value_ = 1 };
};
template <typename T_> sl__is_slice<T_> sl__slice_test(T_);
template <int R_> struct sl__sub_as;
struct sl_rank6_mapped_view;
#define SL__SUB_AS_CXX(R_, MAPPED_) \
    struct MAPPED_; \
    template <> struct sl__sub_as<R_> { \
        static inline SL__ON_BOTH struct sl_rank##R_##_view of_(struct sl_rank6_view v_) \
        { \
            return sl__sub_as_##R_(v_); \
        } \
        static inline SL__ON_BOTH struct MAPPED_ of_(struct sl_rank6_mapped_view v_); /* kernel/map.h */ \
    };
SL__SUB_AS_CXX(0, sl_rank0_view)
SL__SUB_AS_CXX(1, sl_rank1_mapped_view)
SL__SUB_AS_CXX(2, sl_rank2_mapped_view)
SL__SUB_AS_CXX(3, sl_rank3_mapped_view)
SL__SUB_AS_CXX(4, sl_rank4_mapped_view)
SL__SUB_AS_CXX(5, sl_rank5_mapped_view)
SL__SUB_AS_CXX(6, sl_rank6_mapped_view)
}
#define SL__SLICE(X_) sl__slice_of(X_)
#define SL__IS_SLICE(X_) (int)decltype(sl__slice_test(X_))::value_
#define SL__SUB_AS(N_, G_) (sl__sub_as<(N_)>::of_(G_))
#define SL__SUB_OF_VIEW(R_, V_) sl__sub_of_##R_
#define SL__AUTO auto
#else
/* clang-format off */
#define SL__SLICE(X_) _Generic((X_), struct sl__slice: sl__slice_same, default: sl__slice_index)(X_)
#define SL__IS_SLICE(X_) _Generic((X_), struct sl__slice: 1, default: 0)
#define SL__SUB_AS(N_, G_) _Generic((G_), \
    struct sl_rank6_mapped_view: SL__SUB_AS_RANK(N_, sl__mapped_as_), default: SL__SUB_AS_RANK(N_, sl__sub_as_))(G_)
#define SL__SUB_AS_RANK(N_, AS_) _Generic((char(*)[(N_) + 1])0, \
    char(*)[1]: AS_##0, char(*)[2]: AS_##1, char(*)[3]: AS_##2, char(*)[4]: AS_##3, char(*)[5]: AS_##4, \
    char(*)[6]: AS_##5, char(*)[7]: AS_##6)
#define SL__SUB_OF_VIEW(R_, V_) \
    _Generic((V_), struct sl_rank##R_##_mapped_view: sl__mapped_sub_of_##R_, default: sl__sub_of_##R_)
#define SL__AUTO __auto_type
/* clang-format on */
#endif
/* clang-format off */
/** A slice of a view, for an SL_PARAM or SL_LET: one index, SL_ALL or SL_PAIR(lo, hi) for each dimension; an index
 *  drops its dimension. SL_SUB(a, i, SL_ALL) is row i. Each argument is evaluated once. */
#ifdef SL__LINT
#define SL_SUB(V_, ...) V_##__p_, sl__sub_of(V_, __VA_ARGS__)
#else
#define SL_SUB(V_, ...) V_##__p_, SL__CAT(SL__SUB_, SL__NARG(__VA_ARGS__))(V_, __VA_ARGS__)
#endif
/** The elements of a view of rank 1, or a slice that SL_LET has named, in another shape, layout right, for an SL_PARAM
 *  or SL_LET: SL_LET(m, SL_RESHAPE(row, 3, n)); SL_AT(m, 2, j) is SL_AT(row, 2 * n + j). 1 to 6 extents, each evaluated
 *  once; they take no more elements than there are, and may take fewer. Checked builds look whether they fit, and at
 *  each index, but no more at the reach of the view in this dimension. */
#define SL_RESHAPE(V_, ...) V_##__p_, SL__CAT(sl__reshaped_, SL__NARG(__VA_ARGS__))(V_, SL__LINED(__VA_ARGS__))
/** Names a slice inside a body: SL_LET(row, SL_SUB(a, i, SL_ALL)); SL_AT(row, j) = 0; */
#define SL_LET(N_, ...) SL__LET(N_, __VA_ARGS__)
#define SL__LET(N_, P_, ...) \
    __attribute__((__unused__)) SL__AUTO N_##__p_ = P_; \
    __attribute__((__unused__)) SL__AUTO N_ = __VA_ARGS__
#define SL__SUB_1(V_, A0_) \
    SL__SUB_AS(SL__IS_SLICE(A0_), \
               SL__SUB_OF_VIEW(1, V_)(V_, SL__SLICED(A0_)))
#define SL__SUB_2(V_, A0_, A1_) \
    SL__SUB_AS(SL__IS_SLICE(A0_) + SL__IS_SLICE(A1_), \
               SL__SUB_OF_VIEW(2, V_)(V_, SL__SLICED(A0_), SL__SLICED(A1_)))
#define SL__SUB_3(V_, A0_, A1_, A2_) \
    SL__SUB_AS(SL__IS_SLICE(A0_) + SL__IS_SLICE(A1_) + SL__IS_SLICE(A2_), \
               SL__SUB_OF_VIEW(3, V_)(V_, SL__SLICED(A0_), SL__SLICED(A1_), SL__SLICED(A2_)))
#define SL__SUB_4(V_, A0_, A1_, A2_, A3_) \
    SL__SUB_AS(SL__IS_SLICE(A0_) + SL__IS_SLICE(A1_) + SL__IS_SLICE(A2_) + SL__IS_SLICE(A3_), \
               SL__SUB_OF_VIEW(4, V_)(V_, SL__SLICED(A0_), SL__SLICED(A1_), SL__SLICED(A2_), SL__SLICED(A3_)))
#define SL__SUB_5(V_, A0_, A1_, A2_, A3_, A4_) \
    SL__SUB_AS(SL__IS_SLICE(A0_) + SL__IS_SLICE(A1_) + SL__IS_SLICE(A2_) + SL__IS_SLICE(A3_) + SL__IS_SLICE(A4_), \
               SL__SUB_OF_VIEW(5, V_)(V_, SL__SLICED(A0_), SL__SLICED(A1_), SL__SLICED(A2_), \
               SL__SLICED(A3_), SL__SLICED(A4_)))
#define SL__SUB_6(V_, A0_, A1_, A2_, A3_, A4_, A5_) \
    SL__SUB_AS(SL__IS_SLICE(A0_) + SL__IS_SLICE(A1_) + SL__IS_SLICE(A2_) + SL__IS_SLICE(A3_) \
        + SL__IS_SLICE(A4_) + SL__IS_SLICE(A5_), \
               SL__SUB_OF_VIEW(6, V_)(V_, SL__SLICED(A0_), SL__SLICED(A1_), SL__SLICED(A2_), \
               SL__SLICED(A3_), SL__SLICED(A4_), \
               SL__SLICED(A5_)))
/* clang-format on */

#endif
