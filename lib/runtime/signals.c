/* SPDX-License-Identifier: BSD-3-Clause */
#include "runtime/signals.h"

void sl__signals_block(sigset_t *before)
{
    static const int left[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF};
    sigset_t blocked;

    sigfillset(&blocked);
    for (unsigned i = 0; i < sizeof left / sizeof left[0]; i++)
        sigdelset(&blocked, left[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, before);
}

void sl__signals_restore(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, (sigset_t *)0);
}
