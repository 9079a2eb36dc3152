# SPDX-License-Identifier: BSD-3-Clause

# SL_CHECK_BLAS
# Looks for what examples/gemm calls, which does without: a BLAS with C's interface (OpenBLAS, BLIS, Netlib's), and
# cuBLAS in a build with CUDA. After SL_CHECK_CUDA. Sets sl_blas_text, and substitutes
#   BLAS_CPPFLAGS  -DHAVE_CBLAS and -DHAVE_CUBLAS for what is there, and where its headers are
#   BLAS_LIBS      their libraries
AC_DEFUN([SL_CHECK_BLAS], [
BLAS_CPPFLAGS=
BLAS_LIBS=
sl_blas_text=
AC_MSG_CHECKING([for a BLAS with an interface for C])
sl_saved_CPPFLAGS=$CPPFLAGS; sl_saved_LIBS=$LIBS
for sl_blas in openblas blis cblas blas; do
    LIBS="-l$sl_blas $sl_saved_LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <cblas.h>]],
        [[double x = 1; cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, x, &x, 1, &x, 1, x, &x, 1);]])],
        [sl_blas_text=$sl_blas; BLAS_CPPFLAGS=-DHAVE_CBLAS; BLAS_LIBS=-l$sl_blas; break])
done
AC_MSG_RESULT([${sl_blas_text:-no}])
AS_IF([test -z "$sl_blas_text"], [sl_blas_text="no, a plain loop instead"])
AS_IF([test "$sl_have_cuda" = yes], [
    AC_MSG_CHECKING([for cuBLAS])
    CPPFLAGS="$CPPFLAGS $CUDA_CPPFLAGS"; LIBS="$CUDA_LIBS -lcublas $sl_saved_LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <cublas_v2.h>]],
        [[cublasHandle_t handle; return cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS;]])],
        [sl_cublas=yes; BLAS_CPPFLAGS="$BLAS_CPPFLAGS -DHAVE_CUBLAS $CUDA_CPPFLAGS"; BLAS_LIBS="$BLAS_LIBS -lcublas"
         sl_blas_text="$sl_blas_text, and cuBLAS"],
        [sl_cublas=no])
    AC_MSG_RESULT([$sl_cublas])])
CPPFLAGS=$sl_saved_CPPFLAGS; LIBS=$sl_saved_LIBS
AC_SUBST([BLAS_CPPFLAGS])
AC_SUBST([BLAS_LIBS])
])
