#ifndef ALEA_FAMILY_RACE_SOLVE_TIE_H
#define ALEA_FAMILY_RACE_SOLVE_TIE_H
/* Moves whose values differ by no more than this are tied, and a tie goes to holding, which ends the turn: rounding must
   not decide it. In units of the objective. The same for the better move of an answer and for the policy `optimal`. */
#define RACE_TIE 1e-12
#endif
