/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief All that the library calls of CUDA's runtime, under names of its own: another back end of the same kind is
 * made of this one by another right-hand side, since HIP has a function, a type and an enumerator of the same meaning
 * for each.
 *
 *  Names: `gpu_` and CUDA's name in small letters, `GPU_` and CUDA's name in capitals for constants. Functions and
 *  constants are macros, because each is no more than the other name: CUDA's headers have macros among theirs, and its
 *  enumerators stay constants of their type. A call returns GPU_SUCCESS, or an error that gpu_get_last_error() then
 *  returns once more. house_rules.sh of the tests checks that no other file under lib/ names CUDA's functions. What a
 * kernel's file uses stands in the public headers (starloop/kernel). */
#ifndef STARLOOP_LIB_EXEC_CUDA_GPU_API_H
#define STARLOOP_LIB_EXEC_CUDA_GPU_API_H

#include <cuda_runtime_api.h>

/* ---- errors ---------------------------------------------------------------------------------------------------- */

typedef cudaError_t gpu_error;
#define GPU_SUCCESS cudaSuccess
#define GPU_ERROR_INSUFFICIENT_DRIVER cudaErrorInsufficientDriver
#define GPU_ERROR_LAUNCH_OUT_OF_RESOURCES cudaErrorLaunchOutOfResources
#define GPU_ERROR_MEMORY_ALLOCATION cudaErrorMemoryAllocation
#define GPU_ERROR_NOT_READY cudaErrorNotReady
#define gpu_get_error_string cudaGetErrorString
/* Returns the calling thread's last error and forgets it. */
#define gpu_get_last_error cudaGetLastError

/* ---- devices --------------------------------------------------------------------------------------------------- */

typedef enum cudaDeviceAttr gpu_device_attribute;
typedef struct cudaDeviceProp gpu_device_properties;
#define GPU_COMPUTE_MODE_PROHIBITED cudaComputeModeProhibited
#define GPU_DEV_ATTR_CLUSTER_LAUNCH cudaDevAttrClusterLaunch
#define GPU_DEV_ATTR_COMPUTE_CAPABILITY_MAJOR cudaDevAttrComputeCapabilityMajor
#define GPU_DEV_ATTR_COMPUTE_CAPABILITY_MINOR cudaDevAttrComputeCapabilityMinor
#define GPU_DEV_ATTR_COMPUTE_MODE cudaDevAttrComputeMode
/* Bytes of shared memory that a block may have when its kernel asks for them (gpu_func_set_attribute). */
#define GPU_DEV_ATTR_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN cudaDevAttrMaxSharedMemoryPerBlockOptin
#define GPU_DEV_ATTR_MAX_THREADS_PER_BLOCK cudaDevAttrMaxThreadsPerBlock
#define GPU_DEV_ATTR_MAX_THREADS_PER_MULTI_PROCESSOR cudaDevAttrMaxThreadsPerMultiProcessor
#define GPU_DEV_ATTR_MULTI_PROCESSOR_COUNT cudaDevAttrMultiProcessorCount
/* These make no context on a device. */
#define gpu_get_device_count cudaGetDeviceCount
#define gpu_device_get_attribute cudaDeviceGetAttribute
#define gpu_device_get_pci_bus_id cudaDeviceGetPCIBusId
#define gpu_get_device_properties cudaGetDeviceProperties
#define gpu_driver_get_version cudaDriverGetVersion
#define gpu_runtime_get_version cudaRuntimeGetVersion
/* The calling thread's device. */
#define gpu_get_device cudaGetDevice
#define gpu_set_device cudaSetDevice

/* ---- memory ---------------------------------------------------------------------------------------------------- */

typedef enum cudaMemcpyKind gpu_memcpy_kind;
typedef struct cudaPointerAttributes gpu_pointer_attributes;
#define GPU_MEMCPY_DEVICE_TO_DEVICE cudaMemcpyDeviceToDevice
#define GPU_MEMCPY_DEVICE_TO_HOST cudaMemcpyDeviceToHost
#define GPU_MEMCPY_HOST_TO_DEVICE cudaMemcpyHostToDevice
#define GPU_MEMORY_TYPE_DEVICE cudaMemoryTypeDevice
#define GPU_MEMORY_TYPE_MANAGED cudaMemoryTypeManaged
#define GPU_MEMORY_TYPE_UNREGISTERED cudaMemoryTypeUnregistered
/* Pinned memory that devices reach in place, and that all of them know. */
#define GPU_HOST_ALLOC_MAPPED cudaHostAllocMapped
#define GPU_HOST_ALLOC_PORTABLE cudaHostAllocPortable
#define GPU_HOST_REGISTER_PORTABLE cudaHostRegisterPortable
#define gpu_host_alloc cudaHostAlloc
#define gpu_free_host cudaFreeHost
#define gpu_host_register cudaHostRegister
#define gpu_host_unregister cudaHostUnregister
/* gpu_free() waits for the device. */
#define gpu_malloc cudaMalloc
#define gpu_free cudaFree
#define gpu_mem_get_info cudaMemGetInfo
#define gpu_pointer_get_attributes cudaPointerGetAttributes
#define gpu_memcpy_async cudaMemcpyAsync
#define gpu_memcpy2d_async cudaMemcpy2DAsync
#define gpu_memcpy_peer_async cudaMemcpyPeerAsync
#define gpu_device_can_access_peer cudaDeviceCanAccessPeer
#define gpu_memset_async cudaMemsetAsync

/* ---- streams and events ---------------------------------------------------------------------------------------- */

typedef cudaStream_t gpu_stream;
typedef cudaEvent_t gpu_event;
/* A stream that does not wait for the null stream. */
#define GPU_STREAM_NON_BLOCKING cudaStreamNonBlocking
#define GPU_STREAM_PER_THREAD cudaStreamPerThread
#define gpu_stream_create_with_flags cudaStreamCreateWithFlags
#define gpu_stream_destroy cudaStreamDestroy
/* GPU_SUCCESS or GPU_ERROR_NOT_READY. */
#define gpu_stream_query cudaStreamQuery
#define gpu_stream_synchronize cudaStreamSynchronize
#define gpu_stream_wait_event cudaStreamWaitEvent
/* A function of the host that gpu_launch_host_func() puts on a stream; it may call nothing of these. */
#define GPU_CALLBACK CUDART_CB
#define gpu_launch_host_func cudaLaunchHostFunc
/* An event that does not hold a time. */
#define GPU_EVENT_DISABLE_TIMING cudaEventDisableTiming
#define gpu_event_create cudaEventCreate
#define gpu_event_create_with_flags cudaEventCreateWithFlags
#define gpu_event_destroy cudaEventDestroy
#define gpu_event_query cudaEventQuery
#define gpu_event_record cudaEventRecord
#define gpu_event_synchronize cudaEventSynchronize
/* Milliseconds between two events that have passed. */
#define gpu_event_elapsed_time cudaEventElapsedTime

/* ---- launches -------------------------------------------------------------------------------------------------- */

typedef struct cudaFuncAttributes gpu_func_attributes;
typedef cudaLaunchConfig_t gpu_launch_config;
typedef cudaLaunchAttribute gpu_launch_attribute;
typedef cudaLaunchAttributeValue gpu_launch_attribute_value;
#define GPU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_MEMORY_SIZE cudaFuncAttributeMaxDynamicSharedMemorySize
#define GPU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION cudaLaunchAttributeClusterDimension
/* The kernel may begin before what was launched before it on the stream has ended. */
#define GPU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION cudaLaunchAttributeProgrammaticStreamSerialization
#define gpu_func_get_attributes cudaFuncGetAttributes
#define gpu_func_set_attribute cudaFuncSetAttribute
#define gpu_occupancy_max_active_blocks_per_multiprocessor cudaOccupancyMaxActiveBlocksPerMultiprocessor
#define gpu_launch_kernel_ex_c cudaLaunchKernelExC

/* ---- graphs ---------------------------------------------------------------------------------------------------- */

typedef cudaGraph_t gpu_graph;
typedef cudaGraphExec_t gpu_graph_exec;
typedef cudaGraphNode_t gpu_graph_node;
typedef struct cudaKernelNodeParams gpu_kernel_node_params;
#define gpu_graph_create cudaGraphCreate
#define gpu_graph_destroy cudaGraphDestroy
#define gpu_graph_add_kernel_node cudaGraphAddKernelNode
#define gpu_graph_kernel_node_set_attribute cudaGraphKernelNodeSetAttribute
#define gpu_graph_instantiate cudaGraphInstantiate
#define gpu_graph_exec_destroy cudaGraphExecDestroy
#define gpu_graph_exec_kernel_node_set_params cudaGraphExecKernelNodeSetParams
#define gpu_graph_upload cudaGraphUpload
#define gpu_graph_launch cudaGraphLaunch

/* A node behind another one. @param[in] overlap  not 0: it may begin before that has ended
 * @return an error where CUDA knows no such edges */
static inline gpu_error gpu_graph_add_edge(gpu_graph graph, const gpu_graph_node *from, const gpu_graph_node *to,
                                           int overlap)
{
#if CUDART_VERSION >= 12030
    const cudaGraphEdgeData data = {.from_port = cudaGraphKernelNodePortProgrammatic,
                                    .type = cudaGraphDependencyTypeProgrammatic};
#endif
#if CUDART_VERSION >= 13000
    return cudaGraphAddDependencies(graph, from, to, overlap ? &data : NULL, 1);
#else
#if CUDART_VERSION >= 12030
    if (overlap)
        return cudaGraphAddDependencies_v2(graph, from, to, &data, 1);
#endif
    return overlap ? cudaErrorNotSupported : cudaGraphAddDependencies(graph, from, to, 1);
#endif
}

#endif
