/* Games for three players and more: an equilibrium, in which each plays best against the others, as far as that was found. The deepest
   states first. Sweeps let the mover choose what is best for him. Where they do not settle, the states that pass the turn to each
   other choose one at a time; where that does not settle either, a decision is kept unless another is better by some threshold,
   which grows until they do. What is proved are bounds on the values of these decisions, and how much any player could gain by
   others. */
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/solve/exact.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    MOST_SWEEPS = 100000,
    MOST_TURN_SWEEPS = 10000, /* over positions that lead back to each other */
    FIRST_SWEEPS = 64,        /* in which all states choose */
    SOME_SWEEPS = 16,         /* in which one of those that pass the turn to each other chooses */
    ROUNDS = 4,               /* of these before the threshold grows */
    SLOW_SWEEPS = 256,        /* in which changes should shrink */
    STATES_AT_ONCE = 1024,
    SHORT_WORK = 20000, /* positions that one thread computes sooner than several */
    MOST_INSIDE = 6,
    NO_CHOICE = 0xFFFF,
    NOT_MARKED = 0xFF,
    MUCH = 2 /* of a change: more than rounding */
};
#define EQUAL        1e-12 /* of options within it the first is chosen */
#define FIRST_DOUBT  1e-9
#define MOST_DOUBT   1e-2
#define MOST_BYTES   6e9
#define NOT_FOLLOWED 0xFFFFFFFF
#define ENDED        0xFFFFFF00 /* and the winner's place; a draw: the number of players */

typedef enum several_kind {
    SEVERAL_PLAY,
    SEVERAL_LOW,
    SEVERAL_HIGH,
    SEVERAL_BEST,
    SEVERAL_KINDS
} several_kind;

/* States of a depth that one of them leads to. */
typedef struct several_inside {
    uint32_t count; /* above MOST_INSIDE: more than are listed */
    uint32_t state[MOST_INSIDE];
} several_inside;

typedef struct several_solver {
    const alea__rules *rules;
    const tabletop_program *p;
    const alea_progress *progress;
    uint32_t players, exits, from, to;
    double *value[SEVERAL_KINDS]; /* [state][place]: of the mover, of the player after him … */
    uint32_t *next;               /* [state of the depth][exit]: where it leads */
    uint8_t *legal;   /* [state of the depth][guard]: 0: not known, 1: it does not hold, 2: it holds */
    uint16_t *chosen; /* [state of the depth][position]: an option of a choice */
    uint8_t *needed;  /* [state of the depth][position]: 1: turns can come there; NOT_MARKED: not known */
    several_inside *inside;    /* [state of the depth] */
    double *fresh;             /* [state of the depth][place] */
    double *old[2];            /* likewise: values of earlier sweeps, the latest first */
    uint8_t *active, *changed; /* [state of the depth] */
    uint32_t *sweep;           /* the active ones */
    uint8_t *open;             /* likewise: whether it may still change after the first sweeps */
    double *turn;              /* [thread][position][place] */
    tabletop_vector *v;        /* [thread]: to find what is needed */
    uint8_t *flips;            /* [thread]: whether a decision changed */
    double error;              /* of a turn that is computed with rounding */
    double local;              /* likewise of one position */
    double doubt;              /* a better option must be better by more */
    uint32_t chooses;          /* the rank of states that may change decisions; the number of players: all */
    unsigned threads;
    alea__owned owned; /* all arrays */
} several_solver;

/* A turn of one state, computed in a thread. */
typedef struct several_turn {
    const several_solver *s;
    several_kind kind;
    uint32_t at; /* its number in the depth */
    bool chooses;
    const uint8_t *needed;
    double *value; /* [position][place] */
    double slack;  /* that is added to positions that lead back to each other */
    uint8_t *flips;
} several_turn;

/* ---- where turns lead ---- */

static void inside_add(several_inside *inside, uint32_t state)
{
    for (uint32_t i = 0; i < inside->count && i < MOST_INSIDE; i++)
        if (inside->state[i] == state) return;
    if (inside->count < MOST_INSIDE) inside->state[inside->count] = state;
    inside->count += inside->count <= MOST_INSIDE;
}

/* Where an exit leads: a state, or ENDED and the winner's place. */
static uint32_t several_follow(const several_turn *t, uint32_t exit)
{
    const several_solver *s = t->s;
    const tabletop_program *p = s->p;
    uint32_t *next = &s->next[(size_t)t->at * s->exits + exit];
    if (*next != NOT_FOLLOWED) return *next;
    const tabletop_next found = tabletop_exit_next(p, p->table.state.key[s->from + t->at], exit);
    *next = found.over ? ENDED + found.winner : alea__number_find(&p->table.state, found.key);
    if (!found.over && *next >= s->from && *next < s->to) inside_add(&s->inside[t->at], *next - s->from);
    return *next;
}

/* The values of an option, by place; `space` is for those of an exit. */
static const double *several_option(const several_turn *t, const tabletop_option *o, double *space)
{
    const several_solver *s = t->s;
    const uint32_t players = s->players;
    if (o->to < s->p->positions) return t->value + (size_t)o->to * players;
    const uint32_t next = several_follow(t, o->to - s->p->positions);
    for (uint32_t k = 0; k < players; k++) {
        if (next < ENDED)
            space[k] = s->value[t->kind][(size_t)next * players + (k + players - 1) % players];
        else if (next - ENDED == players)
            space[k] = 1.0 / players;
        else
            space[k] = next - ENDED == k;
    }
    return space;
}

static bool several_legal(const several_turn *t, uint32_t guard)
{
    const several_solver *s = t->s;
    uint8_t *legal = &s->legal[(size_t)t->at * s->p->guards.used.count + guard];
    if (*legal == 0) *legal = 1 + tabletop_guard_holds(s->p, guard, s->p->table.state.key[s->from + t->at]);
    return *legal == 2;
}

/* ---- a turn ---- */

static void several_chance(const several_turn *t, const tabletop_position *at, double *out)
{
    const uint32_t players = t->s->players;
    double space[ALEA_MAX_SEATS], sum[ALEA_MAX_SEATS] = {0};
    for (const tabletop_option *o = t->s->p->option + at->first, *end = o + at->count; o < end; o++) {
        const double *value = several_option(t, o, space);
        for (uint32_t k = 0; k < players; k++) sum[k] += o->mark * value[k];
    }
    for (uint32_t k = 0; k < players; k++) out[k] = sum[k] / at->weights;
}

/* What the mover does, and what it is worth to all; SEVERAL_BEST: the best for the mover, to the others what he does else. Minus
   infinity where no move is possible. */
static void several_choice(const several_turn *t, uint32_t position, double *out)
{
    const several_solver *s = t->s;
    const tabletop_position *at = &s->p->position[position];
    const tabletop_option *o = s->p->option + at->first;
    uint16_t *chosen = &s->chosen[(size_t)t->at * s->p->positions + position];
    const size_t size = s->players * sizeof *out;
    double space[ALEA_MAX_SEATS], kept[ALEA_MAX_SEATS] = {0}, most = -INFINITY, best[ALEA_MAX_SEATS] = {0};
    uint32_t first = NO_CHOICE;
    bool any = false, named = false;
    for (uint32_t i = 0; i < at->count; i++, o++) {
        if (o->kind != TABLETOP_FURTHER) named = false;
        if ((o->kind == TABLETOP_UNNAMED ? any : named) || !several_legal(t, o->mark)) continue;
        named = any = true;
        const double *value = several_option(t, o, space);
        if (i == *chosen) memcpy(kept, value, size);
        if (value[0] > most + (first == NO_CHOICE ? 0 : EQUAL)) {
            first = i;
            memcpy(best, value, size);
        }
        most = first == i || value[0] > most ? value[0] : most;
    }
    if (t->kind == SEVERAL_PLAY && *chosen != first &&
        (*chosen == NO_CHOICE || (t->chooses && best[0] > kept[0] + s->doubt))) {
        *t->flips = 1;
        *chosen = (uint16_t)first;
        memcpy(kept, best, size);
    }
    memcpy(out, kept, size);
    if (t->kind == SEVERAL_BEST) out[0] = most;
    for (uint32_t k = 0; k < s->players && first == NO_CHOICE; k++) out[k] = -INFINITY;
}

/* Computes a position, with some slack added; returns how much a value changed. */
static double several_position(const several_turn *t, uint32_t position, double slack)
{
    const tabletop_position *at = &t->s->p->position[position];
    double value[ALEA_MAX_SEATS], change = 0, *old = t->value + (size_t)position * t->s->players;
    if (!t->needed[position]) return 0;
    if (at->weights)
        several_chance(t, at, value);
    else
        several_choice(t, position, value);
    for (uint32_t k = 0; k < t->s->players; k++) {
        change = fmax(change, fabs(value[k] + slack - old[k]));
        old[k] = value[k] + slack;
    }
    return change;
}

/* Computes a turn; positions that lead back to each other by sweeps, with slack until they change by less than half of it: then they are
   bounds, as in several_find. False if they do not come to rest. */
static bool several_compute(const several_turn *t)
{
    const tabletop_program *p = t->s->p;
    for (uint32_t i = 0, loop = 0; i < p->positions; i++) {
        if (loop == p->loops || p->loop[loop].first != i) {
            several_position(t, i, 0);
            continue;
        }
        const tabletop_list range = p->loop[loop++];
        const double least = t->slack == 0 ? 1e-17 : fabs(t->slack) / 2;
        double change = 1;
        memset(t->value + (size_t)i * t->s->players, 0,
               (size_t)range.count * t->s->players * sizeof *t->value);
        for (uint32_t sweep = 0; change > least && sweep < MOST_TURN_SWEEPS; sweep++) {
            change = 0;
            for (uint32_t k = 0; k < range.count; k++)
                change = fmax(change, several_position(t, i + k, t->slack));
        }
        if (change > least && t->slack != 0) return false;
        i += range.count - 1;
    }
    return true;
}

/* ---- sweeps ---- */

typedef struct several_work {
    several_solver *s;
    several_kind kind;
    double slack;          /* that is added */
    const uint32_t *state; /* numbers in the depth */
} several_work;

/* The rank of a state among those that pass the turn to each other. */
static uint32_t several_rank(const several_solver *s, uint32_t at)
{
    uint32_t rank = 0;
    for (uint32_t k = 1, other = at; k < s->players && s->inside[other].count > 0; k++) {
        other = s->inside[other].state[0];
        rank += other < at;
    }
    return rank;
}

/* Computes a state whose turn may have changed. */
static void several_state(void *user, uint64_t index, unsigned thread)
{
    const several_work *w = user;
    const several_solver *s = w->s;
    const uint32_t at = w->state[index], players = s->players;
    const several_turn t = {.s = s,
                            .kind = w->kind,
                            .at = at,
                            .chooses = s->chooses == players || several_rank(s, at) == s->chooses,
                            .needed = s->needed + (size_t)at * s->p->positions,
                            .value = s->turn + (size_t)thread * s->p->positions * players,
                            .slack = w->slack == 0 ? 0 : copysign(s->local, w->slack),
                            .flips = &s->flips[thread]};
    double space[ALEA_MAX_SEATS];
    if (*t.needed == NOT_MARKED) {
        const uint32_t state = s->from + at;
        tabletop_vector_begin(s->p, &s->v[thread], &state, 1);
        tabletop_vector_mark(s->p, &s->v[thread], (uint8_t *)(uintptr_t)t.needed);
    }
    const bool rests = several_compute(&t);
    const double *begin = several_option(&t, &s->p->begin, space);
    for (uint32_t k = 0; k < players; k++)
        s->fresh[(size_t)at * players + k] = rests ? begin[k] + w->slack : NAN;
}

/* Takes over what was computed; returns the greatest change. */
static double several_take(several_solver *s, several_kind kind)
{
    const uint32_t count = s->to - s->from, players = s->players;
    double greatest = 0;
    for (uint32_t i = 0; i < count; i++) {
        double *old = s->value[kind] + (size_t)(s->from + i) * players, change = 0;
        for (uint32_t k = 0; k < players && s->active[i]; k++) {
            change = fmax(change, fabs(s->fresh[(size_t)i * players + k] - old[k]));
            old[k] = s->fresh[(size_t)i * players + k];
        }
        s->changed[i] = change > s->error / 2 ? MUCH : change > 0;
        greatest = fmax(greatest, change);
    }
    for (uint32_t i = 0; i < count; i++) {
        const several_inside *inside = &s->inside[i];
        s->active[i] = inside->count > MOST_INSIDE;
        for (uint32_t k = 0; k < inside->count && k < MOST_INSIDE; k++)
            s->active[i] |= s->changed[inside->state[k]] > 0;
    }
    return greatest;
}

/* States that changed by more than rounding in the last sweep, and those to which they pass the turn, are open. */
static void several_open(several_solver *s)
{
    memset(s->open, 0, s->to - s->from);
    for (uint32_t i = 0; i < s->to - s->from; i++)
        for (uint32_t k = 0, other = i; k < s->players && s->changed[i] == MUCH; k++) {
            s->open[other] = 1;
            if (s->inside[other].count == 0) break;
            other = s->inside[other].state[0];
        }
}

/* Fails because a state has no value: in some position no move is possible, or its turn may not end. */
static alea_status several_fail(const several_solver *s, uint32_t at, alea_error *error)
{
    return isnan(s->fresh[(size_t)at * s->players])
               ? alea__fail(error, ALEA_E_REFUSED, TABLETOP_NOT_SETTLED)
               : tabletop_fail_stuck(s->p, s->rules, s->from + at, error);
}

/* One sweep over a depth. */
static alea_status several_sweep(several_solver *s, several_kind kind, double slack, double *change,
                                 alea_error *error)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->to - s->from; i++)
        if (s->active[i]) s->sweep[count++] = i;
    const bool is_short = (uint64_t)count * s->p->positions < SHORT_WORK;
    several_work w = {.s = s, .kind = kind, .slack = slack};
    for (uint32_t done = 0; done < count; done += STATES_AT_ONCE) {
        w.state = s->sweep + done;
        alea__loop_run(count - done < STATES_AT_ONCE ? count - done : STATES_AT_ONCE,
                       is_short ? 1 : s->threads, several_state, &w);
        const alea_status status = alea__tell(s->progress, s->from, s->p->table.state.count, error);
        if (status != ALEA_OK) return status;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!isfinite(s->fresh[(size_t)s->sweep[i] * s->players])) return several_fail(s, s->sweep[i], error);
    *change = several_take(s, kind);
    return ALEA_OK;
}

/* Aitken's extrapolation: while decisions stay, states that only pass the turn to each other come closer by the same factor each time
   that it went round. Once in two rounds. */
static void several_extrapolate(several_solver *s, several_kind kind, uint32_t sweep)
{
    const size_t size = (size_t)(s->to - s->from) * s->players;
    double *now = s->value[kind] + (size_t)s->from * s->players;
    if (sweep % s->players) return;
    if (sweep % (2 * s->players) == 0 && sweep > 0) {
        for (size_t i = 0; i < size; i++) {
            const double last = now[i] - s->old[0][i], first = s->old[0][i] - s->old[1][i];
            if (fabs(last) < 0.9 * fabs(first)) now[i] += last * last / (first - last);
        }
        memcpy(s->active, s->open, s->to - s->from);
    }
    double *const latest = s->old[1];
    s->old[1] = s->old[0];
    s->old[0] = latest;
    memcpy(latest, now, size * sizeof *now);
}

/* Whether a decision changed since this was last asked. */
static bool several_flipped(several_solver *s)
{
    bool flipped = false;
    for (unsigned i = 0; i < s->threads; i++) {
        flipped = flipped || s->flips[i];
        s->flips[i] = 0;
    }
    return flipped;
}

/* Values of one kind for a depth, by sweeps until they change by less than rounding does, or, where rounding keeps going round, by less
   than half of the slack, which then grows: a value that changes by less than the slack less the error of a turn is a bound. */
static alea_status several_find(several_solver *s, several_kind kind, alea_error *error)
{
    const double slack = kind == SEVERAL_PLAY ? 0 : kind == SEVERAL_LOW ? -2 : 2;
    const size_t first = (size_t)s->from * s->players, size = (size_t)(s->to - s->from) * s->players;
    double change = INFINITY, seen = INFINITY, grain = s->error;
    s->doubt = EQUAL;
    s->chooses = s->players;
    memset(s->active, 1, s->to - s->from);
    memset(s->open, 1, s->to - s->from);
    if (kind == SEVERAL_PLAY)
        for (size_t i = 0; i < size; i++) s->value[kind][first + i] = 1.0 / s->players;
    else
        memcpy(s->value[kind] + first, s->value[SEVERAL_PLAY] + first, size * sizeof(double));
    uint32_t phase = 0, quiet = 0; /* phases in a row in which no decision changed */
    for (uint32_t sweep = 0, since = 0; sweep < MOST_SWEEPS && s->doubt <= MOST_DOUBT; sweep++, since++) {
        const alea_status status = several_sweep(s, kind, slack * grain, &change, error);
        const bool settled = change <= grain / 2;
        if (status != ALEA_OK) return status;
        if (settled && s->chooses == s->players) return ALEA_OK;
        if (sweep % SLOW_SWEEPS == SLOW_SWEEPS - 1) {
            grain *= change > 0.9 * seen ? 2 : 1;
            seen = change;
        }
        if (!settled) several_extrapolate(s, kind, sweep);
        if (kind != SEVERAL_PLAY || (!settled && since < (phase ? SOME_SWEEPS : FIRST_SWEEPS))) continue;
        if (phase == 0) several_open(s);
        quiet = several_flipped(s) ? 0 : quiet + 1;
        if (settled && quiet > s->players) return ALEA_OK;
        if (phase % (s->players * ROUNDS) == s->players * ROUNDS - 1 && quiet < s->players * ROUNDS)
            s->doubt = s->doubt < FIRST_DOUBT ? FIRST_DOUBT : 2 * s->doubt;
        s->chooses = phase++ % s->players;
        since = 0;
        memcpy(s->active, s->open, s->to - s->from);
    }
    return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NOT_SETTLED);
}

/* ---- all of it ---- */

/* Takes the memory: for the states of the largest depth, and values for all. */
static alea_status several_make(several_solver *s, alea_error *error)
{
    const tabletop_program *p = s->p;
    const uint32_t states = p->table.state.count;
    uint32_t most = 0;
    for (uint32_t d = 0; d < p->table.keys.depths; d++) {
        const uint32_t to = d > 0 ? p->table.first[d - 1] : states, count = to - p->table.first[d];
        most = count > most ? count : most;
    }
    const double bytes = (double)most * (4.0 * s->exits + p->guards.used.count + 3.0 * p->positions) +
                         32.0 * states * s->players;
    if (bytes > MOST_BYTES) return alea__fail(error, ALEA_E_REFUSED, TABLETOP_TOO_MUCH, bytes / 1e9);
    s->next = alea__own(&s->owned, alea__alloc_array((uint64_t)most * s->exits, sizeof *s->next));
    s->legal = alea__own(&s->owned, alea__alloc((uint64_t)most * p->guards.used.count));
    s->chosen = alea__own(&s->owned, alea__alloc_array((uint64_t)most * p->positions, sizeof *s->chosen));
    s->needed = alea__own(&s->owned, alea__alloc((uint64_t)most * p->positions));
    s->v = alea__own(&s->owned, alea__alloc_array(s->threads, sizeof *s->v));
    s->inside = alea__own(&s->owned, alea__alloc_array(most, sizeof *s->inside));
    s->fresh = alea__own(&s->owned, alea__alloc_array((uint64_t)most * s->players, sizeof *s->fresh));
    for (int i = 0; i < 2; i++)
        s->old[i] = alea__own(&s->owned, alea__alloc_array((uint64_t)most * s->players, sizeof(double)));
    s->active = alea__own(&s->owned, alea__alloc(most));
    s->changed = alea__own(&s->owned, alea__alloc(most));
    s->sweep = alea__own(&s->owned, alea__alloc_array(most, sizeof *s->sweep));
    s->open = alea__own(&s->owned, alea__alloc(most));
    s->turn = alea__own(&s->owned,
                        alea__alloc_array((uint64_t)s->threads * p->positions * s->players, sizeof *s->turn));
    s->flips = alea__own(&s->owned, alea__alloc(s->threads));
    for (int kind = 0; kind < SEVERAL_KINDS; kind++)
        s->value[kind] =
            alea__own(&s->owned, alea__alloc_array((uint64_t)states * s->players, sizeof *s->value[kind]));
    for (unsigned i = 0; i < s->threads && !s->owned.failed; i++)
        if (tabletop_vector_make(p, &s->v[i], error) != ALEA_OK) return ALEA_E_MEMORY;
    if (s->owned.failed) return alea__out_of_memory(error);
    double points;
    uint32_t options = 0;
    for (uint32_t i = 0; i < p->positions; i++)
        options = p->position[i].count > options ? p->position[i].count : options;
    s->local = (options + 4) * DBL_EPSILON;
    s->error = tabletop_rounding_error(p, &points, error);
    return isnan(s->error) ? ALEA_E_MEMORY : ALEA_OK;
}

static void several_free(several_solver *s)
{
    for (unsigned i = 0; i < s->threads && s->v; i++) tabletop_vector_free(&s->v[i]);
    alea__owned_free(&s->owned);
}

/* All depths, the deepest first. */
static alea_status several_run(several_solver *s, alea_error *error)
{
    const tabletop_table *t = &s->p->table;
    alea_status status = ALEA_OK;
    for (uint32_t d = t->keys.depths; d-- > 0 && status == ALEA_OK;) {
        s->from = t->first[d];
        s->to = d > 0 ? t->first[d - 1] : t->state.count;
        const uint32_t count = s->to - s->from;
        if (count == 0) continue;
        memset(s->next, 0xFF, (size_t)count * s->exits * sizeof *s->next);
        memset(s->legal, 0, (size_t)count * s->p->guards.used.count);
        memset(s->chosen, 0xFF, (size_t)count * s->p->positions * sizeof *s->chosen);
        memset(s->needed, NOT_MARKED, (size_t)count * s->p->positions);
        memset(s->inside, 0, count * sizeof *s->inside);
        for (int kind = 0; kind < SEVERAL_KINDS && status == ALEA_OK; kind++)
            status = several_find(s, (several_kind)kind, error);
    }
    return status;
}

/* The bounds as values of a table: a matrix for each place. */
static alea_status several_values(const several_solver *s, const alea__problem *problem, alea__values **out,
                                  alea_error *error)
{
    const uint32_t states = s->p->table.state.count, players = s->players;
    alea__values *values = alea__values_new(problem->objective);
    alea_status status = values ? ALEA_OK : alea__out_of_memory(error);
    for (uint32_t k = 0; k < players && status == ALEA_OK; k++) {
        char name[] = "place-0";
        name[6] = (char)('0' + k);
        status = alea__values_add(values, &(alea__matrix_shape){name, "row", "state", 1, states}, error);
        for (uint32_t i = 0; i < states && status == ALEA_OK; i++) {
            const size_t at = (size_t)i * players + k;
            values->matrix[k].lower[i] = s->value[SEVERAL_LOW][at];
            values->matrix[k].upper[i] = s->value[SEVERAL_HIGH][at];
            values->width = fmax(values->width, s->value[SEVERAL_HIGH][at] - s->value[SEVERAL_LOW][at]);
            values->epsilon = fmax(values->epsilon, s->value[SEVERAL_BEST][at] - s->value[SEVERAL_LOW][at]);
        }
    }
    if (status != ALEA_OK) {
        alea__values_free(values);
        return status;
    }
    const uint32_t first = tabletop_program_first(s->p);
    values->seats = players;
    for (uint32_t k = 0; k < players; k++) values->seat[k] = alea__matrix_at(&values->matrix[k], first);
    values->start = values->seat[0];
    values->second = values->seat[1];
    values->states = states;
    values->layers = values->layers_done = 1;
    values->tolerance = problem->options->tolerance;
    *out = values;
    return ALEA_OK;
}

alea_status tabletop_solve_several(const tabletop_program *p, const alea__problem *problem,
                                   alea__values **out, alea_error *error)
{
    several_solver s = {.rules = problem->rules,
                        .p = p,
                        .progress = &problem->options->progress,
                        .players = p->g->players,
                        .exits = p->exits.used.count,
                        .threads = alea__loop_threads(problem->options->threads)};
    alea_status status = several_make(&s, error);
    if (status == ALEA_OK) status = several_run(&s, error);
    if (status == ALEA_OK) status = several_values(&s, problem, out, error);
    several_free(&s);
    return status;
}
