/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed views in files: what is written is read by rank 0 without the library, and compared byte by byte, header
 * and all; files that rank 0 has made without the library are read; and what is refused. The quick form tries fewer
 * numbers of blocks. SL_TEST_FOLDER is where files may be: the script of this name sets it. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rows.h"

SL_KERNEL_DECLARE(fl_set, (i), scalar(uint64_t, a), out(uint64_t, 1, x, own));
SL_KERNEL_DECLARE(fl_near, (i), in(uint64_t, 1, x, halo(1)), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(fl_raise, (i), scalar(int64_t, at), inout(uint64_t, 1, y, own));

enum { LONG = 20000, HEADER = 128, MOST_RANKS = 4 };

static const char *folder;

/* @return the path of a file there; the last three stay */
static const char *in_folder(const char *name)
{
    static char text[3][600];
    static int turn;
    turn = (turn + 1) % 3;
    snprintf(text[turn], sizeof text[turn], "%s/%s", folder, name);
    return text[turn];
}

/* ---- files without the library ------------------------------------------------------------------------------- */

/* The header of such elements, by the table of the guide. */
static void header_of_rows(unsigned char h[HEADER], const rows *r, const char *type)
{
    const uint32_t order = 0x01020304, version = 1;
    const uint64_t data = HEADER, element = sl_type_size(r->type);
    const int32_t rank = r->e.rank;
    memset(h, 0, HEADER);
    memcpy(h, "STARLOOP", 8);
    memcpy(h + 8, &order, 4);
    memcpy(h + 12, &version, 4);
    memcpy(h + 16, &data, 8);
    memcpy(h + 24, &element, 8);
    memcpy(h + 32, r->e.n, (size_t)rank * 8);
    memcpy(h + 80, &rank, 4);
    memcpy(h + 84, type, strlen(type));
}

static void put_file(const char *path, const void *header, size_t header_bytes, const void *data, size_t bytes)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL || fwrite(header, 1, header_bytes, f) != header_bytes || fwrite(data, 1, bytes, f) != bytes ||
        fclose(f) != 0) {
        printf("Bail out! %s cannot be written\n", path);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* On rank 0. @return #ALIKE, or how a file differs, on every rank */
static const char *file_is(const char *path, const unsigned char header[HEADER], const rows *r)
{
    static char text[200];
    snprintf(text, sizeof text, ALIKE);
    if (ranks_me == 0) {
        unsigned char *got = malloc(HEADER + r->count + 1);
        FILE *f = fopen(path, "rb");
        const size_t n = f != NULL ? fread(got, 1, HEADER + r->count + 1, f) : 0;
        if (n != HEADER + r->count)
            snprintf(text, sizeof text, "%zu bytes, want %zu", n, HEADER + r->count);
        for (size_t k = 0; k < HEADER + r->count && strcmp(text, ALIKE) == 0; k++) {
            const unsigned char want = k < HEADER ? header[k] : r->at[k - HEADER];
            if (got[k] != want)
                snprintf(text, sizeof text, "byte %zu: got %d, want %d", k, got[k], want);
        }
        if (f != NULL)
            fclose(f);
        free(got);
    }
    MPI_Bcast(text, sizeof text, MPI_CHAR, 0, ranks_comm);
    return text;
}

static int is_there(const char *path)
{
    struct stat s;
    int there = ranks_me == 0 && stat(path, &s) == 0;
    MPI_Bcast(&there, 1, MPI_INT, 0, ranks_comm);
    return there;
}

static void wait_for_all(void)
{
    MPI_Barrier(ranks_comm);
}

/* ---- there and back ------------------------------------------------------------------------------------------ */

static const char *name_in_header(const rows_case *c)
{
    return c->type == SL_TYPE(rows_three) ? "rows_three" : c->name;
}

static void check_written(const rows_case *c, int blocks, const char *path)
{
    unsigned char header[HEADER];
    rows r = rows_of(c->type, c->e, (unsigned)blocks);
    sl_view *view = rows_view(&r, blocks);
    header_of_rows(header, &r, name_in_header(c));
    rows_put(view, &r);
    must_all(sl_mpi_write(view, path));
    like_all(file_is(path, header, &r), ALIKE, "%s of %s in %d blocks: the file has header and elements",
             rows_text(c->e), c->name, blocks);
    rows_same(view, &r, "which leaves the view as it is");
    sl_view_destroy(&view);
    free(r.at);
}

static void check_read(const rows_case *c, int blocks, const char *path)
{
    unsigned char header[HEADER];
    rows r = rows_of(c->type, c->e, (unsigned)blocks + 11), other = rows_of(c->type, c->e, 5);
    sl_view *view = rows_view(&r, blocks);
    rows_put(view, &other);
    header_of_rows(header, &r, name_in_header(c));
    if (ranks_me == 0)
        put_file(path, header, HEADER, r.at, r.count);
    wait_for_all();
    must_all(sl_mpi_read(view, path));
    rows_same(view, &r, "%s of %s in %d blocks: a file is read", rows_text(c->e), c->name, blocks);
    like_all(file_is(path, header, &r), ALIKE, "and is as before");
    sl_view_destroy(&view);
    free(r.at);
    free(other.at);
}

static void test_round(void)
{
    for (int k = 0; k < ROWS_CASES; k++) {
        const rows_case c = rows_case_of(k);
        int number[8];
        const int n = rows_blocks(c.e.n[0], number);
        for (int b = 0; b < n; b++) {
            check_written(&c, number[b], in_folder("written")); /* over the one before */
            check_read(&c, number[b], in_folder("made"));
        }
    }
}

/* Files of programs of other numbers of ranks, where there are some. */
static void test_other_ranks(void)
{
    const rows_case c = rows_case_of(1);
    rows r = rows_of(c.type, c.e, 9), other = rows_of(c.type, c.e, 5);
    char name[16];
    for (int n = 1; n <= MOST_RANKS; n++) {
        snprintf(name, sizeof name, "by-%d", n);
        if (!is_there(in_folder(name)))
            continue;
        sl_view *view = rows_view(&r, 0);
        rows_put(view, &other);
        must_all(sl_mpi_read(view, in_folder(name)));
        rows_same(view, &r, "what %d ranks have written is read", n);
        sl_view_destroy(&view);
    }
    sl_view *view = rows_view(&r, 2 * ranks_all + 1);
    rows_put(view, &r);
    snprintf(name, sizeof name, "by-%d", ranks_all);
    must_all(sl_mpi_write(view, in_folder(name)));
    sl_view_destroy(&view);
    free(r.at);
    free(other.at);
}

/* No wait in between: what loops write is written, and rows of neighbours are sent anew behind what is read. */
static void test_between_loops(void)
{
    sl_view *x = NULL, *y = NULL;
    plain p = plain_of(SL_EXTENTS(LONG)), q = plain_of(SL_EXTENTS(LONG));
    must_all(sl_mpi_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), SL_BLOCKS(ranks_all), &x));
    must_all(sl_mpi_view_create("y", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(LONG), SL_BLOCKS(ranks_all), &y));
    for (uint64_t turn = 1; turn <= 3; turn++) {
        must_all(sl_forall(fl_set, SL_RANGE(0, LONG), turn * 1000, x));
        must_all(sl_mpi_write(x, in_folder("loops")));
        must_all(sl_forall(fl_set, SL_RANGE(0, LONG), (uint64_t)5, x));
        must_all(sl_forall(fl_near, SL_RANGE(1, LONG - 1), x, y));
        must_all(sl_mpi_read(x, in_folder("loops")));
        must_all(sl_forall(fl_near, SL_RANGE(1, LONG - 1), x, y));
        for (sl_index k = 0; k < LONG; k++)
            p.at[k] = turn * 1000 + 3 * (uint64_t)k;
        for (sl_index k = 1; k < LONG - 1; k++)
            q.at[k] = p.at[k] + 8 * p.at[k - 1] + 3 * p.at[k + 1];
        same_all(y, &q, "between loops, turn %d", (int)turn);
    }
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(p.at);
    free(q.at);
}

/* ---- files that are refused ---------------------------------------------------------------------------------- */

typedef struct bad_file {
    size_t at, bytes; /* what is changed in the header */
    uint64_t value;
    sl_status want;
    const char *sentence;
} bad_file;

static void refused_file(sl_view *view, const rows *before, const char *path, sl_status want, const char *sentence)
{
    wait_for_all();
    ok_all(sl_mpi_read(view, path) == want, "refused on all ranks: %s", sentence);
    like_all(sl_last_error(), sentence, "with a sentence");
    rows_same(view, before, "and the view is as before");
    wait_for_all();
}

static void test_bad_headers(sl_view *view, const rows *before, const rows *r)
{
    static const bad_file bad[] = {
        {0, 1, 'X', SL_ERR_ARGUMENT, "bad\", which does not begin with STARLOOP"},
        {8, 4, 0x04030201, SL_ERR_UNSUPPORTED, "bad\" in the other one"},
        {8, 4, 7, SL_ERR_UNSUPPORTED, "bad\" in none"},
        {12, 4, 2, SL_ERR_UNSUPPORTED, "expected a file of version 1, got"},
        {16, 8, 64, SL_ERR_ARGUMENT, "expected 2440 bytes of elements from byte 64 on, got 2568 bytes in all"},
        {16, 8, UINT64_MAX, SL_ERR_ARGUMENT, "bytes of elements from byte 18446744073709551615 on"},
        {16, 8, 129, SL_ERR_ARGUMENT, "expected 2440 bytes of elements from byte 129 on"},
        {24, 8, 4, SL_ERR_TYPE,
         "expected elements of uint64_t, 8 bytes each, as \"v\" has, got uint64_t, 4 bytes each"},
        {84, 1, 'w', SL_ERR_TYPE, "got wint64_t, 8 bytes each"},
        {91, 2, 0x6274, SL_ERR_TYPE, "got uint64_tb, 8 bytes each"},
        {80, 4, 1, SL_ERR_RANK, "expected rank 2, as \"v\" has, got 1"},
        {80, 4, UINT32_MAX, SL_ERR_RANK, "expected rank 2, as \"v\" has, got -1"},
        {32, 8, 62, SL_ERR_EXTENT, "expected extent 61 of dimension 0, as \"v\" has, got 62"},
        {40, 8, 0, SL_ERR_EXTENT, "expected extent 5 of dimension 1, as \"v\" has, got 0"},
    };
    unsigned char h[HEADER];
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        header_of_rows(h, r, "uint64_t");
        memcpy(h + bad[k].at, &bad[k].value, bad[k].bytes);
        if (ranks_me == 0)
            put_file(in_folder("bad"), h, HEADER, r->at, r->count);
        refused_file(view, before, in_folder("bad"), bad[k].want, bad[k].sentence);
    }
}

static void test_bad_files(void)
{
    rows r = rows_of(SL_UINT64, SL_EXTENTS(61, 5), 1), before = rows_of(SL_UINT64, SL_EXTENTS(61, 5), 2);
    sl_view *view = rows_view(&r, ranks_all + 1);
    unsigned char h[HEADER];
    rows_put(view, &before);
    test_bad_headers(view, &before, &r);
    header_of_rows(h, &r, "uint64_t");
    if (ranks_me == 0)
        put_file(in_folder("bad"), h, HEADER, r.at, r.count - 1);
    refused_file(view, &before, in_folder("bad"), SL_ERR_ARGUMENT, "got 2567 bytes in all");
    if (ranks_me == 0)
        put_file(in_folder("bad"), h, HEADER, r.at, 0);
    refused_file(view, &before, in_folder("bad"), SL_ERR_ARGUMENT, "got 128 bytes in all");
    if (ranks_me == 0)
        put_file(in_folder("bad"), h, HEADER - 1, r.at, 0);
    refused_file(view, &before, in_folder("bad"), SL_ERR_ARGUMENT, "of 127 bytes, which has no header");
    if (ranks_me == 0)
        put_file(in_folder("bad"), h, 0, r.at, 0);
    refused_file(view, &before, in_folder("bad"), SL_ERR_ARGUMENT, "of 0 bytes, which has no header");
    refused_file(view, &before, in_folder("none"), SL_ERR_SYSTEM,
                 "sl_mpi_read: path: expected a file that can be read, got ");
    refused_file(view, &before, in_folder("none/none"), SL_ERR_SYSTEM, "none/none\": MPI_File_open: ");
    /* And one with elements farther behind. */
    unsigned char far[4096] = {0};
    const uint64_t data = sizeof far;
    memcpy(far, h, HEADER);
    memcpy(far + 16, &data, sizeof data);
    if (ranks_me == 0)
        put_file(in_folder("bad"), far, sizeof far, r.at, r.count);
    wait_for_all();
    must_all(sl_mpi_read(view, in_folder("bad")));
    rows_same(view, &r, "elements may begin farther behind, where the header says so");
    sl_view_destroy(&view);
    free(r.at);
    free(before.at);
}

/* ---- calls that are refused ---------------------------------------------------------------------------------- */

#define ON_RANK(text, rank) (snprintf(named, sizeof named, text " on rank %d", (rank)), named)
#define ON_LAST_RANK(text) ON_RANK(text, ranks_all - 1)

/* An older file is as before, and nothing else is left. */
static void check_nothing_written(const char *path, const unsigned char header[HEADER], const rows *r)
{
    char part[700];
    snprintf(part, sizeof part, "%s.part", path);
    wait_for_all();
    like_all(file_is(path, header, r), ALIKE, "and the older file is as before");
    ok_all(!is_there(part), "and no other one is left");
}

/* The last rank can write no byte behind that one. */
static sl_status write_with_limit(sl_view *view, const char *path, rlim_t most)
{
    struct rlimit was, now;
    getrlimit(RLIMIT_FSIZE, &was);
    now = was;
    now.rlim_cur = most;
    signal(SIGXFSZ, SIG_IGN);
    if (ranks_me == ranks_all - 1)
        setrlimit(RLIMIT_FSIZE, &now);
    const sl_status status = sl_mpi_write(view, path);
    setrlimit(RLIMIT_FSIZE, &was);
    return status;
}

static void test_bad_writes(void)
{
    const int is_last = ranks_me == ranks_all - 1, is_first = ranks_me == 0;
    char named[96];
    rows r = rows_of(SL_UINT64, SL_EXTENTS(4001, 5), 1), s = rows_of(SL_UINT64, SL_EXTENTS(4001, 5), 2);
    sl_view *view = rows_view(&s, ranks_all), *local = NULL;
    unsigned char h[HEADER];
    const char *const path = "older", *sentence = "sl_mpi_write: path: expected a file that can be written, got ";
    header_of_rows(h, &r, "uint64_t");
    if (is_first)
        put_file(in_folder(path), h, HEADER, r.at, r.count);
    rows_put(view, &s);
    refused_all(sl_mpi_write(view, in_folder("none/none")), SL_ERR_SYSTEM, sentence, is_first,
                ON_RANK("got an error", 0), "a folder that does not exist is an error on all ranks");
    if (is_first)
        (void)mkdir(in_folder("folder"), 0777);
    wait_for_all();
    refused_all(sl_mpi_write(view, in_folder("folder")), SL_ERR_SYSTEM, "sl_mpi_write: path: expected a name that ",
                is_first, ON_RANK("got an error", 0), "the name of a folder is an error on all ranks");
    ok_all(!is_there(in_folder("folder.part")), "and no file is left");
    const rlim_t end = (rlim_t)(HEADER + r.count);
    refused_all(write_with_limit(view, in_folder(path), end - 8), SL_ERR_SYSTEM, "sl_mpi_write: path: expected ",
                is_last, ON_LAST_RANK("got an error"), "the end cannot be written on one rank: an error on all");
    check_nothing_written(in_folder(path), h, &r);
    refused_all(write_with_limit(view, in_folder(path), 64), SL_ERR_SYSTEM, "sl_mpi_write: path: expected ", is_last,
                ON_LAST_RANK("got an error"), "nothing can be written on one rank: an error on all");
    check_nothing_written(in_folder(path), h, &r);
    must_all(sl_mpi_local(view, 0, &local));
    if (is_last)
        must_all(SL_HOST_WRITE(uint64_t, local) != NULL ? SL_SUCCESS : sl_last_status());
    refused_all(sl_mpi_write(view, in_folder(path)), SL_ERR_BUSY, "sl_mpi_write: ", is_last,
                ON_LAST_RANK("got an error"), "a block that the host of one rank has open is an error on all");
    check_nothing_written(in_folder(path), h, &r);
    refused_all(sl_mpi_read(view, in_folder(path)), SL_ERR_BUSY, "sl_mpi_read: ", is_last, ON_LAST_RANK("got an error"),
                "also when a file is read");
    if (is_last)
        must_all(sl_host_end(local));
    sl_view_destroy(&local);
    rows_same(view, &s, "the view is as before");
    if (is_first) /* longer than the new one */
        put_file(in_folder("older.part"), s.at, s.count, s.at, s.count);
    wait_for_all();
    ok_all(write_with_limit(view, in_folder(path), end) == SL_SUCCESS, "what a killed job has left does not matter");
    like_all(file_is(in_folder(path), h, &s), ALIKE, "and the older file is replaced");
    ok_all(!is_there(in_folder("older.part")), "and no other one is left");
    sl_view_destroy(&view);
    free(r.at);
    free(s.at);
}

/* What both refuse. */
static void refused_both(sl_view *view, const char *path, sl_status want, const char *sentence, int bad,
                         const char *other, const char *what)
{
    char whole[200];
    snprintf(whole, sizeof whole, "sl_mpi_write: %s", sentence);
    refused_all(sl_mpi_write(view, path), want, whole, bad, other, "%s: writing is refused", what);
    snprintf(whole, sizeof whole, "sl_mpi_read: %s", sentence);
    refused_all(sl_mpi_read(view, path), want, whole, bad, other, "%s: reading is refused", what);
}

static void test_bad_calls(void)
{
    const int is_last = ranks_me == ranks_all - 1;
    char named[96];
    char path[600];
    rows r = rows_of(SL_UINT64, SL_EXTENTS(61), 1), s = rows_of(SL_UINT64, SL_EXTENTS(61), 2);
    sl_view *view = rows_view(&r, ranks_all), *other = rows_view(&r, ranks_all), *whole = NULL;
    snprintf(path, sizeof path, "%s", in_folder("calls"));
    if (ranks_me == 0)
        (void)remove(path);
    must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(61), &whole));
    refused_both(NULL, path, SL_ERR_ARGUMENT, "view: expected a view, got NULL", 1, "", "no view");
    refused_both(whole, path, SL_ERR_ARGUMENT, "view: expected a view of sl_mpi_view_create(), got \"whole\"", 1, "",
                 "a view that is whole");
    refused_both(view, NULL, SL_ERR_ARGUMENT, "path: expected the name of a file, got NULL", 1, "", "no path");
    refused_both(view, "", SL_ERR_ARGUMENT, "path: expected the name of a file, got \"\"", 1, "", "an empty path");
    ok_all(!is_there(path) && !is_there(in_folder("calls.part")), "none of these has made a file");
    unsigned char h[HEADER];
    header_of_rows(h, &r, "uint64_t");
    if (ranks_me == 0) {
        put_file(path, h, HEADER, r.at, r.count);
        put_file(in_folder("odd"), h, HEADER, r.at, r.count);
    }
    wait_for_all();
    rows_put(view, &s);
    if (ranks_all > 1) {
        const char *const odd = is_last ? in_folder("odd") : path;
        refused_both(view, odd, SL_ERR_MPI, "expected the same calls with distributed views on all ranks, got others",
                     1, "", "another path on one rank");
        refused_both(is_last ? other : view, path, SL_ERR_MPI, ON_LAST_RANK("got others"), 0, named,
                     "another view on one rank");
        refused_both(is_last ? NULL : view, path, SL_ERR_ARGUMENT, "view: expected a view, got NULL", is_last,
                     ON_LAST_RANK("got others"), "no view on one rank");
        refused_both(view, is_last ? NULL : path, SL_ERR_ARGUMENT, "path: expected the name of a file, got NULL",
                     is_last, ON_LAST_RANK("got others"), "no path on one rank");
        refused_all(is_last ? sl_mpi_read(view, path) : sl_mpi_write(view, path), SL_ERR_MPI, "", 0,
                    ON_LAST_RANK("got others"), "reading on one rank, and writing on the others, is an error on all");
    }
    check_nothing_written(path, h, &r);
    check_nothing_written(in_folder("odd"), h, &r);
    rows_same(view, &s, "and the view is as before");
    sl_region *region = NULL;
    must_all(sl_region_begin(&region));
    refused_both(view, path, SL_ERR_CONTEXT, "", 1, "", "in a region");
    (void)sl_region_end(region);
    sl_region_destroy(&region);
    sl_view_destroy(&view);
    sl_view_destroy(&other);
    sl_view_destroy(&whole);
    free(r.at);
    free(s.at);
}

/* A body fails on one rank: nothing is written; reading gives the view elements again. */
static void test_failed(void)
{
    const int is_last = ranks_me == ranks_all - 1;
    char named[96];
    rows r = rows_of(SL_UINT64, SL_EXTENTS(LONG), 1);
    unsigned char h[HEADER];
    sl_view *x = rows_view(&r, ranks_all);
    rows_put(x, &r);
    must_all(sl_mpi_write(x, in_folder("failed")));
    must_all(sl_forall(fl_raise, SL_RANGE(0, LONG), (int64_t)(LONG - 1), x));
    refused_all(sl_mpi_write(x, in_folder("failed")), SL_ERR_RAISED, "fl_raise", is_last, ON_LAST_RANK("got an error"),
                "a view that a body on one rank has failed to write is an error on all");
    header_of_rows(h, &r, "uint64_t");
    check_nothing_written(in_folder("failed"), h, &r);
    (void)sl_wait();
    must_all(sl_mpi_read(x, in_folder("failed")));
    rows_same(x, &r, "what was written before is read into it");
    sl_view_destroy(&x);
    free(r.at);
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    folder = getenv("SL_TEST_FOLDER");
    if (folder == NULL)
        folder = ".";
    must_all(sl_init(NULL));
    refused_both(NULL, "none", SL_ERR_STATE, "expected a call between sl_mpi_init() and sl_mpi_finalize()", 1, "",
                 "before sl_mpi_init()");
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    test_round();
    test_other_ranks();
    test_between_loops();
    test_bad_files();
    test_bad_writes();
    test_bad_calls();
    test_failed();
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
