! SPDX-License-Identifier: BSD-3-Clause
! A program in Fortran, built against the installed library.
program main
    use, intrinsic :: iso_c_binding
    use starloop
    use kernels_fortran
    implicit none
    real(c_double), target :: x(100), y(100)
    real(c_double) :: total
    type(sl_view) :: vx, vy
    integer(c_int) :: status
    integer :: i

    call sl_init(status=status)
    if (status /= sl_success) stop 1
    x = [(i, i=1, 100)]
    y = 1
    call sl_view_wrap("x", x, vx)
    call sl_view_wrap("y", y, vy)
    call install_axpy(sl_range(1, 100), 2.0d0, vx, vy)
    call install_dot(sl_range(1, 100), vx, vy, total, status=status)
    call sl_view_destroy(vx)
    call sl_view_destroy(vy)
    if (status /= sl_success .or. total /= sum(x*(1 + 2*x))) stop 1
    print '(a, f10.1)', "total", total
    call sl_finalize(status)
    if (status /= sl_success) stop 1
end program
