/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies, fills and mirrors against plain C, over all ranks, element sizes and layouts. Views are wrapped around memory
 * with a known pattern, so that gaps are looked at, too. */
#include <starloop.h>

#include "misuse.h"
#include "tap.h"

enum { MOST = 1 << 16, GAP = 0xa5 };

#define STRUCT(SIZE) \
    struct bytes##SIZE { \
        char c[SIZE]; \
    }; \
    SL_STRUCT(struct bytes##SIZE);
STRUCT(3)
STRUCT(5)
STRUCT(100)
struct words {
    double a;
    int32_t b, c;
    double d;
};
SL_STRUCT(struct words);
struct halves {
    int32_t a, b, c;
};
SL_STRUCT(struct halves);

static sl_type types[12];
enum { TYPES = 11 };

static void set_types(void)
{
    const sl_type all[TYPES] = {SL_INT8,
                                SL_INT16,
                                SL_FLOAT,
                                SL_DOUBLE,
                                SL_UINT32,
                                SL_INT64,
                                SL_TYPE(struct bytes3),
                                SL_TYPE(struct bytes5),
                                SL_TYPE(struct bytes100),
                                SL_TYPE(struct words),
                                SL_TYPE(struct halves)};
    memcpy(types, all, sizeof all);
}

static uint64_t next(uint64_t *seed)
{
    *seed += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *seed;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static int below(uint64_t *seed, int n)
{
    return (int)(next(seed) % (uint64_t)n);
}

/* A box of elements in memory of the test's own. */
struct box {
    sl_view *view;
    char *memory;
    size_t size, bytes; /* of an element; of the memory */
    int rank;
    sl_index n[SL_MAX_RANK], s[SL_MAX_RANK];
    sl_layout layout;
    sl_extents extents;
};

/* Layout 0 is right, 1 left, others have strides in any order and with gaps. */
static void set_strides(struct box *b, int kind, uint64_t *seed)
{
    int order[SL_MAX_RANK] = {0, 1, 2, 3, 4, 5};
    for (int d = 0; d < b->rank; d++)
        order[d] = kind == 1 ? d : b->rank - 1 - d;
    for (int d = b->rank - 1; d > 0 && kind > 1; d--) {
        int e = below(seed, d + 1), o = order[d];
        order[d] = order[e], order[e] = o;
    }
    sl_index stride = kind > 1 ? 1 + below(seed, 3) : 1;
    for (int d = 0; d < b->rank; d++) {
        b->s[order[d]] = stride;
        stride *= b->n[order[d]] > 0 ? b->n[order[d]] : 1;
        stride += kind > 1 ? below(seed, 3) : 0;
    }
    b->layout = kind == 0   ? SL_LAYOUT_RIGHT
                : kind == 1 ? SL_LAYOUT_LEFT
                            : (sl_layout){.kind = SL__LAYOUT_STRIDE, .count = b->rank};
    if (kind > 1)
        memcpy(b->layout.stride, b->s, sizeof b->s);
}

/* @return whether the box could be made. */
static int make_box(struct box *b, sl_type type, int rank, const sl_index n[], int kind, uint64_t *seed, int views)
{
    memset(b, 0, sizeof *b);
    b->size = sl_type_size(type);
    b->rank = b->extents.rank = rank;
    memcpy(b->n, n, sizeof b->n);
    memcpy(b->extents.n, n, sizeof b->n);
    set_strides(b, kind, seed);
    if (sl_view_bytes_needed(type, b->layout, b->extents, &b->bytes) != SL_SUCCESS)
        return 0;
    b->memory = malloc(b->bytes + 64);
    memset(b->memory, GAP, b->bytes + 64);
    return !views || sl_view_wrap("box", type, b->layout, b->extents, b->memory, &b->view) == SL_SUCCESS;
}

static void drop_box(struct box *b)
{
    sl_view_destroy(&b->view);
    free(b->memory);
}

/* Steps an index; @return 0 after the last one. */
static int step(const struct box *b, sl_index at[])
{
    for (int d = b->rank - 1; d >= 0; d--) {
        if (++at[d] < b->n[d])
            return 1;
        at[d] = 0;
    }
    return 0;
}

static char *element(const struct box *b, char *memory, const sl_index at[])
{
    sl_index place = 0;
    for (int d = 0; d < b->rank; d++)
        place += at[d] * b->s[d];
    return memory + (size_t)place * b->size;
}

static int is_empty(const struct box *b)
{
    for (int d = 0; d < b->rank; d++)
        if (b->n[d] == 0)
            return 1;
    return 0;
}

static void number(const struct box *b, uint64_t salt)
{
    sl_index at[SL_MAX_RANK] = {0};
    if (is_empty(b))
        return;
    do {
        char *to = element(b, b->memory, at);
        for (size_t i = 0; i < b->size; i++)
            to[i] = (char)(next(&salt) >> 11);
    } while (step(b, at));
}

/* What the memory of `to` is to be after a copy; from NULL: with one value everywhere. */
static int holds(const struct box *to, const struct box *from, const char *value)
{
    char *want = malloc(to->bytes + 64);
    sl_index at[SL_MAX_RANK] = {0};
    memset(want, GAP, to->bytes + 64);
    if (!is_empty(to)) {
        do
            memcpy(element(to, want, at), from ? element(from, from->memory, at) : value, to->size);
        while (step(to, at));
    }
    int same = memcmp(want, to->memory, to->bytes + 64) == 0;
    free(want);
    return same;
}

static int readable(struct box *b)
{
    if (b->view == NULL)
        return sl_wait() == SL_SUCCESS;
    int good = sl_host_begin(b->view, SL_READ, sl_view_type(b->view), NULL) != NULL;
    return good && sl_host_end(b->view) == SL_SUCCESS;
}

enum { VIEWS, FROM_HOST, TO_HOST, FILL, ZERO, MIRROR, WAYS };
static const char *const way_names[WAYS] = {"deep_copy", "from_host", "to_host", "fill", "fill with 0", "mirror"};

static int check_mirror(struct box *b, sl_type type)
{
    sl_view *mirror = NULL;
    if (sl_view_mirror(b->view, SL_MIRROR_COPY, &mirror) != SL_SUCCESS)
        return 0;
    struct box m = *b;
    m.view = mirror;
    for (int d = 0; d < b->rank; d++)
        m.s[d] = sl_view_stride(mirror, d);
    m.bytes = (size_t)sl_view_size(mirror) * b->size; /* no gaps */
    m.memory = malloc(m.bytes + 64);
    memset(m.memory, GAP, m.bytes + 64);
    const void *p = sl_host_begin(mirror, SL_READ, type, NULL);
    if (p != NULL)
        memcpy(m.memory, p, m.bytes);
    int good = p != NULL && sl_host_end(mirror) == SL_SUCCESS && holds(&m, b, NULL);
    drop_box(&m);
    return good;
}

static int run(int way, struct box *to, struct box *from, sl_type type, const char *value)
{
    static const char zero[128];
    switch (way) {
    case VIEWS: return sl_deep_copy(to->view, from->view) == SL_SUCCESS && readable(to) && holds(to, from, NULL);
    case FROM_HOST:
        return sl_deep_copy_from_host(to->view, type, from->layout, from->memory) == SL_SUCCESS && readable(to) &&
               holds(to, from, NULL);
    case TO_HOST:
        return sl_deep_copy_to_host(type, to->layout, to->memory, from->view) == SL_SUCCESS && readable(to) &&
               holds(to, from, NULL);
    case FILL: return sl_view_fill(to->view, type, value) == SL_SUCCESS && readable(to) && holds(to, NULL, value);
    case ZERO: return sl_view_fill(to->view, type, zero) == SL_SUCCESS && readable(to) && holds(to, NULL, zero);
    default: return check_mirror(from, type);
    }
}

/* One copy, of a way, a type, a rank, extents and two layouts. */
static int one(int way, sl_type type, int rank, const sl_index n[], int kind_to, int kind_from, uint64_t seed)
{
    struct box to, from;
    char value[128];
    int good = make_box(&to, type, rank, n, kind_to, &seed, way != TO_HOST) &
               make_box(&from, type, rank, n, kind_from, &seed, way != FROM_HOST);
    if (good) {
        number(&from, seed);
        for (size_t i = 0; i < sizeof value; i++)
            value[i] = (char)(next(&seed) >> 9);
        good = run(way, &to, &from, type, value);
    }
    drop_box(&to);
    drop_box(&from);
    if (!good)
        diag("%s, %s, rank %d, extents %d %d %d %d %d %d, layouts %d and %d: %s", way_names[way], sl_type_name(type),
             rank, (int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4], (int)n[5], kind_to, kind_from,
             sl_last_error());
    return good;
}

/* Each rank, way and type with all pairs of right, left and strides. */
static void test_all(void)
{
    static const sl_index n[SL_MAX_RANK] = {3, 4, 2, 3, 2, 3};
    for (int rank = 0; rank <= SL_MAX_RANK; rank++)
        for (int way = 0; way < WAYS; way++) {
            int wrong = 0;
            sl_index extents[SL_MAX_RANK] = {0};
            memcpy(extents, n, (size_t)rank * sizeof *n);
            for (int t = 0; t < TYPES; t++)
                for (int k = 0; k < 9; k++)
                    wrong += !one(way, types[t], rank, extents, k / 3, k % 3, (uint64_t)(100 * t + k));
            is_int(wrong, 0, "rank %d, %s: all types and pairs of layouts", rank, way_names[way]);
        }
}

/* Random extents, 0 and 1 among them, and layouts. */
static void test_random(void)
{
    const char *text = getenv("SL_TEST_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 0) : (uint64_t)time(NULL), first = seed;
    int wrong = 0, runs = 800;
    for (int i = 0; i < runs && wrong < 5; i++) {
        sl_index n[SL_MAX_RANK] = {0}, size = 1;
        const int rank = below(&seed, SL_MAX_RANK + 1);
        for (int d = 0; d < rank; d++) {
            n[d] = below(&seed, 20) == 0 ? 0 : 1 + below(&seed, rank < 3 ? 60 : 7);
            size *= n[d];
        }
        if (size < MOST)
            wrong += !one(below(&seed, WAYS), types[below(&seed, TYPES)], rank, n, below(&seed, 5), below(&seed, 5),
                          next(&seed));
    }
    is_int(wrong, 0, "%d random copies (SL_TEST_SEED=%llu)", runs, (unsigned long long)first);
}

/* Large enough for several threads, rows in pieces, and stores past the caches. */
static void test_large(void)
{
    const sl_index n[SL_MAX_RANK] = {1500, 2001};
    for (int way = 0; way < WAYS; way++)
        for (int k = 0; k < 4; k++)
            ok(one(way, k == 3 ? types[9] : SL_DOUBLE, 2, n, k & 1, k >> 1, 7), "large, %s, %d", way_names[way], k);
    const sl_index line[SL_MAX_RANK] = {5000001};
    ok(one(VIEWS, SL_FLOAT, 1, line, 0, 0, 3), "a long line");
    ok(one(VIEWS, SL_INT16, 1, line, 0, 0, 3), "a long line of an odd number of bytes");
}

/* Copies among loops and fills, in the order of the calls; of split views, too; and in a region. */
static void test_order(void)
{
    sl_view *a, *b, *c;
    enum { N = 100000 };
    sl_view_create("a", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &a);
    sl_view_create("b", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &b);
    sl_view_create("c", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &c);
    for (int split = 0; split < 2; split++) {
        int wrong = 0;
        for (int i = 1; i <= 50; i++) {
            wrong += SL_VIEW_FILL(double, a, i) != SL_SUCCESS;
            wrong += sl_deep_copy(b, a) != SL_SUCCESS;
            wrong += SL_VIEW_FILL(double, a, -i) != SL_SUCCESS;
            wrong += sl_deep_copy(c, b) != SL_SUCCESS;
            wrong += SL_VIEW_FILL(double, b, 0.5) != SL_SUCCESS;
            if (i % 10 != 0)
                continue;
            const double *p = SL_HOST_READ(double, a), *q = SL_HOST_READ(double, b), *r = SL_HOST_READ(double, c);
            for (int k = 0; p && q && r && k < N; k++)
                wrong += p[k] != -i || q[k] != 0.5 || r[k] != i;
            wrong += !p || !q || !r;
            sl_host_end(a), sl_host_end(b), sl_host_end(c);
        }
        is_int(wrong, 0, "%s views: copies and fills come in the order of the calls", split ? "split" : "whole");
        sl_view_split(a, SL_SPLIT(4));
        sl_view_split(b, SL_SPLIT(4));
        sl_view_split(c, SL_SPLIT(4));
    }
    sl_region *region = NULL;
    SL_VIEW_FILL(double, c, 0);
    is_int(sl_region_begin(&region), SL_SUCCESS, "a region");
    is_int(sl_deep_copy(a, c), SL_SUCCESS, "has a copy");
    is_int(SL_VIEW_FILL(double, c, 3), SL_SUCCESS, "and a fill");
    is_int(sl_region_end(region), SL_SUCCESS, "it ends");
    for (int i = 0; i < 3; i++)
        sl_region_run(region);
    const double *p = SL_HOST_READ(double, a), *q = SL_HOST_READ(double, c);
    ok(p && q && p[0] == 3 && p[N - 1] == 3 && q[5] == 3, "runs of it do both, in order");
    sl_host_end(a), sl_host_end(c);
    sl_region_destroy(&region);
    sl_view_destroy(&a), sl_view_destroy(&b), sl_view_destroy(&c);
}

static void test_misuse(void)
{
    sl_view *x, *y, *z, *f, *r, *w, *gone, *kept, *mirror = NULL;
    double memory[12] = {0}, one_value = 1;
    sl_log_set_handler(misuse_count, NULL);
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &x);
    sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &y);
    sl_view_create("z", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &z);
    sl_view_create("f", SL_FLOAT, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &f);
    sl_view_create("r", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 1), &r);
    sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), memory, &w);
    sl_view_create("gone", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &gone);
    kept = gone;
    sl_view_destroy(&gone);
    refused_saying(sl_deep_copy(NULL, x), SL_ERR_ARGUMENT, "sl_deep_copy: to: expected a view, got NULL");
    refused_saying(sl_deep_copy(x, NULL), SL_ERR_ARGUMENT, "sl_deep_copy: from: expected a view, got NULL");
    refused_saying(sl_deep_copy(x, kept), SL_ERR_DESTROYED, "got \"gone\", which was destroyed");
    refused_saying(sl_deep_copy(x, f), SL_ERR_TYPE, "from: expected double, the type of \"x\", got \"f\" of float");
    refused_saying(sl_deep_copy(x, r), SL_ERR_RANK, "from: expected rank 1, as \"x\" has, got \"r\" of rank 2");
    refused_saying(sl_deep_copy(x, z), SL_ERR_EXTENT, "expected extent 4 in dimension 0, as \"x\" has, got 5 of \"z\"");
    refused_saying(sl_deep_copy(x, x), SL_ERR_ALIAS, "expected elements outside of \"x\", got \"x\"");
    refused_saying(sl_view_fill(x, SL_FLOAT, &one_value), SL_ERR_TYPE, "expected double, the type of \"x\", got float");
    refused_saying(sl_view_fill(x, SL_DOUBLE, NULL), SL_ERR_ARGUMENT, "value: expected a pointer");
    refused_saying(sl_view_fill(kept, SL_DOUBLE, &one_value), SL_ERR_DESTROYED, "got \"gone\"");
    refused_saying(sl_deep_copy_from_host(x, SL_DOUBLE, SL_LAYOUT_RIGHT, NULL), SL_ERR_ARGUMENT,
                   "from: expected host memory");
    refused_saying(sl_deep_copy_from_host(x, SL_FLOAT, SL_LAYOUT_RIGHT, memory), SL_ERR_TYPE, "type: expected double");
    refused_saying(sl_deep_copy_from_host(x, SL_DOUBLE, SL_LAYOUT_STRIDE(1, 2), memory), SL_ERR_RANK,
                   "1 strides for rank 1");
    refused_saying(sl_deep_copy_from_host(x, SL_DOUBLE, SL_LAYOUT_RIGHT, (char *)memory + 1), SL_ERR_ARGUMENT,
                   "aligned to 8");
    refused_saying(sl_deep_copy_from_host(w, SL_DOUBLE, SL_LAYOUT_RIGHT, memory + 2), SL_ERR_ALIAS, "that of \"w\"");
    refused_saying(sl_deep_copy_to_host(SL_DOUBLE, SL_LAYOUT_RIGHT, memory + 3, x), SL_ERR_ALIAS,
                   "that of a wrapped one");
    is_int(sl_deep_copy_to_host(SL_DOUBLE, SL_LAYOUT_RIGHT, memory + 4, x), SL_SUCCESS, "memory beside it is fine");
    refused_saying(sl_view_mirror(x, (sl_mirror)7, &mirror), SL_ERR_ARGUMENT, "what: expected SL_MIRROR_SHAPE");
    refused_saying(sl_view_mirror(x, SL_MIRROR_COPY, NULL), SL_ERR_ARGUMENT, "mirror: expected where to put");
    is_int(sl_view_mirror(x, SL_MIRROR_SHAPE, &mirror), SL_SUCCESS, "a mirror of the shape only");
    is_str(sl_view_label(mirror), "x mirror", "has a label");
    const double *p = SL_HOST_READ(double, mirror);
    ok(p && p[0] == 0 && p[3] == 0, "and zeros");
    sl_host_end(mirror);
    sl_view_destroy(&mirror);
    is_int(sl_wait(), SL_SUCCESS, "nothing has failed");
    sl_view_destroy(&x), sl_view_destroy(&y), sl_view_destroy(&z), sl_view_destroy(&f), sl_view_destroy(&r);
    sl_view_destroy(&w);
    sl_log_set_handler(NULL, NULL);
}

int main(void)
{
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    set_types();
    test_all();
    test_random();
    test_large();
    test_order();
    test_misuse();
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
