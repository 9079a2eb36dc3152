#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# starloop-cc: compiles a kernel file with the right flags, hears the user's, and explains wrong usage.
. "$(dirname "$0")/tap.bash"
script=$builddir/tools/starloop-cc
scc() { sh "$script" --headers="$srcdir/include" "$@"; }
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
_Static_assert(sizeof(TEXT) == sizeof("it's a $HOME `text`"), "the definition is what the user wrote");
_Static_assert(!(VALUE - 7), "a separate -D argument is heard");
END
runs "definitions reach the compiler unchanged" scc '-DTEXT="it'\''s a $HOME `text`"' -D VALUE=7 -c text.c

says "--print-flags shows the optimisation" 0 "-O3" scc --print-flags
says "--print-flags shows -fopenmp-simd" 0 "-fopenmp-simd" scc --print-flags
says "--print-flags shows --exact" 0 "-ffp-contract=off" scc --exact --print-flags
says "--show prints the command" 0 "-fopenmp-simd" scc --show -c axpy.c
says "--version names the version" 0 "Starloop" scc --version
says "--help explains the usage" 0 "usage: starloop-cc -c" scc --help
says "--cc chooses the compiler" 0 "-c axpy.c" scc --cc="echo -c axpy.c" -c axpy.c

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
