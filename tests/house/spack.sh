#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The Spack recipe, without Spack: a stub of its directives records what the recipe says, and that is compared with
# configure --help and with the checks of configure.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "the Spack recipe says what configure takes"
recipe=$srcdir/packaging/spack/package.py
if ! command -v python3 >/dev/null; then
    skip "python3 is not installed" "the Spack recipe says what configure takes"
    done_testing
    exit
fi
mkdir -p "$work/spack" "$work/spack_repo/builtin/build_systems"
touch "$work/spack_repo/__init__.py" "$work/spack_repo/builtin/__init__.py" "$work/spack/__init__.py"
touch "$work/spack_repo/builtin/build_systems/__init__.py"
cat > "$work/spack/package.py" <<'EOF'
# The directives: each call is recorded, as (positional, named).
said = {}


def _directive(name):
    def record(*words, **named):
        said.setdefault(name, []).append((words, named))

    return record


for _name in "license version variant conflicts depends_on filter_compiler_wrappers".split():
    globals()[_name] = _directive(_name)
Executable = None
EOF
cat > "$work/spack_repo/builtin/build_systems/autotools.py" <<'EOF'
class AutotoolsPackage:
    def enable_or_disable(self, name):
        return ["--" + ("enable-" if self.spec.satisfies("+" + name) else "disable-") + name]
EOF
cat > "$work/spack_repo/builtin/build_systems/cuda.py" <<'EOF'
class CudaPackage:
    pass
EOF
cat > "$work/ask.py" <<'EOF'
"""Prints what the recipe says: KIND WORDS, and of each choice of variants the arguments of configure."""
import importlib.util, itertools, sys


class Package:
    prefix, mpicc = "/prefix/of", "/prefix/of/mpi/bin/mpicc"


class Value:
    value = ("80", "90")


class Target:
    def __init__(self, flags):
        self.flags = flags

    def optimization_flags(self, compiler):
        return self.flags


class Spec:
    variants = {"cuda_arch": Value}

    def __init__(self, chosen, flags):
        self.chosen, self.target = chosen, Target(flags)

    def satisfies(self, words):
        return words in self.chosen

    def __getitem__(self, name):
        if name in ("mpi", "cuda") and "+" + name not in self.chosen:
            raise KeyError(name)
        return Package


module = importlib.util.spec_from_file_location("recipe", sys.argv[1])
recipe = importlib.util.module_from_spec(module)
module.loader.exec_module(recipe)
from spack.package import said

for name, calls in said.items():
    for words, named in calls:
        print(name, *words, "when=" + named["when"] if "when" in named else "")
variants = [words[0] for words, named in said["variant"]] + ["cuda"]
package = recipe.Starloop()
for on in itertools.product((False, True), repeat=len(variants)):
    chosen = {"+" + v for v, yes in zip(variants, on) if yes}
    package.spec = Spec(chosen, "-march=skylake -mtune=skylake" if "+mpi" in chosen else "-mcpu=power9")
    print("configure", " ".join(sorted(chosen)) or "none", ":", *package.configure_args())
EOF
runs "python3 compiles the recipe" env PYTHONPYCACHEPREFIX="$work/cache" python3 -m py_compile "$recipe"
export PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$work python3 "$work/ask.py" "$recipe" > "$work/said" 2>&1
ok $? "its directives and its arguments of configure can be read" "$work/said"

# nothing SENTENCE: passes when standard input is empty, else shows it.
nothing()
{
    cat > "$work/found"
    [ ! -s "$work/found" ]
    ok $? "$1" "$work/found"
}
"$srcdir/configure" --help > "$work/help" 2>&1
# Each switch of configure in its four forms, and its variables.
grep -oE -- '^ +--(with|without|enable|disable)-[a-z-]+' "$work/help" |
    sed -E 's/.*--(with|without|enable|disable)-//' | sort -u |
    sed 's/.*/--with-&\n--without-&\n--enable-&\n--disable-&/' > "$work/takes"
sed -nE 's/^  ([A-Z_]+) .*/\1/p' "$work/help" >> "$work/takes"
sed -n 's/^configure .* : //p' "$work/said" | tr ' ' '\n' | sed 's/=.*//' | sort -u > "$work/words"
[ "$(wc -l < "$work/words")" -ge 8 ]
ok $? "there are arguments to compare" "$work/words"
grep -vxF -f "$work/takes" "$work/words" | nothing "configure --help has every argument that the recipe gives"
grep -ohE 'AC_ARG_WITH\(\[[a-z-]+\]' "$srcdir"/m4/starloop_*.m4 | sed 's/.*(\[/--with-/; s/\]//' |
    grep -vxF -f "$work/words" | nothing "the recipe gives every --with that is configure's own"
# is SENTENCE VARIANTS WANT: what configure is given with these variants.
is()
{
    grep -F "configure $2 : " "$work/said" | sed 's/.* : //' > "$work/got"
    [ "$(cat "$work/got")" = "$3" ]
    ok $? "$1" "$work/got"
}
is "without variants it is a plain build" none \
    "--with-starpu=/prefix/of --with-arch=generic --disable-shared --disable-static --without-cuda --without-mpi"
is "with all it has CUDA and its architectures, MPI, and the processor that Spack builds for" \
    "+cuda +mpi +shared +static" "--with-starpu=/prefix/of --with-arch=skylake --enable-shared --enable-static\
 --with-cuda=/prefix/of --with-cuda-arch=80,90 --with-mpi MPICC=/prefix/of/mpi/bin/mpicc"
# says_line SENTENCE LINE...: the recipe says each.
says_line()
{
    local sentence=$1 line
    shift
    for line; do grep -qxF "$line" "$work/said" || echo "the recipe does not say: $line"; done | nothing "$sentence"
}
sed -nE 's/^depends_on ([a-z]+).*/\1/p' "$work/said" | sort -u > "$work/depends"
printf '%s\n' autoconf automake c cxx hwloc libpng libtool mpi pkgconfig starpu |
    diff - "$work/depends" > "$work/differ"
ok $? "it depends on what configure looks for, and on nothing else" "$work/differ"
grep -q 'PKG_CHECK_MODULES(\[HWLOC\], \[hwloc >= 2\.0\])' "$srcdir/configure.ac"
ok $? "configure wants hwloc 2"
says_line "and so does the recipe" "depends_on hwloc@2: "
grep -q 'StarPU 1\.4 or 1\.3' "$work/help"
ok $? "configure takes StarPU 1.3 and 1.4"
says_line "and so does the recipe, with CUDA 1.4" "depends_on starpu@1.3:1.4 " "depends_on starpu@1.4 +cuda when=+cuda"
says_line "StarPU-MPI comes with StarPU" "depends_on starpu +mpi when=+mpi"
done_testing
