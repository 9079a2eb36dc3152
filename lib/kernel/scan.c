/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of scans over views. They are tables alone: the back ends have the code, for each type one. */
#include "kernel/scan.h"

#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>

#include "kernel/kinds.h"

enum { TYPES = 6, OWN = 2 /* views, at most */ };

static const sl_type types[TYPES] = {SL_INT32, SL_INT64, SL_UINT32, SL_UINT64, SL_FLOAT, SL_DOUBLE};

typedef struct entry {
    sl_kernel kernel;
    sl__arg_info info[1 + OWN];
    struct sl__kernel_state *state;
} entry;

static entry entries[2][2][TYPES][SL_MAX_RANK]; /* exclusive, in place, type, rank - 1 */
static pthread_once_t filled = PTHREAD_ONCE_INIT;

static int scan_number(sl_type type)
{
    for (int t = 0; t < TYPES; t++)
        if (types[t] == type)
            return t;
    return -1;
}

int sl__scan_knows(sl_type type)
{
    return scan_number(type) >= 0;
}

sl__value sl__scan_neutral(int op, sl_type type)
{
    sl__value value = sl__reduce_identity(op, type);
    if (op == SL__SUM && type == SL_DOUBLE)
        *(double *)value.bytes = -0.0;
    else if (op == SL__SUM && type == SL_FLOAT)
        *(float *)value.bytes = -0.0f;
    return value;
}

static void scan_fill(entry *e, int exclusive, int in_place, sl_type type, int rank)
{
    const char *const own = "own, sl__none";
    const size_t x = offsetof(sl__scan_args, x_), y = offsetof(sl__scan_args, y_);
    e->info[0] = sl__info_of_scalar("scan", "sl__scan_call", sizeof(sl__scan_call), alignof(sl__scan_call),
                                    offsetof(sl__scan_args, call_));
    e->info[1] = in_place ? sl__info_of_view("y", SL__INOUT, type, rank, own, y)
                          : sl__info_of_view("x", SL__IN, type, rank, own, x);
    e->info[2] = sl__info_of_view("y", SL__OUT, type, rank, own, y);
    e->kernel = (sl_kernel){.abi = SL__ABI,
                            .name = exclusive ? "sl_scan_exclusive" : "sl_scan_inclusive",
                            .file = "starloop",
                            .line = 1,
                            .rank = rank,
                            .nargs = in_place ? 2 : 3,
                            .args = e->info,
                            .args_size = sizeof(sl__scan_args),
                            .form = SL__FORM_SCAN_VIEW,
                            .state = &e->state};
    sl__scan_set_code(&e->kernel, type);
}

static void fill_all(void)
{
    for (int exclusive = 0; exclusive < 2; exclusive++)
        for (int in_place = 0; in_place < 2; in_place++)
            for (int t = 0; t < TYPES; t++)
                for (int r = 0; r < SL_MAX_RANK; r++)
                    scan_fill(&entries[exclusive][in_place][t][r], exclusive, in_place, types[t], r + 1);
}

const sl_kernel *sl__scan_kernel(int exclusive, int in_place, sl_type type, int rank)
{
    pthread_once(&filled, fill_all);
    return &entries[exclusive != 0][in_place != 0][scan_number(type)][rank - 1].kernel;
}
