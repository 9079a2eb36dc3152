/* SPDX-License-Identifier: BSD-3-Clause */
/* Maps of a program's own: seen to be right once, so that copies by them need not look. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/progress.h"
#include "base/state.h"
#include "data/view.h"

static const char function[] = "sl_view_set_map";

/* The next indices, the last dimension first. @return 0 after the last ones. */
static int next_indices(const sl_view *v, sl_index x[])
{
    for (int d = v->rank - 1; d >= 0; d--) {
        if (++x[d] < v->n[d])
            return 1;
        x[d] = 0;
    }
    return 0;
}

static const char *indices_text(const sl_view *v, const sl_index x[], char *text, size_t size)
{
    size_t at = 0;
    for (int d = 0; d < v->rank && at < size; d++)
        at += (size_t)snprintf(text + at, size - at, "%s%" PRId64, d > 0 ? ", " : "", x[d]);
    return text;
}

/* Every element has a place, and no other one has it. @param[in,out] taken  a bit for each place, 0 */
static sl_status check_places(const sl_view *v, sl_layout_map map, uint64_t *taken)
{
    sl_index x[SL_MAX_RANK] = {0};
    char text[128];
    do {
        const sl_index place = map(x, v->n);
        if (place < 0 || place >= v->s[0])
            return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(v),
                              "%s: map: expected a place in [0, %" PRId64 ") of \"%s\", got %" PRId64
                              " for element (%s)",
                              function, v->s[0], v->label, place, indices_text(v, x, text, sizeof text));
        const uint64_t bit = UINT64_C(1) << (place % 64);
        if (taken[place / 64] & bit)
            return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(v),
                              "%s: map: expected a place of its own for each element of \"%s\", got %" PRId64
                              " for element (%s), as for one before it",
                              function, v->label, place, indices_text(v, x, text, sizeof text));
        taken[place / 64] |= bit;
    } while (next_indices(v, x));
    return SL_SUCCESS;
}

static sl_status set_map_check(const sl_view *v, sl_layout_map map)
{
    if (v->count == 0)
        return SL_SUCCESS;
    uint64_t *taken = calloc((size_t)v->s[0] / 64 + 1, sizeof *taken);
    if (taken == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a bit of each of %" PRId64 " places of \"%s\", got none",
                       function, v->s[0], v->label);
    const sl_status status = check_places(v, map, taken);
    free(taken);
    return status;
}

sl_status sl_view_set_map(sl_view *view, sl_layout_map map)
{
    SL__CALL();
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(view, function, "view"));
    if (view->layout.map != SL__LAYOUT_MAPPED)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(view),
                          "%s: view: expected one of SL_LAYOUT_MAPPED, got \"%s\" of another layout", function,
                          view->label);
    if (map == NULL)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(view), "%s: map: expected a function for \"%s\", got NULL",
                          function, view->label);
    SL_TRY(set_map_check(view, map));
    atomic_store_explicit(&view->root->layout.places, map, memory_order_release);
    return SL_SUCCESS;
}
