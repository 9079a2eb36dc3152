/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/choose.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "place/measured.h"

/* ---- parties --------------------------------------------------------------------------------------------- */

/* Two become one, on the side of the one that is more to move. */
static sl__party *choose_join(sl__party *one, sl__party *other)
{
    if (one == other || other == NULL)
        return one;
    if (one == NULL)
        return other;
    if (one->move < other->move)
        return choose_join(other, one);
    one->saved += one->side == other->side ? other->saved : -other->saved;
    for (sl__membership *m = other->first, *next; m != NULL; m = next) {
        next = m->next;
        sl__party_enter(one, m);
    }
    free(other);
    return one;
}

/* The party of a call's views, which they enter. @param[in] side  of a new one  @return NULL: there is none */
static sl__party *gather(const sl__side_view view[], int views, int side)
{
    double largest = 0;
    sl__party *p = NULL;
    for (int i = 0; i < views; i++)
        largest = fmax(largest, view[i].move);
    for (int i = 0; i < views; i++)
        if (SL__PARTY_SMALL * view[i].move >= largest)
            p = choose_join(p, view[i].member->party);
    if (p == NULL && views > 0 && (p = calloc(1, sizeof *p)) != NULL)
        p->side = side, p->times = 1;
    for (int i = 0; i < views && p != NULL; i++)
        if (SL__PARTY_SMALL * view[i].move >= largest && view[i].member->party == NULL) {
            view[i].member->move = view[i].move;
            sl__party_enter(p, view[i].member);
        }
    return p;
}

static void book(sl__party *p, double saved)
{
    p->saved = fmax(-p->times * p->move, p->saved + saved);
    p->earned -= saved;
}

void sl__choose_accessed(sl__membership *member, int side, int writes)
{
    sl__party *p = member->party;
    if (p != NULL && member->dirty)
        book(p, p->side == side ? -member->move : member->move);
    member->dirty = 0;
    member->renewed = writes ? 1 + side : member->renewed;
}

/* One that does so again before that has paid for its moves is slower to do it the next time. */
static void change_sides(sl__party *p, int sure)
{
    if (sure)
        p->times = p->earned < SL__PARTY_PAID * p->move ? fmin(2 * p->times, SL__PARTY_SLOWEST) : 1;
    p->side = !p->side;
    p->saved = sure ? -p->times * p->move : SL__PARTY_DOUBT * p->move;
    p->earned = 0;
}

/* ---- calls ----------------------------------------------------------------------------------------------- */

/* What the moves of a call to a side take. */
static double moves(const sl__side_view view[], int views, int side)
{
    double seconds = 0;
    for (int i = 0; i < views; i++)
        seconds += view[i].reads && !view[i].on[side] && view[i].on[!side] ? view[i].move : 0;
    return seconds;
}

/* And those back of what it leaves there only. */
static double returns(const sl__side_view view[], int views)
{
    double seconds = 0;
    for (int i = 0; i < views; i++)
        seconds += view[i].writes ? view[i].move : 0;
    return seconds;
}

/* What the other side would have had to move for want of what was written on one by others, where the call's party is
 * on that one; where it is on the other, this has to be moved now. @return seconds, less than 0 for the former */
static double renewals(const sl__side_view view[], int views, int side)
{
    double seconds = 0;
    for (int i = 0; i < views; i++) {
        sl__membership *m = view[i].member;
        if (m->renewed && view[i].reads)
            seconds += m->renewed == 1 + side ? -view[i].move : view[i].move;
        m->renewed = 0;
        m->dirty |= view[i].writes;
    }
    return seconds;
}

int sl__choose(const sl__side_choice *choice, const sl__side_view view[], int views)
{
    const double move[SL__SIDES] = {moves(view, views, SL__ON_CPU), moves(view, views, SL__ON_DEVICE)};
    int side = choice->run[SL__ON_DEVICE] + move[SL__ON_DEVICE] < choice->run[SL__ON_CPU] + move[SL__ON_CPU];
    sl__party *p = gather(view, views, side);
    if (p == NULL)
        return side;
    side = p->side;
    const double less = choice->run[side] - choice->run[!side], back = returns(view, views);
    const double more = SL__CALL_BY_ITSELF * (move[!side] + back) - less;
    const double renewed = renewals(view, views, side);
    if (more < 0 && choice->sure[!side] && choice->sure[side]) {
        book(p, choice->calls * (move[!side] + back));
        return !side;
    }
    book(p, choice->calls * less + renewed);
    if (p->saved >= p->times * p->move) {
        change_sides(p, choice->sure[!side]);
        return !side;
    }
    return !choice->sure[!side] && choice->since[!side] > SL__TRY_AGAIN * fmax(more, 0) ? !side : side;
}
