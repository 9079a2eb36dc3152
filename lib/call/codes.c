/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/codes.h"

#include <string.h>

static uint64_t codes_all(size_t elem)
{
    return UINT64_MAX >> (64 - 8 * elem);
}

void sl__codes_set(struct sl__codes *codes, sl_type type, size_t elem)
{
    const int is_signed = type == SL_INT8 || type == SL_INT16 || type == SL_INT32 || type == SL_INT64;
    codes->is_float_ = type == SL_FLOAT || type == SL_DOUBLE;
    codes->sign_ = is_signed || codes->is_float_ ? (uint64_t)1 << (8 * elem - 1) : 0;
    /* As many NaNs of either sign as there are fractions but 0. */
    codes->negative_nans_ = !codes->is_float_ ? 0 : ((uint64_t)1 << (type == SL_FLOAT ? 23 : 52)) - 1;
    codes->last_ = codes_all(elem) - 2 * codes->negative_nans_;
}

uint64_t sl__codes_of(const struct sl__codes *codes, size_t elem, const void *number)
{
    uint64_t code = 0;
    memcpy(&code, number, elem);
    SL__ENCODE(uint64_t, code, *codes);
    return code & codes_all(elem);
}
