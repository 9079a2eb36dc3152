/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Host memory that CUDA knows, and what fits into the devices' memory. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/log.h"
#include "base/state.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/gpu_api.h"

/* StarPU's own numbers (src/datawizard/malloc.h): what is at most MEMORY_SMALL it takes from chunks, in blocks, and it
 * keeps so many empty chunks for ever, whatever else then lacks memory. */
#define MEMORY_CHUNK ((int64_t)32 << 20)
#define MEMORY_SMALL ((int64_t)4 << 20)
#define MEMORY_BLOCK ((int64_t)16 << 10)
#define MEMORY_KEPT 4

/* What CUDA itself, kernels and libraries may yet take. */
#define MEMORY_RESERVE ((int64_t)256 << 20)

static struct {
    pthread_mutex_t lock;
    _Atomic unsigned round; /* of sl_init() for which the rest is known; 0: none */
    int64_t room;
    int shared; /* bytes of shared memory of a block */
    int chunks; /* StarPU takes chunks */
} memory = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- host memory --------------------------------------------------------------------------------------------- */

/* Makes sure that the thread's device is one of StarPU's: on another one CUDA would make a context, if it may be used
 * at all. Returns the device to leave to, -1 for none. */
static int enter_device(void)
{
    int device = -1, other = -1;

    if (gpu_get_device(&device) != GPU_SUCCESS)
        (void)gpu_get_last_error();
    for (unsigned node = 0; node < starpu_memory_nodes_get_count(); node++) {
        if (starpu_node_get_kind(node) != STARPU_CUDA_RAM)
            continue;
        other = starpu_memory_node_get_devid(node);
        if (other == device)
            return -1;
    }
    if (other < 0 || gpu_set_device(other) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        return -1;
    }
    return device;
}

static void leave_device(int device)
{
    if (device >= 0 && gpu_set_device(device) != GPU_SUCCESS)
        (void)gpu_get_last_error();
}

/* Whether CUDA knows the address already: the program has pinned it, or it is not host memory at all. */
static int is_known(const void *data)
{
    gpu_pointer_attributes attributes;

    if (gpu_pointer_get_attributes(&attributes, data) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        return 0;
    }
    return attributes.type != GPU_MEMORY_TYPE_UNREGISTERED;
}

int sl__cuda_device_of(const void *data)
{
    gpu_pointer_attributes attributes;

    if (gpu_pointer_get_attributes(&attributes, data) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        return -1;
    }
    return attributes.type == GPU_MEMORY_TYPE_DEVICE    ? attributes.device
           : attributes.type == GPU_MEMORY_TYPE_MANAGED ? SL__DEVICE_MANAGED
                                                        : -1;
}

int sl__cuda_pin(void *data, size_t bytes)
{
    gpu_error error;

    if (sl__device_workers() == 0 || is_known(data) || is_known((char *)data + bytes - 1))
        return 0;
    error = gpu_host_register(data, bytes, GPU_HOST_REGISTER_PORTABLE);
    if (error == GPU_SUCCESS)
        return 1;
    (void)gpu_get_last_error(); /* it is no error: the copy is only slower */
    SL_LOG(SL_LOG_DEBUG, "CUDA does not pin %zu bytes at %p: %s", bytes, data, gpu_get_error_string(error));
    return 0;
}

void sl__cuda_unpin(void *data)
{
    if (gpu_host_unregister(data) != GPU_SUCCESS)
        (void)gpu_get_last_error();
}

void *sl__cuda_pinned(size_t bytes)
{
    void *data = NULL;

    if (sl__device_workers() == 0)
        return NULL;
    int before = enter_device();
    if (gpu_host_alloc(&data, bytes, GPU_HOST_ALLOC_PORTABLE | GPU_HOST_ALLOC_MAPPED) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        data = NULL;
    }
    leave_device(before);
    return data;
}

void sl__cuda_pinned_free(void *data)
{
    if (data && gpu_free_host(data) != GPU_SUCCESS)
        (void)gpu_get_last_error();
}

/* ---- what fits ----------------------------------------------------------------------------------------------- */

/* Bytes that StarPU can use on a node of this device, which is set. It keeps to a total of its own, and refuses an
 * allocation of more than 0.9 of what is free. */
static int64_t node_room(unsigned node)
{
    int64_t total = starpu_memory_get_total(node);
    size_t free = 0, all = 0;

    if (gpu_mem_get_info(&free, &all) != GPU_SUCCESS) {
        (void)gpu_get_last_error();
        return total > 0 ? total : 0;
    }
    int64_t most = (int64_t)free + (int64_t)starpu_memory_get_used(node) - MEMORY_RESERVE;
    most = most > 0 ? most / 10 * 9 : 0;
    return total > 0 && total < most ? total : most;
}

/* Whether StarPU takes a chunk for a byte: a variable said so when it started, which may be gone. */
static int node_takes_chunks(unsigned node)
{
    size_t before = starpu_memory_get_used(node);
    uintptr_t byte = starpu_malloc_on_node(node, 1);
    size_t after = starpu_memory_get_used(node);

    if (byte)
        starpu_free_on_node(node, byte, 1);
    return !byte || after - before != 1;
}

static void note_shared(int device)
{
    int shared = 0;
    if (gpu_device_get_attribute(&shared, GPU_DEV_ATTR_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device) != GPU_SUCCESS)
        (void)gpu_get_last_error();
    memory.shared = shared < memory.shared ? shared : memory.shared;
}

/* The smallest of the nodes counts: nobody knows on which a task will run. */
static void read_room(void)
{
    int device = -1;
    int64_t room = -1;

    memory.chunks = 0;
    memory.shared = INT_MAX;
    if (gpu_get_device(&device) != GPU_SUCCESS)
        (void)gpu_get_last_error();
    for (unsigned node = 0; node < starpu_memory_nodes_get_count(); node++) {
        if (starpu_node_get_kind(node) != STARPU_CUDA_RAM)
            continue;
        memory.chunks |= node_takes_chunks(node);
        if (gpu_set_device(starpu_memory_node_get_devid(node)) != GPU_SUCCESS)
            (void)gpu_get_last_error();
        int64_t local = node_room(node);
        room = room < 0 || local < room ? local : room;
        note_shared((int)starpu_memory_node_get_devid(node));
    }
    leave_device(device);
    memory.room = room > 0 ? room : 0;
}

int64_t sl__cuda_room(void)
{
    const unsigned round = sl__runtime_round();

    if (sl__device_workers() == 0)
        return 0;
    if (atomic_load_explicit(&memory.round, memory_order_acquire) == round)
        return memory.room;
    pthread_mutex_lock(&memory.lock);
    if (memory.round != round) {
        read_room();
        memory.round = round;
    }
    pthread_mutex_unlock(&memory.lock);
    return memory.room;
}

int64_t sl__cuda_shared(void)
{
    return sl__cuda_room() > 0 ? memory.shared : 0;
}

int sl__cuda_fits(const size_t bytes[], int n)
{
    const int64_t room = sl__cuda_room();
    int64_t large = 0, small = 0, smalls = 0;

    for (int i = 0; i < n; i++) {
        int64_t size = bytes[i] > 0 ? (int64_t)bytes[i] : 1;
        if (size > room)
            return 0; /* and the sum cannot overflow */
        if (memory.chunks && size <= MEMORY_SMALL) {
            small += (size + MEMORY_BLOCK - 1) / MEMORY_BLOCK * MEMORY_BLOCK;
            smalls++;
        } else {
            large += size;
        }
    }
    if (!memory.chunks)
        return large <= room;
    if (large == 0) /* between blocks in use there may be gaps that are too small */
        return 2 * small <= room / MEMORY_CHUNK * MEMORY_CHUNK;
    /* At the worst each small one lies in a chunk of its own. */
    return large + (smalls + MEMORY_KEPT) * MEMORY_CHUNK <= room;
}
