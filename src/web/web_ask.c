/* The request `ask`, from the solution that is kept: a page asks about one position after the other. */
#include "cli/cli.h"
#include "web/answer.h"
#include "web/call.h"
#include "web/request.h"
#include "web/solution.h"

#include <stdlib.h>
#include <string.h>

enum { ASK_SETTINGS = 32 };

typedef struct ask_words {
    alea_setting setting[ASK_SETTINGS];
    size_t settings;
    unsigned top;
} ask_words;

/* Reads --top=N and --for=…, which web_solution_open understands, among the words before `--`. False: there are others. */
static bool web_ask_read_options(char **word, int count, ask_words *out)
{
    static const char top_is[] = "--top=";
    for (int i = 0; i < count; i++) {
        char *end;
        if (strcmp(word[i], "--json") == 0 || strncmp(word[i], "--for=", 6) == 0) continue;
        if (strncmp(word[i], top_is, sizeof top_is - 1) != 0) return false;
        const char *value = word[i] + sizeof top_is - 1;
        const unsigned long top = strtoul(value, &end, 10);
        if (*value < '1' || *value > '9' || *end || top > 1000000) return false;
        out->top = (unsigned)top;
    }
    return true;
}

/* Reads KEY=VALUE words, which it cuts in two. */
static bool web_ask_read_position(char **word, int count, ask_words *out)
{
    for (int i = 0; i < count; i++) {
        char *value = strchr(word[i], '=');
        if (!value || value == word[i] || value[1] == 0 || out->settings == ASK_SETTINGS) return false;
        *value++ = 0;
        out->setting[out->settings++] = (alea_setting){word[i], value};
    }
    return true;
}

/* Reads a command line: ask OPTIONS -- GAME KEY=VALUE…. False where the command itself has to say what a word means, or what is wrong
   with it. */
static bool web_ask_read(char **word, int count, ask_words *out)
{
    int options = 1;
    while (options < count && strcmp(word[options], "--") != 0) options++;
    const int position = options + 2; /* behind the game */
    return position <= count && web_ask_read_options(word + 1, options - 1, out) &&
           web_ask_read_position(word + position, count - position, out);
}

static int web_ask_print(const web_solution *s, const alea_state *state, const alea_note *note, unsigned top)
{
    alea_answer answer;
    const alea_view_asked asked = {top, note->text};
    cli_view v = cli_view_start(true);
    if (alea_table_ask(s->table, state, &answer, &v.error) != ALEA_OK) return cli_report(&v.error);
    const alea_status made =
        alea_view_asked_answer(s->table, state, &answer, &asked, &v.how, &v.text, &v.error);
    alea_answer_free(&answer);
    return cli_view_print(made, &v);
}

/* Answers for a position as the command does, but solves the game only if the last request was about another one. */
int web_ask(const json_t *request)
{
    static const char *const operands[] = {"game", "position", NULL};
    alea_error error;
    alea_state state;
    alea_note note;
    ask_words read = {.settings = 0};
    web_solution *solution;
    int count, status = WEB_LEFT;
    web_words *words = web_request_words(request, operands, NULL);
    if (!words) return CLI_USAGE;
    char **word = web_words_list(words, &count);
    if (web_ask_read(word, count, &read)) {
        status = web_solution_open(request, &solution);
        if (status == CLI_DONE && alea_game_parse_any_state(solution->game, read.setting, read.settings,
                                                            &state, &note, &error) != ALEA_OK)
            status = cli_report(&error);
        if (status == CLI_DONE) status = web_solution_solve(solution);
        if (status == CLI_DONE) status = web_ask_print(solution, &state, &note, read.top);
        web_solution_rest();
    }
    web_words_free(words);
    return status;
}
