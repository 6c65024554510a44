#ifndef ALEA_TESTS_SUPPORT_PROBLEM_H
#define ALEA_TESTS_SUPPORT_PROBLEM_H
/* A problem for the functions of a family's solver_ops, of a game and with the fields that follow:
   PROBLEM(game, .objective = ALEA_WIN, .policy = {a, b}, .options = &options). */
#include "value/solver_ops.h"

#define PROBLEM(game, ...) (&(const alea__problem){.rules = (game)->rules, __VA_ARGS__})
#endif
