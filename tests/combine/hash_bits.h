/* SPDX-License-Identifier: BSD-3-Clause */
/* Tests of sets of bits by the kernels PREFIXbit_name: PREFIXtest_bits_(). Included once for each PREFIX, after
 * hash_table.h. */
#define SUFFIX
#define BIT(NAME) OF(bit_##NAME)

DECLARE(BIT(set), (i), in(int64_t, 1, which, own), inout(uint32_t, 1, bits), reduce(int64_t, sum, fresh));
DECLARE(BIT(reset), (i), in(int64_t, 1, which, own), inout(uint32_t, 1, bits), reduce(int64_t, sum, taken));
DECLARE(BIT(flip), (i), inout(uint32_t, 1, bits), reduce(int64_t, sum, were));
DECLARE(BIT(read), (i), in(uint32_t, 1, bits), out(int, 1, is, own));
DECLARE(BIT(fill), (i), inout(uint32_t, 1, bits), reduce(int64_t, sum, set));
DECLARE(BIT(words), (w), in(uint32_t, 1, bits, own), reduce(int64_t, sum, set));

/* Bits of the set that are not those of the array, and whether both counts are right. */
static void OF(same_)(sl_view *bits, const char expected[], sl_index n, const char *what)
{
    sl_view *is = numbers("is", SL_INT32, n);
    sl_index wrong = 0, set = 0, count = -1;
    int64_t by_words = -1;
    FORALL(way(3), BIT(read), SL_RANGE(0, n), bits, is);
    REDUCE(way(3), BIT(words), SL_RANGE(0, SL_BIT_WORDS(n)), bits, &by_words);
    must(sl_bits_count(bits, &count));
    const int *got = SL_HOST_READ(int, is);
    for (sl_index i = 0; got && i < n; i++) {
        wrong += got[i] != expected[i];
        set += expected[i];
    }
    must(sl_host_end(is));
    ok(wrong == 0 && count == set && by_words == set, "%" PRId64 " bits: %s: each bit, and how many are set", n, what);
    sl_view_destroy(&is);
}

static void OF(bits_)(sl_index n, int k)
{
    sl_view *bits = numbers("bits", SL_UINT32, SL_BIT_WORDS(n)), *which = numbers("which", SL_INT64, WORDS);
    char *expected = calloc((size_t)n + 1, 1);
    int64_t fresh = -1, taken = -1, were = -1, filled = -1, set = 0, reset = 0;
    const sl_index m = n == 0 ? 0 : WORDS / 2;
    int64_t *p = SL_HOST_WRITE(int64_t, which);
    for (sl_index i = 0; p && expected && i < WORDS; i++) {
        p[i] = n == 0 ? 0 : (i * i + 3 * i) % n;
        if (i < m)
            expected[p[i]] = 1;
    }
    must(sl_host_end(which));
    for (sl_index i = 0; expected && i < n; i++)
        set += expected[i];
    REDUCE(way(k), BIT(set), SL_RANGE(0, m), which, bits, &fresh);
    is_int(fresh, set, "of the iterations that set a bit one finds it 0");
    OF(same_)(bits, expected, n, "set");
    const int64_t *q = SL_HOST_READ(int64_t, which);
    for (sl_index i = m / 2; q && expected && i < m; i++)
        if (expected[q[i]]) {
            expected[q[i]] = 0;
            reset++;
        }
    must(sl_host_end(which));
    REDUCE(way(k), BIT(reset), SL_RANGE(m / 2, m), which, bits, &taken);
    is_int(taken, reset, "of those that reset one, one finds it 1");
    OF(same_)(bits, expected, n, "reset");
    REDUCE(way(k), BIT(flip), SL_RANGE(0, n), bits, &were);
    is_int(were, set - reset, "all bits change");
    for (sl_index i = 0; expected && i < n; i++)
        expected[i] = !expected[i];
    OF(same_)(bits, expected, n, "changed");
    REDUCE(way(k), BIT(fill), SL_RANGE(0, n), bits, &filled);
    is_int(filled, set - reset, "what is not set is set by a body that reads the set");
    for (sl_index i = 0; expected && i < n; i++)
        expected[i] = 1;
    OF(same_)(bits, expected, n, "full");
    free(expected);
    sl_view_destroy(&bits);
    sl_view_destroy(&which);
}

static void OF(test_bits_)(void)
{
    static const sl_index lengths[] = {0, 1, 31, 32, 33, 1000};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        OF(bits_)(lengths[k], (int)k % SCHEDULES);
}
#undef SUFFIX
#undef PREFIX
#undef BIT
