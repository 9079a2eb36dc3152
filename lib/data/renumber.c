/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/renumber.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/state.h"
#include "data/open_map.h"
#include "data/renumbering.h"
#include "data/view.h"

/* A view that numbers go to. */
static sl_status check_number_view(const char *function, const char *argument, const sl_view *v, const sl_view *map,
                                   const char *what, sl_index count)
{
    if (v == NULL)
        return SL_SUCCESS;
    SL_TRY(sl__view_check(v, function, argument));
    SL_TRY(sl__view_check_strides(v, function, argument));
    SL_TRY(sl__view_check_writable(v, function, argument));
    if (v->type != SL_INT32 && v->type != SL_INT64)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(v), "%s: %s: expected one of int32_t or int64_t, got \"%s\" of %s",
                          function, argument, v->label, sl_type_name(v->type));
    if (v->rank != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(v), "%s: %s: expected rank 1, got \"%s\" of rank %d", function,
                          argument, v->label, v->rank);
    if (v->n[0] != count)
        return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(map), sl__view_made(v),
                               "%s: %s: expected extent %" PRId64 ", the %s of \"%s\", got %" PRId64 " in \"%s\"",
                               function, argument, count, what, map->label, v->n[0], v->label);
    if (v->type == SL_INT32 && count > INT32_MAX)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(v),
                          "%s: %s: expected int64_t for %" PRId64 " %s, got \"%s\" of int32_t", function, argument,
                          count, what, v->label);
    return SL_SUCCESS;
}

static sl_status write_numbers(const char *function, sl_view *v, const sl_index number[])
{
    if (v == NULL)
        return SL_SUCCESS;
    void *to = sl_host_begin(v, SL_WRITE, v->type, function);
    if (to == NULL)
        return sl_last_status();
    for (sl_index k = 0; k < v->n[0]; k++)
        if (v->type == SL_INT64)
            ((int64_t *)to)[k * v->s[0]] = number[k];
        else
            ((int32_t *)to)[k * v->s[0]] = (int32_t)number[k];
    return sl_host_end(v);
}

/* @param[out] target  [targets]  @param[out] element  [elements] */
static sl_status find_numbers(const char *function, const sl__open_map *m, sl_index target[], sl_index element[])
{
    sl_status status = sl__map_check(function, m);
    if (status != SL_SUCCESS)
        return status;
    status = sl__renumber_targets(&m->in, target);
    if (status == SL_SUCCESS)
        status = sl__renumber_elements(&m->in, target, element);
    return status == SL_SUCCESS
               ? status
               : SL_FAIL_OF(status, sl__view_made(m->view),
                            "%s: expected memory for the neighbours of %" PRId64 " targets of \"%s\", got none",
                            function, m->in.targets, m->view->label);
}

sl_status sl_renumber(sl_view *map, sl_index n_targets, sl_view *elements, sl_view *targets)
{
    SL__CALL();
    static const char function[] = "sl_renumber";
    sl__open_map m;
    SL_TRY(sl__map_open(function, map, n_targets, &m));
    sl_index *element = NULL, *target = NULL;
    sl_status status = check_number_view(function, "elements", elements, map, "elements", m.in.elements);
    if (status == SL_SUCCESS)
        status = check_number_view(function, "targets", targets, map, "targets", n_targets);
    if (status == SL_SUCCESS && elements != NULL && targets != NULL)
        status = sl__view_check_apart(function, "targets", SL__APART_MEMORY, targets, "elements ", elements);
    if (status == SL_SUCCESS) {
        element = sl__map_zeros(function, &m, m.in.elements, sizeof *element);
        target = element != NULL ? sl__map_zeros(function, &m, n_targets, sizeof *target) : NULL;
        status = target != NULL ? find_numbers(function, &m, target, element) : SL_ERR_MEMORY;
    }
    const sl_status ended = sl_host_end(map);
    if (status == SL_SUCCESS)
        status = ended;
    if (status == SL_SUCCESS)
        status = write_numbers(function, elements, element);
    if (status == SL_SUCCESS)
        status = write_numbers(function, targets, target);
    free(element);
    free(target);
    return status;
}

sl_status sl_renumber_statistics(sl_view *map, sl_index n_targets, sl_renumber_stats *stats)
{
    SL__CALL();
    static const char function[] = "sl_renumber_statistics";
    sl__open_map m;
    if (stats == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: stats: expected where to put the numbers, got NULL", function);
    SL_TRY(sl__map_open(function, map, n_targets, &m));
    sl_status status = sl__map_check(function, &m);
    sl_renumber_stats s = {.bandwidth = 0};
    double sum = 0;
    for (sl_index e = 0; e < m.in.elements && m.in.each > 0 && status == SL_SUCCESS; e++) {
        sl_index least = INT64_MAX, most = 0;
        for (sl_index j = 0; j < m.in.each; j++) {
            const sl_index t = sl__target_of(&m.in, m.in.wide, e, j);
            least = t < least ? t : least;
            most = t > most ? t : most;
        }
        s.bandwidth = most - least > s.bandwidth ? most - least : s.bandwidth;
        sum += (double)(most - least);
    }
    s.mean_span = m.in.elements > 0 ? sum / (double)m.in.elements : 0;
    const sl_status ended = sl_host_end(map);
    if (status == SL_SUCCESS)
        status = ended;
    if (status == SL_SUCCESS)
        *stats = s;
    return status;
}
