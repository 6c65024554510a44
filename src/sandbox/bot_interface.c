#include "sandbox/bot_interface.h"
#include "sandbox/encode.h"

#define SHOULD_ROLL_NAMES                                                                                    \
    .interface = ALEA__INTERFACE, .name = ALEA__SHOULD_ROLL, .exact = ALEA__INTERFACE "#" ALEA__SHOULD_ROLL, \
    .plain = "should_roll", .post_return = "cabi_post_" ALEA__INTERFACE "#" ALEA__SHOULD_ROLL

/* The original program's present interface. */
#define GAME_STATE_TYPE "func(state: game-state) -> bool"
#define GAME_STATE_CORE_TYPE                                                                             \
    "(i32, i32, i32, i32, i32, i32, i32) -> (i32): the player's index, banked and total score, address " \
    "and number of all banked scores, address and number of the rolls"

static const alea__bot_interface should_roll_state = {
    SHOULD_ROLL_NAMES, .type = GAME_STATE_TYPE, .core_type = GAME_STATE_CORE_TYPE,
    .parameters = 7,   .lists = true,           .rolls = true,
};

const char *const alea__game_state_field[ALEA__GAME_STATE_FIELDS] = {
    [ALEA__FIELD_SEAT] = "current-player-index", [ALEA__FIELD_BANKED] = "current-banked-score",
    [ALEA__FIELD_TOTAL] = "current-total-score", [ALEA__FIELD_ALL_BANKED] = "all-players-banked-scores",
    [ALEA__FIELD_ROLLS] = "turn-history",
};

static const alea__bot_interface should_roll = {
    .other = &should_roll_state,
    SHOULD_ROLL_NAMES,
    .type = "func(own-score: u32, other-scores: list<u32>) -> bool or " GAME_STATE_TYPE,
    .core_type = "(i32, i32, i32) -> (i32): own score, address and number of the others' scores; "
                 "or " GAME_STATE_CORE_TYPE "; returns 0 to hold or 1 to roll",
    .parameters = 3,
    .lists = true,
};

#define HOG      "hog:player/strategy@0.1.0"
#define STRATEGY "final-strategy"

static const alea__bot_interface final_strategy = {
    .interface = HOG,
    .name = STRATEGY,
    .type = "func(score: u32, opponent-score: u32) -> u32",
    .exact = HOG "#" STRATEGY,
    .plain = "final_strategy",
    .post_return = "cabi_post_" HOG "#" STRATEGY,
    .core_type = "(i32, i32) -> (i32): own score and the opponent's score; returns the number of dice",
    .parameters = 2,
};

const alea__bot_interface *alea__bot_interface_of(const alea_game *game)
{
    if (game->family->contest) return &final_strategy;
    return game->family->roll_or_hold ? &should_roll : NULL;
}

const alea__bot_interface *alea__bot_interface_with(const alea__bot_interface *first,
                                                    const alea__signature *signature)
{
    const alea__bot_interface *i = first;
    while (i && !alea__signature_is(signature, i->parameters, 1)) i = i->other;
    return i;
}

/* list<u32>; tuple<u32, u32>; tuple<u32, 1>; list<2>; record { … }; func(state: 4) -> bool. */
static unsigned put_game_state_types(alea__text *out)
{
    static const unsigned char field_type[ALEA__GAME_STATE_FIELDS] = {ALEA__U32, ALEA__U32, ALEA__U32, 0, 3};
    alea__put_number(out, 6);
    ALEA__PUT(out, ALEA__LIST, ALEA__U32);
    ALEA__PUT(out, ALEA__TUPLE, 2, ALEA__U32, ALEA__U32);
    ALEA__PUT(out, ALEA__TUPLE, 2, ALEA__U32, 1);
    ALEA__PUT(out, ALEA__LIST, 2);
    ALEA__PUT(out, ALEA__RECORD, ALEA__GAME_STATE_FIELDS);
    for (unsigned i = 0; i < ALEA__GAME_STATE_FIELDS; i++) {
        alea__put_name(out, alea__game_state_field[i]);
        alea__put(out, field_type[i]);
    }
    ALEA__PUT(out, ALEA__FUNC, 1);
    alea__put_name(out, "state");
    ALEA__PUT(out, 4, 0x00, ALEA__BOOL);
    return 6;
}

unsigned alea__put_types_of(const alea__bot_interface *asked, alea__text *out)
{
    const unsigned count = asked->lists ? 2 : 1;
    if (asked->rolls) return put_game_state_types(out);
    alea__put_number(out, count);
    if (asked->lists) {
        alea__put_should_roll_types(out, NULL, 0);
        return count;
    }
    ALEA__PUT(out, ALEA__FUNC, 2);
    alea__put_name(out, "score");
    alea__put(out, ALEA__U32);
    alea__put_name(out, "opponent-score");
    ALEA__PUT(out, ALEA__U32, 0x00, ALEA__U32);
    return count;
}
