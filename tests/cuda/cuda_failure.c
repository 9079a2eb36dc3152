/* SPDX-License-Identifier: BSD-3-Clause */
/* Failures of loops on a GPU: SL_RAISE and bad indices are told as on a CPU, what depends on them is skipped, and work
 * goes on; a fault of the device, which ends the process, says first which loop it was. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(cf_check, (i), scalar(double, bad), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(cf_check3, (i, j, k), scalar(int64_t, a), scalar(int64_t, b), scalar(int64_t, c),
                  inout(double, 3, m, own));
SL_KERNEL_DECLARE(cf_sum_check, (i), scalar(double, bad), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(cf_copy, (i), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(cf_add, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(cf_set, (i), scalar(double, a), out(double, 1, y, own));
SL_KERNEL_DECLARE(cf_sum, (i), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(cf_wild, (i), scalar(int64_t, away), inout(double, 1, y, own));
SL_KERNEL_DECLARE(cf_shift, (i), scalar(int64_t, shift), in(double, 1, x, own), inout(double, 1, y));
SL_KERNEL_DECLARE(cf_plane, (i, j), scalar(int64_t, di), scalar(int64_t, dj), inout(double, 2, m));
SL_KERNEL_DECLARE(cf_row, (i), scalar(int64_t, row), scalar(int64_t, column), in(double, 2, m), out(double, 1, y, own));
SL_KERNEL_DECLARE(cf_sum_shift, (i), scalar(int64_t, shift), in(double, 1, x), reduce(double, sum, s));

enum { N = 20000, BAD = 12345, ROWS = 30, COLUMNS = 40 };
static sl_view *x, *y, *z, *scalar;
static const sl_space all = SL_RANGE(0, N);
static const sl_policy on = {.where = SL_CUDA};

/* Number of elements that are not this value; N when the view cannot be read. */
static int differ(sl_view *v, double value)
{
    const double *p = SL_HOST_READ(double, v);
    int count = p ? 0 : N;
    for (int i = 0; p && i < N; i++)
        count += p[i] != value;
    if (p)
        sl_host_end(v);
    return count;
}

static void set(sl_view *v, double value)
{
    must(sl_forall_with(on, cf_set, all, value, v));
    must(sl_view_wait(v));
}

/* ---- SL_RAISE ------------------------------------------------------------------------------------------------ */

static void test_raise(void)
{
    misuse_logged = 0;
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA, .label = "on the GPU"), cf_check, all, (double)BAD, x, y));
    sl_status status = sl_wait();
    is_int(misuse_logged, 1, "it is logged once, where it happened");
    misuse_check(__LINE__, status, SL_ERR_RAISED, 1, "sl_wait after SL_RAISE on a GPU",
                 (const char *const[]){"kernel cf_check", "on the GPU", "raised 7", "cuda_failure_kernels.c:9",
                                       "(12345)", NULL});
    ok(SL_HOST_READ(double, y) == NULL && sl_last_status() == SL_ERR_RAISED, "the output cannot be read");
    set(y, 1);
    is_int(differ(y, 1), 0, "an out loop makes it good again");
    sl_view *m = view_of("m", SL_DOUBLE, LEFT, SL_EXTENTS(20, 30, 40));
    must(sl_forall_with(on, cf_check3, SL_BOX(0, 20, 0, 30, 0, 40), 19, 0, 33, m));
    surfaces(sl_view_wait(m), SL_ERR_RAISED, "SL_RAISE in rank 3", "cf_check3", "-2147483647", "(19, 0, 33)");
    is_int(sl_wait(), SL_SUCCESS, "what sl_view_wait told is not told again");
    sl_view_destroy(&m);
    /* Every iteration raises: one failure, at one of them. */
    int at = -1;
    set(z, 5);
    must(sl_forall_with(on, cf_check, all, 5.0, z, y));
    is_int(sl_wait(), SL_ERR_RAISED, "every iteration raises");
    const char *point = strstr(sl_last_error(), "iteration (");
    ok(point && sscanf(point, "iteration (%d)", &at) == 1 && at >= 0 && at < N,
       "at the index of an iteration that exists");
    is_int(sl_wait(), SL_SUCCESS, "told once");
    set(y, 1);
}

static void test_raise_in_reduction(void)
{
    double s = -7;
    surfaces(sl_reduce_with(on, cf_sum_check, all, (double)BAD, x, &s), SL_ERR_RAISED, "a reduction that raises",
             "cf_sum_check", "raised 11", "(12345)");
    ok(s == -7, "its result is not written");
    must(sl_forall_with(on, cf_sum_check, all, (double)BAD, x, SL_INTO(scalar)));
    surfaces(sl_wait(), SL_ERR_RAISED, "one into a view", "cf_sum_check", "raised 11");
    ok(SL_HOST_READ(double, scalar) == NULL, "whose result cannot be read");
    must(sl_reduce_with(on, cf_sum_check, all, -1.0, x, &s));
    is_close(s, (double)N * (N - 1) / 2, 0, "the next one, which does not raise, is right");
    must(sl_forall_with(on, cf_sum_check, all, -1.0, x, SL_INTO(scalar)));
    must(sl_view_wait(scalar));
}

/* What is behind a failure is skipped, on a GPU and on a CPU; what is beside it is not. */
static void test_poison(sl_where behind)
{
    const sl_policy there = {.where = behind};
    double s = -7;
    set(z, 3);
    must(sl_forall_with(on, cf_check, all, (double)BAD, x, y));
    must(sl_forall_with(there, cf_copy, all, y, z));
    must(sl_forall_with(on, cf_add, all, 1.0, z));
    must(sl_forall_with(there, cf_sum, all, z, SL_INTO(scalar)));
    must(sl_forall_with(on, cf_add, all, 1.0, x));
    surfaces(sl_wait(), SL_ERR_RAISED, "a chain behind SL_RAISE", "cf_check", "raised 7");
    ok(SL_HOST_READ(double, z) == NULL && SL_HOST_READ(double, scalar) == NULL, "all of it is poisoned");
    surfaces(sl_reduce_with(on, cf_sum, all, z, &s), SL_ERR_RAISED, "a reduction of it on a GPU", "cf_check");
    ok(s == -7, "writes no result");
    is_int(misuse_changed(x, 1), 0, "a loop that does not depend on it has run");
    must(sl_forall_with(on, cf_add, all, -1.0, x));
    must(sl_forall_with(on, cf_set, SL_RANGE(5, 6), 3.0, z));
    ok(sl_view_wait(z) == SL_ERR_RAISED, "one element written anew does not make a view good");
    sl_clear_error();
    set(y, 1);
    set(z, 1);
    must(sl_forall_with(on, cf_sum, all, y, SL_INTO(scalar)));
    is_int(sl_wait(), SL_SUCCESS, "and later loops run");
    is_int(differ(y, 1), 0, "as they should");
}

/* ---- bounds ---------------------------------------------------------------------------------------------------- */

static void test_bounds(void)
{
    double s = -7;
    set(y, 0);
    must(sl_forall_with(on, cf_shift, all, 1, x, y));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "one past the end", "cf_shift", "argument y", "\"y\"", "index 20000",
             "dimension 0", "20000)");
    set(y, 0);
    must(sl_forall_with(on, cf_shift, all, -1, x, y));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "one before the start", "cf_shift", "argument y", "index -1", "dimension 0");
    set(y, 0);
    must(sl_forall_with(on, cf_shift, SL_RANGE(0, 1), INT64_MAX, x, y));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "far outside", "cf_shift", "index 9223372036854775807");
    set(y, 0);
    must(sl_forall_with(on, cf_shift, SL_RANGE(0, 1), (int64_t)1 << 32, x, y));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "outside by 2^32, which is nothing in 32 bits", "cf_shift", "index 4294967296");
    surfaces(sl_reduce_with(on, cf_sum_shift, all, 1, x, &s), SL_ERR_BOUNDS, "a reduction past the end", "cf_sum_shift",
             "argument x", "index 20000");
    ok(s == -7, "its result is not written");
    for (int layout = RIGHT; layout < LAYOUTS; layout++) {
        sl_view *m = view_of("m", SL_DOUBLE, layout, SL_EXTENTS(ROWS, COLUMNS));
        must(sl_forall_with(on, cf_row, SL_RANGE(0, 10), ROWS, 0, m, z));
        surfaces(sl_wait(), SL_ERR_BOUNDS, "SL_SUB with a row past the end", "cf_row", "argument m", "index 30",
                 "dimension 0");
        must(sl_forall_with(on, cf_row, SL_RANGE(0, 10), 0, COLUMNS, m, z));
        surfaces(sl_wait(), SL_ERR_BOUNDS, "SL_AT in a slice, in a helper", "cf_row", "argument m", "index 40");
        must(sl_forall_with(on, cf_plane, SL_BOX(0, ROWS, 0, COLUMNS), 0, 1, m));
        surfaces(sl_wait(), SL_ERR_BOUNDS, "a column past the end", "cf_plane", "argument m", "\"m\"", "index 40",
                 "dimension 1", "40)");
        sl_view_destroy(&m);
    }
    set(z, 1);
    must(sl_forall_with(on, cf_shift, SL_RANGE(0, N - 1), 1, x, z));
    is_int(sl_wait(), SL_SUCCESS, "the same kernel with good indices");
    const double *p = SL_HOST_READ(double, z);
    ok(p && p[0] == 1 && p[1] == 0 && p[N - 1] == N - 2, "does its work");
    sl_host_end(z);
    set(y, 1);
    set(z, 1);
}

/* ---- a device fault -------------------------------------------------------------------------------------------- */

static void own_handler(int number)
{
    static const char text[] = "the program's own handler\n";
    (void)number;
    if (write(STDERR_FILENO, text, sizeof text - 1) > 0)
        _exit(3);
}

/* Ends by the fault, after it was told to standard error. */
static int child(int own)
{
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    if (own)
        signal(SIGABRT, own_handler);
    must(sl_init(NULL));
    y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(1000));
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA, .block = 128, .grid = 3, .label = "far away"), cf_wild,
                        SL_RANGE(0, 1000), (int64_t)1 << 44, y));
    sl_wait();
    printf("still here\n");
    return 0;
}

/* Runs this program as a child. @return how it ended, as waitpid() says; @p text gets what it wrote. */
static int run_child(const char *program, const char *what, char *text, size_t size)
{
    int ends[2], status = -1;
    size_t length = 0;
    ssize_t got;
    text[0] = '\0';
    if (pipe(ends) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(program, program, what, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    while (pid > 0 && length + 1 < size && (got = read(ends[0], text + length, size - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    if (pid > 0)
        waitpid(pid, &status, 0);
    return status;
}

static void test_fault(const char *program)
{
    static char text[1 << 16];
    int status = run_child(program, "fault", text, sizeof text);
    if (!ok(status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT,
            "a write through a wild pointer ends the process by SIGABRT"))
        diag("status %d", status);
    int told = like(text, "cf_wild", "it says first in which kernel") &
               like(text, "\"far away\"", "and the label of the loop") & like(text, "grid (3, 1, 1)", "and the grid") &
               like(text, "block (128, 1, 1)", "and the block");
    if (!told)
        diag("it wrote: %.2000s", text);
    status = run_child(program, "fault-own", text, sizeof text);
    ok(status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 3 && strstr(text, "the program's own handler"),
       "a program's own handler of SIGABRT stays");
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return child(strcmp(argv[1], "fault-own") == 0);
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    if (!have_gpu("failures of loops on a GPU")) {
        must(sl_finalize());
        return done_testing();
    }
    x = misuse_vector("x", N, 0);
    y = misuse_vector("y", N, 0);
    z = misuse_vector("z", N, 0);
    scalar = view_of("scalar", SL_DOUBLE, RIGHT, SL_EXTENTS());
    test_raise();
    test_raise_in_reduction();
    test_poison(SL_CUDA);
    test_poison(SL_CPU);
    test_bounds();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    sl_view_destroy(&scalar);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    test_fault(argv[0]);
    return done_testing();
}
