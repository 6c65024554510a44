#pragma once
/* Many games side by side in the bytes of vector registers.

   A lane is one game. All lanes take one roll at a time in step; each has its own Philox stream, of which a 16-byte block
   is made for all lanes at once. A lane whose game ended does not change until the block is used up; then it is counted and
   gets the next game. What a lane cannot hold (a score of 255, a very long game) is left to the scalar path: such games
   are handed to the caller, so that every game is counted exactly once and is the same game as the referee's. */
#include "family/race/play/state.h"
#include "game/tally.h"

enum {
    LANES_MEMORIES = 4,     /* values of a turn's memory */
    LANES_SLOTS = 6,        /* rolls in one byte of the stream */
    LANES_CLASSES = 16,     /* of rolls, in turns with a memory */
    LANES_MOST_GOAL = 127,  /* so that scores of a policy table fit seven bits */
    LANES_MOST_AMOUNT = 31, /* points of one roll */
    LANES_MOST_BLOCKS = 64, /* a game that needs more random blocks is left to the scalar path */
    LANES_MOST_COUNT = 200, /* scoring turns of a player, and blocks of its own random numbers */
    LANES_ROWS = 256,       /* of plans that are no thresholds, and 0 for none */
    LANES_NEVER = 255,      /* a threshold that is never reached */
    LANES_PIG_TOTAL = 127,  /* the most that a match of pig's totals may reach */
    LANES_PIG_BUST = 128    /* its code of a lost turn */
};

/* The effect of a roll, in a byte: the points to add, and from there on a new turn or the same one. */
enum {
    LANES_AMOUNT = 31, /* 0: the turn is lost */
    LANES_MEMORY = 5,  /* shift of the memory afterwards */
    LANES_FORCED = 128 /* with points: must roll again; without: the whole score is lost */
};

/* The policies of a match for lanes_seats.h: more than two players, or policies without a threshold. Properties of bots are
   255 or 0. A bot's threshold is min((own if it counts) + add, cap), or looked up. */
typedef struct race_lanes_seats {
    bool used;
    bool tables, rows, random,
        turns; /* some bot: looks up, has rows that are no thresholds, draws, counts turns */
    bool all_look_up;
    bool memories; /* rolls can be forced, or depend on a memory */
    bool pig;      /* rolls only add or lose the turn, at any total, and who banks the goal wins */
    uint32_t most_blocks;
    uint8_t counts_own[16], add[16], cap[16];
    uint8_t follows[16];             /* rolls until it is above a leader */
    uint8_t banks[16];               /* or holds at its threshold without one, if that comes first */
    uint8_t looks_up[16], table[16]; /* in this table of pair_at */
    uint8_t counts_turns[16];        /* the table's second index is the number of scoring turns */
    uint8_t draws[16];               /* decides by its own random numbers */
    uint32_t chance[RACE_SEATS];     /* and rolls when a word is below this */
} race_lanes_seats;

/* A match made ready for lanes: bytes in, bytes out. */
typedef struct race_lanes {
    const race_rules *rules;
    uint64_t seed;
    bool rotate;
    bool pig;     /* rolls only add or bust, the first to bank the goal wins, no money, no total above 127 */
    bool tables;  /* thresholds come from hold_at, not from add and cap */
    bool patient; /* no threshold below the goal is reached in the first three rolls of a turn */
    uint32_t memories, slots;
    uint32_t byte_limit, byte_range; /* as in alea__dice */
    uint32_t landing;                /* the one score that wipes, or LANES_NEVER */
    int32_t pay[256];                /* by the loser's score: dollars for each point */
    uint8_t high_part[16];           /* 16 h mod byte_range */
    uint8_t code[LANES_SLOTS][64];   /* by byte mod byte_range: the effect of the roll, or its class */
    /* [memory * LANES_CLASSES + class of roll]; rolls of a class do the same in every memory */
    uint8_t class_code[LANES_MEMORIES * LANES_CLASSES];
    uint8_t add[2], cap;   /* bot b holds at min(own + add[b], cap) */
    bool looks_up[2];      /* with `tables`: bot b's thresholds are looked up */
    uint8_t start_hold[2]; /* the same at the start of a game */
    uint8_t *hold_at;      /* [own << 8 | bot << 7 | other]; three bytes longer than its 32,768 entries */
    race_lanes_seats seats;
    /* For `seats`: [(table << 16 | own << 8 | other) * 2], the threshold, and the row that decides from there on, or 0; and
       [row << 8 | total], 1: roll. Each is three bytes longer than its entries. */
    uint8_t *pair_at, *row_at;
} race_lanes;

/* Fills the data for a match between any policies, after those that depend only on the rules (seats.c). Returns false if
   lanes do not support it or memory runs out. `release` accepts unfilled data. */
bool race_lanes_fill_seats(const race_rules *, const race_policy *const policy[RACE_SEATS], race_lanes *);
void race_lanes_release_seats(race_lanes *);

/* Who plays the games that a lane cannot hold. */
typedef struct race_spill {
    void (*play)(void *user, uint64_t game);
    void *user;
} race_spill;

/* Plays games first … first + games - 1 (games < 2^31, all with the same upper half of the game number) and adds them to
   the tally. Games that do not fit in a lane are handed to the caller. */
typedef void race_lanes_play(const race_lanes *, uint64_t first, uint32_t games, alea__tally *,
                             const race_spill *);
race_lanes_play race_lanes_v128, race_lanes_avx2, race_lanes_avx512;

/* Whether race_lanes_v128 exists: vectors must support lookups in a table of 16 bytes. */
#if defined(__x86_64__) || defined(__wasm_simd128__) || (defined(__aarch64__) && !defined(__AARCH64EB__))
#define LANES_V128
#endif
