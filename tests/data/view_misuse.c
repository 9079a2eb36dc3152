/* SPDX-License-Identifier: BSD-3-Clause */
/* Misuse of every public function of view.h and starpu.h: the status, a message that names function and argument, and
 * nothing changed. */
#include <sys/wait.h>
#include <unistd.h>

#include <starloop/runtime.h>
#include <starloop/starpu.h>
#include <starloop/view.h>

#include "base/state.h"
#include "data/reaper.h"
#include "data/view.h"
#include "tap.h"

static int logged;

static void count_log(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file;
    (void)line;
    (void)text;
    (void)arg;
    logged += level == SL_LOG_ERROR;
}

/* The last call failed with that status; its message begins with the function and contains the part. */
static void failed(sl_status status, const char *function, const char *part, const char *what)
{
    char head[64];
    snprintf(head, sizeof head, "%s: ", function);
    is_int(sl_last_status(), status, "%s: %s: the status is %s", function, what, sl_status_name(status));
    ok(strncmp(sl_last_error(), head, strlen(head)) == 0, "%s: %s: the message begins with the function", function,
       what);
    like(sl_last_error(), part, "%s: %s: the message says what is wrong", function, what);
    is_int(logged, 1, "%s: %s: it is logged once", function, what);
    sl_clear_error();
    logged = 0;
}

static sl_view *const untouched = (sl_view *)(uintptr_t)64;
static double data[64];

static void test_create(void)
{
    const char *f = "sl_view_create";
    sl_view *x = untouched;
    is_int(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), NULL), SL_ERR_ARGUMENT, "%s is refused", f);
    failed(SL_ERR_ARGUMENT, f, "view: expected where to put the view, got NULL", "no output");
    sl_view_create("x", 0, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &x);
    failed(SL_ERR_TYPE, f, "type: expected an element type, got 0", "type 0");
    sl_view_create("x", 12345, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &x);
    failed(SL_ERR_TYPE, f, "got 12345", "a type that is none");
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, (sl_extents){.rank = 7}, &x);
    failed(SL_ERR_RANK, f, "extents: expected rank 0 to 6, got 7", "rank 7");
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_LEFT, SL_EXTENTS(3, -1), &x);
    failed(SL_ERR_EXTENT, f, "extents: expected 0 or more, got -1 in dimension 1", "a negative extent");
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_STRIDE(3, 1), SL_EXTENTS(3, 5), &x);
    failed(SL_ERR_EXTENT, f, "layout: expected a stride of more than 4 in dimension 0", "overlapping strides");
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_STRIDE(3), SL_EXTENTS(3, 5), &x);
    failed(SL_ERR_RANK, f, "layout: expected 2 strides", "a missing stride");
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS((sl_index)1 << 40, (sl_index)1 << 40), &x);
    failed(SL_ERR_EXTENT, f, "2^62", "too many bytes");
    sl_view_create_with("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), 8u, &x);
    failed(SL_ERR_ARGUMENT, "sl_view_create_with", "flags: expected SL_VIEW_", "an unknown flag");
    sl_view_create_with("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), 0, NULL);
    failed(SL_ERR_ARGUMENT, "sl_view_create_with", "view: ", "no output");
    ok(x == untouched, "the output is left alone each time");
    is_int(sl__memory_held(), 0, "and no memory is held");
}

static void test_wrap(void)
{
    const char *f = "sl_view_wrap";
    sl_view *x = untouched;
    sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), NULL, &x);
    failed(SL_ERR_ARGUMENT, f, "data: expected host memory for \"x\", got NULL", "no memory");
    sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), data, NULL);
    failed(SL_ERR_ARGUMENT, f, "view: ", "no output");
    sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), (char *)data + 4, &x);
    failed(SL_ERR_ARGUMENT, f, "data: expected memory aligned to 8 bytes for double", "misaligned memory");
    sl_view_wrap("x", -1, SL_LAYOUT_RIGHT, SL_EXTENTS(3), data, &x);
    failed(SL_ERR_TYPE, f, "type: ", "no type");
    sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), (void *)(UINTPTR_MAX - 15), &x);
    failed(SL_ERR_ARGUMENT, f, "data: expected 24 bytes of memory", "memory past the end of all addresses");
    sl_view_wrap_cuda("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), data, 99, &x);
    failed(SL_ERR_DEVICE, "sl_view_wrap_cuda", "device: expected a device", "a device that is not there");
    ok(x == untouched, "the output is left alone each time");
    sl_view *y = NULL;
    is_int(sl_view_wrap("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(64), data, &y), SL_SUCCESS,
           "refused memory stays free");
    sl_view_destroy(&y);
    sl_view_bytes_needed(SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), NULL);
    failed(SL_ERR_ARGUMENT, "sl_view_bytes_needed", "bytes: ", "no output");
}

/* Every function with no view and with a destroyed one. */
static void test_handles(void)
{
    sl_view *x = NULL;
    sl_view_create("gone", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &x);
    sl_view *stale = x;
    sl_view_destroy(&x);
    for (int k = 0; k < 2; k++) {
        sl_view *v = k ? stale : NULL;
        sl_status status = k ? SL_ERR_DESTROYED : SL_ERR_ARGUMENT;
        const char *part = k ? "view: expected a live view, got \"gone\", which was destroyed" : "got NULL";
        const char *what = k ? "destroyed" : "NULL";
        ok(sl_view_retain(v) == NULL, "retain gives NULL");
        failed(status, "sl_view_retain", part, what);
        is_str(sl_view_label(v), "?", "the label is ?");
        failed(status, "sl_view_label", part, what);
        is_int(sl_view_type(v), 0, "the type is 0");
        failed(status, "sl_view_type", part, what);
        is_int(sl_view_rank(v), -1, "the rank is -1");
        failed(status, "sl_view_rank", part, what);
        is_int(sl_view_extent(v, 0), -1, "the extent is -1");
        failed(status, "sl_view_extent", part, what);
        is_int(sl_view_stride(v, 0), 0, "the stride is 0");
        failed(status, "sl_view_stride", part, what);
        is_int(sl_view_size(v), -1, "the size is -1");
        failed(status, "sl_view_size", part, what);
        ok(!sl_host_begin(v, SL_READ, SL_DOUBLE, NULL), "host access gives NULL");
        failed(status, "sl_host_begin", part, what);
        ok(!SL_HOST_WRITE(double, v), "so does the macro");
        failed(status, "SL_HOST_WRITE", part, what);
        is_int(sl_host_end(v), status, "its end is refused");
        failed(status, "sl_host_end", part, what);
        is_int(sl_view_wait(v), status, "waiting is refused");
        failed(status, "sl_view_wait", part, what);
        ok(!sl_view_starpu_handle(v), "there is no handle");
        failed(status, "sl_view_starpu_handle", part, what);
    }
    sl_view_destroy(&stale);
    failed(SL_ERR_DESTROYED, "sl_view_destroy", "\"gone\"", "destroyed");
    ok(!stale, "destroying twice sets the handle to NULL all the same");
    _Alignas(64) static unsigned char other[sizeof(sl_view)];
    is_int(sl_view_rank((sl_view *)(void *)other), -1, "a pointer to something else has no rank");
    failed(SL_ERR_DESTROYED, "sl_view_rank", "a pointer to something else", "no view");
}

static void test_arguments(void)
{
    sl_view *x = NULL;
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3, 4), &x);
    static const int dimensions[] = {-1, 2, 6, 1000};
    for (int k = 0; k < 4; k++) {
        char got[32];
        snprintf(got, sizeof got, "rank 2, got %d", dimensions[k]);
        is_int(sl_view_extent(x, dimensions[k]), -1, "there is no dimension %d", dimensions[k]);
        failed(SL_ERR_RANK, "sl_view_extent", got, "no such dimension");
        is_int(sl_view_stride(x, dimensions[k]), 0, "nor its stride");
        failed(SL_ERR_RANK, "sl_view_stride", got, "no such dimension");
    }
    ok(!SL_HOST_READ(float, x), "the wrong type is refused");
    failed(SL_ERR_TYPE, "SL_HOST_READ", "type: expected double, the type of \"x\", got float", "wrong type");
    ok(!SL_HOST_RDWR(int64_t, x), "another of the same size too");
    failed(SL_ERR_TYPE, "SL_HOST_RDWR", "got int64_t", "wrong type");
    ok(!sl_host_begin(x, (sl_access)0, SL_DOUBLE, NULL), "no access is refused");
    failed(SL_ERR_ARGUMENT, "sl_host_begin", "access: expected SL_READ, SL_WRITE or SL_RDWR", "access 0");
    ok(!sl_host_begin(x, (sl_access)4, SL_DOUBLE, NULL), "so is a fourth");
    failed(SL_ERR_ARGUMENT, "sl_host_begin", "got 4", "access 4");
    sl_host_end(x);
    failed(SL_ERR_STATE, "sl_host_end", "view: expected \"x\" to be open", "not open");
    sl__in_task = 1;
    ok(!SL_HOST_READ(double, x), "host access inside a task is refused");
    failed(SL_ERR_CONTEXT, "SL_HOST_READ", "", "inside a task");
    is_int(sl_view_wait(x), SL_ERR_CONTEXT, "so is waiting");
    failed(SL_ERR_CONTEXT, "sl_view_wait", "", "inside a task");
    sl__in_task = 0;
    is_int(sl__view_host_state(x), 0, "none of them leaves the view open");
    sl__memory_fail_after(0);
    sl__view_task_queued(x); /* keeps the access from the fast path */
    ok(!SL_HOST_READ(double, x), "host access without memory for its request is refused");
    failed(SL_ERR_MEMORY, "SL_HOST_READ", "\"x\"", "no memory");
    sl__memory_fail_after(-1);
    sl__view_task_done(x);
    is_int(sl__view_host_state(x), 0, "and leaves the view free");
    ok(SL_HOST_READ(double, x) != NULL, "so that it can be opened then");
    sl_host_end(x);
    sl_view_destroy(&x);
}

static void test_door(void)
{
    static const int something[64];
    for (int k = 0; k < 2; k++) {
        const void *buffer = k ? something : NULL;
        const char *part = k ? "another data interface" : "got NULL";
        ok(!sl_starpu_pointer(buffer), "no buffer has no pointer");
        failed(SL_ERR_ARGUMENT, "sl_starpu_pointer", part, "no buffer");
        is_int(sl_starpu_rank(buffer), -1, "nor a rank");
        failed(SL_ERR_ARGUMENT, "sl_starpu_rank", part, "no buffer");
        is_int(sl_starpu_extent(buffer, 0), -1, "nor extents");
        failed(SL_ERR_ARGUMENT, "sl_starpu_extent", part, "no buffer");
        is_int(sl_starpu_stride(buffer, 0), 0, "nor strides");
        failed(SL_ERR_ARGUMENT, "sl_starpu_stride", part, "no buffer");
    }
}

static void test_not_started(const char *when)
{
    sl_view *x = untouched;
    is_int(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &x), SL_ERR_STATE, "create %s is refused",
           when);
    failed(SL_ERR_STATE, "sl_view_create", "", when);
    is_int(sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), data, &x), SL_ERR_STATE, "wrap %s too", when);
    failed(SL_ERR_STATE, "sl_view_wrap", "", when);
    is_int(sl_view_wrap_cuda("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), data, 0, &x), SL_ERR_STATE,
           "of device memory %s too", when);
    failed(SL_ERR_STATE, "sl_view_wrap_cuda", "", when);
    is_int(sl_view_wait(NULL), SL_ERR_STATE, "wait %s too", when);
    failed(SL_ERR_STATE, "sl_view_wait", "", when);
    ok(!sl_host_begin(NULL, SL_READ, SL_DOUBLE, NULL), "host access %s too", when);
    failed(SL_ERR_STATE, "sl_host_begin", "", when);
    is_int(sl_host_end(NULL), SL_ERR_STATE, "and its end");
    failed(SL_ERR_STATE, "sl_host_end", "", when);
    size_t bytes = 0;
    ok(sl_view_bytes_needed(SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &bytes) == SL_SUCCESS && bytes == 24,
       "sizes can be asked for %s", when);
    ok(x == untouched, "outputs are left alone");
}

/* In a forked child StarPU's threads are not there: nothing may wait for them. */
static void test_fork(void)
{
    sl_view *x = NULL;
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &x);
    pid_t child = fork();
    if (child == 0) {
        alarm(10);
        int good = !SL_HOST_READ(double, x) && sl_last_status() == SL_ERR_FORKED && sl_view_wait(x) == SL_ERR_FORKED;
        sl_view_destroy(&x);
        _exit(good && !x ? 0 : 1);
    }
    int status = -1;
    ok(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0,
       "a forked child gets SL_ERR_FORKED and does not hang");
    sl_view_destroy(&x);
    logged = 0;
}

int main(void)
{
    sl_log_set_handler(count_log, NULL);
    test_not_started("before sl_init");
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    test_create();
    test_wrap();
    test_handles();
    test_arguments();
    test_door();
    test_fork();
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    test_not_started("after sl_finalize");
    return done_testing();
}
