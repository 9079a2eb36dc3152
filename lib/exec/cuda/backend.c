/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cuda/backend.h"

#include "exec/cuda_settings.h"

const sl__backend sl__backend_cuda = {
    .name = "cuda",
    .where = SL_CUDA,
    .place = "SL_CUDA",
    .code = "CUDA code",
    .compiler = "nvcc",
    .type = STARPU_CUDA_WORKER,
    .where_bit = STARPU_CUDA,
    .conflicts = sl__cuda_env_conflicts,
    .absence = sl__cuda_absence,
    .print_versions = sl__cuda_print_versions,
    .configure = sl__cuda_configure,

    .count = sl__cuda_count,
    .id = sl__cuda_id,
    .numa = sl__cuda_numa,
    .threads = sl__cuda_threads,
    .is_inherited = sl__cuda_is_inherited,
    .print_device = sl__cuda_print_device,
    .memory_is_small = sl__cuda_memory_is_small,

    .init = sl__cuda_init,
    .fini = sl__cuda_fini,
    .poll = sl__cuda_poll,
    .peers = sl__cuda_peers,
    .runs_inline = sl__cuda_runs_inline,
    .settle = sl__cuda_settle,
    .batch_codelet = sl__cuda_batch_codelet,
    .part_codelet = sl__cuda_part_codelet,
    .edge_codelet = sl__cuda_edge_codelet,
    .together_codelet = sl__cuda_together_codelet,
    .kernel_codelet = sl__cuda_kernel_codelet,
    .function_codelet = sl__cuda_function_codelet,
    .graphs_free = sl__cuda_graphs_free,
    .graphs_look = sl__cuda_graphs_look,

    .pin = sl__cuda_pin,
    .unpin = sl__cuda_unpin,
    .pinned = sl__cuda_pinned,
    .pinned_free = sl__cuda_pinned_free,
    .results_free = sl__cuda_results_free,
    .copies = sl__cuda_copies,
    .copies_end = sl__cuda_copies_end,
    .device_of = sl__cuda_device_of,
    .room = sl__cuda_room,
    .shared = sl__cuda_shared,
    .fits = sl__cuda_fits,

    .bandwidth = sl__cuda_bandwidth,
};
