/* SPDX-License-Identifier: BSD-3-Clause */
/* The deck format: between the lines *tea and *endtea, words and their values, in any case and any order, with = or
   blanks between; # and ! begin a comment. A line that begins with `state` describes one state to its end. */
#include "deck.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../common/words.h"

enum { MAX_CELLS = 1000000, MAX_STATES = 100000, MAX_SETTINGS = 32 };

struct parser {
    struct words *w;
    struct heat_deck *deck;
    long first;               /* the line of *tea; 0: none yet */
    int ended;                /* 1 after *endtea */
    long given[MAX_SETTINGS]; /* the line of each setting of the deck; 0: none yet */
};

/* Makes room for state `number` and all before it. */
static struct heat_state *new_state(struct parser *p, long number)
{
    struct heat_deck *d = p->deck;
    if (number > d->state_count) {
        struct heat_state *states = realloc(d->states, (size_t)number * sizeof *states);
        if (!states) {
            words_fail(p->w, "no memory for %ld states", number);
            return NULL;
        }
        memset(states + d->state_count, 0, (size_t)(number - d->state_count) * sizeof *states);
        d->states = states;
        d->state_count = (int)number;
    }
    struct heat_state *s = &d->states[number - 1];
    if (s->line) {
        words_fail(p->w, "\"state\": state %ld is defined already, in line %d", number, s->line);
        return NULL;
    }
    s->line = (int)p->w->line;
    return s;
}

/* Reads a line "state N ...". State 1 needs density and energy, the others also what makes up their shapes. */
static int read_state(struct parser *p)
{
    static const char *const shapes[] = {"", " for a rectangle", " for a circle", " for a point"};
    static const char *const needed[] = {"geometry", "xmin xmax ymin ymax", "xmin ymin radius", "xmin ymin"};
    long number, given[MAX_SETTINGS] = {0};
    const struct setting first = setting_whole("state", &number, 1, MAX_STATES);
    struct heat_state *s = words_value(p->w, 0, &first) ? NULL : new_state(p, number);
    if (!s)
        return -1;
    int shape = -1;
    const struct setting table[] = {setting_real("density", &s->density, 0.0),
                                    setting_real("energy", &s->energy, -HUGE_VAL),
                                    setting_choice("geometry", &shape, "rectangle, circle or point"),
                                    setting_real("xmin", &s->xmin, -HUGE_VAL),
                                    setting_real("xmax", &s->xmax, -HUGE_VAL),
                                    setting_real("ymin", &s->ymin, -HUGE_VAL),
                                    setting_real("ymax", &s->ymax, -HUGE_VAL),
                                    setting_real("radius", &s->radius, 0.0),
                                    {0}};
    for (int i = 2, used; i < p->w->count; i += used ? used : words_unknown(p->w, i))
        if ((used = words_setting(p->w, i, table, given)) < 0)
            return -1;
    s->geometry = number > 1 ? (enum heat_geometry)(shape + 1) : HEAT_NONE;
    for (int t = 0; table[t].word; t++)
        if (!given[t] && (t < 2 || (number > 1 && strstr(needed[s->geometry], table[t].word))))
            return words_fail(p->w, "state %ld: expected \"%s\"%s, got none", number, table[t].word,
                              shapes[s->geometry]);
    if (number > 1 && s->geometry == HEAT_RECTANGLE && !(s->xmin < s->xmax && s->ymin < s->ymax)) {
        const char axis = s->xmin < s->xmax ? 'y' : 'x';
        return words_fail(p->w, "state %ld: expected \"%cmax\" above \"%cmin\"", number, axis, axis);
    }
    return 0;
}

static int read_settings(struct parser *p)
{
    struct heat_deck *d = p->deck;
    const struct setting table[] = {
        setting_whole("x_cells", &d->x_cells, 1, MAX_CELLS),
        setting_whole("y_cells", &d->y_cells, 1, MAX_CELLS),
        setting_real("xmin", &d->xmin, -HUGE_VAL),
        setting_real("xmax", &d->xmax, -HUGE_VAL),
        setting_real("ymin", &d->ymin, -HUGE_VAL),
        setting_real("ymax", &d->ymax, -HUGE_VAL),
        setting_real("initial_timestep", &d->initial_timestep, 0.0),
        setting_real("end_time", &d->end_time, 0.0),
        setting_whole("end_step", &d->end_step, 1, LONG_MAX),
        setting_whole("max_iters", &d->max_iters, 1, INT_MAX),
        setting_real("eps", &d->eps, 0.0),
        setting_flag("use_cg", &d->solver, HEAT_CG),
        setting_flag("use_jacobi", &d->solver, HEAT_JACOBI),
        setting_flag("use_chebyshev", &d->solver, HEAT_CHEBYSHEV),
        setting_flag("use_ppcg", &d->solver, HEAT_PPCG),
        setting_choice("preconditioner_type", &d->preconditioner, "none, jac_diag or jac_block"),
        setting_flag("preconditioner_on", &d->preconditioner, HEAT_JAC_DIAG),
        setting_whole("ch_cg_presteps", &d->presteps, 1, HEAT_MAX_PRESTEPS),
        setting_flag("ch_cg_errswitch", &d->errswitch, 1),
        setting_real("ch_cg_epslim", &d->epslim, 0.0),
        setting_whole("ppcg_inner_steps", &d->inner_steps, 1, HEAT_MAX_INNER_STEPS),
        setting_choice("coefficient", &d->reciprocal, "conductivity or recip_conductivity"),
        setting_flag("conductivity", &d->reciprocal, 0),
        setting_flag("recip_conductivity", &d->reciprocal, 1),
        setting_flag("coefficient_density", &d->reciprocal, 0),
        setting_flag("coefficient_inverse_density", &d->reciprocal, 1),
        setting_flag("coefficient_inverrse_density", &d->reciprocal, 1), /* TeaLeaf's own */
        {0}};
    _Static_assert(sizeof table / sizeof *table <= MAX_SETTINGS, "there is a line for each");
    for (int i = 0, used; i < p->w->count; i += used ? used : words_unknown(p->w, i)) {
        if (strcmp(p->w->word[i], "state") == 0)
            return words_fail(p->w, "\"state\": expected it at the start of a line, got it after \"%s\"",
                              p->w->word[i - 1]);
        if ((used = words_setting(p->w, i, table, p->given)) < 0)
            return -1;
        if (!used && strncmp(p->w->word[i], "tl_use_", 7) == 0)
            return words_fail(p->w, "\"%s\": expected tl_use_cg, tl_use_jacobi, tl_use_chebyshev or tl_use_ppcg",
                              p->w->word[i]);
    }
    return 0;
}

static int check_deck(struct parser *p)
{
    const struct heat_deck *d = p->deck;
    p->w->line = 0;
    if (d->state_count == 0)
        return words_fail(p->w, "expected \"state\" lines, got none");
    for (int s = 0; s < d->state_count; s++)
        if (!d->states[s].line)
            return words_fail(p->w, "expected \"state %d\", because there is a state %d, got none", s + 1,
                              d->state_count);
    if (!(d->xmin < d->xmax))
        return words_fail(p->w, "expected \"xmax\" above \"xmin\", got xmin %g and xmax %g", d->xmin, d->xmax);
    if (!(d->ymin < d->ymax))
        return words_fail(p->w, "expected \"ymax\" above \"ymin\", got ymin %g and ymax %g", d->ymin, d->ymax);
    const double area = (d->xmax - d->xmin) * (d->ymax - d->ymin);
    if (!isfinite(area))
        return words_fail(p->w, "expected a domain of finite size, got xmin %g, xmax %g, ymin %g and ymax %g", d->xmin,
                          d->xmax, d->ymin, d->ymax);
    const double dx = (d->xmax - d->xmin) / (double)d->x_cells, dy = (d->ymax - d->ymin) / (double)d->y_cells;
    if (!isfinite(d->initial_timestep / (dx * dx) + d->initial_timestep / (dy * dy)))
        return words_fail(p->w, "expected cells wide enough for the time step, got %g x %g and initial_timestep %g", dx,
                          dy, d->initial_timestep);
    for (int s = 0; s < d->state_count; s++) {
        const double density = d->states[s].density, u = density * d->states[s].energy;
        p->w->line = d->states[s].line;
        if (!isfinite(density * area) || !isfinite(u * area) ||
            !isfinite(u * u * (double)d->x_cells * (double)d->y_cells) || !isfinite(1.0 / density) ||
            !isfinite(2.0 * density * density) || !(density * density > 0.0))
            return words_fail(
                p->w, "state %d: density %g and energy %g overflow: expected sums over the domain that are finite",
                s + 1, density, d->states[s].energy);
    }
    return 0;
}

static int read_line(struct parser *p, char *text)
{
    if (p->first == 0 && !strchr(text, '*'))
        return 0;
    if (words_split(p->w, text))
        return -1;
    const char *word = p->w->count ? p->w->word[0] : "";
    if (p->first == 0)
        p->first = strcmp(word, "*tea") == 0 ? p->w->line : 0;
    else if (strcmp(word, "*endtea") == 0)
        p->ended = 1;
    else
        return strcmp(word, "state") == 0 ? read_state(p) : read_settings(p);
    return 0;
}

static int read_block(struct parser *p, FILE *stream)
{
    char *text = NULL;
    size_t capacity = 0;
    int result = 0;
    for (ssize_t length; !p->ended && result == 0 && (length = getline(&text, &capacity, stream)) >= 0;) {
        p->w->line++;
        result =
            memchr(text, '\0', (size_t)length) ? words_fail(p->w, "expected text, got a NUL byte") : read_line(p, text);
    }
    free(text);
    if (result || p->ended)
        return result;
    if (p->first && !ferror(stream))
        return words_fail(p->w, "expected \"*endtea\" for the \"*tea\" of line %ld, got the end of the file", p->first);
    p->w->line = 0;
    return ferror(stream) ? words_fail(p->w, "cannot be read: %s", strerror(errno))
                          : words_fail(p->w, "expected a line \"*tea\", got none: this is not a deck");
}

int heat_deck_parse(FILE *stream, const char *name, struct heat_deck *deck, FILE *notes, char *error, size_t size)
{
    struct heat_deck new = {.x_cells = 10,
                            .y_cells = 10,
                            .xmax = 100.0,
                            .ymax = 100.0,
                            .initial_timestep = 0.1,
                            .end_time = 10.0,
                            .end_step = LONG_MAX,
                            .max_iters = 1000,
                            .eps = 1e-10,
                            .presteps = 30,
                            .inner_steps = 10,
                            .epslim = 1e-5};
    struct words words = {.name = name, .prefix = "tl_", .notes = notes, .error = error, .size = size};
    struct parser p = {.w = &words, .deck = &new};
    const int result = read_block(&p, stream) ? -1 : check_deck(&p);
    if (result == 0)
        *deck = new;
    else
        heat_deck_free(&new);
    return result;
}

int heat_deck_read(const char *path, struct heat_deck *deck, FILE *notes, char *error, size_t size)
{
    FILE *stream = fopen(path, "r");
    if (!stream) {
        snprintf(error, size, "%s: cannot be opened: %s", path, strerror(errno));
        return -1;
    }
    int result = heat_deck_parse(stream, path, deck, notes, error, size);
    fclose(stream);
    return result;
}

void heat_deck_free(struct heat_deck *deck)
{
    free(deck->states);
    deck->states = NULL;
    deck->state_count = 0;
}
