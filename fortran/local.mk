# SPDX-License-Identifier: BSD-3-Clause
# The Fortran module: its source is installed always, for programs of another compiler than the one that configure
# found; the compiled module and its library where there is gfortran.
dist_pkgdata_DATA += fortran/starloop.f90
EXTRA_DIST += starloop-fortran.pc.in

if HAVE_FORTRAN
AM_FCFLAGS = -std=f2008 -Wall -J fortran $(filter-out --coverage -fprofile-update=%,$(SL_BUILD_FLAGS))
lib_LTLIBRARIES += fortran/libstarloop_fortran.la
fortran_libstarloop_fortran_la_SOURCES = fortran/starloop.f90
fortran_libstarloop_fortran_la_LDFLAGS = $(AM_LDFLAGS) -version-info $(SL_LIBRARY_VERSION)
fortran_libstarloop_fortran_la_LIBTOOLFLAGS =
# Programs link with libstarloop beside it. Linked with it here it would be linked again when it is installed, and then
# into the prefix of configure only.
fortran_libstarloop_fortran_la_LIBADD =

# Compilers of other versions do not read it: it lies beside the library.
fmoddir = $(pkglibdir)
nodist_fmod_DATA = fortran/starloop.mod
fortran/starloop.mod: fortran/libstarloop_fortran_la-starloop.lo
	@test -f $@ || { rm -f $<; $(MAKE) $(AM_MAKEFLAGS) $<; }
CLEANFILES += fortran/starloop.mod
SL_PC += starloop-fortran.pc
endif
