/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a compiled kernel and the library agree on: the metadata table, the chunk functions and their geometry.
 *
 * A chunk function runs one box of iterations in the calling thread. The library owns threads, schedules, tiles and
 * blocks: it cuts a space into boxes and calls the function of the layout case that fits the views.
 */
#ifndef STARLOOP_KERNEL_ABI_H
#define STARLOOP_KERNEL_ABI_H

#include <starloop/loop.h>

/** Version of these structures; the library refuses a kernel of another. */
#define SL__ABI 1

/** Kinds of a kernel's arguments. */
enum { SL__SCALAR = 1, SL__IN, SL__OUT, SL__INOUT, SL__REDUCTION };

/** Reduction operators. */
enum { SL__SUM = 1, SL__MIN, SL__MAX };

/** Layout cases of a kernel's chunk functions. */
enum {
    SL__CASE_RIGHT = 0,    /**< every view of rank 1 and up has stride 1 in its last dimension */
    SL__CASE_LEFT,         /**< every one has stride 1 in its first dimension */
    SL__CASE_ANY,          /**< any strides, any loop order */
    SL__CASE_SEQ,          /**< any strides, any loop order, in sequence and not vectorised */
    SL__CASE_MIXED_RIGHT,  /**< as right for the written views, any strides for those that are only read */
    SL__CASE_MIXED_LEFT,   /**< as left for the written views, likewise */
    SL__CASE_STREAM_RIGHT, /**< as right; `out(..., own)` arguments are written past the caches */
    SL__CASE_STREAM_LEFT,  /**< as left, likewise */
    SL__CASES
};

/* The canonical decomposition of reductions; doc/design.md says why these. */
enum {
    SL__LANES = 32,      /**< rank 1: partial results in flight */
    SL__BLOCK = 4096,    /**< rank 1: iterations of a block; rank 2 and up: at least as many where there are */
    SL__LANE_ROWS = 8,   /**< rank 2 and up: lanes along dimension 0 */
    SL__LANE_COLUMNS = 16, /**< rank 2 and up: lanes along the last dimension */
    SL__LANES_2D = SL__LANE_ROWS * SL__LANE_COLUMNS,
    SL__AHEAD_BYTES = 2048,   /**< how far ahead of itself a reduction of rank 1 asks for its inputs, over them all */
    SL__STREAM_ELEMENTS = 128 /**< elements that are collected before they are written past the caches */
};

/** One box of iterations, and where a reduction's parts go. */
struct sl__box {
    struct sl__fault *fault_;         /**< where a body records what went wrong */
    sl_index lo_[SL_MAX_RANK];        /**< first index of the box; not empty */
    sl_index hi_[SL_MAX_RANK];        /**< one past the last */
    int order_[SL_MAX_RANK];          /**< dimensions from the outermost loop to the innermost; cases any and seq */
    sl_index base_[SL_MAX_RANK];      /**< first index of the reduction block that the box is part of */
    sl_index block_;                  /**< number of that block; in rank 1, of the first of several whole blocks */
    int first_, last_;                /**< rank 2 and up: the box begins, ends its block */
    void *lanes_[SL_MAX_ARGS];        /**< rank 2 and up: room for SL__LANES_2D partial results */
    void *partial_[SL_MAX_ARGS];      /**< one result a block */
    const void *identity_[SL_MAX_ARGS]; /**< the operator's identity */
};

/** Runs a box. @p args is the kernel's packed-argument struct. */
typedef void (*sl__chunk_function)(const void *args, const struct sl__box *box);

/** One row of a kernel's metadata table. */
typedef struct sl__arg_info {
    const char *name;      /**< as in the kernel */
    int kind;              /**< SL__SCALAR, ... */
    sl_type type;          /**< built-in type; 0 for a struct */
    const char *type_name; /**< as written */
    size_t size, align;    /**< of an element, bytes */
    int rank;              /**< of a view */
    int op;                /**< of a reduction */
    const char *modifiers; /**< as written, "none" at the end */
    size_t offset;         /**< in the packed-argument struct */
} sl__arg_info;

/** What the library keeps about a kernel. */
struct sl__kernel_state;

/** A kernel. */
struct sl_kernel {
    unsigned abi;                           /**< #SL__ABI */
    const char *name;                       /**< as written */
    const char *file;                       /**< source file */
    int line;                               /**< source line */
    int rank;                               /**< of its spaces */
    int nargs;                              /**< rows of the table */
    int bounds_checked;                     /**< compiled with -DSL_BOUNDS_CHECK */
    const sl__arg_info *args;               /**< [nargs] */
    size_t args_size;                       /**< of the packed-argument struct, bytes */
    sl__chunk_function cpu[SL__CASES];      /**< stream cases: NULL without `out(..., own)`; stream and mixed cases:
                                                 NULL with a reduction */
    void *device;                           /**< launcher of another device's code; NULL */
    struct sl__kernel_state **state;        /**< the library's, NULL at first */
};

/* Views in the packed-argument struct: pointer, strides, extents. */
#define SL__SLOT(R_) struct sl__slot##R_ { void *p_; sl_index s_[R_]; sl_index n_[R_]; }
struct sl__slot0 { void *p_; };
SL__SLOT(1);
SL__SLOT(2);
SL__SLOT(3);
SL__SLOT(4);
SL__SLOT(5);
SL__SLOT(6);

SL_BEGIN_DECLS

/** Beneath every k__submit: sl_submit() that knows whether sl_forall (SL__FORALL) or sl_reduce (SL__REDUCE) was
 *  written. */
SL_API sl_status sl__submit(int call, const sl_kernel *kernel, const sl_policy *policy, const sl_space *space,
                            const sl_arg args[], int n);

/** @return the argument for a reduction's target: a host pointer, or what SL_INTO gave. */
SL_API sl_arg sl__target(void *target);

/** Copies memory past the caches. @p to is aligned for its element type only. */
SL_API void sl__stream(void *to, const void *from, size_t bytes);

SL_END_DECLS

#endif
