/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* syscall */
#endif
#include "base/wait.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int64_t sl__wait_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void sl__wait_sleep(_Atomic unsigned *word, unsigned value, int64_t ns)
{
    const struct timespec most = {.tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000)};
    (void)syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, ns > 0 ? &most : NULL, NULL, 0);
}

void sl__wait_wake(_Atomic unsigned *word)
{
    (void)syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}
