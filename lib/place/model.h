/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cost models: what the scheduler is told about the time of a loop.
 *
 * StarPU's own history models force calibration runs and know only the sizes of handles. Ours is a cost function over
 * a history of each kind of device, which is keyed by a footprint of kernel, space and policy. What was not measured is
 * estimated by a roofline; see sl__model_expect(). */
#ifndef STARLOOP_LIB_PLACE_MODEL_H
#define STARLOOP_LIB_PLACE_MODEL_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/starpu.h"

#include <starloop/loop.h>

#include "backend/backend.h"

enum { SL__MODEL_ENTRIES = 64 };

struct sl__task;

/** Seconds that may be lost, by what is known, by choices of a kernel's place that are made in the hope for chains.
 *  Each of these is timed meanwhile: the first ones are short, and wake threads, which has taken 6 ms for 30. */
#define SL__CHAIN_HOPES 5e-3

/** Seconds that StarPU is told besides those of a loop: what it and the driver take to start one and to see its end. */
#define SL__CPU_LAUNCH 1e-6
#define SL__CUDA_LAUNCH 8e-6

enum { SL__FATE_CLASSES = 16, SL__ALIKE = 8 };

/** Seconds that a GPU takes to make a graph, where that was not seen yet: 70 us or more where it must be built, but
 *  where many are made most are those of regions that are gone. */
#define SL__MODEL_GRAPH 25e-6

enum { SL__ALONE_CLASSES = 64, SL__ALONE_TRIED = 2, SL__ALONE_AGAIN = 250 };

/** Seconds: a loop whose threads have together computed for less is tried on one. */
#define SL__TRY_ALONE 1e-3

/** Seconds: a loop that takes longer on one core is worth a fork, whatever was measured, if it can be cut. */
#define SL__FORKS_ABOVE 30e-6

/** What is known of a kernel on one kind of device. */
typedef struct sl__history {
    _Atomic uint64_t entry[SL__MODEL_ENTRIES]; /* footprint in the upper half, seconds as a float in the lower, whose
                                                  last bits say how far it can be trusted */
    _Atomic unsigned calls;                    /* counted loosely */
    _Atomic float factor;                      /* measured over estimated, lately; 0: nothing is measured */
    _Atomic float spent; /* seconds of calls that the library has placed here, since it last tried the other kind of
                            device for the sake of measuring; see costs.h */
    _Atomic int checks;  /* how often it has */
} sl__history;

/** What is known of a call. */
typedef struct sl__sample {
    double seconds; /**< 0: nothing */
    int samples;    /**< how often it was measured, up to SL__SAMPLES_MOST */
    int old;        /**< in an earlier run only */
} sl__sample;

enum {
    SL__SAMPLES_MOST = 3,
    SL__SAMPLES_TRUSTED = 2 /* the first may contain what happens once: threads and pages made, code loaded */
};

/** Bit of a footprint that holds in this process only, because an address is part of it: not to be kept. */
#define SL__FOOTPRINT_PASSING UINT32_C(0x80000000)

/** What the footprint of a call differs by where its time is that in a chain of loops (exec/cpu/chain.h). */
#define SL__FOOTPRINT_CHAINED UINT32_C(0x2545f491)

/** What is kept of the runs of pieces of regions that begin with a kernel and have the same loops. Loosely, where
 *  several threads run such ones. See place.h. */
typedef struct sl__alike {
    _Atomic uint32_t print;   /* of which ones; 0: of none */
    _Atomic int where;        /* of the last runs: SL__SIDE_CPU, SL__SIDE_DEVICE or both or-ed */
    _Atomic int since, due;   /* runs since that was chosen, and after how many it is chosen anew */
    _Atomic int most;         /* which is no more than so many */
    _Atomic float gain;       /* seconds that a run was said to save on a GPU when it was chosen */
    _Atomic(const void *) by; /* the piece of that run: where its views are listed, never looked at */
} sl__alike;

/** The model of one kernel. */
typedef struct sl__model {
    struct starpu_perfmodel starpu;
    char symbol[160];
    sl__history on[SL__SIDES];
    _Atomic float per_point;                /* seconds an iteration on one core, measured; 0: not yet */
    _Atomic float alone[SL__ALONE_CLASSES]; /* seconds of a loop on one core, by the bits of its number of iterations */
    /* How often it was timed there, up to SL__ALONE_TRIED; until then what several have computed may stand, with a part
     * of it in the cache of each. From then on how often it was timed on several since. */
    _Atomic unsigned char tried[SL__ALONE_CLASSES];
    /* The same in a calling thread. From then on how often it was timed on one core since: it may have been tried while
     * its data was elsewhere, and goes back there with each loop that is queued. */
    _Atomic unsigned char here[SL__ALONE_CLASSES];
    _Atomic float forked[SL__ALONE_CLASSES]; /* seconds of a loop on several threads, until the last has ended */
    /* How often it was timed there, up to SL__ALONE_TRIED. From then on, where that is no gain, how often on one. */
    _Atomic unsigned char forks[SL__ALONE_CLASSES];
    _Atomic uint64_t placed; /* the last call that could choose, and where it was placed; see place.c */
    _Atomic float hoped;     /* seconds that choices in the hope for chains may have lost; from SL__CHAIN_HOPES on, or
                                from its end on, there are none, until they are renewed */
    _Atomic int in_vain;     /* calls that have run on CPUs since the first of these choices, each by itself; loosely */
    _Atomic float gain;      /* seconds that it was said to save on a GPU */
    _Atomic unsigned looks;  /* of the program, when a call was last placed, or when a piece of a region last ran */
    /* Of the pieces of regions that begin with this kernel, lately: the share after which the program has looked at
     * something, and of those on CPUs the share that was queued, since it could not run in the calling thread. Regions
     * come and go, and the next ones are used alike. */
    _Atomic float looked, queued;
    _Atomic float fresh; /* the share that were the first runs of theirs, of some hundred: a GPU makes a graph then, */
    _Atomic float graph; /* which takes so many seconds, lately; 0: it has made none */
    sl__alike alike[SL__ALIKE];
    _Atomic unsigned choices;             /* so often was the place of such a run chosen */
    _Atomic float fate[SL__FATE_CLASSES]; /* where views were wanted in the end that the kernel has made lately, by the
                                             bits of their number of elements: -1 to 1; place/lean.h */
    _Atomic float settled; /* where its calls that could choose were placed lately: -1 on CPUs, 1 on GPUs */
} sl__model;

/** Makes a model under a symbol that holds name, hash and StarPU's version. */
void sl__model_make(sl__model *model, const char *name, uint32_t hash);

/** The footprint of a call: kernel, extents of the space, and what of the policy changes its speed. The same in every
 *  run of a program, but for SL__FOOTPRINT_PASSING. */
uint32_t sl__model_footprint(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space);

/** @return the kind of device of one of StarPU's architectures. */
int sl__model_device(const struct starpu_perfmodel_arch *arch);

/** Whether the next call on this device should be timed: the first ones, then one in sixteen, and one that was seldom
 *  seen there, or not in this run. Any thread. */
int sl__model_due(sl__model *model, int device, uint32_t footprint);

/** Notes that a call took @p seconds on a device.
 *  @param[in] device   SL__ON_CPU: wall time of the loop. SL__ON_DEVICE: time of the kernels on the device
 *  @param[in] points   iterations
 *  @param[in] threads  of the CPU that it ran on; 1 elsewhere. Any thread. */
void sl__model_note(sl__model *model, int device, uint32_t footprint, sl_index points, int threads, double seconds);

/** The same for a loop on the CPU whose threads were timed each for itself.
 *  @param[in] work  seconds that all of them together have computed. The fork is none of it: 15 threads that sleep are
 *                   woken in up to half a millisecond, and a loop of 4 us on one core is not one of 7 ms */
void sl__model_note_cpu(sl__model *model, uint32_t footprint, sl_index points, int threads, double work,
                        double seconds);

/** The same for a loop of a chain on the CPU.
 *  @param[in] work     seconds that all its threads together have computed; 0: not to be noted
 *  @param[in] seconds  its share of the time of the chain, what threads wait for each other included; and the fork, but
 *                      while little is known of such loops; 0: the chain was not timed
 *  @param[in] counts   whether it is the first of its kind there: a chain is one sample, whatever the number of its
 *                      loops. What has happened once, to the chain, has happened to all of them */
void sl__model_note_chained(sl__model *model, uint32_t footprint, sl_index points, int threads, double work,
                            double seconds, int counts);

/** Tells that the threads of a call, the first that was noted, have together computed for @p busy seconds only. A time
 *  that is longer, and so long that it is more than what the first call of a kernel may take, is that of having been
 *  stopped, or of threads being made: a fill of 4356 elements has taken 0.13 s while a GPU was being set up, a copy of
 *  20000 5 ms. Of what was measured once nobody would look again, if the other kind of device is faster than that. */
void sl__model_excuse(sl__model *model, int device, uint32_t footprint, double busy);

/** Enters what an earlier run has measured, unless the place is taken. Before calls with that footprint. */
void sl__model_recall(sl__model *model, int device, uint32_t footprint, double seconds, int samples);

/** Forgets all. While no call is queued. */
void sl__model_forget(sl__model *model);

/** @return what is known of calls with that footprint. */
sl__sample sl__model_look(const sl__model *model, int device, uint32_t footprint);

/** The same for a loop in a run of a region: in a chain, if it was seen in one. */
sl__sample sl__model_look_in_run(const sl__model *model, int device, uint32_t footprint);

/** The same for a loop that may become part of a chain or not: what is known better, or else the shorter time. */
sl__sample sl__model_look_queued(const sl__model *model, int device, uint32_t footprint);

/** Whether sl__model_look() does not know it for sure, or from an earlier run only. */
int sl__model_is_new(const sl__model *model, int device, uint32_t footprint);

/** @return the measured time of a call with that footprint in seconds, 0 when there is none. */
double sl__model_known(const sl__model *model, int device, uint32_t footprint);

/** @return the bytes that a loop moves: of each view what an iteration touches once, as often as there are iterations,
 *  but no more than there is. What it updates is read and written. */
double sl__model_bytes(const struct sl__task *task);

/** @return the seconds in which a worker group reads so many bytes from memory, by the roofline. */
double sl__model_fetch(double bytes);

/** @return the roofline of a call in seconds: the bytes that its space touches over the device's bandwidth. */
double sl__model_roofline(const struct sl__task *task, int device);

/** The time that a call will take, without the launch: as it was measured; else the roofline by as much as the kernel's
 *  calls with other footprints have missed it on this device. A kernel that never ran there is taken to miss it by the
 *  root of what it does on the other device: so it is tried there when that may be better, and one that is bound by
 *  arithmetic is not sent to a CPU for the memory that it hardly touches. And a thread of a GPU takes several times as
 *  long for an iteration as a core has taken: so a few long iterations are not sent to a GPU.
 *  @return seconds, never 0. */
double sl__model_expect(const struct sl__task *task, int device);

/** The same for a choice of the device: of a call that was measured once, what may have happened that once is taken
 *  off, but for what was expected before. So it is measured again where it may be worth it. */
double sl__model_hope(const struct sl__task *task, int device);

/** The same for a loop in a run of a region. */
double sl__model_hope_in_run(const struct sl__task *task, int device);

/** What sl__model_hope_chained() says where there is no hope. */
#define SL__NO_HOPE (-1.0)

/** What a loop may take less in a chain: there it takes its share of what one core takes, or, where it was not seen in
 *  this run, what bandwidth allows; and it is said to take more, for the fork, say. For some choices of the device
 *  only: it may never come to be in one.
 *  @param[in] by_itself  seconds
 *  @param[in] other      seconds on the other kind of device: there is no hope where that is less than its share, none
 *                        is needed where it is more than @p by_itself; and what was often seen of chains in this run is
 *                        doubted only where it is about as much
 *  @return seconds; 0: none is needed, or it is over; SL__NO_HOPE: there is none for this call, or any more. */
double sl__model_hope_chained(const struct sl__task *task, double by_itself, double other);

/** Counts a choice of CPUs for calls of a kernel, and what it may lose. Where no hope was needed it has come true, and
 *  ends; and so it does when some calls have run since, and in no chain.
 *  @param[in] hoped  seconds less than by themselves, of all; 0: none was needed
 *  @param[in] away   seconds to fetch their views, which will go back */
void sl__model_spend_hope(sl__model *model, uint32_t footprint, double hoped, double away);

/** Tells that calls have taken @p seconds on a GPU, and are said to take about as long on the CPU. After a while that
 *  is doubted once more. */
void sl__model_renew_hopes(sl__model *model, double seconds);

/** Whether two times are so close that what is known of them may be the other way round. */
static inline int sl__model_close(double one, double other)
{
    return one < 2 * other && other < 2 * one;
}

/** The same as sl__model_expect() for a batch: at least @p unknown seconds where the kernel never ran on the device. */
double sl__model_share(const struct sl__task *task, int device, double unknown);

/** @return the class of loops of about so many iterations. */
static inline int sl__alone_class(sl_index points)
{
    return points > 0 ? 64 - __builtin_clzll((unsigned long long)points) : 0;
}

/** @return the time of a loop of about so many iterations on one core in seconds; 0 when none was measured. A time per
 *  iteration would not do: the shortest loops are all overhead, and the sizes of a kernel's loops may change with each
 *  call. */
static inline double sl__model_alone(const sl__model *model, sl_index points)
{
    return atomic_load_explicit(&model->alone[sl__alone_class(points)], memory_order_relaxed);
}

/** Whether loops of so many iterations are to run on one core until they were timed there, for what is known of them
 *  may be what happened once, or what several have computed. */
int sl__model_tries(const sl__model *model, sl_index points);

/** Whether loops are placed on CPUs in the hope for chains these days. */
static inline int sl__model_hopes(const sl__model *model)
{
    const float hoped = atomic_load_explicit(&model->hoped, memory_order_relaxed);
    return hoped > 0 && hoped < SL__CHAIN_HOPES;
}

/** Whether it is to be known what loops with that footprint would take in many chains, one behind the other: they were
 *  seldom seen in one, or are hoped to be better in one than was seen. */
static inline int sl__model_is_new_in_chains(const sl__model *model, uint32_t footprint)
{
    return sl__model_is_new(model, SL__ON_CPU, footprint ^ SL__FOOTPRINT_CHAINED) || sl__model_hopes(model);
}

/** Tells that a loop has run on CPUs, and not in a chain. */
static inline void sl__model_ran_alone(sl__model *model)
{
    if (sl__model_hopes(model))
        atomic_store_explicit(&model->in_vain, atomic_load_explicit(&model->in_vain, memory_order_relaxed) + 1,
                              memory_order_relaxed);
}

/** Whether loops of so many iterations are to be timed the next time that several threads run one. */
static inline int sl__model_tries_fork(const sl__model *model, sl_index points)
{
    return atomic_load_explicit(&model->forks[sl__alone_class(points)], memory_order_relaxed) < SL__ALONE_TRIED;
}

/** Whether loops of so many iterations were seen to take several threads no less than one: such a fork may wake threads
 *  that sleep, and they find nothing of the data in their caches. For short loops only; it is tried again now and
 *  then. */
int sl__model_forks_in_vain(const sl__model *model, sl_index points);

/** Whether loops of so many iterations are to be timed in a calling thread: what a worker takes that slept, or has
 *  nothing of the loop in its caches, says little of that. */
static inline int sl__model_tries_here(const sl__model *model, sl_index points)
{
    return atomic_load_explicit(&model->here[sl__alone_class(points)], memory_order_relaxed) < SL__ALONE_TRIED;
}

/** Counts a try in a calling thread, before sl__model_note(): what is known is no more than it took. */
void sl__model_tried_here(sl__model *model, sl_index points, double seconds);

/** What to note of a loop on one core that had to fetch what another core, or a GPU, has left: that is no part of what
 *  it takes, and it may be half as much again. But where nothing better is known it will do.
 *  @return @p seconds, or less */
double sl__model_warm(const sl__model *model, uint32_t footprint, double seconds);

/** Whether a loop of so many iterations is known to take longer than @p seconds on one core. One that is to be tried
 *  there is not. */
int sl__model_is_long(const sl__model *model, sl_index points, double seconds);

/** @return the measured time of one iteration on one core in seconds, 0 when there is none. */
static inline double sl__model_per_point(const sl__model *model)
{
    return atomic_load_explicit(&model->per_point, memory_order_relaxed);
}

#endif
