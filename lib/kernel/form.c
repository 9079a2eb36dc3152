/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/form.h"

#include "kernel/blocks.h"
#include "kernel/space.h"
#include "kernel/teams.h"

static sl_index points_around(const sl_space *space)
{
    const sl_index count = sl__space_around(space);
    return count < 0 ? INT64_MAX : count;
}

/* A row each. */
const sl__form sl__forms[SL__FORMS_END] = {
    [SL__FORM_LOOP] =
        {.noun = "loop", .boxes = 1, .chunks = 1, .ordered = 1, .points = sl_space_size, .check = sl__teams_check_none},
    [SL__FORM_TEAM] = {.noun = "team kernel",
                       .boxes = 1,
                       .chunks = 1,
                       .teams = 1,
                       .blocks = SL__BLOCKS_OF_TEAMS,
                       .points = sl_space_size,
                       .check = sl__teams_check,
                       .pack = sl__teams_pack,
                       .key = sl__teams_key},
    [SL__FORM_SCAN] = {.noun = "scan",
                       .chunks = 1,
                       .scans = 1,
                       .blocks = SL__BLOCKS_OF_SCANS,
                       .points = sl_space_size,
                       .check = sl__teams_check_none},
    [SL__FORM_SCAN_VIEW] =
        {.noun = "scan", .scans = 1, .lines = 1, .points = sl_space_size, .check = sl__teams_check_none},
    [SL__FORM_CALL] = {.noun = "sort", .points = sl_space_size, .check = sl__teams_check_none},
    [SL__FORM_SORT] = {.noun = "sort", .points = sl_space_size, .check = sl__teams_check_none},
    [SL__FORM_NEST] =
        {.noun = "nest", .chunks = 1, .nests = 1, .ordered = 1, .points = points_around, .check = sl__teams_check_none},
    [SL__FORM_NEST_ALONE] = {.noun = "nest",
                             .chunks = 1,
                             .nests = 1,
                             .alone = 1,
                             .ordered = 1,
                             .points = points_around,
                             .check = sl__teams_check_none},
    [SL__FORM_NEST_AUTO] = {.noun = "nest",
                            .chunks = 1,
                            .nests = 1,
                            .tries = 1,
                            .ordered = 1,
                            .points = points_around,
                            .check = sl__teams_check_none},
};

const sl__form sl__form_of_host = {.noun = "host function", .points = sl_space_size};
