/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The table of all STARLOOP_ environment variables, which documents itself. */
#ifndef STARLOOP_LIB_BASE_ENV_H
#define STARLOOP_LIB_BASE_ENV_H

#include <stdint.h>
#include <stdio.h>

#include <starloop/status.h>

/** Every variable: X(id, kind, default, lowest, highest, choices, documentation). The name is STARLOOP_ and
 *  the id. The value of a CHOICE is the place of its word among the choices, from 0; that of a TEXT says whether there
 *  is one, and its choices say in words what is allowed. To add a variable, add a line. */
#define SL__ENV_TABLE(X) \
    X(CPU_WORKERS, CHOICE, 0, 0, 4, "machine|package|numa|l3|core", \
      "Level of the machine that one CPU worker group covers.") \
    X(CPU_CORES, INT, 0, 0, 65536, NULL, \
      "Use at most this many cores for CPU loops; 0 uses all, but for one of many beside GPUs.") \
    X(SHARE, CHOICE, 0, 0, 2, "launcher|even|none", \
      "Ranks that mpirun or srun starts on a node share its cores and GPUs: as bound, else evenly by local rank; " \
      "always " \
      "by local rank; or not, and each uses all.") \
    X(GPUS, INT, -1, -1, 1024, NULL, \
      "Use at most this many GPUs, each with a worker and a core of its own; -1 uses all.") \
    X(WHERE, CHOICE, 0, 0, 2, "anywhere|cpu|cuda", \
      "Where loops run whose policy does not say: where the scheduler likes, on CPUs, or on a GPU if they can.") \
    X(BATCH, INT, 64, 1, 64, NULL, \
      "Most loops that become one StarPU task when they are queued faster than they run; 1: each its own.") \
    X(CHAIN, INT, 1, 0, 1, NULL, \
      "CPU loops that become one task run part by part, while a part is in the cache, as far as their data allow.") \
    X(GRAPH_LANES, INT, 4, 1, 16, NULL, \
      "Loops of a region on a GPU that need no order run at the same time, in so many lanes at most; 1: one after " \
      "another.") \
    X(INLINE, INT, 1, 0, 1, NULL, \
      "Run a loop of a few microseconds in the calling thread when its views are idle and in main memory; where a " \
      "GPU " \
      "has them, launch it from there.") \
    X(LOG, CHOICE, 2, 0, 4, "none|error|warn|info|debug", "Messages up to this level are written.") \
    X(MAX_QUEUED, INT, 20000, 1, INT32_MAX, NULL, "Submission waits while more tasks than this are queued.") \
    X(STALL_SECONDS, INT, 30, 0, 86400, NULL, \
      "A wait fails when tasks are queued and none has run for this many seconds; 0 waits forever.") \
    X(MPI_TIMEOUT, INT, 60, 0, 86400, NULL, \
      "A wait fails when a rank of MPI has given no sign of life for this many seconds; 0 waits forever.") \
    X(HUGE_PAGES, INT, 1, 0, 1, NULL, "Ask the system for huge pages for managed views of a few MiB and up.") \
    X(NONTEMPORAL, CHOICE, 0, 0, 2, "auto|0|1", \
      "Write out(..., own) views past the cache: when they are far larger than it (auto), never, or always.") \
    X(SERIAL_BELOW, INT, 8192, 0, INT64_MAX, NULL, \
      "A CPU loop with schedule AUTO and at most this many iterations runs on one thread, unless it was seen to be " \
      "long.") \
    X(PROFILE, TEXT, 0, 0, 1, "0, 1 or the name of a file; default 0", \
      "Print at sl_finalize() what each kernel has taken, and the copies of views: 1 on stderr, or into a file.") \
    X(TRACE, TEXT, 0, 0, 1, "the name of a file; default none", \
      "Write every loop, copy and dependency to this file, which Perfetto (ui.perfetto.dev) and starloop-gantt read.") \
    X(DOT, TEXT, 0, 0, 1, "the name of a file; default none", \
      "Write at sl_finalize() which loops have read and written which views, as a graph that Graphviz's dot draws.") \
    X(TOOLS, TEXT, 0, 0, 1, "the names of shared libraries, with ':' between; default none", \
      "Open these libraries at sl_init(), and call the functions of their tables where loops, copies and waits begin " \
      "and end.") \
    X(LIBRARY, TEXT, 0, 0, 1, "the name of a shared library; default none", \
      "What Python opens as libstarloop.so; nothing else looks at it.") \
    X(CHECK_ACCESS, INT, 0, 0, 1, NULL, \
      "On CPUs, fail a loop or host task that writes a view which it only reads; guard memory that the host keeps " \
      "past sl_host_end(); say where leaked views were made. Slow: loops run whole and in no chain.")

/** The places in the table: SL__ENV_CPU_WORKERS and so on. */
typedef enum sl__env {
#define SL__ENV_ENUM(id, kind, value, low, high, choices, doc) SL__ENV_##id,
    SL__ENV_TABLE(SL__ENV_ENUM)
#undef SL__ENV_ENUM
        SL__ENV_COUNT
} sl__env;

/** Values of SL__ENV_WHERE; those of sl_where. */
enum { SL__WHERE_ANYWHERE = 0, SL__WHERE_CPU = 1, SL__WHERE_DEVICE = 2 };

/** Values of SL__ENV_NONTEMPORAL. */
enum { SL__NONTEMPORAL_AUTO = 0, SL__NONTEMPORAL_NEVER = 1, SL__NONTEMPORAL_ALWAYS = 2 };

/** Reads all variables from the environment; warns of STARLOOP_ variables that are not in the table.
 *  @return #SL_ERR_ARGUMENT (all values unchanged) naming variable, expected and got. */
sl_status sl__env_read(void);

/** @return the value in force; the default before sl__env_read(). Cheap, thread-safe. */
int64_t sl__env_int(sl__env variable);

/** @return the text in force of a TEXT; "" when there is none. Valid until the next sl__env_read(). */
const char *sl__env_text(sl__env variable);

/** @return the value in force as one would write it: a TEXT, or in @p text the word of a CHOICE, else the digits. */
const char *sl__env_str(sl__env variable, char text[24]);

/** @return the name, with its STARLOOP_. */
const char *sl__env_name(sl__env variable);

/** Parses @p text as a value of @p variable, with no side effect. @return 1 when it is one. */
int sl__env_parse(sl__env variable, const char *text, int64_t *value);

/** Prints the table: name, value in force, where it is from, default, what is allowed, documentation. */
void sl__env_print(FILE *stream);

#endif
