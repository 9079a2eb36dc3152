#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The programs of the tutorial, as tests/pages.bash says. A page says "Kept from [step N](PAGE.md): `FILE`, ..." of
# files that it takes from another page. Blocks "c solution=NAME.c" are the solution of its exercise: they replace files
# of the page's program, and "text solution" is what that prints then. The quick form has every third page, others for
# each SL_TEST_SEED.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../pages.bash"
tutorial=$srcdir/doc/tutorial
# MPI's own memory is not ours to free.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
unset STARLOOP_CPU_CORES STARLOOP_CPU_WORKERS STARLOOP_SHARE
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

page_of() { echo "$tutorial/$1.md"; }
sees_nvcc() { [ "$1" = 7-gpu ]; }
uses_mpi() { grep -q '<mpi\.h>' "$(page_of "$1")"; }

keeps() { grep -q '^Kept from' "$(page_of "$1")"; }

# take_kept PAGE: the files that it takes from other pages, compiled where these pages were.
take_kept()
{
    local from file
    sed -n 's/^Kept from \[step [0-9]\](\([0-9a-z-]*\)\.md): /\1 /p' "$(page_of "$1")" | while read -r from file; do
        grep -o '`[a-z_]*\.[ch]`' <<< "$file" | tr -d '`' | while read -r file; do
            blocks "$(page_of "$from")" "c file=$file" > "$file"
            if [ -x "../$from/program1" ] && [ "${file%.c}" != "$file" ] && ! sees_nvcc "$1"; then
                cp -p "../$from/${file%.c}.o" .
            fi
        done
    done
}

# with_main: the program begins in heat.c, whether the page has it or keeps it.
with_main() { grep -qx heat.c files || echo heat.c >> files; }

# build_page PAGE: its program, and, in the folder `solution` of it, that of its exercise. What is the same is not
# compiled again.
build_page()
{
    local header
    mkdir -p "$work/$1"
    cd "$work/$1" || return
    take_kept "$1"
    take_files "$(page_of "$1")" file
    with_main
    compile "$1" > build.log 2>&1 </dev/null || { rm -f program*; return; }
    mkdir solution
    cp -p ./*.[ch] ./*.o solution
    cd solution || return
    take_files "$(page_of "$1")" solution
    for header in *.h; do if grep -qx "$header" files; then rm -f ./*.o; fi; done
    sed 's/\.c$/.o/' files | xargs rm -f
    with_main
    compile "$1" > build.log 2>&1 </dev/null || rm -f program*
}

# run_program PAGE WHAT INFO: of the current folder
run_program()
{
    [ -x program1 ]
    ok $? "the $2 of $1.md compiles" build.log
    [ -x program1 ] || return
    if uses_mpi "$1"; then
        compare_output "$1" "$3" mpirun $oversubscribe -np 2
    else
        compare_output "$1" "$3"
    fi
    if grep -q '^wrote heat.pgm' want; then
        [ "$(head -c 2 heat.pgm)" = P5 ] && [ "$(wc -c < heat.pgm)" -ge 40000 ]
        ok $? "the picture is there"
    fi
}

pages=()
for file in "$tutorial"/[0-9]*.md; do pages+=("$(basename "$file" .md)"); done
[ ${#pages[@]} -eq 8 ]
ok $? "the tutorial has eight steps"
sort -n <(printf '%s\n' "${pages[@]}") > "$work/steps"
sed -n 's/^| \[[^]]*](\([^)]*\)\.md).*/\1/p' "$tutorial/README.md" | diff - "$work/steps" > "$work/listed"
ok $? "its first page lists them in their order" "$work/listed"
mapfile -t pages < <(some 3 "${pages[@]}")

oversubscribe=
if mpirun --version 2>&1 | grep -q 'Open MPI\|OpenRTE'; then oversubscribe=--oversubscribe; fi
possible=()
for page in "${pages[@]}"; do
    if uses_mpi "$page" && [ -z "${SL_TEST_MPI_LIBS:-}" ]; then
        skip "${SL_TEST_NO_MPI:-no MPI}" "the programs of $page.md"
    elif uses_mpi "$page" && ! command -v mpirun > /dev/null; then
        skip "no mpirun" "the programs of $page.md"
    else
        possible+=("$page")
    fi
done
first=() then=()
for page in "${possible[@]}"; do if keeps "$page"; then then+=("$page"); else first+=("$page"); fi; done
side_by_side "$(nproc)" build_page "${first[@]}"
side_by_side "$(nproc)" build_page "${then[@]}"
for page in "${possible[@]}"; do
    cd "$work/$page" || exit 99
    run_program "$page" program "text output"
    cd solution || continue
    run_program "$page" "exercise's solution" "text solution"
done

# The profile has the columns and kernels of the page.
if [ -f "$work/5-profile/profile.txt" ]; then
    cd "$work/5-profile" || exit 99
    blocks "$(page_of 5-profile)" "text profile" > profile.shown
    profile_columns profile.shown > profile.want
    profile_columns profile.txt > profile.got
    [ -s profile.want ] && diff -b profile.want profile.got > difference
    ok $? "the profile has the columns, kernels and calls that the page shows" difference
    grep -q '"traceEvents"' trace.json
    ok $? "the trace is there"
fi
# How many calls went where differs from run to run; the words are the library's.
routes=$(blocks "$(page_of 5-profile)" "text routes" | sed '1d; s/^  [a-z]* *[0-9]*  //')
[ "$(wc -l <<< "$routes")" -ge 8 ] && while read -r route; do
    grep -qF "\"${route##*  }\"" "$srcdir/lib/place/route.c" || echo "${route##*  }"
done <<< "$routes" > "$work/words"
[ ! -s "$work/words" ]
ok $? "the reasons that the page shows are the library's" "$work/words"
done_testing
