#include "view/number.h"
#include "base/assert.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

char *alea__count_text(char out[ALEA__NUMBER], int64_t count)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRId64, count), sign = count < 0;
    char *to = out;
    for (int i = 0; i < length; i++) {
        if (i > sign && (length - i) % 3 == 0) *to++ = ',';
        *to++ = digits[i];
    }
    *to = 0;
    return out;
}

char *alea__short_text(char out[ALEA__NUMBER], double number)
{
    static const char *const unit[] = {"", " k", " M", " G", " T", " P", " E"};
    int i = 0;
    /* 999.5 would round to 1000. */
    for (; fabs(number) >= 999.5 && i < 6; i++) number /= 1000;
    bool whole = fabs(number) >= 9.95 || (i == 0 && number == floor(number));
    alea__print(out, ALEA__NUMBER, "%.*f%s", whole ? 0 : 1, number, unit[i]);
    return out;
}

/* Whole seconds, for times that one waits; a century is long enough. */
static long long number_whole_seconds(double seconds)
{
    return !(seconds > 0) ? 0 : seconds < 3e9 ? (long long)(seconds + 0.5) : 3000000000;
}

char *alea__duration_text(char out[ALEA__NUMBER], double seconds)
{
    long long s = number_whole_seconds(seconds);
    if (seconds < 9.995)
        alea__print(out, ALEA__NUMBER, "%.2f s", seconds > 0 ? seconds : 0.0);
    else if (seconds < 59.95)
        alea__print(out, ALEA__NUMBER, "%.1f s", seconds);
    else if (s < 3600)
        snprintf(out, ALEA__NUMBER, "%lld min %lld s", s / 60, s % 60);
    else if (s < 86400)
        snprintf(out, ALEA__NUMBER, "%lld h %lld min", s / 3600, s / 60 % 60);
    else
        snprintf(out, ALEA__NUMBER, "%lld d %lld h", s / 86400, s / 3600 % 24);
    return out;
}

char *alea__clock_text(char out[ALEA__NUMBER], double seconds)
{
    long long s = number_whole_seconds(seconds);
    if (s < 3600)
        snprintf(out, ALEA__NUMBER, "%lld:%02lld", s / 60, s % 60);
    else
        snprintf(out, ALEA__NUMBER, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    return out;
}

enum { MOST_DECIMALS = 15 };

static const double number_places[] = {1,    1e-1, 1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,
                                       1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15};

/* Decimals that are certain when a number is known to within `width`. */
static int number_certain_decimals(double width)
{
    int decimals = 0;
    while (decimals < MOST_DECIMALS && !(width > number_places[decimals + 1])) decimals++;
    return decimals;
}

static char *number_unknown(char out[ALEA__NUMBER], double upper)
{
    snprintf(out, ALEA__NUMBER, "%s", upper > 0 && isinf(upper) ? "inf" : "?");
    return out;
}

/* No "-0.00". */
static void number_drop_idle_sign(char *number)
{
    if (number[0] == '-' && number[1 + strspn(number + 1, "0.")] == 0)
        memmove(number, number + 1, strlen(number));
}

char *alea__certain_text(char out[ALEA__NUMBER], double lower, double upper, int most_decimals)
{
    if (!isfinite(lower) || !isfinite(upper)) return number_unknown(out, upper);
    double middle = lower / 2 + upper / 2; /* not the half of the sum, which may be beyond all numbers */
    int decimals = number_certain_decimals(upper - lower);
    if (decimals > most_decimals) decimals = most_decimals;
    if (lower == upper)
        alea__print(out, ALEA__NUMBER, "%.*g", most_decimals < MOST_DECIMALS ? most_decimals : MOST_DECIMALS,
                    middle);
    else
        alea__print(out, ALEA__NUMBER, "%.*f", decimals, middle);
    number_drop_idle_sign(out);
    return out;
}

/* Adds one to the last digit; there is room for a digit in front. */
static char *number_next(char *digits, size_t length)
{
    for (size_t i = length; i-- > 0;) {
        if (digits[i] == '.') continue;
        if (digits[i] != '9') {
            digits[i]++;
            return digits;
        }
        digits[i] = '0';
    }
    *--digits = '1';
    return digits;
}

/* Writes a finite number with this many decimals, rounded up or down. Prints all decimals, at most 1074 for a double,
   without rounding and cuts them off, so that no rounding mode matters. */
static void number_round(char out[ALEA__NUMBER], double number, int decimals, bool up)
{
    enum { ALL_DECIMALS = 1074, MOST_DIGITS = 309 };
    char text[MOST_DIGITS + ALL_DECIMALS + 4] = "0", *digits = text + 1;
    alea__print(digits, sizeof text - 1, "%.*f", ALL_DECIMALS, fabs(number));
    const size_t length = (size_t)(strchr(digits, '.') - digits) + 1 + (size_t)decimals;
    ALEA_ASSERT(decimals > 0 && decimals < ALL_DECIMALS);
    const bool more = digits[length + strspn(digits + length, "0")] != 0, minus = signbit(number);
    digits[length] = 0;
    if (more && minus != up) digits = number_next(digits, length);
    snprintf(out, ALEA__NUMBER, "%s%.*s", minus ? "-" : "", ALEA__NUMBER - 2, digits);
}

char *alea__bound_text(char out[ALEA__NUMBER], double lower, double upper, alea__side side)
{
    double bound = side == ALEA__AT_LEAST ? lower : upper;
    if (!isfinite(bound)) return number_unknown(out, bound);
    if (lower == upper) return alea__certain_text(out, lower, upper, MOST_DECIMALS);
    number_round(out, bound, number_certain_decimals(upper - lower) + 2, side == ALEA__AT_MOST);
    return out;
}

/* Decimals that a standard error leaves certain. */
static int number_decimals_for(double error)
{
    int place = 0; /* of the first digit */
    while (place < MOST_DECIMALS && error < number_places[place]) place++;
    int decimals = error / number_places[place] < 2.95 ? place + 1 : place;
    return decimals > 12 ? 12 : decimals;
}

/* Writes value ± error in the digits that the error leaves certain, with the unit behind the value. */
static char *number_estimate(char out[ALEA__NUMBER], double value, double error, const char *unit, bool ascii)
{
    const char *give_or_take = ascii ? "+/-" : "±";
    ALEA_ASSERT(!(error < 0));
    if (!isfinite(error))
        alea__print(out, ALEA__NUMBER, "%.4g%s %s ?", value, unit, give_or_take);
    else if (!(error > 0))
        alea__print(out, ALEA__NUMBER, "%.6g%s %s 0", value, unit, give_or_take);
    else {
        int decimals = number_decimals_for(error);
        alea__print(out, ALEA__NUMBER, "%.*f%s %s %.*f", decimals, value, unit, give_or_take, decimals,
                    error);
    }
    return out;
}

char *alea__estimate_text(char out[ALEA__NUMBER], double value, double standard_error, bool ascii)
{
    return number_estimate(out, value, standard_error, "", ascii);
}

double alea__shown_rate(double rate)
{
    return rate < 0 ? 0 : rate > 1 ? 1 : rate;
}

char *alea__rate_text(char out[ALEA__NUMBER], double rate, double standard_error, bool ascii)
{
    return number_estimate(out, 100 * alea__shown_rate(rate), 100 * standard_error, " %", ascii);
}

/* Days since 1970-01-01 as a date of the Gregorian calendar (Fliegel and Van Flandern, CACM 11 (1968), 657). */
char *alea__date_text(char out[16], int64_t when)
{
    int64_t days = (when >= 0 ? when : when - 86399) / 86400;
    int64_t l = days + 2440588 + 68569, n = 4 * l / 146097;
    l -= (146097 * n + 3) / 4;
    int64_t i = 4000 * (l + 1) / 1461001;
    l = l - 1461 * i / 4 + 31;
    int64_t j = 80 * l / 2447, day = l - 2447 * j / 80;
    l = j / 11;
    int64_t month = j + 2 - 12 * l, year = 100 * (n - 49) + i + l;
    ALEA_ASSERT(month >= 1 && month <= 12 && day >= 1 && day <= 31);
    if (days < -700000 || year > 9999)
        snprintf(out, 16, "?");
    else
        snprintf(out, 16, "%04d-%02d-%02d", (int)year, (int)month, (int)day);
    return out;
}
