# SPDX-License-Identifier: BSD-3-Clause

# SL_TRY_FLAGS(FLAGS, IF-TAKEN)
# Runs IF-TAKEN where the C compiler takes the flags without a warning.
AC_DEFUN([SL_TRY_FLAGS], [
    sl_saved_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -Werror $1"
    AC_MSG_CHECKING([whether $CC takes $1])
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [sl_taken=yes], [sl_taken=no])
    AC_MSG_RESULT([$sl_taken])
    CFLAGS=$sl_saved_CFLAGS
    AS_IF([test $sl_taken = yes], [$2])])

# SL_ARG_BUILD
# The switches that choose how things are compiled and tested. Sets and substitutes
#   SL_BUILD_FLAGS      for every compilation and link (sanitizers, debug, coverage)
#   SL_WARN_CFLAGS, SL_WARN_CXXFLAGS
#   SL_FRAME_CFLAGS     a warning of frames that are too large, for the library and its kernels
#   SL_ARCH_CFLAGS      what starloop-cc adds for the processor
#   SL_CODELET_CFLAGS   what the library's own kernels are compiled with beside that
#   SL_KERNEL_CC        the compiler that this build passes to starloop-cc
#   SL_KERNEL_CFLAGS    what this build passes to starloop-cc, last
#   SL_BOUNDS_CPPFLAGS  -DSL_BOUNDS_CHECK or nothing
#   GCOV                what reads the counters of --enable-coverage
#   VALGRIND            the command that tests run under, or nothing
AC_DEFUN([SL_ARG_BUILD], [
AC_ARG_ENABLE([bounds-check],
    [AS_HELP_STRING([--enable-bounds-check], [compile the kernels of this build with -DSL_BOUNDS_CHECK])],
    [], [enable_bounds_check=no])
AC_ARG_ENABLE([sanitizers],
    [AS_HELP_STRING([--enable-sanitizers=LIST],
        [build with sanitizers: address,undefined (the default list) or thread])],
    [], [enable_sanitizers=no])
AC_ARG_ENABLE([coverage],
    [AS_HELP_STRING([--enable-coverage],
        [count how often each line of the library runs, for make coverage; not optimised])],
    [], [enable_coverage=no])
AC_ARG_ENABLE([valgrind],
    [AS_HELP_STRING([--enable-valgrind],
        [run the tests under valgrind; kernels are then compiled for a generic processor])],
    [], [enable_valgrind=no])
AC_ARG_ENABLE([debug],
    [AS_HELP_STRING([--enable-debug], [no optimisation, full debugging information])],
    [], [enable_debug=no])
AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror], [treat compiler warnings as errors])],
    [], [enable_werror=no])
AC_ARG_WITH([arch],
    [AS_HELP_STRING([--with-arch=native|generic|NAME],
        [processor that starloop-cc compiles kernels for: this one (default), the compiler's default, or -march=NAME])],
    [], [with_arch=default])

SL_BUILD_FLAGS=
sl_debug=no
AS_IF([test "x$enable_debug" != xno], [
    sl_debug=yes
    AS_IF([test -z "$sl_user_cflags"], [CFLAGS="-g3 -O0"])
    AS_IF([test -z "$sl_user_cxxflags"], [CXXFLAGS="-g3 -O0"])
    SL_BUILD_FLAGS="-fno-omit-frame-pointer"])

# Counters are updated atomically: the library has many threads.
sl_coverage=no
AS_IF([test "x$enable_coverage" != xno], [
    sl_coverage=yes
    AS_IF([test -z "$sl_user_cflags"], [CFLAGS="-g -O0"])
    AS_IF([test -z "$sl_user_cxxflags"], [CXXFLAGS="-g -O0"])
    AC_CHECK_TOOL([GCOV], [gcov])
    AS_IF([test -z "$GCOV"], [AC_MSG_ERROR([--enable-coverage: gcov was not found])])
    SL_BUILD_FLAGS="$SL_BUILD_FLAGS --coverage -fprofile-update=atomic"])
AM_CONDITIONAL([ENABLE_COVERAGE], [test "$sl_coverage" = yes])

sl_sanitizers=
AS_CASE([$enable_sanitizers], [no], [], [yes], [sl_sanitizers=address,undefined], [sl_sanitizers=$enable_sanitizers])
AS_IF([test -n "$sl_sanitizers"], [
    sl_saved_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -fsanitize=$sl_sanitizers"
    AC_MSG_CHECKING([whether $CC builds with -fsanitize=$sl_sanitizers])
    AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [AC_MSG_RESULT([yes])], [
        AC_MSG_RESULT([no])
        AC_MSG_ERROR([--enable-sanitizers: expected sanitizers of $CC, got "$sl_sanitizers"])])
    CFLAGS=$sl_saved_CFLAGS
    SL_BUILD_FLAGS="$SL_BUILD_FLAGS -fsanitize=$sl_sanitizers -fno-sanitize-recover=all -fno-omit-frame-pointer"])

VALGRIND=
sl_valgrind=no
AS_IF([test "x$enable_valgrind" != xno], [
    AC_PATH_PROG([VALGRIND], [valgrind])
    AS_IF([test -z "$VALGRIND"], [AC_MSG_ERROR([--enable-valgrind: valgrind was not found])])
    AS_IF([test -n "$sl_sanitizers"], [AC_MSG_ERROR([--enable-valgrind and --enable-sanitizers exclude each other])])
    AS_IF([test "x$with_arch" = xdefault], [with_arch=generic])
    sl_valgrind=yes])
AM_CONDITIONAL([ENABLE_VALGRIND], [test -n "$VALGRIND"])

SL_ARCH_CFLAGS=
AS_CASE([$with_arch],
    [generic | no], [],
    [default | yes | native], [SL_ARCH_CFLAGS=-march=native],
    [SL_ARCH_CFLAGS=-march=$with_arch])
AS_IF([test -n "$SL_ARCH_CFLAGS"], [
    sl_saved_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS $SL_ARCH_CFLAGS"
    AC_MSG_CHECKING([whether $CC takes $SL_ARCH_CFLAGS])
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [AC_MSG_RESULT([yes])], [
        AC_MSG_RESULT([no])
        AS_CASE([$with_arch], [default], [SL_ARCH_CFLAGS=],
            [AC_MSG_ERROR([--with-arch: $CC does not know $SL_ARCH_CFLAGS])])])
    CFLAGS=$sl_saved_CFLAGS])

# valgrind ends a program at an instruction of AVX-512. A program's kernels do without by `starloop-cc --arch`; those of
# the library are in every program.
SL_CODELET_CFLAGS=
sl_saved_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS $SL_ARCH_CFLAGS"
AC_MSG_CHECKING([whether kernels would be compiled with AVX-512])
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [
#ifndef __AVX512F__
#error no AVX-512
#endif
])], [sl_avx512=yes], [sl_avx512=no])
AC_MSG_RESULT([$sl_avx512])
CFLAGS=$sl_saved_CFLAGS
AS_IF([test $sl_avx512 = yes], [SL_TRY_FLAGS([-mno-avx512f], [SL_CODELET_CFLAGS=-mno-avx512f])])

# Flags of the user's win over starloop-cc's; autoconf's default -O2 must not.
AS_IF([test -n "$sl_user_cflags" || test "$sl_debug" = yes], [SL_KERNEL_CFLAGS=$CFLAGS], [SL_KERNEL_CFLAGS=-g
    # Where each variable is at each instruction is what costs most of -g: up to two fifths of the time.
    SL_TRY_FLAGS([-fno-var-tracking-assignments],
        [SL_KERNEL_CFLAGS="$SL_KERNEL_CFLAGS -fno-var-tracking-assignments"])])
# Sanitizers look at a kernel in each of its layout cases. What AddressSanitizer finds anyway is left to it, but for the
# stack of bodies: kernels that took 459 s of processor time take half.
SL_KERNEL_CC=$CC
AS_IF([test -n "$sl_sanitizers"], [
    SL_KERNEL_CFLAGS="$SL_KERNEL_CFLAGS -fno-sanitize=null,object-size,pointer-overflow"
    SL_TRY_FLAGS([--param=asan-stack=0],
        [SL_KERNEL_CC="$CC --param=asan-stack=0"])])

SL_BOUNDS_CPPFLAGS=
AS_IF([test "x$enable_bounds_check" != xno], [SL_BOUNDS_CPPFLAGS=-DSL_BOUNDS_CHECK])

sl_werror=no
SL_WARN_CFLAGS="-Wall -Wextra -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings"
SL_WARN_CXXFLAGS="-Wall -Wextra"
AS_IF([test "x$enable_werror" != xno], [
    sl_werror=yes
    SL_WARN_CFLAGS="$SL_WARN_CFLAGS -Werror"
    SL_WARN_CXXFLAGS="$SL_WARN_CXXFLAGS -Werror"])

# A call is made in threads with 64 KiB of stack, too. Sanitizers, and a build without optimisation, give each variable
# of a function its own place.
SL_FRAME_CFLAGS=
AS_CASE(["$CC $CFLAGS "], [*-fsanitize* | *"-O0 "*], [],
    [AS_IF([test -z "$sl_sanitizers"],
        [SL_TRY_FLAGS([-Wframe-larger-than=8192], [SL_FRAME_CFLAGS=-Wframe-larger-than=8192])])])

sl_compiler_version=$($CC -dumpfullversion -dumpversion 2>/dev/null)
AC_SUBST([SL_BUILD_FLAGS])
AC_SUBST([SL_WARN_CFLAGS])
AC_SUBST([SL_WARN_CXXFLAGS])
AC_SUBST([SL_FRAME_CFLAGS])
AC_SUBST([SL_ARCH_CFLAGS])
AC_SUBST([SL_CODELET_CFLAGS])
AC_SUBST([SL_KERNEL_CC])
AC_SUBST([SL_KERNEL_CFLAGS])
AC_SUBST([SL_BOUNDS_CPPFLAGS])
AC_SUBST([VALGRIND])
])
