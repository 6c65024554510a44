#include "view/words.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/sized_options.h"

#include <alea/record.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_WIDTH = 80, NARROWEST = 20 };

static bool words_continues_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

alea_view_options alea__view_options(const alea_view_options *given)
{
    alea_view_options options = ALEA__OPTIONS(alea_view_options, given);
    if (options.width == 0) options.width = DEFAULT_WIDTH;
    if (options.width < NARROWEST) options.width = NARROWEST;
    return options;
}

static size_t words_columns_of(const char *text, size_t size)
{
    size_t columns = 0;
    for (size_t i = 0; i < size; i++)
        if (!words_continues_character(text[i])) columns++;
    return columns;
}

size_t alea__columns(const char *text)
{
    return words_columns_of(text, strlen(text));
}

/* Where the character after the first `columns` begins. */
static const char *words_skip_columns(const char *text, size_t columns)
{
    while (columns > 0 && *text) {
        text++;
        while (words_continues_character(*text)) text++;
        columns--;
    }
    return text;
}

void alea__add_shortened(alea__text *out, const char *text, size_t width, bool ascii)
{
    const char *ellipsis = ascii ? "..." : "…";
    size_t columns = alea__columns(text), gap = alea__columns(ellipsis);
    if (columns <= width || width <= gap) {
        alea__text_add(out, "%s", text);
        return;
    }
    size_t tail = (width - gap + 1) / 2, head = width - gap - tail;
    alea__text_add_bytes(out, text, (size_t)(words_skip_columns(text, head) - text));
    alea__text_add(out, "%s%s", ellipsis, words_skip_columns(text, columns - tail));
}

typedef struct filler {
    alea__text *out;
    size_t indent, hang; /* before the next line, and before those after it */
    size_t width;
    size_t used; /* columns of the line so far; 0: the line is empty */
} filler;

static void words_end_line(filler *f)
{
    if (f->used > 0) alea__text_add(f->out, "\n");
    f->used = 0;
}

/* Adds a word, in the form of alea__printable, to the line, or to a new one if it does not fit. */
static void words_add_word(filler *f, const char *word, size_t size)
{
    const size_t capacity = 4 * size + 4;
    char *shown = alea__alloc(capacity);
    ALEA_ASSERT(size > 0);
    if (!shown) {
        f->out->failed = true;
        return;
    }
    alea__printable(shown, capacity, word, size);
    size_t columns = alea__columns(shown);
    if (f->used > 0 && f->used + 1 + columns > f->width) words_end_line(f);
    if (f->used == 0) {
        alea__text_add(f->out, "%*s", (int)f->indent, "");
        f->used = f->indent;
        f->indent = f->hang;
    } else {
        alea__text_add(f->out, " ");
        f->used++;
    }
    alea__text_add(f->out, "%s", shown);
    alea__free(shown);
    f->used += columns;
}

static void words_add_words(filler *f, const char *line, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t end = at;
        while (end < size && line[end] != ' ') end++;
        if (end > at) words_add_word(f, line + at, end - at);
        at = end + 1;
    }
}

typedef enum line_kind { BLANK, ITEM, CONTINUED, PLAIN } line_kind;

static line_kind words_kind_of(const char *line, size_t size)
{
    size_t spaces = strspn(line, " ");
    if (spaces >= size) return BLANK;
    if (size - spaces >= 2 && line[spaces] == '-' && line[spaces + 1] == ' ') return ITEM;
    return spaces > 0 ? CONTINUED : PLAIN;
}

/* Goes on with the paragraph or item under way, or ends it and begins another. */
static void words_begin_line(filler *f, size_t indent, line_kind last, line_kind kind, bool gap)
{
    if (gap || kind == ITEM || (kind == PLAIN && last == ITEM)) {
        words_end_line(f);
        f->indent = indent;
    }
    if (gap) alea__text_add(f->out, "\n");
    if (kind != CONTINUED) f->hang = kind == ITEM ? indent + 2 : indent;
}

void alea__add_wrapped(alea__text *out, const char *text, size_t indent, size_t width)
{
    filler f = {.out = out, .indent = indent, .hang = indent, .width = width};
    line_kind last = BLANK;
    bool gap = false;
    for (size_t size; *text; text += size + (text[size] == '\n')) {
        size = strcspn(text, "\n");
        line_kind kind = words_kind_of(text, size);
        if (kind == BLANK) {
            gap = last != BLANK;
            continue;
        }
        words_begin_line(&f, indent, last, kind, gap);
        words_add_words(&f, text, size);
        if (kind != CONTINUED || last == BLANK) last = kind;
        gap = false;
    }
    words_end_line(&f);
}

void alea__add_entry(alea__text *out, const char *name, const char *text, size_t column, size_t width)
{
    size_t used = 2 + alea__columns(name);
    alea__text_add(out, "  %s", name);
    if (used + 2 > column) {
        alea__text_add(out, "\n");
        alea__add_wrapped(out, text, column, width);
        return;
    }
    /* The first word puts one space in front of itself. */
    alea__text_add(out, "%*s", (int)(column - used - 1), "");
    filler f = {.out = out, .indent = column, .hang = column, .width = width, .used = column - 1};
    words_add_words(&f, text, strlen(text));
    words_end_line(&f);
}

void alea__add_printable(alea__text *out, const char *text)
{
    size_t size = strlen(text), capacity = 4 * size + 4;
    char *shown = alea__alloc(capacity);
    if (!shown) {
        out->failed = true;
        return;
    }
    alea__printable(shown, capacity, text, size);
    alea__text_add(out, "%s", shown);
    alea__free(shown);
}

/* Whether a spreadsheet could run the text: it begins with one of four signs, or with one of their full-width forms. */
static bool csv_is_formula(const char *text)
{
    static const char *const signs[] = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0) return true;
    return false;
}

void alea__add_csv_text(alea__text *out, const char *text)
{
    alea__text shown = {0};
    alea__add_printable(&shown, text ? text : "");
    if (!shown.failed && shown.data) {
        const char *quote = strpbrk(shown.data, ",\"\n\r") ? "\"" : "";
        alea__text_add(out, "%s%s", quote, csv_is_formula(shown.data) ? "'" : "");
        for (const char *at = shown.data; *at; at++) alea__text_add(out, "%s%c", *at == '"' ? "\"" : "", *at);
        alea__text_add(out, "%s", quote);
    }
    alea__text_free_part(&shown, out);
}

const char *alea__player_alone(const char *spec, char out[ALEA__PLAYER])
{
    size_t length;
    const char *grade = alea_player_inside(spec, "graded", &length);
    alea_player_name(&spec, 1, 0, out, ALEA__PLAYER);
    if (grade && length > 0) snprintf(out, ALEA__PLAYER, "Computer (%.*s)", (int)length, grade);
    return out;
}

const char *alea__played_for(alea_objective objective)
{
    switch (objective) {
    case ALEA_WIN: return "played to win";
    case ALEA_MONEY: return "played for money";
    case ALEA_SCORE: return "played for points";
    case ALEA_TURNS: return "played in the fewest turns";
    }
    return "";
}

/* Whatever a view put into its text, it is printable. */
alea_status alea__view_finish(alea__text *text, char **out, alea_error *error)
{
    alea__text_show(text);
    if (text->failed || !text->data) {
        alea__text_free(text);
        return alea__out_of_memory(error);
    }
    ALEA_ASSERT(text->data[text->size] == 0);
    *out = text->data;
    return ALEA_OK;
}

alea_status alea_view_write(const char *text, const char *path, alea_error *error)
{
    return alea__write_file(path, text, strlen(text), error);
}

void alea_view_printable(const char *text, char *out, size_t size)
{
    alea__printable(out, size, text, strlen(text));
}

const char *alea_view_nearest(const char *name, const char *const *names, size_t count)
{
    return alea__nearest(name, names, count);
}
