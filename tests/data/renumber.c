/* SPDX-License-Identifier: BSD-3-Clause */
/* Reverse Cuthill-McKee numbers against the rule that makes them, looked at by pairs of targets; what is refused. */
#include <starloop.h>

#include "loop_testing.h"
#include "misuse.h"

enum { ELEMENTS = 200, EACH = 5, TARGETS = 200 };

static int64_t target[ELEMENTS][EACH];
static int number[TARGETS], element_number[ELEMENTS];

static void put(void *p, sl_type type, sl_index at, sl_index value)
{
    if (type == SL_INT64)
        ((int64_t *)p)[at] = value;
    else
        ((int32_t *)p)[at] = (int32_t)value;
}

/* A view of the first targets. */
static sl_view *map_of(sl_type type, int layout, int elements, int each)
{
    sl_view *map = view_of("map", type, layout, SL_EXTENTS(elements, each));
    void *p = sl_host_begin(map, SL_WRITE, type, NULL);
    for (int e = 0; e < elements; e++)
        for (int j = 0; j < each; j++)
            put(p, type, e * sl_view_stride(map, 0) + j * sl_view_stride(map, 1), target[e][j]);
    must(sl_host_end(map));
    return map;
}

/* Reads numbers. @return how many are not there, or there twice */
static int read_numbers(sl_view *v, int count, int got[])
{
    char seen[ELEMENTS + TARGETS] = {0};
    int wrong = 0;
    const void *p = sl_host_begin(v, SL_READ, sl_view_type(v), NULL);
    for (int k = 0; k < count; k++) {
        const int64_t at = k * sl_view_stride(v, 0);
        const int64_t n = sl_view_type(v) == SL_INT64 ? ((const int64_t *)p)[at] : ((const int32_t *)p)[at];
        got[k] = n >= 0 && n < count ? (int)n : 0;
        wrong += n != got[k] || seen[got[k]]++;
    }
    must(sl_host_end(v));
    return wrong;
}

static int has(int e, int each, int t)
{
    int times = 0;
    for (int j = 0; j < each; j++)
        times += target[e][j] == t;
    return times;
}

/* What a target is sorted by. */
static int rank_of(int elements, int each, int t)
{
    int degree = 0;
    for (int e = 0; e < elements; e++)
        degree += has(e, each, t);
    return degree * TARGETS + t;
}

static int neighbours(int elements, int each, int t, int u)
{
    for (int e = 0; e < elements; e++)
        if (has(e, each, t) && has(e, each, u))
            return 1;
    return 0;
}

/* Goes through the targets as Cuthill and McKee do, each part from the target that was taken. @return wrong numbers */
static int wrong_targets(int elements, int each, int targets)
{
    static char adjacent[TARGETS][TARGETS];
    int order[TARGETS], rank[TARGETS], seen[TARGETS] = {0}, connected = 0, length = 0, wrong = 0;
    for (int t = 0; t < targets; t++) {
        rank[t] = rank_of(elements, each, t);
        connected += rank[t] >= TARGETS;
        for (int u = 0; u < targets; u++)
            adjacent[t][u] = (char)neighbours(elements, each, t, u);
    }
    for (int t = 0; t < targets; t++)
        if (rank[t] >= TARGETS)
            order[number[t] < connected ? connected - 1 - number[t] : 0] = t;
        else
            wrong += number[t] < connected || number[t] > t + connected;
    for (int at = 0; at < connected && wrong == 0; at++) {
        if (at == length) /* a new part may begin anywhere */
            seen[order[length++]] = 1;
        for (;;) {
            int next = -1;
            for (int u = 0; u < targets; u++)
                if (!seen[u] && adjacent[order[at]][u] && (next < 0 || rank[u] < rank[next]))
                    next = u;
            if (next < 0)
                break;
            wrong += order[length++] != next;
            seen[next] = 1;
        }
    }
    return wrong;
}

static int first_target(int e, int each)
{
    int least = each > 0 ? TARGETS : 0;
    for (int j = 0; j < each; j++)
        least = number[target[e][j]] < least ? number[target[e][j]] : least;
    return least;
}

/* Elements go by their first target, then by their old number. */
static int wrong_elements(int elements, int each)
{
    int wrong = 0;
    for (int e = 0; e < elements; e++) {
        int before = 0;
        for (int f = 0; f < elements; f++)
            before += first_target(f, each) < first_target(e, each) ||
                      (first_target(f, each) == first_target(e, each) && f < e);
        wrong += element_number[e] != before;
    }
    return wrong;
}

/* Numbers a map and looks at all. @return what is wrong */
static int renumbered(sl_type type, int layout, int elements, int each, int targets)
{
    sl_view *map = map_of(type, layout, elements, each);
    sl_view *new_element = view_of("new element", type, RIGHT, SL_EXTENTS(elements));
    sl_view *new_target = view_of("new target", type == SL_INT64 ? SL_INT32 : SL_INT64, RIGHT, SL_EXTENTS(targets));
    must(sl_renumber(map, targets, new_element, new_target));
    int wrong = read_numbers(new_element, elements, element_number) + read_numbers(new_target, targets, number);
    wrong += wrong_targets(elements, each, targets) + wrong_elements(elements, each);
    sl_view_destroy(&map);
    sl_view_destroy(&new_element);
    sl_view_destroy(&new_target);
    return wrong;
}

static void test_random(void)
{
    uint64_t seed = test_seed(364);
    int wrong = 0, maps = quick() ? 12 : 60;
    for (int turn = 0; turn < maps; turn++) {
        const int elements = random_below(&seed, ELEMENTS + 1), each = random_below(&seed, EACH + 1);
        const int targets = 1 + random_below(&seed, turn % 4 ? TARGETS : 5);
        for (int e = 0; e < elements; e++)
            for (int j = 0; j < each; j++)
                target[e][j] = (turn % 2 ? e : 0) * targets / ELEMENTS / 2 + random_below(&seed, (targets + 1) / 2);
        const int got = renumbered(turn % 3 ? SL_INT32 : SL_INT64, turn % LAYOUTS, elements, each, targets);
        if (got && wrong++ < 5)
            diag("map %d: %d elements with %d of %d targets each: %d wrong", turn, elements, each, targets, got);
    }
    is_int(wrong, 0, "random maps have numbers by the rule of Cuthill and McKee, in any layout and both types");
}

static void test_degenerate(void)
{
    memset(target, 0, sizeof target);
    is_int(renumbered(SL_INT32, RIGHT, ELEMENTS, 3, 1), 0, "elements that all share one target");
    is_int(renumbered(SL_INT32, RIGHT, ELEMENTS, 0, 7), 0, "elements without targets");
    is_int(renumbered(SL_INT64, LEFT, 0, 4, 0), 0, "nothing at all");
    for (int e = 0; e < ELEMENTS; e++)
        for (int j = 0; j < 2; j++)
            target[e][j] = j * e;
    is_int(renumbered(SL_INT32, RIGHT, ELEMENTS, 2, TARGETS), 0, "a star, whose middle is a neighbour of all others");
}

/* A mesh of quadrilaterals, 12 wide and 14 high, whose vertices have numbers in no order. */
static void test_mesh(void)
{
    enum { WIDE = 12, HIGH = 14, VERTICES = (WIDE + 1) * (HIGH + 1), QUADS = WIDE * HIGH };
    static int32_t shuffled[VERTICES];
    uint64_t seed = test_seed(365);
    sl_renumber_stats before, after;
    for (int v = 0; v < VERTICES; v++) {
        const int other = random_below(&seed, v + 1);
        shuffled[v] = shuffled[other];
        shuffled[other] = v;
    }
    for (int e = 0; e < QUADS; e++)
        for (int j = 0; j < 4; j++)
            target[e][j] = shuffled[e / WIDE * (WIDE + 1) + e % WIDE + j % 2 + j / 2 * (WIDE + 1)];
    sl_view *map = map_of(SL_INT32, RIGHT, QUADS, 4), *new_target = view_of("n", SL_INT32, RIGHT, SL_EXTENTS(VERTICES));
    must(sl_renumber_statistics(map, VERTICES, &before));
    must(sl_renumber(map, VERTICES, NULL, new_target));
    is_int(read_numbers(new_target, VERTICES, number), 0, "the numbers of targets alone");
    sl_view_destroy(&map);
    int largest = 0, sum = 0;
    for (int e = 0; e < QUADS; e++) {
        int least = VERTICES, most = 0;
        for (int j = 0; j < 4; j++) {
            target[e][j] = number[target[e][j]];
            least = (int)target[e][j] < least ? (int)target[e][j] : least;
            most = (int)target[e][j] > most ? (int)target[e][j] : most;
        }
        sum += most - least;
        largest = most - least > largest ? most - least : largest;
    }
    map = map_of(SL_INT32, RIGHT, QUADS, 4);
    must(sl_renumber_statistics(map, VERTICES, &after));
    ok(after.bandwidth == largest && after.mean_span == (double)sum / QUADS,
       "the statistics are those of a plain loop");
    ok(before.bandwidth > 100 && after.bandwidth <= 3 * WIDE && after.mean_span * 3 < before.mean_span,
       "a mesh in no order has bandwidth %lld, and %lld with its new numbers", (long long)before.bandwidth,
       (long long)after.bandwidth);
    sl_view_destroy(&map);
    sl_view_destroy(&new_target);
}

static void test_misuse(void)
{
    memset(target, 0, sizeof target);
    target[7][1] = 10;
    sl_view *bad = map_of(SL_INT64, RIGHT, 10, 2), *map = map_of(SL_INT32, RIGHT, 5, 2);
    sl_view *five = view_of("five", SL_INT32, RIGHT, SL_EXTENTS(5)),
            *real = view_of("real", SL_DOUBLE, RIGHT, SL_EXTENTS(5));
    sl_view *only = NULL;
    sl_renumber_stats stats;
    must(sl_view_readonly(five, &only));
    refused(sl_renumber(bad, 10, NULL, NULL), SL_ERR_EXTENT, "a target that is not there", "sl_renumber: map",
            "[0, 10), got 10 as target 1 of element 7 of \"map\"");
    refused(sl_renumber(map, 10, five, five), SL_ERR_EXTENT, "a view of another length", "sl_renumber: targets",
            "expected extent 10, the targets of \"map\", got 5 in \"five\"");
    refused(sl_renumber(map, 5, five, five), SL_ERR_ALIAS, "both numbers in one view",
            "sl_renumber: targets: expected memory of its own, got \"five\", which overlaps elements \"five\"");
    refused(sl_renumber(map, 5, map, NULL), SL_ERR_RANK, "one of another rank", "elements: expected rank 1");
    refused(sl_renumber(map, 5, real, NULL), SL_ERR_TYPE, "one of another type", "\"real\" of double");
    refused(sl_renumber(map, 5, only, NULL), SL_ERR_ARGUMENT, "one that is to be read only", "sl_renumber: elements");
    refused(sl_renumber(NULL, 5, five, NULL), SL_ERR_ARGUMENT, "no map", "sl_renumber", "map");
    refused(sl_renumber_statistics(map, 5, NULL), SL_ERR_ARGUMENT, "nowhere to put the numbers", "stats");
    refused(sl_renumber_statistics(bad, 10, &stats), SL_ERR_EXTENT, "statistics of a target that is not there",
            "sl_renumber_statistics: map");
    ok(SL_HOST_RDWR(int64_t, bad) != NULL, "a refused map is not left open");
    must(sl_host_end(bad));
    sl_view_destroy(&only);
    sl_view_destroy(&bad);
    sl_view_destroy(&map);
    sl_view_destroy(&five);
    sl_view_destroy(&real);
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    test_random();
    test_degenerate();
    test_mesh();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
