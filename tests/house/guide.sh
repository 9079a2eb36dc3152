#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The programs of the guide and of README.md, as tests/pages.bash says. The quick form has the programs of every third
# page, others for each SL_TEST_SEED.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../pages.bash"
guide=$srcdir/doc/guide

# README.md's program is one of them.
page_of() { case $1 in README) echo "$srcdir/README.md" ;; *) echo "$guide/$1.md" ;; esac; }
# A page of ranks is run by two.
run_by() { case $1 in several-nodes) echo "mpirun $oversubscribe -np 2" ;; esac; }
mpi_settings
sees_nvcc() { case $1 in gpu | several-gpus) ;; *) return 1 ;; esac; }

# build_page PAGE: its program, in a folder of the page's own.
build_page()
{
    mkdir -p "$work/$1"
    cd "$work/$1" || return
    take_files "$(page_of "$1")" file
    compile "$1" > build.log 2>&1 </dev/null || rm -f program*
}

pages=()
for file in "$srcdir/README.md" "$guide"/*.md; do
    if grep -qE '^```c(pp)? file=' "$file"; then pages+=("$(basename "$file" .md)"); fi
done
[ ${#pages[@]} -gt 9 ]
ok $? "README and guide have programs (${#pages[@]})"
# profile.md is looked at again below, and the pages of GPUs are what nvcc sees.
if quick; then mapfile -t pages < <({ some 3 "${pages[@]}"; printf '%s\n' gpu profile; } | sort -u); fi
side_by_side "$(nproc)" build_page "${pages[@]}"
for page in "${pages[@]}"; do
    if [ "$page" = several-nodes ] && [ ! -f "$builddir/lib/libstarloop-mpi.la" ]; then
        skip "${SL_TEST_NO_STARPU_MPI:-libstarloop-mpi was not built}" "the program of $page.md compiles"
        continue
    elif [ "$page" = several-nodes ] && ! command -v mpirun > /dev/null; then
        skip "no mpirun" "the program of $page.md runs"
        continue
    fi
    cd "$work/$page" || exit 99
    [ -x program1 ]
    ok $? "the program of $page.md compiles" build.log
    if [ -x program1 ]; then compare_output "$page" "text output" $(run_by "$page"); fi
done

# A program that uses the NULL of a view without data crashes where it should say what failed.
cd "$srcdir" || exit 99
unchecked_access README.md doc/*.md doc/guide/*.md doc/tutorial/*.md $(find examples -name '*.c') > "$work/unchecked"
[ ! -s "$work/unchecked" ]
ok $? "host accesses of README, guide, tutorial, porting page and examples are compared with NULL" "$work/unchecked"
cat > "$work/some.md" <<'END'
    printf("%g", SL_HOST_READ(double, x)[2]);
    const double *p = SL_HOST_READ(double, x), *q = SL_HOST_READ(double, y);
    if (p == NULL)
        return p[0] + *q;
```c
double *r = SL_HOST_WRITE(double, z);
```
    const double *s = SL_HOST_READ(double, z);
    if (s == NULL)
        return sl_last_status();
    if ((r = SL_HOST_RDWR(double, x)) == NULL)
END
unchecked_access "$work/some.md" | sed 's/.*\.md:\([0-9]*\): .*/\1/' | tr '\n' ' ' > "$work/some"
[ "$(cat "$work/some")" = "1 4 7 " ]
ok $? "and a page that does not would be found" "$work/some"

# The profile has the columns and kernels of the page.
blocks "$guide/profile.md" "text profile" > "$work/profile/shown"
profile_columns "$work/profile/shown" > "$work/profile/want"
profile_columns "$work/profile/profile.txt" > "$work/profile/got"
[ -s "$work/profile/want" ] && diff -b "$work/profile/want" "$work/profile/got" > "$work/profile/difference"
ok $? "the profile has the columns, kernels and calls that profile.md shows" "$work/profile/difference"

# What pages show of the examples stands there, line by line.
cd "$srcdir" || exit 99
grep -oE '^```c from=[a-z_0-9/.]+$' doc/guide/*.md | sed 's/:```c from=/ /' | sort -u | while read -r page from; do
    [ -f "$from" ] || echo "$page: $from is not there"
    awk -v info="c from=$from" -v page="$page" '
        FNR == NR { text = text $0 "\n"; next }
        !inside && /^```/ { inside = 1; wanted = (substr($0, 4) == info); block = ""; next }
        inside && /^```$/ { if (wanted && !index("\n" text, "\n" block)) printf "%s:%d: %s", page, FNR, block
            inside = wanted = 0; next }
        wanted { block = block $0 "\n" }' "$from" "$page"
done > "$work/excerpts" 2>&1
[ ! -s "$work/excerpts" ] && grep -q '^```c from=' doc/guide/*.md
ok $? "what pages show of the examples stands there" "$work/excerpts"

# The page of variables has all that the library knows, and no others.
sed -n 's/^    X(\([A-Z_]*\), .*/STARLOOP_\1/p' "$srcdir"/lib/*/env.h | sort > "$work/known"
grep -o '^| `STARLOOP_[A-Z_]*`' "$guide/variables.md" | tr -d '|` ' | sort > "$work/described"
[ -s "$work/known" ] && diff "$work/known" "$work/described" > "$work/variables"
ok $? "variables.md has each variable of the library's table" "$work/variables"

# What these documents call ours stands in the headers. Words and modifiers of kernels have a prefix there.
cd "$srcdir" || exit 99
grep -ohE '\b(sl_[a-z_0-9]+|SL_[A-Z_0-9]+)\b' README.md doc/from-raja-and-kokkos.md doc/guide/*.md doc/tutorial/*.md |
    sort -u > "$work/ours"
grep -rhoE '\b(sl_[a-z_0-9]+|SL_(WORD_SL|MODIFIER_SL)?[A-Z_0-9]+)\b' include fortran/starloop.f90 |
    sed 's/^SL_\(WORD\|MODIFIER\)_SL_/SL_/' | sort -u > "$work/declared"
[ -s "$work/ours" ] && comm -23 "$work/ours" "$work/declared" > "$work/unknown" && [ ! -s "$work/unknown" ]
ok $? "each sl_ and SL_ name of README, guide, tutorial and porting page stands in a header or starloop.f90" \
    "$work/unknown"

# The list of the guide has all pages, in the order in which each page's last line leads from one to the next.
sed -n 's/^| \[\([^]]*\)\](\([a-z-]*\.md\)) |.*/\2 \1/p' "$guide/README.md" > "$work/list"
sed 's/ .*//' "$work/list" | sort > "$work/in_list"
(cd "$guide" && ls -- *.md) | grep -vx README.md | diff "$work/in_list" - > "$work/missing"
ok $? "the guide's list has each page once" "$work/missing"
awk '{ page[NR] = $1; $1 = ""; link[NR] = "[" substr($0, 2) "](" page[NR] ")" }
    END {
        link[0] = "[the tutorial](../tutorial/README.md)"
        for (k = 1; k <= NR; k++)
            print page[k] ": Previous: " link[k - 1] "." (k < NR ? " Next: " link[k + 1] "." : "") \
                " All pages: [the guide](README.md)."
    }' "$work/list" > "$work/chain"
while read -r page title; do echo "$page: $(tail -n 1 "$guide/$page")"; done < "$work/list" | diff "$work/chain" - \
    > "$work/chain.difference"
ok $? "the last line of each page leads to the pages beside it in the list" "$work/chain.difference"
[ "$(grep '^## ' "$guide/README.md" | tr -d '#\n')" = " Begin Loops Data Programs Running" ]
ok $? "the list has five groups"

# What concerns devices, parts and chains stands at the end of a page, under one heading.
box="## On GPUs, in parts, in chains"
for page in "$guide"/*.md; do
    awk -v box="$box" '/^```/ { inside = !inside } inside { next }
        found && /^## / { print FILENAME ": " $0 } $0 == box { found = 1 }
        /^## .*GPU/ && $0 != box { print FILENAME ": " $0 }' "$page"
done > "$work/boxes"
sed -n '/^## Begin/,/^## Loops/s/^| \[.*](\([a-z-]*\.md\)) |.*/\1/p' "$guide/README.md" | while read -r page; do
    awk -v box="$box" '$0 == box { exit } /GPU|CUDA|[Cc]hain/ { print FILENAME ":" FNR ": " $0 }' "$guide/$page"
done >> "$work/boxes"
[ ! -s "$work/boxes" ]
ok $? "what pages say of GPUs and chains is their last section, in those to begin with always" "$work/boxes"

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
# anchors PAGE: what links to its headings have behind the #.
anchors()
{
    awk '/^ *```/ { inside = !inside } !inside && sub(/^##* /, "")' "$1" | tr 'A-Z ' 'a-z-' | tr -dc 'a-z0-9_\n-'
}

find README.md CONTRIBUTING.md CHANGELOG.md doc bench examples -name '*.md' | while read -r file; do
    awk '/^ *```/ { inside = !inside } !inside' "$file" | grep -oE '\]\([^): ]+\)' | sed 's/^](//; s/)$//' |
        while read -r link; do
            page=${link%%#*}
            to=$file
            if [ -n "$page" ]; then to=$(dirname "$file")/$page; fi
            [ -e "$to" ] || echo "$file: $link"
            if [ -f "$to" ] && [ "${to%.md}" != "$to" ] && [ "${link#*#}" != "$link" ]; then
                anchors "$to" | grep -qxF -e "${link#*#}" || echo "$file: $link: the page has no such heading"
            fi
        done
done > "$work/links"
[ ! -s "$work/links" ]
ok $? "links between the documents lead to files and headings that are there" "$work/links"
anchors doc/guide/kernel-reference.md | sed 1d > "$work/headings"
grep -o '^ *- \[.*](#.*)' doc/guide/kernel-reference.md | sed 's/.*(#//; s/)//' |
    diff - "$work/headings" > "$work/contents"
ok $? "the list at the top of kernel-reference.md has its headings" "$work/contents"
[ "$(wc -w < doc/guide/kernels.md)" -le 800 ]
ok $? "kernels.md has at most 800 words"
grep -rnoE --exclude-dir=work --exclude-dir=home '(^|[^./A-Za-z])doc/[a-z/_-]*[a-z]\.md' \
    README.md CONTRIBUTING.md doc bench examples include lib tests tools | while IFS=: read -r file line name; do
    [ -f "doc/${name#*doc/}" ] || echo "$file:$line: $name"
done > "$work/names"
[ ! -s "$work/names" ]
ok $? "sources and documents name pages of doc/ that are there" "$work/names"
done_testing
