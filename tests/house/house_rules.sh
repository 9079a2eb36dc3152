#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Rules for the sources that a grep can check. CONTRIBUTING.md says why they are there.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "the sources follow the rules of the house"
not_when_quick "the sources follow the rules of the house"
export LC_ALL=C
cd "$srcdir" || exit 99

# The project's own text files; not what bootstrap and builds leave in the tree, and not input data.
files()
{
    local folders=()
    for folder in include lib codelets fortran tests examples bench tools doc cmake m4 packaging python .ci; do
        if [ -d $folder ]; then folders+=("$folder"); fi
    done
    find "${folders[@]}" -type f \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \
        -o -name '*.f90' \
        -o -name '*.sh' -o -name '*.bash' -o -name '*.mk' -o -name '*.m4' -o -name '*.md' -o -name '*.supp' \
        -o -name '*.1' -o -name '*.awk' -o -name '*.py' -o -name '*.toml' \
        -o -name 'CMakeLists.txt' -o -name '*.cmake.in' \) \
        ! -path 'tests/work/*' ! -path 'tests/home/*' ! -name 'libtool.m4' ! -name 'lt*.m4'
    printf '%s\n' bootstrap configure.ac Makefile.am quickstart starloop.pc.in .ci/run .gitignore README.md \
        starloop-fortran.pc.in starloop-mpi.pc.in tools/make-fortran \
        CONTRIBUTING.md CHANGELOG.md LICENSE tools/build-starpu tools/update-lists tools/starloop-cc.in \
        tools/starloop-gantt tests/run-one tests/installcheck
    printf '%s\n' SECURITY.md .clang-format .clang-tidy .editorconfig .pre-commit-config.yaml doc/Doxyfile \
        tests/.clang-tidy tools/coverage tools/format tools/version
}

# nothing SENTENCE: passes when standard input is empty, else shows it.
nothing()
{
    cat > "$work/found"
    [ ! -s "$work/found" ]
    ok $? "$1" "$work/found"
}

files | sort -u > "$work/files"
present=$(while read -r file; do if [ -f "$file" ]; then echo "$file"; fi; done < "$work/files")
comm -23 "$work/files" <(printf '%s\n' "$present" | sort -u) | nothing "every file that the project must have is there"

# Others that need StarPU itself include <starloop/starpu.h>.
grep -nE '#[[:space:]]*include[[:space:]]*[<"]starpu' $present | grep -E '\.(h|c|cpp|cuh?):' |
    grep -vE '^(lib/|include/starloop/starpu\.h:)' |
    nothing "<starpu.h> is included only under lib/ and in starloop/starpu.h"
grep -nE '#[[:space:]]*include[[:space:]]*[<"](mpi|starpu_mpi)' $(printf '%s\n' $present | grep '^\(lib\|include\)/') |
    grep -vE '^(lib/mpi/|include/starloop/mpi\.h:)' |
    nothing "MPI's headers are included by lib/mpi and starloop/mpi.h alone: libstarloop needs no MPI"
grep -n '__CUDACC__' $(printf '%s\n' $present | grep -E '\.(h|c|cpp|cuh?)$') |
    grep -vE '^(include/starloop/kernel|tests/combine/device_walk\.h:)' |
    nothing "__CUDACC__ stands only in kernel.h and its parts, and in the test that takes the place of nvcc"
grep -rnoE '#[[:space:]]*include[[:space:]]*[<"][a-z]+/[^>"]*[>"]' lib |
    awk -F: -v layers="$(tr '\n' ' ' < lib/layers)" '
    BEGIN { n = split(layers, l, " "); for (i = 1; i <= n; i++) rank[l[i]] = i }
    {
        split($1, from, "/")
        sub(/^[^<"]*[<"]/, "", $3); sub(/[>"].*/, "", $3); split($3, to, "/")
        if (to[1] in rank && rank[to[1]] > rank[from[2]]) print $1 ":" $2 ": includes " $3
    }' | nothing "no file under lib/ includes one of a folder below its own (lib/layers)"
# The public names (SL_CUDA, the value of STARLOOP_WHERE) are no knowledge of a back end.
find lib -name '*.[ch]' ! -path 'lib/exec/*' ! -path lib/runtime/backends.c -print0 | sort -z |
    xargs -0 awk 'FNR == 1 { comment = 0 }
        { line = $0; gsub(/\/\*.*\*\//, "", line) }
        comment { if (!sub(/.*\*\//, "", line)) next; comment = 0 }
        sub(/\/\*.*/, "", line) { comment = 1 }
        tolower(line) ~ /cuda/ { print FILENAME ":" FNR ": " $0 }' |
    grep -vE 'SL_CUDA|"anywhere\|cpu\|cuda"' | nothing "outside the back ends nothing in lib/ names one"
# What HIP has under other names. A comment may say CUDA's. StarPU's own functions begin with starpu_cuda_.
gpu_api=lib/exec/cuda/gpu_api.h
find lib -name '*.[ch]' ! -path $gpu_api -print0 | sort -z |
    xargs -0 awk 'FNR == 1 { comment = 0 }
        { line = $0; gsub(/\/\*.*\*\//, "", line) }
        comment { if (!sub(/.*\*\//, "", line)) next; comment = 0 }
        sub(/\/\*.*/, "", line) { comment = 1 }
        line ~ /(^|[^A-Za-z0-9_])(cuda?[A-Z]|CUDART|<cuda)/ { print FILENAME ":" FNR ": " $0 }' |
    nothing "only exec/cuda/gpu_api.h names functions, types and constants of CUDA"
grep -oE '\bgpu_[a-z0-9_]+|\bGPU_[A-Z0-9_]+' $gpu_api | sort | uniq > "$work/gpu_names"
while read -r name; do
    grep -rlw "$name" lib/exec/cuda --include='*.[ch]' | grep -qv $gpu_api || echo "$name"
done < "$work/gpu_names" | nothing "each name of $gpu_api is used by the back end"
grep -nE '\bSTARPU_(CPU|CUDA)\b' $(printf '%s\n' $present | grep '^lib/' | grep -v '^lib/exec/') |
    grep -vE 'where = STARPU_CPU|execute_on_each_worker|^lib/backend/' |
    nothing "where a task may run is said by SL__SIDE_*, not in StarPU's bits"
# A name that stands in two files is found in neither: it begins with its module's then.
grep -roE '^(__attribute__.*\) )?static [^=;]*\b[a-z_0-9]+\(' lib --include='*.c' |
    sed -E 's/:.*\b([a-z_0-9]+)\($/ \1/' | sort -u | cut -d ' ' -f 2 > "$work/statics"
[ "$(wc -l < "$work/statics")" -gt 500 ]
ok $? "there are static functions in lib/ to look at"
sort "$work/statics" | uniq -d | nothing "no two files under lib/ have a static function of one name"
find lib -name '*.[ch]' -exec grep -nHwE '(abort|exit|_exit|quick_exit|assert)[[:space:]]*\(' {} + |
    nothing "no abort, exit or assert in lib/"

# What was measured stands in the measured.h of its folder. 1e-3, 1e-6 and 1e-9 turn a unit into another.
# Not measured: the age of what a process has left that is gone.
not_measured='^lib/runtime/calibration\.c:[0-9]+:.*\bOLD_SECONDS = '
find lib -name '*.[ch]' ! -name measured.h -print0 | sort -z |
    xargs -0 awk 'FNR == 1 { comment = 0 }
        { line = $0; gsub(/"[^"]*"/, "", line); gsub(/\/\*[^*]*\*\//, "", line) }
        comment { if (!sub(/.*\*\//, "", line)) next; comment = 0 }
        sub(/\/\*.*/, "", line) { comment = 1 }
        { code = line; gsub(/(^|[^0-9A-Za-z_.])1e-[369]([^0-9A-Za-z_.]|$)/, "", code) }
        line ~ /^[ ]*#[ ]*define[ ]+[A-Za-z0-9_]+[ ]+\(?-?([0-9]+\.|\.[0-9]|[0-9]+[eE])/ ||
        line ~ /(^|[^A-Za-z_])const (double|float) [A-Za-z0-9_]+ = -?[0-9.]+([eE]-?[0-9]+)?[fF]?;/ ||
        line ~ /[A-Za-z0-9]_(NS|US|MS|SECONDS)[ ]*(=[ ]*|[ ])\(?[0-9]/ ||
        code ~ /[0-9.][eE]-[0-9]/ { print FILENAME ":" FNR ": " $0 }' |
    grep -vE "$not_measured" | nothing "constants of time and ratios stand in the measured.h of a folder of lib/"
measured=$(find lib -name measured.h | sort)
grep -hoE '^#define SL__[A-Z0-9_]+ ' $measured | cut -d ' ' -f 2 | sort > "$work/constants"
[ "$(wc -l < "$work/constants")" -gt 150 ]
ok $? "there are constants that were measured to look at"
grep -rhoE '\bSL__[A-Z0-9_]+\b' lib --include='*.[ch]' --exclude=measured.h | sort -u | comm -13 - "$work/constants" |
    nothing "each of them is used"
uniq -d "$work/constants" | nothing "and stands in one folder only"
grep -ohE '[-]-case=[a-z0-9_]+|doc/[a-z/-]+\.md' $measured | sort -u | while read -r named; do
    case $named in
        --case=*) grep -qw "bench_${named#*=}" bench/sl-bench.c || echo "$named: sl-bench has no such case" ;;
        *) [ -f "$named" ] || echo "there is no $named" ;;
    esac
done | nothing "the benchmarks and notes that they name are there"

for file in $present; do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: BSD-3-Clause' || echo "$file"
done | nothing "every file begins with its SPDX line"
# "config.h" is made by configure.
find lib -name '*.[ch]' -o -path 'lib/*' '(' -name '*.cu' -o -name '*.cuh' ')' | sort |
    xargs grep -nHE '^[[:space:]]*#[[:space:]]*include' |
    while IFS= read -r line; do
        [[ $line =~ include[[:space:]]*([<\"])([^\>\"]*) ]] || continue
        name=${BASH_REMATCH[2]}
        case ${BASH_REMATCH[1]}$name in
            '"config.h') ;;
            '"codelets/'*) [ -f "$name" ] || echo "$line: there is no $name" ;;
            '"'*/*) [ -f "lib/$name" ] || echo "$line: there is no lib/$name" ;;
            '"'*) echo "$line: expected \"FOLDER/$name\"" ;;
            *) [ ! -f "lib/$name" ] || echo "$line: expected \"$name\"" ;;
        esac
    done | nothing 'lib/ includes its own headers as "folder/file.h", and with <> public ones and those of the system'
find lib -name '*.[ch]' | while read -r file; do
    lines=$(wc -l < "$file")
    [ "$lines" -le 600 ] || echo "$file: $lines lines"
done | nothing "no file under lib/ has more than 600 lines"
grep -nE '^.{121,}$' $(printf '%s\n' $present | grep -vE '\.md$') | cut -c 1-100 |
    nothing "no line has more than 120 characters"
grep -nE '(^|[^[:alnum:]_])(TO''DO|FIX''ME|XX''X)([^[:alnum:]_]|$)' $present |
    nothing "no reminders are left in the sources"
grep -nE '[[:space:]]$' $present | cut -c 1-100 | nothing "no line ends in white space"
grep -nP '\t' $(printf '%s\n' $present | grep -E '\.(h|c|cpp|cuh?)$') | nothing "C sources are indented with spaces"

version=$(sed -n 's/^#define SL_VERSION_[A-Z]* \([0-9]*\) .*/\1/p' include/starloop/runtime.h | paste -s -d .)
grep -qE "^## .*\b${version//./\\.}\b" CHANGELOG.md
ok $? "CHANGELOG.md has an entry for the version of the headers, $version"
formatted="the sources are as .clang-format wants them (tools/format)"
status=0
tools/format --check > "$work/format" 2>&1 || status=$?
if [ $status -eq 77 ]; then
    skip "$(tail -n 1 "$work/format")" "$formatted"
else
    ok $status "$formatted" "$work/format"
fi
runs "the lists in the local.mk fragments agree with the tree (tools/update-lists)" tools/update-lists --check
done_testing
