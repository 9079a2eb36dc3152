/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/host_box.h"

#include <stdlib.h>

#include "base/env.h"
#include "data/split.h"
#include "data/subview.h"
#include "data/watch.h"
#include "backend/backend.h"

static size_t box_bytes(const sl_view *v)
{
    return (size_t)v->count * v->elem;
}

int sl__host_box_pays(sl_view *root, const sl_view *view)
{
    if (view == root || view->count == 0 || 2 * box_bytes(view) > box_bytes(root) ||
        starpu_memory_nodes_get_count() < 2)
        return 0;
    if (root->layout.automatic || root->layout.map != SL__LAYOUT_RIGHT || view->layout.map != SL__LAYOUT_RIGHT ||
        root->foreign.data != NULL || sl__splits_of(root) != NULL || sl__env_int(SL__ENV_CHECK_ACCESS) != 0)
        return 0;
    const uint64_t version = sl__view_version(root);
    if (atomic_exchange_explicit(&root->host.boxed_version, version, memory_order_relaxed) != version)
        atomic_store_explicit(&root->host.boxed, 0, memory_order_relaxed);
    return atomic_load_explicit(&root->host.boxed, memory_order_relaxed) + (int64_t)box_bytes(view) <=
           (int64_t)box_bytes(root);
}

/* ---- nodes ---- */

static int has_view(const sl_view *root, unsigned node)
{
    int allocated, valid, requested;
    starpu_data_query_status(root->handle, (int)node, &allocated, &valid, &requested);
    return valid;
}

/* Whether its memory can be copied from by address. */
static int is_memory(unsigned node)
{
    const enum starpu_node_kind kind = starpu_node_get_kind(node);
    return kind != STARPU_UNUSED && kind != STARPU_DISK_RAM;
}

/* @return the node to copy from; STARPU_MAIN_RAM: it is there; -1: there is none. */
static int source(const sl_view *root)
{
    int found = -1;
    if (has_view(root, STARPU_MAIN_RAM))
        return STARPU_MAIN_RAM;
    for (unsigned node = 0; node < starpu_memory_nodes_get_count(); node++)
        if (has_view(root, node)) {
            if (!is_memory(node))
                return -1;
            found = (int)node;
        }
    return found;
}

/* ---- copies ---- */

/* What the window has on a node. */
static struct sl__interface seen_on(const sl_view *root, const sl__window *window, unsigned node)
{
    struct sl__interface seen;
    (void)sl__window_on(window, starpu_data_get_interface_on_node(root->handle, node), &seen);
    seen.ptr += (size_t)window->origin * window->elem; /* of the first element */
    seen.dev_handle = seen.ptr;
    return seen;
}

static void box_copy(sl_view *root, const sl__window *window, unsigned from, unsigned to)
{
    struct sl__interface source = seen_on(root, window, from), target = seen_on(root, window, to);
    const unsigned other = from == STARPU_MAIN_RAM ? to : from;
    const size_t bytes = (size_t)window->count * window->elem;
    sl__device_settle(); /* StarPU's copies do not wait for what it takes for ended */
    if (sl__watched())
        (void)sl__watch.copy(starpu_node_get_kind(other) == STARPU_CPU_RAM ? SL__WAY_HOST
                             : other == to                                 ? SL__WAY_IN
                                                                           : SL__WAY_OUT,
                             root->data, bytes);
    (void)sl__interface_copy(&source, from, &target, to, NULL);
    if (to == STARPU_MAIN_RAM)
        atomic_fetch_add_explicit(&root->host.boxed, (int64_t)bytes, memory_order_relaxed);
}

/* ---- one access ---- */

sl__host_box *sl__host_box_open(sl_view *root, const sl_view *view, sl_access access)
{
    const int node = source(root);
    sl__host_box *box = node < 0 ? NULL : calloc(1, sizeof *box);
    if (box == NULL)
        return NULL;
    box->view = view;
    box->writes = access != SL_READ;
    sl__window_of(&box->window, view);
    if (access != SL_WRITE && node != STARPU_MAIN_RAM)
        box_copy(root, &box->window, (unsigned)node, STARPU_MAIN_RAM);
    return box;
}

void sl__host_box_close(sl_view *root, sl__host_box *box)
{
    for (unsigned node = 0; box->writes && node < starpu_memory_nodes_get_count(); node++)
        if (node != STARPU_MAIN_RAM && has_view(root, node))
            box_copy(root, &box->window, STARPU_MAIN_RAM, node);
    free(box);
}
