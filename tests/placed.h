/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A machine that is made up, on which loops go where the library places them. */
#ifndef STARLOOP_TESTS_PLACED_H
#define STARLOOP_TESTS_PLACED_H

#include "place/place.h"

enum { PLACED_VIEWS = 5, PLACED_USES = 16 /* most views of a region */ };

/** A view of the machine. */
typedef struct placed_view {
    sl_view view;
    int valid;   /**< where it is: main memory, the GPU */
    int cached;  /**< and in whose caches: the program's core, the worker's */
    int program; /**< that has made it */
} placed_view;

/** A kernel, and the seconds that its loops take. */
typedef struct placed_kernel {
    double itself, chained, work; /**< on the cores by itself, in a chain, of which each core computes for so long */
    double core;                  /**< on one core: too short for more, or for a chain; 0: it is not */
    double gpu;
    sl__kernel_state state;
    int ran[SL__SIDES];
} placed_kernel;

/** A loop. */
typedef struct placed_call {
    placed_kernel *kernel;
    int views;
    placed_view *view[PLACED_VIEWS];
    short access[PLACED_VIEWS];
} placed_call;

/** A region. */
typedef struct placed_region {
    uint32_t alike;
    sl__task_view use[PLACED_USES];
    int captured; /**< as a graph of the GPU */
} placed_region;

/** Makes a view in main memory of so many numbers, in place of one that ends, if it has been one. The memory was
 *  another one's, and at times still is in a cache. */
void placed_make(placed_view *view, sl_index count);

/** A program begins. @param[in] forced  where all its loops go: SL__SIDE_CPU, SL__SIDE_DEVICE; 0: where the library
 * says
 *  @param[in] here  whether loops may run in the calling thread */
void placed_begin(int forced, int here);

/** It ends. @return the seconds that it took, and to @p moves how often views were moved. */
double placed_end(long *moves);

/** The program calls a loop. */
void placed_queue(const placed_call *call);
/** And one that it wants on CPUs in any case. */
void placed_queue_on_cpus(const placed_call *call);

/** It runs a region, which has some loops. @param[in] use  [uses] their views  @return what placed_look() waits for */
int placed_run(const placed_call loop[], int count, const sl__task_view use[], int uses, placed_region *region);

/** It looks at what a region has made, and waits for it, but for nothing behind it. */
void placed_look(int run);

/** It does something else. @param[in] seconds */
void placed_pause(double seconds);

/** It waits for all. */
void placed_wait(void);

/** The footprint of a kernel's loops. */
static inline uint32_t placed_print(const placed_kernel *kernel)
{
    return 16 * kernel->state.hash;
}

#endif
