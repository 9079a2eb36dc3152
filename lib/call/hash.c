/* SPDX-License-Identifier: BSD-3-Clause */
/* Hash tables on the host: loops of the library's own kernels (codelets/hash.c). */
#include <starloop/hash.h>

#include <inttypes.h>

#include <starloop/element.h>

#include "base/error.h"
#include "base/state.h"
#include "call/bits.h"
#include "call/submit.h"
#include "data/create.h"
#include "data/view.h"
#include "kernel/policy.h"

extern const sl_kernel sl__hash_clear32__kernel, sl__hash_clear64__kernel, sl__hash_count32__kernel,
    sl__hash_count64__kernel, sl__hash_move32__kernel, sl__hash_move64__kernel;

static sl_index hash_slots(const sl_view *table)
{
    return table->n[0] - 1;
}

static sl_status hash_check(const char *function, const sl_view *table)
{
    SL_TRY(sl__view_check(table, function, "table"));
    const sl_index slots = table->rank == 1 ? hash_slots(table) : 0;
    if ((table->type != SL_INT32 && table->type != SL_INT64) || slots < 1 || (slots & (slots - 1)) != 0)
        return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(table),
                          "%s: table: expected a table of sl_hash_create(), got \"%s\" of %s and rank %d", function,
                          table->label, sl_type_name(table->type), table->rank);
    return SL_SUCCESS;
}

/* A loop over the slots, and over so many elements behind them. */
static sl_status hash_loop(const char *function, const sl_kernel *kernel, sl_view *table, int behind,
                           const sl_arg args[], int n)
{
    const sl_space space = {.rank = 1, .hi = {hash_slots(table) + behind}};
    return sl__submit_from(function, 0, kernel, NULL, &space, args, n);
}

static sl_status hash_clear(const char *function, sl_view *table)
{
    const sl_arg arg = {.kind = SL_ARG_VIEW, .view = table};
    return hash_loop(function, table->type == SL_INT32 ? &sl__hash_clear32__kernel : &sl__hash_clear64__kernel, table,
                     1, &arg, 1);
}

/* @param[in] argument  the name of table in the call */
static sl_status hash_create(const char *function, const char *label, sl_type key, sl_index capacity,
                             const char *argument, sl_view **table)
{
    sl_index slots = 1;
    SL_TRY(sl__runtime_check(function));
    if (table == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected the address of a pointer, got NULL", function, argument);
    *table = NULL;
    if (key != SL_INT32 && key != SL_INT64)
        return SL_FAIL(SL_ERR_TYPE, "%s: key: expected SL_INT32 or SL_INT64, got %s", function, sl_type_name(key));
    if (capacity < 1 || capacity > (sl_index)1 << 40)
        return SL_FAIL(SL_ERR_EXTENT, "%s: capacity: expected 1 to 2^40 keys, got %" PRId64, function, capacity);
    while (3 * slots < 4 * capacity)
        slots *= 2;
    SL_TRY(
        sl__view_create(function, label, key, &SL_LAYOUT_RIGHT, &SL_EXTENTS(slots + 1), SL_VIEW_UNINITIALIZED, table));
    const sl_status status = hash_clear(function, *table);
    if (status != SL_SUCCESS)
        sl_view_destroy(table);
    return status;
}

sl_status sl_hash_create(const char *label, sl_type key, sl_index capacity, sl_view **table)
{
    SL__CALL();
    return sl__submit_noted(hash_create("sl_hash_create", label, key, capacity, "table", table));
}

sl_status sl_hash_clear(sl_view *table)
{
    SL__CALL();
    sl_status status = hash_check("sl_hash_clear", table);
    if (status == SL_SUCCESS)
        status = hash_clear("sl_hash_clear", table);
    return sl__submit_noted(status);
}

static sl_status hash_count(const char *function, sl_view *table, sl_hash_counts *counts)
{
    SL_TRY(sl__runtime_check_blocking(function));
    SL_TRY(hash_check(function, table));
    if (counts == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: counts: expected the address of an sl_hash_counts, got NULL", function);
    const sl_index slots = hash_slots(table);
    sl_hash_counts got = {.slots = slots};
    uint32_t lost32 = 0;
    SL_TRY(sl__count(function, table->type == SL_INT32 ? &sl__hash_count32__kernel : &sl__hash_count64__kernel, table,
                     slots, &got.keys));
    SL_TRY(sl_element_get(table, table->type, SL_EXTENTS(slots),
                          table->type == SL_INT32 ? (void *)&lost32 : (void *)&got.lost, function));
    got.lost += lost32;
    *counts = got;
    return SL_SUCCESS;
}

sl_status sl_hash_count(sl_view *table, sl_hash_counts *counts)
{
    SL__CALL();
    return sl__submit_noted(hash_count("sl_hash_count", table, counts));
}

static sl_status hash_move(const char *function, sl_view *table, sl_view *larger, sl_view *moved)
{
    const sl_arg args[] = {{.kind = SL_ARG_VIEW, .view = table},
                           {.kind = SL_ARG_VIEW, .view = larger},
                           {.kind = SL_ARG_VIEW, .view = moved}};
    return hash_loop(function, table->type == SL_INT32 ? &sl__hash_move32__kernel : &sl__hash_move64__kernel, table, 0,
                     args, 3);
}

static sl_status hash_rehash(const char *function, sl_view *table, sl_index capacity, sl_view **larger, sl_view **moved)
{
    sl_view *made = NULL;
    SL_TRY(hash_check(function, table));
    SL_TRY(hash_create(function, table->label, table->type, capacity, "larger", larger));
    sl_status status = sl__view_create(function, "moved", SL_INT64, &SL_LAYOUT_RIGHT, &SL_EXTENTS(hash_slots(table)),
                                       SL_VIEW_UNINITIALIZED, &made);
    if (status == SL_SUCCESS)
        status = hash_move(function, table, *larger, made);
    if (status == SL_SUCCESS && moved != NULL)
        *moved = made;
    else if (made != NULL)
        sl_view_destroy(&made);
    if (status != SL_SUCCESS)
        sl_view_destroy(larger);
    return status;
}

sl_status sl_hash_rehash(sl_view *table, sl_index capacity, sl_view **larger, sl_view **moved)
{
    SL__CALL();
    return sl__submit_noted(hash_rehash("sl_hash_rehash", table, capacity, larger, moved));
}
