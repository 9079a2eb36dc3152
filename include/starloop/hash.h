/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Hash tables of integer keys on the host; in bodies: starloop/kernel/hash.h.
 *
 *     sl_view *table;
 *     sl_hash_counts counts;
 *     sl_hash_create("table", SL_INT64, 1000, &table);
 *     sl_forall(count, SL_RANGE(0, n), word, table, times);
 *     sl_hash_count(table, &counts);
 *
 * A table is a view: loops take it as any other, and it lies where they run. Which slot a key gets may change from run
 * to run. */
#include <starloop/called_at.h>
#ifndef STARLOOP_HASH_H
#define STARLOOP_HASH_H

#include <stdint.h>

#include <starloop/view.h>

/** What a free slot holds, and no key may be: the smallest int32_t. */
#define SL_HASH_FREE32 ((int32_t)(-2147483647 - 1))
/** The same of int64_t. */
#define SL_HASH_FREE64 ((int64_t)(-9223372036854775807 - 1))

/** What sl_hash_count() tells. */
typedef struct sl_hash_counts {
    sl_index keys;  /**< keys that are in the table */
    sl_index slots; /**< slots that there are: a view of values has so many elements */
    sl_index lost;  /**< insertions that found no room, of one key any number of times; modulo 2^32 for int32_t */
} sl_hash_counts;

SL_BEGIN_DECLS

/** Makes a table without keys: a view of rank 1, whose elements are the slots, and one more, which counts what found no
 *  room. The slots are a power of two, four thirds of the capacity or more.
 *  @param[in]  label_     as of sl_view_create()
 *  @param[in]  key_       #SL_INT32 or #SL_INT64
 *  @param[in]  capacity_  keys for which there is room, 1 to 2^40
 *  @param[out] table_     the table, owned by the caller: sl_view_destroy()
 *  @return #SL_SUCCESS; #SL_ERR_TYPE, #SL_ERR_EXTENT, as sl_view_create(). Queues a loop; does not wait. Thread-safe.
 */
SL_API sl_status sl_hash_create(const char *label_, sl_type key_, sl_index capacity_, sl_view **table_);

/** Takes all keys out, and forgets what found no room.
 *  @param[in] table_  of sl_hash_create()
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT (another view), #SL_ERR_DESTROYED, #SL_ERR_STATE. Queues a loop; does not
 * wait. Thread-safe. */
SL_API sl_status sl_hash_clear(sl_view *table_);

/** Counts what is in a table, and what found no room.
 *  @param[in]  table_   of sl_hash_create()
 *  @param[out] counts_  the numbers
 *  @return as sl_hash_clear(); #SL_ERR_ARGUMENT (NULL), #SL_ERR_MEMORY; the failure of a task that writes @p table_.
 *  Waits for these. Thread-safe. */
SL_API sl_status sl_hash_count(sl_view *table_, sl_hash_counts *counts_);

/** Makes a table of another capacity with the keys of one.
 *  @param[in]  table_     of sl_hash_create(); it stays as it is
 *  @param[in]  capacity_  as of sl_hash_create(). Keys that find no room are counted as lost by the new table
 *  @param[out] larger_    the new table, owned by the caller
 *  @param[out] moved_     a view of #SL_INT64 and rank 1, owned by the caller: for each slot of @p table_ the slot that
 *                         its key has in the new one, -1 where there is none. A loop moves the values by it. NULL: none
 *  @return as sl_hash_create() and sl_hash_clear(). Queues a loop; does not wait. Thread-safe. */
SL_API sl_status sl_hash_rehash(sl_view *table_, sl_index capacity_, sl_view **larger_, sl_view **moved_);

SL_END_DECLS

#endif
