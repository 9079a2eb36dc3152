/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a call goes, and why: the pure function, by a table. Times are made up; nothing runs. */
#include <string.h>

#include "place/route.h"
#include "tap.h"

enum { N = 1000 };

/* What was measured of loops of N iterations, twice each: microseconds in the calling thread, on one core, on all. */
typedef struct known {
    double caller, one, all;
} known;

/* A machine with its settings, and where a loop may run there. */
typedef enum place { ALONE, OFF, SEVERAL, OPEN, NO_DEVICE, ON_DEVICE, TEST, PLACES } place;

static const struct {
    sl__route_limits limits;
    int sides;
} places[PLACES] = {
    [ALONE] = {{SL__IN_CALLER_SECONDS, 1, 0}, SL__SIDE_CPU},
    [OFF] = {{0, 1, 0}, SL__SIDE_CPU},
    [SEVERAL] = {{SL__IN_CALLER_SECONDS, 4, 0}, SL__SIDE_CPU},
    [OPEN] = {{SL__IN_CALLER_SECONDS, 1, 1}, SL__SIDE_BOTH},
    [NO_DEVICE] = {{SL__IN_CALLER_SECONDS, 1, 0}, SL__SIDE_BOTH},
    [ON_DEVICE] = {{SL__IN_CALLER_SECONDS, 1, 1}, SL__SIDE_DEVICE},
    [TEST] = {{1e-3, 4, 0}, SL__SIDE_CPU}, /* sl__place_in_caller_below */
};

typedef struct row {
    const char *sentence;
    sl__reason reason;
    known known;
    place place;
    int waits, lends;
    sl__route_facts more;
} row;

#define ROW(why, caller_, one_, all_, place_, ...) \
    { \
        .reason = SL__BECAUSE_##why, .known = {caller_, one_, all_}, .place = place_, .sentence = __VA_ARGS__ \
    }

static const row rows[] = {
    ROW(UNKNOWN, 0, 0, 0, ALONE, "what never ran is queued, and measured"),
    ROW(SHORT, 2, 0, 0, ALONE, "a loop of 2 us runs here"),
    ROW(LONG, 50, 50, 0, ALONE, "one of 50 us is queued"),
    ROW(SHORT, 0, 50, 0, ALONE, "one of 50 us that took 9 times less than that is tried"),
    ROW(LONG, 0, 200, 0, ALONE, "one that took 200 us in a worker is not"),
    ROW(LONG, 30, 30, 22, ALONE, "one of 30 us, 22 on all cores, is queued if nobody waits"),
    ROW(AWAITED, 30, 30, 22, ALONE, "if somebody does, it is back sooner from here", .waits = 1),
    ROW(LONG, 30, 30, 5, ALONE, "but not if all cores take 5 us", .waits = 1),
    ROW(LONG, 70, 70, 70, ALONE, "nor one of 70 us, however long all take", .waits = 1),
    ROW(LENT, 30, 30, 22, ALONE, "with a place that is lent all cores run it", .waits = 2, .lends = 1),
    ROW(AWAITED, 30, 30, 22, ALONE, "unless the program does other work first", .waits = 1, .lends = 1),
    ROW(AWAITED, 30, 30, 30, ALONE, "or one core is as fast", .waits = 2, .lends = 1),
    ROW(LENT, 8, 8, 5, ALONE, "one of 8 us, 5 on all cores, they run, too", .waits = 2, .lends = 1),
    ROW(LENT, 8, 8, 0, ALONE, "or if nobody knows what they take", .waits = 2, .lends = 1),
    ROW(AWAITED, 8, 8, 7.5, ALONE, "but not if they are no faster", .waits = 2, .lends = 1),
    ROW(SHORT, 8, 8, 5, ALONE, "and it runs here if the place is not lent", .waits = 2),
    ROW(SHORT, 2.5, 2.5, 1, ALONE, "one of 2.5 us runs here in any case", .waits = 2, .lends = 1),
    ROW(SHORT, 8, 8, 0, ALONE, "and one whose policy has one thread", .waits = 2, .lends = 1, .more = {.schedule = -1}),
    ROW(SHORT, 8, 8, 0, ALONE, "and so does a reduction of one block", .waits = 2, .lends = 1,
        .more = {.one_block = 1}),
    ROW(LONG, 0, 4000, 2000, ALONE, "one of 2 ms on all cores is not led from here", .waits = 2, .lends = 1),
    ROW(LONG, 5, 5, 0, SEVERAL, "with several groups a loop of 5 us is queued"),
    ROW(SHORT, 1, 0, 0, SEVERAL, "one of 1 us runs here"),
    ROW(SHORT, 5, 5, 0, SEVERAL, "and one of 5 us that is waited for", .waits = 1),
    ROW(SHORT, 3, 0, 0, OPEN, "one that may run on a device and takes 3 us runs here"),
    ROW(LONG, 5, 5, 0, OPEN, "one of 5 us is queued"),
    ROW(SHORT, 5, 5, 0, NO_DEVICE, "without a device it is not"),
    ROW(DEVICE, 1, 0, 0, ON_DEVICE, "what may run on a device only goes there"),
    ROW(SHORT, 25, 0, 0, ALONE, "a reduction of one block runs here for 25 us", .more = {.one_block = 1}),
    ROW(OFF, 1, 0, 0, OFF, "STARLOOP_INLINE=0 queues all"),
    ROW(IN_TASK, 1, 0, 0, ALONE, "what a task calls is queued", .more = {.in_task = 1}),
    ROW(SCHEDULE, 1, 0, 0, ALONE, "and what has a schedule for threads", .more = {.schedule = 1}),
    ROW(LENT, 1, 0, 5, ALONE, "unless the worker lends its place", .waits = 2, .lends = 1, .more = {.schedule = 1}),
    ROW(SCHEDULE, 1, 0, 0, ALONE, "and what a test gives threads", .more = {.threads = 1}),
    ROW(SCALARS, 1, 0, 0, ALONE, "and what has many scalars", .more = {.scalars = 1}),
    ROW(POLICY_SPLIT, 1, 0, 0, ALONE, "and what splits views", .more = {.split = 1}),
    ROW(DEVICE, 0, 0, 0, ON_DEVICE, "a device comes before all other reasons", .more = {.in_task = 1, .split = 1}),
    ROW(SHORT, 900, 0, 0, TEST, "a limit of a test's holds as it is"),
    ROW(LONG, 1100, 1100, 1090, TEST, "and above it nothing runs here, waited for or not", .waits = 1),
};

static void note(sl__times *times, int way, double microseconds)
{
    for (int k = 0; k < 2 && microseconds > 0; k++)
        sl__cores_note(times, way, N, 1e-6 * microseconds, 1e-6 * microseconds);
}

static void try_row(const row *r)
{
    static sl__times times;
    memset(&times, 0, sizeof times);
    note(&times, SL__ALL_CORES, r->known.all);
    note(&times, SL__ONE_CORE, r->known.one);
    note(&times, SL__IN_CALLER, r->known.caller);
    sl__route_facts facts = r->more;
    facts.times = &times;
    facts.points = N;
    facts.sides = places[r->place].sides;
    facts.waits = r->waits;
    facts.lends = r->lends;
    double seconds = -1;
    const sl__reason reason = sl__route_choose(&places[r->place].limits, &facts, &seconds);
    ok(reason == r->reason, "%s", r->sentence);
    if (reason != r->reason)
        diag("expected that %s, got that %s", sl__reason_text(r->reason), sl__reason_text(reason));
    const int alone = reason == SL__BECAUSE_SHORT || reason == SL__BECAUSE_AWAITED;
    ok((seconds > 0) == alone, "and its time is told exactly if it runs here alone");
}

static void test_shares(void)
{
    ok(sl__route_shares(30e-6, 2), "loops of a region that take 30 us are shared by two threads");
    ok(!sl__route_shares(30e-6, 1), "by one there is nobody to share them with");
    ok(!sl__route_shares(15e-6, 16), "those of 15 us run one after another");
}

/* Every reason has words of its own, and leads where its neighbours in the list do. */
static void test_words(void)
{
    int last = 0;
    for (int k = 0; k < SL__REASONS; k++) {
        const sl__route route = sl__route_of(k);
        int same = 0;
        for (int j = 0; j < k; j++)
            same += strcmp(sl__reason_text(j), sl__reason_text(k)) == 0;
        ok(same == 0 && (int)route >= last && sl__route_text(route)[0] != '\0', "reason %d has words of its own: %s", k,
           sl__reason_text(k));
        ok(sl__route_in_caller(k) == (route == SL__ROUTE_CALLER || route == SL__ROUTE_TOGETHER),
           "and is here if it leads to the calling thread");
        last = route;
    }
}

/* The profile's page of the guide has a row for each way and reason, in the profile's words, and no other. */
static void test_page(void)
{
    char path[4096], line[1024], want[512];
    int found[SL__REASONS] = {0}, rows_of_page = 0, is_in = 0;
    snprintf(path, sizeof path, "%s/doc/guide/profile.md", test_srcdir());
    FILE *page = fopen(path, "r");
    if (!page)
        diag("%s cannot be read", path);
    while (page && fgets(line, sizeof line, page)) {
        is_in = strncmp(line, "| went | because |", 18) == 0 || (is_in && line[0] == '|');
        rows_of_page += is_in;
        for (int k = 0; is_in && k < SL__REASONS; k++) {
            snprintf(want, sizeof want, "| %s | %s |", sl__route_text(sl__route_of(k)), sl__reason_text(k));
            found[k] += strncmp(line, want, strlen(want)) == 0;
        }
    }
    if (page)
        fclose(page);
    for (int k = 0; k < SL__REASONS; k++)
        ok(found[k] == 1, "doc/guide/profile.md explains once that %s", sl__reason_text(k));
    is_int(rows_of_page, 2 + SL__REASONS, "and has no other rows there");
}

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        try_row(&rows[i]);
    test_shares();
    test_words();
    test_page();
    return done_testing();
}
