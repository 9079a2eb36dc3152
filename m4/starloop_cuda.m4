# SPDX-License-Identifier: BSD-3-Clause

# SL_CHECK_CUDA
# Decides whether this build has CUDA: an nvcc, a StarPU 1.4 that was built with CUDA, and a host compiler that nvcc
# takes. After SL_CHECK_STARPU. Sets sl_have_cuda and sl_cuda_why (why there is none), and substitutes
#   NVCC, SL_NVCC_CCBIN   nvcc and the C++ compiler that it uses for host code
#   SL_CUDA_ARCH_FLAGS    the architectures that device code is compiled for
#   SL_CUDA_ONE_ARCH      the last of them, for tests; empty when they are not numbers
#   CUDA_CPPFLAGS, CUDA_LIBS
#                         the CUDA runtime; programs with kernels need its library, too
#   OBJCOPY               starloop-cc hides with it what nvcc's object must not export
# Defines HAVE_CUDA in config.h and as an Automake conditional.
AC_DEFUN([SL_CHECK_CUDA], [
AC_ARG_WITH([cuda],
    [AS_HELP_STRING([--with-cuda@<:@=DIR@:>@],
        [run kernels on CUDA devices, with the CUDA Toolkit in DIR (default: where nvcc and a StarPU with CUDA are
        found)])],
    [], [with_cuda=auto])
AC_ARG_WITH([cuda-arch],
    [AS_HELP_STRING([--with-cuda-arch=LIST],
        [architectures that kernels are compiled for, such as 90 or 80,90, and PTX of the last; or native (default:
        the major ones that nvcc knows)])],
    [], [with_cuda_arch=default])
AC_ARG_VAR([NVCC], [the CUDA compiler])

sl_have_cuda=no
sl_cuda_why=
sl_cuda_how=
sl_cuda_dir=
AS_CASE([$with_cuda],
    [no], [sl_cuda_why="--without-cuda"],
    [yes | auto], [],
    [
    AS_CASE([$with_cuda], [/*], [], [with_cuda=$(cd "$with_cuda" 2>/dev/null && pwd || echo "$with_cuda")])
    AS_IF([test ! -x "$with_cuda/bin/nvcc"],
        [AC_MSG_ERROR([--with-cuda: expected a CUDA Toolkit, found no $with_cuda/bin/nvcc])])
    NVCC=$with_cuda/bin/nvcc])
AS_IF([test -z "$sl_cuda_why"], [
    sl_path=$PATH
    for sl_dir in "$CUDA_HOME" "$CUDA_PATH" /usr/local/cuda; do
        AS_IF([test -n "$sl_dir"], [sl_path=$sl_path$PATH_SEPARATOR$sl_dir/bin])
    done
    AC_PATH_PROG([NVCC], [nvcc], [], [$sl_path])
    AC_CHECK_TOOL([OBJCOPY], [objcopy])
    AS_IF([test -z "$NVCC"], [sl_cuda_why="nvcc was not found; --with-cuda=DIR says where the CUDA Toolkit is"],
        [test -z "$OBJCOPY"], [sl_cuda_why="objcopy was not found (binutils)"],
        [SL_CUDA_IN_STARPU])])
AS_IF([test -z "$sl_cuda_why"], [SL_CUDA_FOLDERS])
AS_IF([test -z "$sl_cuda_why"], [SL_CUDA_ARCH])
AS_IF([test -z "$sl_cuda_why"], [SL_CUDA_TRY])
AS_IF([test -z "$sl_cuda_why"], [
    sl_have_cuda=yes
    AC_DEFINE([HAVE_CUDA], [1], [Define to 1 when this build has CUDA.])],
    [
    AS_CASE([$with_cuda], [no | auto], [], [AC_MSG_ERROR([--with-cuda: $sl_cuda_why$sl_cuda_how])])
    SL_NVCC_CCBIN=; SL_CUDA_ARCH_FLAGS=; SL_CUDA_ONE_ARCH=; CUDA_CPPFLAGS=; CUDA_LIBS=; NVCC=])
AM_CONDITIONAL([HAVE_CUDA], [test "$sl_have_cuda" = yes])
AC_SUBST([SL_NVCC_CCBIN])
AC_SUBST([SL_CUDA_ARCH_FLAGS])
AC_SUBST([SL_CUDA_ONE_ARCH])
AC_SUBST([CUDA_CPPFLAGS])
AC_SUBST([CUDA_LIBS])
])

# SL_CUDA_IN_STARPU: sets sl_cuda_why when StarPU has no CUDA.
AC_DEFUN([SL_CUDA_IN_STARPU], [
sl_saved_CPPFLAGS=$CPPFLAGS
CPPFLAGS="$CPPFLAGS $STARPU_CFLAGS"
AC_MSG_CHECKING([whether StarPU was built with CUDA])
AC_PREPROC_IFELSE([AC_LANG_SOURCE([[
#include <starpu_config.h>
#ifndef STARPU_USE_CUDA
#error no CUDA
#endif
]])], [sl_starpu_cuda=yes], [sl_starpu_cuda=no])
AC_MSG_RESULT([$sl_starpu_cuda])
CPPFLAGS=$sl_saved_CPPFLAGS
AS_IF([test "$sl_starpu_cuda" = no],
    [sl_cuda_why="StarPU $sl_starpu_version ($sl_starpu_origin) was built without CUDA"],
    [test "$sl_starpu_major.$sl_starpu_minor" = 1.3],
    [sl_cuda_why="with CUDA Starloop needs StarPU 1.4, not $sl_starpu_version ($sl_starpu_origin)"])
AS_IF([test -n "$sl_cuda_why"], [
    sl_cuda_how=". To get one that has it:
        tools/build-starpu PREFIX --with-cuda=$(dirname "$(dirname "$NVCC")")
        configure --with-starpu=PREFIX --with-cuda"
    AS_CASE([$with_cuda], [auto], [sl_cuda_why="$sl_cuda_why; tools/build-starpu makes one that has it"])])
])

# SL_CUDA_FOLDERS: the toolkit of $NVCC, its headers and libraries. Packages that put it under /usr need no folders.
AC_DEFUN([SL_CUDA_FOLDERS], [
sl_nvcc_version=$("$NVCC" --version 2>/dev/null | $SED -n 's/.*release \(@<:@0-9.@:>@*\).*/\1/p')
sl_cuda_dir=$(dirname "$(dirname "$NVCC")")
AS_IF([test ! -f "$sl_cuda_dir/include/cuda_runtime_api.h"],
    [sl_cuda_dir=$(dirname "$(dirname "$(readlink -f "$NVCC")")")])
CUDA_CPPFLAGS=; CUDA_LIBS=-lcudart
AS_IF([test "$sl_cuda_dir" != /usr], [
    for sl_dir in "$sl_cuda_dir"/include "$sl_cuda_dir"/targets/*/include; do
        AS_IF([test -f "$sl_dir/cuda_runtime_api.h"], [CUDA_CPPFLAGS="-isystem $sl_dir"; break])
    done
    for sl_dir in "$sl_cuda_dir"/lib64 "$sl_cuda_dir"/lib "$sl_cuda_dir"/targets/*/lib; do
        AS_IF([test -f "$sl_dir/libcudart.so"],
            [CUDA_LIBS="-L$sl_dir -lcudart -Wl,-rpath,$sl_dir"; break])
    done])
# CUB, of the toolkit, is C++ on the host, too; the linker is C's.
CUDA_LIBS="$CUDA_LIBS -lstdc++"
sl_saved_CPPFLAGS=$CPPFLAGS; sl_saved_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $CUDA_CPPFLAGS"; LIBS="$CUDA_LIBS $LIBS"
AC_MSG_CHECKING([whether programs link with the CUDA runtime of $sl_cuda_dir])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <cuda_runtime_api.h>]],
    [[int version; return cudaRuntimeGetVersion(&version) != cudaSuccess;]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     sl_cuda_why="programs do not link with the CUDA runtime ($CUDA_CPPFLAGS $CUDA_LIBS); see config.log"])
CPPFLAGS=$sl_saved_CPPFLAGS; LIBS=$sl_saved_LIBS
])

# SL_CUDA_ARCH: SL_CUDA_ARCH_FLAGS and sl_cuda_archs. By default as nvcc's all-major: the first architecture of each
# generation from 7 on, and the oldest one. PTX of the last lets newer devices compile for themselves.
AC_DEFUN([SL_CUDA_ARCH], [
AS_CASE([$with_cuda_arch],
    [default | yes | no], [
    sl_cuda_archs=$("$NVCC" --list-gpu-code 2>/dev/null | $SED -n 's/^sm_\(@<:@0-9@:>@*\)$/\1/p' | sort -n | $AWK '
        $[]1 >= 70 && int($[]1 / 10) != major { major = int($[]1 / 10)
            if ($[]1 % 10 == 0 || !n) { printf "%s%d", n++ ? "," : "", $[]1 } }')
    AS_IF([test -z "$sl_cuda_archs"],
        [sl_cuda_why="$NVCC --list-gpu-code names no architecture from sm_70 on; --with-cuda-arch=LIST says which"])],
    [sl_cuda_archs=$with_cuda_arch])
SL_CUDA_ONE_ARCH=
AS_CASE([$sl_cuda_archs],
    [native | all | all-major], [SL_CUDA_ARCH_FLAGS=-arch=$sl_cuda_archs],
    [*@<:@!0-9af,@:>@* | ,* | *, | *,,*],
        [AC_MSG_ERROR([--with-cuda-arch: expected a list such as 80,90, or native, got "$with_cuda_arch"])],
    [
    SL_CUDA_ARCH_FLAGS=
    for sl_arch in $(AS_ECHO(["$sl_cuda_archs"]) | tr ',' ' '); do
        SL_CUDA_ARCH_FLAGS="$SL_CUDA_ARCH_FLAGS -gencode=arch=compute_$sl_arch,code=sm_$sl_arch"
    done
    SL_CUDA_ARCH_FLAGS="${SL_CUDA_ARCH_FLAGS# } -gencode=arch=compute_$sl_arch,code=compute_$sl_arch"
    SL_CUDA_ONE_ARCH=$sl_arch])
])

# SL_CUDA_TRY: whether nvcc compiles for these architectures with this C++ compiler. Of CXX="ccache g++ -m64" nvcc can
# be given the compiler alone.
AC_DEFUN([SL_CUDA_TRY], [
SL_NVCC_CCBIN=
for sl_word in $CXX; do
    AS_CASE([$sl_word], [-*], [], [SL_NVCC_CCBIN=$sl_word])
done
AC_MSG_CHECKING([whether $NVCC compiles with $SL_NVCC_CCBIN for $sl_cuda_archs])
cat > conftest.cu <<'END'
static __global__ void kernel(double *p) { p@<:@threadIdx.x@:>@ *= 2; }
int launch(double *p);
int launch(double *p) { kernel<<<1, 2>>>(p); return (int)cudaGetLastError(); }
END
sl_command="$NVCC -ccbin $SL_NVCC_CCBIN -std=c++17 -O3 $SL_CUDA_ARCH_FLAGS -c conftest.cu -o conftest.cu.o"
AS_ECHO(["configure: $sl_command"]) >&AS_MESSAGE_LOG_FD
AS_IF([$sl_command >conftest.log 2>&1 && ! grep 'Cannot find valid GPU' conftest.log >/dev/null],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     sl_cuda_why="$NVCC cannot compile with $SL_NVCC_CCBIN for $sl_cuda_archs ($($SED -n '/./{p;q;}' conftest.log))"])
cat conftest.log >&AS_MESSAGE_LOG_FD
rm -f conftest.cu conftest.cu.o conftest.log
])
