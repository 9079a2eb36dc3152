#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What make offers to developers: the list of targets, the compilation database, the check of the format.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "make's targets for developers work"
unset MAKEFLAGS MFLAGS MAKELEVEL
if [ ! -f "$builddir/Makefile" ]; then
    skip "there is no Makefile in $builddir" "make's targets for developers work"
    done_testing
    exit
fi

runs "make help lists the targets" make -s -C "$builddir" help
sed -n 's/^  \([a-z][a-z_.-]*\) .*/\1/p' "$work/out" > "$work/listed"
make -C "$builddir" -npq help 2>/dev/null | sed -n 's/^\([a-z][a-z_.-]*\):.*/\1/p' | sort -u > "$work/rules"
[ "$(wc -l < "$work/listed")" -ge 10 ] && ! grep -vxF -f "$work/rules" "$work/listed" > "$work/missing"
ok $? "and each is one" "$work/missing"

if command -v python3 >/dev/null; then
    cat > "$work/look.py" <<'END'
import json, os, sys
build, source, want = sys.argv[1:4]
entries = json.load(open(os.path.join(build, "compile_commands.json")))
wrong = [e["file"] for e in entries if not os.path.exists(os.path.join(e["directory"], e["file"]))]
there = {os.path.realpath(e["file"]) for e in entries}
for line in open(want):
    file = line.strip()
    if os.path.realpath(os.path.join(source, file)) not in there:
        wrong.append("not listed: " + file)
if len(entries) != len(there):
    wrong.append("%d entries of %d files" % (len(entries), len(there)))
print("\n".join(wrong))
# A source of the library and a kernel file, to be compiled as their lines say.
for end in ("/status.c", "/tests/kernel/kernel_kernels.c"):
    print([e["command"] for e in entries if e["file"].endswith(end)][0], file=open(sys.argv[4], "a"))
sys.exit(bool(wrong))
END
    runs "make compile_commands.json" make -s -C "$builddir" compile_commands.json
    # Not deeper, for of the folders of back ends a build has some.
    (cd "$srcdir" && find lib -maxdepth 2 -name '*.c' ! -name cuda_absent.c &&
        find tools -maxdepth 1 -name '*.c'
        find tests -mindepth 2 -maxdepth 2 -name '*.c' ! -path 'tests/install/*') > "$work/want"
    runs "has every source once, and no other" python3 "$work/look.py" "$builddir" "$srcdir" "$work/want" \
        "$work/commands"
    while read -r command; do
        runs "a line of it compiles ${command##*/}" bash -c "cd '$builddir' && $command -fsyntax-only"
    done < "$work/commands"
else
    skip "python3 is not installed" "compile_commands.json has every source once"
fi

printf 'int  f( void ){return 1;}\n' > "$work/bad.c"
mkdir -p "$work/include/starloop/kernel"
cp "$work/bad.c" "$work/include/starloop/kernel/words.h"
cp "$srcdir/.clang-format" "$work"
status=0
"$srcdir/tools/format" --check "$work/bad.c" > "$work/format" 2>&1 || status=$?
if [ $status -eq 77 ]; then
    skip "$(tail -n 1 "$work/format")" "a source that is not formatted is shown"
else
    [ $status -eq 1 ] && grep -q '^+int f(void)' "$work/format"
    ok $? "a source that is not formatted is shown" "$work/format"
    runs "tools/format formats it" "$srcdir/tools/format" "$work/bad.c"
    runs "and it is as it should be then" "$srcdir/tools/format" --check "$work/bad.c"
    runs "a header that is laid out by hand is left alone" "$srcdir/tools/format" --check \
        "$work/include/starloop/kernel/words.h"
fi

if grep -q 'ENABLE_COVERAGE_TRUE"\]="#"' "$builddir/config.status"; then
    says "without counters make coverage says how to have them" 2 "configure --enable-coverage" \
        make -s -C "$builddir" coverage
fi
done_testing
