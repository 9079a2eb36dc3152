/* SPDX-License-Identifier: BSD-3-Clause */
/* Portions of places that differ in speed: the pure functions, by plain numbers. The shares are compared with all that
 * there are; a clock that is made up runs calls whose parts last as long as the places are slow, with noise. */
#include "place/measured.h"
#include "place/portions.h"
#include "tap.h"

static uint64_t seed = 7;

static double uniform(double least, double most)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return least + (most - least) * (double)(seed >> 11) / (double)(UINT64_C(1) << 53);
}

/* ---- shares -------------------------------------------------------------------------------------------------- */

static void test_equal(void)
{
    int wrong = 0;
    for (int places = 1; places <= 9; places++)
        for (int cells = 1; cells <= 40; cells++) {
            sl__portions s;
            sl__portions_equal(&s, places, places, cells);
            for (int c = 0; c < cells; c++)
                wrong += sl__portions_place(&s, c) != c * places / cells;
        }
    is_int(wrong, 0, "cell c of n is at home on place c * places / n where places are alike");
}

/* The least that the slowest of some places needs for so many cells, by all ways to share them. */
static double least_of(int places, int cells, const double pace[], double so_far)
{
    double least = INFINITY;
    if (places == 1)
        return fmax(so_far, cells * pace[0]);
    for (int n = 1; n <= cells - places + 1; n++)
        least = fmin(least, least_of(places - 1, cells - n, pace + 1, fmax(so_far, n * pace[0])));
    return least;
}

static void test_cut(void)
{
    int wrong = 0, uneven = 0;
    for (int k = 0; k < 400; k++) {
        double pace[4];
        const int places = 1 + k % 4, cells = 1 + (int)uniform(0, 16);
        for (int p = 0; p < places; p++)
            pace[p] = k % 3 ? uniform(0.2, 4) : 1;
        sl__portions s, alike;
        sl__portions_cut(&s, places, places, cells, pace);
        sl__portions_equal(&alike, places, places, cells);
        uneven += s.begin[0] != 0 || s.begin[places] != cells;
        if (cells < places)
            wrong += sl__portions_moved(&s, &alike) != 0;
        else
            wrong += fabs(sl__portions_longest(&s, pace) - least_of(places, cells, pace, 0)) > 1e-12;
    }
    is_int(uneven, 0, "all cells are shared out");
    is_int(wrong, 0, "so that the place which needs longest needs as little as any shares let it");
    sl__portions s;
    sl__portions_cut(&s, 2, 2, 2, (const double[]){0.1, 1.9});
    is_int(s.begin[1], 1, "a slow place keeps one, or its speed would not be known any more");
}

/* The same where others may have none. */
static double least_helped(int devices, int places, int cells, const double pace[])
{
    double least = devices <= cells ? least_of(devices, cells, pace, 0) : INFINITY;
    for (int n = 1; n <= cells - devices && places > devices; n++)
        least = fmin(least, fmax(n * pace[places - 1], least_helped(devices, places - 1, cells - n, pace)));
    return places > devices ? fmin(least, least_helped(devices, places - 1, cells, pace)) : least;
}

static void test_groups(void)
{
    sl__portions s;
    int wrong = 0;
    for (int k = 0; k < 300; k++) {
        double pace[4];
        const int devices = 1 + k % 2, places = devices + 1 + k / 2 % 2, cells = devices + (int)uniform(0, 12);
        for (int p = 0; p < places; p++)
            pace[p] = p < devices ? uniform(0.5, 1.5) : uniform(0.5, 12);
        sl__portions_cut(&s, devices, places, cells, pace);
        wrong += fabs(sl__portions_longest(&s, pace) - least_helped(devices, places, cells, pace)) > 1e-12;
    }
    is_int(wrong, 0, "groups beside devices get as many as let the longest need as little as can be, or none");
    sl__portions_cut(&s, 1, 2, 8, (const double[]){1, 30});
    is_int(sl__portions_beside(&s), 0, "of eight parts none for a group that takes 30 times as long as a device");
    sl__portions_cut(&s, 1, 2, 64, (const double[]){1, 30});
    is_int(sl__portions_beside(&s), 2, "of 64 two");
    sl__portions_cut(&s, 2, 3, 64, (const double[]){1, 1, INFINITY});
    is_int(sl__portions_beside(&s), 0, "and none where groups may not help");
    sl__portions_equal(&s, 2, 5, 7);
    ok(s.begin[1] == 4 && s.begin[2] == 7 && s.begin[5] == 7, "without speeds devices share all");
}

/* ---- paces --------------------------------------------------------------------------------------------------- */

static void test_paces(void)
{
    static const double speed[] = {1, 3, 2};
    static sl__paces paces, many;
    double pace[SL__PORTIONS_MOST];
    sl__paces_get(&paces, 3, pace);
    ok(pace[0] == 1 && pace[2] == 1 && !sl__paces_differ(pace, 3), "of places that never ran all are alike");
    for (int k = 0; k < 2; k++)
        for (int p = 0; p < 2; p++)
            sl__paces_note(&paces, 3, 5, p, 100, 1e-3 / speed[p]);
    sl__paces_get(&paces, 3, pace);
    ok(pace[0] == 1, "and while one of them has not run");
    for (int k = 0; k < 60; k++)
        for (int p = 0; p < 3; p++) /* two loops, one a thousand times as long, by other numbers of iterations */
            sl__paces_note(&paces, 3, 5 + k % 2, p, 100 + p,
                           (k % 2 ? 1 : 1e-3) * (100 + p) / speed[p] * (k % 10 == 4 ? 7 : 1));
    sl__paces_get(&paces, 3, pace);
    ok(fabs(pace[0] / pace[1] - 3) < 1e-3 && fabs(pace[0] / pace[2] - 2) < 1e-3,
       "paces are those of the places, whatever the loop takes, and spikes are none: %g %g %g", pace[0], pace[1],
       pace[2]);
    ok(sl__paces_differ(pace, 3) && !sl__paces_differ((const double[]){1, 1.19}, 2) &&
           sl__paces_differ((const double[]){1, 1.21}, 2),
       "they differ where one is slower by more than a fifth");
    for (int p = 0; p < 9; p++)
        sl__paces_note(&many, 9, 5, p, 100, 1 + p);
    sl__paces_get(&many, 9, pace);
    ok(pace[0] == 1 && pace[8] == 1, "more places than are measured are alike");
}

static void test_parts(void)
{
    is_int(sl__portions_parts(2, 0, 1, 1e-4), 2, "places that are alike get a part each");
    is_int(sl__portions_parts(2, 1, 1, 1e-4), 16, "others eight");
    is_int(sl__portions_parts(2, 1, 7e-4, 1e-4), 6, "or fewer where parts would be too short");
    is_int(sl__portions_parts(4, 1, 5e-4, 1e-4), 4, "but one each");
    is_int(sl__portions_parts(4, 1, 3e-4, 1e-4), 1, "and where the loop is too short for that it is not split");
}

/* ---- in use -------------------------------------------------------------------------------------------------- */

/* One call's turn. @return how many cells change places */
static int follow(sl__followed *f, const double pace[], double cell, double move)
{
    sl__portions next;
    const double gain = sl__portions_gain(f, pace, &next);
    return gain > 0 ? sl__portions_change(f, &next, gain, cell, move) : 0;
}

static void test_change(void)
{
    static const double pace[] = {0.5, 1.5}; /* six and two of eight save 3 of 6 cells' time a call */
    sl__followed f;
    int moved = 0, calls = 0;
    sl__portions_begin(&f, 2, 2, 8);
    while (moved == 0 && calls < 100) {
        calls++;
        moved = follow(&f, pace, 1, 0);
    }
    ok(moved == 2 && f.portions.begin[1] == 6, "two of eight cells leave a place that is three times as slow");
    is_int(calls, SL__PORTIONS_CALLS, "after as many calls as are to be known first");
    for (calls = moved = 0; calls < 1000; calls++)
        moved += follow(&f, pace, 1, 0);
    is_int(moved, 0, "once");
    for (int pays = 0; pays < 2; pays++) {
        sl__portions_begin(&f, 2, 2, 8);
        for (calls = moved = 0; calls < 1000; calls++)
            moved += follow(&f, pace, 1, SL__PORTIONS_CALLS * 3 / 2.0 * (pays ? 0.99 : 1.01));
        is_int(moved, 2 * pays, "%s", pays ? "they do if ten calls pay for the move" : "and stay if ten calls do not");
    }
}

static void test_noise(void)
{
    sl__followed f;
    int changes = 0;
    sl__portions_begin(&f, 2, 2, 16);
    for (int k = 0; k < 100000; k++) {
        const double a = uniform(0.95, 1.05);
        changes += follow(&f, (const double[]){a, 2 - a}, 1, 0) > 0;
    }
    is_int(changes, 0, "noise of a twentieth changes nothing");
    for (int k = 0; k < 100000; k++) {
        const double a = k & 1 ? 0.5 : 1.5;
        changes += follow(&f, (const double[]){a, 2 - a}, 1, 0) > 0;
    }
    ok(changes > 0 && changes < 16, "paces that swing from call to call change homes %d times in 100000 calls",
       changes);
    for (int k = 0; k < 1000000; k++)
        (void)follow(&f, (const double[]){1, 1}, 1, 0);
    for (changes = 0; changes < 1000 && follow(&f, (const double[]){0.5, 1.5}, 1, 0) == 0; changes++)
        continue;
    is_int(changes, 0, "after long calm they follow at once");
}

/* Groups are asked, and do not help, each time. */
static void test_leave(void)
{
    static const double with[] = {1, 2}, without[] = {1, INFINITY};
    sl__followed f;
    int helped = 0, left = 0;
    sl__portions_begin(&f, 1, 2, 8);
    is_int(sl__portions_leave(&f, without), 0, "groups that have no parts have none to give back");
    for (int k = 0; k < 100000; k++) {
        const int asked = follow(&f, with, 1, 0) > 0;
        helped += asked;
        if (asked) {
            is_int(sl__portions_leave(&f, without), 2, "after call %d two parts go back at once", k);
            left += sl__portions_beside(&f.portions) == 0;
        }
    }
    ok(helped == left && helped > 1 && helped < 8, "who has asked in vain waits longer: %d times in 100000 calls",
       helped);
}

/* Two places of which the second gets slower in the middle, as one does that others use, too: what calls take by homes
 * that follow what is measured, with moves, of what the best shares take. */
static void test_made_up_clock(void)
{
    enum { CELLS = 16, CALLS = 600, POINTS = 1000 };
    static sl__paces paces;
    double took = 0, best = 0, pace[2];
    sl__followed f;
    int changes = 0;
    sl__portions_begin(&f, 2, 2, CELLS);
    for (int k = 0; k < CALLS; k++) {
        const double part[2] = {1e-4, k < CALLS / 2 ? 1.6e-4 : 5e-4};
        double longest = 0;
        sl__portions ideal;
        for (int p = 0; p < 2; p++) {
            double sum = 0;
            for (int c = f.portions.begin[p]; c < f.portions.begin[p + 1]; c++) {
                const double seconds = part[p] * uniform(0.9, 1.1) * (uniform(0, 1) < 0.02 ? 5 : 1);
                sl__paces_note(&paces, 2, 9, p, POINTS, seconds);
                sum += seconds;
            }
            longest = fmax(longest, sum);
        }
        sl__portions_cut(&ideal, 2, 2, CELLS, part);
        sl__paces_get(&paces, 2, pace);
        const int moved = follow(&f, pace, (part[0] + part[1]) / 2, 2e-4);
        changes += moved > 0;
        took += longest + moved * 2e-4;
        best += sl__portions_longest(&ideal, part);
    }
    ok(took < 1.25 * best, "calls by homes that follow take %.2f of the best, with noise of a tenth and spikes",
       took / best);
    ok(changes >= 2 && changes <= 6, "in %d changes for two speeds", changes);
}

int main(void)
{
    test_equal();
    test_cut();
    test_groups();
    test_paces();
    test_parts();
    test_change();
    test_noise();
    test_leave();
    test_made_up_clock();
    return done_testing();
}
