/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The command line of sl-bench. */
#ifndef STARLOOP_BENCH_OPTIONS_H
#define STARLOOP_BENCH_OPTIONS_H

#include "bench.h"

struct bench_options {
    const char *name;         /**< --case; NULL: all */
    sl_index size;            /**< --size; 0: the defaults */
    enum bench_device device; /**< --device */
    const char *where;        /**< --where: "anywhere"; NULL: the device */
    long steps;               /**< --steps of heat_cg; 0: the default */
    int gpus;                 /**< --gpus; 0: one */
    int repeat;               /**< --repeat; 0: chosen */
    sl_split split;           /**< --split; 0: views stay whole */
    int chain;                /**< --chain; -1: as the case wants */
    int here;                 /**< --inline; -1: as the case wants */
    int csv, wait, list, placement;
    int separate; /**< whether each side has processes of its own: --separate, --together */
    long calls;   /**< --calls; 0: chosen */
};

/** Reads the command line. @return -1 to go on, else the exit status */
int bench_options_read(int argc, char **argv, struct bench_options *o);

#endif
