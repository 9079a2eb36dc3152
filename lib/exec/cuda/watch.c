/* SPDX-License-Identifier: BSD-3-Clause */
/* A sticky device fault (an illegal address, say) makes StarPU's driver assert in the thread of the CUDA worker. That
 * cannot be kept from ending the process, but which launches were in flight must be known: a handler of SIGABRT writes
 * them, in that thread, and then lets the signal do what it would have done. A program's own handler stays. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/position.h"
#include "exec/cuda/cuda.h"
#include "exec/cuda/state.h"
#include "task/task.h"

static struct sigaction before;
static int watching;

static void write_text(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

/* The worker is inside StarPU and not inside the C library or CUDA when it asserts, so snprintf is safe here. */
static void write_flight(const sl__flight *flight)
{
    char text[768], who[SL__TASK_WHO];
    const unsigned *g = flight->grid, *b = flight->block;
    snprintf(text, sizeof text - 1,
             "starloop: error: the process ends while CUDA device %d runs %s, grid (%u, %u, %u), block (%u, %u, %u)",
             flight->device->number, sl__task_who(flight->task, who), g[0], g[1], g[2], b[0], b[1], b[2]);
    sl__position_append(text, sizeof text - 1, flight->task->at);
    strcat(text, "\n");
    write_text(text);
}

static void on_abort(int signal)
{
    const sl__cuda_device *device = sl__cuda_device_of_thread();
    for (const sl__flight *f = device ? device->first : NULL; f != NULL; f = f->next)
        write_flight(f);
    sigaction(signal, &before, NULL); /* the signal comes again when this returns */
}

void sl__cuda_watch(int on)
{
    struct sigaction action;
    if (on == watching || sigaction(SIGABRT, NULL, &before) != 0)
        return;
    if (on && (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_DFL) {
        memset(&action, 0, sizeof action);
        action.sa_handler = on_abort;
        sigemptyset(&action.sa_mask);
        watching = sigaction(SIGABRT, &action, &before) == 0;
    } else if (!on && before.sa_handler == on_abort) {
        memset(&before, 0, sizeof before);
        before.sa_handler = SIG_DFL;
        sigaction(SIGABRT, &before, NULL);
        watching = 0;
    } else if (!on) {
        watching = 0; /* the program has put its own in place */
    }
}
