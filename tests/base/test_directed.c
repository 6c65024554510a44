/* Arithmetic that rounds down: the emulation, in scalars and in lanes, against the processor's mode, bit for bit. Compiled once
   more for each width of vectors, where products are fused (tests/CMakeLists.txt). */
#ifndef LANE_BYTES
#define LANE_BYTES 16
#endif
#include "base/directed_lanes.h"
#include "base/kernel.h"
#include "support/test.h"

enum { BATCH = 1024, SUM = 0, DIFFERENCE, PRODUCT, QUOTIENT, OPERATIONS };
static const char *const operation_names[] = {"+", "-", "*", "/"};

/* ---- operands ---- */

static double special[512];
static int specials;

static void add_special(double number)
{
    special[specials++] = number;
    special[specials++] = -number;
    assert_that(specials, <=, 512);
}

/* Zeros, subnormals, extremes, infinities, NaN, halfway cases, and what lies at the borders that directed.h draws. */
static int make_special(void **state)
{
    static const double borders[] = {
        0x1p-1074, 0x1p-1073, 3 * 0x1p-1074, 0x1p-1022, 0x1.8p-1022, 0x1p-1021, 0x1p-970, 0x1p-969, 0x1p-900,
        0x1p-899,  0x1p-538,  0x1p-537,      0x1p-512,  0x1p-450,    0x1p-54,   0x1p-53,  0x1p-52,  0x1p-27,
        0x1p-26,   1. / 3,    0.1,           0.5,       1,           1.5,       2,        3,        10,
        0x1p26,    0x1p27,    0x1p52,        0x1p53,    0x1p500,     0x1p511,   0x1p512,  0x1p970,  0x1p971,
        0x1p996,   0x1p997,   0x1p999,       0x1p1000,  0x1p1022,    0x1p1023};
    (void)state;
    specials = 0;
    add_special(0);
    add_special(INFINITY);
    add_special(NAN);
    add_special(DBL_MAX);
    add_special(nextafter(DBL_MAX, 0));
    add_special(nextafter(0x1p1023, 0));
    for (size_t i = 0; i < sizeof borders / sizeof *borders; i++) {
        add_special(borders[i]);
        add_special(nextafter(borders[i], 0) == 0 ? 0x1.8p-1000 : nextafter(borders[i], 0));
        add_special(nextafter(borders[i], INFINITY));
    }
    return 0;
}

static uint64_t random_state;

static uint64_t random_bits(void) /* splitmix64 */
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static double of_bits(uint64_t digits)
{
    double out;
    memcpy(&out, &digits, sizeof out);
    return out;
}

/* Any sign and digits, or few digits; an exponent within `reach` of that field, any for a reach of 2048. */
static double random_number(int around, int reach)
{
    const uint64_t r = random_bits(), how = random_bits();
    uint64_t digits = r & ((UINT64_C(1) << 52) - 1);
    if (how % 4 == 1)
        digits &= ~((UINT64_C(1) << (how >> 8) % 52) - 1); /* few digits: halfway cases, exact results */
    if (how % 4 == 2) digits |= (UINT64_C(1) << (how >> 8) % 52) - 1;
    int field = around + (int)((how >> 16) % (unsigned)(2 * reach + 1)) - reach;
    if (reach >= 2048) field = (int)(how >> 16 & 0x7ff);
    field = field < 0 ? 0 : field > 0x7ff ? 0x7ff : field;
    return of_bits((r & UINT64_C(1) << 63) | (uint64_t)field << 52 | digits);
}

/* A pair of one of several kinds: of any exponents, of similar ones, with a product or a quotient near the least or the
   greatest numbers or exact. */
static void random_pair(uint64_t kind, double *a, double *b)
{
    *a = random_number(0, 2048);
    const int field = (int)((uint64_t)ilogb(*a == 0 || !isfinite(*a) ? 1 : *a) + 1023);
    switch (kind % 8) {
    case 0: *b = random_number(0, 2048); break;
    case 1:
    case 2: *b = random_number(field, 60); break;
    case 3:
        *b = random_number(1023 - 1022 + 1023 - field, 64);
        break;                                                        /* a * b near the least normal number */
    case 4: *b = random_number(1023 + 1023 - field + 1023, 8); break; /* near the greatest */
    case 5: *b = random_number(field + 1022, 64); break;              /* a / b near the least normal number */
    case 6:
        *a = random_number(1023, 3);
        *b = random_number(1023, 3);
        break;
    default: /* whole numbers, as weights are, and a multiple */
        *b = (double)(random_bits() >> (12 + random_bits() % 50));
        *a = random_bits() % 2 ? *a : *b * (double)(random_bits() >> (40 + random_bits() % 20));
    }
}

/* Where the cheaper ways are right: below 2^1000, or infinite or NaN. */
static bool is_moderate(double a)
{
    return !(fabs(a) >= 0x1p1000) || isinf(a);
}

/* A whole number of up to 26 digits, often small, that is made from a number. */
static double whole_of(double number)
{
    uint64_t digits;
    memcpy(&digits, &number, sizeof digits);
    digits *= UINT64_C(0x9e3779b97f4a7c15);
    return (double)((digits >> 38) >> (digits & 31) % 26) + (digits >> 8 & 1);
}

/* ---- both ways ---- */

typedef struct batch {
    double a[BATCH], b[BATCH], whole[BATCH], by_mode[OPERATIONS][BATCH], by_whole[OPERATIONS][BATCH];
} batch;

/* A separate function, so that no operation moves across the change of mode. */
__attribute__((noinline)) static void compute_by_mode(batch *t)
{
    for (int i = 0; i < BATCH; i++) {
        t->by_mode[SUM][i] = alea__sum(ALEA__BY_MODE, t->a[i], t->b[i]);
        t->by_mode[DIFFERENCE][i] = alea__difference(ALEA__BY_MODE, t->a[i], t->b[i]);
        t->by_mode[PRODUCT][i] = alea__product(ALEA__BY_MODE, t->a[i], t->b[i]);
        t->by_mode[QUOTIENT][i] = alea__quotient(ALEA__BY_MODE, t->a[i], t->b[i]);
        t->by_whole[SUM][i] = alea__moderate_sum(ALEA__BY_MODE, t->a[i], t->b[i]);
        t->by_whole[PRODUCT][i] = alea__whole_product(ALEA__BY_MODE, t->a[i], t->whole[i]);
        t->by_whole[QUOTIENT][i] = alea__whole_quotient(ALEA__BY_MODE, t->a[i], fmax(t->whole[i], 1));
    }
}

static uint64_t bits_of(double number)
{
    uint64_t out;
    memcpy(&out, &number, sizeof out);
    return isnan(number) ? UINT64_MAX : out;
}

static void compare(const batch *t, int i, int operation, double found)
{
    const double expected = t->by_mode[operation][i];
    if (bits_of(found) != bits_of(expected))
        fail_msg("%a %s %a: emulated %a, expected %a", t->a[i], operation_names[operation], t->b[i], found,
                 expected);
}

static void compare_lanes(const batch *t, int i, int operation, piece found)
{
    for (int k = 0; k < PIECE; k++) compare(t, i + k, operation, found[k]);
}

/* Checks the versions for moderate numbers, if these numbers are moderate. */
static void compare_moderate(const batch *t, int i, int operation, double found)
{
    const double expected = t->by_whole[operation][i];
    const bool sum = operation == SUM;
    if (!is_moderate(t->a[i]) || !is_moderate(expected) || (sum && !is_moderate(t->b[i]))) return;
    if (bits_of(found) != bits_of(expected))
        fail_msg("moderate %a %s %a: emulated %a, expected %a", t->a[i], operation_names[operation],
                 sum ? t->b[i] : t->whole[i], found, expected);
}

static void compare_moderate_lanes(const batch *t, int i)
{
    piece a, b;
    memcpy(&a, t->a + i, sizeof a);
    memcpy(&b, t->b + i, sizeof b);
    const piece sum = piece_moderate_sum(ALEA__BY_EMULATION, a, b), kept = -piece_minus_sum_up(-a, b);
    for (int k = 0; k < PIECE; k++) {
        const double whole = t->whole[i + k];
        compare_moderate(t, i + k, SUM, alea__moderate_sum(ALEA__BY_EMULATION, a[k], b[k]));
        compare_moderate(t, i + k, SUM, sum[k]);
        compare_moderate(t, i + k, SUM, kept[k]);
        compare_moderate(t, i + k, PRODUCT, alea__whole_product(ALEA__BY_EMULATION, a[k], whole));
        compare_moderate(t, i + k, PRODUCT, piece_whole_product(ALEA__BY_EMULATION, a, whole)[k]);
        compare_moderate(t, i + k, QUOTIENT, alea__whole_quotient(ALEA__BY_EMULATION, a[k], fmax(whole, 1)));
        compare_moderate(t, i + k, QUOTIENT, piece_whole_quotient(ALEA__BY_EMULATION, a, fmax(whole, 1))[k]);
    }
}

/* Products with halves that are known, where `fine` says that they are right. */
static void compare_split(const batch *t, int i)
{
    piece a;
    memcpy(&a, t->a + i, sizeof a);
    for (int k = 0; k < PIECE; k++) {
        bits fine = ~(bits){0};
        const double expected = t->by_mode[PRODUCT][i + k],
                     found = piece_split_product_down(a, split_in_halves(t->b[i + k]), &fine)[k];
        if (fine[k] && fabs(t->a[i + k]) < 0x1p900 && fabs(t->b[i + k]) < 0x1p900 &&
            fabs(expected) < 0x1p1000)
            compare(t, i + k, PRODUCT, found);
    }
}

static void compare_batch(batch *t)
{
    for (int i = 0; i < BATCH; i++) t->whole[i] = whole_of(t->b[i]);
    const int before = alea__round_down(ALEA__BY_MODE);
    compute_by_mode(t);
    alea__round_as_before(ALEA__BY_MODE, before);
    for (int i = 0; i < BATCH; i++) {
        compare(t, i, SUM, alea__sum(ALEA__BY_EMULATION, t->a[i], t->b[i]));
        compare(t, i, DIFFERENCE, alea__difference(ALEA__BY_EMULATION, t->a[i], t->b[i]));
        compare(t, i, PRODUCT, alea__product(ALEA__BY_EMULATION, t->a[i], t->b[i]));
        compare(t, i, QUOTIENT, alea__quotient(ALEA__BY_EMULATION, t->a[i], t->b[i]));
    }
    for (int i = 0; i < BATCH; i += PIECE) {
        piece a, b;
        memcpy(&a, t->a + i, sizeof a);
        memcpy(&b, t->b + i, sizeof b);
        compare_lanes(t, i, SUM, piece_sum(ALEA__BY_EMULATION, a, b));
        compare_lanes(t, i, DIFFERENCE, piece_difference(ALEA__BY_EMULATION, a, b));
        compare_lanes(t, i, PRODUCT, piece_product(ALEA__BY_EMULATION, a, b));
        compare_lanes(t, i, QUOTIENT, piece_quotient(ALEA__BY_EMULATION, a, b));
        compare_moderate_lanes(t, i);
        compare_split(t, i);
    }
}

static bool has_the_instructions(void)
{
#ifdef __FMA__
    if (!__builtin_cpu_supports("fma")) return false;
#endif
    return alea__lane_bytes() >= LANE_BYTES;
}

static void need_the_mode(void)
{
    if (!alea__can_round_down()) cannot_run("a rounding mode");
}

/* ---- tests ---- */

static void random_operands_give_the_same_bits(void **state)
{
    const char *soak = getenv("ALEA_SOAK");
    const bool short_run = is_sanitized() || LANE_BYTES > 16;
    const long pairs = soak && *soak == '1' ? 1000000000 : short_run ? 1000000 : 10000000;
    static batch t;
    (void)state;
    need_the_mode();
    random_state = 1;
    for (long done = 0; done < pairs; done += BATCH) {
        for (int i = 0; i < BATCH; i++) random_pair((uint64_t)done / BATCH + (uint64_t)i, &t.a[i], &t.b[i]);
        compare_batch(&t);
    }
}

/* A function of its own, as compute_by_mode. */
__attribute__((noinline)) static void divide_in_the_mode(const piece *a, double whole, piece *by_operator,
                                                         piece *by_parts)
{
    const double part = 1 / whole; /* rounded down */
    const whole_divisor by = {whole, part, fma(part, whole, -1) < 0 ? nextafter(part, 1) : part};
    *by_operator = *a / whole;
    *by_parts = piece_quotient_by(ALEA__BY_MODE, *a, by);
}

static void quotients_by_a_number_that_stays_are_those_of_the_operator(void **state)
{
    (void)state;
    need_the_mode();
    random_state = 2;
    for (long done = 0; done < 2000000; done += PIECE) {
        piece a, expected, found;
        const double whole = 1 + (double)(random_bits() % (done % 3 ? 1 << 26 : 50));
        for (int k = 0; k < PIECE; k++) {
            const double digits = (double)(int64_t)random_bits(),
                         exact = whole * (double)(int32_t)random_bits();
            const double scaled = ldexp(digits, (int)(random_bits() % 60) - 100);
            a[k] = random_bits() % 3 == 0    ? exact
                   : random_bits() % 50 == 0 ? special[random_bits() % 100]
                                             : scaled;
            if (random_bits() % 4 == 0) a[k] = nextafter(a[k], INFINITY);
        }
        const int before = alea__round_down(ALEA__BY_MODE);
        divide_in_the_mode(&a, whole, &expected, &found);
        alea__round_as_before(ALEA__BY_MODE, before);
        for (int k = 0; k < PIECE; k++)
            if (bits_of(expected[k]) != bits_of(found[k]))
                fail_msg("%a / %a is %a, not %a", a[k], whole, expected[k], found[k]);
    }
}

static void special_operands_give_the_same_bits(void **state)
{
    static batch t;
    int filled = 0;
    (void)state;
    need_the_mode();
    for (int i = 0; i < specials; i++)
        for (int k = 0; k < specials; k++) {
            t.a[filled] = special[i];
            t.b[filled] = special[k];
            filled = (filled + 1) % BATCH;
            if (filled == 0) compare_batch(&t);
        }
    compare_batch(&t);
}

/* With one operand of a pair at a border and the other anywhere: products and quotients at the least and greatest numbers. */
static void special_and_random_operands_give_the_same_bits(void **state)
{
    static batch t;
    (void)state;
    need_the_mode();
    random_state = 2;
    for (int i = 0; i < specials; i++) {
        for (int k = 0; k < BATCH; k++) {
            const bool first = k % 2;
            const double any = random_number(0, 2048);
            t.a[k] = first ? special[i] : any;
            t.b[k] = first ? any : special[i];
        }
        compare_batch(&t);
    }
}

/* 1/3 = 0.0101… in binary; 3 * 0x1p-1075 is no double, and the one below is 2^-1074; the last is rounded to nearest. */
static void known_results_are_rounded_down(void **state)
{
    const double tiny = 0x1p-1074;
    (void)state;
    assert_that(alea__sum_down(1, 0x1p-80), ==, 1);
    assert_that(alea__sum_down(1, -0x1p-80), ==, 1 - 0x1p-53);
    assert_that(alea__sum_down(DBL_MAX, DBL_MAX), ==, DBL_MAX);
    assert_true(signbit(alea__sum_down(1, -1)));
    assert_true(!signbit(alea__sum_down(0, 0)));
    assert_that(alea__product_down(3 * tiny, 0.5), ==, tiny);
    assert_that(alea__product_down(-3 * tiny, 0.5), ==, -2 * tiny);
    assert_that(alea__product_down(-tiny, tiny), ==, -tiny);
    assert_that(alea__product_down(1 + 0x1p-52, 1 + 0x1p-52), ==, 1 + 0x1p-51);
    assert_that(alea__product_down(-0x1p1000, 0x1p1000), ==, -INFINITY);
    assert_that(alea__quotient_down(1, 3), ==, 0x1.5555555555555p-2);
    assert_that(alea__quotient_down(-1, 3), ==, -0x1.5555555555556p-2);
    assert_that(alea__quotient_down(tiny, -3), ==, -tiny);
    assert_that(alea__quotient_down(1, tiny), ==, DBL_MAX);
}

/* Sums of four at a time, with a remainder. (1 + 2^-60) - 2^-60 is 1 - 2^-60, rounded down from 1. */
static void a_dot_product_is_the_same_both_ways(void **state)
{
    double p[103], x[103], by_mode[104];
    (void)state;
    need_the_mode();
    random_state = 3;
    for (int i = 0; i < 103; i++) {
        p[i] = fabs(random_number(1000, 20));
        x[i] = random_number(1020, 5);
    }
    const int before = alea__round_down(ALEA__BY_MODE);
    for (size_t n = 0; n <= 103; n++) by_mode[n] = alea__dot(ALEA__BY_MODE, p, x, n);
    alea__round_as_before(ALEA__BY_MODE, before);
    for (size_t n = 0; n <= 103; n++) {
        const double emulated = alea__dot(ALEA__BY_EMULATION, p, x, n);
        assert_that(bits_of(emulated), ==, bits_of(by_mode[n]));
    }
    assert_that(alea__dot(ALEA__BY_EMULATION, (double[]){1, 0x1p-60, 1}, (double[]){1, 1, -0x1p-60}, 3), ==,
                1 - 0x1p-53);
}

static void sums_are_rounded_in_their_direction(void **state)
{
    (void)state;
    assert_that(alea__sum_towards(1, 0x1p-80, INFINITY), ==, 1 + 0x1p-52);
    assert_that(alea__sum_towards(1, 0x1p-80, -INFINITY), ==, 1);
    assert_that(alea__sum_towards(1, -0x1p-80, -INFINITY), ==, 1 - 0x1p-53);
    assert_that(alea__sum_towards(0.25, 0.5, INFINITY), ==, 0.75);
    assert_that(alea__sum_towards(INFINITY, -1, -INFINITY), ==, INFINITY);
    assert_true(!signbit(alea__sum_towards(1, -1, -INFINITY)));
}

static void a_test_can_choose_the_emulation(void **state)
{
    (void)state;
    need_the_mode();
    assert_that(alea__choose_rounding(), ==, ALEA__BY_MODE);
    alea__emulate_rounding(true);
    assert_that(alea__choose_rounding(), ==, ALEA__BY_EMULATION);
    alea__emulate_rounding(false);
    assert_that(alea__choose_rounding(), ==, ALEA__BY_MODE);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_operands_give_the_same_bits),
        cmocka_unit_test(quotients_by_a_number_that_stays_are_those_of_the_operator),
        cmocka_unit_test(special_operands_give_the_same_bits),
        cmocka_unit_test(special_and_random_operands_give_the_same_bits),
        cmocka_unit_test(known_results_are_rounded_down),
        cmocka_unit_test(a_dot_product_is_the_same_both_ways),
        cmocka_unit_test(sums_are_rounded_in_their_direction),
        cmocka_unit_test(a_test_can_choose_the_emulation),
    };
    if (!has_the_instructions()) {
        puts("cannot run here: this processor lacks the instructions that the test is compiled for");
        return 77;
    }
    return cmocka_run_group_tests(tests, make_special, NULL);
}
