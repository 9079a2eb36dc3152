/* SPDX-License-Identifier: BSD-3-Clause */
/* Each target has a mask of the colours that its blocks have so far; a block takes the first colour that is in no mask
 * of its targets. A pass deals in 64 colours, and leaves what finds none of these to the next one: a block that comes
 * later in a pass only meets colours of blocks that come before it, so that all passes together do what one with long
 * masks would do. */
#include "data/coloring.h"

#include <starloop/status.h>

#include <stdlib.h>
#include <string.h>

#include "data/memory.h"

enum { PASS = 64 /* colours: the bits of a mask */ };

/* What the passes have. */
typedef struct coloring_pass {
    const sl__target_map *map;
    sl_index block, blocks;
    uint64_t *taken; /* [targets] */
    int *color;      /* [blocks] 0: none yet */
    sl_index begin;  /* no block before it is without a colour */
    int colors;
} coloring_pass;

/* Colours what it can with the 64 colours behind @p base. @return how many blocks find none */
static inline __attribute__((always_inline)) sl_index color_blocks(coloring_pass *p, int wide, sl_index block, int base)
{
    const sl__target_map *m = p->map;
    sl_index left = 0, first = p->blocks;
    for (sl_index b = p->begin; b < p->blocks; b++) {
        const sl_index lo = b * block, hi = m->elements - lo < block ? m->elements : lo + block;
        uint64_t mask = 0;
        sl_index t;
        if (p->color[b] != 0)
            continue;
        for (sl_index e = lo; e < hi; e++)
            for (sl_index j = 0; j < sl__targets_of(m, e); j++)
                mask |= (t = sl__target_of(m, wide, e, j)) >= 0 ? p->taken[t] : 0;
        if (~mask == 0) {
            first = left++ == 0 ? b : first;
            continue;
        }
        const int c = __builtin_ctzll(~mask);
        for (sl_index e = lo; e < hi; e++)
            for (sl_index j = 0; j < sl__targets_of(m, e); j++)
                if ((t = sl__target_of(m, wide, e, j)) >= 0)
                    p->taken[t] |= UINT64_C(1) << c;
        p->color[b] = base + c + 1;
        p->colors = p->color[b] > p->colors ? p->color[b] : p->colors;
    }
    p->begin = first;
    return left;
}

/* By type and for single elements: constants in the loops. */
static sl_index color_by_type(coloring_pass *p, int base)
{
    if (p->block == 1)
        return p->map->wide ? color_blocks(p, 1, 1, base) : color_blocks(p, 0, 1, base);
    return p->map->wide ? color_blocks(p, 1, p->block, base) : color_blocks(p, 0, p->block, base);
}

sl_status sl__coloring_greedy(const sl__target_map *m, sl_index block, int most, int color[], int *colors)
{
    coloring_pass p = {
        .map = m, .block = block, .blocks = m->elements / block + (m->elements % block != 0), .color = color};
    sl_index left = p.blocks;
    memset(color, 0, (size_t)p.blocks * sizeof *color);
    for (int base = 0; left > 0 && base < most; base += PASS) {
        p.taken = sl__memory_array(m->targets, sizeof *p.taken); /* of many targets, those that there are are touched */
        if (p.taken == NULL)
            return SL_ERR_MEMORY;
        left = color_by_type(&p, base);
        free(p.taken);
    }
    *colors = p.colors;
    return left > 0 || p.colors > most ? SL_ERR_EXTENT : SL_SUCCESS;
}

/* Where the bits of a target are: which elements of what colours it has. */
typedef struct balance {
    const sl__target_map *map;
    int colors, words; /* of bits, for a target */
    uint64_t *taken;   /* [targets, words] */
    sl_index *count;   /* [colors] elements */
} balance;

static void color_bits(const balance *b, sl_index e, int color, int there)
{
    for (sl_index j = 0; j < sl__targets_of(b->map, e); j++) {
        const sl_index t = sl__target_of(b->map, b->map->wide, e, j);
        uint64_t *word = t >= 0 ? &b->taken[t * b->words + color / 64] : NULL;
        if (word != NULL)
            *word = there ? *word | UINT64_C(1) << color % 64 : *word & ~(UINT64_C(1) << color % 64);
    }
}

/* The smallest colour that is at none of an element's targets; -1: there is none. */
static int smallest_free(const balance *b, sl_index e)
{
    int best = -1;
    for (int w = 0; w < b->words; w++) {
        uint64_t free = w < b->colors / 64 ? ~UINT64_C(0) : (UINT64_C(1) << b->colors % 64) - 1;
        for (sl_index j = 0; j < sl__targets_of(b->map, e); j++) {
            const sl_index t = sl__target_of(b->map, b->map->wide, e, j);
            free &= t >= 0 ? ~b->taken[t * b->words + w] : ~UINT64_C(0);
        }
        for (; free != 0; free &= free - 1) {
            const int c = 64 * w + __builtin_ctzll(free);
            best = best < 0 || b->count[c] < b->count[best] ? c : best;
        }
    }
    return best;
}

sl_status sl__coloring_balance(const sl__target_map *m, int colors, int color[])
{
    balance b = {.map = m, .colors = colors, .words = colors / 64 + 1};
    b.taken = sl__memory_array(m->targets, (size_t)b.words * sizeof *b.taken);
    b.count = calloc((size_t)colors + 1, sizeof *b.count);
    if (b.taken != NULL && b.count != NULL) {
        const sl_index share = colors > 0 ? (m->elements + colors - 1) / colors : 0;
        for (sl_index e = 0; e < m->elements; e++) {
            color_bits(&b, e, color[e] - 1, 1);
            b.count[color[e] - 1]++;
        }
        for (sl_index e = 0; e < m->elements; e++) {
            const int from = color[e] - 1, to = b.count[from] > share ? smallest_free(&b, e) : -1;
            if (to < 0 || b.count[to] + 1 >= b.count[from])
                continue;
            color_bits(&b, e, from, 0);
            color_bits(&b, e, to, 1);
            b.count[from]--;
            b.count[to]++;
            color[e] = to + 1;
        }
    }
    const sl_status status = b.taken != NULL && b.count != NULL ? SL_SUCCESS : SL_ERR_MEMORY;
    free(b.taken);
    free(b.count);
    return status;
}

void sl__coloring_sort(const int color[], sl_index count, sl_index first, int colors, int wide, void *number,
                       sl_index begin[])
{
    for (sl_index k = 0; k < count; k++)
        begin[color[k] + 1]++;
    for (int c = 0; c <= colors; c++)
        begin[c + 1] += begin[c];
    for (sl_index k = 0; k < count; k++) {
        const sl_index at = begin[color[k]]++; /* then each colour begins where the one before it does now */
        if (wide)
            ((int64_t *)number)[at] = first + k;
        else
            ((int32_t *)number)[at] = (int32_t)(first + k);
    }
}
