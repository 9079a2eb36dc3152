# SPDX-License-Identifier: BSD-3-Clause

# SL_CHECK_STARPU
# Finds StarPU 1.4 or 1.3 (--with-starpu=PREFIX, else pkg-config) and asks its headers which version they are: an
# installed 1.4 also calls itself starpu-1.3. Sets and substitutes STARPU_CFLAGS and STARPU_LIBS.
AC_DEFUN([SL_CHECK_STARPU], [
AC_ARG_WITH([starpu],
    [AS_HELP_STRING([--with-starpu=PREFIX],
        [StarPU 1.4 or 1.3 installed in PREFIX (default: pkg-config starpu-1.4, starpu-1.3)])],
    [], [with_starpu=yes])
AS_CASE([$with_starpu],
    [no], [AC_MSG_ERROR([--without-starpu: Starloop cannot be built without StarPU])],
    [yes], [sl_starpu_origin="pkg-config"],
    [
    AS_CASE([$with_starpu], [/*], [], [with_starpu=$(cd "$with_starpu" 2>/dev/null && pwd || echo "$with_starpu")])
    sl_starpu_path=
    for sl_dir in "$with_starpu"/lib/pkgconfig "$with_starpu"/lib64/pkgconfig "$with_starpu"/lib/*/pkgconfig; do
        AS_IF([test -f "$sl_dir/starpu-1.4.pc" || test -f "$sl_dir/starpu-1.3.pc"],
            [sl_starpu_path=$sl_starpu_path${sl_starpu_path:+:}$sl_dir])
    done
    AS_IF([test -z "$sl_starpu_path"],
        [AC_MSG_ERROR([--with-starpu: expected starpu-1.4.pc or starpu-1.3.pc under "$with_starpu", found neither])])
    sl_starpu_origin=$with_starpu
    PKG_CONFIG_PATH=$sl_starpu_path${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
    export PKG_CONFIG_PATH])

PKG_CHECK_MODULES([STARPU], [starpu-1.4], [sl_starpu_package=starpu-1.4],
    [PKG_CHECK_MODULES([STARPU], [starpu-1.3], [sl_starpu_package=starpu-1.3],
        [AC_MSG_ERROR([StarPU was not found. Install libstarpu-dev, or build one: tools/build-starpu --help])])])

# As system headers: StarPU's, and CUDA's that it includes, are not clean under our warnings. /usr/include stays
# out of it, which would break the search order of the C++ headers.
STARPU_CFLAGS=" $STARPU_CFLAGS "
STARPU_CFLAGS=$(AS_ECHO(["$STARPU_CFLAGS"]) | $SED -e 's| -I */usr/include | |g' -e 's| -I *| -isystem |g')

# A StarPU outside the system's folders must be found again when programs run.
AS_IF([test "x$with_starpu" != xyes], [
    sl_starpu_libdir=$($PKG_CONFIG --variable=libdir $sl_starpu_package)
    STARPU_LIBS="$STARPU_LIBS -Wl,-rpath,$sl_starpu_libdir"])

sl_saved_CPPFLAGS=$CPPFLAGS; sl_saved_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $STARPU_CFLAGS"; LIBS="$STARPU_LIBS $LIBS"
AC_MSG_CHECKING([the version of StarPU's headers])
AC_COMPUTE_INT([sl_starpu_major], [STARPU_MAJOR_VERSION], [[#include <starpu.h>]], [sl_starpu_major=0])
AC_COMPUTE_INT([sl_starpu_minor], [STARPU_MINOR_VERSION], [[#include <starpu.h>]], [sl_starpu_minor=0])
AC_COMPUTE_INT([sl_starpu_release], [STARPU_RELEASE_VERSION], [[#include <starpu.h>]], [sl_starpu_release=0])
sl_starpu_version=$sl_starpu_major.$sl_starpu_minor.$sl_starpu_release
AC_MSG_RESULT([$sl_starpu_version])
AS_CASE([$sl_starpu_major.$sl_starpu_minor], [1.3 | 1.4], [],
    [0.*], [AC_MSG_ERROR([starpu.h of $sl_starpu_package does not compile with $CC $STARPU_CFLAGS; see config.log])],
    [AC_MSG_ERROR([expected StarPU 1.3 or 1.4, got $sl_starpu_version])])
AC_COMPUTE_INT([sl_starpu_maxcpus], [STARPU_MAXCPUS], [[#include <starpu.h>]], [sl_starpu_maxcpus=unknown])
AC_COMPUTE_INT([sl_starpu_nmaxbufs], [STARPU_NMAXBUFS], [[#include <starpu.h>]], [sl_starpu_nmaxbufs=unknown])
sl_starpu_limits="$sl_starpu_maxcpus CPU workers, $sl_starpu_nmaxbufs buffers without dynamic handles"
AC_MSG_CHECKING([whether programs link with StarPU])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <starpu.h>]], [[return starpu_is_initialized();]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([cannot link with $sl_starpu_package: $STARPU_LIBS; see config.log])])
CPPFLAGS=$sl_saved_CPPFLAGS; LIBS=$sl_saved_LIBS
AC_SUBST([STARPU_CFLAGS])
AC_SUBST([STARPU_LIBS])
])
