#include "base/text.h"
#include "base/assert.h"
#include "base/memory.h"

#include <jansson.h>
#include <locale.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `more` bytes and the zero byte after them. */
static bool text_reserve(alea__text *text, size_t more)
{
    ALEA_ASSERT(text->size < text->capacity || (text->size == 0 && text->data == NULL));
    if (text->failed) return false;
    if (more < text->capacity - text->size) return true;
    size_t capacity = text->capacity == 0 ? 64 : text->capacity;
    while (capacity - text->size <= more && capacity <= SIZE_MAX / 2) capacity *= 2;
    char *data = capacity - text->size > more ? alea__resize(text->data, capacity) : NULL;
    if (data == NULL) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

int alea__format(char *out, size_t size, const char *format, va_list arguments)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0),
                   before = plain ? uselocale(plain) : plain;
    const int length = vsnprintf(out, size, format, arguments);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return length;
}

double alea__read_real(const char *text, char **end)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const double value = plain ? strtod_l(text, end, plain) : strtod(text, end);
    if (plain) freelocale(plain);
    return value;
}

int alea__print(char *out, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = alea__format(out, size, format, arguments);
    va_end(arguments);
    return length;
}

/* Formats twice: once to measure, once into the text. A failure shows in `failed` and changes nothing else. */
void alea__text_add(alea__text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = alea__format(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) text->failed = true;
    if (length < 0 || !text_reserve(text, (size_t)length)) return;
    va_start(arguments, format);
    alea__format(text->data + text->size, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->size += (size_t)length;
}

void alea__text_add_bytes(alea__text *text, const void *bytes, size_t size)
{
    if (!text_reserve(text, size)) return;
    if (size > 0) memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = 0;
}

void alea__text_add_quoted(alea__text *text, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,+-";
    if (*word && !word[strspn(word, plain)]) {
        alea__text_add(text, "%s", word);
        return;
    }
    alea__text_add(text, "'");
    for (; *word; word++) {
        if (*word == '\'')
            alea__text_add(text, "'\\''");
        else
            alea__text_add_bytes(text, word, 1);
    }
    alea__text_add(text, "'");
}

void alea__text_free(alea__text *text)
{
    alea__free(text->data);
    *text = (alea__text){0};
}

void alea__text_free_part(alea__text *part, alea__text *whole)
{
    whole->failed = whole->failed || part->failed;
    alea__text_free(part);
}

bool alea__ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return tail <= length && strcmp(text + length - tail, ending) == 0;
}

char alea__lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool alea__is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool alea__is_letter(char c)
{
    return alea__lower(c) >= 'a' && alea__lower(c) <= 'z';
}

bool alea__is_word(char c)
{
    return alea__is_letter(c) || alea__is_digit(c) || c == '_';
}

bool alea__is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool alea__same_word(const char *a, const char *b)
{
    while (*a && alea__lower(*a) == alea__lower(*b)) a++, b++;
    return *a == *b;
}

bool alea__same_letters(const char *a, const char *b, size_t length)
{
    size_t i = 0;
    while (i < length && a[i] && alea__lower(a[i]) == alea__lower(b[i])) i++;
    return i == length;
}

const char *alea__find_letters(const char *text, const char *part)
{
    const size_t length = strlen(part);
    while (!alea__same_letters(text, part, length))
        if (!*text++) return NULL;
    return text;
}

bool alea__has_ending(const char *path, const char *ending)
{
    const size_t length = strlen(path), tail = strlen(ending);
    return tail <= length && alea__same_word(path + length - tail, ending);
}

enum { LONGEST_NAME = 63 }; /* longer names are near to no other */

static unsigned text_smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The number of letters to change, insert, delete or swap with their neighbour to turn a into b, ignoring case: the optimal
   string alignment distance (Damerau, CACM 7:3, 1964), with three rows of its table at a time. */
static unsigned text_distance(const char *a, const char *b)
{
    unsigned rows[3][LONGEST_NAME + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    size_t width = strlen(b);
    ALEA_ASSERT(width <= LONGEST_NAME);
    for (unsigned j = 0; j <= width; j++) last[j] = j;
    for (unsigned i = 1; a[i - 1] != 0; i++) {
        row[0] = i;
        for (unsigned j = 1; j <= width; j++) {
            char x = alea__lower(a[i - 1]), y = alea__lower(b[j - 1]);
            row[j] = text_smaller(text_smaller(last[j], row[j - 1]) + 1, last[j - 1] + (x != y));
            bool swapped = i > 1 && j > 1 && x == alea__lower(b[j - 2]) && y == alea__lower(a[i - 2]);
            if (swapped) row[j] = text_smaller(row[j], before[j - 2] + 1);
        }
        unsigned *reused = before;
        before = last;
        last = row;
        row = reused;
    }
    return last[width];
}

/* A third of the longer name may be wrong, one letter always, but never all of the shorter one. */
static bool text_is_near(unsigned wrong, size_t a, size_t b)
{
    size_t longer = a > b ? a : b, shorter = a > b ? b : a;
    return (wrong <= 1 || wrong <= longer / 3) && wrong < shorter;
}

const char *alea__nearest(const char *name, const char *const *names, size_t count)
{
    const char *nearest = NULL;
    unsigned least = UINT32_MAX;
    size_t length = strlen(name);
    if (length > LONGEST_NAME) return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(names[i]);
        if (other > LONGEST_NAME) continue;
        unsigned wrong = text_distance(name, names[i]);
        if (wrong >= least || !text_is_near(wrong, length, other)) continue;
        least = wrong;
        nearest = names[i];
    }
    return nearest;
}

/* How long a UTF-8 character is, by its first byte; 0 if no character begins with it. */
static size_t utf8_announced(unsigned char lead)
{
    if (lead < 0x80) return 1;
    if (lead < 0xC0) return 0;
    if (lead < 0xE0) return 2;
    if (lead < 0xF0) return 3;
    return lead < 0xF8 ? 4 : 0;
}

/* The length of the well-formed UTF-8 character at the start of `text` (Unicode 15, table 3-7), with its code point in *point;
   0 if there is none. */
static size_t utf8_decode(const unsigned char *text, size_t length, uint32_t *point)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t bytes = utf8_announced(text[0]);
    if (bytes == 0 || bytes > length) return 0;
    *point = bytes == 1 ? text[0] : text[0] & (0x7Fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xC0) != 0x80) return 0;
        *point = *point << 6 | (text[i] & 0x3F);
    }
    bool surrogate = *point >= 0xD800 && *point <= 0xDFFF;
    return *point < least[bytes] || *point > 0x10FFFF || surrogate ? 0 : bytes;
}

/* Code points from `first` to `last`. */
typedef struct utf8_range {
    uint32_t first, last;
} utf8_range;

/* Characters that text from outside must not bring to a screen, in ascending order: they are invisible, change the order of
   the text around them, or control a terminal, and so could fake a message or make two names look alike. Other invisible
   characters are allowed, because names, emoji and scripts need them: U+200C and U+200D, which join letters and emoji, and
   variation selectors. */
static const utf8_range utf8_hidden[] = {
    {0x0000, 0x001F},   /* C0 controls */
    {0x007F, 0x009F},   /* delete, and C1 controls */
    {0x00AD, 0x00AD},   /* soft hyphen */
    {0x034F, 0x034F},   /* grapheme joiner */
    {0x061C, 0x061C},   /* Arabic mark of direction */
    {0x17B4, 0x17B5},   /* invisible Khmer vowels */
    {0x180E, 0x180E},   /* Mongolian separator */
    {0x200B, 0x200B},   /* space without width */
    {0x200E, 0x200F},   /* marks of direction */
    {0x2028, 0x202E},   /* separators of lines and paragraphs; direction */
    {0x2060, 0x206F},   /* invisible operators; isolates; old format characters */
    {0x3164, 0x3164},   /* Hangul filler */
    {0xFEFF, 0xFEFF},   /* byte order mark */
    {0xFFA0, 0xFFA0},   /* Hangul filler of half width */
    {0xFFF0, 0xFFFB},   /* unassigned; annotations between lines */
    {0x1BCA0, 0x1BCA3}, /* format of shorthand */
    {0x1D173, 0x1D17A}, /* format of music */
    {0xE0000, 0xE00FF}, /* tags */
    {0xE01F0, 0xE0FFF}, /* unassigned, invisible */
};

static bool utf8_is_hidden(uint32_t point)
{
    for (size_t i = 0; i < sizeof utf8_hidden / sizeof *utf8_hidden; i++)
        if (point <= utf8_hidden[i].last) return point >= utf8_hidden[i].first;
    return false;
}

/* The next piece of printable text: one character, or one byte as \xNN; characters in `kept` are not escaped. Returns the
   number of bytes it represents. */
static size_t utf8_next(const unsigned char *text, size_t length, const char *kept, char piece[5])
{
    uint32_t point = 0;
    size_t bytes = utf8_decode(text, length, &point);
    if (bytes == 0 || (utf8_is_hidden(point) && !(*text && strchr(kept, *text)))) {
        snprintf(piece, 5, "\\x%02X", text[0]);
        return 1;
    }
    memcpy(piece, text, bytes);
    piece[bytes] = 0;
    return bytes;
}

#define KEPT_IN_LINES "\n\r\t"

/* alea__printable, but the characters of `kept` stay. */
static void text_show(char *out, size_t size, const char *text, size_t length, const char *kept)
{
    static const char ellipsis[] = "…";
    if (size == 0) return;
    size_t at = 0, cut = 0; /* `cut`: last place at which the ellipsis still fits */
    for (size_t read = 0; read < length;) {
        char piece[5];
        read += utf8_next((const unsigned char *)text + read, length - read, kept, piece);
        size_t bytes = strlen(piece);
        if (at + bytes >= size) {
            bool fits = cut + sizeof ellipsis <= size;
            memcpy(out + cut, ellipsis, fits ? sizeof ellipsis - 1 : 0);
            at = fits ? cut + sizeof ellipsis - 1 : cut;
            break;
        }
        memcpy(out + at, piece, bytes);
        at += bytes;
        if (at + sizeof ellipsis <= size) cut = at;
    }
    ALEA_ASSERT(at < size);
    out[at] = 0;
}

void alea__printable(char *out, size_t size, const char *text, size_t length)
{
    text_show(out, size, text, length, "");
}

void alea__printable_lines(char *out, size_t size, const char *text, size_t length)
{
    text_show(out, size, text, length, KEPT_IN_LINES);
}

void alea__text_show(alea__text *text)
{
    size_t size = 0;
    char piece[5];
    for (size_t at = 0; at < text->size; size += strlen(piece))
        at += utf8_next((const unsigned char *)text->data + at, text->size - at, KEPT_IN_LINES, piece);
    if (text->failed || size == text->size) return;
    alea__text shown = {.data = alea__alloc_bare(size + 1, 1), .size = size, .capacity = size + 1};
    if (shown.data) text_show(shown.data, size + 1, text->data, text->size, KEPT_IN_LINES);
    alea__free(text->data);
    *text = shown.data ? shown : (alea__text){.failed = true};
}

/* Adds a character as JSON escapes it: in UTF-16. */
static void json_add_escape(alea__text *out, uint32_t point)
{
    if (point < 0x10000) {
        alea__text_add(out, "\\u%04X", (unsigned)point);
        return;
    }
    point -= 0x10000;
    alea__text_add(out, "\\u%04X\\u%04X", (unsigned)(0xD800 + (point >> 10)),
                   (unsigned)(0xDC00 + (point & 0x3FF)));
}

int alea__text_take_json(const char *bytes, size_t size, void *text)
{
    size_t shown = 0; /* the text before this is already written */
    for (size_t at = 0, length; at < size; at += length) {
        uint32_t point = 0;
        length = utf8_decode((const unsigned char *)bytes + at, size - at, &point);
        if (length == 0) length = 1;
        if (point < 0x7F || !utf8_is_hidden(point)) continue; /* the line ends of the layout stay */
        alea__text_add_bytes(text, bytes + shown, at - shown);
        json_add_escape(text, point);
        shown = at + length;
    }
    alea__text_add_bytes(text, bytes + shown, size - shown);
    return 0;
}

/* If memory runs out, jansson reports an invalid token or no error at all, so parse again: a real error repeats, and always
   has a message. */
json_t *alea__parse_line(const char *bytes, size_t size, json_error_t *why, bool *no_memory)
{
    json_t *line = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, why);
    if (!line) line = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, why);
    *no_memory = !line && (json_error_code(why) == json_error_out_of_memory || !why->text[0]);
    return line;
}
