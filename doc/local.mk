# SPDX-License-Identifier: BSD-3-Clause
# Installed with their folders, so that the links between them hold.
nobase_dist_doc_DATA = README.md CHANGELOG.md $(SL_DOC_FILES)

# BEGIN LISTS (tools/update-lists)
dist_man_MANS = \
    doc/man/starloop-cc.1 \
    doc/man/starloop-gantt.1 \
    doc/man/starloop-info.1
SL_DOC_FILES = \
    doc/design.md \
    doc/kernels.md \
    doc/notes/README.md \
    doc/notes/batches.md \
    doc/notes/binding.md \
    doc/notes/bodies.md \
    doc/notes/calls.md \
    doc/notes/chains.md \
    doc/notes/cutting.md \
    doc/notes/gangs.md \
    doc/notes/gpu-kernels.md \
    doc/notes/gpu-waits.md \
    doc/notes/inline.md \
    doc/notes/memory.md \
    doc/notes/objects.md \
    doc/notes/placement.md \
    doc/notes/plan.md \
    doc/notes/reductions.md \
    doc/notes/regions.md \
    doc/notes/split.md \
    doc/notes/streaming.md \
    doc/notes/trace.md \
    doc/notes/waits.md \
    doc/spec/reductions.md
EXTRA_DIST += \
    doc/Doxyfile \
    doc/tables.awk
# END LISTS
