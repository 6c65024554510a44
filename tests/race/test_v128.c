/* The vectors of v128.h implement their names, compared with loops over bytes and numbers, on every machine, whichever
   lanes it uses itself. */
#include "family/race/simulate/v128.h"
#include "support/test.h"

enum { ROUNDS = 20000 };

typedef union vector {
    v128 all;
    uint8_t u8[16];
    int8_t s8[16];
    uint16_t u16[8];
    uint32_t u32[4];
    int32_t s32[4];
    uint64_t u64[2];
} vector;

/* Bytes of which every eighth is an end of a range, so that sums overflow and numbers are equal. */
static vector random_vector(uint64_t *state)
{
    static const uint8_t end[] = {0, 1, 127, 128, 129, 255, 254, 16};
    vector v;
    for (int i = 0; i < 16; i++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const uint32_t word = (uint32_t)(*state >> 33);
        v.u8[i] = word % 8 == 0 ? end[word >> 3 & 7] : (uint8_t)(word >> 8);
    }
    return v;
}

#define CHECK(count, member, expected, result)                                                      \
    do {                                                                                            \
        const vector got_ = {.all = (result)};                                                      \
        for (int i = 0; i < (count); i++) {                                                         \
            vector want_ = {.u64 = {0, 0}};                                                         \
            want_.member[0] = (expected);                                                           \
            if (got_.member[i] != want_.member[0]) fail_msg("%s: element %d is wrong", #result, i); \
        }                                                                                           \
    } while (0)

static void bytes_are_those_of_loops(void **unused)
{
    uint64_t state = 1;
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        const vector a = random_vector(&state), b = random_vector(&state), m = random_vector(&state);
        CHECK(16, u8, a.u8[i] + b.u8[i], v128_add_epi8(a.all, b.all));
        CHECK(16, u8, a.u8[i] - b.u8[i], v128_sub_epi8(a.all, b.all));
        CHECK(16, u8, a.u8[i] + b.u8[i] > UINT8_MAX ? UINT8_MAX : a.u8[i] + b.u8[i],
              v128_adds_epu8(a.all, b.all));
        CHECK(16, u8, a.u8[i] < b.u8[i] ? a.u8[i] : b.u8[i], v128_min_epu8(a.all, b.all));
        CHECK(16, u8, a.u8[i] > b.u8[i] ? a.u8[i] : b.u8[i], v128_max_epu8(a.all, b.all));
        CHECK(16, s8, a.s8[i] < b.s8[i] ? a.s8[i] : b.s8[i], v128_min_epi8(a.all, b.all));
        CHECK(16, u8, a.u8[i] == b.u8[i] ? 255 : 0, v128_cmpeq_epi8(a.all, b.all));
        CHECK(16, u8, a.s8[i] > b.s8[i] ? 255 : 0, v128_cmpgt_epi8(a.all, b.all));
        CHECK(16, u8, m.u8[i] >= 128 ? b.u8[i] : a.u8[i], v128_blendv_epi8(a.all, b.all, m.all));
        CHECK(16, u8, m.u8[i] >= 128 ? 0 : a.u8[m.u8[i] & 15], v128_shuffle_epi8(a.all, m.all));
        CHECK(16, u8, m.u8[0], v128_set1_epi8((char)m.u8[0]));
        uint32_t bits = 0;
        for (int i = 0; i < 16; i++) bits |= (uint32_t)(a.u8[i] >> 7) << i;
        assert_int_equal(v128_movemask_epi8(a.all), bits);
    }
}

static void numbers_are_those_of_loops(void **unused)
{
    uint64_t state = 2;
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        const vector a = random_vector(&state), b = random_vector(&state);
        const int count = round % 15 + 1;
        CHECK(4, u32, a.u32[i] + b.u32[i], v128_add_epi32(a.all, b.all));
        CHECK(4, u32, a.u32[i] - b.u32[i], v128_sub_epi32(a.all, b.all));
        CHECK(4, u32, a.s32[i] > b.s32[i] ? UINT32_MAX : 0, v128_cmpgt_epi32(a.all, b.all));
        CHECK(8, u16, (uint16_t)(a.u16[i] >> count), v128_srli_epi16(a.all, count));
        CHECK(4, u32, a.u32[i] << count, v128_slli_epi32(a.all, count));
        CHECK(4, u32, a.u32[i] >> count, v128_srli_epi32(a.all, count));
        CHECK(4, s32, a.s32[i] / (1 << count) - (a.s32[i] < 0 && a.s32[i] % (1 << count) != 0),
              v128_srai_epi32(a.all, count));
        CHECK(2, u64, a.u64[i] << 2 * count, v128_slli_epi64(a.all, 2 * count));
        CHECK(2, u64, a.u64[i] >> 2 * count, v128_srli_epi64(a.all, 2 * count));
        CHECK(2, u64, (uint64_t)a.u32[2 * i] * b.u32[2 * i], v128_mul_epu32(a.all, b.all));
        CHECK(4, u32, b.u32[1], v128_set1_epi32(b.s32[1]));
    }
}

static void unpacking_and_packing_move_what_loops_move(void **unused)
{
    uint64_t state = 3;
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        const vector a = random_vector(&state), b = random_vector(&state);
        CHECK(4, u32, (i % 2 == 0 ? a : b).u32[i / 2], v128_unpacklo_epi32(a.all, b.all));
        CHECK(4, u32, (i % 2 == 0 ? a : b).u32[2 + i / 2], v128_unpackhi_epi32(a.all, b.all));
        CHECK(2, u64, (i == 0 ? a : b).u64[0], v128_unpacklo_epi64(a.all, b.all));
        CHECK(2, u64, (i == 0 ? a : b).u64[1], v128_unpackhi_epi64(a.all, b.all));
        vector small_words = {.u64 = {0, 0}}, masks = small_words, small = small_words;
        for (int i = 0; i < 4; i++) small_words.u32[i] = a.u8[i];
        for (int i = 0; i < 4; i++) masks.u32[i] = a.u8[i] < 128 ? 0 : UINT32_MAX;
        for (int i = 0; i < 8; i++) small.u16[i] = a.u8[i];
        CHECK(8, u16, a.u8[i % 4], v128_packus_epi32(small_words.all, small_words.all));
        CHECK(8, u16, a.u8[i % 4] < 128 ? 0 : UINT16_MAX, v128_packs_epi32(masks.all, masks.all));
        CHECK(16, u8, a.u8[i % 8], v128_packus_epi16(small.all, small.all));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_those_of_loops),
        cmocka_unit_test(numbers_are_those_of_loops),
        cmocka_unit_test(unpacking_and_packing_move_what_loops_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
