/* SPDX-License-Identifier: BSD-3-Clause */
/* A hostile caller: random calls of all functions with what no program means (NULL, what was destroyed, numbers at the
 * ends of 64 bits, counts that do not match, other types and ranks, strides and steps of 0 and below, memory that is
 * not aligned). Each returns; one that is refused says so in a sentence of its own: its name, what it expected, what it
 * got, and no name of the library's inner parts. SL_TEST_SEED repeats a run, SL_TEST_SHOW prints each call. The calls
 * are hostile_calls.c, what they are given hostile_given.c, and what they have found so far hostile_rows.c. */
#include "hostile_calls.h"
#include "hostile_rows.h"

#include <stdlib.h>
#include <string.h>

#include "loop_testing.h"

/* ---- sentences ------------------------------------------------------------------------------------------- */

static long said, bad;
static const char *current;

/* What the log says at levels of errors: what sl_last_error() says, and failures of tasks. */
static void hear(sl_log_level level, const char *file, int line, const char *sentence, void *arg)
{
    (void)file, (void)line, (void)arg;
    if (level != SL_LOG_ERROR)
        return;
    said++;
    const int whole = (strncmp(sentence, "sl_", 3) == 0 || strncmp(sentence, "host task ", 10) == 0 ||
                       strncmp(sentence, "kernel ho_", 10) == 0 || strncmp(sentence, "SL_HOST_ANY", 11) == 0) &&
                      strstr(sentence, "sl__") == NULL;
    if (getenv("SL_TEST_SHOW"))
        fprintf(stderr, "  %s\n", sentence);
    if (!whole && bad++ < 20)
        diag("%s says: %s", current, sentence);
}

/* ---- running ------------------------------------------------------------------------------------------------ */

static void fill(void)
{
    for (int k = 0; k < HANDLES; k++) {
        const int64_t n = 1 + any(40);
        sl_view *v = NULL;
        if (k % 4 == 0)
            must(sl_view_create("line", SL_INT64, any(3) ? SL_LAYOUT_RIGHT : SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, -3),
                                SL_EXTENTS(n), &v));
        else if (k % 4 == 1)
            must(sl_view_create("box", SL_INT64, any(2) ? SL_LAYOUT_LEFT : SL_LAYOUT_BLOCKED(2, 3), SL_EXTENTS(5, n),
                                &v));
        else if (k % 4 == 2)
            must(sl_view_create("map", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(n, 3), &v));
        else
            must(sl_view_create("one", any(2) ? SL_INT64 : SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &v));
        view_pool[k] = v;
    }
}

static void close_all(void)
{
    for (int k = 0; k < HANDLES; k++)
        if (region_pool[k] != NULL)
            sl_region_end(region_pool[k]);
    end_host_accesses();
    (void)sl_wait();
    for (int k = 0; k < HANDLES; k++) {
        sl_region_destroy(&region_pool[k]);
        sl_event_destroy(&event_pool[k]);
        sl_list_destroy(&list_pool[k]);
        sl_index_set_destroy(&set_pool[k]);
        sl_scatter_view_destroy(&scatter_pool[k]);
        sl_view_destroy(&view_pool[k]);
        sl_arena_destroy(&arena_pool[k]);
    }
}

static void run(int steps)
{
    int weights = 0;
    for (int c = 0; c < call_count; c++)
        weights += calls[c].weight;
    fill();
    for (int s = 0; s < steps; s++) {
        int at = (int)any(weights), c = 0;
        while (at >= calls[c].weight)
            at -= calls[c++].weight;
        current = calls[c].name;
        if (getenv("SL_TEST_SHOW"))
            fprintf(stderr, "%d: %s %d\n", s, current, c);
        calls[c].call();
    }
    current = "the end";
    close_all();
}

int main(void)
{
    const test_clock clock = test_time(0.9);
    long programs = 0;
    hostile_state = test_seed(1) << 32;
    sl_log_set_handler(hear, NULL);
    sl_log_set_level(SL_LOG_INFO);
    huge = sl_type_struct("struct huge", (size_t)BIT(61), 8);
    must(sl_init(NULL));
    hostile_rows();
    do {
        const uint64_t seed = hostile_state;
        if (getenv("SL_TEST_SHOW"))
            fprintf(stderr, "seed %llu\n", (unsigned long long)seed);
        run(100);
        hostile_state = seed + 1;
        programs++;
    } while (test_time_left(&clock));
    ok(programs > 0, "%ld programs of calls that nobody means have ended", programs);
    is_int(bad, 0, "%ld refused calls say so in the words of the call", said);
    must(sl_finalize());
    return done_testing();
}
