/* alea bot template GAME: a bot to start from, in several languages. */
#include "base/assert.h"
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

/* The files of src/cli/templates, as CMakeLists.txt embeds them. */
extern const char cli_template_race_c[], cli_template_race_lua[], cli_template_race_py[],
    cli_template_race_zig[], cli_template_race_ts[], cli_template_hog_py[], cli_template_hog_lua[],
    cli_template_despirala_lua[];

enum { C, LUA, PYTHON, ZIG, ASSEMBLYSCRIPT, LANGUAGES };
static const cli_choice template_languages[] = {
    {"c", C}, {"lua", LUA}, {"python", PYTHON}, {"zig", ZIG}, {"assemblyscript", ASSEMBLYSCRIPT}, {0}};

/* The templates for the games of a family. */
typedef struct template_family {
    const char *family;
    int usual;         /* the language when none is asked for */
    const char *known; /* what there is, where it is not everything */
    const char *in[LANGUAGES];
} template_family;

static const template_family template_families[] = {
    {"race",
     C,
     NULL,
     {[C] = cli_template_race_c,
      [LUA] = cli_template_race_lua,
      [PYTHON] = cli_template_race_py,
      [ZIG] = cli_template_race_zig,
      [ASSEMBLYSCRIPT] = cli_template_race_ts}},
    {"hog", PYTHON, "python and lua", {[PYTHON] = cli_template_hog_py, [LUA] = cli_template_hog_lua}},
    {"despirala", LUA, "lua", {[LUA] = cli_template_despirala_lua}},
};

typedef struct template_args {
    const char *game;
    int language; /* below 0: the usual one */
} template_args;

static const cli_option template_options[] = {
    {1, 'l', "lang", "LANGUAGE", CLI_CHOICE(template_args, language, template_languages),
     "c, lua, python, zig or assemblyscript (default: c; python for hog; lua for despirala)"},
    {0},
};

static const cli_operand template_operands[] = {
    {"GAME is missing, for example pig-pen", CLI_TEXT(template_args, game)}, {0}};

/* Prints the template of the game's family in a language (below 0: the family's usual one), or says what there is
   instead. */
static int template_print(const alea_game *game, int language)
{
    const template_family *s = NULL;
    for (size_t i = 0; i < sizeof template_families / sizeof *template_families; i++)
        if (strcmp(template_families[i].family, alea_game_family(game)) == 0) s = &template_families[i];
    if (!s) return cli_complain(CLI_USAGE, CLI_NO_TEMPLATE, alea_game_name(game));
    if (language < 0) language = s->usual;
    ALEA_ASSERT(language < LANGUAGES);
    if (!s->in[language])
        return cli_complain(CLI_USAGE, CLI_TEMPLATE_LANGUAGE, alea_game_name(game),
                            template_languages[language].name, s->known);
    fputs(s->in[language], stdout);
    return CLI_DONE;
}

static int template_main(void *args)
{
    const template_args *a = args;
    alea_game *game;
    int status = cli_open_game(a->game, &game);
    if (status != CLI_DONE) return status;
    status = template_print(game, a->language);
    alea_game_free(game);
    return status;
}

const cli_command cli_bot_template = {
    .name = "template",
    .summary = "prints a bot to start from",
    .words = "GAME",
    .about = "Prints a small bot for GAME as a starting point.",
    .options = template_options,
    .operands = template_operands,
    .size = sizeof(template_args),
    .defaults = &(const template_args){.language = -1},
    .run = template_main,
};
