#ifndef ALEA_COMMAND_NOTEBOOK_H
#define ALEA_COMMAND_NOTEBOOK_H
/* What the commands that use the notebook share: review, drill and notebook. */
#include "command/command.h"

/* Options of a command, in its member `notebook`, and what it holds to begin with. */
#define CLI_NOTEBOOK(args) {3, 0, "notebook", "FILE", CLI_TEXT(args, notebook.file), CLI_HELP_NOTEBOOK}
#define CLI_TODAY(args)    {3, 0, "today", "DATE", CLI_DATE(args, notebook.now), CLI_HELP_TODAY}
/* In its member `part`, with the operand [GAME]. */
#define CLI_PLAYER(args) {1, 0, "player", "NAME", CLI_TEXT(args, part.player), CLI_HELP_PLAYER}

#define CLI_HELP_NOTEBOOK "Use this notebook (default: notebook.db in the data folder)"
#define CLI_HELP_TODAY    "Act as if today were DATE, such as 2026-11-21"
#define CLI_HELP_PLAYER   "Only this player: the name in the record, or Ann for human(Ann)"

/* Sets the time if none was given. */
int cli_open_notebook(cli_notebook_args *, alea_notebook **out);
#endif
