# SPDX-License-Identifier: BSD-3-Clause
# All of the library is in libstarloop_core, a convenience library; libstarloop is made of it. The tests link
# with libstarloop_core because they reach functions that libstarloop hides.
noinst_LTLIBRARIES += lib/libstarloop_core.la
lib_LTLIBRARIES += lib/libstarloop.la

lib_libstarloop_core_la_SOURCES = $(SL_LIB_SOURCES)
lib_libstarloop_core_la_LIBADD = $(SL_CODELET_OBJECTS) $(STARPU_LIBS) $(HWLOC_LIBS) $(CUDA_LIBS)
# One folder of lib/device stands for the accelerators of a build: those of CUDA, or none.
if HAVE_CUDA
lib_libstarloop_core_la_SOURCES += $(SL_LIB_CUDA_SOURCES)
else
lib_libstarloop_core_la_SOURCES += $(SL_LIB_NONE_SOURCES)
endif

lib_libstarloop_la_SOURCES =
lib_libstarloop_la_LIBADD = lib/libstarloop_core.la
lib_libstarloop_la_LDFLAGS = $(AM_LDFLAGS) -version-info $(SL_LIBRARY_VERSION) -no-undefined

# BEGIN LISTS (tools/update-lists)
SL_LIB_SOURCES = \
    lib/combine/blocks.c \
    lib/combine/blocks.h \
    lib/combine/reduce.c \
    lib/combine/reduce.h \
    lib/core/clock.h \
    lib/core/env.c \
    lib/core/env.h \
    lib/core/error.h \
    lib/core/failure.c \
    lib/core/failure.h \
    lib/core/folder.c \
    lib/core/folder.h \
    lib/core/gate.c \
    lib/core/gate.h \
    lib/core/info.c \
    lib/core/log.c \
    lib/core/log.h \
    lib/core/object.h \
    lib/core/parts.h \
    lib/core/progress.c \
    lib/core/progress.h \
    lib/core/random.h \
    lib/core/runtime.c \
    lib/core/runtime.h \
    lib/core/starpu.h \
    lib/core/start.c \
    lib/core/start.h \
    lib/core/status.c \
    lib/core/types.c \
    lib/data/grid.c \
    lib/data/grid.h \
    lib/data/hold.c \
    lib/data/hold.h \
    lib/data/host.c \
    lib/data/interface.c \
    lib/data/interface.h \
    lib/data/layout.c \
    lib/data/layout.h \
    lib/data/memory.c \
    lib/data/memory.h \
    lib/data/party.c \
    lib/data/party.h \
    lib/data/pin.c \
    lib/data/pin.h \
    lib/data/pool.c \
    lib/data/reaper.c \
    lib/data/slab.c \
    lib/data/slab.h \
    lib/data/split.c \
    lib/data/split.h \
    lib/data/starpu.c \
    lib/data/told.c \
    lib/data/told.h \
    lib/data/view.c \
    lib/data/view.h \
    lib/data/wrapped.c \
    lib/device/cpu/chain.c \
    lib/device/cpu/chain.h \
    lib/device/cpu/cpu.h \
    lib/device/cpu/gang.c \
    lib/device/cpu/gang.h \
    lib/device/cpu/link.c \
    lib/device/cpu/link.h \
    lib/device/cpu/parts.c \
    lib/device/cpu/parts.h \
    lib/device/cpu/plan.c \
    lib/device/cpu/plan.h \
    lib/device/cpu/run.c \
    lib/device/cpu/run.h \
    lib/device/cpu/shares.c \
    lib/device/cpu/shares.h \
    lib/device/cpu/stream.c \
    lib/device/cpu/watch.c \
    lib/device/cpu/watch.h \
    lib/device/device.h \
    lib/device/launch.c \
    lib/device/launch.h \
    lib/loop/batch.c \
    lib/loop/batch.h \
    lib/loop/epoch.c \
    lib/loop/fault.c \
    lib/loop/function.c \
    lib/loop/function.h \
    lib/loop/inline.c \
    lib/loop/inline.h \
    lib/loop/into.c \
    lib/loop/kernel.c \
    lib/loop/kernel.h \
    lib/loop/loop.h \
    lib/loop/modifiers.c \
    lib/loop/modifiers.h \
    lib/loop/pack.c \
    lib/loop/pack.h \
    lib/loop/policy.c \
    lib/loop/recording.c \
    lib/loop/recording.h \
    lib/loop/region.c \
    lib/loop/region.h \
    lib/loop/split.c \
    lib/loop/split.h \
    lib/loop/split_ask.c \
    lib/loop/split_part.c \
    lib/loop/split_plan.c \
    lib/loop/submit.c \
    lib/loop/task.c \
    lib/loop/task.h \
    lib/loop/tell.c \
    lib/loop/tell.h \
    lib/loop/wait.c \
    lib/machine/bind.c \
    lib/machine/machine.h \
    lib/machine/plan.c \
    lib/machine/topology.c \
    lib/place/choose.c \
    lib/place/choose.h \
    lib/place/estimate.c \
    lib/place/estimate.h \
    lib/place/place.c \
    lib/place/place.h \
    lib/place/seconds.c \
    lib/place/times.c \
    lib/place/times.h \
    lib/space/space.c \
    lib/space/space.h \
    lib/trace/arrows.c \
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
    lib/device/cuda/bandwidth.c \
    lib/device/cuda/clock.c \
    lib/device/cuda/copy.c \
    lib/device/cuda/cuda.h \
    lib/device/cuda/devices.c \
    lib/device/cuda/early.c \
    lib/device/cuda/graph.c \
    lib/device/cuda/graph.h \
    lib/device/cuda/graph_make.c \
    lib/device/cuda/here.c \
    lib/device/cuda/launch.c \
    lib/device/cuda/memory.c \
    lib/device/cuda/run.c \
    lib/device/cuda/state.c \
    lib/device/cuda/watch.c
SL_LIB_NONE_SOURCES = \
    lib/device/none/none.c
# END LISTS
