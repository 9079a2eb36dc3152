#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A kernel knows whether its body has an SL_RAISE, whatever the linker does with what nobody seems to use: devices do
# not look for failures of other kernels.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "a kernel knows whether its body has an SL_RAISE"
script=$builddir/tools/starloop-cc
scc() { sh "$script" --headers="$srcdir/include" --no-cuda "$@"; }
cd "$work" || exit 99

cat > marks.c <<'END'
#include <starloop/kernel.h>
SL_KERNEL(rm_raises, (i), inout(double, 1, y, own))
{
    if (SL_AT(y, i) < 0.0)
        SL_RAISE(1);
}
SL_KERNEL(rm_plain, (i), inout(double, 1, y, own))
{
    SL_AT(y, i) += 1.0;
}
SL_KERNEL(rm_included, (i), inout(double, 1, y, own))
#include "body.inc"
SL_KERNEL(rm_last, (i, j), in(double, 2, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i, j);
}
END
cat > body.inc <<'END'
{
    if (SL_AT(y, i) < 0.0)
        SL_RAISE(2);
}
END
cat > main.c <<'END'
#include <stdio.h>
#include <starloop/kernel/abi.h>
extern const sl_kernel rm_raises__kernel, rm_plain__kernel, rm_included__kernel, rm_last__kernel;
int main(void)
{
    const sl_kernel *kernel[] = {&rm_raises__kernel, &rm_plain__kernel, &rm_included__kernel, &rm_last__kernel};
    for (int k = 0; k < 4; k++) {
        int found = 0;
        for (const struct sl__raise_mark *m = kernel[k]->raise_first; m < kernel[k]->raise_last; m++)
            found |= m->line == kernel[k]->line;
        printf("%d", found);
    }
    return 0;
}
END
cat > stub.c <<'END'
int sl__submit(void) { return 0; }
int sl__target(void) { return 0; }
int sl__declared_otherwise(void) { return 0; }
int sl__places_fetch(void) { return 0; }
END
sed 's/^        SL_RAISE/        return; \/\//' marks.c > none.c
echo '{}' > none.inc && sed -i 's/body.inc/none.inc/' none.c

runs "kernels with and without SL_RAISE compile" scc -ffunction-sections -fdata-sections -fPIC -c marks.c -o marks.o
runs "and without any" scc -c none.c -o none.o
for linker in default bfd gold lld; do
    use=-fuse-ld=$linker
    [ $linker = default ] && use=
    if ! ${CC:-cc} $use -x c /dev/null -shared -o probe.so 2>/dev/null; then
        skip "there is no linker $linker" "marks after linking by $linker"
        continue
    fi
    for flags in "" "-O2 -Wl,--gc-sections" "-flto -O2 -Wl,--gc-sections"; do
        sentence="linker $linker, $flags: two of four kernels may fail"
        # shellcheck disable=SC2086
        if [[ $flags = *-flto* ]] && ! links_with_lto ${CC:-cc} $use; then
            skip "the C compiler has no -flto with it" "$sentence"
            continue
        fi
        rm -f marks
        # shellcheck disable=SC2086
        ${CC:-cc} -I"$srcdir/include" $use $flags main.c marks.o stub.c -o marks 2>link.log
        [ "$(./marks 2>&1)" = 1010 ]
        ok $? "$sentence" link.log
    done
    # shellcheck disable=SC2086
    ${CC:-cc} -I"$srcdir/include" $use main.c none.o stub.c -o none 2>>link.log
    [ "$(./none 2>&1)" = 0000 ]
    ok $? "linker $linker: none of a program without marks" link.log
    # shellcheck disable=SC2086
    ${CC:-cc} -I"$srcdir/include" -fPIC -shared $use -Wl,--gc-sections marks.o stub.c -o libmarks.so 2>>link.log &&
        ${CC:-cc} -I"$srcdir/include" main.c -L. -lmarks -Wl,-rpath,"$PWD" -o shared 2>>link.log
    [ "$(./shared 2>&1)" = 1010 ]
    ok $? "linker $linker: in a shared library" link.log
done
done_testing
