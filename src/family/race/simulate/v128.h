#pragma once
/* The 128-bit vectors that the lanes need, in vector extensions of C compilers, for little-endian machines other than
   x86-64. v128_x does the same as the instruction behind _mm_x of x86-64; tests/race/test_v128.c compares them. Operations
   beyond the extensions use ARM's and WebAssembly's instructions, or a plain loop elsewhere. */
#include <stdint.h>
#include <string.h>

#ifdef __aarch64__
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define V128_OF(type) type __attribute__((vector_size(16)))
typedef V128_OF(uint64_t) v128;
typedef V128_OF(uint8_t) v128_u8;
typedef V128_OF(int8_t) v128_s8;
typedef V128_OF(uint16_t) v128_u16;
typedef V128_OF(int16_t) v128_s16;
typedef V128_OF(uint32_t) v128_u32;
typedef V128_OF(int32_t) v128_s32;

#define V128_INLINE static inline __attribute__((always_inline)) v128

V128_INLINE v128_set1_epi8(char x)
{
    return (v128)((v128_u8){0} + (uint8_t)x);
}

V128_INLINE v128_set1_epi32(int x)
{
    return (v128)((v128_u32){0} + (uint32_t)x);
}

/* Bits of a where the mask has ones, else of b. */
V128_INLINE v128_select(v128 mask, v128 a, v128 b)
{
    return (mask & a) | (~mask & b);
}

#define V128_OPERATION(name, vector, sign)       \
    V128_INLINE name(v128 a, v128 b)             \
    {                                            \
        return (v128)((vector)a sign(vector) b); \
    }
V128_OPERATION(v128_add_epi8, v128_u8, +)
V128_OPERATION(v128_sub_epi8, v128_u8, -)
V128_OPERATION(v128_add_epi32, v128_u32, +)
V128_OPERATION(v128_sub_epi32, v128_u32, -)
V128_OPERATION(v128_cmpeq_epi8, v128_u8, ==)
V128_OPERATION(v128_cmpgt_epi8, v128_s8, >)
V128_OPERATION(v128_cmpgt_epi32, v128_s32, >)

#define V128_SHIFT(name, vector, sign)       \
    V128_INLINE name(v128 a, int count)      \
    {                                        \
        return (v128)((vector)a sign count); \
    }
V128_SHIFT(v128_srli_epi16, v128_u16, >>)
V128_SHIFT(v128_slli_epi32, v128_u32, <<)
V128_SHIFT(v128_srli_epi32, v128_u32, >>)
V128_SHIFT(v128_srai_epi32, v128_s32, >>)
V128_SHIFT(v128_slli_epi64, v128, <<)
V128_SHIFT(v128_srli_epi64, v128, >>)

V128_INLINE v128_min_epu8(v128 a, v128 b)
{
    return v128_select((v128)((v128_u8)a < (v128_u8)b), a, b);
}

V128_INLINE v128_max_epu8(v128 a, v128 b)
{
    return v128_select((v128)((v128_u8)a > (v128_u8)b), a, b);
}

V128_INLINE v128_min_epi8(v128 a, v128 b)
{
    return v128_select((v128)((v128_s8)a < (v128_s8)b), a, b);
}

V128_INLINE v128_adds_epu8(v128 a, v128 b)
{
    const v128_u8 sum = (v128_u8)a + (v128_u8)b;
    return (v128)sum | (v128)(sum < (v128_u8)a);
}

/* b in bytes whose mask has the top bit set, else a. */
V128_INLINE v128_blendv_epi8(v128 a, v128 b, v128 mask)
{
    return v128_select((v128)((v128_s8)mask < 0), b, a);
}

/* The products of the lower halves of 64 bits. */
V128_INLINE v128_mul_epu32(v128 a, v128 b)
{
    const v128 lower = {UINT32_MAX, UINT32_MAX};
    return (a & lower) * (b & lower);
}

/* The byte of a at the low four bits of each index, or 0 where its top bit is set. */
V128_INLINE v128_shuffle_epi8(v128 a, v128 index)
{
    index &= v128_set1_epi8((char)0x8F);
#ifdef __aarch64__
    return (v128)vqtbl1q_u8((uint8x16_t)a, (uint8x16_t)index);
#elif defined(__wasm_simd128__)
    return (v128)wasm_i8x16_swizzle((v128_t)a, (v128_t)index);
#else
    uint8_t from[16], at[16], out[16];
    memcpy(from, &a, sizeof from);
    memcpy(at, &index, sizeof at);
    for (int i = 0; i < 16; i++) out[i] = at[i] < 16 ? from[at[i]] : 0;
    memcpy(&a, out, sizeof a);
    return a;
#endif
}

#define V128_UNPACK(name, vector, ...)                                           \
    V128_INLINE name(v128 a, v128 b)                                             \
    {                                                                            \
        return (v128)__builtin_shufflevector((vector)a, (vector)b, __VA_ARGS__); \
    }
V128_UNPACK(v128_unpacklo_epi32, v128_u32, 0, 4, 1, 5)
V128_UNPACK(v128_unpackhi_epi32, v128_u32, 2, 6, 3, 7)
V128_UNPACK(v128_unpacklo_epi64, v128, 0, 2)
V128_UNPACK(v128_unpackhi_epi64, v128, 1, 3)
V128_UNPACK(v128_low_bytes, v128_u8, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
V128_UNPACK(v128_low_halves, v128_u16, 0, 2, 4, 6, 8, 10, 12, 14)

/* Narrowing. The lanes pack only numbers that fit, so _mm_pack's saturation makes no difference. */
#define v128_packus_epi16 v128_low_bytes
#define v128_packs_epi16  v128_low_bytes
#define v128_packus_epi32 v128_low_halves
#define v128_packs_epi32  v128_low_halves

/* The top bit of each byte, the first least significant. */
static inline __attribute__((always_inline)) int v128_movemask_epi8(v128 a)
{
#ifdef __wasm_simd128__
    return (int)wasm_i8x16_bitmask((v128_t)a);
#else
    const v128 top = a >> 7 & (v128){UINT64_C(0x0101010101010101), UINT64_C(0x0101010101010101)};
    const v128 gathered = top * (v128){UINT64_C(0x0102040810204080), UINT64_C(0x0102040810204080)} >> 56;
    return (int)(gathered[0] | gathered[1] << 8);
#endif
}
