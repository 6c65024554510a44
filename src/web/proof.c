/* Requests about whole games: the catalogue, and proofs. */
#include "command/command.h"
#include "web/answer.h"
#include "web/call.h"
#include "web/request.h"

int web_version(const json_t *request)
{
    static const char *const keys[] = {NULL};
    if (!web_request_check(request, keys)) return CMD_USAGE;
    return web_answer_object(json_pack("{s:s}", "version", alea_version()));
}

/* The output of `alea games GAME --json`, as an object; NULL after a message. */
static json_t *proof_describe(const char *spec)
{
    alea_error error;
    alea_game *game;
    char *text;
    const alea_view_options how = {.json = true};
    if (alea_game_open(spec, &game, &error) != ALEA_OK) {
        cmd_report(&error);
        return NULL;
    }
    const alea_status status = alea_view_game(game, &how, &text, &error);
    alea_game_free(game);
    json_t *object = status == ALEA_OK ? json_loads(text, 0, NULL) : NULL;
    if (status == ALEA_OK) alea_text_free(text);
    if (!object) cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    return object;
}

/* All games of the catalogue, each as `alea games GAME` describes it. */
int web_catalogue(const json_t *request)
{
    static const char *const keys[] = {NULL};
    if (!web_request_check(request, keys)) return CMD_USAGE;
    json_t *games = json_array();
    for (size_t i = 0; i < alea_catalog_size(); i++) {
        json_t *game = proof_describe(alea_catalog_name(i));
        if (game && json_array_append_new(games, game) == 0) continue;
        json_decref(games);
        return CMD_FAILED;
    }
    return web_answer_object(json_pack("{s:o}", "games", games));
}

/* ---- proofs ---- */

typedef struct proof_job {
    alea_game *game;
    alea_table *table;
    double tolerance;
} proof_job;

/* Solves the game. */
static int proof_solve(const json_t *request, proof_job *p)
{
    alea_error error;
    alea_objective objective;
    const char *name;
    if (!web_request_text(request, "for", &name)) return CMD_USAGE;
    int status = cmd_choose_objective(p->game, name, &objective);
    if (status != CMD_DONE) return status;
    alea_solve_options how = {.size = sizeof how, .tolerance = p->tolerance};
    how.progress = cmd_begin_work("positions");
    const alea_status solved = alea_table_solve(p->game, objective, &how, &p->table, &error);
    return solved == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

/* Has the checker prove it, and prints the verdict as `alea verify --json` does for a file. */
static int proof_check(const proof_job *p)
{
    alea_error error;
    alea_verdict verdict;
    cmd_view v = cmd_view_start(true);
    const alea_progress report = cmd_begin_work("positions checked");
    const alea_status checked = alea_table_verify(p->table, &report, &verdict, &error);
    const alea_view_work work = {.seconds = cmd_end_work()};
    if (checked != ALEA_OK) return cmd_report(&error);
    return cmd_view_print(alea_view_verdict(p->table, &verdict, &work, &v.how, &v.text, &v.error), &v);
}

/* Solves the game that the request names and proves the table; the answer is the verdict. */
int web_verify(const json_t *request)
{
    static const char *const keys[] = {"game", "for", "tolerance", NULL};
    proof_job p = {.tolerance = json_number_value(json_object_get(request, "tolerance"))};
    char spec[WEB_SPEC];
    if (!web_request_check(request, keys) || !web_request_game(request, spec)) return CMD_USAGE;
    int status = cmd_open_game(spec, &p.game);
    if (status == CMD_DONE) status = proof_solve(request, &p);
    if (status == CMD_DONE) status = proof_check(&p);
    alea_table_free(p.table);
    alea_game_free(p.game);
    return status;
}
