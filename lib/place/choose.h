/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which side a call runs on: by times, by where its views are, and by what was booked before. Plain data, no
 *  clock and no hardware: doc/architecture.md. With sl__party_lock. */
#ifndef STARLOOP_LIB_PLACE_CHOOSE_H
#define STARLOOP_LIB_PLACE_CHOOSE_H

#include "place/party.h"
#include "place/times.h"

/** A view, as a call uses it. */
typedef struct sl__side_view {
    sl__membership *member;
    double move;       /**< seconds that it takes to move it */
    int on[SL__SIDES]; /**< whether its contents are there; on neither: it has none */
    int reads, writes;
} sl__side_view;

/** A call, or several that go to one place together. */
typedef struct sl__side_choice {
    double run[SL__SIDES];   /**< seconds that it takes there, with all that it costs to start it and to wait for it */
    double since[SL__SIDES]; /**< seconds that such calls have taken since one of them has last run on that side */
    int sure[SL__SIDES];     /**< the time there was measured, and more than once */
    int calls;               /**< so many are booked: those since the last choice */
} sl__side_choice;

/** Chooses, and books what was chosen. @return the side. */
int sl__choose(const sl__side_choice *choice, const sl__side_view view[], int views);

/** The host, or a loop that may run on one side only, has used a view. @param[in] writes  it writes it */
void sl__choose_accessed(sl__membership *member, int side, int writes);

#endif
