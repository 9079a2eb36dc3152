# SPDX-License-Identifier: BSD-3-Clause

# SL_CHECK_MPI
# Finds MPI by its compiler (MPICC, else mpicc), whose words go to our own compiler, and StarPU-MPI beside the StarPU
# that SL_CHECK_STARPU has found: --with-mpi wants both, --without-mpi neither. Programs among the examples need MPI,
# libstarloop-mpi needs both, libstarloop none. Sets sl_have_mpi and sl_have_starpu_mpi, and sl_mpi_why and
# sl_starpu_mpi_why, why there is none; substitutes MPI_CPPFLAGS, MPI_LIBS, STARPU_MPI_LIBS.
AC_DEFUN([SL_CHECK_MPI], [
AC_ARG_VAR([MPICC], [compiler of MPI])
AC_ARG_WITH([mpi],
    [AS_HELP_STRING([--with-mpi],
        [build libstarloop-mpi, which needs MPI and StarPU-MPI (default: where both are found)])],
    [], [with_mpi=auto])
AS_CASE([$with_mpi], [yes | no | auto], [],
    [AC_MSG_ERROR([--with-mpi: expected no word behind it, got "$with_mpi": MPICC=... says which compiler of MPI])])
sl_have_mpi=no sl_mpi_why="--without-mpi" sl_have_starpu_mpi=no
AS_IF([test "$with_mpi" != no], [SL_FIND_MPI])
sl_starpu_mpi_why=$sl_mpi_why
AS_IF([test $sl_have_mpi = yes], [SL_FIND_STARPU_MPI])
AS_IF([test "$with_mpi$sl_have_starpu_mpi" = yesno], [AC_MSG_ERROR([--with-mpi: $sl_starpu_mpi_why])])
AC_SUBST([MPI_CPPFLAGS])
AC_SUBST([MPI_LIBS])
AC_SUBST([STARPU_MPI_LIBS])
AC_SUBST([SL_MPI_WHY], [$sl_mpi_why])
AC_SUBST([SL_STARPU_MPI_WHY], [$sl_starpu_mpi_why])
AM_CONDITIONAL([HAVE_MPI], [test $sl_have_mpi = yes])
AM_CONDITIONAL([HAVE_STARPU_MPI], [test $sl_have_starpu_mpi = yes])
])

AC_DEFUN([SL_FIND_MPI], [
AC_CHECK_PROGS([MPICC], [mpicc])
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
])

# StarPU-MPI of that StarPU: of its version and out of its folder, for an installed 1.4 also calls itself 1.3, and
# pkg-config looks into the system's folders, too.
AC_DEFUN([SL_FIND_STARPU_MPI], [
sl_starpu_mpi=$(AS_ECHO(["$sl_starpu_package"]) | $SED 's/^starpu-/starpumpi-/')
AC_MSG_CHECKING([for $sl_starpu_mpi])
AS_IF([! $PKG_CONFIG --exists $sl_starpu_mpi],
        [sl_starpu_mpi_why="no $sl_starpu_mpi.pc: a StarPU that was built without MPI"],
    [test "$($PKG_CONFIG --variable=libdir $sl_starpu_mpi)" != "$($PKG_CONFIG --variable=libdir $sl_starpu_package)"],
        [sl_starpu_mpi_why="$sl_starpu_mpi of $($PKG_CONFIG --variable=libdir $sl_starpu_mpi), and StarPU of \
$($PKG_CONFIG --variable=libdir $sl_starpu_package)"],
    [test "$($PKG_CONFIG --modversion $sl_starpu_mpi)" != "$($PKG_CONFIG --modversion $sl_starpu_package)"],
        [sl_starpu_mpi_why="$sl_starpu_mpi $($PKG_CONFIG --modversion $sl_starpu_mpi), and StarPU \
$($PKG_CONFIG --modversion $sl_starpu_package)"],
    [
    sl_starpu_mpi_why="a program with starpu_mpi.h does not compile and link with $sl_starpu_mpi and $MPICC"
    STARPU_MPI_LIBS="$($PKG_CONFIG --libs-only-L $sl_starpu_mpi) $($PKG_CONFIG --libs-only-l $sl_starpu_mpi)"
    sl_saved_CPPFLAGS=$CPPFLAGS; sl_saved_LIBS=$LIBS
    CPPFLAGS="$CPPFLAGS $STARPU_CFLAGS $MPI_CPPFLAGS"; LIBS="$STARPU_MPI_LIBS $STARPU_LIBS $MPI_LIBS $LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <starpu_mpi.h>]],
            [[return starpu_mpi_init_comm(0, 0, 0, MPI_COMM_WORLD);]])],
        [sl_have_starpu_mpi=yes sl_starpu_mpi_why=])
    CPPFLAGS=$sl_saved_CPPFLAGS; LIBS=$sl_saved_LIBS])
AC_MSG_RESULT([$sl_have_starpu_mpi])
])
