#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The programs of the guide and of README.md: each page's blocks marked "c file=NAME.c" are taken out, compiled as a
# user compiles them, and run; what they print is compared with the page's block "text output". Blocks of one name are
# one file; each file with a main() is a program, with those that have none. Files that include starloop/kernel.h are
# kernel files, for starloop-cc. -O1 keeps the time low. The quick form has the programs of every third page, others for
# each SL_TEST_SEED.
. "$(dirname "$0")/tap.bash"
export LC_ALL=C
guide=$srcdir/doc/guide
cc=${SL_TEST_CC:-cc} flags="-O1 ${SL_TEST_FLAGS:-}"

# page_of NAME: its file. README.md's program is one of them.
page_of() { case $1 in README) echo "$srcdir/README.md" ;; *) echo "$guide/$1.md" ;; esac; }

# blocks FILE INFO: the text of the fenced blocks whose first line is INFO.
blocks()
{
    awk -v info="$2" '
        !inside && /^```/ { inside = 1; wanted = (substr($0, 4) == info); next }
        inside && /^```$/ { inside = wanted = 0; next }
        wanted' "$1"
}

# compile PAGE: makes the programs of the page's files in the current folder. nvcc takes some seconds a file, so it sees
# those of the page on GPUs only.
compile()
{
    local file number=0 objects=() mains=() only=--no-cuda
    [ "$1" != gpu ] || only=${SL_TEST_CUDA_ARCH:+--cuda-arch=$SL_TEST_CUDA_ARCH}
    for file in *.c; do
        if grep -q 'starloop/kernel\.h' "$file"; then
            sh "$builddir/tools/starloop-cc" --cc="$cc" --headers="$srcdir/include" $only $flags -c "$file" \
                -o "${file%.c}.o" || return
        else
            $cc -std=gnu11 -Wall -Wextra -Werror $flags -I"$srcdir/include" -c "$file" -o "${file%.c}.o" || return
        fi
        grep -q '^int main(' "$file" || objects+=("${file%.c}.o")
    done
    mapfile -t mains < <(while read -r file; do grep -l '^int main(' "$file"; done < files)
    for file in "${mains[@]}"; do
        number=$((number + 1))
        "$builddir/libtool" --quiet --tag=CC --mode=link $cc $flags -no-install -o program$number "${file%.c}.o" \
            "${objects[@]}" "$builddir/lib/libstarloop.la" ${SL_TEST_CUDA_LIBS:-} -lm || return
    done
}

# build_page PAGE: its program, in a folder of the page's own.
build_page()
{
    local page=$1 file
    mkdir -p "$work/$page"
    cd "$work/$page" || return
    sed -n 's/^```c file=\([a-z_0-9]*\.[ch]\)$/\1/p' "$(page_of "$page")" | awk '!seen[$0]++' > files
    while read -r file; do
        blocks "$(page_of "$page")" "c file=$file" > "$file"
    done < files
    compile "$page" > build.log 2>&1 </dev/null || rm -f program*
}

# run_page PAGE: its programs, in their order on the page, print what it says.
run_page()
{
    local program status=0
    blocks "$(page_of "$1")" "text output" > want
    [ -s want ]
    ok $? "the page says what it prints"
    for program in ./program*; do
        env $(blocks "$(page_of "$1")" "text environment") timeout 60 "$program" </dev/null || status=$?
    done > got 2> errors
    ok $status "it runs" errors
    diff want got > difference
    ok $? "it prints what the page says" difference
}

pages=()
for file in "$srcdir/README.md" "$guide"/*.md; do
    if grep -q '^```c file=' "$file"; then pages+=("$(basename "$file" .md)"); fi
done
[ ${#pages[@]} -gt 9 ]
ok $? "README and guide have programs (${#pages[@]})"
# profile.md is looked at again below, and gpu.md is what nvcc sees.
if quick; then mapfile -t pages < <({ some 3 "${pages[@]}"; printf '%s\n' gpu profile; } | sort -u); fi
side_by_side "$(nproc)" build_page "${pages[@]}"
for page in "${pages[@]}"; do
    cd "$work/$page" || exit 99
    [ -x program1 ]
    ok $? "the program of $page.md compiles" build.log
    if [ -x program1 ]; then run_page "$page"; fi
done

# The profile has times in it: its columns, and of each kernel its name, place and calls, are the page's.
columns()
{
    awk '$1 == "kernel" && $2 == "on" { print; on = 1; next }
         on && NF == 10 { print $1, $2, $3 }
         on && !NF { exit }' "$1" | sort
}
blocks "$guide/profile.md" "text profile" > "$work/profile/shown"
columns "$work/profile/shown" > "$work/profile/want"
columns "$work/profile/profile.txt" > "$work/profile/got"
[ -s "$work/profile/want" ] && diff -b "$work/profile/want" "$work/profile/got" > "$work/profile/difference"
ok $? "the profile has the columns, kernels and calls that profile.md shows" "$work/profile/difference"

# The page of variables has all that the library knows, and no others.
sed -n 's/^    X(\([A-Z_]*\), .*/STARLOOP_\1/p' "$srcdir"/lib/*/env.h | sort > "$work/known"
grep -o '^| `STARLOOP_[A-Z_]*`' "$guide/variables.md" | tr -d '|` ' | sort > "$work/described"
[ -s "$work/known" ] && diff "$work/known" "$work/described" > "$work/variables"
ok $? "variables.md has each variable of the library's table" "$work/variables"

# What these documents call ours stands in the headers. Words and modifiers of kernels have a prefix there.
cd "$srcdir" || exit 99
grep -ohE '\b(sl_[a-z_0-9]+|SL_[A-Z_0-9]+)\b' README.md doc/from-raja-and-kokkos.md doc/guide/*.md |
    sort -u > "$work/ours"
grep -rhoE '\b(sl_[a-z_0-9]+|SL_(WORD_SL|MODIFIER_SL)?[A-Z_0-9]+)\b' include |
    sed 's/^SL_\(WORD\|MODIFIER\)_SL_/SL_/' | sort -u > "$work/declared"
[ -s "$work/ours" ] && comm -23 "$work/ours" "$work/declared" > "$work/unknown" && [ ! -s "$work/unknown" ]
ok $? "each sl_ and SL_ name of README, guide and porting page stands in the headers" "$work/unknown"

# Names of files in architecture.md are those under lib/, include/ or the project's root.
if [ -f lib/layers ]; then
    sed -n 's/^    \([a-z]*\)  .*/\1/p' doc/architecture.md | grep -v '^$' | diff lib/layers - > "$work/layers"
    ok $? "the picture in architecture.md has the layers in the order of lib/layers" "$work/layers"
    grep -oE '`(starloop/)?[a-z]+(/[a-z_]+)+(\.[ch])?`' doc/architecture.md | tr -d '`' | sort -u > "$work/named"
    while read -r name; do
        [ -e "lib/$name" ] || [ -e "include/$name" ] || [ -e "$name" ] || [ -e "doc/$name" ] || echo "$name"
    done < "$work/named" > "$work/files"
    [ ! -s "$work/files" ]
    ok $? "each file that architecture.md names is there" "$work/files"
else
    skip "the folders of lib/ are not those of the page yet" "the layers and files that architecture.md names are there"
fi
find lib -name '*.c' | sed 's|^lib/||' | sort | while read -r name; do
    grep -qF "\`$name\`" doc/architecture.md || echo "$name"
done > "$work/unnamed"
[ ! -s "$work/unnamed" ]
ok $? "architecture.md names every source file of lib/" "$work/unnamed"
[ "$(wc -l < doc/architecture.md)" -le 300 ]
ok $? "architecture.md has at most 300 lines"

# Links between the documents lead somewhere, and so does what sources and documents say of doc/.
find README.md CONTRIBUTING.md CHANGELOG.md doc bench examples -name '*.md' | while read -r file; do
    grep -oE '\]\([^)#: ]+(#[^)]*)?\)' "$file" | sed 's/^](//; s/[)#].*$//' | while read -r link; do
        [ -e "$(dirname "$file")/$link" ] || echo "$file: $link"
    done
done > "$work/links"
[ ! -s "$work/links" ]
ok $? "links between the documents lead to files that are there" "$work/links"
grep -rnoE --exclude-dir=work --exclude-dir=home '(^|[^./A-Za-z])doc/[a-z/_-]*[a-z]\.md' \
    README.md CONTRIBUTING.md doc bench examples include lib tests tools | while IFS=: read -r file line name; do
    [ -f "doc/${name#*doc/}" ] || echo "$file:$line: $name"
done > "$work/names"
[ ! -s "$work/names" ]
ok $? "sources and documents name pages of doc/ that are there" "$work/names"
done_testing
