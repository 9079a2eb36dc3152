/* SPDX-License-Identifier: BSD-3-Clause */
/* They are tables alone: the back end has the code. */
#include "kernel/sort.h"

#include <pthread.h>
#include <stddef.h>

#include <starloop/kernel/sort_segments_view.h>

#include "kernel/kinds.h"

enum { ARGUMENTS = 4, WIDTHS = 5 /* 0, 1, 2, 4 and 8 bytes */ };

typedef struct sort_entry {
    sl_kernel kernel;
    sl__arg_info info[ARGUMENTS];
    struct sl__kernel_state *state;
    int has_code; /* for devices */
} sort_entry;

static sort_entry sort_entries[WIDTHS][WIDTHS][2]; /* by the widths of a key and of a value; with code for devices */
static pthread_once_t sort_filled = PTHREAD_ONCE_INIT;

static sl_type unsigned_of(int bytes)
{
    return bytes == 8 ? SL_UINT64 : bytes == 4 ? SL_UINT32 : bytes == 2 ? SL_UINT16 : SL_UINT8;
}

static void sort_fill(sort_entry *e, int key, int value, int device)
{
    e->info[0] = sl__info_of_scalar("codes", "struct sl__codes", sizeof(struct sl__codes), _Alignof(struct sl__codes),
                                    offsetof(sl__sort_args, codes_));
    e->info[1] = sl__info_of_scalar("descending", "int32_t", sizeof(int32_t), _Alignof(int32_t),
                                    offsetof(sl__sort_args, descending_));
    e->info[2] = sl__info_of_view("keys", SL__INOUT, unsigned_of(key), 1, "sl__none", offsetof(sl__sort_args, keys_));
    e->info[3] =
        sl__info_of_view("values", SL__INOUT, unsigned_of(value), 1, "sl__none", offsetof(sl__sort_args, values_));
    e->kernel = (sl_kernel){.abi = SL__ABI,
                            .name = value != 0 ? "sl_sort_pairs" : "sl_sort",
                            .file = "starloop",
                            .line = 100 * device + 10 * key + value,
                            .rank = 1,
                            .nargs = value != 0 ? ARGUMENTS : ARGUMENTS - 1,
                            .args = e->info,
                            .args_size = sizeof(sl__sort_args),
                            .form = SL__FORM_SORT,
                            .state = &e->state};
    e->has_code = device && sl__sort_set_code(&e->kernel, key, value);
}

static void sort_fill_all(void)
{
    for (int key = 1; key < WIDTHS; key++)
        for (int value = 0; value < WIDTHS; value++)
            for (int device = 0; device < 2; device++)
                sort_fill(&sort_entries[key][value][device], 1 << (key - 1), 1 << value >> 1, device);
}

static int width_number(size_t bytes)
{
    return bytes == 8 ? 4 : bytes == 4 ? 3 : (int)bytes;
}

const sl_kernel *sl__sort_kernel(size_t key, size_t value, sl_index count, int device)
{
    pthread_once(&sort_filled, sort_fill_all);
    const sort_entry *e = &sort_entries[width_number(key)][width_number(value)][device != 0];
    return device && (!e->has_code || count > INT32_MAX) ? NULL : &e->kernel;
}

/* ---- segments --------------------------------------------------------------------------------------------- */

typedef struct segments_entry {
    sl_kernel kernel;
    sl__arg_info info[3];
    struct sl__kernel_state *state;
    int has_code;
} segments_entry;

static segments_entry segments_entries[2][2]; /* whether keys have 8 bytes; whether there is an index */
static pthread_once_t segments_filled = PTHREAD_ONCE_INIT;

static void segments_fill(segments_entry *e, int key, int pairs)
{
    e->info[0] = sl__info_of_view("bounds", SL__IN, SL_INT32, 1, "sl__none", offsetof(sl__sort_segments_args, bounds_));
    e->info[1] =
        sl__info_of_view("codes", SL__INOUT, unsigned_of(key), 1, "sl__none", offsetof(sl__sort_segments_args, codes_));
    e->info[2] =
        sl__info_of_view("index", SL__INOUT, SL_INT64, 1, "sl__none", offsetof(sl__sort_segments_args, index_));
    e->kernel = (sl_kernel){.abi = SL__ABI,
                            .name = pairs ? "sl__sort_segments_device_pairs" : "sl__sort_segments_device",
                            .file = "starloop",
                            .line = 10 * key + pairs,
                            .rank = 1,
                            .nargs = pairs ? 3 : 2,
                            .args = e->info,
                            .args_size = sizeof(sl__sort_segments_args),
                            .form = SL__FORM_CALL,
                            .state = &e->state};
    e->has_code = sl__sort_segments_set_code(&e->kernel, key, pairs);
}

static void segments_fill_all(void)
{
    for (int wide = 0; wide < 2; wide++)
        for (int pairs = 0; pairs < 2; pairs++)
            segments_fill(&segments_entries[wide][pairs], wide ? 8 : 4, pairs);
}

const sl_kernel *sl__sort_segments_kernel(size_t key, int pairs, sl_index count, sl_index segments)
{
    if (count > INT32_MAX || segments > INT32_MAX)
        return NULL;
    pthread_once(&segments_filled, segments_fill_all);
    const segments_entry *e = &segments_entries[key == 8][pairs != 0];
    return e->has_code ? &e->kernel : NULL;
}
