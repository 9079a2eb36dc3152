/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels compiled with -DSL_BOUNDS_CHECK over split views: an access outside the declared reach, or outside the view,
 * is told with kernel, argument, index, iteration and the part of the loop in which it happened. What must come of a
 * shifted index, and the part, are worked out here in plain C. */
#include "data/split.h"
#include "call/split.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(sr_read_1, (i), scalar(int64_t, at), scalar(int64_t, by), in(double, 1, u, halo(1)),
                  out(double, 1, w, own));
SL_KERNEL_DECLARE(sr_write_1, (i), scalar(int64_t, at), scalar(int64_t, by), in(double, 1, u, halo(1)),
                  out(double, 1, w, own));
SL_KERNEL_DECLARE(sr_read_2, (i, j), scalar(int64_t, at0), scalar(int64_t, at1), scalar(int64_t, by0),
                  scalar(int64_t, by1), in(double, 2, u, halo(1)), out(double, 2, w, own));
SL_KERNEL_DECLARE(sr_write_2, (i, j), scalar(int64_t, at0), scalar(int64_t, at1), scalar(int64_t, by0),
                  scalar(int64_t, by1), in(double, 2, u, halo(1)), out(double, 2, w, own));
SL_KERNEL_DECLARE(sr_all, (i), in(double, 1, u, halo(1)), out(double, 1, w, own));
SL_KERNEL_DECLARE(sr_smooth, (i), in(double, 1, u, halo(1)), out(double, 1, w, own));
SL_KERNEL_DECLARE(sr_copy, (i), in(double, 1, u, own), out(double, 1, w, own));

enum { PARTS = 5, N = 53, ROWS = 25, COLUMNS = 21, TEXT = 512, PART_TEXT = 64 };

/* A loop whose iteration `at` shifts one index, of the view that it reads or of the one that it writes. */
typedef struct trial {
    int rank, writes;
    sl_index n[2], at[2], by[2];
    int parts[2];
    sl_view *u, *w;
} trial;

/* Outcomes seen, so that no kind of them is missing. */
static int seen_reach, seen_bounds, seen_fine, seen_part[PARTS * 3 + 1];

/* ---- what must come of it ---------------------------------------------------------------------------------- */

/* Short dimensions are cut at n k / count, rounded down. */
static int part_at(sl_index n, int count, sl_index i)
{
    int k = count - 1;
    while (n * k / count > i)
        k--;
    return k;
}

static sl_index border(sl_index n, int count, int k)
{
    return n * k / count;
}

/* The number of the part of an iteration, from 1, and of all parts. */
static int part_of(const trial *t, int *all)
{
    int number = 0;
    *all = 1;
    for (int d = 0; d < t->rank; d++) {
        number = number * t->parts[d] + part_at(t->n[d], t->parts[d], t->at[d]);
        *all *= t->parts[d];
    }
    return number + 1;
}

/* The text begins with this and has the tail, behind the place in the body. */
static sl_status expect(const trial *t, char text[TEXT], char tail[PART_TEXT])
{
    static const char *const name[2][2] = {{"sr_read_1", "sr_write_1"}, {"sr_read_2", "sr_write_2"}};
    const char *kernel = name[t->rank - 1][t->writes], *view = t->writes ? "w" : "u";
    const int d = t->by[0] != 0 ? 0 : t->rank - 1; /* one is shifted at most */
    const sl_index index = t->at[d] + t->by[d], far = t->by[d] < 0 ? -t->by[d] : t->by[d];
    int all, part = part_of(t, &all), used;
    text[0] = tail[0] = '\0';
    if (index >= 0 && index < t->n[d] && far <= !t->writes)
        return SL_SUCCESS;
    used = snprintf(text, TEXT, "kernel %s (task \"%s\"), argument %s: index %lld of dimension %d ", kernel, kernel,
                    view, (long long)index, d);
    const int outside = index < 0 || index >= t->n[d];
    if (outside)
        used += snprintf(text + used, (size_t)(TEXT - used), "is not in [0, %lld) of \"%s\"", (long long)t->n[d], view);
    else
        used += snprintf(text + used, (size_t)(TEXT - used),
                         "of \"%s\" is outside the declared reach, %s, of iteration (%lld", view,
                         t->writes ? "own" : "halo(1)", (long long)t->at[0]);
    if (!outside && t->rank == 2)
        used += snprintf(text + used, (size_t)(TEXT - used), ", %lld", (long long)t->at[1]);
    if (!outside)
        snprintf(text + used, (size_t)(TEXT - used), ") at ");
    if (sl__split_active)
        snprintf(tail, PART_TEXT, ", part %d of %d", part, all);
    seen_part[part]++;
    return outside ? SL_ERR_BOUNDS : SL_ERR_REACH;
}

static double value_at(const sl_index x[], int rank)
{
    return 1 + (double)x[0] + (rank > 1 ? 100 * (double)x[1] : 0);
}

/* Elements of w that are not what the loop, within its reach, should have made. */
static int count_wrong(const trial *t)
{
    const double *p = SL_HOST_READ(double, t->w);
    sl_index x[2] = {0, 0};
    int wrong = p == NULL;
    if (p == NULL)
        return wrong;
    do {
        int here = x[0] == t->at[0] && (t->rank < 2 || x[1] == t->at[1]);
        sl_index from[2] = {x[0] + (here ? t->by[0] : 0), x[1] + (here ? t->by[1] : 0)};
        wrong += p[place(t->w, x)] != value_at(from, t->rank);
    } while (next_point(t->rank, t->n, x));
    must(sl_host_end(t->w));
    return wrong;
}

/* ---- loops ------------------------------------------------------------------------------------------------- */

static sl_view *split_view(const char *label, int layout, const trial *t)
{
    sl_extents e = {.rank = t->rank};
    sl_index x[2] = {0, 0};
    memcpy(e.n, t->n, (size_t)t->rank * sizeof *t->n);
    sl_view *view = view_of(label, SL_DOUBLE, layout, e);
    double *p = SL_HOST_WRITE(double, view);
    do
        p[place(view, x)] = value_at(x, t->rank);
    while (next_point(t->rank, t->n, x));
    must(sl_host_end(view));
    must(sl_view_split(view, t->rank == 1 ? SL_SPLIT(t->parts[0]) : SL_SPLIT(t->parts[0], t->parts[1])));
    return view;
}

static void start_loop(const trial *t)
{
    const sl_index *at = t->at, *by = t->by;
    if (t->rank == 1 && t->writes)
        must(sl_forall(sr_write_1, SL_RANGE(0, t->n[0]), at[0], by[0], t->u, t->w));
    else if (t->rank == 1)
        must(sl_forall(sr_read_1, SL_RANGE(0, t->n[0]), at[0], by[0], t->u, t->w));
    else if (t->writes)
        must(sl_forall(sr_write_2, SL_BOX(0, t->n[0], 0, t->n[1]), at[0], at[1], by[0], by[1], t->u, t->w));
    else
        must(sl_forall(sr_read_2, SL_BOX(0, t->n[0], 0, t->n[1]), at[0], at[1], by[0], by[1], t->u, t->w));
}

/* Runs the loop. @return what is wrong; NULL for nothing. */
static const char *run(const trial *t)
{
    static char text[2 * TEXT + 64];
    char want_text[TEXT], tail[PART_TEXT];
    sl_status want = expect(t, want_text, tail);
    int64_t before = sl__split_parts_queued();
    int all;
    (void)part_of(t, &all);
    sl_clear_error();
    misuse_logged = 0;
    start_loop(t);
    sl_status got = sl_wait();
    if (got != want || strncmp(sl_last_error(), want_text, strlen(want_text)) != 0 ||
        strstr(sl_last_error(), tail) == NULL) {
        snprintf(text, sizeof text, "got %s \"%s\", want %s \"%s\"", sl_status_name(got), sl_last_error(),
                 sl_status_name(want), want_text);
        return text;
    }
    if (misuse_logged != (got != SL_SUCCESS))
        return "it is not logged once";
    if (sl__split_parts_queued() - before != (sl__split_active ? all : 0))
        return "it did not run in its parts";
    *(got == SL_SUCCESS ? &seen_fine : got == SL_ERR_REACH ? &seen_reach : &seen_bounds) += 1;
    if (got == SL_SUCCESS)
        return count_wrong(t) ? "elements are wrong" : NULL;
    return sl_view_wait(t->w) == got ? NULL : "what it writes is there";
}

/* A loop for each iteration and each shift by -3 to 3; of rank 2 for each iteration and one shift. */
static void check_all(trial *t, int layout)
{
    const char *wrong = NULL;
    sl_index x[2] = {0, 0};
    int step = 0;
    t->u = split_view("u", layout, t);
    t->w = split_view("w", layout, t);
    do {
        for (sl_index by = -3; by <= 3 && wrong == NULL; by++) {
            const int d = step % t->rank;
            if (t->rank == 2 && by != step % 7 - 3)
                continue;
            memcpy(t->at, x, sizeof x);
            t->by[d] = by;
            t->by[1 - d] = 0;
            wrong = run(t);
        }
        step++;
    } while (wrong == NULL && next_point(t->rank, t->n, x));
    if (!ok(wrong == NULL, "rank %d, layout %s, %s: each shift comes to what it must, in its part", t->rank,
            layout_name[layout], t->writes ? "writing" : "reading"))
        diag("iteration (%lld, %lld), shift (%lld, %lld): %s", (long long)t->at[0], (long long)t->at[1],
             (long long)t->by[0], (long long)t->by[1], wrong);
    (void)sl_wait();
    sl_view_destroy(&t->u);
    sl_view_destroy(&t->w);
}

static void test_shifts(void)
{
    seen_reach = seen_bounds = seen_fine = 0;
    memset(seen_part, 0, sizeof seen_part);
    for (int layout = 0; layout < LAYOUTS; layout++)
        for (int writes = 0; writes < 2; writes++) {
            check_all(&(trial){.rank = 1, .writes = writes, .n = {N, 1}, .parts = {PARTS, 1}}, layout);
            check_all(&(trial){.rank = 2, .writes = writes, .n = {ROWS, COLUMNS}, .parts = {PARTS, 3}}, layout);
        }
    int missing = 0;
    for (int part = 1; part <= PARTS * 3; part++)
        missing += seen_part[part] == 0;
    ok(seen_reach > 0 && seen_bounds > 0 && seen_fine > 0 && missing == 0,
       "%d left their reach, %d the view, %d neither; some in each part", seen_reach, seen_bounds, seen_fine);
}

/* The text in words, for an iteration in the first, a middle and the last part. */
static void test_words(int layout)
{
    static const struct {
        sl_index at, by;
        const char *index, *iteration, *part;
    } cases[] = {{3, 2, "index 5 of dimension 0", "iteration (3)", ", part 1 of 5"},
                 {9, 2, "index 11 of dimension 0", "iteration (9)", ", part 1 of 5"}, /* the index is in the next one */
                 {25, -2, "index 23 of dimension 0", "iteration (25)", ", part 3 of 5"},
                 {52, -4, "index 48 of dimension 0", "iteration (52)", ", part 5 of 5"}};
    trial t = {.rank = 1, .n = {N, 1}, .parts = {PARTS, 1}};
    t.u = split_view("u", layout, &t);
    t.w = split_view("w", layout, &t);
    for (int k = 0; k < 4; k++) {
        t.at[0] = cases[k].at;
        t.by[0] = cases[k].by;
        start_loop(&t);
        surfaces(sl_wait(), SL_ERR_REACH, "a loop that leaves its reach", "kernel sr_read_1", "argument u",
                 cases[k].index, "halo(1)", cases[k].iteration, sl__split_active ? cases[k].part : "");
    }
    t.at[0] = 52;
    t.by[0] = 1;
    start_loop(&t);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "a loop that leaves the view", "kernel sr_read_1", "argument u",
             "index 53 of dimension 0 is not in [0, 53)", sl__split_active ? ", part 5 of 5" : "");
    sl_view_destroy(&t.u);
    sl_view_destroy(&t.w);
}

/* What was to be written in the bad part is not there; the other parts are. */
static void test_others(int layout)
{
    trial t = {.rank = 1, .n = {N, 1}, .parts = {PARTS, 1}, .at = {25}, .by = {2}};
    int wrong = 0;
    t.u = split_view("u", layout, &t);
    t.w = split_view("w", layout, &t);
    start_loop(&t);
    is_int(sl_wait(), SL_ERR_REACH, "layout %s: part 3 of a loop fails", layout_name[layout]);
    for (int k = 0; k < PARTS; k++) {
        sl_view *v = split_view("v", layout, &t);
        must(sl_forall(sr_copy, SL_RANGE(border(N, PARTS, k), border(N, PARTS, k + 1)), t.w, v));
        wrong += sl_view_wait(v) != (sl__split_active && k != 2 ? SL_SUCCESS : SL_ERR_REACH);
        sl_view_destroy(&v);
    }
    is_int(wrong, 0, "layout %s: %s", layout_name[layout],
           sl__split_active ? "loops that read the others run, one that reads it does not"
                            : "without parts, what reads any of it does not run");
    must(sl_forall(sr_smooth, SL_RANGE(0, N), t.u, t.w));
    is_int(sl_wait(), SL_SUCCESS, "layout %s: a loop that stays within its reach passes", layout_name[layout]);
    const double *p = SL_HOST_READ(double, t.w);
    wrong = p == NULL;
    for (sl_index i = 0; p && i < N; i++) {
        double left = (double)(i > 0 ? i : 1), here = (double)(i + 1), right = (double)(i < N - 1 ? i + 2 : N);
        wrong += p[i * sl_view_stride(t.w, 0)] != left + 2 * here + right;
    }
    is_int(wrong, 0, "layout %s: and gives what it should", layout_name[layout]);
    if (p != NULL)
        must(sl_host_end(t.w));
    sl_view_destroy(&t.u);
    sl_view_destroy(&t.w);
}

/* All parts fail; one of them is told. */
static void test_all_fail(void)
{
    trial t = {.rank = 1, .n = {N, 1}, .parts = {PARTS, 1}};
    long long index = -1, at = -1;
    int part = -1, parts = -1, want_parts = PARTS;
    t.u = split_view("u", RIGHT, &t);
    t.w = split_view("w", RIGHT, &t);
    misuse_logged = 0;
    must(sl_forall(sr_all, SL_RANGE(0, N), t.u, t.w));
    is_int(sl_wait(), SL_ERR_REACH, "every iteration of all parts leaves its reach");
    is_int(misuse_logged, 1, "one failure, logged once");
    const char *text = strstr(sl_last_error(), "index "), *point = strstr(sl_last_error(), "iteration (");
    if (text && point) {
        (void)sscanf(text, "index %lld", &index);
        (void)sscanf(point, "iteration (%lld)", &at);
        if ((point = strstr(point, ", part ")) != NULL)
            (void)sscanf(point, ", part %d of %d", &part, &parts);
    }
    t.at[0] = at;
    if (!sl__split_active) {
        ok(at >= 0 && at < N && index == (at + 7) % N && part == -1, "of an iteration, without a part: %s",
           sl_last_error());
    } else {
        ok(at >= 0 && at < N && index == (at + 7) % N && part == part_of(&t, &want_parts) && parts == want_parts,
           "of an iteration and its part: %s", sl_last_error());
    }
    is_int(sl_wait(), SL_SUCCESS, "it is told once");
    sl_view_destroy(&t.u);
    sl_view_destroy(&t.w);
}

static void test_everything(void)
{
    test_shifts();
    for (int layout = 0; layout < LAYOUTS; layout++) {
        test_words(layout);
        test_others(layout);
    }
    test_all_fail();
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE, .gpus = -1}));
    if (sl__split_active) {
        diag("a group a core");
        test_everything();
    } else {
        skip("there is one worker group", "failures in parts are told with the part");
    }
    must(sl_finalize());
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_MACHINE, .gpus = -1}));
    diag("one group");
    is_int(sl__split_active, 0, "with one worker group no view is ever in parts");
    test_everything();
    must(sl_finalize());
    return done_testing();
}
