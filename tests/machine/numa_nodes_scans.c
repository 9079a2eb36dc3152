/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans over views in parts without a GPU: parts lie on two memory nodes in turns, each by itself, and what a part
 * hands to the next goes from one to the other. */
#include "numa_nodes.h"

#include "machine/machine.h"
#include "scan_parts.h"

extern const sl_kernel ss_offsets__kernel;

static int either_worker(int part, int parts)
{
    (void)parts;
    return sl__machine_group(part % 2 ? NEAR : FAR)->worker;
}

/* What is joined in any order with the same bits runs in parts wherever these begin; else they begin with blocks. */
static const view_scan scans[] = {
    {SL_INT32, SL_SUM, 1, 0, RIGHT, {100003}, {3}, 1, 0, 1},
    {SL_DOUBLE, SL_MAX, 1, 0, RIGHT, {65537}, {4}, 0, 1, 1},
    {SL_INT32, SL_SUM, 2, 0, RIGHT, {5000, 37}, {4}, 0, 0, 1},
    {SL_INT32, SL_SUM, 2, 1, LEFT, {33, 7001}, {1, 4}, 1, 1, 1},
    {SL_DOUBLE, SL_SUM, 2, 1, RIGHT, {40, 3001}, {4}, 1, 0, 1},
    {SL_DOUBLE, SL_SUM, 1, 0, RIGHT, {100000}, {4}, 0, 0, 0},
};
enum { SCANS = sizeof scans / sizeof *scans };

void test_scans(void)
{
    sl__split_worker = either_worker;
    scan_policy = SL_POLICY(.where = SL_ANYWHERE);
    for (int k = 0; k < SCANS; k++)
        view_scan_in_parts(&scans[k]);
    const int runs = !ss_offsets__kernel.bounds_checked;
    body_in_parts(BODY_OFFSETS, 262144, 0, 4, runs);
    body_in_parts(BODY_RUNNING, 300001, 0, 4, runs);
    body_in_parts(BODY_MAPS, 262144, 0, 7, 0); /* parts do not begin with blocks */
    body_in_parts(BODY_NEAR, 262144, 4096, 4, runs);
}
