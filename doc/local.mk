# SPDX-License-Identifier: BSD-3-Clause
dist_doc_DATA = README.md CHANGELOG.md doc/design.md doc/kernels.md

# BEGIN LISTS (tools/update-lists)
dist_man_MANS = \
    doc/man/starloop-cc.1 \
    doc/man/starloop-gantt.1 \
    doc/man/starloop-info.1
EXTRA_DIST += \
    doc/Doxyfile \
    doc/design.md \
    doc/kernels.md \
    doc/tables.awk
# END LISTS
