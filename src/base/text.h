#pragma once
/* Growing text, and small helpers for text. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct json_t;
struct json_error_t;

/* Starts as {0}. Once an allocation has failed, `failed` stays true and further text is ignored: check once at the end. */
typedef struct alea__text {
    char *data; /* always ends in a zero byte when not NULL */
    size_t size, capacity;
    bool failed;
} alea__text;

__attribute__((format(printf, 2, 3))) void alea__text_add(alea__text *, const char *format, ...);
void alea__text_add_bytes(alea__text *, const void *, size_t);
/* Adds a word as a shell reads it: in single quotes if it has characters that a shell would change. */
void alea__text_add_quoted(alea__text *, const char *word);
void alea__text_free(alea__text *);
/* The same of a text that became part of another: where the part failed, the whole one has, too. */
void alea__text_free_part(alea__text *part, alea__text *whole);

/* strtod with a decimal point in every locale. */
double alea__read_real(const char *text, char **end);

/* vsnprintf and snprintf with a decimal point in every locale. */
__attribute__((format(printf, 3, 0))) int alea__format(char *out, size_t size, const char *format, va_list);
__attribute__((format(printf, 3, 4))) int alea__print(char *out, size_t size, const char *format, ...);

bool alea__ends_with(const char *text, const char *ending);

/* Letters and blanks of ASCII. Those of <ctype.h> and strcasecmp differ with the locale, which a program that uses the library may set. */
bool alea__is_digit(char);
bool alea__is_letter(char);
bool alea__is_word(char); /* a letter, a digit or an underscore */
bool alea__is_space(char);
char alea__lower(char);
bool alea__same_word(const char *a, const char *b);                   /* ignoring case, as the next one */
bool alea__same_letters(const char *a, const char *b, size_t length); /* of the first `length` */
const char *alea__find_letters(const char *text, const char *part);   /* the first occurrence, or NULL */
bool alea__has_ending(const char *path, const char *ending);

/* The entry of `names` nearest to `name` by edit distance, NULL when none is near. */
const char *alea__nearest(const char *name, const char *const *names, size_t count);

/* Text from outside, before it reaches a screen. One set of characters, `utf8_hidden` in text.c, is escaped everywhere: controls,
   marks of direction, tags, and others that cannot be seen. */

/* Copies `text` into `out`; writes bytes of these characters and of invalid UTF-8 as \xNN, and truncates with an ellipsis. */
void alea__printable(char *out, size_t size, const char *text, size_t length);
/* The same of whole lines: their ends and tabs stay. */
void alea__printable_lines(char *out, size_t size, const char *text, size_t length);
void alea__text_show(alea__text *); /* in place */
/* Adds a piece of JSON to an alea__text and writes special characters as \uNNNN; the parsed strings stay the same. A
   callback for json_dump_callback: returns 0, and a failure is recorded in the text. */
int alea__text_take_json(const char *bytes, size_t size, void *text);
/* Parses a line as JSON. If that fails, returns NULL and explains it in `why`, unless *no_memory. */
struct json_t *alea__parse_line(const char *bytes, size_t size, struct json_error_t *why, bool *no_memory);
