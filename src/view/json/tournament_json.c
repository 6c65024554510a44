/* A tournament's result, and a comparison's, as JSON; keys.json documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/tournament_view.h"

#include <math.h>

/* ---- a standing ---- */

typedef struct told_rank {
    alea_tournament_standing s;
    bool pure;
} told_rank;

/* The middle of the bounds, for programs that want a single number; the bounds have separate keys. */
static json_t *standing_exploitability(const void *told)
{
    const alea_tournament_standing *s = &((const told_rank *)told)->s;
    if (!s->has_exploitability) return json_null();
    return alea__json_real((s->exploitability.lower + s->exploitability.upper) / 2);
}

static json_t *standing_exploitability_bounds(const void *told)
{
    static const alea__json_field fields[] = {ALEA__FIELD("lower", alea_interval, lower),
                                              ALEA__FIELD("upper", alea_interval, upper), ALEA__FIELDS_END};
    const alea_tournament_standing *s = &((const told_rank *)told)->s;
    return alea__json_object(fields, s->has_exploitability ? &s->exploitability : NULL);
}

static json_t *standing_purity(const void *told)
{
    const alea_tournament_standing *s = &((const told_rank *)told)->s;
    if (s->policy) return alea__json_text("policy");
    return s->purity == ALEA_PURITY_UNKNOWN ? json_null() : alea__json_text(alea_purity_name(s->purity));
}

static json_t *standing_loss(const void *told)
{
    const alea_tournament_standing *s = &((const told_rank *)told)->s;
    return s->has_loss ? alea__json_real((s->loss.lower + s->loss.upper) / 2) : json_null();
}

static const alea__json_field standing_fields[] = {
    ALEA__FIELD("bot", told_rank, s.name),
    ALEA__FIELD("title", told_rank, s.title),
    ALEA__FIELD("kind", told_rank, s.kind),
    ALEA__FIELD("rank", told_rank, s.rank),
    ALEA__FIELD("rating", told_rank, s.rating),
    ALEA__FIELD("rating_low", told_rank, s.rating_low),
    ALEA__FIELD("rating_high", told_rank, s.rating_high),
    ALEA__FIELD("rating_se", told_rank, s.rating_error),
    ALEA__FIELD("unbeaten", told_rank, s.unbeaten),
    ALEA__FIELD("winless", told_rank, s.winless),
    ALEA__FIELD("rate", told_rank, s.rate),
    ALEA__FIELD("rate_se", told_rank, s.rate_se),
    ALEA__FIELD("money", told_rank, s.money),
    ALEA__FIELD("money_se", told_rank, s.money_se),
    ALEA__FIELD("money_low", told_rank, s.money_low),
    ALEA__FIELD("money_high", told_rank, s.money_high),
    ALEA__FIELD("games", told_rank, s.games),
    ALEA__FIELD("wins", told_rank, s.wins),
    ALEA__FIELD("forfeits", told_rank, s.forfeits),
    ALEA__FIELD("fuel", told_rank, s.fuel),
    ALEA__FIELD("pure", told_rank, pure),
    ALEA__COMPUTED("purity", standing_purity),
    ALEA__COMPUTED("exploitability", standing_exploitability),
    ALEA__COMPUTED("exploitability_bounds", standing_exploitability_bounds),
    ALEA__COMPUTED("loss", standing_loss),
    ALEA__FIELDS_END,
};

/* ---- pairs ---- */

typedef struct told_pair {
    alea_tournament_pair p;
    const char *a, *b;
} told_pair;

static const alea__json_field pair_fields[] = {
    ALEA__FIELD("a", told_pair, a),
    ALEA__FIELD("b", told_pair, b),
    ALEA__FIELD("rate", told_pair, p.rate),
    ALEA__FIELD("rate_se", told_pair, p.rate_se),
    ALEA__FIELD("lower", told_pair, p.lower),
    ALEA__FIELD("upper", told_pair, p.upper),
    ALEA__FIELD("exact", told_pair, p.exact),
    ALEA__FIELD("games", told_pair, p.games),
    ALEA__FIELD("money", told_pair, p.money),
    ALEA__FIELD("money_se", told_pair, p.money_se),
    ALEA__FIELD("gain", told_pair, p.gain),
    ALEA__FIELD("gain_se", told_pair, p.gain_se),
    ALEA__FIELD("gain_lower", told_pair, p.gain_lower),
    ALEA__FIELD("gain_upper", told_pair, p.gain_upper),
    ALEA__FIELDS_END,
};

static const char *tournament_bot(const alea_tournament_result *r, unsigned bot)
{
    return r->standing[alea__tournament_place(r, bot)].name;
}

static json_t *tournament_pairs(const void *told)
{
    const alea_tournament_result *r = told;
    json_t *array = json_array();
    for (size_t i = 0; i < r->pairs; i++) {
        const told_pair pair = {r->pair[i], tournament_bot(r, r->pair[i].a), tournament_bot(r, r->pair[i].b)};
        array = alea__json_append(array, alea__json_object(pair_fields, &pair));
    }
    return array;
}

/* ---- the tournament ---- */

static const char *const design_words[] = {
    [ALEA_ROUND_ROBIN] = "round robin", [ALEA_GAUNTLET] = "gauntlet", [ALEA_SWISS] = "swiss"};

static json_t *tournament_standings(const void *told)
{
    const alea_tournament_result *r = told;
    json_t *array = json_array();
    for (unsigned i = 0; i < r->bots; i++) {
        const alea_tournament_standing *s = &r->standing[i];
        const told_rank standing = {*s, s->policy || s->purity >= ALEA_TESTED_PURE};
        array = alea__json_append(array, alea__json_object(standing_fields, &standing));
    }
    return array;
}

static json_t *tournament_cycle(const void *told)
{
    const alea_tournament_result *r = told;
    if (r->cycle_length == 0) return json_null();
    json_t *array = json_array();
    for (unsigned i = 0; i < r->cycle_length; i++)
        array = alea__json_append(array, alea__json_text(tournament_bot(r, r->cycle[i])));
    return array;
}

static json_t *tournament_objective(const void *told)
{
    return alea__json_text(alea_objective_name(((const alea_tournament_result *)told)->objective));
}

static const alea__json_field tournament_fields[] = {
    ALEA__FIELD("game", alea_tournament_result, game),
    ALEA__FIELD("players", alea_tournament_result, players),
    ALEA__COMPUTED("objective", tournament_objective),
    ALEA__CHOICE("design", alea_tournament_result, design, design_words),
    ALEA__FIELD("games", alea_tournament_result, games),
    ALEA__FIELD("seed", alea_tournament_result, seed),
    ALEA__FIELD("certain", alea_tournament_result, certain),
    ALEA__FIELD("stopped", alea_tournament_result, stopped),
    ALEA__FIELD("confidence", alea_tournament_result, confidence),
    ALEA__FIELD("until", alea_tournament_result, until),
    ALEA__FIELD("tie", alea_tournament_result, tie),
    ALEA__FIELD("undecided", alea_tournament_result, undecided),
    ALEA__FIELD("undecided_after_a_million_more", alea_tournament_result, undecided_then),
    ALEA__FIELD("has_money", alea_tournament_result, has_money),
    ALEA__COMPUTED("standings", tournament_standings),
    ALEA__COMPUTED("pairs", tournament_pairs),
    ALEA__COMPUTED("cycle", tournament_cycle),
    ALEA__FIELDS_END,
};

alea_status alea__tournament_json(const alea_tournament_result *r, char **out, alea_error *error)
{
    return alea__json_write(tournament_fields, r, out, error);
}

/* ---- a comparison ---- */

static const char *const verdict_words[] = {[ALEA_COMPARE_UNDECIDED] = "undecided",
                                            [ALEA_COMPARE_BETTER] = "better",
                                            [ALEA_COMPARE_WORSE] = "worse",
                                            [ALEA_COMPARE_EQUAL] = "equal"};

static json_t *compare_objective(const void *told)
{
    return alea__json_text(alea_objective_name(((const alea_compare_result *)told)->objective));
}

static const alea__json_field compare_fields[] = {
    ALEA__FIELD("game", alea_compare_result, game),
    ALEA__FIELD("a", alea_compare_result, a),
    ALEA__FIELD("b", alea_compare_result, b),
    ALEA__CHOICE("verdict", alea_compare_result, verdict, verdict_words),
    ALEA__FIELD("difference", alea_compare_result, difference),
    ALEA__FIELD("lower", alea_compare_result, lower),
    ALEA__FIELD("upper", alea_compare_result, upper),
    ALEA__FIELD("games", alea_compare_result, games),
    ALEA__FIELD("exact", alea_compare_result, exact),
    ALEA__FIELD("llr", alea_compare_result, llr),
    ALEA__FIELD("llr_lower", alea_compare_result, llr_lower),
    ALEA__FIELD("llr_upper", alea_compare_result, llr_upper),
    ALEA__FIELD("rate", alea_compare_result, rate),
    ALEA__FIELD("rate_se", alea_compare_result, rate_se),
    ALEA__FIELD("normalised_elo", alea_compare_result, elo),
    ALEA__FIELD("normalised_elo_lower", alea_compare_result, elo_lower),
    ALEA__FIELD("normalised_elo_upper", alea_compare_result, elo_upper),
    ALEA__FIELD("adjusted_for_luck", alea_compare_result, adjusted),
    ALEA__FIELD("money", alea_compare_result, money),
    ALEA__FIELD("money_se", alea_compare_result, money_se),
    ALEA__FIELD("money_lower", alea_compare_result, money_lower),
    ALEA__FIELD("money_upper", alea_compare_result, money_upper),
    ALEA__COMPUTED("objective", compare_objective),
    ALEA__FIELD("stopped", alea_compare_result, stopped),
    ALEA__FIELDS_END,
};

alea_status alea__compare_json(const alea_compare_result *r, char **out, alea_error *error)
{
    return alea__json_write(compare_fields, r, out, error);
}
