/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/signals.h"

#include <errno.h>
#include <time.h>

/* What a write brings upon its thread, beside an error. */
static const int of_writes[] = {SIGPIPE, SIGXFSZ};
enum { OF_WRITES = sizeof of_writes / sizeof of_writes[0] };

static void signals_block(const sigset_t *blocked, sl__signals *before)
{
    pthread_sigmask(SIG_BLOCK, blocked, &before->mask);
    sigpending(&before->pending);
}

void sl__signals_block(sl__signals *before)
{
    static const int left[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF};
    sigset_t blocked;

    sigfillset(&blocked);
    for (unsigned i = 0; i < sizeof left / sizeof left[0]; i++)
        sigdelset(&blocked, left[i]);
    signals_block(&blocked, before);
}

void sl__signals_block_writes(sl__signals *before)
{
    sigset_t blocked;

    sigemptyset(&blocked);
    for (int i = 0; i < OF_WRITES; i++)
        sigaddset(&blocked, of_writes[i]);
    signals_block(&blocked, before);
}

/* One that waited before is the program's. */
static void take_signals_of_writes(const sigset_t *pending)
{
    const struct timespec at_once = {0, 0};
    sigset_t now, one;

    sigpending(&now);
    for (int i = 0; i < OF_WRITES; i++) {
        if (sigismember(&now, of_writes[i]) != 1 || sigismember(pending, of_writes[i]) == 1)
            continue;
        sigemptyset(&one);
        sigaddset(&one, of_writes[i]);
        (void)sigtimedwait(&one, NULL, &at_once);
    }
}

void sl__signals_restore(const sl__signals *before)
{
    const int error = errno;

    take_signals_of_writes(&before->pending);
    pthread_sigmask(SIG_SETMASK, &before->mask, NULL);
    errno = error;
}
