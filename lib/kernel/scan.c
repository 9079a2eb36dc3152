/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of scans over views. They are tables alone: the back ends have the code, for each type one. */
#include "kernel/scan.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "kernel/kinds.h"
#include "kernel/space.h"

enum { OWN = 2 /* views, at most */ };

/* What elements of a type are. */
enum { FRACTION, INTEGER, COMPLEX /* two numbers */, PLACE /* SL_LOC(type) */ };

#define NUMBER_FRACTION(T) SL__TYPE_CODE(T)
#define NUMBER_INTEGER(T) SL__TYPE_CODE(T)
#define NUMBER_COMPLEX(T) SL__TYPE_CODE(__typeof__(((T *)0)->re))
#define NUMBER_PLACE(T) SL__TYPE_CODE(__typeof__(((T *)0)->value))
#define TYPE(name, T, U, KIND) {#T, sizeof(T), NUMBER_##KIND(T), KIND},
static const struct {
    const char *name;
    size_t size;
    sl_type number; /* of the numbers of which it consists */
    int kind;
} types[] = {SL__SCAN_TYPES(TYPE)};
enum { TYPES = sizeof types / sizeof *types };

typedef struct entry {
    sl_kernel kernel;
    sl__arg_info info[1 + OWN];
    struct sl__kernel_state *state;
    _Atomic int filled;
} entry;

static entry entries[2][2][TYPES][SL_MAX_RANK]; /* exclusive, in place, type, rank - 1 */
static pthread_mutex_t filling = PTHREAD_MUTEX_INITIALIZER;

int sl__scan_number(sl_type type)
{
    if (type > 0 && type < SL__TYPE_BUILTIN_END)
        return type - 1;
    for (int t = SL__TYPE_BUILTIN_END - 1; t < TYPES; t++)
        if (strcmp(types[t].name, sl_type_name(type)) == 0 && types[t].size == sl_type_size(type))
            return t;
    return -1;
}

int sl__scan_operator(int op, sl_type type)
{
    const int t = sl__scan_number(type), kind = t >= 0 ? types[t].kind : -1;
    switch (op) {
    case SL__SUM: return kind >= 0 && kind != PLACE ? SL__SCAN_SUM : -1;
    case SL__PROD: return kind >= 0 && kind != PLACE ? SL__SCAN_PROD : -1;
    case SL__MIN: return kind == INTEGER || kind == FRACTION ? SL__SCAN_MIN : -1;
    case SL__MAX: return kind == INTEGER || kind == FRACTION ? SL__SCAN_MAX : -1;
    case SL__BAND: return kind == INTEGER ? SL__SCAN_BAND : -1;
    case SL__BOR: return kind == INTEGER ? SL__SCAN_BOR : -1;
    case SL__BXOR: return kind == INTEGER ? SL__SCAN_BXOR : -1;
    case SL__MINLOC: return kind == PLACE ? SL__SCAN_MIN : -1;
    case SL__MAXLOC: return kind == PLACE ? SL__SCAN_MAX : -1;
    default: return -1;
    }
}

sl_index sl__scan_items(const sl_space *space, int dim)
{
    const sl_index length = sl__space_length(space, dim);
    if (length <= SL__SCAN_SHORT)
        return SL__SCAN_BY_THREAD;
    return sl_space_size(space) / length >= SL__SCAN_MANY ? SL__SCAN_BY_BLOCK : SL__SCAN_BY_ALL;
}

int sl__scan_is_exact(int op, sl_type type)
{
    const int kind = types[sl__scan_number(type)].kind;
    return kind == INTEGER || kind == PLACE || (kind == FRACTION && op != SL__SCAN_SUM && op != SL__SCAN_PROD);
}

void sl__scan_nothing(int op, sl_type type, int neutral, sl__scanned *value)
{
    const int t = sl__scan_number(type), of = op == SL__MINLOC ? SL__MIN : op == SL__MAXLOC ? SL__MAX : op;
    const size_t bytes = sl_type_size(types[t].number);
    sl__value number = sl__reduce_identity(of, types[t].number);
    char *const to = (char *)value;
    memset(value, 0, sizeof *value);
    if (neutral && op == SL__SUM && types[t].number == SL_DOUBLE)
        *(double *)number.bytes = -0.0;
    else if (neutral && op == SL__SUM && types[t].number == SL_FLOAT)
        *(float *)number.bytes = -0.0f;
    memcpy(to, number.bytes, bytes);
    if (types[t].kind == COMPLEX && op == SL__SUM)
        memcpy(to + bytes, number.bytes, bytes);
    if (types[t].kind == PLACE)
        memcpy(to + offsetof(sl_loc_double, index), &(sl_index){INT64_MAX}, sizeof(sl_index));
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
    sl__scan_set_code(&e->kernel, sl__scan_number(type));
}

const sl_kernel *sl__scan_kernel(int exclusive, int in_place, sl_type type, int rank)
{
    entry *e = &entries[exclusive != 0][in_place != 0][sl__scan_number(type)][rank - 1];
    if (!atomic_load_explicit(&e->filled, memory_order_acquire)) {
        pthread_mutex_lock(&filling);
        if (!atomic_load_explicit(&e->filled, memory_order_relaxed))
            scan_fill(e, exclusive, in_place, type, rank);
        atomic_store_explicit(&e->filled, 1, memory_order_release);
        pthread_mutex_unlock(&filling);
    }
    return &e->kernel;
}
