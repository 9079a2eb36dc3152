/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a loop of a kernel that was compiled with bounds checks does to the views that it writes: races between
 *  iterations, and own elements that nobody writes. On CPUs.
 *
 * A view that iterations may share has a shadow: for each element the first iteration that touches it, the bytes that
 * it has then, and another iteration that touches it. After the loop an element with two iterations and other bytes was
 * written by one of them: a race, unless all have touched it by atomic operations. In a nest iterations are those of
 * levels that threads share, with all that stands in them, and what the threads do before they meet is looked at by
 * itself. A scatter argument beside a `map` has a shadow that looks whether rows of iterations that meet in an element
 * have a number in common. Own elements of
 * `out(..., own)` are filled with a pattern that is not to be there after the loop. Where elements are small, a body
 * may well store the pattern: there the element must be untouched, too.
 */
#ifndef STARLOOP_LIB_EXEC_CPU_CHECKED_H
#define STARLOOP_LIB_EXEC_CPU_CHECKED_H

#include "exec/cpu/copies.h"
#include "exec/pack.h"

/** The shadows of a loop's views. */
typedef struct sl__shadows sl__shadows;

/** Makes the shadows that a checked loop needs, puts them into its packed arguments, and the pattern where it belongs.
 *  @param[in]     buffers  [task->views] struct sl__interface each
 *  @param[in,out] packed   as sl__task_pack() has left it
 *  @return them; NULL without memory. */
sl__shadows *sl__shadows_begin(sl__task *task, void *buffers[], unsigned char *packed);

/** Threads scatter into copies, where places count by their strides. */
void sl__shadows_copied(sl__shadows *shadows, const sl__copies *copies);

/** After some iterations, in the thread that has run them: counts their last touches. */
void sl__shadows_settle(void);

/** After the last iteration: records in the task's fault what was found, unless a body has recorded something. */
void sl__shadows_look(sl__shadows *shadows);

/** Of a nest, in each of its threads, before they meet: what they have touched so far races with nothing that they
 * touch from here on. @param[in] first  the nest begins */
void sl__shadows_phase(int first);

/** Of a nest: from here on the thread is in no iteration of a level that threads share. */
void sl__shadows_alone(void);

void sl__shadows_free(sl__shadows *shadows);

#endif
