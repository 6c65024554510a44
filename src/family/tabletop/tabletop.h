#pragma once
/* Tabletop: dice games in turns with score sheets, kept dice and choices within a roll, for one to eight players. A rule file
   describes the turn; docs/tabletop.md is its language. */
#include "base/intern.h"
#include "exact/enumerate.h"
#include "family/tabletop/play/state.h"
#include "game/narration.h"
#include <pthread.h>

enum {
    TABLETOP_MOST_NODES = 1000000,
    TABLETOP_MOST_MOVES = 65535,
    TABLETOP_MOST_OUTCOMES = 65536,
    TABLETOP_MOST_DICE = 16,
    TABLETOP_MOST_DICE_NAMES = 8,
    TABLETOP_MOST_SIDES = 255,
    TABLETOP_LONGEST_NAME = 40,   /* of a field, a move, a member, a face */
    TABLETOP_LONGEST_STATE = 400, /* written as a node's name */
    TABLETOP_LONGEST_VALUE = 160, /* of a key of a state */
    TABLETOP_MOST_KEYS = 16       /* of a state */
};

enum { TABLETOP_MOST_DIGITS = 6 };

/* A key of the states of turns, such as `dice`. */
typedef struct tabletop_key {
    uint32_t name, label; /* in `word` */
    uint32_t digits,
        digit[TABLETOP_MOST_DIGITS]; /* what the digits of its numbers count, the last one last; 0: nothing */
    bool list;
    uint32_t longest;    /* of a list; else 1 */
    int32_t least, most; /* numbers; a text is the number of its word */
} tabletop_key;

typedef struct tabletop_rules {
    alea__listed listed; /* first */
    tabletop_game game;
    alea__intern node; /* names of nodes, such as "dice=[1,5,5];rolls=2" (rules/state_name.c) */
    alea__intern move; /* names of moves */
    alea__intern word; /* names of fields, members, keys and outcomes */
    tabletop_key key[TABLETOP_MOST_KEYS];
    uint32_t keys;
    pthread_mutex_t engine_lock; /* for the next two, which solve/engine.c sets when they are first needed */
    void *engine;
    void (*free_engine)(void *);
} tabletop_rules;

static inline const tabletop_rules *tabletop_rules_of(const alea__rules *rules)
{
    return (const tabletop_rules *)rules;
}

static inline const tabletop_game *tabletop_game_of(const alea__rules *rules)
{
    return &tabletop_rules_of(rules)->game;
}

static inline const char *tabletop_word(const tabletop_rules *t, uint32_t number)
{
    return alea__intern_text(&t->word, number);
}

/* ---- by folder ---- */

extern const struct luaL_Reg tabletop_words[]; /* rules/lua_functions.c */
alea_status tabletop_compile(const alea__reader *, unsigned players, alea__rules **out,
                             alea_error *); /* rules/rules.c */
void tabletop_free(alea__rules *);
bool tabletop_has_objective(const alea__rules *, alea_objective);
bool tabletop_wants_least(const alea__rules *);

/* play/referee.c */
void tabletop_start(const alea__rules *, alea_state *);
int tabletop_to_move(const alea__rules *, const alea_state *);
int tabletop_turn_of(const alea__rules *, const alea_state *);
unsigned tabletop_move_count(const alea__rules *, const alea_state *);
uint32_t tabletop_move(const alea__rules *, const alea_state *, unsigned index);
uint32_t tabletop_chance_count(const alea__rules *, const alea_state *);
uint64_t tabletop_chance_weight(const alea__rules *, const alea_state *, uint32_t outcome);
uint32_t tabletop_chance_weights(const alea__rules *, const alea_state *);
uint32_t tabletop_chance_at(const alea__rules *, const alea_state *, uint32_t at);
unsigned tabletop_chance_faces(const alea__rules *, const alea_state *, uint32_t outcome, uint32_t faces[16]);
void tabletop_forfeit(const alea__rules *, alea_state *);
void tabletop_outcome_of(const alea__rules *, const alea_state *, alea_outcome *);
void tabletop_canonical(const alea__rules *, alea_state *);
void tabletop_swap_seats(const alea__rules *, alea_state *);

/* text/ */
const char *tabletop_move_name(const alea__rules *, uint32_t move);
const char *tabletop_chance_name(const alea__rules *, const alea_state *, size_t index, uint32_t *outcome);
bool tabletop_rolls_dice(const alea__rules *, const alea_state *);
bool tabletop_has_points(const alea__rules *);
void tabletop_describe(const alea__rules *, const alea_state *, char *out, size_t size);
void tabletop_position_line(const alea__rules *, const alea_state *, char *out, size_t size);
bool tabletop_fact(const alea__rules *, const alea_state *, unsigned seat, size_t index, alea_fact *out);
alea_key tabletop_state_key(const alea__rules *, size_t index);
alea_status tabletop_parse_state(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                                 alea_error *);
void tabletop_push_view(const alea__rules *, const alea_state *, lua_State *);
uint32_t tabletop_lua_answer(const alea__rules *, const alea_state *, lua_State *, char *why, size_t size);
void tabletop_narrate(alea__narration *);
extern const char *const tabletop_events[];
bool tabletop_words_fit(const alea__rules *, const char *key);
bool tabletop_has_blank(const alea__rules *, const char *key, const char *blank);
extern const alea__batch_ops tabletop_batch_ops;
bool tabletop_sheet_row(const alea__rules *, size_t index, alea_sheet_row *out);
int tabletop_attempted(const alea__rules *, const alea_state *before, const alea_state *after,
                       int64_t *points);
unsigned tabletop_shortlist(const alea__rules *, const alea_state *, uint32_t *move, unsigned most);
void tabletop_remark(const alea__rules *, const alea_state *, uint32_t move, char *out, size_t size);
