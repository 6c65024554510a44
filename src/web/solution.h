#pragma once
/* The game of the last request for a map, and its solution. A page asks for several maps of one game in a row, and the game
   is solved once. */
#include <alea/exact.h>
#include <jansson.h>

typedef struct web_solution {
    alea_game *game;
    alea_objective objective;
    alea_table *table; /* NULL until web_solution_solve */
    alea_bot *bot;     /* NULL until web_solution_bot */
} web_solution;

/* Solves the game of the request for its objective. The solution is kept until the next call with another game, or
   web_solution_rest. Returns CMD_DONE, or an error. */
int web_solution_open(const json_t *request, web_solution **out);
/* Solves the game unless that has been done. */
int web_solution_solve(web_solution *);
/* Solves it, and makes the bot that plays by it, which stays the solution's. */
int web_solution_bot(web_solution *);
/* Frees what would take much memory between questions. */
void web_solution_rest(void);
