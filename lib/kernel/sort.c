/* SPDX-License-Identifier: BSD-3-Clause */
/* They are tables alone: the back end has the code. */
#include "kernel/sort.h"

#include <pthread.h>
#include <stddef.h>

enum { VIEWS = 4 };

typedef struct sort_entry {
    sl_kernel kernel;
    sl__arg_info info[VIEWS];
    struct sl__kernel_state *state;
    int has_code;
} sort_entry;

static sort_entry sort_entries[2][2]; /* of 64 bits, pairs */
static pthread_once_t sort_filled = PTHREAD_ONCE_INIT;

static sl__arg_info sort_view_info(const char *name, int kind, sl_type type, size_t offset)
{
    return (sl__arg_info){.name = name,
                          .kind = kind,
                          .type = type,
                          .type_name = sl_type_name(type),
                          .size = sl_type_size(type),
                          .align = sl_type_size(type),
                          .rank = 1,
                          .modifiers = "sl__none",
                          .offset = offset};
}

static void sort_fill(sort_entry *e, int bits, int pairs)
{
    const sl_type type = bits == 64 ? SL_UINT64 : SL_UINT32;
    e->info[0] = sort_view_info("keys", SL__INOUT, type, offsetof(sl__sort_args, keys_));
    e->info[1] = sort_view_info("other_keys", SL__OUT, type, offsetof(sl__sort_args, other_keys_));
    e->info[2] = sort_view_info("index", SL__INOUT, SL_INT64, offsetof(sl__sort_args, index_));
    e->info[3] = sort_view_info("other_index", SL__OUT, SL_INT64, offsetof(sl__sort_args, other_index_));
    e->kernel = (sl_kernel){.abi = SL__ABI,
                            .name = pairs ? "sl__sort_device_pairs" : "sl__sort_device",
                            .file = "starloop",
                            .line = bits + pairs,
                            .rank = 1,
                            .nargs = pairs ? VIEWS : VIEWS / 2,
                            .args = e->info,
                            .args_size = sizeof(sl__sort_args),
                            .form = SL__FORM_CALL,
                            .state = &e->state};
    e->has_code = sl__sort_set_code(&e->kernel, bits, pairs);
}

static void sort_fill_all(void)
{
    for (int k = 0; k < 4; k++)
        sort_fill(&sort_entries[k / 2][k % 2], k / 2 ? 64 : 32, k % 2);
}

const sl_kernel *sl__sort_kernel(int bits, int pairs, sl_index count)
{
    if ((bits != 32 && bits != 64) || count > INT32_MAX)
        return NULL;
    pthread_once(&sort_filled, sort_fill_all);
    const sort_entry *e = &sort_entries[bits == 64][pairs != 0];
    return e->has_code ? &e->kernel : NULL;
}
