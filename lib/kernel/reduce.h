/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reduction operators over the built-in types: identities, and combining the partial results of blocks. */
#ifndef STARLOOP_LIB_KERNEL_REDUCE_H
#define STARLOOP_LIB_KERNEL_REDUCE_H

#include <stddef.h>

#include <starloop/types.h>

/** Room for a value of any built-in type. */
typedef union sl__value {
    double d;
    int64_t i;
    uint64_t u;
    unsigned char bytes[8];
} sl__value;

/** Whether the operator (SL__SUM, ...) is defined for the type. */
int sl__reduce_known(int op, sl_type type);

/** The operator's identity: what starloop/kernel/operators.h says. */
sl__value sl__reduce_identity(int op, sl_type type);

/** Combines partial results [count], in host memory, pairwise between neighbours, so that blocks stay in order;
 *  overwrites them. @return the result, the identity when there are none. */
sl__value sl__reduce_combine(int op, sl_type type, void *partial, sl_index count);

#endif
