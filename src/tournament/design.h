#pragma once
/* Who plays whom, on which seats: a design is a list of lineups in the order of play.

   A design depends on nothing but the numbers given: the same ones give the same list. */
#include <alea/status.h>

enum { ALEA__DESIGN_MOST_SEATS = 8, ALEA__DESIGN_MOST_ENTRANTS = 2048 };

typedef struct alea__design {
    uint32_t entrants, seats, count; /* count: of lineups */
    uint32_t *lineup;                /* [count][seats] entrants by seat; seat 0 moves first */
    uint32_t fewest, most;   /* meetings of two entrants who should meet; equal in a balanced design */
    uint32_t round;          /* nobody plays twice in lineups k round … (k + 1) round - 1; 1: no rounds */
    uint32_t balanced_every; /* seats are shared equally after each multiple of it; 0: never */
} alea__design;

/* Two seats, each against all others, in rounds (the circle method; Kirkman 1847). Each pair meets once, and how often an
   entrant moves first and second differs by at most 1. With `both_orders` each round is played twice, with the seats exchanged the
   second time. 2 … ALEA__DESIGN_MOST_ENTRANTS entrants. */
alea_status alea__design_round_robin(uint32_t entrants, bool both_orders, alea__design *, alea_error *);

/* Entrants 0 … challengers - 1 against all others. On two seats each challenger meets each other entrant twice, once in each
   order. With 3 … 8 seats a challenger meets the others in balanced tables of seats - 1 (cyclic.h), each of which is played in all
   its rotations, so that each sits on each seat equally often. At least 1 challenger, and seats - 1 others (at most
   ALEA__CYCLIC_MOST with more than two seats); challengers never meet each other. `fewest` and `most` are about a challenger and
   another entrant. */
alea_status alea__design_gauntlet(uint32_t entrants, uint32_t challengers, uint32_t seats, alea__design *,
                                  alea_error *);

void alea__design_free(alea__design *);
