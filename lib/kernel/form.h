/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The forms of a kernel: what the library knows of each. How each runs stands in exec/form.c. */
#ifndef STARLOOP_LIB_KERNEL_FORM_H
#define STARLOOP_LIB_KERNEL_FORM_H

#include <stddef.h>

#include <starloop/kernel/abi.h>

/** A form: a row of kernel/form.c. */
typedef struct sl__form {
    const char *noun;      /**< what messages call a kernel of this form */
    unsigned char boxes;   /**< its loop is a set of boxes that may run in any order: it may be split, and be part of a
                                chain */
    unsigned char chunks;  /**< a kernel has a function for each layout case */
    unsigned char teams;   /**< its iterations are a team's each */
    unsigned char scans;   /**< each of its blocks waits for the result of the one before */
    unsigned char lines;   /**< of those one that goes by the extents of its views, whose lines it scans */
    unsigned char nests;   /**< its statements stand in loops of several depths */
    unsigned char alone;   /**< one thread runs it */
    unsigned char tries;   /**< it has several policies, by which calls are timed */
    unsigned char blocks;  /**< SL__BLOCKS_* of its reductions, where their operators want no others */
    unsigned char ordered; /**< reductions by an operator that wants its operands in order get blocks in order; those
                                of other forms have such anyway */
    /** Counts its iterations over a space. */
    sl_index (*points)(const sl_space *space);
    /** Checks what the policy says of teams. @param[in] bound  threads of a CUDA block that its code was compiled for
     */
    sl_status (*check)(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, int bound,
                       const char *function);
    /** Packs what its body gets besides its arguments. NULL: nothing.
     *  @param[in] kernel  as the program has it  @param[in] value  of scalars, by the rows of its table
     *  @param[out] packed  its first bytes */
    void (*pack)(const sl_kernel *kernel, const void *const value[], const sl_policy *policy, unsigned char *packed);
    /** @return a hash of what a policy says for this form alone that changes how long a loop takes. NULL: nothing */
    uint64_t (*key)(const sl_policy *policy);
} sl__form;

/** The forms, by SL__FORM_*; and that of a host function, which has no kernel. */
extern const sl__form sl__forms[SL__FORMS_END];
extern const sl__form sl__form_of_host;

/** @return the form of a kernel. NULL, a host function, is allowed. */
static inline const sl__form *sl__form_of(const sl_kernel *kernel)
{
    return kernel != NULL ? &sl__forms[kernel->form] : &sl__form_of_host;
}

/** @return how many iterations there are over a space; of a nest, whose statements may stand outside of the loop over
 *  an empty dimension, those along the other ones. At most INT64_MAX. NULL, a host function, is allowed. */
static inline sl_index sl__kernel_points(const sl_kernel *kernel, const sl_space *space)
{
    return sl__form_of(kernel)->points(space);
}

#endif
