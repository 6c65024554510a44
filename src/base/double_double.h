#pragma once
/* Numbers of about 104 bits: the unevaluated sum of two doubles, of which the first is the sum rounded to nearest. They give the
   same bits on every machine that rounds to nearest, which `long double` does not.

   The sum and the product of two doubles are each a double plus an error that is a double too (Knuth, The Art of Computer
   Programming 2, section 4.2.2; Dekker, Numerische Mathematik 18 (1971), 224). For positive operands the relative error
   of one operation stays below 2^-102, as long as every product is above 2^-960 and no operand above 2^990. */

typedef struct alea__double_double {
    double high, low;
} alea__double_double;

/* a + b without error, where |a| is not less than |b|. */
static inline alea__double_double alea__dd_renormalize(double a, double b)
{
    const double sum = a + b;
    return (alea__double_double){sum, b - (sum - a)};
}

/* a * b without error. Each factor is split into two halves of at most 26 bits, so that products of halves are exact. */
static inline alea__double_double alea__dd_product(double a, double b)
{
    const double split = 0x1p27 + 1, p = a * b;
    const double a1 = split * a - (split * a - a), a2 = a - a1, b1 = split * b - (split * b - b), b2 = b - b1;
    return (alea__double_double){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline alea__double_double alea__dd_add(alea__double_double a, alea__double_double b)
{
    const double sum = a.high + b.high, part = sum - a.high;
    const double lost = (a.high - (sum - part)) + (b.high - part);
    return alea__dd_renormalize(sum, lost + (a.low + b.low));
}

static inline alea__double_double alea__dd_multiply(alea__double_double a, alea__double_double b)
{
    const alea__double_double p = alea__dd_product(a.high, b.high);
    return alea__dd_renormalize(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static inline alea__double_double alea__dd_divide(alea__double_double a, double by)
{
    const double quotient = a.high / by;
    const alea__double_double p = alea__dd_product(quotient, by);
    return alea__dd_renormalize(quotient, ((a.high - p.high) - p.low + a.low) / by);
}

static inline alea__double_double alea__dd_of(double number)
{
    return (alea__double_double){number, 0};
}
