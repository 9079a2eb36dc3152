# SPDX-License-Identifier: BSD-3-Clause
dist_doc_DATA = README.md CHANGELOG.md doc/design.md doc/kernels.md

# BEGIN LISTS (tools/update-lists)
EXTRA_DIST += \
    doc/design.md \
    doc/kernels.md \
    doc/placement.md
# END LISTS
