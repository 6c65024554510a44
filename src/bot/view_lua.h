#pragma once
/* The view of a Lua bot as JSON, and the meaning of its answer, for bots that are other programs or play outside. Families use Lua
   values for both (text_ops), so this uses a Lua state that runs no program. */
#include "base/text.h"
#include "game/family.h"
#include <alea/outside.h>

#include <jansson.h>

typedef struct alea__view_lua alea__view_lua;

/* ALEA_E_REFUSED: bots of this family cannot be programs. */
alea_status alea__view_lua_open(const alea_game *, alea__view_lua **out, alea_error *);
void alea__view_lua_close(alea__view_lua *); /* accepts NULL */

/* The view of a state in which a seat is to move; the caller drops it. */
alea_status alea__view_lua_make(alea__view_lua *, const alea_state *, json_t **out, alea_error *);
/* Adds it as a JSON object with sorted keys and a zero byte. */
alea_status alea__view_lua_write(alea__view_lua *, const alea_state *, alea__text *, alea_error *);

/* The meaning of an answer: a move, or ALEA__NO_MOVE and the reason. */
typedef struct alea__view_answer {
    const alea_state *state;
    const alea_outside_answer *answer; /* not ALEA_OUTSIDE_FAILED */
    uint32_t *move;
    char *why;
    size_t size; /* of why */
} alea__view_answer;
alea_status alea__view_lua_take(alea__view_lua *, const alea__view_answer *, alea_error *);
