/* Matches in which some bots run outside the engine: the page asks each of them in its own frame. */
#include "base/memory.h"
#include "command/command.h"
#include "web/answer.h"
#include "web/call.h"
#include "web/messages.h"
#include "web/request.h"

#include <alea/outside.h>
#include <alea/view.h>
#include <string.h>

enum { MATCH_MOST = 8, MATCH_NAME = 64 };

typedef struct web_match {
    int64_t id;
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *bot[ALEA_MAX_SEATS];
    char name[ALEA_MAX_SEATS][MATCH_NAME]; /* for players outside the engine */
    unsigned players;
    alea_outside *outside;
    alea_outside_batch batch;
    bool over;
} web_match;

/* The open matches. They outlive the request that opened them. */
static web_match *match_open_matches[MATCH_MOST];
static int64_t match_last_id;

/* Frees the contents of a match. */
static void match_close(web_match *m)
{
    alea_outside_free(m->outside);
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) alea_bot_free(m->bot[i]);
    cmd_close_sandbox(m->sandbox);
    alea_game_free(m->game);
}

static void match_free(web_match *m)
{
    match_close(m);
    alea__free(m);
}

static web_match **match_find(const json_t *request)
{
    int64_t id = 0;
    if (!web_request_whole(request, "id", &id)) return NULL;
    for (int i = 0; i < MATCH_MOST; i++)
        if (match_open_matches[i] && match_open_matches[i]->id == id) return &match_open_matches[i];
    web_answer_misuse(WEB_NO_MATCH_OPEN, (long long)id);
    return NULL;
}

/* ---- opening ---- */

/* A player is `outside(NAME)` or the spec of a bot that the engine runs. */
static int match_add_player(web_match *m, const char *spec, alea_outside_player *player)
{
    static const char outside[] = "outside(";
    const size_t before = sizeof outside - 1, length = strlen(spec);
    char *name = m->name[m->players];
    alea_error error;
    *player = (alea_outside_player){0};
    if (strncmp(spec, outside, before) == 0 && spec[length - 1] == ')') {
        if (length - before - 1 >= MATCH_NAME || length - before == 1)
            return web_answer_misuse(WEB_BAD_NAME, cmd_show(spec).text, MATCH_NAME - 1);
        memcpy(name, spec + before, length - before - 1);
        player->name = name;
    } else if (alea_bot_open(m->game, spec, m->sandbox, &m->bot[m->players], &error) != ALEA_OK)
        return cmd_report(&error);
    player->bot = m->bot[m->players++];
    return CMD_DONE;
}

/* Adds all players of the request, in their order. */
static int match_add_players(web_match *m, const json_t *bots, alea_outside_player *player)
{
    size_t i;
    const json_t *one;
    int status = CMD_DONE;
    json_array_foreach((json_t *)(uintptr_t)bots, i, one)
    {
        const char *spec = json_string_value(one);
        if (!spec) return web_answer_misuse(WEB_KEY_TYPE, "bots", WEB_TEXTS);
        status = match_add_player(m, spec, &player[i]);
        if (status != CMD_DONE) return status;
    }
    return status;
}

/* Reads the options of the match; a missing key keeps its default. */
static int match_read_options(const json_t *request, alea_outside_options *out)
{
    const char *seats;
    int64_t first = 0, games = 0, seed = 0, at_once = 0;
    if (!web_request_whole(request, "first", &first) || !web_request_whole(request, "games", &games) ||
        !web_request_whole(request, "seed", &seed) || !web_request_whole(request, "at_once", &at_once) ||
        !web_request_text(request, "seats", &seats))
        return CMD_USAGE;
    if (first < 0 || games < 0 || seed < 0 || at_once < 0 || at_once > UINT16_MAX)
        return web_answer_misuse(WEB_KEY_TYPE, "first, games, seed or at_once",
                                 "a whole number that is not negative");
    if (seats && strcmp(seats, "rotate") != 0 && strcmp(seats, "fixed") != 0)
        return web_answer_misuse(WEB_KEY_TYPE, "seats", "rotate or fixed");
    *out = (alea_outside_options){.size = sizeof *out,
                                  .first = (uint64_t)first,
                                  .games = (uint64_t)games,
                                  .seed = (uint64_t)seed,
                                  .seed_given = json_object_get(request, "seed") != NULL,
                                  .seats = seats && strcmp(seats, "fixed") == 0 ? ALEA_FIXED : ALEA_ROTATE,
                                  .at_once = (unsigned)at_once,
                                  .record = web_request_flag(request, "recorded")};
    return CMD_DONE;
}

/* Opens game, bots and match. */
static int match_open(web_match *m, const json_t *request)
{
    char spec[WEB_SPEC];
    alea_error error;
    alea_outside_options options;
    alea_outside_player player[ALEA_MAX_SEATS];
    const json_t *bots = json_object_get(request, "bots");
    if (!json_is_array(bots) || json_array_size(bots) == 0 || json_array_size(bots) > ALEA_MAX_SEATS)
        return web_answer_misuse(WEB_KEY_TYPE, "bots", "an array of one to eight texts");
    if (!web_request_game(request, spec)) return CMD_USAGE;
    int status = cmd_open_sandbox((alea_sandbox_options){0}, &m->sandbox);
    if (status == CMD_DONE) status = cmd_open_game_for(spec, (unsigned)json_array_size(bots), &m->game);
    if (status == CMD_DONE) status = match_add_players(m, bots, player);
    if (status == CMD_DONE) status = match_read_options(request, &options);
    if (status != CMD_DONE) return status;
    return alea_outside_open(m->game, player, &options, &m->outside, &error) == ALEA_OK ? CMD_DONE
                                                                                        : cmd_report(&error);
}

/* ---- questions and answers ---- */

static json_t *match_questions(const web_match *m)
{
    json_t *list = json_array();
    for (size_t i = 0; i < m->batch.count; i++) {
        const alea_outside_question *q = &m->batch.question[i];
        json_t *view = json_loads(q->view, 0, NULL);
        json_array_append_new(list, json_pack("{s:I, s:i, s:i, s:o}", "game", (json_int_t)q->game, "bot",
                                              (int)q->bot, "seat", (int)q->seat, "view", view));
    }
    return list;
}

/* Answers with the open questions and the standings of the counted games, in the form of `run`; when the match is over also
   with the record. */
static int match_show(web_match *m)
{
    alea_error error;
    alea_run_result *result;
    char *text;
    if (alea_outside_result(m->outside, &result, &error) != ALEA_OK) return cmd_report(&error);
    m->over = m->batch.done == result->asked;
    const alea_view_options how = {.json = true};
    const alea_status made = alea_view_run(result, 0, &how, &text, &error);
    alea_run_result_free(result);
    if (made != ALEA_OK) return cmd_report(&error);
    const char *record = m->over ? alea_outside_record(m->outside) : NULL;
    json_t *answer = json_pack("{s:I, s:b, s:I, s:o, s:o}", "id", (json_int_t)m->id, "over", m->over, "done",
                               (json_int_t)m->batch.done, "questions", match_questions(m), "run",
                               json_loads(text, 0, NULL));
    alea_text_free(text);
    if (answer && record) json_object_set_new(answer, "record", json_string(record));
    return web_answer_object(answer);
}

/* The request `bot`: the name of a bot, or why it cannot play the game. Running out of memory or being stopped fails the
   request. */
int web_bot(const json_t *request)
{
    static const char *const keys[] = {"game", "bot", "players", NULL};
    char spec[WEB_SPEC];
    const char *bot;
    int64_t players = 0;
    alea_error error;
    web_match m = {.players = 0};
    if (!web_request_check(request, keys) || !web_request_game(request, spec) ||
        !web_request_text(request, "bot", &bot) || !web_request_whole(request, "players", &players))
        return CMD_USAGE;
    if (!bot) return web_answer_misuse(WEB_KEY_MISSING, "bot", "bot");
    if (players < 0 || players > ALEA_MAX_SEATS) return web_answer_misuse(WEB_KEY_TYPE, "players", WEB_SEATS);
    int status = cmd_open_sandbox((alea_sandbox_options){0}, &m.sandbox);
    if (status == CMD_DONE)
        status = players ? cmd_open_game_for(spec, (unsigned)players, &m.game) : cmd_open_game(spec, &m.game);
    if (status == CMD_DONE) {
        const alea_status opened = alea_bot_open(m.game, bot, m.sandbox, &m.bot[0], &error);
        json_t *why = opened == ALEA_OK ? json_null() : json_string(error.message);
        if (!why) why = json_string(cmd_show(error.message).text); /* the message is not UTF-8 */
        status = opened == ALEA_E_MEMORY || opened == ALEA_E_STOPPED
                     ? cmd_report(&error)
                     : web_answer_object(json_pack("{s:s?, s:O}", "name",
                                                   m.bot[0] ? alea_bot_name(m.bot[0]) : NULL, "why", why));
        json_decref(why);
    }
    match_close(&m);
    return status;
}

/* Opens a match and plays it up to its first questions. */
int web_match_open(const json_t *request)
{
    static const char *const keys[] = {"game",  "bots",    "first",    "games", "seed",
                                       "seats", "at_once", "recorded", NULL};
    alea_error error;
    int place = 0;
    while (place < MATCH_MOST && match_open_matches[place]) place++;
    if (place == MATCH_MOST) return web_answer_misuse(WEB_MANY_MATCHES, MATCH_MOST);
    if (!web_request_check(request, keys)) return CMD_USAGE;
    web_match *m = alea__alloc(sizeof *m);
    if (!m) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    m->id = ++match_last_id;
    int status = match_open(m, request);
    if (status == CMD_DONE && alea_outside_next(m->outside, NULL, &m->batch, &error) != ALEA_OK)
        status = cmd_report(&error);
    if (status != CMD_DONE) {
        match_free(m);
        return status;
    }
    match_open_matches[place] = m;
    return match_show(m);
}

/* An answer is a value that a bot in Lua could return, or an object {failure, text} with a name of alea_failure_name and
   the reason. */
static bool match_read_answer(const json_t *value, alea_outside_answer *out)
{
    const char *word = json_string_value(json_object_get(value, "failure"));
    *out = (alea_outside_answer){.kind = ALEA_OUTSIDE_NOTHING};
    if (json_is_boolean(value))
        *out = (alea_outside_answer){.kind = ALEA_OUTSIDE_TRUTH, .number = json_is_true(value)};
    else if (json_is_number(value))
        *out = (alea_outside_answer){.kind = ALEA_OUTSIDE_NUMBER, .number = json_number_value(value)};
    else if (json_is_string(value))
        *out = (alea_outside_answer){.kind = ALEA_OUTSIDE_TEXT, .text = json_string_value(value)};
    else if (word) {
        *out = (alea_outside_answer){.kind = ALEA_OUTSIDE_FAILED,
                                     .text = json_string_value(json_object_get(value, "text"))};
        for (int kind = ALEA_NO_FAILURE + 1; kind < ALEA_FAILURE_KINDS; kind++)
            if (strcmp(alea_failure_name((alea_failure)kind), word) == 0) out->failure = (alea_failure)kind;
        return out->failure != ALEA_NO_FAILURE;
    }
    return word || !(json_is_object(value) || json_is_array(value));
}

/* Takes one answer to each open question and plays on to the next questions. */
static int match_take_answers(web_match *m, const json_t *answers)
{
    alea_error error;
    if (!json_is_array(answers) || json_array_size(answers) != m->batch.count)
        return web_answer_misuse(WEB_MATCH_ANSWERS, m->batch.count);
    alea_outside_answer *list = alea__alloc_array(m->batch.count + 1, sizeof *list);
    if (!list) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    int status = CMD_DONE;
    for (size_t i = 0; i < m->batch.count && status == CMD_DONE; i++)
        if (!match_read_answer(json_array_get(answers, i), &list[i]))
            status = web_answer_misuse(WEB_MATCH_ANSWER, i);
    if (status == CMD_DONE && alea_outside_next(m->outside, list, &m->batch, &error) != ALEA_OK)
        status = cmd_report(&error);
    alea__free(list);
    return status;
}

int web_match_next(const json_t *request)
{
    static const char *const keys[] = {"id", "answers", NULL};
    if (!web_request_check(request, keys)) return CMD_USAGE;
    web_match **place = match_find(request);
    if (!place) return CMD_USAGE;
    const int status = match_take_answers(*place, json_object_get(request, "answers"));
    return status == CMD_DONE ? match_show(*place) : status;
}

int web_match_close(const json_t *request)
{
    static const char *const keys[] = {"id", NULL};
    if (!web_request_check(request, keys)) return CMD_USAGE;
    web_match **place = match_find(request);
    if (!place) return CMD_USAGE;
    match_free(*place);
    *place = NULL;
    return web_answer_object(json_pack("{s:b}", "closed", 1));
}
