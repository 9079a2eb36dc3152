/* SPDX-License-Identifier: BSD-3-Clause */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int progress_possible(void)
{
    const char *terminal = getenv("TERM");
    struct stat output;
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0 && fstat(STDOUT_FILENO, &output) == 0 &&
           !S_ISFIFO(output.st_mode);
}

/* A line as wide as the terminal would wrap, and could then not be replaced. */
void progress_show(const char *format, ...)
{
    struct winsize size;
    char line[160], *comma;
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    const size_t columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
    while (strlen(line) >= columns && (comma = strrchr(line, ',')))
        *comma = 0;
    fprintf(stderr, "\r%.*s\033[K", (int)columns - 1, line);
}

void progress_clear(void)
{
    fputs("\r\033[K", stderr);
}
