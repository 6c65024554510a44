#pragma once
/* Hog: shared by the files of this folder, in addition to the freestanding core in play/state.h. */
#include "base/memory.h"
#include "family/hog/play/state.h"
#include "game/narration.h"
#include <lauxlib.h>
#include <string.h>

enum {
    HOG_MOST_GOAL = 1000,
    HOG_MOST_SIDES = 100,
    HOG_MOST_ROLLS = 200000, /* different rolls, regardless of order */
    HOG_MOST_POINTS = 1000,  /* of a roll, of no dice, and of a bonus */
    HOG_MOST_SCORE = 60000,  /* after `after` */
    HOG_MOST_MEMORIES = 1024,
    HOG_MOST_SETS = 256,          /* of dice */
    HOG_MOST_CALLS = 4000000,     /* calls of `roll` if it takes the scores */
    HOG_MOST_NEXTS = 1 << 22,     /* answers of `next` if it takes the points */
    HOG_MOST_POSITIONS = 1 << 24, /* memories times goal squared */
};

/* How many of sides^n rolls of n dice give which points. */
typedef struct hog_odds {
    uint32_t least, most; /* range of possible points */
    uint64_t denominator;
    const uint64_t *weight; /* [points], 0 … most */
} hog_odds;

struct hog_graph;

/* The data behind alea__rules. The rules come first, so that a pointer to one is a pointer to the other. */
typedef struct hog_game {
    hog_rules rules;
    hog_odds *odds;          /* see hog_odds_of */
    struct hog_graph *graph; /* the positions, ready for exact results (turn/positions.h) */
    hog_dice_set *set;
    uint32_t *first[HOG_MOST_SETS];  /* as in `set`; owned, because a set may be taken back */
    uint16_t *points[HOG_MOST_SETS]; /* likewise */
    uint8_t *set_at;
    hog_next *next;
    alea__owned owned; /* all other arrays, those of the rules too */
} hog_game;

/* The data behind alea__policy; likewise. */
typedef struct hog_bot {
    hog_policy policy;
    uint8_t *dice; /* owned */
} hog_bot;

static inline const hog_game *hog_game_of(const alea__rules *rules)
{
    return (const hog_game *)rules;
}

static inline const hog_rules *hog_rules_of(const alea__rules *rules)
{
    return (const hog_rules *)rules;
}

static inline const hog_policy *hog_policy_of(const alea__policy *policy)
{
    return (const hog_policy *)policy;
}

/* The odds of n dice, at least one, of a set. */
static inline const hog_odds *hog_odds_of(const hog_game *game, uint32_t set, uint32_t dice)
{
    return &game->odds[set * (HOG_MOST_DICE + 1) + dice];
}

/* Those at these scores, the mover's first. */
static inline const hog_odds *hog_odds_at(const hog_game *game, uint32_t own, uint32_t opponent,
                                          uint32_t dice)
{
    return hog_odds_of(game, hog_set_number(&game->rules, own, opponent), dice);
}

static inline double hog_mean_points(const hog_odds *odds)
{
    double sum = 0;
    for (uint32_t i = odds->least; i <= odds->most; i++) sum += (double)i * (double)odds->weight[i];
    return sum / (double)odds->denominator;
}

/* A state travels in the first bytes of an alea_state. */
_Static_assert(sizeof(hog_state) <= sizeof(alea_state), "a hog state fits in an alea_state");
static inline hog_state hog_state_of(const alea_state *state)
{
    hog_state s;
    memcpy(&s, state, sizeof s);
    return s;
}

static inline void hog_store(const hog_state *s, alea_state *state)
{
    memcpy(state, s, sizeof *s);
}

/* rules/: rule file to flat tables. */
alea_status hog_compile(const alea__reader *, unsigned players, alea__rules **out, alea_error *);
void hog_free(alea__rules *);

/* policy/: any policy, and bots from specs, bytes and CSV files. */
alea_builtin hog_builtin(size_t index);
alea_status hog_policy_open(const alea__rules *, const alea__spec *, alea__policy **out, alea_error *);
alea_status hog_table_open(const alea__rules *, const alea__csv_text *, alea__policy **out, alea_error *);
void hog_policy_free(alea__policy *);
/* A policy with space for its dice, all 0; NULL when there is no memory. */
hog_bot *hog_bot_new(const hog_rules *, hog_policy_kind);
alea_status hog_pack_policy(const alea__rules *, const alea__policy *, unsigned char **data, size_t *size,
                            alea_error *);
alea_status hog_unpack_policy(const alea__rules *, const unsigned char *data, size_t size, alea__policy **out,
                              alea_error *);
alea_status hog_policy_csv(const alea__rules *, const alea__policy *, char **text, alea_error *);

/* text/: positions and moves in words, and what bots that are not policies receive and answer. */
alea_key hog_key(const alea__rules *, size_t index);
/* The line that hog_parse_state reads. */
void hog_position_line(const alea__rules *, const alea_state *, char *out, size_t size);
alea_status hog_parse_state(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                            alea_error *);
void hog_explain(const alea__rules *, const alea_state *, uint32_t dice, char *out, size_t size);
bool hog_fact(const alea__rules *, const alea_state *, unsigned seat, size_t index, alea_fact *out);
void hog_narrate(alea__narration *);
extern const char *const hog_events[];
bool hog_has_blank(const alea__rules *, const char *key, const char *blank);
void hog_push_view(const alea__rules *, const alea_state *, lua_State *);
uint32_t hog_lua_answer(const alea__rules *, const alea_state *, lua_State *, char *why, size_t size);
void hog_scores_of(const alea__rules *, const alea_state *, alea__scores *);
const char *hog_move_name(const alea__rules *, uint32_t move);
uint32_t hog_number_move(const alea__rules *, uint32_t answer, char *why, size_t size);
bool hog_sample_state(const alea__rules *, uint64_t index, alea_state *out, bool *sampled);

/* simulate/: whole blocks without the referee. */
bool hog_can_simulate(const alea__policy_match *);
void hog_simulate(const alea__policy_match *, uint64_t first, uint64_t games, alea__tally *);

extern const alea__batch_ops hog_batch_ops; /* text/observe.c */
extern const alea__family alea__hog_family;

/* text/course_rules.c: as alea__contest_ops has them. */
bool hog_has_helpers(const alea__rules *);
const char *hog_note(const alea__rules *); /* a contradiction in the course's page; NULL for other rules */
