#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# starloop-cc finds in bodies and SL_FN functions what CUDA would refuse, without CUDA; host code and faultless files
# are left alone. C and C++.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "what CUDA would refuse is found"
not_when_quick "what CUDA would refuse is found"
cd "$work" || exit 99
scc() { sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" "$@"; }
# check FILE [FLAG...]: compiled no further than it takes to know, and without nvcc even where there is one.
check() { sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" -O1 -w -fsyntax-only "${@:2}" -c "$1"; }

cat > common.h <<'END2'
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <starloop/kernel.h>

extern int elsewhere;
int host_only(int n);
static inline double of_header(double x)
{
    return 2 * x;
}
typedef double (*function)(double);
struct pair {
    int a, b;
};
struct operations {
    function apply;
};
#define COUNT(n) (counter += (n))
#define ONCE \
    static int once; \
    once++;
#define ATOMIC _Pragma("omp atomic")
#define RESET(x) memory->a = (x)
static int counter, table_of[4];
static struct pair both, *memory = &both;
static const double weights[3] = {1, 2, 3};
static const double half = 0.5;
static const int four = 4;
static double mine(double x)
{
    return x + counter;
}
static function hook = mine;
SL_FN double twice(double x)
{
    return 2 * x;
}
END2

# slip KIND WORD TEXT: a body with this line is refused, in C and C++; the message names file, line, kernel and word.
# helper KIND WORD FUNCTION: the same in an SL_FN function h, which a kernel calls. A file has ten of them:
# starloop-cc names twenty slips before it says how many more there are.
wanted=() sentences=()
next() # sets $file, $line, the number of lines that it has, and $name
{
    file=slips$((${#wanted[@]} / 10)).c name=f${#wanted[@]}
    [ $((${#wanted[@]} % 10)) -ne 0 ] || echo '#include "common.h"' > "$file"
    line=$(wc -l < "$file")
}
slip()
{
    local file name line
    next
    wanted+=("^$file:$((line + 3)): error: kernel $name: .*\"$2\"")
    sentences+=("$1: $(echo $3)")
    printf 'SL_KERNEL(%s, (i), scalar(int, n), scalar(struct operations, hooked), inout(double, 1, y))\n{\n%s\n}\n' \
        "$name" "$3" >> "$file"
}
helper()
{
    local file name line
    next
    wanted+=("^$file:$((line + 1)): error: SL_FN h_$name: .*\"$2\"")
    sentences+=("$1, in an SL_FN: $3")
    printf 'SL_FN %s\nSL_KERNEL(%s, (i), inout(double, 1, y)) { SL_AT(y, i) = h_%s(3); }\n' \
        "${3/ h(/ h_$name(}" "$name" "$name" >> "$file"
}

# ---- OpenMP ---------------------------------------------------------------------------------------------------
for words in atomic critical barrier "parallel for" "atomic capture" single task sections; do
    slip pragma "#pragma omp $words" "#pragma omp $words
    { SL_AT(y, i) += 1.0; }"
done
slip "pragma of a macro" "#pragma omp atomic" "ATOMIC SL_AT(y, i) += 1.0;"
slip "pragma with blanks" "#pragma  *omp  *critical" "#  pragma  omp  critical
    { SL_AT(y, i) += 1.0; }"
slip "pragma that is simd in part" "#pragma omp parallel for simd" "#pragma omp parallel for simd
    for (int k = 0; k < 3; k++) SL_AT(y, i) += k;"
helper pragma "#pragma omp atomic" "int h(int n) { ATOMIC n += 1; return n; }"

# ---- arrays of variable length --------------------------------------------------------------------------------
slip VLA t "double t[n]; t[0] = 1; SL_AT(y, i) = t[0];"
slip VLA u "double u[3][n + 1]; u[0][0] = 1; SL_AT(y, i) = u[0][0];"
slip VLA t "double t[SL_EXTENT(y, 0)]; t[0] = 1; SL_AT(y, i) = t[0];"
slip VLA t "const int m = 2 * n; double t[m]; t[0] = 1; SL_AT(y, i) = t[0];"
slip VLA t "for (int k = 1; k < 3; k++) { double t[k]; t[0] = 1; SL_AT(y, i) = t[0]; }"
slip VLA row "typedef double row[n]; SL_AT(y, i) = sizeof(row);"
helper VLA t "int h(int n) { int t[n]; t[0] = n; return t[0]; }"
cat > parameter.c <<'END2'
#include "common.h"
SL_FN double h(int n, double a[n]) { return a[0]; }
SL_FN double g(int n, double (*a)[n]) { return a[0][0]; }
END2
says "a parameter whose bound is another one" 1 'SL_FN h: "a" is an array of variable length' check parameter.c
says "and one that is a pointer to such an array" 1 'SL_FN g: "a" is an array of variable length' check parameter.c

# ---- variables of the host ------------------------------------------------------------------------------------
slip "write" counter "counter = 1;"
slip "write" counter "counter += n;"
slip "write" counter "counter++;"
slip "write" counter "--counter;"
slip "write" table_of "table_of[n] = 1;"
slip "write" both "both.a = 2;"
slip "write" memory "memory->b = 2;"
slip "write by a macro" counter "COUNT(2);"
slip "write by a macro" memory "RESET(1);"
slip "write by its address" counter "int *p = &counter; *p = 1;"
slip "write of another file's" elsewhere "elsewhere = 1;"
slip "write of one declared in the body" there "extern int there; there = 2;"
slip "write of errno" errno "errno = 0;"
slip "write behind a variable of its name" counter "{ int counter = 0; counter++; } counter++;"
slip "write behind a loop's variable of its name" counter "for (int counter = 0; counter < 3; counter++) ; counter = 2;"
slip "read" counter "SL_AT(y, i) = counter;"
slip "read of a constant array" weights "SL_AT(y, i) = weights[1];"
slip "standard error" stderr "fputs(\"\", stderr);"
helper write counter "int h(int n) { COUNT(n); return n; }"

# ---- static variables -----------------------------------------------------------------------------------------
slip static calls "static int calls; calls++;"
slip static last "static double last[3]; last[0] = 1;"
slip static text "static const char *text; text = \"\"; (void)text;"
slip static seen "for (int k = 0; k < 2; k++) { static struct pair seen; seen.a = k; }"
slip "static of a macro" once "ONCE"
helper static calls "int h(int n) { static int calls; return calls += n; }"
cat > inlined.c <<'END2'
#include "common.h"
SL_FN int inner(int n) { static int state; state += n; return state; }
SL_FN int outer(int n) { return inner(n); }
SL_KERNEL(f, (i), inout(double, 1, y)) { SL_AT(y, i) = outer(3); }
END2
says "a static in a helper of a helper" 1 \
    'inlined.c:2: error: SL_FN inner: "state" is a static variable' check inlined.c
cat > thread.c <<'END2'
#include "common.h"
SL_KERNEL(f, (i), inout(double, 1, y)) { static _Thread_local int own_; own_++; SL_AT(y, i) = own_; }
END2
says "one of each thread" 1 '"own_" is a static variable' check thread.c

# ---- functions ------------------------------------------------------------------------------------------------
slip function rand "SL_AT(y, i) = rand();"
slip function malloc "free(malloc(8));"
slip function strlen "SL_AT(y, i) = strlen(\"text\");"
slip function fprintf "fprintf(stdout, \"text\");"
slip function time "SL_AT(y, i) = time(NULL);"
slip function __builtin_alloca "double *t = (double *)__builtin_alloca(8); *t = 1;"
slip "function of the file" mine "SL_AT(y, i) = mine(1);"
slip "function of a header" of_header "SL_AT(y, i) = of_header(1);"
slip "function of another file" host_only "SL_AT(y, i) = host_only(1);"
slip "function in parentheses" mine "SL_AT(y, i) = (mine)(1);"
slip "address of a function" mine "double (*f)(double) = mine; (void)f;"
slip "function handed on" mine "qsort(0, 0, 8, (int (*)(const void *, const void *))mine);"
slip "pointer" apply "SL_AT(y, i) = hooked.apply(1.0);"
slip "pointer" p "double (*p)(double) = twice; SL_AT(y, i) = p(1.0);"
slip "pointer" p "function p = twice; SL_AT(y, i) = (*p)(1.0);"
slip "pointer" p "function p[2] = {twice, twice}; SL_AT(y, i) = p[n](1.0);"
slip "pointer" apply "struct operations o = {twice}; SL_AT(y, i) = o.apply(1.0);"
slip "pointer" hook "SL_AT(y, i) = hook(1.0);"
helper function rand "int h(int n) { return n * rand(); }"

for flag in -DC --c++; do
    for file in slips*.c; do
        check "$file" $flag > "$file.found" 2>&1
        ok $(($? != 1)) "$file of such bodies is refused${flag#-DC}" "$file.found"
    done
    for k in "${!wanted[@]}"; do
        grep -qE "${wanted[k]}" slips$((k / 10)).c.found
        ok $? "${flag#-D}: ${sentences[k]}" slips$((k / 10)).c.found
    done
done

# ---- what is not refused --------------------------------------------------------------------------------------
# good NAME: standard input is faultless, in C and C++.
good()
{
    local flag name=good_$1.c
    { echo '#include "common.h"'; cat; } > "$name"
    for flag in -DC --c++; do
        check "$name" $flag > out 2>&1
        [ $? = 0 ] && [ ! -s out ]
        ok $? "silent${flag#-DC}: $2" out
    done
}
good names "locals with the names of the host's variables and functions" <<'END2'
SL_KERNEL(f, (i), scalar(int, four), inout(double, 1, y), inout(double, 1, memory))
{
    double counter = four, mine[3] = {1, 2, 3}, *table_of = mine;
    struct pair both = {1, 2}, *hook = &both;
    counter += 1;
    hook->a = 2;
    table_of[1] = counter;
    for (int rand = 0; rand < 3; rand++)
        mine[rand] = both.a;
    SL_AT(memory, i) = SL_AT(y, i) + mine[0];
    goto time;
time:
    counter--;
}
END2
good constants "constants" <<'END2'
enum { N = 3 };
SL_KERNEL(f, (i), inout(double, 1, y))
{
    static const double mine_[3] = {1, 2, 3};
    const int m = N + 1;
    double t[N], u[m], v[2 * N][sizeof(int)];
    t[0] = u[0] = v[0][0] = half * four + mine_[i % 3] + sizeof(table_of) + sizeof counter + NAN;
    SL_AT(y, i) = t[0] + u[0] + v[0][0];
}
END2
good length "constants of the file as lengths" <<'END2'
SL_KERNEL(f, (i), inout(double, 1, y))
{
    double t[four];
    t[0] = 1;
    SL_AT(y, i) = t[0];
}
END2
good host "host code beside kernels" <<'END2'
SL_KERNEL(f, (i), inout(double, 1, y)) { SL_AT(y, i) = 1; }
void host(int n, sl_view *y);
void host(int n, sl_view *y)
{
    static int calls;
    double *t = (double *)malloc(8 * (size_t)n);
#pragma omp parallel for
    for (int k = 0; k < n; k++)
        t[k] = rand() + hook(weights[0]);
    counter += ++calls;
    free(t);
    if (sl_forall(f, SL_RANGE(0, n), y) != SL_SUCCESS)
        fprintf(stderr, "%d\n", errno);
}
END2
good simd "omp simd, and pragmas of others" <<'END2'
SL_KERNEL(f, (i), inout(double, 1, y))
{
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int k = 0; k < 4; k++)
        s += k;
#pragma GCC ivdep
    for (int k = 0; k < 4; k++)
        s += k;
#pragma unroll
    for (int k = 0; k < 4; k++)
        s += k;
    SL_AT(y, i) = s;
}
END2
good slices "slices, helpers, failures" <<'END2'
SL_FN double total(SL_PARAM(const double, 1, v))
{
    double t = 0;
    for (sl_index k = 0; k < SL_EXTENT(v, 0); k++)
        t += SL_AT(v, k);
    return t;
}
SL_KERNEL(f, (i), in(double, 2, x), inout(double, 1, y), reduce(double, max, hi))
{
    SL_LET(row, SL_SUB(x, i, SL_PAIR(0, 2)));
    if (total(SL_PASS(row)) + total(SL_SUB(x, SL_ALL, 0)) < 0)
        SL_RAISE(3);
    if (SL_AT(y, i) > *hi)
        *hi = (double)(SL_AT(y, i));
}
END2
good control "statements of every kind" <<'END2'
SL_KERNEL(f, (i), scalar(int, n), inout(double, 1, y))
{
    int k = 0, m = (int)(n), *p = &k;
    do {
        k++;
    } while (k < 3);
    switch (m) {
    case 1: k = m ? 2 : 3; break;
    case 2:
    default: (*p)++;
    }
    if (m > 2)
        k = 1;
    else if (m > 1)
        k = 2;
    else
        while (k > 0)
            --k;
    SL_AT(y, i) = (double)(k) * (m) + (k ? twice(m) : (twice)(k));
}
END2
good structs "structs and unions" <<'END2'
struct body { double x[3]; struct pair p; };
SL_FN struct body moved(struct body b, const struct pair *by)
{
    b.x[0] += by->a;
    b.p = *by;
    return b;
}
SL_KERNEL(f, (i), inout(double, 1, y))
{
    struct body b = {{1, 2, 3}, {1, 2}};
    struct pair counter_ = {1, 2};
    union { float f; int i; } bits;
    bits.f = 1;
    SL_AT(y, i) = moved(b, &counter_).x[0] + bits.i;
}
END2
good arrays "pointers to arrays of a named type" <<'END2'
SL_FN double sum_of(int32_t (*line)[2], struct pair (*pairs)[1])
{
    return (double)((int32_t)((*line)[0] + (*line)[1]) + (int)((*pairs)[0].a));
}
SL_KERNEL(f, (i), scatter(int32_t, sum, 1, bins), inout(double, 1, y))
{
    int32_t both[2] = {1, (int32_t)(i)};
    struct pair one[1] = {{2, 3}};
    SL_SCATTER(bins, 0, (int32_t)(i + 1));
    SL_AT(y, i) = sum_of(&both, &one);
}
END2
good macros "macros, headers and conditionals" <<'END2'
#define SQUARE(x) ((x) * (x))
#define SWAP(T, a, b) do { T swap_ = (a); (a) = (b); (b) = swap_; } while (0)
SL_FN double power(double x, int n)
{
    return n == 0 ? 1 : n == 1 ? x : SQUARE(x);
}
SL_KERNEL(f, (i, j), inout(double, 2, y))
{
#ifdef __CUDACC__
    int t = 1;
#else
    int t = 2;
#endif
    double a = t, b = 2;
    SWAP(double, a, b);
    SL_AT(y, i, j) = power(SQUARE(a), 2) - power(b, 1);
}
END2
good bare "a file without kernels" <<'END2'
void none(int n);
void none(int n) { double t[n > 0 ? 4 : 4]; static int calls; t[0] = ++calls; counter += (int)t[0]; }
END2
# A build with CUDA looks at all of them.
for file in "$srcdir"/examples/heat/kernels.c "$srcdir"/tests/*/*_kernels.c; do
    case $file in *nocuda_kernels.c) ;; *) if in_turn 4; then echo "$file"; fi ;; esac
done > files
: > complaints
while read -r file; do
    check "$file" -I"$builddir" -I"$srcdir/tests" -I"$srcdir/examples/heat" >> complaints 2>&1
done < files
[ ! -s complaints ] && [ -s files ]
ok $? "silent: $(wc -l < files) kernel files of Starloop's own" complaints

# ---- --no-cuda, and the object --------------------------------------------------------------------------------
printf '#include "common.h"\nSL_KERNEL(f, (i), inout(double, 1, y)) { %s }\n' "counter++; SL_AT(y, i) = rand();" > cpu.c
rm -f cpu.o
says "a file that is refused has no object" 1 "--no-cuda compiles cpu.c for CPUs only" scc -O0 -c cpu.c
[ ! -e cpu.o ]
ok $? "and leaves none"
runs "--no-cuda compiles it" scc -O0 -w --no-cuda -c cpu.c
printf '#include "common.h"\nSL_KERNEL(f, (i), inout(double, 1, y)) { ATOMIC SL_AT(y, i) += rand(); }\n' > cpu.c
says "but for the pragmas" 1 'kernel f: "#pragma omp atomic" would be ignored' scc -O0 -w --no-cuda -c cpu.c
! grep -q rand "$work/out"
ok $? "and nothing else is said" "$work/out"
runs "with -fopenmp they are not ignored" scc -O0 -w --no-cuda -fopenmp -c cpu.c
printf '#include "common.h"\nSL_KERNEL(f, (i), inout(double, 1, y)) { SL_AT(y, i) = rand() + ; }\n' > wrong.c
check wrong.c > out 2>&1
[ $? = 1 ] && ! grep -q 'only the host has' out
ok $? "what is no C is told by the compiler alone" out
rm -f x.d
scc -O0 -w -MD -MF x.d -MT x.o -c good_host.c -o x.o && grep -q '^x.o:.*common.h' x.d
ok $? "the file of dependencies is the compiler's" x.d

# ---- the list of functions ------------------------------------------------------------------------------------
. "$srcdir/tests/both_sides.bash"
calls > every.c
for call in $mathematics $others; do echo "${call%%(*}"; done | sort > called
sed -n '/^<!-- both sides -->$/,/^<!-- end -->$/p' "$srcdir/doc/guide/kernel-reference.md" | grep '^    ' |
    tr -s ' ' '\n' | grep . | sort > listed
diff called listed > differ
ok $? "the guide lists $(wc -l < listed) functions, and each is called here" differ
runs "each compiles in a kernel" scc -O1 -w -c every.c
runs "and as C++" scc -O1 -w --c++ -c every.c
done_testing
