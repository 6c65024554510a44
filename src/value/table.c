/* The public table: values and the game that they are of. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/text.h"
#include "game/spec.h"
#include "value/messages.h"
#include "value/solver_ops.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct alea_table {
    const alea_game *game;
    alea_game *owned_game; /* the same, or NULL */
    alea__values *values;
    uint64_t stored;
    char disorder[300]; /* what alea__values_in_order found wrong; empty: nothing */
};

/* ---- making ---- */

static uint64_t table_count_stored(const alea__values *values)
{
    uint64_t stored = 0;
    for (unsigned m = 0; m < values->count; m++) {
        const alea__matrix *matrix = &values->matrix[m];
        size_t count = (size_t)matrix->rows * matrix->columns;
        for (size_t i = 0; i < count; i++) stored += !isnan(matrix->lower[i]);
    }
    return stored;
}

alea_status alea__table_make(const alea_game *game, alea_game *owned_game, alea__values *values,
                             alea_table **out, alea_error *error)
{
    alea_table *table = alea__alloc(sizeof *table);
    ALEA_ASSERT(values && (!owned_game || owned_game == game));
    if (!table) {
        alea__values_free(values);
        alea_game_free(owned_game);
        return alea__out_of_memory(error);
    }
    *table = (alea_table){
        .game = game, .owned_game = owned_game, .values = values, .stored = table_count_stored(values)};
    alea__values_in_order(values, table->disorder, sizeof table->disorder);
    *out = table;
    return ALEA_OK;
}

const alea__values *alea__table_values(const alea_table *table)
{
    return table->values;
}

void alea_table_free(alea_table *table)
{
    if (!table) return;
    alea__values_free(table->values);
    alea_game_free(table->owned_game);
    alea__free(table);
}

/* ---- solving ---- */

static alea_status table_no_exact_results(const alea_game *game, alea_error *error)
{
    return alea__fail(error, ALEA_E_REFUSED, VALUE_NO_EXACT_RESULTS, game->family->name);
}

/* Checks that this game can be solved for this objective; otherwise fails with the reason. */
static alea_status table_check_wish(const alea_game *game, alea_objective objective, bool equilibrium,
                                    alea_error *error)
{
    if (!game->family->solver) return table_no_exact_results(game, error);
    if (game->players > 2 && !(equilibrium && game->family->solver->several))
        return alea__fail(error, ALEA_E_USAGE, VALUE_TOO_MANY_PLAYERS, game->title, game->players);
    if (alea_game_has_objective(game, objective)) return ALEA_OK;
    return alea__fail(error, ALEA_E_USAGE, VALUE_NO_OBJECTIVE, game->title, alea_objective_name(objective));
}

bool alea__same_game(const alea_game *a, const alea_game *b)
{
    return a == b || (strcmp(a->spec, b->spec) == 0 && strcmp(a->sha256, b->sha256) == 0);
}

static alea_status table_check_order(const alea_table *table, alea_error *error)
{
    if (table->disorder[0] == 0) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, VALUE_OUT_OF_ORDER, table->disorder);
}

/* Checks that solving can resume from `old`, which must be unfinished and of the same game and objective. NULL starts from
   the beginning. */
static alea_status table_check_resume(const alea_game *game, alea_objective objective, const alea_table *old,
                                      alea_error *error)
{
    if (!old) return ALEA_OK;
    if (!alea__same_game(game, old->game))
        return alea__fail(error, ALEA_E_USAGE, VALUE_RESUME_OTHER_GAME, old->game->spec, game->spec);
    if (old->values->against) return alea__fail(error, ALEA_E_USAGE, VALUE_RESUME_RESPONSE);
    if (old->values->objective != objective)
        return alea__fail(error, ALEA_E_USAGE, VALUE_RESUME_OBJECTIVE,
                          alea_objective_name(old->values->objective), alea_objective_name(objective));
    if (alea__values_complete(old->values)) return alea__fail(error, ALEA_E_USAGE, VALUE_RESUME_COMPLETE);
    return table_check_order(old, error);
}

/* Whether the family has sampled models, and of this many samples. */
static alea_status table_check_samples(const alea_game *game, const alea_solve_options *options,
                                       alea_error *error)
{
    if (options->samples == 0) return ALEA_OK;
    if (game->family->solver->most_samples == 0)
        return alea__fail(error, ALEA_E_USAGE, VALUE_NO_SAMPLED_MODELS, game->family->name);
    if (options->samples > game->family->solver->most_samples)
        return alea__fail(error, ALEA_E_RANGE, VALUE_TOO_MANY_SAMPLES, game->family->solver->most_samples,
                          options->samples);
    return ALEA_OK;
}

/* ---- solving ---- */

/* When the caller is given an unfinished table. */
typedef struct table_keeper {
    const alea_game *game;
    const alea_solve_options *options;
    double next; /* seconds of the clock */
} table_keeper;

enum { KEEPING_SHARE = 20 }; /* the work takes as many times as long as keeping it */

static double table_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void table_keep(void *user, alea__values *unfinished)
{
    table_keeper *k = user;
    const double began = table_clock();
    if (began < k->next) return;
    ALEA_ASSERT(unfinished->layers_done < unfinished->layers);
    const alea_table table = {
        .game = k->game, .values = unfinished, .stored = table_count_stored(unfinished)};
    k->options->keep(k->options->keep_user, &table);
    const double ended = table_clock(), rest = (double)KEEPING_SHARE * (ended - began);
    k->next = ended + (rest > k->options->keep_every ? rest : k->options->keep_every);
}

alea_status alea_table_solve(const alea_game *game, alea_objective objective, const alea_solve_options *given,
                             alea_table **out, alea_error *error)
{
    const alea_solve_options options = ALEA__OPTIONS(alea_solve_options, given);
    alea__values *values = NULL;
    const alea_table *resume = options.resume;
    alea_status status = table_check_wish(game, objective, options.equilibrium, error);
    if (status == ALEA_OK && (!(options.tolerance >= 0) || isinf(options.tolerance)))
        status = alea__fail(error, ALEA_E_RANGE, VALUE_BAD_TOLERANCE, options.tolerance);
    if (status == ALEA_OK) status = table_check_samples(game, &options, error);
    if (status == ALEA_OK) status = table_check_resume(game, objective, resume, error);
    if (status != ALEA_OK) return status;
    table_keeper keeping = {.game = game, .options = &options, .next = table_clock() + options.keep_every};
    const alea__keeper keeper = {table_keep, &keeping};
    const alea__problem problem = {.rules = game->rules,
                                   .objective = objective,
                                   .resume = resume ? resume->values : NULL,
                                   .keeper = options.keep ? &keeper : NULL,
                                   .options = &options,
                                   .families = game->families};
    status = game->family->solver->solve(&problem, &values, error);
    ALEA_ASSERT(status != ALEA_OK ||
                (values && values->objective == objective && alea__values_complete(values)));
    if (status == ALEA_E_STOPPED) *out = NULL;
    if ((status != ALEA_OK && status != ALEA_E_STOPPED) || !values) return status;
    alea_status made = alea__table_make(game, NULL, values, out, error);
    return made == ALEA_OK ? status : made;
}

/* ---- asking ---- */

void alea_table_get_facts(const alea_table *table, alea_table_facts *out)
{
    const alea__values *values = table->values;
    *out = (alea_table_facts){.game = table->game->spec,
                              .rules_sha256 = table->game->sha256,
                              .against = values->against,
                              .objective = values->objective,
                              .samples = values->samples,
                              .seed = values->seed,
                              .start = values->start,
                              .second = values->second,
                              .states = values->states,
                              .stored = table->stored / (values->seats > 0 ? values->seats : 1),
                              .width = values->width,
                              .seats = values->seats,
                              .epsilon = values->seats > 0 ? values->epsilon : NAN,
                              .complete = alea__values_complete(values)};
    memcpy(out->seat, values->seat, sizeof out->seat);
}

bool alea_table_matrix(const alea_table *table, unsigned index, alea_matrix *out)
{
    const alea__values *values = table->values;
    if (index >= values->count) return false;
    const alea__matrix *m = &values->matrix[index];
    *out = (alea_matrix){m->name, m->row, m->column, m->rows, m->columns, m->lower, m->upper};
    return true;
}

const alea_game *alea_table_game(const alea_table *table)
{
    return table->game;
}

static alea_status table_check_complete(const alea__values *values, alea_error *error)
{
    if (alea__values_complete(values)) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, VALUE_UNFINISHED, values->layers_done, values->layers);
}

alea_status alea__ask_values(const alea_game *game, const alea__values *values, const alea_state *state,
                             alea_answer *out, alea_error *error)
{
    const alea__query_ops *ops = game->family->query;
    void *query = NULL;
    if (!ops) return game->family->solver->ask(game->rules, values, state, out, error);
    alea_status status = ops->open(game->rules, values, &query, error);
    if (status != ALEA_OK) return status;
    status = ops->ask(query, state, out, error);
    ops->close(query);
    return status;
}

alea_status alea_table_ask(const alea_table *table, const alea_state *state, alea_answer *out,
                           alea_error *error)
{
    const alea_game *game = table->game;
    alea_status status = table_check_complete(table->values, error);
    if (status == ALEA_OK) status = table_check_order(table, error);
    if (status != ALEA_OK) return status;
    if (alea_game_to_move(game, state) == ALEA_OVER) return alea__fail(error, ALEA_E_STATE, VALUE_GAME_OVER);
    status = alea__ask_values(game, table->values, state, out, error);
    ALEA_ASSERT(status != ALEA_OK || out->count == 0 || out->best < out->count);
    return status;
}

alea_status alea_table_evaluate(const alea_table *table, const alea_solve_options *given, alea_interval *out,
                                alea_error *error)
{
    const alea_solve_options options = ALEA__OPTIONS(alea_solve_options, given);
    const alea_game *game = table->game;
    const alea__family *family = game->family;
    alea__policy *policy;
    alea_evaluation earned = {0};
    alea_status status = table_check_complete(table->values, error);
    if (status == ALEA_OK) status = table_check_order(table, error);
    if (status != ALEA_OK) return status;
    if (game->players != 1)
        return alea__fail(error, ALEA_E_REFUSED, VALUE_ONE_PLAYER_ONLY, game->title, game->players);
    status = family->solver->policy_of_values(game->rules, table->values, &policy, error);
    if (status != ALEA_OK) return status;
    const alea__problem problem = {
        .rules = game->rules, .objective = table->values->objective, .policy = {policy}, .options = &options};
    status = family->solver->evaluate(&problem, &earned, error);
    game->family->policy->free(policy);
    if (status == ALEA_OK) *out = earned.first.value;
    return status;
}

void alea_answer_free(alea_answer *answer)
{
    if (!answer) return;
    alea__free(answer->move);
    answer->move = NULL;
    answer->count = 0;
}

alea_status alea_game_parse_state(const alea_game *game, const alea_setting *settings, size_t count,
                                  alea_state *out, alea_error *error)
{
    return game->family->text->parse_state(game->rules, settings, count, out, error);
}

alea_status alea_game_parse_any_state(const alea_game *game, const alea_setting *settings, size_t count,
                                      alea_state *out, alea_note *note, alea_error *error)
{
    const alea__position_ops *position = game->family->position;
    note->text[0] = 0;
    if (position && position->parse_any_state)
        return position->parse_any_state(game->rules, settings, count, out, note, error);
    return game->family->text->parse_state(game->rules, settings, count, out, error);
}

/* Packs the policy of a built-in bot with this name; *data stays NULL if there is no such bot. The policies of optimal and
   sampled play come from a solution, which no check relies on. */
static alea_status table_pack_named(const alea_game *game, const char *name, unsigned char **data,
                                    size_t *size, alea_error *error)
{
    alea__spec spec;
    alea__policy *policy = NULL;
    alea_error unknown;
    alea_status status = alea__spec_parse(name, &spec, &unknown);
    if (status == ALEA_OK) {
        const bool solved = strcmp(spec.name, "optimal") == 0 || strcmp(spec.name, "sampled") == 0;
        status = solved ? ALEA_E_REFUSED : game->family->policy->open(game->rules, &spec, &policy, &unknown);
        alea__spec_free(&spec);
    }
    if (status != ALEA_OK) return status == ALEA_E_MEMORY ? alea__out_of_memory(error) : ALEA_OK;
    status = game->family->solver->pack_policy(game->rules, policy, data, size, error);
    game->family->policy->free(policy);
    return status;
}

/* Refutes a best response to a built-in bot if the table has other moves for that bot. */
static alea_status table_check_opponent(const alea_table *table, alea_verdict *verdict, alea_error *error)
{
    const alea__values *v = table->values;
    unsigned char *data = NULL;
    size_t size = 0;
    if (!v->against || !v->opponent) return ALEA_OK;
    alea_status status = table_pack_named(table->game, v->against, &data, &size, error);
    if (data && (size != v->opponent_size || memcmp(data, v->opponent, size) != 0)) {
        char shown[100];
        alea__printable(shown, sizeof shown, v->against, strlen(v->against));
        verdict->holds = false;
        snprintf(verdict->reason, sizeof verdict->reason, VALUE_OTHER_OPPONENT, shown);
    }
    alea__free(data);
    return status;
}

alea_status alea_table_verify(const alea_table *table, const alea_progress *progress, alea_verdict *out,
                              alea_error *error)
{
    const alea_game *game = table->game;
    alea_status status = table_check_complete(table->values, error);
    if (status == ALEA_OK && table->values->seats > 0)
        status = alea__fail(error, ALEA_E_REFUSED, VALUE_SEVERAL_NOT_CHECKED);
    if (status != ALEA_OK) return status;
    alea_verdict verdict = {0};
    snprintf(verdict.reason, sizeof verdict.reason, "%s", table->disorder);
    if (table->disorder[0] == 0)
        status = game->family->solver->check(game->rules, table->values, progress, &verdict, error);
    if (status == ALEA_OK && verdict.holds) status = table_check_opponent(table, &verdict, error);
    ALEA_ASSERT(status != ALEA_OK || verdict.holds || verdict.reason[0]);
    if (status == ALEA_OK) *out = verdict;
    return status;
}

/* ---- files ---- */

alea_status alea_table_write(const alea_table *table, const char *path, alea_error *error)
{
    const alea_game *game = table->game;
    alea__values_file file = {.game = game->spec, .values = table->values};
    if (table->values->seats > 0) return alea__fail(error, ALEA_E_REFUSED, VALUE_SEVERAL_NOT_WRITTEN);
    memcpy(file.rules_sha256, game->sha256, sizeof file.rules_sha256);
    return alea__values_write(path, &file, error);
}

/* The parameters of a canonical spec, in their brackets. */
static const char *spec_parameters(const char *spec)
{
    const char *bracket = strrchr(spec, '(');
    return bracket ? bracket : "";
}

/* Checks that a file was made for this game, with the same rule file, which may have several names, and the same parameters.
   ALEA_E_FILE names the difference. */
static alea_status table_check_made_for(const alea_game *game, const char *path,
                                        const alea__values_file *file, alea_error *error)
{
    char of[300];
    alea__printable(of, sizeof of, file->game, strlen(file->game));
    bool same_rules = strcmp(file->rules_sha256, game->sha256) == 0;
    if (same_rules && strcmp(spec_parameters(file->game), spec_parameters(game->spec)) == 0) return ALEA_OK;
    if (strcmp(file->game, game->spec) == 0)
        return alea__fail_at(error, ALEA_E_FILE, path, 0, VALUE_RULES_CHANGED, of);
    return alea__fail_at(error, ALEA_E_FILE, path, 0, VALUE_OTHER_GAME, of, game->spec);
}

/* Whether two lists of parameters differ at most in `players`. */
static bool spec_same_but_players(const char *a, const char *b)
{
    static const char key[] = "players=";
    const char *in_a = strstr(a, key), *in_b = strstr(b, key);
    if (!in_a || !in_b || in_a - a != in_b - b || strncmp(a, b, (size_t)(in_a - a)) != 0) return false;
    in_a += sizeof key - 1, in_b += sizeof key - 1;
    return strcmp(in_a + strspn(in_a, "0123456789"), in_b + strspn(in_b, "0123456789")) == 0;
}

alea_status alea__values_play_in(const alea_game *game, const char *path, const alea__values_file *file,
                                 alea_error *error)
{
    if (game->family->solitary && strcmp(file->rules_sha256, game->sha256) == 0 &&
        spec_same_but_players(spec_parameters(file->game), spec_parameters(game->spec)))
        return ALEA_OK;
    return table_check_made_for(game, path, file, error);
}

/* Opens the game that the file names, if its rule file is the same as then; a failure is reported as one of the file. */
static alea_status table_open_game(alea__open_game *open, const char *path, const alea__values_file *file,
                                   alea_game **out, alea_error *error)
{
    alea_error why = {0};
    alea__expected_rules same = {.sha256 = file->rules_sha256};
    alea_status status = open(file->game, &same, out, &why);
    if (status == ALEA_OK || status == ALEA_E_MEMORY)
        return status == ALEA_OK ? status : alea__out_of_memory(error);
    char of[300];
    alea__printable(of, sizeof of, file->game, strlen(file->game));
    if (same.found[0]) return alea__fail_at(error, ALEA_E_FILE, path, 0, VALUE_RULES_CHANGED, of);
    return alea__fail_at(error, ALEA_E_FILE, path, 0, VALUE_GAME_NOT_OPENED, of, why.message);
}

/* Checks that the values fit the game; the family's message gets the file's name in front. */
static alea_status table_check_fit(const alea_game *game, const char *path, const alea__values *values,
                                   alea_error *error)
{
    alea_error why = {0};
    if (!game->family->solver) return table_no_exact_results(game, error);
    if (!alea_game_has_objective(game, values->objective))
        return alea__fail_at(error, ALEA_E_FILE, path, 0, VALUE_FILE_OBJECTIVE,
                             alea_objective_name(values->objective), game->title);
    alea_status status = game->family->solver->fits(game->rules, values, &why);
    return status == ALEA_OK ? status : alea__fail_at(error, status, path, 0, "%s", why.message);
}

alea_status alea__table_open(const alea_game *game, alea__open_game *open, const char *path, alea_table **out,
                             alea_error *error)
{
    alea__values_file file;
    alea_game *owned = NULL;
    ALEA_ASSERT(game || open);
    alea_status status = alea__values_read(path, &file, error);
    if (status != ALEA_OK) return status;
    if (!file.values) {
        char bot[200];
        alea__printable(bot, sizeof bot, file.bot, strlen(file.bot));
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, VALUE_FROZEN_BOT, bot);
    }
    if (status == ALEA_OK && !game) status = table_open_game(open, path, &file, &owned, error);
    if (status == ALEA_OK) status = table_check_made_for(game ? game : owned, path, &file, error);
    if (status == ALEA_OK) status = table_check_fit(game ? game : owned, path, file.values, error);
    if (status == ALEA_OK) {
        status = alea__table_make(game ? game : owned, owned, file.values, out, error);
        file.values = NULL;
    } else {
        alea_game_free(owned);
    }
    alea__values_file_clear(&file);
    return status;
}

/* ---- defaults for families ---- */

const char *alea__never_inexact(const alea__rules *rules, const alea__policy *policy)
{
    (void)rules, (void)policy;
    return NULL;
}

int64_t alea__no_points(const alea__rules *rules, const alea_state *state)
{
    (void)rules, (void)state;
    return 0;
}
