# SPDX-License-Identifier: BSD-3-Clause
# Examples are built like a user's programs: against the shared library, with kernel files through starloop-cc, whose
# objects need the CUDA runtime in a build that has CUDA.
SL_EXAMPLE_LIBS = lib/libstarloop.la $(SL_PNG_LIBS) $(CUDA_LIBS)
if HAVE_PNG
SL_EXAMPLE_CPPFLAGS = $(PNG_CFLAGS)
SL_PNG_LIBS = $(PNG_LIBS)
else
SL_EXAMPLE_CPPFLAGS =
SL_PNG_LIBS =
endif

# Programs with --mpi have it in a build with StarPU-MPI.
if HAVE_STARPU_MPI
SL_RANKS_CPPFLAGS = $(MPI_CPPFLAGS) -DEXAMPLES_WITH_RANKS
SL_RANKS_LIBS = lib/libstarloop-mpi.la $(MPI_LIBS)
else
SL_RANKS_CPPFLAGS =
SL_RANKS_LIBS =
endif

EXTRA_DIST += examples/Makefile

# Examples of one step; tests/examples/examples.sh runs each and compares what it prints.
noinst_PROGRAMS += $(SL_EXAMPLE_STEPS)

# BEGIN LISTS (tools/update-lists)
SL_EXAMPLE_STEPS = \
    examples/step-01-daxpy
examples_step_01_daxpy_SOURCES = \
    examples/step-01-daxpy.c
examples_step_01_daxpy_LDADD = \
    examples/step-01_kernels.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/Makefile \
    examples/step-01-daxpy.c \
    examples/step-01_kernels.c
noinst_PROGRAMS += \
    examples/assembly/assembly
examples_assembly_assembly_SOURCES = \
    examples/assembly/assembly_kernels.h \
    examples/assembly/hexahedra.c \
    examples/assembly/hexahedra.h \
    examples/assembly/main.c
examples_assembly_assembly_CPPFLAGS = $(AM_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_assembly_assembly_LDADD = \
    examples/assembly/assembly_kernels.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/assembly/assembly_kernels.c \
    examples/assembly/README.md
EXTRA_DIST += \
    examples/common/command_line.c \
    examples/common/command_line.h \
    examples/common/library.c \
    examples/common/library.h \
    examples/common/picture.c \
    examples/common/picture.h \
    examples/common/progress.c \
    examples/common/progress.h \
    examples/common/ranks.c \
    examples/common/ranks.h \
    examples/common/seconds.h \
    examples/common/setting.c \
    examples/common/setting.h \
    examples/common/words.c \
    examples/common/words.h
EXTRA_DIST += \
    examples/coupling/Makefile \
    examples/coupling/README.md \
    examples/coupling/coupling.c \
    examples/coupling/coupling.h \
    examples/coupling/coupling_kernels.c \
    examples/coupling/coupling_kernels.h \
    examples/coupling/program.cpp \
    examples/coupling/program.f90
noinst_PROGRAMS += \
    examples/gemm/gemm
examples_gemm_gemm_SOURCES = \
    examples/gemm/gemm.c \
    examples/gemm/gemm.h \
    examples/gemm/gemm_kernels.h \
    examples/gemm/main.c
examples_gemm_gemm_CPPFLAGS = $(AM_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS) $(BLAS_CPPFLAGS)
examples_gemm_gemm_LDADD = \
    examples/gemm/gemm_kernels.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS) \
    $(BLAS_LIBS)
EXTRA_DIST += \
    examples/gemm/gemm_kernels.c \
    examples/gemm/README.md
noinst_PROGRAMS += \
    examples/halo_packing/halo_packing
examples_halo_packing_halo_packing_SOURCES = \
    examples/halo_packing/halo.c \
    examples/halo_packing/halo.h \
    examples/halo_packing/halo_kernels.h \
    examples/halo_packing/main.c
examples_halo_packing_halo_packing_CPPFLAGS = $(AM_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_halo_packing_halo_packing_LDADD = \
    examples/halo_packing/halo_kernels.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/halo_packing/halo_kernels.c \
    examples/halo_packing/README.md
noinst_PROGRAMS += \
    examples/heat/heat
examples_heat_heat_SOURCES = \
    examples/heat/deck.c \
    examples/heat/deck.h \
    examples/heat/kernels.h \
    examples/heat/main.c \
    examples/heat/problem.c \
    examples/heat/problem.h \
    examples/heat/solver.c \
    examples/heat/solver.h \
    examples/heat/spectrum.c \
    examples/heat/spectrum.h \
    examples/heat/twin.h \
    examples/common/command_line.c \
    examples/common/library.c \
    examples/common/picture.c \
    examples/common/progress.c \
    examples/common/ranks.c \
    examples/common/setting.c \
    examples/common/words.c
examples_heat_heat_CPPFLAGS = $(AM_CPPFLAGS) $(SL_RANKS_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_heat_heat_LDADD = \
    examples/heat/kernels.$(OBJEXT) \
    examples/heat/twin.$(OBJEXT) \
    $(SL_RANKS_LIBS) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/heat/kernels.c \
    examples/heat/twin.c \
    examples/heat/README.md \
    examples/heat/decks/crooked_pipe_10.in \
    examples/heat/decks/crooked_pipe_2000.in \
    examples/heat/decks/crooked_pipe_512.in \
    examples/heat/decks/crooked_pipe_64.in \
    examples/heat/decks/perturbed_64.in
noinst_PROGRAMS += \
    examples/minife/minife
examples_minife_minife_SOURCES = \
    examples/minife/box.h \
    examples/minife/check.c \
    examples/minife/check.h \
    examples/minife/element.h \
    examples/minife/exact.c \
    examples/minife/exact.h \
    examples/minife/kernels.h \
    examples/minife/main.c \
    examples/minife/picture.c \
    examples/minife/picture.h \
    examples/minife/program.c \
    examples/minife/program.h \
    examples/minife/solver.c \
    examples/minife/solver.h \
    examples/minife/system.c \
    examples/minife/system.h \
    examples/minife/twin.h \
    examples/common/command_line.c \
    examples/common/setting.c
examples_minife_minife_CPPFLAGS = $(AM_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_minife_minife_LDADD = \
    examples/minife/kernels.$(OBJEXT) \
    examples/minife/twin.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/minife/kernels.c \
    examples/minife/twin.c \
    examples/minife/README.md \
    examples/minife/middle.svg
noinst_PROGRAMS += \
    examples/minimd/minimd
examples_minimd_minimd_SOURCES = \
    examples/minimd/lattice.h \
    examples/minimd/main.c \
    examples/minimd/melt.c \
    examples/minimd/melt.h \
    examples/minimd/melt_parts.h \
    examples/minimd/minimd.h \
    examples/minimd/minimd_kernels.h \
    examples/minimd/twin.h \
    examples/minimd/twin_parts.h \
    examples/common/command_line.c \
    examples/common/setting.c
examples_minimd_minimd_CPPFLAGS = $(AM_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_minimd_minimd_LDADD = \
    examples/minimd/minimd_kernels.$(OBJEXT) \
    examples/minimd/twin.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/minimd/minimd_kernels.c \
    examples/minimd/twin.c \
    examples/minimd/README.md \
    examples/minimd/draw \
    examples/minimd/melt.svg
if HAVE_MPI
noinst_PROGRAMS += \
    examples/mpi_heat/mpi_heat
endif
examples_mpi_heat_mpi_heat_SOURCES = \
    examples/mpi_heat/cell.h \
    examples/mpi_heat/kernels.h \
    examples/mpi_heat/main.c \
    examples/mpi_heat/mpi_heat.h \
    examples/mpi_heat/strip.c \
    examples/mpi_heat/strip.h \
    examples/mpi_heat/twin.h \
    examples/common/command_line.c \
    examples/common/setting.c
examples_mpi_heat_mpi_heat_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
examples_mpi_heat_mpi_heat_LDADD = \
    examples/mpi_heat/kernels.$(OBJEXT) \
    examples/mpi_heat/twin.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS) \
    $(MPI_LIBS)
EXTRA_DIST += \
    examples/mpi_heat/kernels.c \
    examples/mpi_heat/twin.c \
    examples/mpi_heat/README.md
if HAVE_MPI
noinst_PROGRAMS += \
    examples/mpi_minife/mpi_minife
endif
examples_mpi_minife_mpi_minife_SOURCES = \
    examples/mpi_minife/main.c \
    examples/mpi_minife/ranks.c \
    examples/mpi_minife/ranks.h \
    examples/common/command_line.c \
    examples/common/setting.c \
    examples/minife/check.c \
    examples/minife/exact.c \
    examples/minife/picture.c \
    examples/minife/program.c \
    examples/minife/solver.c \
    examples/minife/system.c
examples_mpi_minife_mpi_minife_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
examples_mpi_minife_mpi_minife_LDADD = \
    examples/minife/kernels.$(OBJEXT) \
    examples/minife/twin.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS) \
    $(MPI_LIBS)
EXTRA_DIST += \
    examples/mpi_minife/README.md
if HAVE_MPI
noinst_PROGRAMS += \
    examples/mpi_minimd/mpi_minimd
endif
examples_mpi_minimd_mpi_minimd_SOURCES = \
    examples/mpi_minimd/main.c \
    examples/mpi_minimd/ranks.c \
    examples/mpi_minimd/ranks.h \
    examples/mpi_minimd/ranks_kernels.h \
    examples/common/command_line.c \
    examples/common/setting.c \
    examples/minimd/melt.c
examples_mpi_minimd_mpi_minimd_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS)
examples_mpi_minimd_mpi_minimd_LDADD = \
    examples/mpi_minimd/ranks_kernels.$(OBJEXT) \
    examples/minimd/minimd_kernels.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS) \
    $(MPI_LIBS)
EXTRA_DIST += \
    examples/mpi_minimd/ranks_kernels.c \
    examples/mpi_minimd/README.md
noinst_PROGRAMS += \
    examples/nests/nests
examples_nests_nests_SOURCES = \
    examples/nests/nests.c \
    examples/nests/nests_kernels.h \
    examples/nests/nests_plain.c \
    examples/nests/nests_plain.h
examples_nests_nests_CPPFLAGS = $(AM_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_nests_nests_LDADD = \
    examples/nests/nests_kernels.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/nests/nests_kernels.c \
    examples/nests/README.md
noinst_PROGRAMS += \
    examples/shallow/shallow
examples_shallow_shallow_SOURCES = \
    examples/shallow/basin.c \
    examples/shallow/basin.h \
    examples/shallow/kernels.h \
    examples/shallow/main.c \
    examples/shallow/picture.c \
    examples/shallow/picture.h \
    examples/shallow/state.h \
    examples/shallow/twin.h \
    examples/shallow/water.c \
    examples/shallow/water.h \
    examples/common/command_line.c \
    examples/common/setting.c \
    examples/vertexsum/mesh.c
examples_shallow_shallow_CPPFLAGS = $(AM_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_shallow_shallow_LDADD = \
    examples/shallow/kernels.$(OBJEXT) \
    examples/shallow/twin.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/shallow/kernels.c \
    examples/shallow/twin.c \
    examples/shallow/README.md \
    examples/shallow/basin.mesh \
    examples/shallow/frame-1.svg \
    examples/shallow/frame-2.svg \
    examples/shallow/frame-3.svg \
    examples/shallow/frame-4.svg \
    examples/shallow/frame-5.svg \
    examples/shallow/frame-6.svg \
    examples/shallow/frame-7.svg \
    examples/shallow/frame-8.svg
noinst_PROGRAMS += \
    examples/spmv/spmv
examples_spmv_spmv_SOURCES = \
    examples/spmv/main.c \
    examples/spmv/matrix.c \
    examples/spmv/matrix.h \
    examples/spmv/spmv_kernels.h
examples_spmv_spmv_CPPFLAGS = $(AM_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_spmv_spmv_LDADD = \
    examples/spmv/spmv_kernels.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/spmv/spmv_kernels.c \
    examples/spmv/README.md
noinst_PROGRAMS += \
    examples/stencil3d/stencil3d
examples_stencil3d_stencil3d_SOURCES = \
    examples/stencil3d/main.c \
    examples/stencil3d/stencil3d_kernels.h \
    examples/stencil3d/twin.h \
    examples/stencil3d/wave.c \
    examples/stencil3d/wave.h \
    examples/common/command_line.c \
    examples/common/library.c \
    examples/common/ranks.c \
    examples/common/setting.c
examples_stencil3d_stencil3d_CPPFLAGS = $(AM_CPPFLAGS) $(SL_RANKS_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_stencil3d_stencil3d_LDADD = \
    examples/stencil3d/stencil3d_kernels.$(OBJEXT) \
    examples/stencil3d/twin.$(OBJEXT) \
    $(SL_RANKS_LIBS) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/stencil3d/stencil3d_kernels.c \
    examples/stencil3d/twin.c \
    examples/stencil3d/README.md
EXTRA_DIST += \
    examples/tools/README.md \
    examples/tools/kernel_counter.c \
    examples/tools/nvtx.c
noinst_PROGRAMS += \
    examples/vertexsum/vertexsum
examples_vertexsum_vertexsum_SOURCES = \
    examples/vertexsum/color_picture.c \
    examples/vertexsum/kernels.h \
    examples/vertexsum/main.c \
    examples/vertexsum/mesh.c \
    examples/vertexsum/mesh.h \
    examples/vertexsum/renumber.c \
    examples/vertexsum/vertexsum.h
examples_vertexsum_vertexsum_CPPFLAGS = $(AM_CPPFLAGS) $(SL_EXAMPLE_CPPFLAGS)
examples_vertexsum_vertexsum_LDADD = \
    examples/vertexsum/kernels.$(OBJEXT) \
    $(SL_EXAMPLE_LIBS)
EXTRA_DIST += \
    examples/vertexsum/kernels.c \
    examples/vertexsum/README.md \
    examples/vertexsum/square.mesh \
    examples/vertexsum/square.svg
# END LISTS
