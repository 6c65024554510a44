/* Bots whose decisions a function of the calling program makes. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "bot/bot.h"
#include "bot/messages.h"

#include <stdio.h>
#include <string.h>

typedef struct function_bot {
    alea_bot bot; /* first, so that a pointer to it is a pointer to this */
    alea_decide *decide;
    void *user;
} function_bot;

/* Decisions that were made together, in the order in which they will be asked for. */
typedef struct function_instance {
    const function_bot *bot;
    size_t count, next;
    alea_state *state; /* [ALEA__MOST_EXPECTED], as `move` */
    uint32_t *move;
    alea_status status; /* of the last call */
    alea_error error;
} function_instance;

static void function_bot_free(alea_bot *bot)
{
    alea__free(bot->name);
    alea__free(bot);
}

static void function_bot_end(alea__instance *opaque)
{
    function_instance *instance = (function_instance *)opaque;
    alea__free(instance->state);
    alea__free(instance->move);
    alea__free(instance);
}

/* Makes room for the positions that are announced at once. */
static alea_status function_bot_start(alea_bot *bot, const alea__instance_id *id, alea__instance **out,
                                      alea_error *error)
{
    (void)id;
    function_instance *instance = alea__alloc(sizeof *instance);
    if (!instance) return alea__out_of_memory(error);
    *out = (alea__instance *)instance;
    instance->bot = (const function_bot *)bot;
    instance->state = alea__alloc_array(ALEA__MOST_EXPECTED, sizeof *instance->state);
    instance->move = alea__alloc_array(ALEA__MOST_EXPECTED, sizeof *instance->move);
    if (instance->state && instance->move) return ALEA_OK;
    function_bot_end(*out);
    return alea__out_of_memory(error);
}

static void function_bot_begin_game(alea__instance *instance, uint64_t game, unsigned seat)
{
    (void)instance, (void)game, (void)seat;
}

/* Asks the function about several positions at once. */
static void function_bot_expect(alea__instance *opaque, const alea_state *state, size_t count)
{
    function_instance *instance = (function_instance *)opaque;
    ALEA_ASSERT(count <= ALEA__MOST_EXPECTED);
    memcpy(instance->state, state, count * sizeof *state);
    instance->count = count;
    instance->next = 0;
    instance->status =
        instance->bot->decide(instance->bot->user, instance->state, count, instance->move, &instance->error);
}

static bool function_is_legal(const alea_game *game, const alea_state *state, uint32_t move)
{
    const unsigned count = alea_game_move_count(game, state);
    for (unsigned i = 0; i < count; i++)
        if (alea_game_move(game, state, i) == move) return true;
    return false;
}

/* Takes the answer that was given before, or asks. */
static void function_bot_decide(alea__instance *opaque, const alea_state *state, alea__decision *out)
{
    function_instance *instance = (function_instance *)opaque;
    const bool known = instance->next < instance->count &&
                       memcmp(&instance->state[instance->next], state, sizeof *state) == 0;
    if (!known) function_bot_expect(opaque, state, 1);
    out->move = instance->move[instance->next++];
    if (instance->status == ALEA_E_MEMORY) out->exhausted = true;
    if (instance->status == ALEA_E_STOPPED) out->stopped = true;
    if (instance->status != ALEA_OK) {
        out->failure = ALEA_TRAP;
        alea__printable(out->text, sizeof out->text, instance->error.message,
                        strlen(instance->error.message));
    } else if (!function_is_legal(instance->bot->bot.game, state, out->move)) {
        out->failure = ALEA_ILLEGAL;
        snprintf(out->text, sizeof out->text, BOT_FUNCTION_ILLEGAL, out->move);
    }
}

static const char *function_bot_what(const alea_bot *bot, const char *const **imports)
{
    (void)bot, (void)imports;
    return "A function of the program that plays.";
}

static const alea__bot_ops function_bot_ops = {
    .kind = "function",
    .free = function_bot_free,
    .start = function_bot_start,
    .end = function_bot_end,
    .begin_game = function_bot_begin_game,
    .decide = function_bot_decide,
    .what = function_bot_what,
    .expect = function_bot_expect,
    .expects = ALEA__MOST_EXPECTED,
    .restores = true, /* by contract it remembers nothing */
};

alea_status alea_bot_from_function(const alea_game *game, const char *name, alea_decide *decide, void *user,
                                   alea_bot **out, alea_error *error)
{
    char identity[64];
    ALEA_ASSERT(name && decide);
    function_bot *made = alea__alloc(sizeof *made);
    char *copy = alea__copy_text(name);
    if (!made || !copy) {
        alea__free(made);
        alea__free(copy);
        return alea__out_of_memory(error);
    }
    *made = (function_bot){
        .bot = {.ops = &function_bot_ops, .game = game, .name = copy}, .decide = decide, .user = user};
    made->bot.purity = ALEA_DECLARED_PURE;
    /* two functions are never taken for the same bot */
    const int length = snprintf(identity, sizeof identity, "function %p %p", (void *)made, user);
    alea__bot_identify(&made->bot, identity, (size_t)length);
    *out = &made->bot;
    return ALEA_OK;
}
