/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "atomics.h"

/* clang-format off */
#define AT_FEW(CELL_, V_, OLD_) \
    case ADD: OLD_ = SL_ATOMIC_ADD(CELL_, V_); break; \
    case SUB: OLD_ = SL_ATOMIC_SUB(CELL_, V_); break; \
    case MIN: OLD_ = SL_ATOMIC_MIN(CELL_, V_); break; \
    case MAX: OLD_ = SL_ATOMIC_MAX(CELL_, V_); break; \
    case INC: OLD_ = SL_ATOMIC_INC(CELL_); break; \
    case DEC: OLD_ = SL_ATOMIC_DEC(CELL_); break; \
    case EXCH: OLD_ = SL_ATOMIC_EXCH(CELL_, V_); break; \
    case STORE: SL_ATOMIC_STORE(CELL_, V_); break;
#define AT_MORE_INTEGER_OPS(CELL_, V_, OLD_) \
    case AND: OLD_ = SL_ATOMIC_AND(CELL_, V_); break; \
    case OR: OLD_ = SL_ATOMIC_OR(CELL_, V_); break; \
    case XOR: OLD_ = SL_ATOMIC_XOR(CELL_, V_); break;
#define AT_MORE_FLOAT_OPS(...)
#define AT_KERNELS(T_, NAME_, TYPE_, OPS_) \
    SL_KERNEL(at_##NAME_, (i), scalar(int, op), in(T_, 1, v, own), inout(T_, 1, cells), inout(T_, 1, old, own)) \
    { \
        const sl_index b = i % SL_EXTENT(cells, 0); \
        switch (op) { \
        AT_FEW(SL_AT(cells, b), SL_AT(v, i), SL_AT(old, i)) \
        AT_MORE_##OPS_(SL_AT(cells, b), SL_AT(v, i), SL_AT(old, i)) \
        case CAS: { /* an addition of the program's own */ \
            T_ seen = SL_ATOMIC_LOAD(SL_AT(cells, b)), before; \
            do { \
                before = seen; \
                seen = SL_ATOMIC_CAS(SL_AT(cells, b), before, (T_)(before + SL_AT(v, i))); \
            } while (seen != before); \
            SL_AT(old, i) = seen; \
            break; \
        } \
        default: break; \
        } \
    } \
    SL_KERNEL(at_compound_##NAME_, (i), scalar(int, op), in(T_, 1, v, own), inout(T_, 1, cells, atomic)) \
    { \
        const sl_index b = i % SL_EXTENT(cells, 0); \
        switch (op) { \
        AT_APPLY_##OPS_(SL_AT(cells, b), SL_AT(v, i)) \
        default: break; \
        } \
    } \
    SL_FN void at_twice_##NAME_(SL_PARAM(SL_ATOMIC_TYPE(T_), 1, cells), sl_index b, T_ v) \
    { \
        SL_AT(cells, b) += v; \
        SL_ATOMIC_ADD(SL_AT(cells, b), v); \
    } \
    SL_KERNEL(at_plus_##NAME_, (i), in(T_, 1, v, own), inout(T_, 1, cells, atomic), inout(T_, 0, all, SL_ATOMIC)) \
    { \
        const sl_index b = i % SL_EXTENT(cells, 0); \
        SL_AT(cells, b) += SL_AT(v, i); \
        SL_AT(cells, b) -= 1; \
        SL_AT(cells, b)++; \
        ++SL_AT(cells, b); \
        SL_AT(cells, b)--; \
        at_twice_##NAME_(SL_PASS(cells), b, SL_AT(v, i)); \
        SL_AT0(all) += SL_AT(v, i); \
    }
AT_TYPES(AT_KERNELS)

#define AT_STRUCT_KERNELS(NAME_, WORDS_) \
    SL_KERNEL(at_cas_##NAME_, (i), inout(struct at_##NAME_, 1, cells)) \
    { \
        const sl_index b = i % SL_EXTENT(cells, 0); \
        struct at_##NAME_ seen = SL_ATOMIC_LOAD(SL_AT(cells, b)), before, next; \
        int same; \
        do { \
            before = seen; \
            for (int k = 0; k < WORDS_; k++) \
                next.w[k] = before.w[k] + 1; \
            seen = SL_ATOMIC_CAS(SL_AT(cells, b), before, next); \
            same = 1; \
            for (int k = 0; k < WORDS_; k++) \
                same &= seen.w[k] == before.w[k]; \
        } while (!same); \
    } \
    SL_KERNEL(at_exch_##NAME_, (i), inout(struct at_##NAME_, 1, cells, atomic), out(struct at_##NAME_, 1, old, own)) \
    { \
        struct at_##NAME_ mine; \
        for (int k = 0; k < WORDS_; k++) \
            mine.w[k] = (int32_t)i + 1; \
        SL_AT(old, i) = SL_ATOMIC_EXCH(SL_AT(cells, 0), mine); \
    }
AT_STRUCTS(AT_STRUCT_KERNELS)
AT_PADDED(AT_PADDED_KERNELS)
/* clang-format on */

SL_KERNEL(at_rows, (i, j), inout(int64_t, 1, sum, own(0), atomic))
{
    SL_AT(sum, i) += j;
}

SL_KERNEL(at_own, (i), inout(int32_t, 1, x, own), inout(int32_t, 1, y, own, atomic))
{
    SL_ATOMIC_ADD(SL_AT(x, i), 1);
    SL_AT(y, i) += SL_ATOMIC_ADD(SL_AT(x, i), 1);
}

SL_KERNEL(at_fill, (i), scalar(double, a), out(double, 1, x, own))
{
    SL_AT(x, i) = a;
}

SL_KERNEL(at_bins, (i), in(double, 1, x, own), inout(double, 1, h, atomic))
{
    SL_AT(h, i % SL_EXTENT(h, 0)) += SL_AT(x, i);
}

SL_KERNEL(at_scale, (i), in(double, 1, h), inout(double, 1, x, own))
{
    SL_AT(x, i) = SL_AT(h, (i + 1) % SL_EXTENT(h, 0));
}

/* Iterations that take their time, so that several threads have some of them. */
SL_FN double at_slow(double x)
{
    for (int k = 0; k < 100; k++)
        x = x * 0.5 + 1;
    return x;
}

SL_KERNEL(at_tally, (i), in(double, 1, x, own), inout(int64_t, 1, count), reduce(double, sum, s))
{
    SL_ATOMIC_ADD(SL_AT(count, 0), 1);
    *s += at_slow(SL_AT(x, i));
}

SL_KERNEL(at_tally_plane, (i, j), in(double, 2, x, own), inout(int64_t, 1, count), scatter(int64_t, sum, 0, all),
          reduce(double, sum, s))
{
    SL_ATOMIC_ADD(SL_AT(count, 0), 1);
    SL_SCATTER(all, 1);
    *s += at_slow(SL_AT(x, i, j));
}

SL_KERNEL(at_single, (i), inout(double, 0, total))
{
    SL_AT0(total) += 1;
}
