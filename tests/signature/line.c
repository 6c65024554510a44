/* A job's line: its numbers are gathered by kind and printed together, fields in alphabetical order. */
#include "signature.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTS, MOVES, POINTS, VALUES, FIELDS };
static const char *const field_name[FIELDS] = {"counts", "moves", "points", "values"};

static struct {
    char name[200];
    alea_status status;
    double within;
    struct field {
        char *text;
        size_t size;
        FILE *out;
        size_t count;
    } field[FIELDS];
} line;

static struct {
    const char *only, *skip;
    bool names_only;
} chosen;

void line_choose(const char *only, const char *skip, bool names_only)
{
    chosen.only = only;
    chosen.skip = skip;
    chosen.names_only = names_only;
}

/* Whether `word` is one of a list with commas. */
static bool line_lists(const char *list, const char *word, size_t length)
{
    while (list && *list) {
        size_t here = strcspn(list, ",");
        if (here == length && memcmp(list, word, length) == 0) return true;
        list += here + (list[here] == ',');
    }
    return false;
}

/* Whether the job needs a part that --skip names. */
static bool line_lacks(const char *needs)
{
    while (needs && *needs) {
        size_t length = strcspn(needs, ",");
        if (line_lists(chosen.skip, needs, length)) return true;
        needs += length + (needs[length] == ',');
    }
    return false;
}

/* Names are our own text: quotes and backslashes are all there is to escape. */
static void line_print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void line_print_skipped(const char *needs)
{
    fputs("{\"job\": ", stdout);
    line_print_text(line.name);
    fputs(", \"skipped\": ", stdout);
    line_print_text(needs);
    puts("}");
    fflush(stdout);
}

bool line_begin(const char *needs, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line.name, sizeof line.name, format, arguments);
    va_end(arguments);
    if (chosen.only && fnmatch(chosen.only, line.name, 0) != 0) return false;
    if (chosen.names_only) {
        printf("%s%s%s\n", line.name, needs ? "  needs " : "", needs ? needs : "");
        return false;
    }
    if (line_lacks(needs)) {
        line_print_skipped(needs);
        return false;
    }
    line.status = ALEA_OK;
    line.within = 0;
    for (int i = 0; i < FIELDS; i++) {
        line.field[i].count = 0;
        line.field[i].out = open_memstream(&line.field[i].text, &line.field[i].size);
        if (!line.field[i].out) abort();
    }
    return true;
}

void line_end(void)
{
    putchar('{');
    for (int i = 0; i < FIELDS; i++) {
        fclose(line.field[i].out);
        if (i == COUNTS + 1) {
            fputs("\"job\": ", stdout);
            line_print_text(line.name);
            fputs(", ", stdout);
        }
        printf("\"%s\": [%s], ", field_name[i], line.field[i].text);
        free(line.field[i].text);
    }
    printf("\"status\": %d, \"within\": %.17g}\n", (int)line.status, line.within);
    fflush(stdout);
}

/* The stream of a field, after the comma that separates items. */
static FILE *line_next(int field)
{
    if (line.field[field].count++) fputs(", ", line.field[field].out);
    return line.field[field].out;
}

static void line_write_number(FILE *out, double number)
{
    if (isfinite(number))
        fprintf(out, "%.17g", number);
    else
        fprintf(out, "\"%s\"", isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}

static void line_write_interval(FILE *out, alea_interval value)
{
    line_write_number(out, value.lower);
    fputs(", ", out);
    line_write_number(out, value.upper);
}

void put_count(int64_t number)
{
    fprintf(line_next(COUNTS), "%" PRId64, number);
}

void put_hash(uint64_t hash)
{
    put_count((int64_t)(hash >> 1));
}

void put_value(alea_interval value)
{
    FILE *out = line_next(VALUES);
    putc('[', out);
    line_write_interval(out, value);
    putc(']', out);
}

void put_point(double number)
{
    line_write_number(line_next(POINTS), number);
}

void put_answer(const alea_answer *answer)
{
    put_value(answer->value);
    put_count(answer->count);
    if (!answer->count) return;
    FILE *out = line_next(MOVES);
    fprintf(out, "{\"best\": %" PRIu32 ", \"of\": [", answer->move[answer->best].move);
    for (unsigned i = 0; i < answer->count; i++) {
        fprintf(out, "%s[%" PRIu32 ", ", i ? ", " : "", answer->move[i].move);
        line_write_interval(out, answer->move[i].value);
        putc(']', out);
    }
    fputs("]}", out);
}

void put_within(double within)
{
    line.within = within;
}

bool put_status(alea_status status, const alea_error *error)
{
    if (status == ALEA_OK) return true;
    if (line.status == ALEA_OK) line.status = status;
    fprintf(stderr, "signature: %s: %s\n", line.name, error->message);
    return false;
}
