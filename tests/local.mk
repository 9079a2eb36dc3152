# SPDX-License-Identifier: BSD-3-Clause
# Every test speaks TAP. `make -jN check` builds in parallel, but tests/run-one lets one test run at a time: each
# uses all the cores, and two at once would measure and starve one another. Scripts that say so run beside one another.
SL_TEST_LIBS = lib/libstarloop_core.la $(CUDA_LIBS)
SL_TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh

LOG_DRIVER = $(SL_TAP_DRIVER)
if ENABLE_VALGRIND
LOG_COMPILER = $(top_srcdir)/tests/run-one $(LIBTOOL) --mode=execute $(VALGRIND) --quiet --error-exitcode=99 \
    --suppressions=$(abs_top_srcdir)/share/starloop-valgrind.supp
else
LOG_COMPILER = $(top_srcdir)/tests/run-one
endif
TEST_EXTENSIONS = .sh
SH_LOG_DRIVER = $(SL_TAP_DRIVER)
SH_LOG_COMPILER = $(top_srcdir)/tests/run-one bash

AM_TESTS_ENVIRONMENT = \
    abs_top_srcdir='$(abs_top_srcdir)'; abs_top_builddir='$(abs_top_builddir)'; \
    SL_TEST_CC='$(CC)'; SL_TEST_CXX='$(CXX)'; SL_TEST_FLAGS='$(SL_BUILD_FLAGS)'; \
    SL_TEST_CPPFLAGS='$(STARPU_CFLAGS) $(HWLOC_CFLAGS) $(CPPFLAGS)'; SL_TEST_KERNEL_CFLAGS='$(SL_KERNEL_CFLAGS)'; \
    SL_TEST_FC='$(FC)'; export SL_TEST_FC; \
    SL_TEST_OPENMP='$(OPENMP_CFLAGS)'; SL_TEST_PNG_CPPFLAGS='$(SL_EXAMPLE_CPPFLAGS)'; \
    SL_TEST_NVCC='$(NVCC)'; SL_TEST_CUDA_ARCH='$(SL_CUDA_ONE_ARCH)'; SL_TEST_CUDA_LIBS='$(CUDA_LIBS)'; \
    SL_TEST_MPI_CPPFLAGS='$(MPI_CPPFLAGS)'; SL_TEST_MPI_LIBS='$(MPI_LIBS)'; SL_TEST_NO_MPI='$(SL_MPI_WHY)'; \
    SL_TEST_NO_STARPU_MPI='$(SL_STARPU_MPI_WHY)'; \
    export SL_TEST_MPI_CPPFLAGS SL_TEST_MPI_LIBS SL_TEST_NO_MPI SL_TEST_NO_STARPU_MPI; \
    export abs_top_srcdir abs_top_builddir SL_TEST_CC SL_TEST_CXX SL_TEST_FLAGS SL_TEST_CPPFLAGS SL_TEST_KERNEL_CFLAGS \
        SL_TEST_OPENMP SL_TEST_PNG_CPPFLAGS SL_TEST_NVCC SL_TEST_CUDA_ARCH SL_TEST_CUDA_LIBS;

EXTRA_DIST += tests/.clang-tidy tests/both_sides.bash tests/many_kernels.bash tests/pages.bash tests/run-one \
    tests/suite.bash tests/tap.bash tests/installcheck
TESTS += $(SL_TEST_BIN) $(SL_TEST_SH)
check_PROGRAMS += $(SL_TEST_BIN)
check_DATA = tools/starloop-cc tools/starloop-lint$(EXEEXT)
if HAVE_FORTRAN
check_DATA += fortran/libstarloop_fortran.la fortran/starloop.mod
endif

# The installed library, used as a user does: pkg-config in C, statically, from C++, and CMake.
INSTALLCHECK_TARGETS += run-installcheck
.PHONY: run-installcheck
run-installcheck:
	$(top_srcdir)/tests/installcheck --srcdir='$(abs_top_srcdir)' --work='$(abs_top_builddir)/tests/work/installcheck' \
	    --bindir='$(DESTDIR)$(bindir)' --libdir='$(DESTDIR)$(libdir)' --includedir='$(DESTDIR)$(includedir)' \
	    --destdir='$(DESTDIR)' --cc='$(CC)' --cxx='$(CXX)' --flags='$(SL_BUILD_FLAGS)' \
	    --nvcc='$(NVCC)' --fc='$(FC)' --mpi='$(MPI_CPPFLAGS) $(MPI_LIBS)'

# Where kernels check their reach (--enable-bounds-check), these show what another build does not: loops of every kind
# over views of every kind, and scripts that need the files of the tarball. The leg distcheck of .ci/run runs these
# only.
SL_TEST_CHECKED = \
    tests/base/fp$(EXEEXT) tests/call/region$(EXEEXT) tests/call/region_views$(EXEEXT) \
    tests/checked/failure_bounds$(EXEEXT) tests/checked/halo_logged$(EXEEXT) tests/checked/races$(EXEEXT) \
    tests/checked/split_reach$(EXEEXT) tests/combine/reduce_array$(EXEEXT) tests/combine/reduce_bitwise$(EXEEXT) \
    tests/combine/reduce_combine$(EXEEXT) tests/combine/reduce_logic$(EXEEXT) tests/combine/reduce_prod$(EXEEXT) \
    tests/combine/reduce_struct$(EXEEXT) tests/combine/reduce_values$(EXEEXT) tests/combine/scan$(EXEEXT) \
    tests/combine/scan_body$(EXEEXT) tests/combine/scan_reducer$(EXEEXT) tests/combine/scatter$(EXEEXT) \
    tests/combine/scatter_view$(EXEEXT) tests/data/arena$(EXEEXT) tests/data/color$(EXEEXT) tests/data/copy$(EXEEXT) \
    tests/data/layout$(EXEEXT) tests/data/offset$(EXEEXT) tests/data/renumber$(EXEEXT) tests/data/space$(EXEEXT) \
    tests/data/subview$(EXEEXT) tests/exec/launch$(EXEEXT) tests/exec/launch_reduce$(EXEEXT) \
    tests/exec/launch_walk$(EXEEXT) tests/exec/parts$(EXEEXT) tests/kernel/atomics$(EXEEXT) \
    tests/kernel/complex$(EXEEXT) tests/kernel/many_arguments$(EXEEXT) tests/kernel/map$(EXEEXT) \
    tests/kernel/pack$(EXEEXT) tests/kernel/random_numbers$(EXEEXT) tests/kernel/reach$(EXEEXT) \
    tests/kernel/reach_free$(EXEEXT) tests/kernel/table$(EXEEXT) tests/kernel/unique_token$(EXEEXT) \
    tests/loops/algorithm$(EXEEXT) tests/loops/list$(EXEEXT) tests/loops/loop_arguments$(EXEEXT) \
    tests/loops/loop_sequence$(EXEEXT) tests/loops/loop_stream$(EXEEXT) tests/loops/loop_visits$(EXEEXT) \
    tests/loops/segments$(EXEEXT) tests/loops/sort$(EXEEXT) tests/loops/turn$(EXEEXT) tests/nests/nest$(EXEEXT) \
    tests/programs/feature_table$(EXEEXT) tests/programs/heat$(EXEEXT) tests/programs/heat_methods$(EXEEXT) \
    tests/programs/heat_solver$(EXEEXT) \
    tests/programs/programs$(EXEEXT) tests/programs/random_calls$(EXEEXT) tests/split/split$(EXEEXT) \
    tests/split/split_edges$(EXEEXT) tests/split/split_random$(EXEEXT) tests/teams/team$(EXEEXT)
SL_TEST_CHECKED_SH = \
    tests/compilers/layout_case.sh tests/examples/assembly.sh tests/examples/examples.sh \
    tests/examples/halo_packing.sh tests/examples/minife.sh tests/examples/nests.sh \
    tests/examples/shallow.sh tests/examples/vertexsum.sh tests/house/guide.sh \
    tests/house/house_rules.sh tests/house/manual_pages.sh tests/house/tutorial.sh \
    tests/house/version.sh

# tests/machine/numa_nodes says which worker runs a task.
tests_machine_numa_nodes_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=starpu_task_submit

# Device code, which gcc reads here: nvcc knows its pragmas.
tests_combine_scatter_walk_CXXFLAGS = $(AM_CXXFLAGS) -Wno-unknown-pragmas

# BEGIN LISTS (tools/update-lists)
SL_TEST_BIN = \
    tests/base/env \
    tests/base/fp \
    tests/base/gate \
    tests/base/log \
    tests/base/object \
    tests/base/progress \
    tests/base/signals \
    tests/base/status \
    tests/base/types \
    tests/call/inline \
    tests/call/inline_beside \
    tests/call/inline_threads \
    tests/call/misuse_loop \
    tests/call/misuse_policy \
    tests/call/misuse_state \
    tests/call/region \
    tests/call/region_call \
    tests/call/region_cuda \
    tests/call/region_reused \
    tests/call/region_task \
    tests/call/region_together \
    tests/call/region_views \
    tests/call/region_wrapped \
    tests/checked/check_access \
    tests/checked/checked \
    tests/checked/failure_bounds \
    tests/checked/halo_logged \
    tests/checked/races \
    tests/checked/shadow \
    tests/checked/split_reach \
    tests/combine/hash \
    tests/combine/reduce_accuracy \
    tests/combine/reduce_array \
    tests/combine/reduce_bitwise \
    tests/combine/reduce_combine \
    tests/combine/reduce_logic \
    tests/combine/reduce_prod \
    tests/combine/reduce_struct \
    tests/combine/reduce_values \
    tests/combine/scan \
    tests/combine/scan_body \
    tests/combine/scan_reducer \
    tests/combine/scan_structs \
    tests/combine/scatter \
    tests/combine/scatter_fields \
    tests/combine/scatter_view \
    tests/cuda/cuda_copies \
    tests/cuda/cuda_failure \
    tests/cuda/cuda_gpu \
    tests/cuda/cuda_launch \
    tests/cuda/cuda_memory \
    tests/cuda/cuda_reduce \
    tests/cuda/cuda_state \
    tests/cuda/cuda_task \
    tests/data/arena \
    tests/data/auto_layout \
    tests/data/color \
    tests/data/copy \
    tests/data/dual_view \
    tests/data/element \
    tests/data/graph_color \
    tests/data/host \
    tests/data/interface \
    tests/data/layout \
    tests/data/mailbox \
    tests/data/offset \
    tests/data/overlap \
    tests/data/picture \
    tests/data/renumber \
    tests/data/resize \
    tests/data/shared \
    tests/data/space \
    tests/data/subview \
    tests/data/subview_verbs \
    tests/data/view \
    tests/data/view_memory \
    tests/data/view_misuse \
    tests/exec/bundle \
    tests/exec/gang \
    tests/exec/graph_order \
    tests/exec/launch \
    tests/exec/launch_reduce \
    tests/exec/launch_walk \
    tests/exec/parts \
    tests/exec/plan \
    tests/exec/rounds \
    tests/exec/shares \
    tests/kernel/atomics \
    tests/kernel/atomics_fields \
    tests/kernel/complex \
    tests/kernel/declared \
    tests/kernel/form \
    tests/kernel/kernel \
    tests/kernel/many_arguments \
    tests/kernel/map \
    tests/kernel/pack \
    tests/kernel/random_numbers \
    tests/kernel/reach \
    tests/kernel/reach_free \
    tests/kernel/reshape \
    tests/kernel/shared_kernel \
    tests/kernel/table \
    tests/kernel/tiles \
    tests/kernel/two_files \
    tests/kernel/typed \
    tests/kernel/unique_token \
    tests/kernel/user_macros \
    tests/loops/algorithm \
    tests/loops/list \
    tests/loops/loop_arguments \
    tests/loops/loop_dependencies \
    tests/loops/loop_sequence \
    tests/loops/loop_stream \
    tests/loops/loop_visits \
    tests/loops/product \
    tests/loops/range_view \
    tests/loops/segments \
    tests/loops/sort \
    tests/loops/sort_segments \
    tests/loops/turn \
    tests/machine/binding \
    tests/machine/crew \
    tests/machine/memory_kinds \
    tests/machine/numa_nodes \
    tests/machine/poor_process \
    tests/machine/share \
    tests/machine/small_stack \
    tests/nests/nest \
    tests/nests/nest_arguments \
    tests/nests/nest_auto \
    tests/nests/nest_empty \
    tests/nests/nest_grid \
    tests/nests/nest_groups \
    tests/nests/nest_product \
    tests/nests/nest_shape \
    tests/place/placement \
    tests/place/placement_model \
    tests/place/portions \
    tests/place/route \
    tests/programs/empty \
    tests/programs/feature_table \
    tests/programs/heat \
    tests/programs/heat_deck \
    tests/programs/heat_methods \
    tests/programs/heat_solver \
    tests/programs/heat_twin \
    tests/programs/hostile \
    tests/programs/odd_input \
    tests/programs/programs \
    tests/programs/random_calls \
    tests/programs/where \
    tests/runtime/finalize \
    tests/runtime/runtime \
    tests/runtime/schedulers \
    tests/split/split \
    tests/split/split_auto \
    tests/split/split_blocks \
    tests/split/split_devices \
    tests/split/split_edges \
    tests/split/split_gpus \
    tests/split/split_homes \
    tests/split/split_joined \
    tests/split/split_locality \
    tests/split/split_nests \
    tests/split/split_order \
    tests/split/split_random \
    tests/split/split_ranks \
    tests/split/split_scans \
    tests/split/split_spaces \
    tests/split/split_stall \
    tests/task/batch \
    tests/task/epoch \
    tests/task/event \
    tests/task/failure \
    tests/task/failure_memory \
    tests/task/failure_sequence \
    tests/task/million \
    tests/task/skipped \
    tests/task/stall \
    tests/task/stuck \
    tests/task/task \
    tests/task/task_caller \
    tests/task/task_copy \
    tests/task/threads \
    tests/task/throttle \
    tests/task/waits \
    tests/teams/scratch_arrays \
    tests/teams/team \
    tests/teams/team_misuse \
    tests/teams/team_tokens \
    tests/trace/dot \
    tests/trace/profile \
    tests/trace/tools \
    tests/trace/trace \
    tests/combine/scatter_walk \
    tests/kernel/cxx_program \
    tests/programs/where_cxx
if HAVE_STARPU_MPI
check_PROGRAMS += \
    tests/mpi/destroyed \
    tests/mpi/file \
    tests/mpi/forms \
    tests/mpi/gpus \
    tests/mpi/grid_loops \
    tests/mpi/grid_reduce \
    tests/mpi/grid_views \
    tests/mpi/grids \
    tests/mpi/level \
    tests/mpi/random_loops \
    tests/mpi/redistribute \
    tests/mpi/reduce \
    tests/mpi/refusals \
    tests/mpi/scatter \
    tests/mpi/silent \
    tests/mpi/start \
    tests/mpi/strips \
    tests/mpi/views
endif
SL_TEST_SH = \
    tests/compilers/compile_time.sh \
    tests/compilers/forms_compilers.sh \
    tests/compilers/kernels_cxx.sh \
    tests/compilers/nest_loops.sh \
    tests/examples/assembly.sh \
    tests/examples/busy_cores.sh \
    tests/examples/coupling.sh \
    tests/examples/examples.sh \
    tests/examples/gemm.sh \
    tests/examples/halo_packing.sh \
    tests/examples/heat_sweep.sh \
    tests/examples/minife.sh \
    tests/examples/minimd.sh \
    tests/examples/mpi_heat.sh \
    tests/examples/mpi_minife.sh \
    tests/examples/mpi_minimd.sh \
    tests/examples/nests.sh \
    tests/examples/program_table.sh \
    tests/examples/ranks.sh \
    tests/examples/scale.sh \
    tests/examples/shallow.sh \
    tests/examples/spmv.sh \
    tests/examples/stencil3d.sh \
    tests/examples/vertexsum.sh \
    tests/house/debian.sh \
    tests/house/debugging.sh \
    tests/house/guide.sh \
    tests/house/targets.sh \
    tests/house/tutorial.sh \
    tests/mpi/destroyed.sh \
    tests/mpi/file.sh \
    tests/mpi/forms.sh \
    tests/mpi/gpus.sh \
    tests/mpi/grid_loops.sh \
    tests/mpi/grid_reduce.sh \
    tests/mpi/grid_views.sh \
    tests/mpi/grids.sh \
    tests/mpi/level.sh \
    tests/mpi/numa_nodes.sh \
    tests/mpi/random_loops.sh \
    tests/mpi/redistribute.sh \
    tests/mpi/reduce.sh \
    tests/mpi/refusals.sh \
    tests/mpi/scatter.sh \
    tests/mpi/silent.sh \
    tests/mpi/start.sh \
    tests/mpi/strips.sh \
    tests/mpi/views.sh \
    tests/suites/batch_off.sh \
    tests/suites/cuda_suite.sh \
    tests/suites/groups_suite.sh \
    tests/suites/nodes_suite.sh \
    tests/suites/queued_suite.sh \
    tests/suites/small_stack.sh \
    tests/tools/bench.sh \
    tests/tools/calibration.sh \
    tests/tools/mpi_shares.sh \
    tests/tools/python.sh \
    tests/tools/tools.sh \
    tests/compilers/atomics_compilers.sh \
    tests/compilers/checkers.sh \
    tests/compilers/compile_fail.sh \
    tests/compilers/compilers.sh \
    tests/compilers/exceptions.sh \
    tests/compilers/expand.sh \
    tests/compilers/fortran.sh \
    tests/compilers/headers.sh \
    tests/compilers/kernel_rules.sh \
    tests/compilers/kernels_cuda.sh \
    tests/compilers/layout_case.sh \
    tests/compilers/macros.sh \
    tests/compilers/nest_words.sh \
    tests/compilers/raise_marks.sh \
    tests/compilers/shared_kernel_dlopen.sh \
    tests/compilers/slots.sh \
    tests/compilers/starloop_cc.sh \
    tests/house/cheat_sheet.sh \
    tests/house/house_rules.sh \
    tests/house/installed.sh \
    tests/house/layers.sh \
    tests/house/manual_pages.sh \
    tests/house/spack.sh \
    tests/house/symbols.sh \
    tests/house/version.sh \
    tests/tools/gantt.sh
tests_base_env_SOURCES = \
    tests/base/env.c
tests_base_env_LDADD = \
    $(SL_TEST_LIBS)
tests_base_fp_SOURCES = \
    tests/base/fp.c
tests_base_fp_LDADD = \
    tests/base/fp_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_base_gate_SOURCES = \
    tests/base/gate.c
tests_base_gate_LDADD = \
    $(SL_TEST_LIBS)
tests_base_log_SOURCES = \
    tests/base/log.c
tests_base_log_LDADD = \
    $(SL_TEST_LIBS)
tests_base_object_SOURCES = \
    tests/base/object.c
tests_base_object_LDADD = \
    $(SL_TEST_LIBS)
tests_base_progress_SOURCES = \
    tests/base/progress.c
tests_base_progress_LDADD = \
    $(SL_TEST_LIBS)
tests_base_signals_SOURCES = \
    tests/base/signals.c
tests_base_signals_LDADD = \
    tests/base/signals_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_base_status_SOURCES = \
    tests/base/status.c
tests_base_status_LDADD = \
    $(SL_TEST_LIBS)
tests_base_types_SOURCES = \
    tests/base/types.c
tests_base_types_LDADD = \
    $(SL_TEST_LIBS)
tests_call_inline_SOURCES = \
    tests/call/inline.c \
    tests/call/inline_where.c
tests_call_inline_LDADD = \
    tests/call/inline_body_nocuda_kernels.$(OBJEXT) \
    tests/call/inline_bounds_kernels.$(OBJEXT) \
    tests/call/inline_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_inline_beside_SOURCES = \
    tests/call/inline_beside.c
tests_call_inline_beside_LDADD = \
    tests/call/inline_beside_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_inline_threads_SOURCES = \
    tests/call/inline_threads.c
tests_call_inline_threads_LDADD = \
    tests/call/inline_threads_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_misuse_loop_SOURCES = \
    tests/call/misuse_loop.c
tests_call_misuse_loop_LDADD = \
    tests/call/misuse_loop_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_misuse_policy_SOURCES = \
    tests/call/misuse_policy.c
tests_call_misuse_policy_LDADD = \
    tests/call/misuse_policy_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_misuse_state_SOURCES = \
    tests/call/misuse_state.c
tests_call_misuse_state_LDADD = \
    tests/call/misuse_state_kernels.$(OBJEXT) \
    tests/call/misuse_state_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_region_SOURCES = \
    tests/call/region.c
tests_call_region_LDADD = \
    tests/call/region_barrier_nocuda_kernels.$(OBJEXT) \
    tests/call/region_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_region_call_SOURCES = \
    tests/call/region_call.c
tests_call_region_call_LDADD = \
    tests/call/region_call_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_region_cuda_SOURCES = \
    tests/call/region_cuda.c \
    tests/call/region_cuda_lanes.c
tests_call_region_cuda_LDADD = \
    tests/call/region_cuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_region_reused_SOURCES = \
    tests/call/region_reused.c
tests_call_region_reused_LDADD = \
    tests/call/region_reused_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_region_task_SOURCES = \
    tests/call/region_task.c
tests_call_region_task_LDADD = \
    tests/call/region_task_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_region_together_SOURCES = \
    tests/call/region_together.c
tests_call_region_together_LDADD = \
    tests/call/region_together_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_region_views_SOURCES = \
    tests/call/region_views.c
tests_call_region_views_LDADD = \
    tests/call/region_views_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_call_region_wrapped_SOURCES = \
    tests/call/region_wrapped.c
tests_call_region_wrapped_LDADD = \
    tests/call/region_wrapped_kernels.$(OBJEXT) \
    tests/call/region_wrapped_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_checked_check_access_SOURCES = \
    tests/checked/check_access.c
tests_checked_check_access_LDADD = \
    tests/checked/check_access_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_checked_checked_SOURCES = \
    tests/checked/checked.c
tests_checked_checked_LDADD = \
    tests/checked/checked_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_checked_failure_bounds_SOURCES = \
    tests/checked/failure_bounds.c
tests_checked_failure_bounds_LDADD = \
    tests/checked/failure_bounds_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_checked_halo_logged_SOURCES = \
    tests/checked/halo_logged.c
tests_checked_halo_logged_LDADD = \
    tests/checked/halo_logged_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_checked_races_SOURCES = \
    tests/checked/races.c
tests_checked_races_LDADD = \
    tests/checked/races_atomic_nocuda_kernels.$(OBJEXT) \
    tests/checked/races_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_checked_shadow_SOURCES = \
    tests/checked/shadow.c
tests_checked_shadow_LDADD = \
    tests/checked/shadow_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_checked_split_reach_SOURCES = \
    tests/checked/split_reach.c
tests_checked_split_reach_LDADD = \
    tests/checked/split_reach_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_hash_SOURCES = \
    tests/combine/hash.c
tests_combine_hash_LDADD = \
    tests/combine/hash_checked_kernels.$(OBJEXT) \
    tests/combine/hash_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_reduce_accuracy_SOURCES = \
    tests/combine/reduce_accuracy.c
tests_combine_reduce_accuracy_LDADD = \
    tests/combine/reduce_accuracy_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_reduce_array_SOURCES = \
    tests/combine/reduce_array.c
tests_combine_reduce_array_LDADD = \
    tests/combine/reduce_array_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_reduce_bitwise_SOURCES = \
    tests/combine/reduce_bitwise.c
tests_combine_reduce_bitwise_LDADD = \
    tests/combine/reduce_bitwise_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_reduce_combine_SOURCES = \
    tests/combine/reduce_combine.c
tests_combine_reduce_combine_LDADD = \
    tests/combine/reduce_combine_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_reduce_logic_SOURCES = \
    tests/combine/reduce_logic.c
tests_combine_reduce_logic_LDADD = \
    tests/combine/reduce_logic_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_reduce_prod_SOURCES = \
    tests/combine/reduce_prod.c
tests_combine_reduce_prod_LDADD = \
    tests/combine/reduce_prod_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_reduce_struct_SOURCES = \
    tests/combine/reduce_struct.c
tests_combine_reduce_struct_LDADD = \
    tests/combine/reduce_struct_cpu_nocuda_kernels.$(OBJEXT) \
    tests/combine/reduce_struct_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_reduce_values_SOURCES = \
    tests/combine/reduce_values.c
tests_combine_reduce_values_LDADD = \
    tests/combine/reduce_values_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_scan_SOURCES = \
    tests/combine/scan.c
tests_combine_scan_LDADD = \
    $(SL_TEST_LIBS)
tests_combine_scan_body_SOURCES = \
    tests/combine/scan_body.c
tests_combine_scan_body_LDADD = \
    tests/combine/scan_body_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_scan_reducer_SOURCES = \
    tests/combine/scan_reducer.c
tests_combine_scan_reducer_LDADD = \
    tests/combine/scan_reducer_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_scan_structs_SOURCES = \
    tests/combine/scan_structs.c
tests_combine_scan_structs_LDADD = \
    $(SL_TEST_LIBS)
tests_combine_scatter_SOURCES = \
    tests/combine/scatter.c \
    tests/combine/scatter_colors.c
tests_combine_scatter_LDADD = \
    tests/combine/scatter_checked_kernels.$(OBJEXT) \
    tests/combine/scatter_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_scatter_fields_SOURCES = \
    tests/combine/scatter_fields.c
tests_combine_scatter_fields_LDADD = \
    tests/combine/scatter_fields_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_scatter_view_SOURCES = \
    tests/combine/scatter_view.c
tests_combine_scatter_view_LDADD = \
    tests/combine/scatter_view_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_cuda_copies_SOURCES = \
    tests/cuda/cuda_copies.c \
    tests/cuda/cuda_copies_fake.c \
    tests/cuda/cuda_copies_pin.c
tests_cuda_cuda_copies_LDADD = \
    $(SL_TEST_LIBS)
tests_cuda_cuda_failure_SOURCES = \
    tests/cuda/cuda_failure.c
tests_cuda_cuda_failure_LDADD = \
    tests/cuda/cuda_failure_bounds_kernels.$(OBJEXT) \
    tests/cuda/cuda_failure_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_cuda_gpu_SOURCES = \
    tests/cuda/cuda_gpu.c
tests_cuda_cuda_gpu_LDADD = \
    tests/cuda/cuda_gpu_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_cuda_launch_SOURCES = \
    tests/cuda/cuda_launch.c
tests_cuda_cuda_launch_LDADD = \
    tests/cuda/cuda_launch_kernels.$(OBJEXT) \
    tests/cuda/cuda_launch_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_cuda_memory_SOURCES = \
    tests/cuda/cuda_memory.c \
    tests/cuda/cuda_memory_boxes.c
tests_cuda_cuda_memory_LDADD = \
    tests/cuda/cuda_memory_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_cuda_reduce_SOURCES = \
    tests/cuda/cuda_reduce.c
tests_cuda_cuda_reduce_LDADD = \
    tests/cuda/cuda_reduce_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_cuda_state_SOURCES = \
    tests/cuda/cuda_state.c
tests_cuda_cuda_state_LDADD = \
    $(SL_TEST_LIBS)
tests_cuda_cuda_task_SOURCES = \
    tests/cuda/cuda_task.c
tests_cuda_cuda_task_LDADD = \
    tests/cuda/cuda_task_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_arena_SOURCES = \
    tests/data/arena.c
tests_data_arena_LDADD = \
    tests/data/arena_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_auto_layout_SOURCES = \
    tests/data/auto_layout.c
tests_data_auto_layout_LDADD = \
    tests/data/auto_layout_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_color_SOURCES = \
    tests/data/color.c
tests_data_color_LDADD = \
    $(SL_TEST_LIBS)
tests_data_copy_SOURCES = \
    tests/data/copy.c
tests_data_copy_LDADD = \
    $(SL_TEST_LIBS)
tests_data_dual_view_SOURCES = \
    tests/data/dual_view.c
tests_data_dual_view_LDADD = \
    tests/data/dual_view_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_element_SOURCES = \
    tests/data/element.c
tests_data_element_LDADD = \
    tests/data/element_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_graph_color_SOURCES = \
    tests/data/graph_color.c
tests_data_graph_color_LDADD = \
    tests/data/graph_color_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_host_SOURCES = \
    tests/data/host.c
tests_data_host_LDADD = \
    $(SL_TEST_LIBS)
tests_data_interface_SOURCES = \
    tests/data/interface.c
tests_data_interface_LDADD = \
    $(SL_TEST_LIBS)
tests_data_layout_SOURCES = \
    tests/data/layout.c
tests_data_layout_LDADD = \
    $(SL_TEST_LIBS)
tests_data_mailbox_SOURCES = \
    tests/data/mailbox.c
tests_data_mailbox_LDADD = \
    tests/data/mailbox_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_offset_SOURCES = \
    tests/data/offset.c
tests_data_offset_LDADD = \
    tests/data/offset_checked_kernels.$(OBJEXT) \
    tests/data/offset_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_overlap_SOURCES = \
    tests/data/overlap.c
tests_data_overlap_LDADD = \
    $(SL_TEST_LIBS)
tests_data_picture_SOURCES = \
    tests/data/picture.c \
    examples/common/picture.c
tests_data_picture_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/common
tests_data_picture_LDADD = \
    $(SL_TEST_LIBS) \
    $(SL_PNG_LIBS)
tests_data_renumber_SOURCES = \
    tests/data/renumber.c
tests_data_renumber_LDADD = \
    $(SL_TEST_LIBS)
tests_data_resize_SOURCES = \
    tests/data/resize.c
tests_data_resize_LDADD = \
    tests/data/resize_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_shared_SOURCES = \
    tests/data/shared.c
tests_data_shared_LDADD = \
    tests/data/shared_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_space_SOURCES = \
    tests/data/space.c
tests_data_space_LDADD = \
    $(SL_TEST_LIBS)
tests_data_subview_SOURCES = \
    tests/data/subview.c
tests_data_subview_LDADD = \
    tests/data/subview_bounds_kernels.$(OBJEXT) \
    tests/data/subview_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_subview_verbs_SOURCES = \
    tests/data/subview_verbs.c
tests_data_subview_verbs_LDADD = \
    tests/data/subview_verbs_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_data_view_SOURCES = \
    tests/data/view.c
tests_data_view_LDADD = \
    $(SL_TEST_LIBS)
tests_data_view_memory_SOURCES = \
    tests/data/view_memory.c
tests_data_view_memory_LDADD = \
    $(SL_TEST_LIBS)
tests_data_view_misuse_SOURCES = \
    tests/data/view_misuse.c
tests_data_view_misuse_LDADD = \
    $(SL_TEST_LIBS)
tests_exec_bundle_SOURCES = \
    tests/exec/bundle.c
tests_exec_bundle_LDADD = \
    tests/exec/bundle_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_exec_gang_SOURCES = \
    tests/exec/gang.c
tests_exec_gang_LDADD = \
    tests/exec/gang_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_exec_graph_order_SOURCES = \
    tests/exec/graph_order.c
tests_exec_graph_order_LDADD = \
    $(SL_TEST_LIBS)
tests_exec_launch_SOURCES = \
    tests/exec/launch.c
tests_exec_launch_LDADD = \
    $(SL_TEST_LIBS)
tests_exec_launch_reduce_SOURCES = \
    tests/exec/launch_reduce.c
tests_exec_launch_reduce_LDADD = \
    $(SL_TEST_LIBS)
tests_exec_launch_walk_SOURCES = \
    tests/exec/launch_walk.c
tests_exec_launch_walk_LDADD = \
    $(SL_TEST_LIBS)
tests_exec_parts_SOURCES = \
    tests/exec/parts.c
tests_exec_parts_LDADD = \
    $(SL_TEST_LIBS)
tests_exec_plan_SOURCES = \
    tests/exec/plan.c
tests_exec_plan_LDADD = \
    $(SL_TEST_LIBS)
tests_exec_rounds_SOURCES = \
    tests/exec/rounds.c
tests_exec_rounds_LDADD = \
    $(SL_TEST_LIBS)
tests_exec_shares_SOURCES = \
    tests/exec/shares.c
tests_exec_shares_LDADD = \
    $(SL_TEST_LIBS)
tests_kernel_atomics_SOURCES = \
    tests/kernel/atomics.c
tests_kernel_atomics_LDADD = \
    tests/kernel/atomics_bits_nocuda_kernels.$(OBJEXT) \
    tests/kernel/atomics_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_atomics_fields_SOURCES = \
    tests/kernel/atomics_fields.c
tests_kernel_atomics_fields_LDADD = \
    tests/kernel/atomics_fields_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_complex_SOURCES = \
    tests/kernel/complex.c
tests_kernel_complex_LDADD = \
    tests/kernel/complex_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_declared_SOURCES = \
    tests/kernel/declared.c
tests_kernel_declared_LDADD = \
    tests/kernel/declared_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_form_SOURCES = \
    tests/kernel/form.c
tests_kernel_form_LDADD = \
    tests/kernel/form_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_kernel_SOURCES = \
    tests/kernel/kernel.c
tests_kernel_kernel_LDADD = \
    tests/kernel/kernel_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_many_arguments_SOURCES = \
    tests/kernel/many_arguments.c
tests_kernel_many_arguments_LDADD = \
    tests/kernel/many_arguments_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_map_SOURCES = \
    tests/kernel/map.c
tests_kernel_map_LDADD = \
    tests/kernel/map_checked_kernels.$(OBJEXT) \
    tests/kernel/map_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_pack_SOURCES = \
    tests/kernel/pack.c
tests_kernel_pack_LDADD = \
    tests/kernel/pack_checked_kernels.$(OBJEXT) \
    tests/kernel/pack_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_random_numbers_SOURCES = \
    tests/kernel/random_numbers.c
tests_kernel_random_numbers_LDADD = \
    tests/kernel/random_numbers_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_reach_SOURCES = \
    tests/kernel/reach.c
tests_kernel_reach_LDADD = \
    tests/kernel/reach_kernels.$(OBJEXT) \
    tests/kernel/reach_unchecked_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_reach_free_SOURCES = \
    tests/kernel/reach_free.c
tests_kernel_reach_free_LDADD = \
    tests/kernel/reach_free_checked_kernels.$(OBJEXT) \
    tests/kernel/reach_free_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_reshape_SOURCES = \
    tests/kernel/reshape.c
tests_kernel_reshape_LDADD = \
    tests/kernel/reshape_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
check_LTLIBRARIES += \
    tests/kernel/libshared_kernel_plugin.la
SL_KERNEL_LTOBJECTS += \
    tests/kernel/shared_kernel_plugin_kernels.lo
tests_kernel_libshared_kernel_plugin_la_SOURCES =
tests_kernel_libshared_kernel_plugin_la_LIBADD = \
    tests/kernel/shared_kernel_plugin_kernels.lo \
    lib/libstarloop.la
tests_kernel_libshared_kernel_plugin_la_LDFLAGS = $(AM_LDFLAGS) -avoid-version -rpath $(abs_top_builddir)/tests/kernel
tests_kernel_shared_kernel_SOURCES = \
    tests/kernel/shared_kernel.c
tests_kernel_shared_kernel_LDADD = \
    tests/kernel/libshared_kernel_plugin.la \
    lib/libstarloop.la
tests_kernel_table_SOURCES = \
    tests/kernel/table.c
tests_kernel_table_LDADD = \
    tests/kernel/table_bounds_kernels.$(OBJEXT) \
    tests/kernel/table_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_tiles_SOURCES = \
    tests/kernel/tiles.c
tests_kernel_tiles_LDADD = \
    $(SL_TEST_LIBS)
tests_kernel_two_files_SOURCES = \
    tests/kernel/two_files.c
tests_kernel_two_files_LDADD = \
    tests/kernel/two_files_a_kernels.$(OBJEXT) \
    tests/kernel/two_files_b_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_typed_SOURCES = \
    tests/kernel/typed.c
tests_kernel_typed_LDADD = \
    tests/kernel/typed_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_unique_token_SOURCES = \
    tests/kernel/unique_token.c
tests_kernel_unique_token_LDADD = \
    tests/kernel/unique_token_checked_kernels.$(OBJEXT) \
    tests/kernel/unique_token_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_kernel_user_macros_SOURCES = \
    tests/kernel/user_macros.c
tests_kernel_user_macros_LDADD = \
    tests/kernel/user_macros_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_algorithm_SOURCES = \
    tests/loops/algorithm.c
tests_loops_algorithm_LDADD = \
    $(SL_TEST_LIBS)
tests_loops_list_SOURCES = \
    tests/loops/list.c \
    tests/loops/list_strides.c
tests_loops_list_LDADD = \
    tests/loops/list_checked_nocuda_kernels.$(OBJEXT) \
    tests/loops/list_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_loop_arguments_SOURCES = \
    tests/loops/loop_arguments.c
tests_loops_loop_arguments_LDADD = \
    tests/loops/loop_arguments_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_loop_dependencies_SOURCES = \
    tests/loops/loop_dependencies.c
tests_loops_loop_dependencies_LDADD = \
    tests/loops/loop_dependencies_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_loop_sequence_SOURCES = \
    tests/loops/loop_sequence.c
tests_loops_loop_sequence_LDADD = \
    tests/loops/loop_sequence_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_loop_stream_SOURCES = \
    tests/loops/loop_stream.c
tests_loops_loop_stream_LDADD = \
    tests/loops/loop_stream_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_loop_visits_SOURCES = \
    tests/loops/loop_visits.c
tests_loops_loop_visits_LDADD = \
    tests/loops/loop_visits_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_product_SOURCES = \
    tests/loops/product.c
tests_loops_product_LDADD = \
    tests/loops/product_checked_nocuda_kernels.$(OBJEXT) \
    tests/loops/product_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_range_view_SOURCES = \
    tests/loops/range_view.c
tests_loops_range_view_LDADD = \
    tests/loops/range_view_checked_nocuda_kernels.$(OBJEXT) \
    tests/loops/range_view_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_segments_SOURCES = \
    tests/loops/segments.c
tests_loops_segments_LDADD = \
    tests/loops/segments_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loops_sort_SOURCES = \
    tests/loops/sort.c
tests_loops_sort_LDADD = \
    $(SL_TEST_LIBS)
tests_loops_sort_segments_SOURCES = \
    tests/loops/sort_segments.c
tests_loops_sort_segments_LDADD = \
    $(SL_TEST_LIBS)
tests_loops_turn_SOURCES = \
    tests/loops/turn.c
tests_loops_turn_LDADD = \
    tests/loops/turn_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_machine_binding_SOURCES = \
    tests/machine/binding.c
tests_machine_binding_LDADD = \
    $(SL_TEST_LIBS)
tests_machine_crew_SOURCES = \
    tests/machine/crew.c
tests_machine_crew_LDADD = \
    tests/machine/crew_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_machine_memory_kinds_SOURCES = \
    tests/machine/memory_kinds.c
tests_machine_memory_kinds_LDADD = \
    $(SL_TEST_LIBS)
tests_machine_numa_nodes_SOURCES = \
    tests/machine/numa_nodes.c \
    tests/machine/numa_nodes_boxes.c \
    tests/machine/numa_nodes_edges.c \
    tests/machine/numa_nodes_homes.c \
    tests/machine/numa_nodes_machine.c \
    tests/machine/numa_nodes_scans.c
tests_machine_numa_nodes_LDADD = \
    tests/machine/numa_nodes_edges_kernels.$(OBJEXT) \
    tests/machine/numa_nodes_kernels.$(OBJEXT) \
    tests/machine/numa_nodes_scans_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_machine_poor_process_SOURCES = \
    tests/machine/poor_process.c \
    tests/machine/poor_process_child.c \
    tests/machine/poor_process_memory.c
tests_machine_poor_process_LDADD = \
    tests/machine/poor_process_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_machine_share_SOURCES = \
    tests/machine/share.c
tests_machine_share_LDADD = \
    $(SL_TEST_LIBS)
tests_machine_small_stack_SOURCES = \
    tests/machine/small_stack.c
tests_machine_small_stack_LDADD = \
    tests/machine/small_stack_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_mpi_destroyed_SOURCES = \
    tests/mpi/destroyed.c
tests_mpi_destroyed_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_destroyed_LDADD = \
    tests/mpi/destroyed_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_file_SOURCES = \
    tests/mpi/file.c
tests_mpi_file_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_file_LDADD = \
    tests/mpi/file_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_forms_SOURCES = \
    tests/mpi/forms.c
tests_mpi_forms_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_forms_LDADD = \
    tests/mpi/forms_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_gpus_SOURCES = \
    tests/mpi/gpus.c
tests_mpi_gpus_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_gpus_LDADD = \
    tests/mpi/gpus_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_grid_loops_SOURCES = \
    tests/mpi/grid_loops.c
tests_mpi_grid_loops_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_grid_loops_LDADD = \
    tests/mpi/grid_loops_checked_kernels.$(OBJEXT) \
    tests/mpi/grid_loops_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_grid_reduce_SOURCES = \
    tests/mpi/grid_reduce.c
tests_mpi_grid_reduce_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_grid_reduce_LDADD = \
    tests/mpi/grid_reduce_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_grid_views_SOURCES = \
    tests/mpi/grid_views.c
tests_mpi_grid_views_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_grid_views_LDADD = \
    tests/mpi/grid_views_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_grids_SOURCES = \
    tests/mpi/grids.c
tests_mpi_grids_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_grids_LDADD = \
    tests/mpi/grids_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_level_SOURCES = \
    tests/mpi/level.c
tests_mpi_level_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_level_LDADD = \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_random_loops_SOURCES = \
    tests/mpi/random_loops.c
tests_mpi_random_loops_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_random_loops_LDADD = \
    tests/mpi/random_loops_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_redistribute_SOURCES = \
    tests/mpi/redistribute.c
tests_mpi_redistribute_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_redistribute_LDADD = \
    tests/mpi/redistribute_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_reduce_SOURCES = \
    tests/mpi/reduce.c
tests_mpi_reduce_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_reduce_LDADD = \
    tests/mpi/reduce_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_refusals_SOURCES = \
    tests/mpi/refusals.c
tests_mpi_refusals_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_refusals_LDADD = \
    tests/mpi/refusals_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_scatter_SOURCES = \
    tests/mpi/scatter.c
tests_mpi_scatter_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_scatter_LDADD = \
    tests/mpi/scatter_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_silent_SOURCES = \
    tests/mpi/silent.c
tests_mpi_silent_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_silent_LDADD = \
    tests/mpi/silent_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_start_SOURCES = \
    tests/mpi/start.c
tests_mpi_start_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_start_LDADD = \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_strips_SOURCES = \
    tests/mpi/strips.c
tests_mpi_strips_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_strips_LDADD = \
    tests/mpi/strips_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_mpi_views_SOURCES = \
    tests/mpi/views.c
tests_mpi_views_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
tests_mpi_views_LDADD = \
    tests/mpi/views_kernels.$(OBJEXT) \
    lib/libstarloop-mpi.la \
    lib/libstarloop.la \
    $(STARPU_MPI_LIBS) \
    $(STARPU_LIBS) \
    $(MPI_LIBS) \
    $(CUDA_LIBS)
tests_nests_nest_SOURCES = \
    tests/nests/nest.c \
    tests/nests/nest_values.c
tests_nests_nest_LDADD = \
    tests/nests/nest_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nests_nest_arguments_SOURCES = \
    tests/nests/nest_arguments.c
tests_nests_nest_arguments_LDADD = \
    tests/nests/nest_arguments_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nests_nest_auto_SOURCES = \
    tests/nests/nest_auto.c
tests_nests_nest_auto_LDADD = \
    tests/nests/nest_auto_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nests_nest_empty_SOURCES = \
    tests/nests/nest_empty.c
tests_nests_nest_empty_LDADD = \
    tests/nests/nest_empty_checked_nocuda_kernels.$(OBJEXT) \
    tests/nests/nest_empty_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nests_nest_grid_SOURCES = \
    tests/nests/nest_grid.c
tests_nests_nest_grid_LDADD = \
    tests/nests/nest_grid_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nests_nest_groups_SOURCES = \
    tests/nests/nest_groups.c
tests_nests_nest_groups_LDADD = \
    tests/nests/nest_groups_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nests_nest_product_SOURCES = \
    tests/nests/nest_product.c
tests_nests_nest_product_LDADD = \
    tests/nests/nest_product_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nests_nest_shape_SOURCES = \
    tests/nests/nest_shape.c
tests_nests_nest_shape_LDADD = \
    $(SL_TEST_LIBS)
tests_place_placement_SOURCES = \
    tests/place/placement.c
tests_place_placement_LDADD = \
    tests/place/placement_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_place_placement_model_SOURCES = \
    tests/place/placement_model.c
tests_place_placement_model_LDADD = \
    $(SL_TEST_LIBS)
tests_place_portions_SOURCES = \
    tests/place/portions.c
tests_place_portions_LDADD = \
    $(SL_TEST_LIBS)
tests_place_route_SOURCES = \
    tests/place/route.c
tests_place_route_LDADD = \
    $(SL_TEST_LIBS)
tests_programs_empty_SOURCES = \
    tests/programs/empty.c
tests_programs_empty_LDADD = \
    tests/programs/empty_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_feature_table_SOURCES = \
    tests/programs/feature_table.c \
    tests/programs/feature_table_page.c \
    tests/programs/feature_table_rows.c
tests_programs_feature_table_LDADD = \
    tests/programs/feature_table_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_heat_SOURCES = \
    tests/programs/heat.c \
    examples/heat/problem.c \
    examples/heat/spectrum.c \
    examples/heat/deck.c \
    examples/common/words.c \
    examples/common/setting.c
tests_programs_heat_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat \
    -I$(top_srcdir)/examples/common
tests_programs_heat_LDADD = \
    examples/heat/twin.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_heat_deck_SOURCES = \
    tests/programs/heat_deck.c \
    examples/heat/deck.c \
    examples/heat/problem.c \
    examples/common/words.c \
    examples/common/setting.c
tests_programs_heat_deck_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat \
    -I$(top_srcdir)/examples/common
tests_programs_heat_deck_LDADD = \
    $(SL_TEST_LIBS)
tests_programs_heat_methods_SOURCES = \
    tests/programs/heat_methods.c \
    examples/heat/solver.c \
    examples/heat/spectrum.c \
    examples/heat/problem.c \
    examples/heat/deck.c \
    examples/common/words.c \
    examples/common/setting.c
tests_programs_heat_methods_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat \
    -I$(top_srcdir)/examples/common
tests_programs_heat_methods_LDADD = \
    examples/heat/kernels.$(OBJEXT) \
    examples/heat/twin.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_heat_solver_SOURCES = \
    tests/programs/heat_solver.c \
    examples/heat/problem.c \
    examples/heat/deck.c \
    examples/heat/spectrum.c \
    examples/common/words.c \
    examples/common/setting.c
tests_programs_heat_solver_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat \
    -I$(top_srcdir)/examples/common
tests_programs_heat_solver_LDADD = \
    examples/heat/kernels.$(OBJEXT) \
    examples/heat/twin.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_heat_twin_SOURCES = \
    tests/programs/heat_twin.c \
    examples/heat/problem.c \
    examples/heat/spectrum.c \
    examples/heat/deck.c \
    examples/common/words.c \
    examples/common/setting.c
tests_programs_heat_twin_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat \
    -I$(top_srcdir)/examples/common
tests_programs_heat_twin_LDADD = \
    examples/heat/twin.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_hostile_SOURCES = \
    tests/programs/hostile.c \
    tests/programs/hostile_calls.c \
    tests/programs/hostile_given.c \
    tests/programs/hostile_rows.c
tests_programs_hostile_LDADD = \
    tests/programs/hostile_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_odd_input_SOURCES = \
    tests/programs/odd_input.c
tests_programs_odd_input_LDADD = \
    tests/programs/odd_input_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_programs_SOURCES = \
    tests/programs/programs.c
tests_programs_programs_LDADD = \
    tests/programs/programs_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_random_calls_SOURCES = \
    tests/programs/random_calls.c \
    tests/programs/random_calls_host.c \
    tests/programs/random_calls_loops.c \
    tests/programs/random_calls_verbs.c \
    tests/programs/random_calls_views.c
tests_programs_random_calls_LDADD = \
    tests/programs/random_calls_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_where_SOURCES = \
    tests/programs/where.c \
    tests/programs/where_header.c
tests_programs_where_LDADD = \
    tests/programs/where_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_runtime_finalize_SOURCES = \
    tests/runtime/finalize.c
tests_runtime_finalize_LDADD = \
    tests/runtime/finalize_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_runtime_runtime_SOURCES = \
    tests/runtime/runtime.c
tests_runtime_runtime_LDADD = \
    $(SL_TEST_LIBS)
tests_runtime_schedulers_SOURCES = \
    tests/runtime/schedulers.c
tests_runtime_schedulers_LDADD = \
    tests/runtime/schedulers_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_SOURCES = \
    tests/split/split.c \
    tests/split/split_reductions.c
tests_split_split_LDADD = \
    tests/split/split_kernels.$(OBJEXT) \
    tests/split/split_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_auto_SOURCES = \
    tests/split/split_auto.c
tests_split_split_auto_LDADD = \
    tests/split/split_auto_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_blocks_SOURCES = \
    tests/split/split_blocks.c
tests_split_split_blocks_LDADD = \
    tests/split/split_blocks_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_devices_SOURCES = \
    tests/split/split_devices.c
tests_split_split_devices_LDADD = \
    tests/split/split_devices_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_edges_SOURCES = \
    tests/split/split_edges.c
tests_split_split_edges_LDADD = \
    tests/split/split_edges_kernels.$(OBJEXT) \
    tests/split/split_edges_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_gpus_SOURCES = \
    tests/split/split_gpus.c
tests_split_split_gpus_LDADD = \
    tests/split/split_gpus_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_homes_SOURCES = \
    tests/split/split_homes.c
tests_split_split_homes_LDADD = \
    tests/split/split_homes_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_joined_SOURCES = \
    tests/split/split_joined.c
tests_split_split_joined_LDADD = \
    tests/split/split_joined_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_locality_SOURCES = \
    tests/split/split_locality.c
tests_split_split_locality_LDADD = \
    tests/split/split_locality_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_nests_SOURCES = \
    tests/split/split_nests.c
tests_split_split_nests_LDADD = \
    tests/split/split_nests_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_order_SOURCES = \
    tests/split/split_order.c
tests_split_split_order_LDADD = \
    tests/split/split_order_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_random_SOURCES = \
    tests/split/split_random.c
tests_split_split_random_LDADD = \
    tests/split/split_random_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_ranks_SOURCES = \
    tests/split/split_ranks.c
tests_split_split_ranks_LDADD = \
    tests/split/split_ranks_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_scans_SOURCES = \
    tests/split/split_scans.c
tests_split_split_scans_LDADD = \
    tests/split/split_scans_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_spaces_SOURCES = \
    tests/split/split_spaces.c
tests_split_split_spaces_LDADD = \
    tests/split/split_spaces_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_split_stall_SOURCES = \
    tests/split/split_stall.c
tests_split_split_stall_LDADD = \
    tests/split/split_stall_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_batch_SOURCES = \
    tests/task/batch.c \
    tests/task/batch_failure.c \
    tests/task/batch_gate.c
tests_task_batch_LDADD = \
    tests/task/batch_kernels.$(OBJEXT) \
    tests/task/batch_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_epoch_SOURCES = \
    tests/task/epoch.c
tests_task_epoch_LDADD = \
    $(SL_TEST_LIBS)
tests_task_event_SOURCES = \
    tests/task/event.c
tests_task_event_LDADD = \
    tests/task/event_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_failure_SOURCES = \
    tests/task/failure.c
tests_task_failure_LDADD = \
    tests/task/failure_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_failure_memory_SOURCES = \
    tests/task/failure_memory.c
tests_task_failure_memory_LDADD = \
    tests/task/failure_memory_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_failure_sequence_SOURCES = \
    tests/task/failure_sequence.c
tests_task_failure_sequence_LDADD = \
    tests/task/failure_sequence_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_million_SOURCES = \
    tests/task/million.c
tests_task_million_LDADD = \
    tests/task/million_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_skipped_SOURCES = \
    tests/task/skipped.c
tests_task_skipped_LDADD = \
    tests/task/skipped_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_stall_SOURCES = \
    tests/task/stall.c
tests_task_stall_LDADD = \
    tests/task/stall_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_stuck_SOURCES = \
    tests/task/stuck.c
tests_task_stuck_LDADD = \
    tests/task/stuck_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_task_SOURCES = \
    tests/task/task.c
tests_task_task_LDADD = \
    tests/task/task_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_task_caller_SOURCES = \
    tests/task/task_caller.c
tests_task_task_caller_LDADD = \
    tests/task/task_caller_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_task_copy_SOURCES = \
    tests/task/task_copy.c
tests_task_task_copy_LDADD = \
    $(SL_TEST_LIBS)
tests_task_threads_SOURCES = \
    tests/task/threads.c
tests_task_threads_LDADD = \
    tests/task/threads_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_throttle_SOURCES = \
    tests/task/throttle.c
tests_task_throttle_LDADD = \
    tests/task/throttle_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_waits_SOURCES = \
    tests/task/waits.c
tests_task_waits_LDADD = \
    tests/task/waits_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_teams_scratch_arrays_SOURCES = \
    tests/teams/scratch_arrays.c
tests_teams_scratch_arrays_LDADD = \
    tests/teams/scratch_arrays_checked_kernels.$(OBJEXT) \
    tests/teams/scratch_arrays_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_teams_team_SOURCES = \
    tests/teams/team.c \
    tests/teams/team_chains.c \
    tests/teams/team_results.c \
    tests/teams/team_scratch.c \
    tests/teams/team_structs.c
tests_teams_team_LDADD = \
    tests/teams/team_kernels.$(OBJEXT) \
    tests/teams/team_reduce_kernels.$(OBJEXT) \
    tests/teams/team_results_kernels.$(OBJEXT) \
    tests/teams/team_scratch_kernels.$(OBJEXT) \
    tests/teams/team_structs_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_teams_team_misuse_SOURCES = \
    tests/teams/team_misuse.c
tests_teams_team_misuse_LDADD = \
    tests/teams/team_misuse_checked_kernels.$(OBJEXT) \
    tests/teams/team_misuse_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_teams_team_tokens_SOURCES = \
    tests/teams/team_tokens.c
tests_teams_team_tokens_LDADD = \
    tests/teams/team_tokens_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_trace_dot_SOURCES = \
    tests/trace/dot.c
tests_trace_dot_LDADD = \
    tests/trace/dot_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_trace_profile_SOURCES = \
    tests/trace/profile.c
tests_trace_profile_LDADD = \
    tests/trace/profile_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_trace_tools_SOURCES = \
    tests/trace/tools.c
tests_trace_tools_LDADD = \
    tests/trace/tools_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_trace_trace_SOURCES = \
    tests/trace/trace.c \
    tests/trace/trace_chain.c \
    tests/trace/trace_gang.c \
    tests/trace/trace_json.c \
    tests/trace/trace_read.c
tests_trace_trace_LDADD = \
    tests/trace/trace_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_combine_scatter_walk_SOURCES = \
    tests/combine/scatter_walk.cpp
tests_combine_scatter_walk_LDADD = \
    $(SL_TEST_LIBS)
tests_kernel_cxx_program_SOURCES = \
    tests/kernel/cxx_program.cpp
tests_kernel_cxx_program_LDADD = \
    tests/kernel/cxx_program_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_where_cxx_SOURCES = \
    tests/programs/where_cxx.cpp
tests_programs_where_cxx_LDADD = \
    tests/programs/where_cxx_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
SL_KERNEL_OBJECTS += \
    bench/array_kernels.$(OBJEXT) \
    bench/core_kernels.$(OBJEXT) \
    bench/kind_kernels.$(OBJEXT) \
    bench/layout_kernels.$(OBJEXT) \
    bench/lj_kernels.$(OBJEXT) \
    bench/nest_kernels.$(OBJEXT) \
    bench/reduce_kernels.$(OBJEXT) \
    bench/row_kernels.$(OBJEXT) \
    bench/scale/loops_kernels.$(OBJEXT) \
    bench/scatter_kernels.$(OBJEXT) \
    bench/sort_kernels.$(OBJEXT) \
    bench/stream_kernels.$(OBJEXT) \
    bench/team_kernels.$(OBJEXT) \
    bench/unit_kernels.$(OBJEXT) \
    bench/wait_kernels.$(OBJEXT) \
    examples/assembly/assembly_kernels.$(OBJEXT) \
    examples/gemm/gemm_kernels.$(OBJEXT) \
    examples/halo_packing/halo_kernels.$(OBJEXT) \
    examples/heat/kernels.$(OBJEXT) \
    examples/minife/kernels.$(OBJEXT) \
    examples/minimd/minimd_kernels.$(OBJEXT) \
    examples/mpi_heat/kernels.$(OBJEXT) \
    examples/mpi_minimd/ranks_kernels.$(OBJEXT) \
    examples/nests/nests_kernels.$(OBJEXT) \
    examples/shallow/kernels.$(OBJEXT) \
    examples/spmv/spmv_kernels.$(OBJEXT) \
    examples/stencil3d/stencil3d_kernels.$(OBJEXT) \
    examples/step-01_kernels.$(OBJEXT) \
    examples/vertexsum/kernels.$(OBJEXT) \
    tests/base/fp_nocuda_kernels.$(OBJEXT) \
    tests/base/signals_kernels.$(OBJEXT) \
    tests/call/inline_beside_nocuda_kernels.$(OBJEXT) \
    tests/call/inline_body_nocuda_kernels.$(OBJEXT) \
    tests/call/inline_bounds_kernels.$(OBJEXT) \
    tests/call/inline_kernels.$(OBJEXT) \
    tests/call/inline_threads_kernels.$(OBJEXT) \
    tests/call/misuse_loop_kernels.$(OBJEXT) \
    tests/call/misuse_policy_kernels.$(OBJEXT) \
    tests/call/misuse_state_kernels.$(OBJEXT) \
    tests/call/misuse_state_nocuda_kernels.$(OBJEXT) \
    tests/call/region_barrier_nocuda_kernels.$(OBJEXT) \
    tests/call/region_call_kernels.$(OBJEXT) \
    tests/call/region_cuda_kernels.$(OBJEXT) \
    tests/call/region_kernels.$(OBJEXT) \
    tests/call/region_reused_kernels.$(OBJEXT) \
    tests/call/region_task_kernels.$(OBJEXT) \
    tests/call/region_together_kernels.$(OBJEXT) \
    tests/call/region_views_kernels.$(OBJEXT) \
    tests/call/region_wrapped_kernels.$(OBJEXT) \
    tests/call/region_wrapped_nocuda_kernels.$(OBJEXT) \
    tests/checked/check_access_kernels.$(OBJEXT) \
    tests/checked/checked_kernels.$(OBJEXT) \
    tests/checked/failure_bounds_kernels.$(OBJEXT) \
    tests/checked/halo_logged_kernels.$(OBJEXT) \
    tests/checked/races_atomic_nocuda_kernels.$(OBJEXT) \
    tests/checked/races_kernels.$(OBJEXT) \
    tests/checked/shadow_kernels.$(OBJEXT) \
    tests/checked/split_reach_kernels.$(OBJEXT) \
    tests/combine/hash_checked_kernels.$(OBJEXT) \
    tests/combine/hash_kernels.$(OBJEXT) \
    tests/combine/reduce_accuracy_kernels.$(OBJEXT) \
    tests/combine/reduce_array_kernels.$(OBJEXT) \
    tests/combine/reduce_bitwise_kernels.$(OBJEXT) \
    tests/combine/reduce_combine_kernels.$(OBJEXT) \
    tests/combine/reduce_logic_kernels.$(OBJEXT) \
    tests/combine/reduce_prod_kernels.$(OBJEXT) \
    tests/combine/reduce_struct_cpu_nocuda_kernels.$(OBJEXT) \
    tests/combine/reduce_struct_kernels.$(OBJEXT) \
    tests/combine/reduce_values_kernels.$(OBJEXT) \
    tests/combine/scan_body_kernels.$(OBJEXT) \
    tests/combine/scan_reducer_kernels.$(OBJEXT) \
    tests/combine/scatter_checked_kernels.$(OBJEXT) \
    tests/combine/scatter_fields_kernels.$(OBJEXT) \
    tests/combine/scatter_kernels.$(OBJEXT) \
    tests/combine/scatter_view_kernels.$(OBJEXT) \
    tests/cuda/cuda_failure_bounds_kernels.$(OBJEXT) \
    tests/cuda/cuda_failure_kernels.$(OBJEXT) \
    tests/cuda/cuda_gpu_kernels.$(OBJEXT) \
    tests/cuda/cuda_launch_kernels.$(OBJEXT) \
    tests/cuda/cuda_launch_nocuda_kernels.$(OBJEXT) \
    tests/cuda/cuda_memory_kernels.$(OBJEXT) \
    tests/cuda/cuda_reduce_kernels.$(OBJEXT) \
    tests/cuda/cuda_task_kernels.$(OBJEXT) \
    tests/data/arena_kernels.$(OBJEXT) \
    tests/data/auto_layout_kernels.$(OBJEXT) \
    tests/data/dual_view_kernels.$(OBJEXT) \
    tests/data/element_kernels.$(OBJEXT) \
    tests/data/graph_color_kernels.$(OBJEXT) \
    tests/data/mailbox_kernels.$(OBJEXT) \
    tests/data/offset_checked_kernels.$(OBJEXT) \
    tests/data/offset_kernels.$(OBJEXT) \
    tests/data/resize_kernels.$(OBJEXT) \
    tests/data/shared_kernels.$(OBJEXT) \
    tests/data/subview_bounds_kernels.$(OBJEXT) \
    tests/data/subview_kernels.$(OBJEXT) \
    tests/data/subview_verbs_kernels.$(OBJEXT) \
    tests/exec/bundle_kernels.$(OBJEXT) \
    tests/exec/gang_nocuda_kernels.$(OBJEXT) \
    tests/kernel/atomics_bits_nocuda_kernels.$(OBJEXT) \
    tests/kernel/atomics_fields_kernels.$(OBJEXT) \
    tests/kernel/atomics_kernels.$(OBJEXT) \
    tests/kernel/complex_kernels.$(OBJEXT) \
    tests/kernel/cxx_program_kernels.$(OBJEXT) \
    tests/kernel/declared_kernels.$(OBJEXT) \
    tests/kernel/form_nocuda_kernels.$(OBJEXT) \
    tests/kernel/kernel_kernels.$(OBJEXT) \
    tests/kernel/many_arguments_kernels.$(OBJEXT) \
    tests/kernel/map_checked_kernels.$(OBJEXT) \
    tests/kernel/map_kernels.$(OBJEXT) \
    tests/kernel/pack_checked_kernels.$(OBJEXT) \
    tests/kernel/pack_kernels.$(OBJEXT) \
    tests/kernel/random_numbers_kernels.$(OBJEXT) \
    tests/kernel/reach_free_checked_kernels.$(OBJEXT) \
    tests/kernel/reach_free_kernels.$(OBJEXT) \
    tests/kernel/reach_kernels.$(OBJEXT) \
    tests/kernel/reach_unchecked_kernels.$(OBJEXT) \
    tests/kernel/reshape_kernels.$(OBJEXT) \
    tests/kernel/table_bounds_kernels.$(OBJEXT) \
    tests/kernel/table_kernels.$(OBJEXT) \
    tests/kernel/two_files_a_kernels.$(OBJEXT) \
    tests/kernel/two_files_b_kernels.$(OBJEXT) \
    tests/kernel/typed_kernels.$(OBJEXT) \
    tests/kernel/unique_token_checked_kernels.$(OBJEXT) \
    tests/kernel/unique_token_kernels.$(OBJEXT) \
    tests/kernel/user_macros_kernels.$(OBJEXT) \
    tests/loops/list_checked_nocuda_kernels.$(OBJEXT) \
    tests/loops/list_kernels.$(OBJEXT) \
    tests/loops/loop_arguments_kernels.$(OBJEXT) \
    tests/loops/loop_dependencies_kernels.$(OBJEXT) \
    tests/loops/loop_sequence_kernels.$(OBJEXT) \
    tests/loops/loop_stream_kernels.$(OBJEXT) \
    tests/loops/loop_visits_kernels.$(OBJEXT) \
    tests/loops/product_checked_nocuda_kernels.$(OBJEXT) \
    tests/loops/product_kernels.$(OBJEXT) \
    tests/loops/range_view_checked_nocuda_kernels.$(OBJEXT) \
    tests/loops/range_view_kernels.$(OBJEXT) \
    tests/loops/segments_kernels.$(OBJEXT) \
    tests/loops/turn_kernels.$(OBJEXT) \
    tests/machine/crew_nocuda_kernels.$(OBJEXT) \
    tests/machine/numa_nodes_edges_kernels.$(OBJEXT) \
    tests/machine/numa_nodes_kernels.$(OBJEXT) \
    tests/machine/numa_nodes_scans_kernels.$(OBJEXT) \
    tests/machine/poor_process_kernels.$(OBJEXT) \
    tests/machine/small_stack_nocuda_kernels.$(OBJEXT) \
    tests/mpi/destroyed_kernels.$(OBJEXT) \
    tests/mpi/file_kernels.$(OBJEXT) \
    tests/mpi/forms_kernels.$(OBJEXT) \
    tests/mpi/gpus_kernels.$(OBJEXT) \
    tests/mpi/grid_loops_checked_kernels.$(OBJEXT) \
    tests/mpi/grid_loops_kernels.$(OBJEXT) \
    tests/mpi/grid_reduce_kernels.$(OBJEXT) \
    tests/mpi/grid_views_kernels.$(OBJEXT) \
    tests/mpi/grids_kernels.$(OBJEXT) \
    tests/mpi/random_loops_kernels.$(OBJEXT) \
    tests/mpi/redistribute_kernels.$(OBJEXT) \
    tests/mpi/reduce_kernels.$(OBJEXT) \
    tests/mpi/refusals_kernels.$(OBJEXT) \
    tests/mpi/scatter_kernels.$(OBJEXT) \
    tests/mpi/silent_kernels.$(OBJEXT) \
    tests/mpi/strips_kernels.$(OBJEXT) \
    tests/mpi/views_kernels.$(OBJEXT) \
    tests/nests/nest_arguments_kernels.$(OBJEXT) \
    tests/nests/nest_auto_kernels.$(OBJEXT) \
    tests/nests/nest_empty_checked_nocuda_kernels.$(OBJEXT) \
    tests/nests/nest_empty_nocuda_kernels.$(OBJEXT) \
    tests/nests/nest_grid_nocuda_kernels.$(OBJEXT) \
    tests/nests/nest_groups_kernels.$(OBJEXT) \
    tests/nests/nest_kernels.$(OBJEXT) \
    tests/nests/nest_product_kernels.$(OBJEXT) \
    tests/place/placement_kernels.$(OBJEXT) \
    tests/programs/empty_kernels.$(OBJEXT) \
    tests/programs/feature_table_kernels.$(OBJEXT) \
    tests/programs/hostile_kernels.$(OBJEXT) \
    tests/programs/odd_input_kernels.$(OBJEXT) \
    tests/programs/programs_kernels.$(OBJEXT) \
    tests/programs/random_calls_kernels.$(OBJEXT) \
    tests/programs/where_cxx_kernels.$(OBJEXT) \
    tests/programs/where_kernels.$(OBJEXT) \
    tests/runtime/finalize_kernels.$(OBJEXT) \
    tests/runtime/schedulers_kernels.$(OBJEXT) \
    tests/split/split_auto_kernels.$(OBJEXT) \
    tests/split/split_blocks_kernels.$(OBJEXT) \
    tests/split/split_devices_kernels.$(OBJEXT) \
    tests/split/split_edges_kernels.$(OBJEXT) \
    tests/split/split_edges_nocuda_kernels.$(OBJEXT) \
    tests/split/split_gpus_kernels.$(OBJEXT) \
    tests/split/split_homes_kernels.$(OBJEXT) \
    tests/split/split_joined_kernels.$(OBJEXT) \
    tests/split/split_kernels.$(OBJEXT) \
    tests/split/split_locality_nocuda_kernels.$(OBJEXT) \
    tests/split/split_nests_kernels.$(OBJEXT) \
    tests/split/split_nocuda_kernels.$(OBJEXT) \
    tests/split/split_order_nocuda_kernels.$(OBJEXT) \
    tests/split/split_random_kernels.$(OBJEXT) \
    tests/split/split_ranks_kernels.$(OBJEXT) \
    tests/split/split_scans_kernels.$(OBJEXT) \
    tests/split/split_spaces_kernels.$(OBJEXT) \
    tests/split/split_stall_kernels.$(OBJEXT) \
    tests/task/batch_kernels.$(OBJEXT) \
    tests/task/batch_nocuda_kernels.$(OBJEXT) \
    tests/task/event_kernels.$(OBJEXT) \
    tests/task/failure_kernels.$(OBJEXT) \
    tests/task/failure_memory_kernels.$(OBJEXT) \
    tests/task/failure_sequence_kernels.$(OBJEXT) \
    tests/task/million_kernels.$(OBJEXT) \
    tests/task/skipped_kernels.$(OBJEXT) \
    tests/task/stall_kernels.$(OBJEXT) \
    tests/task/stuck_kernels.$(OBJEXT) \
    tests/task/task_caller_kernels.$(OBJEXT) \
    tests/task/task_kernels.$(OBJEXT) \
    tests/task/threads_kernels.$(OBJEXT) \
    tests/task/throttle_kernels.$(OBJEXT) \
    tests/task/waits_nocuda_kernels.$(OBJEXT) \
    tests/teams/scratch_arrays_checked_kernels.$(OBJEXT) \
    tests/teams/scratch_arrays_kernels.$(OBJEXT) \
    tests/teams/team_kernels.$(OBJEXT) \
    tests/teams/team_misuse_checked_kernels.$(OBJEXT) \
    tests/teams/team_misuse_kernels.$(OBJEXT) \
    tests/teams/team_reduce_kernels.$(OBJEXT) \
    tests/teams/team_results_kernels.$(OBJEXT) \
    tests/teams/team_scratch_kernels.$(OBJEXT) \
    tests/teams/team_structs_kernels.$(OBJEXT) \
    tests/teams/team_tokens_kernels.$(OBJEXT) \
    tests/trace/dot_kernels.$(OBJEXT) \
    tests/trace/profile_kernels.$(OBJEXT) \
    tests/trace/tools_kernels.$(OBJEXT) \
    tests/trace/trace_kernels.$(OBJEXT)
SL_NATIVE_OBJECTS += \
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
    bench/scale/twin.$(OBJEXT) \
    examples/heat/twin.$(OBJEXT) \
    examples/minife/twin.$(OBJEXT) \
    examples/minimd/twin.$(OBJEXT) \
    examples/mpi_heat/twin.$(OBJEXT) \
    examples/shallow/twin.$(OBJEXT) \
    examples/stencil3d/twin.$(OBJEXT)
if HAVE_CUDA
SL_CUDA_OBJECTS += \
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
    bench/native_cuda_teams.cu.$(OBJEXT)
endif
EXTRA_DIST += \
    tests/compilers/atomics_compilers.sh \
    tests/compilers/checkers.sh \
    tests/compilers/compile_fail.sh \
    tests/compilers/compile_time.sh \
    tests/compilers/compilers.sh \
    tests/compilers/exceptions.sh \
    tests/compilers/expand.sh \
    tests/compilers/forms_compilers.sh \
    tests/compilers/fortran.sh \
    tests/compilers/headers.sh \
    tests/compilers/kernel_rules.sh \
    tests/compilers/kernels_cuda.sh \
    tests/compilers/kernels_cxx.sh \
    tests/compilers/layout_case.sh \
    tests/compilers/macros.sh \
    tests/compilers/nest_loops.sh \
    tests/compilers/nest_words.sh \
    tests/compilers/raise_marks.sh \
    tests/compilers/shared_kernel_dlopen.sh \
    tests/compilers/slots.sh \
    tests/compilers/starloop_cc.sh \
    tests/examples/assembly.sh \
    tests/examples/busy_cores.sh \
    tests/examples/coupling.sh \
    tests/examples/examples.sh \
    tests/examples/gemm.sh \
    tests/examples/halo_packing.sh \
    tests/examples/heat_sweep.sh \
    tests/examples/minife.sh \
    tests/examples/minimd.sh \
    tests/examples/mpi_heat.sh \
    tests/examples/mpi_minife.sh \
    tests/examples/mpi_minimd.sh \
    tests/examples/nests.sh \
    tests/examples/program_table.sh \
    tests/examples/ranks.sh \
    tests/examples/scale.sh \
    tests/examples/shallow.sh \
    tests/examples/spmv.sh \
    tests/examples/stencil3d.sh \
    tests/examples/vertexsum.sh \
    tests/house/cheat_sheet.sh \
    tests/house/debian.sh \
    tests/house/debugging.sh \
    tests/house/guide.sh \
    tests/house/house_rules.sh \
    tests/house/installed.sh \
    tests/house/layers.sh \
    tests/house/manual_pages.sh \
    tests/house/spack.sh \
    tests/house/symbols.sh \
    tests/house/targets.sh \
    tests/house/tutorial.sh \
    tests/house/version.sh \
    tests/mpi/destroyed.sh \
    tests/mpi/file.sh \
    tests/mpi/forms.sh \
    tests/mpi/gpus.sh \
    tests/mpi/grid_loops.sh \
    tests/mpi/grid_reduce.sh \
    tests/mpi/grid_views.sh \
    tests/mpi/grids.sh \
    tests/mpi/level.sh \
    tests/mpi/numa_nodes.sh \
    tests/mpi/random_loops.sh \
    tests/mpi/redistribute.sh \
    tests/mpi/reduce.sh \
    tests/mpi/refusals.sh \
    tests/mpi/scatter.sh \
    tests/mpi/silent.sh \
    tests/mpi/start.sh \
    tests/mpi/strips.sh \
    tests/mpi/views.sh \
    tests/suites/batch_off.sh \
    tests/suites/cuda_suite.sh \
    tests/suites/groups_suite.sh \
    tests/suites/nodes_suite.sh \
    tests/suites/queued_suite.sh \
    tests/suites/small_stack.sh \
    tests/tools/bench.sh \
    tests/tools/calibration.sh \
    tests/tools/gantt.sh \
    tests/tools/mpi_shares.sh \
    tests/tools/python.sh \
    tests/tools/tools.sh \
    tests/base/fp_nocuda_kernels.c \
    tests/base/signals_kernels.c \
    tests/call/inline_beside_nocuda_kernels.c \
    tests/call/inline_body_nocuda_kernels.c \
    tests/call/inline_bounds_kernels.c \
    tests/call/inline_kernels.c \
    tests/call/inline_threads_kernels.c \
    tests/call/misuse_loop_kernels.c \
    tests/call/misuse_policy_kernels.c \
    tests/call/misuse_state_kernels.c \
    tests/call/misuse_state_nocuda_kernels.c \
    tests/call/region_barrier_nocuda_kernels.c \
    tests/call/region_call_kernels.c \
    tests/call/region_cuda_kernels.c \
    tests/call/region_kernels.c \
    tests/call/region_reused_kernels.c \
    tests/call/region_task_kernels.c \
    tests/call/region_together_kernels.c \
    tests/call/region_views_kernels.c \
    tests/call/region_wrapped_kernels.c \
    tests/call/region_wrapped_nocuda_kernels.c \
    tests/checked/check_access_kernels.c \
    tests/checked/checked_kernels.c \
    tests/checked/failure_bounds_kernels.c \
    tests/checked/halo_logged_kernels.c \
    tests/checked/races_atomic_nocuda_kernels.c \
    tests/checked/races_kernels.c \
    tests/checked/shadow_kernels.c \
    tests/checked/split_reach_kernels.c \
    tests/combine/hash_checked_kernels.c \
    tests/combine/hash_kernels.c \
    tests/combine/reduce_accuracy_kernels.c \
    tests/combine/reduce_array_kernels.c \
    tests/combine/reduce_bitwise_kernels.c \
    tests/combine/reduce_combine_kernels.c \
    tests/combine/reduce_logic_kernels.c \
    tests/combine/reduce_prod_kernels.c \
    tests/combine/reduce_struct_cpu_nocuda_kernels.c \
    tests/combine/reduce_struct_kernels.c \
    tests/combine/reduce_values_kernels.c \
    tests/combine/scan_body_kernels.c \
    tests/combine/scan_reducer_kernels.c \
    tests/combine/scatter_checked_kernels.c \
    tests/combine/scatter_fields_kernels.c \
    tests/combine/scatter_kernels.c \
    tests/combine/scatter_view_kernels.c \
    tests/cuda/cuda_failure_bounds_kernels.c \
    tests/cuda/cuda_failure_kernels.c \
    tests/cuda/cuda_gpu_kernels.c \
    tests/cuda/cuda_launch_kernels.c \
    tests/cuda/cuda_launch_nocuda_kernels.c \
    tests/cuda/cuda_memory_kernels.c \
    tests/cuda/cuda_reduce_kernels.c \
    tests/cuda/cuda_task_kernels.c \
    tests/data/arena_kernels.c \
    tests/data/auto_layout_kernels.c \
    tests/data/dual_view_kernels.c \
    tests/data/element_kernels.c \
    tests/data/graph_color_kernels.c \
    tests/data/mailbox_kernels.c \
    tests/data/offset_checked_kernels.c \
    tests/data/offset_kernels.c \
    tests/data/resize_kernels.c \
    tests/data/shared_kernels.c \
    tests/data/subview_bounds_kernels.c \
    tests/data/subview_kernels.c \
    tests/data/subview_verbs_kernels.c \
    tests/exec/bundle_kernels.c \
    tests/exec/gang_nocuda_kernels.c \
    tests/kernel/atomics_bits_nocuda_kernels.c \
    tests/kernel/atomics_fields_kernels.c \
    tests/kernel/atomics_kernels.c \
    tests/kernel/complex_kernels.c \
    tests/kernel/cxx_program_kernels.c \
    tests/kernel/declared_kernels.c \
    tests/kernel/form_nocuda_kernels.c \
    tests/kernel/kernel_kernels.c \
    tests/kernel/many_arguments_kernels.c \
    tests/kernel/map_checked_kernels.c \
    tests/kernel/map_kernels.c \
    tests/kernel/pack_checked_kernels.c \
    tests/kernel/pack_kernels.c \
    tests/kernel/random_numbers_kernels.c \
    tests/kernel/reach_free_checked_kernels.c \
    tests/kernel/reach_free_kernels.c \
    tests/kernel/reach_kernels.c \
    tests/kernel/reach_unchecked_kernels.c \
    tests/kernel/reshape_kernels.c \
    tests/kernel/shared_kernel_plugin_kernels.c \
    tests/kernel/table_bounds_kernels.c \
    tests/kernel/table_kernels.c \
    tests/kernel/two_files_a_kernels.c \
    tests/kernel/two_files_b_kernels.c \
    tests/kernel/typed_kernels.c \
    tests/kernel/unique_token_checked_kernels.c \
    tests/kernel/unique_token_kernels.c \
    tests/kernel/user_macros_kernels.c \
    tests/loops/list_checked_nocuda_kernels.c \
    tests/loops/list_kernels.c \
    tests/loops/loop_arguments_kernels.c \
    tests/loops/loop_dependencies_kernels.c \
    tests/loops/loop_sequence_kernels.c \
    tests/loops/loop_stream_kernels.c \
    tests/loops/loop_visits_kernels.c \
    tests/loops/product_checked_nocuda_kernels.c \
    tests/loops/product_kernels.c \
    tests/loops/range_view_checked_nocuda_kernels.c \
    tests/loops/range_view_kernels.c \
    tests/loops/segments_kernels.c \
    tests/loops/turn_kernels.c \
    tests/machine/crew_nocuda_kernels.c \
    tests/machine/numa_nodes_edges_kernels.c \
    tests/machine/numa_nodes_kernels.c \
    tests/machine/numa_nodes_scans_kernels.c \
    tests/machine/poor_process_kernels.c \
    tests/machine/small_stack_nocuda_kernels.c \
    tests/mpi/destroyed_kernels.c \
    tests/mpi/file_kernels.c \
    tests/mpi/forms_kernels.c \
    tests/mpi/gpus_kernels.c \
    tests/mpi/grid_loops_checked_kernels.c \
    tests/mpi/grid_loops_kernels.c \
    tests/mpi/grid_reduce_kernels.c \
    tests/mpi/grid_views_kernels.c \
    tests/mpi/grids_kernels.c \
    tests/mpi/random_loops_kernels.c \
    tests/mpi/redistribute_kernels.c \
    tests/mpi/reduce_kernels.c \
    tests/mpi/refusals_kernels.c \
    tests/mpi/scatter_kernels.c \
    tests/mpi/silent_kernels.c \
    tests/mpi/strips_kernels.c \
    tests/mpi/views_kernels.c \
    tests/nests/nest_arguments_kernels.c \
    tests/nests/nest_auto_kernels.c \
    tests/nests/nest_empty_checked_nocuda_kernels.c \
    tests/nests/nest_empty_nocuda_kernels.c \
    tests/nests/nest_grid_nocuda_kernels.c \
    tests/nests/nest_groups_kernels.c \
    tests/nests/nest_kernels.c \
    tests/nests/nest_product_kernels.c \
    tests/place/placement_kernels.c \
    tests/programs/empty_kernels.c \
    tests/programs/feature_table_kernels.c \
    tests/programs/hostile_kernels.c \
    tests/programs/odd_input_kernels.c \
    tests/programs/programs_kernels.c \
    tests/programs/random_calls_kernels.c \
    tests/programs/where_cxx_kernels.c \
    tests/programs/where_kernels.c \
    tests/runtime/finalize_kernels.c \
    tests/runtime/schedulers_kernels.c \
    tests/split/split_auto_kernels.c \
    tests/split/split_blocks_kernels.c \
    tests/split/split_devices_kernels.c \
    tests/split/split_edges_kernels.c \
    tests/split/split_edges_nocuda_kernels.c \
    tests/split/split_gpus_kernels.c \
    tests/split/split_homes_kernels.c \
    tests/split/split_joined_kernels.c \
    tests/split/split_kernels.c \
    tests/split/split_locality_nocuda_kernels.c \
    tests/split/split_nests_kernels.c \
    tests/split/split_nocuda_kernels.c \
    tests/split/split_order_nocuda_kernels.c \
    tests/split/split_random_kernels.c \
    tests/split/split_ranks_kernels.c \
    tests/split/split_scans_kernels.c \
    tests/split/split_spaces_kernels.c \
    tests/split/split_stall_kernels.c \
    tests/task/batch_kernels.c \
    tests/task/batch_nocuda_kernels.c \
    tests/task/event_kernels.c \
    tests/task/failure_kernels.c \
    tests/task/failure_memory_kernels.c \
    tests/task/failure_sequence_kernels.c \
    tests/task/million_kernels.c \
    tests/task/skipped_kernels.c \
    tests/task/stall_kernels.c \
    tests/task/stuck_kernels.c \
    tests/task/task_caller_kernels.c \
    tests/task/task_kernels.c \
    tests/task/threads_kernels.c \
    tests/task/throttle_kernels.c \
    tests/task/waits_nocuda_kernels.c \
    tests/teams/scratch_arrays_checked_kernels.c \
    tests/teams/scratch_arrays_kernels.c \
    tests/teams/team_kernels.c \
    tests/teams/team_misuse_checked_kernels.c \
    tests/teams/team_misuse_kernels.c \
    tests/teams/team_reduce_kernels.c \
    tests/teams/team_results_kernels.c \
    tests/teams/team_scratch_kernels.c \
    tests/teams/team_structs_kernels.c \
    tests/teams/team_tokens_kernels.c \
    tests/trace/dot_kernels.c \
    tests/trace/profile_kernels.c \
    tests/trace/tools_kernels.c \
    tests/trace/trace_kernels.c \
    tests/base/fp.h \
    tests/call/inline.h \
    tests/call/inline_testing.h \
    tests/call/inline_where.h \
    tests/call/region_barrier.h \
    tests/call/region_lines.h \
    tests/call/region_wrapped.h \
    tests/canonical.h \
    tests/checked/failure_bounds.h \
    tests/combine/device_walk.h \
    tests/combine/hash_bits.h \
    tests/combine/hash_kernels.h \
    tests/combine/hash_table.h \
    tests/combine/reduce_accuracy.h \
    tests/combine/reduce_array.h \
    tests/combine/reduce_bitwise.h \
    tests/combine/reduce_combine.h \
    tests/combine/reduce_logic.h \
    tests/combine/reduce_prod.h \
    tests/combine/reduce_struct.h \
    tests/combine/reduce_struct_extremes.h \
    tests/combine/reduce_values.h \
    tests/combine/scan_body.h \
    tests/combine/scan_reducer.h \
    tests/combine/scatter.h \
    tests/combine/scatter_fields.h \
    tests/combine/scatter_view.h \
    tests/cuda/cuda_copies.h \
    tests/cuda/cuda_launch.h \
    tests/cuda/cuda_memory.h \
    tests/cuda/cuda_reduce.h \
    tests/data/arena.h \
    tests/data/viewtask.h \
    tests/edge_programs.h \
    tests/exec/launch_testing.h \
    tests/gate_task.h \
    tests/holder.h \
    tests/kernel/atomics.h \
    tests/kernel/atomics_fields.h \
    tests/kernel/complex_testing.h \
    tests/kernel/declared.h \
    tests/kernel/many_arguments.h \
    tests/kernel/pack.h \
    tests/kernel/random_numbers.h \
    tests/kernel/reach.h \
    tests/kernel/table.h \
    tests/kernel/two_files.h \
    tests/kernel/unique_token.h \
    tests/look_for.h \
    tests/loop_testing.h \
    tests/loops/list.h \
    tests/loops/loop_arguments.h \
    tests/loops/loop_stream.h \
    tests/loops/loop_visits.h \
    tests/loops/product.h \
    tests/loops/sort_values.h \
    tests/machine/crew.h \
    tests/machine/numa_nodes.h \
    tests/machine/poor_process.h \
    tests/machine/small_stack.h \
    tests/misuse.h \
    tests/mpi/distributed.h \
    tests/mpi/forms_kernels.h \
    tests/mpi/gpus_kernels.h \
    tests/mpi/grid_loops.h \
    tests/mpi/grid_loops_kernels.h \
    tests/mpi/grid_reduce_kernels.h \
    tests/mpi/grid_views_kernels.h \
    tests/mpi/grids.h \
    tests/mpi/grids_kernels.h \
    tests/mpi/ranks.h \
    tests/mpi/rows.h \
    tests/mpi/scatter_kernels.h \
    tests/mpi/silent_kernels.h \
    tests/mpi/strips_kernels.h \
    tests/nests/nest.h \
    tests/nests/nest_arguments.h \
    tests/nests/nest_auto.h \
    tests/nests/nest_empty.h \
    tests/nests/nest_grid.h \
    tests/nests/nest_groups.h \
    tests/nests/nest_product.h \
    tests/nests/nest_values.h \
    tests/nests/nest_walk.h \
    tests/nests/nest_walked.h \
    tests/product_spaces.h \
    tests/programs/empty.h \
    tests/programs/feature_table.h \
    tests/programs/feature_table_rows.h \
    tests/programs/hostile.h \
    tests/programs/hostile_calls.h \
    tests/programs/hostile_given.h \
    tests/programs/hostile_rows.h \
    tests/programs/odd_input.h \
    tests/programs/random_calls.h \
    tests/programs/where_calls.h \
    tests/programs/where_loops.h \
    tests/programs/where_places.h \
    tests/random_programs.h \
    tests/scan_parts.h \
    tests/shrink.h \
    tests/split/split.h \
    tests/split/split_devices.h \
    tests/split/split_joined.h \
    tests/split/split_locality.h \
    tests/split/split_log.h \
    tests/split/split_order.h \
    tests/split/split_testing.h \
    tests/tap.h \
    tests/task/batch.h \
    tests/task/stuck.h \
    tests/teams/scratch_arrays.h \
    tests/teams/team.h \
    tests/teams/team_testing.h \
    tests/teams/team_tokens.h \
    tests/times_testing.h \
    tests/trace/trace.h \
    tests/trace/trace_json.h \
    tests/README.md \
    tests/install/CMakeLists.txt \
    tests/install/kernels.c \
    tests/install/main.c \
    tests/install/main.cpp \
    tests/install/main.f90 \
    tests/install/mpi/CMakeLists.txt \
    tests/install/mpi/main.c \
    tests/install/targets/CMakeLists.txt \
    tests/install/targets/folder/CMakeLists.txt \
    tests/install/targets/kernels.c \
    tests/install/targets/main.c \
    tests/install/targets/more.c
# END LISTS
