#include "sandbox/bot_interface.h"
#include "sandbox/encode.h"

static const alea__bot_interface should_roll = {
    .interface = ALEA__INTERFACE,
    .name = ALEA__SHOULD_ROLL,
    .type = "func(own-score: u32, other-scores: list<u32>) -> bool",
    .exact = ALEA__INTERFACE "#" ALEA__SHOULD_ROLL,
    .plain = "should_roll",
    .post_return = "cabi_post_" ALEA__INTERFACE "#" ALEA__SHOULD_ROLL,
    .core_type =
        "(i32, i32, i32) -> (i32): own score, address and number of the others' scores; returns 0 to hold "
        "or 1 to roll",
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

unsigned alea__put_types_of(const alea__bot_interface *asked, alea__text *out)
{
    const unsigned count = asked->lists ? 2 : 1;
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
