/* SPDX-License-Identifier: BSD-3-Clause */
/* Layouts against enumeration: offsets of all elements, one by one. */
#include <starloop/view.h>

#include "base/error.h"
#include "data/layout.h"
#include "kernel/cases.h"
#include "tap.h"

#define MOST_OFFSETS 4096

typedef struct layout_case {
    const char *name;
    sl_layout_kind kind;
    int rank;
    sl_index n[SL_MAX_RANK], s[SL_MAX_RANK];
} layout_case;

/* Calls the loop for every index of a shape, the last dimension fastest; 0 at the end. */
static int next_index(int rank, const sl_index n[], sl_index i[])
{
    for (int d = rank - 1; d >= 0; d--) {
        if (++i[d] < n[d])
            return 1;
        i[d] = 0;
    }
    return 0;
}

static sl_index reference_count(const sl_index n[], int rank)
{
    sl_index count = 1;
    for (int d = 0; d < rank; d++)
        count *= n[d];
    return count;
}

/* Marks the offset of every element; returns the number of elements that met a mark, and the largest offset. */
static int mark(int rank, const sl_index n[], const sl_index s[], unsigned char marks[MOST_OFFSETS], sl_index *largest)
{
    sl_index i[SL_MAX_RANK] = {0};
    int met = 0;
    memset(marks, 0, MOST_OFFSETS);
    *largest = -1;
    if (reference_count(n, rank) == 0)
        return 0;
    do {
        sl_index offset = 0;
        for (int d = 0; d < rank; d++)
            offset += i[d] * s[d];
        met += marks[offset]++ != 0;
        if (offset > *largest)
            *largest = offset;
    } while (next_index(rank, n, i));
    return met;
}

/* The bytes that the runs of a shape cover must be those of its elements, each once. */
static int runs_cover(const sl__shape *shape, const unsigned char marks[MOST_OFFSETS])
{
    static unsigned char bytes[MOST_OFFSETS * 8];
    sl__runs runs = sl__layout_runs(shape->rank, shape->elem, shape->n, shape->s);
    int64_t index[SL_MAX_RANK] = {0};
    size_t offset = 0;
    memset(bytes, 0, sizeof bytes);
    if (runs.run > 0) {
        do {
            for (size_t b = 0; b < runs.run; b++)
                bytes[offset + b]++;
        } while (sl__runs_next(&runs, 0, index, &offset));
    }
    for (size_t b = 0; b < MOST_OFFSETS * shape->elem; b++) {
        if (bytes[b] != marks[b / shape->elem])
            return 0;
    }
    return 1;
}

/* A span of bytes, arriving window by window, goes to the bytes of the elements, and to no other. */
static int scatters(const sl__shape *shape, const unsigned char marks[MOST_OFFSETS], size_t window)
{
    static unsigned char bytes[MOST_OFFSETS * 8], data[MOST_OFFSETS * 8];
    sl__scatter scatter = {.runs = sl__layout_runs(shape->rank, shape->elem, shape->n, shape->s)};
    for (size_t b = 0; b < sizeof bytes; b++)
        bytes[b] = (unsigned char)(1 + b % 199);
    memset(data, 0, sizeof data);
    for (size_t begin = 0; begin < shape->span; begin += window) {
        size_t end = shape->span - begin < window ? shape->span : begin + window;
        unsigned char *piece = malloc(end - begin); /* nothing else of the span is at hand */
        memcpy(piece, bytes + begin, end - begin);
        sl__layout_scatter(&scatter, data, piece, begin, end);
        free(piece);
    }
    for (size_t b = 0; b < MOST_OFFSETS * shape->elem; b++) {
        if (data[b] != (marks[b / shape->elem] ? bytes[b] : 0))
            return 0;
    }
    return 1;
}

static void test_accepted(void)
{
    static const size_t windows[] = {1, 5, 8, 24, 64, MOST_OFFSETS};
    static const layout_case cases[] = {
        {"rank 0", SL__LAYOUT_RIGHT, 0, {0}, {0}},
        {"right 7", SL__LAYOUT_RIGHT, 1, {7}, {0}},
        {"left 7", SL__LAYOUT_LEFT, 1, {7}, {0}},
        {"right 3x5", SL__LAYOUT_RIGHT, 2, {3, 5}, {0}},
        {"left 3x5", SL__LAYOUT_LEFT, 2, {3, 5}, {0}},
        {"right 1x5", SL__LAYOUT_RIGHT, 2, {1, 5}, {0}},
        {"left 5x1", SL__LAYOUT_LEFT, 2, {5, 1}, {0}},
        {"right 4x0x3", SL__LAYOUT_RIGHT, 3, {4, 0, 3}, {0}},
        {"left 4x0x3", SL__LAYOUT_LEFT, 3, {4, 0, 3}, {0}},
        {"right 2x3x4x2x3x2", SL__LAYOUT_RIGHT, 6, {2, 3, 4, 2, 3, 2}, {0}},
        {"left 2x3x4x2x3x2", SL__LAYOUT_LEFT, 6, {2, 3, 4, 2, 3, 2}, {0}},
        {"stride 2 of 9", SL__LAYOUT_STRIDE, 1, {9}, {2}},
        {"padded rows", SL__LAYOUT_STRIDE, 2, {4, 5}, {8, 1}},
        {"padded columns", SL__LAYOUT_STRIDE, 2, {4, 5}, {1, 6}},
        {"every other of padded rows", SL__LAYOUT_STRIDE, 2, {4, 5}, {16, 3}},
        {"middle first", SL__LAYOUT_STRIDE, 3, {4, 5, 3}, {5, 1, 24}},
        {"plane with dense rows", SL__LAYOUT_STRIDE, 3, {3, 4, 5}, {40, 5, 1}},
        {"extent 1 with any stride", SL__LAYOUT_STRIDE, 3, {3, 1, 5}, {5, 777, 1}},
        {"empty with equal strides", SL__LAYOUT_STRIDE, 2, {0, 5}, {1, 1}},
        {"stride rank 0", SL__LAYOUT_STRIDE, 0, {0}, {0}},
    };
    static unsigned char marks[MOST_OFFSETS];
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const layout_case *c = &cases[k];
        sl_layout layout = {.kind = c->kind, .count = c->kind == SL__LAYOUT_STRIDE ? c->rank : 0};
        sl_extents extents = {.rank = c->rank};
        memcpy(layout.stride, c->s, sizeof layout.stride);
        memcpy(extents.n, c->n, sizeof extents.n);
        sl__shape shape;
        sl_index largest;
        if (!is_int(sl__layout_shape("f", 8, &layout, &extents, &shape), SL_SUCCESS, "%s is accepted", c->name))
            continue;
        is_int(mark(c->rank, c->n, shape.s, marks, &largest), 0, "%s: no two elements share an offset", c->name);
        is_int(shape.span, (largest + 1) * 8, "%s: the span ends with the last element", c->name);
        is_int(shape.count, reference_count(c->n, c->rank), "%s: the count is that of the elements", c->name);
        if (c->kind != SL__LAYOUT_STRIDE)
            is_int(shape.span, shape.count * 8, "%s: there are no gaps", c->name);
        ok(runs_cover(&shape, marks), "%s: the runs cover every element once, and no gap", c->name);
        for (size_t w = 0; w < sizeof windows / sizeof windows[0]; w++)
            ok(scatters(&shape, marks, windows[w]), "%s: its elements can be taken from windows of %zu bytes", c->name,
               windows[w]);
        size_t bytes = 7;
        ok(sl_view_bytes_needed(SL_DOUBLE, layout, extents, &bytes) == SL_SUCCESS && bytes == shape.span,
           "%s: sl_view_bytes_needed says so", c->name);
    }
}

/* The order of elements: of a right layout the last index runs fastest, of a left one the first. */
static void test_order(void)
{
    sl_extents extents = SL_EXTENTS(3, 4, 5);
    sl_layout right = SL_LAYOUT_RIGHT, left = SL_LAYOUT_LEFT;
    sl__shape r, l;
    ok(!sl__layout_shape("f", 4, &right, &extents, &r) && !sl__layout_shape("f", 4, &left, &extents, &l),
       "both are made");
    sl_index want = 0, wrong_right = 0, wrong_left = 0;
    for (sl_index i = 0; i < 3; i++) {
        for (sl_index j = 0; j < 4; j++) {
            for (sl_index k = 0; k < 5; k++, want++)
                wrong_right += i * r.s[0] + j * r.s[1] + k * r.s[2] != want;
        }
    }
    want = 0;
    for (sl_index k = 0; k < 5; k++) {
        for (sl_index j = 0; j < 4; j++) {
            for (sl_index i = 0; i < 3; i++, want++)
                wrong_left += i * l.s[0] + j * l.s[1] + k * l.s[2] != want;
        }
    }
    is_int(wrong_right, 0, "right: elements follow each other with the last index fastest");
    is_int(wrong_left, 0, "left: elements follow each other with the first index fastest");
}

static void test_cases(void)
{
    static const struct {
        const char *name;
        int rank;
        int64_t n[3], s[3];
        unsigned cases;
    } cases[] = {
        {"rank 0", 0, {1}, {1}, 3},
        {"dense vector", 1, {5}, {1}, 3},
        {"strided vector", 1, {5}, {2}, 0},
        {"vector of one", 1, {1}, {9}, 3},
        {"rows", 2, {4, 5}, {5, 1}, 1},
        {"columns", 2, {4, 5}, {1, 4}, 2},
        {"one column of rows", 2, {4, 1}, {7, 7}, 1},
        {"one row", 2, {1, 5}, {9, 1}, 3},
        {"neither", 2, {4, 5}, {10, 2}, 0},
        {"middle first", 3, {4, 5, 3}, {5, 1, 20}, 0},
        {"empty", 3, {4, 0, 3}, {9, 9, 9}, 3},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
        is_int(sl__cases_of(cases[k].rank, cases[k].n, cases[k].s), cases[k].cases, "unit dimensions of %s",
               cases[k].name);
}

/* What the ways cost is a guess, but these must hold whatever it is. */
static void test_copy_way(void)
{
    static const struct {
        const char *name;
        int rank;
        int64_t n[3], s[3];
        int gaps, stage;
        sl__copy_way way;
    } cases[] = {
        {"a dense vector is one span", 1, {1000000}, {1}, 0, 1, SL__COPY_SPAN},
        {"so are dense rows", 2, {1000, 1000}, {1000, 1}, 0, 1, SL__COPY_SPAN},
        {"and a scalar", 0, {0}, {0}, 0, 1, SL__COPY_SPAN},
        {"every other element is copied with what lies between", 1, {1000000}, {2}, 1, 0, SL__COPY_SPAN},
        {"unless that may not be written: then it is staged", 1, {1000000}, {2}, 0, 1, SL__COPY_STAGE},
        {"or, where that cannot be, copied row by row", 1, {1000000}, {2}, 0, 0, SL__COPY_ROWS},
        {"far apart elements are copied row by row", 1, {1000}, {100000}, 1, 0, SL__COPY_ROWS},
        {"also into gaps that may not be written", 1, {1000}, {100000}, 0, 1, SL__COPY_ROWS},
        {"long rows with a short gap are, too", 2, {1000, 4000}, {4100, 1}, 0, 1, SL__COPY_ROWS},
        {"and long rows with a long gap", 2, {1000, 4000}, {9000, 1}, 1, 0, SL__COPY_ROWS},
        {"a few padded rows are copied with their gaps", 2, {10, 100}, {104, 1}, 1, 0, SL__COPY_SPAN},
        {"gaps everywhere in rank 3 make no thousands of copies",
         3,
         {300, 300, 300},
         {400000, 900, 2},
         0,
         1,
         SL__COPY_STAGE},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        sl__runs runs = sl__layout_runs(cases[k].rank, 8, cases[k].n, cases[k].s);
        size_t span = 8;
        for (int d = 0; d < cases[k].rank; d++)
            span += 8 * (size_t)((cases[k].n[d] - 1) * cases[k].s[d]);
        is_int(sl__layout_copy_way(&runs, span, cases[k].gaps, cases[k].stage), cases[k].way, "%s", cases[k].name);
    }
}

static void test_refused(void)
{
    static const struct {
        sl_layout_kind kind;
        int count, rank;
        sl_index n[SL_MAX_RANK], s[SL_MAX_RANK];
        sl_status status;
        const char *part;
    } cases[] = {
        {SL__LAYOUT_RIGHT, 0, 7, {0}, {0}, SL_ERR_RANK, "expected rank 0 to 6, got 7"},
        {SL__LAYOUT_RIGHT, 0, -1, {0}, {0}, SL_ERR_RANK, "expected rank 0 to 6, got -1"},
        {SL__LAYOUT_LEFT, 0, 2, {4, -3}, {0}, SL_ERR_EXTENT, "expected 0 or more, got -3 in dimension 1"},
        {SL__LAYOUT_LEFT, 0, 2, {0, -3}, {0}, SL_ERR_EXTENT, "got -3 in dimension 1"},
        {SL__LAYOUT_RIGHT, 0, 2, {INT64_MAX, 2}, {0}, SL_ERR_EXTENT, "at most 2^62 bytes"},
        {SL__LAYOUT_RIGHT, 0, 1, {((sl_index)1 << 59) + 1}, {0}, SL_ERR_EXTENT, "at most 2^62 bytes"},
        {SL__LAYOUT_LEFT, 0, 3, {(sl_index)1 << 40, (sl_index)1 << 40, 0}, {0}, SL_ERR_EXTENT, "at most 2^62 bytes"},
        {SL__LAYOUT_STRIDE, 3, 2, {4, 5}, {5, 1, 1}, SL_ERR_RANK, "expected 2 strides for rank 2, got 3"},
        {SL__LAYOUT_STRIDE, 0, 1, {4}, {0}, SL_ERR_RANK, "expected 1 strides for rank 1, got 0"},
        {SL__LAYOUT_STRIDE, 2, 2, {4, 5}, {0, 1}, SL_ERR_EXTENT, "expected positive strides, got 0 in dimension 0"},
        {SL__LAYOUT_STRIDE, 2, 2, {4, 5}, {5, -1}, SL_ERR_EXTENT, "got -1 in dimension 1"},
        {SL__LAYOUT_STRIDE, 2, 2, {4, 5}, {4, 1}, SL_ERR_EXTENT, "stride of more than 4 in dimension 0"},
        {SL__LAYOUT_STRIDE, 2, 2, {4, 5}, {1, 1}, SL_ERR_EXTENT, "got 1"},
        {SL__LAYOUT_STRIDE, 2, 2, {3, 3}, {(sl_index)1 << 62, 1}, SL_ERR_EXTENT, "at most 2^62 bytes"},
        {SL__LAYOUT_STRIDE, 1, 1, {2}, {(sl_index)1 << 59}, SL_ERR_EXTENT, "at most 2^62 bytes"},
        {(sl_layout_kind)9, 0, 1, {2}, {0}, SL_ERR_ARGUMENT, "got kind 9"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        sl_layout layout = {.kind = cases[k].kind, .count = cases[k].count};
        sl_extents extents = {.rank = cases[k].rank};
        size_t bytes = 7;
        memcpy(layout.stride, cases[k].s, sizeof layout.stride);
        memcpy(extents.n, cases[k].n, sizeof extents.n);
        is_int(sl_view_bytes_needed(SL_DOUBLE, layout, extents, &bytes), cases[k].status, "case %zu is refused", k);
        like(sl_last_error(), cases[k].part, "case %zu says what is wrong", k);
        like(sl_last_error(), "sl_view_bytes_needed: ", "case %zu names the function", k);
        is_int(bytes, 7, "case %zu leaves the output alone", k);
    }
}

/* Every pair of small strides over small extents: what is accepted has distinct offsets, and what has its dimensions
 * nested is accepted. */
static void test_exhaustive(void)
{
    static unsigned char marks[MOST_OFFSETS];
    int overlapping = 0, refused = 0, accepted = 0;
    for (int code = 0; code < 4 * 4 * 4 * 10 * 10 * 10; code++) {
        sl_index n[3], s[3], largest;
        int rest = code;
        for (int d = 0; d < 3; d++, rest /= 4)
            n[d] = 1 + rest % 4;
        for (int d = 0; d < 3; d++, rest /= 10)
            s[d] = 1 + rest % 10;
        sl_layout layout = SL_LAYOUT_STRIDE(s[0], s[1], s[2]);
        sl_extents extents = SL_EXTENTS(n[0], n[1], n[2]);
        sl__shape shape;
        int taken = sl__layout_shape("f", 4, &layout, &extents, &shape) == SL_SUCCESS;
        int met = mark(3, n, s, marks, &largest);
        accepted += taken;
        if (taken && (met || !runs_cover(&shape, marks) || (sl_index)shape.span != 4 * (largest + 1)))
            overlapping++;
        refused += !taken && !met && n[0] * n[1] * n[2] <= 3; /* with one long dimension nothing can overlap */
    }
    is_int(overlapping, 0, "no shape of rank 3 with strides 1 to 10 is accepted though it overlaps");
    is_int(refused, 0, "no shape of up to 3 elements in a row is refused");
    ok(accepted > 5000, "%d shapes are accepted", accepted);
}

/* Padded and permuted layouts: strides worked out by hand. */
static void test_other_layouts(void)
{
    const struct {
        const char *name;
        sl_layout layout;
        size_t elem;
        sl_extents extents;
        sl_index s[SL_MAX_RANK];
    } cases[] = {
        {"rows with 3 elements behind", SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, 3), 8, SL_EXTENTS(4, 5), {8, 1}},
        {"columns with 1 element behind", SL_LAYOUT_PADDED(SL_LAYOUT_LEFT, 1), 8, SL_EXTENTS(4, 5, 2), {1, 5, 25}},
        {"no padding", SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, 0), 8, SL_EXTENTS(4, 5), {5, 1}},
        {"rows of doubles on lines", SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, SL_PAD_LINE), 8, SL_EXTENTS(4, 9), {16, 1}},
        {"rows that are lines", SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, SL_PAD_LINE), 8, SL_EXTENTS(4, 8), {8, 1}},
        {"rows of bytes on lines",
         SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, SL_PAD_LINE),
         1,
         SL_EXTENTS(2, 3, 65),
         {384, 128, 1}},
        {"elements of 24 bytes on lines", SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, SL_PAD_LINE), 24, SL_EXTENTS(3, 5), {8, 1}},
        {"elements of 7 bytes on lines", SL_LAYOUT_PADDED(SL_LAYOUT_LEFT, SL_PAD_LINE), 7, SL_EXTENTS(3, 5), {1, 64}},
        {"elements of 256 bytes on lines",
         SL_LAYOUT_PADDED(SL_LAYOUT_LEFT, SL_PAD_LINE),
         256,
         SL_EXTENTS(3, 5),
         {1, 3}},
        {"an empty matrix on lines", SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, SL_PAD_LINE), 8, SL_EXTENTS(3, 0), {8, 1}},
        {"a padded vector", SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, SL_PAD_LINE), 8, SL_EXTENTS(9), {1}},
        {"a padded scalar", SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, 4), 8, SL_EXTENTS(), {0}},
        {"permuted 0 1 2", SL_LAYOUT_PERMUTED(0, 1, 2), 8, SL_EXTENTS(2, 3, 4), {12, 4, 1}},
        {"permuted 1 2 0", SL_LAYOUT_PERMUTED(1, 2, 0), 8, SL_EXTENTS(2, 3, 4), {1, 8, 2}},
        {"permuted 2 0 1", SL_LAYOUT_PERMUTED(2, 0, 1), 8, SL_EXTENTS(2, 3, 4), {3, 1, 6}},
        {"permuted and padded", SL_LAYOUT_PADDED(SL_LAYOUT_PERMUTED(0, 2, 1), 2), 8, SL_EXTENTS(2, 3, 4), {20, 1, 5}},
        {"permuted of no dimension", SL_LAYOUT_PERMUTED(), 8, SL_EXTENTS(), {0}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const int rank = cases[k].extents.rank;
        sl__shape shape;
        if (!is_int(sl__layout_shape("f", cases[k].elem, &cases[k].layout, &cases[k].extents, &shape), SL_SUCCESS,
                    "%s: it is accepted", cases[k].name))
            continue;
        int wrong = 0;
        for (int d = 0; d < rank; d++)
            wrong += shape.s[d] != cases[k].s[d];
        if (!ok(wrong == 0, "%s: strides", cases[k].name))
            diag("got %lld, %lld, %lld", (long long)shape.s[0], (long long)shape.s[1], (long long)shape.s[2]);
        sl_index last = 0;
        for (int d = 0; d < rank; d++)
            last += (cases[k].extents.n[d] - 1) * cases[k].s[d];
        is_int(shape.span, shape.count ? (last + 1) * (sl_index)cases[k].elem : 0,
               "%s: nothing behind the last element", cases[k].name);
    }
    ok(sl__cases_of(2, (sl_index[]){4, 9}, (sl_index[]){16, 1}) == SL__TAKES_RIGHT, "padded rows have the case right");
}

int main(void)
{
    sl_log_set_level(SL_LOG_NONE);
    test_accepted();
    test_order();
    test_cases();
    test_copy_way();
    test_refused();
    test_exhaustive();
    test_other_layouts();
    return done_testing();
}
