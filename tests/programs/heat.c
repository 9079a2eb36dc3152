/* SPDX-License-Identifier: BSD-3-Clause */
/* examples/heat as a program: its answers against TeaLeaf's and against the plain twin, its options and errors.
   HEAT names the program (default: examples/heat/heat), srcdir the source tree, as Automake sets it. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"
#include "twin.h"

static char output[1 << 16];

/* Runs heat; output holds what it wrote. @return its exit status, -1 when it did not end by itself */
__attribute__((format(printf, 1, 2))) static int heat(const char *format, ...)
{
    char command[4096];
    const char *program = getenv("HEAT");
    int used = snprintf(command, sizeof command, "%s ", program ? program : "examples/heat/heat");
    va_list list;
    va_start(list, format);
    used += vsnprintf(command + used, sizeof command - (size_t)used, format, list);
    va_end(list);
    snprintf(command + used, sizeof command - (size_t)used, " 2>&1");
    FILE *pipe = popen(command, "r");
    size_t got = pipe ? fread(output, 1, sizeof output - 1, pipe) : 0;
    output[got] = '\0';
    int status = pipe ? pclose(pipe) : -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The number after "name = "; NaN where there is none, or more than one. */
static double value(const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "\n%s = ", name);
    const char *at = strstr(output, key);
    return at && !strstr(at + 1, key) ? strtod(at + strlen(key), NULL) : NAN;
}

static const char *deck(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/examples/heat/decks/%s", test_srcdir(), name);
    return path;
}

static void published(void)
{
    static const struct {
        const char *deck, *options;
        double u;
    } table[] = {{"crooked_pipe_10.in", "", 1.5755084183279294e+02},
                 {"crooked_pipe_64.in", "", 1.084697720003111e+02},
                 {"crooked_pipe_512.in", "--cells 64 --steps 1", 1.084697720003111e+02},
                 {"crooked_pipe_512.in", "", 1.034697091898282e+02}};
    const size_t decks = sizeof table / sizeof *table - (quick() ? 1 : 0); /* the last takes 40 s with bounds checks */
    for (size_t t = 0; t < decks; t++) {
        if (!is_int(heat("%s %s", table[t].options, deck(table[t].deck)), 0, "%s %s is solved", table[t].deck,
                    table[t].options))
            diag("%s", output);
        is_close(value("U"), table[t].u, 1e-6, "U is TeaLeaf's");
        is_close(value("volume"), 100.0, 1e-9, "the volume is 100");
        is_close(value("density"), value("mass") / 100.0, 1e-9, "the density is mass / volume");
        ok(value("energy") > 3.4 && value("energy") < 3.6, "the energy is there");
        ok(value("wall time") >= 0.0, "the wall time is there");
    }
    for (int gpus = 1; gpus <= 4; gpus++) {
        if (heat("--gpus %d %s", gpus, deck("crooked_pipe_64.in")) == 0)
            is_close(value("U"), table[1].u, 1e-6, "U is TeaLeaf's on %d of the GPUs", gpus);
        else
            like(output, "heat: --gpus: expected ", "%d GPUs cannot be used, which is said", gpus);
    }
    is_int(heat("%s", deck("perturbed_64.in")), 0, "a deck with a hotter inlet is solved");
    ok(fabs(value("U") - 1.084697720003111e+02) > 0.1, "it gives another U");
}

/* A deck of our own. @return its path, or NULL (reported) */
static const char *new_deck(const char *text, const char *more)
{
    static char path[32];
    strcpy(path, "heat-test-XXXXXX");
    int file = mkstemp(path);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!ok(out != NULL, "a deck is written"))
        return NULL;
    fprintf(out, "*tea\n%s%s*endtea\n", text, more);
    fclose(out);
    return path;
}

/* Each solver with each preconditioner gives what TeaLeaf publishes, within what it calls right, 0.001 %. */
static void solvers(void)
{
    static const char pipe[] =
        "state 1 density=100.0 energy=0.0001\n"
        "state 2 density=0.1 energy=25.0 geometry=rectangle xmin=0.0 xmax=1.0 ymin=1.0 ymax=2.0\n"
        "state 3 density=0.1 energy=0.1 geometry=rectangle xmin=1.0 xmax=6.0 ymin=1.0 ymax=2.0\n"
        "state 4 density=0.1 energy=0.1 geometry=rectangle xmin=5.0 xmax=6.0 ymin=1.0 ymax=8.0\n"
        "state 5 density=0.1 energy=0.1 geometry=rectangle xmin=5.0 xmax=10.0 ymin=7.0 ymax=8.0\n"
        "x_cells=10\ny_cells=10\nxmax=10.0\nymax=10.0\ninitial_timestep=0.004\nend_step=10\nmax_iters=10000\n"
        "eps 1.0e-15\n";
    static const char *const solver[] = {"cg", "jacobi", "chebyshev", "ppcg"};
    static const char *const preconditioner[] = {"none", "jac_diag", "jac_block"};
    for (int i = 0; i < 12; i++) {
        char words[200];
        snprintf(words, sizeof words, "tl_use_%s\ntl_preconditioner_type=%s\ntl_ch_cg_presteps=%d\n", solver[i / 3],
                 preconditioner[i % 3], i % 2 ? 3 : 20);
        const char *path = new_deck(pipe, words);
        if (!path)
            return;
        is_int(heat("%s", path), 0, "the crooked pipe is solved by %s with preconditioner %s", solver[i / 3],
               preconditioner[i % 3]);
        is_close(value("U"), 1.5755084183279294e+02, 1e-5, "U with 10 x 10 cells is TeaLeaf's");
        is_int(heat("--cells 64 --steps 1 %s", path), 0, "with 64 x 64 cells, too");
        is_close(value("U"), 1.084697720003111e+02, 1e-5, "U with 64 x 64 cells is TeaLeaf's");
        const double iterations = value("iterations");
        is_int(heat("--twin --cells 64 --steps 1 %s", path), 0, "and by the twin");
        is_close(value("U"), 1.084697720003111e+02, 1e-5, "whose U is TeaLeaf's");
        ok(fabs(value("iterations") - iterations) <= 10 && strstr(output, "by the twin"),
           "after about as many iterations");
        remove(path);
    }
}

/* The number of iterations that the program printed for a step, from 1; -1 where it printed none. */
static long iterations_of(long step)
{
    long got, count;
    for (const char *at = strstr(output, "\nstep"); at; at = strstr(at + 1, "\nstep"))
        if (sscanf(at, " step %ld time %*g %ld iterations", &got, &count) == 2 && got == step)
            return count;
    return -1;
}

static void compare(const struct heat_deck *deck)
{
    struct heat_problem problem;
    heat_problem_set(&problem, deck);
    struct heat_twin *twin = heat_twin_create(&problem);
    for (long s = 1; s <= problem.steps; s++) {
        /* Rounding decides between neighbours where the residual grazes eps. */
        long want = heat_twin_step(twin).iterations, got = iterations_of(s);
        ok(labs(got - want) <= 3, "step %ld takes as many iterations as the twin's", s);
        diag("%ld, the twin %ld", got, want);
    }
    struct heat_summary want = heat_twin_summary(twin);
    is_close(value("U"), want.u, 1e-10, "U is the twin's");
    is_close(value("mass"), want.mass, 1e-9, "so is the mass");
    is_close(value("energy"), want.energy, 1e-9, "so is the energy");
    heat_twin_destroy(twin);
}

/* Every geometry, a domain that is not square, both coefficients. */
static void against_the_twin(void)
{
    static const char text[] =
        "state 1 density=10 energy=0.01\nstate 2 density=0.5 energy=5 geometry=circle xmin=2 ymin=1 radius=0.8\n"
        "state 3 density=2 energy=9 geometry=point xmin=3 ymin=0.5\nstate 4 density=0.2 energy=1 geometry=rectangle "
        "xmin=-5 xmax=1 ymin=0.3 ymax=0.6\nx_cells=70\ny_cells=33\nxmax=4\nymax=2\ninitial_timestep=0.01\n"
        "end_step=4\nmax_iters=2000\neps=1e-18\n";
    for (int reciprocal = 0; reciprocal < 2; reciprocal++) {
        struct heat_deck deck;
        char error[256] = "";
        const char *path = new_deck(text, reciprocal ? "RECIP_CONDUCTIVITY\n" : "");
        if (!path)
            return;
        is_int(heat("%s", path), 0, "a deck of every geometry is solved, coefficient %s",
               reciprocal ? "1/density" : "density");
        if (ok(heat_deck_read(path, &deck, NULL, error, sizeof error) == 0, "and read for the twin")) {
            compare(&deck);
            heat_deck_free(&deck);
        }
        remove(path);
    }
}

static void options(void)
{
    is_int(heat("--help"), 0, "--help is no error");
    like(output, "Usage: heat", "and says how the program is used");
    is_int(heat("%s", ""), 2, "no deck is a bad command line");
    like(output, "heat: expected one file, got 0; --help says more", "and the sentence says why");
    is_int(heat("--cells 0 %s", deck("crooked_pipe_10.in")), 2, "--cells 0 is refused");
    like(output, "--cells: expected a whole number from 1 to 1000000000, got \"0\"", "and the sentence says why");
    is_int(heat("--steps many %s", deck("crooked_pipe_10.in")), 2, "--steps many is refused");
    is_int(heat("--form fused %s", deck("crooked_pipe_10.in")), 2, "--form fused is refused");
    like(output, "--form: expected loops, teams or nest, got \"fused\"", "and the sentence says why");
    is_int(heat("--gpus 0 %s", deck("crooked_pipe_10.in")), 2, "--gpus 0 is refused");
    is_int(heat("--gpus 64 %s", deck("crooked_pipe_10.in")), 1, "so are more GPUs than there are");
    like(output, "heat: --gpus: expected ", "and the sentence says why");
    is_int(heat("--nonsense %s", deck("crooked_pipe_10.in")), 2, "an unknown option is refused");
    like(output, "heat: --help lists the options", "and the sentence tells where they are");
    is_int(heat("no/such/deck.in"), 1, "a deck that is not there is an error");
    like(output, "no/such/deck.in: cannot be opened", "and the sentence names it");
    is_int(heat("--quiet %s", deck("crooked_pipe_10.in")), 0, "--quiet is no error");
    ok(!strstr(output, "step ") && strstr(output, "U = "), "and leaves only the summary");
    is_int(heat("--steps 0 %s", deck("crooked_pipe_10.in")), 0, "--steps 0 gives the fields at the start");
    is_close(value("U"), 84.265, 1e-12, "whose U is known");
}

/* CG by teams and as one nest give TeaLeaf's answer; other solvers have no such forms. */
static void forms(void)
{
    static const char *const form[] = {"loops", "teams", "nest"};
    for (int f = 0; f < 3; f++) {
        is_int(heat("--form %s %s", form[f], deck("crooked_pipe_64.in")), 0, "--form %s is no error", form[f]);
        is_close(value("U"), 1.084697720003111e+02, 1e-6, "and U is TeaLeaf's");
    }
    const char *path = new_deck("state 1 density=10 energy=1\nuse_ppcg\n", "");
    if (!path)
        return;
    is_int(heat("--form nest %s", path), 2, "--form nest with PPCG is refused");
    like(output, "--form: teams and nest are for decks with use_cg and no preconditioner", "and the sentence says why");
    remove(path);
}

static void unconverged(void)
{
    const char *path = new_deck("state 1 density=10 energy=1\nstate 2 density=0.1 energy=20 geometry=circle xmin=5 "
                                "ymin=5 radius=2\nx_cells=40\ny_cells=40\nxmax=10\nymax=10\nend_step=1\n",
                                "max_iters=2\nuse_magic\n");
    if (!path)
        return;
    is_int(heat("%s", path), 3, "a step that does not converge within max_iters is told by the exit status");
    like(output, "step 1: not converged", "and by a sentence");
    is_int(iterations_of(1), 2, "after max_iters iterations");
    like(output, ":10: unknown word \"use_magic\" skipped", "an unknown word is reported with its line");
    remove(path);
}

static void pictures(void)
{
    char path[] = "heat-picture-XXXXXX";
    unsigned char start[8] = {0};
    int file = mkstemp(path);
    if (file >= 0)
        close(file);
    int status = heat("--picture %s %s", path, deck("crooked_pipe_64.in"));
    if (status != 0 && strstr(output, "without libpng")) {
        skip("no libpng", "--picture writes a PNG file");
    } else {
        FILE *in = fopen(path, "rb");
        ok(status == 0 && in && fread(start, 1, 8, in) == 8 && memcmp(start, "\x89PNG\r\n\x1a\n", 8) == 0,
           "--picture writes a PNG file");
        if (in)
            fclose(in);
        is_int(heat("--picture no/such/folder/p.png %s", deck("crooked_pipe_10.in")), 1, "a bad path is an error");
        like(output, "no/such/folder/p.png: cannot be written", "and the sentence names it");
        ok(!strstr(output, "volume = "), "before anything is solved");
        char obstacle[64];
        snprintf(obstacle, sizeof obstacle, "%s.part", path);
        mkdir(obstacle, 0700);
        is_int(heat("--picture %s %s", path, deck("crooked_pipe_10.in")), 1, "a picture that cannot be written fails");
        rmdir(obstacle);
        in = fopen(path, "rb");
        ok(in && fread(start, 1, 8, in) == 8 && memcmp(start, "\x89PNG\r\n\x1a\n", 8) == 0, "the older one is left");
        if (in)
            fclose(in);
        const char *own = new_deck("state 1 density=1 energy=1\nend_step=1\n", "");
        if (own) {
            is_int(heat("--picture %s %s", own, own), 1, "a picture over the deck is refused");
            like(output, "is no PNG picture, and is not overwritten", "and the sentence says why");
            is_int(heat("--quiet %s", own), 0, "and the deck is still there");
            remove(own);
        }
    }
    remove(path);
}

int main(void)
{
    options();
    forms();
    unconverged();
    pictures();
    against_the_twin();
    published();
    solvers();
    return done_testing();
}
