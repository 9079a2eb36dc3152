/* SPDX-License-Identifier: BSD-3-Clause */
#include "process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void child(int end, int (*part)(const void *job, void *result), const void *job, size_t size)
{
    _Alignas(max_align_t) char result[BENCH_RESULT_MOST] = {0};
    int status = part(job, result);
    if (status == 0 && write(end, result, size) != (ssize_t)size)
        status = EXIT_FAILURE;
    exit(status);
}

/* @return how many bytes came before the end */
static size_t read_all(int end, char *result, size_t size)
{
    size_t count = 0;
    for (ssize_t n = 1; n != 0 && count < size;) {
        n = read(end, result + count, size - count);
        if (n < 0 && errno != EINTR)
            break;
        count += n > 0 ? (size_t)n : 0;
    }
    return count;
}

static int judge(const char *what, int status, size_t got, size_t want)
{
    if (WIFSIGNALED(status))
        fprintf(stderr, "sl-bench: %s: expected a result, got signal %d (%s)\n", what, WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0)
        fprintf(stderr, "sl-bench: %s: expected a result, got exit status %d\n", what, WEXITSTATUS(status));
    else if (got != want)
        fprintf(stderr, "sl-bench: %s: expected a result of %zu bytes, got %zu\n", what, want, got);
    else
        return 0;
    return -1;
}

int bench_process(const char *what, int (*part)(const void *job, void *result), const void *job, void *result,
                  size_t size)
{
    char answer[BENCH_RESULT_MOST];
    int end[2] = {-1, -1}, status = 0;
    fflush(NULL);
    const pid_t pid = pipe(end) == 0 ? fork() : -1;
    if (pid == 0) {
        close(end[0]);
        child(end[1], part, job, size);
    }
    if (end[1] >= 0)
        close(end[1]);
    const size_t got = pid > 0 ? read_all(end[0], answer, size) : 0;
    if (end[0] >= 0)
        close(end[0]);
    if (pid < 0) {
        fprintf(stderr, "sl-bench: %s: no process could be made: %s\n", what, strerror(errno));
        return -1;
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (judge(what, status, got, size))
        return -1;
    memcpy(result, answer, size);
    return 0;
}
