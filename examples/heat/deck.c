/* SPDX-License-Identifier: BSD-3-Clause */
/* The deck format: between the lines *tea and *endtea, words and their values, in any case and any order, with = or
   blanks between; # and ! begin a comment. A line that begins with `state` describes one state to its end. */
#include "deck.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CELLS 1000000
#define MAX_STATES 100000
#define MAX_WORDS 128
#define MAX_SETTINGS 24

/* The words of one line, in lower case. */
struct line {
    char *word[MAX_WORDS];
    char assigned[MAX_WORDS]; /* 1 where = follows the word */
    int count;
};

struct parser {
    const char *name;
    long line;
    struct heat_deck *deck;
    FILE *notes;
    char *error;
    size_t size;
    struct line words;
    struct {
        const void *value;
        long line;
    } given[MAX_SETTINGS]; /* settings, and where each was given */
};

__attribute__((format(printf, 2, 3))) static int fail(struct parser *p, const char *format, ...)
{
    va_list list;
    int used = p->line > 0 ? snprintf(p->error, p->size, "%s:%ld: ", p->name, p->line)
                           : snprintf(p->error, p->size, "%s: ", p->name);
    if (used < 0 || (size_t)used >= p->size)
        return -1;
    va_start(list, format);
    vsnprintf(p->error + used, p->size - (size_t)used, format, list);
    va_end(list);
    return -1;
}

/* Cuts a line into words; an = belongs to the word before it. */
static int split(struct parser *p, char *text)
{
    struct line *l = &p->words;
    l->count = 0;
    text[strcspn(text, "#!\r\n")] = '\0';
    for (char *c = text; *c;) {
        if (isspace((unsigned char)*c) || *c == ',') {
            *c++ = '\0';
        } else if (*c == '=') {
            if (l->count == 0 || l->assigned[l->count - 1])
                return fail(p, "\"=\" stands where a word is expected");
            l->assigned[l->count - 1] = 1;
            *c++ = '\0';
        } else {
            if (l->count == MAX_WORDS)
                return fail(p, "expected at most %d words in a line", MAX_WORDS);
            l->assigned[l->count] = 0;
            l->word[l->count++] = c;
            for (; *c && !isspace((unsigned char)*c) && *c != '=' && *c != ','; c++)
                *c = (char)tolower((unsigned char)*c);
        }
    }
    if (l->count > 0 && l->assigned[l->count - 1])
        return fail(p, "\"%s\": expected a value after \"=\", got the end of the line", l->word[l->count - 1]);
    return 0;
}

/* A finite decimal number; Fortran's exponent letter d is taken too. @return 1 when the whole word is one */
static int to_real(const char *word, double *value)
{
    char copy[64], *end;
    size_t length = strlen(word);
    if (length == 0 || length >= sizeof copy || strspn(word, "0123456789+-.ed") != length)
        return 0;
    for (size_t i = 0; i <= length; i++)
        copy[i] = word[i] == 'd' ? 'e' : word[i];
    *value = strtod(copy, &end);
    return end != copy && *end == '\0' && isfinite(*value);
}

static int to_whole(const char *word, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(word, &end, 10);
    return end != word && *end == '\0' && errno == 0;
}

/* Notes that word i gives a setting, which may be done once. */
static int give(struct parser *p, int i, const void *value)
{
    for (int g = 0; g < MAX_SETTINGS; g++) {
        if (p->given[g].value == value)
            return fail(p, "\"%s\": given already, in line %ld", p->words.word[i], p->given[g].line);
        if (!p->given[g].value) {
            p->given[g].value = value;
            p->given[g].line = p->line;
            break;
        }
    }
    return 0;
}

/* The word after word i, which must be there. */
static const char *value_of(struct parser *p, int i, const char *expected)
{
    if (i + 1 < p->words.count)
        return p->words.word[i + 1];
    fail(p, "\"%s\": expected %s, got the end of the line", p->words.word[i], expected);
    return NULL;
}

static int read_real(struct parser *p, int i, double above, double *value)
{
    const char *word = value_of(p, i, "a number");
    double got;
    if (!word)
        return -1;
    if (!to_real(word, &got))
        return fail(p, "\"%s\": expected a number, got \"%s\"", p->words.word[i], word);
    if (!(got > above))
        return fail(p, "\"%s\": expected a number above %g, got \"%s\"", p->words.word[i], above, word);
    *value = got;
    return 0;
}

static int read_whole(struct parser *p, int i, long least, long most, long *value)
{
    const char *word = value_of(p, i, "a whole number");
    long got;
    if (!word)
        return -1;
    if (!to_whole(word, &got))
        return fail(p, "\"%s\": expected a whole number, got \"%s\"", p->words.word[i], word);
    if (got < least || got > most)
        return fail(p, "\"%s\": expected a whole number from %ld to %ld, got \"%s\"", p->words.word[i], least, most,
                    word);
    *value = got;
    return 0;
}

/* Reports word i, which means nothing here. @return how many words to pass over: it, and its value if it has one */
static int skip_unknown(struct parser *p, int i)
{
    const struct line *l = &p->words;
    double number;
    int has_value = i + 1 < l->count && (l->assigned[i] || to_real(l->word[i + 1], &number));
    if (p->notes && has_value)
        fprintf(p->notes, "%s:%ld: unknown word \"%s\" skipped, with its value \"%s\"\n", p->name, p->line, l->word[i],
                l->word[i + 1]);
    else if (p->notes)
        fprintf(p->notes, "%s:%ld: unknown word \"%s\" skipped\n", p->name, p->line, l->word[i]);
    return 1 + has_value;
}

/* The value of word i is one of a list such as "rectangle, circle or point". @param[out] value its place, from 0 */
static int read_choice(struct parser *p, int i, const char *list, int *value)
{
    const char *word = value_of(p, i, list), *at = list;
    if (!word)
        return -1;
    for (int place = 0; *at; place++) {
        const size_t length = strcspn(at, ", ");
        if (length == strlen(word) && strncmp(at, word, length) == 0) {
            *value = place;
            return 0;
        }
        at += length;
        at += strspn(at, ", ");
        at += strncmp(at, "or ", 3) == 0 ? 3 : 0;
    }
    return fail(p, "\"%s\": expected %s, got \"%s\"", p->words.word[i], list, word);
}

/* A state's shape must be whole. NaN marks what was not given. */
static int check_state(struct parser *p, const struct heat_state *s, long number)
{
    static const char *const shape[] = {"", "rectangle", "circle", "point"};
    const char *missing = isnan(s->density) ? "density" : isnan(s->energy) ? "energy" : NULL;
    if (number > 1 && !missing) {
        if (s->geometry == HEAT_NONE)
            missing = "geometry";
        else if (isnan(s->xmin))
            missing = "xmin";
        else if (isnan(s->ymin))
            missing = "ymin";
        else if (s->geometry == HEAT_CIRCLE && isnan(s->radius))
            missing = "radius";
        else if (s->geometry == HEAT_RECTANGLE && (isnan(s->xmax) || isnan(s->ymax)))
            missing = isnan(s->xmax) ? "xmax" : "ymax";
    }
    if (missing)
        return fail(p, "state %ld: expected \"%s\"%s%s, got none", number, missing,
                    s->geometry != HEAT_NONE ? " for a " : "", shape[s->geometry]);
    if (number > 1 && s->geometry == HEAT_RECTANGLE && !(s->xmin < s->xmax && s->ymin < s->ymax)) {
        const char *axis = s->xmin < s->xmax ? "y" : "x";
        return fail(p, "state %ld: expected \"%smax\" above \"%smin\"", number, axis, axis);
    }
    return 0;
}

/* Makes room for state `number` and all before it. */
static struct heat_state *new_state(struct parser *p, long number)
{
    struct heat_deck *d = p->deck;
    if (number > d->state_count) {
        struct heat_state *states = realloc(d->states, (size_t)number * sizeof *states);
        if (!states) {
            fail(p, "no memory for %ld states", number);
            return NULL;
        }
        memset(states + d->state_count, 0, (size_t)(number - d->state_count) * sizeof *states);
        d->states = states;
        d->state_count = (int)number;
    }
    struct heat_state *s = &d->states[number - 1];
    if (s->line) {
        fail(p, "\"state\": state %ld is defined already, in line %d", number, s->line);
        return NULL;
    }
    s->line = (int)p->line;
    s->density = s->energy = s->xmin = s->xmax = s->ymin = s->ymax = s->radius = NAN;
    return s;
}

static int read_state(struct parser *p)
{
    const struct line *l = &p->words;
    long number;
    if (read_whole(p, 0, 1, MAX_STATES, &number))
        return -1;
    struct heat_state *s = new_state(p, number);
    if (!s)
        return -1;
    for (int i = 2; i < l->count;) {
        const struct {
            const char *word;
            double *value, above;
        } table[] = {{"density", &s->density, 0.0}, {"energy", &s->energy, -HUGE_VAL}, {"xmin", &s->xmin, -HUGE_VAL},
                     {"xmax", &s->xmax, -HUGE_VAL}, {"ymin", &s->ymin, -HUGE_VAL},     {"ymax", &s->ymax, -HUGE_VAL},
                     {"radius", &s->radius, 0.0}};
        size_t t = 0, count = sizeof table / sizeof *table;
        int geometry = strcmp(l->word[i], "geometry") == 0;
        while (t < count && strcmp(l->word[i], table[t].word) != 0)
            t++;
        if (t == count && !geometry) {
            i += skip_unknown(p, i);
            continue;
        }
        if (geometry ? s->geometry != HEAT_NONE : !isnan(*table[t].value))
            return fail(p, "\"%s\": given already, in this line", l->word[i]);
        int shape = 0;
        if (geometry ? read_choice(p, i, "rectangle, circle or point", &shape)
                     : read_real(p, i, table[t].above, table[t].value))
            return -1;
        if (geometry)
            s->geometry = HEAT_RECTANGLE + (enum heat_geometry)shape;
        i += 2;
    }
    return check_state(p, s, number);
}

/* Reads word i, and its value if it has one. @return how many words were used, or -1 */
static int read_setting(struct parser *p, int i)
{
    struct heat_deck *d = p->deck;
    const struct {
        const char *word;
        double *value, above;
    } reals[] = {{"xmin", &d->xmin, -HUGE_VAL},
                 {"xmax", &d->xmax, -HUGE_VAL},
                 {"ymin", &d->ymin, -HUGE_VAL},
                 {"ymax", &d->ymax, -HUGE_VAL},
                 {"initial_timestep", &d->initial_timestep, 0.0},
                 {"end_time", &d->end_time, 0.0},
                 {"eps", &d->eps, 0.0},
                 {"ch_cg_epslim", &d->epslim, 0.0}};
    const struct {
        const char *word;
        long *value, least, most;
    } wholes[] = {{"x_cells", &d->x_cells, 1, MAX_CELLS},
                  {"y_cells", &d->y_cells, 1, MAX_CELLS},
                  {"end_step", &d->end_step, 1, LONG_MAX},
                  {"max_iters", &d->max_iters, 1, INT_MAX},
                  {"ch_cg_presteps", &d->presteps, 1, HEAT_MAX_PRESTEPS},
                  {"ppcg_inner_steps", &d->inner_steps, 1, HEAT_MAX_INNER_STEPS}};
    const struct {
        const char *word, *list;
        int *value;
    } choices[] = {{"coefficient", "conductivity or recip_conductivity", &d->reciprocal},
                   {"preconditioner_type", "none, jac_diag or jac_block", &d->preconditioner}};
    const struct {
        const char *word;
        int *value, is;
    } flags[] = {{"use_cg", &d->solver, HEAT_CG},
                 {"use_jacobi", &d->solver, HEAT_JACOBI},
                 {"use_chebyshev", &d->solver, HEAT_CHEBYSHEV},
                 {"use_ppcg", &d->solver, HEAT_PPCG},
                 {"preconditioner_on", &d->preconditioner, HEAT_JAC_DIAG},
                 {"ch_cg_errswitch", &d->errswitch, 1},
                 {"conductivity", &d->reciprocal, 0},
                 {"recip_conductivity", &d->reciprocal, 1},
                 {"coefficient_density", &d->reciprocal, 0},
                 {"coefficient_inverse_density", &d->reciprocal, 1},
                 {"coefficient_inverrse_density", &d->reciprocal, 1}};
    const char *word = p->words.word[i];
    const int prefix = strncmp(word, "tl_", 3) == 0; /* TeaLeaf has it before some words, and we take it before all */
    if (strcmp(word, "state") == 0)
        return fail(p, "\"state\": expected it at the start of a line, got it after \"%s\"", p->words.word[i - 1]);
    word += prefix ? 3 : 0;
    for (size_t t = 0; t < sizeof reals / sizeof *reals; t++)
        if (strcmp(word, reals[t].word) == 0)
            return give(p, i, reals[t].value) || read_real(p, i, reals[t].above, reals[t].value) ? -1 : 2;
    for (size_t t = 0; t < sizeof wholes / sizeof *wholes; t++)
        if (strcmp(word, wholes[t].word) == 0)
            return give(p, i, wholes[t].value) || read_whole(p, i, wholes[t].least, wholes[t].most, wholes[t].value)
                       ? -1
                       : 2;
    for (size_t t = 0; t < sizeof choices / sizeof *choices; t++)
        if (strcmp(word, choices[t].word) == 0)
            return give(p, i, choices[t].value) || read_choice(p, i, choices[t].list, choices[t].value) ? -1 : 2;
    for (size_t t = 0; t < sizeof flags / sizeof *flags && !p->words.assigned[i]; t++)
        if (strcmp(word, flags[t].word) == 0) {
            *flags[t].value = flags[t].is;
            return give(p, i, flags[t].value) ? -1 : 1;
        }
    if (prefix && strncmp(word, "use_", 4) == 0)
        return fail(p, "\"tl_%s\": expected tl_use_cg, tl_use_jacobi, tl_use_chebyshev or tl_use_ppcg", word);
    return skip_unknown(p, i);
}

static int read_line(struct parser *p)
{
    if (p->words.count > 0 && strcmp(p->words.word[0], "state") == 0)
        return read_state(p);
    for (int i = 0, used; i < p->words.count; i += used)
        if ((used = read_setting(p, i)) < 0)
            return -1;
    return 0;
}

static int check_deck(struct parser *p)
{
    const struct heat_deck *d = p->deck;
    p->line = 0;
    if (d->state_count == 0)
        return fail(p, "expected \"state\" lines, got none");
    for (int s = 0; s < d->state_count; s++)
        if (!d->states[s].line)
            return fail(p, "expected \"state %d\", because there is a state %d, got none", s + 1, d->state_count);
    if (!(d->xmin < d->xmax))
        return fail(p, "expected \"xmax\" above \"xmin\", got xmin %g and xmax %g", d->xmin, d->xmax);
    if (!(d->ymin < d->ymax))
        return fail(p, "expected \"ymax\" above \"ymin\", got ymin %g and ymax %g", d->ymin, d->ymax);
    if (!isfinite((d->xmax - d->xmin) * (d->ymax - d->ymin)))
        return fail(p, "expected a domain of finite size, got xmin %g, xmax %g, ymin %g and ymax %g", d->xmin, d->xmax,
                    d->ymin, d->ymax);
    const double dx = (d->xmax - d->xmin) / (double)d->x_cells, dy = (d->ymax - d->ymin) / (double)d->y_cells;
    if (!isfinite(d->initial_timestep / (dx * dx) + d->initial_timestep / (dy * dy)))
        return fail(p, "expected cells wide enough for the time step, got %g x %g and initial_timestep %g", dx, dy,
                    d->initial_timestep);
    const double area = (d->xmax - d->xmin) * (d->ymax - d->ymin);
    for (int s = 0; s < d->state_count; s++) {
        const double density = d->states[s].density, u = density * d->states[s].energy;
        p->line = d->states[s].line;
        if (!isfinite(density * area) || !isfinite(u * area) ||
            !isfinite(u * u * (double)d->x_cells * (double)d->y_cells) || !isfinite(1.0 / density) ||
            !isfinite(2.0 * density * density) || !(density * density > 0.0))
            return fail(p, "state %d: density %g and energy %g overflow: expected sums over the domain that are finite",
                        s + 1, density, d->states[s].energy);
    }
    return 0;
}

static int read_block(struct parser *p, FILE *stream)
{
    char *text = NULL;
    size_t capacity = 0;
    long first = 0;
    int result = 0, ended = 0;
    for (ssize_t length; !ended && result == 0 && (length = getline(&text, &capacity, stream)) >= 0;) {
        p->line++;
        if (memchr(text, '\0', (size_t)length)) {
            result = fail(p, "expected text, got a NUL byte");
            break;
        }
        result = first || strchr(text, '*') ? split(p, text) : 0;
        const char *word = result == 0 && (first || strchr(text, '*')) && p->words.count ? p->words.word[0] : "";
        if (!first)
            first = strcmp(word, "*tea") == 0 ? p->line : 0;
        else if (strcmp(word, "*endtea") == 0)
            ended = 1;
        else if (result == 0)
            result = read_line(p);
    }
    free(text);
    if (result)
        return result;
    if (ferror(stream)) {
        p->line = 0;
        return fail(p, "cannot be read: %s", strerror(errno));
    }
    if (!first) {
        p->line = 0;
        return fail(p, "expected a line \"*tea\", got none: this is not a deck");
    }
    return ended ? 0 : fail(p, "expected \"*endtea\" for the \"*tea\" of line %ld, got the end of the file", first);
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
    struct parser p = {.name = name, .deck = &new, .notes = notes, .error = error, .size = size};
    int result = read_block(&p, stream);
    if (result == 0)
        result = check_deck(&p);
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

long heat_deck_steps(const struct heat_deck *deck)
{
    /* A hair less than a step short of the end counts as there: 10 steps of 0.1 reach 1.0. */
    double steps = ceil(deck->end_time / deck->initial_timestep - 1e-6);
    return steps < (double)deck->end_step ? (long)steps : deck->end_step;
}
