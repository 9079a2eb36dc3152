/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/color.h>

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/state.h"
#include "data/coloring.h"
#include "data/index_set.h"
#include "data/list.h"
#include "data/indices.h"
#include "data/open_map.h"

enum { MOST = INT_MAX - 64 /* colours */ };

/* @param[out] color  [elements] from 1 on  @param[out] colors  how many there are */
static sl_status color_all(const char *function, const sl__open_map *m, int color[], int *colors)
{
    const sl_status status = sl__coloring_greedy(&m->in, 1, MOST, color, colors);
    if (status == SL_ERR_MEMORY)
        return SL_FAIL_OF(status, sl__view_made(m->view),
                          "%s: expected memory for %" PRId64 " targets of \"%s\", got none", function, m->in.targets,
                          m->view->label);
    if (status != SL_SUCCESS)
        return SL_FAIL_OF(status, sl__view_made(m->view), "%s: map: expected at most %d colours of \"%s\", got more",
                          function, MOST, m->view->label);
    return SL_SUCCESS;
}

/* ---- the set of the colours ------------------------------------------------------------------------------ */

static sl_status balance(const char *function, const sl__open_map *m, int color[], int colors)
{
    const sl_status status = sl__coloring_balance(&m->in, colors, color);
    return status == SL_SUCCESS
               ? status
               : SL_FAIL_OF(status, sl__view_made(m->view),
                            "%s: expected memory for %d colours at %" PRId64 " targets of \"%s\", got none", function,
                            colors, m->in.targets, m->view->label);
}

/* Elements, by their colours. */
typedef struct color_order {
    int wide; /* int64_t */
    void *element;
    sl_index *begin; /* [colours + 1] */
    int colors;
} color_order;

static inline sl_index ordered(const color_order *o, sl_index k)
{
    return o->wide ? ((const int64_t *)o->element)[k] : ((const int32_t *)o->element)[k];
}

static sl_status sort_by_color(const char *function, const sl__open_map *m, const int color[], color_order *o)
{
    o->wide = m->first < INT32_MIN || m->first + m->in.elements > INT32_MAX;
    o->begin = sl__map_zeros(function, m, (sl_index)o->colors + 2, sizeof *o->begin);
    o->element = sl__map_zeros(function, m, m->in.elements, o->wide ? sizeof(int64_t) : sizeof(int32_t));
    if (o->begin == NULL || o->element == NULL)
        return SL_ERR_MEMORY;
    sl__coloring_sort(color, m->in.elements, m->first, o->colors, o->wide, o->element, o->begin);
    return SL_SUCCESS;
}

/* Adds a colour as a stride, when it is one, else as a list. */
static sl_status push_color(const char *function, const color_order *o, const char *label, sl_index lo, sl_index hi,
                            sl_index_set *set)
{
    const sl_index begin = ordered(o, lo), step = hi - lo > 1 ? ordered(o, lo + 1) - begin : 1;
    sl_index k = lo + 1;
    while (k < hi && ordered(o, k) - ordered(o, k - 1) == step)
        k++;
    if (k == hi && step == 1)
        return sl_index_set_push(set, SL_RANGE(begin, begin + (hi - lo)));
    if (k == hi)
        return sl_index_set_push(set, SL_RANGE_STRIDE(begin, ordered(o, hi - 1) + 1, step));
    sl_list *list = NULL;
    const size_t size = o->wide ? sizeof(int64_t) : sizeof(int32_t);
    SL_TRY(sl__list_create(function, label, o->wide ? SL_INT64 : SL_INT32, (const char *)o->element + (size_t)lo * size,
                           hi - lo, &list));
    const sl_status status = sl_index_set_push(set, SL_LIST(list));
    sl_list_destroy(&list);
    return status;
}

static sl_status set_of_colors(const char *function, const sl__open_map *m, const int color[], int colors,
                               sl_index_set **set)
{
    color_order o = {.colors = colors};
    sl_index_set *made = NULL;
    sl_status status = sort_by_color(function, m, color, &o);
    if (status == SL_SUCCESS)
        status = sl__index_set_create(function, m->view->label, 0, NULL, &made);
    for (int c = 0; c < o.colors && status == SL_SUCCESS; c++)
        status = push_color(function, &o, m->view->label, o.begin[c], o.begin[c + 1], made);
    free(o.begin);
    free(o.element);
    if (status == SL_SUCCESS)
        *set = made;
    else
        sl_index_set_destroy(&made);
    return status;
}

/* Colours a map whose targets are there. */
static sl_status colors_of_map(const char *function, const sl_coloring *how, const sl__open_map *m, sl_index_set **set)
{
    int colors = 0, *color = sl__map_zeros(function, m, m->in.elements, sizeof *color);
    sl_status status = color != NULL ? color_all(function, m, color, &colors) : SL_ERR_MEMORY;
    if (status == SL_SUCCESS && how->balance)
        status = balance(function, m, color, colors);
    if (status == SL_SUCCESS)
        status = set_of_colors(function, m, color, colors, set);
    free(color);
    return status;
}

/* The host is done with a view. @return @p status, or why not: there is no set then */
static sl_status end_reading(sl_view *view, sl_status status, sl_index_set **set)
{
    const sl_status ended = sl_host_end(view);
    if (status == SL_SUCCESS && ended != SL_SUCCESS)
        sl_index_set_destroy(set);
    return status == SL_SUCCESS ? ended : status;
}

static sl_status color_with(const char *function, const sl_coloring *how, sl_view *map, sl_index n_targets,
                            sl_index_set **set)
{
    sl__open_map m;
    if (set == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: set: expected where to put the set, got NULL", function);
    SL_TRY(sl__map_open(function, map, n_targets, &m));
    sl_status status = sl__map_check(function, &m);
    if (status == SL_SUCCESS)
        status = colors_of_map(function, how, &m, set);
    return end_reading(map, status, set);
}

sl_status sl_color(sl_view *map, sl_index n_targets, sl_index_set **set)
{
    SL__CALL();
    static const sl_coloring plain;
    return color_with("sl_color", &plain, map, n_targets, set);
}

sl_status sl_color_with(sl_coloring coloring, sl_view *map, sl_index n_targets, sl_index_set **set)
{
    SL__CALL();
    return color_with("sl_color_with", &coloring, map, n_targets, set);
}

/* ---- graphs ---------------------------------------------------------------------------------------------- */

/* A view of integers of rank 1 that the host has open. */
typedef struct open_line {
    sl_view *view;
    const char *argument;
    const void *from;
} open_line;

static inline sl_index line_at(const open_line *l, sl_index k)
{
    const sl_index at = k * l->view->s[0];
    return l->view->type == SL_INT64 ? ((const int64_t *)l->from)[at] : ((const int32_t *)l->from)[at];
}

static sl_status open_integers(const char *function, const char *argument, sl_view *view, open_line *l)
{
    SL_TRY(sl__view_check(view, function, argument));
    SL_TRY(sl__view_check_strides(view, function, argument));
    if (view->type != SL_INT32 && view->type != SL_INT64)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view),
                          "%s: %s: expected one of int32_t or int64_t, got \"%s\" of %s", function, argument,
                          view->label, sl_type_name(view->type));
    if (view->rank != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(view), "%s: %s: expected rank 1, got \"%s\" of rank %d", function,
                          argument, view->label, view->rank);
    *l = (open_line){.view = view, .argument = argument, .from = sl_host_begin(view, SL_READ, view->type, function)};
    return l->from != NULL ? SL_SUCCESS : sl_last_status();
}

/* Refuses rows that are no ranges of the columns, and columns that are no vertices. */
static sl_status check_graph(const char *function, sl_index vertices, const open_line *rows, const open_line *columns)
{
    const sl_index first = sl_view_first(rows->view, 0), lo = sl_view_first(columns->view, 0);
    for (sl_index v = 0; v < vertices; v++) {
        const sl_index begin = line_at(rows, v), end = line_at(rows, v + 1);
        if (begin < lo || end < begin || end > lo + columns->view->n[0])
            return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(rows->view), sl__view_made(columns->view),
                                   "%s: rows: expected ranges in [%" PRId64 ", %" PRId64 ") of \"%s\", got [%" PRId64
                                   ", %" PRId64 ") of vertex %" PRId64 " of \"%s\"",
                                   function, lo, lo + columns->view->n[0], columns->view->label, begin, end, v + first,
                                   rows->view->label);
        for (sl_index k = begin - lo; k < end - lo; k++) {
            const sl_index other = line_at(columns, k) - first;
            if (other < 0 || other >= vertices)
                return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(columns->view), sl__view_made(rows->view),
                                       "%s: columns: expected vertices in [%" PRId64 ", %" PRId64 "), got %" PRId64
                                       " at %" PRId64 " of \"%s\"",
                                       function, first, first + vertices, other + first, k + lo, columns->view->label);
        }
    }
    return SL_SUCCESS;
}

/* The map whose colours are those of a graph. Vertices that are next to each other share a target: at distance 1 their
 * edge, of the number of its place in the columns; at distance 2 each vertex that is one of them or next to it.
 * @param[out] m  its from and begin are to be freed */
static sl_status map_of_graph(const char *function, const open_line *rows, const open_line *columns, int distance,
                              sl__open_map *m)
{
    const sl_index n = m->in.elements, first = m->first, lo = sl_view_first(columns->view, 0);
    sl_index *begin = sl__map_zeros(function, m, n + 2, sizeof *begin), *put = begin != NULL ? begin + 1 : NULL;
    m->in.begin = begin;
    if (begin == NULL)
        return SL_ERR_MEMORY;
    for (sl_index v = 0; v < n; v++) {
        put[v + 1] += distance == 2;
        for (sl_index k = line_at(rows, v) - lo; k < line_at(rows, v + 1) - lo; k++) {
            const sl_index u = line_at(columns, k) - first;
            put[v + 1] += u != v;
            put[u + 1] += u != v;
        }
    }
    for (sl_index v = 0; v < n; v++)
        put[v + 1] += put[v];
    int64_t *target = sl__map_zeros(function, m, put[n], sizeof *target);
    m->in.from = target;
    if (target == NULL)
        return SL_ERR_MEMORY;
    for (sl_index v = 0; v < n; v++) { /* then put[v] is where v + 1 begins, as begin[v + 1] is to say */
        if (distance == 2)
            target[put[v]++] = v;
        for (sl_index k = line_at(rows, v) - lo; k < line_at(rows, v + 1) - lo; k++) {
            const sl_index u = line_at(columns, k) - first;
            if (u == v)
                continue;
            target[put[v]++] = distance == 2 ? u : k;
            target[put[u]++] = distance == 2 ? v : k;
        }
    }
    m->in.wide = 1;
    m->in.targets = distance == 2 ? n : columns->view->n[0];
    return SL_SUCCESS;
}

static sl_status color_graph(const char *function, const sl_coloring *how, const open_line *rows,
                             const open_line *columns, int distance, sl_index_set **set)
{
    sl__open_map m = {
        .in = {.elements = rows->view->n[0] - 1}, .first = sl_view_first(rows->view, 0), .view = rows->view};
    SL_TRY(check_graph(function, m.in.elements, rows, columns));
    sl_status status = map_of_graph(function, rows, columns, distance, &m);
    if (status == SL_SUCCESS)
        status = colors_of_map(function, how, &m, set);
    free((void *)m.in.from);
    free((void *)m.in.begin);
    return status;
}

static sl_status graph_color_with(const char *function, const sl_coloring *how, sl_view *rows, sl_view *columns,
                                  int distance, sl_index_set **set)
{
    open_line r, c;
    if (set == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: set: expected where to put the set, got NULL", function);
    if (distance != 1 && distance != 2)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: distance: expected 1 or 2, got %d", function, distance);
    SL_TRY(sl__runtime_check(function));
    SL_TRY(open_integers(function, "rows", rows, &r));
    sl_status status = open_integers(function, "columns", columns, &c);
    if (status == SL_SUCCESS) {
        if (rows->n[0] > 0)
            status = color_graph(function, how, &r, &c, distance, set);
        else
            status = SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(rows),
                                "%s: rows: expected an element more than vertices, got none in \"%s\"", function,
                                rows->label);
        status = end_reading(columns, status, set);
    }
    return end_reading(rows, status, set);
}

sl_status sl_graph_color(sl_view *rows, sl_view *columns, int distance, sl_index_set **set)
{
    SL__CALL();
    static const sl_coloring plain;
    return graph_color_with("sl_graph_color", &plain, rows, columns, distance, set);
}

sl_status sl_graph_color_with(sl_coloring coloring, sl_view *rows, sl_view *columns, int distance, sl_index_set **set)
{
    SL__CALL();
    return graph_color_with("sl_graph_color_with", &coloring, rows, columns, distance, set);
}

/* ---- looking at them ------------------------------------------------------------------------------------- */

/* Which segment has each element, from 1 on. */
static sl_status segments_of(const char *function, const sl__open_map *m, const sl_index_set *set,
                             const sl_index index[], int segment[])
{
    sl_index k = 0;
    for (int s = 0; s < set->count; s++)
        for (const sl_index end = k + sl_space_size(&set->segment[s]); k < end; k++) {
            if (index[k] < m->first || index[k] >= m->first + m->in.elements)
                return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(m->view), sl__index_set_made(set),
                                       "%s: set: expected elements in [%" PRId64 ", %" PRId64
                                       ") of \"%s\", got %" PRId64 " in segment %d of \"%s\"",
                                       function, m->first, m->first + m->in.elements, m->view->label, index[k], s,
                                       set->label);
            const sl_index e = index[k] - m->first;
            if (segment[e] != 0)
                return SL_FAIL_OF(SL_ERR_ARGUMENT, sl__index_set_made(set),
                                  "%s: set: expected each element once in \"%s\", got %" PRId64
                                  " in segment %d and again in %d",
                                  function, set->label, index[k], segment[e] - 1, s);
            segment[e] = s + 1;
        }
    for (sl_index e = 0; e < m->in.elements; e++)
        if (segment[e] == 0)
            return SL_FAIL_OF_BOTH(SL_ERR_ARGUMENT, sl__view_made(m->view), sl__index_set_made(set),
                                   "%s: set: expected each element of \"%s\" in \"%s\", got none of %" PRId64, function,
                                   m->view->label, set->label, e + m->first);
    return SL_SUCCESS;
}

/* Refuses elements of one segment that share a target. @param[in,out] owner  [targets] of 0: 1 and an element that has
 * it, the last one that was looked at. */
static sl_status apart(const char *function, const sl__open_map *m, const sl_index_set *set, const sl_index index[],
                       const int segment[], sl_index owner[])
{
    for (sl_index k = 0; k < set->size; k++) /* segment by segment: so is the owner's, if it is of this one */
        for (sl_index j = 0; j < m->in.each; j++) {
            const sl_index e = index[k] - m->first, t = sl__target_of(&m->in, m->in.wide, e, j), other = owner[t] - 1;
            if (other >= 0 && other != e && segment[other] == segment[e])
                return SL_FAIL_OF_BOTH(
                    SL_ERR_RACE, sl__index_set_made(set), sl__view_made(m->view),
                    "%s: set: expected elements without common targets in segment %d of \"%s\", got %" PRId64
                    " and %" PRId64 ", which share target %" PRId64 " of \"%s\"",
                    function, segment[e] - 1, set->label, other + m->first, index[k], t, m->view->label);
            owner[t] = e + 1;
        }
    return SL_SUCCESS;
}

static sl_status check_colors(const char *function, const sl__open_map *m, const sl_index_set *set,
                              const sl_index index[])
{
    sl_status status = SL_ERR_MEMORY;
    int *segment = sl__map_zeros(function, m, m->in.elements, sizeof *segment);
    sl_index *owner = segment != NULL ? sl__map_zeros(function, m, m->in.targets, sizeof *owner) : NULL;
    if (owner != NULL)
        status = sl__map_check(function, m);
    if (status == SL_SUCCESS)
        status = segments_of(function, m, set, index, segment);
    if (status == SL_SUCCESS)
        status = apart(function, m, set, index, segment, owner);
    free(segment);
    free(owner);
    return status;
}

sl_status sl_color_check(sl_view *map, sl_index n_targets, const sl_index_set *set)
{
    SL__CALL();
    static const char function[] = "sl_color_check";
    sl__open_map m;
    sl_index *index = NULL;
    SL_TRY(sl__index_set_check(set, function, "set"));
    const sl_space space = sl_index_set_space(set);
    SL_TRY(sl__indices_get(function, "set", &space, &index));
    sl_status status = sl__map_open(function, map, n_targets, &m);
    if (status == SL_SUCCESS) {
        status = check_colors(function, &m, set, index);
        const sl_status ended = sl_host_end(map);
        if (status == SL_SUCCESS)
            status = ended;
    }
    free(index);
    return status;
}

sl_status sl_color_statistics(const sl_index_set *set, sl_color_stats *stats)
{
    SL__CALL();
    static const char function[] = "sl_color_statistics";
    SL_TRY(sl__index_set_check(set, function, "set"));
    if (stats == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: stats: expected where to put the numbers, got NULL", function);
    sl_color_stats s = {.colors = 0};
    for (int q = 0; q < set->count; q++) {
        const sl_index size = sl_space_size(&set->segment[q]);
        if (size == 0)
            continue;
        s.smallest = s.colors == 0 || size < s.smallest ? size : s.smallest;
        s.largest = size > s.largest ? size : s.largest;
        s.colors++;
    }
    *stats = s;
    return SL_SUCCESS;
}
