/* SPDX-License-Identifier: BSD-3-Clause */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "picture.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef HAVE_LIBPNG
#include <png.h>
#endif

#define PLOT_LEAST 480 /* a coarse field's cells are blown up until the longer side is at least this */
#define PLOT_MOST 2048 /* and a fine field's are merged until it is at most this */
#define MARGIN 16
#define FONT_SCALE 2
#define LETTER (6 * FONT_SCALE) /* pixels from letter to letter */
#define BAR 24                  /* width of the scale */
#define LABELS (10 * LETTER)    /* width of its numbers */

struct colour {
    unsigned char r, g, b;
};

/* Seventeen colours of viridis (S. van der Walt and N. Smith, public domain), from low to high. */
static const struct colour viridis[] = {{68, 1, 84},    {72, 24, 106},  {71, 45, 123},  {66, 64, 134},  {59, 82, 139},
                                        {51, 99, 141},  {44, 114, 142}, {38, 130, 142}, {33, 145, 140}, {31, 160, 136},
                                        {40, 174, 128}, {63, 188, 115}, {94, 201, 98},  {132, 212, 75}, {173, 220, 48},
                                        {216, 226, 25}, {253, 231, 37}};

/* Five columns of seven pixels for each letter, the lowest bit on top. */
static const struct {
    char letter;
    unsigned char column[5];
} font[] = {
    {'0', {0x3e, 0x51, 0x49, 0x45, 0x3e}}, {'1', {0x00, 0x42, 0x7f, 0x40, 0x00}}, {'2', {0x42, 0x61, 0x51, 0x49, 0x46}},
    {'3', {0x21, 0x41, 0x45, 0x4b, 0x31}}, {'4', {0x18, 0x14, 0x12, 0x7f, 0x10}}, {'5', {0x27, 0x45, 0x45, 0x45, 0x39}},
    {'6', {0x3c, 0x4a, 0x49, 0x49, 0x30}}, {'7', {0x01, 0x71, 0x09, 0x05, 0x03}}, {'8', {0x36, 0x49, 0x49, 0x49, 0x36}},
    {'9', {0x06, 0x49, 0x49, 0x29, 0x1e}}, {'.', {0x00, 0x60, 0x60, 0x00, 0x00}}, {'-', {0x08, 0x08, 0x08, 0x08, 0x08}},
    {'+', {0x08, 0x08, 0x3e, 0x08, 0x08}}, {'=', {0x14, 0x14, 0x14, 0x14, 0x14}}, {'a', {0x20, 0x54, 0x54, 0x54, 0x78}},
    {'e', {0x38, 0x54, 0x54, 0x54, 0x18}}, {'i', {0x00, 0x44, 0x7d, 0x40, 0x00}}, {'m', {0x7c, 0x04, 0x18, 0x04, 0x78}},
    {'p', {0x7c, 0x14, 0x14, 0x14, 0x08}}, {'r', {0x7c, 0x08, 0x04, 0x04, 0x08}}, {'s', {0x48, 0x54, 0x54, 0x54, 0x20}},
    {'t', {0x04, 0x3f, 0x44, 0x40, 0x20}}, {'u', {0x3c, 0x40, 0x40, 0x20, 0x7c}}};

/* How values become places from 0 to 1 on the scale. */
struct scale {
    double low, high;
    int logarithmic;
};

static struct scale find_scale(const struct picture_field *f)
{
    struct scale s = {HUGE_VAL, -HUGE_VAL, 0};
    for (long k = 0; k < f->ny; k++)
        for (long j = 0; j < f->nx; j++) {
            double v = f->value[k * f->pitch + j];
            if (isfinite(v)) {
                s.low = fmin(s.low, v);
                s.high = fmax(s.high, v);
            }
        }
    if (!(s.low <= s.high))
        s.low = s.high = 0.0;
    s.logarithmic = s.low > 0.0 && s.high > 100.0 * s.low;
    if (s.high - s.low <= 1e-12 * fmax(fabs(s.low), fabs(s.high))) {
        double half = s.high != 0.0 ? 0.5 * fabs(s.high) : 0.5;
        s.low -= half;
        s.high += half;
    }
    return s;
}

static double place(const struct scale *s, double v)
{
    double p = s->logarithmic ? log(v / s->low) / log(s->high / s->low) : (v - s->low) / (s->high - s->low);
    return p < 0.0 ? 0.0 : p > 1.0 ? 1.0 : p;
}

static struct colour colour_at(double p)
{
    const int last = (int)(sizeof viridis / sizeof *viridis) - 1;
    if (!isfinite(p))
        return (struct colour){160, 160, 160};
    int i = p * last < last - 1 ? (int)(p * last) : last - 1;
    double t = p * last - i;
    const struct colour a = viridis[i], b = viridis[i + 1];
    return (struct colour){(unsigned char)lround(a.r + t * (b.r - a.r)), (unsigned char)lround(a.g + t * (b.g - a.g)),
                           (unsigned char)lround(a.b + t * (b.b - a.b))};
}

static void set_pixel(const struct picture_image *image, long x, long y, struct colour c)
{
    if (x < 0 || y < 0 || x >= image->width || y >= image->height)
        return;
    unsigned char *at = image->rgb + 3 * (y * image->width + x);
    at[0] = c.r;
    at[1] = c.g;
    at[2] = c.b;
}

static void draw_text(const struct picture_image *image, long x, long y, const char *text)
{
    const struct colour black = {0, 0, 0};
    for (; *text; text++, x += LETTER)
        for (size_t g = 0; g < sizeof font / sizeof *font; g++)
            for (int dot = 0; font[g].letter == *text && dot < 35 * FONT_SCALE * FONT_SCALE; dot++) {
                int dx = dot % (5 * FONT_SCALE), dy = dot / (5 * FONT_SCALE);
                if (font[g].column[dx / FONT_SCALE] >> (dy / FONT_SCALE) & 1)
                    set_pixel(image, x + dx, y + dy, black);
            }
}

static void draw_frame(const struct picture_image *image, long x, long y, long width, long height)
{
    const struct colour black = {0, 0, 0};
    for (long i = -1; i <= width; i++) {
        set_pixel(image, x + i, y - 1, black);
        set_pixel(image, x + i, y + height, black);
    }
    for (long i = -1; i <= height; i++) {
        set_pixel(image, x - 1, y + i, black);
        set_pixel(image, x + width, y + i, black);
    }
}

static void draw_tick(const struct picture_image *image, const struct scale *s, double value, long x, long y,
                      long height)
{
    const struct colour black = {0, 0, 0};
    char text[32];
    long at = y + lround((1.0 - place(s, value)) * (double)(height - 1));
    snprintf(text, sizeof text, "%.4g", value);
    for (long i = 0; i < 6; i++)
        set_pixel(image, x + BAR + i, at, black);
    draw_text(image, x + BAR + 10, at - 7 * FONT_SCALE / 2, text);
}

/* Round numbers: powers of ten on a logarithmic scale (the 2s and 5s too where there are few), else multiples of
   1, 2 or 5 times a power of ten. */
static void draw_ticks(const struct picture_image *image, const struct scale *s, long x, long y, long height)
{
    if (s->logarithmic) {
        int decades = (int)floor(log10(s->high)) - (int)ceil(log10(s->low)) + 1;
        for (int e = (int)floor(log10(s->low)); e <= (int)ceil(log10(s->high)); e += decades > 12 ? decades / 6 : 1)
            for (int m = 1; m <= 5; m += m == 1 ? 1 : 3) {
                double v = (double)m * pow(10.0, e);
                if ((m == 1 || decades < 4) && v >= s->low * (1 - 1e-9) && v <= s->high * (1 + 1e-9))
                    draw_tick(image, s, v, x, y, height);
            }
        return;
    }
    double raw = (s->high - s->low) / 6.0, power = pow(10.0, floor(log10(raw)));
    double step = raw / power < 2.0 ? 2.0 * power : raw / power < 5.0 ? 5.0 * power : 10.0 * power;
    for (double i = ceil(s->low / step - 1e-9); i * step <= s->high + 1e-9 * step; i += 1.0)
        draw_tick(image, s, i * step + 0.0, x, y, height);
}

static void draw_field(const struct picture_field *f, const struct scale *s, const struct picture_image *image, long x,
                       long y, long width, long height)
{
    for (long row = 0; row < height; row++)
        for (long column = 0; column < width; column++) {
            long k = (height - 1 - row) * f->ny / height, j = column * f->nx / width;
            double v = f->value[k * f->pitch + j];
            set_pixel(image, x + column, y + row, colour_at(isfinite(v) ? place(s, v) : v));
        }
}

int picture_draw(const struct picture_field *f, const char *title, struct picture_image *image)
{
    double longer = (double)(f->nx > f->ny ? f->nx : f->ny), zoom = 1.0;
    if (longer < PLOT_LEAST)
        zoom = ceil(PLOT_LEAST / longer);
    else if (longer > PLOT_MOST)
        zoom = PLOT_MOST / longer;
    long width = (long)fmax(1.0, floor((double)f->nx * zoom)), height = (long)fmax(1.0, floor((double)f->ny * zoom));
    long bar = height < 128 ? 128 : height, top = MARGIN + 7 * FONT_SCALE + MARGIN / 2;
    struct picture_image new = {.width = (int)(MARGIN + width + MARGIN + BAR + 10 + LABELS + MARGIN),
                                .height = (int)(top + bar + MARGIN)};
    size_t bytes = 3 * (size_t) new.width *(size_t) new.height;
    if (!(new.rgb = malloc(bytes)))
        return -1;
    memset(new.rgb, 255, bytes);
    const struct scale s = find_scale(f);
    long x = MARGIN + width + MARGIN;
    draw_text(&new, MARGIN, MARGIN, title);
    draw_field(f, &s, &new, MARGIN, top, width, height);
    draw_frame(&new, MARGIN, top, width, height);
    for (long row = 0; row < bar; row++)
        for (long column = 0; column < BAR; column++)
            set_pixel(&new, x + column, top + row, colour_at(1.0 - (double)row / (double)(bar - 1)));
    draw_frame(&new, x, top, BAR, bar);
    draw_ticks(&new, &s, x, top, bar);
    *image = new;
    return 0;
}

#ifdef HAVE_LIBPNG
int picture_possible(void)
{
    return 1;
}

/* Closes the file. libpng does not notice that a flush fails. A half-written file is removed, a device is not.
   @return 1 when all of it is written, else 0 */
static int close_file(FILE *file, const char *path, int good, char *error, size_t size)
{
    struct stat status;
    int regular = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
    int failed = ferror(file) != 0;
    if (fclose(file))
        failed = 1;
    if (failed && good)
        snprintf(error, size, "%s: cannot be written: %s", path, errno ? strerror(errno) : "input/output error");
    if ((failed || !good) && regular)
        remove(path);
    return good && !failed;
}

int picture_write(const struct picture_field *field, const char *title, const char *path, char *error, size_t size)
{
    struct picture_image image;
    png_image png = {.version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_RGB};
    if (picture_draw(field, title, &image)) {
        snprintf(error, size, "%s: no memory for the picture", path);
        return -1;
    }
    png.width = (png_uint_32)image.width;
    png.height = (png_uint_32)image.height;
    char part[4096];
    struct stat status;
    /* Beside the path and then renamed, so that a failure leaves the older picture; a device is written itself. */
    const int itself = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    const int length = snprintf(part, sizeof part, itself ? "%s" : "%s.part", path);
    FILE *file = length < (int)sizeof part ? fopen(part, "wb") : NULL;
    if (!file) {
        snprintf(error, size, "%s: cannot be written: %s", path, strerror(errno ? errno : ENAMETOOLONG));
        free(image.rgb);
        return -1;
    }
    errno = 0;
    int good = png_image_write_to_stdio(&png, file, 0, image.rgb, 0, NULL);
    if (!good)
        snprintf(error, size, "%s: cannot be written: %s", path, png.message);
    good = close_file(file, part, good, error, size);
    if (good && !itself && rename(part, path)) {
        snprintf(error, size, "%s: cannot be written: %s", path, strerror(errno));
        remove(part);
        good = 0;
    }
    free(image.rgb);
    return good ? 0 : -1;
}
#else
int picture_possible(void)
{
    return 0;
}

int picture_write(const struct picture_field *field, const char *title, const char *path, char *error, size_t size)
{
    (void)field;
    (void)title;
    snprintf(error, size, "%s: cannot be written: this program was built without libpng", path);
    return -1;
}
#endif

int picture_try(const char *path, char *error, size_t size)
{
    struct stat status;
    char start[4] = "";
    if (!picture_possible()) {
        snprintf(error, size, "%s: cannot be written: this program was built without libpng", path);
        return -1;
    }
    const int there = stat(path, &status) == 0, regular = there && S_ISREG(status.st_mode);
    FILE *file = fopen(path, regular ? "rb+" : "ab");
    if (!file) {
        snprintf(error, size, "%s: cannot be written: %s", path, strerror(errno));
        return -1;
    }
    const size_t got = regular ? fread(start, 1, sizeof start, file) : 0;
    const int other = got > 0 && memcmp(start, "\x89PNG", sizeof start) != 0;
    if (other)
        snprintf(error, size, "%s: is no PNG picture, and is not overwritten", path);
    fclose(file);
    if (!there)
        remove(path);
    return other ? -1 : 0;
}
