/* Games at a table: dice from a seed and real dice, undo, giving up, and resuming from a record. */
#include "signature.h"

enum { MOST_STEPS = 3000 };
static const char session_file[] = "session.jsonl";

typedef struct playing {
    alea_session *session;
    uint64_t random;
    unsigned undone;
    bool manual;
} playing;

static uint64_t playing_random(playing *p)
{
    return p->random = mix(p->random, 2);
}

static bool playing_roll(playing *p)
{
    alea_error error;
    uint32_t faces[16], sides = 0;
    unsigned count = 0;
    if (!p->manual) {
        if (!put_status(alea_session_roll(p->session, faces, &count, &error), &error)) return false;
        for (unsigned i = 0; i < count; i++) put_count(faces[i]);
        return true;
    }
    count = alea_session_dice(p->session, &sides);
    put_count(count);
    for (unsigned i = 0; i < count; i++) faces[i] = 1 + (uint32_t)(playing_random(p) % sides);
    return put_status(alea_session_show(p->session, faces, count, &error), &error);
}

/* Makes a random move; occasionally takes back the last decision of a player. */
static bool playing_decide(playing *p)
{
    alea_error error;
    const alea_game *game = alea_session_game(p->session);
    const alea_state *state = alea_session_state(p->session);
    int mover = alea_game_to_move(game, state);
    if (p->undone < 5 && playing_random(p) % 9 == 0) {
        unsigned seat = (unsigned)(playing_random(p) % alea_session_players(p->session));
        p->undone++;
        put_count(alea_session_undo(p->session, seat, &error));
        return true;
    }
    if (p->undone == 5 && playing_random(p) % 200 == 0)
        return put_status(alea_session_forfeit(p->session, ALEA_ILLEGAL, "gives up", &error), &error);
    put_count(mover);
    uint32_t move =
        alea_game_move(game, state, (unsigned)(playing_random(p) % alea_game_move_count(game, state)));
    put_count(move);
    return put_status(alea_session_move(p->session, move, &error), &error);
}

/* Until the game is over, or for `steps`. */
static void playing_go_on(playing *p, int steps)
{
    while (steps-- > 0) {
        int mover = alea_game_to_move(alea_session_game(p->session), alea_session_state(p->session));
        if (mover == ALEA_OVER) break;
        if (!(mover == ALEA_CHANCE ? playing_roll(p) : playing_decide(p))) break;
    }
    size_t events;
    alea_session_events(p->session, &events);
    put_count((int64_t)events);
    put_count(alea_game_turns(alea_session_game(p->session), alea_session_state(p->session)));
}

/* All players roll once for the order; the lowest roll sits first, and among equals the first to roll. */
static void playing_sit(playing *p)
{
    unsigned players = alea_session_players(p->session), seat[ALEA_MAX_SEATS], shown = 0;
    alea_error error;
    for (unsigned i = 0; i < players; i++) {
        unsigned face = p->manual ? 1 + (unsigned)(playing_random(p) % 6) : 0;
        put_status(alea_session_order(p->session, i, face, &shown, &error), &error);
        put_count(shown);
        unsigned at = i;
        for (; at > 0 && alea_session_ordered(p->session, seat[at - 1]) > shown; at--)
            seat[at] = seat[at - 1];
        seat[at] = i;
    }
    put_status(alea_session_seat(p->session, seat, &error), &error);
    for (unsigned i = 0; i < players; i++) put_count(alea_session_in_seat(p->session, i));
}

/* Writes the contents of the record. */
static void session_put_game(const alea_record *record, const alea_record_game *game)
{
    put_count((int64_t)game->taken_back);
    put_count((int64_t)game->count);
    put_count((int64_t)game->history_count);
    put_count(game->finished);
    put_count(game->outcome.winner);
    for (unsigned i = 0; i < record->players; i++) {
        put_count(record->order[i]);
        put_count(game->outcome.score[i]);
        put_count(game->outcome.money[i]);
    }
}

static void session_put_record(void)
{
    alea_record *record;
    alea_error error;
    if (!put_status(alea_record_open(session_file, &record, &error), &error)) return;
    put_count((int64_t)record->count);
    if (record->count) session_put_game(record, record->played);
    alea_record_free(record);
}

static void session_play(const alea_game *game, bool manual)
{
    static const char *const names[] = {"human(Ann)", "human(Ben)", "human(Cat)", "human(Dan)"};
    const alea_session_options options = {.seed = 5, .manual = manual, .record = session_file};
    playing p = {.random = 17, .manual = manual};
    alea_error error;
    remove(session_file);
    if (!put_status(alea_session_start(game, names, alea_game_players(game), &options, &p.session, &error),
                    &error))
        return;
    playing_sit(&p);
    playing_go_on(&p, 25);
    bool over = alea_game_to_move(alea_session_game(p.session), alea_session_state(p.session)) == ALEA_OVER;
    alea_session_free(p.session);
    p.session = NULL;
    if (!over && put_status(alea_session_resume(session_file, &p.session, &error), &error))
        playing_go_on(&p, MOST_STEPS);
    alea_session_free(p.session);
    session_put_record();
    remove(session_file);
}

void session_jobs(void)
{
    static const struct {
        const char *game;
        unsigned players;
        bool manual;
    } jobs[] = {
        {"pig(goal=30)", 2, false},
        {"pig(goal=20)", 4, true},
        {"two-dice-pig(goal=40)", 3, false},
        {"pig-pen(goal=20)", 2, true},
        {"pig-pen(goal=30)", 3, false},
        {"pig-solitaire", 1, false},
        {"hog", 2, false},
        {"hog-moon(goal=50)", 2, true},
        {"despirala", 2, false},
        {"despirala", 1, true},
        {"coin-pig(goal=4)", 2, false},
        {"red-and-black", 1, false},
    };
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        if (!line_begin(NULL, "session/%s/%u/%s", jobs[i].game, jobs[i].players,
                        jobs[i].manual ? "told" : "seed"))
            continue;
        alea_game *game = open_game(jobs[i].game, jobs[i].players);
        if (game) session_play(game, jobs[i].manual);
        alea_game_free(game);
        line_end();
    }
}
