/* Any text as a spec: parsing and opening refuse it with a sentence, or the game's canonical spec opens the same game. */
#include "game/spec.h"
#include <alea/game.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void parse(const char *text)
{
    alea__spec spec;
    alea_error error;
    if (alea__spec_parse(text, &spec, &error) == ALEA_OK) {
        if (!spec.name[0]) abort();
        alea__spec_free(&spec);
    } else if (error.status != ALEA_E_SPEC || error.column < 1) {
        abort();
    }
}

/* No files: the fuzzer must not open files that a spec names. */
static void open_game(const char *text)
{
    alea_game *game, *again;
    alea_error error;
    if (strstr(text, ".lua")) return;
    if (alea_game_open(text, &game, &error) != ALEA_OK) {
        if (!error.message[0]) abort();
        return;
    }
    if (alea_game_open(alea_game_spec(game), &again, &error) != ALEA_OK) abort();
    if (strcmp(alea_game_spec(game), alea_game_spec(again)) != 0) abort();
    alea_game_free(game);
    alea_game_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    parse(text);
    open_game(text);
    free(text);
    return 0;
}
