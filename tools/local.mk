# SPDX-License-Identifier: BSD-3-Clause
bin_SCRIPTS += tools/starloop-cc
dist_bin_SCRIPTS += tools/starloop-gantt
EXTRA_DIST += tools/build-starpu tools/coverage tools/format tools/make-fortran tools/make-names tools/make-nests \
    tools/make-slots tools/update-lists tools/version

# What starloop-cc looks at kernel files with. It is no program for users.
pkglibexec_PROGRAMS = tools/starloop-lint
tools_starloop_lint_SOURCES = tools/lint/expand.c tools/lint/inner.c tools/lint/layout.c tools/lint/lint.h \
    tools/lint/main.c tools/lint/names.c tools/lint/outer.c tools/lint/tokens.c

# BEGIN LISTS (tools/update-lists)
bin_PROGRAMS += \
    tools/starloop-info
tools_starloop_info_SOURCES = \
    tools/starloop-info.c
tools_starloop_info_LDADD = \
    lib/libstarloop.la
# END LISTS
