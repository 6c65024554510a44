#ifndef ALEA_WEB_REQUEST_H
#define ALEA_WEB_REQUEST_H
/* A request in JSON: its members, and its files, which are in the current folder of the engine while it is handled. Functions
   that return false have said why (answer.h). */
#include <alea/game.h>
#include <jansson.h>

/* A text; NULL where the key is missing. false: it is something else. */
bool web_request_text(const json_t *request, const char *key, const char **out);
/* A whole number, also as text; *out stays where the key is missing. */
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

/* The words of a command line. */
typedef struct web_words web_words;
/* `operand` lists the keys of operands in their order and ends in NULL; all other keys are options. `fixed` is an option that the
   command gets in any case, or NULL. NULL: it has been said why not. */
web_words *web_request_words(const json_t *request, const char *const *operand, const char *fixed);
char **web_words_list(web_words *, int *count);
void web_words_free(web_words *); /* accepts NULL */
#endif
