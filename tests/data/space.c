/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kind of spaces can do, through its table, against a walk over all points. */
#include "kernel/space.h"
#include "loop_testing.h"

enum { LOW = -3, HIGH = 9 }; /* indices that random boxes have */

static sl_space random_box(uint64_t *seed, int rank)
{
    sl_space space = {.rank = rank};
    for (int d = 0; d < rank; d++) {
        space.lo[d] = LOW + random_below(seed, HIGH - LOW);
        space.hi[d] = space.lo[d] + random_below(seed, 5); /* some are empty */
    }
    return space;
}

/* The same with strides along its dimensions, up or down. */
static sl_space random_strides(uint64_t *seed, int rank)
{
    sl_space space = {.rank = rank, .kind = rank > 1 ? SL_SPACE_PRODUCT : SL_SPACE_STRIDE};
    for (int d = 0; d < rank; d++) {
        const sl_index lo = LOW + random_below(seed, HIGH - LOW), n = random_below(seed, 5);
        const sl_index step = 1 + random_below(seed, 3), sign = random_below(seed, 2) ? 1 : -1;
        const sl_space along =
            rank == 1 || random_below(seed, 3) ? sl_space_stride(lo, lo + sign * n, sign * step) : SL_RANGE(lo, lo + n);
        space.lo[d] = along.lo[0];
        space.hi[d] = along.hi[0];
        space.step[d] = along.step[0];
    }
    return space;
}

static int holds(const sl_space *space, const sl_index x[])
{
    for (int d = 0; d < space->rank; d++)
        if (x[d] < space->lo[d] || x[d] >= space->hi[d] ||
            (space->step[d] != 0 && (x[d] - space->lo[d]) % space->step[d] != 0)) /* bounds are tight */
            return 0;
    return 1;
}

/* The next of all indices that there are; 0 at the end. */
static int next_index(int rank, sl_index x[])
{
    for (int d = rank - 1; d >= 0; d--) {
        if (++x[d] <= HIGH + 4)
            return 1;
        x[d] = LOW - 4;
    }
    return 0;
}

/* Whether the points of a part are those of the space in a box, and their number is right. */
static int cut_is_right(const sl_space *space, const sl_space *box)
{
    sl_space part;
    sl_index x[3] = {LOW - 4, LOW - 4, LOW - 4}, points = 0, first[3], end[3];
    struct sl__places places[3];
    for (int d = 0; d < space->rank; d++) {
        const sl_index n = sl__space_length(space, d);
        places[d] = sl__space_counted(space, d);
        const sl_index lo = sl__places_below(&places[d], n, box->lo[d]);
        const sl_index hi = sl__places_below(&places[d], n, box->hi[d]);
        first[d] = places[d].step_ > 0 ? lo : n - hi;
        end[d] = places[d].step_ > 0 ? hi : n - lo;
    }
    int some = sl__space_part(space, places, first, end, &part);
    do {
        int in = holds(space, x) && holds(box, x);
        points += in;
        if (some && in != holds(&part, x))
            return 0;
    } while (next_index(space->rank, x));
    return some == (points > 0) && (!some || sl_space_size(&part) == points);
}

/* Whether a view's elements that a body touches are just those that the space says. */
static int use_is_right(const sl_space *space, const sl__reach *reach, int rank, const sl_index n[])
{
    sl_index x[3] = {LOW - 4, LOW - 4, LOW - 4}, lo[3], hi[3], least[3] = {99, 99, 99}, most[3] = {-99, -99, -99};
    int all = sl__space_use(space, reach, rank, n, lo, hi);
    do {
        for (int d = 0; d < rank && holds(space, x); d++) {
            sl_index i = x[reach->index[d]], w = reach->width[d] < n[d] ? reach->width[d] : n[d];
            least[d] = i - w < least[d] ? i - w : least[d];
            most[d] = i + w > most[d] ? i + w : most[d];
        }
    } while (next_index(space->rank, x));
    for (int d = 0; d < rank; d++)
        if (lo[d] != least[d] || hi[d] != most[d] + 1)
            return 0;
    return all;
}

static void test_box(void)
{
    uint64_t seed = test_seed(32);
    int wrong_cut = 0, wrong_strides = 0, wrong_use = 0, wrong_places = 0;
    for (int k = 0; k < 600; k++) {
        int rank = 1 + random_below(&seed, 3), dims = 1 + random_below(&seed, 3);
        sl_space space = random_box(&seed, rank), box = random_box(&seed, rank);
        sl_index n[3], product = 1;
        sl__reach reach = {.kind = SL__REACH_HALO};
        for (int d = 0; d < dims; d++) {
            n[d] = 1 + random_below(&seed, HIGH);
            reach.index[d] = random_below(&seed, rank);
            reach.width[d] = random_below(&seed, 2) ? random_below(&seed, 3) : INT64_MAX;
        }
        for (int d = 0; d < rank; d++)
            product *= sl__space_length(&space, d);
        wrong_places += product != sl_space_size(&space);
        const sl_space strides = random_strides(&seed, rank);
        wrong_cut += !cut_is_right(&space, &box);
        wrong_strides += !cut_is_right(&strides, &box);
        wrong_use += product > 0 && !use_is_right(&space, &reach, dims, n);
    }
    is_int(wrong_places, 0, "a box has as many places as points");
    is_int(wrong_cut, 0, "a box is cut into the points that it has in common with another");
    is_int(wrong_strides, 0, "so are strides and their products");
    is_int(wrong_use, 0, "the elements that a halo reaches are found");
}

static void test_edges(void)
{
    sl_space large = {.rank = 2, .lo = {INT64_MIN, 0}, .hi = {INT64_MAX, 0}};
    ok(sl__space_length(&large, 0) == INT64_MAX && sl__space_length(&large, 1) == 0, "a length has a limit");
    ok(sl__space_ops_of(SL_SPACE_BOX) != NULL && sl__space_ops_of(SL_SPACE_STRIDE) != NULL &&
           sl__space_ops_of(SL_SPACE_LIST) != NULL && sl__space_ops_of(SL_SPACE_SET) != NULL &&
           sl__space_ops_of(SL_SPACE_RANGE_VIEW) != NULL && sl__space_ops_of(SL_SPACE_PRODUCT) != NULL &&
           sl__space_ops_of(6) == NULL && sl__space_ops_of(-1) == NULL,
       "there are six kinds");
    const sl_space known = {.rank = 1, .kind = SL_SPACE_LIST, .lo = {3}, .hi = {9}, .step = {5}};
    const sl_space later = {.rank = 1, .kind = SL_SPACE_LIST, .hi = {INT64_MAX}, .step = {-6}};
    ok(sl_space_size(&known) == 5 && sl__space_length(&known, 0) == 5 && sl_space_size(&later) == 5 &&
           sl__space_length(&later, 0) == 5,
       "a list has as many points as indices, whether they are known or not");
    sl_index lo, hi;
    const sl__reach reach = {.kind = SL__REACH_HALO, .width = {2}};
    ok(!sl__space_use(&known, &reach, 1, &(sl_index){100}, &lo, &hi) && lo == 1 && hi == 11,
       "a list of known indices reaches what lies about them, and leaves some out");
    ok(!sl__space_use(&later, &reach, 1, &(sl_index){100}, &lo, &hi) && lo == 0 && hi == 100,
       "one of others may reach anything");
    const sl_space ends = SL_RANGE_VIEW(3, 9, NULL);
    ok(sl_space_size(&ends) == 6 && sl__space_length(&ends, 0) == 6 &&
           !sl__space_use(&ends, &reach, 1, &(sl_index){100}, &lo, &hi) && lo == 1 && hi == 11,
       "a range whose end is in a view has the places of the whole range, and leaves some out");
}

int main(void)
{
    test_box();
    test_edges();
    return done_testing();
}
