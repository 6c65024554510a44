/* Records as JSON; keys.json documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/replay_view.h"

enum { STATE_WORDS = 400 };

/* ---- an event ---- */

/* An event with the position after it; which keys it has depends on its kind. */
static json_t *replay_event(const alea_game *game, const alea_event *e, const alea_state *after)
{
    char words[STATE_WORDS];
    uint32_t face[16];
    alea__json json = alea__json_start();
    alea__json_put(&json, "line", alea__json_count(e->line));
    alea__json_put(&json, "turn", alea__json_count(alea_game_turns(game, &e->before) + UINT64_C(1)));
    alea__json_put(&json, "seat", e->seat < 0 ? json_null() : json_integer(e->seat));
    switch (e->kind) {
    case ALEA_ROLLED:
        alea__json_put(&json, "roll",
                       alea__json_numbers(face, alea_game_chance_faces(game, &e->before, e->what, face)));
        break;
    case ALEA_MOVED:
        alea__json_put(&json, "move", alea__json_text(alea_game_move_name(game, e->what)));
        break;
    case ALEA_FORFEITED:
        alea__json_put(&json, "forfeit", alea__json_text(alea_failure_name((alea_failure)e->what)));
        alea__json_put(&json, "text", alea__json_text(e->text));
        break;
    case ALEA_TAKEN_BACK: alea__json_put(&json, "undo", alea__json_count(e->what)); break;
    }
    alea_game_describe(game, after, words, sizeof words);
    alea__json_put(&json, "state", alea__json_text(words));
    return alea__json_end(&json);
}

/* ---- a game ---- */

typedef struct told_played {
    alea_record_game g;
    const alea_record *record;
    unsigned players;
    bool taken_back;
} told_played;

static json_t *game_events(const void *told)
{
    const told_played *t = told;
    const alea__shown_events shown = alea__events_of(&t->g, t->taken_back);
    json_t *events = json_array();
    for (size_t i = 0; i < shown.count; i++)
        events = alea__json_append(
            events, replay_event(t->record->game, &shown.event[i], alea__state_after(&t->g, shown, i)));
    return events;
}

static const alea__json_field end_fields[] = {
    ALEA__FIELD_AS("winner", ALEA__JSON_SEAT, told_played, g.outcome.winner),
    ALEA__FIELD("unfinished", told_played, g.outcome.unfinished),
    ALEA__FIELD("turns", told_played, g.outcome.turns),
    ALEA__ROW_OF("scores", told_played, g.outcome.score, players),
    ALEA__ROW_OF("money", told_played, g.outcome.money, players),
    ALEA__FIELDS_END,
};

static json_t *game_end(const void *told)
{
    return alea__json_object(end_fields, ((const told_played *)told)->g.finished ? told : NULL);
}

static const alea__json_field game_fields[] = {
    ALEA__FIELD("number", told_played, g.number),
    ALEA__ROW_OF("in_seat", told_played, g.player, players),
    ALEA__COMPUTED("events", game_events),
    ALEA__FIELD("taken_back", told_played, g.taken_back),
    ALEA__FIELD("finished", told_played, g.finished),
    ALEA__COMPUTED("end", game_end),
    ALEA__FIELDS_END,
};

/* ---- a record ---- */

static const char *const seats_words[] = {"fixed", "rotate"}, *const dice_words[] = {"seed", "manual"};

static const alea__json_field record_fields[] = {
    ALEA__FIELD("seed", alea_record, seed),
    ALEA__CHOICE("seats", alea_record, rotates, seats_words),
    ALEA__CHOICE("dice", alea_record, manual, dice_words),
    ALEA__FIELD("cut", alea_record, cut),
    ALEA__ROW_OF("players", alea_record, player, players),
    ALEA__FIELDS_END,
};

/* The record and its games; `order` is null without rolls for it. */
alea_status alea__replay_json(const alea_record *r, bool taken_back, char **out, alea_error *error)
{
    bool ordered = false;
    for (unsigned i = 0; i < r->players; i++) ordered |= r->order[i] != 0;
    json_t *games = json_array();
    for (size_t i = 0; i < r->count; i++) {
        const told_played told = {r->played[i], r, r->players, taken_back};
        games = alea__json_append(games, alea__json_object(game_fields, &told));
    }
    alea__json json = alea__json_start();
    alea__json_put(&json, "game", alea__json_text(alea_game_spec(r->game)));
    alea__json_put(&json, "rules_sha256", alea__json_text(alea_game_rules_sha256(r->game)));
    alea__json_put_fields(&json, record_fields, r);
    alea__json_put(&json, "order", ordered ? alea__json_numbers(r->order, r->players) : json_null());
    alea__json_put(&json, "games", games);
    return alea__json_finish(&json, out, error);
}
