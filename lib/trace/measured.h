/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_TRACE_MEASURED_H
#define STARLOOP_LIB_TRACE_MEASURED_H

#include <stddef.h>

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/** Nanoseconds for which each core runs when the memory's bandwidth is measured, and bytes of all arrays together: at
 *  least, far more than caches hold, and at most. Chosen: doc/notes/trace.md, "Bandwidth". The profile's first line of
 *  any case of sl-bench, beside the bandwidth that sl-bench itself finds */
#define SL__BANDWIDTH_TRY_NS 20000000
#define SL__BANDWIDTH_LEAST ((size_t)96 << 20)
#define SL__BANDWIDTH_MOST ((size_t)512 << 20)

/** Nanoseconds between two counts of queued tasks by a thread, and between two of moved bytes, but for so many bytes
 *  earlier: so that counters are a small part of a trace. doc/notes/trace.md, "Counters". STARLOOP_TRACE=FILE sl-bench
 *  --case=launch, against the same without */
#define SL__TRACE_QUEUED_NS 5000
#define SL__TRACE_BYTES_NS 5000
#define SL__TRACE_BYTES_FEW 65536

#endif
