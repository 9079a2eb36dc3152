/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/kinds.h"

enum { SCALAR = 1u << SL_ARG_SCALAR, VIEW = 1u << SL_ARG_VIEW, TARGET = 1u << SL_ARG_INTO | 1u << SL_ARG_HOST };

const sl__kind sl__kinds[SL__KINDS_END] = {
    [SL__SCALAR] = {SL__CLASS_VALUE, SCALAR, "a scalar", "", 0, 0, 0, SL__JOINS_NOTHING},
    [SL__IN] = {SL__CLASS_VIEW, VIEW, "a view", "a view", SL_READ, 0, 1, SL__JOINS_NOTHING},
    [SL__OUT] = {SL__CLASS_VIEW, VIEW, "a view", "a view", SL_WRITE, 1, 1, SL__JOINS_NOTHING},
    [SL__INOUT] = {SL__CLASS_VIEW, VIEW, "a view", "a view", SL_RDWR, 0, 1, SL__JOINS_NOTHING},
    [SL__REDUCTION] = {SL__CLASS_RESULT, TARGET, "a target for its result", "", 0, 0, 0, SL__JOINS_NOTHING},
    [SL__TABLE] = {SL__CLASS_VIEW, VIEW, "a view", "a table, which is a view", SL_READ, 0, 0, SL__JOINS_NOTHING},
    [SL__SCATTER] = {SL__CLASS_VIEW, VIEW, "a view", "a view to scatter into", SL_RDWR, 0, 0, SL__JOINS_VALUES},
    [SL__ARRAY] = {SL__CLASS_VIEW, VIEW, "a view", "a view for an array of results", SL_WRITE, 0, 0, SL__JOINS_RESULTS},
};

sl__arg_info sl__info_of_view(const char *name, int kind, sl_type type, int rank, const char *modifiers, size_t offset)
{
    return (sl__arg_info){.name = name,
                          .kind = kind,
                          .type = type,
                          .type_name = sl_type_name(type),
                          .size = sl_type_size(type),
                          .align = sl_type_size(type),
                          .rank = rank,
                          .modifiers = modifiers,
                          .offset = offset};
}

sl__arg_info sl__info_of_scalar(const char *name, const char *type, size_t size, size_t align, size_t offset)
{
    return (sl__arg_info){.name = name,
                          .kind = SL__SCALAR,
                          .type_name = type,
                          .size = size,
                          .align = align,
                          .modifiers = "",
                          .offset = offset};
}
