# SPDX-License-Identifier: BSD-3-Clause
# What a developer asks of make beside building, testing and installing. `make help` lists it.

# A line for each target, TARGET:TEXT; tests/targets.sh compares them with the rules.
SL_HELP = \
    'all:libraries, programs and examples' \
    'check:every test; TESTS=tests/NAME for one' \
    'bench:every benchmark; BENCH_FLAGS="--case=dot --csv" for some' \
    'install:libraries, headers, programs, manual pages, pkg-config and CMake files' \
    'installcheck:compile and run programs with what is installed' \
    'dist:the release archive' \
    'distcheck:the release archive, built, tested and installed from a read-only tree' \
    'clean:remove what make has made; distclean: what configure has made, too' \
    'format:format the sources by .clang-format' \
    'format-check:fail where a source is not formatted'

help:
	@printf '  %s\n' $(SL_HELP) | sed 's/:/ /' | while read -r target text; do \
	    printf '  %-24s%s\n' "$$target" "$$text"; done

format:
	$(AM_V_at)$(top_srcdir)/tools/format
format-check:
	$(AM_V_at)$(top_srcdir)/tools/format --check

.PHONY: help format format-check
