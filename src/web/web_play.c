/* Requests about games that people play: opening them, and one step after another. */
#include "base/memory.h"
#include "web/answer.h"
#include "web/call.h"
#include "web/messages.h"
#include "web/play.h"
#include "web/request.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLAY_MOST = 32 };

/* The open games. They outlive the request that opened them. */
static web_play *play_open_games[PLAY_MOST];
static int64_t play_last_id;

static void play_free(web_play *p)
{
    if (!p) return;
    coach_end(&p->coach);
    alea_session_free(p->session);
    for (unsigned i = 0; i < p->players; i++) alea_bot_free(p->player[i].bot);
    cmd_close_sandbox(p->sandbox);
    alea_game_free(p->own);
    if (*p->record) unlink(p->record);
    json_decref(p->events);
    alea__free(p);
}

static web_play *play_find(const json_t *request)
{
    int64_t id = 0;
    if (!web_request_whole(request, "id", &id)) return NULL;
    for (int i = 0; i < PLAY_MOST; i++)
        if (play_open_games[i] && play_open_games[i]->id == id) return play_open_games[i];
    web_answer_misuse(WEB_NO_GAME_OPEN, (long long)id);
    return NULL;
}

/* ---- players ---- */

/* Fills *player from a spec: a person, a graded computer, or a bot, which it opens. */
static int play_sit_down(web_play *p, const char *spec, play_player *player)
{
    char words[PLAY_NAME_SIZE];
    alea_error error;
    if (play_is_person(spec)) {
        player->kind = PLAY_HUMAN;
        return CMD_DONE;
    }
    player->kind = PLAY_GRADED;
    if (play_is_graded(spec, words))
        return coach_strength(*words ? words : COACH_LEVEL, &player->strength)
                   ? CMD_DONE
                   : web_answer_misuse(WEB_BAD_GRADE, cmd_show(spec).text);
    player->kind = PLAY_BOT;
    if (strcmp(spec, "optimal") == 0 && p->coach.objective != alea_game_objective(p->game)) {
        snprintf(words, sizeof words, "optimal(for=%s)", alea_objective_name(p->coach.objective));
        spec = words;
    }
    return alea_bot_open(p->game, spec, p->sandbox, &player->bot, &error) == ALEA_OK ? CMD_DONE
                                                                                     : cmd_report(&error);
}

/* Opens the players, and what the values of moves need. */
static int play_seat(web_play *p, const json_t *request, const char *const *spec, unsigned count)
{
    int status = cmd_open_sandbox((alea_sandbox_options){0}, &p->sandbox);
    const char *objective;
    if (!web_request_text(request, "for", &objective)) return CMD_USAGE;
    p->coached = web_request_flag(request, "coach");
    p->players = count;
    coach_start(&p->coach, p->game);
    if (status == CMD_DONE && objective)
        status = cmd_choose_objective(p->game, objective, &p->coach.objective);
    for (unsigned i = 0; i < p->players && status == CMD_DONE; i++)
        status = play_sit_down(p, spec[i], &p->player[i]);
    for (unsigned i = 0; i < p->players; i++) play_name(spec, p->players, i, p->player[i].name);
    return status;
}

/* Tells the first event of the session. */
static int play_start(web_play *p)
{
    p->coach.seed = alea_session_seed(p->session);
    p->events = json_array();
    return web_play_tell(p, NULL, NULL) ? CMD_DONE : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
}

/* ---- opening ---- */

typedef struct play_specs {
    char text[ALEA_MAX_SEATS][2 * PLAY_NAME_SIZE];
    const char *spec[ALEA_MAX_SEATS];
    unsigned count;
} play_specs;

/* Reads `seats`. A name alone becomes human(NAME), unless it is the name of a bot. */
static bool play_read_seats(const json_t *request, const alea_game *game, play_specs *out)
{
    size_t i;
    const json_t *seats = json_object_get(request, "seats"), *one;
    if (!json_is_array(seats) || json_array_size(seats) == 0 || json_array_size(seats) > ALEA_MAX_SEATS) {
        web_answer_misuse(WEB_KEY_TYPE, "seats", "an array of one to eight texts");
        return false;
    }
    json_array_foreach((json_t *)(uintptr_t)seats, i, one)
    {
        const char *word = json_string_value(one);
        if (!word || !*word || strlen(word) >= PLAY_NAME_SIZE - 8) {
            web_answer_misuse(WEB_BAD_NAME, word ? cmd_show(word).text : "", PLAY_NAME_SIZE - 9);
            return false;
        }
        alea_builtin b;
        bool name = !strpbrk(word, "():./=") && strcmp(word, "human") != 0 && strcmp(word, "graded") != 0;
        for (size_t k = 0; alea_bot_builtin(alea_game_family(game), k, &b); k++)
            name &= strlen(word) != strcspn(b.usage, "(") || strncmp(word, b.usage, strlen(word)) != 0;
        snprintf(out->text[i], sizeof out->text[i], name ? "human(%s)" : "%s", word);
        out->spec[i] = out->text[i];
    }
    out->count = (unsigned)json_array_size(seats);
    return true;
}

/* Seats the players in the order of their rolls: the lowest first, equal rolls in the order given. */
static alea_status play_roll_for_order(web_play *p, alea_error *error)
{
    unsigned in_seat[ALEA_MAX_SEATS], shown, seat = 0;
    const unsigned players = alea_session_players(p->session);
    for (unsigned i = 0; i < players; i++) {
        const alea_status status = alea_session_order(p->session, i, 0, &shown, error);
        if (status != ALEA_OK) return status;
    }
    for (unsigned face = 1; face <= 6; face++)
        for (unsigned i = 0; i < players; i++)
            if (alea_session_ordered(p->session, i) == face) in_seat[seat++] = i;
    return alea_session_seat(p->session, in_seat, error);
}

/* Starts the session with its record. */
static int play_begin(web_play *p, const json_t *request, const play_specs *seats)
{
    alea_error error;
    int64_t seed = ALEA_DEFAULT_SEED;
    const char *order;
    if (!web_request_whole(request, "seed", &seed) || !web_request_text(request, "order", &order))
        return CMD_USAGE;
    const alea_bot *bots[ALEA_MAX_SEATS];
    for (unsigned i = 0; i < p->players; i++) bots[i] = p->player[i].bot;
    const alea_session_options how = {.size = sizeof how,
                                      .seed = (uint64_t)seed & INT64_MAX,
                                      .manual = web_request_flag(request, "manual"),
                                      .record = p->record,
                                      .bots = bots};
    if (alea_session_start(p->game, seats->spec, seats->count, &how, &p->session, &error) != ALEA_OK)
        return cmd_report(&error);
    const bool by_lot = order && strcmp(order, "roll") == 0 && !how.manual && seats->count > 1;
    const alea_status seated =
        by_lot ? play_roll_for_order(p, &error) : alea_session_seat(p->session, NULL, &error);
    return seated == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

/* Makes a game with a number and a place for its record, and nothing else. Returns NULL after an error. */
static web_play *play_make(int64_t id)
{
    int place = 0;
    while (place < PLAY_MOST && play_open_games[place]) place++;
    if (place == PLAY_MOST) {
        web_answer_misuse(WEB_MANY_GAMES, PLAY_MOST);
        return NULL;
    }
    web_play *p = alea__alloc(sizeof *p);
    if (!p) {
        cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
        return NULL;
    }
    mkdir("/play", 0700);
    p->id = id > 0 ? id : play_last_id + 1;
    if (p->id > play_last_id) play_last_id = p->id;
    snprintf(p->record, sizeof p->record, "/play/%lld.jsonl", (long long)p->id);
    unlink(p->record);
    return p;
}

/* Keeps the game if all went well, and shows it. */
static int play_keep(web_play *p, int status)
{
    if (status != CMD_DONE) {
        play_free(p);
        return status;
    }
    for (int i = 0; i < PLAY_MOST; i++) {
        if (play_open_games[i]) continue;
        play_open_games[i] = p;
        break;
    }
    return web_play_show(p);
}

/* Opens the game for as many players as there are seats, the session and its players, and shows the first position. */
int web_play_open(const json_t *request)
{
    static const char *const keys[] = {"game", "seats", "seed", "for", "order", "manual", "coach", NULL};
    char spec[WEB_SPEC];
    play_specs seats = {.count = 0};
    alea_game *asked;
    if (!web_request_check(request, keys) || !web_request_game(request, spec)) return CMD_USAGE;
    int status = cmd_open_game(spec, &asked);
    if (status != CMD_DONE) return status;
    const bool read = play_read_seats(request, asked, &seats);
    alea_game_free(asked);
    web_play *p = read ? play_make(0) : NULL;
    if (!p) return CMD_USAGE;
    status = cmd_open_game_for(spec, seats.count, &p->own);
    p->game = p->own;
    if (status == CMD_DONE) status = play_seat(p, request, seats.spec, seats.count);
    if (status == CMD_DONE) status = play_begin(p, request, &seats);
    if (status == CMD_DONE) status = play_start(p);
    return play_keep(p, status);
}

/* Copies the given record, with which the session continues. */
static bool play_copy_record(const json_t *request, const char *path)
{
    const json_t *record = json_object_get(request, "record");
    if (!json_is_string(record)) {
        web_answer_misuse(WEB_KEY_MISSING, "play.restore", "record");
        return false;
    }
    FILE *file = fopen(path, "wb");
    const size_t size = json_string_length(record);
    bool written = file && fwrite(json_string_value(record), 1, size, file) == size;
    if (file) written &= fclose(file) == 0;
    if (!written) cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    return written;
}

/* Goes on with the last game of a record, under the number `id` if the request has one. */
int web_play_restore(const json_t *request)
{
    static const char *const keys[] = {"id", "record", "game", "for", "coach", NULL};
    alea_error error;
    int64_t id = 0;
    if (!web_request_check(request, keys) || !web_request_whole(request, "id", &id)) return CMD_USAGE;
    web_play *p = play_make(id);
    if (!p) return CMD_USAGE;
    int status = play_copy_record(request, p->record) ? CMD_DONE : CMD_USAGE;
    if (status == CMD_DONE && alea_session_resume(p->record, &p->session, &error) != ALEA_OK) {
        if (strcmp(error.file, p->record) == 0) snprintf(error.file, sizeof error.file, "record.jsonl");
        status = cmd_report(&error);
    }
    const char *spec[ALEA_MAX_SEATS];
    if (status == CMD_DONE) p->game = alea_session_game(p->session);
    for (unsigned i = 0; status == CMD_DONE && i < alea_session_players(p->session); i++)
        spec[i] = alea_session_player(p->session, i);
    if (status == CMD_DONE && !alea_session_seated(p->session) &&
        alea_session_seat(p->session, NULL, &error) != ALEA_OK)
        status = cmd_report(&error);
    if (status == CMD_DONE) status = play_seat(p, request, spec, alea_session_players(p->session));
    if (status == CMD_DONE) status = play_start(p);
    return play_keep(p, status);
}

/* ---- steps ---- */

/* Tells the event that has just happened, and shows the game. */
static int play_after(web_play *p, const char *extra, json_t *value)
{
    return web_play_tell(p, extra, value) ? web_play_show(p) : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
}

/* The coach's remark about the roll that was the last event. */
static json_t *play_luck(web_play *p)
{
    size_t count;
    alea_review_luck luck;
    const alea_event *event = alea_session_events(p->session, &count);
    if (!p->coached || count == 0 || !coach_weigh(&p->coach, &event[count - 1], count - 1, &luck))
        return json_null();
    return json_pack("{s:f, s:f, s:s}", "amount", luck.amount, "error", luck.error, "grade",
                     alea_grade_name(luck.grade));
}

/* Reads the faces of real dice. */
static bool play_read_faces(const json_t *request, uint32_t faces[16], unsigned *count)
{
    size_t i;
    const json_t *array = json_object_get(request, "faces"), *one;
    if (!json_is_array(array) || json_array_size(array) > 16) {
        web_answer_misuse(WEB_NO_FACES);
        return false;
    }
    json_array_foreach((json_t *)(uintptr_t)array, i, one)
    {
        if (!json_is_integer(one) || json_integer_value(one) < 0 || json_integer_value(one) > UINT32_MAX) {
            web_answer_misuse(WEB_NO_FACES);
            return false;
        }
        faces[i] = (uint32_t)json_integer_value(one);
    }
    *count = (unsigned)json_array_size(array);
    return true;
}

/* Rolls the dice, or takes the faces of real ones, and shows the game. */
static int play_roll(web_play *p, const json_t *request)
{
    alea_error error;
    uint32_t faces[16];
    unsigned count;
    alea_status status;
    if (alea_session_manual(p->session)) {
        if (!play_read_faces(request, faces, &count)) return CMD_USAGE;
        status = alea_session_show(p->session, faces, count, &error);
    } else
        status = alea_session_roll(p->session, faces, &count, &error);
    return status == ALEA_OK ? play_after(p, "luck", play_luck(p)) : cmd_report(&error);
}

/* Makes a move; `all` has the values of moves, or is NULL. */
static alea_status play_move(web_play *p, uint32_t move, const alea_review_answer *all, alea_error *error)
{
    const alea_status status = alea_session_move(p->session, move, error);
    if (status != ALEA_OK) return status;
    if (web_play_tell(p, "cost", all ? web_play_cost(all, move) : NULL)) return ALEA_OK;
    error->status = ALEA_E_MEMORY;
    snprintf(error->message, sizeof error->message, "%s", CMD_NO_MEMORY);
    return error->status;
}

/* The move of a graded player, drawn from the coach's values. If there are none, *error has the reason. */
static alea_status play_grade(web_play *p, const play_player *player, const alea_review_answer *all,
                              uint32_t *move, alea_error *error)
{
    coach *c = &p->coach;
    if (all) {
        size_t event;
        alea_session_events(p->session, &event);
        *move = play_choose_graded(c, &all->answer, event, player->strength);
        return ALEA_OK;
    }
    error->status = c->status == ALEA_OK ? ALEA_E_REFUSED : c->status;
    snprintf(error->message, sizeof error->message, "%s", c->why);
    if (c->status == ALEA_E_STOPPED) c->tried = false; /* the next question solves again */
    return error->status;
}

/* A computer decides. A bot that fails forfeits; after another failure the request fails, and the game is unchanged. */
static int play_compute(web_play *p, const play_player *player)
{
    size_t count;
    uint32_t move = 0;
    alea_error error = {.status = ALEA_OK}, not_kept;
    alea_review_answer all;
    const alea_state *now = alea_session_state(p->session);
    alea_session_events(p->session, &count);
    const bool asks = player->kind == PLAY_GRADED || p->coached,
               knows = asks && coach_ask(&p->coach, now, count, &all);
    alea_status status = player->kind == PLAY_BOT ? alea_session_ask(p->session, player->bot, &move, &error)
                                                  : play_grade(p, player, knows ? &all : NULL, &move, &error);
    if (status == ALEA_OK) status = play_move(p, move, knows ? &all : NULL, &error);
    if (knows) alea_review_answer_free(&all);
    if (status == ALEA_OK) return web_play_show(p);
    if (!play_failed_itself(player, status)) return cmd_report(&error);
    if (alea_session_forfeit(p->session, ALEA_TRAP, error.message, &not_kept) != ALEA_OK)
        return cmd_report(&not_kept);
    return play_after(p, NULL, NULL);
}

int web_play_step(const json_t *request)
{
    static const char *const keys[] = {"id", "faces", NULL};
    web_play *p = web_request_check(request, keys) ? play_find(request) : NULL;
    if (!p) return CMD_USAGE;
    const int mover = alea_game_to_move(p->game, alea_session_state(p->session));
    if (mover == ALEA_OVER) return web_answer_misuse(WEB_GAME_OVER);
    if (mover == ALEA_CHANCE) return play_roll(p, request);
    const play_player *player = web_play_in_seat(p, (unsigned)mover);
    return player->kind == PLAY_HUMAN ? web_answer_misuse(WEB_A_PERSON) : play_compute(p, player);
}

/* Makes a person's move. */
int web_play_choose(const json_t *request)
{
    static const char *const keys[] = {"id", "move", NULL};
    size_t count;
    int64_t move = -1;
    alea_error error;
    alea_review_answer all;
    web_play *p = web_request_check(request, keys) ? play_find(request) : NULL;
    if (!p || !web_request_whole(request, "move", &move)) return CMD_USAGE;
    const alea_state *now = alea_session_state(p->session);
    const int mover = alea_game_to_move(p->game, now);
    if (mover < 0 || web_play_in_seat(p, (unsigned)mover)->kind != PLAY_HUMAN)
        return web_answer_misuse(mover == ALEA_OVER ? WEB_GAME_OVER : WEB_NOT_A_PERSON);
    alea_session_events(p->session, &count);
    const bool knows = p->coached && coach_ask(&p->coach, now, count, &all);
    const uint32_t chosen = move >= 0 && move < UINT32_MAX ? (uint32_t)move : UINT32_MAX;
    const alea_status status = play_move(p, chosen, knows ? &all : NULL, &error);
    if (knows) alea_review_answer_free(&all);
    return status == ALEA_OK ? web_play_show(p) : cmd_report(&error);
}

/* The seat of the last person who decided; -1 if there is none. */
static int play_last_person(web_play *p)
{
    size_t count;
    const alea_event *event = alea_session_events(p->session, &count);
    while (count-- > 0)
        if (event[count].kind == ALEA_MOVED && event[count].seat >= 0 &&
            web_play_in_seat(p, (unsigned)event[count].seat)->kind == PLAY_HUMAN)
            return event[count].seat;
    return -1;
}

int web_play_undo(const json_t *request)
{
    static const char *const keys[] = {"id", "seat", NULL};
    alea_error error;
    web_play *p = web_request_check(request, keys) ? play_find(request) : NULL;
    if (!p) return CMD_USAGE;
    int64_t seat = play_last_person(p);
    if (!web_request_whole(request, "seat", &seat)) return CMD_USAGE;
    if (seat < 0 || seat >= p->players) return web_answer_misuse(WEB_NOTHING_DONE);
    if (alea_session_undo(p->session, (unsigned)seat, &error) != ALEA_OK) return cmd_report(&error);
    return play_after(p, NULL, NULL);
}

int web_play_forfeit(const json_t *request)
{
    static const char *const keys[] = {"id", NULL};
    alea_error error;
    web_play *p = web_request_check(request, keys) ? play_find(request) : NULL;
    if (!p) return CMD_USAGE;
    if (alea_game_to_move(p->game, alea_session_state(p->session)) < 0)
        return web_answer_misuse(WEB_NOT_A_PERSON);
    if (alea_session_forfeit(p->session, ALEA_TRAP, "gave up", &error) != ALEA_OK) return cmd_report(&error);
    return play_after(p, NULL, NULL);
}

/* ---- looking ---- */

int web_play_state(const json_t *request)
{
    static const char *const keys[] = {"id", NULL};
    web_play *p = web_request_check(request, keys) ? play_find(request) : NULL;
    return p ? web_play_show(p) : CMD_USAGE;
}

int web_play_hint(const json_t *request)
{
    static const char *const keys[] = {"id", NULL};
    web_play *p = web_request_check(request, keys) ? play_find(request) : NULL;
    return p ? web_play_show_hint(p) : CMD_USAGE;
}

int web_play_events(const json_t *request)
{
    static const char *const keys[] = {"id", "from", NULL};
    int64_t from = 0;
    web_play *p = web_request_check(request, keys) ? play_find(request) : NULL;
    if (!p || !web_request_whole(request, "from", &from)) return CMD_USAGE;
    json_t *events = json_array();
    for (size_t i = from > 0 ? (size_t)from : 0; i < json_array_size(p->events); i++)
        json_array_append(events, json_array_get(p->events, i));
    return web_answer_object(json_pack("{s:o}", "events", events));
}

int web_play_close(const json_t *request)
{
    static const char *const keys[] = {"id", NULL};
    web_play *p = web_request_check(request, keys) ? play_find(request) : NULL;
    if (!p) return CMD_USAGE;
    for (int i = 0; i < PLAY_MOST; i++)
        if (play_open_games[i] == p) play_open_games[i] = NULL;
    play_free(p);
    return web_answer_object(json_pack("{s:b}", "closed", true));
}
