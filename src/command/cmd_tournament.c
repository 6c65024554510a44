/* alea tournament GAME BOT|FOLDER… */
#include "base/text.h"
#include "command/command.h"
#include "command/field.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

typedef struct tournament_args {
    const char *game, *csv, *html, *until, *anchor, *against, *objective, *part;
    cmd_words bots;
    alea_tournament_options how;
    alea_sandbox_options limits;
    cmd_names pure;
    bool json, swiss, live;
} tournament_args;

static const cmd_option tournament_options[] = {
    CMD_RANKING(tournament_args),
    {1, 'n', "games", "N", CMD_COUNT(tournament_args, how.games, 1, 1000000000000),
     "Games at each table, where the result is not exact (default 10,000, or 4,096 where luck is taken out)"},
    {1, 'u', "until", "P", CMD_TEXT(tournament_args, until),
     "Play where it matters most, until the order is certain with confidence P, such as 95%"},
    {1, 0, "tie", "ELO", CMD_NUMBER_GIVEN(tournament_args, how.tie, how.tie_given, 1000000),
     "With --until: neighbours closer than this need no order (default 10, or $1 a game; 0: all need one)"},
    {1, 0, "most-games", "N", CMD_COUNT(tournament_args, how.most_games, 1, 1000000000000),
     "With --until: games at each table, at most (default 1e7)"},
    {1, 0, "against", "BOT", CMD_TEXT(tournament_args, against),
     "A gauntlet: BOT meets all others, and they do not meet each other"},
    {1, 0, "swiss", NULL, CMD_FLAG(tournament_args, swiss),
     "Swiss rounds: bots meet others with about as many points"},
    {1, 0, "rounds", "N", CMD_UNSIGNED(tournament_args, how.rounds, 1, 1000),
     "With --swiss: number of rounds (default: so many that one bot can win all, and two more)"},
    {1, 0, "anchor", "BOT", CMD_TEXT(tournament_args, anchor),
     "The bot whose rating is 0, such as optimal (default: the mean is 0)"},
    {1, 's', "seed", "S", CMD_WHOLE(tournament_args, how.seed, how.seed_given),
     "Seed of the dice (default 20251)"},
    CMD_JSON(tournament_args),
    CMD_LIVE(tournament_args),
    {2, 'o', "journal", "FILE", CMD_STORE(tournament_args, how.journal),
     "Keep every result in FILE as it comes, and take from it what is there: the same command goes on where "
     "it stopped, a further bot costs only its own games, and several programs share the work"},
    {2, 0, "csv", "FILE", CMD_OUTPUT(tournament_args, csv), "Write standings and pairs as CSV"},
    {2, 0, "html", "FILE", CMD_PAGE(tournament_args, html), "Write them as a page with pictures"},
    CMD_THREADS(tournament_args, how.threads, 3),
    CMD_STATES(3),
    CMD_LIMITS_OF_FILES(tournament_args, 3),
    {3, 0, "part", "K/N", CMD_TEXT(tournament_args, part), NULL},
    {0},
};

static const cmd_operand tournament_operands[] = {
    CMD_GAME(tournament_args), {NULL, CMD_WORDS(tournament_args, bots)}, {0}};

/* Reads 95%, 95 or 0.95; NAN: it is something else. */
static double tournament_read_share(const char *text)
{
    char *end;
    double share = alea__read_real(text, &end);
    if (end == text || !isfinite(share)) return NAN;
    if (*end == '%') end++;
    if (end[0] == 0 && (share > 1 || end[-1] == '%')) share /= 100;
    return *end == 0 && share >= 0.5 && share <= 0.999999 ? share : NAN;
}

/* Whether the options fit together; reads --until. */
static bool tournament_check(void *args, const cmd_call *call)
{
    tournament_args *a = args;
    if (a->bots.count == 0) return cmd_misuse(call, CMD_TOURNAMENT_BOTS, cmd_show(a->game).text);
    if (a->swiss && a->against) return cmd_misuse(call, CMD_SWISS_OR_GAUNTLET);
    if (a->how.rounds && !a->swiss) return cmd_misuse(call, CMD_ROUNDS_NEED_SWISS);
    if (a->until) {
        a->how.until = tournament_read_share(a->until);
        if (isnan(a->how.until)) return cmd_misuse(call, CMD_BAD_UNTIL, cmd_show(a->until).text);
        if (a->how.games) return cmd_misuse(call, CMD_UNTIL_OR_GAMES);
        if (a->swiss) return cmd_misuse(call, CMD_UNTIL_OR_SWISS);
    } else if (a->how.tie_given || a->how.most_games) {
        return cmd_misuse(call, CMD_NEEDS_UNTIL, a->how.most_games ? "most-games" : "tie");
    }
    if (a->part && !cmd_read_part(a->part, &a->how.part, &a->how.parts))
        return cmd_misuse(call, CMD_BAD_PART, ALEA_RUN_PARTS, cmd_show(a->part).text);
    return !a->part || a->how.journal || cmd_misuse(call, CMD_PART_NEEDS_JOURNAL);
}

/* ---- the field ------------------------------------------------------------------------------------------------------ */

/* Opens one word of the command line: a bot, or all in a folder. */
static int tournament_open_word(const cmd_lineup *lineup, const char *word, cmd_field *field)
{
    struct stat about;
    if (stat(word, &about) == 0 && S_ISDIR(about.st_mode)) return cmd_field_open(lineup, word, field);
    return cmd_field_add(lineup, word, field);
}

/* Opens all bots; that of a gauntlet comes first. */
static int tournament_open_field(const tournament_args *a, const cmd_lineup *lineup, cmd_field *field)
{
    int status = a->against ? cmd_field_add(lineup, a->against, field) : CMD_DONE;
    for (unsigned i = 0; i < a->bots.count && status == CMD_DONE; i++)
        status = tournament_open_word(lineup, a->bots.word[i], field);
    return status;
}

/* The number of the bot that is the anchor, from 1. */
static int tournament_find_anchor(tournament_args *a, const cmd_field *field)
{
    if (!a->anchor) return CMD_DONE;
    for (size_t i = 0; i < field->count; i++)
        if (strcmp(alea_bot_name(field->bot[i]), a->anchor) == 0) {
            a->how.anchor = (unsigned)i + 1;
            return CMD_DONE;
        }
    return cmd_complain(CMD_USAGE, CMD_NO_SUCH_ANCHOR, cmd_show(a->anchor).text);
}

/* ---- live standings --------------------------------------------------------------------------------------------------- */

/* Draws the best bots. */
static void live_draw(void *user, const alea_tournament_result *so_far)
{
    enum { MOST_LINES = 12 };
    char *text;
    alea_view_options view;
    if (cmd_is_live(user, &view))
        cmd_draw_made(alea_view_tournament_live(so_far, MOST_LINES, &view, &text, NULL), &text);
}

/* ---- playing ------------------------------------------------------------------------------------------------------------ */

/* Plays a match between the two best again and records how their games go. */
static int tournament_write_page(const tournament_args *a, const cmd_lineup *lineup, const cmd_field *field,
                                 const alea_tournament_result *r)
{
    alea_error error;
    alea_run_result *run = NULL;
    alea_run_analytics *analytics = NULL;
    cmd_view v = cmd_view_start(false);
    alea_status status = ALEA_OK;
    if (r->players == 2 && r->bots >= 2 && r->pairs > 0) {
        alea_bot *const best[] = {field->bot[r->standing[0].bot], field->bot[r->standing[1].bot]};
        const alea_run_options how = {.size = sizeof how,
                                      .games = ALEA_RUN_MEASURED,
                                      .seed = r->seed,
                                      .seed_given = true,
                                      .threads = a->how.threads};
        status = alea_run_match(lineup->game, best, 2, &how, &run, &error);
        if (status == ALEA_OK) status = alea_run_analyse(lineup->game, best, 2, &how, &analytics, &error);
    }
    int done = status == ALEA_OK ? CMD_DONE : cmd_report(&error);
    if (done == CMD_DONE)
        done = cmd_view_write(alea_view_tournament_html(r, run, analytics, &v.text, &v.error), &v, a->html);
    alea_run_analytics_free(analytics);
    alea_run_result_free(run);
    return done;
}

/* Writes the files and prints the standings, even after a failure. */
static int tournament_print(const tournament_args *a, const cmd_lineup *lineup, const cmd_field *field,
                            const alea_tournament_result *r, double seconds)
{
    cmd_view v = cmd_view_start(a->json);
    int status = CMD_DONE;
    if (a->csv) status = cmd_view_write(alea_view_tournament_csv(r, &v.text, &v.error), &v, a->csv);
    if (status == CMD_DONE && a->html) status = tournament_write_page(a, lineup, field, r);
    const int printed = cmd_view_print(alea_view_tournament(r, seconds, &v.how, &v.text, &v.error), &v);
    if (status == CMD_DONE) status = printed;
    if (status != CMD_DONE || !r->stopped) return status;
    return cmd_complain(CMD_NO, a->how.journal ? CMD_TOURNAMENT_KEPT : CMD_TOURNAMENT_STOPPED);
}

/* Plays the tournament with the field, and prints the result. */
static int tournament_play(tournament_args *a, const cmd_lineup *lineup, const cmd_field *field)
{
    alea_error error;
    alea_tournament_result *result;
    alea_view_options drawing;
    cmd_live live = {.quick = a->live};
    a->how.design = a->swiss ? ALEA_SWISS : a->against ? ALEA_GAUNTLET : ALEA_ROUND_ROBIN;
    a->how.memory = CMD_TOURNAMENT_MEMORY;
    a->how.progress = cmd_begin_work("games");
    const bool draws = cmd_can_draw(&drawing);
    if (draws) {
        a->how.standings = live_draw;
        a->how.standings_user = &live;
    }
    const alea_status status =
        alea_tournament_play(lineup->game, field->bot, (unsigned)field->count, &a->how, &result, &error);
    const double seconds = cmd_end_work();
    if (draws) cmd_draw("");
    if (status != ALEA_OK) return cmd_report_work(&error);
    const int done = tournament_print(a, lineup, field, result, seconds);
    alea_tournament_free(result);
    return done;
}

/* Opens game, sandbox and field, plays, and closes all. */
static int tournament_main(void *args)
{
    tournament_args *a = args;
    cmd_lineup lineup = {.pure = &a->pure};
    cmd_field field = {0};
    a->limits.threads = a->how.threads;
    int status = cmd_check_ranking(a->game, a->objective);
    if (status == CMD_DONE) status = cmd_open_game(a->game, &lineup.game);
    if (status == CMD_DONE) status = cmd_play_for(lineup.game, a->objective);
    if (status == CMD_DONE) status = cmd_lineup_add(&lineup, NULL, 0, a->limits);
    if (status == CMD_DONE) status = tournament_open_field(a, &lineup, &field);
    if (status == CMD_DONE) status = cmd_check_pure(lineup.pure, field.bot[0]);
    if (status == CMD_DONE) status = tournament_find_anchor(a, &field);
    if (status == CMD_DONE) status = tournament_play(a, &lineup, &field);
    cmd_field_close(&field);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_tournament = {
    .name = "tournament",
    .summary = "ranks many bots by who beats whom",
    .words = "GAME BOT|FOLDER...",
    .about =
        "Ranks many bots by who beats whom.\v"
        "Bots are named as for `alea run`; a FOLDER stands for all bots in it. Everybody meets "
        "everybody, in games "
        "for three and more players at balanced tables: `alea tournament 'pig-pen(players=3)' ...`.\n\n"
        "Two bots that decide by the position alone meet exactly: their result is computed, and no game "
        "is played. "
        "All others play in groups of games with the same dice and changed seats. Where the game is played "
        "for money, dollars a game rank the bots; else ratings do, on the scale of Elo. Both have "
        "intervals. Examples:\n"
        "  alea tournament pig 'hold(15)' 'hold(20)' 'hold(25)' keep-pace optimal --anchor optimal\n"
        "  alea tournament pig-pen bots/ --until 95% --journal bots.journal --html bots.html\n"
        "  alea tournament pig 'hold(20)' 'hold(25)' mine.lua --against optimal",
    .options = tournament_options,
    .operands = tournament_operands,
    .size = sizeof(tournament_args),
    .check = tournament_check,
    .run = tournament_main,
};
