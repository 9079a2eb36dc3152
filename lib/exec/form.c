/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/form.h"

#include "exec/cpu/loop.h"
#include "exec/cpu/nest.h"
#include "exec/cpu/scan.h"
#include "exec/cpu/sort.h"

/* A row each. */
const sl__form_exec sl__forms_exec[SL__FORMS_END] = {
    [SL__FORM_LOOP] = {.run = sl__loop_run, .launch = sl__launch_loop},
    [SL__FORM_TEAM] = {.run = sl__loop_run, .launch = sl__launch_team},
    [SL__FORM_SCAN] = {.run = sl__scan_run, .launch = sl__launch_scan},
    [SL__FORM_SCAN_VIEW] = {.cut = sl__scan_cut, .run = sl__scan_run, .launch = sl__launch_scan},
    [SL__FORM_CALL] = {.launches_itself = 1},
    [SL__FORM_SORT] = {.cut = sl__sort_cut, .run = sl__sort_run, .launches_itself = 1},
    [SL__FORM_NEST] = {.cut = sl__nest_cut, .run = sl__nest_run, .launch = sl__launch_nest},
    [SL__FORM_NEST_ALONE] = {.cut = sl__nest_cut, .run = sl__nest_run, .launch = sl__launch_nest},
    [SL__FORM_NEST_AUTO] = {.cut = sl__nest_cut, .run = sl__nest_run, .launch = sl__launch_nest},
};
