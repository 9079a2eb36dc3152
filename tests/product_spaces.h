/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Products of spaces for tests, with their indices in plain arrays: tests/loops/product.c,
 *  tests/nests/nest_product.c. */
#ifndef STARLOOP_TESTS_PRODUCT_SPACES_H
#define STARLOOP_TESTS_PRODUCT_SPACES_H

#include <starloop.h>

#include "loop_testing.h"

/** Kinds of a dimension. */
enum { PS_RANGE, PS_UP, PS_DOWN, PS_NARROW, PS_WIDE, PS_OF_VIEW, PS_SET, PS_END, PS_SET_OF_VIEW, PS_KINDS };
enum { PS_SIDE = 40 /**< indices are below that */ };

/** A dimension: its space, and the indices in their order. */
typedef struct ps_dim {
    sl_space space;
    int n;
    sl_index index[PS_SIDE];
    sl_list *list;
    sl_view *view;
    sl_index_set *set;
} ps_dim;

/* Some indices in another order, each once. */
static void ps_choose(ps_dim *dim, int n, uint64_t *seed)
{
    sl_index all[PS_SIDE];
    for (int i = 0; i < PS_SIDE; i++)
        all[i] = i;
    for (int k = 0; k < n; k++) {
        const int other = k + random_below(seed, PS_SIDE - k);
        dim->index[k] = all[other];
        all[other] = all[k];
    }
}

static void ps_list_in_view(ps_dim *dim, const int32_t index[], int n)
{
    must(sl_view_create("indices", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &dim->view));
    int32_t *p = SL_HOST_WRITE(int32_t, dim->view);
    for (int k = 0; k < n; k++)
        p[k] = index[k];
    must(sl_host_end(dim->view));
    must(sl_list_from_view(dim->view, &dim->list));
}

static void ps_make_list(ps_dim *dim, int kind, int n, uint64_t *seed)
{
    int32_t narrow[PS_SIDE];
    ps_choose(dim, n, seed);
    for (int k = 0; k < n; k++)
        narrow[k] = (int32_t)dim->index[k];
    if (kind == PS_NARROW)
        must(sl_list_create("narrow", SL_INT32, narrow, n, &dim->list));
    else if (kind == PS_WIDE)
        must(sl_list_create("wide", SL_INT64, dim->index, n, &dim->list));
    else
        ps_list_in_view(dim, narrow, n);
    dim->space = SL_LIST(dim->list);
}

/* A range, a stride that goes down, and a list of what is left, of n indices together. */
static void ps_make_set(ps_dim *dim, int n)
{
    const int64_t rest[] = {PS_SIDE - 1, PS_SIDE - 3};
    const int third = n / 3, listed = n < 2 ? n : 2, ranged = n - third - listed > 0 ? n - third - listed : 0;
    const int down = n - ranged - listed;
    must(sl_index_set_create("set", 0, NULL, &dim->set));
    must(sl_list_create("rest", SL_INT64, rest, listed, &dim->list));
    must(sl_index_set_push(dim->set, SL_RANGE(0, ranged)));
    must(sl_index_set_push(dim->set, SL_RANGE_STRIDE(ranged + down - 1, ranged - 1, -1)));
    must(sl_index_set_push(dim->set, SL_LIST(dim->list)));
    for (int k = 0; k < n; k++)
        dim->index[k] = k < ranged ? k : k < ranged + down ? 2 * ranged + down - 1 - k : rest[k - ranged - down];
    dim->space = SL_INDEX_SET(dim->set);
}

/* A range, a list in a view, and a stride that goes down, of n indices together: below 8, below 24, and above 30. */
static void ps_make_set_of_view(ps_dim *dim, int n)
{
    const int ranged = n / 3, down = n / 4, listed = n - ranged - down, low = PS_SIDE - 2 * down - 1;
    int32_t list[PS_SIDE];
    for (int k = 0; k < listed; k++)
        list[k] = 8 + 5 * k % 16;
    ps_list_in_view(dim, list, listed);
    must(sl_index_set_create("set", 0, NULL, &dim->set));
    must(sl_index_set_push(dim->set, SL_RANGE(2, 2 + ranged)));
    must(sl_index_set_push(dim->set, SL_LIST(dim->list)));
    must(sl_index_set_push(dim->set, SL_RANGE_STRIDE(PS_SIDE - 1, low, -2)));
    for (int k = 0; k < n; k++)
        dim->index[k] = k < ranged            ? 2 + k
                        : k < ranged + listed ? list[k - ranged]
                                              : PS_SIDE - 1 - 2 * (k - ranged - listed);
    dim->space = SL_INDEX_SET(dim->set);
}

/* Puts where a range ends into its view. */
static void ps_set_end(sl_view *view, int end)
{
    if (sl_view_type(view) == SL_INT64) {
        int64_t *p = SL_HOST_WRITE(int64_t, view);
        *p = end;
    } else {
        int32_t *p = SL_HOST_WRITE(int32_t, view);
        *p = end;
    }
    must(sl_host_end(view));
}

/* A range whose end is in a view, up to 3 indices before the space's. */
static void ps_make_end(ps_dim *dim, int lo, int n, uint64_t *seed)
{
    const sl_type type = random_below(seed, 2) != 0 ? SL_INT32 : SL_INT64;
    must(sl_view_create("end", type, SL_LAYOUT_RIGHT, SL_EXTENTS(), &dim->view));
    ps_set_end(dim->view, lo + n);
    for (int k = 0; k < n; k++)
        dim->index[k] = lo + k;
    dim->space = SL_RANGE_VIEW(lo, lo + n + random_below(seed, 4), dim->view);
}

/** Makes a dimension of up to PS_SIDE / 2 - 2 indices. */
static ps_dim ps_make(int kind, int n, uint64_t *seed)
{
    ps_dim dim = {.n = n};
    const int lo = 1 + random_below(seed, 3);
    if (kind == PS_RANGE || kind == PS_UP || kind == PS_DOWN) {
        const int step = kind == PS_RANGE ? 1 : 2, first = kind == PS_DOWN ? lo + 2 * n : lo;
        for (int k = 0; k < n; k++)
            dim.index[k] = kind == PS_DOWN ? first - step * k : first + step * k;
        dim.space = kind == PS_RANGE ? SL_RANGE(lo, lo + n)
                    : kind == PS_UP  ? SL_RANGE_STRIDE(lo, lo + 2 * n - (n > 0), 2)
                                     : SL_RANGE_STRIDE(first, first - 2 * n + (n > 0), -2);
    } else if (kind == PS_SET) {
        ps_make_set(&dim, n);
    } else if (kind == PS_SET_OF_VIEW) {
        ps_make_set_of_view(&dim, n);
    } else if (kind == PS_END) {
        ps_make_end(&dim, lo, n, seed);
    } else {
        ps_make_list(&dim, kind, n, seed);
    }
    return dim;
}

static void ps_free(ps_dim *dim)
{
    sl_list_destroy(&dim->list);
    sl_view_destroy(&dim->view);
    sl_index_set_destroy(&dim->set);
}

#endif
