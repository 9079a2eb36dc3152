/* SPDX-License-Identifier: BSD-3-Clause */
#include "backend/backend.h"

#include <pthread.h>

_Atomic int sl__device_workers_now;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const sl__backend *table[SL__BACKENDS_MOST];
static int entries;
static _Atomic(const sl__backend *) chosen; /* NULL: none yet */
static _Atomic(const char *) unused;        /* why no device is in use although there are some */

/* ---- the table ------------------------------------------------------------------------------------------------ */

void sl__backend_add(const sl__backend *backend)
{
    pthread_mutex_lock(&lock);
    int known = 0;
    for (int i = 0; i < entries; i++)
        known |= table[i] == backend;
    if (!known && entries < SL__BACKENDS_MOST) {
        table[entries++] = backend;
        atomic_store(&chosen, NULL);
    }
    pthread_mutex_unlock(&lock);
}

const sl__backend *sl__backend_at(int i)
{
    return i < entries ? table[i] : NULL;
}

const sl__backend *sl__backend_now(void)
{
    const sl__backend *now = atomic_load_explicit(&chosen, memory_order_acquire);
    if (now != NULL)
        return now;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < entries && now == NULL; i++)
        if (table[i]->count != NULL && table[i]->count() > 0)
            now = table[i];
    if (now == NULL)
        now = table[0];
    atomic_store_explicit(&chosen, now, memory_order_release);
    pthread_mutex_unlock(&lock);
    return now;
}

const sl__backend *sl__backend_of(sl_where where)
{
    for (int i = 0; i < entries; i++)
        if (table[i]->where == where)
            return table[i];
    return NULL;
}

uint32_t sl__backend_bits(int sides)
{
    const sl__backend *b = sides & SL__SIDE_DEVICE ? sl__backend_now() : NULL;
    return (sides & SL__SIDE_CPU ? STARPU_CPU : 0) | (b != NULL ? b->where_bit : 0);
}

/* The back end in use, where this build has it. */
static const sl__backend *built(void)
{
    const sl__backend *b = sl__backend_now();
    return b != NULL && b->init != NULL ? b : NULL;
}

/* ---- which devices there are ---------------------------------------------------------------------------------- */

int sl__device_built(void)
{
    return built() != NULL;
}

int sl__device_count(void)
{
    return built() != NULL ? built()->count() : 0;
}

int sl__device_id(int place)
{
    return built() != NULL ? built()->id(place) : place;
}

int sl__device_numa(int place)
{
    return built() != NULL ? built()->numa(place) : -1;
}

int64_t sl__device_room_for_threads(int place)
{
    return built() != NULL ? built()->threads(place) : 0;
}

int sl__device_is_inherited(void)
{
    return built() != NULL && built()->is_inherited();
}

void sl__device_use(int workers, const char *why)
{
    atomic_store(&sl__device_workers_now, workers);
    atomic_store(&unused, why);
}

int sl__device_started(void)
{
    return built() != NULL ? starpu_worker_get_count_by_type(built()->type) : 0;
}

int sl__device_worker(int i)
{
    return built() != NULL ? starpu_worker_get_by_type(built()->type, i) : -1;
}

int sl__device_only_worker(void)
{
    return sl__device_workers() == 1 ? sl__device_worker(0) : -1;
}

int sl__device_is_worker(int worker)
{
    return built() != NULL && starpu_worker_get_type(worker) == built()->type;
}

const char *sl__device_absence(void)
{
    const sl__backend *b = sl__backend_now();
    if (sl__device_workers() > 0)
        return "";
    const char *absence = b != NULL ? b->absence() : "this build has no back end for GPUs";
    const char *why = atomic_load(&unused);
    return *absence != '\0' ? absence : why != NULL ? why : "the library is not started";
}

void sl__device_print(FILE *f)
{
    const int n = sl__device_count(), used = sl__device_workers();
    fprintf(f, "\nGPUs (STARLOOP_GPUS)\n");
    for (int i = 0; i < n; i++)
        built()->print_device(f, i);
    if (used > 0)
        fprintf(f, "  in use         %d, each by a worker of its own\n", used);
    else
        fprintf(f, "  in use         none: %s\n", sl__device_absence());
}

void sl__device_print_versions(FILE *f)
{
    for (int i = 0; i < entries; i++)
        table[i]->print_versions(f);
}

/* ---- running -------------------------------------------------------------------------------------------------- */

sl_status sl__device_init(void)
{
    return built() != NULL ? built()->init() : SL_SUCCESS;
}

void sl__device_fini(void)
{
    if (built() != NULL)
        built()->fini();
}

int sl__device_poll(int most)
{
    return built() != NULL ? built()->poll(most) : 0;
}

int sl__device_runs_inline(struct sl__batch *batch)
{
    return built() != NULL ? built()->runs_inline(batch) : SL__INLINE_NOT;
}

void sl__device_settle(void)
{
    if (built() != NULL)
        built()->settle();
}

void sl__device_batch_codelet(struct starpu_codelet *codelet)
{
    if (built() != NULL)
        built()->batch_codelet(codelet);
}

void sl__device_part_codelet(struct starpu_codelet *codelet)
{
    if (built() != NULL)
        built()->part_codelet(codelet);
}

void sl__device_edge_codelet(struct starpu_codelet *codelet)
{
    if (built() != NULL)
        built()->edge_codelet(codelet);
}

void sl__device_together_codelet(struct starpu_codelet *codelet)
{
    if (built() != NULL)
        built()->together_codelet(codelet);
}

void sl__device_codelet(struct starpu_codelet *codelet, const sl_kernel *kernel)
{
    if (built() != NULL)
        built()->kernel_codelet(codelet, kernel);
}

void sl__device_function_codelet(struct starpu_codelet *codelet)
{
    if (built() != NULL)
        built()->function_codelet(codelet);
}

int sl__device_has_code(const struct starpu_codelet *codelet)
{
    return built() != NULL && (codelet->where & built()->where_bit) != 0;
}

void sl__device_graphs_free(struct sl__graphs *graphs)
{
    if (built() != NULL)
        built()->graphs_free(graphs);
}

void sl__device_graphs_look(struct sl__graphs *graphs)
{
    if (built() != NULL)
        built()->graphs_look(graphs);
}

/* ---- memory --------------------------------------------------------------------------------------------------- */

int sl__device_pin(void *data, size_t bytes)
{
    return built() != NULL ? built()->pin(data, bytes) : 0;
}

void sl__device_unpin(void *data)
{
    if (built() != NULL)
        built()->unpin(data);
}

int sl__device_of(const void *data)
{
    return built() != NULL ? built()->device_of(data) : -1;
}

int sl__device_node(int device)
{
    for (int i = 0; i < sl__device_workers(); i++) {
        const unsigned worker = (unsigned)sl__device_worker(i);
        if (starpu_worker_get_devid((int)worker) == device)
            return (int)starpu_worker_get_memory_node(worker);
    }
    return -1;
}

void *sl__device_pinned(size_t bytes)
{
    return built() != NULL ? built()->pinned(bytes) : NULL;
}

void sl__device_pinned_free(void *data)
{
    if (built() != NULL)
        built()->pinned_free(data);
}

void sl__device_results_free(void *data)
{
    if (built() != NULL)
        built()->results_free(data);
}

int sl__device_peers(void)
{
    return built() != NULL && built()->peers();
}

void sl__device_copies(struct starpu_data_copy_methods *methods)
{
    if (built() != NULL)
        built()->copies(methods);
}

void sl__device_copies_end(void)
{
    if (built() != NULL)
        built()->copies_end();
}

int64_t sl__device_room(void)
{
    return built() != NULL ? built()->room() : 0;
}

int64_t sl__device_shared(void)
{
    return built() != NULL && built()->shared != NULL ? built()->shared() : 0;
}

int sl__device_fits(const size_t bytes[], int n)
{
    return built() != NULL ? built()->fits(bytes, n) : 0;
}

/* ---- measuring ------------------------------------------------------------------------------------------------ */

double sl__device_bandwidth(void)
{
    return built() != NULL ? built()->bandwidth() : 0;
}
