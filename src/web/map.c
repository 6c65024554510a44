/* Maps of policies' moves and of positions' values, over two scores. */
#include "base/memory.h"
#include "command/command.h"
#include "web/answer.h"
#include "web/call.h"
#include "web/messages.h"
#include "web/request.h"
#include "web/solution.h"
#include <alea/plot.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAP_BOTS = 2,
    MAP_NOBODY = -1,
    MAP_NO_NUMBER = INT32_MIN,
    MAP_CELLS = 250 /* along an axis, unless a step is given */
};

typedef struct map_job {
    const json_t *request;
    const char *kind;
    web_solution *solution;
    alea_bot *bot[MAP_BOTS]; /* NULL: plays best by the solution's table */
    const char *name[MAP_BOTS];
    unsigned bots;
    int64_t other, memory, step; /* other and memory -1: not given */
    bool two, has_turns;         /* players; one player with a limit of turns */
    alea_plot_axis axis[2];
    uint32_t end;
    json_t *cells;
} map_job;

static size_t map_size(const map_job *m)
{
    return (size_t)m->axis[0].count * m->axis[1].count;
}

/* ---- bots ---- */

/* `optimal` uses the kept solution, so that the game is not solved again for each map. Plots compute its moves themselves
   and leave *out NULL. */
static int map_open_bot(map_job *m, const char *spec, alea_bot **out)
{
    alea_error error;
    if (strcmp(spec, "optimal") != 0)
        return alea_bot_open(m->solution->game, spec, NULL, out, &error) == ALEA_OK ? CMD_DONE
                                                                                    : cmd_report(&error);
    if (m->kind[0] != 'm') return web_solution_solve(m->solution);
    const int status = web_solution_bot(m->solution);
    *out = m->solution->bot;
    return status;
}

/* Opens the bots that the request names; one, the optimal one, if it names none. */
static int map_open_bots(map_job *m)
{
    static const char *const keys[MAP_BOTS] = {"bot", "second"};
    int status = CMD_DONE;
    for (unsigned i = 0; i < MAP_BOTS && status == CMD_DONE; i++) {
        if (!web_request_text(m->request, keys[i], &m->name[i])) return CMD_USAGE;
        if (!m->name[i] && i > 0) break;
        if (!m->name[i]) m->name[i] = "optimal";
        status = map_open_bot(m, m->name[i], &m->bot[i]);
        if (status == CMD_DONE) m->bots++;
    }
    return status;
}

/* ---- hold and turn: what plots show ---- */

/* Copies the cells of one bot, or combines those of two: in a turn map who rolls, otherwise the first minus the second. */
static bool map_take_cells(map_job *m, const int32_t *first, const int32_t *second)
{
    const bool of_turn = m->kind[0] == 't';
    const size_t size = map_size(m);
    int32_t *cells = alea__alloc_bare(size, sizeof *cells);
    if (!cells) return false;
    memcpy(cells, first, size * sizeof *cells);
    for (size_t i = 0; second && i < size; i++)
        if (first[i] < 0 || second[i] < 0)
            cells[i] = of_turn ? MAP_NOBODY : MAP_NO_NUMBER;
        else
            cells[i] = of_turn ? first[i] + 2 * second[i] : first[i] - second[i];
    m->cells = web_answer_array("Int32Array", cells, size);
    return m->cells != NULL;
}

/* Makes a plot, and takes its axes and cells. In a plot best play comes first; of two bots that both play best it is made once. */
static int map_plot(map_job *m, alea_plot_map map)
{
    alea_error error;
    alea_plot *plot;
    alea_plot_facts facts;
    int status = map_open_bots(m);
    if (status != CMD_DONE) return status;
    const unsigned first = m->bots == MAP_BOTS && !m->bot[1];
    alea_plot_options how = {.size = sizeof how,
                             .map = map,
                             .other_given = m->other >= 0,
                             .other = (uint32_t)(m->other >= 0 ? m->other : 0),
                             .memory_given = m->memory >= 0,
                             .memory = (uint32_t)(m->memory >= 0 ? m->memory : 0),
                             .step = (uint32_t)m->step,
                             .progress = cmd_begin_work("own scores"),
                             .table = m->solution->table};
    if (alea_plot_make(m->solution->game, m->bot[first], m->bot[!first], &how, &plot, &error) != ALEA_OK)
        return cmd_report(&error);
    alea_plot_get_facts(plot, &facts);
    memcpy(m->axis, facts.axis, sizeof m->axis);
    m->end = facts.end;
    m->memory = facts.memory;
    const int32_t *const cells[] = {alea_plot_cells(plot, 0), alea_plot_cells(plot, facts.bots - 1)};
    if (!map_take_cells(m, cells[first], m->bots == MAP_BOTS ? cells[!first] : NULL))
        status = cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    alea_plot_free(plot);
    return status;
}

/* ---- value and moves: one question for each cell ---- */

/* The position in which a turn begins. Returns false if there is none. `y` is the other's score or the number of turns left. */
static bool map_position(const map_job *m, uint32_t x, uint32_t y, alea_state *out)
{
    alea_error error;
    char scores[32], turns[16], memory[24];
    alea_setting setting[3];
    size_t count = 0;
    if (m->two)
        snprintf(scores, sizeof scores, "%" PRIu32 ",%" PRIu32, x, y);
    else
        snprintf(scores, sizeof scores, "%" PRIu32, x);
    setting[count++] = (alea_setting){"scores", scores};
    if (m->has_turns) {
        snprintf(turns, sizeof turns, "%" PRIu32, y);
        setting[count++] = (alea_setting){"turns", turns};
    }
    if (m->memory > 0) {
        snprintf(memory, sizeof memory, "%" PRId64, m->memory);
        setting[count++] = (alea_setting){"memory", memory};
    }
    return alea_game_parse_state(m->solution->game, setting, count, out, &error) == ALEA_OK;
}

/* A whole number among the game's parameters; 0 if there is none of that name. */
static uint32_t map_parameter(const alea_game *game, const char *name)
{
    alea_parameter p;
    for (size_t i = 0; alea_game_parameter(game, i, &p); i++)
        if (!p.one_of && strcmp(p.name, name) == 0) return (uint32_t)strtoul(p.value, NULL, 10);
    return 0;
}

/* The number of scores at which a turn can begin: the goal or, if the rules have no parameter of that name, the least power
   of two above all of them. */
static uint32_t map_scores(const map_job *m)
{
    enum { MOST = 1 << 17 };
    alea_state state;
    uint32_t scores = map_parameter(m->solution->game, "goal");
    if (scores == 0)
        for (scores = 2; scores < MOST && map_position(m, scores, 1, &state);) scores *= 2;
    return map_position(m, scores, 1, &state) && scores < MOST ? scores + 1 : scores;
}

/* Sets the axes, with a step that keeps both near MAP_CELLS unless one is given. */
static void map_set_axes(map_job *m)
{
    const alea_game *game = m->solution->game;
    m->two = alea_game_players(game) == 2;
    const uint32_t turns = m->two ? 0 : map_parameter(game, "turns");
    m->has_turns = turns > 0;
    const uint32_t scores = map_scores(m),
                   seconds = m->two  ? scores
                             : turns ? turns
                                     : 1,
                   longest = scores > seconds ? scores : seconds;
    static const uint32_t steps[] = {1, 2, 4, 5, 10, 20, 40, 50, 100, 200, 400, 500};
    uint32_t step = (uint32_t)m->step;
    for (size_t i = 0; step == 0 && i < sizeof steps / sizeof *steps; i++)
        if (longest / steps[i] <= MAP_CELLS) step = steps[i];
    if (step == 0) step = 1000;
    m->axis[0] = (alea_plot_axis){"own", 0, step, (scores + step - 1) / step};
    m->axis[1] = (alea_plot_axis){m->two ? "other" : "turns", !m->two, step, (seconds + step - 1) / step};
}

/* Writes the cells of column x: NaN where no turn begins. */
static alea_status map_value_column(const map_job *m, uint32_t x, double *cell, alea_error *error)
{
    for (uint32_t y = 0; y < m->axis[1].count; y++) {
        alea_state state;
        alea_answer answer;
        cell[y] = NAN;
        if (!map_position(m, x * m->axis[0].step, m->axis[1].first + y * m->axis[1].step, &state)) continue;
        const alea_status status = alea_table_ask(m->solution->table, &state, &answer, error);
        if (status != ALEA_OK) return status;
        cell[y] = (answer.value.lower + answer.value.upper) / 2;
        alea_answer_free(&answer);
    }
    return ALEA_OK;
}

/* Likewise the moves of a bot, which are numbers of dice; -1 if there is no decision. */
static alea_status map_moves_column(const map_job *m, alea_bot *bot, uint32_t x, int32_t *cell,
                                    alea_error *error)
{
    for (uint32_t y = 0; y < m->axis[1].count; y++) {
        alea_state state;
        uint32_t move;
        cell[y] = MAP_NOBODY;
        if (!map_position(m, x * m->axis[0].step, m->axis[1].first + y * m->axis[1].step, &state) ||
            alea_game_to_move(m->solution->game, &state) < 0)
            continue;
        const alea_status status = alea_bot_ask(bot, &state, &move, error);
        if (status != ALEA_OK) return status;
        cell[y] = (int32_t)move;
    }
    return ALEA_OK;
}

/* Calls for each own score; between two of them the work can be stopped. */
static int map_fill(const map_job *m, double *value, int32_t *move, alea_bot *bot)
{
    alea_error error = {.status = ALEA_OK};
    const alea_progress report = cmd_begin_work("own scores");
    for (uint32_t x = 0; x < m->axis[0].count; x++) {
        const size_t at = (size_t)x * m->axis[1].count;
        const alea_status status = value ? map_value_column(m, x, value + at, &error)
                                         : map_moves_column(m, bot, x, move + at, &error);
        if (status != ALEA_OK) return cmd_report(&error);
        if (report.report(report.user, x + 1, m->axis[0].count) == 0) continue;
        error.status = ALEA_E_STOPPED;
        snprintf(error.message, sizeof error.message, "%s", alea_status_sentence(error.status));
        return cmd_report(&error);
    }
    return CMD_DONE;
}

static int map_value(map_job *m)
{
    int status = web_solution_solve(m->solution);
    if (status != CMD_DONE) return status;
    map_set_axes(m);
    double *cells = alea__alloc_bare(map_size(m), sizeof *cells);
    if (!cells) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    status = map_fill(m, cells, NULL, NULL);
    m->cells = web_answer_array("Float64Array", cells, map_size(m));
    return status != CMD_DONE || m->cells ? status : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
}

/* Asks the bots for their moves. */
static int map_moves(map_job *m)
{
    int status = map_open_bots(m);
    if (status != CMD_DONE) return status;
    map_set_axes(m);
    const size_t size = map_size(m);
    int32_t *cells = alea__alloc_bare(MAP_BOTS * size, sizeof *cells);
    if (!cells) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    for (unsigned i = 0; i < m->bots && status == CMD_DONE; i++)
        status = map_fill(m, NULL, cells + i * size, m->bot[i]);
    if (status == CMD_DONE && !map_take_cells(m, cells, m->bots == MAP_BOTS ? cells + size : NULL))
        status = cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    alea__free(cells);
    return status;
}

/* ---- the request ---- */

static int map_refuse(const map_job *m, const char *why)
{
    return web_answer_misuse(WEB_MAP_NOT_HERE, alea_game_spec(m->solution->game), m->kind, why);
}

/* Makes the map of the requested kind, if the game has it. */
static int map_make(map_job *m)
{
    const alea_game *game = m->solution->game;
    const bool plotted = alea_plot_supported(game), hog = strcmp(alea_game_family(game), "hog") == 0;
    if (!m->kind) m->kind = hog ? "moves" : "hold";
    if (alea_game_players(game) > 2) return map_refuse(m, WEB_MAP_PLAYERS);
    if (strcmp(m->kind, "hold") == 0 || strcmp(m->kind, "turn") == 0) {
        if (!plotted) return map_refuse(m, WEB_MAP_RACE);
        return map_plot(m, m->kind[0] == 'h' ? ALEA_PLOT_HOLD : ALEA_PLOT_TURN);
    }
    if (strcmp(m->kind, "value") == 0) return plotted || hog ? map_value(m) : map_refuse(m, WEB_MAP_SCORES);
    if (strcmp(m->kind, "moves") == 0) return hog ? map_moves(m) : map_refuse(m, WEB_MAP_MOVES);
    return web_answer_misuse(WEB_MAP_KIND, cmd_show(m->kind).text);
}

/* Returns the cells with their meaning. */
static int map_answer(map_job *m)
{
    json_t *bots = json_array(), *axes = json_array();
    for (unsigned i = 0; i < m->bots; i++) json_array_append_new(bots, json_string(m->name[i]));
    for (unsigned i = 0; i < 2; i++)
        json_array_append_new(axes, json_pack("[s,i]", m->axis[i].name, (int)m->axis[i].count));
    json_t *cells = m->cells;
    m->cells = NULL;
    return web_answer_object(json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:[i,i], s:[i,i], s:i, s:I, s:o}", "game",
        alea_game_spec(m->solution->game), "kind", m->kind, "objective",
        alea_objective_name(m->solution->objective), "bots", bots, "axes", axes, "from",
        (int)m->axis[0].first, (int)m->axis[1].first, "step", (int)m->axis[0].step, (int)m->axis[1].step,
        "end", (int)m->end, "memory", (json_int_t)(m->memory > 0 ? m->memory : 0), "cells", cells));
}

/* A number of the request that fits into 31 bits. */
static bool map_number(const json_t *request, const char *key, int64_t least, int64_t *out)
{
    if (!web_request_whole(request, key, out)) return false;
    if (*out >= least && *out <= INT32_MAX) return true;
    web_answer_misuse(WEB_KEY_TYPE, key, WEB_WHOLE);
    return false;
}

/* The request `map`; see web/engine/interface.ts. */
int web_map(const json_t *request)
{
    static const char *const keys[] = {"game",  "bot",    "second", "for", "kind",
                                       "other", "memory", "step",   NULL};
    map_job m = {.request = request, .other = -1, .memory = -1};
    if (!web_request_check(request, keys) || !web_request_text(request, "kind", &m.kind) ||
        !map_number(request, "other", -1, &m.other) || !map_number(request, "memory", -1, &m.memory) ||
        !map_number(request, "step", 0, &m.step))
        return CMD_USAGE;
    int status = web_solution_open(request, &m.solution);
    if (status == CMD_DONE) status = map_make(&m);
    if (status == CMD_DONE) status = map_answer(&m);
    json_decref(m.cells);
    for (unsigned i = 0; i < MAP_BOTS; i++)
        if (m.solution && m.bot[i] != m.solution->bot) alea_bot_free(m.bot[i]);
    web_solution_rest();
    return status;
}
