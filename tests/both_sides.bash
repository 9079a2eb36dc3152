# SPDX-License-Identifier: BSD-3-Clause
# The functions that a body may call on both sides, for kernel_rules.sh and kernels_cuda.sh of tests/compilers.
# shellcheck shell=bash
# A call of each. Those of mathematics are called for float, too.
mathematics="acos(x) acosh(x) asin(x) asinh(x) atan(x) atan2(x,x) atanh(x) cbrt(x) ceil(x) copysign(x,x) cos(x) cosh(x)
erf(x) erfc(x) exp(x) exp2(x) expm1(x) fabs(x) fdim(x,x) floor(x) fma(x,x,x) fmax(x,x) fmin(x,x) fmod(x,x) frexp(x,&k)
hypot(x,x) ilogb(x) j0(x) j1(x) jn(2,x) ldexp(x,2) lgamma(x) llrint(x) llround(x) log(x) log10(x) log1p(x) log2(x)
logb(x) lrint(x) lround(x) modf(x,&z) nan(\"\") nearbyint(x) nextafter(x,x) pow(x,x) remainder(x,x) remquo(x,x,&k)
rint(x) round(x) scalbln(x,2L) scalbn(x,2) sin(x) sinh(x) sqrt(x) tan(x) tanh(x) tgamma(x) trunc(x) y0(x) y1(x) yn(2,x)"
others="abs(k) labs(2L) llabs(2LL) isfinite(x) isinf(x) isnan(x) signbit(x) printf(\"%d\",k) assert(k>=0)
memcpy(&z,&x,sizeof(z)) memset(&z,0,sizeof(z))"
# calls: writes a kernel with all these calls; it uses the file "tail".
calls()
{
    local call
    : > tail
    echo '#include <assert.h>'
    for call in $others; do
        case $call in assert* | mem*) ;; *) call="s+=(double)$call" ;; esac
        echo "    $call;" >> tail
    done
    printf '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <starloop/kernel.h>\n'
    printf 'SL_KERNEL(every, (i), inout(double, 1, y))\n{\n    int k = 1;\n    double s = 0;\n'
    printf '    {\n    double x = SL_AT(y, i), z = 0;\n'
    for call in $mathematics; do echo "    s += (double)$call;"; done
    cat tail
    printf '    s += z;\n    }\n    {\n    float x = (float)SL_AT(y, i), z = 0;\n'
    for call in $mathematics; do echo "    s += (double)${call%%(*}f(${call#*(};"; done
    printf '    s += z;\n    }\n    SL_AT(y, i) = s + k;\n}\n'
}
