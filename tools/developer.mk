# SPDX-License-Identifier: BSD-3-Clause
# What a developer asks of make beside building, testing and installing. `make help` lists it.

# A line for each target, TARGET:TEXT; tests/house/targets.sh compares them with the rules.
SL_HELP = \
    'all:libraries, programs and examples' \
    'check:every test; TESTS=tests/ROOM/NAME for one' \
    'bench:every benchmark; BENCH_FLAGS="--case=dot --csv" for some' \
    'install:libraries, headers, programs, manual pages, pkg-config and CMake files' \
    'installcheck:compile and run programs with what is installed' \
    'dist:the release archive' \
    'distcheck:the release archive, built, tested and installed from a read-only tree' \
    'clean:remove what make has made; distclean: what configure has made, too' \
    'format:format the sources by .clang-format' \
    'format-check:fail where a source is not formatted' \
    'tidy:clang-tidy over the sources but kernel files; TIDY=lib/data for those whose path has this' \
    'coverage:how many lines of lib/ the tests have run (configure --enable-coverage, make check)' \
    'docs:reference of the public interface, into html/, by Doxygen; a warning is an error' \
    'cheat-sheet.pdf:the cheat sheet, two pages, by groff' \
    'compile_commands.json:the compilation database, for clang-tidy and editors'

help:
	@printf '  %s\n' $(SL_HELP) | sed 's/:/ /' | while read -r target text; do \
	    printf '  %-24s%s\n' "$$target" "$$text"; done

format:
	$(AM_V_at)$(top_srcdir)/tools/format
format-check:
	$(AM_V_at)$(top_srcdir)/tools/format --check

# ---- compilation database -----------------------------------------------------------------------------------
# A line for each source, from the variables that compile it. A product is what Automake has X_SOURCES and X_OBJECTS of.
# A source of several products stands in it once. Kernel files have the flags that starloop-cc passes, less one that
# only GCC knows.
SL_DB_PRODUCTS = $(patsubst %_OBJECTS,%,$(filter-out am_%,$(filter %_OBJECTS,$(.VARIABLES))))
SL_DB_CPPFLAGS = $(DEFS) $(DEFAULT_INCLUDES) $(or $($(1)_CPPFLAGS),$(AM_CPPFLAGS)) $(CPPFLAGS)
SL_DB_CC = $(CC) $(SL_DB_CPPFLAGS) $(or $($(1)_CFLAGS),$(AM_CFLAGS)) $(CFLAGS)
SL_DB_CXX = $(CXX) $(SL_DB_CPPFLAGS) $(or $($(1)_CXXFLAGS),$(AM_CXXFLAGS)) $(CXXFLAGS)
SL_DB_KERNEL = $(CC) @kernel_flags@ -I. $(SL_WARN_CFLAGS) $(SL_BUILD_FLAGS) $(SL_BOUNDS_CPPFLAGS) $(CPPFLAGS) \
    $(filter-out --%,$(SL_KERNEL_CFLAGS))
SL_DB_QUOTED = $(subst ",\",$(subst \,\\,$(1)))
SL_DB_LINE = {"directory": "$(call SL_DB_QUOTED,$(abs_top_builddir))", \
    "file": "$(call SL_DB_QUOTED,$(abspath $(top_srcdir)/$(1)))", \
    "command": "$(call SL_DB_QUOTED,$(2) -c $(top_srcdir)/$(1))"}
SL_DB_WRITE = $(foreach source,$(1),$(file >>$@.lines,$(call SL_DB_LINE,$(source),$(2))))

compile_commands.json: Makefile tools/starloop-cc
	$(AM_V_GEN)$(file >$@.lines) \
	$(foreach p,$(SL_DB_PRODUCTS), \
	    $(call SL_DB_WRITE,$(filter %.c,$($(p)_SOURCES)),$(call SL_DB_CC,$(p))) \
	    $(call SL_DB_WRITE,$(filter %.cpp,$($(p)_SOURCES)),$(call SL_DB_CXX,$(p)))) \
	$(call SL_DB_WRITE,$(SL_KERNEL_OBJECTS:.$(OBJEXT)=.c) $(SL_KERNEL_LTOBJECTS:.lo=.c),$(SL_DB_KERNEL)) \
	$(call SL_DB_WRITE,$(SL_NATIVE_OBJECTS:.$(OBJEXT)=.c),$(SL_DB_KERNEL) $(OPENMP_CFLAGS)) \
	$(call SL_DB_WRITE,$(SL_CUDA_OBJECTS:.$(OBJEXT)=),$(SL_NVCC_COMPILE)) \
	flags=`$(STARLOOP_CC) --print-flags | sed 's/ -ftrack-macro-expansion=0//'` && \
	sort -u $@.lines | awk -F '"' '/./ && !seen[$$8]++' | sed -e "s|@kernel_flags[@]|$$flags|" | \
	    sed -e '1s/^/[/' -e '$$!s/$$/,/' -e '$$s/$$/]/' > $@.new && mv -f $@.new $@ && rm -f $@.lines
CLEANFILES += compile_commands.json

# ---- clang-tidy ---------------------------------------------------------------------------------------------
# Kernel files are left out: what it would see of them is what SL_KERNEL expands to. One file a run, for clang-tidy 14
# takes every va_list for uninitialised in the second.
CLANG_TIDY = clang-tidy
TIDY = /
tidy: compile_commands.json
	$(AM_V_at)sed -n 's/.*"file": "\([^"]*\)".*/\1/p' compile_commands.json | grep -vE 'kernels[^/]*\.c$$|\.cu$$' | \
	    grep -e '$(TIDY)' | xargs -n 1 -P "`nproc`" $(CLANG_TIDY) -p . --quiet $(TIDY_FLAGS)

# ---- reference ----------------------------------------------------------------------------------------------
DOXYGEN = doxygen
docs:
	$(AM_V_at){ cat $(top_srcdir)/doc/Doxyfile && printf '%s\n' 'PROJECT_NUMBER = $(VERSION)' 'OUTPUT_DIRECTORY = .' \
	    'INPUT = $(top_srcdir)/include/starloop.h $(top_srcdir)/include/starloop $(top_srcdir)/include/starloop/kernel' \
	    'STRIP_FROM_PATH = $(abspath $(top_srcdir))/include' \
	    'INPUT_FILTER = "$(AWK) -f $(top_srcdir)/doc/headers.awk"'; } | $(DOXYGEN) -

# Two pages A4. Without groff there is none, which a sentence says.
cheat-sheet.pdf: doc/cheat-sheet.roff
	$(AM_V_GEN)if command -v gropdf >/dev/null; then \
	    groff -Tpdf -P-p21c,29.7c $(top_srcdir)/doc/cheat-sheet.roff > $@.new && mv -f $@.new $@; \
	else echo "make $@: skipped, for groff is not installed (Debian's package groff)" >&2; fi
CLEANFILES += cheat-sheet.pdf

# ---- coverage -----------------------------------------------------------------------------------------------
# Of what `make check` or single tests have run. With gcovr (Debian's package) the lines are shown in coverage/, too.
coverage:
if ENABLE_COVERAGE
	$(AM_V_at)$(top_srcdir)/tools/coverage '$(GCOV)'
	$(AM_V_at)if command -v gcovr >/dev/null; then $(MKDIR_P) coverage && \
	    gcovr --gcov-executable '$(GCOV)' --root $(abspath $(top_srcdir)) --filter '$(abspath $(top_srcdir))/lib/' \
	        --object-directory . --html-details coverage/index.html lib && echo "lines: coverage/index.html"; fi
else
	@echo "make coverage: this build has no counters: configure --enable-coverage, make check, make coverage" >&2; exit 1
endif

clean-local:
	rm -rf html coverage
if ENABLE_COVERAGE
	find . '(' -name '*.gcda' -o -name '*.gcno' ')' -exec rm -f {} +
endif

.PHONY: help format format-check tidy docs coverage
