#ifndef ALEA_CLI_NOTEBOOK_H
#define ALEA_CLI_NOTEBOOK_H
/* What the commands that use the notebook share: review, drill and notebook. */
#include "cli/cli.h"

typedef struct cli_pages {
    const char *file;  /* --notebook; NULL: notebook.db in the user's data folder */
    const char *today; /* --today */
    const char *game, *player;
} cli_pages;

/* --notebook and --today; ARGP_ERR_UNKNOWN for other keys. */
enum { CLI_KEY_NOTEBOOK = 0x300, CLI_KEY_TODAY, CLI_KEY_PLAYER };
#define CLI_NOTEBOOK_OPTIONS                                                                                 \
    {"notebook", CLI_KEY_NOTEBOOK, "FILE", 0, "This notebook (default: notebook.db in the data folder)", 3}, \
        {"today", CLI_KEY_TODAY, "DATE", 0, "As if it were this day, such as 2026-11-21", 3}
/* And --player. */
#define CLI_PART_OPTIONS \
    {"player", CLI_KEY_PLAYER, "NAME", 0, "Only this player: as the record has it, or Ann for human(Ann)", 1}
error_t cli_parse_pages(int key, char *value, const struct argp_state *, cli_pages *);

/* Seconds since 1970. */
int64_t cli_now(const cli_pages *);
/* CLI_DONE, or what is wrong has been said. */
int cli_open_notebook(const cli_pages *, alea_notebook **out);
#endif
