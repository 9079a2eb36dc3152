! SPDX-License-Identifier: BSD-3-Clause
! A Fortran program with MPI that owns its fields, and hands its loops to the library of coupling.h one by one.
!     program ROWS COLUMNS STEPS STAGE
! STAGE 0: all loops are its own; 1: diffusion is the library's, the reaction still its own; 2: both are the library's.

! coupling.h in Fortran.
module coupling
    use, intrinsic :: iso_c_binding
    implicit none
    interface
        integer(c_int) function coupling_open() bind(c)
            import :: c_int
        end function
        integer(c_int) function coupling_close() bind(c)
            import :: c_int
        end function
        integer(c_int) function coupling_share(u, rows, columns, field) bind(c)
            import :: c_int, c_int64_t, c_double, c_ptr
            real(c_double), intent(inout) :: u(*)
            integer(c_int64_t), value :: rows, columns
            type(c_ptr), intent(out) :: field
        end function
        integer(c_int) function coupling_release(field) bind(c)
            import :: c_int, c_ptr
            type(c_ptr), intent(inout) :: field
        end function
        integer(c_int) function coupling_borrow(field) bind(c)
            import :: c_int, c_ptr
            type(c_ptr), value :: field
        end function
        integer(c_int) function coupling_return(field) bind(c)
            import :: c_int, c_ptr
            type(c_ptr), value :: field
        end function
        integer(c_int) function coupling_get_row(field, row, values) bind(c)
            import :: c_int, c_int64_t, c_double, c_ptr
            type(c_ptr), value :: field
            integer(c_int64_t), value :: row
            real(c_double), intent(out) :: values(*)
        end function
        integer(c_int) function coupling_put_row(field, row, values) bind(c)
            import :: c_int, c_int64_t, c_double, c_ptr
            type(c_ptr), value :: field
            integer(c_int64_t), value :: row
            real(c_double), intent(in) :: values(*)
        end function
        integer(c_int) function coupling_diffuse(from, to, k) bind(c)
            import :: c_int, c_double, c_ptr
            type(c_ptr), value :: from, to
            real(c_double), value :: k
        end function
        integer(c_int) function coupling_react(u, r) bind(c)
            import :: c_int, c_double, c_ptr
            type(c_ptr), value :: u
            real(c_double), value :: r
        end function
        integer(c_int) function coupling_sum(u, sum) bind(c)
            import :: c_int, c_double, c_ptr
            type(c_ptr), value :: u
            real(c_double), intent(out) :: sum
        end function
        type(c_ptr) function coupling_error() bind(c)
            import :: c_ptr
        end function
        integer(c_size_t) function strlen(text) bind(c)
            import :: c_size_t, c_ptr
            type(c_ptr), value :: text
        end function
    end interface
end module

program waves
    use, intrinsic :: iso_fortran_env, only: error_unit
    use mpi_f08
    use coupling
    implicit none
    real(c_double), parameter :: diffusion = 0.2_c_double, reaction = 0.05_c_double
    ! The library keeps the addresses of these arrays while they are shared.
    real(c_double), allocatable, target :: u(:, :, :) ! (0:columns+1, 0:rows+1, 2)
    type(c_ptr) :: shared(2) = c_null_ptr
    integer :: rank, ranks, level, steps, stage, s, now
    integer(c_int64_t) :: all_rows, first, rows, columns, i, j
    real(c_double) :: own, all

    call MPI_Init_thread(MPI_THREAD_FUNNELED, level)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    if (.not. read_arguments()) then
        if (rank == 0) write (error_unit, '(a)') 'Usage: program ROWS COLUMNS STEPS STAGE (0 to 2); a row for each rank'
        call MPI_Finalize()
        error stop 2, quiet=.true.
    end if
    first = all_rows * rank / ranks
    rows = all_rows * (rank + 1) / ranks - first
    allocate (u(0:columns + 1, 0:rows + 1, 2), source=0.0_c_double)
    do concurrent(i=1:rows, j=1:columns)
        if (first + i <= all_rows / 2 .and. j <= columns / 2) u(j, i, 1) = 1
    end do
    if (stage > 0) then
        call check(coupling_open())
        call check(coupling_share(u(:, :, 1), rows, columns, shared(1)))
        call check(coupling_share(u(:, :, 2), rows, columns, shared(2)))
    end if
    now = 1
    do s = 1, steps
        call step(now, 3 - now)
        now = 3 - now
    end do
    if (stage == 2) call check(coupling_sum(shared(now), own))
    do s = 1, 2
        call check(coupling_release(shared(s)))
    end do
    ! The memory has what the loops have written.
    if (stage < 2) own = sum(u(1:columns, 1:rows, now))
    call MPI_Allreduce(own, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
    if (stage > 0) call check(coupling_close())
    if (rank == 0) write (*, '(a, es0.10)') 'sum = ', all
    call MPI_Finalize()

contains

    logical function read_arguments()
        character(len=32) :: word
        integer :: k, status, value(4)
        read_arguments = command_argument_count() == 4
        if (.not. read_arguments) return
        do k = 1, 4
            call get_command_argument(k, word)
            read (word, *, iostat=status) value(k)
            if (status /= 0) value(k) = -1
        end do
        all_rows = value(1)
        columns = value(2)
        steps = value(3)
        stage = value(4)
        read_arguments = all_rows >= ranks .and. columns >= 1 .and. steps >= 0 .and. stage >= 0 .and. stage <= 2
    end function

    subroutine check(status)
        integer(c_int), intent(in) :: status
        character(kind=c_char), pointer :: text(:)
        type(c_ptr) :: error
        if (status == 0) return
        error = coupling_error()
        call c_f_pointer(error, text, [strlen(error)])
        write (error_unit, *) 'program: rank', rank, ': ', text
        call MPI_Abort(MPI_COMM_WORLD, 1)
    end subroutine

    ! Sends one own row and receives the neighbour's.
    subroutine send_row(f, mine, to, theirs, from)
        integer, intent(in) :: f, to, from
        integer(c_int64_t), intent(in) :: mine, theirs
        real(c_double) :: out(columns), in(columns)
        if (stage == 0) then
            out = u(1:columns, mine, f)
        else if (to /= MPI_PROC_NULL) then
            call check(coupling_get_row(shared(f), mine, out))
        end if
        call MPI_Sendrecv(out, int(columns), MPI_DOUBLE_PRECISION, to, 0, in, int(columns), MPI_DOUBLE_PRECISION, &
                          from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
        if (from == MPI_PROC_NULL) return
        if (stage == 0) then
            u(1:columns, theirs, f) = in
        else
            call check(coupling_put_row(shared(f), theirs, in))
        end if
    end subroutine

    subroutine step(from, to)
        integer, intent(in) :: from, to
        integer :: up, down
        up = merge(rank - 1, MPI_PROC_NULL, rank > 0)
        down = merge(rank + 1, MPI_PROC_NULL, rank + 1 < ranks)
        call send_row(from, 1_c_int64_t, up, rows + 1, down)
        call send_row(from, rows, down, 0_c_int64_t, up)
        if (stage == 0) then
            call diffuse(u(:, :, from), u(:, :, to))
        else
            call check(coupling_diffuse(shared(from), shared(to), diffusion))
        end if
        select case (stage)
        case (0)
            call react(u(:, :, to))
        case (1) ! this loop has not been handed over yet
            call check(coupling_borrow(shared(to)))
            call react(u(:, :, to))
            call check(coupling_return(shared(to)))
        case (2)
            call check(coupling_react(shared(to), reaction))
        end select
    end subroutine

    subroutine diffuse(from, to)
        real(c_double), intent(in) :: from(0:columns + 1, 0:rows + 1)
        real(c_double), intent(inout) :: to(0:columns + 1, 0:rows + 1)
        do concurrent(i=1:rows, j=1:columns)
            to(j, i) = from(j, i) + diffusion * (from(j, i - 1) + from(j, i + 1) + from(j - 1, i) + from(j + 1, i) &
                                                 - 4 * from(j, i))
        end do
    end subroutine

    subroutine react(f)
        real(c_double), intent(inout) :: f(0:columns + 1, 0:rows + 1)
        f(1:columns, 1:rows) = f(1:columns, 1:rows) + reaction * f(1:columns, 1:rows) * (1 - f(1:columns, 1:rows))
    end subroutine

end program
