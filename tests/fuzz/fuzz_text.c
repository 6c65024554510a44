/* Any bytes as text from outside, through the functions that show it: no control character and no mark that changes the direction
   of writing gets through, and no cell of CSV is a formula or more than one cell. */
#include "base/text.h"
#include "view/words.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The code point at `at`, by the table of RFC 3629 and not by base/text.c; aborts if there is none. */
static uint32_t next_point(const char *text, size_t *at)
{
    const unsigned char *byte = (const unsigned char *)text + *at;
    const size_t length = byte[0] < 0x80 ? 1 : byte[0] < 0xE0 ? 2 : byte[0] < 0xF0 ? 3 : 4;
    static const unsigned char mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    if (byte[0] >= 0x80 && (byte[0] < 0xC2 || byte[0] > 0xF4)) abort();
    uint32_t point = byte[0] & mask[length];
    for (size_t i = 1; i < length; i++) {
        if (byte[i] < 0x80 || byte[i] > 0xBF) abort();
        point = point * 64 + (byte[i] - 0x80);
    }
    if ((length == 3 && (point < 0x800 || (point >= 0xD800 && point < 0xE000))) ||
        (length == 4 && (point < 0x10000 || point > 0x10FFFF)))
        abort();
    *at += length;
    return point;
}

/* C0, DEL, C1, line and paragraph separators, and the marks of Unicode's annex 9. */
static void check_shown(const char *text)
{
    for (size_t at = 0; text[at];) {
        const uint32_t point = next_point(text, &at);
        if (point < 0x20 || (point >= 0x7F && point <= 0x9F)) abort();
        if (point == 0x2028 || point == 0x2029) abort();
        if ((point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069)) abort();
    }
}

/* Reads the cell as RFC 4180 says; it must be the whole text. Returns its content. */
static char *read_cell(const char *csv)
{
    char *cell = malloc(strlen(csv) + 1), *out = cell;
    if (!cell) abort();
    const bool quoted = csv[0] == '"';
    const char *at = csv + quoted;
    for (; *at; at++) {
        if (quoted && at[0] == '"') {
            if (at[1] != '"') break;
            at++;
        } else if (!quoted && strchr(",\"\r\n", *at)) {
            abort();
        }
        *out++ = *at;
    }
    if (strcmp(at, quoted ? "\"" : "") != 0) abort();
    *out = 0;
    return cell;
}

static void check_cell(const char *text)
{
    alea__text csv = {0};
    alea__add_csv_text(&csv, text);
    if (csv.failed) abort();
    char *cell = read_cell(csv.data ? csv.data : "");
    size_t at = 0;
    check_shown(cell);
    const uint32_t first = cell[0] ? next_point(cell, &at) : 0;
    if (first == '=' || first == '+' || first == '-' || first == '@') abort();
    if (first == 0xFF1D || first == 0xFF0B || first == 0xFF0D || first == 0xFF20)
        abort(); /* the same, full-width */
    free(cell);
    alea__text_free(&csv);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char small[40];
    alea__text whole = {0};
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    alea__printable(small, size % sizeof small + 1, text, size); /* with zero bytes inside, and cut */
    check_shown(small);
    alea__add_printable(&whole, text);
    if (whole.failed) abort();
    if (whole.data) check_shown(whole.data);
    check_cell(text);
    alea__text_free(&whole);
    free(text);
    return 0;
}
