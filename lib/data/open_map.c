/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/open_map.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/state.h"
#include "data/memory.h"
#include "data/view.h"

sl_status sl__map_check(const char *function, const sl__open_map *m)
{
    for (sl_index e = 0; e < m->in.elements && m->in.each > 0; e++)
        for (sl_index j = 0; j < m->in.each; j++) {
            const sl_index t = sl__target_of(&m->in, m->in.wide, e, j);
            if (t < 0 || t >= m->in.targets)
                return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(m->view),
                                  "%s: map: expected targets in [0, %" PRId64 "), got %" PRId64 " as target %" PRId64
                                  " of element %" PRId64 " of \"%s\"",
                                  function, m->in.targets, t, j, e + m->first, m->view->label);
        }
    return SL_SUCCESS;
}

sl_status sl__map_open(const char *function, sl_view *map, sl_index targets, sl__open_map *m)
{
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__view_check(map, function, "map"));
    SL_TRY(sl__view_check_strides(map, function, "map"));
    if (map->type != SL_INT32 && map->type != SL_INT64)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(map),
                          "%s: map: expected one of int32_t or int64_t, got \"%s\" of %s", function, map->label,
                          sl_type_name(map->type));
    if (map->rank != 2)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(map),
                          "%s: map: expected rank 2, elements and the targets of each, got \"%s\" of rank %d", function,
                          map->label, map->rank);
    if (targets < 0)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(map),
                          "%s: n_targets: expected 0 or more for \"%s\", got %" PRId64, function, map->label, targets);
    *m = (sl__open_map){.in = {.wide = map->type == SL_INT64,
                               .elements = map->n[0],
                               .each = map->n[1],
                               .step = {map->s[0], map->s[1]},
                               .targets = targets},
                        .first = sl_view_first(map, 0),
                        .view = map};
    m->in.from = sl_host_begin(map, SL_READ, map->type, function);
    return m->in.from != NULL ? SL_SUCCESS : sl_last_status();
}

void *sl__map_zeros(const char *function, const sl__open_map *m, sl_index count, size_t size)
{
    void *memory = sl__memory_array(count, size);
    if (memory == NULL)
        SL_FAIL(SL_ERR_MEMORY,
                "%s: expected memory for %" PRId64 " elements and %" PRId64 " targets of \"%s\", got none", function,
                m->in.elements, m->in.targets, m->view->label);
    return memory;
}
