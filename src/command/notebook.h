#pragma once
/* Shared by the commands that use the notebook: review, drill and notebook. */
#include "command/command.h"

/* Options of a command, for its member `notebook`, and the initial value. */
#define CMD_NOTEBOOK(args) {3, 0, "notebook", "FILE", CMD_TEXT(args, notebook.file), CMD_HELP_NOTEBOOK}
#define CMD_TODAY(args)    {3, 0, "today", "DATE", CMD_DATE(args, notebook.now), CMD_HELP_TODAY}
/* In its member `part`, with the operand [GAME]. */
#define CMD_PLAYER(args) {1, 0, "player", "NAME", CMD_TEXT(args, part.player), CMD_HELP_PLAYER}

#define CMD_HELP_NOTEBOOK "Use this notebook (default: notebook.db in the data folder)"
#define CMD_HELP_TODAY    "Act as if today were DATE, such as 2026-11-21"
#define CMD_HELP_PLAYER   "Only this player: the name in the record, or Ann for human(Ann)"

/* Sets the time if none was given. */
int cmd_open_notebook(cmd_notebook_args *, alea_notebook **out);
