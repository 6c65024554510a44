/* Tables of totals to hold at, from CSV: a header "own,other,hold_at", then one line per pair of scores. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/lines.h"
#include "base/text.h"
#include "family/race/messages.h"
#include "family/race/policy/policy.h"

#include <string.h>

enum { UNSET = UINT16_MAX, MOST_HOLD_AT = UINT16_MAX - 1, COLUMNS = 3 };

/* A file being read, line by line. */
typedef struct race_csv_file {
    const race_rules *rules;
    const char *file;
    alea__lines lines;
    race_bot *bot;
    alea_error *error;
} race_csv_file;

static alea_status race_csv_wrong(const race_csv_file *in, const char *wanted)
{
    char shown[60];
    const char *separator = alea__lines_separator(&in->lines);
    alea__printable(shown, sizeof shown, in->lines.text, in->lines.length);
    if (separator)
        return alea__fail_at(in->error, ALEA_E_BOT, in->file, in->lines.line, RACE_CSV_SEPARATOR, wanted,
                             shown, separator);
    return alea__fail_at(in->error, ALEA_E_BOT, in->file, in->lines.line, RACE_CSV_LINE, wanted, shown);
}

/* Splits the line into its fields. Returns false if their number is wrong. */
static bool race_csv_split(const race_csv_file *in, const char *field[COLUMNS], size_t length[COLUMNS])
{
    size_t at = 0;
    for (int i = 0; i < COLUMNS; i++)
        if (!alea__lines_field(&in->lines, &at, &field[i], &length[i])) return false;
    return at > in->lines.length;
}

/* Fails with ALEA_E_BOT if the first line does not name the columns, or if there is no line. */
static alea_status race_csv_read_header(race_csv_file *in)
{
    static const char *const names[COLUMNS] = {"own", "other", "hold_at"};
    const char *field[COLUMNS];
    size_t length[COLUMNS];
    if (!alea__lines_next(&in->lines)) {
        in->lines.line = 0;
        return alea__fail_at(in->error, ALEA_E_BOT, in->file, 0, RACE_CSV_EMPTY);
    }
    bool right = race_csv_split(in, field, length);
    for (int i = 0; right && i < COLUMNS; i++)
        right = length[i] == strlen(names[i]) && memcmp(field[i], names[i], length[i]) == 0;
    return right ? ALEA_OK : race_csv_wrong(in, RACE_CSV_WANTS_HEADER);
}

static bool race_csv_number(const char *text, size_t length, uint32_t *out)
{
    uint32_t value = 0;
    if (length == 0 || length > 9) return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        value = value * 10 + (uint32_t)(text[i] - '0');
    }
    *out = value;
    return true;
}

/* The greatest own score at which a player decides without a leader. In a chase a player can have exactly the goal, unless
   that wipes; lines for that score are optional. */
static uint32_t most_own(const race_rules *rules)
{
    return rules->ending == RACE_CHASE ? rules->goal : rules->goal - 1;
}

static uint32_t most_other(const race_rules *rules)
{
    return rules->players == 1 ? 0 : most_own(rules);
}

static alea_status race_csv_outside(race_csv_file *in, const char *name, uint32_t most, uint32_t value)
{
    return alea__fail_at(in->error, ALEA_E_BOT, in->file, in->lines.line, RACE_CSV_RANGE, name,
                         (unsigned)most, (unsigned)value);
}

/* The line at hand into the table; its scores must be in range and new. */
static alea_status race_csv_read_entry(race_csv_file *in)
{
    uint32_t number[COLUMNS];
    const char *field[COLUMNS];
    size_t length[COLUMNS];
    bool right = race_csv_split(in, field, length);
    for (int i = 0; right && i < COLUMNS; i++) right = race_csv_number(field[i], length[i], &number[i]);
    if (!right) return race_csv_wrong(in, RACE_CSV_WANTS_NUMBERS);
    uint32_t own = number[0], other = number[1], hold_at = number[2];
    if (own > most_own(in->rules)) return race_csv_outside(in, "own", most_own(in->rules), own);
    if (other > most_other(in->rules)) return race_csv_outside(in, "other", most_other(in->rules), other);
    if (hold_at > MOST_HOLD_AT) return race_csv_outside(in, "hold_at", MOST_HOLD_AT, hold_at);
    ALEA_ASSERT(own < in->bot->policy.table_size && other < in->bot->policy.table_size);
    uint16_t *entry = &in->bot->hold_at[(size_t)own * in->bot->policy.table_size + other];
    if (*entry != UNSET)
        return alea__fail_at(in->error, ALEA_E_BOT, in->file, in->lines.line, RACE_CSV_TWICE, (unsigned)own,
                             (unsigned)other);
    *entry = (uint16_t)hold_at;
    return ALEA_OK;
}

/* Fails with ALEA_E_BOT if a pair of scores below the goal has no line; names the first such pair and counts them. */
static alea_status race_csv_check_complete(race_csv_file *in)
{
    uint32_t side = in->bot->policy.table_size, goal = in->rules->goal;
    uint32_t missing = 0, own = 0, other = 0, others = in->rules->players == 1 ? 1 : goal;
    for (uint32_t i = 0; i < goal; i++)
        for (uint32_t j = 0; j < others; j++) {
            if (in->bot->hold_at[(size_t)i * side + j] != UNSET) continue;
            if (missing++ > 0) continue;
            own = i;
            other = j;
        }
    if (missing == 0) return ALEA_OK;
    return alea__fail_at(in->error, ALEA_E_BOT, in->file, 0, RACE_CSV_MISSING, (unsigned)missing,
                         (unsigned)own, (unsigned)other, (unsigned)goal - 1, (unsigned)others - 1);
}

/* Lines that may be left out: exactly at the goal, and others above 0 that a single player does not have. */
static void race_csv_fill_optional(race_csv_file *in)
{
    uint32_t side = in->bot->policy.table_size;
    for (uint32_t own = 0; own < side; own++) {
        uint16_t *row = in->bot->hold_at + (size_t)own * side;
        for (uint32_t other = 0; other < side; other++) {
            if (row[other] != UNSET) continue;
            ALEA_ASSERT(own > 0 || other > 0); /* the first entry cannot be left out */
            row[other] = other > 0 ? row[other - 1] : *(row - side);
        }
    }
}

alea_status race_table_open(const alea__rules *opaque, const alea__csv_text *csv, alea__policy **out,
                            alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    alea_status status = alea__refuse_wide_text(csv->file, csv->text, csv->size, ALEA_E_BOT, error);
    if (status != ALEA_OK) return status;
    const char *zero = memchr(csv->text, 0, csv->size);
    int line = 1;
    for (const char *at = csv->text; zero && at < zero; at++)
        line += *at == '\n' || (*at == '\r' && at[1] != '\n');
    if (zero) return alea__fail_at(error, ALEA_E_BOT, csv->file, line, RACE_CSV_ZERO_BYTE);
    if (rules->goal > RACE_MOST_TABLE_GOAL)
        return alea__fail(error, ALEA_E_REFUSED, RACE_CSV_GOAL, RACE_MOST_TABLE_GOAL, (unsigned)rules->goal);
    race_csv_file in = {
        .rules = rules, .file = csv->file, .lines = alea__lines_of(csv->text, csv->size), .error = error};
    in.bot = race_table_new(rules, UNSET);
    if (!in.bot) return alea__out_of_memory(error);
    status = race_csv_read_header(&in);
    while (status == ALEA_OK && alea__lines_next(&in.lines)) status = race_csv_read_entry(&in);
    if (status == ALEA_OK) status = race_csv_check_complete(&in);
    if (status == ALEA_OK) race_csv_fill_optional(&in);
    if (status != ALEA_OK)
        race_policy_free((alea__policy *)in.bot);
    else
        *out = (alea__policy *)in.bot;
    return status;
}
