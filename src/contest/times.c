/* Times as people and course systems write them, and the deadline. */
#include "base/assert.h"
#include "base/error.h"
#include "contest/intake.h"
#include "contest/messages.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 3600, WHY = 200 };

/* Takes exactly so many digits; -1: there are none. */
static int times_digits(const char **at, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++) {
        if (!isdigit((unsigned char)(*at)[i])) return -1;
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

/* Takes ":59.25" at *at, if it is there. False: what follows the colon is no second. */
static bool times_take_seconds(const char **at, int *second, uint32_t *nanosecond, bool *whole_minute)
{
    *whole_minute = !times_sign(at, ":");
    if (*whole_minute) return true;
    *second = times_digits(at, 2);
    if (*second < 0 || *second > 60) return false;
    if (!times_sign(at, ".")) return true;
    uint32_t unit = 1000000000;
    for (; isdigit((unsigned char)**at); ++*at) {
        unit /= 10;
        *nanosecond += unit * (uint32_t)(**at - '0');
    }
    return true;
}

/* Takes "2026-11-20 23:59", with or without seconds; *local is in seconds as if it were UTC. */
static bool times_take_clock(const char **at, int64_t *local, uint32_t *nanosecond, bool *whole_minute)
{
    int second = 0;
    *nanosecond = 0;
    const int year = times_digits(at, 4), month = times_sign(at, "-") ? times_digits(at, 2) : -1;
    const int day = times_sign(at, "-") ? times_digits(at, 2) : -1;
    const int hour = times_sign(at, " T") ? times_digits(at, 2) : -1;
    const int minute = times_sign(at, ":") ? times_digits(at, 2) : -1;
    if (year < 1970 || hour < 0 || hour > 23 || minute < 0 || minute > 59) return false;
    struct tm clock = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    const time_t midnight = timegm(&clock);
    if (clock.tm_mon != month - 1 || clock.tm_mday != day) return false; /* no day of the calendar */
    if (!times_take_seconds(at, &second, nanosecond, whole_minute)) return false;
    *local = midnight + hour * HOUR + minute * MINUTE + second;
    return true;
}

/* "+01:00", "-0530" or "+01" in seconds; false: it is no such zone. */
static bool times_offset(const char *zone, int64_t *out)
{
    const char *at = zone;
    const int sign = *at == '-' ? -1 : 1;
    if (!times_sign(&at, "+-")) return false;
    const int hours = times_digits(&at, 2);
    (void)times_sign(&at, ":");
    const int minutes = *at ? times_digits(&at, 2) : 0;
    if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59 || *at) return false;
    *out = sign * (hours * HOUR + minutes * MINUTE);
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
    if (times_is_utc(zone) || times_offset(zone, &offset)) {
        *out = local - offset;
        return true;
    }
    const int moments = lookup ? lookup(zone, local, moment) : -1;
    alea__printable(shown, sizeof shown, zone, strlen(zone));
    *out = moment[0];
    if (moments < 0) snprintf(why, WHY, CONTEST_TIME_NO_ZONE, shown);
    if (moments == 0) snprintf(why, WHY, CONTEST_TIME_SKIPPED, shown);
    if (moments > 1) snprintf(why, WHY, CONTEST_TIME_TWICE, shown);
    return moments == 1;
}

bool alea__time_read(const alea__time_question *q, alea__instant *out, bool *whole_minute, char why[WHY])
{
    const char *at = q->text + strspn(q->text, " \t");
    char zone[64], shown[80];
    bool minute;
    int64_t local;
    alea__printable(shown, sizeof shown, q->text, strlen(q->text));
    if (!times_take_clock(&at, &local, &out->nanosecond, &minute)) {
        snprintf(why, WHY, *at ? CONTEST_TIME_WRONG : CONTEST_TIME_MISSING, shown);
        return false;
    }
    ALEA_ASSERT(out->nanosecond < 1000000000);
    at += strspn(at, " ");
    size_t length = strlen(at);
    while (length > 0 && alea__is_space(at[length - 1])) length--;
    if (length == 0 && q->zone) snprintf(zone, sizeof zone, "%s", q->zone);
    if (length > 0) snprintf(zone, sizeof zone, "%.*s", (int)(length < 60 ? length : 60), at);
    if (whole_minute) *whole_minute = minute;
    if (length > 0 || q->zone) return alea__time_in_zone(local, zone, q->lookup, &out->second, why);
    snprintf(why, WHY, CONTEST_TIME_ZONELESS, shown);
    return false;
}

/* The zone in a deadline that was read: what follows the time. */
static void times_keep_zone(const char *text, char zone[64])
{
    int64_t local;
    uint32_t nanosecond;
    bool minute;
    const char *at = text + strspn(text, " \t");
    (void)times_take_clock(&at, &local, &nanosecond, &minute);
    at += strspn(at, " ");
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
