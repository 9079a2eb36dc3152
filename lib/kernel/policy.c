/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/policy.h>

#include <stdio.h>

#include "base/error.h"
#include "backend/backend.h"
#include "kernel/policy.h"

int sl__policy_ordered(const sl_policy *policy, int rank)
{
    for (int d = 0; d < rank; d++)
        if (policy->order[d] != 0)
            return 1;
    return 0;
}

int sl__policy_lexical(const sl_policy *policy, int rank)
{
    int lexical = 1;
    for (int d = 0; d < rank; d++)
        lexical &= policy->order[d] == d;
    return lexical || !sl__policy_ordered(policy, rank);
}

static sl_status check_order(const sl_policy *policy, int rank, const char *function, const char *what)
{
    int seen = 0;
    for (int l = 0; l < SL_MAX_RANK; l++) {
        int d = policy->order[l];
        if (l >= rank ? d != 0 : d < 0 || d >= rank || (seen & 1 << d))
            return SL_FAIL(SL_ERR_ARGUMENT,
                           "%s: %s: policy.order: expected each of the dimensions 0 to %d once, "
                           "got %d in "
                           "place %d",
                           function, what, rank - 1, d, l);
        seen |= 1 << d;
    }
    return SL_SUCCESS;
}

static sl_status check_launch(const sl_policy *policy, const char *function, const char *what)
{
    const sl_occupancy *o = &policy->occupancy;
    if (policy->block < 0 || policy->block > 1024)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.block: expected 0 to 1024 threads, got %d", function, what,
                       policy->block);
    if (policy->grid < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.grid: expected 0 blocks or more, got %lld", function, what,
                       (long long)policy->grid);
    if ((unsigned)o->kind > SL__OCCUPANCY_CUSTOM)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.occupancy: expected one of the SL_OCC values, got kind %d",
                       function, what, o->kind);
    if (o->kind == SL__OCCUPANCY_FRACTION && (o->num < 0 || o->den < 1))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.occupancy: expected a fraction of 0 or more, got %d / %d",
                       function, what, o->num, o->den);
    if (o->kind == SL__OCCUPANCY_CUSTOM && o->custom == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.occupancy: expected a function, got NULL", function, what);
    return SL_SUCCESS;
}

static sl_status check_where(const sl_policy *policy, const char *function, const char *what)
{
    if (policy->where == SL_ANYWHERE || policy->where == SL_CPU)
        return SL_SUCCESS;
    const sl__backend *b = sl__backend_of(policy->where);
    if (b == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.where: expected an sl_where, got %d", function, what,
                       policy->where);
    if (b != sl__backend_now() || sl__device_workers() == 0)
        return SL_FAIL(SL_ERR_DEVICE, "%s: %s: policy.where: expected a place to run, got %s, but %s", function, what,
                       b->place, b == sl__backend_now() ? sl__device_absence() : b->absence());
    if (policy->schedule == SL_SEQ)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: %s: policy.schedule: expected any but SL_SEQ on %s, got SL_SEQ, which runs on a CPU",
                       function, what, b->place);
    return SL_SUCCESS;
}

sl_status sl__split_check(const sl_split *split, int rank, const char *what)
{
    int64_t parts = 1;
    int is_auto = split->n[0] == SL__SPLIT_AUTO && rank > 0;
    for (int d = 0; d < SL_MAX_RANK; d++) {
        int n = split->n[d];
        if (is_auto && (d == 0 || n == 0))
            continue;
        if (n < 0 || is_auto)
            return SL_FAIL(SL_ERR_ARGUMENT, "%s: expected 0 or more parts, or SL_SPLIT_AUTO, got %d along dimension %d",
                           what, n, d);
        if (d >= rank && n != 0)
            return SL_FAIL(SL_ERR_RANK, "%s: expected numbers of parts for %d dimensions, got %d along dimension %d",
                           what, rank, n, d);
        parts *= n > 1 ? n : 1;
        if (parts > SL__SPLIT_MOST)
            return SL_FAIL(SL_ERR_ARGUMENT, "%s: expected at most %d parts in all, got %lld", what, SL__SPLIT_MOST,
                           (long long)parts);
    }
    return SL_SUCCESS;
}

static sl_status check_split(const sl_policy *policy, int rank, const char *function, const char *what)
{
    char name[128];
    if (!sl__split_asked(&policy->split))
        return SL_SUCCESS;
    snprintf(name, sizeof name, "%s: %.60s: policy.split", function, what);
    return sl__split_check(&policy->split, rank, name);
}

static sl_status check_scatter(const sl_policy *policy, const char *function, const char *what)
{
    if ((unsigned)policy->scatter > SL_SCATTER_COLOR)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.scatter: expected an sl_scatter, got %d", function, what,
                       policy->scatter);
    if ((unsigned)policy->reproducible > SL_YES)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.reproducible: expected an sl_reproducible, got %d", function,
                       what, policy->reproducible);
    if (policy->reproducible == SL_YES && policy->scatter == SL_SCATTER_ATOMIC)
        return SL_FAIL(
            SL_ERR_UNSUPPORTED,
            "%s: %s: policy.scatter: expected SL_SCATTER_AUTO, SL_SCATTER_DUPLICATE or SL_SCATTER_COLOR with "
            ".reproducible = SL_YES, got SL_SCATTER_ATOMIC",
            function, what);
    return SL_SUCCESS;
}

sl_status sl__policy_check(const sl_policy *policy, int rank, const char *function, const char *what)
{
    SL_TRY(check_where(policy, function, what));
    SL_TRY(check_launch(policy, function, what));
    if ((unsigned)policy->schedule > SL_RUNTIME)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.schedule: expected an sl_schedule, got %d", function, what,
                       policy->schedule);
    if ((unsigned)policy->segments > SL_PARALLEL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.segments: expected an sl_segments, got %d", function, what,
                       policy->segments);
    if (policy->nest != NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.nest: expected NULL for what is no nest, got \"%s\"", function,
                       what, policy->nest);
    if (policy->chunk < 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.chunk: expected 0 or more, got %lld", function, what,
                       (long long)policy->chunk);
    if (policy->collapse < 0 || policy->collapse > rank)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: policy.collapse: expected 0 to %d, got %d", function, what, rank,
                       policy->collapse);
    for (int d = 0; d < SL_MAX_RANK; d++)
        if (policy->tile[d] < 0 || (d >= rank && policy->tile[d] != 0))
            return SL_FAIL(SL_ERR_ARGUMENT,
                           "%s: %s: policy.tile: expected 0 or more for %d dimensions, got %lld for "
                           "dimension %d",
                           function, what, rank, (long long)policy->tile[d], d);
    SL_TRY(check_split(policy, rank, function, what));
    if (policy->scatter != SL_SCATTER_AUTO || policy->reproducible != SL_NO)
        SL_TRY(check_scatter(policy, function, what));
    return sl__policy_ordered(policy, SL_MAX_RANK) ? check_order(policy, rank, function, what) : SL_SUCCESS;
}

sl_status sl__policy_take(const sl_policy *policy, const char *function, const char *noun, sl_policy *own)
{
    if (sl__split_asked(&policy->split))
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: policy.split: expected none for %s, got some", function, noun);
    if (policy->combine)
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: policy.combine: expected 0 for %s, got %d", function, noun,
                       policy->combine);
    *own = (sl_policy){.where = policy->where,
                       .schedule = policy->schedule,
                       .priority = policy->priority,
                       .label = policy->label != NULL ? policy->label : function};
    return SL_SUCCESS;
}
