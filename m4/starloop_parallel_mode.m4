dnl SPDX-License-Identifier: BSD-3-Clause
dnl SL_CHECK_PARALLEL_MODE: whether a twin of the benchmark can use the parallel mode of libstdc++, with OpenMP.
AC_DEFUN([SL_CHECK_PARALLEL_MODE], [
AC_CACHE_CHECK([for the parallel mode of libstdc++], [sl_cv_parallel_mode], [
    AC_LANG_PUSH([C++])
    sl_saved_cxxflags=$CXXFLAGS
    CXXFLAGS="$CXXFLAGS -std=c++17 $OPENMP_CFLAGS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <parallel/algorithm>]],
                                    [[int a[2] = {1, 0}; __gnu_parallel::sort(a, a + 2);]])],
                   [sl_cv_parallel_mode=yes], [sl_cv_parallel_mode=no])
    CXXFLAGS=$sl_saved_cxxflags
    AC_LANG_POP([C++])
])
AM_CONDITIONAL([HAVE_PARALLEL_MODE], [test "$sl_cv_parallel_mode" = yes])
])
