# SPDX-License-Identifier: BSD-3-Clause
# Kernels that the library ships, compiled by starloop-cc; position independent, for they go into libstarloop.
SL_KERNEL_LTOBJECTS += $(SL_CODELET_OBJECTS)

# BEGIN LISTS (tools/update-lists)
SL_CODELET_OBJECTS = \
    codelets/algorithm.lo \
    codelets/convert_device.lo \
    codelets/copy.lo \
    codelets/hash.lo \
    codelets/relay_nocuda.lo \
    codelets/rows_nocuda.lo \
    codelets/scan.lo \
    codelets/scatter.lo \
    codelets/sort.lo \
    codelets/sort_device.lo \
    codelets/sort_merge_nocuda.lo \
    codelets/sort_segments_device.lo \
    codelets/sort_segments_nocuda.lo
EXTRA_DIST += \
    codelets/algorithm.c \
    codelets/algorithm.h \
    codelets/convert_device.c \
    codelets/copy.c \
    codelets/hash.c \
    codelets/relay.h \
    codelets/relay_nocuda.c \
    codelets/rows.h \
    codelets/rows_nocuda.c \
    codelets/scan.c \
    codelets/scatter.c \
    codelets/scatter.h \
    codelets/sort.c \
    codelets/sort.h \
    codelets/sort_device.c \
    codelets/sort_merge_nocuda.c \
    codelets/sort_segments_device.c \
    codelets/sort_segments_nocuda.c
# END LISTS
