#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# include/starloop/kernel/slots.h is what tools/make-slots prints, for as many arguments as SL_MAX_ARGS says, and
# nest_depths.h what tools/make-nests does.
# Beside others.
. "$(dirname "$0")/../tap.bash"
cd "$srcdir" || exit 99
bash tools/make-slots > "$work/slots.h"
diff -u include/starloop/kernel/slots.h "$work/slots.h" > "$work/out"
ok $? "slots.h is what tools/make-slots prints" "$work/out"
bash tools/make-nests > "$work/nest_depths.h"
diff -u include/starloop/kernel/nest_depths.h "$work/nest_depths.h" > "$work/out"
ok $? "nest_depths.h is what tools/make-nests prints" "$work/out"
most=$(sed -n 's/^#define SL_MAX_ARGS //p' include/starloop/types.h)
[ -n "$most" ] && grep -q "^#define SL__EACH_$most(" "$work/slots.h" &&
    ! grep -q "^#define SL__EACH_$((most + 1))(" "$work/slots.h"
ok $? "and has as many arguments as SL_MAX_ARGS says ($most)"
done_testing
