/* Philox against its authors' vectors and code; dice against an exhaustive count and a slow implementation of the
   specification. */
#include "base/random.h"
#include "support/test.h"

#include <Random123/philox.h>

/* ---- Philox ---- */

/* The known answers published with Random123 (kat_vectors, philox4x32 with 10 rounds): counter, key, output. */
static const uint32_t known[3][10] = {
    {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
    {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d, 0x41c83b0e,
     0xa20bc7c6, 0x6d5451fd},
    {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09, 0x94fdcceb,
     0x5001e420, 0x24126ea1},
};

static void philox_gives_the_published_answers(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        uint32_t out[4];
        alea__philox(known[i] + 4, known[i], out);
        assert_memory_equal(out, known[i] + 6, sizeof out);
    }
}

static void reference(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4])
{
    philox4x32_key_t k = {{key[0], key[1]}};
    philox4x32_ctr_t c = {{counter[0], counter[1], counter[2], counter[3]}};
    philox4x32_ctr_t r = philox4x32(c, k);
    for (int i = 0; i < 4; i++) out[i] = r.v[i];
}

static void philox_agrees_with_random123_on_100000_keys_and_counters(void **state)
{
    (void)state;
    uint32_t x[6] = {1, 2, 3, 4, 5, 6};
    for (int i = 0; i < 100000; i++) {
        for (int j = 0; j < 6; j++) x[j] = x[j] * 1664525u + 1013904223u + (uint32_t)i * (uint32_t)j;
        uint32_t ours[4], theirs[4];
        alea__philox(x, x + 2, ours);
        reference(x, x + 2, theirs);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

/* ---- streams ---- */

/* Byte number `index` of a stream, straight from the specification. */
static uint32_t byte_at(uint64_t seed, uint32_t match, uint32_t stream, uint64_t game, uint64_t index)
{
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)}, out[4];
    uint32_t counter[4] = {(uint32_t)(index / 16), match * 256 + stream, (uint32_t)game,
                           (uint32_t)(game >> 32)};
    reference(key, counter, out);
    return out[index % 16 / 4] >> (8 * (index % 4)) & 255;
}

static void bytes_of_a_stream_are_the_little_endian_words_of_its_blocks(void **state)
{
    (void)state;
    const uint64_t seed = 0x0123456789abcdef, game = 0xfedcba9876543210;
    alea__stream s;
    alea__stream_start(&s, seed, 77, ALEA__SEAT + 3, game);
    for (uint64_t i = 0; i < 1000; i++)
        assert_int_equal(alea__next_byte(&s), byte_at(seed, 77, ALEA__SEAT + 3, game, i));
}

static uint32_t word_at(uint64_t seed, uint64_t game, uint64_t index)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < 4; i++) word |= byte_at(seed, 0, ALEA__DICE, game, 4 * index + i) << (8 * i);
    return word;
}

static void words_start_at_multiples_of_four_bytes_and_drop_a_word_begun(void **state)
{
    (void)state;
    for (uint64_t before = 0; before <= 16; before++) {
        alea__stream s;
        alea__stream_start(&s, 5, 0, ALEA__DICE, 9);
        for (uint64_t i = 0; i < before; i++) alea__next_byte(&s);
        for (uint64_t i = 0; i < 9; i++)
            assert_int_equal(alea__next_word(&s), word_at(5, 9, (before + 3) / 4 + i));
    }
}

static void streams_of_other_seeds_matches_games_and_seats_differ(void **state)
{
    (void)state;
    const uint64_t big = UINT64_C(1) << 32;
    const struct {
        uint64_t seed, game;
        uint32_t match, stream;
    } address[] = {
        {1, 1, 1, 1},       {2, 1, 1, 1}, {1 + big, 1, 1, 1}, {1, 2, 1, 1},
        {1, 1 + big, 1, 1}, {1, 1, 2, 1}, {1, 1, 1, 2},
    };
    enum { COUNT = sizeof address / sizeof address[0] };
    uint32_t first[COUNT];
    for (int i = 0; i < COUNT; i++) {
        alea__stream s;
        alea__stream_start(&s, address[i].seed, address[i].match, address[i].stream, address[i].game);
        first[i] = alea__next_word(&s);
        for (int j = 0; j < i; j++) assert_int_not_equal(first[i], first[j]);
    }
}

/* ---- dice: uniform ---- */

/* A stream whose next byte is `byte`, followed by zeros, which every kind of dice accepts. */
static alea__dice_stream stream_of_byte(uint32_t byte)
{
    alea__dice_stream s;
    alea__dice_start(&s, 0, 0, 0);
    memset(s.bytes.word, 0, sizeof s.bytes.word);
    s.bytes.word[0] = byte;
    s.bytes.at = 0;
    return s;
}

/* The greatest number of dice with at most 64 outcomes, at least one. */
static uint32_t dice_a_byte(uint32_t sides)
{
    uint32_t dice = 1;
    for (uint64_t outcomes = (uint64_t)sides * sides; outcomes <= 64; outcomes *= sides) dice++;
    return dice;
}

static uint32_t power(uint32_t sides, uint32_t dice)
{
    return dice == 0 ? 1 : sides * power(sides, dice - 1);
}

static void every_roll_comes_from_equally_many_of_the_256_bytes(void **state)
{
    (void)state;
    for (uint32_t sides = 2; sides <= 256; sides++) {
        alea__dice dice = alea__dice_for(sides);
        uint32_t count = dice_a_byte(sides), outcomes = power(sides, count), bytes[256] = {0}, skipped = 0;
        for (uint32_t byte = 0; byte < 256; byte++) {
            alea__dice_stream s = stream_of_byte(byte);
            uint32_t roll = alea__roll_dice(&s, &dice, count);
            assert_that(roll, <, outcomes);
            if (s.bytes.at == 1)
                bytes[roll]++;
            else
                skipped++;
        }
        assert_that(skipped, <, outcomes); /* no more is skipped than must be */
        for (uint32_t roll = 0; roll < outcomes; roll++) assert_int_equal(bytes[roll], 256 / outcomes);
    }
}

static void each_die_of_a_byte_is_uniform_when_rolled_alone(void **state)
{
    (void)state;
    for (uint32_t sides = 2; sides <= 256; sides++) {
        alea__dice dice = alea__dice_for(sides);
        uint32_t count = dice_a_byte(sides), used = 0, seen[8][256] = {{0}};
        for (uint32_t byte = 0; byte < 256; byte++) {
            alea__dice_stream s = stream_of_byte(byte);
            uint32_t first = alea__roll_dice(&s, &dice, 1);
            if (s.bytes.at != 1) continue;
            used++;
            seen[0][first]++;
            for (uint32_t i = 1; i < count; i++) seen[i][alea__roll_dice(&s, &dice, 1)]++;
            assert_int_equal(s.bytes.at, 1); /* all of them came from that byte */
        }
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t face = 0; face < sides; face++) assert_int_equal(seen[i][face] * sides, used);
    }
}

/* A stream whose next words are the two given. */
static alea__dice_stream stream_of_words(uint32_t first, uint32_t second)
{
    alea__dice_stream s = stream_of_byte(0);
    s.bytes.word[0] = first;
    s.bytes.word[1] = second;
    return s;
}

/* Below a multiple of `sides` all faces are equally many; so it is enough that the limit is one, and the last below 2^32,
   and that the words on both sides of it are taken and skipped. */
static void dice_of_many_sides_take_words_below_the_last_multiple(void **state)
{
    (void)state;
    static const uint32_t more[] = {1000,       65535,      65536,      65537,     1000003,
                                    0x7fffffff, 0x80000000, 0x80000001, 0xffffffff};
    for (uint32_t i = 257; i <= 300 + sizeof more / sizeof more[0]; i++) {
        uint32_t sides = i <= 300 ? i : more[i - 301];
        uint64_t limit = (UINT64_C(1) << 32) - (UINT64_C(1) << 32) % sides;
        alea__dice dice = alea__dice_for(sides);
        alea__dice_stream s = stream_of_words((uint32_t)(limit - 1), 0);
        assert_int_equal(alea__roll_dice(&s, &dice, 1), sides - 1);
        assert_int_equal(s.bytes.at, 4);
        if (limit == UINT64_C(1) << 32) continue;
        s = stream_of_words((uint32_t)limit, 12345678);
        assert_int_equal(alea__roll_dice(&s, &dice, 1), 12345678 % sides);
        assert_int_equal(s.bytes.at, 8);
    }
}

static void a_die_of_one_side_always_shows_it(void **state)
{
    (void)state;
    alea__dice dice = alea__dice_for(1);
    alea__dice_stream s;
    alea__dice_start(&s, 1, 2, 3);
    for (int i = 0; i < 100; i++) assert_int_equal(alea__roll_dice(&s, &dice, 3), 0);
}

/* ---- dice: their order ---- */

enum { PREPARED = 3000 };

/* The first dice of a game, all of them, by the slowest way: byte for byte, digit for digit. */
static void prepare_dice(uint64_t seed, uint32_t match, uint64_t game, uint32_t sides, uint32_t die[PREPARED])
{
    uint32_t count = dice_a_byte(sides), outcomes = power(sides, count), made = 0;
    for (uint64_t index = 0; made < PREPARED; index++) {
        uint32_t byte = byte_at(seed, match, ALEA__DICE, game, index);
        if (byte >= 256 / outcomes * outcomes) continue;
        for (uint32_t i = 0, rest = byte % outcomes; i < count && made < PREPARED; i++, rest /= sides)
            die[made++] = rest % sides;
    }
}

static void rolls_take_dice_from_one_queue_whatever_their_size(void **state)
{
    (void)state;
    static const uint32_t sizes[][4] = {{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3},
                                        {1, 2, 3, 2}, {5, 1, 4, 2}, {2, 1, 1, 2}};
    for (uint32_t sides = 2; sides <= 24; sides++) {
        uint32_t die[PREPARED];
        prepare_dice(20251, 3, 1000000007, sides, die);
        alea__dice dice = alea__dice_for(sides);
        for (size_t shape = 0; shape < sizeof sizes / sizeof sizes[0]; shape++) {
            alea__dice_stream s;
            alea__dice_start(&s, 20251, 3, 1000000007);
            for (uint32_t at = 0, i = 0; at + 5 <= PREPARED; i++) {
                uint32_t count = sizes[shape][i % 4], expected = 0;
                for (uint32_t j = count; j-- > 0;) expected = expected * sides + die[at + j];
                assert_int_equal(alea__roll_dice(&s, &dice, count), expected);
                at += count;
            }
        }
    }
}

static void dice_of_300_sides_are_words_of_the_stream(void **state)
{
    (void)state;
    alea__dice dice = alea__dice_for(300);
    alea__dice_stream s;
    alea__dice_start(&s, 5, 0, 9);
    for (uint64_t i = 0; i < 300; i += 2) {
        uint32_t a = word_at(5, 9, i), b = word_at(5, 9, i + 1);
        assert_that(a, <, 4294967100u);
        assert_that(b, <, 4294967100u); /* none is skipped in this part of the stream */
        assert_int_equal(alea__roll_dice(&s, &dice, 2), a % 300 + 300 * (b % 300));
    }
}

/* ---- the manual ---- */

/* docs/randomness.md, "A worked example": computed there by a Python script that shares nothing with this library. */
static void the_worked_example_of_the_manual_is_right(void **state)
{
    (void)state;
    static const uint32_t bytes[] = {114, 15, 75, 131, 92, 53, 97, 68, 200, 209, 124, 52, 55, 75, 64, 105};
    static const uint32_t dice[] = {1, 2, 4, 3, 4, 1, 6, 4, 3, 4};
    static const bool rolls[2][8] = {{0, 0, 1, 1, 1, 1, 1, 0}, {1, 1, 1, 1, 0, 0, 1, 0}};
    const uint32_t three_quarters = 3u << 30;
    alea__stream stream;
    alea__stream_start(&stream, 20251, 0, ALEA__DICE, 0);
    for (int i = 0; i < 16; i++) assert_int_equal(alea__next_byte(&stream), bytes[i]);
    alea__dice six = alea__dice_for(6);
    alea__dice_stream s;
    alea__dice_start(&s, 20251, 0, 0);
    for (int i = 0; i < 10; i++) assert_int_equal(alea__roll_dice(&s, &six, 1) + 1, dice[i]);
    for (uint32_t seat = 0; seat < 2; seat++) {
        alea__stream_start(&stream, 20251, 0, ALEA__SEAT + seat, 0);
        for (int i = 0; i < 8; i++)
            assert_int_equal(alea__next_word(&stream) < three_quarters, rolls[seat][i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_gives_the_published_answers),
        cmocka_unit_test(philox_agrees_with_random123_on_100000_keys_and_counters),
        cmocka_unit_test(bytes_of_a_stream_are_the_little_endian_words_of_its_blocks),
        cmocka_unit_test(words_start_at_multiples_of_four_bytes_and_drop_a_word_begun),
        cmocka_unit_test(streams_of_other_seeds_matches_games_and_seats_differ),
        cmocka_unit_test(every_roll_comes_from_equally_many_of_the_256_bytes),
        cmocka_unit_test(each_die_of_a_byte_is_uniform_when_rolled_alone),
        cmocka_unit_test(dice_of_many_sides_take_words_below_the_last_multiple),
        cmocka_unit_test(a_die_of_one_side_always_shows_it),
        cmocka_unit_test(rolls_take_dice_from_one_queue_whatever_their_size),
        cmocka_unit_test(dice_of_300_sides_are_words_of_the_stream),
        cmocka_unit_test(the_worked_example_of_the_manual_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
