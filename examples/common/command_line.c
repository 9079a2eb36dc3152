/* SPDX-License-Identifier: BSD-3-Clause */
#include "command_line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

long read_count(const char *program, const char *option, const char *text, long least, long most)
{
    char *end;
    errno = 0;
    const long got = strtol(text, &end, 10);
    if (end != text && !*end && !errno && got >= least && got <= most)
        return got;
    fprintf(stderr, "%s: --%s: expected a whole number from %ld to %ld, got \"%s\"\n", program, option, least, most,
            text);
    return -1;
}
