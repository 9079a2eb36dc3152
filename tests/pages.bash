# SPDX-License-Identifier: BSD-3-Clause
# Programs of documents, for the scripts that test the guide and the tutorial, which source it behind tap.bash: a page's
# blocks marked "c file=NAME.c" are taken out, compiled as a user compiles them, and run; what they print is compared
# with the page's block "text output". Blocks of one name are one file; each file with a main() is a program, with those
# that have none. Files that include starloop/kernel.h are kernel files, for starloop-cc. "cpp file=NAME.cpp", or .hpp,
# is the same in C++17. -O1 keeps the time low.
# The script defines page_of NAME, which prints the page's file, and sees_nvcc NAME, whether nvcc sees its kernels.
export LC_ALL=C
cc=${SL_TEST_CC:-cc} cxx=${SL_TEST_CXX:-c++} flags="-O1 ${SL_TEST_FLAGS:-}"

# blocks FILE INFO: the text of the fenced blocks whose first line is INFO.
blocks()
{
    awk -v info="$2" '
        !inside && /^```/ { inside = 1; wanted = (substr($0, 4) == info); next }
        inside && /^```$/ { inside = wanted = 0; next }
        wanted' "$1"
}

# take_files FILE WORD: writes the files of the blocks "c WORD=NAME" and "cpp WORD=NAME" into the current folder;
# `files` lists them.
take_files()
{
    local file
    sed -nE "s/^\`\`\`(c $2=([a-z_0-9]*\.[ch])|cpp $2=([a-z_0-9]*\.[ch]pp))\$/\2\3/p" "$1" | awk '!seen[$0]++' > files
    while read -r file; do
        case $file in *pp) blocks "$1" "cpp $2=$file" ;; *) blocks "$1" "c $2=$file" ;; esac > "$file"
    done < files
}

# compile PAGE: makes the programs of the files in the current folder, in the order in which `files` has those with a
# main(). An object that is there already is taken. nvcc takes some seconds a file, so it sees those of few pages only.
compile()
{
    local file object number=0 objects=() mains=() only=--no-cuda libs=${SL_TEST_CUDA_LIBS:-} tag=CC link=$cc
    if sees_nvcc "$1"; then only=${SL_TEST_CUDA_ARCH:+--cuda-arch=$SL_TEST_CUDA_ARCH}; fi
    if grep -q '<mpi\.h>' ./*.c; then libs+=" ${SL_TEST_MPI_LIBS:-}"; fi
    if grep -q '<starloop/mpi\.h>' ./*.c; then libs+=" $builddir/lib/libstarloop-mpi.la"; fi
    for file in *.c *.cpp; do
        [ -f "$file" ] || continue
        if [ "${file%.cpp}" != "$file" ]; then tag=CXX link=$cxx; fi
        object=${file%.*}.o
        grep -q '^int main(' "$file" || objects+=("$object")
        if [ -f "$object" ]; then continue; fi
        if grep -q 'starloop/kernel\.h' "$file"; then
            sh "$builddir/tools/starloop-cc" --cc="$cc" --cxx="$cxx" --headers="$srcdir/include" $only \
                $flags ${SL_TEST_MPI_CPPFLAGS:-} -c "$file" -o "$object" || return
        elif [ "${file%.cpp}" != "$file" ]; then
            $cxx -std=c++17 -Wall -Wextra -Werror $flags -I"$srcdir/include" -c "$file" -o "$object" || return
        else
            $cc -std=gnu11 -Wall -Wextra -Werror $flags -I"$srcdir/include" ${SL_TEST_MPI_CPPFLAGS:-} -c "$file" \
                -o "$object" || return
        fi
    done
    mapfile -t mains < <(while read -r file; do grep -l '^int main(' "$file"; done < files)
    for file in "${mains[@]}"; do
        number=$((number + 1))
        "$builddir/libtool" --quiet --tag=$tag --mode=link $link $flags -no-install -o program$number "${file%.*}.o" \
            "${objects[@]}" "$builddir/lib/libstarloop.la" $libs -lm || return
    done
}

# compare_output PAGE INFO [COMMAND...]: the programs of the current folder, run by COMMAND one after another, print the
# page's block INFO.
compare_output()
{
    local page=$1 info=$2 program status=0
    shift 2
    blocks "$(page_of "$page")" "$info" > want
    [ -s want ]
    ok $? "the page says what it prints"
    for program in ./program*; do
        env $(blocks "$(page_of "$page")" "text environment") timeout 60 "$@" "$program" </dev/null || status=$?
    done > got 2> errors
    ok $status "it runs" errors
    diff want got > difference
    ok $? "it prints what the page says" difference
}

# profile_columns FILE: of a profile, which has times in it, what is the same each time: its columns, and of each kernel
# its name, place and calls.
profile_columns()
{
    awk '$1 == "kernel" && $2 == "on" { print; on = 1; next }
         on && NF == 10 { print $1, $2, $3 }
         on && !NF { exit }' "$1" | sort
}

# unchecked_access FILE...: where code of a page (a fenced block, or what is indented by four), or of a C file, uses a
# pointer of SL_HOST_READ, SL_HOST_WRITE or SL_HOST_RDWR before it has compared it with NULL.
unchecked_access()
{
    awk '
        function tell(what) { print FILENAME ":" FNR ": " what }
        function end(name) { for (name in open) tell(name " of line " open[name] " is not compared"); split("", open) }
        function has(pattern) { return $0 ~ "(^|[^A-Za-z_0-9])" pattern "([^A-Za-z_0-9]|$)" }
        FNR == 1 { fenced = 0; split("", open); page = FILENAME ~ /\.md$/ }
        page && /^```/ { fenced = !fenced; end(); next }
        page && !fenced && !/^    / { next }
        {
            for (name in open)
                if (has(name " [!=]= (NULL|nullptr)") || has("!" name) || has("if \\(" name "\\)"))
                    delete open[name]
                else if (has(name)) {
                    tell(name " is used before it is compared with NULL")
                    delete open[name]
                }
            rest = $0
            while (match(rest, /SL_HOST_(READ|WRITE|RDWR)\([^()]*(\([^()]*\)[^()]*)*\)/)) {
                name = substr(rest, 1, RSTART - 1)
                rest = substr(rest, RSTART + RLENGTH)
                if (rest ~ /^\)? ([!=]= (NULL|nullptr)|\? )/) continue
                if (name ~ /(^|[^A-Za-z_0-9])host [a-z]+\([a-z]+, $/) continue # the owner in cxx.md compares it
                if (name ~ /[A-Za-z_0-9] = ([^,;]* \? )?$/ && rest ~ /^( : NULL)?[,;]/) {
                    sub(/ = ([^,;]* \? )?$/, "", name)
                    sub(/.*[^A-Za-z_0-9]/, "", name)
                    open[name] = FNR
                } else
                    tell("the pointer is not compared with NULL")
            }
        }' "$@"
}
