/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/descriptors.h"

#include <errno.h>
#include <fcntl.h>

#include <sys/eventfd.h>
#include <unistd.h>

enum { STREAMS = 3, MOST = 512 };

int sl__descriptors_room(int wanted)
{
    int opened[MOST], count = 0, error;

    while (count < wanted && count < MOST && (opened[count] = eventfd(0, EFD_CLOEXEC)) >= 0)
        count++;
    error = errno;
    for (int i = 0; i < count; i++)
        close(opened[i]);
    errno = error;
    return count;
}

/* Of nothing, under the lowest number that is free. */
static int descriptors_open_null(void)
{
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    return null >= 0 ? null : eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); /* a root without /dev */
}

unsigned sl__descriptors_hold(void)
{
    unsigned held = 0;
    int got;

    while ((got = descriptors_open_null()) >= 0 && got < STREAMS)
        held |= 1u << got;
    if (got >= 0)
        close(got);
    return held;
}

void sl__descriptors_release(unsigned held)
{
    for (int i = 0; i < STREAMS; i++)
        if (held >> i & 1)
            close(i);
}
