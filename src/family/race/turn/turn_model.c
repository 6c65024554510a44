/* Prepares the model of a turn; see turn_model.h. */
#include "family/race/turn/turn_model.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Chains of forced rolls that could go on forever are cut off at about this length. */
enum { FORCED_AT_MOST = 16 };

/* Orders memories so that rolls without points lead to earlier ones; `placed` must be all false. */
static void model_put_in_order(const race_roll_model *roll_model, uint32_t *order, bool *placed)
{
    uint32_t count = 0;
    while (count < roll_model->memories) {
        const uint32_t before = count;
        for (uint32_t m = 0; m < roll_model->memories; m++) {
            const race_rolls *rolls = &roll_model->rolls[m];
            bool ready = !placed[m];
            for (uint32_t i = 0; ready && i < rolls->count && rolls->add[i].amount == 0; i++)
                ready = placed[rolls->add[i].memory];
            if (!ready) continue;
            placed[m] = true;
            order[count++] = m;
        }
        ALEA_ASSERT(count > before); /* race_provable ensures it */
    }
}

/* Fills the steps of all memories, one memory after the other, and the weights of the rolls that lose the turn. */
static void model_fill_steps(const race_roll_model *roll_model, uint32_t *first, race_step *step,
                             double *bust, double *wipe)
{
    uint32_t used = 0;
    for (uint32_t m = 0; m < roll_model->memories; m++) {
        const race_rolls *rolls = &roll_model->rolls[m];
        uint32_t weight = rolls->bust + rolls->wipe;
        first[m] = used;
        bust[m] = rolls->bust;
        wipe[m] = rolls->wipe;
        for (uint32_t i = 0; i < rolls->count; i++) {
            const race_add *add = &rolls->add[i];
            step[used++] = (race_step){add->amount, add->memory * 2 + add->forced, add->weight};
            weight += add->weight;
        }
        ALEA_ASSERT(weight == roll_model->denominator);
    }
    first[roll_model->memories] = used;
}

/* Heavier steps first, then those that add more: a downward pass computes the nearest total last. */
static int step_before(const void *a, const void *b)
{
    const race_step *x = a, *y = b;
    if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
    if (x->amount != y->amount) return x->amount > y->amount ? -1 : 1;
    return x->slot > y->slot ? -1 : x->slot < y->slot;
}

/* Whether all memories have this step and can share its sum. A step that adds nothing is not shared: it needs the
   value of another memory at the same total. */
static bool model_shares(const race_turn_model *c, const race_step *step)
{
    bool all = c->memories > 1 && step->amount > 0;
    for (uint32_t m = 0; all && m < c->memories; m++) {
        bool has = false;
        for (uint32_t i = c->first[m]; i < c->first[m + 1]; i++) has |= step_before(step, &c->step[i]) == 0;
        all = has;
    }
    return all;
}

/* Prepares the steps for downward passes; `first` and `step` of the model must be filled. With one memory the steps
   keep their order: sums then begin with the small value of a bust, which loses the least to rounding. `workspace`
   has room for the steps of a memory. */
static void model_fill_down(const race_turn_model *c, uint32_t *first, race_down_step *down,
                            race_step *workspace)
{
    uint32_t used = 0;
    for (uint32_t m = 0; m <= c->memories; m++) {
        const bool shared = m == c->memories;
        const uint32_t from = c->first[shared ? 0 : m], until = c->first[shared ? 1 : m + 1];
        uint32_t count = 0;
        first[m] = used;
        for (uint32_t i = from; i < until; i++)
            if (model_shares(c, &c->step[i]) == shared) workspace[count++] = c->step[i];
        if (c->memories > 1) qsort(workspace, count, sizeof *workspace, step_before);
        for (uint32_t i = 0; i < count; i++)
            down[used++] = (race_down_step){(workspace[i].amount * c->slots + workspace[i].slot) * RACE_LANES,
                                            i + 1 == count || c->memories == 1 ||
                                                workspace[i + 1].weight != workspace[i].weight,
                                            workspace[i].weight};
    }
    first[c->memories + 1] = used;
}

/* The greatest number of forced rolls in a row. */
static uint32_t model_longest_forced(const race_roll_model *roll_model, uint32_t *length)
{
    uint32_t longest = 0;
    for (uint32_t round = 0; round <= FORCED_AT_MOST; round++)
        for (uint32_t m = 0; m < roll_model->memories; m++)
            for (uint32_t i = 0; i < roll_model->rolls[m].count; i++) {
                const race_add *add = &roll_model->rolls[m].add[i];
                if (!add->forced || length[add->memory] + 1 <= length[m] || length[m] >= FORCED_AT_MOST)
                    continue;
                length[m] = length[add->memory] + 1;
                if (length[m] > longest) longest = length[m];
            }
    return longest;
}

/* Fills the fields that follow from the rules, the objective and the cap, which must be set; `length` must be 0. */
static void model_fill_facts(race_turn_model *c, const race_roll_model *roll_model, uint32_t *length)
{
    c->goal = c->rules->goal;
    c->enough = race_enough(c->rules);
    c->stand = c->rules->ending == RACE_CHASE ? c->goal + 1 : c->goal;
    c->memories = roll_model->memories;
    c->slots = 2 * roll_model->memories;
    c->most = roll_model->most;
    c->grows = c->rules->players == 2 && (c->rules->ending == RACE_CHASE || c->objective == ALEA_MONEY);
    c->denominator = roll_model->denominator;
    const double part = 1 / c->denominator, over = fma(part, c->denominator, -1);
    c->part_low = over > 0 ? nextafter(part, 0) : part;
    c->part_high = over < 0 ? nextafter(part, 1) : part;
    c->losing = race_least_losing(roll_model);
    for (uint32_t score = 0; score <= c->goal; score++)
        if (c->rules->pay[score] > c->pay) c->pay = c->rules->pay[score];
    c->excess = c->losing > 0 ? ceil(roll_model->most * (1 - c->losing) / c->losing) + 3 : INFINITY;
    for (c->ring = 1; c->ring <= c->most;) c->ring *= 2;
    c->window = 4 * c->ring;
    c->overlap = model_longest_forced(roll_model, length) * c->most;
    /* The checker counts in units of 2^-60, or coarser ones if the greatest payment needs the room, and rounds down
       at each roll. */
    double greatest = c->objective == ALEA_MONEY ? race_beyond(c, (double)c->cap + c->most) + 1 : 1;
    double rolls = c->losing > 0 ? 2 / c->losing : 2.0 * c->goal;
    if (rolls > 2.0 * c->goal + 2 && !c->grows) rolls = 2.0 * c->goal + 2;
    c->margin = (rolls + 8) * ldexp(fmax(greatest, 2), -60);
}

/* The caller clears `*out` with race_turn_model_clear. It is not set on failure. The roll model must outlive it. */
alea_status race_turn_model_make(const race_roll_model *roll_model, alea_objective objective, uint32_t cap,
                                 race_turn_model *out, alea_error *error)
{
    race_turn_model c = {
        .roll_model = roll_model, .rules = roll_model->rules, .objective = objective, .cap = cap};
    ALEA_ASSERT(cap + 1 >= race_enough(roll_model->rules));
    bool *placed = alea__alloc_array(roll_model->memories, sizeof *placed);
    uint32_t *length = alea__alloc_array(roll_model->memories, sizeof *length);
    uint32_t steps = 0;
    for (uint32_t m = 0; m < roll_model->memories; m++) steps += roll_model->rolls[m].count;
    c.owned[0] = alea__alloc_array(roll_model->memories, sizeof(uint32_t));
    c.owned[1] = alea__alloc_array(roll_model->memories + (size_t)1, sizeof(uint32_t));
    c.owned[2] = alea__alloc_array(steps, sizeof(race_step));
    c.owned[3] = alea__alloc_array(roll_model->memories, sizeof(double));
    c.owned[4] = alea__alloc_array(roll_model->memories, sizeof(double));
    c.owned[5] = alea__alloc_array(roll_model->memories + (size_t)2, sizeof(uint32_t));
    c.owned[6] = alea__alloc_array(steps, sizeof(race_down_step));
    race_step *workspace = alea__alloc_array(steps, sizeof *workspace);
    bool made = placed && length && workspace;
    for (int i = 0; i < 7; i++) made = made && c.owned[i];
    if (made) {
        model_put_in_order(roll_model, c.owned[0], placed);
        model_fill_steps(roll_model, c.owned[1], c.owned[2], c.owned[3], c.owned[4]);
        c.order = c.owned[0];
        c.first = c.owned[1];
        c.step = c.owned[2];
        c.bust = c.owned[3];
        c.wipe = c.owned[4];
        model_fill_facts(&c, roll_model, length);
        model_fill_down(&c, c.owned[5], c.owned[6], workspace);
        c.down_first = c.owned[5];
        c.down = c.owned[6];
        *out = c;
    } else {
        race_turn_model_clear(&c);
    }
    alea__free(workspace);
    alea__free(length);
    alea__free(placed);
    return made ? ALEA_OK : alea__out_of_memory(error);
}

void race_turn_model_clear(race_turn_model *c)
{
    for (int i = 0; i < 7; i++) alea__free(c->owned[i]);
    *c = (race_turn_model){.roll_model = NULL};
}
