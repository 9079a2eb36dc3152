# SPDX-License-Identifier: BSD-3-Clause

# SL_ARG_FORTRAN
# Looks for gfortran. Before LT_INIT, which then knows the language. Sets FC, empty for --disable-fortran too.
AC_DEFUN([SL_ARG_FORTRAN], [
AC_ARG_ENABLE([fortran],
    [AS_HELP_STRING([--disable-fortran],
        [leave out the compiled Fortran module (default: it is built where gfortran is found)])],
    [], [enable_fortran=auto])
AS_IF([test "x$enable_fortran" = xno], [FC=no])
AC_PROG_FC([gfortran])
AS_IF([test "x$FC" = xno], [FC=])
])

# SL_CHECK_FORTRAN
# Whether the Fortran module (fortran/starloop.f90) is compiled: FC knows Fortran 2008 and C's types. Sets
# sl_have_fortran and sl_fortran_text, and the Automake conditional HAVE_FORTRAN.
AC_DEFUN([SL_CHECK_FORTRAN], [
sl_have_fortran=no
sl_fortran_why="gfortran was not found"
AS_IF([test "x$enable_fortran" = xno], [sl_fortran_why=--disable-fortran],
    [test -n "$FC"], [
    AC_MSG_CHECKING([whether $FC knows Fortran 2008])
    AC_LANG_PUSH([Fortran])
    sl_saved_ext=$ac_ext; ac_ext=f90
    AC_LINK_IFELSE([AC_LANG_SOURCE([[
program conftest
    use, intrinsic :: iso_c_binding
    implicit none
    real(c_double), target :: a(2)
    type(c_ptr) :: p
    p = c_loc(a)
    if (.not. is_contiguous(a)) stop 1
end program
]])], [sl_have_fortran=yes])
    ac_ext=$sl_saved_ext
    AC_LANG_POP([Fortran])
    AC_MSG_RESULT([$sl_have_fortran])
    sl_fortran_why="$FC does not know Fortran 2008"])
AS_IF([test "x$enable_fortran$sl_have_fortran" = xyesno], [AC_MSG_ERROR([--enable-fortran: $sl_fortran_why])])
AS_IF([test $sl_have_fortran = yes], [sl_fortran_text=$FC],
    [FC=; sl_fortran_text="no Fortran: $sl_fortran_why; starloop.f90 is installed as it is"])
AM_CONDITIONAL([HAVE_FORTRAN], [test $sl_have_fortran = yes])
])
