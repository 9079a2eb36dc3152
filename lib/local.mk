# SPDX-License-Identifier: BSD-3-Clause
# All of the library is in libstarloop_core, a convenience library; libstarloop is made of it. The tests link
# with libstarloop_core because they reach functions that libstarloop hides. libstarloop-mpi is lib/mpi, in a build with
# StarPU-MPI.
noinst_LTLIBRARIES += lib/libstarloop_core.la
lib_LTLIBRARIES += lib/libstarloop.la

lib_libstarloop_core_la_SOURCES = $(SL_LIB_SOURCES)
lib_libstarloop_core_la_LIBADD = $(SL_CODELET_OBJECTS) $(STARPU_LIBS) $(HWLOC_LIBS) $(CUDA_LIBS)
# lib/exec/cuda is the back end of a build with CUDA; cuda_absent.c says in others how to get it.
if HAVE_CUDA
lib_libstarloop_core_la_SOURCES += $(SL_LIB_CUDA_SOURCES)
else
lib_libstarloop_core_la_SOURCES += $(SL_LIB_NONE_SOURCES)
endif

lib_libstarloop_la_SOURCES =
lib_libstarloop_la_LIBTOOLFLAGS =
lib_libstarloop_la_LIBADD = lib/libstarloop_core.la
lib_libstarloop_la_LDFLAGS = $(AM_LDFLAGS) -version-info $(SL_LIBRARY_VERSION) -no-undefined \
	-Wl,-z,nodelete -Wl,--version-script,lib/parts.map
EXTRA_lib_libstarloop_la_DEPENDENCIES = lib/parts.map

# The version of what libstarloop exports for its parts alone.
lib/parts.map: lib/libstarloop.symbols Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { echo 'STARLOOP_PARTS { global:' && \
		$(SED) -n 's/^ \(sl__.*\)@STARLOOP_PARTS .*/    \1;/p' $< && echo '};'; } > $@.new && mv -f $@.new $@
CLEANFILES += lib/parts.map

# libstarloop-mpi is linked with libstarloop's file, and not with its .la: libtool would link it again when it is
# installed, and then into the prefix of configure only. Programs link with libstarloop beside it.
if HAVE_STARPU_MPI
lib_LTLIBRARIES += lib/libstarloop-mpi.la
SL_PC += starloop-mpi.pc
endif
lib_libstarloop_mpi_la_SOURCES = $(SL_LIB_MPI_SOURCES)
lib_libstarloop_mpi_la_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
lib_libstarloop_mpi_la_CFLAGS = $(AM_CFLAGS) $(SL_FRAME_CFLAGS) -DSL__NO_CALLED_AT
lib_libstarloop_mpi_la_LIBTOOLFLAGS =
lib_libstarloop_mpi_la_LIBADD = $(STARPU_MPI_LIBS) $(STARPU_LIBS) $(MPI_LIBS)
lib_libstarloop_mpi_la_LDFLAGS = $(AM_LDFLAGS) -version-info $(SL_LIBRARY_VERSION) -no-undefined -Wl,-z,nodelete
if BUILD_SHARED
lib_libstarloop_mpi_la_LDFLAGS += -Wl,lib/.libs/libstarloop.so
endif
EXTRA_lib_libstarloop_mpi_la_DEPENDENCIES = lib/libstarloop.la

$(patsubst %.c,%.lo,$(filter %.c,$(SL_LIB_SOURCES) $(SL_LIB_CUDA_SOURCES) $(SL_LIB_NONE_SOURCES))): \
	AM_CFLAGS += $(SL_FRAME_CFLAGS) -DSL__NO_CALLED_AT

EXTRA_DIST += lib/layers lib/libstarloop.symbols lib/libstarloop-mpi.symbols starloop-mpi.pc.in

# BEGIN LISTS (tools/update-lists)
SL_LIB_SOURCES = \
    lib/backend/backend.c \
    lib/backend/backend.h \
    lib/base/clock.h \
    lib/base/descriptors.c \
    lib/base/descriptors.h \
    lib/base/env.c \
    lib/base/env.h \
    lib/base/error.h \
    lib/base/failure.c \
    lib/base/failure.h \
    lib/base/folder.c \
    lib/base/folder.h \
    lib/base/fp.c \
    lib/base/fp.h \
    lib/base/gate.c \
    lib/base/gate.h \
    lib/base/log.c \
    lib/base/log.h \
    lib/base/measured.h \
    lib/base/object.c \
    lib/base/object.h \
    lib/base/order.c \
    lib/base/order.h \
    lib/base/part.h \
    lib/base/position.c \
    lib/base/position.h \
    lib/base/progress.c \
    lib/base/progress.h \
    lib/base/random.h \
    lib/base/reserve.c \
    lib/base/reserve.h \
    lib/base/sides.h \
    lib/base/signals.c \
    lib/base/signals.h \
    lib/base/slots.c \
    lib/base/slots.h \
    lib/base/starpu.h \
    lib/base/state.c \
    lib/base/state.h \
    lib/base/status.c \
    lib/base/stream.c \
    lib/base/stream.h \
    lib/base/types.c \
    lib/base/types.h \
    lib/base/wait.c \
    lib/base/wait.h \
    lib/base/wait_times.c \
    lib/base/wait_times.h \
    lib/call/algorithm.c \
    lib/call/alias.c \
    lib/call/bits.c \
    lib/call/bits.h \
    lib/call/check.c \
    lib/call/check.h \
    lib/call/codes.c \
    lib/call/codes.h \
    lib/call/copy.c \
    lib/call/event.c \
    lib/call/hash.c \
    lib/call/host_task.c \
    lib/call/inline.c \
    lib/call/inline.h \
    lib/call/measured.h \
    lib/call/moves.c \
    lib/call/moves.h \
    lib/call/nest.c \
    lib/call/nest_auto.c \
    lib/call/nest_auto.h \
    lib/call/pack_arguments.c \
    lib/call/pack_arguments.h \
    lib/call/pooled.c \
    lib/call/pooled.h \
    lib/call/queue.c \
    lib/call/queue.h \
    lib/call/region.c \
    lib/call/region.h \
    lib/call/region_run.c \
    lib/call/region_set.c \
    lib/call/request.c \
    lib/call/request.h \
    lib/call/resize.c \
    lib/call/scan.c \
    lib/call/scatter_view.c \
    lib/call/segments.c \
    lib/call/segments.h \
    lib/call/sort.c \
    lib/call/sort.h \
    lib/call/sort_segments.c \
    lib/call/spill.c \
    lib/call/spill.h \
    lib/call/split.c \
    lib/call/split.h \
    lib/call/split_tasks.c \
    lib/call/split_tasks.h \
    lib/call/spread.c \
    lib/call/spread.h \
    lib/call/spread_side.c \
    lib/call/spread_side.h \
    lib/call/submit.c \
    lib/call/submit.h \
    lib/data/arena.c \
    lib/data/argument.c \
    lib/data/argument.h \
    lib/data/color.c \
    lib/data/coloring.c \
    lib/data/coloring.h \
    lib/data/create.c \
    lib/data/create.h \
    lib/data/dual_view.c \
    lib/data/edges.c \
    lib/data/edges.h \
    lib/data/element.c \
    lib/data/grid.c \
    lib/data/grid.h \
    lib/data/guard.c \
    lib/data/guard.h \
    lib/data/hold.c \
    lib/data/hold.h \
    lib/data/holders.c \
    lib/data/holders.h \
    lib/data/hooks.c \
    lib/data/hooks.h \
    lib/data/host.c \
    lib/data/host.h \
    lib/data/host_box.c \
    lib/data/host_box.h \
    lib/data/index_set.c \
    lib/data/index_set.h \
    lib/data/indices.c \
    lib/data/indices.h \
    lib/data/interface.c \
    lib/data/interface.h \
    lib/data/layout.c \
    lib/data/layout.h \
    lib/data/list.c \
    lib/data/list.h \
    lib/data/list_borders.c \
    lib/data/list_borders.h \
    lib/data/mailbox.c \
    lib/data/mailbox.h \
    lib/data/measured.h \
    lib/data/memory.c \
    lib/data/memory.h \
    lib/data/open_map.c \
    lib/data/open_map.h \
    lib/data/pin.c \
    lib/data/pin.h \
    lib/data/pool.c \
    lib/data/pool.h \
    lib/data/product.c \
    lib/data/ranks.h \
    lib/data/reaper.c \
    lib/data/reaper.h \
    lib/data/renumber.c \
    lib/data/renumbering.c \
    lib/data/renumbering.h \
    lib/data/set_algebra.c \
    lib/data/set_map.c \
    lib/data/slab.c \
    lib/data/slab.h \
    lib/data/split.c \
    lib/data/split.h \
    lib/data/split_view.c \
    lib/data/spread.c \
    lib/data/spread.h \
    lib/data/spread_create.c \
    lib/data/starpu.c \
    lib/data/starpu.h \
    lib/data/subview.c \
    lib/data/subview.h \
    lib/data/view.c \
    lib/data/view.h \
    lib/data/watch.h \
    lib/data/window.c \
    lib/data/window.h \
    lib/data/wrap_device.c \
    lib/data/wrap_device.h \
    lib/data/wrapped.c \
    lib/data/wrapped.h \
    lib/exec/cpu/arrays.c \
    lib/exec/cpu/arrays.h \
    lib/exec/cpu/bundle.c \
    lib/exec/cpu/bundle.h \
    lib/exec/cpu/bundle_lists.c \
    lib/exec/cpu/bundle_lists.h \
    lib/exec/cpu/bundle_plan.c \
    lib/exec/cpu/bundle_plan.h \
    lib/exec/cpu/chain.c \
    lib/exec/cpu/chain.h \
    lib/exec/cpu/chain_access.c \
    lib/exec/cpu/chain_access.h \
    lib/exec/cpu/checked.c \
    lib/exec/cpu/checked.h \
    lib/exec/cpu/checked_argument.h \
    lib/exec/cpu/checked_own.c \
    lib/exec/cpu/checked_scatter.c \
    lib/exec/cpu/colors.c \
    lib/exec/cpu/colors.h \
    lib/exec/cpu/copies.c \
    lib/exec/cpu/copies.h \
    lib/exec/cpu/cpu.h \
    lib/exec/cpu/deal.c \
    lib/exec/cpu/deal.h \
    lib/exec/cpu/gang.c \
    lib/exec/cpu/gang.h \
    lib/exec/cpu/lanes.c \
    lib/exec/cpu/lanes.h \
    lib/exec/cpu/loop.c \
    lib/exec/cpu/loop.h \
    lib/exec/cpu/measured.h \
    lib/exec/cpu/nest.c \
    lib/exec/cpu/nest.h \
    lib/exec/cpu/parts.c \
    lib/exec/cpu/parts.h \
    lib/exec/cpu/plan.c \
    lib/exec/cpu/plan.h \
    lib/exec/cpu/prepare.c \
    lib/exec/cpu/prepare.h \
    lib/exec/cpu/range_end.c \
    lib/exec/cpu/range_end.h \
    lib/exec/cpu/reads.c \
    lib/exec/cpu/reads.h \
    lib/exec/cpu/results.c \
    lib/exec/cpu/results.h \
    lib/exec/cpu/rounds.c \
    lib/exec/cpu/rounds.h \
    lib/exec/cpu/run.c \
    lib/exec/cpu/scan.c \
    lib/exec/cpu/scan.h \
    lib/exec/cpu/scan_blocks.c \
    lib/exec/cpu/scan_blocks.h \
    lib/exec/cpu/scatter.c \
    lib/exec/cpu/scatter.h \
    lib/exec/cpu/sequence.c \
    lib/exec/cpu/sequence.h \
    lib/exec/cpu/sequence_watch.c \
    lib/exec/cpu/sequence_watch.h \
    lib/exec/cpu/shares.c \
    lib/exec/cpu/shares.h \
    lib/exec/cpu/sort.c \
    lib/exec/cpu/sort.h \
    lib/exec/cpu/sort_codes.c \
    lib/exec/cpu/sort_codes.h \
    lib/exec/cpu/streams.c \
    lib/exec/cpu/streams.h \
    lib/exec/cpu/team_scratch.c \
    lib/exec/cpu/tiles.c \
    lib/exec/cpu/tiles.h \
    lib/exec/cpu/workspace.c \
    lib/exec/cpu/workspace.h \
    lib/exec/cuda_settings.c \
    lib/exec/cuda_settings.h \
    lib/exec/cuda_wrap.c \
    lib/exec/fastest.c \
    lib/exec/fastest.h \
    lib/exec/form.c \
    lib/exec/form.h \
    lib/exec/function.c \
    lib/exec/function.h \
    lib/exec/graph_order.c \
    lib/exec/graph_order.h \
    lib/exec/launch.c \
    lib/exec/launch.h \
    lib/exec/measured.h \
    lib/exec/nest_auto.c \
    lib/exec/nest_auto.h \
    lib/exec/nest_pair.c \
    lib/exec/nest_pair.h \
    lib/exec/nest_shape.c \
    lib/exec/nest_shape.h \
    lib/exec/pack.c \
    lib/exec/pack.h \
    lib/exec/scan_tiles.c \
    lib/exec/scan_tiles.h \
    lib/exec/turn.c \
    lib/exec/worker.c \
    lib/exec/worker.h \
    lib/kernel/atomic.c \
    lib/kernel/blocks.c \
    lib/kernel/blocks.h \
    lib/kernel/cases.c \
    lib/kernel/cases.h \
    lib/kernel/check.c \
    lib/kernel/check.h \
    lib/kernel/form.c \
    lib/kernel/form.h \
    lib/kernel/kinds.c \
    lib/kernel/kinds.h \
    lib/kernel/modifiers.c \
    lib/kernel/modifiers.h \
    lib/kernel/policy.c \
    lib/kernel/policy.h \
    lib/kernel/reduce.c \
    lib/kernel/reduce.h \
    lib/kernel/reduce_target.c \
    lib/kernel/scan.c \
    lib/kernel/scan.h \
    lib/kernel/scatter.c \
    lib/kernel/scatter.h \
    lib/kernel/sort.c \
    lib/kernel/sort.h \
    lib/kernel/space.c \
    lib/kernel/space.h \
    lib/kernel/teams.c \
    lib/kernel/teams.h \
    lib/machine/bind.c \
    lib/machine/crew.c \
    lib/machine/crew.h \
    lib/machine/lend.c \
    lib/machine/lend.h \
    lib/machine/machine.h \
    lib/machine/measured.h \
    lib/machine/memory_nodes.c \
    lib/machine/memory_nodes.h \
    lib/machine/plan.c \
    lib/machine/plan.h \
    lib/machine/share.c \
    lib/machine/share.h \
    lib/machine/topology.c \
    lib/machine/topology.h \
    lib/place/choose.c \
    lib/place/choose.h \
    lib/place/estimate.c \
    lib/place/estimate.h \
    lib/place/measured.h \
    lib/place/party.c \
    lib/place/party.h \
    lib/place/portions.c \
    lib/place/portions.h \
    lib/place/route.c \
    lib/place/route.h \
    lib/place/times.c \
    lib/place/times.h \
    lib/place/ways.c \
    lib/place/ways.h \
    lib/runtime/backends.c \
    lib/runtime/backends.h \
    lib/runtime/calibration.c \
    lib/runtime/calibration.h \
    lib/runtime/info.c \
    lib/runtime/init.c \
    lib/runtime/part.h \
    lib/runtime/probe.c \
    lib/runtime/probe.h \
    lib/runtime/start.c \
    lib/runtime/start.h \
    lib/task/arrows.c \
    lib/task/arrows.h \
    lib/task/awaited.h \
    lib/task/batch.c \
    lib/task/batch.h \
    lib/task/cores.c \
    lib/task/cores.h \
    lib/task/edge_task.c \
    lib/task/edge_task.h \
    lib/task/epoch.c \
    lib/task/epoch.h \
    lib/task/fault.c \
    lib/task/fault.h \
    lib/task/fused.c \
    lib/task/fused.h \
    lib/task/graphs.h \
    lib/task/homes.c \
    lib/task/homes.h \
    lib/task/host_function.c \
    lib/task/host_function.h \
    lib/task/kernel_state.c \
    lib/task/kernel_state.h \
    lib/task/measured.h \
    lib/task/packs.c \
    lib/task/packs.h \
    lib/task/place.c \
    lib/task/place.h \
    lib/task/publish.c \
    lib/task/publish.h \
    lib/task/put_off.h \
    lib/task/recording.c \
    lib/task/recording.h \
    lib/task/seconds.c \
    lib/task/seconds.h \
    lib/task/spans.c \
    lib/task/spans.h \
    lib/task/split.h \
    lib/task/split_ask.c \
    lib/task/split_ask.h \
    lib/task/split_joined.c \
    lib/task/split_joined.h \
    lib/task/split_loop.c \
    lib/task/split_loop.h \
    lib/task/split_nest.c \
    lib/task/split_nest.h \
    lib/task/split_part.c \
    lib/task/split_part.h \
    lib/task/split_plan.c \
    lib/task/split_plan.h \
    lib/task/split_scan.c \
    lib/task/split_scan.h \
    lib/task/split_together.c \
    lib/task/split_together.h \
    lib/task/split_worth.c \
    lib/task/split_worth.h \
    lib/task/stuck.c \
    lib/task/stuck.h \
    lib/task/task.c \
    lib/task/task.h \
    lib/trace/bandwidth.c \
    lib/trace/choices.c \
    lib/trace/choices.h \
    lib/trace/dot.c \
    lib/trace/dot.h \
    lib/trace/events.c \
    lib/trace/json.c \
    lib/trace/measured.h \
    lib/trace/parts.h \
    lib/trace/phases.c \
    lib/trace/profile.c \
    lib/trace/threads.c \
    lib/trace/tools.c \
    lib/trace/tools.h \
    lib/trace/trace.c \
    lib/trace/trace.h \
    lib/trace/transfers.c \
    lib/trace/transfers.h
SL_LIB_CUDA_SOURCES = \
    lib/exec/cuda/auto_layout.c \
    lib/exec/cuda/auto_layout.h \
    lib/exec/cuda/backend.c \
    lib/exec/cuda/backend.h \
    lib/exec/cuda/bandwidth.c \
    lib/exec/cuda/call.c \
    lib/exec/cuda/clock.c \
    lib/exec/cuda/clock.h \
    lib/exec/cuda/copy.c \
    lib/exec/cuda/cuda.h \
    lib/exec/cuda/devices.c \
    lib/exec/cuda/early_completion.c \
    lib/exec/cuda/early_completion.h \
    lib/exec/cuda/gpu_api.h \
    lib/exec/cuda/graph.c \
    lib/exec/cuda/graph.h \
    lib/exec/cuda/graph_joint.c \
    lib/exec/cuda/graph_make.c \
    lib/exec/cuda/joined.c \
    lib/exec/cuda/joined.h \
    lib/exec/cuda/launch.c \
    lib/exec/cuda/launch.h \
    lib/exec/cuda/launch_inline.c \
    lib/exec/cuda/measured.h \
    lib/exec/cuda/memory.c \
    lib/exec/cuda/part.c \
    lib/exec/cuda/replicas.c \
    lib/exec/cuda/replicas.h \
    lib/exec/cuda/results.c \
    lib/exec/cuda/results.h \
    lib/exec/cuda/run.c \
    lib/exec/cuda/run.h \
    lib/exec/cuda/scatter.c \
    lib/exec/cuda/scatter.h \
    lib/exec/cuda/small_copies.c \
    lib/exec/cuda/small_copies.h \
    lib/exec/cuda/state.c \
    lib/exec/cuda/state.h \
    lib/exec/cuda/together.c \
    lib/exec/cuda/together.h \
    lib/exec/cuda/together_results.c \
    lib/exec/cuda/watch.c
SL_LIB_MPI_SOURCES = \
    lib/mpi/alive.c \
    lib/mpi/alive.h \
    lib/mpi/blocks.c \
    lib/mpi/blocks.h \
    lib/mpi/error.c \
    lib/mpi/file.c \
    lib/mpi/gather.c \
    lib/mpi/init.c \
    lib/mpi/measured.h \
    lib/mpi/ranks.c \
    lib/mpi/redistribute.c \
    lib/mpi/starpu_mpi.h \
    lib/mpi/view.c
SL_LIB_NONE_SOURCES = \
    lib/exec/cuda_absent.c
# END LISTS
