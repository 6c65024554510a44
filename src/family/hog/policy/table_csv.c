/* Strategies as CSV: a line for each own score, in it a number of dice for each score of the opponent. */
#include "base/error.h"
#include "base/text.h"
#include "family/hog/hog.h"

#include <string.h>

typedef struct source {
    const hog_rules *rules;
    const char *file;
    const char *at, *end; /* what is not read yet */
    int line;             /* of the text below, from 1 */
    const char *text;
    size_t length;
    uint32_t own; /* rows that are read */
    hog_bot *bot;
    alea_error *error;
} source;

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static void trim(const char **text, size_t *length)
{
    while (*length > 0 && is_space((*text)[*length - 1])) --*length;
    while (*length > 0 && is_space(**text)) ++*text, --*length;
}

/* Lines end in LF, CR LF or, as some spreadsheets still have it, in CR alone. */
static const char *line_end(const char *at, const char *end)
{
    while (at < end && *at != '\n' && *at != '\r') at++;
    return at;
}

/* The next line that is neither empty nor a comment. */
static bool next_line(source *in)
{
    while (in->at < in->end) {
        const char *stop = line_end(in->at, in->end);
        in->text = in->at;
        in->length = (size_t)(stop - in->at);
        in->at = stop < in->end ? stop + 1 : stop;
        if (stop < in->end && *stop == '\r' && in->at < in->end && *in->at == '\n') in->at++;
        in->line++;
        trim(&in->text, &in->length);
        if (in->length > 0 && in->text[0] != '#') return true;
    }
    return false;
}

static bool parse_dice(const char *text, size_t length, uint32_t most, uint8_t *out)
{
    uint32_t value = 0;
    if (length == 0 || length > 4) return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        value = value * 10 + (uint32_t)(text[i] - '0');
    }
    *out = (uint8_t)value;
    return value <= most;
}

static alea_status wrong_field(source *in, uint32_t opponent, const char *text, size_t length)
{
    char shown[40];
    alea__printable(shown, sizeof shown, text, length);
    return alea__fail_at(
        in->error, ALEA_E_BOT, in->file, in->line,
        "For own %u, opponent %u there is \"%s\"; a whole number of dice from 0 to %u is wanted.",
        (unsigned)in->own, (unsigned)opponent, shown, (unsigned)in->rules->dice);
}

static alea_status wrong_count(source *in, uint32_t count)
{
    return alea__fail_at(
        in->error, ALEA_E_BOT, in->file, in->line,
        "The row for own %u has %s%u numbers; %u are wanted, one for each score of the opponent.",
        (unsigned)in->own, count > in->rules->goal ? "more than " : "",
        (unsigned)(count > in->rules->goal ? in->rules->goal : count), (unsigned)in->rules->goal);
}

static alea_status read_row(source *in)
{
    const uint32_t goal = in->rules->goal;
    const char *at = in->text, *end = in->text + in->length;
    uint32_t opponent = 0;
    for (;; opponent++) {
        const char *comma = memchr(at, ',', (size_t)(end - at)), *field = at;
        size_t length = (size_t)((comma ? comma : end) - at);
        if (opponent == goal) return wrong_count(in, goal + 1);
        trim(&field, &length);
        if (!parse_dice(field, length, in->rules->dice, &in->bot->dice[in->own * goal + opponent]))
            return wrong_field(in, opponent, field, length);
        if (!comma) break;
        at = comma + 1;
    }
    return opponent + 1 == goal ? ALEA_OK : wrong_count(in, opponent + 1);
}

static alea_status read_rows(source *in)
{
    const uint32_t goal = in->rules->goal;
    for (; next_line(in); in->own++) {
        if (in->own == goal)
            return alea__fail_at(in->error, ALEA_E_BOT, in->file, in->line,
                                 "There are more than %u rows; one is wanted for each own score.",
                                 (unsigned)goal);
        alea_status status = read_row(in);
        if (status != ALEA_OK) return status;
    }
    if (in->own == goal) return ALEA_OK;
    return alea__fail_at(
        in->error, ALEA_E_BOT, in->file, 0,
        "The file has %u rows; %u are wanted, one for each own score, each with a number of dice for each "
        "score of the opponent.",
        (unsigned)in->own, (unsigned)goal);
}

alea_status hog_table_open(const alea__rules *opaque, const char *file, const char *text, size_t size,
                           alea__policy **out, alea_error *error)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    const hog_rules *rules = hog_rules_of(opaque);
    source in = {.rules = rules, .file = file, .at = text, .end = text + size, .error = error};
    if (size >= 3 && memcmp(text, byte_order_mark, 3) == 0) in.at += 3;
    in.bot = hog_bot_new(rules, HOG_TABLE);
    if (!in.bot) return alea__out_of_memory(error);
    alea_status status = read_rows(&in);
    if (status != ALEA_OK)
        hog_policy_free((alea__policy *)in.bot);
    else
        *out = (alea__policy *)in.bot;
    return status;
}
