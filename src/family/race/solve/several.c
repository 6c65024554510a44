/* Races for three players and more: written as a rule file of the family tabletop, whose engine solves such games. */
#include "base/error.h"
#include "base/text.h"
#include "family/race/messages.h"
#include "family/race/solve/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The weights of what a roll may do, as faces of one die: `+5`, bust and wipe. */
static void retell_add_die(alea__text *out, const race_rules *rules)
{
    uint32_t most = 0, kinds[2] = {0, 0};
    for (uint32_t i = 0; i < rules->outcomes; i++)
        if (rules->effect[i].kind == RACE_ADD && rules->effect[i].amount > most)
            most = rules->effect[i].amount;
    alea__text_add(out, "local face, add = {}, {}\n");
    for (uint32_t n = 0; n <= most; n++) {
        uint32_t weight = 0;
        for (uint32_t i = 0; i < rules->outcomes; i++)
            weight += rules->effect[i].kind == RACE_ADD && rules->effect[i].amount == n;
        if (weight)
            alea__text_add(
                out, "face[#face + 1], add.a%" PRIu32 " = { \"a%" PRIu32 "\", %" PRIu32 " }, %" PRIu32 "\n",
                n, n, weight, n);
    }
    for (uint32_t i = 0; i < rules->outcomes; i++)
        if (rules->effect[i].kind != RACE_ADD) kinds[rules->effect[i].kind == RACE_WIPE]++;
    if (kinds[0]) alea__text_add(out, "face[#face + 1] = { \"bust\", %" PRIu32 " }\n", kinds[0]);
    if (kinds[1]) alea__text_add(out, "face[#face + 1] = { \"wipe\", %" PRIu32 " }\n", kinds[1]);
}

/* Whether a tabletop file can say it: a race for winning alone, that banking ends, without memory or squares. */
static bool retell_can(const race_rules *rules)
{
    if (rules->ending != RACE_BANK || rules->memories != 1 || rules->turn_limit > 0) return false;
    for (uint32_t i = 0; i < rules->outcomes; i++)
        if (rules->effect[i].forced) return false;
    for (uint32_t i = 0; rules->landing && i <= rules->goal; i++)
        if (rules->landing[i] != RACE_ADD) return false;
    return true;
}

/* Writes the rule file. */
static void retell(alea__text *out, const race_rules *rules)
{
    retell_add_die(out, rules);
    alea__text_add(out,
                   "return { name = \"race\", family = \"tabletop\", title = \"Race\", text = \"A race.\",\n"
                   "rules = function() return { players = %" PRIu32 ", dice = die(face),\n"
                   "player = { score = upto(%" PRIu32 ") }, counter = { turn = upto(%" PRIu32 ") },\n"
                   "turn = function() return %s end, moves = function(s)\n"
                   "if not s.dice then return { { \"hold\", done { score = plus(\"turn\") } },\n"
                   "{ \"roll\", roll(1, {}), when = below({ \"score\", \"turn\" }, %" PRIu32 ") } } end\n"
                   "local n = add[s.dice[1]]\n"
                   "if n then return go({}, { turn = plus(n) }) end\n"
                   "return done(s.dice[1] == \"wipe\" and { score = to(0) } or {})\n"
                   "end, over = at_least(\"score\", %" PRIu32 ") } end }\n",
                   rules->players, rules->goal, rules->goal, rules->first_forced ? "roll(1, {})" : "go {}",
                   rules->goal, rules->goal);
}

alea_status race_solve_several(const alea__problem *problem, alea__values **out, alea_error *error)
{
    const race_rules *rules = race_rules_of(problem->rules);
    alea__text text = {0};
    alea_game *retold = NULL;
    if (problem->objective != ALEA_WIN || !retell_can(rules))
        return alea__fail(error, ALEA_E_REFUSED, RACE_NOT_RETOLD, rules->players);
    retell(&text, rules);
    const alea__rule_file file = {.text = text.data, .size = text.size};
    alea_status status = text.failed
                             ? alea__out_of_memory(error)
                             : alea__game_open_file("race.lua", &file, problem->families, &retold, error);
    if (status == ALEA_OK) {
        alea__problem same = *problem;
        same.rules = retold->rules;
        status = retold->family->solver->solve(&same, out, error);
    }
    if (status == ALEA_OK)
        (*out)->retold = retold;
    else
        alea_game_free(retold);
    alea__text_free(&text);
    return status;
}

/* ---- questions ---- */

/* The position in the other game, as its settings; the mover's score comes first. That game counts a turn up to the goal. */
static alea_status retell_state(const alea_game *retold, const race_rules *rules, const race_state *s,
                                alea_state *out, alea_error *error)
{
    alea__text scores = {0};
    char turn[16];
    snprintf(turn, sizeof turn, "%" PRIu32, s->turn < rules->goal ? s->turn : rules->goal);
    for (uint32_t k = 0; k < rules->players; k++)
        alea__text_add(&scores, "%s%" PRIu32, k ? "," : "", s->score[(s->mover + k) % rules->players]);
    const alea_setting setting[] = {{"score", scores.data}, {"turn", turn}, {"roll", "1"}};
    const size_t count = s->phase == RACE_ROLL ? 3 : 2;
    const alea_status status = scores.failed ? alea__out_of_memory(error)
                                             : alea_game_parse_state(retold, setting, count, out, error);
    alea__text_free(&scores);
    return status;
}

alea_status race_ask_several(const alea__values *values, const race_rules *rules, const race_state *s,
                             alea_answer *out, alea_error *error)
{
    const alea_game *retold = values->retold;
    alea_state state;
    alea_status status = retell_state(retold, rules, s, &state, error);
    if (status == ALEA_OK) status = alea__ask_values(retold, values, &state, out, error);
    for (unsigned i = 0; status == ALEA_OK && i < out->count; i++) {
        const bool hold = strcmp(out->move[i].name, "hold") == 0;
        out->move[i].move = hold ? RACE_HOLD_MOVE : RACE_ROLL_MOVE;
        out->move[i].name = hold ? "hold" : "roll";
    }
    return status;
}
