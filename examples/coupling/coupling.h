/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Loops of a large code as a library, through plain C: no type of Starloop's is seen here, so C, C++ and
 * Fortran call it alike.
 *
 *  Every function returns 0, or else a number that is not; coupling_error() then has the sentence. They are called by
 * one thread. What is queued runs in the order of the arrays that it uses; functions say where they wait. */
#ifndef COUPLING_COUPLING_H
#define COUPLING_COUPLING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A field of the program's: its memory, and where it is used. */
typedef struct coupling_field coupling_field;

/** Starts the library; in each process once. */
int coupling_open(void);
/** Ends it, after all that is queued. */
int coupling_close(void);

/** Takes in an array of the program's, which keeps it, and does not touch it but as coupling_borrow() says.
 *  @param[in]  u      host memory, (rows + 2) x (columns + 2), columns side by side: in Fortran u(0:columns+1,
 * 0:rows+1)
 *  @param[out] field  coupling_release() in any case */
int coupling_share(double *u, int64_t rows, int64_t columns, coupling_field **field);
/** Gives the array back, with what was queued for it done. Waits. */
int coupling_release(coupling_field **field);

/** The program's own loops may read and write the array until coupling_return(). Waits for what was queued for it. */
int coupling_borrow(coupling_field *field);
/** They do not any more. */
int coupling_return(coupling_field *field);

/** Reads one row, without its two ends. Waits for what was queued for the field.
 *  @param[in] row  0 to rows + 1  @param[out] values  [columns] */
int coupling_get_row(coupling_field *field, int64_t row, double *values);
/** Writes one row. Waits for what was queued for the field. @param[in] values  [columns] */
int coupling_put_row(coupling_field *field, int64_t row, const double *values);

/** Queues to = from + k (its four neighbours - 4 from), in all cells but those of the frame. */
int coupling_diffuse(coupling_field *from, coupling_field *to, double k);
/** Queues u += r u (1 - u) there. */
int coupling_react(coupling_field *u, double r);
/** The sum over these cells. Waits for it. */
int coupling_sum(coupling_field *u, double *sum);

/** @return what the last function that failed says */
const char *coupling_error(void);

#ifdef __cplusplus
}
#endif

#endif
