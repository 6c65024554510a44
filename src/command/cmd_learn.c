/* alea learn GAME BOT… */
#include "base/assert.h"
#include "command/command.h"

#include <alea/learn.h>

enum { LEARNERS = 6 };

typedef struct learn_args {
    const char *game, *objective, *out, *state;
    cmd_words bots;
    cmd_names against;
    alea_learn_options how;
    alea_sandbox_options limits;
    bool json, live;
} learn_args;

static const cmd_choice learn_seats[] = {{"rotate", ALEA_ROTATE}, {"fixed", ALEA_FIXED}, {0}};

static const cmd_option learn_options[] = {
    {1, 'n', "games", "N", CMD_COUNT(learn_args, how.games, 1, 1000000000000),
     "Number of games to learn from, in all (default 100,000)"},
    {1, 0, "against", "BOT", CMD_NAMES(learn_args, against),
     "The opponent; with more players once for each. Without it a bot learns against itself"},
    {1, 's', "seed", "S", CMD_WHOLE(learn_args, how.seed, how.seed_given),
     "Seed of the dice (default 20251)"},
    {1, 0, "seats", "HOW", CMD_CHOICE(learn_args, how.seats, learn_seats),
     "rotate: bots change seats from game to game (the default); fixed: the learner moves first"},
    CMD_OBJECTIVE(learn_args),
    CMD_JSON(learn_args),
    CMD_LIVE(learn_args),
    {2, 'o', "out", "FILE", CMD_OUTPUT(learn_args, out),
     "Write the curves: a picture FILE.svg, a page FILE.html, or FILE.csv with a line for each point"},
    {2, 0, "save", "STATE", CMD_STORE(learn_args, state),
     "Write what the bot knows to this file at each point, and continue from it if it exists"},
    CMD_THREADS(learn_args, how.threads, 3),
    CMD_STATES(3),
    CMD_FUEL(learn_args, 3),
    CMD_MEMORY(learn_args, 3),
    CMD_ISOLATION(learn_args, 3),
    {0},
};

static const cmd_operand learn_operands[] = {
    CMD_GAME(learn_args),
    {"BOT is missing: a bot that learns, such as bots/lua-learner/learner.lua", CMD_WORDS(learn_args, bots)},
    {0},
};

static bool learn_check(void *args, const cmd_call *call)
{
    const learn_args *a = args;
    if (a->bots.count > LEARNERS) return cmd_misuse(call, CMD_LEARNERS, (int)LEARNERS);
    if (a->state && a->bots.count > 1) return cmd_misuse(call, CMD_LEARN_ONE_STATE);
    if (!a->out || cmd_ends_with(a->out, ".svg") || cmd_ends_with(a->out, ".html") ||
        cmd_ends_with(a->out, ".csv"))
        return true;
    return cmd_misuse(call, CMD_BAD_OUT, "out", CMD_LEARN_ENDINGS, cmd_show(a->out).text);
}

/* A learner, its opponents, and its curve. */
typedef struct learn_match {
    cmd_lineup lineup;
    alea_learn_curve *curve;
} learn_match;

/* Opens the bots. A bot that learns against itself is opened once, and sits in all seats. */
static int learn_open(const learn_args *a, const char *bot, learn_match *m)
{
    const char *word[ALEA_MAX_SEATS + 1] = {bot};
    for (unsigned i = 0; i < a->against.count; i++) word[i + 1] = a->against.name[i];
    int status = cmd_open_game_for(a->game, a->against.count > 0 ? a->against.count + 1 : 0, &m->lineup.game);
    if (status == CMD_DONE) status = cmd_play_for(m->lineup.game, a->objective);
    if (status == CMD_DONE) status = cmd_lineup_add(&m->lineup, word, a->against.count + 1, a->limits);
    return status;
}

/* Draws the curve so far. */
static void learn_draw(void *user, const alea_learn_curve *so_far)
{
    char *text = NULL;
    alea_view_options view;
    if (cmd_is_live(user, &view)) cmd_draw_made(alea_view_learning(&so_far, 1, 0, &view, &text, NULL), &text);
}

/* Plays the match of one bot. Its bots stay open, since the curve names them. */
static int learn_one(learn_args *a, const char *bot, learn_match *m)
{
    alea_error error;
    alea_bot *seat[ALEA_MAX_SEATS];
    int status = learn_open(a, bot, m);
    if (status != CMD_DONE) return status;
    const unsigned players = alea_game_players(m->lineup.game);
    for (unsigned i = 0; i < players; i++) seat[i] = m->lineup.bot[i < m->lineup.bots ? i : 0];
    cmd_live live = {.quick = a->live};
    a->how.progress = cmd_begin_work("games");
    a->how.state = a->state;
    a->how.look = learn_draw;
    a->how.look_user = &live;
    const alea_status done = alea_learn(m->lineup.game, seat, players, &a->how, &m->curve, &error);
    alea_view_options drawing;
    if (cmd_can_draw(&drawing)) cmd_draw("");
    return done == ALEA_OK ? CMD_DONE : cmd_report_work(&error);
}

static int learn_write(const learn_args *a, const alea_learn_curve *const *curve, size_t count)
{
    cmd_view v = cmd_view_start(false);
    const alea_status made =
        cmd_ends_with(a->out, ".csv")   ? alea_view_learning_csv(curve, count, &v.text, &v.error)
        : cmd_ends_with(a->out, ".svg") ? alea_view_learning_svg(curve, count, &v.text, &v.error)
                                        : alea_view_learning_html(curve, count, &v.text, &v.error);
    return cmd_view_write(made, &v, a->out);
}

/* Each bot learns in a match of its own; the curves are shown together. */
static int learn_main(void *args)
{
    learn_args *a = args;
    learn_match match[LEARNERS] = {0};
    const alea_learn_curve *curve[LEARNERS];
    int status = CMD_DONE;
    double seconds = 0;
    unsigned learned = 0;
    a->limits.threads = a->how.threads;
    for (unsigned i = 0; i < a->bots.count && status == CMD_DONE; i++) {
        status = learn_one(a, a->bots.word[i], &match[i]);
        if (status != CMD_DONE) continue;
        seconds += cmd_end_work();
        curve[learned++] = match[i].curve;
        if (match[i].curve->stopped) break;
    }
    cmd_view v = cmd_view_start(a->json);
    if (status == CMD_DONE && a->out) status = learn_write(a, curve, learned);
    if (status == CMD_DONE)
        status = cmd_view_print(alea_view_learning(curve, learned, seconds, &v.how, &v.text, &v.error), &v);
    if (status == CMD_DONE && curve[learned - 1]->stopped) status = CMD_NO;
    for (unsigned i = 0; i < a->bots.count; i++) {
        alea_learn_curve_free(match[i].curve);
        cmd_lineup_close(&match[i].lineup);
    }
    return status;
}

const cmd_table cmd_learn = {
    .name = "learn",
    .summary = "plays a match in which a bot learns, and shows how far from perfect it is",
    .words = "GAME BOT...",
    .about =
        "Plays a match in which a bot learns. Before the first game, after 1,000, 2,000, 4,000 ... and at "
        "the end its "
        "policy is frozen and measured: against its opponent, against optimal play, and by its "
        "exploitability, which "
        "are exact in games for one player or two.\v"
        "A bot that learns remembers the whole match: it says memory = \"match\" (see the manual, "
        "\"Bots that "
        "learn\"). With several bots, each learns in a match of its own. Examples:\n"
        "  alea learn 'piglet(goal=10)' bots/lua-learner/learner.lua\n"
        "  alea learn pig learner.lua --against hold:20 --games 200000 --out curve.svg\n"
        "  alea learn pig learner.lua --games 1000000 --save learner.state",
    .options = learn_options,
    .operands = learn_operands,
    .size = sizeof(learn_args),
    .check = learn_check,
    .run = learn_main,
};
