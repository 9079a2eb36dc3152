# SPDX-License-Identifier: BSD-3-Clause

# SL_CHECK_MPI
# Finds MPI for examples/mpi_heat by its compiler (MPICC, else mpicc), whose words go to our own compiler. The library
# needs no MPI. Sets sl_have_mpi and sl_mpi_why, why there is none; substitutes MPI_CPPFLAGS and MPI_LIBS.
AC_DEFUN([SL_CHECK_MPI], [
AC_ARG_VAR([MPICC], [compiler of MPI, for examples/mpi_heat])
AC_CHECK_PROGS([MPICC], [mpicc])
sl_have_mpi=no
sl_mpi_why="no mpicc"
AS_IF([test -n "$MPICC"], [
    sl_mpi_why="a program with mpi.h does not compile and link with the words of $MPICC -show"
    for sl_word in $($MPICC -show 2>&AS_MESSAGE_LOG_FD); do
        AS_CASE([$sl_word],
            [-I/usr/include | -I/usr/include/], [],
            [-I*], [MPI_CPPFLAGS="$MPI_CPPFLAGS -isystem ${sl_word@%:@-I}"],
            [-D*], [MPI_CPPFLAGS="$MPI_CPPFLAGS $sl_word"],
            [-L* | -l* | -Wl,* | *.a | *.so], [MPI_LIBS="$MPI_LIBS $sl_word"])
    done
    AC_MSG_CHECKING([whether programs compile and link with MPI])
    sl_saved_CPPFLAGS=$CPPFLAGS; sl_saved_LIBS=$LIBS
    CPPFLAGS="$CPPFLAGS $MPI_CPPFLAGS"; LIBS="$MPI_LIBS $LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]],
            [[int level; return MPI_Init_thread(0, 0, MPI_THREAD_FUNNELED, &level);]])],
        [sl_have_mpi=yes sl_mpi_why=])
    CPPFLAGS=$sl_saved_CPPFLAGS; LIBS=$sl_saved_LIBS
    AC_MSG_RESULT([$sl_have_mpi])])
AC_SUBST([MPI_CPPFLAGS])
AC_SUBST([MPI_LIBS])
AC_SUBST([SL_MPI_WHY], [$sl_mpi_why])
AM_CONDITIONAL([HAVE_MPI], [test $sl_have_mpi = yes])
])
