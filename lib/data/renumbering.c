/* SPDX-License-Identifier: BSD-3-Clause */
/* A breadth-first search goes from a target to its elements, and from these to their targets. It visits an element
 * once: then all its targets are visited, so that a search takes time in proportion to the map. */
#include "data/renumbering.h"

#include <starloop/status.h>

#include <stdlib.h>

#include "data/measured.h"
#include "data/memory.h"

/* What a search has. A target or element is visited when it has the number of this search. */
typedef struct search {
    const sl__target_map *map;
    sl_index *begin;  /* [targets + 1] where the elements of each are in around */
    sl_index *around; /* [elements * each] */
    sl_index *queue;  /* [targets] in the order of visits */
    sl_index *seen, *seen_element;
    sl_index searches;
} search;

static sl_index target_of(const search *s, sl_index e, sl_index j)
{
    return sl__target_of(s->map, s->map->wide, e, j);
}

static sl_index degree(const search *s, sl_index t)
{
    return s->begin[t + 1] - s->begin[t];
}

/* @return not 0 when @p a goes before @p b */
static int before(const search *s, sl_index a, sl_index b)
{
    return degree(s, a) != degree(s, b) ? degree(s, a) < degree(s, b) : a < b;
}

static void sift(const search *s, sl_index heap[], sl_index root, sl_index count)
{
    for (sl_index child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && before(s, heap[child], heap[child + 1]))
            child++;
        if (!before(s, heap[root], heap[child]))
            return;
        const sl_index low = heap[root];
        heap[root] = heap[child];
        heap[child] = low;
    }
}

/* Sorts targets: by a heap where they are many, since a target of a bad map may have all others around it. */
static void sort_targets(const search *s, sl_index target[], sl_index count)
{
    for (sl_index k = 1; k < count && count <= SL__RENUMBER_FEW; k++) {
        const sl_index t = target[k];
        sl_index at = k;
        for (; at > 0 && before(s, t, target[at - 1]); at--)
            target[at] = target[at - 1];
        target[at] = t;
    }
    for (sl_index k = count / 2; k-- > 0 && count > SL__RENUMBER_FEW;)
        sift(s, target, k, count);
    for (sl_index k = count; --k > 0 && count > SL__RENUMBER_FEW;) {
        const sl_index most = target[0];
        target[0] = target[k];
        target[k] = most;
        sift(s, target, 0, k);
    }
}

/* Puts the neighbours of a target that are not visited yet behind the queue. @return its new length */
static sl_index visit(search *s, sl_index t, sl_index length)
{
    const sl_index from = length;
    for (sl_index k = s->begin[t]; k < s->begin[t + 1]; k++) {
        const sl_index e = s->around[k];
        if (s->seen_element[e] == s->searches)
            continue;
        s->seen_element[e] = s->searches;
        for (sl_index j = 0; j < s->map->each; j++) {
            const sl_index u = target_of(s, e, j);
            if (s->seen[u] == s->searches)
                continue;
            s->seen[u] = s->searches;
            s->queue[length++] = u;
        }
    }
    sort_targets(s, s->queue + from, length - from);
    return length;
}

/* Searches from a root, into the queue from @p first on. @param[out] last  where the last level begins
 * @param[out] levels  how many there are  @return where the queue ends */
static sl_index breadth_first(search *s, sl_index root, sl_index first, sl_index *last, sl_index *levels)
{
    sl_index length = first, at = first;
    s->searches++;
    s->seen[root] = s->searches;
    s->queue[length++] = root;
    for (*levels = 0; at < length; ++*levels) {
        const sl_index end = length;
        *last = at;
        for (; at < end; at++)
            length = visit(s, s->queue[at], length);
    }
    return length;
}

/* Puts the connected part of a target into the queue from @p first on. @return where it ends */
static sl_index number_part(search *s, sl_index root, sl_index first)
{
    enum { MOST = 2 /* further searches: each takes as long as the numbering itself, and later ones find little */ };
    sl_index last = first, levels, more, end = breadth_first(s, root, first, &last, &levels);
    for (int turn = 0; turn < MOST; turn++) {
        sl_index far = s->queue[last];
        for (sl_index k = last; k < end; k++)
            far = before(s, s->queue[k], far) ? s->queue[k] : far;
        end = breadth_first(s, far, first, &last, &more);
        if (more <= levels)
            return end;
        levels = more;
    }
    return end;
}

/* Fills begin and around. */
static void find_elements(search *s)
{
    const sl__target_map *m = s->map;
    for (sl_index e = 0; e < m->elements; e++)
        for (sl_index j = 0; j < m->each; j++)
            s->begin[target_of(s, e, j) + 1]++;
    for (sl_index t = 0; t < m->targets; t++)
        s->begin[t + 1] += s->begin[t];
    for (sl_index e = 0; e < m->elements; e++)
        for (sl_index j = 0; j < m->each; j++)
            s->around[s->begin[target_of(s, e, j)]++] = e;
    for (sl_index t = m->targets; t > 0; t--) /* each begins where the one before it does now */
        s->begin[t] = s->begin[t - 1];
    s->begin[0] = 0;
}

static void number_all(search *s, sl_index number[])
{
    const sl_index targets = s->map->targets;
    sl_index length = 0, alone = 0;
    find_elements(s);
    for (sl_index t = 0; t < targets; t++)
        if (s->seen[t] == 0 && degree(s, t) > 0)
            length = number_part(s, t, length);
    for (sl_index k = 0; k < length; k++)
        number[s->queue[k]] = length - 1 - k;
    for (sl_index t = 0; t < targets; t++)
        if (degree(s, t) == 0)
            number[t] = length + alone++;
}

static sl_index *zeros(sl_index count)
{
    return count < INT64_MAX ? sl__memory_array(count + 1, sizeof(sl_index)) : NULL;
}

sl_status sl__renumber_targets(const sl__target_map *m, sl_index number[])
{
    search s = {.map = m,
                .begin = zeros(m->targets),
                .around = zeros(m->elements * m->each),
                .queue = zeros(m->targets),
                .seen = zeros(m->targets),
                .seen_element = zeros(m->elements)};
    const int there =
        s.begin != NULL && s.around != NULL && s.queue != NULL && s.seen != NULL && s.seen_element != NULL;
    if (there)
        number_all(&s, number);
    free(s.begin);
    free(s.around);
    free(s.queue);
    free(s.seen);
    free(s.seen_element);
    return there ? SL_SUCCESS : SL_ERR_MEMORY;
}

/* The smallest new number of the targets of an element; 0 where it has none. */
static sl_index smallest(const sl__target_map *m, const sl_index target[], sl_index e)
{
    sl_index least = m->each > 0 ? target[sl__target_of(m, m->wide, e, 0)] : 0;
    for (sl_index j = 1; j < m->each; j++) {
        const sl_index t = target[sl__target_of(m, m->wide, e, j)];
        least = t < least ? t : least;
    }
    return least;
}

sl_status sl__renumber_elements(const sl__target_map *m, const sl_index target[], sl_index element[])
{
    sl_index *begin = zeros(m->targets + 1); /* two more: without targets each element has number 0 */
    if (begin == NULL)
        return SL_ERR_MEMORY;
    for (sl_index e = 0; e < m->elements; e++)
        begin[smallest(m, target, e) + 1]++;
    for (sl_index t = 0; t < m->targets; t++)
        begin[t + 1] += begin[t];
    for (sl_index e = 0; e < m->elements; e++)
        element[e] = begin[smallest(m, target, e)]++;
    free(begin);
    return SL_SUCCESS;
}
