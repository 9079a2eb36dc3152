/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A field as a picture: colours, a frame, and a scale with its numbers; for several examples. */
#ifndef COMMON_PICTURE_H
#define COMMON_PICTURE_H

#include <stddef.h>

/** A field of nx x ny cells in host memory. */
struct picture_field {
    const double *value; /**< cell (row k, column j), both from 0, is value[k * pitch + j]; row 0 is at the bottom */
    long nx, ny;         /**< 1 or more each */
    long pitch;          /**< elements from row to row */
};

/** An image: rows from the top, three bytes red, green, blue for each pixel. */
struct picture_image {
    int width, height;  /**< pixels */
    unsigned char *rgb; /**< [height, width, 3] owned by the image: free() */
};

/** Draws a field. The colours are even steps of what the eye sees (the viridis map); the scale is logarithmic where
 *  all values are positive and spread over more than a factor of 100. Cells that are not numbers are grey.
 *
 *  @param[in]  title  written above it; letters that the built-in font lacks are left blank
 *  @return 0, or -1 when memory is short. */
int picture_draw(const struct picture_field *field, const char *title, struct picture_image *image);

/** Draws a field and writes it as a PNG file.
 *
 *  @param[out] error  [size] on failure one sentence
 *  @return 0, or -1 on failure, with no file left behind; always -1 in a build without libpng. */
int picture_write(const struct picture_field *field, const char *title, const char *path, char *error, size_t size);

/** Whether a picture can be written to a path, before hours are spent; never over a file that is no PNG picture. Leaves
 *  what is there.
 *
 *  @param[out] error  [size] on failure one sentence
 *  @return 0, or -1 when it cannot. */
int picture_try(const char *path, char *error, size_t size);

/** @return 1 when this build can write pictures, else 0. */
int picture_possible(void);

#endif
