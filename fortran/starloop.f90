! SPDX-License-Identifier: BSD-3-Clause
!> Starloop in Fortran: starting and ending, views over Fortran arrays and views that the library allocates, host
!! access, waits, events, regions, host tasks, errors. Kernels are written in C; `starloop-cc --fortran` makes the
!! module by which Fortran calls them. doc/guide/fortran.md.
!!
!! Names are those of C (starloop.h), and so is what a procedure does: the C header says it. What differs:
!!
!! - Indices are Fortran's. A view has the first index 1 in each dimension, or those of `first=`; ranges include
!!   their last index; dimensions are counted from 1. Views have layout left: a(i, j) is the element (i, j) of a
!!   kernel's body.
!! - A function of C that returns an sl_status is a subroutine with the optional argument `status`, its last one, an
!!   integer(c_int). Without it an error is only logged, as in C where the result is not looked at.
!! - A label is a character string; blanks at its end do not count.
!!
!! Each procedure calls the function of its name in the library by bind(C). Only sl__refuse is in the library for other
!! languages alone. Types that C has, too, have the layout of C's.
module starloop
    use, intrinsic :: iso_c_binding
    implicit none
    private

    ! ---- constants: C's ------------------------------------------------------------------------------------------
    !> Version of what a program and the library agree on (SL__ABI): sl_init refuses another one.
    integer(c_int), parameter :: abi = 20
    !> Kind of indices, extents and bounds; the highest rank of a view or a space.
    integer, parameter, public :: sl_index = c_int64_t, sl_max_rank = 6

    integer(c_int), parameter, public :: &
        sl_success = 0, sl_err_argument = 1, sl_err_type = 2, sl_err_rank = 3, sl_err_extent = 4, sl_err_alias = 5, &
        sl_err_state = 6, sl_err_destroyed = 7, sl_err_busy = 8, sl_err_context = 9, sl_err_memory = 10, &
        sl_err_bounds = 11, sl_err_raised = 12, sl_err_task = 13, sl_err_stalled = 15, sl_err_unsupported = 16, &
        sl_err_device = 17, sl_err_system = 18, sl_err_starpu = 19, sl_err_forked = 20, sl_err_cuda = 21, &
        sl_err_reach = 22, sl_err_race = 23, sl_err_unwritten = 24, sl_err_mpi = 25
    !> Types of elements. Those of complex numbers are asked for at run time: sl_complex_type(), sl_complexf_type().
    integer(c_int32_t), parameter, public :: &
        sl_float = 1, sl_double = 2, sl_int8 = 3, sl_int16 = 4, sl_int32 = 5, sl_int64 = 6, sl_uint8 = 7, &
        sl_uint16 = 8, sl_uint32 = 9, sl_uint64 = 10
    integer(c_int), parameter, public :: sl_read = 1, sl_write = 2, sl_rdwr = 3
    integer(c_int), parameter, public :: sl_anywhere = 0, sl_cpu = 1, sl_cuda = 2, sl_caller = 3
    integer(c_int), parameter, public :: sl_auto = 0, sl_seq = 1, sl_simd = 2, sl_static = 3, sl_dynamic = 4, &
        sl_guided = 5, sl_runtime = 6
    integer(c_int), parameter, public :: sl_scatter_auto = 0, sl_scatter_atomic = 1, sl_scatter_duplicate = 2, &
        sl_scatter_color = 3
    integer(c_int), parameter, public :: sl_no = 0, sl_yes = 1, sl_across_devices = 2
    integer(c_int), parameter, public :: sl_iterate_default = 0, sl_iterate_left = 1, sl_iterate_right = 2
    integer(c_int), parameter, public :: sl_workers_default = 0, sl_workers_machine = 1, sl_workers_package = 2, &
        sl_workers_numa = 3, sl_workers_l3 = 4, sl_workers_core = 5
    integer(c_int), parameter, public :: sl_log_none = 0, sl_log_error = 1, sl_log_warn = 2, sl_log_info = 3, &
        sl_log_debug = 4
    integer(c_int), parameter, public :: sl_sum = 1, sl_min = 2, sl_max = 3, sl_prod = 4, &
        sl_band = 7, sl_bor = 8, sl_bxor = 9

    ! ---- types ---------------------------------------------------------------------------------------------------
    !> A handle of a view. A copy is the same view; sl_view_destroy makes the handle empty.
    type, public :: sl_view
        type(c_ptr) :: handle = c_null_ptr
    end type
    type, public :: sl_region
        type(c_ptr) :: handle = c_null_ptr
    end type
    type, public :: sl_event
        type(c_ptr) :: handle = c_null_ptr
    end type
    !> A space, from sl_range, sl_range_stride or sl_box. Its members are C's: the last index is not one of them.
    type, bind(C), public :: sl_space
        integer(c_int) :: rank = 0, kind = 0
        integer(c_int64_t) :: lo(sl_max_rank) = 0, hi(sl_max_rank) = 0
        type(c_ptr) :: object(sl_max_rank) = c_null_ptr
        integer(c_int64_t) :: step(sl_max_rank) = 0, position = 0
    end type
    type, bind(C), public :: sl_occupancy
        integer(c_int) :: kind = 0, num = 0, den = 0, offset = 0
        type(c_funptr) :: custom = c_null_funptr
    end type
    type, bind(C) :: extents_t
        integer(c_int) :: rank = 0
        integer(c_int64_t) :: n(sl_max_rank) = 0
    end type
    !> A policy, by names: sl_policy(where=sl_cpu, schedule=sl_dynamic, chunk=64_sl_index). `order` counts dimensions
    !! from 0; `label` and `nest` are strings of C that last as long as the call.
    type, bind(C), public :: sl_policy
        integer(c_int) :: where = 0, schedule = 0
        integer(c_int64_t) :: chunk = 0
        integer(c_int) :: order(sl_max_rank) = 0
        integer(c_int64_t) :: tile(sl_max_rank) = 0
        integer(c_int) :: iterate_outer = 0, iterate_inner = 0, collapse = 0, block = 0, min_blocks = 0, gpu = 0
        integer(c_int64_t) :: grid = 0
        type(sl_occupancy) :: occupancy
        integer(c_int) :: priority = 0, synchronous = 0, combine = 0
        integer(c_int) :: split(sl_max_rank) = 0
        integer(c_int) :: scatter = 0, reproducible = 0, segments = 0
        type(c_ptr) :: label = c_null_ptr, nest = c_null_ptr
        integer(c_int64_t) :: league = 0
        type(extents_t) :: leagues
        integer(c_int) :: team = 0, vector = 0
        integer(c_size_t) :: scratch_bytes = 0
    end type
    type, bind(C), public :: sl_config
        integer(c_int) :: cpu_workers = 0, cpu_cores = 0
        type(c_ptr) :: scheduler = c_null_ptr
        integer(c_int) :: gpus = 0
    end type
    !> How a host task uses a view: sl_r, sl_w and sl_rw make one.
    type, bind(C), public :: sl_use
        type(c_ptr) :: view = c_null_ptr
        integer(c_int) :: access = 0
    end type
    !> Where a reduction's result goes: sl_into makes one, for the one call in which it stands.
    type, public :: sl_target
        type(c_ptr) :: tagged = c_null_ptr
    end type
    type, bind(C), public :: sl_region_counts
        integer(c_int) :: calls = 0, tasks = 0
        integer(c_int64_t) :: runs = 0, captures = 0, reused = 0, replays = 0, updates = 0, laned = 0, joined = 0
    end type

    type, bind(C) :: layout_t
        integer(c_int) :: kind = 0, count = 0
        integer(c_int64_t) :: stride(sl_max_rank) = 0, pad = 0
        integer(c_int) :: firsts = 0
        integer(c_int64_t) :: first(sl_max_rank) = 0
    end type
    integer(c_int), parameter :: layout_left = 1, layout_stride = 2

    abstract interface
        !> A host task: module procedures with bind(C). @return 0 for success; anything else fails the task.
        function sl_task_function(arg) bind(C) result(failed)
            import :: c_int, c_ptr
            type(c_ptr), value :: arg
            integer(c_int) :: failed
        end function
    end interface
    public :: sl_task_function

    ! ---- the library's functions ---------------------------------------------------------------------------------
    interface
        function c_init(abi, config) bind(C, name="sl__init") result(status)
            import
            integer(c_int), value :: abi
            type(c_ptr), value :: config
            integer(c_int) :: status
        end function
        function c_finalize() bind(C, name="sl_finalize") result(status)
            import
            integer(c_int) :: status
        end function
        function c_is_initialized() bind(C, name="sl_is_initialized") result(yes)
            import
            integer(c_int) :: yes
        end function
        function c_pause() bind(C, name="sl_pause") result(status)
            import
            integer(c_int) :: status
        end function
        function c_resume() bind(C, name="sl_resume") result(status)
            import
            integer(c_int) :: status
        end function
        function c_cpu_cores() bind(C, name="sl_cpu_cores") result(n)
            import
            integer(c_int) :: n
        end function
        function c_cpu_workers() bind(C, name="sl_cpu_workers") result(n)
            import
            integer(c_int) :: n
        end function
        function c_gpus() bind(C, name="sl_gpus") result(n)
            import
            integer(c_int) :: n
        end function
        function c_version() bind(C, name="sl_version") result(text)
            import
            type(c_ptr) :: text
        end function
        function c_refuse(status, text) bind(C, name="sl__refuse") result(same)
            import
            integer(c_int), value :: status
            character(kind=c_char), intent(in) :: text(*)
            integer(c_int) :: same
        end function
        function c_status_name(status) bind(C, name="sl_status_name") result(text)
            import
            integer(c_int), value :: status
            type(c_ptr) :: text
        end function
        function c_status_message(status) bind(C, name="sl_status_message") result(text)
            import
            integer(c_int), value :: status
            type(c_ptr) :: text
        end function
        function c_last_error() bind(C, name="sl_last_error") result(text)
            import
            type(c_ptr) :: text
        end function
        function c_last_status() bind(C, name="sl_last_status") result(status)
            import
            integer(c_int) :: status
        end function
        subroutine c_clear_error() bind(C, name="sl_clear_error")
        end subroutine
        subroutine c_log_set_level(level) bind(C, name="sl_log_set_level")
            import
            integer(c_int), value :: level
        end subroutine
        function c_strlen(text) bind(C, name="strlen") result(n)
            import
            type(c_ptr), value :: text
            integer(c_size_t) :: n
        end function
        function c_type_struct(name, size, align) bind(C, name="sl_type_struct") result(type)
            import
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: size, align
            integer(c_int32_t) :: type
        end function
        function c_view_create(label, type, layout, extents, view) bind(C, name="sl_view_create") result(status)
            import
            character(kind=c_char), intent(in) :: label(*)
            integer(c_int32_t), value :: type
            type(layout_t), value :: layout
            type(extents_t), value :: extents
            type(c_ptr), intent(inout) :: view
            integer(c_int) :: status
        end function
        function c_view_wrap(label, type, layout, extents, data, view) bind(C, name="sl_view_wrap") result(status)
            import
            character(kind=c_char), intent(in) :: label(*)
            integer(c_int32_t), value :: type
            type(layout_t), value :: layout
            type(extents_t), value :: extents
            type(c_ptr), value :: data
            type(c_ptr), intent(inout) :: view
            integer(c_int) :: status
        end function
        function c_view_retain(view) bind(C, name="sl_view_retain") result(same)
            import
            type(c_ptr), value :: view
            type(c_ptr) :: same
        end function
        subroutine c_view_destroy(view) bind(C, name="sl_view_destroy")
            import
            type(c_ptr), intent(inout) :: view
        end subroutine
        function c_view_label(view) bind(C, name="sl_view_label") result(text)
            import
            type(c_ptr), value :: view
            type(c_ptr) :: text
        end function
        function c_view_type(view) bind(C, name="sl_view_type") result(type)
            import
            type(c_ptr), value :: view
            integer(c_int32_t) :: type
        end function
        function c_view_rank(view) bind(C, name="sl_view_rank") result(rank)
            import
            type(c_ptr), value :: view
            integer(c_int) :: rank
        end function
        function c_view_extent(view, d) bind(C, name="sl_view_extent") result(n)
            import
            type(c_ptr), value :: view
            integer(c_int), value :: d
            integer(c_int64_t) :: n
        end function
        function c_view_stride(view, d) bind(C, name="sl_view_stride") result(n)
            import
            type(c_ptr), value :: view
            integer(c_int), value :: d
            integer(c_int64_t) :: n
        end function
        function c_view_first(view, d) bind(C, name="sl_view_first") result(n)
            import
            type(c_ptr), value :: view
            integer(c_int), value :: d
            integer(c_int64_t) :: n
        end function
        function c_view_size(view) bind(C, name="sl_view_size") result(n)
            import
            type(c_ptr), value :: view
            integer(c_int64_t) :: n
        end function
        function c_view_wait(view) bind(C, name="sl_view_wait") result(status)
            import
            type(c_ptr), value :: view
            integer(c_int) :: status
        end function
        function c_deep_copy(to, from) bind(C, name="sl_deep_copy") result(status)
            import
            type(c_ptr), value :: to, from
            integer(c_int) :: status
        end function
        function c_view_fill(view, type, value) bind(C, name="sl_view_fill") result(status)
            import
            type(c_ptr), value :: view
            integer(c_int32_t), value :: type
            type(c_ptr), value :: value
            integer(c_int) :: status
        end function
        function c_scan_inclusive(op, dim, x, y) bind(C, name="sl_scan_inclusive") result(status)
            import
            integer(c_int), value :: op, dim
            type(c_ptr), value :: x, y
            integer(c_int) :: status
        end function
        function c_scan_exclusive(op, dim, initial, x, y) bind(C, name="sl_scan_exclusive") result(status)
            import
            integer(c_int), value :: op, dim
            type(c_ptr), value :: initial, x, y
            integer(c_int) :: status
        end function
        function c_host_begin(view, access, type, function) bind(C, name="sl_host_begin") result(memory)
            import
            type(c_ptr), value :: view
            integer(c_int), value :: access
            integer(c_int32_t), value :: type
            character(kind=c_char), intent(in) :: function(*)
            type(c_ptr) :: memory
        end function
        function c_host_end(view) bind(C, name="sl_host_end") result(status)
            import
            type(c_ptr), value :: view
            integer(c_int) :: status
        end function
        function c_space_stride(lo, hi, stride) bind(C, name="sl_space_stride") result(space)
            import
            integer(c_int64_t), value :: lo, hi, stride
            type(sl_space) :: space
        end function
        function c_space_size(space) bind(C, name="sl_space_size") result(n)
            import
            type(sl_space), intent(in) :: space
            integer(c_int64_t) :: n
        end function
        function c_into(view, count, index) bind(C, name="sl__into") result(tagged)
            import
            type(c_ptr), value :: view
            integer(c_int), value :: count
            integer(c_int64_t), intent(in) :: index(*)
            type(c_ptr) :: tagged
        end function
        function c_wait() bind(C, name="sl_wait") result(status)
            import
            integer(c_int) :: status
        end function
        function c_event_record(event) bind(C, name="sl_event_record") result(status)
            import
            type(c_ptr), intent(inout) :: event
            integer(c_int) :: status
        end function
        function c_event_wait(event) bind(C, name="sl_event_wait") result(status)
            import
            type(c_ptr), value :: event
            integer(c_int) :: status
        end function
        function c_event_test(event) bind(C, name="sl_event_test") result(come)
            import
            type(c_ptr), value :: event
            integer(c_int) :: come
        end function
        subroutine c_event_destroy(event) bind(C, name="sl_event_destroy")
            import
            type(c_ptr), intent(inout) :: event
        end subroutine
        function c_region_begin(region) bind(C, name="sl_region_begin") result(status)
            import
            type(c_ptr), intent(inout) :: region
            integer(c_int) :: status
        end function
        function c_region_end(region) bind(C, name="sl_region_end") result(status)
            import
            type(c_ptr), value :: region
            integer(c_int) :: status
        end function
        function c_region_run(region) bind(C, name="sl_region_run") result(status)
            import
            type(c_ptr), value :: region
            integer(c_int) :: status
        end function
        function c_region_set(region, call, argument, value, size) bind(C, name="sl_region_set") result(status)
            import
            type(c_ptr), value :: region
            integer(c_int), value :: call
            character(kind=c_char), intent(in) :: argument(*)
            type(c_ptr), value :: value
            integer(c_size_t), value :: size
            integer(c_int) :: status
        end function
        function c_region_set_view(region, view, with) bind(C, name="sl_region_set_view") result(status)
            import
            type(c_ptr), value :: region, view, with
            integer(c_int) :: status
        end function
        function c_region_set_call(region, call) bind(C, name="sl_region_set_call") result(status)
            import
            type(c_ptr), value :: region
            integer(c_int), value :: call
            integer(c_int) :: status
        end function
        function c_region_count(region, counts) bind(C, name="sl_region_count") result(status)
            import
            type(c_ptr), value :: region
            type(sl_region_counts), intent(inout) :: counts
            integer(c_int) :: status
        end function
        subroutine c_region_destroy(region) bind(C, name="sl_region_destroy")
            import
            type(c_ptr), intent(inout) :: region
        end subroutine
        function c_task_submit(policy, function, arg, uses, count) bind(C, name="sl_task_submit") result(status)
            import
            type(sl_policy), intent(in) :: policy
            type(c_funptr), value :: function
            type(c_ptr), value :: arg
            type(sl_use), intent(in) :: uses(*)
            integer(c_int), value :: count
            integer(c_int) :: status
        end function
        function c_task_data(view) bind(C, name="sl_task_data") result(memory)
            import
            type(c_ptr), value :: view
            type(c_ptr) :: memory
        end function
    end interface

    public :: sl_init, sl_finalize, sl_is_initialized, sl_pause, sl_resume, sl_cpu_cores, sl_cpu_workers, sl_gpus, &
        sl_version, sl_status_name, sl_status_message, sl_last_error, sl_last_status, sl_clear_error, &
        sl_log_set_level, sl_complex_type, sl_complexf_type, sl_view_create, sl_view_wrap, sl_view_retain, &
        sl_view_destroy, sl_view_label, sl_view_type, sl_view_rank, sl_view_extent, sl_view_stride, sl_view_first, &
        sl_view_size, sl_view_wait, &
        sl_view_fill, sl_deep_copy, sl_scan_inclusive, sl_scan_exclusive, sl_host_begin, sl_host_end, sl_range, &
        sl_range_stride, sl_box, sl_space_size, sl_into, sl_wait, sl_event_record, sl_event_wait, sl_event_test, &
        sl_event_destroy, sl_region_begin, sl_region_end, sl_region_run, sl_region_set, sl_region_set_view, &
        sl_region_set_call, sl_region_count, sl_region_destroy, sl_task, sl_task_data, sl_r, sl_w, sl_rw

    !> sl_view_create(label, type, extents, view [, first] [, status]): memory that the library has, in layout left.
    !! @param extents  integers, one for each dimension; an empty array for rank 0
    !! @param first    default integers: the first index of each dimension; 1 where it is missing
    interface sl_view_create
        module procedure create_i32, create_i64
    end interface
    !> sl_range(lo, hi): the indices lo to hi, both included. Any mixture of 32- and 64-bit integers.
    interface sl_range
        module procedure range_ii, range_il, range_li, range_ll
    end interface
    !> sl_range_stride(lo, hi, stride): those of `do i = lo, hi, stride`.
    interface sl_range_stride
        module procedure range_stride_i, range_stride_l
    end interface
    !> sl_box(lo1, hi1 [, lo2, hi2 ...]): a box of up to six dimensions, bounds included; all integers of one kind.
    interface sl_box
        module procedure box_i, box_l
    end interface
    !> sl_into(view [, index]): the element of a view of rank 0, or that with these indices, an array.
    interface sl_into
        module procedure into_0, into_i32, into_i64
    end interface
    ! BEGIN INTERFACES (tools/make-fortran)
    !> sl_view_wrap(label, array, view [, first] [, status]): a view over a Fortran array, a variable or a section with
    !! positive strides. It has the attribute target, and stays until sl_view_destroy returns.
    !! @param first  default integers: the first index of each dimension, as lbound(array); 1 where it is missing
    interface sl_view_wrap
        module procedure wrap_f32_0, wrap_f32_1, wrap_f32_2, wrap_f32_3, wrap_f32_4, wrap_f32_5, wrap_f32_6
        module procedure wrap_f64_0, wrap_f64_1, wrap_f64_2, wrap_f64_3, wrap_f64_4, wrap_f64_5, wrap_f64_6
        module procedure wrap_i32_0, wrap_i32_1, wrap_i32_2, wrap_i32_3, wrap_i32_4, wrap_i32_5, wrap_i32_6
        module procedure wrap_i64_0, wrap_i64_1, wrap_i64_2, wrap_i64_3, wrap_i64_4, wrap_i64_5, wrap_i64_6
        module procedure wrap_c32_0, wrap_c32_1, wrap_c32_2, wrap_c32_3, wrap_c32_4, wrap_c32_5, wrap_c32_6
        module procedure wrap_c64_0, wrap_c64_1, wrap_c64_2, wrap_c64_3, wrap_c64_4, wrap_c64_5, wrap_c64_6
    end interface
    !> sl_host_begin(view, access, pointer [, status]): waits, and points at the view's memory, from its first indices
    !! on, until sl_host_end(view). The pointer is not associated where that fails: sl_err_rank and sl_err_type where
    !! it does not fit the view, sl_err_unsupported where elements have gaps between them.
    interface sl_host_begin
        module procedure host_f32_0, host_f32_1, host_f32_2, host_f32_3, host_f32_4, host_f32_5, host_f32_6
        module procedure host_f64_0, host_f64_1, host_f64_2, host_f64_3, host_f64_4, host_f64_5, host_f64_6
        module procedure host_i32_0, host_i32_1, host_i32_2, host_i32_3, host_i32_4, host_i32_5, host_i32_6
        module procedure host_i64_0, host_i64_1, host_i64_2, host_i64_3, host_i64_4, host_i64_5, host_i64_6
        module procedure host_c32_0, host_c32_1, host_c32_2, host_c32_3, host_c32_4, host_c32_5, host_c32_6
        module procedure host_c64_0, host_c64_1, host_c64_2, host_c64_3, host_c64_4, host_c64_5, host_c64_6
    end interface
    !> sl_task_data(view, pointer [, status]): from inside a host task, the same for one of its views.
    interface sl_task_data
        module procedure task_f32_0, task_f32_1, task_f32_2, task_f32_3, task_f32_4, task_f32_5, task_f32_6
        module procedure task_f64_0, task_f64_1, task_f64_2, task_f64_3, task_f64_4, task_f64_5, task_f64_6
        module procedure task_i32_0, task_i32_1, task_i32_2, task_i32_3, task_i32_4, task_i32_5, task_i32_6
        module procedure task_i64_0, task_i64_1, task_i64_2, task_i64_3, task_i64_4, task_i64_5, task_i64_6
        module procedure task_c32_0, task_c32_1, task_c32_2, task_c32_3, task_c32_4, task_c32_5, task_c32_6
        module procedure task_c64_0, task_c64_1, task_c64_2, task_c64_3, task_c64_4, task_c64_5, task_c64_6
    end interface
    !> sl_view_fill(view, value [, status]): queues that all elements become the value, whose type is the view's.
    interface sl_view_fill
        module procedure fill_f32
        module procedure fill_f64
        module procedure fill_i32
        module procedure fill_i64
        module procedure fill_c32
        module procedure fill_c64
    end interface
    !> sl_region_set(region, call, argument, value [, status]): changes a scalar of a recorded call, whose number counts
    !! from 1, and whose type is the value's.
    interface sl_region_set
        module procedure set_f32
        module procedure set_f64
        module procedure set_i32
        module procedure set_i64
        module procedure set_c32
        module procedure set_c64
    end interface
    ! END INTERFACES

contains

    ! ---- strings and statuses ------------------------------------------------------------------------------------
    !> A string of C as one of Fortran.
    function text_of(text) result(string)
        type(c_ptr), intent(in) :: text
        character(:), allocatable :: string
        character(kind=c_char), pointer :: letters(:)
        integer(c_size_t) :: n, i

        n = 0
        if (c_associated(text)) n = c_strlen(text)
        allocate (character(n) :: string)
        if (n == 0) return
        call c_f_pointer(text, letters, [n])
        do i = 1, n
            string(i:i) = letters(i)
        end do
    end function

    subroutine tell(got, status)
        integer(c_int), intent(in) :: got
        integer(c_int), intent(out), optional :: status

        if (present(status)) status = got
    end subroutine

    !> Records an error that this module decides on.
    subroutine refuse(got, text, status)
        integer(c_int), intent(in) :: got
        character(*), intent(in) :: text
        integer(c_int), intent(out), optional :: status

        call tell(c_refuse(got, text//c_null_char), status)
    end subroutine

    function decimal(n) result(text)
        integer(c_int), intent(in) :: n
        character(:), allocatable :: text
        character(12) :: digits

        write (digits, '(i0)') n
        text = trim(digits)
    end function

    function sl_status_name(status) result(text)
        integer(c_int), intent(in) :: status
        character(:), allocatable :: text

        text = text_of(c_status_name(status))
    end function

    function sl_status_message(status) result(text)
        integer(c_int), intent(in) :: status
        character(:), allocatable :: text

        text = text_of(c_status_message(status))
    end function

    !> The text of the last error that this thread met; empty when there was none.
    function sl_last_error() result(text)
        character(:), allocatable :: text

        text = text_of(c_last_error())
    end function

    function sl_last_status() result(status)
        integer(c_int) :: status

        status = c_last_status()
    end function

    subroutine sl_clear_error()
        call c_clear_error()
    end subroutine

    subroutine sl_log_set_level(level)
        integer(c_int), intent(in) :: level

        call c_log_set_level(level)
    end subroutine

    ! ---- starting and ending -------------------------------------------------------------------------------------
    subroutine sl_init(config, status)
        type(sl_config), intent(in), target, optional :: config
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: given

        given = c_null_ptr
        if (present(config)) given = c_loc(config)
        call tell(c_init(abi, given), status)
    end subroutine

    subroutine sl_finalize(status)
        integer(c_int), intent(out), optional :: status

        call tell(c_finalize(), status)
    end subroutine

    function sl_is_initialized() result(yes)
        logical :: yes

        yes = c_is_initialized() /= 0
    end function

    subroutine sl_pause(status)
        integer(c_int), intent(out), optional :: status

        call tell(c_pause(), status)
    end subroutine

    subroutine sl_resume(status)
        integer(c_int), intent(out), optional :: status

        call tell(c_resume(), status)
    end subroutine

    function sl_cpu_cores() result(n)
        integer(c_int) :: n

        n = c_cpu_cores()
    end function

    function sl_cpu_workers() result(n)
        integer(c_int) :: n

        n = c_cpu_workers()
    end function

    function sl_gpus() result(n)
        integer(c_int) :: n

        n = c_gpus()
    end function

    function sl_version() result(text)
        character(:), allocatable :: text

        text = text_of(c_version())
    end function

    ! ---- views ---------------------------------------------------------------------------------------------------
    !> The type of views of complex(c_double_complex), in C sl_complex.
    function sl_complex_type() result(type)
        integer(c_int32_t) :: type

        type = c_type_struct("sl_complex"//c_null_char, 16_c_size_t, 8_c_size_t)
    end function

    !> The type of views of complex(c_float_complex), in C sl_complexf.
    function sl_complexf_type() result(type)
        integer(c_int32_t) :: type

        type = c_type_struct("sl_complexf"//c_null_char, 8_c_size_t, 4_c_size_t)
    end function

    !> A layout left of this rank, with its first indices. @param function what is refused, in a message
    subroutine make_layout(function, rank, layout, refused, first)
        character(*), intent(in) :: function
        integer, intent(in) :: rank
        type(layout_t), intent(out) :: layout
        integer(c_int), intent(out) :: refused
        integer, intent(in), optional :: first(:)

        refused = sl_success
        layout%kind = layout_left
        layout%firsts = int(rank, c_int)
        layout%first(:rank) = 1
        if (.not. present(first)) return
        if (size(first) /= rank) then
            call refuse(sl_err_rank, function//": first: expected "//decimal(int(rank, c_int))//" indices, got "// &
                decimal(int(size(first), c_int)), refused)
            return
        end if
        layout%first(:rank) = first
    end subroutine

    subroutine create_i32(label, type, extents, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in) :: type
        integer(c_int32_t), intent(in) :: extents(:)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status

        call create_i64(label, type, int(extents, c_int64_t), view, first, status)
    end subroutine

    subroutine create_i64(label, type, extents, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in) :: type
        integer(c_int64_t), intent(in) :: extents(:)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(layout_t) :: layout
        type(extents_t) :: shape
        integer(c_int) :: got

        if (size(extents) > sl_max_rank) then
            call refuse(sl_err_rank, "sl_view_create: extents: expected 0 to 6 numbers, got "// &
                decimal(int(size(extents), c_int)), status)
            return
        end if
        call make_layout("sl_view_create", size(extents), layout, got, first)
        if (got == sl_success) then
            shape%rank = int(size(extents), c_int)
            shape%n(:size(extents)) = extents
            got = c_view_create(trim(label)//c_null_char, type, layout, shape, view%handle)
        end if
        call tell(got, status)
    end subroutine

    !> What sl_view_wrap does for all types and ranks. Where the array is a section the view has its strides.
    !! @param next  of each dimension with two elements and more the address of the second one
    subroutine wrap(label, type, bytes, extents, contiguous, memory, next, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in) :: type
        integer, intent(in) :: bytes
        integer(c_int64_t), intent(in) :: extents(:)
        logical, intent(in) :: contiguous
        type(c_ptr), intent(in) :: memory, next(:)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t), target, save :: nothing(8) = 0
        type(layout_t) :: layout
        type(extents_t) :: shape
        type(c_ptr) :: start
        integer(c_int) :: got
        integer :: d

        call make_layout("sl_view_wrap", size(extents), layout, got, first)
        if (got == sl_success) then
            shape%rank = int(size(extents), c_int)
            shape%n(:size(extents)) = extents
            start = memory
            if (any(extents == 0)) then
                start = c_loc(nothing)
            else if (.not. contiguous) then
                layout%kind = layout_stride
                layout%count = shape%rank
                do d = 1, size(extents)
                    layout%stride(d) = merge(apart(memory, next(d))/bytes, product(extents(:d - 1)), &
                        extents(d) > 1)
                end do
            end if
            got = c_view_wrap(trim(label)//c_null_char, type, layout, shape, start, view%handle)
        end if
        call tell(got, status)
    end subroutine

    !> Bytes from one address to another.
    function apart(from, to) result(bytes)
        type(c_ptr), intent(in) :: from, to
        integer(c_int64_t) :: bytes

        bytes = int(transfer(to, 0_c_intptr_t) - transfer(from, 0_c_intptr_t), c_int64_t)
    end function

    subroutine sl_view_retain(view, again)
        type(sl_view), intent(in) :: view
        type(sl_view), intent(inout) :: again

        again%handle = c_view_retain(view%handle)
    end subroutine

    subroutine sl_view_destroy(view)
        type(sl_view), intent(inout) :: view

        call c_view_destroy(view%handle)
    end subroutine

    function sl_view_label(view) result(text)
        type(sl_view), intent(in) :: view
        character(:), allocatable :: text

        text = text_of(c_view_label(view%handle))
    end function

    function sl_view_type(view) result(type)
        type(sl_view), intent(in) :: view
        integer(c_int32_t) :: type

        type = c_view_type(view%handle)
    end function

    function sl_view_rank(view) result(rank)
        type(sl_view), intent(in) :: view
        integer(c_int) :: rank

        rank = c_view_rank(view%handle)
    end function

    !> @param d  the dimension, from 1
    function sl_view_extent(view, d) result(n)
        type(sl_view), intent(in) :: view
        integer, intent(in) :: d
        integer(c_int64_t) :: n

        n = c_view_extent(view%handle, int(d - 1, c_int))
    end function

    !> @param d  the dimension, from 1
    function sl_view_stride(view, d) result(n)
        type(sl_view), intent(in) :: view
        integer, intent(in) :: d
        integer(c_int64_t) :: n

        n = c_view_stride(view%handle, int(d - 1, c_int))
    end function

    !> @param d  the dimension, from 1
    function sl_view_first(view, d) result(n)
        type(sl_view), intent(in) :: view
        integer, intent(in) :: d
        integer(c_int64_t) :: n

        n = c_view_first(view%handle, int(d - 1, c_int))
    end function

    function sl_view_size(view) result(n)
        type(sl_view), intent(in) :: view
        integer(c_int64_t) :: n

        n = c_view_size(view%handle)
    end function

    subroutine sl_view_wait(view, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(out), optional :: status

        call tell(c_view_wait(view%handle), status)
    end subroutine

    subroutine sl_deep_copy(to, from, status)
        type(sl_view), intent(in) :: to, from
        integer(c_int), intent(out), optional :: status

        call tell(c_deep_copy(to%handle, from%handle), status)
    end subroutine

    !> @param dim  the dimension, from 1
    subroutine sl_scan_inclusive(op, dim, x, y, status)
        integer(c_int), intent(in) :: op
        integer, intent(in) :: dim
        type(sl_view), intent(in) :: x, y
        integer(c_int), intent(out), optional :: status

        call tell(c_scan_inclusive(op, int(dim - 1, c_int), x%handle, y%handle), status)
    end subroutine

    !> From what the operator gives over nothing. @param dim  the dimension, from 1
    subroutine sl_scan_exclusive(op, dim, x, y, status)
        integer(c_int), intent(in) :: op
        integer, intent(in) :: dim
        type(sl_view), intent(in) :: x, y
        integer(c_int), intent(out), optional :: status

        call tell(c_scan_exclusive(op, int(dim - 1, c_int), c_null_ptr, x%handle, y%handle), status)
    end subroutine

    ! ---- host access ---------------------------------------------------------------------------------------------
    !> Whether a view is what a pointer of this rank can point to: extents and first indices then.
    function pointed(function, view, rank, n, first, status) result(yes)
        character(*), intent(in) :: function
        type(sl_view), intent(in) :: view
        integer, intent(in) :: rank
        integer(c_int64_t), intent(out) :: n(:), first(:)
        integer(c_int), intent(out), optional :: status
        logical :: yes
        integer(c_int64_t) :: stride, apart_by
        integer :: d, has

        yes = .false.
        has = c_view_rank(view%handle)
        if (has < 0) then
            call tell(c_last_status(), status)
            return
        end if
        if (has /= rank) then
            call refuse(sl_err_rank, function//': "'//sl_view_label(view)//'" has rank '//decimal(int(has, c_int))// &
                ", the pointer "//decimal(int(rank, c_int)), status)
            return
        end if
        stride = 1
        do d = 1, rank
            n(d) = sl_view_extent(view, d)
            first(d) = sl_view_first(view, d)
            apart_by = sl_view_stride(view, d)
            if (n(d) > 1 .and. apart_by /= stride) then
                call refuse(sl_err_unsupported, function//': expected elements without gaps in layout left, "'// &
                    sl_view_label(view)//'" has others', status)
                return
            end if
            stride = stride*n(d)
        end do
        yes = .true.
    end function

    subroutine begin(view, access, type, rank, memory, n, first, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int32_t), intent(in) :: type
        integer, intent(in) :: rank
        type(c_ptr), intent(out) :: memory
        integer(c_int64_t), intent(out) :: n(:), first(:)
        integer(c_int), intent(out), optional :: status

        memory = c_null_ptr
        if (.not. pointed("sl_host_begin", view, rank, n, first, status)) return
        memory = c_host_begin(view%handle, access, type, "sl_host_begin"//c_null_char)
        call tell(merge(sl_success, c_last_status(), c_associated(memory)), status)
    end subroutine

    subroutine task_begin(view, type, rank, memory, n, first, status)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), intent(in) :: type
        integer, intent(in) :: rank
        type(c_ptr), intent(out) :: memory
        integer(c_int64_t), intent(out) :: n(:), first(:)
        integer(c_int), intent(out), optional :: status

        memory = c_null_ptr
        if (.not. pointed("sl_task_data", view, rank, n, first, status)) return
        if (sl_view_type(view) /= type) then
            call refuse(sl_err_type, 'sl_task_data: "'//sl_view_label(view)//'" has another type than the pointer', &
                status)
            return
        end if
        memory = c_task_data(view%handle)
        call tell(merge(sl_success, c_last_status(), c_associated(memory)), status)
    end subroutine

    subroutine sl_host_end(view, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(out), optional :: status

        call tell(c_host_end(view%handle), status)
    end subroutine

    ! ---- spaces --------------------------------------------------------------------------------------------------
    function range_ll(lo, hi) result(space)
        integer(c_int64_t), intent(in) :: lo, hi
        type(sl_space) :: space

        space%rank = 1
        space%lo(1) = lo
        space%hi(1) = hi + 1
    end function

    function range_ii(lo, hi) result(space)
        integer(c_int32_t), intent(in) :: lo, hi
        type(sl_space) :: space

        space = range_ll(int(lo, c_int64_t), int(hi, c_int64_t))
    end function

    function range_il(lo, hi) result(space)
        integer(c_int32_t), intent(in) :: lo
        integer(c_int64_t), intent(in) :: hi
        type(sl_space) :: space

        space = range_ll(int(lo, c_int64_t), hi)
    end function

    function range_li(lo, hi) result(space)
        integer(c_int64_t), intent(in) :: lo
        integer(c_int32_t), intent(in) :: hi
        type(sl_space) :: space

        space = range_ll(lo, int(hi, c_int64_t))
    end function

    function range_stride_l(lo, hi, stride) result(space)
        integer(c_int64_t), intent(in) :: lo, hi, stride
        type(sl_space) :: space

        space = c_space_stride(lo, hi + merge(1_c_int64_t, -1_c_int64_t, stride > 0), stride)
    end function

    function range_stride_i(lo, hi, stride) result(space)
        integer(c_int32_t), intent(in) :: lo, hi, stride
        type(sl_space) :: space

        space = range_stride_l(int(lo, c_int64_t), int(hi, c_int64_t), int(stride, c_int64_t))
    end function

    !> One more dimension. A bound without its other half makes a space of rank 0, which loops refuse.
    subroutine side(space, lo, hi)
        type(sl_space), intent(inout) :: space
        integer(c_int64_t), intent(in) :: lo, hi

        space%rank = space%rank + 1_c_int
        if (space%rank < 1) return
        space%lo(space%rank) = lo
        space%hi(space%rank) = hi + 1
    end subroutine

    function box_l(lo1, hi1, lo2, hi2, lo3, hi3, lo4, hi4, lo5, hi5, lo6, hi6) result(space)
        integer(c_int64_t), intent(in) :: lo1, hi1
        integer(c_int64_t), intent(in), optional :: lo2, hi2, lo3, hi3, lo4, hi4, lo5, hi5, lo6, hi6
        type(sl_space) :: space

        call side(space, lo1, hi1)
        if (present(lo2) .and. present(hi2)) call side(space, lo2, hi2)
        if (present(lo3) .and. present(hi3)) call side(space, lo3, hi3)
        if (present(lo4) .and. present(hi4)) call side(space, lo4, hi4)
        if (present(lo5) .and. present(hi5)) call side(space, lo5, hi5)
        if (present(lo6) .and. present(hi6)) call side(space, lo6, hi6)
        if ((present(lo2) .neqv. present(hi2)) .or. (present(lo3) .neqv. present(hi3)) .or. &
            (present(lo4) .neqv. present(hi4)) .or. (present(lo5) .neqv. present(hi5)) .or. &
            (present(lo6) .neqv. present(hi6))) space%rank = 0
    end function

    function box_i(lo1, hi1, lo2, hi2, lo3, hi3, lo4, hi4, lo5, hi5, lo6, hi6) result(space)
        integer(c_int32_t), intent(in) :: lo1, hi1
        integer(c_int32_t), intent(in), optional :: lo2, hi2, lo3, hi3, lo4, hi4, lo5, hi5, lo6, hi6
        type(sl_space) :: space

        space%rank = 0
        call add(lo1, hi1)
        call add(lo2, hi2)
        call add(lo3, hi3)
        call add(lo4, hi4)
        call add(lo5, hi5)
        call add(lo6, hi6)
        if (space%rank < 0) space%rank = 0
    contains
        subroutine add(lo, hi)
            integer(c_int32_t), intent(in), optional :: lo, hi

            if (present(lo) .neqv. present(hi)) space%rank = -7
            if (present(lo) .and. present(hi)) call side(space, int(lo, c_int64_t), int(hi, c_int64_t))
        end subroutine
    end function

    function sl_space_size(space) result(n)
        type(sl_space), intent(in) :: space
        integer(c_int64_t) :: n

        n = c_space_size(space)
    end function

    function into_0(view) result(target)
        type(sl_view), intent(in) :: view
        type(sl_target) :: target

        target%tagged = c_into(view%handle, 0_c_int, [0_c_int64_t])
    end function

    function into_i64(view, index) result(target)
        type(sl_view), intent(in) :: view
        integer(c_int64_t), intent(in) :: index(:)
        type(sl_target) :: target

        target%tagged = c_into(view%handle, int(size(index), c_int), index)
    end function

    function into_i32(view, index) result(target)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), intent(in) :: index(:)
        type(sl_target) :: target

        target = into_i64(view, int(index, c_int64_t))
    end function

    ! ---- waits ---------------------------------------------------------------------------------------------------
    subroutine sl_wait(status)
        integer(c_int), intent(out), optional :: status

        call tell(c_wait(), status)
    end subroutine

    subroutine sl_event_record(event, status)
        type(sl_event), intent(inout) :: event
        integer(c_int), intent(out), optional :: status

        call tell(c_event_record(event%handle), status)
    end subroutine

    subroutine sl_event_wait(event, status)
        type(sl_event), intent(in) :: event
        integer(c_int), intent(out), optional :: status

        call tell(c_event_wait(event%handle), status)
    end subroutine

    !> Whether what the event stands for is done; .false. (recorded) for no event.
    function sl_event_test(event) result(come)
        type(sl_event), intent(in) :: event
        logical :: come

        come = c_event_test(event%handle) == 1
    end function

    subroutine sl_event_destroy(event)
        type(sl_event), intent(inout) :: event

        call c_event_destroy(event%handle)
    end subroutine

    ! ---- regions -------------------------------------------------------------------------------------------------
    subroutine sl_region_begin(region, status)
        type(sl_region), intent(inout) :: region
        integer(c_int), intent(out), optional :: status

        call tell(c_region_begin(region%handle), status)
    end subroutine

    subroutine sl_region_end(region, status)
        type(sl_region), intent(in) :: region
        integer(c_int), intent(out), optional :: status

        call tell(c_region_end(region%handle), status)
    end subroutine

    subroutine sl_region_run(region, status)
        type(sl_region), intent(in) :: region
        integer(c_int), intent(out), optional :: status

        call tell(c_region_run(region%handle), status)
    end subroutine

    subroutine sl_region_set_view(region, view, with, status)
        type(sl_region), intent(in) :: region
        type(sl_view), intent(in) :: view, with
        integer(c_int), intent(out), optional :: status

        call tell(c_region_set_view(region%handle, view%handle, with%handle), status)
    end subroutine

    !> The next loop or host task takes the place of a recorded call, whose number counts from 1; sl_region_end ends it.
    subroutine sl_region_set_call(region, call, status)
        type(sl_region), intent(in) :: region
        integer, intent(in) :: call
        integer(c_int), intent(out), optional :: status

        call tell(c_region_set_call(region%handle, int(call - 1, c_int)), status)
    end subroutine

    subroutine sl_region_count(region, counts, status)
        type(sl_region), intent(in) :: region
        type(sl_region_counts), intent(inout) :: counts
        integer(c_int), intent(out), optional :: status

        call tell(c_region_count(region%handle, counts), status)
    end subroutine

    subroutine sl_region_destroy(region)
        type(sl_region), intent(inout) :: region

        call c_region_destroy(region%handle)
    end subroutine

    ! ---- host tasks ----------------------------------------------------------------------------------------------
    !> A view that a host task reads.
    function sl_r(view) result(use)
        type(sl_view), intent(in) :: view
        type(sl_use) :: use

        use = sl_use(view%handle, sl_read)
    end function

    !> A view that a host task writes, every element of it.
    function sl_w(view) result(use)
        type(sl_view), intent(in) :: view
        type(sl_use) :: use

        use = sl_use(view%handle, sl_write)
    end function

    !> A view that a host task reads and writes.
    function sl_rw(view) result(use)
        type(sl_view), intent(in) :: view
        type(sl_use) :: use

        use = sl_use(view%handle, sl_rdwr)
    end function

    !> Queues a host task: sl_task(function, arg, [sl_r(x), sl_rw(y)]). @param arg c_null_ptr, or c_loc of what lives
    !! until the task has run
    subroutine sl_task(function, arg, uses, policy, status)
        procedure(sl_task_function) :: function
        type(c_ptr), intent(in) :: arg
        type(sl_use), intent(in) :: uses(:)
        type(sl_policy), intent(in), optional :: policy
        integer(c_int), intent(out), optional :: status
        type(sl_policy) :: given

        if (present(policy)) given = policy
        call tell(c_task_submit(given, c_funloc(function), arg, uses, int(size(uses), c_int)), status)
    end subroutine

    ! BEGIN PROCEDURES (tools/make-fortran)

    subroutine wrap_f32_0(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_float), intent(in), target :: a
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(0)

        memory = c_loc(a)
        call wrap(label, sl_float, 4, [integer(c_int64_t) ::], .true., memory, next, view, first, status)
    end subroutine

    subroutine host_f32_0(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_float), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call begin(view, access, sl_float, 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine task_f32_0(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_float), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call task_begin(view, sl_float, 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine wrap_f32_1(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_float), intent(in), target :: a(:)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(1)
        integer(c_int64_t) :: n(1)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2))
        call wrap(label, sl_float, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f32_1(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_float), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:)

        nullify (p)
        call begin(view, access, sl_float, 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine task_f32_1(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_float), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:)

        nullify (p)
        call task_begin(view, sl_float, 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine wrap_f32_2(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_float), intent(in), target :: a(:, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(2)
        integer(c_int64_t) :: n(2)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2))
        call wrap(label, sl_float, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f32_2(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_float), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :)

        nullify (p)
        call begin(view, access, sl_float, 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine task_f32_2(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_float), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :)

        nullify (p)
        call task_begin(view, sl_float, 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine wrap_f32_3(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_float), intent(in), target :: a(:, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(3)
        integer(c_int64_t) :: n(3)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2))
        call wrap(label, sl_float, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f32_3(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_float), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :, :)

        nullify (p)
        call begin(view, access, sl_float, 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine task_f32_3(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_float), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :, :)

        nullify (p)
        call task_begin(view, sl_float, 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine wrap_f32_4(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_float), intent(in), target :: a(:, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(4)
        integer(c_int64_t) :: n(4)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2))
        call wrap(label, sl_float, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f32_4(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_float), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :, :, :)

        nullify (p)
        call begin(view, access, sl_float, 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine task_f32_4(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_float), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :, :, :)

        nullify (p)
        call task_begin(view, sl_float, 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine wrap_f32_5(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_float), intent(in), target :: a(:, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(5)
        integer(c_int64_t) :: n(5)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2))
        call wrap(label, sl_float, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f32_5(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_float), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_float, 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine task_f32_5(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_float), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_float, 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine wrap_f32_6(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_float), intent(in), target :: a(:, :, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(6)
        integer(c_int64_t) :: n(6)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(6) > 1) next(6) = c_loc(a(1, 1, 1, 1, 1, 2))
        call wrap(label, sl_float, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f32_6(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_float), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_float, 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine task_f32_6(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_float), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        real(c_float), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_float, 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine fill_f32(view, value, status)
        type(sl_view), intent(in) :: view
        real(c_float), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_view_fill(view%handle, sl_float, c_loc(value)), status)
    end subroutine

    subroutine set_f32(region, call, argument, value, status)
        type(sl_region), intent(in) :: region
        integer, intent(in) :: call
        character(*), intent(in) :: argument
        real(c_float), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_region_set(region%handle, int(call - 1, c_int), trim(argument)//c_null_char, c_loc(value), &
            4_c_size_t), status)
    end subroutine

    subroutine wrap_f64_0(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_double), intent(in), target :: a
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(0)

        memory = c_loc(a)
        call wrap(label, sl_double, 8, [integer(c_int64_t) ::], .true., memory, next, view, first, status)
    end subroutine

    subroutine host_f64_0(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_double), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call begin(view, access, sl_double, 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine task_f64_0(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_double), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call task_begin(view, sl_double, 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine wrap_f64_1(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_double), intent(in), target :: a(:)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(1)
        integer(c_int64_t) :: n(1)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2))
        call wrap(label, sl_double, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f64_1(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_double), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:)

        nullify (p)
        call begin(view, access, sl_double, 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine task_f64_1(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_double), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:)

        nullify (p)
        call task_begin(view, sl_double, 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine wrap_f64_2(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_double), intent(in), target :: a(:, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(2)
        integer(c_int64_t) :: n(2)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2))
        call wrap(label, sl_double, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f64_2(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_double), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :)

        nullify (p)
        call begin(view, access, sl_double, 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine task_f64_2(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_double), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :)

        nullify (p)
        call task_begin(view, sl_double, 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine wrap_f64_3(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_double), intent(in), target :: a(:, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(3)
        integer(c_int64_t) :: n(3)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2))
        call wrap(label, sl_double, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f64_3(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_double), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :, :)

        nullify (p)
        call begin(view, access, sl_double, 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine task_f64_3(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_double), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :, :)

        nullify (p)
        call task_begin(view, sl_double, 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine wrap_f64_4(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_double), intent(in), target :: a(:, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(4)
        integer(c_int64_t) :: n(4)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2))
        call wrap(label, sl_double, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f64_4(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_double), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :, :, :)

        nullify (p)
        call begin(view, access, sl_double, 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine task_f64_4(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_double), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :, :, :)

        nullify (p)
        call task_begin(view, sl_double, 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine wrap_f64_5(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_double), intent(in), target :: a(:, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(5)
        integer(c_int64_t) :: n(5)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2))
        call wrap(label, sl_double, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f64_5(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_double), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_double, 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine task_f64_5(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_double), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_double, 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine wrap_f64_6(label, a, view, first, status)
        character(*), intent(in) :: label
        real(c_double), intent(in), target :: a(:, :, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(6)
        integer(c_int64_t) :: n(6)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(6) > 1) next(6) = c_loc(a(1, 1, 1, 1, 1, 2))
        call wrap(label, sl_double, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_f64_6(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        real(c_double), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_double, 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine task_f64_6(view, p, status)
        type(sl_view), intent(in) :: view
        real(c_double), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        real(c_double), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_double, 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine fill_f64(view, value, status)
        type(sl_view), intent(in) :: view
        real(c_double), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_view_fill(view%handle, sl_double, c_loc(value)), status)
    end subroutine

    subroutine set_f64(region, call, argument, value, status)
        type(sl_region), intent(in) :: region
        integer, intent(in) :: call
        character(*), intent(in) :: argument
        real(c_double), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_region_set(region%handle, int(call - 1, c_int), trim(argument)//c_null_char, c_loc(value), &
            8_c_size_t), status)
    end subroutine

    subroutine wrap_i32_0(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in), target :: a
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(0)

        memory = c_loc(a)
        call wrap(label, sl_int32, 4, [integer(c_int64_t) ::], .true., memory, next, view, first, status)
    end subroutine

    subroutine host_i32_0(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int32_t), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call begin(view, access, sl_int32, 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine task_i32_0(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call task_begin(view, sl_int32, 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine wrap_i32_1(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in), target :: a(:)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(1)
        integer(c_int64_t) :: n(1)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2))
        call wrap(label, sl_int32, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i32_1(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int32_t), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:)

        nullify (p)
        call begin(view, access, sl_int32, 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine task_i32_1(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:)

        nullify (p)
        call task_begin(view, sl_int32, 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine wrap_i32_2(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in), target :: a(:, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(2)
        integer(c_int64_t) :: n(2)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2))
        call wrap(label, sl_int32, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i32_2(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int32_t), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :)

        nullify (p)
        call begin(view, access, sl_int32, 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine task_i32_2(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :)

        nullify (p)
        call task_begin(view, sl_int32, 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine wrap_i32_3(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in), target :: a(:, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(3)
        integer(c_int64_t) :: n(3)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2))
        call wrap(label, sl_int32, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i32_3(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int32_t), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :, :)

        nullify (p)
        call begin(view, access, sl_int32, 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine task_i32_3(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :, :)

        nullify (p)
        call task_begin(view, sl_int32, 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine wrap_i32_4(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in), target :: a(:, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(4)
        integer(c_int64_t) :: n(4)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2))
        call wrap(label, sl_int32, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i32_4(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int32_t), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :, :, :)

        nullify (p)
        call begin(view, access, sl_int32, 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine task_i32_4(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :, :, :)

        nullify (p)
        call task_begin(view, sl_int32, 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine wrap_i32_5(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in), target :: a(:, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(5)
        integer(c_int64_t) :: n(5)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2))
        call wrap(label, sl_int32, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i32_5(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int32_t), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_int32, 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine task_i32_5(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_int32, 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine wrap_i32_6(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int32_t), intent(in), target :: a(:, :, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(6)
        integer(c_int64_t) :: n(6)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(6) > 1) next(6) = c_loc(a(1, 1, 1, 1, 1, 2))
        call wrap(label, sl_int32, 4, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i32_6(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int32_t), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_int32, 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine task_i32_6(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        integer(c_int32_t), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_int32, 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine fill_i32(view, value, status)
        type(sl_view), intent(in) :: view
        integer(c_int32_t), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_view_fill(view%handle, sl_int32, c_loc(value)), status)
    end subroutine

    subroutine set_i32(region, call, argument, value, status)
        type(sl_region), intent(in) :: region
        integer, intent(in) :: call
        character(*), intent(in) :: argument
        integer(c_int32_t), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_region_set(region%handle, int(call - 1, c_int), trim(argument)//c_null_char, c_loc(value), &
            4_c_size_t), status)
    end subroutine

    subroutine wrap_i64_0(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int64_t), intent(in), target :: a
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(0)

        memory = c_loc(a)
        call wrap(label, sl_int64, 8, [integer(c_int64_t) ::], .true., memory, next, view, first, status)
    end subroutine

    subroutine host_i64_0(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int64_t), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call begin(view, access, sl_int64, 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine task_i64_0(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int64_t), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call task_begin(view, sl_int64, 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine wrap_i64_1(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int64_t), intent(in), target :: a(:)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(1)
        integer(c_int64_t) :: n(1)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2))
        call wrap(label, sl_int64, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i64_1(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int64_t), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:)

        nullify (p)
        call begin(view, access, sl_int64, 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine task_i64_1(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int64_t), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:)

        nullify (p)
        call task_begin(view, sl_int64, 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine wrap_i64_2(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int64_t), intent(in), target :: a(:, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(2)
        integer(c_int64_t) :: n(2)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2))
        call wrap(label, sl_int64, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i64_2(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int64_t), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :)

        nullify (p)
        call begin(view, access, sl_int64, 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine task_i64_2(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int64_t), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :)

        nullify (p)
        call task_begin(view, sl_int64, 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine wrap_i64_3(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int64_t), intent(in), target :: a(:, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(3)
        integer(c_int64_t) :: n(3)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2))
        call wrap(label, sl_int64, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i64_3(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int64_t), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :, :)

        nullify (p)
        call begin(view, access, sl_int64, 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine task_i64_3(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int64_t), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :, :)

        nullify (p)
        call task_begin(view, sl_int64, 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine wrap_i64_4(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int64_t), intent(in), target :: a(:, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(4)
        integer(c_int64_t) :: n(4)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2))
        call wrap(label, sl_int64, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i64_4(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int64_t), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :, :, :)

        nullify (p)
        call begin(view, access, sl_int64, 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine task_i64_4(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int64_t), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :, :, :)

        nullify (p)
        call task_begin(view, sl_int64, 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine wrap_i64_5(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int64_t), intent(in), target :: a(:, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(5)
        integer(c_int64_t) :: n(5)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2))
        call wrap(label, sl_int64, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i64_5(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int64_t), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_int64, 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine task_i64_5(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int64_t), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_int64, 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine wrap_i64_6(label, a, view, first, status)
        character(*), intent(in) :: label
        integer(c_int64_t), intent(in), target :: a(:, :, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(6)
        integer(c_int64_t) :: n(6)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(6) > 1) next(6) = c_loc(a(1, 1, 1, 1, 1, 2))
        call wrap(label, sl_int64, 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_i64_6(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        integer(c_int64_t), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_int64, 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine task_i64_6(view, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int64_t), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        integer(c_int64_t), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_int64, 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine fill_i64(view, value, status)
        type(sl_view), intent(in) :: view
        integer(c_int64_t), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_view_fill(view%handle, sl_int64, c_loc(value)), status)
    end subroutine

    subroutine set_i64(region, call, argument, value, status)
        type(sl_region), intent(in) :: region
        integer, intent(in) :: call
        character(*), intent(in) :: argument
        integer(c_int64_t), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_region_set(region%handle, int(call - 1, c_int), trim(argument)//c_null_char, c_loc(value), &
            8_c_size_t), status)
    end subroutine

    subroutine wrap_c32_0(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_float_complex), intent(in), target :: a
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(0)

        memory = c_loc(a)
        call wrap(label, sl_complexf_type(), 8, [integer(c_int64_t) ::], .true., memory, next, view, first, status)
    end subroutine

    subroutine host_c32_0(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_float_complex), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call begin(view, access, sl_complexf_type(), 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine task_c32_0(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_float_complex), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call task_begin(view, sl_complexf_type(), 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine wrap_c32_1(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_float_complex), intent(in), target :: a(:)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(1)
        integer(c_int64_t) :: n(1)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2))
        call wrap(label, sl_complexf_type(), 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c32_1(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_float_complex), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:)

        nullify (p)
        call begin(view, access, sl_complexf_type(), 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine task_c32_1(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_float_complex), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:)

        nullify (p)
        call task_begin(view, sl_complexf_type(), 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine wrap_c32_2(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_float_complex), intent(in), target :: a(:, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(2)
        integer(c_int64_t) :: n(2)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2))
        call wrap(label, sl_complexf_type(), 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c32_2(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_float_complex), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :)

        nullify (p)
        call begin(view, access, sl_complexf_type(), 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine task_c32_2(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_float_complex), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :)

        nullify (p)
        call task_begin(view, sl_complexf_type(), 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine wrap_c32_3(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_float_complex), intent(in), target :: a(:, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(3)
        integer(c_int64_t) :: n(3)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2))
        call wrap(label, sl_complexf_type(), 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c32_3(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_float_complex), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :, :)

        nullify (p)
        call begin(view, access, sl_complexf_type(), 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine task_c32_3(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_float_complex), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :, :)

        nullify (p)
        call task_begin(view, sl_complexf_type(), 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine wrap_c32_4(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_float_complex), intent(in), target :: a(:, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(4)
        integer(c_int64_t) :: n(4)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2))
        call wrap(label, sl_complexf_type(), 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c32_4(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_float_complex), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :, :, :)

        nullify (p)
        call begin(view, access, sl_complexf_type(), 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine task_c32_4(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_float_complex), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :, :, :)

        nullify (p)
        call task_begin(view, sl_complexf_type(), 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine wrap_c32_5(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_float_complex), intent(in), target :: a(:, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(5)
        integer(c_int64_t) :: n(5)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2))
        call wrap(label, sl_complexf_type(), 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c32_5(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_float_complex), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_complexf_type(), 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine task_c32_5(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_float_complex), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_complexf_type(), 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine wrap_c32_6(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_float_complex), intent(in), target :: a(:, :, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(6)
        integer(c_int64_t) :: n(6)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(6) > 1) next(6) = c_loc(a(1, 1, 1, 1, 1, 2))
        call wrap(label, sl_complexf_type(), 8, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c32_6(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_float_complex), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_complexf_type(), 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine task_c32_6(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_float_complex), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        complex(c_float_complex), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_complexf_type(), 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine fill_c32(view, value, status)
        type(sl_view), intent(in) :: view
        complex(c_float_complex), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_view_fill(view%handle, sl_complexf_type(), c_loc(value)), status)
    end subroutine

    subroutine set_c32(region, call, argument, value, status)
        type(sl_region), intent(in) :: region
        integer, intent(in) :: call
        character(*), intent(in) :: argument
        complex(c_float_complex), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_region_set(region%handle, int(call - 1, c_int), trim(argument)//c_null_char, c_loc(value), &
            8_c_size_t), status)
    end subroutine

    subroutine wrap_c64_0(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_double_complex), intent(in), target :: a
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(0)

        memory = c_loc(a)
        call wrap(label, sl_complex_type(), 16, [integer(c_int64_t) ::], .true., memory, next, view, first, status)
    end subroutine

    subroutine host_c64_0(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_double_complex), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call begin(view, access, sl_complex_type(), 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine task_c64_0(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_double_complex), pointer, intent(out) :: p
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(0), first(0)
        type(c_ptr) :: memory

        nullify (p)
        call task_begin(view, sl_complex_type(), 0, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, p)
    end subroutine

    subroutine wrap_c64_1(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_double_complex), intent(in), target :: a(:)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(1)
        integer(c_int64_t) :: n(1)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2))
        call wrap(label, sl_complex_type(), 16, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c64_1(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_double_complex), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:)

        nullify (p)
        call begin(view, access, sl_complex_type(), 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine task_c64_1(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_double_complex), pointer, intent(out) :: p(:)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(1), first(1)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:)

        nullify (p)
        call task_begin(view, sl_complex_type(), 1, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):) => q
    end subroutine

    subroutine wrap_c64_2(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_double_complex), intent(in), target :: a(:, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(2)
        integer(c_int64_t) :: n(2)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2))
        call wrap(label, sl_complex_type(), 16, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c64_2(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_double_complex), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :)

        nullify (p)
        call begin(view, access, sl_complex_type(), 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine task_c64_2(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_double_complex), pointer, intent(out) :: p(:, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(2), first(2)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :)

        nullify (p)
        call task_begin(view, sl_complex_type(), 2, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):) => q
    end subroutine

    subroutine wrap_c64_3(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_double_complex), intent(in), target :: a(:, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(3)
        integer(c_int64_t) :: n(3)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2))
        call wrap(label, sl_complex_type(), 16, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c64_3(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_double_complex), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :, :)

        nullify (p)
        call begin(view, access, sl_complex_type(), 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine task_c64_3(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_double_complex), pointer, intent(out) :: p(:, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(3), first(3)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :, :)

        nullify (p)
        call task_begin(view, sl_complex_type(), 3, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):) => q
    end subroutine

    subroutine wrap_c64_4(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_double_complex), intent(in), target :: a(:, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(4)
        integer(c_int64_t) :: n(4)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2))
        call wrap(label, sl_complex_type(), 16, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c64_4(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_double_complex), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :, :, :)

        nullify (p)
        call begin(view, access, sl_complex_type(), 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine task_c64_4(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_double_complex), pointer, intent(out) :: p(:, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(4), first(4)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :, :, :)

        nullify (p)
        call task_begin(view, sl_complex_type(), 4, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):) => q
    end subroutine

    subroutine wrap_c64_5(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_double_complex), intent(in), target :: a(:, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(5)
        integer(c_int64_t) :: n(5)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2))
        call wrap(label, sl_complex_type(), 16, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c64_5(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_double_complex), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_complex_type(), 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine task_c64_5(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_double_complex), pointer, intent(out) :: p(:, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(5), first(5)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_complex_type(), 5, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):) => q
    end subroutine

    subroutine wrap_c64_6(label, a, view, first, status)
        character(*), intent(in) :: label
        complex(c_double_complex), intent(in), target :: a(:, :, :, :, :, :)
        type(sl_view), intent(inout) :: view
        integer, intent(in), optional :: first(:)
        integer(c_int), intent(out), optional :: status
        type(c_ptr) :: memory, next(6)
        integer(c_int64_t) :: n(6)

        n = shape(a, c_int64_t)
        memory = c_null_ptr
        next = c_null_ptr
        if (all(n > 0)) memory = c_loc(a(1, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(1) > 1) next(1) = c_loc(a(2, 1, 1, 1, 1, 1))
        if (all(n > 0) .and. n(2) > 1) next(2) = c_loc(a(1, 2, 1, 1, 1, 1))
        if (all(n > 0) .and. n(3) > 1) next(3) = c_loc(a(1, 1, 2, 1, 1, 1))
        if (all(n > 0) .and. n(4) > 1) next(4) = c_loc(a(1, 1, 1, 2, 1, 1))
        if (all(n > 0) .and. n(5) > 1) next(5) = c_loc(a(1, 1, 1, 1, 2, 1))
        if (all(n > 0) .and. n(6) > 1) next(6) = c_loc(a(1, 1, 1, 1, 1, 2))
        call wrap(label, sl_complex_type(), 16, n, is_contiguous(a), memory, next, view, first, status)
    end subroutine

    subroutine host_c64_6(view, access, p, status)
        type(sl_view), intent(in) :: view
        integer(c_int), intent(in) :: access
        complex(c_double_complex), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call begin(view, access, sl_complex_type(), 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine task_c64_6(view, p, status)
        type(sl_view), intent(in) :: view
        complex(c_double_complex), pointer, intent(out) :: p(:, :, :, :, :, :)
        integer(c_int), intent(out), optional :: status
        integer(c_int64_t) :: n(6), first(6)
        type(c_ptr) :: memory
        complex(c_double_complex), pointer :: q(:, :, :, :, :, :)

        nullify (p)
        call task_begin(view, sl_complex_type(), 6, memory, n, first, status)
        if (.not. c_associated(memory)) return
        call c_f_pointer(memory, q, n)
        p(first(1):, first(2):, first(3):, first(4):, first(5):, first(6):) => q
    end subroutine

    subroutine fill_c64(view, value, status)
        type(sl_view), intent(in) :: view
        complex(c_double_complex), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_view_fill(view%handle, sl_complex_type(), c_loc(value)), status)
    end subroutine

    subroutine set_c64(region, call, argument, value, status)
        type(sl_region), intent(in) :: region
        integer, intent(in) :: call
        character(*), intent(in) :: argument
        complex(c_double_complex), intent(in), target :: value
        integer(c_int), intent(out), optional :: status

        call tell(c_region_set(region%handle, int(call - 1, c_int), trim(argument)//c_null_char, c_loc(value), &
            16_c_size_t), status)
    end subroutine
    ! END PROCEDURES
end module starloop
