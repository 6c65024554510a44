/* Bots that are other programs, without a sandbox: commands that the user types. They exchange lines of JSON with alea, which
   docs/write-a-bot.md describes. Each instance runs the command once. */
#include "base/error.h"
#include "base/memory.h"
#include "bot/exec_program.h"
#include "bot/messages.h"
#include "bot/view_lua.h"
#include "game/parameters.h"

#include <stdio.h>
#include <string.h>

#define EXEC_PROTOCOL "alea:bot@1.0.0"

/* The events that a bot need not receive. */
typedef enum exec_event { GAME_START, ROLLED, MOVED, GAME_END, EVENTS } exec_event;
static const char *const exec_event_name[EVENTS] = {"game-start", "rolled", "moved", "game-end"};

/* What the first line of a program says about it. */
typedef struct exec_traits {
    const char *name;
    alea_memory memory;
    bool receives[EVENTS];
    int saves;
} exec_traits;

typedef struct exec_bot {
    alea_bot base;
    char *command, shown[120]; /* the same, printable */
    bool receives[EVENTS];
    bool (*stopped)(void *user); /* of the sandbox's options; may be NULL */
    void *user;
} exec_bot;

typedef struct exec_instance {
    const exec_bot *bot;
    alea__program program;
    alea__view_lua *view;
    alea__text lines; /* not yet sent: programs are woken for questions only */
    uint64_t seed;
    bool paused;
} exec_instance;

/* ---- lines ---- */

/* Adds an object to what is sent with the next question, and drops it; NULL is one for which there was no memory. */
static void exec_write(exec_instance *i, json_t *object)
{
    if (!object ||
        json_dump_callback(object, alea__text_take_json, &i->lines, JSON_COMPACT | JSON_SORT_KEYS) != 0)
        i->lines.failed = true;
    alea__text_add(&i->lines, "\n");
    json_decref(object);
}

/* False after a failure, now or before. */
static bool exec_send(exec_instance *i)
{
    alea__decision *failed = &i->program.failed;
    failed->exhausted |= i->lines.failed;
    const bool sent = !failed->failure && !failed->exhausted && !failed->stopped &&
                      alea__program_send(&i->program, i->lines.data, i->lines.size);
    i->lines.size = 0;
    return sent;
}

/* The object that the program answers; NULL after a failure. `shown` gets its line. */
static json_t *exec_receive(exec_instance *i, char shown[80])
{
    const char *line;
    size_t size;
    json_error_t why;
    alea__program *p = &i->program;
    if (!alea__program_receive(p, &line, &size)) return NULL;
    json_t *answer = alea__parse_line(line, size, &why, &p->failed.exhausted);
    alea__printable(shown, 80, line, size);
    if (json_is_object(answer) || p->failed.exhausted) return answer;
    alea__program_fail(p, ALEA_TRAP, BOT_EXEC_NO_OBJECT, shown);
    json_decref(answer);
    return NULL;
}

/* Asks a question, which it drops. */
static json_t *exec_ask(exec_instance *i, json_t *question, char shown[80])
{
    if (i->program.process && alea__program_is_ahead(&i->program))
        alea__program_fail(&i->program, ALEA_TRAP, BOT_EXEC_AHEAD);
    exec_write(i, question);
    return exec_send(i) ? exec_receive(i, shown) : NULL;
}

static json_t *exec_append(json_t *list, json_t *value)
{
    if (json_array_append_new(list, value) == 0) return list;
    json_decref(list);
    return NULL;
}

static json_t *exec_list(const int64_t *value, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) list = exec_append(list, json_integer(value[i]));
    return list;
}

/* ---- introductions ---- */

/* An object: numbers, truths and words by the names of the parameters. NULL without memory. */
static json_t *exec_parameters(const alea_game *game)
{
    json_t *all = json_object();
    for (size_t i = 0; i < game->parameter_count; i++) {
        const alea__bound *b = &game->parameters[i];
        json_t *value = b->kind == ALEA__NUMBER    ? json_integer(b->number)
                        : b->kind == ALEA__BOOLEAN ? json_boolean(strcmp(b->value, "true") == 0)
                                                   : json_string(b->value);
        if (json_object_set_new(all, b->name, value) == 0) continue;
        json_decref(all);
        return NULL;
    }
    return all;
}

/* Fills *out from an introduction, whose texts it keeps. Returns what is wrong with it, or NULL. */
static const char *exec_read_traits(json_t *said, exec_traits *out, json_error_t *why)
{
    static const char *const memories[] = {"position", "game", "match", NULL};
    const char *memory = "game";
    json_t *events = NULL, *event;
    size_t at;
    *out = (exec_traits){.name = "", .memory = ALEA_MEMORY_UNDECLARED};
    if (json_unpack_ex(said, why, JSON_STRICT, "{s?s, s?s, s?o, s?b}", "name", &out->name, "memory", &memory,
                       "events", &events, "save", &out->saves) != 0)
        return why->text;
    for (int i = 0; memories[i]; i++)
        if (strcmp(memory, memories[i]) == 0) out->memory = (alea_memory)(ALEA_MEMORY_POSITION + i);
    if (out->memory == ALEA_MEMORY_UNDECLARED) return BOT_EXEC_MEMORY;
    if (out->saves && out->memory != ALEA_MEMORY_MATCH) return BOT_EXEC_NO_MATCH;
    for (int i = 0; i < EVENTS; i++) out->receives[i] = !events && out->memory != ALEA_MEMORY_POSITION;
    if (events && !json_is_array(events)) return BOT_EXEC_EVENTS;
    json_array_foreach(events, at, event)
    {
        int i = 0;
        while (i < EVENTS &&
               strcmp(json_is_string(event) ? json_string_value(event) : "", exec_event_name[i]) != 0)
            i++;
        if (i == EVENTS) return BOT_EXEC_EVENTS;
        if (out->memory == ALEA_MEMORY_POSITION) return BOT_EXEC_NO_MEMORY;
        out->receives[i] = true;
    }
    return NULL;
}

/* The first failure, as a status. */
static alea_status exec_fail(const exec_instance *i, alea_error *error)
{
    const alea__decision *failed = &i->program.failed;
    if (failed->exhausted) return alea__out_of_memory(error);
    if (failed->stopped) return alea__fail(error, ALEA_E_STOPPED, BOT_EXEC_STOPPED, i->bot->shown);
    return alea__fail(error, ALEA_E_BOT, BOT_EXEC_FAILS, i->bot->shown, failed->text);
}

/* Exchanges the first lines. The traits last as long as *said, which the caller drops. */
static alea_status exec_introduce(exec_instance *i, exec_traits *out, json_t **said, alea_error *error)
{
    char shown[80];
    json_error_t why;
    const alea_game *game = i->bot->base.game;
    exec_write(i, json_pack("{s:s, s:s, s:s, s:s, s:o, s:i}", "event", "match-start", "protocol",
                            EXEC_PROTOCOL, "game", game->name, "spec", game->spec, "parameters",
                            exec_parameters(game), "players", (int)game->players));
    *said = exec_send(i) ? exec_receive(i, shown) : NULL;
    const char *wrong = *said ? exec_read_traits(*said, out, &why) : NULL;
    if (wrong) alea__program_fail(&i->program, ALEA_TRAP, BOT_EXEC_INTRODUCTION, shown, wrong);
    return *said && !wrong ? ALEA_OK : exec_fail(i, error);
}

/* ---- instances ---- */

static void exec_bot_end(alea__instance *opaque)
{
    exec_instance *i = (exec_instance *)opaque;
    if (i->program.process) exec_send(i);
    alea__program_end(&i->program);
    alea__view_lua_close(i->view);
    alea__text_free(&i->lines);
    alea__free(i);
}

static alea_status exec_launch(exec_instance *i, exec_traits *traits, json_t **said, alea_error *error)
{
    char reason[ALEA__REASON];
    alea_status status = alea__view_lua_open(i->bot->base.game, &i->view, error);
    if (status != ALEA_OK) return status;
    const int failure = alea__program_start(&i->program, i->bot->command);
    if (failure)
        return alea__fail(error, ALEA_E_SANDBOX, BOT_EXEC_FAILS, i->bot->shown,
                          alea__reason(failure, reason));
    return exec_introduce(i, traits, said, error);
}

/* Runs the command, and asks what it is. */
static alea_status exec_begin(const exec_bot *bot, exec_traits *traits, json_t **said, exec_instance **out,
                              alea_error *error)
{
    exec_instance *i = alea__alloc(sizeof *i);
    *said = NULL;
    if (!i) return alea__out_of_memory(error);
    i->bot = bot;
    i->program.stopped = bot->stopped;
    i->program.user = bot->user;
    const alea_status status = exec_launch(i, traits, said, error);
    if (status == ALEA_OK)
        *out = i;
    else
        exec_bot_end((alea__instance *)i);
    return status;
}

/* The introduction counted when the bot was opened; now it must only be one. */
static alea_status exec_bot_start(alea_bot *bot, const alea__instance_id *id, alea__instance **out,
                                  alea_error *error)
{
    exec_traits traits;
    exec_instance *i = NULL;
    json_t *said;
    const alea_status status = exec_begin((const exec_bot *)bot, &traits, &said, &i, error);
    json_decref(said);
    if (status != ALEA_OK) return status;
    i->seed = id->seed;
    *out = (alea__instance *)i;
    return ALEA_OK;
}

/* ---- games ---- */

static void exec_bot_begin_game(alea__instance *opaque, uint64_t game, unsigned seat)
{
    exec_instance *i = (exec_instance *)opaque;
    alea__stream chance;
    if (i->lines.size > 0) exec_send(i); /* of the game before */
    if (!i->bot->receives[GAME_START]) return;
    alea__stream_start(&chance, i->seed, 0, ALEA__SEAT + seat, game);
    exec_write(i, json_pack("{s:s, s:I, s:i, s:i, s:I, s:b}", "event", exec_event_name[GAME_START], "number",
                            (json_int_t)game, "seat", (int)seat, "players", (int)i->bot->base.game->players,
                            "seed", (json_int_t)alea__next_word(&chance), "frozen", i->paused));
}

static json_t *exec_end_of_game(const alea_outcome *o, unsigned players)
{
    return json_pack("{s:s, s:o, s:o, s:o, s:b}", "event", exec_event_name[GAME_END], "winner",
                     o->winner < 0 ? json_null() : json_integer(o->winner), "scores",
                     exec_list(o->score, players), "money", exec_list(o->money, players), "unfinished",
                     o->unfinished);
}

/* Writes the event, if the program wants it. */
static void exec_bot_receive(alea__instance *opaque, const alea__event *e)
{
    static const exec_event events[] = {
        [ALEA__ROLLED] = ROLLED, [ALEA__MOVED] = MOVED, [ALEA__ENDED] = GAME_END};
    exec_instance *i = (exec_instance *)opaque;
    const alea_game *game = i->bot->base.game;
    int64_t face[16];
    if (!i->bot->receives[events[e->kind]]) return;
    for (unsigned k = 0; k < e->count; k++) face[k] = e->faces[k];
    const char *event = exec_event_name[events[e->kind]];
    if (e->kind == ALEA__ENDED)
        exec_write(i, exec_end_of_game(e->outcome, game->players));
    else if (e->kind == ALEA__ROLLED)
        exec_write(i, json_pack("{s:s, s:i, s:o}", "event", event, "seat", (int)e->seat, "faces",
                                exec_list(face, e->count)));
    else
        exec_write(
            i,
            json_pack("{s:s, s:i, s:s?}", "event", event, "seat", (int)e->seat, "move",
                      e->move == ALEA__NO_MOVE ? NULL : game->family->play->move_name(game->rules, e->move)));
}

/* ---- decisions ---- */

static json_t *exec_question(exec_instance *i, const alea_state *state)
{
    const alea_game *game = i->bot->base.game;
    const alea__play_ops *play = game->family->play;
    json_t *view, *moves = json_array();
    if (alea__view_lua_make(i->view, state, &view, NULL) != ALEA_OK) view = NULL;
    for (unsigned k = 0; k < play->move_count(game->rules, state); k++)
        moves =
            exec_append(moves, json_string(play->move_name(game->rules, play->move(game->rules, state, k))));
    return json_pack("{s:s, s:o, s:o, s:b}", "event", "choose", "view", view, "moves", moves, "frozen",
                     i->paused);
}

/* The move that an answer names; ALEA__NO_MOVE for anything else. */
static uint32_t exec_find_move(const alea_game *game, const alea_state *state, const json_t *answer)
{
    const alea__play_ops *play = game->family->play;
    const json_t *said = json_object_get(answer, "move");
    const char *name = json_string_value(said);
    for (unsigned k = 0; k < play->move_count(game->rules, state); k++) {
        const uint32_t move = play->move(game->rules, state, k);
        if (json_is_integer(said) && json_integer_value(said) == (json_int_t)k) return move;
        if (name && strcmp(name, play->move_name(game->rules, move)) == 0) return move;
    }
    return ALEA__NO_MOVE;
}

/* Asks for one move. Every error of the program is its failure, also one since the last decision. */
static void exec_bot_decide(alea__instance *opaque, const alea_state *state, alea__decision *out)
{
    exec_instance *i = (exec_instance *)opaque;
    const alea_game *game = i->bot->base.game;
    char shown[80];
    json_t *answer = exec_ask(i, exec_question(i, state), shown);
    if (answer) out->move = exec_find_move(game, state, answer);
    if (answer && out->move == ALEA__NO_MOVE)
        alea__program_fail(
            &i->program, ALEA_ILLEGAL, BOT_EXEC_NO_MOVE, shown,
            game->family->play->move_name(game->rules, game->family->play->move(game->rules, state, 0)));
    if (!answer || out->move == ALEA__NO_MOVE) *out = i->program.failed;
    json_decref(answer);
}

/* ---- what it has learned ---- */

static alea_status exec_bot_pause(alea__instance *instance, bool paused, alea_error *error)
{
    (void)error;
    ((exec_instance *)instance)->paused = paused;
    return ALEA_OK;
}

/* Adds the text that the program answers. ALEA_E_BOT with its reason for anything else. */
static alea_status exec_bot_save(alea__instance *opaque, alea__text *out, alea_error *error)
{
    exec_instance *i = (exec_instance *)opaque;
    char shown[80];
    json_t *answer = exec_ask(i, json_pack("{s:s}", "event", "save"), shown);
    const json_t *saved = json_object_get(answer, "saved");
    if (answer && !json_is_string(saved))
        alea__program_fail(&i->program, ALEA_TRAP, BOT_EXEC_NOT_SAVED, shown);
    if (saved) alea__text_add_bytes(out, json_string_value(saved), json_string_length(saved));
    i->program.failed.exhausted |= out->failed;
    const bool done = json_is_string(saved) && !out->failed;
    json_decref(answer);
    return done ? ALEA_OK : exec_fail(i, error);
}

static alea_status exec_bot_load(alea__instance *opaque, const void *data, size_t size, alea_error *error)
{
    exec_instance *i = (exec_instance *)opaque;
    exec_write(i, json_pack("{s:s, s:s%}", "event", "load", "saved", data, size));
    return exec_send(i) ? ALEA_OK : exec_fail(i, error);
}

/* ---- bots ---- */

static void exec_bot_free(alea_bot *opaque)
{
    exec_bot *bot = (exec_bot *)opaque;
    alea__free(bot->command);
    alea__free(bot->base.name);
    alea__free(bot);
}

static const char *exec_bot_what(const alea_bot *bot, const char *const **imports)
{
    (void)bot, (void)imports;
    return "A program outside the sandbox.";
}

#define EXEC_BOT_OPS                                                                     \
    .kind = "exec", .free = exec_bot_free, .start = exec_bot_start, .end = exec_bot_end, \
    .begin_game = exec_bot_begin_game, .decide = exec_bot_decide, .what = exec_bot_what
/* By their memory, and whether they save: a program that remembers nothing need not be restored. */
static const alea__bot_ops exec_position_ops = {EXEC_BOT_OPS, .restores = true};
static const alea__bot_ops exec_game_ops = {EXEC_BOT_OPS, .receive = exec_bot_receive,
                                            .pause = exec_bot_pause};
static const alea__bot_ops exec_saving_ops = {EXEC_BOT_OPS, .receive = exec_bot_receive,
                                              .pause = exec_bot_pause, .save = exec_bot_save,
                                              .load = exec_bot_load};

/* Runs the command once, so that its mistakes are reported before the first game. */
static alea_status exec_bot_try(exec_bot *bot, alea_error *error)
{
    exec_traits traits;
    exec_instance *i = NULL;
    json_t *said;
    alea_status status = exec_begin(bot, &traits, &said, &i, error);
    if (status == ALEA_OK) {
        exec_bot_end((alea__instance *)i);
        alea__printable(bot->base.title, sizeof bot->base.title, traits.name, strlen(traits.name));
        memcpy(bot->receives, traits.receives, sizeof bot->receives);
        bot->base.memory = traits.memory;
        bot->base.saves = traits.saves;
        bot->base.ops = traits.saves ? &exec_saving_ops : &exec_game_ops;
        if (traits.memory == ALEA_MEMORY_POSITION) {
            bot->base.ops = &exec_position_ops;
            status = alea_bot_declare_pure(&bot->base, error);
        }
    }
    json_decref(said);
    return status;
}

/* `spec` is exec:COMMAND. */
static alea_status exec_bot_open(const alea_game *game, const char *spec, alea_sandbox *sandbox,
                                 alea_bot **out, alea_error *error)
{
    const char *command = alea__bot_command(spec);
    if (!command || !*command) return alea__fail(error, ALEA_E_SPEC, BOT_EXEC_NO_COMMAND);
    exec_bot *bot = alea__alloc(sizeof *bot);
    if (!bot) return alea__out_of_memory(error);
    bot->base = (alea_bot){.ops = &exec_game_ops, .game = game};
    if (sandbox) {
        bot->stopped = sandbox->options.stopped;
        bot->user = sandbox->options.user;
    }
    const size_t size = strlen(command) + sizeof "exec ";
    bot->command = alea__alloc(size);
    if (bot->command) snprintf(bot->command, size, "exec %s", command); /* no shell stays between */
    alea__printable(bot->shown, sizeof bot->shown, command, strlen(command));
    alea__bot_identify(&bot->base, command, strlen(command));
    const alea_status status = bot->command ? exec_bot_try(bot, error) : alea__out_of_memory(error);
    if (status == ALEA_OK)
        *out = &bot->base;
    else
        exec_bot_free(&bot->base);
    return status;
}

/* The program behind a command may change, so none of its answers are kept. */
alea_status alea_bot_from_command(const alea_game *game, const char *spec, alea_sandbox *sandbox,
                                  alea_bot **out, alea_error *error)
{
    const alea_status status = alea__bot_open_by(game, spec, sandbox, exec_bot_open, out, error);
    if (status == ALEA_OK) (*out)->sandbox = NULL;
    return status;
}
