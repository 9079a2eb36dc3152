/* SPDX-License-Identifier: BSD-3-Clause */
/* Sets of bits on the host, and counts of elements by a kernel of codelets/hash.c. */
#include <starloop/bits.h>

#include <starloop/element.h>

#include "base/error.h"
#include "base/state.h"
#include "call/bits.h"
#include "call/submit.h"
#include "data/create.h"
#include "data/view.h"
#include "kernel/policy.h"

extern const sl_kernel sl__bits_count__kernel;

sl_status sl__count(const char *function, const sl_kernel *kernel, sl_view *view, sl_index n, sl_index *count)
{
    const sl_space space = {.rank = 1, .hi = {n}};
    sl_view *sum = NULL;
    SL_TRY(sl__view_create(function, "count", SL_INT64, &SL_LAYOUT_RIGHT, &SL_EXTENTS(), SL_VIEW_DEFAULT, &sum));
    const sl_arg args[] = {{.kind = SL_ARG_VIEW, .view = view}, {.kind = SL_ARG_INTO, .view = sum}};
    sl_status status = sl__submit_from(function, 0, kernel, NULL, &space, args, 2);
    if (status == SL_SUCCESS)
        status = sl_element_get(sum, SL_INT64, SL_EXTENTS(), count, function);
    sl_view_destroy(&sum);
    return status;
}

static sl_status bits_count(const char *function, sl_view *bits, sl_index *count)
{
    SL_TRY(sl__runtime_check_blocking(function));
    SL_TRY(sl__view_check(bits, function, "bits"));
    if (count == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: count: expected the address of an sl_index, got NULL", function);
    if (bits->type != SL_UINT32)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(bits), "%s: bits: expected a view of uint32_t, got \"%s\" of %s",
                          function, bits->label, sl_type_name(bits->type));
    if (bits->rank != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(bits),
                          "%s: bits: expected a view of rank 1, got \"%s\" of rank %d", function, bits->label,
                          bits->rank);
    return sl__count(function, &sl__bits_count__kernel, bits, bits->n[0], count);
}

sl_status sl_bits_count(sl_view *bits, sl_index *count)
{
    SL__CALL();
    return sl__submit_noted(bits_count("sl_bits_count", bits, count));
}
