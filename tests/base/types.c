/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Element types: built-in ones, structs, bad arguments, registration from several threads. */
#include <pthread.h>

#include <starloop/types.h>

#include <tap.h>

struct particle {
    double x[3];
    int32_t kind;
};
typedef struct {
    char c;
} tiny;
SL_STRUCT(struct particle);
SL_STRUCT(tiny);

#define THREADS 4
#define NAMES 300
static sl_type seen[THREADS][NAMES];

static void ignore(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)level;
    (void)file;
    (void)line;
    (void)text;
    (void)arg;
}

static void *register_all(void *arg)
{
    sl_type *mine = arg;
    for (int i = 0; i < NAMES; i++) {
        char name[32];
        snprintf(name, sizeof name, "struct n%d", i);
        mine[i] = sl_type_struct(name, (size_t)(i + 1) * 8, 8);
        if (sl_type_size(mine[i]) != (size_t)(i + 1) * 8)
            mine[i] = 0;
    }
    return NULL;
}

static void builtins(void)
{
    is_int(SL_TYPE(float), SL_FLOAT, "float is SL_FLOAT");
    is_int(SL_TYPE(double), SL_DOUBLE, "double is SL_DOUBLE");
    is_int(SL_TYPE(int), SL_INT32, "int is SL_INT32");
    is_int(SL_TYPE(long), SL_INT64, "long is SL_INT64");
    is_int(SL_TYPE(long long), SL_INT64, "long long is SL_INT64");
    is_int(SL_TYPE(unsigned char), SL_UINT8, "unsigned char is SL_UINT8");
    is_int(SL_TYPE(signed char), SL_INT8, "signed char is SL_INT8");
    is_int(SL_TYPE(short), SL_INT16, "short is SL_INT16");
    is_int(SL_TYPE(size_t), SL_UINT64, "size_t is SL_UINT64");
    is_int(SL_TYPE(uint16_t), SL_UINT16, "uint16_t is SL_UINT16");
    is_int(SL_TYPE(uint32_t), SL_UINT32, "uint32_t is SL_UINT32");
    is_int(sl_type_size(SL_DOUBLE), 8, "a double has 8 bytes");
    is_int(sl_type_size(SL_INT16), 2, "an int16_t has 2 bytes");
    is_int(sl_type_size(SL_UINT8), 1, "a uint8_t has 1 byte");
    is_str(sl_type_name(SL_UINT32), "uint32_t", "SL_UINT32 is written uint32_t");
    is_int(sl_type_size(0), 0, "0 is no type and has no size");
    is_str(sl_type_name(0), "?", "nor a name");
    is_int(sl_type_size(-3), 0, "-3 neither");
    is_int(sl_type_size(INT32_MAX), 0, "nor the highest number");
    is_str(sl_type_name(INT32_MAX), "?", "which has no name");
}

static void structs(void)
{
    sl_type p = SL_TYPE(struct particle), t = SL_TYPE(tiny);
    static const struct {
        const char *name;
        size_t size, align;
    } bad[] = {{NULL, 8, 8}, {"", 8, 8}, {"a", 0, 8}, {"a", 8, 0}, {"a", 24, 3}, {"a", 12, 8}, {"a", 128, 128}};

    ok(p >= SL__TYPE_BUILTIN_END && t >= SL__TYPE_BUILTIN_END && p != t, "two structs have types of their own");
    is_int(SL_TYPE(struct particle), p, "the same struct has the same type again");
    is_int(sl_type_size(p), sizeof(struct particle), "the size is that of the struct");
    is_str(sl_type_name(p), "struct particle", "the name is as written");
    is_int(sl_type_struct("struct particle", sizeof(struct particle), _Alignof(struct particle)), p,
           "the function finds it, too");
    is_int(sl_type_struct("struct particle", 64, 8), 0, "another size under the same name is refused");
    is_int(sl_last_status(), SL_ERR_TYPE, "as SL_ERR_TYPE");
    like(sl_last_error(), "struct particle", "with the name");
    like(sl_last_error(), "got size 64", "and the size");
    is_int(sl_type_struct("struct particle", sizeof(struct particle), 4), 0, "another alignment is refused");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        sl_clear_error();
        is_int(sl_type_struct(bad[i].name, bad[i].size, bad[i].align), 0, "bad argument %zu is refused", i);
        is_int(sl_last_status(), SL_ERR_ARGUMENT, "as SL_ERR_ARGUMENT");
    }
}

/* A macro for a type means the type, in every macro that takes one. */
struct vector3 {
    double x, y, z;
};
#define VECTOR3 struct vector3
#define REAL double

static void macros(void)
{
    is_int(SL_TYPE(VECTOR3), SL_TYPE(struct vector3), "SL_TYPE of a macro for a struct is the struct's type");
    is_str(sl_type_name(SL_TYPE(VECTOR3)), "struct vector3", "and has its name");
    is_int(SL_TYPE(REAL), SL_DOUBLE, "that of a macro for double is SL_DOUBLE");
}

int main(void)
{
    pthread_t thread[THREADS];
    int same = 1;

    sl_log_set_handler(ignore, NULL);
    builtins();
    structs();
    macros();
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, register_all, seen[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    for (int i = 0; i < NAMES; i++) {
        for (int t = 0; t < THREADS; t++)
            same &= seen[t][i] > 0 && seen[t][i] == seen[0][i];
        for (int j = 0; j < i; j++)
            same &= seen[0][i] != seen[0][j];
    }
    ok(same, "%d threads that register %d structs at once agree on all of them", THREADS, NAMES);
    return done_testing();
}
