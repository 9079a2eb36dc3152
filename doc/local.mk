# SPDX-License-Identifier: BSD-3-Clause
# Installed with their folders, so that the links between them hold.
nobase_dist_doc_DATA = README.md CHANGELOG.md $(SL_DOC_FILES)

# BEGIN LISTS (tools/update-lists)
dist_man_MANS = \
    doc/man/starloop-cc.1 \
    doc/man/starloop-gantt.1 \
    doc/man/starloop-info.1
SL_DOC_FILES = \
    doc/architecture.md \
    doc/from-raja-and-kokkos.md \
    doc/guide/README.md \
    doc/guide/adopting.md \
    doc/guide/algorithms.md \
    doc/guide/arena.md \
    doc/guide/building.md \
    doc/guide/check-access.md \
    doc/guide/colouring.md \
    doc/guide/copies.md \
    doc/guide/cxx.md \
    doc/guide/debugging.md \
    doc/guide/dual-views.md \
    doc/guide/errors.md \
    doc/guide/features.md \
    doc/guide/finite-elements.md \
    doc/guide/first-program.md \
    doc/guide/fortran.md \
    doc/guide/gpu.md \
    doc/guide/hash.md \
    doc/guide/heat.md \
    doc/guide/index-sets.md \
    doc/guide/kernel-reference.md \
    doc/guide/kernels.md \
    doc/guide/layouts.md \
    doc/guide/minimd.md \
    doc/guide/mpi.md \
    doc/guide/nests.md \
    doc/guide/packs.md \
    doc/guide/policies.md \
    doc/guide/profile.md \
    doc/guide/python.md \
    doc/guide/random.md \
    doc/guide/reach.md \
    doc/guide/recipes-grids.md \
    doc/guide/recipes-sparse.md \
    doc/guide/recipes.md \
    doc/guide/reductions.md \
    doc/guide/regions.md \
    doc/guide/scans.md \
    doc/guide/scatter.md \
    doc/guide/several-gpus.md \
    doc/guide/several-nodes.md \
    doc/guide/shallow-water.md \
    doc/guide/sort.md \
    doc/guide/split.md \
    doc/guide/subviews.md \
    doc/guide/teams.md \
    doc/guide/tools.md \
    doc/guide/unique-tokens.md \
    doc/guide/variables.md \
    doc/guide/view-verbs.md \
    doc/guide/views.md \
    doc/guide/waits.md \
    doc/heat.png \
    doc/notes/README.md \
    doc/notes/batches.md \
    doc/notes/benchmarks.md \
    doc/notes/binding.md \
    doc/notes/bodies.md \
    doc/notes/bundles.md \
    doc/notes/calls.md \
    doc/notes/chains.md \
    doc/notes/cutting.md \
    doc/notes/distributed.md \
    doc/notes/gangs.md \
    doc/notes/gpu-kernels.md \
    doc/notes/gpu-waits.md \
    doc/notes/hip.md \
    doc/notes/inline.md \
    doc/notes/memory.md \
    doc/notes/objects.md \
    doc/notes/placement.md \
    doc/notes/plan.md \
    doc/notes/reductions.md \
    doc/notes/regions.md \
    doc/notes/scaling.md \
    doc/notes/split.md \
    doc/notes/stack.md \
    doc/notes/streaming.md \
    doc/notes/subviews.md \
    doc/notes/trace.md \
    doc/notes/waits-dot.png \
    doc/notes/waits.md \
    doc/releasing.md \
    doc/spec/reductions.md \
    doc/tutorial/1-loop.md \
    doc/tutorial/2-wait.md \
    doc/tutorial/3-reduction.md \
    doc/tutorial/4-files.md \
    doc/tutorial/5-profile.md \
    doc/tutorial/6-layout.md \
    doc/tutorial/7-gpu.md \
    doc/tutorial/8-mpi.md \
    doc/tutorial/README.md \
    doc/why-starloop.md
EXTRA_DIST += \
    doc/Doxyfile \
    doc/cheat-sheet.roff \
    doc/headers.awk \
    doc/notes/contention-cpu.svg \
    doc/notes/contention-cuda.svg
# END LISTS

# The guide's table of features, from the library. The test of this name compares the two.
.PHONY: update
update: tests/programs/feature_table
	abs_top_srcdir='$(abs_top_srcdir)' tests/programs/feature_table --print > features.new
	mv features.new $(top_srcdir)/doc/guide/features.md
