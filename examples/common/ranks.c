/* SPDX-License-Identifier: BSD-3-Clause */
#include "ranks.h"

#include <stdio.h>
#include <stdlib.h>

#include "library.h"

#ifdef EXAMPLES_WITH_RANKS
#include <starloop/mpi.h>

static int own_start;       /* MPI was started here */
static int blocks_each = 1; /* blocks of a rank: one for each GPU that it is to have */

enum { ROWS_OF_BLOCK = 32 }; /* at least, where the program chooses: blocks of reductions lie on two ranks at most */

static sl_status start_mpi(const char *program)
{
    int started, level = MPI_THREAD_MULTIPLE;
    MPI_Initialized(&started);
    if (started)
        return SL_SUCCESS;
    own_start = 1;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    if (level == MPI_THREAD_MULTIPLE)
        return SL_SUCCESS;
    fprintf(stderr, "%s: expected an MPI for several threads that call it (MPI_THREAD_MULTIPLE)\n", program);
    return SL_ERR_STATE;
}

sl_status ranks_start(const char *program, const sl_config *config)
{
    sl_status status = start_mpi(program);
    blocks_each = config->gpus > 1 ? config->gpus : 1;
    if (status == SL_SUCCESS)
        status = library_start(program, config);
    if (status == SL_SUCCESS)
        status = library_told(program, "ranks", sl_mpi_init(MPI_COMM_WORLD));
    if (status != SL_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    if (sl_mpi_rank() > 0 && !freopen("/dev/null", "w", stdout))
        return SL_ERR_SYSTEM;
    return SL_SUCCESS;
}

sl_status ranks_end(int failed)
{
    if (failed)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    SL_TRY(sl_mpi_finalize());
    SL_TRY(sl_finalize());
    if (own_start)
        MPI_Finalize();
    return SL_SUCCESS;
}

int ranks_first(void)
{
    return sl_mpi_rank() <= 0;
}

int ranks_count(void)
{
    return sl_mpi_size() < 1 ? 1 : sl_mpi_size();
}

/* Where there are fewer rows than ranks the last ones have none. */
sl_status ranks_view_create(const char *label, sl_extents extents, sl_view **view)
{
    const int wanted = blocks_each * sl_mpi_size(), blocks = extents.n[0] < wanted ? (int)extents.n[0] : wanted;
    return sl_mpi_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, extents, SL_BLOCKS(blocks), view);
}

sl_status ranks_view_create_in(const char *label, sl_extents extents, const int blocks[], sl_view **view)
{
    sl_blocks all = {{0}};
    for (int d = 0; d < extents.rank; d++)
        all.n_[d] = blocks[d];
    return sl_mpi_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, extents, all, view);
}

sl_status ranks_view_create_auto(const char *label, sl_extents extents, sl_view **view)
{
    const int wanted = blocks_each * sl_mpi_size();
    const sl_blocks blocks =
        blocks_each > 1 && extents.n[0] >= (sl_index)wanted * ROWS_OF_BLOCK ? SL_BLOCKS(wanted) : SL_BLOCKS_AUTO;
    return sl_mpi_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, extents, blocks, view);
}

sl_status ranks_gather(sl_view *view, sl_view *whole)
{
    return sl_mpi_gather(view, 0, whole);
}

sl_status ranks_block(sl_view *view, sl_view **block)
{
    return sl_mpi_local(view, 0, block);
}

sl_status ranks_scatter(sl_view *whole, sl_view *view)
{
    return sl_mpi_scatter(whole, 0, view);
}

#else

sl_status ranks_start(const char *program, const sl_config *config)
{
    (void)config;
    fprintf(stderr, "%s: expected a build with libstarloop-mpi for loops on ranks, got one without\n", program);
    return SL_ERR_UNSUPPORTED;
}

sl_status ranks_end(int failed)
{
    (void)failed;
    return SL_ERR_UNSUPPORTED;
}

int ranks_first(void)
{
    return 1;
}

int ranks_count(void)
{
    return 1;
}

sl_status ranks_view_create(const char *label, sl_extents extents, sl_view **view)
{
    (void)label, (void)extents, (void)view;
    return SL_ERR_UNSUPPORTED;
}

sl_status ranks_view_create_in(const char *label, sl_extents extents, const int blocks[], sl_view **view)
{
    (void)blocks;
    return ranks_view_create(label, extents, view);
}

sl_status ranks_view_create_auto(const char *label, sl_extents extents, sl_view **view)
{
    return ranks_view_create(label, extents, view);
}

sl_status ranks_gather(sl_view *view, sl_view *whole)
{
    (void)view, (void)whole;
    return SL_ERR_UNSUPPORTED;
}

sl_status ranks_block(sl_view *view, sl_view **block)
{
    (void)view, (void)block;
    return SL_ERR_UNSUPPORTED;
}

sl_status ranks_scatter(sl_view *whole, sl_view *view)
{
    (void)view, (void)whole;
    return SL_ERR_UNSUPPORTED;
}

#endif
