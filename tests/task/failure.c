/* SPDX-License-Identifier: BSD-3-Clause */
/* SL_RAISE: where the failure is told, what it says, what is poisoned by it, and how poison goes away. */
#include "misuse.h"

SL_KERNEL_DECLARE(fa_check, (i), scalar(double, bad), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(fa_check_plane, (i, j), scalar(int64_t, row), scalar(int64_t, column), inout(double, 2, m, own));
SL_KERNEL_DECLARE(fa_diagonal, (i), scalar(double, a), out(double, 2, m, own(0, 0)));
SL_KERNEL_DECLARE(fa_check_deep, (i, j, k, l), scalar(int64_t, bad), out(double, 4, t, own));
SL_KERNEL_DECLARE(fa_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(fa_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(fa_set, (i), scalar(double, a), out(double, 1, y, own));
SL_KERNEL_DECLARE(fa_sum, (i), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(fa_sum_check, (i), scalar(double, bad), in(double, 1, x, own), reduce(double, sum, s));

enum { N = 20000, BAD = 12345, ROWS = 30, COLUMNS = 40 };
static sl_view *x, *y, *z, *free_, *m, *scalar;
static const sl_space all = SL_RANGE(0, N);

/* Queues a loop into a view, which will be poisoned. */
static void raise_into(sl_view *target)
{
    is_int(sl_forall(fa_check, all, (double)BAD, x, target), SL_SUCCESS, "a loop that will raise is queued");
}

/* A poisoned view says so once more when it is read, and without a log line. */
static int unreadable(sl_view *v)
{
    const double *p = SL_HOST_READ(double, v);
    if (p)
        sl_host_end(v);
    return p == NULL;
}

/* Number of elements that are not this value. */
static int differ(sl_view *v, double value)
{
    const double *p = SL_HOST_READ(double, v);
    int count = p ? 0 : N;
    for (int i = 0; p && i < N; i++)
        count += p[i] != value;
    sl_host_end(v);
    return count;
}

static void clean(sl_view *v, double value)
{
    sl_forall(fa_set, all, value, v);
    if (!ok(sl_view_wait(v) == SL_SUCCESS, "an out loop makes the view good again"))
        diag("%s", sl_last_error());
}

static void test_wait(void)
{
    misuse_logged = 0;
    raise_into(y);
    sl_status status = sl_wait();
    is_int(misuse_logged, 1, "it is logged once, where it happened");
    misuse_check(__LINE__, status, SL_ERR_RAISED, 1, "sl_wait after SL_RAISE",
                 (const char *const[]){"kernel fa_check", "raised 7", "failure_kernels.c:9", "(12345)", NULL});
    is_int(sl_wait(), SL_SUCCESS, "the failure is told once by sl_wait");
    ok(unreadable(y), "the output cannot be read");
    is_int(sl_last_status(), SL_ERR_RAISED, "and says why");
    is_int(misuse_changed(x, 0), 0, "the input is as it was");
    clean(y, 1);
    is_int(sl_wait(), SL_SUCCESS, "and nothing is left to tell");
    double s = 0;
    is_int(sl_reduce(fa_sum, all, y, &s), SL_SUCCESS, "the view can be read by a loop");
    is_close(s, N, 0, "and holds what the out loop wrote");
}

static void test_other_waits(void)
{
    double s = -7;
    raise_into(y);
    surfaces(sl_view_wait(y), SL_ERR_RAISED, "sl_view_wait after SL_RAISE", "fa_check", "raised 7", "(12345)");
    is_int(sl_wait(), SL_SUCCESS, "what sl_view_wait told is not told again by sl_wait");
    clean(y, 1);
    misuse_logged = 0;
    raise_into(y);
    sl_clear_error();
    ok(SL_HOST_READ(double, y) == NULL, "SL_HOST_READ gives NULL");
    is_int(sl_last_status(), SL_ERR_RAISED, "with SL_ERR_RAISED");
    like(sl_last_error(), "fa_check", "and the kernel");
    is_int(misuse_logged, 1, "logged once, where it happened");
    is_int(sl_wait(), SL_SUCCESS, "and sl_wait does not tell it again");
    clean(y, 1);
    raise_into(y);
    ok(SL_HOST_RDWR(double, y) == NULL && sl_last_status() == SL_ERR_RAISED, "SL_HOST_RDWR gives NULL too");
    clean(y, 1);
    raise_into(y);
    surfaces(sl_reduce(fa_sum, all, y, &s), SL_ERR_RAISED, "sl_reduce of a poisoned view", "fa_check", "raised 7");
    ok(s == -7, "writes no result");
    is_int(sl_wait(), SL_SUCCESS, "and sl_wait does not tell it again");
    clean(y, 1);
    surfaces(sl_reduce(fa_sum_check, all, (double)BAD, x, &s), SL_ERR_RAISED, "sl_reduce whose own body raises",
             "fa_sum_check", "raised 11", "(12345)");
    ok(s == -7, "writes no result");
    is_int(sl_wait(), SL_SUCCESS, "and sl_wait does not tell it again");
    surfaces(sl_forall_with(SL_POLICY(.synchronous = 1), fa_check, all, (double)BAD, x, y), SL_ERR_RAISED,
             "a synchronous loop that raises", "fa_check", "raised 7");
    is_int(sl_wait(), SL_SUCCESS, "and sl_wait does not tell it again");
    clean(y, 1);
    sl_event *event = NULL;
    raise_into(y);
    sl_event_record(&event);
    surfaces(sl_event_wait(event), SL_ERR_RAISED, "sl_event_wait", "fa_check", "raised 7");
    is_int(sl_wait(), SL_SUCCESS, "and sl_wait does not tell it again");
    sl_event_destroy(&event);
    clean(y, 1);
}

static void test_text(void)
{
    is_int(sl_forall_with(SL_POLICY(.label = "my plane"), fa_check_plane, SL_BOX(0, ROWS, 0, COLUMNS), 17, 33, m),
           SL_SUCCESS, "a loop of rank 2 that will raise is queued");
    surfaces(sl_wait(), SL_ERR_RAISED, "SL_RAISE in rank 2", "fa_check_plane", "my plane", "-3", "(17, 33)");
    sl_view *t = NULL;
    sl_view_create("t", SL_DOUBLE, SL_LAYOUT_LEFT, SL_EXTENTS(5, 6, 7, 8), &t);
    is_int(sl_forall(fa_check_deep, SL_BOX(0, 5, 0, 6, 0, 7, 0, 8), 4, t), SL_SUCCESS, "and one of rank 4");
    surfaces(sl_wait(), SL_ERR_RAISED, "SL_RAISE in rank 4", "fa_check_deep", "2147483647", "(4, 4, 4, 4)");
    sl_view_destroy(&t);
    for (int schedule = SL_AUTO; schedule <= SL_RUNTIME; schedule++) {
        is_int(sl_forall_with(SL_POLICY(.schedule = (sl_schedule)schedule), fa_check, all, (double)BAD, x, y),
               SL_SUCCESS, "schedule %d: a loop that will raise is queued", schedule);
        surfaces(sl_wait(), SL_ERR_RAISED, "SL_RAISE under every schedule", "fa_check", "(12345)");
    }
    clean(y, 1);
}

/* Every iteration raises: one failure, and its indices are those of one of them. */
static void test_many(void)
{
    sl_forall(fa_set, all, 5.0, z);
    is_int(sl_forall(fa_check, all, 5.0, z, y), SL_SUCCESS, "a loop whose every iteration raises is queued");
    surfaces(sl_wait(), SL_ERR_RAISED, "every iteration raises", "fa_check", "raised 7");
    int at = -1;
    is_int(sl_forall(fa_check, all, 5.0, z, y), SL_SUCCESS, "again");
    is_int(sl_wait(), SL_ERR_RAISED, "and told again");
    const char *point = strstr(sl_last_error(), "iteration (");
    ok(point && sscanf(point, "iteration (%d)", &at) == 1 && at >= 0 && at < N,
       "with the index of an iteration that exists");
    clean(y, 1);
}

/* The chain behind a failure is skipped; independent work is not. */
static void test_chain(void)
{
    sl_forall(fa_set, all, 3.0, z);
    sl_forall(fa_set, all, 4.0, free_);
    is_int(sl_wait(), SL_SUCCESS, "a fresh start");
    is_int(differ(z, 3), 0, "which is in the host's memory");
    raise_into(y);
    is_int(sl_forall(fa_copy, all, y, z), SL_SUCCESS, "a loop that reads the bad view is queued");
    is_int(sl_forall(fa_add, all, 1.0, z), SL_SUCCESS, "and one that updates what that one writes");
    is_int(sl_forall(fa_sum, all, z, SL_INTO(scalar)), SL_SUCCESS, "and a reduction of it");
    is_int(sl_forall(fa_add, all, 1.0, free_), SL_SUCCESS, "and an independent one");
    surfaces(sl_wait(), SL_ERR_RAISED, "the chain", "fa_check", "raised 7");
    is_int(sl_wait(), SL_SUCCESS, "one failure is told once, though four tasks met it");
    ok(unreadable(y) && unreadable(z) && unreadable(scalar), "all that depends on it is poisoned");
    like(sl_last_error(), "fa_check", "and names the loop that began it");
    double s = 0;
    is_int(sl_reduce(fa_sum, all, free_, &s), SL_SUCCESS, "the independent view is good");
    is_close(s, 5.0 * N, 0, "and its loop has run");
    /* The memory of z shows that the body did not run: its elements are still 3. (That of the host: what loops on a GPU
     * leave there, tests/cuda/cuda_failure.c looks at.) */
    double *p = SL_HOST_WRITE(double, z);
    int touched = 0;
    for (int i = 0; p && i < N; i++)
        touched += p[i] != 3;
    ok(p && touched == 0, "the skipped loops have not touched their output");
    for (int i = 0; p && i < N; i++)
        p[i] = 9;
    sl_host_end(z);
    is_int(sl_view_wait(z), SL_SUCCESS, "SL_HOST_WRITE makes a view good again");
    is_int(sl_forall(fa_add, all, 1.0, z), SL_SUCCESS, "so that a loop may update it");
    is_int(sl_reduce(fa_sum, all, z, &s), SL_SUCCESS, "and a reduction read it");
    is_close(s, 10.0 * N, 0, "with the right sum");
    clean(y, 1);
    is_int(sl_forall(fa_sum, all, y, SL_INTO(scalar)), SL_SUCCESS, "a reduction writes the scalar");
    is_int(sl_view_wait(scalar), SL_SUCCESS, "and makes it good again");
}

/* A view that is poisoned and not read cleans itself when it is overwritten, before anyone waits. */
static void test_overwritten(void)
{
    raise_into(y);
    sl_forall(fa_set, all, 2.0, y);
    double s = 0;
    is_int(sl_reduce(fa_sum, all, y, &s), SL_SUCCESS, "a view that is overwritten after the failure is good");
    is_close(s, 2.0 * N, 0, "and holds the later values");
    surfaces(sl_wait(), SL_ERR_RAISED, "the failure is told all the same", "fa_check", "raised 7");
    is_int(sl_wait(), SL_SUCCESS, "once");
    /* An inout loop does not clean. */
    raise_into(y);
    sl_forall(fa_add, all, 1.0, y);
    is_int(sl_wait(), SL_ERR_RAISED, "an inout loop after the failure");
    ok(unreadable(y), "leaves the view poisoned");
    sl_view *gone = misuse_vector("gone", N, 0);
    sl_forall(fa_check, all, (double)BAD, x, gone);
    sl_view_destroy(&gone);
    is_int(sl_wait(), SL_ERR_RAISED, "the failure of a loop whose output was destroyed is told");
    clean(y, 1);
}

/* own(0, 0) over a whole square writes its diagonal, and nothing else. */
static void test_diagonal(void)
{
    sl_view *square = NULL;
    sl_view_create("square", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(ROWS, ROWS), &square);
    double *p = SL_HOST_WRITE(double, square);
    for (int k = 0; p && k < ROWS * ROWS; k++)
        p[k] = 12;
    sl_host_end(square);
    is_int(sl_forall(fa_diagonal, SL_RANGE(0, ROWS), 3.0, square), SL_SUCCESS, "a loop writes the diagonal of a view");
    const double *q = SL_HOST_READ(double, square);
    int wrong = q == NULL;
    for (int k = 0; q && k < ROWS * ROWS; k++)
        wrong += q[k] != (k / ROWS == k % ROWS ? 3 : 12);
    sl_host_end(square);
    is_int(wrong, 0, "and leaves the rest as it was");
    sl_forall(fa_check_plane, SL_BOX(0, ROWS, 0, ROWS), 2, 3, square);
    is_int(sl_wait(), SL_ERR_RAISED, "where that is spoilt");
    sl_forall(fa_diagonal, SL_RANGE(0, ROWS), 3.0, square);
    ok(unreadable(square), "the diagonal does not make it good again");
    sl_view_destroy(&square);
}

/* Two failures before one wait: the first is told, the other is forgotten with it. */
static void test_two(void)
{
    raise_into(y);
    sl_forall(fa_check_plane, SL_BOX(0, ROWS, 0, COLUMNS), 2, 3, m);
    is_int(sl_wait(), SL_ERR_RAISED, "two failures: sl_wait tells one");
    is_int(sl_wait(), SL_SUCCESS, "and forgets the other");
    ok(unreadable(y) && strstr(sl_last_error(), "fa_check (") != NULL, "each view keeps its own: the first");
    ok(unreadable(m) && strstr(sl_last_error(), "fa_check_plane") != NULL, "and the second");
    clean(y, 1);
}

int main(void)
{
    setenv("STARLOOP_CHAIN", "0", 1); /* where a chain runs part by part, a skipped loop may have begun */
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    x = misuse_vector("x", N, 0);
    y = misuse_vector("y", N, 0);
    z = misuse_vector("z", N, 0);
    free_ = misuse_vector("free", N, 0);
    sl_view_create("m", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(ROWS, COLUMNS), &m);
    sl_view_create("scalar", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &scalar);
    test_wait();
    test_other_waits();
    test_text();
    test_many();
    test_chain();
    test_overwritten();
    test_diagonal();
    test_two();
    raise_into(y);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&free_);
    sl_view_destroy(&m);
    sl_view_destroy(&scalar);
    surfaces(sl_finalize(), SL_ERR_RAISED, "sl_finalize tells what no wait has told", "fa_check", "raised 7");
    is_int(sl_is_initialized(), 0, "and ends the library all the same");
    return done_testing();
}
