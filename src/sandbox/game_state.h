#pragma once
/* The record game-state, in which a bot receives every roll of a game, as a value of the engine (bot_interface.h). The rolls are
   kept in that form, so that a question only adds the scores. */
#include "game/family.h"

#include <wasmtime.h>

struct alea__roll_value;

typedef struct alea__game_state {
    bool packed;                    /* as a teller takes it (compose.h); set before the first roll */
    struct alea__roll_value *roll;  /* values that `told` points to */
    wasmtime_component_val_t *told; /* [count], one for each roll; a packed one has space for what follows */
    size_t count, capacity;
    bool too_many; /* the game has more rolls than can be reported */
    bool no_memory;
    wasmtime_component_val_t banked[ALEA_MAX_SEATS];
    wasmtime_component_valrecord_entry_t field[5];
} alea__game_state;

/* A zeroed one is empty. */
void alea__game_state_free(alea__game_state *);
void alea__game_state_begin(alea__game_state *); /* a game: no roll so far */
/* Adds a roll, or sets `too_many` or `no_memory`. */
void alea__game_state_add(alea__game_state *, const alea__event *);
/* The value for one question. It points into the game state, and is valid until that changes. */
wasmtime_component_val_t alea__game_state_value(alea__game_state *, const alea__scores *);

/* Whether a record's type is that of game-state: the same fields in the same order. If not, `why` describes the first
   difference. */
bool alea__is_game_state(const wasmtime_component_valtype_t *record, char *why, size_t size);
bool alea__is_list_of_u32(const wasmtime_component_valtype_t *);
