# SPDX-License-Identifier: BSD-3-Clause
# BEGIN LISTS (tools/update-lists)
include_HEADERS = \
    include/starloop.h
starloop_HEADERS = \
    include/starloop/algorithm.h \
    include/starloop/arena.h \
    include/starloop/bits.h \
    include/starloop/called_at.h \
    include/starloop/color.h \
    include/starloop/complex.h \
    include/starloop/copy.h \
    include/starloop/dual_view.h \
    include/starloop/element.h \
    include/starloop/export.h \
    include/starloop/hash.h \
    include/starloop/index_set.h \
    include/starloop/kernel.h \
    include/starloop/list.h \
    include/starloop/location.h \
    include/starloop/loop.h \
    include/starloop/names.h \
    include/starloop/nest.h \
    include/starloop/policy.h \
    include/starloop/region.h \
    include/starloop/renumber.h \
    include/starloop/resize.h \
    include/starloop/runtime.h \
    include/starloop/scan.h \
    include/starloop/scatter_view.h \
    include/starloop/sort.h \
    include/starloop/space.h \
    include/starloop/split.h \
    include/starloop/starpu.h \
    include/starloop/status.h \
    include/starloop/subview.h \
    include/starloop/team.h \
    include/starloop/tools.h \
    include/starloop/types.h \
    include/starloop/view.h
starloopdir = $(includedir)/starloop
starloop_kernel_HEADERS = \
    include/starloop/kernel/abi.h \
    include/starloop/kernel/atomic.h \
    include/starloop/kernel/bits.h \
    include/starloop/kernel/body.h \
    include/starloop/kernel/cases.h \
    include/starloop/kernel/codes.h \
    include/starloop/kernel/complex.h \
    include/starloop/kernel/convert.h \
    include/starloop/kernel/describe.h \
    include/starloop/kernel/device.h \
    include/starloop/kernel/element.h \
    include/starloop/kernel/emit.h \
    include/starloop/kernel/form_arrays.h \
    include/starloop/kernel/form_arrays_device.h \
    include/starloop/kernel/form_loop.h \
    include/starloop/kernel/form_loop_device.h \
    include/starloop/kernel/form_nest.h \
    include/starloop/kernel/form_reduce.h \
    include/starloop/kernel/form_reduce_device.h \
    include/starloop/kernel/form_reduce_ordered_device.h \
    include/starloop/kernel/form_scan.h \
    include/starloop/kernel/form_scan_device.h \
    include/starloop/kernel/form_team.h \
    include/starloop/kernel/form_team_device.h \
    include/starloop/kernel/forms.h \
    include/starloop/kernel/guards.h \
    include/starloop/kernel/hash.h \
    include/starloop/kernel/kinds.h \
    include/starloop/kernel/map.h \
    include/starloop/kernel/names.h \
    include/starloop/kernel/nest_cpu.h \
    include/starloop/kernel/nest_cuda.h \
    include/starloop/kernel/nest_cuda_words.h \
    include/starloop/kernel/nest_cut.h \
    include/starloop/kernel/nest_depths.h \
    include/starloop/kernel/nest_do.h \
    include/starloop/kernel/nest_words.h \
    include/starloop/kernel/operators.h \
    include/starloop/kernel/pack.h \
    include/starloop/kernel/padding.h \
    include/starloop/kernel/random.h \
    include/starloop/kernel/ranks.h \
    include/starloop/kernel/reducer.h \
    include/starloop/kernel/scan_device.h \
    include/starloop/kernel/scan_view.h \
    include/starloop/kernel/scatter.h \
    include/starloop/kernel/scatter_device.h \
    include/starloop/kernel/scratch_words.h \
    include/starloop/kernel/slots.h \
    include/starloop/kernel/sort_segments_view.h \
    include/starloop/kernel/sort_view.h \
    include/starloop/kernel/stream.h \
    include/starloop/kernel/team.h \
    include/starloop/kernel/team_loops.h \
    include/starloop/kernel/team_token.h \
    include/starloop/kernel/token.h \
    include/starloop/kernel/typed.h \
    include/starloop/kernel/words.h
starloop_kerneldir = $(includedir)/starloop/kernel
if HAVE_STARPU_MPI
starloop_HEADERS += include/starloop/mpi.h
endif
# END LISTS
