#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Kernel files compile without a warning, by gcc and clang, as C11 and as C++17, checked and not: a file with every form
# of kernel, word and helper, and a table of each operator of reductions, scans, teams, nests and scatters with each
# type that it has. nvcc takes them as well; it is asked for its words alone, not for code, which would take long. With
# SL_TEST_SEED a third of what is not the file with every form checked by each compiler.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "kernels of every form compile without a warning"
not_when_quick "kernels of every form compile without a warning"
export LC_ALL=C
cd "$work" || exit 99
scc() { sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" "$@"; }
languages=("--cc=${SL_TEST_CC:-cc} -std=c11" "--c++ --cxx=${SL_TEST_CXX:-c++}")
if command -v clang > /dev/null && command -v clang++ > /dev/null; then
    languages+=("--cc=clang -std=c11" "--c++ --cxx=clang++")
else
    skip "no clang" "clang compiles kernels of every form"
fi

# ---- every form ---------------------------------------------------------------------------------------------------
cat > forms.c <<'END'
#include <starloop/kernel.h>
struct cell { double u; int32_t kind; float v[2]; };
struct affine { double a, b; };
SL_STRUCT(struct cell);
SL_REDUCER(then, struct affine, ({1, 0}), p, q)
{
    p->b = q->a * p->b + q->b;
    p->a *= q->a;
}
struct counts { int64_t n; double low; uint8_t bits; float high; };
SL_STRUCT(struct counts);
SL_REDUCER_MEMBERS(counted, struct counts, (sum, n), (min, low), (bor, bits), (max, high));
SL_KERNEL(results_of_members, (i, j), in(double, 2, x, own), reduce(struct counts, counted, c))
{
    c->n += 1;
    SL_JOIN(min, &c->low, &SL_AT(x, i, j));
    c->bits = (uint8_t)(c->bits | (SL_AT(x, i, j) > 0));
}
SL_FN double length(SL_PARAM(const double, 1, v))
{
    double s = 0;
    for (sl_index k = 0; k < SL_EXTENT(v, 0); k++)
        s += SL_AT(v, k) * SL_AT(v, k);
    return sqrt(s);
}
SL_FN void count(SL_PARAM(SL_ATOMIC_TYPE(int32_t), 1, h), sl_index k)
{
    SL_AT(h, k) += 1;
}
SL_KERNEL_DECLARE(loop_1, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL(loop_1, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i) + SL_RANDOM_UNIFORM(3, i, 0) + (double)SL_INDEX_POSITION;
}
SL_KERNEL(loop_2, (i, j), in(double, 2, x, halo(1, 1)), in(double, 0, w), table(float, t),
          in(double, 2, z, own(0, all)), in(struct cell, 2, c, own, fixed(8, 0), random),
          out(struct cell, 2, d, own), out(double, 2, y, own))
{
    SL_LET(row, SL_SUB(z, i, SL_ALL));
    SL_LET(some, SL_SUB(z, i, SL_PAIR(0, 2)));
    struct cell cell = SL_AT(c, i, j);
    cell.kind++;
    SL_AT(d, i, j) = cell;
    SL_AT(y, i, j) = SL_AT(x, i - 1, j) + SL_AT(x, i, j + 1) + SL_AT0(w) + (double)SL_AT(t, 2) + length(SL_PASS(row)) +
                     length(SL_PASS(some));
    if (SL_AT(y, i, j) < 0)
        SL_RAISE(3);
}
SL_KERNEL(loop_3, (i, j, k), in(double, 3, x, layout(blocked(4, 4, 4))), in(double, 3, m, own, layout(morton)),
          out(double, 3, y, own))
{
    SL_AT(y, i, j, k) = SL_AT(x, i, j, k) + SL_AT(m, i, j, k);
}
SL_KERNEL(packs, (i), in(double, 1, x, own, pack(3)), out(float, 1, y, own, pack(2)), inout(int64_t, 1, n, atomic))
{
    for (int m = 0; m < 2; m++)
        SL_AT(y, m, i) = (float)(SL_AT(x, m, i) + SL_AT(x, 2, i));
    SL_AT(n, 0) += 2;
}
SL_KERNEL(scatters, (e), in(int32_t, 2, to, own(0, all), map), scatter(double, sum, 1, f),
          multi_reduce(int64_t, max, most), inout(int32_t, 1, h, atomic), inout(int32_t, 1, used, atomic),
          out(double, 1, mine))
{
    SL_SCATTER(f, SL_AT(to, e, 0), 1.5);
    SL_SCATTER(most, 0, e);
    count(SL_PASS(h), 0);
    SL_UNIQUE_TOKEN(id, used)
    {
        SL_AT(mine, id) = (double)id;
    }
    SL_ATOMIC_MAX(SL_AT(h, 1), 3);
}
SL_KERNEL(results, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(SL_LOC(double), minloc, at),
          reduce(SL_MINMAX(double), minmax, both), reduce(struct affine, then, all), reduce(sl_complex, prod, c))
{
    const struct affine here = {SL_AT(x, i, j), 1};
    const sl_complex factor = {SL_AT(x, i, j), 1};
    *s += SL_AT(x, i, j);
    sl_minloc(at, SL_AT(x, i, j), i + j);
    sl_minmax(both, SL_AT(x, i, j));
    SL_JOIN(then, all, &here);
    SL_JOIN(prod_complex, c, &factor);
}
SL_KERNEL(arrays, (i), in(int32_t, 1, k, own), scalar(int32_t, n), reduce(double, sum, s, array(n)))
{
    SL_AT(s, SL_AT(k, i)) += 1;
}
SL_SCAN_KERNEL(scans, (i), in(int64_t, 1, n, own), out(int64_t, 1, before, own), reduce(int64_t, sum, s))
{
    if (SL_FINAL)
        SL_AT(before, i) = *s;
    *s += SL_AT(n, i);
}
SL_SCAN_KERNEL(scans_own, (i), in(double, 1, x, own), out(double, 1, y, own), reduce(struct affine, then, s))
{
    const struct affine here = {SL_AT(x, i), 1};
    if (SL_FINAL)
        SL_AT(y, i) = s->b;
    SL_JOIN(then, s, &here);
}
SL_SCAN_KERNEL(scans_where, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(SL_LOC(float), maxloc, s))
{
    if (SL_FINAL)
        SL_AT(y, i) = s->index;
    sl_maxloc(s, SL_AT(x, i), i);
}
SL_FN double row(SL_PARAM(const double, 1, v))
{
    return SL_AT(v, 0) + (double)SL_EXTENT(v, 0);
}
SL_TEAM_KERNEL(arrays_of_teams, (team), scalar(int32_t, n), scalar(size_t, m), in(double, 1, x, pack(2)),
               reduce(double, sum, s), scratch(float, a, n + 1), scratch(double, b, m, n, 2), scratch(sl_complex, c, 3))
{
    SL_TEAM_FOR(team, k, 0, SL_EXTENT(b, 1))
    {
        SL_AT(b, 0, k, 1) = SL_AT(x, 1, k) + (double)SL_AT(a, k);
        SL_AT(c, 0).re = 1;
    }
    SL_TEAM_BARRIER(team);
    *s += row(SL_SUB(b, 0, 1, SL_ALL)) + SL_AT(c, 0).re;
}
SL_TEAM_KERNEL(teams, (team), in(double, 2, x), out(double, 1, y), scatter(double, max, 1, most))
{
    SL_TEAM_SCRATCH(double, t, 16);
    const sl_index r = SL_LEAGUE_RANK(team);
    double s;
    SL_TEAM_FOR(team, k, 0, 16)
        t[k] = SL_AT(x, r, k);
    SL_TEAM_BARRIER(team);
    SL_TEAM_REDUCE(team, k, 0, 16, double, sum, s)
        s += t[k];
    SL_TEAM_SCAN(team, k, 0, 16, double, sum, before, t[k])
        if (before > s)
            SL_RAISE(1);
    SL_TEAM_FOR(team, k, 0, 4)
    {
        double v;
        SL_VECTOR_REDUCE(team, l, 0, 4, double, max, v)
            v = t[l + k] > v ? t[l + k] : v;
        SL_VECTOR_SINGLE(team)
            SL_SCATTER(most, k, v);
    }
    SL_TEAM_SINGLE(team)
        SL_AT(y, r) = s;
}
SL_NEST(nests, (i, j), lambdas(3), scalar(int32_t, side), in(double, 2, x), out(double, 1, y), local(double, s),
        local_array(double, t, 8))
{
    SL_LAMBDA(0)
    {
        *s = 0;
    }
    SL_LAMBDA(1)
    {
        t[SL_OFFSET(j) % 8] = SL_AT(x, i, j);
        *s += t[SL_OFFSET(j) % 8] + (double)SL_VALUE(0);
    }
    SL_LAMBDA(2)
    {
        SL_AT(y, i) = *s + (double)side;
    }
}
SL_NEST_POLICY(nests, rows, FOR(0, omp, DO(0), FOR(1, seq, DO(1)), DO(2)))
SL_NEST_POLICY(nests, tiles, TILE(0, fixed(4), omp, FOR(0, seq, DO(0),
                             TILE(1, dynamic(side), seq, FOR(1, seq, DO(1, values(3)))), DO(2))))
SL_NEST_POLICY_CUDA(nests, blocks, CUDA_KERNEL(FOR(0, global_x_direct, DO(0), FOR(1, seq, DO(1)), DO(2))))
sl_status call(sl_view *x, sl_view *y, sl_view *m);
sl_status call(sl_view *x, sl_view *y, sl_view *m)
{
    int64_t total;
    SL_TRY(sl_forall(loop_1, SL_RANGE(0, 3), 2.0, x, y));
    SL_TRY(sl_reduce(scans, SL_RANGE(0, 3), x, y, &total));
    return sl_nest(nests, SL_BOX(0, 3, 0, 4), 2, m, y);
}
END
pedantic="-Wall -Wextra -Wconversion -Werror"
for how in "${languages[@]}"; do
    for checked in "" -DSL_BOUNDS_CHECK; do
        # shellcheck disable=SC2086
        runs "no warning of every form: $how $checked" \
            scc --no-cuda $how -O0 $pedantic $checked -fsyntax-only -c forms.c
    done
done
# What optimisers find: gcc's do, clang's warnings come from the front end.
for how in "${languages[@]:0:2}"; do
    for level in -O1 "-O2 -DSL_BOUNDS_CHECK" -O3; do
        in_turn 3 || continue
        # shellcheck disable=SC2086
        runs "no warning of every form: $how $level" scc --no-cuda $how $level $pedantic -c forms.c
    done
done

# ---- every operator with every type -------------------------------------------------------------------------------
types="float double int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t"
operators()
{
    echo sum prod min max land lor
    case $1 in float | double) ;; *) echo band bor bxor ;; esac
}
# kernel WORD NAME INDICES ARGUMENTS: its head; the body is that of $type with the lines of $body.
kernel() { printf '%s(%s, %s, %s)\n{\n    const %s v = SL_AT(x, 0);\n%s}\n' "$1" "$2" "$3" "$4" "$type" "$body"; }
add() { body="$body    $1"$'\n'; }

reductions()
{
    local op arguments="in($type, 1, x)"
    for op in $(operators "$type"); do
        arguments="$arguments, reduce($type, $op, r_$op)"
        add "SL_JOIN($op, r_$op, &v);"
    done
    for op in minmax:SL_MINMAX minloc:SL_LOC maxloc:SL_LOC minmaxloc:SL_MINMAXLOC; do
        arguments="$arguments, reduce(${op#*:}($type), ${op%:*}, r_${op%:*})"
        case $op in *loc:*) add "sl_${op%:*}(r_${op%:*}, v, i);" ;; *) add "sl_minmax(r_minmax, v);" ;; esac
    done
    kernel SL_KERNEL "reduce_$type" "(i)" "$arguments"
    [ "$type" != double ] || kernel SL_KERNEL "plane_$type" "(i, j)" "$arguments"
}
arrays()
{
    local op arguments="in($type, 1, x)"
    for op in $(operators "$type"); do
        arguments="$arguments, reduce($type, $op, r_$op, array(3))"
        add "SL_JOIN($op, &SL_AT(r_$op, i % 3), &v);"
    done
    kernel SL_KERNEL "arrays_$type" "(i)" "$arguments"
}
scans()
{
    local op
    for op in $(operators "$type"); do
        body=''
        add "if (SL_FINAL) SL_AT(y, i) = *s;"
        add "SL_JOIN($op, s, &v);"
        kernel SL_SCAN_KERNEL "scan_${type}_$op" "(i)" "in($type, 1, x), out($type, 1, y), reduce($type, $op, s)"
    done
}
scatters()
{
    local op arguments="in($type, 1, x)"
    for op in $(operators "$type"); do
        case $op in land | lor) continue ;; esac
        arguments="$arguments, scatter($type, $op, 1, s_$op), scatter($type, $op, 0, z_$op)"
        arguments="$arguments, multi_reduce($type, $op, m_$op)"
        add "SL_SCATTER(s_$op, i / 2, v); SL_SCATTER(m_$op, i % 2, v); SL_SCATTER(z_$op, v);"
    done
    kernel SL_KERNEL "scatter_$type" "(i)" "$arguments"
    body="    SL_TEAM_FOR(team, i, 0, 4)"$'\n'"    {"$'\n'"$body    }"$'\n'
    kernel SL_TEAM_KERNEL "shares_$type" "(team)" "$arguments"
}
teams()
{
    local op word
    for op in $(operators "$type"); do
        for word in TEAM VECTOR TEAM_VECTOR; do
            add "{"
            add "    $type s;"
            add "    SL_${word}_REDUCE(team, k, 0, 9, $type, $op, s) SL_JOIN($op, &s, &v);"
            add "    SL_TEAM_SINGLE(team) SL_AT(y, 0) = s;"
            add "    SL_${word}_REDUCE_BOX(team, (k, l), 0, 9, 0, 9, $type, $op, s) SL_JOIN($op, &s, &v);"
            add "    SL_TEAM_SINGLE(team) SL_AT(y, 1) = s;"
            add "    SL_${word}_SCAN(team, k, 0, 9, $type, $op, before, v) SL_AT(y, k) = before;"
            add "    SL_${word}_SCAN_INCLUSIVE(team, k, 0, 9, $type, $op, upto, v, s) SL_AT(y, k) = upto;"
            add "}"
        done
    done
    kernel SL_TEAM_KERNEL "team_$type" "(team)" "in($type, 1, x), out($type, 1, y)"
}
# A list of statements has 8 of them at most: of bits in policies of their own.
nests()
{
    local op way bits reduce arguments="in($type, 1, x), out($type, 1, y)"
    body="    SL_LAMBDA(0)"$'\n'"    {"$'\n'
    for op in $(operators "$type"); do
        arguments="$arguments, local($type, r_$op)"
        add "    SL_JOIN($op, r_$op, &v);"
    done
    add "}"
    add "SL_LAMBDA(1) SL_AT(y, 0) = *r_sum;"
    kernel SL_NEST "nest_$type" "(i, j), lambdas(2)" "$arguments"
    for way in seq omp block warp; do
        for bits in '' _bits; do
            reduce=''
            for op in $(operators "$type"); do
                case $op in b*) [ -n "$bits" ] ;; *) [ -z "$bits" ] ;; esac &&
                    reduce="$reduce, REDUCE($way, $op, r_$op, DO(1))"
            done
            [ -n "$reduce" ] || continue
            case $way in
                seq | omp) echo "SL_NEST_POLICY(nest_$type, $way$bits, FOR(0, $way, FOR(1, seq, DO(0)))$reduce)" ;;
                block) echo "SL_NEST_POLICY_CUDA(nest_$type, block$bits, CUDA_KERNEL(fixed(64)," \
                    "FOR(0, block_x_loop, FOR(1, thread_x_loop, DO(0))$reduce)))" ;;
                warp) echo "SL_NEST_POLICY_CUDA(nest_$type, warp$bits," \
                    "CUDA_KERNEL(FOR(0, block_x_loop, FOR(1, warp_loop, DO(0))$reduce)))" ;;
            esac
        done
    done
}
for form in reductions arrays scans scatters teams nests; do
    {
        echo '#include <starloop/kernel.h>'
        for type in $types; do body='' && $form; done
    } > $form.c
    for how in "${languages[@]}"; do
        in_turn 3 || continue
        # clang warns of what it makes itself of `omp simd reduction(& : s)` over signed integers, and of && over float.
        case $form$how in teams*clang*) conversion=-Wno-conversion ;; *) conversion=-Wconversion ;; esac
        # shellcheck disable=SC2086
        runs "no warning of $form by each operator of each type: $how" \
            scc --no-cuda $how -O0 -Wall -Wextra $conversion -Werror -fsyntax-only -c $form.c
    done
done

if [ -z "${SL_TEST_NVCC:-}" ]; then
    skip "this build has no CUDA" "nvcc takes each operator of each type in each form"
    done_testing
    exit
fi
takes()
{
    # shellcheck disable=SC2086
    $SL_TEST_NVCC -ccbin "${SL_TEST_CXX:-c++}" -x cu -std=c++17 -fdevice-syntax-only \
        ${SL_TEST_CUDA_ARCH:+-arch=sm_$SL_TEST_CUDA_ARCH} -Xcompiler -w -I"$srcdir/include" -c "$1.c" -o "$1.o" \
        > "$1.out" 2>&1
    echo $? > "$1.status"
}
side_by_side 2 takes forms reductions arrays scans scatters teams nests
ok "$(cat forms.status)" "nvcc takes every form" forms.out
for form in reductions arrays scans scatters teams nests; do
    ok "$(cat $form.status)" "nvcc takes $form by each operator of each type" $form.out
done
done_testing
