#pragma once
/* Race: games of pushing one's luck to a goal. Rules as flat tables, the state, the plain referee and the built-in
   policies. Freestanding: referee.c and decide.c also compile into the sandbox, so nothing here needs a C library. */
#include "base/random.h"
#include "game/tally.h"
#include <stdbool.h>
#include <stdint.h>

enum { RACE_SEATS = 8, RACE_NOBODY = 255, RACE_LIMIT = 10000 };

/* Limit of banked scores, so that no sum can overflow. No sensible game comes near. */
enum { RACE_MOST_SCORE = 1000000000 };

/* The effect of one roll on the turn. */
typedef enum race_kind { RACE_ADD, RACE_BUST, RACE_WIPE } race_kind;

typedef struct race_effect {
    uint16_t kind;   /* race_kind */
    uint16_t forced; /* the player must roll again */
    uint16_t amount; /* points, for RACE_ADD */
    uint16_t memory; /* the turn's memory afterwards */
} race_effect;

typedef enum race_ending {
    RACE_BANK, /* the first to bank the goal wins at once */
    RACE_CHASE /* a player who holds above the goal leads; the others get a last turn to get strictly above */
} race_ending;

/* The rules of one game. The tables are in `effect`, `landing` and `pay`; everything is read-only after compile. */
typedef struct race_rules {
    uint32_t players, dice, sides, goal;
    uint32_t outcomes;         /* sides^dice: an outcome is the dice as digits, first die least significant */
    uint32_t memories;         /* values that a turn's memory takes, from 0 at its start */
    uint32_t ending;           /* race_ending */
    uint32_t over_goal_hold;   /* the turn ends like a hold once its total ends the game */
    uint32_t first_forced;     /* the first roll of a turn is not a choice */
    uint32_t turn_limit;       /* turns of a one-player game; 0: none */
    uint32_t money;            /* the others pay the winner */
    alea__dice how;            /* how bytes become these dice */
    const race_effect *effect; /* [memory * outcomes + outcome] */
    const uint16_t *memory_value; /* [memory]: its number in the rule file; NULL in the sandbox */
    const uint8_t *landing; /* [score], 0 … goal: the race_kind that befalls own + turn there; none above */
    const int32_t *pay;     /* [score], 0 … goal: dollars for each point behind the winner; above, as there */
} race_rules;

/* The total at which a hold ends the game (bank) or takes the lead with no leader (chase). */
static inline uint32_t race_enough(const race_rules *rules)
{
    return rules->ending == RACE_CHASE ? rules->goal + 1 : rules->goal;
}

typedef enum race_phase { RACE_DECIDE, RACE_ROLL, RACE_FINISHED } race_phase;
typedef enum race_move { RACE_HOLD_MOVE, RACE_ROLL_MOVE } race_move; /* named "hold" and "roll" */

typedef struct race_state {
    uint32_t score[RACE_SEATS]; /* banked */
    uint32_t turn;              /* points of this turn, not yet banked */
    uint32_t turns;             /* turns that have ended, all seats together */
    uint32_t rolls;             /* rolls so far this turn */
    uint16_t memory;
    uint8_t mover;
    uint8_t phase;      /* race_phase */
    uint8_t leader;     /* in a chase, else RACE_NOBODY */
    uint8_t winner;     /* RACE_NOBODY until a player has won */
    uint8_t unfinished; /* ended by the limits, or because all forfeited */
    uint8_t forfeited;  /* a bit a seat */
} race_state;

/* The referee (referee.c). Moves and rolls must be legal: the callers check. */
void race_start(const race_rules *, race_state *);
void race_choose(const race_rules *, race_state *, race_move);      /* in RACE_DECIDE */
void race_roll(const race_rules *, race_state *, uint32_t outcome); /* in RACE_ROLL */
void race_forfeit(const race_rules *, race_state *);                /* the mover failed, in RACE_DECIDE */
/* The dollars of a seat in a finished game. */
int64_t race_money(const race_rules *, const race_state *, uint32_t seat);
/* Adds finished game number `game` to the counts of a run (tally.c). */
void race_count(const race_rules *, const race_state *, uint64_t game, bool rotate, alea__tally *);

/* The scores that a bot receives: the mover's including the turn so far, then the others' in seat order after the mover. */
static inline uint32_t race_total(const race_state *s)
{
    return s->score[s->mover] + s->turn;
}
/* The original interface's list: the others in seat order, without the mover. Returns how many. */
uint32_t race_others(const race_rules *, const race_state *, uint32_t others[RACE_SEATS]);
/* The same scores starting with the seat after the mover. */
uint32_t race_others_after(const race_rules *, const race_state *, uint32_t others[RACE_SEATS]);

/* Built-in policies (decide.c). Files contain these numbers, so new kinds go to the end. Every switch lists all kinds, so
   that the compiler reports a missing one. */
typedef enum race_policy_kind {
    RACE_POLICY_HOLD,    /* hold(n) */
    RACE_POLICY_TOTAL,   /* hold-at-total(n) */
    RACE_POLICY_TURNS,   /* turns(n) */
    RACE_POLICY_TABLE,   /* table:FILE.csv and keep-pace: hold_at for (own, best other) */
    RACE_POLICY_RANDOM,  /* random(p) */
    RACE_POLICY_ALWAYS,  /* always-roll */
    RACE_POLICY_FORFEIT, /* forfeit(k): fails at its k-th decision of a game */
    RACE_POLICY_PLAN,    /* optimal, table:FILE.h5: one bit for each position of two players or of one */
    RACE_POLICY_BANK,    /* bank(n): hold(n) that does not chase a leader for more than n points */
    RACE_POLICY_LAST = RACE_POLICY_BANK
} race_policy_kind;

/* Roll or hold for each (own, other, turn, memory), own and other banked. For one player with a turn limit `other` is the
   turns left, without a limit 0. A row has one bit for each (turn, memory): bit row[i] + turn * memories + memory, 1: roll.
   Past the end of its row, and beyond owns or others, a plan holds as soon as it may and it wins or leads, else rolls. A plan
   frozen from a bot says in `asked` how far it was asked: what it does beyond is unknown to exact results. With `near`, only
   these were asked: totals and other scores up to goal + RACE_ASKED_BEYOND; and above it, against a leader at most `near` ahead
   of own, turns of at most 2 near points. */
enum { RACE_ASKED_BEYOND = 100 };

typedef struct race_plan {
    uint32_t owns, others, memories;
    uint32_t asked;      /* totals and other scores up to this have answers of the bot; UINT32_MAX: all */
    const uint64_t *row; /* [own * others + other], and one more: the next one's start is the row's end */
    const uint8_t *bits;
    uint32_t near;        /* 0: the bot was asked in all positions up to `asked` */
    uint32_t scores_only; /* a truth: in a turn with points the answers depend on total and other alone */
} race_plan;

typedef struct race_policy {
    uint32_t kind;
    uint32_t n;              /* n, k, or for random the chance as a 32-bit threshold: roll when a word < n */
    uint32_t certain;        /* random(1): n does not fit 32 bits */
    uint32_t table_size;     /* entries per row of the table: goal + 1; 0 without a table */
    const uint16_t *hold_at; /* [own * table_size + other]: hold when the turn total is at least this */
    race_plan plan;          /* for RACE_POLICY_PLAN */
} race_policy;

/* The memory of a policy within one game. Starts as zero. */
typedef struct race_memo {
    uint32_t decisions;
    uint32_t scoring_turns;
} race_memo;

typedef enum race_answer { RACE_ANSWER_HOLD, RACE_ANSWER_ROLL, RACE_ANSWER_FAIL } race_answer;

/* The policy's answer in a state of RACE_DECIDE. `own` is the seat's private stream, for random(p) only. */
race_answer race_decide(const race_rules *, const race_policy *, const race_state *, race_memo *,
                        alea__stream *own);

/* A position within a turn for plans; race_plan defines `other`. */
typedef struct race_position {
    uint32_t own, other; /* banked */
    uint32_t total;      /* own + turn */
    uint32_t memory;
} race_position;

/* Whether a plan rolls on; and the total from which any plan holds if it has no bit. */
bool race_plan_rolls(const race_rules *, const race_plan *, race_position);
uint32_t race_plan_holds_from(const race_rules *, uint32_t other);

/* The total at which a threshold policy holds, for own banked score and best other score (above the goal: a leader);
   UINT32_MAX if it never does. Only with race_has_threshold, and for bank(n). race_decide uses it. */
uint32_t race_threshold(const race_rules *, const race_policy *, uint32_t own, uint32_t other, bool chased);
/* The same for the mover of a state: it is the same for a whole turn. */
uint32_t race_holds_at(const race_rules *, const race_policy *, const race_state *);
/* Whether the policy holds at a total that depends only on the scores, so that it can run in lanes. */
static inline bool race_has_threshold(const race_policy *policy)
{
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_HOLD:
    case RACE_POLICY_TOTAL:
    case RACE_POLICY_TABLE: return true;
    case RACE_POLICY_TURNS:
    case RACE_POLICY_RANDOM:
    case RACE_POLICY_ALWAYS:
    case RACE_POLICY_FORFEIT:
    case RACE_POLICY_PLAN:
    case RACE_POLICY_BANK: break;
    }
    return false;
}
