#pragma once
/* Arithmetic that rounds down, for proofs, in two ways that give the same bits: in the processor's rounding mode, or by
   emulation where the processor has no such mode or ignores it (WebAssembly, some emulators). Everything computed is then a
   lower bound. Upper bounds are lower bounds of negatives, which are kept as numbers and never made in a formula, because
   -(a * b) is not (-a) * b when rounding has a direction. Negation, fmin, fmax, fabs and comparisons are exact and are
   written as usual.

       const alea__rounding how = alea__choose_rounding();      once for a whole computation
       const int before = alea__round_down(how);
       if (how == ALEA__BY_MODE) compute_in(bounds, ALEA__BY_MODE);   two copies of one function, each for one constant,
       else compute_in(bounds, ALEA__BY_EMULATION);                   so that no loop asks which it is
       alea__round_as_before(how, before);

   What is computed in between stands in functions that read and write memory, so that no compiler moves an operation across
   the change of mode. The same functions with ALEA__BY_MODE give approximate values when no mode was set.

   The emulation computes with rounding to nearest, finds the sign of the rounding error exactly, and takes the double below
   where the exact result is below. No operand is an exception:

   - Sum. With |a| >= |b| and s = a + b rounded, the error b - (s - a) has no rounding error itself (Dekker, A floating-point
     technique for extending the available precision, Numer. Math. 18, 1971), at any magnitude: sums do not underflow, and
     nothing overflows if s does not (Boldo, Graillat and Muller, On the robustness of the 2Sum and Fast2Sum algorithms, ACM
     TOMS 44, 2017). Where s overflows to inf the error is -inf, and the double below inf is the greatest finite one, as it
     should be; where s is -inf, so is the result. With an infinite operand the error is NaN, and s is exact.
     A sum of 0 is -0 when rounding down, unless both are +0; -(-a - b) is that, and otherwise the same as a + b.
   - Product. The error of p = a * b is that of one fused multiply-add, or of Dekker's product by Veltkamp's splitting, both
     exact if |p| is from 2^-900 to 2^1000 and no splitting overflows; if one does, the error is NaN.
   - Quotient. The remainder a - q * b of q = a / b is a double (Bohlender, Walter, Kornerup and Matula, Semantics for exact
     floating point operations, ARITH-10, 1991), found as for the product, and the quotient's error has its sign if b > 0.
   - A product or quotient of 0 by a number is exact. All others outside those ranges, overflow, underflow and the like, are
     found in whole numbers (directed.c).

   Passes over turns have cheaper ways, for operands and results that are *moderate*: below 2^1000 in size, or infinite or NaN.

   - Moderate sum. Knuth's 2Sum needs no comparison of sizes, and is exact for all of them (Boldo, Graillat and Muller). If an
     operand is infinite its error is NaN, and the sum is exact.
   - Product a * w and quotient q = a / w by a whole number w up to 2^26. The upper 26 digits of a number, cut off, and the 27
     others times w are doubles, whatever their exponents: all are multiples of the least double. As RN(a * w) and the product
     of the upper digits are within a factor of 2, their difference is exact (Sterbenz), and so is a - w * upper(q). What is
     compared with it, the product of the lower digits, decides on which side the rounded result lies. Nothing is rare. */
#include "base/assert.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Compilers must not fuse these operations or use extra precision. For gcc -ffp-contract=off ensures that, which is also
   its default in ISO C. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
_Static_assert(FLT_EVAL_METHOD == 0, "doubles are computed as doubles");

#if defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define ALEA__FUSED 1
#else
#define ALEA__FUSED 0
#endif

#ifdef __x86_64__
/* From the bits of fesetround to those of the control register. */
enum { ALEA__CONTROL_SHIFT = 3 };
_Static_assert(FE_TOWARDZERO == 3 << 10 && FE_DOWNWARD == 1 << 10 && FE_TONEAREST == 0, "as the x87 has it");
#endif

typedef enum alea__rounding {
    ALEA__BY_MODE,     /* plain operators: they round as the processor's mode is */
    ALEA__BY_EMULATION /* down, while the mode is to nearest */
} alea__rounding;

/* By mode if that works, else by emulation. */
alea__rounding alea__choose_rounding(void);
/* For tests: makes all computations that begin from now on use emulation, in all threads. */
void alea__emulate_rounding(bool always);

/* Tests whether the mode rounds down here: sums, products and quotients whose exact results lie just above or below a double. */
bool alea__can_round_down(void);

/* The rounding mode of doubles, as in fegetround and fesetround. On x86-64 those also set the mode of the x87, which is
   never used, and take ten times as long. Computations do not move across a change of mode. */
static inline int alea__rounding_mode(void)
{
#ifdef __x86_64__
    uint32_t control;
    __asm__ volatile("stmxcsr %0" : "=m"(control) : : "memory");
    return (int)(control >> ALEA__CONTROL_SHIFT & FE_TOWARDZERO);
#else
    return fegetround();
#endif
}

static inline void alea__set_rounding_mode(int mode)
{
#ifdef __x86_64__
    uint32_t control;
    __asm__ volatile("stmxcsr %0" : "=m"(control) : : "memory");
    control &= ~((uint32_t)FE_TOWARDZERO << ALEA__CONTROL_SHIFT);
    control |= (uint32_t)mode << ALEA__CONTROL_SHIFT;
    __asm__ volatile("ldmxcsr %0" : : "m"(control) : "memory");
#else
    fesetround(mode);
#endif
}

static inline int alea__round_down(alea__rounding how)
{
    const int before = alea__rounding_mode();
#ifdef FE_DOWNWARD
    alea__set_rounding_mode(how == ALEA__BY_MODE ? FE_DOWNWARD : FE_TONEAREST);
#else
    (void)how;
#endif
    return before;
}

/* Whether the current mode is right for this arithmetic. */
static inline bool alea__rounds_down(alea__rounding how)
{
#ifdef FE_DOWNWARD
    return alea__rounding_mode() == (how == ALEA__BY_MODE ? FE_DOWNWARD : FE_TONEAREST);
#else
    return how == ALEA__BY_EMULATION;
#endif
}

static inline void alea__round_as_before(alea__rounding how, int before)
{
    ALEA_ASSERT(alea__rounds_down(how)); /* the mode has not changed in between */
    (void)how;
    alea__set_rounding_mode(before);
}

/* ---- emulation ---- */

#define ALEA__INLINE static inline __attribute__((always_inline))

/* For operands outside the range of the fast methods, except zero; correct for any operands. */
double alea__rare_product_down(double a, double b);
double alea__rare_quotient_down(double a, double b);

/* Where a product's error is exact, unless it is NaN. */
#define ALEA__LEAST_PRODUCT 0x1p-900
#define ALEA__MOST_PRODUCT  0x1p1000

/* `a`, or the next double below it if `lower`. To be lowered, `a` must not be zero or -inf. */
ALEA__INLINE double alea__lower_if(double a, bool lower)
{
    int64_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits += lower ? (bits < 0 ? 1 : -1) : 0;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* a + b rounded down. */
ALEA__INLINE double alea__sum_down(double a, double b)
{
    const double sum = -(-a - b);
    const bool swap = fabs(a) < fabs(b);
    const double great = swap ? b : a, small = swap ? a : b, lost = small - (sum - great);
    return alea__lower_if(sum, lost < 0);
}

/* The upper half of the digits of a (Veltkamp). */
ALEA__INLINE double alea__upper_half(double a)
{
    const double scaled = 0x8000001p0 * a;
    return scaled - (scaled - a);
}

/* a * b - product, if product is a * b rounded to nearest. */
ALEA__INLINE double alea__product_lost(double a, double b, double product)
{
#if ALEA__FUSED
    return fma(a, b, -product);
#else
    const double a1 = alea__upper_half(a), a2 = a - a1, b1 = alea__upper_half(b), b2 = b - b1;
    return a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2);
#endif
}

/* a * b rounded down. */
ALEA__INLINE double alea__product_down(double a, double b)
{
    const double product = a * b, lost = alea__product_lost(a, b, product), size = fabs(product);
    if (size > ALEA__LEAST_PRODUCT && size < ALEA__MOST_PRODUCT && !isnan(lost))
        return alea__lower_if(product, lost < 0);
    return a == 0 || b == 0 ? product : alea__rare_product_down(a, b);
}

/* a / b rounded down. */
ALEA__INLINE double alea__quotient_down(double a, double b)
{
    const double quotient = a / b, size = fabs(quotient), whole = fabs(a);
#if ALEA__FUSED
    const double left = fma(-quotient, b, a);
#else
    const double product = quotient * b, left = (a - product) - alea__product_lost(quotient, b, product);
#endif
    if (size > ALEA__LEAST_PRODUCT && size < ALEA__MOST_PRODUCT && whole > ALEA__LEAST_PRODUCT &&
        whole < ALEA__MOST_PRODUCT && !isnan(left))
        return alea__lower_if(quotient, b > 0 ? left < 0 : left > 0);
    return a == 0 ? quotient : alea__rare_quotient_down(a, b);
}

/* ---- emulation for moderate numbers ---- */

#define ALEA__LOWER_DIGITS ((INT64_C(1) << 27) - 1)

/* a + b rounded down; a, b and the sum are moderate. */
ALEA__INLINE double alea__moderate_sum_down(double a, double b)
{
    const double sum = -(-a - b), other = sum - a;
    return alea__lower_if(sum, b - other < (sum - other) - a);
}

/* a without its lower 27 digits. */
ALEA__INLINE double alea__upper_digits(double a)
{
    int64_t digits;
    memcpy(&digits, &a, sizeof digits);
    digits &= ~ALEA__LOWER_DIGITS;
    memcpy(&a, &digits, sizeof a);
    return a;
}

/* a * whole rounded down; `whole` is a whole number from 0 to 2^26, and a and the product are moderate. */
ALEA__INLINE double alea__whole_product_down(double a, double whole)
{
    const double product = a * whole, upper = alea__upper_digits(a);
    return alea__lower_if(product, (a - upper) * whole < product - upper * whole);
}

/* a / whole rounded down; `whole` is a whole number from 1 to 2^26, and a is moderate. */
ALEA__INLINE double alea__whole_quotient_down(double a, double whole)
{
    const double quotient = a / whole, upper = alea__upper_digits(quotient);
    return alea__lower_if(quotient, a - upper * whole < (quotient - upper) * whole);
}

/* ---- both ---- */

/* `how` is a constant wherever these are used in loops. */
ALEA__INLINE double alea__sum(alea__rounding how, double a, double b)
{
    return how == ALEA__BY_MODE ? a + b : alea__sum_down(a, b);
}

ALEA__INLINE double alea__difference(alea__rounding how, double a, double b)
{
    return how == ALEA__BY_MODE ? a - b : alea__sum_down(a, -b);
}

ALEA__INLINE double alea__product(alea__rounding how, double a, double b)
{
    return how == ALEA__BY_MODE ? a * b : alea__product_down(a, b);
}

ALEA__INLINE double alea__quotient(alea__rounding how, double a, double b)
{
    return how == ALEA__BY_MODE ? a / b : alea__quotient_down(a, b);
}

/* The same for moderate numbers. */
ALEA__INLINE double alea__moderate_sum(alea__rounding how, double a, double b)
{
    return how == ALEA__BY_MODE ? a + b : alea__moderate_sum_down(a, b);
}

ALEA__INLINE double alea__whole_product(alea__rounding how, double a, double whole)
{
    return how == ALEA__BY_MODE ? a * whole : alea__whole_product_down(a, whole);
}

ALEA__INLINE double alea__whole_quotient(alea__rounding how, double a, double whole)
{
    return how == ALEA__BY_MODE ? a / whole : alea__whole_quotient_down(a, whole);
}

/* sum + a * b, rounded twice. */
ALEA__INLINE double alea__sum_product(alea__rounding how, double sum, double a, double b)
{
    return alea__sum(how, sum, alea__product(how, a, b));
}

/* Two doubles of an array. Their arithmetic rounds as that of single ones does, in the same mode. */
typedef double alea__two __attribute__((vector_size(16)));
typedef double alea__two_of_array __attribute__((vector_size(16), aligned(8), may_alias));

/* The sum of p * x, as four sums side by side, so that additions need not wait for each other. */
ALEA__INLINE double alea__dot(alea__rounding how, const double *p, const double *x, uint32_t count)
{
    alea__two even = {0, 0}, odd = {0, 0};
    uint32_t k = 0;
    for (; how == ALEA__BY_MODE && count - k >= 4; k += 4) {
        const alea__two_of_array *a = (const alea__two_of_array *)(const void *)(p + k),
                                 *b = (const alea__two_of_array *)(const void *)(x + k);
        even += a[0] * b[0];
        odd += a[1] * b[1];
    }
    double part[4] = {even[0], even[1], odd[0], odd[1]};
    for (; count - k >= 4; k += 4)
        for (uint32_t i = 0; i < 4; i++) part[i] = alea__sum_product(how, part[i], p[k + i], x[k + i]);
    double sum = alea__sum(how, alea__sum(how, part[0], part[1]), alea__sum(how, part[2], part[3]));
    for (; k < count; k++) sum = alea__sum_product(how, sum, p[k], x[k]);
    return sum;
}

/* ---- single sums ---- */

/* a + b, rounded towards INFINITY or -INFINITY, in the usual mode; zero has the sign that it has there. */
static inline double alea__sum_towards(double a, double b, double towards)
{
    const double sum = a + b, bound = towards > 0 ? -alea__sum_down(-a, -b) : alea__sum_down(a, b);
    return sum == 0 ? sum : bound;
}
