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
    SL_TEST_OPENMP='$(OPENMP_CFLAGS)'; SL_TEST_PNG_CPPFLAGS='$(SL_EXAMPLE_CPPFLAGS)'; \
    SL_TEST_NVCC='$(NVCC)'; SL_TEST_CUDA_ARCH='$(SL_CUDA_ONE_ARCH)'; SL_TEST_CUDA_LIBS='$(CUDA_LIBS)'; \
    SL_TEST_MPI_CPPFLAGS='$(MPI_CPPFLAGS)'; SL_TEST_MPI_LIBS='$(MPI_LIBS)'; SL_TEST_NO_MPI='$(SL_MPI_WHY)'; \
    export SL_TEST_MPI_CPPFLAGS SL_TEST_MPI_LIBS SL_TEST_NO_MPI; \
    export abs_top_srcdir abs_top_builddir SL_TEST_CC SL_TEST_CXX SL_TEST_FLAGS SL_TEST_CPPFLAGS SL_TEST_KERNEL_CFLAGS \
        SL_TEST_OPENMP SL_TEST_PNG_CPPFLAGS SL_TEST_NVCC SL_TEST_CUDA_ARCH SL_TEST_CUDA_LIBS;

EXTRA_DIST += tests/.clang-tidy tests/both_sides.bash tests/many_kernels.bash tests/pages.bash tests/run-one \
    tests/suite.bash tests/tap.bash tests/installcheck
TESTS += $(SL_TEST_BIN) $(SL_TEST_SH)
check_PROGRAMS += $(SL_TEST_BIN)
check_DATA = tools/starloop-cc tools/starloop-lint$(EXEEXT)

# The installed library, used as a user does: pkg-config in C, statically, from C++, and CMake.
INSTALLCHECK_TARGETS += run-installcheck
.PHONY: run-installcheck
run-installcheck:
	$(top_srcdir)/tests/installcheck --srcdir='$(abs_top_srcdir)' --work='$(abs_top_builddir)/tests/work/installcheck' \
	    --bindir='$(DESTDIR)$(bindir)' --libdir='$(DESTDIR)$(libdir)' --includedir='$(DESTDIR)$(includedir)' \
	    --destdir='$(DESTDIR)' --cc='$(CC)' --cxx='$(CXX)' --flags='$(SL_BUILD_FLAGS)' \
	    --nvcc='$(NVCC)'

# Where kernels check their reach (--enable-bounds-check), these show what another build does not: loops of every kind
# over views of every kind, and scripts that need the files of the tarball. The leg distcheck of .ci/run runs these
# only.
SL_TEST_CHECKED = \
    tests/algorithm$(EXEEXT) tests/arena$(EXEEXT) tests/atomics$(EXEEXT) tests/color$(EXEEXT) tests/complex$(EXEEXT) \
    tests/copy$(EXEEXT) tests/failure_bounds$(EXEEXT) tests/feature_table$(EXEEXT) tests/fp$(EXEEXT) \
    tests/halo_logged$(EXEEXT) tests/heat$(EXEEXT) tests/heat_solver$(EXEEXT) tests/launch$(EXEEXT) \
    tests/launch_reduce$(EXEEXT) tests/layout$(EXEEXT) tests/list$(EXEEXT) tests/loop_arguments$(EXEEXT) \
    tests/loop_sequence$(EXEEXT) tests/loop_stream$(EXEEXT) tests/loop_visits$(EXEEXT) tests/many_arguments$(EXEEXT) \
    tests/map$(EXEEXT) tests/nest$(EXEEXT) tests/offset$(EXEEXT) tests/pack$(EXEEXT) tests/parts$(EXEEXT) \
    tests/programs$(EXEEXT) tests/races$(EXEEXT) tests/random_calls$(EXEEXT) tests/random_numbers$(EXEEXT) \
    tests/reach$(EXEEXT) \
    tests/reach_free$(EXEEXT) tests/reduce_array$(EXEEXT) tests/reduce_bitwise$(EXEEXT) tests/reduce_combine$(EXEEXT) \
    tests/reduce_logic$(EXEEXT) tests/reduce_prod$(EXEEXT) tests/reduce_struct$(EXEEXT) tests/reduce_values$(EXEEXT) \
    tests/region$(EXEEXT) tests/region_views$(EXEEXT) tests/renumber$(EXEEXT) tests/scan$(EXEEXT) \
    tests/scan_body$(EXEEXT) tests/scan_reducer$(EXEEXT) tests/scatter$(EXEEXT) tests/scatter_view$(EXEEXT) \
    tests/segments$(EXEEXT) tests/sort$(EXEEXT) tests/space$(EXEEXT) tests/split$(EXEEXT) tests/split_edges$(EXEEXT) \
    tests/split_random$(EXEEXT) tests/split_reach$(EXEEXT) tests/subview$(EXEEXT) tests/table$(EXEEXT) \
    tests/team$(EXEEXT) tests/turn$(EXEEXT) tests/unique_token$(EXEEXT)
SL_TEST_CHECKED_SH = \
    tests/assembly.sh tests/examples.sh tests/guide.sh tests/halo_packing.sh tests/nests.sh tests/tutorial.sh \
    tests/vertexsum.sh tests/house_rules.sh tests/layout_case.sh tests/manual_pages.sh

# tests/numa_nodes says which worker runs a task.
tests_numa_nodes_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=starpu_task_submit

# Device code, which gcc reads here: nvcc knows its pragmas.
tests_scatter_walk_CXXFLAGS = $(AM_CXXFLAGS) -Wno-unknown-pragmas

# BEGIN LISTS (tools/update-lists)
SL_TEST_BIN = \
    tests/algorithm \
    tests/arena \
    tests/atomics \
    tests/auto_layout \
    tests/batch \
    tests/binding \
    tests/bundle \
    tests/check_access \
    tests/checked \
    tests/color \
    tests/complex \
    tests/copy \
    tests/crew \
    tests/cuda_copies \
    tests/cuda_failure \
    tests/cuda_launch \
    tests/cuda_memory \
    tests/cuda_reduce \
    tests/cuda_state \
    tests/cuda_task \
    tests/declared \
    tests/dual_view \
    tests/empty \
    tests/env \
    tests/epoch \
    tests/event \
    tests/failure \
    tests/failure_bounds \
    tests/failure_memory \
    tests/failure_sequence \
    tests/feature_table \
    tests/finalize \
    tests/form \
    tests/fp \
    tests/gang \
    tests/gate \
    tests/graph_order \
    tests/halo_logged \
    tests/heat \
    tests/heat_deck \
    tests/heat_solver \
    tests/heat_twin \
    tests/host \
    tests/hostile \
    tests/inline \
    tests/inline_beside \
    tests/inline_threads \
    tests/interface \
    tests/kernel \
    tests/launch \
    tests/launch_reduce \
    tests/layout \
    tests/list \
    tests/log \
    tests/loop_arguments \
    tests/loop_dependencies \
    tests/loop_sequence \
    tests/loop_stream \
    tests/loop_visits \
    tests/mailbox \
    tests/many_arguments \
    tests/map \
    tests/memory_kinds \
    tests/million \
    tests/misuse_loop \
    tests/misuse_policy \
    tests/misuse_state \
    tests/nest \
    tests/nest_auto \
    tests/nest_empty \
    tests/nest_grid \
    tests/nest_groups \
    tests/nest_shape \
    tests/numa_nodes \
    tests/object \
    tests/odd_input \
    tests/offset \
    tests/overlap \
    tests/pack \
    tests/parts \
    tests/picture \
    tests/placement \
    tests/placement_model \
    tests/plan \
    tests/poor_process \
    tests/profile \
    tests/programs \
    tests/progress \
    tests/races \
    tests/random_calls \
    tests/random_numbers \
    tests/range_view \
    tests/reach \
    tests/reach_free \
    tests/reduce_accuracy \
    tests/reduce_array \
    tests/reduce_bitwise \
    tests/reduce_combine \
    tests/reduce_logic \
    tests/reduce_prod \
    tests/reduce_struct \
    tests/reduce_values \
    tests/region \
    tests/region_cuda \
    tests/region_reused \
    tests/region_task \
    tests/region_views \
    tests/region_wrapped \
    tests/renumber \
    tests/resize \
    tests/rounds \
    tests/route \
    tests/runtime \
    tests/scan \
    tests/scan_body \
    tests/scan_reducer \
    tests/scatter \
    tests/scatter_view \
    tests/schedulers \
    tests/segments \
    tests/shadow \
    tests/share \
    tests/shared_kernel \
    tests/shares \
    tests/signals \
    tests/skipped \
    tests/small_stack \
    tests/sort \
    tests/sort_segments \
    tests/space \
    tests/split \
    tests/split_auto \
    tests/split_devices \
    tests/split_edges \
    tests/split_locality \
    tests/split_order \
    tests/split_random \
    tests/split_reach \
    tests/split_stall \
    tests/stall \
    tests/status \
    tests/stuck \
    tests/subview \
    tests/subview_verbs \
    tests/table \
    tests/task \
    tests/team \
    tests/team_misuse \
    tests/threads \
    tests/throttle \
    tests/tools \
    tests/trace \
    tests/turn \
    tests/two_files \
    tests/types \
    tests/unique_token \
    tests/user_macros \
    tests/view \
    tests/view_memory \
    tests/view_misuse \
    tests/waits \
    tests/where \
    tests/cxx_program \
    tests/scatter_walk \
    tests/where_cxx
SL_TEST_SH = \
    tests/assembly.sh \
    tests/batch_off.sh \
    tests/bench.sh \
    tests/calibration.sh \
    tests/compile_time.sh \
    tests/cuda_suite.sh \
    tests/debugging.sh \
    tests/examples.sh \
    tests/forms_compilers.sh \
    tests/gemm.sh \
    tests/groups_suite.sh \
    tests/guide.sh \
    tests/halo_packing.sh \
    tests/kernels_cxx.sh \
    tests/mpi_heat.sh \
    tests/mpi_shares.sh \
    tests/nest_loops.sh \
    tests/nests.sh \
    tests/nodes_suite.sh \
    tests/queued_suite.sh \
    tests/small_stack.sh \
    tests/spmv.sh \
    tests/targets.sh \
    tests/tools.sh \
    tests/tutorial.sh \
    tests/vertexsum.sh \
    tests/atomics_compilers.sh \
    tests/cheat_sheet.sh \
    tests/checkers.sh \
    tests/compile_fail.sh \
    tests/compilers.sh \
    tests/exceptions.sh \
    tests/expand.sh \
    tests/gantt.sh \
    tests/headers.sh \
    tests/house_rules.sh \
    tests/installed.sh \
    tests/kernel_rules.sh \
    tests/kernels_cuda.sh \
    tests/layers.sh \
    tests/layout_case.sh \
    tests/macros.sh \
    tests/manual_pages.sh \
    tests/nest_words.sh \
    tests/raise_marks.sh \
    tests/shared_kernel_dlopen.sh \
    tests/slots.sh \
    tests/starloop_cc.sh
tests_algorithm_SOURCES = \
    tests/algorithm.c
tests_algorithm_LDADD = \
    $(SL_TEST_LIBS)
tests_arena_SOURCES = \
    tests/arena.c
tests_arena_LDADD = \
    tests/arena_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_atomics_SOURCES = \
    tests/atomics.c
tests_atomics_LDADD = \
    tests/atomics_bits_nocuda_kernels.$(OBJEXT) \
    tests/atomics_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_auto_layout_SOURCES = \
    tests/auto_layout.c
tests_auto_layout_LDADD = \
    tests/auto_layout_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_batch_SOURCES = \
    tests/batch.c \
    tests/batch_failure.c \
    tests/batch_gate.c
tests_batch_LDADD = \
    tests/batch_kernels.$(OBJEXT) \
    tests/batch_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_binding_SOURCES = \
    tests/binding.c
tests_binding_LDADD = \
    $(SL_TEST_LIBS)
tests_bundle_SOURCES = \
    tests/bundle.c
tests_bundle_LDADD = \
    tests/bundle_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_check_access_SOURCES = \
    tests/check_access.c
tests_check_access_LDADD = \
    tests/check_access_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_checked_SOURCES = \
    tests/checked.c
tests_checked_LDADD = \
    tests/checked_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_color_SOURCES = \
    tests/color.c
tests_color_LDADD = \
    $(SL_TEST_LIBS)
tests_complex_SOURCES = \
    tests/complex.c
tests_complex_LDADD = \
    tests/complex_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_copy_SOURCES = \
    tests/copy.c
tests_copy_LDADD = \
    $(SL_TEST_LIBS)
tests_crew_SOURCES = \
    tests/crew.c
tests_crew_LDADD = \
    tests/crew_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_copies_SOURCES = \
    tests/cuda_copies.c \
    tests/cuda_copies_fake.c \
    tests/cuda_copies_pin.c
tests_cuda_copies_LDADD = \
    $(SL_TEST_LIBS)
tests_cuda_failure_SOURCES = \
    tests/cuda_failure.c
tests_cuda_failure_LDADD = \
    tests/cuda_failure_bounds_kernels.$(OBJEXT) \
    tests/cuda_failure_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_launch_SOURCES = \
    tests/cuda_launch.c
tests_cuda_launch_LDADD = \
    tests/cuda_launch_kernels.$(OBJEXT) \
    tests/cuda_launch_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_memory_SOURCES = \
    tests/cuda_memory.c \
    tests/cuda_memory_boxes.c
tests_cuda_memory_LDADD = \
    tests/cuda_memory_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_reduce_SOURCES = \
    tests/cuda_reduce.c
tests_cuda_reduce_LDADD = \
    tests/cuda_reduce_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cuda_state_SOURCES = \
    tests/cuda_state.c
tests_cuda_state_LDADD = \
    $(SL_TEST_LIBS)
tests_cuda_task_SOURCES = \
    tests/cuda_task.c
tests_cuda_task_LDADD = \
    tests/cuda_task_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_declared_SOURCES = \
    tests/declared.c
tests_declared_LDADD = \
    tests/declared_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_dual_view_SOURCES = \
    tests/dual_view.c
tests_dual_view_LDADD = \
    tests/dual_view_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_empty_SOURCES = \
    tests/empty.c
tests_empty_LDADD = \
    tests/empty_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_env_SOURCES = \
    tests/env.c
tests_env_LDADD = \
    $(SL_TEST_LIBS)
tests_epoch_SOURCES = \
    tests/epoch.c
tests_epoch_LDADD = \
    $(SL_TEST_LIBS)
tests_event_SOURCES = \
    tests/event.c
tests_event_LDADD = \
    tests/event_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_failure_SOURCES = \
    tests/failure.c
tests_failure_LDADD = \
    tests/failure_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_failure_bounds_SOURCES = \
    tests/failure_bounds.c
tests_failure_bounds_LDADD = \
    tests/failure_bounds_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_failure_memory_SOURCES = \
    tests/failure_memory.c
tests_failure_memory_LDADD = \
    tests/failure_memory_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_failure_sequence_SOURCES = \
    tests/failure_sequence.c
tests_failure_sequence_LDADD = \
    tests/failure_sequence_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_feature_table_SOURCES = \
    tests/feature_table.c
tests_feature_table_LDADD = \
    tests/feature_table_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_finalize_SOURCES = \
    tests/finalize.c
tests_finalize_LDADD = \
    tests/finalize_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_form_SOURCES = \
    tests/form.c
tests_form_LDADD = \
    tests/form_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_fp_SOURCES = \
    tests/fp.c
tests_fp_LDADD = \
    tests/fp_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_gang_SOURCES = \
    tests/gang.c
tests_gang_LDADD = \
    tests/gang_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_gate_SOURCES = \
    tests/gate.c
tests_gate_LDADD = \
    $(SL_TEST_LIBS)
tests_graph_order_SOURCES = \
    tests/graph_order.c
tests_graph_order_LDADD = \
    $(SL_TEST_LIBS)
tests_halo_logged_SOURCES = \
    tests/halo_logged.c
tests_halo_logged_LDADD = \
    tests/halo_logged_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_heat_SOURCES = \
    tests/heat.c \
    examples/heat/problem.c \
    examples/heat/deck.c
tests_heat_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat
tests_heat_LDADD = \
    examples/heat/twin.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_heat_deck_SOURCES = \
    tests/heat_deck.c \
    examples/heat/deck.c
tests_heat_deck_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat
tests_heat_deck_LDADD = \
    $(SL_TEST_LIBS)
tests_heat_solver_SOURCES = \
    tests/heat_solver.c \
    examples/heat/problem.c \
    examples/heat/deck.c
tests_heat_solver_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat
tests_heat_solver_LDADD = \
    examples/heat/kernels.$(OBJEXT) \
    examples/heat/twin.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_heat_twin_SOURCES = \
    tests/heat_twin.c \
    examples/heat/problem.c \
    examples/heat/deck.c
tests_heat_twin_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat
tests_heat_twin_LDADD = \
    examples/heat/twin.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_host_SOURCES = \
    tests/host.c
tests_host_LDADD = \
    $(SL_TEST_LIBS)
tests_hostile_SOURCES = \
    tests/hostile.c \
    tests/hostile_rows.c
tests_hostile_LDADD = \
    tests/hostile_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_inline_SOURCES = \
    tests/inline.c
tests_inline_LDADD = \
    tests/inline_body_nocuda_kernels.$(OBJEXT) \
    tests/inline_bounds_kernels.$(OBJEXT) \
    tests/inline_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_inline_beside_SOURCES = \
    tests/inline_beside.c
tests_inline_beside_LDADD = \
    tests/inline_beside_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_inline_threads_SOURCES = \
    tests/inline_threads.c
tests_inline_threads_LDADD = \
    tests/inline_threads_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_interface_SOURCES = \
    tests/interface.c
tests_interface_LDADD = \
    $(SL_TEST_LIBS)
tests_kernel_SOURCES = \
    tests/kernel.c
tests_kernel_LDADD = \
    tests/kernel_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_launch_SOURCES = \
    tests/launch.c
tests_launch_LDADD = \
    $(SL_TEST_LIBS)
tests_launch_reduce_SOURCES = \
    tests/launch_reduce.c
tests_launch_reduce_LDADD = \
    $(SL_TEST_LIBS)
tests_layout_SOURCES = \
    tests/layout.c
tests_layout_LDADD = \
    $(SL_TEST_LIBS)
tests_list_SOURCES = \
    tests/list.c \
    tests/list_strides.c
tests_list_LDADD = \
    tests/list_checked_nocuda_kernels.$(OBJEXT) \
    tests/list_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_log_SOURCES = \
    tests/log.c
tests_log_LDADD = \
    $(SL_TEST_LIBS)
tests_loop_arguments_SOURCES = \
    tests/loop_arguments.c
tests_loop_arguments_LDADD = \
    tests/loop_arguments_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loop_dependencies_SOURCES = \
    tests/loop_dependencies.c
tests_loop_dependencies_LDADD = \
    tests/loop_dependencies_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loop_sequence_SOURCES = \
    tests/loop_sequence.c
tests_loop_sequence_LDADD = \
    tests/loop_sequence_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loop_stream_SOURCES = \
    tests/loop_stream.c
tests_loop_stream_LDADD = \
    tests/loop_stream_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_loop_visits_SOURCES = \
    tests/loop_visits.c
tests_loop_visits_LDADD = \
    tests/loop_visits_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_mailbox_SOURCES = \
    tests/mailbox.c
tests_mailbox_LDADD = \
    tests/mailbox_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_many_arguments_SOURCES = \
    tests/many_arguments.c
tests_many_arguments_LDADD = \
    tests/many_arguments_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_map_SOURCES = \
    tests/map.c
tests_map_LDADD = \
    tests/map_checked_kernels.$(OBJEXT) \
    tests/map_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_memory_kinds_SOURCES = \
    tests/memory_kinds.c
tests_memory_kinds_LDADD = \
    $(SL_TEST_LIBS)
tests_million_SOURCES = \
    tests/million.c
tests_million_LDADD = \
    tests/million_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_misuse_loop_SOURCES = \
    tests/misuse_loop.c
tests_misuse_loop_LDADD = \
    tests/misuse_loop_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_misuse_policy_SOURCES = \
    tests/misuse_policy.c
tests_misuse_policy_LDADD = \
    tests/misuse_policy_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_misuse_state_SOURCES = \
    tests/misuse_state.c
tests_misuse_state_LDADD = \
    tests/misuse_state_kernels.$(OBJEXT) \
    tests/misuse_state_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nest_SOURCES = \
    tests/nest.c
tests_nest_LDADD = \
    tests/nest_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nest_auto_SOURCES = \
    tests/nest_auto.c
tests_nest_auto_LDADD = \
    tests/nest_auto_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nest_empty_SOURCES = \
    tests/nest_empty.c
tests_nest_empty_LDADD = \
    tests/nest_empty_checked_nocuda_kernels.$(OBJEXT) \
    tests/nest_empty_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nest_grid_SOURCES = \
    tests/nest_grid.c
tests_nest_grid_LDADD = \
    tests/nest_grid_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nest_groups_SOURCES = \
    tests/nest_groups.c
tests_nest_groups_LDADD = \
    tests/nest_groups_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_nest_shape_SOURCES = \
    tests/nest_shape.c
tests_nest_shape_LDADD = \
    $(SL_TEST_LIBS)
tests_numa_nodes_SOURCES = \
    tests/numa_nodes.c \
    tests/numa_nodes_boxes.c \
    tests/numa_nodes_machine.c
tests_numa_nodes_LDADD = \
    tests/numa_nodes_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_object_SOURCES = \
    tests/object.c
tests_object_LDADD = \
    $(SL_TEST_LIBS)
tests_odd_input_SOURCES = \
    tests/odd_input.c
tests_odd_input_LDADD = \
    tests/odd_input_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_offset_SOURCES = \
    tests/offset.c
tests_offset_LDADD = \
    tests/offset_checked_kernels.$(OBJEXT) \
    tests/offset_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_overlap_SOURCES = \
    tests/overlap.c
tests_overlap_LDADD = \
    $(SL_TEST_LIBS)
tests_pack_SOURCES = \
    tests/pack.c
tests_pack_LDADD = \
    tests/pack_checked_kernels.$(OBJEXT) \
    tests/pack_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_parts_SOURCES = \
    tests/parts.c
tests_parts_LDADD = \
    $(SL_TEST_LIBS)
tests_picture_SOURCES = \
    tests/picture.c \
    examples/heat/picture.c
tests_picture_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/examples/heat
tests_picture_LDADD = \
    $(SL_TEST_LIBS) \
    $(SL_PNG_LIBS)
tests_placement_SOURCES = \
    tests/placement.c
tests_placement_LDADD = \
    tests/placement_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_placement_model_SOURCES = \
    tests/placement_model.c
tests_placement_model_LDADD = \
    $(SL_TEST_LIBS)
tests_plan_SOURCES = \
    tests/plan.c
tests_plan_LDADD = \
    $(SL_TEST_LIBS)
tests_poor_process_SOURCES = \
    tests/poor_process.c
tests_poor_process_LDADD = \
    tests/poor_process_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_profile_SOURCES = \
    tests/profile.c
tests_profile_LDADD = \
    tests/profile_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_programs_SOURCES = \
    tests/programs.c
tests_programs_LDADD = \
    tests/programs_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_progress_SOURCES = \
    tests/progress.c
tests_progress_LDADD = \
    $(SL_TEST_LIBS)
tests_races_SOURCES = \
    tests/races.c
tests_races_LDADD = \
    tests/races_atomic_nocuda_kernels.$(OBJEXT) \
    tests/races_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_random_calls_SOURCES = \
    tests/random_calls.c \
    tests/random_calls_host.c \
    tests/random_calls_loops.c \
    tests/random_calls_verbs.c \
    tests/random_calls_views.c
tests_random_calls_LDADD = \
    tests/random_calls_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_random_numbers_SOURCES = \
    tests/random_numbers.c
tests_random_numbers_LDADD = \
    tests/random_numbers_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_range_view_SOURCES = \
    tests/range_view.c
tests_range_view_LDADD = \
    tests/range_view_checked_nocuda_kernels.$(OBJEXT) \
    tests/range_view_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reach_SOURCES = \
    tests/reach.c
tests_reach_LDADD = \
    tests/reach_kernels.$(OBJEXT) \
    tests/reach_unchecked_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reach_free_SOURCES = \
    tests/reach_free.c
tests_reach_free_LDADD = \
    tests/reach_free_checked_kernels.$(OBJEXT) \
    tests/reach_free_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reduce_accuracy_SOURCES = \
    tests/reduce_accuracy.c
tests_reduce_accuracy_LDADD = \
    tests/reduce_accuracy_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reduce_array_SOURCES = \
    tests/reduce_array.c
tests_reduce_array_LDADD = \
    tests/reduce_array_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reduce_bitwise_SOURCES = \
    tests/reduce_bitwise.c
tests_reduce_bitwise_LDADD = \
    tests/reduce_bitwise_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reduce_combine_SOURCES = \
    tests/reduce_combine.c
tests_reduce_combine_LDADD = \
    tests/reduce_combine_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reduce_logic_SOURCES = \
    tests/reduce_logic.c
tests_reduce_logic_LDADD = \
    tests/reduce_logic_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reduce_prod_SOURCES = \
    tests/reduce_prod.c
tests_reduce_prod_LDADD = \
    tests/reduce_prod_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reduce_struct_SOURCES = \
    tests/reduce_struct.c
tests_reduce_struct_LDADD = \
    tests/reduce_struct_cpu_nocuda_kernels.$(OBJEXT) \
    tests/reduce_struct_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_reduce_values_SOURCES = \
    tests/reduce_values.c
tests_reduce_values_LDADD = \
    tests/reduce_values_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_region_SOURCES = \
    tests/region.c
tests_region_LDADD = \
    tests/region_barrier_nocuda_kernels.$(OBJEXT) \
    tests/region_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_region_cuda_SOURCES = \
    tests/region_cuda.c \
    tests/region_cuda_lanes.c
tests_region_cuda_LDADD = \
    tests/region_cuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_region_reused_SOURCES = \
    tests/region_reused.c
tests_region_reused_LDADD = \
    tests/region_reused_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_region_task_SOURCES = \
    tests/region_task.c
tests_region_task_LDADD = \
    tests/region_task_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_region_views_SOURCES = \
    tests/region_views.c
tests_region_views_LDADD = \
    tests/region_views_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_region_wrapped_SOURCES = \
    tests/region_wrapped.c
tests_region_wrapped_LDADD = \
    tests/region_wrapped_kernels.$(OBJEXT) \
    tests/region_wrapped_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_renumber_SOURCES = \
    tests/renumber.c
tests_renumber_LDADD = \
    $(SL_TEST_LIBS)
tests_resize_SOURCES = \
    tests/resize.c
tests_resize_LDADD = \
    tests/resize_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_rounds_SOURCES = \
    tests/rounds.c
tests_rounds_LDADD = \
    $(SL_TEST_LIBS)
tests_route_SOURCES = \
    tests/route.c
tests_route_LDADD = \
    $(SL_TEST_LIBS)
tests_runtime_SOURCES = \
    tests/runtime.c
tests_runtime_LDADD = \
    $(SL_TEST_LIBS)
tests_scan_SOURCES = \
    tests/scan.c
tests_scan_LDADD = \
    $(SL_TEST_LIBS)
tests_scan_body_SOURCES = \
    tests/scan_body.c
tests_scan_body_LDADD = \
    tests/scan_body_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_scan_reducer_SOURCES = \
    tests/scan_reducer.c
tests_scan_reducer_LDADD = \
    tests/scan_reducer_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_scatter_SOURCES = \
    tests/scatter.c \
    tests/scatter_colors.c
tests_scatter_LDADD = \
    tests/scatter_checked_kernels.$(OBJEXT) \
    tests/scatter_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_scatter_view_SOURCES = \
    tests/scatter_view.c
tests_scatter_view_LDADD = \
    tests/scatter_view_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_schedulers_SOURCES = \
    tests/schedulers.c
tests_schedulers_LDADD = \
    tests/schedulers_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_segments_SOURCES = \
    tests/segments.c
tests_segments_LDADD = \
    tests/segments_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_shadow_SOURCES = \
    tests/shadow.c
tests_shadow_LDADD = \
    tests/shadow_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_share_SOURCES = \
    tests/share.c
tests_share_LDADD = \
    $(SL_TEST_LIBS)
check_LTLIBRARIES += \
    tests/libshared_kernel_plugin.la
SL_KERNEL_LTOBJECTS += \
    tests/shared_kernel_plugin_kernels.lo
tests_libshared_kernel_plugin_la_SOURCES =
tests_libshared_kernel_plugin_la_LIBADD = \
    tests/shared_kernel_plugin_kernels.lo \
    lib/libstarloop.la
tests_libshared_kernel_plugin_la_LDFLAGS = $(AM_LDFLAGS) -avoid-version -rpath $(abs_top_builddir)/tests
tests_shared_kernel_SOURCES = \
    tests/shared_kernel.c
tests_shared_kernel_LDADD = \
    tests/libshared_kernel_plugin.la \
    lib/libstarloop.la
tests_shares_SOURCES = \
    tests/shares.c
tests_shares_LDADD = \
    $(SL_TEST_LIBS)
tests_signals_SOURCES = \
    tests/signals.c
tests_signals_LDADD = \
    tests/signals_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_skipped_SOURCES = \
    tests/skipped.c
tests_skipped_LDADD = \
    tests/skipped_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_small_stack_SOURCES = \
    tests/small_stack.c
tests_small_stack_LDADD = \
    tests/small_stack_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_sort_SOURCES = \
    tests/sort.c
tests_sort_LDADD = \
    $(SL_TEST_LIBS)
tests_sort_segments_SOURCES = \
    tests/sort_segments.c
tests_sort_segments_LDADD = \
    $(SL_TEST_LIBS)
tests_space_SOURCES = \
    tests/space.c
tests_space_LDADD = \
    $(SL_TEST_LIBS)
tests_split_SOURCES = \
    tests/split.c \
    tests/split_reductions.c
tests_split_LDADD = \
    tests/split_kernels.$(OBJEXT) \
    tests/split_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_auto_SOURCES = \
    tests/split_auto.c
tests_split_auto_LDADD = \
    tests/split_auto_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_devices_SOURCES = \
    tests/split_devices.c
tests_split_devices_LDADD = \
    tests/split_devices_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_edges_SOURCES = \
    tests/split_edges.c
tests_split_edges_LDADD = \
    tests/split_edges_kernels.$(OBJEXT) \
    tests/split_edges_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_locality_SOURCES = \
    tests/split_locality.c
tests_split_locality_LDADD = \
    tests/split_locality_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_order_SOURCES = \
    tests/split_order.c
tests_split_order_LDADD = \
    tests/split_order_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_random_SOURCES = \
    tests/split_random.c
tests_split_random_LDADD = \
    tests/split_random_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_reach_SOURCES = \
    tests/split_reach.c
tests_split_reach_LDADD = \
    tests/split_reach_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_split_stall_SOURCES = \
    tests/split_stall.c
tests_split_stall_LDADD = \
    tests/split_stall_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_stall_SOURCES = \
    tests/stall.c
tests_stall_LDADD = \
    tests/stall_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_status_SOURCES = \
    tests/status.c
tests_status_LDADD = \
    $(SL_TEST_LIBS)
tests_stuck_SOURCES = \
    tests/stuck.c
tests_stuck_LDADD = \
    tests/stuck_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_subview_SOURCES = \
    tests/subview.c
tests_subview_LDADD = \
    tests/subview_bounds_kernels.$(OBJEXT) \
    tests/subview_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_subview_verbs_SOURCES = \
    tests/subview_verbs.c
tests_subview_verbs_LDADD = \
    tests/subview_verbs_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_table_SOURCES = \
    tests/table.c
tests_table_LDADD = \
    tests/table_bounds_kernels.$(OBJEXT) \
    tests/table_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_task_SOURCES = \
    tests/task.c
tests_task_LDADD = \
    tests/task_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_team_SOURCES = \
    tests/team.c \
    tests/team_chains.c \
    tests/team_results.c \
    tests/team_scratch.c
tests_team_LDADD = \
    tests/team_kernels.$(OBJEXT) \
    tests/team_reduce_kernels.$(OBJEXT) \
    tests/team_results_kernels.$(OBJEXT) \
    tests/team_scratch_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_team_misuse_SOURCES = \
    tests/team_misuse.c
tests_team_misuse_LDADD = \
    tests/team_misuse_checked_kernels.$(OBJEXT) \
    tests/team_misuse_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_threads_SOURCES = \
    tests/threads.c
tests_threads_LDADD = \
    tests/threads_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_throttle_SOURCES = \
    tests/throttle.c
tests_throttle_LDADD = \
    tests/throttle_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_tools_SOURCES = \
    tests/tools.c
tests_tools_LDADD = \
    tests/tools_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_trace_SOURCES = \
    tests/trace.c \
    tests/trace_chain.c \
    tests/trace_gang.c \
    tests/trace_json.c \
    tests/trace_read.c
tests_trace_LDADD = \
    tests/trace_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_turn_SOURCES = \
    tests/turn.c
tests_turn_LDADD = \
    tests/turn_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_two_files_SOURCES = \
    tests/two_files.c
tests_two_files_LDADD = \
    tests/two_files_a_kernels.$(OBJEXT) \
    tests/two_files_b_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_types_SOURCES = \
    tests/types.c
tests_types_LDADD = \
    $(SL_TEST_LIBS)
tests_unique_token_SOURCES = \
    tests/unique_token.c
tests_unique_token_LDADD = \
    tests/unique_token_checked_kernels.$(OBJEXT) \
    tests/unique_token_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_user_macros_SOURCES = \
    tests/user_macros.c
tests_user_macros_LDADD = \
    tests/user_macros_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_view_SOURCES = \
    tests/view.c
tests_view_LDADD = \
    $(SL_TEST_LIBS)
tests_view_memory_SOURCES = \
    tests/view_memory.c
tests_view_memory_LDADD = \
    $(SL_TEST_LIBS)
tests_view_misuse_SOURCES = \
    tests/view_misuse.c
tests_view_misuse_LDADD = \
    $(SL_TEST_LIBS)
tests_waits_SOURCES = \
    tests/waits.c
tests_waits_LDADD = \
    tests/waits_nocuda_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_where_SOURCES = \
    tests/where.c \
    tests/where_header.c
tests_where_LDADD = \
    tests/where_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_cxx_program_SOURCES = \
    tests/cxx_program.cpp
tests_cxx_program_LDADD = \
    tests/cxx_program_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
tests_scatter_walk_SOURCES = \
    tests/scatter_walk.cpp
tests_scatter_walk_LDADD = \
    $(SL_TEST_LIBS)
tests_where_cxx_SOURCES = \
    tests/where_cxx.cpp
tests_where_cxx_LDADD = \
    tests/where_cxx_kernels.$(OBJEXT) \
    $(SL_TEST_LIBS)
SL_KERNEL_OBJECTS += \
    bench/array_kernels.$(OBJEXT) \
    bench/core_kernels.$(OBJEXT) \
    bench/layout_kernels.$(OBJEXT) \
    bench/lj_kernels.$(OBJEXT) \
    bench/nest_kernels.$(OBJEXT) \
    bench/reduce_kernels.$(OBJEXT) \
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
    examples/mpi_heat/kernels.$(OBJEXT) \
    examples/nests/nests_kernels.$(OBJEXT) \
    examples/spmv/spmv_kernels.$(OBJEXT) \
    examples/step-01_kernels.$(OBJEXT) \
    examples/vertexsum/kernels.$(OBJEXT) \
    tests/arena_kernels.$(OBJEXT) \
    tests/atomics_bits_nocuda_kernels.$(OBJEXT) \
    tests/atomics_kernels.$(OBJEXT) \
    tests/auto_layout_kernels.$(OBJEXT) \
    tests/batch_kernels.$(OBJEXT) \
    tests/batch_nocuda_kernels.$(OBJEXT) \
    tests/bundle_kernels.$(OBJEXT) \
    tests/check_access_kernels.$(OBJEXT) \
    tests/checked_kernels.$(OBJEXT) \
    tests/complex_kernels.$(OBJEXT) \
    tests/crew_nocuda_kernels.$(OBJEXT) \
    tests/cuda_failure_bounds_kernels.$(OBJEXT) \
    tests/cuda_failure_kernels.$(OBJEXT) \
    tests/cuda_launch_kernels.$(OBJEXT) \
    tests/cuda_launch_nocuda_kernels.$(OBJEXT) \
    tests/cuda_memory_kernels.$(OBJEXT) \
    tests/cuda_reduce_kernels.$(OBJEXT) \
    tests/cuda_task_kernels.$(OBJEXT) \
    tests/cxx_program_kernels.$(OBJEXT) \
    tests/declared_kernels.$(OBJEXT) \
    tests/dual_view_kernels.$(OBJEXT) \
    tests/empty_kernels.$(OBJEXT) \
    tests/event_kernels.$(OBJEXT) \
    tests/failure_bounds_kernels.$(OBJEXT) \
    tests/failure_kernels.$(OBJEXT) \
    tests/failure_memory_kernels.$(OBJEXT) \
    tests/failure_sequence_kernels.$(OBJEXT) \
    tests/feature_table_kernels.$(OBJEXT) \
    tests/finalize_kernels.$(OBJEXT) \
    tests/form_nocuda_kernels.$(OBJEXT) \
    tests/fp_nocuda_kernels.$(OBJEXT) \
    tests/gang_nocuda_kernels.$(OBJEXT) \
    tests/halo_logged_kernels.$(OBJEXT) \
    tests/hostile_kernels.$(OBJEXT) \
    tests/inline_beside_nocuda_kernels.$(OBJEXT) \
    tests/inline_body_nocuda_kernels.$(OBJEXT) \
    tests/inline_bounds_kernels.$(OBJEXT) \
    tests/inline_kernels.$(OBJEXT) \
    tests/inline_threads_kernels.$(OBJEXT) \
    tests/kernel_kernels.$(OBJEXT) \
    tests/list_checked_nocuda_kernels.$(OBJEXT) \
    tests/list_kernels.$(OBJEXT) \
    tests/loop_arguments_kernels.$(OBJEXT) \
    tests/loop_dependencies_kernels.$(OBJEXT) \
    tests/loop_sequence_kernels.$(OBJEXT) \
    tests/loop_stream_kernels.$(OBJEXT) \
    tests/loop_visits_kernels.$(OBJEXT) \
    tests/mailbox_kernels.$(OBJEXT) \
    tests/many_arguments_kernels.$(OBJEXT) \
    tests/map_checked_kernels.$(OBJEXT) \
    tests/map_kernels.$(OBJEXT) \
    tests/million_kernels.$(OBJEXT) \
    tests/misuse_loop_kernels.$(OBJEXT) \
    tests/misuse_policy_kernels.$(OBJEXT) \
    tests/misuse_state_kernels.$(OBJEXT) \
    tests/misuse_state_nocuda_kernels.$(OBJEXT) \
    tests/nest_auto_kernels.$(OBJEXT) \
    tests/nest_empty_checked_nocuda_kernels.$(OBJEXT) \
    tests/nest_empty_nocuda_kernels.$(OBJEXT) \
    tests/nest_grid_nocuda_kernels.$(OBJEXT) \
    tests/nest_groups_kernels.$(OBJEXT) \
    tests/nest_kernels.$(OBJEXT) \
    tests/numa_nodes_kernels.$(OBJEXT) \
    tests/odd_input_kernels.$(OBJEXT) \
    tests/offset_checked_kernels.$(OBJEXT) \
    tests/offset_kernels.$(OBJEXT) \
    tests/pack_checked_kernels.$(OBJEXT) \
    tests/pack_kernels.$(OBJEXT) \
    tests/placement_kernels.$(OBJEXT) \
    tests/poor_process_kernels.$(OBJEXT) \
    tests/profile_kernels.$(OBJEXT) \
    tests/programs_kernels.$(OBJEXT) \
    tests/races_atomic_nocuda_kernels.$(OBJEXT) \
    tests/races_kernels.$(OBJEXT) \
    tests/random_calls_kernels.$(OBJEXT) \
    tests/random_numbers_kernels.$(OBJEXT) \
    tests/range_view_checked_nocuda_kernels.$(OBJEXT) \
    tests/range_view_kernels.$(OBJEXT) \
    tests/reach_free_checked_kernels.$(OBJEXT) \
    tests/reach_free_kernels.$(OBJEXT) \
    tests/reach_kernels.$(OBJEXT) \
    tests/reach_unchecked_kernels.$(OBJEXT) \
    tests/reduce_accuracy_kernels.$(OBJEXT) \
    tests/reduce_array_kernels.$(OBJEXT) \
    tests/reduce_bitwise_kernels.$(OBJEXT) \
    tests/reduce_combine_kernels.$(OBJEXT) \
    tests/reduce_logic_kernels.$(OBJEXT) \
    tests/reduce_prod_kernels.$(OBJEXT) \
    tests/reduce_struct_cpu_nocuda_kernels.$(OBJEXT) \
    tests/reduce_struct_kernels.$(OBJEXT) \
    tests/reduce_values_kernels.$(OBJEXT) \
    tests/region_barrier_nocuda_kernels.$(OBJEXT) \
    tests/region_cuda_kernels.$(OBJEXT) \
    tests/region_kernels.$(OBJEXT) \
    tests/region_reused_kernels.$(OBJEXT) \
    tests/region_task_kernels.$(OBJEXT) \
    tests/region_views_kernels.$(OBJEXT) \
    tests/region_wrapped_kernels.$(OBJEXT) \
    tests/region_wrapped_nocuda_kernels.$(OBJEXT) \
    tests/resize_kernels.$(OBJEXT) \
    tests/scan_body_kernels.$(OBJEXT) \
    tests/scan_reducer_kernels.$(OBJEXT) \
    tests/scatter_checked_kernels.$(OBJEXT) \
    tests/scatter_kernels.$(OBJEXT) \
    tests/scatter_view_kernels.$(OBJEXT) \
    tests/schedulers_kernels.$(OBJEXT) \
    tests/segments_kernels.$(OBJEXT) \
    tests/shadow_kernels.$(OBJEXT) \
    tests/signals_kernels.$(OBJEXT) \
    tests/skipped_kernels.$(OBJEXT) \
    tests/small_stack_nocuda_kernels.$(OBJEXT) \
    tests/split_auto_kernels.$(OBJEXT) \
    tests/split_devices_kernels.$(OBJEXT) \
    tests/split_edges_kernels.$(OBJEXT) \
    tests/split_edges_nocuda_kernels.$(OBJEXT) \
    tests/split_kernels.$(OBJEXT) \
    tests/split_locality_nocuda_kernels.$(OBJEXT) \
    tests/split_nocuda_kernels.$(OBJEXT) \
    tests/split_order_nocuda_kernels.$(OBJEXT) \
    tests/split_random_kernels.$(OBJEXT) \
    tests/split_reach_kernels.$(OBJEXT) \
    tests/split_stall_kernels.$(OBJEXT) \
    tests/stall_kernels.$(OBJEXT) \
    tests/stuck_kernels.$(OBJEXT) \
    tests/subview_bounds_kernels.$(OBJEXT) \
    tests/subview_kernels.$(OBJEXT) \
    tests/subview_verbs_kernels.$(OBJEXT) \
    tests/table_bounds_kernels.$(OBJEXT) \
    tests/table_kernels.$(OBJEXT) \
    tests/task_kernels.$(OBJEXT) \
    tests/team_kernels.$(OBJEXT) \
    tests/team_misuse_checked_kernels.$(OBJEXT) \
    tests/team_misuse_kernels.$(OBJEXT) \
    tests/team_reduce_kernels.$(OBJEXT) \
    tests/team_results_kernels.$(OBJEXT) \
    tests/team_scratch_kernels.$(OBJEXT) \
    tests/threads_kernels.$(OBJEXT) \
    tests/throttle_kernels.$(OBJEXT) \
    tests/tools_kernels.$(OBJEXT) \
    tests/trace_kernels.$(OBJEXT) \
    tests/turn_kernels.$(OBJEXT) \
    tests/two_files_a_kernels.$(OBJEXT) \
    tests/two_files_b_kernels.$(OBJEXT) \
    tests/unique_token_checked_kernels.$(OBJEXT) \
    tests/unique_token_kernels.$(OBJEXT) \
    tests/user_macros_kernels.$(OBJEXT) \
    tests/waits_nocuda_kernels.$(OBJEXT) \
    tests/where_cxx_kernels.$(OBJEXT) \
    tests/where_kernels.$(OBJEXT)
SL_NATIVE_OBJECTS += \
    bench/native_arrays.$(OBJEXT) \
    bench/native_lj.$(OBJEXT) \
    bench/native_nest.$(OBJEXT) \
    bench/native_scan.$(OBJEXT) \
    bench/native_scatter.$(OBJEXT) \
    bench/native_stream.$(OBJEXT) \
    bench/native_teams.$(OBJEXT) \
    bench/native_units.$(OBJEXT) \
    bench/native_waits.$(OBJEXT) \
    examples/heat/twin.$(OBJEXT) \
    examples/mpi_heat/twin.$(OBJEXT)
if HAVE_CUDA
SL_CUDA_OBJECTS += \
    bench/native_cuda.cu.$(OBJEXT) \
    bench/native_cuda_arrays.cu.$(OBJEXT) \
    bench/native_cuda_heat.cu.$(OBJEXT) \
    bench/native_cuda_lj.cu.$(OBJEXT) \
    bench/native_cuda_nest.cu.$(OBJEXT) \
    bench/native_cuda_scan.cu.$(OBJEXT) \
    bench/native_cuda_scatter.cu.$(OBJEXT) \
    bench/native_cuda_sort.cu.$(OBJEXT) \
    bench/native_cuda_stream.cu.$(OBJEXT) \
    bench/native_cuda_teams.cu.$(OBJEXT)
endif
EXTRA_DIST += \
    tests/assembly.sh \
    tests/atomics_compilers.sh \
    tests/batch_off.sh \
    tests/bench.sh \
    tests/calibration.sh \
    tests/cheat_sheet.sh \
    tests/checkers.sh \
    tests/compile_fail.sh \
    tests/compile_time.sh \
    tests/compilers.sh \
    tests/cuda_suite.sh \
    tests/debugging.sh \
    tests/examples.sh \
    tests/exceptions.sh \
    tests/expand.sh \
    tests/forms_compilers.sh \
    tests/gantt.sh \
    tests/gemm.sh \
    tests/groups_suite.sh \
    tests/guide.sh \
    tests/halo_packing.sh \
    tests/headers.sh \
    tests/house_rules.sh \
    tests/installed.sh \
    tests/kernel_rules.sh \
    tests/kernels_cuda.sh \
    tests/kernels_cxx.sh \
    tests/layers.sh \
    tests/layout_case.sh \
    tests/macros.sh \
    tests/manual_pages.sh \
    tests/mpi_heat.sh \
    tests/mpi_shares.sh \
    tests/nest_loops.sh \
    tests/nest_words.sh \
    tests/nests.sh \
    tests/nodes_suite.sh \
    tests/queued_suite.sh \
    tests/raise_marks.sh \
    tests/shared_kernel_dlopen.sh \
    tests/slots.sh \
    tests/small_stack.sh \
    tests/spmv.sh \
    tests/starloop_cc.sh \
    tests/targets.sh \
    tests/tools.sh \
    tests/tutorial.sh \
    tests/vertexsum.sh \
    tests/arena_kernels.c \
    tests/atomics_bits_nocuda_kernels.c \
    tests/atomics_kernels.c \
    tests/auto_layout_kernels.c \
    tests/batch_kernels.c \
    tests/batch_nocuda_kernels.c \
    tests/bundle_kernels.c \
    tests/check_access_kernels.c \
    tests/checked_kernels.c \
    tests/complex_kernels.c \
    tests/crew_nocuda_kernels.c \
    tests/cuda_failure_bounds_kernels.c \
    tests/cuda_failure_kernels.c \
    tests/cuda_launch_kernels.c \
    tests/cuda_launch_nocuda_kernels.c \
    tests/cuda_memory_kernels.c \
    tests/cuda_reduce_kernels.c \
    tests/cuda_task_kernels.c \
    tests/cxx_program_kernels.c \
    tests/declared_kernels.c \
    tests/dual_view_kernels.c \
    tests/empty_kernels.c \
    tests/event_kernels.c \
    tests/failure_bounds_kernels.c \
    tests/failure_kernels.c \
    tests/failure_memory_kernels.c \
    tests/failure_sequence_kernels.c \
    tests/feature_table_kernels.c \
    tests/finalize_kernels.c \
    tests/form_nocuda_kernels.c \
    tests/fp_nocuda_kernels.c \
    tests/gang_nocuda_kernels.c \
    tests/halo_logged_kernels.c \
    tests/hostile_kernels.c \
    tests/inline_beside_nocuda_kernels.c \
    tests/inline_body_nocuda_kernels.c \
    tests/inline_bounds_kernels.c \
    tests/inline_kernels.c \
    tests/inline_threads_kernels.c \
    tests/kernel_kernels.c \
    tests/list_checked_nocuda_kernels.c \
    tests/list_kernels.c \
    tests/loop_arguments_kernels.c \
    tests/loop_dependencies_kernels.c \
    tests/loop_sequence_kernels.c \
    tests/loop_stream_kernels.c \
    tests/loop_visits_kernels.c \
    tests/mailbox_kernels.c \
    tests/many_arguments_kernels.c \
    tests/map_checked_kernels.c \
    tests/map_kernels.c \
    tests/million_kernels.c \
    tests/misuse_loop_kernels.c \
    tests/misuse_policy_kernels.c \
    tests/misuse_state_kernels.c \
    tests/misuse_state_nocuda_kernels.c \
    tests/nest_auto_kernels.c \
    tests/nest_empty_checked_nocuda_kernels.c \
    tests/nest_empty_nocuda_kernels.c \
    tests/nest_grid_nocuda_kernels.c \
    tests/nest_groups_kernels.c \
    tests/nest_kernels.c \
    tests/numa_nodes_kernels.c \
    tests/odd_input_kernels.c \
    tests/offset_checked_kernels.c \
    tests/offset_kernels.c \
    tests/pack_checked_kernels.c \
    tests/pack_kernels.c \
    tests/placement_kernels.c \
    tests/poor_process_kernels.c \
    tests/profile_kernels.c \
    tests/programs_kernels.c \
    tests/races_atomic_nocuda_kernels.c \
    tests/races_kernels.c \
    tests/random_calls_kernels.c \
    tests/random_numbers_kernels.c \
    tests/range_view_checked_nocuda_kernels.c \
    tests/range_view_kernels.c \
    tests/reach_free_checked_kernels.c \
    tests/reach_free_kernels.c \
    tests/reach_kernels.c \
    tests/reach_unchecked_kernels.c \
    tests/reduce_accuracy_kernels.c \
    tests/reduce_array_kernels.c \
    tests/reduce_bitwise_kernels.c \
    tests/reduce_combine_kernels.c \
    tests/reduce_logic_kernels.c \
    tests/reduce_prod_kernels.c \
    tests/reduce_struct_cpu_nocuda_kernels.c \
    tests/reduce_struct_kernels.c \
    tests/reduce_values_kernels.c \
    tests/region_barrier_nocuda_kernels.c \
    tests/region_cuda_kernels.c \
    tests/region_kernels.c \
    tests/region_reused_kernels.c \
    tests/region_task_kernels.c \
    tests/region_views_kernels.c \
    tests/region_wrapped_kernels.c \
    tests/region_wrapped_nocuda_kernels.c \
    tests/resize_kernels.c \
    tests/scan_body_kernels.c \
    tests/scan_reducer_kernels.c \
    tests/scatter_checked_kernels.c \
    tests/scatter_kernels.c \
    tests/scatter_view_kernels.c \
    tests/schedulers_kernels.c \
    tests/segments_kernels.c \
    tests/shadow_kernels.c \
    tests/shared_kernel_plugin_kernels.c \
    tests/signals_kernels.c \
    tests/skipped_kernels.c \
    tests/small_stack_nocuda_kernels.c \
    tests/split_auto_kernels.c \
    tests/split_devices_kernels.c \
    tests/split_edges_kernels.c \
    tests/split_edges_nocuda_kernels.c \
    tests/split_kernels.c \
    tests/split_locality_nocuda_kernels.c \
    tests/split_nocuda_kernels.c \
    tests/split_order_nocuda_kernels.c \
    tests/split_random_kernels.c \
    tests/split_reach_kernels.c \
    tests/split_stall_kernels.c \
    tests/stall_kernels.c \
    tests/stuck_kernels.c \
    tests/subview_bounds_kernels.c \
    tests/subview_kernels.c \
    tests/subview_verbs_kernels.c \
    tests/table_bounds_kernels.c \
    tests/table_kernels.c \
    tests/task_kernels.c \
    tests/team_kernels.c \
    tests/team_misuse_checked_kernels.c \
    tests/team_misuse_kernels.c \
    tests/team_reduce_kernels.c \
    tests/team_results_kernels.c \
    tests/team_scratch_kernels.c \
    tests/threads_kernels.c \
    tests/throttle_kernels.c \
    tests/tools_kernels.c \
    tests/trace_kernels.c \
    tests/turn_kernels.c \
    tests/two_files_a_kernels.c \
    tests/two_files_b_kernels.c \
    tests/unique_token_checked_kernels.c \
    tests/unique_token_kernels.c \
    tests/user_macros_kernels.c \
    tests/waits_nocuda_kernels.c \
    tests/where_cxx_kernels.c \
    tests/where_kernels.c \
    tests/arena.h \
    tests/atomics.h \
    tests/batch.h \
    tests/canonical.h \
    tests/complex_testing.h \
    tests/crew.h \
    tests/cuda_copies.h \
    tests/cuda_launch.h \
    tests/cuda_memory.h \
    tests/cuda_reduce.h \
    tests/declared.h \
    tests/device_walk.h \
    tests/empty.h \
    tests/failure_bounds.h \
    tests/feature_table.h \
    tests/fp.h \
    tests/gate_task.h \
    tests/holder.h \
    tests/hostile.h \
    tests/hostile_rows.h \
    tests/inline.h \
    tests/inline_testing.h \
    tests/list.h \
    tests/look_for.h \
    tests/loop_arguments.h \
    tests/loop_stream.h \
    tests/loop_testing.h \
    tests/loop_visits.h \
    tests/many_arguments.h \
    tests/misuse.h \
    tests/nest.h \
    tests/nest_auto.h \
    tests/nest_empty.h \
    tests/nest_grid.h \
    tests/nest_groups.h \
    tests/nest_walk.h \
    tests/numa_nodes.h \
    tests/odd_input.h \
    tests/pack.h \
    tests/random_calls.h \
    tests/random_numbers.h \
    tests/random_programs.h \
    tests/reach.h \
    tests/reduce_accuracy.h \
    tests/reduce_array.h \
    tests/reduce_bitwise.h \
    tests/reduce_combine.h \
    tests/reduce_logic.h \
    tests/reduce_prod.h \
    tests/reduce_struct.h \
    tests/reduce_struct_extremes.h \
    tests/reduce_values.h \
    tests/region_barrier.h \
    tests/region_lines.h \
    tests/region_wrapped.h \
    tests/scan_body.h \
    tests/scan_reducer.h \
    tests/scatter.h \
    tests/scatter_view.h \
    tests/shrink.h \
    tests/small_stack.h \
    tests/sort_values.h \
    tests/split.h \
    tests/split_devices.h \
    tests/split_locality.h \
    tests/split_order.h \
    tests/split_testing.h \
    tests/stuck.h \
    tests/table.h \
    tests/tap.h \
    tests/team.h \
    tests/team_testing.h \
    tests/times_testing.h \
    tests/trace.h \
    tests/trace_json.h \
    tests/two_files.h \
    tests/unique_token.h \
    tests/viewtask.h \
    tests/where_calls.h \
    tests/where_loops.h \
    tests/where_places.h \
    tests/install/CMakeLists.txt \
    tests/install/kernels.c \
    tests/install/main.c \
    tests/install/main.cpp \
    tests/install/targets/CMakeLists.txt \
    tests/install/targets/folder/CMakeLists.txt \
    tests/install/targets/kernels.c \
    tests/install/targets/main.c \
    tests/install/targets/more.c
# END LISTS
