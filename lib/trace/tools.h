/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The tables of tools' functions: STARLOOP_TOOLS, sl_tools_set().
 *
 * Only while sl__tools_on(). An identifier stands for those of all tools. */
#ifndef STARLOOP_LIB_TRACE_TOOLS_H
#define STARLOOP_LIB_TRACE_TOOLS_H

#include <starloop/tools.h>

#include "data/view.h"
#include "data/watch.h"

uint64_t sl__tools_begin_loop(const sl_tool_loop *loop);
void sl__tools_end_loop(uint64_t id);

/** @param[in] data  see sl__trace_copy(); nothing is counted */
uint64_t sl__tools_begin_copy(sl__way way, const void *data, size_t bytes);
void sl__tools_end_copy(uint64_t id);

void sl__tools_memory_taken(unsigned node, const void *data, size_t bytes, const char *view);
void sl__tools_memory_given(unsigned node, const void *data, size_t bytes);

uint64_t sl__tools_begin_wait(const char *function);
void sl__tools_end_wait(uint64_t id);

uint64_t sl__tools_begin_phase(const char *name);
void sl__tools_end_phase(uint64_t id);

/** Finds the tables and calls their init. A library that cannot be used is warned of.
 *  @return whether there is one. */
int sl__tools_init(void);
/** Calls their fini, when the switch is off. */
void sl__tools_fini(void);
/** Closes the libraries: nobody is in their functions any more. */
void sl__tools_release(void);

#endif
