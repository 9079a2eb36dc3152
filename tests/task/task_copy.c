/* SPDX-License-Identifier: BSD-3-Clause */
/* sl_task_copy(): a host function with an argument of the task's own, which the program may change at once. Small ones
 * are kept with the task, large ones beside it; those that a region has recorded are there in each run. */
#include "gate_task.h"
#include "loop_testing.h"
#include "misuse.h"

enum { MANY = 50, LARGE = 1000 };

typedef struct {
    int number;
    double factor;
} small;
typedef struct {
    int number;
    double row[LARGE];
} large;

static sl_view *x;
static int smalls[MANY], larges[MANY], wrong, misplaced;

static int note_small(void *arg)
{
    small *s = arg;
    smalls[s->number]++;
    wrong += s->factor != 0.5 * s->number;
    misplaced += (uintptr_t)arg % _Alignof(max_align_t) != 0;
    s->number = MANY + 1; /* it is the task's */
    return 0;
}

static int note_large(void *arg)
{
    large *l = arg;
    larges[l->number]++;
    for (int i = 0; i < LARGE; i++)
        wrong += l->row[i] != l->number + i;
    misplaced += (uintptr_t)arg % _Alignof(max_align_t) != 0;
    memset(l, 0xff, sizeof *l);
    return 0;
}

static int differ_from(const int seen[], int want)
{
    int count = 0;
    for (int k = 0; k < MANY; k++)
        count += seen[k] != want;
    return count;
}

static large large_of(int number)
{
    large l = {.number = number};
    for (int i = 0; i < LARGE; i++)
        l.row[i] = number + i;
    return l;
}

/* All of them wait behind a gate, while one variable has one value after the other. */
static void test_queued(void)
{
    small s;
    large l;
    must(sl_task(wait_for_gate, NULL, SL_RW(x)));
    for (int k = 0; k < MANY; k++) {
        s = (small){k, 0.5 * k};
        must(sl_task_copy(note_small, &s, SL_RW(x)));
        l = large_of(k);
        must(sl_task_copy_with(SL_POLICY(.label = "large"), note_large, &l, SL_RW(x)));
    }
    s = (small){-1, -1};
    memset(&l, 0, sizeof l);
    atomic_store(&gate_open, 1);
    must(sl_wait());
    is_int(differ_from(smalls, 1), 0, "each task has had the value that the variable had at its call");
    is_int(differ_from(larges, 1), 0, "large ones, too");
    is_int(wrong, 0, "with all its members");
    is_int(misplaced, 0, "and lay where any type may");
}

static void test_recorded(void)
{
    enum { RUNS = 3 };
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    for (int k = 0; k < MANY; k++) {
        const small s = {k, 0.5 * k};
        must(sl_task_copy(note_small, &s, SL_RW(x)));
        const large l = large_of(k);
        must(sl_task_copy(note_large, &l, SL_RW(x)));
    }
    must(sl_region_end(region));
    memset(smalls, 0, sizeof smalls);
    memset(larges, 0, sizeof larges);
    for (int run = 0; run < RUNS; run++)
        must(sl_region_run(region));
    sl_region_destroy(&region);
    must(sl_wait());
    is_int(differ_from(smalls, RUNS), 0, "each run of a region has the values that were recorded");
    is_int(differ_from(larges, RUNS), 0, "large ones, too, though the run before has changed its own");
    is_int(wrong, 0, "with all their members");
}

static int fails(void *arg)
{
    return *(int *)arg;
}

static void test_misuse(void)
{
    const int seven = 7;
    int *none = NULL;
    refused(sl_task_copy(fails, none, SL_RW(x)), SL_ERR_ARGUMENT, "no argument",
            "sl_task_copy: arg: expected 4 bytes to copy, got NULL");
    refused(sl_task_copy(NULL, &seven), SL_ERR_ARGUMENT, "no function", "sl_task_copy: function: expected a function");
    refused(sl_task_copy(fails, &seven, SL_RW(NULL)), SL_ERR_ARGUMENT, "no view", "sl_task_copy: uses[0]", "got NULL");
    must(sl_task_copy(fails, &seven, SL_RW(x)));
    surfaces(sl_wait(), SL_ERR_TASK, "a task that fails", "host task \"sl_task_copy\" failed: it returned 7");
    must(sl_task_submit_copy(NULL, wait_for_gate, NULL, 0, NULL, 0));
    is_int(sl_wait(), SL_SUCCESS, "nothing to copy, from nowhere, is an argument NULL");
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    x = misuse_vector("x", 10, 0);
    test_queued();
    test_recorded();
    test_misuse();
    sl_view_destroy(&x);
    must(sl_finalize());
    return done_testing();
}
