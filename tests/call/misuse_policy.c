/* SPDX-License-Identifier: BSD-3-Clause */
/* Misuse of every field of sl_policy, and of sl_task: refused before anything is queued. */
#include "backend/backend.h"
#include "misuse.h"

SL_KERNEL_DECLARE(mp_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(mp_plane, (i, j), inout(double, 2, m, own));
SL_KERNEL_DECLARE(mp_sum, (i), in(double, 1, y, own), reduce(double, sum, s));

enum { N = 100, ROWS = 8, COLUMNS = 9 };
static sl_view *y, *m;

/* A field that makes no sense in a loop of rank 1. */
#define bad_line(policy, status, sentence, ...) \
    refused(sl_forall_with(policy, mp_add, SL_RANGE(0, N), 1.0, y), status, sentence, "sl_forall: ", "mp_add", \
            __VA_ARGS__)
/* The same in a loop of rank 2. */
#define bad_plane(policy, status, sentence, ...) \
    refused(sl_forall_with(policy, mp_plane, SL_BOX(0, ROWS, 0, COLUMNS), m), status, sentence, \
            "sl_forall: ", "mp_plane", __VA_ARGS__)

static void test_fields(void)
{
    bad_line(SL_POLICY(.schedule = (sl_schedule)42), SL_ERR_ARGUMENT, "no schedule", "policy.schedule", "got 42");
    bad_line(SL_POLICY(.schedule = (sl_schedule)-1), SL_ERR_ARGUMENT, "a negative schedule", "policy.schedule",
             "got -1");
    bad_line(SL_POLICY(.where = (sl_where)9), SL_ERR_ARGUMENT, "no place", "policy.where", "got 9");
    bad_line(SL_POLICY(.chunk = -1), SL_ERR_ARGUMENT, "a negative chunk", "policy.chunk", "got -1");
    bad_line(SL_POLICY(.chunk = INT64_MIN), SL_ERR_ARGUMENT, "the most negative chunk", "policy.chunk",
             "got -9223372036854775808");
    bad_line(SL_POLICY(.tile = {-8}), SL_ERR_ARGUMENT, "a negative tile", "policy.tile", "got -8");
    bad_line(SL_POLICY(.tile = {0, 16}), SL_ERR_ARGUMENT, "a tile for a dimension that is not there", "policy.tile",
             "16");
    bad_line(SL_POLICY(.collapse = 2), SL_ERR_ARGUMENT, "collapse beyond the rank", "policy.collapse", "got 2");
    bad_line(SL_POLICY(.collapse = -1), SL_ERR_ARGUMENT, "a negative collapse", "policy.collapse", "got -1");
    bad_line(SL_POLICY(.order = {1, 0}), SL_ERR_ARGUMENT, "an order of two dimensions for one", "policy.order");
    bad_plane(SL_POLICY(.order = {1, 1}), SL_ERR_ARGUMENT, "an order with one dimension twice", "policy.order",
              "got 1");
    bad_plane(SL_POLICY(.order = {0, 2}), SL_ERR_ARGUMENT, "an order with a dimension that is not there",
              "policy.order", "got 2");
    bad_plane(SL_POLICY(.order = {1, -1}), SL_ERR_ARGUMENT, "an order with a negative dimension", "policy.order",
              "got -1");
    bad_plane(SL_POLICY(.order = {1, 0, 2}), SL_ERR_ARGUMENT, "an order that goes on after the rank", "policy.order",
              "got 2");
    bad_plane(SL_POLICY(.collapse = 3), SL_ERR_ARGUMENT, "collapse 3 of rank 2", "policy.collapse", "got 3");
    bad_plane(SL_POLICY(.tile = {4, -4}), SL_ERR_ARGUMENT, "a negative second tile", "policy.tile", "got -4");
    bad_plane(SL_POLICY(.tile = {4, 4, 4}), SL_ERR_ARGUMENT, "three tiles of rank 2", "policy.tile", "4");
    bad_plane(SL_POLICY(.iterate_outer = (sl_iterate)3), SL_ERR_ARGUMENT, "no order of tiles", "policy.iterate_outer",
              "got 3");
    bad_plane(SL_POLICY(.iterate_inner = (sl_iterate)-1), SL_ERR_ARGUMENT, "no order within tiles",
              "policy.iterate_inner", "got -1");
    bad_plane(SL_POLICY(.order = {1, 0}, .iterate_inner = SL_ITERATE_LEFT), SL_ERR_ARGUMENT, "two orders",
              "policy.iterate_inner", "beside .order", "got SL_ITERATE_LEFT");
    bad_plane(SL_POLICY(.where = SL_CUDA, .tile = {32, 33}), SL_ERR_ARGUMENT, "a tile too large for a block of a GPU",
              "policy.tile", "at most 1024 threads", "got 32 x 33");
    bad_plane(SL_POLICY(.tile = {-1, 8}), SL_ERR_ARGUMENT, "SL_TILE_AUTO beside a number", "policy.tile",
              "expected SL_TILE_AUTO", "got -1");
    double s = -7;
    refused(sl_reduce_with(SL_POLICY(.chunk = -3), mp_sum, SL_RANGE(0, N), y, &s), SL_ERR_ARGUMENT,
            "sl_reduce: a negative chunk", "sl_reduce: ", "mp_sum", "policy.chunk", "got -3");
    is_close(s, -7, 0, "and the result is not touched");
}

/* How a loop is launched on a GPU, whether there is one or not. */
static void test_launch(void)
{
    bad_line(SL_POLICY(.block = -1), SL_ERR_ARGUMENT, "a negative block", "policy.block", "0 to 1024", "got -1");
    bad_line(SL_POLICY(.block = 1025), SL_ERR_ARGUMENT, "more threads than a block may have", "policy.block",
             "got 1025");
    bad_line(SL_POLICY(.block = INT32_MIN), SL_ERR_ARGUMENT, "the most negative block", "policy.block",
             "got -2147483648");
    bad_plane(SL_POLICY(.block = 1 << 20), SL_ERR_ARGUMENT, "such a block of rank 2", "policy.block", "got 1048576");
    bad_line(SL_POLICY(.min_blocks = -1), SL_ERR_ARGUMENT, "fewer blocks of a multiprocessor than none",
             "policy.min_blocks", "0 to 32", "got -1");
    bad_plane(SL_POLICY(.min_blocks = 33), SL_ERR_ARGUMENT, "more than it can have", "policy.min_blocks", "got 33");
    bad_line(SL_POLICY(.where = SL_CPU, .gpu = SL_GPU(0)), SL_ERR_ARGUMENT, "a GPU for a loop on CPUs",
             "policy.gpu: expected none with .where = SL_CPU, got SL_GPU(0)");
    if (sl__device_workers() > 0) {
        bad_line(SL_POLICY(.gpu = SL_GPU(99)), SL_ERR_DEVICE, "a GPU that is not there",
                 "policy.gpu: expected SL_GPU(0) to SL_GPU(", ", the GPUs in use, got SL_GPU(99)");
        bad_line(SL_POLICY(.gpu = SL_GPU(-1)), SL_ERR_DEVICE, "a negative GPU", "policy.gpu", "got SL_GPU(-1)");
        bad_line(SL_POLICY(.gpu = 1), SL_ERR_DEVICE, "a GPU without SL_GPU", "policy.gpu: expected SL_GPU(0)", "got 1");
    } else {
        bad_line(SL_POLICY(.gpu = SL_GPU(0)), SL_ERR_DEVICE, "a GPU where there is none",
                 "policy.gpu: expected a GPU that is in use, got SL_GPU(0), but ", sl__device_absence());
        bad_line(SL_POLICY(.where = SL_CUDA, .gpu = 1), SL_ERR_DEVICE, "the same without SL_GPU",
                 "policy.gpu: expected a GPU that is in use, got 1, but ");
    }
    bad_line(SL_POLICY(.grid = -1), SL_ERR_ARGUMENT, "a negative grid", "policy.grid", "got -1");
    bad_line(SL_POLICY(.grid = INT64_MIN), SL_ERR_ARGUMENT, "the most negative grid", "policy.grid",
             "got -9223372036854775808");
    bad_line(SL_POLICY(.occupancy = {.kind = -1}), SL_ERR_ARGUMENT, "an occupancy of no kind", "policy.occupancy",
             "got kind -1");
    bad_line(SL_POLICY(.occupancy = {.kind = 99}), SL_ERR_ARGUMENT, "another one", "policy.occupancy", "got kind 99");
    bad_line(SL_POLICY(.occupancy = SL_OCC_FRACTION(1, 0, 0)), SL_ERR_ARGUMENT, "a fraction without a denominator",
             "policy.occupancy", "got 1 / 0");
    bad_line(SL_POLICY(.occupancy = SL_OCC_FRACTION(1, -2, 0)), SL_ERR_ARGUMENT, "one with a negative denominator",
             "policy.occupancy", "got 1 / -2");
    bad_line(SL_POLICY(.occupancy = SL_OCC_FRACTION(-1, 2, 100)), SL_ERR_ARGUMENT, "a negative fraction",
             "policy.occupancy", "got -1 / 2");
    bad_line(SL_POLICY(.occupancy = SL_OCC_CUSTOM(NULL)), SL_ERR_ARGUMENT, "a custom occupancy without a function",
             "policy.occupancy", "got NULL");
    double s = -7;
    refused(sl_reduce_with(SL_POLICY(.block = 2000), mp_sum, SL_RANGE(0, N), y, &s), SL_ERR_ARGUMENT,
            "sl_reduce: a block of 2000 threads", "sl_reduce: ", "mp_sum", "policy.block", "got 2000");
    is_close(s, -7, 0, "and the result is not touched");
}

/* A device that is not there, and what it cannot do where it is. */
static void test_cuda(void)
{
    double s = -7;
    if (sl__device_workers() == 0) {
        bad_line(SL_POLICY(.where = SL_CUDA), SL_ERR_DEVICE, "SL_CUDA without a device", "policy.where", "SL_CUDA",
                 sl__device_absence());
        refused(sl_reduce_with(SL_POLICY(.where = SL_CUDA), mp_sum, SL_RANGE(0, N), y, &s), SL_ERR_DEVICE,
                "SL_CUDA without a device in sl_reduce", "sl_reduce: ", "mp_sum", sl__device_absence());
        ok(strlen(sl__device_absence()) > 0, "the reason is given: %s", sl__device_absence());
    } else {
        bad_line(SL_POLICY(.where = SL_CUDA, .schedule = SL_SEQ), SL_ERR_UNSUPPORTED, "SL_SEQ on a GPU",
                 "policy.schedule", "SL_SEQ", "SL_CUDA");
        refused(sl_reduce_with(SL_POLICY(.where = SL_CUDA, .schedule = SL_SEQ), mp_sum, SL_RANGE(0, N), y, &s),
                SL_ERR_UNSUPPORTED, "SL_SEQ on a GPU in sl_reduce", "sl_reduce: ", "mp_sum", "policy.schedule");
        is_str(sl__device_absence(), "", "there is no reason why there is no GPU");
    }
    is_close(s, -7, 0, "and the result is not touched");
}

/* Odd but legal. */
static void test_legal(void)
{
    const char *none = NULL;
    is_int(sl_forall_with(SL_POLICY(.label = none), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS, "no label is legal");
    is_int(sl_forall_with(SL_POLICY(.label = ""), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS,
           "an empty label is legal");
    char label[5000];
    memset(label, 'l', sizeof label - 1);
    label[sizeof label - 1] = '\0';
    is_int(sl_forall_with(SL_POLICY(.label = label), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS,
           "and so is a very long one");
    memset(label, '%', sizeof label - 1);
    is_int(sl_forall_with(SL_POLICY(.label = label), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS,
           "and one of percent signs");
    is_int(sl_forall_with(SL_POLICY(.priority = 1000000), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS,
           "a priority beyond StarPU's is cut to it");
    is_int(sl_forall_with(SL_POLICY(.priority = -1000000), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS,
           "and a low one too");
    is_int(sl_forall_with(SL_POLICY(.chunk = INT64_MAX, .schedule = SL_DYNAMIC), mp_add, SL_RANGE(0, N), 1.0, y),
           SL_SUCCESS, "a chunk that is longer than the loop is legal");
    is_int(sl_forall_with(SL_POLICY(.tile = {INT64_MAX}), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS,
           "and so is such a tile");
    is_int(sl_forall_with(SL_POLICY(.collapse = 1), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS,
           "collapse 1 of rank 1 is legal");
    is_int(sl_forall_with(SL_POLICY(.where = SL_CPU, .synchronous = 7), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS,
           "any value but 0 makes a call synchronous");
    is_int(sl_forall_with(SL_POLICY(.block = 1024, .grid = INT64_MAX), mp_add, SL_RANGE(0, N), 1.0, y), SL_SUCCESS,
           "the largest block and grid are legal");
    is_int(
        sl_forall_with(SL_POLICY(.where = SL_CPU, .block = 1, .occupancy = SL_OCC_MAX), mp_add, SL_RANGE(0, N), 1.0, y),
        SL_SUCCESS, "so is a launch for a loop that runs on a CPU");
    is_int(sl_forall_with(SL_POLICY(.occupancy = SL_OCC_FRACTION(0, 1, -INT32_MAX)), mp_add, SL_RANGE(0, N), 1.0, y),
           SL_SUCCESS, "and an occupancy of less than nothing");
    const double *p = SL_HOST_READ(double, y);
    int wrong = 0;
    for (int i = 0; p && i < N; i++)
        wrong += p[i] != i + 13;
    ok(p && wrong == 0, "and all thirteen calls have done their work, none of the refused ones");
    sl_host_end(y);
}

static int nothing(void *arg)
{
    (void)arg;
    return 0;
}

static int add_one(void *arg)
{
    double *p = sl_task_data(arg);
    if (p == NULL)
        return 1;
    for (int i = 0; i < N; i++)
        p[i] += 1;
    return 0;
}

static void test_task(void)
{
    sl_view *gone = misuse_vector("gone", N, 0), *stale = gone;
    sl_view_destroy(&gone);
    sl_use use = {y, (sl_access)0}, uses[100];
    for (int i = 0; i < 100; i++)
        uses[i] = (sl_use){y, SL_READ};
    const char *f = "sl_task: ";
    refused(sl_task(NULL, NULL, SL_R(y)), SL_ERR_ARGUMENT, "sl_task: no function", f, "function", "NULL");
    refused(sl_task(nothing, NULL, SL_R(NULL)), SL_ERR_ARGUMENT, "sl_task: no view", f, "NULL");
    refused(sl_task(nothing, NULL, SL_RW(y), SL_W(NULL)), SL_ERR_ARGUMENT, "sl_task: no second view", f, "[1]", "NULL");
    refused(sl_task(nothing, NULL, SL_W(stale)), SL_ERR_DESTROYED, "sl_task: a destroyed view", f, "[0]");
    refused(sl_task_submit(NULL, nothing, NULL, &use, 1), SL_ERR_ARGUMENT, "sl_task: no access", f, "[0]", "got 0");
    use.access = (sl_access)4;
    refused(sl_task_submit(NULL, nothing, NULL, &use, 1), SL_ERR_ARGUMENT, "sl_task: a wrong access", f, "[0]",
            "got 4");
    refused(sl_task_submit(NULL, nothing, NULL, NULL, 1), SL_ERR_ARGUMENT, "sl_task: uses are NULL", f, "uses");
    refused(sl_task_submit(NULL, nothing, NULL, uses, -1), SL_ERR_ARGUMENT, "sl_task: a negative count", f, "got -1");
    refused(sl_task_submit(NULL, nothing, NULL, uses, 100), SL_ERR_ARGUMENT, "sl_task: too many uses", f, "got 100");
    if (sl__device_workers() == 0)
        refused(sl_task_with(SL_POLICY(.where = SL_CUDA), nothing, NULL, SL_R(y)), SL_ERR_DEVICE,
                "sl_task: on a GPU that is not there", f, "policy.where", "SL_CUDA");
    refused(sl_task_with(SL_POLICY(.chunk = -1), nothing, NULL, SL_R(y)), SL_ERR_ARGUMENT, "sl_task: a negative chunk",
            f, "policy.chunk");
    sl_clear_error();
    ok(sl_task_data(y) == NULL && sl_last_status() == SL_ERR_STATE,
       "sl_task_data outside a task is NULL and SL_ERR_STATE");
    like(sl_last_error(), "sl_task_data: ", "and names the function");
    sl_clear_error();
    ok(sl_task_stream() == NULL && sl_last_status() == SL_ERR_STATE, "so is sl_task_stream");
    is_int(sl_task(nothing, NULL), SL_SUCCESS, "sl_task without views is legal");
    is_int(sl_task(add_one, y, SL_RW(y)), SL_SUCCESS, "sl_task works after all this");
    double s = 0;
    is_int(sl_reduce(mp_sum, SL_RANGE(0, N), y, &s), SL_SUCCESS, "a reduction behind it");
    is_close(s, 4950 + 14 * N, 0, "sees what it did, and nothing of the refused ones");
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    y = misuse_vector("y", N, 0);
    sl_view_create("m", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(ROWS, COLUMNS), &m);
    test_fields();
    test_launch();
    test_cuda();
    is_int(misuse_changed(y, 0), 0, "y is as it was made");
    const double *p = SL_HOST_READ(double, m);
    int changed = 0;
    for (int i = 0; p && i < ROWS * COLUMNS; i++)
        changed += p[i] != 0;
    ok(p && changed == 0, "m is as it was made");
    sl_host_end(m);
    test_legal();
    test_task();
    is_int(sl_wait(), SL_SUCCESS, "no task has failed");
    sl_view_destroy(&y);
    sl_view_destroy(&m);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
