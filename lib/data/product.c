/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of spaces. */
#include <stdio.h>

#include "base/error.h"
#include "base/state.h"
#include "data/index_set.h"
#include "data/list.h"
#include "kernel/space.h"

static const char function[] = "sl_space_product";

/* Refuses what has no place in a product. An index set becomes a list. */
static sl_status product_check(int s, sl_space *part)
{
    char argument[32];
    snprintf(argument, sizeof argument, "space %d", s);
    if (part->kind == SL_SPACE_SET)
        SL_TRY(sl__index_set_list((sl_index_set *)part->object[0], function, argument, part));
    if (sl__space_ops_of(part->kind) == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected a range, stride, list or index set, got an unknown kind",
                       function, argument);
    if (part->rank < 1 || part->rank > SL_MAX_RANK)
        return SL_FAIL(SL_ERR_RANK, "%s: %s: expected rank 1 to %d, got %d", function, argument, SL_MAX_RANK,
                       part->rank);
    if (part->kind == SL_SPACE_STRIDE && part->step[0] == 0)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected a stride other than 0, got that", function, argument);
    for (int d = 0; d < part->rank; d++)
        if (sl__space_ends_in_view(part, d))
            SL_TRY(sl__list_check_end(part, d, function, argument));
        else if (sl__space_is_listed(part, d))
            SL_TRY(sl__list_check(part, d, function, argument));
    if (part->kind == SL_SPACE_RANGE_VIEW && part->lo[0] == part->hi[0]) /* nobody reads where that ends */
        part->kind = SL_SPACE_BOX;
    return SL_SUCCESS;
}

static sl_status product_add(sl_space *space, int s, const sl_space *of)
{
    sl_space part = *of;
    SL_TRY(product_check(s, &part));
    if (space->rank + part.rank > SL_MAX_RANK)
        return SL_FAIL(SL_ERR_RANK, "%s: expected spaces of %d dimensions together, or fewer, got %d up to space %d",
                       function, SL_MAX_RANK, space->rank + part.rank, s);
    for (int d = 0; d < part.rank; d++, space->rank++) {
        space->lo[space->rank] = part.lo[d];
        space->hi[space->rank] = part.hi[d];
        space->step[space->rank] = part.kind == SL_SPACE_BOX ? 0 : part.step[d];
        space->object[space->rank] = sl__space_view(&part, d);
    }
    space->kind = part.kind == SL_SPACE_BOX ? space->kind : SL_SPACE_PRODUCT;
    return SL_SUCCESS;
}

sl_space sl_space_product(int count, const sl_space spaces[])
{
    SL__CALL();
    static const sl_space none = {.rank = 0};
    sl_space space = none;
    if (sl__runtime_check(function) != SL_SUCCESS)
        return none;
    if (count < 1 || spaces == NULL) {
        SL_FAIL(SL_ERR_ARGUMENT, "%s: spaces: expected 1 or more, got %s %d", function,
                spaces == NULL ? "NULL and the number" : "the number", count);
        return none;
    }
    if (count == 1)
        return spaces[0];
    for (int s = 0; s < count; s++)
        if (product_add(&space, s, &spaces[s]) != SL_SUCCESS)
            return none;
    return space;
}
