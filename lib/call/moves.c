/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/moves.h"

/* The largest unit that elements and addresses are multiples of. */
static int move_unit(size_t elem, uintptr_t address)
{
    const uintptr_t both = (uintptr_t)elem | address;
    return both % 8 == 0 ? 8 : both % 4 == 0 ? 4 : 1;
}

static void move_swap(sl__move *move, int a, int b)
{
    const int64_t n = move->n[a], to = move->to[a], from = move->from[a];
    move->n[a] = move->n[b], move->to[a] = move->to[b], move->from[a] = move->from[b];
    move->n[b] = n, move->to[b] = to, move->from[b] = from;
}

/* Descending strides, those of `to` first. */
static void move_sort(sl__move *move)
{
    for (int i = 1; i < move->rank; i++)
        for (int d = i; d > 0; d--) {
            const int64_t above = move->to[d - 1], here = move->to[d];
            if (above < here || (above == here && move->from[d - 1] < move->from[d]))
                move_swap(move, d - 1, d);
        }
}

/* Drops dimensions of one index, and puts those together that follow each other in both memories. */
static void move_merge(sl__move *move)
{
    int rank = 0;
    for (int d = 0; d < move->rank; d++) {
        if (move->n[d] == 1)
            continue;
        if (rank > 0 && move->to[rank - 1] == move->n[d] * move->to[d] &&
            move->from[rank - 1] == move->n[d] * move->from[d]) {
            move->n[rank - 1] *= move->n[d];
            move->to[rank - 1] = move->to[d];
            move->from[rank - 1] = move->from[d];
            continue;
        }
        move->n[rank] = move->n[d];
        move->to[rank] = move->to[d];
        move->from[rank++] = move->from[d];
    }
    if (rank == 0) {
        move->n[0] = move->to[0] = move->from[0] = 1;
        rank = 1;
    }
    move->rank = rank;
}

/* Whether so many units may be one. */
static int move_fits(const sl__move *move, uintptr_t address, int factor)
{
    const int last = move->rank - 1;
    if (address % (uintptr_t)(factor * move->unit) != 0 || move->to[last] != 1 || move->from[last] != 1 ||
        move->n[last] % factor != 0)
        return 0;
    for (int d = 0; d < last; d++)
        if (move->to[d] % factor != 0 || move->from[d] % factor != 0)
            return 0;
    return 1;
}

/* Makes units larger where rows allow it. */
static void move_widen(sl__move *move, uintptr_t address)
{
    const int last = move->rank - 1;
    for (int unit = 8; unit > move->unit && unit >= 4; unit /= 2) {
        const int factor = unit / move->unit;
        if (!move_fits(move, address, factor))
            continue;
        for (int d = 0; d < last; d++) {
            move->to[d] /= factor;
            move->from[d] /= factor;
        }
        move->n[last] /= factor;
        move->unit = unit;
    }
}

void sl__move_make(sl__move *move, int rank, size_t elem, const int64_t n[], const int64_t to[], const int64_t from[],
                   uintptr_t address, int merges)
{
    move->unit = move_unit(elem, address);
    const int64_t units = (int64_t)elem / move->unit;
    move->rank = rank;
    for (int d = 0; d < rank; d++) {
        move->n[d] = n[d];
        move->to[d] = to[d] * units;
        move->from[d] = from[d] * units;
    }
    if (units > 1 || rank == 0) { /* the units of an element */
        move->n[rank] = units;
        move->to[rank] = move->from[rank] = 1;
        move->rank++;
    }
    if (!merges)
        return;
    move_sort(move);
    move_merge(move);
    move_widen(move, address);
}
