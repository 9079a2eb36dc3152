/* SPDX-License-Identifier: BSD-3-Clause */
/* Kinds of host memory: nodes that hwloc takes for fast ones, on made-up machines; views on each node of this one, in
 * high-bandwidth memory and pinned, which are as others are; what is refused. */
#include "config.h"

#include <hwloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "data/memory.h"
#include "loop_testing.h"
#include "machine/memory_nodes.h"
#include "misuse.h"

/* A made-up machine, with the bandwidth of each node; 0: not known. @return a mask of its fast nodes */
static unsigned long fast_of(const char *synthetic, const unsigned bandwidth[], const char *first_is)
{
    hwloc_topology_t hw;
    hwloc_bitmap_t nodes = hwloc_bitmap_alloc();
    hwloc_topology_init(&hw);
    unsigned long mask = 99;
    if (hwloc_topology_set_synthetic(hw, synthetic) == 0 && hwloc_topology_load(hw) == 0) {
        for (int n = 0; n < hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_NUMANODE); n++) {
            hwloc_obj_t node = hwloc_get_obj_by_type(hw, HWLOC_OBJ_NUMANODE, (unsigned)n);
#if HWLOC_API_VERSION >= 0x00020300
            struct hwloc_location from = {.type = HWLOC_LOCATION_TYPE_CPUSET, .location.cpuset = node->cpuset};
            if (bandwidth[n] > 0)
                hwloc_memattr_set_value(hw, HWLOC_MEMATTR_ID_BANDWIDTH, node, &from, 0, bandwidth[n]);
#endif
            if (n == 0 && first_is != NULL)
                node->subtype = strdup(first_is);
        }
        const int count = sl__topology_fast_nodes(hw, nodes);
        mask = hwloc_bitmap_to_ulong(nodes);
        if (count != hwloc_bitmap_weight(nodes))
            mask = 98;
    }
    hwloc_topology_destroy(hw);
    hwloc_bitmap_free(nodes);
    return mask;
}

static void test_fast(void)
{
    static const unsigned none[4];
    is_int(fast_of("numa:2 core:2 pu:1", none, NULL), 0, "nodes of unknown bandwidth are not fast");
    is_int(fast_of("numa:2 core:2 pu:1", none, "MCDRAM"), 1, "one that hwloc calls MCDRAM is");
    is_int(fast_of("numa:2 core:2 pu:1", none, "HBM"), 1, "and one that it calls HBM");
    is_int(fast_of("numa:2 core:2 pu:1", none, "GPUMemory"), 0, "that of a GPU is none");
#if HWLOC_API_VERSION >= 0x00020300
    is_int(fast_of("numa:4 core:1 pu:1", (const unsigned[]){100, 400, 110, 390}, NULL), 10, "nor are slow ones");
    is_int(fast_of("numa:2 core:1 pu:1", (const unsigned[]){100, 120}, NULL), 0, "nodes that are alike are plain");
    is_int(fast_of("numa:2 core:1 pu:1", (const unsigned[]){900, 120}, "GPUMemory"), 0,
           "that of a GPU makes no other one slow");
#else
    skip("this hwloc knows no bandwidths", "fast nodes are found by bandwidth");
#endif
}

/* Whether the page of an element is bound to a node, by hwloc; -1: the system does not bind memory. */
static int bound_to(const void *at, int node)
{
    hwloc_topology_t hw;
    hwloc_bitmap_t nodes = hwloc_bitmap_alloc();
    hwloc_membind_policy_t policy = HWLOC_MEMBIND_DEFAULT;
    int bound = -1;
    hwloc_topology_init(&hw);
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (hwloc_topology_load(hw) == 0 && hwloc_topology_is_thissystem(hw) &&
        hwloc_get_area_membind(hw, (const char *)at - (uintptr_t)at % page, page, nodes, &policy,
                               HWLOC_MEMBIND_BYNODESET) == 0 &&
        policy == HWLOC_MEMBIND_BIND)
        bound =
            hwloc_bitmap_first(nodes) == (int)hwloc_get_obj_by_type(hw, HWLOC_OBJ_NUMANODE, (unsigned)node)->os_index;
    hwloc_topology_destroy(hw);
    hwloc_bitmap_free(nodes);
    return bound;
}

/* A view with flags is as others are: zero, filled, read, and its memory given back. */
static int works(unsigned flags, sl_index n, int node, int *bound)
{
    const size_t held = sl__memory_held();
    const double three = 3;
    sl_view *v = NULL;
    must(sl_view_create_with("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), flags, &v));
    const double *p = SL_HOST_READ(double, v);
    int good = p != NULL;
    for (sl_index i = 0; i < n && good && !(flags & SL_VIEW_UNINITIALIZED); i++)
        good = p[i] == 0;
    if (node >= 0 && n > 0)
        *bound = bound_to(p, node);
    must(sl_host_end(v));
    must(sl_view_fill(v, SL_DOUBLE, &three));
    p = SL_HOST_READ(double, v);
    for (sl_index i = 0; i < n && good; i++)
        good = p[i] == 3;
    must(sl_host_end(v));
    sl_view_destroy(&v);
    must(sl_wait());
    return good && sl__memory_held() == held;
}

static void test_views(void)
{
    static const sl_index sizes[] = {0, 1, 1000, 700001};
    const unsigned kinds[] = {SL_VIEW_PINNED, SL_VIEW_HIGH_BANDWIDTH, SL_VIEW_PINNED | SL_VIEW_UNINITIALIZED,
                              SL_VIEW_HIGH_BANDWIDTH | SL_VIEW_PINNED};
    int good = 0, tried = 0, bound = 0, known = 0;
    for (int s = 0; s < 4; s++) {
        for (int k = 0; k < 4; k++, tried++)
            good += works(kinds[k], sizes[s], -1, NULL);
        for (int node = 0; node < sl__memory_nodes(); node++, tried++) {
            int is = -1;
            good += works(SL_VIEW_NUMA(node), sizes[s], node, &is);
            known += is >= 0;
            bound += is == 1;
        }
    }
    is_int(good, tried, "views of all sizes in memory of each kind, on each of %d nodes, are as others",
           sl__memory_nodes());
    if (known == 0)
        skip("the system binds no memory", "their pages are bound to the node");
    else
        is_int(bound, known, "their pages are bound to the node");
}

static void test_misuse(void)
{
    sl_view *v = NULL;
    const int nodes = sl__memory_nodes();
    char text[96];
    snprintf(text, sizeof text, "expected SL_VIEW_NUMA() of a node from 0 to %d, got %d", nodes - 1, nodes);
    refused(sl_view_create_with("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), SL_VIEW_NUMA(nodes), &v),
            SL_ERR_ARGUMENT, "a node that there is not", "sl_view_create_with: flags: ", text);
    refused(sl_view_create_with("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5),
                                SL_VIEW_NUMA(0) | SL_VIEW_HIGH_BANDWIDTH, &v),
            SL_ERR_ARGUMENT, "a node and high-bandwidth memory",
            "flags: expected SL_VIEW_NUMA() or SL_VIEW_HIGH_BANDWIDTH");
    refused(sl_view_create_with("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), 64, &v), SL_ERR_ARGUMENT,
            "an unknown flag", "expected SL_VIEW_ flags or-ed, got 0x40");
    sl__memory_fail_after(0);
    is_int(sl_view_create_with("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), SL_VIEW_NUMA(0), &v), SL_ERR_MEMORY,
           "without memory there is no view");
    ok(v == NULL, "nothing was made");
}

int main(void)
{
    test_fast();
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    test_views();
    test_misuse();
    must(sl_finalize());
    setenv("HWLOC_COMPONENTS", "synthetic,stop", 1);
    setenv("HWLOC_SYNTHETIC", "numa:2 core:1 pu:1", 1);
    must(sl_init(NULL));
    is_int(sl__memory_nodes(), 2, "a made-up machine has two nodes");
    test_views();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
