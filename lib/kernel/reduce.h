/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reduction operators: identities, and combining the partial results of blocks. Over structs by functions of
 *  the kernel. */
#ifndef STARLOOP_LIB_KERNEL_REDUCE_H
#define STARLOOP_LIB_KERNEL_REDUCE_H

#include <stddef.h>

#include <starloop/kernel/abi.h>

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

/** Fills elements [count] with the operator's identity. */
void sl__reduce_fill(int op, sl_type type, void *to, sl_index count);

/** Joins elements [count] into others, each into one; they do not overlap. */
void sl__reduce_join(int op, sl_type type, void *to, const void *from, sl_index count);

/** Writes an argument's identity, info->size bytes, aligned as its type is. */
void sl__reduce_nothing(const sl__arg_info *info, void *to);

/** Combines an argument's partial results [count >= 1], which it overwrites, likewise aligned; the result is then the
 *  first one. */
void sl__reduce_partials(const sl__arg_info *info, void *partial, sl_index count);

/** @return bytes of the lanes of an argument's block, from rank 2 on; one lane where results come in order. */
size_t sl__reduce_lanes(const sl__arg_info *info, int ordered);

/** @return bytes that @p count partial results of an argument need, with some behind them that are no other's, a
 *  multiple of 16. */
size_t sl__reduce_room(const sl__arg_info *info, sl_index count);

/** Writes an argument's identity behind its partial results, in the room of that many. @return where it is */
const void *sl__reduce_begin(const sl__arg_info *info, void *partial, sl_index count);

/** Combines an argument's partial results [count], which it overwrites, and puts the result into the target.
 *  @param[in] combine  it is joined into what the target holds; 0: it replaces that */
void sl__reduce_end(const sl__arg_info *info, void *partial, sl_index count, int combine, void *target);

/** The last step of that. */
void sl__reduce_put(const sl__arg_info *info, const void *result, int combine, void *target);

#endif
