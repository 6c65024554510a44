/* alea drill [GAME] */
#include "base/assert.h"
#include "cli/play/console.h"
#include "command/notebook.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct drill_args {
    alea_notebook_filter part;
    cmd_notebook_args notebook;
    uint64_t most;
} drill_args;

enum { MOST_WORDS = 256 };

static const cmd_option drill_options[] = {
    CMD_PLAYER(drill_args),
    {1, 0, "most", "N", CMD_COUNT(drill_args, most, 1, 10000), "Ask at most N positions (default 10)"},
    CMD_NOTEBOOK(drill_args),
    CMD_TODAY(drill_args),
    CMD_STATES(1),
    {0},
};

static const cmd_operand drill_operands[] = {{NULL, CMD_TEXT(drill_args, part.game)}, {0}};

typedef struct drill {
    int64_t now;
    alea_notebook *notebook;
    console *console;
    alea_card *card;
    size_t cards;
} drill;

/* ---- one answer -------------------------------------------------------------------------------------------- */

static bool drill_is_number(const char *text)
{
    return *text && !text[strspn(text, "0123456789")];
}

/* The typed move, by its name or by its number in the list; by name only if all names are numbers. NULL if there is no such
   move. */
static const alea_card_move *drill_find_move(const alea_card *c, const char *text)
{
    bool numbers = true;
    for (size_t i = 0; i < c->moves; i++) {
        if (strcasecmp(c->move[i].name, text) == 0) return &c->move[i];
        numbers = numbers && drill_is_number(c->move[i].name);
    }
    if (numbers || !drill_is_number(text) || strlen(text) > 6) return NULL;
    size_t number = strtoul(text, NULL, 10);
    return number >= 1 && number <= c->moves ? &c->move[number - 1] : NULL;
}

/* NULL if the user leaves. */
static const alea_card_move *drill_ask(drill *d, const alea_card *c)
{
    char text[CONSOLE_LINE_SIZE];
    const char *words[MOST_WORDS] = {"quit", "more"};
    for (size_t i = 0; i < c->moves && i + 3 < MOST_WORDS; i++) words[i + 2] = c->move[i].name;
    for (;;) {
        console_answer answer = console_ask(d->console, "> ", words, text);
        if (answer == CONSOLE_END || answer == CONSOLE_LEAVE) return NULL;
        if (answer == CONSOLE_LINE && (strcasecmp(text, "quit") == 0 || strcasecmp(text, "q") == 0))
            return NULL;
        if (answer == CONSOLE_LINE && strcasecmp(text, "more") == 0) {
            cmd_view v = {.how = console_view(d->console)};
            console_show_view(d->console, alea_view_card_moves(c, &v.how, &v.text, &v.error), &v);
            continue;
        }
        const alea_card_move *move = answer == CONSOLE_LINE ? drill_find_move(c, text) : NULL;
        if (move) return move;
        console_say(d->console, DRILL_NO_MOVE "\n");
    }
}

/* ---- one card ---------------------------------------------------------------------------------------------- */

/* Sets *again if the answer was wrong. Returns CMD_GO_ON if the user leaves. */
static int drill_card(drill *d, const alea_card *c, bool *again)
{
    enum { DAY = 86400 };
    int64_t due;
    char cost[32];
    cmd_view v = {.how = console_view(d->console)};
    int status = console_show_view(d->console, alea_view_card(c, &v.how, &v.text, &v.error), &v);
    if (status != CMD_DONE) return status;
    const alea_card_move *move = drill_ask(d, c);
    if (!move) return CMD_GO_ON;
    *again = move->cost > 0;
    if (alea_notebook_answer(d->notebook, c->id, !*again, d->now, &due, &v.error) != ALEA_OK)
        return cmd_report(&v.error);
    long long days = (long long)((due - d->now) / DAY);
    if (*again)
        console_say(d->console, DRILL_WRONG "\n", cmd_show(move->name).text,
                    alea_review_format_value(c->objective, move->cost, false, cost), c->why);
    else
        console_say(d->console, DRILL_RIGHT "\n", days, days == 1 ? "" : "s");
    console_show(d->console, "\n");
    return CMD_DONE;
}

/* Wrong answers are asked again after the others, until none is left. */
static int drill_play(drill *d)
{
    size_t left = d->cards, first = 0, right = 0;
    size_t *queue = malloc((left + 1) * sizeof *queue);
    int status = queue ? CMD_DONE : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    for (size_t i = 0; queue && i < left; i++) queue[i] = i;
    while (left > 0 && status == CMD_DONE) {
        bool again = false;
        size_t next = queue[first];
        ALEA_ASSERT(next < d->cards && left <= d->cards);
        status = drill_card(d, &d->card[next], &again);
        if (status != CMD_DONE) break;
        first = (first + 1) % d->cards;
        if (again) queue[(first + left - 1) % d->cards] = next;
        left -= !again;
        right += !again;
    }
    free(queue);
    if (status == CMD_GO_ON)
        console_say(d->console, "\n" DRILL_LEFT "\n", right, d->cards);
    else if (status == CMD_DONE)
        console_say(d->console, DRILL_FINISHED "\n");
    return status == CMD_GO_ON ? CMD_DONE : status;
}

/* Reports an error for a game that is neither in the notebook nor known to alea, such as a misspelled one. */
static int drill_check_game(drill *d, const alea_notebook_filter *part)
{
    alea_notebook_history *history;
    alea_game *named = NULL;
    if (!part->game || alea_notebook_read(d->notebook, part, 0, d->now, &history, NULL) != ALEA_OK)
        return CMD_DONE;
    const bool there = history->games > 0;
    alea_notebook_history_free(history);
    const int status = there ? CMD_DONE : cmd_open_game(part->game, &named);
    alea_game_free(named);
    return status;
}

/* Opens the console only when cards are due. */
static int drill_cards(drill *d, const alea_notebook_filter *part)
{
    if (d->cards == 0 && drill_check_game(d, part) != CMD_DONE) return CMD_USAGE;
    if (d->cards == 0) {
        printf(DRILL_NOTHING "\n");
        return CMD_DONE;
    }
    d->console = console_open();
    if (!d->console) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    console_say(d->console, DRILL_BEGIN "\n\n", d->cards, d->cards == 1 ? " is" : "s are");
    int status = drill_play(d);
    console_close(d->console);
    return status;
}

/* Reads the cards that are due from the notebook and asks them. */
static int drill_main(void *args)
{
    drill_args *a = args;
    drill d = {0};
    alea_error error;
    int status = cmd_open_notebook(&a->notebook, &d.notebook);
    if (status != CMD_DONE) return status;
    d.now = a->notebook.now;
    alea_status read =
        alea_notebook_due(d.notebook, &a->part, d.now, (size_t)a->most, &d.card, &d.cards, &error);
    status = read == ALEA_OK ? drill_cards(&d, &a->part) : cmd_report(&error);
    if (read == ALEA_OK) alea_notebook_cards_free(d.card, d.cards);
    alea_notebook_free(d.notebook);
    return status;
}

const cmd_table cli_drill = {
    .name = "drill",
    .summary = "quizzes you on your own mistakes until you get them right",
    .words = "[GAME]",
    .about =
        "Quizzes you on positions in which you made a mistake, the costliest first, until every answer is "
        "right. After a right answer a position comes back after 1 day, then after 3, 7, 21, 60 and 180 "
        "days; after a wrong answer it starts over.\v"
        "Answer with a move or its number. `more` lists all moves where there are many. `quit`, Ctrl-D and "
        "Ctrl-C leave; the answers so far are kept.",
    .options = drill_options,
    .operands = drill_operands,
    .size = sizeof(drill_args),
    .defaults = &(const drill_args){.most = 10},
    .run = drill_main,
};
