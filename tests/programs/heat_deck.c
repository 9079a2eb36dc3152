/* SPDX-License-Identifier: BSD-3-Clause */
/* The deck parser of examples/heat: what it takes, what it skips, and how it refuses. */
#include "deck.h"
#include "problem.h"
#include "tap.h"

static char notes[2048], error[512];

/* Parses a text as the deck "d.in"; notes and error hold what was said. */
static int parse(const char *text, struct heat_deck *deck)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    FILE *out = fmemopen(notes, sizeof notes, "w");
    memset(deck, 0, sizeof *deck);
    error[0] = notes[0] = '\0';
    int result = heat_deck_parse(in, "d.in", deck, out, error, sizeof error);
    fclose(in);
    fclose(out);
    return result;
}

static long steps_of(const struct heat_deck *deck)
{
    struct heat_problem problem;
    heat_problem_set(&problem, deck);
    return problem.steps;
}

static void defaults(void)
{
    struct heat_deck d;
    is_int(parse("*tea\nstate 1 density=2 energy=3\n*endtea\n", &d), 0, "a deck of one state is enough");
    ok(d.x_cells == 10 && d.y_cells == 10, "without a word about it there are 10 x 10 cells");
    ok(d.xmin == 0.0 && d.xmax == 100.0 && d.ymin == 0.0 && d.ymax == 100.0, "the domain is [0, 100]^2 by default");
    ok(d.initial_timestep == 0.1 && d.end_time == 10.0, "the default time step is 0.1, the default end time 10");
    ok(d.max_iters == 1000 && d.eps == 1e-10 && d.reciprocal == 0, "the solver's defaults are TeaLeaf's");
    ok(d.solver == HEAT_CG && d.preconditioner == HEAT_NO_PRECONDITIONER, "conjugate gradients solve, by themselves");
    ok(d.presteps == 30 && d.inner_steps == 10 && d.epslim == 1e-5 && !d.errswitch, "and so are those of the others");
    is_int(steps_of(&d), 100, "100 steps of 0.1 reach time 10");
    is_str(notes, "", "nothing is reported for a deck of known words");
    heat_deck_free(&d);
}

static void everything(void)
{
    struct heat_deck d;
    const char *text = "text before the block, x_cells=77, is not read\n"
                       "*TEA  ! in any case\n"
                       "State 1 Density=100.0 energy = 0.0001 # background\n"
                       "state 3 geometry=circle xmin=1 ymin 2 radius 0.5 density=2 energy=1.5d1\n"
                       "state 2 density 0.1, energy 25 geometry rectangle xmin=-1 xmax=1.e0 ymin=+1.0 ymax=2\n"
                       "state 4 density=3 energy=4 geometry=point xmin=5 ymin=6\n"
                       "\tX_CELLS =20 y_cells= 30\r\n"
                       "xmin -1\nxmax=9\nymin=-2\nymax 8\n"
                       "initial_timestep=0.004\nend_time=15.0\nend_step=10\nmax_iters=500\neps 1.0e-15\n"
                       "use_cg RECIP_CONDUCTIVITY\n"
                       "*endtea\nx_cells=1\n";
    is_int(parse(text, &d), 0, "a deck of every word is taken");
    diag("%s", error);
    ok(d.x_cells == 20 && d.y_cells == 30, "two settings may share a line, and text outside the block is not read");
    ok(d.xmin == -1.0 && d.xmax == 9.0 && d.ymin == -2.0 && d.ymax == 8.0, "the domain is as the deck says");
    ok(d.initial_timestep == 0.004 && d.end_time == 15.0 && d.end_step == 10, "so are the times");
    ok(d.max_iters == 500 && d.eps == 1e-15 && d.reciprocal == 1, "so are the solver's settings");
    is_int(steps_of(&d), 10, "end_step ends before end_time");
    if (ok(d.state_count == 4, "there are four states, in any order")) {
        const struct heat_state *s = d.states;
        ok(s[0].density == 100.0 && s[0].energy == 0.0001, "state 1 is the background");
        ok(s[1].geometry == HEAT_RECTANGLE && s[1].xmin == -1 && s[1].xmax == 1 && s[1].ymin == 1 && s[1].ymax == 2,
           "state 2 is a rectangle");
        ok(s[2].geometry == HEAT_CIRCLE && s[2].xmin == 1 && s[2].ymin == 2 && s[2].radius == 0.5 && s[2].energy == 15,
           "state 3 is a circle, with a number in Fortran's spelling");
        ok(s[3].geometry == HEAT_POINT && s[3].xmin == 5 && s[3].ymin == 6 && s[3].line == 6, "state 4 is a point");
    }
    is_str(notes, "", "nothing is reported");
    heat_deck_free(&d);
}

static void coefficients(void)
{
    static const struct {
        const char *word;
        int reciprocal;
    } table[] = {{"CONDUCTIVITY", 0},
                 {"RECIP_CONDUCTIVITY", 1},
                 {"coefficient=recip_conductivity", 1},
                 {"tl_coefficient conductivity", 0},
                 {"tl_coefficient_density", 0},
                 {"coefficient_inverse_density", 1},
                 {"tl_coefficient_inverse_density", 1}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[200];
        struct heat_deck d;
        snprintf(text, sizeof text, "*tea\nstate 1 density=1 energy=1\n%s\n*endtea\n", table[i].word);
        ok(parse(text, &d) == 0 && d.reciprocal == table[i].reciprocal && !notes[0],
           "\"%s\" chooses the coefficient %s", table[i].word, table[i].reciprocal ? "1/density" : "density");
        heat_deck_free(&d);
    }
}

static void solvers(void)
{
    static const struct {
        const char *word;
        int solver, preconditioner;
    } table[] = {{"tl_use_cg", HEAT_CG, HEAT_NO_PRECONDITIONER},
                 {"use_jacobi", HEAT_JACOBI, HEAT_NO_PRECONDITIONER},
                 {"tl_use_jacobi tl_preconditioner_type=none", HEAT_JACOBI, HEAT_NO_PRECONDITIONER},
                 {"TL_USE_Chebyshev", HEAT_CHEBYSHEV, HEAT_NO_PRECONDITIONER},
                 {"use_chebyshev tl_preconditioner_on", HEAT_CHEBYSHEV, HEAT_JAC_DIAG},
                 {"tl_preconditioner_type jac_block\ntl_use_ppcg", HEAT_PPCG, HEAT_JAC_BLOCK},
                 {"use_ppcg preconditioner_type=JAC_DIAG", HEAT_PPCG, HEAT_JAC_DIAG}};
    struct heat_deck d;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[200];
        snprintf(text, sizeof text, "*tea\nstate 1 density=1 energy=1\n%s\n*endtea\n", table[i].word);
        ok(parse(text, &d) == 0 && d.solver == table[i].solver && d.preconditioner == table[i].preconditioner &&
               !notes[0],
           "\"%s\" chooses solver and preconditioner", table[i].word);
        heat_deck_free(&d);
    }
    is_int(parse("*tea\nstate 1 density=1 energy=1\ntl_ch_cg_presteps 25 tl_ch_cg_epslim=1e-4 tl_ch_cg_errswitch\n"
                 "tl_ppcg_inner_steps=7\n*endtea\n",
                 &d),
           0, "the settings of Chebyshev and PPCG are taken");
    ok(d.presteps == 25 && d.epslim == 1e-4 && d.errswitch == 1 && d.inner_steps == 7 && !notes[0], "each");
    heat_deck_free(&d);
}

static void unknown_words(void)
{
    struct heat_deck d;
    is_int(parse("*tea\nstate 1 density=1 energy=1 colour=red\nprofiler_on\ntest_problem 5\n"
                 "x_cells=7 odd=even y_cells=8\n*endtea\n",
                 &d),
           0, "unknown words are no error");
    like(notes, "d.in:2: unknown word \"colour\" skipped, with its value \"red\"", "one in a state is reported");
    like(notes, "d.in:3: unknown word \"profiler_on\" skipped\n", "one without a value is reported");
    like(notes, "d.in:4: unknown word \"test_problem\" skipped, with its value \"5\"", "one takes its number along");
    like(notes, "d.in:5: unknown word \"odd\" skipped, with its value \"even\"", "one with = takes its value along");
    ok(d.x_cells == 7 && d.y_cells == 8, "the words around it are read");
    heat_deck_free(&d);
}

static void refused(void)
{
    static const struct {
        const char *line, *expected;
    } table[] = {
        {"x_cells=ten", "d.in:3: \"x_cells\": expected a whole number from 1 to 1000000, got \"ten\""},
        {"x_cells=10.5", "d.in:3: \"x_cells\": expected a whole number from 1 to 1000000, got \"10.5\""},
        {"y_cells=0", "d.in:3: \"y_cells\": expected a whole number from 1 to"},
        {"x_cells=-4", "got \"-4\""},
        {"x_cells=99999999999999999999", "got \"99999999999999999999\""},
        {"end_step=0", "d.in:3: \"end_step\": expected a whole number from 1 to"},
        {"state 2 density=1e308 energy=1 geometry=point xmin=1 ymin=1",
         "d.in:3: state 2: density 1e+308 and energy 1 over"},
        {"state 2 density=1e-200 energy=1 geometry=point xmin=1 ymin=1",
         "d.in:3: state 2: density 1e-200 and energy 1 "},
        {"state 2 density=1 energy=1e300 geometry=point xmin=1 ymin=1", "d.in:3: state 2: density 1 and energy 1e+300"},
        {"xmax=1e-200", "d.in: expected cells wide enough for the time step"},
        {"x_cells=3 x_cells=3", "d.in:3: \"x_cells\": given already, in line 3"},
        {"eps=1\ntl_eps=2", "d.in:4: \"tl_eps\": given already, in line 3"},
        {"xmin=1\nxmax=2\nxmin=1", "d.in:5: \"xmin\": given already, in line 3"},
        {"state 2 density=1 density=2", "d.in:3: \"density\": given already, in line 3"},
        {"xmin=wide", "d.in:3: \"xmin\": expected a number, got \"wide\""},
        {"xmin=-1e308\nxmax=1e308", "expected a domain of finite size, got xmin -1e+308"},
        {"x_cells=", "d.in:3: \"x_cells\": expected a value after \"=\", got the end of the line"},
        {"x_cells", "d.in:3: \"x_cells\": expected a whole number from 1 to 1000000, got the end of the line"},
        {"eps 1.0e-15x", "d.in:3: \"eps\": expected a number above 0, got \"1.0e-15x\""},
        {"eps 0", "d.in:3: \"eps\": expected a number above 0, got \"0\""},
        {"eps=nan", "d.in:3: \"eps\": expected a number above 0, got \"nan\""},
        {"end_time=1e999", "d.in:3: \"end_time\": expected a number above 0, got \"1e999\""},
        {"initial_timestep=-1", "d.in:3: \"initial_timestep\": expected a number above 0, got \"-1\""},
        {"max_iters=0", "d.in:3: \"max_iters\""},
        {"= 5", "d.in:3: \"=\" stands where a word is expected"},
        {"x_cells == 5", "d.in:3: \"=\" stands where a word is expected"},
        {"coefficient=density",
         "d.in:3: \"coefficient\": expected conductivity or recip_conductivity, got \"density\""},
        {"tl_use_dpcg", "d.in:3: \"tl_use_dpcg\": expected tl_use_cg, tl_use_jacobi, tl_use_chebyshev or tl_use_ppcg"},
        {"tl_preconditioner_type=ilu",
         "d.in:3: \"tl_preconditioner_type\": expected none, jac_diag or jac_block, got \"ilu\""},
        {"tl_preconditioner_type", "expected none, jac_diag or jac_block, got the end of the line"},
        {"tl_preconditioner_type=or", "expected none, jac_diag or jac_block, got \"or\""},
        {"use_cg\ntl_use_ppcg", "d.in:4: \"tl_use_ppcg\": given already, in line 3"},
        {"tl_ch_cg_presteps=0", "d.in:3: \"tl_ch_cg_presteps\": expected a whole number from 1 to 1000, got \"0\""},
        {"tl_ppcg_inner_steps=201", "expected a whole number from 1 to 200, got \"201\""},
        {"tl_ch_cg_epslim=0", "d.in:3: \"tl_ch_cg_epslim\": expected a number above 0, got \"0\""},
        {"state", "d.in:3: \"state\": expected a whole number from 1 to 100000, got the end of the line"},
        {"state x density=1", "d.in:3: \"state\": expected a whole number from 1 to 100000, got \"x\""},
        {"state 0 density=1 energy=1", "d.in:3: \"state\": expected a whole number from 1 to"},
        {"state 1 density=1 energy=1", "d.in:3: \"state\": state 1 is defined already, in line 2"},
        {"use_cg state 2 density=1", "d.in:3: \"state\": expected it at the start of a line, got it after \"use_cg\""},
        {"state 2 density=0 energy=1 geometry=point xmin=0 ymin=0", "d.in:3: \"density\": expected a number above 0"},
        {"state 2 density=1 geometry=point xmin=0 ymin=0",
         "d.in:3: state 2: expected \"energy\" for a point, got none"},
        {"state 2 density=1 energy=1", "d.in:3: state 2: expected \"geometry\", got none"},
        {"state 2 density=1 energy=1 geometry=square",
         "d.in:3: \"geometry\": expected rectangle, circle or point, got \"square\""},
        {"state 2 density=1 energy=1 geometry=circle xmin=1 ymin=1", "expected \"radius\" for a circle, got none"},
        {"state 2 density=1 energy=1 geometry=rectangle xmin=1 ymin=1 ymax=2", "expected \"xmax\" for a rectangle"},
        {"state 2 density=1 energy=1 geometry=rectangle xmin=1 xmax=2 ymin=3 ymax=2",
         "expected \"ymax\" above \"ymin\""},
        {"state 3 density=1 energy=1 geometry=point xmin=1 ymin=1",
         "d.in: expected \"state 2\", because there is a state 3"},
        {"xmin=200", "d.in: expected \"xmax\" above \"xmin\", got xmin 200 and xmax 100"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[300];
        struct heat_deck d;
        snprintf(text, sizeof text, "*tea\nstate 1 density=1 energy=1\n%s\n*endtea\n", table[i].line);
        is_int(parse(text, &d), -1, "\"%s\" is refused", table[i].line);
        like(error, table[i].expected, "and the sentence says why");
        ok(d.states == NULL, "and the deck is left as it was");
    }
}

static void whole_files(void)
{
    struct heat_deck d;
    char text[600] = "*tea\n";
    for (int i = 0; i < 129; i++)
        strcat(text, " a");
    is_int(parse(strcat(text, "\n*endtea\n"), &d), -1, "a line of 129 words is refused");
    like(error, "d.in:2: expected at most 128 words in a line", "and the sentence says why");
    is_int(parse("state 1 density=1 energy=1\n", &d), -1, "a text without *tea is refused");
    like(error, "d.in: expected a line \"*tea\", got none", "and the sentence says why");
    is_int(parse("\n*tea\nstate 1 density=1 energy=1\n", &d), -1, "a deck without *endtea is refused");
    like(error, "expected \"*endtea\" for the \"*tea\" of line 2", "and the sentence says why");
    is_int(parse("*tea\nx_cells=3\n*endtea\n", &d), -1, "a deck without states is refused");
    like(error, "d.in: expected \"state\" lines, got none", "and the sentence says why");
    is_int(heat_deck_read("no/such/deck.in", &d, NULL, error, sizeof error), -1, "a file that is not there is refused");
    like(error, "no/such/deck.in: cannot be opened", "and the sentence names it");
    char nul[] = "*tea\nstate 1 density=1 energy=1 \n*endtea\n";
    nul[sizeof nul - 11] = '\0';
    FILE *in = fmemopen(nul, sizeof nul - 1, "r");
    is_int(heat_deck_parse(in, "d.in", &d, NULL, error, sizeof error), -1, "a deck with a NUL byte is refused");
    fclose(in);
    like(error, "d.in:2: expected text, got a NUL byte", "and the sentence names the line");
    is_int(heat_deck_read(".", &d, NULL, error, sizeof error), -1, "a directory is refused");
    like(error, ".: cannot be", "and the sentence names it");
}

int main(void)
{
    defaults();
    everything();
    coefficients();
    solvers();
    unknown_words();
    refused();
    whole_files();
    return done_testing();
}
