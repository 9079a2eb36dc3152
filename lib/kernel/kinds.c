/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/kinds.h"

enum { SCALAR = 1u << SL_ARG_SCALAR, VIEW = 1u << SL_ARG_VIEW, TARGET = 1u << SL_ARG_INTO | 1u << SL_ARG_HOST };

const sl__kind sl__kinds[SL__KINDS_END] = {
    [SL__SCALAR] = {.class = SL__CLASS_VALUE, .takes = SCALAR, .expects = "a scalar", .noun = ""},
    [SL__IN] =
        {.class = SL__CLASS_VIEW, .takes = VIEW, .expects = "a view", .noun = "a view", .access = SL_READ, .swept = 1},
    [SL__OUT] = {.class = SL__CLASS_VIEW,
                 .takes = VIEW,
                 .expects = "a view",
                 .noun = "a view",
                 .access = SL_WRITE,
                 .leaves_unwritten = 1,
                 .swept = 1},
    [SL__INOUT] =
        {.class = SL__CLASS_VIEW, .takes = VIEW, .expects = "a view", .noun = "a view", .access = SL_RDWR, .swept = 1},
    [SL__REDUCTION] = {.class = SL__CLASS_RESULT, .takes = TARGET, .expects = "a target for its result", .noun = ""},
    [SL__TABLE] = {.class = SL__CLASS_VIEW,
                   .takes = VIEW,
                   .expects = "a view",
                   .noun = "a table, which is a view",
                   .access = SL_READ},
    [SL__SCATTER] = {.class = SL__CLASS_VIEW,
                     .takes = VIEW,
                     .expects = "a view",
                     .noun = "a view to scatter into",
                     .access = SL_RDWR,
                     .joins = SL__JOINS_VALUES},
    [SL__ARRAY] = {.class = SL__CLASS_VIEW,
                   .takes = VIEW,
                   .expects = "a view",
                   .noun = "a view for an array of results",
                   .access = SL_WRITE,
                   .joins = SL__JOINS_RESULTS},
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
