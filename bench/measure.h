/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Racing the two sides of a case: cores, rounds, statistics, bandwidth. */
#ifndef STARLOOP_BENCH_MEASURE_H
#define STARLOOP_BENCH_MEASURE_H

#include "bench.h"

/** @return seconds of the monotonic clock. */
double bench_now(void);
/** @return the median of @p value [count], which is put in order; the mean of the middle two for an even count. */
double bench_median(double *value, int count);
/** @return the least of @p value [count]. */
double bench_least(const double *value, int count);

/** Finds the cores on which Starloop's CPU loops run, thread by thread, by asking a loop of theirs, and makes
 *  OpenMP teams of this thread as large. @return as sl_forall() and sl_host_begin(). */
sl_status bench_cores_find(void);
/** @return how many cores those are. */
int bench_cores_count(void);
/** Pins thread t of this thread's OpenMP team to the core of Starloop's thread t. */
void bench_cores_pin(void);
/** Gives this thread back the cores that it had before. Its team's other threads stay where they are, asleep. */
void bench_cores_unpin(void);

/** Finds the GPU on which Starloop's loops run, for the twins.
 *  @param[in] gpus  how many there are to be; 0: one is enough
 *  @return 0, or -1 after a message when there is none, or another number */
int bench_cuda_start(int gpus);
/** Ends its use. */
void bench_cuda_stop(void);
/** @return the GPU's name. */
const char *bench_cuda_name(void);
/** Takes the memory on the GPU of every view of a case, brought up to date, for a twin. @return 0 or -1 */
int bench_cuda_acquire(struct bench_state *s);
/** Gives it back. */
void bench_cuda_release(struct bench_state *s);
/** Waits for the twins' calls. A hook of ::bench_case. @return 0 or -1 */
int bench_cuda_wait(struct bench_state *s);
/** Gives a twin on several GPUs memory there, with what the host memory has, or gives that back. Hooks of a
 *  ::bench_case with gpus on a GPU, which has the host memory then. */
sl_status bench_gpus_begin(struct bench_state *s, enum bench_side side);
sl_status bench_gpus_end(struct bench_state *s, enum bench_side side);
/** Waits for the calls of such a twin. @return 0 or -1 */
int bench_gpus_wait(struct bench_state *s);
/** @return bytes a second of copying on the GPU over so many bytes; 0 when it cannot be measured. */
double bench_cuda_bandwidth(double footprint);

/** Takes the cores and the views' memory for the native side: begin, work, end. Times nothing. */
sl_status bench_native_begin(const struct bench_case *c, struct bench_state *s);
/** Gives both back to Starloop. */
sl_status bench_native_end(const struct bench_case *c, struct bench_state *s);

/** Which sides run. */
enum bench_sides {
    BENCH_ONLY_STARLOOP = 1 << BENCH_STARLOOP,
    BENCH_ONLY_NATIVE = 1 << BENCH_NATIVE,
    BENCH_BOTH = BENCH_ONLY_STARLOOP | BENCH_ONLY_NATIVE
};

/** What was measured. */
struct bench_result {
    double seconds[2]; /**< per call, median over the rounds; by ::bench_side */
    double least[2];   /**< per call, fastest round */
    double sum[2];     /**< bench_state.sum of the last round */
    double spread[2];  /**< least and most ratio of a pair of processes; 0: no processes */
    double floor;      /**< seconds that what a call must move takes at least; 0: not known */
    int rounds, calls; /**< rounds of each side, calls in each */
    int cores, groups; /**< of Starloop's CPU loops */
};

/** Checks both sides, against the reference and one against the other, and chooses how long they are raced.
 *
 *  @param[in]  repeat  rounds of each side, 0: the default
 *  @param[in]  calls   of a round; 0: those of the case, or as many as fill one
 *  @param[in]  wait    each call is waited for by itself
 *  @param[out] result  rounds and calls
 *  @return 0, or -1 after a message when a call failed or a result was wrong. */
int bench_prepare(const struct bench_case *c, struct bench_state *s, int repeat, int calls, int wait,
                  struct bench_result *result);
/** Fills the views, and makes a side's first calls: for a process that has prepared nothing.
 *  @return 0, or -1 after a message */
int bench_warm_up(const struct bench_case *c, struct bench_state *s, enum bench_side side, int wait);
/** Races the sides round by round, or times one alone, and checks the result.
 *
 *  @param[in,out] result  rounds and calls; the times
 *  @return as bench_prepare(). */
int bench_race(const struct bench_case *c, struct bench_state *s, enum bench_sides sides, int wait,
               struct bench_result *result);
/** Compares what a round of both sides came to: bench_state.sum. @return 0, or -1 after a message */
int bench_compare_sums(const struct bench_case *c, const double sum[2]);

/** @return the highest memory bandwidth in bytes a second that plain code reaches over so many bytes on Starloop's
 *  cores (reading, or a streaming triad), or on the GPU (a copy); 0 when it cannot be measured. Remembers the last
 *  answers. */
double bench_bandwidth(enum bench_device device, double footprint);

#endif
