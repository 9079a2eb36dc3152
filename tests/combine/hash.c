/* SPDX-License-Identifier: BSD-3-Clause */
/* Hash tables and sets of bits in bodies, against arrays that one thread fills: keys of both types, tables that are too
 * small, rehash, with checks and without, one iteration after another and many at a time. */
#include <inttypes.h>

#include "loop_testing.h"
#include "misuse.h"

enum { WORDS = 5000, KINDS = 700 };

/* Word i, of KINDS different ones that are far apart and of both signs. */
static int64_t word_of(int64_t i)
{
    return (i * 7919 % KINDS - KINDS / 2) * 2999;
}

static const sl_schedule schedules[] = {SL_SEQ, SL_STATIC, SL_DYNAMIC, SL_AUTO};
enum { SCHEDULES = sizeof schedules / sizeof *schedules };

static sl_policy way(int k)
{
    return SL_POLICY(.where = schedules[k] == SL_SEQ ? SL_CPU : SL_ANYWHERE, .schedule = schedules[k]);
}

static sl_view *numbers(const char *label, sl_type type, sl_index n)
{
    sl_view *v = NULL;
    must(sl_view_create(label, type, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &v));
    return v;
}

static sl_hash_counts counts_of(sl_view *table)
{
    sl_hash_counts counts = {-1, -1, -1};
    must(sl_hash_count(table, &counts));
    return counts;
}

#define SUFFIX int32_t
#define PREFIX hash_
#define TYPE SL_INT32
#define LEAST INT32_MIN
#include "hash_table.h"
#define SUFFIX int64_t
#define PREFIX hash_
#define TYPE SL_INT64
#define LEAST INT64_MIN
#include "hash_table.h"
#define SUFFIX int32_t
#define PREFIX checked_
#define TYPE SL_INT32
#define LEAST INT32_MIN
#include "hash_table.h"
#define SUFFIX int64_t
#define PREFIX checked_
#define TYPE SL_INT64
#define LEAST INT64_MIN
#include "hash_table.h"

/* ---- sets of bits --------------------------------------------------------------------------------------------- */

#define PREFIX hash_
#include "hash_bits.h"
#define PREFIX checked_
#include "hash_bits.h"

/* ---- misuse --------------------------------------------------------------------------------------------------- */

static void test_misuse(void)
{
    sl_view *v = NULL, *table = NULL, *none = NULL, *seven = numbers("seven", SL_INT64, 7), *square = NULL;
    sl_hash_counts counts;
    sl_index count;
    must(sl_hash_create("table", SL_INT64, 3, &table));
    must(sl_view_create("square", SL_UINT32, SL_LAYOUT_RIGHT, SL_EXTENTS(2, 2), &square));
    refused(sl_hash_create("h", SL_DOUBLE, 3, &v), SL_ERR_TYPE, "keys are integers",
            "sl_hash_create: key: expected SL_INT32 or SL_INT64, got double");
    refused(sl_hash_create("h", SL_INT64, 0, &v), SL_ERR_EXTENT, "room for nothing",
            "sl_hash_create: capacity: expected 1 to 2^40 keys, got 0");
    refused(sl_hash_create("h", SL_INT64, INT64_MAX, &v), SL_ERR_EXTENT, "room for too much",
            "got 9223372036854775807");
    refused(sl_hash_create("h", SL_INT64, 3, NULL), SL_ERR_ARGUMENT, "nowhere to put it",
            "sl_hash_create: table: expected the address of a pointer, got NULL");
    refused(sl_hash_clear(none), SL_ERR_ARGUMENT, "no table to clear", "sl_hash_clear: table");
    refused(sl_hash_clear(seven), SL_ERR_ARGUMENT, "another view is no table",
            "sl_hash_clear: table: expected a table of sl_hash_create(), got \"seven\" of int64_t and rank 1");
    refused(sl_hash_count(square, &counts), SL_ERR_ARGUMENT, "nor is one of rank 2", "of uint32_t and rank 2");
    refused(sl_hash_count(table, NULL), SL_ERR_ARGUMENT, "nowhere to put the numbers",
            "sl_hash_count: counts: expected the address of an sl_hash_counts, got NULL");
    refused(sl_hash_rehash(table, -1, &v, NULL), SL_ERR_EXTENT, "a capacity below 0",
            "sl_hash_rehash: capacity: expected 1 to 2^40 keys, got -1");
    refused(sl_hash_rehash(table, 8, NULL, NULL), SL_ERR_ARGUMENT, "nowhere to put the new table",
            "sl_hash_rehash: larger: expected the address of a pointer, got NULL");
    refused(sl_bits_count(seven, &count), SL_ERR_TYPE, "bits of another type",
            "sl_bits_count: bits: expected a view of uint32_t, got \"seven\" of int64_t");
    refused(sl_bits_count(square, &count), SL_ERR_RANK, "bits of rank 2",
            "sl_bits_count: bits: expected a view of rank 1, got \"square\" of rank 2");
    refused(sl_bits_count(none, &count), SL_ERR_ARGUMENT, "no bits", "sl_bits_count: bits");
    is_int(counts_of(table).keys, 0, "what was refused has put nothing there");
    sl_view_destroy(&table);
    sl_view_destroy(&seven);
    sl_view_destroy(&square);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    hash_test_int32_t();
    hash_test_int64_t();
    checked_test_int32_t();
    checked_test_int64_t();
    hash_test_bits_();
    checked_test_bits_();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
