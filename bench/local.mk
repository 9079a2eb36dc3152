# SPDX-License-Identifier: BSD-3-Clause
# One program holds every case and its twin. `make check` builds it too, so that it does not rot; it is not installed.
# `make bench` runs every case at its default sizes; `make bench BENCH_FLAGS="--case=dot --csv"` what it is told.
SL_BENCH_LIBS = $(SL_BENCH_CXX) lib/libstarloop.la $(STARPU_LIBS) $(HWLOC_LIBS) $(CUDA_LIBS)
BENCH_FLAGS =

# A twin in C++, where libstdc++ has its parallel mode. The linker is C's.
SL_BENCH_CXX =
if HAVE_PARALLEL_MODE
SL_BENCH_CXX += bench/native_sort.$(OBJEXT) -lstdc++
endif
EXTRA_DIST += bench/native_sort.cpp
bench/native_sort.$(OBJEXT): $(srcdir)/bench/native_sort.cpp $(srcdir)/bench/native.h Makefile
	$(AM_V_CXX)$(MKDIR_P) bench && $(CXX) $(CPPFLAGS) -std=c++17 -O3 $(SL_ARCH_CFLAGS) $(OPENMP_CFLAGS) -g -c -o $@ $<

# One asks for the core that it runs on, one calls a function of the twin's, two are raced on cores: nothing for a GPU.
bench/core_kernels.$(OBJEXT) bench/unit_kernels.$(OBJEXT) bench/wait_kernels.$(OBJEXT) \
bench/kind_kernels.$(OBJEXT): SL_KERNEL_CFLAGS += --no-cuda

bench: $(SL_BENCH_BIN)
	@for program in $(SL_BENCH_BIN); do ./$$program $(BENCH_FLAGS) || exit 1; done

EXTRA_DIST += bench/contention-curve bench/minimd-table

# BEGIN LISTS (tools/update-lists)
EXTRA_DIST += \
    bench/README.md \
    bench/RESULTS.md \
    bench/array_kernels.c \
    bench/bandwidth.c \
    bench/bench.h \
    bench/block.h \
    bench/busy-cores \
    bench/case_assembly.c \
    bench/case_boxes.c \
    bench/case_chain.c \
    bench/case_contention.c \
    bench/case_extremes.c \
    bench/case_halo.c \
    bench/case_heat.c \
    bench/case_kinds.c \
    bench/case_launch.c \
    bench/case_layouts.c \
    bench/case_list.c \
    bench/case_lj.c \
    bench/case_matrix.c \
    bench/case_mesh.c \
    bench/case_metg.c \
    bench/case_minimd.c \
    bench/case_nest.c \
    bench/case_packs.c \
    bench/case_reduce.c \
    bench/case_region.c \
    bench/case_rows.c \
    bench/case_scan.c \
    bench/case_scatter.c \
    bench/case_sort.c \
    bench/case_stencil.c \
    bench/case_stream.c \
    bench/case_sweeps.c \
    bench/case_teams.c \
    bench/case_view_calls.c \
    bench/case_waits.c \
    bench/contention-curve \
    bench/core_kernels.c \
    bench/cores.c \
    bench/cuda.c \
    bench/heat-sweep \
    bench/kernels.h \
    bench/kind_kernels.c \
    bench/kinds.h \
    bench/layout_kernels.c \
    bench/lj.h \
    bench/lj_kernels.c \
    bench/measure.h \
    bench/minimd-table \
    bench/native.h \
    bench/native_arrays.c \
    bench/native_choice.h \
    bench/native_cuda.cu \
    bench/native_cuda.cuh \
    bench/native_cuda.h \
    bench/native_cuda_arrays.cu \
    bench/native_cuda_gpus.cu \
    bench/native_cuda_heat.cu \
    bench/native_cuda_lj.cu \
    bench/native_cuda_nest.cu \
    bench/native_cuda_rows.cu \
    bench/native_cuda_scan.cu \
    bench/native_cuda_scatter.cu \
    bench/native_cuda_sort.cu \
    bench/native_cuda_stream.cu \
    bench/native_cuda_teams.cu \
    bench/native_extremes.c \
    bench/native_kinds.c \
    bench/native_lj.c \
    bench/native_lj.h \
    bench/native_nest.c \
    bench/native_radix.c \
    bench/native_rows.c \
    bench/native_scan.c \
    bench/native_scatter.c \
    bench/native_sort.cpp \
    bench/native_stream.c \
    bench/native_teams.c \
    bench/native_units.c \
    bench/native_waits.c \
    bench/nest_kernels.c \
    bench/nest_sizes.h \
    bench/options.c \
    bench/options.h \
    bench/placement.c \
    bench/placement.h \
    bench/process.c \
    bench/process.h \
    bench/program-table \
    bench/race.bash \
    bench/reduce_kernels.c \
    bench/rounds.c \
    bench/row_kernels.c \
    bench/scatter_kernels.c \
    bench/sl-bench.c \
    bench/sort_kernels.c \
    bench/statistics.c \
    bench/stream_kernels.c \
    bench/team_kernels.c \
    bench/unit_kernels.c \
    bench/views.c \
    bench/wait_kernels.c \
    bench/zone.h
SL_BENCH_BIN = \
    bench/sl-bench
check_PROGRAMS += \
    bench/sl-bench
bench_sl_bench_SOURCES = \
    bench/bandwidth.c \
    bench/bench.h \
    bench/block.h \
    bench/case_assembly.c \
    bench/case_boxes.c \
    bench/case_chain.c \
    bench/case_contention.c \
    bench/case_extremes.c \
    bench/case_halo.c \
    bench/case_heat.c \
    bench/case_kinds.c \
    bench/case_launch.c \
    bench/case_layouts.c \
    bench/case_list.c \
    bench/case_lj.c \
    bench/case_matrix.c \
    bench/case_mesh.c \
    bench/case_metg.c \
    bench/case_minimd.c \
    bench/case_nest.c \
    bench/case_packs.c \
    bench/case_reduce.c \
    bench/case_region.c \
    bench/case_rows.c \
    bench/case_scan.c \
    bench/case_scatter.c \
    bench/case_sort.c \
    bench/case_stencil.c \
    bench/case_stream.c \
    bench/case_sweeps.c \
    bench/case_teams.c \
    bench/case_view_calls.c \
    bench/case_waits.c \
    bench/cores.c \
    bench/cuda.c \
    bench/kernels.h \
    bench/kinds.h \
    bench/lj.h \
    bench/measure.h \
    bench/native.h \
    bench/native_choice.h \
    bench/native_cuda.h \
    bench/native_lj.h \
    bench/nest_sizes.h \
    bench/options.c \
    bench/options.h \
    bench/placement.c \
    bench/placement.h \
    bench/process.c \
    bench/process.h \
    bench/rounds.c \
    bench/sl-bench.c \
    bench/statistics.c \
    bench/views.c \
    bench/zone.h \
    examples/common/setting.c \
    examples/common/words.c \
    examples/halo_packing/halo.c \
    examples/heat/deck.c \
    examples/heat/problem.c \
    examples/heat/solver.c \
    examples/heat/spectrum.c \
    examples/minimd/melt.c
bench_sl_bench_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/bench \
    -I$(top_srcdir)/examples/halo_packing \
    -I$(top_srcdir)/examples/heat \
    -I$(top_srcdir)/examples/minimd \
    -I$(top_srcdir)/examples/common
if HAVE_CUDA
SL_CUDA_OF_bench_sl_bench = \
    bench/native_cuda.cu.$(OBJEXT) \
    bench/native_cuda_arrays.cu.$(OBJEXT) \
    bench/native_cuda_gpus.cu.$(OBJEXT) \
    bench/native_cuda_heat.cu.$(OBJEXT) \
    bench/native_cuda_lj.cu.$(OBJEXT) \
    bench/native_cuda_nest.cu.$(OBJEXT) \
    bench/native_cuda_rows.cu.$(OBJEXT) \
    bench/native_cuda_scan.cu.$(OBJEXT) \
    bench/native_cuda_scatter.cu.$(OBJEXT) \
    bench/native_cuda_sort.cu.$(OBJEXT) \
    bench/native_cuda_stream.cu.$(OBJEXT) \
    bench/native_cuda_teams.cu.$(OBJEXT) \
    -lstdc++
else
SL_CUDA_OF_bench_sl_bench =
endif
bench_sl_bench_LDADD = \
    bench/array_kernels.$(OBJEXT) \
    bench/core_kernels.$(OBJEXT) \
    bench/kind_kernels.$(OBJEXT) \
    bench/layout_kernels.$(OBJEXT) \
    bench/lj_kernels.$(OBJEXT) \
    bench/nest_kernels.$(OBJEXT) \
    bench/reduce_kernels.$(OBJEXT) \
    bench/row_kernels.$(OBJEXT) \
    bench/scatter_kernels.$(OBJEXT) \
    bench/sort_kernels.$(OBJEXT) \
    bench/stream_kernels.$(OBJEXT) \
    bench/team_kernels.$(OBJEXT) \
    bench/unit_kernels.$(OBJEXT) \
    bench/wait_kernels.$(OBJEXT) \
    examples/halo_packing/halo_kernels.$(OBJEXT) \
    examples/heat/kernels.$(OBJEXT) \
    examples/minimd/minimd_kernels.$(OBJEXT) \
    bench/native_arrays.$(OBJEXT) \
    bench/native_extremes.$(OBJEXT) \
    bench/native_kinds.$(OBJEXT) \
    bench/native_lj.$(OBJEXT) \
    bench/native_nest.$(OBJEXT) \
    bench/native_radix.$(OBJEXT) \
    bench/native_rows.$(OBJEXT) \
    bench/native_scan.$(OBJEXT) \
    bench/native_scatter.$(OBJEXT) \
    bench/native_stream.$(OBJEXT) \
    bench/native_teams.$(OBJEXT) \
    bench/native_units.$(OBJEXT) \
    bench/native_waits.$(OBJEXT) \
    examples/heat/twin.$(OBJEXT) \
    examples/minimd/twin.$(OBJEXT) \
    $(SL_CUDA_OF_bench_sl_bench) \
    $(SL_BENCH_LIBS)
if HAVE_MPI
check_PROGRAMS += \
    bench/scale/scale
endif
bench_scale_scale_SOURCES = \
    bench/scale/cases.h \
    bench/scale/heat.c \
    bench/scale/heat.h \
    bench/scale/loops_kernels.h \
    bench/scale/main.c \
    bench/scale/spread.c \
    bench/scale/spread.h \
    bench/scale/spread_heat.c \
    bench/scale/spread_sweeps.c \
    bench/scale/strip.c \
    bench/scale/strip.h \
    bench/scale/sweeps.c \
    bench/scale/sweeps.h \
    bench/scale/twin.h \
    examples/common/command_line.c \
    examples/common/library.c \
    examples/common/ranks.c \
    examples/common/setting.c \
    examples/common/words.c \
    examples/heat/deck.c \
    examples/heat/problem.c \
    examples/heat/spectrum.c \
    examples/stencil3d/wave.c
bench_scale_scale_CPPFLAGS = $(AM_CPPFLAGS) $(SL_RANKS_CPPFLAGS) $(MPI_CPPFLAGS)
bench_scale_scale_LDADD = \
    bench/scale/loops_kernels.$(OBJEXT) \
    examples/heat/kernels.$(OBJEXT) \
    examples/stencil3d/stencil3d_kernels.$(OBJEXT) \
    bench/scale/twin.$(OBJEXT) \
    examples/heat/twin.$(OBJEXT) \
    $(SL_RANKS_LIBS) \
    $(SL_EXAMPLE_LIBS) \
    $(MPI_LIBS)
EXTRA_DIST += \
    bench/scale/loops_kernels.c \
    bench/scale/twin.c \
    bench/scale/model.py \
    bench/scale/one-node.csv
# END LISTS
