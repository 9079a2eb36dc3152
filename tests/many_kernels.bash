#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# many_kernels.bash COUNT: prints a kernel file with so many kernels of ranks 1 to 3 with 3 to 5 arguments, a fifth of
# which reduce. It is what compile times and sizes of kernels are told of.
ranks=('(i)' '(i, j)' '(i, j, k)')
echo '#include <starloop/kernel.h>'
for n in $(seq "${1:-100}"); do
    rank=$((n % 3 + 1)) index=${ranks[n % 3]} at=${ranks[n % 3]//[()]/}
    case $((n % 5)) in
    0)
        echo "SL_KERNEL(ct_$n, $index, in(double, $rank, x, own), in(double, $rank, y, own), reduce(double, sum, s))"
        echo "{ *s += SL_AT(x, $at) * SL_AT(y, $at); }"
        ;;
    1 | 2)
        echo "SL_KERNEL(ct_$n, $index, scalar(double, a), in(double, $rank, x, own), in(double, $rank, y, own),"
        echo "          out(double, $rank, z, own))"
        echo "{ SL_AT(z, $at) = a * SL_AT(x, $at) + $n * SL_AT(y, $at); }"
        ;;
    3)
        echo "SL_KERNEL(ct_$n, $index, in(float, $rank, x, own), in(double, $rank, y), inout(double, $rank, z, own))"
        echo "{ SL_AT(z, $at) += (double)SL_AT(x, $at) - $n * SL_AT(y, $at); }"
        ;;
    4)
        echo "SL_KERNEL(ct_$n, $index, scalar(double, a), scalar(int, b), in(double, $rank, x, own),"
        echo "          inout(double, $rank, y, own), out(double, $rank, z))"
        echo "{ SL_AT(y, $at) += a * SL_AT(x, $at); SL_AT(z, $at) = b * SL_AT(y, $at); }"
        ;;
    esac
done
