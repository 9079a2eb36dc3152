/* SPDX-License-Identifier: BSD-3-Clause */
/* The pictures of examples: what is drawn, and that the file says the same. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "picture.h"

#include <sys/stat.h>
#include <unistd.h>

#ifdef HAVE_LIBPNG
#include <png.h>
#endif

#include "tap.h"

#define MARGIN 16 /* left of the field; it begins 38 pixels below the top */
#define TOP 38

static const unsigned char *pixel(const struct picture_image *image, long x, long y)
{
    return image->rgb + 3 * (y * image->width + x);
}

/* How bright a colour looks, near enough. */
static double brightness(const unsigned char *c)
{
    return 0.30 * c[0] + 0.59 * c[1] + 0.11 * c[2];
}

/* Black pixels right of the scale: the numbers. */
static long ink(const struct picture_image *image, long from_x)
{
    long count = 0;
    for (long y = 0; y < image->height; y++)
        for (long x = from_x; x < image->width; x++)
            count += brightness(pixel(image, x, y)) < 1.0;
    return count;
}

static void drawing(void)
{
    enum { NX = 4, NY = 3, PITCH = 6 };
    double value[NY * PITCH];
    for (int i = 0; i < NY * PITCH; i++)
        value[i] = -1e6; /* beyond the field's rows: must not be seen */
    for (int k = 0; k < NY; k++)
        for (int j = 0; j < NX; j++)
            value[k * PITCH + j] = k * NX + j;
    value[1 * PITCH + 2] = NAN;
    struct picture_field field = {value, NX, NY, PITCH};
    struct picture_image image;
    if (!ok(picture_draw(&field, "temperature u", &image) == 0, "a small field is drawn"))
        return;
    ok(image.width >= 480 + MARGIN && image.height >= 360 + TOP, "its cells are blown up");
    const unsigned char *low = pixel(&image, MARGIN + 2, TOP + 357), *high = pixel(&image, MARGIN + 477, TOP + 2);
    ok(low[0] == 68 && low[1] == 1 && low[2] == 84, "the lowest value is at the bottom left, in the darkest colour");
    ok(high[0] == 253 && high[1] == 231 && high[2] == 37, "the highest at the top right, in the brightest");
    const unsigned char *grey = pixel(&image, MARGIN + 300, TOP + 180);
    ok(grey[0] == 160 && grey[1] == 160 && grey[2] == 160, "a cell that is not a number is grey");
    int rises = 1;
    for (long y = TOP + 359; y > TOP; y--)
        rises &= brightness(pixel(&image, MARGIN + 480 + MARGIN + 4, y - 1)) >=
                 brightness(pixel(&image, MARGIN + 480 + MARGIN + 4, y)) - 1.0;
    ok(rises, "the scale becomes brighter from bottom to top all the way");
    ok(ink(&image, MARGIN + 480 + MARGIN + 30) > 200, "numbers stand beside it");
    free(image.rgb);
}

static void shapes(void)
{
    static const struct {
        long nx, ny;
        double low, high;
        const char *what;
    } table[] = {{1, 1, 5.0, 5.0, "one cell"},
                 {3, 2, 0.0, 0.0, "zeros"},
                 {1000, 2, 1e-9, 1e9, "18 decades"},
                 {2, 5000, -3.0, 4.0, "more rows than pixels"},
                 {4100, 10, 1e-300, 1e300, "600 decades"},
                 {8, 8, NAN, NAN, "no numbers"},
                 {7, 7, 1.0, 1.0 + 1e-14, "hardly a difference"},
                 {7, 7, -1e308, 1e308, "the whole range of double"}};
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
        long n = table[t].nx * table[t].ny;
        double *value = malloc((size_t)n * sizeof *value);
        for (long i = 0; i < n; i++)
            value[i] = i % 2 ? table[t].high : table[t].low;
        struct picture_field field = {value, table[t].nx, table[t].ny, table[t].nx};
        struct picture_image image = {0};
        ok(picture_draw(&field, "t", &image) == 0 && image.width < 2400 && image.height < 2400,
           "%s: the picture is of a sensible size", table[t].what);
        free(image.rgb);
        free(value);
    }
}

/* What is tried stays what it was. */
static void trying(void)
{
    char error[256] = "", back[8] = "";
    const char *const names[] = {"picture-try.in", "picture-try.png", "picture-try-new.png"};
    const char *const contents[] = {"*tea\n", "\x89PNG\r\n"};
    const char *const sentences[] = {"a text is not overwritten", "a picture may be", "a new file may be written"};
    for (int i = 0; i < 3; i++) {
        FILE *file = i < 2 ? fopen(names[i], "w") : NULL;
        if (file) {
            fputs(contents[i], file);
            fclose(file);
        }
        is_int(picture_try(names[i], error, sizeof error), i == 0 ? -1 : 0, "%s", sentences[i]);
        file = fopen(names[i], "r");
        ok(i < 2 ? file && fgets(back, sizeof back, file) && strcmp(back, contents[i]) == 0 : !file,
           "nothing has changed");
        if (file)
            fclose(file);
        remove(names[i]);
    }
    like(error, "picture-try.in: is no PNG picture, and is not overwritten", "the sentence says why");
    is_int(picture_try("no/such/folder/p.png", error, sizeof error), -1, "nor can a file in no folder");
    like(error, "no/such/folder/p.png: cannot be written: ", "and the sentence names it");
}

static void full_disk(const struct picture_field *field)
{
    char error[256] = "";
    struct stat status;
    if (stat("/dev/full", &status) || !S_ISCHR(status.st_mode)) {
        skip("no /dev/full", "a full disk is an error");
        return;
    }
    is_int(picture_write(field, "u", "/dev/full", error, sizeof error), -1, "a full disk is an error");
    like(error, "/dev/full: cannot be written: ", "and the sentence names the file");
    ok(stat("/dev/full", &status) == 0 && S_ISCHR(status.st_mode), "and a device is left alone");
}

static void files(void)
{
    double value[6] = {0, 1, 2, 3, 4, 5};
    struct picture_field field = {value, 3, 2, 3};
    char error[256] = "", path[] = "picture-test-XXXXXX";
    int file = mkstemp(path);
    if (file >= 0)
        close(file);
    if (!picture_possible()) {
        is_int(picture_write(&field, "u", path, error, sizeof error), -1, "without libpng no picture is written");
        like(error, "without libpng", "and the sentence says why");
        skip("no libpng", "the file holds what was drawn");
        remove(path);
        return;
    }
    is_int(picture_write(&field, "u", "no/such/folder/p.png", error, sizeof error), -1, "a bad path is refused");
    like(error, "no/such/folder/p.png: cannot be written", "and the sentence names it");
    full_disk(&field);
#ifdef HAVE_LIBPNG
    struct picture_image image = {0};
    png_image png = {.version = PNG_IMAGE_VERSION};
    is_int(picture_write(&field, "u", path, error, sizeof error), 0, "a picture is written");
    ok(picture_draw(&field, "u", &image) == 0 && png_image_begin_read_from_file(&png, path), "it is a PNG file");
    is_int(png.width, image.width, "of that width");
    is_int(png.height, image.height, "and height");
    png.format = PNG_FORMAT_RGB;
    unsigned char *back = malloc(PNG_IMAGE_SIZE(png));
    ok(png_image_finish_read(&png, NULL, back, 0, NULL) &&
           memcmp(back, image.rgb, 3 * (size_t)image.width * (size_t)image.height) == 0,
       "the file holds what was drawn");
    free(back);
    free(image.rgb);
#endif
    remove(path);
}

int main(void)
{
    drawing();
    shapes();
    trying();
    files();
    return done_testing();
}
