/* Records as text: one or more lines per turn. */
#include "view/replay_view.h"
#include "base/assert.h"
#include "base/text.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <inttypes.h>
#include <string.h>

enum { NAME = 20 /* columns of a player's name at most */, STATE_WORDS = 400 };

/* ---- who ---- */

typedef struct show {
    const alea_record *record;
    const alea_record_game *game;
    alea__shown_events events;
    alea_view_options options;
    size_t name_width, score_width;
    alea__text *out;
} show;

/* A player's name as a column has it. */
static void replay_add_name(const show *s, unsigned player, alea__text *out)
{
    char name[256];
    alea__text shown = {0};
    alea_player_name(s->record->player, s->record->players, player, name, sizeof name);
    alea__add_printable(&shown, name);
    if (shown.data) alea__add_shortened(out, shown.data, NAME, s->options.ascii);
    alea__text_free_part(&shown, out);
}

static unsigned replay_in_seat(const show *s, int seat)
{
    ALEA_ASSERT(seat >= 0 && (unsigned)seat < s->record->players);
    return s->game->player[seat];
}

static void replay_measure_names(show *s)
{
    for (unsigned i = 0; i < s->record->players; i++) {
        alea__text text = {0};
        replay_add_name(s, i, &text);
        size_t columns = text.data ? alea__columns(text.data) : 0;
        if (columns > s->name_width) s->name_width = columns;
        alea__text_free_part(&text, s->out);
    }
}

/* ---- how it stands ---- */

static bool replay_has_scores(const show *s)
{
    alea_fact fact;
    return alea_game_fact(s->record->game, &s->game->end, 0, 0, &fact) && strcmp(fact.label, "score") == 0;
}

/* The scores in the order of the seats; nothing if the game has none. */
static void replay_add_scores(const show *s, const alea_state *state, alea__text *out)
{
    alea_fact fact;
    for (unsigned seat = 0; seat < s->record->players && replay_has_scores(s); seat++)
        if (alea_game_fact(s->record->game, state, seat, 0, &fact))
            alea__text_add(out, "%s%s", seat ? ", " : "", fact.value);
}

/* ---- events ---- */

/* An event in few words: faces in brackets, the move, the forfeit with its reason, or how much was taken back. */
static void replay_add_event(alea__text *out, const alea_game *game, const alea_event *e)
{
    switch (e->kind) {
    case ALEA_ROLLED:
        alea__text_add(out, "[");
        alea__add_roll(out, game, &e->before, e->what, ",");
        alea__text_add(out, "]");
        break;
    case ALEA_MOVED: alea__add_printable(out, alea_game_move_name(game, e->what)); break;
    case ALEA_FORFEITED:
        alea__text_add(out, "forfeits (%s: ", alea_failure_name((alea_failure)e->what));
        alea__add_printable(out, e->text ? e->text : "");
        alea__text_add(out, ")");
        break;
    case ALEA_TAKEN_BACK: alea__text_add(out, "(%" PRIu32 " taken back)", e->what); break;
    }
}

/* Whether event `i` belongs to the same turn as the one before it. An event after an undo begins a new one. */
static bool replay_same_turn(const show *s, size_t i)
{
    ALEA_ASSERT(i > 0 && i < s->events.count);
    const alea_event *before = &s->events.event[i - 1], *e = &s->events.event[i];
    if (before->kind == ALEA_TAKEN_BACK) return false;
    if (e->kind == ALEA_TAKEN_BACK) return true;
    return e->seat == before->seat &&
           alea_game_turns(s->record->game, &e->before) == alea_game_turns(s->record->game, &before->before);
}

static size_t replay_end_of_turn(const show *s, size_t first)
{
    ALEA_ASSERT(first < s->events.count);
    size_t i = first + 1;
    while (i < s->events.count && replay_same_turn(s, i)) i++;
    return i;
}

/* `  12  Ann      35, 20  `, filled to the widths of the columns. */
static void replay_add_front(const show *s, size_t first, size_t last, alea__text *out)
{
    alea__text name = {0}, scores = {0};
    const alea_event *e = &s->events.event[first];
    if (e->seat >= 0) replay_add_name(s, replay_in_seat(s, e->seat), &name);
    replay_add_scores(s, alea__state_after(s->game, s->events, last - 1), &scores);
    size_t columns = name.data ? alea__columns(name.data) : 0,
           wide = scores.data ? alea__columns(scores.data) : 0;
    alea__text_add(out, "%4" PRIu32 "  %s%*s  ", alea_game_turns(s->record->game, &e->before) + 1,
                   name.data ? name.data : "", columns < s->name_width ? (int)(s->name_width - columns) : 0,
                   "");
    alea__text_add(out, "%*s%s", wide < s->score_width ? (int)(s->score_width - wide) : 0, "",
                   scores.data ? scores.data : "");
    out->failed |= name.failed || scores.failed;
    alea__text_free(&name);
    alea__text_free(&scores);
}

static size_t replay_front_width(const show *s)
{
    return 2 + 4 + 2 + s->name_width + 2 + s->score_width + 2;
}

/* One turn, events `first` to `last` - 1: a front of columns and the events after it, filled. */
static void replay_add_turn(const show *s, size_t first, size_t last)
{
    alea__text front = {0}, events = {0};
    replay_add_front(s, first, last, &front);
    for (size_t i = first; i < last; i++) {
        alea__text_add(&events, i > first ? " " : "");
        replay_add_event(&events, s->record->game, &s->events.event[i]);
    }
    if (!replay_has_scores(s)) { /* the position in words, behind what happened */
        char words[STATE_WORDS];
        alea_game_describe(s->record->game, alea__state_after(s->game, s->events, last - 1), words,
                           sizeof words);
        alea__text_add(&events, s->options.ascii ? " -> " : " → ");
        alea__add_printable(&events, words);
    }
    s->out->failed |= front.failed || events.failed;
    bool narrow = replay_front_width(s) + 20 > s->options.width;
    if (front.data && events.data)
        alea__add_entry(s->out, front.data, events.data, narrow ? 4 : replay_front_width(s),
                        s->options.width);
    alea__text_free(&front);
    alea__text_free(&events);
}

static void replay_measure_scores(show *s)
{
    for (size_t i = 0; i < s->events.count; i = replay_end_of_turn(s, i)) {
        alea__text scores = {0};
        replay_add_scores(s, alea__state_after(s->game, s->events, replay_end_of_turn(s, i) - 1), &scores);
        size_t columns = scores.data ? alea__columns(scores.data) : 0;
        if (columns > s->score_width) s->score_width = columns;
        alea__text_free_part(&scores, s->out);
    }
    if (replay_has_scores(s) && s->score_width < strlen("scores")) s->score_width = strlen("scores");
}

/* ---- a game ---- */

static void replay_add_numbers(alea__text *out, const int64_t *number, unsigned count, const char *unit)
{
    for (unsigned i = 0; i < count; i++)
        alea__text_add(out, "%s%s%s%" PRId64, i ? ", " : "", number[i] < 0 ? "-" : "", unit,
                       number[i] < 0 ? -number[i] : number[i]);
}

/* How the game ended: winner, turns, scores and money; or that it is not finished. */
static void replay_add_end(const show *s)
{
    const alea_outcome *end = &s->game->outcome;
    ALEA_ASSERT(end->winner < (int)s->record->players);
    alea__text_add(s->out, "  ");
    if (!s->game->finished) {
        alea__text_add(s->out, VIEW_NOT_FINISHED);
        return;
    }
    if (end->winner >= 0) replay_add_name(s, replay_in_seat(s, end->winner), s->out);
    alea__text_add(s->out, end->winner >= 0 ? " wins" : end->unfinished ? "Unfinished: nobody wins" : "Over");
    alea__text_add(s->out, " after %" PRIu32 " turn%s", end->turns, end->turns == 1 ? "" : "s");
    alea__text_add(s->out, "; scores ");
    replay_add_numbers(s->out, end->score, s->record->players, "");
    if (alea_game_has_objective(s->record->game, ALEA_MONEY)) {
        alea__text_add(s->out, "; money ");
        replay_add_numbers(s->out, end->money, s->record->players, "$");
    }
    alea__text_add(s->out, ".\n");
}

/* One game: the seats, the turns, and the end. Titles are left out if the columns would not fit. */
static void replay_add_game(show *s)
{
    replay_measure_scores(s);
    alea__text_add(s->out, "Game %" PRIu64 ": ", s->game->number);
    for (unsigned seat = 0; seat < s->record->players; seat++) {
        alea__text_add(s->out, "%s", seat ? ", " : "");
        replay_add_name(s, replay_in_seat(s, (int)seat), s->out);
    }
    alea__text_add(s->out, s->record->players > 1 ? ", in this order\n" : "\n");
    if (s->events.count > 0 && replay_front_width(s) + 20 <= s->options.width) {
        alea__text_add(s->out, "  turn  player%*s  ", s->name_width > 6 ? (int)s->name_width - 6 : 0, "");
        ALEA_ASSERT(!replay_has_scores(s) || s->score_width >= strlen("scores"));
        if (replay_has_scores(s)) alea__text_add(s->out, "%*sscores", (int)(s->score_width - 6), "");
        alea__text_add(s->out, "  dice and decisions\n");
    }
    for (size_t i = 0, next; i < s->events.count; i = next) {
        next = replay_end_of_turn(s, i);
        replay_add_turn(s, i, next);
    }
    replay_add_end(s);
}

/* ---- a record ---- */

/* The recorded game, the source of the dice, and the rolls for the order of turns. */
static void replay_add_title(const show *s)
{
    const alea_record *r = s->record;
    alea__add_printable(s->out, alea_game_spec(r->game));
    alea__text_add(s->out, ": %zu game%s, ", r->count, r->count == 1 ? "" : "s");
    if (r->manual)
        alea__text_add(s->out, "real dice\n");
    else
        alea__text_add(s->out, "seed %" PRIu64 "\n", r->seed);
    bool any = false;
    for (unsigned i = 0; i < r->players; i++) {
        if (!r->order[i]) continue;
        alea__text_add(s->out, any ? ", " : "Rolled for the order of turns: ");
        replay_add_name(s, i, s->out);
        alea__text_add(s->out, " %u", r->order[i]);
        any = true;
    }
    if (any) alea__text_add(s->out, ".\n");
}

/* Every game of the record in turn; names share one width. */
alea_status alea_view_replay(const alea_record *r, bool taken_back, const alea_view_options *given,
                             char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__replay_json(r, taken_back, out, error);
    alea__text text = {0};
    show s = {.record = r, .options = options, .out = &text, .name_width = strlen("player")};
    replay_measure_names(&s);
    replay_add_title(&s);
    for (size_t i = 0; i < r->count; i++) {
        alea__text_add(&text, "\n");
        s.game = &r->played[i];
        s.events = alea__events_of(s.game, taken_back);
        s.score_width = 0;
        replay_add_game(&s);
    }
    if (r->cut) alea__text_add(&text, VIEW_LAST_LINE_CUT);
    return alea__view_finish(&text, out, error);
}
