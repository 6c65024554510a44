/* Finds the game of a bot's file by its definitions. */
#include "command/find_game.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_READ = 4 << 20 };

/* A word in a file that only bots of one game have. */
typedef struct game_mark {
    const char *ending, *word, *game, *because;
} game_mark;

/* The first match counts: Lua bots of Hog and Despirala read fields that other games lack. */
static const game_mark find_game_marks[] = {
    {".py", "final_strategy", "hog", "it defines final_strategy"},
    {".py", "PLAYER_NAME", "hog", "it has a PLAYER_NAME"},
    {".py", "TEAM_NAME", "hog", "it has a TEAM_NAME"},
    {".lua", "final_strategy", "hog", "it says final_strategy"},
    {".lua", ".opponent", "hog", "it asks for view.opponent"},
    {".lua", ".doing", "despirala", "it asks for view.doing"},
    {".lua", ".goods", "despirala", "it asks for view.goods"},
    {".lua", ".used", "despirala", "it asks for view.used"},
    {".wasm", "should_roll", "pig-pen", NULL},
    {".wasm", "should-roll", "pig-pen", NULL},
    {".wasm", "final-strategy", "hog", "it exports final-strategy"},
    {".wasm", "final_strategy", "hog", "it exports final_strategy"},
};

static bool find_game_ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

/* Whether the bytes contain a whole word. */
static bool find_game_has_word(const char *text, size_t size, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(text + i, word, length) != 0) continue;
        const bool begins =
            *word == '.' || i == 0 || !(isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_');
        const unsigned char next = i + length < size ? (unsigned char)text[i + length] : 0;
        if (begins && !isalnum(next) && next != '_') return true;
    }
    return false;
}

/* The first bytes of a file, freed by the caller; NULL if it cannot be read, which is reported later. Zero bytes are
   removed, so that words are also found in UTF-16, which is refused later. */
static char *find_game_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(MOST_READ) : NULL;
    *size = text ? fread(text, 1, MOST_READ, file) : 0;
    if (file) fclose(file);
    const size_t read = *size;
    if (!find_game_ends_with(path, ".wasm")) *size = 0;
    for (size_t i = 0; *size < read && i < read; i++)
        if (text[i]) text[(*size)++] = text[i];
    return text;
}

cmd_found_game cmd_find_game(const char *path)
{
    const cmd_found_game usual = {"pig-pen", NULL};
    if (strncmp(path, "table:", strlen("table:")) == 0) return usual;
    if (find_game_ends_with(path, ".csv"))
        return (cmd_found_game){"hog", "a table in CSV is a strategy of Hog"};
    size_t size;
    char *text = find_game_read(path, &size);
    cmd_found_game found = usual;
    for (size_t i = 0; text && i < sizeof find_game_marks / sizeof *find_game_marks; i++) {
        const game_mark *m = &find_game_marks[i];
        if (!find_game_ends_with(path, m->ending) || !find_game_has_word(text, size, m->word)) continue;
        found = (cmd_found_game){m->game, m->because};
        break;
    }
    free(text);
    return found;
}
