#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Each statement of a nest under each level: what compiles is run, and visits each point once; what does not, says why
# in a sentence. The table is printed; that of the levels of CUDA is by nests/nest_grid.c, and here is what of it does
# not compile, and the sentences. Then compositions of three statements, drawn by SL_TEST_SEED.
# Beside others.
. "$(dirname "$0")/../tap.bash"
export LC_ALL=C
not_with_sanitizers "tests/nests/nest has the statements" "statements under levels"
cd "$work" || exit 99
cc=${SL_TEST_CC:-cc} flags="-O0 ${SL_TEST_FLAGS:-}"
levels=(seq simd "simd_sum(total)" omp omp_nowait "omp_nowait(2)" "omp_static(3)" "omp_dynamic(2)" "omp_guided(1)"
        omp_runtime)
words=(FOR FOR_ICOUNT COLLAPSE_2 COLLAPSE_3 TILE TILE_TCOUNT HYPERPLANE_2 HYPERPLANE_3)
compositions=24
if quick; then compositions=8; fi

# cell WORD LEVEL: statements that visit each point once.
cell()
{
    case $1 in
        FOR) echo "FOR(1, $2, FOR(0, seq, FOR(2, seq, DO(0))))" ;;
        FOR_ICOUNT) echo "FOR_ICOUNT(1, count, $2, FOR(0, seq, FOR(2, seq, DO(1))))" ;;
        COLLAPSE_2) echo "FOR(1, seq, COLLAPSE($2, (2, 0), DO(0)))" ;;
        COLLAPSE_3) echo "COLLAPSE($2, (1, 2, 0), DO(0))" ;;
        TILE) echo "TILE(1, fixed(4), $2, FOR(0, seq, FOR(1, seq, FOR(2, seq, DO(0)))))" ;;
        TILE_TCOUNT) echo "TILE_TCOUNT(1, count, dynamic(size), $2, FOR(0, seq, FOR(1, seq, FOR(2, seq, DO(2)))))" ;;
        HYPERPLANE_2) echo "HYPERPLANE(1, (2), $2, FOR(0, seq, DO(0)))" ;;
        HYPERPLANE_3) echo "HYPERPLANE(1, (2, 0), $2, DO(0))" ;;
    esac
}

nest()
{
    cat <<'C'
#include <starloop/kernel.h>
SL_NEST(words, (i, j, k), lambdas(3), scalar(int32_t, size), local(int32_t, count), local(int32_t, total),
        local_array(int32_t, room, 4), inout(int32_t, 3, seen))
{
    SL_LAMBDA(0)
    {
        SL_AT(seen, i, j, k) += (int32_t)(1 + 2 * i + 3 * j + 5 * k);
    }
    SL_LAMBDA(1)
    {
        SL_AT(seen, i, j, k) += (int32_t)(1 + 2 * i + 3 * (*count + 2) + 5 * k);
    }
    SL_LAMBDA(2)
    {
        SL_AT(seen, i, j, k) += (int32_t)(1 + 2 * i + 3 * (*count * size + SL_OFFSET(j) + 2) + 5 * k);
    }
}
C
}

main()
{
    cat <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <starloop.h>
SL_NEST_DECLARE(words, (i, j, k), lambdas(3), scalar(int32_t, size), local(int32_t, count), local(int32_t, total),
                local_array(int32_t, room, 4), inout(int32_t, 3, seen));
enum { B = 2 /* first index of the boxes */ };
/* Points that are not what plain loops make of them. */
static long run(const char *policy, sl_index l, sl_index m, sl_index n)
{
    sl_view *seen = NULL;
    long wrong = 0;
    const sl_index rows = m + B, deep = n + B;
    if (sl_view_create("seen", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(l + B, rows, deep), &seen) != SL_SUCCESS ||
        SL_VIEW_FILL(int32_t, seen, 0) != SL_SUCCESS ||
        sl_nest_with(SL_POLICY(.nest = policy), words, SL_BOX(B, l + B, B, rows, B, deep), 3, seen) != SL_SUCCESS)
        exit(EXIT_FAILURE);
    const int32_t *p = SL_HOST_READ(int32_t, seen);
    for (sl_index i = 0; i < l + B; i++)
        for (sl_index j = 0; j < rows; j++)
            for (sl_index k = 0; k < deep; k++)
                wrong += p[(i * rows + j) * deep + k] != (i < B || j < B || k < B ? 0 : 1 + 2 * i + 3 * j + 5 * k);
    if (sl_host_end(seen) != SL_SUCCESS)
        exit(EXIT_FAILURE);
    sl_view_destroy(&seen);
    return wrong;
}
int main(int argc, char **argv)
{
    static const sl_index box[][3] = {{1, 1, 1}, {3, 4, 5}, {4, 9, 2}, {7, 3, 13}, {0, 3, 3}};
    if (sl_init(NULL) != SL_SUCCESS)
        return EXIT_FAILURE;
    for (int a = 1; a < argc; a++) {
        long wrong = 0;
        for (int b = 0; b < 5; b++)
            wrong += run(argv[a], box[b][0], box[b][1], box[b][2]);
        printf("%s %ld\n", argv[a], wrong);
    }
    return sl_finalize();
}
C
}

# The sentence of an error in a policy, or nothing.
compiles() { { nest; echo "SL_NEST_POLICY${2:-}(words, p, $1)"; } > cell.c; $cc -std=gnu11 -fsyntax-only -O0 \
    -fopenmp-simd -ftrack-macro-expansion=0 -I"$srcdir/include" cell.c > out 2>&1; }

# ---- compositions: an omp level is used once, simd innermost, local memory not around omp
RANDOM=${SL_TEST_SEED:-1}
pick() { local n=$((RANDOM % $#)); shift $n; picked=$1; }
level()
{
    if [ $shared = 0 ] && [ $((RANDOM % 3)) -gt 0 ]; then
        shared=1
        pick omp omp_nowait "omp_nowait(2)" "omp_static(2)" "omp_dynamic(1)" "omp_guided(2)" omp_runtime
    else
        picked=seq
    fi
}
# around TEXT DIM: a statement that needs no dimension, or none.
around()
{
    case $((RANDOM % 5)) in
        0) text="IF(scalar(size), $1)" ;;
        1) if [ $shared = 0 ]; then text=$1; else text="INIT_LOCAL_MEM(stack, (room), $1)"; fi ;;
        2) text="REDUCE(seq, max, total, $1)" ;;
        *) text=$1 ;;
    esac
}
# Sets text to three statements, one in another, from the outermost to the innermost: each is "head(..., X" for DO.
compose()
{
    local dims=("0 1 2" "0 2 1" "1 0 2" "1 2 0" "2 0 1" "2 1 0") heads=() a b c last k
    shared=0
    pick "${dims[@]}"
    read -r a b c <<< "$picked"
    pick seq simd
    last=$picked
    case $((RANDOM % 5)) in
        0) level; heads=("FOR($a, $picked, "); level; heads+=("FOR($b, $picked, " "FOR($c, $last, ") ;;
        1)
            level; heads=("TILE($a, fixed(3), $picked, ")
            level; heads+=("COLLAPSE($picked, ($b, $c), " "FOR($a, $last, ")
            ;;
        2)
            level; heads=("TILE($c, dynamic(size), $picked, ")
            level; heads+=("HYPERPLANE($a, ($b), ${picked/_nowait/}, " "FOR($c, $last, ")
            ;;
        3)
            level; heads=("FOR($a, $picked, ")
            level; heads+=("TILE($b, fixed(2), $picked, " "COLLAPSE($last, ($c, $b), ")
            ;;
        4)
            level; heads=("TILE($a, fixed(5), $picked, ")
            level; heads+=("TILE($b, dynamic(size), $picked, " "HYPERPLANE($c, ($a, $b), seq, ")
            ;;
    esac
    around "DO(0)"
    for ((k = 2; k >= 0; k--)); do
        text="${heads[k]}$text)"
    done
}

nest > words_kernels.c
main > main.c
names=() table=
for word in "${words[@]}"; do
    line=$(printf '# %-13s' "$word")
    for level in "${levels[@]}"; do
        statements=$(cell "$word" "$level")
        case $word/$level in
            TILE*/simd* | FOR_ICOUNT/simd* | HYPERPLANE*/omp_nowait*)
                ! compiles "$statements" &&
                    grep -qE "policy p: ${word%_?}: (levels simd|iterations of a simd|planes)" out
                ok $? "$word does not take $level, and says so" out
                line+=$(printf '%-16s' sentence)
                ;;
            *)
                name=${word}_${level//[^a-z_0-9]/}
                names+=("$name")
                echo "SL_NEST_POLICY(words, $name, $statements)" >> words_kernels.c
                line+=$(printf '%-16s' works)
                ;;
        esac
    done
    table+="$line"$'\n'
done
# says_cuda PATTERN SENTENCE STATEMENTS: a policy for CUDA that does not compile, and why.
says_cuda()
{
    ! compiles "CUDA_KERNEL($3)" _CUDA && grep -qE "policy p: $1" out
    ok $? "$2" out
}
for level in thread_x block_y global_z warp; do
    level=${level}_direct_unchecked
    says_cuda "HYPERPLANE: planes differ in length" "on CUDA HYPERPLANE does not take $level, and says so" \
        "HYPERPLANE(1, (2), $level, FOR(0, seq, DO(0)))"
done
for level in seq thread_x_direct block_x_loop global_y_direct_unchecked warp_loop; do
    says_cuda "COLLAPSE is for CPUs" "there COLLAPSE does not take $level, and says what to use" \
        "COLLAPSE($level, (1, 2), FOR(0, seq, DO(0)))"
done
for word in FOR TILE HYPERPLANE; do
    head=${word}\(1
    case $word in TILE) head+=", fixed(4)" ;; HYPERPLANE) head+=", (2)" ;; esac
    says_cuda "unknown level .{1,2}omp" "$word does not take a level of CPUs there, and says which there are" \
        "$head, omp, FOR(0, seq, DO(0)))"
done
for ((c = 0; c < compositions; c++)); do
    compose
    names+=("composed_$c")
    echo "SL_NEST_POLICY(words, composed_$c, $text)" >> words_kernels.c
done
{
    sh "$builddir/tools/starloop-cc" --cc="$cc" --headers="$srcdir/include" --no-cuda $flags -c words_kernels.c \
        -o words_kernels.o &&
        $cc -std=gnu11 -Wall -Wextra -Werror $flags -I"$srcdir/include" -c main.c -o main.o &&
        "$builddir/libtool" --quiet --tag=CC --mode=link $cc $flags -no-install -o words main.o words_kernels.o \
            "$builddir/lib/libstarloop.la" ${SL_TEST_CUDA_LIBS:-} -lm
} > build.log 2>&1 < /dev/null
ok $? "the ${#names[@]} policies compile" build.log
./words "${names[@]}" > got 2> errors < /dev/null
ok $? "and run" errors
printf '# %-13s' statement
printf '%-16s' "${levels[@]}"
echo
printf '%s' "$table"
for name in "${names[@]}"; do
    grep -qx "$name 0" got
    status=$?
    grep -F "SL_NEST_POLICY(words, $name," words_kernels.c > policy
    grep "^$name " got >> policy
    ok $status "each point is visited once: $name" policy
done
done_testing
