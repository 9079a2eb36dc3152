# SPDX-License-Identifier: BSD-3-Clause
# All of the library is in libstarloop_core, a convenience library; libstarloop is made of it. The tests link
# with libstarloop_core because they reach functions that libstarloop hides.
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
lib_libstarloop_la_LIBADD = lib/libstarloop_core.la
lib_libstarloop_la_LDFLAGS = $(AM_LDFLAGS) -version-info $(SL_LIBRARY_VERSION) -no-undefined \
	-Wl,-z,nodelete

EXTRA_DIST += lib/layers

# BEGIN LISTS (tools/update-lists)
SL_LIB_SOURCES = \
    lib/backend/backend.c \
    lib/backend/backend.h \
    lib/base/clock.h \
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
    lib/base/object.h \
    lib/base/progress.c \
    lib/base/progress.h \
    lib/base/random.h \
    lib/base/sides.h \
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
    lib/call/algorithm.c \
    lib/call/codes.c \
    lib/call/codes.h \
    lib/call/copy.c \
    lib/call/event.c \
    lib/call/host_task.c \
    lib/call/inline.c \
    lib/call/inline.h \
    lib/call/moves.c \
    lib/call/moves.h \
    lib/call/queue.c \
    lib/call/queue.h \
    lib/call/region.c \
    lib/call/region.h \
    lib/call/request.c \
    lib/call/request.h \
    lib/call/resize.c \
    lib/call/scan.c \
    lib/call/scatter_view.c \
    lib/call/segments.c \
    lib/call/segments.h \
    lib/call/sort.c \
    lib/call/split.c \
    lib/call/split.h \
    lib/call/submit.c \
    lib/call/submit.h \
    lib/data/arena.c \
    lib/data/color.c \
    lib/data/dual_view.c \
    lib/data/grid.c \
    lib/data/grid.h \
    lib/data/hold.c \
    lib/data/hold.h \
    lib/data/holders.c \
    lib/data/holders.h \
    lib/data/hooks.c \
    lib/data/hooks.h \
    lib/data/host.c \
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
    lib/data/mailbox.c \
    lib/data/mailbox.h \
    lib/data/memory.c \
    lib/data/memory.h \
    lib/data/pin.c \
    lib/data/pin.h \
    lib/data/pool.c \
    lib/data/reaper.c \
    lib/data/set_algebra.c \
    lib/data/slab.c \
    lib/data/slab.h \
    lib/data/split.c \
    lib/data/split.h \
    lib/data/starpu.c \
    lib/data/subview.c \
    lib/data/subview.h \
    lib/data/view.c \
    lib/data/view.h \
    lib/data/watch.h \
    lib/data/window.c \
    lib/data/window.h \
    lib/data/wrapped.c \
    lib/exec/cpu/arrays.c \
    lib/exec/cpu/arrays.h \
    lib/exec/cpu/chain.c \
    lib/exec/cpu/chain.h \
    lib/exec/cpu/chain_access.c \
    lib/exec/cpu/chain_access.h \
    lib/exec/cpu/chain_watch.c \
    lib/exec/cpu/chain_watch.h \
    lib/exec/cpu/copies.c \
    lib/exec/cpu/copies.h \
    lib/exec/cpu/cpu.h \
    lib/exec/cpu/gang.c \
    lib/exec/cpu/gang.h \
    lib/exec/cpu/lanes.c \
    lib/exec/cpu/lanes.h \
    lib/exec/cpu/parts.c \
    lib/exec/cpu/parts.h \
    lib/exec/cpu/plan.c \
    lib/exec/cpu/plan.h \
    lib/exec/cpu/reads.c \
    lib/exec/cpu/reads.h \
    lib/exec/cpu/results.c \
    lib/exec/cpu/run.c \
    lib/exec/cpu/run.h \
    lib/exec/cpu/scan.c \
    lib/exec/cpu/scan.h \
    lib/exec/cpu/scan_blocks.c \
    lib/exec/cpu/scan_blocks.h \
    lib/exec/cpu/scatter.c \
    lib/exec/cpu/scatter.h \
    lib/exec/cpu/shadow.c \
    lib/exec/cpu/shadow.h \
    lib/exec/cpu/shares.c \
    lib/exec/cpu/shares.h \
    lib/exec/cpu/streams.c \
    lib/exec/cuda_settings.c \
    lib/exec/cuda_settings.h \
    lib/exec/function.c \
    lib/exec/function.h \
    lib/exec/launch.c \
    lib/exec/launch.h \
    lib/exec/pack.c \
    lib/exec/pack.h \
    lib/exec/scan_tiles.c \
    lib/exec/scan_tiles.h \
    lib/exec/worker.c \
    lib/exec/worker.h \
    lib/kernel/atomic.c \
    lib/kernel/blocks.c \
    lib/kernel/blocks.h \
    lib/kernel/cases.c \
    lib/kernel/cases.h \
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
    lib/machine/bind.c \
    lib/machine/machine.h \
    lib/machine/plan.c \
    lib/machine/share.c \
    lib/machine/share.h \
    lib/machine/topology.c \
    lib/place/choose.c \
    lib/place/choose.h \
    lib/place/estimate.c \
    lib/place/estimate.h \
    lib/place/measured.h \
    lib/place/party.c \
    lib/place/party.h \
    lib/place/scatter.c \
    lib/place/scatter.h \
    lib/place/times.c \
    lib/place/times.h \
    lib/runtime/backends.c \
    lib/runtime/backends.h \
    lib/runtime/calibration.c \
    lib/runtime/calibration.h \
    lib/runtime/info.c \
    lib/runtime/init.c \
    lib/runtime/probe.c \
    lib/runtime/probe.h \
    lib/runtime/signals.c \
    lib/runtime/signals.h \
    lib/runtime/start.c \
    lib/runtime/start.h \
    lib/task/arrows.c \
    lib/task/batch.c \
    lib/task/batch.h \
    lib/task/cores.c \
    lib/task/cores.h \
    lib/task/epoch.c \
    lib/task/fault.c \
    lib/task/graphs.h \
    lib/task/host_function.c \
    lib/task/host_function.h \
    lib/task/kernel_state.c \
    lib/task/kernel_state.h \
    lib/task/measured.h \
    lib/task/place.c \
    lib/task/place.h \
    lib/task/publish.c \
    lib/task/publish.h \
    lib/task/recording.c \
    lib/task/recording.h \
    lib/task/seconds.c \
    lib/task/spans.c \
    lib/task/spans.h \
    lib/task/split.h \
    lib/task/split_ask.c \
    lib/task/split_loop.c \
    lib/task/split_part.c \
    lib/task/split_plan.c \
    lib/task/stuck.c \
    lib/task/stuck.h \
    lib/task/task.c \
    lib/task/task.h \
    lib/trace/bandwidth.c \
    lib/trace/copies.h \
    lib/trace/events.c \
    lib/trace/json.c \
    lib/trace/parts.h \
    lib/trace/profile.c \
    lib/trace/threads.c \
    lib/trace/trace.c \
    lib/trace/trace.h \
    lib/trace/transfers.c
SL_LIB_CUDA_SOURCES = \
    lib/exec/cuda/backend.c \
    lib/exec/cuda/backend.h \
    lib/exec/cuda/bandwidth.c \
    lib/exec/cuda/call.c \
    lib/exec/cuda/clock.c \
    lib/exec/cuda/copy.c \
    lib/exec/cuda/cuda.h \
    lib/exec/cuda/devices.c \
    lib/exec/cuda/early_completion.c \
    lib/exec/cuda/graph.c \
    lib/exec/cuda/graph.h \
    lib/exec/cuda/graph_make.c \
    lib/exec/cuda/launch.c \
    lib/exec/cuda/launch_inline.c \
    lib/exec/cuda/memory.c \
    lib/exec/cuda/run.c \
    lib/exec/cuda/state.c \
    lib/exec/cuda/watch.c
SL_LIB_NONE_SOURCES = \
    lib/exec/cuda_absent.c
# END LISTS
