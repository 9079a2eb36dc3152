/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Host memory of managed views. */
#ifndef STARLOOP_LIB_DATA_MEMORY_H
#define STARLOOP_LIB_DATA_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include <starloop/status.h>

#include "data/measured.h"

/** Bytes that views leave, and that are there when the library starts: StarPU ends the program where it finds none for
 * a task. 20,000 queued tasks of 1.6 KB each. */
#define SL__MEMORY_FOR_TASKS ((size_t)32 << 20)
#define SL__MEMORY_HUGE_PAGE ((size_t)2 << 20)
#define SL__MEMORY_ALIGN ((size_t)64)

/** A block of memory. */
typedef struct sl__block {
    void *data;    /* what to use */
    size_t bytes;  /* how much was asked for */
    size_t mapped; /* bytes of the mapping; 0 when data is from the heap or a slab */
    size_t shift;  /* data lies so far behind the mapping's begin */
    int slab;      /* data is pinned memory of data/slab.h */
} sl__block;

/** Has the heap keep what is freed, for what programs make again and again. Before the first block; once more does no
 *  harm. */
void sl__memory_init(void);

/** Gets memory, zero unless @p zero is 0. Large blocks are zero pages that nobody has touched, so that the loops that
 *  write them first decide where they lie. Where there are devices, small blocks are pinned memory, and blocks that may
 *  be pinned later share no page with anything else.
 *  @return SL_SUCCESS; SL_ERR_MEMORY naming @p function, @p label, the bytes wanted and those that there are. */
sl_status sl__memory_get(const char *function, const char *label, size_t bytes, int zero, sl__block *block);

/** The same of a mapping whose pages come from a NUMA node, as far as the system binds memory, when they are first
 *  touched. @param[in] node  as of sl__memory_bind(); SL__MEMORY_ANYWHERE: sl__memory_get() */
sl_status sl__memory_get_on(const char *function, const char *label, size_t bytes, int zero, int node,
                            sl__block *block);

/** Gets address space that becomes memory where it is touched, and is not counted as held. @return 1 for success. */
int sl__memory_reserve(size_t bytes, sl__block *block);

/** Gets memory as that of large views is, which is not counted as held either.
 *  @param[in,out] block  with 0 in all but its bytes  @return 1 for success. */
int sl__memory_large(size_t bytes, sl__block *block);

/** Gives it back. */
void sl__memory_put(sl__block *block);

/** malloc() of something small, zeroed; fails when told to. */
void *sl__memory_small(size_t bytes);

/** calloc() of so many things, a number that is the program's: one at least. @return NULL also where they are more
 * bytes than the host has, which the system would promise and not have. */
void *sl__memory_array(int64_t count, size_t size);

/** How many bytes there may be at most from an address to the end of what a process has: a count that is none of an
 *  array is found before anybody reads the memory. */
size_t sl__memory_behind(const void *data);

/** Bytes that managed views hold now. */
size_t sl__memory_held(void);

/** For tests: the allocation after the next @p n ones of this part fails, once; negative: none does. */
void sl__memory_fail_after(int n);

#endif
