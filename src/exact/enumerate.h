#pragma once
/* The explicit graph of any family's game, found by playing: from the start every move is made and every outcome of chance
   happens, until no new state comes. So a family that has only rules, play and text has exact results.

   Its rules begin with an alea__listed, its compile calls alea__listed_begin and its free alea__listed_end. Its tables of
   functions take what explicit.h has: policies and the key of its text_ops, and solver_ops and freezing_ops whole.

   It is for one player or two, and where two play, money changes hands between them. If neither wins, it is a draw. */
#include "exact/explicit.h"

/* Unless alea_game_limit_states sets other numbers. */
enum { ALEA__MOST_LISTED = 2000000, ALEA__MOST_LISTED_EDGES = 100000000 };

/* Facts from a family about its states; each may be NULL. */
typedef struct alea__listing {
    /* For games in which both players share nodes: exchanges the seats, so that the second player, who is to move, sits in
       the first one. */
    void (*swap_seats)(const alea__rules *, alea_state *);
    /* Policies that are functions of the state, until one without a name; the family's `builtin` names them too. */
    const alea__explicit_bot *bots;
} alea__listing;

typedef struct alea__listed {
    alea__explicit_rules head;
    const alea__listing *how;
    struct alea__listed_states *states;
    const alea_game *game; /* whose states are listed; NULL: the game with these rules */
} alea__listed;

/* Prepares the list; it is made when exact results are first requested. `how` may be NULL. */
alea_status alea__listed_begin(alea__listed *, const alea__family *, const alea__listing *how,
                               unsigned players, alea_error *);
void alea__listed_end(alea__listed *);
/* For rules that own nothing else: ends the listing, and frees them. */
void alea__listed_free(alea__rules *);

/* The same game as one whose states are listed, whatever its family: its exact results come from playing it. Frees what it made;
   the game must outlive it (plain_game.c). */
alea_status alea__plain_game_open(const alea_game *, alea_game **out, alea_error *);
void alea__plain_game_free(alea_game *); /* accepts NULL */
