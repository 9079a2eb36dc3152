/* SPDX-License-Identifier: BSD-3-Clause */
/* Signals of the program: no thread of the library takes them, whether it is a worker or one of OpenMP, and the
 * program's own threads have the masks that they had. */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <starloop/kernel.h>
#include <sys/syscall.h>

#include "tap.h"

SL_KERNEL_DECLARE(sg_add, (i), inout(double, 1, x, own));

enum { N = 3000000 };

static const struct {
    int number;
    const char *name;
} program[] = {{SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"},  {SIGINT, "SIGINT"},   {SIGTERM, "SIGTERM"},
               {SIGHUP, "SIGHUP"},   {SIGALRM, "SIGALRM"},  {SIGCHLD, "SIGCHLD"}, {SIGQUIT, "SIGQUIT"},
               {SIGIO, "SIGIO"},     {SIGWINCH, "SIGWINCH"}},
  own[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
           {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"}, {SIGABRT, "SIGABRT"}, {SIGPROF, "SIGPROF"}};

/* The signals that a thread of this process blocks: bits. */
static unsigned long long blocked_by(const char *thread)
{
    char path[300], line[256];
    unsigned long long mask = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "SigBlk: %llx", &mask) == 1)
            break;
    if (f)
        fclose(f);
    return mask;
}

/* What all threads but this one block, and what any of them does. */
static int threads(unsigned long long *all, unsigned long long *any)
{
    DIR *folder = opendir("/proc/self/task");
    int n = 0;
    *all = ~0ULL;
    *any = 0;
    for (struct dirent *e; folder && (e = readdir(folder)) != NULL;) {
        if (e->d_name[0] == '.' || atoi(e->d_name) == (int)syscall(SYS_gettid))
            continue;
        unsigned long long mask = blocked_by(e->d_name);
        *all &= mask;
        *any |= mask;
        n++;
    }
    if (folder)
        closedir(folder);
    return n;
}

static int bit(unsigned long long mask, int number)
{
    return (int)(mask >> (number - 1) & 1);
}

static unsigned long long in_host_task;
static int look(void *arg)
{
    char thread[24];
    (void)arg;
    snprintf(thread, sizeof thread, "%d", (int)syscall(SYS_gettid));
    in_host_task = blocked_by(thread);
    return 0;
}

int main(void)
{
    sigset_t before, after, one;
    sl_view *x = NULL;
    unsigned long long all, any;
    const struct timespec minute = {60, 0};
    sigemptyset(&before);
    sigaddset(&before, SIGURG);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sl_log_set_level(SL_LOG_NONE);
    ok(sl_init(NULL) == SL_SUCCESS, "the library starts");
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    int same = 1;
    for (int s = 1; s < 32; s++)
        same &= sigismember(&before, s) == sigismember(&after, s);
    ok(same, "the thread that has called sl_init has the mask that it had");
    ok(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x) == SL_SUCCESS, "a view");
    ok(sl_forall(sg_add, SL_RANGE(0, N), x) == SL_SUCCESS, "a loop on all cores");
    ok(sl_task(look, NULL, SL_R(x)) == SL_SUCCESS, "a host task");
    ok(sl_wait() == SL_SUCCESS, "both end");
    const int n = threads(&all, &any);
    ok(n >= sl_cpu_cores(), "the library has a thread for each core");
    diag("%d threads", n);
    for (size_t i = 0; i < sizeof program / sizeof program[0]; i++) {
        ok(bit(all, program[i].number), "all of them block %s", program[i].name);
        ok(bit(in_host_task, program[i].number), "it is blocked in host tasks");
    }
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        ok(!bit(any, own[i].number), "none blocks %s", own[i].name);
    for (size_t i = 0; i < sizeof program / sizeof program[0]; i++) {
        sigemptyset(&one);
        sigaddset(&one, program[i].number);
        pthread_sigmask(SIG_BLOCK, &one, NULL);
        kill(getpid(), program[i].number);
        is_int(sigtimedwait(&one, NULL, &minute), program[i].number, "%s reaches the program", program[i].name);
    }
    sl_view_destroy(&x);
    ok(sl_finalize() == SL_SUCCESS, "the library ends");
    return done_testing();
}
