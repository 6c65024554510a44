/* Times as people and course systems write them, and the deadline. */
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "contest/intake.h"
#include "contest/messages.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 3600, WHY = 200 };

/* Reads exactly this many digits; -1 if there are fewer. */
static int times_digits(const char **at, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++) {
        if (!alea__is_digit((*at)[i])) return -1;
        value = 10 * value + ((*at)[i] - '0');
    }
    *at += count;
    return value;
}

static bool times_sign(const char **at, const char *signs)
{
    if (!**at || !strchr(signs, **at)) return false;
    ++*at;
    return true;
}

/* Reads one or two digits; -1 if there are none. */
static int times_number(const char **at)
{
    return alea__is_digit((*at)[0]) && alea__is_digit((*at)[1]) ? times_digits(at, 2) : times_digits(at, 1);
}

/* Reads a word, ignoring case, that is not followed by letters. */
static bool times_word(const char **at, const char *word)
{
    const size_t length = strlen(word);
    if (!alea__same_letters(*at, word, length) || alea__is_letter((*at)[length])) return false;
    *at += length;
    return true;
}

static void times_skip(const char **at, const char *signs)
{
    *at += strspn(*at, signs);
}

/* ---- the day ---- */

typedef struct times_day {
    int year, month, day;
    bool ambiguous; /* 11/10/2026: November or October? */
} times_day;

/* Reads "Nov", "November" or "Sept."; 0 if it is not a month. */
static int times_month(const char **at)
{
    static const char *const months[] = {"january",   "february", "march",    "april",
                                         "may",       "june",     "july",     "august",
                                         "september", "october",  "november", "december"};
    size_t length = 0;
    while (alea__is_letter((*at)[length])) length++;
    for (int month = 0; month < 12; month++) {
        if (length < 3 || !alea__same_letters(*at, months[month], length)) continue;
        *at += length;
        (void)times_sign(at, ".");
        return month + 1;
    }
    return 0;
}

/* Skips a day of the week, and a comma after it. */
static void times_skip_weekday(const char **at)
{
    static const char *const days[] = {"monday", "tuesday",  "wednesday", "thursday",
                                       "friday", "saturday", "sunday"};
    size_t length = 0;
    while (alea__is_letter((*at)[length])) length++;
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        if (length < 3 || !alea__same_letters(*at, days[i], length)) continue;
        *at += length;
        times_skip(at, "., ");
        return;
    }
}

/* Takes "20", "20th" or "20." before or after a month. */
static int times_day_number(const char **at)
{
    static const char *const ends[] = {"st", "nd", "rd", "th"};
    const int day = times_number(at);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (times_word(at, ends[i])) break;
    times_skip(at, "., ");
    return day;
}

/* Reads the rest of "11/20/2026" or "20.11.2026" after the first number. With slashes either number may be the month. */
static bool times_take_numbers(const char **at, int first, times_day *out)
{
    const char sign = **at;
    if (!times_sign(at, "/.")) return false;
    const int second = times_number(at);
    if (second < 0 || !times_sign(at, (char[]){sign, 0})) return false;
    out->year = times_digits(at, 4);
    const bool american = sign == '/' && (second > 12 || first == second);
    out->ambiguous = sign == '/' && first <= 12 && second <= 12 && first != second;
    out->month = american ? first : second;
    out->day = american ? second : first;
    return out->year >= 0;
}

/* Takes a day as people write it: 2026-11-20, Fri Nov 20, 2026, 20 November 2026, 20.11.2026, 11/20/2026. */
static bool times_take_day(const char **at, times_day *out)
{
    const char *from = *at;
    *out = (times_day){.year = times_digits(at, 4)};
    if (out->year >= 0) {
        const char sign[2] = {**at, 0};
        if (!times_sign(at, "-/.")) return false;
        out->month = times_number(at);
        const bool again = times_sign(at, sign);
        out->day = again ? times_number(at) : -1;
        return out->day >= 0;
    }
    *at = from;
    times_skip_weekday(at);
    if ((out->month = times_month(at)) > 0) {
        times_skip(at, " ");
        out->day = times_day_number(at);
    } else {
        const int first = times_number(at);
        if (first >= 0 && (**at == '/' || (**at == '.' && alea__is_digit((*at)[1]))))
            return times_take_numbers(at, first, out);
        *at = from;
        times_skip_weekday(at);
        out->day = times_day_number(at);
        out->month = times_month(at);
        times_skip(at, ", ");
    }
    out->year = times_digits(at, 4);
    return out->year >= 0 && out->month > 0 && out->day > 0;
}

/* ---- the hour ---- */

typedef struct times_hour {
    int hour, minute, second;
    uint32_t nanosecond;
    bool whole_minute;
} times_hour;

/* Reads ":59.25" at *at, if it is there. Returns false if the colon is not followed by seconds. */
static bool times_take_seconds(const char **at, times_hour *out)
{
    out->whole_minute = !times_sign(at, ":");
    if (out->whole_minute) return true;
    out->second = times_digits(at, 2);
    if (out->second < 0 || out->second > 60) return false;
    if (!times_sign(at, ".")) return true;
    uint32_t unit = 1000000000;
    for (; alea__is_digit(**at); ++*at) {
        unit /= 10;
        out->nanosecond += unit * (uint32_t)(**at - '0');
    }
    return true;
}

/* Takes "PM" or "a.m.": 1, 0, or -1 where neither is there. */
static int times_half(const char **at)
{
    const char *from = *at;
    times_skip(at, " ");
    for (int afternoon = 0; afternoon < 2; afternoon++) {
        if (times_word(at, afternoon ? "pm" : "am")) return afternoon;
        if (!alea__same_letters(*at, afternoon ? "p.m." : "a.m.", 4)) continue;
        *at += 4;
        return afternoon;
    }
    *at = from;
    return -1;
}

/* Takes a time as people write it: 23:59, 23:59:59.5, 11:59 PM, 11 pm, 24:00, noon. */
static bool times_take_hour(const char **at, times_hour *out)
{
    *out = (times_hour){.whole_minute = true};
    if (times_word(at, "noon")) {
        out->hour = 12;
        return true;
    }
    out->hour = times_number(at);
    const bool minutes = times_sign(at, ":");
    out->minute = minutes ? times_digits(at, 2) : 0;
    if (out->hour < 0 || out->minute < 0 || out->minute > 59) return false;
    if (minutes && !times_take_seconds(at, out)) return false;
    const int half = times_half(at);
    if (half < 0 ? !minutes : out->hour < 1 || out->hour > 12) return false;
    if (half >= 0) out->hour = out->hour % 12 + 12 * half;
    if (out->hour == 24) return out->minute == 0 && out->second == 0 && out->nanosecond == 0;
    return out->hour < 24;
}

/* The date and time before the zone. */
typedef struct times_clock {
    int64_t local; /* in seconds as if it were UTC */
    uint32_t nanosecond;
    bool whole_minute, ambiguous, midnight;
} times_clock;

/* Takes a day and a time; *at then points to the zone. */
static bool times_take_clock(const char **at, times_clock *out)
{
    times_day day;
    times_hour hour = {0};
    *out = (times_clock){0};
    if (!times_take_day(at, &day) || day.year < 1970) return false;
    const char *from = *at;
    times_skip(at, ", ");
    if (times_word(at, "at")) times_skip(at, " ");
    if (*at == from && !times_sign(at, "Tt")) return false;
    out->ambiguous = day.ambiguous;
    out->midnight = times_word(at, "midnight");
    if (!out->midnight && !times_take_hour(at, &hour)) return false;
    struct tm clock = {.tm_year = day.year - 1900, .tm_mon = day.month - 1, .tm_mday = day.day};
    const time_t midnight = timegm(&clock);
    if (clock.tm_mon != day.month - 1 || clock.tm_mday != day.day) return false; /* no day of the calendar */
    out->local = midnight + hour.hour * HOUR + hour.minute * MINUTE + hour.second;
    out->nanosecond = hour.nanosecond;
    out->whole_minute = hour.whole_minute;
    times_skip(at, ", ");
    return true;
}

/* ---- the zone ---- */

/* Converts "+01:00", "-0530", "+1" or "UTC+1" to seconds. Returns false for other zones. */
static bool times_offset(const char *zone, int64_t *out)
{
    const char *at = zone;
    if (alea__same_letters(at, "UTC", 3) || alea__same_letters(at, "GMT", 3)) at += 3;
    const int sign = *at == '-' ? -1 : 1;
    if (!times_sign(&at, "+-")) return false;
    const int hours = times_number(&at);
    (void)times_sign(&at, ":");
    const int minutes = *at ? times_digits(&at, 2) : 0;
    if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59 || *at) return false;
    *out = sign * (hours * HOUR + minutes * MINUTE);
    return true;
}

/* Whether a zone is a few letters such as PST, which may mean several; a place and a difference to suggest. */
static bool times_is_abbreviation(const char *zone, const char **place, const char **difference)
{
    static const char *const known[][3] = {{"PST PDT PT", "America/Los_Angeles", "-08:00"},
                                           {"MST MDT MT", "America/Denver", "-07:00"},
                                           {"CST CDT CT", "America/Chicago", "-06:00"},
                                           {"EST EDT ET", "America/New_York", "-05:00"},
                                           {"BST WET", "Europe/London", "+01:00"},
                                           {"IST", "Asia/Kolkata", "+05:30"},
                                           {"JST", "Asia/Tokyo", "+09:00"},
                                           {"AEST AEDT", "Australia/Sydney", "+10:00"}};
    const size_t length = strlen(zone);
    *place = "Europe/Berlin";
    *difference = "+01:00";
    for (size_t i = 0; i < length; i++)
        if (!alea__is_letter(zone[i])) return false;
    bool upper = true, lower = true;
    for (size_t i = 0; i < length; i++) {
        upper &= zone[i] <= 'Z';
        lower &= zone[i] >= 'a';
    }
    if (length == 0 || length > 5 || (!upper && !lower)) return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *at = alea__find_letters(known[i][0], zone);
        if (!at || (at > known[i][0] && at[-1] != ' ') || (at[length] && at[length] != ' ')) continue;
        *place = known[i][1];
        *difference = known[i][2];
    }
    return true;
}

static bool times_is_utc(const char *zone)
{
    return alea__same_word(zone, "Z") || alea__same_word(zone, "UTC") || alea__same_word(zone, "GMT");
}

bool alea__time_in_zone(int64_t local, const char *zone, alea_zone_lookup *lookup, int64_t *out,
                        char why[WHY])
{
    int64_t offset = 0, moment[2] = {0, 0};
    char shown[80];
    const char *place, *difference;
    if (times_is_utc(zone) || times_offset(zone, &offset)) {
        *out = local - offset;
        return true;
    }
    alea__printable(shown, sizeof shown, zone, strlen(zone));
    if (times_is_abbreviation(zone, &place, &difference)) {
        snprintf(why, WHY, CONTEST_TIME_ABBREVIATION, shown, difference, place);
        return false;
    }
    const int moments = lookup ? lookup(zone, local, moment) : -1;
    *out = moment[0];
    if (moments < 0) snprintf(why, WHY, CONTEST_TIME_NO_ZONE, shown);
    if (moments == 0) snprintf(why, WHY, CONTEST_TIME_SKIPPED, shown);
    if (moments > 1) snprintf(why, WHY, CONTEST_TIME_TWICE, shown);
    return moments == 1;
}

/* Reads the date and time before the zone. On failure returns false and sets *why. */
static bool times_read_clock(const char **at, times_clock *clock, char why[WHY])
{
    char shown[80];
    const char *text = *at;
    times_skip(at, " \t");
    const bool missing = !**at, right = times_take_clock(at, clock);
    alea__printable(shown, sizeof shown, text, strlen(text));
    if (!right) snprintf(why, WHY, missing ? CONTEST_TIME_MISSING : CONTEST_TIME_WRONG, shown);
    if (right && clock->ambiguous) snprintf(why, WHY, CONTEST_TIME_SLASHES, shown);
    if (right && clock->midnight) snprintf(why, WHY, CONTEST_TIME_MIDNIGHT, shown);
    return right && !clock->ambiguous && !clock->midnight;
}

bool alea__time_read(const alea__time_question *q, alea__instant *out, bool *whole_minute, char why[WHY])
{
    const char *at = q->text;
    char zone[64], shown[80];
    times_clock clock;
    if (!times_read_clock(&at, &clock, why)) return false;
    ALEA_ASSERT(clock.nanosecond < 1000000000);
    out->nanosecond = clock.nanosecond;
    size_t length = strlen(at);
    while (length > 0 && alea__is_space(at[length - 1])) length--;
    if (length == 0 && q->zone) snprintf(zone, sizeof zone, "%s", q->zone);
    if (length > 0) snprintf(zone, sizeof zone, "%.*s", (int)(length < 60 ? length : 60), at);
    if (whole_minute) *whole_minute = clock.whole_minute;
    if (length > 0 || q->zone) return alea__time_in_zone(clock.local, zone, q->lookup, &out->second, why);
    alea__printable(shown, sizeof shown, q->text, strlen(q->text));
    snprintf(why, WHY, CONTEST_TIME_ZONELESS, shown);
    return false;
}

/* The zone in a deadline that was read: what follows the time. */
static void times_keep_zone(const char *text, char zone[64])
{
    times_clock clock;
    const char *at = text;
    times_skip(&at, " \t");
    (void)times_take_clock(&at, &clock);
    snprintf(zone, 64, "%.*s", (int)strcspn(at, " \t"), at);
}

/* Without a deadline, times without a zone are taken for UTC: they only have to be in order. */
alea_status alea__intake_set_deadline(alea__intake *in, alea_error *error)
{
    const char *text = in->options.deadline;
    char why[WHY];
    bool minute;
    snprintf(in->zone, sizeof in->zone, "UTC");
    if (!text) return ALEA_OK;
    in->by_canvas = alea__same_word(text, "canvas");
    if (in->by_canvas) return ALEA_OK;
    const alea__time_question q = {.text = text, .lookup = in->options.zone};
    if (!alea__time_read(&q, &in->deadline, &minute, why))
        return alea__fail(error, ALEA_E_USAGE, CONTEST_DEADLINE, why);
    if (minute) in->deadline.second += MINUTE - 1;
    in->has_deadline = true;
    times_keep_zone(text, in->zone);
    return ALEA_OK;
}
