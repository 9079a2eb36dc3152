/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Constants of this folder that were measured, and the benchmark that measures each again: doc/notes. */
#ifndef STARLOOP_LIB_PLACE_MEASURED_H
#define STARLOOP_LIB_PLACE_MEASURED_H

/* Where no origin is given, none was written down when the value was set; the benchmark is the row that it decides. */

/** Seconds. A loop that takes longer on one core is worth a fork that others share. sl-bench --case=stream_chain
 *  --size=N */
#define SL__FORK_SHARED 10e-6
/** Seconds. The same of a fork of its own, whatever that was measured to take. sl-bench --case=triad --size=N --wait */
#define SL__FORK_ALONE 30e-6
/** Seconds. A loop that runs as long is always timed. sl-bench --case=metg */
#define SL__TIMED_ALWAYS 5e-6

/** Seconds of a loop over nothing, at least. sl-bench --case=launch, on either device */
#define SL__CPU_LEAST 1e-6
#define SL__DEVICE_LEAST 2e-6
/** Seconds that events measure at most of a loop over little on a device: it misses no roofline then. Seen on an H200,
 *  doc/notes/placement.md. sl-bench --case=launch --device=cuda */
#define SL__DEVICE_SHORT 6e-6
/** Times as long as a core that a thread of a device takes for an iteration, at least: taken to, not measured.
 *  doc/notes/placement.md */
#define SL__DEVICE_THREAD 8

/** Seconds. Loops shorter than this on one core run in the calling thread: about what a wait for a queued one takes.
 *  Several worker groups run such loops side by side: there one that is not waited for is to take no more than queuing
 *  it. One that may run on a device, too, would stay where its views are for ever. And a reduction of one block is run
 *  by one thread in any case. sl-bench --case=launch, with and without --wait; --case=inline1 */
#define SL__IN_CALLER_SECONDS 10e-6
#define SL__IN_CALLER_SEVERAL_GROUPS 2e-6
#define SL__IN_CALLER_LEFT_OPEN 4e-6
#define SL__IN_CALLER_ONE_THREAD 30e-6
/** Seconds. What one costs that is waited for besides its loop: it is submitted, taken by the worker, shared out, and
 *  its caller is woken. One whose time on all cores is known runs in the calling thread while it takes less than both
 *  together, but no longer than the second: so long others may wait for its views. sl-bench --case=waits --size=N */
#define SL__HAND_OVER 15e-6
#define SL__IN_CALLER_MOST 60e-6
/** Seconds. The same where the calling thread has the worker's place and leads its threads: they are called, which the
 *  time on all cores contains. And the longest loops that run so: the first row of the benchmark that gains nothing by
 *  it. */
#define SL__LEAD 1e-6
#define SL__LEAD_MOST 1e-3
/** Seconds. The shortest: two threads save less than the calling thread would lose by looking which way is faster.
 *  doc/notes/waits.md, "Loops of 3 to 10 us". sl-bench --case=waits_columns, --case=waits --size=N */
#define SL__LEAD_LEAST 3e-6
/** Seconds. What loops of a region take in the calling thread, one after another, at least that it shares with the
 *  threads: less, and two threads were no faster. sl-bench --case=packs_region --size=N */
#define SL__SEVERAL_LEAST 20e-6

/* How views that loops use together move: chosen by 300 programs under a virtual clock, doc/notes/placement.md,
 * "The placement of 2026-11-25". tests/place/placement_model measures each again, without a device; sl-bench
 * --placement with one. */

/** Views that are so many times less to move than the largest of a call follow it, and join no party for its sake. */
#define SL__PARTY_SMALL 8
/** A call goes elsewhere by itself where it saves so many times what its moves there and back take. */
#define SL__CALL_BY_ITSELF 1.5
/** A party that has changed sides by an estimate goes back when so much less of its moves is paid for. */
#define SL__PARTY_DOUBT 0.8
/** One that changes sides before it has saved so many times its moves is twice as slow to do it again, up to so many
 *  times. */
#define SL__PARTY_PAID 4
#define SL__PARTY_SLOWEST 4

/* Portions of places that differ in speed: taken to, not measured; tests/place/portions.c runs them with noise. */

/** Calls that shorter ones are to pay a move of parts in; and so many there are at least between two moves. */
#define SL__PORTIONS_CALLS 10
/** What a call must take less after a move, of what it took: prediction is no better than that. */
#define SL__PORTIONS_GAIN 0.1
/** Places of which one takes so many times as long as another get more parts than one each where the library chooses
 *  how many; then so many each: a portion is right to an eighth of its own. */
#define SL__PORTIONS_DIFFER 1.2
#define SL__PORTIONS_PARTS 8
/** Times as long as devices alone were to take that worker groups beside them may take, or they have been in vain. */
#define SL__PORTIONS_LATE 1.5
/** Part of a pace that one sample more is. */
#define SL__PACE_WEIGHT 0.25

/* What is believed of times: the same programs. */

/** A time that was measured once may be too long: this part of it counts. */
#define SL__MEASURED_ONCE 0.8
/** Seconds that a loop is estimated to take at least: taken to, not measured. */
#define SL__ESTIMATE_LEAST 1e-9
/** Samples of a time that is trusted: the first may contain what happens once. */
#define SL__TRUSTED 2
/** What is known rises by no more than so many times with a sample: two spikes may come together. */
#define SL__TIME_RISE 1.25F
/** Seconds. No time is 0: taken to, not measured. */
#define SL__TIME_LEAST 1e-12
/** Calls of a kernel that are timed in the beginning; then one in so many: to time a call costs two looks at the clock.
 *  sl-bench --case=launch, --case=inline1 */
#define SL__TIMED_FIRST 16
#define SL__TIMED_EACH 16
/** What is not used is tried again when so many times of what that costs more were spent on what is: 2 %. */
#define SL__TRY_AGAIN 48
/** Seconds. A loop whose threads have together computed for less is tried on one core. doc/notes/cutting.md, "Small
 *  loops". sl-bench --case=metg */
#define SL__TRY_ONE_CORE 1e-3
/** A loop is tried in the calling thread that takes up to so many times as long as the limit in a worker, which may
 *  have slept. doc/notes/inline.md, "Times". sl-bench --case=heat_cg --size=16 */
#define SL__TRY_IN_CALLER 10

#endif
