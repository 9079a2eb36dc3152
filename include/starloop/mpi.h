/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Several nodes: the library on ranks of MPI, by StarPU-MPI. libstarloop-mpi has these functions; starloop.h
 *  does not include this. */
#include <starloop/called_at.h>
#ifndef STARLOOP_MPI_H
#define STARLOOP_MPI_H

#include <mpi.h>

#include <starloop/export.h>
#include <starloop/status.h>
#include <starloop/types.h>
#include <starloop/view.h>

SL_BEGIN_DECLS

/** Starts StarPU-MPI on the ranks of a communicator, each of which calls this: after MPI_Init_thread(), which must have
 *  given MPI_THREAD_MULTIPLE, and after sl_init(). The library works on a copy of the communicator, so the program's
 * own messages do not meet its own.
 *
 *  A thread of StarPU-MPI sends and receives. It has a core of this process's share that loops do not use, where there
 * is one (STARLOOP_CPU_CORES, or cpu_cores of sl_config, leaves one); else it shares those of loops.
 * STARPU_MPI_THREAD_CPUID (a PU as hwloc counts) binds it elsewhere. Meanwhile no other thread may change the
 * environment (setenv()). What each rank has of GPUs then, and its STARLOOP_WHERE, says where loops over distributed
 * views run.
 *
 *  @param[in] comm_  of one group of ranks; with StarPU 1.3 of all ranks of MPI_COMM_WORLD. It stays the program's
 *  @return #SL_SUCCESS on all ranks; else an error on all: #SL_ERR_STATE for a lower level of threads, #SL_ERR_SYSTEM
 *  where the system allows no further thread, #SL_ERR_UNSUPPORTED for some ranks of MPI_COMM_WORLD with StarPU 1.3,
 *  #SL_ERR_MPI when MPI refuses, or where another rank has one of these, which it names. What the call alone is wrong
 * in is refused before others are asked, who go on waiting: #SL_ERR_STATE before sl_init() or MPI_Init_thread(), after
 *  MPI_Finalize(), and a second time; #SL_ERR_ARGUMENT for MPI_COMM_NULL, for an intercommunicator, and where
 *  libstarloop is of another build; #SL_ERR_CONTEXT from inside a task or between sl_region_begin() and
 *  sl_region_end(); #SL_ERR_FORKED in a forked child. Collective over @p comm_. Blocking. Thread-safe. */
SL_API sl_status sl_mpi_init(MPI_Comm comm_);

/** Waits for all tasks and messages of all ranks, and ends StarPU-MPI: before the last sl_finalize(), which is refused
 *  otherwise, and before MPI_Finalize(), which is the program's. It may be followed by another sl_mpi_init().
 *  Where a rank has given no sign of life for STARLOOP_MPI_TIMEOUT seconds, or all ranks have waited for each other for
 *  STARLOOP_STALL_SECONDS, it cannot succeed: it says so, and ends the job by MPI_Abort(). Nothing else in the library
 *  ends a program.
 *  @return the first failure of a task that no wait has reported yet, StarPU-MPI having ended; #SL_ERR_STALLED and
 *  #SL_ERR_BUSY as sl_wait(), #SL_ERR_STATE without sl_mpi_init(), after MPI_Finalize() and after sl_pause(),
 *  #SL_ERR_MPI when MPI refuses, #SL_ERR_CONTEXT from inside a task or between sl_region_begin() and sl_region_end(),
 *  #SL_ERR_FORKED in a forked child: after these StarPU-MPI still runs. Collective over the communicator of
 *  sl_mpi_init(). Blocking. Thread-safe. */
SL_API sl_status sl_mpi_finalize(void);

/** Into how many blocks a view is cut along each dimension, for ranks to have them. #SL_BLOCKS makes one. */
typedef struct sl_blocks {
    int n_[SL_MAX_RANK]; /**< [rank] numbers of blocks; 0 counts as 1. All 0: the library chooses */
} sl_blocks;

#ifdef __cplusplus
extern "C++" {
template <typename... N_> inline sl_blocks sl__blocks(N_... n_)
{
    static_assert(sizeof...(N_) <= SL_MAX_RANK, "SL_BLOCKS: more numbers than dimensions");
    return sl_blocks{{(int)n_...}};
}
}
#define SL_BLOCKS(...) (sl__blocks(__VA_ARGS__))
#else
/** Blocks along each dimension, from 0 on: SL_BLOCKS(8) along dimension 0, SL_BLOCKS(4, 2) along two, of three at most.
 */
#define SL_BLOCKS(...) ((sl_blocks){{__VA_ARGS__}})
#endif
/** One block for each rank along dimension 0; fewer where a block would have less than is worth a message. */
#define SL_BLOCKS_AUTO SL_BLOCKS(0)

/** Makes a distributed view: its elements, all 0, are shared out among the ranks in blocks: of rows, a row being all
 *  elements of one index of dimension 0, or, where the program wants blocks along other dimensions, too, of parts of
 *  rows. Blocks differ by a sixteenth of their length at most. They are numbered with dimension 0 slowest, and block k
 * is of rank k modulo sl_mpi_size(): blocks of rows are next to those of the ranks before and behind, and more blocks
 * than ranks are dealt out in turns (block-cyclic). Ranks that are left over have none, and take part nevertheless.
 *
 *  Loops take it like any view. Each rank runs the indices whose elements, of the view that the loop writes, it has:
 *  on GPUs where the policy says so, or leaves it open and each rank has one, and the blocks are rows. Elements of
 *  neighbours that a halo reaches come by messages before, and what is scattered into them, as far as the halo of the
 *  scatter says, goes there behind. Reductions are over all ranks, and have the same bits for any number of them; where
 *  blocks are cut along other dimensions than 0, for any number of ranks with the same blocks. What is not a loop needs
 * a view that is whole on this rank: sl_mpi_local(), sl_mpi_gather(). Each rank makes the same calls that use
 * distributed views, in the same order, from one thread.
 *
 *  @param[in] label    copied; NULL: "view"  @param[in] type  of an element
 *  @param[in] layout   #SL_LAYOUT_RIGHT
 *  @param[in] extents  of the whole view, rank 1 to #SL_MAX_RANK, none 0
 *  @param[in] blocks   along each dimension, at most as many as it has indices, or #SL_BLOCKS_AUTO, for rows
 *  @param[out] view    to be ended by sl_view_destroy(), on all ranks
 *  @return #SL_SUCCESS on all ranks; else an error on all: #SL_ERR_ARGUMENT, #SL_ERR_TYPE, #SL_ERR_RANK,
 * #SL_ERR_EXTENT, #SL_ERR_UNSUPPORTED for another layout and for blocks along four dimensions, #SL_ERR_MEMORY,
 * #SL_ERR_MPI where another rank has one of these, or gives other extents or blocks; #SL_ERR_STATE before
 * sl_mpi_init(), #SL_ERR_CONTEXT from inside a task or between sl_region_begin() and sl_region_end(). Memory space:
 * main memory of each rank. Collective over the ranks. Blocking. */
SL_API sl_status sl_mpi_view_create(const char *label, sl_type type, sl_layout layout, sl_extents extents,
                                    sl_blocks blocks, sl_view **view);

/** @param[in] view  distributed or not
 *  @return how many blocks of a distributed view a rank has at most, the same on all ranks; 1 of any other view; -1 for
 *  no view, with an error. Thread-safe. */
SL_API int sl_mpi_blocks(const sl_view *view);

/** Gives access to a block of this rank's: an ordinary view of it, without elements of others, whose indices are those
 *  of the whole: from sl_view_first() on. Where blocks are cut along other dimensions than 0 its rows lie
 *  sl_view_stride() apart. Loops over it, host accesses and copies are this rank's alone,
 *  and StarPU orders them with loops over the distributed view; it is not split further. Each rank makes the call, one
 * that has no such block, too.
 *
 *  From the first such call on, edges of this view are sent for each loop that reads them by a halo, changed or not:
 *  what a rank writes by a block others do not know of. A view that never changes is better filled by a loop or by
 *  sl_mpi_scatter().
 *  @param[in] view    distributed  @param[in] number  0 to sl_mpi_blocks() - 1, in ascending order
 *  @param[out] local  to be ended by sl_view_destroy(); it may outlive @p view. NULL: this rank has no such block
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT for another view or number, #SL_ERR_DESTROYED, #SL_ERR_STATE,
 *  #SL_ERR_CONTEXT from inside a task. Memory space: main memory. */
SL_API sl_status sl_mpi_local(sl_view *view, int number, sl_view **local);

/** Copies a distributed view to one rank, as it is after all loops so far.
 *  @param[in] view   distributed
 *  @param[in] root   a rank
 *  @param[out] whole  on that rank an ordinary view of layout right, of the same type and extents; elsewhere not looked
 *                     at
 *  @return #SL_SUCCESS on all ranks; else an error on all: #SL_ERR_ARGUMENT, #SL_ERR_TYPE, #SL_ERR_EXTENT,
 *  #SL_ERR_UNSUPPORTED, #SL_ERR_BUSY where the host has one of them open, the failure of a task that was to write the
 *  view, #SL_ERR_MPI where another rank has one of these or makes another call. Collective. Blocking. */
SL_API sl_status sl_mpi_gather(sl_view *view, int root, sl_view *whole);

/** Copies a view of one rank to a distributed one: as sl_mpi_gather(), the other way.
 *  @param[in] whole  on that rank an ordinary view of layout right, of the same type and extents; elsewhere not looked
 *                    at
 *  @param[in] root   a rank
 *  @param[out] view  distributed
 *  @return as sl_mpi_gather(). Collective. Blocking. */
SL_API sl_status sl_mpi_scatter(sl_view *whole, int root, sl_view *view);

/** Copies a distributed view to another one that is cut into other blocks, as it is after all loops so far: elements go
 *  straight from the ranks that have them to those that will.
 *  @param[in] from  distributed  @param[out] to  distributed, another view of the same type and extents
 *  @return #SL_SUCCESS on all ranks; else an error on all: #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_ALIAS for one
 *  view as both, #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT, #SL_ERR_MEMORY, #SL_ERR_BUSY where the host has one of
 *  them open, the failure of a task that was to write @p from, #SL_ERR_MPI where another rank has one of these or makes
 *  another call; #SL_ERR_STATE before sl_mpi_init(), #SL_ERR_CONTEXT from inside a task or between sl_region_begin()
 *  and sl_region_end(). @p to is as before unless MPI fails. Collective. Blocking. */
SL_API sl_status sl_mpi_redistribute(sl_view *from, sl_view *to);

/** Writes a distributed view to a file, as it is after all loops so far, by MPI-IO: each rank its own blocks. The file
 *  is a header of 128 bytes (the guide has it, "Several nodes") and all elements in the order of #SL_LAYOUT_RIGHT: its
 *  bytes do not depend on ranks and blocks. It has the name "PATH.part" until all of it is on the disk, so that a file
 *  @p path that was there before stays as it is when this fails.
 *  @param[in] view  distributed
 *  @param[in] path  of a file system that all ranks share; the same on all ranks. A link of this name is replaced
 *  @return #SL_SUCCESS on all ranks; else an error on all: #SL_ERR_ARGUMENT, #SL_ERR_DESTROYED, #SL_ERR_MEMORY,
 *  #SL_ERR_BUSY where the host has the view open, the failure of a task that was to write it, #SL_ERR_SYSTEM where the
 *  file cannot be written, #SL_ERR_MPI where another rank has one of these or makes another call; #SL_ERR_STATE before
 *  sl_mpi_init(), #SL_ERR_CONTEXT from inside a task or between sl_region_begin() and sl_region_end(). Collective.
 *  Blocking. */
SL_API sl_status sl_mpi_write(sl_view *view, const char *path);

/** Reads a file of sl_mpi_write() into a distributed view, each rank its own blocks: those of the view that was
 * written, and the number of ranks, may have been others.
 *  @param[out] view  distributed, of the type, rank and extents that the file has: nothing is changed where it is not
 *  @param[in] path  a file that all ranks see; the same on all ranks
 *  @return as sl_mpi_write(); #SL_ERR_ARGUMENT also for a file without such a header, and of another length,
 *  #SL_ERR_TYPE, #SL_ERR_RANK, #SL_ERR_EXTENT, #SL_ERR_UNSUPPORTED for another order of bytes and for another version
 * of the header, #SL_ERR_SYSTEM where it cannot be read: some elements may be read then. Collective. Blocking. */
SL_API sl_status sl_mpi_read(sl_view *view, const char *path);

/** @return this process's rank in the communicator of sl_mpi_init(), from 0; -1 before it and after sl_mpi_finalize().
 *  Thread-safe. */
SL_API int sl_mpi_rank(void);

/** @return the number of ranks in the communicator of sl_mpi_init(); -1 before it and after sl_mpi_finalize().
 *  Thread-safe. */
SL_API int sl_mpi_size(void);

SL_END_DECLS

#ifndef SL__NO_CALLED_AT
/** @cond */
SL__FROM(sl_status, sl_mpi_init, (MPI_Comm comm_), comm_)
SL__FROM_ALONE(sl_status, sl_mpi_finalize)
#define sl_mpi_init(...) sl_mpi_init_(__VA_ARGS__, SL__CALLED_AT)
#define sl_mpi_finalize() sl_mpi_finalize_(SL__CALLED_AT)
SL__FROM(sl_status, sl_mpi_view_create,
         (const char *label_, sl_type type_, sl_layout layout_, sl_extents extents_, sl_blocks blocks_,
          sl_view **view_),
         label_, type_, layout_, extents_, blocks_, view_)
SL__FROM(int, sl_mpi_blocks, (const sl_view *view_), view_)
SL__FROM(sl_status, sl_mpi_local, (sl_view * view_, int number_, sl_view **local_), view_, number_, local_)
SL__FROM(sl_status, sl_mpi_gather, (sl_view * view_, int root_, sl_view *whole_), view_, root_, whole_)
SL__FROM(sl_status, sl_mpi_scatter, (sl_view * whole_, int root_, sl_view *view_), whole_, root_, view_)
SL__FROM(sl_status, sl_mpi_redistribute, (sl_view * from_, sl_view *to_), from_, to_)
SL__FROM(sl_status, sl_mpi_write, (sl_view * view_, const char *path_), view_, path_)
SL__FROM(sl_status, sl_mpi_read, (sl_view * view_, const char *path_), view_, path_)
#define sl_mpi_view_create(...) sl_mpi_view_create_(__VA_ARGS__, SL__CALLED_AT)
#define sl_mpi_blocks(...) sl_mpi_blocks_(__VA_ARGS__, SL__CALLED_AT)
#define sl_mpi_local(...) sl_mpi_local_(__VA_ARGS__, SL__CALLED_AT)
#define sl_mpi_gather(...) sl_mpi_gather_(__VA_ARGS__, SL__CALLED_AT)
#define sl_mpi_scatter(...) sl_mpi_scatter_(__VA_ARGS__, SL__CALLED_AT)
#define sl_mpi_redistribute(...) sl_mpi_redistribute_(__VA_ARGS__, SL__CALLED_AT)
#define sl_mpi_write(...) sl_mpi_write_(__VA_ARGS__, SL__CALLED_AT)
#define sl_mpi_read(...) sl_mpi_read_(__VA_ARGS__, SL__CALLED_AT)
/** @endcond */
#endif

#endif
