/* SPDX-License-Identifier: BSD-3-Clause */
/* Views on a GPU: to it and back with all ranks, types and layouts, managed and wrapped; between it and the CPU by
 * turns; many, short-lived and too large ones; and more than the device's memory holds, in a process of its own for
 * which that memory is limited. The reference is plain C over an array of its own. */
#include <sys/wait.h>
#include <unistd.h>

#include <starloop.h>

#include "cuda_memory.h"
#include "data/memory.h"
#include "data/pin.h"
#include "backend/backend.h"
#include "runtime/backends.h"
#include "tap.h"

SL_KERNEL_DECLARE(cm_rank0, (i), inout(double, 0, u));
SL_KERNEL_DECLARE(cm_rank1, (i), inout(double, 1, u, own));
SL_KERNEL_DECLARE(cm_rank2, (i, j), inout(double, 2, u, own));
SL_KERNEL_DECLARE(cm_rank3, (i, j, k), inout(double, 3, u, own));
SL_KERNEL_DECLARE(cm_rank4, (i, j, k, l), inout(double, 4, u, own));
SL_KERNEL_DECLARE(cm_rank5, (i, j, k, l, m), inout(double, 5, u, own));
SL_KERNEL_DECLARE(cm_rank6, (i, j, k, l, m, n), inout(double, 6, u, own));
SL_KERNEL_DECLARE(cm_float, (i, j), inout(float, 2, u, own));
SL_KERNEL_DECLARE(cm_int8, (i, j), inout(int8_t, 2, u, own));
SL_KERNEL_DECLARE(cm_uint16, (i, j), inout(uint16_t, 2, u, own));
SL_KERNEL_DECLARE(cm_int32, (i, j), inout(int32_t, 2, u, own));
SL_KERNEL_DECLARE(cm_uint64, (i, j), inout(uint64_t, 2, u, own));
SL_KERNEL_DECLARE(cm_triple, (i, j), inout(struct triple, 2, u, own));
SL_KERNEL_DECLARE(cm_add, (i, j), in(double, 2, x, own), inout(double, 2, y, own));
SL_KERNEL_DECLARE(cm_mix, (i), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(cm_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(cm_sum, (i), in(double, 1, x, own), reduce(double, sum, total));

#define GPU SL_POLICY(.where = SL_CUDA)
#define CPU SL_POLICY(.where = SL_CPU)
#define GAP 0x5a

/* ---- ranks and layouts: u = 2 u + a number of the indices --------------------------------------------------- */

typedef struct shape {
    const char *name;
    int rank, layout; /* 0 right, 1 left, 2 by the strides */
    sl_index n[SL_MAX_RANK], s[SL_MAX_RANK];
} shape;

static const shape shapes[] = {
    {"rank 0", 0, 0, {0}, {0}},
    {"vector of 1", 1, 0, {1}, {0}},
    {"vector of 1001", 1, 0, {1001}, {0}},
    {"vector of 300007", 1, 0, {300007}, {0}},
    {"empty vector", 1, 0, {0}, {0}},
    {"every third of 1000", 1, 2, {1000}, {3}},
    {"every other of 700000", 1, 2, {700000}, {2}},
    {"5 that are far apart", 1, 2, {5}, {200000}},
    {"right 33x65", 2, 0, {33, 65}, {0}},
    {"left 33x65", 2, 1, {33, 65}, {0}},
    {"right 0x5", 2, 0, {0, 5}, {0}},
    {"padded rows 33x65", 2, 2, {33, 65}, {72, 1}},
    {"long padded rows 60x5000", 2, 2, {60, 5000}, {6000, 1}},
    {"padded columns 33x65", 2, 2, {33, 65}, {1, 40}},
    {"gaps both ways 300x500", 2, 2, {300, 500}, {1100, 2}},
    {"right 9x10x11", 3, 0, {9, 10, 11}, {0}},
    {"left 9x10x11", 3, 1, {9, 10, 11}, {0}},
    {"dense planes 9x10x11", 3, 2, {9, 10, 11}, {128, 11, 1}},
    {"middle first 9x10x11", 3, 2, {9, 10, 11}, {10, 1, 96}},
    {"gaps everywhere 40x50x60", 3, 2, {40, 50, 60}, {8000, 150, 2}},
    {"right 3x4x5x6", 4, 0, {3, 4, 5, 6}, {0}},
    {"left 3x4x5x6", 4, 1, {3, 4, 5, 6}, {0}},
    {"right 3x2x4x5x3", 5, 0, {3, 2, 4, 5, 3}, {0}},
    {"gaps 3x2x4x5x3", 5, 2, {3, 2, 4, 5, 3}, {2000, 700, 100, 11, 2}},
    {"right 2x3x2x3x2x5", 6, 0, {2, 3, 2, 3, 2, 5}, {0}},
    {"left 2x3x2x3x2x5", 6, 1, {2, 3, 2, 3, 2, 5}, {0}},
    {"padded 2x3x2x3x2x5", 6, 2, {2, 3, 2, 3, 2, 5}, {800, 210, 100, 30, 12, 2}},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static sl_layout layout_of(const shape *s)
{
    sl_layout layout = s->layout == 0 ? SL_LAYOUT_RIGHT : SL_LAYOUT_LEFT;
    if (s->layout == 2) {
        layout = (sl_layout){.kind = SL__LAYOUT_STRIDE, .count = s->rank};
        memcpy(layout.stride, s->s, sizeof layout.stride);
    }
    return layout;
}

static sl_extents extents_of(const shape *s)
{
    sl_extents extents = {.rank = s->rank};
    memcpy(extents.n, s->n, sizeof extents.n);
    return extents;
}

static sl_index elements_of(const shape *s)
{
    sl_index count = 1;
    for (int d = 0; d < s->rank; d++)
        count *= s->n[d];
    return count;
}

/* Element k in lexicographic order, the last index fastest: its offset in the view, and what the kernels add to it. */
static sl_index element(const sl_view *u, const shape *s, sl_index k, sl_index *add)
{
    static const sl_index weight[] = {1, 7, 49, 343, 2401, 16807};
    sl_index offset = 0;
    *add = s->rank == 0;
    for (int d = s->rank - 1; d >= 0; d--) {
        sl_index i = k % s->n[d];
        k /= s->n[d];
        offset += i * sl_view_stride(u, d);
        *add += weight[d] * i;
    }
    return offset;
}

static sl_status twice_on(sl_policy policy, const shape *s, sl_view *u)
{
    const sl_index *n = s->n;
    switch (s->rank) {
    case 0: return sl_forall_with(policy, cm_rank0, SL_RANGE(0, 1), u);
    case 1: return sl_forall_with(policy, cm_rank1, SL_RANGE(0, n[0]), u);
    case 2: return sl_forall_with(policy, cm_rank2, SL_BOX(0, n[0], 0, n[1]), u);
    case 3: return sl_forall_with(policy, cm_rank3, SL_BOX(0, n[0], 0, n[1], 0, n[2]), u);
    case 4: return sl_forall_with(policy, cm_rank4, SL_BOX(0, n[0], 0, n[1], 0, n[2], 0, n[3]), u);
    case 5: return sl_forall_with(policy, cm_rank5, SL_BOX(0, n[0], 0, n[1], 0, n[2], 0, n[3], 0, n[4]), u);
    default: return sl_forall_with(policy, cm_rank6, SL_BOX(0, n[0], 0, n[1], 0, n[2], 0, n[3], 0, n[4], 0, n[5]), u);
    }
}

/* Bytes that are no element's and are not GAP any more. */
static size_t touched(const sl_view *u, const shape *s, const unsigned char *memory, size_t bytes)
{
    unsigned char *is_element = calloc(1, bytes);
    size_t count = 0;
    sl_index add;
    for (sl_index k = 0; k < elements_of(s); k++)
        memset(is_element + (size_t)element(u, s, k, &add) * sizeof(double), 1, sizeof(double));
    for (size_t b = 0; b < bytes; b++)
        count += !is_element[b] && memory[b] != GAP;
    free(is_element);
    return count;
}

/* u = k at first; then on the GPU, read by the host; with a host write between; and on CPU and GPU by turns. */
static void run_shape(const shape *s, sl_view *u, const char *name)
{
    const sl_index count = elements_of(s);
    double *want = malloc((size_t)(count + 1) * sizeof *want);
    int statuses = 0;
    sl_index wrong = 0, add;
    double *p = SL_HOST_WRITE(double, u);
    for (sl_index k = 0; p && k < count; k++)
        want[k] = p[element(u, s, k, &add)] = (double)(k % 1000);
    sl_host_end(u);
    for (int round = 0; round < 2; round++) {
        for (int step = 0; step < 4; step++) { /* the second round goes to and fro */
            statuses += twice_on(round == 1 && step % 2 == 1 ? CPU : GPU, s, u) != SL_SUCCESS;
            for (sl_index k = 0; k < count; k++) {
                (void)element(u, s, k, &add);
                want[k] = 2 * want[k] + (double)add;
            }
        }
        p = SL_HOST_RDWR(double, u);
        for (sl_index k = 0; p && k < count; k++) {
            sl_index at = element(u, s, k, &add);
            wrong += p[at] != want[k];
            want[k] = p[at] = (double)(k % 100 + round);
        }
        wrong += !p;
        sl_host_end(u);
    }
    is_int(statuses, 0, "%s: its loops are accepted", name);
    is_int(wrong, 0, "%s: every element is right after each turn", name);
    if (statuses > 0)
        diag("%s", sl_last_error());
    free(want);
}

static void test_managed(void)
{
    for (int c = 0; c < SHAPES; c++) {
        sl_view *u = NULL;
        if (is_int(sl_view_create("u", SL_DOUBLE, layout_of(&shapes[c]), extents_of(&shapes[c]), &u), SL_SUCCESS,
                   "%s is made", shapes[c].name))
            run_shape(&shapes[c], u, shapes[c].name);
        sl_view_destroy(&u);
    }
}

static void test_wrapped(void)
{
    for (int c = 0; c < SHAPES; c++) {
        char name[64];
        size_t bytes = 0;
        sl_view *u = NULL;
        (void)sl_view_bytes_needed(SL_DOUBLE, layout_of(&shapes[c]), extents_of(&shapes[c]), &bytes);
        unsigned char *memory = malloc(bytes + 64), *data = memory + 24; /* aligned for a double, and no more */
        memset(memory, GAP, bytes + 64);
        snprintf(name, sizeof name, "wrapped %s", shapes[c].name);
        if (is_int(sl_view_wrap("u", SL_DOUBLE, layout_of(&shapes[c]), extents_of(&shapes[c]), data, &u), SL_SUCCESS,
                   "%s is made", name)) {
            run_shape(&shapes[c], u, name);
            (void)twice_on(GPU, &shapes[c], u); /* so that destroying it brings something home */
            sl_view *stride = NULL;             /* the strides are needed after the end */
            (void)sl_view_create("s", SL_DOUBLE, layout_of(&shapes[c]), extents_of(&shapes[c]), &stride);
            sl_view_destroy(&u);
            sl_index wrong = 0, add;
            for (sl_index k = 0; k < elements_of(&shapes[c]); k++) {
                const double *e = (const double *)data + element(stride, &shapes[c], k, &add);
                wrong += *e != 2 * (double)(k % 100 + 1) + (double)add;
            }
            is_int(wrong, 0, "%s: destroying it leaves every element in the caller's memory", name);
            is_int(touched(stride, &shapes[c], data, bytes), 0, "%s: and the caller's gaps are as they were", name);
            int around = 0;
            for (size_t b = 0; b < 24; b++)
                around += memory[b] != GAP;
            for (size_t b = bytes + 24; b < bytes + 64; b++)
                around += memory[b] != GAP;
            is_int(around, 0, "%s: so is what lies around", name);
            sl_view_destroy(&stride);
        }
        free(memory);
    }
    is_int(sl__pin_count(), 0, "no memory of destroyed views is kept pinned");
}

/* ---- types --------------------------------------------------------------------------------------------------- */

enum { TYPE_ROWS = 21, TYPE_COLUMNS = 19, TYPE_ROW = 30 };

/* A padded view of T: u(i, j) = (i + j) % 20 at first, and i + 2 j + 1 more after a loop. */
#define TEST_TYPE(kernel, T, MEMBER) \
    do { \
        sl_view *u = NULL; \
        sl_index wrong = 0; \
        (void)sl_view_create("u", SL_TYPE(T), SL_LAYOUT_STRIDE(TYPE_ROW, 1), SL_EXTENTS(TYPE_ROWS, TYPE_COLUMNS), &u); \
        T *p = SL_HOST_WRITE(T, u); \
        for (int i = 0; p && i < TYPE_ROWS; i++) \
            for (int j = 0; j < TYPE_COLUMNS; j++) \
                p[i * TYPE_ROW + j] MEMBER = (i + j) % 20; \
        sl_host_end(u); \
        is_int(sl_forall_with(GPU, kernel, SL_BOX(0, TYPE_ROWS, 0, TYPE_COLUMNS), u), SL_SUCCESS, \
               "a view of " #T " goes to the GPU"); \
        const T *q = SL_HOST_READ(T, u); \
        for (int i = 0; q && i < TYPE_ROWS; i++) \
            for (int j = 0; j < TYPE_COLUMNS; j++) \
                wrong += (int64_t)q[i * TYPE_ROW + j] MEMBER != (i + j) % 20 + i + 2 * j + 1; \
        is_int(wrong + !q, 0, "and comes back right"); \
        sl_host_end(u); \
        sl_view_destroy(&u); \
    } while (0)

static void test_types(void)
{
    TEST_TYPE(cm_float, float, );
    TEST_TYPE(cm_int8, int8_t, );
    TEST_TYPE(cm_uint16, uint16_t, );
    TEST_TYPE(cm_int32, int32_t, );
    TEST_TYPE(cm_uint64, uint64_t, );
    TEST_TYPE(cm_triple, struct triple, .x);
    TEST_TYPE(cm_triple, struct triple, .y);
    TEST_TYPE(cm_triple, struct triple, .z);
}

/* ---- several views ------------------------------------------------------------------------------------------- */

/* Three views of different layouts, of which one is wrapped, used on CPU, GPU and host in an irregular order. */
static void test_by_turns(void)
{
    enum { ROWS = 57, COLUMNS = 43, STEPS = 60 };
    static double want[3][ROWS][COLUMNS], memory[ROWS * 50];
    sl_view *v[3] = {NULL, NULL, NULL};
    sl_layout layouts[] = {SL_LAYOUT_RIGHT, SL_LAYOUT_LEFT, SL_LAYOUT_STRIDE(50, 1)};
    int statuses = 0;
    sl_index wrong = 0;
    for (int k = 0; k < 3; k++) {
        statuses += k < 2 ? sl_view_create("v", SL_DOUBLE, layouts[k], SL_EXTENTS(ROWS, COLUMNS), &v[k])
                          : sl_view_wrap("v", SL_DOUBLE, layouts[k], SL_EXTENTS(ROWS, COLUMNS), memory, &v[k]);
        double *p = SL_HOST_WRITE(double, v[k]);
        for (int i = 0; p && i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                want[k][i][j] = p[i * sl_view_stride(v[k], 0) + j * sl_view_stride(v[k], 1)] = i + j + k;
        sl_host_end(v[k]);
    }
    unsigned random = 1;
    for (int step = 0; step < STEPS; step++) {
        random = random * 1103515245 + 12345;
        int x = (int)(random >> 16) % 3, y = (x + 1 + (int)(random >> 20) % 2) % 3;
        sl_policy policy = (random >> 24) % 3 ? GPU : CPU;
        statuses += sl_forall_with(policy, cm_add, SL_BOX(0, ROWS, 0, COLUMNS), v[x], v[y]);
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                want[y][i][j] = 2 * want[y][i][j] + want[x][i][j];
        if (step % 7 != 6)
            continue;
        double *p = SL_HOST_RDWR(double, v[y]); /* the host makes the values small again */
        for (int i = 0; p && i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++) {
                double *e = &p[i * sl_view_stride(v[y], 0) + j * sl_view_stride(v[y], 1)];
                wrong += *e != want[y][i][j];
                *e = want[y][i][j] = (double)((int64_t)want[y][i][j] % 1000);
            }
        sl_host_end(v[y]);
    }
    for (int k = 0; k < 3; k++) {
        const double *p = SL_HOST_READ(double, v[k]);
        for (int i = 0; p && i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                wrong += p[i * sl_view_stride(v[k], 0) + j * sl_view_stride(v[k], 1)] != want[k][i][j];
        wrong += !p;
        sl_host_end(v[k]);
        sl_view_destroy(&v[k]);
    }
    is_int(statuses, 0, "%d loops over three views on CPU and GPU are accepted", STEPS);
    is_int(wrong, 0, "and what the host finds in between and at the end is right");
}

/* Small views come and go, and their memory, on either side, is used again. */
static void test_many(void)
{
    enum { MANY = 1500, ROUNDS = 3, LENGTH = 9 };
    static sl_view *u[MANY];
    static const shape scalar = {"", 0, 0, {0}, {0}}, vector = {"", 1, 0, {LENGTH}, {0}};
    for (int round = 0; round < ROUNDS; round++) {
        int statuses = 0, wrong = 0;
        for (int k = 0; k < MANY; k++) {
            statuses += sl_view_create("u", SL_DOUBLE, SL_LAYOUT_RIGHT, k % 2 ? SL_EXTENTS(LENGTH) : SL_EXTENTS(),
                                       &u[k]) != SL_SUCCESS;
            double *p = SL_HOST_WRITE(double, u[k]);
            for (int i = 0; p && i < (k % 2 ? LENGTH : 1); i++)
                p[i] = k + i;
            sl_host_end(u[k]);
        }
        for (int k = 0; k < MANY; k++)
            statuses += twice_on(GPU, k % 2 ? &vector : &scalar, u[k]) != SL_SUCCESS;
        for (int k = 0; k < MANY; k++) {
            const double *p = SL_HOST_READ(double, u[k]);
            wrong += !p;
            for (int i = 0; p && i < (k % 2 ? LENGTH : 1); i++)
                wrong += p[i] != 2 * (k + i) + (k % 2 ? i : 1);
            sl_host_end(u[k]);
            sl_view_destroy(&u[k]);
        }
        is_int(statuses, 0, "%d small views in round %d are accepted", MANY, round);
        is_int(wrong, 0, "and right");
    }
    is_int(sl__memory_held(), 0, "nothing of them is kept");
}

/* What cm_mix makes of two whole numbers. */
static double mixed(double x, double y)
{
    double v = 3 * y + x + 1;
    while (v >= MIX)
        v -= MIX;
    return v;
}

/* Views are destroyed as soon as their loops are queued; what the loops leave in a last view tells of each. */
static void test_destroy(void)
{
    enum { LENGTH = 200000, ROUNDS = 20 };
    sl_view *last = NULL;
    double *memory = malloc((LENGTH + 1) * sizeof *memory);
    int statuses = sl_view_create("last", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LENGTH), &last);
    sl_index wrong = 0, late = 0;
    double want = 0; /* of element 0, where cm_rank1 adds nothing */
    for (int round = 0; round < ROUNDS; round++) {
        sl_view *x = NULL, *y = NULL;
        for (int i = 0; i < LENGTH; i++)
            memory[i] = round + 1;
        statuses += sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LENGTH), memory, &x);
        statuses += sl_view_create_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LENGTH), SL_VIEW_UNINITIALIZED, &y);
        statuses += sl_forall_with(GPU, cm_copy, SL_RANGE(0, LENGTH), x, y);
        statuses += sl_forall_with(GPU, cm_rank1, SL_RANGE(0, LENGTH), x);
        statuses += sl_forall_with(GPU, cm_mix, SL_RANGE(0, LENGTH), y, last);
        sl_view_destroy(&y);
        sl_view_destroy(&x); /* waits: the memory is ours again */
        for (int i = 0; i < LENGTH; i++)
            late += memory[i] != 2 * (round + 1) + i;
        want = mixed(round + 1, want);
    }
    const double *p = SL_HOST_READ(double, last);
    for (int i = 0; p && i < LENGTH; i++)
        wrong += p[i] != want;
    wrong += !p;
    sl_host_end(last);
    sl_view_destroy(&last);
    is_int(statuses, 0, "loops over views that are destroyed at once are accepted");
    is_int(wrong, 0, "and all have run");
    is_int(late, 0, "a wrapped view that is destroyed has its data in the caller's memory");
    free(memory);
}

/* Large wrapped memory is pinned: it must not be when it goes back to the system, nor stand in the way of a neighbour
 * that shares a page with it. */
static void test_pinned_memory(void)
{
    enum { LENGTH = 300001, ROUNDS = 5 };
    static const shape s = {"", 1, 0, {LENGTH}, {0}};
    int statuses = 0;
    sl_index wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double *memory = malloc(2 * LENGTH * sizeof *memory);
        sl_view *half[2] = {NULL, NULL};
        for (int i = 0; i < 2 * LENGTH; i++)
            memory[i] = i + round;
        for (int k = 0; k < 2; k++) {
            statuses +=
                sl_view_wrap("half", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LENGTH), memory + k * LENGTH, &half[k]);
            statuses += twice_on(GPU, &s, half[k]);
        }
        for (int k = 0; k < 2; k++)
            sl_view_destroy(&half[k]);
        for (int i = 0; i < 2 * LENGTH; i++)
            wrong += memory[i] != 2 * (double)(i + round) + i % LENGTH;
        free(memory);
    }
    is_int(statuses, 0, "two wrapped halves of one allocation are accepted");
    is_int(wrong, 0, "and right, though a page cannot be pinned for both");
    is_int(sl__pin_count(), 0, "nothing stays pinned");
}

/* ---- less memory than views, in a process of its own --------------------------------------------------------- */

#define LIMIT 64 /* MiB */

/* Views of 8 MiB, four times what the device holds, and a scalar: each is mixed with others, near and far. */
static int child_evicts(void)
{
    enum { VIEWS = 32, LENGTH = 1 << 20, ROUNDS = 3 };
    static sl_view *v[VIEWS], *total;
    static double *want[VIEWS], *memory[VIEWS];
    double sum = 0;
    int bad = 0;
    if (sl_init(NULL) != SL_SUCCESS || sl__device_room() > (int64_t)LIMIT << 20)
        return 1;
    for (int k = 0; k < VIEWS; k++) { /* every fourth is wrapped, with a gap after each element */
        const int gaps = k % 4 == 3, stride = gaps ? 2 : 1, length = gaps ? LENGTH / 2 : LENGTH;
        want[k] = malloc(LENGTH * sizeof *want[k]);
        memory[k] = malloc(LENGTH * sizeof *memory[k]);
        for (int i = 0; i < LENGTH; i++)
            memory[k][i] = -1;
        bad += gaps ? sl_view_wrap("v", SL_DOUBLE, SL_LAYOUT_STRIDE(2), SL_EXTENTS(length), memory[k], &v[k])
                    : sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(length), &v[k]);
        double *p = SL_HOST_WRITE(double, v[k]);
        for (int i = 0; p && i < length; i++)
            want[k][i] = p[i * stride] = (i * 17 + k) % 1000;
        sl_host_end(v[k]);
    }
    bad += sl_view_create("total", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &total);
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < VIEWS; k++) {
            const int x = (k * 7 + round + 1) % VIEWS;
            if (x == k)
                continue;
            bad += sl_forall_with(GPU, cm_mix, SL_RANGE(0, LENGTH / 2), v[x], v[k]);
            for (int i = 0; i < LENGTH / 2; i++)
                want[k][i] = mixed(want[x][i], want[k][i]);
        }
    bad += sl_forall_with(GPU, cm_sum, SL_RANGE(0, LENGTH / 2), v[0], SL_INTO(total));
    for (int i = 0; i < LENGTH / 2; i++)
        sum += want[0][i];
    sl_index wrong = 0;
    for (int k = VIEWS - 1; k >= 0; k--) {
        const int gaps = k % 4 == 3;
        const double *p = SL_HOST_READ(double, v[k]);
        wrong += !p;
        for (int i = 0; p && i < (gaps ? LENGTH / 2 : LENGTH); i++)
            wrong += p[gaps ? 2 * i : i] != want[k][i];
        for (int i = 0; gaps && i < LENGTH / 2 - 1; i++)
            wrong += memory[k][2 * i + 1] != -1;
        sl_host_end(v[k]);
    }
    const double *t = SL_HOST_READ(double, total);
    wrong += !t || *t != sum;
    sl_host_end(total);
    sl_view_destroy(&total);
    for (int k = 0; k < VIEWS; k++)
        sl_view_destroy(&v[k]);
    diag("%d refused, %lld wrong: %s", bad, (long long)wrong, sl_last_error());
    bad += sl_finalize() != SL_SUCCESS;
    return (bad != 0) | (wrong != 0) << 1;
}

/* What can never fit is refused for the GPU, and runs elsewhere where it may. */
static int child_too_large(void)
{
    enum { LENGTH = 10 << 20, PART = 3 << 20 };
    static const shape s = {"", 1, 0, {LENGTH}, {0}};
    sl_view *vast = NULL, *part[3] = {NULL, NULL, NULL};
    int bad = 0;
    sl_index wrong = 0;
    if (sl_init(NULL) != SL_SUCCESS)
        return 1;
    bad |= (sl_view_create("vast", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LENGTH), &vast) != SL_SUCCESS) << 1;
    bad |= (twice_on(GPU, &s, vast) != SL_ERR_MEMORY) << 2;
    diag("%s", sl_last_error());
    bad |= (strstr(sl_last_error(), "cm_rank1") == NULL) << 3;
    bad |= (sl_forall(cm_rank1, SL_RANGE(0, LENGTH), vast) != SL_SUCCESS) << 4;
    const double *p = SL_HOST_READ(double, vast);
    for (int i = 0; p && i < LENGTH; i++)
        wrong += p[i] != i;
    bad |= (!p || wrong) << 5;
    sl_host_end(vast);
    for (int k = 0; k < 3; k++)
        (void)sl_view_create("part", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(PART + k), &part[k]);
    bad |= (sl_forall_with(GPU, cm_copy, SL_RANGE(0, PART), part[0], part[1]) != SL_SUCCESS) << 6; /* 48 MiB fit */
    bad |= (sl_forall_with(GPU, cm_copy, SL_RANGE(0, PART), vast, part[2]) != SL_ERR_MEMORY) << 7;
    if (sl_wait() != SL_SUCCESS)
        bad |= 1;
    sl_view_destroy(&vast);
    for (int k = 0; k < 3; k++)
        sl_view_destroy(&part[k]);
    return sl_finalize() == SL_SUCCESS ? bad : bad | 1;
}

/* Runs this program again, with an argument; CUDA does not survive a fork alone. */
static int run_child(const char *what)
{
    int status = -1;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        char limit[16];
        snprintf(limit, sizeof limit, "%d", LIMIT);
        setenv("STARPU_LIMIT_CUDA_MEM", limit, 1);
        alarm(300); /* trying for ever is the failure that this is about */
        execl("/proc/self/exe", "cuda_memory", what, (char *)NULL);
        _exit(99);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

static void test_all(void)
{
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return;
    test_managed();
    test_wrapped();
    test_types();
    test_by_turns();
    test_many();
    test_destroy();
    test_pinned_memory();
    is_int(sl_wait(), SL_SUCCESS, "nothing failed");
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return strcmp(argv[1], "evict") == 0 ? child_evicts() : child_too_large();
    sl__backends_fill();
    if (sl__device_count() == 0) {
        skip(sl__device_absence(), "views on a GPU");
        return done_testing();
    }
    is_int(run_child("evict"), 0, "views of four times the device's memory are evicted and fetched, with right values");
    is_int(run_child("too-large"), 0, "what cannot fit on the device is refused or runs elsewhere");
    test_all();
    if (is_int(sl_init(NULL), SL_SUCCESS, "the library starts once more")) { /* with pinned memory of its own */
        test_types();
        test_boxes();
        is_int(sl_finalize(), SL_SUCCESS, "and ends");
    }
    return done_testing();
}
