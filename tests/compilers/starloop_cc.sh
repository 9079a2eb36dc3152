#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# starloop-cc: compiles a kernel file with the right flags, hears the user's, joins the objects of host and device, and
# explains wrong usage.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "starloop-cc compiles kernel files"
script=$builddir/tools/starloop-cc
scc() { sh "$script" --headers="$srcdir/include" ${SL_TEST_CUDA_ARCH:+--cuda-arch=$SL_TEST_CUDA_ARCH} "$@"; }
cd "$work" || exit 99

cat > axpy.c <<'END'
#include <starloop/kernel.h>
SL_KERNEL(cc_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}
END

runs "a kernel file compiles" scc -c axpy.c -o axpy.o
nm axpy.o | grep -q ' T cc_axpy__submit$'
ok $? "its object defines the typed submit function"
mkdir other && cp axpy.c other/plain.c
runs "without -o the object is in the current folder" scc -c other/plain.c
[ -f plain.o ]
ok $? "and has the source's name"
runs "dependency options make a dependency file" scc -MD -MP -MT x.o -MF x.d -c axpy.c -o x.o
grep -q 'x.o:.*axpy.c' x.d && grep -q 'starloop/kernel.h' x.d
ok $? "which names the object, the kernel file and Starloop's headers" x.d
runs "-fPIC reaches the compiler" scc -fPIC -c axpy.c -o pic.o
runs "--c++ compiles the same file as C++17" scc --c++ -c axpy.c -o axpy_cxx.o
nm axpy_cxx.o | grep -q ' T cc_axpy__submit$'
ok $? "with the same unmangled submit function"
mkdir "a folder"
cp axpy.c "a folder/it's.c"
runs "names with spaces and quotes work" \
    scc "-DTEXT=\"it's a text\"" -I "a folder" -c "a folder/it's.c" -o "a folder/it's.o"
cat > text.c <<'END'
#ifdef __cplusplus
#define _Static_assert static_assert
#endif
_Static_assert(sizeof(TEXT) == sizeof("it's a $HOME `text`"), "the definition is what the user wrote");
_Static_assert(!(VALUE - 7), "a separate -D argument is heard");
END
runs "definitions reach the compiler unchanged" scc '-DTEXT="it'\''s a $HOME `text`"' -D VALUE=7 -c text.c

says "--print-flags shows the optimisation" 0 "-O3" scc --print-flags
says "--print-flags shows -fopenmp-simd" 0 "-fopenmp-simd" scc --print-flags
says "--print-flags shows --exact" 0 "-ffp-contract=off" scc --exact --print-flags
says "--arch names a processor, as -march does" 0 "-march=haswell" scc --arch=haswell --print-flags
! scc --arch=haswell --arch=generic --print-flags | grep -q march
ok $? "--arch=generic is the compiler's own choice, and the last one wins"
says "--show prints the command" 0 "-fopenmp-simd" scc --show -c axpy.c
says "--version names the version" 0 "Starloop" scc --version
says "--help explains the usage" 0 "usage: starloop-cc -c" scc --help
says "--cc chooses the compiler" 0 "-c axpy.c" scc --no-cuda --cc="echo -c axpy.c" -c axpy.c

cat > fma.c <<'END'
double multiply_add(double a, double b, double c) { return a * b + c; }
END
if scc -march=haswell -c fma.c -o fma.o >/dev/null 2>&1 && objdump -d fma.o 2>/dev/null | grep -q vfmadd; then
    scc -march=haswell --exact -c fma.c -o fma.o >/dev/null 2>&1
    ! objdump -d fma.o | grep -q vfmadd
    ok $? "--exact keeps multiplication and addition apart, which are fused without it"
else
    skip "no compiler and objdump for x86-64 with FMA" "--exact keeps multiplication and addition apart"
fi
cat > level.c <<'END'
#ifdef __OPTIMIZE__
#error optimised
#endif
END
runs "the user's -O0 wins over -O3" scc -O0 -c level.c
says "without it the file is optimised" 1 "optimised" scc -c level.c

cat > undeclared.c <<'END'
double f(double x) { return not_declared(x); }
END
says "a function that is not declared is an error" 1 "not_declared" scc -c undeclared.c
cat > pointer.c <<'END'
int g(int *p);
int f(double *p) { return g(p); }
END
says "a pointer of the wrong type is an error" 1 "incompatible" scc -c pointer.c
[ ! -e pointer.o ]
ok $? "and leaves no object"

# ---- the object for a device ----------------------------------------------------------------------------------
# The C++ compiler stands in for nvcc, so that this is tested where there is none. It leaves its words in nvcc.args.
export SL_FAKE_CXX="${SL_TEST_CXX:-c++}" SL_FAKE_LOG=$work/nvcc.args
cat > fake-nvcc <<'END'
#!/bin/bash
printf '%s\n' "$@" > "$SL_FAKE_LOG"
words=()
while [ $# -gt 0 ]; do
    case $1 in
        -ccbin | -x | -Xcudafe) shift ;;
        -Xcompiler) shift; words+=(${1//,/ }) ;;
        -gencode=* | -arch=* | -fmad=* | -lineinfo | -G | -Wno-deprecated-gpu-targets) ;;
        *) words+=("$1") ;;
    esac
    shift
done
[ -z "${SL_FAKE_HELD:-}" ] || { echo > "$SL_FAKE_HELD/begun" && read -r _ < "$SL_FAKE_HELD/go"; }
exec $SL_FAKE_CXX -x c++ -D__CUDACC__ "${words[@]}"
END
chmod +x fake-nvcc
fake() { sh "$script" --headers="$srcdir/include" --nvcc="$work/fake-nvcc" --cuda-arch=80,90 "$@"; }
leftovers() { find . "$scratch" -name '*starloop*' ! -path ./axpy.c; }
scratch=$work/scratch
mkdir "$scratch"
export TMPDIR=$scratch

# device_file NAME: a kernel file as SL_KERNEL makes it, with what else may stand in one: a function of the program's
# that calls another file's, a variable, and functions that a header defines.
cat > common.h <<'END'
#ifdef __cplusplus
inline __attribute__((noinline)) int in_both(int n) { return n + 1; }
#else
static int in_both(int n) { return n + 1; }
#endif
int elsewhere(int n);
END
device_file()
{
    cat > "$1.c" <<END
#include "common.h"
#ifdef __CUDACC__
static int launch(int n) { return in_both(n); }
extern "C" {
struct code { int (*launch)(int); };
extern const struct code $1__cuda;
const struct code $1__cuda = { launch };
}
#else
struct code { int (*launch)(int); };
extern const struct code $1__cuda __attribute__((weak, visibility("hidden")));
const struct code *const $1__kernel = &$1__cuda;
#endif
int $1_calls = 40;
int $1_call(int n);
int $1_call(int n) { return elsewhere(in_both(n)) + $1_calls; }
END
}
device_file one
device_file two
cat > program.c <<'END'
#include <stdio.h>
struct code { int (*launch)(int); };
extern const struct code *const one__kernel, *const two__kernel;
int one_call(int n), two_call(int n), elsewhere(int n);
int elsewhere(int n) { return n; }
static int of(const struct code *code) { return code ? code->launch(1) : 0; }
int main(void) { return printf("%d %d %d\n", of(one__kernel), of(two__kernel), one_call(0) + two_call(0)) < 0; }
END
# program SENTENCE WANT word...: the program links, and prints this.
program()
{
    local sentence=$1 want=$2
    shift 2
    if ${SL_TEST_CC:-cc} program.c "$@" -o program > "$work/out" 2>&1; then ./program > "$work/out" 2>&1; fi
    grep -qx "$want" "$work/out"
    ok $? "$sentence" "$work/out"
}
for lto in "" -flto; do
    if [ -n "$lto" ] && ! links_with_lto ${SL_TEST_CC:-cc}; then
        skip "the C compiler has no -flto" "objects are joined with -flto"
        continue
    fi
    runs "the host's and the device's object are joined${lto:+ with $lto}" fake $lto -c one.c
    runs "and those of a second file" fake $lto -c two.c
    program "both programs' device code is found${lto:+ with $lto}" "2 2 82" $lto one.o two.o
    rm -f lib.a
    ar rc lib.a one.o two.o
    program "from a static archive, too" "2 2 82" $lto lib.a
    runs "--no-cuda leaves the device out${lto:+ with $lto}" fake $lto --no-cuda -c two.c
    program "which the program sees${lto:+ with $lto}" "2 0 82" $lto one.o two.o
done
fake -c one.c
defined=$(LC_ALL=C nm --defined-only one.o | awk '$2 ~ /[A-TV-Z]/ { printf "%s ", $3 }')
[ "$defined" = "one__cuda one__kernel one_call one_calls " ]
ok $? "of the device's object only the device code is seen: $defined"
[ -z "$(leftovers)" ]
ok $? "no temporary file is left"
cat > empty.c <<'END'
int nothing_to_see;
END
runs "a file without a kernel compiles" fake -c empty.c

# words of nvcc
hears() { grep -qxF -- "$2" "$SL_FAKE_LOG"; ok $? "$1" "$SL_FAKE_LOG"; }
says "--show prints the steps" 0 "objcopy" fake --show -c one.c
hears "the architectures of --cuda-arch reach nvcc" "-gencode=arch=compute_80,code=sm_80"
hears "and PTX of the last" "-gencode=arch=compute_90,code=compute_90"
hears "-O3 is the default" "-O3"
fake --exact -g -O2 -Wall -march=native -std=gnu11 -I "a folder" -D_OURS=2 -c one.c -o one_x.o
hears "--exact is -fmad=false for nvcc" "-fmad=false"
hears "-g gives lines in device code" "-lineinfo"
hears "-O2 is heard" "-O2"
hears "a reserved name is defined before CUDA's headers" "-D_OURS=2"
! grep -qE -e '-Wall|-march|gnu11' "$SL_FAKE_LOG"
ok $? "flags that only the C compiler knows are kept from it" "$SL_FAKE_LOG"
mkdir 'a$b,`c`'
echo '#define FROM_FOLDER 1' > 'a$b,`c`/from_folder.h'
echo '#define INCLUDED 1' > 'in$cluded.h'
cat > options.c <<'END'
#include <from_folder.h>
#if FROM_FOLDER + INCLUDED != 2 || PLAIN != 1 || ADD(2, 3) != 5 || defined(GONE)
#error options
#endif
END
cat text.c >> options.c
runs "folders, included files and definitions reach nvcc, whatever characters they have" fake '-Ia$b,`c`' \
    -include 'in$cluded.h' '-DTEXT="it'\''s a $HOME `text`"' -D VALUE=7 -DPLAIN '-DADD(a,b)=((a)+(b))' -DGONE -UGONE \
    -c options.c
cp one.c common.h 'a$b,`c`'
runs "and so does the name of the file" fake -c 'a$b,`c`/one.c' -o 'a$b,`c`/one.o'

# dependencies
rm -f one.d
fake -MD -MP -c one.c
grep -q '^one\.o:.*one\.c.*common\.h' one.d
ok $? "-MD names the joined object" one.d
fake -MD -MF deps -MT target -c one.c
grep -q '^target:' deps && ! grep -q scratch deps
ok $? "-MF and -MT are heard" deps

# what is for the host only
rm -f "$SL_FAKE_LOG"
fake -S one.c -o one.s && fake -E one.c > one.i && fake -fsyntax-only -c one.c && [ -s one.s ] && [ -s one.i ]
ok $? "-S, -E and -fsyntax-only work"
[ ! -e "$SL_FAKE_LOG" ]
ok $? "without nvcc" "$SL_FAKE_LOG"
says "an error in C" 1 "not_declared" fake -c undeclared.c
[ ! -e "$SL_FAKE_LOG" ]
ok $? "is found before nvcc runs" "$SL_FAKE_LOG"

# errors
cat > half.c <<'END'
#ifdef __CUDACC__
#error only nvcc
#endif
END
echo before > half.o
says "an error of nvcc fails" 1 "only nvcc" fake -c half.c
says "and says what to do" 1 "--no-cuda leaves CUDA out" fake -c half.c
[ "$(cat half.o)" = before ] && [ -z "$(leftovers)" ]
ok $? "the object of before is kept, and no temporary file is left"
cat > long.c <<END
#ifdef __CUDACC__
int long_line = $(printf '1 + %.0s' $(seq 400)) undeclared;
#endif
END
fake -c long.c > "$work/out" 2>&1
[ "$(wc -L < "$work/out")" -lt 320 ] && grep -q undeclared "$work/out"
ok $? "nvcc's long lines are cut" "$work/out"
printf '#!/bin/sh\nexit 7\n' > exits-7 && chmod +x exits-7
says "a failing nvcc's status is returned" 7 "leaves CUDA out" fake --nvcc="$work/exits-7" -c one.c
says "an nvcc that is not there is named" 2 "no such command: nowhere/nvcc" fake --nvcc=nowhere/nvcc -c one.c
says "another list of architectures is refused" 2 'got "sm_90"' fake --cuda-arch=sm_90 -c one.c
says "an object that cannot be written fails" 1 "nowhere" fake -c one.c -o nowhere/one.o
if [ -z "${SL_TEST_NVCC:-}" ]; then
    says "--cuda without CUDA says so" 2 "configured without CUDA" scc --cuda -c axpy.c
fi
mkfifo begun go
SL_FAKE_HELD=$work sh "$script" --headers="$srcdir/include" --nvcc="$work/fake-nvcc" -c one.c -o killed.o 2>/dev/null &
read -r _ < begun
kill $!
echo > go
wait $! 2>/dev/null
[ $? = 143 ] && [ ! -e killed.o ] && [ -z "$(leftovers)" ]
ok $? "a signal leaves neither an object nor a temporary file"
for i in 1 2 3 4; do fake -c one.c -o same.o & fake -c one.c -o "one$i.o" & done
wait
cmp -s one1.o one4.o && cmp -s one1.o same.o && [ -z "$(leftovers)" ]
ok $? "several at once do not disturb one another, not even with one output"

# ---- wrong usage ----------------------------------------------------------------------------------------------
says "no file: says what it expected" 2 "expected a kernel file that ends in .c, got none" scc -c
says "no -c: says that it does not link" 2 "expected -c" scc axpy.c
says "two files: names both" 2 'got "axpy.c" and "text.c"' scc -c axpy.c text.c
says "a file that is not there is named" 2 "no such file: absent.c" scc -c absent.c
says "a library is for linking" 2 "link with your C compiler" scc -c axpy.c -lm
says "an object is for linking" 2 "link with your C compiler" scc -c axpy.o
says "an unknown long option is named" 2 '"--exakt"' scc --exakt -c axpy.c
says "an option without its value is named" 2 "-o: expected a value" scc -c axpy.c -o
says "another kind of file is refused" 2 'got "kernels.f90"' scc -c kernels.f90
says "headers that are not there are named" 2 'no Starloop headers in "nowhere"' \
    sh "$script" --headers=nowhere -c axpy.c
done_testing
