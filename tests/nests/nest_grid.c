/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of statements and levels of CUDA policies: each is walked through on the host, block after block, and
 * visits each point once, or says why it cannot run over a space. What no policy may have is in
 * compilers/nest_words.sh. */
#include "nest_grid.h"

#include <string.h>

#include "loop_testing.h"
#include "nest_walk.h"

enum { FIRST = 2 /* of the boxes' indices */, MOST_PLANES = 32, SIZE = 3 };

#define DECLARE(WORD, NAME) void nest_grid__##WORD##_##NAME##__grid_(const void *args, const struct sl__box *box);
#define DECLARE_LOOPS(NAME, LEVEL, IN) \
    DECLARE(for, NAME) DECLARE(icount, NAME) DECLARE(tile, NAME) DECLARE(tcount, NAME)
#define DECLARE_PLANES(NAME, LEVEL, IN) DECLARE(plane, NAME)
GRID_LEVELS(DECLARE_LOOPS)
GRID_LEVELS(DECLARE_PLANES)
GRID_UNCHECKED(DECLARE_LOOPS)

enum { FOR, ICOUNT, TILE, TCOUNT, PLANE, WORDS };
static const char *const words[WORDS] = {"FOR", "FOR_ICOUNT", "TILE", "TILE_TCOUNT", "HYPERPLANE"};

static const struct {
    const char *level;
    walked word[WORDS];
} rows[] = {
#define ROW_LOOPS(NAME) \
    WALKED(nest_grid, for_##NAME, 0), WALKED(nest_grid, icount_##NAME, 0), WALKED(nest_grid, tile_##NAME, 0), \
        WALKED(nest_grid, tcount_##NAME, 0)
#define ROW(NAME, LEVEL, IN) {#LEVEL, {ROW_LOOPS(NAME), WALKED(nest_grid, plane_##NAME, 1)}},
#define ROW_UNCHECKED(NAME, LEVEL, IN) {#LEVEL, {ROW_LOOPS(NAME)}},
    GRID_LEVELS(ROW) GRID_UNCHECKED(ROW_UNCHECKED)};

/* Points that are not what plain loops make of them. @param[out] why  NULL: it ran; else a sentence */
static sl_index wrong_points(const walked *w, const sl_index n[3], char *why, int *ran)
{
    const sl_space space = SL_BOX(FIRST, FIRST + n[0], FIRST, FIRST + n[1], FIRST, FIRST + n[2]);
    int32_t size = SIZE;
    sl_view *seen = NULL;
    sl_index wrong = 0, at = 0;
    must(
        sl_view_create("seen", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(n[0] + FIRST, n[1] + FIRST, n[2] + FIRST), &seen));
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = &size}, {.kind = SL_ARG_VIEW, .view = seen}};
    why[0] = '\0';
    *ran = walk(w, &space, args, why);
    const int32_t *p = SL_HOST_READ(int32_t, seen);
    for (sl_index i = 0; i < n[0] + FIRST; i++)
        for (sl_index j = 0; j < n[1] + FIRST; j++)
            for (sl_index k = 0; k < n[2] + FIRST; k++, at++)
                wrong += p[at] != (!*ran || i < FIRST || j < FIRST || k < FIRST ? 0 : 1 + 2 * i + 3 * j + 5 * k);
    must(sl_host_end(seen));
    sl_view_destroy(&seen);
    return wrong;
}

/* @param[out] ran  in how many spaces that are not empty  @return whether all was right */
static int cell(const walked *w, int planes, int *ran)
{
    static const sl_index boxes[][3] = {{3, 1, 2},  {4, 9, 3},   {2, 32, 2}, {2, 70, 3},
                                        {1, 96, 2}, {1, 128, 1}, {0, 3, 3},  {3, 0, 2}};
    int good = 1;
    *ran = 0;
    for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++) {
        const sl_index *n = boxes[b];
        char why[SL__NEST_WHY];
        int runs;
        if (planes && n[1] > MOST_PLANES)
            continue;
        const sl_index wrong = wrong_points(w, n, why, &runs);
        if (wrong != 0 || (!runs && strstr(why, "expected") == NULL)) {
            diag("%s over %d x %d x %d: %d wrong points%s%s", w->policy, (int)n[0], (int)n[1], (int)n[2], (int)wrong,
                 runs ? "" : ", refused by: ", why);
            good = 0;
        }
        *ran += runs && n[0] * n[1] > 0;
    }
    return good;
}

int main(void)
{
    char line[128];
    must(sl_init(NULL));
    int used = snprintf(line, sizeof line, "%-36s", "level");
    for (int word = 0; word < WORDS; word++)
        used += snprintf(line + used, sizeof line - (size_t)used, "%-12s", words[word]);
    diag("%s (in so many of 6, or 3, spaces; else a sentence)", line);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        int good = 1;
        used = snprintf(line, sizeof line, "%-36s", rows[r].level);
        for (int word = 0; word < WORDS; word++) {
            const walked *w = &rows[r].word[word];
            int ran = 0;
            if (w->policy != NULL)
                good &= cell(w, word == PLANE, &ran) && ran > 0;
            used += snprintf(line + used, sizeof line - (size_t)used, w->policy ? "works %-6d" : "sentence", ran);
        }
        diag("%s", line);
        ok(good, "each statement under %s visits each point once, or says why it cannot", rows[r].level);
    }
    must(sl_finalize());
    return done_testing();
}
