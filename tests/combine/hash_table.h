/* SPDX-License-Identifier: BSD-3-Clause */
/* Tests of tables whose keys are of the type SUFFIX, by the kernels PREFIXname_SUFFIX: PREFIXtest_SUFFIX(). Included
 * once for each; TYPE is the library's name of the type, LEAST its smallest number. */
#ifndef OF
#define JOINED(A, B, C) A##B##C
#define JOIN(A, B, C) JOINED(A, B, C)
#define OF(NAME) JOIN(PREFIX, NAME, SUFFIX)
/* The calls paste what they are given: it has to be there before. */
#define DECLARE(KERNEL, ...) SL_KERNEL_DECLARE(KERNEL, __VA_ARGS__)
#define FORALL(POLICY, KERNEL, ...) must(sl_forall_with(POLICY, KERNEL, __VA_ARGS__))
#define REDUCE(POLICY, KERNEL, ...) must(sl_reduce_with(POLICY, KERNEL, __VA_ARGS__))
#endif

DECLARE(OF(times_), (i), in(SUFFIX, 1, word, own), inout(SUFFIX, 1, table), inout(int, 1, times),
        reduce(int64_t, sum, fresh));
DECLARE(OF(put_), (i), in(SUFFIX, 1, word, own), inout(SUFFIX, 1, table));
DECLARE(OF(find_), (i), in(SUFFIX, 1, word, own), in(SUFFIX, 1, table), out(int64_t, 1, slot, own));
DECLARE(OF(put_and_find_), (i), in(SUFFIX, 1, word, own), inout(SUFFIX, 1, table), reduce(int64_t, sum, found));
DECLARE(OF(keys_), (s), in(SUFFIX, 1, table), in(int, 1, times, own), reduce(int64_t, sum, keys),
        reduce(int64_t, sum, all));
DECLARE(OF(carry_), (s), in(int64_t, 1, moved, own), in(int, 1, from, own), inout(int, 1, to));

static sl_view *OF(words_)(sl_index first, sl_index n)
{
    sl_view *v = numbers("word", TYPE, n);
    SUFFIX *p = SL_HOST_WRITE(SUFFIX, v);
    for (sl_index i = 0; p && i < n; i++)
        p[i] = (SUFFIX)word_of(first + i);
    must(sl_host_end(v));
    return v;
}

/* Words whose number in a table is not the one that they come with. Word k comes n / KINDS times, or once more. */
static int OF(wrong_times_)(sl_view *table, sl_view *times, sl_index n)
{
    int expected[KINDS] = {0}, wrong = 0;
    sl_view *word = OF(words_)(0, KINDS), *slot = numbers("slot", SL_INT64, KINDS);
    for (sl_index i = 0; i < n; i++)
        expected[i % KINDS]++;
    FORALL(way(3), OF(find_), SL_RANGE(0, KINDS), word, table, slot);
    const int64_t *at = SL_HOST_READ(int64_t, slot);
    const int *got = SL_HOST_READ(int, times);
    for (int k = 0; at && got && k < KINDS; k++)
        wrong += expected[k] == 0 ? at[k] != -1 : at[k] < 0 || got[at[k]] != expected[k];
    must(sl_host_end(times));
    must(sl_host_end(slot));
    sl_view_destroy(&word);
    sl_view_destroy(&slot);
    return wrong;
}

/* n words, of which the first KINDS are different, under each schedule. */
static void OF(count_)(sl_index n)
{
    const sl_index kinds = n < KINDS ? n : KINDS;
    for (int k = 0; k < SCHEDULES; k++) {
        sl_view *table = NULL, *word = OF(words_)(0, n);
        int64_t fresh = -1, keys = -1, all = -1;
        must(sl_hash_create("table", TYPE, KINDS, &table));
        sl_view *times = numbers("times", SL_INT32, counts_of(table).slots);
        REDUCE(way(k), OF(times_), SL_RANGE(0, n), word, table, times, &fresh);
        REDUCE(way(k), OF(keys_), SL_RANGE(0, counts_of(table).slots), table, times, &keys, &all);
        ok(fresh == kinds && keys == kinds && all == n,
           "%" PRId64 " words, schedule %d: %" PRId64 " keys, each put there once", n, schedules[k], kinds);
        is_int(OF(wrong_times_)(table, times, n), 0, "each word is found and was counted as often as it comes");
        const sl_hash_counts counts = counts_of(table);
        ok(counts.keys == kinds && counts.lost == 0 && 3 * counts.slots >= 4 * KINDS, "and the host counts them, too");
        sl_view_destroy(&table);
        sl_view_destroy(&word);
        sl_view_destroy(&times);
    }
}

/* A table that is too small: what did not fit is counted, and what is there is found. */
static void OF(full_)(void)
{
    sl_view *table = NULL, *word = OF(words_)(0, WORDS), *slot = numbers("slot", SL_INT64, WORDS);
    must(sl_hash_create("table", TYPE, 1, &table));
    const sl_index slots = counts_of(table).slots;
    FORALL(way(3), OF(put_), SL_RANGE(0, WORDS), word, table);
    FORALL(way(3), OF(find_), SL_RANGE(0, WORDS), word, table, slot);
    const sl_hash_counts counts = counts_of(table);
    sl_index found = 0;
    const int64_t *at = SL_HOST_READ(int64_t, slot);
    for (sl_index i = 0; at && i < WORDS; i++)
        found += at[i] >= 0;
    must(sl_host_end(slot));
    ok(counts.keys == slots && slots < KINDS, "a full table has a key in each slot");
    ok(found >= slots * (WORDS / KINDS) && counts.lost == WORDS - found,
       "insertions that found no room are counted: those of words that are not there");
    must(sl_hash_clear(table));
    ok(counts_of(table).keys == 0 && counts_of(table).lost == 0, "clear forgets both");
    sl_view_destroy(&table);
    sl_view_destroy(&word);
    sl_view_destroy(&slot);
}

/* A larger table, and the values by the new slots. */
static void OF(rehash_)(void)
{
    sl_view *table = NULL, *larger = NULL, *moved = NULL, *word = OF(words_)(0, WORDS);
    int64_t fresh = 0;
    must(sl_hash_create("table", TYPE, KINDS, &table));
    sl_view *times = numbers("times", SL_INT32, counts_of(table).slots);
    REDUCE(way(3), OF(times_), SL_RANGE(0, WORDS), word, table, times, &fresh);
    must(sl_hash_rehash(table, 4 * KINDS, &larger, &moved));
    sl_view *carried = numbers("carried", SL_INT32, counts_of(larger).slots);
    FORALL(way(3), OF(carry_), SL_RANGE(0, counts_of(table).slots), moved, times, carried);
    ok(counts_of(larger).keys == KINDS && counts_of(larger).slots >= 4 * KINDS * 4 / 3, "rehash keeps all keys");
    is_int(OF(wrong_times_)(larger, carried, WORDS), 0, "and their values move to the new slots");
    is_int(OF(wrong_times_)(table, times, WORDS), 0, "the old table stays as it is");
    sl_view_destroy(&larger);
    must(sl_hash_rehash(table, 2, &larger, NULL));
    const sl_hash_counts counts = counts_of(larger);
    ok(counts.keys + counts.lost == KINDS && counts.lost > 0, "of a smaller one the keys without room are counted");
    sl_view_destroy(&larger);
    sl_view_destroy(&moved);
    sl_view_destroy(&carried);
    sl_view_destroy(&times);
    sl_view_destroy(&table);
    sl_view_destroy(&word);
}

/* Keys at the ends of the type, and the one that marks a free slot; a body that inserts and finds. */
static void OF(keys_at_ends_)(void)
{
    sl_view *table = NULL, *word = numbers("word", TYPE, 4), *slot = numbers("slot", SL_INT64, 4);
    const SUFFIX keys[] = {LEAST, LEAST + 1, -1, -(LEAST + 1)};
    int64_t found = -1;
    for (sl_index i = 0; i < 4; i++)
        must(SL_PUT_AT(SUFFIX, word, keys[i], i));
    must(sl_hash_create("table", TYPE, 4, &table));
    REDUCE(way(3), OF(put_and_find_), SL_RANGE(0, 4), word, table, &found);
    is_int(found, 3, "keys at the ends of the type are found while others are inserted");
    const sl_hash_counts counts = counts_of(table);
    ok(counts.keys == 3 && counts.lost == 1, "the key that marks a free slot finds no room");
    FORALL(way(3), OF(find_), SL_RANGE(0, 4), word, table, slot);
    int64_t first = 0;
    must(SL_GET_AT(int64_t, slot, &first, 0));
    is_int(first, -1, "and is not found");
    sl_view_destroy(&table);
    sl_view_destroy(&word);
    sl_view_destroy(&slot);
}

static void OF(test_)(void)
{
    static const sl_index lengths[] = {0, 1, 2, 33, WORDS};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        OF(count_)(lengths[k]);
    OF(full_)();
    OF(rehash_)();
    OF(keys_at_ends_)();
}
#undef SUFFIX
#undef PREFIX
#undef TYPE
#undef LEAST
