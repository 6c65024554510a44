/* Strategies as CSV: one line per own score, with a number of dice for each score of the opponent. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/lines.h"
#include "base/text.h"
#include "family/hog/hog.h"
#include "family/hog/messages.h"

typedef struct hog_csv_file {
    const hog_rules *rules;
    const char *file;
    alea__lines in;
    uint32_t own; /* rows that are read */
    hog_bot *bot;
    alea_error *error;
} hog_csv_file;

static bool csv_dice(const char *text, size_t length, uint32_t most, uint8_t *out)
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

static alea_status csv_wrong_count(const hog_csv_file *s, uint32_t count)
{
    const uint32_t goal = s->rules->goal;
    return alea__fail_at(s->error, ALEA_E_BOT, s->file, s->in.line, HOG_CSV_COLUMNS, (unsigned)s->own,
                         count > goal ? "more than " : "", (unsigned)(count > goal ? goal : count),
                         (unsigned)goal);
}

/* Reads the fields of one line: exactly one number of dice for each score of the opponent. */
static alea_status csv_row(hog_csv_file *s)
{
    const uint32_t goal = s->rules->goal;
    uint32_t opponent = 0;
    const char *separator = alea__lines_separator(&s->in);
    ALEA_ASSERT(s->own < goal);
    if (separator)
        return alea__fail_at(s->error, ALEA_E_BOT, s->file, s->in.line, HOG_CSV_SEPARATOR, separator);
    const char *field;
    size_t length;
    for (size_t at = 0; alea__lines_field(&s->in, &at, &field, &length); opponent++) {
        if (opponent == goal) return csv_wrong_count(s, goal + 1);
        if (csv_dice(field, length, s->rules->dice, &s->bot->dice[s->own * goal + opponent])) continue;
        char shown[40];
        alea__printable(shown, sizeof shown, field, length);
        return alea__fail_at(s->error, ALEA_E_BOT, s->file, s->in.line, HOG_CSV_DICE, (unsigned)s->own,
                             (unsigned)opponent, (unsigned)s->rules->dice, shown);
    }
    return opponent == goal ? ALEA_OK : csv_wrong_count(s, opponent);
}

/* Reads all lines: exactly one for each own score. */
static alea_status csv_rows(hog_csv_file *s)
{
    const uint32_t goal = s->rules->goal;
    for (; alea__lines_next(&s->in); s->own++) {
        if (s->own == goal)
            return alea__fail_at(s->error, ALEA_E_BOT, s->file, s->in.line, HOG_CSV_MORE_ROWS,
                                 (unsigned)goal);
        alea_status status = csv_row(s);
        if (status != ALEA_OK) return status;
    }
    if (s->own == goal) return ALEA_OK;
    return alea__fail_at(s->error, ALEA_E_BOT, s->file, 0, HOG_CSV_FEWER_ROWS, (unsigned)s->own,
                         (unsigned)goal);
}

alea_status hog_table_open(const alea__rules *opaque, const alea__csv_text *csv, alea__policy **out,
                           alea_error *error)
{
    const hog_rules *rules = hog_rules_of(opaque);
    alea_status status = alea__refuse_wide_text(csv->file, csv->text, csv->size, ALEA_E_BOT, error);
    if (status != ALEA_OK) return status;
    hog_csv_file s = {
        .rules = rules, .file = csv->file, .in = alea__lines_of(csv->text, csv->size), .error = error};
    s.bot = hog_bot_new(rules, HOG_TABLE);
    if (!s.bot) return alea__out_of_memory(error);
    status = csv_rows(&s);
    if (status != ALEA_OK)
        hog_policy_free((alea__policy *)s.bot);
    else
        *out = (alea__policy *)s.bot;
    return status;
}
