/* Value iteration, recorded sweep by sweep and compared with proved values. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "value/arrays.h"
#include "value/messages.h"
#include <alea/sweeps.h>

#include <math.h>
#include <string.h>

enum { SWEEPS_USUAL = 1000 };

/* The policies after all sweeps, as bits, to compare each with the last one. */
typedef struct sweeps_work {
    const alea_game *game;
    const alea__values *values;
    alea_arrays *arrays;
    size_t bytes; /* of one policy, as bits */
    uint8_t *bits;
    unsigned capacity; /* number of policies and sweeps that fit */
} sweeps_work;

/* Makes room for one more sweep and its policy. On failure the arrays keep their size or have grown. */
static alea_status sweeps_reserve(sweeps_work *w, alea_sweeps *s, alea_error *error)
{
    const size_t map = (size_t)s->goal * s->goal;
    if (s->count < w->capacity) return ALEA_OK;
    w->capacity = w->capacity ? 2 * w->capacity : 32;
    alea_sweep *sweep = alea__resize(s->sweep, w->capacity * sizeof *sweep);
    if (sweep) s->sweep = sweep;
    uint8_t *bits = alea__resize(w->bits, w->capacity * w->bytes);
    if (bits) w->bits = bits;
    unsigned char *roll = alea__resize(s->roll, w->capacity * map);
    if (roll) s->roll = roll;
    return sweep && bits && roll ? ALEA_OK : alea__out_of_memory(error);
}

/* The largest distance of a value from the middle of its proved bounds. */
static double sweeps_error(const sweeps_work *w)
{
    const alea__arrays *a = &w->arrays->array;
    const alea__matrix *m = &w->values->matrix[0];
    double most = 0;
    for (size_t at = 0; at < (size_t)a->goal * a->goal; at++) {
        const double proved = m->lower[at] / 2 + m->upper[at] / 2;
        most = fmax(most, fabs(a->value[at * a->goal * a->memories] - proved));
    }
    return most;
}

/* Stores the policy of this sweep: all of it as bits, and the map for the opponent's score `other`. */
static void sweeps_keep_policy(const sweeps_work *w, alea_sweeps *s)
{
    const alea__arrays *a = &w->arrays->array;
    uint8_t *bits = w->bits + s->count * w->bytes;
    memset(bits, 0, w->bytes);
    for (size_t i = 0; i < alea__arrays_count(a); i++) bits[i / 8] |= (uint8_t)(a->roll[i] << i % 8);
    for (uint32_t own = 0; own < a->goal; own++)
        for (uint32_t turn = 0; turn < a->goal; turn++)
            s->roll[((size_t)s->count * a->goal + own) * a->goal + turn] =
                a->roll[(((size_t)own * a->goal + s->other) * a->goal + turn) * a->memories];
}

static uint32_t sweeps_first_hold(const alea__arrays *a)
{
    uint32_t turn = 1;
    while (turn < a->goal && a->roll[(size_t)turn * a->memories]) turn++;
    return turn;
}

static void sweeps_compare(const sweeps_work *w, alea_sweeps *s)
{
    ALEA_ASSERT(s->count > 0);
    const uint8_t *last = w->bits + (s->count - 1) * w->bytes;
    for (unsigned i = 0; i < s->count; i++) {
        const uint8_t *bits = w->bits + i * w->bytes;
        s->sweep[i].differ = 0;
        for (size_t b = 0; b < w->bytes; b++)
            s->sweep[i].differ += (uint64_t)__builtin_popcount(bits[b] ^ last[b]);
    }
}

/* Sweeps until no value changes by more than epsilon, at most `most` times; then compares the policies. */
static alea_status sweeps_run(sweeps_work *w, unsigned most, alea_sweeps *s, alea_error *error)
{
    const alea__arrays *a = &w->arrays->array;
    alea_status status = ALEA_OK;
    double change = INFINITY;
    while (s->count < most && change > s->epsilon && status == ALEA_OK) {
        status = sweeps_reserve(w, s, error);
        if (status != ALEA_OK) break;
        change = w->game->family->solver->arrays->sweep(w->game->rules, a);
        sweeps_keep_policy(w, s);
        s->sweep[s->count++] = (alea_sweep){
            .change = change, .start = a->value[0], .error = sweeps_error(w), .hold = sweeps_first_hold(a)};
    }
    if (status == ALEA_OK) sweeps_compare(w, s);
    return status;
}

alea_status alea_sweeps_make(const alea_table *table, const alea_sweeps_options *given, alea_sweeps **out,
                             alea_error *error)
{
    static const alea_sweeps_options usual = {0};
    const alea_sweeps_options *options = given ? given : &usual;
    sweeps_work w = {.game = alea_table_game(table), .values = alea__table_values(table)};
    alea_status status = alea_table_arrays(table, &w.arrays, error); /* fails if the table is not suitable */
    if (status != ALEA_OK) return status;
    const alea__arrays *a = &w.arrays->array;
    alea_sweeps *s = alea__alloc(sizeof *s);
    if (!s) status = alea__out_of_memory(error);
    if (s && options->other >= a->goal)
        status = alea__fail(error, ALEA_E_RANGE, VALUE_SWEEPS_OTHER, (unsigned)a->goal - 1);
    if (status == ALEA_OK) {
        *s = (alea_sweeps){.game = alea_game_spec(w.game),
                           .goal = a->goal,
                           .other = options->other,
                           .epsilon = options->epsilon > 0 ? options->epsilon : 1e-9};
        w.bytes = (alea__arrays_count(a) + 7) / 8;
        for (size_t i = 0; i < alea__arrays_count(a); i++) a->value[i] = 0;
        memset(a->roll, 0, alea__arrays_count(a));
        status = sweeps_run(&w, options->most ? options->most : SWEEPS_USUAL, s, error);
        if (status != ALEA_OK) {
            alea_sweeps_free(s);
            s = NULL;
        }
    } else {
        alea__free(s);
    }
    alea__free(w.bits);
    alea_arrays_free(w.arrays);
    if (status == ALEA_OK) *out = s;
    return status;
}

void alea_sweeps_free(alea_sweeps *sweeps)
{
    if (!sweeps) return;
    alea__free(sweeps->sweep);
    alea__free(sweeps->roll);
    alea__free(sweeps);
}

const unsigned char *alea_sweeps_map(const alea_sweeps *sweeps, unsigned sweep)
{
    ALEA_ASSERT(sweep < sweeps->count);
    return sweeps->roll + (size_t)sweep * sweeps->goal * sweeps->goal;
}
