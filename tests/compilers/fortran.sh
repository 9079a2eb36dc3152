#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Fortran: the module starloop against C's headers and in a program, which compares with Fortran's own loops; what
# starloop-cc --fortran writes and refuses; the program of doc/guide/fortran.md.
# Beside others.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../pages.bash"
fc=${SL_TEST_FC:-}
source=$srcdir/fortran/starloop.f90
scc() { sh "$builddir/tools/starloop-cc" --cc="$cc" --headers="$srcdir/include" --no-cuda "$@"; }
cd "$work" || exit 99

# ---- what needs no compiler of Fortran ----------------------------------------------------------------------------
"$srcdir/tools/make-fortran" > made.f90 2> made.err && diff "$source" made.f90 > made.differ
ok $? "starloop.f90 is what tools/make-fortran prints" made.differ
awk '/^ *!/ { next } length > 120' "$source" > long
[ ! -s long ]
ok $? "its lines have at most 120 characters" long

# Constants: each of starloop.f90 has the value of the enumerator of its name.
sed -n '/constants: C/,/---- types/p' "$source" |
    grep -oE '\bsl_[a-z0-9_]+ = -?[0-9]+' | grep -v sl_max_rank > constants
{
    printf '#include <starloop.h>\n'
    sed -E 's/^(sl_[a-z0-9_]+) = (.*)/\1 \2/' constants | while read -r name value; do
        printf '_Static_assert(%s == %s, "%s");\n' "${name^^}" "$value" "$name"
    done
    sed -n 's/.*:: abi = \([0-9]*\)$/_Static_assert(SL__ABI == \1, "abi");/p' "$source"
    sed -n 's/.*sl_max_rank = \([0-9]*\)$/_Static_assert(SL_MAX_RANK == \1, "sl_max_rank");/p' "$source"
} > constants.c
[ "$(grep -c Static_assert constants.c)" -gt 65 ]
ok $? "there are constants to compare"
runs "each constant of the module is that of C's headers" $cc -std=gnu11 -I"$srcdir/include" -fsyntax-only constants.c
for name in $(grep -oE '^    X\(SL_[A-Z0-9_]+' "$srcdir/include/starloop/status.h" | sed 's/.*(//'); do
    grep -q "^${name,,} = " constants || echo "$name"
done > missing
[ ! -s missing ]
ok $? "the module has each status" missing

cat > kernels.c <<'END'
#include <starloop/kernel.h>
typedef double real;
SL_KERNEL(axpy, (i), scalar(real, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}
SL_KERNEL(mark1, (i), out(int64_t, 1, x, own)) { SL_AT(x, i) = i; }
SL_KERNEL(mark2, (i, j), out(int32_t, 2, x, own)) { SL_AT(x, i, j) = (int32_t)(100 * i + j); }
SL_KERNEL(mark3, (i, j, k), out(float, 3, x, own)) { SL_AT(x, i, j, k) = (float)(10000 * i + 100 * j + k); }
SL_KERNEL(smooth, (i, j), in(double, 2, u, halo(1)), out(double, 2, w, own))
{
    SL_AT(w, i, j) = 0.25 * (SL_AT(u, i - 1, j) + SL_AT(u, i + 1, j) + SL_AT(u, i, j - 1) + SL_AT(u, i, j + 1));
}
SL_KERNEL(dot, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i) * SL_AT(y, i);
}
SL_KERNEL(span, (i), in(int64_t, 1, x, own), reduce(int64_t, min, least), reduce(int64_t, max, most))
{
    if (SL_AT(x, i) < *least)
        *least = SL_AT(x, i);
    if (SL_AT(x, i) > *most)
        *most = SL_AT(x, i);
}
SL_SCAN_KERNEL(offsets, (i), in(int64_t, 1, count, own), out(int64_t, 1, first, own), reduce(int64_t, sum, s))
{
    if (SL_FINAL)
        SL_AT(first, i) = *s;
    *s += SL_AT(count, i);
}
SL_KERNEL(turn, (i), scalar(sl_complex, z), scalar(_Bool, status), inout(sl_complex, 1, x, own),
          reduce(sl_complex, sum, s))
{
    const sl_complex w = SL_AT(x, i);
    if (status) {
        SL_AT(x, i).re = w.re * z.re - w.im * z.im;
        SL_AT(x, i).im = w.re * z.im + w.im * z.re;
    }
    s->re += SL_AT(x, i).re;
    s->im += SL_AT(x, i).im;
}
SL_KERNEL(single, (i), scalar(sl_complexf, z), out(sl_complexf, 1, x, own)) { SL_AT(x, i) = z; }
SL_KERNEL(fails, (i), in(double, 1, x, own)) { if (SL_AT(x, i) >= 0.0) SL_RAISE(7); }
SL_KERNEL(bins, (i), in(int64_t, 1, x, own), scatter(int32_t, sum, 1, n)) { SL_SCATTER(n, SL_AT(x, i), 1); }
SL_NEST(scale, (r, c), lambdas(1), scalar(double, a), inout(double, 2, m, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(m, r, c) *= a;
    }
}
SL_NEST_POLICY(scale, rows, FOR(1, omp, FOR(0, simd, DO(0))))
END
runs "starloop-cc --fortran writes module and shim" scc --fortran kernels.c
runs "the shim compiles without a warning" $cc -std=gnu11 $flags -Wall -Wextra -Wstrict-prototypes \
    -Wmissing-prototypes -Werror -I"$srcdir/include" -c kernels_fortran_shim.c -o shim.o
runs "-o names the module and both files" scc --fortran kernels.c -o other.f90
grep -qx 'module other' other.f90 && cmp -s other_shim.c kernels_fortran_shim.c
ok $? "after the file"

# ---- what it refuses ----------------------------------------------------------------------------------------------
# refuses SENTENCE TEXT KERNEL
refuses()
{
    printf '#include <starloop/kernel.h>\nstruct particle { double x; };\n%s\n' "$3" > refused.c
    says "$1" 1 "$2" scc --fortran refused.c
    [ ! -e refused_fortran.f90 ] && [ ! -e refused_fortran_shim.c ]
    ok $? "and leaves no file"
}
refuses "a struct is refused: file, kernel, argument and type are named" \
    'refused.c:3: kernel "move", argument "p": "struct particle" is a struct' \
    'SL_KERNEL(move, (i), inout(struct particle, 1, p, own)) { SL_AT(p, i).x += 1.0; }'
refuses "so is a scalar that is one" 'kernel "push", argument "by": "struct particle" is a struct' \
    'SL_KERNEL(push, (i), scalar(struct particle, by), inout(double, 1, x, own)) { SL_AT(x, i) += by.x; }'
refuses "a pack is refused: file, kernel and argument are named" \
    'refused.c:3: kernel "all", argument "q": a pack has no call in Fortran' \
    'SL_KERNEL(all, (i), in(double, 1, q, own, pack(3)), out(double, 1, x, own)) { SL_AT(x, i) = SL_AT(q, 1, i); }'
refuses "a team kernel is refused" 'kernel "team": a team kernel has no call' \
    'SL_TEAM_KERNEL(team, (t), in(double, 1, x)) { (void)t; }'
refuses "names that Fortran does not tell apart are refused" 'argument "X": Fortran does not tell it from "x"' \
    'SL_KERNEL(two, (i), in(double, 1, x, own), out(double, 1, X, own)) { SL_AT(X, i) = SL_AT(x, i); }'
refuses "a name that is none in Fortran is refused" 'kernel "_under": a name of Fortran begins with a letter' \
    'SL_KERNEL(_under, (i), out(double, 1, x, own)) { SL_AT(x, i) = 0.0; }'
refuses "a file without kernels is refused" 'no kernel in "refused.c"' 'int nothing;'
refuses "a mistake in C is the compiler's to tell" "not_declared" \
    'SL_KERNEL(wrong, (i), out(double, 1, x, own)) { SL_AT(x, i) = not_declared; }'
says "another ending of -o is refused" 2 'expected a file that ends in .f90, got "x.f"' scc --fortran kernels.c -o x.f
says "a name that no module may have is refused" 2 '"2x" is no name in Fortran' scc --fortran kernels.c -o 2x.f90
cp kernels.c kernels.cpp
says "a kernel file in C++ is refused" 2 "expected a kernel file in C" scc --fortran kernels.cpp
says "it is a mode of its own" 2 "expected one of -c, -S, -E, --expand and --fortran" scc --fortran -c kernels.c

if command -v clang > /dev/null; then
    runs "clang reads the kernels as well" scc --cc=clang --fortran kernels.c -o by_clang.f90
    sed 's/kernels_fortran/by_clang/' kernels_fortran.f90 | cmp -s - by_clang.f90 &&
        cmp -s by_clang_shim.c kernels_fortran_shim.c
    ok $? "to the same files"
else
    skip "clang is not installed" "clang reads the kernels as well"
fi

# ---- programs -----------------------------------------------------------------------------------------------------
if [ -z "$fc" ]; then
    skip "configure found no gfortran" "programs in Fortran run"
    done_testing
    exit
fi
cp "$builddir/fortran/starloop.mod" . || exit 99
# link OUTPUT OBJECT...
link()
{
    local output=$1
    shift
    "$builddir/libtool" --quiet --tag=FC --mode=link $fc $flags -no-install -o "$output" "$@" \
        "$builddir/fortran/libstarloop_fortran.la" "$builddir/lib/libstarloop.la" -lm
}
# Structures have the layout of C's.
cat > layout_c.c <<'END'
#include <stddef.h>
#include <starloop.h>
size_t layout_c(int what);
size_t layout_c(int what)
{
    const size_t all[] = {sizeof(sl_policy), sizeof(sl_space), sizeof(sl_config), sizeof(sl_use),
                          sizeof(sl_region_counts), offsetof(sl_policy, scratch_bytes), offsetof(sl_policy, label),
                          offsetof(sl_policy, occupancy.custom), offsetof(sl_policy, combine),
                          offsetof(sl_space, object), offsetof(sl_policy, tile[5]), offsetof(sl_config, gpus)};
    return all[what - 1];
}
END
cat > main.f90 <<'END'
module tasks
    use, intrinsic :: iso_c_binding
    use starloop
    implicit none
    type(sl_view), save :: task_x, task_y
    type :: factor
        real(c_double) :: by = 1
    end type
contains
    function multiply(arg) bind(C) result(failed)
        type(c_ptr), value :: arg
        integer(c_int) :: failed
        type(factor), pointer :: f
        real(c_double), pointer :: x(:), y(:)
        real(c_float), pointer :: wrong(:)
        integer(c_int) :: status

        failed = 1
        call c_f_pointer(arg, f)
        call sl_task_data(task_x, wrong, status)
        if (status /= sl_err_type .or. associated(wrong)) return
        call sl_task_data(task_x, x)
        call sl_task_data(task_y, y, status)
        if (status /= sl_success .or. lbound(y, 1) /= 1) return
        y = f%by*x
        failed = 0
    end function
    function breaks(arg) bind(C) result(failed)
        type(c_ptr), value :: arg
        integer(c_int) :: failed

        failed = merge(2, 3, c_associated(arg))
    end function
end module

program main
    use, intrinsic :: iso_c_binding
    use starloop
    use kernels_fortran
    use tasks
    implicit none
    interface
        function layout_c(what) bind(C) result(n)
            import
            integer(c_int), value :: what
            integer(c_size_t) :: n
        end function
    end interface
    integer, parameter :: n = 1000
    integer(c_int) :: status

    call sl_init(status=status)
    call ok(status == sl_success .and. sl_is_initialized(), "sl_init starts the library")
    if (status /= sl_success) stop 1
    call sl_log_set_level(sl_log_none)
    call constants_and_layouts
    call arrays
    call ranks
    call ranges
    call managed
    call sections
    call reductions
    call complex_numbers
    call waits
    call region
    call host_tasks
    call errors
    call sl_finalize(status)
    call ok(status == sl_success .and. .not. sl_is_initialized(), "sl_finalize ends it")

contains

    subroutine ok(passed, sentence)
        logical, intent(in) :: passed
        character(*), intent(in) :: sentence

        print '(a, " ", a)', merge("pass", "fail", passed), sentence
    end subroutine

    !> @return bytes from the start of a variable to a member
    function at(from, to) result(bytes)
        type(c_ptr), intent(in) :: from, to
        integer(c_size_t) :: bytes

        bytes = int(transfer(to, 0_c_intptr_t) - transfer(from, 0_c_intptr_t), c_size_t)
    end function

    subroutine constants_and_layouts
        type(sl_policy), target :: p
        type(sl_space), target :: s
        type(sl_config), target :: c
        type(sl_use) :: u
        type(sl_region_counts) :: r
        integer(c_size_t) :: got(12)
        integer :: k

        got = [c_sizeof(p), c_sizeof(s), c_sizeof(c), c_sizeof(u), c_sizeof(r), at(c_loc(p), c_loc(p%scratch_bytes)), &
            at(c_loc(p), c_loc(p%label)), at(c_loc(p), c_loc(p%occupancy%custom)), at(c_loc(p), c_loc(p%combine)), &
            at(c_loc(s), c_loc(s%object)), at(c_loc(p), c_loc(p%tile(6))), at(c_loc(c), c_loc(c%gpus))]
        call ok(all(got == [(layout_c(int(k, c_int)), k=1, 12)]), "structures have the sizes and offsets of C's")
        call ok(sl_status_name(sl_err_rank) == "SL_ERR_RANK", "sl_status_name names a status")
        call ok(sl_status_message(sl_err_rank) == "the rank does not match", "sl_status_message says what it means")
        call ok(index(sl_version(), ".") > 1, "sl_version is there")
        call ok(sl_cpu_cores() >= 1 .and. sl_cpu_workers() >= 1 .and. sl_gpus() >= 0, &
            "cores, workers and GPUs are counted")
    end subroutine

    subroutine arrays
        real(c_double), target :: x(n), y(n)
        real(c_double) :: want(n)
        type(sl_view) :: vx, vy
        integer :: i

        x = [(i, i=1, n)]
        y = 1
        want = y
        do i = 1, n
            want(i) = want(i) + 2*x(i)
        end do
        call sl_view_wrap("x", x, vx, status=status)
        call ok(status == sl_success, "sl_view_wrap wraps a Fortran array")
        call sl_view_wrap("y   ", y, vy)
        call ok(sl_view_label(vy) == "y", "a label ends before its blanks")
        call axpy(sl_range(1, n), 2.0d0, vx, vy, status=status)
        call ok(status == sl_success, "a kernel is called")
        call sl_wait(status)
        call ok(status == sl_success, "sl_wait succeeds")
        call sl_view_destroy(vy)
        call ok(.not. c_associated(vy%handle), "sl_view_destroy empties the handle")
        call ok(all(y == want), "sl_range(1, n) is all of an array")

        call sl_view_wrap("y", y, vy)
        call axpy(sl_range(3, n - 5), -2.0d0, vx, vy, policy=sl_policy(where=sl_cpu, schedule=sl_seq, synchronous=1))
        do i = 3, n - 5
            want(i) = want(i) - 2*x(i)
        end do
        call ok(all(y == want), "sl_range(3, n - 5) has both bounds, under a policy that waits")
        call ok(sl_view_rank(vy) == 1 .and. sl_view_size(vy) == n .and. sl_view_extent(vy, 1) == n .and. &
            sl_view_stride(vy, 1) == 1 .and. sl_view_first(vy, 1) == 1 .and. sl_view_type(vy) == sl_double, &
            "rank, size, extent, stride, first index and type of a view are told")
        call sl_view_destroy(vx)
        call sl_view_destroy(vy)
    end subroutine

    subroutine ranks
        integer(c_int64_t), target :: a(7)
        integer(c_int32_t), target :: b(5, 4)
        real(c_float), target :: c(4, 3, 2)
        integer(c_int64_t), target :: from(-2:4)
        type(sl_view) :: v
        integer :: i, j, k

        a = 0
        call sl_view_wrap("a", a, v)
        call mark1(sl_range(1, 7), v)
        call sl_view_destroy(v)
        call ok(all(a == [(i, i=1, 7)]), "rank 1: a(i) is the element i of the body")

        b = 0
        call sl_view_wrap("b", b, v)
        call mark2(sl_box(1, 5, 1, 4), v)
        call sl_view_destroy(v)
        call ok(all(b == reshape([((100*i + j, i=1, 5), j=1, 4)], [5, 4])), "rank 2: b(i, j) is the element (i, j)")

        c = 0
        call sl_view_wrap("c", c, v)
        call mark3(sl_box(1, 4, 2, 3, 1, 2), v)
        call sl_view_destroy(v)
        call ok(all(c(:, 1, :) == 0), "rank 3: what the box leaves out stays")
        call ok(all(c(:, 2:3, :) == reshape([(((10000*i + 100*j + k, i=1, 4), j=2, 3), k=1, 2)], [4, 2, 2])), &
            "rank 3: c(i, j, k) is the element (i, j, k)")

        from = 0
        call sl_view_wrap("from", from, v, first=lbound(from))
        call ok(sl_view_first(v, 1) == -2, "first= takes the lower bounds of an array")
        call mark1(sl_range(lbound(from, 1), ubound(from, 1)), v)
        call sl_view_destroy(v)
        call ok(all(from == [(i, i=-2, 4)]), "and then from(i) is the element i of the body")
        call sl_view_wrap("from", from, v, first=[1, 1], status=status)
        call ok(status == sl_err_rank .and. index(sl_last_error(), "expected 1 indices, got 2") > 0, &
            "a wrong number of first indices is refused")
        call all_ranks
    end subroutine

    subroutine all_ranks
        real(c_double), target :: a0, a1(2), a2(2, 3), a3(2, 3, 2), a4(2, 3, 2, 2)
        real(c_double), target :: a5(2, 3, 2, 2, 2), a6(2, 3, 2, 2, 2, 3)
        type(sl_view) :: v(0:6)
        real(c_double), pointer :: p0, p6(:, :, :, :, :, :), p5(:, :, :, :, :), p4(:, :, :, :)
        integer :: k
        logical :: right

        call sl_view_wrap("a0", a0, v(0))
        call sl_view_wrap("a1", a1, v(1))
        call sl_view_wrap("a2", a2, v(2))
        call sl_view_wrap("a3", a3, v(3))
        call sl_view_wrap("a4", a4, v(4))
        call sl_view_wrap("a5", a5, v(5))
        call sl_view_wrap("a6", a6, v(6))
        right = .true.
        do k = 0, 6
            call sl_view_fill(v(k), real(k, c_double), status)
            right = right .and. status == sl_success .and. sl_view_rank(v(k)) == k
        end do
        call ok(right, "ranks 0 to 6 are wrapped, and sl_view_fill takes them")
        call sl_host_begin(v(0), sl_rdwr, p0)
        call sl_host_begin(v(4), sl_rdwr, p4)
        call sl_host_begin(v(5), sl_rdwr, p5)
        call sl_host_begin(v(6), sl_rdwr, p6, status)
        call ok(status == sl_success .and. p0 == 0 .and. all(p4 == 4) .and. all(p5 == 5) .and. all(p6 == 6) .and. &
            all(shape(p6) == shape(a6)), "sl_host_begin points at views of these ranks")
        p0 = -1
        p6(2, 3, 1, 2, 1, 3) = -6
        do k = 4, 6
            call sl_host_end(v(k), status)
        end do
        call sl_host_end(v(0), status)
        call ok(status == sl_success, "sl_host_end ends it")
        do k = 0, 6
            call sl_view_destroy(v(k))
        end do
        call ok(a0 == -1 .and. a6(2, 3, 1, 2, 1, 3) == -6 .and. count(a6 == 6) == size(a6) - 1 .and. &
            all(a1 == 1) .and. all(a2 == 2) .and. all(a3 == 3), "the arrays have what was filled and written")
    end subroutine

    subroutine ranges
        integer(c_int64_t), target :: a(20), want(20)
        integer(c_int64_t) :: long
        type(sl_view) :: v
        integer :: i

        long = 20
        call ok(sl_space_size(sl_range(1, 20)) == 20 .and. sl_space_size(sl_range(1, long)) == 20 .and. &
            sl_space_size(sl_range(long, 20)) == 1 .and. sl_space_size(sl_range(long, long + 1)) == 2, &
            "sl_range takes integers of both kinds")
        call ok(sl_space_size(sl_range(1, 0)) == 0, "sl_range(1, 0) is empty")
        call ok(sl_space_size(sl_box(1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 0, 6)) == 5040 .and. &
            sl_space_size(sl_box(1_sl_index, long)) == 20 .and. &
            sl_space_size(sl_box(1_sl_index, 2_sl_index, 1_sl_index, 3_sl_index)) == 6, &
            "sl_box has one to six dimensions")
        a = 0
        want = 0
        call sl_view_wrap("a", a, v)
        call mark1(sl_range_stride(2, 20, 3), v)
        do i = 2, 20, 3
            want(i) = i
        end do
        call sl_wait
        call ok(all(a == want), "sl_range_stride(2, 20, 3) is do i = 2, 20, 3")
        call sl_view_fill(v, 0_c_int64_t)
        call mark1(sl_range_stride(19_sl_index, 4_sl_index, -5_sl_index), v)
        want = 0
        do i = 19, 4, -5
            want(i) = i
        end do
        call sl_wait
        call ok(all(a == want), "and so is a stride downwards")
        call mark1(sl_box(1, 5, 1), v, status=status)
        call ok(status == sl_err_rank .or. status == sl_err_argument, "a bound without its other half is refused")
        call mark1(sl_range(0, 5), v, status=status)
        if (status == sl_success) call sl_wait(status)
        call ok(status == sl_err_extent .or. status == sl_err_bounds .or. status == sl_err_argument .or. &
            status == sl_err_reach, "index 0 is outside of a Fortran array")
        call sl_view_destroy(v)
    end subroutine

    subroutine managed
        type(sl_view) :: u, w
        real(c_double), pointer :: p(:, :)
        real(c_double) :: before(0:6, 0:5), want(0:6, 0:5)
        integer :: i, j

        call sl_view_create("u", sl_double, [7, 6], u, first=[0, 0], status=status)
        call ok(status == sl_success, "sl_view_create makes a view")
        call sl_view_create("w", sl_double, [7_sl_index, 6_sl_index], w, first=[0, 0])
        call sl_host_begin(u, sl_write, p)
        call ok(all(lbound(p) == 0) .and. all(ubound(p) == [6, 5]), "a pointer begins at the first indices of its view")
        do j = 0, 5
            do i = 0, 6
                p(i, j) = i*i + 3*j
            end do
        end do
        before = p
        call sl_host_end(u)
        call sl_deep_copy(w, u)
        call smooth(sl_box(1, 5, 1, 4), u, w)
        want = before
        do j = 1, 4
            do i = 1, 5
                want(i, j) = 0.25d0*(before(i - 1, j) + before(i + 1, j) + before(i, j - 1) + before(i, j + 1))
            end do
        end do
        call sl_host_begin(w, sl_read, p)
        call ok(all(p == want), "a stencil over views with first index 0 is Fortran's loop; sl_deep_copy copies")
        call sl_host_end(w)
        call scale(sl_box(0, 6, 0, 5), 2.0d0, w, status=status)
        call sl_host_begin(w, sl_read, p)
        call ok(status == sl_success .and. all(p == 2*want), "a nest is called as a kernel is")
        call sl_host_end(w)
        call sl_view_destroy(u)
        call sl_view_destroy(w)
        call sl_view_create("t", sl_int32, [integer ::], u, status=status)
        call ok(status == sl_success .and. sl_view_rank(u) == 0, "an empty array of extents makes a view of rank 0")
        call sl_view_destroy(u)
    end subroutine

    subroutine sections
        integer(c_int32_t), target :: a(10, 8), want(10, 8)
        integer(c_int32_t), target, allocatable :: none(:, :)
        integer(c_int32_t), pointer :: p(:, :)
        type(sl_view) :: v
        integer :: i, j

        a = 0
        want = 0
        call sl_view_wrap("section", a(2:9:2, 1:8:3), v, status=status)
        call ok(status == sl_success .and. sl_view_extent(v, 1) == 4 .and. sl_view_extent(v, 2) == 3 .and. &
            sl_view_stride(v, 1) == 2 .and. sl_view_stride(v, 2) == 30, "a section is a view with its strides")
        call mark2(sl_box(1, 4, 1, 3), v)
        call sl_wait
        do j = 1, 3
            do i = 1, 4
                want(2*i, 3*j - 2) = 100*i + j
            end do
        end do
        call ok(all(a == want), "whose elements are written, and no others")
        call sl_host_begin(v, sl_read, p, status)
        call ok(status == sl_err_unsupported .and. .not. associated(p) .and. &
            index(sl_last_error(), 'sl_host_begin: expected elements without gaps in layout left, '// &
            '"section" has others') > 0, &
            "a pointer to it is refused in a sentence")
        call sl_view_destroy(v)
        call sl_view_wrap("column", a(1:10:3, 3:3), v, status=status)
        call ok(status == sl_success .and. sl_view_extent(v, 1) == 4 .and. sl_view_extent(v, 2) == 1, &
            "a section of one column, too")
        call sl_view_destroy(v)
        call sl_view_wrap("back", a(10:1:-1, :), v, status=status)
        call ok(status == sl_err_argument .or. status == sl_err_extent, "negative strides are refused")
        allocate (none(0, 5))
        call sl_view_wrap("none", none, v, status=status)
        call ok(status == sl_success .and. sl_view_size(v) == 0, "an array without elements is wrapped")
        call mark2(sl_box(1, 0, 1, 5), v, status=status)
        call ok(status == sl_success, "and a loop over nothing runs")
        call sl_view_destroy(v)
    end subroutine

    subroutine reductions
        real(c_double), target :: x(n), y(n)
        integer(c_int64_t), target :: m(n), first(n), bin(4)
        integer(c_int64_t) :: least, most, total
        integer(c_int32_t), target :: counts(4)
        real(c_double) :: s
        real(c_double), pointer :: p, q(:)
        type(sl_view) :: vx, vy, vs, vt, vm, vf
        integer :: i

        x = [(i, i=1, n)]
        y = [(2*i - n, i=1, n)]
        m = [(mod(int(i, c_int64_t)*37, 101_c_int64_t), i=1, n)]
        call sl_view_wrap("x", x, vx)
        call sl_view_wrap("y", y, vy)
        s = -1
        call dot(sl_range(1, n), vx, vy, s, status=status)
        call ok(status == sl_success .and. s == sum(x*y), "a reduction returns its result in a variable")
        call dot(sl_range(11, 20), vx, vy, s)
        call ok(s == dot_product(x(11:20), y(11:20)), "over a part, too")
        call sl_view_create("s", sl_double, [integer ::], vs)
        call dot(sl_range(1, n), vx, vy, sl_into(vs), status=status)
        call sl_host_begin(vs, sl_read, p)
        call ok(status == sl_success .and. p == sum(x*y), "or in a view of rank 0")
        call sl_host_end(vs)
        call sl_view_create("t", sl_double, [3], vt)
        call dot(sl_range(1, 2), vx, vy, sl_into(vt, [1]))
        call dot(sl_range(1, 3), vx, vy, sl_into(vt, [3_sl_index]))
        call sl_host_begin(vt, sl_read, q)
        call ok(q(1) == sum(x(:2)*y(:2)) .and. q(2) == 0 .and. q(3) == sum(x(:3)*y(:3)), "or in an element of a view")
        call sl_host_end(vt)
        call sl_view_wrap("m", m, vm)
        call span(sl_range(1, n), vm, least, most)
        call ok(least == minval(m) .and. most == maxval(m), "two results are returned")
        call sl_view_wrap("first", first, vf)
        call offsets(sl_range(1, n), vm, vf, total)
        call ok(total == sum(m) .and. all(first == [(sum(m(:i - 1)), i=1, n)]), &
            "a scan kernel scans and returns the total")
        call sl_scan_inclusive(sl_sum, 1, vm, vf, status)
        call sl_wait
        call ok(status == sl_success .and. all(first == [(sum(m(:i)), i=1, n)]), "sl_scan_inclusive scans")
        call sl_scan_exclusive(sl_max, 1, vm, vf, status)
        call sl_wait
        call ok(all(first(2:) == [(maxval(m(:i - 1)), i=2, n)]), "and so does sl_scan_exclusive")
        call sl_scan_inclusive(sl_bxor, 1, vm, vf)
        call sl_wait
        call ok(all(first == [(iparity(m(:i)), i=1, n)]), "and by an operator of bits")
        call sl_view_destroy(vf)
        bin = [1, 4, 4, 2]
        counts = 0
        call sl_view_wrap("bin", bin, vf)
        call sl_view_destroy(vs)
        call sl_view_wrap("counts", counts, vs)
        call bins(sl_range(1, 4), vf, vs)
        call sl_view_destroy(vs)
        call ok(all(counts == [1, 1, 0, 2]), "an index in an array is Fortran's, too")
        call sl_view_destroy(vf)
        call sl_view_destroy(vm)
        call sl_view_destroy(vt)
        call sl_view_destroy(vx)
        call sl_view_destroy(vy)
    end subroutine

    subroutine complex_numbers
        complex(c_double_complex), target :: x(n)
        complex(c_float_complex), target :: f(3)
        complex(c_double_complex) :: s, want(n)
        complex(c_double_complex), pointer :: p(:)
        type(sl_view) :: v
        integer :: i

        x = [(cmplx(i, -i, c_double_complex), i=1, n)]
        want = x*(0.0d0, 1.0d0)
        call sl_view_wrap("x", x, v)
        call ok(sl_view_type(v) == sl_complex_type(), "a complex array is a view of sl_complex")
        call turn(sl_range(1, n), (0.0d0, 1.0d0), .true._c_bool, v, s, status=status)
        call ok(status == sl_success .and. s == sum(want), "a complex scalar and a complex result are passed")
        call turn(sl_range(1, n), (5.0d0, 1.0d0), status_arg=.false._c_bool, x=v, s=s)
        call sl_host_begin(v, sl_read, p)
        call ok(all(p == want), "a logical is passed, too, by the name status_arg: status is the module's own")
        call sl_host_end(v)
        call sl_view_destroy(v)
        f = 0
        call sl_view_wrap("f", f, v)
        call single(sl_range(2, 3), (1.0, 2.0), v)
        call sl_view_destroy(v)
        call ok(f(1) == 0 .and. all(f(2:) == (1.0, 2.0)), "and so are single complex numbers")
    end subroutine

    subroutine waits
        integer(c_int64_t), target :: a(n)
        type(sl_view) :: v, again
        type(sl_event) :: event

        call sl_view_wrap("a", a, v)
        call sl_view_retain(v, again)
        call ok(c_associated(v%handle, again%handle), "sl_view_retain gives the same view")
        call sl_view_destroy(again)
        call mark1(sl_range(1, n), v)
        call sl_view_wait(v, status)
        call ok(status == sl_success .and. a(n) == n, "sl_view_wait waits for a view")
        call sl_view_fill(v, 0_c_int64_t)
        call mark1(sl_range(1, n), v)
        call sl_event_record(event, status)
        call ok(status == sl_success, "sl_event_record records an event")
        call sl_event_wait(event, status)
        call ok(status == sl_success .and. a(n) == n .and. sl_event_test(event), "sl_event_wait waits for it")
        call sl_event_destroy(event)
        call ok(.not. c_associated(event%handle), "sl_event_destroy empties the handle")
        call sl_pause(status)
        call ok(status == sl_success, "sl_pause pauses")
        call sl_resume(status)
        call ok(status == sl_success, "and sl_resume resumes")
        call sl_view_destroy(v)
    end subroutine

    subroutine region
        real(c_double), target :: x(n), y(n)
        real(c_double) :: want(n)
        type(sl_view) :: vx, vy, vz
        real(c_double), pointer :: p(:)
        type(sl_region) :: step
        type(sl_region_counts) :: counts
        integer :: k

        x = 1
        y = 0
        want = 0
        call sl_view_create("x", sl_double, [n], vx)
        call sl_view_create("z", sl_double, [n], vz)
        call sl_view_fill(vx, 1.0d0)
        call sl_view_fill(vz, 10.0d0)
        call sl_view_wrap("y", y, vy)
        call sl_region_begin(step, status)
        call ok(status == sl_success, "sl_region_begin begins to record")
        call axpy(sl_range(1, n), 1.0d0, vx, vy)
        call axpy(sl_range(2, n), 2.0d0, vx, vy)
        call sl_wait(status)
        call ok(status == sl_err_context, "in which nothing waits")
        call sl_region_end(step, status)
        call ok(status == sl_success .and. all(y == 0), "sl_region_end ends it, and nothing has run")
        do k = 1, 5
            call sl_region_run(step, status)
        end do
        call sl_region_set(step, 2, "a", -1.0d0, status)
        call ok(status == sl_success, "sl_region_set changes the scalar of the second call")
        call sl_region_set(step, 2, "nothing", 1.0d0, status)
        call ok(status == sl_err_argument, "and refuses one that is not there")
        call sl_region_run(step)
        call sl_region_set_view(step, vx, vz, status)
        call ok(status == sl_success, "sl_region_set_view puts another view in a place")
        call sl_region_run(step)
        call sl_region_count(step, counts, status)
        call ok(status == sl_success .and. counts%calls == 2 .and. counts%runs == 7, &
            "sl_region_count counts calls and runs")
        do k = 1, 7
            want = want + merge(1, 10, k < 7)
            want(2:) = want(2:) + merge(2, -1, k < 6)*merge(1, 10, k < 7)
        end do
        call sl_wait(status)
        call ok(status == sl_success .and. all(y == want), "the runs are what the loops would be")
        call sl_region_set_call(step, 2)
        call axpy(sl_range(3, n), 4.0d0, vz, vy)
        call sl_region_end(step)
        call sl_region_run(step)
        want = want + 10
        want(3:) = want(3:) + 40
        call sl_wait(status)
        call ok(status == sl_success .and. all(y == want), "sl_region_set_call gives the second call another range")
        call sl_region_destroy(step)
        call ok(.not. c_associated(step%handle), "sl_region_destroy empties the handle")
        call sl_host_begin(vx, sl_read, p)
        call ok(size(p) == n .and. all(p == 1), "views that the region read are as they were")
        call sl_host_end(vx)
        call sl_view_destroy(vx)
        call sl_view_destroy(vy)
        call sl_view_destroy(vz)
    end subroutine

    subroutine host_tasks
        real(c_double), target :: x(n), y(n)
        type(factor), target :: f
        integer :: i

        x = [(i, i=1, n)]
        y = 0
        f%by = 3
        call sl_view_wrap("x", x, task_x)
        call sl_view_wrap("y", y, task_y)
        call sl_task(multiply, c_loc(f), [sl_r(task_x), sl_w(task_y)], status=status)
        call ok(status == sl_success, "sl_task queues a Fortran function")
        call axpy(sl_range(1, n), 1.0d0, task_x, task_y)
        call sl_wait(status)
        call ok(status == sl_success .and. all(y == 4*x), "which runs before the loop behind it")
        call sl_task(breaks, c_null_ptr, [sl_rw(task_y)], policy=sl_policy(synchronous=1), status=status)
        call ok(status == sl_err_task, "a task that returns another number than 0 has failed")
        call sl_view_destroy(task_x)
        call sl_view_destroy(task_y)
        call sl_wait(status)
        call sl_clear_error
    end subroutine

    subroutine errors
        real(c_double), target :: x(10)
        real(c_double), pointer :: p1(:), p2(:, :)
        real(c_float), pointer :: f1(:)
        type(sl_view) :: v, gone
        type(sl_region) :: none

        x = 1
        call sl_view_wrap("x", x, v)
        call sl_clear_error
        call ok(sl_last_error() == "" .and. sl_last_status() == sl_success, "there is no error at first")
        call sl_host_begin(v, sl_read, p2, status)
        call ok(status == sl_err_rank .and. .not. associated(p2), "a pointer of another rank is refused")
        call ok(sl_last_error() == 'sl_host_begin: "x" has rank 1, the pointer 2', "in a sentence: "//sl_last_error())
        call sl_host_begin(v, sl_read, f1, status)
        call ok(status == sl_err_type .and. .not. associated(f1), "a pointer of another type is refused")
        call sl_host_begin(gone, sl_read, p1, status)
        call ok(status == sl_err_destroyed .or. status == sl_err_argument, "and so is no view")
        call sl_host_end(v, status)
        call ok(status == sl_err_state .and. index(sl_last_error(), "sl_host_end") == 1, &
            "sl_host_end without a begin is")
        call mark1(sl_range(1, 10), v, status=status)
        call ok(status == sl_err_type .and. index(sl_last_error(), "mark1") > 0, &
            "a kernel refuses another type: "//sl_last_error())
        call axpy(sl_range(1, 10), 1.0d0, v, v, status=status)
        call ok(status == sl_err_alias .and. sl_last_status() == sl_err_alias, "and one view twice")
        call fails(sl_range(1, 10), v)
        call sl_wait(status)
        call ok(status == sl_err_raised .and. index(sl_last_error(), "fails") > 0, &
            "what a body raises is told by the wait: "//sl_last_error())
        call sl_region_run(none, status)
        call ok(status == sl_err_argument .or. status == sl_err_destroyed, "a region that is none does not run")
        call sl_view_create("v", sl_double, [1, 1, 1, 1, 1, 1, 1], gone, status=status)
        call ok(status == sl_err_rank .and. index(sl_last_error(), "expected 0 to 6 numbers, got 7") > 0, &
            "seven dimensions are refused")
        call ok(.not. c_associated(gone%handle), "and the handle stays empty")
        call sl_view_create("v", sl_double, [-1], gone, status=status)
        call ok(status == sl_err_extent, "a negative extent is refused by the library")
        call sl_view_destroy(v)
    end subroutine
end program
END
objects="kernels.o shim.o layout_c.o kernels_fortran.o main.o"
runs "the kernel file compiles" scc $flags -c kernels.c -o kernels.o
runs "C finds the layouts" $cc -std=gnu11 $flags -I"$srcdir/include" -c layout_c.c
runs "the module of the kernels compiles as Fortran 2008 without a warning" $fc -std=f2008 -Wall -Wextra -Werror \
    $flags -c kernels_fortran.f90
runs "a program that uses it compiles" $fc -std=f2008 -fall-intrinsics -Wall -fcheck=all $flags -c main.f90
runs "and links" link program $objects
timeout 120 ./program > said 2> errors </dev/null
ok $? "it runs" errors
grep -E '^(pass|fail) ' said | while read -r result sentence; do
    [ "$result" = pass ]
    ok $? "$sentence" errors
done
[ "$(grep -cE '^(pass|fail) ' said)" -gt 85 ]
ok $? "all of it: $(grep -cE '^(pass|fail) ' said) sentences"
runs "starloop.f90 compiles as Fortran 2008 without a warning" $fc -std=f2008 -Wall -Wextra -Werror \
    -fsyntax-only "$source"

# A kernel that has changed since is refused, and its words are not misread.
sed 's/scalar(real, a), in(double, 1, x, own)/scalar(float, a), in(double, 1, x, own)/' kernels.c > changed.c
runs "the kernel file is changed" scc $flags -c changed.c -o kernels.o
runs "and linked with the module of before" link stale $objects
timeout 120 ./stale > said 2> errors </dev/null
grep -q '^fail a kernel is called' said
ok $? "a call by it is refused" said

# ---- the guide's page ---------------------------------------------------------------------------------------------
page=$srcdir/doc/guide/fortran.md
mkdir page && cd page && cp ../starloop.mod . || exit 99
blocks "$page" "c fortran=heat_kernels.c" > heat_kernels.c
blocks "$page" "fortran fortran=heat.f90" > heat.f90
[ -s heat_kernels.c ] && [ -s heat.f90 ]
ok $? "the guide's page has a kernel file and a program"
{
    scc -c heat_kernels.c -o heat_kernels.o $flags && scc --fortran heat_kernels.c &&
        $cc $flags -I"$srcdir/include" -c heat_kernels_fortran_shim.c &&
        $fc $flags -c heat_kernels_fortran.f90 && $fc $flags -Wall -c heat.f90 &&
        link heat heat.o heat_kernels_fortran.o heat_kernels_fortran_shim.o heat_kernels.o
} > build.log 2>&1
ok $? "they compile" build.log
blocks "$page" "text output" > want
timeout 60 ./heat > got 2> errors </dev/null
ok $? "the program runs" errors
[ -s want ] && diff want got > difference
ok $? "it prints what the page says" difference
done_testing
