/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/reserve.h"

#include <stdatomic.h>
#include <stdlib.h>

#define RESERVE ((size_t)1 << 20) /* bytes; in the heap: blocks of this size are not mapped (sl__memory_init()) */

static _Atomic(void *) reserve;
static _Atomic int in_use; /* between sl__reserve_init() and sl__reserve_give() */

/* Whether there are so many bytes in the heap now. */
static int reserve_probe(size_t bytes)
{
    void *volatile some = malloc(bytes); /* or the compiler leaves both calls out */
    const int found = some != NULL;

    free(some);
    return found;
}

static void reserve_free(void)
{
    free(atomic_exchange(&reserve, NULL));
}

/* Takes the reserve where nobody has it. @return whether there is one now, and so many bytes beside it */
static int reserve_take(size_t bytes)
{
    void *none = NULL, *taken = malloc(RESERVE);

    if (taken == NULL)
        return 0;
    if (!reserve_probe(bytes)) {
        free(taken);
        return 0;
    }
    if (!atomic_compare_exchange_strong(&reserve, &none, taken))
        free(taken); /* another thread was faster */
    return 1;
}

void sl__reserve_init(void)
{
    atomic_store(&in_use, 1);
    (void)reserve_take(1);
}

void sl__reserve_give(void)
{
    atomic_store(&in_use, 0);
    reserve_free();
}

int sl__reserve_ask(size_t bytes)
{
    const int found = reserve_probe(bytes);

    if (found && atomic_load_explicit(&reserve, memory_order_relaxed) != NULL)
        return 1;
    if (!found)
        reserve_free();
    return found && (!atomic_load(&in_use) || reserve_take(bytes));
}

int sl__reserve_use(size_t bytes)
{
    return sl__reserve_ask(bytes) || reserve_probe(bytes);
}
