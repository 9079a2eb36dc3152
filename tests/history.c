/* SPDX-License-Identifier: BSD-3-Clause */
/* What loops have taken is kept from one run of a program to the next, whatever happens to the file meanwhile. The
 * program runs itself for the runs. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <sys/stat.h>
#include <sys/wait.h>

#include "base/log.h"
#include "place/history.h"
#include "place/records.h"
#include "loop_testing.h"

SL_KERNEL_DECLARE(history_add, (i), scalar(double, a), inout(double, 1, x, own));
SL_KERNEL_DECLARE(history_plane, (i, j), inout(double, 2, x, own));
extern const sl_kernel history_add__kernel, history_plane__kernel;

static char folder[512]; /* of this test */
static const char signature[] = "some machine";

static const char *in_folder(const char *name)
{
    static char path[4][1024];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static sl__record record_of(uint32_t kernel, uint32_t footprint, float value, int64_t when)
{
    return (sl__record){kernel, footprint, SL__RECORD_TIME, 2, value, when};
}

static int same(const sl__record *a, const sl__record *b)
{
    return sl__records_compare(a, b) == 0 && a->value == b->value && a->samples == b->samples && a->when == b->when;
}

/* ---- sets of records ----------------------------------------------------------------------------------- */

static void test_merge(void)
{
    sl__record a[] = {record_of(7, 1, 1, 100), record_of(3, 2, 2, 100), record_of(3, 1, 3, 100)};
    sl__record b[] = {record_of(3, 1, 30, 101), record_of(7, 1, 10, 99), record_of(3, 2, 20, 100),
                      record_of(5, 0, 5, 1)};
    sl__record out[7];
    is_int(sl__records_merge(a, 3, b, 4, out, 100), 4, "two sets with three keys in common have four");
    ok(out[0].footprint == 1 && out[1].footprint == 2 && out[2].kernel == 5 && out[3].kernel == 7,
       "in the order of keys");
    ok(out[0].value == 30, "the newer one stays");
    ok(out[3].value == 1, "wherever it stands");
    ok(out[1].value == 20, "and of two of one age the later");
    is_int(sl__records_merge(a, 3, b, 4, out, 3), 3, "where there are too many");
    ok(out[0].kernel == 3 && out[1].kernel == 3 && out[2].kernel == 7, "the oldest goes");
    is_int(sl__records_merge(a, 0, b, 0, out, 3), 0, "nothing and nothing is nothing");
    sl__record kinds[] = {record_of(3, 1, 1, 1), record_of(3, 1, 2, 1)};
    kinds[1].kind = SL__RECORD_TIME + 1;
    is_int(sl__records_merge(kinds, 1, kinds + 1, 1, out, 3), 2, "a time on another device is another record");
}

/* Against a plain search through both, for random sets. */
static void test_merge_random(void)
{
    enum { MOST = 60, KEYS = 40 };
    uint64_t seed = 11;
    int wrong = 0;
    for (int round = 0; round < 300; round++) {
        sl__record a[KEYS], b[KEYS], out[2 * KEYS];
        int n[2] = {0, 0}, keys = 0, most = 1 + random_below(&seed, MOST);
        sl__record best[KEYS];
        for (uint32_t k = 0; k < KEYS; k++) {
            int has[2] = {random_below(&seed, 2), random_below(&seed, 2)};
            sl__record ra = record_of(k / 7, k, 1, random_below(&seed, 1000)),
                       rb = record_of(k / 7, k, 2, random_below(&seed, 1000));
            if (has[0])
                a[n[0]++] = ra;
            if (has[1])
                b[n[1]++] = rb;
            if (has[0] || has[1])
                best[keys++] = !has[0] || (has[1] && rb.when >= ra.when) ? rb : ra;
        }
        int count = sl__records_merge(a, n[0], b, n[1], out, most);
        wrong += count != (keys < most ? keys : most);
        for (int i = 0; i < count; i++) {
            int newer = 0, found = 0;
            for (int k = 0; k < keys; k++) {
                newer += best[k].when > out[i].when;
                found += same(&best[k], &out[i]);
            }
            wrong += found != 1 || newer >= most || (i > 0 && sl__records_compare(&out[i - 1], &out[i]) >= 0);
        }
    }
    is_int(wrong, 0, "300 random pairs of sets are joined as by a plain search");
}

/* ---- the file ------------------------------------------------------------------------------------------ */

static sl__record got[SL__RECORDS_MOST];
static const char *why;

static int read_it(const char *path)
{
    return sl__records_read(path, signature, got, &why);
}

/* A file of @p n records. */
static void make_file(const char *path, int n)
{
    static sl__record all[SL__RECORDS_MOST];
    for (int i = 0; i < n; i++)
        all[i] = record_of((uint32_t)i / 16, (uint32_t)i % 16, 1e-6f * (float)(i + 1), 1000 + i);
    unlink(path);
    const char *wrong = sl__records_update(path, signature, all, n);
    if (wrong)
        diag("%s: %s", path, wrong);
}

static size_t slurp(const char *path, unsigned char *bytes, size_t size)
{
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(bytes, 1, size, f) : 0;
    if (f)
        fclose(f);
    return n;
}

static void spill(const char *path, const unsigned char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL || fwrite(bytes, 1, n, f) != n)
        diag("%s cannot be written", path);
    if (f)
        fclose(f);
}

/* The number of files in a folder. */
static int files_in(const char *path)
{
    int n = 0;
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.';
    if (d)
        closedir(d);
    return n;
}

static void test_file(void)
{
    const char *path = in_folder("file");
    is_int(read_it(path), 0, "where there is no file there are no records");
    ok(why == NULL, "and nothing is wrong");
    make_file(path, 100);
    is_int(read_it(path), 100, "what was saved is read");
    ok(why == NULL && got[37].kernel == 2 && got[37].footprint == 5 && got[37].value == 1e-6f * 38 &&
           got[37].when == 1037 && got[37].samples == 2,
       "as it was");
    sl__record more[] = {record_of(2, 5, 4, 2000), record_of(2, 6, 4, 10), record_of(99, 1, 4, 10)};
    ok(sl__records_update(path, signature, more, 3) == NULL, "an update is merged");
    is_int(read_it(path), 101, "with what is there");
    ok(got[37].value == 4 && got[38].value == 1e-6f * 39 && got[100].kernel == 99, "the newest wins");
    is_int(files_in(folder), 1, "and no other file is left");
    is_int(sl__records_read(path, "some other machine", got, &why), 0, "another machine's are not taken");
    like(why, "another machine", "and it is said why");
    ok(sl__records_update("/dev/null/none", signature, more, 3) != NULL, "where none can be written that is told");
    unlink(path);
}

/* Every length and every byte of a file. */
static void test_damage(void)
{
    static unsigned char bytes[200000];
    const char *path = in_folder("damaged");
    int taken = 0, silent = 0;
    make_file(path, 12);
    size_t n = slurp(path, bytes, sizeof bytes);
    for (size_t k = 0; k < n; k++) {
        spill(path, bytes, k);
        taken += read_it(path) != 0;
        silent += why == NULL;
    }
    is_int(taken + silent, 0, "a file of %d bytes is refused when it is cut, wherever", (int)n);
    for (size_t k = 0; k < n; k++) {
        bytes[k] ^= (unsigned char)(1 << k % 8);
        spill(path, bytes, n);
        taken += read_it(path) != 0;
        silent += why == NULL;
        bytes[k] ^= (unsigned char)(1 << k % 8);
    }
    is_int(taken + silent, 0, "and when a bit of it is another, in any byte");
    spill(path, bytes, n + 1);
    ok(read_it(path) == 0 && why, "and when it is longer");
    memset(bytes, 'x', sizeof bytes);
    spill(path, bytes, sizeof bytes);
    ok(read_it(path) == 0 && why, "and when it is text without end");
    make_file(path, 12);
    slurp(path, bytes, sizeof bytes);
    bytes[8]++; /* the version, which the checksum does not cover */
    spill(path, bytes, n);
    is_int(read_it(path), 0, "and of another version");
    like(why, "another format", "which is said");
    sl__record one = record_of(1, 1, 1, 1);
    ok(sl__records_update(path, signature, &one, 1) == NULL && read_it(path) == 1 && why == NULL,
       "an update replaces a damaged file");
    unlink(path);
    mkdir(path, 0777);
    ok(read_it(path) == 0 && why, "a folder is no file");
    ok(sl__records_update(path, signature, &one, 1) != NULL && files_in(folder) == 1,
       "and stays, with nothing left beside it");
    rmdir(path);
}

static void test_bound(void)
{
    static sl__record all[SL__RECORDS_MOST];
    const char *path = in_folder("bound");
    enum { HALF = 3 * SL__RECORDS_MOST / 4 };
    int kept = 0;
    struct stat info;
    for (int i = 0; i < HALF; i++)
        all[i] = record_of((uint32_t)i, 0, 1, 1000 + i);
    (void)sl__records_update(path, signature, all, HALF);
    for (int i = 0; i < HALF; i++)
        all[i] = record_of((uint32_t)i, 1, 2, 5000 + i);
    (void)sl__records_update(path, signature, all, HALF);
    is_int(read_it(path), SL__RECORDS_MOST, "a file keeps %d records", (int)SL__RECORDS_MOST);
    for (int i = 0; i < SL__RECORDS_MOST; i++)
        kept += got[i].value == 2 || got[i].when >= 1000 + 2 * HALF - SL__RECORDS_MOST;
    is_int(kept, SL__RECORDS_MOST, "the newest");
    if (stat(path, &info) != 0)
        info.st_size = INT32_MAX;
    ok(info.st_size <= 100000, "in %d bytes", (int)info.st_size);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    (void)read_it(path);
    clock_gettime(CLOCK_MONOTONIC, &b);
    double seconds = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    diag("read in %.2g ms", 1e3 * seconds); /* a machine may stop us: no check */
    unlink(path);
}

/* Processes that save at once: nothing is lost, and whoever reads meanwhile sees whole files. */
static void test_writers(void)
{
    enum { WRITERS = 6, TIMES = 20 };
    const char *path = in_folder("shared");
    pid_t child[WRITERS];
    int damaged = 0, failed = 0, running = WRITERS;
    make_file(path, 16);
    fflush(stdout);
    for (int w = 0; w < WRITERS; w++)
        if ((child[w] = fork()) == 0) {
            int bad = 0;
            for (int k = 0; k < TIMES; k++) {
                sl__record one = record_of(1000 + (uint32_t)w, (uint32_t)k, 1, 5000);
                bad += sl__records_update(path, signature, &one, 1) != NULL;
            }
            _exit(bad != 0);
        }
    while (running > 0) {
        int status, reads = read_it(path);
        damaged += why != NULL || reads < 16;
        if (waitpid(-1, &status, WNOHANG) > 0) {
            failed += status != 0;
            running--;
        }
    }
    is_int(failed, 0, "%d processes save %d times at once", (int)WRITERS, (int)TIMES);
    is_int(damaged, 0, "who reads meanwhile sees whole files");
    is_int(read_it(path), 16 + WRITERS * TIMES, "and nothing is lost");
    is_int(files_in(folder), 1, "nor left beside it");
    unlink(path);
}

/* ---- keys ---------------------------------------------------------------------------------------------- */

static void test_keys(void)
{
    sl_kernel other = history_add__kernel;
    sl__arg_info table[2];
    uint32_t hash = sl__kernel_hash(&other);
    memcpy(table, other.args, sizeof table);
    other.args = table;
    other.file = "/somewhere/else/history_kernels.c";
    other.line += 10;
    ok(sl__kernel_hash(&other) == hash, "a kernel that has moved to another folder or line is the same");
    other.file = "history_kernel.c";
    ok(sl__kernel_hash(&other) != hash, "in another file it is not");
    other.file = history_add__kernel.file;
    other.name = "history_sub";
    ok(sl__kernel_hash(&other) != hash, "nor under another name");
    other.name = history_add__kernel.name;
    other.bounds_checked = !other.bounds_checked;
    ok(sl__kernel_hash(&other) != hash, "nor with bounds checks, if it had none");
    other.bounds_checked = !other.bounds_checked;
    table[1].modifiers = "";
    ok(sl__kernel_hash(&other) != hash, "nor with other modifiers");
    table[1].modifiers = history_add__kernel.args[1].modifiers;
    ok(sl__kernel_hash(&other) == hash, "and all of this undone it is again");
}

/* ---- runs of a program --------------------------------------------------------------------------------- */

static double worst(sl_index n, double a)
{
    double error = 0;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    for (int k = 0; k < 5; k++)
        must(sl_forall(history_add, SL_RANGE(0, n), a, x));
    const double *p = SL_HOST_READ(double, x);
    for (sl_index i = 0; p && i < n; i++)
        error = fmax(error, fabs(p[i] - 5 * a));
    must(sl_host_end(x));
    sl_view_destroy(&x);
    return error;
}

static sl_index blocks_of_custom(const sl_occupancy_query *query)
{
    (void)query;
    return 64;
}

static void print_known(const char *what, const sl_kernel *kernel, sl_policy policy, sl_space space)
{
    sl__kernel_state *state;
    must(sl__kernel_state_of(kernel, "test", &state));
    uint32_t print = sl__model_footprint(kernel, &policy, &space);
    sl__sample known = sl__model_look(&state->model, SL__ON_CPU, print);
    printf("%s %s footprint %08x seconds %g samples %d old %d per_point %g passing %d\n", what, kernel->name, print,
           known.seconds, known.samples, known.old, sl__model_per_point(&state->model),
           (print & SL__FOOTPRINT_PASSING) != 0);
}

/* The runs: "run" works and says what it knew before and after; "look" says what it knows; "twins" has two kernels that
 * differ in nothing; "crash" does not finalize; "levels" has other groups in a second sl_init(). */
static int child(const char *what, const char *history)
{
    if (strcmp(history, "-") == 0)
        unsetenv("STARLOOP_HISTORY");
    else
        setenv("STARLOOP_HISTORY", history, 1);
    setenv("STARLOOP_WHERE", "cpu", 1);
    setenv("STARLOOP_INLINE", "0", 1); /* what runs in the calling thread is measured otherwise */
    must(sl_init(NULL));
    if (strcmp(what, "twins") == 0) {
        static struct sl__kernel_state *state_of_twin;
        static sl_kernel twin;
        sl__kernel_state *state;
        memcpy(&twin, &history_add__kernel, sizeof twin);
        twin.state = &state_of_twin;
        must(sl__kernel_state_of(&twin, "test", &state));
    }
    print_known("before", &history_add__kernel, SL_POLICY(0), SL_RANGE(0, 1000));
    print_known("before", &history_plane__kernel, SL_POLICY(.order = {1, 0}), SL_BOX(0, 30, 0, 40));
    print_known("before", &history_add__kernel, SL_POLICY(.occupancy = SL_OCC_CUSTOM(blocks_of_custom)),
                SL_RANGE(0, 1000));
    printf("file %s\nsignature %s\n", sl__history_path(), sl__history_signature());
    if (strcmp(what, "look") != 0) {
        sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(30, 40)),
                *z = view_of("z", SL_DOUBLE, RIGHT, SL_EXTENTS(1000));
        must(sl_forall_with(SL_POLICY(.occupancy = SL_OCC_CUSTOM(blocks_of_custom)), history_add, SL_RANGE(0, 1000),
                            1.0, z)); /* first: it may have the place of another in the model */
        printf("error %g\n", worst(1000, 0.5) + worst(200000, 0.25));
        must(sl_forall_with(SL_POLICY(.order = {1, 0}), history_plane, SL_BOX(0, 30, 0, 40), y));
        must(sl_wait());
        print_known("after", &history_add__kernel, SL_POLICY(0), SL_RANGE(0, 1000));
        sl_view_destroy(&y);
        sl_view_destroy(&z);
    }
    fflush(stdout);
    if (strcmp(what, "crash") == 0)
        _exit(0);
    must(sl_finalize());
    if (strcmp(what, "levels") == 0) {
        must(sl_init(&(sl_config){.cpu_cores = 1}));
        print_known("then", &history_add__kernel, SL_POLICY(0), SL_RANGE(0, 1000));
        printf("cores %d\nfile2 %s\n", sl_cpu_cores(), sl__history_path());
        must(sl_finalize());
        must(sl_init(NULL));
        print_known("again", &history_add__kernel, SL_POLICY(0), SL_RANGE(0, 1000));
        must(sl_finalize());
    }
    return 0;
}

static char output[16384];

/* Runs this program as a child. @return what it wrote, the library's messages, too */
static const char *run(const char *program, const char *environment, const char *what, const char *history)
{
    char command[4096];
    snprintf(command, sizeof command, "env %s '%s' %s '%s' 2>&1", environment, program, what, history);
    FILE *f = popen(command, "r");
    size_t n = f ? fread(output, 1, sizeof output - 1, f) : 0;
    output[n] = '\0';
    int status = f ? pclose(f) : -1;
    if (status != 0)
        ok(0, "%s runs: %s", command, output);
    return output;
}

struct told {
    unsigned print;
    double seconds, per_point;
    int samples, old, passing;
};

/* The line that begins so. */
static struct told told_of(const char *text, const char *begin)
{
    struct told t = {0};
    const char *line = strstr(text, begin);
    if (!line || sscanf(line + strlen(begin), " footprint %x seconds %lf samples %d old %d per_point %lf passing %d",
                        &t.print, &t.seconds, &t.samples, &t.old, &t.per_point, &t.passing) != 6)
        diag("no \"%s\" in: %s", begin, text);
    return t;
}

static void word_of(const char *text, const char *begin, char word[], size_t size)
{
    const char *at = strstr(text, begin);
    at = at ? at + strlen(begin) : "";
    snprintf(word, size, "%.*s", (int)strcspn(at, "\n"), at);
}

static void test_runs(const char *program)
{
    const char *history = in_folder("kept/in here");
    static char first[sizeof output], path[1024], word[1024];
    unsigned char bytes[64];
    strcpy(first, run(program, "A=1", "run", history));
    struct told add1 = told_of(first, "before history_add"), plane1 = told_of(first, "before history_plane");
    ok(add1.samples == 0 && add1.seconds == 0 && add1.per_point == 0, "a first run knows nothing");
    word_of(first, "error ", word, sizeof word);
    is_str(word, "0", "and computes");
    word_of(first, "file ", path, sizeof path);
    ok(strncmp(path, history, strlen(history)) == 0 && access(path, R_OK) == 0,
       "what it measures is kept in the folder that STARLOOP_HISTORY names, which is made");
    struct told after = told_of(first, "after history_add");
    ok(after.samples >= 2 && !after.old && after.seconds > 0 && after.seconds < 1, "%g us for a loop of 1000",
       1e6 * after.seconds);

    run(program, "A=1", "look", history);
    struct told add2 = told_of(output, "before history_add"), plane2 = told_of(output, "before history_plane");
    ok(add2.print == add1.print && plane2.print == plane1.print && add1.print != plane1.print,
       "footprints are the same in two runs");
    ok(add2.samples == after.samples && add2.old, "the second run knows how often it was measured, and that long ago");
    is_close(add2.seconds, after.seconds, 1e-5, "and how long it took");
    ok(plane2.samples >= 1 && plane2.seconds > 0, "and the same of a loop with a policy");
    is_close(add2.per_point, after.per_point, 1e-5, "and how long an iteration takes, before the first loop");
    struct told custom = told_of(strstr(output, "before history_plane") + 1, "before history_add");
    ok(custom.passing && custom.samples == 0 && !add2.passing && !plane2.passing,
       "but not of one whose policy has a function: its address is of one run");

    struct stat before, later;
    stat(path, &before);
    run(program, "A=1", "look", history);
    ok(stat(path, &later) == 0 && later.st_ino == before.st_ino, "a run that measures nothing leaves the file");
    run(program, "A=1", "crash", history);
    ok(stat(path, &later) == 0 && later.st_ino == before.st_ino, "so does one that never ends the library");
    run(program, "A=1", "run", history);
    ok(stat(path, &later) == 0 && later.st_ino != before.st_ino, "one that does writes a new one");

    slurp(path, bytes, sizeof bytes);
    spill(path, bytes, sizeof bytes);
    run(program, "STARLOOP_LOG=info", "run", history);
    ok(told_of(output, "before history_add").samples == 0 && strstr(output, "is ignored, and replaced at the end: "),
       "a file that is cut is ignored, with a line at level info");
    ok(strstr(output, "warn") == NULL && strstr(output, "starloop: error") == NULL, "and no more than that");
    run(program, "STARLOOP_LOG=info", "look", history);
    ok(told_of(output, "before history_add").samples >= 2 && strstr(output, "is ignored") == NULL,
       "and there is a whole one afterwards");

    run(program, "A=1", "twins", history);
    ok(told_of(output, "before history_add").samples == 0,
       "of two kernels that differ in nothing none is told what the other took");
}

/* Times of kernels that have twins are not saved, either. */
static void test_twins(const char *program)
{
    const char *history = in_folder("twins");
    run(program, "A=1", "twins", history);
    ok(told_of(output, "after history_add").samples >= 2, "they are measured");
    run(program, "A=1", "look", history);
    ok(told_of(output, "before history_add").samples == 0 && told_of(output, "before history_plane").samples > 0,
       "and not kept, those of other kernels are");
}

static void test_places(const char *program)
{
    char environment[1024], path[1024];
    snprintf(environment, sizeof environment, "XDG_CACHE_HOME='%s' HOME='%s'", in_folder("xdg"), in_folder("home"));
    run(program, environment, "run", "-");
    word_of(output, "file ", path, sizeof path);
    ok(strncmp(path, in_folder("xdg/starloop/times-"), strlen(in_folder("xdg/starloop/times-"))) == 0 &&
           access(path, R_OK) == 0,
       "by default the times are kept under XDG_CACHE_HOME");
    snprintf(environment, sizeof environment, "-u XDG_CACHE_HOME HOME='%s'", in_folder("home"));
    run(program, environment, "run", "-");
    word_of(output, "file ", path, sizeof path);
    ok(strncmp(path, in_folder("home/.cache/starloop/times-"), strlen(in_folder("home/.cache/starloop/times-"))) == 0 &&
           access(path, R_OK) == 0,
       "or else in the caches under HOME");
    snprintf(environment, sizeof environment, "-u XDG_CACHE_HOME HOME=/dev/null/none TMPDIR='%s'", folder);
    run(program, environment, "run", "-");
    word_of(output, "file ", path, sizeof path);
    ok(strncmp(path, in_folder("starloop-"), strlen(in_folder("starloop-"))) == 0 && access(path, R_OK) == 0,
       "or else among the files for a while");
    run(program, "A=1", "run", "0");
    word_of(output, "file ", path, sizeof path);
    is_str(path, "", "and with STARLOOP_HISTORY=0 nowhere");
    run(program, "STARLOOP_LOG=info", "run", "/dev/null/none");
    word_of(output, "error ", path, sizeof path);
    is_str(path, "0", "with a folder that cannot be made the program runs");
    like(output, "STARLOOP_HISTORY is /dev/null/none", "and a line at level info says so");
}

static void test_levels(const char *program)
{
    char cores[16], one[1024], two[1024];
    const char *history = in_folder("levels");
    run(program, "A=1", "levels", history);
    word_of(output, "file ", one, sizeof one);
    word_of(output, "file2 ", two, sizeof two);
    word_of(output, "signature ", cores, sizeof cores);
    struct told after = told_of(output, "after history_add"), then = told_of(output, "then history_add"),
                again = told_of(output, "again history_add");
    if (strcmp(one, two) == 0) {
        skip("there is one core only", "groups of another size have a file of their own");
        return;
    }
    ok(access(one, R_OK) == 0 && access(two, R_OK) != 0, "groups of another size have a file of their own");
    ok(then.samples == 0, "and what was measured before does not count for them");
    if (!ok(after.samples > 0 && again.samples == after.samples && again.old, "but is found again"))
        diag("%s", output);
}

int main(int argc, char *argv[])
{
    if (argc == 3)
        return child(argv[1], argv[2]);
    const char *build = getenv("abs_top_builddir");
    snprintf(folder, sizeof folder, "%s%s/history-XXXXXX", build ? build : "/tmp", build ? "/tests/work" : "");
    if (mkdtemp(folder) == NULL) {
        printf("Bail out! %s: %s\n", folder, strerror(errno));
        return 1;
    }
    test_merge();
    test_merge_random();
    test_file();
    test_damage();
    test_bound();
    test_writers();
    test_keys();
    test_runs(argv[0]);
    test_twins(argv[0]);
    test_places(argv[0]);
    test_levels(argv[0]);
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ok(system(command) == 0, "and all of it can be removed");
    return done_testing();
}
