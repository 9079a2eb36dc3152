/* SPDX-License-Identifier: BSD-3-Clause */
/* The verbs of DualView: what they say, and that programs with any of them, or none, have the results of plain C. */
#include <starloop.h>

#include "misuse.h"
#include "tap.h"

SL_KERNEL_DECLARE(dv_step, (i), inout(int64_t, 1, x, own));
SL_KERNEL_DECLARE(dv_raise, (i), out(int64_t, 1, x, own));

enum { N = 5000, STEPS = 60, PROGRAMS = 20 };

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

static void test_marks(void)
{
    sl_view *x, *part;
    sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x);
    sl_subview(x, &part, SL_PAIR(0, 10));
    ok(sl_view_need_sync_host(x) == 0 && sl_view_need_sync_device(x) == 0, "a new view needs nothing");
    is_int(sl_view_modify_host(x), SL_SUCCESS, "the host has written");
    ok(sl_view_need_sync_host(x) == 0 && sl_view_need_sync_device(x) == 1, "the device is to be brought up to date");
    is_int(sl_view_sync_host(x), SL_SUCCESS, "the other way round");
    ok(sl_view_need_sync_device(x) == 1, "changes nothing of that");
    is_int(sl_view_need_sync_device(part), 1, "a subview says the same");
    is_int(sl_view_sync_device(part), SL_SUCCESS, "it is");
    is_int(sl_view_need_sync_device(x), 0, "and needs nothing");
    is_int(sl_forall(dv_step, SL_RANGE(0, N), x), SL_SUCCESS, "a loop");
    is_int(sl_view_modify_device(x), SL_SUCCESS, "has written");
    ok(sl_view_need_sync_host(x) == 1 && sl_view_need_sync_device(x) == 0, "the host is to be brought up to date");
    is_int(sl_view_sync_device(x), SL_SUCCESS, "the other way round");
    ok(sl_view_need_sync_host(x) == 1, "changes nothing of that");
    is_int(sl_view_sync_host(x), SL_SUCCESS, "it is");
    is_int(sl_view_need_sync_host(x), 0, "and needs nothing");
    ok(sl_view_modify_host(x) == SL_SUCCESS && sl_view_modify_device(x) == SL_SUCCESS, "both have written");
    ok(sl_view_need_sync_host(x) == 1 && sl_view_need_sync_device(x) == 1, "which is no conflict");
    sl_view_destroy(&x), sl_view_destroy(&part);
    int marked = 0;
    for (int i = 0; i < 3000; i++) {
        sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &x);
        marked += sl_view_need_sync_host(x) + sl_view_need_sync_device(x);
        sl_view_modify_host(x), sl_view_modify_device(x);
        sl_view_destroy(&x);
    }
    is_int(marked, 0, "marks end with their view");
}

/* Any verbs at any place between loops and host accesses. */
static int run(uint64_t seed)
{
    static int64_t want[N];
    sl_view *x;
    int failed = 0;
    memset(want, 0, sizeof want);
    sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x);
    for (int s = 0; s < STEPS && !failed; s++)
        switch (next(&seed) % 7) {
        case 0: failed = sl_view_modify_host(x) != SL_SUCCESS; break;
        case 1: failed = sl_view_modify_device(x) != SL_SUCCESS; break;
        case 2: failed = sl_view_sync_host(x) != SL_SUCCESS; break;
        case 3: failed = sl_view_sync_device(x) != SL_SUCCESS; break;
        case 4: {
            const int64_t *p = SL_HOST_READ(int64_t, x);
            failed = p == NULL || memcmp(p, want, sizeof want) != 0;
            sl_host_end(x);
            break;
        }
        case 5: {
            int64_t *p = SL_HOST_RDWR(int64_t, x);
            const int at = (int)(next(&seed) % N);
            want[at]++;
            failed = p == NULL || ++p[at] != want[at];
            sl_host_end(x);
            break;
        }
        default:
            failed = sl_forall(dv_step, SL_RANGE(0, N), x) != SL_SUCCESS;
            for (int64_t i = 0; i < N; i++)
                want[i] = (int64_t)((uint64_t)want[i] * 3 + (uint64_t)i);
        }
    sl_view_destroy(&x);
    return failed;
}

static void test_programs(void)
{
    uint64_t seed = test_seed(36);
    int failed = 0;
    for (int i = 0; i < PROGRAMS; i++)
        failed += run(next(&seed));
    is_int(failed, 0, "%d programs with verbs anywhere have the results of plain C", PROGRAMS);
}

static void test_misuse(void)
{
    sl_view *x, *r, *gone;
    sl_region *region = NULL;
    sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8), &x);
    gone = x;
    sl_view_readonly(x, &r);
    refused(sl_view_modify_host(r), SL_ERR_ARGUMENT, "one for reading only",
            "sl_view_modify_host: view: expected a view "
            "that may be written, got \"x\"");
    refused(sl_view_modify_device(r), SL_ERR_ARGUMENT, "one for reading only", "sl_view_modify_device: view: expected");
    is_int(sl_view_sync_host(r), SL_SUCCESS, "which may be read");
    refused(sl_view_modify_host(NULL), SL_ERR_ARGUMENT, "no view",
            "sl_view_modify_host: view: expected a view, got NULL");
    refused(sl_view_modify_device(NULL), SL_ERR_ARGUMENT, "no view", "sl_view_modify_device: view: expected a view");
    refused(sl_view_sync_host(NULL), SL_ERR_ARGUMENT, "no view", "sl_view_sync_host: view: expected a view, got NULL");
    refused(sl_view_sync_device(NULL), SL_ERR_ARGUMENT, "no view", "sl_view_sync_device: view: expected a view");
    refused((is_int(sl_view_need_sync_host(NULL), -1, "-1"), sl_last_status()), SL_ERR_ARGUMENT, "no view",
            "sl_view_need_sync_host: view: expected a view, got NULL");
    refused((is_int(sl_view_need_sync_device(NULL), -1, "-1"), sl_last_status()), SL_ERR_ARGUMENT, "no view",
            "sl_view_need_sync_device: view: expected a view, got NULL");
    ok(SL_HOST_WRITE(int64_t, x) != NULL, "the host writes");
    refused(sl_view_sync_host(x), SL_ERR_BUSY, "while it does", "sl_view_sync_host", "\"x\"");
    sl_host_end(x);
    is_int(sl_region_begin(&region), SL_SUCCESS, "a region");
    refused(sl_view_sync_host(x), SL_ERR_CONTEXT, "a wait in it", "sl_view_sync_host");
    sl_region_end(region), sl_region_destroy(&region);
    sl_forall(dv_raise, SL_RANGE(0, 8), x);
    sl_view_modify_device(x);
    surfaces(sl_view_sync_host(x), SL_ERR_RAISED, "a loop that fails", "dv_raise");
    is_int(sl_view_need_sync_host(x), 1, "leaves nothing to be had");
    (void)sl_wait();
    sl_view_destroy(&r), sl_view_destroy(&x);
    refused(sl_view_sync_device(gone), SL_ERR_DESTROYED, "a destroyed view",
            "sl_view_sync_device: view: expected a live");
}

int main(void)
{
    setenv("STARLOOP_CPU_WORKERS", "core", 0);
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    sl_log_set_handler(misuse_count, NULL);
    test_marks();
    test_programs();
    test_misuse();
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
