/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which CUDA devices there are, asked for without making a context on any of them. */
#include <ctype.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include <unistd.h>

#include <cuda_runtime_api.h>

#include <core/log.h>
#include <device/device.h>

#ifdef STARPU_USE_CUDA
enum { STARPU_HAS_CUDA = 1, MOST = STARPU_MAXCUDADEVS };
#else
enum { STARPU_HAS_CUDA = 0, MOST = 1 };
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t counted_by;
static int devices, id[MOST];
static char reason[256]; /* why there are none */

static _Atomic int workers;
static _Atomic(const char *) unused;

int sl__device_built(void)
{
    return 1;
}

/* ---- counting ---- */

static int attribute(enum cudaDeviceAttr which, int device)
{
    int value = -1;
    return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess ? value : -1;
}

/* StarPU ends the program when it meets a device that nobody may use. */
static int may_be_used(int device)
{
    return attribute(cudaDevAttrComputeMode, device) != cudaComputeModeProhibited;
}

/* CUDA's own text for a machine without a driver is that its version is insufficient. */
static void explain(cudaError_t error)
{
    int driver = 0;

    cudaGetLastError(); /* or a later check of somebody else's call would find it */
    if (error == cudaErrorInsufficientDriver && (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0))
        snprintf(reason, sizeof reason, "there is no CUDA driver");
    else
        snprintf(reason, sizeof reason, "the CUDA driver reports: %s", cudaGetErrorString(error));
}

static void count(void)
{
    int all = 0;
    cudaError_t error = cudaGetDeviceCount(&all);

    devices = 0;
    reason[0] = '\0';
    if (error != cudaSuccess) {
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

int sl__device_count(void)
{
    if (!STARPU_HAS_CUDA)
        return 0;
    pthread_mutex_lock(&lock);
    if (counted_by == 0) {
        count();
        counted_by = getpid();
    }
    int known = devices;
    pthread_mutex_unlock(&lock);
    return known;
}

int sl__device_is_inherited(void)
{
    return STARPU_HAS_CUDA && sl__device_count() > 0 && counted_by != getpid();
}

int sl__device_id(int place)
{
    return place >= 0 && place < sl__device_count() ? id[place] : place;
}

/* ---- use ---- */

void sl__device_use(int n, const char *why)
{
    atomic_store(&workers, n);
    atomic_store(&unused, why);
}

int sl__device_workers(void)
{
    return atomic_load_explicit(&workers, memory_order_relaxed);
}

int sl__device_worker(int i)
{
    return starpu_worker_get_by_type(STARPU_CUDA_WORKER, i);
}

int sl__device_only_worker(void)
{
    return sl__device_workers() == 1 ? starpu_worker_get_by_type(STARPU_CUDA_WORKER, 0) : -1;
}

const char *sl__device_absence(void)
{
    const char *why = atomic_load(&unused);

    if (sl__device_workers() > 0)
        return "";
    if (!STARPU_HAS_CUDA)
        return "this StarPU is built without CUDA";
    if (sl__device_count() == 0)
        return reason;
    return why ? why : "the library is not started";
}

/* ---- places ---- */

/* The PCI address as the system writes it, "0000:1b:00.0". */
static int pci_address(int device, char text[32])
{
    if (cudaDeviceGetPCIBusId(text, 32, device) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    for (char *c = text; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return 1;
}

int sl__device_numa(int place)
{
    char address[32], path[96];
    int node = -1;
    FILE *f;

    if (!pci_address(sl__device_id(place), address))
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

/* ---- starloop-info ---- */

static void print_device(FILE *f, int place)
{
    struct cudaDeviceProp properties;
    int device = sl__device_id(place), node = sl__device_numa(place);
    char address[32];

    if (cudaGetDeviceProperties(&properties, device) != cudaSuccess) {
        fprintf(f, "  GPU %-3d        unknown: %s\n", device, cudaGetErrorString(cudaGetLastError()));
        return;
    }
    fprintf(f, "  GPU %-3d        %s, compute capability %d.%d, %.1f GiB, %d multiprocessors", device, properties.name,
            attribute(cudaDevAttrComputeCapabilityMajor, device), attribute(cudaDevAttrComputeCapabilityMinor, device),
            (double)properties.totalGlobalMem / (double)(1u << 30), attribute(cudaDevAttrMultiProcessorCount, device));
    if (pci_address(device, address))
        fprintf(f, ", PCI %s", address);
    if (node >= 0)
        fprintf(f, ", NUMA node %d\n", node);
    else
        fprintf(f, ", NUMA node unknown\n");
}

void sl__device_print(FILE *f)
{
    int n = sl__device_count(), used = sl__device_workers();

    fprintf(f, "\nGPUs (STARLOOP_GPUS)\n");
    for (int i = 0; i < n; i++)
        print_device(f, i);
    if (used > 0)
        fprintf(f, "  in use         %d, each by a worker of its own\n", used);
    else
        fprintf(f, "  in use         none: %s\n", sl__device_absence());
}

static void print_version(FILE *f, const char *what, cudaError_t error, int version)
{
    if (error == cudaSuccess && version > 0)
        fprintf(f, "  %-14s %d.%d\n", what, version / 1000, version % 1000 / 10);
    else
        fprintf(f, "  %-14s none\n", what);
}

void sl__device_print_versions(FILE *f)
{
    int runtime = 0, driver = 0;
    cudaError_t error = cudaRuntimeGetVersion(&runtime);

    print_version(f, "CUDA runtime", error, runtime);
    error = cudaDriverGetVersion(&driver);
    print_version(f, "CUDA driver", error, driver);
    fprintf(f, "  StarPU's CUDA  %s\n", STARPU_HAS_CUDA ? "yes" : "no");
}
