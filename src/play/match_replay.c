/* Replays games that a worker has played; see match_replay.h. */
#include "play/match_replay.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "play/messages.h"

#include <string.h>

/* ---- steps as bytes ---- */

/* A number in groups of seven bits, the lowest first: 0 is a failure, and else it is a move and 1. */
static void steps_add_number(alea__text *steps, uint64_t number)
{
    unsigned char byte[10];
    size_t size = 0;
    for (; number >= 128; number >>= 7) byte[size++] = (unsigned char)(number | 128);
    byte[size++] = (unsigned char)number;
    alea__text_add_bytes(steps, byte, size);
}

void alea__add_move(alea__text *steps, uint32_t move)
{
    steps_add_number(steps, (uint64_t)move + 1);
}

void alea__add_failure(alea__text *steps, alea_failure failure, const char *text)
{
    const size_t size = strlen(text);
    steps_add_number(steps, 0);
    steps_add_number(steps, (uint64_t)failure);
    steps_add_number(steps, size);
    alea__text_add_bytes(steps, text, size);
}

void alea__match_moves_clear(alea__match_moves *moves)
{
    alea__text_free(&moves->steps);
    *moves = (alea__match_moves){.start_fails = {0}};
}

/* ---- programs that do what they did ---- */

struct replay;

/* Stands for a program, and is its own instance. */
typedef struct replay_program {
    alea_bot base;
    struct replay *replay;
    unsigned number; /* of the bot */
    uint64_t decisions;
} replay_program;

typedef struct replay {
    const alea__match_moves *moves;
    size_t at;   /* of the next step */
    bool broken; /* the steps do not fit the games */
    replay_program program[ALEA_MAX_SEATS];
    alea_bot *bot[ALEA_MAX_SEATS];
} replay;

/* The next number, below `limit`; else the steps are broken. */
static uint64_t replay_number(replay *r, uint64_t limit)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 63 && !r->broken; shift += 7) {
        if (r->at == r->moves->steps.size) break;
        const unsigned char byte = (unsigned char)r->moves->steps.data[r->at++];
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128 && number < limit) return number;
        if (byte < 128) break;
    }
    r->broken = true;
    return 0;
}

static alea_status replay_start(alea_bot *bot, const alea__instance_id *id, alea__instance **out,
                                alea_error *error)
{
    const replay_program *p = (const replay_program *)bot;
    (void)id;
    if (p->decisions == p->replay->moves->start_fails[p->number])
        return alea__fail(error, ALEA_E_BOT, "%s", p->replay->moves->why[p->number]);
    *out = (alea__instance *)bot;
    return ALEA_OK;
}

static void replay_end(alea__instance *instance)
{
    (void)instance;
}

static void replay_begin_game(alea__instance *instance, uint64_t game, unsigned seat)
{
    (void)instance, (void)game, (void)seat;
}

/* Returns the next step: a move, or 0 with the kind of a failure and a text with its length. If there is none, the match stops. */
static void replay_decide(alea__instance *instance, const alea_state *state, alea__decision *out)
{
    replay_program *p = (replay_program *)instance;
    replay *r = p->replay;
    const alea__text *steps = &r->moves->steps;
    (void)state;
    p->decisions++;
    const uint64_t step = replay_number(r, (UINT64_C(1) << 32) + 1);
    if (step > 0) {
        out->move = (uint32_t)(step - 1);
    } else {
        out->failure = (alea_failure)replay_number(r, ALEA_FAILURE_KINDS);
        const size_t length = (size_t)replay_number(r, sizeof out->text);
        r->broken = r->broken || out->failure == ALEA_NO_FAILURE || out->failure == ALEA_SKIPPED ||
                    length > steps->size - r->at;
        if (!r->broken) alea__printable(out->text, sizeof out->text, steps->data + r->at, length);
        if (!r->broken) r->at += length;
    }
    out->stopped = r->broken;
}

static const alea__bot_ops replay_ops = {.kind = "replay",
                                         .start = replay_start,
                                         .end = replay_end,
                                         .begin_game = replay_begin_game,
                                         .decide = replay_decide};

/* ---- the match ---- */

/* Stand-ins play for programs in workers, and all others play themselves. */
static void replay_open(replay *r, const alea__match *match, const alea__match_moves *moves)
{
    r->moves = moves;
    for (unsigned i = 0; i < match->game->players; i++) {
        r->program[i] = (replay_program){.replay = r, .number = i};
        r->program[i].base.ops = &replay_ops;
        r->program[i].base.game = match->game;
        r->bot[i] = match->bots[i]->open_match ? &r->program[i].base : match->bots[i];
    }
}

alea_status alea__match_replay(const alea__match *match, const alea__remote_span *span,
                               const alea__match_moves *moves, alea__counts *counts, alea_error *error)
{
    alea__match again = *match;
    const alea__counts *said = &moves->counts;
    ALEA_ASSERT(counts->tally.games == 0);
    replay *r = alea__alloc(sizeof *r); /* some kilobytes */
    if (!r) return alea__out_of_memory(error);
    replay_open(r, match, moves);
    again.bots = r->bot;
    alea_status status = alea__match_play(&again, span->first, span->games, counts, error);
    const bool same =
        !r->broken && r->at == moves->steps.size &&
        memcmp(&counts->tally, &said->tally, sizeof said->tally) == 0 &&
        memcmp(counts->failures.count, said->failures.count, sizeof said->failures.count) == 0 &&
        memcmp(counts->decisions, said->decisions, sizeof said->decisions) == 0;
    if (r->broken || (status == ALEA_OK && !same)) status = alea__fail(error, ALEA_E_BOT, PLAY_OTHER_GAMES);
    for (unsigned i = 0; i < match->game->players; i++)
        if (r->bot[i] == &r->program[i].base) counts->fuel[i] = said->fuel[i];
    alea__free(r);
    return status;
}

bool alea__remote_match_record(alea__remote_match *match, const alea__remote_span *span,
                               alea__match_moves *out)
{
    return match->ops->record(match, span, out);
}
