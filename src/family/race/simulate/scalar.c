/* Plays one game at a time: see scalar.h. */
#include "family/race/simulate/scalar.h"
#include "base/assert.h"
#include "base/stopping.h"
#include "family/race/play/turn.h"

#define INLINE static inline __attribute__((always_inline))

enum { SCALAR_LONG_TURN = RACE_LIMIT - AHEAD_MOST }; /* number of rolls from which the referee counts them */

/* How a seat decides within a turn. */
typedef enum scalar_kind {
    SCALAR_THRESHOLD,
    SCALAR_HOLD,
    SCALAR_TURNS,
    SCALAR_RANDOM,
    SCALAR_PLAN
} scalar_kind;

typedef struct scalar_seat {
    const race_policy *policy;
    scalar_kind kind;
    race_memo memo;
    alea__stream own; /* its private random numbers */
    /* Answers of random(p) that wait, the next one lowest: 1 holds. Zeros above. */
    uint64_t holds;
    uint32_t waiting;
} scalar_seat;

typedef struct scalar_game {
    const race_rules *rules;
    const ahead_table *bytes;
    scalar_seat *mover;
    uint32_t holds_at; /* of the mover, if it has a threshold */
    race_plan_row row; /* likewise, if it has a plan */
    rolls_ahead ahead;
    scalar_seat seat[RACE_SEATS];
} scalar_game;

/* How a policy of race_can_simulate decides; by default by one threshold for a turn. */
static scalar_kind scalar_kind_of(const race_policy *policy)
{
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_HOLD: return SCALAR_HOLD;
    case RACE_POLICY_TURNS: return SCALAR_TURNS;
    case RACE_POLICY_RANDOM: return policy->certain ? SCALAR_THRESHOLD : SCALAR_RANDOM;
    case RACE_POLICY_PLAN: return SCALAR_PLAN;
    case RACE_POLICY_TOTAL:
    case RACE_POLICY_TABLE:
    case RACE_POLICY_BANK:
    case RACE_POLICY_ALWAYS:
    case RACE_POLICY_FORFEIT: break;
    }
    return SCALAR_THRESHOLD;
}

/* The total at which the mover holds in this turn, of policies that have one. */
static uint32_t scalar_threshold(const race_rules *rules, const scalar_seat *mover, const race_state *s)
{
    const race_policy *policy = mover->policy;
    if (mover->kind == SCALAR_TURNS) return race_turns_hold_at(rules, policy, s, mover->memo.scoring_turns);
    const bool never = policy->kind == RACE_POLICY_ALWAYS || policy->kind == RACE_POLICY_RANDOM;
    return never ? UINT32_MAX : race_holds_at(rules, policy, s);
}

static void scalar_seat_start(const alea__policy_match *match, uint64_t game, uint32_t seat, scalar_seat *out)
{
    const uint32_t players = race_rules_of(match->rules)->players;
    out->policy = race_policy_of(match->policy[alea__bot_in_seat(match->rotate, players, game, seat)]);
    out->kind = scalar_kind_of(out->policy);
    out->memo = (race_memo){0};
    out->holds = out->waiting = 0;
    if (out->kind == SCALAR_RANDOM) alea__stream_start(&out->own, match->seed, 0, ALEA__SEAT + seat, game);
}

/* ---- roll by roll ---- */

INLINE uint32_t scalar_roll(void *user)
{
    scalar_game *g = user;
    return ahead_roll(&g->ahead, g->bytes, g->rules);
}

static bool scalar_below_threshold(void *user, race_state *s, const race_turn *t)
{
    const scalar_game *g = user;
    (void)s;
    return t->total < g->holds_at;
}

static bool scalar_at_random(void *user, race_state *s, const race_turn *t)
{
    const scalar_game *g = user;
    (void)s, (void)t;
    return alea__next_word(&g->mover->own) < g->mover->policy->n;
}

static bool scalar_by_plan(void *user, race_state *s, const race_turn *t)
{
    const scalar_game *g = user;
    (void)s;
    return race_plan_row_rolls(&g->row, t->total, t->memory);
}

/* Plays a turn of a game of any rules. */
static void scalar_play_by_rolls(scalar_game *g, race_state *s)
{
    const race_rules *rules = g->rules;
    scalar_seat *mover = g->mover = &g->seat[s->mover];
    const uint32_t own = s->score[s->mover];
    switch (mover->kind) {
    case SCALAR_RANDOM: race_play_turn(rules, s, scalar_at_random, scalar_roll, g); return;
    case SCALAR_PLAN:
        g->row = race_plan_row_for(rules, &mover->policy->plan, s);
        race_play_turn_known(rules, s, scalar_by_plan, scalar_roll, g);
        return;
    case SCALAR_THRESHOLD:
    case SCALAR_HOLD:
    case SCALAR_TURNS: break;
    }
    g->holds_at = scalar_threshold(rules, mover, s);
    const bool chose = race_play_turn_known(rules, s, scalar_below_threshold, scalar_roll, g);
    mover->memo.scoring_turns += chose && s->score[mover - g->seat] > own;
}

static void scalar_play_all(scalar_game *g, race_state *s)
{
    while (s->phase != RACE_FINISHED) scalar_play_by_rolls(g, s);
}

/* ---- pig: turn by turn ---- */

/* A turn under way or ended, and the roll that comes next. */
typedef struct scalar_turn {
    uint32_t next, total, rolls;
    bool held;
} scalar_turn;

/* Takes the rolls up to the one that ends the turn, or all that were read. Returns false if the turn goes on. */
INLINE bool scalar_take(const rolls_ahead *a, uint32_t hold, uint32_t lost, scalar_turn *t)
{
    const uint32_t end = hold < lost ? hold : lost, until = end < a->count ? end + 1 : end;
    t->rolls += until - t->next;
    t->total += ahead_points(a, t->next, until);
    t->next = until;
    t->held = hold < lost;
    return end < a->count;
}

/* Has some roll to take. */
INLINE void scalar_read_on(scalar_game *g, scalar_turn *t)
{
    while (t->next == g->ahead.count) {
        ahead_read(&g->ahead, g->bytes);
        t->next = 0;
    }
}

/* Rolls until the total is at least this, or the turn is lost, or it is too long. */
INLINE void scalar_roll_to(scalar_game *g, uint32_t threshold, scalar_turn *t)
{
    for (bool over = false; !over && t->rolls < SCALAR_LONG_TURN;) {
        scalar_read_on(g, t);
        const uint32_t points = threshold > t->total ? threshold - t->total : 1;
        over = scalar_take(&g->ahead, ahead_reached(&g->ahead, t->next, points),
                           ahead_lost(&g->ahead, t->next), t);
    }
}

/* Draws eight more answers. */
static void scalar_draw(scalar_seat *mover)
{
    const uint32_t chance = mover->policy->n;
    uint64_t holds = 0;
    for (uint32_t i = 0; i < 8; i += 4) {
        alea__stream_refill(&mover->own);
        for (uint32_t w = 0; w < 4; w++) holds |= (uint64_t)(mover->own.word[w] >= chance) << (i + w);
    }
    mover->holds |= holds << mover->waiting;
    mover->waiting += 8;
}

/* The same for random(p): until it holds. */
INLINE void scalar_roll_at_random(scalar_game *g, scalar_turn *t)
{
    scalar_seat *mover = g->mover;
    for (bool over = false; !over && t->rolls < SCALAR_LONG_TURN;) {
        scalar_read_on(g, t);
        const uint32_t first = t->next, lost = ahead_lost(&g->ahead, first);
        while (mover->holds == 0 && mover->waiting < lost - first) scalar_draw(mover);
        const uint32_t hold = first + (uint32_t)__builtin_ctzll(mover->holds | UINT64_C(1) << 63);
        const uint32_t asked = hold < lost ? hold + 1 - first : lost - first; /* not after a lost roll */
        ALEA_ASSERT(asked <= mover->waiting);
        over = scalar_take(&g->ahead, hold, lost, t);
        mover->holds >>= asked;
        mover->waiting -= asked;
    }
}

/* The same for a plan, which may roll on above a total at which it holds. */
INLINE void scalar_roll_by_plan(scalar_game *g, const race_plan_row *row, scalar_turn *t)
{
    do scalar_roll_to(g, race_plan_row_next_hold(row, t->total), t);
    while (t->held && race_plan_row_rolls(row, t->total, 0) && t->rolls < SCALAR_LONG_TURN);
}

/* Plays the mover's turn, from its banked score on. */
INLINE void scalar_play_turn(scalar_game *g, const race_state *s, scalar_turn *t)
{
    const race_rules *rules = g->rules;
    scalar_seat *mover = g->mover = &g->seat[s->mover];
    if (mover->kind == SCALAR_HOLD) {
        const uint32_t wanted = t->total + mover->policy->n;
        scalar_roll_to(g, wanted < rules->goal ? wanted : rules->goal, t);
    } else if (mover->kind == SCALAR_RANDOM)
        scalar_roll_at_random(g, t);
    else if (mover->kind == SCALAR_PLAN) {
        const race_plan_row row = race_plan_row_for(rules, &mover->policy->plan, s);
        scalar_roll_by_plan(g, &row, t);
    } else
        scalar_roll_to(g, scalar_threshold(rules, mover, s), t);
    mover->memo.scoring_turns += t->held;
}

/* Plays a game of pig; repeats the referee's work at the end of a turn without its branches. Returns false, with `s`
   invalid, if a turn was so long that the referee has to count its rolls. */
static bool scalar_play_pig(scalar_game *g, race_state *s)
{
    const uint32_t goal = g->rules->goal, players = g->rules->players;
    for (scalar_turn t = {.next = 0};;) {
        const uint32_t own = s->score[s->mover];
        t = (scalar_turn){.next = t.next, .total = own};
        scalar_play_turn(g, s, &t);
        if (t.rolls >= SCALAR_LONG_TURN) return false;
        const uint32_t kept = t.held ? t.total : own;
        s->score[s->mover] = kept;
        s->turns++;
        if (kept >= goal) break;
        s->unfinished = s->turns == RACE_LIMIT;
        if (s->unfinished) break;
        s->mover = (uint8_t)(s->mover + 1u < players ? s->mover + 1u : 0);
    }
    s->winner = s->unfinished ? RACE_NOBODY : s->mover;
    s->phase = RACE_FINISHED;
    return true;
}

/* ---- a game ---- */

void race_scalar_prepare(const alea__policy_match *match, race_scalar *out)
{
    out->match = match;
    ahead_fill_table(race_rules_of(match->rules), &out->bytes);
}

static void scalar_start(const race_scalar *scalar, uint64_t game, bool pig, scalar_game *g, race_state *s)
{
    const alea__policy_match *match = scalar->match;
    g->rules = race_rules_of(match->rules);
    g->bytes = &scalar->bytes;
    for (uint32_t i = 0; i < g->rules->players; i++) scalar_seat_start(match, game, i, &g->seat[i]);
    ahead_start(&g->ahead, pig, match->seed, game);
    race_start(g->rules, s);
}

void race_scalar_play(const race_scalar *scalar, uint64_t game, alea__tally *tally)
{
    if (alea__stopped(scalar->match->progress)) return;
    scalar_game g;
    race_state s;
    bool over = false;
    if (scalar->bytes.pig) {
        scalar_start(scalar, game, true, &g, &s);
        over = scalar_play_pig(&g, &s);
    }
    if (!over) {
        scalar_start(scalar, game, false, &g, &s);
        scalar_play_all(&g, &s);
    }
    race_count(g.rules, &s, game, scalar->match->rotate, tally);
}
