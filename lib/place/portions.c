/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/portions.h"

#include <limits.h>

#include "place/measured.h"

/* ---- paces ----------------------------------------------------------------------------------------------- */

/* The times of one size class are compared only when all places have them: they depend on the loop more than on the
 * place. */
void sl__paces_note(sl__paces *paces, int places, uint32_t key, int place, sl_index points, double seconds)
{
    double known[SL__PORTIONS_MEASURED], sum = 0;
    int is_new;
    if (places < 2 || places > SL__PORTIONS_MEASURED)
        return;
    (void)sl__ways_note(&paces->times, key, 0, 1 + place, points, seconds);
    (void)sl__ways_choose(&paces->times, key, (2U << places) - 2, &is_new);
    if (is_new)
        return;
    for (int p = 0; p < places; p++)
        sum += known[p] = sl__ways_time(&paces->times, key, 1 + p);
    for (int p = 0; p < places; p++) {
        const double ratio = known[p] * places / sum, old = atomic_load_explicit(&paces->pace[p], memory_order_relaxed);
        atomic_store_explicit(&paces->pace[p], (float)(old > 0 ? old + SL__PACE_WEIGHT * (ratio - old) : ratio),
                              memory_order_relaxed);
    }
}

void sl__paces_get(const sl__paces *paces, int places, double pace[])
{
    int known = places <= SL__PORTIONS_MEASURED;
    for (int p = 0; p < places && known; p++) {
        pace[p] = atomic_load_explicit(&paces->pace[p], memory_order_relaxed);
        known = pace[p] > 0;
    }
    for (int p = 0; p < places && !known; p++)
        pace[p] = 1;
}

int sl__paces_differ(const double pace[], int places)
{
    double least = pace[0], most = pace[0];
    for (int p = 1; p < places; p++) {
        least = pace[p] < least ? pace[p] : least;
        most = pace[p] > most ? pace[p] : most;
    }
    return most > SL__PORTIONS_DIFFER * least;
}

/* ---- portions ---------------------------------------------------------------------------------------------- */

void sl__portions_equal(sl__portions *portions, int devices, int places, int cells)
{
    portions->devices = devices;
    portions->places = places;
    portions->cells = cells;
    for (int p = 0; p <= places; p++)
        portions->begin[p] = p < devices ? (int)(((int64_t)p * cells + devices - 1) / devices) : cells;
}

void sl__portions_cut(sl__portions *portions, int devices, int places, int cells, const double pace[])
{
    int count[SL__PORTIONS_MOST];
    sl__portions_equal(portions, devices, places, cells);
    if (cells < devices)
        return;
    for (int p = 0; p < places; p++)
        count[p] = p < devices;
    for (int c = devices; c < cells; c++) {
        int next = 0; /* where one more is done first */
        for (int p = 1; p < places; p++)
            if ((count[p] + 1) * pace[p] < (count[next] + 1) * pace[next])
                next = p;
        count[next]++;
    }
    for (int p = 0; p < places; p++)
        portions->begin[p + 1] = portions->begin[p] + count[p];
}

double sl__portions_longest(const sl__portions *portions, const double pace[])
{
    double longest = 0;
    for (int p = 0; p < portions->places; p++) {
        const int count = portions->begin[p + 1] - portions->begin[p];
        const double needs = count > 0 ? count * pace[p] : 0;
        longest = needs > longest ? needs : longest;
    }
    return longest;
}

int sl__portions_place(const sl__portions *portions, int cell)
{
    int p = 0;
    while (p < portions->places - 1 && portions->begin[p + 1] <= cell)
        p++;
    return p;
}

int sl__portions_moved(const sl__portions *a, const sl__portions *b)
{
    int moved = 0;
    for (int c = 0; c < a->cells; c++)
        moved += sl__portions_place(a, c) != sl__portions_place(b, c);
    return moved;
}

int sl__portions_parts(int places, int differ, double seconds, double least)
{
    const double most = seconds / (least * places);
    const int wanted = differ ? SL__PORTIONS_PARTS : 1;
    return most < 1 ? 1 : places * (most < wanted ? (int)most : wanted);
}

/* ---- in use ---------------------------------------------------------------------------------------------- */

void sl__portions_begin(sl__followed *followed, int devices, int places, int cells)
{
    sl__portions_equal(&followed->portions, devices, places, cells);
    followed->calls = 0;
    followed->pause = SL__PORTIONS_CALLS;
}

static void cut_anew(const sl__portions *now, const double pace[], sl__portions *next)
{
    sl__portions_cut(next, now->devices, now->places, now->cells, pace);
}

static int change_to(sl__followed *followed, const sl__portions *next)
{
    const int moved = sl__portions_moved(&followed->portions, next);
    if (followed->calls / 4 >= followed->pause)
        followed->pause = SL__PORTIONS_CALLS;
    else if (followed->pause < INT_MAX / 2)
        followed->pause *= 2;
    followed->portions = *next;
    followed->calls = 0;
    return moved;
}

double sl__portions_gain(sl__followed *followed, const double pace[], sl__portions *next)
{
    followed->calls += followed->calls < INT_MAX;
    if (followed->calls < followed->pause)
        return 0;
    cut_anew(&followed->portions, pace, next);
    const double now = sl__portions_longest(&followed->portions, pace), gain = now - sl__portions_longest(next, pace);
    return gain > SL__PORTIONS_GAIN * now ? gain : 0;
}

int sl__portions_change(sl__followed *followed, const sl__portions *next, double gain, double cell, double move)
{
    const int moved = sl__portions_moved(&followed->portions, next);
    return SL__PORTIONS_CALLS * gain * cell > moved * move ? change_to(followed, next) : 0;
}

int sl__portions_leave(sl__followed *followed, const double pace[])
{
    sl__portions next;
    if (sl__portions_beside(&followed->portions) == 0)
        return 0;
    cut_anew(&followed->portions, pace, &next);
    return change_to(followed, &next);
}
