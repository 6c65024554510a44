/* alea review RECORD… */
#include "cli/exact.h"
#include "cli/notebook.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum keeping { KEEP_PEOPLE, KEEP_ALL, KEEP_NONE } keeping;

typedef struct line {
    char *const *record;
    int records;
    const char *seat, *objective, *html;
    uint64_t games;
    alea_review_options how;
    cli_pages pages;
    keeping keep;
    bool json;
} line;

enum { FOR = 0x400, SEAT, HTML, GAMES, KEEP, NO_KEEP, ROLLOUTS, POLICY, ESTIMATE };

static const struct argp_option options[] = {
    {"seat", SEAT, "S|NAME", 0, "Tells the mistakes of one only: a seat, from 0, or a player's name", 1},
    {"for", FOR, "OBJECTIVE", 0, "win, money, score or turns (default: the first that the game has)", 1},
    {"games", GAMES, "N", 0, "Only the first N games of each record", 1},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    {"html", HTML, "FILE", 0, "Also writes a page with a chart of each game", 2},
    {"keep", KEEP, NULL, 0, "Keeps all games in the notebook (default: those that people played)", 3},
    {"no-keep", NO_KEEP, NULL, 0, "Keeps none", 3},
    CLI_NOTEBOOK_OPTIONS,
    {"rollouts", ROLLOUTS, "N", 0,
     "Where values are estimated: how often a position is played on (default 1000)", 4},
    {"policy", POLICY, "BOT", 0,
     "And by which built-in bot (default: hold(20), always(4) or greedy, as the game has it)", 4},
    {"estimate", ESTIMATE, NULL, 0, "Estimates values also where they could be solved", 4},
    {0},
};

static error_t parse_rest(int key, char *value, struct argp_state *state, line *l)
{
    const uint64_t most = 1000000;
    switch (key) {
    case GAMES: return cli_parse_count(state, "--games", value, 1, most, &l->games);
    case ROLLOUTS: return cli_parse_count(state, "--rollouts", value, 2, most, &l->how.rollouts);
    case POLICY: l->how.policy = value; return 0;
    case ESTIMATE: l->how.estimate = true; return 0;
    case ARGP_KEY_ARGS:
        l->record = state->argv + state->next;
        l->records = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "RECORD is missing: a file that `alea play` or `alea run --record` wrote");
        return EINVAL;
    default: return cli_parse_pages(key, value, state, &l->pages);
    }
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case SEAT: l->seat = value; return 0;
    case FOR: l->objective = value; return 0;
    case HTML: l->html = value; return 0;
    case KEEP: l->keep = KEEP_ALL; return 0;
    case NO_KEEP: l->keep = KEEP_NONE; return 0;
    default: return parse_rest(key, value, state, l);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "RECORD...",
    .doc = "Tells for recorded games what was luck and what was not: the luck of every roll, and what each "
           "decision cost "
           "compared with the best one.\v"
           "For each seat: result = start + luck - own mistakes + others' mistakes. Games that people played "
           "go into the "
           "notebook, from which `alea drill` asks. Examples:\n"
           "  alea review game.jsonl\n"
           "  alea review game.jsonl --seat Ann --html game.html\n"
           "  alea review games.jsonl --games 100 --json --no-keep",
    .children = cli_help_options,
};

/* ---- whose mistakes ---------------------------------------------------------------------------------------- */

/* The NAME of human(NAME); false: no person. */
static bool is_person(const char *player, const char **name, size_t *length)
{
    static const char opening[] = "human(";
    size_t size = strlen(player), front = sizeof opening - 1;
    if (strncmp(player, opening, front) != 0 || player[size - 1] != ')') return false;
    *name = player + front;
    *length = size - front - 1;
    return true;
}

static bool is_called(const char *player, const char *wanted)
{
    const char *name;
    size_t length;
    if (strcmp(player, wanted) == 0) return true;
    return is_person(player, &name, &length) && strlen(wanted) == length &&
           strncmp(name, wanted, length) == 0;
}

static unsigned seats_called(const alea_review *r, const char *wanted)
{
    unsigned seats = 0;
    if (!wanted) return 0;
    if (wanted[0] >= '0' && wanted[0] < (char)('0' + r->players) && !wanted[1])
        return 1u << (wanted[0] - '0');
    for (unsigned i = 0; i < r->players; i++)
        if (is_called(r->seat[i].player, wanted)) seats |= 1u << i;
    return seats;
}

static unsigned people_in(const alea_review *r)
{
    unsigned seats = 0;
    const char *name;
    size_t length;
    for (unsigned i = 0; i < r->players; i++)
        if (is_person(r->seat[i].player, &name, &length)) seats |= 1u << i;
    return seats;
}

/* ---- the reviews ------------------------------------------------------------------------------------------- */

typedef struct work {
    const line *l;
    alea_reviewer *reviewer;
    alea_review **review;
    unsigned *seats;
    const char **file;
    size_t count, room;
} work;

static bool make_room(work *w)
{
    if (w->count < w->room) return true;
    size_t room = w->room ? 2 * w->room : 16;
    alea_review **review = realloc(w->review, room * sizeof *review);
    if (review) w->review = review;
    unsigned *seats = realloc(w->seats, room * sizeof *seats);
    if (seats) w->seats = seats;
    const char **file = realloc(w->file, room * sizeof *file);
    if (file) w->file = file;
    if (!review || !seats || !file) return false;
    w->room = room;
    return true;
}

static int review_game(work *w, const alea_record *record, size_t index, const char *file)
{
    alea_error error;
    if (!make_room(w)) return cli_complain(CLI_FAILED, "there is not enough memory.");
    if (alea_review_game(w->reviewer, record, index, &w->review[w->count], &error) != ALEA_OK)
        return cli_report_work(&error);
    w->file[w->count] = file;
    w->seats[w->count] = seats_called(w->review[w->count], w->l->seat);
    w->count++;
    return CLI_DONE;
}

static int review_record(work *w, const char *file)
{
    alea_error error;
    alea_record *record;
    int status = CLI_DONE;
    if (alea_record_open(file, &record, &error) != ALEA_OK) return cli_report(&error);
    size_t games = record->count;
    if (w->l->games && games > w->l->games) games = (size_t)w->l->games;
    for (size_t i = 0; i < games && status == CLI_DONE; i++) status = review_game(w, record, i, file);
    alea_record_free(record);
    return status;
}

/* A name that nobody has is a mistake; in some games it may be missing. */
static int check_seat(const work *w)
{
    unsigned any = 0;
    for (size_t i = 0; i < w->count; i++) any |= w->seats[i];
    if (!w->l->seat || any || w->count == 0) return CLI_DONE;
    return cli_complain(CLI_USAGE,
                        "nobody is called `%s` and there is no such seat; the first game has `%s`%s%s%s.",
                        cli_show(w->l->seat).text, cli_show(w->review[0]->seat[0].player).text,
                        w->review[0]->players > 1 ? ", `" : "",
                        w->review[0]->players > 1 ? cli_show(w->review[0]->seat[1].player).text : "",
                        w->review[0]->players > 1 ? "`, …" : "");
}

/* ---- showing and keeping ------------------------------------------------------------------------------------ */

static int show(const work *w)
{
    alea_error error;
    char *text;
    alea_view_options view = cli_view_options(STDOUT_FILENO, w->l->json);
    alea_view_reviewed all = {w->reviewer, w->review, w->count, w->seats, w->file};
    if (w->l->html) {
        if (alea_view_reviews_html(&all, &text, &error) != ALEA_OK) return cli_report(&error);
        alea_status written = alea_view_write(text, w->l->html, &error);
        alea_view_free(text);
        if (written != ALEA_OK) return cli_report(&error);
    }
    alea_status made = alea_view_reviews(&all, &view, &text, &error);
    return cli_show_view(made, text, &error);
}

static bool is_kept(const work *w, size_t i)
{
    if (w->l->keep == KEEP_NONE || !w->review[i]->finished) return false;
    return w->l->keep == KEEP_ALL || people_in(w->review[i]) != 0;
}

static int keep_games(const work *w, alea_notebook *notebook, size_t *kept)
{
    alea_error error;
    for (size_t i = 0; i < w->count; i++) {
        bool added;
        const alea_review *r = w->review[i];
        if (!is_kept(w, i)) continue;
        if (alea_notebook_keep(notebook, w->reviewer, r, people_in(r) | w->seats[i], cli_now(&w->l->pages),
                               &added, &error) != ALEA_OK)
            return cli_report(&error);
        *kept += added;
    }
    return CLI_DONE;
}

static int keep(const work *w)
{
    size_t wanted = 0, kept = 0;
    alea_notebook *notebook;
    for (size_t i = 0; i < w->count; i++) wanted += is_kept(w, i);
    if (wanted == 0) return CLI_DONE;
    int status = cli_open_notebook(&w->l->pages, &notebook);
    if (status != CLI_DONE) return status;
    status = keep_games(w, notebook, &kept);
    alea_notebook_close(notebook);
    if (status != CLI_DONE || w->l->json) return status;
    if (kept == wanted)
        printf("\nKept in the notebook. `alea drill` asks the mistakes again.\n");
    else if (wanted == 1)
        printf("\nThe game is in the notebook already.\n");
    else
        printf("\n%zu of %zu games are in the notebook already.\n", wanted - kept, wanted);
    return CLI_DONE;
}

static int review(work *w)
{
    cli_progress progress;
    alea_error error;
    alea_review_options how = w->l->how;
    how.memory = cli_usual_memory();
    how.progress = cli_progress_start(&progress, "positions");
    int status = alea_reviewer_open(&how, &w->reviewer, &error) == ALEA_OK ? CLI_DONE : cli_report(&error);
    for (int i = 0; i < w->l->records && status == CLI_DONE; i++) status = review_record(w, w->l->record[i]);
    cli_progress_end(&progress);
    if (status == CLI_DONE) status = check_seat(w);
    if (status == CLI_DONE) status = show(w);
    return status == CLI_DONE ? keep(w) : status;
}

static bool read_objective(const char *name, alea_review_options *how)
{
    static const alea_objective all[] = {ALEA_WIN, ALEA_MONEY, ALEA_SCORE, ALEA_TURNS};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(name, alea_objective_name(all[i])) == 0) {
            how->objective_given = true;
            how->objective = all[i];
            return true;
        }
    return false;
}

int cli_review(int argc, char **argv)
{
    line l = {0};
    work w = {.l = &l};
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    if (l.objective && !read_objective(l.objective, &l.how))
        return cli_complain(CLI_USAGE, "--for takes win, money, score or turns; `%s` is none of them.",
                            cli_show(l.objective).text);
    status = review(&w);
    for (size_t i = 0; i < w.count; i++) alea_review_free(w.review[i]);
    alea_reviewer_free(w.reviewer);
    free(w.review);
    free(w.seats);
    free(w.file);
    return status;
}
