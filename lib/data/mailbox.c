/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/mailbox.h"

#include "base/progress.h"
#include "base/wait.h"
#include "data/measured.h"

int sl__mailbox_may(int64_t count, size_t elem)
{
    return count == 1 && elem <= sizeof(uint64_t);
}

struct sl__mailbox *sl__mailbox_place(void *data)
{
    struct sl__mailbox *mailbox = (void *)((char *)data + SL__MAILBOX_BYTES / 2);
    mailbox->value_ = mailbox->word_ = 0; /* the result with number 0, which is none's */
    return mailbox;
}

int sl__mailbox_get(const struct sl__mailbox *mailbox, uint64_t number, uint64_t *value)
{
    const uint64_t word = __atomic_load_n(&mailbox->word_, __ATOMIC_ACQUIRE);
    *value = __atomic_load_n(&mailbox->value_, __ATOMIC_ACQUIRE);
    return (word ^ *value * SL__MAILBOX_FACTOR) == number;
}

void sl__mailbox_was_read(sl_view *v)
{
    _Atomic unsigned char *maker = atomic_load(&v->mail.maker);
    atomic_store_explicit(&v->mail.is_read, 1, memory_order_relaxed);
    if (maker != NULL)
        atomic_store_explicit(maker, 1, memory_order_relaxed);
}

int sl__mailbox_await(const sl_view *v, uint64_t *number, uint64_t *value)
{
    int64_t until = 0;
    *number = atomic_load(&v->mail.number);
    while (*number != 0) {
        int over = sl__view_pending(v) <= 1; /* before the look: what has ended is published */
        for (int i = 0; i < SL__WAIT_OFTEN; i++) {
            if (sl__mailbox_get(v->mail.box, *number, value))
                return 1;
            sl__wait_pause();
        }
        int64_t now = sl__wait_now_ns();
        if (until == 0)
            until = now + SL__MAILBOX_PATIENCE_NS;
        else
            sl__progress_poll_one(); /* there is time for it */
        if (over || now >= until)
            return 0;
    }
    return 0;
}
