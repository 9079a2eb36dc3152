/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "atomics_fields.h"

/* clang-format off */
#define AF_SCALES(X_, V_, OLD_) \
    case MUL: OLD_ = SL_ATOMIC_MUL(X_, V_); break; \
    case DIV: OLD_ = SL_ATOMIC_DIV(X_, V_); break;
#define AF_COUNTS(X_, V_, OLD_) \
    AF_SCALES(X_, V_, OLD_) \
    case UP_TO: OLD_ = SL_ATOMIC_INC(X_, V_); break; \
    case DOWN_FROM: OLD_ = SL_ATOMIC_DEC(X_, V_); break;
#define AF_ADDS(X_, V_, OLD_) \
    AF_SCALES(X_, V_, OLD_) \
    case ADD: OLD_ = SL_ATOMIC_ADD(X_, V_); break; \
    case SUB: OLD_ = SL_ATOMIC_SUB(X_, V_); break;
#define AF_ALL(X_, V_, OLD_) \
    AF_COUNTS(X_, V_, OLD_) \
    case ADD: OLD_ = SL_ATOMIC_ADD(X_, V_); break; \
    case SUB: OLD_ = SL_ATOMIC_SUB(X_, V_); break; \
    case MIN: OLD_ = SL_ATOMIC_MIN(X_, V_); break; \
    case MAX: OLD_ = SL_ATOMIC_MAX(X_, V_); break; \
    case AND: OLD_ = SL_ATOMIC_AND(X_, V_); break; \
    case OR: OLD_ = SL_ATOMIC_OR(X_, V_); break; \
    case XOR: OLD_ = SL_ATOMIC_XOR(X_, V_); break; \
    case INC: OLD_ = SL_ATOMIC_INC(X_); break; \
    case DEC: OLD_ = SL_ATOMIC_DEC(X_); break; \
    case EXCH: OLD_ = SL_ATOMIC_EXCH(X_, V_); break; \
    case CAS: \
        do \
            OLD_ = SL_ATOMIC_LOAD(X_); \
        while (!SL_ATOMIC_CAS_STORED(X_, OLD_, (__typeof__(OLD_ + 0))(OLD_ + V_))); \
        break;
#define AF_KERNEL(T_, NAME_, APPLY_) \
    SL_KERNEL(af_##NAME_, (i), scalar(int, op), in(T_, 1, v, own), inout(T_, 1, cells), out(T_, 1, old, own)) \
    { \
        const sl_index b = i % SL_EXTENT(cells, 0); \
        switch (op) { \
        APPLY_(SL_AT(cells, b), SL_AT(v, i), SL_AT(old, i)) \
        default: break; \
        } \
    }
#define AF_KERNEL_SMALL(T_, NAME_, ...) \
    AF_KERNEL(T_, NAME_, AF_ALL) \
    SL_KERNEL(af_compound_##NAME_, (i), scalar(int, op), in(T_, 1, v, own), inout(T_, 1, cells, atomic)) \
    { \
        const sl_index b = i % SL_EXTENT(cells, 0); \
        switch (op) { \
        case MUL: SL_AT(cells, b) *= SL_AT(v, i); break; \
        case DIV: SL_AT(cells, b) /= SL_AT(v, i); break; \
        case ADD: SL_AT(cells, b) += SL_AT(v, i); break; \
        case SUB: SL_AT(cells, b) -= SL_AT(v, i); break; \
        case AND: SL_AT(cells, b) &= SL_AT(v, i); break; \
        case OR: SL_AT(cells, b) |= SL_AT(v, i); break; \
        case XOR: SL_AT(cells, b) ^= SL_AT(v, i); break; \
        case INC: SL_AT(cells, b)++; break; \
        case DEC: --SL_AT(cells, b); break; \
        default: break; \
        } \
    }
AF_SMALL(AF_KERNEL_SMALL)
#define AF_KERNEL_WIDE(T_, NAME_, ...) AF_KERNEL(T_, NAME_, AF_COUNTS)
AF_WIDE(AF_KERNEL_WIDE)
#define AF_KERNEL_FLOAT(T_, NAME_, ...) AF_KERNEL(T_, NAME_, AF_SCALES)
AF_FLOATS(AF_KERNEL_FLOAT)
#define AF_KERNEL_COMPLEX(T_, NAME_, ...) AF_KERNEL(T_, NAME_, AF_ADDS)
AF_COMPLEX(AF_KERNEL_COMPLEX)
/* clang-format on */

SL_FN void af_add(SL_PARAM(struct af_body, 1, s), sl_index b, int k)
{
    SL_ATOMIC_ADD(SL_AT(s, b).x[k], k + 1);
}

SL_KERNEL(af_members, (i), inout(struct af_body, 1, s), inout(struct af_body, 0, all, atomic))
{
    const sl_index b = i % SL_EXTENT(s, 0);
    SL_ATOMIC_ADD(SL_AT(s, b).mass, 0.5);
    for (int k = 0; k < 3; k++)
        af_add(SL_PASS(s), b, k);
    SL_ATOMIC_MAX(SL_AT(s, b).most, (float)i);
    SL_ATOMIC_ADD(SL_AT(s, b).count, 3);
    SL_ATOMIC_XOR(SL_AT(s, b).marks, (uint8_t)(1 << i % 7));
    SL_ATOMIC_INC(SL_AT(s, b).turns, 4);
    SL_ATOMIC_ADD(SL_AT(s, b).z, sl_complexf_of(1, -1));
    SL_ATOMIC_SUB(SL_AT0(all).mass, 1);
    SL_ATOMIC_ADD(SL_AT0(all).count, 1);
    SL_ATOMIC_MUL(SL_AT0(all).z, sl_complexf_of(0, 1));
}

SL_KERNEL(af_complex_cells, (i), inout(sl_complex, 1, z, atomic), inout(sl_complexf, 0, all, atomic))
{
    SL_ATOMIC_ADD(SL_AT(z, i % SL_EXTENT(z, 0)), sl_complex_of(1, 2));
    SL_ATOMIC_SUB(SL_AT0(all), sl_complexf_of(2, (float)(i % 2)));
}
