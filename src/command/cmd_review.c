/* alea review RECORD… */
#include "base/assert.h"
#include "command/command.h"
#include "command/notebook.h"

#include <stdlib.h>
#include <string.h>

enum review_keeping { KEEP_PEOPLE, KEEP_ALL, KEEP_NONE };

typedef struct review_args {
    cmd_words records;
    const char *seat, *html;
    uint64_t games;
    alea_review_options how;
    cmd_notebook_args notebook;
    int keep;
    bool json;
} review_args;

static const cmd_choice review_objectives[] = {
    {"win", ALEA_WIN}, {"money", ALEA_MONEY}, {"score", ALEA_SCORE}, {"turns", ALEA_TURNS}, {0}};

static const cmd_option review_options[] = {
    {1, 0, "seat", "S|NAME", CMD_TEXT(review_args, seat),
     "Show the mistakes of one player only: a seat, from 0, or a name"},
    {1, 0, "for", "OBJECTIVE",
     CMD_CHOICE_GIVEN(review_args, how.objective, how.objective_given, review_objectives), CMD_HELP_FOR},
    {1, 'n', "games", "N", CMD_COUNT(review_args, games, 1, 1000000),
     "Review only the first N games of each record"},
    CMD_JSON(review_args),
    {2, 0, "html", "FILE", CMD_PAGE(review_args, html), "Also write a web page with a chart of each game"},
    {3, 0, "keep", NULL, CMD_SETTING(review_args, keep, KEEP_ALL),
     "Save all games in the notebook (default: only those that people played)"},
    {3, 0, "no-keep", NULL, CMD_SETTING(review_args, keep, KEEP_NONE),
     "Do not save any game in the notebook"},
    CMD_NOTEBOOK(review_args),
    CMD_TODAY(review_args),
    {4, 0, "rollouts", "N", CMD_COUNT(review_args, how.rollouts, 2, 1000000),
     "Where values are estimated, play each position out N times (default 1000)"},
    {4, 0, "policy", "BOT", CMD_TEXT(review_args, how.policy),
     "Where values are estimated, play positions out with this built-in bot (default: hold(20), always(4) or "
     "greedy, depending on the game)"},
    {4, 0, "estimate", NULL, CMD_FLAG(review_args, how.estimate),
     "Estimate values even if the game can be solved"},
    CMD_STATES(4),
    {0},
};

static const cmd_operand review_operands[] = {
    {NULL, CMD_WORDS(review_args, records)},
    {0},
};

/* ---- whose mistakes ---------------------------------------------------------------------------------------- */

/* Whether the player is human(`wanted`), or any human if `wanted` is NULL. */
static bool review_is_person(const char *player, const char *wanted)
{
    size_t length;
    const char *name = alea_player_inside(player, "human", &length);
    if (!wanted) return name && length > 0;
    return name && strlen(wanted) == length && strncmp(name, wanted, length) == 0;
}

/* The seats of this name or number, one bit each. */
static unsigned review_seats_called(const alea_review *r, const char *wanted)
{
    unsigned seats = 0;
    if (!wanted) return 0;
    if (wanted[0] >= '0' && wanted[0] < (char)('0' + r->players) && !wanted[1])
        return 1u << (wanted[0] - '0');
    for (unsigned i = 0; i < r->players; i++)
        if (strcmp(r->seat[i].player, wanted) == 0 || strcmp(r->seat[i].name, wanted) == 0 ||
            review_is_person(r->seat[i].player, wanted))
            seats |= 1u << i;
    return seats;
}

static unsigned review_people(const alea_review *r)
{
    unsigned seats = 0;
    ALEA_ASSERT(r->players >= 1 && r->players <= ALEA_MAX_SEATS);
    for (unsigned i = 0; i < r->players; i++)
        if (review_is_person(r->seat[i].player, NULL)) seats |= 1u << i;
    return seats;
}

/* ---- the reviews ------------------------------------------------------------------------------------------- */

typedef struct review_work {
    review_args *a;
    alea_reviewer *reviewer;
    bool lent; /* it is the caller's */
    alea_review **review;
    unsigned *seats;
    const char **file;
    size_t count, capacity;
} review_work;

/* Makes room for one more review in all three arrays. Returns false if memory runs out; the arrays keep their contents. */
static bool review_grow(review_work *w)
{
    if (w->count < w->capacity) return true;
    size_t capacity = w->capacity ? 2 * w->capacity : 16;
    alea_review **review = realloc(w->review, capacity * sizeof *review);
    if (review) w->review = review;
    unsigned *seats = realloc(w->seats, capacity * sizeof *seats);
    if (seats) w->seats = seats;
    const char **file = realloc(w->file, capacity * sizeof *file);
    if (file) w->file = file;
    if (!review || !seats || !file) return false;
    w->capacity = capacity;
    return true;
}

static int review_game(review_work *w, const alea_record *record, size_t index, const char *file)
{
    alea_error error;
    if (!review_grow(w)) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    if (alea_review_game(w->reviewer, record, index, &w->review[w->count], &error) != ALEA_OK)
        return cmd_report_work(&error);
    ALEA_ASSERT(w->count < w->capacity);
    w->file[w->count] = file;
    w->seats[w->count] = review_seats_called(w->review[w->count], w->a->seat);
    w->count++;
    return CMD_DONE;
}

/* Reviews the requested number of games of a record. */
static int review_record(review_work *w, const char *file)
{
    alea_error error;
    alea_record *record;
    const alea_progress *progress = &w->a->how.progress;
    int status = CMD_DONE;
    if (alea_record_open_stoppable(file, progress, &record, &error) != ALEA_OK)
        return cmd_report_work(&error);
    size_t games = record->count;
    if (w->a->games && games > w->a->games) games = (size_t)w->a->games;
    for (size_t i = 0; i < games && status == CMD_DONE; i++)
        status = progress->stopped(progress->user) ? cmd_complain(CMD_NO, CMD_STOPPED)
                                                   : review_game(w, record, i, file);
    alea_record_free(record);
    return status;
}

/* The name must occur in some game, but need not in all. */
static int review_check_seat(const review_work *w)
{
    unsigned any = 0;
    for (size_t i = 0; i < w->count; i++) any |= w->seats[i];
    if (!w->a->seat || any || w->count == 0) return CMD_DONE;
    return cmd_complain(CMD_USAGE, CMD_NO_SUCH_SEAT, cmd_show(w->a->seat).text,
                        cmd_show(w->review[0]->seat[0].player).text, w->review[0]->players > 1 ? ", `" : "",
                        w->review[0]->players > 1 ? cmd_show(w->review[0]->seat[1].player).text : "",
                        w->review[0]->players > 1 ? "`, …" : "");
}

/* ---- showing and keeping ------------------------------------------------------------------------------------ */

static int review_show(const review_work *w)
{
    int status = CMD_DONE;
    cmd_view v = cmd_view_start(w->a->json);
    alea_view_reviewed all = {w->reviewer, w->review, w->count, w->seats, w->file};
    if (w->a->html) status = cmd_view_write(alea_view_reviews_html(&all, &v.text, &v.error), &v, w->a->html);
    if (status != CMD_DONE) return status;
    return cmd_view_print(alea_view_reviews(&all, &v.how, &v.text, &v.error), &v);
}

static bool review_is_kept(const review_work *w, size_t i)
{
    if (w->a->keep == KEEP_NONE || !w->review[i]->finished) return false;
    return w->a->keep == KEEP_ALL || review_people(w->review[i]) != 0;
}

/* Adds the reviews that are kept to the notebook; *kept counts those that were not in it already. */
static int review_keep_games(const review_work *w, alea_notebook *notebook, size_t *kept)
{
    alea_error error;
    for (size_t i = 0; i < w->count; i++) {
        bool added;
        const alea_review *r = w->review[i];
        if (!review_is_kept(w, i)) continue;
        if (alea_notebook_add(notebook, w->reviewer, r, review_people(r) | w->seats[i], w->a->notebook.now,
                              &added, &error) != ALEA_OK)
            return cmd_report(&error);
        *kept += added;
    }
    return CMD_DONE;
}

/* Opens the notebook only if something is to be stored, and prints the result except in JSON. */
static int review_keep(const review_work *w)
{
    size_t wanted = 0, kept = 0;
    alea_notebook *notebook;
    for (size_t i = 0; i < w->count; i++) wanted += review_is_kept(w, i);
    if (wanted == 0) return CMD_DONE;
    int status = cmd_open_notebook(&w->a->notebook, &notebook);
    if (status != CMD_DONE) return status;
    status = review_keep_games(w, notebook, &kept);
    ALEA_ASSERT(kept <= wanted);
    alea_notebook_free(notebook);
    if (status != CMD_DONE || w->a->json) return status;
    if (kept == wanted)
        cmd_print("\n" CMD_KEPT "\n");
    else if (wanted == 1)
        cmd_print("\n" CMD_KEPT_BEFORE "\n");
    else
        cmd_print("\n" CMD_SOME_BEFORE "\n", wanted - kept, wanted);
    return CMD_DONE;
}

/* Reviews every record, shows the reviews, and then keeps them: what cannot be kept has been shown. A bad notebook is then no
   CMD_USAGE, with which nothing is printed. */
static int review_all(review_work *w)
{
    alea_error error;
    w->a->how.memory = CMD_EXACT_MEMORY;
    w->a->how.bank = true;
    w->a->how.progress = w->a->how.estimating = cmd_begin_work("positions");
    const bool opened = w->lent || alea_reviewer_open(&w->a->how, &w->reviewer, &error) == ALEA_OK;
    int status = opened ? CMD_DONE : cmd_report(&error);
    for (unsigned i = 0; i < w->a->records.count && status == CMD_DONE; i++)
        status = review_record(w, w->a->records.word[i]);
    cmd_end_work();
    if (status == CMD_DONE) status = review_check_seat(w);
    if (status == CMD_DONE) status = review_show(w);
    if (status != CMD_DONE) return status;
    return review_keep(w) == CMD_DONE ? CMD_DONE : CMD_FAILED;
}

/* Frees all of it, after the work of review_all. */
static int review_end(review_work *w, int status)
{
    for (size_t i = 0; i < w->count; i++) alea_review_free(w->review[i]);
    if (!w->lent) alea_reviewer_free(w->reviewer);
    free(w->review);
    free(w->seats);
    free(w->file);
    return status;
}

/* Without a file, the last finished game is reviewed. */
static int review_main(void *args)
{
    review_work w = {.a = args};
    char path[CMD_PATH_SIZE];
    const char *last = path;
    int status = CMD_DONE;
    if (w.a->records.count == 0) {
        status = cmd_find_last_game(path);
        w.a->records = (cmd_words){&last, 1};
        if (status == CMD_DONE) cmd_complain(CMD_DONE, PLAY_REVIEWING, cmd_show(path).text);
    }
    if (status == CMD_DONE) status = review_all(&w);
    return review_end(&w, status);
}

int cmd_review_record(const char *record, const char *objective, alea_reviewer *reviewer)
{
    review_args args = {.records = {&record, 1}};
    review_work w = {.a = &args, .reviewer = reviewer, .lent = reviewer != NULL};
    for (const cmd_choice *choice = review_objectives; objective && choice->name; choice++) {
        if (strcmp(choice->name, objective) != 0) continue;
        args.how.objective = (alea_objective)choice->value;
        args.how.objective_given = true;
    }
    return review_end(&w, review_all(&w));
}

const cmd_table cmd_review = {
    .name = "review",
    .summary = "separates luck from mistakes in recorded games",
    .words = "[RECORD...]",
    .about =
        "Separates luck from mistakes in recorded games: shows the luck of every roll, and what each "
        "decision cost compared with the best one. Without RECORD it takes the last game that you finished.\v"
        "For each seat, result = start + luck - own mistakes + others' mistakes. Games that people "
        "played are saved in the notebook, from which `alea drill` takes its questions. Examples:\n"
        "  alea review game.jsonl\n"
        "  alea review game.jsonl --seat Ann --html game.html\n"
        "  alea review games.jsonl --games 100 --json --no-keep",
    .options = review_options,
    .operands = review_operands,
    .size = sizeof(review_args),
    .run = review_main,
};
