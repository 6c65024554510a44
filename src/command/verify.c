/* Verifying a record: the bots of the record are opened and decide again. */
#include "base/assert.h"
#include "command/players.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef struct verify_work {
    const cmd_verify_args *args;
    const alea_record *record;
    cmd_lineup lineup;                  /* its game is the record's */
    alea_bot *bot[ALEA_MAX_SEATS];      /* by player; NULL: a person or a graded computer */
    double strength[ALEA_MAX_SEATS];    /* of graded computers; below 0: a person */
    unsigned differing[ALEA_MAX_SEATS]; /* players whose bots have other hashes */
    unsigned differ;
    alea_record_difference difference;
} verify_work;

/* ---- the bots ---- */

/* The file that --bot gives for a player; else its spec in the record. */
static const char *verify_spec(cmd_names *moved, const char *player)
{
    const size_t length = strlen(player);
    for (unsigned i = 0; i < moved->count; i++) {
        if (strncmp(moved->name[i], player, length) != 0 || moved->name[i][length] != '=') continue;
        moved->used[i] = true;
        return moved->name[i] + length + 1;
    }
    return player;
}

/* Finds out who decides for each player, and lists the specs of the bots. CMD_USAGE if the record cannot be verified. */
static int verify_players(verify_work *w, const char **spec, unsigned *bots)
{
    const alea_record *r = w->record;
    char grade[PLAY_NAME_SIZE];
    unsigned people = 0;
    *bots = 0;
    if (!r->written_by) return cmd_complain(CMD_USAGE, VERIFY_OLD);
    if (r->count == 0) return cmd_complain(CMD_USAGE, VERIFY_NO_GAMES);
    for (unsigned i = 0; i < r->players; i++) {
        const bool person = play_is_person(r->player[i]);
        w->strength[i] = -1;
        people += person;
        if (r->bot_sha256[i]) {
            spec[*bots] = verify_spec(w->args->moved, r->player[i]);
            if (spec[*bots] == r->player[i] && cmd_check_recorded(r->player[i]) != CMD_DONE) return CMD_USAGE;
            (*bots)++;
        } else if (r->run || (!person && !(play_is_graded(r->player[i], grade) &&
                                           coach_strength(grade, &w->strength[i]))))
            return cmd_complain(CMD_USAGE, VERIFY_NO_HASH, cmd_show(r->player[i]).text);
    }
    if (people == r->players && r->manual) return cmd_complain(CMD_USAGE, VERIFY_NOTHING);
    for (unsigned i = 0; i < w->args->moved->count; i++)
        if (!w->args->moved->used[i])
            return cmd_complain(CMD_USAGE, VERIFY_NO_SUCH_BOT, cmd_show(w->args->moved->name[i]).text);
    return CMD_DONE;
}

/* Opens the bots and notes those with other hashes than in the record. */
static int verify_open(verify_work *w)
{
    const char *spec[ALEA_MAX_SEATS];
    unsigned bots;
    int status = verify_players(w, spec, &bots);
    w->lineup = (cmd_lineup){.game = w->record->game, .pure = w->args->pure};
    if (status == CMD_DONE && w->record->run) status = cmd_play_for(w->lineup.game, w->args->objective);
    if (status == CMD_DONE && bots > 0) status = cmd_lineup_add(&w->lineup, spec, bots, w->args->limits);
    if (status != CMD_DONE) return status;
    for (unsigned i = 0, k = 0; i < w->record->players; i++) {
        if (!w->record->bot_sha256[i]) continue;
        w->bot[i] = w->lineup.bot[k++];
        const char *now = alea_bot_sha256(w->bot[i]);
        ALEA_ASSERT(now); /* it was opened by a spec */
        if (strcmp(now, w->record->bot_sha256[i]) != 0) w->differing[w->differ++] = i;
    }
    return CMD_DONE;
}

/* ---- games at a table ---- */

/* Asks the computer that made a decision once more. *status is that of its answer; ALEA_OK with a move that is legal. */
static int verify_ask(const verify_work *w, coach *c, const alea_event *e, size_t number, unsigned player,
                      uint32_t *move, alea_status *status)
{
    alea_error error;
    alea_state after = e->before;
    *status = ALEA_OK;
    if (!w->bot[player])
        return play_graded_move(c, &e->before, number, w->strength[player], move)
                   ? CMD_DONE
                   : cmd_complain(c->status == ALEA_E_MEMORY ? CMD_FAILED : CMD_USAGE, "%s", c->why);
    *status = alea_bot_ask(w->bot[player], &e->before, move, &error);
    if (*status != ALEA_OK && *status != ALEA_E_BOT) return cmd_report(&error);
    if (*status == ALEA_OK) *status = alea_game_apply(w->record->game, &after, *move, NULL);
    return CMD_DONE;
}

/* Compares the decisions of computers in a game, also those that were taken back. */
static int verify_game(verify_work *w, coach *c, const alea_record_game *g)
{
    const alea_event *events = g->history ? g->history : g->event;
    const size_t count = g->history ? g->history_count : g->count;
    for (size_t i = 0, number = 0; i < count && !w->difference.found; i++) {
        const alea_event *e = &events[i];
        char played[sizeof w->difference.played];
        uint32_t move = 0;
        alea_status answered;
        const unsigned player = e->seat < 0 ? 0 : g->player[e->seat];
        const bool decides = e->kind == ALEA_MOVED || e->kind == ALEA_FORFEITED;
        if (decides && (w->bot[player] || w->strength[player] >= 0)) {
            const int status = verify_ask(w, c, e, number, player, &move, &answered);
            if (status != CMD_DONE) return status;
            const bool moves = answered == ALEA_OK;
            snprintf(played, sizeof played, "seat %d%s%s", e->seat, moves ? ": " : " forfeits",
                     moves ? alea_game_move_name(w->record->game, move) : "");
            if (moves != (e->kind == ALEA_MOVED) || (moves && move != e->what))
                alea_record_differ(w->record, g, e, played, &w->difference);
        }
        number = e->kind == ALEA_TAKEN_BACK ? number - e->what : number + 1;
    }
    return CMD_DONE;
}

/* The dice were checked when the record was read. */
static int verify_table(verify_work *w)
{
    coach c;
    coach_start(&c, w->record->game);
    c.seed = w->record->seed;
    int status = cmd_choose_objective(w->record->game, w->args->objective, &c.objective);
    for (size_t i = 0; i < w->record->count && status == CMD_DONE && !w->difference.found; i++)
        status = verify_game(w, &c, &w->record->played[i]);
    coach_end(&c);
    return status;
}

static int verify_run(verify_work *w)
{
    alea_error error;
    const alea_progress progress = cmd_begin_work("games");
    const alea_status status =
        alea_record_verify(w->record, w->lineup.bot, &progress, &w->difference, &error);
    cmd_end_work();
    return status == ALEA_OK ? CMD_DONE : cmd_report_work(&error);
}

/* ---- the answer ---- */

/* The bots with other hashes, or the event that differs; NULL if memory runs out. */
static json_t *verify_difference(const verify_work *w)
{
    const alea_record_difference *d = &w->difference;
    json_t *bots = json_array();
    for (unsigned i = 0; i < w->differ; i++) {
        json_t *name = json_string(cmd_show(w->record->player[w->differing[i]]).text);
        if (json_array_append_new(bots, name) == 0) continue;
        json_decref(bots);
        return NULL;
    }
    if (w->differ) return json_pack("{s:o}", "bots", bots);
    return json_pack("{s:o, s:I, s:I, s:I, s:s, s:s}", "bots", bots, "game", (json_int_t)d->game, "event",
                     (json_int_t)d->event, "line", (json_int_t)d->line, "recorded", d->recorded, "played",
                     d->played);
}

static int verify_print_json(const verify_work *w, bool same)
{
    json_t *whole = json_pack("{s:b, s:I, s:o}", "verified", (int)same, "games", (json_int_t)w->record->count,
                              "difference", same ? json_null() : verify_difference(w));
    char *text = whole ? json_dumps(whole, JSON_INDENT(2)) : NULL;
    const int printed = text ? cmd_print("%s\n", text) : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    json_decref(whole);
    free(text);
    return printed;
}

/* Prints the verdict: the bots that differ, the first event that does, or that all is as recorded. */
static int verify_print(const verify_work *w, bool same)
{
    const alea_record *r = w->record;
    const alea_record_difference *d = &w->difference;
    int status = CMD_DONE;
    if (w->args->json) return verify_print_json(w, same);
    if (same)
        return cmd_print(VERIFY_DONE, r->count, r->count == 1 ? "" : "s",
                         r->run      ? ""
                         : r->manual ? VERIFY_MANUAL
                                     : VERIFY_TABLE);
    if (d->found)
        return cmd_print(VERIFY_DIFFERENT, (unsigned long long)d->game, d->event, (unsigned long long)d->line,
                         d->recorded, d->played);
    for (unsigned i = 0; i < w->differ && status == CMD_DONE; i++) {
        const unsigned player = w->differing[i];
        status = cmd_print(VERIFY_OTHER_BOT, cmd_show(r->player[player]).text,
                           cmd_show(r->bot_sha256[player]).text, alea_bot_sha256(w->bot[player]));
    }
    cmd_complain(CMD_DONE, VERIFY_HOW);
    return status;
}

int cmd_verify_record(const cmd_verify_args *args, const alea_record *record)
{
    verify_work w = {.args = args, .record = record};
    int status = verify_open(&w);
    if (status == CMD_DONE && w.differ == 0) status = record->run ? verify_run(&w) : verify_table(&w);
    const bool same = w.differ == 0 && !w.difference.found;
    if (status == CMD_DONE) status = verify_print(&w, same);
    w.lineup.game = NULL; /* the record's */
    cmd_lineup_close(&w.lineup);
    return status == CMD_DONE && !same ? CMD_NO : status;
}
