/* SPDX-License-Identifier: BSD-3-Clause */
/* A tool that counts the loops of each kernel and the time that they take, and prints it on stderr at the end:
 *     cc -O2 -shared -fPIC $(pkg-config --cflags starloop) kernel_counter.c -o kernel_counter.so
 *     STARLOOP_TOOLS=./kernel_counter.so ./program
 * On GPUs the time is that from the launch until the loop's end was seen. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <starloop/tools.h>

enum { NAME = 64 };

/* What is known of the loops of one name. */
typedef struct row {
    struct row *next;
    char name[NAME];
    long calls;
    double iterations, seconds;
} row;

/* A loop that has begun. */
typedef struct begun {
    row *row;
    double at;
} begun;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* loops begin and end on several threads */
static row *rows;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Under the lock. NULL without memory. */
static row *row_of(const char *name)
{
    row *r = rows;
    while (r != NULL && strncmp(r->name, name, NAME - 1) != 0)
        r = r->next;
    if (r != NULL || (r = calloc(1, sizeof *r)) == NULL)
        return r;
    snprintf(r->name, sizeof r->name, "%s", name);
    r->next = rows;
    rows = r;
    return r;
}

static void begin_loop(void *data, const sl_tool_loop *loop, uint64_t *id)
{
    begun *b = malloc(sizeof *b);
    (void)data;
    *id = (uintptr_t)b; /* comes back in end_loop() */
    if (b == NULL)
        return;
    pthread_mutex_lock(&lock);
    b->row = row_of(loop->kernel != NULL ? loop->kernel : loop->label);
    if (b->row != NULL) {
        b->row->calls += loop->part == 0; /* a split loop comes part by part */
        b->row->iterations += loop->kernel != NULL ? (double)loop->iterations : 0;
    }
    pthread_mutex_unlock(&lock);
    b->at = now();
}

static void end_loop(void *data, uint64_t id)
{
    begun *b = (begun *)(uintptr_t)id;
    (void)data;
    if (b != NULL && b->row != NULL) {
        const double seconds = now() - b->at;
        pthread_mutex_lock(&lock);
        b->row->seconds += seconds;
        pthread_mutex_unlock(&lock);
    }
    free(b);
}

static void fini(void *data)
{
    (void)data;
    pthread_mutex_lock(&lock);
    fprintf(stderr, "%-24s %9s %14s %12s\n", "kernel", "calls", "iterations", "ms");
    while (rows != NULL) {
        row *r = rows;
        fprintf(stderr, "%-24s %9ld %14.0f %12.3f\n", r->name, r->calls, r->iterations, 1e3 * r->seconds);
        rows = r->next;
        free(r);
    }
    pthread_mutex_unlock(&lock);
}

const sl_tools sl_tools_table = {
    .version = SL_TOOLS_VERSION, .begin_loop = begin_loop, .end_loop = end_loop, .fini = fini};
