#pragma once
/* A request in JSON: its members, and its files, which are in the engine's current folder while it is handled. Functions
   that return false have set the reason (answer.h). */
#include "command/options.h"

#include <alea/game.h>
#include <jansson.h>

/* A text; NULL if the key is missing. Returns false if it has another type. */
bool web_request_text(const json_t *request, const char *key, const char **out);
/* A whole number, also as text; *out is unchanged if the key is missing. */
bool web_request_whole(const json_t *request, const char *key, int64_t *out);
bool web_request_flag(const json_t *request, const char *key);
/* Refuses keys that are not in the list, which ends in NULL; `do`, `files` and `rules` are always allowed. */
bool web_request_check(const json_t *request, const char *const *keys);

/* Writes the texts of `files`, of `rules` and of `record` into the folder. */
bool web_request_write_files(const json_t *request);
/* Removes all files in the folder. */
void web_request_remove_files(void);

/* The spec of the request's game: with `rules` that of their file, "mine.lua(goal=50)". */
enum { WEB_SPEC = 1024 };
bool web_request_game(const json_t *request, char spec[WEB_SPEC]);

/* The texts that a command's struct points to. Starts as {0}. */
enum { WEB_WORDS = 1000 };
typedef struct web_words {
    char *word[WEB_WORDS];
    unsigned count;
} web_words;
/* Fills a command's struct from a request: `operand` lists the keys of operands in their order and ends in NULL; all other keys are
   options. The struct is valid until web_words_free. */
bool web_request_fill(const json_t *request, const char *const *operand, const cmd_call *, web_words *);
void web_words_free(web_words *);
