/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the sources of numa_nodes share: a made-up machine of two memory nodes, and loops on either. */
#ifndef STARLOOP_TESTS_NUMA_NODES_H
#define STARLOOP_TESTS_NUMA_NODES_H

#include "loop_testing.h"

SL_KERNEL_DECLARE(nn_address, (i), in(double, 1, x, own), out(int64_t, 1, at, own));
SL_KERNEL_DECLARE(nn_scalar, (i), inout(double, 0, u));
SL_KERNEL_DECLARE(nn_line, (i), inout(double, 1, u, own));
SL_KERNEL_DECLARE(nn_plane, (i, j), inout(double, 2, u, own));
SL_KERNEL_DECLARE(nn_cube, (i, j, k), inout(double, 3, u, own));
SL_KERNEL_DECLARE(nn_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(nn_mix, (i), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(nn_halo, (i), in(double, 1, x, halo(1)), out(double, 1, y, own));
SL_KERNEL_DECLARE(nn_turn, (i), scalar(int64_t, n), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(nn_sum, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, m));
SL_KERNEL_DECLARE(nn_add, (i), in(double, 0, s), inout(double, 1, y, own));
SL_KERNEL_DECLARE(nn_check, (i), scalar(double, bad), in(double, 1, x, own), out(double, 1, y, own));

/** Where tasks go: to the worker beside main memory, which the host uses, to the other one, or as StarPU likes. */
enum { NEAR, FAR, ANYWHERE };

/** StarPU tasks so far. */
extern _Atomic int submitted;

/** What is queued from now on runs there. */
void go(int where);

/** Two nodes with as many cores each as this process has for them, four at most; before sl_init().
 *  @return their number, 0: too few. */
int make_up_machine(void);

/** StarPU measures this machine: not where it keeps what it knows of the real one. */
void keep_calibration_apart(void);

/** The address of a view's copy on a memory node; whether it is valid there. */
uintptr_t address_on(const sl_view *v, unsigned node);
int valid_on(const sl_view *v, int node);

/** Whether the machine is as the tests need it. Else says why not. */
int have_two_nodes(void);

/** Host accesses to parts of views. */
void test_boxes(void);

/** Whether the other node stands for a device, on which each part of a view is by itself: from before sl_init() on, and
 *  then for what is queued next. */
void stand_for_a_device(int on);

/** Loops with halos over such parts; and where that node has memory for few of them. */
void test_edges(void);
void test_edges_evicted(void);

/** How many of the nodes do, where it is made up how fast they are; set before sl_init(). Homes that follow that. */
void let_homes_follow(int nodes);
void test_homes(void);
void test_helped(void);
/** Scans over such parts, on either node in turns. */
void test_scans(void);

#endif
