/* Chooses how arithmetic rounds down, and emulates it in rare cases; see directed.h. */
#include "base/directed.h"

#include <stdatomic.h>

/* A mutable global, set only by tests. */
static atomic_bool directed_emulates;

void alea__emulate_rounding(bool always)
{
    atomic_store(&directed_emulates, always);
}

bool alea__can_round_down(void)
{
    volatile double one = 1, tiny = 0x1p-80, three = 3, above = 1 + 0x1p-52;
    const int before = alea__round_down(ALEA__BY_MODE);
    volatile double sum = one + tiny, difference = one - tiny, negative = -one - tiny,
                    product = above * above, quotient = one / three, minus_quotient = -one / three;
    alea__set_rounding_mode(before);
    return sum == 1 && difference == 1 - 0x1p-53 && negative == -1 - 0x1p-52 && product == 1 + 0x1p-51 &&
           quotient == 0x1.5555555555555p-2 && minus_quotient == -0x1.5555555555556p-2;
}

alea__rounding alea__choose_rounding(void)
{
    if (atomic_load_explicit(&directed_emulates, memory_order_relaxed)) return ALEA__BY_EMULATION;
    return alea__can_round_down() ? ALEA__BY_MODE : ALEA__BY_EMULATION;
}

/* ---- in whole numbers ---- */

__extension__ typedef unsigned __int128 wide;

enum { DIGITS = 53, LEAST_EXPONENT = -1074, MOST_EXPONENT = 1024 };

/* |number| is digits * 2^exponent, with 2^52 <= digits < 2^53. */
typedef struct number_parts {
    bool negative;
    uint64_t digits;
    int exponent;
} number_parts;

/* Takes apart a number that is not zero, infinite or NaN. */
static number_parts number_take_apart(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    const int field = (int)(bits >> (DIGITS - 1) & 0x7ff);
    const uint64_t low = bits & ((UINT64_C(1) << (DIGITS - 1)) - 1);
    number_parts parts = {bits >> 63, low, LEAST_EXPONENT};
    if (field > 0) {
        parts.digits |= UINT64_C(1) << (DIGITS - 1);
        parts.exponent += field - 1;
    }
    ALEA_ASSERT(parts.digits > 0 && field < 0x7ff);
    for (; parts.digits >> (DIGITS - 1) == 0; parts.exponent--) parts.digits *= 2;
    return parts;
}

/* The greatest double not above the number with this sign and size digits * 2^exponent. `more` means that the size is
   larger by less than 2^exponent; digits then has at least DIGITS digits. */
static double number_round_down(bool negative, wide digits, int exponent, bool more)
{
    int length = 0;
    while (length < 128 && digits >> length > 0) length++;
    ALEA_ASSERT(length >= DIGITS);
    if (exponent + length > MOST_EXPONENT) return negative ? -INFINITY : DBL_MAX;
    int last = exponent + length - DIGITS; /* exponent of the last digit of the result */
    if (last < LEAST_EXPONENT) last = LEAST_EXPONENT;
    const int drop = last - exponent;
    const wide kept = drop < 128 ? digits >> drop : 0;
    more |= drop < 128 ? kept << drop != digits : true;
    uint64_t bits = (uint64_t)kept + (negative && more ? 1 : 0);
    bits += (uint64_t)(last - LEAST_EXPONENT) << (DIGITS - 1);
    double size;
    memcpy(&size, &bits, sizeof size);
    return negative ? -size : size;
}

double alea__rare_product_down(double a, double b)
{
    if (!isfinite(a) || !isfinite(b) || a == 0 || b == 0) return a * b;
    const number_parts x = number_take_apart(a), y = number_take_apart(b);
    return number_round_down(x.negative != y.negative, (wide)x.digits * y.digits, x.exponent + y.exponent,
                             false);
}

double alea__rare_quotient_down(double a, double b)
{
    enum { SHIFT = 64 }; /* more digits than a double has, and one bit that records a remainder */
    if (!isfinite(a) || !isfinite(b) || a == 0 || b == 0) return a / b;
    const number_parts x = number_take_apart(a), y = number_take_apart(b);
    const wide whole = (wide)x.digits << SHIFT, digits = whole / y.digits;
    return number_round_down(x.negative != y.negative, digits, x.exponent - y.exponent - SHIFT,
                             digits * y.digits != whole);
}
