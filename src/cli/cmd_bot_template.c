/* alea bot template GAME: prints a bot to start from, in one of several languages. */
#include "base/assert.h"
#include "cli/template.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The files of src/cli/templates, as CMakeLists.txt embeds them. */
extern const char cli_template_race_c[], cli_template_race_rs[], cli_template_race_lua[],
    cli_template_race_py[], cli_template_race_zig[], cli_template_race_ts[], cli_template_hog_c[],
    cli_template_hog_rs[], cli_template_hog_zig[], cli_template_hog_ts[], cli_template_hog_py[],
    cli_template_hog_lua[], cli_template_despirala_lua[], cli_template_graph_lua[];

enum { C, RUST, LUA, PYTHON, ZIG, ASSEMBLYSCRIPT, LANGUAGES };
static const cmd_choice template_languages[] = {{"c", C},     {"rust", RUST},
                                                {"lua", LUA}, {"python", PYTHON},
                                                {"zig", ZIG}, {"assemblyscript", ASSEMBLYSCRIPT},
                                                {0}};

/* The templates for the games of a family. */
typedef struct template_family {
    const char *family;
    int usual;            /* the language when none is asked for */
    const char *known;    /* a sentence that lists the available templates, if not all exist */
    const char *opponent; /* a built-in bot, for games of more than one player */
    const char *in[LANGUAGES];
} template_family;

static const template_family template_families[] = {
    {"race",
     C,
     NULL,
     "hold:25",
     {[C] = cli_template_race_c,
      [RUST] = cli_template_race_rs,
      [LUA] = cli_template_race_lua,
      [PYTHON] = cli_template_race_py,
      [ZIG] = cli_template_race_zig,
      [ASSEMBLYSCRIPT] = cli_template_race_ts}},
    {"hog",
     PYTHON,
     NULL,
     "always:5",
     {[C] = cli_template_hog_c,
      [RUST] = cli_template_hog_rs,
      [LUA] = cli_template_hog_lua,
      [PYTHON] = cli_template_hog_py,
      [ZIG] = cli_template_hog_zig,
      [ASSEMBLYSCRIPT] = cli_template_hog_ts}},
    {"despirala", LUA, "lua", "greedy", {[LUA] = cli_template_despirala_lua}},
    {"graph", LUA, "lua", "random", {[LUA] = cli_template_graph_lua}},
};

typedef struct template_args {
    const char *game;
    int language; /* below 0: the default */
} template_args;

static const cmd_option template_options[] = {
    {1, 'l', "lang", "LANGUAGE", CMD_CHOICE(template_args, language, template_languages),
     "c, rust, lua, python, zig or assemblyscript (default: c; python for hog; lua for despirala and "
     "coin-pig)"},
    CMD_STATES(1),
    {0},
};

static const cmd_operand template_operands[] = {
    {"GAME is missing, for example pig-pen", CMD_TEXT(template_args, game)}, {0}};

/* ---- facts for templates ---- */

typedef struct template_facts {
    const alea_game *game;
    const char *spec; /* as commands name the game */
    FILE *out;
    const char *opponent;
    bool chase; /* a player who reaches the goal has not won yet: the others have one more turn */
    long goal;
} template_facts;

/* The game's goal; 100 if it has none. */
static long template_goal(const alea_game *game)
{
    alea_parameter p;
    for (size_t i = 0; alea_game_parameter(game, i, &p); i++)
        if (strcmp(p.name, "goal") == 0) return strtol(p.value, NULL, 10);
    return 100;
}

/* The turn total at which this bot holds: 25 in games to 100 with a chase, else 20; a quarter of the goal in shorter games. */
static long template_turn(const template_facts *f)
{
    const long usual = f->chase ? 25 : 20, quarter = (f->goal + 3) / 4;
    return quarter < usual ? quarter : usual;
}

/* Prints the names of the moves at the start of the game, in quotes. */
static void template_print_moves(const template_facts *f)
{
    enum { MOST_MOVES = 20 };
    const alea_game *game = f->game;
    const alea_state start = alea_game_start(game);
    const unsigned moves = alea_game_move_count(game, &start);
    for (unsigned i = 0; i < moves && i < MOST_MOVES; i++)
        fprintf(f->out, "%s\"%s\"", i ? ", " : "",
                alea_game_move_name(game, alea_game_move(game, &start, i)));
    if (moves > MOST_MOVES) fputs(", …", f->out);
}

/* Prints the game as a word of a command line that is safe in a comment of any language; if that is not possible, its name. */
static void template_print_game(const template_facts *f)
{
    bool plain = true, safe = strstr(f->spec, "*/") == NULL;
    for (const char *at = f->spec; *at; at++) {
        plain &= isalnum((unsigned char)*at) || strchr("._-/", *at);
        safe &= isalnum((unsigned char)*at) || strchr("._-/=,:() ", *at);
    }
    if (safe && !plain)
        fprintf(f->out, "'%s'", f->spec);
    else
        fputs(safe ? f->spec : alea_game_name(f->game), f->out);
}

/* Prints the replacement of @WORD@. Returns false if there is none. */
static bool template_print_word(const template_facts *f, const char *word, size_t length)
{
    if (length == strlen("GAME") && strncmp(word, "GAME", length) == 0)
        template_print_game(f);
    else if (length == strlen("GOAL") && strncmp(word, "GOAL", length) == 0)
        fprintf(f->out, "%ld", f->goal);
    else if (length == strlen("TURN") && strncmp(word, "TURN", length) == 0)
        fprintf(f->out, "%ld", template_turn(f));
    else if (length == strlen("OPPONENT") && strncmp(word, "OPPONENT", length) == 0)
        fprintf(f->out, "%s%s", alea_game_players(f->game) > 1 ? " " : "",
                alea_game_players(f->game) > 1 ? f->opponent : "");
    else if (length == strlen("MOVES") && strncmp(word, "MOVES", length) == 0)
        template_print_moves(f);
    else
        return false;
    return true;
}

/* Prints a line, `length` bytes of `line`, with the words between two @ filled in. */
static void template_print_line(const template_facts *f, const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const char *end = line[i] == '@' ? memchr(line + i + 1, '@', length - i - 1) : NULL;
        if (end && template_print_word(f, line + i + 1, (size_t)(end - line) - i - 1))
            i = (size_t)(end - line);
        else
            putc(line[i], f->out);
    }
}

/* Prints a template. Lines that begin with "%chase " are for games with a chase, those with "%bank " for all others. */
static void template_expand(const char *text, const template_facts *f)
{
    static const char chase[] = "%chase ", bank[] = "%bank ";
    for (size_t length; *text; text += length) {
        length = strcspn(text, "\n") + 1;
        ALEA_ASSERT(text[length - 1] == '\n');
        size_t prefix = 0;
        if (strncmp(text, chase, strlen(chase)) == 0) prefix = strlen(chase);
        if (strncmp(text, bank, strlen(bank)) == 0) prefix = strlen(bank);
        if (prefix && (prefix == strlen(chase)) != f->chase) continue;
        template_print_line(f, text + prefix, length - prefix);
    }
}

/* ---- the command ---- */

int cli_write_template(const alea_game *game, const char *spec, int language, FILE *out)
{
    const template_family *s = NULL;
    for (size_t i = 0; i < sizeof template_families / sizeof *template_families; i++)
        if (strcmp(template_families[i].family, alea_game_family(game)) == 0) s = &template_families[i];
    if (!s) return cmd_complain(CMD_USAGE, CMD_NO_TEMPLATE, alea_game_name(game));
    if (language < 0) language = s->usual;
    ALEA_ASSERT(language < LANGUAGES);
    if (!s->in[language])
        return cmd_complain(CMD_USAGE, CMD_TEMPLATE_LANGUAGE, alea_game_name(game),
                            template_languages[language].name, s->known);
    const template_facts facts = {.game = game,
                                  .spec = spec,
                                  .out = out,
                                  .opponent = s->opponent,
                                  /* Only games with a chase pay money. */
                                  .chase = alea_game_has_objective(game, ALEA_MONEY),
                                  .goal = template_goal(game)};
    template_expand(s->in[language], &facts);
    return CMD_DONE;
}

static int template_main(void *args)
{
    const template_args *a = args;
    alea_game *game;
    int status = cmd_open_game(a->game, &game);
    if (status != CMD_DONE) return status;
    status = cli_write_template(game, a->game, a->language, stdout);
    alea_game_free(game);
    return status;
}

const cmd_table cli_bot_template = {
    .name = "template",
    .summary = "prints a bot to start from",
    .words = "GAME",
    .about = "Prints a small bot for GAME as a starting point.\v"
             "The bot fits GAME: its goal, its rules and the commands that build and try it. Example:\n"
             "  alea bot template pig --lang rust > mine.rs\n"
             "  alea bot build mine.rs\n"
             "  alea run pig mine.wasm hold:25",
    .options = template_options,
    .operands = template_operands,
    .size = sizeof(template_args),
    .defaults = &(const template_args){.language = -1},
    .run = template_main,
};
