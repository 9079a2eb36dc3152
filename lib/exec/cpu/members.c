/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/members.h"

void sl__members_begin(sl__batch *batch, int first, int count, unsigned char lacks[])
{
    unsigned char spoilt[SL__BATCH_VIEWS];
    for (int v = 0; v < batch->views; v++)
        spoilt[v] = (unsigned char)sl__view_is_poisoned(batch->view[v].view);
    for (int i = first; i < first + count; i++) {
        const int unread = sl__batch_lacks(batch, i, spoilt);
        batch->failure[i] = sl__task_start(batch->task[i]);
        lacks[i - first] = (unsigned char)(unread || batch->failure[i] != NULL);
        sl__batch_spoil(batch, i, spoilt, lacks[i - first]);
    }
}

sl__failure *sl__member_failure(const sl__batch *batch, int i, int *own)
{
    sl__task *task = batch->task[i];
    sl__failure *failure = batch->failure[i];
    *own = failure != NULL;
    if (failure == NULL)
        failure = sl__task_poisoned(task);
    if (failure == NULL && (failure = sl__task_fault(task)) != NULL)
        *own = 1;
    return failure;
}
