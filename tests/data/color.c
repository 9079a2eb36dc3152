/* SPDX-License-Identifier: BSD-3-Clause */
/* Colourings of random and degenerate maps against the colours by pairs of elements that share a target; what
 * sl_color_check() refuses. tests/loops/segments.c has loops over them. */
#include <starloop.h>

#include "loop_testing.h"
#include "misuse.h"

enum { ELEMENTS = 300, EACH = 6 };

static int64_t target[ELEMENTS][EACH];

/* A view of the first targets. */
static sl_view *map_of(sl_type type, int layout, int elements, int each)
{
    sl_view *map = view_of("map", type, layout, SL_EXTENTS(elements, each));
    void *p = sl_host_begin(map, SL_WRITE, type, NULL);
    for (int e = 0; e < elements; e++)
        for (int j = 0; j < each; j++) {
            const sl_index at = e * sl_view_stride(map, 0) + j * sl_view_stride(map, 1);
            if (type == SL_INT64)
                ((int64_t *)p)[at] = target[e][j];
            else
                ((int32_t *)p)[at] = (int32_t)target[e][j];
        }
    must(sl_host_end(map));
    return map;
}

static int share(int e, int f, int each)
{
    for (int j = 0; j < each; j++)
        for (int k = 0; k < each; k++)
            if (target[e][j] == target[f][k])
                return 1;
    return 0;
}

/* The colours by looking at all pairs. @return how many */
static int plain_colors(int elements, int each, int color[])
{
    int colors = 0;
    for (int e = 0; e < elements; e++) {
        char taken[ELEMENTS + 1] = {0};
        for (int f = 0; f < e; f++)
            if (share(e, f, each))
                taken[color[f]] = 1;
        color[e] = 0;
        while (taken[color[e]])
            color[e]++;
        colors = color[e] >= colors ? color[e] + 1 : colors;
    }
    return colors;
}

/* The colours of a set. @return how many; -1 where an element is not there once */
static int colors_of(const sl_index_set *set, int elements, int color[])
{
    int64_t index[ELEMENTS];
    for (int e = 0; e < elements; e++)
        color[e] = -1;
    for (int s = 0; s < sl_index_set_segments(set); s++) {
        const sl_space space = sl_index_set_segment(set, s);
        const sl_index n = sl_space_size(&space);
        if (space.kind == SL_SPACE_LIST) {
            sl_view *list = (sl_view *)space.object[0];
            const int32_t *p = SL_HOST_READ(int32_t, list);
            for (sl_index k = 0; k < n; k++)
                index[k] = p[k];
            must(sl_host_end(list));
        }
        for (sl_index k = 0; k < n; k++) {
            const sl_index e = space.kind == SL_SPACE_LIST     ? index[k]
                               : space.kind == SL_SPACE_STRIDE ? space.lo[0] + k * space.step[0]
                                                               : space.lo[0] + k;
            if (e < 0 || e >= elements || color[e] >= 0)
                return -1;
            color[e] = s;
        }
    }
    for (int e = 0; e < elements; e++)
        if (color[e] < 0)
            return -1;
    return sl_index_set_segments(set);
}

/* Colours a map and looks at each element. @return the number of colours; -1 when something is wrong */
static int colored(sl_type type, int layout, int elements, int each, sl_index targets)
{
    int got[ELEMENTS], want[ELEMENTS], count[ELEMENTS + 1] = {0};
    sl_view *map = map_of(type, layout, elements, each);
    sl_index_set *set = NULL;
    sl_color_stats stats;
    must(sl_color(map, targets, &set));
    must(sl_color_statistics(set, &stats));
    must(sl_color_check(map, targets, set));
    const int colors = plain_colors(elements, each, want);
    int wrong = colors_of(set, elements, got) != colors || stats.colors != colors;
    int least = elements, most = 0;
    for (int e = 0; e < elements; e++) {
        wrong += got[e] != want[e];
        count[want[e]]++;
    }
    for (int c = 0; c < colors; c++) {
        least = count[c] < least ? count[c] : least;
        most = count[c] > most ? count[c] : most;
    }
    wrong += stats.smallest != (colors > 0 ? least : 0) || stats.largest != most;
    sl_index_set_destroy(&set);
    sl_view_destroy(&map);
    return wrong ? -1 : colors;
}

static void test_random(void)
{
    uint64_t seed = test_seed(362);
    int wrong = 0, least = ELEMENTS, most = 0, maps = quick() ? 40 : 300;
    for (int turn = 0; turn < maps; turn++) {
        const int elements = random_below(&seed, ELEMENTS + 1), each = random_below(&seed, EACH + 1);
        const int targets = 1 + random_below(&seed, turn % 2 ? 12 : 3000);
        for (int e = 0; e < elements; e++)
            for (int j = 0; j < each; j++)
                target[e][j] = random_below(&seed, targets);
        const int colors = colored(turn % 3 ? SL_INT32 : SL_INT64, turn % LAYOUTS, elements, each, targets);
        if (colors < 0 && wrong++ < 5)
            diag("map %d: %d elements with %d of %d targets each", turn, elements, each, targets);
        least = colors < least ? colors : least;
        most = colors > most ? colors : most;
    }
    is_int(wrong, 0, "random maps are coloured as by looking at all pairs of elements, in any layout and both types");
    ok(least <= 1 && most > 64, "they have from %d to %d colours", least, most);
}

/* Groups of elements that share a target: as many colours as the largest has. */
static void test_counts(void)
{
    int wrong = 0;
    for (int colors = 1; colors <= 130; colors++) {
        for (int e = 0; e < ELEMENTS; e++) {
            target[e][0] = e / colors;
            target[e][1] = ELEMENTS + e;
        }
        wrong += colored(SL_INT32, RIGHT, ELEMENTS, 2, (sl_index)2 * ELEMENTS) != colors;
    }
    is_int(wrong, 0, "1 to 130 colours are found where so many are needed");
}

static void test_degenerate(void)
{
    memset(target, 0, sizeof target);
    is_int(colored(SL_INT32, RIGHT, ELEMENTS, 1, 1), ELEMENTS, "elements that all share one target: a colour each");
    is_int(colored(SL_INT64, LEFT, ELEMENTS, EACH, 1), ELEMENTS, "that all have it several times, too");
    is_int(colored(SL_INT32, RIGHT, ELEMENTS, 0, 0), 1, "elements without targets: one colour");
    is_int(colored(SL_INT32, RIGHT, 0, 4, 0), 0, "no elements: none");
    is_int(colored(SL_INT64, RIGHT, 1, 4, 10), 1, "one element: one");
    for (int e = 0; e < ELEMENTS; e++)
        for (int j = 0; j < EACH; j++)
            target[e][j] = e;
    is_int(colored(SL_INT32, RIGHT, ELEMENTS, EACH, ELEMENTS), 1,
           "elements that have one target several times, and share none: one");
}

/* Colours a map twice. @return 0 when the balanced colours are some, as many, and not less alike in size
 * @param[out] balanced  what these are */
static int unbalanced(int elements, int each, sl_index targets, sl_color_stats *balanced)
{
    sl_view *map = map_of(SL_INT32, RIGHT, elements, each);
    sl_index_set *set = NULL;
    sl_color_stats plain;
    must(sl_color(map, targets, &set));
    must(sl_color_statistics(set, &plain));
    sl_index_set_destroy(&set);
    must(sl_color_with((sl_coloring){.balance = 1}, map, targets, &set));
    must(sl_color_statistics(set, balanced));
    const int wrong = sl_color_check(map, targets, set) != SL_SUCCESS || balanced->colors != plain.colors ||
                      balanced->largest > plain.largest || balanced->smallest < plain.smallest;
    sl_index_set_destroy(&set);
    sl_view_destroy(&map);
    return wrong;
}

static void test_balance(void)
{
    uint64_t seed = test_seed(363);
    sl_color_stats stats;
    int wrong = 0;
    for (int colors = 1; colors <= 70; colors += 23) { /* so many share a target; the others have one to themselves */
        for (int e = 0; e < ELEMENTS; e++)
            target[e][0] = e < colors ? 0 : e;
        wrong += unbalanced(ELEMENTS, 1, ELEMENTS, &stats);
        wrong += stats.colors != colors || stats.largest - stats.smallest > 1;
    }
    is_int(wrong, 0, "balanced colours that may be of one size are, 1 to 70 of them");
    for (int turn = 0; turn < (quick() ? 20 : 100); turn++) {
        const int elements = random_below(&seed, ELEMENTS + 1), each = random_below(&seed, EACH + 1);
        const int targets = 1 + random_below(&seed, turn % 2 ? 12 : 3000);
        for (int e = 0; e < elements; e++)
            for (int j = 0; j < each; j++)
                target[e][j] = random_below(&seed, targets);
        wrong += unbalanced(elements, each, targets, &stats);
    }
    is_int(wrong, 0, "of random maps they are as many as others, share no target, and are not less alike");
}

/* Colours that are evenly apart need no list; elements have the numbers of the view. */
static void test_segments(void)
{
    sl_view *map = NULL;
    sl_index_set *set = NULL;
    must(sl_view_create("line", SL_INT32, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, 10, 0), SL_EXTENTS(100, 2), &map));
    int32_t *p = SL_HOST_WRITE(int32_t, map);
    for (int e = 0; e < 100; e++)
        for (int j = 0; j < 2; j++)
            p[2 * e + j] = e + j;
    must(sl_host_end(map));
    must(sl_color(map, 101, &set));
    const sl_space even = sl_index_set_segment(set, 0), odd = sl_index_set_segment(set, 1);
    ok(sl_index_set_segments(set) == 2 && even.kind == SL_SPACE_STRIDE && even.lo[0] == 10 && even.step[0] == 2 &&
           sl_space_size(&even) == 50 && odd.kind == SL_SPACE_STRIDE && odd.lo[0] == 11 && sl_space_size(&odd) == 50,
       "a line has two strides, which begin at the first index of the map");
    must(sl_color_check(map, 101, set));
    sl_index_set_destroy(&set);
    sl_view_destroy(&map);
}

static sl_index_set *by_hand(sl_space a, sl_space b)
{
    const sl_space both[] = {a, b};
    sl_index_set *set = NULL;
    must(sl_index_set_create("by hand", 2, both, &set));
    return set;
}

/* Of a line of 10 elements between 11 points. */
static void test_check(void)
{
    const int32_t last[] = {9, 3, 5, 1, 8};
    for (int e = 0; e < 10; e++)
        for (int j = 0; j < 2; j++)
            target[e][j] = e + j;
    sl_view *map = map_of(SL_INT32, LEFT, 10, 2);
    sl_list *list = NULL;
    must(sl_list_create("last", SL_INT32, last, 5, &list));
    sl_index_set *good = by_hand(SL_RANGE_STRIDE(9, -1, -2), SL_RANGE_STRIDE(0, 10, 2));
    sl_index_set *race = by_hand(SL_RANGE_STRIDE(0, 7, 2), SL_LIST(list));
    sl_index_set *twice = by_hand(SL_RANGE_STRIDE(0, 10, 3), SL_RANGE_STRIDE(1, 10, 2));
    sl_index_set *missing = by_hand(SL_RANGE_STRIDE(0, 10, 2), SL_RANGE_STRIDE(1, 9, 2));
    sl_index_set *past = by_hand(SL_RANGE_STRIDE(0, 10, 2), SL_RANGE_STRIDE(1, 12, 2));
    must(sl_color_check(map, 11, good));
    must(sl_index_set_push(race, SL_RANGE(7, 8)));
    refused(sl_color_check(map, 11, race), SL_ERR_RACE, "two elements of a segment that share a target",
            "sl_color_check", "segment 1 of \"by hand\"", "got 9 and 8", "share target 9 of \"map\"");
    refused(sl_color_check(map, 11, twice), SL_ERR_ARGUMENT, "an element that is there twice",
            "got 3 in segment 0 and again in 1");
    refused(sl_color_check(map, 11, missing), SL_ERR_ARGUMENT, "one that is not there", "got none of 9");
    refused(sl_color_check(map, 11, past), SL_ERR_EXTENT, "an index that is no element", "[0, 10)",
            "got 11 in segment 1");
    refused(sl_color_check(map, 10, good), SL_ERR_EXTENT, "a target that is not there", "sl_color_check: map",
            "[0, 10), got 10 as target 1 of element 9 of \"map\"");
    refused(sl_color_check(map, 11, NULL), SL_ERR_ARGUMENT, "no set", "set: expected an index set");
    sl_index_set_destroy(&good);
    sl_index_set_destroy(&race);
    sl_index_set_destroy(&twice);
    sl_index_set_destroy(&missing);
    sl_index_set_destroy(&past);
    sl_list_destroy(&list);
    sl_view_destroy(&map);
}

static void test_misuse(void)
{
    memset(target, 0, sizeof target);
    target[7][1] = -4;
    sl_view *map = map_of(SL_INT64, RIGHT, 10, 2), *line = view_of("line", SL_INT32, RIGHT, SL_EXTENTS(5));
    sl_view *real = view_of("real", SL_DOUBLE, RIGHT, SL_EXTENTS(5, 2));
    sl_index_set *set = NULL;
    sl_color_stats stats;
    refused(sl_color(map, 10, &set), SL_ERR_EXTENT, "a target below 0", "sl_color: map", "[0, 10)",
            "got -4 as target 1 of element 7 of \"map\"");
    refused(sl_color(map, 0, &set), SL_ERR_EXTENT, "one where there are none",
            "[0, 0), got 0 as target 0 of element 0");
    refused(sl_color(map, -1, &set), SL_ERR_EXTENT, "a negative number of targets", "n_targets", "got -1");
    refused(sl_color(line, 10, &set), SL_ERR_RANK, "a map of rank 1", "\"line\" of rank 1");
    refused(sl_color(real, 10, &set), SL_ERR_TYPE, "a map of double", "\"real\" of double");
    refused(sl_color_with((sl_coloring){.balance = 1}, real, 10, &set), SL_ERR_TYPE, "balanced, too",
            "sl_color_with: map");
    refused(sl_color(NULL, 10, &set), SL_ERR_ARGUMENT, "no map", "sl_color", "map");
    refused(sl_color(map, 10, NULL), SL_ERR_ARGUMENT, "nowhere to put the set", "set: expected");
    refused(sl_color_statistics(NULL, &stats), SL_ERR_ARGUMENT, "numbers of no set", "sl_color_statistics");
    ok(set == NULL, "a refused set is not made");
    must(sl_index_set_create("set", 0, NULL, &set));
    refused(sl_color_statistics(set, NULL), SL_ERR_ARGUMENT, "nowhere to put the numbers", "stats");
    int64_t *p = SL_HOST_RDWR(int64_t, map);
    ok(p != NULL, "a refused map is not left open");
    must(sl_host_end(map));
    sl_index_set_destroy(&set);
    sl_view_destroy(&map);
    sl_view_destroy(&line);
    sl_view_destroy(&real);
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    test_random();
    test_counts();
    test_degenerate();
    test_balance();
    test_segments();
    test_check();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
