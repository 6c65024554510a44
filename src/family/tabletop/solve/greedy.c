/* The policy `greedy`. A turn is computed once for all its decisions; its values are kept until another is computed in their place. */
#include "base/error.h"
#include "base/memory.h"
#include "exact/messages.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/solve/exact.h"
#include "game/naming.h"

#include <math.h>
#include <pthread.h>

#define ALIKE 1e-9 /* of options whose points differ by less, the first is taken */

/* The values of a turn. */
typedef struct greedy_turn {
    tabletop_vector v;
    struct greedy_turn *next;
} greedy_turn;

typedef struct greedy_policy {
    uint32_t kind; /* TABLETOP_GREEDY_POLICY */
    tabletop_program *p;
    pthread_mutex_t lock; /* of `idle` */
    greedy_turn *idle;    /* not in use by a thread, the last used first */
} greedy_policy;

alea_status tabletop_greedy_open(const alea__rules *rules, const alea__spec *spec, alea__policy **out,
                                 alea_error *error)
{
    const tabletop_game *g = tabletop_game_of(rules);
    if (spec->count > 0) return alea__fail(error, ALEA_E_SPEC, EXACT_NO_ARGUMENTS, spec->name);
    if (!tabletop_has_points(rules)) return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_POINTS);
    greedy_policy *policy = alea__alloc(sizeof *policy);
    if (!policy) return alea__out_of_memory(error);
    policy->kind = TABLETOP_GREEDY_POLICY;
    pthread_mutex_init(&policy->lock, NULL);
    const alea_status status = tabletop_program_make(g, ALEA_SCORE, false, NULL, &policy->p, error);
    if (status != ALEA_OK) {
        tabletop_greedy_free((alea__policy *)policy);
        return status;
    }
    if (g->winner == TABLETOP_LEAST) policy->p->sign = -1;
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

static void turn_free(greedy_turn *turn)
{
    if (turn) tabletop_vector_free(&turn->v);
    alea__free(turn);
}

void tabletop_greedy_free(alea__policy *opaque)
{
    greedy_policy *policy = (greedy_policy *)opaque;
    for (greedy_turn *turn = policy->idle, *next; turn; turn = next) {
        next = turn->next;
        turn_free(turn);
    }
    pthread_mutex_destroy(&policy->lock);
    tabletop_program_free(policy->p);
    alea__free(policy);
}

/* Takes a turn from those that are idle, the one of this key if it is there; NULL if there is none. */
static greedy_turn *turn_take(greedy_policy *policy, uint64_t key)
{
    pthread_mutex_lock(&policy->lock);
    greedy_turn **at = &policy->idle;
    while (*at && (*at)->v.key[0] != key && (*at)->next) at = &(*at)->next;
    greedy_turn *turn = *at;
    if (turn) *at = turn->next;
    pthread_mutex_unlock(&policy->lock);
    return turn;
}

static void turn_put(greedy_policy *policy, greedy_turn *turn)
{
    pthread_mutex_lock(&policy->lock);
    turn->next = policy->idle;
    policy->idle = turn;
    pthread_mutex_unlock(&policy->lock);
}

/* The values of the turn that is on; NULL without memory. */
static greedy_turn *turn_of(greedy_policy *policy, uint64_t key)
{
    const tabletop_bounds nothing = {NULL, NULL};
    double start[TABLETOP_LANES];
    greedy_turn *turn = turn_take(policy, key);
    if (turn && turn->v.key[0] == key) return turn;
    if (!turn) {
        turn = alea__alloc(sizeof *turn);
        if (!turn) return NULL;
        if (tabletop_vector_make(policy->p, &turn->v, NULL) != ALEA_OK) {
            turn_free(turn);
            return NULL;
        }
        turn->v.gains = true;
    }
    tabletop_vector_begin_key(policy->p, &turn->v, key);
    tabletop_vector_run(policy->p, &turn->v, &nothing, ALEA__BY_MODE, false, start);
    return turn;
}

uint32_t tabletop_greedy_decide(const alea__rules *rules, const alea__policy *opaque, const alea_state *state)
{
    greedy_policy *policy = (greedy_policy *)(uintptr_t)opaque; /* the lock is for what is kept */
    const tabletop_program *p = policy->p;
    uint32_t i = p->g->node[tabletop_head_of(state).node].first;
    double most = -INFINITY;
    uint32_t move = ALEA__NO_MOVE;
    if (tabletop_move_count(rules, state) == 1) return tabletop_move(rules, state, 0);
    greedy_turn *turn = turn_of(policy, tabletop_key_of(&p->table.keys, state));
    if (!turn) return ALEA__NO_MOVE;
    for (; (i = tabletop_next_move(p->g, state, i)) != TABLETOP_NONE; i++) {
        const tabletop_entry *e = &p->g->entry[i];
        const tabletop_option option = tabletop_program_step(p, state, &e->step);
        const double points = tabletop_option_value(p, &turn->v, &option, 0, ALEA__BY_MODE, false);
        if (points <= most + ALIKE && move != ALEA__NO_MOVE) continue;
        most = points;
        move = e->move;
    }
    turn_put(policy, turn);
    return move;
}

static uint32_t greedy_choose(const alea__rules *rules, const void *policy, const alea_state *state)
{
    return tabletop_greedy_decide(rules, policy, state);
}

alea_status tabletop_greedy_plan(const alea__rules *rules, const alea__policy *policy, alea__policy **out,
                                 alea_error *error)
{
    return alea__explicit_plan_by(rules, greedy_choose, policy, out, error);
}
