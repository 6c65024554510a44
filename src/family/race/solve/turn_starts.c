#include "family/race/solve/turn_starts.h"
#include "exact/linear.h"

race_starts race_starts_of(const race_turn_model *c, unsigned sides)
{
    const bool one_player = c->rules->players == 1;
    return (race_starts){sides, c->stand, one_player ? 1 : c->stand, one_player};
}

static void starts_place(exact_order *o, uint32_t position, uint32_t *places)
{
    o->position[*places] = position;
    o->place[position] = (*places)++;
}

/* From the highest sum of scores down, partners side by side. */
alea_status race_starts_order(const race_starts *s, exact_order *out, alea_error *error)
{
    alea_status status = exact_order_make(race_starts_count(s), out, error);
    if (status != ALEA_OK) return status;
    uint32_t places = 0;
    for (uint32_t sum = s->stand + s->columns - 1; sum-- > 0;)
        for (uint32_t other = 0; other < s->columns && other <= sum; other++) {
            const race_turn_start start = {.own = sum - other, .other = other};
            if (start.own >= s->stand || (s->sides == 1 && start.own < other)) continue;
            const uint32_t here = race_start_at(s, start), partner = race_start_after(s, start) + start.own;
            starts_place(out, here, &places);
            if (partner != here) starts_place(out, partner, &places);
        }
    ALEA_ASSERT(places == race_starts_count(s));
    return ALEA_OK;
}

alea_status race_starts_row(const race_starts *s, race_turn_start start, const race_outcomes *t,
                            exact_rows *rows, alea_error *error)
{
    const uint32_t here = race_start_at(s, start), after = race_start_after(s, start),
                   end = t->end < s->stand ? t->end : s->stand,
                   first = start.own + 1 < end ? start.own + 1 : end;
    ALEA_ASSERT(t->begin == start.own && t->model->stand == s->stand);
    const bool turned = s->sides == 1 && !s->one_player;
    const alea__rounding how = t->model->how;
    const double nothing = t->hold[start.own], /* a turn that adds nothing ends like a bust */
        held = alea__sum(how, alea__difference(how, t->held, nothing), t->wipe);
    exact_rows_begin(rows, here,
                     (exact_stay){.partner = after + start.own,
                                  .turned = turned,
                                  .chance = alea__sum(how, t->bust, nothing),
                                  .leave = alea__sum(how, held, t->missing)});
    alea_status status =
        exact_rows_add(rows, here, (exact_run){.to = after + first, .count = end - first, .turned = turned},
                       t->hold + first, error);
    if (status != ALEA_OK) return status;
    return exact_rows_add(rows, here, (exact_run){.to = after, .count = 1, .turned = turned}, &t->wipe,
                          error);
}

double race_starts_bytes(const race_starts *s, const race_turn_model *c)
{
    const double positions = (double)s->sides * s->stand * s->columns, longest = 2.0 * c->most + 16;
    return exact_rows_bytes(positions, 2, longest < s->stand ? longest : s->stand) + 8 * positions +
           exact_linear_bytes(positions, (double)s->sides * s->stand);
}
