/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/party.h"

#include <stdlib.h>

pthread_mutex_t sl__party_lock = PTHREAD_MUTEX_INITIALIZER;

void sl__party_enter(sl__party *party, sl__membership *member)
{
    member->party = party;
    member->next = party->first;
    member->before = &party->first;
    if (party->first != NULL)
        party->first->before = &member->next;
    party->first = member;
    party->move += member->move;
}

void sl__party_leave(sl__membership *member)
{
    pthread_mutex_lock(&sl__party_lock);
    sl__party *party = member->party;
    if (party != NULL) {
        *member->before = member->next;
        if (member->next != NULL)
            member->next->before = member->before;
        party->move -= member->move;
        if (party->first == NULL)
            free(party);
    }
    *member = (sl__membership){NULL};
    pthread_mutex_unlock(&sl__party_lock);
}
