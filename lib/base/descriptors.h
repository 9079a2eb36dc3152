/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Descriptors of files: that there are some left, and that none of the library's has a standard stream's
 * number.
 */
#ifndef STARLOOP_LIB_BASE_DESCRIPTORS_H
#define STARLOOP_LIB_BASE_DESCRIPTORS_H

/** Opens so many descriptors at once, and closes them. @return how many there were; errno says why no more */
int sl__descriptors_room(int wanted);

/** Takes the numbers of standard streams that are closed, or a file that is opened next would have them, and what
 *  others write on the stream would lie in the file. @return for sl__descriptors_release(): a bit of each */
unsigned sl__descriptors_hold(void);

/** Closes them again. */
void sl__descriptors_release(unsigned held);

#endif
