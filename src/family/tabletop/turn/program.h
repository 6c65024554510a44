#pragma once
/* The turn as a program: every position of it, that is, a node with the values of the counters, behind those that it leads to. Where
   fields that last from turn to turn decide, an option has a *guard*; where the turn ends, it leads to an *exit*. Positions
   with the same options are one. */
#include "family/tabletop/turn/table.h"

enum { TABLETOP_MOST_POSITIONS = 1 << 22 };

/* Lists of tests or of effects, and the values of the counters with which they occur. */
typedef struct tabletop_lists {
    tabletop_list *list;
    uint32_t count; /* that differ */
    alea__numbering
        used; /* a list << 32, and the counters' values, or TABLETOP_NONE if they do not matter to it */
    int32_t *counter; /* [number of used][field]: those values */
} tabletop_lists;

typedef enum tabletop_kind_of_option {
    TABLETOP_FURTHER = 1, /* has the name of the option before it: it counts where that is not possible */
    TABLETOP_UNNAMED = 2  /* counts where no other is possible */
} tabletop_kind_of_option;

typedef struct tabletop_option {
    uint32_t to;    /* a position; behind the last one, an exit */
    uint32_t mark;  /* of a choice: its guard; of a roll: its weight */
    int32_t points; /* for the total */
    uint32_t kind;  /* bits of tabletop_kind_of_option */
} tabletop_option;

typedef struct tabletop_position {
    uint32_t first, count;
    uint32_t weights; /* of a roll: all together; of a choice: 0 */
    bool plain;       /* all options lead to positions, always, without points */
} tabletop_position;

typedef struct tabletop_program {
    const tabletop_game *g;
    alea_objective objective; /* of values */
    double sign;              /* -1: few points or turns are best */
    tabletop_table table;
    tabletop_position *position;
    tabletop_option *option;
    uint32_t positions, options;
    tabletop_list *loop; /* positions that lead back to each other, as ranges, ascending */
    uint32_t loops;
    tabletop_lists guards, exits; /* guard 0 always holds */
    uint64_t *mask, *wanted;      /* [guards.list]: what it asks of bits of a key */
    bool *rest;                   /* likewise: and of numbers */
    tabletop_option begin;        /* of every turn */
    uint32_t counts;              /* values of all counters together */
    alea__numbering raw;          /* node * counts + values of the counters: as found */
    uint32_t *of_raw;             /* the position of each */
} tabletop_program;

/* Without `states`, those between turns are not listed. */
alea_status tabletop_program_make(const tabletop_game *, alea_objective, bool states, const alea_progress *,
                                  tabletop_program **out, alea_error *);
void tabletop_program_free(tabletop_program *); /* accepts NULL */

/* The state in which the game begins. */
uint32_t tabletop_program_first(const tabletop_program *);
/* The position of the program in which a position of the game is; TABLETOP_NONE if turns never come there. */
uint32_t tabletop_program_find(const tabletop_program *, const alea_state *);
/* Where a step leads from a position of the game: `to` and `points`. */
tabletop_option tabletop_program_step(const tabletop_program *, const alea_state *, const tabletop_step *);
/* The greatest size of the points of an option or of an effect at the end; at least 1. */
double tabletop_program_most_points(const tabletop_program *);
/* Whether the guard holds in a state between turns. */
bool tabletop_guard_holds(const tabletop_program *, uint32_t guard, uint64_t key);

/* The counters' values, by field, with which a list is used. */
static inline const int32_t *tabletop_counters_of(const tabletop_program *p, const tabletop_lists *lists,
                                                  uint32_t number)
{
    return lists->counter + (size_t)number * p->g->fields;
}

static inline tabletop_list tabletop_list_of(const tabletop_lists *lists, uint32_t number)
{
    return lists->list[lists->used.key[number] >> 32];
}

/* What a turn that begins in a state and ends by this exit leads to. */
static inline tabletop_next tabletop_exit_next(const tabletop_program *p, uint64_t key, uint32_t exit)
{
    return tabletop_key_next(&p->table.keys, key, tabletop_list_of(&p->exits, exit),
                             tabletop_counters_of(p, &p->exits, exit), p->objective);
}
