/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/env.h"
#include "exec/cpu/chain.h"
#include "exec/cpu/gang.h"
#include "exec/cpu/run.h"
#include "backend/backend.h"
#include "task/kernel_state.h"
#include "place/lean.h"
#include "task/task.h"
#include "machine/machine.h"
#include "kernel/space.h"

/* The rooflines: bandwidths that a core, a package and a GPU of today reach, in bytes a second, and the time of a loop
 * over nothing. They only have to rank calls, and to be too good rather than too bad, or nobody would try. */
#define CORE_BANDWIDTH 1e10
#define CACHE_BANDWIDTH 4e10 /* of a core, where all fits into the second-level caches */
#define PACKAGE_BANDWIDTH 1.5e11
#define CUDA_BANDWIDTH 2e12
#define CPU_LEAST 1e-6
#define CUDA_LEAST 2e-6
#define CUDA_SHORT 6e-6 /* events measure up to that of a loop over little: it misses no roofline then */

/* What the first call of a kernel may take once, besides: threads are made, code is loaded; and pages, by bytes. */
#define ONCE 1e-3
#define ONCE_BANDWIDTH 4e9

/* How many times as long as a core a thread of a GPU takes for an iteration, at least. */
#define CUDA_THREAD 8

/* After so many calls of the kernel in this run what an earlier one has seen of chains is over, if this one has not. */
#define CALLS_WITHOUT 16

/* A choice is for so many calls, about: at first for one, later for 16. */
#define CALLS_OF_CHOICE 4

/* So many choices are enough to show what there is to hope for, and so many calls in vain that there is nothing. */
#define CHOICES 12
#define IN_VAIN 3

/* Of the time on a GPU that calls take which are said to take about as long on the CPU, so much is spent on doubts. */
#define HOPED 0.01

/* ---- footprints ---------------------------------------------------------------------------------------- */

/* A multiplication and a fold: quick, for every call passes here. */
static uint64_t mix(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_launch(uint64_t hash, const sl_policy *policy)
{
    const sl_occupancy *o = &policy->occupancy;
    hash = mix(hash, (uint64_t)policy->grid << 11 ^ (uint64_t)policy->block);
    if (o->kind == SL__OCCUPANCY_DEFAULT)
        return hash;
    hash = mix(hash, (uint64_t)o->kind << 32 | (uint32_t)o->num);
    hash = mix(hash, (uint64_t)(uint32_t)o->den << 32 | (uint32_t)o->offset);
    return o->custom ? mix(hash, (uintptr_t)o->custom) : hash; /* an address: SL__FOOTPRINT_PASSING */
}

uint32_t sl__model_footprint(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space)
{
    const sl__kernel_state *state = __atomic_load_n(kernel->state, __ATOMIC_ACQUIRE);
    uint64_t hash = mix(0, state ? state->hash : sl__kernel_hash(kernel));
    for (int d = 0; d < space->rank; d++) {
        hash = mix(hash, sl__space_footprint(space, d));
        hash = mix(hash, (uint64_t)policy->tile[d] * 8 + (uint64_t)policy->order[d]);
    }
    /* Not .where: each kind of device has a history of its own, and one that was told its place teaches the others. */
    hash = mix(hash, (uint64_t)policy->chunk * 8 + (uint64_t)policy->collapse);
    hash = mix(hash, (uint64_t)policy->schedule);
    hash = mix_launch(hash, policy);
    uint32_t print = (uint32_t)(hash >> 32 ^ hash) & ~SL__FOOTPRINT_PASSING;
    return policy->occupancy.custom ? print | SL__FOOTPRINT_PASSING : print;
}

/* ---- history ------------------------------------------------------------------------------------------- */

/* An entry: the footprint, and a float whose three last bits are the number of samples and whether they are old. */
enum { SAMPLES = 3, OLD = 4, MARKS = 7 };

static uint64_t entry_of(uint32_t footprint, double seconds, int samples, int old)
{
    float value = (float)fmax(seconds, 1e-12);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (uint64_t)footprint << 32 | (bits & ~(uint32_t)MARKS) | (uint32_t)samples | (old ? OLD : 0);
}

sl__sample sl__model_look(const sl__model *model, int device, uint32_t footprint)
{
    const _Atomic uint64_t *place = &model->on[device].entry[footprint % SL__MODEL_ENTRIES];
    uint64_t entry = atomic_load_explicit(place, memory_order_relaxed);
    uint32_t bits = (uint32_t)entry & ~(uint32_t)MARKS;
    float seconds;
    if (entry >> 32 != footprint || ((uint32_t)entry & SAMPLES) == 0)
        return (sl__sample){0};
    memcpy(&seconds, &bits, sizeof seconds);
    return (sl__sample){seconds, (int)(entry & SAMPLES), (entry & OLD) != 0};
}

int sl__model_is_new(const sl__model *model, int device, uint32_t footprint)
{
    sl__sample known = sl__model_look(model, device, footprint);
    return known.old || known.samples < SL__SAMPLES_TRUSTED;
}

sl__sample sl__model_look_in_run(const sl__model *model, int device, uint32_t footprint)
{
    sl__sample chained = {0}, alone = sl__model_look(model, device, footprint);
    if (device == SL__ON_CPU)
        chained = sl__model_look(model, device, footprint ^ SL__FOOTPRINT_CHAINED);
    const int over = chained.old && !alone.old && alone.samples >= SL__SAMPLES_TRUSTED &&
                     atomic_load_explicit(&model->on[device].calls, memory_order_relaxed) >= CALLS_WITHOUT;
    return chained.samples > 0 && !over ? chained : alone;
}

sl__sample sl__model_look_queued(const sl__model *model, int device, uint32_t footprint)
{
    sl__sample alone = sl__model_look(model, device, footprint);
    sl__sample chained = sl__model_look_in_run(model, device, footprint); /* the same where it was in none */
    int samples = alone.samples < SL__SAMPLES_TRUSTED ? alone.samples : SL__SAMPLES_TRUSTED;
    int others = chained.samples < SL__SAMPLES_TRUSTED ? chained.samples : SL__SAMPLES_TRUSTED;
    return others > samples || (others == samples && chained.seconds < alone.seconds) ? chained : alone;
}

double sl__model_known(const sl__model *model, int device, uint32_t footprint)
{
    return sl__model_look(model, device, footprint).seconds;
}

int sl__model_due(sl__model *model, int device, uint32_t footprint)
{
    sl__history *h = &model->on[device];
    unsigned calls = atomic_load_explicit(&h->calls, memory_order_relaxed);
    atomic_store_explicit(&h->calls, calls + 1, memory_order_relaxed);
    return calls < 16 || calls % 16 == 0 || sl__model_is_new(model, device, footprint);
}

/* A measurement may be too long, by any factor, where the system has stopped a thread meanwhile; it cannot be too
 * short. So a longer one counts for no more than twice what is known. */
static double drift(double known, double seconds)
{
    return seconds < known ? 0.5 * (known + seconds) : 0.75 * known + 0.25 * fmin(seconds, 2 * known);
}

/* What is known after one more measurement. Of the first two the shorter stands; the first of this run says little. */
static double joined(sl__sample known, double seconds)
{
    if (known.samples == 0)
        return seconds;
    if (known.samples < SL__SAMPLES_TRUSTED)
        return fmin(known.seconds, seconds);
    if (known.old && seconds > known.seconds)
        return 0.9 * known.seconds + 0.1 * fmin(seconds, 2 * known.seconds);
    return drift(known.seconds, seconds);
}

/* One more, of tries or of what was timed since the last of them: after so many there is a try to make again. */
static int count_more(int count, int again)
{
    return count < SL__ALONE_TRIED + again ? count + 1 : SL__ALONE_TRIED - 1;
}

/* Times on one core: of the first two the shorter stands, and later no more than four times what is known, for once in
 * a while a thread loses its core in the middle of a loop. What several cores have computed is no less, and of that the
 * shortest stands until then: the first calls fetch their data. A loop that goes on being timed on several is tried
 * again now and then: both tries may have been long by chance. */
static void note_alone(sl__model *model, sl_index points, int threads, double seconds)
{
    int class = sl__alone_class(points);
    int tried = atomic_load_explicit(&model->tried[class], memory_order_relaxed);
    int fresh = threads == 1 && tried < SL__ALONE_TRIED;
    double known = atomic_load_explicit(&model->alone[class], memory_order_relaxed);
    if (fresh || (threads > 1 && tried >= SL__ALONE_TRIED))
        tried = count_more(tried, SL__ALONE_AGAIN);
    atomic_store_explicit(&model->tried[class], (unsigned char)tried, memory_order_relaxed);
    if (threads > 1 && known > 0 && seconds >= known)
        return;
    double mean = known > 0 ? 0.75 * known + 0.25 * fmin(seconds, 4 * known) : seconds;
    if (known > 0 && (fresh || tried == 0))
        mean = fmin(known, seconds);
    atomic_store_explicit(&model->alone[class], (float)fmax(mean, 1e-9), memory_order_relaxed);
}

int sl__model_forks_in_vain(const sl__model *model, sl_index points)
{
    double alone = sl__model_alone(model, points);
    double forked = atomic_load_explicit(&model->forked[sl__alone_class(points)], memory_order_relaxed);
    return alone < SL__FORKS_ABOVE && forked >= alone && !sl__model_tries_fork(model, points);
}

/* What a fork takes, of which the first two may be long by chance. One that is no gain is tried again after many loops
 * on one thread. */
static void note_fork(sl__model *model, sl_index points, int threads, double seconds)
{
    int class = sl__alone_class(points);
    int forks = atomic_load_explicit(&model->forks[class], memory_order_relaxed);
    double known = atomic_load_explicit(&model->forked[class], memory_order_relaxed);
    if (threads > 1) {
        if (known > 0)
            seconds = forks < SL__ALONE_TRIED ? fmin(known, seconds) : drift(known, seconds);
        atomic_store_explicit(&model->forked[class], (float)fmax(seconds, 1e-9), memory_order_relaxed);
        forks += forks < SL__ALONE_TRIED;
    } else if (sl__model_forks_in_vain(model, points)) {
        forks = count_more(forks, SL__ALONE_AGAIN);
    }
    atomic_store_explicit(&model->forks[class], (unsigned char)forks, memory_order_relaxed);
}

int sl__model_tries(const sl__model *model, sl_index points)
{
    double alone = sl__model_alone(model, points);
    int tried = atomic_load_explicit(&model->tried[sl__alone_class(points)], memory_order_relaxed);
    return tried < SL__ALONE_TRIED && alone > 0 && alone < SL__TRY_ALONE;
}

double sl__model_warm(const sl__model *model, uint32_t footprint, double seconds)
{
    const sl__sample known = sl__model_look(model, SL__ON_CPU, footprint);
    return known.samples >= SL__SAMPLES_TRUSTED ? fmin(seconds, known.seconds) : seconds;
}

void sl__model_tried_here(sl__model *model, sl_index points, double seconds)
{
    int class = sl__alone_class(points), here = atomic_load_explicit(&model->here[class], memory_order_relaxed);
    double known = atomic_load_explicit(&model->alone[class], memory_order_relaxed);
    if (here >= SL__ALONE_TRIED)
        return;
    atomic_store_explicit(&model->here[class], (unsigned char)(here + 1), memory_order_relaxed);
    if (known > 0 && seconds < known)
        atomic_store_explicit(&model->alone[class], (float)fmax(seconds, 1e-9), memory_order_relaxed);
}

int sl__model_is_long(const sl__model *model, sl_index points, double seconds)
{
    int tried = atomic_load_explicit(&model->tried[sl__alone_class(points)], memory_order_relaxed);
    if (sl__model_tries(model, points))
        return 0;
    return (tried > 0 ? sl__model_alone(model, points) : sl__model_per_point(model) * (double)points) > seconds;
}

/* Seldom timed, so these are some hundred loops. */
#define HERE_AGAIN 32

/* A loop was timed on one core. */
static void count_here(sl__model *model, sl_index points)
{
    const int class = sl__alone_class(points), here = atomic_load_explicit(&model->here[class], memory_order_relaxed);
    if (here >= SL__ALONE_TRIED)
        atomic_store_explicit(&model->here[class], (unsigned char)count_more(here, HERE_AGAIN), memory_order_relaxed);
}

/* What all threads have computed. */
static void note_work(sl__model *model, sl_index points, int threads, double seconds)
{
    note_alone(model, points, threads, seconds);
    if (points > 0) {
        double old = sl__model_per_point(model), now = seconds / (double)points;
        atomic_store_explicit(&model->per_point, (float)(old > 0 ? drift(old, now) : now), memory_order_relaxed);
    }
}

/* What was often seen in earlier runs only is not seen often yet, in this one.
 * @param[in] counts  as one more sample, not as more of the last one */
static int more_samples(sl__sample known, int counts)
{
    const int most = known.old ? SL__SAMPLES_TRUSTED : SL__SAMPLES_MOST;
    const int samples = known.samples + (counts || known.samples == 0);
    return samples < most ? samples : most;
}

static void note_entry(sl__model *model, int device, uint32_t footprint, double seconds, int counts)
{
    const sl__sample known = sl__model_look(model, device, footprint);
    const int samples = more_samples(known, counts);
    atomic_store_explicit(&model->on[device].entry[footprint % SL__MODEL_ENTRIES],
                          entry_of(footprint, joined(known, seconds), samples, 0), memory_order_relaxed);
}

void sl__model_note(sl__model *model, int device, uint32_t footprint, sl_index points, int threads, double seconds)
{
    if (device == SL__ON_CPU)
        sl__model_note_cpu(model, footprint, points, threads, threads * seconds, seconds);
    else
        note_entry(model, device, footprint, seconds, 1);
}

void sl__model_note_cpu(sl__model *model, uint32_t footprint, sl_index points, int threads, double work, double seconds)
{
    note_entry(model, SL__ON_CPU, footprint, seconds, 1);
    note_work(model, points, threads, work);
    note_fork(model, points, threads, seconds);
    if (threads == 1)
        count_here(model, points);
}

void sl__model_note_chained(sl__model *model, uint32_t footprint, sl_index points, int threads, double work,
                            double seconds, int counts)
{
    if (work > 0)
        note_work(model, points, threads, work);
    if (seconds > 0)
        note_entry(model, SL__ON_CPU, footprint ^ SL__FOOTPRINT_CHAINED, seconds, counts);
}

void sl__model_excuse(sl__model *model, int device, uint32_t footprint, double busy)
{
    sl__sample known = sl__model_look(model, device, footprint);
    if (known.samples == 1 && !known.old && known.seconds > ONCE && busy < known.seconds)
        atomic_store_explicit(&model->on[device].entry[footprint % SL__MODEL_ENTRIES], entry_of(footprint, busy, 1, 0),
                              memory_order_relaxed);
}

void sl__model_recall(sl__model *model, int device, uint32_t footprint, double seconds, int samples)
{
    _Atomic uint64_t *place = &model->on[device].entry[footprint % SL__MODEL_ENTRIES];
    samples = samples < 1 ? 1 : samples > SL__SAMPLES_MOST ? SL__SAMPLES_MOST : samples;
    if (atomic_load_explicit(place, memory_order_relaxed) == 0)
        atomic_store_explicit(place, entry_of(footprint, seconds, samples, 1), memory_order_relaxed);
}

void sl__model_forget(sl__model *model)
{
    for (int device = 0; device < SL__SIDES; device++) {
        sl__history *h = &model->on[device];
        for (int i = 0; i < SL__MODEL_ENTRIES; i++)
            atomic_store_explicit(&h->entry[i], 0, memory_order_relaxed);
        atomic_store_explicit(&h->calls, 0, memory_order_relaxed);
        atomic_store_explicit(&h->factor, 0, memory_order_relaxed);
        atomic_store_explicit(&h->spent, 0, memory_order_relaxed);
        atomic_store_explicit(&h->checks, 0, memory_order_relaxed);
    }
    for (int i = 0; i < SL__ALONE_CLASSES; i++) {
        atomic_store_explicit(&model->alone[i], 0, memory_order_relaxed);
        atomic_store_explicit(&model->tried[i], 0, memory_order_relaxed);
        atomic_store_explicit(&model->here[i], 0, memory_order_relaxed);
        atomic_store_explicit(&model->forked[i], 0, memory_order_relaxed);
        atomic_store_explicit(&model->forks[i], 0, memory_order_relaxed);
    }
    atomic_store_explicit(&model->per_point, 0, memory_order_relaxed);
    atomic_store_explicit(&model->settled, 0, memory_order_relaxed);
    atomic_store_explicit(&model->placed, 0, memory_order_relaxed);
    atomic_store_explicit(&model->hoped, 0, memory_order_relaxed);
    atomic_store_explicit(&model->looked, 0, memory_order_relaxed);
    atomic_store_explicit(&model->queued, 0, memory_order_relaxed);
    atomic_store_explicit(&model->fresh, 0, memory_order_relaxed);
    atomic_store_explicit(&model->graph, 0, memory_order_relaxed);
    for (int i = 0; i < SL__ALIKE; i++)
        atomic_store_explicit(&model->alike[i].print, 0, memory_order_relaxed);
    for (int i = 0; i < SL__FATE_CLASSES; i++)
        atomic_store_explicit(&model->fate[i], 0, memory_order_relaxed);
}

/* ---- estimates ----------------------------------------------------------------------------------------- */

double sl__model_bytes(const sl__task *task)
{
    const sl__task_view *views = task->many ? task->many : task->view;
    double points = (double)sl_space_size(&task->space), bytes = 0;
    for (int i = 0; i < task->views; i++) {
        double count = (double)views[i].view->count;
        double once = (double)views[i].view->elem * (points < count ? points : count);
        bytes += views[i].access == SL_RDWR ? 2 * once : once;
    }
    return bytes;
}

/* Of so many cores together, up to what the memory of their packages gives. */
static double bandwidth_of(double cores)
{
    const sl__topology *topology = sl__machine_topology();
    double packages = topology != NULL ? topology->packages * cores / topology->cores : 1;
    return fmin(cores * CORE_BANDWIDTH, fmax(packages, 1) * PACKAGE_BANDWIDTH);
}

static double cores_of_group(const sl__plan *plan)
{
    return plan != NULL && plan->groups > 0 ? (double)plan->cores / plan->groups : 1;
}

/* Of the cores behind one call. */
static double cpu_bandwidth(const sl__task *task, double bytes)
{
    const sl__plan *plan = sl__machine_plan();
    const sl__topology *topology = sl__machine_topology();
    int alone = sl_space_size(&task->space) <= sl__env_int(SL__ENV_SERIAL_BELOW);
    double cores = alone ? 1 : sl__gang_pays(task) ? plan->cores : cores_of_group(plan);
    if (topology != NULL && bytes <= cores * (double)topology->l2)
        return cores * CACHE_BANDWIDTH;
    return bandwidth_of(cores);
}

double sl__model_fetch(double bytes)
{
    return bytes / bandwidth_of(cores_of_group(sl__machine_plan()));
}

static double roofline_of(const sl__task *task, int device, double bytes)
{
    return device == SL__ON_DEVICE ? CUDA_LEAST + bytes / CUDA_BANDWIDTH
                                   : CPU_LEAST + bytes / cpu_bandwidth(task, bytes);
}

double sl__model_roofline(const sl__task *task, int device)
{
    return roofline_of(task, device, sl__model_bytes(task));
}

/* What a call takes of a kernel that never ran on the device. */
static double untried(const sl__model *model, int device, double roofline)
{
    double other = atomic_load_explicit(&model->on[!device].factor, memory_order_relaxed);
    double seconds = roofline * (other > 1 ? sqrt(other) : 1);
    return fmax(seconds, device == SL__ON_DEVICE ? CUDA_THREAD * sl__model_per_point(model) : 1e-9);
}

static double expect(const sl__task *task, int device, sl__sample known, int hopes)
{
    sl__model *model = &task->state->model;
    _Atomic float *factor = &model->on[device].factor;
    double bytes = sl__model_bytes(task), roofline = roofline_of(task, device, bytes);
    if (known.samples == 0) {
        double missed = atomic_load_explicit(factor, memory_order_relaxed);
        return missed > 0 ? fmax(roofline * missed, 1e-9) : untried(model, device, roofline);
    }
    double hope = known.seconds;
    if (known.samples < SL__SAMPLES_TRUSTED)
        hope = fmin(hope, fmax(untried(model, device, roofline), hope - ONCE - bytes / ONCE_BANDWIDTH));
    double fair = device == SL__ON_DEVICE ? fmax(roofline, fmin(hope, CUDA_SHORT)) : roofline;
    atomic_store_explicit(factor, (float)(hope / fair), memory_order_relaxed);
    return hopes ? hope : known.seconds;
}

double sl__model_expect(const sl__task *task, int device)
{
    return expect(task, device, sl__model_look_queued(&task->state->model, device, task->footprint), 0);
}

/* Whether a loop may come to be in a chain, and something is known of it. */
static int may_chain(const sl__task *task, double alone)
{
    return (alone > 0 || sl__model_look(&task->state->model, SL__ON_CPU, task->footprint).old) &&
           sl__machine_groups() == 1 && sl__env_int(SL__ENV_CHAIN) && sl__chain_takes(task) && sl__cpu_is_large(task);
}

double sl__model_hope_chained(const sl__task *task, double by_itself, double other)
{
    const sl__model *model = &task->state->model;
    const double alone = sl__model_alone(model, sl_space_size(&task->space));
    if (atomic_load_explicit(&model->hoped, memory_order_relaxed) >= SL__CHAIN_HOPES || !may_chain(task, alone))
        return SL__NO_HOPE;
    const sl__sample chained = sl__model_look(model, SL__ON_CPU, task->footprint ^ SL__FOOTPRINT_CHAINED);
    const int seen = chained.samples >= SL__SAMPLES_MOST && !chained.old;
    if (by_itself <= other || (seen && !sl__model_close(by_itself, other)))
        return 0;
    const double share = fmax(alone / cores_of_group(sl__machine_plan()), sl__model_roofline(task, SL__ON_CPU));
    return share < other ? by_itself - share : SL__NO_HOPE;
}

/* Whether calls have run since the first choice in the hope for chains, such calls too, and in none. */
static int is_vain(const sl__model *model, uint32_t footprint)
{
    const sl__sample chained = sl__model_look(model, SL__ON_CPU, footprint ^ SL__FOOTPRINT_CHAINED);
    const sl__sample alone = sl__model_look(model, SL__ON_CPU, footprint);
    return atomic_load_explicit(&model->in_vain, memory_order_relaxed) >= IN_VAIN && alone.samples > 0 && !alone.old &&
           (chained.samples == 0 || chained.old);
}

void sl__model_spend_hope(sl__model *model, uint32_t footprint, double hoped, double away)
{
    const double before = atomic_load_explicit(&model->hoped, memory_order_relaxed);
    if (before >= SL__CHAIN_HOPES || (before == 0 && hoped == 0))
        return;
    if (before == 0)
        atomic_store_explicit(&model->in_vain, 0, memory_order_relaxed);
    const double lost = before + fmax(CALLS_OF_CHOICE * hoped + 2 * away, SL__CHAIN_HOPES / CHOICES);
    const int goes_on = lost < SL__CHAIN_HOPES && hoped > 0 && !is_vain(model, footprint);
    atomic_store_explicit(&model->hoped, (float)(goes_on ? lost : 2 * SL__CHAIN_HOPES), memory_order_relaxed);
}

void sl__model_renew_hopes(sl__model *model, double seconds)
{
    const double hoped = atomic_load_explicit(&model->hoped, memory_order_relaxed) - HOPED * seconds;
    if (hoped + HOPED * seconds >= SL__CHAIN_HOPES)
        atomic_store_explicit(&model->hoped, hoped > SL__CHAIN_HOPES ? (float)hoped : 0, memory_order_relaxed);
}

double sl__model_hope(const sl__task *task, int device)
{
    return expect(task, device, sl__model_look_queued(&task->state->model, device, task->footprint), 1);
}

double sl__model_hope_in_run(const sl__task *task, int device)
{
    return expect(task, device, sl__model_look_in_run(&task->state->model, device, task->footprint), 1);
}

double sl__model_share(const sl__task *task, int device, double unknown)
{
    const sl__model *model = &task->state->model;
    double seconds = sl__model_expect(task, device);
    int ran = sl__model_look_queued(model, device, task->footprint).samples > 0 ||
              atomic_load_explicit(&model->on[device].factor, memory_order_relaxed) > 0;
    return ran ? seconds : fmax(seconds, unknown);
}

int sl__model_device(const struct starpu_perfmodel_arch *arch)
{
    return arch != NULL && arch->ndevices > 0 && arch->devices[0].type == STARPU_CUDA_WORKER ? SL__ON_DEVICE
                                                                                             : SL__ON_CPU;
}

/* StarPU asks, in microseconds. Neither 0 nor NaN: both mean unknown, and start a calibration. */
static double cost(struct starpu_task *starpu_task, struct starpu_perfmodel_arch *arch, unsigned implementation)
{
    (void)implementation;
    sl__task *task = starpu_task->cl_arg;
    int device = sl__model_device(arch);
    double seconds = sl__model_hope(task, device) + (device == SL__ON_DEVICE ? SL__CUDA_LAUNCH : SL__CPU_LAUNCH);
    if (sl__device_workers() > 0)
        seconds += sl__lean_charge(task, starpu_task, device);
    return seconds * 1e6;
}

static uint32_t footprint(struct starpu_task *starpu_task)
{
    const sl__task *task = starpu_task->cl_arg;
    return task->footprint;
}

void sl__model_make(sl__model *model, const char *name, uint32_t hash)
{
    snprintf(model->symbol, sizeof model->symbol, "starloop_%.80s_%08x_starpu_%d_%d", name, (unsigned)hash,
             STARPU_MAJOR_VERSION, STARPU_MINOR_VERSION);
    model->starpu.type = STARPU_PER_ARCH;
    model->starpu.symbol = model->symbol;
    model->starpu.arch_cost_function = cost;
    model->starpu.footprint = footprint;
}
