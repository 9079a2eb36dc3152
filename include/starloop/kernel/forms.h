/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The forms of a kernel: a row and a header each.
 *
 * A form says which functions a kernel has and what loops are in them; all else of SL_KERNEL is common. To add one,
 * write its row and its header, which defines for it, with a token sl__FORM of its own,
 *
 *     SL__CHUNKS_sl__FORM(E_, K_, KR_, ...)            its chunk functions for CPUs, by SL__CHUNK
 *     SL__CHUNK_TABLE_sl__FORM(E_, K_, KR_, ...)       these by their numbers (kernel/cases.h), or 0
 *     SL__DEVICE_FUNCTIONS_sl__FORM(E_, K_, KR_, ...)  with nvcc, K_##__NAME_cuda_ for each layout, any and wide
 *     SL__DEVICE_TURNS_sl__FORM(E_, KR_, ...)          how many iterations a thread of these may have
 *     SL__DEVICE_COPIES_sl__FORM(E_, K_, ...)          the function with copies of what it scatters into, or 0
 *     SL__DEVICE_JOINS_sl__FORM(E_, K_, ...)           whether a launch may be several loops, or 0
 *     SL__SCANS_sl__FORM                               SL__PROBE, if the library is to run it as a scan; else nothing
 *     SL__TEAMS_sl__FORM                               SL__PROBE, if its body is told of a team; else nothing
 *
 * E_ are the arguments' slots, K_ the kernel, KR_ its rank and the rest its arguments (kernel/words.h). A macro of its
 * own that defines kernels of one form names it to SL__KERNEL_OF; SL_KERNEL finds it by the classes of the arguments,
 * of which the first with a row decides.
 */
#ifndef STARLOOP_KERNEL_FORMS_H
#define STARLOOP_KERNEL_FORMS_H

#include <starloop/kernel/device.h>
#include <starloop/kernel/emit.h>
#include <starloop/kernel/pack.h>

/* clang-format off */
/* By class: nothing, or ~, form, */
#define SL__FORM_BY_sl__value(...)
#define SL__FORM_BY_sl__view(...)
#define SL__FORM_BY_sl__scatter(...)
#define SL__FORM_BY_sl__array(...) ~, sl__arrays,
#define SL__FORM_BY_sl__pack(...)
#define SL__FORM_BY_sl__mapped(...)
#define SL__FORM_BY_sl__scratch(...)
#define SL__FORM_BY_sl__result(...) ~, sl__reduce,

#define SL__FORM(E_, ...) SL__FORM2(E_(SL__FORM_BY, ~, __VA_ARGS__) , sl__loop, ~)
#define SL__FORM2(...) SL__SECOND(__VA_ARGS__)
#define SL__FORM_BY(K_, I_, W_) SL__BY_CLASS(SL__FORM_BY_, K_, I_, W_)
/* clang-format on */

#include <starloop/kernel/form_arrays.h>
#include <starloop/kernel/form_arrays_device.h>
#include <starloop/kernel/form_loop.h>
#include <starloop/kernel/form_loop_device.h>
#include <starloop/kernel/scatter_device.h>
#include <starloop/kernel/form_nest.h>
#include <starloop/kernel/form_reduce.h>
#include <starloop/kernel/form_reduce_device.h>
#include <starloop/kernel/form_reduce_ordered_device.h>
#include <starloop/kernel/form_scan.h>
#include <starloop/kernel/form_scan_device.h>
#include <starloop/kernel/form_team.h>
#include <starloop/kernel/form_team_device.h>
#include <starloop/kernel/team_token.h>

#endif
