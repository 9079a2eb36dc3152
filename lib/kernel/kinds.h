/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the library knows of the kinds of arguments: a row each. Their half in kernel files is
 *  starloop/kernel/kinds.h.
 *
 * A row has properties and no functions: calls of a microsecond ask for them at every argument. */
#ifndef STARLOOP_LIB_KERNEL_KINDS_H
#define STARLOOP_LIB_KERNEL_KINDS_H

#include <starloop/kernel/abi.h>
#include <starloop/kernel/kinds.h>
#include <starloop/loop.h>

/** Classes of kinds: how an argument is packed, and what a task has of it. */
typedef enum sl__class {
    SL__CLASS_NONE = 0, /**< of a number that is no kind */
    SL__CLASS_VALUE,    /**< bytes, copied at the call */
    SL__CLASS_VIEW,     /**< pointer, strides, extents */
    SL__CLASS_RESULT    /**< not packed: a reduction's result goes to a view or to host memory */
} sl__class;

/** What iterations join into the elements of a view, so that threads or blocks may have copies of it. */
typedef enum sl__joins {
    SL__JOINS_NOTHING = 0,
    SL__JOINS_VALUES, /**< values, into what is there */
    SL__JOINS_RESULTS /**< results, which are all that is there afterwards; such an argument has their number where
                           others have modifiers */
} sl__joins;

/** A kind of arguments. */
typedef struct sl__kind {
    sl__class class;
    unsigned takes;        /**< what a call may pass: bits 1 << SL_ARG_SCALAR, ... */
    const char *expects;   /**< the same in words */
    const char *noun;      /**< of a view: what comes before "of rank 1" where another was passed */
    short access;          /**< of a view: SL_READ, SL_WRITE or SL_RDWR; 0 for others */
    char leaves_unwritten; /**< of a view: what the loop does not write may stay as it was, and need not be read */
    char swept;      /**< of a view: a loop touches some element of it at each of its points, as far as is known */
    sl__joins joins; /**< of a view */
} sl__kind;

/** By number: SL__SCALAR, ... */
extern const sl__kind sl__kinds[SL__KINDS_END];

/** @return the kind of a number; one of class SL__CLASS_NONE where there is none. */
static inline const sl__kind *sl__kind_of(int number)
{
    return &sl__kinds[number > 0 && number < SL__KINDS_END ? number : 0];
}

static inline int sl__is_value(int number)
{
    return sl__kinds[number].class == SL__CLASS_VALUE;
}

static inline int sl__is_view(int number)
{
    return sl__kinds[number].class == SL__CLASS_VIEW;
}

static inline int sl__is_result(int number)
{
    return sl__kinds[number].class == SL__CLASS_RESULT;
}

/** @return what iterations join into a view of this kind. */
static inline sl__joins sl__joins_of(int number)
{
    return sl__kinds[number].joins;
}

/** Whether a loop may write a view of this kind. */
static inline int sl__writes_view(int number)
{
    return (sl__kinds[number].access & SL_WRITE) != 0;
}

/** @return the row of a view in the table of a kernel that the library puts together. @param[in] type  a built-in one
 */
sl__arg_info sl__info_of_view(const char *name, int kind, sl_type type, int rank, const char *modifiers, size_t offset);
/** @return that of a scalar. @param[in] type  its name */
sl__arg_info sl__info_of_scalar(const char *name, const char *type, size_t size, size_t align, size_t offset);

#endif
