/* SPDX-License-Identifier: BSD-3-Clause */
/* SL_TEAM_UNIQUE_TOKEN: a number that all threads of a team have, and no other team meanwhile. */
#include "misuse.h"
#include "team_testing.h"

#include "team_tokens.h"

typedef struct views {
    sl_view *tokens, *work, *turns, *y, *number;
} views;

static views make(sl_index numbers, sl_index league)
{
    return (views){.tokens = view_of("tokens", SL_INT32, RIGHT, SL_EXTENTS(numbers)),
                   .work = view_of("work", SL_INT64, RIGHT, SL_EXTENTS(numbers, TT_WIDTH)),
                   .turns = view_of("turns", SL_INT64, RIGHT, SL_EXTENTS(numbers)),
                   .y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(league)),
                   .number = view_of("number", SL_INT64, RIGHT, SL_EXTENTS(league))};
}

static void drop(views *v)
{
    sl_view *all[] = {v->tokens, v->work, v->turns, v->y, v->number};
    for (int i = 0; i < 5; i++)
        sl_view_destroy(&all[i]);
}

/* What member i computes from its row. */
static int64_t sum_of(sl_index i)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < TT_WIDTH; k++)
        sum += (i * TT_WIDTH + TT_WIDTH - 1 - k) * (k + 1);
    return sum;
}

/* @return members with another sum or number; a row that has had no member counts how many turns it should have had */
static sl_index differs(const views *v, sl_index numbers, sl_index league, int left)
{
    sl_index wrong = 0;
    int64_t *had = calloc((size_t)numbers, sizeof *had);
    const int64_t *y = SL_HOST_READ(int64_t, v->y), *number = SL_HOST_READ(int64_t, v->number);
    const int64_t *turns = SL_HOST_READ(int64_t, v->turns);
    const int32_t *tokens = SL_HOST_READ(int32_t, v->tokens);
    for (sl_index i = 0; i < league; i++) {
        wrong += y[i] != sum_of(i) + !left || number[i] < 0 || number[i] >= numbers;
        if (number[i] >= 0 && number[i] < numbers)
            had[number[i]]++;
    }
    for (sl_index k = 0; k < numbers; k++)
        wrong += turns[k] != had[k] || tokens[k] != 0;
    must(sl_host_end(v->y));
    must(sl_host_end(v->number));
    must(sl_host_end(v->turns));
    must(sl_host_end(v->tokens));
    free(had);
    return wrong;
}

static sl_index rows_wrong(sl_index numbers, sl_index league, int leave, int k)
{
    views v = make(numbers, league);
    int64_t apart = -1;
    must(sl_launch(way(k, league), tt_rows, leave, v.tokens, v.work, v.turns, v.y, v.number, &apart));
    const sl_index wrong = differs(&v, numbers, league, leave == TT_RETURN);
    drop(&v);
    return wrong + (apart != 0);
}

static void test_rows(void)
{
    sl_index few = 0, many = 0, ways = 0;
    FOR_WAYS(k)
    {
        for (int l = 0; l < LEAGUES; l++)
            few += rows_wrong(1 + k % 3, leagues[l], TT_END, k);
        many += rows_wrong(sl_concurrency(), 1000, TT_END, k);
        for (int leave = 0; leave < TT_WAYS; leave++)
            ways += rows_wrong(3, 200, leave, k);
    }
    is_int(few, 0, "teams share one to three rows, and each has its own meanwhile");
    is_int(many, 0, "as many rows as there may be teams");
    is_int(ways, 0, "a number is given back however the block is left");
}

static void test_failures(void)
{
    const sl_policy p = SL_POLICY(.where = one_kind(), .league = 10, .team = 8, .vector = 4);
    int64_t apart;
    views v = make(0, 10);
    surfaces(sl_launch(p, tt_rows, TT_END, v.tokens, v.work, v.turns, v.y, v.number, &apart), SL_ERR_BOUNDS,
             "no number for anybody", "kernel tt_rows", "SL_UNIQUE_TOKEN at ",
             "team_tokens_kernels.c:", "got one of extent 0");
    drop(&v);
    v = make(2, 10);
    surfaces(sl_launch(p, tt_rows, TT_RAISE, v.tokens, v.work, v.turns, v.y, v.number, &apart), SL_ERR_RAISED,
             "a team that fails gives its number back, and the others have theirs", "kernel tt_rows", "raised 8",
             "(3)");
    drop(&v);
    (void)sl_wait();
    misuse_logged = 0;
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    test_rows();
    test_failures();
    must(sl_finalize());
    return done_testing();
}
