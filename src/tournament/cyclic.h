#pragma once
/* Balanced tables for three to eight seats.

   A *difference family* is a set of base blocks of `seats` numbers below v, such that each number 1 … v - 1 is the difference of
   two numbers of one block, modulo v, equally often: lambda times (Bose, Ann. Eugenics 9, 1939; Colbourn and Dinitz, Handbook of
   Combinatorial Designs, II.16). Adding 0, 1, …, v - 1 to each block gives tables in which

     - every two entrants meet lambda times, and
     - every entrant has every seat equally often, once for each base block.

   The search begins with the smallest lambda that divisibility allows, seats (seats - 1) / gcd(seats (seats - 1), v - 1), or
   twice that if it is odd and v is even, and goes on to its multiples. Some families with a small lambda do not exist, and some are
   hard to find; where a search of fixed length finds none, it moves on. It finds one for all numbers of seats and entrants below:
   the test of this file goes through them. */
#include "tournament/design.h"

enum { ALEA__CYCLIC_MOST = 64 };

/* Tables of 3 … 8 seats for `entrants` from `seats` to ALEA__CYCLIC_MOST, in at most half a second. All pairs meet equally
   often: `fewest` and `most` in the design are lambda. Every `entrants` tables give each entrant each seat once. */
alea_status alea__design_cyclic(uint32_t entrants, uint32_t seats, alea__design *, alea_error *);
