/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/teams.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "kernel/policy.h"

enum { LEAGUE_RANK = 3 };
#define SCRATCH_MOST ((size_t)1 << 40) /* bytes */

static sl_status teams_check_sizes(const sl_kernel *k, const sl_policy *policy, int bound, const char *function)
{
    const int vector = sl__teams_vector(policy);
    if (policy->vector < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: policy.vector: expected 0 lanes or more, got %d", function,
                       k->name, policy->vector);
    if (policy->team < 0 || policy->team > bound / vector)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: policy.team: expected 0 to %d threads of %d lanes, got %d",
                       function, k->name, bound / vector, vector, policy->team);
    if (policy->scratch_bytes > SCRATCH_MOST)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: policy.scratch_bytes: expected at most %zu, got %zu", function,
                       k->name, SCRATCH_MOST, policy->scratch_bytes);
    return SL_SUCCESS;
}

int64_t sl__teams_league(const sl_policy *policy)
{
    const sl_extents *e = &policy->leagues;
    int64_t count = 1;
    bool none = false, large = false;
    if (e->rank == 0)
        return policy->league;
    if (e->rank < 0 || e->rank > LEAGUE_RANK)
        return -1;
    for (int d = 0; d < e->rank; d++) {
        if (e->n[d] < 0)
            return -1;
        none |= e->n[d] == 0;
        large |= __builtin_mul_overflow(count, e->n[d], &count);
    }
    return none ? 0 : large ? -1 : count;
}

static sl_status teams_check_league(const sl_kernel *k, const sl_policy *policy, const sl_space *space,
                                    const char *function)
{
    const int64_t league = sl__teams_league(policy);
    if (policy->leagues.rank != 0 && (league < 0 || (policy->league != 0 && policy->league != league)))
        return SL_FAIL(
            SL_ERR_ARGUMENT,
            "%s: kernel %s: policy.leagues: expected 1 to %d extents of 0 or more, whose product fits 64 bits "
            "and is policy.league unless that is 0, got %d, of which the first is %" PRId64
            ", and a league of %" PRId64,
            function, k->name, LEAGUE_RANK, policy->leagues.rank, policy->leagues.n[0], policy->league);
    if (league < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: policy.league: expected 0 teams or more, got %" PRId64,
                       function, k->name, policy->league);
    if (space->kind != SL_SPACE_BOX || space->lo[0] != 0 || space->hi[0] != league)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: kernel %s: expected sl_launch, or the range [0, policy.league), for a team kernel, got "
                       "another space and a league of %" PRId64,
                       function, k->name, league);
    return SL_SUCCESS;
}

sl_status sl__teams_check_none(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, int bound,
                               const char *function)
{
    (void)space, (void)bound;
    const char *field = policy->league != 0          ? "league"
                        : policy->leagues.rank != 0  ? "leagues"
                        : policy->team != 0          ? "team"
                        : policy->vector != 0        ? "vector"
                        : policy->scratch_bytes != 0 ? "scratch_bytes"
                                                     : NULL;
    return field == NULL
               ? SL_SUCCESS
               : SL_FAIL(SL_ERR_UNSUPPORTED,
                         "%s: kernel %s: policy.%s: expected 0 for what is no SL_TEAM_KERNEL, got another value",
                         function, kernel->name, field);
}

sl_status sl__teams_check(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, int bound,
                          const char *function)
{
    if (policy->block != 0 || policy->min_blocks != 0)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: kernel %s: policy.%s: expected 0 for a team kernel, whose .team and .vector say it, got %d",
                       function, kernel->name, policy->block != 0 ? "block" : "min_blocks",
                       policy->block != 0 ? policy->block : policy->min_blocks);
    const char *box = policy->tile[0] != 0                          ? "tile"
                      : policy->collapse != 0                       ? "collapse"
                      : policy->iterate_inner != SL_ITERATE_DEFAULT ? "iterate_inner"
                      : policy->iterate_outer != SL_ITERATE_DEFAULT ? "iterate_outer"
                                                                    : NULL;
    if (box != NULL)
        return SL_FAIL(
            SL_ERR_UNSUPPORTED,
            "%s: kernel %s: policy.%s: expected 0 for a team kernel, whose league is no box, got another value",
            function, kernel->name, box);
    SL_TRY(teams_check_league(kernel, policy, space, function));
    return teams_check_sizes(kernel, policy, bound, function);
}

sl_status sl__teams_arrays(const sl_kernel *kernel, const void *const value[], const sl_policy *policy,
                           const char *function, sl_index bytes[SL__ROOMS])
{
    sl_index n[SL_MAX_ARGS][SL_MAX_RANK];
    size_t all = policy->scratch_bytes;
    memset(bytes, 0, SL__ROOMS * sizeof *bytes);
    bytes[SL__ROOM_TEAM] = (sl_index)policy->scratch_bytes;
    if (kernel->scratch_ != NULL)
        kernel->scratch_(value, n);
    for (int i = kernel->nargs; kernel->scratch_ != NULL && kernel->args[i].name != NULL; i++) {
        const sl__arg_info *array = &kernel->args[i];
        size_t count = 1, empty = 0, size = array->size, over = 0;
        for (int d = 0; d < array->rank; d++) {
            if (n[i][d] < 0)
                return SL_FAIL(SL_ERR_EXTENT,
                               "%s: kernel %s, scratch array %s: expected an extent of 0 or more in dimension %d, got "
                               "%" PRId64,
                               function, kernel->name, array->name, d, n[i][d]);
            empty |= n[i][d] == 0;
            over |= __builtin_mul_overflow(count, (size_t)n[i][d], &count);
        }
        over = !empty && (over || __builtin_mul_overflow(count, size, &size));
        size = empty ? array->size : size; /* as sl__team_array() of kernel/team.h has it */
        if (over || size > SCRATCH_MOST || all + size + SL__TEAM_ALIGN > SCRATCH_MOST)
            return SL_FAIL(SL_ERR_ARGUMENT,
                           "%s: kernel %s, scratch array %s: expected at most %zu bytes in all of its kernel's and "
                           "policy.scratch_bytes, got more",
                           function, kernel->name, array->name, SCRATCH_MOST);
        size = (size + SL__TEAM_ALIGN - 1) / SL__TEAM_ALIGN * SL__TEAM_ALIGN;
        all += size;
        bytes[array->op] += (sl_index)size;
    }
    return SL_SUCCESS;
}

int sl__teams_have_slots(const sl_kernel *kernel)
{
    int any = 0;
    for (int i = kernel->nargs; kernel->scratch_ != NULL && kernel->args[i].name != NULL; i++)
        any |= kernel->args[i].op == SL__ROOM_GLOBAL || kernel->args[i].op == SL__ROOM_GLOBAL_THREAD;
    return any;
}

void sl__teams_pack(const sl_kernel *kernel, const void *const value[], const sl_policy *policy, unsigned char *packed)
{
    struct sl__team_head head = {.leagues_ = sl__teams_league(policy), .extent_ = {policy->league, 1, 1}};
    (void)sl__teams_arrays(kernel, value, policy, "", head.scratch_);
    for (int d = 0; d < policy->leagues.rank; d++)
        head.extent_[d] = policy->leagues.n[d];
    memcpy(packed, &head, sizeof head);
}

uint64_t sl__teams_key(const sl_policy *policy)
{
    return (uint64_t)policy->scratch_bytes << 16 ^ (uint64_t)policy->team << 8 ^ (uint64_t)policy->vector;
}
