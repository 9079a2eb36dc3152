/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which CUDA devices there are, asked for without making a context on any of them. */
#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "base/log.h"
#include "base/state.h"
#include "exec/cuda/backend.h"
#include "exec/cuda/gpu_api.h"

#ifdef STARPU_USE_CUDA
enum { STARPU_HAS_CUDA = 1, MOST = STARPU_MAXCUDADEVS };
#else
enum { STARPU_HAS_CUDA = 0, MOST = 1 };
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t counted_by;
static int devices, id[MOST];
static char reason[256]; /* why there are none */

/* ---- counting ---- */

static int attribute(gpu_device_attribute which, int device)
{
    int value = -1;
    return gpu_device_get_attribute(&value, which, device) == GPU_SUCCESS ? value : -1;
}

/* StarPU ends the program when it meets a device that nobody may use. */
static int may_be_used(int device)
{
    return attribute(GPU_DEV_ATTR_COMPUTE_MODE, device) != GPU_COMPUTE_MODE_PROHIBITED;
}

/* CUDA's own text for a machine without a driver is that its version is insufficient. */
static void explain(gpu_error error)
{
    int driver = 0;

    gpu_get_last_error(); /* or a later check of somebody else's call would find it */
    if (error == GPU_ERROR_INSUFFICIENT_DRIVER && (gpu_driver_get_version(&driver) != GPU_SUCCESS || driver == 0))
        snprintf(reason, sizeof reason, "there is no CUDA driver");
    else
        snprintf(reason, sizeof reason, "the CUDA driver reports: %s", gpu_get_error_string(error));
}

static void devices_count(void)
{
    int all = 0;
    gpu_error error = gpu_get_device_count(&all);

    devices = 0;
    reason[0] = '\0';
    if (error != GPU_SUCCESS) {
        explain(error);
        return;
    }
    for (int d = 0; d < all && devices < MOST; d++)
        if (may_be_used(d))
            id[devices++] = d;
    if (devices == 0)
        snprintf(reason, sizeof reason,
                 all > 0 ? "the CUDA devices are in compute mode \"prohibited\"" : "the CUDA driver reports no device");
    else if (all > MOST)
        SL_LOG(SL_LOG_WARN,
               "sl_init: of %d CUDA devices %d are used: this StarPU allows no more (configure it with "
               "--enable-maxcudadev)",
               all, MOST);
}

int sl__cuda_count(void)
{
    if (!STARPU_HAS_CUDA)
        return 0;
    pthread_mutex_lock(&lock);
    if (counted_by == 0) {
        devices_count();
        counted_by = getpid();
    }
    int known = devices;
    pthread_mutex_unlock(&lock);
    return known;
}

int sl__cuda_is_inherited(void)
{
    return STARPU_HAS_CUDA && sl__cuda_count() > 0 && counted_by != getpid();
}

int sl__cuda_id(int place)
{
    return place >= 0 && place < sl__cuda_count() ? id[place] : place;
}

const char *sl__cuda_absence(void)
{
    if (!STARPU_HAS_CUDA)
        return "this StarPU is built without CUDA";
    return sl__cuda_count() == 0 ? reason : "";
}

/* ---- places ---- */

/* The PCI address as the system writes it, "0000:1b:00.0". */
static int pci_address(int device, char text[32])
{
    if (gpu_device_get_pci_bus_id(text, 32, device) != GPU_SUCCESS) {
        gpu_get_last_error();
        return 0;
    }
    for (char *c = text; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return 1;
}

int sl__cuda_numa(int place)
{
    char address[32], path[96];
    int node = -1;
    FILE *f;

    if (!pci_address(sl__cuda_id(place), address))
        return -1;
    snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/numa_node", address);
    f = fopen(path, "r");
    if (!f)
        return -1;
    if (fscanf(f, "%d", &node) != 1 || node < 0) /* the system writes -1 where it does not know */
        node = -1;
    fclose(f);
    return node;
}

int64_t sl__cuda_threads(int place)
{
    const int device = sl__cuda_id(place);
    const int processors = attribute(GPU_DEV_ATTR_MULTI_PROCESSOR_COUNT, device);
    const int each = attribute(GPU_DEV_ATTR_MAX_THREADS_PER_MULTI_PROCESSOR, device);
    return processors > 0 && each > 0 ? (int64_t)processors * each : 0;
}

/* ---- starloop-info ---- */

void sl__cuda_print_device(FILE *f, int place)
{
    gpu_device_properties properties;
    int device = sl__cuda_id(place), node = sl__cuda_numa(place);
    char address[32];

    if (gpu_get_device_properties(&properties, device) != GPU_SUCCESS) {
        fprintf(f, "  GPU %-3d        unknown: %s\n", device, gpu_get_error_string(gpu_get_last_error()));
        return;
    }
    fprintf(f, "  GPU %-3d        %s, compute capability %d.%d, %.1f GiB, %d multiprocessors", device, properties.name,
            attribute(GPU_DEV_ATTR_COMPUTE_CAPABILITY_MAJOR, device),
            attribute(GPU_DEV_ATTR_COMPUTE_CAPABILITY_MINOR, device),
            (double)properties.totalGlobalMem / (double)(1u << 30),
            attribute(GPU_DEV_ATTR_MULTI_PROCESSOR_COUNT, device));
    if (pci_address(device, address))
        fprintf(f, ", PCI %s", address);
    if (node >= 0)
        fprintf(f, ", NUMA node %d\n", node);
    else
        fprintf(f, ", NUMA node unknown\n");
}

static void print_version(FILE *f, const char *what, gpu_error error, int version)
{
    if (error == GPU_SUCCESS && version > 0)
        fprintf(f, "  %-14s %d.%d\n", what, version / 1000, version % 1000 / 10);
    else
        fprintf(f, "  %-14s none\n", what);
}

void sl__cuda_print_versions(FILE *f)
{
    int runtime = 0, driver = 0;
    gpu_error error = gpu_runtime_get_version(&runtime);

    print_version(f, "CUDA runtime", error, runtime);
    error = gpu_driver_get_version(&driver);
    print_version(f, "CUDA driver", error, driver);
    fprintf(f, "  StarPU's CUDA  %s\n", STARPU_HAS_CUDA ? "yes" : "no");
}

static int reaches_all(int worker)
{
    int other, can = 1;
    for (int i = 0; i < sl__device_workers() && can; i++) {
        other = sl__device_worker(i);
        if (other != worker && gpu_device_can_access_peer(&can, starpu_worker_get_devid(worker),
                                                          starpu_worker_get_devid(other)) != GPU_SUCCESS)
            can = 0;
    }
    (void)gpu_get_last_error();
    return can;
}

/* StarPU makes its workers ready for that, unless it is told not to. */
int sl__cuda_peers(void)
{
    static _Atomic unsigned known; /* the round of the library, and the answer */
    const unsigned round = 2 * (unsigned)sl__runtime_round() + 2;
    const unsigned before = atomic_load(&known);
    if ((before | 1) == (round | 1))
        return (int)(before & 1);
    const char *direct = getenv("STARPU_ENABLE_CUDA_GPU_GPU_DIRECT");
    int all = direct == NULL || atoi(direct) != 0;
    for (int i = 0; i < sl__device_workers() && all; i++)
        all = reaches_all(sl__device_worker(i));
    atomic_store(&known, round | (unsigned)all);
    return all;
}
