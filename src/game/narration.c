/* Events in sentences; see narration.h. */
#include "game/narration.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "game/messages.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 400 };

struct alea__words {
    size_t count;
    struct {
        char key[ALEA__LONGEST_WORDS], text[ALEA__LONGEST_WORDS];
    } word[MOST_WORDS];
};

/* ---- the words of a rule file ---- */

/* Takes over the key and the value on top of the stack. */
static alea_status words_take(const alea__reader *top, struct alea__words *words, lua_State *L,
                              alea_error *error)
{
    size_t length = 0;
    if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TSTRING)
        return alea__read_fail(top, "words", error, GAME_WORDS_STRINGS);
    if (words->count == MOST_WORDS) return alea__read_fail(top, "words", error, GAME_WORDS_MANY, MOST_WORDS);
    const char *key = lua_tolstring(L, -2, &length);
    if (length >= ALEA__LONGEST_WORDS || lua_rawlen(L, -1) >= ALEA__LONGEST_WORDS)
        return alea__read_fail(top, "words", error, GAME_WORDS_LONG, ALEA__LONGEST_WORDS - 1);
    alea__printable(words->word[words->count].key, ALEA__LONGEST_WORDS, key, length);
    const char *text = lua_tolstring(L, -1, &length);
    alea__printable(words->word[words->count].text, ALEA__LONGEST_WORDS, text, length);
    words->count++;
    return ALEA_OK;
}

alea_status alea__words_read(const alea__reader *top, alea_game *game, alea_error *error)
{
    alea__reader table;
    alea_status status = alea__read_table(top, "words", false, &table, error);
    if (status != ALEA_OK || table.at == 0) return status;
    lua_State *L = alea__lua_state(top->lua);
    if (!lua_checkstack(L, 4)) return alea__out_of_memory(error);
    game->words = alea__alloc(sizeof *game->words);
    if (!game->words) return alea__out_of_memory(error);
    lua_pushnil(L);
    while (status == ALEA_OK && lua_next(L, table.at)) {
        status = words_take(top, game->words, L, error);
        lua_pop(L, 1);
    }
    lua_settop(L, table.at - 1);
    return status;
}

void alea__words_free(alea_game *game)
{
    alea__free(game->words);
}

/* The first word of a key is an event of the family; what follows narrows it down. */
alea_status alea__words_check(const alea__reader *top, const alea_game *game, alea_error *error)
{
    static const char *const question_only[] = {"question", NULL};
    const char *const *events = game->family->narration ? game->family->narration->events : question_only;
    char all[300] = "";
    for (size_t i = 0; events[i]; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s`%s`", i ? ", " : "", events[i]);
    for (size_t w = 0; game->words && w < game->words->count; w++) {
        const char *key = game->words->word[w].key;
        const size_t length = strcspn(key, " ");
        bool known = false;
        for (size_t i = 0; events[i]; i++)
            known |= strlen(events[i]) == length && strncmp(events[i], key, length) == 0;
        if (!known) return alea__read_fail(top, "words", error, GAME_WORDS_UNKNOWN, key, all);
    }
    return ALEA_OK;
}

bool alea__words_list(const char *const *list, const char *word)
{
    while (*list && strcmp(*list, word) != 0) list++;
    return *list != NULL;
}

/* Checks the blanks of a sentence, which are in braces: each must be known. */
static alea_status words_check_blanks(const alea__reader *top, const alea_game *game, size_t word,
                                      alea_error *error)
{
    static const char *const everywhere[] = {"player", "opponent", NULL}, *const asked[] = {"moves", NULL};
    const alea__narration_ops *family = game->family->narration;
    const char *key = game->words->word[word].key, *end;
    for (const char *at = game->words->word[word].text; (at = strchr(at, '{')) && (end = strchr(at, '}'));
         at = end) {
        char blank[ALEA__LONGEST_WORDS];
        snprintf(blank, sizeof blank, "%.*s", (int)(end - at - 1), at + 1);
        if (alea__words_list(everywhere, blank)) continue;
        if (strcmp(key, "question") == 0
                ? alea__words_list(asked, blank)
                : family && family->has_blank && family->has_blank(game->rules, key, blank))
            continue;
        return alea__read_fail(top, "words", error, GAME_WORDS_NO_BLANK, blank, key);
    }
    return ALEA_OK;
}

alea_status alea__words_check_rules(const alea__reader *top, const alea_game *game, alea_error *error)
{
    const alea__narration_ops *family = game->family->narration;
    alea_status status = ALEA_OK;
    for (size_t w = 0; status == ALEA_OK && game->words && w < game->words->count; w++) {
        const char *key = game->words->word[w].key;
        const bool alone = !strchr(key, ' ');
        if (strcmp(key, "question") != 0 &&
            !(family && family->fits ? family->fits(game->rules, key) : alone))
            return alea__read_fail(top, "words", error, GAME_WORDS_NO_EVENT, key);
        status = words_check_blanks(top, game, w, error);
    }
    return status;
}

const char *alea__words_of(const alea_game *game, const char *key, const char *fallback)
{
    for (size_t i = 0; game->words && i < game->words->count; i++)
        if (strcmp(game->words->word[i].key, key) == 0) return game->words->word[i].text;
    const char *ours = game->source ? NULL : alea__builtin_words(game->name, key);
    return ours ? ours : fallback;
}

/* ---- telling ---- */

void alea__narrate_blank(alea__narration *n, const char *name, const char *value)
{
    unsigned i = 0;
    while (i < n->blanks && strcmp(n->blank[i].name, name) != 0) i++;
    ALEA_ASSERT(i < ALEA__MOST_BLANKS);
    n->blank[i] = (alea__blank){name, value};
    if (i == n->blanks) n->blanks++;
}

static void narration_add(alea__narration *n, const char *text, size_t length)
{
    if (length > n->size - 1 - n->used) length = n->size - 1 - n->used;
    memcpy(n->out + n->used, text, length);
    n->used += length;
    n->out[n->used] = 0;
}

/* The value of the blank that begins at `brace`; NULL if there is no such blank. */
static const char *narration_value(const alea__narration *n, const char *brace, size_t *length)
{
    const char *end = strchr(brace, '}');
    if (!end) return NULL;
    *length = (size_t)(end - brace) + 1;
    for (unsigned i = 0; i < n->blanks; i++)
        if (strlen(n->blank[i].name) == *length - 2 && strncmp(n->blank[i].name, brace + 1, *length - 2) == 0)
            return n->blank[i].value;
    return NULL;
}

/* A person without a name is "You", and "you" within a sentence. */
void alea__narrate(alea__narration *n, const char *sentence)
{
    const char *const start = sentence;
    ALEA_ASSERT(n->used < n->size);
    if (!*sentence) return;
    if (n->used > 0) narration_add(n, " ", 1);
    while (*sentence) {
        size_t length = 0;
        const char *value = *sentence == '{' ? narration_value(n, sentence, &length) : NULL;
        if (value) {
            const bool within = sentence - start >= 2 && !strchr(".!?:", sentence[-2]);
            if (within && strcmp(value, "You") == 0) value = "you";
            narration_add(n, value, strlen(value));
            sentence += length;
        } else
            narration_add(n, sentence++, 1);
    }
}

void alea_game_narrate(const alea_game *game, const alea_state *before, uint32_t move_or_outcome,
                       const char *const *names, char *out, size_t size)
{
    alea_state after = *before;
    if (size == 0) return;
    *out = 0;
    const int seat = alea_game_turn_of(game, before);
    if (seat < 0 || !game->family->narration) return;
    if (alea_game_apply(game, &after, move_or_outcome, NULL) != ALEA_OK) return;
    alea__narration n = {
        .game = game, .before = before, .after = &after, .what = move_or_outcome, .out = out, .size = size};
    alea__narrate_blank(&n, "player", names[seat]);
    alea__narrate_blank(&n, "opponent", game->players == 2 ? names[1 - seat] : "the others");
    game->family->narration->narrate(&n);
}

const char *alea_game_question(const alea_game *game)
{
    const alea__narration_ops *ours = game->family->narration;
    return alea__words_of(game, "question", ours ? ours->question : NULL);
}
