/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The functions of the CUDA back end's entry in the table of back ends, which says what each does. */
#ifndef STARLOOP_LIB_EXEC_CUDA_BACKEND_H
#define STARLOOP_LIB_EXEC_CUDA_BACKEND_H

#include "backend/backend.h"

/* devices.c */
const char *sl__cuda_absence(void);
void sl__cuda_print_versions(FILE *f);
int sl__cuda_count(void);
int sl__cuda_id(int place);
int sl__cuda_numa(int place);
int64_t sl__cuda_threads(int place);
int sl__cuda_is_inherited(void);
void sl__cuda_print_device(FILE *f, int place);

/* run.c, together.c, early_completion.c, launch_inline.c, graph.c */
sl_status sl__cuda_init(void);
void sl__cuda_fini(void);
int sl__cuda_poll(int most);
int sl__cuda_peers(void);
void sl__cuda_results_free(void *data);
int sl__cuda_runs_inline(struct sl__batch *batch);
void sl__cuda_settle(void);
void sl__cuda_batch_codelet(struct starpu_codelet *codelet);
void sl__cuda_part_codelet(struct starpu_codelet *codelet);
void sl__cuda_edge_codelet(struct starpu_codelet *codelet);
void sl__cuda_together_codelet(struct starpu_codelet *codelet);
void sl__cuda_kernel_codelet(struct starpu_codelet *codelet, const sl_kernel *kernel);
void sl__cuda_function_codelet(struct starpu_codelet *codelet);
void sl__cuda_graphs_free(struct sl__graphs *graphs);
void sl__cuda_graphs_look(struct sl__graphs *graphs);

/* memory.c, copy.c, bandwidth.c */
int sl__cuda_pin(void *data, size_t bytes);
void sl__cuda_unpin(void *data);
void *sl__cuda_pinned(size_t bytes);
void sl__cuda_pinned_free(void *data);
void sl__cuda_copies(struct starpu_data_copy_methods *methods);
void sl__cuda_copies_end(void);
int sl__cuda_device_of(const void *data);
int64_t sl__cuda_room(void);
int64_t sl__cuda_shared(void);
int sl__cuda_fits(const size_t bytes[], int n);
double sl__cuda_bandwidth(void);

#endif
