/* Records as JSON; alea/view.h documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/replay_view.h"

enum { STATE_WORDS = 400 };

static json_t *faces(const alea_game *game, const alea_event *e)
{
    uint32_t face[16];
    unsigned count = alea_game_chance_faces(game, &e->before, e->what, face);
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) list = alea__json_append(list, alea__json_count(face[i]));
    return list;
}

static void put_what(alea__json *json, const alea_game *game, const alea_event *e)
{
    switch (e->kind) {
    case ALEA_ROLLED: alea__json_put(json, "roll", faces(game, e)); break;
    case ALEA_MOVED: alea__json_put(json, "move", alea__json_text(alea_game_move_name(game, e->what))); break;
    case ALEA_FORFEITED:
        alea__json_put(json, "forfeit", alea__json_text(alea_failure_name((alea_failure)e->what)));
        alea__json_put(json, "text", alea__json_text(e->text));
        break;
    case ALEA_TAKEN_BACK: alea__json_put(json, "undo", alea__json_count(e->what)); break;
    }
}

static json_t *event(const alea_game *game, const alea_event *e, const alea_state *after)
{
    char words[STATE_WORDS];
    alea__json json = alea__json_start();
    alea__json_put(&json, "line", alea__json_count(e->line));
    alea__json_put(&json, "turn", alea__json_count(alea_game_turns(game, &e->before) + UINT64_C(1)));
    alea__json_put(&json, "seat", e->seat < 0 ? json_null() : json_integer(e->seat));
    put_what(&json, game, e);
    alea_game_describe(game, after, words, sizeof words);
    alea__json_put(&json, "state", alea__json_text(words));
    return alea__json_end(&json);
}

static json_t *numbers(const int64_t *number, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) list = alea__json_append(list, json_integer((json_int_t)number[i]));
    return list;
}

static json_t *indices(const unsigned *number, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) list = alea__json_append(list, alea__json_count(number[i]));
    return list;
}

static json_t *end(const alea_record_game *g, unsigned players)
{
    if (!g->finished) return json_null();
    alea__json json = alea__json_start();
    alea__json_put(&json, "winner", g->outcome.winner < 0 ? json_null() : json_integer(g->outcome.winner));
    alea__json_put(&json, "unfinished", json_boolean(g->outcome.unfinished));
    alea__json_put(&json, "turns", alea__json_count(g->outcome.turns));
    alea__json_put(&json, "scores", numbers(g->outcome.score, players));
    alea__json_put(&json, "money", numbers(g->outcome.money, players));
    return alea__json_end(&json);
}

static json_t *game(const alea_record *r, const alea_record_game *g, bool taken_back)
{
    alea__shown_events shown = alea__events_of(g, taken_back);
    json_t *events = json_array();
    for (size_t i = 0; i < shown.count; i++)
        events = alea__json_append(events, event(r->game, &shown.event[i], alea__state_after(g, shown, i)));
    alea__json json = alea__json_start();
    alea__json_put(&json, "number", alea__json_count(g->number));
    alea__json_put(&json, "in_seat", indices(g->player, r->players));
    alea__json_put(&json, "events", events);
    alea__json_put(&json, "taken_back", alea__json_count(g->taken_back));
    alea__json_put(&json, "finished", json_boolean(g->finished));
    alea__json_put(&json, "end", end(g, r->players));
    return alea__json_end(&json);
}

static json_t *names(const alea_record *r)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->players; i++) list = alea__json_append(list, alea__json_text(r->player[i]));
    return list;
}

static bool has_order(const alea_record *r)
{
    for (unsigned i = 0; i < r->players; i++)
        if (r->order[i]) return true;
    return false;
}

alea_status alea__replay_json(const alea_record *r, bool taken_back, char **out, alea_error *error)
{
    json_t *games = json_array();
    for (size_t i = 0; i < r->count; i++)
        games = alea__json_append(games, game(r, &r->played[i], taken_back));
    alea__json json = alea__json_start();
    alea__json_put(&json, "game", alea__json_text(alea_game_spec(r->game)));
    alea__json_put(&json, "rules_sha256", alea__json_text(alea_game_rules_sha256(r->game)));
    alea__json_put(&json, "seed", alea__json_count(r->seed));
    alea__json_put(&json, "seats", alea__json_text(r->rotates ? "rotate" : "fixed"));
    alea__json_put(&json, "dice", alea__json_text(r->manual ? "manual" : "seed"));
    alea__json_put(&json, "cut", json_boolean(r->cut));
    alea__json_put(&json, "players", names(r));
    alea__json_put(&json, "order", has_order(r) ? indices(r->order, r->players) : json_null());
    alea__json_put(&json, "games", games);
    return alea__json_finish(&json, out, error);
}
