/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Results that a device publishes to the host as soon as it has them.
 *
 * A host access to a view of one element on a device waits for the task that writes it, which may be a batch of many
 * loops, for StarPU to see that it has ended, and for a copy: 40 microseconds. So a reduction on a device into such a
 * view also writes its result to host memory, where the host finds it while the device goes on. StarPU takes no part:
 * its copy in main memory stays old, and who reads gets a copy of the value, which stays what it is until the access
 * ends, whatever is queued meanwhile.
 *
 * The order is that of submission. With the lock of batches held, a task that will publish leaves its number in the
 * view (task/publish.h), and every other one that writes the view leaves 0, as does all else that does. Who reads takes
 * the number that is there and waits for the result that carries it. If it does not come, because the task has failed,
 * or a later one of another thread has published another, the access is one like all others, by StarPU.
 *
 * Only what the host has read before is published, and what the same argument of a kernel makes as something that it
 * has read: such a store makes a launch a little longer. */
#ifndef STARLOOP_LIB_DATA_MAILBOX_H
#define STARLOOP_LIB_DATA_MAILBOX_H

#include <starloop/kernel/abi.h>

#include "data/slab.h"
#include "data/view.h"

/** Whether a view that has so many elements of so many bytes can have a mailbox. */
int sl__mailbox_may(int64_t count, size_t elem);

/** The mailbox of a view, in its own memory.
 *  @param[in] data  SL__MAILBOX_BYTES bytes, of which the first hold the element */
struct sl__mailbox *sl__mailbox_place(void *data);
#define SL__MAILBOX_BYTES SL__SLAB_LEAST

/** Looks for a result.
 *  @param[out] value  in its first bytes  @return 1: it is there. */
int sl__mailbox_get(const struct sl__mailbox *mailbox, uint64_t number, uint64_t *value);

/** Waits for the result that a device tells of the last queued task that writes the view: while others than the caller,
 *  who is counted, use it, and for some milliseconds.
 *  @param[out] number, value  @return 0 when none came. */
int sl__mailbox_await(const sl_view *v, uint64_t *number, uint64_t *value);

/** The host reads a view whose value was not published. */
void sl__mailbox_was_read(sl_view *v);

/** Something else than a device that publishes writes the view. */
static inline void sl__mailbox_clear(sl_view *v)
{
    if (v->mail.box == NULL)
        return;
    atomic_store(&v->mail.number, 0);
    atomic_store_explicit(&v->mail.maker, NULL, memory_order_relaxed);
}

#endif
