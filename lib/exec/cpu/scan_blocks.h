/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Blocks of a scan, for each type and operator: scanned by themselves, and joined to what came before them. */
#ifndef STARLOOP_LIB_EXEC_CPU_SCAN_BLOCKS_H
#define STARLOOP_LIB_EXEC_CPU_SCAN_BLOCKS_H

#include "exec/cpu/measured.h"
#include "kernel/scan.h"

/** What is done with blocks of one type under one operator. Strides are in elements; results of scanning a block alone
 *  lie without gaps. */
typedef struct sl__scan_ops {
    /** Scans blocks of one length by themselves. @param[in] x, s  [count] where each begins, and goes
     *  @param[in] start  the neutral value  @param[out] total  [count] what each has joined */
    void (*blocks)(int exclusive, int count, sl_index length, const void *const x[], sl_index stride, void *const s[],
                   const void *start, void *total);
    /** The same of @p lines lines beside each other, a @p step apart. @param[out] s  [length][lines] */
    void (*beside)(int exclusive, int lines, sl_index length, const void *x, sl_index stride, sl_index step, void *s,
                   const void *start, void *total);
    /** a[i] becomes a[i] joined with b[i]. */
    void (*join)(void *a, const void *b, int count);
    /** y becomes what came before the block, joined with each of its elements. @p y may be @p s. */
    void (*finish)(void *y, sl_index stride, const void *s, sl_index length, const void *before);
    /** The same of lines beside each other. */
    void (*finish_beside)(int lines, void *y, sl_index stride, sl_index step, const void *s, sl_index length,
                          const void *before);
} sl__scan_ops;

/** @return the functions for an operator (SL__SCAN_SUM, ...) that a type has. */
const sl__scan_ops *sl__scan_ops_of(int op, sl_type type);

#endif
