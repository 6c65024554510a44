/* alea contest kit GAME --out FILE.zip */
#include "cli/contest_kit.h"
#include "cli/kit_zip.h"
#include "cli/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

extern const char cli_template_kit_check_py[], cli_template_kit_readme_txt[],
    cli_template_kit_contest_rules_txt[];
extern const char cli_kit_strategy_py[], cli_kit_hog_py[]; /* of src/sandbox/python */

enum { RULES = 1 << 16, SETTINGS = 1 << 11, LINE = 100, MOST_FILES = 8 };

/* The files that depend on the game. */
typedef struct kit_texts {
    char rules[RULES], settings[SETTINGS], *blank;
} kit_texts;

/* Writes the rules as text: the game's rules, its notes and the contest's rules. */
static bool kit_write_rules(const alea_game *game, char out[RULES])
{
    const alea_view_options how = {.width = LINE, .ascii = true};
    const char *note = alea_contest_note(game);
    char *rules = NULL, *more = NULL;
    alea_error error;
    bool made = alea_view_paragraphs(alea_game_text(game), &how, &rules, &error) == ALEA_OK &&
                (!note || alea_view_paragraphs(note, &how, &more, &error) == ALEA_OK);
    int length = -1;
    if (made)
        length = snprintf(out, RULES, "%s: %s\n\n%s\n%s%s%s", alea_game_title(game), alea_game_spec(game),
                          rules, more ? more : "", more ? "\n" : "", cli_template_kit_contest_rules_txt);
    alea_text_free(rules);
    alea_text_free(more);
    return length > 0 && length < RULES;
}

/* Writes the facts about the game that the tests need. */
static void kit_write_settings(const alea_game *game, char out[SETTINGS])
{
    uint32_t side, most;
    alea_contest_shape(game, &side, &most);
    snprintf(out, SETTINGS,
             "\"\"\"The game that the tests are for.\"\"\"\n\n"
             "GAME = \"%s\"\nSIDE = %u  # scores are 0 to SIDE - 1\nMOST = %u  # dice\n"
             "HELPERS = %s  # whether a strategy may import hog\n",
             alea_game_spec(game), (unsigned)side, (unsigned)most,
             alea_contest_has_helpers(game) ? "True" : "False");
}

/* The file to fill in; freed by the caller. NULL if memory runs out. */
static char *kit_write_blank(const alea_game *game, const char *spec)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const int status = cli_write_template(game, spec, -1, out);
    if (fclose(out) == 0 && status == CMD_DONE) return text;
    free(text);
    return NULL;
}

/* Writes the archive, and prints its contents. */
static int kit_write(const alea_game *game, const char *path, kit_texts *texts)
{
    cli_zip_file file[MOST_FILES] = {{"README.txt", cli_template_kit_readme_txt},
                                     {"RULES.txt", texts->rules},
                                     {"check.py", cli_template_kit_check_py},
                                     {"hog_contest.py", texts->blank},
                                     {"tests/hog.py", cli_kit_hog_py},
                                     {"tests/settings.py", texts->settings},
                                     {"tests/strategy.py", cli_kit_strategy_py}};
    size_t count = 7;
    char why[200];
    if (alea_contest_has_helpers(game)) file[count++] = (cli_zip_file){"hog.py", cli_kit_hog_py};
    if (!cli_zip_write(path, file, count, why, sizeof why))
        return cmd_complain(CMD_FAILED, CMD_KIT_UNWRITTEN, cmd_show(path).text, why);
    printf("%s: %zu files for the contest of %s\n", cmd_show(path).text, count, alea_game_spec(game));
    return CMD_DONE;
}

int cli_write_kit(const char *spec, const char *path)
{
    alea_game *game;
    const size_t length = path ? strlen(path) : 0;
    if (!path) return cmd_complain(CMD_USAGE, CMD_KIT_NO_OUT);
    if (length < 5 || strcasecmp(path + length - 4, ".zip") != 0)
        return cmd_complain(CMD_USAGE, CMD_KIT_NOT_ZIP, cmd_show(path).text);
    int status = cmd_open_game(spec, &game);
    if (status != CMD_DONE) return status;
    kit_texts *texts = calloc(1, sizeof *texts);
    if (!alea_contest_shape(game, NULL, NULL))
        status = cmd_complain(CMD_USAGE, CMD_KIT_NO_CONTESTS, alea_game_name(game));
    else if (!texts || !kit_write_rules(game, texts->rules) || !(texts->blank = kit_write_blank(game, spec)))
        status = cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    else {
        kit_write_settings(game, texts->settings);
        status = kit_write(game, path, texts);
    }
    if (texts) free(texts->blank);
    free(texts);
    alea_game_free(game);
    return status;
}
