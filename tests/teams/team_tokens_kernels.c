/* SPDX-License-Identifier: BSD-3-Clause */
/* Teams that have a number each. */
#include <starloop/kernel.h>

#include "team_tokens.h"

/* Row `id` is the team's own meanwhile: all its lanes write it, and read what others of them have written. The block is
 * left at its end, or in another way. */
SL_TEAM_KERNEL(tt_rows, (t), scalar(int32_t, way), inout(int, 1, tokens, atomic), inout(int64_t, 2, work),
               inout(int64_t, 1, turns), out(int64_t, 1, y, own), out(int64_t, 1, number, own),
               reduce(int64_t, sum, wrong), scratch(int64_t, told, 1))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_UNIQUE_TOKEN(t, id, tokens)
    {
        int64_t sum;
        SL_TEAM_VECTOR_FOR(t, k, 0, TT_WIDTH)
        SL_AT(work, id, k) = i * TT_WIDTH + k;
        SL_TEAM_SINGLE(t)
        {
            SL_AT(told, 0) = id;
            SL_AT(turns, id) += 1; /* no other team has this number */
            SL_AT(number, i) = id;
        }
        SL_TEAM_BARRIER(t);
        *wrong += SL_AT(told, 0) != id;
        SL_TEAM_VECTOR_REDUCE(t, k, 0, TT_WIDTH, int64_t, sum, sum)
        sum += SL_AT(work, id, TT_WIDTH - 1 - k) * (k + 1);
        SL_TEAM_SINGLE(t)
        SL_AT(y, i) = sum;
        if (way == TT_BREAK)
            break;
        if (way == TT_CONTINUE)
            continue;
        if (way == TT_RETURN)
            return;
        if (way == TT_RAISE && i == 3)
            SL_RAISE(8);
    }
    SL_TEAM_SINGLE(t)
    SL_AT(y, i) += 1; /* not where the body was left */
}
