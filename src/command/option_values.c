/* Sets a command's options from its table; see options.h. */
#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "command/command.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---- values ---- */

/* Whether there is a separator here: an underscore between two digits, or a comma before three of them, as in 1,000. */
static bool value_is_separator(const char *at)
{
    const size_t digits = strspn(at + 1, "0123456789");
    return (*at == '_' && digits > 0) || (*at == ',' && digits == 3);
}

/* Reads digits with separators between them and appends them to *value. Returns NULL if there are none or too many. */
static const char *value_read_digits(const char *text, uint64_t *value)
{
    const char *at = text;
    while (isdigit((unsigned char)*at) || (at > text && value_is_separator(at))) {
        if (isdigit((unsigned char)*at)) {
            uint64_t digit = (uint64_t)(*at - '0');
            if (*value > (UINT64_MAX - digit) / 10) return NULL;
            *value = 10 * *value + digit;
        }
        at++;
    }
    return at > text ? at : NULL;
}

/* The power of ten of a suffix: k, M or G (a billion), in either case; 0 for others. */
static unsigned value_unit(char letter)
{
    switch (letter) {
    case 'k':
    case 'K': return 3;
    case 'm':
    case 'M': return 6;
    case 'g':
    case 'G': return 9;
    default: return 0;
    }
}

/* A whole number: 1000000, 1_000_000, 1,000,000, 1e6, 1M or 1.5M. */
static bool value_read_count(const char *text, uint64_t *out)
{
    uint64_t value = 0, exponent = 0, places = 0;
    const char *end = value_read_digits(text, &value);
    if (end && *end == '.' && (places = strspn(end + 1, "0123456789")) > 0)
        end = value_read_digits(end + 1, &value);
    if (end && (*end == 'e' || *end == 'E'))
        end = value_read_digits(end + 1, &exponent);
    else if (end && (exponent = value_unit(*end)) > 0)
        end++;
    if (!end || *end || exponent < places) return false;
    for (exponent -= places; exponent > 0 && value > 0; exponent--) {
        if (value > UINT64_MAX / 10) return false;
        value *= 10;
    }
    *out = value;
    return true;
}

/* A bound as one would type it: 1e12, but 4096. */
static const char *value_write_count(uint64_t count, char out[32])
{
    unsigned zeros = 0;
    uint64_t rest = count;
    for (; rest > 0 && rest % 10 == 0; zeros++) rest /= 10;
    if (zeros >= 6)
        snprintf(out, 32, "%" PRIu64 "e%u", rest, zeros);
    else
        snprintf(out, 32, "%" PRIu64, count);
    return out;
}

/* Whether the text is a number such as 10.5, which has places after its point. */
static bool value_is_fraction(const char *text)
{
    char *end;
    double value = alea__read_real(text, &end);
    return isdigit((unsigned char)*text) && *end == 0 && isfinite(value) && value != floor(value);
}

/* Reads a whole number within the option's bounds into *to, which has the type of its kind. Returns false after an error
   message. */
static bool value_take_count(const cmd_call *call, const cmd_option *o, const char *text, void *to)
{
    uint64_t value;
    char low[32], high[32];
    ALEA_ASSERT(o->into.least <= o->into.most);
    if (!value_read_count(text, &value) || value < o->into.least || value > o->into.most)
        return cmd_misuse(call, value_is_fraction(text) ? CMD_FRACTION_COUNT : CMD_BAD_COUNT, o->name,
                          value_write_count(o->into.least, low), value_write_count(o->into.most, high),
                          cmd_show(text).text, o->into.most >= 1000000 ? CMD_LARGE_COUNTS : "");
    if (o->into.kind == CMD_TAKES_UNSIGNED)
        *(unsigned *)to = (unsigned)value;
    else
        *(uint64_t *)to = o->into.kind == CMD_TAKES_MEBIBYTES ? value << 20 : value;
    return true;
}

/* Sets the limit, and prints its meaning before the work begins. */
static bool value_take_states(const cmd_call *call, const cmd_option *o, const char *text)
{
    uint64_t states = 0, bytes = 0;
    if (!value_take_count(call, o, text, &states)) return false;
    alea_status status = alea_game_limit_states(states, &bytes, NULL);
    const uint64_t memory = alea__machine_memory();
    ALEA_ASSERT(status == ALEA_OK); /* the option has the same bounds */
    if (memory && bytes > memory)
        return cmd_misuse(call, CMD_STATES_MEMORY, states, (double)bytes / 0x1p20, (double)memory / 0x1p20,
                          memory / (bytes / states));
    cmd_complain(CMD_DONE, CMD_STATES_ALLOWED, states, (double)bytes / 0x1p20);
    return status == ALEA_OK;
}

static bool value_take_number(const cmd_call *call, const cmd_option *o, const char *text, double *to)
{
    char *end;
    double value = alea__read_real(text, &end), most = (double)o->into.most;
    if (end == text || *end || !(value >= 0 && value <= most))
        return cmd_misuse(call, CMD_BAD_NUMBER, o->name, most, cmd_show(text).text);
    *to = value;
    return true;
}

/* Sets *to to the value of the named choice, in any case of letters; else lists the names. At most some ten short names fit. */
static bool value_take_choice(const cmd_call *call, const cmd_option *o, const char *text, int *to)
{
    char names[128] = "";
    ALEA_ASSERT(o->into.choices);
    for (const cmd_choice *c = o->into.choices; c->name; c++) {
        if (strcasecmp(c->name, text) == 0) {
            *to = c->value;
            return true;
        }
        size_t used = strlen(names);
        const char *between = used == 0 ? "" : c[1].name ? ", " : " or ";
        snprintf(names + used, sizeof names - used, "%s%s", between, c->name);
    }
    return cmd_misuse(call, CMD_BAD_CHOICE, o->name, names, cmd_show(text).text);
}

/* A device, such as /dev/stdout, takes a page under any name. */
static bool value_take_page(const cmd_call *call, const cmd_option *o, const char *text, const char **to)
{
    struct stat about;
    const bool device = stat(text, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
    const char *dot = strrchr(text, '.');
    *to = text;
    if (device || (dot && (strcasecmp(dot, ".html") == 0 || strcasecmp(dot, ".htm") == 0))) return true;
    return cmd_misuse(call, CMD_BAD_OUT, o->name, CMD_PAGE_ENDINGS, cmd_show(text).text);
}

/* The calendar repeats every 400 years. */
static bool value_take_date(const cmd_call *call, const cmd_option *o, const char *text, int64_t *to)
{
    enum { DAY = 86400, NOON = 43200 };
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    int year, month, day, length = 0;
    bool right = sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &length) == 3 && !text[length] &&
                 length == 10 && year >= 1970 && month >= 1 && month <= 12 && day >= 1;
    const bool leap = right && month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    right = right && day <= before[month] - before[month - 1] + leap;
    if (!right) return cmd_misuse(call, CMD_BAD_DATE, o->name, cmd_show(text).text);
    int last = year - (month <= 2); /* a leap day counts from March on */
    int64_t days = 365 * (int64_t)(year - 1970) + before[month - 1] + day - 1;
    days += last / 4 - last / 100 + last / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400);
    *to = days * DAY + NOON;
    return true;
}

static bool value_take_name(const cmd_call *call, const cmd_option *o, const char *text, cmd_names *to)
{
    if (to->count == CMD_MOST_NAMES) return cmd_misuse(call, CMD_TOO_MANY_NAMES, o->name, CMD_MOST_NAMES);
    to->name[to->count++] = text;
    return true;
}

bool cmd_set_option(const cmd_call *call, const cmd_option *o, const char *text)
{
    ALEA_ASSERT(!o->value == !text || o->into.kind == CMD_TAKES_MODE);
    void *to = (char *)call->args + o->into.at;
    if (o->into.given) *(bool *)((char *)call->args + o->into.given) = true;
    switch (o->into.kind) {
    case CMD_TAKES_NOTHING: *(bool *)to = true; return true;
    case CMD_TAKES_SETTING: *(int *)to = (int)o->into.most; return true;
    case CMD_TAKES_TEXT:
    case CMD_TAKES_STORE:
    case CMD_TAKES_OUTPUT: *(const char **)to = text; return true;
    case CMD_TAKES_PAGE: return value_take_page(call, o, text, to);
    case CMD_TAKES_COUNT:
    case CMD_TAKES_UNSIGNED:
    case CMD_TAKES_MEBIBYTES: return value_take_count(call, o, text, to);
    case CMD_TAKES_STATES: return value_take_states(call, o, text);
    case CMD_TAKES_NUMBER: return value_take_number(call, o, text, to);
    case CMD_TAKES_CHOICE: return value_take_choice(call, o, text, to);
    case CMD_TAKES_MODE: return value_take_choice(call, o, text ? text : o->into.choices->name, to);
    case CMD_TAKES_DATE: return value_take_date(call, o, text, to);
    case CMD_TAKES_NAMES: return value_take_name(call, o, text, to);
    case CMD_TAKES_WORDS:
    case CMD_TAKES_PAIRS: break; /* operands alone */
    }
    ALEA_ASSERT(false && "an option has a value of its own");
    return false;
}

/* ---- operands ---- */

/* The value begins after the first = and may contain others. A word without one has an empty key. */
static bool value_take_pairs(const cmd_call *call, char **word, unsigned words, cmd_pairs *out)
{
    ALEA_ASSERT(out->count == 0);
    for (unsigned i = 0; i < words; i++) {
        char *equals = strchr(word[i], '=');
        if (out->count == CMD_MOST_PAIRS) return cmd_misuse(call, CMD_TOO_MANY_PAIRS, CMD_MOST_PAIRS);
        if (equals) *equals = 0;
        out->pair[out->count++] = (alea_setting){equals ? word[i] : "", equals ? equals + 1 : word[i]};
    }
    return true;
}

bool cmd_set_operands(const cmd_call *call, char **word, unsigned words)
{
    const cmd_table *c = call->command;
    unsigned next = 0;
    for (const cmd_operand *o = c->operands; o && o->into.kind; o++) {
        void *to = (char *)call->args + o->into.at;
        const unsigned left = words - next;
        if (left == 0 && o->missing) return cmd_misuse(call, "%s", o->missing);
        if (o->into.kind == CMD_TAKES_TEXT) {
            if (left > 0) *(const char **)to = word[next++];
            continue;
        }
        if (o->into.kind == CMD_TAKES_PAIRS && !value_take_pairs(call, word + next, left, to)) return false;
        ALEA_ASSERT(o->into.kind == CMD_TAKES_PAIRS ||
                    o->into.kind == CMD_TAKES_WORDS); /* numbers are options */
        if (o->into.kind == CMD_TAKES_WORDS)
            *(cmd_words *)to = (cmd_words){(const char *const *)word + next, left};
        next = words;
    }
    if (next < words && !c->too_many) return cmd_misuse(call, CMD_TOO_MANY_ARGUMENTS);
    if (next < words) return cmd_misuse(call, CMD_ONE_TOO_MANY, c->too_many, cmd_show(word[next]).text);
    return !c->check || c->check(call->args, call);
}

const cmd_option *cmd_find_option(const cmd_table *command, const char *name, size_t length)
{
    for (const cmd_option *o = command->options; o && o->name; o++)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0) return o;
    return NULL;
}
