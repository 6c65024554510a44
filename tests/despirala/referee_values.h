/* Values of positions, found by playing out all of them with the plain referee, without the solver. */
#include "family/despirala/despirala.h"
#include "family/despirala/solve/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Positions that were played out, but for the score. */
typedef struct known {
    despirala_state state; /* score 0 */
    double value;          /* points still to come */
    bool taken;
} known;

typedef struct player_out {
    const despirala_rules *rules;
    const despirala_bot *bot; /* NULL: optimal play */
    known *known;
    size_t room, count;
} player_out;

enum { ROOM = 1 << 18 };

static player_out start_playing(const despirala_rules *rules, const despirala_bot *bot)
{
    return (player_out){rules, bot, calloc(ROOM, sizeof(known)), ROOM, 0};
}

static double worth_of(player_out *p, despirala_state s);

static double then(player_out *p, const despirala_state *from, despirala_state to)
{
    const double points = (double)to.player[0].score - from->player[0].score;
    to.turns = 0;
    to.player[0].score = 0;
    return points + (to.phase == DESPIRALA_FINISHED ? 0 : worth_of(p, to));
}

static double move_worth(player_out *p, const despirala_state *s, uint32_t move)
{
    despirala_state to = *s;
    despirala_move(p->rules, &to, move);
    return then(p, s, to);
}

static double roll_worth(player_out *p, const despirala_state *s)
{
    uint32_t outcomes = 1;
    double sum = 0;
    for (uint32_t d = 0; d < s->rolled; d++) outcomes *= p->rules->sides;
    for (uint32_t outcome = 0; outcome < outcomes; outcome++) {
        despirala_state to = *s;
        despirala_roll(p->rules, &to, outcome);
        sum += then(p, s, to);
    }
    return sum / outcomes;
}

static double best_worth(player_out *p, const despirala_state *s)
{
    double best = NAN;
    for (uint32_t m = 0; m <= despirala_reroll(p->rules); m++) {
        if (!despirala_allows(p->rules, s, m)) continue;
        const double value = move_worth(p, s, m);
        if (!(p->rules->least ? value >= best : value <= best)) best = value;
    }
    return best;
}

static double any_worth(player_out *p, const despirala_state *s)
{
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t m = 0; m <= despirala_reroll(p->rules); m++)
        if (despirala_allows(p->rules, s, m)) {
            sum += move_worth(p, s, m);
            count++;
        }
    return sum / count;
}

static double decision_worth(player_out *p, const despirala_state *s)
{
    if (!p->bot) return best_worth(p, s);
    if (p->bot->kind == DESPIRALA_RANDOM) return any_worth(p, s);
    return move_worth(p, s, despirala_decide(p->rules, p->bot, s, NULL));
}

static size_t slot_of(const player_out *p, const despirala_state *s)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ ((const unsigned char *)s)[i]) * 1099511628211u;
    size_t at = (hash ^ hash >> 29) % p->room;
    while (p->known[at].taken && memcmp(&p->known[at].state, s, sizeof *s) != 0) at = (at + 1) % p->room;
    return at;
}

static double worth_of(player_out *p, despirala_state s)
{
    size_t at = slot_of(p, &s);
    if (p->known[at].taken) return p->known[at].value;
    const double value = s.phase == DESPIRALA_ROLL ? roll_worth(p, &s) : decision_worth(p, &s);
    at = slot_of(p, &s);
    if (++p->count > p->room / 2) abort(); /* the test's game is too large */
    p->known[at].state = s;
    p->known[at].value = value;
    p->known[at].taken = true;
    return value;
}

/* All dice are about to be rolled, the turn's goods having come. */
static despirala_state about_to_roll(const despirala_rules *rules, uint32_t used, uint32_t goods)
{
    despirala_state s;
    memset(&s, 0, sizeof s);
    despirala_start(rules, &s);
    s.player[0].used = (uint16_t)used;
    s.player[0].goods = (uint16_t)goods;
    s.gained = true;
    return s;
}
